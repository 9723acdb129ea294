--- Lesson 5: bounds at every node, and algorithms as rules that select.

local facts = require "gts.course.facts"
local search = require "gts.search"
local sketch = require "gts.course.sketch"
local tables = require "gts.base.tables"
local trees = require "gts.course.trees"

local framework = {
  title = "Bounds, and one frame for all",
  about = "What two bounds at each node say, which nodes are live, and why an algorithm is a rule that selects.",
  exercise = "select",
}

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
  for i, child in ipairs(tree) do
    tips[i], leaves[tostring(i)] = 0, range(child.lower, child.upper)
  end
  return sketch.draw(tips, { player = tree.player, values = { [""] = root or "?" }, leaves = leaves })
end

-- What is proved of the root when its three children have been developed, and nothing below them.
local function proved(tree)
  local r = search.search(trees.game(tree), { algorithm = "gsearch", nodes = 4, select = function(node)
    for _, child in ipairs(node) do
      if child.open then return child end
    end
    return node[1]
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
  local list = {}
  for i = 1, #tree do
    local alpha, beta = window(tree, i)
    if alpha < beta then list[#list + 1] = i end
  end
  return list
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
  local named, cut = {}, {}
  for _, number in ipairs(given) do named[number] = true end
  for _, number in ipairs(facts.unseen(t.tree, "alphabeta")) do cut[number] = true end
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

local function deep(lot)
  local tree = trees.draw(lot, { 2, 2, 2 })
  return { tree = tree, written = trees.write(tree) }
end

-- A tree on which H** looks at a leaf that alpha-beta leaves out.
local WITNESS = { { { -3, 16 }, { -10, 20 } }, { { 8, -12 }, { 6, 5 } } }

-- Does an algorithm look only at leaves that alpha-beta looks at?
local function within(algorithm)
  local seen = {}
  for _, number in ipairs(facts.seen(WITNESS, "alphabeta")) do seen[number] = true end
  return not tables.any(facts.seen(WITNESS, algorithm), function(number) return not seen[number] end)
end

framework.screens = {
  {
    title = "Two numbers at every node", make = for_player "max", of = "first",
    [[So far a node had a value, or none. Now each has two **bounds**: its value lies from lower to upper. At first that is
-inf..inf; a leaf closes it; and rules may know something beforehand. Here three MIN nodes have been looked at a little. What
is written there is all that is known of them.]],
    { draw = function(t) return show_bounds(t.tree) end },
    "What is known of the children proves bounds of the root.",
  },
  {
    id = "max", title = "Bounds go up at MAX", make = for_player "max",
    "The root is a MAX node. Its value is the greatest of the three, whatever they turn out to be.",
    { draw = function(t) return show_bounds(t.tree) end },
    ask = {
      kind = "order", expected = "two numbers, the lower and the upper bound",
      text = "Between which two numbers does the root lie?",
      right = function(t) return proved(t.tree) end,
      hint = "At worst for MAX each child is worth its lower bound; at best its upper one. What is the greatest each time?",
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
      because = "At MAX: the greatest lower bound, the greatest upper bound.",
    },
    after = { { draw = function(t) return show_bounds(t.tree, range(table.unpack(proved(t.tree)))) end } },
  },
  {
    id = "min", title = "Bounds go up at MIN", make = for_player "min",
    "Now MIN moves at the root.",
    { draw = function(t) return show_bounds(t.tree) end },
    ask = {
      kind = "order", expected = "two numbers, the lower and the upper bound",
      text = "Between which two numbers does the root lie?",
      right = function(t) return proved(t.tree) end,
      hint = "The same with the least in place of the greatest.",
      wrong = function(t, given, right)
        if #given ~= 2 then return "Two numbers are wanted." end
        local most, least = -math.huge, math.huge
        for _, child in ipairs(t.tree) do most, least = math.max(most, child.upper), math.min(least, child.lower) end
        if given[2] == most and given[2] ~= right[2] then return "The greatest upper bound: MIN would not take that child." end
        return given[1] == least and "The lower bound is right. MIN is sure of the least upper bound."
          or "What can MIN get at best for him? And what is he sure of?"
      end,
      because = "At MIN: the least lower bound, the least upper bound.",
    },
    after = { { draw = function(t) return show_bounds(t.tree, range(table.unpack(proved(t.tree)))) end } },
  },
  {
    id = "live", title = "Which nodes matter", make = partly_live,
    [[The *window* of a node runs from alpha, the greatest lower bound of it and of the nodes above it, to beta, the least
upper bound of them. While alpha is less than beta the node is **live**. To look below a node that is not is wasted.]],
    { draw = function(t) return show_bounds(t.tree, range(table.unpack(proved(t.tree)))) end },
    ask = {
      kind = "set", expected = "the numbers of children, 1 to 3 from the left, with blanks between them, or none",
      text = "Which children are live?",
      right = function(t) return live(t.tree) end,
      hint = "The root is worth at least its lower bound. A child that can be worth no more than that cannot help MAX.",
      wrong = function(t, given)
        local named = {}
        for _, i in ipairs(given) do named[i] = true end
        for i = 1, 3 do
          local alpha, beta = window(t.tree, i)
          if (alpha < beta) ~= (named[i] == true) then
            return ("Child %d: its window runs from %d to %d. Is something between?"):format(i, alpha, beta)
          end
        end
        return "There are three children, 1 to 3."
      end,
      because = "When no node is live the root is known.",
    },
  },
  {
    title = "An algorithm is a rule that selects",
    [[So there is one frame for all: *while the root is live, go down from it through live nodes to one that is open, develop
it, and bring the bounds up*. Whatever node is taken, the bounds stay true, and in the end they meet. All that is left to say
is **which live child**:

| the rule | is |
|---|---|
| the leftmost | alpha-beta |
| the leftmost whose beta is its parent's | Maxsearch: SSS\*, and a little better |
| the leftmost whose alpha is its parent's | Minsearch: dual SSS\* |
| at MAX as Maxsearch, at MIN as Minsearch | H\*\* |]],
  },
  {
    id = "select", title = "Be the rule", make = selecting,
    "The root lies in $root. The rule is: $words.",
    { draw = function(t) return show_bounds(t.tree, t.root) end },
    ask = {
      kind = "number", text = "Which child does it go to: 1, 2 or 3?",
      right = function(t) return taken(t.tree, t.rule) end,
      hint = "Cut each child's bounds to those of the root: that is its window, alpha to beta. Then go from left to right.",
      wrong = function(t, given)
        if given ~= 1 and given ~= 2 and given ~= 3 then return "There are three children, 1 to 3." end
        local alpha, beta = window(t.tree, given)
        if alpha >= beta then return ("Child %d is not live: nothing is left between %d and %d."):format(given, alpha, beta) end
        if not rules[t.rule].takes(t.tree, given) then
          return ("The window of child %d runs from %d to %d; the root's is %s."):format(given, alpha, beta, t.root)
        end
        return ("Child %d would do, but there is one on its left that does, too."):format(given)
      end,
      because = "The same tree, another rule, another child: that is another algorithm.",
    },
  },
  {
    id = "silly", title = "A silly rule", make = deep,
    "Say the rule is: any live child, by lot.",
    { draw = function(t) return facts.solved(t.tree) end },
    ask = {
      kind = "choice", text = "Does it find the value?",
      choices = function() return { "always", "often", "only by luck" } end,
      right = function(t)
        for seed = 1, 20 do
          local r = search.search(trees.game(t.tree), { algorithm = "gsearch", select = "random", seed = seed })
          if r.value ~= facts.value(t.tree, "") then return 2 end
        end
        return 1
      end,
      hint = "What is proved of a node depends on what has been seen below it. Does it depend on the order?",
      wrong = function() return "Bounds are true whatever has been looked at; and it goes on until those of the root meet." end,
      because = "Only how much it looks at is left to luck.",
    },
    after = { { code = [[
for seed = 1, 4 do
  local r = gts.search(gts.tree($written), { algorithm = "gsearch", select = "random", seed = seed })
  print("value " .. r.value, r.stats.leaves .. " leaves")
end]] } },
  },
  {
    id = "informed", title = "Bounds that rules know", make = informed,
    [[Rules can know bounds before anything is searched: in many games what is still to be won bounds the result. Here
alpha-beta knows the bounds of the MIN nodes. It leaves a node, or does not enter it, as soon as they show that nothing can
come of it.]],
    { draw = show_informed },
    ask = {
      kind = "set", text = "Which leaves does it not look at?",
      right = function(t) return facts.unseen(t.tree, "alphabeta") end,
      wrong = informed_mistake,
      hint = "Two things are new: a node whose upper bound is no more than what MAX has is not entered; and a MIN node "
        .. "that has come down to its lower bound is done.",
      because = "What is known beforehand need not be searched.",
    },
    after = { { draw = function(t) return facts.searched(t.tree, "alphabeta") end } },
  },
  {
    title = "A real game",
    [[In dots and boxes the boxes that are left bound the result, and `rules.bounds` says so. The same searches with it and
without, on boards of one row of three boxes:]],
    { code = [[
local dots = gts.game("dots", { columns = 3, rows = 1 })
print("algorithm", "with", "without bounds")
for _, algorithm in ipairs { "alphabeta", "maxsearch", "hstarstar" } do
  local with = gts.search(dots, { algorithm = algorithm })
  local without = gts.search(dots, { algorithm = algorithm, bounds = false })
  print(algorithm, with.stats.developed, without.stats.developed)
end]] },
  },
  {
    id = "within", title = "Who is better than alpha-beta?",
    [[It is proved that Maxsearch and Minsearch never develop a node that alpha-beta does not. And H\*\*? One tree can settle
that:]],
    { draw = function() return facts.searched(WITNESS, "alphabeta", nil, "alpha-beta") end },
    "So goes alpha-beta: @ is when, - is never. And so goes H\\*\\*:",
    { draw = function() return facts.searched(WITNESS, "hstarstar", nil, "H**") end },
    ask = {
      kind = "choice", text = "Is it true of H\\*\\*, too?",
      choices = function() return { "yes, of both", "of Maxsearch, not of H**", "of neither" } end,
      right = function() return within "hstarstar" and 1 or within "maxsearch" and 2 or 3 end,
      hint = "Look for a leaf with - in the first drawing and @ in the second.",
      wrong = function(_, given)
        return given == 1 and "Compare the leaves on the right: one is seen by H** alone." or "For Maxsearch there is a proof."
      end,
      because = "H\\*\\* looks at far less in some games and at more in others, as in the dots above. Averages are no law.",
    },
  },
  {
    id = "pseudo", title = "How much to hold", make = deep,
    [[All this holds the tree in memory. With *pseudo-terminals* it holds less: at such a node a new search begins, within its
window, and what it has seen is thrown away. Say every node is one, and the rule is that of Maxsearch.]],
    { draw = function(t) return facts.numbered(t.tree) end },
    ask = {
      kind = "choice", text = "Which algorithm is that?",
      choices = function() return { "SSS*", "alpha-beta", "minimax" } end,
      right = function(t)
        local list = {}
        search.search(trees.game(t.tree), { algorithm = "rsearch", select = "max", pseudo = 1, trace = function(event)
          if event.kind == "leaf" then list[#list + 1] = trees.leaves(t.tree)[event.path].number end
        end })
        local function like(algorithm) return facts.list(facts.order(t.tree, algorithm)) == facts.list(list) end
        return like "alphabeta" and 2 or like "sss" and 1 or 3
      end,
      hint = "A search that may not leave a node until that is done goes depth first.",
      wrong = function(_, given)
        return given == 1 and "SSS* jumps from one node to another and back: for that it must hold both."
          or "It still stops at a node as soon as its window is closed."
      end,
      because = "With no memory every rule becomes alpha-beta; with all of it each is itself. In between lie many.",
    },
    after = { { code = [[
local tree = gts.tree { branching = 4, depth = 8 }
for _, pseudo in ipairs { 1, 2, 4, 8 } do
  local r = gts.search(tree, { algorithm = "rsearch", select = "max", pseudo = pseudo })
  print("pseudo " .. pseudo, r.stats.leaves .. " leaves", r.stats.peak .. " nodes held")
end
print("alpha-beta", gts.search(tree).stats.leaves .. " leaves")]] } },
  },
  { id = "exercise", title = "Exercise: a rule of your own", exercise = "select" },
  {
    title = "Where this comes from",
    [[* W. Pijls and A. de Bruin, *A framework for game tree algorithms*: Gsearch (Fig. 2) and Rsearch (Fig. 4), the rules
(section 4), alpha-beta with bounds (Fig. 5), Maxsearch (section 6 and Figs 6 to 8). Errata of the paper stand in the source
of gts, where each algorithm is.
* T. Ibaraki had the frame first, as GSEARCH; McCarthy called bounds that rules know optimistic and pessimistic evaluations.

That was the course. `gts help custom-search` goes on from here, and `gts algorithms` lists all that gts has.]],
  },
}

return framework
