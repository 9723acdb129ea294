--- Evaluations as files, from a plan and its weights: see gts.rules.evaluation_file. A pattern costs a gather and a lookup for
-- each word, and one more for its weight; where many are alike lanes take less. Patterns that lie inside others, learnt beside
-- them to find out sooner what is good, cost nothing: their weights are added.

local ask = require "gts.rules.ask"
local estimate = require "gts.rules.estimate"
local evaluation_file = require "gts.rules.evaluation_file"
local lanes = require "gts.learn.lanes"
local lists = require "gts.base.tables"
local places_in = require("gts.learn.shapes").places

local evaluation = {}

-- The weight of each state of an orbit in a stage, from 0: a list of numbers, state + 1.
local function weights_of(orbit, stage, plan, weights)
  return lists.range(0, orbit.size - 1, function(number)
    local k = orbit.known[number]
    return k and weights[(stage - 1) * plan.weights + k] or 0
  end)
end

-- What each mover sees of the patterns: a list.
local function views(plan)
  local list = {}
  for _, pattern in ipairs(plan.patterns) do
    for mover, view in pairs(pattern.sees) do list[#list + 1] = { pattern = pattern, mover = mover, view = view } end
  end
  return list
end

-- The places that a pattern has in another of its mover and sign; nil or false where it lies in none of it.
local function places_of(small, large)
  return small.mover == large.mover and small.view.sign == large.view.sign and places_in(small.view.tuple, large.view.tuple)
end

-- A larger orbit in which all patterns of an orbit lie, and have its sign: how often each does; nil if it is not such a one.
local function how_often(inner, outer)
  local often
  for _, small in ipairs(inner) do
    local count = lists.count(outer, function(large) return places_of(small, large) end)
    if count == 0 or often and often ~= count then return nil end
    often = count
  end
  return often
end

-- Adds the weights of the patterns of an orbit to those of a pattern in which they lie.
local function add_inner(inner, often, large, of_inner, sums)
  local outer = large.view.orbit
  for _, small in ipairs(inner) do
    local places = places_of(small, large)
    if places then
      local orbit = small.view.orbit
      for number in pairs(outer.known) do
        local part = 0
        for i, place in ipairs(places) do part = part + number // outer.factors[place] % outer.radix[place] * orbit.factors[i] end
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

-- Adds orbits to others that they lie in.
local function fold(plan, weights)
  local _, of = lists.groups(views(plan), function(one) return one.view.orbit end)
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

local BITS <const> = 64
local UNIT <const> = { winner = 1000, value = 256 }     -- by which weights are multiplied, and rounded

-- The weights of all orbits that are not inside others. Returns orbit -> its place in the list, too.
local function orbits_of(plan, weights)
  local list, at, unit = {}, {}, UNIT[plan.target]
  local tables = fold(plan, weights)
  for _, orbit in ipairs(plan.orbits) do
    if tables[1][orbit] then
      local numbers = {}
      for _, of in ipairs(tables) do
        for _, weight in ipairs(of[orbit]) do numbers[#numbers + 1] = math.floor(weight * unit + 0.5) end
      end
      list[#list + 1] = { name = orbit.shape, cells = orbit.instances[1].tuple, numbers = numbers }
      at[orbit] = #list
    end
  end
  return list, at
end

-- More than any sum of weights, a power of 2.
local function limit_of(plan, list, at)
  local largest, most, limit = {}, 0, 2
  for i, orbit in ipairs(list) do
    largest[i] = 0
    for _, weight in ipairs(orbit.numbers) do largest[i] = math.max(largest[i], math.abs(weight)) end
  end
  for _, pattern in ipairs(plan.patterns) do
    local part = 0
    for _, view in pairs(pattern.sees) do part = math.max(part, largest[at[view.orbit]] or 0) end
    most = most + part
  end
  while limit <= most do limit = 2 * limit end
  return limit
end

-- The number of the list of some values among the sums, to which it is added if it is not there yet.
local function place_of(values, sums)
  local id = table.concat(values, " ")
  if not sums[id] then
    sums[#sums + 1] = values
    sums[id] = #sums
  end
  return sums[id]
end

local function gathered(pattern, view, letters, sums)
  local parts = {}
  for _, g in ipairs(pattern.gathers) do
    local values = {}           -- of its bits, in their order in the index
    for bit, place in pairs(g.order) do values[place - g.place + 1] = view.values[BITS * (g.word - 1) + bit] end
    local is_direct = #pattern.gathers == 1 and not lists.any(values, function(value, i) return value ~= 1 << i - 1 end)
    if is_direct or math.max(table.unpack(values)) > 0 then
      parts[#parts + 1] = { factor = 1, name = letters[g.word], shift = 0, mask = g.mask, magic = g.magic, down = g.shift,
        sums = not is_direct and place_of(values, sums) or nil }
    end
  end
  return parts
end

-- What a mover sees: see gts.rules.evaluation_file.
local function player_of(plan, mover, at, sums)
  local player = { player = mover, sign = 1, patterns = {} }
  local made = lanes.make(plan, mover, function(view) return at[view.orbit] ~= nil end)
  local letters = estimate.letters(plan.words)
  for _, pattern in ipairs(plan.patterns) do
    local view = pattern.sees[mover]
    if view and at[view.orbit] then
      local parts = made and { made.index[pattern] } or gathered(pattern, view, letters, sums)
      player.patterns[#player.patterns + 1], player.sign = { weights = at[view.orbit], parts = parts }, view.sign
    end
  end
  player.variables = made and made.variables or {}
  return player
end

-- How an evaluation sees the end of the game.
local function ends_of(of, plan)
  local by, sets = "walk", nil
  if of.legal then
    by, sets = "legal", 1
    for _, sample in ipairs(plan.found.samples) do sets = math.max(sets, select("#", of.legal(table.unpack(sample.at)))) end
  elseif of.mutable then by = "moves"
  elseif of.next then by = "next"
  elseif type((of.successors(ask.start(of)))) == "table" then by = "list" end
  return { terminal = of.terminal ~= nil, by = by, sets = sets }
end

-- Where estimates of who wins lie: the middle, and how far from there, at most.
local function room(of)
  local low, high = table.unpack(of.range or { -1, 1 })
  low, high = math.max(low, -1), math.min(high, 1)
  if low < 0 and high > 0 then return 0, math.min(-low, high) end
  return (low + high) / 2, (high - low) / 2
end

local function add_patterns(data, plan, weights)
  local at
  data.sums, data.players = {}, {}
  data.weights, at = orbits_of(plan, weights)
  for i, mover in ipairs(plan.patterns[1].sees.both and { "both" } or { "max", "min" }) do
    data.players[i] = player_of(plan, mover, at, data.sums)
  end
  if plan.stages.count > 1 then
    data.stages = { masks = {}, of = plan.stages.of }
    for i, letter in ipairs(estimate.letters(plan.words)) do
      local mask = plan.stages.masks[i]
      local part = { factor = 1, name = letter, shift = 0, mask = mask, magic = 1, down = 0 }
      if mask ~= 0 then table.insert(data.stages.masks, part) end
    end
  end
  if data.target == "winner" then data.scale = limit_of(plan, data.weights, at) / data.scale end
end

local function add_features(data, of, plan, weights)
  local is_list = type((of.features(ask.start(of)))) == "table"
  data.features = { form = is_list and "list" or "values" }
  for k, name in ipairs { "max", plan.by_player and "min" or nil } do
    data.features[name] = lists.range(1, plan.features, function(i)
      return tonumber(("%.9g"):format(weights[(k - 1) * plan.features + i]))
    end)
  end
end

--- Writes an evaluation. `plan`: see gts.learn.plan; `weights`: plan.weights for each stage; `header`, a text. Returns a text.
function evaluation.text(of, plan, weights, header)
  local found = plan.found
  local data = { game = of.name, about = header, words = plan.words, ends = ends_of(of, plan), target = plan.target }
  if plan.packed then data.examples = found.samples.packing.examples end
  if found and not found.bits then data.board = { columns = found.columns, rows = found.rows } end
  if plan.target == "winner" then data.middle, data.scale = room(of)
  else
    data.score = of.score ~= nil
    if of.range then data.low, data.high = table.unpack(of.range) end
  end
  if plan.kind == "features" then add_features(data, of, plan, weights) else add_patterns(data, plan, weights) end
  return evaluation_file.write(data)
end

return evaluation
