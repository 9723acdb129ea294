--- Charts as SVG: lines with error bars, and bars.
--
-- What is told apart by colour is told apart by the shape of its marks as well: charts are printed, and not all eyes see colours.
-- @module gts.show.chart

local svg = require "gts.show.svg"

local chart = {}

local INK, FAINT, MIDDLE = "#222222", "#dddddd", "#555555"
local TITLE, SMALL = 15, 11             -- sizes of fonts; all else has that of the drawing
local NORMAL = 12
local MARK = 4                          -- half the width of a mark

local element, width_of = svg.element, svg.width

local function text(x, y, content, more)
  local attributes = { x = x, y = y, fill = INK }
  for name, value in pairs(more or {}) do attributes[name] = value end
  return element("text", attributes, svg.escape(content))
end

local function line(x1, y1, x2, y2, more)
  local attributes = { x1 = x1, y1 = y1, x2 = x2, y2 = y2, stroke = INK }
  for name, value in pairs(more or {}) do attributes[name] = value end
  return element("line", attributes)
end

-- Numbers as they stand at an axis.

--- A number as it stands in charts: 12000 as 12,000, 0.25 as it is; a text as it is.
-- @tparam number|string value
-- @treturn string
function chart.number(value)
  if type(value) ~= "number" then return tostring(value) end
  if value == math.floor(value) and math.abs(value) < 1e15 then
    local digits = ("%.0f"):format(math.abs(value))
    local grouped = digits:reverse():gsub("(%d%d%d)", "%1,"):reverse():gsub("^,", "")
    return (value < 0 and "\u{2212}" or "") .. grouped
  end
  return (("%.4g"):format(value):gsub("^%-", "\u{2212}"))
end

-- Axes. A scale has least, most, ticks (a list of values), log; and place(value), from 0 to 1.

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

local function inside(list, least, most)
  local found = {}
  for _, value in ipairs(list) do found[#found + 1] = value >= least and value <= most and value or nil end
  return found
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
  if #ticks < FEWEST then ticks = inside(linear_scale(10 ^ low, 10 ^ high, 7).ticks, 10 ^ low, 10 ^ high) end
  return { least = 10 ^ low, most = 10 ^ high, ticks = ticks, log = true,
    place = function(v) return (math.log(v, 10) - low) / (high - low) end }
end

-- Words side by side; every second one stands lower, where they do not fit beside each other.
local function word_scale(words, length)
  local at, widest = {}, 0
  for i, word in ipairs(words) do
    at[word] = (i - 0.5) / #words
    widest = math.max(widest, width_of(chart.number(word), SMALL))
  end
  return { ticks = words, place = function(v) return at[v] end, staggered = widest + 6 > length / #words }
end

-- All values that a panel has along an axis, with the ends of error bars along the y axis.
local function values_of(panel, axis)
  local list = {}
  local function add_point(point)
    list[#list + 1] = point[axis]
    if axis == 2 and point[3] then list[#list + 1], list[#list + 2] = point[2] - point[3], point[2] + point[3] end
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
local function own_ticks(scale, values, length)
  local ticks, free = {}, -math.huge
  for _, value in ipairs(values) do
    local at, half = scale.place(value) * length, width_of(chart.number(value), SMALL) / 2 + 3
    if at - half >= free then ticks[#ticks + 1], free = value, at + half end
  end
  scale.ticks = ticks
end

local function x_scale(panel, axis, length)
  local values = distinct(values_of(panel, 1))
  if type(values[1]) ~= "number" then return word_scale(values, length) end
  local scale
  if axis.log then scale = log_scale(values[1], values[#values])
  else
    local least, most = values[1], values[#values]
    local room = least == most and 0.5 or (most - least) * 0.05
    scale = linear_scale(least, most, 6)
    if #values <= FEW then
      least, most = least - room, most + room
      scale = { least = least, most = most, place = function(v) return (v - least) / (most - least) end }
    end
  end
  if #values <= FEW then own_ticks(scale, values, length) end
  return scale
end

-- Of one panel, or of several that have the same.
local function y_scale(panels, axis)
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
  return linear_scale(least, most, 5)
end

-- Marks.

local function polygon(x, y, ...)
  local parts, offsets = {}, { ... }
  for i = 1, #offsets, 2 do
    parts[#parts + 1] = svg.number(x + offsets[i] * MARK) .. "," .. svg.number(y + offsets[i + 1] * MARK)
  end
  return "polygon", { points = table.concat(parts, " ") }
end

local marks = {
  function(x, y) return "circle", { cx = x, cy = y, r = MARK * 0.95 } end,
  function(x, y) return polygon(x, y, -0.85, -0.85, 0.85, -0.85, 0.85, 0.85, -0.85, 0.85) end,
  function(x, y) return polygon(x, y, 0, -1.15, 1.05, 0.75, -1.05, 0.75) end,
  function(x, y) return polygon(x, y, 0, -1.2, 1.2, 0, 0, 1.2, -1.2, 0) end,
  function(x, y) return polygon(x, y, 0, 1.15, 1.05, -0.75, -1.05, -0.75) end,
  function(x, y) return polygon(x, y, -1.1, -0.35, -0.35, -0.35, -0.35, -1.1, 0.35, -1.1, 0.35, -0.35, 1.1, -0.35, 1.1, 0.35,
    0.35, 0.35, 0.35, 1.1, -0.35, 1.1, -0.35, 0.35, -1.1, 0.35) end,
  function(x, y) return polygon(x, y, -1.15, 0, -0.6, -1, 0.6, -1, 1.15, 0, 0.6, 1, -0.6, 1) end,
  function(x, y) return polygon(x, y, -1, -1, 0, -0.4, 1, -1, 0.4, 0, 1, 1, 0, 0.4, -1, 1, -0.4, 0) end,
}

local dashes = { "none", "7 3", "2 3", "9 3 2 3", "5 2 1 2 1 2", "3 2", "12 4", "1 2" }

local function nth(list, i) return list[(i - 1) % #list + 1] end

local function mark(x, y, style, hollow)
  local name, attributes = nth(marks, style)(x, y)
  local colour = nth(svg.colours, style)
  attributes.fill = hollow and "#ffffff" or colour
  attributes.stroke, attributes["stroke-width"] = colour, hollow and 1.4 or 0.8
  return element(name, attributes)
end

-- One panel: its frame, axes and data. `box` is where the data go: x, y (its top), width, height.

local function draw_axes(parts, panel, box, scales, axes)
  local bottom, right = box.y + box.height, box.x + box.width
  for _, tick in ipairs(scales.y.ticks) do
    local y = bottom - scales.y.place(tick) * box.height
    parts[#parts + 1] = line(box.x, y, right, y, { stroke = tick == 0 and MIDDLE or FAINT })
    parts[#parts + 1] = text(box.x - 6, y + 4, chart.number(tick), { ["text-anchor"] = "end", ["font-size"] = SMALL })
  end
  for i, tick in ipairs(scales.x.ticks) do
    local x, down = box.x + scales.x.place(tick) * box.width, scales.x.staggered and i % 2 == 0 and SMALL + 2 or 0
    parts[#parts + 1] = line(x, bottom, x, bottom + 4 + down)
    parts[#parts + 1] = text(x, bottom + 16 + down, chart.number(tick), { ["text-anchor"] = "middle", ["font-size"] = SMALL })
  end
  parts[#parts + 1] = line(box.x, box.y, box.x, bottom)
  parts[#parts + 1] = line(box.x, bottom, right, bottom)
  if panel.title then parts[#parts + 1] = text(box.x, box.y - 8, panel.title, { ["font-weight"] = "bold" }) end
  local down = scales.x.staggered and 10 or 0
  parts[#parts + 1] = text(box.x + box.width / 2, bottom + 34 + down, axes.x.label or "", { ["text-anchor"] = "middle" })
  local middle = box.y + box.height / 2
  parts[#parts + 1] = text(box.left + 12, middle, axes.y.label or "", { ["text-anchor"] = "middle",
    transform = ("rotate(-90 %s %s)"):format(svg.number(box.left + 12), svg.number(middle)) })
end

-- A bar of one standard error to either side.
local function draw_error(parts, x, low, high, colour)
  parts[#parts + 1] = line(x, low, x, high, { stroke = colour })
  for _, y in ipairs { low, high } do parts[#parts + 1] = line(x - 3, y, x + 3, y, { stroke = colour }) end
end

local function draw_series(parts, series, box, scales)
  local colour, bottom = nth(svg.colours, series.style), box.y + box.height
  local function place(point)
    return box.x + scales.x.place(point[1]) * box.width, bottom - scales.y.place(point[2]) * box.height
  end
  local function y_of(value) return bottom - math.max(0, math.min(1, scales.y.place(value))) * box.height end
  if not series.hollow then
    local path = {}
    for i, point in ipairs(series.points) do
      local x, y = place(point)
      path[i] = svg.number(x) .. "," .. svg.number(y)
    end
    parts[#parts + 1] = element("polyline", { points = table.concat(path, " "), fill = "none", stroke = colour,
      ["stroke-width"] = 1.6, ["stroke-dasharray"] = nth(dashes, series.style) })
  end
  for _, point in ipairs(series.points) do
    local x, y = place(point)
    if point[3] and point[3] > 0 and not (scales.y.log and point[2] <= point[3]) then
      draw_error(parts, x, y_of(point[2] - point[3]), y_of(point[2] + point[3]), colour)
    end
    parts[#parts + 1] = mark(x, y, series.style, series.hollow)
  end
end

local function draw_level(parts, level, box, scales)
  local y = box.y + box.height - scales.y.place(level.y) * box.height
  parts[#parts + 1] = line(box.x, y, box.x + box.width, y, { stroke = nth(svg.colours, level.style), ["stroke-width"] = 1.4,
    ["stroke-dasharray"] = level.hollow and "1 4" or nth(dashes, level.style) })
end

local function draw_panel(parts, panel, box, axes, same)
  local scales = { x = x_scale(panel, axes.x, box.width), y = same or y_scale({ panel }, axes.y) }
  draw_axes(parts, panel, box, scales, axes)
  for _, level in ipairs(panel.levels or {}) do draw_level(parts, level, box, scales) end
  for _, series in ipairs(panel.series) do
    if series.hollow then draw_series(parts, series, box, scales) end
  end
  for _, series in ipairs(panel.series) do
    if not series.hollow then draw_series(parts, series, box, scales) end
  end
end

-- The legend.

local SAMPLE = 34       -- how wide the sample of a line is

-- Each name once: what it looks like. Hollow marks have one entry for all.
local function legend_entries(panels)
  local entries, seen, hollow = {}, {}, false
  local function note(what, is_level)
    hollow = hollow or what.hollow
    if what.hollow or seen[what.name] then return end
    seen[what.name] = true
    entries[#entries + 1] = { name = what.name, style = what.style, level = is_level }
  end
  for _, panel in ipairs(panels) do
    for _, level in ipairs(panel.levels or {}) do note(level, true) end
    for _, series in ipairs(panel.series) do note(series, false) end
  end
  if hollow then entries[#entries + 1] = { name = "published: hollow, dotted", hollow = true } end
  return entries
end

-- Draws the entries in rows; gives the height.
local function draw_legend(parts, entries, left, top, width)
  local x, y = left, top
  for _, entry in ipairs(entries) do
    local needs = SAMPLE + 6 + width_of(entry.name, NORMAL) + 18
    if x > left and x + needs > left + width then x, y = left, y + 18 end
    local colour = entry.hollow and MIDDLE or nth(svg.colours, entry.style)
    if entry.hollow then
      local name, attributes = marks[1](x + SAMPLE / 2, y - 4)
      attributes.fill, attributes.stroke, attributes["stroke-width"] = "#ffffff", colour, 1.4
      parts[#parts + 1] = element(name, attributes)
    else
      parts[#parts + 1] = line(x, y - 4, x + SAMPLE, y - 4, { stroke = colour, ["stroke-width"] = 1.6,
        ["stroke-dasharray"] = nth(dashes, entry.style) })
      if not entry.level then parts[#parts + 1] = mark(x + SAMPLE / 2, y - 4, entry.style) end
    end
    parts[#parts + 1] = text(x + SAMPLE + 6, y, entry.name)
    x = x + needs
  end
  return y - top + 18
end

-- Lines of a text that are so wide.
local function wrap(content, size, width)
  local lines, current = {}, nil
  for word in content:gmatch "%S+" do
    local longer = current and current .. " " .. word or word
    if current and width_of(longer, size) > width then
      lines[#lines + 1], current = current, word
    else current = longer end
  end
  lines[#lines + 1] = current
  return lines
end

local function draw_lines(parts, content, x, y, size, width, more)
  for _, part in ipairs(wrap(content, size, width)) do
    parts[#parts + 1] = text(x, y, part, more)
    y = y + size + 4
  end
  return y
end

local EDGE = 16                                 -- round a chart
local LEFT, ABOVE, BELOW = 76, 26, 46           -- of a panel's data: for its labels

-- Panels stand side by side, two in a row; one alone is larger.
local function panel_size(count)
  if count == 1 then return 1, 640, 400 end
  return 2, 460, 300
end

--- A chart of lines.
-- @tparam table what title; subtitle; description (for those who cannot see it); x and y, tables with label and log (true: a
-- logarithmic scale), y with least and most as well (what it shows at least) and same (true: one scale for all panels);
-- panels, a list of tables with title; series, tables with name, style (1, 2, ...: colour, mark and dashes), points (a list of
-- {x, y, standard error or nil}; x a number or a text) and hollow (true: marks without a line, for what was published); and
-- levels, tables with name, style, y, for a line right across; notes, a list of texts below
-- @treturn string SVG
function chart.lines(what)
  local across, panel_width, panel_height = panel_size(#what.panels)
  local width = across * panel_width + 2 * EDGE
  local inner, parts, y = width - 2 * EDGE, {}, EDGE + TITLE
  y = draw_lines(parts, what.title, EDGE, y, TITLE, inner, { ["font-size"] = TITLE, ["font-weight"] = "bold" })
  if what.subtitle then y = draw_lines(parts, what.subtitle, EDGE, y, NORMAL, inner, { fill = MIDDLE }) end
  y = y + 6
  y = y + draw_legend(parts, legend_entries(what.panels), EDGE, y, inner)
  local same = what.y.same and y_scale(what.panels, what.y)
  for i, panel in ipairs(what.panels) do
    local column, row = (i - 1) % across, (i - 1) // across
    local left, top = EDGE + column * panel_width, y + row * panel_height
    local box = { left = left, x = left + LEFT, y = top + ABOVE, width = panel_width - LEFT - 14,
      height = panel_height - ABOVE - BELOW }
    draw_panel(parts, panel, box, what, same)
  end
  y = y + math.ceil(#what.panels / across) * panel_height + SMALL + 4
  for _, note in ipairs(what.notes or {}) do
    y = draw_lines(parts, note, EDGE, y, SMALL, inner, { ["font-size"] = SMALL, fill = MIDDLE })
  end
  return svg.document(width, y + EDGE / 2, what.title, what.description or "", table.concat(parts, "\n"))
end

-- Bars.

local BAR, STEP = 16, 24        -- height of a bar, and from one to the next
local LONGEST = 380             -- of a bar
local WIDE_RANGE = 50           -- from here on a linear scale would hide what is small

local function bar_scale(rows)
  local least, most = math.huge, 0
  for _, row in ipairs(rows) do
    if row.value > 0 then least = math.min(least, row.value) end
    most = math.max(most, row.value)
  end
  if least < most and most / least > WIDE_RANGE then
    local low, high = math.floor(math.log(least, 10)), math.log(most, 10)
    return function(v) return v > 0 and math.max(0, (math.log(v, 10) - low) / (high - low)) or 0 end, true
  end
  return function(v) return most > 0 and v / most or 0 end, false
end

-- On a logarithmic scale the length of a bar means nothing: a mark on a thin line.
local function draw_bar(parts, row, x, y, place, logarithmic)
  local length = place(row.value) * LONGEST
  local colour = row.alarm and svg.colours[2] or svg.colours[1]
  if logarithmic then
    parts[#parts + 1] = line(x, y + BAR / 2, x + length, y + BAR / 2, { stroke = FAINT })
    parts[#parts + 1] = mark(x + length, y + BAR / 2, row.alarm and 2 or 1)
  else
    parts[#parts + 1] = element("rect", { x = x, y = y, width = math.max(length, 1), height = BAR, fill = colour })
  end
  parts[#parts + 1] = text(x + length + 8, y + BAR - 4, row.note or chart.number(row.value))
end

--- A chart of bars.
-- @tparam table what title; subtitle; description; label (of what the bars are); rows, a list of tables with name, value, note
-- (what stands at its end; default: the value) and alarm (true: something is wrong with it); notes, a list of texts below
-- @treturn string SVG
function chart.bars(what)
  local place, logarithmic = bar_scale(what.rows)
  local names, notes = 0, 0
  for _, row in ipairs(what.rows) do
    names = math.max(names, width_of(row.name, NORMAL))
    notes = math.max(notes, width_of(row.note or chart.number(row.value), NORMAL))
  end
  local x = EDGE + names + 10
  local width = x + LONGEST + notes + 16 + EDGE
  local parts, y, inner = {}, EDGE + TITLE, width - 2 * EDGE
  y = draw_lines(parts, what.title, EDGE, y, TITLE, inner, { ["font-size"] = TITLE, ["font-weight"] = "bold" })
  if what.subtitle then y = draw_lines(parts, what.subtitle, EDGE, y, NORMAL, inner, { fill = MIDDLE }) end
  y = y + 4
  parts[#parts + 1] = text(x, y + 8, what.label .. (logarithmic and " (logarithmic scale)" or ""), { fill = MIDDLE })
  y = y + 18
  local top = y
  for _, row in ipairs(what.rows) do
    parts[#parts + 1] = text(x - 8, y + BAR - 4, row.name, { ["text-anchor"] = "end" })
    draw_bar(parts, row, x, y, place, logarithmic)
    y = y + STEP
  end
  parts[#parts + 1] = line(x, top - 4, x, y - STEP + BAR + 4)
  y = y + SMALL + 2
  for _, note in ipairs(what.notes or {}) do
    y = draw_lines(parts, note, EDGE, y, SMALL, inner, { ["font-size"] = SMALL, fill = MIDDLE })
  end
  return svg.document(width, y + EDGE / 2, what.title, what.description or "", table.concat(parts, "\n"))
end

return chart
