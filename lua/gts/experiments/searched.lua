--- Games and searches on which an experiment relies.

local game = require "gts.game"
local search = require "gts.search"

local searched = {}

--- Searches, as gts.search does; but Ctrl-C ends the experiment, not this search alone.
-- @tparam table of a checked game
-- @tparam table options of gts.search
-- @treturn table its result
-- @raise what the rules did wrong; "interrupted"
function searched.search(of, options)
  local r = search.search(of, options)
  if r.stopped == "interrupted" then error("interrupted", 0) end
  return r
end

--- Makes games by their names, and compiles their rules beforehand: searches that are too short do not have that done.
-- @tparam table options of the games, by their names
-- @tparam string algorithm what they are compiled for
-- @treturn function of a name: the game, made once
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
