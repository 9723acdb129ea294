--- Hexapawn (Martin Gardner): each player has a row of pawns, which move one cell forward to a free cell, or capture one cell
-- diagonally forward. A player who reaches the other side wins; one who cannot move loses.
--
-- A position is two integers, one bit for each cell, row by row from the upper left; MAX begins below and moves up:
--
--     mine    the pawns of the player to move; and TURN, if that is MIN
--     theirs  the pawns of the other player

local gts = require "gts"

return gts.with_options({
  columns = { 3, 2, 7, "columns of the board" },
  rows = { 3, 3, 7, "rows of the board" },
}, function(options)
  local columns, rows = options.columns, options.rows
  local cells = columns * rows
  local TURN = 1 << cells
  local FIRST, LAST = (1 << columns) - 1, (1 << columns) - 1 << cells - columns

  local rules = { name = "hexapawn", words = 2, start = { LAST, FIRST }, range = { -1, 1 } }

  -- Searches do without them (`key = false`), so that counts are those of the positions.
  rules.symmetries = { "mirror", columns = columns, rows = rows, sets = 2, key = false }

  -- Has the player who has just moved reached the other side?
  local function arrived(mine, theirs)
    return theirs & (mine & TURN == 0 and LAST or FIRST) ~= 0
  end

  -- A move is 10 * cell + way, the cell from 1; the way is 1 to capture to the left, 2 straight on, 3 to capture to the right.
  function rules.next(mine, theirs, move)
    if arrived(mine, theirs) then return nil end
    local down = mine & TURN ~= 0
    local pawns, cell, way = mine & TURN - 1, 0, 0
    if move then cell, way = move // 10 - 1, move % 10 end
    while cell < cells do
      while way < 3 and pawns >> cell & 1 ~= 0 do
        way = way + 1
        local column, to = cell % columns + way - 2, cell - columns + way - 2
        if down then to = cell + columns + way - 2 end
        if column >= 0 and column < columns and to >= 0 and to < cells then
          local bit = 1 << to
          local open = theirs & bit ~= 0
          if way == 2 then open = (pawns | theirs) & bit == 0 end
          if open then
            local after = pawns & ~(1 << cell) | bit
            return 10 * (cell + 1) + way, theirs & ~bit | (~mine & TURN), after
          end
        end
      end
      cell, way = cell + 1, 0
    end
  end

  -- The player to move has lost, if the game is over.
  function rules.evaluate(mine, theirs)
    if not arrived(mine, theirs) and rules.next(mine, theirs) then return 0 end
    return mine & TURN == 0 and -1 or 1
  end

  function rules.turned(mine, theirs) return theirs | (~mine & TURN), mine & TURN - 1 end

  -- The rows change places.
  local function flipped(set)
    local made = 0
    for _ = 1, rows do made, set = made << columns | set & FIRST, set >> columns end
    return made
  end

  function rules.symmetries.reversed(mine, theirs) return flipped(mine) | ~mine & TURN, flipped(theirs) end

  function rules.player(mine)
    return mine & TURN == 0 and "max" or "min"
  end

  function rules.show(mine, theirs)
    local max = mine & TURN == 0 and mine or theirs
    local lines = {}
    for row = 0, rows - 1 do
      local text = {}
      for column = 0, columns - 1 do
        local bit = 1 << row * columns + column
        text[column + 1] = (mine | theirs) & bit == 0 and "." or max & bit ~= 0 and "X" or "O"
      end
      lines[row + 1] = table.concat(text, " ")
    end
    return table.concat(lines, "\n")
  end

  function rules.board(mine, theirs)
    local step = mine & TURN == 0 and -columns or columns
    local function at(move) return move // 10, move // 10 + step + move % 10 - 2 end
    return { columns = columns, rows = rows, cells = rules.show(mine, theirs), at = at, across = "abcdefg",
      down = ("7654321"):sub(-rows), pieces = { X = "max pawn", O = "min pawn" } }
  end

  return rules
end)
