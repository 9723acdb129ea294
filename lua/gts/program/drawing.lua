--- Trees drawn small, as text.

local gts = require "gts"

local drawing = {}

local MOST = 60         -- nodes that are drawn
local DEEP = 5          -- plies

-- A node that has no moves: its value.
local function leaf(of, position)
  local r = gts.search(of, { position = position, depth = 0, algorithm = "minimax" })
  return r.value and ("%.14g"):format(r.value) or "?"
end

local function is_leaf(of, position) return #gts.moves(of, position) == 0 end

local draw

-- The nodes below one, each on a line behind the branches that lead to it.
local function draw_children(of, moves, lines, before, deep, width)
  for i, entry in ipairs(moves) do
    local last = i == #moves
    draw(of, entry.position, lines, before .. (last and "`- " or "|- "), before .. (last and "   " or "|  "), deep, width)
  end
end

function draw(of, position, lines, here, below, deep, width)
  local moves = gts.moves(of, position)
  if #moves == 0 then
    lines[#lines + 1] = here .. leaf(of, position)
    return
  end
  local name = moves.player == "max" and "MAX" or "MIN"
  local leaves = {}
  for i, entry in ipairs(moves) do
    if not is_leaf(of, entry.position) then break end
    leaves[i] = leaf(of, entry.position)
  end
  local together = #leaves == #moves and ("%s%s  %s"):format(here, name, table.concat(leaves, " "))
  if together and #together <= width then lines[#lines + 1] = together
  elseif deep == 0 or #lines >= MOST then lines[#lines + 1] = here .. name .. "  ..."
  else
    lines[#lines + 1] = here .. name
    draw_children(of, moves, lines, below, deep - 1, width)
  end
end

--- A tree made by gts.tree: its first nodes, MAX and MIN by name and leaves by value.
function drawing.tree(of, width)
  local lines = { tostring(of) }
  draw(of, nil, lines, "", "", DEEP, math.min(width, 100))
  if #lines > MOST then
    lines[MOST + 1] = "..."
    for i = #lines, MOST + 2, -1 do lines[i] = nil end
  end
  return table.concat(lines, "\n")
end

return drawing
