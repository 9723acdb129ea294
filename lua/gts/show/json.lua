--- Values as JSON, by dkjson (Debian: lua-dkjson).
--
-- Numbers come out so that they are read again as they were; what JSON has no word for, infinities and NaN, is null. Texts are
-- valid UTF-8: a byte that is none becomes U+FFFD. What is no data (functions, and the like) is written as tostring has it.

local notation = require "gts.rules.notation"
local valid = require("gts.show.clean").valid

local json = {}

local writer                    -- dkjson; loaded at the first use

-- dkjson, or an error that says where it is to be had.
local function dkjson()
  if writer then return writer end
  local found, module = pcall(require, "dkjson")
  if not found then error("JSON needs the Lua module dkjson, which is not installed (Debian: lua-dkjson)", 0) end
  writer = module
  return writer
end

-- A number, so that it is read again as it was; with a point, whatever the locale has.
local function of_number(value)
  if value ~= value or value == math.huge or value == -math.huge then return "null" end
  local text = tostring(math.tointeger(value) or value)
  return tonumber(text) == value and text:gsub("[^%d%-+e]", ".") or notation.number(value)
end

-- What dkjson does not escape by itself is in most texts all there is.
local function of_text(text)
  if text:find '[%c"\\\127-\255]' then return dkjson().quotestring(valid(text)) end
  return '"' .. text .. '"'
end

-- Names of fields are few, and come again.
local written, room = {}, 1000

local function name_of(name)
  if room == 0 then written, room = {}, 1000 end
  if not written[name] then written[name], room = of_text(name) .. ":", room - 1 end
  return written[name]
end

-- The names of an object in their order, and its values by names.
local function named(value)
  local order, found, places = {}, {}, {}
  for key, item in next, value do
    local name = type(key) == "string" and key or tostring(key)
    if found[name] == nil then order[#order + 1] = name end
    found[name] = item
  end
  local meta = getmetatable(value)
  local first = type(meta) == "table" and meta.__jsonorder
  for i, name in ipairs(first or {}) do places[name] = i - #first end
  table.sort(order, first and function(a, b)
    local i, j = places[a] or 1, places[b] or 1
    return i < j or i == j and a < b
  end or nil)
  return order, found
end

local function is_list(value)
  local length, count = rawlen(value), 0
  for key in next, value do
    if math.type(key) ~= "integer" or key < 1 or key > length then return false end
    count = count + 1
  end
  return count == length
end

local add

-- Adds a table to a list of texts: a list, or names with values. `path` has the tables it stands in.
local function add_table(value, path, out)
  local list, order, found = is_list(value), value, value
  if not list then order, found = named(value) end
  path[value] = true
  out[#out + 1] = list and "[" or "{"
  for i = 1, rawlen(order) do
    if i > 1 then out[#out + 1] = "," end
    if not list then out[#out + 1] = name_of(order[i]) end
    add(rawget(found, list and i or order[i]), path, out)
  end
  out[#out + 1] = list and "]" or "}"
  path[value] = nil
end

function add(value, path, out)
  local kind = type(value)
  if kind == "table" and not rawequal(value, writer.null) and not path[value] then return add_table(value, path, out) end
  out[#out + 1] = kind == "number" and of_number(value) or kind == "boolean" and tostring(value)
    or rawequal(value, writer.null) and "null" or of_text(tostring(value))
end

--- A value as JSON, in one line; names in alphabetical order, or as `__jsonorder` of the table's metatable has them. nil is null;
-- a table that is a list becomes an array, any other an object. Raises that dkjson is not installed.
function json.encode(value)
  dkjson()
  if value == nil then return "null" end
  local out = {}
  add(value, {}, out)
  return table.concat(out)
end

--- Reads JSON. Null within the value is json.null(). nil and what is wrong; raises that dkjson is not installed.
function json.decode(text)
  local value, at, wrong = dkjson().decode(text)
  if wrong then return nil, wrong end
  if text:find("%S", at) then return nil, ("there is more behind the value, at byte %d"):format(at) end
  return value
end

--- What stands for null in tables.
function json.null() return dkjson().null end

return json
