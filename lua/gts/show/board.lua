--- A position as a board to look at and to click on, as data: for pages and drawings.

local ask = require "gts.rules.ask"
local check = require "gts.rules.board"
local tables = require "gts.base.tables"

local board = {}

--- The board of a position, as rules.board has it. `list`: its moves, each a table with `move`.
-- @treturn[1] table columns, rows, cells (names of pieces, row by row from the upper left; "" where there is none), shape, by,
-- across and down (labels, where there are some), and clicks: at index i the cells that are clicked for the move i of the list,
-- a list that may be empty
-- @return[2] nil if the rules have no board
-- @treturn[2] string|nil what is wrong with it
function board.of(of, position, list)
  if not of.board then return nil end
  local read, wrong = check.read(of.board(ask.words(of, position)))
  if not read then return nil, wrong end
  local clicks = {}
  for i, entry in ipairs(list) do
    clicks[i] = {}
    if read.at then clicks[i], wrong = check.clicks(read, read.at(entry.move)) end
    if wrong then return nil, wrong end
  end
  read.at, read.clicks = nil, clicks
  return read
end

-- Pieces as letters of Unicode, each as wide as the letter of ASCII that it stands for: those of MAX are full, those of MIN
-- hollow, which needs no colours. A piece that is not here, and a number, stays as the rules show it.
local letters = {
  [""] = "·", max = "●", min = "○", stone = "●", block = "■", dot = "•",
  ["max king"] = "◆", ["min king"] = "◇", ["max queen"] = "★", ["min queen"] = "☆", queen = "★",
}
for _, piece in ipairs { "pawn", "cross", "ring" } do
  letters["max " .. piece], letters["min " .. piece] = letters.max, letters.min
end

-- The letters of a line and where they are: those that stand alone between spaces.
local function lone_letters(line)
  local list = {}
  for from, letter, to in line:gmatch "()(%S+)()" do
    list[#list + 1] = { from = from, to = to, letter = letter, alone = utf8.len(letter) == 1 }
  end
  return list
end

-- Do the last letters of a line stand for a row of cells? One piece has one letter, and a letter one piece, on the whole board.
local function fits(list, cells, first, columns, letter_of, piece_of)
  if #list < columns then return false end
  local new = {}
  for i = 1, columns do
    local entry, piece = list[#list - columns + i], cells[first + i]
    local letter, known = new[piece] or letter_of[piece], piece_of[entry.letter]
    if not entry.alone or letter and letter ~= entry.letter or known and known ~= piece then return false end
    new[piece] = entry.letter
  end
  for piece, letter in pairs(new) do letter_of[piece], piece_of[letter] = letter, piece end
  return true
end

local function redrawn(line, list, cells, first, columns)
  for i = columns, 1, -1 do
    local entry = list[#list - columns + i]
    line = line:sub(1, entry.from - 1) .. (letters[cells[first + i]] or entry.letter) .. line:sub(entry.to)
  end
  return line
end

--- The text of a position, as rules.show gave it, with circles and the like where it shows the cells of rules.board row by row, a
-- letter for each. All else in it stays, and a text that does not show them so is left as it is.
function board.drawn(of, position, text)
  if not of.board then return text end
  local ok, given = pcall(of.board, ask.words(of, position))
  local read = ok and check.read(given)
  if not read then return text end
  local lines, row, letter_of, piece_of = {}, 0, {}, {}
  for line in (text .. "\n"):gmatch "(.-)\n" do
    local list, first = lone_letters(line), row * read.columns
    if row < read.rows and fits(list, read.cells, first, read.columns, letter_of, piece_of) then
      line, row = redrawn(line, list, read.cells, first, read.columns), row + 1
    end
    lines[#lines + 1] = line
  end
  return row == read.rows and table.concat(lines, "\n") or text
end

-- Pieces as letters of ASCII: of MAX capitals. A number of seeds, and any other word, stands for itself.
local plain = { [""] = ".", max = "X", min = "O", stone = "*", block = "#", gap = " ", dot = ".", line = "-", box = "#",
  ["max cross"] = "X", ["min cross"] = "x", ["max ring"] = "O", ["min ring"] = "o" }

local function plain_letter(piece)
  local side, kind = piece:match "^(m%a%a) (.+)$"
  if plain[piece] or side ~= "max" and side ~= "min" then return plain[piece] or piece end
  local letter = tonumber(kind) and kind or kind == "knight" and "n" or kind:sub(1, 1)
  return side == "max" and letter:upper() or letter
end

local function length(text) return utf8.len(text) or #text end

--- The text of a position of rules with a board and no `show`: rows of letters, with its labels; nil: no board, or a faulty one.
function board.text(of, position)
  local ok, given = pcall(of.board or error, ask.words(of, position))
  local read = ok and check.read(given)
  if not read then return nil end
  local cells, down, across = tables.map(read.cells, plain_letter), read.down or {}, read.across or {}
  local width = math.max(1, tables.most(cells, length), tables.most(across, length))
  local margin, lines = tables.most(down, length), {}
  local function line(label, list, first, row)
    local parts = {}
    for i = 1, read.columns do parts[i] = list[first + i] .. (" "):rep(width - length(list[first + i])) end
    local shift = read.shape == "hexagons" and (" "):rep((row - 1) * (width + 1) // 2) or ""
    label = margin > 0 and (" "):rep(margin - length(label)) .. label .. " " or ""
    lines[#lines + 1] = (label .. shift .. table.concat(parts, " ")):match "^(.-) *$"
  end
  for row = 1, read.rows do line(down[row] or "", cells, (row - 1) * read.columns, row) end
  if read.across then line("", across, 0, 1) end
  return table.concat(lines, "\n")
end

return board
