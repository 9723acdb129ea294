--- The exercise of lesson 8: proof and disproof numbers.

local guard = require "gts.course.guard"
local raised = require "gts.base.raised"
local random = require "gts.base.random"
local tables = require "gts.base.tables"

local exercise = { title = "Exercise 8: two numbers", takes = "function" }

local NODES = 100

--- The values in the texts of the exercise.
function exercise.values(seed) return { seed = seed, nodes = NODES } end

local function draw(lot, settled)
  return tables.range(1, lot(1, 4), function()
    local kind = settled and lot(1, 3) or 3
    if kind == 1 then return { pn = 0, dn = math.huge } elseif kind == 2 then return { pn = math.huge, dn = 0 } end
    return { pn = lot(1, 9), dn = lot(1, 9) }
  end)
end

local function right(max, children)
  local least, sum = math.huge, 0
  for _, child in ipairs(children) do
    least, sum = math.min(least, max and child.pn or child.dn), sum + (max and child.dn or child.pn)
  end
  if max then return least, sum end
  return sum, least
end

-- What a function says wrongly of some nodes; nil: nothing.
local function mistake(f, lot, max, settled)
  for _ = 1, NODES // 4 do
    local children = draw(lot, settled)
    local list = table.concat(tables.map(children, function(child) return ("(%g, %g)"):format(child.pn, child.dn) end), " ")
    local pn, dn = right(max, children)
    local ok, a, b = pcall(f, max, children)
    if not ok then return raised.text(a) end
    if a ~= pn or b ~= dn then return ("%s: %g, %g, not %s, %s"):format(list, pn, dn, tostring(a), tostring(b)) end
  end
end

--- Grades.
function exercise.grade(sheet, f, seed)
  local limited, lot = guard.limited(f, "your function"), random.stream(seed)
  for _, settled in ipairs { false, true } do
    for _, max in ipairs { true, false } do
      local what = ("%s nodes, %s"):format(max and "MAX" or "MIN", settled and "some children settled" or "all children open")
      local wrong = mistake(limited, lot, max, settled)
      sheet:row(2, what, not wrong, wrong)
    end
  end
end

return exercise
