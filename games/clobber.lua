--- Clobber (Albert, Grossman and Nowakowski, 2001): the board is full of stones, coloured like a chessboard. A stone takes one of
-- the other player's beside it, in its row or column, and stands in its place. A player who cannot take has lost.
--
-- A position is three integers. In the sets the cells are bits, row by row from the upper left:
--
--     mine    the stones of the player to move
--     theirs  the stones of the other player
--     turn    0 if MAX is to move, 1 if MIN
--
-- Where two stones touch, either could take the other: both players always have as many moves. An estimate counts the stones that
-- can take, and those behind them, which wait for the end of an exchange.

local gts = require "gts"
local grid = require "gts.show.grid"

return gts.with_options({
  columns = { 5, 1, 10, "columns of the board" },
  rows = { 6, 1, 10, "rows of the board" },
}, function(options)
  local columns, rows = options.columns, options.rows
  local cells = columns * rows
  if cells > 64 then return nil, "options 'columns' times 'rows' is more than 64" end

  -- The stones of MAX and of MIN at the start; the cells that have one to their right, to their left.
  local first, second, NOT_LAST, NOT_FIRST = 0, 0, 0, 0
  local FIRST_ROW, FIRST_COLUMN = (1 << columns) - 1, 0
  for cell = 0, cells - 1 do
    local row, column, bit = cell // columns, cell % columns, 1 << cell
    if (row + column) % 2 == 0 then first = first | bit else second = second | bit end
    if column < columns - 1 then NOT_LAST = NOT_LAST | bit end
    if column > 0 then NOT_FIRST = NOT_FIRST | bit else FIRST_COLUMN = FIRST_COLUMN | bit end
  end

  local function count(set)
    set = set - (set >> 1 & 0x5555555555555555)
    set = (set & 0x3333333333333333) + (set >> 2 & 0x3333333333333333)
    return (set + (set >> 4) & 0x0f0f0f0f0f0f0f0f) * 0x0101010101010101 >> 56
  end

  local weights = { able = 1, behind = 2 }
  local rules = { name = "clobber", words = 3, start = { first, second, 0 }, range = { -1000, 1000 }, weights = weights }

  -- Searches do without them (`key = false`), so that counts are those of the positions.
  rules.symmetries = { "mirror", columns == rows and "quarter turn" or "flip", columns = columns, rows = rows, sets = 2,
    key = false, reversed = function(mine, theirs, turn) return mine, theirs, 1 - turn end }

  -- A move is 64 * way + from: to the right, to the left, down, up. A set for each way.
  local STEPS = { 1, -1, columns, -columns }

  function rules.legal(mine, theirs)
    return mine & (theirs & NOT_FIRST) >> 1, mine & (theirs & NOT_LAST) << 1, mine & theirs >> columns, mine & theirs << columns
  end

  function rules.play(mine, theirs, turn, move)
    local from = 1 << (move & 63)
    local to = from << STEPS[(move >> 6) + 1]
    return theirs & ~to, mine ~ from | to, 1 - turn
  end

  -- The cells beside a set.
  local function beside(set)
    return (set & NOT_FIRST) >> 1 | (set & NOT_LAST) << 1 | set >> columns | set << columns
  end

  function rules.evaluate(mine, theirs, turn)
    local sign, able, others = turn == 0 and 1 or -1, mine & beside(theirs), theirs & beside(mine)
    if able == 0 then return -1000 * sign end
    local behind, others_behind = mine & beside(able) & ~able, theirs & beside(others) & ~others
    return sign * (weights.able * (count(able) - count(others)) + weights.behind * (count(behind) - count(others_behind)))
  end

  -- Stones that touch, with one that can take, at the upper left.
  function rules.parts(mine, theirs, turn)
    local left, list = mine & beside(theirs), {}
    while left ~= 0 do
      local region, before = left & -left, 0
      while region ~= before do
        before = region
        region = region | beside(region) & (mine | theirs)
      end
      left = left & ~region
      local a, b = mine & region, theirs & region
      while (a | b) & FIRST_COLUMN == 0 do a, b = a >> 1, b >> 1 end
      while (a | b) & FIRST_ROW == 0 do a, b = a >> columns, b >> columns end
      list[#list + 1] = { a, b, turn }
    end
    return list
  end

  function rules.turned(mine, theirs, turn) return theirs, mine, 1 - turn end

  function rules.player(_, _, turn) return turn == 0 and "max" or "min" end

  local function name_of(cell) return ("%c%d"):format(97 + cell % columns, rows - cell // columns) end
  local function ends(move) return move & 63, (move & 63) + STEPS[(move >> 6) + 1] end

  -- As in "a1xb1".
  function rules.move_name(move)
    local from, to = ends(move)
    return name_of(from) .. "x" .. name_of(to)
  end

  -- Texts are as in "XO/OX max": the rows from above, and the player to move.
  grid.add_sets(rules, { columns = columns, rows = rows, digits = 2, at = function(move)
    local from, to = ends(move)
    return from + 1, to + 1
  end })

  return rules
end)
