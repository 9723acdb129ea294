--- Words in lines and cells in columns, for a page of limited width.

local tables = require "gts.base.tables"
local words = require "gts.base.words"

local columns = {}

local GAP = 2           -- between columns
local INDENT = 4        -- of what stands under the first cell of its row
local BELOW = 2         -- indent of the rest of a line that was broken
local READABLE = 24     -- the last column, which holds the long texts, is not made narrower

local function length(text) return utf8.len(text) or #text end

--- Breaks a text into lines, none if it has no words. A longer word stands alone. `measure`: a text's width; default: letters.
function columns.wrap(text, width, measure)
  local lines, line = {}, nil
  for word in text:gmatch "%S+" do
    local longer = line and line .. " " .. word
    if longer and (measure or length)(longer) <= width then line = longer
    else lines[#lines + 1], line = line, word end
  end
  lines[#lines + 1] = line
  return lines
end

--- Breaks the lines of a text that are wider than the page, between words. What follows stands below the text of its line, behind
-- the word before it that two spaces set off. `margin`: the margin of all lines, where it is known.
function columns.fold(text, width, margin)
  if width == math.huge then return text end
  return (text:gsub("[^\n]+", function(line)
    if length(line) <= width then return nil end
    local behind = margin or (line:match "^%S*%s%s+()" or line:match "^%s+()" or 1 + BELOW) - 1
    local indent = (" "):rep(math.min(behind, width // 2))
    local first = margin and line:sub(1, margin) or line:match "^%S*%s%s+" or line:match "^%s*"
    local lines = columns.wrap(line:sub(#first + 1), width - math.max(#first, #indent))
    return first .. table.concat(lines, "\n" .. indent)
  end))
end

-- How wide each column is if nothing is broken, and how narrow it may become.
local function measure(rows, count)
  local widths = tables.range(1, count, function(i) return tables.most(rows, function(row) return length(row[i]) end) end)
  local floors = tables.range(1, count, function(i)
    return tables.most(rows, function(row) return tables.most(words.split(row[i]), length) end)
  end)
  floors[count] = math.max(floors[count], math.min(widths[count], READABLE))
  return widths, floors
end

-- Takes from the widest column until all fit into the room; nil if they cannot.
local function shrink(widths, floors, room)
  for _ = 1, tables.sum(widths) - room do
    local widest
    for i, width in ipairs(widths) do
      if width > floors[i] and width > (widths[widest] or 0) then widest = i end
    end
    if not widest then return nil end
    widths[widest] = widths[widest] - 1
  end
  return widths
end

-- Widths that fit into the room; nil if there are none. A few long names shall not take the place of the texts: all columns but
-- the last get a quarter of it, and what is left over.
local function fit(widths, floors, room)
  if tables.sum(widths) <= room then return widths end
  local fitting = { table.unpack(widths) }
  for i = 1, #widths - 1 do fitting[i] = math.max(floors[i], math.min(widths[i], room // 4)) end
  if not shrink(fitting, floors, room) then return nil end
  for i, width in ipairs(widths) do fitting[i] = math.min(width, fitting[i] + room - tables.sum(fitting)) end
  return fitting
end

-- The columns whose cells are all numbers, or empty: they are aligned on the right.
local function numeric(rows, count)
  return tables.range(1, count, function(i)
    local is_other = tables.any(rows, function(row) return not row[i]:find "^[%d,.+-]*%%?$" end)
    return not is_other and tables.any(rows, function(row) return row[i] ~= "" end)
  end)
end

-- Appends a row, of as many lines as its longest cell takes.
local function append(lines, row, widths, right)
  local cells = tables.map(row, function(cell, i) return columns.wrap(cell, widths[i]) end)
  for k = 1, tables.most(cells, rawlen) do
    local parts = tables.map(cells, function(cell, i)
      local text = cell[k] or ""
      local space = (" "):rep(widths[i] - length(text))
      return right[i] and space .. text or text .. space
    end)
    lines[#lines + 1] = table.concat(parts, (" "):rep(GAP)):match "^(.-) *$"
  end
end

local function beside(rows, header, widths)
  local lines, right = {}, numeric(rows, #header)
  if table.concat(header) ~= "" then
    append(lines, header, widths, right)
    append(lines, tables.map(widths, function(width) return ("-"):rep(width) end), widths, right)
  end
  for _, row in ipairs(rows) do append(lines, row, widths, right) end
  return lines
end

-- What does not fit side by side: the first cell, and under it the others, by name where more than one has a name.
local function stacked(rows, header, width)
  local lines, named = {}, tables.count(header, function(name, i) return i > 1 and name ~= "" end)
  for _, row in ipairs(rows) do
    table.move(columns.wrap(row[1], width), 1, width, #lines + 1, lines)
    for i = 2, #row do
      local name = row[i] ~= "" and named > 1 and header[i] ~= "" and header[i] .. ": " or ""
      for _, line in ipairs(columns.wrap(name .. row[i], width - INDENT)) do lines[#lines + 1] = (" "):rep(INDENT) .. line end
    end
  end
  return lines
end

--- Lays out pairs in two columns, behind a margin (default: two spaces), whose first line may have something.
function columns.pairs(rows, width, margin)
  margin = margin or "  "
  local lines = columns.lay(rows, { "", "" }, width - #margin)
  for i, line in ipairs(lines) do lines[i] = (i == 1 and margin or (" "):rep(#margin)) .. line end
  return table.concat(lines, "\n")
end

--- Lays out rows in columns, cells wrapped where they must be; where the page is too narrow for that, cells under each other.
-- Returns the lines. If all names in the header are empty, they are not shown.
function columns.lay(rows, header, width)
  local all = table.move(rows, 1, #rows, 2, { header })
  local widths, floors = measure(all, #header)
  widths = fit(widths, floors, width - GAP * (#header - 1))
  if not widths then return stacked(rows, header, width) end
  return beside(rows, header, widths)
end

return columns
