--- Calls rules safely: catches errors, stops calls that do not return, notes the use of clocks and chance, and watches globals.

local bytecode = require "gts.rules.bytecode"
local core = require "gts.core"
local guard = require "gts.base.guard"
local reach = require "gts.rules.reach"
local words = require("gts.rules.ask").words

local ask = {}

local INSTRUCTIONS = 20000000   -- limit of a call
local FEW = 1000000             -- limit of a call after one call has reached INSTRUCTIONS

local Ask = {}
Ask.__index = Ask

-- What a call came to: see Ask:call.
local function finish(self, ok, ...)
  self.active = false
  if ok then return { n = select("#", ...), ... } end
  local wrong, value = ...
  if value ~= guard.STOPPED then return nil, "error", wrong end
  self.budget.instructions, self.loops = FEW, self.loops + 1
  return nil, "loop", wrong
end

--- Calls a function of the rules. Returns what it returned, a list with n; or nil, "error" or "loop", and the error or place.
function Ask:call(f, ...)
  self.active, self.used, self.seeded = true, nil, false
  return finish(self, self.budget:call(f, ...))
end

--- Makes an asker. It is to be closed (`local asker <close> = ...`), which puts everything back as it was.
function ask.new(rules)
  local self = setmetatable({
    rules = rules, words = rules.words or 1, active = false, budget = guard.budget(INSTRUCTIONS), loops = 0, used = nil,
    seeded = false, put_back = {}, envs = {},
  }, Ask)
  self:watch()
  return self
end

function Ask:__close()
  for i = #self.put_back, 1, -1 do self.put_back[i]() end
end

--- Asks one of the rules about a position, which is one value or the list of its words: see Ask:call.
function Ask:ask(name, position, ...) return self:call(self.rules[name], words(self, position, ...)) end

--- The first result of one of the rules about a position; nil if there is no such rule, or after an error.
function Ask:first(name, position)
  local results = self.rules[name] and self:ask(name, position)
  if results then return results[1] end
end

--- The position in what a call came to, from the result `first` on: one value, or the list of its words.
function Ask:position(results, first)
  if self.words == 1 then return results[first] end
  return table.move(results, first, first + self.words - 1, 1, {})
end

-- What makes an answer depend on more than the question.
local libraries = {
  math = { random = "random", randomseed = "seed" },
  os = { time = "time", clock = "time", date = "time", getenv = "outside", tmpname = "outside" },
  io = { read = "outside", open = "outside", lines = "outside", popen = "outside" },
}

-- A function that says that it is used, and does what the other does.
local function spy(self, f, name, kind)
  return function(...)
    if self.active and kind == "seed" then self.seeded = true
    elseif self.active and not (kind == "random" and self.seeded) then self.used = { name = name, kind = kind } end
    return f(...)
  end
end

-- All that stands in for something: original -> replacement; and where both are found by name.
local function stand_ins(self)
  local by_function, by_name = {}, {}
  local function add(library, name, f, other)
    by_function[f] = other
    by_name[#by_name + 1] = { library, name, f, other }
  end
  for library, names in pairs(libraries) do
    for name, kind in pairs(names) do
      local f = core.names[library] and core.names[library][name]
      if f then add(library, name, f, spy(self, f, library .. "." .. name, kind)) end
    end
  end
  for name, other in pairs { create = guard.create, wrap = guard.wrap } do
    for _, lib in ipairs { core.names.coroutine, _G.coroutine } do add("coroutine", name, lib[name], other) end
  end
  return by_function, by_name
end

-- Puts a value in the place of another, until the end.
local function replace(self, place, name, f, other)
  if type(place) ~= "table" or rawget(place, name) ~= f then return end
  rawset(place, name, other)
  self.put_back[#self.put_back + 1] = function()
    if rawget(place, name) == other then rawset(place, name, f) end
  end
end

local function names_in(env)
  local names = {}
  for name, value in next, env do names[name] = value end
  return names
end

-- Puts the stand-ins where rules find them: in the libraries, and in what they have taken from there.
function Ask:watch()
  local functions, envs = reach.functions(self.rules)
  self.functions = functions
  local by_function, by_name = stand_ins(self)
  for _, row in ipairs(by_name) do
    local library, name, f, other = table.unpack(row)
    for _, lib in ipairs { core.names[library], _G[library] } do replace(self, lib, name, f, other) end
  end
  for _, f in ipairs(functions) do
    for n, _, held in reach.upvalues, f, 0 do
      if held ~= nil and by_function[held] then
        debug.setupvalue(f, n, by_function[held])
        self.put_back[#self.put_back + 1] = function() debug.setupvalue(f, n, held) end
      end
    end
  end
  for env in pairs(envs) do self.envs[env] = names_in(env) end
end

-- Where a function of the rules writes a global, as far as that can be read; nil elsewhere.
local function place_of(functions, name)
  for _, f in ipairs(functions) do
    local proto = bytecode.read(f)
    for pc, i in ipairs(proto and proto.code or {}) do
      if i.op == "SETTABUP" and proto.upvalue_names[i.a + 1] == "_ENV" and proto.constants[i.b + 1] == name then
        return bytecode.where(proto, pc)
      end
    end
  end
end

-- The first name whose value has changed, or is new or gone.
local function changed(env, names)
  for name, value in next, env do
    if not rawequal(names[name], value) then return name end
  end
  for name in next, names do
    if rawget(env, name) == nil then return name end
  end
end

--- Has a global been written since the last time? Returns its name, or nil, and where in the rules.
function Ask:written()
  for env, names in next, self.envs do
    local name = changed(env, names)
    if name ~= nil then
      self.envs[env] = names_in(env)
      return tostring(name), place_of(self.functions, name)
    end
  end
end

return ask
