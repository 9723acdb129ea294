--- Symmetries of a board: the images of what identifies a position, and the key that all images share.
--
-- They act on the key of the rules, else on the position itself. A cell is a character of a string, by its number, some bits of
-- integers, or an element of a list in a table; what belongs to no cell stays where it is. The key is the least of the images,
-- made by gts.rules.keys for tables. It is exact, for symmetries are a group.
--
-- Colours may be reversed as well: `reversed` gives the position in which the players have changed sides, with the other one to
-- move; its value is the negative one. The key is then made of that of the two in which MAX is to move.

local ask = require "gts.rules.ask"
local bit_images = require "gts.rules.bit_images"
local image = require "gts.rules.image"
local keys = require "gts.rules.keys"
local permutations = require "gts.rules.permutations"
local sample = require "gts.rules.sample"
local schema = require "gts.base.schema"
local tables = require "gts.base.tables"
local words = require "gts.base.words"

local symmetry = {}

local BITS <const> = 64
local MOST_KEY_WORDS <const> = 4        -- of the engine
local DEEPEST <const> = 6       -- tables within each other

local fields = {
  { name = "columns", kind = schema.whole(1, 100) }, { name = "rows", kind = schema.whole(1, 100) },
  { name = "bits", kind = schema.callable, type = "fun(column: integer, row?: integer): integer, ..." },
  { name = "sets", kind = schema.whole(1, 16) }, { name = "key", kind = schema.flag, default = true },
  { name = "reversed", kind = schema.callable, type = "fun(position: any, ...): any, ..." },
}

--- The rows of its fields: name, kind, default.
symmetry.rows = fields

--- Returns `key` as the rules of a game have it, without symmetries, or nil.
function symmetry.own_key(of)
  local images = of.images
  if type(images) == "table" and images.group then return images.own end
  return of.key
end

local function misfit_of_reversed(rules)
  local range, cycle = rules.range, rules.cycle
  if rules.moves and rules.undo then return "goes with positions that are values: these rules have one board" end
  if rules.player == nil then return "needs rules.player" end
  if type(range) == "table" and tonumber(range[1]) and tonumber(range[2]) and range[1] + range[2] ~= 0 then
    return ("needs a range with 0 in the middle, and rules.range is {%s, %s}"):format(range[1], range[2])
  end
  if cycle ~= nil and cycle ~= 0 then return ("needs a rules.cycle of 0, and it is %s"):format(words.quote(cycle)) end
end

-- What symmetries act on: "text", "table", or "bits" of how many integers; nil and what is wrong.
local function read_kind(rules, given, cells)
  local count = math.type(rules.words) and math.tointeger(rules.words) or 1
  local key = symmetry.own_key(rules)
  local has_bits, is_table = given.bits ~= nil or given.sets ~= nil, count == 1 and type(rules.start) == "table"
  if is_table and not key and not has_bits then return "table", 1 end
  if cells == 0 then return "text", key and 1 or count end
  if key then return has_bits and "bits" or "text", 1 end
  if count > 1 then
    if has_bits then return "bits", count end
    return nil, "needs the field 'sets' or 'bits', for positions are several integers"
  end
  if math.type(rules.start) == "integer" then return "bits", 1 end
  if type(rules.start) ~= "string" and not is_table then
    return nil, "needs rules.key, with a character for each cell, or bits"
  end
  if has_bits then
    return nil, ("has a field for bits of integers, and positions are %s"):format(is_table and "tables" or "strings")
  end
  return "text", 1
end

local function ask_bits(given, cell)
  if not given.bits then
    return tables.range(1, given.sets or 1, function(set) return BITS * (set - 1) + cell - 1 end)
  end
  local column, row = cell, nil
  if given.columns then column, row = (cell - 1) % given.columns + 1, (cell - 1) // given.columns + 1 end
  local results = { pcall(given.bits, column, row) }
  if not results[1] then return nil, ("bits failed for cell %d: %s"):format(cell, tostring(results[2])) end
  return { table.unpack(results, 2) }
end

local function read_bits(given, cells, count)
  local all, seen = {}, {}
  if given.bits and given.sets then return nil, "has both fields 'bits' and 'sets'" end
  if not given.bits and cells > BITS then return nil, ("has %d cells, and an integer %d bits"):format(cells, BITS) end
  for cell = 1, cells do
    local list, wrong = ask_bits(given, cell)
    if not list then return nil, wrong end
    if #list == 0 or #list ~= #(all[1] or list) then
      return nil, ("has %d bits for cell %d: expected as many for each, and one at least"):format(#list, cell)
    end
    for i, bit in ipairs(list) do
      local whole = math.type(bit) and math.tointeger(bit)
      if not whole or whole < 0 or whole >= BITS * count or seen[whole] then
        return nil, ("has %s as a bit of cell %d: expected a number from 0 to %d, and each once"):format(words.quote(bit), cell,
          BITS * count - 1)
      end
      list[i], seen[whole] = whole, true
    end
    all[cell] = list
  end
  return all
end

-- Notes in `found` the boards in a table, by their paths: lists of as many elements as there are cells, and lists of rows; and
-- false by paths that lead there. `way`: the tables around it, to which it may lead back.
local function find_boards(t, cells, given, path, way, found)
  local function is_row(row) return type(row) == "table" and rawlen(row) == given.columns end
  if rawlen(t) == cells then found[path] = { size = cells }
  elseif given.columns and rawlen(t) == given.rows and #tables.filter(t, is_row) == given.rows then
    found[path], found[path .. "[]"] = { size = given.rows, columns = given.columns }, { size = given.columns, is_row = true }
  elseif #way < DEEPEST then
    way[#way + 1] = t
    for key, inner in next, t do
      local is_known = type(key) == "string" or math.type(key) == "integer"
      if is_known and type(inner) == "table" and not words.contains(way, inner) then
        local below = sample.path(path, key)
        find_boards(inner, cells, given, below, way, found)
        if found[below] ~= nil then found[path] = found[path] or false end
      end
    end
    way[#way] = nil
  end
  return found
end

--- Reads the symmetries of rules. Returns cells (0: none), group and generators (see gts.rules.permutations); kind, "text",
-- "table" or "bits"; of bits count, how many integers, and bits, a list for each cell; of tables boards, by their paths (see
-- sample.path): `size`, `columns` of a list of rows, and `is_row`; reversed, a function, if there is one.
function symmetry.read(rules)
  local given = rules.symmetries
  local function refuse(wrong) return nil, "rules.symmetries " .. wrong end
  if type(given) ~= "table" then return refuse(("is %s: expected a table"):format(words.quote(given))) end
  local apart = {}              -- from the list
  for key, value in pairs(given) do apart[key] = math.type(key) ~= "integer" and value or nil end
  local named, wrong = schema.check(fields, apart, { unknown = "has the unknown field %s%s", what = "has a field '%s' that",
    missing = "%s" })
  if not named then return refuse(wrong) end
  wrong = named.reversed and misfit_of_reversed(rules)
  if wrong then return nil, "rules.symmetries.reversed " .. wrong end
  local kind, count = read_kind(rules, given, #given == 0 and named.reversed and 0)
  if not kind then return refuse(count) end
  local made = #given == 0 and named.reversed and permutations.none()
  if not made then made, wrong = permutations.read(given, named) end
  if not made then return refuse(wrong) end
  made.kind, made.count, made.reversed = kind, count, named.reversed
  if kind == "table" then made.boards = made.cells == 0 and {} or find_boards(rules.start, made.cells, named, "", {}, {}) end
  if made.boards and next(made.boards) == nil and made.cells > 0 then
    return refuse(("needs rules.key, or in rules.start a list of %d elements, or of rows"):format(made.cells))
  end
  if kind == "bits" then
    made.bits, wrong = read_bits(named, made.cells, count)
    if not made.bits then return refuse(wrong) end
  end
  return made
end

-- The least image of a string. Images are compared cell by cell, and mostly differ at the first ones; only the least is made.
local least_text = [[
local rules_key, cells, images, count = ...
return function(%s)
  local key = %s
  if #key < cells then return key end
  local best = 0
  for image = 1, count - 1 do
    local at = image * cells
    for cell = 1, cells do
      local a, b = key:byte(images[at + cell]), key:byte(images[best + cell])
      if a ~= b then
        if a < b then best = at end
        break
      end
    end
  end
  if best == 0 then return key end
  local list = {}
  for cell = 1, cells do
    local from = images[best + cell]
    list[cell] = key:sub(from, from)
  end
  return table.concat(list) .. key:sub(cells + 1)
end]]

local function least_of_text(of, key, words_of_position)
  local images, position = {}, ask.names("p", words_of_position)
  for _, list in ipairs(of.group) do table.move(list, 1, of.cells, #images + 1, images) end
  local text = least_text:format(position, key and ("rules_key(%s)"):format(position) or position)
  return ask.chunk("rules.symmetries", text, key, of.cells, images, #of.group)
end

-- The least image of what identifies positions, as a function: of a position where its key is given, else of the key.
local function least(of, key, words_of_position)
  if of.kind == "table" then
    local images = tables.map(of.group, function(list) return symmetry.image(of, list) end)
    return function(position)
      local texts = tables.map(images, function(text) return text(position) end)
      table.sort(texts)
      return texts[1]
    end
  end
  if of.cells == 0 then return key or function(...) return ... end end
  local make = of.kind == "bits" and bit_images.least or least_of_text
  return make(of, key, key and words_of_position or of.count)
end

-- What identifies that one of a position and the reversed one in which MAX is to move, as a function of the position.
local reversed_key = [[
local player, reversed, rules_key = ...
return function(P)
  if player(P) == "min" then P = reversed(P) end
  return KEY
end]]

local function key_of_max(rules, reversed)
  local position = ask.names("p", rules.words or 1)
  local text = reversed_key:gsub("P", position):gsub("KEY", rules.key and ("rules_key(%s)"):format(position) or position)
  return ask.chunk("rules.symmetries.reversed", text, rules.player, reversed, rules.key)
end

-- Permutes the cells of a board, which is a copy; its rows are copied. One of another size stays as it is.
local function permute(t, columns, list)
  local from = tables.copy(t)
  if rawlen(t) ~= #list // (columns or 1) then return end
  for row = 1, columns and #t or 0 do
    if type(t[row]) ~= "table" or rawlen(t[row]) ~= columns then return end
    t[row] = tables.copy(t[row])
  end
  local function place(of, cell)
    if columns then return of[(cell - 1) // columns + 1], (cell - 1) % columns + 1 end
    return of, cell
  end
  for cell, source in ipairs(list) do
    local row, column = place(t, cell)
    local from_row, from_column = place(from, source)
    row[column] = from_row[from_column]
  end
end

-- Returns the image of a table at a path in a position: a copy where a board is in it.
local function permuted(of, list, t, path)
  local board = of.boards[path]
  if board == nil then return t end
  local made = tables.copy(t)
  if board then
    permute(made, board.columns, list)
    return made
  end
  for key, inner in next, t do
    if type(inner) == "table" then made[key] = permuted(of, list, inner, sample.path(path, key)) end
  end
  return made
end

--- Makes the function that gives the image of a key, or of a position's words, by a permutation, a list; of a table its text.
function symmetry.image(of, list)
  if of.kind == "table" then
    local function text(position) return image.of(permuted(of, list, position, "")) end
    return of.mutable and of.mutable:asking(text) or text
  end
  if of.kind == "bits" then return bit_images.image(of, list) end
  return function(text)
    if #text < of.cells then return text end
    local marks = {}
    for cell, from in ipairs(list) do marks[cell] = text:sub(from, from) end
    return table.concat(marks) .. text:sub(of.cells + 1)
  end
end

--- Gives rules the key that their symmetries make: `key`; `key_words`, how many integers if several; `reverses`, true where a
-- position shares its key with the reversed one; and `images`, see symmetry.read, with `own`, the key by the rules, or nil.
function symmetry.apply(rules)
  rules.key = symmetry.own_key(rules)
  rules.key_words, rules.images, rules.reverses = nil, nil, nil
  if rules.symmetries == nil then return end
  local of = assert(symmetry.read(rules))
  of.own, rules.images = rules.key, of
  if rules.symmetries.key == false or of.kind == "table" or of.count > MOST_KEY_WORDS then return end
  local key = of.reversed and key_of_max(rules, of.reversed) or rules.key
  rules.key, rules.reverses = least(of, key, rules.words or 1), of.reversed and true or nil
  rules.key_words = of.count > 1 and of.count or nil
end

--- Returns what identifies a position, apart from symmetries: its key by the rules, or itself.
-- @return an integer or a string, or the words of the position
function symmetry.own(of, position)
  local key, count = symmetry.own_key(of), of.words or 1
  if key then return (key(ask.words(of, position))) end
  if count > 1 then return table.unpack(position, 1, count) end
  return position
end

local function text_of(first, ...)
  if type(first) ~= "number" and type(first) ~= "string" and type(first) ~= "boolean" then return nil end
  return select("#", ...) == 0 and tostring(first) or table.concat({ first, ... }, " ")
end

--- Returns what identifies a position, apart from symmetries, as text; nil where nothing does.
function symmetry.plain(of, position)
  if type(position) ~= "table" or (of.words or 1) > 1 or symmetry.own_key(of) then return text_of(symmetry.own(of, position)) end
  if not keys.of(of) then return nil end
  return of.mutable and of.mutable:asking(image.of)(position) or image.of(position)
end

-- That one of a position and the reversed one in which MAX is to move.
local function with_max(of, position)
  local reversed, count = of.images and of.images.reversed, of.words or 1
  if not reversed then return position end
  if of.player(ask.words(of, position)) == "max" then return position end
  local list = { reversed(ask.words(of, position)) }
  return count > 1 and list or list[1]
end

--- Returns a text that a position shares with its images, with the reversed one and its images, and no other.
function symmetry.either(of, position) return symmetry.canonical(of, with_max(of, position)) end

--- Returns a text that a position shares with its images, and with no other position; with the score, where rules have one; nil
-- where nothing identifies positions. The player to move is not in it, unless it is in the position or its key.
function symmetry.canonical(of, position)
  local images, text = of.images, symmetry.plain(of, position)
  if images and text then
    images.least = images.least or least(images)
    text = text_of(images.least(symmetry.own(of, position)))
  end
  if not text or not of.score then return text end
  return text .. " " .. of.score(ask.words(of, position))
end

return symmetry
