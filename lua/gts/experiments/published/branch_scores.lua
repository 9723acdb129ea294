--- Alpha-beta on trees whose leaves are sums of what the branches add: how its leaves grow with the branching.

local tables = require "gts.base.tables"

-- 1 + 1/2 + ... + 1/n.
local function harmonic(n)
  return tables.sum(tables.range(1, n), function(k) return 1 / k end)
end

-- The order of growth, by the depth. At depth 4 it is an upper bound.
local orders = {
  [2] = function(n) return n * harmonic(n) end,
  [3] = function(n) return n ^ 2 end,
  [4] = function(n) return n ^ 2 * harmonic(n) ^ 2 end,
}

local function points(most)
  return tables.flatten({ 2, 3, 4 }, function(depth)
    local powers = tables.range(1, math.floor(math.log((depth == 2 and 4 or 1) * most, 4)))
    return tables.map(powers, function(power) return { depth = depth, branching = 1 << 2 * power } end)
  end)
end

local LEAVES, RATIO = "leaves", "leaves / order"

local function findings(rows)
  local groups = tables.groups(rows, function(row) return row.measure == RATIO and row.mean and row.depth or nil end)
  return tables.map(groups, function(of)
    local parts = tables.map(of, function(row) return ("%.2f"):format(row.mean) end)
    return ("Depth %d: leaves over the order of growth, by branching: %s."):format(of.key, table.concat(parts, ", "))
  end)
end

return {
  seeds = 1000,
  points = points(256),
  parameters = { "depth", "branching" },
  rows = "branching",
  games = { { order = "correlated", increments = "real", spread = 1, shrink = 1 } },
  algorithms = { { label = "alpha-beta", algorithm = "alphabeta" } },
  measures = { LEAVES, { RATIO, function(r, _, point) return r.stats.leaves / orders[point.depth](point.branching) end } },
  findings = findings,
  quick = { seeds = 5, points = points(16) },
  chart = {
    x = "branching", x_label = "successors of a node", y_label = "leaves, over the order of growth", panels = { "depth" },
    where = function(row) return row.measure == RATIO end, y_least = 0, log_x = true,
  },
}
