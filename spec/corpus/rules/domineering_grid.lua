-- Domineering 4x4: MAX places vertical dominoes, MIN horizontal ones; a player who cannot move loses.
local N = 4
local rules = { name = "domineering", range = { -1, 1 } }

rules.start = { turn = "V", board = {} }
for y = 1, N do
  rules.start.board[y] = {}
  for x = 1, N do rules.start.board[y][x] = false end
end

local function place(p, x, y, dx, dy)
  local board = {}
  for i, row in ipairs(p.board) do board[i] = { table.unpack(row) } end
  board[y][x] = true
  board[y + dy][x + dx] = true
  return { turn = p.turn == "V" and "H" or "V", board = board }
end

function rules.successors(p)
  local list, moves = {}, {}
  local dx, dy = 1, 0
  if p.turn == "V" then dx, dy = 0, 1 end
  for y = 1, N - dy do
    for x = 1, N - dx do
      if not p.board[y][x] and not p.board[y + dy][x + dx] then
        list[#list + 1] = place(p, x, y, dx, dy)
        moves[#moves + 1] = p.turn .. x .. y
      end
    end
  end
  return list, moves
end

function rules.player(p) return p.turn == "V" and "max" or "min" end

local function mobility(board, dx, dy)
  local n = 0
  for y = 1, N - dy do
    for x = 1, N - dx do
      if not (board[y][x] or board[y + dy][x + dx]) then n = n + 1 end
    end
  end
  return n
end

function rules.evaluate(p)
  local v, h = mobility(p.board, 0, 1), mobility(p.board, 1, 0)
  if p.turn == "V" and v == 0 then return -1 end
  if p.turn == "H" and h == 0 then return 1 end
  return (v - h) / 16
end

return rules
