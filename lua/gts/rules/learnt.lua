--- Learnt evaluations that come with gts: a file for a game, as gts.learn writes it, in the folder games/learnt.
-- @module gts.rules.learnt

local source = require "gts.rules.source"

local learnt = {}

--- What the option `evaluation` is given for the file that comes with gts.
learnt.NAME = "learnt"

--- Finds the learnt evaluation of a game.
-- @tparam string name of the rules
-- @treturn string|nil its file; nil: none comes with gts
function learnt.find(name)
  return name:find "^[%w_]+$" and source.shipped("learnt." .. name) or nil
end

--- Are the files that come with gts out of reach? A confined worker opens none, and has no global `package`.
-- @treturn boolean
function learnt.is_confined() return _ENV.package == nil end

--- What a file says of itself: the lines of the comment that it opens with, up to an empty one, without the dashes.
-- @tparam string file
-- @treturn {string,...}
function learnt.about(file)
  local lines = {}
  for line in (source.text(file) or ""):gmatch "([^\n]*)\n" do
    local text = line:match "^%-%- (.+)$"
    if not text then break end
    lines[#lines + 1] = text
  end
  return lines
end

return learnt
