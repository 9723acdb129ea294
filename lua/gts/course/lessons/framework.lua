--- Lesson 10: bounds at every node, and algorithms as rules that select.

local facts = require "gts.course.facts"
local search = require "gts.search"
local sketch = require "gts.course.sketch"
local tables = require "gts.base.tables"
local trees = require "gts.course.trees"

local framework = { exercise = "select" }

-- A node known only by its bounds; below it leaves that go with them.
local function known(lower, upper) return { lower = lower, upper = upper, upper, (lower + upper) // 2 } end

-- A node with three children of which only bounds are known.
local function bounded(lot, player)
  local tree = { player = player }
  for i = 1, 3 do
    local lower = lot(1, 14)
    tree[i] = known(lower, lower + lot(2, 6))
  end
  return tree
end

local function range(lower, upper) return ("%s..%s"):format(facts.number(lower), facts.number(upper)) end

-- The root and its children with what is known of them; the root "?" unless `root` is given.
local function show_bounds(tree, root)
  local tips, leaves = {}, {}
  for i, child in ipairs(tree) do tips[i], leaves[tostring(i)] = 0, range(child.lower, child.upper) end
  return sketch.draw(tips, { player = tree.player, values = { [""] = root or "?" }, leaves = leaves })
end

-- What is proved of the root when its three children have been developed, and nothing below them.
local function proved(tree)
  local r = search.search(trees.game(tree), { algorithm = "gsearch", nodes = 4, select = function(node)
    return tables.find(node, function(child) return child.open end) or node[1]
  end })
  return { r.lower, r.upper }
end

local function open_ended(tree) return proved(tree)[1] < proved(tree)[2] end

local function for_player(player)
  return function(lot)
    local tree = trees.such(lot, function(l) return bounded(l, player) end, open_ended)
    return { tree = tree, player = player:upper(), extreme = player == "max" and "greatest" or "least" }
  end
end

-- The window of a child: what its own bounds and those of the root leave of it.
local function window(tree, i)
  local root = proved(tree)
  return math.max(tree[i].lower, root[1]), math.min(tree[i].upper, root[2])
end

local function live(tree)
  return tables.filter(tables.range(1, #tree), function(i)
    local alpha, beta = window(tree, i)
    return alpha < beta
  end)
end

local function partly_live(lot)
  return { tree = trees.such(lot, function(l) return bounded(l, "max") end,
    function(tree) return open_ended(tree) and #live(tree) < 3 end) }
end

-- The rules, in words, and which live child each goes to. At MAX `min` is the same as the leftmost, at MIN `max` is.
local rules = {
  leftmost = { words = "the leftmost live child: alpha-beta", takes = function() return true end },
  max = { words = "the leftmost live child whose beta is that of the root: Maxsearch",
    takes = function(tree, i) return select(2, window(tree, i)) == proved(tree)[2] end },
  min = { words = "the leftmost live child whose alpha is that of the root: Minsearch",
    takes = function(tree, i) return (window(tree, i)) == proved(tree)[1] end },
}

local function taken(tree, name)
  return tables.find(live(tree), function(i) return rules[name].takes(tree, i) end)
end

local function selecting(lot)
  local player = lot(0, 1) == 1 and "max" or "min"
  local other = player == "max" and "max" or "min"
  local tree = trees.such(lot, function(l) return bounded(l, player) end, function(made)
    return open_ended(made) and #live(made) > 1 and taken(made, other) ~= taken(made, "leftmost")
  end)
  local name = lot(1, 3) == 1 and "leftmost" or other
  local root = proved(tree)
  return { tree = tree, rule = name, words = rules[name].words, root = range(root[1], root[2]) }
end

-- Bounds at the MIN nodes that spare leaves.
local function informed(lot)
  return { tree = trees.such(lot, function(l)
    local tree = trees.draw(l, { 3, 3 })
    for _, node in ipairs(tree) do
      local value = math.min(table.unpack(node))
      node.lower, node.upper = value - l(0, 4), value + l(0, 4)
      if node.lower == node.upper then node.upper = node.upper + 1 end
    end
    return tree
  end, function(tree)
    local count = #facts.unseen(tree, "alphabeta")
    return count >= 3 and count <= 6 and count > #facts.unseen({ { table.unpack(tree[1]) }, { table.unpack(tree[2]) },
      { table.unpack(tree[3]) } }, "alphabeta")
  end) }
end

local function show_informed(t)
  local values = {}
  for i, node in ipairs(t.tree) do values[tostring(i)] = range(node.lower, node.upper) end
  return facts.numbered(t.tree, { values = values })
end

local function informed_mistake(t, given)
  local named, cut = tables.set(given), tables.set(facts.unseen(t.tree, "alphabeta"))
  for number, leaf in ipairs(trees.leaves(t.tree)) do
    local i = tonumber(leaf.path:match "^%d")
    local node = t.tree[i]
    if cut[number] and not named[number] then
      for k = 1, tonumber(leaf.path:sub(-1)) - 1 do
        if node[k] <= node.lower then
          return ("Leaf #%d is left out: node %d has a leaf %d already, and is worth at least %d: it can be no less."):format(
            number, i, node[k], node.lower)
        end
      end
      return ("Leaf #%d is left out: compare what MAX is sure of with %d, which node %d is worth at most, or with the "
        .. "leaves before it.")
        :format(number, node.upper, i)
    elseif named[number] and not cut[number] then
      return ("Leaf #%d is looked at: node %d may still be worth more than what MAX is sure of by then."):format(number, i)
    end
  end
  return "There are nine leaves, #1 to #9."
end

local function deep(lot) return trees.with_text(trees.draw(lot, { 2, 2, 2 })) end

-- A tree on which H** looks at a leaf that alpha-beta leaves out.
local WITNESS = { { { -3, 16 }, { -10, 20 } }, { { 8, -12 }, { 6, 5 } } }

-- Does an algorithm look only at leaves that alpha-beta looks at?
local function within(algorithm)
  local seen = tables.set(facts.seen(WITNESS, "alphabeta"))
  return not tables.any(facts.seen(WITNESS, algorithm), function(number) return not seen[number] end)
end

framework.drawings = {
  bounds = function(t) return show_bounds(t.tree) end,
  proved = function(t) return show_bounds(t.tree, range(table.unpack(proved(t.tree)))) end,
  root = function(t) return show_bounds(t.tree, t.root) end,
  informed = show_informed,
  alphabeta = function(t) return facts.searched(t.tree, "alphabeta") end,
  witness_alphabeta = function() return facts.searched(WITNESS, "alphabeta", nil, "alpha-beta") end,
  witness_hstarstar = function() return facts.searched(WITNESS, "hstarstar", nil, "H**") end,
}

framework.screens = {
  first = { make = for_player "max" },
  max = {
    make = for_player "max",
    right = function(t) return proved(t.tree) end,
    wrong = function(_, given, right)
      if #given ~= 2 then return "Two numbers are wanted." end
      if given[1] ~= right[1] and given[2] == right[2] then
        return "The upper bound is right. For the lower: say each child is worth as little as it can be."
      elseif given[1] == right[1] then
        return "The lower bound is right. For the upper: say each child is worth as much as it can be."
      end
      if given[1] == right[2] and given[2] == right[1] then return "The lower one first." end
      return "The greatest lower bound, and the greatest upper bound: of different children, perhaps."
    end,
  },
  min = {
    make = for_player "min",
    right = function(t) return proved(t.tree) end,
    wrong = function(t, given, right)
      if #given ~= 2 then return "Two numbers are wanted." end
      local most, least = -math.huge, math.huge
      for _, child in ipairs(t.tree) do most, least = math.max(most, child.upper), math.min(least, child.lower) end
      if given[2] == most and given[2] ~= right[2] then return "The greatest upper bound: MIN would not take that child." end
      return given[1] == least and "The lower bound is right. MIN is sure of the least upper bound."
        or "What can MIN get at best for him? And what is he sure of?"
    end,
  },
  live = {
    make = partly_live,
    right = function(t) return live(t.tree) end,
    wrong = function(t, given)
      local named = tables.set(given)
      for i = 1, 3 do
        local alpha, beta = window(t.tree, i)
        if (alpha < beta) ~= (named[i] == true) then
          return ("Child %d: its window runs from %d to %d. Is something between?"):format(i, alpha, beta)
        end
      end
      return "There are three children, 1 to 3."
    end,
  },
  select = {
    make = selecting,
    right = function(t) return taken(t.tree, t.rule) end,
    wrong = function(t, given)
      if given ~= 1 and given ~= 2 and given ~= 3 then return "There are three children, 1 to 3." end
      local alpha, beta = window(t.tree, given)
      if alpha >= beta then return ("Child %d is not live: nothing is left between %d and %d."):format(given, alpha, beta) end
      if not rules[t.rule].takes(t.tree, given) then
        return ("The window of child %d runs from %d to %d; the root's is %s."):format(given, alpha, beta, t.root)
      end
      return ("Child %d would do, but there is one on its left that does, too."):format(given)
    end,
  },
  silly = {
    make = deep,
    right = function(t)
      for seed = 1, 20 do
        local r = search.search(trees.game(t.tree), { algorithm = "gsearch", select = "random", seed = seed })
        if r.value ~= facts.value(t.tree, "") then return 2 end
      end
      return 1
    end,
    wrong = function() return "Bounds are true whatever has been looked at; and it goes on until those of the root meet." end,
  },
  informed = {
    make = informed,
    right = function(t) return facts.unseen(t.tree, "alphabeta") end,
    wrong = informed_mistake,
  },
  within = {
    right = function() return within "hstarstar" and 1 or within "maxsearch" and 2 or 3 end,
    wrong = function(_, given)
      return given == 1 and "Compare the leaves on the right: one is seen by H** alone." or "For Maxsearch there is a proof."
    end,
  },
  pseudo = {
    make = deep,
    right = function(t)
      local list = {}
      search.search(trees.game(t.tree), { algorithm = "rsearch", select = "max", pseudo = 1, trace = function(event)
        if event.kind == "leaf" then list[#list + 1] = trees.leaves(t.tree)[event.path].number end
      end })
      local function like(algorithm) return facts.list(facts.order(t.tree, algorithm)) == facts.list(list) end
      return like "alphabeta" and 2 or like "sss" and 1 or 3
    end,
    wrong = function(_, given)
      return given == 1 and "SSS* jumps from one node to another and back: for that it must hold both."
        or "It still stops at a node as soon as its window is closed."
    end,
  },
}

return framework
