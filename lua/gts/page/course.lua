--- The course of the value over a game: what is known of the position after each of its moves, from MAX's side.

local session = require "gts.play.session"
local tables = require "gts.base.tables"
local worth = require "gts.play.worth"

local course = {}

-- Where a value comes from; a higher one replaces a lower one.
course.ENGINE, course.ANALYSIS, course.PROOF = 1, 2, 3

local Course = {}
Course.__index = Course

--- Makes a course in which nothing is known.
function course.new() return setmetatable({}, Course) end

--- What is known of a value (value, or estimate; solved; distance), for people: value, from MAX's side; proved; ends, "wins",
-- "loses" or "draws" for this player; plies, in how many; else `words` (see gts.play.worth).
function course.standing(of, known, player)
  if known.value == nil then return known.estimate and { value = known.estimate, words = worth.words(of, known) } end
  local made = { value = known.value, proved = known.solved or nil }
  if known.solved or known.distance then made.ends = worth.ending(of, known.value, player) end
  if not made.proved and not made.ends then made.words = worth.words(of, known) end
  if made.ends ~= "draws" then made.plies = made.ends and known.distance end
  return made
end

-- Is a move better than another for a player? Wins are the better the sooner, losses the later.
local function is_better(of, a, b, sign)
  if a.value ~= b.value then return sign * a.value > sign * b.value end
  if not a.distance or not b.distance then return false end
  local middle = session.even(of)
  return a.value ~= middle and (a.distance < b.distance) == (sign * a.value > sign * middle)
end

--- Returns what the values of all moves (value, solved, distance) say of their position, for the player to move; nil: not known.
function course.best(of, list, player)
  if not list[1] or tables.any(list, function(entry) return entry.value == nil end) then return nil end
  local sign, all = player == "max" and 1 or -1, not tables.any(list, function(entry) return not entry.solved end)
  local best = tables.best(list, function(a, b) return is_better(of, a, b, sign) end)
  local wins = best.solved and of.range and best.value == of.range[sign == 1 and 2 or 1]
  return { value = best.value, solved = all or wins or false, distance = best.distance }
end

--- Notes what is known (value, or estimate; solved; distance) of the position after `count` moves. `source` is course.ENGINE or
-- ANALYSIS. Returns whether it is news.
function Course:learn(of, count, known, source)
  local old, made = self[count], course.standing(of, known, "max") or {}
  source = made.proved and course.PROOF or source
  if old and (old.source > source or old.source == source and old.value == made.value and old.plies == made.plies) then
    return false
  end
  made.source = source
  self[count] = made
  return true
end

--- Forgets what is known of positions after more moves than these.
function Course:cut(count)
  for i in pairs(self) do
    if i > count then self[i] = nil end
  end
end

--- Returns the last position of which neither an analysis nor a proof is known; nil: there is none.
-- @tparam integer count of moves that were played
function Course:gap(count)
  for i = count, 0, -1 do
    if not self[i] or self[i].source == course.ENGINE then return i end
  end
end

--- Returns the course as data. `count` moves were played.
-- @treturn table middle, the value of a draw; most, how far from it values can be (nil: any); points, a list of `at`, a number of
-- moves, with value, proved, ends and plies
function Course:data(of, count)
  local middle, points = session.even(of), {}
  for i = 0, count do
    local one = self[i]
    if one and one.value then
      points[#points + 1] = { at = i, value = one.value, proved = one.proved, ends = one.ends, plies = one.plies }
    end
  end
  local range = of.range
  local most = range and math.max(range[2] - middle, middle - range[1])
  return { middle = middle, most = most and most < math.huge and most or nil, points = points }
end

return course
