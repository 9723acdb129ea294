--- Flat playouts: games by chance, each move as likely, counted by their lengths and results.

local core = require "gts.core"
local map = require "gts.map"
local refusal = require "gts.base.refusal"
local schema = require "gts.base.schema"
local search = require "gts.search"
local tables = require "gts.base.tables"

local need = refusal.need
local playouts = {}

local SECONDS = 1
local COMPILE_SECONDS = 60      -- the compiler may take, before playouts are timed
local MANY = 10000              -- playouts that are worth the compiler

--- The rows of the options of gts.playouts.
playouts.rows = {
  { name = "time", kind = schema.seconds, help = "time limit in seconds; default: 1 without `games`" },
  { name = "games", kind = schema.whole(1), help = "number of playouts" },
  { name = "position", kind = schema.any "a position", help = "position they begin at, instead of the start" },
  { name = "seed", kind = schema.whole(), default = 1, help = "seed of the random moves" },
  { name = "longest", kind = schema.whole(1), help = "the longest playout, in moves, as option longest_rollout of mcts" },
  { name = "native", kind = schema.any_of { schema.flag, schema.one_of { "auto" } }, help = "run rules as machine code" },
  map.row,
}

local function run(of, all)
  local r, wrong = search.run(of, all)
  if not r then return nil, wrong end
  if r.stopped and r.stopped ~= "time" then return nil, r.stopped end
  local found = r.playouts or { games = 0, plies = 0, max = 0, min = 0, sum = 0 }
  found.seconds, found.native = r.seconds, r.native
  return found
end

local function is_long(all) return (all.iterations or MANY) >= MANY and (all.time or MANY) > 0.05 end

-- Several, each with another seed, and its part of the playouts.
local function run_beside(of, all, workers)
  local total = { games = 0, plies = 0, max = 0, min = 0, sum = 0, seconds = 0, native = false }
  local games = math.tointeger(all.iterations)
  local function work(k)
    local part = games and games // workers + (k <= games % workers and 1 or 0)
    return part ~= 0 and assert(run(of, tables.over(all, { seed = all.seed + k - 1, iterations = part }))) or nil
  end
  local why = map.each(work, workers, map.numbers { n = workers }, function(_, found)
    if not found then return end
    for _, name in ipairs { "games", "plies", "max", "min", "sum" } do total[name] = total[name] + found[name] end
    total.seconds, total.native = math.max(total.seconds, found.seconds), found.native
  end)
  return not why and total or nil, why
end

local function played(of, given)
  local asked = need(schema.options(nil, playouts.rows, given))
  local all = need(search.check(of, { algorithm = "mcts", position = asked.position, seed = asked.seed, iterations = asked.games,
    longest_rollout = asked.longest, native = asked.native, time = asked.time or not asked.games and SECONDS or nil }))
  all.algorithm = "playouts"
  local compiles = all.native == true or all.native == "auto" and is_long(all)
  if compiles and not of.tree and not of.mutable and not core.lacks.native then
    local compiled, refused = search.run(of, tables.over(all, { iterations = 1, native = true, time = COMPILE_SECONDS }))
    need(compiled or all.native ~= true, refused)
    all.native = compiled ~= nil and search.compile_before(of, all.algorithm, COMPILE_SECONDS)
  end
  local workers = map.count(asked.workers)
  local found = need((workers > 1 and run_beside or run)(of, all, workers))
  local games = found.games
  local function part(n) return games > 0 and n / games or nil end
  return {
    game = of.name, games = games, plies = found.plies, seconds = found.seconds, native = found.native, seed = all.seed,
    games_per_second = games / found.seconds, plies_per_second = found.plies / found.seconds, length = part(found.plies),
    max = part(found.max), min = part(found.min), draws = part(games - found.max - found.min), mean = part(found.sum),
  }
end

--- Plays games of a checked game by chance: see gts.playouts; or returns nil and what is wrong.
function playouts.try(of, given) return refusal.caught(played, of, given) end

return playouts
