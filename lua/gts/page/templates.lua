--- Rules to begin with, for the editor of the page: each with `name`, `title` and `text`.

return {
  { name = "coins", title = "Coins: a position is a table", text = [[
-- Coins: a row of coins lies on the table. In turn each player takes the first or the last one. The player with more money at the
-- end wins.

local coins = { 3, 9, 1, 2, 8, 5 }

local rules = { name = "coins", start = { first = 1, last = #coins, lead = 0, max = true } }

-- Which positions can follow, and which moves lead there.
function rules.successors(p)
  if p.first > p.last then return {} end
  local sign = p.max and 1 or -1
  local left = { first = p.first + 1, last = p.last, lead = p.lead + sign * coins[p.first], max = not p.max }
  local right = { first = p.first, last = p.last - 1, lead = p.lead + sign * coins[p.last], max = not p.max }
  return { left, right }, { "left", "right" }
end

-- The value of a position, always from MAX's side: by how much MAX leads.
function rules.evaluate(p) return p.lead end

-- The player to move.
function rules.player(p) return p.max and "max" or "min" end

-- The position as people see it.
function rules.show(p) return ("%s  (MAX leads by %d)"):format(table.concat(coins, " ", p.first, p.last), p.lead) end

return rules
]] },
  { name = "three", title = "Three in a row: a board to click on", text = [[
-- Three in a row, on nine cells. A position is a text of nine letters, with the player to move behind it.

local rules = { name = "three", start = ".........X", range = { -1, 1 } }

local lines = { { 1, 2, 3 }, { 4, 5, 6 }, { 7, 8, 9 }, { 1, 4, 7 }, { 2, 5, 8 }, { 3, 6, 9 }, { 1, 5, 9 }, { 3, 5, 7 } }

-- Has this player three in a row?
local function has_won(p, player)
  for _, line in ipairs(lines) do
    local count = 0
    for _, cell in ipairs(line) do
      if p:sub(cell, cell) == player then count = count + 1 end
    end
    if count == 3 then return true end
  end
  return false
end

function rules.successors(p)
  local positions, moves = {}, {}
  if has_won(p, "X") or has_won(p, "O") then return positions end
  local player = p:sub(10)
  local other = player == "X" and "O" or "X"
  for cell = 1, 9 do
    if p:sub(cell, cell) == "." then
      positions[#positions + 1] = p:sub(1, cell - 1) .. player .. p:sub(cell + 1, 9) .. other
      moves[#moves + 1] = cell
    end
  end
  return positions, moves
end

function rules.evaluate(p)
  if has_won(p, "X") then return 1 elseif has_won(p, "O") then return -1 end
  return 0
end

function rules.player(p) return p:sub(10) == "X" and "max" or "min" end

function rules.show(p) return p:sub(1, 3) .. "\n" .. p:sub(4, 6) .. "\n" .. p:sub(7, 9) end

-- The board of the Play tab: what stands where, and which cell a move is.
function rules.board(p)
  return { columns = 3, rows = 3, cells = p:sub(1, 9), pieces = { X = "max cross", O = "min ring" },
    at = function(cell) return cell end }
end

return rules
]] },
}
