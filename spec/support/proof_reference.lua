--- Proof numbers as the papers write them, slowly: what the engine's counts are held against. Nothing here calls the engine.
--
-- A node is a table with player, leaf, value and children; in a graph one table may be the child of several.

local reference = {}

local INF = math.huge

local function settled(node, goal) return node.value >= goal and { pn = 0, dn = INF } or { pn = INF, dn = 0 } end

-- The proof and the disproof number of a node whose children have these.
local function back(player, list)
  local least_pn, least_dn, pn, dn = INF, INF, 0, 0
  for _, child in ipairs(list) do
    pn, dn = pn + child.pn, dn + child.dn
    least_pn, least_dn = math.min(least_pn, child.pn), math.min(least_dn, child.dn)
  end
  if player == "max" then return least_pn, dn end
  return pn, least_dn
end

--- Proof-number search (Allis 1994), which begins at the root each time and works out every number above.
-- @treturn boolean the answer
-- @treturn integer nodes created
-- @treturn integer expansions
function reference.pn(root, goal)
  local created, developed = 0, 0
  local function create(node)
    created = created + 1
    local item = node.leaf and settled(node, goal) or { pn = 1, dn = 1 }
    item.node = node
    return item
  end
  local function step(item)
    if item.children then
      local best
      for _, child in ipairs(item.children) do
        local name = item.node.player == "max" and "pn" or "dn"
        if not best or child[name] < best[name] then best = child end
      end
      step(best)
    else
      developed = developed + 1
      item.children = {}
      for i, child in ipairs(item.node.children) do item.children[i] = create(child) end
    end
    item.pn, item.dn = back(item.node.player, item.children)
  end
  local top = create(root)
  while top.pn > 0 and top.dn > 0 do step(top) end
  return top.pn == 0, created, developed
end

--- Df-pn (Nagai 2002), a recursion with a table that forgets nothing.
-- @treturn boolean the answer
-- @treturn integer calls of MID
function reference.dfpn(root, goal)
  local known, calls = {}, 0
  local function look(node)
    if node.leaf then return settled(node, goal) end
    return known[node] or { pn = 1, dn = 1 }
  end
  local function mid(node, limit_pn, limit_dn)
    calls = calls + 1
    while true do
      local list = {}
      for i, child in ipairs(node.children) do list[i] = look(child) end
      local pn, dn = back(node.player, list)
      known[node] = { pn = pn, dn = dn }
      if pn >= limit_pn or dn >= limit_dn then return end
      local name = node.player == "max" and "pn" or "dn"
      local best, second = nil, INF
      for i, child in ipairs(list) do
        if not best then best = i
        elseif child[name] < list[best][name] then best, second = i, list[best][name]
        else second = math.min(second, child[name]) end
      end
      local c = list[best]
      if name == "pn" then mid(node.children[best], math.min(limit_pn, second + 1), limit_dn - dn + c.dn)
      else mid(node.children[best], limit_pn - pn + c.pn, math.min(limit_dn, second + 1)) end
    end
  end
  if root.leaf then return root.value >= goal, 0 end
  mid(root, INF, INF)
  return known[root].pn == 0, calls
end

--- The nodes of an acyclic graph (spec.support.graphs) below position p, one for each position and player.
function reference.graph(graph, p, player, made)
  player, made = player or "max", made or {}
  local name = p .. player
  if made[name] then return made[name] end
  local node = { player = player, value = graph[p].value, leaf = #graph[p].children == 0, children = {} }
  made[name] = node
  for i, child in ipairs(graph[p].children) do
    node.children[i] = reference.graph(graph, child, player == "max" and "min" or "max", made)
  end
  return node
end

return reference
