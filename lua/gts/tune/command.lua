--- gts tune: better numbers for the weights of rules.

local show = require "gts.show.text"
local training = require "gts.train.training"
local trial = require "gts.train.trial"
local tune = require "gts.tune.tune"

local titles = { games = "games of self-play", fit = "fitting", test = "test" }

local function line_of(report)
  local text = ("%s: %s of %s"):format(titles[report.stage], show.count(report.done), show.count(report.total))
  return report.llr and text .. trial.progress(report) or text
end

return {
  name = "tune", summary = "better numbers for the weights of rules, by self-play", game = true, json = true,
  options = training.rows(tune.options, { implied = "nodes:1000",
    help = "player of all games: options of gts.best as nodes:1000 or time:0.05, or level:6" }, "GAME.weights.lua"),
  details = "Games of a player against itself give weights, and a match of the new against the old ones decides whether they are "
    .. "better. Only then the file is written; gts play GAME weights=FILE uses it. Ctrl-C, the time limit or a kill leave "
    .. "FILE.state, from which the same command continues. See gts help tune.",
  examples = {
    { "gts tune breakthrough columns=4 rows=5 --games 40 --players nodes:50 --test 20", "a short run" },
    { "gts tune othello --players nodes:1000 --workers 0", "1,000 games, and a test", long = true },
  },
  run = function(call, terminal) return training.run(call, terminal, tune.try, ".weights.lua", line_of) end,
}
