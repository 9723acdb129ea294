--- How a command of the program ends, and what it says when that is no good end.

local core = require "gts.core"
local guard = require "gts.program.guard"
local output = require "gts.program.output"
local page = require "gts.program.page"

local outcome = {}

-- The exit codes of the program.
outcome.OK, outcome.ERROR, outcome.USAGE, outcome.INTERRUPTED = 0, 1, 2, 130

local Stop = { __name = "gts.program.stop" }
Stop.__tostring = function(self) return self.text end

--- Says what went wrong. `...`: parts of a text.
function outcome.complain(...) output.complaint("gts: " .. table.concat { ... }) end

--- The user has mistyped a command: says so, and where to look, by the command's name. Returns the exit code.
function outcome.misuse(text, command)
  outcome.complain(page.fold(text))
  output.complaint(("try 'gts %s--help'"):format(command and command .. " " or ""))
  return outcome.USAGE
end

--- Ends a command from wherever it is. Within outcome.guarded only. `text`: what is wrong; `code`: the exit code (outcome.USAGE).
function outcome.stop(text, code, traceback)
  error(setmetatable({ text = text, code = code or outcome.USAGE, traceback = traceback or "" }, Stop))
end

--- Returns what a command needs; where it is not there, ends the command with what is wrong.
function outcome.need(result, wrong) return result or outcome.stop(wrong, outcome.ERROR) end

--- Ends the command if a file (nil: none) that it is to write in the end cannot be written: before the work, not after it.
function outcome.writable(name)
  if name then outcome.need(core.files.try(name)) end
end

--- Says what is wrong, if anything, with work that is done. Returns the exit code.
function outcome.of(wrong)
  if not wrong then return outcome.OK end
  outcome.complain(wrong)
  return outcome.ERROR
end

--- Runs f so that errors, Ctrl-C and outcome.stop become exit codes. `command` its name; `f` gives an exit code (nil: all went
-- well); or nil, and what is wrong with how it was called. Returns the exit code.
function outcome.guarded(terminal, command, f, ...)
  local ok, result, wrong = guard.call(terminal, f, ...)
  local stop = not ok and getmetatable(result.error) == Stop and result.error
  local good = ok and (result ~= nil or not wrong)
  if terminal.presses() > 0 then
    if not good then outcome.complain("interrupted") end
    return outcome.INTERRUPTED
  end
  if good then return result or outcome.OK end
  if ok then return outcome.misuse(wrong, command) end
  if stop and stop.code == outcome.USAGE then return outcome.misuse(stop.text, command) end
  outcome.complain(result.text, stop and stop.traceback or result.traceback)
  return stop and stop.code or outcome.ERROR
end

return outcome
