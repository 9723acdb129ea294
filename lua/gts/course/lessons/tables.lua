--- Lesson 4: what was found once, and questions instead of searches.

local facts = require "gts.course.facts"
local games = require "gts.game"
local moves = require "gts.moves"
local search = require "gts.search"
local trees = require "gts.course.trees"

local tables = {
  title = "Tables and MTD: ask, remember, ask again",
  about = "Transpositions, what an entry keeps, null windows, and SSS* as a few calls of alpha-beta.",
  exercise = "key",
}

local function numbered(t) return facts.numbered(t.tree) end

-- A position of tic-tac-toe and the moves that led there.
local function transposed(lot)
  local game = games.make "tictactoe"
  return trees.such(lot, function(l)
    local cells = trees.shuffle(l, { 1, 2, 3, 4, 5, 6, 7, 8, 9 })
    local played, position = {}, nil
    for i = 1, l(3, 5) do
      if position and #moves.moves(game, position) == 0 then return {} end
      played[i], position = cells[i], moves.apply(game, position, cells[i])
    end
    return { played = played, position = position, shown = moves.show(game, position), count = #played,
      xs = (#played + 1) // 2, os = #played // 2 }
  end, function(t) return t.position and #moves.moves(game, t.position) > 0 end)
end

-- In how many orders these moves can be played so that the position comes of them.
local function orders(t)
  local game, wanted = games.make "tictactoe", moves.write(games.make "tictactoe", t.position)
  local function count(position, left)
    if #left == 0 then return moves.write(game, position) == wanted and 1 or 0 end
    local sum, legal = 0, {}
    for _, entry in ipairs(moves.moves(game, position)) do legal[entry.move] = entry.position end
    for i, cell in ipairs(left) do
      if legal[cell] then
        local rest = table.move(left, 1, #left, 1, {})
        table.remove(rest, i)
        sum = sum + count(legal[cell], rest)
      end
    end
    return sum
  end
  return count(nil, t.played)
end

-- A search with a window that says one of three things.
local function windowed(lot)
  local t = trees.with_text(trees.draw(lot, { 3, 3 }))
  local value, which = facts.value(t.tree, ""), lot(1, 3)
  t.alpha = which == 1 and value + lot(1, 3) or which == 2 and value - lot(2, 4) or value - lot(6, 9)
  t.beta = which == 3 and value - lot(1, 3) or which == 1 and t.alpha + lot(2, 5) or value + lot(1, 4)
  local r = search.search(trees.game(t.tree), { window = { t.alpha, t.beta } })
  t.given, t.lower, t.upper = r.value, r.lower, r.upper
  return t
end

local function kept(t) return t.lower == t.upper and 3 or t.lower > -math.huge and 2 or 1 end

local function seen_by_test(t) return facts.seen(t.tree, "alphabeta", { window = { t.test - 1, t.test } }) end

-- A question that is answered before all leaves have been seen.
local function testing(lot)
  return trees.such(lot, function(l)
    local t = trees.with_text(trees.draw(l, { 3, 3 }))
    t.test = facts.value(t.tree, "") + l(-3, 3)
    t.answer = facts.value(t.tree, "") >= t.test and "yes" or "no"
    return t
  end, function(t)
    local count = #seen_by_test(t)
    return count >= 4 and count <= 7
  end)
end

-- What a null-window search does at a leaf that was named wrongly.
local function test_mistake(t, given)
  local right, named = {}, {}
  for _, number in ipairs(seen_by_test(t)) do right[number] = true end
  for _, number in ipairs(given) do named[number] = true end
  for number, leaf in ipairs(trees.leaves(t.tree)) do
    local parent = leaf.path:match "^%d"
    if right[number] and not named[number] then
      return ("Leaf #%d is needed: before it nothing is settled about move %s."):format(number, parent)
    elseif named[number] and not right[number] then
      for _, value in ipairs { table.unpack(t.tree[tonumber(parent)], 1, tonumber(leaf.path:sub(-1)) - 1) } do
        if value < t.test then
          return ("Leaf #%d is not needed: move %s has a leaf less than %d already, so it fails."):format(number, parent, t.test)
        end
      end
      return ("Leaf #%d is not needed: a move on the left gives MAX at least %d."):format(number, t.test)
    end
  end
  return "There are nine leaves, #1 to #9."
end

-- The bounds that the passes of MTD find, in their order.
local function bounds(tree, first)
  local list, passes = {}, 0
  for _, event in ipairs(facts.record(tree, "mtd", { first = first }).events) do
    if event.kind == "pass" then passes = passes + 1 end
    if event.kind == "update" and event.path == "" then list[#list + 1] = event.upper or event.lower end
  end
  return list, passes
end

-- MTD from above takes some passes.
local function falling(lot)
  return trees.with_text(trees.such(lot, function(l) return trees.draw(l, { 3, 3 }) end,
    function(tree) return #bounds(tree, math.huge) >= 4 end))
end

local function uppers(tree)
  local list = bounds(tree, math.huge)
  list[#list] = nil             -- the last pass proves that it is also a lower bound
  return list
end

local function same_order(tree)
  return facts.list(facts.order(tree, "mtd", { first = math.huge })) == facts.list(facts.order(tree, "sss"))
end

tables.screens = {
  {
    id = "orders", title = "The same position again", make = transposed,
    "A game tree has a node for each *way* to a position. Here is a position of tic-tac-toe after $count moves; X began.",
    { plain = function(t) return t.shown end },
    ask = {
      kind = "number", text = "In how many orders can these moves have been played?",
      right = orders,
      hint = "X has placed $xs stones, in any order; O has placed $os, in any order; and they take turns.",
      wrong = function(t, given)
        local all = 1
        for i = 2, t.count do all = all * i end
        if given == all then return "X's stones can only be placed in X's turns." end
        if given == 1 then return "The stones do not say which of them came first." end
        return "Orders of the stones of X, times orders of those of O."
      end,
      because = "They are **transpositions**: one position, many nodes. What is below it is the same each time.",
    },
  },
  {
    title = "A graph, not a tree",
    "How many nodes, and how many positions, has tic-tac-toe? `perft` counts both.",
    { code = [[
local paths = gts.perft("tictactoe", 9)
local positions = gts.perft("tictactoe", 9, { distinct = true })
local nodes, different = 0, 0
for ply = 1, 9 do nodes, different = nodes + paths[ply], different + positions[ply] end
print(nodes .. " nodes", different .. " positions")]] },
    [[So one keeps what was found of a position in a **table**, and looks there first. `ttalphabeta` is alpha-beta with a
table:]],
    { code = [[
for _, algorithm in ipairs { "alphabeta", "ttalphabeta" } do
  local r = gts.search("tictactoe", { algorithm = algorithm })
  print(algorithm, r.stats.visits .. " nodes visited", r.stats.leaves .. " leaves")
end]] },
  },
  {
    id = "entry", title = "What an entry keeps", make = windowed,
    [[After a cutoff only a bound is known (lesson 2). So an entry has two numbers: f-, a lower bound, and f+, an upper bound. Say
alpha-beta has searched a node with the window from $alpha to $beta, and returns $given.]],
    ask = {
      kind = "choice", text = "What is to be stored?",
      choices = function(t)
        return { ("f+ = %d: it is worth at most that"):format(t.given), ("f- = %d: it is worth at least that"):format(t.given),
          ("both: it is worth %d"):format(t.given) }
      end,
      right = kept,
      hint = "Alpha-beta sees values inside its window as they are. At alpha or below it stops with an upper bound, at "
        .. "beta or above with a lower one.",
      wrong = function(t)
        if t.given <= t.alpha then return "It is not above alpha: MIN had enough, and his best was not looked for." end
        if t.given >= t.beta then return "It is not below beta: MAX had enough, and his best was not looked for." end
        return "It lies between alpha and beta: nothing was cut off that could matter."
      end,
      because = "Low: an upper bound. High: a lower bound. Inside: the value.",
    },
    after = { { code = [[
local r = gts.search(gts.tree($written), { window = { $alpha, $beta } })
print("value " .. r.value, "at least " .. r.lower, "at most " .. r.upper)]] } },
  },
  {
    title = "What an entry is good for",
    [[Later the node is come to again, with a window from alpha to beta:

* f- = f+: that is its value. Done.
* f- is beta or more: cut off at once. f+ is alpha or less: likewise.
* Else the window is narrowed to what is between f- and f+, and the node is searched once more; but the nodes below it have
entries, too. A leaf has its value in the table: as long as that has room, no leaf is evaluated twice.]],
  },
  {
    id = "test", title = "A question instead of a search", make = testing,
    [[A window with nothing in it, a **null window**, asks a question: is the root worth at least $test? A MIN node fails as
soon as a leaf is less than $test; the root succeeds as soon as one MIN node has not failed.]],
    { draw = numbered },
    ask = {
      kind = "set", text = "Which leaves are looked at until the answer is known?",
      right = seen_by_test, wrong = test_mistake,
      hint = "From left to right, below each MIN node until there is a leaf less than $test. Is none? Then that is the end.",
      because = "The answer is $answer. It takes fewer leaves than the value, and proves less.",
    },
    after = { { draw = function(t)
      return facts.searched(t.tree, "alphabeta", { window = { t.test - 1, t.test } })
    end } },
  },
  {
    title = "MTD: ask, and ask again",
    [[**MTD** finds the value by such questions alone. MTD(inf) asks first: is it at least inf? It is not; but the search that
says so returns an upper bound g. Then: is it at least g? Each answer "no" gives a smaller g; the answer "yes" proves that g
is the value. All passes share one table: none does again what others have done.]],
    { code = [[
gts.search(gts.tree {{7,4},{5,9}}, { algorithm = "mtd", first = math.huge, trace = function(event)
  if event.kind == "pass" then print("is it at least " .. event.test .. "?") end
  if event.kind == "leaf" then print("   leaf " .. event.path, event.value) end
  if event.upper and event.path == "" then print("no: at most " .. event.upper) end
  if event.lower and event.path == "" then print("yes: it is " .. event.lower) end
end })]] },
  },
  {
    id = "first", title = "The first pass", make = falling,
    "MTD(inf) begins on this tree. At least inf is none of the leaves: so each MIN node fails at its first leaf.",
    { draw = numbered },
    ask = {
      kind = "number", text = "Which upper bound does the first pass return?",
      right = function(t) return uppers(t.tree)[1] end,
      hint = "Each MIN node is worth at most its first leaf. And the root?",
      wrong = function(t, given)
        if given == math.min(t.tree[1][1], t.tree[2][1], t.tree[3][1]) then
          return "MAX chooses at the root: the greatest "
            .. "of the three."
        end
        if given == facts.value(t.tree, "") then return "That is the value, which is not proved after the first pass." end
        return "Only the first leaf of each MIN node has been looked at."
      end,
      because = "You have seen this number before: it is what the first plan of SSS\\* proves.",
    },
  },
  {
    id = "uppers", title = "All passes", make = falling,
    "Now the passes after it: each asks whether the root is worth at least the last bound.",
    { draw = numbered },
    ask = {
      kind = "order", expected = "numbers with blanks between them",
      text = "Which upper bounds come one after the other? The last of them is the value.",
      right = function(t) return uppers(t.tree) end,
      hint = "Below each MIN node stands an upper bound: its least leaf so far. A pass goes on where that is the "
        .. "greatest, until a leaf is less.",
      wrong = function(t, given)
        local right = uppers(t.tree)
        if given[1] ~= right[1] then return "Begin with the greatest of the three first leaves." end
        for i = 2, #right do
          if given[i] == nil then return ("%d is not proved to be the value yet: another pass follows."):format(right[i - 1]) end
          if given[i] ~= right[i] then
            return ("After %d: search on below the MIN node that has it, until a leaf is less. What is the greatest of "
              .. "the three then?"):format(
              right[i - 1])
          end
        end
        return "The last bound is the value; the pass after it says yes."
      end,
      because = "One more pass answers yes, and so proves it from below.",
    },
    after = { { draw = function(t) return facts.searched(t.tree, "mtd", { first = math.huge }) end } },
  },
  {
    id = "same", title = "Have we been here before?", make = falling,
    "Compare the order of leaves of MTD(inf) with that of SSS\\* on the same tree.",
    { draw = function(t) return facts.searched(t.tree, "mtd", { first = math.huge }) end },
    ask = {
      kind = "choice", text = "What does SSS\\* look at?",
      choices = function() return { "the same leaves in the same order", "the same leaves in another order", "other leaves" } end,
      right = function(t) return same_order(t.tree) and 1 or 2 end,
      hint = "Write down the order of SSS\\* as in lesson 3: always below the MIN node with the greatest h.",
      wrong = function() return "Where does a pass go on? Below the MIN node with the greatest upper bound. And SSS\\*?" end,
      because = "SSS\\*, for years thought of as too complex, is a few null-window searches with a table.",
    },
    after = { { code = [[
local function leaves(options)
  local list = {}
  options.trace = function(event) if event.kind == "leaf" then list[#list + 1] = event.path end end
  gts.search(gts.tree($written), options)
  return table.concat(list, " ")
end
print("mtd", leaves { algorithm = "mtd", first = math.huge })
print("sss", leaves { algorithm = "sss" })]] } },
  },
  {
    id = "guess", title = "A good guess", make = falling,
    "MTD(f) begins with a guess f: is it at least f? If yes, it goes up from there, if no, down. Say the guess is right.",
    { draw = function(t) return facts.solved(t.tree) end },
    ask = {
      kind = "number", text = "How many passes does MTD(f) take, if f is the value?",
      right = function(t) return select(2, bounds(t.tree, facts.value(t.tree, ""))) end,
      hint = "A question proves a bound on one side. What is needed to prove a value?",
      wrong = function(_, given)
        if given == 1 then return "Then it is proved to be at least f; but is it more?" end
        return "A bound from below, and one from above: one question each."
      end,
      because = "At least f: yes. Greater than f: no. In a deepening search the last depth gives the guess.",
    },
    after = { { code = [[
for _, first in ipairs { math.huge, 0, gts.search(gts.tree($written)).value } do
  local passes = 0
  local r = gts.search(gts.tree($written), { algorithm = "mtd", first = first, trace = function(event)
    if event.kind == "pass" then passes = passes + 1 end
  end })
  print("guess " .. first, "value " .. r.value, passes .. " passes", r.stats.leaves .. " leaves")
end]] }, "A good guess mostly helps. It is no law: on some trees MTD(inf) looks at fewer leaves than MTD(value)." },
  },
  {
    title = "A real game",
    [[Connect-4, 8 plies. NegaScout, too, lives on null windows: it asks of every move but the first whether it is better, and
searches it only if so.]],
    { code = [[
local all = { "alphabeta", "negascout", "ttalphabeta", { algorithm = "mtd", first = math.huge },
  { algorithm = "mtd", first = 0 } }
for _, row in ipairs(gts.compare("connect4", { depth = 8, algorithms = all })) do
  print(("%-14s value %d %8d leaves"):format(row.label, row.value, row.leaves))
end]] },
  },
  { id = "exercise", title = "Exercise: a key", exercise = "key" },
  {
    title = "Where this comes from",
    [[* A. de Bruin and W. Pijls, *Trends in game tree search*: Fig. 5, alpha-beta with a table; Fig. 6, NegaScout; section 6,
MTD. (The `(inf-1, inf)` of the paper is no window that numbers of a machine know: gts takes the greatest of them.)
* A. Plaat, J. Schaeffer, W. Pijls and A. de Bruin, *Best-first fixed-depth minimax algorithms*, 1996: SSS\* is MTD(inf).

Go on: `gts help transposition-tables`. The next lesson puts all algorithms into one frame.]],
  },
}

return tables
