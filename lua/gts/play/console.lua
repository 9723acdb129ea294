--- Where a person sits who plays: what reads lines and what writes them. Until the program says how, standard input and output.
-- @module gts.play.console

local clean = require "gts.show.clean"
local tables = require "gts.base.tables"

local console = {}

-- Reads a line; nil at the end, false for one that was given up. `choices` are words that may be completed.
local function read(prompt)
  io.write(prompt)
  io.flush()
  local line = io.read "l"
  io.write(line and line .. "\n" or "\n")
  return line
end

local current = {
  read = read,
  say = function(text) io.write(clean.visible(text), "\n") end,
  presses = function() return 0 end,
  watch = function(_, f) return f(nil) end,
  width = function() return 80 end,
}

--- Has games played by what the program offers.
-- @tparam table functions read(prompt, choices); say(text); presses(), how often Ctrl-C was pressed;
-- watch(seconds, f), which shows a search of at most `seconds` (nil: unknown): f gets a function for the
-- option `progress`, or nil, and what it returns is returned; width(), of the page. What is missing stays as
-- it is
function console.by(functions) current = tables.copy(current, functions) end

--- What is in use.
function console.get() return current end

return console
