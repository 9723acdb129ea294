--- Small trees as pictures that hide what is to be found out: in ASCII, from the top down, and as SVG.
--
--    MAX               [?]
--            .----------+----------.
--    MIN    (3)        (?)        (?)
--         .--+--.    .--+--.    .--+--.
--         3 12  8    2  4  6   14  5  2
--
-- What stands in an inner node, and below a leaf, is said by the path of the node.

local svg = require "gts.show.tree_svg"
local tables = require "gts.base.tables"
local trees = require "gts.course.trees"

local sketch = {}

local WIDE, NARROW, MANY = 2, 1, 12      -- blanks between two leaves; and where there are many of them

local shapes = { max = "[%s]", min = "(%s)" }
local other = { max = "min", min = "max" }
local names = { max = "MAX", min = "MIN" }

-- An item: path, player (nil: a leaf), label, note (below it), children.
local function item_of(node, path, player, given)
  local item = { path = path, note = given.notes and given.notes[path] }
  if type(node) ~= "table" then
    item.label = given.leaves and given.leaves[path] or tostring(node)
    return item
  end
  item.player, item.inside = player, given.values and given.values[path] or "?"
  item.label = shapes[player]:format(item.inside)
  item.children = tables.map(node, function(child, i) return item_of(child, trees.child(path, i), other[player], given) end)
  return item
end

-- The characters that the widest leaf takes: all get as many; and how many leaves there are.
local function measure(item)
  if not item.children then return math.max(#item.label, item.note and #item.note or 0), 1 end
  local most, count = 0, 0
  for _, child in ipairs(item.children) do
    local width, leaves = measure(child)
    most, count = math.max(most, width), count + leaves
  end
  return most, count
end

-- Places an item: `x` is the column of its middle. Gives the first column that is free behind it.
local function place(item, from, leaf, gap)
  if not item.children then
    item.x = from + (leaf - 1) // 2
    return from + leaf
  end
  local free = from
  for i, child in ipairs(item.children) do free = place(child, i == 1 and from or free + (child.children and gap + 1 or gap),
    leaf, gap) end
  local middle = #item.children // 2 + 1
  item.x = #item.children % 2 == 1 and item.children[middle].x or (item.children[middle - 1].x + item.children[middle].x) // 2
  return math.max(free, item.x + #item.label // 2)
end

-- A line of characters that is written into.
local function put(lines, row, x, text)
  local line = lines[row] or ""
  line = line .. (" "):rep(x - #line)
  lines[row] = line:sub(1, x) .. text .. line:sub(x + #text + 1)
end

local function put_middle(lines, row, x, text) put(lines, row, math.max(0, x - (#text - 1) // 2), text) end

local function rail(lines, row, item)
  local first, last = item.children[1].x, item.children[#item.children].x
  if first == last then return put(lines, row, first, "|") end
  put(lines, row, first, "." .. ("-"):rep(last - first - 1) .. ".")
  for i = 2, #item.children - 1 do put(lines, row, item.children[i].x, "+") end
  put(lines, row, item.x, "+")
end

local MARGIN = 5                -- columns for the names of the players

local function paint(lines, item, row)
  put_middle(lines, row, item.x, item.label)
  if item.player then put(lines, row, 0, names[item.player]) end
  if item.note then put_middle(lines, row + 1, item.x, item.note) end
  if not item.children then return end
  rail(lines, row + 1, item)
  for _, child in ipairs(item.children) do paint(lines, child, row + 2) end
end

-- The item as one of gts.lab.picture.
local function svg_item(item, ply, faded)
  local made = { kind = item.children and "inner" or faded[item.path] and "unseen" or "leaf", path = item.path, ply = ply,
    player = item.player, value = item.inside or item.label, tags = { item.note } }
  made.children = item.children and tables.map(item.children, function(child) return svg_item(child, ply + 1, faded) end)
  return made
end

--- Draws a tree. `root`: nested lists; `given`: values (what stands in inner nodes, by path; default "?"), notes (below leaves),
-- leaves (instead of their values), player (at the root; default "max"), title. Returns a table: text (ASCII, without a line
-- end at its end), and the method svg().
function sketch.draw(root, given)
  given = given or {}
  local item = item_of(root, "", given.player or "max", given)
  local leaf, count = measure(item)
  place(item, MARGIN, leaf, count > MANY and NARROW or WIDE)
  local lines = {}
  paint(lines, item, 1)
  for row = 1, tables.most(tables.keys(lines), math.tointeger) do lines[row] = (lines[row] or ""):gsub("%s+$", "") end
  return {
    text = table.concat(lines, "\n"),
    svg = function()
      return svg.draw { title = given.title or "A game tree", facts = given.facts or "", marks = {},
        root = svg_item(item, 0, given.faded or {}) }
    end,
  }
end

return sketch
