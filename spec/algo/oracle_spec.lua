-- Every algorithm against minimax in ten lines of Lua, and the laws of the papers between algorithms.

local gts = require "gts"
local same = require "spec.support.same"
local trees = require "spec.support.trees"

local algorithms = require "spec.support.minimaxing".rows
local same_order = same.order

-- The algorithms that end when the value is proved: of equal moves they name one that is proved to have it.
local any_best = {}
for _, algorithm in ipairs(algorithms) do any_best[algorithm.id] = not algorithm.leftmost end

-- The move of a result is the best and leftmost, or one as good. `oracle` gives the value of a tree if a player moves.
local function same_move(move, r, tree, player, oracle)
  local got = trees.move_number(r.move)
  if not any_best[r.algorithm] or move == nil or got == nil then return same(move, got) end
  player = tree.player or player or "max"
  same(r.value, (oracle(tree[got], player == "max" and "min" or "max")))
end

-- The value of a result is the tree's, is known to be, and its move has it, the leftmost of those.
local function agree(tree, r)
  local value, move = trees.oracle(tree)
  same(value, r.value)
  same_move(move, r, tree, nil, trees.oracle)
  assert(r.exact and r.solved and r.lower == value and r.upper == value, "the value is not proved")
  same(nil, r.stopped)
end

-- Every position of the line has the value of the root, and is where its move leads from the one before.
local function check_line(tree, r)
  local nodes = trees.nodes(tree)
  local n = nodes[1]
  local value = trees.oracle(tree)
  same(#r.pv, #r.line)
  for i, move in ipairs(r.pv) do
    local number = trees.move_number(move)
    tree, n = tree[number], n.children[number]
    same(n.number, r.line[i])
    same(value, (trees.oracle(tree, n.player)))
  end
  return n
end

for _, algorithm in ipairs(algorithms) do
  local id = algorithm.id
  -- Where leaves are equal a second search of NegaScout may take a bound for the value: see below, with different ones.
  local keeps = id ~= "negascout"

  describe(id, function()
    it("finds the minimax value, the leftmost move that has it, and a line that keeps it, in any form of rules", function()
      trees.each(1500, nil, function(tree, seed)
        local form = trees.forms[seed % #trees.forms + 1]
        local r = gts.search(trees.rules(tree, form, { terminal = seed % 2 == 0 }), { algorithm = id })
        agree(tree, r)
        if form:find "of integers$" and keeps then check_line(tree, r) end
        r = gts.search(gts.tree(tree), { algorithm = id })
        agree(tree, r)
        if keeps then check_line(tree, r) end
      end)
    end)

    it("finds them with bounds that only bracket the values, and when it may not use them", function()
      trees.each(500, { informed = "wild" }, function(tree, seed)
        local game = seed % 2 == 0 and trees.rules(tree) or gts.tree(tree)
        agree(tree, gts.search(game, { algorithm = id }))
        agree(tree, gts.search(game, { algorithm = id, bounds = false }))
      end)
    end)

    -- Best-first searches on solution trees keep no lines: only the move at the root. NegaScout's line ends where a second
    -- search came out at the very value that it started from.
    if algorithm.lines then it("follows the line to a leaf where the rules have no bounds", function()
      trees.each(200, { informed = false, values = id == "negascout" and "distinct" or nil }, function(tree)
        local leaf = check_line(tree, gts.search(gts.tree(tree), { algorithm = id })).leaf
        assert.is_true(leaf or id == "negascout")
      end)
    end) end

    it("searches to a horizon, and says whether it met one", function()
      trees.each(300, { static = true, informed = false }, function(tree, seed)
        for depth = 0, 5 do
          local value, move = trees.horizon(tree, depth)
          local game = seed % 2 == 0 and gts.tree(tree) or trees.rules(tree, nil, { terminal = true })
          local r = gts.search(game, { algorithm = id, depth = depth })
          same(value, r.value)
          same_move(move, r, tree, nil, function(child, player) return trees.horizon(child, depth - 1, player) end)
          assert.is_true(r.exact)
          same(depth, r.depth)
          if r.solved then same((trees.oracle(tree)), r.value) end
        end
        assert.is_true(gts.search(gts.tree(tree), { algorithm = id, depth = 6 }).solved)
      end)
    end)

    if algorithm.informed then it("holds estimates at a horizon to the bounds of the positions above", function()
      local function held(tree, depth, player)
        if type(tree) == "number" then return tree end
        if depth == 0 then return tree.value end
        player = tree.player or player or "max"
        local best = player == "max" and -math.huge or math.huge
        for _, child in ipairs(tree) do
          best = math[player](best, held(child, depth - 1, player == "max" and "min" or "max"))
        end
        return math.max(tree.lower or -math.huge, math.min(tree.upper or math.huge, best))
      end
      trees.each(200, { static = true, informed = "wild" }, function(tree, seed)
        for depth = 1, 4 do
          local game, kept = trees.rules(tree, nil, { terminal = seed % 2 == 0 }), id == "dfpn" and gts.table() or nil
          game.version = "held"
          for _, deepen in ipairs { false, true } do
            same(held(tree, depth), gts.search(game, { algorithm = id, depth = depth, deepen = deepen, table = kept }).value)
          end
        end
      end, { 11 })                                      -- where only the bounds of the start hold what dfpn finds in a table
    end) end

    it("searches from any position", function()
      trees.each(60, { informed = false }, function(tree)
        local rules, _, nodes = trees.rules(tree, nil, { player = true })
        local function below(n, list)
          local value, move = trees.oracle(list, n.player)
          for _, game in ipairs { rules, gts.tree(tree) } do
            local r = gts.search(game, { algorithm = id, position = n.number })
            same(value, r.value)
            same_move(move, r, list, n.player, trees.oracle)
          end
          for i, child in ipairs(n.children) do below(child, list[i]) end
        end
        below(nodes[1], tree)
      end)
    end)

    it("evaluates a start that is terminal, and has no move for it", function()
      for _, game in ipairs { gts.tree { value = 7 }, trees.rules(7), (trees.rules(7, "next of tables", { terminal = true })) } do
        local r = gts.search(game, { algorithm = id })
        same(7, r.value)
        assert.is_nil(r.move)
        assert.is_nil(r.position)
        assert.are.same({}, r.pv)
        assert.are.same({}, r.line)
        assert.is_true(r.solved)
        same(1, r.stats.leaves)
      end
    end)

    it("comes to the same end by iterative deepening", function()
      trees.each(150, { static = true, informed = false }, function(tree)
        agree(tree, gts.search(trees.rules(tree), { algorithm = id, deepen = true }))
        agree(tree, gts.search(gts.tree(tree), { algorithm = id, deepen = true }))
      end)
    end)
  end)
end

-- A window whose ends are often values of the tree.
local function window(tree, seed)
  local random, nodes, ends = trees.stream(seed), trees.nodes(tree), {}
  for i = 1, 2 do
    local n
    repeat n = nodes[random(1, #nodes)] until n.leaf
    ends[i] = n.value + random(-1, 1)
  end
  if ends[1] == ends[2] then ends[2] = ends[1] + math.abs(ends[1]) + 1 end
  if ends[2] == math.huge then ends[1] = 0 end
  return math.min(ends[1], ends[2]), math.max(ends[1], ends[2])
end

-- Searches, and gives the result and the leaves it examined, in order.
local function examine(tree, options)
  local leaves
  options.trace, leaves = trees.tracer "leaf"
  return gts.search(gts.tree(tree), options), leaves
end

local plain = { informed = false }

describe("minimax", function()
  it("examines every leaf from left to right", function()
    trees.each(200, nil, function(tree)
      local all = {}
      for _, n in ipairs(trees.nodes(tree)) do if n.leaf then all[#all + 1] = n.path end end
      local _, leaves = examine(tree, { algorithm = "minimax" })
      same_order(all, leaves)
    end)
  end)
end)

describe("alphabeta", function()
  it("is the fail-soft alpha-beta of the paper: value and leaves, for any window", function()
    trees.each(1000, plain, function(tree, seed)
      local alpha, beta = window(tree, seed)
      local value, order = trees.failsoft(tree, alpha, beta)
      local r, leaves = examine(tree, { algorithm = "alphabeta", window = { alpha, beta } })
      same(value, r.value)
      same_order(order, leaves)
    end)
  end)

  it("gives an upper bound when it fails low, a lower one when it fails high, else the value", function()
    trees.each(1000, nil, function(tree, seed)
      local alpha, beta = window(tree, seed)
      local f = trees.oracle(tree)
      local r = gts.search(gts.tree(tree), { algorithm = "alphabeta", window = { alpha, beta } })
      local g = r.value
      if g <= alpha then assert(f <= g, "fails low above the value")
      elseif g >= beta then assert(f >= g, "fails high below the value")
      else same(f, g) end
      assert(r.lower <= f and f <= r.upper, "the value is not between the proved bounds")
      if alpha < f and f < beta then assert.is_true(r.exact) end
      if g <= alpha then assert(r.upper <= g, "failing low proves nothing") end
      if g >= beta then assert(r.lower >= g, "failing high proves nothing") end
    end)
  end)

  it("examines in a narrower window only what it examines in a wider", function()
    trees.each(400, plain, function(tree, seed)
      local alpha, beta = window(tree, seed)
      local _, all = examine(tree, { algorithm = "alphabeta" })
      local _, wide = examine(tree, { algorithm = "alphabeta", window = { alpha, beta } })
      local middle = alpha / 2 + beta / 2
      local _, narrow = examine(tree, { algorithm = "alphabeta", window = { alpha, middle > alpha and middle or beta } })
      assert(trees.subset(wide, all) and trees.subset(narrow, wide), "a narrower window examines more")
    end)
  end)

  it("without bounds, or told not to use them, examines what the uninformed does", function()
    trees.each(300, { informed = true }, function(tree)
      local _, order = trees.failsoft(tree)
      local _, leaves = examine(tree, { algorithm = "alphabeta", bounds = false })
      same_order(order, leaves)
    end)
  end)

  it("knows the move even if the value is the bound of the root", function()
    -- Both children are worth at most 1, and the bound says that one of them is worth it; the first is not.
    local tree = { lower = 1, { 1, 0 }, { 1, 1 } }
    same(2, gts.search(gts.tree(tree), {}).move)
    same(2, gts.search(gts.tree(trees.dual(tree)), {}).move)
  end)

  it("takes the value from bounds that meet, and asks no more", function()
    local rules, log = trees.rules { lower = 4, upper = 4, 3, 4 }
    local r = gts.search(rules, {})
    same(4, r.value)
    assert.is_true(r.solved)
    assert.are.same({ "bounds " }, log)
    same(0, r.stats.leaves)
  end)

  it("uses the range as bounds of every node: a win ends the search for a better", function()
    local rules, log = trees.rules { { 1, 0 }, { 1, 1 }, { 0, 0 } }
    rules.range = { 0, 1 }
    local r = gts.search(rules, {})
    same(1, r.value)
    same(2, r.move)
    assert.are.same({ "1.1", "1.2", "2.1", "2.2" }, trees.asked(log, "evaluate"))
  end)

  it("finds the value within a range, the move too, and never examines more", function()
    trees.each(500, { values = "ties", informed = false }, function(tree, seed)
      local rules, log = trees.rules(tree, trees.forms[seed % #trees.forms + 1])
      rules.range = { 0, 3 }
      agree(tree, gts.search(rules, {}))
      local _, order = trees.failsoft(tree)
      assert(trees.subset(trees.asked(log, "evaluate"), order), "the range made it examine more")
    end)
  end)
end)

describe("failhard", function()
  it("gives the minimax value clamped to the window, by the leaves of the fail-soft alpha-beta, in their order", function()
    trees.each(1000, plain, function(tree, seed)
      local alpha, beta = window(tree, seed)
      local f = trees.oracle(tree)
      local value, order = trees.failhard(tree, alpha, beta)
      local r, leaves = examine(tree, { algorithm = "failhard", window = { alpha, beta } })
      same(math.max(alpha, math.min(beta, f)), r.value)
      same(value, r.value)
      assert(r.lower <= f and f <= r.upper, "the value is not between the proved bounds")
      same(alpha < f and f < beta, r.exact)
      same_order(order, leaves)
      local _, soft = examine(tree, { algorithm = "alphabeta", window = { alpha, beta } })
      same_order(soft, leaves)
    end)
  end)
end)
