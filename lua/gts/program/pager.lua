--- Long texts on a terminal: through a pager, where there is one and input comes from a terminal.

local clean = require "gts.show.clean"
local core = require "gts.core"
local page = require "gts.program.page"
local say = require "gts.program.say"

local pager = {}

-- The command of a pager; nil where none is wanted, or there.
local function command()
  local named = os.getenv "PAGER"
  if named then return named:find "%S" and named or nil end
  return core.native.find "less" and "less -FRX" or nil
end

-- Does the text need more lines than the terminal has, with one for the prompt?
local function is_long(text)
  local height = page.height()
  return height > 0 and select(2, text:gsub("\n", "\n")) + 2 > height
end

-- The exit codes of a shell that could not run a command.
local CANNOT, MISSING = 126, 127

-- Has a pager show a text; false if it could not. It reads a file: so it may end before the end of the text.
-- While it runs, Ctrl-C is its own affair: os.execute sees to that.
local function shown(text, with)
  local ok, name = pcall(os.tmpname)
  local file = ok and io.open(name, "wb")
  if not file then return false end
  local written = file:write(clean.visible(text), "\n") and file:close()
  io.stdout:flush()
  local flags = os.getenv "LESS" and "" or "LESS=FRX; export LESS; "
  local _, how, code = os.execute(("%s{ %s\n} <'%s'"):format(flags, with, name))
  os.remove(name)
  return written and not (how == "exit" and (code == CANNOT or code == MISSING))
end

--- Says a text: on a terminal that is lower than it is long, through $PAGER, else less. Elsewhere as say.line
-- does.
function pager.line(text)
  local with = page.is_turned() and not say.is_plain() and is_long(text) and command()
  if not (with and shown(text, with)) then say.line(text) end
end

return pager
