--- Shapes of patterns on a board: rectangles and lines, as sets of cells.

local words = require "gts.base.words"

local shapes = {}

-- The steps of lines: along a row, down a column, and the two diagonals.
local DIRECTIONS <const> = { { 1, 0 }, { 0, 1 }, { 1, 1 }, { -1, 1 } }

-- The cell in a column and row, from 1; nil outside the board, and where no bits belong to it.
local function cell_at(board, column, row)
  if column < 1 or row < 1 or column > board.columns or row > board.rows then return nil end
  local cell = (row - 1) * board.columns + column
  return board.usable[cell] and cell or nil
end

-- The cells inside each rectangle of that size which lies on the board.
local function rectangles(board, wide, high)
  local list = {}
  for top = 1, board.rows - high + 1 do
    for left = 1, board.columns - wide + 1 do
      local cells = {}
      for row = top, top + high - 1 do
        for column = left, left + wide - 1 do cells[#cells + 1] = cell_at(board, column, row) end
      end
      list[#list + 1] = cells
    end
  end
  return list
end

-- Whole lines in some of the directions: their cells in order, without those that have no bits.
local function whole_lines(board, first, last)
  local list = {}
  for d = first, last do
    local x, y = table.unpack(DIRECTIONS[d])
    for row = 1, board.rows do
      for column = 1, board.columns do
        local from_column, from_row = column - x, row - y
        if from_column < 1 or from_column > board.columns or from_row < 1 then
          local cells = {}
          for i = 0, math.max(board.columns, board.rows) - 1 do
            cells[#cells + 1] = cell_at(board, column + i * x, row + i * y)
          end
          list[#list + 1] = cells
        end
      end
    end
  end
  return list
end

local function lines(board, count)
  local list = {}
  for _, line in ipairs(whole_lines(board, 1, #DIRECTIONS)) do
    for first = 1, #line - count + 1 do list[#list + 1] = table.move(line, first, first + count - 1, 1, {}) end
  end
  return list
end

-- The sets of a shape, by its name; nil: there is no such shape.
local function read(board, name)
  local wide, high = name:match "^(%d%d?)x(%d%d?)$"
  if wide and tonumber(wide) > 0 and tonumber(high) > 0 then return rectangles(board, tonumber(wide), tonumber(high)) end
  local count = tonumber(name:match "^line(%d%d?)$")
  if count and count > 0 then return lines(board, count) end
  if name == "rows" then return whole_lines(board, 1, 1) end
  if name == "columns" then return whole_lines(board, 2, 2) end
  if name == "diagonals" then return whole_lines(board, 3, 4) end
  return nil
end

--- Numbers as a text, whatever their order.
function shapes.id(numbers)
  local sorted = table.move(numbers, 1, #numbers, 1, {})
  table.sort(sorted)
  return table.concat(sorted, " ")
end

--- The places of one list's cells in another; nil if some are not there.
function shapes.places(tuple, other)
  local place, list = {}, {}
  for i, cell in ipairs(other) do place[cell] = i end
  for i, cell in ipairs(tuple) do
    if not place[cell] then return nil end
    list[i] = place[cell]
  end
  return list
end

--- Makes sets of cells. `board`: columns, rows, and usable, the set of its cells that count; `text`: names of shapes: "2x3"
-- (columns x rows), "line4" (parts of lines in the four directions), "rows", "columns", "diagonals" (whole ones). Returns sets,
-- each once: shape (its name) and cells (sorted).
function shapes.make(board, text)
  local list, seen = {}, {}
  for name in text:gmatch "[^%s,+]+" do
    local sets = read(board, name)
    if not sets then
      return nil, ("%s is no shape: expected names as in '2x3 line4 rows columns diagonals'"):format(words.quote(name))
    end
    for _, cells in ipairs(sets) do
      table.sort(cells)
      local id = table.concat(cells, " ")
      if #cells > 0 and not seen[id] then seen[id], list[#list + 1] = true, { shape = name, cells = cells } end
    end
  end
  return list
end

return shapes
