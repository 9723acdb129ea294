--- The chart of an experiment: which rows become which lines.
--
-- The field `chart` of an experiment: `x`, what stands along it (a parameter or a column); `y`, "mean" (default), "ratio", or
-- another field of rows; `series`, what the lines are (default "algorithm"); `panels`, parameters, with one panel for each
-- combination; `x_label`, `y_label`, `log_x`, `log_y`, `y_least`, `y_most`, `y_same`; `where`, a function of a row: is it shown?;
-- `title`, default: the experiment's. A row without `x` is a line right across.

local chart = require "gts.show.chart"
local tables = require "gts.base.tables"

local chart_of = {}

local function panel_title(row, names)
  local parts = {}
  for _, name in ipairs(names) do
    local value = row[name]
    if type(value) == "string" and #names == 1 then parts[1] = value
    elseif value ~= nil then parts[#parts + 1] = name .. " " .. tostring(value) end
  end
  return table.concat(parts, ", ")
end

-- The one of `list` with this name; it is added if there is none.
local function named(list, name, fresh)
  local found = tables.find(list, function(one) return one.name == name end)
  if found then return found end
  fresh.name = name
  list[#list + 1] = fresh
  return fresh
end

local error_field = { mean = "standard_error", ratio = "ratio_error" }

local function add_row(panel, row, what, style)
  local y = what.y or "mean"
  local value, published = row[y], y == "mean" and row.published or nil
  if value == nil then return end
  local name, x = tostring(row[what.series or "algorithm"]), row[what.x]
  if x == nil then
    panel.levels[#panel.levels + 1] = { name = name, style = style, y = value }
    if published then panel.levels[#panel.levels + 1] = { name = name, style = style, y = published, hollow = true } end
    return
  end
  local points = named(panel.series, name, { style = style, points = {} }).points
  points[#points + 1] = { x, value, row[error_field[y]] }
  if published then
    points = named(panel.series, name .. ", published", { style = style, points = {}, hollow = true }).points
    points[#points + 1] = { x, published }
  end
end

-- Each name its own style, in all panels.
local function styles()
  local known, count = {}, 0
  return function(name)
    if not known[name] then
      count = count + 1
      known[name] = count
    end
    return known[name]
  end
end

local function panels_of(list, what)
  local panels, style = {}, styles()
  for _, row in ipairs(list) do
    if not what.where or what.where(row) then
      local title = panel_title(row, what.panels or {})
      local panel = named(panels, title, { series = {}, levels = {}, title = title ~= "" and title or nil })
      add_row(panel, row, what, style(row[what.series or "algorithm"]))
    end
  end
  return panels
end

local function sort_points(panels)
  for _, panel in ipairs(panels) do
    for _, series in ipairs(panel.series) do
      if type(series.points[1][1]) == "number" then
        table.sort(series.points, function(a, b) return a[1] < b[1] end)
      end
    end
  end
end

local function has_errors(panels)
  return tables.any(panels, function(panel)
    return tables.any(panel.series, function(series)
      return tables.any(series.points, function(point) return point[3] and point[3] > 0 end)
    end)
  end)
end

local function notes_of(list, panels)
  local made = list.count and ("%d of each, from seed %d. "):format(list.count, list.seed) or ""
  local bars = has_errors(panels) and "Bars: one standard error. " or ""
  local notes = { ("%s%sgts %s, %s, %s."):format(bars, made, list.version, list.compiler, list.machine) }
  if list.stopped then notes[2] = ("Not complete: %d of %d jobs."):format(list.finished, list.jobs) end
  return notes
end

--- What draws the chart of an experiment. Returns a function of the result: gives a text; or nil, and what is wrong.
function chart_of.draw(definition)
  return function(list)
    local what = definition.chart
    if not what then return nil, ("the experiment '%s' has no chart"):format(definition.name) end
    local panels = panels_of(list, what)
    if #panels == 0 then return nil, "there is nothing to draw" end
    sort_points(panels)
    return chart.lines {
      title = what.title or definition.title or definition.name, subtitle = definition.source, description = definition.about,
      x = { label = what.x_label or what.x, log = what.log_x },
      y = { label = what.y_label or what.y or "mean", log = what.log_y, least = what.y_least, most = what.y_most,
        same = what.y_same },
      panels = panels, notes = notes_of(list, panels),
    }
  end
end

return chart_of
