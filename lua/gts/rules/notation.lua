--- Positions as text, where the rules say nothing better: an integer, another number, a string in quotes as %q writes it, or a
-- list of integers, {1 2 3}.
-- @module gts.rules.notation

local notation = {}

local LONGEST <const> = 1 << 16 -- elements of a list

--- The shortest decimal text that is read again as the number.
-- @tparam number value
-- @treturn string
function notation.number(value)
  if math.type(value) == "integer" then return ("%d"):format(value) end
  for digits = 14, 16 do
    local text = ("%." .. digits .. "g"):format(value)
    if tonumber(text) == value then return text end
  end
  return ("%.17g"):format(value)
end

-- A list of integers, in braces; nil if it is none.
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

--- A position as text.
-- @param position
-- @treturn string|nil nil for what has none
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

--- A position from its text.
-- @tparam string text
-- @return nil if there is none
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

return notation
