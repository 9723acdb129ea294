--- Sound random games, in which gts.check must find no mistake, and suspect next to none.
--
-- Families: trees, graphs, graphs with cycles, scores (of the files of these names), and layers: a position is a place in a
-- layer, each move leads into a later one, and everything is drawn: the player to move, the winner, the values of ends, the
-- estimates, range, bounds, keys, and the form of the rules.

local graphs = require "spec.support.graphs"
local scores = require "spec.support.scores"
local trees = require "spec.support.trees"

local lot = trees.lot

local sound = {}

local PLACES = 12               -- of a layer: a position is layer * PLACES + place

-- A number from 0 to `most` that follows from a seed, a position and a purpose.
local function drawn(seed, p, what, most) return lot((seed * 1000003 + p) * 64 + what + 1, most) end

-- Values of ends: makers of functions of a number from 0 to 999, drawn for the end, and of the player to move there.
local values = {
  function() return function(n) return n < 500 and -1 or 1 end, 1 end,
  function() return function(n) return n % 3 - 1 end, 1 end,
  function() return function(n) return n < 750 and -1 or 1 end, 1 end,
  function() return function(n) return n < 100 and -5 or 5 end, 5 end,
  function() return function(n) return n % 21 - 10 end, 10 end,
  function() return function(n) return n - 500 end, 500 end,
  function() return function(n) return (n - 500) / 8 end, 64 end,
  function() return function(_, player) return player == "max" and -1 or 1 end, 1 end,         -- the last move wins
  function() return function(_, player) return player == "max" and 1 or -1 end, 1 end,         -- it loses
  function() return function(n, player) return (player == "max" and -1 or 1) * (n % 9 + 1) end, 10 end,
}

local favours = { max = 1, min = -1 }

-- Estimates: functions of a number from 0 to 999, the greatest value, the player to move, and the number of moves.
local estimates = {
  function() return 0 end,
  function(n, most) return (n - 500) / 512 * most end,
  function(n, most) return (n % 7 - 3) * most / 8 end,
  function(_, most, player) return favours[player] * most / 2 end,                               -- the move is worth something
  function(_, most, player, moves) return favours[player] * moves * most / 16 end,               -- moves are
  function(n, most, player) return favours[player] * most / 4 + (n % 5 - 2) * most / 64 end,
  function(n, most) return (n % 3 - 1) * most end,                                               -- as great as values at the end
  function(n, most) return n % 10 == 0 and most or n % 10 == 1 and -most or 0 end,
  function(_, most, player) return -favours[player] * most / 2 end,
}

-- A walk over a list of successors, as `next` gives it.
local function next_of(children)
  return function(p, move)
    local i = (move or 0) + 1
    local list = children(p)
    if list[i] then return i, list[i] end
  end
end

-- Lets positions be tables that hold the integer.
local function hold(rules)
  for _, name in ipairs { "evaluate", "player", "bounds", "key" } do
    local f = rules[name]
    rules[name] = f and function(p) return f(p.at) end
  end
  rules.start = { at = rules.start }
end

-- Rules of these functions of an integer in one of the forms that rules may have.
local forms = {
  lists = function(rules, children) function rules.successors(p) return children(p) end end,
  iterator = function(rules, children)
    local step = next_of(children)
    function rules.successors(p) return step, p end
  end,
  next = function(rules, children) rules.next = next_of(children) end,
  bits = function(rules, children)
    function rules.legal(p) return (1 << #children(p)) - 1 end
    function rules.play(p, move) return children(p)[move + 1] end
  end,
  words = function(rules, children)
    local step = next_of(children)
    rules.words, rules.start = 2, { rules.start, 7 }
    function rules.next(p, same, move)
      local found, child = step(p, move)
      if found then return found, child, same end
    end
  end,
  tables = function(rules, children)
    hold(rules)
    function rules.successors(p)
      local list = {}
      for i, child in ipairs(children(p.at)) do list[i] = { at = child } end
      return list
    end
  end,
  board = function(rules, children)
    hold(rules)
    function rules.moves(board)
      local list = {}
      for i in ipairs(children(board.at)) do list[i] = i end
      return list
    end
    function rules.play(board, move)
      local before = board.at
      board.at = children(before)[move]
      return before
    end
    function rules.undo(board, _, before) board.at = before end
  end,
}

local names = { "lists", "iterator", "next", "bits", "words", "tables", "board" }

local function layers(seed)
  local random = trees.stream(seed)
  local depth, most_children, twins = random(2, 14), random(2, 6), random(0, 2) == 0
  local value, most = values[random(1, #values)]()
  local estimate, early, twice = estimates[random(1, #estimates)], random(0, 30), random(0, 3) == 0
  -- Two places of a layer are one to the key, and all else of them is alike.
  local function same(p) return twins and p // 2 * 2 or p end
  local function player(p)
    if twice then return drawn(seed, same(p), 1, 1) == 0 and "max" or "min" end
    return p // PLACES % 2 == 0 and "max" or "min"
  end
  local function children(p)
    local q, layer = same(p), p // PLACES
    if layer >= depth or p > PLACES and drawn(seed, q, 2, 99) < early then return {} end
    local list, seen = {}, {}
    for i = 1, 1 + drawn(seed, q, 3, most_children - 1) do
      local child = (layer + 1) * PLACES + drawn(seed, q, 8 + i, PLACES - 1)
      if not seen[child] then list[#list + 1], seen[child] = child, true end
    end
    return list
  end
  local rules = { name = "layers", start = 0, player = player }
  function rules.evaluate(p)
    local n, count = drawn(seed, same(p), 4, 999), #children(p)
    if count == 0 then return value(n, player(p)) end
    return estimate(n, most, player(p), count)
  end
  if random(0, 2) > 0 then rules.range = { -most, most } end
  if random(0, 2) == 0 then function rules.bounds() return -most, most end end
  if twins or random(0, 2) == 0 then rules.key = same end
  local form = names[random(1, #names)]
  forms[form](rules, children)
  return rules, form
end

-- A game without `player`, in which a place is met with either player to move, with one value for both.
local function parity(seed)
  local random = trees.stream(seed)
  local count, most, both = random(5, 60), random(1, 5), random(0, 1) == 0
  local value, range = values[random(1, 7)]()
  local function children(p)
    local list = {}
    if p + 1 < count and drawn(seed, p, 2, 9) > 1 or p == 0 then
      for i = 1, 1 + drawn(seed, p, 3, most - 1) do list[i] = math.min(count, p + i + drawn(seed, p, 8 + i, 2)) end
      for i = #list, 2, -1 do if list[i] <= list[i - 1] then table.remove(list, i) end end
    end
    return list
  end
  local rules = { name = "parity", start = 0, successors = children }
  function rules.evaluate(p) return value(drawn(seed, p, 4, 999), "max") end
  if both then rules.range = { -range, range } end
  return rules, "lists"
end

--- The families: name -> a function of a seed that gives rules, and their form.
sound.families = {
  trees = function(seed)
    local form = trees.forms[seed % #trees.forms + 1]
    return (trees.rules(trees.random(seed, { static = true }), form)), form
  end,
  graphs = function(seed) return graphs.rules(graphs.random(seed, { acyclic = true })), "graph" end,
  cycles = function(seed)
    local rules = graphs.rules(graphs.random(seed))
    rules.cycle = 0
    return rules, "graph"
  end,
  scores = function(seed)
    local rules = scores.rules()
    rules.start = scores.start(seed)
    return rules, "scores"
  end,
  layers = layers, parity = parity,
}

--- Their names, sorted.
sound.names = { "cycles", "graphs", "layers", "parity", "scores", "trees" }

return sound
