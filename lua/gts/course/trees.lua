--- Small trees for lessons: random, written as people type them, their leaves numbered from left to right.
--
-- A tree is nested lists, as gts.tree takes it; a node is known by its path: "" is the root, "2.1" the first child of the second.

local tables = require "gts.base.tables"
local tree = require "gts.tree"

local trees = {}

--- Returns a list in random order. `lot`: see gts.base.random; `list` is changed.
function trees.shuffle(lot, list)
  for i = #list, 2, -1 do
    local k = lot(1, i)
    list[i], list[k] = list[k], list[i]
  end
  return list
end

-- The tree of a shape, { 3, 3 } or { 2, 2, 2 }: how many children a node has at each ply. The leaves are taken from a list.
local function grow(shape, ply, values)
  if ply > #shape then return table.remove(values, 1) end
  return tables.range(1, shape[ply], function() return grow(shape, ply + 1, values) end)
end

--- A tree of this shape with leaves that are all different. `shape`: how many children a node has at each ply; `lowest` of the
-- values; default 1; `highest`: default: 20, or more where there are many leaves.
function trees.draw(lot, shape, lowest, highest)
  local count = 1
  for _, children in ipairs(shape) do count = count * children end
  lowest = lowest or 1
  local numbers = trees.shuffle(lot, tables.range(lowest, highest or lowest + math.max(19, 2 * count)))
  return grow(shape, 1, table.move(numbers, 1, count, 1, {}))
end

--- Returns the first random tree that `fits`, of those that `make` makes of a lot.
function trees.such(lot, make, fits)
  for _ = 1, 10000 do
    local made = make(lot)
    if fits(made) then return made end
  end
  error "no such tree was drawn"
end

--- A tree as it is typed: {{3,12,8},{2,4,6}}.
function trees.write(node)
  if type(node) ~= "table" then return tostring(node) end
  return "{" .. table.concat(tables.map(node, trees.write), ",") .. "}"
end

--- The path of a child.
function trees.child(path, i) return path == "" and tostring(i) or path .. "." .. i end

--- The leaves from left to right: a list of tables with path, value and number; by their paths, too.
function trees.leaves(root)
  local list = {}
  local function visit(node, path)
    if type(node) ~= "table" then
      local leaf = { path = path, value = node, number = #list + 1 }
      list[#list + 1], list[path] = leaf, leaf
      return
    end
    for i, child in ipairs(node) do visit(child, trees.child(path, i)) end
  end
  visit(root, "")
  return list
end

--- The node at a path.
function trees.at(node, path)
  for step in path:gmatch "%d+" do node = node[tonumber(step)] end
  return node
end

local games = setmetatable({}, { __mode = "k" })

--- Returns the tree as a game, made once.
function trees.game(root)
  games[root] = games[root] or tree.new(root)
  return games[root]
end

--- The estimates of inner nodes (their field `value`) by path, as they stand in drawings.
function trees.estimates(node, path, list)
  path, list = path or "", list or {}
  if type(node) ~= "table" then return list end
  list[path] = node.value and tostring(node.value)
  for i, child in ipairs(node) do trees.estimates(child, trees.child(path, i), list) end
  return list
end

--- A tree for the screens of a lesson: `tree`, and its text, `written`.
function trees.with_text(made) return { tree = made, written = trees.write(made) } end

--- The first tree of a shape that `fits`, for the screens of a lesson.
function trees.fitting(lot, shape, fits)
  return trees.with_text(trees.such(lot, function(l) return trees.draw(l, shape) end, fits))
end

return trees
