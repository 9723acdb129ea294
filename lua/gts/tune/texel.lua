--- Weights by the results of games: positions of self-play, and the weights by which their values predict the results best.

local core = require "gts.core"
local logistic = require "gts.tune.logistic"
local random = require "gts.base.random"
local samples = require "gts.tune.samples"
local session = require "gts.play.session"
local steps = require "gts.tune.steps"
local tables = require "gts.base.tables"
local named = require("gts.rules.weights").named

local texel = {}

local TRIES = 50                -- for an opening that leaves a game to play

-- A game after random moves; after none, where all are over by then.
local function open(of, plies, draw)
  local s
  for _ = 1, TRIES do s = s or session.opening(of, plies, draw) end
  return s or assert(session.new(of))
end

local points_of = { max = 1, min = 0 }

local function play_game(of, player, job)
  local s = open(of, job.plies, random.stream((job.seed << 24) + job.number))
  local chooser = player.new()
  while not s:outcome() and #s.played < job.longest do
    if job.deadline and core.clock() > job.deadline then return false end
    local move, wrong, r = chooser(s, (job.seed << 40) + (job.number << 20) + #s.played)
    if r and r.stopped == "interrupted" then error("interrupted", 0) end
    if move == nil then error(wrong or "the player gave no move", 0) end
    assert(s:play(move))
  end
  local over = s:outcome() or { how = "longest" }
  return { pair = job.number, side = "max", points = points_of[over.winner] or 0.5, value = over.value, how = over.how,
    moves = session.labels(s.played) }
end

local HALVES = 30               -- of the change of weights, until no value leaves the range

-- Plays a game, or takes it from the state; adds its samples. A game without an end teaches nothing.
local function job(self, probe, number)
  local all, row = self.all, self.state.games[number]
  if not row then
    row = play_game(self.of, self.player, { number = number, seed = all.seed, plies = all.plies, longest = all.longest,
      deadline = self:test_begins() })
  end
  if not row then return false end
  local found = { game = row, samples = {}, linear = true, quiet = 0 }
  if row.how == "longest" then return found end
  local list = probe:positions(row.moves, all.plies, (all.seed << 20) + number)
  if not list then self.state:refuse(("game %d"):format(number)) end
  for _, position in ipairs(list) do
    local sample = probe:sample(position, row.points)
    if sample then
      found.linear, sample.linear = found.linear and sample.linear, nil
      found.samples[#found.samples + 1] = sample
    end
  end
  found.quiet = #list
  return found
end

-- Plays the games, and lists samples in the order of their numbers. Returns nil if it was stopped.
local function play(self, probe)
  local numbers, found, count = {}, {}, 0
  for number = 1, self.all.games do numbers[number] = number end
  self:run(numbers, function(number) return job(self, probe, number) end, function(number, one)
    if not one then return "half" end
    local is_new = self.state.games[number] == nil
    found[number], self.state.games[number], count = one, one.game, count + 1
    self.state:save()
    return is_new and count < #numbers and self:tell("games", count, #numbers) or nil
  end)
  self.state:save(true)
  self.played = count
  if self.stopped == "half" then self.stopped = count == 0 and "time" or nil end
  if self.stopped then return nil end
  local list = { games = 0, cut = 0, quiet = 0, linear = true, ends = {} }
  for number = 1, #numbers do
    local one = found[number]
    if one then
      list.games, list.cut = list.games + 1, list.cut + (one.game.how == "longest" and 1 or 0)
      list.linear, list.quiet = list.linear and one.linear, list.quiet + one.quiet
      if one.game.how ~= "longest" then list.ends[one.game.points] = true end
      table.move(one.samples, 1, #one.samples, #list + 1, list)
    end
  end
  return list
end

-- Why nothing can be learnt from samples; nil: something can.
local function lack(self, list)
  if list.cut == list.games then return ("none of %d games ended within %d moves"):format(list.games, self.all.longest) end
  local first = next(list.ends)
  if next(list.ends, first) == nil then return ("all %d games had one result"):format(list.games) end
  if list.quiet == 0 then return ("%d games had no quiet position with a choice"):format(list.games) end
  return #list == 0 and "no weight changes the value of any position" or nil
end

-- The mean error at values, given by their places; infinite where one leaves the range.
local function error_of(probe, points, scale, value_of)
  return logistic.mean(points, function(k)
    local value = value_of(k)
    return not probe:outside(value) and value or nil
  end, scale)
end

local function fit_linear(self, probe, list, scale)
  local points = logistic.points(list)
  local function error(weights)
    return error_of(probe, points, scale, function(k) return logistic.value(list[k], weights) end)
  end
  local before, fitted = probe.before, logistic.fit(list, probe.before, scale)
  local share, least, weights = 1, {}, {}
  for _ = 1, HALVES do
    for i = 1, #before do
      local moved = before[i] + share * (fitted[i] - before[i])
      least[i] = steps.least(before[i])
      weights[i] = math.type(before[i]) == "integer" and math.floor(moved + 0.5) or moved
    end
    if error(weights) < math.huge then break end
    share = share / 2
  end
  self.before_error = error(before)
  if share < 1 then self.limited = true end
  -- Rounded weights are not the best ones in integers; floats need no more steps.
  for i = 1, #before do
    if math.type(before[i]) == "float" then least[i] = 0 end
  end
  local found, after = steps.descend(weights, least, least, error)
  if after >= self.before_error then return before, self.before_error end
  return found, after
end

-- The positions themselves, for an evaluation that is not linear.
local function positions_of(self, probe)
  local list, points = {}, {}
  for number = 1, self.all.games do
    local row = self.state.games[number]
    if row and row.how ~= "longest" then
      for _, position in ipairs(probe:positions(row.moves, self.all.plies, (self.all.seed << 20) + number)) do
        list[#list + 1], points[#list + 1] = position, row.points
      end
    end
  end
  return list, points
end

local function fit_steps(self, probe, scale)
  local list, points = positions_of(self, probe)
  local function error(weights)
    if self.deadline and core.clock() > self:test_begins() + (self.deadline - self:test_begins()) / 2 then return nil end
    return error_of(probe, points, scale, function(k) return probe:value(list[k], weights) end)
  end
  local first, least = {}, {}
  for i, weight in ipairs(probe.before) do first[i], least[i] = steps.first(weight), steps.least(weight) end
  self.before_error = error(probe.before)
  if not self.before_error then return probe.before end
  return steps.descend(probe.before, first, least, error)
end

-- How often a weight has a say: the share of positions whose value it changes.
local function seen_of(list, weights)
  return tables.map(weights, function(_, i)
    return tables.sum(list, function(sample) return sample[i + 2] ~= 0 and 1 / #list or 0 end)
  end)
end

local function scale_of(probe, list)
  local values = tables.map(list, function(sample) return logistic.value(sample, probe.before) end)
  return logistic.scale(logistic.points(list), values) or logistic.free_scale(list)
end

--- Finds weights. `self`: see gts.train.work; gets `played`, `positions`, `linear`, `scale`, `before_error`, `after_error`,
-- `seen`, `limited`; `reason` where nothing can be learnt. Returns name -> number, or nil.
function texel.find(self)
  local probe = samples.probe(self.of)
  local list = play(self, probe)
  if not list then return nil end
  self.positions, self.linear = #list, list.linear
  self.reason = lack(self, list)
  if self.reason then return nil end
  local found
  local good = self:here(function()
    self:tell("fit", 0, 1)
    self.scale, self.seen = scale_of(probe, list), seen_of(list, probe.before)
    if list.linear then found, self.after_error = fit_linear(self, probe, list, self.scale)
    else found, self.after_error = fit_steps(self, probe, self.scale) end
  end)
  return good and named(found, self.before) or nil
end

return texel
