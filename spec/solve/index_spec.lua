-- gts.solve by an index of positions: rules.index.

local core = require "gts.core"
local gts = require "gts"
local graphs = require "spec.support.graphs"
local men = require "spec.support.men"
local no_compiler = require "spec.support.no_compiler"
local run = require "spec.support.run"
local solving = require "spec.support.solving"
local trees = require "spec.support.trees"

local complaint = require("spec.support.errors").complaint
local indexed, sum, wide = solving.indexed, solving.sum, solving.wide

local function solved(rules, options)
  options = options or { native = false }
  options.by = "retrograde"
  return gts.solve(rules, options)
end

-- Holds a database against the definition, in all positions, whether they can be reached or not.
local function compare(graph, db, cycle, encode)
  solving.compare(graph, db, cycle, { nodes = solving.nodes(graph), encode = encode })
end

local folder, gone
before_each(function() folder, gone = run.folder() end)
after_each(function() getmetatable(gone).__close() end)

describe("gts.solve by an index", function()
  it("is right on random graphs, with circles and without, with predecessors and without", function()
    for seed = 1, trees.share(700) do
      local acyclic, values = seed % 4 == 3, seed % 2 == 0 and { -1, 1 } or { -4, 4 }
      local graph = graphs.random(seed, { count = seed % 40 + 3, values = values, acyclic = acyclic })
      local rules, encode = indexed(graph, { words = seed % 7 == 0, before = seed % 3 > 0, holes = seed % 5 == 0 })
      rules.cycle = not acyclic and seed % 5 - 2 or nil
      local r = solved(rules)
      compare(graph, r.database, rules.cycle, encode)
      assert.equal(2 * #graph, r.positions)
    end
  end)

  it("goes tier by tier, with circles within a tier", function()
    for seed = 1, trees.share(200) do
      local graph = graphs.random(seed, { count = 40, values = { -2, 2 } })
      local tier = solving.rise(graph, 8)
      local rules = indexed(graph, { before = seed % 2 == 0 })
      rules.cycle, rules.tier = seed % 3 - 1, tier
      function rules.index.size(n) if n <= 1 then return 8 end end
      function rules.index.of(p) return (p - 1) % 8 end
      function rules.index.at(n, i) return (n + 3) * 8 + i + 1 end
      compare(graph, solved(rules).database, rules.cycle)
    end
  end)

  describe("of a game in which each index stands for reversed positions too", function()
    local plain = gts.solve(men.rules(function() return nil end), { by = "retrograde", native = false }).database
    local positions = {}

    setup(function()
      local game, seen = gts.game "morris", { [0] = true }
      positions[1] = 0
      for _, p in ipairs(positions) do          -- it grows meanwhile
        for _, q in game.next, p do if not seen[q] then seen[q], positions[#positions + 1] = true, q end end
      end
      assert.equal(5390, #positions)
    end)

    local function same(db)
      for _, p in ipairs(positions) do
        assert(plain:value(p) == db:value(p) and plain:distance(p) == db:distance(p))
      end
    end

    local function without_before(index)
      index.before = nil
      return index
    end

    it("gives every position what is found by keys, also compiled #thorough", function()
      for _, change in ipairs { false, without_before } do
        for _, native in ipairs(no_compiler() and { false } or { false, true }) do
          local game = men.rules(change or nil)
          local r = solved(game, { native = native })
          assert.same({ 1, 9, 4030 }, { r.value, r.distance, r.positions })
          same(r.database)
        end
      end
    end)

    it("keeps the same bytes in a folder, whatever was done before, and serves searches", function()
      local sums, fails = {}, false
      local game = men.rules(function(index)
        local at = index.at
        function index.at(tier, i)
          if fails and tier == 4 and i == 99 then error "killed" end
          return at(tier, i)
        end
        return index
      end, "1")
      for i, name in ipairs { "a", "b" } do
        local options = { by = "retrograde", folder = ("%s/%s"):format(folder, name), native = false }
        fails = i == 2
        if fails then assert.matches("killed", complaint(gts.solve, game, options)) end
        fails = false
        local r = gts.solve(game, options)
        assert.same({ 1, 9, 4030 }, { r.value, r.distance, r.positions })
        assert.equal(i == 2, r.why:find "went on" ~= nil)
        same(r.database)
        sums[i] = sum(options.folder)
      end
      assert.equal(sums[1], sums[2])
      local db <close> = setmetatable({ gts.database(folder .. "/b", game) }, { __close = function(t) t[1]:close() end })
      assert.is_true(db[1]:check())
      for _, native in ipairs(no_compiler() and { false } or { false, true }) do
        local r = gts.search(game, { algorithm = "alphabeta", depth = 1, database = db[1], native = native })
        assert.same({ 1, 6 }, { r.value, r.stats.visits })       -- the fifth move wins: no other need be looked at
      end
    end)

    it("is compiled, all of it", function()
      local report = gts.native(men.rules())
      assert.is_nil((report:refused()))
      assert.is_true(report.functions["index.before"].compiled)
    end)
  end)

  describe("that is killed within a tier", function()
    it("goes on where it was, to the same bytes #thorough", function()
      local expected
      -- All calls of index.at; then the one that fails, in the first walk, in a wave, or in a sweep.
      for i, row in ipairs {
        { true, 18462 }, { false, 80462 }, { true, 5000 }, { true, 9500 }, { false, 5000 }, { false, 20000 },
      } do
        local options = { by = "retrograde", folder = ("%s/%d"):format(folder, i), native = false, checkpoint = 1e-9 }
        local calls
        local game = wide(function(_, at)
          calls = at
          if i > 2 and at == row[2] then error "killed" end
        end, not row[1])
        if i > 2 then
          assert.matches("killed", complaint(gts.solve, game, options))
          assert(io.open(options.folder .. "/tier-0.begun")):close()
        end
        assert.equal(i > 2, gts.solve(game, options).why:find "it went on" ~= nil)
        if i <= 2 then assert.equal(row[2], calls)
        elseif row[2] == 9500 then assert(calls - row[2] < 10000)         -- from the last checkpoint on, and the check
        else assert.equal((row[1] and 18462 or 80462) + 1, calls) end
        expected = expected or sum(options.folder)
        assert.equal(expected, sum(options.folder))
      end
    end)

    it("goes on within a tier when it was stopped, each time a little further", function()
      local options, rounds = { by = "retrograde", folder = folder .. "/w", native = false, time = 1000 }, 0
      local game = wide(function() core.clock(0.1) end, true)   -- 10,000 calls are the time, 80,462 are needed
      repeat
        local r = gts.solve(game, options)
        rounds = rounds + 1
      until not r.stopped or rounds > 20
      assert(rounds > 5 and rounds < 20, rounds)
      local positions
      options = { by = "retrograde", folder = folder .. "/v", native = false }
      function options.progress(report) positions = report.positions end
      gts.solve(wide(function() core.clock(0.01) end, true), options)         -- so that it reports
      assert.equal(2 * 9000, positions)             -- each with either player to move
      assert.equal(sum(folder .. "/v"), sum(folder .. "/w"))
    end)

    it("says which file is damaged", function()
      local options = { by = "retrograde", folder = folder .. "/w", native = false, checkpoint = 1e-9 }
      local game = wide(function(_, at) if at == 9500 then error "killed" end end)
      complaint(gts.solve, game, options)
      local name = options.folder .. "/tier-0.begun"
      local file <close> = assert(io.open(name, "r+b"))
      file:seek("set", 20000)
      file:write "?"
      file:flush()
      local said = complaint(gts.solve, game, options)
      assert.matches("/w/tier%-0.begun: it is damaged, or of another game or other rules of it: remove it", said)
      os.remove(name)
      assert.equal("retrograde", gts.solve(game, options).by)
    end)
  end)

  it("says how much memory a tier takes at least, before it begins", function()
    local rules = { name = "much", start = 0, cycle = 0, evaluate = function() return 0 end, next = function() end }
    rules.index = { size = function(tier) return tier <= 9 and 1 << 30 - tier or nil end, of = function(p) return p end,
      at = function() error "it has begun" end }
    function rules.tier(p) return p == 0 and 0 or 1 end
    local said = complaint(solved, rules, { memory = 1 << 24, native = false })
    assert.matches("tier 0, with those that it leads to, takes at least 43%d%d%d%d%d%d%d%d bytes of memory, and 16777216 are "
      .. "allowed", said)
  end)

  describe("refuses", function()
    local function ring(change)
      local rules = { name = "ring", start = 1, cycle = 0, range = { -1, 1 } }
      function rules.next(p, move) if not move and p ~= 5 then return 1, (p + 3) % 7 end end
      function rules.evaluate() return 1 end
      rules.index = { size = function(tier) return tier == 0 and 7 or nil end, of = function(p) return p end,
        at = function(_, i) return i end }
      function rules.index.before(p, move) if not move and (p + 4) % 7 ~= 5 then return 1, (p + 4) % 7 end end
      if change then change(rules) end
      return rules
    end

    local function refusal(change) return complaint(solved, ring(change)) end

    it("nothing that is right", function() assert.equal(1, solved(ring()).value) end)

    for name, row in pairs {
      ["an index out of range"] = { "rules.index.of gives 9 for position 4 of tier 0: rules.index.at gives no position",
        function(rules) rules.index.of = function(p) return p == 4 and 9 or p end end },
      ["an index below 0"] = { "rules.index.of returned %-1 for position 4: expected an integer from 0 on",
        function(rules) rules.index.of = function(p) return p == 4 and -1 or p end end },
      ["a float as an index"] = { "rules.index.of returned .* for position 0: expected an integer",
        function(rules) rules.index.of = function(p) return p + 0.5 end end },
      ["what is no inverse"] = { "rules.index.at gives position 2 for index 1 of tier 0, but rules.index.of gives 2",
        function(rules) rules.index.at = function(_, i) return i == 1 and 2 or i end end },
      ["a position of another tier"] = { "gives position 0 for index 0 of tier 1, but by rules.tier it is one of tier 0",
        function(rules)
          rules.tier, rules.index.size = function(p) return p // 6 end, function(tier) return tier <= 1 and 7 or nil end
        end },
      ["a position that is reached and has no index"] = {
        "rules.index.of gives 6 for a position of tier 0, but rules.index.at gives none for it",
        function(rules) rules.index.at = function(_, i) if i ~= 6 then return i end end end },
      ["the same, where the index comes first"] = { "rules.index.of gives 0 for position 0 of tier 0: rules.index.at gives no",
        function(rules) rules.index.at = function(_, i) if i ~= 0 then return i end end end },
      ["a position of another type"] = { "rules.index.at returned 'x' for index 3 of tier 0: expected a position, which",
        function(rules) rules.index.at = function(_, i) return i == 3 and "x" or i end end },
      ["an error"] = { "oh dear",
        function(rules) rules.index.at = function(_, i) return i == 3 and error "oh dear" or i end end },
      ["a size that is none"] = { "rules.index.size returned 1.5 for tier 0: expected an integer from 0 to 2%^40, or nil",
        function(rules) rules.index.size = function() return 1.5 end end },
      ["a size that is too much"] = { "rules.index.size returned 1152921504606846976 for tier 0: expected an integer",
        function(rules) rules.index.size = function() return 1 << 60 end end },
      ["no size"] = { "rules.index.size gives nil for tier 0, that of the first position",
        function(rules) rules.index.size = function() end end },
      ["predecessors that are left out"] = { "position 2 has another value than its successors say: rules.index.before",
        function(rules) rules.index.before = function() end end },
      ["a predecessor out of range"] = { "rules.index.of gives 107 for position 107",
        function(rules) rules.index.before = function(_, move) if not move then return 1, 107 end end end },
      ["predecessors without end"] = { "rules.index.before returned 1 for position 5: expected another move than the one before",
        function(rules) rules.index.before = function(p) return 1, p end end },
      ["circles without their value"] = { "the game goes round in circles, as from position 0: let rules.cycle say",
        function(rules)
          rules.cycle = nil
          rules.next = function(p, move) if not move then return 1, (p + 3) % 7 end end
        end },
      ["a missing function"] = { "rules.index.at is missing", function(rules) rules.index.at = nil end },
      ["an unknown field"] = { "rules.index has the unknown field 'sizes': did you mean 'size'",
        function(rules) rules.index.sizes = 1 end },
      ["what is no table"] = { "rules.index is 3: expected a table", function(rules) rules.index = 3 end },
      ["a score"] = { "rules.index and rules.score do not go together",
        function(rules) rules.score, rules.cycle = function() return 0 end, nil end },
      ["positions that are no integers"] = { "rules.index goes with positions of one to 4 integers, and rules.start is 'a'",
        function(rules) rules.start = "a" end },
      ["reversed positions without a player"] = { "rules.index.reversed needs rules.player",
        function(rules) rules.index.reversed = true end },
      ["reversed positions with draws that are worth something"] = { "so that a draw must be worth 0, but", function(rules)
        rules.index.reversed, rules.cycle, rules.player = true, 1, function() return "max" end
      end },
    } do it(name, function() assert.matches(row[1], refusal(row[2])) end) end

    it("values without distances", function()
      local said = complaint(solved, ring(), { distances = false, native = false })
      assert.matches("goes by distances, and keeps them: leave the option distances out", said)
    end)

    it("several processes where positions do not repeat", function()
      local rules = ring(function(rules) rules.cycle = nil end)
      local said = complaint(solved, rules, { folder = folder .. "/r", threads = 2, native = false })
      assert.matches("without rules.cycle, are solved by one process: leave threads and mpi out", said)
    end)
  end)
end)
