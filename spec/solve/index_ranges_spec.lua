-- gts.solve by an index of positions, with a part of a tier in memory at a time.

local gts = require "gts"
local graphs = require "spec.support.graphs"
local men = require "spec.support.men"
local run = require "spec.support.run"
local solving = require "spec.support.solving"
local trees = require "spec.support.trees"

local complaint = require("spec.support.errors").complaint
local sum, wide = solving.sum, solving.wide

-- Rules whose call number `fails` of index.at and index.before raises an error.
local function failing(fails, without) return wide(function(all) if all == fails then error "killed" end end, without) end

-- The same by a process that is killed at the call, with these options of gts.solve.
local function killed(fails, without, options)
  run.output(([['%s' -e 'local solving = require "spec.support.solving"
    local rules = solving.wide(function(all) if all == %d then solving.kill() end end, %s)
    require "gts".solve(rules, { by = "retrograde", native = false, %s })' 2>&1]]):format(run.program, fails, without, options))
end

describe("gts.solve by an index, in ranges", function()
  local fresh, remove = solving.places()
  teardown(remove)

  -- Solves in a new folder; its result and the sum of its files.
  local function solved(rules, ranges, more)
    local options = { by = "retrograde", folder = fresh(), native = false, ranges = ranges }
    for name, value in pairs(more or {}) do options[name] = value end
    local r = gts.solve(rules, options)
    return r, sum(options.folder)
  end

  it("is right on random graphs, with the same bytes however many there are #thorough", function()
    for seed = 1, trees.share(100) do
      local graph = graphs.random(seed, { count = seed % 40 + 20, values = seed % 2 == 0 and { -1, 1 } or { -4, 4 } })
      local rules = solving.indexed(graph, { before = seed % 2 == 0 })
      rules.cycle = seed % 5 - 2
      local expected
      for _, ranges in ipairs { 1, 2, 3, 100 } do
        local r, bytes = solved(rules, ranges)
        solving.compare(graph, r.database, rules.cycle, { nodes = solving.nodes(graph) })
        r.database:close()
        expected = expected or bytes
        assert.equal(expected, bytes)
      end
    end
  end)

  -- A tier of circles, and behind it the ends. In one block of moves lie `t`, which leads to a win in two plies, and `u`, to one
  -- in one; a walk reads the block to its end for u, and the next one begins with t, to which `last` leads.
  local function crossed(seed, n)
    local random, children, value = trees.stream(seed), {}, seed % 2 == 0 and 1 or -1
    local t = random(2, n - 40)
    local u, last = t + random(1, 3), t + random(33, 39)
    for p = 1, 2 * n do children[p] = p <= n and (p < t and { p % (t - 1) + 1 } or p > u and { p }) or {} end
    children[2 * n - 1], children[u], children[t], children[last] = { 2 * n }, { 2 * n }, { 2 * n - 1 }, { t }
    table.insert(children[1], last)
    local rules = { name = "crossed", version = "1", start = 1, cycle = 0 }
    function rules.next(p, move)
      move = (move or 0) + 1
      if children[p][move] then return move, children[p][move] end
    end
    function rules.evaluate(p) return p == 2 * n and value or 0 end
    function rules.player() return value > 0 and "max" or "min" end
    function rules.tier(p) return p <= n and 0 or 1 end
    rules.index = { of = function(p) return (p - 1) % n end, at = function(tier, i) return tier * n + i + 1 end }
    function rules.index.size(tier) return tier <= 1 and n or nil end
    return rules, value, { [1] = 4, [last] = 3, [t] = 2, [u] = 1 }
  end

  it("reads moves that a walk before has read to the end #thorough", function()
    for seed = 1, trees.share(40) do
      local rules, value, plies = crossed(seed, 60 + seed % 7 * 50)
      for _, row in ipairs { { 1, 2 }, { 1, 3 }, { 2 }, { 20 }, { 3, 2 } } do
        local r = solved(rules, row[1], { threads = row[2] })
        for p, distance in pairs(plies) do assert.same({ value, distance }, { r.database:value(p), r.database:distance(p) }) end
        r.database:close()
      end
    end
  end)

  it("holds every position against its successors", function()
    local rules, n, lost, astray = { name = "heap", version = "1", start = 1, cycle = 0, range = { -1, 1 } }, 5000, nil, nil
    function rules.next(p, move) if not move and p > 0 then return 1, p == astray and n - 1 or p // 2 end end
    function rules.evaluate() return 1 end
    function rules.player() return "max" end
    rules.index = { of = function(p) return p end, at = function(_, i) return i end }
    function rules.index.size(tier) return tier == 0 and n or nil end
    function rules.index.before(p, move)
      local q = move and move + 1 or math.max(2 * p, 1)
      if q == lost then q = q + 1 end
      if q <= 2 * p + 1 and q < n then return q, q end
    end
    for seed = 1, math.max(6, trees.share(30)) do
      local wrong = trees.stream(seed)(n // 2, n - 2)
      if seed % 2 == 0 then lost = wrong else astray = wrong end      -- none leads to it; it leads to another, and is won later
      local options = { by = "retrograde", native = false, ranges = seed % 3 * 5 + 1, folder = fresh() }
      options.threads = (seed // 3 + 1) % 2 + 1
      local said = complaint(gts.solve, rules, options)
      assert.matches(("position %d has another value than its successors say"):format(wrong), said, 1, true)
      lost, astray = nil, nil
      assert.equal(1, gts.solve(rules, options).value)          -- nothing that is wrong was kept
    end
  end)

  it("asks later tiers by files #thorough", function()
    local function without(index)
      index.before = nil
      return index
    end
    local expected
    for i, ranges in ipairs { 1, 3, 40, 3 } do
      local r, bytes = solved(men.rules(i == 4 and without or nil, "1"), ranges)
      assert.same({ 1, 9, 4030 }, { r.value, r.distance, r.positions })
      expected = expected or bytes
      assert.equal(expected, bytes)
    end
  end)

  -- What make(fails) gives, which fails at that place or does not: both lead to the same bytes.
  local function forgets_nothing(make, fails, ranges)
    local expected
    for _, at in ipairs { false, fails } do
      local options = { by = "retrograde", folder = fresh(), native = false, ranges = ranges }
      if at then assert.matches("killed", complaint(gts.solve, make(at), options)) end
      gts.solve(make(), options).database:close()
      expected = expected or sum(options.folder)
      assert.equal(expected, sum(options.folder))
    end
  end

  it("forgets no question when an error ends it, and no move", function()
    local function with_questions(fails)
      return men.rules(function(index)
        local at = index.at
        function index.at(tier, i)
          if tier == 4 and i == fails then error "killed" end
          return at(tier, i)
        end
        return index
      end, "1")
    end
    forgets_nothing(with_questions, 300, 2)
    forgets_nothing(function(fails) return failing(fails, true) end, 5000, 4)           -- the first walk has 9,000 calls
  end)

  it("goes on after kill -9, with other ranges, to the same bytes", function()
    local _, expected = solved(wide())
    local went = 0
    for i, row in ipairs { { 4000, 5, 3 }, { 9700, 7, 4 }, { 10200, 1, 6 }, { 10350, "nil", 2 } } do
      local name = fresh()
      killed(row[1], false, ("folder = %q, ranges = %s, checkpoint = %s"):format(name, row[2], i > 1 and "1e-9" or "60"))
      assert(not io.open(name .. "/tier-0.tier"))
      local left = io.open(name .. "/tier-0.begun")
      if left then
        left:close()
        went = went + 1
      end
      local r = gts.solve(wide(), { by = "retrograde", folder = name, native = false, ranges = row[3] })
      assert.matches("it went on", r.why)
      assert.equal(expected, sum(name))
    end
    assert(went > 1, went)
  end)

  it("leaves the same bytes with several processes #thorough", function()
    for i, game in ipairs { wide(), men.rules(nil, "1") } do
      local r, expected = solved(game)
      for _, row in ipairs { { 2, 1 }, { 3, 4 } } do
        local same = i == 1 and wide(nil, row[1] == 2) or game
        local other, bytes = solved(same, row[2], { threads = row[1] })
        assert.same({ r.value, r.distance, r.positions }, { other.value, other.distance, other.positions })
        assert.equal(expected, bytes)
      end
    end
  end)

  it("goes on after a process was killed, by another number of them", function()
    local _, expected = solved(wide())
    for i, fails in ipairs { 2000, 4350, 4150 } do   -- 4,000 calls: some are looked at, and the first walk of each
      local name, without = fresh(), i == 3
      killed(fails, without, ("folder = %q, threads = 3, ranges = %d, checkpoint = 1e-9"):format(name, i))
      local begun <close> = io.open(name .. "/tier-0.begun")
      assert.equal(fails > 4000, begun ~= nil)
      local r = gts.solve(wide(nil, without), { by = "retrograde", folder = name, native = false, threads = i, ranges = 2 })
      assert.matches("it went on", r.why)
      assert.equal(expected, sum(name))
    end
  end)

  it("says which file is damaged", function()
    local options = { by = "retrograde", folder = fresh(), native = false, ranges = 5 }
    assert.matches("killed", complaint(gts.solve, failing(8000), options))
    local name = options.folder .. "/tier-0.cells"
    local file <close> = assert(io.open(name, "r+b"))
    local size = file:seek "end"
    file:seek("set", 0)
    file:write(("?"):rep(size))
    file:flush()
    local said = complaint(gts.solve, wide(), options)
    assert.matches("/tier%-0.cells: it is damaged: remove it and the file .begun beside it", said)
    os.remove(name)
    assert.matches("/tier%-0.cells: No such file", complaint(gts.solve, wide(), options))
    os.remove(options.folder .. "/tier-0.begun")
    assert.equal("retrograde", gts.solve(wide(), options).by)
  end)

  it("says which file of moves is cut short", function()
    local rules = failing(15000, true)            -- after the first walk
    local options = { by = "retrograde", folder = fresh(), native = false, ranges = 4, checkpoint = 1e-9 }
    assert.matches("killed", complaint(gts.solve, rules, options))
    local name = options.folder .. "/tier-0-0.edges"
    local file <close> = assert(io.open(name, "rb"))
    local bytes = file:read "a"
    for _, rest in ipairs { 0, 20, 100, #bytes - 32, #bytes - 1 } do
      run.write(name, bytes:sub(1, rest))
      assert.matches("/tier%-0%-0.edges: it is damaged: remove it", complaint(gts.solve, rules, options))
    end
    os.remove(name)
    assert.matches("/tier%-0%-0.edges: No such file", complaint(gts.solve, rules, options))
    run.write(name, bytes)
    assert.matches("it went on", gts.solve(rules, options).why)
  end)

  it("need a folder, and are refused before they begin if even one is too much", function()
    local rules = { name = "much", version = "1", start = 0, cycle = 0, evaluate = function() return 0 end }
    function rules.next() end
    rules.index = { of = function(p) return p end, before = function() end, at = function() error "it has begun" end }
    function rules.index.size(tier) return tier == 0 and 1 << 26 or nil end
    local options = { by = "retrograde", native = false, memory = 1 << 24 }
    assert.matches("takes at least 41%d%d%d%d%d%d%d bytes of memory, and 16777216 are allowed: name a folder, where ranges of it "
      .. "can wait, or allow more", complaint(gts.solve, rules, options))
    options.folder = fresh()
    assert.matches("it has begun", complaint(gts.solve, rules, options))
    function rules.index.size(tier) return tier == 0 and 1 << 36 or nil end
    options.folder = fresh()
    local said = complaint(gts.solve, rules, options)
    assert.matches("takes at least 1%d%d%d%d%d%d%d%d bytes of memory, and 16777216 are allowed$", said)
  end)
end)
