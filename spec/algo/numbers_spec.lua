-- Proof numbers: pn and dfpn. Their counts against slow programs that do the same, and against those of other programs; their
-- answers against the definition.

local graphs = require "spec.support.graphs"
local gts = require "gts"
local reference = require "spec.support.proof_reference"
local same = require "spec.support.same"
local scores = require "spec.support.scores"
local trees = require "spec.support.trees"

local INF = math.huge
local both = { "pn", "dfpn" }

-- A result says yes or no to the question, rightly, and proves nothing false.
local function answers(r, goal, value)
  assert(r.lower <= value and value <= r.upper, ("%s to %s, and it is %s"):format(r.lower, r.upper, value))
  if value >= goal then assert(r.lower >= goal, "no yes") else assert(r.upper < goal, "no no") end
  same(value >= goal and r.lower or r.upper, r.value)
end

-- A goal for a tree of this value, on either side of it.
local function goal_near(value, seed)
  local goal = ({ value, value + 1, value - 1, value + 0.5, value * 1.5, 0 })[seed % 6 + 1]
  return math.abs(goal) < INF and goal or value
end

describe("proof numbers", function()
  it("develop, and create, what the papers' programs do, on trees of all shapes", function()
    trees.each(1000, { informed = false }, function(tree, seed)
      local root, goal = trees.nodes(tree)[1], goal_near(trees.oracle(tree), seed)
      local game = seed % 2 == 0 and gts.tree(tree) or trees.rules(tree, trees.forms[seed % #trees.forms + 1])
      local yes, created, developed = reference.pn(root, goal)
      local r = gts.search(game, { algorithm = "pn", goal = goal, bounds = false })
      assert.same({ yes, created, developed }, { r.lower >= goal, r.stats.visits, r.stats.developed })
      local calls
      yes, calls = reference.dfpn(root, goal)
      r = gts.search(gts.tree(tree), { algorithm = "dfpn", goal = goal, bounds = false })
      assert.same({ yes, calls }, { r.lower >= goal, r.stats.developed })
    end)
  end)

  it("do so in graphs, where sums count some nodes twice, and no zero is wrong for it", function()
    for seed = 1, trees.share(1000) do
      local graph = graphs.random(seed, { acyclic = true, count = 10 + seed % 20 })
      local root, value = reference.graph(graph, 1), graphs.oracle(graph, 1)
      local goal = goal_near(value, seed)
      local rules = graphs.rules(graph, graphs.forms[seed % #graphs.forms + 1])
      local yes, calls = reference.dfpn(root, goal)
      same(value >= goal, yes)
      local r = gts.search(rules, { algorithm = "dfpn", goal = goal, native = false })
      assert.same({ calls, true }, { r.stats.developed, r.solved or not r.exact })
      answers(r, goal, value)
      local created, developed
      yes, created, developed = reference.pn(root, goal)
      same(value >= goal, yes)
      r = gts.search(rules, { algorithm = "pn", goal = goal, native = false })
      assert.same({ created, developed }, { r.stats.visits, r.stats.developed })
      answers(r, goal, value)
    end
  end)

  it("need what other programs need for known games", function()
    local function counts(name, options, goal)
      local game = gts.game(name, options)
      local a = gts.search(game, { algorithm = "pn", goal = goal }).stats
      local b = gts.search(game, { algorithm = "dfpn", goal = goal, table = 256 << 20 }).stats
      return { a.visits, a.developed, b.developed }
    end
    assert.same({ 13950, 3323, 1758 }, counts("tictactoe", nil, 1))
    assert.same({ 2510, 474, 708 }, counts("tictactoe", nil, 0))
    if trees.share(100) < 100 then return end
    -- From left to right, and no position known by its mirror image.
    local small, large = { columns = 4, rows = 4, plain = true }, { columns = 5, rows = 4, plain = true }
    assert.same({ 233153, 79602, 24815 }, counts("connect4", small, 1))
    assert.same({ 105472, 33394, 18730 }, counts("connect4", small, 0))
    assert.same({ 7782010, 2220292, 453441 }, counts("connect4", large, 1))
    assert.same({ 6179790, 1708672, 400372 }, counts("connect4", large, 0))
  end)

  it("are given back below what is settled, and with each question", function()
    local game = gts.game "tictactoe"
    local yes, no = gts.search(game, { algorithm = "pn", goal = 0 }).stats, gts.search(game, { algorithm = "pn", goal = 1 }).stats
    assert(no.peak < no.visits / 2)
    same(math.max(yes.peak, no.peak), gts.search(game, { algorithm = "pn", first = 0 }).stats.peak)
  end)

  it("are asked nothing where the start is a leaf, or its bounds say enough", function()
    for _, id in ipairs(both) do
      local r = gts.search(gts.tree { value = 7 }, { algorithm = id, goal = 7 })
      assert.same({ 7, 7, 1, 0 }, { r.value, r.lower, r.stats.visits, r.stats.developed })
      local tree = { lower = 2, upper = 9, { 3, 12 }, { 5, 4 } }
      for goal, bound in pairs { [2] = 2, [1] = 2, [10] = 9 } do
        r = gts.search(gts.tree(tree), { algorithm = id, goal = goal })
        assert.same({ bound, 0 }, { r.value, r.stats.leaves })
      end
    end
  end)

  it("ask what can be asked alone", function()
    for _, id in ipairs(both) do
      for _, goal in ipairs { INF, -INF, 0 / 0, "1", {} } do
        assert.error_matches(function() gts.search("nim", { algorithm = id, goal = goal }) end, "option 'goal' of " .. id)
      end
    end
    local rules = { name = "lists", start = {}, key = false, evaluate = function(p) return #p end }
    function rules.successors(p) return #p < 3 and { { 1, table.unpack(p) }, { 1, 1, table.unpack(p) } } or {} end
    same(3, gts.search(rules, { algorithm = "pn", position = { 1 } }).value)
    assert.error_matches(function() gts.search(rules, { algorithm = "dfpn" }) end, "dfpn needs rules.key")
  end)
end)

describe("a question", function()
  it("is answered as the definition answers it, with bounds, by a move that keeps the word", function()
    trees.each(1000, nil, function(tree, seed)
      local value = trees.oracle(tree)
      local goal, player = goal_near(value, seed), tree.player or "max"
      for _, id in ipairs(both) do
        local r = gts.search(trees.rules(tree), { algorithm = id, goal = goal, bounds = seed % 3 > 0 })
        answers(r, goal, value)
        local move = trees.move_number(r.move)
        if move and (value >= goal) == (player == "max") then
          local reached = trees.oracle(tree[move], player == "max" and "min" or "max")
          assert(player == "max" and reached >= r.value or player == "min" and reached <= r.value, "the move")
        end
      end
    end)
  end)

  it("is answered so with any table, as small as it may be, and with one that is kept for other questions", function()
    for seed = 1, trees.share(400) do
      local graph = graphs.random(seed, { acyclic = true, count = 26 })
      local value, rules, kept = graphs.oracle(graph, 1), graphs.rules(graph), gts.table()
      for _, bytes in ipairs { 1, 70, 400, 1 << 16 } do      -- 70: two entries of either kind
        local goal = goal_near(value, seed + bytes)
        local r = gts.search(rules, { algorithm = "dfpn", goal = goal, table = bytes, native = false,
          remember_leaves = seed % 2 == 0 })
        answers(r, goal, value)
        same(value, gts.search(rules, { algorithm = "dfpn", table = bytes, native = false }).value)
        goal = goal_near(value, seed + bytes + 1)
        answers(gts.search(rules, { algorithm = "dfpn", goal = goal, table = kept, native = false }), goal, value)
      end
      same(value, gts.search(rules, { algorithm = "ttalphabeta", table = kept, native = false }).value)
    end
  end)

  it("is answered to a horizon, and nothing that rests on it is called solved", function()
    for seed = 1, trees.share(400) do
      local graph = graphs.random(seed, { acyclic = true, count = 14 })
      local kept, random, rules = gts.table(), trees.stream(seed), graphs.rules(graph)
      local value = graphs.oracle(graph, 1)
      for _ = 1, 8 do
        local depth, goal = random(1, 7), random(-9, 9)
        local estimate = graphs.oracle(graph, 1, depth)
        local r = gts.search(rules, { algorithm = "dfpn", depth = depth, goal = goal, table = random(1, 3) > 1 and kept or 90 })
        if r.solved then same(value, r.value) end
        answers(r, goal, estimate)
        r = gts.search(rules, { algorithm = both[random(1, 2)], depth = depth })
        assert.same({ estimate, true }, { r.value, r.exact })
        if r.solved then same(value, r.value) end
      end
    end
  end)

  it("is asked anew at a greater depth, if one of its leaves was at the horizon", function()
    -- MAX has two moves at 3: one leads to 4, which is worth 0 as far as one sees, and 9; the other is worth -1.
    local children = { [1] = { 2 }, [2] = { 3 }, [3] = { 4, 5 }, [4] = { 6 } }
    local values = { 0, 0, 0, 0, -1, 9 }
    local rules = { name = "nine", start = 1, evaluate = function(p) return values[p] end }
    function rules.next(p, move)
      local child = (children[p] or {})[(move or 0) + 1]
      if child then return (move or 0) + 1, child end
    end
    function rules.terminal(p) return p > 4 end
    local kept = gts.table()
    for _, depth in ipairs { 3, INF } do
      local r = gts.search(rules, { algorithm = "dfpn", goal = 1, depth = depth, table = kept })
      answers(r, 1, depth == 3 and 0 or 9)
    end
  end)

  it("may be asked of a game with scores: what is left of the goal is what counts", function()
    local game, kept = gts.game(scores.rules { bounds = scores.bounds }), gts.table { bytes = 1 << 20 }
    for seed = 1, trees.share(300) do
      local start, score = scores.start(seed), seed % 21 - 10
      local value = score + scores.oracle(start[1])
      local goal = goal_near(value, seed)
      for i, bytes in ipairs { 1, 300, 1 << 16, kept } do
        answers(gts.search(game, { algorithm = "dfpn", position = { start[1], score }, goal = goal, table = bytes, native = false,
          bounds = (seed + i) % 3 > 0 }), goal, value)
        local r = gts.search(game, { algorithm = both[i % 2 + 1], position = { start[1], score }, native = false,
          table = i % 2 == 1 and bytes or nil })
        assert.same({ value, true }, { r.value, r.solved })
      end
    end
  end)

  it("is answered where positions repeat as the definition says, with any table", function()
    for i = 1, trees.share(1000) do
      local seed = (i + 123) % 1000 + 1         -- 125 first: there it matters what rests on a repetition, and on which
      local graph = graphs.random(seed, { count = 6 + seed % 4, values = { -3, 3 } })
      local rules = graphs.rules(graph, ({ "integers", "short strings", "tables", "2 words, 1", "6 words, 5" })[seed % 5 + 1])
      rules.cycle = seed % 3 == 0 and 0 or seed % 7 - 3
      local value = graphs.repeating(graph, rules.cycle, 1)
      local goal, kept = goal_near(value, seed), gts.table()
      for turn, bytes in ipairs { 1, 80, 1 << 16, kept, kept } do
        local asked = turn < 5 and goal or nil
        local r = gts.search(rules, { algorithm = "dfpn", goal = asked, table = bytes, native = false })
        if asked then answers(r, goal, value) else assert.same({ value, true }, { r.value, r.solved }) end
      end
      for p = 2, seed % 5 == 0 and #graph or 1 do              -- with what was found out from elsewhere
        local there = graphs.repeating(graph, rules.cycle, p)
        for question = -3, 3 do
          local r = gts.search(rules, { algorithm = "dfpn", goal = question, table = kept, position = p, native = false })
          answers(r, question, there)
        end
      end
      local r = gts.search(rules, { algorithm = "pn", goal = seed % 2 == 0 and goal or nil, native = false })
      if seed % 2 == 0 then answers(r, goal, value) else assert.same({ value, true }, { r.value, r.solved }) end
    end
  end)

  it("is answered in three men's morris, which goes round in circles, as retrograde analysis answers it", function()
    for _, moves in ipairs { "lines", "any" } do
      local rules = gts.game("morris", { moves = moves })
      local value = gts.solve(rules, { by = "retrograde", native = false }).value
      local r = gts.search(rules, { algorithm = "dfpn", deepen = false, native = false })
      assert.same({ value, true }, { r.value, r.solved })
      if value ~= 0 then same(value, gts.search(rules, { algorithm = "pn", deepen = false, native = false }).value) end
    end
  end)

  it("that is answered can be proved", function()
    trees.each(100, nil, function(tree, seed)
      local value = trees.oracle(tree)
      local goal = goal_near(value, seed)
      for _, id in ipairs(both) do
        local r = gts.search(gts.tree(tree), { algorithm = id, goal = goal, solution = true })
        answers(r, goal, value)
        assert(gts.verify(gts.tree(tree), r.proof))
      end
    end)
    for seed = 1, trees.share(200) do           -- with what a table knows, and has forgotten
      local graph = graphs.random(seed, { acyclic = true, count = 20 })
      local rules, value = graphs.rules(graph), graphs.oracle(graph, 1)
      local kept = gts.table { bytes = ({ 1, 70, 300 })[seed % 3 + 1] }
      for _, goal in ipairs { value - 2, value + 3, value } do
        local r = gts.search(rules, { algorithm = "dfpn", goal = goal, solution = true, table = kept, native = false })
        answers(r, goal, value)
        assert(gts.verify(rules, r.proof))
      end
      local r = gts.search(rules, { algorithm = "dfpn", solution = true, table = kept, native = false })
      local verdict = assert(gts.verify(rules, r.proof))
      assert.same({ value, value }, { verdict.lower, verdict.upper })
    end
  end)

  it("that is not answered in time leaves what is proved #thorough", function()
    local game = gts.game("connect4", { columns = 4, rows = 4 })
    for _, id in ipairs(both) do
      local all = gts.search(game, { algorithm = id }).stats.visits
      local seen = {}
      for i = 1, 20 do
        local r = gts.search(game, { algorithm = id, nodes = all * i // 20 })
        assert(r.lower <= 0 and r.upper >= 0)
        seen[("%s %s"):format(r.lower, r.upper)] = true
        same(i < 20 and "nodes" or nil, r.stopped)
      end
      assert(seen["-1.0 1.0"] or seen["-1 1"])
      assert(seen["0 0"] or seen["0.0 0.0"])
      assert(next(seen, next(seen, next(seen))), "one bound alone was proved at times")
    end
  end)

  it("is put to trees of any depth", function()
    local PLIES <const> = 50000
    local rules = {
      name = "deep", start = 1, evaluate = function(p) return p end,
      next = function(p, move) if p < PLIES and not move then return 1, p + 1 end end,
    }
    for _, id in ipairs(both) do
      local r = gts.search(rules, { algorithm = id, goal = PLIES, native = false })
      assert.same({ PLIES, PLIES }, { r.lower, r.stats.developed + 1 })
    end
  end)
end)
