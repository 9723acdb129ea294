-- Breakthrough: p.cells (1, -1, 0), p.turn, p.counts.
local SIZE = 4
local FILES = { "a", "b", "c", "d" }
local start = { cells = {}, turn = 1, counts = { max = SIZE, min = SIZE } }
for i = 1, SIZE * SIZE do
  start.cells[i] = i <= SIZE and -1 or i > SIZE * SIZE - SIZE and 1 or 0
end

local rules = { name = "breakthrough", start = start, range = { -100, 100 } }

local function goal(p)
  for x = 1, SIZE do
    if p.cells[x] == 1 then return 1 end
    if p.cells[SIZE * SIZE - SIZE + x] == -1 then return -1 end
  end
  return 0
end

local function label(i) return FILES[(i - 1) % SIZE + 1] .. tostring(SIZE - (i - 1) // SIZE) end

function rules.terminal(p) return goal(p) ~= 0 end

function rules.successors(p)
  local list, moves = {}, {}
  for i, c in ipairs(p.cells) do
    if c == p.turn then
      for dx = -1, 1 do
        local x, j = (i - 1) % SIZE + 1 + dx, i - p.turn * SIZE + dx
        if x >= 1 and x <= SIZE and p.cells[j] and p.cells[j] ~= c and (dx ~= 0 or p.cells[j] == 0) then
          local cells = table.move(p.cells, 1, #p.cells, 1, {})
          local counts = { max = p.counts.max, min = p.counts.min }
          if cells[j] == 1 then counts.max = counts.max - 1 elseif cells[j] == -1 then counts.min = counts.min - 1 end
          cells[i], cells[j] = 0, c
          table.insert(list, { cells = cells, turn = -c, counts = counts })
          table.insert(moves, label(i) .. label(j))
        end
      end
    end
  end
  return list, moves
end

function rules.player(p) return p.turn == 1 and "max" or "min" end

function rules.evaluate(p)
  local g = goal(p)
  if g ~= 0 then return 100 * g end
  return p.counts.max - p.counts.min
end

function rules.key(p) return table.concat(p.cells, ",") .. ":" .. p.turn end

return rules
