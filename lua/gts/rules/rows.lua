--- The options of a game, as rows of data: they check themselves, show in `gts help GAME`, and complete at the prompt. A row is
-- `{ default, least, most, "help" }` for a whole number; `{ default, { choices }, "help" }` for one of some values; `{ true,
-- "help" }` or `{ false, "help" }`; `{ { default }, least, most, "help", length = { least, most } }` for a list of numbers.

local schema = require "gts.base.schema"
local tables = require "gts.base.tables"
local words = require "gts.base.words"

local rows = {}

local known = setmetatable({}, { __mode = "k" })        -- function of a game -> its rows

local function is_whole(v) return type(v) == "number" and math.tointeger(v) ~= nil end

-- Are these two whole numbers, the first not greater?
local function is_pair(least, most) return is_whole(least) and is_whole(most) and least <= most end

-- The kind of a row and its help; nil if it is none.
local function read(row)
  local default, length = row[1], row.length
  if type(default) == "boolean" then return schema.flag, row[2] end
  if type(row[2]) == "table" then return #row[2] > 0 and schema.one_of(row[2]) or nil, row[3] end
  if not is_pair(row[2], row[3]) then return nil end
  if is_whole(default) then return schema.whole(row[2], row[3]), row[4] end
  if type(default) ~= "table" or type(length) ~= "table" or not is_pair(length[1], length[2]) then return nil end
  return schema.list(row[2], row[3], length), row[4]
end

-- A row as it is used; or nil, and what is wrong with it.
local function make_row(name, row)
  local kind, help
  if type(name) ~= "string" or name == "native" then
    return nil, ("an option of a game is named %s: expected a string, and not 'native'"):format(words.quote(name))
  end
  if type(row) == "table" then kind, help = read(row) end
  local function is_stray(key) return key ~= "length" end
  if not kind or type(help) ~= "string" or tables.any(words.keys(row), is_stray) then
    local expected = "{default, least, most, \"help\"} or the like (gts help games)"
    return nil, ("option '%s' of a game is stated as %s: expected %s"):format(name, words.quote(row), expected)
  end
  local wrong = schema.misfit(("the default of option '%s' of a game"):format(name), row[1], kind)
  if wrong then return nil, wrong end
  return { name = name, kind = kind, default = row[1], help = help }
end

-- What the game's function makes of options; nil, and what is wrong with these. The function may say so itself in this way.
local function call(list, make, given, name)
  if given ~= nil and type(given) ~= "table" then
    return nil, ("the options of %s are %s: expected a table"):format(name, words.quote(given))
  end
  local format = name:gsub("%%", "%%%%")        -- it becomes part of one
  local all, wrong = schema.check(list, given or {}, {
    unknown = ("%s has no option %%s%%s"):format(format), what = ("option '%%s' of %s"):format(format), missing = "%s",
  })
  if not all then return nil, wrong end
  local rules
  rules, wrong = make(all)
  return rules, not rules and wrong and ("%s: %s"):format(name, tostring(wrong)) or nil
end

--- A function for a game's file to return: see gts.with_options.
function rows.with(stated, make)
  if type(stated) ~= "table" then
    error(("the options of a game are %s: expected a table of rows"):format(words.quote(stated)), 2)
  end
  if type(make) ~= "function" then error(("what makes the game is %s: expected a function"):format(words.quote(make)), 2) end
  local list = {}
  for name, stated_row in pairs(stated) do
    local row, wrong = make_row(name, stated_row)
    if not row and not debug.getinfo(1, "t").istailcall then error(wrong, 2) end
    if not row then                                     -- a tail call has left no trace of the line that states the rows
      local author = debug.getinfo(make, "S")
      error(("%s:%d: %s"):format(author.short_src, author.linedefined, wrong), 0)
    end
    list[#list + 1] = row
  end
  table.sort(list, function(a, b) return a.name < b.name end)
  local function made(given)
    local rules, wrong = call(list, make, given, "the game")
    if not rules and wrong then error(wrong, 2) end
    return rules
  end
  known[made] = { list = list, make = make }
  return made
end

--- The rows of what rows.with gave: a list with name, kind, default, help. nil for any other function.
function rows.of(made) return known[made] and known[made].list end

--- Calls what rows.with gave, so that an error in the options, nil and a text, is not taken for one inside. `name`: quoted.
function rows.call(made, given, name) return call(known[made].list, known[made].make, given, "the game " .. name) end

return rows
