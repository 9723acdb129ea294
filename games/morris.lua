--- Three men's morris: each player in turn places three men on a board of nine points; then the men move to free points next to
-- them. A player with three in a line wins; one who cannot move loses. A position that comes again is a draw; with the option
-- `repetition = false` that is not looked for, and the game, which goes round in circles then, is searched to a depth.
--
-- A position is one integer: nine bits for the men of MAX, row by row from the upper left; nine bits for those of MIN; and above
-- them TURN, if MIN is to move.

local gts = require "gts"
local grid = require "gts.show.grid"

return gts.with_options({
  moves = { "lines", { "lines", "straight", "any" }, "how men move: along all lines, along rows and columns, or anywhere" },
  repetition = { true, "a position that comes again is a draw" },
}, function(options)
  local TURN, ALL = 1 << 18, 0x1ff

  -- The points that are next to each, from 1; and the eight lines.
  local beside = {
    lines = { 0x01a, 0x015, 0x032, 0x051, 0x1ef, 0x114, 0x098, 0x150, 0x0b0 },
    straight = { 0x00a, 0x015, 0x022, 0x051, 0x0aa, 0x114, 0x088, 0x150, 0x0a0 },
    any = { ALL, ALL, ALL, ALL, ALL, ALL, ALL, ALL, ALL },
  }
  local near = beside[options.moves]
  local lines = { 0x007, 0x038, 0x1c0, 0x049, 0x092, 0x124, 0x111, 0x054 }

  local rules = { name = "morris", start = 0, range = { -1, 1 }, cycle = options.repetition and 0 or nil }

  -- Searches do without them (`key = false`), so that counts are those of the positions.
  rules.symmetries = { "mirror", "quarter turn", columns = 3, rows = 3, key = false }

  function rules.symmetries.bits(column, row)
    local bit = 3 * (row - 1) + column - 1
    return bit, bit + 9
  end

  function rules.symmetries.reversed(position) return (position & ALL) << 9 | position >> 9 & ALL | ~position & TURN end

  local function won(men)
    for i = 1, 8 do
      if men & lines[i] == lines[i] then return true end
    end
    return false
  end

  -- The men of the player to move, and of the other one.
  local function both(position)
    if position & TURN == 0 then return position & ALL, position >> 9 & ALL end
    return position >> 9 & ALL, position & ALL
  end

  local function three(men)
    men = men & men - 1
    return men & men - 1 ~= 0
  end

  -- A move is the number of the point where a man is placed; or 10 times that where he comes from, plus where he goes.
  function rules.next(position, move)
    local mine, theirs = both(position)
    if not move then
      if won(theirs) then return nil end
      move = 0
    end
    local shift = position & TURN == 0 and 0 or 9
    local free, from, to = ~(mine | theirs), move // 10, move % 10
    if not three(mine) then
      for point = to + 1, 9 do
        local man = 1 << point - 1
        if free & man ~= 0 then return point, position ~ TURN | man << shift end
      end
      return nil
    end
    for start = math.max(from, 1), 9 do
      local man = 1 << start - 1
      if mine & man ~= 0 then
        for point = to + 1, 9 do
          local place = 1 << point - 1
          if free & near[start] & place ~= 0 then return 10 * start + point, position ~ TURN ~ (man | place) << shift end
        end
      end
      to = 0
    end
  end

  function rules.evaluate(position)
    local _, theirs = both(position)
    if not won(theirs) and rules.next(position) then return 0 end
    return position & TURN == 0 and -1 or 1
  end

  function rules.turned(position) return position ~ TURN end

  function rules.player(position)
    return position & TURN == 0 and "max" or "min"
  end

  local function name_of(point) return ("%c%d"):format(96 + (point - 1) % 3 + 1, 3 - (point - 1) // 3) end

  -- As in "b2", or "b2-c3".
  function rules.move_name(move)
    return (move > 9 and name_of(move // 10) .. "-" or "") .. name_of(move % 10)
  end

  -- Texts are as in "X../.O./... max": the rows from above, and the player to move.
  local board = { columns = 3, rows = 3 }

  -- A move is clicked at its points.
  function board.at(move)
    if move < 10 then return move end
    return move // 10, move % 10
  end

  function board.mark(row, column, position)
    local bit = 1 << 3 * row + column
    return position & bit ~= 0 and "X" or position >> 9 & bit ~= 0 and "O" or "."
  end

  function board.position(marks, min_moves)
    return grid.set(board, marks, "X") | grid.set(board, marks, "O") << 9 | (min_moves and TURN or 0)
  end

  grid.add(rules, board)

  return rules
end)
