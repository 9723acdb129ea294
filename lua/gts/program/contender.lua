--- Players as the command line has them.

local arguments = require "gts.program.arguments"

local contender = {}

-- Options that are what is typed, and no values of Lua: 60+1 is no sum.
local texts = { clock = true, engine = true, args = true, protocol = true, name = true }

-- Adds NAME=VALUE to the options of a program.
local function add(options, text)
  local name, value = text:match "^(.-)=(.*)$"
  options[name or text] = name and value or true
  return options
end

--- Reads a player: `random`, or options of it as NAME:VALUE with commas between them; a word without a colon is a file, or a
-- game, to search by.
-- @tparam string text
-- @treturn string|table see gts.match
function contender.read(text)
  if text == "random" then return "random" end
  local options = {}
  for part in text:gmatch "[^,]+" do
    local name, value = part:match "^([%a_][%w_]*):(.*)$"
    if texts[name] then options[name] = value
    elseif name == "option" then options.option = add(options.option or {}, value)
    elseif name then options[name] = arguments.literal(value) else options.game = part end
  end
  return options
end

return contender
