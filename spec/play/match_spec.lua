-- Matches between players.

local core = require "gts.core"
local gts = require "gts"
local run = require "spec.support.run"

-- Nim of two heaps; fast, and over soon.
local function nim() return gts.game("nim", { heaps = { 3, 2, 2 } }) end

-- Plays the first or the last move.
local function first(game, position) return gts.moves(game, position)[1].move end
local function last(game, position)
  local list = gts.moves(game, position)
  return list[#list].name
end

local function text_of(file) return core.files.read(file, 1 << 20) end

describe("gts.match #lua", function()
  it("plays each opening twice, with either colour", function()
    local r = gts.match("tictactoe", first, last, { games = 10, plies = 2 })
    assert.equal(10, #r)
    for i = 1, 10, 2 do
      local a, b = r[i], r[i + 1]
      assert.same({ (i + 1) // 2, "max", (i + 1) // 2, "min" }, { a.pair, a.side, b.pair, b.side })
      for k = 1, 2 do assert.equal(a.moves[k], b.moves[k]) end
    end
  end)

  it("counts what the players have won, of whole pairs, and names the likelihood of superiority", function()
    -- From the start, with no opening: the first takes cells 1 2 3 before the other, who takes 9 8, has three.
    local r = gts.match("tictactoe", first, last, { games = 2, plies = 0 })
    assert.same({ "1", "9", "2", "8", "3" }, r[1].moves)
    assert.same({ "9", "1", "8", "2", "7" }, r[2].moves)
    assert.same({ 1, 1, 0, 1, 0.5, 0 }, { r.won, r.lost, r.drawn, r[1].points, r.score, r.elo })
    assert.same({ 0, 0, 1, 0, 0 }, r.pairs)
    r = gts.match("tictactoe", { depth = 9 }, { depth = 9 }, { games = 2, plies = 0 })
    assert.same({ 2, { 0, 0, 1, 0, 0 } }, { r.drawn, r.pairs })
    r = gts.match("tictactoe", { level = 8 }, "random", { games = 20, plies = 1 })
    assert.equal(0, r.lost)
    assert(r.score > 0.8)
    assert.matches((";  LOS %.1f %% (likelihood of superiority of A)\n"):format(100 * r.superiority), tostring(r), 1, true)
    assert.equal(4, #gts.match(nim(), first, last, { games = 3, plies = 0 }))
  end)

  it("has the same openings for the same seed, whatever comes of them, and different ones else", function()
    local function openings(seed, a, games)
      local r, list = gts.match("connect4", a, "random", { games = games, plies = 4, seed = seed }), {}
      for i = 1, #r, 2 do list[#list + 1] = table.concat(r[i].moves, " ", 1, 4) end
      return list
    end
    local list = openings(3, first, 20)
    assert.same(list, openings(3, last, 20))
    assert.same(table.move(list, 1, 5, 1, {}), openings(3, first, 10))
    assert.is_false(list[1] == openings(4, first, 2)[1])
    local seen = {}
    for _, opening in ipairs(list) do
      assert.is_nil(seen[opening])
      seen[opening] = true
    end
  end)

  it("has all openings that there are before one comes again", function()
    local r, seen, count = gts.match("tictactoe", first, last, { games = 18, plies = 1 }), {}, 0
    for i = 1, #r, 2 do
      local opening = r[i].moves[1]
      if not seen[opening] then seen[opening], count = true, count + 1 end
    end
    assert.equal(9, count)
  end)

  it("gives players another seed in each pair", function()
    local r, games = gts.match("tictactoe", "random", "random", { games = 6, plies = 0 }), {}
    for i = 1, 5, 2 do games[table.concat(r[i].moves, " ")] = true end
    assert(next(games, next(games)))
  end)

  it("has the same games in several processes", function()
    local one = gts.match(nim(), { level = 1 }, "random", { games = 12, plies = 1 })
    local three = gts.match(nim(), { level = 1 }, "random", { games = 12, plies = 1, workers = 3 })
    assert.equal(one:csv(), three:csv())
    assert.same({ one.elo, one.pairs }, { three.elo, three.pairs })
  end)

  it("stops when the sequential test is decided, and says why", function()
    local r = gts.match(nim(), { depth = 20 }, "random", { games = 1000, plies = 1, elo0 = 0, elo1 = 100 })
    assert.same({ "sprt", "H1" }, { r.stopped, r.accepted })
    assert(r.games < 200, r.games)
    assert(r.llr >= r.llr_upper)
    assert.truthy(tostring(r):find("elo1 is accepted: A is 100 Elo stronger", 1, true))
    assert.truthy(tostring(r):find("stopped: the test is decided", 1, true))
    r = gts.match(nim(), "random", { depth = 20 }, { games = 1000, plies = 1, elo0 = 0, elo1 = 100, workers = 2 })
    assert.same({ "sprt", "H0" }, { r.stopped, r.accepted })
  end)

  it("stops when progress says so", function()
    local calls = 0
    local r = gts.match(nim(), first, last, { games = 50, progress = function(so_far)
      calls = calls + 1
      assert.equal(2 * calls, so_far.games)
      return calls < 3
    end })
    assert.same({ 6, "progress" }, { r.games, r.stopped })
  end)

  it("ends games that are too long, as draws", function()
    local rules = {
      name = "round", start = 0, evaluate = function() return 1 end, successors = function(p) return { (p + 1) % 9 } end,
    }
    local r = gts.match(rules, first, last, { games = 2, longest = 30 })
    assert.same({ 2, "longest", 30 }, { r.drawn, r[1].how, #r[1].moves })
  end)

  it("has a player lose whose time is over, of both clocks or its own", function()
    local function slow(game, position, left)
      assert(left.left > 0 and left.left <= 300 and left.increment == 0)
      core.clock(200)
      return gts.moves(game, position)[1].move
    end
    local r = gts.match("connect4", slow, "random", { games = 2, plies = 0, clock = "300+0" })
    assert.same({ "time", "time", 2, "300+0" }, { r[1].how, r[2].how, r.lost, r.clock })
    assert.same({ 2, 3 }, { #r[1].moves, #r[2].moves })         -- the second move of the slow one is late, and not played
    assert.is_nil(r[1].value)
    assert.matches("each player has the clock 300+0", tostring(r), 1, true)
    r = gts.match("connect4", "random", { nodes = 1 << 40, clock = "0.02+0" }, { games = 2, plies = 0 })
    for _, row in ipairs(r) do assert(row.how == "rules" or row.how == "time", row.how) end
    r = gts.match("connect4", { level = 6, clock = 1e-9 }, "random", { games = 2, plies = 0 })
    assert.same({ "time", "time", 0 }, { r[1].how, r[2].how, r.won })
  end)

  it("has the engine play whole games within its time", function()
    -- Every evaluation takes a second.
    local rules = { name = "slow", version = "1", start = 0, range = { -1, 1 } }
    function rules.successors(p) return p < 40 and { p + 1, p + 2, p + 3 } or {} end
    function rules.evaluate(p)
      core.clock(1)
      return p < 40 and p % 7 / 10 or p % 3 - 1
    end
    local r = gts.match(rules, {}, "random", { games = 2, plies = 1, clock = "500+5" })
    for _, row in ipairs(r) do assert.equal("rules", row.how) end
    assert(r.seconds > 300, r.seconds)
  end)

  it("has a function search for the player to move, where the rules do not say who that is", function()
    -- One to three of four stones are taken; who takes the last one wins, so that is the second player.
    local function successors(p)
      local list = {}
      for taken = 1, math.min(3, p.left) do list[taken] = { left = p.left - taken, max_moves = not p.max_moves } end
      return list
    end
    local stones = { name = "stones", start = { left = 4, max_moves = true }, successors = successors,
      evaluate = function(p) return p.max_moves and -1 or 1 end }
    local function by_search(of, position) return gts.best(of, position, { algorithm = "minimax" }).move end
    local r = gts.match(stones, by_search, by_search, { games = 2, plies = 0 })
    assert.same({ 0, 1 }, { r[1].points, r[2].points })
  end)

  it("says what a player did wrong, wherever it plays", function()
    for workers = 1, 2 do
      local function wrong(a, b)
        return (select(2, pcall(gts.match, "tictactoe", a, b, { games = 4, workers = workers, plies = 0 })))
      end
      assert.truthy(wrong(function() return 17 end, first):find("player A: there is no move '17' here", 1, true))
      assert.truthy(wrong(first, function() end):find("player B: it gave no move", 1, true))
      assert.truthy(wrong(first, function() error "oh" end):find("player B: .*oh"))
    end
  end)

  it("refuses what cannot be meant", function()
    local function wrong(...) return (select(2, pcall(gts.match, ...))) end
    assert.equal("player A: unknown option 'dpeth' for negascout: did you mean 'depth'?", wrong("nim", { dpeth = 3 }, {}))
    assert.equal("player B: option 'level' is 0: expected a whole number from 1 to 10", wrong("nim", {}, { level = 0 }))
    assert.equal("player B: option 'depth' does not go with 'level'", wrong("nim", {}, { level = 1, depth = 2 }))
    assert.equal("player A: options 'clock' and 'time' do not go together", wrong("nim", { time = 1 }, {}, { clock = "1+0" }))
    assert.equal("player B: options 'clock' and 'time' do not go together", wrong("nim", {}, { time = 1, clock = "1+0" }))
    assert.matches("player A: option 'clock' is 'x': expected seconds and", wrong("nim", { clock = "x" }, {}), 1, true)
    assert.truthy(wrong("nim", {}, {}, { clock = -1 }):find("option 'clock' of gts.match is -1: expected seconds", 1, true))
    assert.equal("player A: it is 3: expected a table of options, a function or 'random'", wrong("nim", 3, {}))
    assert.equal("player A: the positions of nim are not those of connect4", wrong("connect4", { game = "nim" }, {}))
    assert.equal("options 'elo0' and 'elo1' go together", wrong("nim", {}, {}, { elo0 = 3 }))
    assert.equal("option 'elo1' is not greater than 'elo0'", wrong("nim", {}, {}, { elo0 = 3, elo1 = 3 }))
  end)

  it("prints a summary, and the games as CSV and JSON", function()
    local r = gts.match("tictactoe", first, last, { games = 2, plies = 0 })
    assert.truthy(tostring(r):find("A  won 1, drawn 0, lost 1: 50.0 %", 1, true))
    assert.equal("pair,side,points,value,how,plies,moves,why\n1,max,1,1,rules,5,1 9 2 8 3,\n1,min,0,1,rules,5,9 1 8 2 7,\n",
      r:csv())
    assert.truthy(r:json():find('"won":1', 1, true))
  end)
end)

describe("the file of a match #lua", function()
  local folder, gone
  before_each(function() folder, gone = run.folder() end)
  after_each(function() getmetatable(gone).__close() end)

  local function play(games, more)
    local options = { games = games, plies = 1, file = folder .. "/m", seed = 5 }
    for name, value in pairs(more or {}) do options[name] = value end
    return gts.match(nim(), { level = 1 }, "random", options)
  end

  it("goes on with what is there, and has the games that it would have had", function()
    play(6)
    local before = text_of(folder .. "/m")
    local r = play(14)
    assert.equal(before, text_of(folder .. "/m"):sub(1, #before))
    os.remove(folder .. "/m")
    assert.equal(play(14):csv(), r:csv())
    assert.equal(4, play(4).games)
    assert.equal(14, play(14, { workers = 3 }).games)
  end)

  it("is whole wherever its writer was stopped", function()
    local all = play(4):csv()
    local text = text_of(folder .. "/m")
    local _, head = text:find("\ngames\n", 1, true)
    for at = head, #text, 7 do
      run.write(folder .. "/m", text:sub(1, at))
      assert.equal(all, play(4):csv())
      assert.equal(text, text_of(folder .. "/m"))
    end
  end)

  it("is refused if it is of another match, foreign or damaged", function()
    play(4)
    local text = text_of(folder .. "/m")
    local function wrong(new, more)
      run.write(folder .. "/m", new)
      local ok, why = pcall(play, 4, more)
      assert.is_false(ok)
      assert.equal(new, text_of(folder .. "/m"))
      return why:sub(#folder + 5)
    end
    assert.equal("it is of another match: it has 'seed 5', not 'seed 6'", wrong(text, { seed = 6 }))
    assert.equal("it is of another match: it has 'games', not 'clock 9+0'", wrong(text, { clock = 9 }))
    assert.equal("this is no file of a match", wrong "hello\n")
    assert.equal("this is no file of a match", wrong "")
    assert.equal("line 10 is not understood", wrong((text:gsub("game 1 min", "game 1 mix"))))
    assert.equal("pair 1 is there twice", wrong((text:gsub("game 2 ", "game 1 "))))
  end)

  it("has numbers as they were given, and goes on in one of an earlier version, which wrote 17 digits", function()
    local options = { games = 4, plies = 1, file = folder .. "/m", seed = 5 }
    local function rows(games)
      options.games = games
      return gts.match(nim(), { depth = 1, time = 0.05 }, "random", options):csv()
    end
    local all = rows(4)
    local text = text_of(folder .. "/m")
    assert(text:find("\na depth:1,time:0.05\n", 1, true))
    run.write(folder .. "/m", (text:gsub("0%.05\n", "0.050000000000000003\n"):gsub("game 2.*", "")))
    assert.equal(all, rows(4))
    assert(text_of(folder .. "/m"):find("\ngame 2 ", 1, true))
  end)

  it("keeps moves with blanks and quotes in their names", function()
    local names = { 'say "go"', "two words", "line\nend\\" }
    local rules = {
      name = "names", start = 0, move_name = function(move) return names[move] end, evaluate = function() return 0 end,
      successors = function(p) return p < 3 and { p + 1, p + 1, p + 1 } or {} end,
    }
    local function once() return gts.match(rules, first, last, { games = 6, plies = 1, file = folder .. "/n", workers = 2 }) end
    local r = once()
    assert.equal(r:csv(), once():csv())
    assert.equal('say "go"', r[1].moves[2] == 'say "go"' and r[1].moves[2] or r[1].moves[3])
  end)
end)

describe("gts match #lua", function()
  it("reads players as words, and answers as a table or JSON", function()
    local out = run.fine { "match", "nim", "level:8", "random", "--games", "6", "heaps={2,2}" }
    assert.truthy(out:find("A = level:8\nB = random\nA  won ", 1, true))
    out = run.gts { "match", "nim", "level:8,clock:2+1", "nodes:9", "--games", "2", "--clock", "5+1" }
    assert.truthy(out:find("clock 5+1 (seconds, and increment), or a separate one\nA = clock:2+1,level:8\n", 1, true))
    out = run.gts { "match", "tictactoe", "depth:3,selective:{iid;late}", "nodes:50", "--games=2", "--json", "--workers", "2" }
    assert.truthy(out:find('^{.*"a":"depth:3,selective:{iid;late}".*}\n$'))
    local err = run.ends(2, { "match", "nim", "levle:8", "random" })
    assert.truthy(err:find("player A: unknown option 'levle'", 1, true))
  end)
end)

describe("a child", function()
  it("answers commands until it is stopped", function()
    local child <close> = assert(core.child.start(function(receive, send)
      for text in receive do send(text:upper()) end
    end))
    assert.is_true(child:send "hello")
    assert.same({ 1, "HELLO" }, { core.child.wait({ child }, 10) })
    assert.is_nil((core.child.wait({ child }, 0.01)))
    child:stop()
    assert.is_false(child:send "hello")
  end)

  it("is read to its last line, even if it has not read all its input", function()
    for _ = 1, 10 do
      local child <close> = assert(core.child.start(function(receive, send) send(receive()) end))
      for word in ("one two three"):gmatch "%a+" do child:send(word) end
      os.execute "true"                                 -- by then it has ended, mostly
      assert.same({ 1, "one" }, { core.child.wait({ child }, 10) })
      assert.same({ 1 }, { core.child.wait({ child }, 10) })
    end
  end)
end)
