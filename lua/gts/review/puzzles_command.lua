--- gts puzzles: positions in which one move only keeps the value.
-- @module gts.review.puzzles_command

local answer = require "gts.program.answer"
local confined = require "gts.program.confined"
local given = require "gts.program.given"
local live = require "gts.program.live"
local options = require "gts.program.options"
local outcome = require "gts.program.outcome"
local puzzles = require "gts.review.puzzles"
local report = require "gts.review.puzzle_report"
local reported = require "gts.review.confined"
local trainer = require "gts.review.trainer"

local rows = options.of(puzzles.options, { progress = true })
rows[#rows + 1] = confined.row

local function run(call, terminal)
  if call.options.confined then return reported.report(call, "puzzles", call.options.file, { "play", "workers" }) end
  local game = given.game(call, terminal)
  local named = call.options.file and next(call.game_options) == nil and call.game or game     -- the file has its options
  if call.options.play and call.json then return nil, "options '--play' and '--json' do not go together" end
  local list = outcome.need(live.pieces(terminal, call.options, { "play", "confined" }, function(asked)
    return puzzles.try(named, asked)
  end, "playing games"))
  if call.options.play then trainer.run(report.game(list), list)
  else answer.list(call, list) end
  return outcome.of(list.wrong)
end

return {
  name = "puzzles", summary = "positions in which one move only keeps the value", game = true, json = true, boards = true,
  options = rows,
  details = "The positions are those of games that a level plays against itself, or of a file. The value is proved, and of every "
    .. "other move that it is worse. The easiest come first: by the depth, and the nodes, at which a search finds the move.",
  examples = {
    { "gts puzzles tictactoe --games 4", "from four games" },
    { "gts puzzles connect4 columns=5 rows=4 --games 40 --play", "asks for the moves", long = true },
    { "gts puzzles connect4 --file match.txt --most 100 --json", "a hundred from the games of a match", long = true },
  },
  run = run,
}
