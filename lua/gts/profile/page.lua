--- A profile, or two side by side, as a page in one file: figures with their intervals, charts, and what each figure means.

local chart = require "gts.show.chart"
local figures = require "gts.profile.figures"
local format = require "gts.profile.format"
local svg = require "gts.show.svg"
local tables = require "gts.base.tables"

local page = {}

local MOST_BINS = 25            -- of lengths
local FEW = 30                  -- points that may have error bars

-- How many games have how many moves, in rows of `moves`, the middle of a bin, and `share`; the bins are alike in all profiles.
local function bins_of(profiles)
  local shortest, longest, all = math.huge, 0, {}
  for _, profile in ipairs(profiles) do
    for _, row in ipairs(profile.lengths) do shortest, longest = math.min(shortest, row.moves), math.max(longest, row.moves) end
  end
  if shortest > longest then return all end     -- no game was finished
  local width = math.ceil((longest - shortest + 1) / MOST_BINS)
  for i, profile in ipairs(profiles) do
    local bins = {}
    for k = 1, (longest - shortest) // width + 1 do
      bins[k] = { moves = shortest + (k - 1) * width + (width - 1) / 2, share = 0 }
    end
    for _, row in ipairs(profile.lengths) do
      local bin = bins[(row.moves - shortest) // width + 1]
      bin.share = bin.share + row.games / profile.games
    end
    all[i] = { bins = bins }
  end
  return all
end

-- A line for each profile, of the rows of one of its fields.
local function series_of(profiles, field, x, point)
  local list, bins = {}, field == "bins" and bins_of(profiles)
  for style, profile in ipairs(profiles) do
    local points, rows = {}, bins and (profile.games > 0 and bins[style].bins or {}) or profile[field]
    for i, row in ipairs(rows) do
      local made = point(row, #rows <= FEW)
      made[1] = type(x) == "function" and x(row, i) or row[x]
      points[i] = made
    end
    local name = #profiles > 1 and ("%s: %s"):format(("AB"):sub(style, style), format.title(profile)) or format.title(profile)
    if #points > 0 then list[#list + 1] = { name = name, style = style, points = points } end
  end
  return list
end

local function lines(profiles, what)
  local series = series_of(profiles, what.field, what.x, what.point)
  if #series == 0 then return nil end
  local panel = { series = series, levels = what.levels }
  return chart.lines { title = what.title, subtitle = what.subtitle, description = what.subtitle, x = { label = what.across },
    y = { label = what.up, least = 0, most = what.most }, panels = { panel } }
end

local function share_of(field)
  return function(row) return { nil, 100 * row[field] } end
end

local function charts_of(group, profiles)
  local list = {}
  local function add(what) list[#list + 1] = lines(profiles, what) end
  if group == "length" then
    add { title = "Games that go on", subtitle = "share of games with at least this many moves", field = "course", x = "ply",
      across = "moves", up = "% of games", most = 100, point = share_of "reached" }
    add { title = "Lengths", subtitle = "share of games by their number of moves", field = "bins", x = "moves", across = "moves",
      up = "% of games", point = share_of "share" }
  elseif group == "choice" then
    add { title = "Legal moves over the game", subtitle = "mean of the positions at a move, with 95 % intervals where they fit",
      field = "course", x = "ply", across = "move", up = "legal moves",
      point = function(row, few) return { nil, row.moves, low = few and row.low, high = few and row.high } end }
    add { title = "Forced moves over the game", subtitle = "share of positions with one legal move", field = "course", x = "ply",
      across = "move", up = "% of positions", most = 100, point = share_of "forced" }
  elseif group == "drama" then
    add { title = "Positions with a leader", subtitle = "share of positions in which one side leads", field = "course", x = "ply",
      across = "move", up = "% of positions", most = 100, point = share_of "led" }
  elseif group == "skill" then
    add { title = "The ladder of levels", subtitle = "points of a level against the one below (level 1: random), with 95 % "
      .. "intervals", field = "ladder", x = function(_, i) return i end, across = "level", up = "% of the points",
      most = 100, levels = { { name = "even", style = 8, y = 50 } },
      point = function(row) return { nil, 100 * row.score, low = 100 * row.low, high = 100 * row.high } end }
  end
  return list
end

local escape, element = svg.escape, svg.element

local STYLE = [[
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.2rem clamp(.8rem, 3vw, 2rem) 3rem; max-width: 76rem; color: #20242a; background: #fff;
  font: 16px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; }
h1 { font-size: 1.5rem; margin: 0; }
h2 { font-size: 1.15rem; margin: 2.2rem 0 .4rem; border-bottom: 2px solid #1f6d73; padding-bottom: .2rem; }
p { margin: .3rem 0; max-width: 60rem; }
.soft { color: #5c6470; }
.key { display: inline-block; width: .8em; height: .8em; border-radius: 50%; margin-right: .4em; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .3rem .9rem .3rem 0; border-bottom: 1px solid #e4e1da; font-weight: 400; }
thead th { font-size: .85rem; color: #5c6470; }
th:first-child { width: 17rem; }
.value { width: 7rem; }
.interval { width: 11rem; }
.picture { width: 9.5rem; }
td.value, th.value { text-align: right; }
td.value { font-variant-numeric: tabular-nums; font-weight: 600; white-space: nowrap; }
td.interval { font-variant-numeric: tabular-nums; white-space: nowrap; }
td.how { color: #5c6470; font-size: .9rem; }
td svg { display: block; }
.differs { font-weight: 600; color: #a3261b; }
.charts { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 27rem), 1fr)); margin-top: .8rem; }
.charts div { overflow-x: auto; max-width: 42rem; border: 1px solid #e4e1da; border-radius: .4rem; }
.charts svg { display: block; width: 100%; height: auto; min-width: 30rem; }
details { margin: .6rem 0; }
summary { cursor: pointer; color: #1f6d73; }
dt { font-weight: 600; margin-top: .5rem; }
dd { margin: 0; max-width: 60rem; }
@media (max-width: 40rem) {
  thead { display: none; }
  tr { display: flex; flex-wrap: wrap; gap: .1rem .8rem; padding: .4rem 0; border-bottom: 1px solid #e4e1da; }
  td, th { border: 0; padding: 0; }
  th { flex: 1 0 100%; }
  td.how { flex: 1 0 100%; }
}
]]

local function tag(name, class, content) return element(name, { class = class }, content) end

local WIDTH, HEIGHT = 130, 18   -- of the picture of a share

-- A share on a line from 0 to 100 %, with its interval, for each profile.
local function picture(rows)
  local parts, height = {}, HEIGHT * #rows
  for _, x in ipairs { 0, 0.5, 1 } do
    local at = 5 + x * (WIDTH - 10)
    parts[#parts + 1] = element("line", { x1 = at, x2 = at, y1 = 0, y2 = height, stroke = "#d9d5cc" })
  end
  for i, row in ipairs(rows) do
    local y, colour = (i - 0.5) * HEIGHT, svg.colours[i]
    local function place(x) return 5 + math.max(0, math.min(1, x)) * (WIDTH - 10) end
    parts[#parts + 1] = element("line", { x1 = place(row.low), x2 = place(row.high), y1 = y, y2 = y, stroke = colour,
      ["stroke-width"] = 3 })
    parts[#parts + 1] = i == 1 and element("circle", { cx = place(row.value), cy = y, r = 4.5, fill = colour })
      or element("rect", { x = place(row.value) - 4, y = y - 4, width = 8, height = 8, fill = colour })
  end
  return element("svg", { width = WIDTH, height = height, viewBox = ("0 0 %d %d"):format(WIDTH, height),
    ["aria-hidden"] = "true" }, table.concat(parts))
end

local function picture_of(figure, rows)
  if figure.unit ~= "share" then return "" end
  return tables.any(rows, function(row) return not (row.value and row.low and row.high) end) and "" or picture(rows)
end

-- A dot in the colour of a profile.
local function key_of(i)
  return element("span", { class = "key", style = "background: " .. svg.colours[i], ["aria-hidden"] = "true" }, "")
end

-- The cells of a figure in one profile; empty ones where it is missing.
local function cells(row, key)
  return tag("td", "value", key .. escape(row and format.value(row) or "")) .. tag("td", "interval", escape(row and
    format.interval(row) or "missing"))
end

local function find(list, name) return tables.find(list, function(row) return row.name == name end) end

local function figure_row(figure, profiles, comparison)
  local rows, parts = {}, {}
  for i, profile in ipairs(profiles) do
    local row = find(profile, figure.name)
    rows[#rows + 1] = row
    parts[i] = cells(row, #profiles > 1 and row and key_of(i) or "")
  end
  if #rows == 0 then return nil end
  local last
  if comparison then
    local row = find(comparison, figure.name)
    last = row and tag("td", row.verdict == "differs" and "differs" or "how", escape(row.verdict)) or tag("td", "how", "")
  else last = tag("td", "how", escape(rows[1].how)) end
  return element("tr", {}, element("th", { scope = "row" }, escape(figure.title)) .. table.concat(parts)
    .. element("td", {}, #rows == #profiles and picture_of(figure, rows) or "") .. last)
end

local function head_row(profiles, comparison)
  local parts = { "<th>figure</th>" }
  for i in ipairs(profiles) do
    local name = #profiles > 1 and ("AB"):sub(i, i) or "value"
    parts[#parts + 1] = ('<th class="value">%s</th><th class="interval">95 %% interval</th>'):format(name)
  end
  parts[#parts + 1] = '<th class="picture">0 to 100 %</th>'
  parts[#parts + 1] = comparison and "<th>difference</th>" or "<th>how</th>"
  return element("thead", {}, element("tr", {}, table.concat(parts)))
end

local function item(term, text) return element("dt", {}, escape(term)) .. element("dd", {}, escape(text)) end

local function group_section(group, profiles, comparison)
  local own = tables.filter(figures.rows, function(figure) return figure.group == group[1] end)
  local rows = tables.collect(own, function(figure) return figure_row(figure, profiles, comparison) end)
  local texts = tables.map(own, function(figure)
    local source = figure.source and (" [%s]"):format(figure.source) or ""
    return item(figure.title, (figure.text .. "."):gsub("`", "") .. source)
  end)
  if #rows == 0 then return "" end
  local drawn = tables.map(charts_of(group[1], profiles), function(one) return element("div", {}, one) end)
  return table.concat({
    element("h2", {}, escape(group[2])),
    tag("div", "wide", element("table", {}, head_row(profiles, comparison)
      .. element("tbody", {}, table.concat(rows, "\n")))),
    #drawn > 0 and tag("div", "charts", table.concat(drawn, "\n")) or "",
    element("details", {}, element("summary", {}, "What these figures mean") .. element("dl", {}, table.concat(texts))),
  }, "\n")
end

local function missing_section(profiles)
  local parts = {}
  for i, profile in ipairs(profiles) do
    for _, one in ipairs(profile.missing) do
      local name = #profiles > 1 and ("AB"):sub(i, i) .. ", " or ""
      parts[#parts + 1] = item(name .. figures.of(one.name).title, one.why)
    end
  end
  return #parts > 0 and "<h2>Missing</h2>\n" .. element("dl", {}, table.concat(parts)) or ""
end

local function sources_section()
  local parts = tables.map(figures.sources, function(source) return item(source[1], source[2]) end)
  return "<h2>Sources</h2>\n" .. element("dl", {}, table.concat(parts))
end

local function heading(profiles, comparison)
  local parts = {}
  for i, profile in ipairs(profiles) do
    local name = #profiles > 1 and ("AB"):sub(i, i) .. ". " or ""
    parts[#parts + 1] = element("p", {}, (#profiles > 1 and key_of(i) or "") .. escape(name .. format.heading(profile) .. ". "
      .. format.foot(profile)))
  end
  if comparison then
    parts[#parts + 1] = tag("p", "soft", escape(("differs: by more than chance, at a level of 5 %% for all %d tests together "
      .. "(Holm 1979); exact figures, and those marked untested, are not."):format(comparison.tests)))
  end
  return table.concat(parts, "\n")
end

--- Makes the page. `profiles`: one, or two; `comparison` of two: profile:compare. Returns HTML.
function page.of(profiles, comparison)
  local titles = tables.map(profiles, format.title)
  local title = table.concat(titles, " and ")
  local sections = tables.map(figures.groups, function(group) return group_section(group, profiles, comparison) end)
  return table.concat({
    '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    "<title>" .. escape("Profile of " .. title) .. "</title>\n<style>\n" .. STYLE .. "</style>\n</head>\n<body>",
    element("h1", {}, escape(title)), heading(profiles, comparison),
    table.concat(sections, "\n"), missing_section(profiles), sources_section(), "</body>\n</html>\n",
  }, "\n")
end

return page
