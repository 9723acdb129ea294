-- Breakthrough 4x4: pawns move straight or diagonally forward and capture diagonally; reach the other side to win.
local N = 4
local W, B, E = "W", "B", " "
local rules = { name = "breakthrough", range = { -100, 100 } }

rules.start = {
  turn = W,
  board = { { B, B, B, B }, { E, E, E, E }, { E, E, E, E }, { W, W, W, W } },
}

local function deepcopy(board)
  local t = {}
  for y = 1, N do
    t[y] = {}
    for x = 1, N do t[y][x] = board[y][x] end
  end
  return t
end

local function square(x, y) return string.char(96 + x) .. (N + 1 - y) end

local function over(board)
  for x = 1, N do
    if board[1][x] == W then return W end
    if board[N][x] == B then return B end
  end
  return nil
end

function rules.successors(p)
  local list, moves = {}, {}
  if over(p.board) then return list, moves end
  local dy = p.turn == W and -1 or 1
  local enemy = p.turn == W and B or W
  for y = 1, N do
    for x = 1, N do
      if p.board[y][x] == p.turn then
        for dx = -1, 1 do
          local tx, ty = x + dx, y + dy
          if tx >= 1 and tx <= N and ty >= 1 and ty <= N then
            local target = p.board[ty][tx]
            if target == E or (dx ~= 0 and target == enemy) then
              local b = deepcopy(p.board)
              b[y][x], b[ty][tx] = E, p.turn
              list[#list + 1] = { turn = enemy, board = b }
              moves[#moves + 1] = square(x, y) .. square(tx, ty)
            end
          end
        end
      end
    end
  end
  return list, moves
end

function rules.player(p) return p.turn == W and "max" or "min" end

function rules.evaluate(p)
  local winner = over(p.board)
  if winner then return winner == W and 100 or -100 end
  local sum = 0
  for _, row in ipairs(p.board) do
    for _, c in ipairs(row) do
      if c == W then sum = sum + 1 elseif c == B then sum = sum - 1 end
    end
  end
  if sum == 0 then return 0 end
  return sum
end

return rules
