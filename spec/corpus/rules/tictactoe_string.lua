-- Tic-tac-toe: the board is a string of nine characters.
local lines = { { 1, 2, 3 }, { 4, 5, 6 }, { 7, 8, 9 }, { 1, 4, 7 }, { 2, 5, 8 }, { 3, 6, 9 }, { 1, 5, 9 }, { 3, 5, 7 } }
local rules = { name = "tictactoe", start = ".........", range = { -1, 1 } }

local function winner(board)
  for _, line in ipairs(lines) do
    local c = board:sub(line[1], line[1])
    if c ~= "." and c == board:sub(line[2], line[2]) and c == board:sub(line[3], line[3]) then return c end
  end
end

local function turn(board)
  local count = 0
  for i = 1, 9 do
    if board:sub(i, i) ~= "." then count = count + 1 end
  end
  return count % 2 == 0 and "X" or "O"
end

function rules.successors(board)
  local boards, moves = {}, {}
  if winner(board) then return boards, moves end
  local mark = turn(board)
  for i = 1, 9 do
    if board:sub(i, i) == "." then
      boards[#boards + 1] = board:sub(1, i - 1) .. mark .. board:sub(i + 1)
      moves[#moves + 1] = ("abc"):sub((i - 1) % 3 + 1, (i - 1) % 3 + 1) .. (3 - (i - 1) // 3)
    end
  end
  return boards, moves
end

function rules.player(board) return turn(board) == "X" and "max" or "min" end

function rules.evaluate(board)
  local w = winner(board)
  return w == "X" and 1 or w == "O" and -1 or 0
end

return rules
