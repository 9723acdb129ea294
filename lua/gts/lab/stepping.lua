--- The task "steps" of the page: records one or two searches, and makes the page to step through them (gts.lab.draw).

local draw = require "gts.lab.draw"
local record = require "gts.lab.record"
local refusal = require "gts.base.refusal"
local result = require "gts.show.result"
local search = require "gts.search"
local subject = require "gts.page.subject"
local tables = require "gts.base.tables"

local stepping = {}

local MOST = 20000              -- events, and nodes, of a search

local function read(page_state, message)
  local about = refusal.need(subject.of(page_state, message))
  local ids = { message.algorithm or "alphabeta" }
  if message.beside ~= nil and message.beside ~= "" then ids[2] = message.beside end
  local list = tables.map(ids, function(id)
    local given = subject.options(message, { "depth", "bounds" })
    given.algorithm, given.position, given.nodes = id, about.position, MOST
    refusal.need(search.check(about.game, given))
    return given
  end)
  return { game = about.game, tree = about.tree, where = about.where, list = list, show = message.show == true }
end

--- Reads { kind = "steps", of, tree, algorithm, beside = a second algorithm, depth, bounds, show = positions in the nodes }.
function stepping.read(page_state, message) return refusal.caught(read, page_state, message) end

local function sentence(recordings)
  return table.concat(tables.map(recordings, function(recording)
    local r = recording.result
    return ("%s: %s%s, value %s"):format(recording.options.algorithm, result.counted(#recording.events, "step"),
      (r.stopped or recording.lost > 0) and ", then it was ended, for that is enough to look at" or "", result.number(r.value))
  end), "; ") .. "."
end

--- Records: returns `html`, the page, whose scripts and styles have an empty nonce; `sentence`; and title.
function stepping.run(asked, watch)
  local recordings = {}
  for i, given in ipairs(asked.list) do
    local recording, wrong = record.try(asked.game, tables.copy(given, {
      open = true, most = MOST, progress = function(report) return watch { nodes = report.nodes, seconds = report.seconds } end,
    }))
    if not recording then return nil, wrong end
    recordings[i] = recording
  end
  local html, wrong = draw.try(recordings, "html", { show = asked.show })
  if not html then return nil, wrong end
  local ids = tables.map(asked.list, function(given) return given.algorithm end)
  return { html = html, sentence = sentence(recordings),
    title = ("%s on %s"):format(table.concat(ids, " and "), asked.game.name) }
end

return stepping
