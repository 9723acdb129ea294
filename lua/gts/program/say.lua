--- What the program says to people: all of it goes out here.
--
-- Texts may come from rules, and hold anything. On a terminal the program makes visible what the terminal would obey.
-- @module gts.program.say

local say = {}

-- Until the program says how.
local function write(stream, text) io[stream == "errors" and "stderr" or "stdout"]:write(text) end

--- Has everything said by what the program offers.
-- @tparam table terminal with the function say(stream, text), the stream "output" or "errors"
function say.by(terminal) write = terminal.say end

--- A line of output; more than one, if it has newlines.
-- @tparam[opt] string text
function say.line(text) write("output", (text or "") .. "\n") end

--- A line of what went wrong.
-- @tparam string text
function say.complaint(text) write("errors", text .. "\n") end

return say
