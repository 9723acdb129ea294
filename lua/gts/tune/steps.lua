--- Local search: one weight at a time is changed by a step, while the error falls. It serves any evaluation; integers stay such.
--
-- P. Österlund, "Texel's Tuning Method", 2014.

local steps = {}

--- The smallest step of a weight: 1 of an integer; of a float, a part of its size.
function steps.least(weight)
  if math.type(weight) == "integer" then return 1 end
  return weight ~= 0 and math.abs(weight) / 128 or 0.01
end

--- The first step of a search from afar.
function steps.first(weight)
  if math.type(weight) == "integer" then return math.max(1, math.abs(weight) // 4) end
  return 32 * steps.least(weight)
end

--- Descends until no smallest step helps. `weights`: where to begin; `first`: step of each; 0: it stays; `least`: step of each;
-- `error`, a function of weights; nil: stop here. Returns weights; their error.
function steps.descend(weights, first, least, error)
  local now = table.move(weights, 1, #weights, 1, {})
  local size = table.move(first, 1, #first, 1, {})
  local best = error(now)
  while true do
    local better, finer = false, false
    for i = 1, #now do
      for _, step in ipairs { size[i], -size[i] } do
        local kept = now[i]
        now[i] = kept + step
        local found = error(now)
        if found == nil then
          now[i] = kept
          return now, best
        end
        if found < best then
          best, better = found, true
          break
        end
        now[i] = kept
      end
    end
    if not better then
      for i = 1, #now do
        local half = math.type(size[i]) == "integer" and size[i] // 2 or size[i] / 2
        if half > 0 and half >= least[i] then size[i], finer = half, true end
      end
      if not finer then return now, best end
    end
  end
end

return steps
