--- What the values in a function can be: all registers described before each instruction, by following the bytecode. Each
-- instruction is followed with what is known of the registers before it, as often as that grows, which it cannot do for ever
-- (see values.lua). Functions that are called and tables that are read are found on the way. A function is followed once more
-- only if it is stale: something has grown that it had asked about other functions and tables.

local flow = require "gts.compile.flow"
local flow_calls = require "gts.compile.flow_calls"
local flow_tables = require "gts.compile.flow_tables"
local flow_texts = require "gts.compile.flow_texts"
local refusal = require "gts.compile.refusal"
local registers = require "gts.compile.registers"
local tables = require "gts.base.tables"
local values = require "gts.compile.values"

local analysis = {}

local nothing, joined = values.nothing, values.joined

-- The descriptions of a function's registers once more. They are in a list that need not grow.
local function copy(f, r) return { top = r.top, [0] = r[0], table.unpack(r, 1, f.proto.registers - 1) } end

local dead = {}

-- A path comes to pc with the registers `r`, which may be kept. If that says more than before, pc is followed again.
local function merge(f, pc, r, dirty)
  local old, live = f.states[pc], f.live[pc]
  if not old then
    for a = 0, f.proto.registers - 1 do
      if not registers.has(live, a) then r[a] = dead end
    end
    f.states[pc] = r
    dirty[pc] = true
    return
  end
  local changed = false
  for a = 0, f.proto.registers - 1 do
    local was, new = old[a], r[a]
    if was ~= new and was ~= dead then
      local is = joined(was, new)
      if is ~= was then old[a], changed = is, true end
    end
  end
  old.top = r.top
  if changed then dirty[pc] = true end
end

local function step(unit, f, pc, dirty)
  unit.budget:spend(1 + f.proto.registers)
  local i, state = f.proto.code[pc], f.states[pc]
  local rule = i and (flow.rules[i.op] or flow_calls.rules[i.op] or flow_tables.rules[i.op] or flow_texts.rules[i.op])
  if not rule then refusal.refuse(f, pc, "an instruction that is not known") end
  local r = copy(f, state)
  f.doubts[pc] = nil
  local ok, ways = pcall(rule, unit, f, pc, i, r)
  if not ok then return f.doubts[pc] or error(ways, 0) end
  if not ways then return merge(f, pc + 1, r, dirty) end
  for n = #ways, 1, -1 do merge(f, ways[n][1], n > 1 and copy(f, ways[n][2]) or ways[n][2], dirty) end
end

-- Follows a function from its beginning; again and again where something has grown, which is behind, mostly.
local function follow(unit, f)
  f.live = f.live or registers.live(f.proto, unit.budget)
  f.states, f.calls, f.doubts, f.stale = {}, {}, {}, false
  local r, dirty = {}, {}
  for a = 0, f.proto.registers - 1 do r[a] = f.parameters[a + 1] or nothing end
  merge(f, 1, r, dirty)
  repeat
    for pc = 1, #f.proto.code + 1 do
      if dirty[pc] then
        dirty[pc] = nil
        step(unit, f, pc, dirty)
      end
    end
  until next(dirty) == nil
end

-- Follows all that an entry reaches, once. The list of it; or nil and a refusal.
local function follow_all(unit, entry)
  if entry.refused then return nil, entry.refused end
  local todo, reached, n = { entry }, { [entry] = true }, 1
  while n <= #todo do
    local f = todo[n]
    local ok, wrong = true, nil
    if f.stale then ok, wrong = pcall(follow, unit, f) end
    if not ok then
      if not refusal.is(wrong) then error(wrong, 0) end
      f.stale = true
      return nil, wrong
    end
    for _, callee in pairs(f.calls) do
      if not reached[callee] then reached[callee], todo[#todo + 1] = true, callee end
    end
    n = n + 1
  end
  return todo
end

-- The first doubt that is left in what an entry reaches, once nothing grows any more.
local function doubt(entry)
  for _, f in ipairs(entry.reached) do
    for pc = 1, next(f.doubts) and #f.proto.code or 0 do
      if f.doubts[pc] then return f.doubts[pc] end
    end
  end
end

--- Analyses the functions that are called from outside, until nothing changes. `entries`: name -> function of the unit, with its
-- parameters described, and `settle` or nil, which gives what is wrong with its results. One that cannot be compiled leaves the
-- table, with a field `refused`; one that can has `reached`, the list of all functions that it needs.
function analysis.run(unit, entries)
  -- In a fixed order, for functions and tables are numbered as they are met, and a unit is cached by its text.
  local names = tables.keys(entries)
  local settled
  unit.changed = true
  repeat
    settled, unit.changed = not unit.changed, false
    for _, name in ipairs(names) do
      local entry = entries[name]
      if entry then
        entry.reached, entry.refused = follow_all(unit, entry)
        local wrong = not entry.refused and entry.settle and entry.settle(unit, entry)
        if settled and not entry.refused then entry.refused = wrong or doubt(entry) end
        if entry.refused then entries[name], unit.changed = nil, true end
      end
    end
  until settled and not unit.changed
end

return analysis
