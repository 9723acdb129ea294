--- Trees to try algorithms on: random ones of every shape, what is true of them by definition, and games made of them.
--
-- A tree is what gts.tree takes: nested lists with numbers as leaves, all values from MAX's side; a list may have the fields
-- player, lower, upper and value. Nodes are named by their Dewey codes: "" the root, "2.1" the first child of its second.
--
--    local tree = trees.random(seed)                     -- or trees.random(seed, { values = "ties", informed = true })
--    local value, move = trees.oracle(tree)
--    local rules, log = trees.rules(tree, "next of strings")
--    local r = gts.search(rules, { algorithm = id })
--    trees.asked(log, "evaluate")                        -- { "1.1", "1.2", "2.1" }: the leaves, in the order of the search
--
-- Nothing here calls the engine.

local trees = {}

local other = { max = "min", min = "max" }

-- The bits of an integer, mixed (SplitMix64).
local function mix(x)
  x = (x ~ x >> 30) * 0xBF58476D1CE4E5B9
  x = (x ~ x >> 27) * 0x94D049BB133111EB
  return x ~ x >> 31
end
trees.mix = mix

--- A number from 0 to `most` that follows from an integer, as good as drawn.
function trees.lot(x, most)
  x = (x ~ x >> 29) * 0x5851f42d4c957f2d
  x = (x ~ x >> 32) * 0x2545f4914f6cdd1d
  return (x >> 33) % (most + 1)
end

--- A stream of whole numbers: random(lowest, highest). Equal seeds give equal streams on every machine (SplitMix64).
function trees.stream(seed)
  local state = seed * 0x9E3779B97F4A7C15
  return function(lowest, highest)
    state = state + 0x9E3779B97F4A7C15
    return lowest + (mix(state) >> 11) % (highest - lowest + 1)
  end
end

--- A small tree in which MAX can get 5 and no more, its third child the first to give it. MIN moves twice at 2.
function trees.third_child_gives_five()
  return {
    value = 0, upper = 9,
    { value = 0, { value = 0, 3, 9 }, { value = 0, 4, 1 } },
    { value = 0, lower = -9, { value = 0, player = "min", { value = 0, 2 }, 8 }, 6 },
    { value = 0, { value = 0, 5, 2 }, { value = 0, 7 } },
  }
end

--- The same in five leaves.
function trees.third_of_three_gives_five()
  return { value = 0, { value = 0, 3, 9 }, { value = 0, 4 }, { value = 0, 5, 7 } }
end

--- The tree of Fig. 1 of de Bruin & Pijls, "Trends in game tree search".
trees.fig1 = {
  { { { 41, 5 }, { 12, 90 } }, { { 99, 80 }, { 20, 30 } } }, { { { 10, 80 }, { 36, 35 } }, { { 50, 37 }, { 25, 3 } } },
}

-- Random trees.

-- Makers of leaf values: each is given the stream and gives a function without arguments.
local values = {
  ties = function(random) return function() return random(0, 3) end end,
  two = function(random) return function() return random(0, 1) end end,
  small = function(random) return function() return random(-9, 9) end end,
  negative = function(random) return function() return random(-50, -1) end end,
  wide = function(random) return function() return random(-1000000, 1000000) end end,
  real = function(random) return function() return random(-1000, 1000) / 7 end end,
  tiny = function(random) return function() return random(-3, 3) * 0x1p-1074 end end,    -- neighbouring doubles
  huge = function(random)     -- the greatest doubles and their neighbours
    return function() return (random(0, 1) * 2 - 1) * (0x1.fffffffffffffp1023 - random(0, 2) * 0x1p971) end
  end,
  distinct = function(random)
    local used = {}
    return function()
      local value
      repeat value = random(-5000, 5000) until not used[value]
      used[value] = true
      return value
    end
  end,
}

--- The kinds of leaf values: what the field `values` of a shape may be.
trees.values = { "distinct", "huge", "negative", "real", "small", "ties", "tiny", "two", "wide" }

-- The default shape, by the seed.
local function complete(shape, random)
  local function pick(name, value)
    if shape[name] == nil then return value end
    return shape[name]
  end
  local children = pick("children", ({ { 2, 2 }, { 3, 3 }, { 2, 3 }, { 1, 3 }, { 1, 5 } })[random(1, 5)])
  return {
    children = children,
    depth = pick("depth", random(1, children[2] > 3 and 3 or children[2] == 3 and 4 or 6)),
    even = pick("even", random(0, 2) == 0),
    values = pick("values", trees.values[random(1, #trees.values)]),
    player = pick("player", random(0, 2) == 0 and "min" or "max"),
    twice = pick("twice", random(0, 3) == 0),
    informed = pick("informed", random(0, 2) == 0),
    static = pick("static", false),
  }
end

local function grow(shape, random, value, depth, player)
  local node = {}
  if shape.twice and random(0, 2) == 0 then player = other[player] end
  if shape.twice or depth == shape.depth then node.player = player end
  if shape.static then node.value = value() end
  for i = 1, random(shape.children[1], shape.children[2]) do
    local leaf = depth == 1 or not shape.even and random(0, 3) == 0
    node[i] = leaf and value() or grow(shape, random, value, depth - 1, other[player])
  end
  return node
end

-- Gives bounds to every list below and including `node`: they bracket its value, and, unless `wild`, U never grows from a MAX
-- node to its children, nor falls L from a MIN node to its. `lower` and `upper` are what the parent's bounds demand.
local function inform(node, random, wild, player, lower, upper)
  if type(node) == "number" then return end
  local root = player == nil
  player = node.player or player or "max"
  local value = trees.oracle(node, player)
  if random(0, 2) > 0 then lower = math.max(lower, value - random(0, 8)) end
  if random(0, 2) > 0 then upper = math.min(upper, value + random(0, 8)) end
  if root and lower == upper then upper = math.huge end
  if lower > -math.huge then node.lower = lower end
  if upper < math.huge then node.upper = upper end
  for _, child in ipairs(node) do
    inform(child, random, wild, other[player],
      player == "min" and not wild and lower or -math.huge, player == "max" and not wild and upper or math.huge)
  end
end

--- A random tree. Its root has at least one child.
-- @tparam integer seed
-- @tparam[opt] table shape what is fixed; the seed decides the rest:
--   children {least, most}; depth (1..); even (all leaves at that depth); values (one of trees.values); player (of the root);
--   twice (a player may move twice); informed (lists have bounds that bracket their values, and meet sometimes, though not at the
--   root; U never grows from a MAX node to its children, L never falls from a MIN node to its; "wild": this only if it so
-- happens);
--   static (lists have their own value; default false)
function trees.random(seed, shape)
  local random = trees.stream(seed)
  shape = complete(shape or {}, random)
  local tree = grow(shape, random, values[shape.values](random), shape.depth, shape.player)
  if tree.player == "max" then tree.player = nil end
  if shape.informed then inform(tree, random, shape.informed == "wild", nil, -math.huge, math.huge) end
  return tree
end

-- The sanitizers look for faults of memory, not for rare trees: under them a share of the trees will do.
local share = tonumber(os.getenv "GTS_SPEC_SHARE") or 1

--- Calls check(tree, seed) for `count` random trees of a shape (all shapes if nil); an error says which tree it was. `others`:
-- further seeds.
function trees.every(count, shape, check, others)
  for _, seed in ipairs(trees.seeds(count, others)) do
    local tree = trees.random(seed, shape)
    local ok, wrong = pcall(check, tree, seed)
    if not ok then error(("seed %d, tree %s: %s"):format(seed, trees.text(tree), tostring(wrong)), 0) end
  end
end

--- How many of `count` random things to try, where fewer will do if time is short.
function trees.share(count) return math.ceil(count * share) end

--- The seeds from 1 to `count`, and those of a list that are greater: seeds that find faults which few others find.
function trees.seeds(count, others)
  local list = {}
  for seed = 1, count do list[seed] = seed end
  for _, seed in ipairs(others or {}) do list[#list + 1] = seed > count and seed or nil end
  return list
end

--- The same as trees.every for laws that hold for each of them.
function trees.each(count, shape, check, others) trees.every(trees.share(count), shape, check, others) end

--- The tree as Lua writes it, for messages.
function trees.text(tree)
  if type(tree) == "number" then return math.type(tree) == "integer" and tostring(tree) or ("%.17g"):format(tree) end
  local parts = {}
  for _, field in ipairs { "player", "lower", "upper", "value" } do
    if tree[field] then parts[#parts + 1] = ("%s=%s"):format(field, tostring(tree[field])) end
  end
  for _, child in ipairs(tree) do parts[#parts + 1] = trees.text(child) end
  return "{" .. table.concat(parts, ",") .. "}"
end

--- Returns the dual tree: values negated, players and bounds exchanged.
function trees.dual(tree, player)
  if type(tree) == "number" then return -tree end
  player = tree.player or player or "max"
  local dual = {
    player = other[player], value = tree.value and -tree.value,
    lower = tree.upper and -tree.upper, upper = tree.lower and -tree.lower,
  }
  for i, child in ipairs(tree) do dual[i] = trees.dual(child, other[player]) end
  return dual
end

-- What is true by definition.

--- The minimax value of a tree and its leftmost best move (nil for a leaf): the oracle.
function trees.oracle(tree, player)
  if type(tree) == "number" then return tree end
  player = tree.player or player or "max"
  local best, move = tree.value, nil
  for i, child in ipairs(tree) do
    local value = trees.oracle(child, other[player])
    if i == 1 or player == "max" and value > best or player == "min" and value < best then best, move = value, i end
  end
  return best, move
end

--- Minimax with a horizon: a list at `depth` has the value of its field `value`.
function trees.horizon(tree, depth, player)
  if type(tree) == "number" then return tree end
  if depth == 0 then return tree.value end
  local cut = { value = tree.value, player = tree.player or player or "max" }
  for i, child in ipairs(tree) do cut[i] = trees.horizon(child, depth - 1, other[cut.player]) end
  return trees.oracle(cut)
end

local function add_node(nodes, tree, parent, index, player)
  local inner = type(tree) == "table"
  local node = {
    number = #nodes, parent = parent, index = index, children = {}, ply = parent and parent.ply + 1 or 0,
    path = not parent and "" or parent.parent and parent.path .. "." .. index or tostring(index),
    leaf = not inner or #tree == 0, player = inner and tree.player or player,
  }
  if inner then node.value, node.lower, node.upper = tree.value, tree.lower, tree.upper
  else node.value = tree end
  nodes[#nodes + 1] = node
  nodes[node.path] = node
  for i = 1, inner and #tree or 0 do node.children[i] = add_node(nodes, tree[i], node, i, other[node.player]) end
  return node
end

--- All nodes of a tree in preorder, the root first; also by their Dewey codes. Each has number (the root 0), path, ply, parent,
-- index (which child), children, leaf, player, and value, lower, upper where the tree gives them.
function trees.nodes(tree)
  local nodes = {}
  add_node(nodes, tree, nil, 1, "max")
  return nodes
end

-- Reference algorithms, after algorithms as the papers write them. Each gives its value and the Dewey codes of the leaves it
-- evaluates, in order; a window is optional.

local function on_nodes(visit)
  return function(tree, alpha, beta)
    local order, developed = {}, {}
    local value = visit(trees.nodes(tree)[1], alpha or -math.huge, beta or math.huge, order, developed)
    return value, order, developed
  end
end

local function examine(node, order)
  order[#order + 1] = node.path
  return node.value
end

local function failsoft(strict)
  local function visit(n, alpha, beta, order)
    if n.leaf then return examine(n, order) end
    local g = n.player == "max" and -math.huge or math.huge
    for _, c in ipairs(n.children) do
      if n.player == "max" then
        g = math.max(g, visit(c, math.max(alpha, g), beta, order))
        if g > beta or g == beta and not strict then break end
      else
        g = math.min(g, visit(c, alpha, math.min(beta, g), order))
        if g < alpha or g == alpha and not strict then break end
      end
    end
    return g
  end
  return visit
end

--- Alpha-beta, fail-soft (de Bruin & Pijls, Trends, Fig. 3).
trees.failsoft = on_nodes(failsoft(false))

--- Like trees.failsoft, but examines what equals a bound, too: the option `strict` of alphabeta.
trees.strict = on_nodes(failsoft(true))

local function failhard(n, alpha, beta, order)
  if n.leaf then return math.max(alpha, math.min(beta, examine(n, order))) end
  for _, c in ipairs(n.children) do
    local w = failhard(c, alpha, beta, order)
    if n.player == "max" then
      if w >= beta then return beta end
      alpha = math.max(alpha, w)
    else
      if w <= alpha then return alpha end
      beta = math.min(beta, w)
    end
  end
  return n.player == "max" and alpha or beta
end

--- Alpha-beta, fail-hard (McCarthy, maxval and minval).
trees.failhard = on_nodes(failhard)

local function informed(n, alpha, beta, order, developed)
  developed[#developed + 1] = n.path
  if n.leaf then return examine(n, order) end
  local lower, upper = n.lower or -math.huge, n.upper or math.huge
  if alpha >= upper or lower >= beta or lower == upper then return lower >= beta and lower or upper end
  local f
  if n.player == "max" then
    alpha, f = math.max(alpha, lower), -math.huge
    for _, c in ipairs(n.children) do
      local x = informed(c, alpha, beta, order, developed)
      f, alpha = math.max(f, x), math.max(alpha, x)
      if x >= math.min(beta, upper) then break end
    end
  else
    beta, f = math.min(beta, upper), math.huge
    for _, c in ipairs(n.children) do
      local x = informed(c, alpha, beta, order, developed)
      f, beta = math.min(f, x), math.min(beta, x)
      if x <= math.max(alpha, lower) then break end
    end
  end
  return f
end

--- Alpha-beta with the bounds of the lists (Pijls & de Bruin, Framework, Fig. 5). Gives the nodes that it develops, too, leaves
-- among them, in order.
trees.informed = on_nodes(informed)

-- Games made of trees.

-- Codes a node as a position, and back; `words` are the integers of a position of more than one.
local codings = {
  integers = { function(n) return n.number end, function(nodes, p) return nodes[p + 1] end },
  strings = { function(n) return "node " .. n.path end, function(nodes, p) return nodes[p:sub(6)] end },
  tables = { function(n) return { n.number } end, function(nodes, p) return nodes[p[1] + 1] end },
  floats = { function(n) return n.number + 0.25 end, function(nodes, p) return nodes[math.tointeger(p - 0.25) + 1] end },
  mixture = {       -- another kind of value at each ply
    function(n)
      local kind = n.ply % 4
      return kind == 0 and { n.number } or kind == 1 and n.number or kind == 2 and n.path or n.number % 2 == 0
        and function() return n.number end or n.number + 0.5
    end,
    function(nodes, p)
      if type(p) == "string" then return nodes[p] end
      if type(p) == "function" then p = p() end
      return nodes[math.floor(type(p) == "table" and p[1] or p) + 1]
    end
  },
}
-- Of more than four words the engine has handles only.
local several = { 2, 3, 4, 5, 16 }
for _, words in ipairs(several) do
  local shift = { 0, math.maxinteger, -1, 0x5555 }
  for i = 5, words do shift[i] = i * 0x123456789 end
  codings[words .. " words"] = {
    function(n)
      local p = {}
      for i = 1, words do p[i] = n.number ~ shift[i] end
      return table.unpack(p)
    end,
    function(nodes, ...)
      for i = 2, words do assert(select(i, ...) == select(1, ...) ~ shift[i], "a word was changed") end
      return nodes[... + 1]
    end,
    words = words
  }
end

-- Codes the move to a node.
local moves = {
  ["list"] = function(n) return n.index end,
  ["list with moves"] = function(n) return { n.index } end,
  ["iterator"] = function(n) return "m" .. n.index end,
  ["closure"] = function(n) return n.index + 0.5 end,
  ["next"] = function(n) return n.index end,
}

--- Which child a move leads to, in any form.
function trees.move_number(move)
  if type(move) == "table" then return move[1] end
  if type(move) == "string" then return tonumber(move:sub(2)) end
  return move and math.floor(move)
end

-- The ways to tell the successors: each is given encode, decode, the maker of moves and the log, and gives the name of a field
-- and its function.
local walks = {}

walks["list"] = function(encode, decode, _, note)
  return "successors", function(p)
    local n, list = decode(p), {}
    note("successors", n)
    for i, child in ipairs(n.children) do list[i] = encode(child) end
    return list
  end
end

walks["list with moves"] = function(encode, decode, move, note)
  return "successors", function(p)
    local n, list, names = decode(p), {}, {}
    note("successors", n)
    for i, child in ipairs(n.children) do list[i], names[i] = encode(child), move(child) end
    return list, names
  end
end

walks["iterator"] = function(encode, decode, move, note)
  local function step(n, last)
    note("step", n)
    local child = n.children[last == false and 1 or trees.move_number(last) + 1]
    if child then return move(child), encode(child) end
  end
  return "successors", function(p)
    local n = decode(p)
    note("successors", n)
    return step, n, false
  end
end

walks["closure"] = function(encode, decode, move, note)
  return "successors", function(p)
    local n, i = decode(p), 0
    note("successors", n)
    return function()
      note("step", n)
      i = i + 1
      if n.children[i] then return move(n.children[i]), encode(n.children[i]) end
    end
  end
end

walks["next"] = function(encode, decode, move, note, words)
  return "next", function(...)
    local n, last = decode(...), select(words + 1, ...)
    note("next", n)
    local child = n.children[(trees.move_number(last) or 0) + 1]
    if child then return move(child), encode(child) end
  end
end

--- The forms that rules may have: "WALK of POSITIONS", for example "list of integers" or "next of 2 words".
trees.forms = {}
for _, walk in ipairs { "list", "list with moves", "iterator", "closure", "next" } do
  for _, coding in ipairs { "integers", "strings", "tables", "floats", "mixture" } do
    trees.forms[#trees.forms + 1] = walk .. " of " .. coding
  end
end
for _, words in ipairs(several) do trees.forms[#trees.forms + 1] = ("next of %d words"):format(words) end

local function any(nodes, holds)
  for _, node in ipairs(nodes) do if holds(node) then return true end end
  return false
end

-- Does somebody move at another ply than he would if players alternated and MAX began?
local function needs_player(nodes)
  return any(nodes, function(n) return not n.leaf and (n.player == "max") ~= (n.ply % 2 == 0) end)
end

--- Rules whose game is a tree.
-- @tparam table tree
-- @tparam[opt="list of integers"] string form one of trees.forms
-- @tparam[opt] table with terminal = true (the rules have that function); player = true (even if it could be left out);
-- bounds = false (left out even if the tree has them); key = false (left out where positions are not their own keys)
-- @treturn table the rules
-- @treturn {string,...} the log: every call adds the name of the function and the node's path: "evaluate 2.1"; a step of an
-- iterator is "step 2". Evaluating a list without a value raises an error
-- @treturn table trees.nodes(tree)
function trees.rules(tree, form, with)
  form, with = form or "list of integers", with or {}
  local walk, coding = form:match("^(.-) of (.*)$")
  local encode, find = table.unpack(codings[coding], 1, 2)
  local words, nodes, log = codings[coding].words or 1, trees.nodes(tree), {}
  local function decode(...) return assert(find(nodes, ...), "no such position") end
  local function note(what, n) log[#log + 1] = what .. " " .. n.path end
  local rules = { name = form }
  if words > 1 then rules.words, rules.start = words, { encode(nodes[1]) } else rules.start = encode(nodes[1]) end
  local field, successors = walks[walk](encode, decode, moves[walk], note, words)
  rules[field] = successors
  function rules.evaluate(...)
    local n = decode(...)
    note("evaluate", n)
    return n.value or error("evaluate was called for the inner node '" .. n.path .. "'")
  end
  if with.terminal then
    function rules.terminal(...)
      note("terminal", decode(...))
      return decode(...).leaf
    end
  end
  if with.player or needs_player(nodes) then
    function rules.player(...)
      note("player", decode(...))
      return decode(...).player
    end
  end
  if with.bounds ~= false and any(nodes, function(n) return n.lower or n.upper end) then
    function rules.bounds(...)
      note("bounds", decode(...))
      return decode(...).lower, decode(...).upper
    end
  end
  if with.key ~= false and (coding == "tables" or coding == "floats" or coding == "mixture") then
    function rules.key(...) return decode(...).number end
  end
  return rules, log, nodes
end

--- The nodes that a log says were asked `what` ("evaluate", "successors", ...): their Dewey codes, in order.
function trees.asked(log, what)
  local paths = {}
  for _, entry in ipairs(log) do
    local kind, path = entry:match("^(%a+) (.*)$")
    if kind == what then paths[#paths + 1] = path end
  end
  return paths
end

--- A tracer for the option `trace`, and the list to which it adds the path of every event of `kind` ("leaf").
function trees.tracer(kind)
  local paths = {}
  return function(event)
    if event.kind == kind then paths[#paths + 1] = event.path end
  end, paths
end

--- Is every element of the list `part` one of the list `whole`?
function trees.subset(part, whole)
  local set = {}
  for _, path in ipairs(whole) do set[path] = true end
  for _, path in ipairs(part) do if not set[path] then return false end end
  return true
end

--- Every item of a picture, in preorder.
function trees.items_of(item, list)
  list = list or {}
  list[#list + 1] = item
  for _, child in ipairs(item.children or {}) do trees.items_of(child, list) end
  return list
end

return trees
