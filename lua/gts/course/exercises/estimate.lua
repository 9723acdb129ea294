--- The exercise of lesson 7: an evaluation of tic-tac-toe, held to what a search to the end finds.

local guard = require "gts.course.guard"
local raised = require "gts.base.raised"
local random = require "gts.base.random"
local tables = require "gts.base.tables"
local trees = require "gts.course.trees"
local words = require "gts.base.words"

local exercise = { title = "Exercise 7: an evaluation", takes = "function" }

local POSITIONS = 400
local OPEN, GOOD = 78, 92       -- % of positions: about what open lines find; what two in a row find

local LINES = { { 1, 2, 3 }, { 4, 5, 6 }, { 7, 8, 9 }, { 1, 4, 7 }, { 2, 5, 8 }, { 3, 6, 9 }, { 1, 5, 9 }, { 3, 5, 7 } }

--- The values in the texts of the exercise.
function exercise.values(seed) return { seed = seed, positions = POSITIONS } end

local function won(cells)
  local line = tables.find(LINES, function(line)
    return cells[line[1]] ~= "." and cells[line[1]] == cells[line[2]] and cells[line[1]] == cells[line[3]]
  end)
  return line and (cells[line[1]] == "X" and 1 or -1)
end

-- The cells that are free, and the board after a stone on each.
local function after(cells, max)
  return tables.collect(cells, function(stone, i)
    return stone == "." and table.move({ max and "X" or "O" }, 1, 1, i, table.move(cells, 1, 9, 1, {})) or nil
  end)
end

-- All positions in which moves differ, each with its value and the values of the boards after it, in the order of play.
local function all_positions()
  local known, list = {}, {}
  local function value(cells, max)
    local name = table.concat(cells)
    if known[name] then return known[name] end
    local boards = won(cells) and {} or after(cells, max)
    local values = tables.map(boards, function(board) return value(board, not max) end)
    known[name] = won(cells) or #values == 0 and 0 or (max and math.max or math.min)(table.unpack(values))
    if tables.any(values, function(v) return v ~= values[1] end) then
      list[#list + 1] = { cells = cells, max = max, boards = boards, values = values, value = known[name] }
    end
    return known[name]
  end
  value(words.split(("."):rep(9), "."), true)
  return list
end

-- Does the move that looks best keep the value?
local function keeps(f, p)
  local sums = tables.map(p.boards, function(board)
    if won(board) then return won(board) * math.huge end
    return guard.number(f { cells = table.move(board, 1, 9, 1, {}), max = not p.max }, " for " .. table.concat(board))
  end)
  local best = (p.max and math.max or math.min)(table.unpack(sums))
  return p.values[tables.find(tables.range(1, #sums), function(i) return sums[i] == best end)] == p.value
end

--- Grades.
function exercise.grade(sheet, f, seed)
  local limited = guard.limited(f, "your function")
  local list = trees.shuffle(random.stream(seed), all_positions())
  local ok, right = pcall(function()
    return tables.count(tables.range(1, POSITIONS), function(i) return keeps(limited, list[i]) end)
  end)
  if not sheet:row(2, "it runs, and gives numbers", ok, not ok and raised.text(right) or nil) then return end
  local share = 100 * right // POSITIONS
  local said = ("%d %% of the positions: the move is as good as any"):format(share)
  if not sheet:row(3, ("the move is right in %d %% of positions"):format(OPEN), share >= OPEN, nil, said) then return end
  sheet:row(3, ("the move is right in %d %% of positions"):format(GOOD), share >= GOOD)
end

return exercise
