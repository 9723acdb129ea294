--- The line on standard error by which a command says what makes rules slow: measured on the rules, for a terminal alone.

local game = require "gts.game"
local say = require "gts.program.say"
local speed = require "gts.check.speed"
local words = require "gts.base.words"

local slow = {}

local SECONDS <const> = 0.3     -- about, of the processor

--- Says what slows a search of rules down most, if it is more than a factor of three. Nothing is said of trees, and of games that
-- come with gts.
-- @tparam table call
-- @tparam table terminal
-- @tparam table of the game
-- @param position nil: where the game starts
function slow.note(call, terminal, of, position)
  if of.tree or call.json or words.contains(game.shipped, call.game) or not terminal.shows "errors" then return end
  local line = speed.worst(speed.measure(of, { position = position, seconds = SECONDS }))
  if line then say.pieces("errors", { { ("gts: slow: %s; see gts check\n"):format(line), "faint" } }) end
end

return slow
