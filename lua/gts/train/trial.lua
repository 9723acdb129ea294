--- New against old: the match that decides whether what a run has found is better, and what follows from it.
--
-- Fields of a run (gts.train.work): `match`, the match; `gained`, whether its test has accepted what is new; `written`, the file.

local core = require "gts.core"
local evaluation = require "gts.rules.evaluation"
local game = require "gts.game"
local match = require "gts.play.match"
local player = require "gts.play.player"
local show = require "gts.show.text"
local tables = require "gts.base.tables"

local trial = {}

--- What stops a run, in words.
trial.reasons = { time = "the time was over", interrupted = "interrupted", progress = "stopped by progress" }

--- Does an error say that an evaluation leaves the range of the game? `wrong`: the error.
function trial.leaves_range(wrong) return type(wrong) == "string" and wrong:find("in rules.range", 1, true) ~= nil end

local function play(self, new)
  local all = self.all
  local function progress(r)
    self.stopped = self:tell("test", r.games, all.test, { elo = r.elo, error = r.error, llr = r.llr, llr_lower = r.llr_lower,
      llr_upper = r.llr_upper })
    return self.stopped == nil
  end
  return assert(match.try(self.of, tables.copy(all.players, tables.copy(new, { name = "new" })),
    tables.copy(all.players, { name = "old", evaluation = all.players.evaluation or evaluation.RULES }), {
      games = all.test, plies = all.plies, longest = all.longest, seed = all.seed + 1, workers = all.workers,
      elo0 = all.elo0, elo1 = all.elo1, file = all.file and all.file .. ".test", progress = progress,
    }))
end

--- Plays what is new against what was. What leaves the range is not better. `new`: options of its player; `what`, in the plural.
function trial.run(self, new, what)
  local ok, r = pcall(play, self, new)
  if not ok then
    if not trial.leaves_range(r) then error(r, 0) end
    self.reason = ("with the new %s %s"):format(what, r)
    return
  end
  self.match = r
  if r.stopped == "interrupted" then self.stopped = "interrupted" end
  if r.accepted then self.stopped = nil end
  self.gained = r.accepted == "H1"
  if self.gained or self.stopped then return end
  self.reason = r.accepted and ("the test rejects the new %s"):format(what)
    or "the test has played all its games, and has not decided"
end

--- Writes the file of what was found, and unless stopped removes what served to go on. `text`, or nil: nothing is written.
function trial.finish(self, text)
  if self.stopped or not self.all.file then return end
  if text then
    local good, wrong = core.files.write(self.all.file, text)
    if not good then error(wrong, 0) end
    self.written = self.all.file
  end
  self.state:remove()
  os.remove(self.all.file .. ".test")
end

--- Adds to a result what was asked for, and what came of the match.
function trial.add(list, self)
  local options = game.given(self.of)
  list.game, list.options = self.of.name, options and player.describe(options) or nil
  list.method, list.players, list.seed = self.all.method, player.describe(self.all.players), self.all.seed
  local r = self.match
  if r then
    list.test_games, list.elo, list.low, list.high, list.error = r.games, r.elo, r.low, r.high, r.error
    list.llr, list.llr_lower, list.llr_upper, list.accepted = r.llr, r.llr_lower, r.llr_upper, r.accepted
  end
  list.gained, list.reason, list.stopped = self.gained or false, self.reason, self.stopped
  list.file, list.seconds = self.written, core.clock() - self.began
end

local function elo_text(r)
  local function signed(value) return ("%+.1f"):format(value + 0.0) end
  if not r.error then return ("Elo %s"):format(signed(r.elo)) end
  return ("Elo %s, 95 %%: %s to %s"):format(signed(r.elo), signed(r.low), signed(r.high))
end

--- The match of a result in a line; nil: there was none.
function trial.line(list)
  if not list.test_games then return nil end
  return ("new against old: %s games, %s;  LLR %.2f in (%.2f, %.2f)"):format(show.count(list.test_games), elo_text(list),
    list.llr, list.llr_lower, list.llr_upper)
end

--- What a run comes to, in a line. `what` was learnt, and how many that is: "weights are", "evaluation is".
function trial.verdict(list, what)
  local file, name = list.file and (": %s"):format(list.file) or "", what:match "^%a+"
  if list.stopped then return ("nothing is decided: %s"):format(trial.reasons[list.stopped]) end
  if list.gained then return ("the new %s better%s"):format(what, file) end
  if not list.reason then return ("the new %s not tested%s"):format(what, file) end
  return ("nothing is gained, the old %s %s: %s"):format(name, what:find "are$" and "stay" or "stays", list.reason)
end

--- A report of progress of the test, in words that stand behind its count of games.
function trial.progress(report)
  local error = report.error and (" ± %.0f"):format(report.error) or ""
  return (", Elo %+.0f%s, LLR %.2f in (%.2f, %.2f)"):format(report.elo, error, report.llr, report.llr_lower, report.llr_upper)
end

return trial
