-- df-pn by several threads: what they prove is what the definition says, in trees, in graphs and where positions repeat.

local graphs = require "spec.support.graphs"
local gts = require "gts"
local helping = require "spec.support.helping"
local trees = require "spec.support.trees"

local at_once = helping.at_once

local counts = { 2, 3, 4, 8 }

local function options_of(random, sizes, native)
  return { algorithm = "dfpn", table = sizes[random(1, #sizes)], threads = counts[random(1, #counts)], native = native }
end

-- Compiled rules by formula: a number of positions, each with up to three successors anywhere among them, or in
-- `acyclic` ones among those not far behind it.
local function formula(count, acyclic)
  return gts.game {
    name = "maze", start = 1 << 24, range = { -3, 3 }, cycle = not acyclic and 0 or nil,
    next = acyclic and function(p, move)
      move = (move or 0) + 1
      local lot = p * 0x9E3779B97F4A7C15
      lot = (lot ~ lot >> 29) * 0xBF58476D1CE4E5B9
      if move > (lot >> 40 & 3) + 1 then return end
      local child = (lot + move) * 0x94D049BB133111EB
      child = (p & 0xFFFFFF) + 1 + (child ~ child >> 31) % 9
      if child >= count then return end
      return move, (p >> 24 << 24) | child
    end or function(p, move)
      move = (move or 0) + 1
      local lot = p * 0x9E3779B97F4A7C15
      lot = (lot ~ lot >> 29) * 0xBF58476D1CE4E5B9
      if move > lot >> 40 & 3 then return end
      local child = (lot + move) * 0x94D049BB133111EB
      return move, (p >> 24 << 24) | (child ~ child >> 31) % count
    end,
    evaluate = function(p)
      local lot = p * 0x9E3779B97F4A7C15
      return (lot ~ lot >> 31) % 7 - 3
    end,
  }
end

local other = { max = "min", min = "max" }

-- From which positions can `who` force a terminal for which `good` holds? By definition: those, those where he has a
-- move to one, and those where the other has moves to them alone. Returns a test of position and player to move.
local function forced(game, start, who, good)
  local moves, seen, won = {}, { start }, { max = {}, min = {} }
  for _, p in ipairs(seen) do
    if not moves[p] then
      moves[p] = {}
      for _, q in game.next, p do
        table.insert(moves[p], q)
        if not moves[q] then table.insert(seen, q) end
      end
    end
  end
  local function holds(p, player)
    if #moves[p] == 0 then return good(game.evaluate(p)) end
    for _, q in ipairs(moves[p]) do
      if (won[other[player]][q] ~= nil) == (player == who) then return player == who end
    end
    return player ~= who
  end
  repeat
    local more = false
    for p in pairs(moves) do
      for player in pairs(other) do
        if not won[player][p] and holds(p, player) then won[player][p], more = true, true end
      end
    end
  until not more
  return function(p, player) return won[player][p] ~= nil end
end

-- The value where a repetition is worth 0: what is better than that must be forced.
local function value_of(game, start, player)
  for value = 3, 1, -1 do
    if forced(game, start, "max", function(v) return v >= value end)(start, player) then return value end
  end
  for value = -3, -1 do
    if forced(game, start, "min", function(v) return v <= value end)(start, player) then return value end
  end
  return 0
end

-- Value and move are right, and so are the answers to questions about it. Returns who helped.
local function check(game, options, value, after, what)
  local r = at_once(game, options)
  assert(r.value == value and r.solved, ("%s: %s, not %s"):format(what, r.value, value))
  assert(r.move == nil or after(r.move) == value, ("%s: move %s is worth something else"):format(what, r.move))
  for goal = value, value + 1 do
    options.goal = goal
    r = at_once(game, options)
    assert(r.lower <= value and value <= r.upper and (value >= goal) == (r.lower >= goal),
      ("%s: at least %s? %s to %s"):format(what, goal, r.lower, r.upper))
  end
  return r.helped_by
end

describe("threads of dfpn", function()
  it("prove what one proves in graphs, with rules in Lua", function()
    local helped = 0
    for seed = 1, trees.share(40) do
      local random = trees.stream(seed)
      local graph = graphs.random(seed, { acyclic = true, count = random(10, 60) })
      local form = ({ "integers", "short strings", "tables", "2 words, 1", "5 words, 3" })[random(1, 5)]
      local known = {}
      local value = graphs.oracle(graph, 1, nil, "max", known)
      local by = check(gts.game(graphs.rules(graph, form)), options_of(random, { 1, 1000, 1 << 18 }, false), value,
        function(move) return (graphs.oracle(graph, graph[1].children[move], nil, "min", known)) end, "seed " .. seed)
      helped = helped + (by == "processes" and 1 or 0)
    end
    assert(helped > 0, "no helper took part")
  end)

  for _, name in ipairs { "graphs without circles", "graphs in which positions repeat" } do
    it("prove it in compiled " .. name, function()
      local acyclic, helped = name:find "without" ~= nil, 0
      local game = formula(acyclic and 80 or 150, acyclic)
      for seed = 1, trees.share(acyclic and 100 or 300) do
        local options = options_of(trees.stream(seed), { 1 << 14, 1 << 18 }, true)
        options.position = seed << 24
        local by = check(game, options, value_of(game, seed << 24, "max"), function(move)
          for m, q in game.next, seed << 24 do if m == move then return value_of(game, q, "min") end end
        end, "seed " .. seed)
        helped = helped + (by == "threads" and 1 or 0)
      end
      assert(helped > 0, "no helper took part")
    end)
  end

  it("of one, count what a search without the option counts", function()
    local without = gts.search("tictactoe", { algorithm = "dfpn" })
    local with = gts.search("tictactoe", { algorithm = "dfpn", threads = 1 })
    with.stats.seconds, without.stats.seconds = nil, nil
    assert.same(without.stats, with.stats)
  end)

  it("sum what they count, and stop at limits together", function()
    local connect4 = gts.game "connect4"
    for _, native in ipairs { false, true } do
      local options = { algorithm = "dfpn", threads = 2, native = native, nodes = 20000 }
      local r = at_once(connect4, options)
      assert.same({ "nodes", native and "threads" or "processes", 2 }, { r.stopped, r.helped_by, r.threads })
      assert(r.stats.visits >= 20000 and r.stats.table.probes > r.stats.table.stores and r.stats.developed > 0)
      options.nodes, options.time, options.deepen = nil, 0.05, false
      assert.equal("time", at_once(connect4, options).stopped)
    end
  end)

  -- A tree in Lua whose evaluation is `evaluate` first, in helpers only and after a while.
  local function slow(evaluate) return helping.ternary(1 << 12, helping.in_helper(evaluate)) end

  it("end where the rules of one of them fail, and wait for none that is stuck or gone", function()
    local expected = gts.search(slow(function() end), { algorithm = "alphabeta", native = false }).value
    local options = { algorithm = "dfpn", threads = 3, native = false }
    assert.equal(expected, at_once(slow(function() end), options).value)
    assert.matches("no value of %d+ %(in rules%.evaluate of position %d+%)$",
      helping.failure(function(p) error("no value of " .. p) end, { algorithm = "dfpn", threads = 3, native = false }))
    assert.equal(expected, at_once(slow(function() os.exit(3) end), options).value)
    options.time, options.deepen = 0.1, false
    local r = at_once(slow(function() while true do end end), options)
    assert(r.stopped == "time" or r.value == expected)
  end)
end)
