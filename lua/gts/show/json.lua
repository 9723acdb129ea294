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
  local integer = math.tointeger(value)
  if integer then return tostring(integer) end
  local text = tostring(value)
  return tonumber(text) == value and text:gsub("[^%d%-+e]", ".") or notation.number(value)
end

-- What needs no escape but the ends of its lines is most of all texts.
local function of_text(text)
  if not text:find '[%c"\\\127-\255]' then return '"' .. text .. '"' end
  local line = text:gsub("\n", " ")
  if line:find '[%c"\\\127-\255]' then return dkjson().quotestring(valid(text)) end
  return '"' .. text:gsub("\n", "\\n") .. '"'
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
  local order, found, places, count = {}, value, {}, 0
  for key in next, value do
    count = count + 1
    order[count] = key
    if type(key) ~= "string" then found = nil end
  end
  if not found then                     -- names that are no texts
    found, order = {}, {}
    for key, item in next, value do
      local name = tostring(key)
      if found[name] == nil then order[#order + 1] = name end
      found[name] = item
    end
  end
  local meta = getmetatable(value)
  local first = type(meta) == "table" and meta.__jsonorder
  if not first then table.sort(order) return order, found end
  for i, name in ipairs(first) do places[name] = i - #first end
  table.sort(order, function(a, b)
    local i, j = places[a] or 1, places[b] or 1
    return i < j or i == j and a < b
  end)
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

local plain = { number = of_number, string = of_text, boolean = tostring, ["nil"] = function() return "null" end }

-- What is written of a value: a text, or a table; nil: nothing. `path` has the tables it stands in; `special` may be nil.
local function shown(value, path, special)
  local write = plain[type(value)]
  if write then return write(value) end
  if rawequal(value, writer.null) then return "null" end
  if special then return not path[value] and special(value) or nil end
  return type(value) == "table" and not path[value] and value or of_text(tostring(value))
end

-- Adds a table, which stands for `of`, to a list of `n` texts: a list, or names with values. Returns how many there are.
local function add_table(value, of, path, out, n, special)
  local order, found = nil, value
  local list = is_list(value)
  if not list then order, found = named(value) end
  local first = n + 1
  out[first], n = list and "[" or "{", first
  path[of] = true
  for i = 1, rawlen(order or value) do
    local key = list and i or order[i]
    local item = rawget(found, key)
    local as = shown(item, path, special)
    if as then
      if n > first then n = n + 1 out[n] = "," end
      if not list then n = n + 1 out[n] = written[key] or name_of(key) end
      if type(as) == "table" then n = add_table(as, item, path, out, n, special) else n = n + 1 out[n] = as end
    end
  end
  out[n + 1] = list and "]" or "}"
  path[of] = nil
  return n + 1
end

--- A value as JSON, in one line; names in alphabetical order, or as `__jsonorder` of the table's metatable has them. nil is null;
-- a table that is a list becomes an array, any other an object. `special(value)`, for tables and what is no data: what stands for
-- it, nil to leave it out. Raises that dkjson is not installed.
function json.encode(value, special)
  dkjson()
  local out, path = {}, {}
  local as = shown(value, path, special)
  if type(as) ~= "table" then return as or "null" end
  add_table(as, value, path, out, 0, special)
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
