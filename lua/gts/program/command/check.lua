--- gts check: are the rules of a game what they should be?

local arguments = require "gts.program.arguments"
local checker = require "gts.check.check"
local games = require "gts.game"
local operands = require "gts.program.operands"
local outcome = require "gts.program.outcome"
local output = require "gts.program.output"
local page = require "gts.program.page"
local tables = require "gts.base.tables"

local rows, values = {}, { time = "SECONDS", position = "TEXT" }
for _, row in ipairs(checker.rows) do
  if row.name ~= "progress" then
    rows[#rows + 1] = tables.copy(row, { value = values[row.name], raw = row.name == "position" })
  end
end

-- The position that is meant. Only rules that gts.game takes can say what a text means.
local function position_of(call)
  local text = call.options.position
  if not text then return nil end
  local literal = arguments.literal(text)
  if type(literal) ~= "string" then return literal end
  local ok, game = pcall(games.make, call.game, call.game_options)
  return ok and game and operands.position(call, game) or literal
end

return {
  name = "check", usual = 70, summary = "finds mistakes in the rules of a game", game = true, json = true, options = rows,
  details = "The exit code is 1 if it finds any. A suspicion, which is a guess, does not count.",
  examples = { { "gts check nim --time 0.2", "for a fifth of a second" } },
  run = function(call)
    local asked = tables.copy(call.options)
    asked.position = position_of(call)
    local report, wrong = checker.try(operands.tree(call.game, call.game_options) or call.game, asked, call.game_options)
    if not report then return nil, wrong end
    output.line(call.json and report:json() or page.fold(tostring(report)))
    return report.clean and outcome.OK or outcome.ERROR
  end,
}
