--- Translates the rules of a game to C, as many of their functions as can be.
--
-- One that cannot stays in Lua, where the search calls it. That is no harm as long as it changes nothing that the others take to
-- be constant: upvalues that any function assigns to are none, and if it may change tables, what has read one is not compiled.
--
-- Names in the modules of gts.compile: `unit`, what is compiled together; `f`, the record of a function of it, and `proto`, its
-- bytecode; `pc`, the number of an instruction, and `i`, the instruction; `a`, the register of a result, `b` and `c` those of
-- operands, `t` and `list` that of a table; `r`, the descriptions of the registers before an instruction, `v`, one of these, and
-- `mask`, the types that it may have; `o`, an operand; `w`, a writer of C; `words`, the number of integers of a position. What
-- analyses takes and returns descriptions, and raises refusals; what writes takes registers' numbers, operands and C expressions.

local analysis = require "gts.compile.analysis"
local budgets = require "gts.compile.budget"
local changes = require "gts.compile.changes"
local entries = require "gts.compile.entries"
local functions = require "gts.compile.functions"
local game_calls = require "gts.compile.game_calls"
local refusal = require "gts.compile.refusal"
local frozen = require "gts.compile.frozen"
local shapes = require "gts.compile.shapes"
local tables = require "gts.base.tables"

local translate = {}

local Report = {}
Report.__index = Report

-- Makes a report: `compiled`, are all functions; `functions`, name -> compiled, where, reason.
local function report_of(compiled, refused)
  local rows = {}
  for name in pairs(compiled) do rows[name] = { compiled = true } end
  for name, why in pairs(refused) do rows[name] = { compiled = false, where = why.where, reason = refusal.words(why) } end
  return setmetatable({ compiled = next(refused) == nil, functions = rows }, Report)
end

--- A report in lines, for people.
function Report:__tostring()
  return table.concat(tables.collect(entries.names, function(name)
    local f = self.functions[name]
    return f and ("%-10s %s"):format(name, f.compiled and "compiled" or "in Lua: " .. f.reason)
  end), "\n")
end

--- The first function that cannot be compiled: its name, and the reason, with its line; nil if all can be.
function Report:refused()
  local first = tables.find(entries.names, function(name) return self.functions[name] and not self.functions[name].compiled end)
  return first, first and self.functions[first].reason
end

local INTERRUPTED = "interrupted"       -- the error of Ctrl-C

-- What is there to be compiled: name -> function of the unit; and name -> refusal.
local function describe(unit, rules)
  local found, refused = {}, {}
  if type(rules.start) == "table" and (rules.words or 1) == 1 then shapes.begin(unit, rules.start) end
  unit.text_position = type(rules.start) == "string"
  if unit.text_position then unit:use_texts() end       -- a search may begin at any
  unit:string "max"
  unit:string "min"
  for _, name in ipairs(entries.names) do
    local f = entries.is_asked(rules, name) and entries.of(rules, name) or nil
    if type(f) == "function" then
      found[name] = entries.describe(unit:func(f), name, rules.words or 1, unit.position, unit.text_position)
    elseif f ~= nil then refused[name] = refusal.new "it is no function but a table" end
  end
  return found, refused
end

-- What of the functions `found` can be compiled: name -> function of the unit, analysed. The others get a refusal.
local function analyse(unit, rules, found, refused)
  local compiled = tables.copy(found)
  analysis.run(unit, compiled)
  for name, f in pairs(found) do
    if not compiled[name] then refused[name] = f.refused end
  end
  local checks = { next = entries.check_next, play = entries.check_play, legal = entries.check_legal, pass = entries.check_pass,
    random = entries.check_random, ["index.at"] = entries.check_pass, ["index.before"] = entries.check_next }
  for name, check in pairs(checks) do
    if compiled[name] then refused[name] = check(compiled[name], rules.words or 1, unit) end
    if refused[name] then compiled[name] = nil end
  end
  return compiled
end

-- Analyses all functions of the rules. Returns the unit, the functions that can be compiled, and the refusals. What only refused
-- functions have read may change, and is no part of the unit: so the rest is analysed once more.
local function analyse_all(rules, budget)
  local assigned = changes.assigned(tables.collect(entries.names, function(name)
    local f = entries.is_asked(rules, name) and entries.of(rules, name)
    return type(f) == "function" and f
  end), budget, rules.start)
  local unit = frozen.new(assigned, budget)
  local found, refused = describe(unit, rules)
  local compiled = analyse(unit, rules, found, refused)
  if next(refused) == nil then return unit, compiled, refused end
  unit = frozen.new(assigned, budget)
  found = describe(unit, rules)
  for name in pairs(refused) do found[name] = nil end
  return unit, analyse(unit, rules, found, refused), refused
end

-- The name of a function that stays in Lua and may change tables, if some have been read.
local function changer_of_tables(unit, rules, compiled)
  local changer
  if unit.cells == 0 and not unit.data_in_fields and not unit.position then return nil end
  for _, name in ipairs(entries.names) do
    local left = not compiled[name] and entries.is_asked(rules, name)
    if left and changes.tables(entries.of(rules, name), unit.budget) then changer = name end
  end
  return changer
end

-- Where positions are tables, functions in Lua would get copies of the tables of compiled ones: slow, and wrong for rules that
-- compare tables by identity. Only `key`, which depends on the contents, may stay in Lua.
local function drop_halves(unit, compiled, refused)
  local half = tables.find(entries.names, function(name) return refused[name] and name ~= "key" end)
  if not (unit.position or unit.text_position) or not half then return end
  local kind, reason = unit.position and "tables" or "strings", refusal.words(refused[half])
  local why = refusal.new(("positions are %s, and rules.%s cannot be compiled: %s"):format(kind, half, reason))
  for name in pairs(compiled) do compiled[name], refused[name] = nil, why end
end

-- Tables that a function in Lua may change are no constants for those that are compiled.
local function drop_unsure(unit, rules, compiled, refused)
  local changer = changer_of_tables(unit, rules, compiled)
  if not changer then return end
  for name in pairs(compiled) do
    compiled[name] = nil
    refused[name] = refusal.new(("rules.%s, which is not compiled, may change tables"):format(changer))
  end
end

local function within(budget, rules)
  local unit, compiled, refused
  repeat unit, compiled, refused = analyse_all(rules, budget) until not entries.widen_key(rules, unit)
  if rules.made then refused.key = nil end      -- the rules have none: it may stay in Lua
  drop_halves(unit, compiled, refused)
  drop_unsure(unit, rules, compiled, refused)
  local made = report_of(compiled, refused)
  if next(compiled) == nil then return made end
  local text = functions.write(unit, compiled) .. "\n\n" .. game_calls.write(unit, compiled, rules)
  for _, f in ipairs(unit.functions) do f.states, f.live = nil, nil end          -- they take much memory, and are not asked again
  return made, text, unit
end

local function refuse_all(rules, refused)
  local all = {}
  for _, name in ipairs(entries.names) do
    if entries.is_asked(rules, name) then all[name] = refused end
  end
  return report_of({}, all)
end

--- Translates the rules of a game. Goes on with `begun`, of a call for these rules that was late. Returns a report (`late` if
-- it took too long); the C text of the rules, if anything can be compiled; the unit that was analysed; if late what was done.
function translate.rules(rules, seconds, begun)
  local self = begun or { thread = coroutine.create(within), budget = budgets.new() }
  self.budget:give(self.thread, seconds)
  local ok, made, text, unit = coroutine.resume(self.thread, self.budget, rules)
  local is_late, late = coroutine.status(self.thread) == "suspended", self.budget.late
  -- What was read before may have changed meanwhile.
  if not ok and begun and not refusal.is(made) and made ~= INTERRUPTED then return translate.rules(rules, seconds) end
  if not ok and not refusal.is(made) then error(made, 0) end
  if is_late or late then ok, made = false, late or budgets.late() end
  if not ok then made, text, unit = refuse_all(rules, made), nil, nil end
  made.late = is_late or late ~= nil
  return made, text, unit, is_late and self or nil
end

return translate
