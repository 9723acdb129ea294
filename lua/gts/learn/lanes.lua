--- Lanes: the states of many patterns at once, several in one integer, as arithmetic on parts of a word makes them.
--
-- The state of a pattern is a sum of values of its bits. What of it stands in one row of the board, or in one column, is a
-- strip: strips of equal values, at any place, are summed up together, each in a lane of some bits, and so are then patterns
-- whose strips lie alike. Of a pattern of 3 x 2 cells, for instance, on rows of 8 bits:
--
--    strips     s = (a & L) + 3 * (a >> 1 & L) + 9 * (a >> 2 & L) ...    those of all rows from a column on; L has a bit for each
--    patterns   v = (s & M) + 27 * (s >> 8 & M)                          every other row: lanes of 10 bits for states below 729
--    a lookup   t[(v >> 16 & 1023) + 1]
--
-- Where many patterns are alike that takes fewer instructions than gathers: half as many in draughts.

local tables = require "gts.base.tables"

local lanes = {}

local BITS <const> = 64
local LETTERS <const> = "abcdefghijklmnop"
local MOST <const> = 150                -- variables, of 200 that Lua allows
-- Instructions of compiled code: of a gather with its lookup, the rest of a pattern, a lane's lookup; what lanes must save.
local GATHER <const>, PATTERN <const>, LANE <const>, GAIN <const> = 6, 5, 3, 0.9

local function width_of(most)
  local bits = 1
  while most >> bits ~= 0 do bits = bits + 1 end
  return bits
end

local function gcd(a, b)
  while b ~= 0 do a, b = b, a % b end
  return a
end

-- The strips of a mover's view of a pattern, by row or column of a cell: terms (word, bit, value, sorted), base (the lowest bit),
-- factor (the values are divided by it), most (the greatest sum), and id (of strips equal but for place).
local function strips_of(view, bits_of, row_of)
  local rows, strips = {}, {}
  for place, cell in ipairs(view.tuple) do
    local row = row_of(cell)
    local strip = rows[row]
    if not strip then
      strip = { terms = {}, base = BITS, factor = 0, most = 0 }
      rows[row], strips[#strips + 1] = strip, strip
    end
    strip.most = strip.most + (view.orbit.radix[place] - 1) * view.orbit.factors[place]
    for _, id in ipairs(bits_of[cell].bits) do
      local value, bit = view.values[id], id % BITS
      if value > 0 then
        strip.terms[#strip.terms + 1] = { word = id // BITS + 1, bit = bit, value = value }
        strip.base, strip.factor = math.min(strip.base, bit), gcd(value, strip.factor)
      end
    end
  end
  for i = #strips, 1, -1 do
    local strip, parts = strips[i], {}
    if #strip.terms == 0 then table.remove(strips, i) end
    tables.sort(strip.terms, "word", "bit")
    for k, term in ipairs(strip.terms) do
      term.value, term.bit = term.value // strip.factor, term.bit - strip.base
      parts[k] = ("%d:%d:%d"):format(term.word, term.bit, term.value)
    end
    strip.most = strip.factor > 0 and strip.most // strip.factor or 0
    strip.id = ("%s;%d"):format(table.concat(parts, " "), strip.most)
  end
  return strips
end

-- Puts things with a place (`at`) into integers, in lanes: sets `group`, shared in one integer: first (the lowest place), last.
local function share_out(list, width)
  tables.sort(list, "at", "order")
  local groups = {}
  for _, one in ipairs(list) do
    local found
    for _, group in ipairs(groups) do
      local fits = group.last + width <= one.at and one.at - group.first + width <= BITS
      if not found and fits then found = group end
    end
    if not found then
      found = { first = one.at, last = one.at, members = {} }
      groups[#groups + 1] = found
    end
    found.last, one.group, found.members[#found.members + 1] = one.at, found, one
  end
  return groups
end

local function mask_of(group, width)
  return tables.sum(group.members, function(one) return (1 << width) - 1 << one.at - group.first end)
end

local Maker = {}
Maker.__index = Maker

-- Adds a variable: a sum of parts, each a name, a shift to the right, a mask and a factor.
function Maker:variable(letter, parts)
  for _, part in ipairs(parts) do
    part.magic, part.down = 1, 0
    self.cost = self.cost + 2 + (part.shift > 0 and 1 or 0) + (part.factor > 1 and 1 or 0)
  end
  self.count = self.count + 1
  local name = letter .. self.count
  self.variables[#self.variables + 1] = { name = name, terms = parts }
  return name
end

-- Makes the variables of strips. Each strip gets `group`, which has a name.
function Maker:make_strips(all)
  local strips = {}
  for _, one in ipairs(all) do table.move(one.strips, 1, #one.strips, #strips + 1, strips) end
  for _, alike in ipairs((tables.groups(strips, function(strip) return strip.id end))) do
    local like, list = alike[1], {}
    for i, of in ipairs((tables.groups(alike, function(strip) return strip.base end))) do
      list[i] = { at = of.key, order = i }
      for _, strip in ipairs(of) do strip.place = list[i] end
    end
    for _, group in ipairs(share_out(list, width_of(like.most))) do
      local mask = mask_of(group, 1)
      group.name = self:variable("s", tables.map(like.terms, function(term)
        local letter = LETTERS:sub(term.word, term.word)
        return { name = letter, shift = term.bit + group.first, mask = mask, factor = term.value }
      end))
    end
  end
end

-- What of a pattern's state follows from where its strips are: the same for all patterns that are made together.
local function way_of(one)
  local low, parts = BITS, {}
  for _, strip in ipairs(one.strips) do
    strip.offset = strip.place.at - strip.place.group.first
    low = math.min(low, strip.offset)
  end
  for i, strip in ipairs(one.strips) do
    parts[i] = ("%s %d %d %d"):format(strip.place.group.name, strip.offset - low, strip.factor, strip.most)
  end
  one.at = low
  return table.concat(parts, ";")
end

-- Makes the variables of patterns. Each gets `index`, a part of a variable.
function Maker:make_patterns(all)
  for i, one in ipairs(all) do one.order = i end
  for _, alike in ipairs((tables.groups(all, function(one) return way_of(one) .. ";" .. one.width end))) do
    for _, group in ipairs(share_out(alike, alike[1].width)) do
      local parts = tables.map(group.members[1].strips, function(strip)
        return { name = strip.place.group.name, shift = strip.offset, mask = mask_of(group, width_of(strip.most)),
          factor = strip.factor }
      end)
      local name = #parts == 1 and parts[1].factor == 1 and parts[1].name or self:variable("v", parts)
      for _, one in ipairs(group.members) do
        local shift = name == parts[1].name and one.strips[1].offset or one.at - group.first
        one.index = { name = name, shift = shift, mask = (1 << one.width) - 1, factor = 1, magic = 1, down = 0 }
        self.cost = self.cost + LANE
      end
    end
  end
end

--- Makes the states of patterns, as a mover sees them. `plan`: see gts.learn.plan; `mover`: "max", "min" or "both"; `counts`, a
-- function of a view: is it looked up at all? Returns variables, and index, pattern -> the part of one that is its state: see
-- gts.rules.evaluation_file; nil where gathers are as good.
function lanes.make(plan, mover, counts)
  local all, gathers, best = {}, 0, nil
  for _, pattern in ipairs(plan.patterns) do
    local view = pattern.sees[mover]
    if view and counts(view) then
      all[#all + 1] = { pattern = pattern, view = view, width = width_of(view.orbit.size - 1) }
      gathers = gathers + GATHER * #pattern.gathers + PATTERN
    end
  end
  local columns = plan.found.columns
  for _, row_of in ipairs {
    function(cell) return (cell - 1) // columns end, function(cell) return (cell - 1) % columns end,
  } do
    for _, one in ipairs(all) do
      one.strips = strips_of(one.view, plan.found.by[mover], row_of)
      if #one.strips == 0 then return nil end
    end
    local made = setmetatable({ variables = {}, count = 0, cost = 0 }, Maker)
    made:make_strips(all)
    made:make_patterns(all)
    if made.count <= MOST and made.cost <= (best and best.cost or GAIN * gathers) then
      best = { variables = made.variables, index = {}, cost = made.cost }
      for _, one in ipairs(all) do best.index[one.pattern] = one.index end
    end
  end
  return best
end

return lanes
