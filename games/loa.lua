--- Lines of action (Claude Soucie, 1969): a piece moves in a straight line, in any of eight directions, just as many cells as
-- there are pieces of both players on that line. It may pass over its own pieces, not over others; it may end on one of these,
-- and captures it. A player whose pieces are all connected, diagonally too, wins; if those of both are, it is a draw.
--
-- A position is three integers. In the sets the cells are bits, row by row from the upper left:
--
--     mine    the pieces of the player to move
--     theirs  the pieces of the other player
--     turn    0 if MAX is to move, 1 if MIN
--
-- As in the papers on the program MIA (Winands, 2004), a player who cannot move passes, and a position that comes again is a
-- draw; with the option `repetition = false` that is not looked for, and the game is searched to a depth. An evaluation measures
-- how far pieces are from their centre of mass, on average, and how many of them stand alone.

local gts = require "gts"
local grid = require "gts.show.grid"

return gts.with_options({
  size = { 8, 4, 8, "columns and rows of the board" },
  repetition = { true, "a position that comes again is a draw" },
}, function(options)
  local size = options.size
  local cells = size * size
  local WIN, PASS = 10000, 0
  local weights = { spread = 24, alone = 8, tempo = 6 }

  -- The four axes: how far apart neighbours are, and the line of each cell, from 1. A way is an axis, there or back.
  local STEPS, LINES = { 1, size, size + 1, size - 1 }, {}
  for axis, step in ipairs { { 1, 0 }, { 0, 1 }, { 1, 1 }, { -1, 1 } } do
    LINES[axis] = {}
    for cell = 0, cells - 1 do
      local line = 0
      for i = 1 - size, size - 1 do
        local column, row = cell % size + i * step[1], cell // size + i * step[2]
        if column >= 0 and column < size and row >= 0 and row < size then line = line | 1 << row * size + column end
      end
      LINES[axis][cell + 1] = line
    end
  end

  local LEFT, BOARD, max, min = 0, cells == 64 and -1 or (1 << cells) - 1, 0, 0
  for i = 0, size - 1 do
    LEFT = LEFT | 1 << i * size
    if i > 0 and i < size - 1 then
      max, min = max | 1 << i | 1 << cells - size + i, min | 1 << i * size | 1 << i * size + size - 1
    end
  end
  local NOT_LEFT, NOT_RIGHT = BOARD & ~LEFT, BOARD & ~(LEFT << size - 1)

  local function count(set)
    set = set - (set >> 1 & 0x5555555555555555)
    set = (set & 0x3333333333333333) + (set >> 2 & 0x3333333333333333)
    return (set + (set >> 4) & 0x0f0f0f0f0f0f0f0f) * 0x0101010101010101 >> 56
  end

  -- The cells that touch a set; without it but where its own touch.
  local function beside(set)
    local flat = (set & NOT_LEFT) >> 1 | (set & NOT_RIGHT) << 1
    local all = set | flat
    return (flat | all >> size | all << size) & BOARD
  end

  local function connected(set)
    local group, old = set & -set, 0
    if set ~= group and set & ~beside(set) ~= 0 then return false end
    while group ~= old do group, old = group | beside(group) & set, group end
    return group == set
  end

  -- Where the piece in a cell goes by one of the eight ways, or -1.
  local function target(mine, theirs, from, way)
    local axis = (way + 1) // 2
    local line = LINES[axis][from + 1]
    local far = count((mine | theirs) & line) * STEPS[axis]
    local to = way % 2 == 1 and from + far or from - far
    if to < 0 or to >= cells or line & ~mine & 1 << to == 0 then return -1 end
    local low, high = math.min(from, to), math.max(from, to)
    return theirs & line & (1 << high) - (2 << low) == 0 and to or -1
  end

  local rules = { name = "loa", words = 3, start = { max, min, 0 }, range = { -WIN, WIN }, weights = weights,
    cycle = options.repetition and 0 or nil }

  -- Searches do without them (`key = false`), so that counts are those of the positions.
  rules.symmetries = { "mirror", "quarter turn", columns = size, rows = size, sets = 2, key = false,
    reversed = function(mine, theirs, turn) return mine, theirs, 1 - turn end }

  -- A move is 10000 * way + 100 * from + to, cells from 0; or PASS.
  function rules.next(mine, theirs, turn, move)
    local from, way = 0, 0
    if not move then
      if connected(theirs) or connected(mine) then return nil end
    elseif move == PASS then return nil
    else from, way = move // 100 % 100, move // 10000 end
    local left = mine & -1 << from
    while left ~= 0 do
      local piece = left & -left
      local cell = count(piece - 1)
      while way < 8 do
        way = way + 1
        local to = target(mine, theirs, cell, way)
        if to >= 0 then return 10000 * way + 100 * cell + to, theirs & ~(1 << to), mine ~ (piece | 1 << to), 1 - turn end
      end
      left, way = left ~ piece, 0
    end
    if not move then return PASS, theirs, mine, 1 - turn end
  end

  -- A piece and a way, each as likely, until one can move so.
  function rules.random(mine, theirs, turn, r)
    if connected(theirs) or connected(mine) then return nil end
    local pieces = count(mine)
    for _ = 1, 100 do
      r = r * 6364136223846793005 + 1442695040888963407
      local left = mine
      for _ = 1, (r >> 32) * pieces >> 32 do left = left & left - 1 end
      local piece = left & -left
      local from, way = count(piece - 1), (r >> 8 & 7) + 1
      local to = target(mine, theirs, from, way)
      if to >= 0 then return 10000 * way + 100 * from + to, theirs & ~(1 << to), mine ~ (piece | 1 << to), 1 - turn end
    end
  end

  -- How far pieces are from their centre of mass, on average, in sixteenths of a cell: the greater of columns and rows.
  local function spread(set)
    local number, column, row, sum = count(set), 0, 0, 0
    local left = set
    while left ~= 0 do
      local cell = count((left & -left) - 1)
      column, row, left = column + cell % size, row + cell // size, left & left - 1
    end
    while set ~= 0 do
      local cell = count((set & -set) - 1)
      sum = sum + math.max(math.abs(number * (cell % size) - column), math.abs(number * (cell // size) - row))
      set = set & set - 1
    end
    return 16 * sum // (number * number)
  end

  local function scattered(set) return weights.spread * spread(set) // 16 + weights.alone * count(set & ~beside(set)) end

  function rules.evaluate(mine, theirs, turn)
    local sign, of_mine, of_theirs = turn == 0 and 1 or -1, connected(mine), connected(theirs)
    if of_mine then return of_theirs and 0 or sign * WIN end
    if of_theirs then return -sign * WIN end
    return sign * (scattered(theirs) - scattered(mine) + weights.tempo)
  end

  function rules.turned(mine, theirs, turn) return theirs, mine, 1 - turn end

  function rules.player(_, _, turn) return turn == 0 and "max" or "min" end

  local function name_of(cell) return ("%c%d"):format(97 + cell % size, size - cell // size) end

  -- As in "b8-b6", or "pass".
  function rules.move_name(move)
    return move == PASS and "pass" or name_of(move // 100 % 100) .. "-" .. name_of(move % 100)
  end

  -- Texts are as in ".XX./O..O/O..O/.XX. max": the rows from above, and the player to move.
  grid.add_sets(rules, { columns = size, rows = size, digits = 1, at = function(move)
    if move ~= PASS then return move // 100 % 100 + 1, move % 100 + 1 end
  end })

  return rules
end)
