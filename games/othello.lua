--- Othello (Reversi): a stone is placed so that it encloses stones of the other player in straight lines, and these change
-- sides. Who cannot move passes; when neither can, the game is over, and who has more stones has won.
--
-- A position is three integers, on a board of 64 bits, eight a row, of which smaller boards use the upper left part:
--
--     mine    the stones of the player to move
--     theirs  the stones of the other player
--     turn    0 if MAX is to move, 1 if MIN
--
-- An evaluation of the middle game counts the moves that either player has, and corners; at the end, stones.

local gts = require "gts"

return gts.with_options({
  size = { 8, { 4, 6, 8 }, "columns and rows of the board" },
}, function(options)
  local size = options.size

  local BOARD, INNER, CORNERS = 0, 0, 0
  for row = 0, size - 1 do
    for column = 0, size - 1 do
      local cell = 1 << 8 * row + column
      BOARD = BOARD | cell
      if column > 0 and column < size - 1 then INNER = INNER | cell end
      if (row == 0 or row == size - 1) and (column == 0 or column == size - 1) then CORNERS = CORNERS | cell end
    end
  end
  local middle = 8 * (size // 2 - 1) + size // 2 - 1       -- the upper left of the four cells in the middle
  local PASS = 64
  local WIN = 500              -- a stone more at the end counts so much, more than any evaluation before
  local CORNER, MOBILITY = 25, 4

  -- The empty cells from which `mine` encloses some of `between` in the direction of the shift `step` and in the opposite one.
  -- `between` holds stones of the other player, without those at an edge that a line would run over.
  local function reach(mine, between, step)
    local up, down = between & mine << step, between & mine >> step
    for _ = 1, size - 3 do
      up = up | between & up << step
      down = down | between & down >> step
    end
    return up << step | down >> step
  end

  -- All cells where the player with the stones `mine` may place one.
  local function moves(mine, theirs)
    local inner = theirs & INNER
    return (reach(mine, inner, 1) | reach(mine, inner, 7) | reach(mine, inner, 9) | reach(mine, theirs, 8))
      & BOARD & ~(mine | theirs)
  end

  -- The stones that change sides in one direction when `cell` is taken.
  local function run(cell, mine, between, step)
    local up, down = between & cell << step, between & cell >> step
    for _ = 1, size - 3 do
      up = up | between & up << step
      down = down | between & down >> step
    end
    local turned = 0
    if mine & up << step ~= 0 then turned = up end
    if mine & down >> step ~= 0 then turned = turned | down end
    return turned
  end

  local function turned(cell, mine, theirs)
    local inner = theirs & INNER
    return run(cell, mine, inner, 1) | run(cell, mine, inner, 7) | run(cell, mine, inner, 9) | run(cell, mine, theirs, 8)
  end

  local function count(cells)
    cells = cells - (cells >> 1 & 0x5555555555555555)
    cells = (cells & 0x3333333333333333) + (cells >> 2 & 0x3333333333333333)
    return (cells + (cells >> 4) & 0x0f0f0f0f0f0f0f0f) * 0x0101010101010101 >> 56
  end

  local rules = {
    name = "othello", words = 3, range = { -WIN * size * size, WIN * size * size },
    start = { 1 << middle + 1 | 1 << middle + 8, 1 << middle | 1 << middle + 9, 0 },
  }

  -- A move is the number of a cell, 8 * row + column, both from 0; 64 is a pass.
  function rules.next(mine, theirs, turn, move)
    local free = moves(mine, theirs)
    if free == 0 then
      if move or moves(theirs, mine) == 0 then return nil end
      return PASS, theirs, mine, turn ~ 1
    end
    local cell = 0
    if move then cell = move + 1 end
    while cell < 64 and free >> cell & 1 == 0 do cell = cell + 1 end
    if cell >= 64 then return nil end
    local stone = 1 << cell
    local change = turned(stone, mine, theirs)
    return cell, theirs & ~change, mine | stone | change, turn ~ 1
  end

  function rules.evaluate(mine, theirs, turn)
    local my_moves, their_moves = moves(mine, theirs), moves(theirs, mine)
    local value
    if my_moves | their_moves == 0 then value = WIN * (count(mine) - count(theirs))
    else
      value = MOBILITY * (count(my_moves) - count(their_moves)) + CORNER * (count(mine & CORNERS) - count(theirs & CORNERS))
        + count(mine) - count(theirs)
    end
    if turn == 1 then return -value end
    return value
  end

  function rules.player(_, _, turn)
    return turn == 0 and "max" or "min"
  end

  function rules.show(mine, theirs, turn)
    local max = turn == 0 and mine or theirs
    local lines = {}
    for row = 0, size - 1 do
      local cells = {}
      for column = 0, size - 1 do
        local cell = 1 << 8 * row + column
        cells[column + 1] = (mine | theirs) & cell == 0 and "." or max & cell ~= 0 and "X" or "O"
      end
      lines[row + 1] = table.concat(cells, " ")
    end
    return table.concat(lines, "\n")
  end

  return rules
end)
