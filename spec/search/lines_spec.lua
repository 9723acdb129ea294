-- Lines of play: the moves from the root to where its value comes from. After a proved win they show the win; after a cutoff they
-- go on as the table knows.

local gts = require "gts"
local graphs = require "spec.support.graphs"
local trees = require "spec.support.trees"

local with_table = { "ttalphabeta", "negascout", "mtd" }
local plain = { informed = false, values = "small" }

describe("a line", function()
  it("of an exact value keeps to it at every step, and shows positions that lead there", function()
    trees.each(400, plain, function(tree, seed)
      local kept, value = gts.table(), trees.oracle(tree)
      for call = 1, 4 do
        local id = with_table[(seed + call) % 3 + 1]
        -- What is known before are bounds, and moves that were best in other windows.
        local alpha = value + (seed * call) % 9 - 6
        gts.search(gts.tree(tree), { algorithm = "ttalphabeta", table = kept, window = { alpha, alpha + call } })
        local options = { algorithm = id, table = kept, remember_leaves = call % 2 == 0 }
        local r = gts.search(gts.tree(tree), options)
        assert(r.exact and #r.pv == #r.line and r.pv[1] == r.move and r.line[1] == r.position)
        local node, below = trees.nodes(tree)[1], tree
        for i, move in ipairs(r.pv) do
          node, below = assert(node.children[move], "no such move"), below[move]
          assert.are.equal(node.number, r.line[i])
          assert.are.equal(value, (trees.oracle(below, node.player)))
        end
      end
    end)
  end)

  it("of an exact value leads to a leaf that has it, by every algorithm with a window", function()
    trees.each(500, { informed = false, values = "small", static = true, even = true, depth = 5 }, function(tree, seed)
      local random, kept, game = trees.stream(seed), gts.table { bytes = seed % 2 == 0 and 300 or 1 << 16 }, gts.tree(tree)
      for call = 1, 14 do
        local id = ({ "minimax", "failhard", "alphabeta", "ttalphabeta", "negascout", "mtd", "gsearch" })[call % 7 + 1]
        local options = { algorithm = id, depth = random(1, 2) == 1 and random(1, 5) or nil, deepen = random(1, 3) == 1 }
        local tabled = id == "ttalphabeta" or id == "negascout" or id == "mtd"
        if tabled and random(1, 2) == 1 then options.table = kept end
        if tabled and random(1, 3) == 1 then options.order = { "history" } end
        local alpha = random(-10, 8)
        if random(1, 3) == 1 and id ~= "minimax" and id ~= "mtd" then options.window = { alpha, alpha + random(1, 8) } end
        local r = gts.search(game, options)
        if r.exact then
          local node = tree
          for _, move in ipairs(r.pv) do node = node[move] end
          local leaf = type(node) == "number"
          assert(leaf or #r.pv == options.depth, ("call %d, %s: it ends early"):format(call, id))
          assert((leaf and node or node.value) == r.value, ("call %d, %s: it ends elsewhere"):format(call, id))
        end
      end
    end)
  end)

  it("is as long with compiled rules", function()
    local function leaf (p) return (p * 0x9E3779B97F4A7C15 >> 40) % 19 - 9 end
    local rules = { name = "bits", start = 1 }
    function rules.next(p, move) move = (move or 0) + 1 if move <= 3 and p < 3 ^ 6 then return move, 3 * p + move - 2 end end
    function rules.evaluate(p) return leaf(p) end
    for start = 1, 40 do
      local lines = {}
      for i, native in ipairs { false, true } do
        local r = gts.search(rules, { algorithm = "negascout", position = start, native = native })
        assert.are.equal(r.value, leaf(r.line[#r.line]))
        assert(r.line[#r.line] >= 3 ^ 6)
        lines[i] = r.pv
      end
      assert.are.same(lines[1], lines[2])
    end
  end)

  it("goes down to a leaf also where that has the least, or the most, that the rules allow", function()
    local function ranged(tree, least, most)
      local rules = trees.rules(tree)
      rules.range = { least, most }
      return rules
    end
    for i, game in ipairs {
      gts.tree { { lower = 3, 3, 8 }, 1 }, gts.tree { player = "min", { upper = 3, 3, -8 }, 5 },
      ranged({ player = "min", { 0, 0 }, { 5, 6 } }, 0, 9), ranged({ { 0, 0 }, { -5, -6 } }, -9, 0),
    } do
      for _, id in ipairs { "alphabeta", "ttalphabeta", "negascout" } do
        assert.are.same({ 1, 1 }, gts.search(game, { algorithm = id }).pv, id .. " " .. i)
      end
    end
  end)

  it("goes on as the table knows where that has the value", function()
    -- By hand. The second search takes both moves from the table: MAX's, and MIN's below it.
    local kept, game = gts.table(), gts.tree { { 3, 12 }, { 2, 4 } }
    for _, id in ipairs { "ttalphabeta", "mtd", "negascout" } do
      assert.are.same({ 1, 1 }, gts.search(game, { algorithm = id, table = kept }).pv)
    end
    kept, game = gts.table(), gts.tree { player = "min", { 3, 12 }, { 2, 4 } }
    for _, id in ipairs { "ttalphabeta", "mtd", "negascout" } do
      assert.are.same({ 2, 2 }, gts.search(game, { algorithm = id, table = kept }).pv)
    end
  end)

  it("keeps to the value whatever the table knows of its positions at other depths", function()
    for seed = 1, 40 do
      local graph = graphs.random(seed, { acyclic = true, count = 20 })
      local kept, rules, random = gts.table(), graphs.rules(graph), trees.stream(seed)
      for _ = 1, 12 do
        local depth = random(1, 7)
        local options = { algorithm = with_table[random(1, 3)], depth = depth, table = kept }
        local alpha = random(-9, 8)
        if random(1, 2) == 1 and options.algorithm ~= "mtd" then options.window = { alpha, alpha + random(1, 4) } end
        local r = gts.search(rules, options)
        for i, p in ipairs(r.exact and r.line or {}) do
          local value = graphs.oracle(graph, p, depth - i, i % 2 == 1 and "min" or "max")
          assert(value == r.value, ("seed %d: %s is not %s"):format(seed, value, r.value))
        end
      end
    end
  end)

  it("of 30,000 moves is whole", function()
    local rules = { name = "long", start = 0 }
    function rules.next(p, move) if p < 30000 and not move then return 1, p + 1 end end
    function rules.evaluate(p) return p // 10000 end
    local r = gts.search(rules, { algorithm = "dfpn", native = false })
    assert.are.same({ 3, 30000, 30000 }, { r.value, #r.pv, r.line[#r.line] })
  end)

  it("of a value that is only a bound is no more than the move", function()
    trees.each(300, plain, function(tree, seed)
      local value = trees.oracle(tree)
      for _, alpha in ipairs { value, value - 2, value + 1, value - 3 } do
        local window = { alpha, alpha + 2 }
        for _, id in ipairs { "alphabeta", "failhard" } do
          local r = gts.search(gts.tree(tree), { algorithm = id, window = window })
          assert(#r.pv <= 1, ("seed %d, %s: a line of %d moves"):format(seed, id, #r.pv))
        end
      end
    end)
  end)
end)

describe("the line of a proved win", function()
  -- Rules of a graph whose positions have no keys, so that nothing is taken from a table.
  local function keyless(graph)
    local rules = graphs.rules(graph, "tables")
    rules.key, rules.range = nil, { -1, 1 }
    return rules
  end

  it("is as long as the win takes, against the longest defence", function()
    local wins = 0
    for seed = 1, 150 do
      local graph, value = graphs.decided(seed, 24)
      if value ~= 0 then
        wins = wins + 1
        local plies = graphs.distance(graph, 1, "max", value == 1 and "max" or "min", value, 30)
        local r = gts.search(keyless(graph), { algorithm = "alphabeta", deepen = true })
        assert(r.value == value and r.solved and r.lower == value and r.upper == value)
        assert.are.equal(plies, #r.pv, "seed " .. seed)
        local p = 1
        for i, move in ipairs(r.pv) do
          p = graph[p].children[move]
          assert.are.equal(p, r.line[i][1])
        end
        assert(#graph[p].children == 0 and graph[p].value == value)
      end
    end
    assert(wins > 50)
  end)

  it("is found by positions, not by all the paths to them", function()
    -- Two moves everywhere, which lead to the same: 40 positions, and 2 ^ 20 paths that MIN can choose from.
    local rules = { name = "ladder", version = "1", start = 0, range = { -1, 1 } }
    function rules.next(p, move)
      move = (move or 0) + 1
      if p < 40 and move <= 2 then return move, p + 1 end
    end
    function rules.evaluate(p) return p == 40 and 1 or 0 end
    local r = gts.search(rules, { algorithm = "ttalphabeta", deepen = true, nodes = 20000, native = false })
    assert(r.solved and r.value == 1 and #r.pv == 40 and not r.stopped)
  end)

  it("is that of one player: what the other was asked about before says nothing", function()
    -- MAX moves at 1, MIN at 2, MAX at 3 (where he wins) and 4, MIN at 5, MAX at 6; 7 is a draw, and so is the game. Estimates
    -- say with three plies that MAX wins, with four that MIN does.
    local children = { { 2 }, { 3, 4 }, { 8 }, { 5 }, { 6 }, { 7 }, {}, {} }
    local values = { 0, 0, 1, 1, 1, -1, 0, 1 }
    local rules = { name = "liars", version = "1", start = 1, range = { -1, 1 } }
    function rules.successors(p) return children[p] end
    function rules.evaluate(p) return values[p] end
    for _, id in ipairs { "alphabeta", "ttalphabeta" } do
      for depth, value in ipairs { 0, 1, 1, -1, 0, 0 } do
        local r = gts.search(rules, { algorithm = id, deepen = true, depth = depth, native = false })
        assert.are.same({ value, depth == 6 }, { r.value, r.solved }, id .. " " .. depth)
      end
      assert.are.same({ 2, 4, 5, 6, 7 }, gts.search(rules, { algorithm = id, deepen = true, native = false }).line)
    end
  end)
end)
