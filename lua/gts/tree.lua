--- Trees as games.

local core = require "gts.core"
local game = require "gts.game"
local schema = require "gts.base.schema"
local words = require "gts.base.words"

local DEFAULT_SPREAD, LARGEST_SPREAD = 30, 2 ^ 40
local LARGEST_CUT = 2 ^ 31 - 1          -- of a range that goes with the model "win"

local function is_whole(value) return type(value) == "number" and math.tointeger(value) ~= nil end
local function is_bound(value) return is_whole(value) and math.abs(value) <= 2 ^ 53 end
local function is_spread(value) return type(value) == "number" and value > 0 and value <= LARGEST_SPREAD end

-- A number that fits, or a list of two of them, in whatever order unless `sorted`: normally the list.
local function one_or_two(expected, fits, names, sorted)
  local kind = { expected = ("%s, or a list {%s} of two"):format(expected, names),
    type = sorted and "integer|integer[]" or "number|number[]" }
  function kind.fits(v)
    if type(v) ~= "table" then return fits(v) end
    return #v == 2 and fits(v[1]) and fits(v[2]) and not (sorted and v[1] > v[2])
  end
  function kind.normal(v)
    local pair = type(v) == "table" and v or { v, v }
    return sorted and { math.tointeger(pair[1]), math.tointeger(pair[2]) } or { pair[1], pair[2] }
  end
  return kind
end

local function least_most(least, most)
  local function fits(v) return is_whole(v) and v >= least and v <= most end
  return one_or_two(("a whole number from %d to %d"):format(least, most), fits, "least, most", true)
end

local share = schema.number(0, 1)

-- The fields of an implicit tree. The defaults of those that do not go with everything come later.
local fields = {
  { name = "branching", kind = least_most(1, 1000000), required = true, help = "children of each inner node" },
  { name = "depth", kind = least_most(0, 1000), required = true, help = "depth of the leaves, in plies" },
  { name = "seed", kind = schema.whole(), default = 1, help = "seed of the random tree" },
  { name = "order", default = "independent", help = "distribution of the values, and order of the children",
    kind = schema.one_of { "independent", "random", "strong", "best", "worst", "correlated", "wins" } },
  { name = "range", kind = schema.range("a list {lowest, highest} of two whole numbers", is_bound, true),
    help = "range of the values; default: {-32768, 32767}" },
  { name = "player", kind = schema.one_of { "max", "min" }, default = "max", help = "player to move at the root" },
  { name = "model", kind = schema.one_of { "increments", "top", "sym", "win" }, help = "source of the values of random "
    .. "and strong trees; default: increments" },
  { name = "increments", kind = schema.one_of { "whole", "real", "exponential" },
    help = "distribution of the increments along the edges; default: whole" },
  { name = "spread", kind = one_or_two("a number above 0, 2^40 or less", is_spread, "where MAX moves, where MIN moves"),
    help = "largest increment; default: 30" },
  { name = "shrink", kind = share, help = "factor of the increments from ply to ply; default: 0.9" },
  { name = "win", kind = share, help = "share of won leaves; default: 0.618" },
  { name = "tightness", kind = schema.number(0, 2 ^ 53), help = "tightness of the bounds of inner nodes; default: no bounds" },
  { name = "error", kind = share, help = "share of inner nodes that are evaluated wrongly; default: no evaluations by value" },
}

local say = { unknown = "unknown field %s%s", what = "%s", missing = "%s is missing" }

-- Which orders a field goes with, where it is not all.
local goes_with = {
  range = { independent = true, random = true, strong = true, best = true, worst = true },
  model = { random = true, strong = true },
  increments = { random = true, strong = true, correlated = true },
  spread = { random = true, strong = true, correlated = true },
  shrink = { random = true, strong = true, correlated = true },
  win = { wins = true },
}

local default_ranges = { top = { 0, 32767 }, sym = { -32767, 32767 } }
local core_models = { top = "range", sym = "range", win = "cut" }

-- What is wrong with fields that do not go together.
local function conflict(tree)
  for _, row in ipairs(fields) do
    local orders = goes_with[row.name]
    if tree[row.name] ~= nil and orders and not orders[tree.order] then
      return ("%s does not go with order %s"):format(row.name, words.quote(tree.order))
    end
  end
  local model, range = tree.model or "increments", tree.range
  if model == "increments" then return nil end
  for _, name in ipairs { "spread", "shrink" } do
    if tree[name] ~= nil then return ("%s does not go with model %s"):format(name, words.quote(model)) end
  end
  if tree.increments and tree.increments ~= "whole" and (model == "win" or tree.increments ~= "real") then
    return ("increments %s do not go with model %s"):format(words.quote(tree.increments), words.quote(model))
  end
  if model == "sym" and range and range[1] ~= -range[2] then
    return ("range is %s: expected {-R, R} for model 'sym'"):format(words.quote(range))
  end
  if model == "win" and range and math.max(-range[1], range[2]) > LARGEST_CUT then
    return ("range is %s: expected numbers from -%d to %d for model 'win'"):format(words.quote(range), LARGEST_CUT, LARGEST_CUT)
  end
end

-- The fields as core.implicit takes them.
local function complete(tree)
  local by_steps = goes_with.spread[tree.order] and (tree.model or "increments") == "increments"
  local range = tree.range or default_ranges[tree.model] or { -32768, 32767 }
  local spread = tree.spread or { DEFAULT_SPREAD, DEFAULT_SPREAD }
  return {
    branching = tree.branching, depth = tree.depth, seed = tree.seed, order = tree.order, player = tree.player,
    range = { math.tointeger(range[1]), math.tointeger(range[2]) },
    model = core_models[tree.model] or "increments", increments = tree.increments or "whole",
    max_spread = by_steps and spread[1] or nil, min_spread = by_steps and spread[2] or nil,
    shrink = by_steps and (tree.shrink or 0.9) or nil, win = tree.order == "wins" and (tree.win or 0.618) or nil,
    tightness = tree.tightness, error = tree.error,
  }
end

local function implicit(spec)
  local tree, wrong = schema.check(fields, spec, say)
  wrong = wrong or conflict(tree)
  if wrong then return nil, wrong end
  return core.implicit(complete(tree))
end

local tree = {}

--- The rows of the fields of an implicit tree: name, kind, default, required.
tree.rows = fields

local function explicit(spec)
  local ok, made = pcall(core.tree, spec)
  return ok and made or nil, not ok and tostring(made):gsub("^gts%.tree: ", "") or nil
end

-- Has an inner node below the root no value? Then the tree is searched to its leaves, without deepening. A tree may be deeper
-- than functions can call each other.
local function lacks_values(root)
  local open = { root }
  while #open > 0 do
    for _, child in ipairs(table.remove(open)) do
      if type(child) == "table" and child.value == nil then return true end
      if type(child) == "table" then open[#open + 1] = child end
    end
  end
  return false
end

--- Makes a game of a tree: see gts.tree; or returns nil and what is wrong, and where.
function tree.make(spec)
  if type(spec) ~= "table" then return nil, ("it is %s: expected a table"):format(words.quote(spec)) end
  local make = spec.branching == nil and spec.depth == nil and explicit or implicit
  local made, wrong = make(spec)
  return made and game.of_tree(made, "tree", make == explicit and lacks_values(spec) or nil), wrong
end

--- Makes a game of a tree, or raises what is wrong: see gts.tree.
function tree.new(spec)
  local made, wrong = tree.make(spec)
  return made or error("gts.tree: " .. wrong, 2)
end

return tree
