--- Shapes of patterns by trial: candidates learn for a small share of the run and play each other, by nodes; the best goes on.
-- During a trial the state of the run has what each candidate has learnt, under a key for each, and the pairings that were
-- played; then the shapes that were chosen, and the points of all.

local core = require "gts.core"
local frozen = require "gts.compile.frozen"
local match = require "gts.play.match"
local plan = require "gts.learn.plan"
local self_play = require "gts.learn.self_play"
local state = require "gts.train.state"
local tables = require "gts.base.tables"
local trial = require "gts.train.trial"

local choice = {}

--- Games of a run; with less there is no trial. Specs set it, and the next two.
choice.least = 2000

--- Games of each pairing.
choice.games = 20

--- Nodes a move, times the sum of NODE and the patterns. A node takes about as long as NODE patterns.
choice.effort = 200000

-- Shapes that are tried, after those that fit the bits of a cell.
local CANDIDATES <const> = { "rows columns diagonals", "2x3", "rows columns diagonals 2x3", "2x3 line4" }
local SHARE <const> = 0.08      -- of the games or the time, for each candidate, and for the matches
local LEAST_TIME <const> = 20   -- seconds; with less there is no trial
local NODE <const> = 100

local function make_plan(self, shapes)
  local all = self.all
  return plan.make(self.of, { found = self.plan.found, shapes = shapes, most = all.bits, stages = all.stages,
    target = all.target })
end

-- The plans that are tried: no two alike, and none that rules would not be compiled with.
local function plans_of(self)
  local list = { self.plan }
  for _, shapes in ipairs(CANDIDATES) do
    local one = make_plan(self, shapes)
    local function is_like(other) return #one.patterns == #other.patterns and one.weights == other.weights end
    if one and plan.count_numbers(one) <= frozen.most_cells and not tables.any(list, is_like) then list[#list + 1] = one end
  end
  return list
end

-- Candidates learn. Returns their courses; nil if the run was stopped.
local function learn(self, plans)
  local all, list = self.all, {}
  local goal = all.unlimited and all.games or math.ceil(SHARE * all.games)
  for i, one in ipairs(plans) do
    local key = "_" .. string.char(96 + i)
    self.course = self_play.course(self, one, key)
    if not self.state.data["ready" .. key] then
      local ends = all.time and math.min(self:test_begins(), core.clock() + SHARE * self.share * all.time)
      if not self_play.play(self.course, goal, ends) then return nil end
      self.state.data["ready" .. key] = "true"
    end
    list[i] = self.course
  end
  return list
end

-- The points of the first of two players, and of how many games; nil if the run was stopped.
local function play_pairing(self, a, b, ends)
  local all = self.all
  local ok, r = pcall(match.try, self.of, a, b, { games = choice.games, plies = all.plies, longest = all.longest, seed = all.seed,
    workers = all.workers, progress = function() return not ends or core.clock() < ends end })
  if ok then
    if r.stopped == "interrupted" then self.stopped = r.stopped end
    return not self.stopped and r.won + r.drawn / 2 or nil, r.games
  end
  if not trial.leaves_range(r) then error(r, 0) end
  return r:find "^player A" and 0 or choice.games, choice.games
end

-- Candidates play each other. Returns for each its shapes, points, games; nil if the run was stopped.
local function compare(self, courses)
  local data, players, list, pairing = self.state.data, {}, {}, 0
  local ends = self.all.time and core.clock() + SHARE * self.share * self.all.time
  for i, course in ipairs(courses) do
    players[i] = { nodes = choice.effort // (NODE + #course.plan.patterns), evaluation = self_play.evaluation(course) }
    list[i] = { shapes = course.plan.shapes, points = 0, games = 0 }
  end
  local played, total = choice.forms.pairings(data.pairings or ""), #list * (#list - 1) // 2
  for i, a in ipairs(list) do
    for j = i + 1, #list do
      pairing = pairing + 1
      local b, known = list[j], played[pairing] or {}
      local points, games = known.points, known.games
      if not points then
        local now, left = core.clock(), total - pairing + 1
        points, games = play_pairing(self, players[i], players[j], ends and now + (ends - now) / left)
        if not points then return nil end
        data.pairings = ("%s%.17g %d,"):format(data.pairings or "", points, games)
        self.state:save()
        self.stopped = self:tell("trial", pairing, total)
        if self.stopped then return nil end
      end
      a.points, a.games, b.points, b.games = a.points + points, a.games + games, b.points + games - points, b.games + games
    end
  end
  return list
end

-- Puts down what was chosen, and goes on with that.
local function choose(self, courses, list)
  local data, parts = self.state.data, {}
  local best = tables.best(list, function(a, b) return a.points * b.games > b.points * a.games end)
  for i, one in ipairs(list) do
    parts[i] = ("%.17g %d %s"):format(one.points, one.games, one.shapes)
    for _, name in ipairs { "ready", "round", "rows", "weights" } do data[name .. courses[i].key] = nil end
    if one == best then self.course = courses[i] end
  end
  data.pairings, data.shapes, data.tried = nil, self.course.plan.shapes, table.concat(parts, ",")
  self_play.rename(self.course, "")
end

-- Reads a list of points and games, each behind its own comma, with shapes behind them or not; nil: it is none.
local function read_points(text, form)
  local list = {}
  for entry in text:gmatch "[^,]+" do
    local points, games, shapes = entry:match(form)
    points, games = state.forms.amount(points), state.forms.count(games)
    if not points or not games or points > games then return nil end
    list[#list + 1] = { shapes = shapes, points = points, games = games }
  end
  return list
end

local function one_line(text) return not text:find "%c" and text or nil end

--- What the state of a run has: see gts.train.state.
choice.forms = tables.copy(self_play.forms, { ready = state.forms.flag, learnt = state.forms.flag, shapes = one_line })

function choice.forms.pairings(text) return read_points(text, "^(%S+) (%d+)$") end
function choice.forms.tried(text) return read_points(text, "^(%S+) (%d+) (.+)$") end

--- Settles on shapes: given ones, those chosen before the run was stopped, or by a trial. `self`: see gts.train.work; gets
-- `course` and, by trial, `tried`: a list of shapes, points and games. False: it did not, and `stopped` says why.
function choice.settle(self)
  local data = self.state.data
  local is_long = self.all.games >= choice.least and (not self.all.time or self.all.time >= LEAST_TIME)
  local needs_trial = is_long and not data.shapes and not self.all.shapes and self.plan.kind == "patterns"
  local plans = needs_trial and plans_of(self) or { self.plan }
  if #plans == 1 then
    local other = data.shapes and data.shapes ~= self.plan.shapes
    self.course = self_play.course(self, other and (make_plan(self, data.shapes) or self.state:refuse "shapes") or self.plan, "")
  else
    local courses = learn(self, plans)
    local list = courses and compare(self, courses)
    if not list then
      self.state:save(true)
      return false
    end
    choose(self, courses, list)
  end
  self.tried = data.tried and choice.forms.tried(data.tried)
  return true
end

--- How a trial went, in a line; nil: there was none. `list`: the result of learning. Returns a text or nil.
function choice.line(list)
  if not list.tried then return nil end
  local parts = tables.map(list.tried, function(one)
    return ("%s %.0f %%"):format(one.shapes, 100 * one.points / math.max(1, one.games))
  end)
  return ("shapes by trial: %s (of games with each other: %s)"):format(list.shapes, table.concat(parts, ", "))
end

return choice
