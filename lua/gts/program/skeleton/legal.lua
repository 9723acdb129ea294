--- mygame: three in a row.
--
-- Two players put stones on a board of 3 by 3 cells in turn, MAX crosses (X), MIN rings (O). The first to have three in
-- a row, a column or a diagonal wins. Make your own game of it: each part below says what it is for.
--
-- A position is three integers, side by side. That is the fastest way: nothing needs to be made for a position.
--
--     x     where the crosses are: a bit for each cell, the lowest for cell 0
--     o     where the rings are
--     turn  the player to move: 1 is MAX, -1 is MIN

-- The cells, row by row:   0 1 2
--                          3 4 5
--                          6 7 8
local COLUMNS, ROWS = 3, 3
local CELLS = COLUMNS * ROWS
local BOARD = (1 << CELLS) - 1          -- the set of all cells

local LINES = { { 0, 1, 2 }, { 3, 4, 5 }, { 6, 7, 8 }, { 0, 3, 6 }, { 1, 4, 7 }, { 2, 5, 8 }, { 0, 4, 8 }, { 2, 4, 6 } }

-- Each line as a set of cells: all its bits in one integer.
local SETS = {}
for i, line in ipairs(LINES) do SETS[i] = 1 << line[1] | 1 << line[2] | 1 << line[3] end

-- Do these stones have a line?
local function has_line(stones)
  for i = 1, #SETS do
    if stones & SETS[i] == SETS[i] then return true end
  end
  return false
end

-- Whether the player who has just moved has won. The other one cannot have.
local function is_won(x, o, turn) return has_line(turn == 1 and o or x) end

-- The table that gts reads. `name` is for messages; `words` says how many integers a position is; `start` is the first
-- position; `range` the least and the greatest value that the game can have: with it gts knows what a win is.
---@type gts.Rules
local rules = { name = "mygame", words = 3, start = { 0, 0, 1 }, range = { -1, 1 } }

-- The moves of a position as a set: an integer in which the bit of each legal move is 1. Here a move is the number of a
-- cell, and legal are all that are free. No bit at all is the end of the game.
function rules.legal(x, o, turn)
  if is_won(x, o, turn) then return 0 end
  return BOARD & ~(x | o)
end

-- The position after one of these moves.
function rules.play(x, o, turn, cell)
  if turn == 1 then return x | 1 << cell, o, -1 end
  return x, o | 1 << cell, 1
end

-- The value of a position, always from MAX's side: at the end of the game the winner, before it a guess. The guess is
-- asked for only where a search must stop early. Here it is 0; a better one makes the game play better.
function rules.evaluate(x, o, turn)
  if is_won(x, o, turn) then return -turn end
  return 0
end

-- The player to move.
function rules.player(_, _, turn) return turn == 1 and "max" or "min" end

-- What people call a move: they count cells from 1.
function rules.move_name(cell) return tostring(cell + 1) end

-- The position as text for people.
function rules.show(x, o)
  local lines = {}
  for row = 1, ROWS do
    local marks = {}
    for column = 1, COLUMNS do
      local cell = 1 << (row - 1) * COLUMNS + column - 1
      marks[column] = x & cell ~= 0 and "X" or o & cell ~= 0 and "O" or "."
    end
    lines[row] = table.concat(marks, " ")
  end
  return table.concat(lines, "\n")
end

-- The position as a board to click on, for gts serve: `at` says which cell, from 1, is clicked for a move.
function rules.board(x, o)
  return { columns = COLUMNS, rows = ROWS, cells = rules.show(x, o), pieces = { X = "max cross", O = "min ring" },
    at = function(cell) return cell + 1 end }
end

-- There is more that rules may say, when you need it: `bounds` on a value, `rank` of a move, `cycle` for games that go
-- round in circles. See gts help rules.

return rules
