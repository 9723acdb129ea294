--- What tells one game from another: a digest of its name, its data and the code of its rules with all that the code refers to.
-- A table of proved values is good for one game only, in this process or, saved, in another.
--
-- A function is taken as it is when it is first looked at. What it writes down later, in its upvalues, does not make it another.
-- @module gts.check.fingerprint

local core = require "gts.core"

local fingerprint = {}

-- Values of rules that matter; what only people see does not.
local fields = { "words", "start", "range", "next", "successors", "evaluate", "player", "terminal", "bounds", "key" }

local MOST = 20000             -- parts of one function; what goes beyond them is left out

local known = setmetatable({}, { __mode = "k" })        -- function -> its digest

local describe

local function sorted_keys(t)
  local keys = {}
  for key in next, t do
    if type(key) == "string" or type(key) == "number" or type(key) == "boolean" then keys[#keys + 1] = key end
  end
  table.sort(keys, function(a, b)
    if type(a) == type(b) and type(a) ~= "boolean" then return a < b end
    return type(a) .. tostring(a) < type(b) .. tostring(b)
  end)
  return keys
end

local function describe_table(t, out)
  out[#out + 1] = "{"
  for _, key in ipairs(sorted_keys(t)) do
    describe(key, out)
    describe(rawget(t, key), out)
  end
  out[#out + 1] = "}"
end

local function describe_function(f, out)
  if debug.getinfo(f, "S").what == "C" then
    out[#out + 1] = "C"
    return
  end
  out[#out + 1] = string.dump(f, true)
  for i = 1, math.huge do
    local name, value = debug.getupvalue(f, i)
    if not name then break end
    if value ~= _G then describe(value, out) end
  end
end

-- Appends the parts of a value; one that was seen before is its number.
function describe(value, out)
  local kind = type(value)
  if kind == "number" then out[#out + 1] = math.type(value) == "integer" and ("i%d"):format(value) or ("f%a"):format(value)
  elseif kind == "string" then out[#out + 1] = ("s%d:%s"):format(#value, value)
  elseif kind == "boolean" or kind == "nil" then out[#out + 1] = tostring(value)
  elseif kind ~= "table" and kind ~= "function" then out[#out + 1] = kind
  elseif out.seen[value] then out[#out + 1] = "#" .. out.seen[value]
  elseif #out < MOST then
    out.count = out.count + 1
    out.seen[value] = out.count
    if kind == "table" then describe_table(value, out) else describe_function(value, out) end
  end
end

local function digest(value)
  local out = { seen = {}, count = 0 }
  describe(value, out)
  return core.hash(table.concat(out, "\0"))
end

local function digest_once(value)
  if type(value) ~= "function" then return digest(value) end
  known[value] = known[value] or digest(value)
  return known[value]
end

--- The fingerprint of a checked game.
-- @tparam table game
-- @treturn string 32 characters
function fingerprint.of(game)
  local parts = { game.name }
  if game.tree then parts[2] = core.tree_fingerprint(game.tree)
  else
    for _, field in ipairs(fields) do parts[#parts + 1] = field .. "=" .. digest_once(game[field]) end
  end
  return core.hash(table.concat(parts, "\n"))
end

return fingerprint
