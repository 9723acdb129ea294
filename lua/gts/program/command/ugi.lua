--- gts ugi: other programs play a game with the engine.
-- @module gts.program.command.ugi

local adviser = require "gts.best.adviser"
local clean = require "gts.show.clean"
local core = require "gts.core"
local given = require "gts.program.given"
local outcome = require "gts.program.outcome"
local ugi = require "gts.play.ugi"

local function say(line)
  io.stdout:write(clean.visible(line), "\n")
  io.stdout:flush()
end

local function run(call, terminal)
  local game = given.game(call, terminal)
  local rest, advise = adviser.take(game, call.options, "option '--%s'")
  if not rest then outcome.stop(advise) end
  ugi.serve(game, core.input, say, call.options, advise)
end

return {
  name = "ugi", summary = "other programs play a game: UGI, UCI for any game", game = true,
  details = "Reads commands as UCI has them, and answers, until 'quit'. See 'gts help play'.",
  examples = {
    { "gts ugi connect4", "type 'ugi', 'position startpos moves 4', 'go movetime 1000', 'quit'", long = true },
  },
  options = adviser.rows(true),
  run = run,
}
