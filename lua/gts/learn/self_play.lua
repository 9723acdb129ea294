--- Self-play in rounds: in each some copies of the learner begin with equal weights, play games of their own, and are merged. A
-- copy plays until its searches have made a number of visits, so that rounds take about as long, and all depends on the seed,
-- the round and the number of the copy alone. Processes are started anew for each round, with its weights.

local core = require "gts.core"
local estimate = require "gts.rules.estimate"
local evaluation = require "gts.learn.evaluation"
local evaluation_file = require "gts.rules.evaluation_file"
local game = require "gts.game"
local search = require "gts.search"
local state = require "gts.train.state"

local self_play = {}

--- Visits of a copy in a round. Specs set it.
self_play.visits = 100000

local ROWS = 16                 -- of the record of learning, at most

-- What is counted of games, in the order in which the state has it: see core.learner.
local fields = { "games", "positions", "updates", "max", "min", "draws", "cut", "predicted", "squares", "seconds" }

local function add(sum, counts)
  for _, name in ipairs(fields) do sum[name] = (sum[name] or 0) + (counts[name] or 0) end
  return sum
end

-- One copy in one round. Returns what it has learnt, and counts; false: the time was over first.
local function play(self, number, begun)
  local all, learner = self.work.all, self.learner
  learner:restore(begun)
  learner:set { rule = all.method, depth = all.depth, lambda = all.lambda, rate = all.rate, explore = all.explore,
    plies = all.plies, longest = all.longest }
  local options = assert(search.check(self.of, { algorithm = "alphabeta", native = self.native }))
  options.algorithm, options.learner = "learn", learner
  local before, visits, played, calls = learner:counts(), 0, 0, 0
  local left = self.goal - self.total.games             -- for all copies
  local most = left // all.copies + (number <= left % all.copies and 1 or 0)
  while played < most and visits < self_play.visits do
    -- The first game shows how many fill the round.
    local games = played == 0 and 1 or math.max(1, (self_play.visits - visits) * played // math.max(1, visits))
    games = math.min(games, most - played)
    learner:set { games = games, seed = ((all.seed << 16 | self.round) << 8 | number) << 8 | calls }
    options.time = self.ends and math.max(self.ends - core.clock(), 1e-6) or nil
    local r = assert(search.run(self.of, options))
    if r.stopped == "interrupted" then error("interrupted", 0) end
    if r.stopped then return false end
    played, visits, calls = played + games, visits + r.stats.visits, calls + 1
  end
  local after = learner:counts()
  for _, name in ipairs(fields) do after[name] = after[name] and after[name] - before[name] end
  return { learnt = learner:export(), counts = after }
end

local HEX, BYTE = {}, {}
for byte = 0, 255 do HEX[string.char(byte)], BYTE[("%02x"):format(byte)] = ("%02x"):format(byte), string.char(byte) end

-- Writes the state; unless at once, only when that is due.
local function keep(self, at_once)
  local kept, lines = self.work.state, {}
  if not kept.name or not at_once and core.clock() < kept.due then return end
  for i, row in ipairs(self.rows) do
    local parts = {}
    for k, name in ipairs(fields) do parts[k] = ("%.17g"):format(row[name]) end
    lines[i] = table.concat(parts, " ")
  end
  local data, key = kept.data, self.key
  data["round" .. key], data["rows" .. key] = tostring(self.round), table.concat(lines, ",")
  data["weights" .. key] = self.learner:export():gsub(".", HEX)
  kept:save(true)
end

local function read_row(line)
  local row, k = {}, 0
  for number in line:gmatch "%S+" do
    k = k + 1
    local name = fields[k]
    if not name then return nil end
    row[name] = (state.forms.count(number) or (name == "squares" or name == "seconds") and state.forms.amount(number))
    if not row[name] then return nil end
  end
  return k == #fields and row or nil
end

--- What a state has of a course: see gts.train.state.
self_play.forms = { round = state.forms.count }

function self_play.forms.weights(text) return #text % 2 == 0 and not text:find "[^%da-f]" and text or nil end

function self_play.forms.rows(text)
  local rows = {}
  for line in text:gmatch "[^,]+" do
    rows[#rows + 1] = read_row(line)
    if not rows[#rows] or #rows > ROWS + 1 then return nil end
  end
  return rows
end

local function resume(self)
  local kept, key = self.work.state, self.key
  local data = kept.data
  local weights, round, rows = data["weights" .. key], data["round" .. key], data["rows" .. key]
  if not weights and not round and not rows then return end
  if not weights or not round or not rows then kept:refuse("weights" .. key) end
  if not pcall(self.learner.restore, self.learner, (weights:gsub("%x%x", BYTE))) then kept:refuse("weights" .. key) end
  self.round, self.rows = state.forms.count(round), self_play.forms.rows(rows)
  for _, row in ipairs(self.rows) do add(self.total, row) end
end

--- Begins a course of learning, or goes on with it where the state of `work` (gts.train.work) has it, under names that end in
-- `key`. Returns work, plan, key; learner; round, how many were played; rows; total (counts).
function self_play.course(work, plan, key)
  local of, packing = work.of, plan.packed and plan.found.samples.packing
  if packing then               -- its bits are the key of the game that learns
    of = game.altered(of, { key = packing.ask, reverses = false })
    of.made, of.key_words = nil, packing.words > 1 and packing.words or nil
  end
  local self = { work = work, of = of, plan = plan, key = key, learner = core.learner(plan), round = 0, rows = {},
    total = add({}, {}) }
  self.native = plan.kind ~= "features" and of.native ~= false and search.compile_before(of, "learn")
  resume(self)
  return self
end

--- Gives a course another key in the state, and writes it.
function self_play.rename(self, key)
  local data = self.work.state.data
  for _, name in ipairs { "round", "rows", "weights" } do data[name .. self.key] = nil end
  self.key = key
  keep(self, true)
end

local function tell(self, row)
  return self.work:tell("learn", self.total.games, self.goal < math.maxinteger and self.goal or nil, {
    round = self.round, games = row.games, positions = row.positions, speed = row.positions / math.max(row.seconds, 1e-9),
    error = row.squares / math.max(1, row.predicted), max = row.max, min = row.min, draws = row.draws, cut = row.cut,
    shapes = self.plan.shapes,
  })
end

-- Plays one round. Returns false if it was not finished.
local function play_round(self)
  local jobs, learnt, row, begun, began = {}, {}, add({}, {}), self.learner:export(), core.clock()
  for number = 1, self.work.all.copies do jobs[number] = number end
  self.round = self.round + 1
  local finished = self.work:run(jobs, function(number) return play(self, number, begun) end, function(number, one)
    if not one then return "time" end
    learnt[number] = one
  end)
  self.learner:restore(begun)
  if not finished then
    self.round = self.round - 1
    return false
  end
  local exports = {}
  for number, one in ipairs(learnt) do
    exports[number] = one.learnt
    add(row, one.counts)
  end
  self.learner:merge(exports)
  row.seconds = core.clock() - began
  self.rows[#self.rows + 1] = row
  add(self.total, row)
  local rows, kept = self.rows, {}
  if #rows > ROWS then          -- they are put together in pairs
    for i = 1, #rows, 2 do kept[#kept + 1] = rows[i + 1] and add(add({}, rows[i]), rows[i + 1]) or rows[i] end
    self.rows = kept
  end
  return true, row
end

-- Why nothing can have been learnt; nil: something can.
local function lack(self)
  local total, longest = self.total, self.work.all.longest
  if total.cut == total.games then return ("none of %d games ended within %d moves"):format(total.games, longest) end
  local most = math.max(total.max, total.min, total.draws)
  if most == total.games - total.cut then return ("all %d games had one result"):format(most) end
end

--- Plays rounds of a course, until it has `goal` games, or to the moment `ends`, if given. False: see the work's `stopped`.
function self_play.play(self, goal, ends)
  local work = self.work
  self.goal, self.ends = goal, ends
  while self.total.games < goal and not (ends and core.clock() >= ends) do
    local finished, row = play_round(self)
    if not finished then break end
    keep(self)
    work.stopped = tell(self, row)
    if work.stopped then break end
  end
  if work.stopped == "time" then work.stopped = nil end
  keep(self, true)
  return not work.stopped
end

--- Writes what a course has learnt. `header`: see gts.learn.evaluation. Returns a text for the option `evaluation`.
function self_play.text(self, header)
  local bytes, list = self.learner:weights(), {}
  for i = 1, #bytes // 8 do list[i] = ("<d"):unpack(bytes, 8 * i - 7) end
  return evaluation.text(self.work.of, self.plan, list, header)
end

--- Makes what a course has learnt an evaluation: a function for the option `evaluation`, and the length of its list.
function self_play.evaluation(self) return estimate.make(assert(evaluation_file.read(self_play.text(self, { "Learnt." })))) end

--- Learns what is left to learn of `course`; sets `reason` where nothing can be learnt. True: there is something to test.
function self_play.learn(self)
  local course, data = self.course, self.state.data
  if not data.learnt and not self_play.play(course, self.all.games, self:test_begins()) then return false end
  if course.total.games == 0 then
    self.stopped = "time"
    return false
  end
  self.reason, data.learnt = lack(course), "true"
  self.state:save(true)
  return not self.reason
end

return self_play
