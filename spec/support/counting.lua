--- counting(most): rules that do not say who moves: a number goes on to one of three until it is `most` or more.
-- @treturn table rules
-- @treturn function the value of a position by brute force, with 1 where MAX is to move, else -1
-- @module spec.support.counting

return function(most)
  local rules = { name = "counting", start = 1 }

  function rules.next(p, move)
    local n = (move or 0) + 1
    if n <= 3 and p < most then return n, 3 * p + n end
  end

  function rules.evaluate(p) return p * 7 % 11 - 5 end

  local function minimax(p, sign)
    local best
    for n = 1, p < most and 3 or 0 do best = math.max(best or -100, sign * minimax(3 * p + n, -sign)) end
    return sign * (best or sign * rules.evaluate(p))
  end

  return rules, minimax
end
