--- What positions look like that are tables, for the keys that gts makes: which fields there are, and what has stood in each, in
-- some games played at random, always the same ones.
--
-- Positions, values and instructions are counted, so that a busy machine sees the same. Seconds count only where a rule takes
-- milliseconds in functions that are not written in Lua. They are of the processor, or of the clock where nearly each call
-- waits: on a busy machine most calls do not.
--
-- A place is what stands in one field: `path`, which leads there, in what `root` names; `atoms`, a list of values that are
-- neither integers nor tables, and `seen`, how often; `low` and `high`, of integers; `rests`, the kinds that are too many
-- for these, and "table"; `text`, the `bytes` and lengths of strings, if that is one; `table`, of tables: `count` of them, their
-- `metatable`; `fields`, name -> place, in the order `names`; `element`, the place of all elements of the list, and `each`, of
-- elements of short lists; how long lists were; `others`, fields that only the compiler has found; `apart`: how long they are,
-- where elements are fields of their own; `board`, if it is one (see symmetry.read).

local core = require "gts.core"
local effort = require "gts.base.effort"
local guard = require "gts.base.guard"
local image = require "gts.rules.image"
local intact = require "gts.rules.intact"
local raised = require "gts.base.raised"
local reach = require "gts.rules.reach"
local words = require "gts.base.words"

local sample = {}

-- Taken here: confined rules have no `debug` later.
local getmetatable = debug.getmetatable

local GAMES, PLIES = 8, 100     -- that are looked at: games, of no more plies
local STEPS = 100               -- positions of them, and all successors of these
local VALUES = 5000             -- in these successors
local INSTRUCTIONS = 5000000    -- of the rules and for the look at what they give
local ENDLESS = 20000000        -- after which a rule is stopped
local SECONDS = 0.4             -- after which no other position is looked at
local WAIT, WAITING = 0.003, 0.9        -- seconds without the processor, in this part of three positions or more: rules wait
local MOST_SUCCESSORS = 1000    -- of a position
local APART = 7                 -- positions between two looks at what rules with a board have beside it
local DEEPEST = 6               -- tables within each other
local MOST_FIELDS = 100         -- of a table
local MOST_ELEMENTS = 1000      -- of its list
local FEW = 8                   -- elements of a list that are each looked at by themselves
local LONGEST_TEXT = 248        -- bytes of a string that is known by its characters
local MOST_ATOMS = 40           -- strings of one place that are each known by itself
local MOST_FLOATS = 8           -- and floats
local WIDE = 1 << 24            -- integers that differ by as much may be any

local Refusal = {}

--- Raises why there can be no key.
function sample.refuse(format, ...) error(setmetatable({ why = format:format(...) }, Refusal), 0) end

--- Returns why there can be no key, if an error says so, or nil.
function sample.refused(wrong) return rawequal(getmetatable(wrong), Refusal) and wrong.why or nil end
local function refuse(place, format, ...) sample.refuse("%s%s %s", place.root.name, place.path, format:format(...)) end
local function new_place(root, path) return { root = root, path = path, atoms = {}, seen = {}, known = {}, rests = {} } end

--- Returns the text of a path with one more key. All elements of a list have the same.
function sample.path(path, key)
  if math.type(key) == "integer" and key >= 1 then return path .. "[]" end
  if type(key) ~= "string" then return ("%s[%s]"):format(path, tostring(key)) end
  return path .. (key:find "^[%a_][%w_]*$" and "." .. key or ("[%q]"):format(key))
end

local function place_in(place, key) return new_place(place.root, sample.path(place.path, key)) end

local function new_table(place, metatable)
  return { count = 0, metatable = metatable, fields = {}, names = {}, others = {}, empty = {}, each = {},
    element = place_in(place, 1), board = place.root.boards[place.path], least = math.maxinteger, longest = 0 }
end

local NIL = {}                  -- stands for nil among atoms

-- Notes that a position has shown something; of many values only lengths and bytes of strings count.
local function note_news(place, value)
  if #place.atoms <= MOST_ATOMS + 1 then place.root.news = true end
  for _, key in ipairs(type(value) == "string" and { -#value, value:byte(1, LONGEST_TEXT) } or {}) do
    if not place.known[key] then place.root.news, place.known[key] = true, true end
  end
end

local function see_atom(place, value)
  local atom = value == nil and NIL or value
  if value == 0 and 1 / value < 0 then refuse(place, "is -0.0") end
  place.seen[atom] = (place.seen[atom] or 0) + 1
  if place.seen[atom] > 1 then return end
  place.atoms[#place.atoms + 1] = atom
  note_news(place, value)
end

local see

local function see_field(place, value, key, depth)
  local of = place.table
  if not of.fields[key] then
    if type(key) ~= "string" and math.type(key) ~= "integer" then refuse(place, "has the key %s", words.quote(key)) end
    if #of.names == MOST_FIELDS then refuse(place, "has more than %d fields", MOST_FIELDS) end
    of.fields[key], of.names[#of.names + 1] = place_in(place, key), key
    place.root.news = true
  end
  local field = of.fields[key]
  field.times = (field.times or 0) + 1
  return see(field, value, depth + 1)
end

-- Empty tables that stay the same from one position to others stand for something else than equal ones.
local function see_empty(place, t)
  local of = place.table
  of.empty[t] = (of.empty[t] or 0) + 1
  if of.empty[t] ~= 2 then return end
  if of.lasting then refuse(place, "holds empty tables that are not the same one") end
  of.lasting = true
end

-- Metamethods that run where tables are made, copied or measured, or hide what they hold.
local MISLEADING = { "__newindex", "__len", "__pairs", "__gc", "__mode", "__close", "__metatable" }

--- Returns why tables with a metatable cannot be taken by their fields; nil: they can. `field` reads a field of a table.
function sample.wrong_metatable(meta, field)
  for _, name in ipairs(MISLEADING) do
    if field(meta, name) ~= nil then return ("a metatable with %s"):format(name) end
  end
  for _ = 1, DEEPEST do
    local index = meta and field(meta, "__index")
    if index == nil then return nil end
    if type(index) ~= "table" then return "a metatable whose __index is no table" end
    for key in next, index do
      if type(key) == "number" then return "a metatable whose __index is a list" end
    end
    meta = getmetatable(index)
  end
  return "a metatable that inherits from many others"
end

local function see_table(place, t, depth)
  local of_t = getmetatable(t)
  place.table = place.table or new_table(place, of_t)
  local wrong = of_t ~= place.table.metatable and "not always the same metatable"
    or of_t ~= nil and sample.wrong_metatable(of_t, rawget)
  if wrong then refuse(place, "has %s", wrong) end
  if depth > DEEPEST then refuse(place, "has tables more than %d deep", DEEPEST) end
  local of, size, elements, values, is_short = place.table, 0, 0, 1, #t <= FEW
  of.count = of.count + 1
  if next(t) == nil and not place.root.is_given then see_empty(place, t) end
  for key, value in next, t do
    if math.type(key) == "integer" and key >= 1 then
      size, elements = math.max(size, key), elements + 1
      values = values + see(of.element, value, depth + 1)
      if is_short and key <= FEW then
        of.each[key] = of.each[key] or place_in(place, key)
        see(of.each[key], value, depth + 1)
      end
    else values = values + see_field(place, value, key, depth) end
  end
  if size > MOST_ELEMENTS then refuse(place, "has more than %d elements", MOST_ELEMENTS) end
  if elements < size and not of.holes or size < of.least or size > of.longest then place.root.news = true end
  if elements < size then of.holes = true end
  of.least, of.longest = math.min(of.least, size), math.max(of.longest, size)
  for _, name in ipairs(of.names) do
    local field = of.fields[name]
    if rawget(t, name) == nil and not field.lacked then place.root.news, field.lacked = true, true end
  end
  return values
end

-- Notes what stands in a place. Returns how many values that were.
function see(place, value, depth)
  local kind = math.type(value) or type(value)
  if kind == "table" then return see_table(place, value, depth) end
  if kind == "integer" then
    if not place.low or value < place.low or value > place.high then place.root.news = true end
    place.low, place.high = math.min(place.low or value, value), math.max(place.high or value, value)
  elseif kind == "string" or kind == "boolean" or kind == "float" and value == value then see_atom(place, value)
  else refuse(place, "is a %s", kind == "float" and "nan" or kind) end
  place.has_floats = place.has_floats or kind == "float"
  return 1
end

--- Returns an atom as Lua has it.
function sample.literal(atom) return rawequal(atom, NIL) and "nil" or ("%q"):format(atom) end

-- The lengths of strings, and the bytes in them.
local function text_of(place, list)
  local text = { least = math.huge, longest = 0, bytes = {} }
  for _, s in ipairs(list) do
    if #s > LONGEST_TEXT then refuse(place, "takes long strings, and more than %d", MOST_ATOMS) end
    text.least, text.longest = math.min(text.least, #s), math.max(text.longest, #s)
    for byte in s:gmatch "." do text.bytes[byte:byte()] = (text.bytes[byte:byte()] or 0) + 1 end
  end
  return text
end

-- Many strings are known by their characters, many floats by their bits, and so are integers that may be any.
local function settle_atoms(place)
  local of, rests = { string = {}, number = {}, rest = {} }, {}
  for _, atom in ipairs(place.atoms) do table.insert(of[type(atom)] or of.rest, atom) end
  if #of.string > MOST_ATOMS then place.text, rests[1], of.string = text_of(place, of.string), "text", {} end
  if #of.number > MOST_FLOATS then rests[#rests + 1], of.number = "floats", {} end
  if place.low and math.max(math.abs(place.low // 2), math.abs(place.high // 2)) >= WIDE then
    rests[#rests + 1], place.low = "wide", nil
  end
  if place.table then rests[#rests + 1] = "table" end
  place.atoms, place.rests = of.rest, rests
  for _, kind in ipairs { "number", "string" } do table.move(of[kind], 1, #of[kind], #place.atoms + 1, place.atoms) end
  table.sort(place.atoms, function(a, b) return sample.literal(a) < sample.literal(b) end)
end

-- Fields and elements that some tables lack may be nil. In short lists each place has its own kind.
local function settle(place)
  local of = place.table
  settle_atoms(place)
  if not of then return end
  if of.board and (of.holes or of.least < of.longest or of.longest ~= of.board.size) then
    refuse(place, "is a board of rules.symmetries, and has not always %d elements", of.board.size)
  end
  local element = of.element
  local is_mixed = element.low and (element.table or element.has_floats)
  if of.longest <= FEW and of.least == of.longest and not of.holes and not of.board and is_mixed then
    for i = 1, of.longest do of.fields[i], of.names[#of.names + 1], of.each[i].times = of.each[i], i, of.count end
    of.apart, of.longest = of.longest, 0
  end
  table.sort(of.names, function(a, b)
    if type(a) ~= type(b) then return type(a) == "number" end
    return a < b
  end)
  for _, name in ipairs(of.names) do
    local field = of.fields[name]
    if field.times < of.count then see_atom(field, nil) end
    settle(field)
  end
  if of.longest == 0 then return end
  if of.holes or of.least < of.longest then see_atom(element, nil) end
  settle(element)
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

-- Rules with one board may keep a part of the position elsewhere, as whose turn it is: then equal boards may differ.

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
    for n, name in reach.upvalues, f, 0 do
      if name ~= "_ENV" then add(name, function() return (select(3, reach.upvalues(f, n - 1))) end) end
    end
  end
  return function()
    for _, one in ipairs(held) do
      if image_beside(one.read(), board) ~= one.image then return one.name end
    end
  end
end

-- Games that are played at random, always the same ones, and all moves on the way. `as`: what of a position is looked at.
local function look_at(of, place, changed, as, budget)
  local _ <close> = of.mutable and not of.mutable.held and of.mutable:hold() or nil
  local asked = { algorithm = "successors", native = false, depth = math.huge, nodes = MOST_SUCCESSORS }
  local random, steps, values, met, waits = 1, 0, 0, { [of.start] = true }, 0
  local began, used_before = core.clock(), effort.processor()
  for _ = 1, GAMES do
    local position = of.start
    for _ = 1, PLIES do
      local passed, used = core.clock() - began, effort.processor() - used_before
      local is_late = passed > SECONDS and (used > SECONDS or waits > math.max(2, WAITING * steps))
      local is_long = budget.instructions - budget.left >= INSTRUCTIONS or is_late
      if steps >= STEPS or values >= VALUES or is_long then return end
      asked.position, steps = position, steps + 1
      local found = core.search(of, asked)
      if found.stopped == "interrupted" then error(found.stopped, 0) end
      if core.clock() - began - passed - (effort.processor() - used_before - used) > WAIT then waits = waits + 1 end
      local list = found.line
      for _, child in ipairs(list) do
        if not met[child] then values = values + see(place, as(of.mutable and of.mutable:go(child) or child), 1) end
        met[child] = true
      end
      local outside = changed and #list > 0 and steps % APART == 1 and changed()
      if outside then sample.refuse("the variable '%s' of the rules, which is not on the board, changes with moves", outside) end
      if found.stopped then return end
      if #list == 0 then break end
      random = (random * 1103515245 + 12345) & 0x7fffffff
      position = choose(list, random >> 8)
    end
  end
end

--- Looks at the positions of a game. `boards`: those on which symmetries act, by paths: see symmetry.read; `as`, a function of a
-- position, that which is looked at. Returns the place of positions. Raises sample.refused; "interrupted".
function sample.look(of, boards, as)
  local place = new_place({ name = "start", boards = boards }, "")
  see(place, of.start, 1)
  place.root.name = "a position"
  local before = not of.mutable and intact.note(of, of.start) or nil
  local budget = guard.budget(of.mutable and math.maxinteger or ENDLESS)        -- a board would be left in the middle of a move
  local ok, _, wrong = budget:call(look_at, of, place, of.mutable and watch(of), as, budget)
  intact.hold(of, of.start, before)
  if not ok then
    raised.pass_on(wrong)
    if sample.refused(wrong) then error(wrong, 0) end   -- else what was seen until a rule failed, or did not end, must do
  end
  settle(place)
  return place
end

--- Looks at given positions, and at no others. Returns the place of positions, and those which have shown something new.
function sample.of(list)
  local place, telling = new_place({ name = "a position", boards = {}, is_given = true }, ""), {}
  for _, position in ipairs(list) do
    place.root.news = false
    see(place, position, 1)
    if place.root.news then telling[#telling + 1] = position end
  end
  settle(place)
  return place, telling
end

return sample
