--- Best-first minimax with completion, as its papers have it, on trees as spec/support/trees.lua has them: slow, and apart from
-- the engine. A new position has the value of its list (`value`). UCT and its kin: spec/support/mcts_reference.lua.

local nodes = require "spec.support.sampling_nodes"

local reference = {}

local back_up, dominated, held, settled = nodes.back_up, nodes.dominated, nodes.held, nodes.settled

--- The root after a number of iterations, or when it is settled.
function reference.ubfm(tree, iterations)
  local root = nodes.new(tree, "max")
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
    for _ = 1, #node.tree do nodes.next_child(node) end
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
