--- What editors know of gts: annotations for the Lua language server.
-- @module gts.program.types

local types = {}

--- The folder where the annotations are installed; nil if they are not.
function types.installed()
  local file = package.searchpath("gts.types.gts", package.path)
  return file and file:match "^(.*)/[^/]*$"
end

function types.text() return "---@meta gts\n" end

return types
