--- What gts tune and gts learn have in common: their options, and a run that goes on after a break.

local operands = require "gts.program.operands"
local options = require "gts.program.options"
local outcome = require "gts.program.outcome"
local output = require "gts.program.output"
local page = require "gts.program.page"
local status = require "gts.program.status"
local tables = require "gts.base.tables"

local training = {}

--- Makes the options of a command from a function's. `rows`: see gts.base.schema; `players`: what the row of the option
-- `players` has here; `file`: the default of the option `file`, for people. Returns rows.
function training.rows(rows, players, file)
  local row = tables.find(rows, function(one) return one.name == "file" end)
  return options.of(rows, { progress = true }, { players = tables.copy({ name = "players", value = "PLAYER" }, players),
    file = tables.copy(row, { help = ("%s; default: %s"):format(row.help, file) }) })
end

--- Runs the command. `try`, a function of a game and options: the result, or nil and what is wrong; `ending` of the file, behind
-- the name of the game; `line_of`: a report of progress, in a line. Returns a number: see gts.program.commands; a string.
function training.run(call, terminal, try, ending, line_of)
  local game, asked = operands.game(call, terminal), tables.copy(call.options)
  asked.players = asked.players and operands.player(asked.players) or nil
  asked.file = asked.file or game.name .. ending
  local r, wrong = status.counting(terminal, function(tell)
    return try(game, tables.copy(asked, { progress = tell and function(report)
      tell { text = line_of(report), seconds = report.seconds }
    end }))
  end)
  if not r then return nil, wrong end
  output.line(call.json and r:json() or page.fold(tostring(r)))
  if r.stopped and not call.json then output.line(("the same command goes on from %s.state"):format(asked.file)) end
  return r.stopped == "interrupted" and outcome.INTERRUPTED or outcome.OK
end

return training
