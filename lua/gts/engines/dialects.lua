--- How others write the moves of a game, and what they call it: a row for each game and protocol.
--
-- A row: `game`, `protocol` ("uci" or "gtp"); `variant`, what engines of the protocol call the game with these `options` of our
-- rules, which are the defaults; `word(label, position)`, how a move is written, nil for one that is
-- not spoken of; `colours`, in GTP, of MAX and MIN, where Black does not begin. Moves are read by writing all that are legal, so
-- that no row needs the inverse. A game that has no row is spoken of in our labels.
--
-- UCI: the names of Fairy-Stockfish, https://fairy-stockfish.github.io. GTP: what Amazons and Othello are called, and written,
-- is by Quarry 0.2.0 (P. Pogonyshev, 2006), as it speaks to us, and gtp-rhino (K. Lerdsuwanakij, 2008): rows of Othello are
-- counted from above; White begins in Amazons, whose boards have a column I, other than those of Go.

local game = require "gts.game"

local dialects = {}

-- A square of a board whose rows are counted from the other side.
local function flipped(square, rows)
  local column, row = square:match "^(%a)(%d+)$"
  return ("%s%d"):format(column, rows + 1 - math.tointeger(tonumber(row)))
end

-- From where, and to where, as in e2e4.
local function squares(label) return (label:gsub("[-x]", "")) end

-- The lowest cell of the player to move, from a1 on: a pass is written as a move of the stone there to where it is.
-- `wide` bits of the first word are a row, of which `size` are cells.
local function lowest(position, size, wide)
  for row = size - 1, 0, -1 do
    for column = 0, size - 1 do
      if position[1] >> wide * row + column & 1 == 1 then return ("%c%d"):format(97 + column, size - row) end
    end
  end
end

-- A pass; of a position that is not known, "0000".
local function pass(position, size, wide)
  local square = position and lowest(position, size, wide)
  return square and square .. square or "0000"
end

local function drop(label, position) return label == "pass" and pass(position, 8, 8) or "P@" .. flipped(label, 8) end

-- A stone that grows is dropped; one that jumps moves.
local function grow(label, position)
  if label == "pass" then return pass(position, 7, 9) end
  return label:find "-" and squares(label) or "P@" .. label
end

local function queen_and_arrow(label)
  local from, to, arrow = label:match "^(%w+)%-(%w+)/(%w+)$"
  return ("%s%s,%s%s"):format(from, to, to, arrow)
end

local colours = { max = "black", min = "white" }

dialects.rows = {
  { game = "amazons", protocol = "uci", variant = "amazons", options = { size = 10 }, word = queen_and_arrow },
  { game = "ataxx", protocol = "uci", variant = "ataxx", options = { size = 7, repetition = true }, word = grow },
  { game = "breakthrough", protocol = "uci", variant = "breakthrough", options = { columns = 8, rows = 8 }, word = squares },
  { game = "clobber", protocol = "uci", variant = "clobber", options = { columns = 5, rows = 6 }, word = squares },
  { game = "othello", protocol = "uci", variant = "flipello", options = { size = 8 }, word = drop },
  { game = "amazons", protocol = "gtp", variant = "Amazons", options = { size = 10 },
    colours = { max = "white", min = "black" }, word = function(label) return (label:upper():gsub("/", "-")) end },
  { game = "othello", protocol = "gtp", variant = "Othello", options = { size = 8 },
    word = function(label) return label ~= "pass" and label:upper() or nil end },
}

-- Is the game that of the row, by its options? In GTP boards have a size, which is sent.
local function is_plain(of, row)
  for name, value in pairs(game.given(of) or {}) do
    if row.options[name] ~= value and not (name == "size" and row.protocol == "gtp") then return false end
  end
  return true
end

--- The size of a board of equal sides, by its row; nil of others, and where it is not known.
function dialects.size(of, row) return (game.given(of) or {}).size or row and row.options.size end

--- A label as a word of a line, for UGI: see gts.engines.ugi. One without a name is %.
function dialects.encode(label)
  if label == "" then return "%" end
  return (label:gsub("[%c %%\127]", function(byte) return ("%%%02X"):format(byte:byte()) end))
end

--- The label of a word.
function dialects.decode(word)
  if word == "%" then return "" end
  return (word:gsub("%%(%x%x)", function(digits) return string.char(tonumber(digits, 16)) end))
end

--- The colours of GTP. Returns a table of MAX and MIN: "black" or "white".
function dialects.colours(row) return row and row.colours or colours end

--- How a move is written. `position` in which it is played. Returns a text or nil.
function dialects.write(row, label, position)
  if row then return row.word(label, position) end
  return dialects.encode(label)
end

--- The entry of a legal move of a session that is written so, or so but for capitals; nil: there is none. `row` may be nil.
function dialects.find(row, s, word)
  local near
  for _, entry in ipairs(s.moves) do
    local own = dialects.write(row, entry.label, s.position)
    if own == word then return entry end
    near = near or own and own:lower() == word:lower() and entry or nil
  end
  return near
end

--- The row of a game. Returns a table or nil; true if it is the game that engines know by the name of the row.
function dialects.of(of, protocol)
  for _, row in ipairs(dialects.rows) do
    if row.game == of.name and row.protocol == protocol then return row, is_plain(of, row) end
  end
  return nil, false
end

return dialects
