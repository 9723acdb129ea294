--- What a ply more is worth: a search against one that looks a ply less ahead.

local match = require "gts.play.match"
local searched = require "gts.experiments.searched"
local statistics = require "gts.play.statistics"

local PLIES = 4                 -- random moves of an opening
local DEEPEST = 6
local TABLE = 1 << 20           -- bytes
local SURE = 1.96               -- standard errors to either side that hold 95 %

local options = { breakthrough = { columns = 6, rows = 6 } }
local game_of = searched.games(options, "negascout")

local function player(plies)
  return { algorithm = "negascout", depth = plies, deepen = true, table = TABLE, order = { "table", "history" } }
end

-- The points of the deeper one, in per cent, of the two games from an opening.
local function run(point, seed, entries)
  local points = {}
  for i, entry in ipairs(entries) do
    local asked = { games = 2, plies = PLIES, seed = seed, workers = 1 }
    points[i] = 100 * assert(match.try(game_of(point.game), player(entry.plies), player(entry.plies - 1), asked)).score
  end
  return points
end

local function elo(percent) return ("%+.0f"):format(statistics.elo(percent / 100)) end

local function findings(rows)
  local said = {}
  for _, row in ipairs(rows) do
    local off = SURE * (row.standard_error or 0)
    if off > 0 then
      said[#said + 1] = ("%s, %d plies against %d: Elo %s, 95 %%: %s to %s, %d games"):format(row.game, row.plies, row.plies - 1,
        elo(row.mean), elo(math.max(0, row.mean - off)), elo(math.min(100, row.mean + off)), 2 * row.count)
    end
  end
  return said
end

local algorithms = {}
for plies = 2, DEEPEST do algorithms[plies - 1] = { label = "a ply more", plies = plies } end

return {
  seeds = 100,
  over = { game = { "othello", "breakthrough", "connect4", "kalah" } },
  algorithms = algorithms,
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
