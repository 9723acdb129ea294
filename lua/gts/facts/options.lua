--- The options of a search, and how what people write is checked. They are stated once, in the engine, as rows of data.

local core = require "gts.core"
local schema = require "gts.base.schema"
local tables = require "gts.base.tables"
local words = require "gts.base.words"

local options = {}

-- Taken here: confined rules have none later. A metatable is found whatever its __metatable is.
local load, getmetatable = load, debug.getmetatable

-- Lists of words, as the option `order` has them: one word or function by itself, names with commas, or a list.

local function as_list(value)
  if type(value) == "function" then return { value } end
  local list = {}
  if type(value) == "string" then
    for name in value:gmatch "[^%s,]+" do list[#list + 1] = name end
  elseif type(value) == "table" then table.move(value, 1, #value, 1, list) else return nil end
  return list
end

-- Each word at most once, and at most one function, if it `calls` one.
local function is_word_list(value, known, calls)
  local list, seen = as_list(value), {}
  for _, element in ipairs(list or {}) do
    local what = calls and type(element) == "function" and "function" or element
    if seen[what] or not (type(what) == "string" and (known[what] or calls and what == "function")) then return false end
    seen[what] = true
  end
  return list ~= nil
end

local function quoted(list) return tables.map(list, words.quote) end

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
  table = function() return { expected = "a gts.table", fits = core.is_table } end,
  database = function()
    return { expected = "a gts.database", fits = function(value)
      local meta = type(value) == "table" and getmetatable(value)
      return meta and meta.__name == "gts.database"
    end }
  end,
  words = function(row)
    local known = tables.set(row.words)
    local calls = words.contains(row.kinds, "function")
    return {
      expected = ("a list of %s%s"):format(table.concat(quoted(row.words), ", "), calls and " and at most one function" or ""),
      fits = function(value) return is_word_list(value, known, calls) end,
      words = row.words,
    }
  end,
}

--- The kind of an option, from its row in the engine: see gts.base.schema.
function options.kind_of(row)
  return schema.any_of(tables.map(row.kinds, function(name) return kinds[name](row) end))
end

--- The rows: name, kind (see gts.base.schema), kinds (their names), default, least, most, words, help, example; `own` marks those
-- that only some algorithms take. Where algorithms mean different things by a name, its row has the words and the help of all.
options.rows = {}

-- By name; the kind and default of an option of one algorithm: id -> name -> these; and algorithms by id.
local by_name, names, said, by_id = {}, {}, {}, {}

local function union(a, b)
  local new = tables.filter(b, function(word) return not words.contains(a, word) end)
  return table.move(new, 1, #new, #a + 1, table.move(a, 1, #a, 1, {}))
end

-- One more meaning of the option `known`: that of an algorithm which has other words for it.
local function join(known, row, id)
  if not (row.words and known.words) or table.concat(row.words, " ") == table.concat(known.words, " ") then return end
  known.kinds, known.words = union(known.kinds, row.kinds), union(known.words, row.words)
  known.kind, known.help = options.kind_of(known), ("%s; of %s: %s"):format(known.help, id, row.help)
end

local function add(row, own, id)
  if by_name[row.name] then return own and join(by_name[row.name], row, id) end
  by_name[row.name] = {
    name = row.name, kinds = row.kinds, kind = options.kind_of(row), default = row.default, least = row.least, most = row.most,
    words = row.words, help = row.help, example = row.example, own = own,
  }
  options.rows[#options.rows + 1], names[#names + 1] = by_name[row.name], row.name
end

local function add_all(algorithm)
  local its = {}
  for _, row in ipairs(algorithm.rows) do
    add(row, true, algorithm.id)
    its[row.name] = { kind = options.kind_of(row), default = row.default }
  end
  said[algorithm.id], by_id[algorithm.id] = its, algorithm
end

for _, row in ipairs(core.options) do add(row, false) end
for _, algorithm in ipairs(core.algorithms) do add_all(algorithm) end

-- What an algorithm takes: id -> the kinds of its options and their defaults, by name, and a function that makes a table of
-- these, by one constructor, so that it does not grow. Made once, for all searches.
local taken = {}

--- Adds an algorithm to the list, or replaces one of the same id.
function options.add(algorithm)
  local at = #core.algorithms + 1
  for i, row in ipairs(core.algorithms) do at = row.id == algorithm.id and i or at end
  core.algorithms[at], taken[algorithm.id] = algorithm, nil
  add_all(algorithm)
end

local extended = false                  -- are the algorithms of extensions there, too?

local function is_taken(id) return said[id] or core.hidden[id] or id == "retrograde" end

--- What gts.algorithms has: all algorithms. Those of extensions are loaded when all are asked for, or one that is not known.
function options.algorithms()
  if extended then return core.algorithms end
  extended = true
  local extensions = require "gts.base.extensions"      -- here: most searches need none
  for _, row in ipairs(extensions.rows("algorithms", is_taken)) do
    local file, wrong = package.searchpath(row.module, package.cpath)
    local algorithm
    if file then algorithm, wrong = core.load_algorithm(file, row.name) end
    if algorithm then options.add(algorithm)
    else extensions.leave_out(row, ("has an algorithm '%s' that does not load: %s"):format(row.name, wrong)) end
  end
  return core.algorithms
end

local function ids_of(algorithms) return tables.map(algorithms, function(algorithm) return algorithm.id end) end

--- The algorithm of an id. Returns what gts.algorithms says of it. Error: that there is none, and which may have been meant.
function options.algorithm(id)
  local known = by_id[id] or options.algorithms() and by_id[id]
  if known then return known end
  local ids = ids_of(core.algorithms)
  local meant = words.suggest(id, ids)
  if meant == "" then meant = ": there are " .. table.concat(ids, ", ") end
  return nil, ("unknown algorithm %s%s"):format(words.quote(id), meant)
end

--- Returns the ids of the algorithms that have the option `name`.
function options.takers(name)
  return tables.collect(core.algorithms, function(algorithm) return words.contains(algorithm.options, name) and algorithm.id end)
end

--- The row of an option, or nil.
function options.row(name) return by_name[name] end

--- Does an algorithm take an option? What is no option of a search they all do; nil takes only those that all take.
function options.takes(algorithm, name)
  local row = by_name[name]
  return not (row and row.own) or algorithm ~= nil and words.contains(algorithm.options, name)
end

--- The options, of some, that an algorithm takes.
function options.taken(algorithm, given)
  local its = {}
  for name, value in pairs(given) do
    if options.takes(algorithm, name) then its[name] = value end
  end
  return its
end

--- The ids of all algorithms.
function options.ids() return ids_of(options.algorithms()) end

local function taken_by(algorithm)
  local its = taken[algorithm.id]
  if its then return its end
  its = { kinds = {}, defaults = {} }
  for _, row in ipairs(options.rows) do
    if not row.own or words.contains(algorithm.options, row.name) then
      local known = said[algorithm.id][row.name] or row
      its.kinds[row.name], its.defaults[row.name] = known.kind, known.default
    end
  end
  local fields = tables.map(words.keys(its.defaults), function(name) return ("[%q] = defaults[%q]"):format(name, name) end)
  its.make = load(("local defaults = ... return function() return { %s } end"):format(table.concat(fields, ", ")))(its.defaults)
  taken[algorithm.id] = its
  return its
end

local function problem(algorithm, name, value)
  local kind = taken_by(algorithm).kinds[name]
  if not kind then
    return ("%s takes no option '%s'; these do: %s"):format(algorithm.id, name, table.concat(options.takers(name), ", "))
  end
  return not kind.fits(value) and schema.misfit(("option '%s' of %s"):format(name, algorithm.id), value, kind) or nil
end

-- Options that mean something only with some words of another: each with that option and these words.
local depends = {
  { "ref", "select", { "grave" } }, { "bias", "select", { "rave", "grave" } }, { "proof_weight", "select", { "pn", "gpn" } },
  { "proof_bias", "select", { "pn", "gpn" } }, { "goal", "select", { "pn" } },
  { "temperature", "playout", { "mast" } }, { "epsilon", "playout", { "nst" } },
  { "backup_weight", "backup", { "minimax", "bounds" } },
  { "exploration", "select", { "uct", "ucb1tuned", "rave", "grave", "pn", "gpn" } },
}

-- An option that does nothing with what else is given, or nil.
local function idle(algorithm, given, all)
  for _, row in ipairs(depends) do
    local name, other, list = row[1], row[2], row[3]
    if given[name] ~= nil and words.contains(algorithm.options, other) and not words.contains(list, all[other]) then
      return ("option '%s' goes with %s = %s"):format(name, other, table.concat(quoted(list), " or "))
    end
  end
end

-- Why an algorithm cannot search selectively what is asked, or nil. Makes a list of the techniques.
local function not_selective(algorithm, all)
  if not algorithm.selective then
    local able = tables.collect(core.algorithms, function(one) return one.selective and one.id end)
    return ("%s takes no option 'selective': it searches the whole tree; these can be selective: %s"):format(algorithm.id,
      table.concat(able, ", "))
  end
  for _, name in ipairs { "solution", "window" } do
    if all[name] then return ("option '%s' does not go with 'selective', which proves no bounds"):format(name) end
  end
  if all.selective ~= true then all.selective = as_list(all.selective) end
  if all.selective ~= true and #all.selective == 0 then all.selective = false end    -- no technique: a full search
end

-- The options that are given, inherited ones among them.
local function values_of(given)
  if not getmetatable(given) then return given end
  local values = {}
  for _, name in ipairs(names) do values[name] = given[name] end
  return values
end

--- Checks what a user asks of a search. `given`: as written. Returns options; algorithm. Error: what is wrong, with which option.
function options.check(given)
  if type(given) ~= "table" then return nil, ("the options are %s: expected a table"):format(words.quote(given)) end
  local id = given.algorithm
  if id == nil then id = by_name.algorithm.default end
  local algorithm, wrong = options.algorithm(id)
  if not algorithm then return nil, wrong end
  local key, meant = schema.unknown(given, names, by_name)
  if key ~= nil then return nil, ("unknown option %s for %s%s"):format(words.quote(key), id, meant) end
  local its = taken_by(algorithm)
  local all, its_kinds = its.make(), its.kinds
  for name, value in next, values_of(given) do
    all[name], wrong = value, wrong or not (its_kinds[name] and its_kinds[name].fits(value))
  end
  for i = 1, wrong and #names or 0 do   -- of several the first in their order is named
    wrong = given[names[i]] ~= nil and problem(algorithm, names[i], given[names[i]])
    if wrong then return nil, wrong end
  end
  wrong = idle(algorithm, given, all)
  if wrong then return nil, wrong end
  if all.solution and algorithm.alternative then
    return nil, ("%s takes no option 'solution': its value is not the minimax value, which solution trees prove"):format(id)
  end
  if all.deepen == nil then all.deepen = all.time ~= nil and not algorithm.anytime end
  if all.order ~= nil then all.order = as_list(all.order) end
  if all.selective then
    wrong = not_selective(algorithm, all)
    if wrong then return nil, wrong end
  end
  if given.risk ~= nil and not (type(all.selective) == "table" and words.contains(all.selective, "probcut")) then
    return nil, "option 'risk' is that of the technique 'probcut', which the option 'selective' does not name"
  end
  return all, algorithm
end

return options
