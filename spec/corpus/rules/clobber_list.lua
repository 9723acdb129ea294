-- Clobber: p.cells and p.turn, neighbours from a table; a move is two cells' names joined.
local W, H = 4, 3
local near, names = {}, {}
for i = 0, W * H - 1 do
  local x, y = i % W, i // W
  local list = {}
  if y > 0 then list[#list + 1] = i - W + 1 end
  if x > 0 then list[#list + 1] = i end
  if x < W - 1 then list[#list + 1] = i + 2 end
  if y < H - 1 then list[#list + 1] = i + W + 1 end
  near[i + 1] = list
  names[i + 1] = string.char(97 + x) .. H - y
end

local start = { cells = {}, turn = 1 }
for i = 0, W * H - 1 do start.cells[i + 1] = (i % W + i // W) % 2 == 0 and 1 or -1 end

local rules = { name = "clobber", start = start, range = { -1, 1 } }

function rules.successors(p)
  local positions, moves = {}, {}
  for from, stone in ipairs(p.cells) do
    if stone == p.turn then
      for _, to in ipairs(near[from]) do
        if p.cells[to] == -p.turn then
          local cells = { table.unpack(p.cells) }
          cells[from], cells[to] = 0, p.turn
          positions[#positions + 1] = { cells = cells, turn = -p.turn }
          moves[#moves + 1] = names[from] .. names[to]
        end
      end
    end
  end
  return positions, moves
end

function rules.player(p) return p.turn > 0 and "max" or "min" end

function rules.evaluate(p)
  for from, stone in ipairs(p.cells) do
    if stone == p.turn then
      for _, to in ipairs(near[from]) do
        if p.cells[to] == -p.turn then return 0 end
      end
    end
  end
  return -p.turn
end

function rules.key(p) return table.concat(p.cells, "") .. p.turn end

return rules
