-- gts.solve by several processes: the same as by one, whoever many, and nobody is left behind.

local core = require "gts.core"
local eventually = require "spec.support.eventually"
local gts = require "gts"
local graphs = require "spec.support.graphs"
local run = require "spec.support.run"
local scores = require "spec.support.scores"
local solving = require "spec.support.solving"
local trees = require "spec.support.trees"
local wide = require "spec.support.wide"

local complaint = require("spec.support.errors").complaint

local function sh(command, ...) return run.output(command:format(...)) end
local stages, bytes_of = solving.stages, solving.sum

local function solved(game, options)
  options.by = "retrograde"
  return gts.solve(game, options)
end

-- Is a process there, and not only waiting to be buried?
local function lives(pid)
  local file <close> = io.open(("/proc/%d/stat"):format(pid))
  return file ~= nil and file:read("a"):match "%) (%a)" ~= "Z"
end

describe("gts.solve by several processes", function()
  local place, remove = solving.places()
  teardown(remove)

  it("leaves the same bytes, however many they are, and finds the same as one", function()
    local game = gts.game("connect4", { columns = 4, rows = 3 })
    local one = place()
    local alone = solved(game, { folder = one }).database
    local random, first = trees.stream(11), bytes_of(one)
    for _, processes in ipairs { 2, 3, 5 } do
      local name = place()
      local memory = processes == 3 and 1 << 24 or nil
      local r = solved(game, { folder = name, threads = processes, memory = memory, native = processes == 2 })
      assert.same({ 0, 12, 6027, 6027 }, { r.value, r.distance, r.positions, r.database:stats().positions })
      assert.equal(13, #r.database:stats().parts)
      assert.equal(processes, r.shared.ranks)
      assert(r.shared.largest < 6027 / processes * 1.3)
      assert.equal(first, bytes_of(name))
      for _ = 1, 30 do
        local position = solving.walk(game, nil, random, 10)
        assert.equal(alone:value(position), r.database:value(position))
        assert.equal(alone:distance(position), r.database:distance(position))
        assert.equal((alone:best(position)), (r.database:best(position)))
      end
      r.database:close()
    end
    assert.equal("the folder had the answer", gts.solve(game, { folder = one, threads = 3 }).why)
  end)

  it("is right on random graphs, with circles and without, in tiers and in one", function()
    for seed = 1, trees.share(60) do
      local acyclic = seed % 3 == 0
      local values_of = seed % 2 == 0 and { -1, 1 } or { -4, 4 }
      local graph = graphs.random(seed, { count = seed % 50 + 3, acyclic = acyclic, values = values_of })
      local rules = graphs.rules(graph)
      rules.version = "1"
      rules.cycle = not acyclic and seed % 5 - 2 or nil
      if acyclic and seed % 4 == 0 or seed % 3 == 1 then rules.tier = solving.rise(graph, 7) end
      local r = solved(rules, { native = false, folder = place(), threads = seed % 3 + 2 })
      local values = solving.compare(graph, r.database, rules.cycle)
      assert.same({ values.max[1], r.positions }, { r.value, r.database:stats().positions })
      r.database:close()
    end
  end)

  it("is right where a tier goes round, and what leads out of it is far from the end", function()
    for seed = 260, 259 + trees.share(12) do
      local size = 20 + seed % 30
      local graph = graphs.random(seed, { count = 3 * size, values = { -1, 1 } })
      local tier = solving.rise(graph, size, seed % 2 == 0)
      for _, node in ipairs(graph) do if #node.children == 2 then node.children[2] = nil end end
      local rules = graphs.rules(graph)
      rules.version, rules.cycle, rules.tier = "1", 0, tier
      local db = solved(rules, { native = false, folder = place(), threads = seed % 3 + 2 }).database
      solving.compare(graph, db, 0)
      db:close()
    end
  end)

  it("is right whatever integers positions are, and where rules have a score", function()
    for i, form in ipairs(graphs.forms) do
      if form:find "words" and trees.share(10) >= 10 or form == "3 words, 2" or form == "high" then
        local graph = graphs.random(i, { count = 30, acyclic = true })
        local rules = graphs.rules(graph, form)
        rules.version = "1"
        local r = solved(rules, { native = false, folder = place(), threads = 2 + i % 3 })
        assert.equal((graphs.oracle(graph, 1)), r.value)
        r.database:close()
      end
    end
    local game = gts.game(scores.rules())
    for seed = 1, trees.share(20) do
      local start = scores.start(seed)
      local value, move = scores.oracle(start[1])
      local r = solved(game, { position = start, native = false, folder = place(), threads = 3 })
      assert.same({ value, move }, { r.value, r.move })
      r.database:close()
    end
  end)

  it("takes positions of one to sixteen integers, with keys of the rules and without, as one process does #thorough", function()
    local plain = gts.game("connect4", { columns = 3, rows = 4, plain = true })
    local keyed = {}
    for name, value in pairs(plain) do keyed[name] = value end
    keyed.key = function(a, b) return a * 0x9E3779B97F4A7C1 ~ b end
    local expected = solved(plain, {})
    local one = gts.solve("nim", { by = "retrograde" })
    local r = gts.solve("nim", { folder = place(), threads = 2 })
    assert.same({ one.value, one.positions }, { r.value, r.positions })
    r.database:close()
    for _, words in ipairs(trees.share(10) >= 10 and { 2, 4, 5, 6, 16 } or { 5, 16 }) do
      for _, rules in ipairs { plain, keyed } do
        local game = gts.game(words == 2 and rules or wide.of(rules, words))
        for threads = 1, 2 do
          local native = words % 11 == 5 and threads == 2
          r = solved(game, { folder = place(), threads = threads, native = native })
          local db, tiers = r.database, r.database:stats().tiers
          assert.same({ expected.value, expected.distance, expected.positions, 13 }, { r.value, r.distance, r.positions, tiers })
          local position, narrow = game.start, plain.start
          for ply = 1, 12 do
            assert.same({ expected.database:value(narrow), expected.database:distance(narrow) },
              { db:value(position), db:distance(position) })
            local list, same = gts.moves(game, position), gts.moves(plain, narrow)
            if #list == 0 then break end
            position, narrow = list[ply * 7 % #list + 1].position, same[ply * 7 % #list + 1].position
          end
          db:close()
        end
      end
    end
  end)

  it("goes on where it failed, by another number of processes, with the same bytes #thorough", function()
    local calm = place()
    solved(stages(), { folder = calm, threads = 2, native = false }).database:close()
    for run_of = 1, 3 do
      local name, fails = place(), nil
      local rules = stages(function()
        fails = fails and fails - 1
        if fails and fails < 0 then error "trouble" end
      end)
      for attempt = 1, 4 do
        fails = 8 * attempt + 5 * run_of
        assert.is_false(pcall(solved, rules, { folder = name, threads = (attempt + run_of) % 3 + 2, native = false }))
      end
      fails = nil
      local r = solved(rules, { folder = name, threads = run_of, native = false })
      assert.matches("it went on where it was", r.why, 1, true)
      r.database:close()
      assert.equal(bytes_of(calm), bytes_of(name))
    end
  end)

  it("goes on where any of them was killed, or all, by another number of them", function()
    local calm, name = place(), place()
    local last = 40
    solved(stages(nil, last), { folder = calm, threads = 2, native = false }).database:close()
    for i, row in ipairs { { 1, 15 }, { 3, 4 } } do             -- processes; positions of one of them until it is killed
      run.output(([['%s' -e 'local solving, count = require "spec.support.solving", 0
        require "gts".solve(solving.stages(function()
          count = count + 1
          if count == %d then solving.kill() end
        end, %d), { folder = "%s", native = false, threads = %d })' 2>&1]]):format(run.program, row[2], last, name .. i, row[1]))
      local r = solved(stages(nil, last), { folder = name .. i, threads = i, native = false })
      assert.matches("it went on where it was", r.why, 1, true)
      r.database:close()
      assert.equal(bytes_of(calm), bytes_of(name .. i))
    end
  end)

  it("brings errors out of any of them, and stops where it is asked to", function()
    for _, at in ipairs { 0, 57 } do
      local wrong = complaint(solved, stages(function(p) if p == at then error "trouble" end end),
        { folder = place(), threads = 3, native = false })
      assert.matches("group_spec.lua:%d+: trouble %(in rules.successors of position " .. at .. "%)$", wrong)
    end
    local function slow() core.clock(10) end
    local name = place()
    assert.equal("time", solved(stages(slow), { folder = name, threads = 2, native = false, time = 60 }).stopped)
    assert.equal("progress", solved(stages(slow), { folder = name, threads = 2, native = false,
      progress = function() return false end }).stopped)
    local rules = stages()
    rules.cycle = nil
    assert.matches("the game goes round in circles, as from position %d+: let rules.cycle say",
      complaint(solved, rules, { folder = place(), threads = 3 }))
    rules = stages()
    local seen = {}
    function rules.successors(p)
      local again = seen[p]
      seen[p] = true
      return p < 90 and { p + 10, again and p + 11 or p + 20 } or {}
    end
    assert.matches("do the rules answer differently when asked twice",
      complaint(solved, rules, { folder = place(), threads = 3, native = false }), 1, true)
  end)

  it("notices who is killed, and ends with the one who began it", function()
    local script = [[
      local gts = require "gts"
      local function own() return io.open("/proc/self/stat"):read "n" end
      local first = own()
      local seen = {}
      local rules = { name = "stages", version = "1", start = 0, evaluate = function() return 0 end }
      function rules.successors(p)
        local pid = own()
        if not seen[pid] then
          seen[pid] = true
          local file = io.open(FOLDER .. "/pids", "a")
          file:write(pid, "\n")
          file:close()
        end
        if KILL and pid ~= first and p > 100 then os.execute("kill -9 " .. pid) end
        if not KILL and p > 100 then os.execute "sleep 0.05" end
        return p < 3000 and { 3 * p + 1, 3 * p + 2 } or {}
      end
      print(pcall(gts.solve, rules, { folder = FOLDER .. "/db", threads = 3, native = false }))
    ]]
    local function pids(name)
      local list, file <close> = {}, io.open(name .. "/pids")
      for pid in (file and file:read "a" or ""):gmatch "(%d+)\n" do list[#list + 1] = tonumber(pid) end
      return list
    end
    local function nobody(name)
      for _, pid in ipairs(pids(name)) do if lives(pid) then return false end end
      return true
    end
    local name = place()
    sh("mkdir '%s'", name)
    local out = run.gts { script = ("local FOLDER, KILL = %q, true\n"):format(name) .. script }
    assert.matches("^false\tprocess %d of 3 was killed by signal 9\n$", out)
    assert(#pids(name) == 3 and nobody(name))
    name = place()
    sh("mkdir '%s'", name)
    run.write(name .. "/script.lua", ("local FOLDER = %q\n"):format(name) .. script)
    local first = tonumber(sh("'%s' '%s/script.lua' >/dev/null 2>&1 & echo $!", run.program, name))
    assert(eventually(function() return #pids(name) == 3 end, 60))
    sh("kill -9 %d", first)
    assert(eventually(function() return nobody(name) end, 60))
  end)

  it("says which file is damaged, and what it cannot do #thorough", function()
    local name = place()
    solved(stages(), { folder = name, threads = 2 }).database:close()
    local db = gts.database(name, stages())
    assert.is_true(db:check())
    db:close()
    local file = sh("cd '%s' && ls -S | grep gts$ | head -1", name)
    local bytes = io.open(name .. "/" .. file, "rb"):read "a"
    run.write(name .. "/" .. file, bytes:sub(1, -2) .. string.char(bytes:byte(-1) ~ 1))
    db = gts.database(name, stages())
    assert.matches(file .. ": block 1 of 1 is damaged", select(2, db:check()), 1, true)
    db:close()
    sh("cd '%s' && rm '%s'", name, file)
    assert.matches(file, select(2, pcall(gts.database, name, stages())), 1, true)

    local begun = place()
    pcall(solved, stages(function(p) if p > 50 then error "trouble" end end), { folder = begun, native = false })
    local tables = { name = "tables", version = "1", start = { 1 }, key = function(p) return p[1] end,
      evaluate = function() return 0 end, successors = function(p) return p[1] < 9 and { { p[1] + 1 } } or {} end }
    for _, row in ipairs {
      { stages(), { threads = 2, by = "retrograde" }, "option 'threads' of retrograde analysis goes with 'folder'" },
      { stages(), { mpi = {} }, "option 'mpi' of retrograde analysis goes with 'folder'" },
      { stages(), { threads = 2, folder = begun, native = false }, "was begun by one process" },
      { stages(), { threads = -1, folder = begun }, "expected a whole number from 0 to 256" },
      { stages(), { threads = 2, folder = begun, mpi = {} }, "do not go together" },
      { stages(), { mpi = true, folder = begun }, "option 'mpi': expected the module gts.mpi" },
      { tables, { threads = 2, folder = place() }, "the positions are no integers, so they cannot be sent to other processes" },
    } do assert.matches(row[3], complaint(gts.solve, row[1], row[2]), 1, true) end
  end)

  it("is a command too #thorough", function()
    local name = place()
    local out = run.fine { "solve", "connect4", "columns=4", "rows=3", "--folder", name, "--threads", "2" }
    assert.matches("6,027 positions", out, 1, true)
  end)
end)
