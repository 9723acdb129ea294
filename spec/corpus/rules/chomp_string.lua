-- Chomp 3x4: one digit for each row, the player in front.
local rules = { name = "chomp", start = "X444", range = { -1, 1 } }

local function bite(p, row, left)
  local q = ""
  for i = 2, #p do
    local n = p:byte(i) - ("0"):byte()
    if i >= row and n > left then n = left end
    q = q .. n
  end
  return q
end

function rules.successors(p)
  local list, moves = {}, {}
  local other = p:sub(1, 1) == "X" and "O" or "X"
  for row = 2, #p do
    for left = 0, p:byte(row) - 49 do
      table.insert(list, other .. bite(p, row, left))
      table.insert(moves, string.char(97 + left, 47 + row))
    end
  end
  return list, moves
end

function rules.player(p) return p:sub(1, 1) == "X" and "max" or "min" end

function rules.evaluate(p)
  if p:sub(2, 2) ~= "0" then return 0 end
  return p:sub(1, 1) == "X" and 1 or -1
end

return rules
