local core = require "gts.core"
local gts = require "gts"
local run = require "spec.support.run"
local tables = require "gts.base.tables"

-- What an error says.
local function wrong(...) return (select(2, pcall(...))) end

describe("gts.map", function()
  it("gives what comes of each job, in their order, however many processes there are", function()
    local jobs, expected = {}, { n = 200, done = 200 }
    for i = 1, 200 do jobs[i], expected[i] = { i }, i * i + i end
    for _, workers in ipairs { 0, 1, 2, 3, 300 } do
      assert.same(expected, tables.copy(gts.map(jobs, function(job, i) return job[1] * job[1] + i end, { workers = workers })))
    end
    assert.same(expected, tables.copy(gts.map(jobs, function(job, i) return job[1] * job[1] + i end)))
    assert.same({ n = 0, done = 0 }, tables.copy(gts.map({}, error)))
  end)

  it("hands jobs over as they are: functions, games, tables with metatables, and nil", function()
    local game = gts.game "tictactoe"
    local callable = setmetatable({}, { __call = function() return "me" end })
    local jobs = { function() return "called" end, game, callable, nil, 5, n = 6 }
    for workers = 1, 2 do
      local results = gts.map(jobs, function(job)
        if job == game then return gts.search(job, { depth = 9 }).value end
        return type(job) == "number" and job or job and job()
      end, { workers = workers })
      assert.same({ "called", 0, "me", nil, 5, nil, n = 6, done = 6 }, tables.copy(results))
    end
  end)

  it("gives plain data to the bit, and in any size", function()
    local all = { 1, 1.0, -0.0, 2 ^ 53 + 1.0, math.mininteger, math.huge, -math.huge, true, false, "", "\0\255\n",
      ("x"):rep(300000), { 1, { 2, a = { b = "c" } }, [10] = 1.5 }, { n = 3, nil, nil, 3 }, {} }
    for workers = 1, 2 do
      local results = gts.map(all, function(job) return job end, { workers = workers })
      for i, value in ipairs(all) do
        assert.same(value, results[i])
        assert.equal(math.type(value), math.type(results[i]))
        if type(value) == "number" then assert.equal(("<d"):pack(value), ("<d"):pack(results[i])) end
      end
      local nan = gts.map({ 1 }, function() return 0 / 0 end, { workers = workers })[1]
      assert.is_true(nan ~= nan)
      local function adorned() return setmetatable({}, { __index = {} }) end
      assert.is_nil(getmetatable(gts.map({ 1 }, adorned, { workers = workers })[1]))
    end
  end)

  it("names the job of an error, and of what is no data", function()
    local round = {}
    round.round = round
    local cases = {
      { function() error("oh", 0) end, "oh" },
      { function() error { 1 } end, "spec/system/map_spec.lua:LINE: an error that is a table" },
      { function() error() end, "spec/system/map_spec.lua:LINE: an error that is nil" },
      { function() return table.unpack(nil) end, "spec/system/map_spec.lua:LINE: attempt to get length of a nil value" },
      { function() error(setmetatable({}, { __tostring = function() return "mine" end })) end, "mine" },
      { function() error(setmetatable({}, { __tostring = function() error "no" end })) end,
        "spec/system/map_spec.lua:LINE: an error that is a table" },
      { function() return print end, "what it returned is a function, which cannot be sent to another process" },
      { function() return { a = { 1, io.stdout } } end,
        "what it returned has a field 'a' that has an element 2 that is a userdata, which cannot be sent to another process" },
      { function() return { [true] = 1 } end, "what it returned has a boolean as a key, which cannot be sent" },
      { function() return round end, "what it returned is a table with more than 150 others within each other, which" },
    }
    for _, case in ipairs(cases) do
      for workers = 1, 2 do
        local message = wrong(gts.map, { 0, 0, 3, 0 }, function(job) return job == 3 and case[1]() end, { workers = workers })
        message = message:gsub("map_spec.lua:%d+", "map_spec.lua:LINE")
        assert.equal("gts.map: job 3: " .. case[2], message:sub(1, #case[2] + 16))
      end
    end
  end)

  it("refuses what it cannot do by name", function()
    assert.truthy(wrong(gts.map, 5, print):find("the jobs of gts.map are 5: expected a list", 1, true))
    assert.truthy(wrong(gts.map, {}, 5):find("what gts.map is to do is 5: expected a function", 1, true))
    for _, value in ipairs { -1, 1.5, 1001, "2", 0 / 0 } do
      assert.truthy(wrong(gts.map, {}, print, { workers = value }):find("option 'workers' of gts.map is ", 1, true))
    end
    local misfit = "option 'progress' of gts.map is 1: expected a function"
    assert.truthy(wrong(gts.map, {}, print, { progress = 1 }):find(misfit, 1, true))
  end)

  it("reports its progress, and stops on request", function()
    for workers = 1, 2 do
      local told = {}
      gts.map({ 1, 2, 3 }, math.abs, { workers = workers, progress = function(...) told[#told + 1] = { ... } end })
      for i = 1, 3 do assert.same({ i, 3 }, { told[i][1], told[i][2] }) end
      assert.equal(0, told[3][3])
      local results = gts.map({ 1, 2, 3, 4, 5, 6, 7, 8, 9 }, math.abs, { workers = workers, progress = function(done)
        return done < 2
      end })
      assert.same({ "progress", 2, 9 }, { results.stopped, results.done, results.n })
      local function complain() error("no more", 0) end
      assert.equal("no more", wrong(gts.map, { 1, 2 }, math.abs, { workers = workers, progress = complain }))
    end
  end)

  it("tries a job once more whose process was killed", function()
    local folder, gone <close> = run.folder()
    local results = gts.map({ 1, 2, 3, 4, 5, 6, 7, 8 }, function(job)
      local mark = folder .. "/" .. job
      local before = io.open(mark)
      if before then return -job end
      assert(io.open(mark, "w")):close()
      if job % 3 == 0 then os.execute "kill -9 $PPID" end
      return job
    end, { workers = 2 })
    assert.same({ 1, 2, -3, 4, 5, -6, 7, 8, n = 8, done = 8 }, tables.copy(results))
  end)

  it("says which job has ended its process twice", function()
    local function map(kill) return wrong(gts.map, { 1, 2, 3 }, function(job) return job == 2 and kill() end, { workers = 2 }) end
    assert.equal("gts.map: job 2: it has ended its process twice: exit code 7", map(function() os.exit(7) end))
    assert.equal("gts.map: job 2: it has ended its process twice: signal 9", map(function() os.execute "kill -9 $PPID" end))
  end)

  it("kills a job that takes too long, does it once more, and goes on without its result", function()
    local folder, gone <close> = run.folder()
    local function work(job)
      if job == 3 then while true do end end            -- always
      local before = io.open(folder .. "/" .. job)
      assert(io.open(folder .. "/" .. job, "w")):close()
      if job == 5 and not before then while true do end end     -- the first time
      return job
    end
    for _, workers in ipairs { 1, 3 } do
      local seconds, results = 0.15
      repeat                            -- on a busy machine others may take that long
        os.remove(folder .. "/5")
        results = gts.map({ 1, 2, 3, 4, 5, 6 }, work, { workers = workers, job_seconds = seconds })
        seconds = 4 * seconds
      until #results.late == 1 or seconds > 60
      assert.same({ 1, 2, nil, 4, 5, 6, n = 6, done = 6, late = { 3 } }, tables.copy(results))
    end
  end)

  it("counts the time of each job by itself, and has none without the option", function()
    local function later() core.clock(200) end          -- after each job
    for _, limit in ipairs { 300, false } do
      assert.is_nil(gts.map({ 1, 2, 3, 4, 5, 6 }, math.abs, { workers = 1, job_seconds = limit or nil, progress = later }).late)
    end
    local message = wrong(gts.map, { 1, 2 }, function() os.exit(7) end, { workers = 1, job_seconds = 5 })
    assert.equal("gts.map: job 1: it has ended its process twice: exit code 7", message)
    assert.truthy(wrong(gts.map, {}, print, { job_seconds = 0 }):find("option 'job_seconds' of gts.map is 0", 1, true))
  end)

  it("lets a job map in turn", function()
    local function inner(workers)
      return function(job)
        local parts = gts.map({ 1, 2, 3 }, function(part) return job * part end, { workers = workers })
        return parts[1] + parts[2] + parts[3]
      end
    end
    for _, workers in ipairs { 1, 2 } do
      assert.same({ 6, 12, n = 2, done = 2 }, tables.copy(gts.map({ 1, 2 }, inner(workers), { workers = 2 })))
    end
    assert.same({ 6, 12, n = 2, done = 2 }, tables.copy(gts.map({ 1, 2 }, inner(nil))))
  end)

  it("leaves what is printed in order: before, by the jobs, after", function()
    local out, err, code = run.gts { script = [[
      local gts = require "gts"
      io.write "before\n"
      gts.map({ 1, 2, 3, 4 }, function() io.write "job\n" end, { workers = 2 })
      io.write "after\n"]] }
    assert.same({ "before\njob\njob\njob\njob\nafter", "", 0 }, { (out:gsub("\n$", "")), err, code })
  end)

  it("works in a coroutine, and leaves no process when that is closed", function()
    local function children() return run.output "ps -o pid= --ppid $PPID | wc -l" end
    local before = children()
    local thread = coroutine.create(function()
      gts.map({ 1, 2, 3 }, function(job) return job end, { workers = 2, progress = coroutine.yield })
    end)
    local _, done, total = coroutine.resume(thread)
    assert.same({ 1, 3 }, { done, total })
    assert(coroutine.close(thread))
    assert.equal(before, children())
  end)
end)

-- Runs a script of which processes go on for ever, does something, and waits until none is left. Each has the folder's name in
-- its arguments.
local function end_by(body, how)
  local folder, gone <close> = run.folder()
  run.write(folder .. "/s.lua", ([[
    local gts, folder = require "gts", %q
    local function forever(job)
      assert(io.open(folder .. "/" .. job, "w")):close()
      while true do end
    end
    %s]]):format(folder, body))
  run.write(folder .. "/watch", ([[cd '%s'
    env --default-signal=INT '%s' %s/s.lua >out 2>&1 & gts=$!
    while ! [ -e 1 -a -e 2 ] && kill -0 $gts; do sleep 0.05; done
    %s
    for i in $(seq 300); do pgrep -f '%s/s.lua' >/dev/null || break; sleep 0.1; done
    pgrep -f '%s/s.lua' && echo left
    wait $gts; echo $?; cat out]]):format(folder, run.program, folder, how, folder, folder))
  return run.output(("bash %s/watch 2>/dev/null"):format(folder))
end

describe("the processes of gts.map", function()
  it("end with the one that has started them, however that ends", function()
    assert.equal("137", end_by("gts.map({ 1, 2 }, forever, { workers = 2 })", "kill -9 $gts"))
    assert.equal("143", end_by("gts.map({ 1, 2 }, forever, { workers = 2 })", "kill -TERM $gts"))
    -- Those of those, too.
    assert.equal("137", end_by([[
      gts.map({ 1, 3 }, function(k) gts.map({ k, k + 1 }, forever, { workers = 2 }) end, { workers = 2 })]], "kill -9 $gts"))
  end)

  it("end at Ctrl-C, and what there is is the result", function()
    assert.equal("130\ninterrupted\t1\ttrue", end_by([[
      local r = gts.map({ 0, 1 }, function(j) return j == 0 or forever(j) end, { workers = 2, progress = function()
        assert(io.open(folder .. "/2", "w")):close()
      end })
      print(r.stopped, r.done, r[1])]], "kill -INT $gts"))
    assert.equal("130\ninterrupted\t0", end_by([[
      local r = gts.map({ 1 }, function() assert(io.open(folder .. "/2", "w")):close() return forever(1) end, { workers = 1 })
      print(r.stopped, r.done)]], "kill -INT $gts"))
    assert.equal("130\ninterrupted\t0", end_by([[
      local r = gts.map({ 1, 2 }, function(job)
        for k = 1, 2 do assert(io.open(folder .. "/" .. k, "w")):close() end
        return gts.search("othello", { time = 100, depth = 60 }).value
      end, { workers = 1 })
      print(r.stopped, r.done)]], "kill -INT $gts"))
  end)

  it("do not hear Ctrl-C themselves", function()
    assert.equal("2\n", (run.gts { script = [[
      print(#require "gts".map({ 7, 8 }, function(j) io.popen "kill -INT $PPID":close() return j end, { workers = 2 }))]] }))
  end)

  it("end at an error", function()
    assert.equal("1\ngts: gts.map: job 3: oh", (end_by([[
      gts.map({ 1, 2, 3 }, function(job)
        if job < 3 then forever(job) end
        while not (io.open(folder .. "/1") and io.open(folder .. "/2")) do end
        error("oh", 0)
      end, { workers = 3 })]], ":"):match "^%d\n[^\n]*"))
  end)

  it("are as many as there are processors, for workers = 0", function()
    assert.equal(math.tointeger(run.output "nproc"), core.child.processors())
  end)
end)
