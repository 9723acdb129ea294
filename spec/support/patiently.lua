--- patiently(body): a spec that looks at a clock, as a body for `it`, where processor time (spec.support.processor) says
-- nothing. A busy machine may have had something else to do for a second: the body is tried up to twenty times, and has
-- failed only if it fails every time.
-- @module spec.support.patiently

local TRIES = 20

return function(body)
  return function()
    for _ = 2, TRIES do
      if pcall(body) then return end
      collectgarbage()
    end
    body()
  end
end
