--- Calls that may fail or be interrupted, and the messages about that.

local budgets = require "gts.base.guard"
local core = require "gts.core"
local known = require "gts.base.known"
local raised = require "gts.base.raised"
local tables = require "gts.base.tables"
local words = require "gts.base.words"

local guard = {}

-- The files of gts itself, as a traceback names them, without the shipped rules.
local function own_files()
  local set = {}
  for name in pairs(package.loaded) do
    local file = type(name) == "string" and name:find "^gts%f[%z.]" and not name:find "^gts%.games%."
      and package.searchpath(name, package.path)
    if file then set[debug.getinfo(load("", "@" .. file), "S").short_src] = true end
  end
  return set
end

local CHUNK = "in main chunk"

-- The useful lines of a traceback: where the user's own code was.
local function trim(traceback)
  local lines, own = {}, own_files()
  for line in traceback:gmatch "\n%s*([^\n]+)" do
    if line:find "^%[C%]: in .*'guard'" then break end
    local file = line:match "^(.-):%d+: in "
    if file and not own[file] then lines[#lines + 1] = line:gsub("in field 'run'$", CHUNK):gsub("in upvalue 'chunk'$", CHUNK) end
  end
  -- Is there a line that is not one which was just typed?
  if not tables.any(lines, function(line) return not line:find "^stdin:1:" and not line:find "^%(%-e%):1:" end) then return "" end
  return "\nstack traceback:\n\t" .. table.concat(lines, "\n\t")
end

-- Rules run on the stack of their search, which is gone when the error comes here: the search has noted how it was.
local function report(wrong)
  local traceback, its_error = core.traceback()
  local searched = traceback ~= nil and rawequal(its_error, wrong)
  local text = searched and raised.text(wrong) or raised.report(wrong)
  return { error = wrong, text = text, traceback = trim(searched and traceback or debug.traceback(nil, 2)) }
end

--- Calls f with arguments so that errors, and Ctrl-C, end only the call. `terminal` has guard. Returns true and what f
-- returned; or false and a table: error (the value), text, traceback ("" where there is nothing to tell).
function guard.call(terminal, f, ...)
  local results = table.pack(terminal.guard(report, f, ...))
  if results[1] or type(results[2]) == "table" then return table.unpack(results, 1, results.n) end
  -- No handler is called when memory has run out.
  return false, { error = results[2], text = raised.text(results[2]), traceback = "" }
end

local PATIENCE = 3              -- seconds

--- Reports calls of rules that do not return. `complain`, a function of a text.
function guard.watch(complain)
  core.watchdog(PATIENCE, function(rule, position, place)
    complain(("rules.%s of position %s has not returned for %d seconds%s; Ctrl-C ends it"):format(
      rule, words.quote(position), PATIENCE, place and ": it is at " .. place or ""))
  end)
end

--- Makes Ctrl-C reach the coroutine that runs. `resume`: the program's coroutine.resume.
function guard.coroutines(resume)
  local library = _G.coroutine
  library.resume, library.wrap = resume, budgets.wrapper(coroutine.create, resume)
  known.note("coroutine.", library)             -- rules that use them get the message of any other host
end

return guard
