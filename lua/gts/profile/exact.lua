--- The exact parts of a profile: the solution of a small game, all of its positions, its first moves.

local counted = require("gts.show.result").counted
local graph = require "gts.profile.graph"
local raised = require "gts.base.raised"
local session = require "gts.play.session"
local solve = require "gts.solve"
local start = require "gts.profile.start"
local work = require "gts.profile.work"

local exact = { seconds = 2 }   -- in which a game that is small enough is solved
local OFF = "not asked for: option 'exact' is false"

local function points_of(self, value)
  local middle, sign = session.even(self.of), self.first == "max" and 1 or -1
  return value == middle and 0.5 or sign * (value - middle) > 0 and 1 or 0
end

--- Solves the game, if that takes no time.
function exact.solve(self)
  if not self.all.exact then return self:lack("solve", OFF) end
  self:here("solve", function()
    local ok, r, wrong = pcall(solve.try, self.of, { time = math.max(0.01, math.min(exact.seconds, self:left())),
      progress = function() return not self.halt() end })
    if not ok or not r then return self:lack("solve", ok and wrong or raised.text(r)) end      -- of rules, others will meet it
    if r.stopped == "interrupted" then error("interrupted", 0) end
    if not r.exact then
      return self:lack("solve", work.reasons[self.halted] or ("the game is not solved in %d seconds"):format(exact.seconds))
    end
    self:note("best_play", { value = points_of(self, r.value) }, "solved: " .. r.by, true)
    if r.distance then self:note("best_length", { value = r.distance }, "solved: " .. r.by, true) end
    self:lack("best_length", "the solution has no distance")
  end)
end

local unwhole = {
  many = "too many to be enumerated", time = "the time was over", keys = "nothing tells positions apart: the rules have no key",
}

-- What follows from all positions: of a game that goes on after a repetition, too, random play.
local function use_graph(self, all)
  local how = "all " .. counted(#all, "position")
  self:note("positions", { value = #all }, "enumerated", true)
  local size = self.of.cycle == nil and graph.tree_size(all)
  if size then self:note("tree", { value = size }, how, true) end
  if self.all.players ~= "random" or self.plies > 0 or self.of.cycle ~= nil then return end
  local found = graph.random_play(all, self.all.longest, self.halt)
  if not found then return end
  local won = found.winners[self.first == "max" and 1 or -1]
  self:note("first", { value = won + found.winners[0] / 2 }, how, true)
  self:note("draws", { value = found.winners[0] - found.cut }, how, true)
  self:note("endless", { value = found.cut }, how, true)
  self:note("length", { value = found.positions }, how, true)
  if found.positions == 0 then return end
  self:note("branching", { value = found.moves / found.positions }, how, true)
  self:note("forced", { value = found.forced / found.positions }, how, true)
  for name, share in pairs { short = 0.1, median = 0.5, long = 0.9 } do
    local sum, ply = found.lengths[0] or 0, 0
    while sum < share - 1e-12 do
      ply = ply + 1
      sum = sum + (found.lengths[ply] or 0)
    end
    self:note(name, { value = ply }, how, true)
  end
end

--- Enumerates all positions, if they are few.
function exact.enumerate(self)
  if not self.all.exact then return self:lack("positions", OFF) end
  self:here("positions", function()
    local all = graph.explore(self.of, self.halt)
    if all.whole then return use_graph(self, all) end
    self:lack("positions", unwhole[all.why] or work.reasons[all.why])
    if all.why ~= "keys" then self:note("positions", { low = #all }, "so far") end
  end)
end

--- Counts the first moves, and proves what they are worth, if that takes no time.
function exact.start(self)
  self:here("start", function()
    local found = start.count(self.of, self.halt)
    local of, keyed = self.of, "enumerated"
    if of.images and of.images.cells > 0 then keyed = "by rules.symmetries" elseif of.key then keyed = "by rules.key" end
    self:lack("openings", work.reasons[self.halted] or "too many for the time, or nothing tells positions apart")
    self:lack("first_moves", "nothing tells positions apart: the rules have no key")
    if found.first then self:note("first_moves", { value = #found.first }, ("%s, of %d"):format(keyed, found.moves), true) end
    if found.second then self:note("openings", { value = found.second }, keyed, true) end
    self.over = found.moves == 0
    if self.over then
      self:lack("best_pie", "no move was made")
      return self:lack("pie", "no move was made")
    end
    if not self.all.exact then return self:lack("best_pie", OFF) end
    local points, label = start.best_pie(self.of, self:left(), self.halt)
    if points then self:note("best_pie", { value = points }, ("solved: move %s"):format(label), true) end
    self:lack("best_pie", work.reasons[self.halted] or "not all first moves are solved in a second")
  end)
end

return exact
