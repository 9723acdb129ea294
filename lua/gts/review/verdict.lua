--- What a move was worth, from what is known of the positions before and after it: `lower` and `upper`, proved bounds on the
-- value from MAX's side; and `history`, at each depth that a search has completed its estimate; empty if the position is
-- solved.
--
-- A mistake needs a proof: the lower bound before the move (from the mover's side) lies above the upper bound after it. What is
-- only estimated is called dubious at most. Estimates are compared at equal horizons: the value before the move at depth d with
-- that after it at depth d - 1. The loss is the least of the last three depths, and has to exceed the margin: how much both
-- values change over these depths.

local tables = require "gts.base.tables"

local verdict = {}

local DEPTHS = 3                -- horizons at which estimates are compared

--- Who wins, as far as it is proved. `known`: lower and upper; `middle`: a draw. Returns "max", "min", "draw" or nil.
function verdict.class(known, middle)
  if known.lower > middle then return "max" elseif known.upper < middle then return "min" end
  return known.lower == known.upper and "draw" or nil
end

local function outcome(value, middle) return value > middle and "won" or value < middle and "lost" or "drawn" end

-- Proved bounds from the mover's side.
local function bounds(known, player)
  if player == "max" then return known.lower, known.upper end
  return -known.upper, -known.lower
end

local function spread(list)
  local least, most = math.huge, -math.huge
  for _, value in ipairs(list) do least, most = math.min(least, value), math.max(most, value) end
  return most - least
end

-- The estimates before and after a move at the last horizons that both have; nil if these are too few.
local function at_equal_horizons(before, after)
  local depths = tables.filter(tables.keys(before.history), function(depth) return after.history[depth - 1] end)
  local last = table.move(depths, #depths - DEPTHS + 1, #depths, 1, {})
  if #depths < DEPTHS then return nil end
  return tables.map(last, function(depth) return before.history[depth] end),
    tables.map(last, function(depth) return after.history[depth - 1] end), last[DEPTHS]
end

--- Compares the estimates before and after a move of `player`, by what is known of both positions. Returns loss, margin, and
-- the depth of the last comparison; nil: there are too few estimates.
function verdict.compare(before, after, player)
  local first, second, depth = at_equal_horizons(before, after)
  if not first then return nil end
  local sign, least = player == "max" and 1 or -1, math.huge
  for i = 1, DEPTHS do least = math.min(least, sign * (first[i] - second[i])) end
  return { loss = math.max(least, 0), margin = spread(first) + spread(second), depth = depth }
end

--- Judges a move of `player` by what is proved of the positions before and after it; `middle`: the value of a draw; `forced`:
-- there was no other move. Returns "forced", "best", "slower"; of a mistake "won to drawn", "won to lost", "drawn to lost", or
-- "worse", if it changes the value and not the winner; nil: none of these is proved; the loss, at least.
function verdict.proved(before, after, player, middle, forced)
  local low, high = bounds(before, player)
  local after_low, after_high = bounds(after, player)
  local side_middle = player == "max" and middle or -middle
  if forced then return "forced", 0 end
  if low > after_high then
    local from, to = outcome(low, side_middle), outcome(after_high, side_middle)
    return from == to and "worse" or from .. " to " .. to, low - after_high
  end
  if after_low < high then return nil end
  local is_known = after_low > side_middle and before.distance and after.distance
  return is_known and after.distance + 1 > before.distance and "slower" or "best", 0
end

local mistakes = { ["won to drawn"] = true, ["won to lost"] = true, ["drawn to lost"] = true, worse = true }

--- Is this verdict a mistake, which is proved?
function verdict.is_mistake(name) return mistakes[name] == true end

return verdict
