--- The picture of a proof: its solution trees, one over the other. See gts.proof, and gts.lab.picture.

local captions = require "gts.lab.captions"
local picture = require "gts.lab.picture"
local tables = require "gts.base.tables"

local evidence = {}

local other = { max = "min", min = "max" }

-- The item of a path, made if it is not there.
local function at(items, parent, number)
  local path = not parent and "" or parent.path == "" and tostring(number) or parent.path .. "." .. number
  local item = items[path]
  if not item then
    item = { path = path, number = number, ply = parent and parent.ply + 1 or 0, kind = "inner", tags = {} }
    items[path] = item
    if parent then
      parent.children = parent.children or {}
      table.insert(parent.children, item)
    end
  end
  return item
end

local Reader = {}
Reader.__index = Reader

function Reader:take(pattern)
  local from, to, captured = self.text:find("^%s*" .. pattern, self.place)
  if from then self.place = to + 1 end
  return from and (captured or true)
end

-- The player whose moves are all there has a bound of the worst of them, the other one of his only answer.
local function worse(side, a, b) return not a and b or not b and a or (side == "max" and math.max or math.min)(a, b) end

-- Reads a tree; gives the bound that it proves of its root, nil where that is not said.
function Reader:tree(parent, number)
  local item = at(self.items, parent, number)
  item[self.side] = true
  if self:take "%[" then
    item.player = self.side
    local bound, count = nil, 0
    while not self:take "%]" do
      count = count + 1
      bound = worse(self.side, bound, self:tree(item, count))
    end
    item[self.bound] = bound
  elseif self:take "!" then item.kind, item.tags = "shut", { "bounds" }
  else
    local child = self:take "(%d+):"
    if child then
      item.player = other[self.side]
      item[self.bound] = self:tree(item, math.tointeger(child))
    else
      local value = tonumber(self:take "([-+%.%w]+)")
      item.kind, item.lower, item.upper = "leaf", value, value
    end
  end
  return item[self.bound]
end

local function said(item) return captions.value(item.lower or -math.huge, item.upper or math.huge) end

-- Completes the items below one, down to a ply; what is further down is counted.
local function show(item, most, marks, left)
  local copy = tables.copy(item, { value = said(item) })
  for mark, there in pairs { [item.player or "leaf"] = true, ["max tree"] = item.max, ["min tree"] = item.min,
    bounds = item.kind == "shut" } do marks[mark] = there or marks[mark] end
  if not item.children then return copy end
  table.sort(item.children, function(a, b) return a.number < b.number end)
  if item.ply < most then
    copy.children = tables.map(item.children, function(child) return show(child, most, marks, left) end)
    return copy
  end
  local nodes, leaves = -1, 0
  local function weigh(node)
    nodes, leaves = nodes + 1, leaves + (node.kind == "leaf" and 1 or 0)
    for _, child in ipairs(node.children or {}) do weigh(child) end
  end
  weigh(item)
  copy.children, copy.folded, marks.folded = nil, { nodes = nodes, leaves = leaves }, true
  left.nodes, left.leaves, left.places = left.nodes + nodes, left.leaves + leaves, left.places + 1
  return copy
end

local function build(proof, root, most)
  local marks, left = {}, { nodes = 0, leaves = 0, places = 0 }
  local made = { root = show(root, most, marks, left), marks = marks }
  made.title = ("a proof for %s: value %s"):format(proof.game, said { lower = proof.lower, upper = proof.upper } or "unknown")
  made.facts = "The max solution tree proves the upper bound, the min solution tree the lower one"
  made.left_out = picture.left_out(left)
  return made
end

--- The picture of a proof, with as many plies as fit; nil: all is shown.
function evidence.of(proof, fits)
  local items = {}
  for side, bound in pairs { max = "upper", min = "lower" } do
    local reader = setmetatable({ text = proof[side] or "", place = 1, items = items, side = side, bound = bound }, Reader)
    if proof[side] then reader:tree(nil, nil) end
  end
  local root, most = at(items, nil, nil), math.huge
  if fits then
    most = 1
    while most < 1000 and fits(build(proof, root, most + 1).root) do
      most = most + 1
      if not build(proof, root, most).left_out then break end
    end
  end
  return build(proof, root, most)
end

return evidence
