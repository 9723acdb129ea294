--- The pathology of P-games and its absence in N-games: does a deeper search choose better moves?

local expected = require "gts.experiments.expected"
local moves = require("gts.moves").moves
local random = require "gts.base.random"
local searched = require "gts.experiments.searched"
local tables = require "gts.base.tables"
local tree = require("gts.tree").new

local search = searched.search

local DEPTH = 11                -- of the games: MAX moves first and last
local DEEPEST = DEPTH - 1       -- plies that are looked ahead: the last one tells the truth
local P_GAME, N_GAME = "P-game", "N-game"
local UNIT = 1 << 30

-- Is a leaf won? In a P-game each for itself, by the share that plies keep. In an N-game moves add 1 or -1 at random, to a sum.
local leaves = {
  [P_GAME] = function(draw)
    local most = (1 - expected.balance(2)) * UNIT
    return function() return draw(1, UNIT) <= most end, function() return 0 end
  end,
  [N_GAME] = function(draw)
    return function(sum) return sum > 0 end, function() return 2 * draw(0, 1) - 1 end
  end,
}

-- The tree as nested lists, and how many of its leaves are won. A node is evaluated by their share.
local function nested(won, move, depth, sum)
  if depth == 0 then
    local value = won(sum) and 1 or 0
    return value, value
  end
  local node, count = {}, 0
  for i = 1, 2 do
    local more
    node[i], more = nested(won, move, depth - 1, sum + move())
    count = count + more
  end
  node.value = count / (1 << depth)
  return node, count
end

-- The value of a node by the product rule: as if the shares were probabilities to win, independent of each other.
local function product(node, plies, max)
  if type(node) == "number" then return node end
  if plies == 0 then return node.value end
  local left, right = product(node[1], plies - 1, not max), product(node[2], plies - 1, not max)
  return max and 1 - (1 - left) * (1 - right) or left * right
end

local MINIMAX, PRODUCT = "minimax", "product rule"

local algorithms = searched.by_plies({ MINIMAX, PRODUCT }, 1, DEEPEST)

-- 1: the better move has the greater value; 1/2: the other has the same.
local function right(values, better)
  local good, bad = values[better], values[3 - better]
  return good == bad and 0.5 or good > bad and 1 or 0
end

-- The values of both moves, each by a separate search.
local function minimax(game, list, plies)
  return tables.map(list, function(entry)
    return search(game, { algorithm = "alphabeta", position = entry.position, depth = plies }).value
  end)
end

-- Only trees in which one of the two moves wins and the other loses have something to find.
local function run(point, seed, entries)
  local won, move = leaves[point.game](random.stream(seed))
  local root = nested(won, move, DEPTH, 0)
  local game = tree(root)
  local list, found = moves(game), {}
  local values = minimax(game, list, DEEPEST)
  local better = values[1] > values[2] and 1 or 2
  for i, entry in ipairs(entries) do
    local left = entry.plies - 1
    if values[1] == values[2] then found[i] = false
    elseif entry.label == MINIMAX then found[i] = right(minimax(game, list, left), better)
    else found[i] = right({ product(root[1], left, false), product(root[2], left, false) }, better) end
  end
  return found
end

-- By how much the share of right moves changes from one ply to the deepest search.
local function findings(rows)
  local first = {}
  return tables.collect(rows, function(row)
    local name = row.game .. row.algorithm
    if row.plies == 1 then first[name] = row end
    return row.plies == DEEPEST - 2 and row.mean and ("%s, %s: right in %.3f of all cases one ply ahead, in %.3f %d plies ahead.")
      :format(row.game, row.algorithm, first[name].mean, row.mean, row.plies)
  end)
end

return {
  seeds = 3000,
  over = { game = { P_GAME, N_GAME } },
  algorithms = algorithms,
  run = run,
  columns = { "plies" },
  measures = { "share" },
  shares = true,
  rows = "plies",
  findings = findings,
  quick = { seeds = 20 },
  chart = {
    x = "plies", x_label = "plies looked ahead", y_label = "share of right moves", panels = { "game" }, y_least = 0.5, y_most = 1,
    y_same = true,
  },
}
