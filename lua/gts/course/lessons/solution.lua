--- Lesson 5: solution trees, and the algorithm that looks for the best of them.

local facts = require "gts.course.facts"
local plans = require "gts.course.plans"
local search = require "gts.search"
local sketch = require "gts.course.sketch"
local tables = require "gts.base.tables"
local trees = require "gts.course.trees"

local solution = { exercise = "plans" }

-- A drawing in which chosen leaves are marked.
local function marked(tree, numbers)
  local notes, leaves = {}, trees.leaves(tree)
  for _, number in ipairs(numbers) do notes[leaves[number].path] = "^" end
  return sketch.draw(tree, { notes = notes })
end

-- A plan for MIN that is not his best.
local function poor_plan(lot)
  return trees.such(lot, function(l)
    local t = trees.with_text(trees.draw(l, { 3, 3 }))
    t.plan = plans.draw(l, t.tree, "max")
    return t
  end, function(t) return plans.proves(t.tree, t.plan, "max") > facts.value(t.tree, "") end)
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
    local function value(i) return facts.value(tree, trees.child(path, i)) end
    return tables.best(tables.range(1, #trees.at(tree, path)), function(a, b) return value(a) < value(b) end)
  end)
end

local function order(tree) return facts.order(tree, "sss") end

-- Its first leaves, one below each MIN node.
local function firsts(tree) return table.move(order(tree), 1, 3, 1, {}) end

-- After the first leaves SSS* does not go on where alpha-beta would.
local function jumping(lot)
  return trees.fitting(lot, { 3, 3 }, function(made) return order(made)[4] ~= 2 and #order(made) > 5 end)
end

-- Leaves of alpha-beta that SSS* does not look at.
local function saved(tree)
  local seen = tables.set(order(tree))
  return tables.filter(facts.seen(tree, "alphabeta"), function(number) return not seen[number] end)
end

local function saving(lot) return trees.fitting(lot, { 3, 3 }, function(made) return #saved(made) >= 2 end) end

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

solution.drawings = {
  plan = function(t) return marked(t.tree, t.plan) end,
  best_plan = function(t) return marked(t.tree, best_plan(t.tree)) end,
  sss = function(t) return facts.searched(t.tree, "sss") end,
  alphabeta = function(t) return facts.searched(t.tree, "alphabeta") end,
}

solution.screens = {
  first_plan = { of = "a plan", make = poor_plan },
  plan = {
    make = poor_plan,
    right = function(t) return plans.proves(t.tree, t.plan, "max") end,
    wrong = function(t, given)
      if given == plans.proves(t.tree, t.plan, "min") then
        return "That is the least marked leaf. But it is MAX who chooses between them: he takes the greatest."
      end
      if given == facts.value(t.tree, "") then
        return "That is the value of the root. This plan of MIN does not prove so much."
      end
      return "Only the marked leaves can be come to."
    end,
  },
  kind = {
    -- Leaves that are a plan for MIN, for MAX, or none.
    make = function(lot)
      local t = trees.with_text(trees.draw(lot, { 2, 2, 2 }))
      local kind = lot(1, 3)
      t.leaves = plans.draw(lot, t.tree, kind == 2 and "min" or "max")
      if kind == 3 then
        -- One leaf goes over to another node: too much there, too little here.
        local chosen = tables.set(t.leaves)
        local others = tables.collect(trees.leaves(t.tree), function(leaf) return not chosen[leaf.number] and leaf.number end)
        t.leaves[lot(1, #t.leaves)] = others[lot(1, #others)]
        table.sort(t.leaves)
      end
      t.list = facts.list(t.leaves)
      return t
    end,
    right = kind_of,
    wrong = function(t)
      local kind = kind_of(t)
      if kind == 1 then
        return "Leaves below all children of each MAX node, and below one child of each MIN node: whose plan is that?"
      end
      if kind == 2 then
        return "Leaves below one child of each MAX node, and below all children of each MIN node: whose plan is that?"
      end
      return "There is a node below which the leaves are too many for the one, or too few for the other."
    end,
  },
  count = {
    make = function(lot)
      local b = lot(2, 4)
      return { b = b, d = 2, leaves = b * b }
    end,
    right = function(t) return plans.count(trees.draw(function(low) return low end, { t.b, t.b }), "max") end,
  },
  best = {
    make = nine,
    right = function(t) return best_plan(t.tree) end,
    accept = function(t, given)
      return plans.is_plan(t.tree, given, "max") and plans.proves(t.tree, given, "max") == facts.value(t.tree, "")
    end,
    wrong = function(t, given)
      if not plans.is_plan(t.tree, given, "max") then
        return "That is no max solution tree: one leaf below each of the three MIN nodes."
      end
      return ("It proves only that the root is worth %d or less. There is a better one."):format(
        plans.proves(t.tree, given, "max"))
    end,
  },
  firsts = {
    make = nine,
    right = function(t) return firsts(t.tree) end,
    wrong = function(_, given)
      if given[1] == 1 and given[2] == 2 then
        return "So goes alpha-beta. After leaf #1 its h is finite, and the other MIN nodes still have inf."
      end
      return "One leaf below each MIN node, the first, from left to right."
    end,
  },
  next = {
    make = jumping,
    right = function(t) return order(t.tree)[4] end,
    wrong = function(t, given) return sibling(t.tree, given) end,
  },
  order = {
    make = jumping,
    right = function(t) return order(t.tree) end,
    wrong = function(t, given, right)
      for i = 1, math.max(#given, #right) do
        if given[i] ~= right[i] then
          if i == 1 then return "It begins with leaf #1: all h are inf, and of equals the leftmost is taken." end
          if not right[i] then return ("After %d leaves the root is solved."):format(#right) end
          if not given[i] then return ("So far it is right, but after %d leaves nothing is proved yet."):format(#given) end
          local h = { math.huge, math.huge, math.huge }
          for n = 1, i - 1 do
            local leaf = trees.leaves(t.tree)[right[n]]
            local k = tonumber(leaf.path:match "^%d")
            h[k] = math.min(h[k], leaf.value)
          end
          return ("The first %d are right. Then h is %s below the three MIN nodes: where is it greatest?"):format(i - 1,
            table.concat(tables.map(h, facts.number), ", "))
        end
      end
      return "Compare with the hint."
    end,
  },
  saved = {
    make = saving,
    right = function(t) return saved(t.tree) end,
    wrong = function(t)
      return ("SSS\\* begins with 1 4 7, and looks at %d leaves in all."):format(#order(t.tree))
    end,
  },
  memory = {
    make = function(lot) return { b = lot(2, 4), d = lot(2, 5) } end,
    right = function(t)
      return search.search(trees.game { branching = t.b, depth = t.d }, { algorithm = "sss" }).stats.peak
    end,
    wrong = function(t, given)
      if given == t.b ^ (t.d // 2) then return "Round up: MAX has the first ply." end
      if given == t.b ^ t.d then return "The whole tree has that many leaves. A plan has one child of each MIN node." end
      return ("MAX has %d of the plies."):format((t.d + 1) // 2)
    end,
  },
}

return solution
