-- What one would write instead of using gts: alpha-beta on connect-4 and nothing else, all in one function, as fast as Lua goes.
--
--    lua5.4 connect4.lua DEPTH        prints: value, visits, seconds
--
-- Seven bits a column, the lowest row first, the seventh always free. Values are from the side of MAX, the first player.

local BOARD = 0
for column = 0, 6 do BOARD = BOARD | 0x3f << 7 * column end
local visits = 0

-- `mover` and `other` are the stones of the two players; the mover gets what is better for him: negamax, fail-soft.
local function search(mover, other, depth, alpha, beta)
  visits = visits + 1
  local pairs = other & other >> 7
  if pairs & pairs >> 14 ~= 0 then return -1 end
  pairs = other & other >> 6
  if pairs & pairs >> 12 ~= 0 then return -1 end
  pairs = other & other >> 8
  if pairs & pairs >> 16 ~= 0 then return -1 end
  pairs = other & other >> 1
  if pairs & pairs >> 2 ~= 0 then return -1 end
  local all = mover | other
  if depth == 0 or all == BOARD then return 0 end
  local best = -2
  for shift = 0, 42, 7 do
    local stone = all + (1 << shift) & 0x3f << shift    -- the carry runs over the stones of the column
    if stone ~= 0 then
      local value = -search(other, mover | stone, depth - 1, -beta, -alpha)
      if value > best then
        best = value
        if value > alpha then
          alpha = value
          if alpha >= beta then return best end
        end
      end
    end
  end
  return best
end

local began = os.clock()
local value = search(0, 0, math.tointeger(arg[1]) or 12, -2, 2)
print(value, visits, os.clock() - began)
