--- Pearl's SCOUT beside alpha-beta: does their ratio stay, as depth grows?

local expected = require "gts.experiments.expected"
local moves = require("gts.moves").moves
local search = require("gts.experiments.searched").search
local tables = require "gts.base.tables"
local tree = require("gts.tree").new

local MANY = 1 << 50            -- values of leaves: no two have the same

local ALPHABETA, SCOUT, NEGASCOUT = "alpha-beta", "SCOUT", "NegaScout"

-- Leaves of a search of a node.
local function ask(game, position, options)
  options.position = position
  local r = search(game, options)
  return r.stats.leaves, r.value
end

-- SCOUT: the value of the first successor, and of each other one that a test finds to be better. Returns leaves and value.
local function scout(game, position, height, max)
  if height == 0 then return ask(game, position, { algorithm = "alphabeta" }) end
  local leaves, best = 0, nil
  for _, entry in ipairs(moves(game, position)) do
    local better = true
    if best then
      local window = max and { best, best + 1 } or { best - 1, best }
      local count, value = ask(game, entry.position, { algorithm = "alphabeta", window = window })
      leaves, better = leaves + count, max and value > best or not max and value < best
    end
    if better then
      local count
      count, best = scout(game, entry.position, height - 1, not max)
      leaves = leaves + count
    end
  end
  return leaves, best
end

local function run(point, seed)
  local game = tree { branching = point.branching, depth = point.depth, seed = seed, range = { 0, MANY } }
  local leaves, value = scout(game, nil, point.depth, true)
  local alphabeta, same = ask(game, nil, { algorithm = "alphabeta" })
  assert(value == same, "another value")
  return { alphabeta, leaves, (ask(game, nil, { algorithm = "negascout" })) }
end

local function findings(rows)
  local groups = tables.groups(rows, function(row) return row.algorithm == SCOUT and row.ratio and row.branching or nil end)
  return tables.map(groups, function(of)
    local parts = tables.map(of, function(row) return ("%.2f at depth %d"):format(row.ratio, row.depth) end)
    return ("Branching %d: SCOUT examines as many leaves as alpha-beta times %s."):format(of.key, table.concat(parts, ", "))
  end)
end

return {
  seeds = 300,
  points = {
    { branching = 2, depth = 4 }, { branching = 2, depth = 6 }, { branching = 2, depth = 8 }, { branching = 2, depth = 10 },
    { branching = 2, depth = 12 }, { branching = 4, depth = 2 }, { branching = 4, depth = 4 }, { branching = 4, depth = 6 },
  },
  parameters = { "branching", "depth" },
  rows = "depth",
  algorithms = { { label = ALPHABETA }, { label = SCOUT }, { label = NEGASCOUT } },
  run = run,
  published = function(point, entry)
    return entry.label == ALPHABETA and expected.alphabeta(expected.distribution(point.branching, point.depth)) or nil
  end,
  findings = findings,
  quick = { seeds = 10, points = { { branching = 2, depth = 4 }, { branching = 4, depth = 2 } } },
  chart = {
    x = "depth", x_label = "depth, plies", y = "ratio", y_label = "leaves, as against alpha-beta", panels = { "branching" },
    y_least = 0,
  },
}
