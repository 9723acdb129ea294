--- How much sooner a search by several threads ends, on a machine with as many processors as one likes.

local make = require "gts.game".make
local random = require "gts.base.random"

local LEAST = 4                 -- plies to go below a node that is worth a mark, as in the engine

-- The tree of a game whose positions are two integers, made as it is needed; a position that is met again is the same node.
local function tree_of(game)
  local nodes, tree = {}, {}
  function tree.node(a, b)
    local name = a .. " " .. b
    nodes[name] = nodes[name] or { a, b }
    return nodes[name]
  end
  function tree.children(node)
    if node.children then return node.children end
    node.children = {}
    local move, a, b = game.next(node[1], node[2])
    while move do
      node.children[#node.children + 1] = tree.node(a, b)
      move, a, b = game.next(node[1], node[2], move)
    end
    return node.children
  end
  function tree.value(node)
    node.value = node.value or game.evaluate(node[1], node[2])
    return node.value
  end
  return tree
end

-- What the threads have in common: what is proved of nodes by plies to go, and how many are at a node.
local function shared()
  local entries, marks = {}, {}
  local function entry(node, left)
    local of = entries[left] or {}
    entries[left] = of
    of[node] = of[node] or { lower = -math.huge, upper = math.huge }
    return of[node]
  end
  local function mark(node, left, more)
    local of = marks[left] or {}
    marks[left] = of
    of[node] = (of[node] or 0) + more
    return of[node]
  end
  return entry, mark
end

local visit

-- The children of a node: those where others are come last.
local function visit_children(t, node, left, sign, alpha, beta, e)
  local children, best, put_off = t.tree.children(node), -math.huge, {}
  local function ask(i, first, may_wait)
    local value
    if first then value = visit(t, children[i], left - 1, -sign, -beta, -alpha)
    else
      value = visit(t, children[i], left - 1, -sign, -alpha - 1e-9, -alpha, may_wait)
      if value and -value > alpha and -value < beta then value = visit(t, children[i], left - 1, -sign, -beta, value) end
    end
    if value and -value > best then
      best = -value
      if best > alpha then alpha, e.move = best, i end
    end
    return value ~= nil
  end
  local first = e.move or 1
  ask(first, true)
  for i = 1, #children do
    if alpha >= beta then return best end
    if i ~= first and not ask(i, false, true) then put_off[#put_off + 1] = i end
  end
  for _, i in ipairs(put_off) do
    if alpha >= beta then return best end
    ask(i, false)
  end
  return best
end

-- Negascout with a table, as the player to move sees it: `sign` is 1 for MAX. nil: the node is deferred.
function visit(t, node, left, sign, alpha, beta, may_wait)
  coroutine.yield()
  if left == 0 or #t.tree.children(node) == 0 then return sign * t.tree.value(node) end
  local e = t.entry(node, left)
  if e.lower >= beta or e.lower == e.upper then return e.lower end
  if e.upper <= alpha then return e.upper end
  local marks = left >= LEAST
  if marks then
    if may_wait and t.mark(node, left, 0) > 0 then return nil end
    t.mark(node, left, 1)
  end
  local a, b = math.max(alpha, e.lower), math.min(beta, e.upper)
  local value = visit_children(t, node, left, sign, a, b, e)
  if value < b then e.upper = math.min(e.upper, value) end
  if value > a then e.lower = math.max(e.lower, value) end
  if marks then t.mark(node, left, -1) end
  return value
end

-- All threads, one visit of each in turn, until the first has its answer: how many turns, and the value.
local function turns(tree, root, depth, count)
  local entry, mark = shared()
  local threads, value = {}, nil
  for i = 1, count do
    local t = { tree = tree, entry = entry, mark = mark }
    threads[i] = coroutine.wrap(function()
      value = visit(t, root, depth, 1, -math.huge, math.huge)
      while true do coroutine.yield(i == 1) end
    end)
  end
  for n = 1, math.huge do
    for i = 1, count do
      if threads[i]() then return n, value end
    end
  end
end

-- The node after four moves, drawn.
local function opening(tree, start, seed)
  local draw, node = random.stream(seed), tree.node(start[1], start[2])
  for _ = 1, 4 do node = tree.children(node)[draw(1, #tree.children(node))] end
  return node
end

local latest                    -- the tree of a seed and depth, and what one thread found in it

local function search_alone(seed, depth)
  if latest and latest.seed == seed and latest.depth == depth then return latest end
  local game = make "connect4"
  local tree = tree_of(game)
  local root = opening(tree, game.start, seed)
  local took, value = turns(tree, root, depth, 1)
  latest = { seed = seed, depth = depth, tree = tree, root = root, took = took, value = value }
  return latest
end

local function run(point, seed)
  local alone = search_alone(seed, point.depth)
  local took, value = turns(alone.tree, alone.root, point.depth, point.threads)
  assert(value == alone.value, "another value")
  return { alone.took / took }
end

return {
  seeds = 5,
  points = { { depth = 8 }, { depth = 10 }, { depth = 12 } },
  over = { { "threads", { 2, 4, 8, 16, 32, 64, 256 } } },
  parameters = { "depth", "threads" },
  rows = "threads",
  algorithms = { { label = "ABDADA" } },
  run = run,
  measures = { "speed-up" },
  quick = { seeds = 1, points = { { depth = 6 } }, over = { { "threads", { 2, 4 } } } },
  chart = { x = "threads", y_label = "times as fast", panels = { "depth" }, log_x = true, log_y = true },
}
