--- Leaves saved by bounds at inner nodes, by their tightness and the algorithm.

local NONE = "none"

return {
  seeds = 100,
  points = { { branching = 4, depth = 8 }, { branching = 12, depth = 5 } },
  over = { { "order", { "random", "strong" } }, { "tightness", { NONE, 256, 128, 64, 32, 16, 8, 4, 2 } } },
  parameters = { "branching", "depth", "order", "tightness" },
  rows = "tightness",
  games = function(point, seed)
    return {
      branching = point.branching, depth = point.depth, order = point.order, seed = seed,
      tightness = point.tightness ~= NONE and point.tightness or nil,
    }
  end,
  algorithms = {
    { label = "leftmost (alpha-beta)", algorithm = "alphabeta" },
    { label = "max (SSS*)", algorithm = "maxsearch" },
    { label = "min (dual SSS*)", algorithm = "minsearch" },
    { label = "h**", algorithm = "hstarstar" },
  },
  measures = { "developed" },
  quick = { seeds = 2, points = { { branching = 4, depth = 6 } } },
  chart = {
    x = "tightness", x_label = "bounds lie within t of the value", y_label = "nodes developed, mean", log_y = true,
    panels = { "branching", "depth", "order" },
  },
}
