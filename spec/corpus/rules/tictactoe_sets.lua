-- Tic-tac-toe: a set of bits for each player in a table, and a local function that adds a move.
local WINS = { 7, 56, 448, 73, 146, 292, 273, 84 }
local rules = { name = "tictactoe", start = { x = 0, o = 0 }, range = { -1, 1 } }

local function any(set)
  for _, win in ipairs(WINS) do
    if set & win == win then return true end
  end
  return false
end

local function ply(p)
  local n, all = 0, p.x | p.o
  while all ~= 0 do all, n = all & all - 1, n + 1 end
  return n
end

function rules.successors(p)
  local list, moves = {}, {}
  local first = ply(p) % 2 == 0
  local function add(cell)
    local bit = 1 << cell
    if (p.x | p.o) & bit ~= 0 then return end
    list[#list + 1] = first and { x = p.x | bit, o = p.o } or { x = p.x, o = p.o | bit }
    moves[#moves + 1] = ("%s%d"):format(string.char(97 + cell % 3), 1 + cell // 3)
  end
  if not any(p.x) and not any(p.o) then
    for cell = 0, 8 do add(cell) end
  end
  return list, moves
end

function rules.player(p) return ply(p) % 2 == 0 and "max" or "min" end
function rules.evaluate(p) return any(p.x) and 1 or any(p.o) and -1 or 0 end
function rules.key(p) return p.x << 9 | p.o end

return rules
