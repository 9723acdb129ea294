--- The options of a search, as data: one row each. What is accepted, the error messages and the help are made from the rows.
-- @module gts.check.options

local core = require "gts.core"
local words = require "gts.check.words"

local options = {}

local function is_number(value) return type(value) == "number" and value == value end

local function is_count(value) return is_number(value) and (math.tointeger(value) ~= nil or value == math.huge) end

local function is_callable(value)
  local meta = getmetatable(value)
  return type(value) == "function" or type(meta) == "table" and meta.__call ~= nil
end

-- The rules of the papers for choosing among live children.
local rules = { leftmost = true, max = true, min = true, hstar = true, random = true }

local methods = { table = true, killer = true, history = true, lookahead = true }

local function is_method(value) return methods[value] or type(value) == "function" end

-- The list that the option `order` stands for: it may be one method, or names with commas. nil if it is none.
local function order_list(value)
  if type(value) == "function" then return { value } end
  local list, seen = {}, {}
  if type(value) == "string" then
    for name in value:gmatch "[^%s,]+" do list[#list + 1] = name end
  elseif type(value) == "table" then table.move(value, 1, #value, 1, list) else return nil end
  for _, method in ipairs(list) do
    local kind = type(method) == "function" and "function" or method
    if not is_method(method) or seen[kind] then return nil end
    seen[kind] = true
  end
  return list
end

-- What a value may be: a test, and how to say it.
local kinds = {
  any = { function(value) return value ~= nil and value == value end, "a position" },
  boolean = { function(value) return type(value) == "boolean" end, "true or false" },
  callable = { is_callable, "a function" },
  native = { function(value) return value == true or value == false or value == "auto" end, "true, false or 'auto'" },
  id = { function(value) return type(value) == "string" end, "the id of an algorithm" },
  depth = { function(value) return is_count(value) and value >= 0 end, "a whole number, 0 or more" },
  count = { function(value) return is_count(value) and value >= 1 end, "a whole number, 1 or more" },
  seconds = { function(value) return is_number(value) and value > 0 end, "a number above 0" },
  integer = { function(value) return is_number(value) and math.tointeger(value) ~= nil end, "a whole number" },
  rule = { function(value) return type(value) == "string" and rules[value] or is_callable(value) end,
    "'leftmost', 'max', 'min', 'hstar', 'random' or a function" },
  pseudo = { function(value) return is_count(value) and value >= 1 or is_callable(value) end,
    "a whole number, 1 or more, or a function" },
  number = { is_number, "a number" },
  table = { function(value) return core.is_table(value) or is_count(value) and value >= 1 end,
    "a gts.table, or a size in bytes" },
  order = { function(value) return order_list(value) ~= nil end,
    "a list of 'table', 'killer', 'history', 'lookahead' and at most one function" },
  window = { function(value)
    return type(value) == "table" and is_number(value[1]) and is_number(value[2]) and value[1] < value[2] and #value == 2
  end, "a list {alpha, beta} of two numbers with alpha < beta" },
}

--- The rows: name, kind, default, help; `own` marks those that only some algorithms take.
options.rows = {
  { name = "algorithm", kind = "id", default = "alphabeta",
    help = "which algorithm searches; with time or deepen the default is negascout, with a table and an order" },
  { name = "position", kind = "any", help = "where to search from; default: the start of the game" },
  { name = "depth", kind = "depth", help = "horizon in plies; default: to the terminals" },
  { name = "window", kind = "window", own = true, help = "{alpha, beta}: only values between them matter" },
  { name = "select", kind = "rule", default = "leftmost", own = true,
    help = "which live child to descend to: leftmost, max, min, hstar, random, or function(node)" },
  { name = "seed", kind = "integer", default = 1, own = true, help = "of what select = 'random' does" },
  { name = "pseudo", kind = "pseudo", own = true,
    help = "forget the tree below every so many plies once it is searched; or function(position, ply)" },
  { name = "entries", kind = "count", own = true, help = "records in OPEN, the papers' M; default: as many as it takes" },
  { name = "branching", kind = "count", own = true, help = "the most successors of any position; goes with entries" },
  { name = "alternating", kind = "boolean", default = true, own = true,
    help = "the players always alternate; goes with entries" },
  { name = "store_terminals", kind = "boolean", default = true, own = true,
    help = "false: the leaves below a MAX node are searched at once, and not stored (the odd-depth economy)" },
  { name = "searchd", kind = "count", default = 2, own = true, help = "plies of a slab; 2 is QuickGame" },
  { name = "first", kind = "number", own = true,
    help = "the first bound: math.huge (SSS*), -math.huge (dual SSS*) or a guess; default: the best guess there is" },
  { name = "prune", kind = "boolean", own = true, default = true, help = "cut off what cannot matter" },
  { name = "table", kind = "table", own = true, help = "a gts.table to use and keep, or the size of one in bytes" },
  { name = "remember_leaves", kind = "boolean", own = true, default = true,
    help = "keep the values of leaves in the table too; false pays where they cost little" },
  { name = "order", kind = "order", own = true,
    help = "what sorts successors: a list of 'table', 'killer', 'history', 'lookahead' or a function(position, move, next)" },
  { name = "bounds", kind = "boolean", default = true, help = "use the bounds and the range of the rules" },
  { name = "native", kind = "native", default = "auto", help = "run rules as machine code: when it pays, always, never" },
  { name = "time", kind = "seconds", help = "seconds it may take; implies deepen" },
  { name = "nodes", kind = "count", help = "nodes it may visit" },
  { name = "memory", kind = "count", help = "bytes it may hold" },
  { name = "deepen", kind = "boolean", help = "iterative deepening; default: only with a time limit" },
  { name = "solution", kind = "boolean", default = false, help = "find solution trees that prove the result: result.proof" },
  { name = "longest", kind = "count", default = 1000000, help = "the longest path, where there is no depth" },
  { name = "progress", kind = "callable", help = "function(report) called now and then; returning false stops" },
  { name = "trace", kind = "callable", help = "function(event) called at every step" },
}

local by_name, names = {}, {}
for _, row in ipairs(options.rows) do by_name[row.name], names[#names + 1] = row, row.name end

local function contains(list, word)
  for _, name in ipairs(list) do
    if name == word then return true end
  end
  return false
end

local function find_algorithm(algorithms, id)
  local ids = {}
  for i, algorithm in ipairs(algorithms) do
    if algorithm.id == id then return algorithm end
    ids[i] = algorithm.id
  end
  local meant = words.suggest(id, ids)
  if meant == "" then meant = ": there are " .. table.concat(ids, ", ") end
  return nil, ("unknown algorithm %s%s"):format(words.quote(id), meant)
end

--- Those of the algorithms that take the option `name`.
local function takers(algorithms, name)
  local ids = {}
  for _, algorithm in ipairs(algorithms) do
    if contains(algorithm.options, name) then ids[#ids + 1] = algorithm.id end
  end
  return table.concat(ids, ", ")
end

--- Is there an option of this name?
function options.is_option(name) return by_name[name] ~= nil end

--- Checks what a user asks of a search.
-- @tparam table given the options as the user wrote them
-- @tparam table algorithms gts.algorithms
-- @treturn[1] table all options, with defaults
-- @return[2] nil
-- @treturn[2] string what is wrong, and with which option
function options.check(given, algorithms)
  if type(given) ~= "table" then return nil, ("the options are %s: expected a table"):format(words.quote(given)) end
  local id = given.algorithm
  if id == nil then id = by_name.algorithm.default end
  local algorithm, problem = find_algorithm(algorithms, id)
  if not algorithm then return nil, problem end
  local all = {}
  for _, row in ipairs(options.rows) do
    if not row.own or contains(algorithm.options, row.name) then all[row.name] = row.default end
  end
  for name, value in pairs(given) do
    local row = by_name[name]
    if not row then
      return nil, ("unknown option %s for %s%s"):format(words.quote(name), id, words.suggest(name, names))
    end
    if row.own and not contains(algorithm.options, name) then
      return nil, ("%s takes no option '%s'; these do: %s"):format(id, name, takers(algorithms, name))
    end
    local kind = kinds[row.kind]
    if not kind[1](value) then
      return nil, ("option '%s' of %s is %s: expected %s"):format(name, id, words.quote(value), kind[2])
    end
    all[name] = value
  end
  if all.solution and algorithm.alternative then
    return nil, ("%s takes no option 'solution': its value is not the minimax value, which solution trees prove"):format(id)
  end
  if all.deepen == nil then all.deepen = all.time ~= nil end
  if all.order ~= nil then all.order = order_list(all.order)
  elseif all.deepen and contains(algorithm.options, "order") and (all.table or contains(algorithm.needs, "key")) then
    all.order = { "table" }
  end
  return all, algorithm
end

return options
