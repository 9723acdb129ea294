--- Values as JSON, by dkjson (Debian: lua-dkjson).
--
-- Numbers come out so that they are read again as they were; what JSON has no word for, infinities and NaN, is null. Texts are
-- valid UTF-8: a byte that is none becomes U+FFFD. What is no data (functions, and the like) is written as tostring has it.
-- src/system/json.c writes; here is what is rare.

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

local value_at

-- The list or object whose items begin at byte `at`, and what is behind it.
local function items_at(text, at, closing)
  local made, n, next_is = {}, 0, 44
  if text:byte(at) == closing then return made, at + 1 end
  while next_is == 44 do
    local key = n + 1
    if closing == 125 then
      key, at = value_at(text, at)
      if type(key) ~= "string" or text:byte(at) ~= 58 then return nil end
      at = at + 1
    end
    made[key], at = value_at(text, at)
    if not at then return nil end
    n, next_is, at = n + 1, text:byte(at), at + 1
  end
  if next_is == closing then return made, at end
end

-- The value at byte `at`, and what is behind it; nil where there are blanks, escapes or errors.
function value_at(text, at)
  local first = text:byte(at)
  if first == 91 or first == 123 then return items_at(text, at + 1, first + 2) end
  if first == 34 then
    local behind = text:find('["\\]', at + 1)
    if behind and text:byte(behind) == 34 then return text:sub(at + 1, behind - 1), behind + 1 end
    return nil
  end
  local word, behind = text:match("^(%l+)()", at)
  if word == "null" then return nil, behind end
  if word then return word == "true", (word == "true" or word == "false") and behind or nil end
  word, behind = text:match("^(%-?%d[%d.eE+-]*)()", at)
  local number = word and tonumber(word)
  return number, number and behind
end

--- Reads JSON. Null is nil. nil and what is wrong; raises that dkjson is not installed.
function json.decode(text)
  local value, behind = value_at(text, 1)
  if behind == #text + 1 then return value end
  local read, at, wrong = dkjson().decode(text)
  if wrong then return nil, wrong end
  if text:find("%S", at) then return nil, ("there is more behind the value, at byte %d"):format(at) end
  return read
end

--- What is written as null in tables.
function json.null() end

return json
