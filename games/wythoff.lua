--- Wythoff's game, or Corner the queen (Rufus Isaacs): the players in turn move one queen, as in chess, but only to the left, up,
-- or both at once. The player who brings her to the upper left corner wins.
--
-- These are rules in the easy style: a position is a table, and the successors are a list. Games that are searched for long take
-- the fast style, as the others here do.

local gts = require "gts"

return gts.with_options({
  columns = { 8, 1, 100, "columns of the board" },
  rows = { 8, 1, 100, "rows of the board" },
}, function(options)
  local other = { max = "min", min = "max" }

  local rules = {
    name = "wythoff", range = { -1, 1 },
    start = { column = options.columns, row = options.rows, player = "max" },
  }

  -- A move says how far she goes to the left, and how far up.
  function rules.successors(p)
    local positions, moves = {}, {}
    local function add(left, up)
      positions[#positions + 1] = { column = p.column - left, row = p.row - up, player = other[p.player] }
      moves[#moves + 1] = left .. "," .. up
    end
    for left = 1, p.column - 1 do add(left, 0) end
    for up = 1, p.row - 1 do add(0, up) end
    for both = 1, math.min(p.column, p.row) - 1 do add(both, both) end
    return positions, moves
  end

  -- With the queen in the corner, the player to move has lost.
  function rules.evaluate(p)
    if p.column > 1 or p.row > 1 then return 0 end
    return p.player == "max" and -1 or 1
  end

  function rules.turned(p) return { column = p.column, row = p.row, player = other[p.player] } end

  -- Searches do without it (`key = false`), so that counts are those of the positions.
  rules.symmetries = { key = false, reversed = rules.turned }

  function rules.player(p) return p.player end

  -- As in "8 8 max". Tables, too, know a position by it.
  function rules.write(p) return ("%d %d %s"):format(p.column, p.row, p.player) end

  rules.key = rules.write

  function rules.read(text)
    local column, row, player = text:match "^([1-9]%d*) ([1-9]%d*) (m%l%l)$"
    column, row = math.tointeger(column), math.tointeger(row)
    if not column or not other[player] or column > options.columns or row > options.rows then
      return nil, "expected a column, a row, and max or min"
    end
    return { column = column, row = row, player = player }
  end

  -- The queen, where she stands, and the way that is left; of large boards only the numbers.
  function rules.show(p)
    local place = ("column %d, row %d, %s to move"):format(p.column, p.row, p.player:upper())
    if options.columns > 39 then return place end
    local lines = {}
    for row = 1, options.rows do
      lines[row] = (". "):rep(options.columns - 1) .. "."
      if row == p.row then lines[row] = (". "):rep(p.column - 1) .. "Q" .. (" ."):rep(options.columns - p.column) end
    end
    return table.concat(lines, "\n") .. "\n" .. place
  end

  function rules.board(p)
    local wide, cell = options.columns, options.columns * (p.row - 1) + p.column
    local function at(move)
      local left, up = move:match "(%d+),(%d+)"
      return cell - left - wide * up
    end
    return { columns = wide, rows = options.rows, at = at, pieces = { Q = "queen" },
      cells = ("."):rep(cell - 1) .. "Q" .. ("."):rep(wide * options.rows - cell) }
  end

  return rules
end)
