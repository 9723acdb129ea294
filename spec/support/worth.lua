--- What positions are worth, by brute force over all moves: value, and plies to the end where a side wins (the winner hurries,
-- the loser delays). Nothing here searches.

local gts = require "gts"

local function evaluate(of, position)
  if (of.words or 1) > 1 then return of.evaluate(table.unpack(position, 1, of.words)) end
  return of.evaluate(position)
end

-- Is (value, distance) better for the side of this sign than another?
local function is_better(sign, middle, value, distance, other_value, other_distance)
  if value ~= other_value then return sign * value > sign * other_value end
  if value == middle then return false end
  if sign * (value - middle) > 0 then return distance < other_distance end
  return distance > other_distance
end

--- A function of a position: its value, its distance (of a draw: nil), and its moves as gts.moves lists them.
-- @tparam table of a checked game without repetitions
-- @tparam number middle the value of a draw
return function(of, middle)
  local known = {}
  local function worth(position)
    local key = gts.write(of, position)
    local found = known[key]
    if not found then
      local list = gts.moves(of, position)
      found = { list = list }
      local sign = list.player == "max" and 1 or -1
      for _, entry in ipairs(list) do
        local value, _, _, plies = worth(entry.position)
        plies = plies + 1
        if not found.value or is_better(sign, middle, value, plies, found.value, found.plies) then
          found.value, found.plies = value, plies
        end
      end
      if #list == 0 then found.value, found.plies = evaluate(of, position), 0 end
      known[key] = found
    end
    return found.value, found.value ~= middle and found.plies or nil, found.list, found.plies
  end
  return worth
end
