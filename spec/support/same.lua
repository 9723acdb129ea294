--- same(expected, got): raises an error unless the two are equal; quicker than assert.equal, in laws tried by the thousand.
-- same.order(expected, got): for lists of paths.
-- @module spec.support.same

local same = {}

local function hold(expected, got, level)
  if got ~= expected then error(("expected %s, got %s"):format(tostring(expected), tostring(got)), level) end
end

--- Two lists of paths.
function same.order(expected, got) hold(table.concat(expected, " "), table.concat(got, " "), 3) end

return setmetatable(same, { __call = function(_, expected, got) hold(expected, got, 3) end })
