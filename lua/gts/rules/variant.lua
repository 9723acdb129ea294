--- Variants of a game: from another start, misere, with the pie rule. Their rules ask those of the game.
-- @module gts.rules.variant

local ask = require "gts.rules.ask"
local notation = require "gts.rules.notation"
local pie = require "gts.rules.pie"
local random = require "gts.base.random"
local schema = require "gts.base.schema"
local tables = require "gts.base.tables"
local words = require "gts.base.words"

local variant = {}

--- The options that make a variant of any game.
variant.rows = {
  { name = "start", kind = schema.any "a position", help = "the position in which the game begins" },
  { name = "plies", kind = schema.whole(0, 1000), default = 0, help = "random moves played from there at the beginning" },
  { name = "seed", kind = schema.whole(), default = 1, help = "of these moves" },
  { name = "misere", kind = schema.flag, default = false, help = "all values change their sign: a win becomes a loss" },
  { name = "swap", kind = schema.flag, default = false,
    help = "the pie rule: instead of a first move, the second player may take the first player's side" },
}

--- Their names.
variant.names = {}
for i, row in ipairs(variant.rows) do variant.names[i] = row.name end

local TRIES <const> = 100       -- of random moves

-- Misere.

local negated = {
  evaluate = "function(P) return 0 - evaluate(P) end",
  score = "function(P) return 0 - score(P) end",
  bounds = "function(P)" .. ask.NEGATED_BOUNDS,
}

local function misere(rules)
  local made = ask.rewrite(rules, negated)
  if rules.range then made.range = { 0 - rules.range[2], 0 - rules.range[1] } end
  made.cycle = rules.cycle and 0 - rules.cycle
  return made
end

-- Another start.

local function read_start(rules, start)
  if start == nil then return rules.start end
  if type(start) ~= "string" or type(rules.start) == "string" then return start end
  local position = table.pack((rules.read or notation.read)(start))
  if position[1] == nil then return nil, ("is %s: no position"):format(words.quote(start)) end
  return (rules.words or 1) > 1 and rules.read and position or position[1]
end

-- The position after random moves, as a list of words; nil where the game is over before.
local function wander(rules, plies, draw)
  local p = { ask.start(rules) }
  for _ = 1, plies do
    local list = ask.children(rules, p)
    if #list == 0 then return nil end
    p = list[draw(1, #list)]
  end
  return #ask.children(rules, p) > 0 and p or nil
end

local function after_plies(rules, plies, seed)
  if rules.moves then return nil, "is for positions that are values: these rules have one board" end
  local draw = random.stream(seed)
  for _ = 1, TRIES do
    local p = wander(rules, plies, draw)
    if p then return tables.copy(rules, { start = (rules.words or 1) > 1 and p or p[1] }) end
  end
  return nil, ("is %d: the game is over before, on each of %d random paths"):format(plies, TRIES)
end

--- Takes the options of a variant from those of a game.
-- @tparam table given
-- @tparam string name of the game, in quotes, for messages
-- @tparam function is_own does the game itself have an option of this name? Then it stays
-- @treturn table those that are left
-- @treturn table|nil all options of a variant, checked; nil if none was given
-- @treturn string|nil what is wrong with them
function variant.take(given, name, is_own)
  local rest, asked = tables.copy(given), {}
  for _, option in ipairs(variant.names) do
    if given[option] ~= nil and not is_own(option) then asked[option], rest[option] = given[option], nil end
  end
  if next(asked) == nil then return rest end
  return rest, schema.check(variant.rows, asked, { what = ("option '%%s' of the game %s"):format(name:gsub("%%", "%%%%")) })
end

--- Makes the rules of a variant.
-- @tparam table rules as their author wrote them
-- @tparam table asked the options: see variant.rows; all of them checked
-- @treturn[1] table rules
-- @return[2] nil
-- @treturn[2] string the option at fault
-- @treturn[2] string what is wrong
function variant.apply(rules, asked)
  local start, wrong = read_start(rules, asked.start)
  if wrong then return nil, "start", wrong end
  local made = tables.copy(rules, { start = start })
  for _, step in ipairs {
    { "plies", asked.plies > 0, after_plies, asked.plies, asked.seed }, { "misere", asked.misere, misere },
    { "swap", asked.swap, pie.apply },
  } do
    local other
    if step[2] then
      other, wrong = step[3](made, step[4], step[5])
      if not other then return nil, step[1], wrong end
      made = other
    end
  end
  return made
end

return variant
