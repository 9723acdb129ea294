-- Reviews of games that were played, against brute force.

local core = require "gts.core"
local counting = require "spec.support.counting"
local gts = require "gts"
local processor = require "spec.support.processor"
local random = require "gts.base.random"
local run = require "spec.support.run"
local session = require "gts.play.session"
local small_games = require "spec.support.small_games"
local trees = require "spec.support.trees"
local verdict = require "gts.review.verdict"
local worth_of = require "spec.support.worth"

local NODES = { nodes = 200000 }

-- A game of random moves: their labels.
local function random_game(of, seed)
  local s, draw, labels = assert(session.new(of)), random.stream(seed), {}
  while not s:outcome() do labels[#labels + 1] = s:play(s.moves[draw(1, #s.moves)]).label end
  return labels
end

local function outcome(sign, value, middle)
  local off = sign * (value - middle)
  return off > 0 and "won" or off < 0 and "lost" or "drawn"
end

-- What the verdict of a move is to be, of the worth before and after it.
local function expected(sign, before, after, middle, count)
  if count == 1 then return "forced" end
  if sign * before.value > sign * after.value then
    local from, to = outcome(sign, before.value, middle), outcome(sign, after.value, middle)
    return from == to and "worse" or from .. " to " .. to
  end
  local wins = outcome(sign, before.value, middle) == "won"
  return wins and after.distance + 1 > before.distance and "slower" or "best"
end

-- Holds a review of a game of random moves against brute force.
local function check_game(of, worth, middle, labels)
  local r, position = gts.review(of, labels, NODES), gts.game(of).start
  local values, least, missed, last = {}, math.huge, nil, nil
  assert.equal(#labels, #r)
  for i, row in ipairs(r) do
    local value, distance, list = worth(position)
    local player = list.player
    position = gts.apply(of, position, row.move)
    local after, after_distance = worth(position)
    local sign = player == "max" and 1 or -1
    local before = { value = value, distance = distance }
    local name = expected(sign, before, { value = after, distance = after_distance }, middle, #list)
    local at = ("%s, move %d"):format(table.concat(labels, " "), i)
    assert.equal(labels[i], row.move)
    assert.equal(player, row.player, at)
    assert.equal(name, row.verdict, at)
    assert.is_true(row.proved, at)
    assert.same({ after, after, after }, { row.value, row.lower, row.upper }, at)
    assert.same({ value, value, value }, { row.best_value, row.best_lower, row.best_upper }, at)
    assert.equal(sign * (value - after), row.loss, at)
    if of.name == "tictactoe" then assert.equal(distance, row.best_distance, at) end
    if name == "won to drawn" or name == "won to lost" then
      if distance < least then least, missed = distance, i end
    end
    if outcome(sign, value, middle) ~= "lost" then last = { [player] = i, other = last } end
    local best = gts.apply(of, row.position, row.best)
    assert.equal(value, (worth(best)), at)
    values[i] = value
  end
  values[#values + 1] = (worth(position))
  return r, values, missed
end

local function sign_of(x) return x > 0 and 1 or x < 0 and -1 or 0 end

-- The last move that changed the winner.
local function turning_of(values, middle)
  for i = #values - 1, 1, -1 do
    if sign_of(values[i] - middle) ~= sign_of(values[#values] - middle) then return i end
  end
end

-- The last move of the loser before which the position was not lost.
local function last_not_lost_of(r, values, middle)
  local result, found = sign_of(values[#values] - middle), nil
  for i, row in ipairs(r) do
    local loser = result ~= 0 and (result > 0 and "min" or "max")
    if row.player == loser and sign_of(values[i] - middle) ~= result then found = i end
  end
  return found
end

local games = {
  { "tictactoe", {}, 0 }, { "connect4", { columns = 3, rows = 4 }, 0 }, { "nim", { heaps = { 1, 3, 2 } }, 0 },
  { "hexapawn", {}, 0 }, { "dots", { columns = 2, rows = 1 }, 0 }, { "kalah", { pits = 2, seeds = 2 }, 0 },
}

describe("gts.review #lua", function()
  for _, case in ipairs(games) do
    it("says of each move of random games what brute force says: " .. case[1], function()
      local of = gts.game(case[1], case[2])
      local worth = worth_of(of, case[3])
      for seed = 1, trees.share(40) do
        local r, values, missed = check_game(of, worth, case[3], random_game(of, seed))
        assert.equal(turning_of(values, case[3]), r.turning)
        assert.equal(last_not_lost_of(r, values, case[3]), r.last_not_lost)
        assert.equal(#r, r.proved)
        assert.equal(0, r.missing)
        assert.equal(missed and r[missed].best_distance, r.missed and r[r.missed].best_distance)
      end
    end)
  end

  it("names no mistake without a proof, however few nodes it has", function()
    local of = gts.game("connect4", { columns = 4, rows = 4 })
    local database = gts.solve(of, { by = "retrograde" }).database
    local named, all = 0, 0
    for seed = 1, 40, 4 do
      for _, row in ipairs(gts.review(of, random_game(of, seed), { nodes = 10 * seed })) do
        local before, sign = database:value(row.position), row.player == "max" and 1 or -1
        local after = database:value((gts.apply(of, row.position, row.move)))
        assert(row.lower <= after and after <= row.upper)
        assert(row.best_lower <= before and before <= row.best_upper)
        if verdict.is_mistake(row.verdict) then
          named = named + 1
          assert.equal(sign * (before - after), row.loss)
        elseif row.proved then assert.equal(before, after) end
        all = all + (before ~= after and 1 or 0)
      end
    end
    database:close()
    assert(named > 5 and named < all, named)
  end)

  it("takes a list of moves from a position, a session, and a file of either kind", function()
    local folder, gone <close> = run.folder()
    local of = gts.game("connect4", { columns = 4, rows = 3 })
    local list = gts.review(of, { 2, "2", 3 }, NODES)
    assert.same({ "2", "2", "3" }, { list[1].move, list[2].move, list[3].move })
    local later = gts.review(of, { "2", "3" }, { nodes = 200000, position = (gts.apply(of, nil, 2)) })
    assert.equal("min", later[1].player)
    assert.equal(list[3].value, later[2].value)
    local s = assert(session.new(of))
    assert.is_nil(s:replay { 2, 2, 3 })
    assert.equal(list[3].value, gts.review(s, NODES)[3].value)
    assert.equal(list[3].value, gts.review(of, s, NODES)[3].value)
    assert(require("gts.play.saved").save(s, folder .. "/game"))
    assert.equal(list[3].value, gts.review(nil, folder .. "/game", NODES)[3].value)
    local m = gts.match(of, "random", "random", { games = 4, file = folder .. "/match" })
    for i = 1, 4 do
      local r = gts.review(nil, folder .. "/match", { nodes = 100, number = i })
      local names = {}
      for k, row in ipairs(r) do names[k] = row.move end
      assert.same(m[i].moves, names)
    end
  end)

  it("reviews the moves before one that cannot be played, and says which and after which", function()
    local folder, gone <close> = run.folder()
    local function of_file(moves)
      run.write(folder .. "/match", "gts match 1\ngame tictactoe\ngames\ngame 1 max 0 1 rules " .. moves .. "\n")
      return gts.review(nil, folder .. "/match", NODES)
    end
    local r = of_file "5 1 5 2"
    assert.equal(2, #r)
    local wrong = "move 3 cannot be played, after 5 1: there is no move '5' here: the moves are 2 3 4 6 7 8 9"
    assert.equal(folder .. "/match: " .. wrong, r.wrong)
    assert.equal(1, (tostring(r):gsub("\n", " "):find(folder .. "/match: move 3 cannot be played, after 5 1:", 1, true)))
    assert.matches("what stands before\n?%s*it is reviewed\ntictactoe: 2 moves, not over\n", tostring(r))
    r = of_file "x"
    assert.equal(0, #r)
    assert.matches("move 1 cannot be played: there is no move 'x' here", tostring(r):gsub("\n", " "), 1, true)
    -- A list has been written for the call: there it is an error.
    assert.has_error(function() gts.review("tictactoe", { 5, 1, 5, 2 }, NODES) end, "gts.review: " .. wrong)
    assert.equal("tictactoe: 0 moves, not over\nno moves to review", tostring(gts.review("tictactoe", {})))
  end)

  it("says what is known when it is stopped, and what is missing", function()
    local list = { 5, 2, 4, 6, 9, 1, 7, 3 }
    local r = gts.review("tictactoe", list, { nodes = 10000, progress = function(done) return done < 4 end })
    assert.same({ "progress", 5, "drawn to lost", 7 }, { r.stopped, r.missing, r[7].verdict, r.turning })
    assert.is_nil(r[2].verdict)
    assert.matches("stopped +progress: 5 of 9 positions are not searched", tostring(r))
    assert.matches("not known", tostring(r))
    assert.is_nil(tostring(r):find("loss not proved", 1, true))
  end)

  it("knows of the end what rules do not say: who resigned, though the position is not lost", function()
    local s = assert(session.new "tictactoe")
    s:replay { 5, 1 }
    s:resign "min"
    local r = gts.review(s, NODES)
    assert.same({ "max", "resigned", "draw" }, { r.winner, r.how, r.result })
    assert.matches("at the end +MIN resigned in a position that is not lost", tostring(r))
  end)

  it("takes a repetition for what the rules say of it, and positions for what they are alone", function()
    local after = { a = { "b", "won" }, b = { "a", "c" }, c = { "won" }, won = {} }
    local rules = { name = "round", start = "a", cycle = 0, player = function(p) return p == "b" and "min" or "max" end }
    function rules.successors(p)
      local names = {}
      for i, q in ipairs(after[p]) do names[i] = "to " .. q end
      return after[p], names
    end
    function rules.evaluate(p) return p == "won" and 1 or 0 end
    local r = gts.review(rules, { "to b", "to a" }, NODES)
    assert.same({ "cycle", "draw" }, { r.how, r.result })
    assert.same({ "won to drawn", "to won" }, { r[1].verdict, r[1].best })
    assert.equal("best", r[2].verdict)
  end)

  it("reviews rules that do not say who moves, whose players alternate", function()
    local rules, minimax = counting(40)
    local r, p = gts.review(rules, { 2, 3, 1 }, NODES), 1
    for i, row in ipairs(r) do
      assert.equal(i % 2 == 1 and "max" or "min", row.player)
      assert.equal(minimax(p, i % 2 == 1 and 1 or -1), row.best_value)
      p = 3 * p + row.move
      assert.equal(minimax(p, i % 2 == 1 and -1 or 1), row.value)
    end
    assert.equal(3, #r)
  end)

  it("ends within the time for all moves, and says what is missing", function()
    -- Every evaluation takes a second.
    local rules = { name = "slow", version = "1", start = 1, player = function(p) return p % 2 == 1 and "max" or "min" end }
    function rules.successors(p) return { p + 1, p + 3 } end
    function rules.evaluate(p)
      core.clock(1)
      return p % 7
    end
    local moves = {}
    for i = 1, 20 do moves[i] = 1 end
    local r = gts.review(rules, moves, { total = 200, time = 60 })
    assert.equal("time", r.stopped)
    assert.is_true(r.missing >= 15 and r.missing < 21)
    assert(r.seconds < 220, r.seconds)
    assert.equal("gts.review: option 'total' of gts.review is 0: expected a number above 0",
      select(2, pcall(gts.review, rules, moves, { total = 0 })))
  end)

  it("reviews rules that play on one board", function()
    local r = gts.review(small_games.sticks(), { 1, 1, 1, 2 }, NODES)
    -- 5 and 4 are won, 3 is lost: MAX goes to 4, MIN to 3, MAX to 2, and MIN takes both.
    assert.same({ "won to lost", "best", "best", "best" }, { r[1].verdict, r[2].verdict, r[3].verdict, r[4].verdict })
    assert.equal("2", r[1].best)
  end)

  it("refuses what it cannot review, and says why", function()
    local function wrong(...) return (select(2, pcall(gts.review, ...))) end
    assert.matches("option 'time' of gts.review is 0: expected", wrong("nim", {}, { time = 0 }), 1, true)
    assert.equal("gts.review: the options of gts.review are 3: expected a table", wrong(assert(session.new "nim"), 3))
    assert.equal("gts.review: the moves are nil: expected a list of moves, a file, or what gts.play returned", wrong "nim")
    assert.equal("gts.review: /nowhere/x: No such file or directory", wrong(nil, "/nowhere/x"))
    local nameless = {
      name = "nameless", start = 1, evaluate = function() return 0 end, player = function() return "max" end,
      successors = function(p) return p < 4 and { p + 1, p + 2 } or {}, p < 4 and { {}, {} } or {} end,
    }
    assert.equal("gts.review: the moves of nameless have no names: it needs rules.move_name for moves that are tables",
      wrong(nameless, {}))
    local function successors(p) return p < 3 and { p + 1, p + 2 } or {} end
    local bad = { name = "bad", start = 1, evaluate = function() error("boom", 0) end, successors = successors }
    function bad.player(p) return p % 2 == 1 and "max" or "min" end
    assert.matches("^boom", (wrong(bad, { 1 }, NODES)))
  end)

  it("draws a chart and a page that need no other file, and no name that could be code", function()
    local rules = {
      name = "<b>", start = 1, player = function(p) return p == 1 and "max" or "min" end,
      evaluate = function(p) return p == 4 and 1 or -1 end, show = function(p) return "<i>" .. p end,
      successors = function(p) return p < 3 and { p + 1, p + 2 } or {}, p < 3 and { "<script>", "&" } or {} end,
    }
    local r = gts.review(rules, { "<script>", "<script>" }, NODES)
    local chart, page = gts.draw(r, "svg"), gts.draw(r, "html")
    assert.matches("^<svg", chart)
    assert.matches("^<!DOCTYPE html>", page)
    assert.is_nil(page:find("<script", 1, true))
    assert.is_nil(page:find("<b>", 1, true))
    assert.is_nil(page:find "src=" or page:find "href=")
    assert.matches("&lt;script&gt;", page, 1, true)
    assert.equal(tostring(r), gts.draw(r, "text"))
    assert.equal("a review is drawn as 'text', 'svg' or 'html', not as 'dot'", (select(2, pcall(gts.draw, r, "dot"))))
    assert.equal("there are no moves to draw", (select(2, pcall(gts.draw, gts.review(rules, {}), "svg"))))
  end)
end)

describe("estimates #lua", function()
  local function known(history) return { history = history } end

  it("are compared at equal horizons, and bear what three depths have in common", function()
    local before, after = known { [4] = 9, [5] = 1.0, [6] = 1.2, [7] = 1.1 }, known { [4] = 0.5, [5] = 0.4, [6] = 0.7, [7] = 99 }
    local compared = verdict.compare(before, after, "max")
    -- Depths 7, 6, 5: losses 0.4, 0.8, 0.5; the values before change by 0.2, those after by 0.3.
    assert.equal(7, compared.depth)
    assert.is_true(math.abs(compared.loss - 0.4) < 1e-12)
    assert.is_true(math.abs(compared.margin - 0.5) < 1e-12)
    compared = verdict.compare(before, after, "min")
    assert.equal(0, compared.loss)
  end)

  it("say nothing at fewer depths", function()
    assert.is_nil(verdict.compare(known { [4] = 1, [5] = 1, [6] = 1 }, known { [4] = 0, [5] = 0 }, "max"))
    assert.is_nil(verdict.compare(known {}, known { [4] = 0 }, "max"))
  end)

  it("make a move dubious at most", function()
    local r = gts.review("othello", { "f5", "d6", "c7" }, { nodes = 5000 })
    for _, row in ipairs(r) do
      assert.is_false(verdict.is_mistake(row.verdict))
      if row.verdict == "dubious" then
        assert(row.loss > row.margin and not row.proved and row.horizon > 0 and row.best ~= row.move)
      end
    end
  end)
end)

describe("the verdict of a move #lua", function()
  local function bounds(lower, upper) return { lower = lower, upper = upper } end

  it("is what bounds prove, for either side", function()
    assert.same({ "drawn to lost", 1 }, { verdict.proved(bounds(0, 1), bounds(-1, -1), "max", 0, false) })
    assert.same({ "drawn to lost", 1 }, { verdict.proved(bounds(-1, 0), bounds(1, 1), "min", 0, false) })
    assert.same({ "won to drawn", 1 }, { verdict.proved(bounds(1, 1), bounds(-1, 0), "max", 0, false) })
    assert.same({ "worse", 6 }, { verdict.proved(bounds(10, 12), bounds(2, 4), "max", 0, false) })
    assert.same({ "worse", 6 }, { verdict.proved(bounds(-12, -10), bounds(-4, -2), "min", 0, false) })
    assert.same({ "won to lost", 2 }, { verdict.proved(bounds(4, 4), bounds(2, 2), "max", 3, false) })
    assert.same({ "best", 0 }, { verdict.proved(bounds(-1, 0), bounds(0, 0), "max", 0, false) })
    assert.same({ "forced", 0 }, { verdict.proved(bounds(-1, 1), bounds(-1, 1), "max", 0, true) })
    assert.is_nil((verdict.proved(bounds(0, 1), bounds(-1, 0), "max", 0, false)))
    assert.is_nil((verdict.proved(bounds(-1, 1), bounds(-1, -1), "max", 0, false)))
  end)
end)

describe("gts review #lua", function()
  local function saved(folder, lines)
    run.write(folder .. "/game", "gts game 1\n" .. table.concat(lines, "\n") .. "\n")
    return folder .. "/game"
  end

  it("reviews a file, and answers in JSON", function()
    local folder, gone <close> = run.folder()
    local file = saved(folder, { "game connect4", "option columns 4", "option rows 3", "move 2", "move 2", "end" })
    local out = run.fine { "review", file, "--nodes", "100000", "--json" }
    local data = require("gts.show.json").decode(out)
    assert.same({ "connect4", 2, "2", "min" }, { data.game, #data.rows, data.rows[2].move, data.rows[2].player })
    assert.equal(0, data.rows[1].best_value)
    out = run.fine { "review", file, "connect4", "--nodes", "100000", "--html", folder .. "/page.html" }
    assert.matches("connect4: 2 moves, not over", out)
    for line in out:gmatch "[^\n]+" do assert(#line <= 80, line) end
    assert.matches("<svg", run.read(folder .. "/page.html"))
  end)

  it("reviews what stands before the damage, names it, and fails", function()
    local folder, gone <close> = run.folder()
    local err, out = run.ends(1, { "review", saved(folder, { "game tictactoe", "move 5", "mvoe 1", "end" }), "--nodes", "1000" })
    assert.matches("tictactoe: 1 move, not over", out)
    assert.matches("game: line 4 of the saved game is not understood: 'mvoe 1'\n$", err)
    err, out = run.ends(1, { "review", saved(folder, { "game tictactoe", "move 5" }), "--nodes", "1000" })
    assert.matches("truncated", out .. err)
    local _
    for message, words in pairs {
      ["it is a game of tictactoe, not of nim"] = { saved(folder, { "game tictactoe", "move 5", "end" }), "nim" },
      ["/nowhere/page.html"] = { folder .. "/game", "--html", "/nowhere/page.html" },
    } do
      err = run.ends(1, { "review", table.unpack(words) })
      assert.matches(message, err, 1, true)
    end
    err = run.ends(1, { "review", saved(folder, { "game mine", "move 5", "end" }) })
    assert.matches("it is a game of mine, whose rules are not found: name their file behind it", err)
    run.write(folder .. "/match", "gts match 1\ngame tictactoe\ngames\ngame 1 max 0 1 rules 5 1\nrubbish\n")
    err, out = run.ends(1, { "review", folder .. "/match", "--nodes", "1000" })
    assert.matches("tictactoe: 2 moves", out)
    assert.matches("line 5 of the match is not understood: 'rubbish'", err)
    _, err = run.gts { "review", folder .. "/match", "--number", "2" }
    assert.matches("match: there is no game 2: it has 1", err)
  end)

  it("ends at Ctrl-C with the moves that are reviewed by then", function()
    local folder, gone <close> = run.folder()
    run.write(folder .. "/mine.lua", [[
      return { name = "mine", start = 1, evaluate = function(n) return n % 7 end,
        successors = function(n) return n < 1 << 40 and { 2 * n, 2 * n + 1 } or {} end,
        player = function(n) return math.floor(math.log(n, 2)) % 2 == 0 and "max" or "min" end }
    ]])
    local file = saved(folder, { "game mine", "move 1", "move 2", "move 1", "end" })
    local command = "'%s' review '%s' '%s/mine.lua' --time 100 >'%s/out'"
    assert.equal(130, processor.signal(command:format(run.program, file, folder, folder), 0.2))
    assert.matches("stopped +interrupted: 3 of 4 positions are not searched", run.output(("cat '%s/out'"):format(folder)))
  end)

  it("is a command of a game, too, which the end of it names", function()
    local moves = { 5, 2, 4, 6, 9, 1, 7, 3 }
    local out = run.gts { "play", "tictactoe", "--as", "both", input = table.concat(moves, "\n") .. "\nreview 0.5\nquit\n" }
    assert.matches("MIN has won, value %-1.*'review' says where it was decided", out)
    assert.matches("turning point +move 7, MAX plays 7: drawn to lost; 3 holds the draw", out)
    out = run.gts { "play", "tictactoe", "--as", "both", input = "review\nreview x\n" }
    assert.matches("no moves yet", out)
    assert.matches("review, for how many seconds each move: expected a number above 0, not 'x'", out)
  end)
end)
