--- Lists and tables made of others.

local tables = {}

--- A copy, with some more fields.
function tables.copy(t, more)
  local copy = {}
  for key, value in pairs(t) do copy[key] = value end
  for key, value in pairs(more or {}) do copy[key] = value end
  return copy
end

--- The list of what `f` returns of each element, and of its place.
function tables.map(list, f)
  local made = {}
  for i, element in ipairs(list) do made[i] = f(element, i) end
  return made
end

--- The elements of which `f` is true.
function tables.filter(list, f)
  local kept = {}
  for _, element in ipairs(list) do
    if f(element) then kept[#kept + 1] = element end
  end
  return kept
end

--- What `f` returns of each element, but for false and nil.
function tables.collect(list, f)
  local made = {}
  for _, element in ipairs(list) do made[#made + 1] = f(element) or nil end
  return made
end

--- The first element of which `f` is true, or nil.
function tables.find(list, f)
  for _, element in ipairs(list) do
    if f(element) then return element end
  end
end

--- Is `f` true of an element?
function tables.any(list, f) return tables.find(list, f) ~= nil end

--- `more`, in which all other fields are those of `t`, without copying them.
-- @tparam table t
-- @tparam table more
-- @treturn table `more`
function tables.over(t, more) return setmetatable(more, { __index = t }) end

return tables
