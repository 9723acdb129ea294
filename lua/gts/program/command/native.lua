--- gts native: what of a game's rules can be machine code.
-- @module gts.program.command.native

local answer = require "gts.program.answer"
local given = require "gts.program.given"
local say = require "gts.program.say"
local search = require "gts.search"

local function run(call, terminal)
  local report = search.native(given.game(call, terminal))
  if call.json then
    return answer.json({ compiled = report.compiled, functions = report.functions }, { "compiled", "functions" })
  end
  say.line(tostring(report))
end

return {
  name = "native", summary = "which rules can be machine code, and why not", game = true, json = true,
  examples = { { "gts native othello", "function by function" } },
  run = run,
}
