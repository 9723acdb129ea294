--- Tables made of others.

local tables = {}

--- A copy, with some more fields.
function tables.copy(t, more)
  local copy = {}
  for key, value in pairs(t) do copy[key] = value end
  for key, value in pairs(more or {}) do copy[key] = value end
  return copy
end

--- `more`, in which all other fields are those of `t`, without copying them.
-- @tparam table t
-- @tparam table more
-- @treturn table `more`
function tables.over(t, more) return setmetatable(more, { __index = t }) end

return tables
