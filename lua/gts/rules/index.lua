--- An index of positions, for retrograde analysis of games that are too large for a set of positions. Rules state it as a
-- table, `index`; games have its functions as fields, "index.of" and the like, compiled as others.

local schema = require "gts.base.schema"
local words = require "gts.base.words"

local index = {}

local MOST_WORDS = 4            -- of a position: see src/solve/indexed.h

--- The rows of its fields.
index.rows = {
  { name = "size", kind = schema.callable, required = true, type = "fun(tier: integer): integer?" },
  { name = "at", kind = schema.callable, required = true, type = "fun(tier: integer, index: integer): any, ..." },
  { name = "of", kind = schema.callable, required = true, type = "fun(position: any, ...): integer" },
  { name = "before", kind = schema.callable, type = "fun(position: any, ...): ..." },
  { name = "reversed", kind = schema.flag },
}

local say = { unknown = "rules.index has the unknown field %s%s", what = "rules.index.%s", missing = "rules.index.%s is missing" }

--- What is wrong with the index of rules, as far as can be seen without asking it.
function index.misfit(rules)
  if rules.index == nil then return nil end
  if type(rules.index) ~= "table" then return ("rules.index is %s: expected a table"):format(words.quote(rules.index)) end
  local of, wrong = schema.check(index.rows, rules.index, say)
  if not of then return wrong end
  local count = math.tointeger(rules.words or 1) or 1
  local position = count > 1 and rules.start or { rules.start }
  if count > MOST_WORDS or type(position) ~= "table" or math.type(position[1]) ~= "integer" then
    return ("rules.index goes with positions of one to %d integers, and rules.start is %s"):format(MOST_WORDS,
      count > MOST_WORDS and ("a list of %d"):format(count) or words.quote(rules.start))
  end
  if rules.score ~= nil then
    return "rules.index and rules.score do not go together: an index knows nothing of what is settled"
  end
  if of.reversed and rules.player == nil then
    return "rules.index.reversed needs rules.player: with colours reversed the other player moves"
  end
end

--- Gives rules that index.misfit accepts the functions of their index as fields.
function index.apply(rules)
  local of = type(rules.index) == "table" and rules.index or {}
  for _, row in ipairs(index.rows) do rules["index." .. row.name] = of[row.name] or nil end
end

--- Is this the name of a field that a game has by its index?
function index.is_field(name) return name:find "^index%." ~= nil end

return index
