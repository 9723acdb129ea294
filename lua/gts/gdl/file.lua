--- Game descriptions in files: what gts.game makes rules of.

local depths = require "gts.gdl.depths"
local legal = require "gts.rules.legal"
local refusal = require "gts.base.refusal"
local source = require "gts.rules.source"
local tables = require "gts.base.tables"

local file = {}

local GAMES, PLIES = 4, 200     -- of games by chance, by which rules are tried
local WORK = 1000000            -- rows of atoms that joins look at for these games

-- The move for a random number; nil at the end of the game, or nil, what is wrong, and whether other games may end better.
local function drawn(rules, position, number)
  local ok, moves = pcall(rules.gdl.moves, table.unpack(position))
  local function refused(text) return nil, ("%s at\n%s"):format(text, rules.show(table.unpack(position))) end
  local roles = rules.gdl.roles
  if not ok then
    if not tostring(moves):find "both" then error(moves, 0) end
    return refused(("not a game for two in turn: both %s and %s have a choice of moves"):format(roles.max, roles.min))
  end
  if rules.gdl.is_over(table.unpack(position)) then
    local max, min = rules.gdl.goals(table.unpack(position))
    if max >= 0 and min >= 0 then return nil end
    local _, wrong = refused(("%s has no goal"):format(max < 0 and roles.max or roles.min))
    return nil, wrong, true
  end
  if #moves == 0 then return refused "no player has a legal move, and terminal does not hold," end
  return moves[(number >> 33) % #moves + 1]
end

-- Plays games by chance: nil, or what is wrong with a position. That a player has no goal is, if no game ends with all goals.
local function tried(rules)
  local seed, goalless, ended = 1, nil, false
  for _ = 1, GAMES do
    local position = type(rules.start) == "table" and rules.start or { rules.start }
    for _ = 1, PLIES do
      seed = seed * 6364136223846793005 + 1442695040888963407
      local move, wrong, may_end_better = drawn(rules, position, seed)
      if wrong and not may_end_better then return wrong end
      if not move then
        goalless, ended = goalless or wrong, ended or not wrong
        break
      end
      if rules.gdl.work and rules.gdl.work() > WORK then return not ended and goalless or nil end
      local arguments = table.move(position, 1, #position, 1, {})
      arguments[#arguments + 1] = move
      position = { rules.gdl.after(table.unpack(arguments)) }
    end
  end
  return not ended and goalless or nil
end

-- Rules of what a description says: with positions of bits, or, where these are too many, of texts; and the former as Lua.
local function rules_of(read, name, file_name)
  local translate = require "gts.gdl.translate"         -- here: most programs read no description
  local lua, found = translate.lua(read, name)
  if not lua and not found:find "the domain is too large" then refusal.refuse("%s", found) end
  local chunk = lua and source.compile(lua, file_name .. " (translated)")
  if chunk then
    local rules = chunk()
    rules.gdl.after, rules.gdl.sizes = rules.play, found
    function rules.gdl.moves(...) return legal.members(rules.legal(...)) end
    return rules, lua
  end
  local rules = require "gts.gdl.interpreted".rules(read, name)
  rules.gdl.sizes = { why = lua and "the translation is too large for Lua" or found }
  return rules
end

--- Makes rules of a game description in a file, and tries them in a few games. Returns rules; `gdl.sizes`, see
-- gts.gdl.translate, or `why` they are not translated, and `rules`, `relations`, `strata`; nil; the rules as Lua. Else nil, why.
function file.read(name)
  local text, wrong = source.text(name)
  if not text then return nil, wrong end
  local rules, lua
  rules, wrong, lua = refusal.caught(function()
    local read = require "gts.gdl.program".read(text)
    local made, as_lua = rules_of(read, (name:gsub("^.*/", ""):gsub("%.%w+$", "")), name)
    local fault = tried(made)
    if fault then refusal.refuse("%s", fault) end
    made.version = not as_lua and text or nil       -- joins are functions made by load, which have no fingerprint
    made.gdl.sizes.rules, made.gdl.sizes.strata = #read.rules, depths.strata(read.rules)
    made.gdl.sizes.relations = #tables.groups(read.rules, function(rule) return rule.head.name end)
    return made, nil, as_lua
  end)
  if not rules then return nil, ("%s:%s%s"):format(name, wrong:find "^%d+:%d+:" and "" or " ", wrong) end
  if rules.gdl.draw then rules.gdl.draw() end
  return rules, nil, lua
end

--- Reads a description as gts.game reads files of rules: returns rules; or nil, and what is wrong.
function file.rules(name)
  local rules, wrong = file.read(name)
  return rules, wrong
end

return file
