--- Copies of functions that read another table: so that rules of other weights stand side by side. Copied are the functions and
-- tables by which the table is reached, through upvalues, fields and metatables; all others are shared. Globals are not
-- followed, nor modules and functions of Lua and gts.

local known = require "gts.base.known"
local reach = require "gts.rules.reach"

local rebind = {}

local names_of_lua = {}
for _, name in ipairs(known.libraries) do names_of_lua[name] = true end
for name in pairs(known.outside) do names_of_lua[name] = true end

-- May a value lead to the table?
local function leads(value)
  local kind = type(value)
  if kind == "function" then return not known.names[value] and debug.getinfo(value, "S").what ~= "C" end
  return kind == "table" and not rawequal(value, _G)
end

-- Calls `f` with each value that a table or a function holds.
local function each(holder, f)
  if type(holder) == "function" then
    for _, name, value in reach.upvalues, holder, 0 do
      if name ~= "_ENV" then f(value) end
    end
    return
  end
  for _, value in next, holder do f(value) end
  f(debug.getmetatable(holder))
end

-- Returns the set of modules of Lua and gts; games, and modules of rules, are none of these.
local function foreign_modules()
  local set = {}
  for name, module in next, package.loaded do
    local own = type(name) == "string" and (name:find "^gts%f[^%w_]" or names_of_lua[name]) and not name:find "^gts%.games%."
    if own and type(module) == "table" then set[module] = true end
  end
  return set
end

-- Returns what is reached from `root`: value -> the list of those that hold it.
local function holders_from(root)
  local holders, open, modules = { [root] = {} }, { root }, foreign_modules()
  while #open > 0 do
    local holder = table.remove(open)
    each(holder, function(value)
      if not leads(value) or modules[value] then return end
      local list = holders[value]
      if list then list[#list + 1] = holder
      else holders[value], open[#open + 1] = { holder }, value end
    end)
  end
  return holders
end

local copy_of

-- An upvalue that leads to the table is a new one, which the copies share as their originals did.
local function copy_function(f, state)
  local made = load(string.dump(f), "=rules", "b")
  state.made[f] = made
  for i, name, value in reach.upvalues, f, 0 do
    local id = debug.upvalueid(f, i)
    local shared = state.upvalues[id]
    if shared then debug.upvaluejoin(made, i, shared[1], shared[2])
    elseif name ~= "_ENV" and (state.above[value] or state.made[value]) then
      state.upvalues[id] = { made, i }
      debug.setupvalue(made, i, copy_of(value, state))
    else debug.upvaluejoin(made, i, f, i) end
  end
  return made
end

local function copy_table(t, state)
  local made = {}
  state.made[t] = made
  for key, value in next, t do made[key] = copy_of(value, state) end
  return debug.setmetatable(made, copy_of(debug.getmetatable(t), state))
end

function copy_of(value, state)
  if value == nil then return nil end
  if state.made[value] ~= nil then return state.made[value] end
  if not state.above[value] then return value end
  return (type(value) == "function" and copy_function or copy_table)(value, state)
end

--- Copies a table, reached from `root`, and what it holds, so that its functions read the table `new` instead of `old`. Returns
-- the copy, and whether there is a function that reads it.
function rebind.copy(root, old, new)
  local holders, above, open, read = holders_from(root), {}, { old }, false
  while #open > 0 do            -- all by which it is reached
    for _, holder in ipairs(holders[table.remove(open)] or {}) do
      read = read or type(holder) == "function"
      if not above[holder] then above[holder], open[#open + 1] = true, holder end
    end
  end
  above[root] = true
  return copy_of(root, { above = above, made = { [old] = new }, upvalues = {} }), read
end

return rebind
