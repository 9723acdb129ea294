--- The C of calls and returns. The rules are of the kind of instructions.lua. Function 7 of a unit is the C function f7. It
-- takes its arguments in the parts that they can have (operands.parts), and the address of a struct Results7, where its results
-- go in parts. It returns whether it gave up: then its caller gives up too. A function that may call itself is handed how deep
-- it is, and one that another has made pointers to the registers that it has captured: ut3, ui3 and ud3 for upvalue 3; as a
-- function has them to which it is handed, ut7_3 for upvalue 3 of function 7.
-- Functions of Lua's library are written where they are called.

local calls_tables = require "gts.compile.calls_tables"
local inner = require "gts.compile.inner"
local operands = require "gts.compile.operands"
local texts = require "gts.compile.texts"
local values = require "gts.compile.values"

local calls = {}

local FLT, INT, NUMBER, TAB = values.FLT, values.INT, values.NUMBER, values.TAB
local all_are, parts = operands.all_are, operands.parts

local rules = {}

--- The rules, by the names of the instructions.
calls.rules = rules

-- The operands of the registers from one on that an instruction hands over.
local function registers(w, i, r, from)
  local list = {}
  for a = from, i.b > 0 and from + i.b - 2 or r.top do list[#list + 1] = w:register(r, a) end
  return list
end

local function arguments(w, i, r) return registers(w, i, r, i.a + 1) end

-- Writes a call, whose results are in the C variable `c`. The caller closes the block in which that is.
local function call(w, i, pc, r)
  local callee = w.f.calls[pc]
  local list, given = { "game" }, arguments(w, i, r)
  if callee.recursive then list[2] = w.f.recursive and "depth + 1" or "0" end
  for p = 1, callee.proto.parameters do
    local o = given[p] or operands.none
    for _, part in ipairs(parts(callee.parameters[p].mask)) do list[#list + 1] = o[part[1]] end
  end
  for _, of in ipairs(inner.pointers(w.f, callee)) do
    for _, name in ipairs { "t", "i", "d" } do list[#list + 1] = of:format(name) end
  end
  w:put("{")
  list[#list + 1] = "&c"
  w:put("Results%d c;", callee.id)
  w:put("GIVE_UP_IF(f%d(%s));", callee.id, table.concat(list, ", "))
  return callee
end

local function give(w, list)
  for n, v in ipairs(w.f.results) do
    local o = list[n] or operands.none
    for _, part in ipairs(parts(v.mask)) do w:put("results->%s%d = %s;", part[1], n, o[part[1]]) end
  end
  w:put("return false;")
end

-- Functions of Lua's library: each gets the writer, the register for its result, and its arguments.

local library = {}

-- The number of `list` that no other one betters; `better` is the condition that an operand betters the variables t, n, d.
local function extreme(w, a, list, better)
  local first = list[1]
  w:give_up_unless(all_are(NUMBER, table.unpack(list)))
  w:put("{ Tag t = %s; int64_t n = %s; double d = %s;", first.t, first.i, first.d)
  for k = 2, #list do
    local o = list[k]
    w:put("if (%s) { t = %s; n = %s; d = %s; }", better:format(o.t, o.i, o.d), o.t, o.i, o.d)
  end
  w:set(a, "t", "n", "d")
  w:put("}")
end

function library.max(w, a, list) extreme(w, a, list, "number_less(t, n, d, %s, %s, %s)") end
function library.min(w, a, list) extreme(w, a, list, "number_less(%s, %s, %s, t, n, d)") end

-- Rounds by a function of C: to an integer if it can be one.
local function round(w, a, o, name)
  w:give_up_unless(all_are(NUMBER, o))
  w:put("{ Tag t = %s; int64_t n = %s; double d = %s;", o.t, o.i, o.d)
  w:put("if (t == T_FLT) { d = %s(d); if (is_integer(d)) { t = T_INT; n = (int64_t)d; } }", name)
  w:set(a, "t", "n", "d")
  w:put("}")
end

function library.floor(w, a, list) round(w, a, list[1], "floor") end
function library.ceil(w, a, list) round(w, a, list[1], "ceil") end
function library.abs(w, a, list) w:arithmetic(a, list[1], list[1], "lua_abs(%s)", "fabs(%s)") end

function library.sqrt(w, a, list)
  w:give_up_unless(all_are(NUMBER, list[1]))
  w:set(a, "T_FLT", nil, ("sqrt(%s)"):format(operands.as_float(list[1])))
end

function library.bits(w, a, list)
  w:give_up_unless(all_are(FLT, list[1]))
  w:set(a, "T_INT", ("((union { double d; int64_t i; }){ .d = %s }).i"):format(list[1].d))
end

function library.ult(w, a, list)
  w:give_up_unless(all_are(INT, list[1], list[2]))
  w:set(a, "T_BOOL", ("(uint64_t)%s < (uint64_t)%s"):format(list[1].i, list[2].i))
end

function library.error(w) w:put("GIVE_UP_IF(true);") end

function library.assert(w, a, list)
  w:put("GIVE_UP_IF(%s == T_NIL || (%s == T_BOOL && !%s));", list[1].t, list[1].t, list[1].i)
  for n, o in ipairs(list) do w:copy(a + n - 1, o) end
  return #list
end

-- The function that steps, the table, and the index to begin with. (No loop over `pairs` looks at that.)
function library.ipairs(w, a, list)
  w:give_up_unless(all_are(TAB, list[1]))
  w:copy(a + 1, list[1])
  w:set(a + 2, "T_INT", "0")
  w:set(a, "T_FUN", "0")
end

library.pairs = library.ipairs

-- Writes the call if it is of a function of the library: its results are in the registers from i.a on. How many; else nil.
local function call_library(w, i, r)
  local name = r[i.a].known and r[i.a].known.builtin
  if not name then return nil end
  if texts.of_texts[name] then return texts.call(w, i, r, name, arguments(w, i, r)) end
  local of_tables = calls_tables.of_lists[name]
  if of_tables then return of_tables(w, i, r, arguments(w, i, r)) or 1 end
  return library[name](w, i.a, arguments(w, i, r)) or (name == "ipairs" or name == "pairs") and 3 or 1
end

function rules.CALL(w, i, pc, r)
  local given = call_library(w, i, r)
  if given then
    for a = i.a + given, i.a + i.c - 2 do w:set(a, "T_NIL") end
    return
  end
  local callee = call(w, i, pc, r)
  for n = 1, i.c > 0 and i.c - 1 or callee.count do w:copy(i.a + n - 1, operands.result(callee, n, "c")) end
  w:put("}")
end

function rules.TAILCALL(w, i, pc, r)
  local list = {}
  local given = call_library(w, i, r)
  if given then
    for n = 1, given do list[n] = operands.variables(values.ANY, i.a + n - 1) end
    return give(w, list)
  end
  local callee = call(w, i, pc, r)
  for n = 1, callee.count do list[n] = operands.result(callee, n, "c") end
  give(w, list)
  w:put("}")
end

function rules.RETURN(w, i, _, r) give(w, registers(w, i, r, i.a)) end
function rules.RETURN0(w) give(w, {}) end
function rules.RETURN1(w, i, _, r) give(w, { w:register(r, i.a) }) end

return calls
