-- Domineering: a board is an object of a class, as in Programming in Lua, and holds its rows as objects of another one.
local N = 4

local Row = {}
Row.__index = Row

function Row.of(cells) return setmetatable({ cells = cells }, Row) end

function Row:free(x) return self.cells[x] == 0 end

function Row:with(x)
  local cells = { table.unpack(self.cells) }
  cells[x] = 1
  return Row.of(cells)
end

local Board = { side = N }

function Board:new(o)
  setmetatable(o, self)
  self.__index = self
  return o
end

function Board:put(x1, y1, x2, y2)
  local rows = {}
  for y, row in ipairs(self.rows) do
    if y == y1 then row = row:with(x1) end
    if y == y2 then row = row:with(x2) end
    rows[y] = row
  end
  return Board:new { rows = rows, turn = -self.turn }
end

function Board:children()
  local list, moves, right, down = {}, {}, self.turn == 1 and 0 or 1, self.turn == 1 and 1 or 0
  for y = 1, self.side - down do
    for x = 1, self.side - right do
      if self.rows[y]:free(x) and self.rows[y + down]:free(x + right) then
        list[#list + 1], moves[#moves + 1] = self:put(x, y, x + right, y + down), x .. "-" .. y
      end
    end
  end
  return list, moves
end

local row = Row.of { 0, 0, 0, 0 }

return {
  name = "domineering", start = Board:new { rows = { row, row, row, row }, turn = 1 }, range = { -1, 1 },
  successors = function(board) return board:children() end,
  player = function(board) return board.turn == 1 and "max" or "min" end,
  evaluate = function(board) return #board:children() == 0 and -board.turn or 0 end,
}
