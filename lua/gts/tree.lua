--- Trees as games.
-- @module gts.tree

local core = require "gts.core"
local game = require "gts.game"
local words = require "gts.check.words"

local orders = { "independent", "random", "strong", "best", "worst" }
local fields = { "branching", "depth", "seed", "order", "range", "player" }

local function is_integer(value) return type(value) == "number" and math.tointeger(value) ~= nil end

local function whole(lowest, highest)
  return function(value) return is_integer(value) and value >= lowest and value <= highest end,
    ("a whole number from %d to %d"):format(lowest, highest)
end

local function one_of(list)
  return function(value)
    for _, word in ipairs(list) do
      if value == word then return true end
    end
    return false
  end, "one of '" .. table.concat(list, "', '") .. "'"
end

local function is_range(value)
  return type(value) == "table" and #value == 2 and is_integer(value[1]) and is_integer(value[2]) and
    value[1] < value[2] and math.abs(value[1]) <= 2 ^ 53 and math.abs(value[2]) <= 2 ^ 53
end

-- The fields of an implicit tree: what fits, how to say it, the default.
local checks = {
  branching = { whole(1, 1000000) },
  depth = { whole(0, 1000) },
  seed = { function(value) return is_integer(value) end, "a whole number" },
  order = { one_of(orders) },
  range = { is_range, "a list {lowest, highest} of two whole numbers" },
  player = { one_of { "max", "min" } },
}
local defaults = { seed = 1, order = "independent", range = { -32768, 32767 }, player = "max" }

local function implicit(spec)
  for name in pairs(spec) do
    if not checks[name] then
      return nil, ("unknown field %s%s"):format(words.quote(name), words.suggest(name, fields))
    end
  end
  local tree = {}
  for _, name in ipairs(fields) do
    local value = spec[name]
    if value == nil then value = defaults[name] end
    if value == nil then return nil, name .. " is missing" end
    if not checks[name][1](value) then
      return nil, ("%s is %s: expected %s"):format(name, words.quote(value), checks[name][2])
    end
    tree[name] = value
  end
  local lowest, highest = math.tointeger(tree.range[1]), math.tointeger(tree.range[2])
  return core.uniform(tree.branching, tree.depth, tree.seed, tree.order, lowest, highest, tree.player)
end

--- Makes a game of a tree.
--
-- An explicit tree is nested lists with numbers as leaves, all from MAX's side: `{{3,12,8},{2,4,6},{14,5,2}}`. A list may
-- have the fields `lower` and `upper` (bounds on its minimax value), `value` (its static evaluation) and `player`. Its
-- positions are the numbers of its nodes in preorder, the root being 0.
--
-- An implicit tree has `branching` and `depth`; `seed` (default 1); `order` of the values: "independent" (default),
-- "random", "strong", "best", "worst"; `range` of the values (default {-32768, 32767}); `player` at the root (default "max").
-- Nothing of it is stored, and it is the same on every machine. Its positions are lists of integers.
-- @tparam table spec
-- @treturn[1] table a game
-- @return[2] nil
-- @treturn[2] string what is wrong, and where
local function make(spec)
  if type(spec) ~= "table" then return nil, ("it is %s: expected a table"):format(words.quote(spec)) end
  if spec.branching == nil and spec.depth == nil then return game.of_tree(core.tree(spec), "tree") end
  local tree, wrong = implicit(spec)
  if not tree then return nil, wrong end
  return game.of_tree(tree, "tree")
end

return { make = make }
