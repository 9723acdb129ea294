--- mygame: three in a row.
--
-- Two players put stones on a board of 3 by 3 cells in turn, MAX crosses (X), MIN rings (O). The first to have three in
-- a row, a column or a diagonal wins. Make your own game of it: each part below says what it is for.
--
-- There is one board, on which moves are played and taken back: the way if you have such a program already.
--
--     cells  a list of nine: "X", "O", or "." where the cell is free
--     turn   the player to move: 1 is MAX, -1 is MIN

-- The cells, row by row:   1 2 3
--                          4 5 6
--                          7 8 9
local COLUMNS, ROWS = 3, 3
local CELLS = COLUMNS * ROWS

local LINES = { { 1, 2, 3 }, { 4, 5, 6 }, { 7, 8, 9 }, { 1, 4, 7 }, { 2, 5, 8 }, { 3, 6, 9 }, { 1, 5, 9 }, { 3, 5, 7 } }

-- Whether the player who has just moved has won. The other one cannot have.
local function is_won(board)
  local mark = board.turn == 1 and "O" or "X"
  for _, line in ipairs(LINES) do
    if board.cells[line[1]] == mark and board.cells[line[2]] == mark and board.cells[line[3]] == mark then return true end
  end
  return false
end

-- The table that gts reads. `name` is for messages; `start` is the board; `range` the least and the greatest value that
-- the game can have: with it gts knows what a win is.
---@type gts.Rules
local rules = {
  name = "mygame",
  start = { cells = { ".", ".", ".", ".", ".", ".", ".", ".", "." }, turn = 1 },
  range = { -1, 1 },
}

-- The moves: a new list each time. No move is the end of the game.
function rules.moves(board)
  local list = {}
  if is_won(board) then return list end
  for cell = 1, CELLS do
    if board.cells[cell] == "." then list[#list + 1] = cell end
  end
  return list
end

-- Plays a move on the board. What it returns, if anything, is handed to undo: a piece that was taken, for instance.
function rules.play(board, cell)
  board.cells[cell] = board.turn == 1 and "X" or "O"
  board.turn = -board.turn
end

-- Takes the move back: the board is as it was before.
function rules.undo(board, cell)
  board.cells[cell] = "."
  board.turn = -board.turn
end

-- The value of the board, always from MAX's side: at the end of the game the winner, before it a guess. The guess is
-- asked for only where a search must stop early. Here it is 0; a better one makes the game play better.
function rules.evaluate(board)
  if is_won(board) then return -board.turn end
  return 0
end

-- The player to move.
function rules.player(board) return board.turn == 1 and "max" or "min" end

-- A name for the board as it is, by which gts knows it when it comes again by other moves: equal boards must have equal
-- keys, and others must not. gts adds the player to move.
function rules.key(board) return table.concat(board.cells) end

-- The board as text for people.
function rules.show(board)
  local lines = {}
  for row = 1, ROWS do lines[row] = table.concat(board.cells, " ", (row - 1) * COLUMNS + 1, row * COLUMNS) end
  return table.concat(lines, "\n")
end

-- The board to click on, for gts serve: `at` says which cell is clicked for a move.
function rules.board(board)
  return { columns = COLUMNS, rows = ROWS, cells = rules.show(board), pieces = { X = "max cross", O = "min ring" },
    at = function(move) return move end }
end

-- There is more that rules may say, when you need it: `bounds` on a value, `rank` of a move, `cycle` for games that go
-- round in circles, `move_name`. See gts help rules.

return rules
