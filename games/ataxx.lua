--- Ataxx (Dave Crummack, Craig Galley, 1988): a stone grows onto a free cell beside it, diagonally too, or jumps to one that is
-- two cells away. All stones of the other player beside that cell change sides. A player who cannot move passes; when neither
-- can, or one has no stones, the game is over. The value is how many stones more MAX has then; all cells, if MIN has none.
--
-- A position is three integers. In the sets the cells are bits, row by row from the upper left; between two rows two bits stay
-- free, so that no step leaves the board unnoticed:
--
--     mine    the stones of the player to move
--     theirs  the stones of the other player
--     turn    0 if MAX is to move, 1 if MIN
--
-- A position that comes again is a draw; with the option `repetition = false` that is not looked for. An estimate counts stones,
-- and those at the edge, where fewer can attack them.

local gts = require "gts"
local grid = require "gts.show.grid"

return gts.with_options({
  size = { 7, 3, 7, "columns and rows of the board" },
  repetition = { true, "a position that comes again is a draw" },
}, function(options)
  local size = options.size
  local wide, cells, PASS = size + 2, size * size, 0
  local weights = { stone = 8, edge = 1 }

  local TOP, BOARD = (1 << size) - 1, 0
  for row = 0, size - 1 do BOARD = BOARD | TOP << wide * row end
  local LEFT = BOARD & ~(BOARD << 1)
  local BOTTOM = TOP << wide * (size - 1)
  local EDGES = TOP | BOTTOM | LEFT | LEFT << size - 1
  -- From where to where stones jump, in bits.
  local JUMPS = {}
  for row = -2, 2 do
    for column = -2, 2 do
      if math.max(math.abs(row), math.abs(column)) == 2 then JUMPS[#JUMPS + 1] = wide * row + column end
    end
  end

  local function count(set)
    set = set - (set >> 1 & 0x5555555555555555)
    set = (set & 0x3333333333333333) + (set >> 2 & 0x3333333333333333)
    return (set + (set >> 4) & 0x0f0f0f0f0f0f0f0f) * 0x0101010101010101 >> 56
  end

  -- A set and what is beside it; and all that is no more than two cells away.
  local function beside(set)
    set = set | set << 1 | set >> 1
    return (set | set << wide | set >> wide) & BOARD
  end
  local function near(set) return beside(beside(set)) end

  local rules = { name = "ataxx", words = 3, range = { -cells, cells }, weights = weights,
    start = { LEFT & TOP | BOTTOM & LEFT << size - 1, BOTTOM & LEFT | TOP & LEFT << size - 1, 0 },
    cycle = options.repetition and 0 or nil }

  -- Searches do without them (`key = false`), so that counts are those of the positions.
  rules.symmetries = { "mirror", "quarter turn", columns = size, rows = size, key = false,
    reversed = function(mine, theirs, turn) return mine, theirs, 1 - turn end }

  function rules.symmetries.bits(column, row)
    local bit = wide * (row - 1) + column - 1
    return bit, 64 + bit
  end

  local function over(mine, theirs)
    return mine == 0 or theirs == 0 or near(mine | theirs) & ~(mine | theirs) == 0
  end

  -- The position after a stone, which was in `from`, comes to `to`. Grown stones come from where they are.
  local function moved(mine, theirs, turn, from, to)
    local change = theirs & beside(1 << to)
    return theirs ~ change, (mine & ~(1 << from) | 1 << to) ~ change, 1 - turn
  end

  -- A move is 10000 * way + 100 * from + to, in bits from the first, or PASS. Stones grow, way 1, to the cell that they are said
  -- to come from; way 2 and the following are jumps.
  function rules.next(mine, theirs, turn, move)
    local free, way, left = BOARD & ~(mine | theirs), 1, -1
    if not move then
      if over(mine, theirs) then return nil end
      if near(mine) & free == 0 then return PASS, theirs, mine, 1 - turn end
    elseif move == PASS then return nil
    else way, left = move // 10000, -2 << move // 100 % 100 end
    while way <= 17 do
      local set = way == 1 and beside(mine) & free or mine & free >> JUMPS[way - 1]
      set = set & left
      if set ~= 0 then
        local from = count((set & -set) - 1)
        local to = way == 1 and from or from + JUMPS[way - 1]
        return 10000 * way + 100 * from + to, moved(mine, theirs, turn, from, to)
      end
      way, left = way + 1, -1
    end
  end

  -- A cell and a way, each as likely, until there is such a move.
  function rules.random(mine, theirs, turn, r)
    local free = BOARD & ~(mine | theirs)
    if over(mine, theirs) or near(mine) & free == 0 then return nil end
    local grown, bits = beside(mine) & free, wide * size - 2
    for _ = 1, 200 do
      r = r * 6364136223846793005 + 1442695040888963407
      local from, way = (r >> 32) * bits >> 32, ((r >> 8 & 0xffffff) * 17 >> 24) + 1
      local to = way == 1 and from or from + JUMPS[way - 1]
      if (way == 1 and grown or mine & free >> to - from) >> from & 1 ~= 0 then
        return 10000 * way + 100 * from + to, moved(mine, theirs, turn, from, to)
      end
    end
  end

  function rules.evaluate(mine, theirs, turn)
    local lead = count(mine) - count(theirs)
    if over(mine, theirs) then
      if mine == 0 then lead = -cells elseif theirs == 0 then lead = cells end
    else
      -- An estimate is less than what it estimates can be.
      local edge = count(mine & EDGES) - count(theirs & EDGES)
      lead = (weights.stone * lead + weights.edge * edge) / (weights.stone + 4 * weights.edge)
    end
    return turn == 0 and lead or 0 - lead
  end

  function rules.turned(mine, theirs, turn) return theirs, mine, 1 - turn end

  function rules.player(_, _, turn) return turn == 0 and "max" or "min" end

  local function name_of(cell) return ("%c%d"):format(97 + cell % wide, size - cell // wide) end

  -- As in "b2", where a stone grows to; "a1-c2", a jump; or "pass".
  function rules.move_name(move)
    if move == PASS then return "pass" end
    return (move >= 20000 and name_of(move // 100 % 100) .. "-" or "") .. name_of(move % 100)
  end

  local function place(bit) return bit // wide * size + bit % wide + 1 end

  -- Texts are as in "X.O/.../O.X max": the rows from above, and the player to move.
  grid.add_sets(rules, { columns = size, rows = size, wide = wide, digits = 1, at = function(move)
    if move >= 20000 then return place(move // 100 % 100), place(move % 100) end
    if move ~= PASS then return place(move % 100) end
  end })

  return rules
end)
