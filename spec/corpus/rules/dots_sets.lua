-- Dots and boxes, 2x2: a set of edges, the lead and the player in a table; boxes as masks.
local BOXES = {}
for _, edges in ipairs { { 0, 2, 3, 5 }, { 1, 3, 4, 6 }, { 5, 7, 8, 10 }, { 6, 8, 9, 11 } } do
  local mask = 0
  for _, e in ipairs(edges) do mask = mask | 1 << e end
  BOXES[#BOXES + 1] = mask
end
local NAMES = {}
for e = 0, 11 do NAMES[e + 1] = (e % 5 < 2 and "h" or "v") .. e end

local rules = { name = "dots", start = { edges = 0, lead = 0, max = true }, range = { -4, 4 } }

local function closed(before, after)
  local n = 0
  for _, box in ipairs(BOXES) do
    if before & box ~= box and after & box == box then n = n + 1 end
  end
  return n
end

function rules.successors(p)
  local list, moves = {}, {}
  for e = 0, 11 do
    local bit = 1 << e
    if p.edges & bit == 0 then
      local n = closed(p.edges, p.edges | bit)
      local max = p.max
      if n == 0 then max = not max end
      list[#list + 1] = { edges = p.edges | bit, lead = p.lead + (p.max and n or -n), max = max }
      moves[#moves + 1] = NAMES[e + 1]
    end
  end
  return list, moves
end

function rules.player(p) return p.max and "max" or "min" end
function rules.evaluate(p) return p.lead end
function rules.key(p) return ("%d %d %s"):format(p.edges, p.lead, tostring(p.max)) end

return rules
