--- The figures of games that were played: means, shares and quantiles of what gts.profile.games has noted.
--
-- Each function gets the list of games and returns a row (value, low, high), or nil and why there is none.

local intervals = require "gts.profile.intervals"
local tables = require "gts.base.tables"

local aggregate = {}

local SURE = require("gts.play.statistics").SURE
local RARE = 0.05               -- of games: what is used in fewer is hardly used

local function row(value, low, high)
  if value == nil then return nil end
  return { value = value, low = low and math.max(0, low), high = high }      -- no figure is below 0
end

-- A field of all games, in a list; a function may stand for its name, and leave a game out by nil.
local function sample(list, field)
  return tables.collect(list, type(field) == "function" and field or function(one) return one[field] end)
end

-- The share of games, of those that a test lets pass, for which another holds.
local function share(list, of, test, none)
  local games = tables.filter(list, of)
  if #games == 0 then return nil, none end
  local value = tables.count(games, test) / #games
  return row(value, intervals.points(value, #games))
end

--- The mean of the points of the player that moves first, and the share of games with half a point.
function aggregate.points(list)
  local function halves(one) return one.points == 0.5 end
  return tables.sum(list, function(one) return one.points end) / #list, tables.count(list, halves) / #list
end

local function any() return true end
local function mean(values, none)
  if #values == 0 then return nil, none end
  return row(intervals.mean(values))
end

function aggregate.first(list)
  local points, halves = aggregate.points(list)
  return row(points, intervals.points(points, #list, halves))
end

function aggregate.draws(list) return share(list, any, function(one) return one.winner == 0 and not one.cut end) end
function aggregate.endless(list) return share(list, any, function(one) return one.cut end) end
function aggregate.length(list) return mean(sample(list, "length")) end

local function quantile(part)
  return function(list)
    local value, low, high = intervals.quantile(sample(list, "length"), part)
    return row(value, low or 0, high)
  end
end

aggregate.short, aggregate.median, aggregate.long = quantile(0.1), quantile(0.5), quantile(0.9)

local NO_MOVES = "no move was made"

function aggregate.branching(list)
  local value, low, high = intervals.ratio(sample(list, function(one) return tables.sum(one.moves) end), sample(list, "length"))
  return row(value, low, high), NO_MOVES
end

function aggregate.forced(list)
  local parts = sample(list, function(one) return tables.count(one.moves, function(count) return count == 1 end) end)
  return row(intervals.share(parts, sample(list, "length"))), NO_MOVES
end

-- What is hardly used, of cells or names: fields of a game with those that were, and those that were not but might have been.
local function hardly_used(list, used, unused, none)
  local counts, all = {}, 0
  for _, one in ipairs(list) do
    for _, name in ipairs(one[used] or {}) do counts[name] = (counts[name] or 0) + 1 end
    for _, name in ipairs(one[unused] or {}) do counts[name] = counts[name] or 0 end
  end
  local rare, surely, maybe = 0, 0, 0
  for _, count in pairs(counts) do
    local low, high = intervals.points(count / #list, #list)
    all = all + 1
    rare = rare + (count / #list < RARE and 1 or 0)
    surely, maybe = surely + (high < RARE and 1 or 0), maybe + (low < RARE and 1 or 0)
  end
  if all == 0 then return nil, none end
  return row(rare / all, surely / all, maybe / all)
end

function aggregate.unused_cells(list)
  local wrong = tables.find(list, function(one) return one.board_wrong end)
  if wrong then return nil, wrong.board_wrong end
  return hardly_used(list, "cells", "cells_unused", "the rules have no board on which moves are clicked")
end

function aggregate.unused_moves(list)
  if tables.any(list, function(one) return one.names == nil end) then return nil, "there are more than 300 names of moves" end
  return hardly_used(list, "names", "names_unused", NO_MOVES)
end

-- The effective number of openings: the inverse of the chance that two games have one. The chance is a U-statistic: the interval
-- is that of a share with its variance, by the jackknife, and what that lacks where no opening is more frequent than others.
function aggregate.variety(list)
  local counts, n, common, squares = {}, #list, 0, 0
  for _, one in ipairs(list) do counts[one.opening] = (counts[one.opening] or 0) + 1 end
  for _, count in pairs(counts) do common = common + count * (count - 1) end
  if n < 3 or common == 0 then return nil, "no two games have an opening in common: play more games" end
  local chance = common / (n * (n - 1))
  for _, count in pairs(counts) do
    local without = (common - 2 * (count - 1)) / ((n - 1) * (n - 2))            -- without a game of this opening
    squares = squares + count * (without - chance) ^ 2
  end
  local spread = chance * (1 - chance)
  local variance = ((n - 1) / n * squares + 2 * spread / (n * (n - 1))) * (intervals.student(n - 1) / SURE) ^ 2
  local low, high = intervals.points(chance, spread > 0 and spread / variance or n)
  return row(1 / chance, 1 / high, 1 / low)
end

-- Drama.

local SILENT = "the player's searches name no side: rules.evaluate is the same for both until the game ends"

-- The lead of a game after each move, where there is any to speak of.
local function led(list)
  if not tables.any(list, function(one) return one.searched end) then return nil, "the players do not search" end
  local leads = tables.any(list, function(one) return tables.any(one.leads, function(lead) return lead ~= 0 end) end)
  if not leads then return nil, SILENT end
  return true
end

-- What a function finds of games in which some side leads.
local function where_led(find)
  return function(list)
    local good, wrong = led(list)
    if not good then return nil, wrong end
    return find(list)
  end
end

local function changes(one)
  local count, leader = 0, 0
  for _, lead in ipairs(one.leads) do
    if lead ~= 0 and leader ~= 0 and lead ~= leader then count = count + 1 end
    leader = lead ~= 0 and lead or leader
  end
  return count
end

aggregate.lead_changes = where_led(function(list) return mean(sample(list, changes)) end)

local function is_won(one) return one.winner ~= 0 end
local function was_behind(one) return tables.any(one.leads, function(lead) return lead == -one.winner end) end

local NO_WIN = "no game was won"

aggregate.comebacks = where_led(function(list) return share(list, is_won, was_behind, NO_WIN) end)

local function favourite(one) return one.leads[one.length // 2] or 0 end

aggregate.upsets = where_led(function(list)
  return share(list, function(one) return favourite(one) ~= 0 end, function(one) return one.winner ~= favourite(one) end,
    "no game had a leader after half of its moves")
end)

local function decided_at(one)
  if one.winner == 0 or one.length == 0 then return nil end
  local at = one.length
  while at > 0 and one.leads[at] == one.winner do at = at - 1 end
  return at / one.length
end

aggregate.decided = where_led(function(list) return mean(sample(list, decided_at), NO_WIN) end)

-- Courses.

local MOST_POINTS = 60          -- of a course

--- Returns the course of the games: rows of a ply (or of the middle of several), with the share of games that reach it, the mean
-- of legal moves with its interval, the share of positions with one, and the share with a leader. `list` of games. Gives
-- rows of ply, reached, moves, low, high, forced, led.
function aggregate.course(list)
  local longest = tables.most(list, function(one) return one.length end)
  local step, course = math.max(1, math.ceil(longest / MOST_POINTS)), {}
  for first = 1, longest, step do
    local sums, counts, forced, leaders, reached = {}, {}, 0, 0, 0
    for _, one in ipairs(list) do
      local last = math.min(first + step - 1, one.length)
      if last >= first then
        local sum = 0
        for ply = first, last do
          sum = sum + one.moves[ply]
          forced, leaders = forced + (one.moves[ply] == 1 and 1 or 0), leaders + (one.leads[ply] ~= 0 and 1 or 0)
        end
        sums[#sums + 1], counts[#counts + 1], reached = sum, last - first + 1, reached + 1
      end
    end
    local value, low, high = intervals.ratio(sums, counts)
    local positions = tables.sum(counts)
    course[#course + 1] = { ply = first + (step - 1) / 2, reached = reached / #list, moves = value, low = low, high = high,
      forced = forced / positions, led = leaders / positions }
  end
  return course
end

--- Returns how many games have each length. `list` of games. Gives rows of moves and games, by moves.
function aggregate.lengths(list)
  local counts, rows = {}, {}
  for _, one in ipairs(list) do counts[one.length] = (counts[one.length] or 0) + 1 end
  for moves, games in pairs(counts) do rows[#rows + 1] = { moves = moves, games = games } end
  table.sort(rows, function(a, b) return a.moves < b.moves end)
  return rows
end

return aggregate
