--- The task "review" of the page: what each move of the game in Play was worth. See gts.review.

local course = require "gts.page.course"
local position = require "gts.page.position"
local report = require "gts.review.report"
local review = require "gts.review.review"
local subject = require "gts.page.subject"
local tables = require "gts.base.tables"
local verdict = require "gts.review.verdict"

local reviewing = {}

local MOST = 60                 -- seconds for a move

--- Reads { kind = "review", time = seconds for each move, nodes, depth }.
function reviewing.read(page_state, message)
  local given, s = subject.options(message, { "time", "nodes", "depth" }), page_state.game_session.session
  if #s.played == 0 then return nil, "no move has been played: play a game in Play, or open one" end
  if type(given.time) == "number" and given.time > MOST then
    return nil, ("a review takes at most %d seconds for a move"):format(MOST)
  end
  return { session = s:past(#s.played), given = given }
end

-- What is known of a position, for the chart.
local function point(of, at, value, proved, distance)
  local known = course.standing(of, { value = value, solved = proved, distance = distance }, "max")
  if not known then return nil end
  known.at = at
  return known
end

local function course_of(s, list)
  local made, first = course.new():data(s.game, 0), list[1]
  made.points[1] = point(s.game, 0, first.best_value, first.best_lower == first.best_upper, first.best_distance)
  for i, row in ipairs(list) do
    -- The distance of a row is that before the move.
    local one = point(s.game, i, row.value, row.lower == row.upper, row.distance and row.distance - 1)
    local is_bad = verdict.is_mistake(row.verdict) or row.verdict == "dubious"
    if one then one.mark, made.points[#made.points + 1] = is_bad and row.player or nil, one end
  end
  return made
end

local function row_of(list, row)
  local known = row.value ~= nil and (row.lower == row.upper and "proved" or row.depth and ("depth %d"):format(row.depth)) or nil
  return {
    player = row.player, move = row.move, known = known, best = row.best ~= row.move and row.best or nil,
    loss = (row.loss or 0) > 0 and row.loss or nil, remark = report.remark(row),
    class = verdict.is_mistake(row.verdict) and "mistake" or row.verdict == "dubious" and "dubious" or nil,
    turning = row.number == list.turning or nil,
  }
end

-- The positions of a session, from the first to the last.
local function positions_of(s)
  local list = {}
  for i = 0, #s.played do
    local before, last = s.played[i + 1], s.played[i]
    local made = position.of(s.game, before and before.before or s.position, {}, last)
    made.player = before and before.player or s.player
    if made.board then made.text = nil end
    list[i + 1] = made
  end
  return list
end

--- Reviews: returns the review as data. `watch` gets the number of positions that are done.
function reviewing.run(asked, watch)
  asked.given.progress = function(done, total) return watch { done = done, total = total } end
  local list, wrong = review.try(nil, asked.session, asked.given)
  if not list then return nil, wrong end
  local s, rows = asked.session, tables.map(list, function(row) return row_of(list, row) end)
  return { title = ("%s: %s"):format(list.game, report.ending(list)), facts = report.facts(list), course = course_of(s, list),
    rows = rows, positions = positions_of(s), turning = list.turning, stopped = list.stopped }
end

return reviewing
