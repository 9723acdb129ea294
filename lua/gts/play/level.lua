--- How well the engine plays: levels from 1, for beginners, to `level.most`.
--
-- A level is a number of nodes, never a time: so it plays equally on every machine. The lowest levels search every move a little,
-- then choose at random among the best: the second with the chance `slip`, the third with that of its square, and so on.
-- @module gts.play.level

local analyze = require "gts.analyze"
local best = require "gts.best"
local core = require "gts.core"
local moves = require "gts.moves"
local random = require "gts.base.random"
local search = require "gts.search"

local level = {}

local levels = {
  { depth = 1, slip = 0.75 },
  { depth = 1, slip = 0.5 },
  { depth = 1, slip = 0.25 },
  { depth = 2, slip = 0.1 },
  { nodes = 200 },
  { nodes = 1000 },
  { nodes = 5000 },
  { nodes = 25000 },
  { nodes = 125000 },
  { nodes = 600000 },
}

--- The highest level.
level.most = #levels

local MOST_NODES = 50000        -- of a level that chooses at random, for all moves together
local SMALL = 1000              -- nodes
local MANY = 200                -- moves that are looked at one ply deep

-- A number in 0 .. 1.
local function chance(draw) return draw(0, (1 << 32) - 1) / (1 << 32) end

local function by_lot(of, position, row, seed)
  local list, wrong = moves.try(of, position)
  if not list then return nil, wrong end
  local nodes = math.max(10, MOST_NODES // math.max(#list, 1))
  list, wrong = analyze.try(of, {
    position = position, depth = #list < MANY and row.depth or 1, nodes = nodes, native = false,
  })
  if not list then return nil, wrong end
  local draw, at = random.stream(seed), 1
  while at < #list and chance(draw) < row.slip do at = at + 1 end
  local taken = list[at]
  return { move = taken.move, position = taken.position, value = taken.value, pv = { taken.move }, depth = list.depth,
    seconds = list.seconds, algorithm = list.algorithm }
end

--- The options with which a level searches: of gts.best.
-- @tparam integer number
-- @treturn table
function level.options(number)
  local row = levels[number]
  local native
  if row.slip or row.nodes <= SMALL then native = false end
  return { nodes = row.nodes, depth = row.depth, native = native }
end

--- The move of a level.
-- @tparam table of a checked game
-- @param position
-- @tparam integer number of the level, from 1 to level.most
-- @tparam integer seed of random choices: equal seeds give equal moves
-- @tparam[opt] function progress of the search, where there is one
-- @treturn[1] table result, as of gts.best; a level that chooses at random gives of it move, position, value, pv, depth,
-- seconds and algorithm
-- @return[2] nil
-- @treturn[2] string what is wrong
function level.best(of, position, number, seed, progress)
  local row = levels[number]
  if row.slip then return by_lot(of, position, row, seed) end
  -- Equal for all levels: what a search finds must not depend on what was searched before.
  local bytes = search.has_keys(of, position) and core.small_table_bytes or nil
  local native
  if row.nodes <= SMALL then native = false end         -- not worth a compiler
  return best.try(of, position, { nodes = row.nodes, table = bytes, progress = progress, native = native })
end

return level
