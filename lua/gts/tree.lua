--- Trees as games.
-- @module gts.tree

local core = require "gts.core"
local game = require "gts.game"
local schema = require "gts.check.schema"
local words = require "gts.check.words"

local function is_bound(value) return type(value) == "number" and math.tointeger(value) ~= nil and math.abs(value) <= 2 ^ 53 end

-- The fields of an implicit tree.
local fields = {
  { name = "branching", kind = schema.whole(1, 1000000), required = true },
  { name = "depth", kind = schema.whole(0, 1000), required = true },
  { name = "seed", kind = schema.whole(), default = 1 },
  { name = "order", kind = schema.one_of { "independent", "random", "strong", "best", "worst" }, default = "independent" },
  { name = "range", kind = schema.range("a list {lowest, highest} of two whole numbers", is_bound, true),
    default = { -32768, 32767 } },
  { name = "player", kind = schema.one_of { "max", "min" }, default = "max" },
}

local say = { unknown = "unknown field %s%s", what = "%s", missing = "%s is missing" }

local function implicit(spec)
  local tree, wrong = schema.check(fields, spec, say)
  if not tree then return nil, wrong end
  local lowest, highest = math.tointeger(tree.range[1]), math.tointeger(tree.range[2])
  return core.uniform(tree.branching, tree.depth, tree.seed, tree.order, lowest, highest, tree.player)
end

local tree = {}

--- Makes a game of a tree: see gts.tree.
-- @tparam table spec
-- @treturn[1] table a game
-- @return[2] nil
-- @treturn[2] string what is wrong, and where
function tree.make(spec)
  if type(spec) ~= "table" then return nil, ("it is %s: expected a table"):format(words.quote(spec)) end
  if spec.branching == nil and spec.depth == nil then
    local ok, made = pcall(core.tree, spec)
    if ok then return game.of_tree(made, "tree") end
    return nil, (tostring(made):gsub("^gts%.tree: ", ""))
  end
  local made, wrong = implicit(spec)
  if not made then return nil, wrong end
  return game.of_tree(made, "tree")
end

--- The same for users, who are told what is wrong by an error.
function tree.new(spec)
  local made, wrong = tree.make(spec)
  if not made then error("gts.tree: " .. wrong, 2) end
  return made
end

return tree
