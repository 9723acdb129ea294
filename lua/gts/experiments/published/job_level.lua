--- How much sooner a job-level search ends, on a machine with as many processors as one likes.

local job = require "gts.solve.job"
local jobs = require "gts.solve.jobs"
local make = require "gts.game".make
local search = require "gts.search"
local tables = require "gts.base.tables"

local OVERHEAD = 1000           -- what a job costs beside its nodes, in nodes: about a quarter of a millisecond
local TABLE = 1 << 21           -- bytes of a worker's table

-- The games, and the most nodes of a job of each.
local games = {
  ["connect4 5x4"] = { "connect4", { columns = 5, rows = 4 }, 5000 },
  ["hex 4x4"] = { "hex", { size = 4 }, 5000 },
  ["clobber 5x4"] = { "clobber", { columns = 5, rows = 4 }, 20000 },
  ["connect4 4x4"] = { "connect4", { columns = 4, rows = 4 }, 1000 },
}

-- Jobs that are being done, by the time at which they end; of equal ones the one that began first.
local function first_of(running)
  table.sort(running, function(a, b)
    if a.ends ~= b.ends then return a.ends > b.ends end
    return a.number > b.number
  end)
  return table.remove(running)
end

-- Lets a worker do jobs from now on until there is none for it.
local function begin(run, worker, now, running)
  local one = run:source()
  if not one then return false end
  local answer = worker.work(one)
  local cost = answer.nodes + OVERHEAD
  worker.spent = worker.spent + cost
  running[#running + 1] = { number = run.number, ends = now + cost, answer = answer, worker = worker }
  return true
end

-- Simulates a search with `count` workers. Returns when it ends, what the workers have spent, both in nodes, and the run.
local function simulate(of, most, count)
  local all = assert(search.check(of, { algorithm = "dfpn", table = TABLE, deepen = false, native = "auto" }))
  local root = job.root(of)
  local run = jobs.run(of, { job_nodes = most, threads = count }, root)
  local workers = tables.range(1, count, function() return { work = job.worker(of, root, all), spent = 0 } end)
  local idle, running, now = tables.copy(workers), {}, 0
  while not run.finished do
    while #idle > 0 and begin(run, idle[#idle], now, running) do table.remove(idle) end
    if run.finished then break end
    local done = first_of(running)
    now, idle[#idle + 1] = done.ends, done.worker
    run:done(done.number, done.answer)
  end
  local spent = tables.sum(workers, function(worker) return worker.spent end)
  return now, spent - tables.sum(running, function(left) return left.ends - now end), run
end

local alone = {}                -- by game: what one worker needs

local function run(point)
  local name, options, most = table.unpack(games[point.game])
  local of = make(name, options)
  local now, spent, found = simulate(of, most, point.workers)
  if point.workers > 1 and not alone[point.game] then alone[point.game] = { simulate(of, most, 1) } end
  local one = alone[point.game] or { now, spent, found }
  alone[point.game] = one
  assert(found.questions.lower == one[3].questions.lower, "another value")
  return { { one[1] / now, one[1] / now / point.workers, spent / one[2], found.fresh } }
end

return {
  seeds = 1,
  exact = true,
  points = { { game = "hex 4x4" }, { game = "connect4 5x4" }, { game = "clobber 5x4" } },
  over = { { "workers", { 1, 2, 4, 16, 64, 256 } } },
  parameters = { "game", "workers" },
  rows = "workers",
  algorithms = { { label = "jobs" } },
  run = run,
  measures = { "speed-up", "efficiency", "nodes", "jobs" },
  chart = { x = "workers", y_label = "times as fast", panels = { "game" }, log_x = true, log_y = true },
  quick = { points = { { game = "connect4 4x4" } }, over = { { "workers", { 1, 4 } } } },
}
