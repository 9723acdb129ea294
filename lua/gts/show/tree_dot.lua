--- The tree of a search for Graphviz, of a picture: see gts.lab.picture.

local keys = require("gts.base.words").keys
local visible = require("gts.show.clean").visible

local tree_dot = {}

local function quoted(text) return '"' .. visible(text):gsub('[\\"]', "\\%0"):gsub("\n", "\\n") .. '"' end

local function label_of(item)
  local lines = {}
  local function add(text) lines[#lines + 1] = text end
  if item.kind == "more" then
    add(("%d %s"):format(item.count, (item.of == "unseen" or item.of == "plies") and item.of or "more"))
    if item.with_images then add(("%d with images"):format(item.with_images)) end
    return table.concat(lines, "\n")
  end
  add(item.move)
  for _, line in ipairs(item.shown or {}) do add(line) end
  add(item.value)
  add(item.window)
  add(item.merit)
  add(item.cut_text)
  for _, tag in ipairs(item.tags) do add(tag) end
  if item.orders then add("#" .. table.concat(item.orders, " #")) end
  if item.folded then add(("... %d nodes"):format(item.folded.nodes)) end
  return table.concat(lines, "\n")
end

local function attributes(list)
  local names = keys(list)
  for i, name in ipairs(names) do names[i] = name .. "=" .. quoted(tostring(list[name])) end
  return table.concat(names, ", ")
end

-- Borders say what colours say.
local function style_of(item)
  local hidden = item.kind == "unseen" or item.of == "unseen"
  local style = { label = label_of(item), shape = item.player == "min" and "ellipse" or "box" }
  if item.kind == "more" then style.shape = "plaintext" end
  if hidden then style.style, style.color, style.fontcolor = "dashed", "gray50", "gray40"
  elseif item.kind == "leaf" then style.style = "solid"
  else style.style, style.fillcolor = "filled", item.player == "min" and "#fdeadc" or "#dcebf7" end
  if item.kind == "table" or item.kind == "shut" then style.peripheries = 2 end
  if item.pv then style.penwidth = 3 end
  return style
end

local function edge_style(item, child)
  local style = {}
  if child.kind == "unseen" or child.of == "unseen" then
    style.style = "dashed"
    if item.cut then style.label = "//" end
  end
  if item.pv and child.pv then style.penwidth = 3 end
  if item.max and child.max then style.color = "#0072b2" end
  if item.min and child.min then style.color = item.max and child.max and "#0072b2:#d55e00" or "#d55e00" end
  return style
end

local function draw(lines, item, number)
  local name = "n" .. number
  lines[#lines + 1] = ("  %s [%s];"):format(name, attributes(style_of(item)))
  local next_number = number + 1
  for _, child in ipairs(item.children or {}) do
    lines[#lines + 1] = ("  %s -> n%d [%s];"):format(name, next_number, attributes(edge_style(item, child)))
    next_number = draw(lines, child, next_number)
  end
  return next_number
end

--- Draws a picture as a graph in the language DOT.
function tree_dot.draw(picture)
  local label = picture.title .. "\n" .. picture.facts .. (picture.left_out and "\n" .. picture.left_out or "")
  local lines = { "digraph search {", ("  label=%s; labelloc=t; ordering=out;"):format(quoted(label)),
    '  node [fontname="DejaVu Sans", fontsize=11]; edge [arrowhead=none, fontname="DejaVu Sans"];' }
  draw(lines, picture.root, 0)
  lines[#lines + 1] = "}"
  return table.concat(lines, "\n") .. "\n"
end

return tree_dot
