-- Tic-tac-toe: three rows of three.
local SIZE = 3
local rules = { name = "tictactoe", range = { -1, 1 } }

rules.start = { board = { { "", "", "" }, { "", "", "" }, { "", "", "" } }, turn = "X" }

local function copy(board)
  local new = {}
  for y = 1, SIZE do
    new[y] = {}
    for x = 1, SIZE do new[y][x] = board[y][x] end
  end
  return new
end

local function wins(board, mark)
  for i = 1, SIZE do
    if board[i][1] == mark and board[i][2] == mark and board[i][3] == mark then return true end
    if board[1][i] == mark and board[2][i] == mark and board[3][i] == mark then return true end
  end
  return board[2][2] == mark and
    (board[1][1] == mark and board[3][3] == mark or board[1][3] == mark and board[3][1] == mark)
end

function rules.terminal(p) return wins(p.board, "X") or wins(p.board, "O") end

function rules.successors(p)
  local positions, moves = {}, {}
  for y = 1, SIZE do
    for x = 1, SIZE do
      if p.board[y][x] == "" then
        local board = copy(p.board)
        board[y][x] = p.turn
        table.insert(positions, { board = board, turn = p.turn == "X" and "O" or "X" })
        table.insert(moves, x .. "," .. y)
      end
    end
  end
  return positions, moves
end

function rules.player(p) return p.turn == "X" and "max" or "min" end

function rules.evaluate(p)
  if wins(p.board, "X") then return 1 end
  if wins(p.board, "O") then return -1 end
  return 0
end

function rules.key(p)
  local rows = {}
  for y, row in ipairs(p.board) do rows[y] = table.concat(row, "|") end
  return table.concat(rows, "/") .. p.turn
end

return rules
