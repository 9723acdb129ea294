--- Charts as SVG: lines with error bars, and bars.
--
-- What differs by colour differs by the shape of its marks as well: charts are printed, and not all eyes see colours.

local columns = require "gts.show.columns"
local scale = require "gts.show.scale"
local svg = require "gts.show.svg"
local tables = require "gts.base.tables"

local chart = {}

local INK, FAINT, MIDDLE = "#222222", "#dddddd", "#555555"
local TITLE, SMALL = 15, scale.LABEL    -- sizes of fonts; all else has that of the drawing
local NORMAL = 12
local MARK = 4                          -- half the width of a mark

local element, width_of = svg.element, svg.width

local function text(x, y, content, more)
  return element("text", tables.copy({ x = x, y = y, fill = INK }, more), svg.escape(content))
end

local function line(x1, y1, x2, y2, more)
  return element("line", tables.copy({ x1 = x1, y1 = y1, x2 = x2, y2 = y2, stroke = INK }, more))
end

-- Marks.

local function pair(x, y) return svg.number(x) .. "," .. svg.number(y) end

local function polygon(x, y, ...)
  local parts, offsets = {}, { ... }
  for i = 1, #offsets, 2 do parts[#parts + 1] = pair(x + offsets[i] * MARK, y + offsets[i + 1] * MARK) end
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
    parts[#parts + 1] = text(box.x - 6, y + 4, scale.number(tick), { ["text-anchor"] = "end", ["font-size"] = SMALL })
  end
  for i, tick in ipairs(scales.x.ticks) do
    local x, down = box.x + scales.x.place(tick) * box.width, scales.x.staggered and i % 2 == 0 and SMALL + 2 or 0
    parts[#parts + 1] = line(x, bottom, x, bottom + 4 + down)
    parts[#parts + 1] = text(x, bottom + 16 + down, scale.number(tick), { ["text-anchor"] = "middle", ["font-size"] = SMALL })
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

-- A bar from one end of an error to the other.
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
  if not series.hollow and not series.marks then
    local path = tables.map(series.points, function(point) return pair(place(point)) end)
    parts[#parts + 1] = element("polyline", { points = table.concat(path, " "), fill = "none", stroke = colour,
      ["stroke-width"] = 1.6, ["stroke-dasharray"] = nth(dashes, series.style) })
  end
  for _, point in ipairs(series.points) do
    local x, y = place(point)
    local low, high = scale.ends(point)
    if low and low < high and not (scales.y.log and low <= 0) then draw_error(parts, x, y_of(low), y_of(high), colour) end
    if not series.bare then parts[#parts + 1] = mark(x, y, series.style, series.hollow) end
  end
end

local function draw_level(parts, level, box, scales)
  local y = box.y + box.height - scales.y.place(level.y) * box.height
  parts[#parts + 1] = line(box.x, y, box.x + box.width, y, { stroke = nth(svg.colours, level.style), ["stroke-width"] = 1.4,
    ["stroke-dasharray"] = level.hollow and "1 4" or nth(dashes, level.style) })
end

local function draw_panel(parts, panel, box, axes, same)
  local scales = { x = scale.x(panel, axes.x, box.width), y = same or scale.y({ panel }, axes.y) }
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
    entries[#entries + 1] = { name = what.name, style = what.style, level = is_level or what.bare, marks = what.marks }
  end
  for _, panel in ipairs(panels) do
    for _, level in ipairs(panel.levels or {}) do note(level, true) end
    for _, series in ipairs(panel.series) do note(series, false) end
  end
  if hollow then entries[#entries + 1] = { name = "published: hollow, dotted", hollow = true } end
  return entries
end

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
      if not entry.marks then
        parts[#parts + 1] = line(x, y - 4, x + SAMPLE, y - 4, { stroke = colour, ["stroke-width"] = 1.6,
          ["stroke-dasharray"] = nth(dashes, entry.style) })
      end
      if not entry.level then parts[#parts + 1] = mark(x + SAMPLE / 2, y - 4, entry.style) end
    end
    parts[#parts + 1] = text(x + SAMPLE + 6, y, entry.name)
    x = x + needs
  end
  return y - top + 18
end

local function draw_lines(parts, content, x, y, size, width, more)
  for _, part in ipairs(columns.wrap(content, width, function(part) return width_of(part, size) end)) do
    parts[#parts + 1] = text(x, y, part, more)
    y = y + size + 4
  end
  return y
end

local EDGE = 16                                 -- round a chart
local LEFT, ABOVE, BELOW = 76, 26, 46           -- of a panel's data: for its labels

-- The title and the subtitle; gives the height below them.
local function draw_head(parts, what, y, inner)
  y = draw_lines(parts, what.title, EDGE, y, TITLE, inner, { ["font-size"] = TITLE, ["font-weight"] = "bold" })
  return what.subtitle and draw_lines(parts, what.subtitle, EDGE, y, NORMAL, inner, { fill = MIDDLE }) or y
end

-- The document, with the notes below all else.
local function finished(parts, what, y, width)
  for _, note in ipairs(what.notes or {}) do
    y = draw_lines(parts, note, EDGE, y, SMALL, width - 2 * EDGE, { ["font-size"] = SMALL, fill = MIDDLE })
  end
  return svg.document(width, y + EDGE / 2, what.title, what.description or "", table.concat(parts, "\n"))
end

--- A chart of lines. `what`: title; subtitle; description (for screen readers); x and y, tables with label and log (true: a
-- logarithmic scale), y with least, most and root as well (see gts.show.scale) and same (true: one scale for all panels);
-- panels, a list of tables with title; series, tables with name, style (1, 2, ...: colour, mark and dashes), points (a list of
-- {x, y, standard error or nil}, or with the fields low and high, the ends of an error bar; x a number or a text), hollow (true:
-- marks without a line, for what was published), marks (true: without a line) and bare (true: a line without marks); and levels,
-- tables with name, style, y, for a line right across; notes, a list of texts below.
function chart.lines(what)
  -- Panels stand side by side, two in a row; one alone is larger.
  local across, panel_width, panel_height = 2, 460, 300
  if #what.panels == 1 then across, panel_width, panel_height = 1, 640, 400 end
  local width = across * panel_width + 2 * EDGE
  local inner, parts, y = width - 2 * EDGE, {}, EDGE + TITLE
  y = draw_head(parts, what, y, inner)
  y = y + 6
  y = y + draw_legend(parts, legend_entries(what.panels), EDGE, y, inner)
  local same = what.y.same and scale.y(what.panels, what.y)
  for i, panel in ipairs(what.panels) do
    local column, row = (i - 1) % across, (i - 1) // across
    local left, top = EDGE + column * panel_width, y + row * panel_height
    local box = { left = left, x = left + LEFT, y = top + ABOVE, width = panel_width - LEFT - 14,
      height = panel_height - ABOVE - BELOW }
    draw_panel(parts, panel, box, what, same)
  end
  y = y + math.ceil(#what.panels / across) * panel_height + SMALL + 4
  return finished(parts, what, y, width)
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
  parts[#parts + 1] = text(x + length + 8, y + BAR - 4, row.note or scale.number(row.value))
end

--- A chart of bars. `what`: title; subtitle; description; label (of what the bars are); rows, a list of tables with name, value,
-- note (what stands at its end; default: the value) and alarm (true: something is wrong with it); notes, a list of texts below.
function chart.bars(what)
  local place, logarithmic = bar_scale(what.rows)
  local names = tables.most(what.rows, function(row) return width_of(row.name, NORMAL) end)
  local notes = tables.most(what.rows, function(row) return width_of(row.note or scale.number(row.value), NORMAL) end)
  local x = EDGE + names + 10
  local width = x + LONGEST + notes + 16 + EDGE
  local parts, y, inner = {}, EDGE + TITLE, width - 2 * EDGE
  y = draw_head(parts, what, y, inner)
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
  return finished(parts, what, y, width)
end

return chart
