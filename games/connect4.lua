--- Connect-4: four stones in a line win; a stone falls to the lowest free cell of its column.
-- On boards with (columns + 1) * (rows + 1) <= 62.
--
-- A position is two integers, with rows + 1 bits for each column, the lowest row first; the bit above a column stays free, so
-- that lines do not run from one column into the next:
--
--     mine   the stones of the player to move; and TURN, if that is MIN
--     all    all stones; and always TURN, so that `mine ~ all` is the other player's `mine`
--
--      5 12 19 26 33 40 47     the bits of 7 x 6
--      4 11 18 25 32 39 46
--      .  .  .  .  .  .  .
--      0  7 14 21 28 35 42

local gts = require "gts"

return gts.with_options({
  columns = { 7, 1, 30, "columns of the board" },
  rows = { 6, 1, 30, "rows of the board" },
}, function(options)
  local columns, rows = options.columns, options.rows
  if (columns + 1) * (rows + 1) > 62 then return nil, "options 'columns' times 'rows' is too large for 64 bits" end

  local UP, RISE, ACROSS, FALL = 1, rows + 2, rows + 1, rows
  local TURN = 1 << ((columns + 1) * (rows + 1) + 1)     -- far enough from the board to be in no line
  local bottom, top = {}, {}
  for c = 1, columns do
    bottom[c] = 1 << (c - 1) * (rows + 1)
    top[c] = bottom[c] << (rows - 1)
  end

  -- Have these stones four in a line? Two pairs, two steps apart.
  local function won(stones)
    local pairs = stones & stones >> ACROSS
    if pairs & pairs >> 2 * ACROSS ~= 0 then return true end
    pairs = stones & stones >> FALL
    if pairs & pairs >> 2 * FALL ~= 0 then return true end
    pairs = stones & stones >> RISE
    if pairs & pairs >> 2 * RISE ~= 0 then return true end
    pairs = stones & stones >> UP
    return pairs & pairs >> 2 * UP ~= 0
  end

  local rules = { name = "connect4", words = 2, start = { 0, TURN }, range = { -1, 1 } }

  -- A move is the number of a column, from the left.
  function rules.next(mine, all, column)
    if not column then
      if won(mine ~ all) then return nil end
      column = 0
    end
    for c = column + 1, columns do
      if all & top[c] == 0 then return c, mine ~ all, all | all + bottom[c] end
    end
  end

  -- Only the player who has just moved can have won.
  function rules.evaluate(mine, all)
    if not won(mine ~ all) then return 0 end
    return mine & TURN == 0 and -1 or 1
  end

  function rules.player(mine)
    return mine & TURN == 0 and "max" or "min"
  end

  function rules.show(mine, all)
    local max = mine & TURN == 0 and mine or mine ~ all
    local lines = {}
    for row = rows - 1, 0, -1 do
      local cells = {}
      for c = 1, columns do
        local cell = bottom[c] << row
        cells[c] = all & cell == 0 and "." or max & cell ~= 0 and "X" or "O"
      end
      lines[#lines + 1] = table.concat(cells, " ")
    end
    local numbers = {}
    for c = 1, columns do numbers[c] = c % 10 end
    lines[#lines + 1] = table.concat(numbers, " ")
    return table.concat(lines, "\n")
  end

  return rules
end)
