--- gts tune: better numbers for the weights of rules.
-- @module gts.program.command.tune

local contender = require "gts.program.contender"
local given = require "gts.program.given"
local live = require "gts.program.live"
local outcome = require "gts.program.outcome"
local page = require "gts.program.page"
local say = require "gts.program.say"
local show = require "gts.show.text"
local tables = require "gts.base.tables"
local tune = require "gts.tune.tune"

local rows = {}
for _, row in ipairs(tune.options) do
  if row.name == "players" then
    rows[#rows + 1] = { name = "players", value = "PLAYER", implied = "nodes:1000",
      help = "player of all games: options of gts.best as nodes:1000 or time:0.05, or level:6" }
  elseif row.name == "file" then
    rows[#rows + 1] = tables.copy(row, { help = row.help .. "; default: GAME.weights.lua" })
  elseif row.name ~= "progress" then rows[#rows + 1] = row end
end

local titles = { games = "games of self-play", fit = "fitting", spsa = "games of SPSA", test = "test" }

-- A report of progress in a line.
local function line_of(report)
  local text = ("%s: %s of %s"):format(titles[report.stage], show.count(report.done), show.count(report.total))
  if report.llr then
    local error = report.error and (" ± %.0f"):format(report.error) or ""
    text = ("%s, Elo %+.0f%s, LLR %.2f in (%.2f, %.2f)"):format(text, report.elo, error, report.llr, report.llr_lower,
      report.llr_upper)
  end
  return text
end

local function run(call, terminal)
  local game = given.game(call, terminal)
  local asked = tables.copy(call.options)
  asked.players = asked.players and contender.read(asked.players) or nil
  asked.file = asked.file or game.name .. ".weights.lua"
  local r, wrong = live.counting(terminal, function(tell)
    return tune.try(game, tables.copy(asked, { progress = tell and function(report)
      tell { text = line_of(report), seconds = report.seconds }
    end }))
  end)
  if not r then return nil, wrong end
  say.line(call.json and r:json() or page.fold(tostring(r)))
  if r.stopped and not call.json then say.line(("the same command goes on from %s.state"):format(asked.file)) end
  return r.stopped == "interrupted" and outcome.INTERRUPTED or outcome.OK
end

return {
  name = "tune", summary = "better numbers for the weights of rules, by self-play", game = true, json = true, options = rows,
  details = "Games of a player against itself give weights, and a match of the new against the old ones decides whether they are "
    .. "better. Only then the file is written; gts play GAME weights=FILE uses it. Ctrl-C, the time limit or a kill leave "
    .. "FILE.state, from which the same command goes on. See gts help tune.",
  examples = {
    { "gts tune breakthrough columns=4 rows=5 --games 40 --players nodes:50 --test 20", "a short run" },
    { "gts tune othello --players nodes:1000 --workers 0", "1,000 games, and a test", long = true },
    { "gts tune draughts --method spsa --games 4000 --time 3600", "by matches between perturbed weights, for an hour",
      long = true },
  },
  run = run,
}
