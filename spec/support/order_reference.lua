--- Sorted searches by definition: NegaScout without a table (Trends, Fig. 6) that takes all successors of a node, sorts them as
-- the option `order` says (src/search/order.h) and visits them so, on the nodes of spec.support.trees. Nothing here calls the
-- engine.

local trees = require "spec.support.trees"
local window = require "spec.support.window"

local reference = {}

local inf = math.huge

local KILLERS = 2

-- Is `a` better than `b` for the player?
local function better(player, a, b) if player == "max" then return a > b end return a < b end

local function worst(player) return player == "max" and -inf or inf end

-- The next number that is worse for the player.
local function worse(player, value) return player == "max" and window.down(value) or window.up(value) end

-- A search: `depth` its horizon (inf: none), `methods` the list of the option, `leaves` all that were evaluated, in order.
local Search = {}
Search.__index = Search

local function is_leaf(n, depth) return n.leaf or n.ply >= depth end

function Search:evaluate(n)
  self.leaves[#self.leaves + 1] = n.path
  return n.value
end

-- Alpha-beta to its own horizon.
function Search:look(n, alpha, beta, depth)
  if is_leaf(n, depth) then return self:evaluate(n) end
  local best = worst(n.player)
  for _, child in ipairs(n.children) do
    local value = self:look(child, alpha, beta, depth)
    if better(n.player, value, best) then best = value end
    if n.player == "max" then alpha = math.max(alpha, best) else beta = math.min(beta, best) end
    if alpha >= beta then break end
  end
  return best
end

-- What the methods say of a successor: the greater the sooner.
local merits = {}

function merits.killer(s, n, child)
  for i, move in ipairs(s.killers[n.ply] or {}) do if move == child.index then return KILLERS - i + 1 end end
  return 0
end

function merits.history(s, n, child) return s.history[n.player][child.index] or 0 end

function merits.lookahead(s, n, child)
  local plies = s.depth < inf and (s.depth - n.ply) // 4 or math.max(0, 3 - n.ply)
  local value = s:look(child, -inf, inf, math.min(s.depth, child.ply + plies))
  return n.player == "max" and value or -value
end

merits["function"] = function(s, n, child) return s.judge(n, child) end

-- The children of a node as they are visited. One alone is not judged.
function Search:sorted(n)
  local list = {}
  for i, child in ipairs(n.children) do
    list[i] = { child = child }
    for k, method in ipairs(#n.children > 1 and self.methods or {}) do list[i][k] = merits[method](self, n, child) end
  end
  table.sort(list, function(a, b)
    for k = 1, #a do if a[k] ~= b[k] then return a[k] > b[k] end end
    return a.child.index < b.child.index
  end)
  return list
end

-- The successor `child` of `n` cut off the others.
function Search:praise(n, child)
  local killers = self.killers[n.ply] or {}
  self.killers[n.ply] = killers
  if killers[1] ~= child.index then
    table.insert(killers, 1, child.index)
    killers[KILLERS + 1] = nil
  end
  local history = self.history[n.player]
  history[child.index] = (history[child.index] or 0) + (self.depth < inf and 1 << (self.depth - n.ply) or 2)
end

-- A child in the window (alpha, beta): the first as it is, the others by a null window, and once more if they are better.
function Search:child(n, child, alpha, beta, first)
  if first then return self:visit(child, alpha, beta) end
  if n.player == "max" then
    local value = self:visit(child, alpha, window.up(alpha))
    return value > alpha and value < beta and self:visit(child, value, beta) or value
  end
  local value = self:visit(child, window.down(beta), beta)
  return value < beta and value > alpha and self:visit(child, alpha, value) or value
end

function Search:visit(n, alpha, beta)
  if is_leaf(n, self.depth) then return self:evaluate(n) end
  local best = worst(n.player)
  for i, entry in ipairs(self:sorted(n)) do
    local value = self:child(n, entry.child, alpha, beta, i == 1)
    if better(n.player, value, best) then best = value end
    if n.player == "max" then alpha = math.max(alpha, best) else beta = math.min(beta, best) end
    if alpha >= beta then
      self:praise(n, entry.child)
      break
    end
  end
  return best
end

-- The root names the leftmost best move, whatever came first: one left of the best so far is asked whether it is as good, one to
-- the right whether it is better; by a null window first, and if so in what is left of the whole one, for its value.
function Search:root(n)
  local list = self:sorted(n)
  local best, index = self:visit(list[1].child, -inf, inf), list[1].child.index
  for i = 2, #list do
    local child = list[i].child
    local bound = child.index < index and worse(n.player, best) or best
    local value
    if n.player == "max" then value = self:visit(child, bound, window.up(bound))
    else value = self:visit(child, window.down(bound), bound) end
    if better(n.player, value, bound) then
      local from = worse(n.player, value)
      value = n.player == "max" and self:visit(child, from, inf) or n.player == "min" and self:visit(child, -inf, from)
    end
    if better(n.player, value, best) or value == best and child.index < index then best, index = value, child.index end
  end
  return best, index
end

--- Searches a tree that is no leaf and has no bounds.
-- @tparam table tree
-- @tparam {string,...} methods "killer", "history", "lookahead", "function"
-- @tparam[opt] integer depth the horizon
-- @tparam[opt] function judge of a node and its child, for "function"
-- @treturn number the value
-- @treturn integer the leftmost best move
-- @treturn {string,...} the Dewey codes of the leaves that were evaluated, in order
function reference.negascout(tree, methods, depth, judge)
  local s = setmetatable({
    depth = depth or inf, methods = methods, judge = judge, leaves = {}, killers = {}, history = { max = {}, min = {} },
  }, Search)
  local value, move = s:root(trees.nodes(tree)[1])
  return value, move, s.leaves
end

return reference
