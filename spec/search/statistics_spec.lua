-- What results say: against published numbers, and numbers worked out by hand.

local statistics = require "gts.play.statistics"

local function near(expected, got, within)
  if math.abs(expected - got) > within then error(("%s is not %s"):format(got, expected), 2) end
end

describe("the difference between two players", function()
  it("is the logistic scale of Elo", function()
    near(0, statistics.elo(0.5), 0)
    near(190.85, statistics.elo(0.75), 0.005)           -- 400 log10(3)
    near(-400, statistics.elo(1 / 11), 1e-9)            -- odds of 1 to 10
    assert.equal(math.huge, statistics.elo(1))
    assert.equal(-math.huge, statistics.elo(0))
    for _, elo in ipairs { -300, -1, 0, 17, 800 } do near(elo, statistics.elo(statistics.score(elo)), 1e-9) end
  end)

  it("and its error are those that fastchess prints for the same pairs", function()
    local published = {                                 -- pairs; Elo; +/-; LOS in per cent
      { { 84, 124, 343, 125, 164 }, 33.40, 14.24, 100.00 },
      { { 307, 619, 1202, 725, 353 }, 10.73, 6.70, 99.92 },
      { { 12, 6, 25, 8, 9 }, -11.59, 56.66, 34.29 },
      { { 11, 1, 32, 8, 48 }, 149.26, 55.24, 100.00 },
    }
    for _, row in ipairs(published) do
      local found = statistics.difference(row[1])
      near(row[2], found.elo, 0.005)
      near(row[3], found.error, 0.005)
      near(row[4], 100 * found.superiority, 0.005)
    end
  end)

  it("counts pairs, not games: openings that one side always wins say nothing", function()
    assert.is_nil(statistics.difference({ 0, 0, 100, 0, 0 }).error)
    -- By hand: mean 1/2, variance of a pair 1/4, so the standard error of 100 pairs is 1/20.
    local found = statistics.difference { 50, 0, 0, 0, 50 }
    near(statistics.elo(0.5 + 1.959964 / 20), found.high, 1e-4)
    near(-found.high, found.low, 1e-9)
    near(0.5, found.superiority, 1e-12)
  end)

  it("has no error where there is none to be seen", function()
    assert.same({ score = 0.5, elo = 0 }, statistics.difference { 0, 0, 0, 0, 0 })
    assert.same({ score = 1, elo = math.huge }, statistics.difference { 0, 0, 0, 0, 9 })
    assert.is_nil(statistics.difference({ 0, 0, 0, 1, 0 }).error)
  end)
end)

describe("the sequential test", function()
  it("has the likelihood ratios that tests of Stockfish were published with", function()
    local published = {                                 -- pairs; elo0; elo1; LLR (pull requests 3209, 2493, 2971, 2920, of 2020)
      { { 253, 4282, 17604, 4431, 286 }, -0.25, 1.25, 2.94 },
      { { 58, 3302, 33130, 3518, 84 }, 0.25, 1.25, 2.97 },
      { { 424, 2948, 5832, 3045, 460 }, -1, 3, 2.94 },
      { { 1284, 17437, 55536, 18085, 1292 }, 0, 2, 2.94 },
      { { 17, 253, 1042, 337, 39 }, -0.5, 1.5, 2.96 },
      { { 11, 407, 3238, 513, 11 }, 0.25, 1.75, 2.93 },
      { { 665, 4806, 9333, 4893, 747 }, -0.5, 1.5, 2.95 },
    }
    for _, row in ipairs(published) do
      local found = statistics.sprt(row[1], { elo0 = row[2], elo1 = row[3], alpha = 0.05, beta = 0.05 })
      near(row[4], found.llr, 0.005001)
      near(-2.944, found.lower, 0.0005)                 -- log(0.05 / 0.95)
      near(2.944, found.upper, 0.0005)
    end
  end)

  it("is the exact ratio where only two results occur", function()
    -- Pairs of 0 and of 2 points: n0 log((1 - s1) / (1 - s0)) + n2 log(s1 / s0).
    local s0, s1 = statistics.score(0), statistics.score(100)
    local by_hand = 40 * math.log((1 - s1) / (1 - s0)) + 60 * math.log(s1 / s0)
    near(by_hand, statistics.likelihood({ 40, 0, 0, 0, 60 }, s0, s1), 0.01)
  end)

  it("accepts one of the two, and neither before", function()
    local test = { elo0 = 0, elo1 = 50, alpha = 0.05, beta = 0.05 }
    assert.equal("H1", statistics.sprt({ 10, 0, 100, 0, 60 }, test).accepted)
    assert.equal("H0", statistics.sprt({ 60, 0, 100, 0, 10 }, test).accepted)
    assert.is_nil(statistics.sprt({ 3, 0, 10, 0, 5 }, test).accepted)
    local none = statistics.sprt({ 0, 0, 0, 0, 0 }, test)
    assert.same({ 0.0, nil }, { none.llr, none.accepted })
    assert.equal("H0", statistics.sprt({ 30, 0, 0, 0, 0 }, test).accepted)       -- whatever the counts of 0
  end)

  it("has Wald's bounds, also where the two mistakes may not be equally frequent", function()
    local found = statistics.sprt({ 0, 0, 0, 0, 0 }, { elo0 = 0, elo1 = 5, alpha = 0.01, beta = 0.1 })
    near(-2.29253, found.lower, 1e-5)           -- log(0.1 / 0.99)
    near(4.49981, found.upper, 1e-5)            -- log(0.9 / 0.01)
  end)

  it("is wrong as seldom as it says #thorough", function()
    -- Simulated pairs of a player who is exactly elo0: H1 may come in 5 of 100 tests. Seeded, so it is always the same.
    local random = require("gts.base.random").stream(1)
    local test, wrong, tests = { elo0 = 0, elo1 = 80, alpha = 0.05, beta = 0.05 }, 0, 400
    for _ = 1, tests do
      local seen, found = { 0, 0, 0, 0, 0 }
      repeat
        local at = ({ 1, 2, 2, 3, 3, 3, 4, 4, 5 })[random(1, 9)]
        seen[at] = seen[at] + 1
        found = statistics.sprt(seen, test)
      until found.accepted
      if found.accepted == "H1" then wrong = wrong + 1 end
    end
    assert(wrong / tests < 0.08, wrong)
    assert(wrong / tests > 0.005, wrong)
  end)
end)
