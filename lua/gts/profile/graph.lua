--- All positions of a small game, and what follows from them exactly: number, game tree, random play.

local moves = require "gts.moves"
local perft = require "gts.perft"
local session = require "gts.play.session"
local to_move = require "gts.profile.to_move"

local graph = {
  most = 200000,                -- positions of a game that is explored
}

local MOST_STEPS = 3000000      -- of the distribution over positions, ply by ply

-- A node: `count` of moves, `children` (nodes, one for each move), and of an end `winner`: 1 MAX, -1 MIN, 0 neither.

local function node_of(self, position, player)
  local key = perft.key_of(self.of, position)
  if key == nil then return nil end
  local known = self.known[player]
  if not known[key] then
    local node = { position = position, player = player }
    known[key], self[#self + 1] = node, node
  end
  return known[key]
end

-- Returns the side that has won at an end: 1 MAX, -1 MIN, 0 neither.
local function winner_of(of, position)
  local value, middle = session.value_at_end(of, position), session.even(of)
  return value > middle and 1 or value < middle and -1 or 0
end

-- Asks for the successors of a node. Returns why that cannot be.
local function expand(self, node)
  local of = self.of
  local list = to_move.successors(of, node.position, node.player)
  node.count, node.children = #list, {}
  if #list == 0 then node.winner = winner_of(of, node.position) end
  for i, entry in ipairs(list) do
    local child = node_of(self, entry.position, to_move.after(of, entry.position, node.player))
    if not child then return "keys" end
    node.children[i] = child
  end
end

--- Finds all positions. `halt` is called for each position; returns why to stop. Returns nodes, in a list, the start first;
-- `whole`: these are all; `why` not: "many", "keys" (positions that nothing distinguishes), or what `halt` returned.
function graph.explore(of, halt)
  local start, player = moves.start(of), to_move.first(of)
  local self = { of = of, known = { max = {}, min = {} }, whole = false }
  if not node_of(self, start, player) then
    self.why = "keys"
    return self
  end
  local at = 1
  while self[at] and not self.why do
    self.why = expand(self, self[at]) or #self > graph.most and "many"
      or halt and halt() or nil
    at = at + 1
  end
  self.whole = not self.why
  return self
end

-- Returns the nodes so that each comes after those that lead to it; nil if the game goes round in circles.
local function in_order(self)
  local parents, list = {}, { self[1] }
  for _, node in ipairs(self) do
    for _, child in ipairs(node.children) do parents[child] = (parents[child] or 0) + 1 end
  end
  if parents[self[1]] then return nil end
  for i = 1, #self do
    if not list[i] then return nil end
    for _, child in ipairs(list[i].children) do
      parents[child] = parents[child] - 1
      if parents[child] == 0 then list[#list + 1] = child end
    end
  end
  return list
end

--- Returns the nodes of the game tree: the paths from the start, the empty one too. `self`: graph.explore. Or nil: endless.
function graph.tree_size(self)
  local list = in_order(self)
  if not list then return nil end
  local below = {}
  for i = #list, 1, -1 do
    local sum = 1
    for _, child in ipairs(list[i].children) do sum = sum + below[child] end
    below[list[i]] = sum
  end
  return below[list[1]]
end

-- Adds what the positions of a ply bring, and returns the chances of those of the next, and the number of moves.
local function advance(found, chances, ply)
  local following, steps = { nodes = {} }, 0
  for _, node in ipairs(chances.nodes) do
    local chance = chances[node]
    if node.count == 0 then
      found.lengths[ply] = (found.lengths[ply] or 0) + chance
      found.winners[node.winner] = found.winners[node.winner] + chance
    else
      found.positions, found.moves = found.positions + chance, found.moves + chance * node.count
      if node.count == 1 then found.forced = found.forced + chance end
      for _, child in ipairs(node.children) do
        if not following[child] then following.nodes[#following.nodes + 1] = child end
        following[child] = (following[child] or 0) + chance / node.count
      end
      steps = steps + node.count
    end
  end
  return following, steps
end

local function cut(found, chances, ply)
  for _, node in ipairs(chances.nodes) do
    local chance, over = chances[node], node.count == 0
    found.lengths[ply] = (found.lengths[ply] or 0) + chance
    found.winners[over and node.winner or 0] = found.winners[over and node.winner or 0] + chance
    if not over then found.cut = found.cut + chance end
  end
end

--- Follows random play through all positions, ply by ply. `self`: what graph.explore gave, whole; `longest`: moves of a game;
-- `halt` is called for each ply; returns why to stop. Returns a table: lengths (chance of each), winners (chance of 1, -1, 0),
-- positions (a game, before a move), moves (legal ones in these), forced (positions with one move), and cut (chance of a game
-- that `longest` cuts); nil: it takes too long.
function graph.random_play(self, longest, halt)
  local found = { lengths = {}, winners = { [1] = 0, [-1] = 0, [0] = 0 }, positions = 0, moves = 0, forced = 0, cut = 0 }
  local chances, taken = { nodes = { self[1] }, [self[1]] = 1 }, 0
  for ply = 0, longest - 1 do
    local steps
    chances, steps = advance(found, chances, ply)
    if #chances.nodes == 0 then return found end
    taken = taken + steps
    if taken > MOST_STEPS or halt and halt() then return nil end
  end
  cut(found, chances, longest)
  return found
end

return graph
