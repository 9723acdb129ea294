--- What people see of a review: sentences, a table with a chart of letters, an SVG chart, a page.

local chart = require "gts.show.chart"
local clean = require "gts.show.clean"
local columns = require "gts.show.columns"
local page = require "gts.review.page"
local result = require "gts.show.result"
local session = require "gts.play.session"
local show = require "gts.show.text"
local tables = require "gts.base.tables"
local verdict = require "gts.review.verdict"

local report = {}

local WIDTH = 80
local HALF = 8                  -- letters of a chart to either side of its middle

local line, names, plies = result.line, result.names, result.plies

local kept = setmetatable({}, { __mode = "k" })         -- a review -> what was played

--- Keeps what a review is of. `what`: game; resigned, the player that has; late, the player whose time was over.
function report.keep(list, what) kept[list] = what end

--- Returns what was kept.
function report.kept(list) return kept[list] end

local results = { max = "MAX wins", min = "MIN wins", draw = "a draw" }
local hows = { cycle = ", by repetition", resigned = ", as the other resigned", time = ", on time" }

--- How the game ended, in words. `list`: a review.
function report.ending(list)
  if not list.how then return "not over" end
  return (list.winner and names[list.winner] .. " has won" or "a draw") .. (hows[list.how] or "")
end

local keeps = { ["won to drawn"] = "wins", ["won to lost"] = "wins", ["drawn to lost"] = "holds the draw" }

-- What would have been better than a mistake.
local function instead(row)
  if not row.best then return "" end
  if row.verdict == "worse" then return ("; %s is worth %s"):format(line(row.best), show.estimate(row.best_value)) end
  local soon = row.best_distance and row.verdict ~= "drawn to lost" and " in " .. plies(row.best_distance) or ""
  return ("; %s %s%s"):format(line(row.best), keeps[row.verdict] or "is better", soon)
end

local function turning(list)
  if list.turning then
    local row = list[list.turning]
    return ("move %d, %s plays %s: %s%s"):format(row.number, names[row.player], line(row.move), row.verdict, instead(row))
  end
  if not list.result then return "not known: the value of the last position is not proved" end
  if list.decided == 0 then return ("none: the first position is proved, %s"):format(results[list.result]) end
  return ("not known: %s, proved after move %d, and not before"):format(results[list.result], list.decided)
end

local function two(max, min) return ("MAX %d, MIN %d"):format(max, min) end

local function proofs(list)
  local text = ("%d of %d moves"):format(list.proved, #list)
  if list.proved == #list then return text end
  return text .. (list.stopped and "" or "; the others are estimates, and more time may prove them")
end

local function resignation(list)
  local what = kept[list]
  local player = what.resigned or what.late
  if not player or not list.result or list.result ~= player and list.result ~= "draw" then return nil end
  return ("%s %s in a position that is not lost"):format(names[player], what.late and "ran out of time" or "resigned")
end

local function damage(list) return list.wrong and list.wrong .. "; what stands before it is reviewed" end

--- What there is to say of a review as a whole: pairs of a name and a text.
function report.facts(list)
  local facts = {}
  local function add(name, text) facts[#facts + 1] = text and { name, text } or nil end
  add("damaged", damage(list))
  add("stopped", list.stopped and ("%s: %d of %d positions are not searched"):format(list.stopped, list.missing, #list + 1))
  add("turning point", turning(list))
  local last, missed = list[list.last_not_lost or 0], list[list.missed or 0]
  add("last not lost", last and ("%s before move %d"):format(names[last.player], last.number))
  add("missed win", missed and ("move %d: %s wins in %s by %s, and plays %s"):format(missed.number, names[missed.player],
    plies(missed.best_distance), line(missed.best), line(missed.move)))
  add("at the end", resignation(list))
  local mistakes = list.mistakes_max + list.mistakes_min > 0
  add("mistakes", mistakes and two(list.mistakes_max, list.mistakes_min) .. ", proved" or "none is proved")
  local dubious = list.dubious_max + list.dubious_min > 0
  add("dubious", dubious and two(list.dubious_max, list.dubious_min) .. ", by estimates")
  add("proved", proofs(list))
  return facts
end

-- What a chart shows: its middle, how far to either side (by proved values, range, or estimates), and the greatest estimate.
local function extent(list)
  local of, proved, some = kept[list].game, 0, 0
  local middle = session.even(of)
  for _, row in ipairs(list) do
    local off = row.value and math.abs(row.value - middle) or 0
    if row.lower == row.upper then proved = math.max(proved, off) else some = math.max(some, off) end
  end
  local range = of.range and of.range[2] - middle or math.huge
  local most = math.max(proved > 0 and proved or range < math.huge and range or some, some)
  return middle, most > 0 and most or 1, some
end

-- A row of the chart: the square root makes small estimates show beside proved values.
local function mark(row, middle, most)
  local cells, half = {}, HALF
  for i = -half, half do cells[i + half + 1] = i == 0 and "|" or "." end
  if row.value then
    local off = (row.value - middle) / most
    local at = math.floor((off < 0 and -1 or 1) * math.sqrt(math.min(1, math.abs(off))) * half + 0.5)
    cells[math.max(-half, math.min(half, at)) + half + 1] = row.lower == row.upper and "#" or "o"
  end
  return table.concat(cells)
end

--- What the last column says of a move.
function report.remark(row)
  if row.verdict == "dubious" then
    return ("dubious: %s gains %s at depth %d"):format(line(row.best), show.estimate(row.loss), row.horizon)
  end
  if verdict.is_mistake(row.verdict) then return row.verdict:upper() .. instead(row) end
  if row.verdict == "slower" then
    return ("slower: wins in %s; %s wins in %d"):format(plies(row.distance), line(row.best), row.best_distance)
  end
  if row.verdict then return row.verdict end
  if row.value == nil then return "not known" end
  return row.lower == row.upper and "the best move is not proved" or ""
end

local function table_of(list, width)
  local middle, most = extent(list)
  local rows = tables.map(list, function(row)
    local remark = report.remark(row)
    if remark == "" then remark = row.depth and ("at depth %d"):format(row.depth) or "" end
    return { tostring(row.number), names[row.player], line(row.move), row.value and show.estimate(row.value) or "",
      mark(row, middle, most), remark }
  end)
  return columns.lay(rows, { "", "", "move", "value", ("MIN%sMAX"):format((" "):rep(2 * HALF - 5)), "" }, width)
end

-- The boards that are worth a look: before the moves that matter.
local function notable(list)
  local found, seen = {}, {}
  for _, field in ipairs { "turning", "missed", "last_not_lost" } do
    local row = list[list[field] or 0]
    if row and not seen[row.number] then
      seen[row.number] = true
      found[#found + 1] = { title = ("Before move %d, %s to move"):format(row.number, names[row.player]),
        shown = show.drawn(kept[list].game, row.position) }
    end
  end
  return found
end

local FOOT = "Values are from MAX's side: # is proved, o an estimate. Mistakes are proved; dubious is what the estimates of "
  .. "three depths bear."

--- The text of a review, on a page of a width.
function report.text(list, width)
  width = width or WIDTH
  local lines, facts = list.wrong and columns.wrap(damage(list), width) or {}, report.facts(list)
  lines[#lines + 1] = ("%s: %s, %s"):format(list.game, result.counted(#list, "move"), report.ending(list))
  if #list == 0 then return clean.visible(table.concat(lines, "\n") .. "\nno moves to review") end
  if list.wrong then table.remove(facts, 1) end
  local laid = columns.lay(facts, { "", "" }, width)
  table.move(laid, 1, #laid, #lines + 1, lines)
  local board = notable(list)[1]
  if board then lines[#lines + 1] = ("\n%s:\n\n%s"):format(board.title, board.shown) end
  lines[#lines + 1] = ""
  local rows = table_of(list, width)
  table.move(rows, 1, #rows, #lines + 1, lines)
  lines[#lines + 1] = "\n" .. table.concat(columns.wrap(FOOT, width), "\n")
  return clean.visible(table.concat(lines, "\n"))
end

local series = {
  { name = "estimate", style = 6 }, { name = "proved", style = 1 }, { name = "mistake of MAX", style = 2 },
  { name = "mistake of MIN", style = 4 }, { name = "dubious", style = 5 },
}

local function kind_of(row)
  if row.verdict == "dubious" then return 5 end
  if verdict.is_mistake(row.verdict) then return row.player == "max" and 3 or 4 end
  return row.lower == row.upper and 2 or 1
end

-- The points of a chart: one line through all, and marks on it by what is known.
local function points_of(list)
  local sets = tables.map(series, function(one) return tables.copy(one, { points = {}, marks = true }) end)
  local course = { name = "value", style = 8, points = {}, bare = true }
  local function add(set, x, value)
    set.points[#set.points + 1] = { x, value }
    course.points[#course.points + 1] = { x, value }
  end
  local first = list[1]
  if first and first.best_value then add(sets[first.best_lower == first.best_upper and 2 or 1], 0, first.best_value) end
  for _, row in ipairs(list) do
    if row.value then add(sets[kind_of(row)], row.number, row.value) end
  end
  return { course, table.unpack(tables.filter(sets, function(set) return #set.points > 0 end)) }
end

local SMALL = 10                -- times as great as the estimates: then a linear scale would hide them

local function svg(list, subtitle)
  local middle, most, some = extent(list)
  local root = some > 0 and most > SMALL * some
  return chart.lines {
    title = "Value after each move, from MAX's side", subtitle = subtitle,
    description = ("The course of a game of %d moves. Turning point: %s."):format(#list, turning(list)),
    x = { label = "move" },
    y = { label = root and "value, scale of square roots" or "value", least = middle - most,
      most = middle + most, root = root and middle or nil },
    panels = { { series = points_of(list) } },
  }
end

--- Draws a review as "text", "svg" or "html": the `__draw` of its metatable. Returns a text, or nil and what is wrong.
function report.draw(list, format)
  if format == "text" then return report.text(list) end
  if format ~= "svg" and format ~= "html" then
    return nil, ("a review is drawn as 'text', 'svg' or 'html', not as '%s'"):format(format)
  end
  if #list == 0 then return nil, "there are no moves to draw" end
  local title = ("%s: %s"):format(list.game, report.ending(list))
  if format == "svg" then return svg(list, title) end
  return page.of {
    title = title, facts = report.facts(list), chart = svg(list), boards = notable(list),
    rows = list, remark = report.remark, foot = FOOT,
  }
end

return report
