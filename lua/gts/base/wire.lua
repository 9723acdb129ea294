--- Plain data as bytes: what goes to the worker of a confined search or to a process of gts.map, and what comes from it.
--
-- Data are nil, booleans, numbers, strings, and tables of them whose keys are numbers and strings. A value is a letter and what
-- belongs to it: `n`, `t`, `f`; `i` an integer and `d` a float, in 8 bytes; `s` a string, its length in 4 bytes before it; `l` a
-- list and `m` a table, the number of elements or of pairs in 4 bytes before them; `r` before a table: it is
-- a result. All little-endian. The reader trusts nothing: lengths, depth and number of parts are held against
-- limits, and nothing is ever run. Numbers as keys can be chosen so that they collide in Lua's tables, each
-- with all before it: so there may be few of them in one table, and a deadline holds.

local core = require "gts.core"
local words = require "gts.base.words"

local wire = {}

-- The limits: tables within each other, parts altogether, and numbers as keys of one table that is no list.
wire.deepest, wire.parts, wire.numbers = 12, 100000, 1024

--- The limits between processes of our own: none, but that an end must come. Results arrive as results.
wire.own = { deepest = 150, parts = math.huge, numbers = math.huge, results = true }

local OFTEN = 128               -- parts that are read between two looks at the clock

local kept = setmetatable({}, { __mode = "k" })         -- the metatables that results have
local kind                                              -- the one that results get on arrival

--- Marks a metatable as that of results, which keep one between processes of our own.
-- @tparam table meta the first is what results get on arrival
function wire.keep(meta) kept[meta], kind = true, kind or meta end

-- Writing. `out` collects pieces, and has the limits.

local write

local function list_length(t)
  local n = 0
  for _ in next, t do n = n + 1 end
  for i = 1, n do
    if rawget(t, i) == nil then return nil end
  end
  return n
end

-- Writes what is in a table; says where what is wrong with it is.
local function write_part(key, value, out, depth)
  local wrong = write(value, out, depth)
  return wrong and ("has %s %s that %s"):format(type(key) == "string" and "a field" or "an element", words.quote(key), wrong)
end

local function write_table(t, out, depth)
  if depth >= out.deepest then error({ ("is a table with more than %d others within each other"):format(out.deepest) }, 0) end
  local n, wrong = list_length(t), nil
  if n then
    out[#out + 1] = ("<c1I4"):pack("l", n)
    for i = 1, n do wrong = wrong or write_part(i, rawget(t, i), out, depth + 1) end
    return wrong
  end
  local head, numbers = #out + 1, 0
  n, out[head] = 0, ""
  for key, value in next, t do
    if wrong then break end
    if type(key) ~= "number" and type(key) ~= "string" then return ("has a %s as a key"):format(type(key)) end
    if type(key) == "number" then numbers = numbers + 1 end
    if numbers > out.numbers then return ("has more than %d numbers as keys, and is no list"):format(out.numbers) end
    wrong = write(key, out, depth + 1) or write_part(key, value, out, depth + 1)
    n = n + 1
  end
  out[head] = ("<c1I4"):pack("m", n)
  return wrong
end

local scalars = {
  ["nil"] = function() return "n" end,
  boolean = function(value) return value and "t" or "f" end,
  string = function(value) return ("<c1s4"):pack("s", value) end,
  number = function(value)
    if math.type(value) == "integer" then return ("<c1i8"):pack("i", value) end
    return ("<c1d"):pack("d", value)
  end,
}

function write(value, out, depth)
  local its = type(value)
  if #out >= out.parts then return ("has more than %d parts"):format(out.parts) end
  if its == "table" then
    if out.results and kept[getmetatable(value)] then out[#out + 1] = "r" end
    return write_table(value, out, depth)
  end
  if not scalars[its] then return ("is a %s"):format(its) end
  out[#out + 1] = scalars[its](value)
end

--- The bytes of a value; metatables are left out, and not asked. `limits` has deepest, parts, numbers, results; default: as
-- `wire` has them. Returns nil and what of the value is no data, as in "is a function", where it has none.
function wire.encode(value, limits)
  limits = limits or wire
  local out = { deepest = limits.deepest, parts = limits.parts, numbers = limits.numbers, results = limits.results }
  local ok, wrong = pcall(write, value, out, 0)
  if not ok and type(wrong) ~= "table" then error(wrong, 0) end
  if wrong then return nil, ok and wrong or wrong[1] end
  return table.concat(out)
end

-- Reading. A reader has the bytes, where it is, how many parts there were, and the limits. What is wrong is an error of ours.

local MALFORMED, LATE = {}, {}

local function take(reader, format, size)
  local at = reader.at
  if #reader.bytes - at + 1 < size then error(MALFORMED, 0) end
  reader.at = at + size
  return (format:unpack(reader.bytes, at))
end

local read

-- Checks a number of parts against the bytes that are left: each has a byte at least.
local function announced(reader, each)
  local n = take(reader, "<I4", 4)
  if n * each > #reader.bytes - reader.at + 1 then error(MALFORMED, 0) end
  return n
end

local readers = {
  n = function() return nil end,
  t = function() return true end,
  f = function() return false end,
  i = function(reader) return take(reader, "<i8", 8) end,
  d = function(reader) return take(reader, "<d", 8) end,
  s = function(reader)
    local n = announced(reader, 1)
    reader.at = reader.at + n
    return reader.bytes:sub(reader.at - n, reader.at - 1)
  end,
  l = function(reader, depth)
    local list = {}
    for i = 1, announced(reader, 1) do
      list[i] = read(reader, depth + 1)
      if list[i] == nil then error(MALFORMED, 0) end
    end
    return list
  end,
  m = function(reader, depth)
    local map, numbers = {}, 0
    for _ = 1, announced(reader, 2) do
      local key = read(reader, depth + 1)
      if type(key) == "number" then numbers = numbers + 1 end
      if numbers > reader.limits.numbers then error(MALFORMED, 0) end
      if type(key) ~= "string" and type(key) ~= "number" or key ~= key or map[key] ~= nil then error(MALFORMED, 0) end
      map[key] = read(reader, depth + 1)
      if map[key] == nil then error(MALFORMED, 0) end
    end
    return map
  end,
}

function readers.r(reader, depth)
  local value = reader.limits.results and read(reader, depth)
  if type(value) ~= "table" then error(MALFORMED, 0) end
  return setmetatable(value, kind)
end

function read(reader, depth)
  reader.parts = reader.parts + 1
  if reader.parts % OFTEN == 0 and core.clock() > reader.deadline then error(LATE, 0) end
  local how = readers[take(reader, "<c1", 1)]
  if not how or depth > reader.limits.deepest or reader.parts > reader.limits.parts then error(MALFORMED, 0) end
  return how(reader, depth)
end

--- Returns true and the value of some bytes; or false, if they are not the bytes of a value, all of them, within the limits, and
-- "time", if the deadline came before that was known. `limits`: as in wire.encode; `deadline`: by core.clock (nil: none).
function wire.decode(bytes, limits, deadline)
  local reader = { bytes = bytes, at = 1, parts = 0, limits = limits or wire, deadline = deadline or math.huge }
  local ok, value = pcall(read, reader, 0)
  if not ok and value == LATE then return false, "time" end
  if not ok and value ~= MALFORMED then error(value, 0) end
  if not ok or reader.at <= #bytes then return false end
  return true, value
end

return wire
