--- An estimate of how many positions a game has, where they are too many to be counted. The first plies are counted. From there
-- on the positions of a ply are those of the ply before, times their moves (by games at random), over the number of
-- predecessors of a position, which is known of the counted plies, and grows as they go on.

local moves = require "gts.moves"

local size = {}

--- Games at random.
size.GAMES = 30

local LONGEST_GAME = 500

-- How many moves there are at each ply, in the mean of those of some games at random that come so far.
local function branching_by_ply(of, position)
  local sums, games, random = {}, {}, 1
  for _ = 1, size.GAMES do
    local here = position
    for ply = 0, LONGEST_GAME do
      local list = moves.generate(of, { position = here })
      sums[ply], games[ply] = (sums[ply] or 0) + #list, (games[ply] or 0) + 1
      if #list == 0 then break end
      random = random * 6364136223846793005 + 1442695040888963407
      here = list[(random >> 33) % #list + 1].position
    end
  end
  for ply, sum in pairs(sums) do sums[ply] = sum / games[ply] end
  return sums
end

-- The predecessors of a position at each ply, as a function: a power of the ply, by least squares of the logarithms.
local function predecessors(seen, moves_at, last)
  local n, x, y, xx, xy = 0, 0, 0, 0, 0
  for ply = math.max(2, last // 2), last do
    local before, count = (seen[ply - 1] or 0) - (seen[ply - 2] or 0), seen[ply] and seen[ply] - (seen[ply - 1] or 0) or 0
    local each = count > 0 and before * (moves_at[ply - 1] or 0) / count or 0
    if each > 0 then
      local at, log = math.log(ply / last), math.log(math.max(1, each))
      n, x, y, xx, xy = n + 1, x + at, y + log, xx + at * at, xy + at * log
    end
  end
  if n == 0 then return nil end
  local spread = n * xx - x * x
  local power = spread > 0 and math.max(0, math.min(1, (n * xy - x * y) / spread)) or 0
  local here = (y - power * x) / n
  return function(ply) return math.exp(here + power * math.log(ply / last)) end
end

--- Estimates a size. `position`: where it begins; nil: at its start; `seen`: the number of positions up to each ply that was
-- counted. Returns a power of ten; nil: unknown.
function size.estimate(of, position, seen)
  local last
  for ply in pairs(seen) do
    if math.type(ply) and seen[ply - 1] and seen[ply - 2] and ply > (last or 0) then last = ply end
  end
  if not last then return nil end
  if position == nil then position = moves.start(of) end
  local moves_at, total, count = branching_by_ply(of, position), seen[last], seen[last] - seen[last - 1]
  local each = predecessors(seen, moves_at, last)
  if not each or count <= 0 then return nil end
  for ply = last, #moves_at do
    count = math.min(count * moves_at[ply] / math.max(1, each(ply + 1)), 1e300)
    total = math.min(total + count, 1e300)
  end
  return math.floor(math.log(total, 10) + 0.5)
end

return size
