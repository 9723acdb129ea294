--- Knightthrough, breakthrough with knights: each player has two rows of knights, which move as in chess, but forward only, to a
-- free cell or to one of the other player's, which is captured. A player who reaches the other side, or captures all, wins.
--
-- A position is three integers. In the sets the cells are bits, row by row from the upper left; MAX begins below and moves up:
--
--     mine    the knights of the player to move
--     theirs  the knights of the other player
--     turn    0 if MAX is to move, 1 if MIN
--
-- From the two rows before its goal a knight arrives with the next move: the bounds decide such positions. An evaluation counts
-- knights, the more the further they are, and those that the player to move wins by captures.

local gts = require "gts"
local grid = require "gts.show.grid"

return gts.with_options({
  columns = { 8, 4, 8, "columns of the board" },
  rows = { 8, 5, 8, "rows of the board" },
}, function(options)
  local columns, rows = options.columns, options.rows
  local cells = columns * rows
  local WIN, weights = 10000, { material = 20, advance = 2, hanging = 8 }

  local BOARD = cells == 64 and -1 or (1 << cells) - 1
  local TOP = (1 << columns) - 1
  local BOTTOM = TOP << cells - columns
  local HIGH, LOW = TOP << columns | TOP << 2 * columns, BOTTOM >> columns | BOTTOM >> 2 * columns      -- a move before the goals
  -- How many rows a knight has gone: the cells of MAX, and of MIN, where that number has a bit.
  local UP, DOWN = { 0, 0, 0 }, { 0, 0, 0 }
  for row = 0, rows - 1 do
    for bit = 0, 2 do
      local cells_of_row = (row >> bit & 1) * TOP
      DOWN[bit + 1] = DOWN[bit + 1] | cells_of_row << row * columns
      UP[bit + 1] = UP[bit + 1] | cells_of_row << (rows - 1 - row) * columns
    end
  end

  -- The four ways, two rows on and one aside or one on and two aside: how many bits up or down without what goes aside, how far
  -- aside, and the cells where a knight does not leave the board at the side.
  local ON, ASIDE, INSIDE = { 2 * columns, 2 * columns, columns, columns }, { -1, 1, -2, 2 }, { 0, 0, 0, 0 }
  for cell = 0, cells - 1 do
    for way = 1, 4 do
      local column = cell % columns + ASIDE[way]
      if column >= 0 and column < columns then INSIDE[way] = INSIDE[way] | 1 << cell end
    end
  end

  local function count(set)
    set = set - (set >> 1 & 0x5555555555555555)
    set = (set & 0x3333333333333333) + (set >> 2 & 0x3333333333333333)
    return (set + (set >> 4) & 0x0f0f0f0f0f0f0f0f) * 0x0101010101010101 >> 56
  end

  -- The numbers of the lowest and of the highest cell of a set.
  local function lowest(set) return count((set & -set) - 1) end
  local function highest(set)
    for i = 0, 5 do set = set | set >> (1 << i) end
    return count(set >> 1)
  end

  local rules = { name = "knightthrough", words = 3, start = { BOTTOM | BOTTOM >> columns, TOP | TOP << columns, 0 },
    range = { -WIN, WIN }, weights = weights,
    symmetries = { "mirror", columns = columns, rows = rows, sets = 2, key = false } }

  -- The rows change places.
  local function flipped(set)
    local made = 0
    for _ = 1, rows do made, set = made << columns | set & TOP, set >> columns end
    return made
  end

  function rules.symmetries.reversed(mine, theirs, turn) return flipped(mine), flipped(theirs), 1 - turn end

  -- Has the player who has just moved won?
  local function over(mine, theirs, turn) return mine == 0 or theirs & (turn == 0 and BOTTOM or TOP) ~= 0 end

  -- The knights of a player that can move one way to a cell of `to`; and the cells that they attack so.
  local function movable(knights, to, turn, way)
    return knights & INSIDE[way] & (turn == 0 and to << ON[way] - ASIDE[way] or to >> ON[way] + ASIDE[way])
  end

  local function reached(knights, turn, way)
    local from = knights & INSIDE[way]
    return turn == 0 and from >> ON[way] - ASIDE[way] or from << ON[way] + ASIDE[way]
  end

  -- The cells that a player's knights attack, and those that two attack.
  local function attacked(knights, turn)
    local a, b = reached(knights, turn, 1), reached(knights, turn, 2)
    local c, d = reached(knights, turn, 3), reached(knights, turn, 4)
    return a | b | c | d, a & (b | c | d) | b & (c | d) | c & d
  end

  -- Where a knight goes one way from a cell.
  local function target(from, turn, way) return from + ASIDE[way] + (turn == 0 and -ON[way] or ON[way]) end

  -- A move is 10000 * way + 100 * from + to, cells from 0; ways from 1 to 4 are captures, from 5 to 8 the same to free cells. Of
  -- each way the foremost knight comes first.
  function rules.next(mine, theirs, turn, move)
    if over(mine, theirs, turn) then return nil end
    local way, left = 1, BOARD
    if move then
      local from = move // 100 % 100
      way = move // 10000
      left = turn == 0 and -2 << from or (1 << from) - 1
    end
    while way <= 8 do
      local aside = (way - 1) % 4 + 1
      local knights = movable(mine, way > 4 and BOARD & ~(mine | theirs) or theirs, turn, aside) & left
      if knights ~= 0 then
        local from = turn == 0 and lowest(knights) or highest(knights)
        local to = target(from, turn, aside)
        return 10000 * way + 100 * from + to, theirs & ~(1 << to), mine ~ (1 << from | 1 << to), 1 - turn
      end
      way, left = way + 1, BOARD
    end
  end

  -- A cell and a way, each as likely, until a knight can move so.
  function rules.random(mine, theirs, turn, r)
    if over(mine, theirs, turn) then return nil end
    for _ = 1, 100 do
      r = r * 6364136223846793005 + 1442695040888963407
      local from, way = (r >> 32) * cells >> 32, (r >> 8 & 3) + 1
      if mine & INSIDE[way] & 1 << from ~= 0 then
        local to = target(from, turn, way)
        if (BOARD & ~mine) >> to & 1 ~= 0 then
          if theirs >> to & 1 == 0 then way = way + 4 end
          return 10000 * way + 100 * from + to, theirs & ~(1 << to), mine ~ (1 << from | 1 << to), 1 - turn
        end
      end
    end
  end

  -- Who wins with the next two moves: 1 the player to move, -1 the other one, 0 neither for certain.
  local function race(mine, theirs, turn, of_mine)
    local near, threats = turn == 0 and HIGH or LOW, theirs & (turn == 0 and LOW or HIGH)
    if mine & near ~= 0 then return 1 end
    if threats & ~of_mine ~= 0 or threats & threats - 1 ~= 0 then return -1 end
    return 0
  end

  function rules.bounds(mine, theirs, turn)
    local winner = -1
    if not over(mine, theirs, turn) then winner = race(mine, theirs, turn, (attacked(mine, turn))) end
    if winner == 0 then return -WIN, WIN end
    local value = turn == 0 and winner * WIN or -winner * WIN
    return value, value
  end

  local function advance(knights, gone)
    return count(knights & gone[1]) + 2 * count(knights & gone[2]) + 4 * count(knights & gone[3])
  end

  function rules.evaluate(mine, theirs, turn)
    local sign = turn == 0 and 1 or -1
    if over(mine, theirs, turn) then return -sign * WIN end
    local of_mine, twice_mine = attacked(mine, turn)
    local of_theirs, twice_theirs = attacked(theirs, 1 - turn)
    local winner = race(mine, theirs, turn, of_mine)
    local hanging = count(theirs & (of_mine & ~of_theirs | twice_mine & ~twice_theirs))
    local gone, others_gone = UP, DOWN
    if turn == 1 then gone, others_gone = DOWN, UP end
    return sign * (winner * (WIN - 1000) + weights.material * (count(mine) - count(theirs)) + weights.hanging * hanging
      + weights.advance * (advance(mine, gone) - advance(theirs, others_gone)))
  end

  -- Captures are noisy, and come first. To pass is hardly ever better than to move.
  rules.noisy_first = true
  function rules.noisy(_, _, _, move) return move < 50000 end
  function rules.pass(mine, theirs, turn) return theirs, mine, 1 - turn end

  function rules.player(_, _, turn) return turn == 0 and "max" or "min" end

  local function name_of(cell) return ("%c%d"):format(97 + cell % columns, rows - cell // columns) end
  function rules.move_name(move)
    return name_of(move // 100 % 100) .. (move < 50000 and "x" or "-") .. name_of(move % 100)
  end

  -- Texts are as in "OO/OO/../XX/XX max": the rows from above, and the player to move.
  grid.add_sets(rules, { columns = columns, rows = rows, digits = 1, pieces = { X = "max knight", O = "min knight" },
    at = function(move) return move // 100 % 100 + 1, move % 100 + 1 end })

  return rules
end)
