--- Patterns inside others: their weights are added to those of the others, so that an evaluation need not look them up.
--
-- Small patterns are learnt beside large ones to find out faster what is good.

local fold = {}

-- The weight of each state of an orbit in a stage, from 0: a list of numbers, state + 1.
local function weights_of(orbit, stage, plan, weights)
  local list = {}
  for number = 0, orbit.size - 1 do
    local k = orbit.known[number]
    list[number + 1] = k and weights[(stage - 1) * plan.weights + k] or 0
  end
  return list
end

-- The places of one list's cells in another; nil if some are not there.
local function places_in(tuple, other)
  local place, list = {}, {}
  for i, cell in ipairs(other) do place[cell] = i end
  for i, cell in ipairs(tuple) do
    if not place[cell] then return nil end
    list[i] = place[cell]
  end
  return list
end

-- What each mover sees of the patterns: a list.
local function views(plan)
  local list = {}
  for _, pattern in ipairs(plan.patterns) do
    for mover, view in pairs(pattern.sees) do list[#list + 1] = { pattern = pattern, mover = mover, view = view } end
  end
  return list
end

-- For each orbit the views of it.
local function by_orbit(all)
  local of = {}
  for _, one in ipairs(all) do
    local orbit = one.view.orbit
    of[orbit] = of[orbit] or {}
    table.insert(of[orbit], one)
  end
  return of
end

-- A larger orbit in which all patterns of an orbit lie, and have its sign: how often each does; nil if it is not such a one.
local function how_often(inner, outer)
  local often
  for _, small in ipairs(inner) do
    local count = 0
    for _, large in ipairs(outer) do
      if small.mover == large.mover and small.view.sign == large.view.sign and places_in(small.view.tuple, large.view.tuple) then
        count = count + 1
      end
    end
    if count == 0 or often and often ~= count then return nil end
    often = count
  end
  return often
end

-- Adds the weights of the patterns of an orbit to those of a pattern in which they lie.
local function add_inner(inner, often, large, of_inner, sums)
  local outer = large.view.orbit
  for _, small in ipairs(inner) do
    local places = small.mover == large.mover and small.view.sign == large.view.sign
      and places_in(small.view.tuple, large.view.tuple)
    if places then
      local orbit = small.view.orbit
      for number in pairs(outer.known) do
        local part = 0
        for i, place in ipairs(places) do
          part = part + number // outer.factors[place] % outer.radix[place] * orbit.factors[i]
        end
        sums[number + 1] = sums[number + 1] + (of_inner[part + 1] or 0) / often
      end
    end
  end
end

-- Do the digits of the small pattern mean in the large one what they mean by themselves?
local function same_digits(inner, large)
  for _, small in ipairs(inner) do
    local places = places_in(small.view.tuple, large.view.tuple)
    for i, place in ipairs(places or {}) do
      for class, digit in pairs(large.view.orbit.digits[place]) do
        if small.view.orbit.digits[i][class] ~= digit then return false end
      end
    end
  end
  return true
end

--- Adds orbits to others that they lie in.
-- @tparam table plan see gts.learn.plan
-- @tparam {number,...} weights plan.weights of them for each stage
-- @treturn {table,...} for each stage the weights of the other orbits: orbit -> list of numbers, of state + 1
function fold.tables(plan, weights)
  local of = by_orbit(views(plan))
  local order, place, tables = {}, {}, {}
  for i, orbit in ipairs(plan.orbits) do order[i], place[orbit] = orbit, i end
  table.sort(order, function(a, b)
    if #a.factors ~= #b.factors then return #a.factors < #b.factors end
    return place[a] < place[b]
  end)
  for stage = 1, plan.stages.count do
    tables[stage] = {}
    for _, orbit in ipairs(order) do tables[stage][orbit] = weights_of(orbit, stage, plan, weights) end
  end
  for i, orbit in ipairs(order) do
    for j = #order, i + 1, -1 do
      local outer = order[j]
      local often = #outer.factors > #orbit.factors and how_often(of[orbit], of[outer])
      if often and same_digits(of[orbit], of[outer][1]) then
        for stage = 1, plan.stages.count do
          add_inner(of[orbit], often, of[outer][1], tables[stage][orbit], tables[stage][outer])
          tables[stage][orbit] = nil
        end
        break
      end
    end
  end
  return tables
end

return fold
