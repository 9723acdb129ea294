--- How well a shallow search of othello foretells a deep one: what ProbCut rests on.

local openings = require "gts.experiments.openings"
local tables = require "gts.base.tables"

local SHALLOW, DEEP = 4, 8      -- plies, as in the paper

local RULES, LEARNT = "rules", "learnt"

-- The line through pairs of numbers that is nearest to the second ones: its slope and where it begins, the deviation of the
-- second ones from it, and the share of their variance that it explains.
local function line(x, y)
  local n = #x
  local mx, my, xx, xy, yy = tables.sum(x) / n, tables.sum(y) / n, 0, 0, 0
  for i = 1, n do
    local dx, dy = x[i] - mx, y[i] - my
    xx, xy, yy = xx + dx * dx, xy + dx * dy, yy + dy * dy
  end
  local slope = xy / xx
  local rest = math.max(0, yy - slope * xy)
  return { slope = slope, start = my - slope * mx, deviation = math.sqrt(rest / (n - 2)), explained = 1 - rest / yy,
    spread = math.sqrt(yy / (n - 1)) }
end

local function findings(rows)
  local shallow
  return tables.collect(rows, function(row)
    if row.depth == SHALLOW then shallow = row
    elseif row.count > 2 and shallow.deviation > 0 and row.deviation > 0 then
      local fit = line(shallow.sample, row.sample)
      local text = "%s, after %d moves: deep = %.2f shallow %+.3f, off by %.3f (%.0f %% of the spread of the values), R^2 = %.3f."
      return text:format(row.evaluation, row.moves, fit.slope, fit.start, fit.deviation, 100 * fit.deviation / fit.spread,
        fit.explained)
    end
  end)
end

return {
  seeds = 100,
  over = { { "evaluation", { RULES, LEARNT } }, { "moves", { 12, 24, 36 } } },
  parameters = { "evaluation", "moves" },
  games = function(point, seed)
    return openings.of("othello", point.moves, seed, point.evaluation ~= RULES and point.evaluation or nil)
  end,
  algorithms = {
    { label = "shallow", algorithm = "negascout", depth = SHALLOW, table = 16 << 20, deepen = true, order = { "table" } },
    { label = "deep", algorithm = "negascout", depth = DEEP, table = 16 << 20, deepen = true, order = { "table" } },
  },
  columns = { "depth" },
  measures = { "value" },
  findings = findings,
  quick = { seeds = 5, over = { { "evaluation", { RULES } }, { "moves", { 24 } } } },
  chart = { x = "moves", x_label = "moves played", y_label = "value, mean", panels = { "evaluation" } },
}
