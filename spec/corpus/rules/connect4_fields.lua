-- Connect four: p.cells, p.heights, p.turn, p.winner; found when a stone is dropped.
local WIDTH, HEIGHT = 5, 4
local directions = { { dx = 1, dy = 0 }, { dx = 0, dy = 1 }, { dx = 1, dy = 1 }, { dx = 1, dy = -1 } }

local function index(x, y) return (y - 1) * WIDTH + x end
local function inside(x, y) return x >= 1 and x <= WIDTH and y >= 1 and y <= HEIGHT end

local function count(cells, x, y, dx, dy, player)
  local n = 0
  x, y = x + dx, y + dy
  while inside(x, y) and cells[index(x, y)] == player do n, x, y = n + 1, x + dx, y + dy end
  return n
end

local function wins(cells, x, y, player)
  for _, d in ipairs(directions) do
    if count(cells, x, y, d.dx, d.dy, player) + count(cells, x, y, -d.dx, -d.dy, player) >= 3 then return true end
  end
  return false
end

local start = { cells = {}, heights = {}, turn = 1, winner = 0 }
for i = 1, WIDTH * HEIGHT do start.cells[i] = 0 end
for x = 1, WIDTH do start.heights[x] = 0 end

local rules = { name = "connect4", start = start, range = { -1, 1 } }

function rules.successors(p)
  local positions, moves = {}, {}
  if p.winner ~= 0 then return positions, moves end
  for x = 1, WIDTH do
    local y = p.heights[x] + 1
    if y <= HEIGHT then
      local q = { cells = { table.unpack(p.cells) }, heights = { table.unpack(p.heights) }, turn = -p.turn, winner = 0 }
      q.cells[index(x, y)] = p.turn
      q.heights[x] = y
      if wins(q.cells, x, y, p.turn) then q.winner = p.turn end
      positions[#positions + 1] = q
      moves[#moves + 1] = string.char(string.byte("a") + x - 1) .. y
    end
  end
  return positions, moves
end

function rules.player(p) return p.turn == 1 and "max" or "min" end
function rules.evaluate(p) return p.winner end
function rules.key(p) return table.concat(p.cells, ",") end

return rules
