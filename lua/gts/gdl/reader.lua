--- Reads the Knowledge Interchange Format as far as game descriptions use it: symbols, variables and lists in parentheses. A
-- term is a table: a variable has `var`, its name with the question mark; all others have `name`, a symbol in small letters,
-- and their arguments as elements. `line` and `column` say where it stands.

local refusal = require "gts.base.refusal"

local reader = {}

local DEEPEST = 100             -- lists in each other
local LONGEST = 1000            -- elements of a list
local MOST = 500000             -- symbols and parentheses

--- Raises what is wrong with a description; see gts.base.refusal. `at` has line and column; `text`: as for string.format.
function reader.refuse(at, text, ...)
  refusal.refuse("%s%s", at and at.line and ("%d:%d: "):format(at.line, at.column) or "", text:format(...))
end

-- The tokens of a text, with their lines and columns; the last one has no text.
local function tokens(text)
  local list, line, first, at = {}, 1, 1, 1
  while true do
    local from, to = text:find("^[ \t\r\f\v]+", at)
    if not from then from, to = text:find("^;[^\n]*", at) end
    if from then at = to + 1
    elseif text:byte(at) == 10 then line, first, at = line + 1, at + 1, at + 1
    else
      from, to = text:find("^[()]", at)
      if not from then from, to = text:find("^[^()%s;]+", at) end
      list[#list + 1] = { text = from and text:sub(from, to):lower(), line = line, column = at - first + 1 }
      if not from then return list end
      if list[#list].text:find "[%c\x80-\xff]" then reader.refuse(list[#list], "a symbol that is not ASCII") end
      if list[#list].text:find "," then reader.refuse(list[#list], "a symbol with a comma") end
      if #list == MOST then reader.refuse(list[#list], "more than %d symbols and parentheses", MOST) end
      at = to + 1
    end
  end
end

local function symbol(token)
  if token.text:sub(1, 1) ~= "?" then return { name = token.text, line = token.line, column = token.column } end
  if token.text == "?" then reader.refuse(token, "a variable without a name") end
  return { var = token.text, line = token.line, column = token.column }
end

-- The term that begins with token `i`, and the number of the token behind it.
local function term(list, i, depth)
  local token = list[i]
  if not token.text then reader.refuse(token, "the text ends where a term is expected") end
  if token.text == ")" then reader.refuse(token, "a ')' without its '('") end
  if token.text ~= "(" then return symbol(token), i + 1 end
  if depth > DEEPEST then reader.refuse(token, "more than %d lists in each other", DEEPEST) end
  local head = list[i + 1]
  if not head.text then reader.refuse(token, "a '(' without its ')'") end
  if head.text == "(" or head.text == ")" or head.text:sub(1, 1) == "?" then
    reader.refuse(head, "'%s' after '(': expected a symbol", head.text)
  end
  local made = symbol(head)
  made.line, made.column = token.line, token.column
  i = i + 2
  while list[i].text ~= ")" do
    if not list[i].text then reader.refuse(token, "a '(' without its ')'") end
    if #made == LONGEST then reader.refuse(token, "a list of more than %d elements", LONGEST) end
    made[#made + 1], i = term(list, i, depth + 1)
  end
  return made, i + 1
end

--- The terms of a text, in their order; raises what is wrong.
function reader.read(text)
  local list, terms, i = tokens((text:gsub("^\xEF\xBB\xBF", ""))), {}, 1
  while list[i].text do terms[#terms + 1], i = term(list, i, 1) end
  return terms
end

return reader
