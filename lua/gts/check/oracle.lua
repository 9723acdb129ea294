--- The true values of positions near the end, by plain minimax that trusts nothing but the rules; and what is held against them:
-- bounds, keys, and estimates that look decided.

local effort = require "gts.base.effort"

local solve = {}

local BUDGET = 200              -- positions that are developed for one value

local other = { max = "min", min = "max" }

local Solve = {}
Solve.__index = Solve

--- Makes a solver of small games.
function solve.new(rules, probes, found)
  local giver = rules.images and "rules.symmetries give" or "rules.key gives"
  return setmetatable({ rules = rules, giver = giver, probes = probes, found = found, values = {}, keys = {}, estimates = {},
    merged = 0, keyed = 0 }, Solve)
end

--- Returns the identity of a position: its image, with the player to move where the rules do not state it.
function Solve:id(position, player)
  local id = self.probes:image_of(position)
  if self.rules.player then return id end
  return (player == "max" and "+" or "-") .. id
end

local function is_worse(player, value, best)
  return best == nil or player == "max" and value > best or player == "min" and value < best
end

local value_of

-- The value of a position that is not over, from those of its successors; nil where one is not known.
local function value_by(self, list, player)
  local best
  for _, entry in ipairs(list) do
    local value = value_of(self, entry.position, other[player])
    if value == nil then return nil end
    if is_worse(player, value, best) then best = value end
  end
  return best
end

function value_of(self, position, player)
  local asker = self.probes.asker               -- what is wrong with its answers is found elsewhere
  if self.rules.player then player = asker:first("player", position) end
  if not other[player] then return nil end
  local id = self:id(position, player)
  if self.values[id] ~= nil then return self.values[id] or nil end
  if self.left <= 0 or self.open[id] or effort.clock() > self.deadline then return nil end
  self.left = self.left - 1
  local list = self.probes.developer:list { position = position, ply = 0 }
  if not list then return nil end
  local value
  if #list == 0 then
    value = asker:first("evaluate", position)
    if type(value) ~= "number" or value ~= value then return nil end
  else
    self.open[id] = true
    value = value_by(self, list, player)
    self.open[id] = nil
  end
  self.values[id] = value
  return value
end

--- The true value of a node, if it takes no more than some hundred positions to know.
function Solve:value(node, deadline)
  self.left, self.open, self.deadline = BUDGET, {}, deadline
  return value_of(self, node.position, node.player)
end

--- Holds what the rules say of a node against its true value. Notes the estimate nearest to the start that claims a win in a
-- game that is not won.
function Solve:check(node, value)
  if node.lower ~= nil and not (node.lower <= value and value <= node.upper) then
    self.found:add("bounds", "value", node, "rules.bounds returned %s and %s for {position}, whose value is %s", node.lower,
      node.upper, value)
  end
  local range, known = self.rules.range, self.undecided
  if not range or node.count == 0 or node.value == value or range[1] == range[2] then return end
  if node.value ~= range[1] and node.value ~= range[2] or known and known.ply <= node.ply then return end
  self.undecided, node.true_value = node, value
end

local function check_tiers(self, node, children)
  for _, child in ipairs(node.tier and children or {}) do
    if child.tier and child.tier < node.tier then
      self.found:add("tier", "falls", node,
        "rules.tier is %s for {position}, and less, %s, behind one of its moves: it must never fall", node.tier, child.tier)
      return
    end
  end
end

--- The bounds of a node against the bounds of its successors: do they leave any value? And do their tiers never fall?
function Solve:check_children(node, children)
  check_tiers(self, node, children)
  if node.lower == nil or #children == 0 then return end
  local least, most
  for _, child in ipairs(children) do
    if child.lower == nil then return end
    if is_worse(node.player, child.lower, least) then least = child.lower end
    if is_worse(node.player, child.upper, most) then most = child.upper end
  end
  if node.lower > most or node.upper < least then
    self.found:add("bounds", "children", node,
      "rules.bounds returned %s and %s for {position}, but its successors have values from %s to %s",
      node.lower, node.upper, least, most)
  end
end

-- Two positions with one key: what tells them apart that should not? Nothing, if their values are equal.
local function compare(self, first, node, deadline)
  local known_before = self.values[first.id] or self:value(first, deadline)
  local known_now = known_before and self:value(node, deadline)
  local score_before, score_now = first.score or 0, node.score or 0
  local found, but = self.found, self.giver .. " positions %s and %s one key, but they have %s"
  local a, b = found:describe(first.position), found:describe(node.position)
  if known_now and known_before - score_before ~= known_now - score_now then
    local why = ("values %s and %s"):format(known_before, known_now)
    if node.score then why = ("%s, with scores %s and %s"):format(why, score_before, score_now) end
    found:add("key", "key", node, but, a, b, why)
  elseif not known_now and first.count ~= node.count then
    found:suspect("key", "moves", node, but, a, b, ("%d and %d moves"):format(first.count, node.count))
  end
end

-- Estimates of positions with one key, after as many plies: a table takes one for the other at the horizon of a search.
local function compare_estimates(self, node, key)
  if node.value == nil or node.count == 0 then return end
  key = node.ply .. " " .. key
  local estimate, first = node.value - (node.score or 0), self.estimates[key]
  if not first then
    self.estimates[key] = node
  elseif estimate ~= first.value - (first.score or 0) then
    self.found:add("key", "estimate", node,
      self.giver .. " positions %s and %s one key, but rules.evaluate estimates them at %s and %s%s",
      self.found:describe(first.position), self.found:describe(node.position), first.value, node.value,
      node.score and (", with scores %s and %s"):format(first.score, node.score) or "")
  end
end

--- Notes the key of a probed node, and compares the node with others of equal keys.
function Solve:note_key(node, deadline)
  if node.key == nil or node.count == nil then return end
  self.keyed = self.keyed + 1
  local key = node.player .. " " .. (math.type(node.key) or "") .. node.key
  local first, opposite = self.keys[key], self.keys[other[node.player] .. key:sub(4)]
  if opposite and opposite.position_image ~= self.probes:image_of(node.position) then
    self.found:note("players", "key", node,
      "positions with different players to move have one key, as this one and %s: gts tells them apart by the player",
      self.found:describe(opposite.position))
  end
  node.position_image = self.probes:image_of(node.position)
  compare_estimates(self, node, key)
  if not first then self.keys[key] = node
  else
    self.merged = self.merged + 1
    if first.position_image ~= node.position_image and (self.merged < 100 or first.count ~= node.count or node.count == 0) then
      compare(self, first, node, deadline)
    end
  end
end

return solve
