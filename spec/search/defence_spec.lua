-- Play to the end: who is lost holds out as long as he can, whatever stops the search; distances are said; lines are whole.

local gts = require "gts"
local graphs = require "spec.support.graphs"
local trees = require "spec.support.trees"

local function decided(seed) return graphs.decided(seed, 26) end

local function playable(graph)
  local rules = graphs.moved(graph)
  rules.range = { -1, 1 }
  return rules
end

-- In how many plies `winner` wins from position p of the rules, by definition.
local function distance(graph, p, value, most)
  return graphs.distance(graph, p // 2, p % 2 == 0 and "max" or "min", value == 1 and "max" or "min", value, most or 30)
end

describe("a lost position #plain", function()
  it("is played to the end, as long as it lasts by definition", function()
    local lost = 0
    for seed = 1, trees.share(120) do
      local graph, value = decided(seed)
      local rules, position, plies = playable(graph), 2, 0
      if value ~= 0 then
        lost = lost + 1
        local expected = distance(graph, position, value)
        assert.are.equal(expected, gts.best(rules, position, { depth = 40 }).distance)
        while true do
          local r = gts.best(rules, position, { depth = 40 })
          if not r.move then break end
          assert(r.value == value and r.solved and r.distance == expected - plies and #r.pv == r.distance)
          position, plies = r.position, plies + 1
        end
        assert(plies == expected and graph[position // 2].value == value, "seed " .. seed)
      end
    end
    assert(lost > trees.share(120) // 3)
  end)

  it("is held beyond the last depth at which it was open, at whatever node the search stops", function()
    local told, lost = 0, 0
    for seed = 1, math.max(25, trees.share(60)) do
      local graph, value = decided(seed)
      if value == -1 then
        lost = lost + 1
        local rules = playable(graph)
        local longest = distance(graph, 2, value)
        for nodes = 2, 150, 3 do
          for _, id in ipairs { "alphabeta", "ttalphabeta", "negascout", "mtd", "sss2" } do
            local r = gts.search(rules, { algorithm = id, deepen = true, nodes = nodes })
            if r.value == -1 and r.depth > 1 then
              told = told + 1
              assert(distance(graph, r.position, value) == longest - 1, ("seed %d, %s, %d nodes"):format(seed, id, nodes))
            end
          end
        end
      end
    end
    assert(told >= 3 * lost)
  end)

  it("is held also when a kept table knows at once that it is lost", function()
    for seed = 1, trees.share(100) do
      local graph, value = decided(seed)
      if value == -1 then
        local rules, kept = playable(graph), gts.table()
        gts.search(rules, { algorithm = "ttalphabeta", table = kept })
        local r = gts.search(rules, { algorithm = "negascout", deepen = true, table = kept })
        assert(r.distance == distance(graph, 2, value) and distance(graph, r.position, value) == r.distance - 1)
        assert(#r.pv == r.distance)
      end
    end
  end)

  it("of which estimates only say that it is lost has no distance", function()
    local rules = { name = "endless", start = 0, range = { -1, 1 }, evaluate = function() return -1 end }
    function rules.next(p, move) if not move then return 1, p + 1 end end
    local r = gts.search(rules, { algorithm = "alphabeta", deepen = true, depth = 6 })
    assert(r.value == -1 and r.distance == nil and not r.solved and #r.pv == 6)
  end)
end)

describe("gts.analyze #plain", function()
  it("says how far off wins and losses are, and sorts by that", function()
    local said = 0
    for seed = 1, trees.share(150) do
      local graph, value = decided(seed)
      local rules = playable(graph)
      local options = seed % 3 == 0 and { time = 60 } or seed % 3 == 1 and { depth = 30 } or nil
      local list = gts.analyze(rules, options)
      assert(#list == #graph[1].children and (list[1].value == value))
      for i, entry in ipairs(list) do
        local expected = entry.value ~= 0 and distance(graph, entry.position, entry.value) + 1 or nil
        assert(entry.distance == expected, ("seed %d, move %d: %s, not %s"):format(seed, entry.move, entry.distance, expected))
        said = said + (expected and 1 or 0)
        local before = list[i - 1]
        if before and before.value == entry.value then
          local sooner = (before.distance or 0) - (entry.distance or 0)
          assert(sooner * entry.value < 0 or sooner == 0 and before.move < entry.move, "seed " .. seed)
        end
      end
    end
    assert(said > trees.share(150))
  end)

  it("knows no distance beyond its depth", function()
    for seed = 1, trees.share(60) do
      local graph = decided(seed)
      local rules = playable(graph)
      for _, entry in ipairs(gts.analyze(rules, { depth = 3 })) do
        local value = graphs.oracle(graph, entry.position // 2, 2, "min")
        local expected = value ~= 0 and distance(graph, entry.position, value, 2)
        assert(entry.value == value and entry.distance == (expected and expected + 1 or nil))
      end
    end
  end)
end)

describe("the line of play #plain", function()
  it("is whole in a game, with the table and order of gts.best", function()
    for depth = 2, 9 do
      assert.are.equal(depth, #gts.best("connect4", nil, { depth = depth, native = false, selective = false }).pv)
      assert.are.equal(math.min(depth, 5), #gts.best("othello", nil,
        { depth = math.min(depth, 5), native = false, selective = false }).pv)
    end
  end)

  it("costs nothing that is counted", function()
    -- The bounds say the value of the first child; of the second its first leaf is evaluated, and no other.
    for _, id in ipairs { "ttalphabeta", "mtd" } do
      local tree = gts.tree { { 3, 12, lower = 3, upper = 3 }, { 2, 4 } }
      local r = gts.search(tree, { algorithm = id, first = id == "mtd" and 3 or nil })
      assert(r.value == 3 and r.stats.leaves == 1)
      assert.are.same({ 1, 1 }, r.pv)
    end
  end)

  it("asks nothing more of the rules in a single search without a table", function()
    local r = gts.search(gts.tree { { 3, 12, lower = 3, upper = 3 }, { 2, 4 } }, { algorithm = "alphabeta" })
    assert(r.value == 3 and r.stats.leaves == 1 and r.stats.developed == 3)
    assert.are.same({ 1 }, r.pv)
  end)
end)
