-- The SSS* family against references that are written down from the papers, to the leaf; and the laws between its members.

local gts = require "gts"
local errors = require "spec.support.errors"
local reference = require "spec.support.solution_reference"
local same = require "spec.support.same"
local trees = require "spec.support.trees"

local same_order = same.order

-- Searches a tree, and gives the result and the leaves in order. (SSS-2 alone of this family knows bounds: see framework_spec.)
local function leaves(game, id, given)
  local tracer, order = trees.tracer "leaf"
  local options = { algorithm = id, trace = tracer, bounds = false }
  for name, value in pairs(given or {}) do options[name] = value end
  return gts.search(game, options), order
end

-- Like that, of rules, by their log.
local function logged(tree, form, id, given)
  local rules, log = trees.rules(tree, form, { terminal = #form % 2 == 0 })
  local options = { algorithm = id, bounds = false }
  for name, value in pairs(given or {}) do options[name] = value end
  return gts.search(rules, options), trees.asked(log, "evaluate"), log
end

local function form_of(seed) return trees.forms[seed % #trees.forms + 1] end

local function check_answer(tree, r)
  local value, move = trees.oracle(tree)
  same(value, r.value)
  same(move, trees.move_number(r.move))
  assert(r.exact and r.lower == value and r.upper == value and r.stopped == nil)
end

-- The tree down to a horizon, where its lists are leaves.
local function cut_off(tree, depth)
  if type(tree) == "number" then return tree end
  if depth == 0 then return tree.value end
  local cut = { player = tree.player }
  for i, child in ipairs(tree) do cut[i] = cut_off(child, depth - 1) end
  return cut
end

local function ceil_half(n) return (n + 1) // 2 end

-- Trees on which sizes can be computed: branching, depth.
local uniform = { { 2, 1 }, { 2, 2 }, { 2, 3 }, { 2, 4 }, { 2, 5 }, { 3, 3 }, { 3, 4 }, { 2, 6 }, { 4, 3 } }

local function each_uniform(count, check)
  for _, shape in ipairs(uniform) do
    for _, player in ipairs { "max", "min" } do
      local b, d = shape[1], shape[2]
      trees.each(count, { children = { b, b }, depth = d, even = true, twice = false, informed = false, player = player },
        function(tree, seed) check(tree, b, d, player == "max" and d or d - 1, seed) end)
    end
  end
end

describe("SSS* and its dual", function()
  it("examine the leaves of mtd with an infinite first bound, in the same order", function()
    trees.each(1500, { informed = false }, function(tree)
      for id, first in pairs { sss = math.huge, dual = -math.huge } do
        local r, order = leaves(gts.tree(tree), id)
        local r2, order2 = leaves(gts.tree(tree), "mtd", { first = first, table = 1 << 20 })
        same(r.value, r2.value)
        same_order(order, order2)
      end
    end)
  end)
end)

for id, dual in pairs { sss = false, sss2 = false, recsss = false, memsss = false, itersss = false,
                        dual = true, dual2 = true, recdual = true, memdual = true } do
  describe(id, function()
    it("examines the leaves of " .. (dual and "dual SSS*" or "SSS*") .. " in its order, on every tree", function()
      trees.each(500, nil, function(tree, seed)
        local _, expected = reference.sss(tree, dual)
        local r, order = leaves(gts.tree(tree), id)
        check_answer(tree, r)
        same_order(expected, order)
        same(#order, r.stats.leaves)
        if seed % 2 == 0 then return end
        r, order = logged(tree, form_of(seed // 2), id)
        check_answer(tree, r)
        same_order(expected, order)
      end)
    end)

    it("asks the rules once about each node, and enters as many as it asks about", function()
      trees.each(100, { informed = false }, function(tree, seed)
        local nodes = trees.nodes(tree)
        local r, _, log = logged(tree, seed % 2 == 0 and "iterator of strings" or "closure of integers", id)
        local seen, steps = {}, 0
        for _, entry in ipairs(log) do
          if entry:find "^step" then steps = steps + 1
          else
            assert(not seen[entry], "asked twice: " .. entry)
            seen[entry] = true
          end
        end
        same(r.stats.developed, #trees.asked(log, "successors"))
        -- Every successor is emitted once, and the end of a list once; SSS* has all children of a MAX node in hand.
        local told = 0
        for _, path in ipairs(trees.asked(log, "successors")) do told = told + #nodes[path].children + 1 end
        assert(steps <= told, "moves were replayed")
      end)
    end)

    it("sees a horizon as the end of the tree", function()
      trees.each(60, { static = true, depth = 4, informed = false }, function(tree, seed)
        for depth = 0, 4 do
          local cut = cut_off(tree, depth)
          local r, order = leaves(gts.tree(tree), id, { depth = depth })
          same(trees.oracle(cut), r.value)
          local _, expected = reference.sss(cut, dual)
          same_order(expected, order)
          r = gts.search(trees.rules(tree, form_of(seed)), { algorithm = id, depth = depth, deepen = true })
          same(trees.oracle(cut), r.value)
        end
      end)
    end)

    it("proves an ever better bound, and says so when it is stopped", function()
      trees.each(40, { informed = false, depth = 5 }, function(tree, seed)
        local value = trees.oracle(tree)
        local rules = trees.rules(tree, form_of(seed))
        local nodes, lower, upper = 1, -math.huge, math.huge
        repeat
          local r = gts.search(rules, { algorithm = id, nodes = nodes })
          assert(r.lower <= value and value <= r.upper, "a false bound")
          assert(r.lower >= lower and r.upper <= upper, "a worse bound")
          lower, upper = r.lower, r.upper
          if r.stopped then
            same("nodes", r.stopped)
            if id:find "dual" then same(math.huge, upper) else same(-math.huge, lower) end
            if r.value then assert(r.move ~= nil and (r.value == lower or r.value == upper)) end
          else check_answer(tree, r) end
          nodes = nodes + 1 + nodes // 4
        until not r.stopped
      end)
    end)
  end)
end

describe("OPEN", function()
  it("holds as many states as the list of the reference", function()
    trees.each(500, nil, function(tree)
      local _, _, peak = reference.sss(tree)
      same(peak, gts.search(gts.tree(tree), { algorithm = "sss" }).stats.peak)
      _, _, peak = reference.sss(tree, true)
      same(peak, gts.search(gts.tree(tree), { algorithm = "dual" }).stats.peak)
    end)
  end)

  it("has the sizes of the paper on uniform trees", function()
    -- (RecSSS* never has all of it at once if d is odd: a node is solved as soon as its children, leaves, are.)
    for _, shape in ipairs { { 2, 6 }, { 3, 5 }, { 5, 4 }, { 4, 7 } } do
      local b, d = shape[1], shape[2]
      local full, levels = 0, ceil_half(d)
      for i = 0, levels do full = full + b ^ i end
      for seed = 1, 5 do
        local game = gts.tree { branching = b, depth = d, seed = seed }
        same(b ^ levels, gts.search(game, { algorithm = "sss" }).stats.peak + 0.0)
        local recsss = gts.search(game, { algorithm = "recsss" }).stats.peak
        if d % 2 == 0 then same(full, recsss + 0.0) else assert(recsss < full) end
        same(1 + b * levels, gts.search(game, { algorithm = "mgame", searchd = 2 }).stats.peak)
      end
    end
  end)
end)

describe("SSS-2 and its dual", function()
  it("hold one solution tree, and no more however often a part of it is replaced", function()
    -- All children of the one player's nodes, one child of each of the other's. The first pass makes the whole of it.
    local function nodes_of(b, d, first)
      local sum, width = 1, 1
      for ply = 0, d - 1 do
        if ply % 2 == first then width = width * b end
        sum = sum + width
      end
      return sum
    end
    for _, shape in ipairs { { 2, 6 }, { 3, 5 }, { 5, 4 } } do
      local b, d = shape[1], shape[2]
      for seed = 1, 5 do
        local game = gts.tree { branching = b, depth = d, seed = seed }
        same(nodes_of(b, d, 0), gts.search(game, { algorithm = "sss2", bounds = false }).stats.peak)
        same(nodes_of(b, d, 1), gts.search(game, { algorithm = "dual2", bounds = false }).stats.peak)
      end
    end
  end)
end)

describe("nodes with many children, which are kept in an order,", function()
  -- 65 children and more on every other level, so that there are many among which the best is sought.
  local function wide(seed)
    local random = trees.stream(seed)
    local ties = seed % 2 == 0
    local function leaf() return ties and random(0, 5) or random(-100000, 100000) end
    local function grow(depth)
      local node = {}
      for i = 1, depth == 2 and random(65, 140) or random(1, 3) do
        node[i] = depth > 1 and random(1, 8) > 1 and grow(depth - 1) or leaf()
      end
      return node
    end
    local tree = grow(2 + seed % 2)
    if seed % 3 == 0 then tree.player = "min" end
    return tree
  end

  it("are searched to the leaf as the references do", function()
    for seed = 1, 6 do          -- each kind of tree
      local tree = wide(seed)
      local game = gts.tree(tree)
      for _, dual in ipairs { false, true } do
        local value, best = reference.sss(tree, dual)
        for _, id in ipairs(dual and { "dual", "recdual", "memdual" } or { "sss", "recsss", "itersss", "memsss" }) do
          local r, order = leaves(game, id)
          same(value, r.value)
          same_order(best, order)
        end
        local least, most = reference.needs(tree, false, dual)
        for _, entries in ipairs { least, least + 5, least + (most - least) // 2 } do
          local of_memory, expected = reference.memsss(tree, entries, false, dual)
          local r, order = leaves(game, dual and "memdual" or "memsss", { entries = entries })
          same(of_memory, r.value)
          same_order(expected, order)
        end
      end
    end
  end)

  -- MAX has as many moves as `widths` says, level by level, or some more; MIN has one or two.
  local function deep(seed, widths)
    local random = trees.stream(seed)
    local function grow(level)
      if level > 2 * #widths then return seed % 2 == 0 and random(0, 9) or random(-100000, 100000) end
      local node, width = {}, level % 2 == 1 and widths[(level + 1) // 2]
      for i = 1, width and random(width, width + 4) or random(1, 2) do node[i] = grow(level + 1) end
      return node
    end
    return grow(1)
  end

  it("are right with little memory, too #thorough", function()
    for _, widths in ipairs { { 65, 65 }, { 2, 65, 2 }, { 65, 2, 2 } } do
      for seed = 1, 2 do
        local tree = deep(seed, widths)
        local game, value = gts.tree(tree), trees.oracle(tree)
        local least, most = reference.needs(tree, false, false)
        for _, entries in ipairs { least, least + 1, least + 80, (least + most) // 2 } do
          local _, expected = reference.memsss(tree, entries, false, false)
          local r, order = leaves(game, "memsss", { entries = entries })
          same(value, r.value)
          same_order(expected, order)
        end
        for _, entries in ipairs { 0, 1, 80, 200 } do
          same(value, gts.search(game, { algorithm = "itersss", entries = 1 + 69 * #widths + entries }).value)
        end
      end
    end
  end)

  it("are searched as the reference of itersss does, with any memory", function()
    local random = trees.stream(1)
    local tree = {}
    for i = 1, 66 do
      tree[i] = {}
      for j = 1, 4 do
        tree[i][j] = {}
        for k = 1, 66 do tree[i][j][k] = random(0, 50) end
      end
    end
    for _, entries in ipairs { 1 + 65 * 2 } do
      local _, expected = reference.itersss(tree, entries, 66, 3)
      local _, order = leaves(gts.tree(tree), "itersss", { entries = entries })
      same_order(expected, order)
    end
  end)
end)

describe("memsss and memdual", function()
  -- At every M from the least to a few more, and the most; the check gives the reference's leaves.
  local function each_memory(least, most, check)
    for entries = least, math.min(most, least + 6) do check(entries) end
    if most > least + 6 then
      check(most)
      check(most + 7)
    end
  end

  it("examine the leaves of the reference at every M, on trees of every shape", function()
    trees.each(120, nil, function(tree)
      local _, cut = trees.failsoft(tree)
      local game = gts.tree(tree)
      for _, dual in ipairs { false, true } do
        local _, best = reference.sss(tree, dual)
        for _, store in ipairs { true, false } do
          local least, most = reference.needs(tree, not store, dual)
          each_memory(least, most, function(entries)
            local value, expected = reference.memsss(tree, entries, not store, dual)
            local r, order = leaves(game, dual and "memdual" or "memsss", { entries = entries, store_terminals = store })
            same(value, r.value)
            check_answer(tree, r)
            same_order(expected, order)
            assert(r.stats.peak <= entries, "OPEN is too large")
            assert(trees.subset(order, cut) and trees.subset(best, order))
            if entries >= most then same_order(best, order) end
          end)
        end
      end
    end)
  end)

  it("examine the leaves of the paper's procedure on uniform trees, by the formulas", function()
    each_uniform(4, function(tree, b, d, _, seed)
      for _, dual in ipairs { false, true } do
        for _, store in ipairs { true, false } do
          local least, most = reference.needs(tree, not store, dual)
          each_memory(least, most, function(entries)
            local value, expected = reference.memsss_uniform(tree, entries, b, d, not store, dual)
            local r, order = logged(tree, form_of(seed), dual and "memdual" or "memsss",
              { entries = entries, store_terminals = store, branching = b, depth = d })
            same(value, r.value)
            same_order(expected, order)
            assert(r.stats.peak <= entries)
          end)
        end
      end
    end)
  end)

  it("name the move at a MIN root of a tree that is not written out", function()
    for seed = 1, 30 do
      local game = gts.tree { branching = 3, depth = 1 + seed % 4, seed = seed, player = seed % 2 == 0 and "min" or "max" }
      local r = gts.search(game, { algorithm = "minimax" })
      for _, id in ipairs { "memsss", "memdual", "sss", "dual", "itersss", "sss2", "dual2" } do
        same(r.move, gts.search(game, { algorithm = id }).move)
      end
    end
  end)

  it("find the value of irregular games whose branching and depth are stated, within M", function()
    trees.each(300, { informed = false }, function(tree, seed)
      for _, id in ipairs { "memsss", "memdual" } do
        local given = { algorithm = id, branching = 5, depth = 6, alternating = false, entries = 31 + seed % 40 }
        local r = gts.search(trees.rules(tree, form_of(seed)), given)
        check_answer(tree, r)
        assert(r.stats.peak <= given.entries)
      end
    end)
  end)

  it("name the least M of a tree where there is less", function()
    local game = gts.tree { branching = 2, depth = 6, seed = 3 }
    assert.has_error(function() gts.search(game, { algorithm = "memsss", entries = 6 }) end,
      "memsss needs at least 7 entries for this tree: 6 are too few")
  end)
end)

describe("itersss", function()
  it("examines the leaves of the reference at every M on uniform trees", function()
    each_uniform(8, function(tree, b, d, below, seed)
      local least, most = 1 + (b - 1) * ceil_half(below), math.tointeger(b ^ ceil_half(below))
      local _, cut = trees.failsoft(tree)
      local _, best = reference.sss(tree)
      for entries = least, math.min(most, least + 8) do
        local value, expected = reference.itersss(tree, entries, b, d)
        local r, order = leaves(gts.tree(tree), "itersss", { entries = entries })
        same(value, r.value)
        check_answer(tree, r)
        same_order(expected, order)
        assert(r.stats.peak <= entries and trees.subset(order, cut) and trees.subset(best, order))
        if entries == most then same_order(best, order) end
        r, order = logged(tree, form_of(seed), "itersss", { entries = entries, branching = b, depth = d })
        same(value, r.value)
        same_order(expected, order)
      end
    end)
  end)

  it("is right on irregular trees too, or stops for want of memory with true bounds", function()
    local stopped = 0
    trees.each(800, { informed = false }, function(tree)
      local game = gts.tree(tree)
      local value = trees.oracle(tree)
      local ok, wrong = pcall(gts.search, game, { algorithm = "itersss", entries = 1 })
      local least = ok and 1 or tonumber(wrong:match "at least (%d+) entries")
      for entries = least, least + 3 do
        local r = gts.search(game, { algorithm = "itersss", entries = entries })
        assert(r.stats.peak <= entries, "OPEN is too large")
        if r.stopped then
          same("memory", r.stopped)
          assert(r.lower <= value and value <= r.upper)
          stopped = stopped + 1
        else check_answer(tree, r) end
      end
    end)
    assert(stopped < 10, "it hardly ever comes to an end")
  end)
end)

describe("mgame", function()
  it("examines the leaves of the reference for slabs of every height", function()
    trees.each(300, { twice = false }, function(tree)
      for searchd = 1, 5 do
        local value, expected = reference.mgame(tree, searchd)
        local r, order = leaves(gts.tree(tree), "mgame", { searchd = searchd })
        same(value, r.value)
        check_answer(tree, r)
        same_order(expected, order)
      end
    end)
  end)

  it("is RecSSS* when a slab is as deep as the tree", function()
    trees.each(200, nil, function(tree)
      local _, expected = reference.sss(tree)
      local _, order = leaves(gts.tree(tree), "mgame", { searchd = 100 })
      same_order(expected, order)
    end)
  end)

end)

describe("Table 2 of the paper #lua", function()
  -- 100 trees there, 20 here: the standard error of a mean of 20 is 4 to 5 per cent.
  it("is reproduced: the mean number of leaves at each M #thorough", function()
    local rows = gts.experiment("memsss-table2", { seeds = 20 })
    assert.equal(26, #rows)
    for _, row in ipairs(rows) do
      local ratio = row.mean / row.published
      assert(0.88 < ratio and ratio < 1.12, ("%s %s: %.3f of what is published"):format(row.algorithm, row.entries, ratio))
    end
  end)
end)

describe("the options of the memory-bounded", function()
  local rules = trees.rules({ { { 1, 2 }, { 3, 4 } }, { { 5, 6 }, { 7, 8 } } }, "next of integers")

  local function complaint(game, given) return errors.complaint(gts.search, game, given) end

  it("must say what the game does not", function()
    for _, id in ipairs { "memsss", "memdual", "itersss" } do
      assert.matches(id .. " with entries needs depth", complaint(rules, { algorithm = id, entries = 9 }))
      assert.matches(id .. " with entries needs branching", complaint(rules, { algorithm = id, entries = 9, depth = 3 }))
      same(6, gts.search(rules, { algorithm = id, entries = 9, depth = 3, branching = 2 }).value)
      same(6, gts.search(rules, { algorithm = id }).value)
    end
  end)

  it("are found out when they are wrong", function()
    local wide = trees.rules({ { 1, 2 }, { 3, 4 }, { 5, 6 } }, "next of integers")
    local twice = trees.rules({ { player = "max", { 1, 2 }, { 3, 4 } }, { 5, 6 } }, "next of integers")
    for _, id in ipairs { "memsss", "itersss" } do
      assert.matches("a position has 3 successors.*branching = 3", complaint(wide, { algorithm = id, entries = 9, depth = 2,
        branching = 2 }))
      assert.matches("alternating = false", complaint(twice, { algorithm = id, entries = 19, depth = 3, branching = 2 }))
      same(5, gts.search(twice, { algorithm = id, entries = 19, depth = 3, branching = 2, alternating = false }).value)
    end
  end)

  it("leave the last horizon that fits when they deepen", function()
    local r = gts.search(trees.rules({ value = 0, { value = 1, { value = 5, 1, 2 }, { value = 2, 3, 4 } },
      { value = 2, { value = 3, 5, 6 }, { value = 4, 7, 8 } } }, "next of integers"),
      { algorithm = "memsss", entries = 3, branching = 2, depth = 3, deepen = true })
    same("memory", r.stopped)
    same(2, r.depth)
    same(3, r.value)
  end)
end)

describe("memory in bytes", function()
  it("stops a search that would need more, with the bounds proved so far", function()
    local game = gts.tree { branching = 6, depth = 8, seed = 7 }
    local value = gts.search(game, { algorithm = "alphabeta" }).value
    for _, id in ipairs { "sss", "sss2", "recsss", "memsss", "itersss", "dual", "dual2", "recdual", "memdual" } do
      local last
      for _, bytes in ipairs { 3000, 8000, 16000 } do
        local r = gts.search(game, { algorithm = id, memory = bytes })
        assert(r.stats.bytes <= bytes)
        assert(r.lower <= value and value <= r.upper)
        same("memory", r.stopped)
        last = r
      end
      assert(last.stats.peak > 50)
      same(value, gts.search(game, { algorithm = id, memory = 4000000 }).value)
    end
  end)

  it("is 48 bytes or less for an entry that is one word", function()
    -- Nim-like: from n one may take 1 to 4.
    local rules = {
      name = "steps", start = 1,
      next = function(p, move)
        move = (move or 0) + 1
        if move <= 4 then return move, p * 4 + move end
      end,
      evaluate = function(p) return p * 2654435761 % 1009 end,
    }
    local r = gts.search(rules, { algorithm = "recsss", depth = 12 })
    assert(r.stats.peak > 5000)
    assert(r.stats.bytes / r.stats.peak < 48 * 2, "too large")      -- a chunk of memory may be half empty
  end)

  it("is not needed for deep trees: none overflows the C stack", function()
    local function chain(length)
      return {
        name = "chain", start = 0, next = function(p, move) if not move and p < length then return 1, p + 1 end end,
        evaluate = function(p) return p end,
      }
    end
    for _, id in ipairs { "sss", "dual", "sss2", "dual2", "recsss", "recdual", "memsss", "itersss", "mgame" } do
      for _, length in ipairs { 1000, 100000 } do
        local ok, r = pcall(gts.search, chain(length), { algorithm = id, native = false })
        if ok then same(length, r.value) else assert.matches("deeper than %d+ plies", r) end
        if length == 1000 or id == "sss" or id == "dual" or id == "itersss" then assert(ok, r) end
      end
    end
  end)
end)
