--- What bounds at inner nodes save, by how tight they are, and by who searches.
-- @module gts.lab.experiments.framework_bounds

local NONE = "none"

return {
  name = "framework-bounds",
  title = "What bounds on inner nodes save, by how tight they are",
  source = "After Pijls & de Bruin, A framework for game-tree algorithms",
  about = [[
Trees whose inner nodes know bounds on their value: the lower lies 0 to t below it, the upper 0 to t above it, each drawn at
random; t is the tightness, "none" is no bounds at all. The values of leaves are whole numbers, spread over about 170 about that
of the root: a son may be worse than the best by up to 30 at the root, and by 0.9 times as much with every ply.

The four rules of the framework choose the next node to develop: leftmost is alpha-beta as the paper's Figure 5 has it, max is
SSS* as Maxsearch does it, min its dual, h** both in turns. The paper proves that bounds never make alpha-beta examine more; of
the others that does not hold for every tree. On the average all gain.]],
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
