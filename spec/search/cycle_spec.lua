-- rules.cycle: what a position is worth that repeats one on its path. Against the definition, on whole small graphs.

local gts = require "gts"
local graphs = require "spec.support.graphs"
local trees = require "spec.support.trees"

local serving, refusing = {}, {}
for _, algorithm in ipairs(gts.algorithms) do
  if not algorithm.alternative then
    local list = algorithm.path and serving or refusing
    list[#list + 1] = algorithm.id
  end
end

-- A graph with few enough cycles for the definition to end.
local function random(seed, count) return graphs.random(seed, { count = count or 6 + seed % 4, values = { -3, 3 } }) end

local forms = { "integers", "short strings", "tables", "2 words, 1", "3 words, 2" }

local function rules_of(graph, cycle, seed)
  local rules = graphs.rules(graph, forms[seed % #forms + 1])
  rules.cycle = cycle
  return rules
end

local function cycle_of(seed) return seed % 3 == 0 and 0 or seed % 7 - 3 end

describe("rules.cycle", function()
  it("has the value of the definition, by every algorithm that serves it", function()
    assert.are.equal("alphabeta dfpn failhard mcts minimax mtd negascout pn ttalphabeta ubfm", (function()
      table.sort(serving)
      return table.concat(serving, " ")
    end)())
    for seed = 1, trees.share(200) do
      local graph, cycle = random(seed), cycle_of(seed)
      local rules, value, worth = rules_of(graph, cycle, seed), graphs.repeating(graph, cycle, 1), {}
      for i, child in ipairs(graph[1].children) do worth[i] = graphs.repeating(graph, cycle, child, "min", { ["1max"] = 1 }) end
      for _, id in ipairs(serving) do
        for _, deepen in ipairs { false, true } do
          local r = gts.search(rules, { algorithm = id, deepen = deepen, native = false })
          assert(r.value == value and r.solved, ("seed %d, %s: %s, not %s"):format(seed, id, r.value, value))
          assert(worth[r.pv[1]] == value, ("seed %d, %s: the move"):format(seed, id))
        end
      end
    end
  end)

  it("has it with any table, kept between searches from any position, and with any order", function()
    for seed = 1, trees.share(300) do
      local graph, cycle = random(seed), cycle_of(seed)
      local rules = rules_of(graph, cycle, seed)
      local kept = gts.table { bytes = seed % 2 == 0 and 1 << 20 or 400 }
      for call = 1, 6 do
        local id = ({ "ttalphabeta", "negascout", "mtd", "dfpn" })[(seed + call) % 4 + 1]
        local order = ({ {}, { "table", "killer" }, { "history" }, { "lookahead" } })[(seed + call // 2) % 4 + 1]
        local window = id ~= "mtd" and id ~= "dfpn" and call % 2 == 0 and { -(call % 3) - 1, call % 3 } or nil
        local r = gts.search(rules, {
          algorithm = id, table = kept, order = id ~= "dfpn" and order or nil, deepen = call > 3, window = window,
          depth = call == 1 and 3 or nil, remember_leaves = call % 2 == 1, native = false,
        })
        local value = graphs.repeating(graph, cycle, 1)
        if r.solved then assert(r.value == value, ("seed %d, call %d"):format(seed, call)) end
        if call ~= 1 then assert(r.lower <= value and value <= r.upper, ("seed %d, call %d"):format(seed, call)) end
        if not window and call ~= 1 then assert(r.solved and r.value == value, ("seed %d, call %d"):format(seed, call)) end
      end
    end
  end)

  it("has the value of games that end when a position has occurred repeats times", function()
    for seed = 1, trees.share(100) do
      local graph, cycle = random(seed, 3), cycle_of(seed)
      for times = 2, 3 do
        local rules, value = rules_of(graph, cycle, seed), graphs.repeating(graph, cycle, 1, "max", {}, nil, times)
        rules.repeats = times
        for _, id in ipairs { "minimax", "ttalphabeta", "pn", "ubfm" } do
          local r = gts.search(rules, { algorithm = id, native = false })
          assert(r.value == value and r.solved, ("seed %d, %d times, %s: %s, not %s"):format(seed, times, id, r.value, value))
        end
        if cycle == 0 then assert.equal(value, gts.solve(rules, { by = "retrograde" }).value) end
      end
    end
  end)

  it("has it from every position, though the table knows it from others", function()
    for seed = 1, trees.share(100) do
      local graph, cycle, kept = random(seed), cycle_of(seed), gts.table()
      local rules = graphs.moved(graph)
      rules.cycle, rules.range = cycle, { -3, 3 }
      for p = 2 * #graph + 1, 2, -1 do
        local id = ({ "ttalphabeta", "negascout", "mtd", "dfpn" })[(seed + p // 2) % 4 + 1]
        local value = graphs.repeating(graph, cycle, p // 2, p % 2 == 0 and "max" or "min")
        local r = gts.search(rules, { algorithm = id, table = kept, position = p, deepen = p % 5 == 0, native = false })
        assert(r.value == value and r.solved, ("seed %d, position %d, %s"):format(seed, p, id))
      end
      local list = gts.analyze(rules, { time = 60 })
      assert.are.equal(graphs.repeating(graph, cycle, 1), list[1].value)
      local r = gts.best(rules, nil, { depth = 60 })
      assert.are.equal(graphs.repeating(graph, cycle, 1), r.value)
    end
  end)

  it("is proved by deepening with a table, in which estimates of cycles would keep one another", function()
    local after, worth = { { 4, 3 }, { 1 }, { 4, 1, 4 }, { 3, 4 } }, { 1, 0, 1, -1 }
    local rules = { name = "kept", start = 1, cycle = 0, successors = function(p) return after[p] end,
      evaluate = function(p) return worth[p] end, player = function(p) return p == 2 and "max" or "min" end }
    local r = gts.search(rules, { algorithm = "ttalphabeta", deepen = true, depth = 40, table = 8192, native = false })
    assert.same({ 0, true }, { r.value, r.solved })
  end)

  it("is looked at to a depth as well", function()
    for seed = 1, trees.share(200) do
      local graph, cycle = random(seed, 12), cycle_of(seed)
      local rules = rules_of(graph, cycle, seed)
      for _, id in ipairs { "minimax", "failhard", "alphabeta", "negascout" } do
        for depth = 1, 5 do
          local r = gts.search(rules, { algorithm = id, depth = depth, native = false })
          assert.are.equal(graphs.repeating(graph, cycle, 1, "max", {}, depth), r.value)
        end
      end
    end
  end)

  it("has no distance, and is not searched for one, where it is the worst there is", function()
    local rules = { name = "ring", start = 1, cycle = 0, range = { 0, 1 }, evaluate = function() return 0 end }
    function rules.successors(p) return { p % 3 + 1 } end
    assert.is_nil(gts.analyze(rules, { nodes = 1000, native = false }).stopped)
    assert(gts.search(rules, { algorithm = "negascout", deepen = true, selective = true, nodes = 1000, native = false }).solved)
  end)

  it("is the same in compiled rules", function()
    local rules = { name = "ring", start = 0, cycle = 1 }
    -- Round a ring of nine by one or two; from 7 MAX may leave for 20, worth 3, from 8 MIN for 30, worth -2.
    function rules.next(p, move)
      move = (move or 0) + 1
      if p >= 9 then return nil end
      if move <= 2 then return move, (p + move) % 9 end
      if move == 3 and p == 7 then return 3, 20 end
      if move == 3 and p == 8 then return 3, 30 end
    end
    function rules.evaluate(p) return p == 20 and 3 or p == 30 and -2 or 0 end
    local graph = {}
    for p = 0, 8 do
      graph[p + 1] = { value = 0, children = { (p + 1) % 9 + 1, (p + 2) % 9 + 1, p == 7 and 10 or p == 8 and 11 or nil } }
    end
    graph[10], graph[11] = { value = 3, children = {} }, { value = -2, children = {} }
    local value = graphs.repeating(graph, 1, 1)
    for _, native in ipairs { false, true } do
      for _, id in ipairs(serving) do
        assert.are.equal(value, gts.search(rules, { algorithm = id, native = native }).value)
      end
    end
  end)

  it("tells positions from others by rules.key and the player to move, and nothing else", function()
    -- A circle of three, in which the other player moves after one round.
    local asked = 0
    local rules = { name = "circle", start = { 1 }, cycle = 5, evaluate = function() return 0 end }
    function rules.key(p) return p[1] end
    function rules.successors(p)
      asked = asked + 1
      return { { p[1] % 3 + 1 } }
    end
    assert.are.equal(5, gts.search(rules, { algorithm = "alphabeta" }).value)
    assert.are.equal(6, asked)
    rules.player = function() return "max" end
    asked = 0
    assert.are.equal(5, gts.search(rules, { algorithm = "alphabeta" }).value)
    assert.are.equal(3, asked)
  end)

  it("is refused where it cannot be served", function()
    local rules = { name = "circle", start = 1, cycle = 0, evaluate = function() return 0 end }
    function rules.successors(p) return { p % 3 + 1 } end
    for _, id in ipairs(refusing) do
      assert.error_matches(function() gts.search(rules, { algorithm = id }) end, "cannot serve rules.cycle.*alphabeta")
    end
    assert.error_matches(function() gts.search(rules, { solution = true }) end, "'solution'.*rules.cycle")
    for _, cycle in ipairs { math.huge, 0 / 0, "0", true } do
      rules.cycle = cycle
      assert.error_matches(function() gts.search(rules) end, "rules.cycle is .*expected a finite number")
    end
    rules.cycle, rules.range = 2, { -1, 1 }
    assert.error_matches(function() gts.search(rules) end, "rules.cycle is 2, outside the range {%-1, 1}")
    local keyless = { name = "circle", start = { 1 }, key = false, cycle = 0, evaluate = function() return 0 end }
    function keyless.successors(p) return { { p[1] % 3 + 1 } } end
    assert.error_matches(function() gts.search(keyless) end, "rules.cycle needs rules.key")
    assert.are.equal(1, #gts.moves(keyless))
    assert.are.equal(1, gts.perft(keyless, 5)[5])
  end)

  it("is part of what a kept table is bound to", function()
    local rules = { name = "circle", start = 1, cycle = 0, evaluate = function() return 0 end }
    function rules.next(p, move) if not move then return 1, p % 3 + 1 end end
    local kept = gts.table()
    assert.are.equal(0, gts.search(rules, { algorithm = "ttalphabeta", table = kept }).value)
    rules.cycle = 1
    assert.has_error(function() gts.search(rules, { algorithm = "ttalphabeta", table = kept }) end)
  end)
end)
