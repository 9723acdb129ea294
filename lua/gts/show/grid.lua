--- The texts and the board of a game on cells in rows: adds `show`, `board`, `write` and `read` to its rules. A cell is "." where
-- it is free, "X" where MAX has a piece, "O" where MIN has one; a game may have more marks.

local grid = {}

-- The rows of marks, from the first.
local function rows_of(of, between, ...)
  local rows = {}
  for row = 0, of.rows - 1 do
    local marks = {}
    for column = 0, of.columns - 1 do marks[column + 1] = of.mark(row, column, ...) end
    rows[row + 1] = table.concat(marks, between)
  end
  return rows
end

local function letters(columns) return ("abcdefghijklmnopqrstuvwxyz"):sub(1, columns) end

--- The set of cells with `mark` among the marks of all cells, row by row: an integer with the bit `wide * row + column` for each,
-- both from 0. `of` has columns and `wide`, how many bits lie from row to row (default: columns).
function grid.set(of, marks, mark)
  local set, wide = 0, of.wide or of.columns
  for i, found in ipairs(marks) do
    if found == mark then set = set | 1 << wide * ((i - 1) // of.columns) + (i - 1) % of.columns end
  end
  return set
end

--- Adds `show`, `board`, `write` and `read` to rules. Texts are as in "X.O/.../O.X max": the rows, and the player to move, which
-- rules.player gives. Rows have numbers, the last one 1, and columns letters. The table `of` has
--   columns, rows
--   mark      a function of row and column, both from 0, and of the words of a position: the mark of this cell
--   position  a function of a list of marks, row by row, and of whether MIN is to move: the words of the position that would be
--             written so, if there is one
--   digits    how wide the numbers of rows are; nil: neither numbers nor letters are shown
--   extra     marks other than X, O and "." (a text)
--   at, pieces, shape, down   as rules.board returns them; without `at` there is no board
function grid.add(rules, of)
  local known = "[XO." .. (of.extra or "") .. "]"

  function rules.show(...)
    local lines = rows_of(of, " ", ...)
    if not of.digits then return table.concat(lines, "\n") end
    for row, line in ipairs(lines) do lines[row] = ("%" .. of.digits .. "d  %s"):format(of.rows + 1 - row, line) end
    return table.concat(lines, "\n") .. "\n\n" .. (" "):rep(of.digits + 1) .. letters(of.columns):gsub(".", " %0")
  end

  function rules.board(...)
    local down = {}
    for row = 1, of.rows do down[row] = of.rows + 1 - row end
    return { columns = of.columns, rows = of.rows, cells = table.concat(rows_of(of, "", ...)), at = of.at, pieces = of.pieces,
      across = letters(of.columns), down = of.down or down, shape = of.shape }
  end
  if not of.at then rules.board = nil end

  function rules.write(...) return table.concat(rows_of(of, "", ...), "/") .. " " .. rules.player(...) end

  -- What the text may mean is written again: if it is not the same, it means nothing.
  function rules.read(text)
    local marks, start = {}, rules.start
    for mark in text:gsub(" .*", ""):gmatch(known) do marks[#marks + 1] = mark end
    if #marks == of.columns * of.rows then
      local position = table.pack(of.position(marks, text:find " min$" ~= nil))
      if position[1] and rules.write(table.unpack(position, 1, position.n)) == text then
        return table.unpack(position, 1, position.n)
      end
    end
    if type(start) ~= "table" then start = { start } end
    return nil, "expected rows like those of " .. rules.write(table.unpack(start))
  end
end

--- Adds `show`, `board`, `write` and `read` to rules whose position is two sets of cells and a third integer: the stones of the
-- player to move, those of the other one, and 1 if that is MIN, else 0. `of`: as grid.add has it, without mark and position; and
-- `wide`, how many bits lie from row to row (default: columns).
function grid.add_sets(rules, of)
  local wide = of.wide or of.columns

  function of.mark(row, column, mine, theirs, turn)
    local bit = 1 << wide * row + column
    return (mine | theirs) & bit == 0 and "." or (mine & bit ~= 0) == (turn == 0) and "X" or "O"
  end

  function of.position(marks, min_moves)
    local max, min = grid.set(of, marks, "X"), grid.set(of, marks, "O")
    if min_moves then return min, max, 1 end
    return max, min, 0
  end

  grid.add(rules, of)
end

return grid
