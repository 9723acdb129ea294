--- The words and signs of a piece of Lua, whole or not.

local lexer = {}

local keywords = {}
for word in ("and break do else elseif end false for function goto if in local nil not or repeat return then true until while")
  :gmatch "%a+" do
  keywords[word] = true
end

--- Lua's own words: a set.
lexer.keywords = keywords

local signs = { "...", "==", "~=", "<=", ">=", "//", "::", "<<", ">>", ".." }

-- Where a long bracket ends that opens at `at`; nil if none opens there. One without an end lasts to the end of the text.
local function long_end(source, at)
  local level = source:match("^%[(=*)%[", at)
  if not level then return nil end
  local _, last = source:find("]" .. level .. "]", at, true)
  return last or #source, last == nil
end

local function string_end(source, at)
  local quote, from = source:sub(at, at), at + 1
  while true do
    local stop = source:find("[\\\n" .. quote .. "]", from)
    if not stop then return #source, true end
    local sign = source:sub(stop, stop)
    if sign == quote then return stop, false end
    if sign == "\n" then return stop - 1, true end
    from = stop + 2
    if source:find("^z", stop + 1) then from = source:match("^%s*()", from) end
  end
end

local function skip(source, at)
  while true do
    at = source:match("^%s*()", at)
    if not source:find("^%-%-", at) then return at end
    local last = long_end(source, at + 2)
    at = (last or source:find("\n", at, true) or #source) + 1
  end
end

local function sign_end(source, at)
  for _, sign in ipairs(signs) do
    if source:sub(at, at + #sign - 1) == sign then return at + #sign - 1 end
  end
  return at
end

-- The kind of what begins at `at`, where it ends, and whether its end is missing.
local function read(source, at)
  local word = source:match("^[%a_][%w_]*", at)
  if word then return keywords[word] and "keyword" or "name", at + #word - 1 end
  if source:find("^%.?%d", at) then return "number", select(2, source:find("^%.?%d[%w.]*", at)) end
  if source:find("^[\"']", at) then return "string", string_end(source, at) end
  local last, open = long_end(source, at)
  if last then return "string", last, open end
  return "sign", sign_end(source, at)
end

--- Splits a text; comments and spaces are left out. Returns tokens with kind ("name", "keyword", "number", "string", "sign"),
-- text, first and last (where it stands), and `open` if it is a string without an end.
function lexer.tokens(source)
  local list, at = {}, skip(source, 1)
  while at <= #source do
    local kind, last, open = read(source, at)
    list[#list + 1] = { kind = kind, text = source:sub(at, last), first = at, last = last, open = open or nil }
    at = skip(source, last + 1)
  end
  return list
end

return lexer
