--- What a worker may answer: every field is held against its type, others are refused: the worker runs what is not trusted.

local classes = require "gts.facts.classes"
local core = require "gts.core"
local words = require "gts.base.words"

local answer = {}

local LONGEST = 1 << 16         -- bytes of a text
local MOST = 100000             -- elements of a list

-- Only its own keys count: a list of data has no metatable to ask.
local function is_list(value)
  if type(value) ~= "table" or #value > MOST then return false end
  local n = 0
  for key in next, value do
    if math.type(key) ~= "integer" then return false end
    n = n + 1
  end
  return n == #value
end

local function has_only_names(value)
  if type(value) ~= "table" then return false end
  for name in next, value do
    if type(name) ~= "string" then return false end
  end
  return true
end

local function is_data(value) return value ~= nil and value == value end

local ids = {}
for _, algorithm in ipairs(core.algorithms) do ids[algorithm.id] = true end

-- The types that are no classes and no lists: what a message expects, and whether a value is one.
local plain = {
  number = { "a number", function(v) return type(v) == "number" and v == v end },
  integer = { "a whole number, 0 or more", function(v) return math.type(v) == "integer" and v >= 0 end },
  boolean = { "true or false", function(v) return type(v) == "boolean" end },
  string = { "a text", function(v) return type(v) == "string" and #v <= LONGEST end },
  table = { "a table", function(v) return type(v) == "table" end },
  any = { "data", is_data }, ["gts.Move"] = { "data", is_data }, ["gts.Position"] = { "data", is_data },
  ["gts.Algorithm"] = { "an algorithm", function(v) return ids[v] == true end },
  ["gts.Player"] = { "'max' or 'min'", function(v) return v == "max" or v == "min" end },
  ["gts.SearchOptions"] = { "options", has_only_names },
}

-- The words of a type such as "a"|"b"|nil: a set, or nil if it is another type.
local function words_of(of)
  if of:sub(1, 1) ~= '"' then return nil end
  local set = {}
  for word in of:gmatch '"([^"]*)"' do set[word] = true end
  return set
end

local function misfit(name, value, expected)
  return nil, ("field '%s' is %s: expected %s"):format(name, words.quote(value), expected)
end

local checked_fields

local function checked(of, name, value)
  local element = of:match "^(.*)%[%]$"
  if element then
    if not is_list(value) then return misfit(name, value, "a list") end
    local made = {}
    for i, item in ipairs(value) do
      local wrong
      made[i], wrong = checked(element, name, item)
      if wrong then return nil, wrong end
    end
    return made
  end
  local class = classes.of(of)
  if class then return checked_fields(class, value) end
  local set, one = words_of(of), plain[of]
  if set and not (type(value) == "string" and set[value]) then return misfit(name, value, "one of its words") end
  if one and not one[2](value) then return misfit(name, value, one[1]) end
  if not set and not one then return nil, ("field '%s' cannot be data"):format(name) end
  return value
end

function checked_fields(class, given)
  if not has_only_names(given) then return nil, "a part is no table of names" end
  local made, known = {}, {}
  for _, row in ipairs(class.rows) do
    local name, of, value = row[1], row.worker or row[2], given[row[1]]
    local required = not of:find "%?$" and not of:find "|nil$"
    known[name] = row.worker ~= false
    if value == nil and required and row.worker ~= false then return nil, ("field '%s' is missing"):format(name) end
    if value ~= nil and row.worker ~= false then
      local wrong
      made[name], wrong = checked(of:gsub("%?$", ""), name, value)
      if wrong then return nil, wrong end
    end
  end
  for name in next, given do
    if not known[name] then return nil, ("field %s is unknown"):format(words.quote(name)) end
  end
  return made
end

-- The message itself: a result, or why there is none.
local failure = { rows = {
  { "kind", '"wrong"|"failed"|"memory"' }, { "text", "string" }, { "traceback", "string?" },
} }
local found = { rows = { { "kind", '"result"' }, { "result", "table" } } }

local function result(given)
  local r, wrong = checked_fields(classes.of "gts.Result", given)
  if r and not r.algorithm then return nil, "field 'algorithm' is missing" end
  if r and #r.pv ~= #r.line then return nil, "field 'line' is not as long as 'pv'" end
  return r, wrong
end

-- A list with fields goes over the wire as its fields, and its elements in `rows`.
local function analysis(given)
  if type(given) ~= "table" then return nil, "it is no table" end
  local fields, of = {}, classes.of "gts.Analysis"
  for name, value in next, given do fields[name] = value end
  fields.rows = nil
  local made, wrong = checked_fields(of, fields)
  if not made then return nil, wrong end
  local list
  list, wrong = checked_fields({ rows = { { "rows", of.element .. "[]" } } }, { rows = given.rows })
  if not list then return nil, wrong end
  return table.move(list.rows, 1, #list.rows, 1, made)
end

-- A report on a record.
local report = { rows = { { "text", "string" }, { "wrong", "string?" }, { "printed", "string?" }, { "shown", "string?" } } }

local checks = { analyze = analysis, report = function(given) return checked_fields(report, given) end }

--- Checks an answer. `given`: what wire.decode has given: any plain data; `call`: "search", "best", "analyze" or "report".
-- Returns a table: `kind`; `result` as gts.search or gts.analyze give it, `printed`, `shown`; or `text`, perhaps `traceback`.
function answer.check(given, call)
  if type(given) ~= "table" then return nil, "it is no table" end
  if given.kind ~= "result" then return checked_fields(failure, given) end
  local whole, wrong = checked_fields(found, given)
  if not whole then return nil, wrong end
  whole.result, wrong = (checks[call] or result)(whole.result)
  if wrong then return nil, wrong end
  return whole
end

return answer
