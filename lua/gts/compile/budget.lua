--- The budget of a translation: work and time. Rules that exceed it run in Lua. Work depends on the rules alone, so rules that
-- exceed it are refused every time; a translation that runs out of time is suspended, and goes on with the time of the next
-- search.

local bytecode = require "gts.rules.bytecode"
local core = require "gts.core"
local refusal = require "gts.compile.refusal"

local budget = {}

local MOST_WORK = 2e7           -- registers looked at; the largest of the games that come with gts takes a five-hundredth of it
local LOOK = 1000               -- how much work is done between two looks at the clock
local MOST_BYTES = 4e6          -- of the bytecode of one function
local READING = 500             -- what reading a function costs, and as much for each KB

local Budget = {}
Budget.__index = Budget

--- Returns the refusal of a translation that has had no time to be done.
function budget.late() return refusal.new "the time was over before the rules were translated" end

--- Begins to count. The field `late` is a refusal if the time was over where it could not wait.
function budget.new() return setmetatable({ work = 0, look_at = 0, protos = {} }, Budget) end

--- Gives more seconds (nil: no limit) to the coroutine that spends them, which yields when the time is over.
function Budget:give(thread, seconds) self.thread, self.deadline = thread, seconds and core.clock() + seconds end

--- Spends some of it. Yields when the time is over, and goes on with the time that is given then. Refuses if nothing is left.
function Budget:spend(work)
  self.work = self.work + work
  if self.work > MOST_WORK then error(refusal.new "the rules are too large to be translated", 0) end
  if self.work < self.look_at then return end
  self.look_at = self.work + LOOK
  while self.deadline and core.clock() > self.deadline do
    if coroutine.running() == self.thread and coroutine.isyieldable() then coroutine.yield() else self:refuse() end
  end
end

-- Raises the refusal: below a function of C nothing can yield.
function Budget:refuse()
  self.late = budget.late()
  error(self.late, 0)
end

--- Reads the bytecode of a function, once, as bytecode.read does. Refuses if there is too much of it.
function Budget:read(closure)
  if self.protos[closure] then return self.protos[closure] end
  local ok, dump = pcall(string.dump, closure)
  if not ok then return bytecode.read(closure) end
  if #dump > MOST_BYTES then error(refusal.new "the rules are too large to be translated", 0) end
  self:spend(READING + READING * #dump // 1000)
  local proto, wrong = bytecode.read(closure)
  self.protos[closure] = proto
  return proto, wrong
end

return budget
