--- A position as a board to look at and to click on, as data: for pages, and whoever draws.
-- @module gts.show.board

local check = require "gts.check.board"

local board = {}

local function ask(of, position)
  if (of.words or 1) > 1 then return of.board(table.unpack(position, 1, of.words)) end
  return of.board(position)
end

--- The board of a position, as rules.board has it.
-- @tparam table of a checked game
-- @param position
-- @tparam {table,...} list its moves, each a table with `move`
-- @treturn[1] table columns, rows, cells (names of pieces, row by row from the upper left; "" where there is none), shape, by,
-- across and down (labels, where there are some), and clicks: at index i the cells that are clicked for the move i of the list,
-- a list that may be empty
-- @return[2] nil if the rules have no board
-- @treturn[2] string|nil what is wrong with it
function board.of(of, position, list)
  if not of.board then return nil end
  local read, wrong = check.read(ask(of, position))
  if not read then return nil, wrong end
  local clicks = {}
  for i, entry in ipairs(list) do
    clicks[i] = {}
    if read.at then clicks[i], wrong = check.clicks(read, read.at(entry.move)) end
    if wrong then return nil, wrong end
  end
  read.at, read.clicks = nil, clicks
  return read
end

return board
