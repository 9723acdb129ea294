-- Domineering: rows of text with newlines, so that the board can be read.
local WIDTH, HEIGHT = 4, 4
local STRIDE = WIDTH + 1
local rules = { name = "domineering", start = "|" .. ("....\n"):rep(HEIGHT), range = { -1, 1 } }

local function flip(c) return c == "|" and "-" or "|" end

local function put(p, a, b)
  local mark = p:sub(1, 1)
  return flip(mark) .. p:sub(2, a - 1) .. mark .. p:sub(a + 1, b - 1) .. mark .. p:sub(b + 1)
end

function rules.successors(p)
  local list, moves = {}, {}
  local step = p:sub(1, 1) == "|" and STRIDE or 1
  for i = 2, #p - step do
    if p:sub(i, i) == "." and p:sub(i + step, i + step) == "." then
      list[#list + 1] = put(p, i, i + step)
      local x, y = (i - 2) % STRIDE, (i - 2) // STRIDE
      moves[#moves + 1] = string.format("%c%d", 97 + x, HEIGHT - y)
    end
  end
  return list, moves
end

function rules.player(p) return p:sub(1, 1) == "|" and "max" or "min" end

function rules.evaluate(p)
  local moves = rules.successors(p)
  if #moves > 0 then return 0 end
  return p:sub(1, 1) == "|" and -1 or 1
end

return rules
