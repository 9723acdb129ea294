--- Game descriptions in files: what gts.game makes rules of.

local legal = require "gts.rules.legal"
local source = require "gts.rules.source"

local file = {}

local GAMES, PLIES = 4, 200     -- of games by chance, by which rules are tried

-- The move that game number `game` makes here; nil at the end of the game, or nil and what is wrong with the rules.
local function drawn(rules, position, number)
  local words = table.pack(pcall(rules.legal, table.unpack(position)))
  local function refused(text) return nil, ("%s at\n%s"):format(text, rules.show(table.unpack(position))) end
  if not words[1] then
    local roles = rules.gdl.roles
    return refused(("not a game for two in turn: both %s and %s have a choice of moves"):format(roles.max, roles.min))
  end
  if rules.gdl.is_over(table.unpack(position)) then
    local max, min = rules.gdl.goals(table.unpack(position))
    local roles = rules.gdl.roles
    if max < 0 or min < 0 then return refused(("%s has no goal"):format(max < 0 and roles.max or roles.min)) end
    return nil
  end
  local moves = legal.members(table.unpack(words, 2, words.n))
  if #moves == 0 then return refused "no player has a legal move, and terminal does not hold," end
  return moves[(number >> 33) % #moves + 1]
end

-- Plays games by chance: nil, or what is wrong with a position.
local function tried(rules)
  local seed = 1
  for _ = 1, GAMES do
    local position = type(rules.start) == "table" and rules.start or { rules.start }
    for _ = 1, PLIES do
      seed = seed * 6364136223846793005 + 1442695040888963407
      local move, wrong = drawn(rules, position, seed)
      if not move then
        if wrong then return wrong end
        break
      end
      local arguments = table.move(position, 1, #position, 1, {})
      arguments[#arguments + 1] = move
      position = { rules.play(table.unpack(arguments)) }
    end
  end
end

--- Makes rules of a game description, and tries them in a few games.
-- @tparam string name the file
-- @treturn table rules
-- @error what is wrong: a syntax error with line and column, or why such games are not translated
function file.rules(name)
  local text, wrong = source.text(name)
  if not text then return nil, wrong end
  local translate = require "gts.gdl.translate"         -- here: most programs read no description
  local lua
  lua, wrong = translate.lua(text, (name:gsub("^.*/", ""):gsub("%.%w+$", "")))
  if not lua then return nil, ("%s:%s%s"):format(name, wrong:find "^%d+:%d+:" and "" or " ", wrong) end
  local chunk
  chunk, wrong = source.compile(lua, name .. " (translated)")
  if not chunk then return nil, ("%s: the translation is too large for Lua: %s"):format(name, wrong) end
  local rules = chunk()
  wrong = tried(rules)
  if wrong then return nil, ("%s: %s"):format(name, wrong) end
  return rules
end

return file
