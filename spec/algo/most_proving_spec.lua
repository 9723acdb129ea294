-- Proof-number search and df-pn develop most-proving nodes (Allis, van der Meulen & van den Herik, 1994; Nagai 2002): open nodes
-- in a smallest set of them that proves the root, and in a smallest that disproves it. Here all sets are tried.

local gts = require "gts"
local random = require "gts.base.random"
local trees = require "spec.support.trees"

-- A graph: `root`; children(node), a list, or nil at a leaf; proved(node) of a leaf. MAX and MIN move in turn, MAX first. Returns
-- a function: do open nodes, a set of bits, prove the root of the developed part? The number of open nodes; their bits, by node.
local function part_of(graph, developed)
  local bits, count, known, value = {}, 0, {}, nil
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

local function is_most_proving(graph, developed, open)
  local proved, count, bits = part_of(graph, developed)
  local all, least, with = (1 << count) - 1, { math.huge, math.huge }, { math.huge, math.huge }
  for set = 0, all do
    for side, does in ipairs { proved(set), not proved(all ~ set) } do
      local n = does and size(set) or math.huge
      least[side] = math.min(least[side], n)
      if set & bits[open] ~= 0 then with[side] = math.min(with[side], n) end
    end
  end
  return least[1] == with[1] and least[2] == with[2]
end

-- Lists of lists: a leaf is a number, proved by 1. A list that is met twice is one node.
local function graph_of(root)
  return { root = root, children = function(node) return type(node) == "table" and node or nil end,
    proved = function(node) return node >= 1 end }
end

local PLIES, CHILDREN, LEAVES = 5, 3, 10        -- at most; all sets of leaves are tried

-- A random graph of lists: a tree, or, with `layers`, one whose nodes of a ply may be met again.
local function grow(made, draw, ply, layers)
  if ply == PLIES or ply > 2 and draw(1, 4) == 1 then
    made.leaves = made.leaves + 1
    return draw(0, 1)
  end
  local node = {}
  for i = 1, draw(1, CHILDREN) do
    local layer = layers and layers[ply + 1]
    local known = layer and #layer == CHILDREN and layer[draw(1, CHILDREN)]
    node[i] = known or grow(made, draw, ply + 1, layers)
    if layer and not known then layer[#layer + 1] = node[i] end
  end
  return node
end

local function random_graph(seed, shared)
  local draw = random.stream(seed << 8)
  while true do
    local made = { leaves = 0 }
    local root = grow(made, draw, 0, shared and { {}, {}, {}, {}, {} } or nil)
    if made.leaves > 2 and made.leaves <= LEAVES then return graph_of(root) end
  end
end

-- How many positions a search for "at least 1?" develops, and how many of them are not most-proving at that moment.
local function count(id, graph)
  local developed, positions, wrong = {}, 0, 0
  local rules = {
    name = "drawn", start = graph.root, successors = function(p) return graph.children(p) or {} end,
    evaluate = function(p) return type(p) == "number" and p or 0 end,
    key = function(p) return type(p) == "number" and p or ("%p"):format(p) end,
  }
  local goal = id ~= "alphabeta" and 1 or nil
  gts.search(rules, { algorithm = id, goal = goal, bounds = false, native = false, trace = function(event)
    local p = event.position
    if event.kind ~= "develop" or not graph.children(p) or developed[p] then return end
    positions, wrong = positions + 1, wrong + (is_most_proving(graph, developed, p) and 0 or 1)
    developed[p] = true
  end })
  return positions, wrong
end

local function counted(id, shared)
  local positions, wrong = 0, 0
  for seed = 1, math.max(25, trees.share(2000)) do
    local more, missed = count(id, random_graph(seed, shared))
    positions, wrong = positions + more, wrong + missed
  end
  return positions, wrong
end

describe("a most-proving node #lua", function()
  it("is in a smallest set that proves and in a smallest that disproves", function()
    local a, b, c, d = { 0 }, { 0 }, { 0 }, { 0 }
    local many, one = { a, b, c }, { d }                -- replies to the first move and to the second
    local graph = graph_of { many, one }
    local developed = { [graph.root] = true, [many] = true, [one] = true }
    assert.is_true(is_most_proving(graph, developed, d))
    for _, node in ipairs { a, b, c } do assert.is_false(is_most_proving(graph, developed, node)) end
  end)

  it("is counted once, though several paths lead to it", function()
    local a, b, c = { 0 }, { 0 }, { 0 }
    local shared, apart = { { a }, { a }, { a } }, { { b }, { c } }       -- sums say 3 and 2; a alone proves the first
    local graph = graph_of { shared, apart }
    local developed = { [graph.root] = true, [shared] = true, [apart] = true }
    for _, list in ipairs { shared, apart } do
      for _, node in ipairs(list) do developed[node] = true end
    end
    assert.is_true(is_most_proving(graph, developed, a))
    assert.is_false(is_most_proving(graph, developed, b))
  end)

  it("is all that pn and dfpn develop in trees, and not what alpha-beta does", function()
    for _, id in ipairs { "pn", "dfpn" } do
      local positions, wrong = counted(id)
      assert.is_true(positions > 100)
      assert.equal(0, wrong)
    end
    assert.is_true(select(2, count("alphabeta", graph_of { { { 0 }, { 0 }, { 0 } }, { { 1 } } })) > 0)
  end)

  it("is not all that dfpn develops in graphs, where sums count positions twice", function()
    assert.is_true(select(2, counted("dfpn", true)) > 0)
  end)
end)
