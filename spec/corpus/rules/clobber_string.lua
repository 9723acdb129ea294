-- Clobber 4x3: a string of cells; a stone takes a neighbour of the other colour; a player who cannot move loses.
local W, H = 4, 3
local rules = { name = "clobber", start = "XOXOOXOXXOXOX", range = { -1, 1 } }
-- Cells 1 to 12; the 13th character is the player to move.

local function name(i) return string.char(96 + (i - 1) % W + 1) .. H - (i - 1) // W end

local function neighbour(i, step)
  if step == 1 and i % W == 0 then return nil end
  if step == -1 and i % W == 1 then return nil end
  local j = i + step
  if j < 1 or j > W * H then return nil end
  return j
end

function rules.successors(p)
  local list, moves = {}, {}
  local me = p:sub(13, 13)
  local you = me == "X" and "O" or "X"
  for i = 1, W * H do
    if p:sub(i, i) == me then
      for _, step in ipairs { -W, -1, 1, W } do
        local j = neighbour(i, step)
        if j and p:sub(j, j) == you then
          local a, b = math.min(i, j), math.max(i, j)
          local left, right = i < j and "." or me, i < j and me or "."
          list[#list + 1] = p:sub(1, a - 1) .. left .. p:sub(a + 1, b - 1) .. right .. p:sub(b + 1, 12) .. you
          moves[#moves + 1] = name(i) .. name(j)
        end
      end
    end
  end
  return list, moves
end

function rules.player(p) return p:sub(13) == "X" and "max" or "min" end

function rules.evaluate(p)
  if #rules.successors(p) > 0 then return 0 end
  return p:sub(13) == "X" and -1 or 1
end

return rules
