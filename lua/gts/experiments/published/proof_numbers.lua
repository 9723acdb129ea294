--- What is proved of proof-number search and of df-pn, tried on trees and graphs by definition: sets of leaves, and no numbers.

local game = require "gts.game"
local proof_sets = require "gts.experiments.proof_sets"
local random = require "gts.base.random"
local search = require("gts.experiments.searched").search

local PLIES, CHILDREN = 5, 3    -- of a tree or graph, at most
local LEAVES = 10               -- of a tree, at most: all sets of them are tried

-- Trees and graphs. Positions are numbers, from 1; lists has the children of each, or false, and won the leaves that are.

-- Adds a position with what is below it. Where positions are shared, one of each ply may be met again.
local function grow(made, draw, ply, layers)
  local p = #made.lists + 1
  made.lists[p] = false
  if ply == PLIES or ply > 2 and draw(1, 4) == 1 then
    made.won[p], made.leaves = draw(0, 1) == 1, made.leaves + 1
    return p
  end
  local children = {}
  for i = 1, draw(1, CHILDREN) do
    local layer = layers and layers[ply + 1]
    local known = layer and #layer == CHILDREN and layer[draw(1, CHILDREN)]
    children[i] = known or grow(made, draw, ply + 1, layers)
    if layer and not known then layer[#layer + 1] = children[i] end
  end
  made.lists[p] = children
  return p
end

-- One with few leaves, but some: its rules, and what gts.experiments.proof_sets asks of it.
local function made_of(seed, shared)
  local draw = random.stream(seed << 8)
  local made
  repeat
    made = { lists = {}, won = {}, leaves = 0 }
    local layers = shared and {} or nil
    for ply = 1, shared and PLIES or 0 do layers[ply] = {} end
    grow(made, draw, 0, layers)
  until made.leaves > 2 and made.leaves <= LEAVES
  local lists, won = made.lists, made.won
  local rules = {
    name = "drawn", start = 1, successors = function(p) return lists[p] or {} end,
    evaluate = function(p) return won[p] and 1 or 0 end,
  }
  return assert(game.make(rules)), {
    root = 1, children = function(p) return lists[p] or nil end, proved = function(p) return won[p] end,
  }
end

-- The positions that a search for "at least 1?" develops, in the order of the first time; and its answer.
local function developed_by(id, of)
  local order, seen = {}, {}
  local r = search(of, { algorithm = id, goal = 1, bounds = false, trace = function(event)
    if event.kind == "develop" and not seen[event.position] then
      seen[event.position], order[#order + 1] = true, event.position
    end
  end })
  return order, r.lower >= 1
end

-- Claims, on a number of trees or graphs.

-- Returns the number of positions that are developed, and of those that are not most-proving at that moment.
local function count(id, trees, shared)
  local positions, wrong = 0, 0
  for seed = 1, trees do
    local of, graph = made_of(seed, shared)
    local developed = {}
    for _, p in ipairs(developed_by(id, of)) do
      positions = positions + 1
      if not proof_sets.most_proving(graph, developed, p) then wrong = wrong + 1 end
      developed[p] = true
    end
  end
  return positions, wrong
end

local COUNTED = "%d trees, %d nodes developed, %d not most-proving"

local function all_most_proving(id, trees)
  return function()
    local positions, wrong = count(id, trees)
    return wrong == 0, COUNTED:format(trees, positions, wrong)
  end
end

-- Does df-pn develop others, where several paths lead to a position?
local function others_in_graphs(trees)
  return function()
    local positions, wrong = count("dfpn", trees, true)
    return wrong > 0, COUNTED:gsub("trees", "graphs"):format(trees, positions, wrong)
  end
end

-- Do both give the answer of minimax? Where several nodes are most-proving df-pn stays where it is, and pn takes the leftmost.
local function same_answers(trees)
  return function()
    local right, alike = 0, 0
    for seed = 1, trees do
      local of = made_of(seed)
      local answer = search(of, { algorithm = "minimax" }).value >= 1
      local by_pn, pn_says = developed_by("pn", of)
      local by_dfpn, dfpn_says = developed_by("dfpn", of)
      if pn_says == answer and dfpn_says == answer then right = right + 1 end
      if table.concat(by_pn, " ") == table.concat(by_dfpn, " ") then alike = alike + 1 end
    end
    return right == trees, ("%d of %d answers; the same nodes in the same order in %d"):format(right, trees, alike)
  end
end

local SMALL, LARGE = 1 << 12, 1 << 24           -- bytes

local function small_table()
  local of, counts, values = game.make "tictactoe", {}, {}
  for i, bytes in ipairs { SMALL, LARGE } do
    local r = search(of, { algorithm = "dfpn", goal = 1, table = bytes })
    counts[i], values[i] = r.stats.developed, r.upper
  end
  return counts[1] > counts[2] and values[1] == 0 and values[2] == 0,
    ("tic-tac-toe, won? No: %d nodes developed with %d bytes, %d with %d"):format(counts[1], SMALL, counts[2], LARGE)
end

local MOST_PROVING = "Proof-number search always develops a most-proving node: one in a smallest set of leaves that proves and "
  .. "in a smallest that disproves"

local function claims(trees)
  return {
    { MOST_PROVING, where = "Allis et al. 1994", check = all_most_proving("pn", trees) },
    { "So does df-pn in a tree, with a table that forgets nothing", where = "Nagai 2002",
      check = all_most_proving("dfpn", trees) },
    { "In a graph sums count positions twice, and df-pn develops others, too", where = "Schijf, Allis & Uiterwijk 1994",
      check = others_in_graphs(trees) },
    { "Both answer as minimax does", where = "Allis et al. 1994; Nagai 2002", check = same_answers(trees) },
    { "A table that is too small costs df-pn time, and not the answer", where = "Kishimoto et al. 2012", check = small_table },
  }
end

return { claims = claims(2000), quick = { claims = claims(50) } }
