--- The study of what the options of mcts are worth: each against plain UCT, with equally many playouts.
-- @module gts.play.mcts_options

local game = require "gts.game"
local match = require "gts.play.match"
local search = require "gts.search"
local statistics = require "gts.play.statistics"
local tables = require "gts.base.tables"

local PLIES = 4                 -- random moves of an opening
local SURE = 1.96               -- standard errors to either side that hold 95 %

local games = { hex = { size = 7 }, amazons = { size = 6 } }
local made = {}                 -- each once

-- Searches are too short to have the rules compiled by themselves.
local function game_of(name)
  if not made[name] then
    made[name] = assert(game.make(name, games[name]))
    search.compile_before(made[name], "mcts")
  end
  return made[name]
end

-- The points of each option, in per cent, of the two games from an opening.
local function run(point, seed, entries)
  local plain, points = { algorithm = "mcts", iterations = point.iterations }, {}
  for i, entry in ipairs(entries) do
    local asked = { games = 2, plies = PLIES, seed = seed, workers = 1 }
    points[i] = 100 * assert(match.try(game_of(point.game), tables.copy(entry.options, plain), plain, asked)).score
  end
  return points
end

local function elo(percent) return statistics.elo(percent / 100) end

local function findings(rows)
  local said = {}
  for _, row in ipairs(rows) do
    local off = SURE * (row.standard_error or 0)
    if off > 0 then
      said[#said + 1] = ("%s, %d iterations, %s: Elo %+.0f, 95 %%: %+.0f to %+.0f, %d games"):format(row.game, row.iterations,
        row.algorithm, elo(row.mean), elo(row.mean - off), elo(row.mean + off), 2 * row.count)
    end
  end
  return said
end

return {
  name = "mcts-options",
  title = "Points of each option of mcts against plain UCT, with equally many playouts",
  source = "After Cazenave 2015 (GRAVE), Lanctot et al. 2014 (minimax), Kowalski et al. 2022 (pn), "
    .. "2025 (gpn), Finnsson & Björnsson 2008 (MAST), Tak et al. 2012 (NST), Pepels et al. 2014 (halving)",
  about = [[
Each option alone, with its defaults, against the default of mcts, which is UCT with random playouts: two games of each seed,
from an opening of four random moves, and the same number of iterations for each move, whatever time that takes. Hex is played on
7 x 7 cells, amazons on 6 x 6. Points in per cent of a game; below the table in Elo. What came out, beside the figures of the
papers: gts help monte-carlo. Other games and limits: --set game=ataxx,iterations=1000.]],
  seeds = 200,
  points = {
    { game = "hex", iterations = 300 }, { game = "breakthrough", iterations = 300 }, { game = "othello", iterations = 300 },
    { game = "knightthrough", iterations = 300 }, { game = "loa", iterations = 50 }, { game = "amazons", iterations = 100 },
  },
  parameters = { "game", "iterations" },
  rows = "game",
  algorithms = {
    { label = "ucb1tuned", select = "ucb1tuned" },
    { label = "rave", select = "rave" },
    { label = "grave", select = "grave" },
    { label = "pn", select = "pn" },
    { label = "gpn", select = "gpn" },
    { label = "gpn, sum", select = "gpn", proof_bias = "sum" },
    { label = "minimax", backup = "minimax" },
    { label = "bounds", backup = "bounds" },
    { label = "mast", playout = "mast" },
    { label = "nst", playout = "nst" },
    { label = "halving", root = "halving" },
  },
  run = run,
  measures = { "points" },
  findings = findings,
  quick = { seeds = 2, points = { { game = "tictactoe", iterations = 20 } } },
  chart = { x = "game", x_label = "game", y_label = "points, %", panels = { "iterations" } },
}
