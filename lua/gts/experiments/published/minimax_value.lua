--- What minimax makes of independent leaves: to which value it tends, and when one player wins for certain.

local expected = require "gts.experiments.expected"
local search = require("gts.experiments.searched").search
local tables = require "gts.base.tables"
local tree = require("gts.tree").new

local MANY = 1 << 50            -- values of leaves: no two have the same

local VALUE = "value"
local shifts = { ["won, xi - 0.05"] = -0.05, ["won, xi"] = 0, ["won, xi + 0.05"] = 0.05 }

local function share_of(point, entry) return expected.balance(point.branching) + shifts[entry.label] end

local function run(point, seed, entries)
  return tables.map(entries, function(entry)
    local spec = { branching = point.branching, depth = point.depth, seed = seed }
    if entry.label == VALUE then return search(tree(tables.copy(spec, { range = { 0, MANY } }))).value / MANY end
    spec.order, spec.win = "wins", share_of(point, entry)
    return search(tree(spec), { window = { -1, 1 } }).value > 0 and 1 or 0
  end)
end

local function published(point, entry)
  local b, depth = point.branching, point.depth
  if entry.label == VALUE then return expected.value(expected.distribution(b, depth)) end
  return expected.win(b, depth, share_of(point, entry))
end

local function findings(rows)
  return tables.map(tables.groups(rows, function(row) return row.algorithm == VALUE and row.branching or nil end), function(of)
    local row = of[#of]
    local text = "Branching %d: the value tends to 1 - xi = %.4f; at depth %d it is %.4f, with a deviation of %.4f."
    return text:format(of.key, 1 - expected.balance(of.key), row.depth, row.mean, row.deviation or 0)
  end)
end

return {
  seeds = 2000,
  points = {
    { branching = 2, depth = 2 }, { branching = 2, depth = 6 }, { branching = 2, depth = 10 }, { branching = 2, depth = 14 },
    { branching = 4, depth = 2 }, { branching = 4, depth = 4 }, { branching = 4, depth = 6 },
  },
  parameters = { "branching", "depth" },
  rows = "depth",
  algorithms = { { label = VALUE }, { label = "won, xi - 0.05" }, { label = "won, xi" }, { label = "won, xi + 0.05" } },
  run = run,
  measures = { "mean" },
  published = published,
  findings = findings,
  quick = { seeds = 20, points = { { branching = 2, depth = 4 }, { branching = 2, depth = 8 } } },
  chart = { x = "depth", x_label = "depth, plies", y_label = "mean", panels = { "branching" }, y_least = 0, y_most = 1 },
}
