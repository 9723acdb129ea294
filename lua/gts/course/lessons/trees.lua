--- Lesson 1: what a game tree is.

local facts = require "gts.course.facts"
local games = require "gts.game"
local search = require "gts.search"
local sketch = require "gts.course.sketch"
local tables = require "gts.base.tables"
local trees = require "gts.course.trees"

local lesson = { exercise = "sticks" }

local function deep(lot) return trees.with_text(trees.draw(lot, { 3, 2, 2 })) end

local function marked(lot)
  local t = deep(lot)
  t.leaf = trees.leaves(t.tree)[lot(2, 11)]
  return t
end

-- Sticks, of which each player takes one or two: the rules, and the tree with the sticks that are left at each node.
local function sticks(lot)
  local t = { count = lot(4, 6), left = {}, positions = {} }
  t.game = games.new {
    name = "sticks", words = 2, start = { t.count, 0 },
    next = function(left, player, move)
      local take = (move or 0) + 1
      if take <= 2 and take <= left then return take, left - take, 1 - player end
    end,
    player = function(_, player) return player == 0 and "max" or "min" end,
    evaluate = function(_, player) return player == 0 and -1 or 1 end,
  }
  local nodes = 0
  local function grow(left, path, player)
    t.left[path], nodes = tostring(left), nodes + 1
    t.positions[left .. player] = true
    if left == 0 then return 0 end
    return tables.range(1, math.min(2, left), function(take)
      return grow(left - take, trees.child(path, take), player == "max" and "min" or "max")
    end)
  end
  t.tree = grow(t.count, "", "max")
  t.nodes, t.lefts = nodes, t.count + 1
  t.ways = search.search(t.game, { algorithm = "minimax" }).stats.leaves
  return t
end

lesson.drawings = {
  marked = function(t) return sketch.draw(t.tree, { notes = { [t.leaf.path] = "^" } }) end,
  left = function(t) return sketch.draw(t.tree, { values = t.left }) end,
}

lesson.screens = {
  first = { make = deep },
  path = { make = marked, right = function(t) return t.leaf.path end },
  reach = {
    make = function(lot)
      local t = deep(lot)
      t.first, t.second = lot(1, 3), lot(1, 2)
      t.at = ("%d.%d"):format(t.first, t.second)
      return t
    end,
    right = function(t)
      return tables.collect(trees.leaves(t.tree), function(leaf) return leaf.path:find(t.at, 1, true) == 1 and leaf.number end)
    end,
  },
  nodes = {
    -- A tree whose branches end at different plies.
    make = function(lot)
      local tree = trees.draw(lot, { 3, 3 })
      tree[lot(1, 3)] = lot(1, 9)
      local i = type(tree[2]) == "table" and 2 or 1
      tree[i][lot(1, 3)] = { lot(1, 9), lot(1, 9) }
      local t = trees.with_text(tree)
      t.leaves = #trees.leaves(tree)
      t.inner = search.search(trees.game(tree), { algorithm = "minimax" }).stats.developed
      return t
    end,
    right = function(t) return search.search(trees.game(t.tree), { algorithm = "minimax" }).stats.visits end,
  },
  ways = { of = "sticks", make = sticks, right = function(t) return t.ways end },
  positions = {
    of = "sticks", make = sticks,
    right = function(t) return #tables.keys(t.positions) end,
  },
  count = {
    make = function(lot)
      local b, d = lot(2, 5), lot(3, 5)
      return { b = b, d = d, sum = b * d, exchanged = d ^ b, shorter = b ^ (d - 1), longer = b ^ (d + 1) }
    end,
    right = function(t) return facts.leaves { branching = t.b, depth = t.d } end,
  },
}

return lesson
