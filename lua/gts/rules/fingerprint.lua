--- What tells one game from another: a digest of its name, its data, and the code of its rules with all that the code refers to.
-- A table of proved values is good for one game only, in this process or, saved, in another.
--
-- Code is identified by its bytecode, data by its contents, functions of Lua's library and of gts by their names. Anything else
-- is not guessed at: there is no fingerprint, unless the rules have a `version`, which stands for them with the options.

local bytecode = require "gts.rules.bytecode"
local core = require "gts.core"
local known = require "gts.base.known"
local raised = require "gts.base.raised"
local words = require "gts.base.words"

local fingerprint = {}

-- Fields of later versions: where they are absent a game keeps the fingerprint of earlier ones.
local later = require("gts.facts.rules").digest

-- Values of rules that matter, with the two by which they give their moves; what only people see does not.
local function fields_with(one, other)
  return { "words", "start", "range", one, other, "evaluate", "player", "terminal", "bounds", "key", "cycle",
    table.unpack(later) }
end

local fields, set_fields = fields_with("next", "successors"), fields_with("legal", "play")
local mutable_fields = { "moves", "play", "undo", table.unpack(fields) }         -- of rules that have a board
-- Of rules that say their version.
local data_fields = { "words", "start", "range", "cycle" }

local MOST = 1000000            -- parts of a game
local DEEPEST = 2000            -- tables and functions within each other

-- What brings in more than is among the rules; and functions whose names stand for them.
local outside, names_of = known.outside, known.names

-- What everything of one type does: one of each; the last is nil.
local examples, EXAMPLES = { "", 0, true, print }, 5

-- Ends a description; `reason` names the part of the rules that has no fingerprint.
local function give_up(reason, ...) error({ reason = reason:format(...) }, 0) end

local describe

-- The keys of a table behind the first `n`, sorted: numbers, strings, and true and false.
local function sorted_keys(t, n)
  local keys = {}
  for key in next, t do
    local kind = type(key)
    if kind ~= "string" and kind ~= "number" and kind ~= "boolean" then give_up("a table has a %s as a key", kind) end
    if math.type(key) ~= "integer" or key < 1 or key > n then keys[#keys + 1] = key end
  end
  table.sort(keys, function(a, b)
    local of_a, of_b = type(a), type(b)
    if of_a ~= of_b then return of_a < of_b end
    if of_a == "boolean" then return a and not b end
    return a < b
  end)
  return keys
end

local function describe_fields(t, n, out)
  while rawget(t, n + 1) ~= nil do
    n = n + 1
    describe(rawget(t, n), out)
  end
  for _, key in ipairs(sorted_keys(t, n)) do
    out[#out + 1] = "="
    describe(key, out)
    describe(rawget(t, key), out)
  end
end

local function describe_table(t, out)
  out[#out + 1] = "{"
  local text, n, is_all = core.integers(t)
  if n > 0 then out[#out + 1], out.integers = text, out.integers + n end
  if not is_all then describe_fields(t, n, out) end
  out[#out + 1] = "}"
  local meta = debug.getmetatable(t)
  if meta ~= nil then describe(meta, out) end
end

-- The names of the globals that a prototype uses, itself or in inner functions; `is_env`: which upvalues are the environment.
local function note_globals(proto, is_env, names)
  for _, i in ipairs(proto.code) do
    if i.op == "GETTABUP" and is_env[i.b + 1] then names[proto.constants[i.c + 1]] = true
    elseif i.op == "SETTABUP" and is_env[i.a + 1] then names[proto.constants[i.b + 1]] = true
    elseif (i.op == "GETUPVAL" or i.op == "SETUPVAL") and is_env[i.b + 1] then
      give_up("%s uses its environment as a table", bytecode.where(proto, 1))
    end
  end
  for _, inner in ipairs(proto.protos) do
    local inner_env = {}
    for index, upvalue in ipairs(inner.upvalues) do inner_env[index] = not upvalue.in_stack and is_env[upvalue.index] or nil end
    note_globals(inner, inner_env, names)
  end
end

-- The names in a prototype and in those that it makes: methods of strings may be among them. `computes`: so may any other.
local function note_names(proto, out)
  for _, i in ipairs(proto.code) do out.computes = out.computes or i.op == "GETTABLE" end
  for _, constant in pairs(proto.constants) do
    if type(constant) == "string" and not out.names[constant] then
      out.names[constant] = true
      out.names[#out.names + 1] = constant
    end
  end
  for _, inner in ipairs(proto.protos) do note_names(inner, out) end
end

-- The globals that a function uses, in the environment `env`.
local function describe_globals(proto, is_env, env, out)
  local names = {}
  note_globals(proto, is_env, names)
  for _, name in ipairs(words.keys(names)) do
    if outside[name] then give_up("%s uses %s, which brings in more than the rules", bytecode.where(proto, 1), name) end
    out[#out + 1] = ("g%d:%s"):format(#name, name)
    local ok, value = pcall(function() return env[name] end)
    if not ok then raised.pass_on(value) end
    if not ok then give_up("the global %s cannot be read", name) end
    describe(value, out)
  end
end

local read = setmetatable({}, { __mode = "k" })        -- function -> its prototype and its bytecode, which never change

local function read_function(f)
  local known_of = read[f]
  if known_of then return known_of.proto, known_of.code end
  local proto, wrong = bytecode.read(f)
  if not proto then give_up("it refers to a function of which only this is known: %s", wrong) end
  read[f] = { proto = proto, code = string.dump(f, true) }
  return proto, read[f].code
end

local function describe_function(f, out)
  if names_of[f] then
    out[#out + 1] = "C" .. names_of[f]
    return
  end
  local proto, code = read_function(f)
  out[#out + 1] = ("c%d:%s"):format(#code, code)
  note_names(proto, out)
  local is_env, env = {}, nil
  for i = 1, #proto.upvalues do
    local name, value = debug.getupvalue(f, i)
    if rawequal(value, _G) or name == "_ENV" and type(value) == "table" then
      if env and not rawequal(env, value) then give_up("%s uses two environments", bytecode.where(proto, 1)) end
      is_env[i], env = true, value
    else describe(value, out) end
  end
  if env then describe_globals(proto, is_env, env, out) end
end

local function describe_parts(value, kind, out)
  out.count, out.deep = out.count + 1, out.deep + 1
  out.seen[value] = out.count
  if out.deep > DEEPEST then give_up("it holds tables nested more than %d deep", DEEPEST) end
  if kind == "table" then describe_table(value, out) else describe_function(value, out) end
  out.deep = out.deep - 1
end

-- Appends the parts of a value; one that was seen before is its number.
function describe(value, out)
  local kind = type(value)
  if #out + out.integers > MOST then give_up("it has more than %d parts", MOST) end
  if kind == "number" then out[#out + 1] = math.type(value) == "integer" and ("i%d"):format(value) or ("f%a"):format(value)
  elseif kind == "string" then out[#out + 1] = ("s%d:%s"):format(#value, value)
  elseif kind == "boolean" or kind == "nil" then out[#out + 1] = tostring(value)
  elseif rawequal(value, _G) then give_up("it holds all that is global")
  elseif kind ~= "table" and kind ~= "function" then give_up("it holds a %s", kind)
  elseif out.seen[value] then out[#out + 1] = "#" .. out.seen[value]
  else describe_parts(value, kind, out) end
end

-- What a type does beyond Lua's own: its metamethods; of the methods of strings those that are named in the code, or all of them.
local function describe_type(example, out)
  local meta = debug.getmetatable(example)
  if meta == nil then return end
  local index, rest = rawget(meta, "__index"), {}
  for field, value in next, meta do
    if field ~= "__index" and names_of[value] ~= "every string " .. field then rest[field] = value end
  end
  describe(rest, out)
  if type(index) ~= "table" or debug.getmetatable(index) then return describe(index, out) end
  local i = 1
  while out.names[i] or out.computes do         -- a method may name others
    if out.computes then out.computes = note_names({ code = {}, protos = {}, constants = words.keys(index) }, out) end
    local name = out.names[i]
    local method = index[name]
    if method ~= nil and names_of[method] ~= "string." .. name then
      out[#out + 1] = ("m%d:%s"):format(#name, name)
      describe(method, out)
    end
    i = i + 1
  end
end

-- Describes something, by a function; names it in errors.
local function attempt(what, how, value, out)
  out[#out + 1], out.deep = what, 0
  local ok, wrong = pcall(how, value, out)
  if ok then return end
  if type(wrong) ~= "table" then error(wrong, 0) end
  return ("%s: %s"):format(what, wrong.reason)
end

-- A digest of the fields of some rules, and of what goes before.
local function digest(rules, names, first)
  local out, wrong = { seen = {}, names = {}, count = 0, integers = 0, table.unpack(first) }, nil
  for _, field in ipairs(names) do
    local matters = rules[field] ~= nil or not words.contains(later, field)
    wrong = wrong or matters and attempt("rules." .. field, describe, rules[field], out) or nil
  end
  for i = 1, EXAMPLES do wrong = wrong or attempt("every " .. type(examples[i]), describe_type, examples[i], out) end
  if wrong then return nil, wrong end
  return core.hash(table.concat(out, "\0"))
end

--- The fingerprint of a checked game made with these options, or nil, as its rules are now: 64 characters; or nil and the part of
-- the rules that has none.
function fingerprint.of(game, options)
  if game.tree then return core.hash(game.name .. "\n" .. core.tree_fingerprint(game.tree)) end
  if game.version == nil then
    local first = { #game.name, game.name }
    if game.mutable then return digest(game.mutable.rules, mutable_fields, first) end
    return digest(game, game.legal and set_fields or fields, first)
  end
  local rules = { options = options or {} }
  for _, field in ipairs(data_fields) do
    if type(game[field]) ~= "userdata" then rules[field] = game[field] end     -- what that is its owner knows, by the version
  end
  local first = { #game.name, game.name, "version", #game.version, game.version }
  return digest(rules, { "options", table.unpack(data_fields) }, first)
end

--- The fingerprint of a value by what is in it, 64 characters; nil if it has none.
function fingerprint.value(value)
  local out = { seen = {}, names = {}, count = 0, integers = 0 }
  return not attempt("value", describe, value, out) and core.hash(table.concat(out, "\0")) or nil
end

return fingerprint
