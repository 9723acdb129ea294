--- What a command was given: its game, and the position that it is about.
-- @module gts.program.given

local arguments = require "gts.program.arguments"
local games = require "gts.game"
local guard = require "gts.program.guard"
local moves = require "gts.moves"
local outcome = require "gts.program.outcome"

local given = {}

--- The rows of the options by which a command says which position is meant, for given.position.
given.position_options = {
  { name = "position", raw = true, value = "TEXT",
    help = "from here, instead of the start: as gts.write has it, or a value of Lua" },
  { name = "after", raw = true, value = "MOVES",
    help = "from the position after these moves, with spaces or commas between them" },
}

--- A game by its name or file. What its file says against options comes without a place: that is no error of the file.
-- @tparam table terminal
-- @tparam string name
-- @tparam table options of the game
-- @treturn table the game; without one the command ends
function given.game_of(terminal, name, options)
  local ok, made, wrong, misnamed = guard.call(terminal, games.make, name, options)
  if ok and made then return made end
  if ok then outcome.stop(wrong, misnamed and outcome.USAGE or outcome.ERROR) end
  if type(made.error) == "string" and not made.error:find("^[^\n]*:%d+:") then outcome.stop(made.error) end
  outcome.stop(made.text, outcome.ERROR, made.traceback)
end

--- The game of a call.
-- @tparam table call
-- @tparam table terminal
-- @treturn table the game; without one the command ends
function given.game(call, terminal) return given.game_of(terminal, call.game, call.game_options) end

-- A position from its text, or from a value of Lua.
local function read(game, text)
  local position, wrong = moves.read(game, text)
  if position ~= nil then return position end
  local value = arguments.literal(text)
  if type(value) == "string" then outcome.stop(wrong) end
  return value
end

--- The position that a call is about: its options position and after.
-- @tparam table call
-- @tparam table game
-- @return the position; nil: the start of the game. If there is no such position the command ends
function given.position(call, game)
  local position = call.options.position and read(game, call.options.position)
  if not call.options.after then return position end
  local list = {}
  for word in call.options.after:gmatch "[^%s,]+" do list[#list + 1] = word end
  local after, wrong = moves.play(game, position, table.unpack(list))
  if after == nil then outcome.stop(wrong) end
  return after
end

return given
