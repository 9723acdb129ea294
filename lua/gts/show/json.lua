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

-- A number that tostring would round.
local Exact = { __tojson = function(self) return notation.number(self[1]) end }

local function number(value)
  if value ~= value or value == math.huge or value == -math.huge then return dkjson().null end
  if math.type(value) == "integer" or tonumber(tostring(value)) == value then return math.tointeger(value) or value end
  return setmetatable({ value }, Exact)
end

local data

-- A table as data: a list, or names with values. `path` has the tables it stands in.
local function of_table(value, path)
  if path[value] then return tostring(value) end
  path[value] = true
  local made, count = {}, 0
  for key, item in next, value do
    made[math.type(key) == "integer" and key or valid(tostring(key))] = data(item, path)
    count = count + 1
  end
  path[value] = nil
  if count == #value then return setmetatable(made, { __jsontype = count > 0 and "array" or nil }) end
  local named, order = {}, {}
  for key, item in next, made do
    order[#order + 1] = tostring(key)
    named[order[#order]] = item
  end
  table.sort(order)
  local meta = getmetatable(value)
  return setmetatable(named, { __jsontype = "object", __jsonorder = type(meta) == "table" and meta.__jsonorder or order })
end

function data(value, path)
  local kind = type(value)
  if kind == "string" then return valid(value) end
  if kind == "number" then return number(value) end
  if kind == "boolean" then return value end
  if kind == "table" and value ~= dkjson().null then return of_table(value, path) end
  return kind == "table" and value or valid(tostring(value))
end

--- A value as JSON, in one line; names in alphabetical order, or as `__jsonorder` of the table's metatable has them. nil is null;
-- a table that is a list becomes an array, any other an object. Raises that dkjson is not installed.
function json.encode(value)
  if value == nil then return "null" end
  return dkjson().encode(data(value, {}))
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
