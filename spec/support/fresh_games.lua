--- Small games that gts does not ship, and that no evaluation is written for: before the end it is 0. Each is small enough to be
-- solved in Lua, by definition.
--
-- Positions are strings or tables. In those of strings a player who cannot move has lost.

local fresh = {}

-- The cells beside each cell of a board, by its number from 1.
local function neighbours(columns, rows)
  local beside = {}
  for cell = 1, columns * rows do
    local x, y, list = (cell - 1) % columns, (cell - 1) // columns, {}
    for dy = -1, 1 do
      for dx = -1, 1 do
        local there = x + dx >= 0 and x + dx < columns and y + dy >= 0 and y + dy < rows
        if there and (dx == 0) ~= (dy == 0) then list[#list + 1] = cell + dy * columns + dx end
      end
    end
    beside[cell] = list
  end
  return beside
end

local function put(board, cell, what) return board:sub(1, cell - 1) .. what .. board:sub(cell + 1) end

-- Rules of positions that are strings: a board of cells, and behind it "x" or "o", who is to move; MAX is x. A move is a stone on
-- a free cell that `may` have it.
local function placing(name, columns, rows, may)
  local beside = neighbours(columns, rows)
  local rules = { name = name, start = ("."):rep(columns * rows) .. "x", range = { -1, 1 } }
  function rules.player(p) return p:sub(-1) == "x" and "max" or "min" end
  function rules.successors(p)
    local player, list, cells = p:sub(-1), {}, {}
    local other = player == "x" and "o" or "x"
    for cell = 1, columns * rows do
      if p:sub(cell, cell) == "." and may(p:sub(1, -2), cell, player, other, beside) then
        list[#list + 1], cells[#cells + 1] = put(p:sub(1, -2), cell, player) .. other, cell
      end
    end
    return list, cells
  end
  function rules.evaluate(p)
    if #rules.successors(p) > 0 then return 0 end
    return p:sub(-1) == "x" and -1 or 1
  end
  return rules
end

local function touches(board, cell, what, beside)
  for _, there in ipairs(beside[cell]) do
    if board:sub(there, there) == what then return true end
  end
  return false
end

-- Snort: no two stones of different players side by side.
function fresh.snort()
  return placing("snort", 4, 4, function(board, cell, _, other, beside) return not touches(board, cell, other, beside) end)
end

-- Stones fall down in four columns, and three in a slanting line win; a full board is a draw. Positions are tables: the columns
-- as texts, and who moves.
function fresh.drop()
  local columns, rows = 4, 4
  local rules = { name = "drop", start = { "", "", "", "", "x" }, range = { -1, 1 } }
  function rules.key(p) return table.concat(p, ",") end
  function rules.player(p) return p[5] == "x" and "max" or "min" end
  local function won(p, by)
    local function has(x, y) return x >= 1 and x <= columns and y >= 1 and p[x]:sub(y, y) == by end
    for x = 1, columns - 2 do
      for y = 1, rows do
        if has(x, y) and (has(x + 1, y + 1) and has(x + 2, y + 2) or has(x + 1, y - 1) and has(x + 2, y - 2)) then return true end
      end
    end
    return false
  end
  function rules.evaluate(p)
    local last = p[5] == "x" and "o" or "x"
    return won(p, last) and (last == "x" and 1 or -1) or 0
  end
  function rules.terminal(p) return rules.evaluate(p) ~= 0 end
  function rules.successors(p)
    local list, names = {}, {}
    for x = 1, columns do
      if #p[x] < rows then
        local q = { p[1], p[2], p[3], p[4], p[5] == "x" and "o" or "x" }
        q[x] = q[x] .. p[5]
        list[#list + 1], names[#names + 1] = q, x
      end
    end
    return list, names
  end
  return rules
end

fresh.names = { "snort", "drop" }

return fresh
