--- Lesson 4: the order of moves, and where a good one comes from.

local facts = require "gts.course.facts"
local search = require "gts.search"
local sketch = require "gts.course.sketch"
local tables = require "gts.base.tables"
local trees = require "gts.course.trees"

local ordering = { exercise = "order" }

local ID = "alphabeta"

local function unseen(tree) return facts.unseen(tree, ID) end

-- The tree with the children of each node sorted: the worst first, or the best.
local function sorted(node, max, best)
  if type(node) ~= "table" then return node, node end
  local children = tables.map(node, function(child)
    local made, value = sorted(child, not max, best)
    return { made = made, value = value }
  end)
  table.sort(children, function(a, b) return (a.value < b.value) == (max ~= best) and a.value ~= b.value end)
  return tables.map(children, function(child) return child.made end), children[best and 1 or #children].value
end

local function best_first(lot) return trees.with_text((sorted(trees.draw(lot, { 3, 3 }), true, true))) end

local function worst(lot)
  local b = lot(2, 4)
  local tree = sorted(trees.draw(lot, { b, b }), true, false)
  return { tree = tree, written = trees.write(tree), b = b }
end

-- Worst first, and a cutoff all the same: that takes four plies.
local function surprise(lot)
  return trees.with_text(trees.such(lot, function(l) return (sorted(trees.draw(l, { 2, 2, 2, 2 }), true, false)) end,
    function(made) return #unseen(made) > 0 end))
end

local function passes(lot)
  local t = { b = lot(3, 5), d = lot(3, 4) }
  t.last = t.b ^ t.d
  return t
end

-- Estimates at the MIN nodes, of which the greatest is not at the best move, nor at the leftmost.
local function estimated(lot)
  return trees.such(lot, function(l)
    local tree = trees.draw(l, { 3, 3 })
    for _, node in ipairs(tree) do node.value = l(1, 20) end
    return { tree = tree, best = search.search(trees.game(tree)).move,
      shallow = search.search(trees.game(tree), { depth = 1 }).move }
  end, function(t) return t.best ~= t.shallow and t.shallow ~= 1 and #tables.keys(trees.estimates(t.tree)) == 3 end)
end

ordering.drawings = {
  searched = function(t) return facts.searched(t.tree, ID) end,
  estimated = function(t) return sketch.draw(t.tree, { values = trees.estimates(t.tree) }) end,
}

ordering.screens = {
  sorted = { make = best_first, right = function(t) return unseen(t.tree) end },
  perfect = {
    make = function(lot)
      local b, d = lot(2, 4), lot(2, 5)
      local up, down = b ^ ((d + 1) // 2), b ^ (d // 2)
      return { b = b, d = d, up = (d + 1) // 2, down = d // 2, twice = up + down, all = b ^ d, first = up // 1 | 0,
        second = down // 1 | 0 }
    end,
    right = function(t) return facts.leaves({ branching = t.b, depth = t.d, order = "best" }, ID) end,
  },
  worst = { make = worst, right = function(t) return #facts.seen(t.tree, ID) end },
  false_law = { make = surprise, of = "10" },
  guess = {
    right = function()
      local count = facts.middle(ID)
      return count > 10000 and 1 or count > 2200 and 2 or 3
    end,
  },
  passes = {
    make = passes,
    right = function(t)
      return tables.sum(tables.range(1, t.d, function(depth) return facts.leaves { branching = t.b, depth = depth } end))
    end,
  },
  tried = { make = estimated, right = function(t) return t.shallow end },
}

return ordering
