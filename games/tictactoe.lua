--- Tic-tac-toe on any board: k stones in a line win (an m,n,k-game).
-- On boards with columns * rows <= 62.
--
-- A position is two integers, one bit for each cell, row by row from the upper left:
--
--     mine   the stones of the player to move; and TURN, if that is MIN
--     all    all stones; and always TURN, so that `mine ~ all` is the other player's `mine`

local gts = require "gts"

return gts.with_options({
  columns = { 3, 1, 62, "columns of the board" },
  rows = { 3, 1, 62, "rows of the board" },
  line = { 3, 1, 62, "how many stones in a line win" },
}, function(options)
  local columns, rows, line = options.columns, options.rows, options.line
  if columns * rows > 62 then return nil, "options 'columns' times 'rows' is more than 62" end

  local cells = columns * rows
  local TURN = 1 << cells

  -- Every line that wins, as a set of cells.
  local lines = {}
  for row = 0, rows - 1 do
    for column = 0, columns - 1 do
      for _, step in ipairs { { 0, 1 }, { 1, 0 }, { 1, 1 }, { 1, -1 } } do
        local last_row, last_column = row + (line - 1) * step[1], column + (line - 1) * step[2]
        if last_row < rows and last_column >= 0 and last_column < columns then
          local set = 0
          for i = 0, line - 1 do set = set | 1 << (row + i * step[1]) * columns + column + i * step[2] end
          lines[#lines + 1] = set
        end
      end
    end
  end
  local count = #lines

  local function won(stones)
    for i = 1, count do
      if stones & lines[i] == lines[i] then return true end
    end
    return false
  end

  local rules = { name = "tictactoe", words = 2, start = { 0, TURN }, range = { -1, 1 } }

  -- Searches do without them (`key = false`), so that counts are those of the positions.
  rules.symmetries = { "mirror", columns == rows and "quarter turn" or "flip", columns = columns, rows = rows, sets = 2,
    key = false, reversed = function(mine, all) return mine ~ TURN, all end }

  -- A move is the number of a cell.
  function rules.next(mine, all, cell)
    if not cell then
      if won(mine ~ all) then return nil end
      cell = 0
    end
    for c = cell + 1, cells do
      local bit = 1 << (c - 1)
      if all & bit == 0 then return c, mine ~ all, all | bit end
    end
  end

  -- Only the player who has just moved can have won.
  function rules.evaluate(mine, all)
    if not won(mine ~ all) then return 0 end
    return mine & TURN == 0 and -1 or 1
  end

  function rules.turned(mine, all) return mine ~ all, all end

  function rules.player(mine)
    return mine & TURN == 0 and "max" or "min"
  end

  function rules.show(mine, all)
    local max = mine & TURN == 0 and mine or mine ~ all
    local text = {}
    for c = 1, cells do
      local bit = 1 << (c - 1)
      local mark = all & bit == 0 and "." or max & bit ~= 0 and "X" or "O"
      text[c] = mark .. (c == cells and "" or c % columns == 0 and "\n" or " ")
    end
    return table.concat(text)
  end

  function rules.board(mine, all)
    return { columns = columns, rows = rows, cells = rules.show(mine, all), pieces = { X = "max cross", O = "min ring" },
      at = function(cell) return cell end }
  end

  return rules
end)
