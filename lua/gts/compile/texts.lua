--- Strings that rules make, in C (src/native/texts.h).

local flow_texts = require "gts.compile.flow_texts"
local formats = require "gts.compile.formats"
local operands = require "gts.compile.operands"
local records = require "gts.compile.records"
local tables = require "gts.base.tables"
local values = require "gts.compile.values"

local texts = {}

local NIL, BOOL, INT, STR, TAB = values.NIL, values.BOOL, values.INT, values.STR, values.TAB
local all_are = operands.all_are

-- Register `a` becomes the string that a C expression gives, or 0 where Lua is to be asked.
local function set_text(w, a, expression)
  w:put("int64_t made = %s;", expression)
  w:put("GIVE_UP_IF(made == 0);")
  w:set(a, "T_STR", "made")
end

-- Part `n` of a string becomes an operand; what is neither string nor integer is left to Lua.
local function put_part(w, n, o)
  w:give_up_unless(all_are(INT | STR, o))
  if o.mask & INT == 0 then w:put("part_text(part + %d, %s);", n, o.i)
  elseif o.mask & STR == 0 then w:put("part_integer(part + %d, %s);", n, o.i)
  else w:put("(void)part_value(part + %d, %s, %s);", n, o.t, o.i) end
end

--- The rule of CONCAT.
function texts.join(w, i, _, r)
  w:put("{ TextPart part[%d];", i.b)
  for n = 0, i.b - 1 do put_part(w, n, w:register(r, i.a + n)) end
  set_text(w, i.a, ("text_join(&game->records, part, %d)"):format(i.b))
  w:put("}")
end

--- The rule of LEN, of a string.
function texts.length(w, i, r)
  local o = w:register(r, i.b)
  w:give_up_unless(all_are(STR, o))
  w:set(i.a, "T_INT", ("record_text(%s)->length"):format(o.i))
end

local of_texts = {}

local MOST_ARGUMENTS = 4        -- of functions that have a certain number of them

--- Writes a call of a function of the library, one of builtins.names. Returns how many results, from i.a on.
function texts.call(w, i, r, name, list)
  local count = #list
  -- Where an argument that is not given must be there the call is left to Lua, which says so.
  for n = count + 1, MOST_ARGUMENTS do list[n] = operands.none end
  return of_texts[name](w, i, r, list, count) or 1
end

--- The C of calls, by the names in builtins.names: as in calls_tables.lua, with how many arguments there are as last argument;
-- operands of others are nil.
texts.of_texts = of_texts

local function text_of(w, o)
  w:give_up_unless(all_are(STR, o))
  return o.i
end

-- An integer, which may be missing if there is a default.
local function integer_of(w, o, default)
  if not default then
    w:give_up_unless(all_are(INT, o))
    return o.i
  end
  if o.mask == NIL then return default end
  w:give_up_unless(all_are(INT | NIL, o))
  return o.mask & NIL == 0 and o.i or ("(%s == T_NIL ? %s : %s)"):format(o.t, default, o.i)
end

-- Register i.a becomes what a function of native/texts.h gives.
local function give(w, i, name, ...)
  w:put("{")
  set_text(w, i.a, ("text_%s(&game->records, %s)"):format(name, table.concat({ ... }, ", ")))
  w:put("}")
end

function of_texts.sub(w, i, _, list)
  give(w, i, "sub", text_of(w, list[1]), integer_of(w, list[2]), integer_of(w, list[3], "-1"))
end

function of_texts.rep(w, i, _, list) give(w, i, "repeat", text_of(w, list[1]), integer_of(w, list[2])) end

for name, change in pairs { upper = string.upper, lower = string.lower } do
  of_texts[name] = function(w, i, _, list)
    local bytes = tables.range(0, 255, function(byte) return change(string.char(byte)):byte() end)
    give(w, i, "map", text_of(w, list[1]), ("(const unsigned char[]){%s}"):format(table.concat(bytes, ",")))
  end
end

for name, kinds in pairs(flow_texts.kinds) do
  of_texts[name] = function(w, i, _, list)
    local t, mask, is_one, text = list[1].t, list[1].mask, "false", "0"
    for of, kind in pairs(kinds) do
      for _, tag in ipairs { "NIL", "BOOL", "INT", "FLT", "STR", "TAB", "FUN" } do
        if values[tag] & of & mask ~= 0 then
          is_one = ("%s || %s == T_%s"):format(is_one, t, tag)
          text = ("%s == T_%s ? TEXT(%d) : %s"):format(t, tag, w.unit:string(kind), text)
        end
      end
    end
    w:set(i.a, ("%s ? T_STR : T_NIL"):format(is_one), text)
  end
end

function of_texts.len(w, i, _, list) w:set(i.a, "T_INT", ("record_text(%s)->length"):format(text_of(w, list[1]))) end

function of_texts.byte(w, i, _, list)
  w:put("{ int64_t byte = text_byte(%s, %s);", text_of(w, list[1]), integer_of(w, list[2], "1"))
  if i.op ~= "CALL" then w:put("GIVE_UP_IF(byte < 0);") end
  w:set(i.a, i.op == "CALL" and "byte < 0 ? T_NIL : T_INT" or "T_INT", "byte")
  w:put("}")
end

function of_texts.char(w, i, _, list, count)
  if count == 0 then return w:set(i.a, "T_STR", "text_empty()") end
  for n = 1, count do
    local o = list[n]
    w:give_up_unless(all_are(INT, o))
    w:put("GIVE_UP_IF((uint64_t)%s > 255);", o.i)
  end
  if count == 1 then return w:set(i.a, "T_STR", ("text_of_byte((unsigned char)%s)"):format(list[1].i)) end
  w:put("{ TextPart part[%d];", count)
  for n = 1, count do w:put("part_byte(part + %d, %s);", n - 1, list[n].i) end
  set_text(w, i.a, ("text_join(&game->records, part, %d)"):format(count))
  w:put("}")
end

function of_texts.tostring(w, i, _, list)
  local o, unit = list[1], w.unit
  -- Of results that another call hands on one that is nil may as well be none.
  w:give_up_unless(all_are(INT | STR | BOOL | (i.b > 0 and NIL or 0), o))
  w:put("{ int64_t made = %s;", o.mask & STR ~= 0 and o.i or "0")
  if o.mask & INT ~= 0 then
    w:put("if (%s == T_INT) { TextPart part[1]; part_integer(part, %s); made = text_join(&game->records, part, 1); }", o.t, o.i)
  end
  if o.mask & BOOL ~= 0 then
    w:put("if (%s == T_BOOL) made = %s ? TEXT(%d) : TEXT(%d);", o.t, o.i, unit:string "true", unit:string "false")
  end
  if o.mask & NIL ~= 0 then w:put("if (%s == T_NIL) made = TEXT(%d);", o.t, unit:string "nil") end
  w:put("GIVE_UP_IF(made == 0);")
  w:set(i.a, "T_STR", "made")
  w:put("}")
end

function of_texts.find(w, i, _, list)
  local text, what, from = text_of(w, list[1]), text_of(w, list[2]), integer_of(w, list[3], "1")
  local set = not (list[4].mask == BOOL and list[4].i == "1") and formats.of_pattern(list[2].text)
  w:put("{")
  if type(set) == "table" then
    w:put("static const uint64_t set[4] = {0x%xu, 0x%xu, 0x%xu, 0x%xu};", table.unpack(set))
    w:put("int64_t at = text_find_set(%s, set, %s), length = 1;", text, from)
  else w:put("int64_t at = text_find(%s, %s, %s), length = record_text(%s)->length;", text, what, from, what) end
  w:set(i.a, "at == 0 ? T_NIL : T_INT", "at")
  if i.c ~= 2 then w:set(i.a + 1, "at == 0 ? T_NIL : T_INT", "at + length - 1") end
  w:put("}")
  return 2
end

function of_texts.format(w, i, r, list)
  local parts, n = formats.parts(r[i.a + 1].known), 1
  w:put("{ TextPart part[%d];", #parts + 1)
  for k, part in ipairs(parts) do
    if part.kind == "text" then
      local at = ("part[%d]"):format(k - 1)
      w:put_line(("  %s.bytes = %s; %s.length = %d;"):format(at, records.quoted(part.text), at, #part.text))
    else
      n = n + 1
      local o = list[n] or operands.none
      if part.kind == "s" then put_part(w, k - 1, o)
      else
        w:give_up_unless(all_are(INT, o))
        if part.kind == "c" then w:put("part_byte(part + %d, %s);", k - 1, o.i)
        elseif part.width == 0 then w:put("part_integer(part + %d, %s);", k - 1, o.i)
        else w:put("part_number(part + %d, %s, %d, %s);", k - 1, o.i, part.width, part.zeros) end
      end
    end
  end
  set_text(w, i.a, ("text_join(&game->records, part, %d)"):format(#parts))
  w:put("}")
end

function of_texts.concat(w, i, r, list)
  local t, separator = list[1], list[2]
  w:give_up_unless(all_are(TAB, t))
  local between = "text_empty()"
  if separator.mask ~= NIL then
    w:give_up_unless(all_are(STR | NIL, separator))
    between = separator.mask == STR and separator.i or ("(%s == T_NIL ? text_empty() : %s)"):format(separator.t, separator.i)
  end
  if not r[i.a + 1].made then return end
  local tag = records.tag_of_elements(r[i.a + 1])
  w:put("{")
  if not tag then set_text(w, i.a, "text_empty()")          -- it has no list
  else
    set_text(w, i.a, ("text_concat(&game->records, record_at(i%d), %s, %s, %s)"):format(i.a + 1, tag == "",
      tag == "" and "T_NIL" or tag, between))
  end
  w:put("}")
end

return texts
