--- What a value says to people: who wins, and when; or who stands better, and how much. Estimates have no unit: they are
-- compared with the evaluations of positions of random games. Where rules have no evaluation, an estimate is the result that is
-- expected, and is compared with a win.

local learnt = require "gts.best.learnt"
local random = require "gts.base.random"
local result = require "gts.show.result"
local session = require "gts.play.session"

local worth = {}

local GAMES, PLIES = 4, 24      -- random games that show how large evaluations are
local LONGEST = 200             -- plies of those that show what a win is worth, at most
local OF_RESULT = 0.2           -- the part of a win that counts like an evaluation of usual size
local SLIGHT, CLEAR = 1.5, 4    -- evaluations of usual size, up to which a player stands slightly better, or better

--- Below this part of an evaluation of usual size a position is even.
worth.EVEN = 0.5

local sizes = setmetatable({}, { __mode = "k" })

--- How a game ends for `player`, by a proved value; nil where the value is neither at an end of the range nor a draw.
-- @treturn string|nil "wins", "loses" or "draws"
function worth.ending(of, value, player)
  local range = of.range
  if not range then return nil end
  if value == range[2] and range[2] > range[1] then return player == "max" and "wins" or "loses" end
  if value == range[1] and range[2] > range[1] then return player == "min" and "wins" or "loses" end
  return value == session.even(of) and "draws" or nil
end

-- Plays random games. `note`: called with each position, as a session, before its move, and at the end.
local function play(of, plies, note)
  for seed = 1, GAMES do
    local s, draw = assert(session.new(of)), random.stream(seed)
    for _ = 1, plies do
      note(s)
      if s:outcome() then break end
      s:play(s.moves[draw(1, #s.moves)])
    end
  end
end

-- How far from a draw the evaluation of the middle position is; where rules have none, a part of the largest result.
local function measure(of)
  local list, most, middle = {}, 0, session.even(of)
  play(of, PLIES, function(s)
    if not s:outcome() then list[#list + 1] = math.abs(session.value_at_end(s.of, s.position) - middle) end
  end)
  table.sort(list)
  local size = list[#list // 2 + 1]
  if size and size > 0 then return size end
  if of.range and of.range[2] < math.huge then return OF_RESULT * (of.range[2] - middle) end
  play(of, LONGEST, function(s)
    local over = s:outcome()
    if over and over.value then most = math.max(most, math.abs(over.value - middle)) end
  end)
  return OF_RESULT * most
end

--- How much better MAX stands, in evaluations of usual size; nil: not known. A number; negative: MIN stands better.
function worth.advantage(of, value)
  of = learnt.game(of)          -- by which a session values positions
  if not sizes[of] then
    local ok, size = pcall(measure, of)
    sizes[of] = ok and size == size and size < math.huge and size or 0          -- it is not known
  end
  local size = sizes[of]
  if size == 0 or value == nil then return nil end
  return (value - session.even(of)) / size
end

--- The winner of a position, as far as it is proved: "max", "min" or "draw"; nil: it is not. `known`: value, solved; or estimate,
-- with lower and upper, which no horizon has touched. Without a range, a value that is not 0 is a win.
function worth.winner(of, known)
  local middle, value, lower, upper = session.even(of), known.value, known.lower, known.upper
  if value then lower, upper = known.solved and value, known.solved and value end
  if lower and lower > middle then return "max" elseif upper and upper < middle then return "min" end
  return value and known.solved and "draw" or nil
end

--- Says what is known of a position (see worth.winner; distance): "MAX wins in 5" or "slightly better for MIN"; nil: nothing.
function worth.words(of, known)
  local winner = worth.winner(of, known)
  if winner == "draw" then return "a draw" end
  if winner then return ("%s wins%s"):format(result.names[winner], known.distance and (" in %d"):format(known.distance) or "") end
  local advantage = worth.advantage(of, known.value or known.estimate)
  if not advantage then return nil end
  local much = math.abs(advantage)
  if much < worth.EVEN then return "about even" end
  return ("%s for %s"):format(much < SLIGHT and "slightly better" or much < CLEAR and "better" or "much better",
    result.names[advantage > 0 and "max" or "min"])
end

-- How the other moves end, if all of them end worse than the best by a proof.
local function others_end(of, list)
  local first, worst = worth.winner(of, list[1]), nil
  for i = 2, #list do
    local class = worth.winner(of, list[i])
    if not class or class == first or worst and worst ~= class then return nil end
    worst = class
  end
  return worst and (worst == "draw" and "draw" or worst == list.player and "win" or "lose")
end

--- Says of analyzed moves, the best of which is the first (see gts.analyze), what the best is worth beside the others; or nil.
function worth.of_moves(of, list)
  local best, second = list[1], list[2]
  local words = best and worth.words(of, best)
  if not words then return nil end
  if not second then return words .. "; there is no other move" end
  local worse = others_end(of, list)
  if worse then return ("%s; all others %s"):format(words, worse) end
  local a, b = worth.advantage(of, best.value or best.estimate), worth.advantage(of, second.value or second.estimate)
  if best.solved or not a or not b then return words end
  local gap = math.abs(a - b)
  local beside = gap < worth.EVEN and "others are about as good" or gap < SLIGHT and "a little better than the others"
  return ("%s; %s"):format(words, beside or "clearly better than the others")
end

return worth
