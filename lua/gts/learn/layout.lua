--- Where cells lie, if no board says it: those of the longest lists of a position are the board, all other bits lie below it. How
-- many columns a board has, the symmetries say, or lists of rows, or the lines that `show` gives; else it is as square as can be.

local ask = require "gts.rules.ask"
local tables = require "gts.base.tables"

local layout = {}

local MOST_LINES <const> = 1000         -- characters of a position that is shown

-- The columns that lines of text have: as many lines as there are rows have a character a column, with or without blanks.
local function shown_columns(of, count)
  local ok, text = pcall(of.show or error, ask.start(of))
  if not ok or type(text) ~= "string" or #text > MOST_LINES then return nil end
  for columns = 2, count // 2 do
    local lines = 0
    for line in text:gmatch "[^\n]+" do
      local wide = #line:gsub("%s+$", "")
      if wide == columns or wide == 2 * columns - 1 then lines = lines + 1 end
    end
    if count % columns == 0 and lines >= count // columns then return columns end
  end
end

local function squarest(count)
  local columns = math.ceil(count ^ 0.5)
  while count % columns ~= 0 do columns = columns + 1 end
  return columns
end

-- The cells from the first to the last one that has a bit of a set.
local function trimmed(cells, set)
  local first, last = #cells + 1, 0
  for i, cell in ipairs(cells) do
    if tables.any(cell, function(id) return set[id] end) then first, last = math.min(first, i), i end
  end
  return table.move(cells, first, last, 1, {})
end

-- The blocks of positions that are integers: the bits of each.
local function blocks_of_words(words)
  return tables.range(1, words, function(word)
    return { cells = tables.range(64 * word - 64, 64 * word - 1, function(id) return { id } end) }
  end)
end

--- Lays out the bits of positions. `packing`: see gts.rules.packing, or nil; `words`; `varying`, a set of bits. Returns the cells
-- row by row, each a list of bits, perhaps none; columns, rows.
function layout.make(of, packing, words, varying)
  local blocks, board = packing and packing.blocks or blocks_of_words(words), nil
  local widest = tables.best(blocks, function(a, b) return #a.cells > #b.cells end)
  local rest = {}
  for _, block in ipairs(blocks) do
    if #block.cells ~= #widest.cells then table.move(block.cells, 1, #block.cells, #rest + 1, rest)
    elseif not board then board = tables.map(block.cells, function(cell) return tables.copy(cell) end)
    else
      for i, cell in ipairs(block.cells) do table.move(cell, 1, #cell, #board[i] + 1, board[i]) end
    end
  end
  local columns = widest.columns or of.symmetries and of.symmetries.columns
  if not columns or #board % columns ~= 0 then
    local inner = trimmed(board, varying)
    columns = shown_columns(of, #board) or shown_columns(of, #inner)
    local is_square = packing and squarest(#board) ^ 2 == #board
    if not is_square and (not columns or #board % columns ~= 0) then board = inner end
    if not columns or #board % columns ~= 0 then columns = squarest(#board) end
  end
  rest = tables.filter(rest, function(cell) return tables.any(cell, function(id) return varying[id] end) end)
  if #rest > 0 then for _ = 1, columns do board[#board + 1] = {} end end
  table.move(rest, 1, #rest, #board + 1, board)
  while #board % columns ~= 0 do board[#board + 1] = {} end
  return board, columns, #board // columns
end

return layout
