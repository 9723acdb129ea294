--- Independent jobs, done by all ranks of a job of MPI: gts.mpi, which every rank of the same script requires.
--
-- Rank 0 hands out the numbers of jobs, for every rank has the list; the others answer with results. Where ranks are few, rank 0
-- does jobs itself and polls the others in between: so it gives them more jobs ahead. At the end all ranks get all results. Each
-- call has a number, so that messages of a stopped call are not taken for those of the next. Of mpi.each, whose jobs come about
-- as others are answered, the jobs travel too, and rank 0 does nothing else.
--
-- With a time limit a rank does its jobs in a separate process, as gts.map does: a job that ends its process, or is late, is done
-- once more by another. A rank silent for longer is given up: others do its jobs, and none waits for it.

local core = require "gts.core"
local child, clock = core.child, core.clock
local map = require "gts.map"
local raised = require "gts.base.raised"
local schema = require "gts.base.schema"
local wire = require "gts.base.wire"

local FEW = 8                   -- ranks, of which the first does jobs too
local MOST_AHEAD = 64           -- jobs that a rank has at a time
local GRACE = 10                -- seconds that a rank may need beside its job until it is given up
local LONGEST = (1 << 31) - 64  -- bytes of what comes of a job: a message of MPI has no more
-- The limits of the list of what came of all jobs.
local ALL = { deepest = wire.own.deepest + 1, parts = wire.own.parts, numbers = wire.own.numbers, results = true }

if core.lacks.mpi then error(core.lacks.mpi, 0) end
local found, ranks = pcall(require, "gts.mpi_core")
if not found then
  local there = package.searchpath("gts.mpi_core", package.cpath)
  error(there and ranks
    or "gts.mpi is not there: gts was built without MPI (Debian: gts-search-mpi; or libopenmpi-dev, and build gts again)", 0)
end

local mpi = {}
local gone = {}                 -- by rank: it was given up, in this call or before

--- Which rank this is, from 0.
mpi.rank = ranks.rank

--- How many ranks there are; 1 without mpirun.
mpi.size = ranks.size

--- Makes a worker group of all ranks, for gts.solve.
-- @raise that a rank was given up: it would be waited for
function mpi.crew()
  local rank = next(gone)
  if rank then error(("gts.mpi: rank %d was given up: not all ranks can work together any more"):format(rank), 0) end
  local made, group = pcall(ranks.group)
  if not made then error(group, 0) end
  return group
end

-- Messages: a letter, the number of the call, and what belongs to it: "j" a job, "+" and "!" what came of one, "l" that it was
-- late twice, "d" how many jobs there are, where another number was sent; from rank 0 "r" the results, or "e" an error.

local HEAD = "<c1I4I8"          -- the letter, the call, a number

local function send(to, letter, call, number, rest) ranks.send(to, HEAD:pack(letter, call, number) .. (rest or "")) end

local function read(text)
  local letter, call, number, at = HEAD:unpack(text)
  return letter, call, number, text:sub(at)
end

local calls = 0                 -- of mpi.map
local waiting = {}              -- messages of calls to come

-- Does a job in another process: the letter of its answer, and what came of it; and whether Ctrl-C was pressed.
local function do_beside(self, job)
  local letter, value = "+", nil
  self.group = self.group or map.group(self.work, 1, true)
  local function done(_, made, late) letter, value = late and "l" or "+", made end
  local how = { name = function() return "" end, job_seconds = self.job_seconds }
  local ok, why = pcall(self.group.each, self.group, { job }, done, how)
  if not ok then
    local _ <close> = self.group                -- what is left of it can only be closed
    self.group = nil
    return "!", raised.text(why)
  end
  return letter, value, why == "interrupted"
end

-- Does a job: the letter of its answer, and the rest of it; and whether Ctrl-C was pressed.
local function do_job(self, job)
  local letter, value, pressed
  if self.job_seconds then letter, value, pressed = do_beside(self, job)
  else
    local ok, _
    pressed, _, ok, value = child.guard(raised.job, self.work, job)
    letter = ok and "+" or "!"
  end
  if letter ~= "+" then return letter, value or "", pressed end
  local bytes, wrong = wire.encode(value, wire.own)
  if not bytes then return "!", map.misfit(wrong), pressed end
  if #bytes > LONGEST then return "!", "what it returned has more than 2 GB", pressed end
  return "+", bytes, pressed
end

local Lead = {}
Lead.__index = Lead

-- How many jobs another rank is to have.
function Lead:ahead()
  if self.single then return 1 end
  local rest = self.total - self.following + 1
  if not self.works then return self.seconds < 0.001 and 16 or self.seconds < 0.02 and 3 or 1 end
  return math.max(self.seconds < 0.01 and 2 or 1, math.min(MOST_AHEAD, rest // (2 * mpi.size)))
end

-- The number of the next job that no rank has; nil: there is none.
function Lead:take()
  local k = table.remove(self.again)
  while k and self.closed[k] do k = table.remove(self.again) end
  if k then return k end
  k = self.following
  local job = self.source(k)
  if job == nil then return nil end
  self.jobs[k], self.following, self.open = job, k + 1, self.open + 1
  return k
end

function Lead:hand_out(rank)
  local given = self.given[rank]
  while given and #given < self:ahead() do
    local k = self:take()
    if not k then return end
    if #given == 0 then self.since[rank] = clock() end
    given[#given + 1] = k
    send(rank, "j", self.call, k, ("<I8"):pack(self.total) .. assert(wire.encode(self.jobs[k], wire.own)))
  end
end

function Lead:hand_out_all()
  for rank = 1, mpi.size - 1 do self:hand_out(rank) end
end

-- A job is done, or given up. Gives why to stop.
function Lead:finish(rank, letter, k, rest)
  if self.closed[k] then return nil end         -- another has done it: this rank was given up
  if letter == "!" then
    error(("%sjob %d%s: %s"):format(self.name, k, mpi.size > 1 and (" on rank %d"):format(rank) or "", rest), 0)
  end
  self.closed[k], self.jobs[k], self.open, self.finished = true, nil, self.open - 1, self.finished + 1
  self.seconds = (clock() - self.began) / self.finished * (self.works and mpi.size or mpi.size - 1)
  if letter == "l" then return self.done(k, nil, true) end
  return self.done(k, select(2, wire.decode(rest, wire.own)))
end

-- Gives up ranks that have been silent for longer than a job can take: others do their jobs.
function Lead:give_up()
  local now = self.job_seconds and clock()
  for rank = 1, now and mpi.size - 1 or 0 do
    local given = self.given[rank]
    if given and #given > 0 and now - self.since[rank] > 2 * self.job_seconds + GRACE then
      for at = #given, 1, -1 do self.again[#self.again + 1] = given[at] end
      self.given[rank] = nil
      self.lost[#self.lost + 1], gone[rank] = rank, true
      ranks.forget(rank)
      self:hand_out_all()
    end
  end
  if not self.works and not next(self.given) then error(self.name .. "no rank but the first answers any more", 0) end
end

-- What has come from another rank. Gives why to stop.
function Lead:hear(rank, text)
  local letter, call, k, rest = read(text)
  if call ~= self.call then return nil end              -- of a call that was stopped
  if letter == "d" then
    error(("%srank %d has %d jobs where rank 0 has %d: every rank must run the same script with the same jobs"):format(
      self.name, rank, k, self.total), 0)
  end
  local given = self.given[rank]
  if given then
    table.remove(given, 1)                      -- a rank does its jobs in their order
    self.since[rank] = clock()
    if not self.single then self:hand_out(rank) end
  end
  local why = self:finish(rank, letter, k, rest)
  if self.single and not why then self:hand_out_all() end
  return why
end

-- Waits. Gives why to stop.
function Lead:wait()
  local rank, text = ranks.receive(0.1)
  if rank then return self:hear(rank, text) end
  self:give_up()
  for other in pairs(self.given) do
    if ranks.left(other) then error(("%srank %d has ended its script"):format(self.name, other), 0) end
  end
end

-- Until all is done. Gives why it stopped.
function Lead:run()
  self:hand_out_all()
  while true do
    local rank, text = ranks.receive(0)
    local k = not rank and self.works and self:take()
    local why
    if rank then why = self:hear(rank, text)
    elseif k then
      local letter, rest, pressed = do_job(self, self.jobs[k])
      why = pressed and "interrupted" or self:finish(0, letter, k, rest)
    elseif self.open == 0 then return nil
    else why = self:wait() end
    why = why or self.tick and self.tick()
    if why then return why end
  end
end

local function tell_all(self, letter, rest)
  for rank in pairs(self.given) do send(rank, letter, self.call, 0, rest) end
end

-- All is done: sends what all ranks are to have. The others get the list of those that were given up.
local function lead(self)
  setmetatable(self, Lead)
  self.given, self.since, self.again, self.closed, self.jobs, self.lost = {}, {}, {}, {}, {}, {}
  self.following, self.open, self.finished, self.seconds, self.began = 1, 0, 0, math.huge, clock()
  for rank = 1, mpi.size - 1 do self.given[rank] = not gone[rank] and {} or nil end
  local ok, wrong = pcall(function()
    local results = self.conclude(self:run())
    local bytes = mpi.size > 1 and assert(wire.encode({ results = results, lost = self.lost }, ALL)) or ""
    if #bytes > LONGEST then error(self.name .. "what came of all jobs has more than 2 GB", 0) end
    tell_all(self, "r", bytes)
    return results
  end)
  if not ok then
    tell_all(self, "e", raised.text(wrong))
    error(wrong, 0)
  end
  return wrong
end

-- The next message of this call from rank 0, from those that have come before their time, or new.
local function next_message(self)
  local call = self.call
  for i, text in ipairs(waiting) do
    local letter, its, number, rest = read(text)
    if its == call then
      table.remove(waiting, i)
      return letter, number, rest
    end
  end
  while true do
    local left = ranks.left(0)          -- before we look: what it has sent is there then
    local rank, text = ranks.receive(0.1)
    if rank then
      local letter, its, number, rest = read(text)
      if its == call then return letter, number, rest end
      if its > call then waiting[#waiting + 1] = text end
    elseif left then error(self.name .. "rank 0 has ended its script", 0) end
  end
end

-- All that has come; the end of the call, if that has.
local function hear_the_end(call)
  while true do
    local rank, text = ranks.receive(0)
    if not rank then break end
    if select(2, read(text)) >= call then waiting[#waiting + 1] = text end
  end
  for i, text in ipairs(waiting) do
    local letter, its, _, rest = read(text)
    if its == call and letter ~= "j" then
      table.remove(waiting, i)
      return letter, rest
    end
  end
end

local function follow(self)
  while true do
    local letter, k, rest = next_message(self)
    if letter == "j" then
      local total, at = ("<I8"):unpack(rest)
      local ended, what = hear_the_end(self.call)
      if ended then letter, rest = ended, what
      elseif total ~= self.total then send(0, "d", self.call, self.total)
      else
        local mark, answer, pressed = do_job(self, select(2, wire.decode(rest:sub(at), wire.own)))
        if pressed then error("interrupted", 0) end
        send(0, mark, self.call, k, answer)
      end
    end
    if letter == "e" then error(rest, 0) end
    if letter == "r" then
      local all = select(2, wire.decode(rest, ALL))
      for _, rank in ipairs(all.lost) do ranks.forget(rank) end
      return all.results
    end
  end
end

local running = false

-- Makes a call of all ranks: `self` has what Lead needs.
local function call_all(self)
  calls, running = calls + 1, true
  self.call = calls
  local ok, results = pcall(mpi.rank == 0 and lead or follow, self)
  running = false
  if self.group then
    local group <close> = self.group
    if ok then group:finish() end
  end
  if not ok then error(results, 0) end
  return results
end

local options = {
  map.limit,
  { name = "progress", kind = schema.callable,
    help = "a function, called on rank 0 after each job with done, total, seconds left; false stops" },
}

-- Is this a place for a call of all ranks? Else what is wrong.
local function misplaced(name)
  if running then return name .. " is at work: a job of it cannot call it" end
  if child.within() then return name .. ": a process of gts.map is no rank" end
end

--- Does independent jobs on all ranks. All ranks call it, with equal jobs and equally often; all get the results.
-- @tparam {any,...} jobs see gts.map
-- @tparam function f of a job and its number; what it returns first is data
-- @tparam[opt] table given job_seconds: see gts.map; progress: a function that is called on rank 0 of how many jobs are done, how
-- many there are, and the seconds left; false stops
-- @treturn {any,...} what f returned, with the fields n, done, stopped and late: see gts.map
-- @raise on all ranks: what is wrong with a job, with its number and the rank
function mpi.map(jobs, f, given)
  local all, wrong = map.check("gts.mpi.map", options, jobs, f, given)
  if not all then error(wrong, 2) end
  wrong = misplaced "gts.mpi.map"
  if wrong then error(wrong, 2) end
  local total = #map.numbers(jobs)
  local results, done = map.collect(total, all.progress)
  return call_all {
    name = "gts.mpi.map: ", total = total, works = mpi.size <= FEW, job_seconds = all.job_seconds, done = done,
    source = function(k) return k <= total and k or nil end,
    work = function(k) return (f(jobs[k], k)) end,
    conclude = function(stopped)
      results.stopped = stopped
      return results
    end,
  }
end

--- Like Group:each of gts.map with a function for jobs, on all ranks: rank 0 alone calls `source`, `done` and `how.tick`, and,
-- where there are others, does no jobs. `work` makes data of a job, the same on all ranks; `how.conclude`, on rank 0, makes
-- data of why it stopped before the end, or nil: that is returned on all ranks.
function mpi.each(work, source, done, how)
  local wrong = misplaced "gts.mpi"
  if wrong then error(wrong, 2) end
  return call_all {
    name = "gts.mpi: ", total = 0, works = mpi.size == 1, single = true, work = work, source = source, done = done,
    job_seconds = how.job_seconds, tick = how.tick, conclude = how.conclude,
  }
end

return mpi
