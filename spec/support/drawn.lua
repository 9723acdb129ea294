--- A compiled game by formula, for threads: positions of a number of plies and random bits, whose successors (at most seven) and
-- values are drawn by their numbers.
--
--    local drawn = require "spec.support.drawn" (8)
-- @tparam integer plies of a game
-- @treturn table a game

local gts = require "gts"

return function(plies)
  return gts.game {
    name = "drawn", start = 1 << 24, range = { -20, 20 },
    next = function(p, move)
      move = (move or 0) + 1
      if p >> 12 & 255 >= plies then return end
      local lot = (p * 0x9E3779B97F4A7C15) ~ (p >> 7)
      lot = (lot ~ lot >> 29) * 0xBF58476D1CE4E5B9
      if move > lot >> 40 & 7 then return end
      local child = (lot + move) * 0x94D049BB133111EB
      child = (child ~ child >> 31) * 0x9E3779B97F4A7C15
      return move, (p >> 24 << 24) | ((p >> 12 & 255) + 1) << 12 | (child >> 33) % 40
    end,
    evaluate = function(p)
      local lot = ({ (p * 0x9E3779B97F4A7C15) ~ (p >> 11) })[1]     -- each thread has a heap for tables
      return ((lot ~ lot >> 29) * 0xBF58476D1CE4E5B9 >> 40) % 41 - 20
    end,
  }
end
