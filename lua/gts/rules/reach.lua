--- What rules can reach: the functions that they call, and what these hold.

local core = require "gts.core"

local reach = {}

-- Taken here: confined rules have no `debug` and `package` later.
local getupvalue, loaded = debug.getupvalue, package and package.loaded or {}

--- Is a table one of Lua's libraries, their list, or a module?
function reach.is_library(t)
  for _, list in ipairs { core.names, loaded } do
    for _, library in next, list do
      if library == t then return true end
    end
  end
  return t == core.names
end

--- Returns the next upvalue of a function behind number `n`: number, name, value: for n, name, value in reach.upvalues, f, 0 do.
function reach.upvalues(f, n)
  local name, value = getupvalue(f, n + 1)
  if name ~= nil then return n + 1, name, value end
end

local MOST = 10000              -- functions and tables of some rules that are looked through

--- Returns the functions that rules consist of, as far as they can be seen, and their environments, a set.
function reach.functions(rules)
  local functions, envs, seen, queue = {}, { [_G] = true }, { [_G] = true, [core.names] = true }, { rules }
  for _, lib in pairs(core.names) do
    if type(lib) == "table" then seen[lib] = true end
  end
  for _, lib in pairs(loaded) do seen[lib] = true end
  local function add(value)
    local kind = type(value)
    if (kind == "function" or kind == "table") and not seen[value] and #queue < MOST then
      seen[value] = true
      queue[#queue + 1] = value
    end
  end
  local i = 1
  while queue[i] do
    local value = queue[i]
    if type(value) == "table" then
      for _, field in next, value do add(field) end
    else
      functions[#functions + 1] = value
      for _, name, held in reach.upvalues, value, 0 do
        if name == "_ENV" and type(held) == "table" then envs[held] = true else add(held) end
      end
    end
    i = i + 1
  end
  return functions, envs
end

return reach
