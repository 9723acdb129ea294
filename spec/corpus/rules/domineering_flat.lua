-- Domineering: 0 and 1 in one list, the last element is the player; a move is {from, to} as text "1-5".
local N = 4
local CELLS = N * N
local TURN = CELLS + 1

local function free(p, i, j) return p[i] == 0 and p[j] == 0 end

local function each(p, visit)
  if p[TURN] == 1 then
    for i = 1, CELLS - N do
      if free(p, i, i + N) then visit(i, i + N) end
    end
  else
    for i = 1, CELLS do
      if i % N ~= 0 and free(p, i, i + 1) then visit(i, i + 1) end
    end
  end
end

local start = {}
for i = 1, CELLS do start[i] = 0 end
start[TURN] = 1

return {
  name = "domineering",
  start = start,
  range = { -1, 1 },
  successors = function(p)
    local list, moves = {}, {}
    each(p, function(i, j)
      local q = table.move(p, 1, #p, 1, {})
      q[i], q[j], q[TURN] = 1, 1, -p[TURN]
      list[#list + 1] = q
      moves[#moves + 1] = i .. "-" .. j
    end)
    return list, moves
  end,
  player = function(p) return p[TURN] == 1 and "max" or "min" end,
  evaluate = function(p)
    local n = 0
    each(p, function() n = n + 1 end)
    return n == 0 and -p[TURN] or 0
  end,
  key = function(p) return table.concat(p) end,
}
