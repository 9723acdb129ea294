--- gts record: a search, event by event.

local core = require "gts.core"
local operands = require "gts.program.operands"
local options = require "gts.program.options"
local outcome = require "gts.program.outcome"
local output = require "gts.program.output"
local record = require "gts.lab.record"
local status = require "gts.program.status"
local tables = require "gts.base.tables"

local rows = options.rows { solution = true }
rows[#rows + 1] = { name = "file", value = "FILE", help = "write it into this file" }
for _, row in ipairs(record.options) do rows[#rows + 1] = row end

-- The lines, to a file or to the standard output.
local function write(recording, file)
  if file then return outcome.need(core.files.write(file, recording:jsonl())) end
  for line in recording:lines() do output.line(line:sub(1, -2)) end
end

return {
  name = "record", summary = "a search event by event, as JSON lines", game = true, options = rows,
  details = "The first line says what was searched and how, the last what came out; between them stands a line for each event.",
  examples = {
    { "gts record '{{3,12,8},{2,4,6},{14,5,2}}'", "what alpha-beta does on a small tree" },
    { "gts record tictactoe --algorithm mtd --depth 4 --file search.jsonl", "into a file" },
  },
  run = function(call, terminal)
    local game, asked = operands.game(call, terminal), tables.copy(call.options)
    asked.position, asked.after, asked.file = operands.position(call, game), nil, nil
    local recording, wrong = status.during(terminal, { time = asked.time }, function(progress)
      return record.try(game, tables.copy(asked, { progress = progress }))
    end)
    if not recording then return nil, wrong end
    write(recording, call.options.file)
    if call.options.file then output.line(tostring(recording)) end
  end,
}
