-- Deepening: anytime, and the quickest win; and the calls that are made of it, gts.best and gts.analyze.

local gts = require "gts"
local graphs = require "spec.support.graphs"
local trees = require "spec.support.trees"
local passing = require "spec.support.passing"

local inf = math.huge

-- Some name the leftmost best move, others any.
local minimaxing, leftmost = require "spec.support.minimaxing".ids, {}
for _, algorithm in ipairs(gts.algorithms) do leftmost[algorithm.id] = algorithm.leftmost end

describe("deepening", function()
  it("has at each depth the value of that depth, and tells it, around every algorithm", function()
    for seed = 1, trees.share(40) do
      local tree = trees.random(seed, { static = true, informed = false, even = true, depth = 4 })
      for _, id in ipairs(minimaxing) do
        local reports = {}
        local r = gts.search(gts.tree(tree), { algorithm = id, deepen = true, progress = function(report)
          -- A slow machine reports in between, too.
          if report.depth > #reports then reports[#reports + 1] = report end
        end })
        for i, report in ipairs(reports) do
          local value, move = trees.horizon(tree, i)
          assert(report.depth == i and report.value == value and report.pv[1] == report.move, id)
          assert(report.move == move or not leftmost[id], id)
          assert(report.nodes == report.visits and report.leaves <= report.nodes and report.seconds >= 0)
          assert(#report.line == #report.pv and #report.line <= i)
        end
        local value, move = trees.oracle(tree)
        assert(r.value == value and (r.move == move or not leftmost[id]) and r.solved and #reports == 3, id)
      end
    end
  end)

  it("that has completed no depth claims no bounds but those of the game", function()
    for seed = 1, trees.share(60) do
      local tree = trees.random(seed, { static = true, informed = false })
      local value = trees.oracle(tree)
      for _, id in ipairs { "alphabeta", "sss2", "gsearch", "mtd" } do
        for nodes = 1, 6 do
          local r = gts.search(gts.tree(tree), { algorithm = id, deepen = true, nodes = nodes })
          assert(r.depth > 0 or r.lower <= value and value <= r.upper, id)
        end
      end
    end
  end)

  it("costs no more than half as much again as the search at once, where a ply more is hardly more work", function()
    local game = gts.game("kalah", { pits = 3, seeds = 3 })
    local options = { algorithm = "ttalphabeta", table = 1 << 24, order = { "table" } }
    local at_once = gts.search(game, options)
    options.deepen = true
    for _, limit in ipairs { "depth", "time", "nodes" } do      -- all of them so far away that they end nothing
      options.depth, options.time, options.nodes = nil, nil, nil
      options[limit] = limit == "depth" and 1000 or 1e8
      local deepened = gts.search(game, options)
      assert(deepened.value == at_once.value and deepened.solved)
      assert(deepened.stats.visits <= 1.5 * at_once.stats.visits, limit)
    end
  end)

  it("searches every depth where time or nodes may end it at any", function()
    for _, limit in ipairs { "time", "nodes" } do
      local last, most = 0, 0
      gts.search(gts.game("kalah", { pits = 3, seeds = 4 }), {
        algorithm = "ttalphabeta", deepen = true, [limit] = 1e6, progress = function(report)
          most, last = math.max(most, report.depth - last), report.depth
        end
      })
      assert.equal(1, most)
    end
  end)

  it("keeps the last completed depth when it is stopped, at any node", function()
    local tree = trees.random(4, { static = true, informed = false, even = true, depth = 5, children = { 2, 3 } })
    for _, id in ipairs(minimaxing) do
      for nodes = 3, 300, 19 do
        local r = gts.search(gts.tree(tree), { algorithm = id, deepen = true, nodes = nodes })
        if r.depth > 0 then
          local value, move = trees.horizon(tree, r.depth)
          assert(r.value == value and (r.move == move or not leftmost[id]), id)
        end
        assert(r.stopped == nil or r.stopped == "nodes")
      end
    end
  end)

  it("tries the table's move first in the next iteration, and so looks at less", function()
    local sorted = gts.search("connect4", { algorithm = "ttalphabeta", depth = 10, deepen = true })
    local plain = gts.search("connect4", { algorithm = "ttalphabeta", depth = 10, deepen = true, order = {} })
    assert(sorted.value == plain.value and sorted.move == plain.move)
    assert(sorted.stats.visits < plain.stats.visits / 1.5)
  end)
end)

describe("the move of a deepening search", function()
  -- Who wins what is far away? By definition: the fewest plies for the winner, the most for the loser; leftmost.
  local function best_move(graph, winner, value, most)
    local best, move
    for i, child in ipairs(graph[1].children) do
      local plies = graphs.distance(graph, child, "min", winner, value, most)
      if winner == "max" and plies and (not best or plies < best) then best, move = plies, i end
      if winner == "min" and (not best or plies > best) then best, move = plies, i end
    end
    return best, move
  end

  -- `lying`: estimates inside claim wins; else only terminals do.
  local function check(seed, id, lying)
    local graph = graphs.random(seed, { acyclic = true, values = { -1, 1 }, count = 26 })
    for _, node in ipairs(graph) do if not lying and #node.children > 0 then node.value = 0 end end
    local value = graphs.oracle(graph, 1)
    local rules = graphs.rules(graph)
    rules.range = { -1, 1 }
    local r = gts.search(rules, { algorithm = id, deepen = true })
    assert(r.value == value and r.solved, "seed " .. seed)
    if value == 0 then return 0 end
    local plies, move = best_move(graph, value == 1 and "max" or "min", value, 30)
    assert(r.move == move, ("seed %d, %s: move %s, expected %d in %d"):format(seed, id, r.move, move, plies))
    assert(lying or r.depth == plies + 1, "it did not stop when the win was proved")
    return 1
  end

  it("wins soonest or loses last, with every algorithm, and stops when that is proved, also if estimates claim wins", function()
    local decided = 0
    for seed = 1, trees.share(250) do
      local id = minimaxing[seed % #minimaxing + 1]
      decided = decided + check(seed, id, false)
      check(seed, id, true)
    end
    assert(decided > trees.share(250) // 3)
  end)

  it("keeps to no earlier move where MIN has the start and the best there is at the horizon, but no win", function()
    -- By hand. With one ply the first move looks best to MIN, with two the second: -1, the least there is, which is an estimate.
    local children = { { 2, 3 }, { 4 }, { 5 }, { 6 }, { 6 }, {} }
    local values = { 0, 0, 1, 1, -1, 0 }
    local rules = { name = "estimates", start = 1, range = { -1, 1 } }
    function rules.successors(p) return children[p] end
    function rules.evaluate(p) return values[p] end
    function rules.player(p) return (p == 1 or p == 4 or p == 5) and "min" or "max" end
    for _, algorithm in ipairs(gts.algorithms) do
      if not algorithm.alternative and not algorithm.anytime and algorithm.id ~= "retrograde" then
        local r = gts.search(rules, { algorithm = algorithm.id, deepen = true, depth = 2, native = false })
        assert.same({ -1, 2 }, { r.value, r.move }, algorithm.id)
      end
    end
  end)

  it("wins soonest where there are cycles", function()
    for seed = 1, trees.share(60) do
      local graph = graphs.random(seed, { values = { -1, 1 }, count = 20 })
      for _, node in ipairs(graph) do if #node.children > 0 then node.value = 0 end end
      local rules = graphs.rules(graph)
      rules.range = { -1, 1 }
      local value = graphs.oracle(graph, 1, 7)
      local r = gts.search(rules, { algorithm = "ttalphabeta", depth = 7, deepen = true })
      assert(r.value == value)
      if value ~= 0 then
        local _, move = best_move(graph, value == 1 and "max" or "min", value, 7)
        assert(r.move == move and r.solved)
      end
    end
  end)
end)

describe("a game with cycles", function()
  it("is searched right to a depth, and ends without one #thorough", function()
    for seed = 1, trees.share(30) do
      local graph = graphs.random(seed, { count = 8 })
      for _, id in ipairs(minimaxing) do
        local r = gts.search(graphs.rules(graph), { algorithm = id, depth = 5 })
        local value, move = graphs.oracle(graph, 1, 5)
        assert(r.value == value and (r.move == move or not leftmost[id]), id)
      end
    end
    local circle = { name = "circle", start = 1, evaluate = function() return 0 end }
    function circle.successors(p) return { p % 3 + 1 } end
    for _, id in ipairs(minimaxing) do
      if leftmost[id] then      -- others take a while to get there
        assert.error_matches(function() gts.search(circle, { algorithm = id }) end, "deeper than %d+ plies.*state a depth")
      end
      assert.error_matches(function() gts.search(circle, { algorithm = id, longest = 50 }) end, "deeper than 50 plies")
      assert.are.equal(20, gts.search(circle, { algorithm = id, deepen = true, longest = 20 }).depth)
    end
  end)
end)

describe("gts.best", function()
  it("finds the move in the time given, and says how", function()
    local rules, evaluated = passing(0.1)
    local r = gts.best(rules, nil, { time = 100, native = false })
    local evaluations = evaluated()
    assert(r.move and r.stopped == "time" and r.depth > 4 and evaluations < 1100, evaluations)
    assert(r.picked.algorithm == r.algorithm and r.picked.deepen and r.picked.order and not r.picked.time)
    assert(gts.best("connect4", nil, { depth = 3 }).picked.table)
    assert(gts.best("nim", nil, { depth = 3 }).picked.time == nil)
  end)

  it("finds the same move every time", function()
    local first = gts.best("othello", nil, { depth = 5 })
    for _ = 1, 3 do
      local again = gts.best("othello", nil, { depth = 5 })
      assert(again.move == first.move and again.value == first.value and again.stats.visits == first.stats.visits)
    end
  end)

  it("has a move where the bounds of the rules know the value", function()
    local nim, rules = gts.game "nim", {}
    for name, value in pairs(nim) do rules[name] = value end
    function rules.bounds(p)
      if p == rules.start then return 1, 1 end
      return -1, 1
    end
    assert.is_nil(gts.search(rules).move)
    local r = gts.best(rules, nil, { time = 60 })
    assert(r.value == 1 and r.pv[1] == r.move and r.line[1] == r.position and r.stopped == nil)
    assert.are.equal(1, gts.search(nim, { position = r.position }).value)
    r = gts.best(rules, nil, { time = 60, nodes = 2 })
    assert(r.value == 1 and r.move and r.stopped == "nodes")
    assert.is_nil(gts.best(rules, nil, { depth = 0 }).move)
  end)

  it("plays on from any position, to the end, and never loses a won game", function()
    local nim, position = gts.game "nim", nil
    for _ = 1, 20 do
      local r = gts.best(nim, position, { time = 5 })
      assert(r.value == 1)
      if not r.move then return end
      position = r.position
    end
    error "the game did not end"
  end)
end)

describe("gts.analyze", function()
  it("has every move with its exact value, the best first, equals in their order", function()
    trees.each(300, { informed = false }, function(tree)
      local player = tree.player or "max"
      local list = gts.analyze(gts.tree(tree))
      local expected = {}
      for i, child in ipairs(tree) do
        expected[i] = { i, (trees.oracle(child, player == "max" and "min" or "max")) }
      end
      local side = player == "max" and 1 or -1
      table.sort(expected, function(a, b)
        if a[2] ~= b[2] then return side * a[2] > side * b[2] end
        return a[1] < b[1]
      end)
      assert(#list == #expected and list.player == player)
      for i, entry in ipairs(list) do
        assert(entry.move == expected[i][1] and entry.value == expected[i][2] and entry.exact and entry.solved)
      end
    end)
  end)

  it("searches to the depth asked for, with rules that do not state the player to move", function()
    for seed = 1, trees.share(40) do
      local graph = graphs.random(seed)
      local list = gts.analyze(graphs.rules(graph), { depth = 5 })
      for _, entry in ipairs(list) do
        assert.are.equal((graphs.oracle(graph, graph[1].children[entry.move], 4, "min")), entry.value)
      end
      assert.are.equal(#graph[1].children, #list)
    end
  end)

  it("reports its progress, and stops on request, with values of one depth", function()
    local depths = {}
    local list = gts.analyze("othello", { time = 60, progress = function(sofar)
      for i, entry in ipairs(sofar) do assert(sofar.depth == 0 or entry.value and entry.move == ({ 19, 26, 37, 44 })[i]) end
      depths[sofar.depth] = true
      return sofar.depth < 4
    end })
    assert(depths[1] and depths[2] and depths[3] and depths[4])
    assert(list.stopped == "progress" and list.depth == 4)
    local whole = gts.analyze("othello", { depth = 4 })
    for i, entry in ipairs(list) do assert(entry.value == whole[i].value and entry.move == whole[i].move) end
  end)

  it("has what it knows when it is stopped before its depth", function()
    local list = gts.analyze("othello", { depth = 30, progress = function() return false end })
    assert(#list == 4 and list.stopped == "progress" and list.depth == 0)
  end)

  it("keeps to its time, with values of one depth", function()
    local rules, evaluated = passing(0.1)
    local list = gts.analyze(rules, { time = 300, native = false })
    assert(evaluated() < 3300 and #list == 3 and list.depth > 3 and list.stopped == "time")
    local plain = gts.analyze(rules, { depth = list.depth, native = false })
    for i, entry in ipairs(list) do assert(entry.move == plain[i].move and entry.value == plain[i].value) end
  end)

  it("has bounds where it is not exact, no moves where there are none, and refuses what is wrong", function()
    local list = gts.analyze(gts.tree { branching = 5, depth = 9 }, { nodes = 20 })
    assert(#list == 5 and list.stopped == "nodes")
    for _, entry in ipairs(list) do assert(not entry.exact and entry.lower <= entry.upper) end
    assert.are.equal(0, #gts.analyze("nim", { position = 0 }))
    assert.equal(12, #gts.analyze("nim", { time = 1e-9 }))              -- 3 + 4 + 5 moves, of which nothing is known
    assert.has_error(function() gts.analyze("nim", { window = { 0, 1 } }) end)
    assert.has_error(function() gts.analyze("nim", 3) end)
    for _, name in ipairs { "search", "analyze", "solve" } do
      assert.error_matches(function() gts[name]("nim", nil, {}) end, "gts." .. name .. ".game, options. takes no third argument")
    end
    assert(inf > list[1].upper or list[1].upper == inf)
  end)
end)

describe("gts.best with options where the position belongs", function()
  it("says so, unless positions have such fields", function()
    assert.error_matches(function() gts.best("nim", { time = 0.1 }) end, "takes the position before the options")
    assert.error_matches(function() gts.best("nim", { tabel = 10 }) end, "takes the position before the options")
    assert.error_matches(function() gts.best("connect4", { depth = 2 }) end, "takes the position before the options")
    assert.has_error(function() gts.best("nim", nil, 5) end)
    assert.has_error(function() gts.best("nim", nil, { tme = 1 }) end)
    local rules = {
      name = "deep", start = { depth = 0 }, evaluate = function(p) return p.depth end,
      successors = function(p) return p.depth < 3 and { { depth = p.depth + 1 } } or {} end,
    }
    assert(gts.best(rules, { depth = 1 }).value == 3)
  end)
end)

describe("gts.best under a limit that leaves nothing known", function()
  it("still has a legal move, and says that it knows no value, or the one of a ply", function()
    for _, limit in ipairs { { nodes = 1 }, { time = 1e-9 }, { memory = 1 } } do
      local r = gts.best("nim", nil, limit)
      assert.is_not_nil(r.move)
      assert.is_not_nil(r.position)
      assert.equal(limit.time ~= nil, r.value ~= nil and r.depth == 1)
      assert(r.stats.visits > 1)
      assert.is_not_nil(r.stopped)
    end
  end)
end)
