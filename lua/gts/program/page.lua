--- How wide a page is.
-- @module gts.program.page

local page = {}

local size = function() return 0 end
local is_terminal = false

local MOST, LEAST, OTHERWISE = 100, 20, 80      -- of a page: lines of more than a hundred are hard to read

--- Has the width asked from what the program offers.
-- @tparam table terminal with the functions size and shows
function page.by(terminal) size, is_terminal = terminal.size, terminal.shows "output" end

-- As the environment has it, else the terminal; 0 where neither knows.
local function told()
  local columns = os.getenv "COLUMNS"
  return columns and tonumber(columns:match "^%d+$") or (size()) or 0
end

--- The width for values: on a terminal that of the terminal; no limit in a file or a pipe, unless the environment states one.
-- @treturn number
function page.room()
  if not is_terminal and not os.getenv "COLUMNS" then return math.huge end
  local width = told()
  return width > 0 and math.max(width, LEAST) or OTHERWISE
end

--- The width of a page in characters.
-- @treturn integer
function page.width()
  local width = told()
  return width < 1 and OTHERWISE or math.max(LEAST, math.min(width, MOST))
end

return page
