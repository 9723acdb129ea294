--- Infers from whose side values are, and which ends are decided. This takes many values, and gives suspicions: a sound game can
-- look so, though hardly by chance.

local perspective = {}

local FEW, SOME, MANY, MOST = 3, 8, 20, 60      -- observations from which something follows
local ALL = 2                                   -- positions with moves, where these are all positions, likewise

local Perspective = {}
Perspective.__index = Perspective

local favours = { max = 1, min = -1 }

--- Makes an observer.
function perspective.new(rules, found)
  return setmetatable({
    rules = rules, found = found,
    ends = { max = { 0, 0 }, min = { 0, 0 } },          -- decided ends by the player to move: with a value above 0, and below
    last = { won = 0, lost = 0 },                       -- games, by the player of the last move
    last_moves = { won = 0, lost = 0 }, seen = {},      -- different last moves, and ends
    different = 0, sure = true,                         -- number of ends; have all the value of a win or a loss?
    magnitudes = {}, flipped = {}, flips = 0, stays = 0, turns = 0, turned = 0, held = 0, worse = 0, better = 0,
    movers = { max = 0, min = 0 },                      -- positions with moves
    extremes = 0, gained = 0, after = 0, kept = 0,      -- estimates at the ends of the range: see note_extreme
  }, Perspective)
end

local function is_alternate(node) return node.parent and node.parent.player ~= node.player end

-- Was this last move met before? What comes again says nothing new.
local function is_known(self, node, before)
  local id = (before and before.id or "") .. ">" .. node.id
  if self.seen[id] then return true end
  self.seen[id] = true
end

-- The value of an end: is it that of a win or a loss, as far as the rules say?
local function note_end_value(self, node, value)
  local range = self.rules.range
  if not self.seen[node.id] then self.different, self.seen[node.id] = self.different + 1, true end
  local sure = value == -1
  if range then sure = value == range[1] or value == range[2] end
  self.sure = self.sure and sure
end

--- Observes the end of a game; `before` is the node that the last move was made from, or nil.
function Perspective:note_end(node, before)
  local value = node.value
  if value == nil or value == 0 or not self.ends[node.player] then return end
  local mover = before and favours[before.player]
  local result = mover and (mover * value > 0 and "won" or "lost")
  if result then self.last[result] = self.last[result] + 1 end
  if is_known(self, node, before) then return end
  if result then self.last_moves[result] = self.last_moves[result] + 1 end
  local count, which = self.ends[node.player], value > 0 and 1 or 2
  count[which] = count[which] + 1
  count.example = count.example or node
  self.magnitudes[math.abs(value)] = true
  note_end_value(self, node, value)
  if before and is_alternate(node) and before.value and before.value ~= 0 then
    local way = before.value * value < 0 and "turned" or "held"
    self[way] = self[way] + 1
  end
end

local function note_estimate(self, node)
  local before, after = node.parent.value, node.value
  local mover = favours[node.parent.player]
  if not mover or not favours[node.player] then return end
  if is_alternate(node) and before ~= 0 then
    self.turns = self.turns + 1
    if after == -before then
      self.flips, self.flip = self.flips + 1, self.flip or node
        self.flipped[math.abs(after)] = (self.flipped[math.abs(after)] or 0) + 1
    elseif after == before then self.stays = self.stays + 1 end
  end
  if after == before then return end
  local way = mover * (after - before) > 0 and "better" or "worse"
  self[way] = self[way] + 1
  if way == "worse" then self.worse_example = self.worse_example or node end
end

-- An estimate that says that the game is won, and its parent.
local function note_extreme(self, node)
  local range, before = self.rules.range, node.parent.value
  if before == range[1] or before == range[2] then
    self.after = self.after + 1
    if node.value == before then self.kept = self.kept + 1 end
  end
  local winner = node.value == range[2] and 1 or node.value == range[1] and -1
  if not winner then return end
  self.extremes = self.extremes + 1
  if winner == favours[node.parent.player] then self.gained = self.gained + 1 end
end

--- Observes a node that was probed. Its field `count` says how many successors it has; ends are observed game by game.
function Perspective:note(node)
  if node.count == nil or node.count == 0 then return end
  if node.player then self.movers[node.player] = self.movers[node.player] + 1 end
  if node.value == nil or not (node.parent and node.parent.value) then return end
  note_estimate(self, node)
  if self.rules.range then note_extreme(self, node) end
end

local function size(set)
  local count = 0
  for _ in pairs(set) do count = count + 1 end
  return count
end

-- Would values of either sign be as good, as far as the rules say?
local function is_even(self, sign)
  local range = self.rules.range
  if range then return range[1] == -range[2] end
  return sign < 0 and size(self.magnitudes) == 1
end

-- Many different ends tell more than some: a sound game may be won mostly by one player. But a single one for each player to move
-- may be what the game is about, such as an empty board.
local function is_telling(self, sign)
  if self.different >= MANY then return true end
  return self.different <= 2 and self.sure and (self.rules.player ~= nil or sign < 0)
end

-- All games are won by one player, with either to move at the end: as it looks where the loser is to move,
-- and his loss is always written -1.
local function check_ends(self)
  local of_max, of_min = self.ends.max, self.ends.min
  for which, sign in ipairs { 1, -1 } do
    local others, all = of_max[3 - which] + of_min[3 - which], of_max[which] + of_min[which]
    local both = of_max[which] >= FEW and of_min[which] >= FEW
    if others == 0 and both and all >= MANY and is_even(self, sign) and is_telling(self, sign) then
      return self.found:suspect("sides", "ends", (sign < 0 and of_min or of_max).example,
        "all %d moves that decided a game led to a value %s 0 for either player to move: are values from the mover's side?",
        all, sign > 0 and "above" or "below")
    end
  end
end

-- The part of the moves after which an estimate must have changed its sign, and nothing else; by whether values at the end have
-- another sign, too, than the estimate before. nil: they have not.
-- Estimates of several sizes that often change their sign, and nothing else, with a move. The most frequent size is left out: it
-- may be a tempo, which quiet moves reverse in a level position.
local function check_flips(self)
  local least, most = self.turned >= 4 * self.held and 1 / 20 or nil, 0
  if self.turned + self.held < SOME then least = 1 / 4 end
  if not least or size(self.flipped) < FEW then return end
  for _, count in pairs(self.flipped) do most = math.max(most, count) end
  if self.flips - most < math.max(MANY, 4 * self.stays, least * self.turns) then return end
  self.found:suspect("sides", "estimates", self.flip,
    "%d times rules.evaluate changed its sign and nothing else after a move, and %d times nothing: are values from the mover's "
      .. "side?",
    self.flips, self.stays)
end

-- Each move makes the value worse for the mover, and the last one loses.
local function check_direction(self)
  if self.worse < MOST or self.worse < 9 * self.better then return end
  local won, lost = self.last_moves.won, self.last_moves.lost
  if lost < SOME or lost < 4 * won then return end
  self.found:suspect("sides", "direction", self.worse_example,
    "%d of %d moves made the value worse for the mover: are rules.player, or the values, the wrong way round?", self.worse,
    self.worse + self.better)
end

-- Do estimates at the ends of the range look as if they said that the game is won? They are rare; and either
-- each is for the player that has just moved, or it stays as it is in what follows.
local function says_decided(self)
  if self.extremes < SOME or 2 * self.extremes > self.movers.max + self.movers.min then return false end
  return self.gained == self.extremes or self.after >= SOME and self.kept == self.after
end

local function end_of(range, value) return value == range[1] and "smallest" or "largest" end

-- Suspects an estimate of the start that claims a win which nothing confirms: the start has another value, or, where its value is
-- not known, games at random have ended with others. Returns whether it does.
local function check_start(self, walk)
  local root, range, least, most = walk.queue[1], self.rules.range, walk.least_end, walk.most_end
  if not root or #root.list == 0 or not range or range[1] == range[2] then return false end
  if root.value ~= range[1] and root.value ~= range[2] then return false end
  local value = walk.solve.values[root.id]
  if value == root.value or not value and (not least or least == most) then return false end
  self.found:suspect("decided", "evaluate", root,
    "rules.evaluate returned %s for the start, the %s value of rules.range, as if the game were won there, but %s", root.value,
    end_of(range, root.value), value and ("its value is %s"):format(value)
      or ("%d games at random ended with values from %s to %s"):format(walk.ended, least, most))
  return true
end

--- Suspects an estimate that claims a win in a game that goes on and is not won: of the start, or of several positions.
function Perspective:conclude_decided(walk)
  local node = walk.solve.undecided
  if check_start(self, walk) or not node or not says_decided(self) then return end
  self.found:suspect("decided", "evaluate", node,
    "rules.evaluate returned %s for {position}, the %s value of rules.range, and yet the game goes on, and its value is %s",
    node.value, end_of(self.rules.range, node.value), node.true_value)
end

--- Says what follows from all that was observed. `whole`: these are all positions of the game.
function Perspective:conclude(whole)
  check_ends(self)
  check_flips(self)
  check_direction(self)
  local only = self.movers.min == 0 and "max" or self.movers.max == 0 and "min"
  if self.rules.player and only and self.movers[only] >= (whole and ALL or MANY) then
    self.found:suspect("player", "only", nil,
      "rules.player says '%s' of all %d positions with moves that were seen: the other player never moves", only,
      self.movers[only])
  end
end

--- Returns the share of games won by the player of the last move, from 0 to 1; nil if no game was decided.
function Perspective:last_wins()
  local all = self.last.won + self.last.lost
  return all > 0 and self.last.won / all or nil
end

return perspective
