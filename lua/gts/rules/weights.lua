--- Weights: numbers with names that rules read, `rules.weights`, and others in their place, from a table or a file. A file of
-- weights is a Lua file that returns a table of numbers; it is read, not run.

local literal = require "gts.base.literal"
local notation = require "gts.rules.notation"
local rebind = require "gts.rules.rebind"
local schema = require "gts.base.schema"
local source = require "gts.rules.source"
local tables = require "gts.base.tables"
local words = require "gts.base.words"

local weights = {}

--- The kind of the option `weights` of a game: a table; its text, as weights.text writes it; or a file.
weights.given = {
  expected = "a table of names and finite numbers, or a file of weights",
  fits = function(value) return schema.text.fits(value) or schema.numbers.fits(value) end,
  detail = schema.numbers.detail, type = "table<string, number>|string",
  read = {
    expected = "numbers with names, as in { name = 1 }, for data cannot name a file", detail = schema.numbers.detail,
    fits = function(value) return schema.text.fits(value) and value:find "^%s*{" ~= nil or schema.numbers.fits(value) end,
  },
}

--- Returns the names of weights, sorted.
weights.names = tables.keys

--- Lists weights, name -> number: their values, in the order of their names, and these names.
function weights.list(named)
  local names = weights.names(named)
  return tables.map(names, function(name) return named[name] end), names
end

--- Names the weights of a list as `model` does, name -> number; one whose model is an integer is rounded.
function weights.named(list, model)
  local named = {}
  for i, name in ipairs(weights.names(model)) do
    local rounded = math.type(model[name]) == "integer" and math.tointeger(math.floor(list[i] + 0.5))
    named[name] = rounded or list[i]
  end
  return named
end

--- Do two tables hold equal weights?
function weights.are_equal(a, b)
  return not tables.any(weights.names(a), function(name) return a[name] ~= b[name] end)
end

--- A weight as Lua reads it again: an integer or a float.
function weights.number(value)
  local text = notation.number(value)
  return math.type(value) == "float" and not text:find "[.e]" and text .. ".0" or text
end

--- Weights as a table constructor of Lua: `{ corner = 20, mobility = 3 }`.
function weights.text(list)
  return ("{ %s }"):format(table.concat(tables.map(weights.names(list), function(name)
    return ("%s = %s"):format(name, weights.number(list[name]))
  end), ", "))
end

-- Reads the text of a table constructor; `what` is where it is from.
local function parse(text, what, form)
  text = words.trim(text)
  local list, wrong = literal.value(text:sub(-1) == ";" and text:sub(1, -2) or text)
  if type(list) ~= "table" then return nil, ("%s: expected '%s'%s"):format(what, form, wrong and "; " .. wrong or "") end
  wrong = schema.misfit(what, list, schema.numbers)
  return not wrong and list or nil, wrong
end

--- Reads a file of weights: name -> number; or nil and what is wrong.
function weights.read(file)
  local text, wrong = source.text(file)
  if not text then return nil, wrong end
  return parse(text:gsub("%-%-[^\n]*", ""):match "^%s*return%s*(.*)$" or "", file, "return { name = number, ... }")
end

local function list_of(given)
  if type(given) == "table" then return given end
  if given:find "^%s*{" then return parse(given, "the text", "{ name = number, ... }") end
  return weights.read(given)
end

-- Compares the names of weights with those that the rules have.
local function check_names(own, given)
  local name, meant = schema.unknown(given, weights.names(own))
  if name ~= nil then return ("has a weight '%s' that the rules do not have%s"):format(name, meant) end
  local lacking = tables.find(weights.names(own), function(one) return given[one] == nil end)
  return lacking and ("lacks the weight '%s'"):format(lacking)
end

--- Makes rules that read other weights, as a table of their own: see weights.given. nil and what is wrong, to stand behind a name
-- of the option.
function weights.apply(rules, given)
  if rules.weights == nil then return nil, "is for rules with weights: these have none" end
  local list, wrong = list_of(given)
  if not list then return nil, "cannot be read: " .. wrong end
  wrong = check_names(rules.weights, list)
  if wrong then return nil, wrong end
  local made, read = rebind.copy(rules, rules.weights, tables.copy(list))
  if not read then return nil, "changes nothing: the rules do not read rules.weights by a local name" end
  return made
end

return weights
