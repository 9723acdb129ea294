--- The SSS* family, written down from the papers as plainly as can be, to hold the engine against: lists that are scanned,
-- no thought for speed. Nothing here calls the engine.
--
-- Every function takes a tree of spec.support.trees and gives its value, the Dewey codes of the leaves it evaluates, in order,
-- and the most entries that were held at once. With dual = true it is run on the negated tree.

local trees = require "spec.support.trees"

local reference = {}

local huge = math.huge

-- The tree as one in which MAX and MIN alternate: where they do not, a node with one child goes in between.
local function alternate(n, max, parent, index)
  local copy = { parent = parent, index = index, max = max, path = n.path, depth = parent and parent.depth + 1 or 0 }
  if n.leaf then
    copy.leaf, copy.value = true, n.value
  elseif (n.player == "max") == max then
    copy.children = {}
    for i, child in ipairs(n.children) do copy.children[i] = alternate(child, not max, copy, i) end
  else
    copy.pass = true
    copy.children = { alternate(n, not max, copy, 1) }
  end
  return copy
end

local function prepare(tree, dual)
  if dual then tree = trees.dual(tree) end
  local root = trees.nodes(tree)[1]
  return alternate(root, root.player == "max")
end

local function finish(value, order, peak, dual) return dual and -value or value, order, peak end

local function right_sibling(n) return n.parent and n.parent.children[n.index + 1] end

local function is_below(n, ancestor)
  repeat n = n.parent until n == nil or n == ancestor
  return n ~= nil
end

local function evaluate(n, order)
  order[#order + 1] = n.path
  return n.value
end

-- Makes the list without its elements from `first` to `last`, and with `new` in their place.
local function replace(list, first, last, new)
  local made = {}
  for i = 1, first - 1 do made[#made + 1] = list[i] end
  for _, state in ipairs(new) do made[#made + 1] = state end
  for i = last + 1, #list do made[#made + 1] = list[i] end
  return made
end

-- SSS* with at most M states (IterSSS*); b and d are the tree's, M = infinity is SSS* (2.1, 2.4). Calls take(case, state, open)
-- before a state is replaced or deactivated, and after one is activated.
local function open_list(root, M, b, d, order, take)
  local open, peak = { { n = root, live = true, h = huge } }, 1
  while true do
    local at
    for i, state in ipairs(open) do
      if not state.inactive and (at == nil or state.h > open[at].h) then at = i end
    end
    if at == nil then return nil, peak end
    local state = open[at]
    local n, h, parent = state.n, state.h, state.n.parent
    if n == root and not state.live then return h, peak end
    local case, dormant
    if state.live then case = n.leaf and 4 or n.max and 6 or 5
    else case = n.max and (right_sibling(n) and 2 or 3) or 1 end
    if case == 6 and M < huge and M - #open < (b - 1) * ((d - n.depth + 1) // 2) then case = "deactivate" end    -- no room
    if case == 1 then
      for i, other in ipairs(open) do
        if other.inactive and is_below(other.n, parent) and other.h > h then dormant = i break end
      end
    end
    if take and not dormant then take(case, state, open) end
    if case == 1 then
      local kept, activated = {}, open[dormant]
      for i, other in ipairs(open) do
        if not is_below(other.n, parent) then kept[#kept + 1] = other
        elseif dormant then
          if other == state or other.inactive and other.h > h then kept[#kept + 1] = other end
          if i == dormant then other.inactive = false end
        elseif other == state then kept[#kept + 1] = { n = parent, live = false, h = h } end
      end
      open = kept
      if take and dormant then take("activate", activated, open) end
    elseif case == 2 then open[at] = { n = right_sibling(n), live = true, h = h }
    elseif case == 3 then open[at] = { n = parent, live = false, h = h }
    elseif case == 4 then open[at] = { n = n, live = false, h = math.min(h, evaluate(n, order)) }
    elseif case == 5 then open[at] = { n = n.children[1], live = true, h = h }
    elseif case == "deactivate" then state.inactive = true
    else
      local children = {}
      for i, child in ipairs(n.children) do children[i] = { n = child, live = true, h = h } end
      open = replace(open, at, at, children)
      peak = math.max(peak, #open)
    end
  end
end

--- The states of SSS*, or with at most M of IterSSS*, one by one: calls take(case, state, open), where a state has its node `n`,
-- `live`, `inactive` and `h`.
function reference.states(tree, take, M, b, d) open_list(prepare(tree), M or huge, b, d, {}, take) end

--- SSS* (2.1).
function reference.sss(tree, dual)
  local order = {}
  local value, peak = open_list(prepare(tree, dual), huge, 0, 0, order)
  return finish(value, order, peak, dual)
end

--- IterSSS* (2.4) with at most M states, on a tree whose nodes have at most b children and whose leaves lie at depth d at most.
-- The value is nil where it finds no active state: possible on irregular trees only.
function reference.itersss(tree, M, b, d)
  local order = {}
  local value, peak = open_list(prepare(tree), M, b, d, order)
  return value, order, peak
end

-- RecSSS* and MemSSS* (2.3). A record is a table: n, h, status, expanded, mem, slots.

local function ceil_half(n) return (math.max(n, 0) + 1) // 2 end

-- The least and the greatest need of what is below a slot, by the tree itself.
local function need(n, economy)
  local function leaves_only()
    for _, child in ipairs(n.children) do if not child.leaf then return false end end
    return true
  end
  if n.leaf or n.max and economy and leaves_only() then return 0, 0 end
  local least, greatest = 0, 0
  for _, child in ipairs(n.children) do
    local l, g = need(child, economy)
    least = math.max(least, l)
    greatest = n.max and greatest + g or math.max(greatest, g)
  end
  local own = n.max and not n.pass and #n.children or 0
  return own + least, own + greatest
end

-- The same by the formulas of the paper for uniform trees.
local function formula(b, d)
  return function(n, economy)
    local x = n.max and n or n.children and n.children[1]
    if not x then return 0, 0 end
    local k = ceil_half(d - (economy and 1 or 0) - x.depth)
    local greatest = 0
    for i = 1, k do greatest = greatest + b ^ i end
    return b * k, greatest
  end
end

local function is_leaf(n, economy)
  if n.leaf then return true end
  if not (economy and n.max) then return false end
  for _, child in ipairs(n.children) do if not child.leaf then return false end end
  return true
end

local function worth(n, h, order)
  if n.leaf then return evaluate(n, order) end
  local g = -huge
  for _, c in ipairs(n.children) do
    g = math.max(g, evaluate(c, order))
    if g >= h then break end
  end
  return g
end

-- with.M: the memory, infinity for RecSSS*; with.b and with.d: a uniform tree, by the formulas, and z takes the block of the
-- first slot; else the rules for irregular trees. with.economy: store_terminals = false. with.searchd: MGame's slabs.
local function search_records(root, with, order)
  local M = with.M or huge
  local uniform = with.b ~= nil
  local needs = uniform and formula(with.b, with.d) or need
  local Mem

  local function expand(p)
    p.expanded, p.slots = true, {}
    local room = p.mem - (p.n.pass and 0 or #p.n.children)
    local full = false
    for i, child in ipairs(p.n.children) do
      local node = child.leaf and child or child.children[1]
      local slot = { n = node, h = p.h, status = "live", mem = 0 }
      local least, greatest = needs(child, with.economy)
      if M == huge then slot.mem = huge
      elseif uniform then
        if not is_leaf(node, with.economy) then
          if room < least then slot.status = "inactive"
          else
            slot.mem = math.min(room, greatest)
            room = room - slot.mem
          end
        end
      elseif full or room < least then
        slot.status, full = "inactive", true
      else
        slot.mem = math.min(room, greatest)
        room = room - slot.mem
        full = slot.mem < greatest
      end
      p.slots[i] = slot
    end
  end

  local function best(p, also_solved)
    local x
    for _, slot in ipairs(p.slots) do
      if (slot.status == "live" or also_solved and slot.status == "solved") and (x == nil or slot.h > x.h) then x = slot end
    end
    return x
  end

  -- The leftmost INACTIVE record below p with an h above `h`, and the records above it, from p.
  local function dormant(p, h)
    for _, slot in ipairs(p.slots) do
      if slot.status == "inactive" and slot.h > h then return slot, { p } end
      if slot.status == "live" and slot.expanded then
        local z, above = dormant(slot, h)
        if z then
          table.insert(above, 1, p)
          return z, above
        end
      end
    end
  end

  local function activate(z, above)
    local y = above[#above]
    z.status = "live"
    z.mem = uniform and y.slots[1].mem or y.mem - (y.n.pass and 0 or #y.n.children)
    for _, q in ipairs(above) do q.h = z.h end
  end

  function Mem(p, top)
    if is_leaf(p.n, with.economy) then
      p.status, p.h = "solved", math.min(p.h, worth(p.n, p.h, order))
      return
    end
    if not p.expanded then expand(p) end
    local x = best(p, false)
    while x and x.status == "live" and x.h == p.h do
      if with.searchd and x.n.depth - top >= with.searchd then
        repeat Mem(x, x.n.depth) until x.status == "solved"
      else Mem(x, top) end
      local sibling = x.n.max and right_sibling(x.n)
      if x.status == "solved" and sibling then
        x.n, x.status, x.expanded, x.slots = sibling, "live", false, nil
      end
      x = best(p, true)
    end
    x = x or best(p, true)
    if x.status == "live" then
      p.h = x.h
      return
    end
    local z, above = dormant(p, x.h)
    if z then activate(z, above)
    else p.h, p.status = x.h, "solved" end
  end

  local function solve(rec)
    while rec.status ~= "solved" do Mem(rec, rec.n.depth) end
    return rec.h
  end
  if root.max or root.leaf then return solve { n = root, h = huge, status = "live", mem = M - 1 } end
  local h = huge
  for _, child in ipairs(root.children) do h = solve { n = child, h = h, status = "live", mem = M - 1 } end
  return h
end

local function run(tree, dual, with)
  local order = {}
  local value = search_records(prepare(tree, dual), with, order)
  return finish(value, order, nil, dual)
end

--- MemSSS* (2.3) by the formulas, on a uniform tree of branching b and depth d; economy: leaves below MAX nodes are not stored.
function reference.memsss_uniform(tree, M, b, d, economy, dual)
  return run(tree, dual, { M = M, b = b, d = d, economy = economy })
end

--- MemSSS* (2.3) by the rules for irregular trees.
function reference.memsss(tree, M, economy, dual) return run(tree, dual, { M = M, economy = economy }) end

--- The least memory of MemSSS* on a tree, and the most that it can use.
function reference.needs(tree, economy, dual)
  local least, greatest = need(prepare(tree, dual), economy)
  return 1 + least, 1 + greatest
end

--- MGame (2.5).
function reference.mgame(tree, searchd) return run(tree, false, { searchd = searchd }) end

return reference
