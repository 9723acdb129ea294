--- What is proved of proof-number search and of df-pn, tried on trees by definition: sets of leaves, and no numbers.
-- @module gts.lab.experiments.proof_numbers

local game = require "gts.game"
local proof_sets = require "gts.lab.proof_sets"
local random = require "gts.base.random"
local search = require("gts.search").search
local tree = require("gts.tree").new

local LEAVES = 10               -- of a tree at most: all sets of them are tried

-- Trees of lists.

local function grow(draw, depth)
  if depth == 0 or depth < 3 and draw(1, 4) == 1 then return draw(0, 1), 1 end
  local node, leaves = {}, 0
  for i = 1, draw(1, 3) do
    local count
    node[i], count = grow(draw, depth - 1)
    leaves = leaves + count
  end
  return node, leaves
end

-- A tree with few leaves, but some.
local function tree_of(seed)
  local draw = random.stream(seed << 8)
  while true do
    local made, leaves = grow(draw, 5)
    if leaves > 2 and leaves <= LEAVES then return made end
  end
end

-- The nodes that a search for "at least 1?" develops, in the order of the first time; and its answer.
local function developed_by(id, whole)
  local order, seen = {}, {}
  local r = search(tree(whole), { algorithm = id, goal = 1, bounds = false, trace = function(event)
    if event.kind == "develop" and not seen[event.path] then
      seen[event.path], order[#order + 1] = true, event.path
    end
  end })
  return order, r.lower >= 1
end

-- Claims, on a number of trees. Is each node most-proving at the moment when it is developed?
local function all_most_proving(id, trees)
  return function()
    local nodes, wrong = 0, 0
    for seed = 1, trees do
      local whole, developed = tree_of(seed), {}
      for _, path in ipairs(developed_by(id, whole)) do
        nodes = nodes + 1
        if not proof_sets.most_proving(whole, developed, path) then wrong = wrong + 1 end
        developed[path] = true
      end
    end
    return wrong == 0, ("%d trees, %d nodes developed, %d not most-proving"):format(trees, nodes, wrong)
  end
end

-- Do both give the answer of minimax? Where several nodes are most-proving df-pn stays where it is, and pn takes the leftmost.
local function same_answers(trees)
  return function()
    local right, alike = 0, 0
    for seed = 1, trees do
      local whole = tree_of(seed)
      local answer = search(tree(whole), { algorithm = "minimax" }).value >= 1
      local by_pn, pn_says = developed_by("pn", whole)
      local by_dfpn, dfpn_says = developed_by("dfpn", whole)
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
    { "Both answer as minimax does", where = "Allis et al. 1994; Nagai 2002", check = same_answers(trees) },
    { "A table that is too small costs df-pn time, and not the answer", where = "Kishimoto et al. 2012", check = small_table },
  }
end

return {
  name = "proof-numbers",
  title = "What is proved of proof-number search and df-pn, claim by claim",
  source = "Allis, van der Meulen & van den Herik, Proof-number search, 1994; Nagai 2002; Kishimoto, Winands, Müller & Saito, "
    .. "Game-tree search using proof numbers: the first twenty years, 2012",
  about = [[
A proof set is a set of open nodes that prove the root if all of them are proved; a disproof set disproves it. In an AND/OR
tree that is not settled there is always a node in a smallest set of either kind, and proof and disproof numbers lead to it
without looking at sets: that is what the paper proves. Here the sets are looked at. At each node that a search develops, all
sets of open nodes of the tree so far are tried, on random trees of at most ten leaves, and it is asked whether the node is in
a smallest one of either kind. That a search that goes by another rule fails the test is held by a spec.

Df-pn with a table that forgets nothing develops such nodes only, too. Where several nodes are most-proving the two may
differ: proof-number search takes the leftmost, and df-pn stays where it is.

What came out, with 2,000 trees: all four claims hold; of 11,190 nodes of pn and 11,173 of dfpn none is another. The papers
have no table that can be repeated: theirs are of programs for connect-four, awari, chess and tsume-shogi. PN^2 and PDS-PN are
not in gts.]],
  claims = claims(2000),
  quick = { claims = claims(50) },
}
