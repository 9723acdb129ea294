--- The C of each instruction; calls stand in calls.lua. A rule gets the writer of the function, the instruction, its
-- pc and `r`, descriptions of the registers before it. It writes what the instruction does, and where to go on if that is not
-- the next one. Instructions that no path reaches never come here.

local flow = require "gts.compile.flow"
local flow_tables = require "gts.compile.flow_tables"
local inner = require "gts.compile.inner"
local lists = require "gts.compile.lists"
local calls_tables = require "gts.compile.calls_tables"
local operands = require "gts.compile.operands"
local records = require "gts.compile.records"
local shapes = require "gts.compile.shapes"
local texts = require "gts.compile.texts"
local values = require "gts.compile.values"

local instructions = {}

local NIL, INT, FLT, STR, NUMBER, TAB = values.NIL, values.INT, values.FLT, values.STR, values.NUMBER, values.TAB
local all_are, as_float, truth, equal = operands.all_are, operands.as_float, operands.truth, operands.equal
local immediate = operands.immediate

local rules = {}

--- The rules, by the names of the instructions.
instructions.rules = rules

function rules.MOVE(w, i, _, r) w:copy(i.a, w:register(r, i.b)) end
function rules.LOADI(w, i) w:set(i.a, "T_INT", operands.integer_literal(i.sbx)) end
function rules.LOADF(w, i) w:set(i.a, "T_FLT", nil, operands.float_literal(i.sbx + 0.0)) end
function rules.LOADK(w, i) w:copy(i.a, w:constant(i.bx)) end
function rules.LOADFALSE(w, i) w:set(i.a, "T_BOOL", "0") end
function rules.LOADTRUE(w, i) w:set(i.a, "T_BOOL", "1") end
function rules.LOADNIL(w, i) for a = i.a, i.a + i.b do w:set(a, "T_NIL") end end
function rules.NOT(w, i, _, r) w:set(i.a, "T_BOOL", "!" .. truth(w:register(r, i.b))) end
function rules.CLOSE() end
function rules.CLOSURE(w, i) w:set(i.a, "T_FUN", "0") end

function rules.LFALSESKIP(w, i, pc)
  w:set(i.a, "T_BOOL", "0")
  w:put("goto %s;", w:target(pc + 2))
end

-- What upvalues and fields hold is frozen, so the analysis knows it.
local function load_frozen(w, i, pc, r) w:copy(i.a, operands.constant(w.unit, flow.loaded(w.unit, w.f, pc, i, r))) end

-- An upvalue that is a register of the function that has made this one is behind pointers (calls.lua).
function rules.GETUPVAL(w, i, pc, r)
  if not inner.captured(w.f, i.b + 1) then return load_frozen(w, i, pc, r) end
  local mask = w.f.captured[i.b + 1].mask
  if mask & operands.WITH_INTEGER ~= 0 then w:put("i%d = *ui%d;", i.a, i.b) end
  if mask & FLT ~= 0 then w:put("d%d = *ud%d;", i.a, i.b) end
  w:put("t%d = %s;", i.a, operands.tags[mask] or "*ut" .. i.b)
end

function rules.SETUPVAL(w, i, _, r)
  local o = w:register(r, i.a)
  w:put("*ut%d = %s;", i.b, o.t)
  if o.mask & operands.WITH_INTEGER ~= 0 then w:put("*ui%d = %s;", i.b, o.i) end
  if o.mask & FLT ~= 0 then w:put("*ud%d = %s;", i.b, o.d) end
end

function rules.GETTABUP(w, i, pc, r)
  if not inner.captured(w.f, i.b + 1) then return load_frozen(w, i, pc, r) end
  rules.GETUPVAL(w, i, pc, r)
  local with = table.move(r, 0, w.f.proto.registers - 1, 0, {})
  with[i.a] = w.f.captured[i.b + 1]
  rules.GETFIELD(w, { a = i.a, b = i.a, c = i.c, op = "GETFIELD" }, pc, with)
end

function rules.GETFIELD(w, i, pc, r)
  local t, name = r[i.b], w.f.proto.constants[i.c + 1]
  local inherited = t.made and select(2, shapes.field(w.unit, w.f, pc, t, name))
  if t.made and not inherited then return records.field(w, i.a, r, i.b, name) end
  if inherited then records.check_metatable(w, r, i.b) else w:give_up_unless(all_are(TAB, w:register(r, i.b))) end
  if inherited or t.known then return load_frozen(w, i, pc, r) end
  lists.field(w, i.a, r, i.b, name)
end

local function element(w, a, r, t, index)
  local read = r[t].made and records.element or lists.element
  read(w, a, r, t, index)
end

function rules.GETTABLE(w, i, _, r)
  local key = w:register(r, i.c)
  if flow_tables.is_name(r[i.b], r[i.c]) then return (r[i.b].made and records or lists).any_field(w, i.a, r, i.b, key) end
  w:give_up_unless(all_are(INT, key))
  element(w, i.a, r, i.b, key.i)
end

function rules.GETI(w, i, _, r) element(w, i.a, r, i.b, tostring(i.c)) end

local function length_of_table(w, i, r)
  if r[i.b].made then w:set(i.a, "T_INT", records.length(w, r, i.b)) else lists.length(w, i.a, r, i.b) end
end

function rules.LEN(w, i, _, r)
  local mask = r[i.b].mask
  if mask & STR == 0 then return length_of_table(w, i, r) end
  if mask & TAB == 0 then return texts.length(w, i, r) end
  w:put("if (t%d == T_STR) {", i.b)
  texts.length(w, i, r)
  w:put("} else {")
  length_of_table(w, i, r)
  w:put("}")
end

rules.CONCAT = texts.join

-- What is called is known.
function rules.SELF(w, i, _, r)
  local object = w:register(r, i.b)
  if object.mask & STR ~= 0 then w:give_up_unless(all_are(STR, object)) end
  if object.mask & TAB ~= 0 and r[i.b].made then records.check_metatable(w, r, i.b) end
  w:copy(i.a + 1, object)
  w:set(i.a, "T_FUN", "0")
end

local function size_of(w, i, pc) return i.c + (i.k and w.f.proto.code[pc + 1].ax << 8 or 0) end
function rules.NEWTABLE(w, i, pc) records.make(w, i.a, shapes.made_at(w.unit, w.f, pc), size_of(w, i, pc)) end

local function stored(w, i, r) return i.k and w:constant(i.c) or w:register(r, i.c) end

function rules.SETFIELD(w, i, _, r)
  if r[i.a].known then return end       -- a constant that stays as it is
  records.store_field(w, r, i.a, w.f.proto.constants[i.b + 1], stored(w, i, r))
end

function rules.SETTABLE(w, i, _, r)
  local key = w:register(r, i.b)
  if flow_tables.is_name(r[i.a], r[i.b]) then return records.store_any_field(w, r, i.a, key, stored(w, i, r)) end
  w:give_up_unless(all_are(INT, key))
  records.store_element(w, r, i.a, key.i, stored(w, i, r))
end

function rules.SETI(w, i, _, r) records.store_element(w, r, i.a, tostring(i.b), stored(w, i, r)) end

function rules.SETLIST(w, i, pc, r)
  if w.f.spreads and w.f.spreads[pc - 1] then calls_tables.spread(w, r, i.a, i.a + 2, i.a + 1)
  else
    local before, list, mask = size_of(w, i, pc), {}, 0
    for n = 1, i.b > 0 and i.b or r.top - i.a do
      list[n] = w:register(r, i.a + n)
      mask = mask | list[n].mask
    end
    if i.b > 0 and mask & NIL == 0 then records.fill(w, r, i.a, before, list)
    else for n, o in ipairs(list) do records.store_element(w, r, i.a, tostring(before + n), o) end end
  end
end

-- Arithmetic. After it stands an instruction that calls a metamethod, to be passed over.

-- The rule of an instruction: `write` writes the result into a register from two operands, which `b` and `c` find.
local function binary(write, b, c)
  return function(w, i, _, r) write(w, i.a, b(w, i, r), c(w, i, r)) end
end

local function register_b(w, i, r) return w:register(r, i.b) end
local function register_c(w, i, r) return w:register(r, i.c) end
local function constant_c(w, i) return w:constant(i.c) end
local function number_c(_, i) return immediate(i.sc) end

-- The formats are those that the writer's arithmetic wants.
local function keeping_integers(...)
  local formats = { ... }
  return function(w, a, b, c) w:arithmetic(a, b, c, table.unpack(formats)) end
end

local function floating(format) return function(w, a, b, c) w:floating(a, b, c, format) end end
local function bitwise(format) return function(w, a, b, c) w:bitwise(a, b, c, format) end end

-- Shifts by a number that is known are C's own.
local function shift(name, operator, opposite)
  return function(w, a, b, c)
    local by, way = c.constant, operator
    if not by then return w:bitwise(a, b, c, name .. "(%s, %s)") end
    if by < 0 then by, way = -by, opposite end
    w:bitwise(a, b, c, by >= 0 and by < 64 and ("(int64_t)((uint64_t)%%s %s %d)"):format(way, by) or "0")
  end
end

local operators = {
  ADD = keeping_integers("lua_add(%s, %s)", "%s + %s"),
  SUB = keeping_integers("lua_sub(%s, %s)", "%s - %s"),
  MUL = keeping_integers("lua_mul(%s, %s)", "%s * %s"),
  MOD = keeping_integers("lua_mod(%s, %s)", "lua_fmod(%s, %s)", "%s == 0"),
  IDIV = keeping_integers("lua_idiv(%s, %s)", "floor(%s / %s)", "%s == 0"),
  DIV = floating "%s / %s", POW = floating "lua_pow(%s, %s)",
  BAND = bitwise "%s & %s", BOR = bitwise "%s | %s", BXOR = bitwise "%s ^ %s",
  SHL = shift("lua_shl", "<<", ">>"), SHR = shift("lua_shr", ">>", "<<"),
}

for op, write in pairs(operators) do
  rules[op] = binary(write, register_b, register_c)
  rules[op .. "K"] = binary(write, register_b, constant_c)
end

rules.ADDI = binary(operators.ADD, register_b, number_c)
rules.SHRI = binary(operators.SHR, register_b, number_c)
rules.SHLI = binary(operators.SHL, number_c, register_b)        -- it is the number that is shifted

-- After these stands no metamethod.

function rules.UNM(w, i, _, r)
  local b = w:register(r, i.b)
  w:arithmetic(i.a, b, b, "lua_sub(0, %s)", "-(%s)")
end

function rules.BNOT(w, i, _, r) w:bitwise(i.a, w:register(r, i.b), immediate(-1), "%s ^ %s") end

function rules.JMP(w, i, pc)
  local target = pc + 1 + i.sj
  if target <= pc then w:loop_back(target) else w:put("goto %s;", w:target(target)) end
end

-- The condition of a comparison, negated where the instruction wants it false.
local function wanted(i, condition) return i.k and condition or ("!(%s)"):format(condition) end

-- Two tables may be equal by a metamethod: Lua is asked then.
function rules.EQ(w, i, pc, r)
  local a, b = w:register(r, i.a), w:register(r, i.b)
  if w.unit.compares and a.mask & b.mask & TAB ~= 0 then
    w:put("GIVE_UP_IF(%s == T_TAB && %s == T_TAB && %s != %s);", a.t, b.t, a.i, b.i)
  end
  w:branch(pc, wanted(i, equal(w.unit, a, b)))
end

function rules.EQK(w, i, pc, r) w:branch(pc, wanted(i, equal(w.unit, w:register(r, i.a), w:constant(i.b)))) end
function rules.EQI(w, i, pc, r) w:branch(pc, wanted(i, equal(w.unit, w:register(r, i.a), immediate(i.sb)))) end

local less = { operator = "<", any = "number_less" }
local less_equal = { operator = "<=", any = "number_less_equal" }

-- Compares two numbers: of one type by C's operator, of any by a function.
local function compare(w, i, pc, a, order, b)
  w:give_up_unless(all_are(NUMBER, a, b))
  local condition
  if (a.mask | b.mask) & FLT == 0 then condition = ("%s %s %s"):format(a.i, order.operator, b.i)
  elseif a.mask == FLT and b.mask == FLT then condition = ("%s %s %s"):format(a.d, order.operator, b.d)
  else condition = ("%s(%s, %s, %s, %s, %s, %s)"):format(order.any, a.t, a.i, a.d, b.t, b.i, b.d) end
  w:branch(pc, wanted(i, condition))
end

function rules.LT(w, i, pc, r) compare(w, i, pc, w:register(r, i.a), less, w:register(r, i.b)) end
function rules.LE(w, i, pc, r) compare(w, i, pc, w:register(r, i.a), less_equal, w:register(r, i.b)) end
function rules.LTI(w, i, pc, r) compare(w, i, pc, w:register(r, i.a), less, immediate(i.sb)) end
function rules.LEI(w, i, pc, r) compare(w, i, pc, w:register(r, i.a), less_equal, immediate(i.sb)) end
function rules.GTI(w, i, pc, r) compare(w, i, pc, immediate(i.sb), less, w:register(r, i.a)) end
function rules.GEI(w, i, pc, r) compare(w, i, pc, immediate(i.sb), less_equal, w:register(r, i.a)) end
function rules.TEST(w, i, pc, r) w:branch(pc, wanted(i, truth(w:register(r, i.a)))) end

function rules.TESTSET(w, i, pc, r)
  local b = w:register(r, i.b)
  w:put("if (!(%s)) goto %s;", wanted(i, truth(b)), w:target(pc + 2))
  w:copy(i.a, b)
end

-- Loops over numbers: the first value stands in register a, the limit in a + 1, the step in a + 2, the variable in a + 3. While
-- integers are counted a + 1 has, as in Lua, how many turns are left, without a sign: nothing can overflow.

-- The limit is an integer, and the step 1 or -1.
local function prepare_steps(w, a, out, first, limit, step)
  w:put("if (%s %s %s) goto %s;", first.i, step.constant > 0 and ">" or "<", limit.i, w:target(out))
  local from, to = first.i, limit.i
  if step.constant < 0 then from, to = to, from end
  w:set(a + 1, "T_INT", ("lua_sub(%s, %s)"):format(to, from))
  w:copy(a + 2, step)
  w:copy(a + 3, first)
  w:copy(a, first)
end

local function prepare_floats(w, a, out, first, limit, step)
  w:put("double start = %s, last = %s, by = %s;", as_float(first), as_float(limit), as_float(step))
  w:put("GIVE_UP_IF(by == 0);")
  w:put("if (0 < by ? last < start : start < last) goto %s;", w:target(out))
  w:set(a, "T_FLT", nil, "start")
  w:set(a + 1, "T_FLT", nil, "last")
  w:set(a + 2, "T_FLT", nil, "by")
  w:set(a + 3, "T_FLT", nil, "start")
end

function rules.FORPREP(w, i, pc, r)
  local a, out = i.a, pc + i.bx + 2
  local first, limit, step = w:register(r, a), w:register(r, a + 1), w:register(r, a + 2)
  w:give_up_unless(all_are(NUMBER, first, limit, step))
  w.steps[out - 1] = step               -- for the FORLOOP
  local integers, unit = all_are(INT, first, limit, step) == nil, step.constant == 1 or step.constant == -1
  if integers and unit then return prepare_steps(w, a, out, first, limit, step) end
  if first.mask & step.mask & INT ~= 0 then
    w:put("if (%s) {", all_are(INT, first, step) or "1")
    w:put("GIVE_UP_IF(%s == 0);", step.i)
    w:put("int64_t start = %s, by = %s, last = %s;", first.i, step.i, limit.mask & INT ~= 0 and limit.i or "0")
    w:put("if (!loop_limit(start, by, %s, &last, %s)) goto %s;", limit.t, limit.mask & FLT ~= 0 and limit.d or "0", w:target(out))
    w:set(a, "T_INT", "start")
    w:set(a + 1, "T_INT", "(int64_t)loop_count(start, last, by)")
    w:set(a + 2, "T_INT", "by")
    w:set(a + 3, "T_INT", "start")
    w:put("} else {")
  else w:put("{") end
  if (first.mask | step.mask) & FLT ~= 0 then prepare_floats(w, a, out, first, limit, step)
  else w:put("goto give_up;") end
  w:put("}")
end

local function has_loop(w, from, to)
  for pc = from, to do
    local op = w.f.proto.code[pc].op
    if op == "FORLOOP" or op == "TFORLOOP" then return true end
  end
  return false
end

local function next_integer(w, a, back, out, nested, step)
  w:put("if (i%d == 0) goto %s;", a + 1, w:target(out))
  w:put("i%d = lua_sub(i%d, 1);", a + 1, a + 1)
  w:set(a, "T_INT", ("lua_add(i%d, %s)"):format(a, step.i))
  w:set(a + 3, "T_INT", "i" .. a)
  -- A loop of very many turns polls the limits, by its own counter. One with others in it polls sooner: these may be short.
  if nested then w:put("if (UNLIKELY((turns -= 64) <= 0)) { turns = TURNS_BETWEEN_LOOKS; game->look(game); }")
  else w:put("if (UNLIKELY((~i%d & (TURNS_BETWEEN_LOOKS - 1)) == 0)) game->look(game);", a + 1) end
  w:put("goto %s;", w:target(back))
end

local function next_float(w, a, back, out)
  w:put("d%d += d%d;", a, a + 2)
  w:put("if (!(0 < d%d ? d%d <= d%d : d%d <= d%d)) goto %s;", a + 2, a, a + 1, a + 1, a, w:target(out))
  w:set(a + 3, "T_FLT", nil, "d" .. a)
  w:loop_back(back)
end

function rules.FORLOOP(w, i, pc, r)
  local a, back, out = i.a, pc + 1 - i.bx, pc + 1
  local mask = r[a].mask
  if mask & INT ~= 0 then
    if mask & FLT ~= 0 then w:put("if (t%d == T_INT) {", a) end
    next_integer(w, a, back, out, has_loop(w, back, pc - 1), w.steps[pc])
    if mask & FLT ~= 0 then w:put("}") end
  end
  if mask & FLT ~= 0 then next_float(w, a, back, out) end
end

-- Loops over lists. The list stands in register a + 1, the index so far in a + 2; index and element go to a + 4 and a + 5.

function rules.TFORPREP(w, i, pc, r)
  local to = r[i.a].known and r[i.a].known.builtin == "next_of_table" and flow_tables.copied_to(w.f, pc)
  if to then records.copy(w, r, to, i.a + 1) end
  w:put("goto %s;", w:target(to and pc + 4 or pc + 1 + i.bx))
end

function rules.TFORCALL(w, i, _, r)
  local a = i.a
  local index = w:register(r, a + 2)
  w:give_up_unless(all_are(INT, index))
  element(w, a + 5, r, a + 1, ("lua_add(%s, 1)"):format(index.i))
  w:put("i%d = lua_add(%s, 1);", a + 4, index.i)
  w:put("t%d = t%d == T_NIL ? T_NIL : T_INT;", a + 4, a + 5)
  for n = a + 6, a + 3 + i.c do w:set(n, "T_NIL") end
end

function rules.TFORLOOP(w, i, pc)
  local a = i.a
  w:put("if (t%d == T_NIL) goto %s;", a + 4, w:target(pc + 1))
  w:set(a + 2, "T_INT", "i" .. a + 4)
  w:loop_back(pc + 1 - i.bx)
end

return instructions
