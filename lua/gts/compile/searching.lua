--- Searches of games with rules in Lua: in Lua, compiled, or in Lua until they are compiled.

local core = require "gts.core"
local tables = require "gts.base.tables"

local searching = {}

local PATIENCE = 0.02           -- seconds that a search, or several with a time, run in Lua before rules are translated
local SHORT_NODES = 100000      -- a limit of nodes that a search in Lua comes to soon
local ANEW = 4                  -- times what a search with an early unit has taken, for which it begins anew with the plan's own
local ANEW_EARLY = 1            -- and with the quick one, for which it does with the next
local GRACE = 1                 -- seconds over its time that a search with native = true waits for its first unit
local SHORT = 0.1               -- seconds that a translation may take of any search, up to half of its time
local COMPILE_AFTER = 1         -- seconds of searches too short for the compiler, after which the next one waits for it

-- Modules that are loaded once a search has run for some time: that takes longer than a short one.
local function later(name)
  return setmetatable({}, { __index = function(proxy, field)
    return setmetatable(proxy, { __index = require("gts.compile." .. name) })[field]
  end })
end

local compiler, early, native = later "compiler", later "early", later "native"

local function remembered(game, options)
  return package.loaded["gts.compile.native"] and native.remembered(game, options) or nil
end

local function why_not(plan)
  local name, reason = plan.report:refused()
  if name then return ("native: rules.%s cannot be compiled: %s"):format(name, reason) end
  return "native: " .. tostring(plan.problem)
end

-- A search while its rules are compiled, with its beginning and deadline. Closed, it leaves the compiler to the background.
local Attempt = {}
Attempt.__index = Attempt

-- By the rules' function that no game lacks, the seconds of searches with a time that have run in Lua.
local in_lua = setmetatable({}, { __mode = "k" })

local function attempt(game, options)
  local began = core.clock()
  return setmetatable({
    game = game, options = options, began = began, deadline = began + (options.time or math.huge), started = {},
    alone = (options.threads or 1) == 1 and not options.group and not options.processes,
    before = options.time and in_lua[game.evaluate] or 0,
  }, Attempt)
end

-- The seconds that are left, never quite 0; nil if that is no matter.
function Attempt:left() return self.options.time and math.max(self.deadline - core.clock(), 1e-6) or nil end

-- May the search have early units? Helpers, and those that share a search, need the other: they run the algorithm that is in it.
function Attempt:takes_early(plan)
  if self.alone and plan.early == nil and not plan.unit then
    plan.early = early.of(plan, native.asked_of(self.game, self.options), native.early_optimization)
  end
  return self.alone
end

-- The unit that the search would have now.
function Attempt:unit(plan)
  if not plan then return nil end
  return self:takes_early(plan) and early.unit(plan) or plan.unit
end

-- Can the search go on with the unit that has come? One of the rules alone serves integers from the next visit on.
function Attempt:exchanges(plan)
  local integers = (self.game.words or 1) > 1 or math.type(self.game.start) == "integer"
  return self.options.deepen or integers and not (plan.unit and plan.fused)
end

-- What is to be compiled next: an early unit, or the plan's own.
function Attempt:next(plan) return self:takes_early(plan) and early.next(plan) or plan end

-- The plan, whose translation may take a third of the time; the next search goes on with it.
function Attempt:plan()
  local left = self:left()
  return remembered(self.game, self.options)
    or native.prepare(self.game, self.options, left and math.max(left / 3, math.min(left / 2, SHORT)))
end

-- Starts the compiler, if it does not run yet; false if there will be no unit.
function Attempt:start(plan, unhurried)
  if not plan.job and (not plan.at or not native.start(plan, unhurried)) then return false end
  self.started[plan] = true
  return true
end

-- Tells the caller what a search tells that knows nothing yet. An answer of false ends the search to come, too.
function Attempt:report()
  local go_on = self.options.progress {
    nodes = 0, visits = 0, leaves = 0, depth = 0, lower = -math.huge, upper = math.huge, pv = {}, line = {},
    seconds = core.clock() - self.began,
  }
  if go_on == false then self.options = tables.over(self.options, { progress = function() return false end, every = 0 }) end
  return go_on ~= false
end

-- Waits for the compiler, at most `seconds`, and calls `progress` meanwhile: true if it is done.
function Attempt:wait(plan, seconds)
  local deadline, slice = core.clock() + (seconds or math.huge), self.options.progress and self.options.every or math.huge
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

-- Searches in what is left of the time, with what unit a plan has. What that takes to be constant must still be so at the end,
-- whatever functions in Lua and callbacks have done, if any was called. What has passed counts as part of the search.
function Attempt:search(plan, meanwhile)
  local passed, unit = core.clock() - self.began, self:unit(plan)
  local result, closed = core.search(self.game, tables.over(self.options, { unit = unit, time = self:left(),
    meanwhile = meanwhile, metatables = unit and plan.analysed.metatables }))
  if result.stopped == "superseded" then return result end
  local what = unit and not closed and plan.analysed:what_changed()
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

-- Is it better to wait for the compiler than to search in Lua once more?
local function worth_waiting(try, plan)
  local next, left = try:next(plan), try:left()
  return next.at and not try:unit(plan) and next.lost > COMPILE_AFTER and (not left or left > 2 * COMPILE_AFTER)
end

-- The nodes to which a search is limited, about: an iteration visits ten or more.
local function limit_of(options) return options.nodes or options.iterations and options.iterations * 10 end

-- Searches with what unit a plan has, or in Lua without, and has the compiler make a better one meanwhile. Returns the result,
-- which may be superseded, or nil and what is wrong; and the plan.
local function search_meanwhile(try, plan, holds)
  local had, began = try:unit(plan), core.clock()
  local best = had              -- the unit that there was at the last look
  -- Asked now and then by the search: true leaves it, a unit is for its next iteration.
  local function meanwhile()
    local passed = core.clock() - try.began
    if had and passed < PATIENCE or not plan and passed + try.before < PATIENCE then return false end
    plan = plan or try:plan()
    if plan.unit and plan.unit == best then return false end            -- there is no better one to come
    if try:unit(plan) == best then
      local next = try:next(plan)
      local done = not try:start(next, had ~= nil) or native.ready(next, false)
      if done and not try:unit(plan) then native.run_in_lua(plan) end
    end
    if try:unit(plan) == best then return false end
    best = try:unit(plan)
    if had and try:exchanges(plan) then return best end
    -- Is it worth to begin anew? In Lua it has found little; after an early unit there must be time left.
    if not had then return not holds or limit_of(try.options) > SHORT_NODES end
    local left, times = try:left(), plan.unit and plan.fused and ANEW or ANEW_EARLY
    return not holds and (not left or left > times * (core.clock() - began))
  end
  local result, wrong = try:search(plan, meanwhile)
  if not plan and try.options.time then in_lua[try.game.evaluate] = try.before + core.clock() - try.began end
  return result, wrong, plan
end

-- Searches with what there is of a plan, and goes on, or begins once more, with each better unit that is made meanwhile.
local function search_on(try, plan)
  -- With a limit of nodes what the search enters would change its next beginning, depending on the load of the machine: so a
  -- given table is emptied before it begins again; and where it was not empty, the search holds to it, and goes on.
  local kept = limit_of(try.options) and type(try.options.table) == "userdata" and try.options.table or nil
  local fresh = kept and kept:stats().entries == 0
  while true do
    if plan and not try:unit(plan) then native.run_in_lua(plan) end
    if try.options.trace or plan and (plan.unit or not plan.at) then return try:search(plan) end
    local result, wrong
    result, wrong, plan = search_meanwhile(try, plan, kept and not fresh)
    if not result or result.stopped ~= "superseded" then return result, wrong end
    if fresh then kept:clear() end
  end
end

-- Waits for the first unit of a plan. False: it was not there in time, or the caller has stopped the search.
local function wait_for_first(try, plan)
  local latest = math.max(try.options.latest or 0, try.deadline + GRACE)
  while not try:unit(plan) and plan.at do
    local next = try:next(plan)
    local first = next.at.compiler.carried and next or plan
    if try:start(first) and not try:wait(first, latest - core.clock()) then return false end
  end
  return true
end

-- A search that is over before it has a unit. In Lua its rules might not end: nothing is searched.
local function end_unsearched(try)
  try.options = tables.over(try.options, { latest = 0 })
  return try:search(nil)
end

-- native = true: nothing runs in Lua. A search whose time is over when it has a unit looks a ply ahead.
local function search_compiled(game, options)
  local try <close> = attempt(game, options)
  local plan = remembered(game, options) or native.prepare(game, options, options.time and options.time + GRACE)
  if plan.report.late then return end_unsearched(try) end
  if not plan.report.compiled then return nil, why_not(plan) end
  if not wait_for_first(try, plan) then return end_unsearched(try) end
  if not try:unit(plan) then return nil, why_not(plan) end
  if core.clock() > try.deadline then try.options = tables.over(options, { latest = core.clock() + GRACE }) end
  if not plan.unit and not options.trace then try:start(try:next(plan), true) end
  return search_on(try, plan)
end

--- Searches a game whose rules are in Lua, natively if the option `native` has it so: see core.search. nil and why native = true
-- cannot be had; or which of their constants the rules have changed.
function searching.search(game, options)
  if options.native == true then return search_compiled(game, options) end
  -- "auto": rules run in Lua until it shows that the search is long.
  local try <close> = attempt(game, options)
  local plan = remembered(game, options)
  if plan and worth_waiting(try, plan) then
    local next, left = try:next(plan), try:left()       -- each wait in vain makes the next one longer
    if try:start(next) then try:wait(next, left and math.min(next.lost, left / 2)) end
  end
  return search_on(try, plan)
end

return searching
