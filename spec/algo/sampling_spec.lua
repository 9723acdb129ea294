-- Searches that estimate: what they prove, at every moment; what they sample, and what no more; limits, memory, playouts.

local gts = require "gts"
local graphs = require "spec.support.graphs"
local passing = require "spec.support.passing"
local reference = require "spec.support.sampling_reference"
local run = require "spec.support.run"
local trees = require "spec.support.trees"

local check_claims, inf = reference.check_claims, math.huge
local ids = { "mcts", "ubfm" }

-- After a number of iterations. All of the root is settled later or sooner.
local moments = { 1, 2, 3, 4, 5, 7, 10, 14, 20, 28, 40, 60, 100, 200 }

local function each(call)
  for _, id in ipairs(ids) do call(id) end
end

describe("a search that estimates", function()
  it("claims nothing that is not so, whenever it is stopped, on any tree", function()
    trees.each(1000, nil, function(tree, seed)
      local value = trees.oracle(tree)
      local game = seed % 2 == 0 and gts.tree(tree) or trees.rules(tree, trees.forms[seed % #trees.forms + 1],
        { terminal = seed % 4 == 1 })
      for i = seed % 3 + 1, #moments, 3 do
        each(function(id)
          local r = gts.search(game, { algorithm = id, iterations = moments[i], seed = seed, rollout = "random" })
          check_claims(r, value)
          for _, move in ipairs(r.moves) do
            local child = tree[trees.move_number(move.move)]
            local player = tree.player == "min" and "max" or "min"
            local its = trees.oracle(child, player)
            assert(move.lower <= its and its <= move.upper, "a move's bounds")
          end
        end)
      end
    end)
  end)

  it("claims nothing that is not so in games that go in circles", function()
    for seed = 1, trees.share(1000) do
      local graph = graphs.random(seed, { count = 5 + seed % 4, values = { -3, 3 } })
      local rules = graphs.rules(graph, ({ "integers", "tables", "3 words, 2" })[seed % 3 + 1])
      rules.cycle = seed % 5 - 2
      local value = graphs.repeating(graph, rules.cycle, 1)
      for i = seed % 4 + 1, #moments, 4 do
        each(function(id)
          check_claims(gts.search(rules, { algorithm = id, iterations = moments[i], longest_rollout = 30, native = false }),
            value)
        end)
      end
    end
  end)

  it("depends on the seed alone", function()
    each(function(id)
      local function told(seed, native)
        local r = gts.search("connect4", { algorithm = id, iterations = 300, seed = seed, native = native, rollout = "random" })
        local list = { r.move, r.estimate, r.stats.visits, r.stats.leaves }
        for _, move in ipairs(r.moves) do
          table.move({ move.move, move.visits, move.estimate, move.lower, move.upper }, 1, 5, #list + 1, list)
        end
        return list
      end
      assert.same(told(1), told(1))
      assert.same(told(nil), told(1))
      assert.same(told(7, false), told(7, true))
      assert.not_same(told(1), told(2))
    end)
  end)

  it("does not play what is proved lost, however often it was visited, while another move may be better", function()
    -- Two moves, of no choice afterwards: the first one looks better, and is lost after ten plies.
    local rules = { name = "lost", start = 0, range = { -1, 1 } }
    function rules.next(p, move)
      if p == 0 then
        if not move then return 1, 1 elseif move == 1 then return 2, 101 end
      elseif not move and p ~= 10 and p ~= 200 then return 1, p + 1 end
    end
    function rules.terminal(p) return p == 10 or p == 200 end
    function rules.evaluate(p) return p == 10 and -1 or p < 10 and 0.5 or p < 200 and 0.1 or 1 end
    for _, id in ipairs(ids) do
      local found = false
      for iterations = 1, 20 do
        local r = gts.search(rules, { algorithm = id, iterations = iterations, rollout = 0 })
        local lost, other = table.unpack(r.moves)
        if lost and lost.upper == -1 then
          found = found or lost.visits > other.visits
          assert.equal(2, r.move)
        end
      end
      assert.is_true(found)
    end
  end)

  it("does not come back to what is settled, or cannot matter", function()
    trees.each(150, { static = true }, function(tree, seed)
      each(function(id)
        local rules, log = trees.rules(tree, nil, { terminal = true })
        rules.bounds = nil
        local seen, sampled = {}, {}
        -- Of each moment but the last one what is proved; from then on nothing below it is asked.
        local before = gts.search(rules, { algorithm = id, iterations = seed % 20 + 1, rollout = 0 })
        for i = #log, 1, -1 do log[i] = nil end
        local after = gts.search(rules, { algorithm = id, iterations = seed % 20 + 21, rollout = 0 })
        for i, move in ipairs(before.moves) do
          seen[i] = move.lower == move.upper
          if seen[i] then assert(after.moves[i].visits == move.visits, "a settled move was visited") end
        end
        for _, what in ipairs(log) do
          local kind, path = what:match "^(%S+) (.*)$"
          sampled[path] = (sampled[path] or 0) + (kind == "terminal" and 1 or 0)
        end
        for path, times in pairs(sampled) do assert(times == 1, "entered twice: " .. path) end
      end)
    end)
  end)

  it("has a finite estimate, also where results have no sum", function()
    local most = 0x1.fffffffffffffp1023
    for _, rollout in ipairs { "random", 0 } do
      local r = gts.search(trees.rules({ player = "min", most, most, most }, nil, { terminal = true }), { algorithm = "mcts",
        rollout = rollout, iterations = 2 })
      assert.same({ most, "iterations", most }, { r.estimate, r.stopped, r.upper })
    end
  end)

  it("takes the leftmost of equals", function()
    each(function(id)
      local r = gts.search(gts.tree { { 3, 3 }, { 3, 3 }, { 3, 3 } }, { algorithm = id })
      assert.same({ 3, 1, true }, { r.value, r.move, r.solved })
      local deep = gts.tree { branching = 3, depth = 12, order = "random", seed = 1 }
      r = gts.search(deep, { algorithm = id, iterations = id == "mcts" and 3 or 1, rollout = function() return 1 end })
      assert.same({ 1, "iterations" }, { r.move, r.stopped })
    end)
  end)

  it("names a move that has the value, where the rules know the value alone", function()
    local tree = { lower = 5, { upper = 5, { 3, 2 }, { 9, 4 } }, { upper = 5, { 5, 4 }, { 8, 1 } } }
    each(function(id)
      local r = gts.search(gts.tree(tree), { algorithm = id })
      assert.same({ 5, 2, true }, { r.value, r.move, r.solved })
    end)
  end)

  it("has no value that is not proved: an estimate, and bounds", function()
    each(function(id)
      local r = gts.search("connect4", { algorithm = id, iterations = 100 })
      assert.is_nil(r.value)
      assert.same({ -1, 1, false, false, "iterations" }, { r.lower, r.upper, r.exact, r.solved, r.stopped })
      assert(r.estimate >= -1 and r.estimate <= 1 and r.move and r.pv[1] == r.move and r.position)
      assert.matches("value  unknown  %(about %-?[%d.]+, between %-1 and 1, stopped: iterations%)", gts.show and
        require("gts.show.text").result(r) or "")
      local proved = gts.search("tictactoe", { algorithm = id })
      assert.same({ 0, 0, 0, 0, true, true },
        { proved.value, proved.estimate, proved.lower, proved.upper, proved.exact, proved.solved })
    end)
  end)

  it("stops at each limit, with a move", function()
    each(function(id)
      assert.equal("iterations", gts.search("connect4", { algorithm = id, iterations = 5 }).stopped)
      local r = gts.search("connect4", { algorithm = id, nodes = 5000 })
      assert.same({ "nodes", 5000 }, { r.stopped, r.stats.visits })
      local rules, evaluated = passing(0.1)
      r = gts.search(rules, { algorithm = id, time = 20, rollout = 1, native = false })
      assert(r.stopped == "time" and r.move and not r.options.deepen)
      local count = evaluated()
      assert(count >= 200 and count < 220, count)
      local reports = 0
      r = gts.search(rules, { algorithm = id, every = 1, rollout = 1, native = false, progress = function(report)
        reports = reports + 1
        assert(report.estimate and report.value == nil and report.move)
        return reports < 3
      end })
      assert.same({ "progress", 3 }, { r.stopped, reports })
    end)
  end)

  it("ends after a million iterations where no limit is stated #thorough", function()
    local r = gts.search(gts.tree { branching = 2, depth = 60, order = "random" }, {
      algorithm = "mcts", memory = 1e6, rollout = function() return 0 end,
    })
    assert.same({ "iterations", 1000000 }, { r.stopped, r.moves[1].visits + r.moves[2].visits })
  end)

  it("keeps within its memory, and goes on #thorough", function()
    each(function(id)
      for _, bytes in ipairs { 20000, 100000, 1000000 } do
        for _, game in ipairs { "connect4", "othello" } do
          local r = gts.search(game, { algorithm = id, memory = bytes, iterations = 3000, native = false })
          -- The line that is thought best may be so long that nothing beside it can be given back.
          assert(r.stopped == "iterations" or id == "ubfm" and r.stopped == "memory")
          assert(r.stats.bytes <= bytes and r.move ~= nil)
        end
      end
      for bytes = 100, 6100, 500 do
        local r = gts.search("connect4", { algorithm = id, memory = bytes, iterations = 300 })
        assert((r.stopped == "memory" or bytes > 3000) and r.stats.bytes <= bytes and (bytes > 1000 or r.move == nil))
      end
    end)
  end)

  it("is right with little memory, whatever form positions have", function()
    trees.each(60, { values = "small", depth = 5, children = { 2, 3 }, even = true, informed = false }, function(tree, seed)
      local form = trees.forms[seed % #trees.forms + 1]
      each(function(id)
        local r = gts.search(trees.rules(tree, form, { terminal = true }), { algorithm = id, memory = 16000 + 500 * (seed % 8),
          iterations = 20000, rollout = "random" })
        assert(r.stopped == nil or r.stopped == "iterations" or r.stopped == "memory")
        check_claims(r, (trees.oracle(tree)))
      end)
    end)
  end)

  it("takes a million nodes in tens of bytes each, and their positions", function()
    local r = gts.search("tictactoe", { algorithm = "mcts", iterations = 3000 })
    assert(r.stats.bytes < 200 * r.stats.peak + 50000)
    r = gts.search(gts.tree { branching = 4, depth = 40, order = "random" }, { algorithm = "mcts", iterations = 50000,
      rollout = 0 })
    assert(r.stats.peak > 49000 and (r.stats.bytes - (4 << 20)) / r.stats.peak < 130)   -- of a chunk most may be free
  end)
end)

describe("mcts", function()
  it("has as estimate the mean of its playouts", function()
    local values, at = { 4, -2, 7, 1 }, 0
    local rules = { name = "flat", start = 0, range = { -10, 10 }, evaluate = function(p) return p end }
    function rules.successors(p) return p < 100 and { 4 * p + 1, 4 * p + 2 } or {} end
    local r = gts.search(rules, { algorithm = "mcts", iterations = 4, rollout = function()
      at = at + 1
      return values[at]
    end })
    assert.equal(10 / 4, r.estimate)
    assert.equal(4, at)
  end)

  it("asks the rules of new positions first, where there is a prior", function()
    for _, prior in ipairs { 1, 5 } do
      local r = gts.search("othello", { algorithm = "mcts", iterations = 200, prior = prior })
      local visits = 0
      for _, move in ipairs(r.moves) do visits = visits + move.visits end
      assert.equal(200 + prior * #r.moves, visits)
      trees.each(100, { static = true }, function(tree)
        local found = gts.search(gts.tree(tree), { algorithm = "mcts", prior = prior })
        assert(found.solved and found.value == trees.oracle(tree))
      end)
    end
  end)

  it("plays what wins, whatever was visited most", function()
    -- The first move wins at once: MIN has one answer, a bad one.
    local r = gts.search(gts.tree { branching = 3, depth = 30, order = "wins" }, { algorithm = "mcts", iterations = 500 })
    assert(r.move)
    local tree = { { 0, 0 }, { 1 }, { 0, { 0, 1 } } }
    r = gts.search(gts.tree(tree), { algorithm = "mcts" })
    assert.same({ 1, 2 }, { r.value, r.move })
  end)

  it("does not leave what is sure for what was looked at more, and seems worse", function()
    local function poor(depth) return depth == 0 and -1 or { poor(depth - 1), poor(depth - 1) } end
    for _, side in ipairs { 1, -1 } do
      local function turned(tree)
        if type(tree) == "number" then return side * tree end
        return { turned(tree[1]), turned(tree[2]) }
      end
      local tree = { player = side == 1 and "max" or "min", 0, turned(poor(10)) }
      local r = gts.search(gts.tree(tree), { algorithm = "mcts", iterations = 12 })
      assert.same({ "iterations", 1 }, { r.stopped, r.move })
      assert(r.moves[2].visits > r.moves[1].visits and r.moves[2].lower < r.moves[2].upper)
    end
  end)
end)

describe("ubfm", function()
  local variants = {
    {}, { ties = "most" }, { descent = true }, { completion = "win" }, { completion = "none" },
    { completion = "win", ties = "most", safe = false }, { completion = "none", safe = false },
    { completion = "win", descent = true },
  }

  -- Compares the root of the reference, and its children, with a result; returns whether the root is settled.
  local function compare(root, r, given)
    local function of(node)
      return { node.visits, node.lower, node.upper, math.max(node.lower, math.min(node.upper, node.estimate)) }
    end
    local _, lower, upper, estimate = table.unpack(of(root))
    assert.same({ lower, upper, estimate }, { r.lower, r.upper, r.estimate })
    for i, child in ipairs(root.children) do
      local move = r.moves[i]
      assert.same(of(child), { move.visits, move.lower, move.upper, move.estimate })
    end
    if given.completion and lower < upper then assert.equal(root.best.move, trees.move_number(r.move)) end
  end

  it("goes where best-first minimax goes, by the definition", function()
    trees.each(300, { static = true, informed = false, values = "small" }, function(tree, seed)
      for i = seed % 2 + 1, #variants, 2 do
        local given = { algorithm = "ubfm", iterations = seed % 40 + 1, rollout = 0, safe = true }
        for name, value in pairs(variants[i]) do given[name] = value end
        compare(reference.ubfm(tree, given.iterations, given), gts.search(gts.tree(tree), given), given)
      end
    end)
  end)

  it("shares what is known of positions, with a table, by the definition", function()
    for _, seed in ipairs(trees.seeds(trees.share(80), { 19 })) do
      local graph, lists = graphs.random(seed, { count = 24, acyclic = true }), {}
      for p = #graph, 1, -1 do
        lists[p] = #graph[p].children == 0 and graph[p].value or { value = graph[p].value }
        for i, child in ipairs(graph[p].children) do lists[p][i] = lists[child] end
      end
      local rules = graphs.rules(graph, ({ "integers", "tables", "3 words, 2", "long strings" })[seed % 4 + 1])
      function rules.terminal(...) return rules.next(...) == nil end
      local given = { algorithm = "ubfm", iterations = seed % 30 + 1, rollout = 0, safe = true, native = false, table = 1 << 16 }
      for name, value in pairs(variants[seed % #variants + 1]) do given[name] = value end
      local r = gts.search(rules, given)
      given.shares = true
      compare(reference.ubfm(lists[1], given.iterations, given), r, given)
    end
  end)

  it("leaves to a table only what holds on every path", function()
    for seed = 1, trees.share(80) do
      local graph = graphs.random(seed, { count = 5 + seed % 6, values = { -3, 3 } })
      local rules, kept = graphs.rules(graph), gts.table { bytes = 1 << 18 }
      rules.cycle = seed % 5 - 2
      local value = gts.search(rules, { algorithm = "minimax", native = false }).value
      for i = seed % 3 + 1, #moments, 3 do
        check_claims(gts.search(rules, { algorithm = "ubfm", iterations = moments[i], rollout = 0, table = kept, native = false,
          descent = seed % 2 == 0 }), value)
      end
      for p = 1, #graph do
        for _, algorithm in ipairs { "minimax", "ttalphabeta" } do
          local r = gts.search(rules, { algorithm = algorithm, position = p, native = false,
            table = algorithm == "ttalphabeta" and kept or nil })
          value = algorithm == "minimax" and r.value or value
          assert.equal(value, r.value)
        end
      end
    end
  end)

  it("leaves to a table what has a horizon with its depth", function()
    for seed = 1, trees.share(60) do
      local graph = graphs.random(seed, { count = 20, acyclic = seed % 2 == 0 })
      local rules, kept = graphs.rules(graph), gts.table { bytes = 1 << 18 }
      local given = { algorithm = "ubfm", rollout = 0, table = kept, native = false }
      for i, depth in ipairs { 4, 4, 4, 3, 5, 6 } do
        given.depth, given.iterations = depth, i < 4 and seed % 11 + 2 * i or 60
        check_claims(gts.search(rules, given), graphs.oracle(graph, 1, depth))
      end
      for depth = 2, 8 do
        local r = gts.search(rules, { algorithm = "ttalphabeta", depth = depth, table = kept, native = false })
        assert.equal(graphs.oracle(graph, 1, depth), r.value)
      end
    end
  end)

  it("plays the best estimate, or, safe, what was looked at most", function()
    local tree = trees.random(3, { static = true, informed = false, depth = 6, children = { 3, 3 }, even = true,
      values = "small" })
    local differ = false
    for iterations = 2, 60 do
      local function first(safe)
        local r = gts.search(gts.tree(tree), { algorithm = "ubfm", rollout = 0, iterations = iterations, safe = safe })
        return r, r.moves[r.move]
      end
      local r, best = first(false)
      local _, safe = first(true)
      if r.value == nil then
        for _, move in ipairs(r.moves) do
          assert(best.estimate >= move.estimate)
          assert(safe.visits >= move.visits or safe.estimate > move.estimate or move.upper <= r.lower)
        end
      end
      differ = differ or best.move ~= safe.move
    end
    assert.is_true(differ)
  end)
end)

describe("the option rollout", function()
  local deep = { name = "deep", start = 1, range = { -100, 100 } }
  function deep.next(p, move) if p < 1 << 40 and (move or 0) < 2 then return (move or 0) + 1, 2 * p + (move or 0) end end
  function deep.evaluate(p) return p % 7 end

  local function wrong(f)
    local ok, text = pcall(gts.search, deep, { algorithm = "mcts", iterations = 10, rollout = f })
    assert.is_false(ok)
    return text
  end

  it("is a function of the position, and what it gives is held to account", function()
    each(function(id)
      local asked = {}
      local r = gts.search(deep, { algorithm = id, iterations = 30, rollout = function(p, player, ply, random)
        assert(player == (ply % 2 == 0 and "max" or "min") and math.type(random) == "integer" and random >= 0)
        assert(p >= 1 << ply and p < 2 << ply)
        asked[#asked + 1] = random
        return p % 5
      end })
      assert(r.estimate >= 0 and r.estimate <= 4 and asked[1] ~= asked[2])
    end)
    assert.matches("the function in option 'rollout' returned nil: expected a finite number", wrong(function() end))
    assert.matches("'rollout' returned nan: expected a finite number", (wrong(function() return 0 / 0 end):gsub("-nan", "nan")))
    assert.matches("'rollout' returned inf: expected", wrong(function() return inf end))
    assert.matches("'rollout' returned a table: expected", wrong(function() return {} end))
    assert.matches("'rollout' returned '5': expected", wrong(function() return "5" end))
    assert.matches("'rollout' returned 101: outside the range", wrong(function() return 101 end))
    assert.matches("trouble", wrong(function() error "trouble" end))
    local value = {}
    local ok, got = pcall(gts.search, deep, { algorithm = "ubfm", rollout = function() error(value) end })
    assert(not ok and rawequal(got, value))
  end)

  it("is a number of plies, after which the rules are asked", function()
    for _, plies in ipairs { 0, 1, 5 } do
      local most = 0
      local rules = { name = "logged", start = 1, next = deep.next, evaluate = function(p)
        most = math.max(most, p)
        return 0
      end }
      gts.search(rules, { algorithm = "mcts", iterations = 1, rollout = plies })
      assert(most >= 2 << plies and most < 4 << plies)
    end
  end)

  it("is refused if it is anything else", function()
    for _, bad in ipairs { "fast", -1, 1.5, true, {} } do
      assert.error_matches(function() gts.search(deep, { algorithm = "mcts", rollout = bad }) end,
        "option 'rollout' of mcts is .*expected")
    end
    assert.error_matches(function() gts.search(deep, { algorithm = "alphabeta", rollout = 1 }) end, "takes no option 'rollout'")
  end)

  it("ends what goes in circles, with the value of a repetition", function()
    local rules = { name = "circle", start = 1, cycle = 0.5, evaluate = function(p) return p end }
    function rules.successors(p) return { p % 50 + 1, (p + 1) % 50 + 1 } end
    for _, longest in ipairs { 1, 10, 1000 } do
      local r = gts.search(rules, { algorithm = "mcts", iterations = 20, longest_rollout = longest })
      assert.same({ 0.5, nil }, { r.estimate, r.value })
      assert(r.stats.visits <= 20 * (longest + 1) + 1)
    end
    rules.cycle, rules.score = -1, function() return 7 end
    assert.equal(6, gts.search(rules, { algorithm = "mcts", iterations = 20, longest_rollout = 10 }).estimate)
    rules.cycle, rules.score = nil, nil
    local r = gts.search(rules, { algorithm = "mcts", iterations = 20, longest_rollout = 10 })
    assert(r.estimate >= 1 and r.estimate <= 50)
  end)

  it("chooses any move as often, of a walk, a set, and a set whose moves are recorded", function()
    -- One ply, then a number that says which way it was.
    local function play(p, move) return p == 0 and 1 or 10 + move end
    local function legal(p) return p == 0 and 1 or p == 1 and 0x7F or 0 end
    local function next(p, move)
      if p == 0 and not move then return 1, 1 end
      if p == 1 and (move or 0) < 7 then return (move or 0) + 1, 10 + (move or 0) end
    end
    for _, case in ipairs { { next = next }, { legal = legal, play = play }, { legal = legal, play = play, select = "rave" } } do
      local chosen = {}
      local rules = { name = "wide", start = 0, next = case.next, legal = case.legal, play = case.play, evaluate = function(p)
        chosen[p] = (chosen[p] or 0) + 1
        return p
      end }
      for seed = 1, 1400 do
        gts.search(rules, { algorithm = "mcts", iterations = 1, seed = seed, native = false, select = case.select })
      end
      for p = 10, 16 do assert(math.abs(chosen[p] - 200) < 65, chosen[p]) end           -- five standard deviations
    end
  end)
end)

describe("what others say of a search that estimates", function()
  it("is in gts.best, with no depth and no table picked", function()
    local r = gts.best("connect4", nil, { algorithm = "mcts", iterations = 50 })
    assert.same({ nil, nil, "iterations" }, { r.picked.deepen, r.picked.time, r.stopped })
    r = gts.best("connect4", nil, { algorithm = "mcts", time = 0.02 })
    assert.same({ "time", false }, { r.stopped, r.options.deepen })
    assert.equal(1, gts.best("tictactoe", nil, { algorithm = "ubfm" }).picked.time)
  end)

  it("is in gts.analyze: each move with its visits", function()
    each(function(id)
      local list = gts.analyze("connect4", { algorithm = id, iterations = 60 })
      assert.same({ 7, "max", "iterations", id }, { #list, list.player, list.stopped, list.algorithm })
      assert.equal(gts.search("connect4", { algorithm = id, iterations = 60 }).move, list[1].move)
      assert.matches("estimate  visits", tostring(list))
      assert.matches('"visits":%d', list:json())
      list = gts.analyze("tictactoe", { algorithm = id, position = nil })
      assert.same({ 0, true }, { list[1].value, list[1].solved })
      list = gts.analyze("connect4", { algorithm = id, iterations = 3 })
      assert.equal(7, #list)                            -- those that it did not come to as well
    end)
    assert.error_matches(function() gts.analyze("connect4", { algorithm = "sss" }) end,
      "takes no option 'algorithm' but mcts, ubfm")
    assert.error_matches(function() gts.analyze("connect4", { iterations = 5 }) end,
      "goes with the option 'algorithm': mcts, ubfm")
  end)

  it("is shown with its significant digits", function()
    for value, text in pairs { [1e300] = "1e+300", [-2.5e8] = "-2.5e+08", [12.5] = "12.5", [0] = "0", [-1/3] = "-0.333",
      [3e-5] = "3e-05" } do
      local rows = gts.analyze(trees.rules { value, { value = 0, value, value } }, { algorithm = "mcts", iterations = 3 })
      assert(tostring(rows):find(" " .. text .. " ", 1, true), text)
    end
  end)

  it("is in comparisons, matches and commands", function()
    local rows = gts.compare("connect4", { algorithms = { "mcts", "alphabeta" }, depth = 4, nodes = 300 })
    assert.is_falsy(rows.disagree)
    assert.matches("about %-?0", tostring(rows))
    local m = gts.match("tictactoe", { algorithm = "mcts", iterations = 300 }, "random", { games = 4, plies = 0 })
    assert.equal(4, m.games)
    local out = run.gts { "best", "connect4", "--algorithm", "mcts", "--iterations", "50" }
    assert.matches("unknown  %(about", out)
    out = run.gts { "search", "connect4", "--algorithm", "ubfm", "--iterations", "20", "--json" }
    assert.matches('"estimate":', out)
    assert.matches('"moves":%[{"move":"%d","visits":%d+,"estimate":', out)
    assert.is_nil(out:match '"value":')
    out = run.gts { "analyze", "connect4", "--algorithm", "mcts", "--iterations", "50" }
    assert.matches("visits", out)
  end)
end)
