--- The functions of rules that a search calls, called entries where they are compiled: what they are called with, and what they
-- must give.
-- @module gts.compile.entries

local refusal = require "gts.compile.refusal"
local values = require "gts.compile.values"

local entries = {}

local NIL, INT = values.NIL, values.INT

--- Their names, in the order in which they are written.
entries.names = { "next", "evaluate", "terminal", "player", "bounds", "key" }

--- The names of all functions that rules may have for a search, in the order of reports.
entries.of_rules = { "next", "successors", "evaluate", "terminal", "player", "bounds", "key" }

--- Describes the parameters of an entry: the words of a position; for `next` also the last move, nil before the first. One
-- function may be several entries: what it is called with as another stays possible.
-- @tparam table f a function of a unit
-- @tparam string name which function of the rules it is
-- @tparam integer words of a position
-- @treturn table the function; its field `refused` says why it cannot be an entry, if so
function entries.describe(f, name, words)
  if f.refused then return f end
  if f.proto.vararg then f.refused = refusal.at(f.proto, 1, "the function takes ...") end
  for p = 1, f.proto.parameters do
    local mask = p <= words and INT or name == "next" and p == words + 1 and INT | NIL or NIL
    f.parameters[p] = values.joined(f.parameters[p], values.new(mask))
  end
  return f
end

--- What is wrong with what `next` gives: its move and position must be integers, or nil for the move at the end. Else it would be
-- left to Lua every time.
-- @tparam table f the function, after analysis.run
-- @tparam integer words of a position
-- @treturn table|nil a refusal
function entries.check_next(f, words)
  for n = 1, words + 1 do
    local v = f.results[n]
    if not v or v.mask & INT == 0 then
      return refusal.at(f.proto, 1, n == 1 and "its moves are no integers" or "its positions are no integers")
    end
  end
end

return entries
