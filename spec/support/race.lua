-- A game whose true weights are known, for gts.tune. Each move of twelve adds something to x and to y, which only the position
-- and the move say. In the end MAX has won if 2x + 5y is positive: that is what an evaluation should count.

--- Makes its rules.
-- @tparam table own weights, x and y
-- @tparam[opt] table more other fields
return function(own, more)
  local rules = { name = "race", words = 3, start = { 0, 0, 0 }, range = { -100000, 100000 }, weights = own }
  local function part(n, x, y, seed)
    local h = (n * 1009 + x * 10007 + y * 100003 + seed) * 0x9E3779B97F4A7C15
    h = (h ~ h >> 30) * 0x94D049BB133111EB
    return (h >> 40) % 7 - 3
  end
  function rules.next(n, x, y, move)
    local m = (move or 0) + 1
    if n < 12 and m <= 4 then return m, n + 1, x + part(n, x, y, m), y + part(n, x, y, m + 77) end
  end
  function rules.evaluate(n, x, y)
    if n < 12 then return own.x * x + own.y * y end
    local truth = 2 * x + 5 * y
    return truth > 0 and 10000 or truth < 0 and -10000 or 0
  end
  function rules.player(n) return n % 2 == 0 and "max" or "min" end
  for name, value in pairs(more or {}) do rules[name] = value end
  return rules
end
