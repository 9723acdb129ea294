--- The games of a study, whose searches are too short to have the rules compiled by themselves.

local game = require "gts.game"
local search = require "gts.search"

local study = {}

--- Makes games by their names, and compiles their rules beforehand.
-- @tparam table options of the games, by their names
-- @tparam string algorithm what they are compiled for
-- @treturn function of a name: the game, made once
function study.games(options, algorithm)
  local made = {}
  return function(name)
    if not made[name] then
      made[name] = assert(game.make(name, options[name]))
      search.compile_before(made[name], algorithm)
    end
    return made[name]
  end
end

return study
