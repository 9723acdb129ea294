--- Lists of rows, as calls give them that compare or count: they print as a table and can be written as CSV and JSON.

local clean = require "gts.show.clean"
local columns = require "gts.show.columns"
local json = require "gts.show.json"
local notation = require "gts.rules.notation"
local show = require "gts.show.text"
local tables = require "gts.base.tables"

local listing = {}

local WIDTH = 80

--- A column that shows a field of the rows; `text` is a function that gives it for people; false: it is for machines alone.
function listing.column(name, text) return { name = name, value = function(row) return row[name] end, text = text } end
local function name_of(column) return column.name end

local Names = { __tostring = notation.words }

--- A list of names as one cell: a list in JSON, a text in CSV and for people. Returns a copy of it.
function listing.names(list) return list and setmetatable(table.move(list, 1, #list, 1, {}), Names) end

local function shown(value)
  if value == nil then return "" end
  if type(value) == "number" then return show.number(value) end
  if type(value) == "boolean" then return value and "yes" or "no" end
  return (tostring(value):gsub("\n", "\\n"))
end

local function quoted(value)
  if value == nil then return "" end
  local text = type(value) == "number" and notation.number(value) or tostring(value)
  text = clean.visible(text)
  if not text:find '[",\n]' then return text end
  return '"' .. text:gsub('"', '""') .. '"'
end

-- The columns of which a row has something to show.
local function filled(form, list)
  return tables.filter(form.columns, function(column)
    local some = false
    for i, row in ipairs(column.text ~= false and list or {}) do
      some = some or (column.text or column.value)(row, i, list) ~= nil
    end
    return some
  end)
end

-- The columns that people see, and what is in them.
local function cells_of(form, list)
  local used = filled(form, list)
  return used, tables.map(list, function(row, i)
    return tables.map(used, function(column) return shown((column.text or column.value)(row, i, list)) end)
  end)
end

local function to_text(form, list, width)
  local used, rows = cells_of(form, list)
  local lines = #rows > 0 and columns.lay(rows, tables.map(used, name_of), width) or {}
  local foot = form.foot and form.foot(list) or #rows == 0 and "nothing" or nil
  lines[#lines + 1] = foot and columns.fold(foot, width or math.huge)
  return table.concat(lines, "\n")
end

local in_latex = { ["\\"] = "\\textbackslash{}", ["~"] = "\\textasciitilde{}", ["^"] = "\\textasciicircum{}" }

-- What people see, as an environment of LaTeX: columns of numbers end at the right.
local function to_latex(form, list)
  local used, rows = cells_of(form, list)
  local function line(cells)
    return table.concat(tables.map(cells, function(cell)
      if cell:find "^%-[%d.,]+$" then return "$" .. cell .. "$" end
      return (clean.visible(cell):gsub("[\\~^&%%$#_{}]", function(c) return in_latex[c] or "\\" .. c end))
    end), " & ") .. " \\\\\n"
  end
  local sides = tables.map(used, function(_, i)
    return tables.any(rows, function(cells) return not cells[i]:find "^[-+]?[%d.,]*e?[-+]?%d*$" end) and "l" or "r"
  end)
  return ("\\begin{tabular}{%s}\n\\hline\n%s\\hline\n%s\\hline\n\\end{tabular}\n"):format(sides[1] and table.concat(sides) or "l",
    line(tables.map(used, name_of)), table.concat(tables.map(rows, line)))
end

local function plain(form) return tables.filter(form.columns, function(column) return column.value end) end

local function to_csv(form, list)
  local used = plain(form)
  local function line(value_of)
    return table.concat(tables.map(used, function(column) return quoted(value_of(column)) end), ",") .. "\n"
  end
  return line(name_of) .. table.concat(tables.map(list, function(row, i)
    return line(function(column) return column.value(row, i, list) end)
  end))
end

-- A list of rows as data: the fields of some columns, in their order.
local function rows_of(list, used)
  local row_meta = { __jsonorder = tables.map(used, name_of) }
  return tables.map(list, function(row, i)
    local object = setmetatable({}, row_meta)
    for _, column in ipairs(used) do object[column.name] = column.value(row, i, list) end
    return object
  end)
end

-- The rows, and beside them the fields of the list that are plain values, or lists of such rows.
local function to_json(form, list)
  local whole, used = {}, plain(form)
  for name, value in pairs(list) do
    if type(name) == "string" and type(value) ~= "table" and type(value) ~= "function" then whole[name] = value end
  end
  whole.rows = rows_of(list, used)
  for _, name in ipairs(form.records or {}) do whole[name] = list[name] end
  for _, name in ipairs(form.lists or {}) do whole[name] = rows_of(list[name], used) end
  return json.encode(whole)
end

--- Lists as JSON lines. `list`: its fields that are plain values are in the first line; `head`: further fields of the first line;
-- `used`: the columns that rows have, name and value; default: all fields. Returns lines: the list's, then each row's.
function listing.json_lines(list, head, used)
  for name, value in pairs(list) do
    if type(name) == "string" and type(value) ~= "table" and type(value) ~= "function" then head[name] = value end
  end
  local lines = { json.encode(head) }
  for _, row in ipairs(used and rows_of(list, used) or list) do lines[#lines + 1] = json.encode(row) end
  return table.concat(lines, "\n") .. "\n"
end

local function drawing(form)
  return function(list, format)
    if format == "text" then return list:text() end
    if form.draw[format] then return form.draw[format](list) end
    return nil, ("%s is drawn as '%s' or 'text', not as '%s'"):format(form.called, next(form.draw), format)
  end
end

--- A kind of list. `form`: name, which __name has; columns, a list of names of fields of the rows, or of tables with name, value
-- = function(row, index, list) for data (absent: it is no data), and text = function(row, index, list) where people shall see
-- something else (nil is an empty cell; a column of such is not shown), or false: only data; foot = function(list), a line below
-- the table; shown = function(list, width), all that tostring gives, instead; lists, the names of fields that are lists of such
-- rows, too; records, those of fields that are tables of plain values; methods, a table of further ones; draw, a table of one
-- function, by a format of gts.draw, and called, a noun for its errors. Returns a function that makes such a list of a list, and
-- returns it: tostring shows it as a table; it has the methods text(width), the table for a page that is `width` characters
-- wide, csv(), a text with a line of names and a line for each row, latex(), the table for LaTeX, and json(), an object with
-- `rows` and the list's own fields.
function listing.form(form)
  local methods = tables.copy({
    text = form.shown or function(self, width) return to_text(form, self, width or WIDTH) end,
    csv = function(self) return to_csv(form, self) end,
    latex = function(self) return to_latex(form, self) end,
    json = function(self) return to_json(form, self) end,
  }, form.methods)
  for i, one in ipairs(form.columns) do form.columns[i] = type(one) == "string" and listing.column(one) or one end
  local kind = { __name = form.name, __index = methods, __tostring = function(self) return methods.text(self) end,
    __draw = form.draw and drawing(form) }
  return function(list) return setmetatable(list, kind) end
end

return listing
