-- Chomp 3x4: squares that are eaten or not.
local W, H = 4, 3
local rules = { name = "chomp", range = { -1, 1 } }

local function grid(value)
  local g = {}
  for y = 1, H do
    g[y] = {}
    for x = 1, W do g[y][x] = value(x, y) end
  end
  return g
end

rules.start = { eaten = grid(function() return false end), first = true }

local function eat(old, x0, y0)
  local new = {}
  for y, row in ipairs(old) do
    local copy = {}
    for x, gone in ipairs(row) do copy[x] = gone or x >= x0 and y >= y0 end
    new[y] = copy
  end
  return new
end

function rules.successors(p)
  local positions, moves = {}, {}
  for y = 1, H do
    for x = 1, W do
      if not p.eaten[y][x] then
        positions[#positions + 1] = { eaten = eat(p.eaten, x, y), first = not p.first }
        moves[#moves + 1] = x .. ":" .. y
      end
    end
  end
  return positions, moves
end

function rules.player(p) return p.first and "max" or "min" end

function rules.evaluate(p)
  if not p.eaten[1][1] then return 0 end
  return p.first and 1 or -1
end

return rules
