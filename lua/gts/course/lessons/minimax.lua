--- Lesson 2: what a tree is worth.

local analyze = require "gts.analyze"
local facts = require "gts.course.facts"
local games = require "gts.game"
local moves = require "gts.moves"
local sketch = require "gts.course.sketch"
local tables = require "gts.base.tables"
local trees = require "gts.course.trees"
local contains = require("gts.base.words").contains

local minimax = { exercise = "minimax" }

local function extremes(values) return math.min(table.unpack(values)), math.max(table.unpack(values)) end

local function all_values(tree)
  return tables.map(trees.leaves(tree), function(leaf) return leaf.value end)
end

-- Three moves each. The greatest leaf of all is not below the best move: a greedy choice is wrong.
local function three(lot)
  return trees.fitting(lot, { 3, 3 }, function(tree)
    local _, most = extremes(all_values(tree))
    local best, count = facts.best(tree)
    local _, below = extremes(tree[best])
    return count == 1 and below < most
  end)
end

-- What the root would be worth if the players were exchanged.
local function exchanged(node, max)
  if type(node) ~= "table" then return node end
  local list = tables.map(node, function(child) return exchanged(child, not max) end)
  local least, most = extremes(list)
  return max and most or least
end

-- Two moves each, three plies. A student who confuses the players gets another value.
local function deep(lot)
  return trees.fitting(lot, { 2, 2, 2 }, function(tree) return facts.value(tree, "") ~= exchanged(tree, false) end)
end

local function negated(lot)
  local t = three(lot)
  t.max_side = facts.value(t.tree, "1")
  return t
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
    if not (t.list and #t.list > 2 and t.list[1].value ~= t.list[#t.list].value and t.list[1].value ~= 0) then return false end
    t.winner = t.list.player == "max" and "X, who is MAX," or "O, who is MIN,"
    t.values = table.concat(tables.map(t.list, function(entry) return ("move %s: %d"):format(entry.move, entry.value) end), ", ")
    return true
  end)
end

local function named(list, name)
  return tables.find(list, function(entry) return tostring(entry.move) == name end)
end

minimax.drawings = {
  values = function(t) return sketch.draw(t.tree, { values = facts.values(t.tree, function(path) return path == "" end) }) end,
}

minimax.screens = {
  three = { make = three },
  min = {
    of = "three",
    make = three,
    right = function(t) return facts.value(t.tree, "1") end,
    wrong = function(t, given)
      local _, most = extremes(t.tree[1])
      if given == most then return "That is the greatest of the three leaves, which MAX would like. But MIN is to move." end
      if contains(t.tree[1], given) then return "MIN can get there; but there is a smaller leaf beside it." end
      return "The node is worth what one of the three leaves below it is worth."
    end,
  },
  max = {
    of = "three",
    make = three,
    right = function(t) return facts.value(t.tree, "") end,
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
  },
  move = {
    make = three,
    right = function(t) return facts.best(t.tree) end,
    wrong = function(t, given)
      if given ~= 1 and given ~= 2 and given ~= 3 then return "The moves are 1, 2 and 3, from the left." end
      local _, most = extremes(all_values(t.tree))
      local _, here = extremes(t.tree[given])
      local text = ("After move %d MIN can hold MAX to %d."):format(given, facts.value(t.tree, tostring(given)))
      return here == most and text .. " The great leaf there lured you." or text .. " There is a better move."
    end,
    because = function(t) return ("It is sure of %d, whatever MIN does."):format(facts.value(t.tree, "")) end,
  },
  rule = { of = "three", make = three },
  deep = {
    make = deep,
    right = function(t) return facts.value(t.tree, "") end,
    wrong = function(t, given)
      if given == exchanged(t.tree, false) then
        return "That would be right if MIN moved at the root. Look at the left margin."
      end
      local function is_at(path) return given == facts.value(t.tree, path) end
      if is_at "1" or is_at "2" then return "That is the value of one child of the root. The other is better." end
      if tables.any({ "1.1", "1.2", "2.1", "2.2" }, is_at) then
        return "So much gets MAX at one node above the leaves; MIN goes elsewhere."
      end
      return "Go up ply by ply: greatest of two, least of two, greatest of two."
    end,
  },
  line = {
    make = deep,
    right = function(t)
      local line = facts.record(t.tree, "minimax"):line()
      return line[#line]
    end,
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
  },
  negamax = { make = negated, right = function(t) return -t.max_side end },
  tie = {
    make = function(lot)
      return trees.with_text(trees.such(lot, function(l)
        local tree = trees.draw(l, { 3, 2 }, 1, 9)
        return trees.shuffle(l, { tree[1], tree[2], { tree[1][1], tree[1][2] + 1 } })
      end, function(tree)
        local best, count = facts.best(tree)
        return count == 2 and best < 3 and tree[1][1] ~= tree[2][1]
      end))
    end,
    right = function(t) return facts.record(t.tree, "minimax").result.move == facts.best(t.tree) and 1 or 2 end,
  },
  tictactoe = { right = function() return 2 - facts.game_value "tictactoe" end },
  win = {
    make = middle_game,
    moves = function(t)
      return tables.map(moves.moves("tictactoe", t.position), function(entry) return entry.name end)
    end,
    right = function(t) return tostring(t.list[1].move) end,
    accept = function(t, given)
      local entry = named(t.list, given)
      return entry and entry.value == t.list[1].value
    end,
    wrong = function(t, given)
      local entry = named(t.list, given)
      if not entry then return "That is no free cell." end
      return entry.value == 0 and "After that the other can hold a draw." or "After that the other even wins."
    end,
  },
}

return minimax
