--- The scales of charts: where values lie along an axis, and which of them are labelled.
--
-- A scale has least, most, ticks (a list of values), log; and place(value), from 0 to 1.

local svg = require "gts.show.svg"
local tables = require "gts.base.tables"
local words = require "gts.base.words"

local scale = {}

--- The size of the labels' font, in pixels.
scale.LABEL = 11

--- A number as it stands in charts: 12000 as 12,000, 0.25 as it is; a text as it is.
function scale.number(value)
  if type(value) ~= "number" then return tostring(value) end
  if value == math.floor(value) and math.abs(value) < 1e15 then
    return (value < 0 and "\u{2212}" or "") .. words.count(math.abs(value))
  end
  return (("%.4g"):format(value):gsub("^%-", "\u{2212}"))
end

-- The step of a scale with about `count` ticks: 1, 2 or 5 times a power of ten.
local function nice_step(range, count)
  local raw = range / count
  local power = 10 ^ math.floor(math.log(raw, 10))
  for _, factor in ipairs { 1, 2, 5 } do
    if raw <= factor * power * 1.0001 then return factor * power end
  end
  return 10 * power
end

local function linear_scale(least, most, count)
  if least == most then least, most = least - 0.5, most + 0.5 end
  local step = nice_step(most - least, count)
  least, most = math.floor(least / step + 1e-9) * step, math.ceil(most / step - 1e-9) * step
  local ticks = {}
  for i = 0, math.floor((most - least) / step + 0.5) do ticks[#ticks + 1] = least + i * step end
  return { least = least, most = most, ticks = ticks, place = function(v) return (v - least) / (most - least) end }
end

local FEWEST = 3        -- ticks that tell a scale
local SHORTEST = 0.08   -- powers of ten on a logarithmic scale

-- Ticks at 1, 2, 5, 10, ...; where that is too many, at powers of ten; and where it is too few, at even steps.
local function log_scale(least, most)
  local low, high = math.log(least, 10), math.log(most, 10)
  local more = math.max(0, SHORTEST - (high - low)) / 2
  low, high = low - more, high + more
  local factors = high - low > 4 and { 1 } or high - low > 2 and { 1, 3 } or { 1, 2, 5 }
  local ticks, room = {}, (high - low) * 0.04
  low, high = low - room, high + room
  for power = math.floor(low), math.ceil(high) do
    for _, factor in ipairs(factors) do
      local tick = factor * 10.0 ^ power
      local at = math.log(tick, 10)
      if at >= low and at <= high then ticks[#ticks + 1] = tick end
    end
  end
  least, most = 10 ^ low, 10 ^ high
  if #ticks < FEWEST then
    ticks = tables.filter(linear_scale(least, most, 7).ticks, function(tick) return tick >= least and tick <= most end)
  end
  return { least = least, most = most, ticks = ticks, log = true,
    place = function(v) return (math.log(v, 10) - low) / (high - low) end }
end

-- Texts side by side; every second one stands lower, where they do not fit beside each other.
local function word_scale(texts, length)
  local at, widest = {}, 0
  for i, text in ipairs(texts) do
    at[text] = (i - 0.5) / #texts
    widest = math.max(widest, svg.width(scale.number(text), scale.LABEL))
  end
  return { ticks = texts, place = function(v) return at[v] end, staggered = widest + 6 > length / #texts }
end

--- Returns the ends of the error bar of a point, or nil: y is its second element, an error its third; or fields low and high.
function scale.ends(point)
  if point.low then return point.low, point.high end
  if point[3] then return point[2] - point[3], point[2] + point[3] end
end

-- All values that a panel has along an axis, with the ends of error bars along the y axis.
local function values_of(panel, axis)
  local list = {}
  local function add_point(point)
    list[#list + 1] = point[axis]
    if axis == 2 then list[#list + 1], list[#list + 2] = scale.ends(point) end
  end
  for _, series in ipairs(panel.series) do
    for _, point in ipairs(series.points) do add_point(point) end
  end
  for _, level in ipairs(panel.levels or {}) do
    if axis == 2 then list[#list + 1] = level.y end
  end
  return list
end

-- Each value once, in order: numbers by size, words as they come.
local function distinct(list)
  local seen, found = {}, {}
  for _, value in ipairs(list) do
    if not seen[value] then seen[value], found[#found + 1] = true, value end
  end
  if type(found[1]) == "number" then table.sort(found) end
  return found
end

local FEW = 12          -- values that are ticks themselves

-- Ticks at the values themselves, as far as their labels have room.
local function own_ticks(made, values, length)
  local ticks, free = {}, -math.huge
  for _, value in ipairs(values) do
    local at, half = made.place(value) * length, svg.width(scale.number(value), scale.LABEL) / 2 + 3
    if at - half >= free then ticks[#ticks + 1], free = value, at + half end
  end
  made.ticks = ticks
end

--- The scale of a panel's x axis, along a `length` in pixels; its field `staggered`: every second label stands lower.
function scale.x(panel, axis, length)
  local values = distinct(values_of(panel, 1))
  if type(values[1]) ~= "number" then return word_scale(values, length) end
  local made
  if axis.log then made = log_scale(values[1], values[#values])
  else
    local least, most = values[1], values[#values]
    local room = least == most and 0.5 or (most - least) * 0.05
    made = linear_scale(least, most, 6)
    if #values <= FEW then
      least, most = least - room, most + room
      made = { least = least, most = most, place = function(v) return (v - least) / (most - least) end }
    end
  end
  if #values <= FEW then own_ticks(made, values, length) end
  return made
end

-- Square roots to either side of a middle: what is small shows beside what is great.
local function root_scale(least, most, middle)
  local reach = math.max(most - middle, middle - least)
  local ticks = { middle }
  for _, root in ipairs { 0.2, 0.5, 1 } do
    table.insert(ticks, 1, middle - reach * root * root)
    ticks[#ticks + 1] = middle + reach * root * root
  end
  return { least = middle - reach, most = middle + reach, ticks = ticks, place = function(v)
    local off = (v - middle) / reach
    return 0.5 + (off < 0 and -0.5 or 0.5) * math.sqrt(math.abs(off))
  end }
end

--- The scale of the y axis of a panel, or of several that share it. `axis`: log; least and most, shown at least; root, a middle.
function scale.y(panels, axis)
  local all = {}
  for _, panel in ipairs(panels) do
    local own = values_of(panel, 2)
    table.move(own, 1, #own, #all + 1, all)
  end
  local values = distinct(all)
  local least, most = values[1], values[#values]
  if axis.log then
    local positive
    for _, value in ipairs(values) do positive = positive or value > 0 and value end
    return log_scale(positive, most)
  end
  if axis.least then least = math.min(least, axis.least) end
  if axis.most then most = math.max(most, axis.most) end
  if axis.root and least < most then return root_scale(least, most, axis.root) end
  return linear_scale(least, most, 5)
end

return scale
