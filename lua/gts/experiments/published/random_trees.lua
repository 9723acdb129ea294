--- Leaves examined on trees with independent leaves, beside their exact expectation.

local expected = require "gts.experiments.expected"

local DIFFERENT = "all different"
local MANY = 1 << 50            -- values: no two leaves have the same

local levels = {}               -- of trees that were asked for: name -> distribution

local function levels_of(point, player)
  local name = ("%d %d %s %s"):format(point.branching, point.depth, point.values, player)
  levels[name] = levels[name] or expected.distribution(point.branching, point.depth,
    { values = point.values ~= DIFFERENT and point.values or nil, player = player })
  return levels[name]
end

local ALPHABETA, SSS, DUAL = "alpha-beta", "SSS*", "dual SSS*"

local function algorithms(point)
  local list = { { label = ALPHABETA, algorithm = "alphabeta" } }
  if point.values == DIFFERENT then
    list[2], list[3] = { label = SSS, algorithm = "sss" }, { label = DUAL, algorithm = "dual" }
  end
  return list
end

local function published(point, entry)
  if entry.label == ALPHABETA then return expected.alphabeta(levels_of(point, "max")) end
  return expected.sss(levels_of(point, entry.label == SSS and "max" or "min"))
end

return {
  seeds = 2000,
  points = {
    { branching = 2, depth = 10 }, { branching = 2, depth = 11 }, { branching = 3, depth = 7 }, { branching = 4, depth = 6 },
    { branching = 8, depth = 4 }, { branching = 20, depth = 3 },
  },
  over = { { "values", { 2, 10, DIFFERENT } } },
  parameters = { "branching", "depth", "values" },
  rows = "values",
  games = function(point, seed)
    return { branching = point.branching, depth = point.depth, seed = seed,
      range = point.values == DIFFERENT and { 0, MANY } or { 1, point.values } }
  end,
  algorithms = algorithms,
  published = published,
  quick = { seeds = 50, points = { { branching = 2, depth = 6 }, { branching = 4, depth = 4 } } },
  chart = {
    x = "depth", x_label = "depth, plies", y_label = "leaves examined, mean", panels = { "branching", "values" }, log_y = true,
  },
}
