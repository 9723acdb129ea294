--- Searches for an opening book: drop-out expansion (Lincke, Strategies for the automatic construction of opening books, 2000).
-- To expand a position is to search each of its successors that the book does not know. The next is the nearest to best play: a
-- move is one step away, and further by as many steps as its loss is worth. So good lines become long, and an opponent leaves
-- the book only by a bad move. A step is the median loss in the book. Positions that several games have reached come first.

local best = require "gts.best"
local core = require "gts.core"
local game = require "gts.game"
local graph = require "gts.book.graph"
local session = require "gts.play.session"
local tables = require "gts.base.tables"

local expand = {}

local HUGE = math.huge
local SEVERAL = 2               -- games

local function is_settled(entry) return entry.lower ~= nil and entry.lower == entry.upper end

-- What moves lose that lose something. `step`, the median, 1 where none does; their `count`; how many are `less`, and `equal`.
local Losses = {}
Losses.__index = Losses

-- One more (1), or one less (-1), that loses so much.
function Losses:add(loss, sign)
  self.count = self.count + sign
  if loss < self.step then self.less = self.less + sign elseif loss == self.step then self.equal = self.equal + sign end
end

-- Sets what each edge of a node loses: edge.loss, nil where its value is unknown; edge.counted where it counts.
function Losses:set(node)
  for _, edge in ipairs(node.entry.all and node.edges or {}) do
    if edge.counted then self:add(edge.loss, -1) end
    edge.loss = graph.loss(node, edge)
    edge.counted = edge.loss and edge.loss > 0 and edge.loss < HUGE
    if edge.counted then self:add(edge.loss, 1) end
  end
end

-- Finds the median; sorts if it has moved. Returns whether it has.
function Losses:settle(all)
  local middle = self.count // 2 + 1
  if self.less < middle and middle <= self.less + self.equal then return false end
  local list, before = {}, self.step
  for _, nodes in pairs(all.levels) do
    for _, node in ipairs(nodes) do
      for _, edge in ipairs(node.edges) do list[#list + 1] = edge.counted and edge.loss or nil end
    end
  end
  table.sort(list)
  self.step, self.count, self.less, self.equal = list[middle] or 1, 0, 0, 0
  for _, loss in ipairs(list) do self:add(loss, 1) end
  return self.step ~= before
end

-- Sets of a node its `distance`, in steps, to the nearest position to expand, and the edge there. Has that changed?
local function rank(node, step)
  local before = node.distance
  node.distance, node.nearest = HUGE, nil
  if not is_settled(node.entry) and not node.entry.all then node.distance = 0
  elseif not is_settled(node.entry) then
    for _, edge in ipairs(node.edges) do
      local distance = edge.node.ply > node.ply and 1 + edge.loss / step + edge.node.distance
      if distance and distance < node.distance then node.distance, node.nearest = distance, edge end
    end
  end
  return node.distance ~= before
end

-- Backs values up, and ranks the nodes that it concerns.
local function back_up(all, losses)
  local changed = all:back_up()
  for _, node in ipairs(changed) do losses:set(node) end
  if losses:settle(all) then
    changed = {}
    for ply = #all.levels, 0, -1 do table.move(all.levels[ply], 1, #all.levels[ply], #changed + 1, changed) end
  end
  all:upwards(changed, function(node) return rank(node, losses.step) end)
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

local function next_node(all)
  local node = most_played(all)
  if node then return node end
  node = all.root
  if node.distance == HUGE then return nil end
  while node.nearest do node = node.nearest.node end
  return node
end

-- Searches a position where this player is to move, and enters what is found. Returns why it was stopped before.
local function search(self, id, position, mover)
  local of = game.with_mover(self.all.game, mover == "min" and "min" or "max")
  local r, wrong = best.try(of, position, tables.copy(self.limits, { deepen = true }))    -- for a value, not only a move
  if not r then error(wrong, 0) end
  if r.stopped == "interrupted" then return r.stopped end
  if r.value == nil then error("the limits are too tight: a search has found no value", 0) end
  local entry, range = self.all.book:entry(id), of.range or { -HUGE, HUGE }
  entry.value, entry.depth, entry.distance = r.value, r.depth, r.distance
  if math.type(r.value) == "float" then entry.value = tonumber(("%.6g"):format(r.value)) end      -- it deserves no more digits
  if r.solved or r.selective then                       -- other bounds are those at a horizon
    graph.tighten(entry, (r.solved or r.lower > range[1]) and r.lower, (r.solved or r.upper < range[2]) and r.upper)
  end
  if is_settled(entry) then entry.value, entry.depth = entry.lower, nil end
  local node = self.all.by_id[id]
  if node then self.all:touch(node) end
end

-- Expands a node. Returns why it was stopped.
local function grow(self, node)
  local list, entries = self.all:moves_at(node), self.all.book.entries
  if #list == 0 then return search(self, node.id, node.position, node.player) end
  for _, entry in ipairs(list) do
    local known = entries[entry.id]
    local stopped = not (known and known.value) and search(self, entry.id, entry.position, entry.mover)
    if stopped then return stopped end
  end
  self.all:grow(node, list)
  node.entry.all = true
end

--- Expands positions of a book. `count`: how many; `limits`: options of gts.best; `tell`: called after each with how many are
-- done, and of how many; false stops. Returns why it ended early: "interrupted", "progress", "solved" (nothing is left).
function expand.run(of, count, limits, tell)
  local all = graph.of(of)
  local self = { all = all, limits = tables.copy(limits, {
    table = session.table_for(of.game, all.root.position, core.table_bytes) }) }
  local losses = setmetatable({ step = 1, count = 0, less = 0, equal = 0 }, Losses)
  back_up(all, losses)
  for done = 1, count do
    local node = next_node(all)
    local stopped = not node and "solved" or grow(self, node)
    if stopped then return stopped end
    back_up(all, losses)
    if tell and tell(done, count) == false then return "progress" end
  end
end

return expand
