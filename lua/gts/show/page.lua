--- The page to step through searches: lua/gts/show/steps.html with the data put in.

local svg = require "gts.show.svg"

local page = {}

-- The page stands beside this module.
local here = select(2, ...)
local file = here:gsub("[^/]*$", "") .. "steps.html"

local template

--- A page of JSON data that holds no `<`. Its style and script have an empty nonce, to be filled in where it is put into another.
function page.of(title, data)
  if not template then
    local f <close> = assert(io.open(file, "rb"))
    template = f:read "a"
  end
  local parts = { TITLE = svg.escape(title), DATA = data }
  return (template:gsub("@(%u+)@", parts))
end

return page
