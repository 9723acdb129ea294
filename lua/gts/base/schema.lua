--- What values are to look like: kinds, and rows of named fields that are checked against them.
--
-- A kind is a table: `fits(value)` says whether a value is of it, `expected` how to say it in a message; `words`, where it has
-- some, what may be written for it; `normal(value)`, where it has one, makes of a value that fits the one that is meant, as 7 of
-- 7.0; `detail(value)` may say of one that does not, in place of "is ...", what about it is wrong; `is_text`: the command line
-- takes a value as it is typed, and does not read it as one of Lua; `read`: the kind of the value where it is data that was read;
-- `type`: its type for editors, where that does not follow from what fits.

local tables = require "gts.base.tables"
local words = require "gts.base.words"

local schema = {}

local function is_number(value) return type(value) == "number" and value == value end
local function is_whole(value) return is_number(value) and math.tointeger(value) ~= nil end

local function is_callable(value)
  local meta = getmetatable(value)
  return type(value) == "function" or type(meta) == "table" and meta.__call ~= nil
end

local function is_list(value, least, most) return type(value) == "table" and #value >= least and #value <= most end

-- The alternatives of a message: "a, b or c".
local function either(list)
  if #list == 1 then return list[1] end
  local last = table.concat(list, ""):find(",", 1, true) and ", or " or " or "
  return table.concat(list, ", ", 1, #list - 1) .. last .. list[#list]
end

local function kind(expected, fits, choices) return { expected = expected, fits = fits, words = choices } end

--- Any value but nil and NaN.
function schema.any(expected) return kind(expected, function(v) return v ~= nil and v == v end) end

schema.flag = kind("true or false", function(v) return v == true or v == false end, { "true", "false" })
schema.text = kind("a string", function(v) return type(v) == "string" and v ~= "" end)
schema.callable = kind("a function", is_callable)
schema.none = kind("false", function(v) return v == false end)
schema.seconds = kind("a number above 0", function(v) return is_number(v) and v > 0 end)
schema.finite = kind("a finite number", function(v) return is_number(v) and math.abs(v) < math.huge end)
schema.window = kind("a list {alpha, beta} of two numbers with alpha < beta", function(v)
  return is_list(v, 2, 2) and is_number(v[1]) and is_number(v[2]) and v[1] < v[2]
end)
schema.window.type = "number[]"

-- How the limits of a number are said; either may be nil.
local function limits(least, most)
  if least and most then return (" from %s to %s"):format(least, most) end
  return least and (", %s or more"):format(least) or most and (", %s or less"):format(most) or ""
end

local function within(v, least, most) return (not least or v >= least) and (not most or v <= most) end

--- A number. Its limits are optional, here and below.
function schema.number(least, most)
  return kind("a number" .. limits(least, most), function(v) return is_number(v) and within(v, least, most) end)
end

--- A whole number, or infinity.
function schema.count(least, most)
  return kind("a whole number" .. limits(least, most), function(v)
    return (is_whole(v) or v == math.huge) and within(v, least, most)
  end)
end

--- A whole number, as an integer.
function schema.whole(least, most)
  local whole = kind("a whole number" .. limits(least, most), function(v) return is_whole(v) and within(v, least, most) end)
  whole.normal = math.tointeger
  return whole
end

--- A list of two numbers, of which each fits, the first not greater; or `less`.
function schema.range(expected, fits, less)
  local range = kind(expected, function(v)
    return is_list(v, 2, 2) and fits(v[1]) and fits(v[2]) and v[1] <= v[2] and not (less and v[1] == v[2])
  end)
  range.type = "number[]"
  return range
end

--- One of some values.
function schema.one_of(list)
  local quoted, known = {}, {}
  for i, value in ipairs(list) do quoted[i], known[value] = words.quote(value), true end
  local expected = (#list > 1 and "one of " or "") .. table.concat(quoted, ", ")
  local one = kind(expected, function(v) return v ~= nil and v == v and known[v] == true end, list)
  one.normal = function(v) return math.type(v) == "float" and math.tointeger(v) or v end
  return one
end

--- A list of whole numbers, each from `least` to `most`, whose length is from `length[1]` to `length[2]`.
function schema.list(least, most, length)
  local expected = ("a list of %d to %d whole numbers from %d to %d"):format(length[1], length[2], least, most)
  local function misfit(v)
    for i = 1, #v do
      if not (is_whole(v[i]) and v[i] >= least and v[i] <= most) then return i end
    end
  end
  local list = kind(expected, function(v) return is_list(v, length[1], length[2]) and not misfit(v) end)
  list.detail = function(v)
    local i = type(v) == "table" and misfit(v)
    return i and ("has %s as element %d"):format(words.quote(v[i]), i)
  end
  list.normal = function(v)
    return tables.map(v, function(element) return math.tointeger(element) end)
  end
  return list
end

-- What of a table is no number with a name, in words; nil: nothing.
local function stray(list)
  local names = {}
  for name, value in next, list do
    if type(name) ~= "string" or not name:find "^[%a_][%w_]*$" then
      return ("has %s as the name of a number"):format(words.quote(name))
    end
    names[#names + 1] = not schema.finite.fits(value) and name or nil
  end
  table.sort(names)
  return names[1] and ("has %s as the number '%s'"):format(words.quote(list[names[1]]), names[1])
end

--- Numbers with names, as in { corner = 20 }.
schema.numbers = {
  expected = "a table of names and finite numbers",
  fits = function(v) return type(v) == "table" and next(v) ~= nil and not stray(v) end,
  detail = function(v) return type(v) == "table" and (stray(v) or "is empty") or nil end,
}

--- A list of that many integers: the words of a position.
function schema.integers(count)
  return kind(("a list of %d integers"):format(count), function(v)
    local fits = is_list(v, count, count)
    for i = 1, fits and count or 0 do fits = fits and math.type(v[i]) == "integer" end
    return fits
  end)
end

--- Any of several kinds, in words that name all their alternatives.
-- @tparam {table,...} kinds each with `alternatives`, a list of texts, else its `expected` is the only one
function schema.any_of(kinds)
  if #kinds == 1 then return kinds[1] end
  local texts, choices = {}, {}
  for _, one in ipairs(kinds) do
    for _, text in ipairs(one.alternatives or { one.expected }) do texts[#texts + 1] = text end
    for _, word in ipairs(one.words or {}) do choices[#choices + 1] = word end
  end
  return kind(either(texts), function(v)
    for i = 1, #kinds do
      if kinds[i].fits(v) then return true end
    end
    return false
  end, choices)
end

--- A copy of a kind, with the alternatives by which schema.any_of names it.
function schema.with_alternatives(one, alternatives)
  return { fits = one.fits, expected = either(alternatives), alternatives = alternatives, words = one.words, type = one.type }
end

--- The first key, in their order, that is none of the names (`known` has these as keys, where that is there), and what it may
-- have meant, for a message: see words.suggest. nil: there is none.
function schema.unknown(given, names, known)
  local unknown
  known = known or tables.set(names)
  for key in pairs(given) do
    if not known[key] then
      unknown = unknown or {}
      unknown[#unknown + 1] = key
    end
  end
  if not unknown then return nil end
  table.sort(unknown, function(a, b) return tostring(a) < tostring(b) end)
  return unknown[1], words.suggest(unknown[1], names)
end

--- Says that a value does not fit. `what` it is, as in "option 'depth' of alphabeta"; `of`: a kind. Returns nil if it fits.
function schema.misfit(what, value, of)
  if of.fits(value) then return nil end
  local is = of.detail and of.detail(value) or "is " .. words.quote(value)
  return ("%s %s: expected %s"):format(what, is, of.expected)
end

--- Checks the fields of a table against rows. `rows`: each with name, kind, and default or required; `say`: formats of messages:
-- `unknown` (of a quoted name and a suggestion; nil: other fields are let pass), `what` (of a name), and `missing`, of a name.
-- Returns the fields, with defaults.
function schema.check(rows, given, say)
  local names, all = {}, {}
  for i, row in ipairs(rows) do names[i] = row.name end
  local key, meant = schema.unknown(given, names)
  if key ~= nil and say.unknown then return nil, say.unknown:format(words.quote(key), meant) end
  for _, row in ipairs(rows) do
    local value = given[row.name]
    if value == nil then value = row.default end
    if value == nil then
      if row.required then return nil, say.missing:format(row.name) end
    else
      local wrong = schema.misfit(say.what:format(row.name), value, row.kind)
      if wrong then return nil, wrong end
      if row.kind.normal then value = row.kind.normal(value) end
    end
    all[row.name] = value
  end
  return all
end

--- Checks the options of a function of gts. `name` of the function, as "gts.match", which messages have; nil: they have none;
-- `rows`: see schema.check; `given` (nil: there are none); `expected`: what they are to be; default: a table; `say`: see
-- schema.check; default: messages with the name. Returns the options, with defaults.
function schema.options(name, rows, given, expected, say)
  local of = name and " of " .. name or ""
  if given ~= nil and type(given) ~= "table" then
    return nil, ("the options%s are %s: expected %s"):format(of, words.quote(given), expected or "a table")
  end
  return schema.check(rows, given or {}, say or { unknown = "unknown option %s" .. of:gsub("of", "for", 1) .. "%s",
    what = "option '%s'" .. of, missing = "option '%s' is missing" })
end

return schema
