--- What functions change while rules run: upvalues that they assign to, tables that they store into. That is no constant. Their
-- bytecode is looked through, not followed. From a function others are reached through its upvalues, through all that is in
-- tables there, metatables included, and through globals that it names. What this does not see is seen when the search ends
-- (Unit:what_changed).

local lists = require "gts.base.tables"

local changes = {}

-- Tables that are not looked into: of all that is global or loaded, only what a function names matters; and gts changes nothing.
local function closed_tables()
  local loaded = package.loaded
  local closed = { [loaded._G or _G] = true, [package] = true, [loaded] = true, [loaded.package or package] = true }
  for name, module in next, loaded do
    local ours = type(name) == "string" and (name == "gts" or name:find "^gts%.") and not name:find "^gts%.games%."
    if ours then closed[module] = true end
  end
  return closed
end

local LONGEST_CHAIN = 100       -- of environments that inherit from each other

local Reach = {}
Reach.__index = Reach

local function reach(closures, budget)
  return setmetatable({ seen = closed_tables(), work = { table.unpack(closures) }, budget = budget }, Reach)
end

function Reach:add(v)
  local kind = type(v)
  if (kind == "function" or kind == "table") and not self.seen[v] then self.seen[v], self.work[#self.work + 1] = true, v end
end

function Reach:add_table(t)
  for key, v in next, t do
    self.budget:spend(1)
    self:add(key)
    self:add(v)
  end
  self:add(debug.getmetatable(t))
end

-- What a name is in an environment, without running anything.
local function global(env, name)
  for _ = 1, LONGEST_CHAIN do
    local v, meta = rawget(env, name), debug.getmetatable(env)
    if v ~= nil or meta == nil then return v end
    env = rawget(meta, "__index")
    if type(env) ~= "table" then return nil end
  end
end

-- What the names that a prototype has, itself or in functions that it makes, are in an environment: some of them are globals.
function Reach:add_globals(proto, env)
  self.seen[env] = true
  for _, constant in pairs(proto.constants) do self:add(global(env, constant)) end
  for _, inner in ipairs(proto.protos) do self:add_globals(inner, env) end
end

function Reach:add_function(f, proto)
  for index in ipairs(proto.upvalues) do
    local name, v = debug.getupvalue(f, index)
    if name == "_ENV" and type(v) == "table" then self:add_globals(proto, v) else self:add(v) end
  end
  self:add_globals(proto, package.loaded._G or _G)
end

-- The next function in Lua, and its prototype; nil if there is no other.
function Reach:next()
  while #self.work > 0 do
    local v = table.remove(self.work)
    if type(v) == "table" then self:add_table(v)
    else
      local proto = self.budget:read(v)
      if proto then
        self.seen[v] = true
        self:add_function(v, proto)
        return v, proto
      end
    end
  end
end

-- Calls `note` with each upvalue of a closure that a prototype assigns to, itself or in functions that it makes. `origin` says
-- which upvalue of the closure each upvalue of the prototype is.
local function scan_assignments(proto, origin, note)
  for _, i in ipairs(proto.code) do
    if i.op == "SETUPVAL" and origin[i.b + 1] then note(origin[i.b + 1]) end
  end
  for _, inner in ipairs(proto.protos) do
    local inner_origin = {}
    for index, upvalue_of in ipairs(inner.upvalues) do
      if not upvalue_of.in_stack then inner_origin[index] = origin[upvalue_of.index] end
    end
    scan_assignments(inner, inner_origin, note)
  end
end

--- Which upvalues do functions, methods of `start`, and all that they reach assign to? Their ids (debug.upvalueid) -> true.
function changes.assigned(closures, budget, start)
  local assigned, reached = {}, reach(closures, budget)
  reached:add(start)
  for closure, proto in reached.next, reached do
    local origin = {}
    for index in ipairs(proto.upvalues) do origin[index] = index end
    scan_assignments(proto, origin, function(index) assigned[debug.upvalueid(closure, index)] = true end)
  end
  return assigned
end

local stores = { SETTABLE = true, SETI = true, SETFIELD = true }

-- Does a prototype, or a function that it makes, store into tables that it has not made itself? `made` says of registers
-- whether they hold a new table: as long as nothing else is put there.
local function stores_elsewhere(proto)
  local made = {}
  for _, i in ipairs(proto.code) do
    if i.op == "SETTABUP" or stores[i.op] and not made[i.a] then return true end
    -- EXTRAARG, which follows NEWTABLE, changes no register; nor does what begins with SET.
    if i.op ~= "EXTRAARG" and not i.op:find("^SET") then made[i.a] = i.op == "NEWTABLE" end
  end
  return lists.any(proto.protos, stores_elsewhere)
end

--- Does a function, or one that it reaches, store into tables that it has not made itself? What is no function does not.
function changes.tables(closure, budget)
  if type(closure) ~= "function" then return false end
  local reached = reach({ closure }, budget)
  for _, proto in reached.next, reached do
    if stores_elsewhere(proto) then return true end
  end
  return false
end

return changes
