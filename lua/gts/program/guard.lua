--- Calls that may fail or be interrupted, and what people are told then.
-- @module gts.program.guard

local core = require "gts.core"

local guard = {}

--- What an error says. It may be any value; its `__tostring` may raise another.
function guard.describe(wrong)
  if type(wrong) == "string" or type(wrong) == "number" then return tostring(wrong) end
  local meta = getmetatable(wrong)
  if type(meta) == "table" and meta.__tostring then return tostring(wrong) end
  return ("(an error that is a %s)"):format(type(wrong))
end

-- The lines of a traceback down to the program's own, which do not help anybody.
local function trim(traceback)
  local lines = {}
  for line in traceback:gmatch("[^\n]+") do
    if line:find("%[C%]: in .*'guard'") then break end
    if not line:find("/gts/program/guard.lua:", 1, true) then lines[#lines + 1] = line end
  end
  while lines[#lines]:find("/gts/program/", 1, true) do lines[#lines] = nil end
  return #lines > 1 and "\n" .. table.concat(lines, "\n") or ""
end

-- Rules run on the stack of their search, which is gone when the error comes here: the search has noted how it was.
local function report(wrong)
  local traceback, its_error = core.traceback()
  if traceback == nil or not rawequal(its_error, wrong) then traceback = debug.traceback(nil, 2) end
  return { error = wrong, text = guard.describe(wrong), traceback = trim(traceback) }
end

--- Calls f so that errors, and Ctrl-C, end only the call.
-- @tparam table terminal what the program offers: guard
-- @tparam function f
-- @param ... its arguments
-- @return[1] true, and what f returned
-- @return[2] false
-- @treturn[2] table what happened: error (the value), text, traceback ("" where there is nothing to tell)
function guard.call(terminal, f, ...)
  local results = table.pack(terminal.guard(report, f, ...))
  if results[1] or type(results[2]) == "table" then return table.unpack(results, 1, results.n) end
  -- No handler is called when memory has run out.
  return false, { error = results[2], text = guard.describe(results[2]), traceback = "" }
end

--- Makes Ctrl-C reach the coroutine that runs.
-- @tparam function resume the program's coroutine.resume
function guard.coroutines(resume)
  local create, close, library = coroutine.create, coroutine.close, _G.coroutine
  library.resume = resume
  function library.wrap(f)
    local thread = create(f)
    local function results(ok, ...)
      if ok then return ... end
      close(thread)
      error((...), 0)
    end
    return function(...) return results(resume(thread, ...)) end
  end
end

return guard
