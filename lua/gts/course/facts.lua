--- What is true of a small tree, as gts finds it: the right answers of lessons are all made here, none is typed in.

local moves = require "gts.moves"
local record = require "gts.lab.record"
local search = require "gts.search"
local sketch = require "gts.course.sketch"
local tables = require "gts.base.tables"
local trees = require "gts.course.trees"

local facts = {}

local kept = setmetatable({}, { __mode = "k" })

-- The recording of a search of a tree: made once for each way of searching it.
local function recorded(tree, options, name)
  kept[tree] = kept[tree] or {}
  kept[tree][name] = kept[tree][name] or assert(record.try(trees.game(tree), options))
  return kept[tree][name]
end

--- The recording of a search of a tree by an algorithm, with `more` options.
function facts.record(tree, algorithm, more)
  local options, parts = { algorithm = algorithm }, { algorithm }
  for _, name in ipairs { "first", "open", "bounds", "window" } do
    local value = more and more[name]
    options[name] = value
    if value ~= nil then parts[#parts + 1] = type(value) == "table" and table.concat(value, "..") or tostring(value) end
  end
  return recorded(tree, options, table.concat(parts, " "))
end

--- The value of the node at a path.
function facts.value(tree, path)
  local node = trees.at(tree, path)
  if type(node) ~= "table" then return node end
  return facts.record(tree, "minimax").nodes[path].lower
end

--- The best move at the root, and how many are as good.
function facts.best(tree)
  local value = facts.value(tree, "")
  local best = tables.filter(tables.range(1, #tree), function(i) return facts.value(tree, tostring(i)) == value end)
  return best[1], #best
end

--- What stands in the inner nodes: their values, but of the hidden ones. `hides` of a path: is the value to be found out?
function facts.values(tree, hides)
  local known = {}
  local function visit(node, path)
    if type(node) ~= "table" then return end
    known[path] = hides(path) and "?" or tostring(facts.value(tree, path))
    for i, child in ipairs(node) do visit(child, trees.child(path, i)) end
  end
  visit(tree, "")
  return known
end

--- A drawing of a tree with the values of all nodes.
function facts.solved(tree, title)
  return sketch.draw(tree, { values = facts.values(tree, function() return false end), title = title })
end

--- The numbers of the leaves that a search looks at, in the order in which it does, with `more` options.
function facts.order(tree, algorithm, more)
  local leaves = trees.leaves(tree)
  return tables.collect(facts.record(tree, algorithm, more).events, function(event)
    return event.kind == "leaf" and leaves[event.path].number
  end)
end

--- The numbers of the leaves that a search looks at, sorted, each once.
function facts.seen(tree, algorithm, more) return tables.keys(tables.set(facts.order(tree, algorithm, more))) end

--- The numbers of the leaves that it does not look at.
function facts.unseen(tree, algorithm, more)
  local seen = tables.set(facts.order(tree, algorithm, more))
  return tables.collect(trees.leaves(tree), function(leaf) return not seen[leaf.number] and leaf.number end)
end

--- A number as people read it.
function facts.number(value)
  if value == math.huge then return "inf" elseif value == -math.huge then return "-inf" end
  return ("%.14g"):format(value)
end

-- What is known of a node's value: 3, <=2, >=5, ?.
local function known_of(node)
  if not node or node.epoch == 0 then return "?" end
  local lower, upper = node.lower, node.upper
  if lower == upper then return facts.number(lower) end
  if upper < math.huge then return "<=" .. facts.number(upper) end
  if lower > -math.huge then return ">=" .. facts.number(lower) end
  return "?"
end

--- What a search has proved of a node, as it stands in drawings.
function facts.known(tree, algorithm, path) return known_of(facts.record(tree, algorithm).nodes[path]) end

--- A drawing of what a search has seen: below a leaf stands "@3" if it was the third, or "-" if unseen; in a node what is proved.
function facts.searched(tree, algorithm, more, title)
  local recording = facts.record(tree, algorithm, more)
  local values, notes, faded = {}, {}, {}
  for path, node in pairs(recording.nodes) do values[path] = known_of(node) end
  for _, leaf in ipairs(trees.leaves(tree)) do notes[leaf.path], faded[leaf.path] = "-", true end
  for i, number in ipairs(facts.order(tree, algorithm, more)) do
    local path = trees.leaves(tree)[number].path
    if faded[path] then notes[path], faded[path] = "@" .. i, nil end
  end
  return sketch.draw(tree, { values = values, notes = notes, faded = faded, title = title })
end

--- A drawing whose leaves have their numbers below them: for questions about leaves. `given` is as for sketch.draw.
function facts.numbered(tree, given)
  local notes = {}
  for _, leaf in ipairs(trees.leaves(tree)) do notes[leaf.path] = ("#%d"):format(leaf.number) end
  return sketch.draw(tree, tables.copy(given or {}, { notes = notes }))
end

--- The value of a game, by a search.
function facts.game_value(game) return search.search(game).value end

--- How many leaves a search of tic-tac-toe looks at, with X in the middle.
function facts.middle(algorithm)
  return search.search("tictactoe", { algorithm = algorithm, position = moves.apply("tictactoe", nil, 5) }).stats.leaves
end

--- How many leaves a search of an implicit tree looks at. `spec`: see gts.tree; `algorithm`: default: minimax.
function facts.leaves(spec, algorithm)
  return search.search(trees.game(spec), { algorithm = algorithm or "minimax" }).stats.leaves
end

--- The numbers of a list as people read them.
function facts.list(numbers) return #numbers > 0 and table.concat(numbers, " ") or "none" end

return facts
