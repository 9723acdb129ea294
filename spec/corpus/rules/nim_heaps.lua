-- Nim: the heaps are a list, a move is text.
local rules = { name = "nim", start = { 3, 4, 5 } }

function rules.successors(heaps)
  local list, moves = {}, {}
  for i, n in ipairs(heaps) do
    for take = 1, n do
      local copy = { table.unpack(heaps) }
      copy[i] = n - take
      list[#list + 1] = copy
      moves[#moves + 1] = take .. " from " .. i
    end
  end
  return list, moves
end

-- The winner took the last stone: the player to move has lost. Levels are told from the number of moves.
function rules.key(heaps)
  local sorted = { table.unpack(heaps) }
  table.sort(sorted)
  return table.concat(sorted, ",")
end

function rules.evaluate(heaps)
  local nim = 0
  for _, n in ipairs(heaps) do nim = nim ~ n end
  return nim
end

return rules
