--- UCT on random P-games, as the paper that proposed it has it: how often a search fails, by the samples that it has.

local game = require "gts.game"
local playouts = require "gts.playouts"
local search = require("gts.experiments.searched").search
local tables = require "gts.base.tables"

local LARGEST = 127             -- value of a move, from 0
local MOST = { branching = 255, depth = 255, powers = 40 }
local LEVELS = { 0.1, 0.01 }    -- failures that are allowed where samples are counted

-- The game. A position is three integers: a hash of the path; the sum of the moves; and what is left: moves to the end, the
-- branching factor from bit 8 on, MIN to move at bit 16.

local TURN = 1 << 16

local function mix(x)
  x = (x ~ x >> 30) * 0xBF58476D1CE4E5B9
  x = (x ~ x >> 27) * 0x94D049BB133111EB
  return x ~ x >> 31
end

local function child(path, sum, left, move)
  path = mix(path + move * 0x9E3779B97F4A7C15)
  local value = path & LARGEST
  return path, left & TURN == 0 and sum + value or sum - value, left - 1 ~ TURN
end

-- 1, 0 or -1, by the sum.
local function outcome(sum) return sum > 0 and 1 or sum < 0 and -1 or 0 end

local rules = {
  name = "p-game", words = 3, start = { mix(1), 0, 4 | 2 << 8 }, range = { -1, 1 },
  next = function(path, sum, left, move)
    move = (move or 0) + 1
    if left & 0xff == 0 or move > (left >> 8 & 0xff) then return nil end
    return move, child(path, sum, left, move)
  end,
  player = function(_, _, left) return left & TURN == 0 and "max" or "min" end,
  evaluate = function(_, sum) return outcome(sum) end,
}

local made                      -- once

local function p_game()
  made = made or assert(game.make(rules))
  return made
end

local function best_of(values)
  local places = tables.map(values, function(_, i) return i end)
  return tables.best(places, function(a, b) return values[a] > values[b] end)
end

local function check(point)
  for name, least in pairs { branching = 2, depth = 1, powers = 0 } do
    local value = point[name]
    if math.type(value) ~= "integer" or value < least or value > MOST[name] then
      error(("%s is %s: expected a whole number from %d to %d"):format(name, value, least, MOST[name]), 0)
    end
  end
end

-- A tree in which a move is better than another: start, the first position; children, and their values, from alpha-beta.
local function tree_of(point, seed)
  local tree = { start = { mix(seed), 0, point.depth | point.branching << 8 }, children = {}, values = {} }
  local differ = false
  for move = 1, point.branching do
    local path, sum, left = table.unpack(tree.start)
    tree.children[move] = { child(path, sum, left, move) }
    tree.values[move] = search(p_game(), { algorithm = "alphabeta", position = tree.children[move] }).value
    differ = differ or tree.values[move] ~= tree.values[1]
  end
  return differ and tree or tree_of(point, mix(seed))
end

-- UCT as the paper has it: no proofs, UCB1 in all nodes, one node an iteration, and the move with the best mean. A node has
-- visits, the sum of its rewards for the player who moved there, and children.

local function playout(random, path, sum, left)
  for _ = 1, left & 0xff do
    random = random + 0x9E3779B97F4A7C15
    path, sum, left = child(path, sum, left, (mix(random) >> 33) % (left >> 8 & 0xff) + 1)
  end
  return (outcome(sum) + 1) / 2, random
end

local function select(node)
  local log = 2 * math.log(node.visits)
  return best_of(tables.map(node, function(below) return below.sum / below.visits + math.sqrt(log / below.visits) end))
end

-- Each of these returns the move at each number of samples that is wanted, an ascending list.

local function uct(tree, wanted, seed)
  local root, random, moves = { visits = 0, sum = 0 }, seed, {}
  for iteration = 1, wanted[#wanted] do
    local node, trail, path, sum, left = root, { root }, table.unpack(tree.start)
    local new = false
    while left & 0xff > 0 and not new do
      new = #node < #tree.children
      local move = new and #node + 1 or select(node)
      if new then node[move] = { visits = 0, sum = 0 } end
      path, sum, left = child(path, sum, left, move)
      node = node[move]
      trail[#trail + 1] = node
    end
    local reward
    reward, random = playout(random, path, sum, left)
    for i, visited in ipairs(trail) do                     -- at even places MAX has moved there
      visited.visits, visited.sum = visited.visits + 1, visited.sum + (i % 2 == 0 and reward or 1 - reward)
    end
    if iteration == wanted[#moves + 1] then
      moves[#moves + 1] = best_of(tables.map(root, function(below) return below.sum / below.visits end))
    end
  end
  return moves
end

local function mcts(tree, wanted, seed)
  return tables.map(wanted, function(samples)
    return search(p_game(), { algorithm = "mcts", position = tree.start, iterations = samples, seed = seed }).move
  end)
end

-- As many playouts for each move; one without any is not taken.
local function monte_carlo(tree, wanted, seed)
  return tables.map(wanted, function(samples)
    return best_of(tables.map(tree.children, function(position, move)
      local games = (samples + #tree.children - move) // #tree.children
      return games == 0 and -2 or playouts.try(p_game(), { position = position, games = games, seed = seed + move }).mean
    end))
  end)
end

-- From left to right; until it has searched all moves the best of those that it has, else the first. A sample is a leaf.
local function alphabeta(tree, wanted)
  local moves, leaves, best, value = {}, 0, 1, -math.huge
  for move, position in ipairs(tree.children) do
    if value == 1 then break end
    local r = search(p_game(), { algorithm = "alphabeta", position = position, window = { value, math.huge } })
    leaves = leaves + r.stats.leaves
    while wanted[#moves + 1] and wanted[#moves + 1] < leaves do moves[#moves + 1] = best end
    if r.value > value then best, value = move, r.value end
  end
  while #moves < #wanted do moves[#moves + 1] = best end
  return moves
end

local searches = { UCT = uct, mcts = mcts, ["alpha-beta"] = alphabeta, ["Monte-Carlo"] = monte_carlo }

local function algorithms(point)
  check(point)
  local labels = { "UCT", "mcts", "alpha-beta", "Monte-Carlo" }
  return tables.flatten(tables.range(0, point.powers), function(power)
    return tables.map(labels, function(label) return { label = label, samples = 1 << power } end)
  end)
end

local function run(point, seed, entries)
  local tree, moves = tree_of(point, seed), {}
  local value = tree.values[best_of(tree.values)]
  local wanted = tables.range(0, point.powers, function(power) return 1 << power end)
  return tables.map(entries, function(entry)
    local label = entry.label
    moves[label] = moves[label] or searches[label](tree, wanted, seed)
    return tree.values[table.remove(moves[label], 1)] < value and 1 or 0
  end)
end

-- The depths, and for each the samples after which the share of failures is `level` and stays below it: between two numbers of
-- samples that were tried.
local function needed(rows, level)
  local found = {}
  local depths = tables.groups(rows, function(row) return row.depth end)
  for _, of in ipairs(depths) do
    for i, row in ipairs(of) do
      local before = of[i - 1]
      if row.mean > level then found[of.key] = nil
      elseif not found[of.key] then
        local part = before and (before.mean - level) / (before.mean - row.mean) or 1
        found[of.key] = row.samples * 2 ^ (part - 1)
      end
    end
  end
  return tables.map(depths, function(of) return of.key end), found
end

-- The exponent e of B^(e D), by least squares; nil where a depth has no number.
local function exponent(branching, depths, samples)
  local n, x, y, xx, xy = #depths, 0, 0, 0, 0
  for _, depth in ipairs(depths) do
    if not samples[depth] then return nil end
    local log = math.log(samples[depth], branching)
    x, y, xx, xy = x + depth, y + log, xx + depth * depth, xy + depth * log
  end
  return n > 1 and (n * xy - x * y) / (n * xx - x * x) or nil
end

-- In words, for the rows of a search and a branching factor.
local function growth(rows, level)
  local of, depths, samples = rows[1], needed(rows, level)
  local parts = tables.map(depths, function(depth)
    return ("%d: %s"):format(depth, samples[depth] and ("%.0f"):format(samples[depth]) or "never")
  end)
  local power = exponent(of.branching, depths, samples)
  return ("%s, B = %d: samples until %.0f %% fail, by depth: %s%s."):format(of.algorithm, of.branching, 100 * level,
    table.concat(parts, ", "), power and ("; as B^(%.2f D)"):format(power) or "")
end

local function findings(rows)
  return tables.flatten(tables.groups(rows, function(row) return row.branching .. row.algorithm end), function(group)
    return tables.map(LEVELS, function(level) return growth(group, level) end)
  end)
end

return {
  seeds = 100,
  points = {
    { branching = 2, depth = 4, powers = 7 }, { branching = 2, depth = 8, powers = 9 },
    { branching = 2, depth = 12, powers = 11 }, { branching = 2, depth = 16, powers = 13 },
    { branching = 2, depth = 20, powers = 15 }, { branching = 8, depth = 4, powers = 12 },
    { branching = 8, depth = 6, powers = 14 }, { branching = 8, depth = 8, powers = 16 },
  },
  parameters = { "branching", "depth" },
  algorithms = algorithms,
  columns = { "samples" },
  run = run,
  measures = { "failures" },
  rows = "samples",
  findings = findings,
  quick = { seeds = 10, points = { { branching = 2, depth = 4, powers = 8 }, { branching = 8, depth = 4, powers = 10 } } },
  chart = {
    x = "samples", x_label = "samples", y_label = "share of trees with a bad move", panels = { "branching", "depth" },
    log_x = true, y_least = 0,
  },
}
