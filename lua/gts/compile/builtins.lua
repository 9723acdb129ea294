--- The functions of Lua's library that compiled rules may call: what they are called with, and what they give. They are known
-- by themselves, not by where they stand: a local that holds math.max is math.max.

local keys = require "gts.rules.keys"
local known = require "gts.base.known"
local values = require "gts.compile.values"

local BOOL, INT, FLT, NUMBER = values.BOOL, values.INT, values.FLT, values.NUMBER

local builtins = {}

-- What ipairs gives to a loop to call.
local step_of_ipairs = ipairs {}

--- Their names, by the functions themselves.
builtins.names = {
  [ipairs] = "ipairs", [setmetatable] = "setmetatable", [step_of_ipairs] = "next_of_list", [pairs] = "pairs",
  [math.max] = "max", [math.min] = "min", [math.abs] = "abs",
  [table.insert] = "insert", [table.remove] = "remove", [table.move] = "move", [table.sort] = "sort", [table.unpack] = "unpack",
  [string.sub] = "sub", [string.byte] = "byte", [string.char] = "char", [string.rep] = "rep", [string.len] = "len",
  [string.upper] = "upper", [string.lower] = "lower",
  [string.find] = "find", [string.format] = "format", [tostring] = "tostring", [table.concat] = "concat",
  [math.floor] = "floor", [math.ceil] = "ceil", [math.sqrt] = "sqrt", [math.ult] = "ult", [math.type] = "type",
  [type] = "kind", [error] = "error", [assert] = "assert",
  [keys.bits] = "bits",
}

local function any_number(list)
  local mask = 0
  for _, v in ipairs(list) do mask = mask | v.mask & NUMBER end
  return mask
end

-- Rounding gives an integer, or a float that is too large to be one.
local function rounded(list) return list[1].mask & FLT ~= 0 and NUMBER or list[1].mask & INT end

--- Those of `math`, and some others, by name: how many `arguments` they need, and the types of their `result` from the
-- descriptions of all arguments; 0 if they would raise an error.
builtins.math = {
  max = { arguments = 1, result = any_number }, min = { arguments = 1, result = any_number },
  abs = { arguments = 1, result = function(list) return list[1].mask & NUMBER end },
  floor = { arguments = 1, result = rounded }, ceil = { arguments = 1, result = rounded },
  sqrt = { arguments = 1, result = function(list) return list[1].mask & NUMBER ~= 0 and FLT or 0 end },
  error = { arguments = 0, result = function() return 0 end },
  bits = { arguments = 1, result = function() return INT end },         -- not in it: of keys that gts makes
  ult = { arguments = 2, result = function(list) return list[1].mask & list[2].mask & INT ~= 0 and BOOL or 0 end },
}

--- Is a function one of Lua's library, or in C? The program has some of coroutines in Lua.
function builtins.is_library(f)
  return debug.getinfo(f, "S").what == "C" or (known.names[f] or ""):find "^coroutine%." ~= nil
end

--- What people call a function that is not written in Lua: its name in Lua's library, or in a loaded module; "a function in C".
function builtins.called(f)
  local least = known.names[f]
  if least then return least end
  for module, of in next, package.loaded do
    for name, held in next, type(module) == "string" and type(of) == "table" and of or {} do
      local called = held == f and type(name) == "string" and (of == _G and name or module .. "." .. name)
      if called and (not least or called < least) then least = called end
    end
  end
  return least or "a function in C"
end

return builtins
