-- Dots and boxes, 2x2: a list of edges, boxes of each edge; a local function adds a move.
local OF_EDGE = { { 1 }, { 2 }, { 1 }, { 1, 2 }, { 2 }, { 1, 3 }, { 2, 4 }, { 3 }, { 3, 4 }, { 4 }, { 3 }, { 4 } }
local rules = { name = "dots", range = { -4, 4 } }
rules.start = { edges = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 }, sides = { 0, 0, 0, 0 }, lead = 0, turn = 1 }

function rules.successors(p)
  local list, moves = {}, {}
  local function add(edge)
    local edges, sides = { table.unpack(p.edges) }, { table.unpack(p.sides) }
    local won = 0
    edges[edge] = 1
    for _, box in ipairs(OF_EDGE[edge]) do
      sides[box] = sides[box] + 1
      if sides[box] == 4 then won = won + 1 end
    end
    list[#list + 1] = { edges = edges, sides = sides, lead = p.lead + won * p.turn, turn = won > 0 and p.turn or -p.turn }
    moves[#moves + 1] = "edge " .. edge
  end
  for edge, drawn in ipairs(p.edges) do
    if drawn == 0 then add(edge) end
  end
  return list, moves
end

function rules.player(p) return p.turn == 1 and "max" or "min" end
function rules.evaluate(p) return p.lead end

return rules
