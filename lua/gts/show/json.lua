--- Values as JSON, by dkjson (Debian: lua-dkjson).
--
-- Numbers come out so that they are read again as they were; what JSON has no word for, infinities and NaN, is null. Texts are
-- valid UTF-8: a byte that is none becomes U+FFFD. What is no data (functions, and the like) is written as tostring has it.
-- src/system/json.c writes and reads; here is what is rare.

local core = require "gts.core"
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

-- The names of an object in their order, and its values by names.
local function named(value)
  local order, found, places = {}, {}, {}
  for key, item in next, value do
    local name = tostring(key)
    if found[name] == nil then order[#order + 1] = name end
    found[name] = item
  end
  local meta = getmetatable(value)
  local first = type(meta) == "table" and meta.__jsonorder or {}
  for i, name in ipairs(first) do places[name] = i - #first end
  table.sort(order, function(a, b)
    local i, j = places[a] or 1, places[b] or 1
    return i < j or i == j and a < b
  end)
  return order, found
end

-- What is no finite number, no text without rare characters, and no table, but for one within itself.
local function plain(value)
  if value == json.null or value == nil or type(value) == "number" then return "null" end
  return dkjson().quotestring(valid(tostring(value)))
end

--- A value as JSON, in one line; names in alphabetical order, or as `__jsonorder` of the table's metatable has them. nil is null;
-- a table that is a list becomes an array, any other an object. `special(value)`, for tables and what is no data: what stands for
-- it, nil to leave it out. Raises that dkjson is not installed.
function json.encode(value, special)
  dkjson()
  return core.json(value, special, plain, named)
end

--- Reads JSON. Null is nil. nil and what is wrong; raises that dkjson is not installed.
function json.decode(text)
  local good, value = core.read_json(text)
  if good then return value end
  local ok, read, at, wrong = pcall(dkjson().decode, text)
  if not ok then return nil, tostring(read):find "stack overflow" and "lists are too deep in each other" or error(read, 0) end
  if wrong then return nil, wrong end
  if text:find("%S", at) then return nil, ("there is more behind the value, at byte %d"):format(at) end
  return read
end

--- What is written as null in tables.
function json.null() end

return json
