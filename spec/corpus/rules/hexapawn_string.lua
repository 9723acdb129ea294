-- Hexapawn: "bbb...www" and whose turn it is.
local rules = { name = "hexapawn", start = "bbb...wwww", range = { -1, 1 } }

local function put(p, from, to, mark, you)
  local q = p:sub(1, from - 1) .. "." .. p:sub(from + 1)
  return q:sub(1, to - 1) .. mark .. q:sub(to + 1, 9) .. you
end

local function square(i) return ("abc"):sub((i - 1) % 3 + 1, (i - 1) % 3 + 1) .. 3 - (i - 1) // 3 end

local function arrived(p)
  for i = 1, 3 do
    if p:sub(i, i) == "w" or p:sub(i + 6, i + 6) == "b" then return true end
  end
  return false
end

function rules.successors(p)
  local list, moves = {}, {}
  if arrived(p) then return list, moves end
  local me = p:sub(10)
  local you = me == "w" and "b" or "w"
  local ahead = me == "w" and -3 or 3
  for i = 1, 9 do
    if p:sub(i, i) == me then
      for dx = -1, 1 do
        local to = i + ahead + dx
        local x = (i - 1) % 3 + dx
        if x >= 0 and x <= 2 and to >= 1 and to <= 9 then
          local wanted = dx == 0 and "." or you
          if p:sub(to, to) == wanted then
            list[#list + 1] = put(p, i, to, me, you)
            moves[#moves + 1] = square(i) .. square(to)
          end
        end
      end
    end
  end
  return list, moves
end

function rules.player(p) return p:sub(-1) == "w" and "max" or "min" end

-- Whoever cannot move has lost, and whoever sees a pawn on the last row.
function rules.evaluate(p)
  if #rules.successors(p) > 0 then return 0 end
  return p:sub(-1) == "w" and -1 or 1
end

return rules
