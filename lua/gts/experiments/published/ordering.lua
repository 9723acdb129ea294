--- How much of a tree has to be looked at, by how well its children are ordered.

-- Leaves of the critical tree (Knuth & Moore, 1975), the least that any algorithm visits.
local function critical(point)
  local up, down = (point.depth + 1) // 2, point.depth // 2
  return point.branching ^ up + point.branching ^ down - 1
end

return {
  name = "ordering",
  title = "Leaves examined, by how the successors are ordered",
  source = "The least there can be: Knuth & Moore, An analysis of alpha-beta pruning, 1975",
  about = [[
The same algorithms on trees whose successors are sorted best first, strongly ordered (the best is among the first fourth in 90
% of all cases), at random, with independent leaves, with correlated ones (sums of what the moves add), and sorted worst first.
Counted is how many times as many leaves are examined as a critical tree has, b^ceil(d/2) + b^floor(d/2) - 1: the least that
proves a value. NegaScout has no table here, so that it pays for what it looks at twice.

What is known: best first, alpha-beta and SSS* examine the critical tree and nothing else. SSS* never examines a leaf that
alpha-beta does not. It is often said that worst first nothing is cut off: that is so only down to depth 3.]],
  seeds = 30,
  points = {
    { branching = 4, depth = 8 }, { branching = 4, depth = 9 }, { branching = 8, depth = 6 }, { branching = 20, depth = 4 },
  },
  over = { { "order", { "best", "strong", "random", "correlated", "independent", "worst" } } },
  rows = "order",
  parameters = { "branching", "depth", "order" },
  games = { {} },
  algorithms = {
    { label = "alpha-beta", algorithm = "alphabeta" },
    { label = "NegaScout", algorithm = "negascout" },
    { label = "SSS*", algorithm = "sss" },
    { label = "dual SSS*", algorithm = "dual" },
    { label = "H**", algorithm = "hstarstar" },
    { label = "minimax", algorithm = "minimax" },
  },
  measures = { { "critical trees", function(r, _, point) return r.stats.leaves / critical(point) end } },
  published = function(point, entry)
    if point.order == "best" and entry.label ~= "H**" and entry.label ~= "minimax" then return 1 end
  end,
  quick = { seeds = 2, points = { { branching = 4, depth = 6 } } },
  chart = {
    x = "order", x_label = "order of the successors", y_label = "leaves, in critical trees", panels = { "branching", "depth" },
    log_y = true,
  },
}
