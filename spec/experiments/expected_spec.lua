-- Exact expectations on random trees, against all trees of some small shapes and against searches of larger ones.

local expected = require "gts.experiments.expected"
local gts = require "gts"

local function near(wanted, got, error)
  assert.is_true(math.abs(wanted - got) <= (error or 1e-4) * wanted, ("%.12g, not %.12g"):format(got, wanted))
end

-- Leaves of the binary tree `leaves` that alpha-beta examines; without deep cutoffs if `shallow`.
local function examined(leaves, shallow)
  local count = 0
  local function visit(first, size, max, alpha, beta)
    if size == 1 then
      count = count + 1
      return leaves[first]
    end
    if shallow then
      if max then alpha = -math.huge else beta = math.huge end
    end
    local half = size // 2
    local value = visit(first, half, not max, alpha, beta)
    if max and value >= beta or not max and value <= alpha then return value end
    if max then return math.max(value, visit(first + half, half, false, math.max(alpha, value), beta)) end
    return math.min(value, visit(first + half, half, true, alpha, math.min(beta, value)))
  end
  visit(1, #leaves, true, -math.huge, math.huge)
  return count
end

-- Calls a function with all orders of the numbers to n.
local function permutations(n, f)
  local list = {}
  for i = 1, n do list[i] = i end
  local function go(i)
    if i > n then return f(list) end
    for j = i, n do
      list[i], list[j] = list[j], list[i]
      go(i + 1)
      list[i], list[j] = list[j], list[i]
    end
  end
  go(1)
end

describe("the expected number of leaves #lua", function()
  it("is the mean over all orders of different leaves, with and without deep cutoffs", function()
    local sums, trees = { 0, 0 }, 0
    permutations(8, function(leaves)
      if leaves[1] > leaves[2] then return end          -- both are examined always: the other order is no different
      trees, sums[1], sums[2] = trees + 1, sums[1] + examined(leaves), sums[2] + examined(leaves, true)
    end)
    local levels = expected.distribution(2, 3)
    near(sums[1] / trees, expected.alphabeta(levels))
    near(sums[2] / trees, expected.shallow(levels))
  end)

  it("is the mean over all trees whose leaves have a few values", function()
    local sum, leaves = 0, {}
    for i = 0, 3 ^ 8 - 1 do
      for k = 1, 8 do leaves[k] = i // 3 ^ (k - 1) % 3 end
      sum = sum + examined(leaves)
    end
    near(sum / 3 ^ 8, expected.alphabeta(expected.distribution(2, 3, { values = 3 })), 1e-12)
  end)

  it("is that of SSS* and its dual, over all orders of four leaves", function()
    local sums, trees = { sss = 0, dual = 0 }, 0
    permutations(4, function(leaves)
      local tree = gts.tree { { leaves[1], leaves[2] }, { leaves[3], leaves[4] } }
      for id in pairs(sums) do sums[id] = sums[id] + gts.search(tree, { algorithm = id }).stats.leaves end
      trees = trees + 1
    end)
    near(sums.sss / trees, expected.sss(expected.distribution(2, 2)))
    near(sums.dual / trees, expected.sss(expected.distribution(2, 2, { player = "min" })))
  end)

  it("is met by searches of larger trees", function()
    local judged = 0
    for _, row in ipairs(gts.experiment("random-trees", { quick = true, seeds = 80 })) do
      if row.published then
        judged = judged + 1
        assert.is_true(math.abs(row.sigmas) < 3, ("%s: %.2f"):format(row.algorithm, row.sigmas))
      end
    end
    assert.is_true(judged > 1)
  end)

  it("is balanced where wins are as frequent at all heights", function()
    for b = 2, 5 do near(1, expected.balance(b) ^ b + expected.balance(b), 1e-12) end
    near((1 + math.sqrt(5)) / 2, 1 / expected.balance(2), 1e-12)
  end)
end)

describe("the share of winners that minimax names #lua", function()
  it("is the sum over all that can be true of the nodes, and all that can be seen", function()
    local win, error = 0.7, 0.1
    for _, case in ipairs { { depth = 2, win = win }, { depth = 3, win = 1 - (1 - win) ^ 2 } } do
      -- Four nodes at ply 2, each won or not, and seen wrongly or not: 8 bits; MIN moves above them, MAX at the root.
      local sum = 0
      for bits = 0, 255 do
        local probability, is, seems = 1, {}, {}
        for k = 1, 4 do
          is[k] = bits >> (2 * k - 2) & 1 == 1
          local wrong = bits >> (2 * k - 1) & 1 == 1
          seems[k] = is[k] ~= wrong
          probability = probability * (is[k] and case.win or 1 - case.win) * (wrong and error or 1 - error)
        end
        local function root(won) return won[1] and won[2] or won[3] and won[4] end
        if root(is) == root(seems) then sum = sum + probability end
      end
      near(sum, expected.right(case.depth, 2, win, error), 1e-12)
    end
    near(0.9, expected.right(3, 0, win, error), 1e-12)
  end)
end)
