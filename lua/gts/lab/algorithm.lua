--- Algorithms written in Lua.

local core = require "gts.core"
local options = require "gts.facts.options"
local refusal = require "gts.base.refusal"
local schema = require "gts.base.schema"
local tables = require "gts.base.tables"
local words = require "gts.base.words"

local refuse = refusal.refuse

local algorithm = {}

local id = { expected = "a name of letters, digits, - and _" }
function id.fits(value) return type(value) == "string" and value:find "^%a[%w_-]*$" ~= nil end

local list = { expected = "a list" }
function list.fits(value) return type(value) == "table" and not getmetatable(value) end

local texts = { expected = "a list of strings" }
function texts.fits(value)
  return list.fits(value) and #value > 0 and not tables.any(value, function(v) return type(v) ~= "string" end)
end

local fields = {
  { name = "id", kind = id, required = true }, { name = "run", kind = schema.callable, required = true },
  { name = "title", kind = schema.text }, { name = "options", kind = list, default = {} },
  { name = "needs", kind = list, default = {} },
  { name = "keeps", kind = schema.flag, default = false }, { name = "informed", kind = schema.flag, default = true },
}

local option_fields = {
  { name = "name", kind = id, required = true }, { name = "help", kind = schema.text, required = true },
  { name = "kind", required = true,
    kind = schema.one_of { "flag", "count", "integer", "number", "seconds", "word", "words", "function" } },
  { name = "default", kind = schema.any "a value" }, { name = "words", kind = texts },
  { name = "least", kind = schema.finite }, { name = "most", kind = schema.finite },
}

-- Checks a table by rows of fields; `of` says which it is.
local function check(rows, given, of)
  of = of:gsub("%%", "%%%%")
  return refusal.need(schema.check(rows, given, { unknown = "unknown field %s of " .. of .. "%s", what = "field '%s' of " .. of,
    missing = "field '%s' of " .. of .. " is missing" }))
end

-- An option of an algorithm: the row of that name, or a new one.
local function row_of(given, i)
  local row = type(given) == "string" and options.row(given)
  if row and row.own then return row end
  if not list.fits(given) then
    refuse("element %d of 'options' is %s: expected an option that some algorithm takes, or a table", i, words.quote(given))
  end
  row = check(option_fields, given, ("option %d"):format(i))
  local known = options.row(row.name)
  if known and not known.own then refuse("every search has an option '%s'", row.name) end
  if row.kind:find "^word" and not row.words then refuse("option '%s' has no words", row.name) end
  row.kinds, row.kind = { row.kind }, nil
  local wrong = row.default ~= nil and schema.misfit("its default", row.default, options.kind_of(row))
  return wrong and refuse("option '%s': %s", row.name, wrong) or row
end

local function make(given)
  local all = check(fields, given, "gts.algorithm")
  local old = tables.find(core.algorithms, function(row) return row.id == all.id end)
  if core.hidden[all.id] or all.id == "retrograde" or old and not old.scripted then
    refuse("the algorithm '%s' comes with gts, and stays as it is", all.id)
  end
  local rows = tables.map(all.options, row_of)
  local made = core.script(all.id, all.title or all.id, words.contains(all.needs, "key"), all.keeps, all.informed, all.run)
  made.rows, made.needs, made.scripted = rows, all.needs, true
  made.options = tables.map(rows, function(row) return row.name end)
  options.add(made)
  return all.id
end

--- Makes an algorithm: see gts.algorithm; or returns nil and what is wrong.
function algorithm.try(given)
  if not list.fits(given) then return nil, ("gts.algorithm: expected a table, not %s"):format(words.quote(given)) end
  local made, wrong = refusal.caught(make, given)
  return made, wrong and "gts.algorithm: " .. wrong
end

return algorithm
