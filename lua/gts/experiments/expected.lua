--- Exact expectations on uniform trees with independent leaves: the theory that searches of random trees are held against.
--
-- A leaf is examined or not by what its path has seen: A, the best of the left siblings of the path below MAX nodes, and B, the
-- best below MIN nodes. Alpha-beta examines the leaf if A < B (Fuller, Gaschnig & Gillogly 1973; Pearl 1982). Of the i-th
-- successor of a MAX node the i - 1 left siblings are all at most y with the probability F(y)^(i-1), F being the distribution of
-- their values. So the number of paths with A <= y, Phi(y), is a product over the plies of MAX of sums of powers of F; that with
-- B > y, Psi(y), is one over the plies of MIN of sums of powers of 1 - F; and the expected number of leaves is the integral of
-- Phi against -Psi.
--
-- Values are cut into cells. Where all leaves are different the bounds of the cells are quantiles of the values at all heights,
-- and a value lies in the middle of its cell. Where there are few values (Baudet 1978) each is a cell.

local expected = {}

local CELLS = 64                -- quantiles of each height

--- The root of x^b + x = 1 in (0, 1), xi: leaves won with this probability make nodes at all heights won as often (Pearl 1980).
-- @tparam integer branching b, from 2
function expected.balance(branching)
  local low, high = 0, 1
  for _ = 1, 60 do
    local p = (low + high) / 2
    if p ^ branching + p < 1 then low = p else high = p end
  end
  return low
end

-- The share of values up to a bound one height further up, from that of the successors; and back.
local function up(b, max, share) return max and share ^ b or 1 - (1 - share) ^ b end
local function down(b, max, share) return max and share ^ (1 / b) or 1 - (1 - share) ^ (1 / b) end

-- Who moves: at which heights is it MAX?
local function movers(depth, player)
  local max = {}
  for height = depth, 1, -1 do max[height] = ((depth - height) % 2 == 0) == (player ~= "min") end
  return max
end

-- The bounds of the cells, as shares of leaves: the quantiles of each height.
local function quantiles(b, max)
  local list = { 0, 1 }
  for height = 0, #max do
    for k = 1, CELLS - 1 do
      local share = k / CELLS
      for h = height, 1, -1 do share = down(b, max[h], share) end
      list[#list + 1] = share
    end
  end
  table.sort(list)
  return list
end

--- How the values of a uniform tree are distributed. `more`: `values`, how many values leaves have, all as probable (nil: all
-- leaves are different); `player`, who moves at the root, "max" (default) or "min". Returns a list by height, from 0 for the
-- leaves: in each, the share of values up to the bound of each cell.
function expected.distribution(branching, depth, more)
  more = more or {}
  local levels = { branching = branching, depth = depth, max = movers(depth, more.player), ties = more.values ~= nil }
  if more.values then
    levels[0] = {}
    for k = 0, more.values do levels[0][k + 1] = k / more.values end
  else levels[0] = quantiles(branching, levels.max) end
  for height = 1, depth do
    levels[height] = {}
    for k, share in ipairs(levels[height - 1]) do levels[height][k] = up(branching, levels.max[height], share) end
  end
  return levels
end

--- How often minimax names the winner of a binary tree where each evaluated node is mistaken for the contrary now and then, each
-- for itself (Beal 1980; Bratko & Gams 1982): from the joint distribution of what is true and what is seen. `depth` of the tree;
-- MAX moves at the root; `plies` that are looked ahead, fewer than depth; `win`: share of leaves won; `error`: a mistake's.
function expected.right(depth, plies, win, error)
  local max, lost = movers(depth), 1 - win
  for height = 1, depth - plies do lost = up(2, max[height], lost) end
  -- Both lost; lost, as it is; lost, as it seems.
  local both, is, seems = lost * (1 - error), lost, lost * (1 - error) + (1 - lost) * error
  for height = depth - plies + 1, depth do
    -- For MIN the same is true of what is not lost.
    if max[height] then both, is, seems = both ^ 2, is ^ 2, seems ^ 2
    else
      local neither = (1 - is - seems + both) ^ 2
      is, seems = up(2, false, is), up(2, false, seems)
      both = neither - 1 + is + seems
    end
  end
  return 1 - is - seems + 2 * both
end

-- 1 + x + ... + x^(b-1): one for each index of a successor.
local function powers(b, x)
  local sum = 0
  for _ = 1, b do sum = sum * x + 1 end
  return sum
end

-- The paths of one ply for which what the left siblings are worth does not pass a bound.
local function paths(levels, height, k)
  local share = levels[height - 1][k]
  return powers(levels.branching, levels.max[height] and share or 1 - share)
end

-- Phi and Psi at the bounds of the cells.
local function products(levels)
  local phi, psi = {}, {}
  for k = 1, #levels[0] do
    phi[k], psi[k] = 1, 1
    for height = 1, levels.depth do
      local list = levels.max[height] and phi or psi
      list[k] = list[k] * paths(levels, height, k)
    end
  end
  return phi, psi
end

--- Leaves that alpha-beta examines. `levels`: what expected.distribution returned.
function expected.alphabeta(levels)
  local phi, psi = products(levels)
  local sum = phi[#phi]                 -- no left sibling below a MIN node: B is infinite
  for k = 2, #phi do
    local below = levels.ties and phi[k - 1] or (phi[k - 1] + phi[k]) / 2
    sum = sum + below * (psi[k - 1] - psi[k])
  end
  return sum
end

--- Leaves that alpha-beta examines without deep cutoffs, Knuth & Moore's F1: a node is cut off by the best of its left siblings
-- alone. So the best left siblings of two plies that follow each other decide, ply by ply.
-- @tparam table levels what expected.distribution returned, of leaves that are all different
function expected.shallow(levels)
  local cells = #levels[0] - 1
  local total, within = 1, nil          -- paths so far; in each cell, those whose last ply has its best left sibling there
  for height = levels.depth, 1, -1 do
    -- MAX's best lies below MIN's of the ply before: cells are gone through from above, what has no left sibling comes first.
    local max, made, passed, sum = levels.max[height], {}, total, 0
    for k = 1, within and cells or 0 do passed = passed - within[k] end
    for i = 1, cells do
      local k = max and cells + 1 - i or i
      local here = within and within[k] or 0
      made[k] = math.abs(paths(levels, height, k + 1) - paths(levels, height, k)) * (passed + here / 2)
      passed, sum = passed + here, sum + made[k]
    end
    total, within = total + sum, made
  end
  return total
end

-- Leaves that SSS* examines with B at the bound `k`, for each ply of MIN at which B may come to that, as a factor of the paths of
-- that ply: above it all siblings below MAX nodes lie below B, further down left ones do.
local function lowered(levels, k)
  local b, before, after, list = levels.branching, 1, { [0] = 1 }, {}
  for height = 1, levels.depth do after[height] = after[height - 1] * paths(levels, height, k) end
  for height = levels.depth, 1, -1 do
    list[height] = levels.max[height] and 0 or before * after[height - 1]
    before = before * (levels.max[height] and b * levels[height - 1][k] ^ (b - 1) or paths(levels, height, k))
  end
  return list
end

--- Leaves that SSS* examines (Roizen & Pearl 1983). Right siblings count as well: a leaf is examined if B lies above all siblings
-- below MAX nodes, but for those on the right that are below the MIN node which lowered B to what it is. The dual of SSS* does in
-- a tree of MAX what SSS* does in one of MIN.
-- @tparam table levels what expected.distribution returned, of leaves that are all different
function expected.sss(levels)
  local sum = 1                         -- B is infinite
  for height = 1, levels.depth do sum = sum * (levels.max[height] and levels.branching or 1) end
  local left = lowered(levels, 1)
  for k = 2, #levels[0] do
    local right = lowered(levels, k)
    for height = 1, levels.depth do
      sum = sum + (left[height] + right[height]) / 2 * (paths(levels, height, k - 1) - paths(levels, height, k))
    end
    left = right
  end
  return sum
end

return expected
