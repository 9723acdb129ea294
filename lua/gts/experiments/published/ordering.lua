--- How much of a tree has to be looked at, by how well its children are ordered.

-- Leaves of the critical tree (Knuth & Moore, 1975), the least that any algorithm visits.
local function critical(point)
  local up, down = (point.depth + 1) // 2, point.depth // 2
  return point.branching ^ up + point.branching ^ down - 1
end

return {
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
