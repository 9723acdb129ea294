--- The tree of a search as SVG, of a picture: see gts.lab.picture.
--
-- Squares are MAX nodes and circles MIN nodes, as in the papers; words, border and colour say what became of a node.

local columns = require "gts.show.columns"
local layout = require "gts.show.layout"
local result = require "gts.show.result"
local svg = require "gts.show.svg"
local tables = require "gts.base.tables"

local tree_svg = {}

local MARGIN, GAP, LEVEL, GUTTER = 16, 8, 34, 44
local ROUND = 13                -- of the corners of MIN nodes, at most
local TRIANGLE = 18             -- the height of what stands for a folded subtree
local LEAST = 22                -- the least width and height of a node

local MONO = 0.61               -- the width of a letter of a fixed font, in parts of its size
local BOLD = 1.13               -- how much wider bold letters are

-- Lines of text in a node: their font, how high they are.
local styles = {
  value = { size = 13, high = 16, bold = BOLD }, small = { size = 10, high = 13 }, cut = { size = 10, high = 13, bold = BOLD },
  soft = { size = 10, high = 13 }, move = { size = 10, high = 13, as_is = true },
  board = { size = 11, high = 13, as_is = true },
}

local symbols = { ["<="] = "≤", [">="] = "≥", alpha = "α", beta = "β", inf = "∞" }

--- Words as signs: <= alpha is ≤ α.
function tree_svg.signs(text)
  if not text:find "[%a=-]" then return text end
  return (text:gsub("[<>]=", symbols):gsub("%a+", symbols):gsub("%-(%f[%d\xE2])", "−%1"))
end

local function text_width(line)
  local style = styles[line.style]
  if line.style == "board" then return (utf8.len(line.text) or #line.text) * MONO * style.size end
  return svg.width(line.text, style.size) * (style.bold or 1)
end

local function orders_text(orders)
  if #orders == 1 then return "#" .. orders[1] end
  if #orders > 3 then return ("#%d..%d (%d)"):format(orders[1], orders[#orders], #orders) end
  return "#" .. table.concat(orders, " #")
end

local function leaves_text(count) return count > 0 and result.counted(count, "leaf", "leaves") or nil end

-- The next even number: halves of it are whole.
local function even(x) return math.ceil(x / 2) * 2 end

local NONE = {}

local function add_line(lines, style, text)
  if text then lines[#lines + 1] = { style = style, text = styles[style].as_is and text or tree_svg.signs(text) } end
end

local kinds_of_more = { seen = "more", unseen = "unseen", plies = "plies" }

local function lines_of(item)
  local lines = {}
  if item.kind == "more" then
    add_line(lines, "small", result.counted(item.count, kinds_of_more[item.of], kinds_of_more[item.of]))
    if item.with_images then add_line(lines, "soft", ("%d with images"):format(item.with_images)) end
    add_line(lines, "soft", leaves_text(item.leaves))
    return lines
  end
  add_line(lines, "move", item.move)
  for _, line in ipairs(item.shown or NONE) do add_line(lines, "board", line) end
  add_line(lines, item.kind == "unseen" and "soft" or "value", item.value)
  if item.kind ~= "leaf" then
    add_line(lines, "small", item.window)
    add_line(lines, "small", item.merit)
    add_line(lines, "cut", item.cut_text)
  end
  for _, tag in ipairs(item.tags) do add_line(lines, "small", tag) end
  if item.orders then add_line(lines, "soft", orders_text(item.orders)) end
  return lines
end

local function measure(item)
  local width, height = 0, 0
  item.lines = lines_of(item)
  for _, line in ipairs(item.lines) do width, height = math.max(width, text_width(line)), height + styles[line.style].high end
  local round = item.player == "min" and #item.lines > 1 and 5 or 0    -- room for round corners
  item.box_width = math.max(LEAST, even(width + 10 + round))
  item.box_height = math.max(LEAST, even(height + 6))
  item.width, item.height, item.text_height = item.box_width, item.box_height, height
  if item.folded then
    item.fold_text = leaves_text(item.folded.leaves) or result.counted(item.folded.nodes, "node")
    item.width = math.max(item.width, svg.width(item.fold_text, 10))
    item.height = item.height + TRIANGLE + 13
  end
  for _, child in ipairs(item.children or NONE) do measure(child) end
end

--- Gives the items of a picture their places. Returns the width of the tree, its height, and the upper edges of its levels.
function tree_svg.lay(root)
  measure(root)
  return layout.tidy(root, { gap = GAP, level = LEVEL })
end

-- Parts of the drawing with one look are one path: large trees stay small.
local Canvas = {}
Canvas.__index = Canvas

function Canvas:add(class, format, ...)
  self.paths[class] = self.paths[class] or {}
  table.insert(self.paths[class], (format:format(...)))
end

function Canvas:text(x, y, class, text, about)
  local inner = text:find "[^%w #.,()+]" and svg.escape(text) or text
  if about then inner = "<title>" .. svg.escape(about) .. "</title>" .. inner end
  self.texts[#self.texts + 1] = ('<text x="%d" y="%d" class="%s">%s</text>'):format(x // 1, y // 1, class, inner)
end

-- A box, whose measures are whole numbers; `round`: with round corners.
local function box(canvas, class, x, y, width, height, round)
  if not round then
    canvas:add(class, "M%d %dh%dv%dh-%dz", x, y, width, height, width)
    return
  end
  local r = math.min(ROUND, height // 2, width // 2)
  local w, h = width - 2 * r, height - 2 * r
  canvas:add(class, "M%d %dh%da%d %d 0 0 1 %d %dv%da%d %d 0 0 1 -%d %dh-%da%d %d 0 0 1 -%d -%dv-%da%d %d 0 0 1 %d -%dz",
    x + r, y, w, r, r, r, r, h, r, r, r, r, w, r, r, r, r, h, r, r, r, r)
end

local function double_box(canvas, class, x, y, width, height, round)
  box(canvas, class, x, y, width, height, round)
  box(canvas, "inset", x + 2, y + 2, width - 4, height - 4, round)
end

local function class_of(item)
  if item.kind == "more" then return item.of == "unseen" and "unseen" or "more" end
  if item.kind == "unseen" then return "unseen" end
  local class = item.kind == "inner" and (item.player or "max") or item.kind
  for _, tag in ipairs(item.tags) do
    if tag == "old" or tag == "inactive" then class = tag elseif tag == "not live" then class = "dead" end
  end
  return class
end

local function about(item)
  local parts = { item.path == "" and "root" or item.path }
  if item.player then parts[#parts + 1] = item.player:upper() end
  for _, line in ipairs(item.lines) do
    if line.style ~= "board" then parts[#parts + 1] = line.text end
  end
  return table.concat(parts, ", ")
end

local function draw_texts(canvas, item, titles)
  local y = item.y + (item.box_height - item.text_height) // 2
  for i, line in ipairs(item.lines) do
    local style = styles[line.style]
    y = y + style.high
    canvas:text(item.x, y - style.high // 4, line.style, line.text, titles and i == 1 and about(item) or nil)
  end
end

local function draw_node(canvas, item, titles)
  local x, round = item.x - item.box_width // 2, item.player == "min" or item.kind == "more"
  local shape = (item.kind == "table" or item.kind == "shut") and double_box or box
  shape(canvas, class_of(item), x, item.y, item.box_width, item.box_height, round)
  if item.pv then box(canvas, "pv", x, item.y, item.box_width, item.box_height, round) end
  if item.folded then
    local top = item.y + item.box_height
    canvas:add("fold", "M%d %dl-12 %dh24z", item.x, top, TRIANGLE)
    canvas:text(item.x, top + TRIANGLE + 10, "soft", item.fold_text)
  end
  draw_texts(canvas, item, titles)
end

-- The edge to a child: past the other nodes of the level, then to it. Cut off if only siblings were visited.
local function draw_edge(canvas, item, child)
  local x1, y1, x2, y2 = item.x, item.y + item.box_height, child.x, child.y
  local bend, hidden = item.y + item.level_height, child.kind == "unseen" or child.kind == "more" and child.of == "unseen"
  local function line(class, by) canvas:add(class, "M%d %dV%dL%d %d", x1 + by, y1, bend, x2 + by, y2) end
  line(hidden and "edge hidden" or "edge", 0)
  if item.pv and child.pv then line("pvedge", 0) end
  if item.max and child.max then line("maxedge", -3) end
  if item.min and child.min then line("minedge", 3) end
  if hidden and item.cut then
    local x, y = (x1 + x2) // 2, (bend + y2) // 2
    canvas:add("slash", "M%d %dl6 -6M%d %dl6 -6", x - 5, y + 3, x - 1, y + 5)
  end
end

local function draw(canvas, item, titles)
  for _, child in ipairs(item.children or NONE) do
    draw_edge(canvas, item, child)
    draw(canvas, child, titles)
  end
  draw_node(canvas, item, titles)
end

-- What each mark means, in the order of the legend: how its sample is drawn, and the words.
local legend = {
  { "max", "MAX node", function(c, x, y) box(c, "max", x, y, 18, 16) end },
  { "min", "MIN node", function(c, x, y) box(c, "min", x, y, 18, 16, true) end },
  { "move", "italic: the move", nil },
  { "images", "×n: one of n successors that are images of one another", nil },
  { "leaf", "leaf: its value, and #n: evaluated as the n-th", function(c, x, y) box(c, "leaf", x, y, 18, 16) end },
  { "pv", "principal variation", function(c, x, y) box(c, "pv", x, y + 2, 18, 12) end },
  { "window", "(a, b): the window when the node was last entered", nil },
  { "test", "≥ a?  > a?: the test of a null window", nil },
  { "merit", "h: merit", nil },
  { "answer", "yes, no: cut off, as the question is answered", nil },
  { "cut alpha", "≤ α: cut off, MAX has α elsewhere", nil },
  { "cut beta", "≥ β: cut off, MIN has β elsewhere", nil },
  { "cut lower", "cut off by the node's own lower bound", nil },
  { "cut upper", "cut off by the node's own upper bound", nil },
  { "cut solved", "by h: left, as a child was solved", nil },
  { "cut purged", "purged: left, as a sibling was solved", nil },
  { "unseen", "never looked at", function(c, x, y)
    box(c, "unseen", x, y, 18, 16)
    c:add("slash", "M%d %dl6 -6M%d %dl6 -6", x + 4, y + 10, x + 8, y + 12)
  end },
  { "table", "answered by the table", function(c, x, y) double_box(c, "table", x, y, 18, 16) end },
  { "bounds", "bounds of the rules were enough", function(c, x, y) double_box(c, "shut", x, y, 18, 16) end },
  { "inactive", "deactivated, and left so", function(c, x, y) box(c, "inactive", x, y, 18, 16) end },
  { "again", "again: deactivated, and searched once more", nil },
  { "dead", "no longer live", function(c, x, y) box(c, "dead", x, y, 18, 16) end },
  { "old", "seen by an earlier, shallower pass only", function(c, x, y) box(c, "old", x, y, 18, 16) end },
  { "max tree", "max solution tree: proves the upper bound", function(c, x, y) c:add("maxedge", "M%d %dh18", x, y + 8) end },
  { "min tree", "min solution tree: proves the lower bound", function(c, x, y) c:add("minedge", "M%d %dh18", x, y + 8) end },
  { "folded", "folded subtree", function(c, x, y) c:add("fold", "M%d %dl-9 15h18z", x + 9, y + 1) end },
  { "plies", "several plies as one", function(c, x, y) box(c, "more", x, y, 18, 16, true) end },
  { "more", "several siblings as one", function(c, x, y) box(c, "more", x, y, 18, 16, true) end },
}

local LEGEND_LINE, LEGEND_GAP = 22, 18

local function draw_legend(canvas, marks, left, top, width)
  local x, y = left, top // 1
  for _, entry in ipairs(legend) do
    local mark, words, sample = entry[1], entry[2], entry[3]
    if marks[mark] then
      local wide = (sample and 24 or 0) + svg.width(words, 11)
      if x > left and x + wide > left + width then x, y = left, y + LEGEND_LINE end
      if sample then sample(canvas, x // 1, y) end
      canvas:text(x + (sample and 24 or 0), y + 12, "legend", words)
      x = x + wide + LEGEND_GAP
    end
  end
  return y + LEGEND_LINE - top
end

local css = [[<style>
text{text-anchor:middle;fill:#1b1f24}
.value{font-size:13px;font-weight:bold}.small,.soft,.cut,.move{font-size:10px}
.soft{fill:#5b6470}.cut{fill:#b23c00;font-weight:bold}
.board{font:11px "DejaVu Sans Mono",monospace;white-space:pre}.move{font-style:italic;fill:#3c444d}
.title{text-anchor:start;font-size:15px;font-weight:bold}.facts,.legend,.ply{text-anchor:start;font-size:11px;fill:#3c444d}
path{fill:none;stroke:#4a525c;stroke-width:1}
.max{fill:#dcebf7;stroke:#0072b2;stroke-width:1.4}.min{fill:#fdeadc;stroke:#b34700;stroke-width:1.4}
.leaf{fill:#fff;stroke:#333}.table,.shut{fill:#f6e3ef;stroke:#9a3c74}.shut{fill:#e3f3ec;stroke:#00714f}
.inset{stroke:#555;stroke-width:.7}.unseen{fill:#fafafa;stroke:#8b949e;stroke-dasharray:3 2}
.more{fill:#f0f0f0;stroke:#777}.inactive{fill:#fff;stroke:#6b5b00;stroke-width:1.4;stroke-dasharray:1.5 2}
.dead{fill:#e4e4e4;stroke:#777}.old{fill:#fff;stroke:#aaa;stroke-dasharray:6 2}
.edge{stroke:#7d8590}.hidden{stroke:#a7afb8;stroke-dasharray:3 3}.slash{stroke:#b23c00;stroke-width:1.6}
.fold{fill:#eef0f2;stroke:#7d8590}.pv{stroke:#000;stroke-width:2.6}.pvedge{stroke:#000;stroke-width:2.6}
.maxedge{stroke:#0072b2;stroke-width:3}.minedge{stroke:#d55e00;stroke-width:3;stroke-dasharray:7 3}
</style>]]

-- What lies below comes first.
local layers = {
  "edge", "edge hidden", "maxedge", "minedge", "pvedge", "slash", "fold", "max", "min", "leaf", "table", "shut", "more", "unseen",
  "inactive", "dead", "old", "inset", "pv",
}

local function body_of(canvas)
  local parts = tables.collect(layers, function(class)
    local list = canvas.paths[class]
    return list and ('<path class="%s" d="%s"/>'):format(class, table.concat(list))
  end)
  return table.concat({ css, table.concat(parts, "\n"), table.concat(canvas.texts, "\n") }, "\n")
end

-- The player to move at each level, if all its nodes have one.
local function players(item, level, list)
  if item.player and item.kind ~= "more" then
    if list[level] == nil then list[level] = item.player elseif list[level] ~= item.player then list[level] = false end
  end
  for _, child in ipairs(item.children or NONE) do players(child, level + 1, list) end
end

-- Moves all items; their places become whole numbers.
local function shift(item, x, y)
  item.x, item.y = (item.x + x) // 1, item.y + y
  for _, child in ipairs(item.children or NONE) do shift(child, x, y) end
end

local function wrapped(canvas, text, class, left, y, width, size)
  for _, line in ipairs(columns.wrap(text, math.max(20, width // (0.6 * size)))) do
    canvas:text(left, y, class, line)
    y = y + size + 5
  end
  return y
end

local MOST_TITLES = 2000        -- nodes of a tree that are described one by one

local function count(item) return 1 + tables.sum(item.children or NONE, count) end

--- Draws a picture as a whole SVG document.
function tree_svg.draw(picture)
  local canvas = setmetatable({ paths = {}, texts = {} }, Canvas)
  local width, height, tops = tree_svg.lay(picture.root)
  local whole = math.max(math.ceil(width) + GUTTER, 340)     -- at least a telephone's width
  local y = wrapped(canvas, picture.title, "title", MARGIN, MARGIN + 12, whole, 15)
  y = wrapped(canvas, picture.facts, "facts", MARGIN, y, whole, 11)
  local left_out = picture.left_out
  if left_out then y = wrapped(canvas, left_out, "facts", MARGIN, y, whole, 11) end
  y = y + 6
  shift(picture.root, MARGIN + GUTTER + math.max(0, (whole - GUTTER - width) // 2), y // 1)
  local levels = {}
  players(picture.root, 1, levels)
  for level, top in ipairs(tops) do
    if levels[level] then canvas:text(MARGIN, y + top + 14, "ply", levels[level]:upper()) end
  end
  draw(canvas, picture.root, count(picture.root) <= MOST_TITLES)
  y = y + height + 20
  y = y + draw_legend(canvas, picture.marks, MARGIN, y, whole)
  local description = picture.facts .. ". " .. (left_out or "")
  return svg.document(whole + 2 * MARGIN, y + MARGIN - 6, picture.title, description, body_of(canvas))
end

return tree_svg
