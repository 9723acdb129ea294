-- Connect four: board[row][column], row 1 is the lowest.
local ROWS, COLUMNS = 4, 5
local EMPTY, RED, YELLOW = 0, 1, 2

local function new_board()
  local board = {}
  for r = 1, ROWS do
    board[r] = {}
    for c = 1, COLUMNS do board[r][c] = EMPTY end
  end
  return board
end

local function drop(board, column, who)
  local copy = {}
  for r = 1, ROWS do copy[r] = { table.unpack(board[r]) } end
  for r = 1, ROWS do
    if copy[r][column] == EMPTY then
      copy[r][column] = who
      return copy
    end
  end
end

local function in_row(board, r, c, dr, dc, who)
  for i = 0, 3 do
    local row = board[r + i * dr]
    if not row or row[c + i * dc] ~= who then return false end
  end
  return true
end

local function has_won(board, who)
  for r = 1, ROWS do
    for c = 1, COLUMNS do
      if in_row(board, r, c, 0, 1, who) or in_row(board, r, c, 1, 0, who)
        or in_row(board, r, c, 1, 1, who) or in_row(board, r, c, 1, -1, who) then
        return true
      end
    end
  end
  return false
end

local rules = { name = "connect4", start = { board = new_board(), who = RED }, range = { -1, 1 } }

function rules.terminal(p) return has_won(p.board, 3 - p.who) end

function rules.successors(p)
  local list, moves = {}, {}
  for column = 1, COLUMNS do
    if p.board[ROWS][column] == EMPTY then
      list[#list + 1] = { board = drop(p.board, column, p.who), who = 3 - p.who }
      moves[#moves + 1] = "column " .. column
    end
  end
  return list, moves
end

function rules.player(p) return p.who == RED and "max" or "min" end
function rules.evaluate(p) return has_won(p.board, RED) and 1 or has_won(p.board, YELLOW) and -1 or 0 end

function rules.key(p)
  local text = {}
  for _, row in ipairs(p.board) do text[#text + 1] = table.concat(row) end
  return table.concat(text, "\n")
end

return rules
