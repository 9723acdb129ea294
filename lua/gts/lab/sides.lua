--- From whose side are the values? No single one of them tells; many do.
-- @module gts.lab.sides

local sides = {}

local FEW, MANY, MOST = 3, 20, 60       -- observations from which something follows

local Sides = {}
Sides.__index = Sides

local favours = { max = 1, min = -1 }

--- Makes one who observes.
-- @tparam table rules
-- @tparam table found see gts.lab.findings
function sides.new(rules, found)
  return setmetatable({
    rules = rules, found = found,
    ends = { max = { 0, 0 }, min = { 0, 0 } },          -- decided ends by who is to move: with a value above 0, and below
    last = { won = 0, lost = 0 },                       -- by who made the last move
    magnitudes = {}, flips = 0, stays = 0, worse = 0, better = 0, movers = {},
  }, Sides)
end

local function is_alternate(node) return node.parent and node.parent.player ~= node.player end

--- Observes the end of a game.
-- @tparam table node
-- @tparam table|nil before the node that the last move was made from
function Sides:note_end(node, before)
  local value = node.value
  if value == nil or value == 0 or not self.ends[node.player] then return end
  local count = self.ends[node.player]
  local which = value > 0 and 1 or 2
  count[which] = count[which] + 1
  count.example = count.example or node
  self.magnitudes[math.abs(value)] = true
  local mover = before and favours[before.player]
  if mover then
    local result = mover * value > 0 and "won" or "lost"
    self.last[result] = self.last[result] + 1
  end
end

-- An estimate after a move, and before it.
local function note_estimate(self, node)
  local before, after = node.parent.value, node.value
  local mover = favours[node.parent.player]
  if not mover or not favours[node.player] then return end
  if is_alternate(node) and before ~= 0 then
    if after == -before then
      self.flips, self.flip = self.flips + 1, self.flip or node
    elseif after == before then self.stays = self.stays + 1 end
  end
  if after == before then return end
  local way = mover * (after - before) > 0 and "better" or "worse"
  self[way] = self[way] + 1
  if way == "worse" then self.worse_example = self.worse_example or node end
end

--- Observes a node that was probed. Its field `count` says how many successors it has; ends are observed game by game.
function Sides:note(node)
  if node.player then self.movers[node.player] = true end
  if node.value == nil or node.count == nil then return end
  if node.count > 0 and node.parent and node.parent.value then note_estimate(self, node) end
end

local function one_magnitude(self)
  local first = next(self.magnitudes)
  return first ~= nil and next(self.magnitudes, first) == nil
end

-- Would values of either sign be as good, as far as the rules say?
local function is_even(self, sign)
  local range = self.rules.range
  if range then return range[1] == -range[2] end
  return sign < 0 and one_magnitude(self)
end

-- All games are won by one and the same, whoever was to move at the end: as it looks where the loser is to move, and his loss is
-- always written -1.
local function check_ends(self)
  local of_max, of_min = self.ends.max, self.ends.min
  for which, sign in ipairs { 1, -1 } do
    local others = of_max[3 - which] + of_min[3 - which]
    if others == 0 and of_max[which] >= FEW and of_min[which] >= FEW and is_even(self, sign) then
      return self.found:add("sides", "ends", (sign < 0 and of_min or of_max).example,
        "all %d games that were decided have a value %s 0, whoever was to move at the end: are values from the mover's side?",
        of_max[which] + of_min[which], sign > 0 and "above" or "below")
    end
  end
end

-- Estimates that change their sign, and nothing else, with each move.
local function check_flips(self)
  if self.flips < MANY or self.flips < 4 * self.stays then return end
  self.found:add("sides", "estimates", self.flip,
    "%d times rules.evaluate changed its sign and nothing else after a move, and %d times nothing: are values from the mover's "
      .. "side?",
    self.flips, self.stays)
end

-- Whoever moves makes it worse for himself, and who ends the game loses.
local function check_direction(self)
  if self.worse < MOST or self.worse < 9 * self.better then return end
  local won, lost = self.last.won, self.last.lost
  if lost < FEW or lost < 4 * won then return end
  self.found:add("sides", "direction", self.worse_example,
    "%d of %d moves made the value worse for who moved: are rules.player, or the values, the wrong way round?", self.worse,
    self.worse + self.better)
end

--- Says what follows from all that was observed.
-- @tparam integer depth of the longest path seen
function Sides:conclude(depth)
  if not self.found:has "sides" then check_ends(self) end
  check_flips(self)
  check_direction(self)
  local only = not (self.movers.max and self.movers.min) and (self.movers.max and "max" or "min")
  if self.rules.player and only and depth >= 2 then
    self.found:add("player", "only", nil, "rules.player says '%s' of every position: the other player never moves", only)
  end
end

--- How often who made the last move has won, from 0 to 1; nil if no game was decided.
function Sides:last_wins()
  local all = self.last.won + self.last.lost
  return all > 0 and self.last.won / all or nil
end

return sides
