--- Teeko (John Scarne, 1937): each player in turn places four pieces on a board of five by five; then a piece moves each time to
-- a free cell beside it, diagonally too. A player whose pieces are four in a line, or a square of two by two, wins.
--
-- A position is one integer: 25 bits for the pieces of MAX, row by row from the upper left; 25 for those of MIN; and above them
-- TURN, if MIN is to move.
--
-- A position that comes again is a draw; with the option `repetition = false` that is not looked for, and the game is searched to
-- a depth. Guy Steele solved it by computer (1998): it is a draw. An estimate counts the pieces in figures that can still win.

local gts = require "gts"
local grid = require "gts.show.grid"

return gts.with_options({
  repetition = { true, "a position that comes again is a draw" },
}, function(options)
  local TURN, ALL = 1 << 50, (1 << 25) - 1
  local WIN, TWO, THREE = 1000, 1, 8            -- what figures with two and three pieces are worth

  -- The cells beside each, from 1; and all figures that win, 28 lines and 16 squares.
  local beside, figures = {}, {}
  for cell = 0, 24 do
    local row, column, set = cell // 5, cell % 5, 0
    for r = math.max(row - 1, 0), math.min(row + 1, 4) do
      for c = math.max(column - 1, 0), math.min(column + 1, 4) do set = set | 1 << 5 * r + c end
    end
    beside[cell + 1] = set
    for _, step in ipairs { { 0, 1 }, { 1, 0 }, { 1, 1 }, { 1, -1 } } do
      local figure, last = 0, column + 3 * step[2]
      for i = 0, 3 do figure = figure | 1 << cell + i * (5 * step[1] + step[2]) end
      if row + 3 * step[1] < 5 and last >= 0 and last < 5 then figures[#figures + 1] = figure end
    end
    if row < 4 and column < 4 then figures[#figures + 1] = 0x63 << cell end
  end

  -- Four in a line, of cells that lie n bits apart, or a square: where its first cell can be, so that no figure leaves the board.
  local LEFT_HALF <const>, RIGHT_HALF <const>, NOT_LAST <const> = 0x318c63, 0x18c6318, 0xf7bdef

  local function line(pieces, n) return pieces & pieces >> n & pieces >> 2 * n & pieces >> 3 * n end

  local function won(pieces)
    return (line(pieces, 1) | line(pieces, 6)) & LEFT_HALF | line(pieces, 5) | line(pieces, 4) & RIGHT_HALF
      | pieces & pieces >> 1 & pieces >> 5 & pieces >> 6 & NOT_LAST ~= 0
  end

  -- The pieces of the player to move, and of the other one.
  local function both(position)
    if position & TURN == 0 then return position & ALL, position >> 25 & ALL end
    return position >> 25 & ALL, position & ALL
  end

  local function four(pieces)
    for _ = 1, 3 do pieces = pieces & pieces - 1 end
    return pieces ~= 0
  end

  local rules = { name = "teeko", start = 0, range = { -WIN, WIN }, cycle = options.repetition and 0 or nil }

  -- Searches do without them (`key = false`), so that counts are those of the positions.
  rules.symmetries = { "mirror", "quarter turn", columns = 5, rows = 5, key = false }

  function rules.symmetries.bits(column, row)
    local bit = 5 * (row - 1) + column - 1
    return bit, bit + 25
  end

  function rules.symmetries.reversed(position) return (position & ALL) << 25 | position >> 25 & ALL | ~position & TURN end

  -- A move is the number of the cell where a piece is placed, from 1; or 100 times that where it comes from, plus where it goes.
  function rules.next(position, move)
    local mine, theirs = both(position)
    if not move then
      if won(theirs) then return nil end
      move = 0
    end
    local shift, free, to = position & TURN == 0 and 0 or 25, ~(mine | theirs), move % 100
    if not four(mine) then
      for cell = to + 1, 25 do
        local piece = 1 << cell - 1
        if free & piece ~= 0 then return cell, position ~ TURN | piece << shift end
      end
      return nil
    end
    for from = math.max(move // 100, 1), 25 do
      local piece = 1 << from - 1
      if mine & piece ~= 0 then
        for cell = to + 1, 25 do
          local place = 1 << cell - 1
          if free & beside[from] & place ~= 0 then return 100 * from + cell, position ~ TURN ~ (piece | place) << shift end
        end
      end
      to = 0
    end
  end

  -- A cell, and a piece for it if four are placed, each as likely, until there is such a move.
  function rules.random(position, r)
    local mine, theirs = both(position)
    if won(theirs) then return nil end
    local shift, moves = position & TURN == 0 and 0 or 25, four(mine)
    for _ = 1, 100 do
      r = r * 6364136223846793005 + 1442695040888963407
      local cell, from = ((r >> 32) * 25 >> 32) + 1, ((r >> 8 & 0xffffff) * 25 >> 24) + 1
      local place = 1 << cell - 1
      if (mine | theirs) & place == 0 then
        if not moves then return cell, position ~ TURN | place << shift end
        if mine >> from - 1 & beside[cell] >> from - 1 & 1 ~= 0 then
          return 100 * from + cell, position ~ TURN ~ (place | 1 << from - 1) << shift
        end
      end
    end
  end

  -- What the figures are worth in which a player has pieces, and the other one has none.
  local function promise(mine, theirs)
    local sum = 0
    for i = 1, #figures do
      local pieces = mine & figures[i]
      if theirs & figures[i] == 0 then
        pieces = pieces & pieces - 1
        if pieces ~= 0 then sum = sum + (pieces & pieces - 1 ~= 0 and THREE or TWO) end
      end
    end
    return sum
  end

  function rules.evaluate(position)
    local mine, theirs = both(position)
    local sign = position & TURN == 0 and 1 or -1
    if won(theirs) then return -sign * WIN end
    return sign * (promise(mine, theirs) - promise(theirs, mine) + 1)
  end

  function rules.turned(position) return position ~ TURN end

  function rules.player(position) return position & TURN == 0 and "max" or "min" end

  local function name_of(cell) return ("%c%d"):format(97 + (cell - 1) % 5, 5 - (cell - 1) // 5) end

  -- As in "c3", or "c3-d4".
  function rules.move_name(move)
    return (move > 25 and name_of(move // 100) .. "-" or "") .. name_of(move % 100)
  end

  -- The rows from above.
  -- Texts are as in "...../.X.../..O../...../..... max": the rows from above, and the player to move.
  local board = { columns = 5, rows = 5, digits = 1 }

  function board.at(move)
    if move > 25 then return move // 100, move % 100 end
    return move
  end

  function board.mark(row, column, position)
    local bit = 1 << 5 * row + column
    return position & bit ~= 0 and "X" or position >> 25 & bit ~= 0 and "O" or "."
  end

  function board.position(marks, min_moves)
    return grid.set(board, marks, "X") | grid.set(board, marks, "O") << 25 | (min_moves and TURN or 0)
  end

  grid.add(rules, board)

  return rules
end)
