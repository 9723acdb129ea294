-- Clobber (Albert, Grossman, Nowakowski, Wolfe 2005) on 5 by 4 cells, in tables: a stone takes a neighbour of
-- the other colour. Who cannot move has lost.

local COLUMNS, ROWS = 5, 4

local start = { cells = {}, turn = 1 }
for i = 1, COLUMNS * ROWS do start.cells[i] = ((i - 1) // COLUMNS + (i - 1) % COLUMNS) % 2 + 1 end

-- The neighbours of cell i are the four from 4 * i - 3 on; 0 where there is none.
local beside = {}
for i = 1, COLUMNS * ROWS do
  local column = (i - 1) % COLUMNS
  beside[4 * i - 3] = column > 0 and i - 1 or 0
  beside[4 * i - 2] = column < COLUMNS - 1 and i + 1 or 0
  beside[4 * i - 1] = i > COLUMNS and i - COLUMNS or 0
  beside[4 * i] = i <= COLUMNS * (ROWS - 1) and i + COLUMNS or 0
end

local function taken(p, from, to)
  local cells = table.move(p.cells, 1, #p.cells, 1, {})
  cells[from], cells[to] = 0, p.turn
  return { cells = cells, turn = 3 - p.turn }
end

-- How many moves a player has.
local function mobility(p, player)
  local n = 0
  for i = 1, #p.cells do
    if p.cells[i] == player then
      for d = 4 * i - 3, 4 * i do if beside[d] > 0 and p.cells[beside[d]] == 3 - player then n = n + 1 end end
    end
  end
  return n
end

local rules = { name = "clobber", start = start, range = { -100, 100 } }

function rules.successors(p)
  local list, moves = {}, {}
  for i = 1, #p.cells do
    if p.cells[i] == p.turn then
      for d = 4 * i - 3, 4 * i do
        if beside[d] > 0 and p.cells[beside[d]] == 3 - p.turn then
          list[#list + 1] = taken(p, i, beside[d])
          moves[#moves + 1] = 100 * i + beside[d]
        end
      end
    end
  end
  return list, moves
end

function rules.player(p) return p.turn == 1 and "max" or "min" end

function rules.evaluate(p)
  local own = mobility(p, p.turn)
  if own == 0 then return p.turn == 1 and -100 or 100 end
  return p.turn == 1 and own or -own
end

function rules.key(p)
  local key = p.turn
  for i = 1, #p.cells do key = key * 3 + p.cells[i] end
  return key
end

return rules
