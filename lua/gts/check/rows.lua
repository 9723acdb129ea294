--- The options of a game, as rows of data: they check themselves, show in `gts help GAME`, and complete at the prompt.
--
-- A row is `{ default, least, most, "help" }` for a whole number; `{ default, { choices }, "help" }` for one of some values;
-- `{ true, "help" }` or `{ false, "help" }`; `{ { default }, least, most, "help", length = { least, most } }` for a list of whole
-- numbers. The default says which.
-- @module gts.check.rows

local schema = require "gts.check.schema"
local words = require "gts.check.words"

local rows = {}

local known = setmetatable({}, { __mode = "k" })        -- function of a game -> its rows

-- The kind of a row and its help; nil if it is none.
local function read(row)
  local default = row[1]
  if type(default) == "boolean" then return schema.flag, row[2] end
  if type(row[2]) == "table" then return schema.one_of(row[2]), row[3] end
  if math.type(row[2]) == nil or math.type(row[3]) == nil then return nil end
  if type(default) == "table" and type(row.length) == "table" then return schema.list(row[2], row[3], row.length), row[4] end
  if math.type(default) == "integer" then return schema.whole(row[2], row[3]), row[4] end
end

-- A row as it is used; or nil, and what is wrong with it.
local function make_row(name, row)
  local kind, help
  if type(row) == "table" then kind, help = read(row) end
  if not kind or type(help) ~= "string" then
    local expected = "{default, least, most, \"help\"} or the like (gts help games)"
    return nil, ("option '%s' of a game is stated as %s: expected %s"):format(name, words.quote(row), expected)
  end
  local wrong = schema.misfit(("the default of option '%s' of a game"):format(name), row[1], kind)
  if wrong then return nil, wrong end
  return { name = name, kind = kind, default = row[1], help = help }
end

-- Checked options with their defaults; nil, and what is wrong.
local function check(list, given, name)
  name = name:gsub("%%", "%%%%")        -- it becomes part of a format
  return schema.check(list, given or {}, {
    unknown = ("%s has no option %%s%%s"):format(name), what = ("option '%%s' of %s"):format(name), missing = "%s",
  })
end

--- A function for a game's file to return: of an options table, which is checked against the rows and given their defaults
-- before `make` sees it.
-- @tparam table stated name -> row
-- @tparam function make of the checked options; gives a rules table
-- @treturn function
-- @raise which row is wrong
function rows.with(stated, make)
  if type(stated) ~= "table" then
    error(("the options of a game are %s: expected a table of rows"):format(words.quote(stated)), 2)
  end
  if type(make) ~= "function" then error(("what makes the game is %s: expected a function"):format(words.quote(make)), 2) end
  local list = {}
  for i, name in ipairs(words.keys(stated)) do
    local row, wrong = make_row(name, stated[name])
    if not row then error(wrong, 2) end
    list[i] = row
  end
  local function made(given)
    local all, wrong = check(list, given, "the game")
    if not all then error(wrong, 2) end
    return make(all)
  end
  known[made] = { list = list, make = make }
  return made
end

--- The rows of what rows.with gave: a list with name, kind, default, help. nil for any other function.
function rows.of(made) return known[made] and known[made].list end

--- Calls what rows.with gave, so that an error in the options is told from one inside.
-- @tparam function made
-- @tparam table|nil given
-- @tparam string name of the game, in quotes, for messages
-- @return[1] what the game's function gives
-- @return[2] nil
-- @treturn[2] string what is wrong with the options
function rows.call(made, given, name)
  local all, wrong = check(known[made].list, given, "the game " .. name)
  if not all then return nil, wrong end
  return known[made].make(all)
end

return rows
