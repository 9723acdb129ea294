--- gts verify: checks a proof that gts search --proof has written, or a database of gts solve.

local answer = require "gts.program.answer"
local audit = require "gts.solve.audit"
local operands = require "gts.program.operands"
local status = require "gts.program.status"
local outcome = require "gts.program.outcome"
local proofs = require "gts.proof"
local page = require "gts.program.page"
local output = require "gts.program.output"
local notation = require "gts.rules.notation"
local show = require "gts.show.text"
local tables = require "gts.base.tables"
local verify = require "gts.verify"

local rows = tables.filter(audit.rows, function(row) return row.name ~= "progress" and row.name ~= "native" end)

-- A folder, whose game is named where it does not come with gts.
local function run_folder(call, terminal, folder, game)
  local verdict, wrong, seen = status.pieces(terminal, call.options, {}, function(asked)
    local tell = asked.progress
    asked.progress = tell and function(report) tell(report.resolved or 0, report.positions or 0) end
    return audit.try(folder, game, asked)
  end)
  if call.json then
    local data = { verified = verdict ~= nil, why = wrong }
    if verdict then data = tables.copy(verdict, data) end
    if seen and seen.moves then data = tables.copy(seen, data) end
    data.text = nil
    answer.json(data, { "verified", "why", "positions", "position", "mover", "value", "distance", "moves", "native", "seconds" })
  elseif verdict then
    output.line(page.fold(("%s positions are what their moves say: the value is %s"):format(show.count(verdict.positions),
      show.number(verdict.value))))
  elseif seen and seen.stopped == "interrupted" then outcome.stop(wrong, outcome.INTERRUPTED)
  else outcome.stop(wrong, outcome.ERROR) end
  return not verdict and outcome.ERROR or nil
end

-- What a proof proves, in words.
local function claim(verdict)
  local value = verdict.exact and show.number(verdict.lower) or show.between(verdict.lower, verdict.upper)
  local where = verdict.position ~= nil and " of " .. notation.write(verdict.position) or ""
  return ("the value%s%s is %s"):format(where, verdict.depth and " at depth " .. verdict.depth or "", value)
end

return {
  name = "verify", other = 40, summary = "checks a proof or a database, and trusts only the rules", game = true, json = true,
  arguments = {
    { name = "FILE", help = "what gts search --proof FILE wrote, or a folder of gts solve --folder; a folder of a game that "
      .. "comes with gts may stand in the place of the game" },
  },
  options = rows,
  details = "Of a database every position is held against its successors: it must have the best of their values, and one ply "
    .. "more. The exit code is 1 if a proof proves nothing, or a position contradicts the rules.",
  examples = {
    { "gts search tictactoe --algorithm alphabeta --proof tictactoe.proof", "makes one" },
    { "gts verify tictactoe tictactoe.proof", "checks it" },
    { "gts solve nim --folder nim.db", "makes a database" },
    { "gts verify nim.db", "checks it" },
  },
  run = function(call, terminal)
    local file = call.arguments.FILE
    if not file and audit.is_folder(call.game) and next(call.game_options) == nil then
      return run_folder(call, terminal, call.game)
    end
    if not file then return nil, "which proof? name its file; or which database? name its folder" end
    local game = operands.game(call, terminal)
    if audit.is_folder(file) then return run_folder(call, terminal, file, game) end
    local verdict, wrong = verify.verify(game, outcome.need(proofs.load(file)))
    if not verdict then
      if call.json then answer.json({ proved = false, why = wrong }, { "proved", "why" })
      else output.line(page.fold("no proof: " .. wrong)) end
      return outcome.ERROR
    end
    if not call.json then
      return output.line(page.fold(("%s: proved by %d leaves"):format(claim(verdict), verdict.leaves)))
    end
    verdict.proved, verdict.position = true, notation.write(verdict.position)
    return answer.json(verdict, { "proved", "lower", "upper", "exact", "leaves", "depth", "position" })
  end,
}
