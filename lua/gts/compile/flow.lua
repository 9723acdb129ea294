--- What each instruction makes of what is known of the registers; calls stand in flow_calls.lua. A rule gets the unit,
-- the function, the pc, the instruction and `r`, the descriptions of all registers (see values.lua), by their numbers from 0,
-- which it may change. It returns the ways on, a list of { pc, registers }, or nil if the next instruction follows with `r`.
-- What it cannot follow it refuses.

local columns = require "gts.compile.columns"
local flow_tables = require "gts.compile.flow_tables"
local inner = require "gts.compile.inner"
local refusal = require "gts.compile.refusal"
local shapes = require "gts.compile.shapes"
local values = require "gts.compile.values"

local flow = {}

local NIL, BOOL, INT, FLT, STR, TAB, FUN =
  values.NIL, values.BOOL, values.INT, values.FLT, values.STR, values.TAB, values.FUN
local NUMBER = values.NUMBER
local element = flow_tables.element
local value, nothing = values.new, values.nothing
local refuse = refusal.refuse

local rules = {}

--- The rules, by the names of the instructions.
flow.rules = rules

for op, reason in pairs {
  LOADKX = "too many constants", SETTABUP = "a global or a field is assigned to",
  TBC = "a value is to be closed",
  VARARG = "... is used", VARARGPREP = "the function takes ...",
} do
  rules[op] = function(_, f, pc) refuse(f, pc, "%s", reason) end
end

local function constant_at(unit, f, index) return unit:constant(f.proto.constants[index + 1]) end
function rules.MOVE(_, _, _, i, r) r[i.a] = r[i.b] end
function rules.LOADI(_, _, _, i, r) r[i.a] = value(INT, i.sbx) end
function rules.LOADF(_, _, _, i, r) r[i.a] = value(FLT, i.sbx + 0.0) end
function rules.LOADK(unit, f, _, i, r) r[i.a] = constant_at(unit, f, i.bx) end
function rules.LOADFALSE(_, _, _, i, r) r[i.a] = value(BOOL, false) end
function rules.LOADTRUE(_, _, _, i, r) r[i.a] = value(BOOL, true) end
function rules.LOADNIL(_, _, _, i, r) for a = i.a, i.a + i.b do r[a] = nothing end end
function rules.GETUPVAL(unit, f, pc, i, r) r[i.a] = unit:upvalue(f, pc, i.b + 1) end
function rules.NOT(_, _, _, i, r) r[i.a] = value(BOOL) end

-- A function that the rules make: the function that makes it may call it.
function rules.CLOSURE(unit, f, pc, i, r) r[i.a] = value(FUN, inner.func(unit, f, pc, f.proto.protos[i.bx + 1]).known) end

-- Registers from a on are other variables from now on: functions that have captured them are not known any more.
function rules.CLOSE(_, _, _, i, r)
  for a = 0, i.a - 1 do
    local made = r[a].mask == FUN and r[a].known and r[a].known.inner
    for index in ipairs(made and made.proto.upvalues or {}) do
      if (inner.captured(made, index) or -1) >= i.a then r[a] = value(FUN) end
    end
  end
end

function rules.SETUPVAL(unit, f, pc, i, r)
  local index = i.b + 1
  if not inner.captured(f, index) then refuse(f, pc, "an upvalue is assigned to") end
  local v = r[i.a]
  if v.mask & FUN ~= 0 then refuse(f, pc, "a function is assigned to a variable of another") end
  local captured, assigned = values.joined(f.captured[index], v), values.joined(f.assigned[index], v)
  if captured ~= f.captured[index] then f.captured[index], f.stale, unit.changed = captured, true, true end
  if assigned == f.assigned[index] then return end
  f.assigned[index], unit.changed = assigned, true
  for caller in pairs(f.callers) do caller.stale = true end
end

function rules.LFALSESKIP(_, _, pc, i, r)
  r[i.a] = value(BOOL, false)
  return { { pc + 2, r } }
end

function rules.GETTABUP(unit, f, pc, i, r)
  local t = unit:upvalue(f, pc, i.b + 1)
  if inner.captured(f, i.b + 1) then
    r[i.a] = t
    return rules.GETFIELD(unit, f, pc, { a = i.a, b = i.a, c = i.c }, r)
  end
  if t.mask ~= TAB then refuse(f, pc, "upvalue %d is no table", i.b + 1) end
  local is_env = inner.upvalue_name(f, i.b + 1) == "_ENV"
  r[i.a] = unit:field(f, pc, t, f.proto.constants[i.c + 1], is_env and "global" or "field")
end

function rules.GETFIELD(unit, f, pc, i, r)
  local t, name = r[i.b], f.proto.constants[i.c + 1]
  if not t.made and t.mask & TAB == 0 then refusal.doubt(f, pc, "field '%s' of a value that is no table", name) end
  r[i.a] = t.made and shapes.field(unit, f, pc, t, name) or unit:field(f, pc, t, name)
end

--- What an instruction of a function that was analysed loads that loads what an upvalue or a field holds.
function flow.loaded(unit, f, pc, i, registers)
  local r = table.move(registers, 0, f.proto.registers - 1, 0, {})
  rules[i.op](unit, f, pc, i, r)
  return r[i.a]
end

function rules.GETTABLE(unit, f, pc, i, r)
  if flow_tables.is_name(r[i.b], r[i.c]) then
    r[i.a] = r[i.b].made and shapes.any_field(unit, f, pc, r[i.b]) or columns.any_field(unit, f, pc, r[i.b])
    return
  end
  flow_tables.check_key(f, pc, r[i.c])
  r[i.a] = element(unit, f, pc, r[i.b])
end

function rules.GETI(unit, f, pc, i, r) r[i.a] = element(unit, f, pc, r[i.b]) end

function rules.LEN(unit, f, pc, i, r)
  local mask = r[i.b].mask
  if mask & (STR | TAB) == 0 then refusal.doubt(f, pc, "the length of what is neither a table nor a string") end
  if r[i.b].made then r[i.b].made:root().whole = true elseif mask & TAB ~= 0 then unit:check_length(f, pc, r[i.b]) end
  r[i.a] = value(INT)
end

-- Arithmetic. After it stands an instruction that calls a metamethod, to be passed over.

local function numbers(b, c)
  local mask = b.mask & c.mask & INT
  if b.mask & FLT ~= 0 and c.mask & NUMBER ~= 0 or c.mask & FLT ~= 0 and b.mask & NUMBER ~= 0 then mask = mask | FLT end
  return value(mask)
end

local function always(mask)
  return function(b, c) return value(b.mask & NUMBER ~= 0 and c.mask & NUMBER ~= 0 and mask or 0) end
end

local floats, integers = always(FLT), always(INT)

-- Without a result the instruction always gives up, and nothing follows it.
local function settle(pc, i, r, result)
  if result.mask == 0 then return {} end
  r[i.a] = result
  return { { pc, r } }
end

for op, result in pairs {
  ADD = numbers, SUB = numbers, MUL = numbers, MOD = numbers, IDIV = numbers, POW = floats, DIV = floats,
  BAND = integers, BOR = integers, BXOR = integers, SHL = integers, SHR = integers,
} do
  rules[op] = function(_, _, pc, i, r) return settle(pc + 2, i, r, result(r[i.b], r[i.c])) end
  if op ~= "SHL" and op ~= "SHR" then
    rules[op .. "K"] = function(unit, f, pc, i, r) return settle(pc + 2, i, r, result(r[i.b], constant_at(unit, f, i.c))) end
  end
end

function rules.ADDI(_, _, pc, i, r) return settle(pc + 2, i, r, numbers(r[i.b], value(INT))) end
function rules.SHRI(_, _, pc, i, r) return settle(pc + 2, i, r, integers(r[i.b], value(INT))) end
rules.SHLI = rules.SHRI

function rules.UNM(_, _, pc, i, r) return settle(pc + 1, i, r, values.negated(r[i.b])) end
function rules.BNOT(_, _, pc, i, r) return settle(pc + 1, i, r, integers(r[i.b], r[i.b])) end

-- Conditions, and what is known of a register on either side.

local function with(r, a, v)
  local copy = { [0] = r[0], table.unpack(r, 1, #r) }
  copy[a] = v
  return copy
end

-- The registers, with the one at `a` narrowed to `mask`; nil if that leaves nothing.
local function narrowed(r, a, mask)
  local left = values.narrowed(r[a], mask)
  if left.mask == 0 then return nil end
  return left == r[a] and r or with(r, a, left)
end

-- Two ways: at pc + 1, where the jump stands, if the condition holds; past it if not. A way that cannot be taken is nil.
local function branch(pc, jumping, passing)
  local ways = {}
  if jumping then ways[#ways + 1] = { pc + 1, jumping } end
  if passing then ways[#ways + 1] = { pc + 2, passing } end
  return ways
end

function rules.JMP(_, _, pc, i, r) return { { pc + 1 + i.sj, r } } end

-- Functions have no numbers by which they could be told apart.
function rules.EQ(_, f, pc, i, r)
  local a, b = r[i.a], r[i.b]
  if a.mask & b.mask & FUN ~= 0 then refuse(f, pc, "a comparison of functions") end
  if a.mask & b.mask & TAB ~= 0 and (a.made or b.made or a.mixed or b.mixed) then
    refuse(f, pc, "two tables are compared that rules make: compare what is in them")
  end
  return branch(pc, r, r)
end

function rules.EQI(_, _, pc, _, r) return branch(pc, r, r) end

function rules.EQK(_, f, pc, i, r)
  if f.proto.constants[i.b + 1] ~= nil then return branch(pc, r, r) end
  local is, is_not = narrowed(r, i.a, NIL), narrowed(r, i.a, ~NIL)
  if i.k then return branch(pc, is, is_not) end
  return branch(pc, is_not, is)
end

-- Where one that may be a number turns out to be a string Lua is asked.
local function compare(f, pc, a, b, r)
  if (a | b) & STR ~= 0 and a & b & NUMBER == 0 then refuse(f, pc, "a comparison of strings: compare bytes, by text:byte(i)") end
  return branch(pc, r, r)
end

function rules.LT(_, f, pc, i, r) return compare(f, pc, r[i.a].mask, r[i.b].mask, r) end
rules.LE = rules.LT

function rules.LTI(_, f, pc, i, r) return compare(f, pc, r[i.a].mask, INT, r) end
rules.LEI, rules.GTI, rules.GEI = rules.LTI, rules.LTI, rules.LTI

-- The registers where the instruction jumps, for the one at `a` is true (or false, as its k says), and where it does not.
local function sides(r, a, k)
  local yes, no = narrowed(r, a, ~NIL), narrowed(r, a, NIL | BOOL)
  if r[a].mask == BOOL and r[a].known ~= nil then
    if r[a].known then no = nil else yes = nil end
  end
  if k then return yes, no end
  return no, yes
end

function rules.TEST(_, _, pc, i, r) return branch(pc, sides(r, i.a, i.k)) end

-- Jumps with a value: as `and` and `or` do.
function rules.TESTSET(_, _, pc, i, r)
  local jumping, passing = sides(r, i.b, i.k)
  return branch(pc, jumping and with(jumping, i.a, jumping[i.b]), passing)
end

function rules.FORPREP(_, _, pc, i, r)
  local variable = numbers(r[i.a], r[i.a + 2])
  if variable.mask == 0 or r[i.a + 1].mask & NUMBER == 0 then return {} end
  for a = i.a, i.a + 3 do r[a] = variable end
  return { { pc + 1, r }, { pc + i.bx + 2, r } }
end

function rules.FORLOOP(_, _, pc, i, r)
  r[i.a + 3] = value(r[i.a].mask)
  return { { pc + 1 - i.bx, r }, { pc + 1, r } }
end

-- A loop over a list: what ipairs gave stands in a .. a + 2, the index and the element in a + 4 and a + 5.

function rules.TFORPREP(_, f, pc, i, r)
  if r[i.a + 3].mask ~= NIL then refuse(f, pc, "a loop with a value to be closed") end
  if r[i.a].known and r[i.a].known.builtin == "next_of_table" then return flow_tables.copy(f, pc, r) end
  return { { pc + 1 + i.bx, r } }
end

function rules.TFORCALL(unit, f, pc, i, r)
  local iterator = r[i.a].known
  if not (r[i.a].mask == FUN and iterator and iterator.builtin == "next_of_list") then
    refuse(f, pc, "a loop over something else than ipairs of a table")
  end
  r[i.a + 4], r[i.a + 5] = value(INT | NIL), element(unit, f, pc, r[i.a + 1])
  for a = i.a + 6, i.a + 3 + i.c do r[a] = nothing end
end

function rules.TFORLOOP(_, _, pc, i, r)
  local going = narrowed(r, i.a + 4, ~NIL)
  local ways = { { pc + 1, r } }
  if going then
    going = with(going, i.a + 2, going[i.a + 4])
    local v = going[i.a + 5]
    if v and v.mask then                -- the element is used
      v = values.narrowed(v, ~NIL)
      if v.mask == 0 then return ways end
      going[i.a + 5] = v
    end
    ways[2] = { pc + 1 - i.bx, going }
  end
  return ways
end

return flow
