-- The framework of Pijls & de Bruin, and what it is compared with, as plainly as it can be written: bounds are computed from
-- their definition whenever they are asked for, and nothing is remembered that could be wrong. Nothing here calls the engine.
--
-- Every algorithm is given the root, a node of trees.nodes, and gives what it proved and the Dewey codes of the nodes that
-- it developed (a leaf is developed by evaluating it), in order.

local reference = {}

local max, min, huge = math.max, math.min, math.huge

local function own_bounds(n)
  if n.leaf then return n.value, n.value end
  return n.lower or -huge, n.upper or huge
end

-- A search tree. `developed[n]` says that n was developed, `known[n]` what a local search of n has proved.
local function new_tree(root, lower, upper)
  return { root = root, lower = lower, upper = upper, developed = {}, known = {} }
end

--- Definition 1.1: Lb and Ub of a node.
local function bounds(tree, n)
  local known = tree.known[n]
  if known then return known[1], known[2] end
  if not tree.developed[n] then return -huge, huge end
  if n.leaf then return n.value, n.value end
  local pick = n.player == "max" and max or min
  local lower, upper
  for _, c in ipairs(n.children) do
    local l, u = bounds(tree, c)
    lower, upper = lower and pick(lower, l) or l, upper and pick(upper, u) or u
  end
  local l, u = own_bounds(n)
  return max(l, lower), min(u, upper)
end
reference.bounds = bounds

--- Definition 3.1: the script L and U of a node.
local function window(tree, n)
  local lower, upper = bounds(tree, n)
  if n == tree.root then return max(tree.lower, lower), min(tree.upper, upper) end
  local l, u = window(tree, n.parent)
  return max(l, lower), min(u, upper)
end
reference.window = window

local function live(tree, n)
  local l, u = window(tree, n)
  return l < u
end

local function is_open(tree, n) return not tree.developed[n] and not tree.known[n] end
reference.is_open = is_open

-- Section 4: may the path go from p to its live child c?
local function same_upper(tree, p, c) return select(2, window(tree, c)) == select(2, window(tree, p)) end
local function same_lower(tree, p, c) return (window(tree, c)) == (window(tree, p)) end
local allows = {
  leftmost = function() return true end,
  max = same_upper,
  min = same_lower,
  hstar = function(tree, p, c) return (p.player == "max" and same_upper or same_lower)(tree, p, c) end,
}

-- A rule is one of these names, or a function that is given the tree, a node and its live children.
local function choose(tree, p, rule)
  local children = {}
  for _, c in ipairs(p.children) do if live(tree, c) then children[#children + 1] = c end end
  if type(rule) == "function" then return rule(tree, p, children) end
  for _, c in ipairs(children) do if allows[rule](tree, p, c) then return c end end
  error("no live child obeys the rule")
end

local function rsearch(root, rule, pseudo, lower, upper, order)
  local tree = new_tree(root, lower, upper)
  local function develop(n)
    tree.developed[n] = true
    order[#order + 1] = n.path
  end
  develop(root)
  while live(tree, root) do
    local p = root
    while not is_open(tree, p) do p = choose(tree, p, rule) end
    if pseudo(p) then
      local l, u = window(tree, p)
      tree.known[p] = { rsearch(p, rule, pseudo, l, u, order) }
    else develop(p) end
  end
  return bounds(tree, root)
end

local function never() return false end

--- Rsearch (Fig. 4); Gsearch if nothing is pseudo. Returns the list of developed nodes, Lb and Ub of the root.
function reference.rsearch(root, rule, pseudo, lower, upper)
  local order = {}
  local l, u = rsearch(root, rule, pseudo or never, lower or -huge, upper or huge, order)
  return order, l, u
end

--- Maxsearch (Figs 6 to 8, repaired). Returns the list of developed nodes, Lb and Ub of the root.
function reference.maxsearch(root, pseudo, lower0, upper0)
  pseudo = pseudo or never
  local order, Lb, Ub = {}, {}, {}
  local expand, diminish

  local function develop(n)
    order[#order + 1] = n.path
    Lb[n], Ub[n] = own_bounds(n)
  end

  local function back(n)
    if not n.leaf then
      local pick, lower, upper = n.player == "max" and max or min, nil, nil
      for _, c in ipairs(n.children) do
        local l, u = Lb[c] or -huge, Ub[c] or huge
        lower, upper = lower and pick(lower, l) or l, upper and pick(upper, u) or u
      end
      local L, U = own_bounds(n)
      Lb[n], Ub[n] = max(L, lower), min(U, upper)
    end
    return Lb[n], Ub[n]
  end

  local function forget(n)
    for _, c in ipairs(n.children) do
      Lb[c], Ub[c] = nil, nil
      forget(c)
    end
  end

  local function maxsearch(n, lower, upper)
    develop(n)
    if max(lower, Lb[n]) >= min(upper, Ub[n]) then return Lb[n], Ub[n] end
    upper = min(upper, Ub[n])
    local lb, ub = diminish(n, lower, upper)
    while ub > lb and ub > lower and lb < upper do
      upper = ub
      lb, ub = diminish(n, lower, upper)
    end
    return lb, ub
  end

  function expand(n, lower, upper)
    if pseudo(n) then
      local lb, ub = maxsearch(n, lower, upper)
      forget(n)
      Lb[n], Ub[n] = lb, ub
      return lb, ub
    end
    develop(n)
    if Lb[n] >= upper or Ub[n] < upper then return Lb[n], Ub[n] end
    if n.player == "max" then
      local lo = max(lower, Lb[n])
      for _, c in ipairs(n.children) do
        local lb, ub = expand(c, lo, upper)
        lo = max(lo, lb)
        if ub >= upper then break end
      end
    else
      for _, c in ipairs(n.children) do
        local _, ub = expand(c, lower, upper)
        if ub < upper then break end
      end
    end
    return back(n)
  end

  function diminish(n, lower, upper)
    if not Ub[n] then return expand(n, lower, upper) end
    if n.player == "max" then
      local lo = max(lower, Lb[n])
      for _, c in ipairs(n.children) do
        if not Ub[c] or Ub[c] == upper then
          local lb, ub = diminish(c, lo, upper)
          lo = max(lo, lb)
          if ub >= upper then break end
        end
      end
    else
      local i = 1
      for k, c in ipairs(n.children) do if Ub[c] then i = k end end
      local c, ub = n.children[i], huge
      if not Ub[c] or Ub[c] > Lb[c] then
        local _
        _, ub = diminish(c, lower, upper)
      end
      while ub >= upper and n.children[i + 1] do
        i = i + 1
        local _
        _, ub = expand(n.children[i], lower, upper)
      end
    end
    return back(n)
  end

  local lb, ub = maxsearch(root, lower0 or -huge, upper0 or huge)
  return order, lb, ub
end

--- SSS-2 with bounds (section 7 of the paper, as algorithms that know U and L would have it). Returns the list of developed
-- nodes and the value.
function reference.sss2(root)
  local order, g, child, tip = {}, {}, {}, {}
  local expand

  local function purge(n)
    for _, c in ipairs(n.children) do
      g[c], child[c], tip[c] = nil, nil, nil
      purge(c)
    end
  end

  local function remove(c)
    g[c], child[c], tip[c] = nil, nil, nil
    purge(c)
  end

  local function children(n, v)
    if n.player == "max" then
      local best = -huge
      for _, c in ipairs(n.children) do
        local w = expand(c, v)
        if w >= v then
          purge(n)
          return w
        end
        best = max(best, w)
      end
      g[n] = best
      return best
    end
    local m = huge
    for _, c in ipairs(n.children) do
      local w = expand(c, v)
      if w < v then
        child[n], g[n] = c, w
        return w
      end
      remove(c)
      m = min(m, w)
    end
    return m
  end

  function expand(n, v)
    order[#order + 1] = n.path
    local L, U = own_bounds(n)
    if n.leaf then
      g[n] = n.value
      return n.value
    end
    if L >= v then return L end
    if U < v then
      g[n], tip[n] = U, true
      return U
    end
    return children(n, v)
  end

  local function diminish(n, v)
    if n.leaf or v <= (own_bounds(n)) then return v end
    if tip[n] then
      tip[n] = nil
      local w = children(n, v)
      return w < v and w or v
    end
    if n.player == "max" then
      for _, c in ipairs(n.children) do
        if g[c] == v and diminish(c, v) >= v then
          purge(n)
          return v
        end
      end
      local best = -huge
      for _, c in ipairs(n.children) do best = max(best, g[c]) end
      g[n] = best
      return best
    end
    local c = child[n]
    local w = diminish(c, v)
    if w < v then
      g[n] = w
      return w
    end
    remove(c)
    for i = c.index + 1, #n.children do
      c = n.children[i]
      w = expand(c, v)
      if w < v then
        child[n], g[n] = c, w
        return w
      end
      remove(c)
    end
    return v
  end

  local value, before = expand(root, huge), nil
  while not root.leaf and value ~= before do
    before = value
    value = diminish(root, before)
    if value >= before then break end
  end
  return order, before or value
end

return reference
