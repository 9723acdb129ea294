--- Rules as machine code: plans and their units. How a search has them: gts.compile.searching.
--
-- Each game and algorithm has a plan, remembered until something changes that it depends on. `prepare` translates the rules and
-- looks for the unit in the cache; `start` starts the compiler if there is none; `ready` looks whether that is done. Without a
-- unit the rules are run in Lua, and the user is warned, once, if a compiler or a unit failed; a search that demands the unit
-- ends in an error. For a machine without a compiler, or without a folder or room for units, `lacking` gives the reason.
--
-- The unit of a plan has rules and algorithm in one, and takes the compiler tenths of a second: early ones (early.lua) serve
-- until it is there.
--
-- From rules to a unit: `analysis` follows the bytecode of all functions, by the rules of `flow`; `functions` writes the C of
-- each instruction, `game_calls` the functions that a search calls, `translate` all of it; `source` makes it the text of a unit,
-- `compiler` and `cache` make that a module.

local cache = require "gts.compile.cache"
local compiler = require "gts.compile.compiler"
local core = require "gts.core"
local entries = require "gts.compile.entries"
local index = require "gts.rules.index"
local shapes = require "gts.compile.shapes"
local source = require "gts.compile.source"
local tables = require "gts.base.tables"
local translate = require "gts.compile.translate"

local native = {}

--- The compiler's level of optimization. Units are 1.5 times as fast with -O3 as with -O2, compiled in equal time.
native.optimization = "-O3"

--- That of early units. With -O2 they take half as long again to compile, and are hardly faster.
native.early_optimization = "-O1"

local LARGE <const> = 1 << 20   -- bytes of rules in C that gcc is given with -O1: of three times as many that takes 14 seconds

--- Are algorithms compiled with the rules? Specs set it to false, for units with the rules alone.
native.fuses = true

--- Translates the rules of a game: see gts.compile.translate.
-- @function native.translate
native.translate = translate.rules

--- What of a game can be compiled: compiled (everything), functions: name -> {compiled=, where=, reason=}; it has tostring.
function native.report(rules) return (native.translate(rules)) end

local warned = {}               -- problems
local lack                      -- what the machine lacks, if a search has gone without it

local function give_up(plan, problem) plan.at, plan.problem = nil, problem end

--- Notes that a search runs the rules of a plan in Lua, and has asked for nothing else: warns of a problem that was met, once.
function native.run_in_lua(plan)
  local problem = plan.problem
  if plan.lacks then lack = problem
  elseif problem and not warned[problem] then
    warned[problem] = true
    warn("gts: rules are run in Lua, not compiled: ", problem)
  end
end

--- Why the machine can have no unit (no compiler, folder, or room), if a search that would have compiled ran in Lua for that.
function native.lacking() return lack end

-- By the rules' function that no game lacks, and what of the options decides what a unit has.
local plans = setmetatable({}, { __mode = "k" })

local function kind(options)
  local algorithm = options.unit_of or options.algorithm        -- a survey takes the unit of mcts, which is equal
  return algorithm .. (options.bounds == false and " without bounds" or "") .. (options.selective and " selective" or "")
    .. (options.strict and " strict" or "") .. (source.is_plain(options) and " plain" or "")
end

-- Translations that had no time to be done, by the same function: their plans, and what translate.rules has returned.
local unfinished = setmetatable({}, { __mode = "k" })

-- Those that were done, by the same function: a plan, and the rules in C, which the plans of other searches share.
local finished = setmetatable({}, { __mode = "k" })

-- What of the rules, beside their functions, is written into a unit.
local function terms_of(rules)
  local range, words = rules.range or {}, rules.words or 1
  return { words, range[1] or false, range[2] or false, rules.cycle ~= nil, rules.reverses == true,
    words == 1 and shapes.signature(rules.start) }
end

local other_names = tables.filter(entries.names, function(name) return name ~= "key" end)

-- Was a plan made of rules with these functions and terms?
local function is_of(plan, rules)
  local functions, names = plan.functions, other_names
  for i = 1, #names do
    local name = names[i]
    if functions[name] ~= rules[name] then return false end
  end
  return functions.key == entries.of(rules, "key") and core.equal(plan.terms, terms_of(rules))
end

--- The rules as far as a unit has them: only the analysis of whole graphs calls an index often enough.
function native.asked_of(rules, options)
  if rules.index == nil or options.algorithm == "retrograde" then return rules end
  local rest = {}
  for name, value in pairs(rules) do
    if not index.is_field(name) then rest[name] = value end
  end
  return rest
end

--- The plan that was made for such rules and options of the search before, or nil, if nothing that it depends on has changed.
function native.remembered(rules, options)
  local of_rules = plans[rules.evaluate]
  local plan = of_rules and of_rules[kind(options)]
  local is_good = plan and is_of(plan, native.asked_of(rules, options)) and not (plan.analysed and plan.analysed:what_changed())
  return is_good and plan or nil
end

--- Prepares to run a game natively: translates its rules, and looks for a unit that is there already. `options` of the search;
-- algorithm, bounds, selective, strict, table, order and threads matter; `seconds`: how long that may take; a plan that took
-- too long is not remembered, but the next goes on from it. Returns the plan: `report`; `problem`, if there can be no unit, and
-- `lacks`, if that is for want of a compiler, a folder, or room; `unit`, if there is one; `at`, if one can be made; `fused`, if
-- it has the algorithm; then `text`, the rules in C, for early units; `early`, their plan, when a search has asked for it.
function native.prepare(rules, options, seconds)
  rules = native.asked_of(rules, options)
  local plan = { functions = {}, terms = terms_of(rules), lost = 0 }
  for _, name in ipairs(entries.names) do plan.functions[name] = entries.of(rules, name) end
  local text, wrong
  local before = unfinished[rules.evaluate]
  local begun = before and is_of(before.plan, rules) and before.begun or nil
  local done = not rules.made and finished[rules.evaluate]       -- a key that gts makes may grow with a translation
  if done and is_of(done.plan, rules) and not done.plan.analysed:what_changed() then
    plan.report, text, plan.analysed = done.plan.report, done.text, done.plan.analysed
  else plan.report, text, plan.analysed, begun = native.translate(rules, seconds, begun) end
  plan.functions.key = entries.of(rules, "key")
  unfinished[rules.evaluate] = begun and { plan = plan, begun = begun } or nil
  if text and before and plan.analysed:what_changed() then return native.prepare(rules, options, seconds) end
  if text then
    finished[rules.evaluate] = { plan = plan, text = text }
    local unit_text, fused = source.write(rules, text, native.fuses and compiler.fuses() and options or nil)
    plan.at, wrong = cache.place(unit_text, #text > LARGE and native.early_optimization or native.optimization)
    plan.lacks = not plan.at
    if plan.at then plan.unit = cache.find(plan.at) else give_up(plan, wrong) end
    plan.fused, plan.text = fused, fused and plan.at and not plan.unit and text or nil
  end
  if not plan.report.late then
    plans[rules.evaluate] = plans[rules.evaluate] or {}
    plans[rules.evaluate][kind(options)] = plan
  end
  return plan
end

local latest                    -- the plan for which the compiler was started last

--- Starts the compiler for a plan, or the early one of a plan, in the background; `unhurried`: the search has a unit already.
-- Returns false if it cannot be started: plan.problem says why.
function native.start(plan, unhurried)
  local wrong
  plan.unhurried = unhurried
  plan.job, wrong = compiler.start(plan.at, unhurried)
  plan.lacks = not plan.job
  if plan.lacks then give_up(plan, wrong) end
  latest = plan.job and plan or nil
  return plan.job ~= nil
end

-- Takes what a job has made: a unit, or why there will be none. A job that was given up, or is another process's, begins anew.
local function settle(plan, made, wrong)
  plan.job = nil
  local load_problem
  if made or not wrong then plan.unit, load_problem = cache.load(plan.at) end
  cache.tidy(plan.at)
  if not plan.unit and (made or wrong) then give_up(plan, wrong or load_problem) end
  return plan.unit ~= nil or not plan.at or not native.start(plan, plan.unhurried)
end

--- Looks whether the compiler is done with a plan that was started, or waits for it, for some `seconds`, or until it is done. If
-- it is, plan.unit or plan.problem is set.
function native.ready(plan, patiently, seconds)
  local deadline = core.clock() + (patiently and (seconds or math.huge) or 0)
  repeat
    local made, wrong = compiler.finish(plan.job, math.max(deadline - core.clock(), 0))
    if made ~= nil and settle(plan, made, wrong) then return true end
  until core.clock() >= deadline
  return false
end

--- Does the compiler still make a unit, or has it made one, that no search has used? Then the next run will have it.
function native.is_pending()
  local plan = latest
  if not plan or plan.used then return false end
  if plan.job and not native.ready(plan, false) then return true end
  native.run_in_lua(plan)
  return plan.unit ~= nil
end

--- Compiles the rules of a game for an algorithm (see native.prepare), if the cache has no unit of them yet, and waits some
-- seconds for the compiler. Returns the plan, and whether the unit was there before.
function native.compile(rules, options, seconds)
  local plan = native.remembered(rules, options) or native.prepare(rules, options)
  if plan.unit then return plan, true end
  if plan.at and (plan.job or native.start(plan)) then native.ready(plan, true, seconds) end
  plan.used = true              -- a search that waits for it has it
  return plan, false
end

return native
