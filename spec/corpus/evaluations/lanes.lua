-- Evaluation of breakthrough columns:3,rows:4, by gts learn 1.0.0.
-- Made by: gts learn breakthrough columns=3 rows=4 --games 100 --players depth:1 --seed 1 --shapes 2x2 --test 0
-- TreeStrap, depth 2, 100 games, 621 positions (seed 1)
-- 153 weights of 6 patterns
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


-- 2x2: cells 1 2 4 5.
numbers [[
-441 10-241-163 237 715 537 374-105-96 226-19 482 352 555 324 0 278 81 70 686 521 463 72 84 66 52 118 391 538 681 229
-36-206 115 0]]

-- 2x2: cells 4 5 7 8.
numbers [[
0 124 34 0 0 229 0 95-2-174 101-30 0 109 56 128 368 132 0 303 35 219 81 163 242 347-109-61 110-73 35 0 303-69 89-20-71
148-33 65 0 340 37 321 70-37 397 65 266 0 163-26 172 34-247 303-118 458 86 285-66 367-79-203 338 138 274 109 237-228 216
-206-93 280 62 207 90 85 149 162 0]]

-- 2x2: cells 7 8 10 11.
numbers [[
74 266 69 17 105 111 38 106 90 112 161 192-18 29-76 277 410 475 75 314 484 66 279 176 102-168 270 113 248 132 48 83 322
319 227 62]]

sums { 4, 12, 0, 0 }
sums { 8, 24, 1, 2 }
sums { 9, 18, 1, 3 }
sums { 0, 0, 2, 6 }
sums { 12, 4, 0, 0 }
sums { 24, 8, 2, 1 }
sums { 18, 9, 3, 1 }
sums { 0, 0, 6, 2 }
sums { 9, 27, 1, 3 }
sums { 18, 54, 2, 6 }
sums { 27, 9, 3, 1 }
sums { 54, 18, 6, 2 }
sums { 1, 3, 9, 18 }
sums { 2, 6, 0, 0 }
sums { 0, 0, 4, 12 }
sums { 1, 2, 8, 24 }
sums { 3, 1, 18, 9 }
sums { 6, 2, 0, 0 }
sums { 0, 0, 12, 4 }
sums { 2, 1, 24, 8 }
sums { 1, 3, 9, 27 }
sums { 2, 6, 18, 54 }
sums { 3, 1, 27, 9 }
sums { 6, 2, 54, 18 }

return function(rules)
  for _, name in ipairs { "evaluate", "next", "player" } do
    if not rules[name] then return nil, "it needs rules." .. name end
  end
  if (rules.words or 1) ~= 3 then return nil, "it needs positions of 3 integers" end
  local board = rules.board and rules.board(table.unpack(rules.start))
  if board and (board.columns ~= 3 or board.rows ~= 4) then return nil, "it is for a board of 3 columns and 4 rows" end
  local evaluate, next, player = rules.evaluate, rules.next, rules.player
  return function(a, b, c)
    if next(a, b, c) == nil then return evaluate(a, b, c) end
    if player(a, b, c) == "max" then
      local sum = t[t[((a & 27) * 0x4200000000000000 >> 60) + 154] + t[((b & 27) * 0x4200000000000000 >> 60) + 170] + 1]
        + t[t[((a & 1728) * 0x108000000000000 >> 60) + 186] + t[((b & 1728) * 0x108000000000000 >> 60) + 202] + 118]
        + t[t[((a & 54) * 0x2100000000000000 >> 60) + 218] + t[((b & 54) * 0x2100000000000000 >> 60) + 234] + 1]
        + t[t[((a & 3456) * 0x84000000000000 >> 60) + 250] + t[((b & 3456) * 0x84000000000000 >> 60) + 266] + 118]
        + t[t[((a & 216) * 0x840000000000000 >> 60) + 282] + t[((b & 216) * 0x840000000000000 >> 60) + 298] + 37]
        + t[t[((a & 432) * 0x420000000000000 >> 60) + 314] + t[((b & 432) * 0x420000000000000 >> 60) + 330] + 37]
      return sum / 4096
    end
    local sum = t[t[((a & 27) * 0x4200000000000000 >> 60) + 346] + t[((b & 27) * 0x4200000000000000 >> 60) + 362] + 118]
      + t[t[((a & 1728) * 0x108000000000000 >> 60) + 378] + t[((b & 1728) * 0x108000000000000 >> 60) + 394] + 1]
      + t[t[((a & 54) * 0x2100000000000000 >> 60) + 410] + t[((b & 54) * 0x2100000000000000 >> 60) + 426] + 118]
      + t[t[((a & 3456) * 0x84000000000000 >> 60) + 442] + t[((b & 3456) * 0x84000000000000 >> 60) + 458] + 1]
      + t[t[((a & 216) * 0x840000000000000 >> 60) + 474] + t[((b & 216) * 0x840000000000000 >> 60) + 490] + 37]
      + t[t[((a & 432) * 0x420000000000000 >> 60) + 506] + t[((b & 432) * 0x420000000000000 >> 60) + 522] + 37]
    return sum / -4096
  end
end
