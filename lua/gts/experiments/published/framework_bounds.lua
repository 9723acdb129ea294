--- Leaves saved by bounds at inner nodes, by their tightness and the algorithm.

local NONE = "none"

return {
  name = "framework-bounds",
  title = "What bounds on inner nodes save, by how tight they are",
  source = "After Pijls & de Bruin, A framework for game-tree algorithms",
  about = [[
Trees whose inner nodes know bounds on their value: the lower lies 0 to t below it, the upper 0 to t above it, each drawn at
random; t is the tightness, "none" is no bounds at all. A child may be worse than the best by up to 30 at the root, and by 0.9
times as much with every ply. The four rules of the framework choose which node to develop next: leftmost is alpha-beta, as in
the paper's Figure 5; max is SSS*, as Maxsearch; min its dual; h** goes by upper bounds where MAX moves and by lower ones where
MIN does.

The paper proves that bounds never make alpha-beta develop more. Of the others that is not true of every tree.

What came out, with 100 trees of each kind. Alpha-beta, max and min gain at every step, in much the same measure: bounds that
are as wide as the largest step of a move (t = 32) leave 20 to 50 % of the nodes, t = 8 leaves 2 to 12 %. Their order stays
what it is without bounds, but what is between them shrinks. With h** it is another matter. On random trees it is the best from
t = 32 on: at t = 32 it develops a third to half of alpha-beta's nodes, and two thirds to nine tenths of those of max. But
loose bounds mislead it: in strong order, at t = 256, it develops 11 and 68 % more than without any bounds, more than
alpha-beta does. It seems that it then goes by differences of bounds that say nothing about values, and away from an order of
children that is good. With loose bounds and a good order, do not use h**.]],
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
