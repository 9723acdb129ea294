-- Hexapawn: board[y][x] with numbers, players are objects with a direction and a name.
local PLAYERS = {
  { mark = 1, dy = -1, goal = 1, name = "max" },
  { mark = 2, dy = 1, goal = 3, name = "min" },
}

local rules = { name = "hexapawn", start = { { 2, 2, 2 }, { 0, 0, 0 }, { 1, 1, 1 }, turn = 1 }, range = { -1, 1 } }

local function play(p, x, y, tx, ty)
  local q = { turn = 3 - p.turn }
  for i = 1, 3 do
    q[i] = {}
    for j = 1, 3 do q[i][j] = p[i][j] end
  end
  q[ty][tx] = q[y][x]
  q[y][x] = 0
  return q
end

local function finished(p)
  local other = PLAYERS[3 - p.turn]
  for x = 1, 3 do
    if p[other.goal][x] == other.mark then return true end
  end
  return false
end

function rules.successors(p)
  local list, moves = {}, {}
  if finished(p) then return list, moves end
  local player = PLAYERS[p.turn]
  for y = 1, 3 do
    for x = 1, 3 do
      if p[y][x] == player.mark then
        local ty = y + player.dy
        for tx = x - 1, x + 1 do
          local row = p[ty]
          local target = row and row[tx]
          if target and (tx == x and target == 0 or tx ~= x and target == 3 - player.mark) then
            list[#list + 1] = play(p, x, y, tx, ty)
            moves[#moves + 1] = x .. y .. "-" .. tx .. ty
          end
        end
      end
    end
  end
  return list, moves
end

function rules.player(p) return PLAYERS[p.turn].name end

function rules.evaluate(p)
  if #rules.successors(p) > 0 then return 0 end
  return p.turn == 1 and -1 or 1
end

function rules.key(p)
  return table.concat { p.turn, table.concat(p[1]), table.concat(p[2]), table.concat(p[3]) }
end

return rules
