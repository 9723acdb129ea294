--- The two clocks of a game: seconds left of each player. That of the player to move runs; moves made in time add the
-- increment.

local core = require "gts.core"
local tables = require "gts.base.tables"

local clocks = {}

--- Fields, to be read: `running`, whose clock runs: "max", "min" or nil.
local Clocks = {}
Clocks.__index = Clocks

--- Makes the clocks of a game, none of which runs, of each player's checked gts.base.clock, or nil. `now` gives seconds.
function clocks.new(given, now)
  local self = setmetatable({ now = now or core.clock, turns = {} }, Clocks)
  for _, player in ipairs { "max", "min" } do self[player] = given[player] and tables.copy(given[player]) end
  return self
end

--- Begins the turn of a player. Clocks:back finds it by the number of moves made in the game.
function Clocks:begin(player, ply)
  self.running, self.began = player, self.now()
  if ply then self.turns[ply] = { max = self.max, min = self.min } end
end

--- Returns the seconds left of a player: infinite without a clock, and below 0 when the time is over.
function Clocks:left(player)
  local of = self[player]
  if not of then return math.huge end
  return of.left - (self.running == player and self.now() - self.began or 0)
end

--- Is the time of the player over whose clock runs?
function Clocks:is_over() return self.running ~= nil and self:left(self.running) <= 0 end

--- Ends the turn of the player whose clock runs. Was it in time? If not, nothing of its time is left.
function Clocks:stop()
  local player = self.running
  local of, left = self[player], self:left(player)
  self.running = nil
  if not of then return true end
  local in_time = left > 0
  self[player] = tables.copy(of, { left = in_time and left + of.increment or 0, played = of.played + 1 })
  return in_time
end

--- Returns the clock of a player as gts.best takes it; nil if the player has none, or no time.
function Clocks:of(player)
  local left = self:left(player)
  return self[player] and left > 0 and tables.copy(self[player], { left = left }) or nil
end

--- Goes back to the beginning of the turn `ply`. Of turns that were not seen, as in a file's game, the clocks stay as they are.
function Clocks:back(ply)
  local turn = self.turns[ply]
  if turn then self.max, self.min = turn.max, turn.min end
  self.running = nil
end

return clocks
