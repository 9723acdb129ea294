--- Where Althoefer's rule finds the right move more often than minimax.

local expected = require "gts.experiments.expected"
local moves = require("gts.moves").moves
local searched = require "gts.experiments.searched"
local tables = require "gts.base.tables"
local tree = require("gts.tree").new

local search = searched.search

-- How deep the trees are, and how deep they are searched at most: always short of the leaves, which tell the truth.
local shapes = { [2] = { 12, 10 }, [3] = { 8, 6 }, [4] = { 6, 5 }, [8] = { 4, 3 } }

local MINIMAX, ALTHOEFER, GAIN = "minimax", "Althoefer's rule", "gain"

local function algorithms(point)
  return searched.by_plies({ MINIMAX, ALTHOEFER, GAIN }, 1, shapes[point.branching][2])
end

-- Trees that are won or lost, evaluated wrongly now and then, each node by itself; and trees whose moves add something, evaluated
-- by the sum so far, so that a node errs much as its parent does.
local evaluations = {
  ["wrong in 2 %"] = 0.02, ["wrong in 5 %"] = 0.05, ["wrong in 10 %"] = 0.1, ["wrong in 20 %"] = 0.2, ["wrong in 30 %"] = 0.3,
  ["sum so far"] = false,
}

local function tree_of(point, seed)
  local branching, error = point.branching, evaluations[point.evaluation]
  local depth = shapes[branching][1]
  if not error then
    return tree { branching = branching, depth = depth, order = "correlated", increments = "real", shrink = 1, seed = seed }
  end
  return tree {
    branching = branching, depth = depth, order = "wins", win = expected.balance(branching), error = error, seed = seed,
  }
end

-- Which children of the root are as good as any; nil where all are, so that there is nothing to choose.
local function best_children(game)
  local values = tables.map(moves(game), function(entry) return search(game, { position = entry.position }).value end)
  local best = math.max(table.unpack(values))
  local good = tables.map(values, function(value) return value == best end)
  if tables.any(values, function(value) return value < best end) then return good end
end

local ids = { [MINIMAX] = "alphabeta", [ALTHOEFER] = "althofer" }

local function run(point, seed, entries)
  local game, found, right = tree_of(point, seed), {}, {}
  local good = best_children(game)
  for i, entry in ipairs(entries) do
    local label, plies = entry.label, entry.plies
    if not good then found[i] = false
    elseif label == GAIN then found[i] = right[ALTHOEFER .. plies] - right[MINIMAX .. plies]
    else
      found[i] = good[search(game, { algorithm = ids[label], depth = plies }).move] and 1 or 0
      right[label .. plies] = found[i]
    end
  end
  return found
end

local SURE = 2          -- standard errors

-- In how many cases one rule is the better one.
local function count(rows, independent)
  local gains = tables.filter(rows, function(row)
    return row.algorithm == GAIN and row.standard_error and (evaluations[row.evaluation] ~= false) == independent
  end)
  local better = tables.count(gains, function(row) return row.mean > SURE * row.standard_error end)
  local worse = tables.count(gains, function(row) return row.mean < -SURE * row.standard_error end)
  return better, worse, #gains - better - worse
end

local function findings(rows)
  local text = "%s: Althoefer's rule finds the right move more often in %d cases, minimax in %d; in %d the difference is less "
    .. "than " .. SURE .. " standard errors."
  return {
    text:format("Where each node errs by itself", count(rows, true)),
    text:format("Where nodes err as their parents do", count(rows, false)),
  }
end

return {
  seeds = 1000,
  points = { { branching = 2 }, { branching = 3 }, { branching = 4 }, { branching = 8 } },
  over = {
    { "evaluation", { "wrong in 2 %", "wrong in 5 %", "wrong in 10 %", "wrong in 20 %", "wrong in 30 %", "sum so far" } },
  },
  parameters = { "branching", "evaluation" },
  algorithms = algorithms,
  run = run,
  columns = { "plies" },
  measures = { "share" },
  rows = "plies",
  findings = findings,
  quick = { seeds = 30, over = { { "evaluation", { "wrong in 5 %", "sum so far" } } } },
  chart = {
    x = "plies", x_label = "plies looked ahead", y_label = "gain: share of right moves", series = "evaluation",
    panels = { "branching" }, where = function(row) return row.algorithm == GAIN end, y_least = 0, y_same = true,
  },
}
