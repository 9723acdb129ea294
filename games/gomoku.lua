--- Gomoku: each player in turn places a stone on a free point. A player with five stones in a line, or more, wins; when the board
-- is full it is a draw. This is the free game, without the limits on the first player that tournaments have.
--
-- A position is nine integers. A set of points is four of them: four rows in each, row by row from the upper left, with 16 bits a
-- row, of which at least one stays free:
--
--     a, b, c, d    the stones of the player to move
--     e, f, g, h    the stones of the other player
--     turn          0 if MAX is to move, 1 if MIN
--
-- An evaluation counts lines of five points without stones of the other player, by the stones in them; a player to move who has
-- four in one wins.

local gts = require "gts"
local grid = require "gts.show.grid"

return gts.with_options({
  size = { 15, 5, 15, "columns and rows of the board" },
}, function(options)
  local size = options.size
  local WIN, weights = 10000, { one = 1, two = 5, three = 25, four = 100, tempo = 10 }
  local STEPS <const> = { 1, 16, 17, 15 }       -- to the right, down, down and right, down and left

  local ROW = (1 << size) - 1
  local function rows_from(first)
    local set = 0
    for row = first, math.min(first + 3, size - 1) do set = set | ROW << 16 * (row - first) end
    return set
  end
  local A, B, C, D = rows_from(0), rows_from(4), rows_from(8), rows_from(12)

  local function count(set)
    set = set - (set >> 1 & 0x5555555555555555)
    set = (set & 0x3333333333333333) + (set >> 2 & 0x3333333333333333)
    return (set + (set >> 4) & 0x0f0f0f0f0f0f0f0f) * 0x0101010101010101 >> 56
  end

  -- 64 bits of three integers side by side, from bit n on.
  local function from(first, second, third, n) return first >> n | second << 64 - n | third << 128 - n end

  -- Where five stones in a line begin that lie n bits apart, of those in the first integer.
  local function five(first, second, third, n)
    return first & from(first, second, third, n) & from(first, second, third, 2 * n)
      & from(first, second, third, 3 * n) & from(first, second, third, 4 * n)
  end

  local function won(a, b, c, d)
    local found = 0
    for way = 1, 4 do
      local n = STEPS[way]
      found = found | five(a, b, c, n) | five(b, c, d, n) | five(c, d, 0, n) | five(d, 0, 0, n)
    end
    return found ~= 0
  end

  -- What lines are worth that begin in the first integer, and the number of those with four stones: of sets of stones, and of
  -- points that the other player has not. How many stones a line has is a binary number, one bit each of three sets.
  local function worth(s, s2, s3, open, open2, open3, n)
    local second, third, fourth = from(s, s2, s3, n), from(s, s2, s3, 2 * n), from(s, s2, s3, 3 * n)
    local fifth, free = from(s, s2, s3, 4 * n), five(open, open2, open3, n)
    local odd, carry = s ~ second ~ third, s & second | third & (s | second)
    local ones, other = odd ~ fourth ~ fifth, odd & fourth | fifth & (odd | fourth)
    local twos, fours = carry ~ other, count(carry & other & free)
    return weights.one * count(ones & ~twos & free) + weights.two * count(twos & ~ones & free)
      + weights.three * count(twos & ones & free) + weights.four * fours, fours
  end

  -- What all lines are worth, and the number of those with four stones.
  local function lines(a, b, c, d, e, f, g, h)
    local sum, fours = 0, 0
    e, f, g, h = A & ~e, B & ~f, C & ~g, D & ~h
    for way = 1, 4 do
      local n = STEPS[way]
      local first, first_fours = worth(a, b, c, e, f, g, n)
      local second, second_fours = worth(b, c, d, f, g, h, n)
      local third, third_fours = worth(c, d, 0, g, h, 0, n)
      local fourth, fourth_fours = worth(d, 0, 0, h, 0, 0, n)
      sum = sum + first + second + third + fourth
      fours = fours + first_fours + second_fours + third_fours + fourth_fours
    end
    return sum, fours
  end

  local rules = { name = "gomoku", words = 9, start = { 0, 0, 0, 0, 0, 0, 0, 0, 0 }, range = { -WIN, WIN }, weights = weights }

  -- Searches do without them (`key = false`): images are rarely met.
  rules.symmetries = { "mirror", "quarter turn", columns = size, rows = size, key = false }

  function rules.symmetries.bits(column, row)
    local bit = 16 * (row - 1) + column - 1
    return bit, 256 + bit
  end

  function rules.symmetries.reversed(a, b, c, d, e, f, g, h, turn) return a, b, c, d, e, f, g, h, 1 - turn end

  -- A move is 16 * row + column, both from 0.
  function rules.legal(a, b, c, d, e, f, g, h)
    if won(e, f, g, h) then return 0 end
    return A & ~(a | e), B & ~(b | f), C & ~(c | g), D & ~(d | h)
  end

  function rules.play(a, b, c, d, e, f, g, h, turn, move)
    local bit, word = 1 << (move & 63), move >> 6
    if word == 0 then a = a | bit elseif word == 1 then b = b | bit elseif word == 2 then c = c | bit else d = d | bit end
    return e, f, g, h, a, b, c, d, 1 - turn
  end

  -- The stones of a set that are no more than two points away in a row, the more the nearer rows.
  local function close(a, b, c, d, row, columns)
    local function at(r) return (r < 4 and a or r < 8 and b or r < 12 and c or d) >> (r & 3) * 16 & columns end
    local sum = 2 * count(at(row))
    if row > 0 then sum = sum + 2 * count(at(row - 1)) end
    if row < 14 then sum = sum + 2 * count(at(row + 1)) end
    if row > 1 then sum = sum + count(at(row - 2)) end
    if row < 13 then sum = sum + count(at(row + 2)) end
    return sum
  end

  -- Moves near to stones come first, and of these the ones in the middle.
  function rules.rank(a, b, c, d, e, f, g, h, _, move)
    local row, column = move >> 4, move & 15
    local columns = (31 << column) >> 2 & ROW
    local off_centre = math.max(math.abs(2 * row + 1 - size), math.abs(2 * column + 1 - size))
    return 32 * close(a | e, b | f, c | g, d | h, row, columns) - off_centre
  end

  -- A stone more never harms.
  function rules.pass(a, b, c, d, e, f, g, h, turn) return e, f, g, h, a, b, c, d, 1 - turn end

  function rules.evaluate(a, b, c, d, e, f, g, h, turn)
    local sign = turn == 0 and 1 or -1
    if won(e, f, g, h) then return -sign * WIN end
    if (a | e) == A and (b | f) == B and (c | g) == C and (d | h) == D then return 0 end
    local mine, fours = lines(a, b, c, d, e, f, g, h)
    local theirs = lines(e, f, g, h, a, b, c, d)
    local lead = mine - theirs + weights.tempo
    if fours > 0 then lead = lead + WIN // 2 end
    return sign * math.max(1 - WIN, math.min(lead, WIN - 1))
  end

  function rules.player(_, _, _, _, _, _, _, _, turn) return turn == 0 and "max" or "min" end

  -- The column, and the row from below.
  function rules.move_name(move) return ("%c%d"):format(97 + move % 16, size - move // 16) end

  -- Texts are as in "...../.XO../...../...../..... max": the rows from above, and the player to move.
  grid.add(rules, { columns = size, rows = size, digits = 2,
    at = function(move) return move // 16 * size + move % 16 + 1 end,
    mark = function(row, column, ...)
      local word, bit = row // 4 + 1, 1 << row % 4 * 16 + column
      local mine, theirs = select(word, ...) & bit ~= 0, select(word + 4, ...) & bit ~= 0
      return not mine and not theirs and "." or mine == (select(9, ...) == 0) and "X" or "O"
    end,
    position = function(marks, min_moves)
      local sets = { 0, 0, 0, 0, 0, 0, 0, 0, min_moves and 1 or 0 }
      for i, mark in ipairs(marks) do
        local row, column = (i - 1) // size, (i - 1) % size
        local word = row // 4 + (mark == (min_moves and "O" or "X") and 1 or 5)
        if mark ~= "." then sets[word] = sets[word] | 1 << row % 4 * 16 + column end
      end
      return table.unpack(sets)
    end })

  return rules
end)
