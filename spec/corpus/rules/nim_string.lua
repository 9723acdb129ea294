-- Nim: the position is a string of digits with the player to move in front.
local rules = { name = "nim", start = "X345", range = { -1, 1 } }

function rules.successors(p)
  local positions, moves = {}, {}
  local other = p:sub(1, 1) == "X" and "O" or "X"
  for i = 2, #p do
    local n = p:byte(i) - 48
    for left = n - 1, 0, -1 do
      positions[#positions + 1] = other .. p:sub(2, i - 1) .. left .. p:sub(i + 1)
      moves[#moves + 1] = string.char(95 + i) .. (n - left)
    end
  end
  return positions, moves
end

function rules.player(p)
  return p:sub(1, 1) == "X" and "max" or "min"
end

function rules.evaluate(p)
  if p:find("[1-9]") then return 0 end
  return p:sub(1, 1) == "X" and -1 or 1
end

return rules
