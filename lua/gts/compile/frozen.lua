--- What is compiled together: functions, tables and strings, frozen as they are now.
--
-- Compiled code knows them by number. What an upvalue or a table holds when the rules are analysed it holds for ever: so it is a
-- constant of the unit. What was read is noted, and whoever keeps what was compiled asks `unchanged` before using it again.
--
-- A list's elements become cells, which are read by any index; its other fields are read by name, once, by the analysis. The
-- record of a table, as `known` of its description, is
--
--    table, id   the table, and its number
--    cells       descriptions of the elements; all: of any of them
--    refused     why its elements cannot be read, if so
--    at          where its cells begin among those of the whole unit, once they are written
--
-- and the record of a function
--
--    closure, id, proto         the function, its number, its bytecode
--    refused                    why it cannot be compiled, if so
--    parameters                 their descriptions: of whatever any call hands over
--    results, count, returns    what it gives: descriptions, at most how many, and whether it is known to return at all
--    states                     pc -> descriptions of all registers before that instruction; nil where none comes
--    calls                      pc -> the function that is called there
--    reached                    of an entry: all functions that it calls, itself or through others
--    recursive                  whether it may call itself, once functions are written
-- @module gts.compile.frozen

local builtins = require "gts.compile.builtins"
local refusal = require "gts.compile.refusal"
local values = require "gts.compile.values"

local frozen = {}

local BOOL, INT, FLT, STR, TAB, FUN = values.BOOL, values.INT, values.FLT, values.STR, values.TAB, values.FUN
local nothing, joined = values.nothing, values.joined
local refuse = refusal.refuse

local MOST_CELLS, MOST_FUNCTIONS, MOST_INSTRUCTIONS, MOST_INHERITED = 70000, 200, 10000, 100

local Unit = {}
Unit.__index = Unit

--- Begins a unit.
-- @tparam table assigned id of an upvalue (debug.upvalueid) -> true, for those that some function assigns to: no constants
-- @tparam table budget see budget.lua
-- @treturn table a unit
function frozen.new(assigned, budget)
  return setmetatable({
    budget = budget, instructions = 0,  -- what it may cost; how many all functions have
    unfrozen = {},                      -- records of tables whose elements are still to be looked at
    functions = {}, by_closure = {},    -- records by number, and by what they are of
    tables = {}, by_table = {},
    strings = {}, by_string = {},       -- text by number, and the other way round
    cells = 0,                          -- elements of all lists so far
    data_in_fields = false,             -- has a field been read that holds neither a function nor a table?
    assigned = assigned,
    reads = {},                         -- what was read from upvalues and fields, for `unchanged`
    changed = false,                    -- has a description of parameters or results grown? For the analysis
    cell_mask = nil,                    -- types of any element of any list, once they are written
  }, Unit)
end

--- The number of a string.
-- @tparam string text
-- @treturn integer
function Unit:string(text)
  if not self.by_string[text] then
    self.strings[#self.strings + 1] = text
    self.by_string[text] = #self.strings
  end
  return self.by_string[text]
end

-- Freezes the elements of a list, as far as they can be.
function Unit:freeze_list(known)
  for i = 1, rawlen(known.table) do
    self.budget:spend(1)
    self.cells = self.cells + 1
    if self.cells > MOST_CELLS then
      known.refused = ("a table of more than %d elements"):format(MOST_CELLS)
      return
    end
    local cell = self:constant(rawget(known.table, i))
    -- No index tells which function is called; and a mask of 0 is what C cannot hold.
    if cell.mask & ~FUN == 0 then known.refused = "a list with something else in it than data" end
    known.cells[i], known.all = cell, joined(known.all, cell)
  end
end

-- Has a table a number as a key that is no place in its list?
local function has_stray_number(known)
  for key in next, known.table do
    if type(key) == "number" and not (math.type(key) == "integer" and key >= 1 and key <= #known.cells) then return true end
  end
  return false
end

-- Freezes a table. Those in it follow: however deep they are within each other, nothing here calls itself.
function Unit:freeze(known)
  if getmetatable(known.table) ~= nil then known.refused = "a table with a metatable" end
  self:freeze_list(known)
  if not known.refused and has_stray_number(known) then known.refused = "a table with a number as a key outside its list" end
end

--- The record of a table.
-- @tparam table t
-- @treturn table
function Unit:table(t)
  local known = self.by_table[t]
  if known then return known end
  known = { table = t, id = #self.tables + 1, cells = {}, all = nil }
  -- It is entered before its elements are looked at: it may be one of them.
  self.tables[known.id], self.by_table[t] = known, known
  self.unfrozen[#self.unfrozen + 1] = known
  if #self.unfrozen > 1 then return known end   -- who looks at the table that it is in will look at it
  for _, one in ipairs(self.unfrozen) do self:freeze(one) end
  self.unfrozen = {}
  return known
end

--- The record of a function.
-- @tparam function closure
-- @treturn table
function Unit:func(closure)
  local known = self.by_closure[closure]
  if known then return known end
  local proto, wrong = self.budget:read(closure)
  known = { closure = closure, id = #self.functions + 1, proto = proto, parameters = {}, results = {}, count = 0, calls = {} }
  self.by_closure[closure] = known
  if not proto then known.refused = refusal.new(wrong)
  elseif known.id > MOST_FUNCTIONS then known.refused = refusal.at(proto, 1, "more than %d functions", MOST_FUNCTIONS)
  else
    self.instructions = self.instructions + #proto.code
    if self.instructions > MOST_INSTRUCTIONS then
      known.refused = refusal.at(proto, 1, "more than %d instructions in all", MOST_INSTRUCTIONS)
    end
    self.functions[known.id] = known
  end
  return known
end

--- Describes a value that is there already: a constant, or what an upvalue or a table holds.
-- @param v
-- @treturn table a description
function Unit:constant(v)
  local kind = math.type(v) or type(v)
  if kind == "nil" then return nothing end
  if kind == "boolean" then return values.new(BOOL, v) end
  if kind == "integer" then return values.new(INT, v) end
  if kind == "float" then return values.new(FLT, v) end
  if kind == "string" then
    self:string(v)
    return values.new(STR, v)
  end
  if kind == "table" then return values.new(TAB, self:table(v)) end
  if kind == "function" then
    local name = builtins.names[v]
    return values.new(FUN, name and { builtin = name } or { closure = v })
  end
  return values.new(0, { unknown = kind })
end

--- Describes what an upvalue of a function holds.
-- @tparam table f the function's record
-- @tparam integer pc where it is read
-- @tparam integer index which upvalue, from 1
-- @treturn table a description
-- @raise a refusal, if it is no constant
function Unit:upvalue(f, pc, index)
  local name, v = debug.getupvalue(f.closure, index)
  if self.assigned[debug.upvalueid(f.closure, index)] then refuse(f, pc, "upvalue '%s' is assigned to", name) end
  self.reads[#self.reads + 1] = { closure = f.closure, index = index, value = v }
  local described = self:constant(v)
  if described.mask == 0 then refuse(f, pc, "upvalue '%s' is a %s", name, described.known.unknown) end
  return described
end

-- What a table holds under a name, itself or through tables that it inherits from; and the table where the search ended.
local function look_up(unit, f, pc, t, key)
  local place = t
  for _ = 1, MOST_INHERITED do
    local v = rawget(place, key)
    unit.reads[#unit.reads + 1] = { table = place, key = key, value = v }
    local meta = getmetatable(place)
    if v ~= nil or meta == nil then return v, place end
    place = type(meta) == "table" and rawget(meta, "__index")
    if place == nil then return nil end
    if type(place) ~= "table" then refuse(f, pc, "field '%s' of a table with a metatable", tostring(key)) end
  end
  refuse(f, pc, "field '%s' of a table that inherits from more than %d others", tostring(key), MOST_INHERITED)
end

--- Describes what a table holds under a name.
-- @tparam table f the record of the function that reads it
-- @tparam integer pc where it is read
-- @tparam table t the table's description
-- @tparam string key
-- @tparam[opt="field"] string what what errors call it
-- @treturn table a description
-- @raise a refusal
function Unit:field(f, pc, t, key, what)
  if t.known == nil then refuse(f, pc, "field '%s' of a table that is not known beforehand", tostring(key)) end
  local v, place = look_up(self, f, pc, t.known.table, key)
  local described = self:constant(v)
  -- Functions and tables are known by themselves, and nobody changes math.pi.
  if place ~= math and described.mask & (TAB | FUN) == 0 then self.data_in_fields = true end
  if described.mask == 0 then refuse(f, pc, "%s '%s' is a %s", what or "field", tostring(key), described.known.unknown) end
  return described
end

--- Describes an element of a list, whichever: nil if it is beyond its ends.
-- @tparam table f the record of the function that reads it
-- @tparam integer pc where it is read
-- @tparam table t the list's description; if it is not known which list, all lists of the unit come into question
-- @treturn table a description
-- @raise a refusal
function Unit:element(f, pc, t)
  if t.mask ~= TAB then refuse(f, pc, "an element of what may be no table") end
  if t.known and t.known.refused then refuse(f, pc, "%s", t.known.refused) end
  local all = nothing
  for _, known in ipairs(t.known and { t.known } or self.tables) do
    if not known.refused then all = joined(all, known.all) end
  end
  return all
end

-- Is a list still what it was when it was frozen?
local function same_list(known)
  local t = known.table
  if getmetatable(t) ~= nil then return known.refused ~= nil end
  if known.refused then return true end
  if rawlen(t) ~= #known.cells then return false end
  for i, cell in ipairs(known.cells) do
    local v = rawget(t, i)
    -- What is known of a table is its record: let the same table be the same record.
    if cell.mask == TAB then v = type(v) == "table" and cell.known.table == v and cell.known end
    if v ~= cell.known or math.type(v) ~= math.type(cell.known) then return false end
  end
  return true
end

-- Does an upvalue or a field still hold what was read from it?
local function same_value(read)
  local v
  if read.closure then v = select(2, debug.getupvalue(read.closure, read.index)) else v = rawget(read.table, read.key) end
  return rawequal(v, read.value) and math.type(v) == math.type(read.value)
end

--- Do upvalues and tables still hold what they held when the unit was analysed?
-- @treturn boolean
function Unit:unchanged()
  for _, read in ipairs(self.reads) do
    if not same_value(read) then return false end
  end
  for _, known in ipairs(self.tables) do
    if not same_list(known) then return false end
  end
  return true
end

return frozen
