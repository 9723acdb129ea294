--- The user's progress with the course: a line for each lesson, in $XDG_STATE_HOME/gts/course, if it can be kept.

local core = require "gts.core"
local reading = require "gts.facts.reading"

local progress = {}

-- As the XDG base directory specification has it.
local function folder()
  local set, home = os.getenv "XDG_STATE_HOME", os.getenv "HOME"
  if set and set:find "^/" then return set .. "/gts" end
  return home and home:find "^/" and home .. "/.local/state/gts"
end

local FORM = "(%l+) seed (%-?%d+) screen (%d+) of (%d+) right (%d+) asked (%d+)"

local function whole(text) return math.tointeger(tonumber(text)) end

--- What is kept: by the ids of lessons, tables with seed, screen, of, right, asked. Lines that are none are passed over.
function progress.load()
  local kept, at = {}, folder()
  local text = at and reading.text("progress", at .. "/course")
  for line in (text or ""):gmatch "[^\n]+" do
    local id, seed, screen, of, right, asked = line:match("^" .. FORM .. "$")
    local entry = id and { seed = whole(seed), screen = whole(screen), of = whole(of), right = whole(right),
      asked = whole(asked) }
    if entry and entry.seed and entry.screen and entry.of and entry.right and entry.asked then kept[id] = entry end
  end
  return kept
end

--- Saves the user's progress with the lesson `id`; `ids` are the ids of all lessons, in their order.
function progress.save(ids, id, entry)
  local at, kept, lines = folder(), progress.load(), {}
  if not at then return end
  kept[id] = entry
  for _, one in ipairs(ids) do
    local e = kept[one]
    if e then
      lines[#lines + 1] = ("%s seed %d screen %d of %d right %d asked %d\n"):format(one, e.seed, e.screen, e.of, e.right, e.asked)
    end
  end
  core.native.folder(at)
  core.files.write(at .. "/course", table.concat(lines))
end

return progress
