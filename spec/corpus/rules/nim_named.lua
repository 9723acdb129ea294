-- Nim: named heaps, and the player to move.
local names = { "a", "b", "c" }
local rules = { name = "nim", start = { a = 3, b = 4, c = 5, turn = "max" }, range = { -1, 1 } }

local function remove(p, name, n)
  local q = { a = p.a, b = p.b, c = p.c, turn = p.turn == "max" and "min" or "max" }
  q[name] = p[name] - n
  return q
end

function rules.successors(p)
  local positions, moves = {}, {}
  for _, name in ipairs(names) do
    for n = 1, p[name] do
      table.insert(positions, remove(p, name, n))
      table.insert(moves, string.format("%s%d", name, n))
    end
  end
  return positions, moves
end

function rules.player(p) return p.turn end

function rules.evaluate(p)
  if p.a + p.b + p.c > 0 then return 0 end
  return p.turn == "max" and -1 or 1
end

function rules.key(p)
  return string.format("%d-%d-%d-%s", p.a, p.b, p.c, p.turn)
end

return rules
