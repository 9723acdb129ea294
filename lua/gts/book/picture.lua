--- The picture of an opening book: a tree of its positions, as many as fit. See gts.lab.picture for what a picture is. What is
-- shown first is the line of best play, then what leaves it by the second best moves, and so on: a position is as far away as
-- the moves that lead to it, a move one ply, and four more for each better move beside it.

local graph = require "gts.book.graph"
local result = require "gts.show.result"
local session = require "gts.play.session"
local show = require "gts.show.text"

local picture = {}

local MOST = 2000               -- positions that are tried
local WORSE = 4                 -- plies that a better move beside one counts for

-- What is drawn. `graph`; `letters` of a name; `show`, positions in the nodes; `marks`.
local Drawing = {}
Drawing.__index = Drawing

local function games(entry) return entry.won + entry.drawn + entry.lost end

-- The edges of a node, each position once: moves to an image of it are named with the first.
local function single_edges(node)
  local list, first = {}, {}
  for _, edge in ipairs(node.edges) do
    local known = first[edge.node]
    if known then known.names = known.names .. " " .. edge.name
    else
      edge.names, first[edge.node] = edge.name, edge
      list[#list + 1] = edge
    end
  end
  return list
end

-- The best edges first: those that lose least, then those that were played most.
local function ranked(node, list, best)
  local order = {}
  for i, edge in ipairs(list) do
    edge.best = edge.number == best
    order[edge] = { edge.best and -1 or graph.loss(node, edge) or math.huge, -games(edge.node.entry), i }
  end
  table.sort(list, function(a, b)
    local x, y = order[a], order[b]
    for i = 1, 2 do
      if x[i] ~= y[i] then return x[i] < y[i] end
    end
    return x[3] < y[3]
  end)
  return list
end

-- Adds the places behind one to those of their distances.
local function open(self, place, at, by_distance)
  local node = place.node
  local best = place.pv and not place.again and self.book:find(self.graph:game_at(node), node.position)         -- on its line
  place.edges = place.again and {} or ranked(node, single_edges(node), best and best.number or false)
  for rank, edge in ipairs(place.edges) do
    local distance = at + 1 + WORSE * (rank - 1)
    by_distance[distance] = by_distance[distance] or {}
    table.insert(by_distance[distance], { node = edge.node, edge = edge, parent = place, pv = place.pv and edge.best,
      path = place.path == "" and tostring(edge.number) or place.path .. "." .. edge.number })
    by_distance.last = math.max(by_distance.last, distance)
  end
end

-- Places of the tree in the order of showing: node, edge, parent (a place), path, pv, edges, `again` where it stands already.
local function places_from(self, top)
  local by_distance, list, seen, at = { [0] = { { node = top, path = "", pv = true } }, last = 0 }, {}, {}, 0
  while at <= by_distance.last and #list < MOST do
    for _, place in ipairs(by_distance[at] or {}) do
      list[#list + 1] = place
      place.again, seen[place.node] = seen[place.node], true
      open(self, place, at, by_distance)
    end
    at = at + 1
  end
  return list
end

local function weight(node)
  local seen, count, list = { [node] = true }, 0, { node }
  while #list > 0 do
    for _, edge in ipairs(table.remove(list).edges) do
      if not seen[edge.node] then
        seen[edge.node], count = true, count + 1
        list[#list + 1] = edge.node
      end
    end
  end
  return count
end

local function note(self, mark) self.marks[mark] = true end

local function tags_of(node, again)
  local entry, tags = node.entry, {}
  if entry.lower and entry.lower == entry.upper then
    tags[1] = entry.distance and ("proved, %d"):format(entry.distance) or "proved"
  elseif entry.value and entry.depth then tags[1] = ("depth %d"):format(entry.depth) end
  if entry.won + entry.drawn + entry.lost > 0 then
    tags[#tags + 1] = ("+%d =%d -%d"):format(entry.won, entry.drawn, entry.lost)
  end
  if again then tags[#tags + 1] = "see elsewhere" end
  return tags
end

local function item_of(self, place)
  local node = place.node
  if node.player ~= "max" and node.player ~= "min" then self.graph:moves_at(node) end
  local value = node.entry.value
  local item = { kind = "inner", path = place.path, ply = node.ply, player = node.player, pv = place.pv or nil,
    move = place.edge and show.clip(place.edge.names, self.letters), value = value and show.number(value),
    tags = tags_of(node, place.again), shown = self.show and show.lines(self.book.game, node.position, self.letters) or nil }
  note(self, node.player)
  if item.pv then note(self, "pv") end
  if item.move then note(self, "move") end
  return item
end

local function more(self, place, count)
  note(self, "more")
  return { kind = "more", of = "seen", path = place.path .. ".0", ply = place.node.ply + 1, count = count, leaves = 0,
    nodes = count, tags = {} }
end

local function build(self, places, count)
  self.marks = {}
  local items = {}
  for i = 1, count do
    local place = places[i]
    local item = item_of(self, place)
    items[place] = item
    local above = place.parent and items[place.parent]
    if above then
      above.children = above.children or {}
      above.children[#above.children + 1], item.number = item, place.edge.number
    end
  end
  for place, item in pairs(items) do
    local edges = #place.edges
    if item.children then
      table.sort(item.children, function(a, b) return a.number < b.number end)
      if edges > #item.children then table.insert(item.children, more(self, place, edges - #item.children)) end
    elseif edges > 0 then
      item.folded = { nodes = weight(place.node), leaves = 0 }
      note(self, "folded")
    end
  end
  return items[places[1]]
end

-- As many places as fit: they are tried by halving.
local function fold(self, places, fits)
  local low, high = 1, #places
  while fits and low < high do
    local middle = (low + high + 1) // 2
    if fits(build(self, places, middle)) then low = middle else high = middle - 1 end
  end
  return build(self, places, fits and low or high), fits and low or high
end

-- The graph behind some moves; nil and what is wrong with them.
local function graph_behind(of, text)
  if not text then return graph.of(of) end
  local s = session.new(of.game)
  local wrong = s:replay(text)
  if wrong then return nil, wrong end
  local all = graph.of(of, s.position, s.player)
  if all then return all end
  return nil, ("the book has no position behind the moves '%s'"):format(text)
end

--- The picture of a book. `fits`, a function of an item: can so much be shown? nil: all is shown; `given`: root (moves to the
-- position on top), show (positions stand in the nodes), letters (of names; nil: all). Error: the book lacks the root.
function picture.of(of, fits, given)
  local all, wrong = graph_behind(of, given.root)
  if not all then return nil, wrong end
  local self = setmetatable({ book = of, graph = all, show = given.show, letters = given.letters or math.huge }, Drawing)
  local root, shown = fold(self, places_from(self, all.root), fits)
  local hidden = weight(all.root) + 1 - shown
  return { root = root, marks = self.marks, title = ("opening book of %s%s"):format(of.game.name,
      given.root and ", behind " .. given.root or ""),
    facts = ("%s; values and the depths behind them, or plies to the end; +1 =2 -3: games won by MAX, drawn, lost"):format(
      result.counted(of.positions, "position")),
    left_out = hidden > 0 and ("Not shown: %s"):format(result.counted(hidden, "position")) or nil }
end

return picture
