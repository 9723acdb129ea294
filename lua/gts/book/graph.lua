--- The graph of an opening book: its positions from the start on, with the moves between them, and what follows for each from
-- those behind it.
--
-- Values are backed up by minimax, as Buro ("Toward opening book learning", 1999) and Lincke ("Strategies for the automatic
-- construction of opening books", Computers and Games 2000) do: the value of a position is that of its best successor, where all
-- are in the book. Proved bounds are backed up wherever they prove something. Each position is ranked by its ply; a move that
-- leads to one of no greater ply, as in games that go round in circles, is left out of account.
-- @module gts.book.graph

local book = require "gts.book"
local game = require "gts.game"
local moves = require "gts.moves"

local graph = {}

local HUGE = math.huge

--- A graph. `root`; `by_id`; `levels`, the nodes of each ply, from 0. A node: id, entry, position, player (to move; false: not
-- known yet), ply, edges. An edge: node, move, name, number.
local Graph = {}
Graph.__index = Graph

local function add_node(self, id, position, player, ply)
  local node = { id = id, entry = self.book:entry(id), position = position, player = player, ply = ply, edges = {} }
  self.by_id[id] = node
  self.levels[ply] = self.levels[ply] or {}
  table.insert(self.levels[ply], node)
  return node
end

--- The game in which the player of a node is to move.
function Graph:game_at(node) return game.with_mover(self.game, node.player == "min" and "min" or "max") end

--- The moves of a node, and the hash of the position behind each: sets its player.
-- @treturn {table,...} see gts.moves; each with `id` and `mover`
function Graph:moves_at(node)
  local list = moves.try(self:game_at(node), node.position)
  node.player = list.player
  for _, entry in ipairs(list) do
    entry.mover = book.mover(self.game, entry.position, list.player)
    entry.id = book.hash(self.game, entry.position, entry.mover)
  end
  return list
end

--- Adds the edge of a move, and its node where it is new.
-- @tparam table node
-- @tparam table entry of moves_at
-- @tparam integer number of the move
-- @treturn table the node behind it
-- @treturn boolean was it new?
function Graph:link(node, entry, number)
  local child = self.by_id[entry.id]
  local is_new = not child
  if is_new then child = add_node(self, entry.id, entry.position, entry.mover, node.ply + 1) end
  node.edges[#node.edges + 1] = { node = child, move = entry.move, name = entry.name, number = number }
  return child, is_new
end

-- May a position have successors in the book?
local function is_inner(node)
  local entry = node.entry
  return node.ply == 0 or entry.all or entry.won + entry.drawn + entry.lost > 0
end

-- Links a node with its successors that are in the book; the new ones come into the queue.
local function open(self, node, queue)
  for number, entry in ipairs(self:moves_at(node)) do
    if self.book.entries[entry.id] then
      local child, is_new = self:link(node, entry, number)
      if is_new then queue[#queue + 1] = child end
    end
  end
end

--- The graph of a book.
-- @tparam table of a book
-- @param[opt] position where it begins, one of the book; default: the start of the game, which enters the book
-- @tparam[opt] string player to move there
-- @treturn table|nil nil if the position is not in the book
function graph.of(of, position, player)
  local self = setmetatable({ book = of, game = of.game, by_id = {}, levels = {} }, Graph)
  local start = position
  if start == nil then start, player = moves.start(of.game), assert(moves.try(of.game)).player end
  local id = book.hash(of.game, start, player)
  if position ~= nil and not of.entries[id] then return nil end
  self.root = add_node(self, id, start, player, 0)
  local queue, at = { self.root }, 1
  while queue[at] do
    if is_inner(queue[at]) then open(self, queue[at], queue) end
    at = at + 1
  end
  return self
end

-- Backing up.

-- The better of two values for a player; either may be nil.
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

--- Notes proved bounds of an entry; the strictest count.
-- @tparam table entry
-- @tparam number|nil lower nil, or false: nothing is proved
-- @tparam number|nil upper
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

-- The best successor by its value, the leftmost of equals.
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

-- A node from its successors.
local function settle(self, node)
  local entry = node.entry
  if #node.edges == 0 then return end
  back_up_bounds(node)
  local edge, value = best_edge(node)
  if entry.all and edge then entry.value, entry.depth = value, depth_of(node, edge) end
  if entry.lower and entry.lower == entry.upper then entry.value, entry.depth = entry.lower, nil
  elseif entry.value then
    entry.value = math.max(entry.lower or -HUGE, math.min(entry.upper or HUGE, entry.value))
  end
  back_up_distance(self, node)
end

--- Calls a function with each node, those of the greatest ply first.
function Graph:upwards(f)
  for ply = #self.levels, 0, -1 do
    for _, node in ipairs(self.levels[ply]) do f(node) end
  end
end

--- Backs all values up to the root.
function Graph:back_up()
  self:upwards(function(node) settle(self, node) end)
end

--- How much a move loses against the best of its node; nil: its value, or that of the best, is not known.
-- @tparam table node
-- @tparam table edge
-- @treturn number|nil
function graph.loss(node, edge)
  local best, value = node.entry.value, edge.node.entry.value
  return best and value and math.abs(best - value)
end

return graph
