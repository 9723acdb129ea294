-- The options of mcts: each goes where its definition goes, visit by visit; what is proved stays exact in all of them.

local gts = require "gts"
local reference = require "spec.support.mcts_reference"
local trees = require "spec.support.trees"

-- Options, alone and together, without defaults: the reference has none. `range` is that of the game.
local cases = {
  { exploration = 0 }, { exploration = 0.5 }, { exploration = 2 },
  { select = "ucb1tuned", exploration = 1 },
  { select = "rave", exploration = 0.3, bias = 0.1 },
  { select = "grave", exploration = 0, bias = 0.01, ref = 3 },
  { select = "pn", exploration = 0.4, proof_weight = 0.7, proof_bias = "rank", goal = 3 },
  { select = "pn", exploration = 0.4, proof_weight = 0.7, proof_bias = "max", goal = -2 },
  { select = "gpn", exploration = 0.4, proof_weight = 0.7, proof_bias = "max", range = { -9, 9 } },
  { select = "gpn", exploration = 0.3, proof_weight = 1.5, proof_bias = "sum", range = { -9, 9 } },
  { backup = "minimax", exploration = 0.3, backup_weight = 0.4 },
  { backup = "bounds", exploration = 0.3, backup_weight = 0.5 },
  { root = "halving", exploration = 0.3 },
  { playout = "mast", exploration = 0.7, temperature = 0.3 },
  { playout = "nst", exploration = 0.7, epsilon = 0.3 },
  { select = "ucb1tuned", exploration = 0.6, backup = "bounds", backup_weight = 0.1, playout = "mast", temperature = 2 },
  { select = "rave", exploration = 0, bias = 1e-5, backup = "minimax", backup_weight = 0.7, root = "halving" },
  { select = "grave", exploration = 0.2, bias = 0.1, ref = 5, playout = "nst", epsilon = 0.1 },
  { select = "pn", exploration = 0.4, proof_weight = 2, proof_bias = "rank", goal = -3, backup = "minimax", backup_weight = 0.3,
    root = "halving", playout = "nst", epsilon = 0.5 },
  { select = "gpn", exploration = 0.4, proof_weight = 2, proof_bias = "rank", range = { -9, 9 }, backup = "minimax",
    backup_weight = 0.3, root = "halving", playout = "nst", epsilon = 0.5 },
}

local function with(case, more)
  local options = { algorithm = "mcts" }
  for name, value in pairs(case) do options[name] = value end
  for name, value in pairs(more or {}) do options[name] = value end
  options.range = nil
  return options
end

-- The least and the greatest value in a tree with values.
local function range_of(tree, range)
  local value = type(tree) == "number" and tree or tree.value
  range = range or { value, value }
  range[1], range[2] = math.min(range[1], value), math.max(range[2], value)
  for _, child in ipairs(type(tree) == "table" and tree or {}) do range_of(child, range) end
  return range
end

-- A game of a tree, with a range if there is one.
local function game_of(tree, range, form)
  if not range then return gts.tree(tree) end
  local rules = trees.rules(tree, form, { terminal = true })
  rules.range = range
  return rules
end

local function named(case)
  local list = {}
  for name, value in pairs(case) do
    list[#list + 1] = ("%s = %s"):format(name, type(value) == "table" and table.concat(value, " to ") or value)
  end
  table.sort(list)
  return table.concat(list, ", ")
end

-- Compares what the engine has found with a tree by the definition.
local function compare(root, r)
  assert.equal(#root.children, #r.moves)
  assert.same({ root.lower, root.upper }, { r.lower, r.upper })
  for i, child in ipairs(root.children) do
    local move = r.moves[i]
    assert.same({ child.visits, child.lower, child.upper }, { move.visits, move.lower, move.upper })
    if child.visits > 0 then
      assert(math.abs(math.max(child.lower, math.min(child.upper, child.estimate)) - move.estimate) < 1e-9)
    end
  end
end

describe("an option of mcts", function()
  for _, case in ipairs(cases) do
    it("goes where its definition goes: " .. named(case), function()
      local visits, others = 0, 0
      trees.each(80, { static = true, informed = false, values = "small" }, function(tree, seed)
        local options = with(case, { iterations = seed * 7 % 60 + 1, seed = seed, rollout = not case.playout and 0 or nil })
        local game = game_of(tree, case.range, "list of integers")
        local r = gts.search(game, options)
        options.range = case.range
        compare(reference(tree, options), r)
        local plain = gts.search(game, with({}, { iterations = options.iterations, rollout = options.rollout }))
        for i, move in ipairs(r.moves) do
          local before = plain.moves[i]
          visits, others = visits + 1, others + ((not before or before.visits ~= move.visits) and 1 or 0)
        end
      end, { 10, 28 })
      assert(others > 0.02 * visits, "the option does nothing")
    end)
  end

  it("names no move by halving that was not tried, where iterations are fewer than moves", function()
    local spec = {}
    for i = 1, 20 do spec[i] = { { -5 - i % 3, -6 }, { -7, -5 } } end
    local tree = gts.tree(spec)
    for seed = 1, 4 do
      local r = gts.search(tree, { algorithm = "mcts", iterations = 5, root = "halving", seed = seed })
      for _, row in ipairs(r.moves) do assert(row.move ~= r.move or row.visits > 0, row.move) end
    end
  end)

  it("halves again and again where no number of iterations is stated", function()
    trees.each(60, { static = true, informed = false, values = "small" }, function(tree, seed)
      local r = gts.search(gts.tree(tree), { algorithm = "mcts", root = "halving", nodes = 4 * (seed % 30) + 12, rollout = 0,
        exploration = 0.3 })
      local made = 0
      for _, move in ipairs(r.moves) do made = made + move.visits end
      if r.stopped == "nodes" and made > 0 then
        compare(reference(tree, { root = "halving", anytime = true, iterations = made, rollout = 0, exploration = 0.3 }), r)
      end
    end)
  end)

  it("claims nothing that is not so, in any form of the rules, and proves the value in the end", function()
    local forms = {}
    for _, form in ipairs(trees.forms) do forms[#forms + 1] = form:find "^list of" and form or nil end
    trees.each(150, { static = true }, function(tree, seed)
      local case, value = cases[seed % #cases + 1], trees.oracle(tree)
      local goal = case.select == "pn" and 0 or nil
      local game = seed % 2 == 0 and gts.tree(tree) or trees.rules(tree, forms[seed % #forms + 1], { terminal = seed % 4 == 1 })
      if case.range then game = game_of(tree, range_of(tree), forms[seed % #forms + 1]) end
      for _, iterations in ipairs { seed % 40 + 1, 3000 } do
        local r = gts.search(game, with(case, { iterations = iterations, seed = seed, goal = goal }))
        assert(r.lower <= value and value <= r.upper, "the value is not between the bounds")
        assert((r.value ~= nil) == (r.lower == r.upper) and (r.value or value) == value)
        for i, move in ipairs(r.moves) do
          local player = tree.player == "min" and "max" or "min"
          local its = trees.oracle(tree[i], player)
          assert(move.lower <= its and its <= move.upper and move.lower <= move.estimate and move.estimate <= move.upper)
        end
        if iterations == 3000 then assert(r.solved, "every iteration adds to the tree") end
      end
    end)
  end)

  it("leaves a search as it was, if it is the default", function()
    local function told(options)
      local r = gts.search("connect4", with({ iterations = 200 }, options))
      local list = { r.move, r.estimate, r.stats.visits, r.stats.leaves, r.stats.bytes }
      for _, move in ipairs(r.moves) do list[#list + 1] = move.visits end
      return list
    end
    assert.same(told {}, told { select = "uct", backup = "mean", playout = "random", root = "uct" })
    assert.not_same(told {}, told { select = "rave" })
    local function ucb1(mean, visits, of)
      assert(mean >= 0 and mean <= 1 and visits >= 1 and of >= visits)
      return mean + 0.5 * math.sqrt(math.log(of)) / math.sqrt(visits)
    end
    for _, backup in ipairs { "mean", "minimax" } do
      local own, given = told { exploration = 0.5, backup = backup }, told { select = ucb1, backup = backup }
      own[5], given[5] = 0, 0             -- bytes: nodes are larger
      assert.same(own, given)
    end
  end)

  it("selects by a function: the leftmost of the greatest", function()
    local function moves(select)
      local visits = {}
      local r = gts.search("connect4", with { iterations = 70, select = select })
      for i, move in ipairs(r.moves) do visits[i] = move.visits end
      return visits
    end
    assert.same({ 64, 1, 1, 1, 1, 1, 1 }, moves(function() return 0 end))
    assert.same({ 10, 10, 10, 10, 10, 10, 10 }, moves(function(_, visits) return -visits end))
  end)

  it("takes moves from sets as from lists", function()
    trees.each(40, { informed = false, static = true, values = "small" }, function(tree, seed)
      local nodes = { tree }
      local rules = { name = "sets", start = 1 }
      local function number_of(child)
        nodes[#nodes + 1] = child
        return #nodes
      end
      local children = {}
      function rules.legal(p) return type(nodes[p]) == "table" and (1 << #nodes[p]) - 1 or 0 end
      function rules.play(p, move)
        children[p] = children[p] or {}
        children[p][move] = children[p][move] or number_of(nodes[p][move + 1])
        return children[p][move]
      end
      function rules.evaluate(p) return type(nodes[p]) == "table" and nodes[p].value or nodes[p] end
      local function alternates(node)
        if type(node) == "number" then return true end
        for _, child in ipairs(node) do
          if type(child) == "table" and child.player or not alternates(child) then return false end
        end
        return true
      end
      if tree.player == "min" or not alternates(tree) then return end
      for _, case in ipairs { { playout = "mast", temperature = 0.3 }, { playout = "nst", epsilon = 0 } } do
        local options = with(case, { iterations = seed % 50 + 1, seed = seed, exploration = 0.7, native = false })
        compare(reference(tree, options), gts.search(rules, options))
      end
    end)
  end)

  it("takes moves that are strings, floats or booleans by equality", function()
    trees.each(60, { informed = false, static = true, values = "small" }, function(tree, seed)
      local rules = trees.rules(tree, "list with moves of integers", { terminal = true })
      local inner, moves = rules.successors, { "one", 2.5, true, 4.0, "five", false, 7 }
      function rules.successors(p)
        local list = inner(p)
        return list, table.move(moves, 1, #list, 1, {})
      end
      for _, case in ipairs { { select = "grave", ref = 2, bias = 0.1 }, { playout = "nst", epsilon = 0.2 } } do
        local options = with(case, { iterations = seed % 50 + 1, seed = seed, exploration = 0.3,
          rollout = not case.playout and 0 or nil })
        compare(reference(tree, options), gts.search(rules, options))
      end
    end)
  end)

  it("keeps within its memory, and goes on", function()
    for _, case in ipairs { { select = "grave" }, { select = "rave", playout = "nst" }, { select = "pn" }, { select = "gpn" } } do
      for _, bytes in ipairs { 60000, 400000, 1000000 } do
        local r = gts.search("connect4", with(case, { memory = bytes, iterations = 800, native = false }))
        assert(r.stats.bytes <= bytes and r.move ~= nil)
        assert(r.stopped == "iterations" or r.stopped == "memory" and bytes < 400000, r.stopped)
      end
    end
  end)

  it("goes with deepening, threads, games in circles and evaluations after some plies", function()
    local various = { { select = "grave" }, { playout = "nst" }, { backup = "minimax" }, { root = "halving" }, { select = "pn" },
      { select = "gpn" } }
    local late = gts.apply("tictactoe", nil, 1, 5, 9)           -- MIN has one kind of reply that is no loss
    for _, case in ipairs(various) do
      local r = gts.search("tictactoe", with(case, { deepen = true, position = late }))
      assert.same({ 0, true }, { r.value, r.solved })
      r = gts.search("tictactoe", with(case, { threads = 2, position = late }))
      assert.same({ 0, true }, { r.value, r.solved })
      r = gts.search("breakthrough", with(case, { iterations = 40, rollout = 6, prior = 1 }))
      assert(r.estimate and r.stopped == "iterations")
      local circle = { name = "circle", start = 1, cycle = 0.5, range = { 0, 1 }, evaluate = function() return 0.5 end }
      function circle.successors(p) return { p % 50 + 1, (p + 1) % 50 + 1 } end
      assert.equal(0.5, gts.search(circle, with(case, { iterations = 20 })).estimate)
    end
  end)

  it("is refused where it cannot be, by name", function()
    local function refused(options, game)
      local ok, text = pcall(gts.search, game or "connect4", with({ iterations = 5 }, options))
      assert.is_false(ok)
      return text
    end
    assert.matches("option 'select' of mcts is 'best': expected 'uct', 'ucb1tuned', 'rave', 'grave', 'pn', 'gpn' or a function",
      refused { select = "best" })
    assert.matches("option 'select' of mcts is 'max'", refused { select = "max" })
    assert.matches("the function in option 'select' returned nil: expected a number",
      refused { select = function() end, iterations = 20 })
    assert.matches("returned nan: expected a number", refused { select = function() return 0 / 0 end, iterations = 20 })
    assert.matches("option 'backup' of mcts is 'max': expected 'mean', 'minimax' or 'bounds'", refused { backup = "max" })
    assert.matches("option 'playout' of mcts is 5: expected 'random', 'mast' or 'nst'", refused { playout = 5 })
    assert.matches("option 'root' of mcts is true: expected 'uct' or 'halving'", refused { root = true })
    assert.matches("option 'temperature' of mcts is 0.001: expected a number from 0.002",
      refused { playout = "mast", temperature = 0.001 })
    assert.matches("option 'playout' is 'mast', but there are no playouts: option 'rollout' is 0",
      refused { playout = "mast", rollout = 0 })
    assert.matches("but there are no playouts: option 'rollout' is a function",
      refused { playout = "nst", rollout = function() return 0 end })
    local no_range = gts.tree { { 1, 2 }, { 3, 4 } }
    assert.matches("mcts with select = 'pn' needs rules.range, or the option 'goal'", refused({ select = "pn" }, no_range))
    assert.matches("mcts with select = 'gpn' needs rules.range, or rules.bounds of the position",
      refused({ select = "gpn" }, no_range))
    assert(gts.search(gts.tree { lower = 0, upper = 9, { 1, 2 }, { 3, 4 } }, { algorithm = "mcts", select = "gpn" }).value == 3)
    assert.matches("option 'goal' goes with select = 'pn'$", refused { select = "gpn", goal = 1 })
    assert.matches("option 'proof_bias' of mcts is 'min': expected 'rank', 'max' or 'sum'",
      refused { select = "pn", proof_bias = "min" })
    local of = { ref = "grave", bias = "rave", temperature = "mast", epsilon = "nst", proof_weight = "pn", proof_bias = "gpn",
      goal = "pn" }
    for name, word in pairs(of) do
      assert.matches(("option '%s' .*'%s'"):format(name, word), refused { [name] = name == "proof_bias" and "max" or 1 })
    end
    assert.matches("option 'backup_weight' .*'minimax'", refused { backup_weight = 1 })
    assert.matches("option 'exploration' goes with select = 'uct' .*'pn'", refused { exploration = 1, select = math.max })
    local named_moves = { name = "named", start = 0, evaluate = function(p) return p end }
    function named_moves.successors(p) return p < 9 and { 2 * p + 1, 2 * p + 2 } or {}, { "left", {} } end
    for option, word in pairs { select = "grave", playout = "mast" } do
      assert.matches(("mcts with %s = '%s' needs moves that are integers or strings"):format(option, word),
        refused({ [option] = word }, named_moves))
    end
  end)
end)
