--- Leaves that it takes to see who wins a tree whose leaves are won or lost.

local expected = require "gts.experiments.expected"
local random = require "gts.base.random"
local tables = require "gts.base.tables"
local tree = require("gts.tree").new

local BALANCED, EVEN, HARDEST = "random, won with xi", "random, won with 1/2", "hardest"

local function share_of(point) return point.leaves == EVEN and 1 / 2 or expected.balance(point.branching) end

-- The hardest tree for a search from left to right, successors in random order: where the mover wins, one of two does.
local function hardest(draw, depth, wins, max)
  if depth == 0 then return wins == max and 1 or -1 end
  local first = wins and draw(0, 1) == 1                -- is the winning successor the first?
  local second = wins and not first
  return { hardest(draw, depth - 1, not first, not max), hardest(draw, depth - 1, not second, not max) }
end

-- Leaves that a search from left to right examines of it, where the mover wins: the loser's successors have both to be searched,
-- the winner's first one in half of all cases in vain.
local function of_hardest(depth)
  local won, lost = 1, 1
  for _ = 1, depth do won, lost = lost + won / 2, 2 * won end
  return won
end

local function make(point, seed)
  if point.leaves == HARDEST then return tree(hardest(random.stream(seed), point.depth, true, true)) end
  return tree { branching = point.branching, depth = point.depth, order = "wins", win = share_of(point), seed = seed }
end

local SOLVE = "from left to right"

local WINDOW = { -1, 1 }        -- nothing lies between a loss and a win

local function published(point, entry)
  if entry.label ~= SOLVE then return nil end
  if point.leaves == HARDEST then return of_hardest(point.depth) end
  return expected.test(point.branching, point.depth, share_of(point))
end

local function points(branching, depths, kinds)
  return tables.flatten(kinds, function(leaves)
    return tables.map(depths, function(depth) return { branching = branching, depth = depth, leaves = leaves } end)
  end)
end

return {
  seeds = 2000,
  points = table.move(points(3, { 4, 6, 8 }, { BALANCED, EVEN }), 1, 6, 10, points(2, { 4, 8, 12 }, { BALANCED, EVEN, HARDEST })),
  parameters = { "branching", "leaves", "depth" },
  rows = "depth",
  games = make,
  algorithms = {
    { label = SOLVE, algorithm = "alphabeta", window = WINDOW },
    { label = "at random", algorithm = "gsearch", select = "random", window = WINDOW },
    { label = "by proof numbers", algorithm = "pn", goal = 1 },
  },
  published = published,
  quick = {
    seeds = 20, points = { { branching = 2, depth = 4, leaves = BALANCED }, { branching = 2, depth = 6, leaves = HARDEST } },
  },
  chart = {
    x = "depth", x_label = "depth, plies", y_label = "leaves examined, mean", panels = { "branching", "leaves" }, log_y = true,
  },
}
