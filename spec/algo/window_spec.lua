-- The window algorithms: what they examine, to the leaf, and the laws between them.

local compiled = require "spec.support.compiled"
local gts = require "gts"
local same = require "spec.support.same"
local trees = require "spec.support.trees"
local window = require "spec.support.window"

local inf = math.huge

-- Searches a tree; the result, and the leaves in the order in which they were evaluated.
local function leaves_of(tree, options)
  local leaves
  options.trace, leaves = trees.tracer "leaf"
  local r = gts.search(gts.tree(tree), options)
  return r, leaves
end

local same_order = same.order

-- How many different paths are there in a list?
local function different(list)
  local seen, count = {}, 0
  for _, path in ipairs(list) do
    count = count + (seen[path] and 0 or 1)
    seen[path] = true
  end
  return count
end

-- A window for a tree, from its seed: open, half open, narrow or null.
local function window_of(tree, seed)
  local random = trees.stream(seed + 77)
  local value = trees.oracle(tree)
  local near = value + random(-3, 3)
  return ({ { -inf, inf }, { -inf, near }, { near, inf }, { near, near + random(1, 4) } })[random(1, 4)]
end

local plain = { informed = false }

describe("alphabeta that cuts off strictly", function()
  it("examines what equals a bound, too", function()
    trees.each(600, plain, function(tree, seed)
      local w = window_of(tree, seed)
      if w[1] >= w[2] then return end
      local value, order = trees.strict(tree, w[1], w[2])
      local r, leaves = leaves_of(tree, { strict = true, window = w })
      same_order(order, leaves)
      assert(r.value == value, "another value")
    end)
    same_order({ "1.1", "1.2", "2.1" }, select(2, leaves_of({ { 1, 2 }, { 1, 5 } }, {})))
    same_order({ "1.1", "1.2", "2.1", "2.2" }, select(2, leaves_of({ { 1, 2 }, { 1, 5 } }, { strict = true })))
  end)
end)

-- The loop of search.c, and the form of it that is compiled together with uniform trees.
describe("alphabeta in its two forms", function()
  it("visits the same nodes, to the bound and the line", function()
    local orders = { "independent", "random", "strong", "best", "worst", "correlated" }
    for seed = 1, trees.share(10000) do
      local random = trees.stream(seed)
      local height = random(1, 6)
      local order = orders[random(1, 2 * #orders)] or "independent"
      local tree = gts.tree { branching = random(2, 5), depth = height, order = order, seed = seed }
      local options = { bounds = random(1, 4) > 1, depth = random(1, 3) == 1 and random(0, height) or nil }
      if random(1, 3) == 1 then
        local alpha = random(-30000, 30000)
        options.window = { alpha, alpha + random(1, 20000) }
      end
      local fast = compiled.outcome(tree, options)
      options.native = false
      assert.same(compiled.outcome(tree, options), fast, ("seed %d"):format(seed))
    end
  end)
end)

describe("ttalphabeta and negascout", function()
  it("examine the leaves of Fig. 5 and Fig. 6, in their order, for any window", function()
    trees.each(1500, plain, function(tree, seed)
      local w = window_of(tree, seed)
      if w[1] >= w[2] then return end
      for _, id in ipairs { "ttalphabeta", "negascout" } do
        local value, order = window[id](tree, w[1], w[2])
        local r, leaves = leaves_of(tree, { algorithm = id, window = w })
        same_order(order, leaves)
        assert(r.value == value, "another value")
      end
    end)
  end)

  it("examine the leaves of Fig. 5 in any series of calls with one table, each once; the root is always searched", function()
    trees.each(300, plain, function(tree, seed)
      local kept, known, seen = gts.table { bytes = 1 << 20 }, {}, {}
      for call = 1, 5 do
        local w = window_of(tree, seed * 7 + call)
        if w[1] < w[2] then
          known[""] = nil
          local r, leaves = leaves_of(tree, { algorithm = "ttalphabeta", window = w, table = kept })
          local value, order = window.ttalphabeta(tree, w[1], w[2], known)
          same_order(order, leaves)
          assert(r.value == value, "another value")
          for _, path in ipairs(leaves) do
            assert(not seen[path], "a leaf was evaluated again")
            seen[path] = true
          end
        end
      end
    end)
  end)
end)

describe("negascout and mtd", function()
  it("examine no leaf that alpha-beta does not (Lemma 5), and with a table none twice", function()
    trees.each(700, plain, function(tree, seed)
      local _, reference = trees.failsoft(tree)
      for _, options in ipairs {
        { algorithm = "negascout" }, { algorithm = "negascout", table = 1 << 20 }, { algorithm = "mtd", first = inf },
        { algorithm = "mtd", first = -inf }, { algorithm = "mtd", first = seed % 21 - 10 },
      } do
        local has_table = options.table or options.first
        local _, leaves = leaves_of(tree, options)
        assert(trees.subset(leaves, reference), "seed " .. seed)
        if has_table then assert.are.equal(#leaves, different(leaves)) end
      end
    end)
  end)
end)

describe("mtd", function()
  it("examines the leaves of the reference, in its order, for every first bound", function()
    trees.each(1000, plain, function(tree, seed)
      local guess = trees.oracle(tree) + seed % 9 - 4
      for _, first in ipairs { inf, -inf, guess } do
        local value, order = window.mtd(tree, first)
        local r, leaves = leaves_of(tree, { algorithm = "mtd", first = first })
        same_order(order, leaves)
        assert(r.value == value and value == trees.oracle(tree), "another value")
      end
    end)
  end)

  it("takes from the bounds of the root what they say", function()
    -- From above: at most 5, say the rules. Is it 5? The first successor is.
    local r, leaves = leaves_of({ upper = 5, { 5, 9 }, { 3, 4 } }, { algorithm = "mtd", first = inf })
    same_order({ "1.1", "1.2" }, leaves)
    assert(r.value == 5 and r.move == 1)
    -- From below: at least 3, and MIN can get that.
    r, leaves = leaves_of({ player = "min", lower = 3, { 3, 2 }, { 7, 4 } }, { algorithm = "mtd", first = -inf })
    same_order({ "1.1", "1.2" }, leaves)
    assert(r.value == 3 and r.move == 1)
  end)

  it("begins at the value of the last iteration", function()
    for seed = 1, 20 do
      local tree, asked, found = trees.random(seed, { informed = false, static = true, even = true, depth = 3 }), {}, {}
      gts.search(gts.tree(tree), {
        algorithm = "mtd", deepen = true,
        progress = function(report) found[#found + 1] = report.value end,
        trace = function(event) if event.kind == "pass" then asked[#asked + 1] = event end end,
      })
      local at = 0
      for i, event in ipairs(asked) do
        if event.alpha == nil or event.alpha == -inf and event.beta == inf then            -- an iteration begins
          if at > 0 then assert.are.equal(found[at], asked[i + 1].beta) end
          at = at + 1
        end
      end
      assert(at >= 2)
    end
  end)

  it("begins at the estimate of the root where there is a horizon", function()
    trees.each(200, { informed = false, static = true, even = true, depth = 3 }, function(tree)
      local cut = trees.horizon(tree, 2)
      local r, leaves = leaves_of(tree, { algorithm = "mtd", depth = 2 })
      local _, expected = leaves_of(tree, { algorithm = "mtd", depth = 2, first = tree.value })
      same_order(expected, leaves)
      assert(r.value == cut)
    end)
  end)
end)

describe("althofer", function()
  -- Whole numbers, so that nothing is rounded; every list with an evaluation.
  local shape = { static = true, informed = false, twice = false, values = "small" }

  it("examines the leaves of the reference, pruned and plain, for either player", function()
    trees.each(1500, shape, function(tree, seed)
      local prune = seed % 3 ~= 0
      local value, order = window.althofer(tree, prune)
      local r, leaves = leaves_of(tree, { algorithm = "althofer", prune = prune })
      same_order(order, leaves)
      assert(r.value == value and r.value == window.althofer(tree, false), "another value")
      assert(r.exact and not r.solved, "a value of estimates is no proof")
    end)
  end)

  it("is alpha-beta in the tree whose leaves have the sums of their paths", function()
    local function sums(tree, sum)
      if type(tree) == "number" then return tree + sum end
      local copy = { player = tree.player }
      for i, child in ipairs(tree) do copy[i] = sums(child, sum + tree.value) end
      return copy
    end
    trees.each(500, shape, function(tree)
      local value, order = trees.failsoft(sums(tree, 0))
      local r, leaves = leaves_of(tree, { algorithm = "althofer" })
      same_order(order, leaves)
      assert(r.value == value)
    end)
  end)
end)

describe("a sorted search", function()
  local orders = {
    { "table" }, { "killer" }, { "history" }, { "lookahead" }, { "table", "killer", "history" },
    { function(_, _, next) return type(next) == "table" and next[1] % 7 or next % 7 end, "history" },
  }

  it("has the value and the leftmost move all the same", function()
    trees.each(400, { static = true }, function(tree, seed)
      local value, move = trees.oracle(tree)
      local order = orders[seed % #orders + 1]
      for _, options in ipairs { { algorithm = "ttalphabeta" }, { algorithm = "negascout" }, { algorithm = "mtd" } } do
        options.order, options.deepen = order, seed % 3 == 0
        local r = gts.search(gts.tree(tree), options)
        assert(r.value == value and r.exact and r.solved, options.algorithm)
        assert(r.move == move, options.algorithm .. " has another move")
      end
    end)
  end)

  it("has the leftmost move where another that the range allows no better came first", function()
    for _, player in ipairs { "max", "min" } do
      local value = player == "max" and 1 or -1
      local rules = trees.rules { player = player, { 0, 0 }, { value, value }, value }
      rules.range = { -1, 1 }
      for _, id in ipairs { "ttalphabeta", "negascout", "mtd" } do
        local r = gts.search(rules, { algorithm = id, order = { function(_, move) return move end } })
        assert.are.same({ value, 2 }, { r.value, r.move }, id)
      end
    end
  end)

  it("looks at no successor on the right of one that cuts off", function()
    for _, case in ipairs { { { 7, { 8, 9 }, 3 }, { -9, 5 } }, { { player = "min", -7, { -8, -9 }, -3 }, { -5, 9 } } } do
      local first = { function(_, move) return -move end }
      local _, leaves = leaves_of(case[1], { algorithm = "negascout", window = case[2], order = first })
      same_order({ "1" }, leaves)
    end
  end)

  it("has a line where a successor took the place of the best so far", function()
    local tree = { { 1, 2 }, { 5, 6 }, { 0, 9 } }
    local function line(order) return gts.search(gts.tree(tree), { algorithm = "negascout", order = { order } }).pv end
    assert.are.same({ 2, 1 }, line(function(_, move) return -move end))         -- the moves from left to right
    assert.are.same({ 2, 1 }, line(function(_, move) return move end))
    tree = { player = "min", { 9, 8 }, { 5, 4 }, { 10, 1 } }
    assert.are.same({ 2, 1 }, line(function(_, move) return -move end))
    assert.are.same({ 2, 1 }, line(function(_, move) return move end))
  end)

  it("works in rules whose positions and moves are anything", function()
    trees.each(200, { static = true, informed = false }, function(tree, seed)
      local rules = trees.rules(tree, trees.forms[seed % #trees.forms + 1], { terminal = true })
      if not rules.key then rules.key = nil end
      local value, move = trees.oracle(tree)
      local r = gts.search(rules, { algorithm = "negascout", order = { "killer", "history", "lookahead" } })
      assert(r.value == value and trees.move_number(r.move) == move)
    end)
  end)

  it("asks the caller's function about each successor, with position, move and next position", function()
    local asked = {}
    local rules = trees.rules { { 1, 2 }, { 3, 4 } }
    gts.search(rules, { algorithm = "negascout", order = function(...)
      asked[#asked + 1] = table.concat({ ... }, " ")
      return 0
    end })
    assert.are.same({ "0 1 1", "0 2 4" }, { asked[1], asked[2] })
    assert.has_error(function() gts.search(rules, { algorithm = "negascout", order = function() return "no" end }) end)
  end)

  it("is refused an order that is none", function()
    for _, wrong in ipairs { { "tabel" }, { "table", "table" }, 7, { true } } do
      assert.has_error(function() gts.search("nim", { algorithm = "mtd", order = wrong }) end)
    end
  end)
end)
