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

  it("does jobs on all ranks, and tells all of them everything, in order, in any size, and to the bit", function()
    local out, err, code = mpirun(3, [[
      local gts, mpi = require "gts", require "gts.mpi"
      local jobs, expected = {}, {}
      for i = 1, 300 do jobs[i], expected[i] = { i }, i * i end
      for round = 1, 3 do
        local results = mpi.map(jobs, function(job, i) return job[1] * i end)
        assert(table.concat(results, " ") == table.concat(expected, " "))
        assert(results.n == 300 and results.done == 300 and results.stopped == nil)
      end
      local who = mpi.map(jobs, function() for _ = 1, 10000 do end return mpi.rank end)
      local seen = {}
      for i = 1, 300 do seen[who[i] ] = true end
      local game = gts.game "tictactoe"
      local value = mpi.map({ game }, function(of) return gts.search(of).value end)[1]
      print(mpi.rank, mpi.size, #seen, seen[0], value, #mpi.map({}, error))
      local all = { 0 / 0, -0.0, math.huge, math.mininteger, "\0\255", ("x"):rep(3000000), { 1, { a = 2.5 } }, nil, true, n = 9 }
      local r = mpi.map(all, function(job) return job end)
      assert(r[1] ~= r[1] and tostring(r[2]) == "-0.0" and r[3] == math.huge and r[4] == math.mininteger and r[5] == "\0\255")
      assert(#r[6] == 3000000 and r[7][2].a == 2.5 and r[8] == nil and r[9] == true and r.n == 9)]])
    local expected = {}
    for rank = 0, 2 do expected[rank + 1] = rank .. "\t3\t2\ttrue\t0\t0" end
    assert.same({ table.concat(expected, "\n"), "", 0 }, { out, err, code })
  end)

  it("raises what is wrong with a job on all ranks, and goes on after that, with crews and processes of jobs", function()
    local out, err, code = mpirun(3, [[
      local gts, mpi = require "gts", require "gts.mpi"
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
      for _ = 1, 5 do
        local crew <close> = mpi.crew()
      end
      local lost = mpi.crew()
      lost = nil
      collectgarbage()
      local results = mpi.map({ 1, 2, 3 }, function(job)        -- these processes are no ranks
        return #gts.map({ 1, 2, 3 }, function(part) return part * job end, { workers = 2 })
      end)
      assert(table.concat(results, " ") == "3 3 3")
      ok, wrong = pcall(gts.map, { 1, 2 }, function() return mpi.map({}, print) end, { workers = 2 })
      assert(wrong:find "a process of gts.map is no rank", wrong)
      local rules = { name = "bad", start = 1, successors = function(p) return p < 9 and { 2 * p, 2 * p + 1 } or {} end,
        evaluate = function() error("no such end", 0) end }
      ok, wrong = pcall(gts.solve, rules, { by = "jobs", mpi = mpi, job_nodes = 2, native = false })
      assert(wrong:find "gts.mpi: job %d+ on rank %d: .*no such end %(in rules.evaluate of position %d+%)", wrong)
      local r = mpi.map(jobs, function(job) return job end, { progress = function(done) return done < 30 end })
      print(mpi.rank, r.done, r.stopped)
      if mpi.rank == 2 then jobs[101] = 4 end
      ok, wrong = pcall(mpi.map, jobs, function(job) return job end)
      print(wrong:match "rank 2 has 101 jobs where rank 0 has 100")]])
    local other = "rank 2 has 101 jobs where rank 0 has 100\n"
    assert.same({ "0\t30\tprogress\n1\t30\tprogress\n2\t30\tprogress\n" .. other:rep(3):sub(1, -2), "", 0 }, { out, err, code })
  end)

  it("ends the job, and hangs nowhere, when a rank fails elsewhere", function()
    local _, err, code = mpirun(2, [[
      local mpi = require "gts.mpi"
      if mpi.rank == 1 then error("bad luck", 0) end
      mpi.map({ 1, 2, 3, 4 }, function() end)]])
    assert.truthy(err:find("gts: bad luck", 1, true), err)
    assert.equal(1, code)
    _, _, code = mpirun(3, [[
      local mpi = require "gts.mpi"
      mpi.map({ 1, 2, 3, 4 }, function(job) if job == 3 then os.exit(7) end end)]])
    assert.equal(7, code)
    _, _, code = mpirun(2, [[
      local mpi = require "gts.mpi"
      mpi.map({ 1, 2, 3, 4 }, function(job) if mpi.rank == 1 then os.execute "kill -9 $PPID" end end)]])
    assert.is_true(code ~= 0)
  end)

  it("loses only the job, with job_seconds, where a job hangs, or its process is killed", function()
    local folder, gone <close> = run.folder()
    -- Where a job hangs, the clock of its rank goes on by more than a job may take.
    local out, err, code = mpirun(3, ("local FOLDER = %q\n"):format(folder) .. [[
      local core = require "gts.core"
      local clock, ahead, hangs = core.clock, 0, nil
      function core.clock()
        if hangs and os.remove(hangs) then ahead = ahead + 60.5 end
        return clock() + ahead
      end
      package.loaded["gts.map"] = nil           -- it has the other clock
      local mpi = require "gts.mpi"
      hangs = FOLDER .. "/hangs" .. mpi.rank
      local jobs = {}
      for i = 1, 20 do jobs[i] = i end
      local results = mpi.map(jobs, function(job)
        local mark = job == 7 and hangs or FOLDER .. "/" .. job
        local before = io.open(mark)
        assert(io.open(mark, "w")):close()
        if job == 7 then while true do os.execute "sleep 0.05" end end
        if job == 9 and not before then os.execute "kill -9 $PPID" end
        return job * job
      end, { job_seconds = 60 })
      local sum = 0
      for i = 1, 20 do sum = sum + (results[i] or 0) end
      print(mpi.rank, results.done, sum, table.concat(results.late, " "))]])
    local line = "\t20\t" .. 2870 - 49 .. "\t7"
    assert.same({ "0" .. line .. "\n1" .. line .. "\n2" .. line, "", 0 }, { out, err, code })
  end)

  it("solves by jobs on all ranks, which all have the answer, with a file that a rank by itself goes on with", function()
    local folder, gone <close> = run.folder()
    local script = ([[
      local gts, mpi = require "gts", require "gts.mpi"
      local r = gts.solve("tictactoe", { by = "jobs", mpi = mpi, job_nodes = 60, file = "%s/jobs", native = false })
      print(mpi.rank, r.value, r.move, r.exact, r.jobs > 0)]]):format(folder)
    local out, err, code = mpirun(3, script)
    local move = tonumber(out:match "^0\t0\t(%d)\t")
    local line = ("\t0\t%d\ttrue\ttrue"):format(move)
    assert.same({ "0" .. line .. "\n1" .. line .. "\n2" .. line, "", 0 }, { out, err, code })
    out, err, code = run.gts { script = script }
    assert.same({ "", 0, "0\t0\t" }, { err, code, out:sub(1, 4) })
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
end)
