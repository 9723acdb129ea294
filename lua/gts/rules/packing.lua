--- Positions that are tables or strings, packed into integers of which patterns of an evaluation see the bits. Examples of
-- positions say what there is to pack (gts.rules.sample): a digit of some bits for each place in which more than one value was
-- seen. Values that were in no example are taken for the first one, and integers beyond those seen for the nearest.

local ask = require "gts.rules.ask"
local sample = require "gts.rules.sample"
local tables = require "gts.base.tables"
local wire = require "gts.base.wire"

local packing = {}

local load, byte, math, type = load, string.byte, math, type    -- confined rules may have put others in their place later

local BITS <const>, MOST_WORDS <const> = 64, 4  -- of a word; of a key
local SETS <const> = 256        -- integers from here on are sets of bits
local FINEST <const> = 16       -- values of an integer that have numbers of their own, at most
local PASSES <const> = 3        -- over positions, last ones first: these show the most

-- Writing. `w` has the lines; `words`; `used`, bits of the last one; `blocks`: see packing.make.

local function put(w, format, ...) w.lines[#w.lines + 1] = format:format(...) end

-- Takes bits, side by side in a word. Returns their numbers, and their word and place.
local function take(w, bits)
  if w.used + bits > BITS then w.words, w.used = w.words + 1, 0 end
  local first = BITS * (w.words - 1) + w.used
  w.used = w.used + bits
  return tables.range(0, bits - 1, function(i) return first + i end), w.words, first % BITS
end

local function add_block(w, cells, columns)
  if #cells > 0 then w.blocks[#w.blocks + 1] = { cells = cells, columns = columns } end
end

-- The most frequent values first: so patterns have few states.
local function by_count(values, counts)
  local list = table.move(values, 1, #values, 1, {})
  table.sort(list, function(a, b)
    if counts[a] ~= counts[b] then return counts[a] > counts[b] end
    return sample.literal(a) < sample.literal(b)
  end)
  return list
end

local function width_of(count)
  local bits = 0
  while 1 << bits < count do bits = bits + 1 end
  return bits
end

-- How many bits the integers of a place have, where they are sets of bits; nil where they are numbers, or there are none.
local function bits_of(place)
  if tables.any(place.rests, function(rest) return rest == "wide" end) then return BITS end
  return place.low and place.low >= 0 and place.high >= SETS and width_of(place.high + 1) or nil
end

-- The cases of what is in the variable v: conditions and numbers; and how many numbers there are.
local function cases_of(place, v)
  local list = tables.map(by_count(place.atoms, place.seen), function(atom, i) return { ("%s == %s"):format(v, sample.literal(atom)), i - 1 } end)
  if not place.low or bits_of(place) then return list, #list end
  local shift, low, high = 0, place.low, place.high
  while high - low >> shift >= FINEST do shift = shift + 1 end
  local last, n = high - low >> shift, #list > 0 and ("math.floor(%s)"):format(v) or v  -- the compiler compares no strings
  local number = ("%d + (%s <= %d and 0 or %s >= %d and %d or %s - %d >> %d)"):format(#list, n, low, n, high, last, n, low, shift)
  list[#list + 1] = { ("math.type(%s) == \"integer\""):format(v), number }
  return list, #list + last
end

-- Writes that k is the number of what is in a variable.
local function write_cases(w, cases)
  put(w, "local k = 0")
  for i, case in ipairs(cases) do put(w, "%s %s then k = %s", i == 1 and "if" or "elseif", case[1], case[2]) end
  put(w, "end")
end

-- Writes the elements 1 to `count` of a list or text, each of some bits, as many at a time as a word has room for. Returns
-- their bits, cell by cell.
local function write_each(w, count, bits, element, cases)
  local cells, i = {}, 1
  while bits > 0 and i <= count do
    local first = #cells + 1
    local ids, word, place = take(w, bits)
    cells[first] = ids
    for k = first + 1, math.min(count, first + (BITS - w.used) // bits) do cells[k] = take(w, bits) end
    put(w, "for i = %d, %d do\nlocal e = %s", first, #cells, element)
    write_cases(w, cases)
    put(w, "w%d = w%d | k << (i - %d) * %d + %d\nend", word, word, first, bits, place)
    i = #cells + 1
  end
  return cells
end

local write

local function write_text(w, text, v)
  local is_fixed, cases = text.least == text.longest, {}
  for _, value in ipairs(by_count(tables.keys(text.bytes), text.bytes)) do
    cases[#cases + 1] = { "e == " .. value, is_fixed and #cases or #cases + 1 }
  end
  return write_each(w, text.longest, width_of(#cases + (is_fixed and 0 or 1)), ("byte(%s, i)"):format(v), cases)
end

-- Writes the elements of a list, which are a row of cells each, or a cell.
local function write_rows(w, of, v, depth)
  local cells, blocks, columns = {}, w.blocks, nil
  for i = 1, of.longest do
    w.blocks = {}
    local ids = write(w, of.element, ("%s[%d]"):format(v, i), depth + 1)
    local row = #w.blocks == 1 and w.blocks[1].cells or {}
    if #row > 1 and tables.sum(row, function(cell) return #cell end) == #ids then
      columns = #row
      table.move(row, 1, #row, #cells + 1, cells)
    else cells[#cells + 1] = ids end
  end
  w.blocks = blocks
  return cells, columns
end

local function write_table(w, of, v, depth)
  local ids = {}
  local function add(cells, columns)
    add_block(w, cells, columns)
    for _, cell in ipairs(cells) do table.move(cell, 1, #cell, #ids + 1, ids) end
  end
  for _, name in ipairs(of.names) do
    local more = write(w, of.fields[name], ("%s[%q]"):format(v, name), depth + 1)
    table.move(more, 1, #more, #ids + 1, ids)
  end
  local element = of.element
  if of.longest == 0 then return ids end
  if bits_of(element) then
    for i = 1, of.longest do
      local more = write(w, element, ("%s[%d]"):format(v, i), depth + 1)
      table.move(more, 1, #more, #ids + 1, ids)
    end
  elseif element.table or element.text then add(write_rows(w, of, v, depth))
  else
    local cases, count = cases_of(element, "e")
    add(write_each(w, of.longest, width_of(count), ("%s[i]"):format(v), cases))
  end
  return ids
end

-- Writes what stands in a place. Returns its bits.
function write(w, place, from, depth)
  local v, all = "v" .. depth, {}
  put(w, "do\nlocal %s = %s", v, from)
  local cases, count = cases_of(place, v)
  local function add(cells)
    add_block(w, cells)
    for _, cell in ipairs(cells) do table.move(cell, 1, #cell, #all + 1, all) end
  end
  if count > 1 then
    local ids, word, at = take(w, width_of(count))
    write_cases(w, cases)
    put(w, "w%d = w%d | k << %d", word, word, at)
    add { ids }
  end
  local bits = bits_of(place)
  if bits then
    local ids, word, at = take(w, bits)
    put(w, "if math.type(%s) == \"integer\" then w%d = w%d | (%s & %d) << %d end", v, word, word, v, (1 << bits) - 1, at)
    add(tables.map(ids, function(id) return { id } end))
  end
  for _, rest in ipairs(place.rests) do
    if rest == "table" then
      put(w, "if type(%s) == \"table\" then", v)
      local ids = write_table(w, place.table, v, depth)
      table.move(ids, 1, #ids, #all + 1, all)
      put(w, "end")
    elseif rest == "text" then
      put(w, "if type(%s) == \"string\" then", v)
      add(write_text(w, place.text, v))
      put(w, "end")
    end
  end
  put(w, "end")
  return all
end

--- Makes the function that packs positions like some examples. Returns `read`, a function of a position, and `words`, how many
-- integers it gives; `blocks`, the cells that lists and texts have, and other places by themselves: cells, a list of the
-- numbers of bits (64 a word, from 0), and columns, where there are rows. Or nil, and why positions cannot be packed.
function packing.make(examples)
  local ok, place = pcall(sample.of, examples)
  if not ok then return nil, sample.refused(place) or error(place, 0) end
  local w = { lines = {}, words = 1, used = 0, blocks = {} }
  write(w, place, "p", 1)
  if w.words > MOST_WORDS then return nil, ("positions have more than %d bits"):format(BITS * MOST_WORDS) end
  if w.words == 1 and w.used == 0 then return nil, "no place of positions has had two values" end
  local names = ask.names("w", w.words)
  local text = ("local byte, math, type = ...\nreturn function(p)\nlocal %s = %s0\n%s\nreturn %s\nend"):format(names,
    ("0, "):rep(w.words - 1), table.concat(w.lines, "\n"), names)
  return { read = assert(load(text, "=cells", "t", {}))(byte, math, type), words = w.words, blocks = w.blocks, text = text }
end

--- Copies a position, or raises why it is none that can be packed.
function packing.copy(position)
  local bytes, wrong = wire.encode(position, wire.own)
  if not bytes then sample.refuse("a position %s", wrong) end
  return select(2, wire.decode(bytes, wire.own))
end

--- Finds how positions can be packed: see packing.make; with `examples`, those of the positions that are needed to make it.
function packing.find(positions)
  local examples = positions
  for _ = 1, PASSES do
    local ok, refused, telling = pcall(sample.of, examples)
    if not ok then return nil, sample.refused(refused) or error(refused, 0) end
    examples = tables.range(1, #telling, function(i) return telling[#telling + 1 - i] end)
  end
  examples = tables.map(examples, packing.copy)         -- as they are read from a file
  local made, wrong = packing.make(examples)
  if made then made.examples = examples end
  return made, wrong
end

return packing
