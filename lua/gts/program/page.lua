--- How wide a page is; and texts that are higher than one: through a pager, where there is one and input comes from a terminal.

local core = require "gts.core"
local output = require "gts.program.output"

local page = {}

local size = function() return 0 end
local is_terminal, is_turned = false, false      -- a terminal to write to; and one to type at

local MOST, LEAST, OTHERWISE = 100, 20, 80      -- of a page: lines of more than a hundred are hard to read

--- Has the width asked from what the program offers. `terminal` with the functions size, shows and is_terminal.
function page.by(terminal)
  size, is_terminal = terminal.size, terminal.shows "output"
  is_turned = is_terminal and terminal.is_terminal()
end

-- As the environment has it, else the terminal; 0 where neither knows.
local function columns_now()
  local set = os.getenv "COLUMNS"
  return set and tonumber(set:match "^%d+$") or (size()) or 0
end

--- The width for values: on a terminal that of the terminal; no limit in a file or a pipe, unless the environment states one.
function page.room()
  if not is_terminal and not os.getenv "COLUMNS" then return math.huge end
  local width = columns_now()
  return width > 0 and math.max(width, LEAST) or OTHERWISE
end

--- The width of a page in characters.
function page.width()
  local width = columns_now()
  return width < 1 and OTHERWISE or math.max(LEAST, math.min(width, MOST))
end

--- A text whose lines fit into that width, broken between words.
function page.fold(text) return require("gts.show.columns").fold(text, page.room()) end

-- The command of a pager; nil where none is wanted, or there.
local function command()
  local named = os.getenv "PAGER"
  if named then return named:find "%S" and named or nil end
  return core.native.find "less" and "less -FRX" or nil
end

-- Does the text need more lines than the terminal has, with one for the prompt?
local function is_long(text)
  local height = select(2, size()) or 0         -- 0 where that is not known
  return height > 0 and select(2, text:gsub("\n", "\n")) + 2 > height
end

-- The exit codes of a shell that could not run a command.
local CANNOT, MISSING = 126, 127

-- Has a pager show a text from a file; false if it could not. While it runs, Ctrl-C is its own affair: os.execute sees to that.
local function shown(text, with)
  local ok, name = pcall(os.tmpname)
  local file = ok and io.open(name, "wb")
  if not file then return false end
  local written = file:write(require("gts.show.clean").visible(text), "\n") and file:close()
  io.stdout:flush()
  local flags = os.getenv "LESS" and "" or "LESS=FRX; export LESS; "
  local _, how, code = os.execute(("%s{ %s\n} <'%s'"):format(flags, with, name))
  os.remove(name)
  return written and not (how == "exit" and (code == CANNOT or code == MISSING))
end

--- Says a text: on a terminal that is lower than it is long, through $PAGER, else less. Elsewhere as output.line does.
function page.show(text)
  local with = is_turned and not output.is_plain() and is_long(text) and command()
  if not (with and shown(text, with)) then output.line(text) end
end

return page
