-- Alpha-beta on connect-4 as fast as LuaJIT goes: it has bits for 32 at most, so a board is two numbers, of columns 1 to 4 and
-- of 5 to 7.
--
--    luajit connect4_jit.lua DEPTH        prints: value, visits, seconds
--
-- Seven bits a column, the lowest row first, the seventh always free.

local bit = require "bit"
local band, bor, bxor, left, right = bit.band, bit.bor, bit.bxor, bit.lshift, bit.rshift

local BOARD_A, BOARD_B = 0x204081 * 63, 0x4081 * 63
local first, bottom, top = {}, {}, {}          -- of each column: is it in the first number; its lowest cell, and its highest
for column = 1, 7 do
  first[column] = column <= 4
  local shift = (column <= 4 and column - 1 or column - 5) * 7
  bottom[column], top[column] = left(1, shift), left(32, shift)
end
local visits = 0

local function won(a, b)
  local p, q = band(a, bor(right(a, 7), left(band(b, 0x7f), 21))), band(b, right(b, 7))
  if bor(band(p, bor(right(p, 14), left(band(q, 0x3fff), 14))), band(q, right(q, 14))) ~= 0 then return true end
  p, q = band(a, bor(right(a, 6), left(band(b, 0x3f), 22))), band(b, right(b, 6))
  if bor(band(p, bor(right(p, 12), left(band(q, 0xfff), 16))), band(q, right(q, 12))) ~= 0 then return true end
  p, q = band(a, bor(right(a, 8), left(band(b, 0xff), 20))), band(b, right(b, 8))
  if bor(band(p, bor(right(p, 16), left(band(q, 0xffff), 12))), band(q, right(q, 16))) ~= 0 then return true end
  p, q = band(a, right(a, 1)), band(b, right(b, 1))
  return bor(band(p, right(p, 2)), band(q, right(q, 2))) ~= 0
end

-- The stones of the player to move, all stones; the value is that of the player to move.
local function search(mine_a, mine_b, all_a, all_b, depth, alpha, beta)
  visits = visits + 1
  local theirs_a, theirs_b = bxor(mine_a, all_a), bxor(mine_b, all_b)
  if won(theirs_a, theirs_b) then return -1 end
  if depth == 0 or all_a == BOARD_A and all_b == BOARD_B then return 0 end
  local best = -2
  for column = 1, 7 do
    local value
    if first[column] then
      if band(all_a, top[column]) == 0 then
        value = -search(theirs_a, theirs_b, bor(all_a, all_a + bottom[column]), all_b, depth - 1, -beta, -alpha)
      end
    elseif band(all_b, top[column]) == 0 then
      value = -search(theirs_a, theirs_b, all_a, bor(all_b, all_b + bottom[column]), depth - 1, -beta, -alpha)
    end
    if value and value > best then
      best = value
      if value > alpha then
        alpha = value
        if alpha >= beta then return best end
      end
    end
  end
  return best
end

local began = os.clock()
local value = search(0, 0, 0, 0, tonumber(arg[1]) or 12, -2, 2)
print(value, visits, os.clock() - began)
