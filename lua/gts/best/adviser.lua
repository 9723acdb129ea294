--- Advisers: what answers for a search where it knows the move, as an opening book does. Extensions bring them by the hook
-- `advisers`.
--
-- The module of a row returns `options`, rows of options of gts.best, of which the first, with the name of the adviser, asks for
-- it, and the others go with it; and `open(given, game)`, of these options, which returns a function, or nil and an error message;
-- and a text for what was opened. The function, of the game with a mover (see game.with_mover), a position and a seed, returns the
-- fields of a result, and a text that stands for how much of the truth its value is; nil where it does not know a move.
-- @module gts.best.adviser

local extensions = require "gts.base.extensions"
local options = require "gts.facts.options"
local schema = require "gts.base.schema"
local tables = require "gts.base.tables"

local adviser = {}

local all                       -- the modules of advisers

local function modules()
  all = all or extensions.modules("advisers", { options = "table", open = "function" })
  return all
end

--- The rows of the options by which advisers are used.
-- @tparam[opt] boolean first only those that ask for one
-- @treturn {table,...}
function adviser.rows(first)
  local list = {}
  for _, one in ipairs(modules()) do table.move(one.options, 1, first and 1 or #one.options, #list + 1, list) end
  return list
end

--- Is this the name of an option of an adviser, and of no search?
function adviser.has(name)
  if options.row(name) or name == "clock" then return false end
  for _, row in ipairs(adviser.rows()) do
    if row.name == name then return true end
  end
  return false
end

-- The options of one adviser; nil and what is wrong with them.
local function options_of(one, given, what)
  local own, first = {}, one.options[1].name
  for _, row in ipairs(one.options) do
    local value = given[row.name]
    local wrong = value ~= nil and schema.misfit(what:format(row.name), value, row.kind)
    if wrong then return nil, wrong end
    if value ~= nil and given[first] == nil then return nil, ("%s needs option '%s'"):format(what:format(row.name), first) end
    own[row.name] = value
  end
  return own
end

--- Opens the advisers that options ask for.
-- @tparam table of the game
-- @tparam table|nil given options of gts.best, and others
-- @tparam string what format of an option in messages, of its name
-- @treturn[1] table the options that are no adviser's
-- @treturn[1] function|nil answers as an adviser does, with the name of that one as third value
-- @treturn[1] table|nil the options, with texts for what was opened
-- @return[2] nil
-- @treturn[2] string what is wrong
function adviser.take(of, given, what)
  local asks = false
  for name in pairs(type(given) == "table" and given or {}) do asks = asks or adviser.has(name) end
  if not asks then return given == nil and {} or given end
  local rest, texts, opened = tables.copy(given), tables.copy(given), {}
  for _, one in ipairs(modules()) do
    local own, wrong = options_of(one, given, what)
    if not own then return nil, wrong end
    for name in pairs(own) do rest[name] = nil end
    local name = one.options[1].name
    if own[name] ~= nil then
      local advise, text = one.open(own, of)
      if not advise then return nil, text end
      opened[#opened + 1], texts[name] = { name = name, advise = advise }, text
    end
  end
  return rest, function(...)
    for _, one in ipairs(opened) do
      local r, standing = one.advise(...)
      if r then return r, standing, one.name end
    end
  end, texts
end

return adviser
