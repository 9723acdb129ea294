--- eventually(condition, seconds): waits until a function gives true, at most `seconds` (20). Returns whether it did.
-- @module spec.support.eventually

local core = require "gts.core"

return function(condition, seconds)
  local deadline = core.clock() + (seconds or 20)
  while not condition() do
    if core.clock() > deadline then return false end
    os.execute "sleep 0.02"
  end
  return true
end
