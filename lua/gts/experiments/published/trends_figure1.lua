--- What de Bruin & Pijls say of the tree of their Figure 1, claim by claim.

local core = require "gts.core"
local search = require("gts.experiments.searched").search
local tables = require "gts.base.tables"
local tree = require("gts.tree").new

local inf = math.huge

-- The figure. Its leaves marked '?' are not given there: 80 is below l, 20 and 30 below k, 25 and 3 below o.
local function figure(changes)
  local with = changes or {}
  local function leaf(value) return with[value] or value end
  return {
    { { { leaf(41), 5 }, { 12, 90 } }, { { 99, 80 }, { 20, 30 } } },
    { { { leaf(10), 80 }, { 36, 35 } }, { { leaf(50), 37 }, { 25, 3 } } },
  }
end

-- The names of its nodes.
local path_of = {
  a = "", b = "1", c = "2", d = "1.1", e = "1.2", f = "2.1", g = "2.2", h = "1.1.1", i = "1.1.2", j = "1.2.1", k = "1.2.2",
  l = "2.1.1", m = "2.1.2", n = "2.2.1", o = "2.2.2",
}

-- The tree again, with the best child of each node first.
local function ordered(node, max)
  if type(node) == "number" then return node, node end
  local children = tables.map(node, function(child) return { ordered(child, not max) } end)
  table.sort(children, function(x, y)
    if max then return x[2] > y[2] end
    return x[2] < y[2]
  end)
  return tables.map(children, function(child) return child[1] end), children[1][2]
end

-- What is seen of a search: the leaves in the order of time, the windows of each node, and the leaves of each pass.
local function watch(spec, options)
  local seen = { leaves = {}, windows = {}, passes = {} }
  options.trace = function(event)
    if event.kind == "pass" then seen.passes[#seen.passes + 1] = {} end
    if event.kind == "leaf" then
      seen.leaves[#seen.leaves + 1] = event.value
      if #seen.passes > 0 then table.insert(seen.passes[#seen.passes], event.value) end
    elseif event.kind == "develop" then
      seen.windows[event.path] = seen.windows[event.path] or {}
      table.insert(seen.windows[event.path], { event.alpha, event.beta, event.test and event.relation .. " " .. event.test })
    end
  end
  seen.result = search(tree(spec), options)
  return seen
end

local function text(list) return table.concat(list, " ") end

-- The values of the leaves of a tree from left to right, each once.
local function leaves_of(node, known, found)
  if type(node) == "number" then
    if not known[node] then known[node], found[#found + 1] = true, node end
    return found
  end
  for _, child in ipairs(node) do leaves_of(child, known, found) end
  return found
end

-- The different leaves of a list, as they stand in the figure from left to right.
local function set(list)
  local seen = tables.set(list)
  return text(tables.filter(leaves_of(figure(), {}, {}), function(value) return seen[value] end))
end

-- All solution trees of a node: lists of leaves. A max solution tree has all children of MAX nodes, and one of each MIN node.
local function solution_trees(node, all_children)
  if type(node) == "number" then return { { node } } end
  local below = tables.map(node, function(child) return solution_trees(child, not all_children) end)
  local function joined(left, right) return table.move(right, 1, #right, #left + 1, tables.copy(left)) end
  if not all_children then return tables.flatten(below, function(list) return list end) end
  local found = { {} }
  for _, list in ipairs(below) do
    found = tables.flatten(found, function(left) return tables.map(list, function(right) return joined(left, right) end) end)
  end
  return found
end

-- The optimal ones: of the max solution trees those whose largest leaf is the value, of the min ones those whose least is.
local function optimal(node, max, value)
  local texts = tables.collect(solution_trees(node, max), function(leaves)
    return (max and math.max or math.min)(table.unpack(leaves)) == value and "{" .. text(leaves) .. "}"
  end)
  table.sort(texts)
  return text(texts)
end

-- A window in words; a null window as the question that it is.
local function shown(window)
  if window[3] then return "(" .. window[3] .. "?)" end
  local function word(x) return x == inf and "inf" or x == -inf and "-inf" or ("%.6g"):format(x) end
  return ("(%s, %s)"):format(word(window[1] or -inf), word(window[2] or inf))
end

local function windows_of(seen, name)
  local list = tables.map(seen.windows[path_of[name]] or {}, shown)
  return #list > 0 and text(list) or "never developed"
end

-- Claims: the stated value, and a function that gives the measured one, which must be equal; or true or false, and the value.

local function same(wanted, got) return wanted == got, got end
local function alphabeta(changes) return watch(figure(changes), { algorithm = "alphabeta" }) end
local function negascout(changes) return watch(figure(changes), { algorithm = "negascout" }) end
local function sss2() return watch(figure(), { algorithm = "sss2" }) end
local function mtd() return watch(figure(), { algorithm = "mtd", first = inf }) end

local ALPHABETA = "41 5 12 90 99 80 10 36 35 50 37"
local CRITICAL = "5 12 10 36 35 50 37"

-- Is a window in the list that a person would write (low, high)? A null window is a question: its ends need not be whole.
local function has_window(seen, name, low, high)
  return tables.any(seen.windows[path_of[name]] or {}, function(window)
    local alpha, beta = window[1] or -inf, window[2] or inf
    if low + 1 == high then return alpha >= low and beta <= high and (alpha == low or beta == high) end
    return alpha == low and beta == high
  end)
end

local function check_windows(seen, wanted)
  local parts = tables.map(wanted, function(row) return row[1] .. " " .. windows_of(seen, row[1]) end)
  return not tables.any(wanted, function(row) return not has_window(seen, table.unpack(row)) end), table.concat(parts, ", ")
end

-- Lemma 4, on this tree: the algorithms that do not examine the whole critical tree.
local function below_critical()
  local missing = {}
  for _, algorithm in ipairs(core.algorithms) do
    if not algorithm.alternative then
      local known = tables.set(watch(figure(), { algorithm = algorithm.id }).leaves)
      for value in CRITICAL:gmatch "%d+" do
        if not known[tonumber(value)] then missing[#missing + 1] = algorithm.id .. " without " .. value end
      end
    end
  end
  return #missing == 0, #missing == 0 and "all algorithms do" or table.concat(missing, ", ")
end

-- Checks of several claims.

local function leaves(wanted, run) return function() return same(wanted, set(run().leaves)) end end

local function windows(run, ...)
  local wanted = { ... }
  return function() return check_windows(run(), wanted) end
end

local function ordered_leaves(algorithm)
  return leaves(CRITICAL, function() return watch((ordered(figure(), true)), { algorithm = algorithm }) end)
end

local function optimal_trees(wanted, max, changes)
  return function() return same(wanted, optimal(figure(changes), max, 35)) end
end

local CHANGED = { [10] = 15, [50] = 10 }

-- NegaScout with these values calls `name` with (12, 13), and enters `other` `times` times.
local function changed_negascout(name, other, times)
  return function()
    local seen = negascout(CHANGED)
    local good, found = check_windows(seen, { { name, 12, 13 } })
    return good and #(seen.windows[path_of[other]] or {}) == times, ("%s, %s %s"):format(found, other, windows_of(seen, other))
  end
end

-- The section of a claim, the claim, and its check.
local claims = {
  { 2, "The value of the tree is 35", function() return same("35", ("%.0f"):format(alphabeta().result.value)) end },
  { 3, "Alpha-beta visits the leaves 41 5 12 90 99 80 10 36 35 50 37", leaves(ALPHABETA, alphabeta) },
  { 2, "e and j are searched with the window (-inf, 12)", windows(alphabeta, { "e", -inf, 12 }, { "j", -inf, 12 }) },
  { 2, "j is 80, so that k is not visited", function() return same("never developed", windows_of(alphabeta(), "k")) end },
  { 2, "c, f and l are searched with the window (12, inf)",
    windows(alphabeta, { "c", 12, inf }, { "f", 12, inf }, { "l", 12, inf }) },
  { 2, "The first leaf of l is less than 12: the other is not visited", function()
    return same("10 36", text(table.move(alphabeta().leaves, 7, 8, 1, {})))
  end },
  { 2, "g is searched with the window (12, 35)", windows(alphabeta, { "g", 12, 35 }) },
  { 3, "The optimal max solution tree is {5, 12, 10, 35}, and there is no other", optimal_trees("{5 12 10 35}", true) },
  { 3, "The optimal min solution tree is {36, 35, 50, 37}, and there is no other", optimal_trees("{36 35 50 37}", false) },
  { 3, "With 11 for 41 the max solution tree {11, 12, 10, 35} is optimal, too",
    optimal_trees("{11 12 10 35} {5 12 10 35}", true, { [41] = 11 }) },
  { 3, "Alpha-beta visits the critical tree, and more: its leaves are 5 12 10 36 35 50 37", function()
    local both = optimal(figure(), true, 35) .. " " .. optimal(figure(), false, 35)
    local found = {}
    for value in both:gmatch "%d+" do found[#found + 1] = math.tointeger(tonumber(value)) end
    return set(found) == CRITICAL, set(found)
  end },
  { 3, "Every algorithm visits the critical tree (Lemma 4)", below_critical },
  { 3, "Perfectly ordered, alpha-beta visits the critical tree alone", ordered_leaves "alphabeta" },
  { 4, "NegaScout visits the same leaves as alpha-beta", leaves(ALPHABETA, negascout) },
  { 4, "NegaScout finds b to be 12, and asks c with the window (12, 13)", windows(negascout, { "c", 12, 13 }) },
  { 4, "That fails, with 35; c is searched again, with (35, inf)", windows(negascout, { "c", 35, inf }) },
  { 4, "NegaScout calls g with the window (34, 35)", windows(negascout, { "g", 34, 35 }) },
  { 4, "NegaScout calls e with the window (11, 12)", windows(negascout, { "e", 11, 12 }) },
  { 4, "NegaScout searches 5, 12 and their parents again: 41 5 5 12 90 12 ...", function()
    return same("41 5 5 12 90 12", text(table.move(negascout().leaves, 1, 6, 1, {})))
  end },
  { 4, "Perfectly ordered, NegaScout visits the critical tree alone", ordered_leaves "negascout" },
  { 4, "With 15 for 10 and 10 for 50 alpha-beta calls l with (12, inf), m with (15, inf)",
    windows(function() return alphabeta(CHANGED) end, { "l", 12, inf }, { "m", 15, inf }) },
  { 4, "NegaScout then calls l with (12, 13), and does not visit m", changed_negascout("l", "m", 0) },
  { 4, "It does not search f again, for g fails low with (12, 13)", changed_negascout("g", "f", 1) },
  { 5, "SSS-2 visits the leaves 41 5 12 10 36 35 50 37", leaves("41 5 12 10 36 35 50 37", sss2) },
  { 5, "Its max solution trees are {41 12 10 36}, {5 12 10 36}, {5 12 10 35}", function()
    return same("41 12 10 36 / 5 / 35 / 50 37", table.concat(tables.map(mtd().passes, text), " / "))
  end },
  { 5, "SSS* visits no leaf that alpha-beta does not", function()
    local known = tables.set(alphabeta().leaves)
    local more = tables.filter(watch(figure(), { algorithm = "sss" }).leaves, function(value) return not known[value] end)
    return #more == 0, #more == 0 and "none" or text(more)
  end },
  { 6, "MTD(inf) visits the leaves of SSS-2, in the same order", function()
    return same(text(sss2().leaves), text(mtd().leaves))
  end },
}

return {
  claims = tables.map(claims, function(row) return { row[2], where = "section " .. row[1], check = row[3] } end),
}
