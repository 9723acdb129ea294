--- What the values in a function can be: the types of all registers before each instruction, by following the bytecode.
--
-- A value is described by a mask of the types it may have and, where it is one known thing, by that thing: so the function
-- that is called and the table that is read are known. Descriptions only grow, so following all paths until nothing changes
-- comes to an end. What cannot be compiled is refused, with its line.
-- @module gts.compile.analysis

local bytecode = require "gts.compile.bytecode"

local analysis = {}

local NIL, BOOL, INT, FLT, STR, TAB, FUN = 1, 2, 4, 8, 16, 32, 64
local NUMBER = INT | FLT
analysis.masks = { NIL = NIL, BOOL = BOOL, INT = INT, FLT = FLT, STR = STR, TAB = TAB, FUN = FUN }

local MOST_CELLS, MOST_FUNCTIONS = 200000, 200

-- Functions of Lua's library that are known, by themselves.
local builtins = {
  [ipairs] = "ipairs", [math.max] = "max", [math.min] = "min", [math.abs] = "abs", [math.floor] = "floor",
  [math.ceil] = "ceil", [math.sqrt] = "sqrt", [math.ult] = "ult",
}
analysis.builtins = builtins

local step_of_ipairs = ipairs {}
builtins[step_of_ipairs] = "next_of_list"

-- `least` and `most` bound a number that is one of several constants. NaN, which equals nothing, has none.
local function value(mask, known)
  local number = mask & NUMBER ~= 0 and known == known and known or nil
  return { mask = mask, known = known, least = number, most = number }
end

local nothing = value(NIL)

-- The description of either of two values.
local function join(a, b)
  if not a or a == b then return b end
  if not b then return a end
  local mask, known = a.mask | b.mask, nil
  if a.known == b.known and math.type(a.known) == math.type(b.known) then known = a.known end
  local least = a.least and b.least and math.min(a.least, b.least)
  local both = value(mask, known)
  both.least, both.most = least, least and math.max(a.most, b.most)
  local same = mask == a.mask and known == a.known and both.least == a.least and both.most == a.most
  return same and a or both
end

-- A unit: all functions and tables that are compiled together.
local Unit = {}
Unit.__index = Unit

--- Begins a unit.
function analysis.unit()
  return setmetatable({
    functions = {}, by_closure = {}, tables = {}, by_table = {}, strings = {}, by_string = {}, cells = 0, assigned = {},
    reads = {},
  }, Unit)
end

local function refuse(f, pc, reason, ...)
  error({ where = bytecode.where(f.proto, pc), reason = reason:format(...) }, 0)
end

function Unit:string(text)
  if not self.by_string[text] then
    self.strings[#self.strings + 1] = text
    self.by_string[text] = #self.strings
  end
  return self.by_string[text]
end

-- A table is frozen: what it holds now, it holds for ever. A list's elements are cells; other integer keys are refused.
function Unit:table(t)
  local known = self.by_table[t]
  if known then return known end
  known = { table = t, id = #self.tables + 1, cells = {}, all = nil }
  self.tables[known.id], self.by_table[t] = known, known
  if getmetatable(t) ~= nil then known.refused = "a table with a metatable" end
  for i = 1, rawlen(t) do
    self.cells = self.cells + 1
    if self.cells > MOST_CELLS then
      known.refused = ("a table of more than %d elements"):format(MOST_CELLS)
      break
    end
    known.cells[i] = self:constant(rawget(t, i))
    if known.cells[i].mask & ~FUN == 0 then known.refused = "a list with something else in it than data" end
    known.all = join(known.all, known.cells[i])
  end
  for key in next, t do
    if type(key) == "number" and not (math.type(key) == "integer" and key >= 1 and key <= #known.cells) then
      known.refused = known.refused or "a table with a number as a key outside its list"
    end
  end
  return known
end

function Unit:func(closure)
  local known = self.by_closure[closure]
  if known then return known end
  local proto, wrong = bytecode.read(closure)
  known = { closure = closure, id = #self.functions + 1, proto = proto, parameters = {}, results = {}, count = 0, calls = {} }
  self.by_closure[closure] = known
  if not proto then known.refused = { where = "", reason = wrong } return known end
  if known.id > MOST_FUNCTIONS then
    known.refused = { where = bytecode.where(proto, 1), reason = ("more than %d functions"):format(MOST_FUNCTIONS) }
    return known
  end
  self.functions[known.id] = known
  return known
end

--- Describes a value that is there already: a constant, or what an upvalue or a table holds.
function Unit:constant(v)
  local kind = math.type(v) or type(v)
  if kind == "nil" then return nothing end
  if kind == "boolean" then return value(BOOL, v) end
  if kind == "integer" then return value(INT, v) end
  if kind == "float" then return value(FLT, v) end
  if kind == "string" then
    self:string(v)
    return value(STR, v)
  end
  if kind == "table" then return value(TAB, self:table(v)) end
  if kind == "function" then return value(FUN, builtins[v] and { builtin = builtins[v] } or { closure = v }) end
  return value(0, { unknown = kind })
end

-- Functions are described anew each time: let equal ones be one.
local function same_function(a, b)
  return a == b or a and b and (a.closure and a.closure == b.closure or a.builtin and a.builtin == b.builtin)
end

local function joined(a, b)
  if a and b and a.mask == FUN and b.mask == FUN and same_function(a.known, b.known) then return a end
  return join(a, b)
end

-- Upvalues. One that is set somewhere in the unit is no constant.

local function upvalue(unit, f, pc, index)
  local name, v = debug.getupvalue(f.closure, index)
  local id = debug.upvalueid(f.closure, index)
  if unit.assigned and unit.assigned[id] then refuse(f, pc, "upvalue '%s' is assigned to", name) end
  unit.reads[#unit.reads + 1] = { closure = f.closure, index = index, value = v }
  local described = unit:constant(v)
  if described.mask == 0 then refuse(f, pc, "upvalue '%s' is a %s", name, described.known.unknown) end
  return described
end

-- What a table that is known holds under a key that is known, itself or through tables that it inherits from.
local function field(unit, f, pc, t, key, name)
  if t.known == nil then refuse(f, pc, "field '%s' of a table that is not known beforehand", tostring(key)) end
  local place, v = t.known.table
  repeat
    v = rawget(place, key)
    unit.reads[#unit.reads + 1] = { table = place, key = key, value = v }
    local meta = getmetatable(place)
    if v ~= nil or meta == nil then break end
    place = type(meta) == "table" and rawget(meta, "__index")
    if place == nil then break end
    if type(place) ~= "table" then refuse(f, pc, "field '%s' of a table with a metatable", tostring(key)) end
  until false
  local described = unit:constant(v)
  if place ~= math and described.mask & (TAB | FUN) == 0 then unit.data_in_fields = true end
  if described.mask == 0 then refuse(f, pc, "%s '%s' is a %s", name or "field", tostring(key), described.known.unknown) end
  return described
end

-- Instructions. Each changes the registers `r` and says where to go on: at pc + 1 if it says nothing.

local transfer = {}

local function constant_at(unit, f, index) return unit:constant(f.proto.constants[index + 1]) end

function transfer.MOVE(_, _, _, i, r) r[i.a] = r[i.b] end
function transfer.LOADI(_, _, _, i, r) r[i.a] = value(INT, i.sbx) end
function transfer.LOADF(_, _, _, i, r) r[i.a] = value(FLT, i.sbx + 0.0) end
function transfer.LOADK(unit, f, _, i, r) r[i.a] = constant_at(unit, f, i.bx) end
function transfer.LOADKX(_, f, pc) refuse(f, pc, "too many constants") end
function transfer.LOADFALSE(_, _, _, i, r) r[i.a] = value(BOOL, false) end
function transfer.LOADTRUE(_, _, _, i, r) r[i.a] = value(BOOL, true) end
function transfer.LOADNIL(_, _, _, i, r) for a = i.a, i.a + i.b do r[a] = nothing end end
function transfer.GETUPVAL(unit, f, pc, i, r) r[i.a] = upvalue(unit, f, pc, i.b + 1) end
function transfer.NOT(_, _, _, i, r) r[i.a] = value(BOOL) end
function transfer.CLOSE() end

function transfer.LFALSESKIP(_, _, pc, i, r)
  r[i.a] = value(BOOL, false)
  return { { pc + 2, r } }
end

function transfer.GETTABUP(unit, f, pc, i, r)
  local t = upvalue(unit, f, pc, i.b + 1)
  if t.mask ~= TAB then refuse(f, pc, "upvalue %d is no table", i.b + 1) end
  local is_env = debug.getupvalue(f.closure, i.b + 1) == "_ENV"
  r[i.a] = field(unit, f, pc, t, f.proto.constants[i.c + 1], is_env and "global" or "field")
end

function transfer.GETFIELD(unit, f, pc, i, r)
  if r[i.b].mask ~= TAB then refuse(f, pc, "field '%s' of what may be no table", f.proto.constants[i.c + 1]) end
  r[i.a] = field(unit, f, pc, r[i.b], f.proto.constants[i.c + 1])
end

-- An element of a list: nil beyond its ends.
local function element(unit, f, pc, t)
  if t.mask ~= TAB then refuse(f, pc, "an element of what may be no table") end
  local all = nothing
  for _, known in ipairs(t.known and { t.known } or unit.tables) do
    if known.refused then
      if t.known then refuse(f, pc, "%s", known.refused) end
    else all = joined(all, known.all) end
  end
  return all
end

function transfer.GETTABLE(unit, f, pc, i, r)
  if r[i.c].mask & ~(INT | NIL) ~= 0 or r[i.c].mask == NIL then refuse(f, pc, "a table with a key that may be no integer") end
  r[i.a] = element(unit, f, pc, r[i.b])
end

function transfer.GETI(unit, f, pc, i, r) r[i.a] = element(unit, f, pc, r[i.b]) end

function transfer.LEN(unit, f, pc, i, r)
  if r[i.b].mask ~= TAB then refuse(f, pc, "the length of what may be no table") end
  element(unit, f, pc, r[i.b])
  r[i.a] = value(INT)
end

-- Arithmetic: what follows is the call of a metamethod, which never comes.

local function numbers(b, c)
  local mask = b.mask & c.mask & INT
  if b.mask & FLT ~= 0 and c.mask & NUMBER ~= 0 or c.mask & FLT ~= 0 and b.mask & NUMBER ~= 0 then mask = mask | FLT end
  return value(mask)
end

local function floats(b, c) return value(b.mask & NUMBER ~= 0 and c.mask & NUMBER ~= 0 and FLT or 0) end

local function integers(b, c) return value(b.mask & NUMBER ~= 0 and c.mask & NUMBER ~= 0 and INT or 0) end

-- Without a result the instruction always gives up, and nothing follows it.
local function settle(pc, i, r, result)
  if result.mask == 0 then return {} end
  r[i.a] = result
  return { { pc, r } }
end

for op, rule in pairs {
  ADD = numbers, SUB = numbers, MUL = numbers, MOD = numbers, IDIV = numbers, POW = floats, DIV = floats,
  BAND = integers, BOR = integers, BXOR = integers, SHL = integers, SHR = integers,
} do
  transfer[op] = function(_, _, pc, i, r) return settle(pc + 2, i, r, rule(r[i.b], r[i.c])) end
  if op ~= "SHL" and op ~= "SHR" then
    transfer[op .. "K"] = function(unit, f, pc, i, r) return settle(pc + 2, i, r, rule(r[i.b], constant_at(unit, f, i.c))) end
  end
end

function transfer.ADDI(_, _, pc, i, r) return settle(pc + 2, i, r, numbers(r[i.b], value(INT))) end
function transfer.SHRI(_, _, pc, i, r) return settle(pc + 2, i, r, integers(r[i.b], value(INT))) end
transfer.SHLI = transfer.SHRI

function transfer.UNM(_, _, pc, i, r) return settle(pc + 1, i, r, value(r[i.b].mask & NUMBER)) end
function transfer.BNOT(_, _, pc, i, r) return settle(pc + 1, i, r, integers(r[i.b], r[i.b])) end

-- Jumps.

function transfer.JMP(_, _, pc, i, r) return { { pc + 1 + i.sj, r } } end

-- The registers, with the one at `a` narrowed to `mask`; nil if that leaves nothing.
local function narrowed(r, a, mask)
  local left = r[a].mask & mask
  if left == 0 then return nil end
  if left == r[a].mask then return r end
  local copy = table.move(r, 0, #r, 0, {})
  copy[a] = value(left, left & (left - 1) == 0 and r[a].known or nil)
  return copy
end

-- Two ways: at pc + 1, where the jump stands, if the condition holds; past it if not.
local function branch(pc, jumping, passing)
  local ways = {}
  if jumping then ways[#ways + 1] = { pc + 1, jumping } end
  if passing then ways[#ways + 1] = { pc + 2, passing } end
  return ways
end

local function compare(_, _, pc, _, r) return branch(pc, r, r) end

-- Functions have no numbers by which they could be told apart.
local function compare_any(_, f, pc, i, r)
  if r[i.a].mask & r[i.b].mask & FUN ~= 0 then refuse(f, pc, "a comparison of functions") end
  return branch(pc, r, r)
end

local function compare_numbers(_, f, pc, i, r)
  local two = i.op == "LT" or i.op == "LE"
  if (r[i.a].mask | (two and r[i.b].mask or 0)) & STR ~= 0 then refuse(f, pc, "a comparison of strings") end
  return branch(pc, r, r)
end

transfer.EQ, transfer.EQI = compare_any, compare
for op in ("LT LE LTI LEI GTI GEI"):gmatch("%S+") do transfer[op] = compare_numbers end

function transfer.EQK(_, f, pc, i, r)
  if f.proto.constants[i.b + 1] ~= nil then return branch(pc, r, r) end
  local is, is_not = narrowed(r, i.a, NIL), narrowed(r, i.a, ~NIL)
  if i.k then return branch(pc, is, is_not) end
  return branch(pc, is_not, is)
end

-- What is true and what is false of a register.
local function sides(r, a)
  local yes, no = narrowed(r, a, ~NIL), narrowed(r, a, NIL | BOOL)
  if r[a].mask == BOOL and r[a].known ~= nil then
    if r[a].known then no = nil else yes = nil end
  end
  return yes, no
end

function transfer.TEST(_, _, pc, i, r)
  local yes, no = sides(r, i.a)
  if i.k then return branch(pc, yes, no) end
  return branch(pc, no, yes)
end

function transfer.TESTSET(_, _, pc, i, r)
  local yes, no = sides(r, i.b)
  local jumping, passing = yes, no
  if not i.k then jumping, passing = no, yes end
  if jumping then
    jumping = table.move(jumping, 0, #jumping, 0, {})
    jumping[i.a] = jumping[i.b]
  end
  return branch(pc, jumping, passing)
end

-- Loops.

function transfer.FORPREP(_, _, pc, i, r)
  local first, limit, step = r[i.a].mask, r[i.a + 1].mask, r[i.a + 2].mask
  local mask = 0
  if limit & NUMBER ~= 0 then
    if first & INT ~= 0 and step & INT ~= 0 then mask = INT end
    if first & FLT ~= 0 and step & NUMBER ~= 0 or step & FLT ~= 0 and first & NUMBER ~= 0 then mask = mask | FLT end
  end
  if mask == 0 then return {} end
  r[i.a], r[i.a + 1], r[i.a + 2], r[i.a + 3] = value(mask), value(mask), value(mask), value(mask)
  return { { pc + 1, r }, { pc + i.bx + 2, r } }
end

function transfer.FORLOOP(_, _, pc, i, r)
  r[i.a + 3] = value(r[i.a].mask)
  return { { pc + 1 - i.bx, r }, { pc + 1, r } }
end

function transfer.TFORPREP(_, f, pc, i, r)
  if r[i.a + 3].mask ~= NIL then refuse(f, pc, "a loop with a value to be closed") end
  return { { pc + 1 + i.bx, r } }
end

function transfer.TFORCALL(unit, f, pc, i, r)
  local iterator = r[i.a].known
  if not (r[i.a].mask == FUN and iterator and iterator.builtin == "next_of_list") then
    refuse(f, pc, "a loop over something else than ipairs of a table")
  end
  r[i.a + 4], r[i.a + 5] = value(INT | NIL), element(unit, f, pc, r[i.a + 1])
  for a = i.a + 6, i.a + 3 + i.c do r[a] = nothing end
end

function transfer.TFORLOOP(_, _, pc, i, r)
  local going = narrowed(r, i.a + 4, ~NIL)
  if going then
    going = table.move(going, 0, #going, 0, {})
    going[i.a + 2] = going[i.a + 4]
    if going[i.a + 5] then going[i.a + 5] = value(going[i.a + 5].mask & ~NIL, going[i.a + 5].known) end
  end
  local ways = { { pc + 1, r } }
  if going then ways[2] = { pc + 1 - i.bx, going } end
  return ways
end

-- Calls. `r.open` is where an open list of values begins that the last call left, `r.top` where it ends.

local function arguments(i, r)
  local list = {}
  local last = i.b > 0 and i.a + i.b - 1 or r.top
  for a = i.a + 1, last do list[#list + 1] = r[a] end
  return list
end

local math_results = {
  max = function(list) local mask = 0 for _, v in ipairs(list) do mask = mask | v.mask & NUMBER end return mask end,
  abs = function(list) return list[1].mask & NUMBER end,
  floor = function(list) return list[1].mask & FLT ~= 0 and NUMBER or list[1].mask & INT end,
  sqrt = function(list) return list[1].mask & NUMBER ~= 0 and FLT or 0 end,
  ult = function(list) return list[1].mask & list[2].mask & INT ~= 0 and BOOL or 0 end,
}
math_results.min, math_results.ceil = math_results.max, math_results.floor
local math_arity = { abs = 1, floor = 1, ceil = 1, sqrt = 1, ult = 2 }

local function call_builtin(unit, f, pc, name, list)
  if name == "ipairs" then
    if #list ~= 1 or list[1].mask ~= TAB then refuse(f, pc, "ipairs of something else than a table") end
    element(unit, f, pc, list[1])
    return { value(FUN, { builtin = "next_of_list" }), list[1], value(INT, 0) }
  end
  if not math_results[name] then refuse(f, pc, "a call of %s", name) end
  if #list < (math_arity[name] or 1) then refuse(f, pc, "math.%s with too few arguments", name) end
  local mask = math_results[name](list)
  return mask ~= 0 and { value(mask) } or nil
end

local function call_function(unit, f, pc, closure, list)
  local callee = unit:func(closure)
  if callee.refused then error(callee.refused, 0) end
  if callee.proto.vararg then refuse(callee, 1, "a function with ...") end
  f.calls[pc] = callee
  for p = 1, callee.proto.parameters do
    local was = callee.parameters[p]
    local is = joined(was, list[p] or nothing)
    if is ~= was then callee.parameters[p], unit.changed = is, true end
  end
  if not callee.returns then return nil end
  local results = {}
  for n = 1, callee.count do results[n] = callee.results[n] or nothing end
  return results
end

-- What a call gives, or nil as long as it is not known to return.
local function call(unit, f, pc, i, r)
  local callee = r[i.a].mask == FUN and r[i.a].known
  if not callee then refuse(f, pc, "a call of a function that is not known beforehand") end
  local list = arguments(i, r)
  if callee.builtin then return call_builtin(unit, f, pc, callee.builtin, list) end
  return call_function(unit, f, pc, callee.closure, list)
end

function transfer.CALL(unit, f, pc, i, r)
  local results = call(unit, f, pc, i, r)
  if not results then return {} end
  local count = i.c > 0 and i.c - 1 or #results
  if i.a + count > f.proto.registers then refuse(f, pc, "all results of a call handed on, and they are too many") end
  for n = 1, count do r[i.a + n - 1] = results[n] or nothing end
  r.top = i.a + count - 1
end

local function returned(unit, f, list)
  f.returns = true
  for n = 1, math.max(#list, f.count) do
    local was = f.results[n]
    if was == nil and f.returned_before then was = nothing end
    local is = joined(was, list[n] or nothing)
    if is ~= f.results[n] then f.results[n], unit.changed = is, true end
  end
  if not f.returned_before then unit.changed = true end
  f.count, f.returned_before = math.max(f.count, #list), true
  return {}
end

function transfer.TAILCALL(unit, f, pc, i, r)
  local results = call(unit, f, pc, i, r)
  return results and returned(unit, f, results) or {}
end

function transfer.RETURN(unit, f, _, i, r)
  local list = {}
  for a = i.a, i.b > 0 and i.a + i.b - 2 or r.top do list[#list + 1] = r[a] end
  return returned(unit, f, list)
end

function transfer.RETURN0(unit, f) return returned(unit, f, {}) end
function transfer.RETURN1(unit, f, _, i, r) return returned(unit, f, { r[i.a] }) end

--- What an instruction that loads a constant loads.
function analysis.loaded(unit, f, pc, i, registers)
  local r = table.move(registers, 0, f.proto.registers - 1, 0, {})
  transfer[i.op](unit, f, pc, i, r)
  return r[i.a]
end

-- What is refused, in words.
local refusals = {
  SETUPVAL = "an upvalue is assigned to", SETTABUP = "a global or a field is assigned to", SETTABLE = "a table is changed",
  SETI = "a table is changed", SETFIELD = "a table is changed", NEWTABLE = "a table is made", SELF = "a method is called",
  CONCAT = "strings are joined", TBC = "a value is to be closed", CLOSURE = "a function is made", VARARG = "... is used",
  VARARGPREP = "the function takes ...", SETLIST = "a table is made", EXTRAARG = "an instruction that is not known",
}

local function merge(f, pc, r, work)
  local old = f.states[pc]
  if not old then
    f.states[pc] = table.move(r, 0, f.proto.registers - 1, 0, { top = r.top })
    work[#work + 1] = pc
    return
  end
  local changed = false
  for a = 0, f.proto.registers - 1 do
    local is = joined(old[a], r[a])
    if is ~= old[a] then old[a], changed = is, true end
  end
  old.top = r.top
  if changed then work[#work + 1] = pc end
end

-- Follows a function from its beginning.
local function follow(unit, f)
  f.states, f.calls = {}, {}
  local r = {}
  for a = 0, f.proto.registers - 1 do r[a] = f.parameters[a + 1] or nothing end
  local work = {}
  merge(f, 1, r, work)
  while #work > 0 do
    local pc = table.remove(work)
    local i = f.proto.code[pc]
    local rule = i and transfer[i.op]
    if not rule then refuse(f, pc, "%s", i and refusals[i.op] or "an instruction that is not known") end
    local copy = table.move(f.states[pc], 0, f.proto.registers - 1, 0, { top = f.states[pc].top })
    local ways = rule(unit, f, pc, i, copy) or { { pc + 1, copy } }
    for _, way in ipairs(ways) do merge(f, way[1], way[2], work) end
  end
end

-- Follows all that an entry reaches, once.
local function follow_all(unit, entry)
  if entry.refused then return nil, entry.refused end
  local todo, reached, n = { entry }, { [entry] = true }, 1
  while n <= #todo do
    local ok, wrong = pcall(follow, unit, todo[n])
    if not ok then
      if type(wrong) ~= "table" then error(wrong, 0) end
      return nil, wrong
    end
    for _, callee in pairs(todo[n].calls) do
      if not reached[callee] then reached[callee], todo[#todo + 1] = true, callee end
    end
    n = n + 1
  end
  return todo
end

-- Is a list still what it was when it was frozen?
local function same_list(known)
  local t = known.table
  if getmetatable(t) ~= nil then return known.refused ~= nil end
  if known.refused then return true end
  if rawlen(t) ~= #known.cells then return false end
  for i, cell in ipairs(known.cells) do
    local v = rawget(t, i)
    if cell.mask == TAB then v = type(v) == "table" and cell.known.table == v and cell.known end
    if v ~= cell.known or math.type(v) ~= math.type(cell.known) then return false end
  end
  return true
end

--- Do upvalues and tables still hold what they held when the unit was analysed?
-- @tparam table unit
-- @treturn boolean
function analysis.unchanged(unit)
  for _, read in ipairs(unit.reads) do
    local v
    if read.closure then _, v = debug.getupvalue(read.closure, read.index) else v = rawget(read.table, read.key) end
    if not rawequal(v, read.value) or math.type(v) ~= math.type(read.value) then return false end
  end
  for _, known in ipairs(unit.tables) do
    if not same_list(known) then return false end
  end
  return true
end

--- Analyses the functions that are asked from outside, until nothing changes.
-- @tparam table unit
-- @tparam table entries name -> function of the unit, with its parameters described. One that cannot be compiled leaves the
-- table, and is left a field `refused` with where and reason.
function analysis.run(unit, entries)
  -- In the same order always, for functions and tables are numbered as they are met, and a unit is cached by its text.
  local names = {}
  for name in pairs(entries) do names[#names + 1] = name end
  table.sort(names)
  repeat
    unit.changed = false
    for _, name in ipairs(names) do
      local entry = entries[name]
      if entry then
        entry.reached, entry.refused = follow_all(unit, entry)
        if entry.refused then entries[name], unit.changed = nil, true end
      end
    end
  until not unit.changed
end

-- Upvalues that a prototype assigns to, itself or in functions that it makes. `origin` says which upvalue of the closure each
-- of its upvalues is.
local function scan_assignments(proto, origin, note)
  for _, i in ipairs(proto.code) do
    if i.op == "SETUPVAL" and origin[i.b + 1] then note(origin[i.b + 1]) end
  end
  for _, inner in ipairs(proto.protos) do
    local inner_origin = {}
    for index, upvalue_of in ipairs(inner.upvalues) do
      if not upvalue_of.in_stack then inner_origin[index] = origin[upvalue_of.index] end
    end
    scan_assignments(inner, inner_origin, note)
  end
end

--- Notes which upvalues are assigned to by the functions given and all that they reach: those are no constants.
-- @tparam table unit
-- @tparam {function,...} closures
function analysis.note_assignments(unit, closures)
  local seen, work = {}, { table.unpack(closures) }
  while #work > 0 do
    local closure = table.remove(work)
    local proto = not seen[closure] and bytecode.read(closure)
    seen[closure] = true
    if proto then
      local origin = {}
      for index in ipairs(proto.upvalues) do
        origin[index] = index
        local _, v = debug.getupvalue(closure, index)
        if type(v) == "function" then work[#work + 1] = v end
      end
      scan_assignments(proto, origin, function(index) unit.assigned[debug.upvalueid(closure, index)] = true end)
    end
  end
end

return analysis
