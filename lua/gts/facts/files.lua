--- Kinds of files: what gts runs, and what it reads. SECURITY.md, `gts help formats` and gts.facts.reading use these rows.
--
-- A row:
--
--    kind      id
--    title     of the file, for people
--    section   of `gts help formats`; nil: it has none
--    by        what writes it
--    form      text or binary, and its shape
--    ends      last line, or what stands at its end
--    format    number of its format, for files that say one
--    most      size in bytes up to which it is read
--    runs      true: its content is code, run with the rights of the user
--    from      where it may come from
--    checked   before any of its content is used
--    damaged   what happens to one that is damaged

local core = require "gts.core"

local files = {}

local KB <const>, MB <const>, GB <const> = 1 << 10, 1 << 20, 1 << 30
local REFUSED <const> = "refused"

--- The rows, those that are run first.
files.rows = {
  {
    kind = "rules", title = "rules of a game, and modules that they load", by = "their author", form = "Lua", most = 16 * MB,
    runs = true, from = "the user, by name, on the command line or in a call", checked = "text, not a binary chunk; fields and "
      .. "their types", damaged = "refused, with the line",
  },
  {
    kind = "script", title = "scripts, and `gts/init.lua` in the folder of configuration", by = "the user", form = "Lua",
    runs = true, from = "the user, by name; `init.lua` from `$XDG_CONFIG_HOME`", checked = "text, not a binary chunk",
    damaged = "refused, with the line",
  },
  {
    kind = "unit", title = "compiled rules", section = "Compiled rules", by = "a search", form = "a shared library",
    ends = "a checksum footer", runs = true, from = "a folder that belongs to the user, without access for others",
    checked = "the folder; a name that is the hash of all input; a hash of the content", damaged = "compiled again",
  },
  {
    kind = "module", title = "modules of gts, compiled with it", by = "`make`", form = "binary chunks of Lua", runs = true,
    from = "the installation", checked = "a hash of the text of each module", damaged = "the text is loaded instead",
  },
  {
    kind = "table", title = "a table", section = "Tables", by = "`table:save(file)`", form = "binary", ends =
      "a hash of all before", format = core.formats.table, from = "anyone", checked = "the size; a hash of the content; each "
      .. "entry; the fingerprint of the game", damaged = REFUSED,
  },
  {
    kind = "proof", title = "a proof", section = "Proofs", by = "`proof:save(file)`, `gts search --proof`", form = "text", ends =
      "`end`", format = 2, most = 256 * MB, from = "anyone", checked = "every line; `gts verify` confirms it by the rules alone",
    damaged = "refused, with the line",
  },
  {
    kind = "database", title = "a database", section = "Databases", by = "`gts.solve` with a `folder`", form =
      "a folder of binary files, and a text", ends = "checksums of every part", format = core.formats.database, most = 64 * KB,
    from = "anyone; to go on with an unfinished one, only your own", checked = "checksums of the plan, of the index of each "
      .. "part and of each block; sizes; the fingerprint of the game", damaged = "refused, with the file and block",
  },
  {
    kind = "game", title = "a saved game", section = "Saved games", by = "`save` in `gts play`", form = "text", ends = "`end`",
    format = 1, most = 16 * MB, from = "anyone", checked = "every line; moves by the rules", damaged = "read up to the damage, "
      .. "where only moves are wanted; else refused, with the line",
  },
  {
    kind = "match", title = "a match", section = "Matches", by = "`gts.match` with a `file`", form = "text", ends =
      "none: it grows", format = 1, most = 256 * MB, from = "anyone", checked = "every line; moves by the rules", damaged =
      "read up to the damage, where only moves are wanted; else refused, with the line",
  },
  {
    kind = "moves", title = "games as lists of moves", by = "anyone", form = "text, a game a line", most = 256 * MB,
    from = "anyone", checked = "moves by the rules", damaged = "the game is left out, and named",
  },
  {
    kind = "evaluation", title = "an evaluation", section = "Evaluations", by = "`gts.learn` with a `file`", form = "text", ends =
      "a hash of all before", format = 1, most = 16 * MB, from = "anyone", checked = "a hash of the content; every line; limits "
      .. "of numbers, patterns and variables", damaged = REFUSED,
  },
  {
    kind = "weights", title = "weights", by = "`gts.tune`", form = "a table of numbers, as Lua writes it", most = 16 * MB, from =
      "anyone", checked = "names and numbers, nothing else", damaged = REFUSED,
  },
  {
    kind = "jobs", title = "jobs", section = "Jobs", by = "`gts.solve` with `by = \"jobs\"` and a `file`", form = "text", ends =
      "a checksum in each line", format = 2, most = GB, from = "anyone whose answers you trust", checked = "a checksum of each "
      .. "line; every field; bounds of a node agree", damaged = "refused, with the line",
  },
  {
    kind = "history", title = "the history", section = "History", by = "the prompt", form = "text", ends = "none", most = 16 * MB,
    from = "the folder of state of the user", checked = "its size", damaged = "left out",
  },
}

--- The rows by kind; rows of extensions are added when a kind is asked for that gts does not have.
files.by_kind = setmetatable({}, { __index = function(_, kind) return rawget(files.extend().by_kind, kind) end })
for _, row in ipairs(files.rows) do files.by_kind[row.kind] = row end

--- Adds the rows of extensions, once. Returns files.
function files.extend()
  local function is_file(row) return type(row) == "table" and type(row.kind) == "string" end
  local function add(row) files.rows[#files.rows + 1], files.by_kind[row.kind] = row, row end
  require("gts.base.extensions").each("facts", "files", is_file, add)
  files.extend = function() return files end
  return files
end

return files
