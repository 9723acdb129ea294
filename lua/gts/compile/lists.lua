--- Lists that are frozen, in C: the elements of all lists of a unit stand in three arrays, of tags, integers and bits of floats;
-- where a list begins and how long it is, by its number, in two more. One that could not be frozen has the size NO_LIST.

local columns = require "gts.compile.columns"
local operands = require "gts.compile.operands"
local values = require "gts.compile.values"

local lists = {}

local CELL <const> = 4          -- the work to write an element: see gts.compile.budget

local FLT, INT, STR, TAB = values.FLT, values.INT, values.STR, values.TAB

-- A cell in C, as short as can be: there may be many.
local function cell(unit, v)
  local o = operands.constant(unit, v)
  if v.mask == STR then o.i = tostring(unit:string(v.known)) end
  if v.mask == INT and v.known >> 31 == 0 then o.i = tostring(v.known) end
  return o
end

-- An array, or in its place one that is never read: C knows no empty array, and what is not needed is a long text to compile.
local function array(type, name, list, needed)
  return ("static const %s %s[] = {%s};"):format(type, name, needed and #list > 0 and table.concat(list, ",") or "0")
end

-- Of each field that is read of tables that are known by number only: what it is, by that number.
local function write_columns(unit)
  local text = { "#define NO_FIELD 255" }
  for n, name in ipairs(unit.column_names) do
    local t, i, d, of = { "NO_FIELD" }, { "0" }, { "{0}" }, columns.tables(unit, name)
    for _, known in ipairs(unit.tables) do
      local v = of[known] and columns.field_in_column(unit, known, name)
      local o = v and cell(unit, v) or { t = "NO_FIELD", i = "0" }
      t[#t + 1], i[#i + 1] = o.t, o.i
      d[#d + 1] = ("{%s}"):format(v and v.mask == FLT and operands.float_bits(v.known) or "0")
    end
    text[#text + 1] = array("unsigned char", ("column_%d_t"):format(n), t, true)
    text[#text + 1] = array("int64_t", ("column_%d_i"):format(n), i, true)
    text[#text + 1] = array("FloatBits", ("column_%d_d"):format(n), d, true)
  end
  return table.concat(text, "\n")
end

--- Writes the reading of a field of a table that is known by its number only.
function lists.field(w, a, r, t, name)
  local number
  for n, one in ipairs(w.unit.column_names) do
    if one == name then number = n end
  end
  w:put("{ const int64_t table = %s;", w:register(r, t).i)
  w:put("GIVE_UP_IF(column_%d_t[table] == NO_FIELD);", number)
  w:put("i%d = column_%d_i[table]; d%d = column_%d_d[table].value;", a, number, a, number)
  w:put("t%d = (Tag)column_%d_t[table];", a, number)
  w:put("if (t%d == T_STR) i%d = TEXT(i%d);", a, a, a)
  w:put("}")
end

--- Writes the reading of the field of a table whose name is in a register; nil if there is none of that name.
function lists.any_field(w, a, r, t, key)
  local known, unit = r[t].known, w.unit
  w:by_name(key, columns.names(known), function(name)
    w:copy(a, operands.constant(unit, unit:constant(rawget(known.table, name))))
  end, ("t%d = T_NIL;"):format(a))
end

--- Writes the arrays. From then on lists know where they begin, and elements can be read.
function lists.write(unit)
  local t, i, d, at, first, size, length = {}, {}, {}, { "0" }, { "0" }, { "0" }, { "0" }        -- numbers of lists begin at 1
  local n = 0
  for _, known in ipairs(unit.tables) do
    local usable = not known.refused
    known.at = n
    local id = known.id + 1
    at[id], first[id], length[id] = tostring(n), tostring(known.first or 1), tostring(known.length or 0)
    size[id] = usable and tostring(#known.cells) or "NO_LIST"
    for _, v in ipairs(usable and known.cells or {}) do
      unit.budget:spend(CELL)
      local o = cell(unit, v)
      n = n + 1
      t[n], i[n], d[n] = o.t, o.i, ("{%s}"):format(v.mask == FLT and operands.float_bits(v.known) or "0")
    end
  end
  local mask = 0                -- of any element of any list, for lists that are not known beforehand
  for _, known in ipairs(unit.tables) do mask = mask | (not known.refused and known.all and known.all.mask or 0) end
  return table.concat({
    write_columns(unit),
    "#define NO_LIST UINT64_MAX",
    array("unsigned char", "cell_t", t, not operands.tags[mask]),
    array("int64_t", "cell_i", i, mask & operands.WITH_INTEGER ~= 0),
    array("FloatBits", "cell_d", d, mask & FLT ~= 0),
    array("uint64_t", "list_at", at, true),
    array("int64_t", "list_first", first, true),
    array("uint64_t", "list_size", size, true),
    array("int64_t", "list_length", length, true),
  }, "\n")
end

-- Begins to read a list, which must be one that could be frozen. Its operand, and its record if it is known.
local function open(w, r, list)
  local t, known = w:register(r, list), r[list].known
  w:give_up_unless(operands.all_are(TAB, t))
  if not known then w:put("GIVE_UP_IF(list_size[%s] == NO_LIST);", t.i) end
  return t, known
end

-- The element k of all cells, a C expression, into register `a`.
local function fetch(w, a, mask, k)
  local tag = operands.tags[mask]
  if not tag then
    w:put("const uint64_t k = %s;", k)
    k = "k"
  end
  if mask & operands.WITH_INTEGER ~= 0 then w:assign("i", a, ("cell_i[%s]"):format(k)) end
  if mask & FLT ~= 0 then w:assign("d", a, ("cell_d[%s].value"):format(k)) end
  w:assign("t", a, tag or "(Tag)cell_t[k]")
  -- No address of a constant stands in the array: not every compiler can write one there.
  if mask & STR ~= 0 then w:put("%si%d = TEXT(i%d);", mask ~= STR and ("if (t%d == T_STR) "):format(a) or "", a, a) end
end

--- What the elements of the list in a register may be.
function lists.mask(v)
  local all
  if v.known then all = v.known.all else all = v.group:root().all end
  return all and all.mask or 0
end

--- Writes the reading of an element.
function lists.element(w, a, r, list, index)
  local t, known = open(w, r, list)
  local first, size = known and ("(uint64_t)%d"):format(known.first) or ("(uint64_t)list_first[%s]"):format(t.i),
    known and #known.cells or ("list_size[%s]"):format(t.i)
  w:put("if ((uint64_t)(%s) - %s < %s) {", index, first, size)          -- indices below the first become very large ones
  local mask = lists.mask(r[list])
  local k = known and ("(%s) + (%d)"):format(index, known.at - known.first)
    or ("(uint64_t)(%s) - %s + list_at[%s]"):format(index, first, t.i)
  if mask ~= 0 then fetch(w, a, mask, k) end
  w:put("} else {")
  w:set(a, "T_NIL")
  w:put("}")
end

--- Writes the reading of a list's length.
function lists.length(w, a, r, list)
  local t, known = open(w, r, list)
  w:set(a, "T_INT", known and tostring(known.length) or ("list_length[%s]"):format(t.i))
end

return lists
