--- Chomp: a bar of chocolate is eaten in turn; a bite at a square takes it with all that is below and to the right of it. The
-- square in the upper left corner is poisoned: the player who eats it loses.
--
-- A position is one integer: four bits for each row, how many squares it still has, the first row lowest; and above them TURN, if
-- MIN is to move.

local gts = require "gts"

return gts.with_options({
  columns = { 4, 1, 15, "columns of the bar" },
  rows = { 3, 1, 15, "rows of the bar" },
}, function(options)
  local columns, rows = options.columns, options.rows
  local TURN = 1 << 4 * rows
  local start = 0
  for r = 0, rows - 1 do start = start | columns << 4 * r end

  local rules = { name = "chomp", start = start, range = { -1, 1 } }

  -- Searches do without it (`key = false`), so that counts are those of the positions.
  rules.symmetries = { key = false, reversed = function(position) return position ~ TURN end }

  -- A move is 100 * row + column, both from 1: 203 bites at the third square of the second row.
  function rules.next(position, move)
    local row, column = 0, 0
    if move then row, column = move // 100 - 1, move % 100 end
    while row < rows do
      if column < position >> 4 * row & 15 then
        local after = position ~ TURN
        for r = row, rows - 1 do
          local left = position >> 4 * r & 15
          if left > column then after = after - (left - column << 4 * r) end
        end
        return 100 * (row + 1) + column + 1, after
      end
      row, column = row + 1, 0
    end
  end

  -- When all is eaten, the poison too, the player to move has won.
  function rules.evaluate(position)
    if position & TURN - 1 ~= 0 then return 0 end
    return position & TURN == 0 and 1 or -1
  end

  function rules.turned(position) return position ~ TURN end

  function rules.player(position)
    return position & TURN == 0 and "max" or "min"
  end

  function rules.show(position)
    local lines = {}
    for r = 0, rows - 1 do
      local left = position >> 4 * r & 15
      lines[r + 1] = ((r == 0 and left > 0 and "x " or "# "):rep(left > 0 and 1 or 0) .. ("# "):rep(left - 1)
        .. (". "):rep(columns - left)):sub(1, -2)
    end
    return table.concat(lines, "\n")
  end

  function rules.board(position)
    local function at(move) return columns * (move // 100 - 1) + move % 100 end
    return { columns = columns, rows = rows, cells = rules.show(position), at = at,
      pieces = { x = "poison", ["#"] = "chocolate", ["."] = "gap" } }
  end

  return rules
end)
