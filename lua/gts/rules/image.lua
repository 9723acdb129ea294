--- Images of values: texts that are equal if the values hold equal things, however deep, wherever they are in memory.

local mutable = require "gts.rules.mutable"

local image = {}

local MOST = 20000              -- parts of a value that are looked at, so that any value is done with soon

local rank = { boolean = 1, number = 2, string = 3 }

-- Returns the keys of a table but for those from 1 to `length`, in an order that depends on the keys alone. Keys without an order
-- stand last.
local function other_keys(t, length)
  local keys = {}
  for key in next, t do
    if #keys == MOST then break end
    if math.type(key) ~= "integer" or key < 1 or key > length then keys[#keys + 1] = key end
  end
  table.sort(keys, function(a, b)
    local of_a, of_b = rank[type(a)] or 4, rank[type(b)] or 4
    if of_a ~= of_b then return of_a < of_b end
    if of_a == 2 or of_a == 3 then return a < b end
    return tostring(a) < tostring(b)
  end)
  return keys
end

local put

local function put_table(t, out)
  if out.open[t] then
    out[#out + 1] = "^"
    return
  end
  out.open[t] = true
  out[#out + 1] = "{"
  local length = 0              -- up to the first hole: what # says of a list with holes may change, though the list does not
  while #out < MOST and rawget(t, length + 1) ~= nil do
    length = length + 1
    put(rawget(t, length), out)
  end
  for _, key in ipairs(#out < MOST and other_keys(t, length) or {}) do
    if #out < MOST then
      put(key, out)
      out[#out + 1] = "="
      put(rawget(t, key), out)
    end
  end
  out[#out + 1] = "}"
  out.open[t] = nil
end

-- Appends a value. What holds nothing that Lua can see is identified by its address.
function put(value, out)
  local kind = math.type(value) or type(value)
  if kind == "integer" then out[#out + 1] = value
  elseif kind == "float" then out[#out + 1] = ("f%a"):format(value)
  elseif kind == "string" then out[#out + 1] = #value .. ":" .. value
  elseif kind == "table" and #out < MOST then
    local board = mutable.board(value)          -- a path is where it leads to, if Lua can see that
    if board == nil then
      put_table(value, out)
    else
      put(type(board) == "table" and board or tostring(value), out)
    end
  elseif kind == "nil" or kind == "boolean" then out[#out + 1] = tostring(value)
  else out[#out + 1] = ("%s %p"):format(kind, value) end
end

--- The image of a value: values with equal images have equal contents. An integer is its own, others are strings.
function image.of(value)
  return math.type(value) == "integer" and value or image.of_all { n = 1, value }
end

--- The image of several values, as a function returned them, packed.
function image.of_all(packed)
  local out = { open = {} }
  for i = 1, packed.n do put(packed[i], out) end
  return table.concat(out, " ")
end

return image
