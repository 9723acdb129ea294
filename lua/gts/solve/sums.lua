--- Positions as sums of independent parts (rules.parts): the values of parts, in a table by key, and who wins their sum. A part
-- has a value if it is small, and sums have one if they are not too hot. Else the whole game is searched: sums that have values
-- are its bounds, and its keys are the parts in order, by their values, without those that add up to zero.

local ask = require "gts.rules.ask"
local game = require "gts.game"
local notation = require "gts.rules.notation"
local symmetry = require "gts.rules.symmetry"
local quoted = require("gts.base.words").quote
local tables = require "gts.base.tables"
local values = require "gts.solve.values"

local sums = {}

local MOVES = 12                -- of both players, in a part that a search computes the value of
local PARTS = 3000              -- of which the values are computed before a search, however many moves they have

local function turned(self, p) return { self.of.turned(table.unpack(p, 1, self.words)) } end

local function key_of(self, p)
  if self.words > 1 then return table.concat(p, " ", 1, self.words) end
  return math.type(p[1]) and p[1] or self.of.key and self.of.key(p[1]) or notation.write(p[1])
end

local function kind_of(value) return math.type(value) or type(value) end

-- The parts of a position, with MAX to move. Positions are lists of words here.
local function split(self, p)
  local list, of, words = {}, self.of, self.words
  local parts = of.parts(table.unpack(p, 1, words))
  if type(parts) ~= "table" then error(("rules.parts returned %s: expected a list of positions"):format(quoted(parts)), 0) end
  for i, part in ipairs(parts) do
    part = words > 1 and part or { part }
    if type(part) ~= "table" or kind_of(part[1]) ~= kind_of(p[1]) then
      error(("rules.parts returned %s as part %d: expected a position of the game"):format(quoted(parts[i]), i), 0)
    end
    list[i] = of.player(table.unpack(part, 1, words)) == "max" and part or turned(self, part)
  end
  return list
end

-- The entry of a part, which it shares with its images; one whose colours are reversed is its `mirror`.
local function entry_of(self, p)
  local key = key_of(self, p)
  local entry = self.entries[key]
  if entry then return entry end
  local function known(image)
    local list = split(self, { image(table.unpack(p, 1, self.words)) })
    return #list == 1 and self.entries[key_of(self, list[1])] or nil
  end
  for _, image in ipairs(self.images) do entry = entry or known(image) end
  if not entry then
    self.count = self.count + 1
    entry = { id = self.count, words = p, mirror = self.reversed and known(self.reversed) }
  end
  self.entries[key] = entry
  return entry
end

local function entries_of(self, p) return tables.map(split(self, p), function(part) return entry_of(self, part) end) end

-- The positions after the moves of one, unless they are more than `most`.
local function children(self, p, most)
  local list = {}
  if self.words > 1 or not self.of.next then
    list = ask.children(self.of, p)
    return #list <= most and list or nil
  end
  for _, after in self.of.next, p[1] do
    if #list >= most then return nil end
    list[#list + 1] = { after }
  end
  return list
end

local value_of

-- The values of a list of positions; nil: one is unknown.
local function options_of(self, list)
  local options = {}
  for i, p in ipairs(list) do
    options[i] = values.zero
    for _, entry in ipairs(entries_of(self, p)) do
      local value = value_of(self, entry)
      options[i] = value and values.sum(options[i], value)
      if not options[i] then return nil end
    end
  end
  return options
end

-- The value of a part; nil: it is unknown.
function value_of(self, entry)
  if entry.value ~= nil then return entry.value or nil end
  if entry.mirror then
    local value = value_of(self, entry.mirror)
    return value and values.negative(value)
  end
  if entry.busy then error("rules.parts: a part comes again after some moves", 0) end
  if self.left == 0 or entry.large then return nil end
  local left = children(self, entry.words, self.most)
  local right = left and children(self, turned(self, entry.words), self.most - #left)
  entry.large = not right
  if entry.large then return nil end
  self.left, entry.busy = self.left - 1, true
  left = options_of(self, left)
  right = left and options_of(self, right)
  entry.busy = nil
  if self.left == 0 and not right then return nil end
  local value = right and values.of(left, right)
  entry.value = value and value.size <= values.MOST and value or false
  return entry.value or nil
end

-- Adds a value to a list of which no two have a known sum.
local function add(list, value)
  for i, other in ipairs(list) do
    local sum = other == values.negative(value) and values.zero or values.sum(other, value)
    if sum then
      table.remove(list, i)
      return add(list, sum)
    end
  end
  if value ~= values.zero then list[#list + 1] = value end
end

-- Does Left win a sum of values? `first`: Left is to move. nil: the values alone do not decide it.
local function left_wins(list, first)
  if #list == 0 then return not first end
  if #list == 1 and first then return not values.is_at_most(list[1], values.zero) end
  if #list == 1 then return values.is_at_most(values.zero, list[1]) end
  local left, right, most = 0, 0, 0
  for _, value in ipairs(list) do
    local of_left, of_right = values.stops(value)
    left, right, most = left + of_left, right + of_right, math.max(most, of_left - of_right)
  end
  if right > 0 or first and right + most > 0 then return true end
  if left < 0 or not first and left - most < 0 then return false end
end

local function by_id(a, b) return a.id < b.id end

-- Notes of a position the key, and whether Left wins, if its values decide that.
local function look(self, ...)
  local same = true
  for i = 1, self.words do same = same and self.last[i] == select(i, ...) end
  if same then return end
  local list, unknown, mover = {}, {}, self.of.player(...)
  for _, entry in ipairs(entries_of(self, { ... })) do
    local value = value_of(self, entry)
    if value then add(list, value) else unknown[#unknown + 1] = entry end
  end
  self.wins = nil
  if #unknown == 0 then self.wins = left_wins(list, mover == "max") end
  local ids = { mover }
  table.sort(list, by_id)
  table.sort(unknown, by_id)
  for _, value in ipairs(list) do ids[#ids + 1] = value.id end
  for _, entry in ipairs(unknown) do ids[#ids + 1] = -entry.id end
  self.last, self.key = { ... }, table.concat(ids, " ")
end

--- Takes a position of a game with rules.parts apart. Returns a table: `parts`, the names of their values, "?" where one is
-- unknown; and `game`, whose searches from that position on use the values. nil: there are fewer parts than `least`.
function sums.new(of, position, least)
  local words, images, range = of.words or 1, of.images, of.range
  local self = { of = of, words = words, entries = {}, count = 0, left = PARTS, most = math.huge, images = {}, last = {} }
  for i = 2, images and not images.own and images.kind == "bits" and #images.group or 0 do
    self.images[i - 1] = symmetry.image(images, images.group[i])
  end
  self.reversed = images and images.reversed
  local root, parts = words > 1 and position or { position }, {}
  local entries = entries_of(self, root)
  if #entries < (least or 0) then return nil end
  for i, entry in ipairs(entries) do
    local value = value_of(self, entry)
    parts[i] = value and values.name(value) or "?"
  end
  self.left, self.most = math.huge, MOVES
  local function key(...)
    look(self, ...)
    return self.key
  end
  local function bounds(...)
    local is_root = true
    for i = 1, words do is_root = is_root and root[i] == select(i, ...) end
    look(self, ...)
    if not is_root and self.wins ~= nil then        -- the move is wanted at the root
      local value = self.wins and range[2] or range[1]
      return value, value
    end
    if of.bounds then return of.bounds(...) end
    return range[1], range[2]
  end
  return { parts = parts, game = game.altered(of, { key = key, bounds = bounds, native = false }) }
end

return sums
