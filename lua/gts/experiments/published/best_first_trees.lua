--- Best-first minimax against alpha-beta on random trees, with equally many positions.

local moves = require "gts.moves"
local search = require("gts.experiments.searched").search
local tables = require "gts.base.tables"
local tree = require("gts.tree").new

local PLIES = 40                -- of a game; then its sum decides
local BEYOND = 60               -- plies that the tree goes on: its end is out of sight
local STEP = 1000               -- the largest change of the sum by a move

-- The searches for a move. Best-first minimax has `times` as many positions as alpha-beta enters.
local function alphabeta(of, position, point)
  return search(of, { algorithm = "alphabeta", depth = point.depth, position = position })
end

local function best_first(of, position, point)
  local nodes = math.max(1, alphabeta(of, position, point).stats.visits * point.times // 1 | 0)
  return search(of, { algorithm = "ubfm", rollout = 0, completion = "none", safe = false, nodes = nodes, position = position })
end

-- The sum at the end of a game.
local function play(of, point, max, min)
  local position
  for ply = 1, PLIES do
    local move = (ply % 2 == 1 and max or min)(of, position, point).move
    position = assert(moves.play(of, position, move))
  end
  return search(of, { algorithm = "minimax", depth = 0, position = position }).value
end

-- The points of best-first minimax in two games, one from either side, in per cent.
local function run(point, seed)
  local least, most = tostring(point.branches):match "^(%d+) to (%d+)$"
  local of = tree {
    branching = { tonumber(least or point.branches), tonumber(most or point.branches) }, depth = PLIES + BEYOND,
    order = "correlated", spread = STEP, shrink = 1, seed = seed,
  }
  local function points(sum) return sum > 0 and 1 or sum == 0 and 0.5 or 0 end
  local first, second = play(of, point, best_first, alphabeta), play(of, point, alphabeta, best_first)
  return { 100 * (points(first) + points(-second)) / 2 }
end

-- Depths at which it has more than half of the points, and less, by more than two standard errors.
local function findings(rows)
  return tables.map(tables.groups(rows, function(row) return row.branches end), function(group)
    local function depths(sign)
      local list = tables.collect(group, function(row)
        return sign * (row.mean - 50) > 2 * (row.standard_error or math.huge) and row.depth
      end)
      return #list > 0 and table.concat(list, ", ") or "no depth"
    end
    return ("%s branches: best-first minimax is better at %s, alpha-beta at %s."):format(group.key, depths(1), depths(-1))
  end)
end

-- Points of one kind of trees, to a depth.
local function points(list)
  return tables.flatten(list, function(kind)
    return tables.range(1, kind[2], function(depth) return { branches = kind[1], depth = depth, times = 1 } end)
  end)
end

return {
  seeds = 100,
  points = points { { "2", 8 }, { "4", 7 }, { "8", 6 }, { "1 to 4", 8 }, { "1 to 8", 7 } },
  parameters = { "branches", "times", "depth" },
  rows = "depth",
  algorithms = { { label = "best-first minimax" } },
  run = run,
  measures = { "points" },
  findings = findings,
  quick = { seeds = 2, points = points { { "2", 2 }, { "1 to 4", 3 } } },
  chart = { x = "depth", x_label = "plies of alpha-beta", y_label = "points of best-first minimax, %", panels = { "branches" },
    y_least = 0, y_most = 100, y_same = true },
}
