--- Games that go into an opening book: from saved games, matches, texts with a game a line, and lists of moves.

local book = require "gts.book.book"
local core = require "gts.core"
local notation = require "gts.rules.notation"
local played = require "gts.play.played"
local reading = require "gts.facts.reading"
local session = require "gts.play.session"
local words = require "gts.base.words"

local games = {}

local SHORT = 16                -- digits of a hash: 64 bits

-- A line without its comment, which begins with a word that begins with #.
local function without_comment(line)
  local at = 1
  while true do
    local word, first, last, quoted = notation.next_word(line, at)
    if not word then return line end
    if not quoted and word:find "^#" then return line:sub(1, first - 1) end
    at = last + 1
  end
end

-- The games of a text with the moves of one on each line.
local function read_lines(text)
  local list = {}
  for line in text:gmatch "[^\n]+" do
    line = without_comment(line)
    list[#list + 1] = notation.next_word(line, 1) and line or nil
  end
  return list
end

-- A list of games, each a list of moves, or its text.
local function from_list(list, of, are_texts)
  return { count = #list, session = function(i)
    if not are_texts and type(list[i]) ~= "table" then
      return nil, ("it is %s: expected a list of moves"):format(words.quote(list[i]))
    end
    local s, wrong = session.new(of)
    if not s then return nil, wrong end
    return s, s:replay(list[i])
  end }
end

local function from_file(file, of)
  local text, wrong = reading.text("moves", file)
  if not text then return nil, wrong end
  if text:find "^gts %l+ %d+\r?\n" then return played.read(file, of) end
  return from_list(read_lines(text), of, true)
end

--- Opens games. `what`: a file, or lists of moves. Returns a table: count; session(i): see gts.play.played; wrong, or nil.
function games.open(what, of)
  if type(what) == "string" then return from_file(what, of) end
  return from_list(what, of)
end

--- Adds the positions of a game, each once, however often it is added. `to`: a book; `s`: a session; `plies`:
-- its first moves, that many. Returns why it cannot be added; true: the book had the game, with no fewer moves.
function games.add(to, s, plies)
  local of, over, seen = to.game, s:outcome(), {}
  local winner = over and over.how ~= "time" and over.winner            -- time says nothing about the moves
  local result = winner and (winner == "max" and "won" or "lost") or "drawn"
  if s.first ~= nil then return "it does not begin at the start of the game" end
  plies = math.min(plies, #s.played)
  local parts = { result }
  for i, move in ipairs(s.played) do parts[i + 1] = ("%q"):format(move.name) end
  local id = core.hash(table.concat(parts, " ")):sub(1, SHORT)
  local known = to.played[id] or -1
  if known >= plies then return nil, true end
  to.played[id] = plies
  for i = 0, plies do
    local at = s.played[i + 1]
    local position = book.hash(of, at and at.before or s.position, at and at.player or s.player)
    if i > known and not seen[position] then
      local entry = to:entry(position)
      entry[result] = entry[result] + 1
    end
    seen[position] = true
  end
end

return games
