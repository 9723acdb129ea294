--- A position as its game shows it.
-- @module gts.show.position

local game = require "gts.game"
local moves = require "gts.moves"
local text = require "gts.show.text"

local position = {}

--- See gts.show.
function position.show(what, p)
  local of, wrong = game.make(what)
  if not of then error(wrong, 2) end
  if p == nil then p = moves.start(of) end
  return text.position(of, p)
end

return position
