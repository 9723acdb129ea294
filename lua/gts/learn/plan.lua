--- Plans of learning: which patterns there are, and which of their states share a weight. A pattern is a set of cells; its
-- state is what stands on them. Its images under the symmetries of the board are an orbit: images of a state share a weight.
-- Where the players can change sides, the patterns that MIN sees are images of those that MAX sees, with the other sign.
-- Whatever learns has, for each pattern, gathers that make an index of a position (gts.learn.gather), and for each player to
-- move a map from the index to a weight.

local ask = require "gts.rules.ask"
local cells = require "gts.learn.cells"
local frozen = require "gts.compile.frozen"
local gather = require "gts.learn.gather"
local permutations = require "gts.rules.permutations"
local shapes = require "gts.learn.shapes"
local tables = require "gts.base.tables"

local id_of = shapes.id

local plan = {}

local BITS <const> = 64
local MOST <const> = 16         -- bits of a pattern
local MOST_USUAL <const> = 12   -- where no shapes are named
-- Shapes where none are named, by how many bits a cell has, at most; and where all cells are in a row.
local SHAPES <const> = { "3x3 2x4 4x2", "2x3 3x2", "2x2 line3", "2x1 1x2 line3" }
local LINES <const> = { "line8 line4 1x1", "line5 line3 1x1", "line4 line2 1x1", "line3 line2 1x1" }
local MOST_SEARCHED <const> = 3         -- bits of a cell for which values are looked for
local CHUNK <const> = 128       -- numbers that are packed at once

-- The class of pieces that a cell does not tell apart.
local function class_of(names)
  table.sort(names)
  return table.concat(names, "|")
end

local function flip_class(found, class)
  local names = {}
  for name in (class .. "|"):gmatch "([^|]*)|" do names[#names + 1] = found:flip(name) end
  return class_of(names)
end

-- The states of a cell for a mover: a list of class and code, sorted by class.
local function states_of(found, mover, cell)
  local known = found.by[mover][cell]
  if known.states then return known.states end
  local by_code, list = {}, {}
  for name, code in pairs(known.codes) do
    by_code[code] = by_code[code] or {}
    table.insert(by_code[code], name)
  end
  for code, names in pairs(by_code) do list[#list + 1] = { class = class_of(names), code = code } end
  table.sort(list, function(a, b) return a.class < b.class end)
  known.states = list
  return list
end

-- The orbit of a set of cells: `instances`, a list of tuples that see the same states, for each mover that shares its weights;
-- and `ties`, the permutations of places that leave the set where it is.
local function orbit_of(found, set, mover)
  local orbit = { shape = set.shape, instances = {}, ties = {}, known = {} }
  local seen = {}
  for _, map in ipairs(found.group) do
    local tuple = permutations.compose(map, set.cells)
    local id = id_of(tuple)
    if seen[id] then
      if id == id_of(set.cells) then orbit.ties[#orbit.ties + 1] = shapes.places(tuple, set.cells) end
    else
      seen[id] = true
      orbit.instances[#orbit.instances + 1] = { mover = mover, tuple = tuple, sign = 1 }
      if found.reversal then
        orbit.instances[#orbit.instances + 1] = { mover = "min", tuple = permutations.compose(found.reversal, tuple), sign = -1 }
      end
    end
  end
  return orbit
end

-- The state of a pattern is a number: at each place of the tuple a digit, the sum of values of the cell's bits that are set.

-- Do these values of bits make the digits of classes? Without digits: is none of them twice, and all are below `radix`?
local function make_digits(states, values, digits, radix)
  local made, seen = {}, {}
  for _, state in ipairs(states) do
    local digit = tables.sum(values, function(value, i) return (state.code >> i - 1 & 1) * value end)
    if digit >= radix or seen[digit] or digits and digits[state.class] ~= digit then return nil end
    made[state.class], seen[digit] = digit, true
  end
  return made
end

-- Looks for the values of bits, each below `radix`, from the first bit on.
local function look_for_values(states, values, bits, digits, radix)
  if #values == bits then
    local made = make_digits(states, values, digits, radix)
    return made and values, made
  end
  for value = 0, radix - 1 do
    values[#values + 1] = value
    local found, made = look_for_values(states, values, bits, digits, radix)
    if found then return found, made end
    values[#values] = nil
  end
end

-- The values of a cell's bits, and the digits of its classes; the digits given, if there are some; nil: no values for them.
local function values_of(states, bits, digits)
  if bits > MOST_SEARCHED then
    local values = tables.range(0, bits - 1, function(i) return 1 << i end)
    local made = make_digits(states, values, digits, 1 << bits)
    return made and values, made
  end
  for radix = 1, 1 << bits do
    local values, made = look_for_values(states, {}, bits, digits, radix)
    if values then return values, made end
  end
end

-- The states that an instance sees at a place, with the classes that its weights have there.
local function seen_at(found, one, place)
  return tables.map(states_of(found, one.mover, one.tuple[place]), function(state)
    return { class = one.sign < 0 and flip_class(found, state.class) or state.class, code = state.code }
  end)
end

local function count_at(found, one, place) return #found.by[one.mover][one.tuple[place]].bits end

-- The digits of an orbit, by its first instance. Places that are tied have the same.
local function number_classes(found, orbit)
  local one, factor = orbit.instances[1], 1
  orbit.digits, orbit.factors, orbit.radix = {}, {}, {}
  for place = 1, #one.tuple do
    local like
    for _, tie in ipairs(orbit.ties) do like = like or tie[place] < place and orbit.digits[tie[place]] or nil end
    local _, digits = values_of(seen_at(found, one, place), count_at(found, one, place), like)
    if not digits then
      orbit.ties = {}
      _, digits = values_of(seen_at(found, one, place), count_at(found, one, place))
    end
    local radix = 1
    for _, digit in pairs(digits) do radix = math.max(radix, digit + 1) end
    orbit.digits[place], orbit.factors[place], orbit.radix[place] = digits, factor, radix
    factor = factor * radix
  end
  orbit.size = factor
end

-- The values of the bits of an instance, by their numbers; nil if it does not see what the first one sees.
local function bit_values(found, orbit, one)
  local all = {}
  for place, cell in ipairs(one.tuple) do
    local values = values_of(seen_at(found, one, place), count_at(found, one, place), orbit.digits[place])
    if not values then return nil end
    for i, id in ipairs(found.by[one.mover][cell].bits) do all[id] = values[i] * orbit.factors[place] end
  end
  return all
end

local function weight_of(self, orbit, number)
  local weight = orbit.known[number]
  if weight then return weight end
  local first = number          -- the least of a state and those that it is tied to
  for _, tie in ipairs(orbit.ties) do
    local image = 0
    for place, factor in ipairs(orbit.factors) do
      image = image + number // factor % orbit.radix[place] * orbit.factors[tie[place]]
    end
    first = math.min(first, image)
  end
  if not orbit.known[first] then
    self.weights = self.weights + 1
    orbit.known[first] = self.weights
  end
  orbit.known[number] = orbit.known[first]
  return orbit.known[first]
end

-- The states that a pattern can be in, as indices, with their weights: index -> weight, with its sign.
local function fill(self, orbit, one, pattern, values)
  local found, order = self.found, {}
  for _, g in ipairs(pattern.gathers) do
    for bit, place in pairs(g.order) do order[BITS * (g.word - 1) + bit] = place end
  end
  local indices, numbers = { 0 }, { 0 }
  for _, cell in ipairs(one.tuple) do
    local next_indices, next_numbers, bits = {}, {}, found.by[one.mover][cell].bits
    for _, state in ipairs(states_of(found, one.mover, cell)) do
      local part, more = 0, 0
      for i, id in ipairs(bits) do
        if state.code >> i - 1 & 1 == 1 then part, more = part | 1 << order[id], more + values[id] end
      end
      for i, index in ipairs(indices) do
        next_indices[#next_indices + 1], next_numbers[#next_numbers + 1] = index | part, numbers[i] + more
      end
    end
    indices, numbers = next_indices, next_numbers
  end
  local map = {}
  for i, index in ipairs(indices) do map[index] = one.sign * weight_of(self, orbit, numbers[i]) end
  return map
end

local function pack(map, bits)
  local parts = {}
  for first = 0, (1 << bits) - 1, CHUNK do
    local list = {}
    for index = first, math.min(first + CHUNK, 1 << bits) - 1 do list[#list + 1] = map and map[index] or 0 end
    parts[#parts + 1] = ("<" .. ("i4"):rep(#list)):pack(table.unpack(list))
  end
  return table.concat(parts)
end

local function pattern_of(self, one)
  local masks, ids = {}, {}
  for word = 1, self.found.words do masks[word] = 0 end
  for _, cell in ipairs(one.tuple) do
    for _, id in ipairs(self.found.by[one.mover][cell].bits) do
      local word = id // BITS + 1
      masks[word], ids[#ids + 1] = masks[word] | 1 << id % BITS, id
    end
  end
  local id = id_of(ids)
  local pattern = self.by_bits[id]
  if not pattern then
    local gathers, bits = gather.make(masks)
    pattern = { bits = bits, gathers = gathers, maps = {}, sees = {} }
    self.by_bits[id], self.patterns[#self.patterns + 1] = pattern, pattern
  end
  return pattern
end

-- The place of the shapes that fit the bits of cells.
local function usual_place(found)
  local most = 1
  for _, of_mover in pairs(found.by) do
    for _, known in pairs(of_mover) do most = math.max(most, #known.bits) end
  end
  return math.min(most, #SHAPES)
end

-- Adds the pattern of an instance. Returns false if it cannot share the weights of the orbit.
local function add_instance(self, orbit, one)
  local values = bit_values(self.found, orbit, one)
  if not values then return false end
  local pattern = pattern_of(self, one)
  pattern.maps[one.mover] = fill(self, orbit, one, pattern, values)
  pattern.sees[one.mover] = { orbit = orbit, values = values, sign = one.sign, tuple = one.tuple }
  return true
end

local function add_orbit(self, orbit)
  number_classes(self.found, orbit)
  self.orbits[#self.orbits + 1] = orbit
  for _, one in ipairs(orbit.instances) do
    if not add_instance(self, orbit, one) then
      add_orbit(self, { shape = orbit.shape, ties = {}, instances = { one }, known = {} })
    end
  end
end

-- Adds the orbits of sets, for a mover whose weights are his or both's.
local function add_orbits(self, sets, mover)
  local seen = {}
  for _, set in ipairs(sets) do
    local bits = tables.sum(set.cells, function(cell) return #self.found.by[mover][cell].bits end)
    if not seen[id_of(set.cells)] and bits <= self.most then
      local orbit = orbit_of(self.found, set, mover)
      for _, one in ipairs(orbit.instances) do
        if one.sign > 0 then seen[id_of(one.tuple)] = true end
      end
      add_orbit(self, orbit)
    end
  end
end

-- Stages: equal parts of what random games show, by the number of bits set.

local function count_set(word)
  local count = 0
  while word ~= 0 do word, count = word & word - 1, count + 1 end
  return count
end

local function stages_of(found, count)
  local masks = tables.range(1, found.words, function() return 0 end)
  for _, of_mover in pairs(found.by) do
    for _, known in pairs(of_mover) do
      for _, id in ipairs(known.bits) do masks[id // BITS + 1] = masks[id // BITS + 1] | 1 << id % BITS end
    end
  end
  local numbers = tables.map(found.samples, function(sample)
    return tables.sum(masks, function(mask, word) return count_set(sample.words[word] & mask) end)
  end)
  table.sort(numbers)
  local stage, of = 1, {}
  for number = 0, tables.sum(masks, count_set) do
    while stage < count and number >= numbers[#numbers * stage // count + 1] do stage = stage + 1 end
    of[number + 1] = stage
  end
  return { count = count, masks = masks, of = of }
end

local function of_features(of, target)
  local given = table.pack(of.features(ask.start(of)))
  if type(given[1]) == "table" then given = given[1] end
  if #given == 0 then return nil, "rules.features gives no numbers" end
  local by_player, count = of.player ~= nil, #given
  return { kind = "features", features = count, by_player = by_player, words = of.words or 1, target = target,
    stages = { count = 1, masks = {}, of = { 1 } }, weights = by_player and 2 * count or count }
end

local function of_patterns(of, found, given, text, target)
  local sets, wrong = shapes.make(found, text)
  if not sets then return nil, wrong end
  local self = { kind = "patterns", words = found.words, packed = found.samples.packing ~= nil, found = found, patterns = {},
    by_bits = {}, weights = 0, orbits = {}, shapes = text, most = given.most or given.shapes and MOST or MOST_USUAL,
    target = target, mirrored = found.reversal ~= nil }
  if not of.player then add_orbits(self, sets, "both") else
    add_orbits(self, sets, "max")
    if not found.reversal then add_orbits(self, sets, "min") end
  end
  if #self.patterns == 0 then return nil, ("no pattern of these shapes has at most %d bits"):format(self.most) end
  self.maps, self.by_bits, self.most = { max = {}, min = {} }, nil, nil
  for i, pattern in ipairs(self.patterns) do
    self.maps.max[i] = pack(pattern.maps.max or pattern.maps.both, pattern.bits)
    self.maps.min[i] = pattern.maps.both and self.maps.max[i] or pack(pattern.maps.min, pattern.bits)
    pattern.maps = nil
  end
  self.stages = stages_of(found, given.stages or 1)
  return self
end

--- How many numbers an evaluation of a plan has, but for a few.
function plan.count_numbers(one)
  return one.orbits and tables.sum(one.orbits, function(orbit) return orbit.size end) * one.stages.count or 0
end

--- Makes a plan. `given`: shapes (as in "2x3 3x2 line4", see gts.learn.shapes; by default as fit the bits of a cell), most (bits
-- of a pattern, 1 to 16: 16, or 12 without shapes), stages (1), target ("winner" or "value"; by default "value" for games with a
-- score), features (false: patterns even where rules have features); for cells.find: seed, games, reversed; or found, what
-- that gave. Returns the plan: kind, words, shapes (their names), patterns (bits, gathers), maps (max, min: a string for each
-- pattern), stages (count, masks, of), weights (how many, a stage), target. For who writes evaluations: found (see
-- gts.learn.cells); mirrored (do MAX and MIN share weights?); orbits, a list of shape, size (states are numbers below) and known
-- (state -> weight); and `sees` of each pattern, for "max", "min" or "both": orbit, sign, tuple (cells), values (of its bits, of
-- which the state is the sum). Error: why there is none.
function plan.make(of, given)
  given = given or {}
  local target = given.target or of.score and "value" or "winner"
  if of.features and given.features ~= false then return of_features(of, target) end
  local found, made, wrong = given.found, nil, nil
  if not found then found, wrong = cells.find(of, given) end
  if not found then return nil, wrong end
  if given.shapes then return of_patterns(of, found, given, given.shapes, target) end
  local list = found.rows > 1 and SHAPES or LINES
  for i = usual_place(found), #list do
    local smaller, why = of_patterns(of, found, given, list[i], target)
    made, wrong = smaller or made, wrong or why
    if made and plan.count_numbers(made) <= frozen.most_cells then break end
  end
  return made, wrong
end

return plan
