--- Lesson 1: what a tree is worth.
-- @module gts.course.lessons.minimax

local search = require "gts.search"
local sketch = require "gts.course.sketch"
local trees = require "gts.course.trees"

local minimax = {
  title = "Minimax: what a game tree is worth",
  about = "Two players, one tree: the value of each node, the best move, and the whole game of tic-tac-toe.",
  exercise = "sticks",
}

local function value_of(tree)
  if type(tree) ~= "table" then return tree end
  return search.search(trees.game(tree), { algorithm = "minimax" }).value
end

-- The value of the node at a path, by a search from it.
local function value_at(tree, path)
  local node = trees.at(tree, path)
  if type(node) ~= "table" then return node end
  local depth = select(2, path:gsub("%d+", ""))
  local copy = table.move(node, 1, #node, 1, {})
  copy.player = depth % 2 == 0 and "max" or "min"
  return value_of(copy)
end

-- What stands in the inner nodes: all values but those hidden.
local function values(tree, hidden)
  local known = {}
  local function visit(node, path)
    if type(node) ~= "table" then return end
    known[path] = hidden[path] and "?" or tostring(value_at(tree, path))
    for i, son in ipairs(node) do visit(son, path == "" and tostring(i) or path .. "." .. i) end
  end
  visit(tree, "")
  return known
end

local function extremes(list)
  local least, most = math.huge, -math.huge
  for _, leaf in ipairs(list) do least, most = math.min(least, leaf.value), math.max(most, leaf.value) end
  return least, most
end

local function three(lot)
  local tree = trees.such(lot, function(l) return trees.draw(l, { 3, 3 }) end, function(made)
    -- The greatest leaf of all is not below the best move: a trap.
    local _, most = extremes(trees.leaves(made))
    local best = search.search(trees.game(made), { algorithm = "minimax" }).move
    for _, value in ipairs(made[best]) do
      if value == most then return false end
    end
    return true
  end)
  return { tree = tree, written = trees.write(tree) }
end

minimax.screens = {
  {
    title = "Two players, one tree", of = "three", make = three,
    [[Two players, **MAX** and **MIN**, move in turn, and both see everything. Each position of the game is a *node*; lines lead
down from it to the positions that one move makes of it. Where the game is over there is a *leaf*, a number: what MAX wins there.
MIN wants that number to be small.

In the picture MAX is to move at the top, the *root*, between three moves: 1, 2 and 3, from the left. MIN answers, with three
moves again. `[ ]` is a node where MAX moves, `( )` one where MIN does.]],
    { draw = function(t) return sketch.draw(t.tree) end },
  },
  {
    title = "MIN chooses", of = "three", make = three,
    "MAX has played move 1, and MIN is to move at the node on the left.",
    { draw = function(t) return sketch.draw(t.tree) end },
    ask = {
      kind = "number", text = "What is that node worth, if MIN plays well?",
      right = function(t) return value_at(t.tree, "1") end,
      hint = "MIN may choose any of the three leaves below, and takes the one that is best for him.",
      wrong = function(t, given)
        local _, most = extremes(trees.leaves { t.tree[1] })
        if given == most then return "That is the greatest of the three: what MAX would like. But MIN is to move here." end
        for _, value in ipairs(t.tree[1]) do
          if given == value then return ("MIN could go to %d, but there is a smaller leaf beside it."):format(given) end
        end
        return "The node is worth what one of the three leaves below it is worth: which would MIN take?"
      end,
      because = "MIN takes the least of the leaves below.",
    },
  },
}

return minimax
