-- Dots and boxes, 2x2 boxes: 12 edges as a string, then the lead of MAX as a letter ("m" is 0), then the player.
local boxes = { { 1, 3, 4, 6 }, { 2, 4, 5, 7 }, { 6, 8, 9, 11 }, { 7, 9, 10, 12 } }
local rules = { name = "dots", start = "............mX", range = { -4, 4 } }

local function full(edges, box)
  for _, edge in ipairs(box) do
    if edges:sub(edge, edge) == "." then return 0 end
  end
  return 1
end

local function boxes_of(edges)
  local n = 0
  for _, box in ipairs(boxes) do n = n + full(edges, box) end
  return n
end

function rules.successors(p)
  local list, moves = {}, {}
  local before, who = boxes_of(p), p:sub(14, 14)
  for i = 1, 12 do
    if p:sub(i, i) == "." then
      local edges = p:sub(1, i - 1) .. "-" .. p:sub(i + 1, 12)
      local won = boxes_of(edges) - before
      local lead = p:byte(13) + (who == "X" and won or -won)
      local turn = won > 0 and who or who == "X" and "O" or "X"
      list[#list + 1] = edges .. string.char(lead) .. turn
      moves[#moves + 1] = "e" .. i
    end
  end
  return list, moves
end

function rules.player(p) return p:sub(14) == "X" and "max" or "min" end
function rules.evaluate(p) return p:byte(13) - ("m"):byte() end

return rules
