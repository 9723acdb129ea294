--- Compares two sets of rules: walks both side by side, all short paths and many long ones.

local core = require "gts.core"
local game = require "gts.game"
local moves = require "gts.moves"
local random = require "gts.base.random"
local schema = require "gts.base.schema"
local search = require "gts.search"
local tables = require "gts.base.tables"

local equivalent = {}

--- The rows of its options.
equivalent.rows = {
  { name = "time", kind = schema.seconds, default = 1, help = "time limit in seconds" },
  { name = "depth", kind = schema.whole(1, 1000), help = "walks all paths of this many moves, however long that takes" },
  { name = "seed", kind = schema.whole(), default = 1, help = "seed of the random paths" },
}

local LONGEST = 10000           -- moves of a path that is walked at random

-- One side: a game with its options for searches, checked once.
local function side(of)
  local all, wrong = search.check(of, { algorithm = "alphabeta", native = false })
  return all and { of = of, all = all }, wrong
end

-- Returns the moves of a position, with the player to move and, at the end of the game, the value.
local function look(s, position)
  s.all.position = position
  local list = moves.generate(s.of, s.all)
  if #list == 0 then
    s.all.depth = 0
    local r = search.run(s.of, s.all)
    s.all.depth = nil
    if r.stopped then error(r.stopped, 0) end
    list.value = r.value
  end
  return list
end

-- Returns the moves by their names; nil if two moves have one name.
local function by_name(s, list)
  local groups, named = tables.groups(list, function(entry) return moves.name(s.of, entry.move) end)
  return #groups == #list and named or nil
end

-- What differs at two positions; or the pairs of their moves: by their names if any is known to both, else as they stand.
local function compare(sides, pa, pb)
  local a, b = look(sides[1], pa), look(sides[2], pb)
  if #a ~= #b then return nil, ("there are %d moves in the first, %d in the second"):format(#a, #b) end
  if #a == 0 then
    if a.value ~= b.value then return nil, ("the value is %s in the first, %s in the second"):format(a.value, b.value) end
    return {}
  end
  if a.player ~= b.player then return nil, ("%s moves in the first, %s in the second"):format(a.player, b.player) end
  local named_a, named_b = by_name(sides[1], a), by_name(sides[2], b)
  local function name_of(entry) return moves.name(sides[1].of, entry.move) end
  local shared = named_a and named_b and tables.any(a, function(entry) return named_b[name_of(entry)] end)
  local pairs_of = tables.map(a, function(entry, i)
    return { entry, not shared and b[i] or shared and (named_b[name_of(entry)] or {})[1] or nil }
  end)
  local alone = tables.find(pairs_of, function(two) return not two[2] end)
  if alone then return nil, ("move %s is only in the first"):format(name_of(alone[1])) end
  return pairs_of
end

local function differ(path, why) return { moves = { table.unpack(path) }, why = why } end

-- All paths of `depth` moves. Returns a difference, or nil; and whether all was seen before the deadline.
local function walk(sides, pa, pb, depth, path, deadline)
  if core.clock() > deadline then return nil, false end
  local all, wrong = compare(sides, pa, pb)
  if not all then return differ(path, wrong) end
  sides.positions = sides.positions + 1
  for _, two in ipairs(depth > 0 and all or {}) do
    path[#path + 1] = moves.name(sides[1].of, two[1].move)
    local difference, whole = walk(sides, two[1].position, two[2].position, depth - 1, path, deadline)
    if difference or not whole then return difference, whole end
    path[#path] = nil
  end
  return nil, true
end

local function wander(sides, pa, pb, draw, deadline)
  local path = {}
  while #path < LONGEST and core.clock() < deadline do
    local all, wrong = compare(sides, pa, pb)
    if not all then return differ(path, wrong) end
    sides.positions = sides.positions + 1
    if #all == 0 then return nil end
    local two = all[draw(1, #all)]
    path[#path + 1] = moves.name(sides[1].of, two[1].move)
    pa, pb = two[1].position, two[2].position
  end
end

-- All paths, ever deeper, until `depth`, the deadline or the end of the game. A difference, or nil; and whether that was the end.
local function walk_all(sides, pa, pb, depth, deadline)
  local before
  for d = 0, depth do
    sides.positions = 0
    local difference, whole = walk(sides, pa, pb, d, {}, deadline)
    if difference or not whole then return difference end
    if sides.positions == before then return nil, true end
    sides.depth, before = d, sides.positions
  end
end

-- Half of the time goes to short paths, all of them; the other half to long ones.
local function find(sides, asked)
  local began, pa, pb = core.clock(), moves.start(sides[1].of), moves.start(sides[2].of)
  if asked.depth then return walk_all(sides, pa, pb, asked.depth, math.huge) end
  local difference, ended = walk_all(sides, pa, pb, math.huge, began + asked.time / 2)
  local draw = random.stream(asked.seed)
  while not difference and not ended and core.clock() < began + asked.time do
    difference = wander(sides, pa, pb, draw, began + asked.time)
  end
  return difference
end

--- See gts.equivalent.
function equivalent.equivalent(a, b, given)
  local sides = { positions = 0 }
  for i = 1, 2 do
    local of, wrong = game.make(({ a, b })[i])
    if of then sides[i], wrong = side(of) end
    if not sides[i] then error(("gts.equivalent: the %s game: %s"):format(i == 1 and "first" or "second", wrong), 2) end
  end
  local asked, wrong = schema.options(nil, equivalent.rows, given)
  if not asked then error("gts.equivalent: " .. wrong, 2) end
  local difference = find(sides, asked)
  if difference then return false, difference end
  return true, { positions = sides.positions, depth = sides.depth }
end

return equivalent
