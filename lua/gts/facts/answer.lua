--- What a worker may answer: every field is held against its type, and others are refused. The worker runs
-- what is not trusted,
-- so nothing about its answer is taken for granted.

local classes = require "gts.facts.classes"
local validate = require "gts.facts.validate"

local answer = {}

-- The message itself: a result, or why there is none.
local failure = { rows = {
  { "kind", '"wrong"|"failed"|"memory"' }, { "text", "string" }, { "traceback", "string?" },
} }
local found = { rows = { { "kind", '"result"' }, { "result", "table" } } }

local function result(given)
  local r, wrong = validate.fields(classes.of "gts.Result", given)
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
  local made, wrong = validate.fields(of, fields)
  if not made then return nil, wrong end
  local list
  list, wrong = validate.fields({ rows = { { "rows", of.element .. "[]" } } }, { rows = given.rows })
  if not list then return nil, wrong end
  return table.move(list.rows, 1, #list.rows, 1, made)
end

-- A report on a record.
local report = { rows = { { "text", "string" }, { "wrong", "string?" }, { "printed", "string?" }, { "shown", "string?" } } }

local checks = { analyze = analysis, report = function(given) return validate.fields(report, given) end }

--- Checks an answer.
-- @param given what wire.decode has given: any plain data
-- @tparam string call "search", "best", "analyze" or "report"
-- @treturn table with `kind`, and `result` as gts.search or gts.analyze give it, with `printed` and
-- `shown`; or `text` and
-- perhaps `traceback`
-- @error what is wrong
function answer.check(given, call)
  if type(given) ~= "table" then return nil, "it is no table" end
  if given.kind ~= "result" then return validate.fields(failure, given) end
  local whole, wrong = validate.fields(found, given)
  if not whole then return nil, wrong end
  whole.result, wrong = (checks[call] or result)(whole.result)
  if wrong then return nil, wrong end
  return whole
end

return answer
