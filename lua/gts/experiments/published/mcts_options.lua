--- The study of what the options of mcts are worth: each against plain UCT, with equally many playouts and with equal time.

local best = require "gts.best"
local random = require "gts.base.random"
local searched = require "gts.experiments.searched"
local session = require "gts.play.session"
local tables = require "gts.base.tables"

local PLIES = 4                 -- random moves of an opening
local TABLE = 1 << 20           -- bytes
local PLAIN = "uct"             -- what the options play against
local REPEATS = 3               -- of a search that is timed

local games = { amazons = { size = 5 }, breakthrough = { columns = 6, rows = 6 }, hex = { size = 7 } }

-- The processor time of an iteration of each option, relative to plain UCT, where as many are made as take the time of the
-- iterations of `points`. Found in four steps by searches as `ms` times them, of 16 to 30 positions.
local costs = {
  hex = { ucb1tuned = 1.14, rave = 9, grave = 9.2, pn = 2.97, minimax = 2.7, bounds = 1.04, mast = 12.5, nst = 14.6,
    halving = 1.05, table = 1.67, ["kept table"] = 1.53, gpn = 1.5, ["gpn, sum"] = 1.5 },
  breakthrough = { ucb1tuned = 1.14, rave = 8.05, grave = 9, pn = 1.66, minimax = 1.28, bounds = 1.02, mast = 6.6, nst = 8,
    halving = 1.04, table = 1.75, ["kept table"] = 1.4, gpn = 1.48, ["gpn, sum"] = 1.4 },
  othello = { ucb1tuned = 1.05, rave = 1.97, grave = 2.34, pn = 1.19, minimax = 1.2, bounds = 1.01, mast = 4.18, nst = 5.45,
    halving = 1.05, table = 1.36, ["kept table"] = 1.2, gpn = 1.12, ["gpn, sum"] = 1.15 },
  amazons = { ucb1tuned = 0.98, rave = 0.55, grave = 0.54, pn = 1.48, minimax = 1.22, bounds = 0.98, mast = 0.66, nst = 0.75,
    halving = 1, table = 1.13, ["kept table"] = 1.05, gpn = 1.06, ["gpn, sum"] = 1.07 },
  knightthrough = { ucb1tuned = 1.24, rave = 19.2, grave = 19.7, pn = 3.33, minimax = 1.7, bounds = 1.1, mast = 14.3, nst = 15.1,
    halving = 1.12, table = 1.8, ["kept table"] = 1.6, gpn = 1.8, ["gpn, sum"] = 1.75 },
  loa = { ucb1tuned = 0.93, rave = 19, grave = 20, pn = 1.2, minimax = 1.11, bounds = 0.98, mast = 20.5, nst = 24.3,
    halving = 0.99, table = 1.14, ["kept table"] = 1.02, gpn = 1.08, ["gpn, sum"] = 1.15 },
}

local game_of = searched.games(games, "mcts")

-- The iterations of an entry; nil: how many take as much time as those of plain UCT is not known.
local function iterations_of(point, entry)
  if point.equal == "playouts" then return point.iterations end
  if point.equal ~= "time" then error(("equal is '%s': expected playouts or time"):format(point.equal), 0) end
  local known = costs[point.game] or error(("with equal time: no costs are known for %s"):format(point.game), 0)
  local cost = entry.label == PLAIN and 1 or known[entry.label]
  return cost and math.max(1, math.floor(point.iterations / cost + 0.5))
end

local function options_of(entry, iterations)
  local options = tables.copy(entry.options, { algorithm = "mcts", iterations = iterations, native = "auto" })
  options.kept = nil
  return options
end

-- A player that is given by options keeps its table through the game; a function has a new one for each move.
local function player_of(entry, iterations)
  local options = options_of(entry, iterations)
  if not options.table or entry.options.kept then return options end
  return function(of, position) return assert(best.try(of, position, options)).move end
end

-- Goes to one of the positions of a game in which searches chose the moves.
local function position_of(played, of, seed)
  local s, last = assert(session.new(of)), #played.moves - 1
  assert(not s:replay(table.move(played.moves, 1, random.stream(seed)(math.min(PLIES, last), last), 1, {})))
  return s
end

-- The least of some times of a search of the position by each entry, in milliseconds; they are searched by turns.
local function times_of(s, entries, iterations)
  local least = {}
  for _ = 1, REPEATS do
    for i, entry in ipairs(entries) do
      if iterations[i] then
        local began = os.clock()
        assert(best.try(s.of, s.position, options_of(entry, iterations[i])))
        least[i] = math.min(least[i] or math.huge, 1000 * (os.clock() - began))
      end
    end
  end
  return least
end

-- Of each option: its points, in per cent, of the two games from an opening; its time at a position of the games of the first.
local function run(point, seed, entries)
  local of, plain = game_of(point.game), player_of(entries[1], point.iterations)
  local iterations, found, first = {}, {}, nil
  for i, entry in ipairs(entries) do
    iterations[i] = iterations_of(point, entry) or false
    if iterations[i] then
      local points, r = searched.points(of, player_of(entry, iterations[i]), plain, PLIES, seed)
      first, found[i] = first or r[1], { points }
    else found[i] = { false, false } end
  end
  for i, time in pairs(times_of(position_of(first, of, seed), entries, iterations)) do found[i][2] = time end
  return found
end

local function findings(rows)
  local said, points = {}, nil
  for _, row in ipairs(rows) do
    if row.measure == "points" then points = row
    elseif row.mean and points.standard_error and points.standard_error > 0 then
      local elo, low, high = searched.elo(points)
      said[#said + 1] = ("%s, %d iterations, equal %s, %s: Elo %+.0f, 95 %%: %+.0f to %+.0f, %d games; %.2f of the time"):format(
        row.game, row.iterations, row.equal, row.algorithm, elo, low, high, 2 * points.count, row.ratio)
    end
  end
  return said
end

return {
  seeds = 200,
  points = {
    { game = "hex", iterations = 300 }, { game = "breakthrough", iterations = 300 }, { game = "othello", iterations = 150 },
    { game = "amazons", iterations = 100 }, { game = "knightthrough", iterations = 300 }, { game = "loa", iterations = 50 },
  },
  over = { equal = { "playouts", "time" } },
  parameters = { "game", "iterations", "equal" },
  rows = "game",
  algorithms = {
    { label = PLAIN },
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
    { label = "table", table = TABLE },
    { label = "kept table", table = TABLE, kept = true },
  },
  run = run,
  measures = { "points", "ms" },
  findings = findings,
  quick = { seeds = 2, points = { { game = "hex", iterations = 20 } } },
  chart = { x = "game", x_label = "game", y_label = "points, %", panels = { "iterations", "equal" },
    where = function(row) return row.measure == "points" end },
}
