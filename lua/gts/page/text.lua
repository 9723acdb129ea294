--- The page that shows what gts does: one HTML file, made of the parts beside this module. It fetches nothing.
--
--    require("gts.page.text").make { carrier = text of a script, nonce = text }
--
-- The carrier takes the states of gts.page.page_state to the page, and messages back: see http.js, the one for `gts serve`.

local board_svg = require "gts.show.board_svg"
local extensions = require "gts.base.extensions"
local svg = require "gts.show.svg"
local tables = require "gts.base.tables"

local text = {}

-- The scripts beside the scripts of the tabs. They see each other's names.
local scripts = { "elements.js", "board.js", "position.js", "course.js", "markdown.js", "tabs.js", "tasks.js" }
local styles = { "style.css", "games.css", "panels.css" }

local root = select(2, ...):gsub("page/[^/]*$", "")

-- What the tab "Rules" shows at a click: the page of the manual.
local REFERENCE = "manual/reference/rules.md"

local function read(file)
  local opened <close> = assert(io.open(file, "rb"))
  return opened:read "a"
end

local function parts(names)
  return table.concat(tables.map(names, function(name) return read(root .. "page/" .. name) end), "\n")
end

local TASK = { read = "function", run = "function" }

-- The tabs of extensions: their buttons, their panels, their scripts, and the functions that make them. Wrong ones are left out.
local function tabs()
  local names, by_name = extensions.ordered("tabs", "page")
  local buttons, panels, texts, makers = {}, {}, {}, {}
  for _, name in ipairs(names) do
    local row, title = by_name[name], name:gsub("^%l", string.upper)
    local path = row.extension.file:gsub("extension%.lua$", name)
    local there, panel = pcall(read, path .. ".html")
    local found, script = pcall(read, path .. ".js")
    if not there or not found then extensions.leave_out(row, ("lacks %s.html or %s.js"):format(name, name))
    elseif not row.module or extensions.load(row, TASK) then
      local at, hidden = #buttons + 1, #buttons > 0 and " hidden" or ""
      buttons[at] = ('<button role="tab" id="tab-%s" aria-controls="panel-%s">%s</button>'):format(name, name, title)
      panels[at] = ('<section role="tabpanel" id="panel-%s" aria-labelledby="tab-%s"%s>\n%s</section>'):format(name, name,
        hidden, panel)
      texts[at], makers[at] = script, ("%s: %sTab"):format(name, name)
    end
  end
  return table.concat(buttons, "\n"), table.concat(panels, "\n"), table.concat(texts, "\n"), table.concat(makers, ", ")
end

-- A script that stands in a page must not end its element.
local function inside(script) return (script:gsub("</([Ss][Cc][Rr][Ii][Pp][Tt])", "<\\/%1")) end

--- The page.
-- @tparam[opt] table given `carrier`, JavaScript that declares `makeCarrier` (default: over HTTP, to where the page came from);
-- `nonce`, of a Content-Security-Policy that lets scripts and styles with it be run (default: none)
function text.make(given)
  given = given or {}
  local buttons, panels, texts, makers = tabs()
  local carrier, run = given.carrier or parts { "http.js" }, ("runPage(makeCarrier(), { %s });"):format(makers)
  local script = table.concat({ '"use strict";', parts(scripts), texts, carrier, run }, "\n")
  local put = {
    STYLE = parts(styles), SCRIPT = inside(script), NONCE = given.nonce or "", REFERENCE = svg.escape(read(root .. REFERENCE)),
    TABS = buttons, PANELS = panels, PIECES = board_svg.symbols(),
  }
  return (parts { "page.html" }:gsub("@(%u+)@", put))
end

return text
