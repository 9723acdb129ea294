--- The tree of a search as text, a line for each node, of a picture: see gts.lab.picture.

local result = require "gts.show.result"
local tables = require "gts.base.tables"

local tree_text = {}

-- A node by the shape of its player: [MAX], (MIN); a leaf is a number.
local function shape(item)
  local value = item.value or "?"
  if item.kind == "leaf" then return value end
  if item.player == "min" then return "(" .. value .. ")" end
  return "[" .. value .. "]"
end

local function of_leaves(leaves) return leaves > 0 and ", " .. result.counted(leaves, "leaf", "leaves") or "" end

local function remarks(item)
  local list = {}
  local function add(text) list[#list + 1] = text end
  if item.orders then add("#" .. table.concat(item.orders, " #")) end
  if item.window then add((item.window:find "%?" and "asked " or "window ") .. item.window) end
  if item.merit then add(item.merit) end
  if item.cut_words then add(item.cut_words) end
  for _, tag in ipairs(item.tags) do add(tag) end
  if item.folded then add(("... %s%s"):format(result.counted(item.folded.nodes, "node"), of_leaves(item.folded.leaves))) end
  if item.max then add "max tree" end
  if item.min then add "min tree" end
  return list
end

-- The number or the move of a node, by which its parent leads to it.
local function way(item) return item.path == "" and "" or (item.move or item.path:match "%d+$") .. ": " end

local function line_of(item)
  if item.kind == "more" then
    local leaves = of_leaves(item.leaves)
    if item.of == "plies" then return ("... %s ..."):format(result.counted(item.count, "ply", "plies")) end
    local images = item.with_images and (" (%d with images)"):format(item.with_images) or ""
    return ("... %d %s%s%s"):format(item.count, item.of == "unseen" and "not looked at" or "more", images, leaves)
  end
  if item.kind == "unseen" then return way(item) .. (item.value or "") .. "  not looked at" end
  local said = table.concat(remarks(item), ", ")
  return ("%s%s%s%s"):format(way(item), shape(item), item.pv and " *" or "", said ~= "" and "  " .. said or "")
end

local function draw(lines, item, first, rest)
  lines[#lines + 1] = first .. line_of(item)
  local children = item.children or {}
  for _, line in ipairs(item.shown or {}) do lines[#lines + 1] = rest .. (#children > 0 and "│  " or "   ") .. line end
  for i, child in ipairs(children) do
    local last = i == #children
    draw(lines, child, rest .. (last and "└─ " or "├─ "), rest .. (last and "   " or "│  "))
  end
end

local words = {
  { "max", "[MAX node]" }, { "min", "(MIN node)" }, { "leaf", "#n: evaluated as the n-th" }, { "pv", "*: principal variation" },
}

--- Draws a picture.
function tree_text.draw(picture)
  local lines = { picture.title, picture.facts }
  lines[#lines + 1] = picture.left_out
  lines[#lines + 1] = ""
  draw(lines, picture.root, "", "")
  local legend = tables.collect(words, function(entry) return picture.marks[entry[1]] and entry[2] end)
  lines[#lines + 1] = ""
  lines[#lines + 1] = table.concat(legend, "   ")
  return table.concat(lines, "\n") .. "\n"
end

return tree_text
