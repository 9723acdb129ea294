-- The intervals of gts.profile, against tables and by hand, and their coverage.

local intervals = require "gts.profile.intervals"
local random = require "gts.base.random"

describe("gts.profile.intervals #lua", function()
  it("has the values of Student's t", function()
    -- Any table: 95 %, two-sided.
    for freedom, wanted in pairs { [1] = 12.706, [2] = 4.303, [3] = 3.182, [4] = 2.776, [9] = 2.262, [10] = 2.228, [30] = 2.042,
      [120] = 1.980 } do assert.near(wanted, intervals.student(freedom), 6e-4) end
  end)

  it("has Wilson's interval of a share", function()
    -- By hand from Wilson's formula, 1.96 standard errors: 5 of 10, 0 of 10, 50 of 50.
    for _, row in ipairs { { 0.5, 10, 0.2366, 0.7634 }, { 0, 10, 0, 0.2775 }, { 1, 50, 0.9287, 1 } } do
      local low, high = intervals.points(row[1], row[2])
      assert.near(row[3], low, 1e-4)
      assert.near(row[4], high, 1e-4)
    end
  end)

  it("is narrower where games are drawn, and never of no width", function()
    for count = 1, 200 do
      local low, high = intervals.points(0.5, count, 1)
      local wide_low, wide_high = intervals.points(0.5, count)
      assert(low < 0.5 and high > 0.5 and low > wide_low and high < wide_high, count)
    end
    -- Its ends are those at which the mean is 1.96 standard errors off, with the variance that draws leave.
    local low, high = intervals.points(0.6, 100, 0.4)
    local spared = 0.4 * 100 / (100 + 3.8415) / 4
    for _, x in ipairs { low, high } do assert.near(1.96, math.abs(0.6 - x) / math.sqrt((x * (1 - x) - spared) / 100), 1e-3) end
  end)

  it("has means with Student's interval, and what a sample without spread may hide", function()
    local mean, low, high = intervals.mean { 1, 2, 3, 4, 5 }
    assert.equal(3, mean)
    assert.near(3 - 2.776 * math.sqrt(2.5 / 5), low, 1e-3)
    assert.near(3 + 2.776 * math.sqrt(2.5 / 5), high, 1e-3)
    assert.same({ 7 }, { intervals.mean { 7 } })
    assert.same({}, { intervals.mean {} })
    mean, low, high = intervals.mean { 24, 24, 24, 24 }
    assert(mean == 24 and low < 24 and high > 24 and high < 25)
  end)

  it("has the ratio of sums", function()
    -- Games of 2, 4 and 4 positions with 6, 8 and 16 moves: 30 / 10; residues 0, -4, 4; error sqrt(3 / 2 * 32) / 10.
    local ratio, low, high = intervals.ratio({ 6, 8, 16 }, { 2, 4, 4 })
    assert.equal(3, ratio)
    assert.near(3 - 4.3027 * math.sqrt(48) / 10, low, 1e-3)
    assert.near(3 + 4.3027 * math.sqrt(48) / 10, high, 1e-3)
    assert.is_nil(intervals.ratio({ 0 }, { 0 }))
  end)

  it("counts clusters that are alike as one observation each", function()
    -- Ten games in each of which half of all positions are forced: as ten independent observations.
    local parts, wholes = {}, {}
    for i = 1, 10 do parts[i], wholes[i] = 5, 10 end
    local share, low, high = intervals.share(parts, wholes)
    local as_low, as_high = intervals.points(0.5, 10)
    assert.same({ 0.5, as_low, as_high }, { share, low, high })
    -- None is forced in any of them: that is what ten games say, not a hundred positions.
    for i = 1, 10 do parts[i] = 0 end
    assert.near(0.2775, select(3, intervals.share(parts, wholes)), 1e-4)
  end)

  it("has quantiles between observations", function()
    local sample = {}
    for i = 1, 100 do sample[i] = 101 - i end
    -- The median of 100 lies between the 40th and the 61st with 95 %: binomial tables.
    assert.same({ 50, 40, 61 }, { intervals.quantile(sample, 0.5) })
    local value, low, high = intervals.quantile({ 3, 1, 2 }, 0.9)
    assert.same({ 3, 1 }, { value, low })
    assert.is_nil(high)
    assert.is_nil((intervals.quantile({}, 0.5)))
  end)

  it("has the probability of a difference", function()
    local half = 1.959964
    local function row(value) return { value = value, low = value - half, high = value + half } end
    -- Two figures with an error of 1 each: differences have one of sqrt(2).
    for _, known in ipairs { { 1.959964, 0.05 }, { 2.575829, 0.01 }, { 3.290527, 0.001 }, { 4.891638, 1e-6 } } do
      local difference, low, high, chance = intervals.difference(row(1), row(1 + known[1] * math.sqrt(2)))
      assert.near(known[1] * math.sqrt(2), difference, 1e-4)
      assert.near(difference - half * math.sqrt(2), low, 1e-4)
      assert.near(difference + half * math.sqrt(2), high, 1e-4)
      assert.near(1, chance / known[2], 1e-3)
    end
    local exact = { value = 1, low = 1, high = 1 }
    assert.equal(1, (select(4, intervals.difference(exact, exact))))
    assert.equal(0, (select(4, intervals.difference(exact, { value = 2, low = 2, high = 2 }))))
  end)

  it("finds by Holm's procedure what all tests together allow", function()
    assert.same({ true, false, false, true }, intervals.holm({ 0.01, 0.04, 0.03, 0.005 }, 0.05))
    assert.same({ false, false }, intervals.holm({ 0.026, 0.03 }, 0.05))
    assert.same({ true, true }, intervals.holm({ 0.024, 0.05 }, 0.05))
    assert.same({}, intervals.holm({}, 0.05))
  end)

  it("covers what is true in 93 to 97 % of small samples", function()
    local RUNS, draw = 3000, random.stream(7)
    local function unit() return draw(1, 1000000) / 1000000 end
    local function covered(truth, f)
      local hits = 0
      for _ = 1, RUNS do
        local low, high = f()
        hits = hits + (low <= truth and truth <= high and 1 or 0)
      end
      return hits / RUNS
    end
    local cover = {
      share = covered(0.3, function()
        local won = 0
        for _ = 1, 40 do won = won + (unit() < 0.3 and 1 or 0) end
        return intervals.points(won / 40, 40)
      end),
      points = covered(0.55, function()                         -- won 0.35, drawn 0.4, lost 0.25
        local sum, drawn = 0, 0
        for _ = 1, 40 do
          local x = unit()
          sum, drawn = sum + (x < 0.35 and 1 or x < 0.75 and 0.5 or 0), drawn + (x >= 0.35 and x < 0.75 and 1 or 0)
        end
        return intervals.points(sum / 40, 40, drawn / 40)
      end),
      mean = covered(2, function()                              -- the sum of four uniform numbers
        local sample = {}
        for i = 1, 15 do sample[i] = unit() + unit() + unit() + unit() end
        return select(2, intervals.mean(sample))
      end),
      ratio = covered(0.5, function()                           -- parts of clusters of 1 to 6
        local parts, wholes = {}, {}
        for i = 1, 30 do
          wholes[i], parts[i] = draw(1, 6), 0
          for _ = 1, wholes[i] do parts[i] = parts[i] + draw(0, 1) end
        end
        return select(2, intervals.share(parts, wholes))
      end),
      logarithm = covered(0.5 * 0.4 ^ 2, function()             -- lognormal: Box and Muller
        local logs = {}
        for i = 1, 20 do logs[i] = 0.4 * math.sqrt(-2 * math.log(unit())) * math.cos(2 * math.pi * unit()) end
        return select(2, intervals.logarithm(logs))
      end),
    }
    for name, share in pairs(cover) do assert(share >= 0.93 and share <= 0.97, ("%s: %.3f"):format(name, share)) end
  end)
end)
