--- passing(seconds): rules of a tree without end, whose every evaluation takes so many seconds by the clock of gts, and none in
-- truth: the clock is moved ahead. So what a spec says of times is decided by counts, on a busy machine as on a quiet one.
-- @treturn table rules
-- @treturn function how many evaluations there were since it was asked last
-- @module spec.support.passing

local core = require "gts.core"

return function(seconds)
  local count = 0
  local rules = { name = "passing", version = "1", start = 1 }
  function rules.successors(p) return { 3 * p, 3 * p + 1, 3 * p + 2 } end
  function rules.evaluate(p)
    core.clock(seconds)
    count = count + 1
    return p * 7919 % 101
  end
  return rules, function()
    local was = count
    count = 0
    return was
  end
end
