--- UCT with bounds, and best-first minimax with completion, as their papers have them, on trees as spec/support/trees.lua
-- has them: slow, and apart from the engine. A new position has the value of its list (`value`), so nothing is random.

local reference = {}

local INF = math.huge
local other = { max = "min", min = "max" }

local function new(tree, player)
  local node = { tree = tree, visits = 0, sum = 0, lower = -INF, upper = INF, children = {} }
  if type(tree) == "number" then
    node.lower, node.upper, node.estimate = tree, tree, tree
  else node.player, node.estimate = tree.player or player, tree.value end
  return node
end

local function settled(node) return node.lower >= node.upper end

local function held(node, value) return math.max(node.lower, math.min(node.upper, value)) end

local function dominated(node, child)
  if node.player == "max" then return child.upper <= node.lower end
  return child.lower >= node.upper
end

-- At MAX: lower = max of the children's lower, upper = max of their upper, all children known; MIN mirrored.
local function back_up(node)
  local best = node.player == "max" and math.max or math.min
  local complete = node.complete
  local lower, upper = node.children[1].lower, node.children[1].upper
  for _, child in ipairs(node.children) do lower, upper = best(lower, child.lower), best(upper, child.upper) end
  if complete or node.player == "max" then node.lower = math.max(node.lower, lower) end
  if complete or node.player == "min" then node.upper = math.min(node.upper, upper) end
end

local function next_child(node)
  local child = new(node.tree[#node.children + 1], other[node.player])
  node.children[#node.children + 1] = child
  return child
end

--- The root after a number of iterations of UCT, or when it is settled: visits, sum, lower, upper, children, a list.
function reference.mcts(tree, iterations, exploration)
  local root, least, most = new(tree, "max"), INF, -INF
  local function merit(node, child)
    local part = most > least and (child.estimate - least) / (most - least) or 0.5
    if node.player == "min" then part = 1 - part end
    if most == least then part = 0.5 end
    return part + exploration * math.sqrt(math.log(math.max(node.visits, 1))) / math.sqrt(child.visits)
  end
  for _ = 1, iterations do
    if settled(root) then break end
    local path, node, result = { root }, root, nil
    while not result do
      if settled(node) then result = node.lower
      elseif #node.children < #node.tree then
        node = next_child(node)
        path[#path + 1] = node
        result = node.estimate
        if not settled(node) then least, most = math.min(least, result), math.max(most, result) end
      elseif not node.complete then     -- only who asks for one more knows that there is none
        node.complete = true
        back_up(node)
      else
        local best, its
        for _, child in ipairs(node.children) do
          if not settled(child) and not dominated(node, child) then
            local m = merit(node, child)
            if not best or m > its then best, its = child, m end
          end
        end
        node = best
        path[#path + 1] = node
      end
    end
    if least <= most then result = math.max(least, math.min(most, result)) end
    for i = #path, 1, -1 do
      local at = path[i]
      if #at.children > 0 then back_up(at) end
      result = held(at, result)
      at.visits, at.sum = at.visits + 1, at.sum + result
      at.estimate = settled(at) and at.lower or at.sum / at.visits
    end
  end
  return root
end

--- Like that, of best-first minimax.
function reference.ubfm(tree, iterations)
  local root = new(tree, "max")
  for _ = 1, iterations do
    if settled(root) then break end
    local path, node = { root }, root
    while #node.children > 0 do
      local best
      local sign = node.player == "max" and 1 or -1
      for _, child in ipairs(node.children) do
        if not settled(child) and not dominated(node, child) and (not best or sign * child.estimate > sign * best.estimate
          or child.estimate == best.estimate and child.visits < best.visits) then best = child end
      end
      node = best
      path[#path + 1] = node
    end
    for _ = 1, #node.tree do next_child(node) end
    node.complete = true
    for i = #path, 1, -1 do
      local at = path[i]
      at.visits = at.visits + 1
      back_up(at)
      local value = at.children[1].estimate
      for _, child in ipairs(at.children) do value = (at.player == "max" and math.max or math.min)(value, child.estimate) end
      at.estimate = held(at, value)
    end
  end
  return root
end

return reference
