--- Job-level proof-number search: the value of a position by many short searches, side by side in processes or on many
-- machines. The top of the tree (gts.solve.top) grows here; its nodes are searched elsewhere (gts.solve.job).
--
-- Questions "is the value at least `goal`?" are asked as by df-pn (src/algo/proof/question.c), until the bounds meet; bounds of
-- nodes serve all questions. A job has as many nodes as a fixed share of what all before it had together, as in PN^2 (Allis
-- 1994), up to `job_nodes`.

local core = require "gts.core"
local game = require "gts.game"
local fingerprint = require "gts.rules.fingerprint"
local image = require "gts.rules.image"
local job = require "gts.solve.job"
local job_file = require "gts.solve.job_file"
local map = require "gts.map"
local moves = require "gts.moves"
local refusal = require "gts.base.refusal"
local search = require "gts.search"
local top = require "gts.solve.top"

local need = refusal.need
local jobs = {}

local HUGE = math.huge
local LEAST, MOST = 1000, 1000000       -- nodes of a job, unless the option says otherwise
local SHARE = 4                 -- the nodes of all jobs before, over those of a job and the number of workers
local COMPILING = 10            -- seconds that this may take
local OFTEN = 0.1               -- seconds between two reports

--- How many nodes a job has, after the `total` of all jobs before it.
function jobs.size(most, total, workers) return math.min(most, math.max(LEAST, total // (SHARE * workers))) end

local function next_above(value)
  value = value + 0.0
  if value == 0 then return 0x1p-1074 end
  local bits = ("<i8"):unpack(("<d"):pack(value))
  return (("<d"):unpack(("<i8"):pack(bits + (value > 0 and 1 or -1))))
end

--- What is asked: `lower` and `upper`, the bounds of the root; `goal`, of the question; `value` and `move`, once they are known.
local Questions = {}
Questions.__index = Questions

--- Begins with the middle of the range, or 0.
function jobs.questions(range)
  local lower, upper = range[1], range[2]
  local middle = lower > -HUGE and upper < HUGE and lower / 2 + upper / 2 or 0
  local goal = middle <= lower and next_above(lower) or math.min(middle, upper)
  return setmetatable({ range = range, lower = lower, upper = upper, goal = goal }, Questions)
end

-- The move that has the value; nil: none is known to have it.
local function move_of(self, player)
  if self.sure and self.sure.bound == self.lower then return self.sure.move end
  local worst = self.range[player == "max" and 1 or 2]
  return self.lower == worst and 1 or nil               -- then all moves have it
end

--- Takes what a settled tree (gts.solve.top) says, and chooses the next goal. Returns true, and a best move, at the end.
function Questions:answer(tree)
  local won, player = tree:winner(), tree.root.player
  local root = tree.root
  self.lower, self.upper = math.max(self.lower, root.lower), math.min(self.upper, root.upper)
  local bound = player == "max" and self.lower or self.upper
  local move = tree:best(bound)         -- if who moves there is sure of his bound by one
  if move then self.sure = { bound = bound, move = move } end
  if self.lower < self.upper then
    self.goal = won == "max" and next_above(self.lower) or self.upper
    return false
  end
  if root.answer and root.answer.move == 0 then return true end         -- the game is over
  self.move = move_of(self, player)
  if self.move then return true end
  self.goal, self.again = player == "max" and self.lower or next_above(self.upper), true
  return false
end

-- Calls `source` and `done` as Group:each of gts.map does, with processes of this machine.
local function by_processes(asked, work, source, done, how)
  local group <close> = map.group(work, map.count(asked.threads), asked.job_seconds ~= nil)
  local why = group:each(source, done, how)
  if not why then group:finish() end
  return how.conclude(why)
end

local function each(asked, ...) return asked.ranks and asked.ranks.each(...) or by_processes(asked, ...) end

local Run = {}
Run.__index = Run

function Run:plant()
  self.proved[self.root.id] = nil               -- that the root is settled is not enough: its move is asked for as well
  self.tree = top.new(self.root.id, self.questions.goal, self.range, self.proved)
end

-- The job for a node that was chosen; nil: its answer is known already, and is taken.
function Run:job_for(taken)
  local only_moves = self.questions.again and taken.node == self.tree.root
  local known = not only_moves and self.file:find(taken.node.id, self.tree.goal)
  if known then
    self.nodes, self.known = self.nodes + known.nodes, self.known + 1
    self.tree:answer(taken, known)
    return nil
  end
  self.number = self.number + 1
  self.given[self.number] = { taken = taken, tree = self.tree }
  local nodes = only_moves and 0 or jobs.size(self.most, self.nodes, self.workers)
  return { path = taken.node.path, line = taken.node.line, goal = self.tree.goal, nodes = nodes }
end

-- The next job; nil: there is none now. What is expanded meanwhile may settle a question, by what was known.
function Run:source()
  while not self.finished do
    local taken = self.tree:take()
    local one = taken and self:job_for(taken)
    if one then return one end
    if self.tree:winner() then self:go_on() elseif not taken then return nil end
  end
end

-- The tree is settled: the next question is asked, if there is one.
function Run:go_on()
  self.finished = self.questions:answer(self.tree)
  if not self.finished then self:plant() end
end

-- A job is done; one of a tree that was settled meanwhile is kept as well.
function Run:done(k, answer)
  local given = self.given[k]
  self.given[k] = nil
  if answer and answer.nodes > 0 then           -- without nodes it was asked for successors alone
    self.nodes, self.fresh, self.native = self.nodes + answer.nodes, self.fresh + 1, self.native or answer.native
    self.file:add(given.taken.node.id, given.tree.goal, answer)
  end
  if given.tree == self.tree and not self.finished then
    self.tree:answer(given.taken, answer)
    if self.tree:winner() then self:go_on() end
  end
  return self.finished and "finished" or nil
end

-- Gives why to stop. Reports now and then.
function Run:tick()
  local now = core.clock()
  if self.finished then return "finished" end
  if now > self.until_then then return "time" end
  if not self.progress or now - self.reported < OFTEN then return nil end
  self.reported = now
  local report = { nodes = self.nodes, seconds = now - self.began, jobs = self.fresh }
  return self.progress(report) == false and "progress" or nil
end

-- What of the options is checked here.
local function refused(of, asked)
  if of.cycle ~= nil then
    return "by = 'jobs' does not serve rules.cycle: the value of a position then depends on the path to it, "
      .. "which a job does not know"
  end
  if of.mutable then return "by = 'jobs': the rules play moves on a board, and positions cannot be reached by paths" end
  if asked.solution then return "option 'solution' does not go with by = 'jobs': the evidence is the file of the jobs" end
end

-- Has the rules compiled before there are several processes: where rules may hang, by another one.
local function compile(of, asked, all)
  if not asked.job_seconds or all.native ~= "auto" then return search.compile(of, all, asked.time) end
  map.each(function() search.compile(of, all, COMPILING) end, 1, { 1 }, function() end, { job_seconds = COMPILING })
end

-- The root is named as it is: its images have the same id, but their moves in another order.
local function fingerprint_of(of, asked, root)
  if not asked.file then return "" end
  local is, wrong = fingerprint.of(of, game.given(of))
  if is then return core.hash(("%s root %s %s"):format(is, root.id, image.of(root.position))) end
  return nil, ("%s has no fingerprint, so it cannot have a file of jobs: %s"):format(of.name, wrong)
end

--- What is known at the beginning, on the process that leads: gives jobs (`source`), takes their answers (`done`), until it is
-- `finished`. `asked`: see jobs.solve. What is wrong is raised: see gts.base.refusal.
function jobs.run(of, asked, root)
  local file = need(job_file.open(asked.file, of.name, need(fingerprint_of(of, asked, root))))
  local range, now = of.range or { -HUGE, HUGE }, core.clock()
  local proved = need(file:proved(range))
  local self = setmetatable({
    root = root, file = file, range = range, proved = proved, questions = jobs.questions(range), given = {},
    number = 0, nodes = 0, fresh = 0, known = 0, most = asked.job_nodes or MOST, job_seconds = asked.job_seconds, began = now,
    workers = asked.ranks and math.max(1, asked.ranks.size - 1) or map.count(asked.threads), reported = now,
    until_then = now + (asked.time or HUGE), progress = asked.progress, native = false,
  }, Run)
  self:plant()
  return self
end

function Run:conclude(why)
  local q, open = self.questions, not self.finished and not why
  if open then
    error(("the question whether the value is at least %.14g stays open: jobs took longer than %g seconds twice, at the paths %s")
      :format(q.goal, self.job_seconds, (table.concat(self.tree.given_up, ", "):gsub("^$", "of the root"))), 0)
  end
  return { lower = q.lower, upper = q.upper, number = q.move, nodes = self.nodes, fresh = self.fresh, known = self.known,
    native = self.native, stopped = not self.finished and why or nil }
end

-- What a search would have found, of what came of a run.
local function found_by(of, root, data, seconds)
  local found = { lower = data.lower, upper = data.upper, exact = data.lower == data.upper, pv = {}, line = {},
    stats = { visits = data.nodes }, seconds = seconds, jobs = data.fresh, known = data.known, native = data.native,
    stopped = data.stopped }
  if found.exact then found.value = data.lower end
  local entry = data.number and moves.try(game.with_mover(of, root.player), root.position)[data.number]
  if entry then
    found.move, found.position = entry.move, entry.position
    found.pv[1], found.line[1] = entry.move, entry.position
  end
  return found
end

local function solved(of, asked)
  local wrong = refused(of, asked)
  need(not wrong, wrong)
  local began, share = core.clock(), asked.ranks and 1 or map.count(asked.threads)
  local all = need(search.check(of, { algorithm = "dfpn", position = asked.position, native = asked.native, deepen = false,
    table = math.max(1 << 20, (asked.memory or 1 << 30) // (2 * share)) }))
  local root = job.root(of, asked.position)
  compile(of, asked, setmetatable({ position = root.position }, { __index = all }))
  local self = (not asked.ranks or asked.ranks.rank == 0) and jobs.run(of, asked, root)
  local how = { name = function(k) return ("job %d: "):format(k) end, single = true, job_seconds = asked.job_seconds,
    tick = function() return self:tick() end, conclude = function(why) return self:conclude(why) end }
  local data = each(asked, job.worker(of, root, all), function() return self:source() end,
    function(k, answer) return self:done(k, answer) end, how)
  return found_by(of, root, data, core.clock() - began)
end

--- Solves a game by options of gts.solve: position, time, memory, native, threads, file, job_nodes, job_seconds, progress; and
-- `ranks`, the module whose ranks do the jobs. Returns what was found, or nil and what is wrong; raises what rules raise, and
-- which job has ended its process twice, or was late twice, so that the question stays open.
function jobs.solve(of, asked) return refusal.caught(solved, of, asked) end

return jobs
