--- gts search: a game is searched for its best move.

local answer = require "gts.program.answer"
local arguments = require "gts.program.arguments"
local confined = require "gts.program.confined"
local operands = require "gts.program.operands"
local options = require "gts.program.options"
local outcome = require "gts.program.outcome"
local output = require "gts.program.output"
local searches = require "gts.search"
local show = require "gts.show.text"
local tables = require "gts.base.tables"
local watch = require "gts.program.watch"

local rows = options.rows { solution = true }
rows[#rows + 1] = { name = "proof", value = "FILE", help = "find solution trees that prove the result, and write them here" }
rows[#rows + 1] = confined.row

-- The search of a game whose rules are run by a worker.
local function search_confined(call)
  local position
  local r, wrong = confined.answer(call, { "after", "proof" }, function(one, asked)
    if asked.position then asked.position = arguments.literal(asked.position) end
    position = asked.position
    return one:try("search", nil, asked)
  end)
  if not r then return nil, wrong end
  if call.json then return answer.json(answer.data({ name = call.game }, "gts.Result", r, position)) end
  if r.printed then output.line((r.printed:gsub("\n$", ""))) end
  output.line(r.shown)
  output.line(show.result(r))
end

return {
  name = "search", usual = 20, summary = "searches a game, with any algorithm", game = true, json = true, boards = true,
  options = rows,
  examples = {
    { "gts search tictactoe", "to the end of the game" },
    { "gts search connect4 columns=6 rows=5 --depth 10", "ten plies deep, on a small board" },
    { "gts search nim 'heaps={1,2,3}' --algorithm sss --json", "a list, as Lua has it; an algorithm; the answer for programs" },
  },
  run = function(call, terminal)
    if call.options.confined then return search_confined(call) end
    local game = operands.game(call, terminal)
    local asked, proof = tables.copy(call.options), call.options.proof
    asked.position, asked.after, asked.confined, asked.proof = operands.position(call, game), nil, nil, nil
    if proof then asked.solution = true end
    -- Options are checked here already, so that a slip is not taken for an error inside rules.
    local all, wrong = searches.check(game, asked)
    if not all then return nil, wrong end
    local r, why = watch.try(terminal, game, asked)
    if not r then return nil, why end
    answer.result(call, game, r, asked.position)
    if not proof then return end
    if not r.proof then outcome.stop("no proof is saved: the search has proved no value", outcome.ERROR) end
    outcome.need(r.proof:save(proof))
  end,
}
