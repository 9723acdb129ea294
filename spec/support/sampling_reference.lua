--- Best-first minimax with completion, as its papers have it, on trees as spec/support/trees.lua has them: slow, and apart from
-- the engine. A new position has the value of its list (`value`). UCT and its kin: spec/support/mcts_reference.lua.

local nodes = require "spec.support.sampling_nodes"

local reference = {}

local back_up, dominated, held, settled = nodes.back_up, nodes.dominated, nodes.held, nodes.settled

-- The sign that is proved of a node's value, where that counts.
local function sign(node, given)
  if given.completion ~= "win" then return 0 end
  return node.lower > 0 and 1 or node.upper < 0 and -1 or 0
end

-- Does the list `a` come before `b`, number by number, the greater one first?
local function before(a, b)
  for i = 1, #a do if a[i] ~= b[i] then return a[i] > b[i] end end
  return false
end

-- The first of a node's children by a list of numbers; those of which it is nil are left out.
local function first(node, list_of)
  local best, its
  for _, child in ipairs(node.children) do
    local list = list_of(child, node.player == "max" and 1 or -1)
    if list and (not best or before(list, its)) then best, its = child, list end
  end
  return best
end

-- Where the iteration goes on below a node.
local function select(node, given)
  return first(node, function(child, side)
    if given.completion ~= "none" and (settled(child) or dominated(node, child) or
      sign(node, given) == 0 and sign(child, given) ~= 0) then return nil end
    return { side * child.estimate, given.ties == "most" and child.visits or -child.visits }
  end)
end

-- Two tables, by position (a list is one, however it is reached) and player to move: bounds, and estimates with visits.
local function shared(known, node)
  local by_player = known[node.player] or {}
  known[node.player] = by_player
  by_player[node.tree] = by_player[node.tree] or { lower = -math.huge, upper = math.huge, visits = 0 }
  return by_player[node.tree]
end

local function look(known, node)
  if not known or settled(node) then return 0 end
  local entry = shared(known, node)
  node.lower, node.upper = math.max(node.lower, entry.lower), math.min(node.upper, entry.upper)
  if settled(node) then
    node.estimate = node.lower
    return 0
  end
  if entry.visits > 0 then node.estimate = entry.estimate end
  node.estimate = held(node, node.estimate)
  return entry.visits
end

local function keep(known, node)
  if not known or type(node.tree) == "number" then return end
  local entry = shared(known, node)
  entry.lower, entry.upper = math.max(node.lower, entry.lower), math.min(node.upper, entry.upper)
  if not settled(node) and node.visits >= entry.visits then entry.estimate, entry.visits = node.estimate, node.visits end
end

-- The path of an iteration, and all that is new below it.
local function descend(root, given, known)
  local path, node = {}, root
  repeat
    path[#path + 1] = node
    if settled(node) then break end
    local goes_on = true
    if not node.complete then
      goes_on = node ~= root and look(known, node) > 0 or given.descent
      if settled(node) then break end
      for _ = 1, #node.tree do look(known, nodes.next_child(node)) end
      node.complete = true
      if goes_on then back_up(node) end
    end
    node = goes_on and not settled(node) and select(node, given) or nil
  until not node
  return path
end

--- The root after a number of iterations, or when it is settled. `given`: completion, ties, descent and safe as the options of
-- ubfm; `shares`: lists that are the same are one position, of which a table is kept.
function reference.ubfm(tree, iterations, given)
  given = given or {}
  local known = given.shares and {} or nil
  local root = nodes.new(tree, "max")
  for _ = 1, iterations do
    if settled(root) then break end
    local path = descend(root, given, known)
    for i = #path, 1, -1 do
      local at = path[i]
      at.visits = at.visits + 1
      if #at.children > 0 then
        back_up(at)
        local best = first(at, function(child, side) return { side * sign(child, given), side * child.estimate } end)
        at.estimate = given.completion == "none" and not settled(at) and best.estimate or held(at, best.estimate)
      end
      keep(known, at)
    end
  end
  root.best = first(root, function(child, side)
    local won, value = side * sign(child, given), side * child.estimate
    return given.safe and { won, child.visits, value } or { won, value, child.visits }
  end)
  return root
end

--- Checks what a result claims, `value` being the truth.
function reference.check_claims(r, value)
  assert(r.lower <= value and value <= r.upper, "the value is not between the bounds")
  assert(r.exact == (r.lower == r.upper))
  assert((r.value ~= nil) == r.exact, "a value is known where the bounds meet, and only there")
  if r.exact then assert(r.value == value, "another value")
  else
    assert(r.stopped and not r.solved)
    assert(r.estimate >= r.lower and r.estimate <= r.upper, "the estimate is not between the bounds")
  end
  for _, move in ipairs(r.moves) do assert(move.lower <= move.estimate and move.estimate <= move.upper) end
end

return reference
