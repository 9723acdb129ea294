--- gts equivalent: compares two sets of rules.

local answer = require "gts.program.answer"
local equivalent = require "gts.game.equivalent"
local operands = require "gts.program.operands"
local outcome = require "gts.program.outcome"
local output = require "gts.program.output"
local page = require "gts.program.page"
local show = require "gts.show.text"

local function answered(call, same, found)
  if call.json then
    found.same = same
    return answer.json(found, { "same", "depth", "positions", "moves", "why" })
  end
  if same then
    local text = "no difference was found: %s positions, all paths of %d moves"
    return output.line(page.fold(text:format(show.count(found.positions), found.depth)))
  end
  output.line(("they differ%s: %s"):format(#found.moves > 0 and " after " .. table.concat(found.moves, " ") or "", found.why))
end

return {
  name = "equivalent", other = 30, summary = "tests whether two sets of rules are the same game", game = true, json = true,
  arguments = { { name = "OTHER", game = true, required = true, missing = "which other game?", help = "another game" } },
  options = equivalent.rows,
  details = "The exit code is 1 if they differ.",
  examples = { { "gts equivalent tictactoe tictactoe --depth 3", "a game is itself" } },
  run = function(call, terminal)
    local other = call.arguments["OTHER"]
    local a, b = operands.game(call, terminal), operands.game_of(terminal, other.name, other.options)
    local same, found = equivalent.equivalent(a, b, call.options)
    answered(call, same, found)
    return same and outcome.OK or outcome.ERROR
  end,
}
