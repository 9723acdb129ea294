--- Means of what was observed, and how sure they are.

local tables = require "gts.base.tables"

local moments = {}

local ROUNDING = 1e-12          -- of a number: what is less than that is none

-- Of equal numbers the mean is that number, without what rounding makes of it.
local function mean_of(list)
  local differ = tables.any(list, function(x) return x ~= list[1] end)
  return differ and tables.sum(list) / #list or list[1]
end

--- The mean of a sample. `sample`: false: nothing was observed. Returns a table: count (of numbers), and where there are any
-- mean; where there are two, deviation (standard, of one observation) and standard_error (of the mean).
function moments.of(sample)
  local list = tables.filter(sample, function(x) return x end)
  local found = { count = #list }
  if #list == 0 then return found end
  found.mean = mean_of(list)
  if #list < 2 then return found end
  found.deviation = math.sqrt(tables.sum(list, function(x) return (x - found.mean) ^ 2 end) / (#list - 1))
  found.standard_error = found.deviation / math.sqrt(#list)
  return found
end

--- Ratio of the means of two paired samples: common variation cancels. `base`: as long. Returns the ratio of the means; nil if
-- there is none; its standard error, by the first terms of its expansion.
function moments.ratio(sample, base)
  local x, y = {}, {}
  for i = 1, #sample do
    if sample[i] and base[i] then x[#x + 1], y[#y + 1] = sample[i], base[i] end
  end
  local below = #y > 0 and mean_of(y) or 0
  if below == 0 then return nil end
  local ratio, residues = mean_of(x) / below, {}
  for i = 1, #x do
    residues[i] = x[i] - ratio * y[i]
    if math.abs(residues[i]) < ROUNDING * math.abs(x[i]) then residues[i] = 0 end
  end
  local spread = moments.of(residues).standard_error
  return ratio, spread and spread / math.abs(below)
end

return moments
