--- Othello (Reversi): a stone is placed so that it encloses stones of the other player in straight lines, and these change
-- sides. A player who cannot move passes; when neither can, the game is over, and the player with more stones wins.
--
-- A position is three integers, on a board of 64 bits, eight a row, of which smaller boards use the upper left part:
--
--     mine    the stones of the player to move
--     theirs  the stones of the other player
--     turn    0 if MAX is to move, 1 if MIN
--
-- The value is by how many stones MAX is ahead at the end. Before, an estimate between -1 and 1 counts what lasts: moves, and
-- free cells beside the other, where there will be moves; corners; stones that can never be turned, in unbroken rows along
-- the edges from a corner on; and what gives a corner away, stones beside a free one.

local gts = require "gts"

return gts.with_options({
  size = { 8, { 4, 6, 8 }, "columns and rows of the board" },
  empties = { "none", { "none", "winner" }, "who gets the cells that stay empty: tournaments count them for the winner" },
  strong = { false, "moves that leave few replies first: for solving" },
}, function(options)
  local size = options.size

  local BOARD, INNER, EDGES, CORNERS = 0, 0, 0, 0
  local NOT_LEFT, NOT_RIGHT = ~0x0101010101010101, ~(0x0101010101010101 << size - 1)
  for row = 0, size - 1 do
    for column = 0, size - 1 do
      local cell, upright, flat = 1 << 8 * row + column, row == 0 or row == size - 1, column == 0 or column == size - 1
      BOARD = BOARD | cell
      if not flat then INNER = INNER | cell end
      if upright or flat then EDGES = EDGES | cell end
      if upright and flat then CORNERS = CORNERS | cell end
    end
  end
  local middle = 8 * (size // 2 - 1) + size // 2 - 1       -- the upper left of the four cells in the middle
  local PASS = 64
  local weights = { mobility = 8, frontier = 6, corner = 40, stable = 20, next = 10, cross = 25 }

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

  -- A set and all cells beside it.
  local function spread(set)
    set = set | (set & NOT_RIGHT) << 1 | (set & NOT_LEFT) >> 1
    return (set | set << 8 | set >> 8) & BOARD
  end

  -- What lasts of a player's.
  local function standing(mine, theirs, my_moves)
    local free = BOARD & ~(mine | theirs)
    local stable = mine & CORNERS
    for _ = 1, size - 1 do
      stable = stable | mine & EDGES & ((stable & NOT_RIGHT) << 1 | (stable & NOT_LEFT) >> 1 | stable << 8 | stable >> 8)
    end
    local open = spread(free & CORNERS)
    return weights.mobility * count(my_moves) + weights.frontier * count(spread(theirs) & free)
      + weights.corner * count(mine & CORNERS) + weights.stable * count(stable)
      - weights.next * count(mine & open & EDGES) - weights.cross * count(mine & open & ~EDGES)
  end

  local rules = {
    name = "othello", words = 3, range = { -size * size, size * size }, weights = weights,
    start = { 1 << middle + 1 | 1 << middle + 8, 1 << middle | 1 << middle + 9, 0 },
  }

  -- Searches do without them: images are rarely met.
  rules.symmetries = { "mirror", "quarter turn", columns = size, rows = size, key = false }

  function rules.symmetries.bits(column, row)
    local bit = 8 * (row - 1) + column - 1
    return bit, 64 + bit
  end

  function rules.symmetries.reversed(mine, theirs, turn) return mine, theirs, turn ~ 1 end

  -- A move is the number of a cell, 8 * row + column, both from 0; 64 is a pass, the first bit of a second word.
  function rules.legal(mine, theirs)
    local free = moves(mine, theirs)
    if free == 0 and moves(theirs, mine) ~= 0 then return 0, 1 end
    return free
  end

  function rules.play(mine, theirs, turn, move)
    if move == PASS then return theirs, mine, turn ~ 1 end
    local stone = 1 << move
    local change = turned(stone, mine, theirs)
    return theirs & ~change, mine | stone | change, turn ~ 1
  end

  function rules.evaluate(mine, theirs, turn)
    local my_moves, their_moves = moves(mine, theirs), moves(theirs, mine)
    local value
    if my_moves | their_moves == 0 then value = count(mine) - count(theirs)
    else value = (standing(mine, theirs, my_moves) - standing(theirs, mine, their_moves)) / 4096 end
    if turn == 1 then return -value end
    return value
  end

  if options.empties == "winner" then
    local estimate = rules.evaluate
    function rules.evaluate(mine, theirs, turn)
      local value = estimate(mine, theirs, turn)
      if moves(mine, theirs) | moves(theirs, mine) ~= 0 or value == 0 then return value end
      local free = count(BOARD & ~(mine | theirs))
      return value > 0 and value + free or value - free
    end
  end

  -- Few replies, corners, and quarters with an odd number of free cells, where who begins plays last.
  if options.strong then
    local half, FIRST = size // 2, 0
    for _ = 1, half do FIRST = FIRST << 8 | (1 << half) - 1 end
    local quarters = { FIRST, FIRST << half, FIRST << 8 * half, FIRST << 9 * half }
    function rules.rank(mine, theirs, _, move)
      if move == PASS then return 0 end
      local stone = 1 << move
      local change = turned(stone, mine, theirs)
      local rank = -4 * count(moves(theirs & ~change, mine | stone | change))
      if stone & CORNERS ~= 0 then rank = rank + 12 end
      for i = 1, 4 do
        local quarter = quarters[i]
        if quarter & stone ~= 0 and count(quarter & ~(mine | theirs)) & 1 == 1 then rank = rank + 4 end
      end
      return rank
    end
  end

  function rules.turned(mine, theirs, turn) return theirs, mine, turn ~ 1 end

  function rules.player(_, _, turn) return turn == 0 and "max" or "min" end

  function rules.show(mine, theirs, turn)
    local max = turn == 0 and mine or theirs
    local lines, letters = {}, {}
    for row = 0, size - 1 do
      local cells = {}
      for column = 0, size - 1 do
        local cell = 1 << 8 * row + column
        cells[column + 1] = (mine | theirs) & cell == 0 and "." or max & cell ~= 0 and "X" or "O"
        letters[column + 1] = string.char(97 + column)
      end
      lines[row + 1] = row + 1 .. " " .. table.concat(cells, " ")
    end
    lines[#lines + 1] = "  " .. table.concat(letters, " ")
    return table.concat(lines, "\n")
  end

  -- As they are written among people: the column, from a at the left, and the row, from 1 at the top.
  function rules.move_name(move)
    if move == PASS then return "pass" end
    return string.char(97 + move % 8) .. move // 8 + 1
  end

  function rules.board(...)
    local function at(move) return move ~= PASS and move // 8 * size + move % 8 + 1 or nil end
    return { columns = size, rows = size, cells = rules.show(...):gsub("%d", ""), at = at,
      across = "abcdefgh", down = "12345678" }
  end

  return rules
end)
