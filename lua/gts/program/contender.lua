--- Players as the command line has them.
-- @module gts.program.contender

local arguments = require "gts.program.arguments"

local contender = {}

--- Reads a player: `random`, or options of it as NAME:VALUE with commas between them; a word without a colon is a file, or a
-- game, to search by.
-- @tparam string text
-- @treturn string|table see gts.match
function contender.read(text)
  if text == "random" then return "random" end
  local options = {}
  for part in text:gmatch "[^,]+" do
    local name, value = part:match "^([%a_][%w_]*):(.*)$"
    if name == "clock" then options.clock = value           -- 60+1 is no sum
    elseif name then options[name] = arguments.literal(value) else options.game = part end
  end
  return options
end

return contender
