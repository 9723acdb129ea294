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

--- The elements of which, and of their places, `f` is true.
function tables.filter(list, f)
  local kept = {}
  for i, element in ipairs(list) do
    if f(element, i) then kept[#kept + 1] = element end
  end
  return kept
end

--- What `f` returns of each element, and of its place, but for false and nil.
function tables.collect(list, f)
  local made = {}
  for i, element in ipairs(list) do made[#made + 1] = f(element, i) or nil end
  return made
end

--- The elements of the lists that `f` returns of each element, and of its place, in one list.
function tables.flatten(list, f)
  local made = {}
  for i, element in ipairs(list) do
    local part = f(element, i)
    table.move(part, 1, #part, #made + 1, made)
  end
  return made
end

--- The list of what `f` returns of each whole number from `first` to `last`; without `f`, of the numbers.
function tables.range(first, last, f)
  local made = {}
  for i = first, last do
    if f then made[#made + 1] = f(i) else made[#made + 1] = i end
  end
  return made
end

--- The greatest of what `f` returns of each element, but 0 at least.
function tables.most(list, f)
  local most = 0
  for _, element in ipairs(list) do most = math.max(most, f(element)) end
  return most
end

--- The first element of which, and of its place, `f` is true; or nil.
function tables.find(list, f)
  for i, element in ipairs(list) do
    if f(element, i) then return element end
  end
end

--- Is `f` true of an element?
function tables.any(list, f) return tables.find(list, f) ~= nil end

--- How many elements `f` is true of.
function tables.count(list, f) return #tables.filter(list, f) end

--- The sum of what `f` returns of each element, and of its place; without `f`, of the elements.
function tables.sum(list, f)
  local sum = 0
  for i, element in ipairs(list) do sum = sum + (f and f(element, i) or element) end
  return sum
end

--- The set of the elements.
function tables.set(list)
  local set = {}
  for _, element in ipairs(list) do set[element] = true end
  return set
end

--- The place of each element, by the element.
function tables.places(list)
  local places = {}
  for i, element in ipairs(list) do places[element] = i end
  return places
end

--- Sorts tables by the first of some fields, equal ones by the next, and so on.
function tables.sort(list, ...)
  local names = { ... }
  table.sort(list, function(a, b)
    local name = tables.find(names, function(field) return a[field] ~= b[field] end)
    return name ~= nil and a[name] < b[name]
  end)
end

--- The keys, sorted.
function tables.keys(t)
  local keys = {}
  for key in pairs(t) do keys[#keys + 1] = key end
  table.sort(keys)
  return keys
end

--- Lists of the elements of one key each, in the order of their first elements. `key_of`: an element, and its place; nil: it is
-- in no group. Returns each with `key`; key -> list.
function tables.groups(list, key_of)
  local groups, by_key = {}, {}
  for i, element in ipairs(list) do
    local key = key_of(element, i)
    if key ~= nil and not by_key[key] then
      by_key[key] = { key = key }
      groups[#groups + 1] = by_key[key]
    end
    if key ~= nil then table.insert(by_key[key], element) end
  end
  return groups, by_key
end

--- The first element that no other is better than; nil if there is none.
function tables.best(list, is_better)
  local best = list[1]
  for _, element in ipairs(list) do
    if is_better(element, best) then best = element end
  end
  return best
end

--- `more`, in which all other fields are those of `t`, without copying them.
function tables.over(t, more) return setmetatable(more, { __index = t }) end

return tables
