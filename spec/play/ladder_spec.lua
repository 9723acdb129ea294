-- The levels of gts.play as a ladder: gts.levels and its command.

local best = require "gts.best"
local gts = require "gts"
local ladder = require "gts.play.ladder"
local level = require "gts.play.level"
local run = require "spec.support.run"
local session = require "gts.play.session"
local statistics = require "gts.play.statistics"

describe("gts.levels #lua", function()
  it("judges a score by its interval", function()
    local range = { least = 0.6, most = 0.8 }
    local function verdicts(list, equal)
      for _, row in ipairs(list) do
        assert.equal(row[3], ladder.verdict(row[1], row[2], { least = range.least, most = range.most, equal = equal }), row[1])
      end
    end
    verdicts {
      { 0.6, 0.3, "ok" }, { 0.8, 0, "ok" }, { 0.55, 0.06, "unclear" }, { 0.55, 0.04, "too weak" }, { 0.85, 0.06, "unclear" },
      { 0.85, 0.04, "too strong" },
    }
    verdicts({ { 0.5, 0.01, "equal" }, { 0.45, 0.06, "equal" }, { 0.4, 0.06, "too weak" }, { 0.9, 0.05, "too strong" } }, true)
  end)

  it("has an error also where all pairs of games are alike", function()
    assert(statistics.margin { 0, 0, 1, 0, 0 } > 0.4)
    local small = statistics.margin { 0, 0, 50, 0, 0 }
    assert(small > 0 and small < 0.06, small)
    -- 2000 independent games, each won or lost with equal chances: the deviation of their mean is 0.5 / sqrt(2000).
    local all = statistics.margin { 250, 0, 500, 0, 250 }
    assert(math.abs(all - 1.96 * 0.5 / math.sqrt(2000)) < 2e-4, all)
  end)

  it("plays each level against the one below, and says what it found", function()
    local r = gts.levels("tictactoe", { games = 2, seed = 7 })
    assert.equal(level.most, #r)
    for _, number in ipairs { 1, 2, level.most } do
      local row, below = r[number], number == 1 and "random" or { level = number - 1 }
      local alone = gts.match("tictactoe", { level = number }, below, { games = 2, plies = 1, seed = 7 })
      assert.same({ alone.a, alone.b, alone.score, 2 }, { row.a, row.b, row.score, row.games })
    end
    assert.same({ true, 1, 2, 7 }, { r.solved, r.plies, r.games, r.seed })
    assert.matches("tictactoe: 2 games a match, each opening of 1 moves from both sides (seed 7)", tostring(r), 1, true)
    assert.equal(1 + level.most, select(2, r:csv():gsub("\n", "")))
  end)

  it("begins with four random moves where the start is not solved at once", function()
    local try = best.try
    finally(function() best.try = try end)
    -- At once is in few nodes here.
    function best.try(of, position, given) return try(of, position, given.nodes == 500000 and { nodes = 1000 } or given) end
    local r = gts.levels("connect4", { games = 2, progress = function() return false end })
    assert.same({ 4, false }, { r.plies, r.solved })
  end)

  it("stops when progress says so", function()
    local r = gts.levels("nim", { games = 2, progress = function(list) return #list < 3 end })
    assert.same({ 3, "progress" }, { #r, r.stopped })
  end)

  it("finds a level that is too strong, and one that is too weak #thorough", function()
    local level_best = level.best
    finally(function() level.best = level_best end)
    -- Level 4 plays the first move there is, level 5 as level 10 does.
    level.best = function(of, position, number, ...)
      if number == 4 then return { move = gts.moves(of, position)[1].move } end
      return level_best(of, position, number == 5 and level.most or number, ...)
    end
    local r = gts.levels("connect4", { games = 30, progress = function(list) return #list < 5 end })
    assert.same({ "too weak", "too strong", false }, { r[4].verdict, r[5].verdict, r.clean })
    assert.matches("2 of 5 matches fail", tostring(r), 1, true)
  end)

  it("wants less of level 1 in a small game, but more than random moves have #thorough", function()
    local options = { games = 60, seed = 3, progress = function() return false end }
    local r = gts.levels("tictactoe", options)
    assert.is_true(r[1].score + r[1].error < 0.8)
    assert.same({ "ok", true, true }, { r[1].verdict, r.solved, r.clean })
    local level_best = level.best
    finally(function() level.best = level_best end)
    level.best = function(of, position, number, ...)
      if number > 1 then return level_best(of, position, number, ...) end
      local list = gts.analyze(of, { position = position, depth = 2 })
      return { move = list[#list].move }        -- the worst
    end
    r = gts.levels("tictactoe", options)
    assert.same({ "too weak", false }, { r[1].verdict, r.clean })
  end)

  it("refuses what cannot be meant", function()
    local function wrong(...) return (select(2, pcall(gts.levels, ...))) end
    assert.matches("option 'games' of gts.levels is 1: expected", wrong("nim", { games = 1 }), 1, true)
    assert.matches("did you mean 'nim'", wrong "nimm", 1, true)
  end)
end)

describe("a level #lua", function()
  it("plays what wins at once, and else slips the less the higher it is", function()
    -- Of 40 first moves of tictactoe, those that no search of the level has found: they have no statistics.
    local function slips(number)
      local count = 0
      for seed = 1, 40 do
        local r = assert(level.best(gts.game "tictactoe", nil, number, seed))
        if not r.stats then count = count + 1 end
      end
      return count
    end
    local low, middle, high = slips(1), slips(5), slips(level.most)
    assert(low > middle and middle > 0 and high == 0, ("%d %d %d"):format(low, middle, high))
    for seed = 1, 10 do
      local s = assert(session.new("tictactoe", { seed = seed }))
      for _, label in ipairs { "1", "4", "2", "5" } do s:play(label) end
      assert.equal("3", s:think({ level = 1 }).entry.label)
    end
  end)

  it("does not slip into what loses at once", function()
    -- Chomp on one row of 3: whoever takes the last square loses, and one of the three moves does so.
    local game, seen = gts.game("chomp", { columns = 3, rows = 1 }), {}
    local loses = {}
    for _, entry in ipairs(gts.analyze(game, { depth = 1 })) do loses[entry.name] = entry.solved and entry.distance == 1 end
    for seed = 1, 40 do
      local s = assert(session.new(game, { seed = seed }))
      seen[s:think({ level = 1 }).entry.label] = true
    end
    for name in pairs(seen) do assert.is_false(loses[name], name) end
    assert(next(seen, next(seen)))
  end)

  it("does not let the opponent win at once, from level 3 on", function()
    local game = gts.game "tictactoe"
    local threatened = gts.apply(game, nil, 1, 2, 9, 5)         -- only 8 keeps O from winning
    local function answers(number)
      local seen = {}
      for seed = 1, 60 do seen[assert(level.best(game, threatened, number, seed)).move] = true end
      return seen
    end
    for number = 3, level.most do assert.same({ [8] = true }, answers(number)) end
    assert(next(answers(1), next(answers(1))))
  end)
end)

describe("gts levels #lua", function()
  it("measures the games it is given, and answers as tables or JSON", function()
    local out = run.fine { "levels", "nim", "tictactoe", "--games", "2" }
    assert.matches("\nnim: 2 games a match.*\ntictactoe: 2 games a match", out)
    out = run.fine { "levels", "nim", "--games", "2", "--json", "--workers", "2", "heaps={3,4}" }
    assert.matches('^{.*"clean":true.*"verdict":.*}\n$', out)
    assert.matches("did you mean 'nim'", run.ends(2, { "levels", "nimm" }), 1, true)
  end)
end)
