--- gts best: a good move, soon.

local adviser = require "gts.best.adviser"
local answer = require "gts.program.answer"
local best = require "gts.best"
local operands = require "gts.program.operands"
local options = require "gts.program.options"
local pick = require "gts.base.pick"
local status = require "gts.program.status"
local tables = require "gts.base.tables"

local rows = options.rows { solution = true }
for _, row in ipairs(rows) do
  if row.name == "time" then
    row.help, row.implied = "seconds it may take", ("%d, without depth, nodes or clock"):format(pick.seconds)
  end
  if row.name == "algorithm" then
    row.help, row.implied = "which one searches", "negascout, or mcts where evaluations say nothing"
  end
  if row.name == "deepen" then row.help, row.implied = "iterative deepening", true end
  if row.name == "remember_leaves" then row.implied = nil end
end

rows[#rows + 1] = pick.clock
rows[#rows + 1] = pick.estimate
table.move(adviser.rows(), 1, #adviser.rows(), #rows + 1, rows)

local function run(call, terminal)
  local game, asked = operands.game(call, terminal), tables.copy(call.options)
  asked.position, asked.after = operands.position(call, game), nil
  local limited = asked.clock or asked.depth or asked.nodes or asked.iterations
  local seconds = asked.time or not limited and pick.seconds or nil
  local r, wrong = status.during(terminal, { time = seconds }, function(progress)
    return best.try(game, nil, tables.copy(asked, { progress = progress }))
  end)
  if not r then return nil, wrong end
  answer.result(call, game, r, asked.position)
  if r.stopped == "time" then answer.note_slow(call, terminal, game, asked.position) end
end

return {
  name = "best", usual = 10, summary = "a good move within a second", game = true, json = true, boards = true,
  options = rows,
  examples = {
    { "gts best connect4", "the first move" },
    { "gts best connect4 --after '4 4 3' --time 0.2", "after three moves, in a fifth of a second" },
    { "gts best othello --clock 60+1", "with 60 seconds left for the game, and 1 more after each move" },
    { "gts best othello size=6 --depth 6 --json", "six plies deep; the answer for programs" },
  },
  run = run,
}
