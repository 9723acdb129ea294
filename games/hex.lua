--- Hex (Piet Hein, John Nash): stones are placed on a rhombus of hexagons. MAX connects the upper side with the lower one, MIN
-- the left side with the right one. When the board is full just one of them has done so: there are no draws.
--
-- A position is two integers, one bit for each cell, row by row from the upper left; between two rows a bit stays free:
--
--     max   the stones of MAX; and TURN, if MIN is to move
--     min   the stones of MIN
--
--     0 1 2 .         the bits of 3 x 3: the cell 5 touches 1, 2, 4, 6, 8 and 9
--       4 5 6 .
--         8 9 10
--
-- On boards of more than 7 cells a side each set is two integers, with 64 cells in the first, and no bit stays free.
--
-- An evaluation counts how many stones either player still needs, undisturbed, and on how many cells that player could
-- use one. A bridge, two cells that have two free neighbours in common, is as good as a connection; the player
-- to move who needs no more than one stone is taken to win.

local gts = require "gts"
local grid = require "gts.show.grid"

local WIN, SURE, STONE, FAR = 10000, 1000, 64, 20

local function count(set)
  set = set - (set >> 1 & 0x5555555555555555)
  set = (set & 0x3333333333333333) + (set >> 2 & 0x3333333333333333)
  return (set + (set >> 4) & 0x0f0f0f0f0f0f0f0f) * 0x0101010101010101 >> 56
end

-- The cells in the order in which they are tried: from the middle outwards; and the place of each in it, by its bit from 1. From
-- row to row there are `wide` bits.
local function ordered(size, wide)
  local cells, place = {}, {}
  for row = 0, size - 1 do
    for column = 0, size - 1 do cells[#cells + 1] = wide * row + column end
  end
  local function off_centre(cell)
    local row, column = 2 * (cell // wide) - size + 1, 2 * (cell % wide) - size + 1
    return row * row + row * column + column * column
  end
  table.sort(cells, function(a, b)
    local of_a, of_b = off_centre(a), off_centre(b)
    return of_a < of_b or of_a == of_b and a < b
  end)
  for i = 1, wide * size do place[i] = 0 end
  for i, cell in ipairs(cells) do place[cell + 1] = i end
  return cells, place
end

-- Adds names and texts to rules. The sets of both players have `words` integers each; a move is the number of a bit.
local function add_texts(rules, size, wide, words, turn)
  function rules.move_name(cell)
    return ("%c%d"):format(97 + cell % wide, cell // wide + 1)
  end

  local down = {}
  for row = 1, size do down[row] = row end

  -- Texts are as in "X../.O./... max": the rows, and the player to move.
  grid.add(rules, { columns = size, rows = size, shape = "hexagons", down = down,
    at = function(cell) return cell // wide * size + cell % wide + 1 end,
    mark = function(row, column, ...)
      local cell = wide * row + column
      local word, bit = cell // 64 + 1, 1 << cell % 64
      return select(word, ...) & bit ~= 0 and "X" or select(words + word, ...) & bit ~= 0 and "O" or "."
    end,
    position = function(marks, min_moves)
      local sets = table.move(rules.start, 1, 2 * words, 1, {})
      for i, mark in ipairs(marks) do
        local cell = wide * ((i - 1) // size) + (i - 1) % size
        local word = cell // 64 + (mark == "O" and words or 0) + 1
        if mark ~= "." then sets[word] = sets[word] | 1 << cell % 64 end
      end
      if min_moves then sets[words] = sets[words] | turn end
      return table.unpack(sets)
    end })

  function rules.show(...)
    local lines = {}
    for marks in rules.write(...):gmatch "[XO.]+" do
      local row = #lines + 1
      lines[row] = (" "):rep(row - #tostring(row)) .. row .. "  " .. marks:gsub(".", "%0 ", size - 1)
    end
    return "  " .. (" a b c d e f g h i j k"):sub(1, 2 * size) .. "\n" .. table.concat(lines, "\n")
  end
end

-- The rules on boards of more than 7 cells a side. As below, with two integers for a set: `set` has its first 64 cells, `more`
-- the others.
local function large(size)
  local TURN = 1 << 63          -- of the second integer of MAX
  local cells, place = ordered(size, size)

  -- The six ways, in a circle: by how many bits, and the cells that they lead to.
  local STEPS, INTO, INTO_MORE = {}, {}, {}
  local function sets(holds)
    local set, more = 0, 0
    for cell = 0, size * size - 1 do
      if holds(cell // size, cell % size) then
        if cell < 64 then set = set | 1 << cell else more = more | 1 << cell - 64 end
      end
    end
    return set, more
  end
  for way, step in ipairs { { 0, 1 }, { 1, 0 }, { 1, -1 }, { 0, -1 }, { -1, 0 }, { -1, 1 } } do
    STEPS[way] = size * step[1] + step[2]
    INTO[way], INTO_MORE[way] = sets(function(row, column)
      row, column = row - step[1], column - step[2]
      return row >= 0 and row < size and column >= 0 and column < size
    end)
  end
  local RIGHT_OF, BELOW, UNDER, LEFT_OF, ABOVE, OVER = 1, 2, 3, 4, 5, 6
  local BOARD, BOARD_MORE = sets(function() return true end)
  local TOP, TOP_MORE = sets(function(row) return row == 0 end)
  local BOTTOM, BOTTOM_MORE = sets(function(row) return row == size - 1 end)
  local LEFT, LEFT_MORE = sets(function(_, column) return column == 0 end)
  local RIGHT, RIGHT_MORE = sets(function(_, column) return column == size - 1 end)

  -- The cells one step from a set, one way.
  local function shifted(set, more, way)
    local step = STEPS[way]
    return (set << step | more << step + 64) & INTO[way], (more << step | set << step - 64) & INTO_MORE[way]
  end

  local function connected(stones, more_stones, from, more_from, to, more_to)
    local set, more, old, more_old = stones & from, more_stones & more_from, 0, 0
    while (set ~= old or more ~= more_old) and set & to | more & more_to == 0 do
      old, more_old = set, more
      for way = 1, 6 do
        local next_set, next_more = shifted(set, more, way)
        set, more = set | next_set & stones, more | next_more & more_stones
      end
    end
    return set & to | more & more_to ~= 0
  end

  local function max_connected(max, more) return connected(max, more, TOP, TOP_MORE, BOTTOM, BOTTOM_MORE) end
  local function min_connected(min, more) return connected(min, more, LEFT, LEFT_MORE, RIGHT, RIGHT_MORE) end

  -- A bridge goes two ways that follow one another, in either order.
  local function near(set, more, free, more_free)
    local all, all_more, last = 0, 0, 6
    local old, more_old = shifted(set, more, last)
    for way = 1, 6 do
      local new, more_new = shifted(set, more, way)
      local one, more_one = shifted(old & free, more_old & more_free, way)
      local other, more_other = shifted(new & free, more_new & more_free, last)
      all, all_more = all | new | one & other, all_more | more_new | more_one & more_other
      old, more_old, last = new, more_new, way
    end
    return all, all_more
  end

  local function joined(set, more, stones, more_stones, free, more_free)
    local old, more_old, around, more_around
    repeat
      old, more_old = set, more
      around, more_around = near(set, more, free, more_free)
      set, more = set | around & stones, more | more_around & more_stones
    until set == old and more == more_old
    return set, more, around, more_around
  end

  local function needed(set, more, stones, more_stones, free, more_free, from, more_from, to, more_to)
    local around, more_around
    set, more, around, more_around = joined(set, more, stones, more_stones, free, more_free)
    if set & to | more & more_to ~= 0 then
      local onward, more_onward, beside, more_beside = joined(set & to & stones, more & more_to & more_stones,
        stones, more_stones, free, more_free)
      return 0, 0, onward | to, more_onward | more_to, beside, more_beside
    end
    local step, more_step = (around | from) & free & ~set, (more_around | more_from) & more_free & ~more
    if step | more_step == 0 then return FAR, 0, 0, 0, 0, 0 end
    local number, useful, onward, more_onward, beside, more_beside = needed(set | step, more | more_step, stones, more_stones,
      free, more_free, from, more_from, to, more_to)
    step, more_step = step & (onward | beside), more_step & (more_onward | more_beside)
    return number + 1, useful + count(step) + count(more_step), joined(step, more_step, stones, more_stones, free, more_free)
  end

  -- The cells of a side, and those from which two free cells lead there, by these ways.
  local function nearest(side, more_side, free, more_free, way, other)
    local second, more_second = shifted(side, more_side, way)
    local one, more_one = shifted(free, more_free, way)
    local two, more_two = shifted(free, more_free, other)
    return side | second & one & two, more_side | more_second & more_one & more_two
  end

  local rules = { name = "hex", words = 4, start = { 0, 0, 0, 0 }, range = { -WIN, WIN } }

  rules.symmetries = { "half turn", columns = size, rows = size, key = false }
  function rules.symmetries.bits(column, row)
    local bit = size * (row - 1) + column - 1
    return bit, 128 + bit
  end

  local function diagonal(set, more)
    return sets(function(row, column)
      local cell = size * column + row
      return (cell < 64 and set >> cell or more >> cell - 64) & 1 ~= 0
    end)
  end

  function rules.symmetries.reversed(max, more_max, min, more_min)
    local set, more = diagonal(min, more_min)
    return set, more | ~more_max & TURN, diagonal(max, more_max)
  end

  local function over(max, more_max, min, more_min)
    if more_max & TURN == 0 then return min_connected(min, more_min) end
    return max_connected(max, more_max)
  end

  -- The position after a stone in a cell.
  local function placed(max, more_max, min, more_min, cell)
    local bit, more_bit = cell < 64 and 1 << cell or 0, cell < 64 and 0 or 1 << cell - 64
    if more_max & TURN == 0 then return max | bit, more_max | more_bit | TURN, min, more_min end
    return max, more_max & ~TURN, min | bit, more_min | more_bit
  end

  local function is_free(max, more_max, min, more_min, cell)
    return (cell < 64 and (max | min) >> cell or (more_max | more_min) >> cell - 64) & 1 == 0
  end

  function rules.next(max, more_max, min, more_min, cell)
    if not cell and over(max, more_max, min, more_min) then return nil end
    for i = cell and place[cell + 1] + 1 or 1, #cells do
      if is_free(max, more_max, min, more_min, cells[i]) then
        return cells[i], placed(max, more_max, min, more_min, cells[i])
      end
    end
  end

  function rules.random(max, more_max, min, more_min, r)
    if over(max, more_max, min, more_min) then return nil end
    for _ = 1, 100 do
      r = r * 6364136223846793005 + 1442695040888963407
      local cell = (r >> 32) * (size * size) >> 32
      if is_free(max, more_max, min, more_min, cell) then return cell, placed(max, more_max, min, more_min, cell) end
    end
  end

  function rules.pass(max, more_max, min, more_min) return max, more_max ~ TURN, min, more_min end

  function rules.evaluate(max, more_max, min, more_min)
    local max_moves, free, more_free = more_max & TURN == 0, BOARD & ~(max | min), BOARD_MORE & ~(more_max | more_min)
    more_max = more_max & ~TURN
    local upper, more_upper = nearest(TOP, TOP_MORE, free, more_free, BELOW, UNDER)
    local lower, more_lower = nearest(BOTTOM, BOTTOM_MORE, free, more_free, ABOVE, OVER)
    local left, more_left = nearest(LEFT, LEFT_MORE, free, more_free, RIGHT_OF, OVER)
    local right, more_right = nearest(RIGHT, RIGHT_MORE, free, more_free, LEFT_OF, UNDER)
    local of_max, useful_to_max = needed(max & upper, more_max & more_upper, max, more_max, free, more_free,
      upper, more_upper, lower, more_lower)
    local of_min, useful_to_min = needed(min & left, more_min & more_left, min, more_min, free, more_free,
      left, more_left, right, more_right)
    if of_max == 0 and max_connected(max, more_max) then return WIN end
    if of_min == 0 and min_connected(min, more_min) then return -WIN end
    local lead = STONE * (of_min - of_max) + useful_to_max - useful_to_min
    if max_moves then return lead + (of_max < 2 and SURE or STONE // 2) end
    return lead - (of_min < 2 and SURE or STONE // 2)
  end

  function rules.player(_, more_max) return more_max & TURN == 0 and "max" or "min" end

  add_texts(rules, size, size, 2, TURN)

  return rules
end

return gts.with_options({
  size = { 7, 1, 11, "cells of a side" },
}, function(options)
  local size = options.size
  if size > 7 then return large(size) end
  local wide = size + 1
  local TURN = 1 << wide * size

  local TOP = (1 << size) - 1
  local BOTTOM, LEFT, BOARD = TOP << wide * (size - 1), 0, 0
  for row = 0, size - 1 do LEFT, BOARD = LEFT | 1 << wide * row, BOARD | TOP << wide * row end
  local RIGHT = LEFT << size - 1

  local cells, place = ordered(size, wide)

  -- Do these stones connect two sides?
  local function connected(stones, from, to)
    local set, old = stones & from, 0
    while set ~= old and set & to == 0 do
      old = set
      set = set | (set << 1 | set >> 1 | set << wide | set >> wide | set << size | set >> size) & stones
    end
    return set & to ~= 0
  end

  -- The cells that touch a set, or that a bridge over free cells leads to.
  local function near(set, free)
    local right, below, under = set << 1, set << wide, set << size
    local left, above, over = set >> 1, set >> wide, set >> size
    local touching = right | below | under | left | above | over
    right, below, under, left, above, over = right & free, below & free, under & free, left & free, above & free, over & free
    return (touching | right << wide & below << 1 | below << size & under << wide | under >> 1 & left << size
      | left >> wide & above >> 1 | above >> size & over >> wide | over << 1 & right >> size) & BOARD
  end

  -- A set with the stones that are connected with it, and what is near it then.
  local function joined(set, stones, free)
    local old, around
    repeat
      old, around = set, near(set, free)
      set = set | around & stones
    until set == old
    return set, around
  end

  -- How many stones are needed from what is reached, `set`, to the cells `to`; on how many cells one of them would be of use;
  -- which of the cells of this step are; and what is near these.
  local function needed(set, stones, free, from, to)
    local around
    set, around = joined(set, stones, free)
    if set & to ~= 0 then
      local onward, around_onward = joined(set & to & stones, stones, free)
      return 0, 0, onward | to, around_onward
    end
    local step = (around | from) & free & ~set
    if step == 0 then return FAR, 0, 0, 0 end
    local number, useful, onward, around_onward = needed(set | step, stones, free, from, to)
    step = step & (onward | around_onward)
    return number + 1, useful + count(step), joined(step, stones, free)
  end

  local rules = { name = "hex", words = 2, start = { 0, 0 }, range = { -WIN, WIN } }

  -- Searches do without it: images are rarely met.
  rules.symmetries = { "half turn", columns = size, rows = size, key = false }

  function rules.symmetries.bits(column, row)
    local bit = wide * (row - 1) + column - 1
    return bit, 64 + bit
  end

  -- Columns and rows change places.
  local function diagonal(set)
    local made = 0
    for i = 1, #cells do
      local row, column = cells[i] // wide, cells[i] % wide
      made = made | (set >> cells[i] & 1) << wide * column + row
    end
    return made
  end

  function rules.symmetries.reversed(max, min) return diagonal(min) | ~max & TURN, diagonal(max) end

  -- A move is the number of a bit.
  function rules.next(max, min, cell)
    if not cell then
      if max & TURN == 0 then
        if connected(min, LEFT, RIGHT) then return nil end
      elseif connected(max, TOP, BOTTOM) then return nil end
    end
    local all = max | min
    for i = cell and place[cell + 1] + 1 or 1, #cells do
      local bit = 1 << cells[i]
      if all & bit == 0 then
        if max & TURN == 0 then return cells[i], max | bit | TURN, min end
        return cells[i], max & ~TURN, min | bit
      end
    end
  end

  -- A cell, each as likely, until one is free.
  function rules.random(max, min, r)
    local turn, all = max & TURN, max | min
    if turn == 0 then
      if connected(min, LEFT, RIGHT) then return nil end
    elseif connected(max, TOP, BOTTOM) then return nil end
    for _ = 1, 100 do
      r = r * 6364136223846793005 + 1442695040888963407
      local cell = cells[((r >> 32) * #cells >> 32) + 1]
      local bit = 1 << cell
      if all & bit == 0 then
        if turn == 0 then return cell, max | bit | TURN, min end
        return cell, max & ~TURN, min | bit
      end
    end
  end

  -- A stone more never harms.
  function rules.pass(max, min) return max ~ TURN, min end

  function rules.evaluate(max, min)
    local max_moves = max & TURN == 0
    max = max & BOARD
    local free = BOARD & ~(max | min)
    -- The cells that are one stone away from a side.
    local upper = TOP | TOP << wide & free << wide & free << size
    local lower = BOTTOM | BOTTOM >> wide & free >> wide & free >> size
    local left = LEFT | LEFT << 1 & free << 1 & free >> size
    local right = RIGHT | RIGHT >> 1 & free >> 1 & free << size
    local of_max, useful_to_max = needed(max & upper, max, free, upper, lower)
    local of_min, useful_to_min = needed(min & left, min, free, left, right)
    if of_max == 0 and connected(max, TOP, BOTTOM) then return WIN end
    if of_min == 0 and connected(min, LEFT, RIGHT) then return -WIN end
    local lead = STONE * (of_min - of_max) + useful_to_max - useful_to_min
    if max_moves then return lead + (of_max < 2 and SURE or STONE // 2) end
    return lead - (of_min < 2 and SURE or STONE // 2)
  end

  function rules.player(max) return max & TURN == 0 and "max" or "min" end

  add_texts(rules, size, wide, 1, TURN)

  return rules
end)
