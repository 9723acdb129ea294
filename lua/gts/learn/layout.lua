--- Where cells lie, if no board says it: the longest lists of a position are the board, all other bits lie below it. How
-- many columns a board has, lists of rows say, symmetries, or moves, which change cells beside each other; else it is as square
-- as can be.

local tables = require "gts.base.tables"

local layout = {}

local MOST_MOVES <const>, MOST_CHANGED <const> = 300, 4         -- that are looked at, and cells that one changes

-- The cells that a move changes, as numbers.
local function changed(cells, sample)
  return tables.filter(tables.range(1, #cells, function(i) return i end), function(i)
    return tables.any(cells[i], function(id)
      local word, bit = id // 64 + 1, 1 << id % 64
      return (sample.words[word] ~ sample.after[word]) & bit ~= 0
    end)
  end)
end

-- The columns with which the cells that a move changes lie closest to each other; nil where moves change single ones.
local function moved_columns(cells, list)
  local pairs_of, best, least = {}, nil, math.huge
  for i = 1, math.min(#list, MOST_MOVES) do
    local of_move = changed(cells, list[i])
    for k = 2, #of_move <= MOST_CHANGED and #of_move or 0 do pairs_of[#pairs_of + 1] = { of_move[k - 1] - 1, of_move[k] - 1 } end
  end
  for columns = 2, #pairs_of > 0 and #cells // 2 or 0 do
    local distance = tables.sum(pairs_of, function(pair)
      return math.max(pair[2] // columns - pair[1] // columns, math.abs(pair[2] % columns - pair[1] % columns))
    end)
    if distance < least then best, least = columns, distance end
  end
  return best
end

local function squarest(count)
  local columns = math.ceil(count ^ 0.5)
  while count % columns ~= 0 do columns = columns + 1 end
  return columns
end

-- The cells from the first to the last one that has a bit of a set; of few that are far apart, only those that have one.
local function trimmed(cells, set)
  local function has(cell) return tables.any(cell, function(id) return set[id] end) end
  local first, last, count = #cells + 1, 0, tables.count(cells, has)
  for i, cell in ipairs(cells) do
    if has(cell) then first, last = math.min(first, i), i end
  end
  return 2 * count > last - first + 1 and table.move(cells, first, last, 1, {}) or tables.filter(cells, has)
end

-- The blocks of positions that are integers: the bits of each.
local function blocks_of_words(words)
  return tables.range(1, words, function(word)
    return { cells = tables.range(64 * word - 64, 64 * word - 1, function(id) return { id } end) }
  end)
end

--- Lays out the bits of positions. `list`: see gts.learn.samples; `words` of them; `varying`, a set of bits. Returns the cells
-- row by row, each a list of bits, perhaps none; columns, rows.
function layout.make(of, list, words, varying)
  local blocks, board = list.packing and list.packing.blocks or blocks_of_words(words), nil
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
    board = trimmed(board, varying)
    columns = moved_columns(board, list) or squarest(#board)
  end
  rest = tables.filter(rest, function(cell) return tables.any(cell, function(id) return varying[id] end) end)
  if #rest > 0 then for _ = 1, columns do board[#board + 1] = {} end end
  table.move(rest, 1, #rest, #board + 1, board)
  while #board % columns ~= 0 do board[#board + 1] = {} end
  return board, columns, #board // columns
end

return layout
