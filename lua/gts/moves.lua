--- Positions and moves, one by one: what can be played, what comes of it, and how both are written.

local board = require "gts.show.board"
local core = require "gts.core"
local game = require "gts.game"
local listing = require "gts.show.listing"
local notation = require "gts.rules.notation"
local results = require "gts.show.result"
local search = require "gts.search"
local show = require "gts.show.text"
local symmetry = require "gts.rules.symmetry"
local tables = require "gts.base.tables"
local words = require "gts.base.words"

local moves = {}

--- Returns the moves of a position, as the engine gets them from the rules. `all`: checked options: position; native and time,
-- where compiled rules alone may be asked. Gives tables with move and position, in the order of the rules; its field `player`
-- is to move; or nil and why compiled rules give none. Raises "interrupted" at Ctrl-C.
function moves.generate(of, all)
  local waits = all.native == true                  -- for compiled rules: in Lua a position is developed whatever the time
  local found, wrong = search.run(of, tables.over(all, {
    algorithm = "successors", native = waits, depth = math.huge, time = waits and all.time or math.huge, nodes = math.huge,
  }))
  if not found or found.stopped == "time" then return nil, wrong or "native: the time was over before a ply was searched" end
  if found.stopped then error(found.stopped, 0) end
  local list = { player = found.value == 1 and "max" or "min" }
  for i, move in ipairs(found.pv) do list[i] = { move = move, position = found.line[i] } end
  return list
end

--- Where a game starts.
function moves.start(of)
  if not of.tree then return of.start end
  local start = core.tree_rules(of.tree).start
  return #start == 1 and start[1] or start
end

--- How a move is written: see gts.show.result.
moves.name = results.move

--- A move as text; of one that is an object, which rules may make anew, its name.
function moves.word(of, move)
  return (type(move) == "table" or type(move) == "userdata") and moves.name(of, move) or tostring(move)
end

--- How moves are written.
function moves.names(of, list) return tables.map(list or {}, function(move) return moves.name(of, move) end) end

-- Gives moves their names, and labels: the name, with a number where another move has it.
local function label(of, list)
  local is_name, count = {}, {}
  for _, entry in ipairs(list) do
    entry.name = moves.name(of, entry.move)
    is_name[entry.name] = true
  end
  for _, entry in ipairs(list) do
    local name = entry.name
    entry.label = name
    while count[entry.label] or entry.label ~= name and is_name[entry.label] do
      count[name] = count[name] + 1
      entry.label = ("%s#%d"):format(name, count[name])
    end
    count[entry.label] = 1
  end
  return list
end

-- Gives moves that are terms, as move(1,2,1,3), the text that is typed for them, by the cells they are clicked on: a2a3.
local function type_terms(of, position, list)
  if not of.board or not list[1] or not list[1].label:find "%(" then return list end
  local ok, drawn = pcall(board.of, of, position, list)
  local entries = {}
  for i, cells in ipairs(ok and drawn and drawn.columns <= 26 and drawn.clicks or {}) do
    local typed = table.concat(tables.map(cells, function(cell)
      local letter = ("%c"):format(97 + (cell - 1) % drawn.columns)
      return drawn.by == "columns" and letter or letter .. drawn.rows - (cell - 1) // drawn.columns
    end))
    local first = entries[typed]
    if first then first.typed = nil             -- one text for two moves: for none
    elseif typed ~= "" then entries[typed], list[i].typed = list[i], typed end
  end
  return list
end

-- The checked options of a search of a position; nil and what is wrong with it.
local function checked(of, position, seconds)
  local all, wrong = search.check(of, { algorithm = "alphabeta", position = position, native = seconds and true, time = seconds })
  return all, wrong and (wrong:gsub("^option 'position'", "the position"):gsub("^(the position) of %w+", "%1"))
end

--- The moves of a position of a checked game: see gts.moves; or returns nil and what is wrong with the position. `seconds`: where
-- compiled rules alone may be asked, and for how long.
function moves.try(of, position, seconds)
  local all, wrong = checked(of, position, seconds)
  if not all then return nil, wrong end
  local list, why = moves.generate(of, all)
  return list and type_terms(of, position, label(of, list)), why
end

local function find(list, field, value) return tables.find(list, function(entry) return entry[field] == value end) end

local MOST_NAMED = 40

local function no_move(of, list, move)
  local names = {}
  for i = 1, math.min(#list, MOST_NAMED) do names[i] = list[i].label end
  local more = #list > MOST_NAMED and " ..." or ""
  local there = #list == 0 and "the game is over" or "the moves are " .. notation.words(names) .. more
  return ("%s: there is no move %s here: %s"):format(of.name, words.quote(move), there)
end

-- The position after a move; nil and that there is none. `choose(list)` gives its entry, or nil and what is none.
local function step(of, position, choose)
  local list, wrong = moves.try(of, position)
  if not list then return nil, wrong end
  local entry, move = choose(list)
  if not entry then return nil, no_move(of, list, move) end
  return entry.position
end

--- Plays one move after the other. `position` (nil: where the game starts); `...`: moves, each as itself or by its label. Returns
-- the position after them. Error: which cannot be played.
function moves.play(of, position, ...)
  if position == nil then position = moves.start(of) end
  local wrong
  for i = 1, select("#", ...) do
    local move = (select(i, ...))
    local word = moves.word(of, move)
    position, wrong = step(of, position, function(list)
      return find(list, "move", move) or find(list, "label", word) or notation.typed(list, word), move
    end)
    if position == nil then return nil, wrong end
  end
  return position
end

--- Plays the moves of a text, by their labels: see notation.next_move. Otherwise like moves.play.
function moves.play_text(of, position, text)
  if position == nil then position = moves.start(of) end
  local at, move, wrong = 1
  while notation.next_word(text, at) do
    position, wrong = step(of, position, function(list)
      move, at = notation.next_move(text, at, list)
      return find(list, "label", move), move
    end)
    if position == nil then return nil, wrong end
  end
  return position
end

--- A position as text that moves.read understands; nil if it has none. Raises that rules.write gave something else than a text.
function moves.write(of, position)
  if not of.write then return notation.write(position) end
  local text = show.asked(of, "write", position)
  if type(text) == "string" then return text end
  error(("rules.write returned %s: expected a string"):format(words.quote(text)), 0)
end

--- A position of a checked game from its text; nil and what is wrong.
function moves.read(of, text)
  local function refuse(why)
    return nil, ("%s has no position %s%s"):format(of.name, words.quote(text), why and ": " .. tostring(why) or "")
  end
  if not of.read then
    local position = notation.read(text)
    if position == nil then return refuse() end
    return position
  end
  local count, read = of.words or 1, table.pack(of.read(text))
  if read[1] == nil then return refuse(read[2]) end
  if count == 1 then return read[1] end
  return table.move(read, 1, count, 1, {})
end

local listed = listing.form {
  name = "gts.moves",
  columns = {
    { name = "move", value = function(entry) return entry.name end },
    { name = "position", value = function(entry) return notation.write(entry.position) end },
  },
  foot = function(list) return #list == 0 and "no moves" or nil end,
}

-- A function for users, called as `call` shows: f of a checked game and the other arguments; nil and what is wrong are an error.
local function public(call, f)
  return function(what, ...)
    local of, wrong = game.first(call, what, (...))
    if not of then error(wrong, 2) end
    local made, why = f(of, ...)
    if made == nil then error(("%s: %s"):format(call:match "^[^(]*", why), 2) end
    return made
  end
end

-- A function of a game and a position that fits it; where the game starts, if none is given.
local function at(f)
  return function(of, position)
    local all, wrong = checked(of, position)
    if not all then return nil, wrong end
    if position == nil then position = moves.start(of) end
    return f(of, position)
  end
end

--- See gts.moves.
moves.moves = public("gts.moves(game, position)", function(of, position)
  local list, wrong = moves.try(of, position)
  return list and listed(list), wrong
end)

--- See gts.show.
moves.show = public("gts.show(game, position)", at(show.position))

--- See gts.apply.
moves.apply = public("gts.apply(game, position, ...)", moves.play)

--- See gts.canonical.
moves.canonical = public("gts.canonical(game, position)", at(function(of, position)
  return symmetry.either(of, position), ("%s has no rules.key, and a position that is %s is not known "
    .. "by itself"):format(of.name, words.quote(position))
end))

--- See gts.write.
moves.text = public("gts.write(game, position)", at(function(of, position)
  return moves.write(of, position), ("%s has no rules.write, and a position that is %s has no text by itself"):format(of.name,
    words.quote(position))
end))

--- See gts.read.
moves.position = public("gts.read(game, text)", function(of, text)
  if type(text) ~= "string" then return nil, ("the text is %s: expected a string"):format(words.quote(text)) end
  return moves.read(of, text)
end)

return moves
