--- Independent jobs, done side by side in several processes: gts.map, and the means of every option `workers`.
--
-- A worker group is a function and processes that call it. The processes are forked, so they have all that this one has when the
-- group begins: functions, games, compiled rules. A job is sent to them as data, and its result is data (gts.base.wire). A
-- process gets some short jobs ahead, so that it never waits for this one, but long jobs one at a time, so that none waits while
-- another process is idle. A process that dies at a job, or is late and killed, is replaced, and the job tried once more.
--
-- A group of one is this process, unless jobs have a time limit: results are encoded as between processes, but nothing is forked.

local core = require "gts.core"
local child, clock = core.child, core.clock
local raised = require "gts.base.raised"
local schema = require "gts.base.schema"
local wire = require "gts.base.wire"
require "gts.show.result"       -- has results travel as such
local tables = require "gts.base.tables"
local words = require "gts.base.words"

local map = {}

--- A row of options: how many processes. 0: one for each processor.
map.row = { name = "workers", kind = schema.whole(0, 1000), help = "processes that do the work side by side; 0: all processors" }

--- Returns the error message for a result that is no data.
function map.misfit(wrong) return ("what it returned %s, which cannot be sent to another process"):format(wrong) end

local Group = {}
Group.__index = Group

local function fail(how, k, wrong) error((how.name and how.name(k) or "") .. wrong, 0) end

local function do_here(group, source, done, how)
  for k = 1, math.huge do
    local job = source(k)
    if job == nil then return nil end
    local pressed, _, ok, value, wrong_value = child.guard(raised.job, group.work, job)
    if pressed then return "interrupted" end
    if not ok and not how.name then error(wrong_value, 0) end
    if not ok then fail(how, k, value) end
    local bytes, wrong = wire.encode(value, wire.own)
    if not bytes then fail(how, k, map.misfit(wrong)) end
    local why = done(k, select(2, wire.decode(bytes, wire.own))) or how.tick and how.tick()
    if why then return why end
  end
end

-- In others. An answer begins with what came of the job.

local function answer(work, job)
  local ok, value = raised.job(work, job)
  if not ok then return "!" .. value end
  local bytes, wrong = wire.encode(value, wire.own)
  return bytes and "+" .. bytes or "!" .. map.misfit(wrong)
end

local function serve(work)
  return function(receive, send)
    for bytes in receive do send(answer(work, select(2, wire.decode(bytes, wire.own)))) end
  end
end

-- What is known while the jobs of a list are done. For each process `given` has the numbers of the jobs that it has, in order.
local Round = {}
Round.__index = Round

local function new_round(group, source, how)
  local self = setmetatable({
    group = group, source = source, how = how, given = {}, since = {}, again = {}, tried = {}, jobs = {}, following = 1,
    seconds = math.huge, open = 0,
  }, Round)
  for i = 1, #group do self.given[i] = {} end
  return self
end

-- The number of the next job that no process has; nil: there is none.
function Round:take()
  if #self.again > 0 then return table.remove(self.again) end
  local k = self.following
  local job = self.source(k)
  if job == nil then return nil end
  self.jobs[k], self.following, self.open = job, k + 1, self.open + 1
  return k
end

function Round:hand_out(i)
  local given = self.given[i]
  if #given == 0 then self.since[i] = clock() end
  -- By the seconds of recent jobs, what a socket has room for: or both could block.
  local most = self.how.single and 1 or self.seconds < 0.0005 and 8 or self.seconds < 0.01 and 3 or 1
  while #given < most do
    local k = self:take()
    if not k then return end
    given[#given + 1] = k
    self.group[i]:send((assert(wire.encode(self.jobs[k], wire.own))))
  end
end

-- Replaces a process that has ended, or whose job is late, and gives its jobs to others; the job that it was at is tried once
-- more only. Gives the number of a job that is late again: it is given up.
function Round:bury(i, late)
  local how_it_ended, given = self.group[i]:stop() or "for an unknown reason", self.given[i]
  local k, lost = given[1], nil
  if k and self.tried[k] and not late then fail(self.how, k, ("it has ended its process twice: %s"):format(how_it_ended)) end
  if k and self.tried[k] then lost = table.remove(given, 1) end
  if k then self.tried[k] = true end
  for at = #given, 1, -1 do self.again[#self.again + 1] = given[at] end
  local one, wrong = child.start(serve(self.group.work))
  if one then
    self.group[i], self.given[i] = one, {}
    return lost
  end
  table.remove(self.group, i)
  table.remove(self.given, i)
  table.remove(self.since, i)
  if #self.group == 0 then error(wrong, 0) end
  return lost
end

-- Reads the answer of a process to the first of its jobs.
function Round:read(i, text)
  local k, now = table.remove(self.given[i], 1), clock()
  local seconds = now - self.since[i]
  self.seconds = self.seconds == math.huge and seconds or 0.8 * self.seconds + 0.2 * seconds
  self.since[i] = now
  if text:byte() == ("!"):byte() then fail(self.how, k, text:sub(2)) end
  return k, select(2, wire.decode(text:sub(2), wire.own))
end

function Round:hand_out_all()
  for i = 1, #self.group do self:hand_out(i) end
end

-- A process whose job is late, and has not just been answered; nil: there is none.
function Round:late()
  local now = self.how.job_seconds and clock()
  for i = 1, now and #self.group or 0 do
    local late = #self.given[i] > 0 and now - self.since[i] > self.how.job_seconds
    if late and not child.wait({ self.group[i] }, 0) then return i end
  end
end

local function do_beside(group, source, done, how)
  local round, pause = new_round(group, source, how), (how.tick or how.job_seconds) and 0.1 or nil
  round:hand_out_all()
  while round.open > 0 do
    local i, text = child.wait(group, pause)
    if text == "interrupted" and not i then return text end
    local k, value, why
    if i and text then
      k, value = round:read(i, text)
      if not how.single then round:hand_out(i) end
    elseif i then round:bury(i) end
    if k then why, round.open = done(k, value), round.open - 1 end
    local slow = not why and round:late()
    k = slow and round:bury(slow, true)
    if k then why, round.open = done(k, nil, true), round.open - 1 end
    why = why or how.tick and how.tick()
    if why then return why end
    if how.single or not text then round:hand_out_all() end
  end
end

--- Returns the number of processes of a group. `asked`: 0: as many as there are processors; nil: 1.
function map.count(asked) return asked == 0 and child.processors() or asked or 1 end

--- Makes a worker group, which the caller closes. `work`: makes data of a job, which is data too; `count` of processes; 1: this
-- one; `beside`: even one process is another one. Raises that no process can be started.
function map.group(work, count, beside)
  local group = setmetatable({ work = work }, Group)
  beside = beside or count > 1
  if beside and core.lacks.workers then error(core.lacks.workers, 0) end
  for i = 1, beside and count or 0 do
    local one, wrong = child.start(serve(work))
    if not one and i == 1 then error(wrong, 0) end
    if not one then break end           -- more processes cannot be had
    group[i] = one
  end
  return group
end

--- Does all jobs of a list. After an error, or when it was stopped, the group can only be closed. `jobs`: a list, or a function
-- that gives the next job, and nil if there is none before another is done; `done`: gets the number of a job, what came of it,
-- and whether it was given up since it was late twice, in the order in which they come in; gives why to stop; `how`: `name`: of
-- the number of a job what a message about it begins with (without: errors come as they are, if they can); `tick`, which is
-- called now and then, and gives why to stop; `single`: no process has a job ahead; `job_seconds`: how long a job may take, in
-- another process. Returns why it stopped early: "interrupted", or what it was given. Raises what went wrong.
function Group:each(jobs, done, how)
  local source = type(jobs) == "function" and jobs or function(k) return jobs[k] end
  return (#self > 0 and do_beside or do_here)(self, source, done, how or {})
end

--- Waits for its processes to end: what they have printed is out then.
function Group:finish()
  for _, one in ipairs(self) do one:dismiss() end
  while #self > 0 do
    local i, text = child.wait(self)
    if not i and text then return end
    if i and not text then
      self[i]:stop()
      table.remove(self, i)
    end
  end
end

function Group:__close()
  for _, one in ipairs(self) do one:stop() end
end

--- Does all jobs of a list by a new group, and closes it: see map.group and Group:each.
function map.each(work, count, jobs, done, how)
  local group <close> = map.group(work, math.min(count, #jobs), how and how.job_seconds and #jobs > 0)
  local why = group:each(jobs, done, how)
  if not why then group:finish() end
  return why
end

--- A row of options: how long a job may take.
map.limit = { name = "job_seconds", kind = schema.seconds,
  help = "seconds that a job may take; then its process is killed, and it is done once more; late again, it has no result" }

--- The rows of the options of gts.map.
map.options = {
  map.row, map.limit,
  { name = "progress", kind = schema.callable, type = "fun(done: integer, jobs: integer, left: number): boolean?",
    help = "a function, called after each job with done, total, seconds left; false stops" },
}

--- Checks what gts.map, or gts.mpi.map, is called with. `name` of the function; `rows` of its options; `f`: what is to be done
-- with each. Returns the options.
function map.check(name, rows, jobs, f, given)
  if type(jobs) ~= "table" then return nil, ("the jobs of %s are %s: expected a list"):format(name, words.quote(jobs)) end
  local wrong = schema.misfit(("what %s is to do"):format(name), f, schema.callable)
  if wrong then return nil, wrong end
  return schema.options(name, rows, given)
end

--- The numbers of a list of jobs; it may have nil in it, if its field `n` says how many there are.
function map.numbers(jobs) return tables.range(1, math.type(jobs.n) == "integer" and jobs.n or #jobs) end

--- Collects results. `total` of the jobs; `progress`: see gts.map. Returns what gts.map returns; takes the number of a job, its
-- result, and whether it is late; returns "progress" where that ends the work.
function map.collect(total, progress)
  local results, began = { n = total, done = 0 }, clock()
  return results, function(k, value, late)
    results[k], results.done = value, results.done + 1
    if late then
      results.late = results.late or {}
      table.insert(results.late, k)
    end
    if not progress then return nil end
    local left = (clock() - began) / results.done * (total - results.done)
    return progress(results.done, total, left) == false and "progress" or nil
  end
end

--- See gts.map.
function map.map(jobs, f, given)
  local all, wrong = map.check("gts.map", map.options, jobs, f, given)
  if not all then error(wrong, 2) end
  local numbers = map.numbers(jobs)
  local results, take = map.collect(#numbers, all.progress)
  local count = map.count(all.workers or child.within() and 1 or 0)
  local function work(k) return (f(jobs[k], k)) end
  local function name(k) return ("gts.map: job %d: "):format(k) end
  results.stopped = map.each(work, count, numbers, take, { name = name, job_seconds = all.job_seconds })
  return results
end

return map
