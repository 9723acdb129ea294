--- Positions that are tables or strings, packed into integers of which patterns of an evaluation see the bits. Examples of
-- positions say what there is to pack (gts.rules.sample): a number of some bits for each place in which more than one value was
-- seen. Values that were in no example are taken for the most frequent one, and integers beyond those seen for the nearest.

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

-- The most frequent values first: so patterns have few states.
local function by_count(values, counts)
  local list = table.move(values, 1, #values, 1, {})
  table.sort(list, function(a, b)
    if counts[a] ~= counts[b] then return counts[a] > counts[b] end
    return sample.literal(a) < sample.literal(b)
  end)
  return list
end

-- The cases of what is in the variable v: conditions and numbers; and how many numbers there are.
local function cases_of(place, v)
  local list = tables.map(by_count(place.atoms, place.seen), function(atom, i)
    return { ("%s == %s"):format(v, sample.literal(atom)), i - 1 }
  end)
  if not place.low or bits_of(place) then return list, #list end
  local shift, low, high = 0, place.low, place.high
  while high - low >> shift >= FINEST do shift = shift + 1 end
  local last, n = high - low >> shift, #list > 0 and ("math.floor(%s)"):format(v) or v  -- the compiler compares no strings
  local number = ("%d + (%s <= %d and 0 or %s >= %d and %d or %s - %d >> %d)"):format(#list, n, low, n, high, last, n, low, shift)
  list[#list + 1] = { ("math.type(%s) == \"integer\""):format(v), number }
  return list, #list + last
end

-- The cases of the bytes of a text; 0 is what stands behind the end of texts that are not all equally long.
local function cases_of_text(text)
  local ended = text.least < text.longest and 1 or 0
  local list = tables.map(by_count(tables.keys(text.bytes), text.bytes), function(value, i)
    return { "e == " .. value, i - 1 + ended }
  end)
  return list, #list + ended
end

-- Writing. `w` has the lines; `words`; `used`, bits of the last one; `blocks`: see packing.make.

local function put(w, format, ...) w.lines[#w.lines + 1] = format:format(...) end

-- Takes bits, side by side in a word. Returns their numbers, and their word and place.
local function take(w, bits)
  if w.used + bits > BITS then w.words, w.used = w.words + 1, 0 end
  local first = BITS * (w.words - 1) + w.used
  w.used = w.used + bits
  return tables.range(0, bits - 1, function(i) return first + i end), w.words, first % BITS
end

-- Notes that some cells are a block. Returns their bits.
local function add_block(w, cells, columns)
  if #cells > 0 then w.blocks[#w.blocks + 1] = { cells = cells, columns = columns } end
  return tables.flatten(cells, function(cell) return cell end)
end

-- Writes that k is the number of what is in a variable.
local function write_cases(w, cases)
  put(w, "local k = 0")
  for i, case in ipairs(cases) do put(w, "%s %s then k = %s", i == 1 and "if" or "elseif", case[1], case[2]) end
  put(w, "end")
end

-- Writes the first elements of a list or text, as many at a time as a word has room for. Returns their bits, cell by cell.
local function write_each(w, last, element, cases, count)
  local cells, bits = {}, width_of(count)
  while bits > 0 and #cells < last do
    local first = #cells + 1
    local ids, word, place = take(w, bits)
    cells[first] = ids
    for k = first + 1, math.min(last, first + (BITS - w.used) // bits) do cells[k] = take(w, bits) end
    put(w, "for i = %d, %d do\nlocal e = %s", first, #cells, element)
    write_cases(w, cases)
    put(w, "w%d = w%d | k << (i - %d) * %d + %d\nend", word, word, first, bits, place)
  end
  return cells
end

local write

-- Writes the elements of a list, which are a row of cells each, or a cell. Returns the cells, and how many a row has.
local function write_rows(w, of, v, depth)
  local cells, blocks, columns = {}, w.blocks, nil
  for i = 1, of.longest do
    w.blocks = {}
    local ids = write(w, of.element, ("%s[%d]"):format(v, i), depth + 1)
    local row = #w.blocks == 1 and w.blocks[1].cells or {}
    local is_row = #row > 1 and tables.sum(row, function(cell) return #cell end) == #ids
    columns = is_row and #row or columns
    table.move(is_row and row or { ids }, 1, is_row and #row or 1, #cells + 1, cells)
  end
  w.blocks = blocks
  return cells, columns
end

-- Each of these writes one of the kinds of values that a place has beside those with numbers. Returns their bits.
local writing = {}

function writing.table(w, of, v, depth)
  local element, names = of.element, table.move(of.names, 1, #of.names, 1, {})
  local is_set = of.longest > 0 and bits_of(element)
  for i = 1, is_set and of.longest or 0 do names[#names + 1] = i end
  local ids = tables.flatten(names, function(name)
    return write(w, of.fields[name] or element, ("%s[%q]"):format(v, name), depth + 1)
  end)
  if of.longest == 0 or is_set then return ids end
  local more
  if element.table or element.text then more = add_block(w, write_rows(w, of, v, depth))
  else more = add_block(w, write_each(w, of.longest, ("%s[i]"):format(v), cases_of(element, "e"))) end
  return table.move(more, 1, #more, #ids + 1, ids)
end

function writing.string(w, text, v)
  return add_block(w, write_each(w, text.longest, ("byte(%s, i)"):format(v), cases_of_text(text)))
end

function writing.integer(w, bits, v)
  local ids, word, at = take(w, bits)
  put(w, "w%d = w%d | (%s & %d) << %d", word, word, v, (1 << bits) - 1, at)
  return add_block(w, tables.map(ids, function(id) return { id } end))
end

-- Writes what stands in a place. Returns its bits.
function write(w, place, from, depth)
  local v, all = "v" .. depth, {}
  put(w, "do\nlocal %s = %s", v, from)
  local cases, count = cases_of(place, v)
  if count > 1 then
    local ids, word, at = take(w, width_of(count))
    write_cases(w, cases)
    put(w, "w%d = w%d | k << %d", word, word, at)
    all = add_block(w, { ids })
  end
  for _, kind in ipairs { "table", "string", "integer" } do
    local what = kind == "table" and place.table or kind == "string" and place.text or kind == "integer" and bits_of(place)
    if what then
      put(w, "if %stype(%s) == %q then", kind == "integer" and "math." or "", v, kind)
      local ids = writing[kind](w, what, v, depth)
      table.move(ids, 1, #ids, #all + 1, all)
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
  return { read = assert(load(text, "=cells", "t", {}))(byte, math, type), words = w.words, blocks = w.blocks }
end

--- Copies a position, or raises why it is none that can be packed.
function packing.copy(position)
  local bytes, wrong = wire.encode(position, wire.own)
  if not bytes then sample.refuse("a position %s", wrong) end
  return select(2, wire.decode(bytes, wire.own))
end

--- Finds how positions can be packed: see packing.make; with `examples`, the positions that are needed to make it.
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
