--- Runs the command line of gts in this process, for what a command answers: without a new process, that costs a tenth. The
-- program itself is run by spec.support.run, which takes the same and gives the same.
--
--    local out, err, code = inside { "search", "nim", "heaps={1,2}" }
-- @module spec.support.inside

local cli = require "gts.program.cli"
local core = require "gts.core"
local console = require "gts.play.console"
local gts = require "gts"
local guard = require "gts.program.guard"
local page = require "gts.program.page"
local output = require "gts.program.output"
local text = require "gts.show.text"

local function nothing() end

-- What is no terminal: it takes texts.
local function pipe(write)
  return {
    say = write, resume = coroutine.resume, guard = function(report, f, ...) return xpcall(f, report, ...) end,
    shows = function() return false end, is_terminal = function() return false end,
    size = function() return 0 end, presses = function() return 0 end,
  }
end

-- Modules that gts loads have the names of gts; those that a spec loads have its own.
local systems = { os, core.names.os }

-- Like os.getenv, with words for the command env: NAME=value, -u NAME.
local function changed(getenv, words)
  local set = {}
  for name, value in words:gmatch "%f[^%z ]([%w_]+)=(%S*)" do set[name] = value end
  for name in words:gmatch "%-u ([%w_]+)" do set[name] = false end
  return function(name)
    if set[name] ~= nil then return set[name] or nil end
    return getenv(name)
  end
end

-- What of this process the program changes, and a function that puts it back.
local function keep()
  local help, global, unicode, current = gts.help, _G.gts, text.unicode, console.get()
  local coroutines, watch = guard.coroutines, guard.watch
  guard.coroutines, guard.watch = nothing, nothing
  return function()
    gts.help, _G.gts, text.unicode = help, global, unicode
    guard.coroutines, guard.watch = coroutines, watch
    console.by(current)
    local terminal = pipe(function(stream, said) io[stream == "errors" and "stderr" or "stdout"]:write(said) end)
    output.by(terminal)
    page.by(terminal)
  end
end

--- Runs gts.
-- @tparam table what its arguments, in a list; and the fields
--   input        lines that it reads as those of a person (none)
--   environment  words for the command env: NAME=value, -u NAME
-- @treturn string its output
-- @treturn string its errors
-- @treturn integer its exit code
return function(what)
  local said, lines = { output = {}, errors = {} }, (what.input or ""):gmatch "([^\n]*)\n"
  local function write(stream, more) table.insert(said[stream], more) end
  local restore, getenv = keep(), os.getenv
  for _, system in ipairs(systems) do system.getenv = changed(getenv, what.environment or "") end
  console.by { read = function(prompt)
    local line = lines()
    write("output", prompt .. (line or "") .. "\n")
    return line
  end }
  local ok, code = xpcall(cli, debug.traceback, table.move(what, 1, #what, 1, { [0] = "gts" }), pipe(write))
  restore()
  for _, system in ipairs(systems) do system.getenv = getenv end
  if not ok then error(code, 0) end
  return table.concat(said.output), table.concat(said.errors), code
end
