-- gts.mpi: a script on all ranks of a job of MPI.

local mpirun = require "spec.support.mpirun"
local run = require "spec.support.run"

describe("gts.mpi without MPI", function()
  it("says which package is missing", function()
    local out, _, code = run.gts { script = [[
      package.cpath = ""
      print(select(2, pcall(require, "gts.mpi")))]] }
    assert.equal(0, code)
    assert.equal("gts.mpi is not there: gts was built without MPI "
      .. "(Debian: gts-search-mpi; or libopenmpi-dev, and build gts again)\n", out)
  end)
end)

local built = run.output(("test -f '%s' && echo yes"):format((run.program:gsub("[^/]*$", "lib/gts/mpi_core.so")))) == "yes"
if not built or run.output "command -v mpirun" == "" then
  describe("gts.mpi", function() pending "needs mpicc, which was not there when gts was built, and mpirun" end)
  return
end

describe("a job of MPI", function()
  it("is held to what gts writes, not to what Open MPI and hwloc say of the machine", function()
    local _, err = mpirun(1, "", "sh -c 'printf \"[hwloc/linux] no /sys\\n[box:1] Read -1\\ngts: one\\n[box:1] x\\n\" >&2' sh")
    assert.equal("gts: one\n", err)
  end)
end)

describe("gts.mpi", function()
  it("is one rank without mpirun", function()
    local out, err, code = run.gts { script = [[
      local mpi = require "gts.mpi"
      print(mpi.rank, mpi.size, table.concat(mpi.map({ 1, 2, 3 }, function(job, i) return job * i end), " "))
      local crew <close> = mpi.crew()
      local told = {}
      mpi.map({ 1, 2 }, function() end, { progress = function(...) told[#told + 1] = table.concat({ ... }, " ", 1, 2) end })
      print(table.concat(told, ", "))
      local r = mpi.map({ 1, 2, 3 }, function() end, { progress = function(done) return done < 2 end })
      print(r.n, r.done, r.stopped)
      print(select(2, pcall(mpi.map, { 1, 2 }, function() return print end)))
      print(select(2, pcall(mpi.map, { 1, 2 }, function() mpi.map({}, print) end)))
      print(select(2, pcall(mpi.map, {}, print, { workers = 2 })))]] }
    assert.same({ "", 0 }, { err, code })
    assert.equal("0\t1\t1 4 9\n1 2, 2 2\n3\t2\tprogress\n" ..
      "gts.mpi.map: job 1: what it returned is a function, which cannot be sent to another process\n" ..
      "gts.mpi.map: job 1: script.lua: gts.mpi.map is at work: a job of it cannot call it\n" ..
      "unknown option 'workers' for gts.mpi.map\n", (out:gsub("/[^ ]*/script.lua:%d+: ", "script.lua: ")
        :gsub("script.lua: unknown", "unknown")))
  end)

  it("says when the launcher is of another MPI", function()
    local out = run.gts { script = [[print(select(2, pcall(require, "gts.mpi")))]], environment = "SLURM_STEP_NUM_TASKS=64" }
    assert.truthy(out:find("gts.mpi: the launcher that has started this job belongs to another MPI than ", 1, true), out)
    out = run.gts { script = [[print(require("gts.mpi").size)]], environment = "SLURM_STEP_NUM_TASKS=1" }
    assert.equal("1\n", out)
  end)

  it("does jobs on all ranks, and tells all of them everything, in order", function()
    local out, err, code = mpirun(4, [[
      local gts, mpi = require "gts", require "gts.mpi"
      local jobs, expected = {}, {}
      for i = 1, 300 do jobs[i], expected[i] = { i }, i * i end
      for round = 1, 3 do
        local results = mpi.map(jobs, function(job, i) return job[1] * i end)
        assert(table.concat(results, " ") == table.concat(expected, " "))
        assert(results.n == 300 and results.done == 300 and results.stopped == nil)
      end
      local who = mpi.map(jobs, function() for _ = 1, 100000 do end return mpi.rank end)
      local seen = {}
      for i = 1, 300 do seen[who[i] ] = true end
      local game = gts.game "tictactoe"
      local value = mpi.map({ game }, function(of) return gts.search(of).value end)[1]
      print(mpi.rank, mpi.size, #seen, seen[0], value, #mpi.map({}, error))]])
    local expected = {}
    for rank = 0, 3 do expected[rank + 1] = rank .. "\t4\t3\ttrue\t0\t0" end
    assert.same({ table.concat(expected, "\n"), "", 0 }, { out, err, code })
  end)

  it("carries data to the bit, and in any size", function()
    local out, err, code = mpirun(2, [[
      local mpi = require "gts.mpi"
      local all = { 0 / 0, -0.0, math.huge, math.mininteger, "\0\255", ("x"):rep(3000000), { 1, { a = 2.5 } }, nil, true, n = 9 }
      local results = mpi.map(all, function(job) return job end)
      local parts = { tostring(results[1] ~= results[1]), tostring(results[2]), results[3], results[4],
        #results[5], #results[6], results[7][2].a, tostring(results[8]), tostring(results[9]), results.n }
      print(mpi.rank, table.concat(parts, " "))]])
    assert.same({ "", 0 }, { err, code })
    local expected = "true -0.0 inf -9223372036854775808 2 3000000 2.5 nil true 9"
    assert.equal("0\t" .. expected .. "\n1\t" .. expected, out)
  end)

  it("raises what is wrong with a job on all ranks, and goes on after that", function()
    local out, err, code = mpirun(3, [[
      local mpi = require "gts.mpi"
      local jobs = {}
      for i = 1, 100 do jobs[i] = i end
      for round = 1, 20 do
        local ok, wrong = pcall(mpi.map, jobs, function(job) return job == 40 + round and error("oh", 0) or job end)
        assert(not ok and wrong:find("^gts.mpi.map: job " .. 40 + round .. " on rank %d: oh$"), wrong)
        assert(#mpi.map(jobs, function(job) return job end) == 100)
      end
      local ok, wrong = pcall(mpi.map, jobs, function(job) return job == 50 and print or 1 end)
      assert(wrong:find "job 50 on rank %d: what it returned is a function", wrong)
      ok, wrong = pcall(mpi.map, jobs, math.abs, { progress = function(done) return done < 30 or error("no", 0) end })
      assert(wrong == "no", wrong)
      local r = mpi.map(jobs, function(job) return job end, { progress = function(done) return done < 30 end })
      print(mpi.rank, r.done, r.stopped)]])
    assert.same({ "0\t30\tprogress\n1\t30\tprogress\n2\t30\tprogress", "", 0 }, { out, err, code })
  end)

  it("ends the job, and hangs nowhere, when a rank fails elsewhere", function()
    local _, err, code = mpirun(3, [[
      local mpi = require "gts.mpi"
      if mpi.rank == 1 then error("bad luck", 0) end
      mpi.map({ 1, 2, 3, 4 }, function() end)]])
    assert.truthy(err:find("gts: bad luck", 1, true), err)
    assert.equal(1, code)
    _, _, code = mpirun(3, [[
      local mpi = require "gts.mpi"
      mpi.map({ 1, 2, 3, 4 }, function(job) if job == 3 then os.exit(7) end end)]])
    assert.equal(7, code)
    _, _, code = mpirun(3, [[
      local mpi = require "gts.mpi"
      mpi.map({ 1, 2, 3, 4 }, function(job) if mpi.rank == 1 then os.execute "kill -9 $PPID" end end)]])
    assert.is_true(code ~= 0)
  end)

  it("loses only the job, with job_seconds, where a job hangs, or its process is killed", function()
    local folder, gone <close> = run.folder()
    assert(gone)
    local out, err, code = mpirun(3, ([[
      local mpi = require "gts.mpi"
      local jobs = {}
      for i = 1, 20 do jobs[i] = i end
      local results = mpi.map(jobs, function(job)
        if job == 7 then while true do end end
        local mark = "%s/" .. job
        local before = io.open(mark)
        assert(io.open(mark, "w")):close()
        if job == 9 and not before then os.execute "kill -9 $PPID" end
        return job * job
      end, { job_seconds = 0.2 })
      local sum = 0
      for i = 1, 20 do sum = sum + (results[i] or 0) end
      print(mpi.rank, results.done, sum, table.concat(results.late, " "))]]):format(folder))
    local line = "\t20\t" .. 2870 - 49 .. "\t7"
    assert.same({ "0" .. line .. "\n1" .. line .. "\n2" .. line, "", 0 }, { out, err, code })
  end)

  it("solves by jobs on all ranks, which all have the answer, with a file that a rank by itself goes on with", function()
    local folder, gone <close> = run.folder()
    assert(gone)
    local script = ([[
      local gts, mpi = require "gts", require "gts.mpi"
      local r = gts.solve("tictactoe", { by = "jobs", mpi = mpi, job_nodes = 60, file = "%s/jobs", native = false })
      print(mpi.rank, r.value, r.move, r.exact, r.jobs > 0)]]):format(folder)
    local out, err, code = mpirun(3, script)
    local move = tonumber(out:match "^0\t0\t(%d)\t")
    local line = ("\t0\t%d\ttrue\ttrue"):format(move)
    assert.same({ "0" .. line .. "\n1" .. line .. "\n2" .. line, "", 0 }, { out, err, code })
    out, err, code = mpirun(1, script)
    assert.same({ "", 0 }, { err, code })
    assert.equal("0\t0\t", out:sub(1, 4))
    out, err = mpirun(2, [[
      local gts, mpi = require "gts", require "gts.mpi"
      local rules = { name = "bad", start = 1, successors = function(p) return p < 9 and { 2 * p, 2 * p + 1 } or {} end,
        evaluate = function() error("no such end", 0) end }
      print(select(2, pcall(gts.solve, rules, { by = "jobs", mpi = mpi, job_nodes = 2, native = false })))]])
    assert.truthy(out:find "gts.mpi: job %d+ on rank 1: .*no such end %(in rules.evaluate of position %d+%)", out .. err)
  end)

  it("names a rank that has ended its script #thorough", function()
    for gone = 0, 2 do
      local out, _, code = mpirun(3, ([[
        local mpi = require "gts.mpi"
        if mpi.rank == %d then return end
        print(select(2, pcall(mpi.map, { 1, 2, 3, 4 }, function() end)))
        print(select(2, pcall(mpi.crew)))]]):format(gone))
      local line = ("rank %d has ended its script"):format(gone)
      assert.equal(0, code)
      assert.equal(("gts.mpi.map: %s\ngts.mpi.map: %s\ngts.mpi: %s\ngts.mpi: %s"):format(line, line, line, line), out)
    end
  end)

  it("names a rank that has other jobs", function()
    local out, _, code = mpirun(3, [[
      local mpi = require "gts.mpi"
      local jobs = { 1, 2, 3 }
      if mpi.rank == 2 then jobs[4] = 4 end
      local ok, wrong = pcall(mpi.map, jobs, function(job) local t = os.clock() while os.clock() < t + 0.05 do end return job end)
      print(wrong:match "rank 2 has 4 jobs where rank 0 has 3")]])
    assert.same({ ("rank 2 has 4 jobs where rank 0 has 3\n"):rep(3):sub(1, -2), 0 }, { out, code })
  end)

  it("lets jobs start processes, which are no ranks", function()
    local out, err, code = mpirun(2, [[
      local gts, mpi = require "gts", require "gts.mpi"
      local results = mpi.map({ 1, 2, 3 }, function(job)
        return #gts.map({ 1, 2, 3 }, function(part) return part * job end, { workers = 2 })
      end)
      print(table.concat(results, " "), (select(2, pcall(gts.map, { 1 , 2 }, function() return mpi.map({}, print) end,
        { workers = 2 })):match "a process of gts.map is no rank"))]])
    assert.same({ "3 3 3\ta process of gts.map is no rank\n3 3 3\ta process of gts.map is no rank", "", 0 }, { out, err, code })
  end)

  it("makes crews of all ranks, and closes them, with all or after one has gone", function()
    local out, err, code = mpirun(3, [[
      local mpi = require "gts.mpi"
      for _ = 1, 5 do
        local crew <close> = mpi.crew()
      end
      local lost = mpi.crew()
      lost = nil
      collectgarbage()
      print(mpi.rank, #mpi.map({ 1, 2, 3 }, math.abs))]])
    assert.same({ "0\t3\n1\t3\n2\t3", "", 0 }, { out, err, code })
  end)
end)
