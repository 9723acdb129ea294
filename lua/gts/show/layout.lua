--- Where the nodes of a tree stand in a drawing: a parent over the middle of its children, siblings as close as their subtrees
-- allow, nodes of a ply side by side. Linear in the number of nodes (after Reingold & Tilford, "Tidier drawings of trees", 1981;
-- the outlines are lists here, of which the shorter one is always worked into the longer).

local layout = {}

local NONE = {}

-- The outline of a subtree: how far it reaches on one side at each of its levels, seen from its root. The root's level stands
-- last, so that a parent is added at the end; `shift` goes to all of them.
local function outline(reach) return { reach, shift = 0 } end

-- How far `b` has to stand to the right of `a`.
local function distance(right, left, gap)
  local most = -math.huge
  local a, b = #right, #left
  local shift = right.shift - left.shift + gap
  for _ = 1, math.min(a, b) do
    local need = right[a] - left[b] + shift
    if need > most then most = need end
    a, b = a - 1, b - 1
  end
  return most
end

-- The outline of two together: that of the `near` one, and below its lowest level that of the other, which stands `by` further.
local function join(near, far, by)
  if #near >= #far then return near end
  local shift = near.shift - far.shift - by
  local n, f = #near, #far
  for _ = 1, #near do
    far[f] = near[n] + shift
    n, f = n - 1, f - 1
  end
  far.shift = far.shift + by
  return far
end

-- Gives each child its offset from its parent; returns the outlines of the subtree.
local function place(node, gap)
  local children, half = node.children, node.width / 2
  if not children or #children == 0 then return outline(-half), outline(half) end
  local left, right = place(children[1], gap)
  children[1].offset = 0
  for i = 2, #children do
    local l, r = place(children[i], gap)
    local by = distance(right, l, gap)
    children[i].offset = by
    left = join(left, l, by)
    r.shift = r.shift + by                         -- seen from the first child
    right = join(r, right, 0)
  end
  local middle = children[#children].offset / 2
  for _, child in ipairs(children) do child.offset = child.offset - middle end
  left.shift, right.shift = left.shift - middle, right.shift - middle
  left[#left + 1], right[#right + 1] = -half - left.shift, half - right.shift
  return left, right
end

local function measure(node, level, heights)
  heights[level] = math.max(heights[level] or 0, node.height)
  for _, child in ipairs(node.children or NONE) do measure(child, level + 1, heights) end
end

local function settle(node, x, level, tops, heights)
  node.x, node.y, node.level_height = x, tops[level], heights[level]
  for _, child in ipairs(node.children or NONE) do settle(child, x + child.offset, level + 1, tops, heights) end
end

-- How far the outlines reach in all.
local function extent(left, right)
  local least, most = math.huge, -math.huge
  for _, reach in ipairs(left) do least = math.min(least, reach + left.shift) end
  for _, reach in ipairs(right) do most = math.max(most, reach + right.shift) end
  return least, most
end

--- Lays a tree out. `root`: a node: width, height, and children, a list of nodes, or nil. It gets x, the middle of the node, y,
-- its upper edge, and level_height, the height of the highest node of its level; the leftmost edge of the tree is at 0, and the
-- root at y = 0; `given`: gap, between siblings; level, between a level and the next. Returns the width of the tree; its height;
-- the upper edges of its levels.
function layout.tidy(root, given)
  local left, right = place(root, given.gap)
  local heights, tops, y = {}, {}, 0
  measure(root, 1, heights)
  for level, height in ipairs(heights) do
    tops[level] = y
    y = y + height + given.level
  end
  local least, most = extent(left, right)
  settle(root, -least, 1, tops, heights)
  return most - least, y - given.level, tops
end

return layout
