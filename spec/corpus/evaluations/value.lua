-- Evaluation of kalah pits:3,seeds:2, by gts learn 1.0.0.
-- Made by: gts learn kalah pits=3 seeds=2 --bits 8 --games 200 --seed 1 --shapes 2x1 --test 0
-- TreeStrap, depth 2, 200 games, 1,766 positions (seed 1)
-- 324 weights of 8 patterns
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


-- 2x1: cells 1 2.
numbers [[
-85 19-53 124 13 82 66-4 226 15 24 43 13 134 244-11 0 3 13 91-10-3 46 62-245 0 34-13 27 0*4 88-61-342 0*5-243-65-192 0*5
-209 0*7-255 0*6]]

-- 2x1: cells 2 3.
numbers [[
-4 176 103 33-28-367-50-187 161-152 92 30-137-109-264-181 17 181 100 20 175-11 0 0 191-10-541 0 10 0*3 31 110 0 0-372
0*3 100-39 3 0*5-338 24 0-245 0*4 6-298 0*6]]

-- 2x1: cells 3 4.
numbers [[
468-110 249 123 101 80-280-212 45-178-271-23 113-6-6-6 222 214 113 113 113 113 113 113-22 166-5-5-5-5-5-5]]

-- 2x1: cells 7 8.
numbers [[
-1113 510 536 423 177-181 241 199 750 472-524 933 531 479 178-570 287 522 423 178-799 253 535 423 178-478 320 262 423
178-408 391 262 423 178]]

-- 2x1: cells 8 9.
numbers [[
-63 78 98-170-135-132-10-33 293 298 44-8 60 163-74-50 165 0 0 91 0 26 52-41 0-120 0 0-45 39 91 192 0*3 199 231 0*5 385
96 0*12]]

-- 2x1: cells 9 10.
numbers [[
-35 21 0-120 0*4 33 180 91 0-143 267 321 0 94 77-134-47 30 146 243 0-81 61 74 48 177 0*3-43 92 122 174-104 0*3-80 166
-74 0*5-22 51 0*6-154 116 0*6]]

sums { 8, 16, 32, 1, 2, 4 }
sums { 8, 16, 1, 2, 4 }
sums { 1, 2, 4, 5, 10, 20 }
sums { 1, 2, 4, 7, 14, 28 }

return function(rules)
  for _, name in ipairs { "evaluate", "next", "player", "score" } do
    if not rules[name] then return nil, "it needs rules." .. name end
  end
  if (rules.words or 1) ~= 2 then return nil, "it needs positions of 2 integers" end
  local board = rules.board and rules.board(table.unpack(rules.start))
  if board and (board.columns ~= 5 or board.rows ~= 2) then return nil, "it is for a board of 5 columns and 2 rows" end
  local evaluate, next, player, score = rules.evaluate, rules.next, rules.player, rules.score
  return function(a, b)
    if next(a, b) == nil then return evaluate(a, b) end
    local sum = t[t[((b & 0x7070000) * 0x42000000000 >> 58) + 316] + 1]
      + t[t[((b & 0x70700) * 0x4200000000000 >> 58) + 316] + 65]
      + t[t[((b & 1795) * 0x820000000000000 >> 59) + 380] + 129]
      + t[t[((a & 1799) * 0x420000000000000 >> 58) + 412] + 161]
      + t[t[((a & 0x70700) * 0x4200000000000 >> 58) + 476] + 196]
      + t[((a & 0x7070000) * 0x42000000000 >> 58) + 252]
    if player(a, b) == "max" then
      local value = score(a, b) + (sum + 128) // 256
      if value < -12 then return -12 end
      if value > 12 then return 12 end
      return value
    end
    local value = score(a, b) + (-sum + 127) // 256
    if value < -12 then return -12 end
    if value > 12 then return 12 end
    return value
  end
end
