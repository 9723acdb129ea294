--- RAVE against UCT and GRAVE against RAVE, in two games of the paper on GRAVE.

local searched = require "gts.experiments.searched"
local tables = require "gts.base.tables"

local players = {
  UCT = { algorithm = "mcts", exploration = 0.4 }, RAVE = { algorithm = "mcts", select = "rave" },
  GRAVE = { algorithm = "mcts", select = "grave" },
}

local PAIRS = 250               -- of games in the paper
local PLAYOUTS = 1000           -- for a move
local boards = { domineering = { columns = 8, rows = 7 } }
local game_of = searched.games(boards, "mcts")

-- The points of the first player of each pair, in per cent, of two games, one from either side.
local function run(point, seed, entries)
  local limit = { iterations = point.playouts }
  return tables.map(entries, function(entry)
    local first, second = entry.label:match "^(%u+) against (%u+)$"
    local a, b = tables.copy(players[first], limit), tables.copy(players[second], limit)
    return (searched.points(game_of(point.game), a, b, nil, seed))
  end)
end

-- Points, in per cent.
local published = {
  domineering = { ["RAVE against UCT"] = 72.6, ["GRAVE against RAVE"] = 62.4 },
  knightthrough = { ["RAVE against UCT"] = 56.2, ["GRAVE against RAVE"] = 67.2 },
}

return {
  seeds = 100,
  points = { { game = "domineering", playouts = PLAYOUTS }, { game = "knightthrough", playouts = PLAYOUTS } },
  parameters = { "game", "playouts" },
  rows = "game",
  algorithms = { { label = "RAVE against UCT" }, { label = "GRAVE against RAVE" } },
  run = run,
  measures = { "points" },
  published = function(point, entry)
    local figures = point.playouts == PLAYOUTS and published[point.game]
    return figures and figures[entry.label], PAIRS
  end,
  quick = { seeds = 1, points = { { game = "domineering", playouts = 10 } } },
  chart = {
    x = "game", x_label = "game", y_label = "points of the first, %", panels = { "playouts" }, y_least = 0, y_most = 100,
  },
}
