--- Independent jobs, done by all ranks of a job of MPI: gts.mpi, which every rank of the same script requires.
--
-- Rank 0 hands out the numbers of jobs, for every rank has the list; the others answer with results. Where ranks are few, rank 0
-- does jobs itself and polls the others in between: so it gives them more jobs ahead. At the end all ranks get all results. Each
-- call of mpi.map has a number, so that messages of a stopped call are not taken for those of the next.
-- @module gts.mpi

local core = require "gts.core"
local child, clock = core.child, core.clock
local map = require "gts.map"
local raised = require "gts.base.raised"
local schema = require "gts.base.schema"
local wire = require "gts.base.wire"
local words = require "gts.base.words"

local FEW = 8                   -- ranks, of which the first does jobs too
local MOST_AHEAD = 64           -- jobs that a rank has at a time
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

--- Which rank this is, from 0.
mpi.rank = ranks.rank

--- How many ranks there are; 1 without mpirun.
mpi.size = ranks.size

--- Makes a worker group of all ranks, for gts.solve.
-- @function crew
-- @treturn userdata
mpi.crew = ranks.group

-- Messages: a letter, the number of the call, and what belongs to it: "j" a job, "+" and "!" what came of
-- one, "d" how many jobs there are, sent to a rank that has another number of them; from rank 0 at the end
-- "r" the results, or "e" what went wrong.

local HEAD = "<c1I4I8"          -- the letter, the call, a number

local function send(to, letter, call, number, rest) ranks.send(to, HEAD:pack(letter, call, number) .. (rest or "")) end

local function read(text)
  local letter, call, number, at = HEAD:unpack(text)
  return letter, call, number, text:sub(at)
end

local calls = 0                 -- of mpi.map
local waiting = {}              -- messages of calls to come

-- Jobs.

-- Does a job: the letter of its answer, and the rest of it; and whether Ctrl-C was pressed.
local function do_job(self, k)
  local pressed, _, ok, value = child.guard(raised.job, self.f, self.jobs[k], k)
  if not ok then return "!", value, pressed end
  local bytes, wrong = wire.encode(value, wire.own)
  if not bytes then return "!", map.misfit(wrong), pressed end
  if #bytes > LONGEST then return "!", "what it returned has more than 2 GB", pressed end
  return "+", bytes, pressed
end

-- Rank 0.

local Lead = {}
Lead.__index = Lead

-- How many jobs another rank is to have.
function Lead:ahead()
  local rest = self.total - self.following + 1
  if not self.works then return self.seconds < 0.001 and 16 or self.seconds < 0.02 and 3 or 1 end
  return math.max(self.seconds < 0.01 and 2 or 1, math.min(MOST_AHEAD, rest // (2 * mpi.size)))
end

function Lead:take()
  if self.following > self.total then return nil end
  self.following = self.following + 1
  return self.following - 1
end

function Lead:hand_out(rank)
  while self.given[rank] < self:ahead() do
    local k = self:take()
    if not k then return end
    send(rank, "j", self.call, k, ("<I8"):pack(self.total))
    self.given[rank] = self.given[rank] + 1
  end
end

-- A job is done. Gives why to stop.
function Lead:finish(rank, letter, k, rest, progress)
  if letter == "!" then
    error(("gts.mpi.map: job %d%s: %s"):format(k, mpi.size > 1 and (" on rank %d"):format(rank) or "", rest), 0)
  end
  local results, now = self.results, clock()
  results[k], results.done = select(2, wire.decode(rest, wire.own)), results.done + 1
  self.seconds = (now - self.began) / results.done * (self.works and mpi.size or mpi.size - 1)
  if not progress then return nil end
  local left = (now - self.began) / results.done * (self.total - results.done)
  return progress(results.done, self.total, left) == false and "progress" or nil
end

-- What has come from another rank. Gives why to stop.
function Lead:hear(rank, text, progress)
  local letter, call, k, rest = read(text)
  if call ~= self.call then return nil end              -- of a call that was stopped
  if letter == "d" then
    error(("gts.mpi.map: rank %d has %d jobs where rank 0 has %d: every rank must run the same script with the same jobs"):format(
      rank, k, self.total), 0)
  end
  self.given[rank] = self.given[rank] - 1
  self:hand_out(rank)
  return self:finish(rank, letter, k, rest, progress)
end

-- Does a job of our own, or waits. Gives why to stop.
function Lead:work(progress)
  local k = self.works and self:take()
  if k then
    local letter, rest, pressed = do_job(self, k)
    if pressed then return "interrupted" end
    return self:finish(0, letter, k, rest, progress)
  end
  local rank, text = ranks.receive(0.1)
  if rank then return self:hear(rank, text, progress) end
  for other = 1, mpi.size - 1 do
    if ranks.left(other) then error(("gts.mpi.map: rank %d has ended its script"):format(other), 0) end
  end
end

-- Until all is done. Gives why it stopped.
function Lead:run(progress)
  for rank = 1, mpi.size - 1 do self:hand_out(rank) end
  while self.results.done < self.total do
    local rank, text = ranks.receive(0)
    local why
    if rank then why = self:hear(rank, text, progress) else why = self:work(progress) end
    if why then return why end
  end
end

local function tell_all(letter, call, rest)
  for rank = 1, mpi.size - 1 do send(rank, letter, call, 0, rest) end
end

local function lead(self, progress)
  setmetatable(self, Lead)
  self.results, self.given, self.following, self.seconds = { n = self.total, done = 0 }, {}, 1, math.huge
  self.began, self.works = clock(), mpi.size <= FEW
  for rank = 1, mpi.size - 1 do self.given[rank] = 0 end
  local ok, wrong = pcall(function()
    self.results.stopped = self:run(progress)
    local bytes = mpi.size > 1 and assert(wire.encode(self.results, ALL)) or ""
    if #bytes > LONGEST then error("gts.mpi.map: what came of all jobs has more than 2 GB", 0) end
    tell_all("r", self.call, bytes)
  end)
  if not ok then
    tell_all("e", self.call, raised.text(wrong))
    error(wrong, 0)
  end
  return self.results
end

-- The others.

-- The next message of this call from rank 0, from those that have come before their time, or new.
local function next_message(call)
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
    elseif left then error("gts.mpi.map: rank 0 has ended its script", 0) end
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
    local letter, k, rest = next_message(self.call)
    if letter == "j" then
      local total = ("<I8"):unpack(rest)
      local ended, what = hear_the_end(self.call)
      if ended then letter, rest = ended, what
      elseif total ~= self.total then send(0, "d", self.call, self.total)
      else
        local mark, answer, pressed = do_job(self, k)
        if pressed then error("interrupted", 0) end
        send(0, mark, self.call, k, answer)
      end
    end
    if letter == "e" then error(rest, 0) end
    if letter == "r" then return select(2, wire.decode(rest, ALL)) end
  end
end

-- For everybody.

local options = {
  { name = "progress", kind = schema.callable,
    help = "a function, called on rank 0 after each job with done, total, seconds left; false stops" },
}

local say = { unknown = "unknown option %s for gts.mpi.map%s", what = "option '%s' of gts.mpi.map", missing = "" }

local function check(jobs, f, given)
  if type(jobs) ~= "table" then return nil, ("the jobs of gts.mpi.map are %s: expected a list"):format(words.quote(jobs)) end
  local wrong = schema.misfit("what gts.mpi.map is to do", f, schema.callable)
  if wrong then return nil, wrong end
  if given ~= nil and type(given) ~= "table" then
    return nil, ("the options of gts.mpi.map are %s: expected a table"):format(words.quote(given))
  end
  return schema.check(options, given or {}, say)
end

local running = false

--- Does independent jobs on all ranks. All ranks call it, with equal jobs and equally often; all get the results.
-- @tparam {any,...} jobs see gts.map
-- @tparam function f of a job and its number; what it returns first is data
-- @tparam[opt] table given progress: a function that is called on rank 0 of how many jobs are done, how many there are, and the
-- seconds left; false stops
-- @treturn {any,...} what f returned, with the fields n, done and stopped: see gts.map
-- @raise on all ranks: what is wrong with a job, with its number and the rank
function mpi.map(jobs, f, given)
  local all, wrong = check(jobs, f, given)
  if not all then error(wrong, 2) end
  if running then error("gts.mpi.map is at work: a job of it cannot call it", 2) end
  if child.within() then error("gts.mpi.map: a process of gts.map is no rank", 2) end
  calls, running = calls + 1, true
  local self = { call = calls, jobs = jobs, f = f, total = #map.numbers(jobs) }
  local ok, results = pcall(mpi.rank == 0 and lead or follow, self, all.progress)
  running = false
  if not ok then error(results, 0) end
  return results
end

return mpi
