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

-- The files of gts itself, as a traceback names them; rules are nobody's but theirs.
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

-- Is there a line that is not one which was just typed?
local function told_more(lines)
  for _, line in ipairs(lines) do
    if not line:find "^stdin:1:" and not line:find "^%(%-e%):1:" then return true end
  end
  return false
end

-- The lines of a traceback that help somebody: where the user's own code was.
local function trim(traceback)
  local lines, own = {}, own_files()
  for line in traceback:gmatch "\n%s*([^\n]+)" do
    if line:find "^%[C%]: in .*'guard'" then break end
    local file = line:match "^(.-):%d+: in "
    if file and not own[file] then lines[#lines + 1] = line:gsub("in field 'run'$", CHUNK):gsub("in upvalue 'chunk'$", CHUNK) end
  end
  if #lines == 0 or not told_more(lines) then return "" end
  return "\nstack traceback:\n\t" .. table.concat(lines, "\n\t")
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
