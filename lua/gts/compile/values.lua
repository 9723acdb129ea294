--- What is known of a value before the rules run: which types it may have and, where that is certain, which value it is.
--
-- Such a description is a table that is never changed:
--
--    mask         the types that the value may have, a bit each; 0 for a value that no compiled function can hold
--    known        the value, if it is one that is known: a boolean, a number or a string; for a table the unit's record of it;
--                 for a function { closure = f }, or { builtin = name } if it is one of Lua's library, or { inner = f } if
--                 the rules make it: f is the unit's record of it
--    least, most  bounds of a number that is one of several constants
--    group        the group of constant tables that it is one of, where it is not known which (see groups.lua)
--    made         the shape of a table that rules make, or that a position is (see shapes.lua)
--    age          of such a table: "old" if it was there before the call, "new" if the call has made it, nil if either may be
--    mixed        the table may be one that rules make, or one that was there beforehand: so nothing can be done with it
--
-- Where two paths meet, their descriptions are joined to one that is true of both: it has the types of both, and forgets what
-- they do not agree on. So a description can only grow, and not for ever.

local values = {}

values.NIL, values.BOOL, values.INT, values.FLT, values.STR, values.TAB, values.FUN = 1, 2, 4, 8, 16, 32, 64
values.NUMBER = values.INT | values.FLT
values.ANY = 127

local NUMBER, FUN = values.NUMBER, values.FUN

-- Descriptions of values of which no more is known than their types: one for each mask, for they are joined most often.
local unknown = {}
for mask = 0, values.ANY do unknown[mask] = { mask = mask } end

--- Describes a value, `known` if it is certain.
function values.new(mask, known)
  if known == nil then return unknown[mask] end
  -- NaN, which equals nothing, has no bounds.
  local number = mask & NUMBER ~= 0 and known == known and known or nil
  return { mask = mask, known = known, least = number, most = number }
end

local new = values.new

--- The description of nil.
values.nothing = new(values.NIL)

-- Returns whether both are known to be one value. Functions are described anew each time: equal descriptions are one function.
local function agree(a, b)
  local x, y = a.known, b.known
  if a.mask == FUN and b.mask == FUN and x and y then
    return x == y or x.closure and x.closure == y.closure or x.builtin and x.builtin == y.builtin
  end
  return x == y and math.type(x) == math.type(y)
end

-- Descriptions of values that may be tables of both kinds.
local mixed = {}
for mask = 0, values.ANY do mixed[mask] = { mask = mask, mixed = true } end

local function is_frozen(v) return v.mask & values.TAB ~= 0 and not v.made end

-- The description of either of two values, one of which may be a table that rules make.
local function joined_made(a, b)
  local mask = a.mask | b.mask
  if a.mixed or b.mixed or is_frozen(a) or is_frozen(b) then return mixed[mask] end
  local shape, age = a.made and b.made and a.made:join(b.made) or (a.made or b.made):root(), a.age
  if not a.made then age = b.age elseif b.made and b.age ~= age then age = nil end
  if a.made and mask == a.mask and age == a.age then return a end
  return shape:describe(mask, age)
end

local function group_of(v) return v.group or v.mask == values.TAB and v.known.group or nil end

--- What is known of a value by its types only, and for a constant table by its group.
function values.unknown(v)
  local group = group_of(v)
  return group and group:root():describe(v.mask) or unknown[v.mask]
end

-- The description of either of two values, one of which may be a constant table.
local function joined_constant(a, b)
  local mask, group, other = a.mask | b.mask, group_of(a), group_of(b)
  if a.mask == values.TAB and a.known and a.known == b.known then return a end
  if group and other then group = group:join(other) else group = group or other end
  return a.group and mask == a.mask and a or group:describe(mask)
end

--- The description of a value of which it turns out that it has one of some types: its mask is 0 if nothing is left.
function values.narrowed(v, mask)
  local left = v.mask & mask
  if left == v.mask then return v end
  if left & values.TAB ~= 0 and v.mixed then return mixed[left] end
  if left & values.TAB ~= 0 and v.made then return v.made:describe(left, v.age) end
  if left & values.TAB ~= 0 then return v.group:describe(left) end
  local one_type = left & (left - 1) == 0
  return new(left, one_type and v.known or nil)
end

--- The description of either of two values, which may be nil: `a` itself if it says all that can be said of `b`.
function values.joined(a, b)
  if not a or a == b then return b end
  if not b then return a end
  if a.made or b.made or a.mixed or b.mixed then return joined_made(a, b) end
  if is_frozen(a) or is_frozen(b) then return joined_constant(a, b) end
  local mask, known = a.mask | b.mask, nil
  if a == unknown[mask] then return a end
  if agree(a, b) then known = a.known end
  local least = a.least and b.least and math.min(a.least, b.least)
  local most = least and math.max(a.most, b.most)
  if mask == a.mask and known == a.known and least == a.least and most == a.most then return a end
  if known == nil and least == nil then return unknown[mask] end
  return { mask = mask, known = known, least = least, most = most }
end

--- The description of the negative of a number.
function values.negated(v)
  local mask = v.mask & NUMBER
  if not v.least or mask ~= values.INT or v.mask ~= mask or v.least == math.mininteger then return unknown[mask] end
  return { mask = mask, least = -v.most, most = -v.least }
end

return values
