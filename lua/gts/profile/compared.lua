--- Two profiles side by side: which figures differ by more than chance.
--
-- Each difference is tested by the sides of the two intervals that face each other; all of them together by Holm's procedure, so
-- that the chance of naming any difference that is none is at most 5 %. Sizes are compared by their logarithms.

local columns = require "gts.show.columns"
local figures = require "gts.facts.figures"
local intervals = require "gts.profile.intervals"
local listing = require "gts.show.listing"
local page = require "gts.profile.page"
local written = require "gts.profile.written"

local compared = {}

local LEVEL, WIDTH = 0.05, 80

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

local function by_name(list)
  local names = {}
  for _, row in ipairs(list) do names[row.name] = row end
  return names
end

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

-- A difference in the unit of its figure.
local function shown_difference(row)
  local unit = figures.of(row.name).unit
  if unit == "size" then return ("x %.3g"):format(10 ^ row.difference) end
  local scale, digits = unit == "share" and 100 or 1, (unit == "share" or unit == "moves") and 1 or 2
  local function signed(x) return ("%+." .. digits .. "f"):format(scale * x) end
  if row.exact then return signed(row.difference) end
  return ("%s (%s to %s)"):format(signed(row.difference), signed(row.low), signed(row.high))
end

local function foot(list)
  local parts = { ("A = %s, B = %s"):format(list.a, list.b),
    ("differs: by more than chance, level 5 %% for all %d tests together (Holm); exact figures, and those marked untested, "
      .. "are not. Intervals of differences: 95 %% each; x: times as many."):format(list.tests) }
  if #list.missing > 0 then
    local titles = {}
    for i, name in ipairs(list.missing) do titles[i] = figures.of(name).title end
    parts[#parts + 1] = "not compared: missing in one or both: " .. table.concat(titles, "; ")
  end
  local lines = {}
  for _, part in ipairs(parts) do
    for _, line in ipairs(columns.wrap(part, WIDTH)) do lines[#lines + 1] = line end
  end
  return table.concat(lines, "\n")
end

local form = listing.form {
  name = "gts.profile.comparison",
  columns = {
    listing.column("name", function(row) return figures.of(row.name).title end),
    listing.column("a", function(row) return written.value(row.a_row) end),
    listing.column("b", function(row) return written.value(row.b_row) end),
    listing.column("difference", shown_difference), listing.column("low", false), listing.column("high", false),
    listing.column("exact", false), listing.column("chance", false), "verdict",
  },
  foot = foot, records = { "missing" }, called = "a comparison of profiles",
  draw = { html = function(list) return page.of(list.profiles, list) end },
}

--- Compares a profile with another.
-- @tparam table a
-- @tparam table b
-- @treturn {table,...} rows of name, a, b, difference (b less a; of sizes, of their decimal logarithms), low, high, chance,
-- exact, verdict ("differs", "unclear", "equal", "untested"); with the fields a and b (titles), tests and level, missing (names
-- of figures)
function compared.of(a, b)
  local first, second = by_name(a), by_name(b)
  local list = { a = written.title(a), b = written.title(b), level = LEVEL, missing = {}, profiles = { a, b } }
  for _, figure in ipairs(figures.rows) do
    local one, other = first[figure.name], second[figure.name]
    if is_whole(one) and is_whole(other) then list[#list + 1] = row_of(one, other)
    else list.missing[#list.missing + 1] = figure.name end
  end
  list.tests = judge(list)
  return form(list)
end

return compared
