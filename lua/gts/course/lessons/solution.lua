--- Lesson 3: solution trees, and the algorithm that looks for the best of them.

local facts = require "gts.course.facts"
local plans = require "gts.course.plans"
local search = require "gts.search"
local sketch = require "gts.course.sketch"
local trees = require "gts.course.trees"

local solution = {
  title = "SSS*: best first, by solution trees",
  about = "Plans of one player, what proves a value, the list OPEN, and fewer leaves than alpha-beta.",
  exercise = "plans",
}

-- A drawing in which leaves are numbered, or chosen ones marked.
local function marked(tree, numbers)
  local notes, leaves = {}, trees.leaves(tree)
  for _, number in ipairs(numbers) do notes[leaves[number].path] = "^" end
  return sketch.draw(tree, { notes = notes })
end

local function numbered(t) return facts.numbered(t.tree) end

-- A plan for MIN that is not his best.
local function poor_plan(lot)
  return trees.such(lot, function(l)
    local t = trees.with_text(trees.draw(l, { 3, 3 }))
    t.plan = plans.draw(l, t.tree, "max")
    return t
  end, function(t) return plans.proves(t.tree, t.plan, "max") > facts.value(t.tree, "") end)
end

-- Leaves that are a plan for MIN, for MAX, or none.
local function some_leaves(lot)
  local t = trees.with_text(trees.draw(lot, { 2, 2, 2 }))
  local kind = lot(1, 3)
  t.leaves = plans.draw(lot, t.tree, kind == 2 and "min" or "max")
  if kind == 3 then
    -- One leaf goes over to another node: too much there, too little here.
    local others = {}
    for number = 1, 8 do
      local chosen = false
      for _, one in ipairs(t.leaves) do chosen = chosen or one == number end
      if not chosen then others[#others + 1] = number end
    end
    t.leaves[lot(1, #t.leaves)] = others[lot(1, #others)]
    table.sort(t.leaves)
  end
  t.list = facts.list(t.leaves)
  return t
end

local function kind_of(t)
  return plans.is_plan(t.tree, t.leaves, "max") and 1 or plans.is_plan(t.tree, t.leaves, "min") and 2 or 3
end

local function nine(lot)
  local t = trees.with_text(trees.draw(lot, { 3, 3 }))
  t.value = facts.value(t.tree, "")
  return t
end

-- The best plan for MIN: at each of his nodes the child that is worth least.
local function best_plan(tree)
  return plans.choose(tree, "max", function(path)
    local best
    for i, _ in ipairs(trees.at(tree, path)) do
      local value = facts.value(tree, path == "" and tostring(i) or path .. "." .. i)
      if not best or value < best.value then best = { i = i, value = value } end
    end
    return best.i
  end)
end

local function order(tree) return facts.order(tree, "sss") end

-- Its first leaves, one below each MIN node.
local function firsts(tree) return table.move(order(tree), 1, 3, 1, {}) end

-- After the first leaves SSS* does not go on where alpha-beta would.
local function jumping(lot)
  local tree = trees.such(lot, function(l) return trees.draw(l, { 3, 3 }) end, function(made)
    return order(made)[4] ~= 2 and #order(made) > 5
  end)
  return trees.with_text(tree)
end

-- Leaves of alpha-beta that SSS* does not look at.
local function saved(tree)
  local seen, list = {}, {}
  for _, number in ipairs(order(tree)) do seen[number] = true end
  for _, number in ipairs(facts.seen(tree, "alphabeta")) do
    if not seen[number] then list[#list + 1] = number end
  end
  return list
end

local function saving(lot)
  return trees.with_text(trees.such(lot, function(l) return trees.draw(l, { 3, 3 }) end,
    function(made) return #saved(made) >= 2 end))
end

local function sibling(tree, given)
  local leaves = trees.leaves(tree)
  local h, at = -math.huge, nil
  for i = 1, 3 do
    if tree[i][1] > h then h, at = tree[i][1], i end
  end
  if not leaves[given] then return "There are nine leaves." end
  local parent = tonumber(leaves[given].path:match "^%d")
  if leaves[given].path:find "%.1$" then return ("Leaf #%d has been looked at already."):format(given) end
  if parent ~= at then
    return ("Leaf #%d belongs to the state with h = %d. The greatest h is %d."):format(given, tree[parent][1], h)
  end
  return "It is the leftmost sibling that comes next."
end

local function depths(lot) return { b = lot(2, 4), d = lot(2, 5) } end

local OPEN_PROGRAM = [[
gts.search(gts.tree {{7,4},{5,9}}, { algorithm = "sss", trace = function(event)
  local states = {}
  for _, s in ipairs(event:open()) do
    states[#states + 1] = ("(%s %s %s)"):format(s.path == "" and "root" or s.path, s.status, s.merit)
  end
  if event.case then print("case " .. event.case, table.concat(states, " ")) end
end })]]

solution.screens = {
  {
    title = "A plan for MIN", of = "a plan", make = poor_plan,
    [[Here MIN has made a plan: whatever MAX does, he knows *one* answer. The leaves of his plan are marked `^`. Such a plan
is called a **max solution tree**: all children of MAX nodes, one child of each MIN node.

MAX can still choose between the marked leaves, but no others: so the root is worth at most the greatest of them.]],
    { draw = function(t) return marked(t.tree, t.plan) end },
  },
  {
    id = "plan", title = "What a plan proves", make = poor_plan,
    "Another plan for MIN:",
    { draw = function(t) return marked(t.tree, t.plan) end },
    ask = {
      kind = "number", text = "What does it prove? The root is worth at most ...",
      right = function(t) return plans.proves(t.tree, t.plan, "max") end,
      hint = "MAX knows the plan, too. Which of the marked leaves does he go to?",
      wrong = function(t, given)
        if given == plans.proves(t.tree, t.plan, "min") then
          return "That is the least marked leaf. But it is MAX who chooses between them: he takes the greatest."
        end
        if given == facts.value(t.tree, "") then
          return "That is the value of the root. This plan of MIN does not prove "
            .. "so much."
        end
        return "Only the marked leaves can be come to."
      end,
      because = "A better plan gives a smaller number; no plan gives one below the value.",
    },
  },
  {
    title = "A plan for MAX",
    [[A **min solution tree** is the same for MAX: one child of each MAX node, all children of each MIN node. Its *least* leaf is
what MAX is sure of: the root is worth at least that.

Best plan against best plan: the least upper bound and the greatest lower bound are the same number, the value. So to prove the
value one needs both: a max and a min solution tree that meet. Every algorithm that is right, and knows only leaves, has looked
at two such trees when it ends, whatever it does.]],
  },
  {
    id = "kind", title = "Which is it?", make = some_leaves,
    "Three plies now: MAX, MIN, MAX. Take the leaves $list.",
    { draw = numbered },
    ask = {
      kind = "choice", text = "What are they?",
      choices = function()
        return { "a max solution tree (a plan for MIN)", "a min solution tree (a plan for MAX)", "neither" }
      end,
      right = kind_of,
      hint = "At each node that the leaves lie below: are there leaves below all of its children, or below one only?",
      wrong = function(t)
        local kind = kind_of(t)
        if kind == 1 then
          return "Leaves below all children of each MAX node, and below one child of each MIN node: whose plan "
            .. "is that?"
        end
        if kind == 2 then
          return "Leaves below one child of each MAX node, and below all children of each MIN node: whose plan "
            .. "is that?"
        end
        return "There is a node below which the leaves are too many for the one, or too few for the other."
      end,
      because = "All children at the nodes of one player, one child at those of the other: that is a solution tree.",
    },
  },
  {
    id = "count", title = "How many are there?", make = function(lot) return { b = lot(2, 4), d = 2 } end,
    "MAX moves, then MIN, then it is over. Each has $b moves, always.",
    ask = {
      kind = "number", text = "How many plans has MIN, that is: max solution trees?",
      right = function(t) return plans.count(trees.draw(function(low) return low end, { t.b, t.b }), "max") end,
      hint = "Below each of the $b moves of MAX he picks one of $b answers, as he likes.",
      wrong = function(t, given)
        if given == t.b then return "MAX, who moves once, has that many plans. MIN needs an answer to each move." end
        if given == t.b * t.b then return "That is how many leaves there are. A plan has one below each move of MAX." end
        return "The answers to different moves are chosen independently: multiply."
      end,
      because = "Too many to try them all when trees are larger. SSS* finds the best one, best first.",
    },
  },
  {
    id = "best", title = "The best plan for MIN", make = nine,
    "Find a max solution tree that proves the value.",
    { draw = numbered },
    ask = {
      kind = "set", text = "Which leaves are in it? (If there are several, any of them.)",
      right = function(t) return best_plan(t.tree) end,
      accept = function(t, given)
        return plans.is_plan(t.tree, given, "max") and plans.proves(t.tree, given, "max") == facts.value(t.tree, "")
      end,
      hint = "One leaf below each MIN node, and the greatest of the three as small as can be.",
      wrong = function(t, given)
        if not plans.is_plan(t.tree, given, "max") then
          return "That is no max solution tree: one leaf below each of the "
            .. "three MIN nodes."
        end
        return ("It proves only that the root is worth %d or less. There is a better one."):format(
          plans.proves(t.tree, given, "max"))
      end,
      because = "It proves that the root is worth $value or less; and a plan of MAX proves that it is worth no less.",
    },
    after = { { draw = function(t) return marked(t.tree, best_plan(t.tree)) end } },
  },
  {
    title = "SSS*",
    [[**SSS\*** looks for the best plan of MIN. Its list OPEN holds *states*: a node, *live* or *solved*, and a number h: as
far as is known, MAX gets at most h by way of this node. It begins with (root, live, inf). At each step it takes the state with
the greatest h, of equals the **leftmost**, and replaces it:

| case | the state is | it is replaced by |
|---|---|---|
| 6 | live, a MAX node | all its children, live |
| 5 | live, a MIN node | its first child, live |
| 4 | live, a leaf | itself, solved; h falls to its value, if that is less |
| 2 | solved, below MIN, with a sibling on the right | that sibling, live |
| 3 | solved, below MIN, the last of the siblings | its parent, solved |
| 1 | solved, below MAX | its parent, solved; all else below the parent goes |

The numbers are Stockman's; the cases stand in the order in which they mostly happen first. When the root is solved its h is
the value.]],
  },
  {
    title = "OPEN, step by step",
    "A tree of four leaves, {{7,4},{5,9}}. Each line is OPEN *before* the step; the case says which one it is.",
    { code = OPEN_PROGRAM },
    "When 7 is the greatest h, SSS\\* tries MIN's other answer there: 4. Now 5 is the greatest. And so on, until one plan "
      .. "stands.",
  },
  {
    id = "firsts", title = "The first leaves", make = nine,
    "SSS\\* begins with (root, live, inf). As long as h is inf somewhere it goes on there, at the leftmost.",
    { draw = numbered },
    ask = {
      kind = "order", text = "Which are the first three leaves that it looks at, in their order?",
      right = function(t) return firsts(t.tree) end,
      hint = "Case 6 puts all three MIN nodes into OPEN; case 5 the first leaf of each. A leaf that is solved has an h "
        .. "less than inf.",
      wrong = function(_, given)
        if given[1] == 1 and given[2] == 2 then
          return "So goes alpha-beta. After leaf #1 its h is finite, and the other MIN nodes still have inf."
        end
        return "One leaf below each MIN node, the first, from left to right."
      end,
      because = "That is a whole max solution tree: a first plan for MIN.",
    },
  },
  {
    id = "next", title = "The next leaf", make = jumping,
    "Three leaves have been looked at: the first of each MIN node. Their values are the h of three solved states.",
    { draw = numbered },
    ask = {
      kind = "number", text = "Which leaf does SSS\\* look at next? Type its number.",
      right = function(t) return order(t.tree)[4] end,
      hint = "It takes the state with the greatest h. By case 2 its sibling on the right comes next.",
      wrong = function(t, given) return sibling(t.tree, given) end,
      because = "The plan is improved where it is worst for MIN.",
    },
  },
  {
    id = "order", title = "Be SSS*", make = jumping,
    "Now all of it. When a MIN node has no sibling left for its leaf, it is solved, and so is the root (cases 3 and 1).",
    { draw = numbered },
    ask = {
      kind = "order", text = "Which leaves does SSS\\* look at, in their order?",
      right = function(t) return order(t.tree) end,
      hint = "Keep three numbers, h below each MIN node: the least leaf seen there. Always go on where h is greatest, "
        .. "until all are seen there.",
      wrong = function(t, given, right)
        for i = 1, math.max(#given, #right) do
          if given[i] ~= right[i] then
            if i == 1 then return "It begins with leaf #1: all h are inf, and of equals the leftmost is taken." end
            if not right[i] then return ("After %d leaves the root is solved."):format(#right) end
            if not given[i] then return ("So far it is right, but after %d leaves nothing is proved yet."):format(#given) end
            local h = {}
            for k = 1, 3 do
              local least = math.huge
              for n = 1, i - 1 do
                local path = trees.leaves(t.tree)[right[n]].path
                if path:match "^%d" == tostring(k) then least = math.min(least, trees.at(t.tree, path)) end
              end
              h[k] = facts.number(least)
            end
            return ("The first %d are right. Then h is %s below the three MIN nodes: where is it greatest?"):format(i - 1,
              table.concat(h, ", "))
          end
        end
        return "Compare with the hint."
      end,
      because = "Below each leaf stands when it was looked at:",
    },
    after = { { draw = function(t) return facts.searched(t.tree, "sss") end } },
  },
  {
    id = "saved", title = "What alpha-beta does not see", make = saving,
    "SSS\\* looks at no leaf that alpha-beta leaves out; and here it leaves out more.",
    { draw = function(t) return facts.searched(t.tree, "alphabeta") end },
    "So far alpha-beta: @ is when, - is never. Leaves are numbered from 1 to 9, from the left.",
    ask = {
      kind = "set", text = "Which leaves does alpha-beta look at, and SSS\\* not?",
      right = function(t) return saved(t.tree) end,
      hint = "Work out the order of SSS\\* as before: a MIN node whose h is never the greatest is not looked at any further.",
      wrong = function(t)
        return ("SSS\\* begins with 1 4 7, and looks at %d leaves in all."):format(#order(t.tree))
      end,
      because = "Alpha-beta does not know yet what the nodes on the right can do; SSS\\* has asked each for one leaf.",
    },
    after = { { draw = function(t) return facts.searched(t.tree, "sss") end } },
  },
  {
    id = "memory", title = "The price", make = depths,
    "OPEN holds one state for each leaf of a plan. The tree has $b children everywhere and $d plies, MAX at the root.",
    ask = {
      kind = "number", text = "How many states does OPEN hold at most?",
      right = function(t)
        return search.search(trees.game { branching = t.b, depth = t.d }, { algorithm = "sss" }).stats.peak
      end,
      hint = "A max solution tree multiplies by $b at each MAX node, and not at MIN nodes. How many of the $d plies are MAX's?",
      wrong = function(t, given)
        if given == t.b ^ (t.d // 2) then return "Round up: MAX has the first ply." end
        if given == t.b ^ t.d then return "The whole tree has that many leaves. A plan has one child of each MIN node." end
        return ("MAX has %d of the plies."):format((t.d + 1) // 2)
      end,
      because = "Alpha-beta needs $d nodes. MemSSS\\* and its kin live in between, in as much memory as they are given.",
    },
    after = { { code = [[
local tree = gts.tree { branching = $b, depth = $d }
for _, algorithm in ipairs { "alphabeta", "sss" } do
  local r = gts.search(tree, { algorithm = algorithm })
  print(algorithm, r.stats.leaves .. " leaves", r.stats.peak .. " nodes held")
end]] } },
  },
  {
    title = "A real game",
    [[Connect-4 on a board of 4 x 4, the first 8 plies. gts does without its knowledge of how much a win is worth, which plain
SSS\* cannot use:]],
    { code = [[
local game = gts.game("connect4", { columns = 4, rows = 4 })
local all = { "minimax", "alphabeta", "sss", "sss2", "dual" }
for _, row in ipairs(gts.compare(game, { depth = 8, bounds = false, algorithms = all })) do
  print(("%-10s value %s %8d leaves %8d nodes held"):format(row.algorithm, row.value, row.leaves, row.peak))
end]] },
    [[`sss2` finds the same leaves as SSS\* by passes over a tree, without a list; `dual` plans for MAX. Of equals all take
the leftmost: without that rule SSS\* looks at leaves that alpha-beta leaves out.]],
  },
  { id = "exercise", title = "Exercise: two plans, and OPEN", exercise = "plans" },
  {
    title = "Where this comes from",
    [[* G. Stockman invented SSS\* in 1979. The table of cases is his.
* A. de Bruin and W. Pijls, *Trends in game tree search*: solution trees, Lemma 4 (what every algorithm has to look at), and
Figs 7 to 9: SSS-2. (The paper says that SSS\* and alpha-beta look at the same nodes on the worst ordered trees: tried on
random ones, they do not.)
* S. Bhattacharya and A. Bagchi, *Searching game trees under memory constraints*: MemSSS\*, section 3.

Go on: `gts help solution-trees`, and `gts draw tree branching=2 depth=4 --beside sss --file step.html`: alpha-beta and SSS\* in
step.]],
  },
}

return solution
