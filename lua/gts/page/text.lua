--- The page that shows what gts does: one HTML file, put together from the parts that stand beside this module. It fetches
-- nothing.
--
--    require("gts.page.text").make { carrier = text of a script, nonce = text }
--
-- The page gets the states of gts.page.page_state from a *carrier*, and says what its user does in messages that
-- the carrier takes away. There are two: the one over HTTP, for `gts serve`, is http.js, and is put in where no other is given;
-- for another one `carrier` is a text of JavaScript that declares a function `makeCarrier()`. What that gives is said in
-- http.js.
-- @module gts.page.text

local svg = require "gts.show.svg"

local text = {}

-- The scripts, in the order in which they are run. They see each other's names.
local scripts = {
  "elements.js", "board.js", "position.js", "course.js", "play.js", "review.js", "puzzles.js", "profile.js", "tabs.js",
  "rules.js", "tasks.js", "compare.js", "learn.js",
}
local styles = { "style.css", "games.css", "panels.css" }

local root = select(2, ...):gsub("page/[^/]*$", "")

-- What the tab "Rules" shows at a click: the page of the manual.
local REFERENCE = "manual/reference/rules.md"

local function part(name)
  local file <close> = assert(io.open(root .. name, "rb"))
  return file:read "a"
end

local function parts(names)
  local list = {}
  for i, name in ipairs(names) do list[i] = part("page/" .. name) end
  return table.concat(list, "\n")
end

-- A script that stands in a page must not end its element.
local function inside(script) return (script:gsub("</([Ss][Cc][Rr][Ii][Pp][Tt])", "<\\/%1")) end

--- The page.
-- @tparam[opt] table given `carrier`, JavaScript that declares `makeCarrier` (default: over HTTP, to where the page came from);
-- `nonce`, of a Content-Security-Policy that lets scripts and styles with it be run (default: none)
-- @treturn string HTML
function text.make(given)
  given = given or {}
  local carrier = given.carrier or part "page/http.js"
  local script = table.concat({ '"use strict";', parts(scripts), carrier, "runPage(makeCarrier());" }, "\n")
  local put = {
    STYLE = parts(styles), SCRIPT = inside(script), NONCE = given.nonce or "", REFERENCE = svg.escape(part(REFERENCE)),
  }
  return (part("page/page.html"):gsub("@(%u+)@", put))
end

return text
