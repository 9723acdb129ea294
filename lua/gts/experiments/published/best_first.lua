--- The study of which best-first search plays best: ubfm with its options, mcts with evaluations, and alpha-beta, with equally
-- many positions to look at.

local game = require "gts.game"
local round_robin = require "gts.experiments.round_robin"
local tables = require "gts.base.tables"

local PAIRING = 4               -- games of each pairing, of each seed: openings are played by either side
local PLIES = 4                 -- random moves of an opening
local TABLE = 1 << 22           -- bytes

local games = {
  breakthrough = { "breakthrough", { columns = 6, rows = 6 } }, connect4 = { "connect4" }, hex = { "hex", { size = 7 } },
  othello = { "othello", { size = 6 } },
}
local made = {}                 -- each once

local function game_of(name)
  local of = games[name] or { name }
  made[name] = made[name] or assert(game.make(of[1], of[2]))
  return made[name]
end

local function run(point, seed, entries)
  local players = tables.map(entries, function(entry) return tables.copy(entry.options, { nodes = point.nodes }) end)
  return round_robin.play(game_of(point.game), players, { games = PAIRING, plies = PLIES, seed = seed, workers = 1 })
end

-- The strongest of a game, and how far it is above the second.
local function best_of(list)
  table.sort(list, function(a, b) return a.mean > b.mean end)
  local first, second = list[1], list[2]
  return second and ("In %s, with %d positions a move, %s is the strongest: %.0f Elo above %s."):format(first.game, first.nodes,
    first.algorithm, first.mean - second.mean, second.algorithm)
end

local function findings(rows)
  return tables.collect(tables.groups(rows, function(row) return row.mean and row.game .. " " .. row.nodes or nil end), best_of)
end

return {
  seeds = 6,
  over = { { "game", { "connect4", "breakthrough", "hex", "othello" } }, { "nodes", { 500 } } },
  parameters = { "game", "nodes" },
  rows = "game",
  algorithms = {
    { label = "alpha-beta", algorithm = "negascout", deepen = true, table = TABLE, order = { "table", "history" } },
    { label = "gts.best" },
    { label = "ubfm", algorithm = "ubfm", rollout = 0 },
    { label = "ubfm, by estimate", algorithm = "ubfm", rollout = 0, safe = false },
    { label = "ubfm, table", algorithm = "ubfm", rollout = 0, table = TABLE },
    { label = "ubfm, descent", algorithm = "ubfm", rollout = 0, descent = true },
    { label = "ubfm, by wins", algorithm = "ubfm", rollout = 0, completion = "win" },
    { label = "ubfm, no completion", algorithm = "ubfm", rollout = 0, completion = "none" },
    { label = "mcts", algorithm = "mcts", rollout = 0 },
    { label = "mcts, minimax", algorithm = "mcts", rollout = 0, backup = "minimax" },
  },
  run = run,
  measures = { "elo" },
  findings = findings,
  quick = { seeds = 1, over = { { "game", { "connect4" } }, { "nodes", { 20 } } } },
  chart = { x = "game", x_label = "game", y_label = "Elo above alpha-beta", panels = { "nodes" } },
}
