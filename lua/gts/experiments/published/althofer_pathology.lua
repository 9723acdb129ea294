--- The pathology of game trees: deeper minimax errs more often, deeper search by Althoefer's sum rule less often.

local expected = require "gts.experiments.expected"
local search = require("gts.experiments.searched").search
local tables = require "gts.base.tables"
local tree = require("gts.tree").new

local DEEPEST = 10              -- plies that are looked ahead
local WIN = 0.618034            -- share of won leaves

-- What other programs found on 1,500 trees for Althoefer's rule: the shares of winners named, by error and plies.
local reference = {
  [0.02] = { [0] = 0.973, [5] = 1.000, [10] = 1.000 },
  [0.05] = { [0] = 0.934, [5] = 0.997, [10] = 0.999 },
  [0.10] = { [0] = 0.885, [5] = 0.977, [10] = 0.997 },
}

local MINIMAX, ALTHOEFER = "minimax", "Althoefer's rule"

-- 1: the value names the winner; 0: the loser; 1/2: neither.
local function right(value, winner) return value == 0 and 0.5 or value * winner > 0 and 1 or 0 end

-- The tree has two more plies, whose leaves are true: nodes at ply 10 are won as often, for 0.618 stays the same over two plies.
local function run(point, seed, entries)
  local game = tree { branching = 2, depth = DEEPEST + 2, order = "wins", win = WIN, error = point.error, seed = seed }
  local winner = search(game).value
  return tables.map(entries, function(entry)
    local id = entry.label == MINIMAX and "alphabeta" or "althofer"     -- the same value, sooner
    return right(search(game, { algorithm = id, depth = entry.plies }).value, winner)
  end)
end

return {
  seeds = 1500,
  points = { { error = 0.02 }, { error = 0.05 }, { error = 0.10 } },
  algorithms = tables.flatten({ MINIMAX, ALTHOEFER }, function(label)
    return tables.range(0, DEEPEST, function(plies) return { label = label, plies = plies } end)
  end),
  run = run,
  columns = { "plies" },
  measures = { "share" },
  shares = true,
  published = function(point, entry)
    if entry.label == MINIMAX then return expected.right(DEEPEST + 2, entry.plies, WIN, point.error) end
    local figures = reference[point.error]
    return figures and figures[entry.plies], 1500
  end,
  quick = { seeds = 20 },
  rows = "plies",
  chart = {
    x = "plies", x_label = "plies looked ahead", y_label = "share of trees whose winner is named", panels = { "error" },
    y_least = 0.5, y_most = 1, y_same = true,
  },
}
