--- Weights by matches: SPSA (gts.tune.spsa), each iteration by pairs of games between weights that are perturbed either way.

local core = require "gts.core"
local game = require "gts.game"
local match = require "gts.play.match"
local random = require "gts.base.random"
local spsa = require "gts.tune.spsa"
local tables = require "gts.base.tables"
local trial = require "gts.train.trial"
local weights = require "gts.rules.weights"
local words = require "gts.base.words"

local climb = {}

local BATCH = 8                 -- pairs of games of an iteration, whatever the number of processes

-- Returns by how many points a game the one weights are ahead of the others. Values that leave the range lose.
local function lead_of(self, number, up, down)
  local given = self.all.players
  -- Weights that play two games are not worth a compiler; levels decide that by themselves.
  local native = given.native == nil and not given.level and { native = false } or nil
  local function player(list) return tables.copy(tables.copy(given, native), { weights = weights.named(list, self.before) }) end
  local ok, r, wrong = pcall(match.try, self.of, player(up), player(down), { games = 2, plies = self.all.plies,
    longest = self.all.longest, seed = self.all.seed * 1000003 + number })
  if not ok and trial.leaves_range(r) then return r:find "^player A" and -1 or 1 end
  if not ok or not r then error(ok and wrong or r, 0) end
  if r.stopped == "interrupted" then error("interrupted", 0) end
  return 2 * r.score - 1
end

local function iterate(self, k, total, list, units)
  local a, c = spsa.gains(k, total)
  local jobs, measured = {}, {}
  for i = 1, BATCH do
    local number = k * BATCH + i
    local up, down, signs = spsa.perturb(list, units, c, random.stream((self.all.seed << 32) + number))
    jobs[i], measured[i] = { number = number, up = up, down = down }, { signs = signs }
  end
  local count = 0
  local good = self:run(jobs, function(job) return lead_of(self, job.number, job.up, job.down) end, function(i, lead)
    measured[i].lead, count = lead, count + 1
    return self:tell("spsa", 2 * (k * BATCH + count), 2 * total * BATCH)
  end)
  if not good and count < BATCH then return nil end
  return spsa.move(list, units, measured, a, c)
end

local function resume(self)
  local data = self.state.data
  if not data.at then return (weights.list(self.before)), 0 end
  local made = game.of(self.of, { weights = data.at }, words.quote(self.of.name), true) or self.state:refuse "at"
  return (weights.list(made.weights)), math.tointeger(tonumber(data.iteration)) or 0
end

--- Finds weights. `self`: see gts.train.work; gets `played`. Returns name -> number; nil: it was stopped.
function climb.find(self)
  local total = math.max(1, self.all.games // (2 * BATCH))
  local before, names = weights.list(self.before)
  local units, list, first = {}, resume(self)
  for i, weight in ipairs(before) do units[i] = spsa.unit(weight) end
  for k = first, total - 1 do
    local half = self:test_begins()
    if half and core.clock() >= half then break end
    local moved = iterate(self, k, total, list, units)
    if not moved then
      self.state:save(true)
      return nil
    end
    list, self.played = moved, 2 * BATCH * (k + 1)
    local named = {}
    for i, name in ipairs(names) do named[name] = list[i] + 0.0 end
    self.state.data.at, self.state.data.iteration = weights.text(named), tostring(k + 1)
    self.state:save(self.stopped ~= nil)
    if self.stopped then return nil end
  end
  self.played = self.played or 2 * BATCH * first
  return weights.named(list, self.before)
end

return climb
