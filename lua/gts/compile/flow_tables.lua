--- What instructions make of tables that rules make: rules of the kind of flow.lua, and the functions of Lua's library for
-- lists. A table may be changed in the call that makes it, and by whatever it calls. One that was there before, a position or
-- part of one, stays as it is: a change is refused here where it shows, elsewhere in C.

local refusal = require "gts.compile.refusal"
local shapes = require "gts.compile.shapes"
local tables = require "gts.base.tables"
local values = require "gts.compile.values"

local flow_tables = {}

local NIL, INT, STR, TAB = values.NIL, values.INT, values.STR, values.TAB
local nothing = values.nothing
local refuse = refusal.refuse

local rules = {}

--- The rules, by the names of the instructions.
flow_tables.rules = rules

local function to_be_changed(f, pc, t)
  if t.mask & TAB == 0 then refusal.doubt(f, pc, "a change of a value that is no table") end
  if not t.made then refuse(f, pc, "a table is changed that may have been there before the search") end
  if t.age == "old" then refuse(f, pc, "a position is changed: make a new table, and change that") end
  f.changes = true
  return t.made:root()
end

local function put(f, pc, shape, v)
  shape:check_stored(f, pc, v)
  shape:put_element(v)
end

--- Refuses a key that is no place in a list, nor a name. Where it turns out only as the rules run that it is none, Lua is asked.
function flow_tables.check_key(f, pc, key)
  if key.mask & INT ~= 0 or key.mask == 0 then return end
  refusal.doubt(f, pc, "a table with a key that is neither an integer nor a string")
end

local function has_no_list(t)
  if t.made then return t.made:root().element == nil end
  return t.known ~= nil and t.known.all == nil
end

--- Is a key the name of a field? It may be an integer too where the table has no list; as the rules run Lua is asked then.
function flow_tables.is_name(t, key) return key.mask & STR ~= 0 and (key.mask & INT == 0 or has_no_list(t)) end

function rules.NEWTABLE(unit, f, pc, i, r)
  r[i.a] = shapes.made_at(unit, f, pc):describe(TAB, "new")
  return { { pc + 2, r } }              -- behind it stands how large the table will be
end

local function stored(unit, f, i, r) return i.k and unit:constant(f.proto.constants[i.c + 1]) or r[i.c] end

function rules.SETFIELD(unit, f, pc, i, r)
  local name, v, known = f.proto.constants[i.b + 1], stored(unit, f, i, r), r[i.a].mask == TAB and r[i.a].known
  -- What is there already changes nothing, as in a class: self.__index = self.
  if known and v.mask == TAB and v.known and unit:raw_field(known.table, name, known.name) == v.known.table then return end
  local shape = to_be_changed(f, pc, r[i.a])
  unit:string(name)
  shape:check_stored(f, pc, v)
  shape:put_field(name, v)
end

function rules.SETTABLE(unit, f, pc, i, r)
  local shape = to_be_changed(f, pc, r[i.a])
  if flow_tables.is_name(r[i.a], r[i.b]) then
    shape:check_stored(f, pc, stored(unit, f, i, r))
    local is_sure, wrong = #shape.names > 0 or r[i.b].mask & INT ~= 0, "a table whose names are made while the rules run"
    if not is_sure then refusal.doubt(f, pc, "%s: use integers, or give it all names when it is made", wrong) end
    for _, name in ipairs(shape.names) do shape:root():put_field(name, stored(unit, f, i, r)) end
    return
  end
  flow_tables.check_key(f, pc, r[i.b])
  put(f, pc, shape, stored(unit, f, i, r))
end

function rules.SETI(unit, f, pc, i, r)
  local shape = to_be_changed(f, pc, r[i.a])
  put(f, pc, shape, stored(unit, f, i, r))
end

--- Does the list of values that a call gives go into a table, all of it, as in { table.unpack(list) }?
function flow_tables.is_spread(f, pc)
  local call, i = f.proto.code[pc], f.proto.code[pc + 1]
  return call.op == "CALL" and call.c == 0 and i.op == "SETLIST" and i.b == 0 and i.a + 1 == call.a and i.c == 0 and not i.k
end

function rules.SETLIST(_, f, pc, i, r)
  local shape = to_be_changed(f, pc, r[i.a])
  shape.whole = true
  if f.spreads and f.spreads[pc - 1] then put(f, pc, shape, f.spreads[pc - 1])
  else for a = i.a + 1, i.b > 0 and i.a + i.b or r.top do put(f, pc, shape, r[a]) end end
  return { { pc + (i.k and 2 or 1), r } }
end

-- The functions of the library: each gets the unit, the function, the pc, and descriptions of its arguments, and gives those of
-- its results; nil if it would raise an error.

local of_lists = {}

--- They, by their names in builtins.names.
flow_tables.of_lists = of_lists

--- What an element of a list may be.
function flow_tables.element(unit, f, pc, t) return t.made and shapes.element(t) or unit:element(f, pc, t) end

local element = flow_tables.element

-- Refuses arguments but for a number of them, of which the second of several is a place.
local function check_place(f, pc, name, list, least)
  if #list ~= least and #list ~= least + 1 then refuse(f, pc, "table.%s with %d arguments", name, #list) end
  if #list > least and list[2].mask & INT == 0 then refusal.doubt(f, pc, "table.%s at a place that is no integer", name) end
end

function of_lists.insert(_, f, pc, list)
  check_place(f, pc, "insert", list, 2)
  local shape = to_be_changed(f, pc, list[1])
  put(f, pc, shape, list[#list])
  return {}
end

function of_lists.remove(_, f, pc, list)
  check_place(f, pc, "remove", list, 1)
  to_be_changed(f, pc, list[1])
  return { shapes.element(list[1]) }
end

function of_lists.setmetatable(_, f, pc, list)
  local wrong = to_be_changed(f, pc, list[1] or nothing):put_metatable(list[2] or nothing)
  if wrong then refuse(f, pc, "%s", wrong) end
  return { values.narrowed(list[1], TAB) }
end

-- The order of strings depends on the locale, and one that is given may be none.
function of_lists.sort(_, f, pc, list)
  if #list ~= 1 then refuse(f, pc, "table.sort by a function: sort in a loop, or sort numbers") end
  local shape = to_be_changed(f, pc, list[1])
  if shape.element and shape.element.mask & ~NIL & ~INT ~= 0 then
    refuse(f, pc, "table.sort of what may be no integers: sort in a loop")
  end
  return {}
end

function of_lists.move(unit, f, pc, list)
  if #list ~= 4 and #list ~= 5 then refuse(f, pc, "table.move with too few arguments") end
  for n = 2, 4 do
    if list[n].mask & ~NIL ~= INT then refusal.doubt(f, pc, "table.move with places that may be no integers") end
  end
  local to = list[5] or list[1]
  local shape = to_be_changed(f, pc, to)
  put(f, pc, shape, element(unit, f, pc, list[1]))
  return { values.narrowed(to, TAB) }
end

-- Copying all that is in a table: for k, v in pairs(from) do to[k] = v end.

--- The register of the table that such a loop copies into.
function flow_tables.copied_to(f, pc)
  local prepare, store, call = f.proto.code[pc], f.proto.code[pc + 1], f.proto.code[pc + 2]
  local a = prepare.a
  if prepare.op ~= "TFORPREP" or prepare.bx ~= 1 or store.op ~= "SETTABLE" or call.op ~= "TFORCALL" then return nil end
  return store.b == a + 4 and not store.k and store.c == a + 5 and store.a < a and store.a or nil
end

-- Does `next` go through a table that was there before in order, and is it a list and nothing else? If so it is to stay so.
local function is_in_order(known)
  local n = 0
  for key in next, known.table do n = key == n + 1 and key or math.huge end
  return n == #known.cells
end

local function is_unordered(known)
  known.is_in_order = not known.refused and is_in_order(known) and is_in_order
  return not known.is_in_order
end

-- For such loops, and for lists that were there before: the order of other tables is not certain. They are refused.
function of_lists.pairs(unit, f, pc, list)
  local t = list[1] or nothing
  local is_made, is_frozen = t.made, t.mask & TAB ~= 0 and not t.made and not t.mixed
  if is_frozen and not tables.any(t.group and t.group:root().tables or { t.known }, is_unordered) then
    return of_lists.ipairs(unit, f, pc, list)
  end
  if not (is_made and flow_tables.copied_to(f, pc + 1)) then
    local more = is_made and ", in a loop that does more than q[k] = v" or ""
    refuse(f, pc, "pairs, whose order is not certain%s: name the fields, or use ipairs", more)
  end
  return { values.new(values.FUN, { builtin = "next_of_table" }), values.narrowed(list[1], TAB), nothing }
end

--- What such a loop does, all at once.
function flow_tables.copy(f, pc, r)
  local to, from = flow_tables.copied_to(f, pc), r[f.proto.code[pc].a + 1]
  local shape = to_be_changed(f, pc, r[to])
  shape:join(from.made)
  local a = f.proto.code[pc].a
  r[a + 4], r[a + 5] = nothing, nothing
  return { { pc + 4, r } }
end

function of_lists.ipairs(unit, f, pc, list)
  local t = list[1] or nothing
  if #list ~= 1 or t.mask & TAB == 0 then refusal.doubt(f, pc, "ipairs of something else than a table") end
  if not t.made then unit:element(f, pc, t) end         -- refuses a list that could not be frozen
  return { values.new(values.FUN, { builtin = "next_of_list" }), values.narrowed(t, TAB), values.new(INT, 0) }
end

-- As many elements as are wanted, or all of them into a table; or refuses.
function of_lists.unpack(unit, f, pc, list)
  if #list ~= 1 then refuse(f, pc, "table.unpack of a part of a list") end
  if not list[1].made then unit:check_length(f, pc, list[1]) end
  local v, i = element(unit, f, pc, list[1]), f.proto.code[pc]
  f.spreads = f.spreads or {}
  if i.op == "CALL" and i.c > 0 then
    local results = {}
    for n = 1, i.c - 1 do results[n] = v end
    return results
  end
  if not flow_tables.is_spread(f, pc) then refuse(f, pc, "table.unpack of a list of any length") end
  f.spreads[pc] = v
  return { nothing }
end

return flow_tables
