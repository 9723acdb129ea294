--- The functions of rules that a search calls, entries where compiled: what they take and must give.

local heads = require "gts.compile.heads"
local keys = require "gts.rules.keys"
local refusal = require "gts.compile.refusal"
local shapes = require "gts.compile.shapes"
local values = require "gts.compile.values"

local entries = {}

local NIL, INT, STR, TAB, FUN = values.NIL, values.INT, values.STR, values.TAB, values.FUN

--- Their names, in the order of reports. Where rules have `successors`, that is called for `next` (see successors.lua).
entries.names = table.move(heads.names, 2, #heads.names, 3, { heads.names[1], "successors" })

--- The name of one of them in C.
function entries.c_name(name) return (name:gsub("%.", "_")) end

--- The function of rules of this name. For a key that gts makes: as the compiler reads it.
function entries.of(rules, name) return rules[name] or name == "key" and rules.made and rules.made.read or nil end

--- Is a function of rules called in a search? A `next` beside a set of moves is not; and `play` belongs to a set.
function entries.is_asked(rules, name)
  if name == "next" then return rules.next ~= nil and rules.legal == nil end
  return entries.of(rules, name) ~= nil and (name ~= "play" or rules.legal ~= nil)
end

-- What an entry is called with after the words of the position: a move, which for `next` is nil before the first.
local move_of = { next = INT | NIL, play = INT, random = INT, ["index.before"] = INT | NIL }
for _, name in ipairs(heads.names) do move_of[name] = heads[name].of_move and INT or move_of[name] end

-- What is wrong with a list that `successors` gives, in words.
local function wrong_list(v)
  if v.mask & FUN ~= 0 then return "it gives an iterator: a list of positions can be compiled" end
  if v.mixed or v.mask & ~NIL ~= TAB or not v.made then return "it gives something else than lists that it has made itself" end
end

-- What is wrong with the elements of the list of positions, in words. They have one shape.
local function wrong_positions(unit, element)
  if not element or element.mask == 0 then return nil end
  if unit.text_position then return element.mask ~= STR and "its positions are not all strings, as start is" or nil end
  if not unit.position then return element.mask ~= INT and "its positions are not all integers, as start is" or nil end
  if element.mask ~= TAB then return "its positions are not all tables, as start is" end
  local depth = shapes.depth(element.made:join(unit.position))
  if depth == math.huge then
    return "its positions hold tables of the kind of positions, or one function takes both positions and parts of them: write two"
  end
  if depth > shapes.DEEPEST then return ("its positions have tables more than %d deep"):format(shapes.DEEPEST) end
end

local function wrong_moves(element)
  local plain = not element or element.mask & ~(INT | STR | TAB) == 0
  if not plain or element and element.made and shapes.depth(element.made) > shapes.DEEPEST then
    return "its moves are not all integers, strings or tables"
  end
end

local function settle_successors(unit, f)
  if not f.returns then return nil end
  for n = 1, 2 do
    local list = f.results[n]
    if list and list.made then list.made:root():put_element(values.nothing) end         -- an empty one is a list too
  end
  local children, moves = f.results[1] or values.nothing, f.results[2] or values.nothing
  local wrong = wrong_list(children) or moves.mask ~= NIL and wrong_list(moves)
  if wrong then return refusal.at(f.proto, 1, wrong) end
  local constant, of_moves = shapes.constant_in(children.made), moves.made and shapes.constant_in(moves.made)
  constant = constant or of_moves
  if constant then return constant end
  wrong = wrong_positions(unit, children.made:root().element) or moves.made and wrong_moves(moves.made:root().element)
  return wrong and refusal.at(f.proto, 1, wrong) or nil
end

--- Describes the parameters of an entry: the words of a position, and a move. One function may be several entries. `name`: which
-- function of the rules it is; `shape`: of positions that are tables; `text`: are positions strings? Returns the function, with a
-- field `refused` if it cannot be an entry.
function entries.describe(f, name, words, shape, text)
  if f.refused then return f end
  if name == "index.at" then words = 2 end      -- a tier and an index
  if f.proto.vararg then f.refused = refusal.at(f.proto, 1, "the function takes ...") end
  for p = 1, f.proto.parameters do
    local mask = p <= words and INT or p == words + 1 and move_of[name] or NIL
    if p == 1 and text then mask = STR end
    local v = p == 1 and shape and shape:root():describe(values.TAB, "old") or values.new(mask)
    f.parameters[p] = values.joined(f.parameters[p], v)
  end
  f.takes_text, f.takes_move = text, name == "next"
  if name == "successors" then f.settle = settle_successors end
  return f
end

-- What is wrong with results of a function, from number `n` on, that are to be a position: a refusal, or nil.
local function wrong_position(f, n, words)
  for k = n, n + words - 1 do
    local v = f.results[k]
    if not v or v.mask & INT == 0 then return refusal.at(f.proto, 1, "its positions are no integers") end
  end
end

-- A refusal where positions are tables or strings, else nil. The format gets which.
local function refused_kind(f, unit, format)
  local kind = unit.position and "tables" or unit.text_position and "strings"
  return kind and refusal.at(f.proto, 1, format, kind) or nil
end

--- What is wrong with what `next` gives, a refusal or nil: its move and position must be integers, or nil for the move at the
-- end. Else it would be left to Lua every time.
function entries.check_next(f, words, unit)
  local v = f.results[1]
  if v and v.mask & INT ~= 0 then return entries.check_play(f, words, unit, 2) end
  return refusal.at(f.proto, 1, "its moves are no integers: those that are not need `successors`")
end

--- What is wrong with what `play` gives, whose positions must be integers, from result `n` (default: 1) on.
function entries.check_play(f, words, unit, n)
  return refused_kind(f, unit, "positions that are %s need `successors`") or wrong_position(f, n or 1, words)
end

--- What is wrong with what `pass` gives, which must be integers, or nil. Positions of other kinds are left to Lua.
function entries.check_pass(f, words, unit)
  local first = f.results[1]
  return refused_kind(f, unit, "of rules whose positions are %s it stays in Lua")
    or not (first and first.mask == NIL) and wrong_position(f, 1, words) or nil
end

--- What is wrong with what `random` gives, which must be integers, a move and a position of no more than four, or nil.
function entries.check_random(f, words, unit)
  if words > 4 then return refusal.at(f.proto, 1, "positions of more than four integers are not moved at random by it") end
  return refused_kind(f, unit, "of rules whose positions are %s it is not asked") or entries.check_next(f, words, unit)
end

-- Notes in what was seen of tables the fields of their shape that none of them had: `others`, a list of names. Is there one more?
local function note_unseen(shape, seen)
  if not shape or not seen then return false end
  local more, known = false, {}
  shape = shape:root()
  for _, name in ipairs(seen.others) do known[name] = true end
  for _, name in ipairs(shape.names) do
    local place = seen.fields[name]
    if place then more = note_unseen(shape.fields[name].made, place.table) or more
    elseif not known[name] then more, seen.others[#seen.others + 1] = true, name end
  end
  local inner = shape.element and shape.element.made
  for i = 1, seen.apart or 1 do more = note_unseen(inner, (seen.apart and seen.fields[i] or seen.element).table) or more end
  return more
end

--- A key that gts has made gives up where a table has a field that was in no game that was looked at. Has the compiler found
-- such fields? Then the rules have another function for it now.
function entries.widen_key(rules, unit)
  if not rules.made or not unit.position or not note_unseen(unit.position, rules.made.place.table) then return false end
  rules.made.read = keys.reading(rules.made)
  return true
end

--- What is wrong with what `legal` gives, whose sets must be integers.
function entries.check_legal(f)
  local v = f.results[1]
  if not v or v.mask & INT == 0 then return refusal.at(f.proto, 1, "its sets of moves are no integers") end
end

return entries
