-- gts.check: each kind of mistake is found in the games that come with gts, and none where there is none.

local errors = require "spec.support.errors"
local gts = require "gts"
local json = require "gts.show.json"
local mistakes = require "spec.support.mistakes"
local plain = require "spec.support.plain"
local run = require "spec.support.run"
local sound_games = require "spec.support.sound"
local tables = require "gts.base.tables"
local virtual = require "spec.support.virtual_time"

local complaint, says = errors.complaint, errors.says

-- A number of positions, so that no clock decides; the time is only a net.
local function check(rules, positions) return gts.check(rules, { positions = positions, time = 120 }) end

-- What is wrong with the game, in one line.
local function kinds(report)
  local list = {}
  for i, finding in ipairs(report) do list[i] = finding.kind .. ": " .. finding.message end
  return table.concat(list, "; ")
end

local function counter(more)
  local rules = {
    name = "count", start = 1, evaluate = function(p) return p end,
    successors = function(p) return p < 8 and { 2 * p, 2 * p + 1 } or {} end,
  }
  return tables.copy(rules, more)
end

-- Most show in a few positions.
local FEW = 40
-- Every mistake, or where a share of the cases is wanted every eighth, in one game.
local SHARE = (tonumber(os.getenv "GTS_SPEC_SHARE") or 1) < 1 and 8 or 1

describe("gts.check finds #lua", function()
  for number = 1, #mistakes.rows, SHARE do
    local made = mistakes.rows[number]
    it(made.title, function()
      local tried = 0
      for i = 1, #mistakes.names do
        local name = mistakes.names[(number + i) % #mistakes.names + 1]
        local rules = tried == 0 and made.seed(mistakes.rules(name), name)
        if rules then
          local report = check(rules, FEW)
          local finding = mistakes.finds(report, made)
          if not finding then
            report = check(made.seed(mistakes.rules(name), name), made.positions or 300)
            finding = mistakes.finds(report, made)
          end
          assert(finding, ("not in %s: %s"):format(name, kinds(report)))
          assert.is_string(finding.message)
          if not (made.note or made.guess) then assert.is_false(report.clean) end
          tried = tried + 1
        end
      end
      assert(tried > 0)
    end)
  end
end)

describe("gts.check #lua", function()
  it("finds nothing wrong with sound games, however their options are", function()
    local sound = {
      { "chomp" }, { "chomp", columns = 1, rows = 1 }, { "chomp", columns = 1, rows = 4 }, { "connect4" },
      { "connect4", columns = 4, rows = 4 }, { "connect4", columns = 1, rows = 1 }, { "domineering" },
      { "domineering", columns = 1, rows = 5 }, { "domineering", columns = 6, rows = 1, first = "min" },
      { "domineering", columns = 2, rows = 7 }, { "dots" }, { "dots", columns = 1, rows = 1 }, { "dots", columns = 3, rows = 3 },
      { "hexapawn" }, { "hexapawn", columns = 2, rows = 3 }, { "hexapawn", columns = 4, rows = 4 }, { "nim" },
      { "nim", misere = true }, { "nim", heaps = { 2 } }, { "nim", heaps = { 0 } }, { "nim", heaps = { 1, 1, 1 }, misere = true },
      { "othello" }, { "othello", size = 4 }, { "tictactoe" }, { "tictactoe", columns = 4, rows = 4, line = 2 },
      { "tictactoe", columns = 1, rows = 1, line = 1 }, { "tictactoe", columns = 62, rows = 1, line = 3 },
    }
    for i = 1, #sound, SHARE do
      local row = sound[i]
      local name = table.remove(row, 1)
      local report = check(gts.game(name, row), SHARE == 1 and 100 or 40)
      assert(report.clean, name .. ": " .. kinds(report))
      assert.equal("", kinds(report.suspicions))
      assert.equal(0, #report.notes)
    end
  end)

  it("finds a score that is none, and keys that leave out more than the score", function()
    local function found(more)
      local rules = { name = "sums", words = 2, start = { 0, 0 }, range = { -100, 100 }, score = function(_, sum) return sum end }
      function rules.next(ply, sum, move)
        local m = (move or 0) + 1
        if m <= 2 and ply < 6 then return m, ply + 1, sum + m end
      end
      function rules.evaluate(_, sum) return sum end
      function rules.key(ply) return ply end
      return kinds(check(tables.copy(rules, more), 100))
    end
    assert.equal("", found {})
    assert.truthy(found({ score = function(_, sum) return sum + 0.0 end }):find "types")
    assert.truthy(found({ evaluate = function(_, sum) return sum / 2 end }):find "types")
    assert.truthy(found({ score = function(_, sum) return sum // 2 end }):find "key")
    assert.truthy(found({ key = function() return 1 end }):find "key")
  end)

  it("names the one of legal, play and rank that is wrong", function()
    local function found(more)
      local rules = { name = "x", start = 1, evaluate = function(p) return p % 7 end }
      function rules.legal(p) return p > 40 and 0 or 6 end
      function rules.play(p, move) return 2 * p + move end
      return kinds(check(tables.copy(rules, more), 100))
    end
    assert.equal("", found {})
    assert.truthy(found({ play = function() error "oh" end }):find("rules.play failed", 1, true))
    assert.truthy(found({ play = function() end }):find("rules.play gave nil", 1, true))
    assert.truthy(found({ rank = function() return 1.5 end }):find("rules.rank returned 1.5", 1, true))
    assert.truthy(found({ legal = function() return "six" end }):find("rules.legal returned 'six'", 1, true))
    local ranked = counter { rank = function() return "x" end }
    assert.truthy(kinds(check(ranked, 100)):find("types: rules.rank returned 'x'", 1, true))
  end)

  it("counts what it has seen", function()
    local report = check(gts.game("nim", { heaps = { 2 } }), 100)
    assert.equal(4, report.positions)           -- two stones, one, and none with either player to move
    assert.same({ true, 2, 2, 1.5 }, { report.whole, report.depth, report.most, report.branching })
    assert.equal(1, report.last_wins)
    assert.equal(0, check(gts.game("nim", { heaps = { 1, 1, 1 }, misere = true }), 100).last_wins)
  end)

  it("leads to a finding by the fewest moves, and shows the position", function()
    local report = check(counter {
      show = function(p) return "<" .. p .. ">" end,
      evaluate = function(p) return p == 11 and "eleven" or p end,
    }, 100)
    assert.equal(1, #report)
    assert.same({ "1", "2", "2" }, report[1].moves)
    assert.same({ 11, "<11>" }, { report[1].position, report[1].shown })
    says(tostring(report), "1 mistake", "[types]", "after 1 2 2", "<11>", "expected a number")
  end)

  it("shows the shortest cycle", function()
    local after = { { 2, 7 }, { 3 }, { 4, 5 }, { 1 }, { 3, 6 }, {}, { 8 }, { 9 }, { 6 } }
    local report = check(counter { successors = function(p) return after[p] end }, 1000)
    assert.equal(1, #report)
    assert.equal("cycle", report[1].kind)
    says(report[1].hint, "give the value of a repeated position in `cycle`")
    assert.equal(2, #report[1].cycle)           -- 3 5 3; the other way round is 1 2 3 4 1
    report = check(counter { successors = function(p) return after[p] end, cycle = 0 }, 1000)
    assert.is_true(report.clean)
    for _, note in ipairs(report.notes) do
      if note.kind == "cycle" then says(note.hint, "searches take `cycle` for the value") end
    end
  end)

  it("names where a global is written", function()
    local evaluate = assert(load("return function(p)\n gts_spec_global = p\n return p\nend", "@rules.lua"))()
    local report = check(counter { evaluate = evaluate }, 50)
    _G.gts_spec_global = nil
    assert.equal("global", report[1].kind)
    says(report[1].message, "'gts_spec_global'", "rules.lua:2")
  end)

  it("reports what gts.game refuses, all of it, and goes on", function()
    local report = check(counter { plaer = function() end, bounds = 17, evaluate = function() return 0 / 0 end }, 50)
    local seen = {}
    for _, finding in ipairs(report) do seen[#seen + 1] = finding.kind end
    assert.same({ "door", "door", "value" }, seen)
    local without = counter()
    without.evaluate = nil
    assert.equal("door", check(without, 50)[1].kind)
  end)

  it("reports rules that do not load", function()
    local folder, gone <close> = run.folder()
    local file = folder .. "/rules.lua"
    for _, text in ipairs { "return {", "error 'trouble'", "return 17", "while true do end" } do
      run.write(file, text)
      local report = gts.check(file)
      assert.same({ "load", false }, { report[1].kind, report.clean })
    end
  end)

  it("leaves everything as it was", function()
    local random, time, create, hook = math.random, os.time, coroutine.create, debug.gethook()
    local own = math.random
    local rules = counter { evaluate = function(p) return p + 0 * own(1) end }
    assert.equal("random", check(rules, 20)[1].kind)
    assert.equal(random, math.random)
    assert.equal(time, os.time)
    assert.equal(create, coroutine.create)
    assert.equal(hook, debug.gethook())
    assert.equal(random, own)
  end)

  it("gives the same for the same seed #thorough", function()
    local game = gts.game "hexapawn"
    local first, second = check(game, 60), check(game, 60)
    for _, field in ipairs { "positions", "depth", "branching", "games", "ended" } do
      assert.equal(first[field], second[field])
    end
  end)

  it("keeps to its depth #thorough", function()
    assert.equal(3, gts.check("othello", { depth = 3, time = 30, positions = 100 }).depth)
  end)

  it("refuses what is no game and no option", function()
    says(complaint(gts.check, "nmi"), "gts.check: there is no game 'nmi'", "did you mean 'nim'")
    says(complaint(gts.check, "nim", { time = 0 }), "option 'time' is 0")
    says(complaint(gts.check, "connect4", { position = 3 }), "a list of 2 integers")
    says(complaint(gts.check, gts.tree { 1, 2 }), "a tree has no rules")
  end)

  it("reports its progress, and stops on request #thorough", function()
    local reports = {}
    local report = gts.check("othello", { time = 60, progress = function(told)
      reports[#reports + 1] = told
      return #reports < 2
    end })
    assert.equal(2, #reports)
    assert.equal("progress", report.stopped)
    assert(reports[1].positions > 0 and reports[2].seconds > reports[1].seconds and reports[1].findings == 0)
    assert(report.clean and report.seconds < 60)
    assert.is_nil(gts.check("nim", { time = 0.1, progress = function() end }).stopped)
    says(complaint(gts.check, "nim", { progress = 7 }), "'progress'", "a function")
    says(complaint(gts.check, "nim", { progress = print, workers = 2 }), "'workers'", "'progress'")
  end)
end)

describe("gts.check #lua", function()
  it("has gts.best search rules in which nothing else was found", function()
    local rules = { name = "deep", start = 0, range = { 0, 9 } }
    function rules.next(p, move) if p < 60 and not move then return 1, p + 1 end end
    local function with(evaluate)
      rules.evaluate = evaluate
      return gts.check(rules, { positions = 5, depth = 5, time = 5 })
    end
    local report
    do
      local _ <close> = virtual.time(1e6)
      report = with(function(p) return p > 8 and error "too deep" or 0 end)
    end
    assert.equal(1, #report)
    assert.equal("best", report[1].kind)
    says(report[1].message, "gts.best fails", "too deep")
    assert.is_true(with(function(p)                     -- it ends, and says nothing
      while p > 8 do p = p + 1 end
      return 0
    end).clean)
    assert.is_true(with(function() return 0 end).clean)
  end)
end)

describe("gts.check, of what is no proof, #lua", function()
  it("suspects nothing of the shipped games, whatever games it plays #thorough", function()
    local seeds = SHARE == 1 and 2 or 1
    for _, entry in ipairs(gts.games()) do
      for seed = 1, seeds do
        local game = gts.game(entry.name, plain.small[entry.name])
        local report = gts.check(game, { positions = 50, time = 0.5, seed = seed })
        assert(report.clean and #report.suspicions == 0, entry.name .. ": " .. kinds(report) .. kinds(report.suspicions))
      end
    end
  end)

  it("suspects next to nothing of sound games at random, and finds no mistake in them", function()
    local suspected, count = 0, SHARE == 1 and 10 or 1
    for _, name in ipairs(sound_games.names) do
      for seed = 1, count do
        local report = gts.check((sound_games.families[name](seed)), { positions = 200, time = 0.1, seed = seed })
        assert(report.clean, name .. " " .. seed .. ": " .. kinds(report))
        if #report.suspicions > 0 then suspected = suspected + 1 end
      end
    end
    assert(suspected <= 1, suspected .. " suspected")
  end)

  local function lopsided()
    return counter { successors = function(p) return p < 64 and { 2 * p, 2 * p + 1, 2 * p + 2 } or {} end, range = { -1, 1 },
      evaluate = function(p) return p < 64 and 0 or -1 end }
  end

  it("has a list apart, and the check is clean all the same", function()
    local report = check(lopsided(), 500)
    assert.same({ true, 0, "sides" }, { report.clean, #report, report.suspicions[1].kind })
    says(tostring(report), "no mistake was found, 2 suspicions", "suspicion: [sides]", "from the mover's side?")
    local data = json.decode(report:json())
    assert.equal(0, #data.rows)
    assert.equal("sides", data.suspicions[1].kind)
    assert.same({}, data.unseen)
  end)

  local function suspicions(rules, positions)
    local report = check(rules, positions)
    assert.is_true(report.clean, kinds(report))
    return kinds(report.suspicions)
  end

  it("suspects a player who never moves, in a game that is seen whole, however small", function()
    local rules = counter { player = function() return "max" end, evaluate = function(p) return p - 10 end }
    says(suspicions(rules, 200), "player: rules.player says 'max' of all 7 positions with moves")
  end)

  it("suspects an estimate of the start that claims a win, by its value or by games at random #thorough", function()
    local function claims(plies, range, start, factor)
      return {
        name = "claims", start = { left = plies, sum = 0 }, range = range,
        successors = function(p)
          local list = {}
          for i = 1, p.left > 0 and 3 or 0 do list[i] = { left = p.left - 1, sum = (p.sum * factor + i * i) % 1000003 } end
          return list
        end,
        evaluate = function(p) return p.left == plies and start or p.left == 0 and p.sum % 3 - 1 or 0 end,
        player = function(p) return p.left % 2 == 0 and "min" or "max" end,
      }
    end
    says(suspicions(claims(2, { -1, 1 }, 1, 1), 100), "decided: rules.evaluate returned 1 for the start, the largest value",
      "its value is 0")
    says(suspicions(claims(40, { -1, 1 }, -1, 7), 600), "decided: rules.evaluate returned -1 for the start, the smallest value",
      "games at random ended with values from -1 to 1")
    assert.equal("", suspicions(claims(1, { -1, 0 }, 0, 1), 100))
    assert.equal("", suspicions(claims(40, { -1, 1 }, 0.5, 7), 600))
  end)

  it("takes a tempo in level positions for what it is #thorough", function()
    assert.equal("", suspicions(gts.game "teeko", 600))
  end)

  it("says what it has not seen, and what would see more #thorough", function()
    local function unseen(rules, options)
      local report = gts.check(rules, options)
      local list = {}
      for i, what in ipairs(report.unseen) do list[i] = what.kind .. ": " .. what.hint end
      assert.equal(#list > 0 and report.clean, tostring(report):find("but little was seen", 1, true) ~= nil)
      return table.concat(list, "\n")
    end
    says(unseen("othello", { positions = 46, time = 60 }), "few: allow more by the option positions", "ends: allow more")
    says(unseen("othello", { depth = 2, time = 60 }), "few: look further, by the option depth", "by the option position")
    says(unseen("hex", { time = 0.001 }), "more time, by the option time: it had 0.001 s")
    says(unseen("othello", { progress = function() return false end }), "let the check go on")
    says(unseen(counter { evaluate = function() return 0 end }, { positions = 100 }), "decided: can anybody win?")
    assert.equal("", unseen("nim", { time = 60 }))
    assert.is_false(gts.check("nim", { depth = 2, time = 60 }).whole)
  end)
end)

describe("gts.check, after a mistake in the successors, #lua", function()
  -- A tree of numbers, in which `bad` is done to the lists of position 3.
  local function mistaken(bad)
    return counter { range = { -1, 1 }, evaluate = function(p) return p % 3 - 1 end, successors = function(p)
      if p >= 40 then return {} end
      local positions, moves = { 2 * p, 2 * p + 1, 2 * p + 2 }, { 1, 2, 3 }
      if p == 3 then bad(positions, moves) end
      return positions, moves
    end }
  end
  local function only(kind, hint, rules)
    local report = check(rules, 300)
    assert.equal(1, #report, kinds(report))
    assert.equal(kind, report[1].kind)
    says(report[1].hint, hint)
    assert.equal("", kinds(report.suspicions))
  end

  it("says nothing that follows from it, and helps with the form that the rules have", function()
    only("moves", "the second", mistaken(function(_, moves) moves[2] = nil end))
    only("lengths", "the second list", mistaken(function(_, moves) moves[3] = nil end))
    only("moves", "neither nil nor NaN", mistaken(function(_, moves) moves[2] = 0 / 0 end))
    only("repeats", "in the second list each", mistaken(function(_, moves) moves[2] = 1 end))
    local function step(p, move)
      move = (move or 0) + 1
      if p < 40 and move < 3 then
        if p == 3 then return nil, 7 end
        return move, 2 * p + move
      end
    end
    local walked = mistaken(function() end)
    walked.successors = function(p) return step, p end
    only("moves", "the iterator ends", walked)
    walked.successors, walked.next = nil, step
    only("moves", "the walk ends", walked)
    walked.next = function(p, move) return step(p, p == 3 and move == nil and 3 or move) end
    assert.is_true(check(walked, 300).clean)            -- a position without moves is none
  end)

  it("tells rules with a board of nil, NaN and repeated moves by the name of their rule", function()
    local function board(bad)
      return { name = "board", start = { 1 }, evaluate = function(b) return b[1] % 3 - 1 end,
        moves = function(b) return b[1] > 40 and {} or bad() end,
        play = function(b, move) b[1] = 2 * b[1] + move end, undo = function(b, move) b[1] = (b[1] - move) // 2 end }
    end
    for _, bad in ipairs { { nil, 2 }, { 1, nil, 2 }, { 1, 0 / 0, 2 } } do
      only("moves", "list of moves", board(function() return bad end))
      says(check(board(function() return bad end), 50)[1].message, "rules.moves gave")
    end
    only("repeats", "once in the list", board(function() return { 1, 2, 1 } end))
  end)
end)

describe("gts.check, of keys, #lua", function()
  it("compares what positions with one key are estimated at, after as many moves", function()
    local function named(estimate)
      local rules = { name = "two", start = 2, range = { -9, 9 }, key = function(p) return p // 2 end }
      function rules.successors(p) return p < 1 << 12 and { 4 * (p // 2), 4 * (p // 2) + 1 } or {} end
      function rules.evaluate(p) return p >= 1 << 12 and p // 2 % 3 or estimate(p) end
      return rules
    end
    local report = check(named(function(p) return p / 4096 end), 100)
    assert.equal("key", report[1].kind)
    says(report[1].message, "one key, but rules.evaluate estimates them at")
    assert.equal("", kinds(check(named(function(p) return p // 2 / 4096 end), 100)))
  end)
end)

describe("gts check", function()
  it("takes rules that empty Lua's table of modules", function()
    local folder, gone <close> = run.folder()
    run.write(folder .. "/thief.lua", [[
      for name in pairs(package.loaded) do package.loaded[name] = nil end
      return { name = "thief", start = 1, evaluate = function() return 0 end, successors = function() return {} end }]])
    local said = run.fine { "check", folder .. "/thief.lua" }
    says(said, "no mistake")
  end)

  it("says by its exit code whether anything was found", function()
    local program = os.getenv "GTS" or "build/gts"
    local folder, gone <close> = run.folder()
    local file = folder .. "/rules.lua"
    run.write(file, [[
      return { name = "one", start = 1, evaluate = function() return "" end, successors = function() return {} end }]])
    local function code(arguments) return select(3, os.execute(("%s check %s >/dev/null 2>&1"):format(program, arguments))) end
    assert.equal(0, code "nim --positions 50 'heaps={2}'")
    assert.equal(1, code(file))
    run.write(file, [[
      return { name = "one", start = 1, range = { -1, 1 }, evaluate = function(p) return p < 64 and 0 or -1 end,
        successors = function(p) return p < 64 and { 2 * p, 2 * p + 1, 2 * p + 2 } or {} end }]])
    assert.equal(0, code(file .. " --positions 500"))   -- a suspicion
    assert.equal(2, code "nim --tiem 3")
  end)
end)
