-- Positions enumerated, random play computed, trees estimated: against brute force over the rules, and published counts.

local graph = require "gts.profile.graph"
local gts = require "gts"
local intervals = require "gts.profile.intervals"
local tree = require "gts.profile.tree"

-- Everything by one recursion over all paths, from the rules alone. `winner` is that of an end.
local function brute(game, winner)
  local seen, found = {}, { positions = 0, nodes = 0, points = 0, draws = 0, length = 0, moves = 0, forced = 0 }
  local function walk(position, chance)
    local key = gts.write(game, position)
    if not seen[key] then seen[key], found.positions = true, found.positions + 1 end
    found.nodes = found.nodes + 1
    local list = gts.moves(game, position)
    if #list == 0 then
      local won = winner(position)
      found.points, found.draws = found.points + chance * (won + 1) / 2, found.draws + (won == 0 and chance or 0)
      return
    end
    found.length, found.moves = found.length + chance, found.moves + chance * #list
    found.forced = found.forced + (#list == 1 and chance or 0)
    for _, entry in ipairs(list) do walk(entry.position, chance / #list) end
  end
  walk(gts.moves(game).position or game.start, 1)
  return found
end

-- A game in tables, whose positions only a key distinguishes: take one or two; the last wins.
local sticks = gts.game { name = "sticks", start = { left = 7, max = true }, key = function(p) return p.left end,
  player = function(p) return p.max and "max" or "min" end, evaluate = function(p) return p.max and -1 or 1 end,
  successors = function(p)
    local list = {}
    for k = 1, math.min(2, p.left) do list[k] = { left = p.left - k, max = not p.max } end
    return list
  end }

describe("gts.profile.graph #lua", function()
  it("finds what brute force over all paths finds", function()
    for _, game in ipairs { gts.game "hexapawn", gts.game("nim", { heaps = { 2, 3 } }),
      gts.game("tictactoe", { columns = 2, rows = 3, line = 2 }), gts.game("chomp", { columns = 3, rows = 2 }) } do
      local wanted = brute(game, function(position)
        return gts.search(game, { algorithm = "minimax", position = position }).value
      end)
      local all = graph.explore(game)
      assert.is_true(all.whole)
      assert.equal(wanted.positions, #all, game.name)
      assert.equal(wanted.nodes, graph.tree_size(all), game.name)
      local play = graph.random_play(all, 100)
      assert.near(wanted.length, play.positions, 1e-9)
      assert.near(wanted.moves, play.moves, 1e-9)
      assert.near(wanted.forced, play.forced, 1e-9)
      assert.near(wanted.points, play.winners[1] + play.winners[0] / 2, 1e-9)
      assert.near(wanted.draws, play.winners[0], 1e-9)
      assert.equal(0, play.cut)
    end
  end)

  it("has the known counts of tic-tac-toe", function()
    -- 5,478 positions and 549,946 nodes are well known; so is random play: 58.5 % won, 28.8 % lost, 12.7 % drawn.
    local all = graph.explore(gts.game "tictactoe")
    assert.same({ 5478, 549946 }, { #all, graph.tree_size(all) })
    local won = graph.random_play(all, 9).winners
    assert.equal("58.5 28.8 12.7", ("%.1f %.1f %.1f"):format(100 * won[1], 100 * won[-1], 100 * won[0]))
  end)

  it("distinguishes positions in tables by key and player", function()
    local all = graph.explore(sticks)
    -- From 7 every number down to 0 is reached with either player to move, but for 7, 6 (MIN) and 5 by one move more.
    local seen = {}
    for _, node in ipairs(all) do
      local name = node.position.left .. node.player
      assert.is_nil(seen[name])
      seen[name] = true
    end
    assert.is_true(seen["7max"] and seen["6min"] and not seen["7min"] and not seen["6max"] and seen["5max"] and seen["5min"])
    local nameless = gts.game { name = "nameless", start = {}, key = false, evaluate = function() return 0 end,
      successors = function() return { {} } end }
    assert.equal("keys", graph.explore(nameless).why)
  end)

  it("knows games that go round in circles, and cuts their games off", function()
    local circle = gts.game { name = "circle", start = 1, evaluate = function() return 0 end,
      successors = function(p) return p < 4 and { p % 3 + 1, 4 } or {} end }
    local all = graph.explore(circle)
    assert.is_true(all.whole)
    assert.is_nil(graph.tree_size(all))
    local play = graph.random_play(all, 3)
    -- Half of the games end at each move.
    assert.same({ nil, 0.5, 0.25, 0.25 }, { play.lengths[0], play.lengths[1], play.lengths[2], play.lengths[3] })
    assert.equal(0.125, play.cut)
  end)

  it("stops at a deadline", function()
    assert.equal("time", graph.explore(gts.game "connect4", function() return "time" end).why)
  end)
end)

describe("gts.profile.tree #lua", function()
  it("is exact where all paths are alike, for any population", function()
    -- Each position has 3 successors, down to ply 4: 1 + 3 + 9 + 27 + 81.
    local regular = gts.tree { branching = 3, depth = 4 }
    for _, population in ipairs { 1, 7, 100 } do
      local found = tree.estimate(regular, { seed = 5, number = 1, population = population, longest = 50 })
      assert.is_false(found.cut)
      assert.near(121, math.exp(found.logarithm), 1e-9)
    end
  end)

  it("is unbiased, Knuth's single path as well as populations #thorough", function()
    local game = gts.game("nim", { heaps = { 2, 3 } })
    local nodes = graph.tree_size(graph.explore(game))
    for _, population in ipairs { 1, 8 } do
      local sample = {}
      for i = 1, 1000 do
        local job = { seed = 3, number = i, population = population, longest = 50 }
        sample[i] = math.exp(tree.estimate(game, job).logarithm)
      end
      local mean, low, high = intervals.mean(sample)
      local error = (high - low) / 2 / 1.96
      assert(math.abs(mean - nodes) < 4 * error, ("%s +- %s is not %s"):format(mean, error, nodes))
    end
  end)

  it("says that a path has no end", function()
    local endless = gts.game { name = "endless", start = 0, evaluate = function() return 0 end,
      successors = function(p) return { p + 1 } end }
    assert.is_true(tree.estimate(endless, { seed = 1, number = 1, population = 2, longest = 30 }).cut)
    assert.is_false(tree.estimate(endless, { seed = 1, number = 1, population = 2, longest = 30 }, function() return "time" end))
  end)
end)
