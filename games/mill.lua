--- Mill, or nine men's morris: each player in turn places nine men on the points of three squares, whose sides are joined in the
-- middle; then a man moves each time to a free point next to him. A player who makes a mill, three men in a line, takes a man of
-- the other player that is in no mill, or any where all are. A player with two men, or one who cannot move, loses. With the
-- option `men = 6` it is six men's morris, on two squares; with `flying`, a player with three men moves them to any point. A
-- position that comes again is a draw; with `repetition = false` that is not looked for, and the game is searched to a depth.
--
-- Nine men's morris, with flying, is a draw (Ralph Gasser, Solving Nine Men's Morris, 1996).
--
-- A position is one integer: a bit for each point, row by row from the upper left, 24 for the men of MAX and 24 for those of MIN;
-- four bits for the men that MAX has still to place, and four for those of MIN; and above them TURN, if MIN is to move.

local gts = require "gts"

return gts.with_options({
  men = { 9, { 9, 6 }, "men of a player" },
  flying = { true, "three men move to any point" },
  repetition = { true, "a position that comes again is a draw" },
}, function(options)
  local ALL, ONE, TURN = 0xffffff, 1 << 48, 1 << 56
  local WIN, MAN, MILL, MOVE = 1000, 60, 12, 3          -- what men, mills and moves are worth
  local flying = options.flying
  local squares = options.men == 9 and 3 or 2
  local size = 2 * squares + 1

  -- The points: where they are on a grid, and which is at a place of it, from 1.
  local columns, rows, at = {}, {}, {}
  for row = -squares, squares do
    for column = -squares, squares do
      local is_middle = row == 0 or column == 0
      if row ~= column and is_middle or not is_middle and math.abs(row) == math.abs(column) then
        columns[#columns + 1], rows[#columns + 1] = column, row
        at[size * row + column] = #columns
      end
    end
  end
  local points = #columns

  -- The points next to each; and the mills, of which a point is in one or two: `second` is more than the board if there is one.
  local near, first, second, mills = {}, {}, {}, {}
  for point = 1, points do near[point], second[point] = 0, ~0 end

  -- Notes the points of one line, in order.
  local function join(line)
    local mill = 0
    for i, point in ipairs(line) do
      mill = mill | 1 << point - 1
      for _, beside in ipairs { line[i - 1] or point, line[i + 1] or point } do
        if beside ~= point then near[point] = near[point] | 1 << beside - 1 end
      end
    end
    if #line < 3 then return end
    mills[#mills + 1] = mill
    for _, point in ipairs(line) do
      if first[point] then second[point] = mill else first[point] = mill end
    end
  end

  for i = -squares, squares do
    for _, half in ipairs(i == 0 and { { -squares, -1 }, { 1, squares } } or { { -squares, squares } }) do
      local across, down = {}, {}
      for j = half[1], half[2] do
        across[#across + 1], down[#down + 1] = at[size * i + j], at[size * j + i]
      end
      join(across)
      join(down)
    end
  end

  local rules = { name = "mill", start = options.men * (ONE + (ONE << 4)), range = { -WIN, WIN },
    cycle = options.repetition and 0 or nil }

  -- Points under a map of the grid.
  local function image(map)
    local list = {}
    for point = 1, points do
      local column, row = map(columns[point], rows[point])
      list[point] = at[size * row + column]
    end
    return list
  end

  -- The outer square for the inner one.
  local function turn_out(column, row)
    local square = math.max(math.abs(column), math.abs(row))
    return column // square * (squares + 1 - square), row // square * (squares + 1 - square)
  end

  -- Searches do without them (`key = false`), so that counts are those of the positions.
  rules.symmetries = { image(function(column, row) return -column, row end),
    image(function(column, row) return -row, column end), image(turn_out), key = false }

  function rules.symmetries.bits(point) return point - 1, point + 23 end

  function rules.symmetries.reversed(position)
    local men, hands = position & (1 << 48) - 1, position >> 48 & 255
    return (men & ALL) << 24 | men >> 24 | (hands & 15) << 52 | hands >> 4 << 48 | ~position & TURN
  end

  local function count(set)
    set = set - (set >> 1 & 0x555555)
    set = (set & 0x333333) + (set >> 2 & 0x333333)
    return (set + (set >> 4) & 0x0f0f0f) * 0x010101 >> 16 & 63
  end

  -- The men of the player to move, those of the other, and how many he has still to place.
  local function both(position)
    local max, min = position & ALL, position >> 24 & ALL
    if position & TURN == 0 then return max, min, position >> 48 & 15 end
    return min, max, position >> 52 & 15
  end

  local function is_mill(men, point)
    return men & first[point] == first[point] or men & second[point] == second[point]
  end

  -- The men that may be taken.
  local function loose(men)
    local closed = 0
    for i = 1, #mills do
      if men & mills[i] == mills[i] then closed = closed | mills[i] end
    end
    return men == closed and men or men & ~closed
  end

  -- A move is where a man goes, from 1; plus 100 times where he comes from, if he is not placed; and 10,000 times who is taken.
  function rules.next(position, move)
    local mine, theirs, hand = both(position)
    local turn = position & TURN ~= 0
    local shift, from, to, taken = turn and 24 or 0, 0, 0, 0
    if move then from, to, taken = move // 100 % 100, move % 100, move // 10000
    elseif count(mine) + hand < 3 then return nil end
    local free, passed = ~(mine | theirs) & ALL, position ~ TURN
    if hand > 0 then passed = passed - (turn and ONE << 4 or ONE) end
    local everywhere = flying and count(mine) == 3
    for start = from, hand > 0 and 0 or points do
      local man = start > 0 and 1 << start - 1 or 0
      if mine & man ~= 0 or hand > 0 then
        local open = (hand > 0 or everywhere) and free or start > 0 and free & near[start] or 0
        for point = math.max(to, 1), points do
          local place = 1 << point - 1
          if open & place ~= 0 then
            local after = passed ~ (man | place) << shift
            if theirs == 0 or not is_mill(mine ~ man | place, point) then
              if point > to then return 100 * start + point, after end
            else
              local prey = loose(theirs)
              for victim = (point == to and taken or 0) + 1, points do
                local gone = 1 << victim - 1
                if prey & gone ~= 0 then return 10000 * victim + 100 * start + point, after ~ gone << 24 - shift end
              end
            end
          end
        end
      end
      to = 0
    end
  end

  function rules.noisy(_, move) return move >= 10000 end

  -- Men that are placed, and those that are gone; then by how many men one player has more, which moves alone do not change.
  function rules.tier(position)
    local placed = 2 * options.men - (position >> 48 & 15) - (position >> 52 & 15)
    local max, min = count(position & ALL), count(position >> 24 & ALL)
    return 10 * (2 * placed - max - min) + (max > min and max - min or min - max)
  end

  -- The index: tiers have blocks, of positions with as many men placed, of the player to move and of the other one on the board.
  -- In a block the men of the player to move are numbered, and then those of the other one among the points that are left, as
  -- combinations in the combinatorial number system. MAX is to move, or colours are reversed.
  local ALL_PLACED, WIDTH, NONE = 2 * options.men, 10, 1 << 40
  local choose, sums = {}, {}           -- binomial coefficients; and of the points of a byte of a set, behind some men below
  local sizes, firsts = {}, {}          -- of tiers; of blocks, by their numbers of men
  local tiers, placed_in, mine_in, theirs_in, first_in = {}, {}, {}, {}, {}     -- the first block of each tier; blocks

  for n = 0, points do
    for k = 0, WIDTH do
      local c = 1
      for i = 1, k do c = c * (n - k + i) // i end
      choose[n * (WIDTH + 1) + k + 1] = c
    end
  end
  for byte = 0, points // 8 - 1 do
    for below = 0, WIDTH - 1 do
      for set = 0, 255 do
        local sum, k = 0, below
        for bit = 0, 7 do
          if set >> bit & 1 ~= 0 and k < WIDTH then
            k = k + 1
            sum = sum + choose[(8 * byte + bit) * (WIDTH + 1) + k + 1]
          end
        end
        sums[(byte * WIDTH + below) * 256 + set + 1] = sum
      end
    end
  end

  local function block_of(placed, mine, theirs) return (placed * WIDTH + mine) * WIDTH + theirs + 1 end

  for i = 1, block_of(ALL_PLACED, WIDTH, WIDTH) do firsts[i] = -1 end
  for tier = 0, 20 * ALL_PLACED + WIDTH - 1 do
    local total, gone = 0, tier // 10          -- and the men that are placed
    tiers[tier + 1] = #first_in + 1
    for placed = (gone + 1) // 2, math.min(gone, ALL_PLACED) do
      for mine = 0, placed // 2 do
        local theirs = 2 * placed - gone - mine
        if theirs >= 0 and theirs <= placed - placed // 2 and math.abs(mine - theirs) == tier % 10 then
          local block = #first_in + 1
          placed_in[block], mine_in[block], theirs_in[block], first_in[block] = placed, mine, theirs, total
          firsts[block_of(placed, mine, theirs)] = total
          total = total + choose[points * (WIDTH + 1) + mine + 1] * choose[(points - mine) * (WIDTH + 1) + theirs + 1]
        end
      end
    end
    sizes[tier + 1] = total
  end
  tiers[20 * ALL_PLACED + WIDTH + 1], first_in[#first_in + 1] = #first_in + 1, NONE

  -- The number of a set among those with as many points.
  local function number(set)
    local sum, below = sums[(set & 255) + 1], count(set & 255)
    sum = sum + sums[(WIDTH + below) * 256 + (set >> 8 & 255) + 1]
    if points == 16 then return sum end
    return sum + sums[(2 * WIDTH + below + count(set & 0xff00)) * 256 + (set >> 16) + 1]
  end

  -- The number of a set among the points that are free.
  local function number_among(set, free)
    local sum, k = 0, 0
    while set ~= 0 do
      local man = set & -set
      k = k + 1
      sum = sum + choose[count(free & man - 1) * (WIDTH + 1) + k + 1]
      set = set ~ man
    end
    return sum
  end

  -- The set of `k` among `most` points with a number.
  local function set_of(n, k, most)
    local set, point = 0, most
    while k > 0 do
      point = point - 1
      local c = choose[point * (WIDTH + 1) + k + 1]
      if n >= c then n, k, set = n - c, k - 1, set | 1 << point end
    end
    return set
  end

  -- A set of points, counted among those that are free.
  local function spread(set, free)
    local men = 0
    while set ~= 0 do
      local point = free & -free
      if set & 1 ~= 0 then men = men | point end
      set, free = set >> 1, free ~ point
    end
    return men
  end

  local index = { reversed = true }

  function index.size(tier) return sizes[tier + 1] end

  function index.of(position)
    local mine, theirs, hand = both(position)
    local placed = ALL_PLACED - (position >> 48 & 15) - (position >> 52 & 15)
    local men, others = count(mine), count(theirs)
    if hand ~= options.men - placed // 2 then return NONE end           -- no game comes to that
    local first_of = firsts[block_of(placed, men, others)]
    if first_of < 0 then return NONE end
    return first_of + number(mine) * choose[(points - men) * (WIDTH + 1) + others + 1]
      + number_among(theirs, ALL >> 24 - points & ~mine)
  end

  function index.at(tier, i)
    local block = tiers[tier + 1]
    while first_in[block + 1] <= i and block + 1 < tiers[tier + 2] do block = block + 1 end
    local placed, men, others = placed_in[block], mine_in[block], theirs_in[block]
    local each = choose[(points - men) * (WIDTH + 1) + others + 1]
    i = i - first_in[block]
    local mine = set_of(i // each, men, points)
    local theirs = spread(set_of(i % each, others, points - men), ALL >> 24 - points & ~mine)
    local hand = options.men - placed // 2
    return mine | theirs << 24 | hand * ONE | (2 * options.men - placed - hand) * (ONE << 4)
  end

  -- The man that was moved last, 100 times where he came from plus where he went: into no mill, else one was taken, and the tier
  -- was another one.
  function index.before(position, move)
    local mine, theirs = both(position)
    if position >> 48 & 255 ~= 0 or count(theirs) < 3 then return nil end
    local free, everywhere = ~(mine | theirs) & ALL >> 24 - points, flying and count(theirs) == 3
    local shift, from, to = position & TURN == 0 and 24 or 0, 0, 1
    if move then from, to = move // 100, move % 100 end
    for point = to, points do
      local place = 1 << point - 1
      if theirs & place ~= 0 and (mine == 0 or not is_mill(theirs, point)) then
        local open = everywhere and free or free & near[point]
        for start = from + 1, points do
          local man = 1 << start - 1
          if open & man ~= 0 then return 100 * start + point, position ~ TURN ~ (man | place) << shift end
        end
      end
      from = 0
    end
  end

  rules.index = options.repetition and index or nil

  -- The points that a player's men can move to.
  local function reach(men, free)
    local sum = 0
    for point = 1, points do
      if men >> point - 1 & 1 ~= 0 then sum = sum | near[point] end
    end
    return count(sum & free)
  end

  local function closed(men)
    local sum = 0
    for i = 1, #mills do
      if men & mills[i] == mills[i] then sum = sum + 1 end
    end
    return sum
  end

  function rules.evaluate(position)
    local mine, theirs, hand = both(position)
    local sign, free = position & TURN == 0 and 1 or -1, ~(mine | theirs) & ALL >> 24 - points
    local men = count(mine) + hand
    if men < 3 or hand == 0 and reach(mine, free) == 0 and not (flying and men == 3) then return -sign * WIN end
    local others = count(theirs) + (position >> 48 & 15) + (position >> 52 & 15) - hand
    return sign * (MAN * (men - others) + MILL * (closed(mine) - closed(theirs))
      + MOVE * (reach(mine, free) - reach(theirs, free)))
  end

  function rules.turned(position) return position ~ TURN end

  function rules.player(position) return position & TURN == 0 and "max" or "min" end

  local function name_of(point) return ("%c%d"):format(97 + squares + columns[point], 1 + squares - rows[point]) end

  -- As in "d2", "d2-d3" and, where one is taken, "d2-d3xa1".
  function rules.move_name(move)
    local from, to, taken = move // 100 % 100, move % 100, move // 10000
    return (from > 0 and name_of(from) .. "-" or "") .. name_of(to) .. (taken > 0 and "x" .. name_of(taken) or "")
  end

  local function mark(position, point)
    local bit = 1 << point - 1
    return position & bit ~= 0 and "X" or position >> 24 & bit ~= 0 and "O" or "."
  end

  -- The rows from above: what `other` returns where there is no point.
  local function drawn(position, between, other)
    local texts = {}
    for row = -squares, squares do
      local marks = {}
      for column = -squares, squares do
        local point = at[size * row + column]
        marks[#marks + 1] = point and mark(position, point) or other(math.abs(column), math.abs(row))
      end
      texts[#texts + 1] = table.concat(marks, between)
    end
    return texts
  end

  function rules.show(position)
    local texts = drawn(position, " ", function(column, row) return column + row == 0 and " " or row > column and "-" or "|" end)
    for row, text in ipairs(texts) do texts[row] = ("%d  %s"):format(size + 1 - row, text) end
    local picture, letters = table.concat(texts, "\n"), ("abcdefg"):sub(1, size):gsub(".", " %0")
    return ("%s\n\n  %s\nto place: X %d, O %d"):format(picture, letters, position >> 48 & 15, position >> 52 & 15)
  end

  function rules.board(position)
    local function cell(point) return size * (rows[point] + squares) + columns[point] + squares + 1 end
    return { columns = size, rows = size, pieces = { ["#"] = "gap" }, across = ("abcdefg"):sub(1, size),
      cells = table.concat(drawn(position, "", function() return "#" end)), down = ("7654321"):sub(-size),
      at = function(move)
        local list = {}
        for _, point in ipairs { move // 100 % 100, move % 100, move // 10000 } do
          if point > 0 then list[#list + 1] = cell(point) end
        end
        return table.unpack(list)
      end }
  end

  -- As in "X../.O./.../....../.../.../... 8 8 max": the points by rows from above, the men to place, and the player to move.
  function rules.write(position)
    local text = table.concat(drawn(position, "", function() return "" end), "/")
    return ("%s %d %d %s"):format(text, position >> 48 & 15, position >> 52 & 15, position & TURN == 0 and "max" or "min")
  end

  function rules.read(text)
    local sets, point = { X = 0, O = 0, ["."] = 0 }, 0
    for letter in text:gsub(" .*", ""):gmatch "[XO.]" do sets[letter], point = sets[letter] | 1 << point, point + 1 end
    local max, min = text:match " (%d) (%d) %l+$"
    local position = sets.X & ALL | (sets.O & ALL) << 24 | (max or 0) // 1 << 48 | (min or 0) // 1 << 52
      | (text:find " min$" and TURN or 0)
    if rules.write(position) ~= text then return nil, "expected points like those of " .. rules.write(rules.start) end
    return position
  end

  return rules
end)
