--- What a ply more is worth: a search against one that looks a ply less ahead.

local searched = require "gts.experiments.searched"
local tables = require "gts.base.tables"

local PLIES = 4                 -- random moves of an opening
local DEEPEST = 6
local TABLE = 1 << 20           -- bytes

local options = { breakthrough = { columns = 6, rows = 6 } }
local game_of = searched.games(options, "negascout")

local function player(plies)
  return { algorithm = "negascout", depth = plies, deepen = true, table = TABLE, order = { "table", "history" } }
end

-- The points of the deeper one, in per cent, of the two games from an opening.
local function run(point, seed, entries)
  return tables.map(entries, function(entry)
    return searched.points(game_of(point.game), player(entry.plies), player(entry.plies - 1), PLIES, seed)
  end)
end

local function findings(rows)
  return tables.collect(rows, function(row)
    if (row.standard_error or 0) == 0 then return nil end
    local elo, low, high = searched.elo(row)
    return ("%s, %d plies against %d: Elo %+.0f, 95 %%: %+.0f to %+.0f, %d games"):format(row.game, row.plies, row.plies - 1, elo,
      low, high, 2 * row.count)
  end)
end

return {
  seeds = 100,
  over = { game = { "othello", "breakthrough", "connect4", "kalah" } },
  algorithms = searched.by_plies({ "a ply more" }, 2, DEEPEST),
  run = run,
  columns = { "plies" },
  measures = { "points" },
  rows = "plies",
  findings = findings,
  quick = { seeds = 1, over = { game = { "connect4" } } },
  chart = {
    x = "plies", x_label = "plies looked ahead", y_label = "points, per cent", panels = { "game" }, y_least = 40, y_most = 100,
  },
}
