--- The C of calls of the functions of Lua's library for lists. Each gets the writer, the instruction, descriptions of the
-- registers and the operands of the arguments, which stand in the registers behind i.a; and gives how many results there are
-- then, if not one, in the registers from i.a on.

local lists = require "gts.compile.lists"
local operands = require "gts.compile.operands"
local records = require "gts.compile.records"
local shapes = require "gts.compile.shapes"
local values = require "gts.compile.values"

local calls_tables = {}

local INT, NIL, TAB = values.INT, values.NIL, values.TAB
local all_are = operands.all_are

-- Reads an element of the list in register `t`, which may be frozen, into register `a`; gives its operand.
local function element(w, a, r, t, index)
  if r[t].made then
    records.element(w, a, r, t, index)
    return operands.variables(shapes.element(r[t]).mask, a)
  end
  lists.element(w, a, r, t, index)
  return operands.variables(lists.mask(r[t]) | NIL, a)
end

local of_lists = {}

--- They, by their names in builtins.names.
calls_tables.of_lists = of_lists

function of_lists.insert(w, i, r, list)
  local t = i.a + 1
  if list[3] then
    w:give_up_unless(all_are(INT, list[2]))
    w:give_up_unless(all_are(~NIL, list[3]))
    w:put("GIVE_UP_IF((uint64_t)%s - 1 > (uint64_t)%s);", list[2].i, records.length(w, r, t))
  end
  records.store_element(w, r, t, ("%s + 1"):format(records.length(w, r, t)), list[#list])
  if list[3] then records.lift(w, r, t, list[2].i) end
  return 0
end

function of_lists.remove(w, i, r, list)
  local t = i.a + 1
  local length = records.length(w, r, t)
  local at = length
  if list[2] then
    w:give_up_unless(all_are(INT, list[2]))
    at = list[2].i
    w:put("GIVE_UP_IF(%s != %s && (uint64_t)%s - 1 > (uint64_t)%s);", at, length, at, length)
  end
  records.element(w, i.a, r, t, at)
  records.shorten(w, r, t, list[2] and at)
end

function of_lists.sort(w, i, r)
  records.sort(w, r, i.a + 1)
  return 0
end

function of_lists.move(w, i, r, list)
  local from, to = i.a + 1, list[5] and i.a + 5 or i.a + 1
  w:give_up_unless(all_are(INT, list[2], list[3], list[4]))
  w:give_up_unless(all_are(TAB, list[1], list[5] or list[1]))
  w:put("{")
  w:put("int64_t at = %s, last = %s, to = %s;", list[2].i, list[3].i, list[4].i)
  if r[from].made then w:put("GIVE_UP_IF(i%d == i%d && to > at && to <= last);", from, to) end      -- it would begin at the end
  records.move(w, r, to, from)
  w:put("for (; at <= last; at++, to++) {")
  records.store_element(w, r, to, "to", element(w, i.a, r, from, "at"))
  w:put("}")
  w:put("}")
  w:set(i.a, "T_TAB", "i" .. to)
end

of_lists.setmetatable = records.set_metatable

-- The number of elements. The second goes where the list stands.
function of_lists.unpack(w, i, r, list)
  w:give_up_unless(all_are(TAB, list[1]))
  for n = 1, i.c - 1 do
    if n ~= 2 then element(w, i.a + n - 1, r, i.a + 1, tostring(n)) end
  end
  if i.c > 2 then element(w, i.a + 1, r, i.a + 1, "2") end
  return math.max(i.c - 1, 0)
end

--- Writes that all elements of the list in register `from` go into the new table in register `to`.
function calls_tables.spread(w, r, to, from, free)
  if r[from].made then w:set(free, "T_INT", records.length(w, r, from)) else lists.length(w, free, r, from) end
  w:put("{ int64_t at = 1, last = i%d, to = 1;", free)
  records.move(w, r, to, from)
  w:put("for (; at <= last; at++) {")
  records.store_element(w, r, to, "at", element(w, free, r, from, "at"))
  w:put("}")
  w:put("}")
end

return calls_tables
