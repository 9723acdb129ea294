--- Who moves, as far as the legal moves of ground rules show it; and what each player's moves mean for the next position.

local tables = require "gts.base.tables"
local words = require "gts.base.words"

local turns = {}

-- The fluents that stand in all rules of an atom.
local function common(rules)
  local lists = tables.map(rules, function(rule)
    return tables.collect(rule.body, function(literal)
      return not literal.negated and literal.atom.name == "true" and literal.atom
    end)
  end)
  local last = tables.groups(lists[#lists] or {}, function(fluent) return fluent end)
  return tables.collect(last, function(group)
    return not tables.any(lists, function(list) return not words.contains(list, group.key) end) and group.key
  end)
end

-- The fluent without which a role has no more than one move, and that move.
local function control_of(moves, rules_of)
  local uses, best = {}, nil
  for _, move in ipairs(moves) do
    for _, fluent in ipairs(common(rules_of[move] or {})) do
      uses[fluent] = (uses[fluent] or 0) + 1
      if not best or uses[fluent] > uses[best] then best = fluent end
    end
  end
  if not best or uses[best] < #moves - 1 then return nil end
  return best, tables.find(moves, function(move) return not words.contains(common(rules_of[move] or {}), best) end)
end

--- What says who is to move: for each role a fluent without which it has one move, which waits: `fluent` and `waits`, or nil.
function turns.control(rules, moves)
  local _, rules_of = tables.groups(rules, function(rule) return rule.head end)
  local max, max_waits = control_of(moves[1], rules_of)
  local min, min_waits = control_of(moves[2], rules_of)
  if not max or not min or max == min or not max_waits or not min_waits then return nil end
  return { fluent = { max, min }, waits = { max_waits, min_waits } }
end

return turns
