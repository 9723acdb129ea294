--- gts verify: checks a proof that gts search --proof has written.
-- @module gts.program.command.verify

local answer = require "gts.program.answer"
local given = require "gts.program.given"
local outcome = require "gts.program.outcome"
local proofs = require "gts.proof"
local page = require "gts.program.page"
local say = require "gts.program.say"
local show = require "gts.show.text"
local verify = require "gts.verify"

local function line(verdict)
  local value = verdict.exact and "the value is " .. show.number(verdict.lower) or
    "the value is " .. show.between(verdict.lower, verdict.upper)
  return ("%s: proved by %d leaves"):format(value, verdict.leaves)
end

local function run(call, terminal)
  local game = given.game(call, terminal)
  local proof, wrong = proofs.load(call.arguments.FILE)
  if not proof then outcome.stop(wrong, outcome.ERROR) end
  local verdict
  verdict, wrong = verify.verify(game, proof)
  if not verdict then
    if call.json then answer.json({ proved = false, why = wrong }, { "proved", "why" })
    else say.line(page.fold("no proof: " .. wrong)) end
    return outcome.ERROR
  end
  if not call.json then return say.line(page.fold(line(verdict))) end
  verdict.proved = true
  return answer.json(verdict, { "proved", "lower", "upper", "exact", "leaves" })
end

return {
  name = "verify", summary = "checks a proof, and trusts only the rules", game = true, json = true,
  arguments = {
    { name = "FILE", required = true, missing = "which proof? name its file", help = "what gts search --proof FILE wrote" },
  },
  details = "The exit code is 1 if it proves nothing.",
  examples = {
    { "gts search tictactoe --algorithm alphabeta --proof tictactoe.proof", "makes one" },
    { "gts verify tictactoe tictactoe.proof", "checks it" },
  },
  run = run,
}
