-- The choice of gts.best between deepening and sampling: by what evaluations say, where time alone limits it.

local choice = require "gts.best.choice"
local core = require "gts.core"
local found = require "gts.best.found"
local gts = require "gts"
local search = require "gts.search"
local session = require "gts.play.session"
local tables = require "gts.base.tables"
local virtual = require "spec.support.virtual_time"

-- Domineering with another evaluation, which gets the value of an end or nil, the position, and the player to move.
local function domineering(estimate, more)
  local given = { columns = 7, rows = 8, evaluation = function(rules)
    local own = rules.evaluate
    return function(p)
      local value = own(p)
      return estimate((value == 1 or value == -1) and value or nil, p, rules.player(p))
    end
  end }
  return gts.game("domineering", tables.copy(given, more))
end

local function silent(value) return value or 0 end

local function stop() return false end

-- Has time enough for the choice on a busy machine, and then stops at the first report.
local function choose(of, given)
  return gts.best(of, nil, tables.copy({ time = 20, native = false, estimate = false, progress = stop, every = 1e-3 }, given))
end

describe("gts.best within a time #plain", function()
  it("samples where evaluations are equal before the end, and says so", function()
    local r = choose(domineering(silent))
    assert.same({ "mcts", "mcts", 20 }, { r.algorithm, r.picked.algorithm, r.options.time })
    assert.is_nil(r.picked.deepen)
    assert.matches("^sampling: evaluations are equal in 100 %% of the positions", r.why)
    assert(r.move and r.position)
    assert.matches("why    sampling", tostring(r))
  end)

  it("samples where they depend on the ply or the player alone", function()
    local r = choose(domineering(function(value, _, player) return value or player == "max" and 0.5 or -0.25 end))
    assert.equal("mcts", r.algorithm)
  end)

  it("deepens where they differ, with what it picks under a depth", function()
    for _, game in ipairs { "domineering", "othello", "connect4" } do
      local of = gts.game(game)
      local r, plain = choose(of), gts.best(of, nil, { depth = 1, native = false })
      assert.equal("negascout", r.algorithm)
      assert.same(plain.picked, r.picked)
      assert.matches("^deepening: evaluations differ in %d+ %%", r.why)
      assert.is_nil(plain.why)
    end
  end)

  it("deepens where bounds settle positions long before the end", function()
    -- After three of eight plies the winner is certain.
    local function winner(p) return p >= 27 and (p // 3 ^ (math.floor(math.log(p + 0.5, 3)) - 2) % 2 == 0 and 1 or -1) or nil end
    local rules = { name = "early", start = 1, evaluate = function(p) return p >= 3 ^ 12 and winner(p) or 0 end }
    function rules.next(p, move) if p < 3 ^ 12 and (move or 0) < 3 then return (move or 0) + 1, 3 * p + (move or 0) end end
    function rules.bounds(p) return winner(p) or -1, winner(p) or 1 end
    assert.matches("bounds settle %d+ %%", choose(rules).why)
  end)

  it("finds the value where the rest of the game can be searched out", function()
    local r = gts.best("tictactoe", nil, { time = 20, native = false })
    assert.same({ "negascout", 0, true }, { r.algorithm, r.value, r.solved })
    assert.equal("deepening: the rest of the game is small", r.why)
    -- 4x5: too large to be sure of; deepening has it in a part of the time.
    local of = domineering(silent, { columns = 5, rows = 4 })
    r = gts.best(of, nil, { time = 20, native = false, estimate = false })
    assert.same({ gts.search(of).value, true }, { r.value, r.solved })
    assert.equal("deepening: the rest of the game is small", r.why)
  end)

  it("has not settled on deepening after looks at ends of games", function()
    local rules = { name = "long", start = 0 }
    function rules.successors(p) return p < 300 and { p + 1, p + 2, p + 3 } or {} end
    function rules.evaluate(p) return p < 300 and 0 or p % 7 - 3 end
    local of, few = gts.game(rules), "deepening: too few evaluations could be compared"
    for p = 297, 301 do assert.equal(few, gts.best(of, p, { time = 20, native = false }).why) end
    assert.matches("^sampling", choose(of).why)
    assert.equal(few, gts.best(of, 300, { time = 20, native = false }).why)
  end)

  it("comes to the search soon, however long the time", function()
    -- MAX moves once: no later move of his can be compared with his first.
    local rules = { name = "once", start = 0, player = function(p) return p == 0 and "max" or "min" end }
    function rules.successors(p) return p < 300 and { p + 1, p + 2, p + 3 } or {} end
    function rules.evaluate(p) return p < 300 and 0 or p % 7 - 3 end
    local r = choose(gts.game(rules), { time = 1e9 })
    assert.same({ "mcts", "progress" }, { r.algorithm, r.stopped })
    assert(r.seconds < 60)
  end)

  it("takes what deepening found, where that took all of the time", function()
    local clock, passed = core.clock, 0
    finally(function() core.clock = clock end)
    core.clock = function() return clock() + passed end
    local function pause() passed = 10 end
    local of = domineering(silent, { columns = 6, rows = 5 })
    local r = gts.best(of, nil, { time = 1, native = false, progress = pause, every = 1e-3 })
    assert.same({ "negascout", "deepening: it has taken the time", "time" }, { r.algorithm, r.why, r.stopped })
    assert(r.move)
  end)

  it("has the choice by a clock, and in a game with its table", function()
    assert.equal("mcts", gts.best(domineering(silent), nil,
      { clock = "600+0", native = false, estimate = false, progress = stop }).algorithm)
    local r = session.new(domineering(silent)):think { time = 20, native = false, estimate = false, progress = stop }
    assert.same({ "mcts", nil }, { r.algorithm, r.options.table })
  end)

  it("selects by statistics of moves where they are the same moves later, as where pieces are placed", function()
    assert.equal("grave", choose(domineering(silent)).picked.select)
    assert.equal("uct", choose(gts.game("connect4", { columns = 8, rows = 5, plain = true })).picked.select)
  end)

  it("takes moves that are tables", function()
    local rules = { name = "pairs", start = { 0, 0 }, evaluate = function(p) return p[1] < 40 and 0 or p[2] % 3 - 1 end }
    function rules.successors(p)
      if p[1] == 40 then return {} end
      return { { p[1] + 1, p[2] + 1 }, { p[1] + 1, 5 * p[2] + 1 }, { p[1] + 1, 3 * p[2] } }, { { "a" }, { "b" }, { "c" } }
    end
    local r = choose(rules)
    assert.same({ "mcts", "uct" }, { r.algorithm, r.options.select })
  end)

  it("has no choice where an option says how to search, or counts limit it", function()
    local of = domineering(silent)
    for _, given in ipairs {
      { algorithm = "negascout" }, { depth = 2 }, { nodes = 100 }, { deepen = true }, { selective = false },
      { order = { "killer" } },
    } do
      local r = choose(of, given)
      assert.same({ "negascout", nil }, { r.algorithm, r.why })
    end
    assert.equal("mcts", choose("domineering", { algorithm = "mcts" }).algorithm)
  end)

  it("raises what rules raise, as a search does", function()
    for _, wrong in ipairs { function() error("broken", 0) end, function() return {} end, function() return 0 / 0 end } do
      local function message(given)
        local of = domineering(function(value, p) return value or wrong(p) end)
        local ok, text = pcall(choose, of, given)
        return not ok and tostring(text):gsub("position %d+", "position p")
      end
      assert.is_string(message())
      assert.equal(message { depth = 2 }, message())
    end
  end)
end)

describe("gts.best on a busy machine #plain", function()
  -- The processor serves others: searches begin long after the time of the move.
  local function busily(of, given)
    local clock, passed = core.clock, 0
    local _ <close> = setmetatable({}, { __close = function() core.clock = clock end })        -- of several `finally` one is done
    core.clock = function()
      local now = clock() + passed
      passed = 1000
      return now
    end
    return gts.best(of, nil, given)
  end

  it("looks two plies ahead, if that takes the processor less than its time", function()
    for _, given in ipairs { { time = 600 }, { time = 600, algorithm = "alphabeta" }, { clock = "6000+0" } } do
      given.native = false
      assert(busily("connect4", given).depth >= 2)
    end
    local r = busily(domineering(silent), { time = 600, native = false, estimate = false })
    assert.equal("mcts", r.algorithm)
    assert(r.stats.visits >= 2 * #gts.moves(domineering(silent)) and r.move)
  end)

  it("ends after one ply where the processor has had its time, and without any where that would be much too late", function()
    local of = gts.game("connect4", { plain = true })
    local all = assert(search.check(of, { algorithm = "alphabeta", time = 1e-9, native = false }))
    local function depth(more) return core.search(of, tables.copy(all, more)).depth end
    local late = core.clock() + 1e6
    assert.equal(2, depth { floor = 1e6, latest = late })
    assert.equal(1, depth { floor = 0, latest = late })
    assert.equal(0, depth { floor = 1e6, latest = 0 })
  end)
end)

describe("gts.best of a game whose range does not hold 0 #plain", function()
  it("has its value", function()
    for _, range in ipairs { { 1, 7 }, { -4, -2 }, { 15, 97 }, { 0, 7 }, { -1, 7 }, { 0.25, 0.5 } } do
      local rules = { name = "one", start = 40, range = range, evaluate = function(p) return range[p % 2 + 1] end }
      function rules.next(p, move) if p > 1 and (move or 0) < 2 then return (move or 0) + 1, p - 1 - (move or 0) end end
      local value = gts.search(rules, { native = false }).value
      assert(value == range[1] or value == range[2])
      for _, given in ipairs { { time = 20, native = false }, { clock = "600+0", native = false } } do
        local r = gts.best(rules, nil, given)
        assert.same({ value, true }, { r.value, r.solved })
      end
    end
  end)
end)

describe("What is compiled before games #plain", function()
  it("is sampling, too, where that will play", function()
    local native = require "gts.compile.native"
    local silently, telling = domineering(silent), gts.game("domineering", { columns = 9, rows = 5 })
    choice.compile(silently, nil, nil, false)
    choice.compile(telling)
    local plan = native.remembered(silently, { algorithm = "mcts", select = "grave", time = 1 })
    assert(plan and (plan.unit or plan.problem))
    assert.is_nil((native.remembered(telling, { algorithm = "mcts" }) or {}).unit)
    local positions, points = found.positions, found.points
    finally(function() found.positions, found.points = positions, points end)
    found.positions, found.points = 200, 0
    choice.compile(silently)
    assert(native.remembered(found.game(silently, 0), { algorithm = "negascout", selective = true }))
  end)
end)

describe("gts.best of a position whose bounds say its value #plain", function()
  it("has a move of that value also within the shortest time", function()
    local _ <close> = virtual.time(1000)
    local r = gts.best(gts.tree { 1, 2, 3, lower = 3, upper = 3 }, nil, { time = 1e-6 })
    assert.same({ 3, 3, true }, { r.move, r.value, r.solved })
  end)

  it("asks its moves within the iterations of a search that samples", function()
    local calls = 0
    local rules = { name = "told", start = 1, range = { 0, 2 } }
    function rules.next(p, move) if p < 1 << 40 and (move or 0) < 2 then return (move or 0) + 1, 2 * p + (move or 0) end end
    function rules.bounds(p) return p == 1 and 1 or 0, p == 1 and 1 or 2 end
    function rules.evaluate(p)
      calls = calls + 1
      if calls > 1000 then error("endless", 0) end
      return p >> 40
    end
    local r = gts.best(rules, nil, { algorithm = "mcts", iterations = 100, native = false })
    assert.same({ 1, "nodes" }, { r.value, r.stopped })
    assert(r.move == 1 or r.move == 2)
  end)
end)

describe("A survey #plain", function()
  local function survey(rules, iterations)
    local of = gts.game(rules)
    local all = assert(search.check(of, { algorithm = "mcts", native = false, iterations = iterations, longest_rollout = 50 }))
    all.algorithm = "survey"
    return search.run(of, all).survey
  end

  -- One move a position, of 10.
  local function line(more)
    local rules = { name = "line", start = 1, evaluate = function(p) return p end }
    function rules.next(p, move) if not move and p <= 10 then return 1, p + 1 end end
    return tables.copy(rules, more)
  end

  it("asks every position before the end once a game, and compares those of one ply", function()
    assert.same({ positions = 30, settled = 0, compared = 20, differing = 0, games = 3, ended = 3, paths = 0 }, survey(line(), 3))
    local counts = survey(line { bounds = function(p) return p < 6 and 0 or 11, 11 end, range = { 0, 11 } }, 3)
    assert.same({ 30, 15, 10 }, { counts.positions, counts.settled, counts.compared })
  end)

  it("counts paths, and games that have no end", function()
    local rules = { name = "wide", start = 1, evaluate = function() return 0 end }
    function rules.next(p, move) if p < 2 ^ 6 and (move or 0) < 2 then return (move or 0) + 1, 2 * p + (move or 0) end end
    local counts = survey(rules, 8)
    assert.same({ 48, 42, 8 }, { counts.positions, counts.compared, counts.ended })
    assert(math.abs(counts.paths - 8 * math.log(2 ^ 6)) < 1e-9)
    local circle = { name = "circle", cycle = 0, start = 1, evaluate = function() return 0 end }
    function circle.successors(p) return { p % 3 + 1, (p + 1) % 3 + 1 } end
    counts = survey(circle, 2)
    assert.same({ 2, 0 }, { counts.games, counts.ended })
  end)

  it("ends soon where evaluations differ", function()
    local rules = { name = "told", start = 1, evaluate = function(p) return p % 1000 end }
    function rules.next(p, move) if p < 2 ^ 40 and (move or 0) < 2 then return (move or 0) + 1, 2 * p + (move or 0) end end
    local counts = survey(rules, 100)
    assert(counts.games == 2 and counts.compared >= 32 and counts.differing > counts.compared / 8)
  end)
end)

describe("gts.analyze within a time #plain", function()
  local function analyze(estimate)
    local rules = { name = "digits", version = "1", start = 1 }
    function rules.next(p, move)
      core.clock(1e-3)          -- by the clock of gts
      if p < 3 ^ 20 and (move or 0) < 3 then return (move or 0) + 1, 3 * p + (move or 0) end
    end
    function rules.evaluate(p) return p < 3 ^ 20 and estimate(p) or p % 7 > 2 and 1 or -1 end
    return gts.analyze(rules, { time = 40, native = false })
  end

  it("samples where evaluations say nothing before the end: moves have estimates, the best first", function()
    local list = analyze(function() return 0 end)
    assert.equal("time", list.stopped)
    local last, visits = math.huge, 0
    for _, entry in ipairs(list) do
      assert.is_nil(entry.value)
      assert(entry.lower < entry.upper and entry.estimate <= last)
      last, visits = entry.estimate, visits + entry.visits
    end
    assert(visits > #list and list[1].estimate > list[#list].estimate)
  end)
end)
