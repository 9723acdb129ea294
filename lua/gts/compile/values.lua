--- What is known of a value before the rules run: which types it may have and, where that is certain, which value it is.
--
-- Such a description is a table that is never changed:
--
--    mask         the types that the value may have, a bit each; 0 for a value that no compiled function can hold
--    known        the value, if it is one that is known: a boolean, a number or a string; for a table the unit's record of it;
--                 for a function { closure = f }, or { builtin = name } if it is one of Lua's library
--    least, most  bounds of a number that is one of several constants
--
-- Where two paths meet, their descriptions are joined to one that is true of both: it has the types of both, and forgets what
-- they do not agree on. So a description can only grow, and not for ever.
-- @module gts.compile.values

local values = {}

values.NIL, values.BOOL, values.INT, values.FLT, values.STR, values.TAB, values.FUN = 1, 2, 4, 8, 16, 32, 64
values.NUMBER = values.INT | values.FLT
values.ANY = 127

local NUMBER, FUN = values.NUMBER, values.FUN

-- Descriptions of values of which no more is known than their types: one for each mask, for they are joined most often.
local unknown = {}
for mask = 0, values.ANY do unknown[mask] = { mask = mask } end

--- Describes a value.
-- @tparam integer mask the types it may have
-- @param[opt] known the value itself, if that is certain
-- @treturn table a description
function values.new(mask, known)
  if known == nil then return unknown[mask] end
  -- NaN, which equals nothing, has no bounds.
  local number = mask & NUMBER ~= 0 and known == known and known or nil
  return { mask = mask, known = known, least = number, most = number }
end

local new = values.new

--- The description of nil.
values.nothing = new(values.NIL)

-- Is it the same value that is known of both? Functions are described anew each time: let equal ones be one.
local function agree(a, b)
  local x, y = a.known, b.known
  if a.mask == FUN and b.mask == FUN and x and y then
    return x == y or x.closure and x.closure == y.closure or x.builtin and x.builtin == y.builtin
  end
  return x == y and math.type(x) == math.type(y)
end

--- The description of either of two values: `a` itself if it says all that can be said of `b`.
-- @tparam[opt] table a a description
-- @tparam[opt] table b another; if there is only one, it is that
-- @treturn table|nil a description
function values.joined(a, b)
  if not a or a == b then return b end
  if not b then return a end
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
-- @tparam table v its description
-- @treturn table a description
function values.negated(v)
  local mask = v.mask & NUMBER
  if not v.least or mask ~= values.INT or v.mask ~= mask or v.least == math.mininteger then return unknown[mask] end
  return { mask = mask, least = -v.most, most = -v.least }
end

return values
