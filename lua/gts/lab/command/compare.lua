--- gts compare: algorithms side by side.

local answer = require "gts.program.answer"
local arguments = require "gts.program.arguments"
local compare = require "gts.lab.compare"
local map = require "gts.map"
local operands = require "gts.program.operands"
local options = require "gts.program.options"
local outcome = require "gts.program.outcome"
local status = require "gts.program.status"
local tables = require "gts.base.tables"

local rows = options.rows { algorithm = true, solution = true, every = true }
table.insert(rows, 1, { name = "algorithms", raw = true, value = "LIST", implied = "all",
  help = "ids with commas between them, each followed by its options: alphabeta,mtd/first:inf,memsss/entries:50" })
rows[#rows + 1] = map.row
table.move(answer.formats, 1, #answer.formats, #rows + 1, rows)
table.insert(rows, 2, options.scripts)

-- The list of algorithms as the command line has it.
local function algorithms_of(text)
  if text == nil or text == "all" then return text end
  local list = {}
  for word in text:gmatch "[^,%s]+" do
    local entry = {}
    for part in word:gmatch "[^/]+" do
      local name, value = part:match "^([%a_][%w_]*):(.*)$"
      if name then entry[name] = arguments.literal(value) else entry.algorithm = part end
    end
    list[#list + 1] = entry
  end
  return list
end

return {
  name = "compare", summary = "algorithms side by side: values, leaves, time", game = true, json = true, options = rows,
  details = "The ratio is the number of leaves divided by the first one's. Where values that should be equal differ, "
    .. "the exit code is 1.",
  examples = {
    { "gts compare tree branching=4 depth=6", "all algorithms on a tree" },
    { "gts compare connect4 --depth 6 --algorithms alphabeta,negascout,mtd/first:inf,mtd/first:-inf --table 1e6",
      "some algorithms on a game, three with a table" },
    { "gts compare tree branching=4 depth=6 order=strong --algorithms alphabeta,sss,memsss/entries:50 --chart bars.svg",
      "bars" },
  },
  run = function(call, terminal)
    local game, asked = operands.game(call, terminal), tables.copy(call.options)
    asked.position, asked.after, asked.format, asked.chart = operands.position(call, game), nil, nil, nil
    asked.algorithms = algorithms_of(asked.algorithms)
    outcome.writable(call.options.chart)
    local list, wrong = status.counting(terminal, function(show) return compare.try(game, asked, show) end)
    if not list then return nil, wrong end
    answer.formatted(call, list)
    return list.disagree and outcome.ERROR or outcome.OK
  end,
}
