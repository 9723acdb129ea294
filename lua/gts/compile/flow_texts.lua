--- What instructions and functions of Lua's library make of strings: rules of the kind of flow.lua. Strings that rules make are
-- cut from the heap of a call (src/native/texts.h). Of Lua's functions those are known whose results do not depend on patterns
-- or on the digits of floats. What depends on the locale is a table of bytes.

local formats = require "gts.compile.formats"
local refusal = require "gts.compile.refusal"
local shapes = require "gts.compile.shapes"
local tables = require "gts.base.tables"
local values = require "gts.compile.values"

local flow_texts = {}

local NIL, BOOL, INT, FLT, STR, TAB, FUN = values.NIL, values.BOOL, values.INT, values.FLT, values.STR, values.TAB, values.FUN
local refuse = refusal.refuse

local rules = {}

--- The rules, by the names of the instructions.
flow_texts.rules = rules

local function made(unit, f)
  f.texts = true
  unit:use_texts()
  return values.new(STR)
end

function rules.CONCAT(unit, f, pc, i, r)
  unit:use_texts()
  for a = i.a, i.a + i.b - 1 do
    if r[a].mask == FLT then refuse(f, pc, "a float is joined to a string: make it an integer, by // or math.floor") end
    if r[a].mask & (INT | STR) == 0 then return {} end          -- floats are left to Lua as the rules run
  end
  r[i.a] = made(unit, f)
end

function rules.SELF(unit, f, pc, i, r)
  local object, name = r[i.b], i.k and f.proto.constants[i.c + 1] or r[i.c].known
  if object.mask & STR ~= 0 and object.mask & TAB == 0 then
    local meta = unit:metatable("", "the metatable of strings")
    local index = meta and unit:raw_field(meta, "__index", "the metatable of strings")
    if type(index) ~= "table" then refuse(f, pc, "a method of a string, and strings have another metatable") end
    r[i.a + 1], r[i.a] = values.narrowed(object, STR), unit:field(f, pc, unit:constant(index, "string"), name)
  elseif object.mask == TAB and object.known then
    r[i.a + 1], r[i.a] = object, unit:field(f, pc, object, name)
  elseif object.made then
    local method = shapes.field(unit, f, pc, object, name)
    if method.mask ~= FUN then refusal.doubt(f, pc, "method '%s' of a table without such a method", tostring(name)) end
    r[i.a + 1], r[i.a] = values.narrowed(object, TAB), method
  elseif object.mask & TAB ~= 0 then refuse(f, pc, "method '%s' of a table that is not known beforehand", tostring(name))
  else
    refusal.doubt(f, pc, "method '%s' of what is no string%s", tostring(name),
      f.takes_move and ": moves of `next` are integers, those that are strings need `successors`" or "")
  end
end

-- The functions of the library: each gets the unit, the function, the pc, and descriptions of its arguments, and gives those of
-- its results; nil if it would raise an error, or ask Lua.

local of_texts = {}

--- They, by their names in builtins.names.
flow_texts.of_texts = of_texts

-- Can the arguments be a string, and integers after it? Those from number `optional` on may be nil.
local function fit(list, optional)
  if not list[1] or list[1].mask & STR == 0 then return false end
  for n = 2, math.max(#list, optional - 1) do
    local mask = list[n] and list[n].mask or NIL
    if mask & (n < optional and INT or INT | NIL) == 0 then return false end
  end
  return true
end

local function check_count(f, pc, list, most, name)
  if #list > most then refuse(f, pc, "%s with more than %d arguments", name, most) end
end

-- Functions that give a string: the most arguments, and the first that may be missing.
for name, counts in pairs { sub = { 3, 3 }, rep = { 2, 3 }, upper = { 1, 2 }, lower = { 1, 2 } } do
  of_texts[name] = function(unit, f, pc, list)
    check_count(f, pc, list, counts[1], "string." .. name)
    return fit(list, counts[2]) and { made(unit, f) } or nil
  end
end

--- What `type` and math.type call values, by their types.
flow_texts.kinds = {
  kind = { [NIL] = "nil", [BOOL] = "boolean", [INT | FLT] = "number", [STR] = "string", [TAB] = "table", [FUN] = "function" },
  type = { [INT] = "integer", [FLT] = "float" },
}

for name, kinds in pairs(flow_texts.kinds) do
  of_texts[name] = function(unit, _, _, list)
    local rest, known = list[1] and list[1].mask or 0, {}
    for of, kind in pairs(kinds) do
      unit:string(kind)
      if rest & of ~= 0 then rest, known[#known + 1] = rest & ~of, kind end
    end
    if rest == 0 and #known == 0 then return nil end
    return { values.new((#known > 0 and STR or 0) | (rest ~= 0 and NIL or 0), rest == 0 and not known[2] and known[1] or nil) }
  end
end

function of_texts.len(_, _, _, list) return list[1] and list[1].mask & STR ~= 0 and { values.new(INT) } or nil end

-- Where it stands in a list that is handed on, how many results it gives tells something.
function of_texts.byte(_, f, pc, list)
  check_count(f, pc, list, 2, "string.byte")
  local i = f.proto.code[pc]
  if i.op == "CALL" and i.c == 0 then refuse(f, pc, "all results of string.byte are handed on: put it in parentheses") end
  return fit(list, 2) and { values.new(i.op == "CALL" and INT | NIL or INT) } or nil
end

function of_texts.char(unit, f, _, list)
  if tables.any(list, function(v) return v.mask & INT == 0 end) then return nil end
  if #list > 1 then return { made(unit, f) } end
  return { values.new(STR) }    -- its one byte is a constant
end

function of_texts.tostring(unit, f, pc, list)
  if not list[1] or list[1].mask & (INT | STR | BOOL | NIL) == 0 then
    refuse(f, pc, "tostring of something else than an integer, a string or a boolean")
  end
  for _, text in ipairs { "true", "false", "nil" } do unit:string(text) end
  return { made(unit, f) }
end

-- What is found: a place, and where it ends; nil if nothing is. The pattern must be known, and plain.
function of_texts.find(_, f, pc, list)
  check_count(f, pc, list, 4, "string.find")
  local plain = list[4] and list[4].known == true
  if #list < 2 or not fit({ list[1], list[3] }, 2) or list[2].mask & STR == 0 then return nil end
  if not plain and not formats.of_pattern(list[2].known) then
    refuse(f, pc, "string.find of a pattern: search for a plain text or one character, or use a loop with string.byte")
  end
  if list[4] and not plain and list[4].known ~= false and list[4].mask ~= NIL then
    refuse(f, pc, "string.find that may be plain: write true there")
  end
  return { values.new(INT | NIL), values.new(INT | NIL) }
end

function of_texts.format(unit, f, pc, list)
  local parts, wrong = formats.parts(list[1] and list[1].known)
  if not parts then refuse(f, pc, "%s", wrong) end
  local n = 1
  for _, part in ipairs(parts) do
    if part.kind ~= "text" then
      n = n + 1
      local mask = list[n] and list[n].mask or 0
      if mask & (part.kind == "s" and INT | STR or INT) == 0 then
        if mask == FLT then refuse(f, pc, "string.format of a float: make it an integer, by // or math.floor") end
        return nil
      end
    end
  end
  return { made(unit, f) }
end

function of_texts.concat(unit, f, pc, list)
  if #list > 2 then refuse(f, pc, "table.concat of a part of a list") end
  local t, separator = list[1], list[2]
  if not t or t.mask & TAB == 0 then return nil end
  if not t.made then refuse(f, pc, "table.concat of a list that is not made here: join it above the rules") end
  if separator and separator.mask & (STR | NIL) == 0 then return nil end
  local element = t.made:root().element
  if element and element.mask & ~NIL == FLT then
    refuse(f, pc, "table.concat of floats: make them integers, by // or math.floor")
  end
  return { made(unit, f) }
end

return flow_texts
