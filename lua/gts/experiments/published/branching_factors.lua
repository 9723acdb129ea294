--- The branching factors of alpha-beta and SSS* on random trees, computed.

local expected = require "gts.experiments.expected"
local tables = require "gts.base.tables"

-- Knuth & Moore's lower bound of alpha-beta without deep cutoffs, by the branching; from memory, the paper was not at hand.
local knuth_moore = {
  [2] = 1.847, [3] = 2.534, [4] = 3.142, [5] = 3.701, [6] = 4.226, [7] = 4.724, [8] = 5.203, [9] = 5.664, [10] = 6.112,
}

-- The probability that of the i-th successor of a node the j-th is examined: 1 over the binomial of (i - 1 + (j - 1) / b, i - 1).
local function probability(b, i, j)
  local product = 1
  for k = 1, i - 1 do product = product * k / (k + (j - 1) / b) end
  return product
end

-- The largest eigenvalue of the matrix of these probabilities, each to this power.
local function eigenvalue(b, power)
  local vector, largest = tables.range(1, b, function() return 1 end), nil
  for _ = 1, 100 do
    local product = tables.range(1, b, function(i)
      return tables.sum(vector, function(x, j) return probability(b, i, j) ^ power * x end)
    end)
    largest = math.max(table.unpack(product))
    vector = tables.map(product, function(x) return x / largest end)
  end
  return largest
end

local DEEPEST, STEEPEST = 80, 1e13

-- How deep the trees are, an even number of plies: so deep that two more change no digit, and no deeper, for two plies make the
-- distribution of the root's value (b (1 - xi) / xi)^2 times as steep, until it is lost in rounding.
local function depth_of(b)
  local xi = expected.balance(b)
  local steeper = 2 * math.log(b * (1 - xi) / xi)
  return steeper > 0 and math.min(DEEPEST, 2 * math.floor(math.log(STEEPEST) / steeper)) or DEEPEST
end

local ALPHABETA, SSS, SHALLOW = "alpha-beta", "SSS*", "no deep cutoffs"
local LOWER, UPPER = "its lower bound", "its upper bound"
local RATIO = "alpha-beta : SSS*"        -- leaves at that depth

-- By how much the leaves grow with each of the last two plies.
local function growth(point, leaves)
  local depth = depth_of(point.branching)
  local deep, less = expected.distribution(point.branching, depth), expected.distribution(point.branching, depth - 2)
  return math.sqrt(leaves(deep) / leaves(less))
end

local found = {
  [ALPHABETA] = function(point) return growth(point, expected.alphabeta) end,
  [SSS] = function(point) return growth(point, expected.sss) end,
  [SHALLOW] = function(point) return growth(point, expected.shallow) end,
  [RATIO] = function(point)
    local levels = expected.distribution(point.branching, depth_of(point.branching))
    return expected.alphabeta(levels) / expected.sss(levels)
  end,
  [LOWER] = function(point) return eigenvalue(point.branching, 1) end,
  [UPPER] = function(point) return eigenvalue(point.branching, 1 / 2) end,
}

-- With as many digits as are published.
local function rounded(x) return math.floor(1000 * x + 0.5) / 1000 end

local function run(point, _, entries)
  return tables.map(entries, function(entry) return rounded(found[entry.label](point)) end)
end

local function published(point, entry)
  if entry.label == LOWER then return knuth_moore[point.branching] end
  local xi = expected.balance(point.branching)
  if entry.label == ALPHABETA or entry.label == SSS then return rounded(xi / (1 - xi)) end
end

local function findings(rows)
  local cases = tables.groups(rows, function(row) return row.branching end)
  local between = tables.count(cases, function(of)
    local function mean(name) return tables.find(of, function(row) return row.algorithm == name end).mean end
    return mean(LOWER) <= mean(SHALLOW) and mean(SHALLOW) <= mean(UPPER)
  end)
  local text = "Without deep cutoffs the branching factor lies between Knuth & Moore's bounds in %d of %d cases."
  return { text:format(between, #cases) }
end

return {
  over = { branching = { 2, 3, 4, 5, 6, 7, 8, 9, 10, 20 } },
  algorithms = {
    { label = ALPHABETA }, { label = SSS }, { label = RATIO }, { label = SHALLOW }, { label = LOWER }, { label = UPPER },
  },
  run = run,
  measures = { "branching factor" },
  exact = true,
  published = published,
  findings = findings,
  rows = "branching",
  quick = { over = { branching = { 20 } } },
  chart = { x = "branching", x_label = "successors of a node", y_label = "branching factor", y_least = 1 },
}
