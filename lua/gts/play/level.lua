--- How well the engine plays: levels from 1, for beginners, to `level.most`. A level is a number of nodes, never a time: so it
-- plays equally on every machine. All but the highest slip: they play a random move, but see what wins or loses at once, from
-- level 3 on also by a reply, with a chance that shrinks from level to level. Nodes separate levels in games that reward depth,
-- slips in the others. `gts levels` measures the ladder.

local analyze = require "gts.analyze"
local best = require "gts.best"
local core = require "gts.core"
local game = require "gts.game"
local learnt = require "gts.best.learnt"
local moves = require "gts.moves"
local random = require "gts.base.random"
local search = require "gts.search"
local tables = require "gts.base.tables"

local level = {}

-- In thousandths: the chance of a slip.
local levels = {
  { nodes = 30, slip = 470 },
  { nodes = 60, slip = 380 },
  { nodes = 100, slip = 303 },
  { nodes = 175, slip = 236 },
  { nodes = 310, slip = 180 },
  { nodes = 550, slip = 132 },
  { nodes = 1000, slip = 86 },
  { nodes = 2500, slip = 52 },
  { nodes = 6000, slip = 26 },
  { nodes = 13000, slip = 0 },
}

--- The highest level.
level.most = #levels

local SMALL = 1000              -- nodes that are not worth a compiler
local REPLIES = 3               -- the first level that sees replies when it slips
local PER_MOVE = 2              -- nodes, at least: each move is seen once

--- The options of gts.best with which a level searches; fewer nodes would not see each of `count` moves.
function level.options(number, count)
  local nodes = math.max(levels[number].nodes, PER_MOVE * (count or 0))
  local native
  if levels[number].nodes <= SMALL then native = false end
  return { nodes = nodes, native = native }
end

local function ends_game(found) return found.solved and found.distance == 1 end

-- Lets this move the opponent end the game at once, with less than this value for `player`?
local function is_refuted(of, entry, player, value)
  local sign = player == "max" and 1 or -1
  local replies = analyze.try(game.with_mover(of, sign == 1 and "min" or "max"),
    { position = entry.position, depth = not of.whole and 1 or nil, native = false })
  local reply = replies and replies[1]
  return reply and ends_game(reply) and sign * reply.value < sign * value
end

-- Plays a random move that does not end the game, nor lets the opponent do so if that is `seen`; or the best that ends it.
local function slip(of, position, draw, seen)
  local list, wrong = analyze.try(of, { position = position, depth = not of.whole and 1 or nil, native = false })
  if not list then return nil, wrong end
  local taken, others = list[1], tables.filter(list, function(entry) return not ends_game(entry) end)
  while #others > 0 and not ends_game(taken) do
    local other = table.remove(others, draw(1, #others))
    if not seen or not is_refuted(of, other, list.player, list[1].value) then
      taken = other
      break
    end
  end
  return { move = taken.move, position = taken.position, value = taken.value, pv = { taken.move }, line = { taken.position },
    depth = list.depth, seconds = list.seconds, algorithm = list.algorithm }
end

--- The move of a level; equal seeds give equal moves. Returns a result as of gts.best, or some of its fields; or nil, and why.
function level.best(of, position, number, seed, progress)
  of = learnt.game(of)
  local list, wrong = moves.try(of, position)
  if not list then return nil, wrong end
  local draw = random.stream(seed)
  if #list > 1 and draw(1, 1000) <= levels[number].slip then return slip(of, position, draw, number >= REPLIES) end
  local options = level.options(number, #list)
  -- Equal for all levels: what a search finds must not depend on what was searched before.
  options.table = search.has_keys(of, position) and core.small_table_bytes or nil
  options.progress = progress
  return best.try(of, position, options)
end

return level
