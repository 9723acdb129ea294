--- The subject of a task of the page (gts.page.page_state): its game, from the start or from the position in play, or a tree.

local literal = require "gts.base.literal"
local result = require "gts.show.result"
local tree = require "gts.tree"

local subject = {}

local WIDEST = 1000             -- children of a node: all of them are shown, as moves

--- Makes a tree of a text: of nested lists of numbers, or of fields of gts.tree. nil and what is wrong.
function subject.tree(text)
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

--- Reads from a message what it is about: `of` is "start" (default), "here" or "tree", and `tree` the text of one. Returns
-- a table with game, position (nil: the start) and where (in words); or nil and what is wrong.
function subject.of(page_state, message)
  if message.of == "tree" then
    local made, wrong = subject.tree(message.tree)
    return made and { game = made, where = "a tree", tree = true }, wrong
  end
  local session = page_state.game_session.session
  if message.of ~= "here" then return { game = session.game, position = session.first, where = "from the start" } end
  local count = #session.played
  local where = count == 0 and "from the start" or ("after %s"):format(result.counted(count, "move"))
  return { game = session.game, position = session.position, where = where }
end

--- Options as a message has them: those of some names that are there. A 0 of JSON is a number like others.
function subject.options(message, names)
  local given = {}
  for _, name in ipairs(names) do
    local value = message[name]
    if type(value) == "number" then given[name] = math.tointeger(value) or value
    elseif type(value) == "boolean" or type(value) == "string" and value ~= "" then given[name] = value end
  end
  return given
end

--- Returns the meaning of a value in words, without a final period. `solved`: it is proved.
function subject.meaning(of, value, solved)
  local range = not of.tree and of.range
  local text
  if range and value == range[2] and value > range[1] then text = "MAX wins"
  elseif range and value == range[1] and value < range[2] then text = "MIN wins"
  elseif range and range[1] == -range[2] and value == 0 then text = solved and "it is a draw" or "the two are even"
  elseif value == 0 then text = "neither side is ahead"
  elseif of.tree then text = ("the value is %s"):format(result.estimate(value))
  else text = ("%s is ahead by %s"):format(value > 0 and "MAX" or "MIN", result.estimate(math.abs(value))) end
  return text
end

return subject
