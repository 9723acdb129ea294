--- A profile as a list of figures: its text, CSV and JSON, its page, and how it stands to another.

local columns = require "gts.show.columns"
local figures = require "gts.profile.figures"
local format = require "gts.profile.format"
local intervals = require "gts.profile.intervals"
local listing = require "gts.show.listing"
local page = require "gts.profile.page"
local tables = require "gts.base.tables"

local report = {}

-- Two profiles side by side: each difference is tested by the sides of the two intervals that face each other; all of them
-- together by Holm's procedure, so that the chance of naming any difference that is none is at most 5 %. Sizes are compared by
-- their logarithms.

local LEVEL, WIDTH, GAP = 0.05, 80, 2

local function on_scale(row)
  if figures.of(row.name).unit ~= "size" then return row end
  return { value = math.log(row.value, 10), low = math.log(row.low, 10), high = math.log(row.high, 10) }
end

local function row_of(a, b)
  local row = { name = a.name, a = a.value, b = b.value, exact = a.exact and b.exact }
  row.difference, row.low, row.high, row.chance = intervals.difference(on_scale(a), on_scale(b))
  row.a_row, row.b_row = a, b
  return row
end

local function is_whole(row) return row ~= nil and row.value ~= nil and row.low ~= nil and row.high ~= nil end

-- Names the verdict of each row. What is exact is no matter of chance, and is not tested.
local function judge(list)
  local tested, chances = {}, {}
  for _, row in ipairs(list) do
    if row.exact then row.verdict = row.difference == 0 and "equal" or "differs"
    elseif figures.of(row.name).untested then row.verdict, row.chance = "untested", nil
    else tested[#tested + 1], chances[#chances + 1] = row, row.chance end
  end
  for i, found in ipairs(intervals.holm(chances, LEVEL)) do tested[i].verdict = found and "differs" or "unclear" end
  return #tested
end

local function shown_difference(row)
  local unit = figures.of(row.name).unit
  if unit == "size" then return ("x %.3g"):format(10 ^ row.difference) end
  local scale, digits = unit == "share" and 100 or 1, (unit == "share" or unit == "moves") and 1 or 2
  local function signed(x) return ("%+." .. digits .. "f"):format(scale * x) end
  if row.exact then return signed(row.difference) end
  return ("%s (%s to %s)"):format(signed(row.difference), signed(row.low), signed(row.high))
end

local compared = listing.form {
  name = "gts.profile.comparison",
  columns = {
    listing.column("name", function(row) return figures.of(row.name).title end),
    listing.column("a", function(row) return format.value(row.a_row) end),
    listing.column("b", function(row) return format.value(row.b_row) end),
    listing.column("difference", shown_difference), listing.column("low", false), listing.column("high", false),
    listing.column("exact", false), listing.column("chance", false), "verdict",
  },
  foot = function(list)
    local parts = { ("A = %s, B = %s"):format(list.a, list.b),
      ("differs: by more than chance, level 5 %% for all %d tests together (Holm); exact figures, and those marked untested, "
        .. "are not. Intervals of differences: 95 %% each; x: times as many."):format(list.tests) }
    if #list.missing > 0 then
      local titles = tables.map(list.missing, function(name) return figures.of(name).title end)
      parts[3] = "not compared: missing in one or both: " .. table.concat(titles, "; ")
    end
    return table.concat(tables.map(parts, function(part) return table.concat(columns.wrap(part, WIDTH), "\n") end), "\n")
  end,
  records = { "missing" }, called = "a comparison of profiles",
  draw = { html = function(list) return page.of(list.profiles, list) end },
}

local function compare(a, b)
  local list = { a = format.title(a), b = format.title(b), level = LEVEL, missing = {}, profiles = { a, b } }
  for _, figure in ipairs(figures.rows) do
    local function is_meant(row) return row.name == figure.name end
    local one, other = tables.find(a, is_meant), tables.find(b, is_meant)
    if is_whole(one) and is_whole(other) then list[#list + 1] = row_of(one, other)
    else list.missing[#list.missing + 1] = figure.name end
  end
  list.tests = judge(list)
  return compared(list)
end

local function wrapped(lines, text, width, first, rest)
  for i, line in ipairs(columns.wrap(text, width - #(rest or ""))) do
    lines[#lines + 1] = (i > 1 and rest or first or "") .. line
  end
end

local NARROW = 12               -- columns that a last cell needs

-- Appends rows whose columns have these widths; what the last has too much goes on below it.
local function lay(lines, cells, widths, last)
  for _, row in ipairs(cells) do
    local parts, at = {}, 0
    for i, width in ipairs(widths) do
      local space = (" "):rep(width - (utf8.len(row[i]) or #row[i]))
      parts[i], at = i == 1 and row[i] .. space or i == 2 and space .. row[i] or row[i] .. space, at + width + GAP
    end
    for i, text in ipairs(columns.wrap(row[#row], last)) do
      lines[#lines + 1] = i == 1 and table.concat(parts, (" "):rep(GAP)) .. (" "):rep(GAP) .. text or (" "):rep(at) .. text
    end
  end
end

-- Returns how wide each column is, but the last, and what is left for that.
local function measure(groups, width)
  local widths, taken = { 0, 0, 0 }, 0
  for _, group in ipairs(groups) do
    for _, row in ipairs(group.cells) do
      for i = 1, #widths do widths[i] = math.max(widths[i], utf8.len(row[i]) or #row[i]) end
    end
  end
  for _, one in ipairs(widths) do taken = taken + one + GAP end
  return widths, width - taken
end

-- Appends the groups, each below its title, in columns that agree; on a narrow page, in their own.
local function groups_text(lines, list, width)
  local groups = format.groups(list)
  for _, group in ipairs(groups) do
    for _, row in ipairs(group.cells) do row[1] = "  " .. row[1] end
  end
  local widths, last = measure(groups, width)
  for _, group in ipairs(groups) do
    lines[#lines + 1] = ""
    lines[#lines + 1] = group.title
    if last >= NARROW then lay(lines, group.cells, widths, last)
    else
      local laid = columns.lay(group.cells, { "", "", "", "" }, width)
      table.move(laid, 1, #laid, #lines + 1, lines)
    end
  end
end

local function missing_text(lines, list, width)
  if #list.missing == 0 then return end
  lines[#lines + 1] = ""
  lines[#lines + 1] = "Missing"
  for _, one in ipairs(format.missing(list)) do wrapped(lines, ("%s: %s"):format(one.figures, one.why), width, "  ", "    ") end
end

local form = listing.form {
  name = "gts.profile",
  columns = { "name", "value", "low", "high", "exact", "how" },
  records = { "missing", "errors", "course", "lengths", "ladder" },
  shown = function(list, width)
    width = width or WIDTH
    local lines = {}
    wrapped(lines, format.heading(list), width)
    groups_text(lines, list, width)
    missing_text(lines, list, width)
    lines[#lines + 1] = ""
    wrapped(lines, format.foot(list), width)
    return table.concat(lines, "\n")
  end,
  methods = { compare = compare },
  called = "a profile", draw = { html = function(list) return page.of { list } end },
}

--- Makes a profile of its rows and fields.
-- @function of
-- @tparam table list
-- @treturn table the list; its methods: text(width), csv(), json(), compare(other), and what gts.draw asks
report.of = form

return report
