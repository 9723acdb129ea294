--- UCT with bounds, and best-first minimax with completion, as their papers have them, on trees as spec/support/trees.lua
-- has them: slow, and apart from the engine. A new position is worth what its list says it is (`value`), so nothing is random.

local reference = {}

local INF = math.huge
local other = { max = "min", min = "max" }

local function new(tree, player)
  local node = { tree = tree, visits = 0, sum = 0, lower = -INF, upper = INF, sons = {} }
  if type(tree) == "number" then
    node.lower, node.upper, node.estimate = tree, tree, tree
  else node.player, node.estimate = tree.player or player, tree.value end
  return node
end

local function settled(node) return node.lower >= node.upper end

local function held(node, value) return math.max(node.lower, math.min(node.upper, value)) end

local function dominated(node, son)
  if node.player == "max" then return son.upper <= node.lower end
  return son.lower >= node.upper
end

-- At MAX: lower = max of the sons' lower, upper = max of their upper, all sons known; MIN mirrored.
local function back_up(node)
  local best = node.player == "max" and math.max or math.min
  local complete = node.complete
  local lower, upper = node.sons[1].lower, node.sons[1].upper
  for _, son in ipairs(node.sons) do lower, upper = best(lower, son.lower), best(upper, son.upper) end
  if complete or node.player == "max" then node.lower = math.max(node.lower, lower) end
  if complete or node.player == "min" then node.upper = math.min(node.upper, upper) end
end

local function next_son(node)
  local son = new(node.tree[#node.sons + 1], other[node.player])
  node.sons[#node.sons + 1] = son
  return son
end

--- The root after so many iterations of UCT, or when it is settled: visits, sum, lower, upper, sons, a list.
function reference.mcts(tree, iterations, exploration)
  local root, least, most = new(tree, "max"), INF, -INF
  local function merit(node, son)
    local part = most > least and (son.estimate - least) / (most - least) or 0.5
    if node.player == "min" then part = 1 - part end
    if most == least then part = 0.5 end
    return part + exploration * math.sqrt(math.log(math.max(node.visits, 1))) / math.sqrt(son.visits)
  end
  for _ = 1, iterations do
    if settled(root) then break end
    local path, node, result = { root }, root, nil
    while not result do
      if settled(node) then result = node.lower
      elseif #node.sons < #node.tree then
        node = next_son(node)
        path[#path + 1] = node
        result = node.estimate
        if not settled(node) then least, most = math.min(least, result), math.max(most, result) end
      elseif not node.complete then     -- only who asks for one more knows that there is none
        node.complete = true
        back_up(node)
      else
        local best, its
        for _, son in ipairs(node.sons) do
          if not settled(son) and not dominated(node, son) then
            local m = merit(node, son)
            if not best or m > its then best, its = son, m end
          end
        end
        node = best
        path[#path + 1] = node
      end
    end
    if least <= most then result = math.max(least, math.min(most, result)) end
    for i = #path, 1, -1 do
      local at = path[i]
      if #at.sons > 0 then back_up(at) end
      result = held(at, result)
      at.visits, at.sum = at.visits + 1, at.sum + result
      at.estimate = settled(at) and at.lower or at.sum / at.visits
    end
  end
  return root
end

--- The same of best-first minimax.
function reference.ubfm(tree, iterations)
  local root = new(tree, "max")
  for _ = 1, iterations do
    if settled(root) then break end
    local path, node = { root }, root
    while #node.sons > 0 do
      local best
      local sign = node.player == "max" and 1 or -1
      for _, son in ipairs(node.sons) do
        if not settled(son) and not dominated(node, son) and (not best or sign * son.estimate > sign * best.estimate
          or son.estimate == best.estimate and son.visits < best.visits) then best = son end
      end
      node = best
      path[#path + 1] = node
    end
    for _ = 1, #node.tree do next_son(node) end
    node.complete = true
    for i = #path, 1, -1 do
      local at = path[i]
      at.visits = at.visits + 1
      back_up(at)
      local value = at.sons[1].estimate
      for _, son in ipairs(at.sons) do value = (at.player == "max" and math.max or math.min)(value, son.estimate) end
      at.estimate = held(at, value)
    end
  end
  return root
end

return reference
