--- Solution trees of small trees: plans of one player. A max solution tree has all children of MAX nodes and one child of each
-- MIN node: a plan for MIN; a min solution tree the other way round.

local tables = require "gts.base.tables"
local trees = require "gts.course.trees"

local plans = {}

--- Is a set of leaves the leaves of a solution tree? `tree` with MAX at the root; `numbers` of leaves; `kind`: "max" or "min".
function plans.is_plan(tree, numbers, kind)
  local chosen, used, at = tables.set(numbers), 0, 0
  -- How many of the chosen leaves lie below, and whether they are a solution tree of the node; none at all: not.
  local function visit(node, max)
    if type(node) ~= "table" then
      at = at + 1
      used = used + (chosen[at] and 1 or 0)
      return chosen[at] and 1 or 0, chosen[at] == true
    end
    local count, whole, fit = 0, true, 0
    for _, child in ipairs(node) do
      local below, fits = visit(child, not max)
      count, whole = count + below, whole and fits
      fit = fit + (below > 0 and 1 or 0)
      if below > 0 and not fits then whole = nil end
    end
    local all = max == (kind == "max")
    if whole == nil then return count, false end
    if all then return count, whole end
    return count, fit == 1
  end
  local _, fits = visit(tree, true)
  return fits and used == #numbers
end

--- What a solution tree proves: a max solution tree that the root is worth at most this, a min solution tree at least.
function plans.proves(tree, numbers, kind)
  local leaves = trees.leaves(tree)
  local values = tables.map(numbers, function(number) return leaves[number].value end)
  return (kind == "max" and math.max or math.min)(table.unpack(values))
end

--- The leaves of a solution tree of some kind: the child of a node where one is chosen is found by a function of the node's path
-- and its children.
function plans.choose(tree, kind, choice)
  local list, at = {}, 0
  local function visit(node, path, max, taken)
    if type(node) ~= "table" then
      at = at + 1
      if taken then list[#list + 1] = at end
      return
    end
    local one = max ~= (kind == "max") and choice(path, node)
    for i, child in ipairs(node) do visit(child, trees.child(path, i), not max, taken and (not one or one == i)) end
  end
  visit(tree, "", true, true)
  return list
end

--- Returns a random solution tree.
function plans.draw(lot, tree, kind) return plans.choose(tree, kind, function(_, node) return lot(1, #node) end) end

--- How many solution trees of a kind there are.
function plans.count(tree, kind, max)
  if type(tree) ~= "table" then return 1 end
  if max == nil then max = true end
  local all = max == (kind == "max")
  local count = all and 1 or 0
  for _, child in ipairs(tree) do
    local below = plans.count(child, kind, not max)
    count = all and count * below or count + below
  end
  return count
end

return plans
