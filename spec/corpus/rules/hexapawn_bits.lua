-- Hexapawn: two sets of bits and the player in a table with names; moves are made by a helper with upvalues.
local FULL, TOP, BOTTOM = 511, 7, 448
local LEFT, RIGHT = 73, 292
local rules = { name = "hexapawn", start = { white = BOTTOM, black = TOP, turn = 1 }, range = { -1, 1 } }

local function steps(p)
  local mine, theirs = p.white, p.black
  if p.turn == -1 then mine, theirs = p.black, p.white end
  local free = FULL & ~(mine | theirs)
  if p.turn == 1 then
    return mine & free << 3, (mine & ~LEFT) & theirs << 4, (mine & ~RIGHT) & theirs << 2
  end
  return mine & free >> 3, (mine & ~LEFT) & theirs >> 2, (mine & ~RIGHT) & theirs >> 4
end

local function moved(p, from, shift)
  local to = p.turn == 1 and from >> shift or from << shift
  if p.turn == 1 then return { white = p.white & ~from | to, black = p.black & ~to, turn = -1 } end
  return { white = p.white & ~to, black = p.black & ~from | to, turn = 1 }
end

local function lost(p) return p.turn == 1 and p.black & BOTTOM ~= 0 or p.turn == -1 and p.white & TOP ~= 0 end

function rules.successors(p)
  local list, moves = {}, {}
  if lost(p) then return list, moves end
  local straight, left, right = steps(p)
  for cell = 0, 8 do
    local bit = 1 << cell
    local column = string.char(97 + cell % 3)
    if straight & bit ~= 0 then
      list[#list + 1] = moved(p, bit, 3)
      moves[#moves + 1] = column .. cell // 3 + 1
    end
    if left & bit ~= 0 then
      list[#list + 1] = moved(p, bit, p.turn == 1 and 4 or 2)
      moves[#moves + 1] = column .. cell // 3 + 1 .. "<"
    end
    if right & bit ~= 0 then
      list[#list + 1] = moved(p, bit, p.turn == 1 and 2 or 4)
      moves[#moves + 1] = column .. cell // 3 + 1 .. ">"
    end
  end
  return list, moves
end

function rules.player(p) return p.turn == 1 and "max" or "min" end

function rules.evaluate(p)
  local a, b, c = steps(p)
  if not lost(p) and a | b | c ~= 0 then return 0 end
  return -p.turn
end

function rules.key(p) return p.white | p.black << 9 | (p.turn + 1) << 18 end

return rules
