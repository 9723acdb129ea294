--- Keys for tables without rules.key: equal for positions equal field by field, or images by rules.symmetries, and no others.
--
-- From what positions look like (gts.rules.sample) a function is written that packs a position into one to four integers, as
-- digits of a number whose radix changes from place to place, with room for more than was seen. A position that does not fit has
-- no key: to a search it is new, and retrograde analysis refuses it. The same rules give the same function in every process.
--
-- In Lua it looks at every key of every table; for the compiler, which knows the fields of tables, it only reads them. With
-- symmetries it packs all images, and gives the least.

local ask = require "gts.rules.ask"
local core = require "gts.core"
local image = require "gts.rules.image"
local sample = require "gts.rules.sample"
local tables = require "gts.base.tables"

local keys = {}

-- Taken here: confined rules have no `debug` later, and rules may change libraries.
local getmetatable, pack, unpack = debug.getmetatable, string.pack, string.unpack

local MOST_WORDS = 4            -- of a key
local MOST <const> = 1 << 62    -- the radix of a word is no greater

-- Radices. A place has room for more than was seen; `room`: other integers, longer strings, other letters. Large integers may be
-- sets of bits, of which the uppermost are rare.

local function beyond(n) return math.abs(n) < 1 << 11 and n or 16 * n end

local rooms = {
  { scalar = function(low, high) return math.min(beyond(low), -32768), math.max(beyond(high), 32767) end,
    cell = function(low, high) return math.min(beyond(low), 2 * low - high - 1), math.max(beyond(high), 2 * high - low + 1) end,
    longer = 2, others = true },
  { scalar = function(low, high) return 2 * low - high - 8, 2 * high - low + 8 end,
    cell = function(low, high) return low - 1, high + 1 end, longer = 1.2 },
  { scalar = function(low, high) return low, high end, cell = function(low, high) return low, high end, longer = 1 },
}

--- The bits of a float.
function keys.bits(x) return (unpack("j", pack("n", x))) end
local function times(a, b) return a and b and a <= MOST // b and a * b or nil end

-- The integers for which a place has room.
local function integers(place, room, kind)
  if place.low then return room[kind](place.low, place.high) else return 0, -1 end
end

-- The radix of the first digit of a place: a number for each atom, for each integer that has room, and for each kind of others.
local function radix_of_first(place, room, kind)
  local low, high = integers(place, room, kind)
  return #place.atoms + high - low + 1 + #place.rests
end

-- Of strings of a place: the digit of each byte, or -1, as a list in Lua that begins with byte 0; their radix; and how many bytes
-- there may be. Strings that are all equally long stay so; else 0 says that a string has ended.
local function text_digits(text, room)
  local is_fixed, digits = text.least == text.longest, {}
  local radix = is_fixed and 0 or 1
  local function is_known(byte)
    local c = string.char(byte)
    local like = room.others and (c:find "%d" and "0123456789" or c:find "[A-Za-z]" and c:lower() .. c:upper()) or c
    return tables.any({ like:byte(1, -1) }, function(one) return text.bytes[one] end)
  end
  for byte = 0, 255 do
    digits[byte + 1] = is_known(byte) and radix or -1
    radix = math.max(radix, digits[byte + 1] + 1)
  end
  return "{ " .. table.concat(digits, ", ") .. " }", radix, is_fixed and text.longest or math.floor(text.longest * room.longer)
end

-- The product of the radices of a place and of its table, whose digits follow; nil: it is too large for a word.
local function radix(place, room, kind)
  local all, of = radix_of_first(place, room, kind), place.table or { names = {}, longest = 0 }
  for _, name in ipairs(of.names) do all = times(all, radix(of.fields[name], room, "scalar")) end
  local each = of.longest > 0 and radix(of.element, room, "cell")
  for _ = 1, of.longest do all = times(all, each) end
  if place.text then
    local _, of_byte, longest = text_digits(place.text, room)
    for _ = 1, longest do all = times(all, of_byte) end
  end
  return not tables.any(place.rests, function(rest) return rest == "floats" or rest == "wide" end) and all or nil
end

-- Writing. `w` has the lines; `words`, the number of the word that is being filled; `filled`, the product of the radices of each;
-- `strict`: is each key of each table to be looked at, and each type? `imaged`: is it an image that is read?

local function put(w, format, ...) w.lines[#w.lines + 1] = format:format(...) end
local function reading(t, key) return ("%s[%q]"):format(t, key) end

-- Room for a digit: in the word that is being filled, or the next.
local function make_room(w, all)
  if not times(w.filled[w.words], all) then w.words, w.filled[w.words + 1] = w.words + 1, 1 end
end

local function add(w, all, digit)
  make_room(w, all)
  w.filled[w.words] = w.filled[w.words] * all
  put(w, "w%d = w%d * %d + %s", w.words, w.words, all, digit)
end

-- Conditions that what is in a variable is of a kind.
local tests = { table = 'type(%s) == "table"', text = 'type(%s) == "string"', wide = 'math.type(%s) == "integer"',
  floats = 'math.type(%s) == "float" and %s == %s' }

-- The first digit of what is in the variable `v` goes to `k`. Pieces of other kinds are the last ones.
local function write_first(w, place, v, k, low, high)
  local branch = "if"
  local function case(condition, digit)
    put(w, "%s %s then %s = %s", branch, condition, k, digit)
    branch = "elseif"
  end
  put(w, "local %s", k)
  for i, atom in ipairs(place.atoms) do
    local is_sure = not math.type(atom) or not w.strict and not place.low and #place.rests == 0
    local more = is_sure and "" or (" and math.type(%s) == \"float\""):format(v)
    if atom == 0 then more = more .. (" and 1 / %s > 0"):format(v) end          -- -0.0 is another number
    case(("%s == %s%s"):format(v, sample.literal(atom), more), i - 1)
  end
  if place.low then
    local is_mixed = #place.atoms + #place.rests > 0
    local type_of = (w.strict or is_mixed) and ("math.type(%s) == \"integer\" and "):format(v) or ""
    -- The compiler refuses to compare what may be a string.
    local n = not w.strict and is_mixed and ("math.floor(%s)"):format(v) or v
    case(("%s%s >= %d and %s <= %d"):format(type_of, n, low, n, high), ("%s - %d"):format(n, low - #place.atoms))
  end
  local first, only = #place.atoms + high - low, not w.strict and #place.rests == 1 and place.rests[1]
  if first == -1 and (only == "table" or only == "wide") then return put(w, "%s = 0", k) end      -- as the compiler knows
  for i, rest in ipairs(place.rests) do case(tests[rest]:format(v, v, v), first + i) end
  put(w, "else return nil end")
end

-- 64 bits in two or three digits, of which the first fills the word.
local function write_wide(w, v)
  local left = 64
  while left > 0 do
    local bits = math.min(left, 62)
    while bits > 0 and not times(w.filled[w.words], 1 << bits) do bits = bits - 1 end
    if bits == 0 then bits = math.min(left, 62) end
    add(w, 1 << bits, ("(%s >> %d & %d)"):format(v, 64 - left, (1 << bits) - 1))
    left = left - bits
  end
end

-- Refuses tables with other keys than those that are read, and with another metatable; what the compiler knows cannot be.
local function write_count(w, of, v)
  if w.strict then
    w.metatables[#w.metatables + 1] = of.metatable or false
    put(w, "if getmetatable(%s) ~= (metatables[%d] or nil) then return nil end local n = 0 for _ in next, %s do n = n + 1 end", v,
      #w.metatables, v)
    for _, name in ipairs(of.names) do put(w, "if %s ~= nil then n = n - 1 end", reading(v, name)) end
    if of.longest > 0 then put(w, "for i = 1, %d do if %s[i] ~= nil then n = n - 1 end end", of.longest, v) end
    put(w, "if n ~= 0 then return nil end")
  else
    put(w, "if #%s > %d then return nil end", v, of.apart or of.longest)
    for _, name in ipairs(of.others) do put(w, "if %s ~= nil then return nil end", reading(v, name)) end
  end
end

-- Element `i` of a list. In an image, a board has another element there, and a row of a board an element of any row.
local function element_at(w, of, v, i)
  local board = w.imaged and of.board
  if not board then return ("%s[%s]"):format(v, i) end
  if board.columns then
    w.rows, w.row = v, i
    return ("%s[%s]"):format(v, i)
  end
  if not board.is_row then return ("%s[image[at + %s]]"):format(v, i) end
  put(w, "local from = image[at + (%s - 1) * %d + %s] - 1", w.row, board.size, i)
  return ("%s[from // %d + 1][from %% %d + 1]"):format(w.rows, board.size, board.size)
end

local write

-- Writes as many digits of the radix `all` as a list or a string may have: those that fit into one word in a loop, with the lines
-- that `inside` writes. Without a radix each is written by itself.
local function write_each(w, all, longest, i, inside)
  local at = 1
  while at <= longest and w.words <= MOST_WORDS do
    local last, filled = at, nil
    if all then
      make_room(w, all)
      filled = w.filled[w.words] * all
      while last < longest and times(filled, all) do last, filled = last + 1, filled * all end
      w.filled[w.words] = 1
    end
    put(w, "for %s = %d, %d do", i, at, last)
    inside()
    put(w, "end")
    w.filled[w.words] = filled or w.filled[w.words]
    at = last + 1
  end
end

local function write_list(w, of, v, depth)
  local i = "i" .. depth
  write_each(w, radix(of.element, w.room, "cell"), of.longest, i, function()
    write(w, of.element, element_at(w, of, v, i), "cell", depth + 1)
  end)
end

-- The digits of what is of one of the kinds of a place.
local writing = {}

writing.wide = write_wide

function writing.floats(w, v) write_wide(w, ("bits(%s)"):format(v)) end

function writing.text(w, v, place, depth)
  local i, digits, all, longest = "i" .. depth, text_digits(place.text, w.room)
  put(w, "if #%s %s %d then return nil end", v, place.text.least < longest and ">" or "~=", longest)
  w.digits[digits] = w.digits[digits] or #w.digits + 1
  w.digits[w.digits[digits]] = digits
  write_each(w, all, longest, i, function()
    put(w, "local k = 0 if %s <= #%s then k = digits[%d][byte(%s, %s) + 1] if k < 0 then return nil end end", i, v,
      w.digits[digits], v, i)
    add(w, all, "k")
  end)
end

function writing.table(w, v, place, depth)
  local of = place.table
  write_count(w, of, v)
  for _, name in ipairs(of.names) do write(w, of.fields[name], reading(v, name), "scalar", depth + 1) end
  if of.longest > 0 then write_list(w, of, v, depth) end
end

-- The digits of a place. A table or text that is not there, or the bits of a number, has zeros.
function write(w, place, from, kind, depth)
  local v, k = "v" .. depth, "k" .. depth
  local low, high = integers(place, w.room, kind)
  local all = radix_of_first(place, w.room, kind)
  put(w, "do local %s = %s", v, from)
  write_first(w, place, v, k, low, high)
  if all > 1 then add(w, all, k) end
  for i, rest in ipairs(place.rests) do
    local word, filled = w.words, w.filled[w.words]
    if all > 1 then put(w, "if %s == %d then", k, all - #place.rests + i - 1) end
    writing[rest](w, v, place, depth)
    if all > 1 then put(w, "else w%d = w%d * %d end", word, word, w.filled[word] // filled) end
  end
  put(w, "end")
end

-- The lines that pack the position p; and into how many words, or nil: into too many.
local function lines_of(made, strict, imaged)
  local w = { lines = {}, words = 1, filled = { 1 }, room = made.room, strict = strict, imaged = imaged, digits = made.digits,
    metatables = made.metatables }
  write(w, made.place, "p", "scalar", 1)
  return table.concat(w.lines, "\n"), w.words <= MOST_WORDS and w.words or nil
end

-- The text of the function, from the words of its own on; nil: it has too many words.
local function text_of(made, strict)
  made.digits, made.metatables = {}, {}
  local lines, count = lines_of(made, strict)
  if not count then return nil end
  local words, zeros, images = ask.names("w", count), ("0, "):rep(count - 1) .. "0", made.images
  local text = { "return function(p)", ("local %s = %s"):format(words, zeros), lines, ("return %s end"):format(words) }
  if images and images.reversed then text[1] = text[1] .. " if player(p) == \"min\" then p = reversed(p) end" end
  if images and #images.group > 1 then
    local cells, best = {}, ask.names("b", count)
    for i = 2, #images.group do table.move(images.group[i], 1, images.cells, #cells + 1, cells) end
    text[1] = ("local image = { %s }\n%s"):format(table.concat(cells, ", "), text[1])
    text[4] = ("local %s = %s\nfor at = 0, %d, %d do %s = %s"):format(best, words, #cells - 1, images.cells, words, zeros)
    text[5] = lines_of(made, false, true)
    text[6] = ("if %s then %s = %s end\nend\nreturn %s end"):format(ask.is_less("w", "b", count), best, words, best)
  end
  if #made.digits > 0 then text[1] = ("local digits = { %s }\n%s"):format(table.concat(made.digits, ",\n"), text[1]) end
  return table.concat(text, "\n"), count
end

local function function_of(made, text)
  local images = made.images or {}
  return assert(load("local next, type, math, byte, bits, getmetatable, metatables, player, reversed = ...\n" .. text, "=key"))(
    next, type, math, string.byte, keys.bits, getmetatable, made.metatables, images.player, images.reversed)
end

--- The function of a key for the compiler.
function keys.reading(made) return function_of(made, (text_of(made))) end

local function make(of)
  local images = of.images
  images = images and images.kind == "table" and of.symmetries.key ~= false and tables.copy(images, { player = of.player }) or nil
  local reversed = images and images.reversed
  local place = sample.look(of, images and images.boards or {}, reversed and function(p)
    return of.player(p) == "min" and reversed(p) or p
  end or function(p) return p end)
  for _, room in ipairs(rooms) do
    local made = { place = place, room = room, images = images }
    made.text, made.words = text_of(made, true)
    if made.text then
      made.ask, made.read = function_of(made, made.text), keys.reading(made)
      return made
    end
  end
  sample.refuse("there is more to a position than %d bits can tell apart", 62 * MOST_WORDS)
end

local of_rules = setmetatable({}, { __mode = "k" })     -- function of rules -> what was made for them, and for which start

-- Functions of the rules on which a key depends; and on what stands in their symmetries.
local FIELDS = { "successors", "next", "moves", "play", "undo", "player", "terminal" }

-- Gives a game what was made. Its positions may be paths to what its board is then.
local function give(of, made, why)
  if made and of.mutable then made = tables.copy(made, { ask = of.mutable:asking(made.ask) }) end
  of.made, of.unmade, of.reverses = made, why, of.reverses or made and made.images and made.images.reversed and true
  return made, why
end

--- The key that gts makes for a game whose positions are tables: its field `made`, once it was asked for. Returns `ask`, a
-- function of a position, which gives as many integers as `words`, or nil where the position does not fit; `text`, it as text;
-- `read`, the same for the compiler; `place`, what was seen; `room`; `images`, its symmetries; or nil and why there is none.
function keys.of(of)
  if of.made or of.unmade then return of.made, of.unmade end
  if of.key or of.tree or type(of.start) ~= "table" or (of.words or 1) > 1 then return nil end
  local rules = of.mutable and of.mutable.rules or of   -- with a board their own, for the functions of the game are new ones
  local before = of_rules[rules.evaluate]
  local same = before and (before.board == of.start or before.start == image.of(of.start))
  for _, name in ipairs(FIELDS) do same = same and before[name] == rules[name] end
  if same and before.symmetries == image.of(rules.symmetries) then return give(of, before.made, before.unmade) end
  of.unmade = "it is being made"
  local start = image.of(of.start)
  local ok, key = pcall(make, of)
  of.unmade = nil
  local made, why = ok and key or nil, not ok and sample.refused(key) or nil
  if not ok and not why then error(key, 0) end
  of_rules[rules.evaluate] = { start = start, board = of.mutable and of.start, made = made, unmade = why,
    symmetries = image.of(rules.symmetries) }
  for _, name in ipairs(FIELDS) do of_rules[rules.evaluate][name] = rules[name] end
  return give(of, made, why)
end

--- A fingerprint of a game with the key that gts makes for it and its own: what is stored by keys is good for these only.
function keys.identity(of, is)
  local made = keys.of(of)
  return made and core.hash(is .. made.text) or is
end

return keys
