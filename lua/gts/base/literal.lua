--- Data from text, and never code: numbers, words, quoted texts, and tables in braces, as one writes them in Lua.
--
--    {{3, 12, 8}, {2, 4, 6}, {lower = 0, 14, 5}}        a tree
--    branching=3 depth=4 order=strong                   fields

local refusal = require "gts.base.refusal"

local literal = {}

local DEEPEST = 200             -- tables within each other
local MOST = 1 << 17            -- bytes: what the shell takes as an argument

local words = { inf = math.huge, ["true"] = true, ["false"] = false }
for _, name in ipairs { "huge", "pi", "maxinteger", "mininteger" } do words["math." .. name] = math[name] end

local function fail(at, what) refusal.refuse("at letter %d: %s", at, what) end
local function skip(text, at) return text:find("[^%s]", at) or #text + 1 end

local list

-- A text in quotes. Its escapes are Lua's, so Lua reads it: up to its own closing quote it is nothing but a text.
local function quoted(text, at)
  local mark, stop = text:sub(at, at), at
  repeat
    stop = text:find("[\\" .. mark .. "]", stop + 1) or fail(at, "a quote is not closed")
    local closes = text:sub(stop, stop) == mark
    if not closes then stop = stop + 1 end
  until closes
  local chunk = load("return " .. text:sub(at, stop), "=text", "t", {}) or fail(at, "that is no text of Lua")
  return chunk(), stop + 1
end

-- A number, or a word with a meaning; nil for other words.
local function scalar(word)
  local sign, rest = word:match "^([+-]?)(.*)$"
  local number = rest:find "^%.?%d" and tonumber(rest) or words[rest]
  if type(number) == "number" then return sign == "-" and -number or number end
  if sign == "" then return number end
end

-- A value, and where the text goes on.
local function value(text, at, depth)
  at = skip(text, at)
  local first = text:sub(at, at)
  if first == "{" then return list(text, at + 1, depth + 1) end
  if first == "'" or first == '"' then return quoted(text, at) end
  local word = text:match("^[%w_.+-]+", at)
  if not word then fail(at, at > #text and "the text ends too soon" or ("'%s' is not expected"):format(first)) end
  local known = scalar(word)
  if known ~= nil or word == "nil" then return known, at + #word end
  if word:find "^[%a_][%w_]*$" then return word, at + #word end
  fail(at, ("'%s' is no number"):format(word))
end

-- The name of a field, NAME = or [VALUE] =, and where its value begins; nil where an element without a name stands.
local function name_of(text, at, depth)
  if text:sub(at, at) ~= "[" then return text:match("^([%a_][%w_]*)%s*=()", at) end
  local name, behind = value(text, at + 1, depth)
  behind = text:match("^%s*%]%s*=()", behind) or fail(at, "expected [KEY] = VALUE")
  if name == nil or name ~= name then fail(at, "that is no key") end
  return name, behind
end

-- What stands in braces, up to the closing one.
function list(text, at, depth)
  if depth > DEEPEST then fail(at, ("more than %d lists within each other"):format(DEEPEST)) end
  local made, n = {}, 0
  at = skip(text, at)
  while text:sub(at, at) ~= "}" do
    local name, behind = name_of(text, at, depth)
    if name == nil then n = n + 1 end
    if name ~= nil and made[name] ~= nil then fail(at, ("'%s' stands there twice"):format(name)) end
    made[name == nil and n or name], at = value(text, behind or at, depth)
    at = skip(text, at)
    local mark = text:sub(at, at)
    if mark == "," or mark == ";" then at = skip(text, at + 1)
    elseif mark ~= "}" then fail(at, at > #text and "a } is missing" or ("expected a comma or }, not '%s'"):format(mark)) end
  end
  return made, at + 1
end

-- Calls a reader; what it has against the text is nil and a message.
local function try(f, text)
  if type(text) ~= "string" then return nil, "that is no text" end
  if #text > MOST then return nil, ("a text has at most %d bytes"):format(MOST) end
  return refusal.caught(f, text)
end

--- Reads one value: nil, a boolean, a number, a text in quotes, a word, or a table of them. What cannot be read is nil, and what
-- is wrong and where.
function literal.value(text)
  return try(function()
    local made, at = value(text, 1, 0)
    at = skip(text, at)
    if at <= #text then fail(at, ("'%s' is not expected"):format(text:sub(at, at))) end
    return made
  end, text)
end

--- Reads fields, NAME=VALUE, with spaces or commas between them; nil, and what is wrong and where.
function literal.fields(text)
  return try(function()
    local made, at = {}, skip(text, 1)
    while at <= #text do
      local name, behind = text:match("^([%a_][%w_]*)%s*=()", at)
      if not name then fail(at, "expected NAME=VALUE") end
      made[name], at = value(text, behind, 0)
      at = text:find("[^%s,]", at) or #text + 1
    end
    return made
  end, text)
end

return literal
