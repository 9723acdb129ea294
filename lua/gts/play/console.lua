--- The terminal of a person who plays: functions that read and write lines. By default, standard input and output.

local core = require "gts.core"
local tables = require "gts.base.tables"

local console = {}

-- Reads a line. Returns nil at the end of the input, false for an abandoned line.
local function read(prompt)
  io.write(prompt)
  io.flush()
  local line = io.read "l"
  io.write(line and line .. "\n" or "\n")
  return line
end

-- Shows a prompt behind which another function reads.
local function prompt(text)
  io.write(text)
  io.flush()
end

local current = {
  read = read, prompt = prompt, input = core.input, echo = function(line) io.write(line, "\n") end,
  say = function(text) io.write(require("gts.show.clean").visible(text), "\n") end,
  presses = function() return 0 end,
  watch = function(_, f) return f(nil) end,
  width = function() return 80 end,
}

--- Sets the functions that games use; those that are missing stay. read(prompt, choices), which may complete the words
-- `choices`; say(text); presses(), how often Ctrl-C was pressed; watch(seconds, f), which shows a search of at most `seconds`
-- (nil: unknown), calls f with a function for the option `progress`, or nil, and returns its results; width(), in columns. For
-- a game in which the engine ponders also prompt(text); input(seconds), as core.input; echo(line), which shows a line that was
-- read; and edits, true if `read` takes what was typed before.
function console.by(functions) current = tables.copy(current, functions) end

--- Returns the functions in use.
function console.get() return current end

return console
