-- Chomp 3x4: how long each row still is; whoever eats the poisoned corner loses.
local rules = { name = "chomp", start = { rows = { 4, 4, 4 }, turn = "max" }, range = { -1, 1 } }

function rules.successors(p)
  local list, moves = {}, {}
  for y, length in ipairs(p.rows) do
    for x = 1, length do
      local rows = { table.unpack(p.rows) }
      for i = y, #rows do rows[i] = math.min(rows[i], x - 1) end
      list[#list + 1] = { rows = rows, turn = p.turn == "max" and "min" or "max" }
      moves[#moves + 1] = string.format("(%d, %d)", x, y)
    end
  end
  return list, moves
end

function rules.player(p) return p.turn end
-- Everything is eaten: the player who has just moved took the poison.
function rules.evaluate(p)
  if p.rows[1] > 0 then return 0 end
  return p.turn == "max" and 1 or -1
end

function rules.key(p) return table.concat(p.rows, "/") .. " " .. p.turn end

return rules
