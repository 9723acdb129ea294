--- An audit of a database: every position of a folder is held against its successors, by the rules alone (src/solve/audit.h).

local core = require "gts.core"
local database = require "gts.database"
local moves = require "gts.moves"
local notation = require "gts.rules.notation"
local refusal = require "gts.base.refusal"
local schema = require "gts.base.schema"
local search = require "gts.search"
local show = require "gts.show.text"
local words = require "gts.base.words"

local need = refusal.need
local audit = {}

local BYTES = 1 << 30           -- memory, by default
local CACHE = 8                 -- the part of it for blocks that are unpacked

--- The rows of its options.
audit.rows = {
  { name = "memory", kind = schema.count(1 << 24), help = "of a database: memory limit in bytes" },
  { name = "time", kind = schema.seconds, help = "of a database: time limit in seconds" },
  { name = "native", kind = schema.any_of { schema.flag, schema.one_of { "auto" } },
    help = "of a database: run rules as machine code" },
  { name = "progress", kind = schema.callable, type = "fun(report: gts.SolveReport): boolean?",
    help = "of a database: a function, called now and then with a report; false stops" },
}

local say = { unknown = "unknown option %s for gts.verify%s", what = "option '%s'", missing = "option '%s' is missing" }

-- The position that a database was solved from; nil: the start.
local function root_of(db, text)
  if not text then return nil end
  local position = notation.read(text)
  if position == nil then position = moves.read(db.game, text) end
  if position == nil then refusal.refuse("%s/about: the position %s cannot be read", db.folder, words.quote(text)) end
  return position
end

local function result(value, distance)
  if value == nil then return "not in the database" end
  return show.number(value) .. (distance and (" in %d pl%s"):format(distance, distance == 1 and "y" or "ies") or "")
end

-- What is wrong: the position, what the database has for it and for each move, and that in words.
local function contradiction_of(db, position, mover)
  local wrong, texts = database.entries(db, position, mover), {}
  wrong.position, wrong.mover = position, mover
  for i, entry in ipairs(wrong.moves) do texts[i] = ("%s: %s"):format(entry.name, result(entry.value, entry.distance)) end
  local behind = #texts > 0 and "and behind its moves " .. table.concat(texts, ", ") or "and the game is over there"
  wrong.text = ("%s: position %s, where %s moves, is %s, %s"):format(db.folder, show.position(db.game, position), mover,
    result(wrong.value, wrong.distance), behind)
  return wrong
end

local unfinished = { time = "the time is up", memory = "it takes more memory than is allowed", interrupted = "it was interrupted",
  progress = "it was stopped" }

local function check(db, asked, position)
  local all = need(search.check(db.game, { algorithm = "minimax", native = asked.native, position = position }))
  local memory = asked.memory or BYTES
  db:cache(memory // CACHE)
  all.algorithm, all.database, all.audit, all.deepen = "retrograde", db.parts, true, false
  all.memory, all.time, all.progress = memory - memory // CACHE, asked.time, asked.progress
  local found = need(search.run(db.game, all))
  local wrong = found.mover and contradiction_of(db, found.line[1], found.mover)
  need(not wrong, wrong and wrong.text, wrong)
  local why = found.stopped
  need(not why, why and ("%s: not verified: %s"):format(db.folder, unfinished[why] or why), found)
  return { positions = found.positions, value = found.value, distance = found.distance, native = found.native,
    seconds = found.seconds }
end

local function audited(folder, what, given)
  local asked = need(schema.options(nil, audit.rows, given, nil, say))
  local db = need(database.try(folder, what))
  local _ <close> = setmetatable({}, { __close = function() db:close() end })
  need(db.game, folder .. ": its game does not come with gts: name it as well")
  local position = root_of(db, database.read_about(folder).position)
  local ok, verdict, wrong, contradiction = pcall(refusal.caught, check, db, asked, position)
  if ok then return verdict, wrong, contradiction end
  local file = type(verdict) == "string" and verdict:find(folder .. "/", 1, true)
  if not file then error(verdict, 0) end        -- else it is damaged
  return nil, verdict:match("[^\n]*", file)
end

--- Audits a folder. `what`: its game; nil: as the folder says. Returns positions, value and distance of its root, native,
-- seconds. Error: what is wrong; of a contradiction also position, mover, value, distance, moves. Raises errors of the rules.
function audit.try(folder, what, given) return refusal.caught(audited, folder, what, given) end

--- Is this the path of a folder, or of what is no file, and not the text of a proof?
function audit.is_folder(what)
  return type(what) == "string" and not what:find "^gts proof " and core.files.kind(what) == "other"
end

return audit
