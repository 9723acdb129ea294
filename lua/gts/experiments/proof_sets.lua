--- Proof and disproof sets of partly developed graphs, by definition (Allis, van der Meulen and van den Herik, Artificial
-- Intelligence 66, 1994): sets of open nodes that prove the root if all of them are proved, or disprove it if all are disproved.

local proof_sets = {}

-- What a search knows is the part of the graph that is developed. A leaf of that part is a leaf of the game, or it is open; each
-- open one has a bit. Returns a function that says whether the root is proved, if the open nodes of a set are, and no others; the
-- number of open nodes; and their bits, by node.
local function part_of(graph, developed)
  local bits, count, known = {}, 0, {}
  local value
  local function make(node, max)
    local children = graph.children(node)
    if not children then
      local proved = graph.proved(node)
      return function() return proved end
    end
    if not developed[node] then
      local bit = 1 << count
      bits[node], count = bit, count + 1
      return function(set) return set & bit ~= 0 end
    end
    local parts = {}
    for i, child in ipairs(children) do parts[i] = value(child, not max) end
    return function(set)
      for _, part in ipairs(parts) do
        if part(set) == max then return max end
      end
      return not max
    end
  end
  function value(node, max)
    known[node] = known[node] or make(node, max)
    return known[node]
  end
  return value(graph.root, true), count, bits
end

local function size(set)
  local n = 0
  while set ~= 0 do n, set = n + 1, set & set - 1 end
  return n
end

--- Is an open node in a smallest set of open nodes that proves, and in a smallest that disproves? All sets are tried: with n open
-- nodes 2^n. `graph`: acyclic, MAX and MIN in turn, MAX first, a node always with the same player: root, a node, which may be
-- any value; children, a function of a node, its list, or nil at a leaf; proved, a function of a leaf, true or false;
-- `developed`: a set of nodes: all above the open node are in it; `open`: the node.
function proof_sets.most_proving(graph, developed, open)
  local proved, count, bits = part_of(graph, developed)
  local all, bit = (1 << count) - 1, bits[open]
  local least, with = { math.huge, math.huge }, { math.huge, math.huge }
  for set = 0, all do
    for side = 1, 2 do
      local does = side == 1 and proved(set) or side == 2 and not proved(all ~ set)
      if does then
        local n = size(set)
        least[side] = math.min(least[side], n)
        if set & bit ~= 0 then with[side] = math.min(with[side], n) end
      end
    end
  end
  return least[1] == with[1] and least[2] == with[2]
end

return proof_sets
