--- Tuning: better numbers for the weights of rules, found by games of a player against itself, and tested against those before.
--
-- The stages: `games` are played and `fit` finds weights by their results (gts.tune.texel); then `test` plays a match of the new
-- weights against the old ones, with equal limits, until a sequential test decides. Only weights that pass it are written. With a
-- file, a run that was stopped at any moment goes on where it was.

local game = require "gts.game"
local notation = require "gts.rules.notation"
local player = require "gts.play.player"
local refusal = require "gts.base.refusal"
local report = require "gts.tune.report"
local schema = require "gts.base.schema"
local state = require "gts.train.state"
local texel = require "gts.tune.texel"
local trial = require "gts.train.trial"
local weights = require "gts.rules.weights"
local words = require "gts.base.words"
local work = require "gts.train.work"

local need = refusal.need

local tune = {}

--- The rows of the options: see gts.base.schema.
tune.options = {
  { name = "players", kind = schema.any "a player of gts.match", help = "player of all games: options of gts.best, default "
    .. "{ nodes = 1000 }; or a level, as in { level = 6 }" },
  { name = "games", kind = schema.whole(1, 1000000), default = 1000, help = "games from which weights are found" },
  { name = "test", kind = schema.whole(2, 10000000), default = 2000, help = "most games of the test, new weights against old" },
  { name = "elo0", kind = schema.finite, default = 0, help = "Elo difference that the test (SPRT) rejects" },
  { name = "elo1", kind = schema.finite, default = 10, help = "Elo difference that it accepts, greater than elo0" },
  { name = "plies", kind = schema.whole(0, 1000), default = 8, help = "random moves at the beginning of each game" },
  work.rows.longest,
  { name = "time", kind = schema.seconds, help = "time limit in seconds, in all; half is for the test" },
  work.rows.seed,
  work.rows.workers,
  { name = "file", kind = schema.text, value = "FILE", help = "file for weights that pass the test; the run continues from "
    .. "FILE.state" },
  work.rows.progress,
}

local PLAYERS = { nodes = 1000 }

local function head_of(of, all)
  local list = state.about(of)
  list[#list + 1] = "weights " .. weights.text(of.weights)
  list[#list + 1] = "method texel"
  list[#list + 1] = "players " .. player.describe(all.players)
  state.add_integers(list, all, { "games", "plies", "longest", "seed" })
  return list
end

-- What is known of weights that are found, beside them.
local numbers, flags = { "played", "positions", "scale", "before_error", "after_error" }, { "linear", "limited" }

-- What a state has. Weights are a text: it cannot name a file.
local function forms_of(all)
  local function list(text) return text:find "^{.*}$" and text or nil end
  local forms = { found = list }
  for _, name in ipairs(numbers) do forms[name] = state.forms.amount end
  for _, name in ipairs(flags) do forms[name] = state.forms.flag end
  function forms.game(row) return row.pair <= all.games and row.side == "max" and #row.moves <= all.longest end
  return forms
end

local function prepare(what, given)
  local all = need(work.options("gts.tune", tune.options, given, PLAYERS))
  local of = need(game.make(what))
  if not of.weights then
    refusal.refuse("the game %s has no weights: rules.weights names the numbers that gts.tune changes", words.quote(of.name))
  end
  local made = need(work.player("gts.tune", of, all.players, "weights", "has no weights"))
  local changed, wrong = game.of(of, { weights = of.weights }, words.quote(of.name))
  need(changed, wrong and wrong:gsub("^option 'weights' of ", ""))
  local kept = need(state.open("tune", all.file and all.file .. ".state", head_of(of, all), forms_of(all)))
  return work.new { of = of, all = all, player = made, before = of.weights, state = kept, share = 1 / 2 }
end

-- Takes weights that were found before a break.
local function remember(self)
  local data = self.state.data
  self.found = (game.of(self.of, { weights = data.found }, words.quote(self.of.name), true) or self.state:refuse "found").weights
  for _, name in ipairs(numbers) do
    local value = tonumber(data[name])
    self[name] = math.tointeger(value) or value
  end
  for _, name in ipairs(flags) do
    if data[name] then self[name] = data[name] == "true" end
  end
end

local function find(self)
  local data = self.state.data
  if data.found then return remember(self) end
  self.player.warm()
  self.found = texel.find(self)
  if not self.found then return end
  data.found = weights.text(self.found)
  for _, name in ipairs(numbers) do data[name] = self[name] and notation.number(self[name]) end
  for _, name in ipairs(flags) do data[name] = self[name] ~= nil and tostring(self[name]) or nil end
  self.state:save(true)
end

--- Tunes the weights of a game: see gts.tune; or returns nil and what is wrong with the call.
function tune.try(what, given)
  local self, wrong = refusal.caught(prepare, what, given)
  if not self then return nil, wrong end
  find(self)
  if self.found and weights.are_equal(self.found, self.before) then self.reason = "the weights that it found are those before"
  elseif self.found and not self.stopped then trial.run(self, { weights = self.found }, "weights") end
  trial.finish(self, self.gained and report.file(self) or nil)
  return report.of(self)
end

return tune
