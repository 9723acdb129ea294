--- What a worker may answer: every field is held against its kind, and others are refused. The worker runs what is not trusted,
-- so nothing about its answer is taken for granted.
-- @module gts.check.answer

local core = require "gts.core"
local schema = require "gts.check.schema"

local answer = {}

local LONGEST = 1 << 16         -- bytes of a text
local MOST = 100000             -- elements of a list

local number, flag = schema.number(), schema.flag
local count = schema.whole(0)
local text = { expected = "a text", fits = function(v) return type(v) == "string" and #v <= LONGEST end }
local data = schema.any "data"
local record = { expected = "a table", fits = function(v) return type(v) == "table" end }
local player = schema.one_of { "max", "min" }
local stopped = schema.one_of { "time", "nodes", "memory", "iterations" }

local function is_list(value)
  if type(value) ~= "table" or #value > MOST then return false end
  local n = 0
  for key in next, value do
    if math.type(key) ~= "integer" then return false end
    n = n + 1
  end
  return n == #value
end

local list = { expected = "a list", fits = is_list }

-- Names of options with their values.
local options = { expected = "options", fits = function(value)
  if type(value) ~= "table" then return false end
  for name in next, value do
    if type(name) ~= "string" then return false end
  end
  return true
end }

local algorithm
do
  local ids = {}
  for i, one in ipairs(core.algorithms) do ids[i] = one.id end
  algorithm = schema.one_of(ids)
end

local function row(name, kind, required) return { name = name, kind = kind, required = required } end

local outer = {
  result = { row("kind", data, true), row("result", record, true) },
  other = { row("kind", schema.one_of { "wrong", "failed", "memory" }, true), row("text", text, true), row("traceback", text) },
}
local common = { row("stopped", stopped), row("seconds", number, true), row("algorithm", algorithm, true),
  row("printed", text), row("shown", text, true) }
local value = { row("value", number), row("estimate", number), row("visits", count), row("lower", number, true),
  row("upper", number, true), row("exact", flag, true),
  row("solved", flag, true), row("distance", count), row("move", data), row("position", data) }
local of_result = { row("depth", count, true), row("pv", list, true), row("line", list, true), row("stats", record, true),
  row("options", options, true), row("picked", options), row("native", flag), row("moves", list) }
local of_analysis = { row("depth", count), row("visits", count), row("rows", list, true), row("player", player, true) }
local stats = { row("visits", count, true), row("leaves", count, true), row("developed", count, true), row("peak", count, true),
  row("bytes", count, true), row("table", record), row("replayed", count) }
local of_table = { row("probes", count, true), row("hits", count, true), row("cutoffs", count, true), row("stores", count, true),
  row("replaced", count, true) }

local function joined(...)
  local all = {}
  for _, rows in ipairs { ... } do table.move(rows, 1, #rows, #all + 1, all) end
  return all
end

local result_rows, analysis_rows = joined(common, value, of_result), joined(common, of_analysis)
local move_rows = joined(value, { row("name", text, true) })

local say = { unknown = "field %s%s is unknown", what = "field '%s'", missing = "field '%s' is missing" }

local function checked(rows, given)
  if type(given) ~= "table" then return nil, "a part is no table" end
  return schema.check(rows, given, say)
end

-- What a search that estimates knows of the moves.
local worth_rows = { row("move", data, true), row("position", data), row("visits", count, true), row("estimate", number, true),
  row("lower", number, true), row("upper", number, true) }

local function worths(given)
  local made = {}
  for i, entry in ipairs(given) do
    local worth, wrong = checked(worth_rows, entry)
    if not worth then return nil, wrong end
    made[i] = worth
  end
  return made
end

local function result(given)
  local r, wrong = checked(result_rows, given)
  if not r then return nil, wrong end
  if #r.pv ~= #r.line then return nil, "field 'line' is not as long as 'pv'" end
  r.stats, wrong = checked(stats, r.stats)
  if r.stats and r.stats.table then r.stats.table, wrong = checked(of_table, r.stats.table) end
  if r.moves and not wrong then r.moves, wrong = worths(r.moves) end
  if wrong then return nil, wrong end
  return r
end

local function analysis(given)
  local whole, wrong = checked(analysis_rows, given)
  if not whole then return nil, wrong end
  local made = {}
  for i, entry in ipairs(whole.rows) do
    made[i], wrong = checked(move_rows, entry)
    if wrong then return nil, wrong end
  end
  whole.rows = nil
  for name, field in pairs(whole) do made[name] = field end
  return made
end

--- Checks an answer.
-- @param given what wire.decode has given: any plain data
-- @tparam string call "search", "best" or "analyze"
-- @treturn[1] table with `kind`, and `result` as gts.search or gts.analyze give it, with `printed` and `shown`; or `text` and
-- perhaps `traceback`
-- @return[2] nil
-- @treturn[2] string what is wrong
function answer.check(given, call)
  if type(given) ~= "table" then return nil, "it is no table" end
  if given.kind ~= "result" then return checked(outer.other, given) end
  local whole, wrong = checked(outer.result, given)
  if not whole then return nil, wrong end
  whole.result, wrong = (call == "analyze" and analysis or result)(whole.result)
  if wrong then return nil, wrong end
  return whole
end

return answer
