--- Breakthrough (Dan Troyka, 2000): each player has two rows of pawns, which move one cell straight on or diagonally forward, to
-- a free cell; diagonally they may also capture. A player who reaches the other side, or captures all pawns, wins.
--
-- A position is three integers. In the sets the cells are bits, row by row from the upper left; MAX begins below and moves up:
--
--     mine    the pawns of the player to move
--     theirs  the pawns of the other player
--     turn    0 if MAX is to move, 1 if MIN
--
-- The bounds decide races. An evaluation counts pawns, the more the further they are, those that guard the first row between
-- the corners, and those that the player to move wins by captures; it sees which pawn breaks through with the next moves.

local gts = require "gts"
local grid = require "gts.show.grid"

return gts.with_options({
  columns = { 8, 2, 8, "columns of the board" },
  rows = { 8, 4, 8, "rows of the board" },
}, function(options)
  local columns, rows, cells = options.columns, options.rows, options.columns * options.rows
  local WIN, weights = 10000, { material = 10, advance = 1, hanging = 8, guard = 8 }

  local BOARD = cells == 64 and -1 or (1 << cells) - 1
  local TOP = (1 << columns) - 1
  local BOTTOM = TOP << cells - columns
  local NOT_FIRST, NOT_LAST = BOARD, BOARD              -- without the first column; without the last
  -- What a pawn is worth by the rows that it has gone, squared, over 4: the cells of MAX, and of MIN, where that has a bit.
  local UP, DOWN = { 0, 0, 0, 0 }, { 0, 0, 0, 0 }
  for row = 0, rows - 1 do
    NOT_FIRST = NOT_FIRST & ~(1 << row * columns)
    NOT_LAST = NOT_LAST & ~(1 << row * columns + columns - 1)
    for bit = 0, 3 do
      local cells_of_row = (row * row // 4 >> bit & 1) * TOP
      DOWN[bit + 1] = DOWN[bit + 1] | cells_of_row << row * columns
      UP[bit + 1] = UP[bit + 1] | cells_of_row << (rows - 1 - row) * columns
    end
  end
  local INNER = NOT_FIRST & NOT_LAST
  local HIGH, LOW = TOP << columns, BOTTOM >> columns   -- one move before the goals

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

  -- The cells that pawns attack which go `up` bits up, MIN's fewer than none; and those that two attack.
  local function attacked(pawns, up)
    local left, right = (pawns & NOT_FIRST) >> up + 1, (pawns & NOT_LAST) >> up - 1
    return left | right, left & right
  end

  local rules = { name = "breakthrough", words = 3, start = { BOTTOM | BOTTOM >> columns, TOP | TOP << columns, 0 },
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

  -- The ways to move: capture to the left or right, straight on, left, right. Where from, and how far aside.
  local FROM, ASIDE = { NOT_FIRST, NOT_LAST, BOARD, NOT_FIRST, NOT_LAST }, { -1, 1, 0, -1, 1 }

  -- The pawns that can move one way.
  local function movable(mine, theirs, turn, way)
    local open = way > 2 and BOARD & ~(mine | theirs) or theirs
    return mine & FROM[way] & (turn == 0 and open << columns - ASIDE[way] or open >> columns + ASIDE[way])
  end

  -- A move is 10000 * way + 100 * from + to, cells from 0. Captures come first, and of each way the foremost pawn.
  function rules.next(mine, theirs, turn, move)
    if over(mine, theirs, turn) then return nil end
    local way, left = 1, BOARD
    if move then
      local from = move // 100 % 100
      way = move // 10000
      left = turn == 0 and -2 << from or (1 << from) - 1
    end
    while way <= 5 do
      local pawns = movable(mine, theirs, turn, way) & left
      if pawns ~= 0 then
        local from = turn == 0 and lowest(pawns) or highest(pawns)
        local to = from + ASIDE[way] + (turn == 0 and -columns or columns)
        return 10000 * way + 100 * from + to, theirs & ~(1 << to), mine ~ (1 << from | 1 << to), 1 - turn
      end
      way, left = way + 1, BOARD
    end
  end

  -- A cell and one of the three ways on from there, each as likely, until a pawn can move so.
  function rules.random(mine, theirs, turn, r)
    if over(mine, theirs, turn) then return nil end
    local open = BOARD & ~mine
    local function from_which(to, aside) return turn == 0 and to << columns - aside or to >> columns + aside end
    local left = mine & NOT_FIRST & from_which(open, -1)
    local on = mine & BOARD & from_which(open & ~theirs, 0)
    local right = mine & NOT_LAST & from_which(open, 1)
    for _ = 1, 100 do
      r = r * 6364136223846793005 + 1442695040888963407
      local from, which = (r >> 32) * cells >> 32, (r >> 8 & 0xffffff) * 3 >> 24
      local to_left, straight, to_right = left >> from & 1, on >> from & 1, right >> from & 1
      if which < to_left + straight + to_right then
        local aside = 0
        if which < to_left then aside = -1 elseif which >= to_left + straight then aside = 1 end
        local to = from + aside + (turn == 0 and -columns or columns)
        local way = 3
        if aside ~= 0 then way = (theirs >> to & 1 ~= 0 and 1 or 4) + (aside + 1) // 2 end
        return 10000 * way + 100 * from + to, theirs & ~(1 << to), mine ~ (1 << from | 1 << to), 1 - turn
      end
    end
  end

  -- How many moves the foremost pawn of a set needs.
  local function distance_up(pawns) return lowest(pawns) // columns end
  local function distance_down(pawns) return rows - 1 - highest(pawns) // columns end

  -- The pawns, which go `up` bits up, that no pawn of the other can stop: none stands in the triangle before them.
  local function free_of(pawns, others, up)
    for _ = 2, rows do others = others | others << up | attacked(others, -up) end
    return pawns & ~others
  end

  -- A pawn that runs free, and arrives before any pawn of the other player, wins. So does one that arrives with the next move:
  -- 1 if that is MAX, -1 if it is MIN.
  local function race(max, min, turn)
    if max == 0 or min == 0 or (max & TOP) | (min & BOTTOM) ~= 0 then return 0 end
    local up, down = distance_up(max), distance_down(min)
    if up == 1 and turn == 0 then return 1 end
    if down == 1 and turn == 1 then return -1 end
    local free = free_of(max, min, columns)
    if free ~= 0 and distance_up(free) < down + 1 - turn then return 1 end
    free = free_of(min, max, -columns)
    if free ~= 0 and distance_down(free) < up + turn then return -1 end
    return 0
  end

  function rules.bounds(mine, theirs, turn)
    local winner = turn == 0 and race(mine, theirs, turn) or turn == 1 and race(theirs, mine, turn)
    return winner == 0 and -WIN or winner * WIN, winner == 0 and WIN or winner * WIN
  end

  local function advance(pawns, gone)
    return count(pawns & gone[1]) + 2 * count(pawns & gone[2]) + 4 * count(pawns & gone[3]) + 8 * count(pawns & gone[4])
  end

  function rules.evaluate(mine, theirs, turn)
    if over(mine, theirs, turn) then return turn == 0 and -WIN or WIN end
    local max, min, sign, up, high, low = mine, theirs, 1, columns, HIGH, LOW
    if turn == 1 then max, min, sign, up, high, low = theirs, mine, -1, -columns, LOW, HIGH end
    local of_mine, twice_mine = attacked(mine, up)
    local of_theirs, twice_theirs = attacked(theirs, -up)
    local winner = race(max, min, turn)
    -- A pawn breaks through that is, or can be next, one move before its goal, and is not attacked.
    if winner == 0 then
      if theirs & low & ~of_mine ~= 0 then winner = -sign
      elseif theirs & low == 0 and (mine >> up & ~theirs | of_mine) & ~mine & high & ~of_theirs ~= 0 then winner = sign end
    end
    local hanging = sign * count(theirs & (of_mine & ~of_theirs | twice_mine & ~twice_theirs))
    return winner * (WIN - 1000) + weights.material * (count(max) - count(min)) + weights.hanging * hanging
      + weights.advance * (advance(max, UP) - advance(min, DOWN))
      + weights.guard * (count(max & BOTTOM & INNER) - count(min & TOP & INNER))
  end

  -- Captures are noisy, and come first. To pass is hardly ever better than to move.
  rules.noisy_first = true
  function rules.noisy(_, _, _, move) return move < 30000 end
  function rules.pass(mine, theirs, turn) return theirs, mine, 1 - turn end

  function rules.player(_, _, turn) return turn == 0 and "max" or "min" end

  local function name_of(cell) return ("%c%d"):format(97 + cell % columns, rows - cell // columns) end
  function rules.move_name(move)
    return name_of(move // 100 % 100) .. (move < 30000 and "x" or "-") .. name_of(move % 100)
  end

  -- Texts are as in "OO/OO/../XX/XX max": the rows from above, and the player to move.
  grid.add_sets(rules, { columns = columns, rows = rows, digits = 1, pieces = { X = "max pawn", O = "min pawn" },
    at = function(move) return move // 100 % 100 + 1, move % 100 + 1 end })

  return rules
end)
