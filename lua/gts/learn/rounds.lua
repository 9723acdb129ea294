--- Learning in rounds: in each some copies of the learner begin with equal weights, play games of their own, and are merged.
--
-- A copy plays until its searches have made a number of visits, so that rounds of slow and of fast games take about as long, and
-- all that it does depends on the seed, the round and the number of the copy alone. Processes are started anew for each round:
-- they have its weights, then, without a message.
-- @module gts.learn.rounds

local core = require "gts.core"
local search = require "gts.search"

local rounds = {}

--- Visits of a copy in a round. Specs set it.
rounds.visits = 100000

local ROWS = 16                 -- of the record of learning, at most

-- What is counted of games, in the order in which the state has it: see core.learner.
local fields = { "games", "positions", "updates", "max", "min", "draws", "cut", "predicted", "squares", "seconds" }

local function add(sum, counts)
  for _, name in ipairs(fields) do sum[name] = (sum[name] or 0) + (counts[name] or 0) end
  return sum
end

-- The options of the engine.
local function options_of(self)
  local all = assert(search.check(self.of, { algorithm = "alphabeta", native = self.native }))
  all.algorithm, all.learner = "learn", self.learner
  return all
end

-- How many of the games that are left a copy may play in this round.
local function games_of(self, number)
  local left, copies = self.all.games - self.total.games, self.all.copies
  return left // copies + (number <= left % copies and 1 or 0)
end

-- One copy in one round. Returns what it has learnt, and counts; false: the time was over first.
local function play(self, number, begun)
  local all, learner = self.all, self.learner
  learner:restore(begun)
  learner:set { rule = all.method, depth = all.depth, lambda = all.lambda, rate = all.rate, explore = all.explore,
    plies = all.plies, longest = all.longest }
  local before, options, visits, played, calls = learner:counts(), options_of(self), 0, 0, 0
  local most, ends = games_of(self, number), self:test_begins()
  while played < most and visits < rounds.visits do
    -- The first game shows how many fill the round.
    local games = played == 0 and 1 or math.max(1, (rounds.visits - visits) * played // math.max(1, visits))
    games = math.min(games, most - played)
    learner:set { games = games, seed = ((all.seed << 16 | self.round) << 8 | number) << 8 | calls }
    options.time = ends and math.max(ends - core.clock(), 1e-6) or nil
    local r = assert(search.run(self.of, options))
    if r.stopped == "interrupted" then error("interrupted", 0) end
    if r.stopped then return false end
    played, visits, calls = played + games, visits + r.stats.visits, calls + 1
  end
  local after = learner:counts()
  for _, name in ipairs(fields) do after[name] = after[name] and after[name] - before[name] end
  return { learnt = learner:export(), counts = after }
end

-- Puts rows together in pairs, when there are too many.
local function thin(rows)
  if #rows <= ROWS then return end
  local kept = {}
  for i = 1, #rows, 2 do kept[#kept + 1] = rows[i + 1] and add(add({}, rows[i]), rows[i + 1]) or rows[i] end
  for i = 1, #rows do rows[i] = kept[i] end
end

-- The state.

local HEX, BYTE = {}, {}
for byte = 0, 255 do
  HEX[string.char(byte)], BYTE[("%02x"):format(byte)] = ("%02x"):format(byte), string.char(byte)
end

local function keep(self, at_once)
  if not self.all.file or not at_once and core.clock() < self.state.due then return end
  local data, lines = self.state.data, {}
  for i, row in ipairs(self.rows) do
    local parts = {}
    for k, name in ipairs(fields) do parts[k] = ("%.17g"):format(row[name]) end
    lines[i] = table.concat(parts, " ")
  end
  data.round, data.rows, data.weights = tostring(self.round), table.concat(lines, ","), self.learner:export():gsub(".", HEX)
  self.state:save(true)
end

local function resume(self)
  local data = self.state.data
  self.round, self.rows, self.total = 0, {}, add({}, {})
  if not data.weights then return end
  self.learner:restore((data.weights:gsub("%x%x", BYTE)))
  self.round = math.tointeger(tonumber(data.round))
  for line in data.rows:gmatch "[^,]+" do
    local row, k = {}, 0
    for number in line:gmatch "%S+" do
      k = k + 1
      row[fields[k]] = math.tointeger(tonumber(number)) or tonumber(number)
    end
    self.rows[#self.rows + 1] = row
    add(self.total, row)
  end
end

-- Reports a round.
local function tell(self, row)
  local all = self.all
  return self:tell("learn", self.total.games, not all.unlimited and all.games or nil, {
    round = self.round, games = row.games, positions = row.positions, speed = row.positions / math.max(row.seconds, 1e-9),
    error = row.squares / math.max(1, row.predicted), max = row.max, min = row.min, draws = row.draws, cut = row.cut,
  })
end

-- Plays one round. Returns false if it was not finished.
local function play_round(self)
  local jobs, learnt, row, begun, began = {}, {}, add({}, {}), self.learner:export(), core.clock()
  for number = 1, self.all.copies do jobs[number] = number end
  self.round = self.round + 1
  local finished = self:run(jobs, function(number) return play(self, number, begun) end, function(number, one)
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
  thin(self.rows)
  return true, row
end

-- Why nothing can have been learnt; nil: something can.
local function lack(self)
  local total = self.total
  if total.cut == total.games then return ("none of %d games ended within %d moves"):format(total.games, self.all.longest) end
  local most = math.max(total.max, total.min, total.draws)
  if most == total.games - total.cut then return ("all %d games had one result"):format(most) end
end

-- Has the time for learning run out?
local function is_late(self)
  local ends = self:test_begins()
  return ends and core.clock() >= ends
end

--- Learns, from where the state is.
-- @tparam table self see gts.train.work; has `plan`; gets `learner`, `round`, `rows`, `total` (counts), `reason` where nothing
-- can be learnt
-- @treturn boolean is there something to test?
function rounds.learn(self)
  self.learner = core.learner(self.plan)
  self.native = self.plan.kind ~= "features" and self.of.native ~= false and search.compile_before(self.of, "learn")
  resume(self)
  while not self.state.data.learnt and self.total.games < self.all.games and not is_late(self) do
    local finished, row = play_round(self)
    if not finished then break end
    keep(self)
    self.stopped = tell(self, row)
    if self.stopped then break end
  end
  if self.total.games == 0 then self.stopped = self.stopped or "time"
  elseif self.stopped == "time" then self.stopped = nil end
  if self.stopped then
    keep(self, true)
    return false
  end
  self.reason = lack(self)
  self.state.data.learnt = "true"
  keep(self, true)
  return not self.reason
end

return rounds
