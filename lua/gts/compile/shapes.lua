--- Shapes of the tables that rules make: which fields they have, and what may stand in these and in their lists. Each place in
-- the rules where a table is made has its own shape; where tables of two shapes may meet, both become one. What may stand in a
-- field is what any rule stores there, or nil. Shapes grow as the rules are followed, but not for ever; when one has grown, all
-- functions are followed once more (see analysis.lua). Positions that are tables have the shape of the first one, `position` of
-- the unit; in C: records.lua.

local bytecode = require "gts.rules.bytecode"
local refusal = require "gts.compile.refusal"
local registers = require "gts.compile.registers"
local sample = require "gts.rules.sample"
local tables = require "gts.base.tables"
local values = require "gts.compile.values"

local shapes = {}

local NIL, TAB, FUN = values.NIL, values.TAB, values.FUN
local joined, nothing = values.joined, values.nothing

--- How deep positions and moves may be.
shapes.DEEPEST = 4

local DEEPEST = shapes.DEEPEST               -- tables within tables of a position
local MOST_FIELDS = 100
local signatures = setmetatable({}, { __mode = "k" })   -- of first positions
local UNKNOWN_METATABLE <const> = "a metatable that is not known beforehand, or not the only one of these tables"

local Shape = {}
Shape.__index = Shape

local function new(unit, where, initial)
  local shape = setmetatable({
    unit = unit, id = #unit.shapes + 1, where = where,  -- its place in the rules
    parent = nil,               -- the shape that it has become
    fields = {}, names = {},    -- descriptions by name; the names in their order
    element = nil,              -- what its list may hold; nil: it has none
    constant = nil,             -- a refusal: where a table that was there before is put into such a table; or two metatables
    metatable = nil,            -- a description of their metatable, which some may lack
    longest = 0,                -- how long lists of the first position are
    whole = false,              -- are lists more than elements that are read and set, one by one? Else they may have holes
    sites = { initial },                 -- for each place where such tables are made: which fields they have from their beginning
    descriptions = { old = {}, new = {}, any = {} },
  }, Shape)
  unit.shapes[shape.id] = shape
  return shape
end

-- Which fields have tables that an instruction makes before anybody can read them? Those that a constructor sets, or what follows
-- it: as far as the way leads ahead, past no instruction that does something else with the table.
local function fields_from_beginning(proto, made_at)
  local code, names, pending = proto.code, {}, 0
  local a = code[made_at].a
  for pc = made_at + 2, #code do
    local i = code[pc]
    local first, second = registers.ways(i, pc)
    if not first or math.min(first, second or first) <= pc or registers.concerns(i, a) then break end
    pending = math.max(pending, first == pc + 1 and not second and 0 or first, second or 0)
    if i.op == "SETFIELD" and i.a == a and pc >= pending then names[proto.constants[i.b + 1]] = true end
  end
  return names
end

--- The shape of the tables that an instruction makes.
function shapes.made_at(unit, f, pc)
  f.shapes = f.shapes or {}
  if not f.shapes[pc] then f.shapes[pc] = new(unit, bytecode.where(f.proto, pc), fields_from_beginning(f.proto, pc)) end
  return f.shapes[pc]:root()
end

--- The shape that it has become by now: itself, mostly.
function Shape:root()
  local shape = self
  while shape.parent do shape = shape.parent end
  return shape
end

--- The description of a value that is such a table ("old", "new" or of any age), or has another type of the mask.
function Shape:describe(mask, age)
  local of_age = self.descriptions[age or "any"]
  of_age[mask] = of_age[mask] or { mask = mask, made = self, age = age }
  return of_age[mask]
end

local function plain(v)
  if v.made then return v.made:root():describe(v.mask) end
  if v.mixed then return v end
  return values.unknown(v)
end

--- Notes that a field may hold a value.
function Shape:put_field(name, v)
  local was = self.fields[name]
  if was == nil then self.names[#self.names + 1] = name end
  local is = joined(was, plain(v))
  if is ~= was then
    self.fields[name] = is
    self.unit:grow()
  end
end

--- Notes that the list may hold a value. (No value is nil there.)
function Shape:put_element(v)
  local was = self.element
  local is = joined(was or values.new(0), plain(values.narrowed(v, ~NIL)))
  if is ~= was then
    self.element = is
    self.unit:grow()
  end
end

--- Two shapes become one.
function Shape:join(other)
  local a, b = self:root(), other:root()
  if a == b then return a end
  if b.id < a.id then a, b = b, a end
  b.parent = a
  a.unit:grow()
  a.metatable = joined(a.metatable, b.metatable)
  a.constant = a.constant or b.constant or a.metatable and not a.metatable.known and refusal.new(UNKNOWN_METATABLE) or nil
  a.longest, a.whole = math.max(a.longest, b.longest), a.whole or b.whole
  table.move(b.sites, 1, #b.sites, #a.sites + 1, a.sites)
  if b.element then a:put_element(b.element) end
  for _, name in ipairs(b.names) do a:root():put_field(name, b.fields[name]) end
  return a:root()
end

--- Has every table of this shape a field, and is it never nil?
function Shape:is_sure(name)
  local v = self.fields[name]
  if not v or v.mask & NIL ~= 0 then return false end
  return not tables.any(self.sites, function(initial) return not initial[name] end)
end

-- What is read from a table: as old as that.
local function read(v, mask, table)
  if v and v.made then return v.made:root():describe(v.mask | mask, table.age == "old" and "old" or nil) end
  return mask == 0 and v or joined(v, nothing)
end

--- What a field of a table may hold; and is that what its metatable gives for it? Refuses where it may be either.
function shapes.field(unit, f, pc, t, name)
  local shape = t.made:root()
  local own = read(shape.fields[name], shape:is_sure(name) and 0 or NIL, t)
  if not shape.metatable or shape:is_sure(name) then return own end
  if not shape.metatable.known then refusal.refuse(f, pc, UNKNOWN_METATABLE) end
  local index = unit:field(f, pc, shape.metatable, "__index")
  local given = index.mask == TAB and unit:field(f, pc, index, name) or nothing
  if given == nothing then return own end
  if shape.fields[name] then refusal.refuse(f, pc, "field '%s' of a table that may be its own, or its metatable's", name) end
  return given, true
end

--- What any field of a table may hold, and nil.
function shapes.any_field(unit, f, pc, t)
  local shape, all = t.made:root(), nothing
  if shape.metatable then refusal.refuse(f, pc, "a field by a name that is not known, of a table with a metatable") end
  for _, name in ipairs(shape.names) do all = joined(all, (shapes.field(unit, f, pc, t, name))) end
  return all
end

--- What an element of a table may be; nil beyond the end of its list.
function shapes.element(t) return read(t.made:root().element, NIL, t) end

--- Notes that tables of the shape may have a metatable; or returns what is wrong with it. The functions in it run only where they
-- are called, or Lua is asked.
function Shape:put_metatable(v)
  local unit, is = self.unit, joined(self.metatable, v)
  if is.mask ~= TAB or not is.known then return UNKNOWN_METATABLE end
  local wrong = sample.wrong_metatable(v.known.table, function(t, name) return unit:raw_field(t, name, v.known.name) end)
  if wrong or is == self.metatable then return wrong end
  self.metatable = is
  unit:grow()
end

--- Refuses a value that no table of a shape can hold.
function Shape:check_stored(f, pc, v)
  if v.mask & FUN ~= 0 then refusal.refuse(f, pc, "a function is put into a table") end
  if v.mask & TAB == 0 or v.made then return end
  local wrong = refusal.at(f.proto, pc, "a table that was there before the search is put into one that is made here: copy it")
  if v.mixed then error(wrong, 0) end
  self.constant = self.constant or wrong
end

local function refuse_start(format, ...) error(refusal.new("positions are tables like start, and " .. format:format(...)), 0) end

local describe_start

-- The fields of a table of the first position, in the order of their names: a unit is cached by its text.
local function put_fields(unit, shape, t, path, depth)
  local names, size = {}, rawlen(t)
  for key in next, t do
    local in_list = math.type(key) == "integer" and key >= 1 and key <= size
    if type(key) == "string" then names[#names + 1] = key
    elseif not in_list then refuse_start("%s has the key %s, which is no name and no place in its list", path, tostring(key)) end
  end
  if #names > MOST_FIELDS then refuse_start("%s has more than %d fields", path, MOST_FIELDS) end
  table.sort(names)
  for _, name in ipairs(names) do
    unit:string(name)
    shape.sites[1][name] = true
    shape:put_field(name, describe_start(unit, rawget(t, name), path .. "." .. name, depth + 1))
  end
end

local function describe_table(unit, t, path, depth)
  if depth > DEEPEST then refuse_start("%s has tables more than %d deep", path, DEEPEST) end
  local shape, size, meta = new(unit, path, {}), rawlen(t), unit:metatable(t, path)
  local wrong = meta ~= nil and shape:put_metatable(unit:constant(meta, "the metatable of " .. path))
  if wrong then refuse_start("%s has %s", path, wrong) end
  unit.budget:spend(size)
  for i = 1, size do
    if rawget(t, i) == nil then refuse_start("the list %s has a hole at %d", path, i) end
    shape:put_element(describe_start(unit, rawget(t, i), path .. "[]", depth + 1))
  end
  shape.longest, shape.whole = size, true
  put_fields(unit, shape, t, path, depth)
  return shape:describe(TAB)
end

function describe_start(unit, v, path, depth)
  local kind = math.type(v) or type(v)
  if kind == "table" then return describe_table(unit, v, path, depth) end
  local described = unit:constant(v)
  if described.mask == 0 or kind == "function" then refuse_start("%s is a %s", path, kind) end
  return plain(described)
end

--- Notes that positions are tables of the shape that the first one has; or refuses.
function shapes.begin(unit, start) unit.position = describe_table(unit, start, "start", 1).made end

-- What of a value says of the shape it has goes into `set`, by paths.
local function sign(v, path, set, depth)
  local kind = math.type(v) or type(v)
  set[kind == "string" and path .. "=" .. #v .. ":" .. v or path .. ":" .. kind] = true
  if kind ~= "table" or depth > DEEPEST then return end
  local element = path .. "[]"
  for key, inner in next, v do
    sign(inner, math.type(key) == "integer" and element or path .. "." .. tostring(key), set, depth + 1)
  end
end

--- Returns a text that is equal for first positions of equal shapes and strings. A position is looked at once.
function shapes.signature(start)
  if type(start) ~= "table" then return math.type(start) or type(start) end
  if signatures[start] then return signatures[start] end
  local set = { [tostring(debug.getmetatable(start))] = true }
  sign(start, "", set, 1)
  signatures[start] = table.concat(tables.keys(set), "\n")
  return signatures[start]
end

local function inner(shape)
  local list = { shape.element and shape.element.made }
  for _, name in ipairs(shape.names) do list[#list + 1] = shape.fields[name].made end
  return list
end

--- Where is a table that was there before put into a table of a shape, or into one that such a table holds? A refusal, or nil.
-- Notes that their lists are whole.
function shapes.constant_in(shape, seen)
  shape, seen = shape:root(), seen or {}
  if seen[shape] then return nil end
  seen[shape], shape.whole = true, true
  local wrong = shape.constant
  for _, one in ipairs(inner(shape)) do wrong = wrong or shapes.constant_in(one, seen) end
  return wrong
end

--- How many tables deep are tables of a shape? Infinity if a table holds one of its shape, at any depth. A copy has each as often
-- as it is held, so it may be no more than a few. `known`: depths of shapes.
function shapes.depth(shape, known)
  shape, known = shape:root(), known or {}
  if not known[shape] then
    known[shape] = math.huge
    known[shape] = 1 + tables.most(inner(shape), function(one) return shapes.depth(one, known) end)
  end
  return known[shape]
end

return shapes
