--- Nodes of the slow references of searches that estimate, on trees as spec/support/trees.lua has them: bounds as their papers
-- have them, apart from the engine.

local nodes = {}

local INF = math.huge
local other = { max = "min", min = "max" }

--- A node of a tree, where `player` moves if the tree does not say.
function nodes.new(tree, player)
  local node = { tree = tree, visits = 0, sum = 0, lower = -INF, upper = INF, children = {} }
  if type(tree) == "number" then
    node.lower, node.upper, node.estimate = tree, tree, tree
  else node.player, node.estimate = tree.player or player, tree.value end
  return node
end

function nodes.settled(node) return node.lower >= node.upper end

function nodes.held(node, value) return math.max(node.lower, math.min(node.upper, value)) end

function nodes.dominated(node, child)
  if node.player == "max" then return child.upper <= node.lower end
  return child.lower >= node.upper
end

--- At MAX: lower = max of the children's lower, upper = max of their upper, all children known; MIN mirrored.
function nodes.back_up(node)
  local best = node.player == "max" and math.max or math.min
  local complete = node.complete
  local lower, upper = node.children[1].lower, node.children[1].upper
  for _, child in ipairs(node.children) do lower, upper = best(lower, child.lower), best(upper, child.upper) end
  if complete or node.player == "max" then node.lower = math.max(node.lower, lower) end
  if complete or node.player == "min" then node.upper = math.min(node.upper, upper) end
end

--- Makes the next child of a node.
function nodes.next_child(node)
  local child = nodes.new(node.tree[#node.children + 1], other[node.player])
  child.move = #node.children + 1
  node.children[child.move] = child
  return child
end

return nodes
