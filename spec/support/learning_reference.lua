--- Learning from self-play, slow and apart from the engine: for spec/learn/core_spec.lua. The rules of learning are in
-- src/algo/learn, with their papers.
--
-- A game is a table: `start`, a list of integers; mover(p) -> "max" or "min"; successors(p) -> list; ending(p) -> its value if it
-- is an end; score(p) where the target is the value. A way to look is a function of position and player that returns a list of
-- {number, factor}, the weights that count and what each counts for, in the order in which they are added.

local mix = require("spec.support.trees").mix

local reference = {}

local GAMMA, WON = 0x9E3779B97F4A7C15, 1e15

local Learning = {}
Learning.__index = Learning

--- Begins with all weights 0.
-- @tparam table game
-- @tparam function look
-- @tparam table set rule, depth, lambda, rate, explore, plies, longest, seed, coherence; and linear: the target is the value
function reference.new(game, look, set)
  local counts = { games = 0, positions = 0, updates = 0, max = 0, min = 0, draws = 0, cut = 0, predicted = 0, squares = 0 }
  local zero = { __index = function() return 0 end }
  local function zeros() return setmetatable({}, zero) end
  return setmetatable({ game = game, look = look, set = set, counts = counts, w = zeros(), sum = zeros(), size = zeros(),
    updates = zeros() }, Learning)
end

function Learning:unit()
  self.random = self.random + GAMMA
  return (mix(self.random) >> 11) * 2.0 ^ -53
end

function Learning:predict(v)
  if self.set.linear then return v end
  if v > 300 then return 1 elseif v < -300 then return -1 end
  local e = math.exp(2 * v)
  return (e - 1) / (e + 1)
end

function Learning:estimate(seen)
  local sum = 0
  for _, term in ipairs(seen.terms) do sum = sum + self.w[term[1]] * term[2] end
  return seen.settled + sum
end

function Learning:see(p, ply)
  local game = self.game
  local value = game.ending(p)
  if value then
    if not self.set.linear then value = value > 0 and WON - ply or value < 0 and ply - WON or 0.0 end
    return { ending = true, value = value }
  end
  local seen = { terms = self.look(p, game.mover(p)), settled = self.set.linear and game.score and game.score(p) or 0 }
  seen.value = self:estimate(seen)
  return seen
end

-- What plain minimax says: value, the leaf it comes from, the best successor.
function Learning:minimax(p, depth, ply)
  if depth == 0 or self.game.ending(p) then
    local seen = self:see(p, ply)
    return seen.value, seen
  end
  local max, best, leaf, chosen = self.game.mover(p) == "max", nil, nil, nil
  for _, q in ipairs(self.game.successors(p)) do
    local value, its = self:minimax(q, depth - 1, ply + 1)
    if not best or max and value > best or not max and value < best then best, leaf, chosen = value, its, q end
  end
  return best, leaf, chosen
end

-- Algorithm 2 of TreeStrap needs the bounds that alpha-beta leaves behind: fail-soft, noted as nodes are left.
function Learning:alphabeta(p, depth, ply, alpha, beta, noted)
  if depth == 0 or self.game.ending(p) then return self:see(p, ply).value end
  local value, chosen
  if self.game.mover(p) == "max" then
    local a = alpha
    for _, q in ipairs(self.game.successors(p)) do
      local v = self:alphabeta(q, depth - 1, ply + 1, a, beta, noted)
      if not value or v > value then value, chosen = v, q end
      a = math.max(a, value)
      if a >= beta then break end
    end
  else
    local b = beta
    for _, q in ipairs(self.game.successors(p)) do
      local v = self:alphabeta(q, depth - 1, ply + 1, alpha, b, noted)
      if not value or v < value then value, chosen = v, q end
      b = math.min(b, value)
      if alpha >= b then break end
    end
  end
  local kind = value <= alpha and "upper" or value >= beta and "lower" or "exact"
  noted[#noted + 1] = { seen = self:see(p, ply), value = value, kind = kind }
  return value, chosen
end

-- One step towards a target.
function Learning:update(seen, target, kind)
  local error = target - self:predict(self:estimate(seen))
  if math.abs(error) < 1e-12 or kind == "lower" and error < 0 or kind == "upper" and error > 0 then return end
  local gradient, numbers, length = {}, {}, 0
  for _, term in ipairs(seen.terms) do
    if not gradient[term[1]] then numbers[#numbers + 1] = term[1] end
    gradient[term[1]] = (gradient[term[1]] or 0) + term[2]
  end
  for _, g in pairs(gradient) do length = length + g * g end
  self.counts.updates = self.counts.updates + 1
  for _, number in ipairs(numbers) do
    local change = length > 0 and gradient[number] * error / length or 0
    if gradient[number] ~= 0 then
      local size = self.size[number]
      local own = self.set.coherence and size > 0 and math.abs(self.sum[number]) / size or 1
      self.w[number] = self.w[number] + self.set.rate * own * change
      self.sum[number], self.size[number] = self.sum[number] + change, size + math.abs(change)
      self.updates[number] = self.updates[number] + 1
    end
  end
end

-- TD(lambda) by the returns of the forward view, each written out as its sum over all that comes.
function Learning:learn_from(turns)
  local lambda, last = self.set.lambda, #turns
  for t = last - 1, 1, -1 do
    local turn, stop = turns[t], t
    while stop < last and turns[stop].backs_up do stop = stop + 1 end   -- as far as the game was played well
    if stop > t and not turn.seen.ending then
      local target, part = 0, 1
      for k = t + 1, stop do
        local prediction = self:predict(turns[k].seen.value)
        target = target + (k < stop and (1 - lambda) * part or part) * prediction
        part = part * lambda
      end
      self:update(turn.seen, target)
    end
  end
end

function Learning:count(turns)
  local counts, last = self.counts, turns[#turns].seen
  counts.games, counts.positions = counts.games + 1, counts.positions + #turns - 1
  local how = not last.ending and "cut" or last.value > 0 and "max" or last.value < 0 and "min" or "draws"
  counts[how] = counts[how] + 1
  for t = 1, last.ending and #turns - 1 or 0 do
    if not turns[t].seen.ending then
      counts.predicted = counts.predicted + 1
      counts.squares = counts.squares + (self:predict(last.value) - self:predict(turns[t].seen.value)) ^ 2
    end
  end
end

--- Plays and learns from one game.
-- @tparam integer number how many were played before with these settings
function Learning:play(number)
  local set, game, p = self.set, self.game, self.game.start
  local turns = { { seen = self:see(p, 0) } }
  self.random = mix(mix(set.seed) + number)
  for t = 0, set.longest - 1 do
    local turn = turns[#turns]
    if turn.seen.ending then break end
    local opening = t < set.plies
    local random = opening or set.explore > 0 and self:unit() < set.explore
    local value, leaf, chosen
    if not random or set.rule ~= "td" and not opening then
      local noted = {}
      if set.rule == "treestrap" then value, chosen = self:alphabeta(p, set.depth, 0, -math.huge, math.huge, noted)
      else value, leaf, chosen = self:minimax(p, set.depth, 0) end
      if set.rule == "tdleaf" then turn.seen = leaf
      elseif set.rule == "rootstrap" then self:update(turn.seen, self:predict(value)) end
      for _, node in ipairs(noted) do self:update(node.seen, self:predict(node.value), node.kind) end
    end
    turn.backs_up = not random
    if random then
      local all = game.successors(p)
      for i, q in ipairs(all) do if self:unit() * i < 1 then chosen = q end end
      turn.backs_up = #all == 1
    end
    p = chosen
    turns[#turns + 1] = { seen = self:see(p, 1) }
  end
  if set.rule == "td" or set.rule == "tdleaf" then self:learn_from(turns) end
  self:count(turns)
end

return reference
