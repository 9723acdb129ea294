-- Learning from self-play: its laws, its failures, and the state of a learner.

local core = require "gts.core"
local errors = require "spec.support.errors"
local small = require "spec.support.learning_games"
local gts = require "gts"
local search = require "gts.search"
local tables = require "gts.base.tables"

local says = errors.says

describe("learning", function()
  it("follows from the seed, and goes on where it was stopped", function()
    local function state(seed) return small.crosses_learner { seed = seed, games = 9, rule = "rootstrap", depth = 2 } end
    local whole, again, other, slices = state(1), state(1), state(2), state(1)
    local visits = small.learn(small.rules_of_crosses(), whole).stats.visits
    for _, learner in ipairs { again, other } do small.learn(small.rules_of_crosses(), learner) end
    assert.equal(whole:export(), again:export())
    assert.not_equal(whole:export(), other:export())
    local stops = 0
    while slices:counts().played < 9 do
      stops = stops + (small.learn(small.rules_of_crosses(), slices, { nodes = visits // 4 }).stopped == "nodes" and 1 or 0)
    end
    assert.is_true(stops > 3)
    assert.equal(whole:export(), slices:export())
    assert.equal(0, small.learn(small.rules_of_crosses(), whole).stats.visits)      -- all were played
  end)

  -- Rules that fail in the k-th call, for many k: nothing of the game that was played is left.
  it("keeps nothing of a game in which a rule fails", function()
    for _, way in ipairs { { "td", 1 }, { "treestrap", 2 }, { "rootstrap", 2 } } do
      local more = { rule = way[1], depth = way[2], games = 6 }
      local failed = 0
      for i = 1, 10 do
        local k = 3 * i * i * i
        local rules, calls = small.rules_of_crosses(), 0
        local inner = rules.next
        function rules.next(a, b, cell)
          calls = calls + 1
          if calls == k then error("the fault", 0) end
          return inner(a, b, cell)
        end
        local learner = small.crosses_learner(more)
        local ok, wrong = pcall(small.learn, rules, learner)
        if ok then break end
        failed = failed + 1
        says(tostring(wrong), "the fault")
        local games = learner:counts().games
        local known = small.crosses_learner(tables.copy(more, { games = games }))
        small.learn(small.rules_of_crosses(), known)
        assert.equal(known:export(), learner:export())
        small.learn(small.rules_of_crosses(), learner)      -- and goes on
        assert.equal(6, learner:counts().games)
      end
      assert.is_true(failed > 4)
    end
  end)

  it("ends games that do not end, and stops for want of memory or by request", function()
    local function nothing() return 0 end
    local rules = { name = "round", start = 0, next = function(p, move) if not move then return 1, p + 1 & 7 end return nil end,
      evaluate = nothing }
    local plan = { kind = "patterns", target = "winner", words = 1, weights = 8,
      patterns = { { bits = 3, gathers = { { word = 1, mask = 7, magic = 1, shift = 0, place = 0 } } } } }
    local map = small.packed(function(i) return i + 1 end, 3)
    plan.maps = { max = { map }, min = { map } }
    local learner = core.learner(plan)
    learner:set { longest = 50, games = 3 }
    small.learn(rules, learner)
    local counts = learner:counts()
    assert.same({ 3, 150, 3, 0, 0 }, { counts.games, counts.positions, counts.cut, counts.draws, counts.predicted })
    learner:set { games = 1000000000 }
    assert.equal("progress", small.learn(rules, learner, { progress = function() return false end, every = 0.001 }).stopped)
    learner:set { longest = 1000000, games = 1 }
    assert.equal("memory", small.learn(rules, learner, { memory = 100000 }).stopped)
    rules.cycle = 1                             -- where it goes in circles that is a result
    learner:set { longest = 7, games = 1, lambda = 1, rate = 1, explore = 0, coherence = false }
    learner:restore(("\0"):rep(64))
    small.learn(rules, learner)
    assert.equal(1, learner:counts().max)
    assert.is_true(learner:value("max", 3) > 0.9)
    rules.cycle, rules.score = -1, function() return 2 end      -- with what is settled
    learner:set { games = 1 }
    small.learn(rules, learner)
    assert.equal(2, learner:counts().max)
  end)

  it("holds as much memory for many games as for a few", function()
    local rules, plan = small.rows_of_crosses()
    local bytes = {}
    for i, count in ipairs { 50, 300 } do
      local learner = core.learner(plan)
      learner:set { games = count }
      bytes[i] = small.learn(rules, learner).stats.bytes
    end
    assert.equal(bytes[1], bytes[2])
  end)

  it("refuses games that it cannot learn from", function()
    local function wrong(rules, learner, options) return errors.complaint(small.learn, rules, learner, options) end
    says(wrong(small.tables_of_crosses(), core.learner(small.plan_of_taking())), "is no integer", "rules.features")
    says(wrong(small.rules_of_crosses(), core.learner(small.plan_of_taking())), "positions of 1 words, those of the game have 2")
    says(wrong(small.rules_of_crosses(), core.learner(small.plan_of_features())), "needs rules.features")
    local packed = core.learner(tables.copy(small.plan_of_taking(), { packed = true }))
    says(wrong(small.rules_of_crosses(), packed), "needs rules.key of as many integers")
    says(wrong(small.rules_of_crosses(), small.crosses_learner(), { position = { 7, 24 } }), "the first position is an end")
    local featured = core.learner(small.plan_of_features())
    says(errors.complaint(featured.value, featured, "max", 3), "learner:value: the plan has features")
    says(wrong(small.rules_of_crosses(), nil), "option 'learner'")
    says(wrong(small.rules_of_crosses(), 5), "option 'learner' is a number")
    says(errors.complaint(search.run, gts.tree { 1, 2 }, { algorithm = "learn", learner = small.crosses_learner() }),
      "a tree has no rules")
    local learner, rules = small.crosses_learner(), small.rules_of_crosses()
    function rules.evaluate() learner:set { games = 5 } end
    says(wrong(rules, learner), "in use by a search")
    function rules.evaluate() return small.learn(small.rules_of_crosses(), learner) end
    says(wrong(rules, learner), "in use by a search")
  end)

  it("names what rules.features returns wrong, and the position", function()
    local function wrong(returns)
      local rules, count = small.tables_of_crosses(), 0
      function rules.features(p)
        count = count + 1
        return count < 9 and small.features_of(p) or returns
      end
      return errors.complaint(small.learn, rules, core.learner(small.plan_of_features()))
    end
    local list = small.features_of { 0, 0 }
    says(wrong(7), "rules.features returned 7", "for position", "expected a list of numbers")
    says(wrong(nil), "rules.features returned nil")
    says(wrong { 1, 2 }, "rules.features returned 2 numbers for position", "expected 20, as before")
    list[7] = 0 / 0
    says(wrong(list), "nan", "finite")
    list[7] = math.huge
    says(wrong(list), "inf", "finite")
    list[7] = "x"
    says(wrong(list), "'x'", "a number in each place")
  end)

  it("keeps weights finite whatever the numbers are", function()
    for _, size in ipairs { 1e-300, 1e-160, 1e150, 1e308 } do
      for _, target in ipairs { "winner", "value" } do
        local rules, plan = small.tables_of_crosses(), { kind = "features", target = target, features = 2 }
        function rules.features(p) return { (p[1] - p[2]) / 600 * size, p[1] & 1 == 0 and size or -1 } end
        function rules.evaluate(p) return (small.crosses.ending(p) or 0) * 1e300 end
        local learner = core.learner(plan)
        learner:set(tables.copy(small.PLAIN, { rate = 1, games = 30 }))
        small.learn(rules, learner)
        for i = 0, 1 do
          local w = ("<d"):unpack(learner:weights(), 8 * i + 1)
          assert.is_true(math.abs(w) <= 1e12)
        end
        assert.is_true(learner:counts().error <= math.huge)
      end
    end
  end)
end)

describe("the state of a learner", function()
  local function parts(state, i) return ("<dddi8"):unpack(state, 8 * 11 + 32 * (i - 1) + 1) end

  it("is merged: the mean of weights by their updates, sums of the rest", function()
    local base = small.crosses_learner { games = 5 }
    small.learn(small.rules_of_crosses(), base)
    local began, jobs = base:export(), {}
    for i = 1, 3 do
      local job = core.learner(small.plan_of_crosses())
      job:restore(began)
      assert.equal(began, job:export())
      job:set(tables.copy(small.PLAIN, { games = 3 * i, seed = 10 + i }))
      small.learn(small.rules_of_crosses(), job)
      jobs[i] = job:export()
    end
    base:merge(jobs)
    local merged, moved = base:export(), 0
    for i = 1, 1152 do
      local w, sum, size, updates = parts(began, i)
      local total, weighted, sums, sizes = 0, 0, 0, 0
      for _, job in ipairs(jobs) do
        local its, its_sum, its_size, its_updates = parts(job, i)
        total, weighted = total + its_updates - updates, weighted + (its_updates - updates) * its
        sums, sizes = sums + its_sum - sum, sizes + its_size - size
      end
      local now, now_sum, now_size, now_updates = parts(merged, i)
      assert.is_true(small.near(total > 0 and weighted / total or w, now))
      assert.is_true(small.near(sum + sums, now_sum) and small.near(size + sizes, now_size))
      assert.equal(updates + total, now_updates)
      moved = moved + (now ~= w and 1 or 0)
    end
    assert.is_true(moved > 20)
    assert.equal(5 + 3 + 6 + 9, base:counts().games)
    says(errors.complaint(base.merge, base, { jobs[1] }), "string 1 did not begin with the state")
    says(errors.complaint(base.merge, base, { merged, 5 }), "string 2 is no state of 1152 weights")
    base:merge {}
    assert.equal(merged, base:export())
  end)

  it("is restored from weights alone, and refuses other strings", function()
    local learner = small.crosses_learner { games = 20 }
    small.learn(small.rules_of_crosses(), learner)
    local state, weights = learner:export(), learner:weights()
    assert.equal(1152 * 8, #weights)
    local value = learner:value("min", 17, 4)
    assert.not_equal(0, value)
    local other = small.crosses_learner()
    assert.equal(0, select("#", other:restore(weights)))
    assert.equal(weights, other:weights())
    assert.equal(value, other:value("min", 17, 4))
    assert.equal(0, (select(3, parts(other:export(), 129))))
    local function wrong(text) return errors.complaint(other.restore, other, text) end
    says(wrong "", "no state of 1152 weights")
    says(wrong(state:sub(1, -2)), "no state")
    says(wrong("x" .. state:sub(2)), "no state")
    says(wrong(("<d"):pack(0 / 0):rep(1152)), "weight 1 is no number")
    local head = 8 * 11
    says(wrong(state:sub(1, head) .. ("<d"):pack(math.huge) .. state:sub(head + 9)), "no state")
    says(wrong(state:sub(1, head + 8) .. ("<d"):pack(9.0) .. state:sub(head + 17)), "no state")
    assert.equal(weights, other:weights())
    assert.equal(0, select("#", other:restore(state)))
    assert.equal(state, other:export())
  end)

  it("is set by name, and refuses what does not fit", function()
    local learner = small.crosses_learner()
    local function wrong(set) return errors.complaint(learner.set, learner, set) end
    says(wrong { rule = "q" }, "rule is q", "td tdleaf rootstrap treestrap")
    says(wrong { rule = true }, "rule is true")
    says(wrong { depth = 0 }, "depth is 0", "1 to 64")
    says(wrong { depth = 1.5 }, "depth is 1.5")
    says(wrong { depth = "2" }, "depth is 2")
    says(wrong { lambda = 1.1 }, "lambda is 1.1", "0.0 to 1.0")
    says(wrong { lambda = 0 / 0 }, "nan")
    says(wrong { rate = -1 }, "rate is -1")
    says(wrong { explore = "x" }, "explore is x")
    says(wrong { games = -1 }, "games is -1")
    says(wrong { longest = 0 }, "longest is 0")
    says(wrong { coherence = 1 }, "coherence is 1", "true or false")
    says(wrong { speed = 1 }, "no field 'speed'")
    says(wrong { 1 }, "no field 1")
    says(errors.complaint(learner.value, learner, "white", 1, 2), "the player is white")
  end)

  local mistakes = {
    { "plan.kind is trees", function(p) p.kind = "trees" end },
    { "plan.target is nil", function(p) p.target = nil end },
    { "plan.words is 17: expected a whole number from 1 to 16", function(p) p.words = 17 end },
    { "plan.weights is 0", function(p) p.weights = 0 end },
    { "plan.weights is 1.5", function(p) p.weights = 1.5 end },
    { "plan.patterns is a nil", function(p) p.patterns = nil end },
    { "plan.patterns has 0 elements", function(p) p.patterns = {} end },
    { "plan.patterns[2] is a number", function(p) p.patterns[2] = 3 end },
    { "plan.patterns[3].bits is 25", function(p) p.patterns[3].bits = 25 end },
    { "plan.patterns[3].gathers has 0 elements", function(p) p.patterns[3].gathers = {} end },
    { "plan.patterns[1].gathers[2].word is 3", function(p) p.patterns[1].gathers[2].word = 3 end },
    { "plan.patterns[1].gathers[2].mask is nil", function(p) p.patterns[1].gathers[2].mask = nil end },
    { "plan.patterns[1].gathers[2] has a mask of 0 bits", function(p) p.patterns[1].gathers[2].mask = 0 end },
    { "plan.patterns[1].gathers[1].shift is 64", function(p) p.patterns[1].gathers[1].shift = 64 end },
    { "plan.patterns[1].gathers[1].place is 6", function(p) p.patterns[1].gathers[1].place = 6 end },
    { "plan.patterns[1].gathers[1] does not put", function(p) p.patterns[1].gathers[1].magic = 3 end },
    { "plan.patterns[1].gathers[1] has a mask of 64 bits", function(p) p.patterns[1].gathers[1].mask = -1 end },
    { "plan.patterns[1].gathers[2] has the place of another", function(p) p.patterns[1].gathers[2].place = 1 end },
    { "plan.maps is a nil", function(p) p.maps = nil end },
    { "plan.maps.min is a nil", function(p) p.maps.min = nil end },
    { "plan.maps.max has 9 elements: expected 10", function(p) table.remove(p.maps.max) end },
    { "plan.maps.max[1] has 255 bytes: expected 4 * 2^6", function(p) p.maps.max[1] = p.maps.max[1]:sub(2) end },
    { "plan.maps.min[4] is a table", function(p) p.maps.min[4] = {} end },
    { "plan.maps.max[2] has weight 1153 at index 0: there are 1152", function(p) p.maps.max[2] = ("<i4"):pack(1153):rep(64) end },
    { "plan.maps.max[2] has weight -1153", function(p) p.maps.max[2] = ("<i4"):pack(-1153):rep(64) end },
    { "plan.stages.count is 0", function(p) p.stages.count = 0 end },
    { "plan.stages.masks[2] is nil", function(p) p.stages.masks[2] = nil end },
    { "plan.stages.of[19] is nil", function(p) p.stages.of[19] = nil end },
    { "plan.stages.of[1] is 3", function(p) p.stages.of[1] = 3 end },
  }

  it("is made of a plan, of which every field is checked", function()
    for _, mistake in ipairs(mistakes) do
      local plan = small.plan_of_crosses(true)
      mistake[2](plan)
      says(errors.complaint(core.learner, plan), mistake[1])
    end
    says(errors.complaint(core.learner, { kind = "features", target = "value", features = 0 }), "plan.features is 0")
    says(errors.complaint(core.learner, { kind = "features", target = "value", features = 2, by_player = 1 }),
      "plan.by_player is 1")
    says(errors.complaint(core.learner, 5), "table expected")
  end)
end)

-- Plays both sides of crosses against a player that moves at random. Returns how many of its games the learner loses.
local function lost(learner, games)
  local random, count = small.numbers(11), 0
  for game = 1, games do
    local own, p = game % 2 == 0 and "max" or "min", small.crosses.start
    while not small.crosses.ending(p) do
      local best, its
      for _, q in ipairs(small.crosses.successors(p)) do
        local value = small.crosses.ending(q)
        local merit = value and value * 1000 or learner:value(small.crosses.mover(q), q[1], q[2])
        if own == "min" then merit = -merit end
        if small.crosses.mover(p) ~= own then merit = random() end
        if not best or merit > its then best, its = q, merit end
      end
      p = best
    end
    if small.crosses.ending(p) == (own == "max" and -1 or 1) then count = count + 1 end
  end
  return count
end

describe("what was learnt", function()
  it("plays tic-tac-toe nearly without losing", function()
    local learner = small.crosses_learner { games = 1500, rate = 0.5, seed = 4 }
    local before = lost(learner, 100)
    small.learn(small.rules_of_crosses(), learner)
    local after = lost(learner, 100)
    assert.is_true(before > 15 and after < 8, ("%d of 100 before, %d after"):format(before, after))
  end)

  -- The exact values, by all lines of play.
  it("is the value of positions with scores", function()
    local function value(p)
      if small.taking.ending(p) then return small.taking.ending(p) end
      local values = {}
      for i, q in ipairs(small.taking.successors(p)) do values[i] = value(q) end
      return math[small.taking.mover(p)](table.unpack(values))
    end
    local learner = core.learner(small.plan_of_taking())
    learner:set(tables.copy(small.PLAIN, { games = 3000, rate = 0.2, explore = 0.1 }))
    small.learn(small.rules_of_taking(), learner)
    for h = 1, 11 do            -- those that can be: MAX to move at an odd heap, MIN at an even one
      local p = small.heap(h, 1 - h % 2, 0)
      local estimate = learner:value(small.taking.mover { p }, p)
      assert.is_true(math.abs(estimate - value { p }) < 0.3, ("%d: %g, not %d"):format(h, estimate, value { p }))
    end
  end)
end)
