--- Amazons (Walter Zamkauskas, 1988): a player moves one of four queens as in chess, and from there it shoots an arrow, which
-- flies as a queen moves, too, and blocks the cell where it ends for good. A player who cannot move has lost.
--
-- A position is four integers. The cells have numbers row by row from the upper left; after each row one is left out:
--
--     upper, lower  the free cells: of the upper five rows, and of the others
--     mine          where the queens of the player to move stand, seven bits each, the lowest first; and TURN, if that is MIN
--     theirs        the cells of the other player
--
-- An evaluation counts the cells that either player can reach in fewer moves.

local gts = require "gts"
local grid = require "gts.show.grid"

return gts.with_options({
  size = { 10, 4, 10, "columns and rows of the board" },
}, function(options)
  local size = options.size
  local wide = size + 1
  local HALF = 5 * wide                     -- the first cell of `lower`
  local UPPER = (1 << HALF) - 1
  local TURN = 1 << 28
  local WIN, AREA = 10000, 4
  local LEVELS = 4                          -- moves that an evaluation looks ahead

  local STEPS = { -wide, 1 - wide, 1, wide + 1, wide, wide - 1, -1, -wide - 1 }

  local function count(set)
    set = set - (set >> 1 & 0x5555555555555555)
    set = (set & 0x3333333333333333) + (set >> 2 & 0x3333333333333333)
    return (set + (set >> 4) & 0x0f0f0f0f0f0f0f0f) * 0x0101010101010101 >> 56
  end

  -- The two halves of a set of one cell.
  local function halves(cell) return 1 << cell & UPPER, 1 << cell - HALF end

  local function is_free(upper, lower, cell)
    if cell < HALF then return upper >> cell & 1 ~= 0 end
    return lower >> cell - HALF & 1 ~= 0
  end

  -- Queens, after one of them has moved.
  local function moved(queens, from, to)
    local after, shift = 0, 0
    for i = 0, 21, 7 do
      local queen = queens >> i & 127
      if to >= 0 and to < queen then after, shift, to = after | to << shift, shift + 7, -1 end
      if queen ~= from then after, shift = after | queen << shift, shift + 7 end
    end
    return to < 0 and after or after | to << shift
  end

  local corner = (size - 1) // 3
  local queens = { 0, 0 }
  for player, row in ipairs { size - 1 - corner, corner } do
    local outer, list = player == 1 and size - 1 or 0, {}
    list[1], list[2] = wide * row, wide * row + size - 1
    list[3], list[4] = wide * outer + corner, wide * outer + size - 1 - corner
    table.sort(list)
    for i, cell in ipairs(list) do queens[player] = queens[player] | cell << 7 * (i - 1) end
  end
  local free_above, free_below = 0, 0
  for row = 0, size - 1 do
    for column = 0, size - 1 do
      local above, below = halves(wide * row + column)
      free_above, free_below = free_above | above, free_below | below
    end
  end
  for _, set in ipairs(queens) do
    for i = 0, 21, 7 do
      local above, below = halves(set >> i & 127)
      free_above, free_below = free_above & ~above, free_below & ~below
    end
  end

  local rules = { name = "amazons", words = 4, start = { free_above, free_below, queens[1], queens[2] }, range = { -WIN, WIN } }

  -- Searches do without it: there is an arrow more after each move, so that reversed positions are not met.
  rules.symmetries = { key = false }
  function rules.symmetries.reversed(upper, lower, mine, theirs) return upper, lower, mine ~ TURN, theirs end

  -- A move is, from the lowest bits: from where, to where, where the arrow ends, seven bits each; and the directions of the two,
  -- four bits each.
  function rules.next(upper, lower, mine, theirs, move)
    local queen, from, way, to, flight, arrow = 0, mine & 127, 1, mine & 127, 9, 0
    if move then
      from, to, arrow, way, flight = move & 127, move >> 7 & 127, move >> 14 & 127, move >> 21 & 15, move >> 25
      while mine >> queen & 127 ~= from do queen = queen + 7 end
    end
    while true do
      if flight <= 8 then
        arrow = arrow + STEPS[flight]
        if arrow == from or is_free(upper, lower, arrow) then
          local from_above, from_below = halves(from)
          local to_above, to_below = halves(to)
          local above, below = halves(arrow)
          return from | to << 7 | arrow << 14 | way << 21 | flight << 25,
            (upper | from_above) & ~(to_above | above), (lower | from_below) & ~(to_below | below),
            theirs | (~mine & TURN), moved(mine, from, to)
        end
        flight, arrow = flight + 1, to
      else
        to = to + STEPS[way]
        if is_free(upper, lower, to) then flight, arrow = 1, to
        else
          way, to = way + 1, from
          if way > 8 then
            queen = queen + 7
            if queen > 21 then return nil end
            way, from = 1, mine >> queen & 127
            to = from
          end
        end
      end
    end
  end

  -- A queen, two directions and two distances, each as likely, until the ways are free.
  function rules.random(upper, lower, mine, theirs, r)
    for _ = 1, 150 do
      r = r * 6364136223846793005 + 1442695040888963407
      local from, way, flight = mine >> 7 * (r >> 62) & 127, (r >> 59 & 7) + 1, (r >> 56 & 7) + 1
      local to, steps = from, (r >> 28 & 0xfffffff) * (size - 1) >> 28
      repeat
        to, steps = to + STEPS[way], steps - 1
        local free = is_free(upper, lower, to)
      until not free or steps < 0
      if steps < 0 and is_free(upper, lower, to) then
        local arrow = to
        steps = (r & 0xfffffff) * (size - 1) >> 28
        repeat
          arrow, steps = arrow + STEPS[flight], steps - 1
          local free = arrow == from or is_free(upper, lower, arrow)
        until not free or steps < 0
        if steps < 0 and (arrow == from or is_free(upper, lower, arrow)) then
          local from_above, from_below = halves(from)
          local to_above, to_below = halves(to)
          local above, below = halves(arrow)
          return from | to << 7 | arrow << 14 | way << 21 | flight << 25,
            (upper | from_above) & ~(to_above | above), (lower | from_below) & ~(to_below | below),
            theirs | (~mine & TURN), moved(mine, from, to)
        end
      end
    end
  end

  -- What can be reached from a set by a run of steps to greater cells, and to smaller ones.
  local function run_on(above, below, upper, lower, step)
    local all_above, all_below = above, below
    while above | below ~= 0 do
      above, below = above << step & upper, (below << step | above >> HALF - step) & lower
      all_above, all_below = all_above | above, all_below | below
    end
    return all_above, all_below
  end

  local function run_back(above, below, upper, lower, step)
    local all_above, all_below = above, below
    while above | below ~= 0 do
      above, below = (above >> step | below << HALF - step) & upper, below >> step & lower
      all_above, all_below = all_above | above, all_below | below
    end
    return all_above, all_below
  end

  -- A set with all that queens on it can reach with one move.
  local function reach(above, below, upper, lower)
    local all_above, all_below = above, below
    for i = 3, 6 do
      local a, b = run_on(above, below, upper, lower, STEPS[i])
      local c, d = run_back(above, below, upper, lower, STEPS[i])
      all_above, all_below = all_above | a | c, all_below | b | d
    end
    return all_above, all_below
  end

  local function set_of(list)
    local above, below = 0, 0
    for i = 0, 21, 7 do
      local a, b = halves(list >> i & 127)
      above, below = above | a, below | b
    end
    return above, below
  end

  -- Moves are scarce at the end alone, when each lives on cells of his own.
  function rules.pass(upper, lower, mine, theirs) return upper, lower, theirs | (~mine & TURN), mine & ~TURN end

  function rules.evaluate(upper, lower, mine, theirs)
    local my_above, my_below = set_of(mine)
    local their_above, their_below = set_of(theirs)
    local open_above, open_below, value = upper, lower, 0
    for level = 1, LEVELS do
      my_above, my_below = reach(my_above, my_below, upper, lower)
      their_above, their_below = reach(their_above, their_below, upper, lower)
      local a, b = my_above & open_above, my_below & open_below
      local c, d = their_above & open_above, their_below & open_below
      if level == 1 then
        if a | b == 0 then return mine & TURN == 0 and -WIN or WIN end
        value = count(a) + count(b) - count(c) - count(d)
      end
      value = value + AREA * (count(a & ~c) + count(b & ~d) - count(c & ~a) - count(d & ~b))
      open_above, open_below = open_above & ~(a | c), open_below & ~(b | d)
    end
    return mine & TURN == 0 and value or -value
  end

  function rules.player(_, _, mine)
    return mine & TURN == 0 and "max" or "min"
  end

  local function name_of(cell) return ("%c%d"):format(97 + cell % wide, size - cell // wide) end

  -- As in "d1-d7/g7": from, to, and where the arrow ends.
  function rules.move_name(move)
    return ("%s-%s/%s"):format(name_of(move & 127), name_of(move >> 7 & 127), name_of(move >> 14 & 127))
  end

  -- Texts are as in ".OO./O..O/X..X/.XX. max": the rows from above, # being a blocked cell, and the player to move.
  local board = { columns = size, rows = size, digits = 2, extra = "#",
    pieces = { X = "max queen", O = "min queen", ["#"] = "block" } }

  function board.at(move)
    local function cell_of(place) return place // wide * size + place % wide + 1 end
    return cell_of(move & 127), cell_of(move >> 7 & 127), cell_of(move >> 14 & 127)
  end

  function board.mark(row, column, upper, lower, mine, theirs)
    local cell = wide * row + column
    for i = 0, 21, 7 do
      if mine >> i & 127 == cell then return mine & TURN == 0 and "X" or "O" end
      if theirs >> i & 127 == cell then return mine & TURN == 0 and "O" or "X" end
    end
    return is_free(upper, lower, cell) and "." or "#"
  end

  function board.position(marks, min_moves)
    local sets, counts, upper, lower = { X = 0, O = 0 }, { X = 0, O = 0 }, 0, 0
    for i, mark in ipairs(marks) do
      local cell = wide * ((i - 1) // size) + (i - 1) % size
      local above, below = halves(cell)
      if mark == "." then upper, lower = upper | above, lower | below end
      if sets[mark] then sets[mark], counts[mark] = sets[mark] | cell << 7 * (counts[mark] & 3), counts[mark] + 1 end
    end
    if counts.X ~= 4 or counts.O ~= 4 then return nil end
    if min_moves then return upper, lower, sets.O | TURN, sets.X end
    return upper, lower, sets.X, sets.O
  end

  grid.add(rules, board)

  return rules
end)
