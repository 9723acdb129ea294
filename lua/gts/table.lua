--- Transposition tables that last longer than one search.

local core = require "gts.core"
local fingerprint = require "gts.rules.fingerprint"
local game = require "gts.game"
local keys = require "gts.rules.keys"
local schema = require "gts.base.schema"
local words = require "gts.base.words"

local tables = {}

local function is_size(value) return type(value) == "number" and value >= 1 end

--- The rows of its options.
tables.rows = {
  { name = "bytes", kind = { fits = is_size, expected = "a number, 1 or more" }, default = core.table_bytes,
    help = "its size at most; an entry takes 17 or more: 10 is not ten megabytes, but room for one entry" },
  { name = "file", kind = { fits = function(v) return type(v) == "string" end, expected = "the name of a file" },
    help = "file that table:save wrote" },
  { name = "game", kind = schema.any "a game", type = "gts.Source",
    help = "refuse a file that belongs to another game now, not at the first search" },
}

local say = { unknown = "gts.table: unknown option %s%s", what = "gts.table: %s", missing = "gts.table: %s is missing" }

local unknown = "a table belongs to one game, and this one has no fingerprint: %s; identify the rules by rules.version, a string"
local changed = "%s. Rules that change while they are used need rules.version, a string that identifies them"

--- What is wrong with giving a table to a search of a game, or nil: it serves the first game of its use, as that is then.
function tables.refused(table, of)
  local is, wrong = fingerprint.of(of, game.given(of))
  if not is then return unknown:format(wrong) end
  local ok, name
  ok, wrong, name = core.bind_table(table, keys.identity(of, is), of.name)
  if ok then return nil end
  return name == of.name and not of.version and changed:format(wrong) or wrong
end

--- Makes a table: see gts.table; or returns nil and what is wrong.
function tables.try(given)
  if given == nil then given = {} end
  if type(given) ~= "table" then return nil, ("gts.table takes a table of options, not %s"):format(words.quote(given)) end
  local all, wrong = schema.check(tables.rows, given, say)
  if not all then return nil, wrong end
  local made
  if all.file then made, wrong = core.load_table(all.file, all.bytes) else made = core.table(all.bytes) end
  if not made then return nil, wrong end
  if all.game == nil then return made end
  local of
  of, wrong = game.make(all.game)
  wrong = wrong or tables.refused(made, of)
  if wrong then return nil, all.file and ("%s: %s"):format(all.file, wrong) or wrong end
  return made
end

return tables
