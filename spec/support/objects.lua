-- A game whose positions and moves are tables, which counts how many of them a search holds.

local objects = {}

--- Returns rules with `branching` successors of each position below `inner`; and a function that returns the most objects that
--- were alive at one leaf in `often`.
function objects.game(branching, inner, often)
  local alive = setmetatable({}, { __mode = "k" })
  local rules, most, leaves = { name = "objects", start = { 1 }, key = function(p) return p[1] end }, 0, 0
  function rules.successors(p)
    local list, moves = {}, {}
    for i = 1, p[1] < inner and branching or 0 do
      list[i], moves[i] = { branching * p[1] + i }, { i }
      alive[list[i]], alive[moves[i]] = true, true
    end
    return list, moves
  end
  function rules.evaluate(p)
    leaves = leaves + 1
    if leaves % often == 0 then
      collectgarbage()
      local count = 0
      for _ in pairs(alive) do count = count + 1 end
      most = math.max(most, count)
    end
    return p[1] * 7919 % 101
  end
  return rules, function() return most end
end

return objects
