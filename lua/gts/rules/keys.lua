--- Keys for positions that are tables and have no rules.key: equal for positions that are equal field by field, and for no
-- others.
--
-- What positions look like is seen in some games that are played at random: which fields there are, and what has stood in each.
-- From that a function is written that packs a position into one to four integers, as digits of a number whose radix changes
-- from place to place, with room for more than was seen. A position that does not fit has no key: a search knows it as one that
-- it has not met, and retrograde analysis refuses it. The same rules give the same function in every process.
--
-- It is written twice. In Lua it looks at every key of every table of the position. For the compiler, which knows which fields
-- the tables have, it need only read them.

local core = require "gts.core"
local image = require "gts.rules.image"
local intact = require "gts.rules.intact"
local raised = require "gts.base.raised"
local reach = require "gts.rules.reach"
local tables = require "gts.base.tables"
local words = require "gts.base.words"

local keys = {}

-- Taken here: confined rules have no `debug` later.
local getmetatable, getupvalue = debug.getmetatable, debug.getupvalue

local GAMES, PLIES = 8, 100     -- that are looked at: games, of no more plies
local STEPS = 200               -- positions of them, and all successors of these
local MOST_SUCCESSORS = 10000   -- of a position
local APART = 7                 -- positions between two looks at what rules with a board have beside it
local SECONDS = 0.3             -- of which no more are taken
local DEEPEST = 6               -- tables within each other
local MOST_FIELDS = 100         -- of a table
local MOST_ELEMENTS = 1000      -- of its list
local FEW = 8                   -- places of a list that are each looked at by themselves
local MOST_ATOMS = 40           -- values of one place that are no integers
local MOST_WORDS = 4            -- of a key
local MOST <const> = 1 << 62    -- the radix of a word is no greater
local WIDE = 1 << 24            -- integers that differ by as much may be any

-- Why there can be no key; raised.
local Refusal = {}
local function refuse(format, ...) error(setmetatable({ why = format:format(...) }, Refusal), 0) end
local function is_refusal(wrong) return rawequal(getmetatable(wrong), Refusal) end

-- What was seen. A place: `atoms`, a list of values but integers and tables, and a set; `low` and `high`, of integers; `table`,
-- of tables: `count` of them; `fields`, name -> place, in the order `names`; `element`, place of all in the list, and `each`
-- of the first ones; how long lists were; `others`, fields that none had, but the compiler knows of; `apart`: how long they
-- are, where their places are among the fields.

local function new_place() return { atoms = {}, seen = {} } end

local NIL = {}                  -- stands for nil among atoms

local function see_atom(place, value, path)
  local atom = value == nil and NIL or value
  if value == 0 and 1 / value < 0 then refuse("%s is -0.0", path) end
  if place.seen[atom] then return end
  if #place.atoms == MOST_ATOMS then refuse("%s takes more than %d values that are no integers", path, MOST_ATOMS) end
  place.seen[atom] = true
  place.atoms[#place.atoms + 1] = atom
end

local function is_place_of_list(key) return math.type(key) == "integer" and key >= 1 end

local function is_name(key) return type(key) == "string" or math.type(key) == "integer" end

local function path_of(path, key)
  return type(key) == "string" and path .. "." .. key or ("%s[%s]"):format(path, tostring(key))
end

local see

local function see_field(seen, value, key, path, depth)
  if not seen.fields[key] then
    if not is_name(key) then refuse("%s has the key %s", path, words.quote(key)) end
    if #seen.names == MOST_FIELDS then refuse("%s has more than %d fields", path, MOST_FIELDS) end
    seen.fields[key], seen.names[#seen.names + 1] = new_place(), key
  end
  local place = seen.fields[key]
  place.times = (place.times or 0) + 1
  see(place, value, path_of(path, key), depth + 1)
end

-- Empty tables that stay the same from one position to others stand for something else than equal ones.
local function see_empty(seen, t, path)
  seen.empty[t] = (seen.empty[t] or 0) + 1
  if seen.empty[t] ~= 2 then return end
  if seen.lasting then refuse("%s holds empty tables that are not the same one", path) end
  seen.lasting = true
end

local function see_table(place, t, path, depth)
  if getmetatable(t) ~= nil then refuse("%s has a metatable", path) end
  if depth > DEEPEST then refuse("%s has tables more than %d deep", path, DEEPEST) end
  place.table = place.table or { count = 0, fields = {}, names = {}, others = {}, empty = {}, element = new_place(), each = {},
                                 least = math.maxinteger, longest = 0 }
  local seen, size, elements = place.table, 0, 0
  seen.count = seen.count + 1
  if next(t) == nil then see_empty(seen, t, path) end
  for key, value in next, t do
    if is_place_of_list(key) then
      size, elements = math.max(size, key), elements + 1
      see(seen.element, value, path .. "[]", depth + 1)
      if key <= FEW then
        seen.each[key] = seen.each[key] or new_place()
        see(seen.each[key], value, path_of(path, key), depth + 1)
      end
    else see_field(seen, value, key, path, depth) end
  end
  if size > MOST_ELEMENTS then refuse("%s has more than %d elements", path, MOST_ELEMENTS) end
  if elements < size then seen.holes = true end
  if 3 * elements < size and size > 8 then refuse("%s has a list with more holes than elements", path) end
  seen.least, seen.longest = math.min(seen.least, size), math.max(seen.longest, size)
end

function see(place, value, path, depth)
  local kind = math.type(value) or type(value)
  if kind == "table" then see_table(place, value, path, depth)
  elseif kind == "integer" then
    place.low, place.high = math.min(place.low or value, value), math.max(place.high or value, value)
  elseif kind == "string" or kind == "boolean" or kind == "float" and value == value then see_atom(place, value, path)
  else refuse("%s is a %s", path, kind == "float" and "nan" or kind) end
  place.has_floats = place.has_floats or kind == "float"
end

local function literal(atom)
  if rawequal(atom, NIL) then return "nil" end
  return ("%q"):format(atom)
end

-- Do integers stand where something else does that cannot be told from them by comparing?
local function is_mixed(place) return place.low and (place.table or place.has_floats) end

-- Fields and elements that some tables lack may be nil. In short lists each place has its own kind.
local function settle(place, path)
  local seen = place.table
  table.sort(place.atoms, function(a, b) return literal(a) < literal(b) end)
  if is_mixed(place) then refuse("%s is now an integer, now a %s", path, seen and "table" or "float") end
  if not seen then return end
  if seen.longest <= FEW and seen.least == seen.longest and not seen.holes and is_mixed(seen.element) then
    for i = 1, seen.longest do
      seen.fields[i], seen.names[#seen.names + 1], seen.each[i].times = seen.each[i], i, seen.count
    end
    seen.apart, seen.longest = seen.longest, 0
  end
  table.sort(seen.names, function(a, b)
    if type(a) ~= type(b) then return type(a) == "number" end
    return a < b
  end)
  for _, name in ipairs(seen.names) do
    local field = seen.fields[name]
    if field.times < seen.count then see_atom(field, nil, path) end
    settle(field, path_of(path, name))
  end
  if seen.longest == 0 then return end
  if seen.holes or seen.least < seen.longest then see_atom(seen.element, nil, path) end
  settle(seen.element, path .. "[]")
end

-- The position that a number stands for, whatever their order is: rules may go through a table by `pairs`.
local function choose(list, number)
  local images, of = {}, {}
  for i, position in ipairs(list) do
    images[i] = tostring(image.of(position))
    of[images[i]] = position
  end
  table.sort(images)
  return of[images[number % #images + 1]]
end

-- Rules with one board may keep a part of the position elsewhere, as whose turn it is in a variable: then positions with equal
-- boards may differ.

-- An image of a value of the rules, without the board, functions and libraries: of a table, without those that are its fields.
local function image_beside(value, board)
  if type(value) ~= "table" then return type(value) == "function" and "" or image.of(value) end
  local rest = {}
  for name, field in next, value do
    local is_skipped = type(field) == "function" or field == board or field == value or reach.is_library(field)
    if not is_skipped then rest[name] = field end
  end
  return image.of(rest)
end

-- Returns a function that names the variable of the rules that has changed since; nil: none has.
local function watch(of)
  local held, board = {}, of.start
  local functions, envs = reach.functions(of.mutable.rules)
  local function add(name, read)
    if read() ~= board then held[#held + 1] = { name = name, read = read, image = image_beside(read(), board) } end
  end
  for env in pairs(envs) do add("_ENV", function() return env end) end
  for _, f in ipairs(functions) do
    for n = 1, math.huge do
      local name = getupvalue(f, n)
      if name == nil then break end
      if name ~= "_ENV" then add(name, function() return (select(2, getupvalue(f, n))) end) end
    end
  end
  return function()
    for _, one in ipairs(held) do
      if image_beside(one.read(), board) ~= one.image then return one.name end
    end
  end
end

-- Games that are played at random, always the same ones, and all moves on the way.
local function look_at(of, place, changed)
  local _ <close> = of.mutable and not of.mutable.held and of.mutable:hold() or nil
  local asked = { algorithm = "successors", native = false, depth = math.huge, nodes = MOST_SUCCESSORS }
  local random, steps, deadline, met = 1, 0, core.clock() + SECONDS, { [of.start] = true }
  for _ = 1, GAMES do
    local position = of.start
    for _ = 1, PLIES do
      asked.position, asked.time = position, math.max(deadline - core.clock(), 1e-3)
      local found = core.search(of, asked)
      if found.stopped == "interrupted" then error(found.stopped, 0) end
      local list = found.line
      for _, child in ipairs(list) do
        if not met[child] then see(place, of.mutable and of.mutable:go(child) or child, "a position", 1) end
        met[child] = true
      end
      local outside = changed and #list > 0 and steps % APART == 0 and changed()
      if outside then refuse("the variable '%s' of the rules, which is not on the board, changes with moves", outside) end
      steps = (found.stopped or core.clock() > deadline) and STEPS or steps + 1
      if #list == 0 or steps >= STEPS then break end
      random = (random * 1103515245 + 12345) & 0x7fffffff
      position = choose(list, random >> 8)
    end
    if steps >= STEPS then break end
  end
end

-- Radices. A leaf has room for more than was seen: `room` says how much more.

local rooms = {
  { scalar = function(low, high) return math.min(low, -32768), math.max(high, 32767) end,
    cell = function(low, high) return 2 * low - high - 1, 2 * high - low + 1 end },
  { scalar = function(low, high) return 2 * low - high - 8, 2 * high - low + 8 end,
    cell = function(low, high) return low - 1, high + 1 end },
  { scalar = function(low, high) return low, high end, cell = function(low, high) return low, high end },
}

local function times(a, b) return a and b and a <= MOST // b and a * b or nil end

local radix

local function radix_of_table(seen, room)
  local all = 1
  for _, name in ipairs(seen.names) do all = times(all, radix(seen.fields[name], room, "scalar")) end
  local each = seen.longest > 0 and radix(seen.element, room, "cell")
  for _ = 1, seen.longest do all = times(all, each) end
  return all
end

-- Is a place one of integers that may be any, as the bits of a board?
local function is_wide(place) return place.low and math.max(math.abs(place.low // 2), math.abs(place.high // 2)) >= WIDE end

local function integers(place, room, kind)
  if not place.low then return 0, -1 end
  if is_wide(place) then return nil end
  return room[kind](place.low, place.high)
end

-- In how many ways a place can be filled; nil: in more than a word can tell apart.
function radix(place, room, kind)
  local inner = place.table and radix_of_table(place.table, room)
  local low, high = integers(place, room, kind)
  if not low or place.table and not inner then return nil end
  return #place.atoms + high - low + 1 + (inner or 0)
end

-- Writing. `w` has the lines, `strict`: is each key of each table to be looked at, and each type?

local function put(w, format, ...) w.lines[#w.lines + 1] = format:format(...) end

local function reading(t, key) return ("%s[%q]"):format(t, key) end

local write

-- Refuses, in a strict function, tables with other keys than those that are read, and with a metatable.
local function write_count(w, seen, v)
  if not w.strict then return end
  put(w, "if getmetatable(%s) ~= nil then return nil end local n = 0 for _ in next, %s do n = n + 1 end", v, v)
  for _, name in ipairs(seen.names) do put(w, "if %s ~= nil then n = n - 1 end", reading(v, name)) end
  if seen.longest > 0 then put(w, "for i = 1, %d do if %s[i] ~= nil then n = n - 1 end end", seen.longest, v) end
  put(w, "if n ~= 0 then return nil end")
end

local function write_length(w, seen, v)
  if w.strict then return end
  put(w, "if #%s > %d then return nil end", v, seen.apart or seen.longest)
  for _, name in ipairs(seen.others) do put(w, "if %s ~= nil then return nil end", reading(v, name)) end
end

-- The digits of a table that fits into one word go to k.
local function write_table(w, seen, v, k, depth)
  write_count(w, seen, v)
  write_length(w, seen, v)
  put(w, "%s = 0", k)
  local inner = "k" .. depth + 1
  for _, name in ipairs(seen.names) do
    local place = seen.fields[name]
    put(w, "do")
    write(w, place, reading(v, name), inner, depth + 1, "scalar")
    put(w, "%s = %s * %d + %s end", k, k, radix(place, w.room, "scalar"), inner)
  end
  if seen.longest == 0 then return end
  put(w, "for i%d = 1, %d do", depth, seen.longest)
  write(w, seen.element, ("%s[i%d]"):format(v, depth), inner, depth + 1, "cell")
  put(w, "%s = %s * %d + %s", k, k, radix(seen.element, w.room, "cell"), inner)
  put(w, "end")
end

-- The digit of a place goes to k: a number below its radix.
function write(w, place, from, k, depth, kind)
  local v, low, high = "v" .. depth, integers(place, w.room, kind)
  put(w, "local %s do local %s = %s", k, v, from)
  local otherwise = "if"
  for i, atom in ipairs(place.atoms) do
    local more = w.strict and math.type(atom) and (" and math.type(%s) == \"float\""):format(v) or ""
    if atom == 0 then more = more .. (" and 1 / %s > 0"):format(v) end          -- -0.0 is another number
    put(w, "%s %s == %s%s then %s = %d", otherwise, v, literal(atom), more, k, i - 1)
    otherwise = "elseif"
  end
  if place.low then
    local type_of = w.strict and ("math.type(%s) == \"integer\" and "):format(v) or ""
    put(w, "%s %s%s >= %d and %s <= %d then %s = %s - %d", otherwise, type_of, v, low, v, high, k, v, low - #place.atoms)
    otherwise = "elseif"
  end
  if place.table then
    if w.strict then put(w, "%s type(%s) == \"table\" then", otherwise, v)
    else put(w, otherwise == "if" and "if true then" or "else") end
    write_table(w, place.table, v, k, depth)
    if #place.atoms > 0 then put(w, "%s = %s + %d", k, k, #place.atoms) end
  end
  if place.table and not w.strict then put(w, "end end") else put(w, "else return nil end end") end
end

-- A digit is added to the word that is being filled, or to the next.
local function add(w, all, k)
  if not times(w.filled, all) then w.words, w.filled = w.words + 1, 1 end
  w.filled = w.filled * all
  put(w, "w%d = w%d * %d + %s", w.words, w.words, all, k)
end

-- A wide integer: 64 bits in three digits.
local function add_wide(w, from)
  put(w, "do local v = %s", from)
  if w.strict then put(w, "if math.type(v) ~= \"integer\" then return nil end") end
  add(w, 1 << 31, "(v & 0x7fffffff)")
  add(w, 1 << 31, "(v >> 31 & 0x7fffffff)")
  add(w, 4, "(v >> 62)")
  put(w, "end")
end

local write_apart

local function write_list_apart(w, seen, v, depth)
  local all, at, k = radix(seen.element, w.room, "cell"), 1, "k" .. depth + 1
  while at <= seen.longest and not w.full do
    if not all then
      put(w, "do local e%d = %s[%d]", depth, v, at)
      write_apart(w, seen.element, ("e%d"):format(depth), depth + 1, "cell")
      put(w, "end")
      at = at + 1
    else
      if not times(w.filled, all) then w.words, w.filled = w.words + 1, 1 end
      local last = at
      w.filled = w.filled * all
      while last < seen.longest and times(w.filled, all) do last, w.filled = last + 1, w.filled * all end
      put(w, "for i%d = %d, %d do", depth, at, last)
      write(w, seen.element, ("%s[i%d]"):format(v, depth), k, depth + 1, "cell")
      put(w, "w%d = w%d * %d + %s end", w.words, w.words, all, k)
      at = last + 1
    end
  end
end

-- The digits of a place that is always there, to as many words as it takes.
function write_apart(w, place, from, depth, kind)
  local seen = place.table
  if not seen and #place.atoms == 0 and is_wide(place) then return add_wide(w, from) end
  if not seen or #place.atoms > 0 then
    local k, all = "k" .. depth, radix(place, w.room, kind)
    if not all then
      w.full = true
      return
    end
    put(w, "do")
    write(w, place, from, k, depth, kind)
    add(w, all, k)
    put(w, "end")
    return
  end
  local v = "v" .. depth
  put(w, "do local %s = %s", v, from)
  if w.strict then put(w, "if type(%s) ~= \"table\" then return nil end", v) end
  write_count(w, seen, v)
  write_length(w, seen, v)
  for _, name in ipairs(seen.names) do write_apart(w, seen.fields[name], reading(v, name), depth + 1, "scalar") end
  write_list_apart(w, seen, v, depth)
  put(w, "end")
end

-- The text of the function; nil: it has too many words.
local function text_of(place, room, strict)
  local w = { lines = {}, room = room, strict = strict, words = 1, filled = 1 }
  write_apart(w, place, "p", 1, "scalar")
  if w.full or w.words > MOST_WORDS then return nil end
  local names = {}
  for i = 1, w.words do names[i] = "w" .. i end
  local list = table.concat(names, ", ")
  local zeros = ("0, "):rep(w.words - 1) .. "0"
  return ("local %s = %s\n%s\nreturn %s"):format(list, zeros, table.concat(w.lines, "\n"), list), w.words
end

local function function_of(text, strict)
  local head = strict and "local next, type, math, getmetatable = ...\n" or ""
  return assert(load(head .. "return function(p)\n" .. text .. "\nend", "=key"))(next, type, math, getmetatable)
end

--- The function of a key for the compiler.
function keys.reading(made) return function_of((text_of(made.place, made.room))) end

local function make(of)
  local place = new_place()
  see(place, of.start, "start", 1)
  local before = not of.mutable and intact.note(of, of.start) or nil
  local ok, _, wrong = raised.call(look_at, of, place, of.mutable and watch(of))
  intact.hold(of, of.start, before)
  if not ok then
    raised.pass_on(wrong)
    if is_refusal(wrong) then error(wrong, 0) end       -- else what was seen until a rule failed must do
  end
  settle(place, "a position")
  for _, room in ipairs(rooms) do
    local text, count = text_of(place, room, true)
    if text then
      local made = { ask = function_of(text, true), words = count, place = place, room = room, text = text }
      made.read = keys.reading(made)
      return made
    end
  end
  refuse("there is more to a position than %d bits can tell apart", 62 * MOST_WORDS)
end

local of_rules = setmetatable({}, { __mode = "k" })     -- function of rules -> what was made for them, and for which start

-- The rules that a game was made of: of those with a board their own, for the functions of the game are new ones.
local function source_of(of) return of.mutable and of.mutable.rules or of end

-- What was made for a game of the same rules.
local function found(of)
  local rules = source_of(of)
  local before = of_rules[rules.evaluate]
  local same = before and (before.board == of.start or before.start == image.of(of.start))
  for _, name in ipairs { "successors", "next", "play", "undo" } do same = same and before[name] == rules[name] end
  return same and before or nil
end

-- Gives a game what was made. Its positions may be paths to what its board is then.
local function give(of, made, why)
  if made and of.mutable then made = tables.copy(made, { ask = of.mutable:asking(made.ask) }) end
  of.made, of.unmade = made, why
  return made, why
end

--- The key that gts makes for a game whose positions are tables: its field `made`, once it was asked for.
-- @treturn[1] table `ask`: a function of a position, which gives as many integers as `words` says, or nil where the position does
-- not fit; `text`: it as text; `read`: the same for the compiler; `place`: what was seen, and `room`: how much more there is room
-- for
-- @return[2] nil
-- @treturn[2] string|nil why there is none, as "start.f is a function"
function keys.of(of)
  if of.made or of.unmade then return of.made, of.unmade end
  if of.key or of.tree or type(of.start) ~= "table" or (of.words or 1) > 1 then return nil end
  local before = found(of)
  if before then return give(of, before.made, before.unmade) end
  of.unmade = "it is being made"
  local start = image.of(of.start)
  local ok, key = pcall(make, of)
  of.unmade = nil
  if not ok and not is_refusal(key) then error(key, 0) end
  local rules, made, why = source_of(of), ok and key or nil, not ok and key.why or nil
  of_rules[rules.evaluate] = { successors = rules.successors, next = rules.next, play = rules.play, undo = rules.undo,
    start = start, board = of.mutable and of.start, made = made, unmade = why }
  return give(of, made, why)
end

--- A fingerprint of a game with the key that gts makes for it and its own: what is stored by keys is good for these only.
function keys.identity(of, is)
  local made = keys.of(of)
  return made and core.hash(is .. made.text) or is
end

--- A text that is equal for equal positions of a game for which gts makes keys, and for no others; nil for other games.
function keys.text(of, position)
  if not keys.of(of) then return nil end
  return of.mutable and of.mutable:asking(image.of)(position) or image.of(position)
end

return keys
