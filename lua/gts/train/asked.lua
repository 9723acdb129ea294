--- What gts.tune and gts.learn ask of their options alike.

local core = require "gts.core"
local player = require "gts.play.player"
local schema = require "gts.base.schema"

local asked = {}

--- Checks options.
-- @tparam string name as in "gts.tune"
-- @tparam {table,...} rows see gts.base.schema; among them elo0, elo1, players and file
-- @param given
-- @tparam table players where none are given
-- @treturn table all options
-- @error what is wrong
function asked.options(name, rows, given, players)
  local all, wrong = schema.options(name, rows, given)
  if not all then return nil, wrong end
  if all.elo0 >= all.elo1 then return nil, "option 'elo1' is not greater than 'elo0'" end
  if all.players == nil then all.players = players end
  if all.file and core.files.kind(all.file) == "other" then return nil, ("option 'file': %s is no file"):format(all.file) end
  return all
end

--- Makes the player of all games, who searches by the rules.
-- @tparam string name as in "gts.tune"
-- @tparam table of the checked game
-- @param given
-- @tparam string own the option of players that is what is sought
-- @tparam string lacks what a player without a search does not do
-- @treturn table see gts.play.player
-- @error what is wrong
function asked.player(name, of, given, own, lacks)
  if type(given) ~= "table" then
    return nil, "the players: they are not a table of options: a player without a search " .. lacks
  end
  for _, option in ipairs { "game", own, "clock", "table" } do
    if given[option] ~= nil then return nil, ("the players: option '%s' is not for %s"):format(option, name) end
  end
  local made, wrong = player.make(of, given)
  if not made then return nil, "the players: " .. wrong end
  return made
end

return asked
