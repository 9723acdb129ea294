--- Domineering: MAX lays dominoes upright, MIN lays them flat, each on two free cells. A player who cannot lay one has lost. On
-- boards of at most 60 cells.
--
-- A position is one integer: the cells that are covered, one bit each, row by row from the upper left; and above them TURN, if
-- MIN is to move.

local gts = require "gts"

return gts.with_options({
  columns = { 5, 1, 60, "columns of the board" },
  rows = { 5, 1, 60, "rows of the board" },
  first = { "max", { "max", "min" }, "the first player" },
}, function(options)
  local columns, rows = options.columns, options.rows
  local cells = columns * rows
  if cells > 60 then return nil, "options 'columns' times 'rows' is more than 60" end
  local TURN = 1 << cells

  -- The cells that have one below them, and those that have one to their right.
  local UPPER, LEFT = (1 << cells - columns) - 1, 0
  local FIRST_ROW, FIRST_COLUMN = (1 << columns) - 1, 0
  for cell = 0, cells - 1 do
    if cell % columns < columns - 1 then LEFT = LEFT | 1 << cell end
    if cell % columns == 0 then FIRST_COLUMN = FIRST_COLUMN | 1 << cell end
  end

  local function count(set)
    set = set - (set >> 1 & 0x5555555555555555)
    set = (set & 0x3333333333333333) + (set >> 2 & 0x3333333333333333)
    return (set + (set >> 4) & 0x0f0f0f0f0f0f0f0f) * 0x0101010101010101 >> 56
  end

  -- Where a domino of either player can lie: its upper or left cell.
  local function upright(position) return ~(position | position >> columns) & UPPER end
  local function flat(position) return ~(position | position >> 1) & LEFT end

  local rules = { name = "domineering", start = options.first == "min" and TURN or 0, range = { -1, 1 } }

  -- Searches do without them (`key = false`), so that counts are those of the positions.
  rules.symmetries = { "mirror", "flip", columns = columns, rows = rows, key = false }

  -- On a square board columns and rows change places: upright dominoes lie flat then.
  if columns == rows then
    function rules.symmetries.reversed(position)
      local made = ~position & TURN
      for cell = 0, cells - 1 do made = made | (position >> cell & 1) << cell % columns * columns + cell // columns end
      return made
    end
  end

  -- A move is the number of the upper or left cell, from 1.
  function rules.next(position, move)
    local covered = position & TURN - 1
    local free, domino = upright(covered), 1 | 1 << columns
    if position & TURN ~= 0 then free, domino = flat(covered), 3 end
    for cell = move or 0, cells - 1 do
      if free >> cell & 1 ~= 0 then return cell + 1, position ~ TURN | domino << cell end
    end
  end

  -- At the end 1 or -1; before it, between: the player with more room.
  function rules.evaluate(position)
    local covered = position & TURN - 1
    local of_max, of_min = count(upright(covered)), count(flat(covered))
    if position & TURN == 0 then
      if of_max == 0 then return -1 end
    elseif of_min == 0 then return 1 end
    return (of_max - of_min) / 64
  end

  function rules.turned(position) return position ~ TURN end

  -- Free cells that touch, at the upper left; a single one is of no use.
  function rules.parts(position)
    local turn, free, list = position & TURN, ~position & TURN - 1, {}
    while free ~= 0 do
      local region, before = free & -free, 0
      while region ~= before do
        before = region
        region = region | free & (region << columns | region >> columns | (region & LEFT) << 1 | region >> 1 & LEFT)
      end
      free = free & ~region
      if region & region - 1 ~= 0 then
        while region & FIRST_COLUMN == 0 do region = region >> 1 end
        while region & FIRST_ROW == 0 do region = region >> columns end
        list[#list + 1] = turn | ~region & TURN - 1
      end
    end
    return list
  end

  function rules.player(position)
    return position & TURN == 0 and "max" or "min"
  end

  function rules.show(position)
    local lines = {}
    for row = 0, rows - 1 do
      local text = {}
      for column = 0, columns - 1 do text[column + 1] = position >> row * columns + column & 1 ~= 0 and "#" or "." end
      lines[row + 1] = table.concat(text, " ")
    end
    return table.concat(lines, "\n")
  end

  function rules.board(position)
    return { columns = columns, rows = rows, cells = rules.show(position), pieces = { ["#"] = "block" },
      at = function(cell) return cell end }
  end

  return rules
end)
