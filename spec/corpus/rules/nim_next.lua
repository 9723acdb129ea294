-- Nim: one integer, a decimal digit for each heap; a closure walks over the moves.
local HEAPS = 3
local unit = { 1, 10, 100 }
local rules = { name = "nim", start = 543 }

local function heap(p, i) return p // unit[i] % 10 end

function rules.successors(p)
  local i, take = 1, 0
  return function()
    take = take + 1
    while i <= HEAPS and take > heap(p, i) do i, take = i + 1, 1 end
    if i > HEAPS then return nil end
    return i .. ":" .. take, p - take * unit[i]
  end
end

function rules.evaluate(p)
  return heap(p, 1) ~ heap(p, 2) ~ heap(p, 3)
end

return rules
