--- Searches for an opening book: drop-out expansion (Lincke, "Strategies for the automatic construction of opening books",
-- Computers and Games 2000).
--
-- To expand a position is to search each of its successors that the book does not know. The next is the one that is nearest to
-- best play from the start: each move is one step away, and further by as many steps as what it loses is worth. So the lines in
-- which both play well become long, and an opponent leaves the book only by a move that costs something. Neither side is that of
-- the book. A step is the median of what moves lose in the book. Positions that several games have reached come first.
-- @module gts.book.expand

local best = require "gts.best"
local core = require "gts.core"
local game = require "gts.game"
local graph = require "gts.book.graph"
local session = require "gts.play.session"
local tables = require "gts.base.tables"

local expand = {}

local HUGE = math.huge
local SEVERAL = 2               -- games

-- The median of what moves lose that lose something; 1 where none does.
local function step_of(all)
  local losses = {}
  all:upwards(function(node)
    for _, edge in ipairs(node.entry.all and node.edges or {}) do
      local loss = graph.loss(node, edge)
      losses[#losses + 1] = loss and loss > 0 and loss < HUGE and loss or nil
    end
  end)
  table.sort(losses)
  return losses[#losses // 2 + 1] or 1
end

local function is_settled(entry) return entry.lower ~= nil and entry.lower == entry.upper end

--- Sets of each node its `distance`, in steps, to the nearest position that can be expanded, and the edge that leads there.
-- @tparam table all a graph, backed up
-- @tparam number step what a step costs
function expand.rank(all, step)
  all:upwards(function(node)
    node.distance, node.nearest = HUGE, nil
    if is_settled(node.entry) then return end
    if not node.entry.all then
      node.distance = 0
      return
    end
    for _, edge in ipairs(node.edges) do
      local distance = edge.node.ply > node.ply and 1 + graph.loss(node, edge) / step + edge.node.distance
      if distance and distance < node.distance then node.distance, node.nearest = distance, edge end
    end
  end)
end

-- Of the positions that several games have reached the most frequent, then the nearest to the start.
local function most_played(all)
  local most, best_node = SEVERAL - 1, nil
  for ply = 0, #all.levels do
    for _, node in ipairs(all.levels[ply]) do
      local entry = node.entry
      local count = entry.won + entry.drawn + entry.lost
      if count > most and not entry.all and not is_settled(entry) then most, best_node = count, node end
    end
  end
  return best_node
end

-- The position that is expanded next; nil if there is none.
local function next_node(all)
  local node = most_played(all)
  if node then return node end
  node = all.root
  if node.distance == HUGE then return nil end
  while node.nearest do node = node.nearest.node end
  return node
end

-- An estimate to six digits: it deserves no more, and the file is smaller.
local function rounded(value) return math.type(value) == "integer" and value or tonumber(("%.6g"):format(value)) end

-- Enters what a search has found.
local function take(entry, r, range)
  entry.value, entry.depth, entry.distance = rounded(r.value), r.depth, r.distance
  if r.solved or r.selective then                       -- other bounds are those at a horizon
    graph.tighten(entry, (r.solved or r.lower > range[1]) and r.lower, (r.solved or r.upper < range[2]) and r.upper)
  end
  if is_settled(entry) then entry.value, entry.depth = entry.lower, nil end
end

-- Searches a position where this player is to move, and enters what is found. Returns why it was stopped before.
local function search(self, id, position, mover)
  local of = game.with_mover(self.all.game, mover == "min" and "min" or "max")
  local r, wrong = best.try(of, position, self.limits)
  if not r then error(wrong, 0) end
  if r.stopped == "interrupted" then return r.stopped end
  if r.value == nil then error("the limits are too tight: a search has found no value", 0) end
  take(self.all.book:entry(id), r, of.range or { -HUGE, HUGE })
end

-- Expands a node. Returns why it was stopped.
local function grow(self, node)
  local list, entries = self.all:moves_at(node), self.all.book.entries
  if #list == 0 then return search(self, node.id, node.position, node.player) end
  node.edges = {}
  for number, entry in ipairs(list) do
    local known = entries[entry.id]
    local stopped = not (known and known.value) and search(self, entry.id, entry.position, entry.mover)
    if stopped then return stopped end
    self.all:link(node, entry, number)
  end
  node.entry.all = true
end

--- Expands positions.
-- @tparam table of a book
-- @tparam integer count how many
-- @tparam table limits options of gts.best for each search
-- @tparam[opt] function tell called after each with how many are done, and of how many; false stops
-- @treturn string|nil why it ended early: "interrupted", "progress", "solved" (nothing is left to
-- expand: the value of the start is proved)
function expand.run(of, count, limits, tell)
  local all = graph.of(of)
  local self = { all = all, limits = tables.copy(limits, {
    table = session.table_for(of.game, all.root.position, core.table_bytes) }) }
  all:back_up()
  for done = 1, count do
    expand.rank(all, step_of(all))
    local node = next_node(all)
    local stopped = not node and "solved" or grow(self, node)
    if stopped then return stopped end
    all:back_up()
    if tell and tell(done, count) == false then return "progress" end
  end
end

return expand
