--- The exercises of lessons 2 and 3: a search that students write, as gts.algorithm takes it, held to its twin in C leaf by leaf.

local algorithm = require "gts.lab.algorithm"
local core = require "gts.core"
local guard = require "gts.course.guard"
local raised = require "gts.base.raised"
local random = require "gts.base.random"
local record = require "gts.lab.record"
local tables = require "gts.base.tables"
local trees = require "gts.course.trees"

local _ = core.hidden           -- made now: gts.algorithm asks for it, and a confined worker can make no field of core later

local TREES = 30
local ID = "exercise"           -- of what was handed in last

-- Trees of unequal depth, with ties, and with MIN at the root of some.
local function trees_of(seed)
  local lot = random.stream(seed)
  local function grow(plies)
    if plies == 0 or plies < 3 and lot(1, 6) == 1 then return lot(-9, 9) end
    return tables.range(1, lot(1, 3), function() return grow(plies - 1) end)
  end
  return tables.range(1, TREES, function(i)
    local tree = grow(4)
    tree.player = i % 3 == 0 and "min" or "max"
    return tree
  end)
end

-- The value that a search finds, and the paths of its leaves, in their order.
local function searched(tree, id)
  local recording, wrong = record.try(trees.game(tree), { algorithm = id })
  if not recording then error(wrong, 0) end
  return recording.result.value, tables.collect(recording.events, function(event)
    return event.kind == "leaf" and event.path or nil
  end)
end

-- The first place in which two lists differ; nil: they are equal.
local function differ(a, b)
  for i = 1, math.max(#a, #b) do if a[i] ~= b[i] then return i end end
end

--- Makes an exercise: its title, and the id of the algorithm that is to be written.
return function(title, twin)
  local exercise = { title = title, takes = "function" }

  --- The values in the texts of the exercise.
  function exercise.values(seed) return { seed = seed, trees = TREES } end

  --- Grades.
  function exercise.grade(sheet, f, seed)
    assert(algorithm.try { id = ID, informed = false, run = guard.limited(f, "your function") })
    local trouble, values, first
    for _, tree in ipairs(trees_of(seed)) do
      local value, leaves = searched(tree, twin)
      local ok, own, order = pcall(searched, tree, ID)
      if not ok then
        trouble = trouble or ("on the tree %s: %s"):format(trees.write(tree), raised.text(own))
      else
        local wrong = own and ("not %g"):format(own) or "which is not proved by what was seen"
        if own ~= value then values = values or ("the tree %s is worth %g, %s"):format(trees.write(tree), value, wrong) end
        local i = differ(order, leaves)
        if i and not first then
          first = ("on the tree %s: leaf %d is %s, and should be %s"):format(trees.write(tree), i, order[i] or "missing",
            leaves[i] or "none")
        end
      end
    end
    for i, row in ipairs(core.algorithms) do      -- the list of algorithms stays as it was
      if row.id == ID then table.remove(core.algorithms, i) break end
    end
    if not sheet:row(2, ("it runs on %d trees"):format(TREES), not trouble, trouble) then return end
    if not sheet:row(2, "it finds their values", not values, values) then return end
    sheet:row(4, ("it examines the leaves of %s, in that order"):format(twin), not first, first)
  end

  return exercise
end
