--- Lesson 2: what need not be looked at.

local facts = require "gts.course.facts"
local sketch = require "gts.course.sketch"
local trees = require "gts.course.trees"

local contains = require("gts.base.words").contains

local alphabeta = {
  title = "Alpha-beta: what need not be looked at",
  about = "Cutoffs, alpha and beta, what a cutoff proves, and why the order of moves is everything.",
  exercise = "order",
}

local ID = "alphabeta"

local function unseen(tree) return facts.unseen(tree, ID) end

-- A tree of a shape of which alpha-beta leaves out some leaves, and not too many.
local function cutting(lot, shape, least, most, more)
  local tree = trees.such(lot, function(l) return trees.draw(l, shape) end, function(made)
    local count = #unseen(made)
    return count >= least and count <= most and (not more or more(made))
  end)
  return { tree = tree, written = trees.write(tree) }
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

local function question_unseen(text, hint)
  return {
    kind = "set", text = text, hint = hint,
    right = function(t) return unseen(t.tree) end,
    wrong = function(t, given) return mistake(t.tree, given) end,
    because = "Below each leaf now stands when it was looked at: @1 is the first, - is never.",
  }
end

local function show_search(t) return facts.searched(t.tree, ID) end

-- The tree with the worst child of each node first.
local function worst_first(node, max)
  if type(node) ~= "table" then return node, node end
  local children = {}
  for i, child in ipairs(node) do
    local made, value = worst_first(child, not max)
    children[i] = { made = made, value = value }
  end
  table.sort(children, function(a, b) if max then return a.value < b.value end return a.value > b.value end)
  local list = {}
  for i, child in ipairs(children) do list[i] = child.made end
  return list, children[#children].value
end

-- Worst first, and a cutoff all the same: that takes four plies.
local function surprise(lot)
  local tree = trees.such(lot, function(l) return (worst_first(trees.draw(l, { 2, 2, 2, 2 }), true)) end,
    function(made) return #unseen(made) > 0 end)
  return { tree = tree, written = trees.write(tree) }
end

local function worst(lot)
  local b = lot(2, 4)
  local tree = worst_first(trees.draw(lot, { b, b }), true)
  return { tree = tree, written = trees.write(tree), b = b }
end

-- Both players' best move first at every node.
local function perfect(lot) return { b = lot(2, 4), d = lot(2, 5) } end

local function spec_of(t) return { branching = t.b, depth = t.d, order = "best" } end

alphabeta.screens = {
  {
    id = "idea", title = "A leaf that cannot matter", make = first_cut,
    "MAX has looked at all of move 1: it is worth $sure. At move 2 the first leaf is $leaf. Leaves have their numbers "
      .. "below them.",
    { draw = function(t) return facts.numbered(t.tree, { values = { ["1"] = tostring(t.sure) } }) end },
    ask = {
      kind = "choice", text = "Can the leaves #5 and #6 still change what the root is worth?",
      choices = function() return { "no", "yes, if they are small", "yes, if they are great" } end,
      right = function(t) return contains(unseen(t.tree), 5) and contains(unseen(t.tree), 6) and 1 or 2 end,
      hint = "MIN can take this leaf. Would he ever take a greater one? And what has MAX got already?",
      wrong = function(t, given)
        if given == 2 then return "Then move 2 is even worse for MAX, who does not go there already now." end
        return ("MIN would not take a great leaf: he has %d there already."):format(t.leaf)
      end,
      because = "Move 2 is worth at most $leaf, and MAX has $sure elsewhere. What is left of it is cut off: a **cutoff**. "
        .. "Below, @1 is the leaf that was looked at first, and - one that never was.",
    },
    after = { { draw = show_search } },
  },
  {
    title = "Alpha and beta",
    [[**Alpha-beta** goes through the tree as minimax does, from left to right, and carries two numbers down:

* **alpha**: what MAX is sure of, somewhere above this node. It begins at -inf and rises at MAX nodes.
* **beta**: what MIN is sure of. It begins at inf and falls at MIN nodes.

Between them lies the *window*: only a value in it can still change the root. So a node is left

* at MIN, as soon as it is worth alpha or less: MAX will not come here;
* at MAX, as soon as it is worth beta or more: MIN will not.

As soon as it is *as bad*, not only when it is worse: a player who is sure of 5 gains nothing by another 5.]],
  },
  {
    id = "unseen", title = "Be alpha-beta", make = nine,
    "Work through this tree from left to right. At the root alpha rises whenever a move is better than those before it.",
    { draw = function(t) return facts.numbered(t.tree) end },
    ask = question_unseen("Which leaves does alpha-beta not look at? Type their numbers.",
      "The first MIN node is looked at wholly: alpha is -inf. Its value is alpha for the second."),
    after = { { draw = show_search } },
  },
  {
    id = "alpha", title = "The window of a node", make = rising,
    "Alpha-beta has done with the moves 1 and 2, and now enters the third MIN node.",
    { draw = function(t)
      return facts.numbered(t.tree, { values = { ["1"] = tostring(facts.value(t.tree, "1")),
        ["2"] = facts.known(t.tree, ID, "2") } })
    end },
    ask = {
      kind = "number", text = "With which alpha does it enter?",
      right = function(t) return facts.record(t.tree, ID).nodes["3"].alpha end,
      hint = "What is MAX sure of, after two moves? A move that was cut off gives him nothing new.",
      wrong = function(t, given)
        if given == facts.value(t.tree, "") then
          return "That is the value of the root: it is not known before move 3 is "
            .. "looked at."
        end
        if given == math.huge or given == -math.huge then return "Two moves have been looked at: MAX is sure of something." end
        return "Alpha is the greatest value of the moves that were looked at so far."
      end,
      because = "MAX is sure of the better one of the two.",
    },
    after = { { code = [[
gts.search(gts.tree($written), { algorithm = "alphabeta", trace = function(event)
  if event.kind ~= "leaf" then print(event.kind, "node " .. event.path, event.alpha, event.beta) end
end })]] } },
  },
  {
    id = "bound", title = "What a cutoff proves", make = first_cut,
    "Back to a cutoff: the second MIN node here was left after its first leaf, $leaf, since MAX had $sure.",
    { draw = show_search },
    ask = {
      kind = "choice", text = "What is proved of the second MIN node?",
      choices = function(t)
        return { ("it is worth %d"):format(t.leaf), ("at most %d"):format(t.leaf), ("at least %d"):format(t.leaf) }
      end,
      right = function(t)
        local node = facts.record(t.tree, ID).nodes["2"]
        return node.lower == node.upper and 1 or node.upper < math.huge and 2 or 3
      end,
      hint = "The leaves #5 and #6 were not seen. Could they make it less? Could they make it more?",
      wrong = function(_, given)
        if given == 1 then return "Only one of three leaves was seen; a smaller one may come." end
        return "MIN is to move there: he has this leaf for sure, and may find a smaller one."
      end,
      because = "A cutoff at MIN proves an upper bound, one at MAX a lower bound. Lesson 4 keeps them in a table.",
    },
  },
  {
    id = "plies", title = "Three plies", make = plies,
    [[Now MAX nodes are cut off, too: as soon as one is worth beta or more. Beta is what MIN has found at the node above.]],
    { draw = function(t) return facts.numbered(t.tree) end },
    ask = question_unseen("Which leaves does alpha-beta not look at?",
      "Do the first MAX node wholly. Its value is beta for its sibling. Then alpha at the root rises, for all that is on "
        .. "the right."),
    after = { { draw = show_search } },
  },
  {
    id = "deep", title = "Four plies", make = deep,
    "Alpha and beta go down through all plies: what MAX is sure of at the root cuts off far below. Take your time.",
    { draw = function(t) return facts.numbered(t.tree) end },
    ask = question_unseen("Which leaves does alpha-beta not look at?",
      "Write (alpha, beta) beside each node as you enter it. Alpha changes at MAX nodes, beta at MIN nodes, both go down."),
    after = { { draw = show_search } },
  },
  {
    id = "perfect", title = "The best case", make = perfect,
    [[Say at every node the best move comes first. Then alpha-beta looks at b^n + b^m - 1 leaves of a tree with b children
everywhere and d plies, where n is d/2 rounded up and m is d/2 rounded down. No algorithm can do with fewer.]],
    ask = {
      kind = "number", text = "How many is that with b = $b and d = $d?",
      right = function(t) return facts.leaves(spec_of(t), ID) end,
      hint = function(t) return ("Half of %d is %d, rounded up, and %d, rounded down."):format(t.d, (t.d + 1) // 2, t.d // 2) end,
      wrong = function(t, given)
        local up, down = t.b ^ ((t.d + 1) // 2), t.b ^ (t.d // 2)
        if given == up + down then return "Almost: one leaf is counted twice." end
        if given == t.b ^ t.d then return "That is minimax." end
        return ("The two powers are %d and %d."):format(up, down)
      end,
      because = "About the square root of what minimax looks at: in the same time it goes twice as deep.",
    },
    after = { { code = [[
local tree = gts.tree { branching = $b, depth = $d, order = "best" }
print(gts.search(tree, { algorithm = "minimax" }).stats.leaves, gts.search(tree).stats.leaves)]] } },
  },
  {
    id = "worst", title = "The worst case", make = worst,
    "Here at every node the worst move comes first.",
    { draw = function(t) return sketch.draw(t.tree) end },
    ask = {
      kind = "number", text = "How many leaves does alpha-beta look at?",
      right = function(t) return #facts.seen(t.tree, ID) end,
      hint = "Is a MIN node ever worth alpha or less before its last leaf?",
      wrong = function(t, given)
        if given < #trees.leaves(t.tree) then
          return "Each move of MAX is better than those before it, and at each MIN node the least leaf comes last: what "
            .. "can be cut off?"
        end
        return "There are fewer leaves."
      end,
      because = "All of them: nothing is saved.",
    },
  },
  {
    title = "A false law", make = surprise,
    [["With the worst move first alpha-beta looks at everything": one reads that often, and it is true for up to three plies.
From four on it is not. Here every node has its worst child first, and still:]],
    { draw = show_search },
    "A law about trees is tried on random ones before it is believed. That takes three lines with gts.",
  },
  {
    id = "guess", title = "A real game",
    "Tic-tac-toe, X in the middle: minimax has looked at 25,872 leaves. gts knows, too, that no game is worth more than 1.",
    ask = {
      kind = "choice", text = "How many does alpha-beta look at?",
      choices = function() return { "about 20,000", "about 5,000", "about 1,000" } end,
      right = function()
        local count = facts.middle(ID)
        return count > 10000 and 1 or count > 2200 and 2 or 3
      end,
      hint = "The square root of 25,872 is 161; but the best moves do not come first.",
      wrong = function(_, given)
        return given == 1 and "It saves far more than a fifth." or "It is not so: try another."
      end,
      because = "With moves in no particular order it lies between the best and the worst case.",
    },
    after = { { code = [[
local middle = gts.apply("tictactoe", nil, 5)
for _, algorithm in ipairs { "minimax", "alphabeta" } do
  local r = gts.search("tictactoe", { position = middle, algorithm = algorithm })
  print(algorithm, "value " .. r.value, r.stats.leaves .. " leaves")
end]] } },
  },
  {
    title = "Good moves first",
    [[The order of moves decides. gts can sort: moves that cut off before (`killer`, `history`), what a table remembers
(`table`). Here connect-4, 8 plies deep, whose rules are asked to know nothing about good moves themselves:]],
    { code = [[
local game = gts.game("connect4", { plain = true })
for _, order in ipairs { {}, { "history" }, { "killer", "history" } } do
  local r = gts.search(game, { algorithm = "negascout", depth = 8, order = order })
  print(r.stats.leaves .. " leaves", "value " .. r.value, table.concat(order, ", "))
end]] },
    "The value is always the same. In the exercise the order is yours.",
  },
  { id = "exercise", title = "Exercise: an order of moves", exercise = "order" },
  {
    title = "Where this comes from",
    [[* J. McCarthy's note on game trees: `maxval2` and `minval2` are alpha-beta. (It says that the worst order saves nothing;
see the false law above. And its k^n/2 is k to the power of n/2.)
* A. de Bruin and W. Pijls, *Trends in game tree search*, Fig. 3 and Lemma 1: alpha-beta whose cutoffs give bounds.

Go on: `gts draw '{{3,12,8},{2,4,6},{14,5,2}}'` draws any search. The next lesson looks at fewer leaves than alpha-beta.]],
  },
}

return alphabeta
