-- Connect-4 as one would write it first: the board is a list of cells, and each move makes a new position.
--
-- 42 cells, column by column from the lowest; 0 is free, 1 and 2 are the players.

local COLUMNS, ROWS = 7, 6

-- How many stones of the player stand in a row from here, this one left out.
local function run(cells, player, column, row, right, up)
  local count = 0
  column, row = column + right, row + up
  while column >= 1 and column <= COLUMNS and row >= 1 and row <= ROWS and cells[(column - 1) * ROWS + row] == player do
    count = count + 1
    column, row = column + right, row + up
  end
  return count
end

-- Has the last move made four in a row?
local function won(p)
  local column = p.last
  if column == 0 then return false end
  local cells, player, row = p.cells, 3 - p.turn, p.heights[column]
  return run(cells, player, column, row, 0, -1) >= 3
    or run(cells, player, column, row, 1, 0) + run(cells, player, column, row, -1, 0) >= 3
    or run(cells, player, column, row, 1, 1) + run(cells, player, column, row, -1, -1) >= 3
    or run(cells, player, column, row, 1, -1) + run(cells, player, column, row, -1, 1) >= 3
end

local function successors(p)
  local list = {}
  for column = 1, COLUMNS do
    local row = p.heights[column] + 1
    if row <= ROWS then
      local cells, heights = { table.unpack(p.cells) }, { table.unpack(p.heights) }
      cells[(column - 1) * ROWS + row], heights[column] = p.turn, row
      list[#list + 1] = { cells = cells, heights = heights, turn = 3 - p.turn, free = p.free - 1, last = column }
    end
  end
  return list
end

local start = { cells = {}, heights = {}, turn = 1, free = COLUMNS * ROWS, last = 0 }
for cell = 1, COLUMNS * ROWS do start.cells[cell] = 0 end
for column = 1, COLUMNS do start.heights[column] = 0 end

return { start = start, won = won, successors = successors }
