--- Files that are named on the command line.

local core = require "gts.core"
local outcome = require "gts.program.outcome"

local files = {}

local function quoted(text) return "'" .. text:gsub("'", [['\'']]) .. "'" end

--- The files and folders that begin so, hidden ones only where a dot is typed; folders end in a slash.
-- @tparam string begun a path
-- @treturn {string,...} paths
function files.beginning(begun)
  local folder, name = begun:match "^(.*/)([^/]*)$"
  if not folder then return {} end
  local home = os.getenv "HOME"
  local place = home and folder:gsub("^~", function() return home end) or folder
  local pipe <close> = io.popen(("ls -1%sp -- %s 2>/dev/null"):format(name:find "^%." and "A" or "", quoted(place)))
  local list = {}
  for entry in pipe and pipe:lines() or function() end do list[#list + 1] = folder .. entry end
  return list
end

--- Ends the command if a file that it is to write in the end cannot be written: before the work, not after it.
-- @tparam string|nil name nil: none is wanted
function files.check(name)
  if name then outcome.need(core.files.try(name)) end
end

return files
