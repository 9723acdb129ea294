-- Domineering: a list of cells with the side to move; the dominoes are listed once for each side.
local SIZE = 4
local places = { max = {}, min = {} }
for y = 1, SIZE do
  for x = 1, SIZE do
    local i = (y - 1) * SIZE + x
    if y < SIZE then table.insert(places.max, { i, i + SIZE, name = "abcd" and ("abcd"):sub(x, x) .. y }) end
    if x < SIZE then table.insert(places.min, { i, i + 1, name = ("abcd"):sub(x, x) .. y }) end
  end
end

local start = { cells = {}, side = "max" }
for i = 1, SIZE * SIZE do start.cells[i] = "." end

local rules = { name = "domineering", start = start, range = { -1, 1 } }

local function fits(p, place) return p.cells[place[1]] == "." and p.cells[place[2]] == "." end

function rules.successors(p)
  local list, moves = {}, {}
  for _, place in ipairs(places[p.side]) do
    if fits(p, place) then
      local cells = {}
      for i, c in ipairs(p.cells) do cells[i] = c end
      cells[place[1]], cells[place[2]] = "#", "#"
      list[#list + 1] = { cells = cells, side = p.side == "max" and "min" or "max" }
      moves[#moves + 1] = place.name
    end
  end
  return list, moves
end

function rules.player(p) return p.side end

function rules.evaluate(p)
  for _, place in ipairs(places[p.side]) do
    if fits(p, place) then return 0 end
  end
  return p.side == "max" and -1 or 1
end

function rules.key(p) return table.concat(p.cells) .. p.side end

return rules
