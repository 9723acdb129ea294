-- What one would write first: alpha-beta on connect-4, on positions that are tables.
--
--    lua5.4 connect4_tables.lua DEPTH        prints: value, visits, seconds

local connect4 = dofile((arg[0]:gsub("tables%.lua$", "positions.lua")))
local visits = 0

-- The value for the player to move.
local function search(p, depth, alpha, beta)
  visits = visits + 1
  if connect4.won(p) then return -1 end
  if depth == 0 or p.free == 0 then return 0 end
  local best = -2
  for _, successor in ipairs(connect4.successors(p)) do
    local value = -search(successor, depth - 1, -beta, -alpha)
    best = math.max(best, value)
    alpha = math.max(alpha, value)
    if alpha >= beta then break end
  end
  return best
end

local began = os.clock()
local value = search(connect4.start, math.tointeger(arg[1]) or 8, -2, 2)
print(value, visits, os.clock() - began)
