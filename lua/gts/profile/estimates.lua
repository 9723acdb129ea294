--- The measured parts of a profile: games of a player against itself, the pie rule, the size of the game tree.

local aggregate = require "gts.profile.aggregate"
local figures = require "gts.profile.figures"
local games = require "gts.profile.games"
local intervals = require "gts.profile.intervals"
local start = require "gts.profile.start"
local tables = require "gts.base.tables"
local tree = require "gts.profile.tree"

local estimates = {
  budget = 100000,              -- successors that the estimates of the size of the tree meet
}

local WALKS = 20                -- these estimates, which are independent
local ENOUGH = 5                -- of these, where the time does not suffice for all
local MOST_SIZE = 300           -- powers of ten

local function job_of(self, number, more)
  return tables.copy({ number = number, seed = self.all.seed, plies = self.plies, longest = self.all.longest }, more)
end

-- The first game may take all of the time: without one, most figures are missing.
local function played(self, job) return games.play(self.of, self.player, job, job.number == 1 and self.halt_last or self.halt) end

-- Plays games, in the order of their numbers; those after one that is missing are left out.
local function play_jobs(self, stage, jobs)
  local found, list = {}, {}
  self:run(stage, jobs, function(job) return played(self, job) end, function(k, one) found[k] = one end)
  while found[#list + 1] do list[#list + 1] = found[#list + 1] end
  return list
end

--- Plays the games.
function estimates.games(self)
  local jobs = tables.range(1, self.all.games, function(number) return job_of(self, number) end)
  local list = play_jobs(self, "games", jobs)
  self.played = #list
  if #list == 0 then return self:lack("games", "no game was finished") end
  self.course, self.lengths = aggregate.course(list), aggregate.lengths(list)
  local how = ("%d games"):format(#list)
  for _, figure in ipairs(figures.rows) do
    if figure.stage == "games" and not self.rows[figure.name] then
      local row, why = aggregate[figure.name](list, self.all)
      if row then self:note(figure.name, row, how) else self:lack(figure.name, why) end
    end
  end
end

--- Measures the pie rule: half of the games choose a first move and a side, the others measure the points of that side.
function estimates.pie(self)
  if self.rows.pie or self.over then return end
  local candidates, jobs = nil, {}
  local rest = self:left() / 2
  local function halt() return self.halt() or self:is_short(rest) end
  self:here("pie", function() candidates = start.candidates(self.of, halt) end)
  local half = math.max(1, self.all.games // 2)
  if not candidates then return end
  for k = 1, math.max(half, #candidates) do
    jobs[k] = job_of(self, self.all.games + k, { first = candidates[(k - 1) % #candidates + 1], plies = 0 })
  end
  local list = play_jobs(self, "pie", jobs)
  if #list < #jobs then return self:lack("pie", "too few games were finished") end
  local _, by_label = tables.groups(list, function(_, k) return jobs[k].first end)
  local function off(label) return math.abs(aggregate.points(by_label[label]) - 0.5) end
  local chosen = tables.best(candidates, function(a, b) return off(a) < off(b) end)
  local swaps = aggregate.points(by_label[chosen]) > 0.5
  local more = {}
  for k = 1, half do more[k] = job_of(self, 2 * self.all.games + k, { first = chosen, plies = 0 }) end
  local last = play_jobs(self, "pie", more)
  if #last == 0 then return self:lack("pie", "too few games were finished") end
  local mean, halves = aggregate.points(last)
  if not swaps then mean = 1 - mean end
  local value, low, high = mean, intervals.points(mean, #last, halves)
  self:note("pie", { value = value, low = low, high = high }, ("move %s, %d + %d games"):format(chosen, #list, #last))
end

-- How large populations may be, by the games that were played.
local function population_of(self)
  local length, branching = self.rows.length, self.rows.branching
  local walk = length and branching and length.value * branching.value or 1000
  return math.max(1, estimates.budget // (WALKS * math.max(1, walk)) | 0)
end

--- Estimates the size of the game tree.
function estimates.tree(self)
  if self.rows.tree then return end
  if self.of.cycle ~= nil then return self:lack("tree", "the game goes round in circles, and only repetition ends its paths") end
  local each, logs, cut, jobs = population_of(self), {}, false, {}
  for number = 1, WALKS do jobs[number] = job_of(self, number, { population = each }) end
  self:run("tree", jobs, function(job) return tree.estimate(self.of, job, self.halt) end, function(_, found)
    logs[#logs + 1], cut = found.logarithm, cut or found.cut
  end)
  if cut then return self:lack("tree", ("some paths have no end in %d moves"):format(self.all.longest)) end
  if #logs < ENOUGH then return self:lack("tree", "too few walks were finished") end
  table.sort(logs)
  local value, low, high = intervals.logarithm(logs)
  if high / math.log(10) > MOST_SIZE then return self:lack("tree", ("more than 10^%d"):format(MOST_SIZE)) end
  self:note("tree", { value = math.exp(value), low = math.exp(low), high = math.exp(high) },
    ("Knuth: %d x %d walks"):format(#logs, each))
end

return estimates
