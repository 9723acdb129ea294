-- rules.cycle with rules.score: a repetition adds to the score. Against the definition, on small graphs in layers: moves to a
-- later layer gain, those within one may go round.

local gts = require "gts"
local trees = require "spec.support.trees"

local LAYER = 4                 -- nodes of a layer

local other = { max = "min", min = "max" }

-- A list of nodes: value (what is added at the end), and children, each { node, gain }.
local function random(seed, layers)
  local draw, graph = trees.stream(seed), {}
  for p = 1, layers * LAYER do
    local layer, children = (p - 1) // LAYER, {}
    if draw(1, 6) > 1 then
      for i = 1, draw(1, 3) do
        local to = draw(layer * LAYER + 1, math.min(layer + 2, layers) * LAYER)
        children[i] = { to, (to - 1) // LAYER > layer and draw(-2, 3) or 0 }
      end
    end
    graph[p] = { value = draw(-3, 3), children = children }
  end
  if #graph[1].children == 0 then graph[1].children[1] = { 2, 0 } end
  return graph
end

local function rules_of(graph, cycle)
  local rules = { name = "layers", version = "1", words = 2, start = { 1, 0 }, cycle = cycle }
  function rules.next(p, score, move)
    local child = graph[p].children[(move or 0) + 1]
    if child then return (move or 0) + 1, child[1], score + child[2] end
  end
  function rules.evaluate(p, score) return score + graph[p].value end
  function rules.key(p) return p end
  function rules.score(_, score) return score end
  function rules.tier(p) return (p - 1) // LAYER end
  return rules
end

-- What can still come at node p, reached by a path.
local function to_come(graph, cycle, p, player, path, depth)
  local name = p .. player
  if path[name] then return cycle end
  local node, best = graph[p], nil
  if #node.children == 0 or depth == 0 then return node.value end
  path[name] = true
  for _, child in ipairs(node.children) do
    local value = child[2] + to_come(graph, cycle, child[1], other[player], path, depth and depth - 1)
    if not best or player == "max" and value > best or player == "min" and value < best then best = value end
  end
  path[name] = nil
  return best
end

local serving = {}
for _, algorithm in ipairs(gts.algorithms) do
  if algorithm.path and not algorithm.alternative then serving[#serving + 1] = algorithm.id end
end

local function each(count, f)
  for seed = 1, trees.share(count) do
    local cycle = seed % 5 - 2
    f(seed, random(seed, 1 + seed % 3), cycle)
  end
end

describe("rules.cycle with rules.score #lua", function()
  it("has the value of the definition, by every algorithm that serves it, from any score on", function()
    assert(#serving >= 10)
    each(200, function(seed, graph, cycle)
      local rules, value = rules_of(graph, cycle), seed % 9 - 4 + to_come(graph, cycle, 1, "max", {})
      for _, id in ipairs(serving) do
        for _, deepen in ipairs { false, true } do
          local r = gts.search(rules, { algorithm = id, position = { 1, seed % 9 - 4 }, deepen = deepen, native = false })
          assert(r.value == value and r.solved, ("seed %d, %s: %s, not %s"):format(seed, id, r.value, value))
        end
      end
    end)
  end)

  it("has it with a table that is kept, from every position and score, and in trees of mcts and ubfm with one", function()
    each(100, function(seed, graph, cycle)
      local rules, kept = rules_of(graph, cycle), gts.table { bytes = seed % 2 == 0 and 1 << 20 or 400 }
      for p = #graph, 1, -1 do
        local id = ({ "ttalphabeta", "negascout", "mtd", "dfpn" })[(seed + p) % 4 + 1]
        local r = gts.search(rules, { algorithm = id, position = { p, p % 7 - 3 }, table = kept, native = false })
        local value = p % 7 - 3 + to_come(graph, cycle, p, "max", {})
        assert.same({ value, true }, { r.value, r.solved }, ("seed %d, %d"):format(seed, p))
      end
      for _, id in ipairs { "mcts", "ubfm" } do
        local kept_too = gts.table { bytes = 1 << 16 }
        for p = #graph, 1, -1 do
          local score = p % 2 == 0 and 40 or -40
          local value = score + to_come(graph, cycle, p, "max", {})
          local r = gts.search(rules, { algorithm = id, position = { p, score }, table = kept_too, native = false })
          assert.same({ value, true }, { r.value, r.solved }, ("seed %d, %s"):format(seed, id))
        end
      end
    end)
  end)

  it("has it to a depth, and compiled #thorough", function()
    each(40, function(seed, graph, cycle)
      local rules = rules_of(graph, cycle)
      for depth = 1, 5 do
        local r = gts.search(rules, { algorithm = "alphabeta", depth = depth, native = false })
        assert.equal(to_come(graph, cycle, 1, "max", {}, depth), r.value, ("seed %d, depth %d"):format(seed, depth))
      end
    end)
    -- Nine stones in a ring, of which one is taken at 8, once, by the player to move: 1 for MAX.
    local rules = { name = "ring", words = 2, start = { 0, 0 }, cycle = 0 }
    function rules.next(p, score, move)
      if p % 9 == 8 and p < 9 and not move then return 1, 9, score + 1 end
      if (move or 1) == 1 and (p % 9 < 8 or p >= 9) then return 2, p // 9 * 9 + (p + 1) % 9, score end
      if (move or 2) == 2 and p % 9 < 7 then return 3, p // 9 * 9 + (p + 2) % 9, score end
    end
    function rules.evaluate(_, score) return score end
    function rules.key(p) return p end
    function rules.score(_, score) return score end
    for _, id in ipairs { "ttalphabeta", "mcts" } do
      local plain = gts.search(rules, { algorithm = id, native = false })
      local compiled = gts.search(rules, { algorithm = id, native = true })
      assert.same({ plain.value, plain.stats.visits, true }, { compiled.value, compiled.stats.visits, compiled.solved }, id)
    end
  end)

  it("has it by retrograde analysis, for every position", function()
    each(200, function(seed, graph, cycle)
      local r = gts.solve(rules_of(graph, cycle), { by = "retrograde", native = false, position = { 1, seed % 5 } })
      assert.equal(seed % 5 + to_come(graph, cycle, 1, "max", {}), r.value, ("seed %d"):format(seed))
      for p = 1, #graph do
        for player in pairs(other) do
          local value = r.database:value({ p, 7 }, player)
          local expected = value and 7 + to_come(graph, cycle, p, player, {})
          assert.equal(expected, value, ("seed %d, position %d"):format(seed, p))
        end
      end
    end)
  end)

  it("ends a game that is played with the score", function()
    local rules = { name = "round", words = 2, start = { 0, 3 }, cycle = 0, score = function(_, score) return score end }
    function rules.next(p, score, move) if not move then return 1, (p + 1) % 4, score end end
    function rules.evaluate(_, score) return score end
    function rules.key(p) return p end
    local r = gts.match(rules, "random", "random", { games = 2, plies = 0 })
    for _, game in ipairs(r) do assert.same({ "cycle", 3 }, { game.how, game.value }) end
    assert.equal(2, #r)
  end)

  it("is held against the range by gts.check", function()
    local rules = { name = "high", words = 2, start = { 0, 1 }, cycle = 1, range = { -1, 1 },
      score = function(_, s) return s end
    }
    function rules.next(p, score, move) if not move then return 1, (p + 1) % 4, score end end
    function rules.evaluate() return 0 end
    function rules.key(p) return p end
    local function ranges()
      local seen = 0
      for _, finding in ipairs(gts.check(rules, { time = 0.1 })) do seen = seen + (finding.kind == "range" and 1 or 0) end
      return seen
    end
    assert.equal(1, ranges())
    rules.cycle = 0
    assert.equal(0, ranges())
  end)

  it("refuses circles that change the score", function()
    local rules = { name = "gains", words = 2, start = { 0, 0 }, cycle = 0, score = function(_, score) return score end }
    local back                                                  -- what is lost between 2 and 3
    function rules.next(p, score, move) if not move then return 1, (p + 1) % 4, score + p // 3 - (p == 2 and back or 0) end end
    function rules.evaluate(_, score) return score end
    function rules.key(p) return p end
    for _, case in ipairs { { 1, "is 0 for position {0, 0}, and was -1" }, { 0, "is 1 for position {0, 1}, and was 0" } } do
      back = case[1]
      for _, id in ipairs(serving) do
        assert.error_matches(function() gts.search(rules, { algorithm = id, native = false }) end,
          "rules.score " .. case[2] .. " since its key stood before on the path", 1, true)
      end
    end
    assert.error_matches(function() gts.game(rules_of(random(1, 1), 0.5)) end,
      "rules.cycle is 0.5: expected an integer, because there is a rules.score", 1, true)
    for _, tier in ipairs { false, function() return 0 end } do
      rules.tier = tier or nil
      assert.error_matches(function() gts.solve(rules, { by = "retrograde", native = false }) end,
        "rules.score changes behind position {3, 0}, but rules.tier does not: with rules.cycle it must rise", 1, true)
    end
  end)
end)
