-- Dots and boxes, 2x2: horizontal and vertical edges in grids, scores by player.
local N = 2
local rules = { name = "dots", range = { -4, 4 } }

local function grid(rows, columns)
  local g = {}
  for y = 1, rows do
    g[y] = {}
    for x = 1, columns do g[y][x] = 0 end
  end
  return g
end

rules.start = { h = grid(N + 1, N), v = grid(N, N + 1), score = { 0, 0 }, turn = 1 }

local function clone(g)
  local new = {}
  for y = 1, #g do new[y] = { table.unpack(g[y]) } end
  return new
end

local function count(p)
  local n = 0
  for y = 1, N do
    for x = 1, N do
      if p.h[y][x] + p.h[y + 1][x] + p.v[y][x] + p.v[y][x + 1] == 4 then n = n + 1 end
    end
  end
  return n
end

local function draw(p, kind, x, y)
  local q = { h = clone(p.h), v = clone(p.v), score = { p.score[1], p.score[2] }, turn = p.turn }
  q[kind][y][x] = 1
  local won = count(q) - count(p)
  q.score[p.turn] = q.score[p.turn] + won
  if won == 0 then q.turn = 3 - p.turn end
  return q
end

function rules.successors(p)
  local list, moves = {}, {}
  for _, kind in ipairs { "h", "v" } do
    for y, row in ipairs(p[kind]) do
      for x, edge in ipairs(row) do
        if edge == 0 then
          list[#list + 1] = draw(p, kind, x, y)
          moves[#moves + 1] = kind .. x .. y
        end
      end
    end
  end
  return list, moves
end

function rules.player(p) return p.turn == 1 and "max" or "min" end
function rules.evaluate(p) return p.score[1] - p.score[2] end

return rules
