--- How wide a page is, and how high.

local page = {}

local size = function() return 0 end
local is_terminal, is_turned = false, false

local MOST, LEAST, OTHERWISE = 100, 20, 80      -- of a page: lines of more than a hundred are hard to read

--- Has the width asked from what the program offers.
-- @tparam table terminal with the functions size, shows and is_terminal
function page.by(terminal)
  size, is_terminal = terminal.size, terminal.shows "output"
  is_turned = is_terminal and terminal.is_terminal()
end

--- Is there a terminal to write to, and one to type at?
function page.is_turned() return is_turned end

--- The lines of the terminal; 0 where that is not known.
function page.height() return select(2, size()) or 0 end

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

return page
