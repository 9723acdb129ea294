--- gts learn: an evaluation from the rules alone.

local learn = require "gts.learn.learn"
local show = require "gts.show.text"
local training = require "gts.train.training"
local trial = require "gts.train.trial"

local ENDING = ".evaluation"    -- of a file, behind the name of the game

local function line_of(report)
  local text = show.count(report.done) .. (report.total and " of " .. show.count(report.total) or "")
  if report.stage == "trial" then return "shapes play each other: " .. text end
  if report.stage == "test" then return "test: " .. text .. (report.llr and trial.progress(report) or "") end
  local shapes = report.shapes and report.shapes .. "; " or ""
  return ("%sgames: %s, %s positions/s, error %.4f, MAX %d %%, drawn %d %%"):format(shapes, text,
    show.count(math.floor(report.speed)), report.error, 100 * report.max // report.games, 100 * report.draws // report.games)
end

return {
  name = "learn", summary = "an evaluation from the rules alone, by self-play", game = true, json = true,
  options = training.rows(learn.options, { implied = "time:0.05",
    help = "player of the test: options of gts.best as time:0.05 or nodes:1000, or level:6" }, "GAME" .. ENDING),
  details = "Self-play gives weights to patterns of the board, or to the numbers of rules.features. A match of the new "
    .. "evaluation against the old one decides whether it is better. Only then the file is written: numbers, "
    .. "patterns and names; gts play GAME evaluation=FILE reads it. Ctrl-C, the time limit or a kill leave FILE.state, from "
    .. "which the same command continues. See gts help learn.",
  examples = {
    { "gts learn breakthrough columns=4 rows=5 --games 400 --test 20 --players nodes:50", "a short run" },
    { "gts learn othello --time 600 --workers 0", "ten minutes, a fourth of it for the test", long = true },
    { "gts learn connect4 --method treestrap --depth 3 --time 600", "by TreeStrap", long = true },
  },
  run = function(call, terminal) return training.run(call, terminal, learn.try, ENDING, line_of) end,
}
