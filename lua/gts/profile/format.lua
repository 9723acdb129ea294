--- Figures as people read them.

local counted = require("gts.show.result").counted
local figures = require "gts.profile.figures"
local tables = require "gts.base.tables"
local words = require "gts.base.words"

local format = {}

local LONG = 1e7                -- counts from here on are powers of ten
local MOST_NAMED = 12           -- figures that are missing for one reason

local function size(x)
  if x == math.huge then return "any" end
  if x < LONG then return words.count(math.floor(x + 0.5)) end
  local power = math.floor(math.log(x, 10))
  return ("%.2fe%d"):format(x / 10 ^ power, power)
end

local function plain(x) return x == math.floor(x) and ("%d"):format(x) or ("%.2f"):format(x) end

local formats = {
  share = function(x) return ("%.1f %%"):format(100 * x) end,
  moves = function(x) return x == math.floor(x) and ("%d"):format(x) or ("%.1f"):format(x) end,
  times = plain, count = plain, size = size,
}

--- A number in the unit of a figure.
function format.number(name, x) return formats[figures.of(name).unit](x) end

--- The value of a row; "?" where it is unknown.
function format.value(row) return row.value and format.number(row.name, row.value) or "?" end

-- A limit without its unit, which stands behind the other.
local function limit(name, x) return (format.number(name, x):gsub(" %%$", "")) end

--- The interval of a row, or that it is exact.
function format.interval(row)
  if row.exact then return "exact" end
  if not row.low then return "" end
  if not row.high then return ("%s or more"):format(format.number(row.name, row.low)) end
  return ("%s to %s"):format(limit(row.name, row.low), limit(row.name, row.high))
end

--- Returns the figures by groups that have some. Gives title and cells, a list of title, value, interval, and how it was found.
function format.groups(list)
  return tables.collect(figures.groups, function(group)
    local cells = tables.collect(list, function(row)
      local figure = figures.of(row.name)
      return figure.group == group[1] and { figure.title, format.value(row), format.interval(row), row.how }
    end)
    return #cells > 0 and { title = group[2], cells = cells }
  end)
end

--- Returns the missing figures, reason by reason. Gives figures, in words, and why.
function format.missing(list)
  return tables.map(tables.groups(list.missing, function(one) return one.why end), function(group)
    local titles = tables.map(group, function(one) return figures.of(one.name).title end)
    return { why = group.key, figures = #titles > MOST_NAMED and counted(#titles, "figure") or table.concat(titles, "; ") }
  end)
end

--- What a profile is of: the game with its options.
function format.title(list) return list.options and ("%s (%s)"):format(list.game, list.options) or list.game end

--- What was played, in a sentence.
function format.heading(list)
  local plies = list.plies > 0 and (", after %d random moves"):format(list.plies) or ""
  return ("%s: %d games of %s against itself%s (seed %d)"):format(format.title(list), list.games, list.players, plies, list.seed)
end

local reasons = { time = "the time was over", interrupted = "interrupted", progress = "progress said so" }

--- What stands below the figures: how to read them, and how the work ended.
function format.foot(list)
  local parts = { "Intervals: 95 %." }
  if list.stopped then parts[2] = ("Stopped: %s."):format(reasons[list.stopped]) end
  parts[#parts + 1] = ("%.1f s."):format(list.seconds)
  return table.concat(parts, " ")
end

return format
