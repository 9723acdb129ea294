-- Evaluation of tictactoe, by gts learn 1.0.0.
-- Made by: gts learn tictactoe --games 100 --seed 1 --shapes 2x1 --target value --test 0
-- TreeStrap, depth 2, 100 games, 716 positions (seed 1)
-- 18 weights of 12 patterns
--
-- The estimate is a sum: one number for each pattern, a set of cells, by what stands there.

local t = {}

-- Appends numbers, with a space between them or a minus; "0*7" stands for seven zeros.
local function numbers(text)
  for number, times in text:gmatch "(%-?%d+)%*?(%d*)" do
    for _ = 1, tonumber(times) or 1 do t[#t + 1] = math.tointeger(tonumber(number)) end
  end
end


-- 2x1: cells 1 2.
numbers [[
37 12 25-9 59-10 46-10 39]]

-- 2x1: cells 4 5.
numbers [[
49 0-3-4-2 1 21 14 11]]


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
    local s1 = (a & 65) + 3 * (a >> 1 & 65) + (b & 65) + 3 * (b >> 1 & 65)
    local s2 = (a >> 3 & 1) + 3 * (a >> 4 & 1) + (b >> 3 & 1) + 3 * (b >> 4 & 1)
    local s3 = 3 * (a >> 1 & 65) + (a >> 2 & 65) + 3 * (b >> 1 & 65) + (b >> 2 & 65)
    local s4 = 3 * (a >> 4 & 1) + (a >> 5 & 1) + 3 * (b >> 4 & 1) + (b >> 5 & 1)
    local s5 = (a & 341) + (b & 341)
    local s6 = (a >> 1 & 85) + (b >> 1 & 85)
    local v7 = (s5 & 3) + 3 * (s6 >> 2 & 3)
    local v8 = (s5 >> 2 & 3) + 3 * (s6 >> 4 & 3)
    local v9 = (s5 >> 6 & 3) + 3 * (s6 >> 2 & 3)
    local v10 = (s5 >> 8 & 3) + 3 * (s6 >> 4 & 3)
    local v11 = (s6 & 3) + 3 * (s5 >> 4 & 3)
    local v12 = (s6 >> 6 & 3) + 3 * (s5 >> 4 & 3)
    local sum = t[(s1 & 15) + 1]
      + t[(s3 & 15) + 1]
      + t[(v8 & 15) + 1]
      + t[(v10 & 15) + 1]
      + t[(v7 & 15) + 1]
      + t[(s3 >> 6 & 15) + 1]
      + t[(v9 & 15) + 1]
      + t[(s1 >> 6 & 15) + 1]
      + t[(s2 & 15) + 10]
      + t[(s4 & 15) + 10]
      + t[(v11 & 15) + 10]
      + t[(v12 & 15) + 10]
    if player(a, b) == "max" then
      local value = sum / 256.0
      if value < -1 then return -1 end
      if value > 1 then return 1 end
      return value
    end
    local value = sum / -256.0
    if value < -1 then return -1 end
    if value > 1 then return 1 end
    return value
  end
end
