--- Games and searches on which an experiment relies.

local game = require "gts.game"
local match = require "gts.play.match"
local search = require "gts.search"
local statistics = require "gts.play.statistics"
local tables = require "gts.base.tables"

local searched = {}

local SURE = 1.96               -- standard errors to either side that hold 95 %

--- Searches, as gts.search does; but Ctrl-C ends the experiment, not this search alone. `options` of gts.search. Returns its
-- result. Raises what the rules did wrong; "interrupted".
function searched.search(of, options)
  local r = search.search(of, options)
  if r.stopped == "interrupted" then error("interrupted", 0) end
  return r
end

--- The points of a player, in per cent, of two games with another, an opening of random moves from either side. `a`: the options
-- of the player: see gts.match; `b`: the options of the other; `plies` of the opening. Returns a number.
function searched.points(of, a, b, plies, seed)
  return 100 * assert(match.try(of, a, b, { games = 2, plies = plies, seed = seed, workers = 1 })).score
end

--- The Elo differences of points in per cent: of their mean, and of the ends of its 95 % interval.
-- @tparam table row of an experiment, with its standard error
function searched.elo(row)
  local off = SURE * row.standard_error
  local function elo(percent) return statistics.elo(percent / 100) end
  return elo(row.mean), elo(row.mean - off), elo(row.mean + off)
end

--- The entries of searches of these labels, each from `first` to `last` plies ahead, as an experiment has them in `algorithms`.
function searched.by_plies(labels, first, last)
  return tables.flatten(labels, function(label)
    return tables.range(first, last, function(plies) return { label = label, plies = plies } end)
  end)
end

--- Makes games by their names, and compiles their rules beforehand: searches that are too short do not have that done. `options`
-- of the games, by their names; `algorithm`: what they are compiled for. Returns a function of a name: the game, made once.
function searched.games(options, algorithm)
  local made = {}
  return function(name)
    if not made[name] then
      made[name] = assert(game.make(name, options[name]))
      search.compile_before(made[name], algorithm)
    end
    return made[name]
  end
end

return searched
