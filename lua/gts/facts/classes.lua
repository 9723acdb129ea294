--- All classes of gts's results and objects, by name and in order.

local events = require "gts.facts.events"
local objects = require "gts.facts.objects"
local reports = require "gts.facts.reports"
local results = require "gts.facts.results"
local tables = require "gts.base.tables"

local classes = { list = {} }

local by_name = {}

local function add(class)
  local known = by_name[class.name]
  if not known then classes.list[#classes.list + 1], by_name[class.name] = class, class end
  for _, row in ipairs(known and class.rows or {}) do
    local at = #known.rows
    while at > 0 and known.rows[at][1] ~= row.after do at = at - 1 end
    table.insert(known.rows, at > 0 and at + 1 or #known.rows + 1, row)
  end
end

for _, part in ipairs { objects, results, { events.class }, reports } do
  for _, class in ipairs(part) do add(class) end
end

local function is_row(row) return type(row) == "table" and type(row[1]) == "string" and type(row[2]) == "string" end

local function is_class(class)
  return type(class) == "table" and type(class.name) == "string" and type(class.rows) == "table"
    and tables.count(class.rows, is_row) == #class.rows
end

--- Adds the classes of extensions, once: a row of a known class is a field more, behind `after`. Not for a worker's answers.
function classes.extend()
  require("gts.base.extensions").each("facts", "classes", is_class, add)
  classes.extend = function() return classes end
  return classes
end

--- The class of this name. See gts.facts.class.
function classes.of(name) return by_name[name] end

--- The names of the fields of a class that JSON has, in their order.
function classes.json_order(class)
  return tables.collect(class.rows, function(row)
    return row.json ~= false and not row.internal and not row[2]:find "^fun%(" and row[1]
  end)
end

return classes
