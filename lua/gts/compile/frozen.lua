--- What is compiled together: functions, tables and strings, frozen as they are now.
--
-- Compiled code knows them by number. What an upvalue or a table holds when the rules are analysed it holds for ever: so it is a
-- constant of the unit. What was read is noted, metatables too, and users of the unit call `what_changed` before and after.
--
-- A list's elements become cells, which are read by any index; its other fields are read by name, once, by the analysis. The
-- record of a table, as `known` of its description, is
--
--    table, id   the table, and its number
--    name        what it is called in messages: how it was come by first
--    cells       descriptions of the elements: of what integers lead to, from `first` on, which is 1 or less; all: of any of them
--    length      of the list; nil where elements are missing, so that # may find one end or another
--    refused     why its elements cannot be read, if so
--    values      a copy of its list; count: how many elements there are
--    at          where its cells begin among those of the whole unit, once they are written
--    group       the group of tables that may be where it is (see groups.lua)
--    all_names   how many fields it has, if any of them may be read; is_in_order: see flow_tables.lua
--
-- and the record of a function
--
--    closure, id, proto         the function, its number, its bytecode
--    refused                    why it cannot be compiled, if so
--    parameters                 their descriptions: of whatever any call hands over
--    results, count, returns    what it gives: descriptions, at most how many, and whether it is known to return at all
--    states                     pc -> descriptions of all registers before that instruction; nil where none comes
--    calls                      pc -> the function that is called there
--    callers                    the functions that call it, each -> true
--    with                       which functions are handed over, as text -> another record of the same function
--    stale                      whether it is to be followed (once more)
--    reached                    of an entry: all functions that it calls, itself or through others
--    recursive                  whether it may call itself, once functions are written
--    changes                    whether it changes tables that rules make
--    texts                      whether it makes strings, which take room on the heap of a call
--    inner                      pc -> the record of the function that is made there
--    shapes, spreads            pc -> the shape of the tables that are made there; the elements that are unpacked there

local builtins = require "gts.compile.builtins"
local columns = require "gts.compile.columns"
local core = require "gts.core"
local groups = require "gts.compile.groups"
local inner = require "gts.compile.inner"
local refusal = require "gts.compile.refusal"
local values = require "gts.compile.values"

local frozen = {}

local TAB, FUN = values.TAB, values.FUN
local nothing, joined = values.nothing, values.joined
local refuse = refusal.refuse

--- How many elements all lists of rules may have.
frozen.most_cells = 70000

local MOST_INHERITED = 100
local MOST_FUNCTIONS, MOST_INSTRUCTIONS = 200, 300000
local LAST_SHORT = 257          -- the number of the empty string, behind those of one byte
local MOST_MISSING = 1000       -- elements of a list, and three for each that is there
local TOO_MANY = "a table of more than %d elements"
local LONGEST_NAME = 60         -- of a table in messages; tables inside it take the same name

-- Rules use the library of the program, not the copy that gts has of it.
local library_math = package.loaded.math

local Unit = {}
Unit.__index = Unit

--- Begins a unit. `assigned`: ids of upvalues (debug.upvalueid) that some function assigns to, a set: they are no constants.
function frozen.new(assigned, budget)
  return setmetatable({
    budget = budget, instructions = 0,  -- what it may cost; how many all functions have
    unfrozen = {},                      -- records of tables whose elements are still to be looked at
    functions = {}, by_closure = {},    -- records by number, and by what they are of
    tables = {}, by_table = {},
    strings = {}, by_string = {},       -- strings in the order in which they were met; and their numbers
    last_string = LAST_SHORT,           -- the greatest number of a string
    written = false,                    -- have they been written? Then there can be no other
    texts = false,                      -- does the C need native/texts.h, which takes strings that are not among these?
    cells = 0,                          -- elements of all lists so far
    data_in_fields = false,             -- has a field been read that holds neither a function nor a table?
    assigned = assigned,
    reads = {}, read_names = {},        -- what was read from upvalues, fields and metatables: see Unit:note
    noted = {},                         -- function or table -> what of it is among `reads`
    changed = false,                    -- has a function become stale? For the analysis
    joining = nil,                      -- groups of tables that have become others, while there are any (see groups.lua)
    columns = {}, column_names = {},    -- names of fields that are read of groups, each -> these; in the order they were met
    compares = false,                   -- has a table a metamethod for ==?
    shapes = {},                        -- of tables that rules make, by number (see shapes.lua)
    metatables = {},                    -- of these, by the numbers of src/native/records.h, once they are written
    position = nil,                     -- that of positions, if they are tables
    text_position = false,              -- are positions strings?
  }, Unit)
end

--- The number of a string, as src/native/records.h has it: those of strings of one byte follow that byte.
function Unit:string(text)
  local number = self.by_string[text]
  if number then return number end
  if self.written then error(("the compiler of rules has met the string %q too late"):format(text)) end
  if #text > 1 then self.last_string = self.last_string + 1 end
  number = #text == 0 and LAST_SHORT or #text == 1 and 1 + text:byte() or self.last_string
  self.strings[#self.strings + 1], self.by_string[text] = text, number
  return number
end

--- Notes that strings may be others than those that the unit knows, or C for strings is needed (src/native/texts.h).
function Unit:use_texts()
  if self.texts then return end
  self.texts = true
  for byte = 0, 255 do self:string(string.char(byte)) end
  self:string ""
end

-- The least and the greatest integer that is a key of a table: no more than 1, and no less than 0. Or nil, and why it is no list.
local function places(t)
  local first, last, count = 1, 0, 0
  for key in next, t do
    if count > frozen.most_cells then return nil, TOO_MANY:format(frozen.most_cells) end
    if math.type(key) == "float" then return nil, "a table with a number as a key that is no integer" end
    if type(key) == "number" then first, last, count = math.min(first, key), math.max(last, key), count + 1 end
  end
  local most = last - first             -- less than 0 if that is too large for an integer, and where there is none
  if count > 0 and most < 0 or most >= 4 * count + MOST_MISSING then
    return nil, "a table with integers as keys that are far apart"
  end
  return first, last
end

-- Freezes the elements of a list, as far as they can be.
function Unit:freeze_list(known)
  local name = #known.name < LONGEST_NAME and known.name .. "[]" or known.name
  local first, last = places(known.table)
  if not first then
    known.refused = last
    return
  end
  known.first, known.length = first, last
  for i = first, last do
    self.budget:spend(1)
    self.cells = self.cells + 1
    if self.cells > frozen.most_cells then
      known.refused = TOO_MANY:format(frozen.most_cells)
      return
    end
    local cell = self:constant(rawget(known.table, i), name)
    if cell == nothing and i > 0 then known.length = nil end
    -- No index tells which function is called; and a mask of 0 is what C cannot hold.
    if cell.mask & ~FUN == 0 then known.refused = "a list with something else in it than data" end
    known.cells[#known.cells + 1], known.all = cell, joined(known.all, cell)
    known.values[i] = rawget(known.table, i)
    if cell ~= nothing then known.count = known.count + 1 end
  end
end

-- Freezes a table. Those in it follow: however deep they are within each other, nothing here calls itself.
function Unit:freeze(known)
  local meta = self:metatable(known.table, known.name)
  if meta ~= nil then
    known.refused = "a table with a metatable"
    if self:raw_field(meta, "__eq", "the metatable of " .. known.name) ~= nil then self.compares = true end
  end
  self:freeze_list(known)
  if not known.refused then known.group:put(known.all) end
end

-- Notes, once, that something was read: of a function or a table, by an index, a name, or 0 for its metatable. native.changed
-- takes where that was and what it gave, three values for each read; messages take the name.
function Unit:note(of, key, value, name)
  local noted = self.noted[of] or {}
  self.noted[of] = noted
  if noted[key] then return end
  noted[key], self.read_names[#self.read_names + 1] = true, name
  table.move({ of, value, key }, 1, 3, 3 * #self.read_names - 2, self.reads)
end

-- The metatable of a table, whatever __metatable says; it is noted that it was read.
function Unit:metatable(t, name)
  local meta = debug.getmetatable(t)
  self:note(t, 0, meta, "the metatable of " .. name)
  return meta
end

-- A field of a table itself; it is noted that it was read.
function Unit:raw_field(t, key, name)
  local v = rawget(t, key)
  self:note(t, key, v, name == "_ENV" and tostring(key) or ("%s.%s"):format(name, key))
  return v
end

--- Notes that something has grown that functions may have asked about: all are to be followed once more.
function Unit:grow()
  self.changed = true
  for _, f in pairs(self.functions) do f.stale = true end
end

--- The record of a table.
function Unit:table(t, name)
  local known = self.by_table[t]
  if known then return known end
  known = { table = t, id = #self.tables + 1, name = name, cells = {}, all = nil, values = {}, count = 0 }
  -- It is entered before its elements are looked at: it may be one of them.
  self.tables[known.id], self.by_table[t], known.group = known, known, groups.new(self, known)
  self.unfrozen[#self.unfrozen + 1] = known
  if #self.unfrozen > 1 then return known end   -- it is in one that is being looked at
  for _, one in ipairs(self.unfrozen) do self:freeze(one) end
  self.unfrozen = {}
  return known
end

--- Begins the record of a function, and counts it: its field `refused` says if that is too much.
function Unit:add_function(proto)
  local f = {
    id = #self.functions + 1, proto = proto, parameters = {}, results = {}, count = 0, calls = {}, callers = {}, stale = true,
    captured = {}, assigned = {}, carried = {},         -- see inner.lua
  }
  self.instructions = self.instructions + #proto.code
  if f.id > MOST_FUNCTIONS then f.refused = refusal.at(proto, 1, "more than %d functions", MOST_FUNCTIONS)
  elseif self.instructions > MOST_INSTRUCTIONS then
    f.refused = refusal.at(proto, 1, "more than %d instructions in all", MOST_INSTRUCTIONS)
  else self.functions[f.id] = f end
  return f
end

--- The record of a function.
function Unit:func(closure)
  local known = self.by_closure[closure]
  if known then return known end
  local proto, wrong = self.budget:read(closure)
  if builtins.is_library(closure) then proto, wrong = nil, builtins.called(closure) .. ", which is not compiled" end
  known = proto and self:add_function(proto) or { refused = refusal.new(wrong) }
  known.closure, self.by_closure[closure] = closure, known
  return known
end

--- The record of a function for calls that hand over functions, by their parameters: another one for each that they are.
function Unit:func_with(known, list)
  local key = ""
  for p = 1, known.proto and known.proto.parameters or 0 do
    local of = list[p] and list[p].mask == FUN and list[p].known
    if of then key = ("%s %d:%s"):format(key, p, of.builtin or ("%p"):format(of.closure or of)) end
  end
  if key == "" then return known end
  known.with = known.with or {}
  local f = known.with[key] or self:add_function(known.proto)
  f.closure, f.frame, f.at, known.with[key] = known.closure, known.frame, known.at, f
  return f
end

local plain_masks = { ["nil"] = values.NIL, boolean = values.BOOL, integer = values.INT, float = values.FLT, string = values.STR }

--- Describes a value that is there already: a constant, or what an upvalue or a table holds, by its name in messages.
function Unit:constant(v, name)
  local kind = math.type(v) or type(v)
  if kind == "string" then self:string(v) end
  if plain_masks[kind] then return values.new(plain_masks[kind], v) end
  if kind == "table" then return values.new(TAB, self:table(v, name)) end
  if kind == "function" then
    local builtin = builtins.names[v]
    return values.new(FUN, builtin and { builtin = builtin } or { closure = v })
  end
  return values.new(0, { unknown = kind })
end

--- Describes what an upvalue of a function holds; refuses if it is no constant.
function Unit:upvalue(f, pc, index)
  if inner.captured(f, index) then return f.captured[index] end
  if f.frame then return self:upvalue(f.frame, f.at, f.proto.upvalues[index].index) end
  local name, v = debug.getupvalue(f.closure, index)
  if self.assigned[debug.upvalueid(f.closure, index)] then refuse(f, pc, "upvalue '%s' is assigned to", name) end
  self:note(f.closure, index, v, "upvalue " .. name)
  local described = self:constant(v, name)
  if described.mask == 0 then refuse(f, pc, "upvalue '%s' is a %s", name, described.known.unknown) end
  return described
end

-- What a table holds under a name, itself or through tables that it inherits from; and the table where the search ended.
local function look_up(unit, f, pc, known, key)
  local place, name = known.table, known.name
  for _ = 1, MOST_INHERITED do
    local v, meta = unit:raw_field(place, key, name), unit:metatable(place, name)
    if v ~= nil or meta == nil then return v, place end
    name = "the metatable of " .. name
    place = unit:raw_field(meta, "__index", name)
    if place == nil then return nil end
    if type(place) ~= "table" then refuse(f, pc, "field '%s' of a table with a metatable", tostring(key)) end
    name = name .. ".__index"
  end
  refuse(f, pc, "field '%s' of a table that inherits from more than %d others", tostring(key), MOST_INHERITED)
end

--- Describes what a table holds under a name; or refuses. `what` errors call it a "field" by default.
function Unit:field(f, pc, t, key, what)
  if t.made or t.mixed then
    refuse(f, pc, "field '%s' of a table that rules make, or one that was there before", tostring(key))
  end
  if t.known == nil then return columns.field_of_any(self, t.group:root(), key) end
  local v, place = look_up(self, f, pc, t.known, key)
  local described = self:constant(v, what == "global" and key or ("%s.%s"):format(t.known.name, key))
  -- Functions and tables are known by themselves, and math.pi is taken as constant.
  if place ~= library_math and described.mask & (TAB | FUN) == 0 then self.data_in_fields = true end
  if described.mask == 0 then refuse(f, pc, "%s '%s' is a %s", what or "field", tostring(key), described.known.unknown) end
  return described
end

--- Describes an element of a list, whichever: nil if it is beyond its ends; or refuses.
function Unit.element(_, f, pc, t)
  if t.mask & TAB == 0 then refusal.doubt(f, pc, "an element of a value that is no table") end
  if t.made or t.mixed then
    refuse(f, pc, "a list that rules make, or one that was there before, as in near[i] or {}: write both above the rules")
  end
  if t.known and t.known.refused then refuse(f, pc, "%s", t.known.refused) end
  local group = t.group and t.group:root()
  if group and not group.all and group.tables[1].refused then refuse(f, pc, "%s", group.tables[1].refused) end
  return joined(group and group.all or t.known and t.known.all, nothing)
end

--- Refuses to take the length of a list whose end is not certain.
function Unit:check_length(f, pc, t)
  self:element(f, pc, t)                -- refuses a list that could not be frozen
  for _, known in ipairs(t.group and t.group:root().tables or { t.known }) do
    if not known.length and not known.refused then refuse(f, pc, "the length of %s, which has elements missing", known.name) end
  end
end

-- What of a list is no more what it was when it was frozen, in words, or nil. `key`: where elements differ; false: one is gone.
local function changed_list(known, key)
  local t, last = known.table, known.first + #known.cells - 1
  if key == nil then
    local is_other = known.all_names and known.all_names ~= #columns.names(known) or known.is_in_order and not known:is_in_order()
    return is_other and ("the fields of %s"):format(known.name) or nil
  end
  for i = known.first, key and 0 or last do
    if known.values[i] ~= nil and rawget(t, i) == nil then key = i end
  end
  local is_inside = math.type(key) == "integer" and key >= known.first and key <= last and rawget(t, last) ~= nil
  return is_inside and ("%s[%d]"):format(known.name, key) or ("the length of %s"):format(known.name)
end

--- Which upvalue or table holds no more what it held when the unit was analysed? The first, in words, or nil. Each search asks.
function Unit:what_changed()
  local changed = core.native.changed(self.reads)
  if changed then return self.read_names[changed] end
  local differs = core.native.differs
  for _, known in ipairs(self.tables) do
    local key = nil
    if not known.refused then key = differs(known.table, known.values, known.count) end
    if key ~= nil or (known.all_names or known.is_in_order) and not known.refused then
      local what = changed_list(known, key)
      if what then return what end
    end
  end
  return nil
end

return frozen
