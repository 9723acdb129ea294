--- What is printed of a run of specs, as an output handler of busted: each failure when it happens, and once
-- more at the end, behind the summary; the slowest specs. With -Xoutput PIPE,GROUP each spec, failure and end is
-- a line in that pipe, too: a Lua table, for spec/support/runner.lua. `seconds` are of the clock, `used` of processors, those
-- of child processes that were waited for included.

local SLOWEST = 10
local LONGEST = 1500            -- bytes of a text in a line, which a pipe then takes whole

local processor = require "spec.support.processor"

-- What every spec calls is looked up by busted in each of the blocks around it, and only then among the globals: 4 % of the time
-- of specs that search small trees. It is put into the environment of specs itself, which all share.
local EVERYWHERE = {
  "assert", "ipairs", "pairs", "math", "next", "pcall", "select", "string", "table", "tonumber", "tostring", "type",
}

local function shorten_look_up(element)
  if type(element.run) ~= "function" then return end
  for i = 1, debug.getinfo(element.run, "u").nups do
    local name, environment = debug.getupvalue(element.run, i)
    if name == "_ENV" and environment ~= _G then
      for _, key in ipairs(EVERYWHERE) do rawset(environment, key, environment[key]) end
    end
  end
end

-- busted makes a traceback of each block and spec that it reads, and shows them by --verbose only. Lua looks for names of
-- functions in all modules that are loaded: some milliseconds each.
local function leave_out_tracebacks(busted)
  local _, core = debug.getupvalue(getmetatable(busted).__index, 1)
  local keep = core.getTrace
  function core.getTrace(element, level, message)
    local traceback = debug.traceback
    rawset(debug, "traceback", function() return "" end)
    local info = keep(element, (level or 3) + 1, message)
    rawset(debug, "traceback", traceback)
    return info
  end
end

-- The names that specs have made for files and folders of a while. What is left of them at the end is removed, with what has an
-- ending more: the last spec that failed, or a second `finally` in one spec, leaves files that nobody looks for in /tmp.
local made, tmpname = {}, os.tmpname
function os.tmpname()          -- luacheck: ignore
  local name = tmpname()
  made[name] = true
  return name
end

local function remove_made()
  if next(made) == nil then return end
  local pipe <close> = io.popen "ls -d /tmp/lua_* 2>/dev/null"
  for name in pipe:lines() do
    if made[name:match "^/tmp/lua_%w+"] then os.execute("rm -rf " .. name) end
  end
end

return function(options)
  local busted = require "busted"
  if not options.verbose then pcall(leave_out_tracebacks, busted) end    -- another busted may have another inside
  local handler = require "busted.outputHandlers.plainTerminal"(options)
  local pipe, group = table.unpack(options.arguments or {})
  local taken, began = {}, {}     -- began: processor time at the beginning of the file and of the spec
  local left_out                  -- why a spec is not run
  local seed                      -- of the order of specs, if that is random

  local function say(text, ...)
    io.write(text:format(...))
    io.flush()
  end

  -- Opened each time: what the specs start must not hold the pipe.
  local function emit(event)
    if not pipe then return end
    local fields = { "group = " .. group }
    for name, value in pairs(event) do
      if type(value) == "string" and #value > LONGEST then
        value = value:sub(1, LONGEST) .. "\n... (the log has all of it)"
      end
      fields[#fields + 1] = ("%s = %q"):format(name, value)
    end
    local out <close> = assert(io.open(pipe, "w"))
    out:write("{ " .. table.concat(fields, ", "):gsub("\\\n", "\\n") .. " }\n")
  end

  local function title(element)
    local at = element.trace or {}
    return ("%s @ %s: %s"):format(at.short_src or element.name, at.currentline or "?", handler.getFullName(element))
  end

  -- The base handler lists an error of a spec as baseTestError; baseError is for those outside of any.
  for _, list in ipairs { "baseTestFailure", "baseTestError", "baseError" } do
    local keep = handler[list]
    handler[list] = function(element, parent, message, ...)
      if (element.descriptor == "it") == (list ~= "baseError") then
        local text = type(message) == "string" and message or require "pl.pretty".write(message)
        say("\n%s\n%s\n", title(element), text)
        emit { wrong = title(element), message = text, outside = list == "baseError",
          name = element.descriptor == "it" and handler.getFullName(element) or nil, seed = seed }
      end
      return keep(element, parent, message, ...)
    end
  end

  -- `return pending "why"` in a spec, or `pending "why"` in the place of one.
  local keep = handler.basePending
  function handler.basePending(element, parent, message, ...)
    left_out = type(message) == "string" and message:gsub("^%S+:%d+: ", "") or nil
    return keep(element, parent, message, ...)
  end

  busted.subscribe({ "suite", "start" }, function(_, _, _, randomseed)
    seed = randomseed
    return nil, true
  end)
  for _, kind in ipairs { "file", "test" } do
    busted.subscribe({ kind, "start" }, function(element)
      if kind == "test" then shorten_look_up(element) end
      began[kind] = processor.seconds()
      return nil, true
    end)
  end
  busted.subscribe({ "test", "end" }, function(element, _, status)
    local test = { title = title(element), seconds = element.duration or 0 }
    taken[#taken + 1] = test
    emit { test = test.title, seconds = test.seconds, used = processor.seconds() - began.test, status = status,
      why = status == "pending" and (left_out or handler.getFullName(element)) or nil }
    left_out = nil
    return nil, true
  end)
  busted.subscribe({ "file", "end" }, function(file)
    emit { file = file.name, seconds = file.duration or 0, used = processor.seconds() - began.file }
    return nil, true
  end)
  busted.subscribe({ "suite", "end" }, function()
    remove_made()
    emit { finished = true }
    table.sort(taken, function(a, b) return a.seconds > b.seconds end)
    say("\nThe slowest of %d specs, in seconds:\n", #taken)
    for i = 1, math.min(SLOWEST, #taken) do say("%7.1f  %s\n", taken[i].seconds, taken[i].title) end
    return nil, true
  end)
  return handler
end
