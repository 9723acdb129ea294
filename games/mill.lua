--- Mill, or nine men's morris: each player in turn places nine men on the points of three squares, whose sides are joined in the
-- middle; then a man moves each time to a free point beside it. A player who makes a mill, three men in a line, takes a man of
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

  -- How many men are placed, and how many of them are gone; then how many more one player has, which moves alone do not change.
  function rules.tier(position)
    local placed = 2 * options.men - (position >> 48 & 15) - (position >> 52 & 15)
    local max, min = count(position & ALL), count(position >> 24 & ALL)
    return 10 * (20 * placed - max - min) + (max > min and max - min or min - max)
  end

  -- The index: all images of a position have one number. MAX is to move, or colours are reversed.
  --
  -- A square has a code, of eight digits of base 3, for its corners and then for its sides: 1 is a man of the player to move, 2
  -- one of the other. Its split is how many men of either it has, its class are its images. Codes have places by split, and in a
  -- split by class. Of the outer and the inner square the one of the later class comes first, turned to the first code of its
  -- class. Then a position is numbered by that class, the second square and the middle one. Where there is a choice the least
  -- number counts, and there is no position at the others.
  --
  -- A tier consists of one block, or of two where one player has more men; a block of parts, by the split of the middle square;
  -- and a part of runs, by that of the first one. Splits and blocks are ten times the men of the player to move, plus the others.
  local ALL_PLACED, NONE <const>, SPLITS <const> = 2 * options.men, 1 << 40, 81
  local powers = { 1, 3, 9, 27, 81, 243, 729, 2187 }
  local codes, spots = {}, {}           -- of the bytes of a set: three codes, 13 bits each; of a byte of a square: its points
  local corners, sides = {}, {}         -- by turn, and four digits of a code: those of the image
  local facts, bytes_at = {}, {}        -- of a code: class, place, split and turns to the first code of the class; men, by place
  local first_place, first_class = {}, {}               -- of splits
  local leader, pairs_before = {}, {}                   -- of classes: place of the first code; pairs of their split before them
  local runs, parts, blocks = {}, {}, {}                -- where they begin, or NONE; and sizes

  local function make_codes()
    local digit_at = { [-4] = 1, [2] = 2, [4] = 3, [-2] = 4, [-1] = 5, [3] = 6, [1] = 7, [-3] = 8 }
    for i = 1, 768 do codes[i], spots[i] = 0, 0 end
    for point = 1, points do
      local column, row = columns[point], rows[point]
      local square = math.max(math.abs(column), math.abs(row))
      local mark, digit = square == 1 and 0 or square == squares and 1 or 2, digit_at[3 * (column // square) + row // square]
      for byte = 0, 255 do
        local set, men = (point - 1) // 8 * 256 + byte + 1, 256 * mark + byte + 1
        if byte >> (point - 1) % 8 & 1 ~= 0 then codes[set] = codes[set] + (powers[digit] << 13 * mark) end
        if byte >> digit - 1 & 1 ~= 0 then spots[men] = spots[men] | 1 << point - 1 end
      end
    end
  end

  -- Turns are 1 to 4, and from 5 on those of the mirror image.
  local function make_turns()
    for turn = 0, 7 do
      local way = turn < 4 and 1 or -1
      for four = 0, 80 do
        local corner, side = 0, 0
        for i = 0, 3 do
          local digit = four // powers[i + 1] % 3
          corner = corner + digit * powers[(way * i + turn + turn // 4) % 4 + 1]
          side = side + digit * powers[(way * i + turn) % 4 + 5]
        end
        corners[81 * turn + four + 1], sides[81 * turn + four + 1] = corner, side
      end
    end
  end

  local function turned(code, turn) return corners[81 * turn + code % 81 - 80] + sides[81 * turn + code // 81 - 80] end

  -- Gives codes their places, a bit for each man (those of the other player are 8 higher) and facts: 10 bits of class, 13 of
  -- place, 7 of split, and 4 for each turn.
  local function order_codes()
    local classes, turns, bytes, splits, worth = {}, {}, { [0] = 0 }, { [0] = 0 }, { [0] = 0, 10, 1 }
    for split = 1, SPLITS do classes[split] = {} end
    for code = 0, 6560 do
      local digit, rest = code % 3, code // 3
      bytes[code], splits[code] = bytes[rest] << 1 | digit & 1 | digit >> 1 << 8, splits[rest] + worth[digit]
      if not turns[code] then
        local class = {}
        for turn = 1, 8 do
          local image_of, back = turned(code, turn), turn < 5 and (5 - turn) % 4 + 1 or turn
          if not turns[image_of] then class[#class + 1], turns[image_of] = image_of, 0 end
          turns[image_of] = turns[image_of] << 4 | back
        end
        table.insert(classes[splits[code] + 1], class)
      end
    end
    for split = 0, SPLITS - 1 do
      local before = 0
      first_place[split + 1], first_class[split + 1] = #bytes_at, #leader + 1
      for _, class in ipairs(classes[split + 1]) do
        leader[#leader + 1], pairs_before[#leader + 1] = #bytes_at, before
        for _, code in ipairs(class) do
          facts[code + 1] = #leader | #bytes_at << 10 | split << 23 | turns[code] << 30
          bytes_at[#bytes_at + 1] = bytes[code]
        end
        before = before + #bytes_at - first_place[split + 1]
      end
    end
    first_place[SPLITS + 1], first_class[SPLITS + 1] = #bytes_at, #leader + 1
  end

  local function width_of(split) return first_place[split + 2] - first_place[split + 1] end

  local function make_blocks()
    local pairs_of = {}
    for men = 0, 99 do pairs_of[men], blocks[men + 1] = 0, 0 end
    for one = 0, SPLITS - 1 do
      local classes = first_class[one + 2] - first_class[one + 1]
      for two = 0, SPLITS - 1 do
        local men, width, run = one + two, width_of(two), SPLITS * one + two + 1
        if two > one or classes * width == 0 or one // 10 + two // 10 > 9 or one % 10 + two % 10 > 9 then runs[run] = NONE
        else
          runs[run] = pairs_of[men]
          pairs_of[men] = pairs_of[men] + (one == two and pairs_before[first_class[one + 2] - 1] + width or classes * width)
        end
      end
    end
    for men = 0, 99 do
      for middle = 0, SPLITS - 1 do
        local fits = middle // 10 <= men // 10 and middle % 10 <= men % 10 and (squares == 3 or middle == 0)
        local numbers = fits and width_of(middle) * pairs_of[men - middle] or 0
        parts[SPLITS * men + middle + 1] = numbers > 0 and blocks[men + 1] or NONE
        blocks[men + 1] = blocks[men + 1] + numbers
      end
    end
  end

  if options.repetition then
    make_codes()
    make_turns()
    order_codes()
    make_blocks()
  end

  -- The least that one of the turns makes of two squares: the place of the one times `width`, plus that of the other.
  local function least(turns, two, middle, width)
    local number = NONE
    while turns ~= 0 do
      local of_two, of_middle = facts[turned(two, turns & 15) + 1], facts[turned(middle, turns & 15) + 1]
      number = math.min(number, (of_two >> 10 & 8191) * width + (of_middle >> 10 & 8191))
      turns = turns >> 4
    end
    return number
  end

  -- The size of a block; 0: no game comes to that.
  local function size_of(placed, men)
    return men // 10 <= placed // 2 and men % 10 <= placed - placed // 2 and blocks[men + 1] or 0
  end

  local function other_block(men) return men % 10 * 10 + men // 10 end

  -- How many men are placed in a tier, and its first block, where the player to move has no more men than the other; or NONE.
  local function first_block(tier)
    local placed, more = (tier // 10 + 19) // 20, tier % 10
    local men = 20 * placed - tier // 10
    if men > placed or more > men or men + more > ALL_PLACED or (men + more) % 2 ~= 0 then return placed, NONE end
    return placed, 10 * ((men - more) // 2) + (men + more) // 2
  end

  local index = { reversed = true }

  function index.size(tier)
    local placed, men = first_block(tier)
    if placed > ALL_PLACED then return nil end
    if men == NONE then return 0 end
    return size_of(placed, men) + (tier % 10 > 0 and size_of(placed, other_block(men)) or 0)
  end

  function index.of(position)
    local mine, theirs, hand = both(position)
    local placed = ALL_PLACED - (position >> 48 & 15) - (position >> 52 & 15)
    if hand ~= options.men - placed // 2 then return NONE end           -- no game comes to that
    local three = codes[(mine & 255) + 1] + codes[(mine >> 8 & 255) + 257] + codes[(mine >> 16) + 513]
      + 2 * (codes[(theirs & 255) + 1] + codes[(theirs >> 8 & 255) + 257] + codes[(theirs >> 16) + 513])
    local a, b, middle = three & 8191, three >> 13 & 8191, three >> 26
    local of_a, of_b = facts[a + 1], facts[b + 1]
    if of_a & 1023 < of_b & 1023 then a, b, of_a, of_b = b, a, of_b, of_a end
    local class, one, two, split = of_a & 1023, of_a >> 23 & 127, of_b >> 23 & 127, facts[middle + 1] >> 23 & 127
    local men, width = one + two + split, width_of(split)
    if size_of(placed, men) == 0 then return NONE end
    local number = least(of_a >> 30, b, middle, width)
    if class == of_b & 1023 then number = math.min(number, least(of_b >> 30, a, middle, width)) end
    local before = one == two and pairs_before[class] or (class - first_class[one + 1]) * width_of(two)
    return (men // 10 > men % 10 and size_of(placed, other_block(men)) or 0) + parts[SPLITS * men + split + 1]
      + (runs[SPLITS * one + two + 1] + before - first_place[two + 1]) * width + number - first_place[split + 1]
  end

  -- The men of the code at a place, on the points of a square.
  local function spread(place, mark)
    local bytes = bytes_at[place + 1]
    return spots[256 * mark + (bytes & 255) + 1] | spots[256 * mark + (bytes >> 8) + 1] << 24
  end

  function index.at(tier, i)
    local placed, men = first_block(tier)
    local rest, split = i, SPLITS - 1
    if i >= size_of(placed, men) then rest, men = i - size_of(placed, men), other_block(men) end
    while parts[SPLITS * men + split + 1] > rest do split = split - 1 end
    rest = rest - parts[SPLITS * men + split + 1]
    local pair, pair_men = rest // width_of(split), men - split
    local one = math.min(pair_men, SPLITS - 1)
    while runs[SPLITS * one + pair_men - one + 1] > pair do one = one - 1 end
    local two, class = pair_men - one, first_class[one + 1]
    pair = pair - runs[SPLITS * one + two + 1]
    if one ~= two then class, pair = class + pair // width_of(two), pair % width_of(two)
    else
      while class + 1 < first_class[one + 2] and pairs_before[class + 1] <= pair do class = class + 1 end
      pair = pair - pairs_before[class]
    end
    local hand = options.men - placed // 2
    local position = spread(leader[class], 1) | spread(first_place[two + 1] + pair, 0)
      | spread(first_place[split + 1] + rest % width_of(split), 2) | hand * ONE | (ALL_PLACED - placed - hand) * (ONE << 4)
    return index.of(position) == i and position or nil
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
