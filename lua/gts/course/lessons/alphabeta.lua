--- Lesson 2: what need not be looked at.

local facts = require "gts.course.facts"
local tables = require "gts.base.tables"
local trees = require "gts.course.trees"

local contains = require("gts.base.words").contains

local alphabeta = { exercise = "order" }

local ID = "alphabeta"

local function unseen(tree) return facts.unseen(tree, ID) end

-- A tree of a shape of which alpha-beta leaves out some leaves, and not too many.
local function cutting(lot, shape, least, most, more)
  local tree = trees.such(lot, function(l) return trees.draw(l, shape) end, function(made)
    local count = #unseen(made)
    return count >= least and count <= most and (not more or more(made))
  end)
  return trees.with_text(tree)
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
  return cutting(lot, { 3, 3 }, 0, 4, function(tree)
    local one, two, three = facts.value(tree, "1"), facts.value(tree, "2"), facts.value(tree, "3")
    return three > math.max(one, two) and one ~= two
  end)
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

-- The tree with the worst child of each node first.
local function worst_first(node, max)
  if type(node) ~= "table" then return node, node end
  local children = tables.map(node, function(child)
    local made, value = worst_first(child, not max)
    return { made = made, value = value }
  end)
  table.sort(children, function(a, b) if max then return a.value < b.value end return a.value > b.value end)
  return tables.map(children, function(child) return child.made end), children[#children].value
end

-- Worst first, and a cutoff all the same: that takes four plies.
local function surprise(lot)
  local tree = trees.such(lot, function(l) return (worst_first(trees.draw(l, { 2, 2, 2, 2 }), true)) end,
    function(made) return #unseen(made) > 0 end)
  return trees.with_text(tree)
end

local function worst(lot)
  local b = lot(2, 4)
  local tree = worst_first(trees.draw(lot, { b, b }), true)
  return { tree = tree, written = trees.write(tree), b = b }
end

local function spec_of(t) return { branching = t.b, depth = t.d, order = "best" } end

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
    wrong = function(t, given)
      if given == 2 then return "Then move 2 is even worse for MAX, who does not go there already now." end
      return ("MIN would not take a great leaf: he has %d there already."):format(t.leaf)
    end,
  },
  unseen = { make = nine, right = right_unseen, wrong = wrong_unseen },
  alpha = {
    make = rising,
    right = function(t) return facts.record(t.tree, ID).nodes["3"].alpha end,
    wrong = function(t, given)
      if given == facts.value(t.tree, "") then
        return "That is the value of the root: it is not known before move 3 is looked at."
      end
      if given == math.huge or given == -math.huge then return "Two moves have been looked at: MAX is sure of something." end
      return "Alpha is the greatest value of the moves that were looked at so far."
    end,
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
    wrong = function(_, given)
      if given == 1 then return "Only one of three leaves was seen; a smaller one may come." end
      return "MIN is to move there: he has this leaf for sure, and may find a smaller one."
    end,
  },
  plies = { make = plies, right = right_unseen, wrong = wrong_unseen },
  deep = { make = deep, right = right_unseen, wrong = wrong_unseen },
  perfect = {
    make = function(lot) return { b = lot(2, 4), d = lot(2, 5) } end,
    right = function(t) return facts.leaves(spec_of(t), ID) end,
    hint = function(t) return ("Half of %d is %d, rounded up, and %d, rounded down."):format(t.d, (t.d + 1) // 2, t.d // 2) end,
    wrong = function(t, given)
      local up, down = t.b ^ ((t.d + 1) // 2), t.b ^ (t.d // 2)
      if given == up + down then return "Almost: one leaf is counted twice." end
      if given == t.b ^ t.d then return "That is minimax." end
      return ("The two powers are %d and %d."):format(up, down)
    end,
  },
  worst = {
    make = worst,
    right = function(t) return #facts.seen(t.tree, ID) end,
    wrong = function(t, given)
      if given < #trees.leaves(t.tree) then
        return "Each move of MAX is better than those before it, and at each MIN node the least leaf comes last: what "
          .. "can be cut off?"
      end
      return "There are fewer leaves."
    end,
  },
  false_law = { make = surprise, of = "10" },
  guess = {
    right = function()
      local count = facts.middle(ID)
      return count > 10000 and 1 or count > 2200 and 2 or 3
    end,
    wrong = function(_, given)
      return given == 1 and "It saves far more than a fifth." or "It is not so: try another."
    end,
  },
}

return alphabeta
