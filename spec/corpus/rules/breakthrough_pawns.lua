-- Breakthrough: the pawns as two lists of squares (16 is off the board), helpers with upvalues.
local N = 4
local GONE = 0
local rules = { name = "breakthrough", start = { { 13, 14, 15, 16 }, { 1, 2, 3, 4 }, 1 }, range = { -10, 10 } }

local function find(pawns, square)
  for i = 1, #pawns do
    if pawns[i] == square then return i end
  end
end

local function finished(p)
  for i = 1, N do
    if p[1][i] >= 1 and p[1][i] <= N then return 1 end
    if p[2][i] > N * N - N then return 2 end
  end
end

local function targets(p, from)
  local me = p[3]
  local ahead = me == 1 and -N or N
  local result = {}
  for _, d in ipairs { -1, 0, 1 } do
    local x = (from - 1) % N + d
    local to = from + ahead + d
    if x >= 0 and x < N and to >= 1 and to <= N * N and not find(p[me], to) and (d ~= 0 or not find(p[3 - me], to)) then
      result[#result + 1] = to
    end
  end
  return result
end

function rules.successors(p)
  local list, moves = {}, {}
  if finished(p) then return list, moves end
  for i, from in ipairs(p[p[3]]) do
    if from ~= GONE then
      for _, to in ipairs(targets(p, from)) do
        local q = { { table.unpack(p[1]) }, { table.unpack(p[2]) }, 3 - p[3] }
        q[p[3]][i] = to
        local taken = find(q[3 - p[3]], to)
        if taken then q[3 - p[3]][taken] = GONE end
        list[#list + 1] = q
        moves[#moves + 1] = ("%d-%d"):format(from, to)
      end
    end
  end
  return list, moves
end

function rules.player(p) return p[3] == 1 and "max" or "min" end

function rules.evaluate(p)
  local over = finished(p)
  if over then return over == 1 and 10 or -10 end
  local n = 0
  for i = 1, N do n = n + (p[1][i] > 0 and 1 or 0) - (p[2][i] > 0 and 1 or 0) end
  return n
end

return rules
