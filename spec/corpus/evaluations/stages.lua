-- Evaluation of tictactoe, by gts learn 1.0.0.
-- Made by: gts learn tictactoe --games 100 --seed 1 --shapes rows --stages 2 --test 0
-- TreeStrap, depth 2, 100 games, 714 positions (seed 1)
-- 72 weights of 6 patterns
--
-- The estimate is a sum: one number for each pattern, a set of cells, by what stands there.

local t = {}

-- Appends numbers, with a space between them or a minus; "0*7" stands for seven zeros.
local function numbers(text)
  for number, times in text:gmatch "(%-?%d+)%*?(%d*)" do
    for _ = 1, tonumber(times) or 1 do t[#t + 1] = math.tointeger(tonumber(number)) end
  end
end
-- Appends the sums of all sets of some values.
local function sums(values)
  local first = #t + 1
  t[first] = 0
  for _, value in ipairs(values) do
    for i = first, #t do t[#t + 1] = t[i] + value end
  end
end


-- Stage 1.

-- rows: cells 1 2 3.
numbers [[
0*27]]

-- rows: cells 4 5 6.
numbers [[
0*27]]

-- Stage 2.

-- rows: cells 1 2 3.
numbers [[
40 296 84 348 380-117 52 37 1080 296 82 10 380 0 291 37-13 28 84 10 608-117 291 40 1080 28 0]]

-- rows: cells 4 5 6.
numbers [[
173 259 135-59-41-2-19 130 662 259 334-90-41 0-55 130 486-36 135-90 416-2-55-84 662-36 0]]

sums { 1, 3, 9 }
sums { 9, 3, 1 }

-- How many bits are set.
local function count(set)
  set = set - (set >> 1 & 0x5555555555555555)
  set = (set & 0x3333333333333333) + (set >> 2 & 0x3333333333333333)
  return (set + (set >> 4) & 0x0f0f0f0f0f0f0f0f) * 0x0101010101010101 >> 56
end

local stage = { 0, 0, 0, 0, 0, 0, 0, 54, 54, 54, 54, 54, 54, 54, 54, 54, 54, 54, 54 }

return function(rules)
  for _, name in ipairs { "evaluate", "next", "player" } do
    if not rules[name] then return nil, "it needs rules." .. name end
  end
  if (rules.words or 1) ~= 2 then return nil, "it needs positions of 2 integers" end
  local board = rules.board and rules.board(table.unpack(rules.start))
  if board and (board.columns ~= 3 or board.rows ~= 3) then return nil, "it is for a board of 3 columns and 3 rows" end
  local evaluate, next, player = rules.evaluate, rules.next, rules.player
  return function(a, b)
    if next(a, b) == nil then return evaluate(a, b) end
    local s = stage[count(a & 511) + count(b & 511) + 1]
    local sum = t[t[(a & 7) + 109] + t[(b & 7) + 109] + (1 + s)]
      + t[t[((a & 292) * 0xa80000000000000 >> 61) + 109] + t[((b & 292) * 0xa80000000000000 >> 61) + 109] + (1 + s)]
      + t[t[((a & 73) * 0x2a00000000000000 >> 61) + 109] + t[((b & 73) * 0x2a00000000000000 >> 61) + 109] + (1 + s)]
      + t[t[((a & 448) >> 6) + 117] + t[((b & 448) >> 6) + 117] + (1 + s)]
      + t[t[((a & 56) >> 3) + 109] + t[((b & 56) >> 3) + 109] + (28 + s)]
      + t[t[((a & 146) * 0x1500000000000000 >> 61) + 109] + t[((b & 146) * 0x1500000000000000 >> 61) + 109] + (28 + s)]
    if player(a, b) == "max" then
      return sum / 8192
    end
    return sum / -8192
  end
end
