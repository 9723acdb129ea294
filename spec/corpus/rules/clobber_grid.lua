-- Clobber: rows of characters, and whose turn it is.
local rows = { "xoxo", "oxox", "xoxo" }
local STEPS = { { 0, -1 }, { -1, 0 }, { 1, 0 }, { 0, 1 } }

local function parse(lines)
  local board = {}
  for y, line in ipairs(lines) do
    board[y] = {}
    for c in line:gmatch(".") do table.insert(board[y], c) end
  end
  return board
end

local function clone(board)
  local new = {}
  for y, row in ipairs(board) do
    new[y] = {}
    for x, c in ipairs(row) do new[y][x] = c end
  end
  return new
end

local rules = { name = "clobber", start = { board = parse(rows), turn = "x" }, range = { -1, 1 } }

local function opponent(c) if c == "x" then return "o" else return "x" end end

local function moves_of(p)
  local found = {}
  for y, row in ipairs(p.board) do
    for x, c in ipairs(row) do
      if c == p.turn then
        for _, step in ipairs(STEPS) do
          local other = p.board[y + step[2]]
          if other and other[x + step[1]] == opponent(p.turn) then
            found[#found + 1] = { x = x, y = y, tx = x + step[1], ty = y + step[2] }
          end
        end
      end
    end
  end
  return found
end

function rules.successors(p)
  local list, names = {}, {}
  for i, m in ipairs(moves_of(p)) do
    local board = clone(p.board)
    board[m.y][m.x] = "."
    board[m.ty][m.tx] = p.turn
    list[i] = { board = board, turn = opponent(p.turn) }
    names[i] = string.format("%d,%d-%d,%d", m.x, m.y, m.tx, m.ty)
  end
  return list, names
end

function rules.player(p) return p.turn == "x" and "max" or "min" end

function rules.evaluate(p)
  if #moves_of(p) > 0 then return 0 end
  return p.turn == "x" and -1 or 1
end

return rules
