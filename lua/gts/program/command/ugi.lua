--- gts ugi: other programs play a game with the engine.
-- @module gts.program.command.ugi

local clean = require "gts.show.clean"
local core = require "gts.core"
local given = require "gts.program.given"
local ugi = require "gts.play.ugi"

local function say(line)
  io.stdout:write(clean.visible(line), "\n")
  io.stdout:flush()
end

return {
  name = "ugi", summary = "other programs play a game: UGI, UCI for any game", game = true,
  details = "Reads commands as UCI has them, and answers, until 'quit'. See 'gts help play'.",
  examples = {
    { "gts ugi connect4", "type 'ugi', 'position startpos moves 4', 'go movetime 1000', 'quit'", long = true },
  },
  run = function(call, terminal) ugi.serve(given.game(call, terminal), core.input, say) end,
}
