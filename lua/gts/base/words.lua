--- Words for people: what a misspelt name may have meant, a value as a message shows it; and lists of names.

local tables = require "gts.base.tables"

local words = {}

--- How many letters must be inserted, deleted, changed or swapped with their neighbour to make `b` of `a`; `most` at most.
-- The least of a row never falls, nor grows by more than one, so that a swap, which skips a row, leads to no less.
local function distance(a, b, most)
  local before, last = {}, {}
  for j = 0, #b do last[j] = j end
  for i = 1, #a do
    local row, least = { [0] = i }, i
    for j = 1, #b do
      local same = a:byte(i) == b:byte(j)
      local d = math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (same and 0 or 1))
      if i > 1 and j > 1 and a:byte(i) == b:byte(j - 1) and a:byte(i - 1) == b:byte(j) then d = math.min(d, before[j - 2] + 1) end
      row[j], least = d, math.min(least, d)
    end
    if least >= most then return most end
    before, last = last, row
  end
  return math.min(last[#b], most)
end

--- The nearest of `names` to a word: not more than `most` letters are wrong, but for capitals; of equals the first; or nil.
function words.nearest(word, names, most)
  local best, least = nil, most + 1
  for _, name in ipairs(names) do
    -- It takes that much at least, and no time where a word is long.
    local near = math.abs(#word - #name) < least
    local d = near and distance(word:lower(), name:lower(), least) or least
    if d < least then best, least = name, d end
  end
  return best
end

--- Says what `word` may have meant. `word`: what the user wrote; `names`: what is known. Returns `": did you mean 'depth'?"`, or
-- `""` if nothing is near.
function words.suggest(word, names)
  local best = type(word) == "string" and words.nearest(word, names, math.max(1, #word // 3))
  return best and (": did you mean '%s'?"):format(best) or ""
end

local function quote(value)
  if type(value) == "string" then return ("'%s'"):format(value) end
  if value ~= value then return "nan" end               -- its sign says nothing
  if type(value) == "number" or type(value) == "boolean" or value == nil then return tostring(value) end
  return "a " .. type(value)
end

-- The most elements that a message shows.
local SHORT = 4

local function is_short_list(value)
  if type(value) ~= "table" or rawlen(value) > SHORT then return false end
  for key in next, value do
    if math.type(key) ~= "integer" or key < 1 or key > rawlen(value) then return false end
  end
  return true
end

--- A value as one writes it in a message: strings in quotes, numbers as tostring has them, short lists with their elements.
function words.quote(value)
  if not is_short_list(value) then return quote(value) end
  local elements = {}
  for i = 1, rawlen(value) do elements[i] = quote(rawget(value, i)) end
  return ("a table {%s}"):format(table.concat(elements, ", "))
end

local MOST_FIELDS = 12          -- that a message shows
local DEEPEST = 4               -- tables within each other that it shows

local function key_text(key) return type(key) == "string" and key:find "^[%a_][%w_]*$" and key or ("[%s]"):format(quote(key)) end

-- The text of a table within `depth` others, of which `left.count` fields are shown.
local function fields(t, depth, left)
  local parts, keys, count = {}, {}, rawlen(t)
  if depth == DEEPEST then return "{...}" end
  local function add(label, value)
    if left.count == 0 then return false end
    left.count = left.count - 1
    parts[#parts + 1] = label .. (type(value) == "table" and fields(value, depth + 1, left) or quote(value))
    return true
  end
  for i = 1, count do
    if not add("", rawget(t, i)) then break end
  end
  for key in next, t do
    if not (math.type(key) == "integer" and key >= 1 and key <= count) then keys[#keys + 1] = { key_text(key), key } end
    if #keys > 100 * MOST_FIELDS then break end
  end
  table.sort(keys, function(a, b) return a[1] < b[1] end)
  for _, entry in ipairs(keys) do
    if not add(entry[1] .. " = ", rawget(t, entry[2])) then break end
  end
  if left.count == 0 then parts[#parts + 1] = "..." end
  return ("{%s}"):format(table.concat(parts, ", "))
end

--- A table by its fields, the first of them, in a fixed order.
function words.fields(t) return fields(t, 0, { count = MOST_FIELDS }) end

--- A position as a message shows it: a table by its fields, other values and short lists as words.quote does.
function words.position(position)
  if type(position) ~= "table" or is_short_list(position) then return words.quote(position) end
  return words.fields(position)
end

--- A count, in groups of three digits: 1,234,567. `n`: a whole number, 0 or more.
function words.count(n)
  local text = ("%.0f"):format(n)
  return #text < 4 and text or (text:reverse():gsub("%d%d%d", "%0,"):reverse():gsub("^,", ""))
end

--- A text without blanks at its ends, in time linear in its length: `(.-)%s*$` is quadratic where many blanks are inside.
function words.trim(text)
  local first = text:find "%S"
  return first and text:match(".*%S", first) or ""
end

--- The words of a text: what matches `pattern`, by default all between blanks.
function words.split(text, pattern)
  local list = {}
  for word in text:gmatch(pattern or "%S+") do list[#list + 1] = word end
  return list
end

--- Is `word` in the list?
function words.contains(list, word) return tables.any(list, function(name) return name == word end) end

--- The keys of a table that are strings, sorted.
function words.keys(t)
  local keys = {}
  for key in pairs(t) do keys[#keys + 1] = type(key) == "string" and key or nil end
  table.sort(keys)
  return keys
end

--- What all words of a list begin with. `list` not empty.
function words.prefix(list)
  local prefix = list[1]
  for _, word in ipairs(list) do
    while word:sub(1, #prefix) ~= prefix do prefix = prefix:sub(1, -2) end
  end
  return prefix
end

return words
