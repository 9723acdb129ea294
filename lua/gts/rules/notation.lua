--- Positions as text, where the rules say nothing better: an integer, another number, a string in quotes as %q writes it, or a
-- list of integers, {1 2 3}. And lists of moves as text: names between blanks or commas, in quotes where they hold such.

local tables = require "gts.base.tables"

local notation = {}

local LONGEST <const> = 1 << 16 -- elements of a list

--- The shortest decimal text that is read again as the number.
function notation.number(value)
  if math.type(value) == "integer" then return ("%d"):format(value) end
  for digits = 14, 16 do
    local text = ("%." .. digits .. "g"):format(value)
    if tonumber(text) == value then return text end
  end
  return ("%.17g"):format(value)
end

local function list_text(list)
  local parts = {}
  for i, word in ipairs(list) do
    if math.type(word) ~= "integer" then return nil end
    parts[i] = notation.number(word)
  end
  for key in pairs(list) do
    if math.type(key) ~= "integer" or key < 1 or key > #parts then return nil end
  end
  return #parts > 0 and "{" .. table.concat(parts, " ") .. "}" or nil
end

--- A position as text; nil for what has none.
function notation.write(position)
  if math.type(position) then return notation.number(position) end
  if type(position) == "string" then return (("%q"):format(position):gsub("\\\n", "\\n")) end
  return type(position) == "table" and list_text(position) or nil
end

-- What %q has written, without its quotes; nil if it has not.
local function unquote(text)
  local good = true
  local plain = text:gsub("\\(%D?)(%d?%d?%d?)", function(c, digits)
    if c ~= "" then return (c == "n" and "\n" or c == "r" and "\r" or c) .. digits end
    local byte = tonumber(digits)
    good = good and byte and byte < 256
    return good and string.char(byte)
  end)
  return good and plain or nil
end

--- A position from its text, or nil.
function notation.read(text)
  local list, quoted = text:match("^%s*{(.*)}%s*$"), text:match('^%s*"(.*)"%s*$')
  if quoted then return unquote(quoted) end
  if not list then return tonumber(text) end
  local position = {}
  for word in list:gmatch("[^%s,]+") do
    local integer = math.tointeger(tonumber(word))
    if not integer or #position == LONGEST then return nil end
    position[#position + 1] = integer
  end
  return #position > 0 and position or nil
end

--- A text as the rest of a line: itself, or in quotes where it holds what a line cannot, or `reserved`, a pattern.
function notation.line(text, reserved)
  local plain = text:find "^[^%s%c\"]" and not text:find "[%c\"]" and not text:find "%s$"
  return plain and not (reserved and text:find(reserved)) and text or notation.write(text)
end

--- A text from the rest of a line; nil if it is none that notation.line writes.
function notation.read_line(text)
  if text:sub(1, 1) == '"' then
    local read = notation.read(text)
    return type(read) == "string" and read or nil
  end
  return notation.line(text) == text and text or nil
end

--- Any text as a word of a list: itself, or in quotes.
function notation.word(name) return name:find "^[^%s,\"%c#][^%s,\"%c]*$" and name or notation.write(name) end

--- A list of names as text.
function notation.words(list) return table.concat(tables.map(list, notation.word), " ") end

local SLASH = ("\\"):byte()

-- Where the quotes end that begin at a place; nil if they do not.
local function closing(text, at)
  local last = at
  repeat
    local slashes = 0
    last = text:find('"', last + 1, true)
    if not last then return nil end
    while text:byte(last - 1 - slashes) == SLASH do slashes = slashes + 1 end
  until slashes % 2 == 0
  return last
end

--- The first word of a list, from a place on: the word, where it begins and ends, and whether it is in quotes; nil: there is
-- none. `ends` is the class of characters that end a word, by default blanks and commas.
function notation.next_word(text, at, ends)
  ends = ends or "%s,"
  at = text:find("[^" .. ends .. "]", at)
  if not at then return nil end
  local last = text:sub(at, at) == '"' and closing(text, at)
  local word = last and (last == #text or text:find("^[" .. ends .. "]", last + 1)) and notation.read(text:sub(at, last))
  if word then return word, at, last, true end
  word = text:match("^[^" .. ends .. "]+", at)
  return word, at, at + #word - 1
end

--- The entry of a list whose move is typed so: see gts.moves.try. Case and all but letters and digits do not matter.
function notation.typed(list, text)
  text = text:lower():gsub("%W", "")
  return tables.find(list, function(entry) return entry.typed == text end)
end

--- The first move of a list, from a place on, and the place behind it; nil: there is none. Without quotes it is a word if that is
-- a move, else the longest `label` of a move that stands there, perhaps with blanks and commas.
function notation.next_move(text, at, list)
  local word, first, last, quoted = notation.next_word(text, at)
  if not word then return nil end
  local longest
  for _, entry in ipairs(quoted and {} or list) do
    local label = entry.label
    if label == word then return word, last + 1 end
    local after = first + #label
    local stands = text:sub(first, after - 1) == label and (after > #text or text:find("^[%s,]", after))
    if stands and #label > #(longest or "") then longest = label end
  end
  if longest then return longest, first + #longest end
  local typed = not quoted and notation.typed(list, word)
  return typed and typed.label or word, last + 1
end

return notation
