-- What bounds, ranges and limits mean to the number: the last value that is let pass, and the first that is not; what a table may
-- say of another kind of search.

local gts = require "gts"
local graphs = require "spec.support.graphs"
local trees = require "spec.support.trees"

local inf = math.huge

local informed = {}
for _, algorithm in ipairs(gts.algorithms) do
  if algorithm.informed then informed[#informed + 1] = algorithm.id end
end

local function leaves_of(rules, options)
  local r = gts.search(rules, options)
  return r.stats.leaves, r
end

describe("bounds of the rules", function()
  it("are narrowed by the range, and must meet it", function()
    local tree = { { 0, 5 }, { 3, 0, 4 }, { 2, 1 } }
    local plain = trees.rules(tree)
    plain.range = { 0, 10 }
    local wide = trees.rules(tree)
    wide.range, wide.bounds = { 0, 10 }, function() return -5, 20 end
    local leaves = leaves_of(plain, { algorithm = "alphabeta" })
    assert.are.equal(5, leaves)                 -- 1.1, the least there is; 2.1 and 2.2, which is no better; both of the last
    assert.are.equal(leaves, leaves_of(wide, { algorithm = "alphabeta" }))
    for _, pair in ipairs { { 11, 20 }, { -9, -1 }, { 20, inf } } do
      local outside = trees.rules(tree)
      outside.range, outside.bounds = { 0, 10 }, function() return pair[1], pair[2] end
      assert.error_matches(function() gts.search(outside, { algorithm = "alphabeta" }) end, "outside the range %(0, 10%)")
    end
  end)

  it("of the root are in the result, whatever the horizon and the window", function()
    local tree = { lower = 2, upper = 9, value = 4, { value = 3, 3, 12 }, { value = 5, 5, 4 } }
    for _, id in ipairs(informed) do
      for _, depth in ipairs { 1, inf } do
        local r = gts.search(gts.tree(tree), { algorithm = id, depth = depth })
        assert(r.lower >= 2 and r.upper <= 9, id)
      end
    end
    local r = gts.search(gts.tree(tree), { depth = 1, window = { 100, 200 } })
    assert(r.lower >= 2 and r.upper <= 9)
    r = gts.search(gts.tree(tree), { depth = 1, window = { -200, -100 } })
    assert(r.lower >= 2 and r.upper <= 9)
    r = gts.search(gts.tree(tree), { depth = 1, window = { 6, 8 } })            -- the estimates give 5: a bound from above
    assert.are.same({ 2, 5 }, { r.lower, r.upper })
    r = gts.search(gts.tree(tree), { depth = 1, window = { 0, 3 } })            -- and one from below: 3 is enough
    assert.are.same({ 3, 9 }, { r.lower, r.upper })
  end)

  it("of all positions, the range, answer for a window outside it without any leaf", function()
    local rules = {
      name = "range", start = 1, range = { -1, 1 },
      next = function(p, m) if p < 8 and (m or 0) < 2 then return (m or 0) + 1, 2 * p + (m or 0) end end,
      evaluate = function(p) return p % 3 - 1 end,
    }
    for _, native in ipairs { false, true } do
      for _, outside in ipairs { { 1, 5 }, { 3, 5 }, { -9, -1 }, { -9, -4 } } do
        local r = gts.search(rules, { algorithm = "alphabeta", window = outside, native = native })
        assert.are.same({ 0, 1, -1, 1 }, { r.stats.leaves, r.stats.developed, r.lower, r.upper })
      end
      local r = gts.search(rules, { algorithm = "alphabeta", window = { 0, 5 }, native = native })
      assert.are.equal(r.native, native)
      assert.is_true(r.stats.leaves > 0)
    end
  end)
end)

describe("bounds proved on the way", function()
  it("are in the result, whatever the horizon and the window", function()
    -- By estimates the successors are worth 1 and 0: the tree of the framework knows both, and so that 1 it is.
    local game = gts.tree { { value = 1, 3, 4 }, { value = 0, 2, 2 } }
    for _, given in ipairs { { 5, 9 }, { 1, 9 }, { -9, 0 }, { -9, 9 } } do
      local r = gts.search(game, { algorithm = "gsearch", depth = 1, window = given })
      assert(r.lower <= 1 and 1 <= r.upper)
      if given[2] > 0 then assert.are.same({ 1, 1, false }, { r.lower, r.upper, r.solved }) end
    end
  end)
end)

describe("a table", function()
  it("tells nothing that was proved with the bounds of the rules to a search without them", function()
    local fewer = 0
    trees.each(300, { informed = true }, function(tree)
      local kept, game = gts.table(), gts.tree(tree)
      local with = leaves_of(game, { algorithm = "ttalphabeta", table = kept })
      local without = leaves_of(game, { algorithm = "ttalphabeta", table = kept, bounds = false })
      local alone = leaves_of(game, { algorithm = "ttalphabeta", bounds = false })
      assert.are.equal(alone, without)
      if with < alone then fewer = fewer + 1 end
    end)
    assert(fewer > 0)
  end)

  it("calls nothing solved that rests on a horizon", function()
    for seed = 1, trees.share(400) do
      local graph = graphs.random(seed, { acyclic = true, count = 14 })
      local kept, random, rules = gts.table(), trees.stream(seed), graphs.rules(graph)
      local value = graphs.oracle(graph, 1)
      for _ = 1, 12 do
        local depth, alpha = random(1, 7), random(-9, 8)
        local options = { algorithm = ({ "ttalphabeta", "negascout" })[random(1, 2)], depth = depth, table = kept }
        if random(1, 3) > 1 then options.window = { alpha, alpha + random(1, 4) } end
        local r = gts.search(rules, options)
        if r.solved then assert(r.value == value, ("seed %d: %s is not %s"):format(seed, r.value, value)) end
        local f = graphs.oracle(graph, 1, depth)
        assert(r.lower <= f and f <= r.upper)
      end
    end
  end)

  it("calls nothing solved whose window was narrowed by what rests on a horizon", function()
    -- At depth 3 the first child of the only successor is worth 5, the 7 being an estimate; in truth it is 0.
    local game, kept = gts.tree { player = "min", { { 5, { value = 7, 0 } }, 1 } }, gts.table()
    local function search(options)
      options.algorithm, options.table = "ttalphabeta", kept
      return gts.search(game, options)
    end
    assert.are.equal(5, search { depth = 3, window = { 0, 5 } }.lower)          -- known of it now: at least 5
    local r = search { depth = 3 }
    assert(r.value == 5 and r.exact and not r.solved)
    assert.are.equal(1, search({}).value)
  end)

  it("narrows the window from above: what has all that it can have is searched no further", function()
    local game, kept = gts.tree { player = "min", { 5, 3 } }, gts.table()
    gts.search(game, { algorithm = "ttalphabeta", table = kept, window = { 5, 9 } })    -- the successor is at most 5
    local r = gts.search(game, { algorithm = "ttalphabeta", table = kept })
    assert.are.same({ 5, 3 }, { r.value, r.stats.visits })                      -- the start, its successor, and the 5
  end)

  it("has the value where it is the least that the rules allow, and the window begins there", function()
    local game, kept = gts.tree { player = "min", { lower = 5, 5, 3 } }, gts.table()
    local options = { algorithm = "ttalphabeta", table = kept, window = { 5, 9 } }
    gts.search(game, options)                   -- the successor is at most 5; and by the rules at least
    options.window = nil
    local r = gts.search(game, options)
    assert.are.same({ 5, 2 }, { r.value, r.stats.visits })
  end)

  it("serves at a greater depth where no horizon was met, whatever was met further left", function()
    local game = gts.tree { { { value = 7, 8, 2 }, 9 }, { 5, 6 } }
    local options = { algorithm = "ttalphabeta", table = gts.table(), depth = 2 }
    assert.are.equal(7, gts.search(game, options).value)                        -- the right successor is at most 5
    options.depth = 3
    local r = gts.search(game, options)
    assert.are.same({ 8, 7 }, { r.value, r.stats.visits })                      -- all on the left; and the right, not below it
  end)

  it("forgets nothing of a start that is searched again", function()
    for sign = -1, 1, 2 do
      local player = sign > 0 and "max" or "min"
      local rules = { name = "start", version = "1", start = 0, player = function() return player end }
      function rules.successors(p) return p == 0 and { 1 } or p == 1 and { 2, 3 } or {} end
      function rules.evaluate(p) return sign * (2 * p - 1) end
      for _, order in ipairs { {}, { "history" } } do
        local options = { algorithm = "ttalphabeta", table = gts.table(), order = order, position = 1, native = false }
        local function search(a, b)
          options.window = a and { math.min(sign * a, sign * b), math.max(sign * a, sign * b) }
          local r = gts.search(rules, options)
          return r.value, r.stats.visits
        end
        assert.are.equal(sign * 5, (search()))
        assert.are.equal(sign * 5, (search(7, 9)))      -- in which it is at most 5; it is known to be no less
        assert.are.equal(sign * 3, (search(-9, 2)))     -- in which the 3 is enough; it is known to be more
        options.position = 0
        assert.are.same({ sign * 5, 2 }, { search() })
      end
    end
  end)

  it("takes the same bound where it rests on no estimate any more", function()
    -- Below the start is 1, and there a terminal worth 5, and an estimate of 5. MAX alone moves.
    local rules = { name = "twice", version = "1", start = 0, player = function() return "max" end }
    function rules.successors(p) return p == 0 and { 1 } or p == 1 and { 3, 2 } or p == 2 and { 4 } or {} end
    function rules.evaluate(p) return p == 4 and 9 or 5 end
    function rules.terminal(p) return p > 2 end
    local kept = gts.table()
    local function search(position, depth, order)
      return gts.search(rules, {
        algorithm = "ttalphabeta", native = false, table = kept, order = order,
        position = position, depth = depth, window = { -9, 5 },
      })
    end
    assert.are.equal(5, search(1, 1, { function(_, _, next) return next == 2 and 1 or 0 end }).lower)   -- the estimate is first
    assert.are.equal(5, search(1, 1, {}).lower)                                                         -- the terminal is
    local r = search(0, 3, {})                  -- for which estimates of one ply are too near
    assert.are.same({ 5, 2 }, { r.lower, r.stats.visits })
  end)

  it("keeps what took work where the same position is met as a leaf of a horizon", function()
    local rules = { name = "chain", version = "1", start = 1, evaluate = function(p) return p % 7 end }
    function rules.next(p, move) if not move then return 1, p + 1 end end
    local kept = gts.table()
    local function search(position, depth)
      local options = { algorithm = "ttalphabeta", table = kept, position = position, depth = depth, native = false }
      return gts.search(rules, options).stats.visits
    end
    search(1, 6)
    assert.are.equal(2, search(1, 6))           -- the second position is known with 5 plies to go
    search(1, 1)                                -- there it is a leaf
    assert.are.equal(2, search(1, 6))
  end)
end)

describe("the depth of a result", function()
  it("is the horizon, or where there is none the greatest ply of any leaf", function()
    local game = gts.tree { { 3, value = 1, { 12, 13 } }, { 2, 4, value = 1 } }
    for _, id in ipairs { "minimax", "alphabeta", "sss", "gsearch", "ttalphabeta" } do
      assert.are.equal(3, gts.search(game, { algorithm = id }).depth)
    end
    assert.are.equal(1, gts.search(game, { depth = 1 }).depth)
    assert.are.equal(0, gts.search(gts.tree { branching = 2, depth = 0 }).depth)
  end)
end)

describe("a limit", function()
  it("on the longest path is exact", function()
    for _, last in ipairs { 2, 3, 40 } do
      local rules = { name = "path", start = 0, evaluate = function(p) return p end }
      function rules.next(p, move) if p < last and not move then return 1, p + 1 end end
      for _, id in ipairs { "minimax", "alphabeta", "ttalphabeta" } do
        assert.are.equal(last, gts.search(rules, { algorithm = id, longest = last, native = false }).value)
        assert.error_matches(function() gts.search(rules, { algorithm = id, longest = last - 1, native = false }) end,
          "deeper than " .. last - 1 .. " plies")
      end
    end
  end)

  it("on memory holds for a table and all else together", function()
    local game = gts.tree { branching = 20000, depth = 2, seed = 3 }
    for megabytes = 1, 11, 2 do
      local memory = megabytes << 20
      local r = gts.search(game, { algorithm = "negascout", order = { "history" }, table = 1 << 30, memory = memory })
      assert(r.stats.bytes <= memory, ("%d of %d bytes"):format(r.stats.bytes, memory))
    end
    game = gts.tree { branching = 100, depth = 3, seed = 3, order = "worst" }
    for kilobytes = 104, 344, 24 do             -- the path takes more than half, or all, of what the table leaves
      local memory = kilobytes << 10
      local r = gts.search(game, {
        algorithm = "negascout", order = { "history" }, table = 1 << 30, memory = memory, nodes = 8000,
      })
      assert(r.stats.bytes <= memory, ("%d of %d bytes"):format(r.stats.bytes, memory))
    end
    game = gts.tree { branching = 1000, depth = 2, seed = 3 }
    for kilobytes = 32, 512, 40 do
      for _, id in ipairs { "gsearch", "sss", "sss2" } do
        local r = gts.search(game, { algorithm = id, memory = kilobytes << 10 })
        assert(r.stats.bytes <= kilobytes << 10, ("%s: %d of %d kilobytes"):format(id, r.stats.bytes, kilobytes))
      end
    end
  end)

  it("on entries is never passed, not by one", function()
    local game = gts.tree { branching = 3, depth = 6, seed = 2 }
    for _, id in ipairs { "memsss", "memdual", "itersss" } do
      local full = gts.search(game, { algorithm = id }).stats.peak
      for entries = 1, full + 2 do
        local ok, r = pcall(gts.search, game, { algorithm = id, entries = entries })
        if ok then assert(r.stats.peak <= entries, id) end
      end
    end
    -- An irregular tree in which what is purged does not suffice: it takes 7.
    local irregular = { player = "min",
      { { { { { 7, 9 }, { 6, 1 } }, { 9, { 5, 0 } } }, { { { -1, 7 }, { 3, 9 } }, { 6, { -2, 9 } } } },
        { { 8, { 9, { 1, -9 } } }, { { { 5, 6 }, { -1, -6 } }, 6 } } },
      { { 7, { { { -5, -4 }, -5 }, { { -3, 4 }, { -2, -2 } } } },
        { { { { -7, -9 }, { 6, 1 } }, { { -1, -7 }, { 7, -1 } } }, { { -2, -9 }, { { 5, 4 }, { 1, 7 } } } } } }
    local r = gts.search(gts.tree(irregular), { algorithm = "itersss", entries = 6 })
    assert(r.stopped == "memory" and r.stats.peak == 6)
    assert(r.lower <= trees.oracle(irregular) and trees.oracle(irregular) <= r.upper)
  end)

  it("must be a number above 0", function()
    for _, wrong in ipairs { { time = 0 }, { time = -1 }, { nodes = 0 }, { memory = 0 }, { longest = 0 }, { nodes = -1 } } do
      assert.has_error(function() gts.search("nim", wrong) end)
    end
    assert(gts.search("nim", { time = inf, nodes = inf, memory = inf, depth = 3, longest = inf }))
  end)

  it("is not needed for memory: a search holds its path and no more", function()
    for _, id in ipairs { "minimax", "failhard", "alphabeta", "negascout", "althofer" } do
      for _, order in ipairs { "best", "worst", "random" } do
        local function bytes(depth)
          return gts.search(gts.tree { branching = 4, depth = depth, order = order, seed = 5 }, { algorithm = id }).stats.bytes
        end
        assert(bytes(8) <= 2 * bytes(4) + 4096, id)
      end
    end
    local compiled = gts.search("tictactoe", { algorithm = "alphabeta", native = true })
    assert(compiled.native and compiled.stats.visits > 10000 and compiled.stats.bytes < 8192)
  end)
end)
