--- Lesson 3: what need not be looked at.

local facts = require "gts.course.facts"
local trees = require "gts.course.trees"

local contains = require("gts.base.words").contains

local alphabeta = { exercise = "alphabeta" }

local ID = "alphabeta"

local function unseen(tree) return facts.unseen(tree, ID) end

-- A tree of a shape of which alpha-beta leaves out some leaves, and not too many.
local function cutting(lot, shape, least, most, more)
  return trees.fitting(lot, shape, function(made)
    local count = #unseen(made)
    return count >= least and count <= most and (not more or more(made))
  end)
end

-- The second MIN node is left after its first leaf.
local function first_cut(lot)
  local t = cutting(lot, { 3, 3 }, 2, 4, function(tree)
    return contains(unseen(tree), 5) and contains(unseen(tree), 6) and not contains(unseen(tree), 8)
  end)
  t.sure, t.leaf = facts.value(t.tree, "1"), t.tree[2][1]
  return t
end

local function nine(lot)
  return cutting(lot, { 3, 3 }, 2, 4, function(tree)
    return #unseen(tree) == 3 or #unseen(tree) == 2 and not contains(unseen(tree), 5)
  end)
end

-- The third MIN node is entered with an alpha that is not the value of the root.
local function rising(lot)
  local t = cutting(lot, { 3, 3 }, 0, 4, function(tree)
    local one, two, three = facts.value(tree, "1"), facts.value(tree, "2"), facts.value(tree, "3")
    return three > math.max(one, two) and one ~= two
  end)
  t.root = facts.value(t.tree, "")
  return t
end

local function plies(lot) return cutting(lot, { 2, 2, 3 }, 2, 5) end

local function deep(lot) return cutting(lot, { 2, 2, 2, 2 }, 4, 8) end

-- Which leaf of those that were named, or left out, is named or left out wrongly; and why.
local function mistake(tree, given)
  local right, leaves = unseen(tree), trees.leaves(tree)
  local list = facts.record(tree, ID).nodes
  for number, leaf in ipairs(leaves) do
    local cut = contains(right, number)
    if contains(given, number) and not cut then
      local node = list[leaf.path]
      return ("Leaf #%d is looked at: the window is still open there, from %s to %s."):format(number, facts.number(node.alpha),
        facts.number(node.beta))
    elseif cut and not contains(given, number) then
      local path = leaf.path
      while not list[path] or not list[path].cut do path = path:match "^(.*)%.%d+$" or "" end
      local node = list[path]
      local where = path == "" and "the root" or "node " .. path
      return ("Leaf #%d is left out: %s is worth %s %s already, and %s is sure of %s elsewhere."):format(number, where,
        node.player == "max" and "at least" or "at most", facts.number(node.cut_value), node.player == "max" and "MIN" or "MAX",
        facts.number(node.cut_bound))
    end
  end
  for _, number in ipairs(given) do
    if not leaves[number] then return ("There is no leaf #%d."):format(number) end
  end
  return "Go from left to right, and keep in mind what each player is sure of."
end

local function right_unseen(t) return unseen(t.tree) end
local function wrong_unseen(t, given) return mistake(t.tree, given) end

alphabeta.drawings = {
  first = function(t) return facts.numbered(t.tree, { values = { ["1"] = tostring(t.sure) } }) end,
  searched = function(t) return facts.searched(t.tree, ID) end,
  rising = function(t)
    local values = { ["1"] = tostring(facts.value(t.tree, "1")), ["2"] = facts.known(t.tree, ID, "2") }
    return facts.numbered(t.tree, { values = values })
  end,
}

alphabeta.screens = {
  idea = {
    make = first_cut,
    right = function(t) return contains(unseen(t.tree), 5) and contains(unseen(t.tree), 6) and 1 or 2 end,
  },
  unseen = { make = nine, right = right_unseen, wrong = wrong_unseen },
  alpha = {
    make = rising,
    right = function(t) return facts.record(t.tree, ID).nodes["3"].alpha end,
  },
  bound = {
    make = first_cut,
    choices = function(t)
      return { ("it is worth %d"):format(t.leaf), ("at most %d"):format(t.leaf), ("at least %d"):format(t.leaf) }
    end,
    right = function(t)
      local node = facts.record(t.tree, ID).nodes["2"]
      return node.lower == node.upper and 1 or node.upper < math.huge and 2 or 3
    end,
  },
  plies = { make = plies, right = right_unseen, wrong = wrong_unseen },
  window = {
    -- The second child of the second move is entered, with two bounds.
    make = function(lot)
      return trees.such(lot, plies, function(made) return facts.record(made.tree, ID).nodes["2.2"] ~= nil end)
    end,
    right = function(t)
      local node = facts.record(t.tree, ID).nodes["2.2"]
      return { node.alpha, node.beta }
    end,
  },
  deep = { make = deep, right = right_unseen, wrong = wrong_unseen },
}

return alphabeta
