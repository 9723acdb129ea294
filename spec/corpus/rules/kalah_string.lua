-- Kalah: a letter for each pit, "a" is empty; stores are the 4th and the 8th, then the player.
local rules = { name = "kalah", start = "cccaccca1" }

local function seeds(p, i) return p:byte(i) - 97 end
local function set(p, i, n) return p:sub(1, i - 1) .. string.char(97 + n) .. p:sub(i + 1) end

local function sow(p, from)
  local me = p:sub(9)
  local mine, theirs = 4, 8
  if me == "2" then mine, theirs = 8, 4 end
  local n, at = seeds(p, from), from
  local q = set(p, from, 0)
  while n > 0 do
    at = at % 8 + 1
    if at ~= theirs then
      q = set(q, at, seeds(q, at) + 1)
      n = n - 1
    end
  end
  if at ~= mine and at < mine and at > mine - 4 and seeds(q, at) == 1 then
    q = set(set(q, mine, seeds(q, mine) + seeds(q, 8 - at)), 8 - at, 0)
  end
  return q:sub(1, 8) .. (at == mine and me or me == "1" and "2" or "1")
end

function rules.successors(p)
  local list, moves = {}, {}
  if p:sub(1, 3) == "aaa" or p:sub(5, 7) == "aaa" then return list, moves end
  local offset = p:sub(9) == "1" and 0 or 4
  for i = 1, 3 do
    if seeds(p, i + offset) > 0 then
      list[#list + 1] = sow(p, i + offset)
      moves[#moves + 1] = tostring(i)
    end
  end
  return list, moves
end

function rules.player(p) return p:sub(9) == "1" and "max" or "min" end

function rules.evaluate(p)
  local n = 0
  for i = 1, 4 do n = n + seeds(p, i) - seeds(p, i + 4) end
  return n
end

return rules
