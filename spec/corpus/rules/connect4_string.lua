-- Connect four: one string, row by row from above; a move is the letter of a column.
local W, H = 5, 4
local rules = { name = "connect4", start = ("."):rep(W * H) .. "X", range = { -1, 1 } }
local letters = "abcde"

local function other(mark) return mark == "X" and "O" or "X" end
local function turn(p) return p:sub(-1) end

local function line(p, x, y, dx, dy)
  local mark = p:byte(y * W + x + 1)
  if mark == 46 then return false end
  for i = 1, 3 do
    local u, v = x + i * dx, y + i * dy
    if u < 0 or u >= W or v >= H or p:byte(v * W + u + 1) ~= mark then return false end
  end
  return true
end

local function won(p)
  for y = 0, H - 1 do
    for x = 0, W - 1 do
      if line(p, x, y, 1, 0) or line(p, x, y, 0, 1) or line(p, x, y, 1, 1) or line(p, x, y, -1, 1) then return true end
    end
  end
  return false
end

function rules.terminal(p) return won(p) end

function rules.successors(p)
  local list, moves = {}, {}
  for x = 1, W do
    local cell
    for y = H - 1, 0, -1 do
      if p:sub(y * W + x, y * W + x) == "." then
        cell = y * W + x
        break
      end
    end
    if cell then
      list[#list + 1] = p:sub(1, cell - 1) .. turn(p) .. p:sub(cell + 1, W * H) .. other(turn(p))
      moves[#moves + 1] = letters:sub(x, x)
    end
  end
  return list, moves
end

function rules.player(p) return turn(p) == "X" and "max" or "min" end
function rules.evaluate(p) return won(p) and (turn(p) == "X" and -1 or 1) or 0 end

return rules
