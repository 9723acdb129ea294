--- Evaluations that are found in rules whose `evaluate` says nothing before the end of the game. Short samplings value
-- positions of random games; a ridge regression fits weights of features (gts.best.features) to the values, for MAX and for MIN
-- to move. A group of features is taken if it explains games that it was not fitted to, beyond what the ply does. The weights
-- follow from one seed and from counts, not from a clock: equal rules have equal evaluations, so compiled ones are found in the
-- cache, where the weights are kept, too. A trial against sampling decides whether the evaluation is used.

local core = require "gts.core"
local effort = require "gts.base.effort"
local Features = require "gts.best.features"
local fingerprint = require "gts.rules.fingerprint"
local game = require "gts.game"
local guard = require "gts.base.guard"
local moves = require "gts.moves"
local pick = require "gts.base.pick"
local random = require "gts.base.random"
local schema = require "gts.base.schema"
local search = require "gts.search"
local tables = require "gts.base.tables"
local words = require "gts.base.words"

local found = {}

--- Positions that are valued. Specs set it.
found.positions = 600

--- Points that the trial must reach. Specs set it.
found.points = 18
-- The part of the variance that is explained, for which it plays before the trial: with less, that takes WEAK times the points.
found.strong = 0.3
local WEAK <const> = 4 / 3

local SHOWN <const> = 300       -- positions that show what positions are made of
local MOST_SHOWN <const> = 5000 -- of these, where all games have one result: then there is no evaluation
local EACH <const> = 4          -- positions of a game that are valued
local LONGEST, FAILED <const> = 400, 10 -- plies of a game, and longer games, after which there is no evaluation
local FEWEST, MOST <const>, PLIES <const> = 30, 100, 3000       -- iterations to value one, and plies of their playouts, about
local LATE <const> = 50         -- positions that were not valued in time: where others are fewer there is no evaluation
local SOON <const> = 0.005      -- seconds for a position, at least
local INSTRUCTIONS <const> = 2000000    -- of rules that are asked of a position that may not be legal
local RIDGE <const> = 0.01      -- of the variance of a feature
local GAIN, LEAST <const> = 0.02, 0.05  -- parts of the variance of values: what a group must explain more, and all of them
local GAMES <const> = 40        -- of the trial, at most
local MOVE <const> = 0.002      -- seconds of the processor for a move of it, about
local NODES, GROWTH <const>, TABLE <const> = { 1000, 100000 }, 4, 1 << 18   -- of a search, first and at most; a factor; bytes
local BYTES <const> = 65536     -- of what is kept, at most
local OPENING <const> = 4        -- plies of an opening of the trial, at most
local LEVELS <const> = 10       -- in a standard deviation: fewer values make more cutoffs

-- Regression: sums of products of columns, which are a constant, the ply and the features, then those with the player's sign.

local function new_sums(size)
  local function zeros() return tables.range(1, size, function() return 0.0 end) end
  return { products = tables.range(1, size, zeros), by_value = zeros(), squares = 0.0, count = 0 }
end

local function accumulate(s, x, value)
  for i, xi in ipairs(x) do
    local row = s.products[i]
    for k = 1, i do row[k] = row[k] + xi * x[k] end
    s.by_value[i] = s.by_value[i] + xi * value
  end
  s.squares, s.count = s.squares + value * value, s.count + 1
end

local function product(s, i, k) return s.products[math.max(i, k)][math.min(i, k)] end

-- The weights of some columns, the first of which is the constant.
local function solve(s, columns)
  local a, n = {}, #columns
  for i, x in ipairs(columns) do
    a[i] = tables.range(1, n, function(k) return product(s, x, columns[k]) end)
    local ridge = a[i][i] - product(s, x, 1) ^ 2 / s.count
    a[i][i], a[i][n + 1] = a[i][i] + (i > 1 and RIDGE * ridge + 1e-6 * s.count or 0), s.by_value[x]
  end
  for i = 1, n do
    for k = 1, n do
      local factor = k == i and 0 or a[k][i] / a[i][i]
      for j = i, n + 1 do a[k][j] = a[k][j] - factor * a[i][j] end
    end
  end
  return tables.map(a, function(row, i) return row[n + 1] / row[i] end)
end

local function error_of(s, columns, w)
  local sum = s.squares
  for i, x in ipairs(columns) do
    sum = sum - 2 * w[i] * s.by_value[x]
    for k, z in ipairs(columns) do sum = sum + w[i] * w[k] * product(s, x, z) end
  end
  return sum
end

local function columns_of(self, groups)
  local half = self.features.size + 2
  local list = self.features.is_min and { 1, 2, half + 1, half + 2 } or { 1, 2 }
  for _, group in ipairs(groups) do
    for i = 1, group.size do list[#list + 1] = (group.signed and half or 0) + 2 + group.from + i end
  end
  return list
end

-- Groups that explain a part of the variance in games that they were not fitted to, each with those before it.
local function choose_groups(self)
  local chosen, gain, base = {}, 0, columns_of(self, {})
  repeat
    local best, most = nil, gain + GAIN
    for _, group in ipairs(self.features.groups) do
      local more = table.move(chosen, 1, #chosen, 1, {})
      more[#more + 1] = group
      local columns, rest, all = columns_of(self, more), 0, 0
      for i = 1, 2 do
        local s, other = self.sums[i], self.sums[3 - i]
        rest, all = rest + error_of(other, columns, solve(s, columns)), all + error_of(other, base, solve(other, base))
      end
      local part = all > 0 and 1 - rest / all or 0
      if part > most then best, most = more, part end
    end
    if best then chosen, gain = best, most end
  until not best
  return chosen, gain
end

-- The weights of an evaluation (see Features:evaluation), and the steps of its sum.
local function weights_of(self, chosen)
  local columns, all, n = columns_of(self, chosen), self.sums[3], self.features.size
  local of, w = tables.range(1, 2 * n + 4, function() return 0.0 end), solve(all, columns)
  for i, x in ipairs(columns) do of[x] = w[i] end
  local list = {}
  for place, sign in ipairs { 1, -1 } do
    local first = (place - 1) * (n + 1) + 1
    list[first] = of[1] + sign * of[n + 3]
    for i = 1, n do
      list[first + i] = of[2 + i] + sign * of[n + 4 + i]
      list[first] = list[first] - self.centre[i] * list[first + i]
    end
  end
  -- The weights predict the mean of the values.
  local variance = error_of({ products = all.products, by_value = tables.range(1, 2 * n + 4, function() return 0 end),
    squares = -all.by_value[1] ^ 2 / all.count }, columns, w) / all.count
  local levels = LEVELS / math.max(1e-9, variance ^ 0.5)
  return tables.map(list, function(x) return tonumber(("%.5g"):format(x)) + 0.0 end), tonumber(("%.3g"):format(levels))
end

-- What was found, in the cache: numbers, behind a hash of them. One that is damaged, or of other features, is none.

local function place_of(self)
  local ok, cache = pcall(require or error, "gts.compile.cache")        -- not where rules are confined
  if not ok or core.lacks.native then return nil end
  local is, folder = fingerprint.of(self.of, game.given(self.of)), cache.path()
  return is and folder and ("%s/found-%s"):format(folder, core.hash(core.version .. found.positions .. is))
end

-- These are: the part that is explained, levels, points, how many groups, their places, weights.
local function take(self, kept)
  local gain, levels, points, count = table.unpack(kept, 1, 4)
  local chosen = tables.collect(table.move(kept, 5, 4 + (count or 0), 1, {}), function(i) return self.features.groups[i] end)
  local weights = table.move(kept, 5 + #chosen, #kept, 1, {})
  if #chosen ~= count or #weights ~= 2 * self.features.size + 2 then return false end
  self.names = table.concat(tables.keys(tables.set(tables.map(chosen, function(group) return group.name end))), ", ")
  self.explained, self.points, self.kept = gain, points, kept
  if gain >= LEAST then self.evaluate = self.features:evaluation(chosen, weights, self.middle, self.half, levels) end
  self.over = gain < LEAST or points >= 0
  return true
end

local function read(self)
  local text = self.place and core.files.read(self.place, BYTES)
  local hash, body = (text or ""):match "^(%x+)\n(.*)$"
  if body and hash == core.hash(body) then take(self, tables.map(words.split(body), function(word) return tonumber(word) end)) end
end

local function keep(self)
  local body = table.concat(self.kept, " ")
  if self.place then core.files.write(self.place, core.hash(body) .. "\n" .. body) end
end

local function conclude(self)
  local chosen, gain = choose_groups(self)
  local weights, levels = weights_of(self, chosen)
  local kept = { tonumber(("%.3g"):format(gain)), levels, -1, #chosen }
  for _, group in ipairs(chosen) do kept[#kept + 1] = group.place end
  take(self, table.move(weights, 1, #weights, #kept + 1, kept))
  keep(self)
end

local function design(self, turns)
  local of, samples = self.of, self.samples
  local ok, features = pcall(Features.new, of, samples, turns)         -- positions may be too strange
  self.features, self.measured, self.centre, self.over = features, 0, nil, not ok
  if not ok then return end
  local range, size = of.range or { self.low, self.high }, self.features.size + 2
  local low, high = math.max(range[1], self.low), math.min(range[2], self.high)
  self.middle, self.half = (low + high) / 2, (high - low) / 2
  self.sums = tables.range(1, 3, function() return new_sums(size * 2) end)     -- of every other game, and of all
  self.iterations = math.max(FEWEST, math.min(MOST, PLIES * self.games // #samples))
end

-- The features of a position; nil: rules failed.
local function features_of(self, sample)
  local ok, list = self.budget:call(self.features.values, table.unpack(sample.words))
  return ok and list or nil
end

local function centre(self)
  self.centre = tables.range(1, self.features.size, function() return 0.0 end)
  for _, sample in ipairs(self.samples) do
    local list = features_of(self, sample)
    if not list then return false end
    for i, x in ipairs(list) do self.centre[i] = self.centre[i] + x / #self.samples end
  end
  return true
end

local function value(self, sample, seconds)
  local r = search.run(self.of, tables.over(self.asked, { position = sample.position, algorithm = "mcts",
    time = math.max(SOON, seconds), iterations = self.iterations, to_move = sample.mover }))
  if r.stopped == "interrupted" then error(r.stopped, 0) end
  local y = r.value or r.estimate
  return y and r.stopped ~= "time" and math.max(-1, math.min(1, (y - self.middle) / self.half)) or nil
end

local function measure(self, sample, seconds)
  local list = (self.centre or centre(self)) and features_of(self, sample)
  if not list then                      -- without positions that may not be legal, from the beginning
    if #self.features.turns > 0 then return design(self, false) end
    self.over = true
    return
  end
  local y, x, n = value(self, sample, seconds), { 1.0, sample.ply * 2 * self.games / #self.samples - 1 }, #list + 2
  if not y then
    self.late, self.pending[#self.pending + 1] = self.late + 1, sample
    self.over = self.late > math.max(LATE, self.measured)
    return
  end
  for i, v in ipairs(list) do x[i + 2] = v - self.centre[i] end
  for i = 1, n do x[n + i] = sample.mover == "max" and x[i] or -x[i] end
  for _, s in ipairs { sample.number % 2 + 1, 3 } do accumulate(self.sums[s], x, y) end
  self.measured = self.measured + 1
end

-- The game that is played is over, with a result; nil: it is too long.
local function finish(self, result)
  local list = self.path
  self.path, self.position = {}, self.of.start
  if not schema.finite.fits(result) then
    self.failed = self.failed + 1
    self.over = self.failed >= FAILED
    return
  end
  self.number = self.number + 1
  for _ = 1, math.min(#list, EACH) do self.pending[#self.pending + 1] = list[self.draw(1, #list)] end
  if self.features then return end
  self.low, self.high, self.games = math.min(self.low, result), math.max(self.high, result), self.number
  table.move(list, 1, #list, #self.samples + 1, self.samples)
  self.over = #self.samples > MOST_SHOWN or self.number > SHOWN
  if #self.samples < SHOWN or self.low == self.high then return end
  design(self, true)
  if not self.over then read(self) end
end

local function play(self)
  local of, ply = self.of, #self.path
  local mover = ply % 2 == 0 and "max" or "min"
  local list = moves.generate(of, tables.over(self.asked, { position = self.position, to_move = mover }))
  local at = (of.words or 1) > 1 and self.position or { self.position }
  if #list == 0 then return finish(self, of.evaluate(table.unpack(at))) end
  self.path[ply + 1] = { position = self.position, words = at, mover = of.player and list.player or mover, ply = ply,
    number = self.number }
  self.position = list[self.draw(1, #list)].position
  if ply >= LONGEST then finish(self) end
end

local known = setmetatable({}, { __mode = "k" })        -- evaluate -> what is known

--- Forgets an evaluation whose search has failed: it may ask for positions that are not legal. False: the fault is elsewhere.
function found.drop(of)
  local self = known[of.evaluate]
  if #self.features.turns == 0 then return false end
  self.evaluate, self.over = nil, true
  return true
end

-- The trial: deepening by the evaluation against sampling, both sides of each opening, in about equal time of the processor.

local function made_for(self, of)
  self.made[of] = self.made[of] or game.altered(of, { evaluate = self.evaluate })
  return self.made[of]
end

-- Options of the players; nil: the rules are not compiled yet, of one of both.
local function players_of(self, seconds)
  local own, has_keys = made_for(self, self.of), search.has_keys(self.of)
  local deepening = tables.copy(pick.choice(has_keys, self.of.rank ~= nil), { native = self.asked.native, nodes = NODES[1],
    table = has_keys and TABLE or nil })
  local all = assert(search.check(own, deepening))
  if not search.is_compiled(own, all, seconds) then return nil end
  local function player(of, asked, limit, most)
    return { of = of, all = asked, limit = limit, most = most, seconds = 0, moves = 0 }
  end
  return { games = 0, points = 0, player(own, all, "nodes", NODES[1]),
    player(self.of, tables.copy(self.asked, { algorithm = "mcts" }), "iterations", MOST) }
end

local function begin_game(self, t)
  local opening = self.samples[self.draw(1, #self.samples)]
  while opening.ply > OPENING do opening = self.samples[self.draw(1, #self.samples)] end
  if t.games % 2 == 0 then t.opening = opening end
  t.position, t.ply, t.side = t.opening.position, t.opening.ply, t.games % 2 == 0 and "max" or "min"
end

local function points_of(self) return found.points * (self.explained < found.strong and WEAK or 1) end

local function end_game(self, t, result)
  local part = (result - self.low) / (self.high - self.low)
  t.games, t.position = t.games + 1, nil
  t.points = t.points + (part == 0.5 and 0.5 or part > 0.5 == (t.side == "max") and 1 or 0)
  for _, player in ipairs(t) do
    local factor = player.moves > 0 and math.min(GROWTH, MOVE * player.moves / math.max(1e-6, player.seconds)) or 1
    player.most = math.max(FEWEST, math.min(NODES[2], player.most * factor // 1))
    player.seconds, player.moves = 0, 0
  end
  if t.points < points_of(self) and t.games - t.points <= GAMES - points_of(self) then return end
  self.points, self.kept[3], self.over = t.points, t.points, true
  keep(self)
end

local function try(self, seconds)
  local t, of = self.trial, self.of
  if not t.position then begin_game(self, t) end
  local asked = { position = t.position, to_move = t.ply % 2 == 0 and "max" or "min" }
  local list = moves.generate(of, tables.over(self.asked, asked))
  if #list == 0 then
    return end_game(self, t, of.evaluate(table.unpack((of.words or 1) > 1 and t.position or { t.position })))
  elseif t.ply > LONGEST then return end_game(self, t, (self.low + self.high) / 2) end
  local one = t[(of.player and list.player or asked.to_move) == t.side and 1 or 2]
  local began = effort.clock()
  asked[one.limit], asked.time = one.most, math.max(SOON, seconds)
  local ok, r = pcall(search.run, one.of, tables.over(one.all, asked))
  if not ok and not found.drop(of) then error(r, 0) elseif not ok then return end
  if r.stopped == "interrupted" then error(r.stopped, 0) end
  one.seconds, one.moves = one.seconds + effort.clock() - began, one.moves + 1
  t.position, t.ply = r.move ~= nil and r.position or list[1].position, t.ply + 1
end

local function new(of)
  local self = { of = of, draw = random.stream(1), path = {}, position = of.start, samples = {}, pending = {}, number = 0,
    failed = 0, late = 0, low = math.huge, high = -math.huge, budget = guard.budget(INSTRUCTIONS),
    made = setmetatable({}, { __mode = "k" }), asked = search.check(of, { algorithm = "alphabeta" }) }
  self.place = place_of(self)
  known[of.evaluate] = self
  return self
end

--- Is it in the cache what was found for a game, and not read yet?
function found.is_unread(of)
  local place = not (known[of.evaluate] and known[of.evaluate].features) and place_of { of = of } or nil
  return place ~= nil and core.files.kind(place) == "file"
end

--- Looks for an evaluation, or goes on with that, for some seconds, until it is known whether there is one; `patient`: seconds
-- of the processor, see effort.clock, and waits for the compiler. Returns the game with it, and what it is an evaluation of; or
-- nil, and whether it is not known yet. Raises what rules raise; "interrupted" at Ctrl-C.
function found.game(of, seconds, native, patient)
  if of.mutable or of.tree or of.score then return nil end
  local self, clock = known[of.evaluate] or new(of), patient and effort.clock or core.clock
  local deadline = clock() + seconds
  local function left() return patient and math.huge or deadline - clock() end
  self.asked.native = native == false and native or "auto"
  while not self.over and clock() < deadline do
    if self.evaluate then
      self.trial = self.trial or players_of(self, patient and deadline - clock() or 0)
      if not self.trial then break end          -- the compiler is at it
      try(self, left())
    elseif not self.features or #self.pending == 0 and self.measured < found.positions then play(self)
    elseif self.measured < found.positions then measure(self, table.remove(self.pending), left())
    else conclude(self) end
  end
  local is_taken = self.evaluate and (self.points >= points_of(self) or self.points < 0 and self.explained >= found.strong)
  if not is_taken then return nil, not self.over end
  return made_for(self, of), ("an evaluation by %s, found in the rules, explains %.0f %% of what sampling finds%s"):format(
    self.names, 100 * self.explained, self.points > 0 and ", and won a trial against it" or "")
end

return found
