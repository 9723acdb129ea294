--- The top of a tree that job-level proof-number search grows (Wu, Lin, Sun, Kao, Lin, Chan and Chen, "Job-level proof number
-- search", 2013): few nodes, each looked at by a job, a bounded search.
--
-- A node has proved bounds, `lower` and `upper`, and while they do not answer the question "is the value at least `goal`?" a
-- proof number `max` and a disproof number `min` (`by player`, as in src/algo/proof/question.h): where a player moves, his
-- number is the least of the children's, his opponent's the sum of theirs. Bounds serve other goals too; numbers only choose
-- what is looked at next.
--
-- The most-proving node is searched by a job. If that leaves it open, it takes the job's numbers, and when it is chosen again
-- it is expanded: its children begin with its numbers, divided among them where they are a sum, so that the numbers above do
-- not jump. A node that has a job keeps its numbers, and is passed over until the answer is there (the paper's virtual
-- equivalence with flags); children count as harder by the jobs that run below them.
--
-- Positions that are reached by several paths at one ply are one node; those at different plies never are, so there are no
-- circles. No rules are called here: what a node is expanded to comes with the answer of its job.

local top = {}

local HUGE = math.huge
local EACH = 0.25               -- the part of itself by which a number counts as greater for each job that runs below it
local other = { max = "min", min = "max" }

--- A tree. Fields: `goal`; `root`; `by_id`, its nodes, and `count`, their number; `proved`, the bounds of nodes by id, for other
-- goals too; `given_up`, the paths of nodes whose jobs were.
local Top = {}
Top.__index = Top

-- Nodes: id, path (numbers of successors), line (ids of the nodes on it), lower, upper, max and min (numbers), parents; below,
-- the jobs that run there; free: it or one below may be chosen. Of those a job has left open: answer; player; then children.

-- Does what is proved of a node answer the question? The winner.
local function winner(self, node) return node.lower >= self.goal and "max" or node.upper < self.goal and "min" or nil end

local function settle(node, won)
  node[won], node[other[won]] = 0, HUGE
  node.free = false
end

local function add_node(self, id, path, line, max, min)
  local node = self.by_id[id]
  if node and #node.path == #path then return node end
  if node then error(("node %s stands at two plies: the file of jobs was forged"):format(id), 0) end
  local bounds = self.proved[id] or self.range
  node = { id = id, path = path, line = line, lower = bounds.lower, upper = bounds.upper, max = max, min = min, parents = {},
    below = 0, free = true }
  self.by_id[id], self.count = node, self.count + 1
  local won = winner(self, node)
  if won then settle(node, won) end
  return node
end

-- What the children say of a node. Did anything change?
local function gather(self, node)
  local mine, his = node.player, other[node.player]
  local least, sum, free, lower, upper = HUGE, 0, false, HUGE, HUGE
  local sign = mine == "max" and 1 or -1
  for _, child in ipairs(node.children) do            -- bounds as the mover sees them: the greatest of either
    least, sum, free = math.min(least, child[mine]), sum + child[his], free or child.free
    local a, b = child.lower, child.upper
    if sign < 0 then a, b = -b, -a end
    lower, upper = math.min(lower, -a), math.min(upper, -b)
  end
  lower, upper = -lower, -upper
  if sign < 0 then lower, upper = -upper, -lower end
  local before = { node.lower, node.upper, node.max, node.min, node.free }
  node.lower, node.upper = math.max(node.lower, lower), math.min(node.upper, upper)
  node[mine], node[his], node.free = least, sum, free
  local won = winner(self, node)
  if won then settle(node, won) end
  return before[1] ~= node.lower or before[2] ~= node.upper or before[3] ~= node.max or before[4] ~= node.min
    or before[5] ~= node.free
end

-- A node has changed: all above it follow, from the deepest up.
local function back_up(self, node)
  local pending = { [#node.path] = { node } }
  for ply = #node.path, 0, -1 do
    for _, one in ipairs(pending[ply] or {}) do
      one.waits = nil
      if one == node or gather(self, one) then
        self.proved[one.id] = { lower = one.lower, upper = one.upper }        -- for other goals, too
        for _, parent in ipairs(one.parents) do
          local list = pending[ply - 1] or {}
          pending[ply - 1] = list
          if not parent.waits then list[#list + 1], parent.waits = parent, true end
        end
      end
    end
  end
end

local function with(list, last)
  local copy = table.move(list, 1, #list, 1, {})
  copy[#copy + 1] = last
  return copy
end

local function expand(self, node)
  local ids, his = node.answer.children, other[node.player]
  local numbers = { [node.player] = node[node.player], [his] = math.max(1, node[his] // #ids) }
  node.children = {}
  for i, id in ipairs(ids) do
    local child = add_node(self, id, with(node.path, i), with(node.line, id), numbers.max, numbers.min)
    child.parents[#child.parents + 1] = node
    node.children[i] = child
  end
  gather(self, node)
  back_up(self, node)
end

-- The child to go down to: the one that costs its mover least, dearer by each job below it; of equals the leftmost.
local function choose(node)
  local best, least
  for _, child in ipairs(node.children) do
    local cost = child.free and child[node.player] * (1 + EACH * child.below)
    if cost and (not best or cost < least) then best, least = child, cost end
  end
  return best
end

--- Chooses the node for a job, which begins. Returns the `node`, and the nodes `line` down to it; nil: the question is answered,
-- or all there is to do is being done.
function Top:take()
  local node, line = self.root, {}
  while node.free do
    line[#line + 1] = node
    if not node.answer then
      node.free = false
      back_up(self, node)
      for _, above in ipairs(line) do above.below = above.below + 1 end
      return { node = node, line = line }
    end
    if not node.children then expand(self, node) end
    local child = node.free and choose(node)
    if child then node = child else node, line = self.root, {} end      -- it is settled, or all below it is at work
  end
end

--- A job of Top:take has been answered; nil: it was given up, and the node will not be chosen again.
function Top:answer(job, answer)
  local node = job.node
  for _, above in ipairs(job.line) do above.below = above.below - 1 end
  if not answer then
    table.insert(self.given_up, table.concat(node.path, "."))
    return
  end
  node.answer, node.player, node.free = answer, answer.player, true
  node.lower, node.upper = math.max(node.lower, answer.lower), math.min(node.upper, answer.upper)
  local won = winner(self, node)
  if won then settle(node, won) elseif answer.max then node.max, node.min = answer.max, answer.min end
  back_up(self, node)
end

--- The winner of the question; nil while it is open.
function Top:winner() return winner(self, self.root) end

--- Returns the number of the leftmost move of the root that is proved to have `value` for the player to move; nil: none is.
function Top:best(value)
  local root = self.root
  local function is_sure(lower, upper)
    if root.player == "max" then return lower >= value end
    return upper <= value
  end
  for i, child in ipairs(root.children or {}) do
    if is_sure(child.lower, child.upper) then return i end
  end
  local answer = root.answer
  return answer and answer.move and answer.move > 0 and is_sure(answer.lower, answer.upper) and answer.move or nil
end

--- A tree of nothing but its root. `range`: bounds of all nodes; `proved`: bounds by node, which is filled.
function top.new(id, goal, range, proved)
  local self = setmetatable({ goal = goal, proved = proved, by_id = {}, count = 0, given_up = {},
    range = { lower = range[1], upper = range[2] } }, Top)
  self.root = add_node(self, id, {}, {}, 1, 1)
  return self
end

return top
