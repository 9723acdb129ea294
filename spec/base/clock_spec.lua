-- The clock of a player, and the time of a move.

local clock = require "gts.base.clock"
local gts = require "gts"
local passing = require "spec.support.passing"

local function of(value) return clock.kind.normal(value) end

-- A report, as a search that deepens gives it.
local function report(depth, move, value) return { depth = depth, move = move, value = value, nodes = 1000 } end

-- The soft limit after iterations, each {move, value}.
local function limit_after(player, iterations)
  local pace = clock.pace(of "60+0", player, 0)
  for depth, one in ipairs(iterations) do pace:follow(report(depth, one[1], one[2])) end
  return pace:limit() / pace.soft
end

describe("a clock", function()
  it("is written as seconds and increment, a number, or a table", function()
    assert.same({ left = 60, increment = 1, played = 0 }, of "60+1")
    assert.same({ left = 60, increment = 0, played = 0 }, of "60")
    assert.same({ left = 0.5, increment = 0.25, played = 0 }, of "0.5+.25")
    assert.same(of "60", of(60))
    assert.same({ left = 3, increment = 0, moves = 2, played = 7 }, of { left = 3, moves = 2.0, played = 7 })
    for _, text in ipairs { "60+1", "0.5+0.25", "60+0" } do assert.equal(text, clock.text(of(text))) end
  end)

  it("is refused if it is ill formed", function()
    for _, text in ipairs { "", "+", "60+", "+1", "-60+1", "60+-1", "60+1+1", "60 1", "1e3+1", "inf", "a", "60+1s", ".", "0",
      "0+1", "99999999+1" } do
      assert.is_false(clock.kind.fits(text), text)
    end
    for _, value in ipairs { true, 0, -1, 0 / 0, math.huge, {}, { left = 0 }, { increment = 1 }, { left = 1, increment = -1 },
      { left = 1, moves = 0 }, { left = 1, moves = 1.5 }, { left = 1, played = -1 }, { left = 1, more = 1 }, { left = "1" },
      { 60, 1 }, { left = 1, increment = false } } do
      assert.is_false(clock.kind.fits(value))
    end
  end)
end)

describe("the limits of a move", function()
  local clocks = {}
  for _, left in ipairs { 0.01, 0.1, 1, 10, 60, 3600 } do
    for _, increment in ipairs { 0, 0.01, 1, 30 } do
      for _, played in ipairs { 0, 10, 29, 500 } do
        clocks[#clocks + 1] = { left = left, increment = increment, played = played }
        clocks[#clocks + 1] = { left = left, increment = increment, played = played, moves = 1 + played % 7 }
      end
    end
  end

  it("are above 0, the soft one is not above the hard one, and that is less than what is left", function()
    for _, one in ipairs(clocks) do
      local soft, hard = clock.limits(one)
      assert(soft > 0 and soft <= hard and hard < one.left, clock.text(one))
    end
    local soft, hard = clock.limits { left = 0, increment = 0, played = 0 }
    assert(soft > 0 and hard <= 0.001)
  end)

  it("last for any game: the time is never over, however many moves are made at the hard limit", function()
    for _, one in ipairs(clocks) do
      local left = one.left
      for move = 0, one.moves and one.moves - 1 or 300 do
        local _, hard = clock.limits { left = left, increment = one.increment, played = one.played + move,
          moves = one.moves and one.moves - move }
        assert(hard < left)
        left = left - hard + one.increment
        if left < 0.005 then break end          -- below the least time that a search is given
      end
    end
  end)

  it("grow with the time left, the increment and the moves played, and fall with the moves to come", function()
    local function soft(more)
      local one = { left = 60, increment = 1, played = 5 }
      for name, value in pairs(more) do one[name] = value end
      return (clock.limits(one))
    end
    assert(soft { left = 70 } > soft {})
    assert(soft { increment = 2 } > soft {})
    assert(soft { played = 6 } > soft {})
    assert(soft { moves = 10 } > soft { moves = 20 })
    assert(soft { moves = 1 } > 30)
  end)
end)

describe("the pace of a move", function()
  it("is slower where the best move changes, and quicker where it stays", function()
    local stays = limit_after("max", { { 1, 0 }, { 1, 0 }, { 1, 0 }, { 1, 0 }, { 1, 0 }, { 1, 0 }, { 1, 0 }, { 1, 0 } })
    local once = limit_after("max", { { 1, 0 }, { 1, 0 }, { 1, 0 }, { 1, 0 }, { 1, 0 }, { 1, 0 }, { 1, 0 }, { 2, 0 } })
    local often = limit_after("max", { { 1, 0 }, { 2, 0 }, { 1, 0 }, { 2, 0 }, { 1, 0 }, { 2, 0 }, { 1, 0 }, { 2, 0 } })
    assert(stays < 1 and once > 1.5 and often > once, ("%g %g %g"):format(stays, once, often))
  end)

  it("is slower where the value falls, from the side of the player to move; and not for odd and even depths alone", function()
    local falls = { { 1, 5 }, { 1, 6 }, { 1, 5 }, { 1, -9 } }
    local rises = { { 1, 5 }, { 1, 6 }, { 1, 5 }, { 1, 19 } }
    local swings = { { 1, 5 }, { 1, 9 }, { 1, 5 }, { 1, 9 }, { 1, 5 } }
    assert(limit_after("max", falls) > limit_after("max", rises) + 0.3)
    assert(limit_after("min", rises) > limit_after("min", falls) + 0.3)
    assert.equal(limit_after("max", { { 1, 5 }, { 1, 5 }, { 1, 5 }, { 1, 5 }, { 1, 5 } }), limit_after("max", swings))
  end)

  it("ends at the soft limit only after an iteration, at the hard one in any case, and never before it has begun", function()
    local pace = clock.pace(of "60+0", "max", 0)
    assert.is_false(pace:is_over(report(0), 2 * pace.soft))
    assert.is_true(pace:is_over(report(0), pace.hard))
    pace:follow(report(1, 1, 0))
    assert.is_false(pace:is_over(report(1, 1, 0), 0))
    assert.is_true(pace:is_over(report(1, 1, 0), 2 * pace.soft))
    pace:follow(report(2, 1, 0))
    assert.is_false(pace:is_over(report(1, 1, 0), 2 * pace.soft))         -- begun anew, with compiled rules
    local waits = clock.pace(of "60+0", "max")
    waits:follow(report(9, 1, 0))
    assert.is_false(waits:is_over(report(9, 1, 0), 1e9))
    waits:start(7)
    assert.is_true(waits:is_over(report(9, 1, 0), 8 + waits.hard))
  end)
end)

describe("gts.best with a clock", function()
  it("ends at the soft limit, well before the hard one, and says so", function()
    local soft, hard = clock.limits(of "10+0")
    local r = gts.best(passing(0.001), nil, { clock = "10+0", native = false })
    assert.equal("time", r.stopped)
    assert.equal(hard, r.picked.time)
    assert(r.depth >= 1 and r.seconds < hard - soft / 4, r.seconds)
  end)

  it("calls the caller's own progress as often as asked for, and stops when that says so", function()
    local reports = {}
    local function note(one) reports[#reports + 1] = one.depth end
    gts.best(passing(0.001), nil, { clock = "10+0", native = false, every = 30, progress = note })
    for i = 2, #reports do assert(reports[i] > reports[i - 1]) end            -- once an iteration
    assert(#reports > 2)
    local ended
    local r = gts.best(passing(0.001), nil, { clock = "1000+0", native = false, progress = function(one)
      assert(not ended, "called again")
      ended = one.depth == 3
      return not ended
    end })
    assert.same({ "progress", 3 }, { r.stopped, r.depth })
    assert.is_function(r.options.progress)
  end)

  it("plays at once where one move is legal", function()
    local rules = {
      name = "narrow", start = 0, evaluate = function(p) return p % 7 end, key = function(p) return p end,
      successors = function(p) return p == 0 and { 1 } or p < 1 << 40 and { 2 * p, 2 * p + 1 } or {} end,
    }
    for _, algorithm in ipairs { "negascout", "ubfm", "mcts" } do
      local r = gts.best(rules, nil, { clock = "1000+0", algorithm = algorithm })
      assert.equal(1, r.move)
      assert(r.stats.visits < 1000 and r.seconds < 60, algorithm)
    end
  end)

  it("takes depth and nodes as further limits", function()
    assert.equal(2, gts.best("othello", nil, { clock = "1000+0", depth = 2 }).depth)
    assert.equal("nodes", gts.best("othello", nil, { clock = "1000+0", nodes = 500 }).stopped)
  end)

  it("ends searches that estimate, too", function()
    local _, hard = clock.limits(of "600+0")     -- a busy machine may add a minute
    for _, algorithm in ipairs { "ubfm", "mcts" } do
      local r = gts.best(passing(0.1), nil, { clock = "600+0", algorithm = algorithm, native = false })
      assert.equal("time", r.stopped)
      assert(r.move and r.seconds < hard, algorithm)
    end
  end)

  it("is refused where it cannot be meant", function()
    local function wrong(options) return (select(2, pcall(gts.best, "othello", nil, options))) end
    local expected = ": expected seconds and increment as in '60+1', or a table { left = 60, increment = 1 }"
    assert.equal("option 'clock' of gts.best is '60+x'" .. expected, wrong { clock = "60+x" })
    assert.equal("option 'clock' of gts.best has left = -3" .. expected, wrong { clock = { left = -3 } })
    assert.equal("option 'clock' of gts.best has the unknown field 'lefd': did you mean 'left'?" .. expected,
      wrong { clock = { lefd = 3 } })
    assert.equal("options 'clock' and 'time' do not go together", wrong { clock = "60+1", time = 1 })
    assert.equal("options 'clock' and 'deepen = false' do not go together", wrong { clock = "60+1", deepen = false })
    assert.equal("option 'clock' is one of gts.best: gts.search takes 'time'",
      (select(2, pcall(gts.search, "othello", { clock = "60+1" }))))
  end)
end)
