-- Evaluation of halves, by gts learn 1.0.0.
-- Made by: gts learn halves --games 50 --seed 1 --test 0
-- TreeStrap, depth 2, 50 games, 674 positions (seed 1)
-- 6 weights of rules.features
--
-- The estimate is a sum: each number of rules.features times its weight, by the player to move.

local of_max = { 0.24469271000000001, -0.67833122400000001, -0.037653698999999999 }
local of_min = { -0.096379224400000005, -0.14904926499999999, -0.060953074500000003 }

return function(rules)
  for _, name in ipairs { "evaluate", "next", "features", "player" } do
    if not rules[name] then return nil, "it needs rules." .. name end
  end
  if (rules.words or 1) ~= 1 then return nil, "it needs positions of 1 integers" end
  local evaluate, next, features, player = rules.evaluate, rules.next, rules.features, rules.player
  return function(a)
    if next(a) == nil then return evaluate(a) end
    local list, sum = features(a), 0
    local weights = player(a) == "max" and of_max or of_min
    for i = 1, 3 do sum = sum + list[i] * weights[i] end
    sum = sum < -1000000 and -1000000.0 or sum > 1000000 and 1000000.0 or sum
    local part = sum < 0 and sum / (1 - sum) or sum / (1 + sum)
    return 0 + 1 * part
  end
end
