--- All classes of gts's results and objects, by name and in order.
-- @module gts.facts.classes

local events = require "gts.facts.events"
local objects = require "gts.facts.objects"
local play = require "gts.facts.play"
local reports = require "gts.facts.reports"
local results = require "gts.facts.results"

local classes = { list = {} }

local by_name = {}

for _, part in ipairs { objects, results, { events.class }, play, reports } do
  for _, class in ipairs(part) do
    classes.list[#classes.list + 1], by_name[class.name] = class, class
  end
end

--- The class of this name.
-- @tparam string name
-- @treturn table|nil see gts.facts.results
function classes.of(name) return by_name[name] end

--- The names of the fields of a class that JSON has, in their order.
-- @tparam table class
-- @treturn {string,...}
function classes.json_order(class)
  local names = {}
  for _, row in ipairs(class.rows) do
    if row.json ~= false and not row.internal and not row[2]:find "^fun%(" then names[#names + 1] = row[1] end
  end
  return names
end

return classes
