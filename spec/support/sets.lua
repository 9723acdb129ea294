--- A game whose moves are bits, in two forms: as a set (`legal` and `play`), and as `next`. Moves are numbers up to 149, so that
-- sets have three words. Everything is drawn from the position. Nothing here calls the engine.

local lot = require("spec.support.trees").lot

local sets = {}

local DEPTH = 9

--- A position: the graph `seed` at its beginning.
function sets.start(seed) return seed << 8 end

local function drawn(a, what, most) return lot(a * 256 + what + 1, most) end

local function ply(a) return a & 255 end
local function count(a) return ply(a) >= DEPTH and 0 or drawn(a, 200, 5) end
local function move(a, i) return 30 * i - 1 - drawn(a, 200 + i, 29) end
local function child(a, m) return (a >> 8) * 151 + m << 8 | ply(a) + 1 end
local function rank(a, m) return drawn(a, m, 3) - 1 end

local function fields(name, ranked)
  local rules = { name = name, start = sets.start(2), range = { -9, 9 } }
  function rules.evaluate(a) return drawn(a, 250, 18) - 9 end
  if ranked then function rules.rank(a, m) return rank(a, m) end end
  return rules
end

--- As a set.
function sets.legal(ranked)
  local rules = fields("legal", ranked)
  function rules.legal(a)
    local low, middle, high = 0, 0, 0
    for i = 1, count(a) do
      local m = move(a, i)
      if m < 64 then low = low | 1 << m elseif m < 128 then middle = middle | 1 << m - 64 else high = high | 1 << m - 128 end
    end
    return low, middle, high
  end
  function rules.play(a, m) return child(a, m) end
  return rules
end

--- The moves of a position in their order, by definition.
function sets.moves(a, ranked)
  local list = {}
  for i = 1, count(a) do list[i] = move(a, i) end
  if ranked then
    table.sort(list, function(x, y)
      if rank(a, x) ~= rank(a, y) then return rank(a, x) > rank(a, y) end
      return x < y
    end)
  end
  return list
end

--- As `next`, in the same order.
function sets.next(ranked)
  local rules = fields("legal", ranked)
  function rules.next(a, last)
    local list, i = sets.moves(a, ranked), 1
    while last and list[i] ~= last do i = i + 1 end
    local m = list[last and i + 1 or 1]
    if m then return m, child(a, m) end
  end
  return rules
end

--- The value of a position, with a number of plies to go, by definition; MAX moves at the start.
function sets.value(a, plies)
  local list = sets.moves(a)
  if plies == 0 or #list == 0 then return drawn(a, 250, 18) - 9 end
  local best
  for _, m in ipairs(list) do
    local value = sets.value(child(a, m), plies - 1)
    if not best or (ply(a) % 2 == 0) == (value > best) then best = value end
  end
  return best
end

return sets
