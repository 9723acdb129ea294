--- Learnt evaluations that come with gts: a file for a game, as gts.learn writes it, in the folder games/learnt.

local source = require "gts.rules.source"

local learnt = {}

--- What the option `evaluation` is given for the file that comes with gts.
learnt.NAME = "learnt"

--- The file of the learnt evaluation of rules of this name; nil: none comes with gts.
function learnt.find(name)
  return name:find "^[%w_]+$" and source.shipped("learnt." .. name, "evaluation") or nil
end

return learnt
