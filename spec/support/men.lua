--- An index for three men's morris: the men of the player to move, then those of the other one among the points that are left, as
-- combinations in the combinatorial number system.

local gts = require "gts"

local men = {}

local POINTS, TURN, ALL = 9, 1 << 18, 0x1ff

local function choose(n, k)
  local c = 1
  for i = 1, k do c = c * (n - k + i) // i end
  return c
end

local function both(p)
  if p & TURN == 0 then return p & ALL, p >> 9 & ALL end
  return p >> 9 & ALL, p & ALL
end

local function count(set)
  local n = 0
  for point = 0, POINTS - 1 do n = n + (set >> point & 1) end
  return n
end

-- The number of a set of points among those of its size that are in `within`; and back.
local function number(set, within)
  local n, k, at = 0, 0, 0
  for point = 0, POINTS - 1 do
    if within >> point & 1 == 1 then
      if set >> point & 1 == 1 then
        k = k + 1
        n = n + choose(at, k)
      end
      at = at + 1
    end
  end
  return n
end

local function set_of(n, k, within)
  local places, set = {}, 0
  for point = 0, POINTS - 1 do if within >> point & 1 == 1 then places[#places + 1] = point end end
  for at = #places - 1, 0, -1 do
    local c = choose(at, k)
    if k > 0 and n >= c then n, k, set = n - c, k - 1, set | 1 << places[at + 1] end
  end
  return set
end

local LINES = { 0x007, 0x038, 0x1c0, 0x049, 0x092, 0x124, 0x111, 0x054 }
local NEAR = { 0x01a, 0x015, 0x032, 0x051, 0x1ef, 0x114, 0x098, 0x150, 0x0b0 }

local function won(set)
  for _, line in ipairs(LINES) do if set & line == line then return true end end
  return false
end

--- Rules with tiers, by the number of men.
-- @tparam[opt] function change is given the index, and returns that of the rules, or nil for none
-- @tparam[opt] string version of the rules
function men.rules(change, version)
  local rules = {}
  for name, value in pairs(gts.game "morris") do
    if type(name) == "string" and not name:find "^index" then rules[name] = value end
  end
  rules.symmetries, rules.key, rules.images, rules.reverses = nil, nil, nil, nil
  function rules.tier(p) return count(p & ~TURN & ALL) + count(p >> 9 & ALL) end
  local index = { reversed = true }
  function index.size(tier)
    if tier > 6 then return nil end
    return choose(POINTS, tier // 2) * choose(POINTS - tier // 2, tier - tier // 2)
  end
  function index.of(p)
    local mine, theirs = both(p)
    return number(mine, ALL) * choose(POINTS - count(mine), count(theirs)) + number(theirs, ALL & ~mine)
  end
  function index.at(tier, i)
    local few, more = tier // 2, tier - tier // 2
    local each = choose(POINTS - few, more)
    local mine = set_of(i // each, few, ALL)
    local theirs = set_of(i % each, more, ALL & ~mine)
    if tier % 2 == 0 then return mine | theirs << 9 end
    return mine << 9 | theirs | TURN
  end
  function index.before(p, move)
    local mine, theirs = both(p)
    if count(p & ALL) + count(p >> 9 & ALL) < 6 or won(mine) then return nil end
    local shift = p & TURN == 0 and 9 or 0
    for m = (move or 0) + 1, 81 do
      local to, from = (m - 1) // 9 + 1, (m - 1) % 9 + 1
      if theirs >> to - 1 & 1 == 1 and NEAR[to] >> from - 1 & ~(mine | theirs) >> from - 1 & 1 == 1 then
        return m, p ~ TURN ~ (1 << to - 1 | 1 << from - 1) << shift
      end
    end
  end
  if change then index = change(index) end
  rules.index, rules.version = index, version
  return gts.game(rules)
end

return men
