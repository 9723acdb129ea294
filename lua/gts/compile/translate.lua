--- Translates the rules of a game to C, as many of their functions as can be.
--
-- One that cannot stays in Lua, where the search calls it in between the compiled ones. That is no harm as long as it does not
-- change what they take to be constant: upvalues that any function assigns to are no constants, and if it may change tables,
-- nothing is compiled that has read one.
-- @module gts.compile.translate

local analysis = require "gts.compile.analysis"
local budgets = require "gts.compile.budget"
local changes = require "gts.compile.changes"
local entries = require "gts.compile.entries"
local functions = require "gts.compile.functions"
local game_calls = require "gts.compile.game_calls"
local refusal = require "gts.compile.refusal"
local report = require "gts.compile.report"
local frozen = require "gts.compile.frozen"

local translate = {}

-- All functions of the rules that a search may call.
local function functions_of(rules)
  local list = {}
  for _, name in ipairs(entries.of_rules) do
    if type(rules[name]) == "function" then list[#list + 1] = rules[name] end
  end
  return list
end

-- What is there to be compiled: name -> function of the unit; and name -> refusal.
local function describe(unit, rules)
  local found, refused = {}, {}
  for _, name in ipairs(entries.names) do
    local f = rules[name]
    if type(f) == "function" then found[name] = entries.describe(unit:func(f), name, rules.words or 1)
    elseif f ~= nil then refused[name] = refusal.new "it is no function but a table" end
  end
  if rules.next == nil then
    refused.successors = refusal.new "successors makes lists or iterators: rules.next can be compiled"
  end
  return found, refused
end

-- What of the functions `found` can be compiled: name -> function of the unit, analysed. The others get a refusal.
local function analyse(unit, rules, found, refused)
  local compiled = {}
  for name, f in pairs(found) do compiled[name] = f end
  analysis.run(unit, compiled)
  for name, f in pairs(found) do
    if not compiled[name] then refused[name] = f.refused end
  end
  if compiled.next then
    refused.next = entries.check_next(compiled.next, rules.words or 1)
    if refused.next then compiled.next = nil end
  end
  return compiled
end

-- The same of all functions of the rules, and the unit. What only the refused ones have read is no part of it: they may change
-- that as they like. So the rest is analysed once more.
local function analyse_all(rules, budget)
  local assigned = changes.assigned(functions_of(rules), budget)
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
  if unit.cells == 0 and not unit.data_in_fields then return nil end
  for _, name in ipairs(entries.of_rules) do
    if not compiled[name] and changes.tables(rules[name], unit.budget) then changer = name end
  end
  return changer
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

-- Translates within a budget, or raises a refusal.
local function within(budget, rules)
  local unit, compiled, refused = analyse_all(rules, budget)
  drop_unsure(unit, rules, compiled, refused)
  local made = report.new(compiled, refused)
  if next(compiled) == nil then return made end
  return made, functions.write(unit, compiled) .. "\n\n" .. game_calls.write(unit, compiled, rules), unit
end

-- A report that nothing can be compiled, for one reason.
local function refuse_all(rules, refused)
  local all = {}
  for _, name in ipairs(entries.of_rules) do
    if rules[name] ~= nil then all[name] = refused end
  end
  return report.new({}, all)
end

--- Translates the rules of a game.
-- @tparam table rules
-- @tparam[opt] number seconds how long it may take
-- @treturn table report: see report.new; `late` if it took too long
-- @treturn[opt] string the C text of the rules, if anything can be compiled
-- @treturn[opt] table the unit that was analysed
function translate.rules(rules, seconds)
  local budget = budgets.new(seconds)
  local ok, made, text, unit = pcall(within, budget, rules)
  if not ok and not refusal.is(made) then error(made, 0) end
  if not ok or budget.late then made, text, unit = refuse_all(rules, ok and budget.late or made), nil, nil end
  made.late = budget.late ~= nil
  return made, text, unit
end

return translate
