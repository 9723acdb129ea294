--- Games in which what is settled adds up along the way: graphs whose positions are met with many scores, for rules.score.
--
-- A position is two integers: which graph it is in and which node of it; and the score. Everything else is drawn from the first.
-- Nothing here calls the engine.

local lot = require("spec.support.trees").lot

local scores = {}

local NODES = 24

--- A position of the graph `seed`, from 0.
function scores.start(seed) return { seed << 8, 0 } end

-- A number from 0 to `most` that node `a` has for `what`.
local function drawn(a, what, most) return lot(a * 16 + what + 1, most) end

-- How many successors; where the move i leads, and what it gains.
local function children(a) return a & 255 >= NODES and 0 or drawn(a, 0, 5) end
local function child(a, i) return a + 1 + drawn(a, i, 3) end
local function gain(a, i) return drawn(a, 8 + i, 6) - 3 end
local function last(a) return drawn(a, 15, 8) - 4 end
local function player(a) return drawn(a, 7, 1) == 0 and "max" or "min" end

--- The remaining value at node `a`, within a number of plies (nil: to the end); and the leftmost move that has it. By definition.
function scores.oracle(a, plies, known)
  known = known or {}
  if children(a) == 0 or plies == 0 then return last(a) end
  local name = a .. " " .. tostring(plies)
  if known[name] then return known[name][1], known[name][2] end
  local best, move
  for i = 1, children(a) do
    local value = gain(a, i) + scores.oracle(child(a, i), plies and plies - 1, known)
    if not best or player(a) == "max" and value > best or player(a) == "min" and value < best then best, move = value, i end
  end
  known[name] = { best, move }
  return best, move
end

--- The least and the greatest value of any end of the game, or any estimate.
function scores.extremes(a, known)
  known = known or {}
  if not known[a] then
    local least, most = last(a), last(a)
    for i = 1, children(a) do
      local low, high = scores.extremes(child(a, i), known)
      least, most = math.min(least, low + gain(a, i)), math.max(most, high + gain(a, i))
    end
    known[a] = { least, most }
  end
  return known[a][1], known[a][2]
end

local function wins(a, score, value, winner, plies)
  if children(a) == 0 then return score + last(a) == value end
  if plies == 0 then return false end
  local chooses = player(a) == winner
  for i = 1, children(a) do
    if wins(child(a, i), score + gain(a, i), value, winner, plies - 1) == chooses then return chooses end
  end
  return not chooses
end

--- The least number of plies in which `winner` can end the game with that value. By definition.
function scores.distance(start, value, winner)
  local plies = 0
  while not wins(start[1], start[2], value, winner, plies) do plies = plies + 1 end
  return plies
end

--- Rules for all of them. `more` may set fields, or take them away: false.
function scores.rules(more)
  local rules = { name = "scores", words = 2, start = scores.start(0), range = { -200, 200 } }
  function rules.next(a, score, move)
    local i = (move or 0) + 1
    if i <= children(a) then return i, child(a, i), score + gain(a, i) end
  end
  function rules.evaluate(a, score) return score + last(a) end
  function rules.player(a) return player(a) end
  function rules.key(a) return a end
  function rules.score(_, score) return score end
  for name, value in pairs(more or {}) do rules[name] = value or nil end
  return rules
end

--- Rules for these games with mirror images: a third word says whether a position is one, and has its moves the other way
-- round. Their keys are equal. Every move leads to an image of one kind or the other.
function scores.mirrored(more)
  local rules = scores.rules(more)
  rules.words, rules.start = 3, scores.mirror(scores.start(0))
  function rules.next(a, score, image, move)
    local i = (move or 0) + 1
    if i > children(a) then return end
    local number = image == 1 and children(a) + 1 - i or i
    return i, child(a, number), score + gain(a, number), image ~ drawn(a, 16 + number, 1)
  end
  return rules
end

--- A position of scores.rules as one of scores.mirrored.
function scores.mirror(position) return { position[1], position[2], 0 } end

--- Is the game over at node `a`?
function scores.over(a) return children(a) == 0 end

--- Bounds that are never wrong, and more or less wide.
function scores.bounds(a, score)
  local value = scores.oracle(a)
  return score + value - drawn(a, 5, 4), score + value + drawn(a, 6, 4)
end

return scores
