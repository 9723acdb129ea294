-- Retrograde analysis and memory: what it needs is said before, does, and changes no byte of what is found.

local gts = require "gts"
local graphs = require "spec.support.graphs"
local no_compiler = require "spec.support.no_compiler"
local run = require "spec.support.run"
local schema = require "gts.base.schema"
local scores = require "spec.support.scores"
local solve = require "gts.solve"
local solving = require "spec.support.solving"
local trees = require "spec.support.trees"
local wide = require "spec.support.wide"

local function sh(command, ...) return run.output(command:format(...)) end
local bytes_of = solving.sum

local function copy(game)
  local rules = {}
  for field, value in pairs(game) do rules[field] = value end
  rules.version = "1"
  return rules
end

local LOW = 1 << 20             -- bytes with which no value can be found

local function staged(seed) return solving.staged(seed, 60, { -3, 3 }) end

describe("the memory of retrograde analysis", function()
  local place, remove = solving.places()
  local memory
  setup(function()
    for _, row in ipairs(solve.rows) do if row.name == "memory" then memory = row end end
  end)
  teardown(remove)

  -- With a limit as low as one likes.
  local function solved(game, options, limit)
    options.by, options.native, options.memory = "retrograde", false, limit
    local kind = memory.kind
    memory.kind = schema.count(1)
    local ok, r = pcall(gts.solve, game, options)
    memory.kind = kind
    return ok, r
  end

  -- Solves a game, and solves it again with no more memory for the values than is said to be needed. Returns that number.
  local function squeeze(rules, position, threads)
    local calm, name = place(), place()
    local _, r = solved(rules, { folder = calm, position = position }, 1 << 30)
    r.database:close()
    local function again(limit) return solved(rules, { folder = name, position = position, threads = threads }, limit) end
    local evaluate = rules.evaluate
    rules.evaluate = function() error "not yet" end             -- all positions are found, and none has a value
    assert.matches("not yet", select(2, again(1 << 30)))
    rules.evaluate = evaluate
    local ok, wrong = again(LOW)
    assert.is_false(ok)
    local need = math.tointeger(wrong:match(
      "all %d+ positions are found, but not enough memory is allowed for their values: "
      .. "tier %-?%d+, of %d+ positions.* needs (%d+) bytes.*, and memory is 1048576$"))
    assert.is_false((again(need - 1)))
    ok, r = again(need)
    assert(ok, r)
    assert.equal(need, r.need)
    r.database:close()
    assert.equal(bytes_of(calm), bytes_of(name))
    return need
  end

  it("is refused before the values are begun, with the number of bytes that will do #thorough", function()
    for seed = 1, trees.share(20) do
      local rules = graphs.rules(graphs.random(seed, { count = seed % 40 + 3, acyclic = true }))
      rules.version = "1"
      squeeze(rules)
    end
    for seed = 1, trees.share(20) do
      local rules = scores.rules()
      rules.version = "1"
      squeeze(rules, scores.start(seed))
    end
    squeeze(copy(gts.game("hexapawn", { columns = 3, rows = 4, symmetries = "key" })))
    squeeze(copy(gts.game("connect4", { columns = 3, rows = 3 })))
    for seed = 1, trees.share(10) do squeeze((staged(seed)), nil, 2 + seed % 2) end
    squeeze(copy(gts.game("connect4", { columns = 3, rows = 4 })), nil, 3)
    squeeze(copy(wide.of(gts.game("connect4", { columns = 3, rows = 4, plain = true }), 16)))
  end)

  it("hides no successor that was not found before", function()
    local evaluate, late = function(p) return p % 3 - 1 end, false
    local rules = { name = "late", version = "1", start = 1, evaluate = evaluate }
    function rules.tier(p) return math.floor(math.log(p, 2)) end
    function rules.successors(p)
      if p >= 1 << 13 then return {} end
      return { 2 * p, (late or p ~= 5000) and 2 * p + 1 or nil }
    end
    for _, limit in ipairs { squeeze(rules), 1 << 30 } do
      local options = { folder = place() }
      rules.evaluate, late = function() error "not yet" end, false
      assert.matches("not yet", select(2, solved(rules, options, 1 << 30)))
      rules.evaluate, late = evaluate, true
      assert.matches("positions lead to others that were not found before", select(2, solved(rules, options, limit)))
    end
  end)

  -- A tier of many positions that lead to one another, whose moves are arithmetic, and a tier behind it.
  local function ring(most)
    local rules = { name = "ring", version = "1", start = 2, cycle = 0, range = { -1, 1 } }
    function rules.tier(p) return p <= most and 0 or 1 end
    function rules.player(p) return p // 4 % 2 == 0 and "max" or "min" end
    function rules.evaluate(p) return p % 3 - 1 end
    function rules.successors(p)
      if p > most then return {} end
      if p % 97 == 1 then return { most + p % 100 + 1 } end
      local list = { (p * 7919 + 13) % most + 1, (p * 104729 + 5) % most + 1 }
      if p % 11 == 3 then list[3] = most + p % 100 + 1 end
      return list
    end
    return rules
  end

  it("may be less than the positions of a tier with circles take, while they are found #thorough", function()
    local rules
    local own = sh "echo $PPID"
    for threads, size in ipairs { { 60000, 30048, 160 << 10 }, { 120000, 60046, 1 << 20 } } do
      rules = ring(size[1])
      local seen, queue, found = { [2] = true }, { 2 }, 0
      while found < #queue do
        found = found + 1
        for _, q in ipairs(rules.successors(queue[found])) do
          if not seen[q] then seen[q], queue[#queue + 1] = true, q end
        end
      end
      assert.equal(size[2], found)
      local calm, name, limit = place(), place(), (8 << 20) + size[3]
      local _, r = solved(rules, { folder = calm }, 1 << 30)
      assert.equal(found, r.positions)
      r.database:close()
      local function again(bytes) return solved(rules, { folder = name, threads = threads }, bytes) end
      local successors, calls, files = rules.successors, 0, 0
      function rules.successors(p)
        calls = calls + 1
        if calls % 4999 == 0 then files = math.max(files, tonumber(sh("ls /proc/%s/fd | wc -l", own))) end
        return successors(p)
      end
      local before = tonumber(sh("ls /proc/%s/fd | wc -l", own))
      local ok, wrong = again(limit)
      rules.successors = successors
      assert(files > 0 and files < before + 12)                 -- the folder, messages, and one for each tier under way
      assert.is_false(ok)
      assert.matches(("all %d positions are found, but not enough memory"):format(found), wrong, 1, true)
      sh("rm '%s'/tier-0-max*.open", name)                      -- and once more, from the first position
      assert.is_false((again(limit)))
      ok, r = again(math.tointeger(wrong:match "needs (%d+) bytes"))
      assert(ok, r)
      r.database:close()
      assert.equal(bytes_of(calm), bytes_of(name))
    end
    local ok, wrong = solved(rules, {}, (8 << 20) + (160 << 10))
    assert.is_false(ok)
    assert.matches("bytes of memory: name a folder, where they can be put aside, or allow more memory", wrong, 1, true)
    local yielding = { native = false, memory = (8 << 20) + (160 << 10), yields = true }       -- as gts.solve by its own choice
    local left = require("gts.solve.retrograde").solve(gts.game(rules), yielding, "")
    assert.same({ "memory", wrong }, { left.stopped, left.lack })
  end)

  it("gives the same values where it is scarce", function()
    for seed = 1, trees.share(20) do
      squeeze((staged(seed)))         -- the bytes of a database with room, which solve_spec holds against the definition
    end
  end)

  it("holds any distance and any number of values", function()
    local rules = { name = "chain", start = 1, cycle = 0, tier = function() return 0 end, evaluate = function() return 3 end,
      successors = function(p) return p < 70000 and { p + 1 } or {} end }
    for _, length in ipairs { 1000, 1030, 66000 } do            -- what two bytes hold, what four do, and more
      rules.successors = function(p) return p < length and { p + 1 } or {} end
      local _, r = solved(rules, {}, 1 << 30)
      assert.same({ 3, length - 1, length - 500 }, { r.value, r.distance, r.database:distance(500) })
    end
    local star = { name = "star", start = 0, evaluate = function(p) return p / 7 end, successors = function(p)
      local list = {}
      for i = 1, p == 0 and 300 or 0 do list[i] = i * 7919 % 1009 + 1 end
      return list
    end }
    local best = 0
    for i = 1, 300 do best = math.max(best, (i * 7919 % 1009 + 1) / 7) end
    local _, r = solved(star, {}, 1 << 30)
    assert.same({ best, 1, 300 }, { r.value, r.distance, #r.database:stats().values })
  end)

  it("counts positions that are tables", function()
    local rules = { name = "tables", key = function(p) return p.n end, evaluate = function() return 0 end }
    local function position(n)
      local p = { n = n }
      for i = 1, 240 do p[i] = i end            -- about four kilobytes
      return p
    end
    rules.start = position(1)
    function rules.successors(p) return p.n < 2500 and { position(2 * p.n), position(2 * p.n + 1) } or {} end
    local ok, wrong = solved(rules, {}, 1 << 24)
    assert.is_false(ok)
    assert.matches("positions of this game lead to one another, and take more than the 16777216 bytes of memory", wrong, 1, true)
    ok, wrong = solved(rules, {}, 1 << 28)
    assert(ok, wrong)
    assert.equal(4999, wrong.positions)
    local small = { name = "small", start = { n = 1 }, cycle = 0, key = function(p) return "k" .. p.n end,
      evaluate = function(p) return p.n % 3 - 1 end }
    function small.successors(p)
      local list = {}
      for i = 1, p.n % 7 == 0 and 0 or 2 do list[i] = { n = (p.n * (2 * i + 1) + i) % 300 } end
      return list
    end
    local lua = gts.solve(small, { by = "retrograde", native = false })
    local compiled = gts.solve(small, { by = "retrograde", native = not no_compiler() })
    assert.same({ lua.value, lua.distance, lua.positions }, { compiled.value, compiled.distance, compiled.positions })
  end)

  it("is not enough: the exit code is 1, also where the time is not", function()
    local name = place()
    local out, err, code = run.gts { "solve", "connect4", "--folder", name, "--time", "0.02" }
    assert.same({ "", 1 }, { err, code })
    assert.matches("stopped  time\n.*folder   .* %(asked again, it goes on%)", out)
  end)
end)

describe("a database that is begun", function()
  local folder, gone
  setup(function() folder, gone = run.folder() end)
  teardown(function() getmetatable(gone).__close() end)

  -- Solves connect-4, and solves it again with an error at that part of the work, and with files removed then.
  local function disturbed(options, threads, done, files)
    local game = copy(gts.game("connect4", options))
    local calls, most, move = 0, math.huge, game.next
    function game.next(...)
      calls = calls + 1
      if calls > most then error "trouble" end
      return move(...)
    end
    local function attempt(name, limit)
      calls, most = 0, limit
      local ok, r = pcall(gts.solve, game, { folder = folder .. name, by = "retrograde", native = false, threads = threads })
      if ok then r.database:close() end
      return ok, r
    end
    sh("rm -rf '%s'/*", folder)
    assert.is_true(attempt("/calm", math.huge))
    assert.is_false(attempt("/disturbed", done * calls // 1))
    files(folder .. "/disturbed", function() return attempt("/disturbed", math.huge) end)
    assert.is_true(attempt("/disturbed", math.huge))
    assert.equal(bytes_of(folder .. "/calm"), bytes_of(folder .. "/disturbed"))
  end

  local function removing(files) return function(name) sh("cd '%s' && rm %s", name, files) end end

  it("has no file that cannot be made again #thorough", function()
    local plain = { columns = 3, rows = 3, plain = true }       -- keys are the positions
    disturbed(plain, 1, 0.95, removing "tier-8-* tier-7-*")
    disturbed(plain, 1, 0.4, removing "tier-0-* tier-4-*")
    disturbed({ columns = 3, rows = 3 }, 1, 0.95, removing "tier-8-*")
    disturbed({ columns = 3, rows = 3 }, 2, 0.95, removing "tier-8-*")
  end)

  it("says so where one is damaged", function()
    disturbed({ columns = 3, rows = 3 }, 1, 0.95, function(name, again)
      local damaged = name .. "/" .. sh("ls '%s' | grep gts$ | head -1", name)
      run.write(damaged, "x")
      local _, wrong = again()
      assert.matches("it is damaged, or no part of a database; remove it, and ask again: then its tier is made again",
        wrong, 1, true)
      os.remove(damaged)
    end)
  end)
end)

describe("a database of values only", function()
  it("has the values of one with distances, in less room, from one process or more, and goes on as it was begun #thorough",
    function()
    local folder <const>, gone <close> = run.folder()
    local game = gts.game("connect4", { columns = 3, rows = 4 })
    local full = gts.solve(game, { by = "retrograde" }).database
    local sums = {}
    for threads = 1, 2 do
      local name = folder .. "/" .. threads
      local r = gts.solve(game, { folder = name, threads = threads, distances = false })
      assert.same({ 0, 3054, nil }, { r.value, r.positions, r.distance })
      assert.same(full:counts(), r.database:counts())
      assert(r.database:stats().bytes < full:stats().bytes)
      assert.is_nil(r.database:distance(game.start))
      r.database:close()
      sums[threads] = bytes_of(name)
    end
    assert.equal(sums[1], sums[2])
    local rules, calls, most = copy(game), 0, math.huge
    local move = rules.next
    function rules.next(...)
      calls = calls + 1
      if calls > most then error "trouble" end
      return move(...)
    end
    gts.solve(rules, { by = "retrograde", native = false }).database:close()
    calls, most = 0, calls * 3 // 4
    local options = { folder = folder .. "/begun", native = false, distances = false }
    assert.is_false(pcall(gts.solve, rules, options))
    most, options.distances = math.huge, true
    local r = gts.solve(rules, options)
    assert.same({ 0, "a folder was named; it went on where it was" }, { r.value, r.why })
    assert.is_nil(r.distance)
    r.database:close()
  end)

  it("is right on random graphs that go round in circles", function()
    for seed = 1, trees.share(300) do
      local graph = graphs.random(seed, { count = seed % 40 + 3, values = { -2, 2 } })
      local rules = graphs.rules(graph)
      rules.cycle = seed % 5 - 2
      local db = gts.solve(rules, { by = "retrograde", native = false, distances = false }).database
      solving.compare(graph, db, rules.cycle, { values = true })
    end
  end)
end)

describe("the blocks of a database that are kept unpacked", function()
  it("are as many as there is room for, and change no answer", function()
    local game = gts.game("connect4", { columns = 4, rows = 4 })
    local db, random = gts.solve(game, { by = "retrograde" }).database, trees.stream(3)
    local positions, values = {}, {}
    for i = 1, 60 do
      local position = solving.walk(game, nil, random, 14)
      positions[i], values[i] = position, { db:value(position), db:distance(position) }
    end
    for _, bytes in ipairs { 0, 100000, 1 << 30 } do
      db:cache(bytes)
      for i, position in ipairs(positions) do assert.same(values[i], { db:value(position), db:distance(position) }) end
    end
    for _, bytes in ipairs { -1, 0.5, "x" } do
      assert.matches("the cache is .*: expected bytes, 0 or more", select(2, pcall(db.cache, db, bytes)))
    end
    db:close()
  end)
end)
