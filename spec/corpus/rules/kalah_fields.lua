-- Kalah: pits with names in the position itself.
local ORDER = { "a", "b", "c", "A", "d", "e", "f", "D" }
local PLACE = { a = 1, b = 2, c = 3, A = 4, d = 5, e = 6, f = 7, D = 8 }
local ACROSS = { a = "f", b = "e", c = "d", d = "c", e = "b", f = "a" }
local OWN = { max = { "a", "b", "c" }, min = { "d", "e", "f" } }

local rules = { name = "kalah", start = { a = 2, b = 2, c = 2, A = 0, d = 2, e = 2, f = 2, D = 0, who = "max" } }

local function is_own(who, name)
  for _, own in ipairs(OWN[who]) do
    if own == name then return true end
  end
  return false
end

local function sow(p, name)
  local q = {}
  for key, value in pairs(p) do q[key] = value end
  local mine, theirs = "A", "D"
  if p.who == "min" then mine, theirs = "D", "A" end
  local seeds, at = p[name], name
  q[name] = 0
  while seeds > 0 do
    at = ORDER[PLACE[at] % 8 + 1]
    if at ~= theirs then
      q[at] = q[at] + 1
      seeds = seeds - 1
    end
  end
  if is_own(p.who, at) and q[at] == 1 then
    q[mine] = q[mine] + q[ACROSS[at]]
    q[ACROSS[at]] = 0
  end
  if at ~= mine then q.who = p.who == "max" and "min" or "max" end
  return q
end

function rules.successors(p)
  local list, moves = {}, {}
  if p.a + p.b + p.c == 0 or p.d + p.e + p.f == 0 then return list, moves end
  for _, name in ipairs(OWN[p.who]) do
    if p[name] > 0 then
      list[#list + 1] = sow(p, name)
      moves[#moves + 1] = name
    end
  end
  return list, moves
end

function rules.player(p) return p.who end
function rules.evaluate(p) return p.a + p.b + p.c + p.A - p.d - p.e - p.f - p.D end

return rules
