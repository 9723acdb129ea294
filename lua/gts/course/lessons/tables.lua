--- Lesson 6: what was found once, and questions instead of searches.

local facts = require "gts.course.facts"
local games = require "gts.game"
local lists = require "gts.base.tables"
local moves = require "gts.moves"
local search = require "gts.search"
local trees = require "gts.course.trees"

local tables = { exercise = "key" }

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
  local right, named = lists.set(seen_by_test(t)), lists.set(given)
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
local function falling(lot) return trees.fitting(lot, { 3, 3 }, function(tree) return #bounds(tree, math.huge) >= 4 end) end

local function uppers(tree)
  local list = bounds(tree, math.huge)
  list[#list] = nil             -- the last pass proves that it is also a lower bound
  return list
end

local function same_order(tree)
  return facts.list(facts.order(tree, "mtd", { first = math.huge })) == facts.list(facts.order(tree, "sss"))
end

tables.drawings = {
  tested = function(t) return facts.searched(t.tree, "alphabeta", { window = { t.test - 1, t.test } }) end,
  mtd = function(t) return facts.searched(t.tree, "mtd", { first = math.huge }) end,
}

tables.screens = {
  orders = {
    -- A position of tic-tac-toe and the moves that led there.
    make = function(lot)
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
    end,
    right = orders,
    wrong = function(t, given)
      local all = 1
      for i = 2, t.count do all = all * i end
      if given == all then return "X's stones can only be placed in X's turns." end
      if given == 1 then return "The stones do not say which of them came first." end
      return "Orders of the stones of X, times orders of those of O."
    end,
  },
  entry = {
    -- A search with a window that says one of three things.
    make = function(lot)
      local t = trees.with_text(trees.draw(lot, { 3, 3 }))
      local value, which = facts.value(t.tree, ""), lot(1, 3)
      t.alpha = which == 1 and value + lot(1, 3) or which == 2 and value - lot(2, 4) or value - lot(6, 9)
      t.beta = which == 3 and value - lot(1, 3) or which == 1 and t.alpha + lot(2, 5) or value + lot(1, 4)
      local r = search.search(trees.game(t.tree), { window = { t.alpha, t.beta } })
      t.given, t.lower, t.upper = r.value, r.lower, r.upper
      return t
    end,
    choices = function(t)
      return { ("f+ = %d: it is worth at most that"):format(t.given), ("f- = %d: it is worth at least that"):format(t.given),
        ("both: it is worth %d"):format(t.given) }
    end,
    right = function(t) return t.lower == t.upper and 3 or t.lower > -math.huge and 2 or 1 end,
    wrong = function(t)
      if t.given <= t.alpha then return "It is not above alpha: MIN had enough, and his best was not looked for." end
      if t.given >= t.beta then return "It is not below beta: MAX had enough, and his best was not looked for." end
      return "It lies between alpha and beta: nothing was cut off that could matter."
    end,
  },
  test = { make = testing, right = seen_by_test, wrong = test_mistake },
  first = {
    make = falling,
    right = function(t) return uppers(t.tree)[1] end,
    wrong = function(t, given)
      if given == math.min(t.tree[1][1], t.tree[2][1], t.tree[3][1]) then
        return "MAX chooses at the root: the greatest of the three."
      end
      if given == facts.value(t.tree, "") then return "That is the value, which is not proved after the first pass." end
      return "Only the first leaf of each MIN node has been looked at."
    end,
  },
  uppers = {
    make = falling,
    right = function(t) return uppers(t.tree) end,
    wrong = function(t, given)
      local right = uppers(t.tree)
      if given[1] ~= right[1] then return "Begin with the greatest of the three first leaves." end
      for i = 2, #right do
        if given[i] == nil then return ("%d is not proved to be the value yet: another pass follows."):format(right[i - 1]) end
        if given[i] ~= right[i] then
          return ("After %d: search on below the MIN node that has it, until a leaf is less. What is the greatest of "
            .. "the three then?"):format(right[i - 1])
        end
      end
      return "The last bound is the value; the pass after it says yes."
    end,
  },
  same = {
    make = falling,
    right = function(t) return same_order(t.tree) and 1 or 2 end,
  },
  guess = {
    make = falling,
    right = function(t) return select(2, bounds(t.tree, facts.value(t.tree, ""))) end,
    wrong = function(_, given)
      if given == 1 then return "Then it is proved to be at least f; but is it more?" end
      return "A bound from below, and one from above: one question each."
    end,
  },
}

return tables
