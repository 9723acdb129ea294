--- Stops calls of the user's functions that take too many instructions, by a hook: Lua gets two to four times slower.

local raised = require "gts.base.raised"

local guard = {}

local STEP = 10000              -- instructions from one tick to the next
local THREAD = 1000             -- instructions that a coroutine counts as: the first ticks of many short ones would never come
local INTERRUPTED = "interrupted"       -- the error of Ctrl-C, which takes the hook away, as rules may do, too
local NO_LINE = "it was in a function without line numbers"

local debug = debug             -- confined rules have none later
local HERE = debug.getinfo(1, "S").source

local library, create, close = _G.coroutine, coroutine.create, coroutine.close
local budget_of = setmetatable({}, { __mode = "kv" })   -- hook -> its budget

--- A function like coroutine.wrap, of others like coroutine.create and coroutine.resume.
function guard.wrapper(make, resume)
  return function(f)
    local thread = make(f)
    local function results(ok, ...)
      if ok then return ... end
      close(thread)
      error((...), 0)
    end
    return function(...) return results(resume(thread, ...)) end
  end
end

-- Gives a coroutine the hook of the one that runs: a hook belongs to one. One that it has already goes on counting.
local function hand_on(thread)
  local hook, mask, count = debug.gethook()
  if type(hook) ~= "string" and debug.gethook(thread) ~= hook then debug.sethook(thread, hook, mask, count) end
end

--- Like the functions of coroutine of these names, but the calls are counted as those of the coroutine that makes them.
function guard.create(f)
  local thread, budget = create(f), budget_of[debug.gethook()]
  if budget then budget.left = budget.left - THREAD end
  hand_on(thread)
  return thread
end

function guard.resume(thread, ...)
  if type(thread) == "thread" then hand_on(thread) end
  return library.resume(thread, ...)
end

function guard.close(thread)
  if type(thread) == "thread" then hand_on(thread) end
  return close(thread)
end

guard.wrap = guard.wrapper(guard.create, guard.resume)

--- Like xpcall, but the error of a call that is stopped does not reach the handler, which no hook would stop.
function guard.xpcall(f, handler, ...)
  if type(handler) ~= "function" then return xpcall(f, handler, ...) end
  return xpcall(f, function(wrong)
    local budget = budget_of[debug.gethook()]
    if budget and budget.stopped then return wrong end
    return handler(wrong)
  end, ...)
end

-- Where the user's function is that runs, in words: what this module runs for it is passed over.
local function place()
  local level, at = 3, debug.getinfo(3, "Sl")
  while at and at.source == HERE do
    level = level + 1
    at = debug.getinfo(level, "Sl")
  end
  return at and at.currentline > 0 and ("it was at %s:%d"):format(at.short_src, at.currentline) or NO_LINE
end

local Budget = {}
Budget.__index = Budget
local own = {}

--- A budget of instructions, which each call has anew; its field `instructions` may be changed.
function guard.budget(instructions)
  local self = setmetatable({ instructions = instructions, left = math.huge, caller = nil, stopped = nil }, Budget)
  function self.tick()
    self.left = self.left - STEP
    local f = self.left <= 0 and debug.getinfo(2, "f").func
    if not f or own[f] or raised.is_own(f) then return end
    self.stopped = self.stopped or place()
    debug.sethook(self.tick, "", 1)             -- whatever catches the error, in this coroutine and above it
    debug.sethook(self.caller, self.tick, "", 1)
    error(self.stopped, 0)
  end
  budget_of[self.tick] = self
  return self
end

local function finish(self, was, ok, ...)
  local hook, stopped = debug.gethook(), self.stopped
  -- A hook of C is an interrupt that is due: it stays.
  if type(hook) ~= "string" then debug.sethook(table.unpack(was.hook, 1, was.hook.n)) end
  self.left, self.caller, self.stopped = was.left, was.caller, was.stopped
  if hook ~= self.tick and not ok and select(2, ...) == INTERRUPTED then error(INTERRUPTED, 0) end
  if stopped then return false, stopped, guard.STOPPED end
  return ok, ...
end

guard.STOPPED = {}              -- the error of a call that was stopped

--- Calls a function of the user's. Returns true, and what f returned; or false, what the error says (where the call was, if it
-- was stopped), and the error itself, or guard.STOPPED. Ctrl-C raises "interrupted".
function Budget:call(f, ...)
  local was = { hook = table.pack(debug.gethook()), left = self.left, caller = self.caller, stopped = self.stopped }
  self.left, self.caller, self.stopped = self.instructions, coroutine.running(), nil
  debug.sethook(self.tick, "", STEP)
  return finish(self, was, raised.call(f, ...))
end
own[finish], own[Budget.call] = true, true

--- Like call, but the error of a call that was stopped says what it is.
function Budget:named(what, f, ...)
  local function caught(ok, wrong, value, ...)
    if ok or value ~= guard.STOPPED then return ok, wrong, value, ... end
    return false, ("%s does not come to an end: %s"):format(what, wrong), value
  end
  return caught(self:call(f, ...))
end

return guard
