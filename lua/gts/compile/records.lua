--- Tables that rules make, in C: records (src/native/records.h), whose kinds are the shapes of the unit. A register that holds
-- such a table has its address as integer. What is written here for an instruction wants `game`, the game.

local operands = require "gts.compile.operands"
local tables = require "gts.base.tables"
local values = require "gts.compile.values"

local records = {}

local NIL, INT, FLT, STR, TAB = values.NIL, values.INT, values.FLT, values.STR, values.TAB
local all_are = operands.all_are

local LIST_WORDS = 3            -- before the fields, where there is a list

local function element_mask(shape)
  local mask = shape.element.mask & ~NIL
  return mask ~= 0 and mask or INT
end

local function is_tagged(shape) return not shape.whole or operands.tags[element_mask(shape)] == nil end

local function stride(shape) return is_tagged(shape) and 2 or 1 end
local function fields_begin(shape) return shape.element and LIST_WORDS or 0 end

-- Has a field a tag? It is never nil, and of one type, if not.
local function has_tag(shape, name) return not (shape:is_sure(name) and operands.tags[shape.fields[name].mask]) end

-- Where the words of a field begin; without a name, where all fields end.
local function field_at(shape, name)
  local at = fields_begin(shape)
  for _, one in ipairs(shape.names) do
    if one == name then return at end
    at = at + (has_tag(shape, one) and 2 or 1)
  end
  return name == nil and at or nil
end

-- Of tables of a shape; behind it stands the kind of those with the metatable of the shape.
local function kind(shape) return ("kind_%d[0]"):format(shape:root().id) end

-- May a place of a record hold another, or a string that rules have made?
local function owns_what(unit, v) return v.made ~= nil or unit.texts and v.mask & STR ~= 0 end

local function place(name, mask, v, tagged, at, owns)
  return ("{%d, %d, %s, %s, %d, %s}"):format(name, mask, v.made and "&" .. kind(v.made) or "0", tagged, at, owns)
end

--- A string in C, whatever is in it.
function records.quoted(text)
  return '"' .. text:gsub('[^%w ]', function(c) return ("\\%03o"):format(c:byte()) end) .. '"'
end

-- The strings of a unit; and after them, where its rules make others, what these are made by.
local function write_constants(unit)
  local list, count = { "[0] = {0, 0, 0}" }, unit.last_string + 1
  unit.written = true
  for _, text in ipairs(unit.strings) do
    list[#list + 1] = ("[%d] = {&kind_of_texts, %d, %s}"):format(unit:string(text), #text, records.quoted(text))
  end
  local text = {
    "static const Kind kind_of_texts = {.text = true};",
    ("static const Constant constants[%d] = {%s};"):format(count, table.concat(list, ", ")),
    "#define TEXT(n) ((int64_t)(intptr_t)(constants + (n)))",
  }
  if unit.texts then
    text[#text + 1] = ("static const Kind kind_of_made_texts = {%s};"):format(
      ".text = true, .made = true, .constants = constants, .count = " .. count .. ", .texts = &kind_of_made_texts")
    text[#text + 1] = '#include "native/texts.h"'
  end
  return table.concat(text, "\n"), count
end

local function write_kind(unit, shape, count)
  local fields, deep = {}, false
  for n, name in ipairs(shape.names) do
    local v = shape.fields[name]
    local owns = owns_what(unit, v)
    deep = deep or owns
    fields[n] = place(unit:string(name), v.mask, v, has_tag(shape, name), field_at(shape, name), owns)
  end
  local none = "{0, 0, 0, false, 0, false}"
  local v = shape.element
  local element = v and place(0, element_mask(shape), v, is_tagged(shape), 0, owns_what(unit, v)) or none
  if #fields == 0 then fields[1] = none end
  local of_fields = ("static const Place fields_%d[] = {%s};"):format(shape.id, table.concat(fields, ", "))
  local of_kind = ("false, false, %s, %s, %d, %s, %d, fields_%d, constants, %d, %s"):format(
    shape.element ~= nil, deep, field_at(shape), element, #shape.names, shape.id, count,
    unit.texts and "&kind_of_made_texts" or "0")
  local known, number = shape.metatable and shape.metatable.known, #unit.metatables + 1
  unit.metatables[number] = known and known.table or nil
  return of_fields .. ("\nstatic const Kind kind_%d[2] = {{%s, 0, %s}, {%s, %d, 0}};"):format(shape.id, of_kind,
    known and ("kind_%d + 1"):format(shape.id) or "0", of_kind, known and number or 0)
end

--- Writes the kinds of records of a unit, and its strings.
function records.write(unit)
  local of_strings, count = write_constants(unit)
  local list, text = tables.filter(unit.shapes, function(shape) return not shape.parent end), { of_strings }
  for _, shape in ipairs(list) do text[#text + 1] = ("static const Kind kind_%d[2];"):format(shape.id) end
  for _, shape in ipairs(list) do text[#text + 1] = write_kind(unit, shape, count) end
  return table.concat(text, "\n")
end

--- What a unit says of the kind of positions.
function records.kind_of_positions(unit)
  if unit.text_position then return "&kind_of_made_texts" end
  return unit.position and "&" .. kind(unit.position) or "0"
end

--- Which types the elements of a list may have, in C: a bit each; 0 if there is none.
function records.types(v)
  local shape = v and v.made and v.made:root()
  return shape and shape.element and element_mask(shape) or 0
end

--- The tag in C of all elements of a list; "" if they have tags of their own; nil if such tables have no lists.
function records.tag_of_elements(v)
  local shape = v.made:root()
  if not shape.element then return nil end
  return operands.tags[element_mask(shape)] or ""
end

-- Register `a` becomes what a tag and a word hold, of one of the types of the mask.
local function fetch(w, a, mask, tag, word)
  if mask & operands.WITH_INTEGER ~= 0 then w:assign("i", a, word) end
  if mask & FLT ~= 0 then w:assign("d", a, ("bits_float(%s)"):format(word)) end
  w:assign("t", a, operands.tags[mask] or tag)
end

local function payload(o)
  if o.mask & FLT == 0 then return o.i end
  if o.mask & operands.WITH_INTEGER == 0 then return ("float_bits(%s)"):format(o.d) end
  return ("(%s == T_FLT ? float_bits(%s) : %s)"):format(o.t, o.d, o.i)
end

-- Begins to read or change the table in a register: gives its shape.
local function open(w, r, t)
  w:give_up_unless(all_are(TAB, w:register(r, t)))
  return r[t].made:root()
end

--- Writes the making of a table, into register `a`, whose constructor has `size` elements.
function records.make(w, a, shape, size)
  shape = shape:root()
  local words, room = field_at(shape), shape.element and size * stride(shape) or 0
  w:put("{")
  w:put("Record *made = record_new(&game->records, &%s, %d);", kind(shape), words + room)
  w:put("GIVE_UP_IF(made == NULL);")
  for n = 0, fields_begin(shape) - 1 do w:put("made->word[%d] = 0;", n) end
  if room > 0 then
    w:put("made->word[LIST_ROOM] = %d; made->word[LIST_CELLS] = (int64_t)(intptr_t)(made->word + %d);", size, words)
  end
  for _, name in ipairs(shape.names) do
    if has_tag(shape, name) then w:put("made->word[%d] = T_NIL;", field_at(shape, name)) end
  end
  w:set(a, "T_TAB", "(int64_t)(intptr_t)made")
  w:put("}")
end

-- Register `a` becomes a field of the record in a C variable.
local function field_into(w, a, shape, name, record)
  local at, mask, word = field_at(shape, name), shape.fields[name].mask, record .. "->word[%d]"
  if has_tag(shape, name) then fetch(w, a, mask | NIL, "(Tag)" .. word:format(at), word:format(at + 1))
  else fetch(w, a, mask, nil, word:format(at)) end
end

--- Writes the reading of a field.
function records.field(w, a, r, t, name)
  local shape = open(w, r, t)
  if not field_at(shape, name) then return w:set(a, "T_NIL") end
  if not has_tag(shape, name) then return field_into(w, a, shape, name, ("record_at(i%d)"):format(t)) end
  w:put("{")
  w:put("const Record *record = record_at(i%d);", t)
  field_into(w, a, shape, name, "record")
  w:put("}")
end

--- Writes that Lua is asked unless the table in a register has the metatable of its shape.
function records.check_metatable(w, r, t)
  w:put("GIVE_UP_IF(record_at(i%d)->kind != %s.classed);", t, kind(open(w, r, t)))
end

--- Writes a call of setmetatable.
function records.set_metatable(w, i, r, list)
  local t, of = i.a + 1, kind(open(w, r, i.a + 1))
  w:put("GIVE_UP_IF(record_is_old(&game->records, record_at(i%d)));", t)
  w:put("record_at(i%d)->kind = %s.classed;", t, of)
  w:copy(i.a, list[1])
end

--- Writes the storing into a field.
function records.store_field(w, r, t, name, o)
  local shape = open(w, r, t)
  local at, tagged = field_at(shape, name), has_tag(shape, name)
  w:put("{")
  w:put("Record *record = record_at(i%d);", t)
  if r[t].age ~= "new" then w:put("GIVE_UP_IF(record_is_old(&game->records, record));") end
  if tagged then w:put("record->word[%d] = %s;", at, o.t) end
  w:put("record->word[%d] = %s;", tagged and at + 1 or at, payload(o))
  w:put("}")
end

-- Register `a` becomes element k, from 0, of a list, both C expressions.
local function fetch_element(w, a, shape, list, k)
  local mask = element_mask(shape) | (shape.whole and 0 or NIL)
  if not is_tagged(shape) then return fetch(w, a, mask, nil, ("record_cells(%s)[%s]"):format(list, k)) end
  w:put("const int64_t *cell = record_cells(%s) + 2 * (%s);", list, k)
  fetch(w, a, mask, "(Tag)cell[0]", "cell[1]")
end

--- Writes the reading of an element.
function records.element(w, a, r, t, index)
  local shape = open(w, r, t)
  if not shape.element then return w:set(a, "T_NIL") end
  local k, list = ("(uint64_t)(%s) - %d"):format(index, shape.whole and 1 or 0), ("record_at(i%d)"):format(t)
  w:put("if (%s < (uint64_t)%s->word[LIST_SIZE]) {", k, list)
  fetch_element(w, a, shape, list, k)
  w:put("} else {")
  w:set(a, "T_NIL")
  w:put("}")
end

local function first_room(shape) return shape.longest > 0 and shape.longest or 8 end

-- Stores an operand at an index of the record in a C expression: at once, where there is room for a value.
local function store(w, shape, record, index, o)
  if not shape.whole then
    return w:put("GIVE_UP_IF(!record_put(&game->records, %s, %s, %s, %s));", record, index, o.t, payload(o))
  end
  local tagged = is_tagged(shape)
  local in_general = ("GIVE_UP_IF(!record_store(&game->records, %s, %s, %s, %s, %s, %d));"):format(record, index, tagged, o.t,
    payload(o), first_room(shape))
  if o.mask & NIL ~= 0 then return w:put("%s", in_general) end
  w:put("{")
  w:put("Record *into = %s;", record)
  w:put("const uint64_t place = (uint64_t)(%s) - 1;", index)
  w:put("if (record_has_room(into, place) && !record_is_old(&game->records, into)) {")
  if tagged then w:put("record_cells(into)[2 * place] = %s;", o.t) end
  w:put("record_cells(into)[%s] = %s;", tagged and "2 * place + 1" or "place", payload(o))
  w:put("if (place == (uint64_t)into->word[LIST_SIZE]) into->word[LIST_SIZE]++;")
  w:put("} else %s", in_general)
  w:put("}")
end

--- Writes that elements of a list go into another at once, where their cells are of the same kind. The C variables `at`, `last`
-- and `to` say which and where to; what is left is from `at` on.
function records.move(w, r, to, from)
  local a, b = r[from].made and r[from].made:root(), r[to].made:root()
  if not (a and a.element and b.element) or is_tagged(a) ~= is_tagged(b) then return end
  if not is_tagged(a) and element_mask(a) ~= element_mask(b) then return end
  w:put("const int64_t moved = record_move(&game->records, record_at(i%d), at, last, record_at(i%d), to, %d, %d);", from, to,
    stride(a), first_room(b))
  w:put("at += moved; to += moved;")
end

--- Writes that elements go into a list by its constructor, behind `before` others, which has left room for them. None may be nil.
function records.fill(w, r, t, before, list)
  local tagged = is_tagged(r[t].made:root())
  local size = before + #list
  w:put("{")
  w:put("Record *list = record_at(i%d);", t)
  w:put("int64_t *cell = record_cells(list);")
  if before > 0 then w:put("GIVE_UP_IF(list->word[LIST_SIZE] < %d);", before) end         -- one of those before was nil
  for n, o in ipairs(list) do
    local at = (before + n - 1) * (tagged and 2 or 1)
    if tagged then w:put("cell[%d] = %s;", at, o.t) end
    w:put("cell[%d] = %s;", tagged and at + 1 or at, payload(o))
  end
  w:put("if (list->word[LIST_SIZE] < %d) list->word[LIST_SIZE] = %d;", size, size)
  w:put("}")
end

--- Writes the storing into a list.
function records.store_element(w, r, t, index, o) store(w, open(w, r, t), ("record_at(i%d)"):format(t), index, o) end

--- Writes the C that copies all fields and elements of a table into another of the same shape.
function records.copy(w, r, to, from)
  local shape = open(w, r, to)
  w:put("{")
  w:put("const Record *from = record_at(i%d);", from)
  w:put("Record *to = record_at(i%d);", to)
  w:put("GIVE_UP_IF(record_is_old(&game->records, to));")
  for _, name in ipairs(shape.names) do
    local at = field_at(shape, name)
    if has_tag(shape, name) then
      w:put("if (from->word[%d] != T_NIL) {", at)
      w:put("to->word[%d] = from->word[%d]; to->word[%d] = from->word[%d];", at, at, at + 1, at + 1)
      w:put("}")
    else w:put("to->word[%d] = from->word[%d];", at, at) end
  end
  if shape.element then
    w:put("const int64_t size = from->word[LIST_SIZE];")
    w:put("GIVE_UP_IF(record_move(&game->records, from, 1, size, to, 1, %d, %d) != size);", stride(shape), first_room(shape))
  end
  w:put("}")
end

--- Writes that a list of integers is sorted.
function records.sort(w, r, t)
  local shape = open(w, r, t)
  w:put("GIVE_UP_IF(record_is_old(&game->records, record_at(i%d)));", t)
  if shape.element then w:put("GIVE_UP_IF(!record_sort(record_at(i%d)));", t) end
end

--- Writes the reading of the field whose name is in a register; nil if there is none of that name.
function records.any_field(w, a, r, t, key)
  local shape = open(w, r, t)
  w:put("{ const Record *table = record_at(i%d);", t)
  w:by_name(key, shape.names, function(name) field_into(w, a, shape, name, "table") end, ("t%d = T_NIL;"):format(a))
  w:put("}")
end

--- Writes the storing into the field whose name is in a register. Lua is asked where there is none of that name.
function records.store_any_field(w, r, t, key, o)
  w:by_name(key, r[t].made:root().names, function(name) records.store_field(w, r, t, name, o) end, "goto give_up;")
end

--- Writes that the last element of a list goes to a place, and those from there on one further.
function records.lift(w, r, t, index) w:put("record_lift(record_at(i%d), %s, %d);", t, index, stride(r[t].made:root())) end

--- Writes that a list loses its last element, if it has one, or the one at a place, if there is one.
function records.shorten(w, r, t, index)
  local shape = r[t].made:root()
  if not shape.element then return end
  w:put("GIVE_UP_IF(record_is_old(&game->records, record_at(i%d)));", t)
  if index then return w:put("record_drop(record_at(i%d), %s, %d);", t, index, stride(shape)) end
  w:put("if (record_at(i%d)->word[LIST_SIZE] > 0) record_at(i%d)->word[LIST_SIZE]--;", t, t)
end

--- The length of a list.
function records.length(w, r, t) return open(w, r, t).element and ("record_at(i%d)->word[LIST_SIZE]"):format(t) or "0" end

return records
