--- What a table, the killer and the history heuristic spare, alone and together.

local openings = require "gts.experiments.openings"

local PLIES = 6                 -- of the random openings
local TABLE = 64 << 20          -- bytes: large enough that nothing is lost

local depths = { othello = 7, breakthrough = 6, connect4 = 9, kalah = 9 }

local NONE, BOTH = "none", "table, history"
local sets = {
  { NONE }, { "table", "table" }, { "killer", "killer" }, { "history", "history" }, { "table, killer", "table", "killer" },
  { BOTH, "table", "history" }, { "killer, history", "killer", "history" }, { "all three", "table", "killer", "history" },
}

-- All deepen: the heuristics learn from the iterations before.
local function algorithms(point)
  local list = {}
  for i, set in ipairs(sets) do
    local order = table.move(set, 2, #set, 1, {})
    list[i] = { label = set[1], algorithm = "negascout", deepen = true, depth = depths[point.game],
      order = #order > 0 and order or nil, table = order[1] == "table" and TABLE or nil }
  end
  return list
end

-- Of all leaves that the best set spares, how many do table and history spare?
local function findings(rows)
  local leaves, list = {}, {}
  for _, row in ipairs(rows) do
    local of = leaves[row.game] or { least = math.huge }
    leaves[row.game], of[row.algorithm], of.least = of, row.mean, math.min(of.least, row.mean)
    if row.algorithm == sets[#sets][1] then
      list[#list + 1] = ("%s: of what can be spared, table and history spare %.1f %%."):format(row.game,
        100 * (of[NONE] - of[BOTH]) / (of[NONE] - of.least))
    end
  end
  return list
end

return {
  seeds = 30,
  over = { game = { "othello", "breakthrough", "connect4", "kalah" } },
  parameters = { "game" },
  games = function(point, seed) return openings.of(point.game, PLIES, seed) end,
  algorithms = algorithms,
  findings = findings,
  quick = { seeds = 1, over = { game = { "connect4" } } },
  chart = { x = "game", y = "ratio", y_label = "leaves, as against none" },
}
