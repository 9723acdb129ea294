--- Connect-4: four stones in a line win; a stone falls to the lowest free cell of its column.
-- On boards with (columns + 1) * (rows + 1) <= 62.
--
-- A position is two integers, with rows + 1 bits for each column, the lowest row first; the bit above a column stays free, so
-- that lines do not run from one column into the next:
--
--     mine   the stones of the player to move; and TURN, if that is MIN
--     all    all stones; and always TURN, so that `mine ~ all` is the other player's `mine`
--
--      5 12 19 26 33 40 47     the bits of 7 x 6
--      4 11 18 25 32 39 46
--      .  .  .  .  .  .  .
--      0  7 14 21 28 35 42
--
-- An estimate counts stones in the middle, lines that are still open, and threats: cells that complete one. When all columns but
-- one are full the players fill that one in turn: so a threat is worth most in the rows that its owner gets then, on 6 rows the
-- odd ones for MAX. With the option `plain` nothing is estimated, columns come from the left, and tables do not know that mirror
-- images are equal, as in published counts. With `strong` bounds and ranks know what programs that solve the game know.

local gts = require "gts"

return gts.with_options({
  columns = { 7, 1, 30, "columns of the board" },
  rows = { 6, 1, 30, "rows of the board" },
  plain = { false, "no estimates, columns from the left" },
  strong = { false, "bounds that see forced moves, columns by their threats: for solving" },
}, function(options)
  local columns, rows, plain, strong = options.columns, options.rows, options.plain, options.strong
  if (columns + 1) * (rows + 1) > 62 then return nil, "options 'columns' times 'rows' is too large for 64 bits" end
  if plain and strong then return nil, "options 'plain' and 'strong' exclude each other" end

  local RISE, ACROSS, FALL = rows + 2, rows + 1, rows    -- a step up is 1
  local RISES, CROSSES, FALLS = 2 * RISE, 2 * ACROSS, 2 * FALL
  local SLOPES = { ACROSS, RISE, FALL }
  local TURN = 1 << ((columns + 1) * (rows + 1) + 1)     -- far enough from the board to be in no line
  local CELLS = (1 << rows) - 1                          -- those of the first column
  -- The cells in the middle: of one column or of two, for an estimate is that of the mirror image.
  local MIDDLE = CELLS << (columns - 1) // 2 * (rows + 1) | CELLS << columns // 2 * (rows + 1)
  local order, place = {}, {}                            -- how columns are tried; and where each stands in that order
  local bottom, top = {}, {}                             -- of the columns, in that order
  local FLOOR, BOARD, ODD = 0, 0, 0                      -- the lowest row, all cells, and those that MAX gets in the last column
  for i = 1, columns do
    local c = plain and i or (columns + 1) // 2 + (i % 2 == 0 and i // 2 or -(i // 2))
    order[i], place[c] = c, i
    bottom[i] = 1 << (c - 1) * (rows + 1)
    top[i] = bottom[i] << (rows - 1)
    FLOOR, BOARD = FLOOR | bottom[i], BOARD | 2 * top[i] - bottom[i]
    for row = (columns - 1) * rows % 2, rows - 1, 2 do ODD = ODD | bottom[i] << row end
  end

  -- The free cells that make these stones four in a line: beyond three of them, or between one and two.
  local function ends(stones, step)
    local up, down = stones << step & stones << 2 * step, stones >> step & stones >> 2 * step
    return up & (stones << 3 * step | stones >> step) | down & (stones >> 3 * step | stones << step)
  end

  local function threats(stones, all)
    return (ends(stones, ACROSS) | ends(stones, RISE) | ends(stones, FALL) | stones << 1 & stones << 2 & stones << 3)
      & BOARD & ~all
  end

  local function count(cells)
    cells = cells - (cells >> 1 & 0x5555555555555555)
    cells = (cells & 0x3333333333333333) + (cells >> 2 & 0x3333333333333333)
    return (cells + (cells >> 4) & 0x0f0f0f0f0f0f0f0f) * 0x0101010101010101 >> 56
  end

  -- The lines with two stones or three in which all other cells are free.
  local function lines(stones, open)
    local sum = 0
    for i = 1, 3 do
      local step = SLOPES[i]
      local b, c, d, free = stones >> step, stones >> 2 * step, stones >> 3 * step, open & open >> step
      sum = sum + count((stones & (b | c | d) | b & (c | d) | c & d) & free & free >> 2 * step)
    end
    return sum
  end

  -- The cells above these.
  local function above(cells)
    local found = cells << 1 & BOARD
    for _ = 3, rows do found = found | found << 1 & BOARD end
    return found
  end

  -- Whom the threats let win when nothing else is left to play: MAX, if he has more in odd rows; MIN, if both have as many there,
  -- and he one in an even row. 1: the player to move, -1: the other, 0: neither.
  local function last_word(mine, theirs, for_mover)
    local of_max, of_min = mine, theirs
    if for_mover == -1 then of_max, of_min = theirs, mine end
    local lead = count(of_max & ODD) - count(of_min & ODD)
    if lead > 0 then return for_mover end
    if lead == 0 and of_min & ~ODD ~= 0 then return -for_mover end
    return 0
  end

  local rules = { name = "connect4", words = 2, start = { 0, TURN }, range = { -1, 1 } }

  -- A move is the number of a column, from the left. Four in a line are two pairs, two steps apart: looked for here and in
  -- `evaluate` without a function, for interpreted rules spend more on a call than on the lines.
  function rules.next(mine, all, column)
    local i = 1
    if column then i = place[column] + 1
    else
      local last = mine ~ all
      local across, rise, fall, up = last & last >> ACROSS, last & last >> RISE, last & last >> FALL, last & last >> 1
      if across & across >> CROSSES | rise & rise >> RISES | fall & fall >> FALLS | up & up >> 2 ~= 0 then return nil end
    end
    while i <= columns do
      if all & top[i] == 0 then return order[i], mine ~ all, all | all + bottom[i] end
      i = i + 1
    end
  end

  -- A column, each as likely, until one is not full.
  function rules.random(mine, all, r)
    local last = mine ~ all
    local across, rise, fall, up = last & last >> ACROSS, last & last >> RISE, last & last >> FALL, last & last >> 1
    if across & across >> CROSSES | rise & rise >> RISES | fall & fall >> FALLS | up & up >> 2 ~= 0 then return nil end
    for _ = 1, 20 do
      local i = ((r >> 32) * columns >> 32) + 1
      if all & top[i] == 0 then return order[i], mine ~ all, all | all + bottom[i] end
      r = r * 6364136223846793005 + 1442695040888963407
    end
  end

  -- Only the player who has just moved can have won.
  function rules.evaluate(mine, all)
    local last = mine ~ all
    local across, rise, fall, up = last & last >> ACROSS, last & last >> RISE, last & last >> FALL, last & last >> 1
    if across & across >> CROSSES | rise & rise >> RISES | fall & fall >> FALLS | up & up >> 2 ~= 0 then
      return mine & TURN == 0 and -1 or 1
    end
    if plain or all & BOARD == BOARD then return 0 end
    local for_mover = mine & TURN == 0 and 1 or -1
    local stones, others, next_cells = mine & BOARD, (mine ~ all) & BOARD, all + FLOOR & BOARD
    local chances, dangers = threats(stones, all), threats(others, all)
    -- The player to move completes a line at once, or the other will: at two cells, or at one and then at that above it.
    if chances & next_cells ~= 0 then return 0.75 * for_mover end
    local forced = dangers & next_cells
    if forced & forced - 1 ~= 0 or forced << 1 & dangers ~= 0 then return -0.75 * for_mover end
    local late = for_mover == 1 and ODD or BOARD & ~ODD
    local good, bad = chances & ~above(dangers & ~late), dangers & ~above(chances & late)
    return for_mover / 4096 * (count(all & BOARD) * last_word(good, bad & ~next_cells, for_mover)
      + 3 * (count(good) - count(bad)) + 6 * (count(good & late) - count(bad & ~late))
      + 12 * (count(stones & MIDDLE) - count(others & MIDDLE))
      + 4 * (lines(stones, BOARD & ~others) - lines(others, BOARD & ~stones)))
  end

  function rules.turned(mine, all) return mine ~ all, all end

  function rules.player(mine)
    return mine & TURN == 0 and "max" or "min"
  end

  -- The stones of a column, mine and all, fit into its bits as a sum.
  local function key(mine, all) return (mine & BOARD) + (all & BOARD) end
  if not plain then
    rules.key = key
    rules.symmetries = { "mirror", columns = columns, rows = rows + 1,
      bits = function(column, row) return (column - 1) * ACROSS + row - 1 end }
  end

  if strong then
    local LOWER = 0                                      -- of each pair of cells in a column, counted from the top
    for row = rows - 2, 0, -2 do LOWER = LOWER | FLOOR << row end

    local function won(stones)
      local across, rise, fall = stones & stones >> ACROSS, stones & stones >> RISE, stones & stones >> FALL
      local up = stones & stones >> 1
      return across & across >> CROSSES | rise & rise >> RISES | fall & fall >> FALLS | up & up >> 2 ~= 0
    end

    -- The cells that do not lose at once when the player to move takes them: the one where a line of the other would be complete,
    -- if there is one; and none below such a cell.
    local function safe(landing, dangers)
      local forced = landing & dangers
      if forced & forced - 1 ~= 0 then return 0 end
      return (forced ~= 0 and forced or landing) & ~(dangers >> 1)
    end

    -- Exact where a line is completed at once, or the other's next move completes one, whatever is played. Else who has no line
    -- open cannot win. And where an even number of cells is free the other can follow up (Allis, "A knowledge-based approach of
    -- connect-four", 1988: Claimeven, Baseinverse): he answers a move in the same column, or, if that has an odd number of free
    -- cells and the move is its first, in another such column. So he gets the upper cell of each pair, counted from the top,
    -- and the player to move no more than the lower ones and those where a stone can fall now.
    function rules.bounds(mine, all)
      local theirs, free, for_mover = mine ~ all, BOARD & ~all, mine & TURN == 0 and 1 or -1
      local landing, left = all + FLOOR & BOARD, count(free)
      if won(theirs) then return -for_mover, -for_mover end
      if threats(mine, all) & landing ~= 0 then return for_mover, for_mover end
      if left > 0 and safe(landing, threats(theirs, all)) == 0 then return -for_mover, -for_mover end
      if left <= 2 then return 0, 0 end
      local least, most = won(BOARD & ~mine) and -1 or 0, 1             -- to the player to move
      if left % 2 == 1 then most = won(BOARD & ~theirs) and 1 or 0
      elseif not won(mine & BOARD | free & LOWER | landing) then
        most = won(theirs & BOARD | free & ~LOWER & ~landing) and -1 or 0
      end
      if for_mover == 1 then return least, most end
      return -most, -least
    end

    function rules.legal(mine, all)
      if won(mine ~ all) then return 0 end
      local set = 0
      for i = 1, columns do
        if all & top[i] == 0 then set = set | 1 << order[i] end
      end
      return set
    end

    function rules.play(mine, all, column) return mine ~ all, all | all + bottom[place[column]] end

    -- The cells that complete a line afterwards, then how near the middle the column is; last what loses at once.
    function rules.rank(mine, all, column)
      local i, landing = place[column], all + FLOOR & BOARD
      local cell = landing & 2 * top[i] - bottom[i]
      if cell & safe(landing, threats(mine ~ all, all)) == 0 then return -i end
      return columns * count(threats(mine | cell, all | cell)) + columns - i
    end

    rules.next = nil
  end

  function rules.show(mine, all)
    local max = mine & TURN == 0 and mine or mine ~ all
    local text = {}
    for row = rows - 1, 0, -1 do
      local cells = {}
      for c = 1, columns do
        local cell = bottom[place[c]] << row
        cells[c] = all & cell == 0 and "." or max & cell ~= 0 and "X" or "O"
      end
      text[#text + 1] = table.concat(cells, " ")
    end
    local numbers = {}
    for c = 1, columns do numbers[c] = c % 10 end
    text[#text + 1] = table.concat(numbers, " ")
    return table.concat(text, "\n")
  end

  function rules.board(mine, all)
    local function lands(c)
      local i = place[c]
      return (rows - 1 - count(all & 2 * top[i] - bottom[i])) * columns + c
    end
    return { columns = columns, rows = rows, cells = rules.show(mine, all), at = lands, by = "columns", shape = "wells",
      across = ("1234567890"):rep(3) }
  end

  return rules
end)
