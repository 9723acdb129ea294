-- The mathematics of gts.tune: regression and local search find weights that are known by construction, and the sequential
-- test errs as often as it may.

local logistic = require "gts.tune.logistic"
local random = require "gts.base.random"
local statistics = require "gts.play.statistics"
local steps = require "gts.tune.steps"

local function uniform(draw) return draw(0, (1 << 40) - 1) / (1 << 40) end

-- Samples whose results are drawn from the model: MAX scores 1 / (1 + exp(-scale * value)).
local function drawn(count, truth, scale, seed)
  local draw, list = random.stream(seed), {}
  for k = 1, count do
    local sample = { 0, draw(-3, 3) }
    for i = 1, #truth do sample[i + 2] = draw(-4, 4) end
    local value = logistic.value(sample, truth)
    sample[1] = uniform(draw) < 1 / (1 + math.exp(-scale * value)) and 1 or 0
    list[k] = sample
  end
  return list
end

describe("gts.tune.logistic #lua", function()
  it("takes the error of a position as -log of the likelihood", function()
    for _, x in ipairs { -3, -0.5, 0, 2 } do
      local p = 1 / (1 + math.exp(-x))
      assert.near(-math.log(p), logistic.loss(1, x), 1e-12)
      assert.near(-math.log(1 - p), logistic.loss(0, x), 1e-12)
      assert.near(-0.5 * math.log(p) - 0.5 * math.log(1 - p), logistic.loss(0.5, x), 1e-12)
    end
    assert.equal(1000.0, logistic.loss(0, 1000))
    assert.equal(0.0, logistic.loss(0, -1000))
  end)

  it("finds K, where it is known by hand", function()
    -- At values of 2 and -2, three of four results are right: 1 / (1 + exp(-2K)) = 3/4, K = log(3) / 2.
    assert.near(math.log(3) / 2, logistic.scale({ 1, 1, 1, 0, 0, 0, 0, 1 }, { 2, 2, 2, 2, -2, -2, -2, -2 }), 1e-6)
    assert.is_nil(logistic.scale({ 1, 0 }, { 0, 0 }))
  end)

  it("finds the weights by which the results were drawn", function()
    local truth = { 3, -2, 7, 0 }
    local list = drawn(4000, truth, 0.1, 5)
    local found = logistic.fit(list, { 1, 1, 1, 1 }, 0.1)
    -- The standard error is about 1 / (K * 2.6 * sqrt(4000 / 6)): four of them.
    for i, weight in ipairs(truth) do assert.near(weight, found[i], 0.6) end
    -- It is a minimum: no step to either side is better.
    local least = logistic.error(list, found, 0.1)
    for i = 1, 4 do
      for _, step in ipairs { -0.1, 0.1 } do
        local other = table.move(found, 1, 4, 1, {})
        other[i] = other[i] + step
        assert.is_true(logistic.error(list, other, 0.1) > least)
      end
    end
  end)

  it("leaves a weight that no position speaks of", function()
    local list = drawn(200, { 2 }, 0.2, 3)
    for _, sample in ipairs(list) do sample[4] = 0 end
    local found = logistic.fit(list, { 1, 42 }, 0.2)
    assert.equal(42, found[2])
    assert.not_equal(1, found[1])
  end)

  it("ends where results can be predicted without error", function()
    local found = logistic.fit({ { 1, 0, 1 }, { 0, 0, -1 } }, { 1 }, 1)
    assert.is_true(found[1] > 1 and found[1] < 100)
  end)
end)

describe("gts.tune.steps #lua", function()
  it("finds the least error in integers", function()
    local function error(w) return (w[1] - 37) ^ 2 + (w[2] + 5) ^ 2 + (w[1] - 37) * (w[2] + 5) / 2 end
    local found, least = steps.descend({ 8, 8 }, { steps.first(8), steps.first(8) }, { 1, 1 }, error)
    assert.same({ 37, -5 }, found)
    assert.equal("integer", math.type(found[1]))
    assert.equal(0, least)
  end)

  it("leaves a weight whose step is 0, and stops where there is no error", function()
    local asked = 0
    local function error(w)
      asked = asked + 1
      if asked > 3 then return nil end
      return math.abs(w[1] - 10)
    end
    assert.same({ 1, 2.5 }, { table.unpack((steps.descend({ 1, 2.5 }, { 0, 0.0 }, { 1, 0.0 }, function(w) return -w[2] end))) })
    assert.same({ 3 }, { table.unpack((steps.descend({ 1 }, { 1 }, { 1 }, error))) })
  end)
end)

describe("the sequential test of gts.tune #lua", function()
  -- Pairs of games between players of a known difference: how often is it accepted that the new ones are better?
  local function accepted(elo, runs)
    local draw, score, count = random.stream(7), statistics.score(elo), 0
    for _ = 1, runs do
      local pairs_of, test = { 0, 0, 0, 0, 0 }, nil
      for pair = 1, 4000 do
        local points = (uniform(draw) < score and 1 or 0) + (uniform(draw) < score and 1 or 0)
        pairs_of[2 * points + 1] = pairs_of[2 * points + 1] + 1
        if pair % 10 == 0 then
          test = statistics.sprt(pairs_of, { elo0 = 0, elo1 = 60, alpha = 0.05, beta = 0.05 })
          if test.accepted then break end
        end
      end
      count = count + (test.accepted == "H1" and 1 or 0)
    end
    return count / runs
  end

  it("errs as often as it may: 5 % where there is no gain, 5 % where there is all of it", function()
    -- 95 % of 100 runs: 1 to 10 % at a rate of 5 %; the test is a little more cautious, for it looks each 10 pairs.
    assert(accepted(0, 100) <= 0.1 and accepted(60, 100) >= 0.9 and accepted(-60, 20) == 0)
    local between = accepted(30, 50)
    assert.is_true(between > 0.3 and between < 0.7, between)
  end)
end)
