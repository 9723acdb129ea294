--- The right answers of the course, from first principles: brute force over the trees that were drawn, and what papers say.
-- Nothing here calls the engine, or the course.
--
--    local text = answers["minimax deep"](t)     -- what a student has to type; t is what was drawn for the screen

local solution = require "spec.support.solution_reference"
local trees = require "spec.support.trees"

local answers = {}

local function leaves(tree)
  local list = {}
  for _, node in ipairs(trees.nodes(tree)) do
    if node.leaf then
      node.place = #list + 1
      list[node.place], list[node.path] = node, node
    end
  end
  return list
end

-- Numbers of leaves of paths; those that are no leaves are passed over.
local function numbers(tree, paths)
  local all, list = leaves(tree), {}
  for _, path in ipairs(paths) do list[#list + 1] = all[path] and all[path].place end
  return list
end

local function text_of(list) return #list > 0 and table.concat(list, " ") or "none" end

local function compact(list, count)
  local made = {}
  for i = 1, count do made[#made + 1] = list[i] end
  return made
end

-- The leaves that alpha-beta looks at, with what bounds the nodes have, in order.
local function alphabeta(tree, alpha, beta) return numbers(tree, (select(3, trees.informed(tree, alpha, beta)))) end

local function unseen(tree)
  local seen = {}
  for _, number in ipairs(alphabeta(tree)) do seen[number] = true end
  local list = {}
  for number = 1, #leaves(tree) do if not seen[number] then list[#list + 1] = number end end
  return list
end

local function sss(tree)
  local _, order = solution.sss(tree)
  return numbers(tree, order)
end

local value = trees.oracle

-- Lesson 1, of game trees.

answers["trees path"] = function(t)
  for _, node in ipairs(trees.nodes(t.tree)) do if node.leaf and node.value == t.leaf.value then return node.path end end
end

answers["trees reach"] = function(t)
  local first = 4 * t.first + 2 * t.second - 5         -- each move of MAX has four leaves, each answer two
  return ("%d %d"):format(first, first + 1)
end

answers["trees nodes"] = function(t) return #trees.nodes(t.tree) end

local function ways(left) return left < 2 and 1 or ways(left - 1) + ways(left - 2) end
answers["trees ways"] = function(t) return ways(t.count) end

-- From so many sticks, with MAX or MIN to move: all pairs that can come about.
answers["trees positions"] = function(t)
  local seen, count = {}, 0
  local function visit(left, max)
    local name = left .. tostring(max)
    if left < 0 or seen[name] then return end
    seen[name], count = true, count + 1
    visit(left - 1, not max)
    visit(left - 2, not max)
  end
  visit(t.count, true)
  return count
end

answers["trees count"] = function(t) return math.tointeger(t.b ^ t.d) end

-- Lesson 2.

answers["minimax min"] = function(t) return math.min(table.unpack(t.tree[1])) end
answers["minimax max"] = function(t) return value(t.tree) end
answers["minimax move"] = function(t) return select(2, value(t.tree)) end
answers["minimax deep"] = answers["minimax max"]

answers["minimax line"] = function(t)
  local node, player, path = t.tree, "max", {}
  while type(node) == "table" do
    local _, move = value(node, player)
    node, player, path[#path + 1] = node[move], player == "max" and "min" or "max", move
  end
  return table.concat(path, ".")
end

answers["minimax negamax"] = function(t) return -math.min(table.unpack(t.tree[1])) end
answers["minimax tie"] = function() return "a" end
answers["minimax tictactoe"] = function() return "b" end

local LINES = { { 1, 2, 3 }, { 4, 5, 6 }, { 7, 8, 9 }, { 1, 4, 7 }, { 2, 5, 8 }, { 3, 6, 9 }, { 1, 5, 9 }, { 3, 5, 7 } }

local function won(board, stone)
  for _, line in ipairs(LINES) do
    if board[line[1]] == stone and board[line[2]] == stone and board[line[3]] == stone then return true end
  end
  return false
end

-- The value of a board for X, whose stone is to move; and the value after each move.
local function worth(board, stone)
  if won(board, "X") then return 1 elseif won(board, "O") then return -1 end
  local best, after = nil, {}
  for cell = 1, 9 do
    if board[cell] == "." then
      board[cell] = stone
      after[cell] = worth(board, stone == "X" and "O" or "X")
      board[cell] = "."
      if not best or stone == "X" and after[cell] > best or stone == "O" and after[cell] < best then best = after[cell] end
    end
  end
  return best or 0, after
end

local function board_of(shown)
  local board, stones = {}, { X = 0, O = 0, ["."] = 0 }
  for cell in shown:gmatch "[XO.]" do
    board[#board + 1] = cell
    stones[cell] = stones[cell] + 1
  end
  return board, stones
end

answers["minimax win"] = function(t)
  local board, stones = board_of(t.shown)
  local best, after = worth(board, stones.X == stones.O and "X" or "O")
  assert(best ~= 0, "no player can win")
  for cell = 1, 9 do if after[cell] == best then return cell end end
end

-- Lessons 3 and 4.

local function of_unseen(t) return text_of(unseen(t.tree)) end

answers["alphabeta idea"] = function(t)
  local root = value(t.tree)
  for five = -30, 60 do
    for six = -30, 60 do assert(value { t.tree[1], { t.tree[2][1], five, six }, t.tree[3] } == root) end
  end
  return "a"
end
answers["alphabeta unseen"], answers["alphabeta plies"], answers["alphabeta deep"] = of_unseen, of_unseen, of_unseen

answers["alphabeta alpha"] = function(t)
  return math.max(math.min(table.unpack(t.tree[1])), math.min(table.unpack(t.tree[2])))
end

answers["alphabeta bound"] = function() return "b" end
answers["ordering perfect"] = function(t) return math.tointeger(t.b ^ ((t.d + 1) // 2) + t.b ^ (t.d // 2) - 1) end
answers["ordering worst"] = function(t) return #alphabeta(t.tree) end
answers["ordering guess"] = function() return "c" end
answers["ordering sorted"] = of_unseen

answers["alphabeta window"] = function(t)
  local first = math.min(value(t.tree[1][1]), (value(t.tree[1][2])))
  return ("%d %d"):format(first, (value(t.tree[2][1])))
end

answers["ordering passes"] = function(t)
  local sum = 0
  for depth = 1, t.d do sum = sum + t.b ^ depth end
  return math.tointeger(sum)
end

-- The child with the greatest of some values, the leftmost of equals.
local function greatest(list)
  local at = 1
  for i in ipairs(list) do at = list[i] > list[at] and i or at end
  return at
end

local function by_estimates(t) return greatest { t.tree[1].value, t.tree[2].value, t.tree[3].value } end
answers["ordering tried"] = by_estimates

-- Lesson 5. A plan: at each node of one player a child is chosen; all plans are tried.

local function plans(node, max, kind)
  if type(node) == "number" then return { { node } } end
  local lists = {}
  if max == (kind == "max") then
    lists = { {} }
    for _, child in ipairs(node) do
      local longer = {}
      for _, list in ipairs(lists) do
        for _, below in ipairs(plans(child, not max, kind)) do
          longer[#longer + 1] = table.move(below, 1, #below, #list + 1, { table.unpack(list) })
        end
      end
      lists = longer
    end
  else
    for _, child in ipairs(node) do
      for _, below in ipairs(plans(child, not max, kind)) do lists[#lists + 1] = below end
    end
  end
  return lists
end

-- Are these leaves, by their numbers, one of the plans? Values of a drawn tree are all different.
local function is_plan(t, kind)
  local all, wanted = leaves(t.tree), {}
  for i, number in ipairs(t.leaves) do wanted[i] = all[number].value end
  for _, plan in ipairs(plans(t.tree, true, kind)) do
    if table.concat(plan, " ") == table.concat(wanted, " ") then return true end
  end
  return false
end

answers["solution plan"] = function(t)
  local all, most = leaves(t.tree), -math.huge
  for _, number in ipairs(t.plan) do most = math.max(most, all[number].value) end
  return most
end

answers["solution kind"] = function(t) return is_plan(t, "max") and "a" or is_plan(t, "min") and "b" or "c" end

answers["solution count"] = function(t)
  local node = {}
  for i = 1, t.b do
    node[i] = {}
    for k = 1, t.b do node[i][k] = 0 end
  end
  return #plans(node, true, "max")
end

answers["solution best"] = function(t)
  local root, all = value(t.tree), leaves(t.tree)
  for _, plan in ipairs(plans(t.tree, true, "max")) do
    if math.max(table.unpack(plan)) == root then
      local list = {}
      for _, one in ipairs(plan) do
        for number, leaf in ipairs(all) do list[#list + 1] = leaf.value == one and number or nil end
      end
      return text_of(list)
    end
  end
end

answers["solution firsts"] = function(t) return text_of(compact(sss(t.tree), 3)) end
answers["solution next"] = function(t) return sss(t.tree)[4] end
answers["solution order"] = function(t) return text_of(sss(t.tree)) end

answers["solution saved"] = function(t)
  local list, seen = {}, {}
  for _, number in ipairs(sss(t.tree)) do seen[number] = true end
  for _, number in ipairs(alphabeta(t.tree)) do if not seen[number] then list[#list + 1] = number end end
  table.sort(list)
  return text_of(list)
end

answers["solution memory"] = function(t) return math.tointeger(t.b ^ ((t.d + 1) // 2)) end

-- Lesson 6.

-- All orders of the stones that alternate and in which no player wins before the end.
answers["tables orders"] = function(t)
  local wanted, stones = board_of(t.shown)
  local board, total, count = { ".", ".", ".", ".", ".", ".", ".", ".", "." }, stones.X + stones.O, 0
  local function play(at)
    if at > total then count = count + 1 return end
    if won(board, "X") or won(board, "O") then return end
    local stone = at % 2 == 1 and "X" or "O"
    for cell = 1, 9 do
      if wanted[cell] == stone and board[cell] == "." then
        board[cell] = stone
        play(at + 1)
        board[cell] = "."
      end
    end
  end
  play(1)
  return count
end

answers["tables entry"] = function(t)
  local v = value(t.tree)
  return v <= t.alpha and "a" or v >= t.beta and "b" or "c"
end

answers["tables test"] = function(t) return text_of(alphabeta(t.tree, t.test - 1, t.test)) end

-- The bounds of MTD(inf) on a tree of three by three: what the passes of SSS-2 prove, which are the merits of SSS*.
local function uppers(tree)
  local least, seen, list = { math.huge, math.huge, math.huge }, { 0, 0, 0 }, {}
  local test = math.huge
  while true do
    local stands = false
    for i = 1, 3 do
      while not stands and least[i] >= test and seen[i] < 3 do
        seen[i] = seen[i] + 1
        least[i] = math.min(least[i], tree[i][seen[i]])
      end
      stands = stands or least[i] >= test and seen[i] == 3
    end
    if stands then return list end
    test = math.max(table.unpack(least))
    list[#list + 1] = test
  end
end

answers["tables first"] = function(t) return uppers(t.tree)[1] end
answers["tables uppers"] = function(t) return text_of(uppers(t.tree)) end
answers["tables same"] = function() return "a" end      -- de Bruin and Pijls, Trends, section 6
answers["tables guess"] = function() return 2 end

-- Lesson 7.

answers["evaluation lines"] = function(t)
  local board, sum = board_of(t.shown), 0
  for _, line in ipairs(LINES) do
    local on = board[line[1]] .. board[line[2]] .. board[line[3]]
    sum = sum + (on:find "O" and 0 or 1) - (on:find "X" and 0 or 1)
  end
  return sum
end

answers["evaluation shallow"] = by_estimates
answers["evaluation deep"] = function(t) return select(2, value(t.tree)) end
answers["evaluation delay"] = function() return 3 end           -- the knight; all pawns are given
answers["evaluation truth"] = function(t) return t.pawns end    -- MAX keeps them

answers["evaluation quiet"] = function(t)
  return math.max(math.min(t.tree[1].value, t.tree[1][1]), t.tree[2].value, t.tree[3].value)
end

-- Lesson 8. Proof and disproof numbers by their definition, of what was seen.

local function numbers_of(t, node, path, max)
  if not t.seen[path] then return 1, 1 end
  if node == 1 then return 0, math.huge elseif node == 0 then return math.huge, 0 end
  local p, d, all_p, all_d = math.huge, math.huge, 0, 0
  for i, child in ipairs(node) do
    local pn, dn = numbers_of(t, child, path == "" and tostring(i) or path .. "." .. i, not max)
    p, d, all_p, all_d = math.min(p, pn), math.min(d, dn), all_p + pn, all_d + dn
  end
  if max then return p, all_d end
  return all_p, d
end

answers["proof leaf"] = function(t) return t.player == "MAX" and "1 " .. t.count or t.count .. " 1" end
answers["proof root"] = function(t) return ("%.0f %.0f"):format(numbers_of(t, t.tree, "", true)) end

answers["proof next"] = function(t)
  local node, path, max = t.tree, "", true
  while t.seen[path] do
    local list = {}
    for i, child in ipairs(node) do
      local pn, dn = numbers_of(t, child, path == "" and tostring(i) or path .. "." .. i, not max)
      list[i] = -(max and pn or dn)
    end
    local i = greatest(list)
    node, path, max = node[i], path == "" and tostring(i) or path .. "." .. i, not max
  end
  return path
end

answers["proof answer"] = function(t) return value(t.tree) == 1 and "a" or "b" end
answers["proof forced"] = function(t) return #t.tree[1] == 1 and 1 or 2 end

-- Lesson 9.

answers["sampling mean"] = function(t)
  local sum = 0
  for _, leaf in ipairs(t.tree[1]) do sum = sum + leaf end
  return ("%d %d"):format(sum // #t.tree[1], (value(t.tree)))
end

answers["sampling first"] = function() return "1 2 3" end

answers["sampling sum"] = function(t)
  local sums = {}
  for i, move in ipairs(t.moves) do sums[i] = move.X + 0.7 * math.sqrt(math.log(t.count) / move.n) end
  return greatest(sums)
end

answers["sampling after"] = function(t) return ("%d %d"):format(t.moves[answers["sampling sum"](t)].n + 1, t.count + 1) end
answers["sampling answer"] = function(t) return greatest(t.visits) end

return answers
