--- Lesson 1: what a tree is worth.

local analyze = require "gts.analyze"
local facts = require "gts.course.facts"
local games = require "gts.game"
local moves = require "gts.moves"
local sketch = require "gts.course.sketch"
local tables = require "gts.base.tables"
local trees = require "gts.course.trees"

local minimax = {
  title = "Minimax: what a game tree is worth",
  about = "Two players and one tree: the value of each node, the best move, tic-tac-toe to the end.",
  exercise = "sticks",
}

local function extremes(values)
  return math.min(table.unpack(values)), math.max(table.unpack(values))
end

local function all_values(tree)
  return tables.map(trees.leaves(tree), function(leaf) return leaf.value end)
end

-- Three moves each. The greatest leaf of all is not below the best move: a greedy choice is wrong.
local function three(lot)
  return trees.with_text(trees.such(lot, function(l) return trees.draw(l, { 3, 3 }) end, function(tree)
    local _, most = extremes(all_values(tree))
    local best, count = facts.best(tree)
    local _, below = extremes(tree[best])
    return count == 1 and below < most
  end))
end

local function hide_root(path) return path == "" end

-- What the root would be worth if the players were exchanged.
local function exchanged(node, max)
  if type(node) ~= "table" then return node end
  local list = tables.map(node, function(child) return exchanged(child, not max) end)
  local least, most = extremes(list)
  return max and most or least
end

-- Two moves each, three plies. A student who confuses the players gets another value.
local function deep(lot)
  return trees.with_text(trees.such(lot, function(l) return trees.draw(l, { 2, 2, 2 }) end, function(tree)
    return facts.value(tree, "") ~= exchanged(tree, false)
  end))
end

-- The path of the leaf where best play ends.
local function line_of(tree)
  local line = facts.record(tree, "minimax"):line()
  return line[#line]
end

-- Two moves are best.
local function tied(lot)
  return trees.with_text(trees.such(lot, function(l)
    local tree = trees.draw(l, { 3, 2 }, 1, 9)
    return trees.shuffle(l, { tree[1], tree[2], { tree[1][1], tree[1][2] + 1 } })
  end, function(tree)
    local best, count = facts.best(tree)
    return count == 2 and best < 3 and tree[1][1] ~= tree[2][1]
  end))
end

-- A position of tic-tac-toe in which some moves keep what there is to be had, and others do not.
local function middle_game(lot)
  local game = games.make "tictactoe"
  return trees.such(lot, function(l)
    local position = nil
    for _ = 1, l(4, 5) do
      local list = moves.moves(game, position)
      if #list == 0 then return {} end
      position = list[l(1, #list)].position
    end
    return { position = position, shown = position and moves.show(game, position) }
  end, function(t)
    if not t.position then return false end
    t.list = analyze.try(game, { position = t.position })
    return t.list and #t.list > 2 and t.list[1].value ~= t.list[#t.list].value and t.list[1].value ~= 0
  end)
end

local function winner(t) return t.list.player == "max" and "X, who is MAX," or "O, who is MIN," end

minimax.screens = {
  {
    title = "Two players, one tree", of = "three", make = three,
    [[**MAX** and **MIN** move in turn, and both see everything. A position is a *node* of a tree; from it a line leads down
to each position that one move makes of it. Where the game is over there is a *leaf*: a number, what MAX wins there. MIN wants
it small.

Here MAX moves first, at the *root*; he has three moves, and so has MIN. `[ ]` is a node where MAX moves, `( )` one where MIN
does. What stands at a node will be its *value*, which is not worked out yet.]],
    { draw = function(t) return sketch.draw(t.tree) end },
  },
  {
    id = "min", title = "MIN chooses", of = "three", make = three,
    "MAX has gone to the left. Now MIN moves, at the left `(?)`.",
    { draw = function(t) return sketch.draw(t.tree) end },
    ask = {
      kind = "number", text = "What is this node worth, if MIN plays well?",
      right = function(t) return facts.value(t.tree, "1") end,
      hint = "MIN may take any of the three leaves below the node. He wants the number to be small.",
      wrong = function(t, given)
        local _, most = extremes(t.tree[1])
        if given == most then return "That is the greatest of the three leaves, which MAX would like. But MIN is to move." end
        for _, value in ipairs(t.tree[1]) do
          if given == value then return "MIN can get there; but there is a smaller leaf beside it." end
        end
        return "The node is worth what one of the three leaves below it is worth."
      end,
      because = "MIN takes the least leaf.",
    },
  },
  {
    id = "max", title = "MAX chooses", of = "three", make = three,
    "The values of the MIN nodes are worked out. Now the root, where MAX moves.",
    { draw = function(t) return sketch.draw(t.tree, { values = facts.values(t.tree, hide_root) }) end },
    ask = {
      kind = "number", text = "What is the root worth?",
      right = function(t) return facts.value(t.tree, "") end,
      hint = "MAX chooses between three nodes, not between nine leaves. What he gets at each stands in it.",
      wrong = function(t, given)
        local least, most = extremes(all_values(t.tree))
        if given == most then return "The greatest leaf of all: MAX may dream of it, but MIN does not let him get there." end
        if given == least then return "The least leaf of all: MAX need not go there." end
        for i = 1, 3 do
          if given == facts.value(t.tree, tostring(i)) then
            return ("That is what move %d gives; another gives MAX more."):format(i)
          end
        end
        return "The root is worth what the best of its three children is worth."
      end,
      because = "MAX takes the child with the greatest value.",
    },
    after = { { draw = function(t) return facts.solved(t.tree) end } },
  },
  {
    id = "move", title = "The best move", make = three,
    "Another tree. Work it out from the bottom: first the three MIN nodes, then the root.",
    { draw = function(t) return sketch.draw(t.tree) end },
    ask = {
      kind = "number", text = "Which move is best for MAX: 1, 2 or 3?",
      right = function(t) return facts.best(t.tree) end,
      hint = "Write the least leaf into each MIN node. Which of the three numbers is the greatest?",
      wrong = function(t, given)
        if given ~= 1 and given ~= 2 and given ~= 3 then return "The moves are 1, 2 and 3, from the left." end
        local _, most = extremes(all_values(t.tree))
        local _, here = extremes(t.tree[given])
        local text = ("After move %d MIN can hold MAX to %d."):format(given, facts.value(t.tree, tostring(given)))
        return here == most and text .. " The great leaf there lured you." or text .. " There is a better move."
      end,
      because = function(t) return ("It is sure of %d, whatever MIN does."):format(facts.value(t.tree, "")) end,
    },
    after = { { draw = function(t) return facts.solved(t.tree) end } },
  },
  {
    title = "The rule, and the machine", of = "three", make = three,
    [[A leaf is worth its number. A MAX node is worth the *greatest* value of its children, a MIN node the *least*. That is
**minimax**. These few lines are all of it; below them gts does the same for the first tree:]],
    { code = [[
local function value(node, max)
  if type(node) == "number" then return node end
  local best = max and -math.huge or math.huge
  for _, child in ipairs(node) do
    local v = value(child, not max)
    if max and v > best or not max and v < best then best = v end
  end
  return best
end

local tree = $written
print("by hand", value(tree, true))
local r = gts.search(gts.tree(tree), { algorithm = "minimax" })
print("by gts", r.value, "move " .. r.move, r.stats.leaves .. " leaves")]] },
  },
  {
    id = "deep", title = "One ply more", make = deep,
    "A move of one player is a *ply*. This tree has three: MAX, MIN, and MAX once more.",
    { draw = function(t) return sketch.draw(t.tree) end },
    ask = {
      kind = "number", text = "What is the root worth?",
      right = function(t) return facts.value(t.tree, "") end,
      hint = "Begin at the bottom. Above the leaves MAX moves: the greater leaf of each pair goes up.",
      wrong = function(t, given)
        if given == exchanged(t.tree, false) then
          return "That would be right if MIN moved at the root. Look at the left "
            .. "margin."
        end
        for _, path in ipairs { "1", "2" } do
          if given == facts.value(t.tree, path) then return "That is the value of one child of the root. The other is better." end
        end
        for _, path in ipairs { "1.1", "1.2", "2.1", "2.2" } do
          if given == facts.value(t.tree, path) then
            return "So much gets MAX at one node above the leaves; MIN goes "
              .. "elsewhere."
          end
        end
        return "Go up ply by ply: greatest of two, least of two, greatest of two."
      end,
      because = "Greatest, least, greatest: from the leaves up.",
    },
    after = { { draw = function(t) return facts.solved(t.tree) end } },
  },
  {
    id = "line", title = "The line of best play", make = deep,
    [[If both play well, they go down one *line*, to one leaf. We name a node by its *path*, the moves that lead to it: 2.1 is the
first child of the second child of the root.]],
    { draw = function(t) return facts.solved(t.tree) end },
    ask = {
      kind = "path", text = "At which leaf does best play end? Type its path, three numbers.",
      right = function(t) return line_of(t.tree) end,
      hint = "Go from the root each time to the child that has the same value.",
      wrong = function(t, given)
        local leaf = trees.leaves(t.tree)[given]
        if not leaf then return "There is no leaf at that path: a leaf has three numbers, each 1 or 2." end
        local node = ""
        for step in given:gmatch "%d" do
          local child = node == "" and step or node .. "." .. step
          if facts.value(t.tree, child) ~= facts.value(t.tree, node) then
            local player = select(2, node:gsub("%d", "")) % 2 == 0 and "MAX" or "MIN"
            return ("%s would not play to %s: that is worth %d, and he can have %d."):format(player, child,
              facts.value(t.tree, child), facts.value(t.tree, node))
          end
          node = child
        end
        return "Follow the value of the root down."
      end,
      because = "It is called the principal variation: the value of the root comes from there.",
    },
    after = { { code = [[
local r = gts.search(gts.tree($written), { algorithm = "minimax" })
print(table.concat(r.pv, "."))]] } },
  },
  {
    id = "count", title = "How much work is that?",
    make = function(lot) return { b = lot(2, 5), d = lot(3, 5) } end,
    "Minimax looks at every leaf. Say each inner node has $b children, and all leaves lie $d plies below the root.",
    ask = {
      kind = "number", text = "How many leaves does minimax look at?",
      right = function(t)
        return facts.leaves { branching = t.b, depth = t.d }
      end,
      hint = "After one ply there are $b nodes. Each of them has $b children: how many nodes are there after two plies?",
      wrong = function(t, given)
        if given == t.b * t.d then return "Each ply does not add as many, it multiplies: every node has that many children." end
        if given == t.d ^ t.b then return "The two numbers are exchanged: it is children that multiply, once for each ply." end
        if given == t.b ^ (t.d - 1) or given == t.b ^ (t.d + 1) then return "One ply too few or too many." end
        return "Multiply by the number of children once for each ply."
      end,
      because = "b children and d plies make b to the power of d leaves. Chess, 35 moves and 8 plies: 2,251,875,390,625.",
    },
    after = { { code = "local tree = gts.tree { branching = $b, depth = $d }\n"
      .. "print(gts.search(tree, { algorithm = \"minimax\" }).stats.leaves)" } },
  },
  {
    id = "tie", title = "Equally good", make = tied,
    "Two of these three moves are equally good.",
    { draw = function(t) return facts.solved(t.tree) end },
    ask = {
      kind = "choice", text = "Which one does minimax name?",
      choices = function() return { "the leftmost of the best", "the rightmost of the best", "one of them, by lot" } end,
      right = function(t) return facts.record(t.tree, "minimax").result.move == facts.best(t.tree) and 1 or 2 end,
      hint = "Look again at the program of screen 5 (back goes there): when does a later child replace an earlier one?",
      wrong = function(_, given)
        if given == 3 then return "Nothing in the rule is random: the same tree always gives the same move." end
        return "A later child takes the place only if it is better, not if it is as good (the sign is >, not >=)."
      end,
      because = "Only what is strictly better replaces what was found first.",
    },
    after = { { code = "print(gts.search(gts.tree($written), { algorithm = \"minimax\" }).move)" } },
  },
  {
    id = "tictactoe", title = "A real game",
    "Tic-tac-toe: MAX is X and begins; a win of X is worth 1, one of O -1, a draw 0. Both play as well as can be.",
    ask = {
      kind = "choice", text = "What is the empty board worth?",
      choices = function() return { "1: X wins", "0: a draw", "-1: O wins" } end,
      right = function() return 2 - facts.game_value "tictactoe" end,
      hint = "Think of games between two people who have played it often.",
      wrong = function(_, given)
        if given == 1 then return "X wins against a bad answer. The value counts only good ones." end
        return "X, who begins, can always prevent that."
      end,
      because = "That is not folklore: the whole tree says so.",
    },
    after = {
      "Here X has taken the middle already, and minimax looks at all that can follow:",
      { code = [[
local middle = gts.apply("tictactoe", nil, 5)
print(gts.show("tictactoe", middle))
local r = gts.search("tictactoe", { position = middle, algorithm = "minimax" })
print("value " .. r.value, r.stats.leaves .. " leaves")]] },
    },
  },
  {
    id = "win", title = "Your move", make = middle_game,
    { plain = function(t) return t.shown end },
    function(t)
      return ("The cells have the numbers 1 2 3, 4 5 6, 7 8 9, row by row. %s is to move, and can win."):format(winner(t))
    end,
    ask = {
      kind = "move", text = "Which move wins? (If several do, any of them.)",
      moves = function(t)
        return tables.map(moves.moves("tictactoe", t.position), function(entry) return entry.name end)
      end,
      right = function(t) return tostring(t.list[1].move) end,
      accept = function(t, given)
        for _, entry in ipairs(t.list) do
          if tostring(entry.move) == given then return entry.value == t.list[1].value end
        end
      end,
      hint = "Is there a line with two stones of your own and a free cell? If not: a move that makes two such lines at once.",
      wrong = function(t, given)
        for _, entry in ipairs(t.list) do
          if tostring(entry.move) == given then
            return entry.value == 0 and "After that the other can hold a draw." or "After that the other even wins."
          end
        end
        return "That is no free cell."
      end,
      because = "gts has the value of every move:",
    },
    after = { function(t)
      local parts = tables.map(t.list, function(entry) return ("move %s: %d"):format(entry.move, entry.value) end)
      return table.concat(parts, ", ") .. ". Values are always from MAX's side."
    end },
  },
  {
    title = "Too large to finish",
    [[Connect-4 has more than 10 to the power of 12 positions. So one stops after some plies, at the *horizon*, and estimates
what stands there: the rules have a function `evaluate` for that. The values in the middle of the tree are then as good as the
estimates at its lower end.]],
    { code = [[
for depth = 1, 6 do
  local r = gts.search("connect4", { depth = depth, algorithm = "minimax" })
  print("depth " .. depth, r.stats.leaves .. " leaves", "move " .. r.move, ("value %.4f"):format(r.value))
end]] },
    "Each ply multiplies the work by almost seven. Lesson 2 is about not doing most of it.",
  },
  { id = "exercise", title = "Exercise: rules of your own", exercise = "sticks" },
  {
    title = "Where this comes from",
    [[* J. McCarthy's note on game trees defines minimax by two functions, `maxval` and `minval`, each of which calls the
other; and `bestmax` and `bestmin`, which replace the best move only by a better one.
* A. de Bruin and W. Pijls, *Trends in game tree search*: the same in their notation, with the tree of Fig. 1.

Go on: `gts help rules` says what rules may be written. The next lesson is alpha-beta.]],
  },
}

return minimax
