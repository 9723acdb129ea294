-- Hexapawn: p.cells and p.turn; the moves of each cell are listed beforehand.
local WHITE, BLACK, NONE = "W", "B", "-"
local targets = { W = {}, B = {} }
for i = 1, 9 do
  for _, side in ipairs { "W", "B" } do
    local to, list = i + (side == "W" and -3 or 3), {}
    if to >= 1 and to <= 9 then
      list[1] = { to = to, take = false }
      if i % 3 ~= 1 then list[#list + 1] = { to = to - 1, take = true } end
      if i % 3 ~= 0 then list[#list + 1] = { to = to + 1, take = true } end
    end
    targets[side][i] = list
  end
end

local enemy = { W = BLACK, B = WHITE }
local names = { "a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1" }

local rules = { name = "hexapawn", range = { -1, 1 } }
rules.start = { cells = { "B", "B", "B", "-", "-", "-", "W", "W", "W" }, turn = WHITE }

local function over(cells)
  for i = 1, 3 do
    if cells[i] == WHITE then return WHITE end
    if cells[6 + i] == BLACK then return BLACK end
  end
end

function rules.successors(p)
  local list, moves = {}, {}
  if over(p.cells) then return list, moves end
  for i, c in ipairs(p.cells) do
    if c == p.turn then
      for _, t in ipairs(targets[c][i]) do
        if p.cells[t.to] == (t.take and enemy[c] or NONE) then
          local cells = { table.unpack(p.cells) }
          cells[i], cells[t.to] = NONE, c
          list[#list + 1] = { cells = cells, turn = enemy[c] }
          moves[#moves + 1] = ("%s%s%s"):format(names[i], t.take and "x" or "-", names[t.to])
        end
      end
    end
  end
  return list, moves
end

function rules.player(p) return p.turn == WHITE and "max" or "min" end

function rules.evaluate(p)
  local winner = over(p.cells)
  if not winner and #rules.successors(p) > 0 then return 0 end
  return (winner or enemy[p.turn]) == WHITE and 1 or -1
end

function rules.key(p) return table.concat(p.cells) .. p.turn end

return rules
