--- Translates analysed functions to C.
--
-- Register 3 of a function becomes three variables: its tag t3, its integer i3, its float d3. Where the analysis knows the
-- type the tag is a constant, and the C compiler leaves out what is not needed. A function that meets what it cannot do gives
-- up (see src/game/compiled.h); its result says so.
-- @module gts.compile.translate

local analysis = require "gts.compile.analysis"

local translate = {}

local masks = analysis.masks
local NIL, BOOL, INT, FLT, STR, TAB, FUN =
  masks.NIL, masks.BOOL, masks.INT, masks.FLT, masks.STR, masks.TAB, masks.FUN
local NUMBER, WITH_INTEGER = INT | FLT, BOOL | INT | STR | TAB | FUN

local tags = {
  [NIL] = "T_NIL", [BOOL] = "T_BOOL", [INT] = "T_INT", [FLT] = "T_FLT", [STR] = "T_STR", [TAB] = "T_TAB", [FUN] = "T_FUN",
}

local SMALL = 120               -- instructions of a function that is compiled into its callers

-- Literals.

local function integer_literal(i)
  if i == math.mininteger then return "INT64_MIN" end
  return ("INT64_C(%d)"):format(i)
end

local function float_literal(d)
  if d ~= d then return "NAN" end
  if d == math.huge then return "INFINITY" elseif d == -math.huge then return "(-INFINITY)" end
  return ("(%a)"):format(d)
end

-- An operand: its mask, and C expressions for its tag, its integer and its float.

local function constant_operand(unit, v)
  local mask, known = v.mask, v.known
  local o = { mask = mask, t = tags[mask], i = "0", d = "0.0" }
  if mask == INT then o.i = integer_literal(known)
  elseif mask == FLT then o.d = float_literal(known)
  elseif mask == BOOL then o.i = known and "1" or "0"
  elseif mask == STR then o.i = tostring(unit:string(known))
  elseif mask == TAB then o.i = tostring(known.id) end
  return o
end

local function is_constant(v)
  local mask, known = v.mask, v.known
  if known == nil then return false end
  if mask == FLT then return known == known and known ~= 0 end          -- 0.0 and -0.0 are equal, and differ
  return mask == INT or mask == BOOL or mask == STR or mask == TAB
end

local function register(unit, r, a)
  local v = r[a]
  if is_constant(v) then return constant_operand(unit, v) end
  return { mask = v.mask, t = tags[v.mask] or "t" .. a, i = "i" .. a, d = "d" .. a }
end

local function as_float(o)
  if o.mask & FLT == 0 then return ("(double)%s"):format(o.i) end
  if o.mask & ~FLT == 0 then return o.d end
  return ("(%s == T_FLT ? %s : (double)%s)"):format(o.t, o.d, o.i)
end

-- The condition that all operands have types in the mask; nil if that is certain.
local function all_are(mask, ...)
  local parts = {}
  for _, o in ipairs { ... } do
    if o.mask & ~mask ~= 0 then
      local any = {}
      for bit, tag in pairs(tags) do
        if mask & o.mask & bit ~= 0 then any[#any + 1] = ("%s == %s"):format(o.t, tag) end
      end
      table.sort(any)
      parts[#parts + 1] = #any > 0 and "(" .. table.concat(any, " || ") .. ")" or "0"
    end
  end
  return #parts > 0 and table.concat(parts, " && ") or nil
end

local function truth(o)
  if o.mask & (NIL | BOOL) == 0 then return "1" end
  if o.mask == NIL then return "0" end
  if o.mask == BOOL then return o.i end
  if o.mask & BOOL == 0 then return ("(%s != T_NIL)"):format(o.t) end
  return ("(%s != T_NIL && !(%s == T_BOOL && !%s))"):format(o.t, o.t, o.i)
end

-- A writer of one function.
local Writer = {}
Writer.__index = Writer

function Writer:put(format, ...) self.lines[#self.lines + 1] = "  " .. format:format(...) end

-- Register `a` becomes what the expressions say.
function Writer:set(a, tag, i, d)
  if d then self:put("d%d = %s;", a, d) end
  if i then self:put("i%d = %s;", a, i) end
  self:put("t%d = %s;", a, tag)
end

-- Assigns an operand; several parts of it may be needed.
function Writer:copy(a, o)
  if o.mask & WITH_INTEGER ~= 0 then self:put("i%d = %s;", a, o.i) end
  if o.mask & FLT ~= 0 then self:put("d%d = %s;", a, o.d) end
  self:put("t%d = %s;", a, o.t)
end

function Writer:give_up_unless(condition)
  if condition then self:put("GIVE_UP_IF(!(%s));", condition) end
end

-- Arithmetic that keeps integers: `ints` and `floats` are C formats of two operands; `refuse` a condition that gives up.
function Writer:arithmetic(i, b, c, ints, floats, refuse)
  local both = b.mask & c.mask & INT ~= 0
  local float = (b.mask | c.mask) & FLT ~= 0
  local when = all_are(INT, b, c)
  if both then
    if when then self:put("if (%s) {", when) end
    if refuse then self:put("GIVE_UP_IF(%s);", refuse:format(c.i)) end
    self:set(i.a, "T_INT", ints:format(b.i, c.i))
    if when and float then self:put("} else {")
    elseif when then self:put("} else goto give_up;") end
  end
  if float then
    self:give_up_unless(all_are(NUMBER, b, c))
    self:set(i.a, "T_FLT", nil, floats:format(as_float(b), as_float(c)))
    if both then self:put("}") end
  end
  if not both and not float then self:put("goto give_up;") end
end

function Writer:floating(i, b, c, floats)
  self:give_up_unless(all_are(NUMBER, b, c))
  self:set(i.a, "T_FLT", nil, floats:format(as_float(b), as_float(c)))
end

-- An operand as an integer, for bitwise operations: floats with an integer value will do.
function Writer:integer(o, name)
  if o.mask == INT then return o.i end
  self:put("int64_t %s;", name)
  self:put("if (%s == T_INT) %s = %s;", o.t, name, o.i)
  self:put("else { GIVE_UP_IF(!(%s == T_FLT && is_integer(%s))); %s = (int64_t)%s; }", o.t, o.d, name, o.d)
  return name
end

function Writer:bitwise(i, b, c, ints)
  self:put("{")
  local x = self:integer(b, "x")
  local y = self:integer(c, "y")
  self:set(i.a, "T_INT", ints:format(x, y))
  self:put("}")
end

-- Which list it is may turn out only as the rules run: then it must be one that could be frozen.
function Writer:give_up_if_refused(t, known)
  if not known then self:put("GIVE_UP_IF(list_size[%s] == NO_LIST);", t.i) end
end

-- An element of a list, into register `a`; the index is a C expression.
function Writer:element(a, t, v, index)
  local cells = v.known and v.known.all or self.unit.all_cells
  self:put("{")
  self:give_up_if_refused(t, v.known)
  self:put("uint64_t k = (uint64_t)(%s) - 1;", index)
  local size = v.known and tostring(#v.known.cells) or ("list_size[%s]"):format(t.i)
  local at = v.known and tostring(v.known.at) or ("list_at[%s]"):format(t.i)
  self:put("if (k < %s) {", size)
  if cells then
    self:put("k += %s;", at)
    if cells.mask & WITH_INTEGER ~= 0 then self:put("i%d = cell_i[k];", a) end
    if cells.mask & FLT ~= 0 then self:put("d%d = cell_d[k];", a) end
    self:put("t%d = %s;", a, tags[cells.mask] or "(Tag)cell_t[k]")
  end
  self:put("} else t%d = T_NIL;", a)
  self:put("}")
end

-- Which way to go: to the jump that follows, or past it.
function Writer:branch(pc, condition)
  self:put("if (%s) goto L%d;", condition, pc + 1)
  self:put("goto L%d;", pc + 2)
end

function Writer:loop_back(target)
  self:put("if (UNLIKELY(--turns == 0)) { turns = TURNS_BETWEEN_LOOKS; game->look(game); }")
  self:put("goto L%d;", target)
end

-- Instructions: each gets the writer, the instruction, its pc and the registers before it.

local emit = {}

local function K(w, index) return constant_operand(w.unit, w.unit:constant(w.f.proto.constants[index + 1])) end

local function load_constant(w, i, pc) w:copy(i.a, constant_operand(w.unit, w.f.after[pc])) end

function emit.MOVE(w, i, _, r) w:copy(i.a, register(w.unit, r, i.b)) end
function emit.LOADI(w, i) w:set(i.a, "T_INT", integer_literal(i.sbx)) end
function emit.LOADF(w, i) w:set(i.a, "T_FLT", nil, float_literal(i.sbx + 0.0)) end
function emit.LOADK(w, i) w:copy(i.a, K(w, i.bx)) end
function emit.LOADFALSE(w, i) w:set(i.a, "T_BOOL", "0") end
function emit.LOADTRUE(w, i) w:set(i.a, "T_BOOL", "1") end
function emit.LOADNIL(w, i) for a = i.a, i.a + i.b do w:set(a, "T_NIL") end end
function emit.NOT(w, i, _, r) w:set(i.a, "T_BOOL", "!" .. truth(register(w.unit, r, i.b))) end
function emit.CLOSE() end

function emit.LFALSESKIP(w, i, pc)
  w:set(i.a, "T_BOOL", "0")
  w:put("goto L%d;", pc + 2)
end

emit.GETUPVAL, emit.GETTABUP, emit.GETFIELD = load_constant, load_constant, load_constant

function emit.GETTABLE(w, i, _, r)
  local key = register(w.unit, r, i.c)
  w:give_up_unless(all_are(INT, key))
  w:element(i.a, register(w.unit, r, i.b), r[i.b], key.i)
end

function emit.GETI(w, i, _, r) w:element(i.a, register(w.unit, r, i.b), r[i.b], tostring(i.c)) end

function emit.LEN(w, i, _, r)
  local known, t = r[i.b].known, register(w.unit, r, i.b)
  w:give_up_if_refused(t, known)
  w:set(i.a, "T_INT", known and tostring(#known.cells) or ("list_size[%s]"):format(t.i))
end

local arithmetic = {
  ADD = { "lua_add(%s, %s)", "%s + %s" }, SUB = { "lua_sub(%s, %s)", "%s - %s" }, MUL = { "lua_mul(%s, %s)", "%s * %s" },
  MOD = { "lua_mod(%s, %s)", "lua_fmod(%s, %s)", "%s == 0" },
  IDIV = { "lua_idiv(%s, %s)", "floor(%s / %s)", "%s == 0" },
}
for op, forms in pairs(arithmetic) do
  emit[op] = function(w, i, _, r)
    w:arithmetic(i, register(w.unit, r, i.b), register(w.unit, r, i.c), table.unpack(forms))
  end
  emit[op .. "K"] = function(w, i, _, r) w:arithmetic(i, register(w.unit, r, i.b), K(w, i.c), table.unpack(forms)) end
end

local floating = { DIV = "%s / %s", POW = "lua_pow(%s, %s)" }
for op, form in pairs(floating) do
  emit[op] = function(w, i, _, r) w:floating(i, register(w.unit, r, i.b), register(w.unit, r, i.c), form) end
  emit[op .. "K"] = function(w, i, _, r) w:floating(i, register(w.unit, r, i.b), K(w, i.c), form) end
end

local bitwise = {
  BAND = "%s & %s", BOR = "%s | %s", BXOR = "%s ^ %s", SHL = "lua_shl(%s, %s)", SHR = "lua_shr(%s, %s)",
}
for op, form in pairs(bitwise) do
  emit[op] = function(w, i, _, r) w:bitwise(i, register(w.unit, r, i.b), register(w.unit, r, i.c), form) end
  emit[op .. "K"] = function(w, i, _, r) w:bitwise(i, register(w.unit, r, i.b), K(w, i.c), form) end
end

local function immediate(n) return { mask = INT, t = "T_INT", i = integer_literal(n), d = "0.0" } end

function emit.ADDI(w, i, _, r) w:arithmetic(i, register(w.unit, r, i.b), immediate(i.sc), "lua_add(%s, %s)", "%s + %s") end
function emit.SHRI(w, i, _, r) w:bitwise(i, register(w.unit, r, i.b), immediate(i.sc), bitwise.SHR) end
function emit.SHLI(w, i, _, r) w:bitwise(i, immediate(i.sc), register(w.unit, r, i.b), bitwise.SHL) end

function emit.UNM(w, i, _, r)
  local b = register(w.unit, r, i.b)
  w:arithmetic(i, b, b, "lua_sub(0, %s)", "-(%s)")
end

function emit.BNOT(w, i, _, r)
  local b = register(w.unit, r, i.b)
  w:bitwise(i, b, immediate(-1), "%s ^ %s")
end

function emit.JMP(w, i, pc)
  local target = pc + 1 + i.sj
  if target <= pc then w:loop_back(target) else w:put("goto L%d;", target) end
end

-- The condition of a comparison, negated where the instruction wants it false.
local function wanted(i, condition) return i.k and condition or ("!(%s)"):format(condition) end

local function equal(a, b)
  if a.mask == b.mask and (a.mask == INT or a.mask == BOOL or a.mask == STR) then return ("%s == %s"):format(a.i, b.i) end
  if b.mask == NIL then return a.mask == NIL and "1" or ("%s == T_NIL"):format(a.t) end
  return ("raw_equal(%s, %s, %s, %s, %s, %s)"):format(a.t, a.i, a.d, b.t, b.i, b.d)
end

function emit.EQ(w, i, pc, r) w:branch(pc, wanted(i, equal(register(w.unit, r, i.a), register(w.unit, r, i.b)))) end
function emit.EQK(w, i, pc, r) w:branch(pc, wanted(i, equal(register(w.unit, r, i.a), K(w, i.b)))) end
function emit.EQI(w, i, pc, r) w:branch(pc, wanted(i, equal(register(w.unit, r, i.a), immediate(i.sb)))) end

local function ordered(w, i, pc, a, b, operator, name)
  w:give_up_unless(all_are(NUMBER, a, b))
  local condition
  if a.mask == INT and b.mask == INT then condition = ("%s %s %s"):format(a.i, operator, b.i)
  elseif a.mask == FLT and b.mask == FLT then condition = ("%s %s %s"):format(a.d, operator, b.d)
  else condition = ("%s(%s, %s, %s, %s, %s, %s)"):format(name, a.t, a.i, a.d, b.t, b.i, b.d) end
  w:branch(pc, wanted(i, condition))
end

function emit.LT(w, i, pc, r)
  ordered(w, i, pc, register(w.unit, r, i.a), register(w.unit, r, i.b), "<", "number_less")
end
function emit.LE(w, i, pc, r)
  ordered(w, i, pc, register(w.unit, r, i.a), register(w.unit, r, i.b), "<=", "number_less_equal")
end
function emit.LTI(w, i, pc, r) ordered(w, i, pc, register(w.unit, r, i.a), immediate(i.sb), "<", "number_less") end
function emit.LEI(w, i, pc, r) ordered(w, i, pc, register(w.unit, r, i.a), immediate(i.sb), "<=", "number_less_equal") end
function emit.GTI(w, i, pc, r) ordered(w, i, pc, immediate(i.sb), register(w.unit, r, i.a), "<", "number_less") end
function emit.GEI(w, i, pc, r) ordered(w, i, pc, immediate(i.sb), register(w.unit, r, i.a), "<=", "number_less_equal") end

function emit.TEST(w, i, pc, r) w:branch(pc, wanted(i, truth(register(w.unit, r, i.a)))) end

function emit.TESTSET(w, i, pc, r)
  local b = register(w.unit, r, i.b)
  w:put("if (!(%s)) goto L%d;", wanted(i, truth(b)), pc + 2)
  w:copy(i.a, b)
  w:put("goto L%d;", pc + 1)
end

function emit.FORPREP(w, i, pc, r)
  local a = i.a
  local first, limit, step = register(w.unit, r, a), register(w.unit, r, a + 1), register(w.unit, r, a + 2)
  local out = pc + i.bx + 2
  local int = first.mask & step.mask & INT ~= 0
  local float = (first.mask | step.mask) & FLT ~= 0
  local when = all_are(INT, first, step)
  w:give_up_unless(all_are(NUMBER, first, limit, step))
  if int then
    w:put("if (%s) {", when or "1")
    w:put("GIVE_UP_IF(%s == 0);", step.i)
    w:put("int64_t start = %s, by = %s, last = %s;", first.i, step.i, limit.mask & INT ~= 0 and limit.i or "0")
    w:put("if (!loop_limit(start, by, %s, &last, %s)) goto L%d;", limit.t, limit.mask & FLT ~= 0 and limit.d or "0", out)
    w:set(a, "T_INT", "start")
    w:set(a + 1, "T_INT", "(int64_t)loop_count(start, last, by)")
    w:set(a + 2, "T_INT", "by")
    w:set(a + 3, "T_INT", "start")
    w:put("} else")
  end
  if float then
    w:put("{")
    w:put("double start = %s, last = %s, by = %s;", as_float(first), as_float(limit), as_float(step))
    w:put("GIVE_UP_IF(by == 0);")
    w:put("if (0 < by ? last < start : start < last) goto L%d;", out)
    w:set(a, "T_FLT", nil, "start")
    w:set(a + 1, "T_FLT", nil, "last")
    w:set(a + 2, "T_FLT", nil, "by")
    w:set(a + 3, "T_FLT", nil, "start")
    w:put("}")
  else w:put("goto give_up;") end
end

function emit.FORLOOP(w, i, pc, r)
  local a, back = i.a, pc + 1 - i.bx
  local kind = register(w.unit, r, a)
  if kind.mask & INT ~= 0 then
    if kind.mask & FLT ~= 0 then w:put("if (t%d == T_INT) {", a) end
    w:put("if (i%d == 0) goto L%d;", a + 1, pc + 1)
    w:put("i%d--;", a + 1)
    w:set(a, "T_INT", ("lua_add(i%d, i%d)"):format(a, a + 2))
    w:set(a + 3, "T_INT", "i" .. a)
    -- Only a loop of very many turns need be watched, and its own counter tells when.
    w:put("if (UNLIKELY((uint64_t)i%d %% TURNS_BETWEEN_LOOKS == TURNS_BETWEEN_LOOKS - 1)) game->look(game);", a + 1)
    w:put("goto L%d;", back)
    if kind.mask & FLT ~= 0 then w:put("}") end
  end
  if kind.mask & FLT ~= 0 then
    w:put("d%d += d%d;", a, a + 2)
    w:put("if (!(0 < d%d ? d%d <= d%d : d%d <= d%d)) goto L%d;", a + 2, a, a + 1, a + 1, a, pc + 1)
    w:set(a + 3, "T_FLT", nil, "d" .. a)
    w:loop_back(back)
  end
end

function emit.TFORPREP(w, i, pc) w:put("goto L%d;", pc + 1 + i.bx) end

function emit.TFORCALL(w, i, _, r)
  local a = i.a
  local index = register(w.unit, r, a + 2)
  w:element(a + 5, register(w.unit, r, a + 1), r[a + 1], ("lua_add(%s, 1)"):format(index.i))
  w:put("i%d = lua_add(%s, 1);", a + 4, index.i)
  w:put("t%d = t%d == T_NIL ? T_NIL : T_INT;", a + 4, a + 5)
  for n = a + 6, a + 3 + i.c do w:set(n, "T_NIL") end
end

function emit.TFORLOOP(w, i, pc)
  local a = i.a
  w:put("if (t%d == T_NIL) goto L%d;", a + 4, pc + 1)
  w:set(a + 2, "T_INT", "i" .. a + 4)
  w:loop_back(pc + 1 - i.bx)
end

-- Calls.

-- The parts by which a value with this mask is handed over: names and C types.
local function parts(mask)
  local list = {}
  if not tags[mask] then list[#list + 1] = { "t", "Tag" } end
  if mask & WITH_INTEGER ~= 0 then list[#list + 1] = { "i", "int64_t" } end
  if mask & FLT ~= 0 then list[#list + 1] = { "d", "double" } end
  return list
end

local function argument_operands(w, i, r)
  local list = {}
  for a = i.a + 1, i.b > 0 and i.a + i.b - 1 or r.top do list[#list + 1] = register(w.unit, r, a) end
  return list
end

local no_value = { mask = NIL, t = "T_NIL", i = "0", d = "0.0" }

-- Emits the call of a function of the unit as the C variable `c`.
local function begin_call(w, i, pc, r)
  local callee = w.f.calls[pc]
  local list = { "game" }
  if callee.recursive then list[2] = w.f.recursive and "depth + 1" or "0" end
  local given = argument_operands(w, i, r)
  for p = 1, callee.proto.parameters do
    local o = given[p] or no_value
    for _, part in ipairs(parts(callee.parameters[p].mask)) do list[#list + 1] = o[part[1]] end
  end
  w:put("{")
  w:put("Results%d c = f%d(%s);", callee.id, callee.id, table.concat(list, ", "))
  w:put("GIVE_UP_IF(c.gave_up);")
  return callee
end

-- Result `n` in a C variable of a type Results, as an operand: parts that it cannot have are not there.
local function result_part(mask, variable, n)
  return {
    mask = mask, t = tags[mask] or ("%s.t%d"):format(variable, n),
    i = mask & WITH_INTEGER ~= 0 and ("%s.i%d"):format(variable, n) or "0",
    d = mask & FLT ~= 0 and ("%s.d%d"):format(variable, n) or "0.0",
  }
end

-- Result `n` of the call, as an operand.
local function result_operand(callee, n)
  local v = callee.results[n]
  if not v then return no_value end
  return result_part(v.mask, "c", n)
end

local function call_math(w, i, r, name)
  local list = argument_operands(w, i, r)
  local first = list[1]
  local a = i.a
  if name == "max" or name == "min" then
    w:give_up_unless(all_are(NUMBER, table.unpack(list)))
    w:put("{ Tag t = %s; int64_t n = %s; double d = %s;", first.t, first.i, first.d)
    for n = 2, #list do
      local o = list[n]
      local better = name == "max" and ("number_less(t, n, d, %s, %s, %s)"):format(o.t, o.i, o.d)
        or ("number_less(%s, %s, %s, t, n, d)"):format(o.t, o.i, o.d)
      w:put("if (%s) { t = %s; n = %s; d = %s; }", better, o.t, o.i, o.d)
    end
    w:set(a, "t", "n", "d")
    w:put("}")
  elseif name == "abs" then
    w:arithmetic(i, first, first, "lua_abs(%s)", "fabs(%s)")
  elseif name == "sqrt" then
    w:give_up_unless(all_are(NUMBER, first))
    w:set(a, "T_FLT", nil, ("sqrt(%s)"):format(as_float(first)))
  elseif name == "ult" then
    w:give_up_unless(all_are(INT, first, list[2]))
    w:set(a, "T_BOOL", ("(uint64_t)%s < (uint64_t)%s"):format(first.i, list[2].i))
  else                          -- floor and ceil: an integer if it can be one
    w:give_up_unless(all_are(NUMBER, first))
    w:put("{ Tag t = %s; int64_t n = %s; double d = %s;", first.t, first.i, first.d)
    w:put("if (t == T_FLT) { d = %s(d); if (is_integer(d)) { t = T_INT; n = (int64_t)d; } }", name)
    w:set(a, "t", "n", "d")
    w:put("}")
  end
end

local function call_builtin(w, i, r, name)
  if name ~= "ipairs" then return call_math(w, i, r, name) end
  local t = register(w.unit, r, i.a + 1)
  w:copy(i.a + 1, t)
  w:set(i.a + 2, "T_INT", "0")
  w:set(i.a, "T_FUN", "0")
end

local function builtin_of(r, a) return r[a].known and r[a].known.builtin end

function emit.CALL(w, i, pc, r)
  local name = builtin_of(r, i.a)
  if name then
    call_builtin(w, i, r, name)
    local from = name == "ipairs" and 3 or 1
    for a = i.a + from, i.a + i.c - 2 do w:set(a, "T_NIL") end
    return
  end
  local callee = begin_call(w, i, pc, r)
  for n = 1, i.c > 0 and i.c - 1 or callee.count do w:copy(i.a + n - 1, result_operand(callee, n)) end
  w:put("}")
end

local function give_results(w, list)
  for n, v in ipairs(w.f.results) do
    local o = list[n] or no_value
    for _, part in ipairs(parts(v.mask)) do w:put("results.%s%d = %s;", part[1], n, o[part[1]]) end
  end
  w:put("return results;")
end

function emit.TAILCALL(w, i, pc, r)
  local name = builtin_of(r, i.a)
  if name then
    call_builtin(w, i, r, name)
    local after = name == "ipairs" and 3 or 1
    local list = {}
    for n = 1, after do list[n] = { mask = -1, t = "t" .. i.a + n - 1, i = "i" .. i.a + n - 1, d = "d" .. i.a + n - 1 } end
    return give_results(w, list)
  end
  local callee = begin_call(w, i, pc, r)
  local list = {}
  for n = 1, callee.count do list[n] = result_operand(callee, n) end
  give_results(w, list)
  w:put("}")
end

function emit.RETURN(w, i, _, r)
  local list = {}
  for a = i.a, i.b > 0 and i.a + i.b - 2 or r.top do list[#list + 1] = register(w.unit, r, a) end
  give_results(w, list)
end

function emit.RETURN0(w) give_results(w, {}) end
function emit.RETURN1(w, i, _, r) give_results(w, { register(w.unit, r, i.a) }) end

-- Functions.

local function result_type(f)
  local fields = { "bool gave_up;" }
  for n, v in ipairs(f.results) do
    for _, part in ipairs(parts(v.mask)) do fields[#fields + 1] = ("%s %s%d;"):format(part[2], part[1], n) end
  end
  return ("typedef struct Results%d { %s } Results%d;"):format(f.id, table.concat(fields, " "), f.id)
end

local function signature(f)
  local list = { "CompiledGame *game" }
  if f.recursive then list[2] = "int depth" end
  for p = 1, f.proto.parameters do
    for _, part in ipairs(parts(f.parameters[p].mask)) do list[#list + 1] = ("%s %s%d"):format(part[2], part[1], p - 1) end
  end
  local how = "static"
  if not f.recursive then
    how = #f.proto.code <= SMALL and "static inline __attribute__((always_inline))" or "static inline"
  end
  return ("%s Results%d f%d (%s)"):format(how, f.id, f.id, table.concat(list, ", "))
end

-- Declares the variables of all registers; parameters have some of theirs already.
local function declare(w)
  local f = w.f
  for a = 0, f.proto.registers - 1 do
    local has, mask = {}, nil
    if a < f.proto.parameters then
      mask = f.parameters[a + 1].mask
      for _, part in ipairs(parts(mask)) do has[part[1]] = true end
    end
    if not has.t then w:put("Tag t%d = %s;", a, mask and tags[mask] or "T_NIL") end
    if not has.i then w:put("int64_t i%d = 0;", a) end
    if not has.d then w:put("double d%d = 0;", a) end
  end
end

-- What a constant load gives is found by looking at the registers after it.
local function note_constants(unit, f)
  f.after = {}
  for pc, i in ipairs(f.proto.code) do
    if f.states[pc] and (i.op == "GETUPVAL" or i.op == "GETTABUP" or i.op == "GETFIELD") then
      f.after[pc] = analysis.loaded(unit, f, pc, i, f.states[pc])
    end
  end
end

-- After arithmetic stands the call of a metamethod, to be passed over.
local skips = { ADDI = true, SHRI = true, SHLI = true }
for _, group in ipairs { arithmetic, floating, bitwise } do
  for op in pairs(group) do skips[op], skips[op .. "K"] = true, true end
end

local function write_function(unit, f)
  local w = setmetatable({ unit = unit, f = f, lines = {} }, Writer)
  note_constants(unit, f)
  w.lines[1] = ("/* %s, line %d */"):format((f.proto.source:gsub("[*/]+", "-")), f.proto.line)
  w.lines[2] = signature(f) .. " {"
  w:put("Results%d results = {.gave_up = false};", f.id)
  w:put("int32_t turns = TURNS_BETWEEN_LOOKS;")
  declare(w)
  w:put("(void)turns; (void)game;")
  if f.recursive then
    w:put("GIVE_UP_IF(depth > DEEPEST_RECURSION);")
    w:put("if (UNLIKELY(--game->turns <= 0)) { game->turns = TURNS_BETWEEN_LOOKS; game->look(game); }")
  end
  for pc, i in ipairs(f.proto.code) do
    w.lines[#w.lines + 1] = (" L%d: ;"):format(pc)
    if not f.states[pc] then w:put("goto give_up;")
    else
      emit[i.op](w, i, pc, f.states[pc])
      if skips[i.op] then w:put("goto L%d;", pc + 2) end
    end
  end
  w:put("goto give_up;")
  w.lines[#w.lines + 1] = " give_up:"
  w:put("results.gave_up = true;")
  w:put("return results;")
  w.lines[#w.lines + 1] = "}"
  return table.concat(w.lines, "\n")
end

-- Tables: the elements of all lists, one after the other.
local function write_cells(unit)
  local t, i, d, at, size = {}, {}, {}, { "0" }, { "0" }
  local n = 0
  for _, known in ipairs(unit.tables) do
    local usable = not known.refused
    known.at = n
    at[#at + 1], size[#size + 1] = tostring(n), usable and tostring(#known.cells) or "NO_LIST"
    for _, v in ipairs(usable and known.cells or {}) do
      local o = constant_operand(unit, v)
      n = n + 1
      t[n], i[n], d[n] = o.t, o.i, o.d
    end
  end
  if n == 0 then t[1], i[1], d[1] = "T_NIL", "0", "0.0" end
  return table.concat({
    "#define NO_LIST UINT64_MAX",
    ("static const unsigned char cell_t[] = {%s};"):format(table.concat(t, ",")),
    ("static const int64_t cell_i[] = {%s};"):format(table.concat(i, ",")),
    ("static const double cell_d[] = {%s};"):format(table.concat(d, ",")),
    ("static const uint64_t list_at[] = {%s};"):format(table.concat(at, ",")),
    ("static const uint64_t list_size[] = {%s};"):format(table.concat(size, ",")),
  }, "\n")
end

-- What any element of any list may be, for lists that are not known beforehand.
local function note_all_cells(unit)
  local mask = 0
  for _, known in ipairs(unit.tables) do
    if not known.refused and known.all then mask = mask | known.all.mask end
  end
  unit.all_cells = mask ~= 0 and { mask = mask } or nil
end

-- Is a function reached from itself?
local function note_recursion(functions)
  for _, f in ipairs(functions) do
    local seen, work = {}, { f }
    f.recursive = false
    while #work > 0 do
      for _, callee in pairs(table.remove(work).calls) do
        if callee == f then f.recursive = true end
        if not seen[callee] then seen[callee], work[#work + 1] = true, callee end
      end
    end
  end
end

--- The functions that some entries reach, in C.
-- @tparam table unit after analysis.run
-- @tparam table entries name -> function
-- @treturn string C text
function translate.functions(unit, entries)
  local functions, seen = {}, {}
  for _, entry in pairs(entries) do
    for _, f in ipairs(entry.reached) do
      if not seen[f] then seen[f], functions[#functions + 1] = true, f end
    end
  end
  table.sort(functions, function(a, b) return a.id < b.id end)
  note_recursion(functions)
  note_all_cells(unit)
  local text = { write_cells(unit) }
  for _, f in ipairs(functions) do text[#text + 1] = result_type(f) end
  for _, f in ipairs(functions) do text[#text + 1] = signature(f) .. ";" end
  for _, f in ipairs(functions) do text[#text + 1] = write_function(unit, f) end
  return table.concat(text, "\n\n")
end

-- The parts of result `n` of an entry, as C expressions of the variable r.
local function entry_result(f, n)
  local v = f.results[n]
  if not v then return no_value end
  return result_part(v.mask, "r", n)
end

local function call_entry(f, words, more)
  local list = { "compiled" }
  if f.recursive then list[2] = "0" end
  for p = 1, f.proto.parameters do
    local o = p <= words and { mask = INT, t = "T_INT", i = ("position->word[%d]"):format(p - 1), d = "0.0" }
      or more and p == words + 1 and more or no_value
    for _, part in ipairs(parts(f.parameters[p].mask)) do list[#list + 1] = o[part[1]] end
  end
  return ("Results%d r = f%d(%s);"):format(f.id, f.id, table.concat(list, ", "))
end

local give_up = "if (UNLIKELY(%s)) goto give_up;"

-- One function of the game: the body of its compiled form, which jumps to give_up where Lua is to be asked.
local bodies = {}

-- Is a value, as far as it is known, always within the range of the game?
local function always_in_range(v, range)
  if not v or not range then return range == nil end
  return v.least ~= nil and v.least >= range[1] and v.most <= range[2]
end

function bodies.evaluate(f, words, _, range)
  local o = entry_result(f, 1)
  return {
    call_entry(f, words), give_up:format("r.gave_up"),
    give_up:format("!(" .. (all_are(NUMBER, o) or "1") .. ")"),
    ("Value value = %s;"):format(as_float(o)),
    o.mask & FLT ~= 0 and give_up:format("!isfinite(value)") or "",
    always_in_range(f.results[1], range) and "" or give_up:format("!(value >= game->lower && value <= game->upper)"),
    "return value;",
  }
end

function bodies.terminal(f, words)
  return { call_entry(f, words), give_up:format("r.gave_up"), ("return %s;"):format(truth(entry_result(f, 1))) }
end

function bodies.player(f, words, unit)
  local o = entry_result(f, 1)
  return {
    call_entry(f, words), give_up:format("r.gave_up"), give_up:format("!(" .. (all_are(STR, o) or "1") .. ")"),
    ("if (%s == %d) return MAX;"):format(o.i, unit:string "max"),
    ("if (%s == %d) return MIN;"):format(o.i, unit:string "min"), "goto give_up;",
  }
end

function bodies.bounds(f, words)
  local lines = { call_entry(f, words), give_up:format("r.gave_up"), "Value low = -INFINITY, high = INFINITY;" }
  for n, name in ipairs { "low", "high" } do
    local o = entry_result(f, n)
    lines[#lines + 1] = give_up:format("!(" .. (all_are(NUMBER | NIL, o) or "1") .. ")")
    if o.mask & NUMBER ~= 0 then lines[#lines + 1] = ("if (%s != T_NIL) %s = %s;"):format(o.t, name, as_float(o)) end
  end
  lines[#lines + 1] = give_up:format("!(low <= high)")
  lines[#lines + 1] = "*lower = low; *upper = high; return;"
  return lines
end

-- Strings are left to Lua, which knows their text.
function bodies.key(f, words)
  local o = entry_result(f, 1)
  return {
    call_entry(f, words), give_up:format("r.gave_up"), give_up:format("!(" .. (all_are(INT, o) or "1") .. ")"),
    ("key->word[0] = (uint64_t)%s; key->word[1] = KEY_IS_INTEGER; return;"):format(o.i),
  }
end

function bodies.next(f, words)
  local move = entry_result(f, 1)
  local lines = {
    "bool first = walk->index == 0;",
    "if (first) walk->state[0] = *compiled->top;",
    "*compiled->top = walk->state[0] + WALK_SLOTS;",
    give_up:format("!first && walk->move.slot != 0"),
    call_entry(f, words, { mask = INT | NIL, t = "(first ? T_NIL : T_INT)", i = "walk->move.word", d = "0.0" }),
    give_up:format("r.gave_up"),
    move.mask & NIL ~= 0 and ("if (%s == T_NIL) { *compiled->top = walk->state[0]; return false; }"):format(move.t) or "",
  }
  for n = 0, words do
    local o = entry_result(f, n + 1)
    if o.mask & INT == 0 then
      lines[#lines + 1] = "goto give_up;"
      return lines
    end
    lines[#lines + 1] = give_up:format("!(" .. (all_are(INT, o) or "1") .. ")")
  end
  for n = 1, words do lines[#lines + 1] = ("child->word[%d] = %s;"):format(n - 1, entry_result(f, n + 1).i) end
  if words == 1 then lines[#lines + 1] = "child->word[1] = 0;" end
  lines[#lines + 1] = ("walk->move.word = %s; walk->move.slot = 0;"):format(move.i)
  lines[#lines + 1] = "return true;"
  return lines
end

local heads = {
  next = { "bool", "Game *game, const Position *position, Walk *walk, Position *child", "game, position, walk, child" },
  evaluate = { "Value", "Game *game, const Position *position" },
  terminal = { "bool", "Game *game, const Position *position" },
  player = { "Player", "Game *game, const Position *position" },
  bounds = { "void", "Game *game, const Position *position, Value *lower, Value *upper", "game, position, lower, upper" },
  key = { "void", "Game *game, const Position *position, Key *key", "game, position, key" },
}

--- The functions that a search calls through the game, in the order in which they are written.
translate.entries = { "next", "evaluate", "terminal", "player", "bounds", "key" }

-- One function of the game: compiled if it is an entry, else the one in Lua.
local function write_call(unit, name, f, words, range)
  local head = heads[name]
  local lines = {
    ("static inline %s game_%s (%s) {"):format(head[1], name, head[2]),
    "CompiledGame *compiled = (CompiledGame *)game;",
  }
  if f then
    if words == 1 then lines[#lines + 1] = give_up:format("position->word[1] != 0") end
    table.move(bodies[name](f, words, unit, range), 1, 100, #lines + 1, lines)
    lines[#lines + 1] = "give_up:"
  end
  local arguments = (head[3] or "game, position"):gsub("^game", "compiled->rules")
  lines[#lines + 1] = ("%scompiled->rules->%s(%s);"):format(head[1] == "void" and "" or "return ", name, arguments)
  lines[#lines + 1] = "}"
  return table.concat(lines, "\n  ")
end

--- The calls of the game, in C, as game.h wants them with GAME_CALLS.
-- @tparam table unit
-- @tparam table entries name -> function
-- @tparam table rules
-- @treturn string
function translate.calls(unit, entries, rules)
  local text, words = {}, rules.words or 1
  for _, name in ipairs(translate.entries) do
    if name == "next" or rules[name] ~= nil then text[#text + 1] = write_call(unit, name, entries[name], words, rules.range) end
  end
  for _, name in ipairs { "terminal", "player" } do
    text[#text + 1] = ("static inline bool game_has_%s (const Game *game) { (void)game; return %s; }")
      :format(name, rules[name] ~= nil and "true" or "false")
    if rules[name] == nil then
      local head = heads[name]
      text[#text + 1] = ("static inline %s game_%s (%s) { (void)game; (void)position; return 0; }"):format(head[1], name, head[2])
    end
  end
  return table.concat(text, "\n\n")
end

return translate
