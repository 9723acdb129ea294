--- Games from data: a record, a message or an address names a game that comes with gts, and its options, as numbers, words and
-- lists. Data is never run: files, paths and functions are named by the user. All that reads a game from data does so here.

local game = require "gts.game"
local notation = require "gts.rules.notation"
local raised = require "gts.base.raised"
local words = require "gts.base.words"

local from_data = {}

local MOST = 100                -- options
local LONGEST = 1 << 16         -- bytes of a text among them, and elements of a list
local SHORT = 60                -- bytes of a text in a message

-- A text for a message: its beginning, in one line.
local function clip(text) return ((#text > SHORT and text:sub(1, SHORT) .. "..." or text):gsub("%c", "?")) end

--- Reads a value: true, false, or what gts.rules.notation reads; nil if it is none.
function from_data.value(text)
  if text == "true" or text == "false" then return text == "true" end
  return notation.read(text)
end

-- The place of the quotation mark that ends what begins with one at `at`; nil if none does.
local function closing(text, at)
  repeat
    at = text:find('["\\]', at + 1)
    if not at or text:sub(at, at) == '"' then return at end
    at = at + 1                 -- what stands behind a backslash
  until false
end

-- The value at `at` as text, and where the text goes on; nil if its quotes or braces are not closed.
local function value_at(text, at)
  local first = text:sub(at, at)
  local last
  if first == '"' then last = closing(text, at)
  elseif first == "{" then last = select(2, text:find("^%b{}", at))
  else last = select(2, text:find("^[^,]*", at)) end
  return last and words.trim(text:sub(at, last)), last and last + 1
end

--- Reads options: NAME=VALUE or NAME:VALUE with commas between them; or nil. What is no value is a word.
function from_data.options(text)
  local all, at = {}, 1
  while at <= #text do
    local name, from = text:match("^%s*([%a_][%w_]*)%s*[=:]%s*()", at)
    local written, behind
    if name then written, behind = value_at(text, from) end
    if not written or all[name] ~= nil then return nil end
    all[name] = from_data.value(written)
    if all[name] == nil then all[name] = written end
    at = text:match("^%s*,()", behind) or text:match("^%s*()$", behind)
    if not at then return nil end
  end
  return all
end

local simple = { number = true, boolean = true, string = true }

-- What of a value is no data, in words; nil: nothing. Tables are lists of numbers, words and flags, or have such by name.
local function misfit(value)
  local kind = type(value)
  if kind == "string" and #value > LONGEST then return ("has %d bytes: expected at most %d"):format(#value, LONGEST) end
  if simple[kind] then return nil end
  if kind ~= "table" then return ("is a %s"):format(kind) end
  local count = 0
  for key, element in next, value do
    count = count + 1
    if count > LONGEST then return ("has more than %d elements"):format(LONGEST) end
    local wrong = not simple[type(element)] and ("is a %s"):format(type(element)) or misfit(element)
    if wrong then return ("has an element '%s' that %s"):format(clip(tostring(key)), wrong) end
  end
end

-- What is wrong with options as data; nil: nothing.
local function problem(options)
  if type(options) ~= "table" then return ("the options of a game are %s: expected a table"):format(words.quote(options)) end
  local count = 0
  for name, value in next, options do
    count = count + 1
    if count > MOST then return ("a game has more than %d options"):format(MOST) end
    if type(name) ~= "string" or #name > SHORT or not name:find "^[%a_][%w_]*$" then
      return ("an option is named %s: expected a name"):format(words.quote(type(name) == "string" and clip(name) or name))
    end
    local wrong = misfit(value)
    if wrong then return ("option '%s' %s: expected a number, a word or a list"):format(name, wrong) end
  end
end

--- Makes a game that the user has named, as gts.game takes it, with options from data; or returns nil and what is wrong.
function from_data.with_options(what, options)
  local wrong = options ~= nil and problem(options)
  if wrong then return nil, wrong end
  return game.make(what, options, true)
end

--- Makes the game that data names. `name` of a game that comes with gts. Returns the game.
function from_data.game(name, options)
  if not words.contains(game.shipped, name) then
    return nil, ("it is a game of %s, whose rules are not found: name their file behind it (only games that come with gts are "
      .. "found by what is read)"):format(clip(tostring(name)))
  end
  local ok, made, wrong = pcall(from_data.with_options, name, options)
  if not ok then return nil, ("the game %s: %s"):format(words.quote(name), raised.text(made)) end
  return made, wrong
end

--- The game of a record. `record`: `game`, its name; `options`, or nil; `what`: the game that the user names, or nil; `given`:
-- the user's options; default: the record's, unless `what` is a table. Returns the game.
function from_data.recorded(record, what, given)
  if what == nil then return from_data.game(record.game, record.options) end
  local of, wrong
  if given ~= nil or type(what) == "table" then of, wrong = game.make(what, given)
  else of, wrong = from_data.with_options(what, record.options) end
  local is = of or game.make(what)              -- options that it does not take may be those of another game
  if is and is.name ~= record.game then return nil, ("it is a game of %s, not of %s"):format(clip(record.game), is.name) end
  return of, wrong
end

return from_data
