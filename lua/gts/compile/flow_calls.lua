--- What a call gives and hands over: the rules of the instructions that call and return. They are of the kind of flow.lua.
--
-- A function is analysed once for all its calls: its parameters are described so that every call's arguments fit, its results so
-- that every return's do; `changed` of the unit says that such a description has grown. A function that is not known to return
-- yet gives nothing, and the way ends there for now.
--
-- A list of values may be open, as in f(g()): then `r.top` is its last register.

local builtins = require "gts.compile.builtins"
local inner = require "gts.compile.inner"
local flow_tables = require "gts.compile.flow_tables"
local flow_texts = require "gts.compile.flow_texts"
local refusal = require "gts.compile.refusal"
local values = require "gts.compile.values"

local flow_calls = {}

local FUN, NIL = values.FUN, values.NIL
local nothing, joined = values.nothing, values.joined
local refuse = refusal.refuse

local rules = {}

--- The rules, by the names of the instructions.
flow_calls.rules = rules

local function arguments(i, r) return table.move(r, i.a + 1, i.b > 0 and i.a + i.b - 1 or r.top, 1, {}) end

local function call_math(f, pc, name, list)
  local known = builtins.math[name]
  if not known then refuse(f, pc, "a call of %s", name) end
  if #list < known.arguments then refuse(f, pc, "math.%s with too few arguments", name) end
  local mask = known.result(list)
  return mask ~= 0 and { values.new(mask) } or nil
end

-- `f` calls a function, or hands it on. If it has made it, upvalues may be registers of `f`.
local function lend_upvalues(unit, f, g, r)
  g.callers[f] = true
  for index in ipairs(g.frame == f and g.proto.upvalues or {}) do
    local a = inner.captured(g, index)
    local is = a and joined(g.captured[index], r[a])
    if a and is ~= g.captured[index] then g.captured[index], g.stale, unit.changed = is, true, true end
  end
end

-- A function that was called may have assigned to them, or one that it was handed.
local function take_back_upvalues(f, callee, r)
  for _, g in ipairs { callee, table.unpack(callee.carried) } do
    for index, v in pairs(g.frame == f and g.assigned or {}) do
      local a = inner.captured(g, index)
      r[a] = joined(r[a], v)
    end
  end
end

local function hand_over(unit, f, pc, callee, list, r)
  for p = 1, callee.proto.parameters do
    local was, v = callee.parameters[p], list[p] or nothing
    local is, g = joined(was, v), v.mask == FUN and v.known and v.known.inner
    if is ~= was then callee.parameters[p], callee.stale, unit.changed = is, true, true end
    if g and not inner.reaches(f, g) then
      refuse(f, pc, "a function that is made while the rules run is handed on by another one: write it above the rules")
    end
    if g and not inner.reaches(callee, g) then callee.carried[#callee.carried + 1] = g end
    if g then lend_upvalues(unit, f, g, r) end
  end
end

-- Calls a function: one that was there before, or one that `f` or a function that calls it has made, or itself.
local function call_function(unit, f, pc, callee, list, r)
  if not callee.proto then
    refuse(f, pc, "a call of %s%s", builtins.is_library(callee.closure) and "" or "a function: ", callee.refused.reason)
  end
  callee = unit:func_with(callee, list)
  if callee.refused then error(callee.refused, 0) end
  if callee.frame and not inner.reaches(f, callee) then
    refuse(f, pc, "a function that is made while the rules run is called by another one: write it above them")
  end
  if callee.proto.vararg then refuse(callee, 1, "a function with ...") end
  f.calls[pc] = callee
  lend_upvalues(unit, f, callee, r)
  hand_over(unit, f, pc, callee, list, r)
  if not callee.returns then return nil end
  take_back_upvalues(f, callee, r)
  local results = {}
  for n = 1, callee.count do results[n] = callee.results[n] or nothing end
  return results
end

-- The descriptions of what a call gives, or nil as long as it is not known to return.
local function call(unit, f, pc, i, r)
  local callee = r[i.a].mask == FUN and r[i.a].known
  local called = r[i.a].mask == values.TAB and "table, by its __call: call a function" or "function that is not known beforehand"
  if not callee then refuse(f, pc, "a call of a %s", called) end
  local list, name = arguments(i, r), callee.builtin
  local of_texts = flow_texts.of_texts[name]
  -- Also where it does not return: its C is written.
  if of_texts and name ~= "len" and name ~= "type" and name ~= "kind" then unit:use_texts() end
  local of_library = of_texts or flow_tables.of_lists[name]
  for _, v in ipairs(of_library and list or {}) do
    if v.made then v.made:root().whole = true end
  end
  if of_library then return of_library(unit, f, pc, list) end
  if name == "assert" and list[1] then return list[1].mask ~= NIL and list or nil end
  if name then return call_math(f, pc, name, list) end
  return call_function(unit, f, pc, callee.inner or unit:func(callee.closure), list, r)
end

function rules.CALL(unit, f, pc, i, r)
  local results = call(unit, f, pc, i, r)
  if not results then return {} end
  local count = i.c > 0 and i.c - 1 or #results
  if i.a + count > f.proto.registers then refuse(f, pc, "all results of a call handed on, and they are too many") end
  for n = 1, count do r[i.a + n - 1] = results[n] or nothing end
  r.top = i.a + count - 1
end

-- The function returns a list. A result that some returns give and others do not may be nil.
local function returned(unit, f, list)
  local grown = not f.returns
  for n = 1, math.max(#list, f.count) do
    local was = f.results[n]
    if was == nil and f.returns then was = nothing end
    local is = joined(was, list[n] or nothing)
    if is ~= f.results[n] then f.results[n], grown = is, true end
  end
  f.count, f.returns = math.max(f.count, #list), true
  if grown then
    unit.changed = true
    for caller in pairs(f.callers) do caller.stale = true end
  end
  return {}
end

function rules.TAILCALL(unit, f, pc, i, r)
  local results = call(unit, f, pc, i, r)
  return results and returned(unit, f, results) or {}
end

function rules.RETURN(unit, f, _, i, r)
  return returned(unit, f, table.move(r, i.a, i.b > 0 and i.a + i.b - 2 or r.top, 1, {}))
end

function rules.RETURN0(unit, f) return returned(unit, f, {}) end
function rules.RETURN1(unit, f, _, i, r) return returned(unit, f, { r[i.a] }) end

return flow_calls
