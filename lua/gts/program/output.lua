--- What the program says to people. Texts may come from rules: on a terminal what that would obey is made visible.

local output = {}

local files = { output = io.stdout, errors = io.stderr }

-- Until the program says how.
local function write(stream, text) files[stream]:write(text) end

-- Which streams are written in colours.
local coloured = {}

-- Styles as parameters of terminal sequences (ECMA-48, section 8.3.117).
local styles = { string = "32", number = "36", word = "35", object = "34", faint = "2", error = "31", strong = "1" }

local function is_set(name)
  local value = os.getenv(name)
  return value ~= nil and value ~= ""
end

--- Are lines plain, without cursor movements? They are on a dumb terminal, and with GTS_PLAIN (for screen readers).
function output.is_plain() return is_set "GTS_PLAIN" or not is_set "TERM" or os.getenv "TERM" == "dumb" end

-- Does the stream want colours? As no-color.org and bixense.com/clicolors have it.
local function wants_colour(terminal, stream)
  if is_set "NO_COLOR" then return false end
  if is_set "CLICOLOR_FORCE" and os.getenv "CLICOLOR_FORCE" ~= "0" then return true end
  if os.getenv "CLICOLOR" == "0" or output.is_plain() then return false end
  return terminal.shows(stream)
end

--- Has everything said by what the program offers: say(stream, text), the stream "output" or "errors", and shows(stream).
function output.by(terminal)
  write = terminal.say
  for stream in pairs(files) do coloured[stream] = wants_colour(terminal, stream) end
end

--- Says pieces, in colours where these are wanted. `stream`: "output" or "errors"; `pieces`: text and style: see gts.show.value.
function output.pieces(stream, pieces)
  for _, piece in ipairs(pieces) do
    local style = coloured[stream] and styles[piece[2]]
    if style then files[stream]:write("\27[", style, "m") end
    write(stream, piece[1])
    if style then files[stream]:write "\27[m" end
  end
end

--- Tells the terminal something, now: nothing in it may come from rules. `stream`: "output" or "errors".
function output.raw(stream, text)
  files[stream]:write(text)
  files[stream]:flush()
end

--- A line of output; more than one, if it has newlines.
function output.line(text) write("output", (text or "") .. "\n") end

--- A line of what went wrong.
function output.complaint(text) output.pieces("errors", { { text, "error" }, { "\n" } }) end

return output
