--- Solution trees of a recorded search, as the values that were seen prove them.
--
-- Those of Stockman ("A minimax algorithm better than alpha-beta?", 1979) and of de Bruin & Pijls, "Trends", section 3.

local solution = {}

local INF = math.huge

local solve

-- In a max solution tree a MAX node has all its children, a MIN node one that proves as much as it; in a min solution tree the
-- other way round.
local function choose(node, side, into)
  local at = side == "max" and "upper" or "lower"
  for _, child in ipairs(node.children) do
    if not child.old and child[at] == node[at] then return solve(child, side, into) end
  end
end

function solve(node, side, into)
  if math.abs(node[side == "max" and "upper" or "lower"]) == INF then return end
  into[node.path] = true
  if node.leaf then return end
  if node.player ~= side then return choose(node, side, into) end
  for _, child in ipairs(node.children) do solve(child, side, into) end
end

--- The paths of the nodes of a solution tree of "max" or "min", as a set. `root` is the first node of a recording.
function solution.paths(root, side)
  local into = {}
  solve(root, side, into)
  return into
end

return solution
