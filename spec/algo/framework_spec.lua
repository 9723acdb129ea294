-- Gsearch, Rsearch and what is made of them: the laws of Pijls & de Bruin, "A framework for game tree algorithms", and how far
-- they go.

local gts = require "gts"
local reference = require "spec.support.framework_reference"
local same = require "spec.support.same"
local solution = require "spec.support.solution_reference"
local trees = require "spec.support.trees"

local huge = math.huge
local rules = { "leftmost", "max", "min", "hstar" }
local framework = { "gsearch", "rsearch", "maxsearch", "minsearch", "hstarstar" }

local same_order = same.order

-- Lets the root know nothing on its mover's own side: there gts develops more than the papers, to know the move.
local function open_root(tree)
  if tree.player == "min" then tree.upper = nil else tree.lower = nil end
  return tree
end

-- Calls check(tree, root, seed) for random trees: informed ones and not, of all shapes.
local function each(count, shape, check)
  trees.each(count, shape, function(tree, seed)
    open_root(tree)
    check(tree, trees.nodes(tree)[1], seed)
  end)
end

local function small(fields)
  local shape = { children = { 1, 3 } }
  for name, value in pairs(fields or {}) do shape[name] = value end
  return shape
end

-- The nodes that a search develops, in order, leaves included; and its result. (A tip of SSS-2 is developed when its bounds are
-- asked, and not again when its successors are.)
local function developed(tree, options)
  local order, bounded = {}, {}
  function options.trace(event)
    if event.kind == "bound" then bounded[event.path] = true end
    local is_one = event.kind == "leaf" or event.kind == "bound" or event.kind == "develop" and not bounded[event.path]
    if is_one then order[#order + 1] = event.path end
  end
  local r = gts.search(gts.tree(tree), options)
  return order, r
end

-- The leaves of a list of developed nodes.
local function leaves_of(order, root)
  local leaves = {}
  for _, path in ipairs(order) do
    local n = root
    for index in path:gmatch("%d+") do n = n.children[tonumber(index)] end
    if n.leaf then leaves[#leaves + 1] = path end
  end
  return leaves
end

-- Pseudo-terminals: none, all, every 2 and 3 plies, or any by chance.
local function plies(k) return function(n) return n.ply > 0 and n.ply % k == 0 end end

local function by_chance(seed) return function(n) return n.ply > 0 and (n.number * 7 + seed) % 3 == 0 end end

-- The same as an option of gts.search, for trees whose positions are the numbers of nodes.
local function option(seed)
  return function(position, ply) return ply > 0 and (position * 7 + seed) % 3 == 0 end
end

local function window_of(seed)
  local random = trees.stream(seed)
  local alpha = random(-6, 5)
  return alpha, alpha + random(1, 6)
end

describe("the framework", function()
  it("finds the minimax value by any rule, with any pseudo-terminals", function()
    trees.each(500, nil, function(tree, seed)
      local value = trees.oracle(tree)
      for _, rule in ipairs { "leftmost", "max", "min", "hstar", "random" } do
        for _, pseudo in ipairs { huge, 1, 2, 3, option(seed) } do
          local r = gts.search(gts.tree(tree), { algorithm = "rsearch", select = rule, pseudo = pseudo, seed = seed })
          same(value, r.value)
          assert.is_true(r.exact)
        end
      end
      for _, id in ipairs { "maxsearch", "minsearch", "hstarstar" } do
        same(value, gts.search(gts.tree(tree), { algorithm = id, pseudo = 2 }).value)
      end
    end)
  end)

  it("follows the line through the trees that it has forgotten", function()
    trees.each(150, { informed = false }, function(tree)
      for _, id in ipairs { "rsearch", "maxsearch", "minsearch", "hstarstar" } do
        local r = gts.search(gts.tree(tree), { algorithm = id, pseudo = 2 })
        local list = tree
        for _, move in ipairs(r.pv) do list = list[move] end
        same(r.value, list)
      end
    end)
  end)

  it("develops the nodes of its definition, in their order", function()
    each(250, small(), function(tree, root, seed)
      for _, rule in ipairs(rules) do
        same_order(reference.rsearch(root, rule), developed(tree, { algorithm = "gsearch", select = rule }))
        local alpha, beta = window_of(seed)
        local order, lower, upper = reference.rsearch(root, rule, by_chance(seed), alpha, beta)
        local got, r = developed(tree, { algorithm = "rsearch", select = rule, pseudo = option(seed), window = { alpha, beta } })
        same_order(order, got)
        assert(r.lower >= lower and r.upper <= upper, "less is proved")
      end
    end)
  end)

  it("develops the same nodes whatever form the rules have, asking each question once", function()
    each(200, small { values = "small" }, function(tree, root, seed)
      local rule = rules[seed % #rules + 1]
      local order = leaves_of(reference.rsearch(root, rule), root)
      local game, log = trees.rules(tree, trees.forms[seed % #trees.forms + 1])
      gts.search(game, { algorithm = "gsearch", select = rule })
      same_order(order, trees.asked(log, "evaluate"))
      local asked = {}
      for _, entry in ipairs(log) do
        local what, path = entry:match("^(%a+) (.*)$")
        if what == "bounds" or what == "successors" then
          assert(not asked[entry], "asked twice: " .. entry)
          asked[entry] = path
        end
      end
    end)
  end)

  it("shows to a rule the bounds and windows of the definition, at each step", function()
    each(120, small(), function(tree, root, seed)
      local nodes, expected, got = trees.nodes(tree), {}, {}
      local random = trees.stream(seed)
      local picks = {}
      local function text(...) return table.concat({ ... }, " ") end
      reference.rsearch(root, function(t, p, children)
        local l, u = reference.bounds(t, p)
        local alpha, beta = reference.window(t, p)
        expected[#expected + 1] = text(p.number, p.player, p.ply, l + 0.0, u + 0.0, alpha + 0.0, beta + 0.0)
        for _, c in ipairs(children) do
          local cl, cu = reference.bounds(t, c)
          local ca, cb = reference.window(t, c)
          expected[#expected + 1] = text(c.number, c.index, cl + 0.0, cu + 0.0, ca + 0.0, cb + 0.0,
            tostring(reference.is_open(t, c)))
        end
        picks[#picks + 1] = random(1, #children)
        return children[picks[#picks]]
      end, by_chance(seed))
      local step = 0
      gts.search(gts.tree(tree), { algorithm = "rsearch", pseudo = option(seed), select = function(node)
        got[#got + 1] = text(node.position, node.player, node.ply, node.lower + 0.0, node.upper + 0.0,
          node.alpha + 0.0, node.beta + 0.0)
        local f = trees.oracle(tree)
        if node.ply == 0 then assert(node.lower <= f and f <= node.upper, "the root's value is outside its bounds") end
        for _, c in ipairs(node) do
          assert(nodes[c.position + 1].parent.number == node.position and c.ply == node.ply + 1)
          got[#got + 1] = text(c.position, c.index, c.lower + 0.0, c.upper + 0.0, c.alpha + 0.0, c.beta + 0.0,
            tostring(c.open))
        end
        step = step + 1
        return node[picks[step]]
      end })
      same(table.concat(expected, "\n"), table.concat(got, "\n"))
    end)
  end)

  it("never loosens a bound, and proves only what is true", function()
    trees.each(300, small(), function(tree, seed)
      local random, nodes, last = trees.stream(seed), trees.nodes(tree), {}
      local function value(n)
        local list = tree
        for index in n.path:gmatch("%d+") do list = list[tonumber(index)] end
        return (trees.oracle(list, n.player))
      end
      local function look(p)
        local n = nodes[p.position + 1]
        local f, before = value(n), last[n]
        assert(p.alpha < p.beta, "not live")
        assert(p.ply == 0 or p.lower <= f and f <= p.upper, "bounds that do not hold")
        if before then
          assert(before[1] <= p.lower and before[2] >= p.upper and before[3] <= p.alpha and before[4] >= p.beta,
            "bounds that loosen")
        end
        last[n] = { p.lower, p.upper, p.alpha, p.beta }
      end
      gts.search(gts.tree(tree), { algorithm = "gsearch", select = function(node)
        look(node)
        for i = 1, #node do look(node[i]) end
        return node[random(1, #node)]
      end })
    end)
  end)

  it("is over when the window is: the postcondition of Rsearch", function()
    trees.each(400, { values = "small" }, function(tree, seed)
      local f = trees.oracle(tree)
      local alpha, beta = window_of(seed)
      for _, id in ipairs(framework) do
        local r = gts.search(gts.tree(tree), { algorithm = id, window = { alpha, beta } })
        assert(r.lower <= f and f <= r.upper, "proved what is false")
        if alpha < f and f < beta then assert(r.exact and r.value == f, "not exact inside the window")
        elseif f <= alpha then assert(r.upper <= alpha and r.value <= alpha, "does not fail low")
        else assert(r.lower >= beta and r.value >= beta, "does not fail high") end
      end
    end)
  end)
end)

describe("alpha-beta", function()
  it("is Gsearch that takes the leftmost live node", function()
    each(1000, nil, function(tree)
      local _, _, order = trees.informed(tree)
      same_order(order, developed(tree, { algorithm = "gsearch", select = "leftmost" }))
      same_order(order, developed(tree, { algorithm = "alphabeta" }))
    end)
  end)

  it("is Rsearch that takes the leftmost live node, wherever the pseudo-terminals are, in any window", function()
    each(400, { values = "small" }, function(tree, _, seed)
      local alpha, beta = window_of(seed)
      for _, window in ipairs { { -huge, huge }, { alpha, beta } } do
        local _, _, order = trees.informed(tree, table.unpack(window))
        for _, pseudo in ipairs { 1, 2, 3, option(seed) } do
          same_order(order, developed(tree, { algorithm = "rsearch", pseudo = pseudo, window = window }))
        end
      end
    end)
  end)

  it("is every Rsearch, Maxsearch, Minsearch and H** in which every node is pseudo-terminal", function()
    each(700, nil, function(tree)
      local _, _, order = trees.informed(tree)
      for _, rule in ipairs(rules) do
        same_order(order, developed(tree, { algorithm = "rsearch", select = rule, pseudo = 1 }))
      end
      for _, id in ipairs { "maxsearch", "minsearch", "hstarstar" } do
        same_order(order, developed(tree, { algorithm = id, pseudo = 1 }))
      end
    end)
  end)

  it("develops nothing more for bounds that it is given", function()
    each(700, { informed = true }, function(tree)
      local with = developed(tree, { algorithm = "alphabeta" })
      assert(trees.subset(with, (developed(tree, { algorithm = "alphabeta", bounds = false }))))
    end)
  end)
end)

describe("SSS-2, Maxsearch and their duals", function()
  it("are the same on the negated tree", function()
    trees.each(500, nil, function(tree)
      open_root(tree)
      for id, dual in pairs { sss2 = "dual2", maxsearch = "minsearch" } do
        for _, pseudo in ipairs(id == "maxsearch" and { huge, 2 } or { false }) do
          same_order(developed(tree, { algorithm = id, pseudo = pseudo or nil }),
            (developed(trees.dual(tree), { algorithm = dual, pseudo = pseudo or nil })))
        end
      end
    end)
  end)

  it("develop only nodes that alpha-beta develops, whatever is known of the root", function()
    trees.each(1500, nil, function(tree)
      local all = developed(tree, { algorithm = "alphabeta" })
      for _, id in ipairs { "sss2", "dual2", "maxsearch", "minsearch" } do
        assert(trees.subset((developed(tree, { algorithm = id })), all), id .. " develops more")
      end
    end)
  end)
end)

describe("SSS-2 with bounds", function()
  it("develops the nodes of its definition, in their order, and counts each once", function()
    each(1000, nil, function(tree, root)
      local order, value = reference.sss2(root)
      local got, r = developed(tree, { algorithm = "sss2" })
      same(trees.oracle(tree), value)
      same(value, r.value)
      same_order(order, got)
      same(#order, r.stats.developed + r.stats.leaves)
    end)
  end)

  it("names a move though all estimates lie beyond the bound of the root", function()
    local tree = { player = "min", upper = 6, value = 1, { value = 9, 1 }, { value = 8, 2 }, { value = 8, 3 } }
    for _, case in ipairs { { tree, "sss2", 6 }, { tree, "dual2", 6 }, { trees.dual(tree), "dual2", -6 },
                            { trees.dual(tree), "sss2", -6 } } do
      local r = gts.search(gts.tree(case[1]), { algorithm = case[2], depth = 1 })
      same(case[3], r.value)
      same(2, r.move)
    end
  end)

  it("asks the rules once about each node, also those that turn out to have no successors", function()
    each(300, { informed = true }, function(tree, root, seed)
      local order = reference.sss2(root)
      local game, log = trees.rules(tree, trees.forms[seed % #trees.forms + 1], { terminal = seed % 2 == 0 })
      local r = gts.search(game, { algorithm = "sss2" })
      same(trees.oracle(tree), r.value)
      same_order(leaves_of(order, root), trees.asked(log, "evaluate"))
      local asked = {}
      for _, entry in ipairs(log) do
        if not entry:find "^step" and not entry:find "^next" then
          assert(not asked[entry], "asked twice: " .. entry)
          asked[entry] = true
        end
      end
      if game.bounds then same(#trees.asked(log, "bounds"), r.stats.developed) end
    end)
  end)

  it("expands a tip whose rules have no terminal, and which turns out to be one", function()
    -- Positions: 1 the root, 2 and 3 its children, leaves of the values 4 and 3.
    local game = {
      name = "tips", start = 1,
      successors = function(p) return p == 1 and { 2, 3 } or {} end,
      bounds = function(p) if p > 1 then return 0, 9 - p end end,
      evaluate = function(p) return 6 - p end,
    }
    for _, id in ipairs { "sss2", "dual2" } do
      local r = gts.search(game, { algorithm = id })
      same(4, r.value)
      same(1, r.move)
      same(3, r.stats.developed)
    end
    same(2, gts.search(game, { algorithm = "sss2" }).stats.leaves)
  end)

  it("proves ever better bounds, as the framework does, and has a value between them when it is stopped", function()
    trees.each(60, { informed = true, depth = 5 }, function(tree, seed)
      local value = trees.oracle(tree)
      local game = trees.rules(tree, trees.forms[seed % #trees.forms + 1])
      for _, id in ipairs { "sss2", "dual2", "maxsearch", "minsearch", "hstarstar" } do
        local nodes, lower, upper = 1, -huge, huge
        repeat
          local r = gts.search(game, { algorithm = id, nodes = nodes })
          assert(r.lower <= value and value <= r.upper, "a false bound")
          assert(r.lower >= lower and r.upper <= upper, "a worse bound")
          assert(not r.value or r.lower <= r.value and r.value <= r.upper, "a value outside its bounds")
          lower, upper = r.lower, r.upper
          nodes = nodes + 1
        until not r.stopped
        same(value, lower)
        same(value, upper)
      end
    end)
  end)
end)

describe("Maxsearch and Minsearch", function()
  it("are Rsearch by their rules: the same nodes in the same order, in any window", function()
    each(400, { values = "small" }, function(tree, root, seed)
      local alpha, beta = window_of(seed)
      for _, window in ipairs { { -huge, huge }, { alpha, beta } } do
        for _, pseudo in ipairs { huge, 1, 2, 3, option(seed) } do
          for id, rule in pairs { maxsearch = "max", minsearch = "min" } do
            same_order(developed(tree, { algorithm = "rsearch", select = rule, pseudo = pseudo, window = window }),
              (developed(tree, { algorithm = id, pseudo = pseudo, window = window })))
          end
        end
        same_order(reference.maxsearch(root, plies(2), table.unpack(window)),
          (developed(tree, { algorithm = "maxsearch", pseudo = 2, window = window })))
        same_order(reference.maxsearch(root, nil, table.unpack(window)),
          (developed(tree, { algorithm = "maxsearch", window = window })))
      end
    end)
  end)

  -- (SSS* as it is written down needs a MAX root and players that alternate.)
  it("evaluate the leaves of SSS* and of its dual in their order, if no two leaves are equal", function()
    each(700, { player = "max", twice = false, informed = false, values = "distinct" }, function(tree, root)
      local value, order = solution.sss(tree)
      same(trees.oracle(tree), value)
      same_order(order, leaves_of(developed(tree, { algorithm = "maxsearch" }), root))
      local dual = trees.dual(tree)
      same_order(order, leaves_of(developed(dual, { algorithm = "minsearch" }), trees.nodes(dual)[1]))
    end)
  end)

  it("evaluate only leaves of SSS* if some are equal, and sometimes fewer", function()
    each(700, { player = "max", twice = false, informed = false, values = "ties" }, function(tree, root)
      assert(trees.subset(leaves_of(developed(tree, { algorithm = "maxsearch" }), root), (select(2, solution.sss(tree)))))
    end)
    local tree = { { 0, 1 }, { 1, 0 } }
    local root = trees.nodes(tree)[1]
    same_order({ "1.1", "2.1", "2.2", "1.2" }, (select(2, solution.sss(tree))))
    same_order({ "1.1", "2.1", "2.2" }, leaves_of(developed(tree, { algorithm = "maxsearch" }), root))
  end)

  it("develop only nodes of the informed SSS-2, which knows no lower bounds", function()
    local fewer = 0
    trees.each(1000, nil, function(tree)
      for max, sss in pairs { maxsearch = "sss2", minsearch = "dual2" } do
        local order = developed(tree, { algorithm = sss })
        local nodes = developed(tree, { algorithm = max })
        assert(trees.subset(nodes, order), max .. " develops more than " .. sss)
        if #nodes < #order then fewer = fewer + 1 end
      end
    end)
    assert(fewer > 0)
  end)

  it("differ from SSS-2 as in the figures of the paper", function()
    -- A tree that fits Fig. 10: once 7 is known, the first child, whose upper bound is 7, is not live.
    local tree = { { { 3, 5 }, { 6 }, upper = 7 }, { 7 } }
    local root = trees.nodes(tree)[1]
    same_order({ "2.1" }, leaves_of(developed(tree, { algorithm = "maxsearch" }), root))
    same_order({ "2.1", "1.1.1", "1.1.2" }, leaves_of(developed(tree, { algorithm = "sss2" }), root))
    -- One that fits Fig. 11: the second child is pseudo-terminal, and 10 is known before it is searched.
    tree = { 10, { 5, { { 8, 9 }, { 7 } } } }
    root = trees.nodes(tree)[1]
    for _, id in ipairs { "maxsearch", "rsearch" } do
      same_order({ "1", "2.1" }, leaves_of(developed(tree, { algorithm = id, pseudo = 1 }), root))
    end
  end)

  it("with pseudo-terminals develop only what MGame does, but not always only what alpha-beta does", function()
    local more = 0
    each(2000, { player = "max", twice = false, informed = false }, function(tree, root)
      local order = leaves_of(developed(tree, { algorithm = "maxsearch", pseudo = 2 }), root)
      local value, mgame = solution.mgame(tree, 2)
      same((trees.oracle(tree)), value)
      assert(trees.subset(order, mgame), "more than MGame")
      if not trees.subset(order, (select(2, trees.informed(tree)))) then more = more + 1 end
    end)
    assert(more > 0)
  end)
end)

-- Rules of a game of one ply with these moves, the last but one the best; positions are one integer, or two.
local function game_of(moves, words)
  local game = { name = "moves", words = words }
  function game.evaluate(p) return p == #moves - 1 and 9 or -p end
  if words == 1 then
    game.start = 0
    function game.successors(p)
      if p > 0 then return {} end
      local children = {}
      for i = 1, #moves do children[i] = i end
      return children, moves
    end
  else
    game.start = { 0, 0 }
    function game.next(p, _, move)
      for i = 1, p == 0 and #moves or 0 do if move == moves[i - 1] then return moves[i], i, 0 end end
    end
  end
  return game
end

describe("moves", function()
  it("are what the rules call them: 1, 2, 3, ..., or other numbers, or texts, or some of each", function()
    for _, moves in ipairs {
      { 1, 2, 3 }, { 1, 2, 4, 3 }, { 2, 3, 4 }, { 7, -1, 12 }, { 0, 1, 2 }, { "a", "b", "c" }, { 1, "2", 3 }, { 1, 2, "3", 4 },
      { 1.5, 2, 3 },
    } do
      for words = 1, 2 do
        for _, id in ipairs(framework) do
          same(moves[#moves - 1], gts.search(game_of(moves, words), { algorithm = id, native = false }).move)
        end
      end
    end
  end)
end)

describe("B*", function()
  -- Worked out by hand: what each strategy looks at until the first move is best.
  local tree = {
    { lower = 4, upper = 9, { lower = 7, upper = 9, 7, 9 }, { lower = 8, upper = 12, 8, 9 } },
    { lower = 0, upper = 6, { lower = 0, upper = 5, 3, 4 }, { lower = 2, upper = 9, 6, 8 } },
    { lower = 1, upper = 5, { lower = 1, upper = 4, 2, 3 }, { lower = 1, upper = 7, 6, 2 } },
  }
  local shown = {
    best = { 7, 7, 9, "", "1", "2", "3", "1.1", "1.2" },
    rest = { 4, 4, 9, "", "1", "2", "3", "2.1", "2.1.1", "2.1.2", "3.1" },
    turns = { 7, 7, 9, "", "1", "2", "3", "1.1", "2.1", "1.2" },
    depth = { 7, 7, 9, "", "1", "2", "3", "1.1", "2.1", "1.2" },
  }

  it("proves best, or disproves the rest, and ends with a move", function()
    for strategy, expected in pairs(shown) do
      local list = {}
      local r = gts.search(gts.tree(tree), { algorithm = "bstar", strategy = strategy, trace = function(event)
        if event.kind ~= "update" then list[#list + 1] = event.path end
      end })
      assert.same(expected, { r.value, r.lower, r.upper, table.unpack(list) })
      assert.same({ 1, false, false }, { r.move, r.exact, r.solved })
      list = {}
      r = gts.search(gts.tree(trees.dual(tree)), { algorithm = "bstar", strategy = strategy, trace = function(event)
        if event.kind ~= "update" then list[#list + 1] = event.path end
      end })
      assert.same({ -expected[1], -expected[3], -expected[2], table.unpack(expected, 4) },
        { r.value, r.lower, r.upper, table.unpack(list) })
    end
  end)

  it("names a best move, and a value that it is sure of", function()
    local open = 0
    trees.each(1000, { informed = true }, function(random, seed)
      local value = trees.oracle(random)
      local player = random.player or "max"
      for _, strategy in ipairs { "depth", "best", "rest", "turns" } do
        local game = seed % 2 == 0 and gts.tree(random) or trees.rules(random)
        local r = gts.search(game, { algorithm = "bstar", strategy = strategy })
        assert(r.lower <= value and value <= r.upper)
        same(player == "max" and r.lower or r.upper, r.value)
        same(value, (trees.oracle(random[trees.move_number(r.move)], player == "max" and "min" or "max")))
        same(r.lower == r.upper, r.exact)
        open = open + (r.exact and 0 or 1)
      end
    end)
    assert(open > 0)
  end)

  it("searches a forced move until there is a bound for it, and knows leaves", function()
    local r = gts.search(gts.tree { { { 3, 5 }, { 4, 1 } } }, { algorithm = "bstar" })
    assert.same({ 1, 3, math.huge }, { r.move, r.value, r.upper })
    r = gts.search(gts.tree { { lower = 2, { 3, 5 }, { 4, 1 } } }, { algorithm = "bstar" })
    assert.same({ 1, 2, math.huge }, { r.move, r.value, r.upper })
    assert.is_nil(gts.search(gts.tree { value = 3 }, { algorithm = "bstar" }).move)
  end)
end)
