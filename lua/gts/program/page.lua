--- How wide a page is.
-- @module gts.program.page

local page = {}

-- How many characters fit into a line, as the environment has it, else the terminal; nil where neither knows.
local function line_width()
  local told = os.getenv "COLUMNS"
  if told then return tonumber(told:match "^%d+$") end
  local pipe <close> = io.popen "stty size 2>/dev/null"
  return pipe and tonumber(pipe:read("a"):match "^%d+ (%d+)")
end

--- The width of a page in characters: lines of more than a hundred are hard to read.
-- @treturn integer
function page.width()
  local width = line_width() or 0
  return width < 1 and 80 or math.max(20, math.min(width, 100))
end

return page
