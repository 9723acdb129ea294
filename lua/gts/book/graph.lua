--- The graph of an opening book: its positions, the moves between them, and what follows for each from those behind it. Values
-- are backed up by minimax (Buro, "Toward opening book learning", 1999; Lincke, "Strategies for the automatic construction of
-- opening books", Computers and Games 2000), where all successors are in the book, and proved bounds wherever they prove
-- something. A move to a position of no greater ply, as in games that go round in circles, is left out of account.

local book = require "gts.book.book"
local game = require "gts.game"
local moves = require "gts.moves"

local graph = {}

local HUGE = math.huge

--- A graph. `root`; `by_id`; `levels`, the nodes of each ply, from 0; `changed`, the nodes with news since values were backed up.
-- A node: id, entry, position, player (to move; false: not known yet), ply, edges, parents. An edge: node, move, name, number.
local Graph = {}
Graph.__index = Graph

--- Notes that a node, or its entry, has changed.
function Graph:touch(node) self.changed[#self.changed + 1] = node end

local function add_node(self, id, position, player, ply)
  local node = { id = id, entry = self.book:entry(id), position = position, player = player, ply = ply, edges = {},
    parents = {} }
  self.by_id[id] = node
  self:touch(node)
  self.levels[ply] = self.levels[ply] or {}
  table.insert(self.levels[ply], node)
  return node
end

--- The game in which the player of a node is to move.
function Graph:game_at(node) return game.with_mover(self.game, node.player == "min" and "min" or "max") end

--- The moves of a node (see gts.moves), each with the hash `id` of the position behind it, and `mover`: sets its player.
function Graph:moves_at(node)
  local list = moves.try(self:game_at(node), node.position)
  node.player = list.player
  for _, entry in ipairs(list) do
    entry.mover = book.mover(self.game, entry.position, list.player)
    entry.id = book.hash(self.game, entry.position, entry.mover)
  end
  return list
end

-- May a position have successors in the book?
local function is_inner(node)
  local entry = node.entry
  return node.ply == 0 or entry.all or entry.won + entry.drawn + entry.lost > 0
end

-- Links a node with those of these successors that are in the book; the new ones come into the queue.
local function open(self, node, list, queue)
  for number, entry in ipairs(list) do
    if self.book.entries[entry.id] then
      local child = self.by_id[entry.id]
      if not child then
        child = add_node(self, entry.id, entry.position, entry.mover, node.ply + 1)
        queue[#queue + 1] = child
      end
      node.edges[#node.edges + 1] = { node = child, move = entry.move, name = entry.name, number = number }
      child.parents[#child.parents + 1] = node
    end
  end
end

--- Links a node anew with its successors in the book, and new ones with theirs. `list` of moves_at, if known.
function Graph:grow(node, list)
  local queue, at = { node }, 1
  node.edges = {}
  self:touch(node)
  while queue[at] do
    if at == 1 or is_inner(queue[at]) then open(self, queue[at], at == 1 and list or self:moves_at(queue[at]), queue) end
    at = at + 1
  end
end

--- The graph of a book. `of`: a book; `position`: where it begins, one of the book; default: the start of the game, which enters
-- the book; `player` to move there. Returns nil if the position is not in the book.
function graph.of(of, position, player)
  local self = setmetatable({ book = of, game = of.game, by_id = {}, levels = {}, changed = {} }, Graph)
  local start = position
  if start == nil then start, player = moves.start(of.game), assert(moves.try(of.game)).player end
  local id = book.hash(of.game, start, player)
  if position ~= nil and not of.entries[id] then return nil end
  self.root = add_node(self, id, start, player, 0)
  self:grow(self.root)
  return self
end

local function better(player, a, b)
  if a == nil or b == nil then return a or b end
  return (player == "max" and math.max or math.min)(a, b)
end

-- The worse bound that all successors keep: nil if one has none.
local function bound_of_all(node, name)
  local worst
  for _, edge in ipairs(node.edges) do
    local bound = edge.node.ply > node.ply and edge.node.entry[name]
    if not bound then return nil end
    worst = better(node.player, worst, bound)
  end
  return worst
end

--- Notes proved bounds of an entry; the strictest count. nil, or false: nothing is proved.
function graph.tighten(entry, lower, upper)
  if lower then entry.lower = math.max(lower, entry.lower or -HUGE) end
  if upper then entry.upper = math.min(upper, entry.upper or HUGE) end
end

-- What is proved of the successors proves something of the node.
local function back_up_bounds(node)
  local entry, own, from_all = node.entry, node.player == "max" and "lower" or "upper", nil
  local best
  for _, edge in ipairs(node.edges) do
    local bound = edge.node.ply > node.ply and edge.node.entry[own]
    if bound then best = better(node.player, best, bound) end
  end
  if entry.all then from_all = bound_of_all(node, own == "lower" and "upper" or "lower") end
  if own == "lower" then graph.tighten(entry, best, from_all) else graph.tighten(entry, from_all, best) end
end

local function best_edge(node)
  local best, most
  for _, edge in ipairs(node.edges) do
    local value = edge.node.ply > node.ply and edge.node.entry.value
    if value and (not best or value ~= most and better(node.player, value, most) == value) then best, most = edge, value end
  end
  return best, most
end

-- The plies to the end of a game that is proved to be won: the least that a winner has, the most that a loser has. Nothing
-- follows where a move that may be quicker is not proved to be worse, or its distance is not known.
local function back_up_distance(self, node)
  local entry, range = node.entry, self.game.range
  if not range or not entry.all or not entry.lower or entry.lower ~= entry.upper then return end
  local wins = entry.lower == range[node.player == "max" and 2 or 1]
  if not wins and entry.lower ~= range[node.player == "max" and 1 or 2] then return end
  local plies
  for _, edge in ipairs(node.edges) do
    local child = edge.node.entry
    local equal = child.lower == entry.lower and child.upper == entry.upper
    if equal and not child.distance or not child.lower or child.lower ~= child.upper then return end
    if equal then plies = (wins and math.min or math.max)(plies or child.distance, child.distance) end
  end
  entry.distance = plies and plies + 1 or entry.distance
end

-- How far the searches have looked behind the value of a node: its best line, or where that is proved, the others.
local function depth_of(node, best)
  local depth = best.node.entry.depth
  for _, edge in ipairs(not depth and node.edges or {}) do
    local other = edge.node.entry.depth
    depth = other and math.min(other, depth or other) or depth
  end
  return depth and depth + 1
end

-- A node from its successors. Returns whether something of its entry has changed.
local function settle(self, node)
  if #node.edges == 0 then return false end
  local entry = node.entry
  local value, depth, distance, lower, upper = entry.value, entry.depth, entry.distance, entry.lower, entry.upper
  back_up_bounds(node)
  local edge, best = best_edge(node)
  if entry.all and edge then entry.value, entry.depth = best, depth_of(node, edge) end
  if entry.lower and entry.lower == entry.upper then entry.value, entry.depth = entry.lower, nil
  elseif entry.value then
    entry.value = math.max(entry.lower or -HUGE, math.min(entry.upper or HUGE, entry.value))
  end
  back_up_distance(self, node)
  return value ~= entry.value or depth ~= entry.depth or distance ~= entry.distance or lower ~= entry.lower
    or upper ~= entry.upper
end

--- Calls a function with nodes, the greatest ply first, and with the parents of those for which it returns true; each
-- once. Returns all for which it has been called; parents that are no nearer to the start, for which it has not.
function Graph:upwards(list, f)
  local levels, known, forced, done, late = {}, {}, {}, {}, {}
  local function add(node)
    if known[node] then return end
    known[node], levels[node.ply] = true, levels[node.ply] or {}
    table.insert(levels[node.ply], node)
  end
  for _, node in ipairs(list) do
    forced[node] = true
    add(node)
  end
  for ply = #self.levels, 0, -1 do
    for _, node in ipairs(levels[ply] or {}) do
      done[#done + 1] = node
      local passes = f(node)
      for _, parent in ipairs((passes or forced[node]) and node.parents or {}) do
        if parent.ply < ply then add(parent) else late[#late + 1] = parent end
      end
    end
  end
  return done, late
end

--- Backs values up to the root from what has changed. Returns the nodes whose entry, or that of a successor, may be another.
function Graph:back_up()
  local done, late = self:upwards(self.changed, function(node) return settle(self, node) end)
  self.changed = late
  return table.move(late, 1, #late, #done + 1, done)
end

--- How much a move loses against the best of its node; nil: its value, or that of the best, is not known.
function graph.loss(node, edge)
  local best, value = node.entry.value, edge.node.entry.value
  return best and value and math.abs(best - value)
end

return graph
