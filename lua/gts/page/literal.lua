--- Data from text, and never code: numbers, words, and lists in braces, as one writes them in Lua.
--
--    {{3, 12, 8}, {2, 4, 6}, {lower = 0, 14, 5}}        a tree
--    branching=3 depth=4 order=strong                   fields

local refusal = require "gts.base.refusal"
local tree = require "gts.tree"

local literal = {}

local DEEPEST = 100             -- lists within each other
local MOST = 100000             -- bytes
local WIDEST = 1000             -- children of a node: all of them are shown, as moves

local words = { inf = math.huge, ["true"] = true, ["false"] = false }

local function fail(at, what) refusal.refuse("at letter %d: %s", at, what) end
local function skip(text, at) return text:find("[^%s]", at) or #text + 1 end

local list

-- A value, and where the text goes on.
local function value(text, at, depth)
  at = skip(text, at)
  if text:sub(at, at) == "{" then return list(text, at + 1, depth + 1) end
  local word = text:match("^[%w_.+-]+", at)
  if not word then fail(at, at > #text and "the text ends too soon" or ("'%s' is not expected"):format(text:sub(at, at))) end
  local number = not word:find "^[+-]*0?[xXnN]" and tonumber((word:gsub("^%+", "")))
  if word == "-inf" then number = -math.huge end
  if number then return number, at + #word end
  if words[word] ~= nil then return words[word], at + #word end
  if word:find "^%a[%w_]*$" then return word, at + #word end
  fail(at, ("'%s' is no number"):format(word))
end

-- What stands in braces, up to the closing one.
function list(text, at, depth)
  if depth > DEEPEST then fail(at, ("more than %d lists within each other"):format(DEEPEST)) end
  local made = {}
  at = skip(text, at)
  while text:sub(at, at) ~= "}" do
    local name, behind = text:match("^(%a[%w_]*)%s*=()", at)
    local item
    item, at = value(text, behind or at, depth)
    made[name or #made + 1] = item
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

--- Reads one value: a number, a boolean, a word, or a table of them; nil, and what is wrong and where.
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
      local name, behind = text:match("^(%a[%w_]*)%s*=()", at)
      if not name then fail(at, "expected NAME=VALUE") end
      made[name], at = value(text, behind, 0)
      at = text:find("[^%s,]", at) or #text + 1
    end
    return made
  end, text)
end

--- Makes a tree of a text: of nested lists of numbers, or of fields of gts.tree. nil and what is wrong.
function literal.tree(text)
  if type(text) ~= "string" or not text:find "%S" then
    return nil, "no tree is written there: nested lists, as in {{3,12,8},{2,4,6},{14,5,2}}"
  end
  text = text:gsub("^%s*tree%s+", "")
  local spec, wrong = (text:find "^%s*{" and literal.value or literal.fields)(text)
  if not spec then return nil, "the tree cannot be read: " .. wrong end
  local children = type(spec) == "table" and spec.branching
  local most = type(children) == "table" and children[2] or children
  if type(most) == "number" and most > WIDEST then
    return nil, ("the tree: branching goes up to %s: expected at most %d on a page"):format(most, WIDEST)
  end
  local made
  made, wrong = tree.make(spec)
  if not made then return nil, "the tree: " .. wrong end
  return made
end

return literal
