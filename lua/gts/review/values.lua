--- What the positions of a game are worth: searched from the last to the first by one table. Of each is kept what
-- gts.review.verdict asks for, and `value`, proved or estimated (nil: unknown); `depth`, of an estimate; `best`, the label of
-- the best move; `distance`, plies to a proved end; `searched`.

local best = require "gts.best"
local clock = require("gts.core").clock
local game = require "gts.game"
local learnt = require "gts.best.learnt"
local result = require "gts.show.result"
local session = require "gts.play.session"
local tables = require "gts.base.tables"

local values = {}

local HUGE = math.huge

local function unknown(of)
  local range = of.range or { -HUGE, HUGE }
  return { lower = range[1], upper = range[2], history = {}, searched = false }
end

--- The label of a move that a search has found, among the moves of the position of a session; or nil.
function values.label(s, list, move)
  if move == nil then return nil end
  local entry = tables.find(list, function(one) return one.move == move end)
  return entry and entry.label or result.move(s.game, move)
end

--- Returns what a game lacks for its moves to be named; nil: nothing. `s`: a session. Gives a text or nil.
function values.lacking(s)
  local of, first = s.game, s.played[1] or s.moves[1]
  if first and session.is_nameless(first.label) then
    return ("the moves of %s have no names: it needs rules.move_name for moves that are tables"):format(of.name)
  end
end

--- Is the time of a deadline over? `limits`: options of gts.best; and `deadline`, of the clock.
function values.is_late(limits) return limits.deadline ~= nil and clock() >= limits.deadline end

--- Makes options of gts.best. `limits`: such options, and `deadline`; `more`: such. Returns nil after the deadline.
function values.within(limits, more)
  local asked = tables.copy(limits, more)
  asked.deadline = nil
  if not limits.deadline then return asked end
  local left = limits.deadline - clock()
  asked.time = math.min(asked.time or HUGE, left)
  return left > 0 and asked or nil
end

--- Searches a position of a session's game. `list`: its moves, as of gts.moves; `limits`: options of gts.best, whose `progress`
-- is only asked whether to go on; and `deadline`. Returns what is known; why it stopped, or did not begin ("time").
function values.search(s, position, list, limits)
  local known, watch = unknown(s.game), limits.progress
  local function follow(report)
    local depth = report.depth
    if depth > 0 and report.value and known.history[depth] == nil then known.history[depth] = report.value end
    return not watch or watch() ~= false
  end
  local asked = values.within(limits, { progress = follow, deepen = true })       -- values, not only a move
  if not asked then return known, "time" end
  local r, wrong = best.try(game.with_mover(learnt.game(s.game), list.player), position, asked)
  if not r then return nil, wrong end
  -- A selective search proves `lower` and `upper`; of one to a horizon they are bounds at that horizon.
  if r.solved or r.selective then known.lower, known.upper = math.max(known.lower, r.lower), math.min(known.upper, r.upper) end
  known.value, known.depth, known.distance = r.value, r.depth, r.distance
  known.searched, known.best, known.pv = true, values.label(s, list, r.move), r.pv
  return known, r.stopped
end

-- The end of a game whose rules say its value.
local function ended(value)
  return { lower = value, upper = value, value = value, history = {}, distance = 0, searched = true }
end

-- What is proved of one position bounds the other: a position is worth at least what one of its moves is. A repetition that ended
-- the game, of which the search of the position does not know, may be worth more than all that it has found.
local function back_up(before, after, player)
  if player == "max" then
    before.lower = math.max(before.lower, after.lower)
    before.upper = math.max(before.upper, before.lower)
  else
    before.upper = math.min(before.upper, after.upper)
    before.lower = math.min(before.lower, before.upper)
  end
end

local function hand_down(before, after, player)
  if player == "max" then after.upper = math.min(after.upper, before.upper)
  else after.lower = math.max(after.lower, before.lower) end
end

-- The wins that a game has shown are as quick as any that a search has found.
local function back_up_distance(before, after, player, middle)
  local equal = before.lower == before.upper and before.lower == after.lower and after.lower == after.upper
  if not equal or not after.distance then return end
  local winner = before.lower > middle and "max" or before.lower < middle and "min" or nil
  if not winner then return end
  local plies = after.distance + 1
  if winner == player then before.distance = math.min(before.distance or HUGE, plies)
  elseif before.distance then before.distance = math.max(before.distance, plies) end
end

-- The positions of a session: those before its moves, and the last.
local function positions_of(s)
  local list = tables.map(s.played, function(entry)
    return { position = entry.before, moves = entry.moves, player = entry.player }
  end)
  list[#list + 1] = { position = s.position, moves = s.moves, player = s.player }
  return list
end

-- Searches from the last position to the first. Returns why it stopped before that, or nil and what is wrong.
local function search_all(s, list, found, limits, tell)
  for i = #list, 1, -1 do
    local over = i == #list and s:outcome()
    local stopped
    limits.progress = tell and function() return tell(#list - i, #list) end
    if over and over.value then found[i] = ended(over.value)
    else
      found[i], stopped = values.search(s, list[i].position, list[i].moves, limits)
      if not found[i] then return nil, stopped end
    end
    if stopped == "interrupted" or stopped == "progress" then return stopped end
    if i > 1 and values.is_late(limits) then return "time" end
    if tell and i > 1 and tell(#list - i + 1, #list) == false then return "progress" end
  end
  return false
end

--- Finds the values of all positions of a session. `limits`: options of gts.best; `memory`: bytes of the table; `deadline`;
-- `tell`: called with the numbers of positions that are done and of all; false stops. Returns a list: at i the position before
-- move i, the last one behind; why it stopped early: "interrupted", "progress", "time".
function values.of(s, limits, tell)
  local list, found, asked = positions_of(s), {}, tables.copy(limits)
  asked.table, asked.memory = s:new_table(limits.memory), nil
  local stopped, wrong = search_all(s, list, found, asked, tell)
  if stopped == nil then return nil, wrong end
  local middle = session.even(s.game)
  for i = #list, 1, -1 do
    found[i] = found[i] or unknown(s.game)
    if i < #list then back_up(found[i], found[i + 1], list[i].player) end
  end
  for i = 1, #list do
    if i > 1 then hand_down(found[i - 1], found[i], list[i - 1].player) end
    local known = found[i]      -- where all is proved there is nothing to estimate; an estimate lies within what is proved
    if known.lower == known.upper then known.value, known.depth, known.history = known.lower, nil, {}
    elseif known.value then known.value = math.max(known.lower, math.min(known.upper, known.value)) end
  end
  for i = #list - 1, 1, -1 do back_up_distance(found[i], found[i + 1], list[i].player, middle) end
  return found, stopped or nil
end

return values
