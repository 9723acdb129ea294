--- The work of a profile in progress: its figures so far, why others are missing, and how stages of jobs are run.
--
-- Fields: `of`, the checked game; `all`, the options; `player`; `first`, the side that moves first; `plies`, random ones;
-- `last`, the clock at which the time is over, and `deadline`, that of the stage (nil: none); `rows`, the figures by name;
-- `lacks`, why a figure or all of a stage is missing; `failed`, errors; `stopped`, why all was stopped; `ended`, why the stage
-- was; `short`, whether the time of a stage was over; `halt`, a function that long jobs call (see Work:poll), `halt_last`, for
-- a job that may take all of the time, and `halted`, why one of them has ended a job.

local core = require "gts.core"
local map = require "gts.map"
local tables = require "gts.base.tables"

local work = {}

local Work = {}
Work.__index = Work

local PAUSE = 0.1               -- seconds between two calls of `progress` within a job

--- What stops a profile, in words.
work.reasons = { time = "the time was over", interrupted = "interrupted", progress = "stopped by progress" }

--- Begins a profile. `fields`: of, all, player, plies.
function work.new(fields)
  fields.began = core.clock()
  fields.last = fields.all.time < math.huge and fields.began + fields.all.time or nil
  fields.deadline = fields.last
  fields.rows, fields.lacks, fields.failed, fields.asks = {}, {}, {}, 0
  function fields.halt() return Work.poll(fields, fields.deadline) end
  function fields.halt_last() return Work.poll(fields, fields.last) end
  return setmetatable(fields, Work)
end

--- Keeps a figure: a row of value, low and high, how it was found, and whether it is exact.
function Work:note(name, row, how, exact)
  row.name, row.how, row.exact = name, how, exact or false
  if exact then row.low, row.high = row.value, row.value end
  self.rows[name] = row
end

--- Says why a figure, or all of a stage, is missing; the first reason counts.
function Work:lack(name, why) self.lacks[name] = self.lacks[name] or why end

--- Keeps an error that has ended a stage.
function Work:fail(stage, why)
  self:lack(stage, why)
  table.insert(self.failed, { why = why, stage = stage })
end

--- Returns the errors as texts, each once, with the stages that it has ended.
function Work:errors()
  return tables.map(tables.groups(self.failed, function(one) return one.why end), function(of)
    return ("%s: %s"):format(table.concat(tables.map(of, function(one) return one.stage end), ", "), of.key)
  end)
end

--- Begins a stage. What it does not use of its time is there for those behind it. `share` of the time that is left.
function Work:begin(share)
  local now = core.clock()
  self.ended, self.deadline = self.stopped, self.last and now + share * (self.last - now)
end

--- Ends a stage early, and all others if that is why. `why`: "time", "interrupted", "progress"; nil: it goes on.
function Work:stop(stage, why)
  if not why then return end
  self:lack(stage, work.reasons[why])
  self.ended = self.ended or why
  if why == "time" and core.clock() < self.last then self.short = true
  else self.stopped = self.stopped or why end
end

--- Returns the seconds that are left for the stage; infinite without a limit.
function Work:left() return self.deadline and self.deadline - core.clock() or math.huge end

--- Is less time left for the stage than a job took?
function Work:is_short(seconds) return self:left() < seconds end

--- Reports how far a stage is. Returns why to stop.
function Work:tell(stage, done, total)
  self.stage, self.done, self.total, self.asks = stage, done, total, core.clock() + PAUSE
  local progress = self.all.progress
  if progress and not self.stopped then
    local ok, go_on = pcall(progress, { stage = stage, done = done, total = total, seconds = core.clock() - self.began })
    if not ok then self.raised = { go_on } end
    if not ok or go_on == false then return "progress" end
  end
  return self:left() <= 0 and "time" or nil
end

--- Returns why a job is to end before it is done: "time", "progress"; nil: it goes on. Reports now and then, in this process.
-- @tparam number|nil deadline nil: none
function Work:poll(deadline)
  if self.halted then return self.halted end
  local now = core.clock()
  if deadline and now > deadline then return "time" end
  if self.apart or now < self.asks then return nil end
  local why = self:tell(self.stage, self.done, self.total)
  if why ~= "progress" then return nil end
  self.halted = why
  return why
end

--- Is there leave to do work of a stage? If not, what it would find is missing.
function Work:may(stage)
  self:stop(stage, self.ended or self:tell(stage, 0, 1))
  return not self.ended
end

--- Does the jobs of a stage, unless there is a reason to stop. An error of a job ends the stage alone. `f`: makes data of a job;
-- false: self.halt has ended it; `done`: gets the number of a job and what came of it; `workers`: processes.
function Work:run(stage, jobs, f, done, workers)
  if not self:may(stage) then return end
  local count = 0
  workers = workers or map.count(self.all.workers)
  self.apart = workers > 1
  local ok, why = pcall(map.each, f, workers, jobs, function(k, found)
    if not found then return self.halted or "time" end
    done(k, found)
    count = count + 1
    return count < #jobs and self:tell(stage, count, #jobs) or nil
  end, { name = function() return "" end })
  if not ok then return self:fail(stage, why) end
  self:stop(stage, why or self.halted)
end

--- Does what is one job, in this process, so that Ctrl-C ends it as it ends others.
function Work:here(stage, f)
  self:run(stage, { 1 }, function()
    f()
    return true
  end, function() end, 1)
end

return work
