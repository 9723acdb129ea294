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
-- An evaluation counts how many stones either player still needs, undisturbed, and on how many cells he could
-- use one. A bridge, two cells that have two free neighbours in common, is as good as a connection; the player
-- to move who needs no more than one stone is taken to win.

local gts = require "gts"

return gts.with_options({
  size = { 7, 1, 7, "cells of a side" },
}, function(options)
  local size = options.size
  local wide = size + 1
  local TURN = 1 << wide * size
  local WIN, SURE, STONE = 10000, 1000, 64

  local TOP = (1 << size) - 1
  local BOTTOM, LEFT, BOARD = TOP << wide * (size - 1), 0, 0
  for row = 0, size - 1 do LEFT, BOARD = LEFT | 1 << wide * row, BOARD | TOP << wide * row end
  local RIGHT = LEFT << size - 1

  -- The cells in the order in which they are tried: from the middle outwards; and the place of each in it, by its bit from 1.
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

  local function count(set)
    set = set - (set >> 1 & 0x5555555555555555)
    set = (set & 0x3333333333333333) + (set >> 2 & 0x3333333333333333)
    return (set + (set >> 4) & 0x0f0f0f0f0f0f0f0f) * 0x0101010101010101 >> 56
  end

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

  local FAR = 20

  -- How many stones are needed from what is reached, `set`, to the cells `to`; on how many cells one of them would be of use;
  -- which of the cells of this step are; and what is near these.
  local function needed(set, stones, free, from, to)
    local around
    set, around = joined(set, stones, free)
    if set & to ~= 0 then return 0, 0, joined(set & to, stones, free) end
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

  function rules.player(max)
    return max & TURN == 0 and "max" or "min"
  end

  function rules.move_name(cell)
    return ("%c%d"):format(97 + cell % wide, cell // wide + 1)
  end

  -- The rows of the board.
  local function drawn(max, min, between)
    local lines = {}
    for row = 0, size - 1 do
      local text = {}
      for column = 0, size - 1 do
        local bit = 1 << wide * row + column
        text[column + 1] = max & bit ~= 0 and "X" or min & bit ~= 0 and "O" or "."
      end
      lines[row + 1] = table.concat(text, between)
    end
    return lines
  end

  function rules.show(max, min)
    local lines = drawn(max, min, " ")
    for row, line in ipairs(lines) do lines[row] = ("%s%d  %s"):format((" "):rep(row - 1), row, line) end
    return "  " .. (" a b c d e f g"):sub(1, 2 * size) .. "\n" .. table.concat(lines, "\n")
  end

  function rules.board(max, min)
    local function at(cell) return cell // wide * size + cell % wide + 1 end
    return { columns = size, rows = size, cells = table.concat(drawn(max, min, "")), at = at, shape = "hexagons",
      across = "abcdefg", down = "1234567" }
  end

  -- As in "X../.O./... max": the rows, and the player to move.
  function rules.write(max, min)
    return table.concat(drawn(max, min, ""), "/") .. (max & TURN == 0 and " max" or " min")
  end

  function rules.read(text)
    local sets, cell = { X = 0, O = 0, ["."] = 0, ["/"] = 0 }, 0
    for mark in text:gsub(" .*", ""):gmatch "[XO./]" do
      sets[mark], cell = sets[mark] | 1 << cell, cell + 1
    end
    local max, min = sets.X, sets.O
    if text:find " min$" then max = max | TURN end
    if rules.write(max, min) ~= text then return nil, "expected rows like those of " .. rules.write(0, 0) end
    return max, min
  end

  return rules
end)
