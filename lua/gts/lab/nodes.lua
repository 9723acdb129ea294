--- What became of each node of a search, as its events tell; and what the values that were seen prove of it.

local nodes = {}

local INF = math.huge

local other = { max = "min", min = "max" }

local NONE = {}                 -- the children and evaluations of those that have none: most nodes are leaves

local function at(list, path)
  local node = list[path]
  if node then return node end
  local parent = path ~= "" and (path:match "^(.*)%.%d+$" or "") or nil
  local above = parent and at(list, parent)
  -- What every node has is stated at once, so that its table need not grow.
  node = { path = path, ply = 0, number = false, parent = above, children = NONE, developed = 0, evaluated = NONE, player = false,
    position = false, leaf = false, epoch = 0, lower = false, upper = false }
  list[path] = node
  if not above then return node end
  node.ply, node.number = above.ply + 1, math.tointeger(path:sub(#parent + (parent == "" and 1 or 2)))
  if above.children == NONE then above.children = {} end
  local children = above.children
  above.mixed = above.mixed or #children > 0 and children[#children].number > node.number or nil
  children[#children + 1] = node
  return node
end

-- A node that is seen again may turn out otherwise.
local function anew(node)
  node.cut, node.cut_value, node.inactive, node.dead, node.table, node.shut = nil, nil, nil, nil, nil, nil
  node.left_by, node.solved_by, node.solved_h = nil, nil, nil
end

local apply = {}

function apply.develop(node, event)
  node.developed = node.developed + 1
  node.leaf, node.left = false, nil
  node.own_lower, node.own_upper = event.lower, event.upper
end

function apply.leaf(node, event, count)
  node.leaf = event.value
  if node.evaluated == NONE then node.evaluated = { count } else node.evaluated[#node.evaluated + 1] = count end
end

function apply.bound(node, event)
  node.shut = true
  node.own_lower, node.own_upper = event.lower, event.upper
end

-- Which bound a cutoff is by: that of the other player, unless what the rules say of the node was enough.
function nodes.cut_by(event, player)
  local value = event.value
  if player == "min" then return event.alpha and value and value > event.alpha and "lower" or "alpha" end
  return event.beta and value and value < event.beta and "upper" or "beta"
end

function apply.cutoff(node, event)
  node.left = true
  node.cut, node.cut_value = nodes.cut_by(event, node.player), event.value
  node.cut_bound = node.cut == "alpha" and event.alpha or node.cut == "beta" and event.beta or nil
end

-- The answer of a table is a bound where it cuts off, else the value.
apply["table"] = function(node, event)
  local value = event.value
  node.table = value
  if not (event.alpha and value <= event.alpha) then node.told_lower = math.max(value, node.told_lower or -INF) end
  if not (event.beta and value >= event.beta) then node.told_upper = math.min(value, node.told_upper or INF) end
end

-- Notes bounds of a node's value that an event states; the strictest count.
local function learn(node, event)
  if event.lower then node.told_lower = math.max(event.lower, node.told_lower or -INF) end
  if event.upper then node.told_upper = math.min(event.upper, node.told_upper or INF) end
end

function apply.update(node, event)
  learn(node, event)
  if event.live ~= false then return end
  node.dead = true
  -- Its own bounds have not met, so what those above it have closes its window.
  local lower, upper = event.lower or -INF, event.upper or INF
  if lower >= upper or not event.alpha then return end
  if upper <= event.alpha then node.left_by, node.left_value, node.left_bound = "alpha", upper, event.alpha
  elseif lower >= event.beta then node.left_by, node.left_value, node.left_bound = "beta", lower, event.beta end
end

-- Stockman's case 1: the parent is solved, and all other states below him are thrown away.
function apply.solved(node, event)
  node.solved = true
  if event.case == 1 and node.parent then node.parent.solved_by, node.parent.solved_h = node, event.merit end
end

function apply.activate(node) node.inactive = nil end

function apply.deactivate(node, event)
  learn(node, event)
  node.inactive, node.deactivated = true, (node.deactivated or 0) + 1
end

local enters = { develop = true, leaf = true, bound = true, table = true }

-- Windows are those with which the node was entered last; a cutoff tells of a later moment.
local function take_window(node, event)
  if enters[event.kind] then
    node.alpha, node.beta = event.alpha, event.beta
    node.test, node.relation = event.test, event.relation
  end
  if event.merit then node.merit = event.merit end
end

-- Numbers the depths of iterative deepening: each begins anew.
local function epochs()
  local epoch, depth = 1, nil
  return function(event)
    if event.kind == "pass" and event.depth then
      if depth and event.depth ~= depth then epoch = epoch + 1 end
      depth = event.depth
    end
    return epoch
  end
end

local function tell(node, event, epoch, count)
  if node.epoch ~= 0 then
    if enters[event.kind] then anew(node) end
    if node.epoch ~= epoch then node.told_lower, node.told_upper, node.leaf = nil, nil, false end
  end
  if event.position ~= nil then node.position = event.position end
  node.epoch = epoch
  -- Later events of a node may tell of the other player's pass, which SSS* and its kin put between two moves of one.
  local known = event.kind == "develop" and event.player or node.player or event.player
  node.player = known or node.parent and other[node.parent.player] or false
  local what = apply[event.kind]
  if what then what(node, event, count) end
  if event.alpha or event.beta or event.merit then take_window(node, event) end
end

--- The nodes of a list of events, by their paths. Each is a table: path; ply; number (among its siblings); parent; children, a
-- list; position; player; developed (how often); evaluated, a list: the how-manieth evaluations of leaves those of this node
-- were; leaf, its value; cut ("alpha", "beta", or "lower", "upper": its own bounds), cut_value, cut_bound; own_lower,
-- own_upper, from the rules; shut (they were enough); table (what a table answered); inactive, deactivated (how often), dead;
-- left_by ("alpha", "beta": why it is dead though its value is not known), left_value, left_bound; solved_by, the child whose
-- solved state solved it, solved_h, with which merit; solved, merit; alpha and beta, the window with which it was entered
-- last, and test and relation, if that was a question; old (only an earlier step of a deepening search has seen it). What is
-- not known is false or nil.
function nodes.of(events)
  local list, count, epoch_of, epoch = {}, 0, epochs(), 1
  for _, event in ipairs(events) do
    local kind = event.kind
    if kind == "pass" then
      epoch = epoch_of(event)
      if event.test then
        local root = at(list, "")                  -- a pass may not enter it
        root.alpha, root.beta, root.test, root.relation = event.alpha, event.beta, event.test, event.relation
      end
    else
      if kind == "leaf" then count = count + 1 end
      tell(at(list, event.path), event, epoch, count)
    end
  end
  at(list, "")
  for _, node in pairs(list) do
    if node.mixed then table.sort(node.children, function(a, b) return a.number < b.number end) end
    if node.epoch < epoch then node.old = true end
  end
  return list
end

-- Returns the bounds of a node itself, infinite at the ends of the game's range.
local function own(node, range)
  if node.leaf then return node.leaf, node.leaf end
  local lower = math.max(node.own_lower or -INF, node.told_lower or -INF)
  local upper = math.min(node.own_upper or INF, node.told_upper or INF)
  if range and lower <= range[1] then lower = -INF end
  if range and upper >= range[2] then upper = INF end
  return lower, upper
end

local prove

-- From the children: at MAX the lower bound needs one of them, the upper bound all; at MIN the other way round.
local function from_children(self, node)
  local lower, upper
  local max, missing = node.player == "max", self:misses(node)
  for _, child in ipairs(node.children) do
    local l, u = prove(self, child)
    if child.old then missing = true
    elseif not lower then lower, upper = l, u
    elseif max then lower, upper = math.max(lower, l), math.max(upper, u)
    else lower, upper = math.min(lower, l), math.min(upper, u) end
  end
  if not lower then return -INF, INF end
  if missing and max then upper = INF elseif missing then lower = -INF end
  return lower, upper
end

function prove(self, node)
  local range = self.game.range
  local lower, upper = own(node, range)
  if #node.children > 0 then
    local l, u = from_children(self, node)      -- a deeper search may have developed a leaf: what is below it is drawn, too
    if node.developed > 0 and not node.leaf then lower, upper = math.max(lower, l), math.min(upper, u) end
  end
  if range and lower >= range[2] then upper = lower elseif range and upper <= range[1] then lower = upper end
  node.lower, node.upper = lower, upper
  return lower, upper
end

--- Gives all nodes of a recording `lower` and `upper`: what leaves seen, answers of a table and bounds of the rules prove.
function nodes.prove(self, list) prove(self, list[""]) end

-- Solution trees, as the values that were seen prove them.

local solve

-- In a max solution tree a MAX node has all its children, a MIN node one that proves as much; in a min one vice versa.
local function choose(node, side, into)
  local bound = side == "max" and "upper" or "lower"
  for _, child in ipairs(node.children) do
    if not child.old and child[bound] == node[bound] then return solve(child, side, into) end
  end
end

function solve(node, side, into)
  if math.abs(node[side == "max" and "upper" or "lower"]) == INF then return end
  into[node.path] = true
  if node.leaf then return end
  if node.player ~= side then return choose(node, side, into) end
  for _, child in ipairs(node.children) do solve(child, side, into) end
end

--- The paths of the nodes of a solution tree of "max" or "min", as a set. `root` is the first node of a recording. The trees are
-- as in Stockman ("A minimax algorithm better than alpha-beta?", 1979) and de Bruin & Pijls, "Trends", section 3.
function nodes.solution(root, side)
  local into = {}
  solve(root, side, into)
  return into
end

return nodes
