-- Connect four, 5 columns of 4: seven strings would be seven columns; each column is a string that grows.
local WIDTH, HEIGHT = 5, 4
local rules = { name = "connect4", start = { columns = { "", "", "", "", "" }, turn = "x" }, range = { -1, 1 } }

local function at(p, x, y)
  if x < 1 or x > WIDTH then return "" end
  return p.columns[x]:sub(y, y)
end

local steps = { { 1, 0 }, { 0, 1 }, { 1, 1 }, { 1, -1 } }

local function won(p, mark)
  for x = 1, WIDTH do
    for y = 1, #p.columns[x] do
      for _, step in ipairs(steps) do
        local n = 0
        while n < 4 and at(p, x + n * step[1], y + n * step[2]) == mark do n = n + 1 end
        if n == 4 then return true end
      end
    end
  end
  return false
end

function rules.terminal(p) return won(p, p.turn == "x" and "o" or "x") end

function rules.successors(p)
  local list, moves = {}, {}
  for x = 1, WIDTH do
    if #p.columns[x] < HEIGHT then
      local columns = { table.unpack(p.columns) }
      columns[x] = columns[x] .. p.turn
      list[#list + 1] = { columns = columns, turn = p.turn == "x" and "o" or "x" }
      moves[#moves + 1] = string.char(96 + x)
    end
  end
  return list, moves
end

function rules.player(p) return p.turn == "x" and "max" or "min" end
function rules.evaluate(p) return won(p, "x") and 1 or won(p, "o") and -1 or 0 end
function rules.key(p) return table.concat(p.columns, "|") end

return rules
