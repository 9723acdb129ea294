--- gts play: a game against the engine.

local answer = require "gts.program.answer"
local level = require "gts.play.level"
local operands = require "gts.program.operands"
local options = require "gts.program.options"
local play = require "gts.play.play"
local tables = require "gts.base.tables"

-- The position is given as everywhere.
local rows = options.of(play.options, { position = true })
table.move(rows, 1, #rows, #operands.position_options + 1)
table.move(operands.position_options, 1, #operands.position_options, 1, rows)

return {
  name = "play", usual = 50, summary = "a game against the engine", game = true, boards = true, options = rows,
  details = ("Moves are typed by their names; 'help' there says what else can be. Levels go from 1 to %d."):format(level.most),
  examples = {
    { "gts play connect4", "you begin" },
    { "gts play othello --as min --level 3", "the engine begins, and is no master" },
    { "gts play kalah --time 2", "it plays as well as it can in two seconds a move" },
    { "gts play othello --clock 60+1 --ponder", "each has 60 seconds for the game, and 1 more after each move; it thinks on your "
      .. "time, too", long = true },
    { "gts play breakthrough --opponent engine:fairy-stockfish,time:1", "another engine: see 'gts help engines'", long = true },
    { "gts play hex --as none size=7", "the engine plays itself" },
    { "gts play connect4 --load game.txt", "goes on with a game that was saved", long = true },
  },
  run = function(call, terminal)
    local game, asked = operands.game(call, terminal), tables.copy(call.options)
    asked.position, asked.after = operands.position(call, game), nil
    if asked.opponent then asked.opponent = operands.player(call.options.opponent) end
    local named = asked.load and next(call.game_options) == nil and call.game or game
    local at, wrong = play.try(named, asked)
    if not at then return nil, wrong end
    answer.note_slow(call, terminal, game, asked.position)
    at:run()
    return 0
  end,
}
