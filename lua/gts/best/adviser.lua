--- Advisers: what answers for a search where it knows the move, as an opening book does: the hook `advisers`. The module of a
-- row returns `options`, rows of options of gts.best, of which the first, with the name of the adviser, asks for it, and the
-- others go with it; and `adviser(given, game)`, of these options, which returns a function, and a text for what was opened; or
-- nil and an error message. The function, of the game with a mover (see game.with_mover), a position and a seed, returns the
-- fields of a result, at least `move`; and a text on how much of the truth its value is; nil where it does not know a move.

local options = require "gts.facts.options"
local schema = require "gts.base.schema"
local tables = require "gts.base.tables"

local adviser = {}

local all                       -- the modules of advisers

local function modules()
  if not require then return {} end     -- in the worker of a confined search
  if all then return all end
  local extensions = require "gts.base.extensions"
  all = {}
  for _, row in ipairs(extensions.rows "advisers") do
    local made = extensions.load(row, { options = "table", adviser = "function" })
    local wrong = made and #made.options == 0 and "has wrong options"
    for _, one in ipairs(made and made.options or {}) do
      if options.row(one.name) or one.name == "clock" then wrong = ("redefines the option '%s'"):format(one.name)
      elseif not one.kind then wrong = "has wrong options" end
    end
    if wrong then extensions.leave_out(row, ("has a module %s that %s"):format(row.module, wrong)) else all[#all + 1] = made end
  end
  return all
end

--- The rows of the options by which advisers are used; `first`: only those that ask for one.
function adviser.rows(first)
  return tables.flatten(modules(), function(one) return first and { one.options[1] } or one.options end)
end

--- Is this the name of an option of an adviser, and of no search?
function adviser.has(name)
  return not options.row(name) and name ~= "clock" and tables.any(adviser.rows(), function(row) return row.name == name end)
end

--- Opens the advisers that options of gts.best ask for. `what`: format of an option in messages, of its name. Returns the other
-- options; a function that answers as an adviser does, with its name as third value, or nil; the options, with texts for what
-- was opened, or nil. Error: what is wrong.
function adviser.take(of, given, what)
  local asks = false
  for name in pairs(type(given) == "table" and given or {}) do asks = asks or adviser.has(name) end
  if not asks then return given == nil and {} or given end
  local rest, texts, opened = tables.copy(given), tables.copy(given), {}
  for _, one in ipairs(modules()) do
    local own, first = {}, one.options[1].name
    for _, row in ipairs(one.options) do
      local name, value = what:format(row.name), given[row.name]
      local wrong = value ~= nil and (schema.misfit(name, value, row.kind)
        or given[first] == nil and ("%s needs option '%s'"):format(name, first))
      if wrong then return nil, wrong end
      own[row.name], rest[row.name] = value, nil
    end
    if own[first] ~= nil then
      local advise, text = one.adviser(own, of)
      if type(advise) ~= "function" then return nil, not advise and text or first .. ": the adviser gives no function" end
      opened[#opened + 1], texts[first] = { name = first, advise = advise }, text
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
