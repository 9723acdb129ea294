-- Tic-tac-toe: a list of nine numbers; who moves follows from how many are taken.
local X, O, FREE = 1, -1, 0
local LINES = { { 1, 2, 3 }, { 4, 5, 6 }, { 7, 8, 9 }, { 1, 4, 7 }, { 2, 5, 8 }, { 3, 6, 9 }, { 1, 5, 9 }, { 3, 5, 7 } }
local NAMES = { "a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1" }

local function winner(p)
  for _, line in ipairs(LINES) do
    local a, b, c = table.unpack(line)
    local sum = p[a] + p[b] + p[c]
    if sum == 3 then return X elseif sum == -3 then return O end
  end
  return FREE
end

local function to_move(p)
  local sum = 0
  for _, v in ipairs(p) do sum = sum + v end
  return sum == 0 and X or O
end

return {
  name = "tictactoe",
  start = { 0, 0, 0, 0, 0, 0, 0, 0, 0 },
  range = { -1, 1 },
  terminal = function(p) return winner(p) ~= FREE end,
  successors = function(p)
    local list, moves = {}, {}
    for cell, v in ipairs(p) do
      if v == FREE then
        local q = { table.unpack(p) }
        q[cell] = to_move(p)
        list[#list + 1], moves[#moves + 1] = q, NAMES[cell]
      end
    end
    return list, moves
  end,
  player = function(p) return to_move(p) == X and "max" or "min" end,
  evaluate = function(p) return winner(p) end,
  key = function(p) return table.concat(p, " ") end,
}
