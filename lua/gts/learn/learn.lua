--- gts.learn: an evaluation learnt from the rules alone, by self-play; a match against the old one decides whether it is better.
--
-- Everything follows from the seed and the number of games, with any processes, if no time limits it. With a file a run goes on.

local choice = require "gts.learn.choice"
local evaluation_file = require "gts.rules.evaluation_file"
local game = require "gts.game"
local player = require "gts.play.player"
local plan = require "gts.learn.plan"
local refusal = require "gts.base.refusal"
local report = require "gts.learn.report"
local show = require "gts.show.text"
local self_play = require "gts.learn.self_play"
local schema = require "gts.base.schema"
local state = require "gts.train.state"
local trial = require "gts.train.trial"
local work = require "gts.train.work"
local words = require "gts.base.words"

local need, refuse = refusal.need, refusal.refuse

local learn = {}

local share = schema.number(0, 1)

--- The rows of the options: see gts.base.schema.
learn.options = {
  { name = "method", kind = schema.one_of { "td", "tdleaf", "rootstrap", "treestrap" }, default = "treestrap",
    help = "the rule of learning: TD(lambda), TD-leaf(lambda), RootStrap or TreeStrap, by alpha-beta" },
  { name = "depth", kind = schema.whole(1, 100), help = "depth of the searches that choose moves; default: 1 for td, else 2" },
  { name = "games", kind = schema.whole(1, 1000000000), help = "games to learn from; default: 20000, or without end if there "
    .. "is a time limit" },
  { name = "shapes", kind = schema.text, value = "LIST", help = "patterns of cells, as in \"2x3 3x2 line4\"; default: found "
    .. "by trial, if there are 2000 games or 20 seconds" },
  { name = "bits", kind = schema.whole(1, 16), help = "bits of a pattern, at most; default: 16" },
  { name = "stages", kind = schema.whole(1, 16), help = "stages of the game, by pieces on the board, with weights of their own" },
  { name = "target", kind = schema.one_of { "winner", "value" }, help = "what is predicted: who wins, or the value; default: "
    .. "the value where the rules have score" },
  { name = "rate", kind = schema.number(0.000001, 1), help = "learning rate, divided by the patterns of a position; "
    .. "default: 0.3 for rootstrap, else 1" },
  { name = "lambda", kind = share, help = "of td and tdleaf: how far an error is passed back, a factor for each move" },
  { name = "explore", kind = share, help = "probability of a random move" },
  { name = "plies", kind = schema.whole(0, 1000), default = 6, help = "random moves at the beginning of each game" },
  { name = "copies", kind = schema.whole(1, 64), default = 2, help = "copies of the learner that play side by side, and are "
    .. "merged after each round: as many processes as this can work in parallel" },
  { name = "players", kind = schema.any "a player of gts.match", help = "player of the test: options of gts.best, default "
    .. "{ time = 0.05 }; or a level, as in { level = 6 }" },
  { name = "test", kind = schema.whole(0, 10000000), default = 400, help = "most games of the test, new evaluation against "
    .. "old; 0: no test, the file is written" },
  { name = "elo0", kind = schema.finite, default = 0, help = "Elo difference that the test (SPRT) rejects" },
  { name = "elo1", kind = schema.finite, default = 50, help = "Elo difference that it accepts, greater than elo0" },
  work.rows.longest,
  { name = "time", kind = schema.seconds, help = "time limit in seconds, in all; a fourth is for the test" },
  work.rows.seed,
  work.rows.workers,
  { name = "file", kind = schema.text, value = "FILE", help = "file for an evaluation that passes the test; the run continues "
    .. "from FILE.state" },
  work.rows.progress,
}

local PLAYERS = { time = 0.05 }
local GAMES = 20000
-- What the rules of learning use, where nothing else is asked for.
local usual = {
  td = { depth = 1, rate = 1, lambda = 0.5, explore = 0.1 }, tdleaf = { depth = 2, rate = 1, lambda = 0.7, explore = 0.1 },
  rootstrap = { depth = 2, rate = 0.3, lambda = 0, explore = 0.1 },
  treestrap = { depth = 2, rate = 1, lambda = 0, explore = 0.1 },
}

local function head_of(of, all)
  local list = state.about(of)
  list[#list + 1] = "method " .. all.method
  list[#list + 1] = "players " .. player.describe(all.players)
  local function text(name) return all[name] or "default" end
  list[#list + 1] = ("plan %s, %s bits, %s stages, %s"):format(text "shapes", text "bits", text "stages", text "target")
  list[#list + 1] = ("rates %.17g %.17g %.17g"):format(all.rate, all.lambda, all.explore)
  state.add_integers(list, all, { "depth", "games", "plies", "copies", "longest", "seed" })
  return list
end

local function prepare(what, given)
  local all = need(work.options("gts.learn", learn.options, given, PLAYERS))
  for name, value in pairs(usual[all.method]) do
    if all[name] == nil then all[name] = value end
  end
  all.unlimited = all.games == nil and all.time ~= nil
  all.games = all.games or all.unlimited and math.maxinteger or GAMES
  local of = need(game.make(what))
  local made = need(work.player("gts.learn", of, all.players, "evaluation", "evaluates nothing"))
  local self = work.new { of = of, all = all, asked = given or {}, option_rows = learn.options, player = made,
    share = all.test > 0 and 3 / 4 or 1 }
  local asked = { shapes = all.shapes, most = all.bits, stages = all.stages, target = all.target, seed = all.seed }
  local made_plan, wrong = plan.make(of, asked)
  if not made_plan then refuse("nothing can be learnt for the game %s: %s", words.quote(of.name), wrong) end
  self.plan = made_plan
  local numbers = plan.count_numbers(made_plan)
  if numbers > evaluation_file.most then
    refuse("the evaluation would have %s numbers: expected at most %s (smaller shapes, fewer stages)", show.count(numbers),
      show.count(evaluation_file.most))
  end
  self.state = need(state.open("learn", all.file and all.file .. ".state", head_of(of, all), choice.forms))
  return self
end

-- Tests what was learnt; without a test it counts as it is.
local function test(self)
  self.evaluation, self.numbers = self_play.evaluation(self.course)
  if self.all.test > 0 then trial.run(self, { evaluation = self.evaluation }, "evaluation") end
end

--- Learns an evaluation for a game: see gts.learn; or returns nil and what is wrong with the call.
function learn.try(what, given)
  local self, wrong = refusal.caught(prepare, what, given)
  if not self then return nil, wrong end
  if choice.settle(self) and self_play.learn(self) then test(self) end
  local keeps = not self.reason and not self.stopped and (self.gained or self.all.test == 0)
  trial.finish(self, keeps and (self_play.text(self.course, report.header(self))) or nil)
  return report.of(self)
end

return learn
