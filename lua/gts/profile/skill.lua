--- The matches of a profile, which measure skill: twice the thinking, and the ladder of levels.

local core = require "gts.core"
local intervals = require "gts.profile.intervals"
local level = require "gts.play.level"
local match = require "gts.play.match"
local raised = require "gts.base.raised"
local tables = require "gts.base.tables"

local skill = {}

-- The player with twice the nodes, or the time, and what it is measured against; nil where neither limits it.
local function doubled(given)
  if type(given) ~= "table" then return nil end
  if given.level then
    local nodes = level.options(given.level).nodes
    return { nodes = 2 * nodes, native = false }, { nodes = nodes, native = false }
  end
  for _, name in ipairs { "nodes", "time" } do
    if given[name] then return tables.copy(given, { [name] = 2 * given[name] }), given end
  end
end

-- The points of A in a match, with their interval: pairs of games are what is independent.
local function row_of(r)
  local points, games = {}, {}
  for i, count in ipairs(r.pairs) do
    for _ = 1, count do points[#points + 1], games[#games + 1] = (i - 1) / 2, 2 end
  end
  local value, low, high = intervals.share(points, games)
  return { value = value, low = low, high = high }
end

-- Plays a match, of which `before` of `total` games of the stage were played before. Returns its result; nil without a pair.
local function play(self, stage, a, b, games, before, total)
  local small = self.rows.positions and self.rows.positions.exact      -- more random moves would leave little to play
  local began, why = core.clock(), nil
  local r = assert(match.try(self.of, a, b, { games = games, plies = small and 1 or nil, seed = self.all.seed,
    workers = self.all.workers, longest = self.all.longest, progress = function(r)
      local now = core.clock()
      self.pair, began = now - began, now
      why = self:tell(stage, before + r.games, total) or r.games < games and self:is_short(self.pair) and "time" or nil
      return why == nil
    end }, self.halt))
  if r.stopped == "progress" then why = why or self.halted or "time" end
  self:stop(stage, r.stopped == "interrupted" and r.stopped or why)
  return r.games > 0 and r or nil
end

-- A stage of matches: an error ends it alone.
local function compete(self, stage, f)
  if self.over then return self:lack(stage, "no move was made") end
  if not self.all.skill then return self:lack(stage, "not asked for: option 'skill' is false") end
  if not self:may(stage) then return end
  local ok, wrong = pcall(f)
  if not ok then return self:fail(stage, raised.text(wrong)) end
end

--- Measures what twice the thinking brings.
function skill.thinking(self)
  local twice, once = doubled(self.all.players)
  if not twice then return self:lack("thinking", "neither nodes nor time limit the player") end
  compete(self, "thinking", function()
    local r = play(self, "thinking", twice, once, self.all.games, 0, self.all.games)
    local limit = twice.nodes and ("%d nodes"):format(twice.nodes) or ("%g s"):format(twice.time)
    if r then self:note("thinking", row_of(r), ("%d games, %s"):format(r.games, limit)) end
  end)
end

-- The mean of the steps from level 2, if all are there.
local function note_mean(self)
  local steps, sum, squares = self.ladder, 0, 0
  if #steps < level.most or steps[level.most].games < self.matches then return end
  for number = 2, level.most do
    sum, squares = sum + steps[number].score, squares + ((steps[number].high - steps[number].low) / 2) ^ 2
  end
  local mean, half = sum / (level.most - 1), math.sqrt(squares) / (level.most - 1)
  self:note("skill", { value = mean, low = mean - half, high = mean + half }, ("%d games of each"):format(self.matches))
end

--- Measures each level against the one below, level 1 against random moves.
function skill.ladder(self)
  self.ladder = {}
  compete(self, "ladder", function()
    for number = 1, level.most do
      if self:is_short(self.pair or 0) then self:stop("ladder", "time") end
      if self.ended then return end
      local below = number == 1 and "random" or { level = number - 1 }
      local r = play(self, "ladder", { level = number }, below, self.matches, (number - 1) * self.matches,
        level.most * self.matches)
      if r then
        local row = row_of(r)
        self.ladder[number] = { a = r.a, b = r.b, games = r.games, score = row.value, low = row.low, high = row.high }
        if number == 1 then self:note("beginner", row, ("%d games"):format(r.games)) end
      end
    end
    note_mean(self)
  end)
end

return skill
