--- gts check: are the rules of a game what they should be?
-- @module gts.program.command.check

local checker = require "gts.lab.check"
local outcome = require "gts.program.outcome"
local say = require "gts.program.say"

local function run(call)
  local report, wrong = checker.try(call.game, call.options, call.game_options)
  if not report then return nil, wrong end
  say.line(tostring(report))
  return report.clean and outcome.OK or outcome.ERROR
end

return {
  name = "check", summary = "looks for mistakes in the rules of a game", game = true, options = checker.rows,
  details = "The exit code is 1 if it finds any.",
  examples = { { "gts check nim --time 0.2", "for a fifth of a second" } },
  run = run,
}
