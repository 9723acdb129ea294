--- What a table, the killer and the history heuristic spare, alone and together.

local openings = require "gts.experiments.openings"
local tables = require "gts.base.tables"

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
  return tables.map(sets, function(set)
    local order = table.move(set, 2, #set, 1, {})
    return { label = set[1], algorithm = "negascout", deepen = true, depth = depths[point.game],
      order = #order > 0 and order or nil, table = order[1] == "table" and TABLE or nil }
  end)
end

-- Of all leaves that the best set spares, how many do table and history spare?
local function findings(rows)
  return tables.map(tables.groups(rows, function(row) return row.game end), function(of)
    local function mean(name) return tables.find(of, function(row) return row.algorithm == name end).mean end
    local least = tables.best(of, function(a, b) return a.mean < b.mean end).mean
    return ("%s: of what can be spared, table and history spare %.1f %%."):format(of.key,
      100 * (mean(NONE) - mean(BOTH)) / (mean(NONE) - least))
  end)
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
