--- What rules.board returns: a position as cells in rows, and where a move is clicked. Fields: see `gts help rules`.

local refusal = require "gts.base.refusal"
local schema = require "gts.base.schema"
local words = require "gts.base.words"

local board = {}

local MOST = 100                -- columns, and rows
local LONGEST = 40              -- bytes of the name of a piece

local label = { expected = ("a text of at most %d bytes"):format(LONGEST),
  fits = function(v) return type(v) == "string" and #v <= LONGEST end }

local list_or_text = { expected = "a list or a text", fits = function(v) return type(v) == "table" or type(v) == "string" end }

local fields = {
  { name = "columns", kind = schema.whole(1, MOST), required = true },
  { name = "rows", kind = schema.whole(1, MOST), required = true },
  { name = "cells", kind = list_or_text, required = true },
  { name = "pieces", kind = { expected = "a table", fits = function(v) return type(v) == "table" end }, default = {} },
  { name = "at", kind = schema.callable, type = "fun(move: any): integer?, ..." },
  { name = "across", kind = list_or_text },
  { name = "down", kind = list_or_text },
  { name = "shape", kind = schema.one_of { "squares", "hexagons", "lines", "wells" }, default = "squares" },
  { name = "by", kind = schema.one_of { "cells", "columns" }, default = "cells" },
}

--- The rows of its fields: name, kind (see gts.base.schema), required, default.
board.rows = fields

local need, refuse = refusal.need, refusal.refuse

local say = { unknown = "unknown field %s in what rules.board returned%s", what = "field '%s' of what rules.board returned",
  missing = "field '%s' is missing in what rules.board returned" }

local marks = { X = "max", O = "min", ["."] = "" }

-- The characters of a text but white space, or the elements of a list.
local function elements(value)
  if type(value) == "table" then return table.move(value, 1, #value, 1, {}) end
  local list = {}
  for mark in value:gsub("%s+", ""):gmatch(utf8.charpattern) do list[#list + 1] = mark end
  return list
end

-- Refuses what is no name, of a piece or a label: `what` it is, a format.
local function check_label(value, what, ...)
  if not label.fits(value) then refuse("%s", schema.misfit(what:format(...), value, label)) end
end

-- The names of the pieces. A text may go on after the last cell: often that is the text of rules.show.
local function read_cells(given, count)
  local list = elements(given.cells)
  if type(given.cells) == "string" then
    list = table.move(list, 1, count, 1, {})
    for i, mark in ipairs(list) do list[i] = given.pieces[mark] or marks[mark] or mark end
  end
  if #list ~= count then
    refuse("rules.board returned %d cells for %d columns and %d rows", #list, given.columns, given.rows)
  end
  for i, piece in ipairs(list) do check_label(piece, "cell %d of what rules.board returned", i) end
  return list
end

local function read_labels(given, name, count)
  if given[name] == nil then return nil end
  local list = elements(given[name])
  for i, element in ipairs(list) do list[i] = math.type(element) == "integer" and tostring(element) or element end
  for i = 1, count do check_label(list[i], "label %d in field '%s' of what rules.board returned", i, name) end
  return table.move(list, 1, count, 1, {})
end

local function take(given)
  if type(given) ~= "table" then refuse("rules.board returned %s: expected a table", words.quote(given)) end
  local all = need(schema.check(fields, given, say))
  all.cells = read_cells(all, all.columns * all.rows)
  all.across, all.down = read_labels(all, "across", all.columns), read_labels(all, "down", all.rows)
  all.pieces = nil
  return all
end

--- Reads what rules.board returned. Returns a table: columns, rows, cells (names of pieces, row by row; "" where there is none),
-- shape, by, and where they are given across, down (labels), and at, a function. Error: what is wrong with it.
function board.read(given) return refusal.caught(take, given) end

--- Reads where a move is clicked, of what board.read gave and what its `at` returned: a list of cells, empty where it is not on
-- the board. nil and what is wrong with them.
function board.clicks(read, ...)
  local list, kind = {}, schema.whole(1, read.columns * read.rows)
  for i = 1, select("#", ...) do
    local cell = (select(i, ...))
    if cell == nil then break end
    local wrong = schema.misfit("a cell for a move, in what rules.board returned,", cell, kind)
    if wrong then return nil, wrong end
    list[i] = math.tointeger(cell)
  end
  return list
end

return board
