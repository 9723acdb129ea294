-- Kalah: one list of eight pits and stores (4 and 8 are the stores), a field for the player.
local start = { 2, 2, 2, 0, 2, 2, 2, 0, player = "max" }
local rules = { name = "kalah", start = start }
local first = { max = 1, min = 5 }
local store = { max = 4, min = 8 }
local opponent = { max = "min", min = "max" }

local function empty(p, who)
  for i = first[who], first[who] + 2 do
    if p[i] > 0 then return false end
  end
  return true
end

local function sow(p, from)
  local q = { table.unpack(p) }
  local who = p.player
  local hand, i = q[from], from
  q[from] = 0
  while hand > 0 do
    i = i % 8 + 1
    if i ~= store[opponent[who]] then
      q[i] = q[i] + 1
      hand = hand - 1
    end
  end
  if i >= first[who] and i <= first[who] + 2 and q[i] == 1 then
    q[store[who]] = q[store[who]] + q[8 - i]
    q[8 - i] = 0
  end
  q.player = i == store[who] and who or opponent[who]
  return q
end

function rules.successors(p)
  local list, moves = {}, {}
  if empty(p, "max") or empty(p, "min") then return list, moves end
  for i = first[p.player], first[p.player] + 2 do
    if p[i] > 0 then
      table.insert(list, sow(p, i))
      table.insert(moves, string.format("%s%d", p.player == "max" and "A" or "B", i - first[p.player] + 1))
    end
  end
  return list, moves
end

function rules.player(p) return p.player end

function rules.evaluate(p)
  local n = 0
  for i = 1, 4 do n = n + p[i] - p[i + 4] end
  return n
end

function rules.key(p) return table.concat(p, " ") .. p.player end

return rules
