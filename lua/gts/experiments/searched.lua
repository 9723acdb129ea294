--- Searches on which an experiment relies.

local search = require "gts.search"

local searched = {}

--- Searches, as gts.search does; but Ctrl-C ends the experiment, not this search alone. `options` of gts.search. Returns its
-- result. Raises what the rules did wrong; "interrupted".
function searched.search(of, options)
  local r = search.search(of, options)
  if r.stopped == "interrupted" then error("interrupted", 0) end
  return r
end

return searched
