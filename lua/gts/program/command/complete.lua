--- gts complete: what the shells ask for when the user presses Tab. See gts completion.

local candidates = require "gts.program.candidates"
local output = require "gts.program.output"

return {
  name = "complete", hidden = 10, summary = "what may stand at the end of a command line",
  arguments = { { name = "WORD", many = true, help = "the words up to the cursor, behind --" } },
  examples = { { "gts complete -- search con", "connect4" } },
  run = function(call)
    -- A line for each candidate, with a tab before what it is.
    local before = call.arguments.WORD or {}
    local current = table.remove(before) or ""
    for _, candidate in ipairs(candidates.at(before, current)) do
      output.line(candidate.about and candidate.word .. "\t" .. candidate.about:gsub("%s+", " ") or candidate.word)
    end
  end,
}
