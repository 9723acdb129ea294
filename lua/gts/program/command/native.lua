--- gts native: makes machine code of a game's rules, and says what of them can be.

local answer = require "gts.program.answer"
local core = require "gts.core"
local operands = require "gts.program.operands"
local options = require "gts.facts.options"
local outcome = require "gts.program.outcome"
local output = require "gts.program.output"
local search = require "gts.search"

local DEFAULT = "negascout"     -- what gts best searches with

local rows = {
  { name = "algorithm", kind = options.row("algorithm").kind, ids = true, value = "ID", implied = DEFAULT .. ", as gts best",
    help = "which one is compiled with the rules" },
  { name = "check", flag = true, help = "only say what can be compiled, function by function" },
}

-- The unit of a game for an algorithm, nil for what gts best searches with: whether the cache has had it, the seconds that it
-- took, and the path of the compiler. nil if nothing can be compiled; nil and why, if there is no compiler or no folder.
local function compile(game, id)
  local native, began = require "gts.compile.native", core.clock()
  local plan, was_there = native.compile(game, { algorithm = id or DEFAULT, selective = id == nil })
  if not plan.unit then return nil, plan.problem end
  return { algorithm = id or DEFAULT, cached = was_there, seconds = core.clock() - began, compiler = plan.at.compiler.path }
end

return {
  name = "native", other = 80, summary = "compiles rules, or gives the reason why not", game = true, json = true,
  details = "A search compiles rules when it needs them; this compiles them before.",
  options = rows,
  examples = {
    { "gts native othello", "function by function, and how long it took" },
    { "gts native othello --check", "nothing is compiled" },
    { "gts native connect4 --algorithm alphabeta", "for gts search" },
  },
  run = function(call, terminal)
    local game = operands.game(call, terminal)
    if game.tree then outcome.stop "a tree has no rules to compile" end
    local report, made, wrong = search.native(game), nil, nil
    if not call.options.check and not game.mutable then made, wrong = compile(game, call.options.algorithm) end
    if call.json then
      answer.json({ compiled = report.compiled, functions = report.functions, unit = made },
        { "compiled", "functions", "unit", "algorithm", "cached", "seconds", "compiler" })
    else
      output.line(tostring(report))
      local how = made and (made.cached and "before" or ("in %.2f s, by %s"):format(made.seconds, made.compiler))
      if made then output.line(("compiled for %s %s"):format(made.algorithm, how)) end
    end
    if wrong then outcome.stop("native: " .. wrong, outcome.ERROR) end
  end,
}
