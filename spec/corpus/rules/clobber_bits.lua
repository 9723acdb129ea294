-- Clobber: two sets of bits in two words; a move is text.
local W, H = 4, 3
local rules = { name = "clobber", words = 3, start = { 0xA5A, 0x5A5, 1 }, range = { -1, 1 } }
local steps = { -W, -1, 1, W }

local function square(i) return ("%s%d"):format(("abcd"):sub(i % W + 1, i % W + 1), i // W + 1) end

local function possible(x, o, i, k)
  local j = i + steps[k]
  if j < 0 or j >= W * H or k == 2 and i % W == 0 or k == 3 and j % W == 0 then return false end
  return x >> i & 1 == 1 and o >> j & 1 == 1
end

function rules.next(mine, theirs, turn, move)
  local n = 0
  if move then
    n = 4 * (("abcd"):find(move:sub(1, 1), 1, true) - 1 + W * (tonumber(move:sub(2, 2)) - 1)) + tonumber(move:sub(-1))
  end
  for k = n, 4 * W * H - 1 do
    local i, way = k // 4, k % 4 + 1
    if possible(mine, theirs, i, way) then
      local j = i + steps[way]
      return square(i) .. square(j) .. way, theirs & ~(1 << j), mine & ~(1 << i) | 1 << j, -turn
    end
  end
end

function rules.player(_, _, turn) return turn == 1 and "max" or "min" end

function rules.evaluate(mine, theirs, turn)
  for k = 0, 4 * W * H - 1 do
    if possible(mine, theirs, k // 4, k % 4 + 1) then return 0 end
  end
  return -turn
end

return rules
