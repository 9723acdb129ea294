--- Pseudo-random numbers from a seed, equal on every machine (SplitMix64; Steele, Lea and Flood, OOPSLA 2014).

local random = {}

--- A stream of whole numbers: a function of lowest and highest, two integers, which gives one of those from the one to the other.
function random.stream(seed)
  local state = seed
  return function(lowest, highest)
    state = state + 0x9E3779B97F4A7C15
    local x = (state ~ state >> 30) * 0xBF58476D1CE4E5B9
    x = (x ~ x >> 27) * 0x94D049BB133111EB
    return lowest + ((x ~ x >> 31) >> 1) % (highest - lowest + 1)
  end
end

return random
