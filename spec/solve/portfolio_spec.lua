-- gts.solve where it chooses among searches.

local game = require "gts.game"
local graphs = require "spec.support.graphs"
local gts = require "gts"
local portfolio = require "gts.solve.portfolio"
local size = require "gts.solve.size"
local trees = require "spec.support.trees"

local BYTES = 1 << 22

local function solved(of, asked)
  local races = portfolio.new(game.make(of), asked or {}, BYTES)
  races:run()
  return races:result()
end

describe("the portfolio of gts.solve #plain", function()
  it("equals the definition, whoever moves first, by a move that has the value", function()
    for seed = 1, trees.share(200) do
      local graph = graphs.random(seed, { count = 25, acyclic = true })
      local rules = graphs.rules(graph)
      local value = graphs.oracle(graph, 1)
      local r = solved(rules, { native = false })
      assert.same({ value, value, value, true }, { r.value, r.lower, r.upper, r.exact })
      for i, child in ipairs(graph[1].children) do
        if i == r.move then assert.equal(value, solved(game.with_mover(game.make(rules), "min"), { position = child }).value) end
      end
    end
  end)

  it("solves what theory or others have solved, with the same counts in Lua and compiled", function()
    for _, row in ipairs {
      { "nim", { heaps = { 4, 5, 6, 7 } }, -1 },        -- Bouton: the heaps' sum without carries is 0
      { "connect4", { columns = 4, rows = 4 }, 0 },     -- J. Tromp
      { "chomp", { columns = 6, rows = 5 }, 1 },        -- Gale: the first player wins
    } do
      local of = gts.game(row[1], row[2])
      local plain, compiled = solved(of, { native = false, distances = false }), solved(of, { native = true, distances = false })
      assert.same({ row[3], true }, { plain.value, plain.exact })
      assert.same({ plain.value, plain.positions, plain.words }, { compiled.value, compiled.positions, compiled.words })
      assert.equal(row[3], gts.search(of, plain.chosen).value)
    end
  end)

  it("is used for games that are not small, says what it has chosen, and finds the distance of a win", function()
    local r = gts.solve(gts.game("tictactoe", { columns = 4, rows = 4, line = 3 }))
    assert.same({ 1, 5, true }, { r.value, r.distance, r.chosen ~= nil })     -- the third stone of the first player
    assert.matches("^it has more than [%d,]+ positions, .*; %a+.*: [%d,]+ of [%d,]+ nodes", r.why)
  end)

  it("estimates the size by whole plies, and analyses no more positions than searches had nodes, where it was too low", function()
    local estimate, counts = size.estimate, nil
    local _ <close> = setmetatable({}, { __close = function() size.estimate = estimate end })
    function size.estimate(_, _, seen) counts = seen return 4 end
    local r = gts.solve(gts.game("tictactoe", { columns = 4, rows = 4, line = 4 }), { native = true, distances = false })
    assert.same({ "search", 0, 1 + 16, 17 + 16 * 15, 257 + 120 * 14 }, { r.by, r.value, counts[1], counts[2], counts[3] })
  end)

  it("looks for no distance where the best value of the range is given by repetition", function()
    local rules = { name = "loop", start = 1, range = { 0, 1 }, cycle = 0 }
    function rules.evaluate() return 0 end
    function rules.next(p, move) if not move then return 1, p end end
    local r = solved(rules, { native = false, distances = true, progress = function(report) return report.nodes < 1e5 end })
    assert.same({ 0, true }, { r.value, r.exact, r.distance, r.stopped })
    r = gts.solve(rules, { by = "search", native = false, progress = function(report) return report.nodes < 1e5 end })
    assert.same({ 0, true }, { r.value, r.exact, r.distance, r.stopped })
  end)

  it("ends with the bounds that are proved, or with the error of the rules; searches without memory leave it", function()
    local r = solved("connect4", { progress = function() return false end, native = false })
    assert.same({ -1, 1, false, "progress" }, { r.lower, r.upper, r.exact, r.stopped })
    local graph = graphs.random(4, { count = 40, acyclic = true })
    local value = graphs.oracle(graph, 1)
    for _, row in ipairs { { "trouble", 1 }, { "not enough memory", math.huge, "memory" }, { "not enough memory", 1, value },
      { "interrupted", 1, "interrupted" } } do
      local rules, left = graphs.rules(graph), row[2]
      local evaluate = rules.evaluate
      function rules.evaluate(p)
        left = left - 1
        return left >= 0 and error(row[1], 0) or evaluate(p)
      end
      local ok, found = pcall(solved, rules, { native = false })
      assert.same({ row[3] ~= nil, row[3] or row[1] }, { ok, ok and (found.stopped or found.value) or found })
    end
  end)

  it("goes on, and says so, where retrograde analysis that gts.solve has chosen lacks memory", function()
    local rules = { name = "far", start = 1, cycle = 0, range = { -1, 1 }, evaluate = function() return 0 end }
    function rules.successors(p) return { p + 1, p + 7, math.max(1, p - 3) } end
    local function lacks() error("not enough memory", 0) end
    for _, row in ipairs { { lacks, "search", "needs a folder, or more than %d" }, { error, "trouble" } } do
      function rules.tier() return row[1] "trouble" end
      local ok, r = pcall(gts.solve, rules, { native = false, progress = function(report) return report.nodes < 60000 end })
      assert.matches(row[2], ok and r.by or r)
      assert.matches(row[3] or "", ok and r.why or "")
    end
  end)

  it("keeps the value where memory does not suffice for the distance", function()
    local graph, value = graphs.decided(1)
    local rules, full = graphs.rules(graph), false
    local evaluate = rules.evaluate
    function rules.evaluate(p) return full and error("not enough memory", 0) or evaluate(p) end
    rules.range = { -1, 1 }
    local races = portfolio.new(game.make(rules), { native = false, distances = true }, BYTES)
    races.list = { races.list[2] }
    races:run()
    full = true
    local r = races:result()
    assert.same({ value, "dfpn" }, { r.value, r.chosen.algorithm })
  end)
end)
