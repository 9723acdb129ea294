--- Values as C has them: an operand is a mask of types and three C expressions, for the tag, the integer and the float; and for
-- an integer that is known that itself, as `constant`; for a string, as `text`.
--
-- Register 3 of a function is the variables t3, i3 and d3. Where the analysis knows type or value, these are constants, so that
-- the C compiler leaves out what is not needed. A boolean is 0 or 1 in the integer; a string, and a table that rules make,
-- its address; other tables and functions are numbers there. An expression that the tag excludes may be anything.

local tables = require "gts.base.tables"
local values = require "gts.compile.values"

local operands = {}

local NIL, BOOL, INT, FLT, STR, TAB, FUN =
  values.NIL, values.BOOL, values.INT, values.FLT, values.STR, values.TAB, values.FUN

--- The types that have something in the integer.
operands.WITH_INTEGER = BOOL | INT | STR | TAB | FUN

local WITH_INTEGER = operands.WITH_INTEGER

--- The tags in C (src/native/arithmetic.h), by the mask of a single type.
operands.tags = {
  [NIL] = "T_NIL", [BOOL] = "T_BOOL", [INT] = "T_INT", [FLT] = "T_FLT", [STR] = "T_STR", [TAB] = "T_TAB", [FUN] = "T_FUN",
}

local tags = operands.tags

local types = { BOOL, FLT, FUN, INT, NIL, STR, TAB }

--- An integer in C.
function operands.integer_literal(i)
  if i == math.mininteger then return "INT64_MIN" end
  return ("INT64_C(%d)"):format(i)
end

--- The bits of a float in C.
function operands.float_bits(d) return ("0x%016x"):format((string.unpack("<i8", string.pack("<d", d)))) end

--- A float in C, to the bit.
function operands.float_literal(d) return ("FLOAT(%s /* %.14g */)"):format(operands.float_bits(d), d) end

--- No value: an argument that is not given, a result that is not there.
operands.none = { mask = NIL, t = "T_NIL", i = "0", d = "0.0" }

--- An integer.
function operands.integer(expression) return { mask = INT, t = "T_INT", i = expression, d = "0.0" } end

--- The operand of a small number that stands in an instruction.
function operands.immediate(n)
  local o = operands.integer(operands.integer_literal(n))
  o.constant = n
  return o
end

--- A value that is known.
function operands.constant(unit, v)
  local mask, known = v.mask, v.known
  local o = { mask = mask, t = tags[mask], i = "0", d = "0.0" }
  if mask == INT then o.i, o.constant = operands.integer_literal(known), known
  elseif mask == FLT then o.d = operands.float_literal(known)
  elseif mask == BOOL then o.i = known and "1" or "0"
  elseif mask == STR then o.i, o.text = ("TEXT(%d)"):format(unit:string(known)), known
  elseif mask == TAB then o.i = tostring(known.id) end
  return o
end

--- The variables of a register.
function operands.variables(mask, a) return { mask = mask, t = tags[mask] or "t" .. a, i = "i" .. a, d = "d" .. a } end

local function is_constant(v)
  local mask, known = v.mask, v.known
  if known == nil then return false end
  if mask == FLT then return known == known and known ~= 0 end          -- 0.0 and -0.0 are equal, and differ
  return mask == INT or mask == BOOL or mask == STR or mask == TAB
end

--- What a register holds.
function operands.register(unit, v, a)
  if is_constant(v) then return operands.constant(unit, v) end
  return operands.variables(v.mask, a)
end

-- Values are handed from function to function in parts, and only in those that their types can need.

--- The parts of a value: a list of { "t", "i" or "d", the part's type in C }.
function operands.parts(mask)
  local list = {}
  if not tags[mask] then list[#list + 1] = { "t", "Tag" } end
  if mask & WITH_INTEGER ~= 0 then list[#list + 1] = { "i", "int64_t" } end
  if mask & FLT ~= 0 then list[#list + 1] = { "d", "double" } end
  return list
end

--- A result of a function, in a C variable that holds all its results.
function operands.result(f, n, variable)
  local v = f.results[n]
  if not v then return operands.none end
  local mask = v.mask
  return {
    mask = mask, t = tags[mask] or ("%s.t%d"):format(variable, n),
    i = mask & WITH_INTEGER ~= 0 and ("%s.i%d"):format(variable, n) or "0",
    d = mask & FLT ~= 0 and ("%s.d%d"):format(variable, n) or "0.0",
  }
end

--- A number as a float.
function operands.as_float(o)
  -- What is known Lua computes: a C compiler may do that otherwise.
  if o.constant then return operands.float_literal(o.constant + 0.0) end
  if o.mask & FLT == 0 then return ("(double)%s"):format(o.i) end
  if o.mask & ~FLT == 0 then return o.d end
  return ("(%s == T_FLT ? %s : (double)%s)"):format(o.t, o.d, o.i)
end

-- That an operand, which may have other types too, has one of the mask.
local function is(mask, o)
  local any = tables.collect(types, function(type) return mask & o.mask & type ~= 0 and ("%s == %s"):format(o.t, tags[type]) end)
  return #any > 0 and "(" .. table.concat(any, " || ") .. ")" or "0"
end

--- The condition that all operands have types of a mask, a C expression; nil if that is certain.
function operands.all_are(mask, ...)
  local parts = tables.collect({ ... }, function(o) return o.mask & ~mask ~= 0 and is(mask, o) end)
  return #parts > 0 and table.concat(parts, " && ") or nil
end

--- Whether an operand is true, in Lua's sense.
function operands.truth(o)
  if o.mask & (NIL | BOOL) == 0 then return "1" end
  if o.mask == NIL then return "0" end
  if o.mask == BOOL then return o.i end
  if o.mask & BOOL == 0 then return ("(%s != T_NIL)"):format(o.t) end
  return ("(%s != T_NIL && !(%s == T_BOOL && !%s))"):format(o.t, o.t, o.i)
end

-- Is it a string that equals only itself? There is one string of each byte, and one empty one.
local function is_short(o) return o.text ~= nil and #o.text < 2 end

--- Whether two operands are equal, in Lua's sense.
function operands.equal(unit, a, b)
  local by_address = not unit.texts or is_short(a) or is_short(b) or a.text and b.text
  if a.mask == b.mask and (a.mask == INT or a.mask == BOOL or a.mask == STR and by_address) then
    return ("%s == %s"):format(a.i, b.i)
  end
  if a.mask == STR and b.mask == STR then return ("text_equal(%s, %s)"):format(a.i, b.i) end
  if a.mask == NIL then a, b = b, a end
  if b.mask == NIL then return a.mask == NIL and "1" or ("%s == T_NIL"):format(a.t) end
  local of_texts, single = a.mask & b.mask & STR ~= 0 and not by_address, tags[a.mask] and a or tags[b.mask] and b
  if single and (a.mask | b.mask) & FLT == 0 and not of_texts then
    local open = single == a and b or a
    return a.mask & b.mask == 0 and "0" or ("(%s == %s && %s == %s)"):format(open.t, single.t, a.i, b.i)
  end
  return ("%s(%s, %s, %s, %s, %s, %s)"):format(of_texts and "value_equal" or "raw_equal", a.t, a.i, a.d, b.t, b.i, b.d)
end

return operands
