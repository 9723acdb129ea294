--- The exercise of lesson 5: two solution trees, and SSS* by hand.

local facts = require "gts.course.facts"
local plans = require "gts.course.plans"
local random = require "gts.base.random"
local trees = require "gts.course.trees"

local exercise = { title = "Exercise 5: two plans, and OPEN" }

local function order(tree) return facts.order(tree, "sss") end

-- A tree in which SSS* has something to do: it jumps, and leaves out some leaves, but not many.
local function draw(seed)
  local lot = random.stream(seed)
  return trees.such(lot, function(l) return trees.draw(l, { 3, 2, 2 }, 1, 40) end, function(tree)
    local list = order(tree)
    return #list >= 8 and #list <= 11 and #facts.seen(tree, "alphabeta") > #list
  end)
end

local AT = 7                    -- OPEN is asked for before the seventh leaf

-- OPEN before a leaf is looked at: the states from left to right.
local function open_before(tree, count)
  local found, seen = {}, 0
  for _, event in ipairs(facts.record(tree, "sss", { open = true }).events) do
    if event.kind == "leaf" then seen = seen + 1 end
    for _, change in ipairs(event.opened or {}) do found[change.path] = change.status ~= "gone" and change or nil end
    if event.kind == "leaf" and seen == count then break end
  end
  local list = {}
  for path, state in pairs(found) do list[#list + 1] = { path, state.status, state.merit } end
  table.sort(list, function(a, b) return a[1] < b[1] end)
  return list
end

--- The values in the texts of the exercise.
function exercise.values(seed)
  local tree = draw(seed)
  return { seed = seed, drawing = facts.numbered(tree).text, at = AT .. "th", written = trees.write(tree) }
end

-- A list of numbers of leaves; or nil, and what is wrong with it.
local function numbers(value, name, count)
  if value == nil then return nil, name .. " is missing" end
  if type(value) ~= "table" then return nil, ("%s is a %s: expected a list of numbers"):format(name, type(value)) end
  local list, seen = {}, {}
  for i, number in ipairs(value) do
    if math.type(number) ~= "integer" or number < 1 or number > count then
      return nil, ("%s: entry %d is %s: expected the number of a leaf, 1 to %d"):format(name, i, tostring(number), count)
    end
    if seen[number] then return nil, ("%s: leaf %d is there twice"):format(name, number) end
    list[i], seen[number] = number, true
  end
  if #list == 0 then return nil, name .. " is empty" end
  return list
end

local ways = {
  max = { "max solution tree", "all children of MAX nodes, one child of each MIN node", "at most" },
  min = { "min solution tree", "one child of each MAX node, all children of each MIN node", "at least" },
}

-- A plan is one, and proves the value.
local function check_plan(tree, value, kind, name)
  local list, wrong = numbers(value, name, #trees.leaves(tree))
  if not list then return false, wrong end
  local words = ways[kind]
  if not plans.is_plan(tree, list, kind) then return false, ("it is no %s: %s"):format(words[1], words[2]) end
  local proves = plans.proves(tree, list, kind)
  if proves == facts.value(tree, "") then return true end
  return false, ("it proves only that the root is worth %s %d"):format(words[3], proves)
end

-- How many of the first entries are right.
local function agree(given, right, same)
  local count = 0
  while given[count + 1] ~= nil and right[count + 1] ~= nil and same(given[count + 1], right[count + 1]) do count = count + 1 end
  return count
end

local function check_order(tree, value)
  local list, wrong = numbers(value, "order", #trees.leaves(tree))
  if not list then return false, wrong end
  local right = order(tree)
  local count = agree(list, right, function(a, b) return a == b end)
  if count == #right and count == #list then return true end
  if count == #list then return false, ("so far it is right; SSS* looks at more than these %d"):format(count) end
  if count == #right then return false, ("after %d leaves the root is solved"):format(count) end
  return false, ("the first %d are right; then leaf %d is not the one with the greatest h"):format(count, list[count + 1])
end

local function same_state(given, right)
  return type(given) == "table" and given[1] == right[1] and given[2] == right[2] and given[3] == right[3]
end

local function check_open(tree, value)
  if value == nil then return false, "open is missing" end
  if type(value) ~= "table" then return false, ("open is a %s: expected a list of states"):format(type(value)) end
  local right = open_before(tree, AT)
  local count = agree(value, right, same_state)
  if count == #right and #value == count then return true end
  if #value ~= #right then return false, ("there are %d states in OPEN then; yours has %d"):format(#right, #value) end
  return false, ("state %d from the left is not right: its node, its status or its h"):format(count + 1)
end

--- Grades.
function exercise.grade(sheet, value, seed)
  if not sheet:row(1, "it is a table", type(value) == "table", ("it is a %s"):format(type(value))) then return end
  local tree = draw(seed)
  sheet:row(2, "max_tree proves the value", check_plan(tree, rawget(value, "max_tree"), "max", "max_tree"))
  sheet:row(2, "min_tree proves the value", check_plan(tree, rawget(value, "min_tree"), "min", "min_tree"))
  sheet:row(2, "order is that of SSS*", check_order(tree, rawget(value, "order")))
  sheet:row(2, ("open is OPEN before the %dth leaf"):format(AT), check_open(tree, rawget(value, "open")))
end

return exercise
