-- Chomp 3x4: three bits for each row in an integer, and the player; moves are numbers 10 * row + column.
local rules = { name = "chomp", words = 2, start = { 4 | 4 << 3 | 4 << 6, 1 }, range = { -1, 1 } }

local function row(p, y) return p >> 3 * y & 7 end

function rules.next(p, turn, move)
  local y, x = 0, -1
  if move then y, x = move // 10, move % 10 end
  x = x + 1
  while y < 3 and x >= row(p, y) do y, x = y + 1, 0 end
  if y == 3 then return nil end
  local q = p
  for i = y, 2 do
    if row(q, i) > x then q = q & ~(7 << 3 * i) | x << 3 * i end
  end
  return 10 * y + x, q, -turn
end

function rules.player(_, turn) return turn == 1 and "max" or "min" end
function rules.evaluate(p, turn) return p == 0 and turn or 0 end

return rules
