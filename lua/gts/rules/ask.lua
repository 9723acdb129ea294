--- Asks rules from Lua, in whichever form they are, and makes rules that ask others.

local legal = require "gts.rules.legal"
local schema = require "gts.base.schema"
local tables = require "gts.base.tables"
local words = require "gts.base.words"

local ask = {}

--- The words of a position, as functions of the rules take them, and other arguments of these.
function ask.words(rules, position, ...)
  local count, more = rules.words or 1, select("#", ...)
  if count == 1 then return position, ... end
  if count == 2 then return position[1], position[2], ... end
  return table.unpack(table.move({ ... }, 1, more, count + 1, { table.unpack(position, 1, count) }), 1, count + more)
end

--- The words of the first position.
function ask.start(rules) return ask.words(rules, rules.start) end

--- The successors of a position, which is the list of its words: a list of such positions, and a list of their moves.
function ask.children(rules, p)
  local count, list, moves = rules.words or 1, {}, {}
  if rules.terminal and rules.terminal(table.unpack(p, 1, count)) then return list, moves end
  local walk, state, move = rules.next or rules.legal and legal.walk(rules), nil, nil
  if not walk then
    walk, state, move = rules.successors(p[1])
    if not schema.callable.fits(walk) then
      for i, q in ipairs(walk) do list[i], moves[i] = { q }, state and state[i] or i end
      return list, moves
    end
  end
  local asked = tables.copy(rules.successors and { state } or p)
  while true do
    local at = rules.successors and 1 or count
    asked[at + 1] = move
    local found = { walk(table.unpack(asked, 1, at + 1)) }
    move = found[1]
    if move == nil then return list, moves end
    list[#list + 1], moves[#moves + 1] = table.move(found, 2, count + 1, 1, {}), move
  end
end

--- Returns the names of some variables with commas between: the prefix and their numbers.
function ask.names(prefix, count)
  return table.concat(tables.range(1, count, function(i) return prefix .. i end), ", ")
end

--- Returns the expression that the variables of one prefix are less than those of another; from number `n` on, 1 by default.
function ask.is_less(a, b, count, n)
  n = n or 1
  if n == count then return ("%s%d < %s%d"):format(a, n, b, n) end
  return ("%s%d < %s%d or %s%d == %s%d and (%s)"):format(a, n, b, n, a, n, b, n, ask.is_less(a, b, count, n + 1))
end

--- Runs the text of a chunk, which gets some values and may use `table` alone; errors in it name `place`.
function ask.chunk(place, text, ...) return assert(load(text, "=" .. place, "t", { table = table }))(...) end

--- Makes a function from its text, in which P and Q stand for the words of two positions, FOUND for the condition that Q is one,
-- and other words in capitals for their `terms`. The rules are its upvalues, so that it is compiled as they are.
function ask.write(rules, text, terms)
  local count, names, values = rules.words or 1, {}, {}
  local meant = { P = ask.names("p", count), Q = ask.names("q", count), FOUND = "q1 ~= nil" }
  local body = text:gsub("%u+", terms or {}):gsub("%u+", meant)
  for _, name in ipairs(words.keys(rules)) do
    if schema.callable.fits(rules[name]) and body:find("%f[%w_]" .. name .. "%(") then
      names[#names + 1], values[#values + 1] = name, rules[name]
    end
  end
  local head = #names > 0 and ("local %s = ...\n"):format(table.concat(names, ", ")) or ""
  return assert(load(head .. "return " .. body, "=variant", "t", {}))(table.unpack(values))
end

--- Copies rules, with functions that are made from texts (name -> text, see ask.write) in the place of those that there are.
function ask.rewrite(rules, texts, terms)
  local made = tables.copy(rules)
  for name, text in pairs(texts) do made[name] = rules[name] and ask.write(rules, text, terms) end
  return made
end

--- The statements of `bounds` with the sign of all values changed.
ask.NEGATED_BOUNDS = [[
    local lower, upper = bounds(P)
    if lower then lower = 0 - lower end
    if upper then upper = 0 - upper end
    return upper, lower]]

return ask
