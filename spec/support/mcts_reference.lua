--- Monte-Carlo tree search by the definitions of its papers, on trees as spec/support/trees.lua has them: slow, and apart from
-- the engine. It keeps all iterations, and computes each statistic of moves from the whole list when it is asked for.
--
--    local root = require "spec.support.mcts_reference" (tree, { select = "rave", iterations = 20, rollout = 0 })
--
-- The options are those of the engine, without its defaults: iterations, exploration; select, ref, bias, proof_weight,
-- proof_bias, goal; backup, backup_weight; root; playout, temperature, epsilon, seed. rollout = 0: a new position has the value
-- of its list (`value`); else it is played out by the policy `playout`, drawn as the engine draws. range: that of the game.
-- positions = {}: lists that are in several places are transpositions; it has, by player and list, what is known of a position:
-- visits, sum, lower, upper; and may be kept.

local mix = require("spec.support.trees").mix
local nodes = require "spec.support.sampling_nodes"

local INF = math.huge
local other = { max = "min", min = "max" }
local settled, held, dominated = nodes.settled, nodes.held, nodes.dominated

local Search = {}
Search.__index = Search

-- The random numbers (SplitMix64).

function Search:unit()
  self.random = self.random + 0x9E3779B97F4A7C15
  return (mix(self.random) >> 11) * 0x1p-53
end

-- Scales.

local function scaled(scale, value, player)
  local part = scale.most > scale.least and (value / 2 - scale.least / 2) / (scale.most / 2 - scale.least / 2) or 0.5
  return player == "min" and 1 - part or part
end

local function limited(part) return math.max(0, math.min(1, part)) end

local function see(scale, value) scale.least, scale.most = math.min(scale.least, value), math.max(scale.most, value) end

-- Statistics of moves, from all iterations. A step of one: { player, move }; its nodes are those of its path, in order.

local function same(a, b) return a.player == b.player and a.move == b.move end

-- Count and sum of the results at `node`, of iterations through it in which the step was played there or later.
function Search:amaf(node, step)
  local count, sum = 0, 0
  for _, past in ipairs(self.history) do
    local from
    for i, at in ipairs(past.path) do from = at == node and i or from end
    local found = false
    for i = from or INF, #past.steps do found = found or same(past.steps[i], step) end
    if found then count, sum = count + 1, sum + past.results[from] end
  end
  return count, sum
end

-- Count and sum of the results of iterations, for each time that the steps were played one after another.
function Search:gram(steps)
  local count, sum = 0, 0
  for _, past in ipairs(self.history) do
    for i = 1, #past.steps - #steps + 1 do
      local all = true
      for k, step in ipairs(steps) do all = all and same(past.steps[i + k - 1], step) end
      if all then count, sum = count + 1, sum + past.result end
    end
  end
  return count, sum
end

-- Playouts.

function Search:mast_weight(step)
  local count, sum = self:gram { step }
  return math.exp((count > 0 and scaled(self.scale, sum / count, step.player) or 1) / self.temperature)
end

function Search:nst_score(played, step)
  local total, number = 0, 0
  for n = 1, math.min(3, #played + 1) do
    local steps = table.move(played, #played - n + 2, #played, 1, {})
    steps[n] = step
    local count, sum = self:gram(steps)
    if n == 1 or count >= 7 then
      total, number = total + (count > 0 and scaled(self.scale, sum / count, step.player) or 1), number + 1
    end
  end
  return total / number
end

-- The number of the move that is drawn.
function Search:draw(tree, player, played)
  local greedy = self.playout == "nst" and self:unit() >= self.epsilon
  local chosen, total, best = nil, 0, -INF
  for move = 1, #tree do
    local step, weight = { player = player, move = move }, 1
    if self.playout == "mast" then weight = self:mast_weight(step) end
    if greedy then
      local score = self:nst_score(played, step)
      weight = score >= best and 1 or 0
      if score > best then best, total, chosen = score, 0, nil end
    end
    if weight > 0 then
      total = total + weight
      if not chosen or self:unit() * total < weight then chosen = move end
    end
  end
  return chosen
end

-- The value at the end of a playout from `node`, and whether it had no choice.
function Search:play_out(node, played)
  local tree, player, exact = node.tree, node.player, true
  while type(tree) == "table" do
    player = tree.player or player
    local move = self:draw(tree, player, played)
    played[#played + 1] = { player = player, move = move }
    exact = exact and #tree == 1
    tree, player = tree[move], other[player]
  end
  return tree, exact
end

-- Transpositions.

-- Takes what is known of a position.
local function refresh(node)
  local entry = node.entry
  if not entry or settled(node) then return end
  if entry.visits > 0 then node.visits, node.sum = entry.visits, entry.sum end
  node.lower, node.upper = math.max(node.lower, entry.lower), math.min(node.upper, entry.upper)
  if node.visits > 0 or settled(node) then node.estimate = settled(node) and node.lower or node.sum / node.visits end
end

function Search:refresh_children(node)
  if not self.positions then return end
  for _, child in ipairs(node.children) do refresh(child) end
  nodes.back_up(node)
end

-- A node was made. Was its position known before?
function Search:meet(node)
  if not self.positions or type(node.tree) == "number" then return false end
  local of = self.positions[node.player] or {}
  self.positions[node.player] = of
  of[node.tree] = of[node.tree] or { visits = 0, sum = 0, lower = -INF, upper = INF }
  node.entry = of[node.tree]
  refresh(node)
  if node.visits == 0 and not settled(node) then return false end
  see(self.scale, node.estimate)
  return true
end

-- Adds a result.
local function count(node, result, is_root)
  local entry = node.entry
  node.visits, node.sum = node.visits + 1, node.sum + result
  if entry then
    entry.visits, entry.sum = entry.visits + 1, entry.sum + result
    if not is_root then entry.lower, entry.upper = math.max(entry.lower, node.lower), math.min(entry.upper, node.upper) end
    node.visits, node.sum = entry.visits, entry.sum
  end
  node.estimate = settled(node) and node.lower or node.sum / node.visits
end

-- Selection.

-- What a child's own results are worth, and what `backup` adds.
function Search:exploit(node, child)
  local own = scaled(self.scale, child.estimate, node.player)
  if self.backup == "minimax" then
    local weight = self.backup_weight
    return (1 - weight) * own + weight * limited(scaled(self.heuristics, held(child, child.heuristic), node.player))
  end
  if self.backup == "bounds" then
    local worst, best = child.lower, child.upper
    if node.player == "min" then worst, best = best, worst end
    worst, best = limited(scaled(self.scale, worst, node.player)), limited(scaled(self.scale, best, node.player))
    return own + self.backup_weight * (worst + best)
  end
  return own
end

-- Does the player have what he asks for, by the bounds? Can he still? PN: MAX at least the goal, MIN less. GPN: the best that the
-- bounds of the root allowed when the iteration began.
function Search:has(node, player)
  if self.select == "gpn" then
    if player == "max" then return node.lower >= self.best.max end
    return node.upper <= self.best.min
  end
  if player == "max" then return node.lower >= self.goal end
  return node.upper < self.goal
end

function Search:may_have(node, player)
  if self.select == "gpn" then
    if player == "max" then return node.upper >= self.best.max end
    return node.lower <= self.best.min
  end
  return not self:has(node, other[player])
end

-- The number of leaves to be proved for a player to have what he asks for.
function Search:number(node, player)
  if self:has(node, player) then return 0 end
  if not self:may_have(node, player) then return INF end
  if #node.children == 0 then return 1 end
  local least, total = INF, 0
  for _, child in ipairs(node.children) do
    local number = self:number(child, player)
    least, total = math.min(least, number), total + number
  end
  return node.player == player and least or total
end

-- By ranks, 1 - rank / greatest rank, the rank being one more than the number of siblings with a smaller number; by the place
-- between the least and the greatest of the finite numbers; by the part of their sum.
function Search:proof_term(node, child)
  local numbers, finite, ranks, sum = {}, {}, {}, 0
  for i, one in ipairs(node.children) do
    numbers[i] = self:number(one, node.player)
    if numbers[i] < INF then finite[#finite + 1], sum = numbers[i], sum + numbers[i] end
  end
  local its = numbers[child.move]
  if self.proof_bias == "rank" then
    for i, one in ipairs(numbers) do
      ranks[i] = 1
      for _, another in ipairs(numbers) do ranks[i] = ranks[i] + (another < one and 1 or 0) end
    end
    return 1 - ranks[child.move] / math.max(table.unpack(ranks))
  end
  if its == INF then return 0 end
  if self.proof_bias == "sum" then return 1 - its / (1 + sum) end
  table.sort(finite)
  return 1 - (its - finite[1]) / (1 + finite[#finite] - finite[1])
end

function Search:merit(node, child)
  local n, log = child.visits, math.log(math.max(node.visits, 1))
  if self.select == "rave" or self.select == "grave" then
    local a, sum = self:amaf(self.reference, { player = node.player, move = child.move })
    if a == 0 and n == 0 then return INF end
    local beta = a == 0 and 0 or a / (a + n + self.bias * a * n)
    local own = n == 0 and 0 or self:exploit(node, child)
    local of_move = a == 0 and 0 or scaled(self.scale, sum / a, node.player)
    return (1 - beta) * own + beta * of_move + self.exploration * math.sqrt(log) / math.sqrt(math.max(n, 1))
  end
  if n == 0 then return INF end
  if self.select == "ucb1tuned" then
    local width, mean, squares, own = self.scale.most - self.scale.least, 0, 0, #child.results
    for _, result in ipairs(child.results) do mean, squares = mean + result / own, squares + result * result end
    local variance = width > 0 and own > 0 and math.max(0, (squares / own - mean * mean) / (width * width)) or 0
    return self:exploit(node, child) + self.exploration * math.sqrt(log / n * math.min(0.25, variance + math.sqrt(2 * log / n)))
  end
  local merit = self:exploit(node, child) + self.exploration * math.sqrt(log) / math.sqrt(n)
  return self.proof_weight and merit + self.proof_weight * self:proof_term(node, child) or merit
end

local function open_children(node)
  local list = {}
  for _, child in ipairs(node.children) do
    if not settled(child) and not dominated(node, child) then list[#list + 1] = child end
  end
  return list
end

function Search:select_child(node)
  local best, its
  for _, child in ipairs(open_children(node)) do
    local merit = self:merit(node, child)
    if not best or merit > its then best, its = child, merit end
  end
  return best
end

-- Sequential halving at the root: those of `set` are tried `quota` times each, the better half goes on.
function Search:begin_halving(root)
  local set = open_children(root)
  self.set, self.tried, self.quota = set, {}, 1
  self.budget, self.rounds = self.iterations - #self.history, 0
  while 1 << self.rounds < #set do self.rounds = self.rounds + 1 end
  for _, child in ipairs(root.children) do child.survived = 0 end
  if not self.anytime then self.quota = self.rounds == 0 and INF or math.max(1, self.budget // (#set * self.rounds)) end
end

function Search:halve(root)
  local set = {}
  for i, child in ipairs(self.set) do set[i] = { child, i, scaled(self.scale, child.estimate, root.player) } end
  table.sort(set, function(a, b) return a[3] > b[3] or a[3] == b[3] and a[2] < b[2] end)
  local left = {}
  for i = 1, (#set + 1) // 2 do
    set[i][1].survived = set[i][1].survived + 1
    left[set[i][1]] = true
  end
  local kept = {}
  for _, child in ipairs(self.set) do kept[#kept + 1] = left[child] and child or nil end
  self.set, self.tried = kept, {}
  if self.anytime then self.quota = 2 * self.quota
  else self.quota = #kept == 1 and INF or math.max(1, self.budget // (#kept * self.rounds)) end
end

function Search:select_halving(root)
  while true do
    local open, set = {}, {}
    for _, child in ipairs(open_children(root)) do open[child] = true end
    for _, child in ipairs(self.set or {}) do set[#set + 1] = open[child] and child or nil end
    self.set = set
    if #set == 0 or self.anytime and #set == 1 and (self.tried[set[1]] or 0) >= self.quota then self:begin_halving(root)
    else
      local least
      for _, child in ipairs(set) do
        if not least or (self.tried[child] or 0) < (self.tried[least] or 0) then least = child end
      end
      if (self.tried[least] or 0) < self.quota then
        self.tried[least] = (self.tried[least] or 0) + 1
        return least
      end
      self:halve(root)
    end
  end
end

-- The tree.

-- Makes the next child of a node, whose value lies in the range.
function Search:next_child(node)
  local child = nodes.next_child(node)
  if self.range and not settled(child) then child.lower, child.upper = self.range[1], self.range[2] end
  child.results = {}
  return child
end

function Search:expand(node)
  for i = 1, #node.tree do
    local child = self:next_child(node)
    if self:meet(child) then
      child.heuristic = settled(child) and child.lower or node.tree[i].value
      if self.backup == "minimax" and not settled(child) then see(self.heuristics, child.heuristic) end
    elseif settled(child) then
      child.heuristic = child.lower
      if self.rollout ~= 0 then see(self.scale, child.lower) end
    else
      child.heuristic, child.estimate = node.tree[i].value, node.estimate
      if self.backup == "minimax" then see(self.heuristics, child.heuristic) end
    end
  end
  node.complete = true
  nodes.back_up(node)
end

-- The path to a new node, or to one that is settled on the way.
function Search:descend(root)
  local path, node = { root }, root
  self.reference = root
  while true do
    local fresh
    if settled(node) then return path end
    if not node.complete and (self.at_once or node == root and self.root == "halving") then
      self:expand(node)
      if settled(node) then return path end
    end
    while #node.children < #node.tree do
      local child = self:next_child(node)
      if not self:meet(child) then
        path[#path + 1] = child
        return path, true
      end
    end
    if node.complete and not settled(node) then self:refresh_children(node) end
    if settled(node) then return path end
    if not node.complete then      -- only who asks for one more knows that there is none
      node.complete = true
      nodes.back_up(node)
    else
      if node.visits > (self.select == "grave" and self.ref or 0) then self.reference = node end
      local child = node == root and self.root == "halving" and self:select_halving(root) or self:select_child(node)
      fresh, node = child.visits == 0 and #child.children == 0, child
      path[#path + 1] = node
      if fresh then return path, true end
    end
  end
end

function Search:result_of(node, fresh, steps)
  if settled(node) then
    if fresh and self.rollout ~= 0 then see(self.scale, node.lower) end
    return node.lower
  end
  if self.rollout == 0 then
    see(self.scale, node.tree.value)
    return node.tree.value
  end
  local value, exact = self:play_out(node, steps)
  if exact then node.lower, node.upper = value, value end
  see(self.scale, value)
  return value
end

function Search:back_up(path, result)
  local results = {}
  for i = #path, 1, -1 do
    local at = path[i]
    if #at.children > 0 then
      nodes.back_up(at)
      if self.backup == "minimax" then
        local best = at.player == "max" and math.max or math.min
        at.heuristic = held(at.children[1], at.children[1].heuristic)
        for _, child in ipairs(at.children) do at.heuristic = best(at.heuristic, held(child, child.heuristic)) end
      end
    end
    result = held(at, result)
    results[i], at.results[#at.results + 1] = result, result
    count(at, result, i == 1)
  end
  return results
end

function Search:iterate(root)
  self.best = { max = root.upper, min = root.lower }
  local path, fresh = self:descend(root)
  local steps = {}
  for i = 2, #path do steps[i - 1] = { player = path[i - 1].player, move = path[i].move } end
  local result = self:result_of(path[#path], fresh, steps)
  if self.rollout == 0 and self.scale.least <= self.scale.most then
    result = math.max(self.scale.least, math.min(self.scale.most, result))
  end
  self.history[#self.history + 1] = { path = path, steps = steps, result = result, results = self:back_up(path, result) }
end

return function(tree, options)
  local s = setmetatable({ history = {} }, Search)
  s.scale, s.heuristics = { least = INF, most = -INF }, { least = INF, most = -INF }
  for name, value in pairs(options) do s[name] = value end
  s.random = mix(options.seed or 1)
  s.at_once = s.select == "rave" or s.select == "grave" or s.select == "pn" or s.select == "gpn"
    or s.backup == "minimax"
  local root = nodes.new(tree, "max")
  root.results, root.estimate = {}, 0
  if s.range then
    root.lower, root.upper = s.range[1], s.range[2]
    if s.rollout ~= 0 then s.scale.least, s.scale.most = root.lower, root.upper end
  end
  s:meet(root)
  for _ = 1, s.iterations do
    if settled(root) then break end
    s:iterate(root)
    s:refresh_children(root)
  end
  return root, s
end
