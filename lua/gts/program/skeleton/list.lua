--- mygame: three in a row.
--
-- Two players put stones on a board of 3 by 3 cells in turn, MAX crosses (X), MIN rings (O). The first to have three in
-- a row, a column or a diagonal wins. Make your own game of it: each part below says what it is for.
--
-- A position is a table. That is the easy way. It is never changed once it is made: each move makes a new one.
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
local function is_won(p)
  local mark = p.turn == 1 and "O" or "X"
  for _, line in ipairs(LINES) do
    if p.cells[line[1]] == mark and p.cells[line[2]] == mark and p.cells[line[3]] == mark then return true end
  end
  return false
end

-- The table that gts reads. `name` is for messages; `start` is the first position; `range` the least and the greatest
-- value that the game can have: with it gts knows what a win is.
---@type gts.Rules
local rules = {
  name = "mygame",
  start = { cells = { ".", ".", ".", ".", ".", ".", ".", ".", "." }, turn = 1 },
  range = { -1, 1 },
}

-- The positions that can follow, and the moves that lead there: two lists. A position without moves is the end of the game.
function rules.successors(p)
  local list, moves = {}, {}
  if is_won(p) then return list, moves end
  for cell = 1, CELLS do
    if p.cells[cell] == "." then
      local cells = table.move(p.cells, 1, CELLS, 1, {})        -- a copy
      cells[cell] = p.turn == 1 and "X" or "O"
      list[#list + 1] = { cells = cells, turn = -p.turn }
      moves[#moves + 1] = cell
    end
  end
  return list, moves
end

-- The value of a position, always from MAX's side: at the end of the game the winner, before it a guess. The guess is
-- asked for only where a search must stop early. Here it is 0; a better one makes the game play better.
function rules.evaluate(p)
  if is_won(p) then return -p.turn end
  return 0
end

-- The player to move.
function rules.player(p) return p.turn == 1 and "max" or "min" end

-- A name for a position, by which gts knows it when it comes again by other moves: equal positions must have equal keys,
-- and others must not. gts adds the player to move.
function rules.key(p) return table.concat(p.cells) end

-- The position as text for people.
function rules.show(p)
  local lines = {}
  for row = 1, ROWS do lines[row] = table.concat(p.cells, " ", (row - 1) * COLUMNS + 1, row * COLUMNS) end
  return table.concat(lines, "\n")
end

-- The position as a board to click on, for gts serve: `at` says which cell is clicked for a move.
function rules.board(p)
  return { columns = COLUMNS, rows = ROWS, cells = rules.show(p), pieces = { X = "max cross", O = "min ring" },
    at = function(move) return move end }
end

-- There is more that rules may say, when you need it: `bounds` on a value, `rank` of a move, `cycle` for games that go
-- round in circles, `move_name`. See gts help rules.

return rules
