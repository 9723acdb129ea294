--- The options of a search. They are stated once, in the engine, as rows of data; here is what people are told about them, and
-- how what they write is checked.
-- @module gts.check.options

local core = require "gts.core"
local schema = require "gts.check.schema"
local words = require "gts.check.words"

local options = {}

-- What people are told. An option of the engine without a line here is refused when gts is loaded.
local help = {
  algorithm = "which one searches; with time or deepen, or rules.cycle and no depth, the default is negascout, with a table and "
    .. "an order",
  alternating = "the players always alternate; goes with entries",
  bounds = "use the bounds and the range of the rules",
  branching = "the most successors of any position; goes with entries",
  database = "a database of solved positions, of gts.solve or gts.database: where the search meets one it stops",
  deepen = "iterative deepening; default: only with a time limit, and not where that needs no depth",
  depth = "horizon in plies; default: to the terminals",
  entries = "records in OPEN, the papers' M; default: as many as it takes",
  every = "seconds between two calls of progress, about",
  first = "the first bound: math.huge (SSS*), -math.huge (dual SSS*) or a guess; default: the best guess there is",
  goal = "the question: is the value at least this? Default: as many questions as find the value",
  longest = "the longest path, where there is no depth",
  memory = "bytes it may hold",
  native = "run rules as machine code: when it pays, always, never",
  nodes = "nodes it may visit",
  order = "what sorts successors; a function gets position, move and next position, and gives a number: the greater the sooner",
  position = "where to search from, instead of the start of the game",
  progress = "is called now and then with a report; false stops the search",
  prune = "cut off what cannot matter",
  pseudo = "forget the tree below every so many plies once it is searched; a function gets position and ply, and says where",
  drop_order = "in deepening, drop the order, but for the table's move, if over the first iterations it does not pay",
  remember_leaves = "keep the values of leaves in the table too; false pays where they cost little",
  exploration = "how much more a move counts that was seldom looked at, where results lie from 0 to 1; default: 0.7 with "
    .. "random playouts, else 0.2",
  iterations = "rounds, each of one playout; default: a million, where neither time nor nodes has a limit",
  longest_rollout = "a playout ends after so many choices: its value is that of rules.cycle, else what the rules say "
    .. "of the position",
  prior = "as so many visits counts what the rules say of a new position; 0: they are not asked",
  rollout = "what a new position is worth: 'random' plays on to the end; a number, so many plies, and asks the rules; a function "
    .. "gets position, player, ply and a random integer, and says it; default: 'random', but 0 of ubfm with time, "
    .. "depth or iterations",
  safe = "the move is the one that was looked at most; false: the one with the best estimate",
  searchd = "plies of a slab; 2 is QuickGame",
  seed = "of what is random",
  select = "which live child to descend to; a function gets the node, and gives a child",
  solution = "find solution trees that prove the result: result.proof",
  store_terminals = "false: the leaves below a MAX node are searched at once, and not stored (the odd-depth economy)",
  strategy = "prove that the best move is best, or that the rest is worse; one, by turns, or as the depth of proofs says",
  strict = "cut off only what is worse than the bound, not what equals it: as some older programs did, and some tables count",
  table = "the transposition table to use and keep",
  threads = "how many search at once; 0: as many as there are processors",
  time = "seconds it may take; implies deepen",
  trace = "is called with an event at every step; returns false when it wants no more",
  window = "only values inside matter",
}

-- Lists of words, as the option `order` has them: one word or function by itself, names with commas, or a list.

local function as_list(value)
  if type(value) == "function" then return { value } end
  local list = {}
  if type(value) == "string" then
    for name in value:gmatch "[^%s,]+" do list[#list + 1] = name end
  elseif type(value) == "table" then table.move(value, 1, #value, 1, list) else return nil end
  return list
end

-- Each word at most once, and at most one function.
local function is_word_list(value, known)
  local list, seen = as_list(value), {}
  for _, element in ipairs(list or {}) do
    local what = type(element) == "function" and "function" or element
    if seen[what] or not (what == "function" or type(element) == "string" and known[element]) then return false end
    seen[what] = true
  end
  return list ~= nil
end

local function quoted(list)
  local texts = {}
  for i, word in ipairs(list) do texts[i] = words.quote(word) end
  return texts
end

local function set_of(list)
  local set = {}
  for _, word in ipairs(list) do set[word] = true end
  return set
end

-- The kinds of the engine: functions of a row. Alternatives are how a kind is named beside others.
local kinds = {
  algorithm = function() return { expected = "the id of an algorithm", fits = schema.text.fits } end,
  position = function() return schema.any "a position" end,
  ["function"] = function() return schema.callable end,
  integer = function(row) return schema.whole(row.least, row.most) end,
  number = function(row) return schema.number(row.least, row.most) end,
  seconds = function() return schema.seconds end,
  window = function() return schema.window end,
  flag = function() return schema.with_alternatives(schema.flag, { "true", "false" }) end,
  word = function(row) return schema.with_alternatives(schema.one_of(row.words), quoted(row.words)) end,
  count = function(row)
    local count, bytes = schema.count(row.least, row.most), words.contains(row.kinds, "table")
    return bytes and schema.with_alternatives(count, { "a size in bytes" }) or count
  end,
  table = function()
    return { expected = "a gts.table", fits = core.is_table }
  end,
  database = function()
    return { expected = "a gts.database", fits = function(value)
      local meta = type(value) == "table" and getmetatable(value)
      return meta and meta.__name == "gts.database"
    end }
  end,
  words = function(row)
    local known = set_of(row.words)
    return {
      expected = ("a list of %s and at most one function"):format(table.concat(quoted(row.words), ", ")),
      fits = function(value) return is_word_list(value, known) end,
      words = row.words,
    }
  end,
}

--- The kind of an option, from its row in the engine: see gts.check.schema.
function options.kind_of(row)
  local list = {}
  for i, name in ipairs(row.kinds) do list[i] = kinds[name](row) end
  return schema.any_of(list)
end

--- The rows: name, kind (see gts.check.schema), kinds (their names), default, least, most, words, help; `own` marks those that
-- only some algorithms take.
options.rows = {}

local by_name, names = {}, {}

local function add(row, own)
  if by_name[row.name] then return end
  local text = help[row.name] or error(("the option '%s' has no help"):format(row.name))
  by_name[row.name] = {
    name = row.name, kinds = row.kinds, kind = options.kind_of(row), default = row.default, least = row.least, most = row.most,
    words = row.words, help = text, own = own,
  }
  options.rows[#options.rows + 1], names[#names + 1] = by_name[row.name], row.name
end

for _, row in ipairs(core.options) do add(row, false) end
for _, algorithm in ipairs(core.algorithms) do
  for _, row in ipairs(algorithm.rows) do add(row, true) end
end

--- The algorithm of an id.
-- @treturn[1] table what gts.algorithms says of it
-- @return[2] nil
-- @treturn[2] string that there is none, and which may have been meant
function options.algorithm(id)
  local ids = {}
  for i, algorithm in ipairs(core.algorithms) do
    if algorithm.id == id then return algorithm end
    ids[i] = algorithm.id
  end
  local meant = words.suggest(id, ids)
  if meant == "" then meant = ": there are " .. table.concat(ids, ", ") end
  return nil, ("unknown algorithm %s%s"):format(words.quote(id), meant)
end

--- The ids of the algorithms that take the option `name` as one of their own.
-- @tparam string name
-- @treturn {string,...}
function options.takers(name)
  local ids = {}
  for _, algorithm in ipairs(core.algorithms) do
    if words.contains(algorithm.options, name) then ids[#ids + 1] = algorithm.id end
  end
  return ids
end

--- The row of an option, or nil.
function options.row(name) return by_name[name] end

-- Does the algorithm take this option?
local function takes(algorithm, row) return not row.own or words.contains(algorithm.options, row.name) end

-- What is wrong with one option, or nil.
local function problem(algorithm, name, value)
  local row = by_name[name]
  if not takes(algorithm, row) then
    return ("%s takes no option '%s'; these do: %s"):format(algorithm.id, name, table.concat(options.takers(name), ", "))
  end
  return schema.misfit(("option '%s' of %s"):format(name, algorithm.id), value, row.kind)
end

--- Checks what a user asks of a search.
-- @tparam table given the options as the user wrote them
-- @treturn[1] table all options, with defaults
-- @treturn[1] table the algorithm
-- @return[2] nil
-- @treturn[2] string what is wrong, and with which option
function options.check(given)
  if type(given) ~= "table" then return nil, ("the options are %s: expected a table"):format(words.quote(given)) end
  local id = given.algorithm
  if id == nil then id = by_name.algorithm.default end
  local algorithm, wrong = options.algorithm(id)
  if not algorithm then return nil, wrong end
  local key, meant = schema.unknown(given, names)
  if key ~= nil then return nil, ("unknown option %s for %s%s"):format(words.quote(key), id, meant) end
  local all = {}
  for _, row in ipairs(options.rows) do
    if takes(algorithm, row) then all[row.name] = row.default end
    if given[row.name] ~= nil then
      wrong = problem(algorithm, row.name, given[row.name])
      if wrong then return nil, wrong end
      all[row.name] = given[row.name]
    end
  end
  if all.solution and algorithm.alternative then
    return nil, ("%s takes no option 'solution': its value is not the minimax value, which solution trees prove"):format(id)
  end
  if all.deepen == nil then all.deepen = all.time ~= nil and not algorithm.anytime end
  if all.order ~= nil then all.order = as_list(all.order) end
  return all, algorithm
end

return options
