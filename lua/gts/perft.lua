--- Counting the paths of a game: the common test of whether rules are right.

local core = require "gts.core"
local listing = require "gts.show.listing"
local map = require "gts.map"
local moves = require "gts.moves"
local notation = require "gts.rules.notation"
local schema = require "gts.base.schema"
local search = require "gts.search"
local symmetry = require "gts.rules.symmetry"
local tables = require "gts.base.tables"
local words = require "gts.base.words"

local perft = {}

--- The rows of its arguments: the depth, then the options.
perft.rows = {
  { name = "depth", kind = schema.whole(0, 1000), required = true, help = "depth in plies" },
  { name = "position", kind = schema.any "a position", help = "position to count from, instead of the start" },
  { name = "distinct", kind = schema.flag, default = false, help = "count positions, each once, not paths" },
  { name = "symmetric", kind = schema.flag, default = false, help = "count positions that are no images of each other" },
  { name = "native", kind = schema.any_of { schema.flag, schema.one_of { "auto" } }, help = "run rules as machine code" },
  map.row,
}

local say = { unknown = "unknown option %s%s", what = "%s", missing = "%s is missing" }

-- The paths of `depth` moves, walked by the engine.
local function paths(of, all, depth)
  local r, wrong = search.run(of, tables.over(all, { algorithm = "perft", depth = depth }))
  if not r then return nil, wrong end
  if r.stopped then return nil, r.stopped end
  return r.stats.leaves
end

--- Returns what tells positions apart: what they are, or where only the rules know that, their keys and scores. A key may be that
-- of several positions of equal value. Nil where there is none.
function perft.key_of(of, position)
  if math.type(position) then return position end
  local key = symmetry.own_key(of)
  if not key or (of.words or 1) > 1 then return notation.write(position) or symmetry.plain(of, position) end
  key = key(position)
  return of.score and key ~= nil and ("%s %s %s"):format(math.type(key) or type(key), key, of.score(position)) or key
end

--- Returns what tells positions apart that are no images of each other by symmetries or key; nil: there is none.
function perft.symmetric_key_of(of, position) return symmetry.either(of, position) or perft.key_of(of, position) end
local function first_level(of, all) return { all.position == nil and moves.start(of) or all.position } end

-- The positions behind the moves of some, as often as moves lead there; or each once, if `key_of` tells them apart.
local function expand(of, all, level, key_of)
  local seen, following = {}, {}
  for _, position in ipairs(level) do
    for _, entry in ipairs(moves.generate(of, tables.over(all, { position = position }))) do
      local key = key_of and key_of(of, entry.position)
      if key_of and key == nil then return nil, ("distinct needs rules.key, which %s does not have"):format(of.name) end
      if not key_of or not seen[key] then following[#following + 1] = entry.position end
      if key_of then seen[key] = true end
    end
  end
  return following
end

-- The numbers of positions that can be reached in exactly 0, 1, 2, ... moves.
local function positions(of, all, depth, key_of)
  local level, counts = first_level(of, all), { [0] = 1 }
  for ply = 1, depth do
    local wrong
    level, wrong = expand(of, all, level, key_of)
    if not level then return nil, wrong end
    counts[ply] = #level
  end
  return counts
end

local SHARE = 8                 -- jobs for each process, so that all have work to the end
local LONG = 0.05               -- seconds that a count takes behind which a longer one is worth other processes

-- Adds the paths of more moves than `first`, counted side by side: those from each of the positions after some moves.
local function add_beside(counts, of, all, first, depth, workers)
  local level, ply = first_level(of, all), 0            -- with enough work for all workers, as often as paths lead there
  while ply < first and #level > 0 and #level < SHARE * workers do level, ply = expand(of, all, level), ply + 1 end
  if all.native == "auto" then search.compile_before(of, "perft") end
  for k = first + 1, depth do counts[k] = 0 end
  local function work(i)
    local here, behind = tables.over(all, { position = level[i] }), {}
    for k = first + 1, depth do behind[k] = assert(paths(of, here, k - ply)) end
    return behind
  end
  return map.each(work, workers, map.numbers(level), function(_, behind)
    for k = first + 1, depth do counts[k] = counts[k] + behind[k] end
  end)
end

local function count(of, asked)
  local all, wrong = search.check(of, { algorithm = "alphabeta", position = asked.position, native = asked.native })
  if not all then return nil, wrong end
  local workers, once = map.count(asked.workers), asked.symmetric and "symmetric" or asked.distinct and "distinct"
  if once and workers > 1 then
    return nil, ("option 'workers' does not go with '%s': a position that two of them meet is to be counted once"):format(once)
  end
  if once then return positions(of, all, asked.depth, asked.symmetric and perft.symmetric_key_of or perft.key_of) end
  local counts, depth = { [0] = 1 }, asked.depth
  for k = 1, depth do           -- the longest paths by several processes, for which rules are compiled beforehand
    local began = core.clock()
    counts[k], wrong = paths(of, all, k)
    if not counts[k] then return nil, wrong end
    if workers > 1 and k < depth and core.clock() - began > LONG then
      wrong = add_beside(counts, of, all, k, depth, workers)
      return not wrong and counts or nil, wrong
    end
  end
  return counts
end

local function form(what)
  return listing.form {
    name = "gts.perft",
    columns = {
      { name = "moves", value = function(_, k) return k end },
      { name = what, value = function(count_of) return count_of end },
    },
    foot = function(counts) return ("%.3f s"):format(counts.seconds) end,
  }
end

local listed_paths, listed_positions = form "paths", form "positions"

--- Counts the paths of a checked game: see gts.perft; or returns nil and what is wrong.
function perft.try(of, depth, given)
  if given ~= nil and type(given) ~= "table" then
    return nil, ("the options are %s: expected a table"):format(words.quote(given))
  end
  local asked, wrong = schema.check(perft.rows, tables.copy(given or {}, { depth = depth }), say)
  if not asked then return nil, wrong end
  local began = core.clock()
  local counts, wrong_count = count(of, asked)
  if not counts then return nil, wrong_count end
  counts.seconds = core.clock() - began
  return ((asked.distinct or asked.symmetric) and listed_positions or listed_paths)(counts)
end

return perft
