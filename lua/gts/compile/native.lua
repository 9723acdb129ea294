--- Rules as machine code: whether and when a search has them.
--
-- For each game and algorithm there is a plan, which is remembered as long as nothing changes that it depends on. Its life:
-- `prepare` translates the rules and looks whether the cache has the unit; `start` starts the compiler if not; `ready` looks
-- whether that is done. At each step it may turn out that there will be no unit: then the rules are run in
-- Lua. Where a search demanded the unit, its error says why. Else the user is warned, once, if a compiler or
-- a unit failed; a machine without a compiler, or without a folder or the room for units, deserves no
-- warning: `lacking` says so when it is asked.
--
-- The unit of a plan has rules and algorithm in one, and takes the compiler tenths of a second. So a plan has early ones beside
-- it, where that is worth the trouble (early.lua), which serve until the unit is there.
--
-- The way from rules to a unit, by modules; each requires only modules above it:
--
--    check.bytecode              the instructions of a function, as Lua has compiled it
--    refusal                     why something cannot be compiled
--    values, builtins            what can be known of a value; the functions of Lua's library
--    budget                      what all of it may cost
--    shapes                      the tables that rules make, and positions that are tables
--    columns, inner, frozen, changes
--                                what is taken to be constant, and what is not; functions that rules make
--    formats, flow, flow_tables, flow_texts, flow_calls, analysis
--                                what each instruction makes of what is known, followed until nothing changes
--    operands, writer            values in C, lines of C
--    lists, records, texts       frozen lists in C, tables and strings that rules make in C
--    instructions, calls, calls_tables        the C of each instruction
--    functions                   the C of all functions
--    entries, successors, walks, game_calls   what a search calls, and the C by which it does
--    report, translate           which functions of the rules are compiled, and all of their C
--    source                      the text of the whole unit
--    compiler, cache             the C compiler, and what it has made
--    early                       what serves until the unit is there
-- @module gts.compile.native

local cache = require "gts.compile.cache"
local compiler = require "gts.compile.compiler"
local core = require "gts.core"
local early = require "gts.compile.early"
local entries = require "gts.compile.entries"
local shapes = require "gts.compile.shapes"
local source = require "gts.compile.source"
local tables = require "gts.base.tables"
local translate = require "gts.compile.translate"

local native = {}

local PATIENCE = 0.02           -- seconds that a search runs in Lua before the compiler is started for it
local SHORT_NODES = 100000      -- a limit of nodes that a search in Lua comes to soon
local ANEW = 4                  -- times what a search with an early unit has taken, for which it begins anew with the plan's own
local ANEW_EARLY = 1            -- and with the quick one, for which it does with the early one
local COMPILE_AFTER = 1         -- seconds of searches too short for the compiler, after which the next one waits for it

--- The compiler's level of optimization. Units are 1.5 times as fast with -O3 as with -O2, compiled in equal time.
native.optimization = "-O3"

--- That of early units. With -O2 they take half as long again to compile, and are hardly faster.
native.early_optimization = "-O1"

--- Are algorithms compiled with the rules? Specs set it to false, for units with the rules alone.
native.fuses = true

--- Translates the rules of a game.
-- @function native.translate
-- @tparam table rules
-- @treturn table report
-- @treturn[opt] string the C text of the rules, if anything can be compiled
-- @treturn[opt] table the unit that was analysed
-- @see gts.compile.translate
native.translate = translate.rules

--- What of a game can be compiled, and what not and why.
-- @tparam table rules
-- @treturn table report: compiled (everything), functions: name -> {compiled=, where=, reason=}; tostring makes it readable
function native.report(rules) return (native.translate(rules)) end

-- Plans.

local warned = {}               -- problems
local lack                      -- what the machine lacks, if a search has gone without it

-- There will be no unit.
local function give_up(plan, problem) plan.at, plan.problem = nil, problem end

-- A search runs its rules in Lua, and has not asked for anything else.
local function run_in_lua(plan)
  local problem = plan.problem
  if plan.lacks then lack = problem
  elseif problem and not warned[problem] then
    warned[problem] = true
    warn("gts: rules are run in Lua, not compiled: ", problem)
  end
end

--- What the machine lacks to compile rules, if a search that would have compiled them ran in Lua for that.
-- @treturn string|nil why there can be no unit: no compiler, no folder, or no room in it
function native.lacking() return lack end

-- By the rules' function that no game lacks, and what of the options decides what a unit has.
local plans = setmetatable({}, { __mode = "k" })

local function kind(options)
  return options.algorithm .. (options.bounds == false and " without bounds" or "") .. (options.selective and " selective" or "")
    .. (options.strict and " strict" or "") .. (source.is_plain(options) and " plain" or "")
end

local function remember(plan, rules, options)
  local of_rules = plans[rules.evaluate] or {}
  plans[rules.evaluate] = of_rules
  of_rules[kind(options)] = plan
end

-- Translations that had no time to be done, by the same function: their plans, and what translate.rules has returned.
local unfinished = setmetatable({}, { __mode = "k" })

-- What of the rules, beside their functions, is written into a unit.
local function terms_of(rules)
  local range = rules.range or {}
  return ("%d %q %q %s %s %s"):format(rules.words or 1, range[1], range[2], rules.cycle ~= nil,         -- %q: exactly
    rules.reverses == true,
    (rules.words or 1) == 1 and shapes.signature(rules.start) or "")
end

-- Was a plan made of rules with these functions and terms?
local function is_of(plan, rules)
  if plan.terms ~= terms_of(rules) then return false end
  for _, name in ipairs(entries.of_rules) do
    if plan.functions[name] ~= rules[name] then return false end
  end
  return true
end

-- Is a plan still good for these rules?
local function still_good(plan, rules)
  return is_of(plan, rules) and not (plan.analysed and plan.analysed:what_changed())
end

--- The plan that was made for such rules before, if nothing that it depends on has changed.
-- @tparam table rules
-- @tparam table options of the search; algorithm, bounds, selective, strict, table, order and threads matter
-- @treturn table|nil plan
function native.remembered(rules, options)
  local of_rules = plans[rules.evaluate]
  local plan = of_rules and of_rules[kind(options)]
  return plan and still_good(plan, rules) and plan or nil
end

--- Prepares to run a game natively: translates its rules, and looks for a unit that is there already.
-- @tparam table rules a checked game with rules in Lua
-- @tparam table options of the search; algorithm, bounds, selective, strict, table, order and threads matter
-- @tparam[opt] number seconds how long that may take; a plan that took too long is not remembered, but the next goes on from it
-- @treturn table plan: report; problem, if there can be no unit, and lacks, if that is for want of a
--   compiler, a folder, or room; unit, if there is one; `at`, if one can be made; then `text`, the rules in C, for early
--   units, and `early`, the plan of these, when a search has asked for it
function native.prepare(rules, options, seconds)
  local plan = { functions = {}, terms = terms_of(rules), lost = 0 }
  for _, name in ipairs(entries.of_rules) do plan.functions[name] = rules[name] end
  local text, wrong
  local before = unfinished[rules.evaluate]
  local begun = before and is_of(before.plan, rules) and before.begun or nil
  plan.report, text, plan.analysed, begun = native.translate(rules, seconds, begun)
  unfinished[rules.evaluate] = begun and { plan = plan, begun = begun } or nil
  if text and before and plan.analysed:what_changed() then return native.prepare(rules, options, seconds) end
  if text then
    local unit_text, fused = source.write(rules, text, native.fuses and compiler.fuses() and options or nil)
    plan.at, wrong = cache.place(unit_text, native.optimization)
    plan.lacks = not plan.at
    if plan.at then plan.unit = cache.find(plan.at) else give_up(plan, wrong) end
    if fused and plan.at and not plan.unit then plan.text = text end
  end
  if not plan.report.late then remember(plan, rules, options) end
  return plan
end

local latest                    -- the plan for which the compiler was started last

--- Starts the compiler for a plan, in the background.
-- @tparam table plan with `at`, or the early one of a plan
-- @tparam[opt] boolean unhurried the search has a unit already
-- @treturn boolean false if it cannot be started; plan.problem says why
function native.start(plan, unhurried)
  local wrong
  plan.unhurried = unhurried
  plan.job, wrong = compiler.start(plan.at, unhurried)
  plan.lacks = not plan.job
  if plan.lacks then give_up(plan, wrong) end
  latest = plan.job and plan or nil
  return plan.job ~= nil
end

-- What has come of the job of a plan is known: a unit, or why there will be none. Else another process was at
-- it, or it was given up for another: it begins anew.
local function settle(plan, made, wrong)
  plan.job = nil
  local load_problem
  if made or not wrong then plan.unit, load_problem = cache.load(plan.at) end
  cache.tidy(plan.at)
  if not plan.unit and (made or wrong) then give_up(plan, wrong or load_problem) end
  return plan.unit ~= nil or not plan.at or not native.start(plan, plan.unhurried)
end

--- Looks whether the compiler is done, or waits for it.
-- @tparam table plan a plan that was started
-- @tparam boolean patiently wait
-- @tparam[opt] number seconds how long; none: until it is done
-- @treturn boolean true when it is done: then plan.unit or plan.problem is set
function native.ready(plan, patiently, seconds)
  local deadline = core.clock() + (patiently and (seconds or math.huge) or 0)
  repeat
    local made, wrong = compiler.finish(plan.job, math.max(deadline - core.clock(), 0))
    if made ~= nil and settle(plan, made, wrong) then return true end
  until core.clock() >= deadline
  return false
end

--- Does the compiler still make a unit, or has it made one, that no search has used? Then the next run will
-- have it.
-- @treturn boolean
function native.is_pending()
  local plan = latest
  if not plan or plan.used then return false end
  if plan.job and not native.ready(plan, false) then return true end
  run_in_lua(plan)
  return plan.unit ~= nil
end

--- Compiles the rules of a game for an algorithm, if the cache has no unit of them yet.
-- @tparam table rules a checked game with rules in Lua
-- @tparam table options of the search: see native.prepare
-- @tparam[opt] number seconds how long it waits for the compiler
-- @treturn table plan: see native.prepare
-- @treturn boolean whether the unit was there before
function native.compile(rules, options, seconds)
  local plan = native.prepare(rules, options)
  if plan.unit then return plan, true end
  if plan.at and native.start(plan) then native.ready(plan, true, seconds) end
  plan.used = true              -- a search that waits for it has it
  return plan, false
end

--- What native = "auto" means to a search that cannot begin anew: rules are compiled before it, if they can
-- be.
-- @tparam table rules a checked game with rules in Lua
-- @tparam string algorithm id
-- @tparam[opt] number seconds how long it waits for the compiler
-- @treturn boolean is there a unit?
function native.compile_before(rules, algorithm, seconds)
  local plan = native.compile(rules, { algorithm = algorithm }, seconds)
  run_in_lua(plan)
  return plan.unit ~= nil
end

-- Searching.

-- Why native = true cannot be had.
local function why_not(plan)
  local name, reason = plan.report:refused()
  if name then return ("native: rules.%s cannot be compiled: %s"):format(name, reason) end
  return "native: " .. tostring(plan.problem)
end

-- A search, while its rules are being compiled: when it began, and when its time is over. Closed with the
-- search, it leaves the compiler to the background.
local Attempt = {}
Attempt.__index = Attempt

local function attempt(game, options)
  local began = core.clock()
  return setmetatable({
    game = game, options = options, began = began, deadline = began + (options.time or math.huge), started = {},
    alone = (options.threads or 1) == 1 and not options.group and not options.processes,
  }, Attempt)
end

-- The seconds that are left, never quite 0; nil if that is no matter.
function Attempt:left() return self.options.time and math.max(self.deadline - core.clock(), 1e-6) or nil end

-- May the search have early units? Helpers, and those that share a search, need the other: they run the algorithm that is in it.
function Attempt:takes_early(plan)
  if self.alone and plan.early == nil and not plan.unit then plan.early = early.of(plan, self.game, native.early_optimization) end
  return self.alone
end

-- The unit that the search would have now.
function Attempt:unit(plan)
  if not plan then return nil end
  return self:takes_early(plan) and early.unit(plan) or plan.unit
end

-- Can the search go on with another unit, from one iteration to the next? Records are those of one unit.
function Attempt:exchanges()
  return self.options.deepen and ((self.game.words or 1) > 1 or math.type(self.game.start) == "integer")
end

-- What is to be compiled next: an early unit, or the plan's own.
function Attempt:next(plan) return self:takes_early(plan) and early.next(plan) or plan end

function Attempt:plan()
  return native.remembered(self.game, self.options) or native.prepare(self.game, self.options, self:left())
end

-- Starts the compiler, if it does not run yet; false if there will be no unit.
function Attempt:start(plan, unhurried)
  if not plan.job and (not plan.at or not native.start(plan, unhurried)) then return false end
  self.started[plan] = true
  return true
end

local function stopped() return false end

-- Tells the caller what a search tells that knows nothing yet. An answer of false ends the search to come,
-- too.
function Attempt:report()
  local go_on = self.options.progress {
    nodes = 0, visits = 0, leaves = 0, depth = 0, lower = -math.huge, upper = math.huge, pv = {}, line = {},
    seconds = core.clock() - self.began,
  }
  if go_on == false then self.options = tables.over(self.options, { progress = stopped }) end
  return go_on ~= false
end

-- Waits for the compiler, at most `seconds`: true if it is done. Calls `progress` meanwhile, for a
-- program that has others to answer calls all its searches with it.
function Attempt:wait(plan, seconds)
  local deadline = core.clock() + (seconds or math.huge)
  local slice = self.options.progress and self.options.every or math.huge
  repeat
    local left = deadline - core.clock()
    if native.ready(plan, true, math.max(math.min(left, slice), 0)) then return true end
  until left <= slice or not self:report()
  return false
end

function Attempt:__close()
  for plan in pairs(self.started) do
    if plan.job then
      compiler.leave(plan.job)
      plan.lost = plan.lost + core.clock() - self.began
    end
  end
end

-- Searches in what is left of the time; with what unit a plan has, if one is given. What that takes to be
-- constant must still be so at the end, whatever has run meanwhile: functions that are not compiled,
-- metamethods, callbacks of the caller. What has passed counts as part of the search, and is said by itself.
function Attempt:search(plan, meanwhile)
  local passed, unit = core.clock() - self.began, self:unit(plan)
  local result = core.search(self.game, tables.over(self.options, { unit = unit, time = self:left(), meanwhile = meanwhile }))
  if result.stopped == "superseded" then return result end
  local what = unit and plan.analysed:what_changed()
  if what then
    return nil, ("rules changed %s while they were searched, which compiled rules take to be constant: native = false allows it")
      :format(what)
  end
  result.seconds = result.seconds + passed
  if not unit then return result end
  early.mark_used(plan)
  result.seconds_before = passed
  return result
end

-- native = true: everything compiled, as long as there is time; where it is over before that is done, so is the search.
local function search_compiled(game, options)
  local try <close> = attempt(game, options)
  local plan = try:plan()
  if plan.report.late then return try:search(nil) end
  if not plan.report.compiled then return nil, why_not(plan) end
  if not plan.unit and try:start(plan) and not try:wait(plan, try:left()) then return try:search(nil) end
  if not plan.unit then return nil, why_not(plan) end
  return try:search(plan)
end

-- Is it better to wait for the compiler than to search in Lua once more?
local function worth_waiting(try, plan)
  local next, left = try:next(plan), try:left()
  return next.at and not try:unit(plan) and next.lost > COMPILE_AFTER and (not left or left > 2 * COMPILE_AFTER)
end

-- For how long: on a busy machine the compiler takes its time, and each wait that was in vain makes the next one longer.
local function waiting(plan, left) return left and math.min(plan.lost, left / 2) end

-- The entries of a search would change the next one, if that is limited by nodes, depending on the load of the machine: so a
-- table that is given is emptied before the search begins again; and where it was not empty, the search holds to it, and goes on.
local function kept_table(options)
  local kept = options.nodes and type(options.table) == "userdata" and options.table or nil
  return kept, kept and kept:stats().entries == 0
end

-- Should a search begin anew, now that there is a unit, or a better one? In Lua it has found little. But with the early unit it
-- has been not much slower: there must be time to win that back.
local function worth_beginning(try, plan, had, began, holds)
  local left, times = try:left(), plan.unit and ANEW or ANEW_EARLY
  if not had then return not holds or try.options.nodes > SHORT_NODES end
  return not holds and (not left or left > times * (core.clock() - began))
end

-- Searches with what unit a plan has, or in Lua without, and has the compiler make a better one meanwhile. Returns the result,
-- which may be superseded, or nil and what is wrong; and the plan.
local function search_meanwhile(try, plan, holds)
  local had, began = try:unit(plan), core.clock()
  local best = had              -- the unit that there was at the last look
  -- Asked now and then by the search: true leaves it, a unit is for its next iteration.
  local function meanwhile()
    if (had or not plan) and core.clock() - try.began < PATIENCE then return false end
    plan = plan or try:plan()
    if try:unit(plan) == best then
      local next = try:next(plan)
      local done = not try:start(next, had ~= nil) or native.ready(next, false)
      if done and not try:unit(plan) then run_in_lua(plan) end
    end
    if try:unit(plan) == best then return false end
    best = try:unit(plan)
    if had and plan.unit and try:exchanges() then return plan.unit end
    return worth_beginning(try, plan, had, began, holds)
  end
  local result, wrong = try:search(plan, meanwhile)
  return result, wrong, plan
end

-- native = "auto": rules run in Lua until it shows that the search is long; then they are compiled in the background, and as
-- soon as that is done the search begins anew with them. With the algorithm it goes on from the next iteration, or else begins
-- once more if that is worth it.
local function search_auto(game, options)
  local try <close> = attempt(game, options)
  local plan = native.remembered(game, options)
  if plan and worth_waiting(try, plan) then
    local next = try:next(plan)
    if try:start(next) then try:wait(next, waiting(next, try:left())) end
  end
  local kept, fresh = kept_table(options)
  while true do
    if plan and not try:unit(plan) then run_in_lua(plan) end
    if options.trace or plan and (plan.unit or not plan.at) then return try:search(plan) end
    local result, wrong
    result, wrong, plan = search_meanwhile(try, plan, kept and not fresh)
    if not result or result.stopped ~= "superseded" then return result, wrong end
    if fresh then kept:clear() end
  end
end

--- Searches a game whose rules are in Lua, natively if the option `native` has it so.
-- @tparam table game
-- @tparam table options checked
-- @treturn[1] table the result of core.search
-- @return[2] nil
-- @treturn[2] string why native = true cannot be had; or which of their constants the rules have changed
function native.search(game, options)
  if options.native == false then return core.search(game, options) end
  if options.native == true then return search_compiled(game, options) end
  return search_auto(game, options)
end

return native
