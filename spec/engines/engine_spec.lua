-- Programs of others as players: spec/support/fake_engine.lua, and gts itself.

local core = require "gts.core"
local eventually = require "spec.support.eventually"
local gts = require "gts"
local run = require "spec.support.run"

local function fake(words, given)
  local options = { engine = "lua5.4", args = "spec/support/fake_engine.lua " .. words, wait = 5, time = 0.01, name = "it" }
  for name, value in pairs(given or {}) do options[name] = value end
  return options
end

-- Plays the lowest cell, as the program does.
local function lowest(game, position) return gts.moves(game, position)[1].move end

-- A match of one pair in which the program is A.
local function pair_of(words, given, options)
  options = options or {}
  options.games, options.plies = 2, 0
  return gts.match("tictactoe", fake(words, given), lowest, options)
end

describe("an engine of others #lua", function()
  it("plays as a function that chooses the same moves", function()
    local own = gts.match("tictactoe", lowest, lowest, { games = 4, plies = 2 })
    for _, form in ipairs { { "", "uci" }, { "noise", "ugi" }, { "gtp", "gtp" } } do
      local r = gts.match("tictactoe", fake(form[1], { protocol = form[2] }), lowest, { games = 4, plies = 2 })
      for i = 1, 4 do assert.same(own[i].moves, r[i].moves) end
      assert.same(own.pairs, r.pairs)
    end
  end)

  it("loses the game by what it does, and plays the next", function()
    local late = "no answer within 0.12? s"             -- on a busy machine it may be late before it is asked for a move
    local expected = {
      exit = { "ended", "it has ended %(exit code 7%)" }, illegal = { "illegal", "it plays '77', which is no move there" },
      silent = { "silent", late }, flood = { "silent", late }, deaf = { "silent", nil },
    }
    for fault, what in pairs(expected) do
      local short = what[1] == "silent"
      local r = pair_of(fault, short and { time = 0.02, wait = 0.1 } or nil)
      for i = 1, 2 do
        assert.equal(what[1], r[i].how)
        assert.equal(0, r[i].points)
        assert.truthy(short or #r[i].moves >= 2)        -- on a busy machine its first move may be late, too
      end
      if what[2] then
        assert.matches("^" .. what[2] .. "$", r[1].why)
        if r[1].why == r[2].why then assert.matches("\nit lost: " .. what[2] .. " %(2 games%)\n", tostring(r)) end
      end
    end
    local r = pair_of("gtp resign", { protocol = "gtp" })
    assert.same({ "resigned", 0, "resigned", 0 }, { r[1].how, r[1].points, r[2].how, r[2].points })
  end)

  it("is refused before the match where it cannot play at all", function()
    local function refused(given, message)
      local ok, wrong = pcall(gts.match, "tictactoe", given, lowest, { games = 2 })
      assert.falsy(ok)
      assert.matches(message, wrong, 1, true)
    end
    refused({ engine = "./no/such/file" }, "player A: engine ./no/such/file: ./no/such/file cannot be started: No such file")
    refused({ engine = "cat", start = 0.1 }, "engine cat: no answer within 0.1 s")
    refused({ engine = "true" }, "engine true: it has ended (exit code 0)")
    refused(fake("never", { start = 0.1 }), "no answer within 0.1 s")
    refused(fake("", { option = { Hsh = 3 } }), "it has no option 'Hsh': did you mean 'Hash'?")
    refused(fake("", { option = { Hash = "1\nquit" } }), "expected a table of options of the engine")
    refused(fake("", { protocol = "xboard" }), "expected one of 'uci', 'ugi', 'gtp'")
    refused(fake("gtp", { protocol = "gtp", nodes = 5 }), "option 'nodes' does not go with protocol 'gtp'")
    refused(fake("", { level = 3 }), "unknown option 'level'")
    refused(fake("gtp babble", { protocol = "gtp" }), "it answers ' " .. ("y"):rep(99) .. "...' to 'name'")
    refused(fake("", { args = { nil, "x" } }), "a list of strings, or words with blanks between them; at most 255")
    refused(fake("", { args = ("x "):rep(256) }), "a list of strings, or words with blanks between them; at most 255")
    refused(fake("", { args = { "a\0b" } }), "a list of strings, or words with blanks between them; at most 255")
    refused({ engine = "cat\0x" }, "expected the name of a file")
  end)

  it("is sent its options, its time, and the moves from the start", function()
    local file = os.tmpname()
    pair_of("none " .. file, { option = { Hash = 32, ["Clear Hash"] = true }, time = 0.25 })
    local sent = run.read(file)
    for _, line in ipairs { "setoption name Hash value 32", "setoption name Clear Hash", "ucinewgame", "position startpos",
      "go movetime 250", "position startpos moves 1 2", "quit" } do
      assert.matches("\n" .. line .. "\n", sent, 1, true)
    end
    os.remove(file)
    local timed = fake("none " .. file, { protocol = "ugi", nodes = 77, depth = 3 })
    timed.time = nil
    gts.match("tictactoe", timed, lowest, { games = 2, plies = 0, clock = "20+2" })
    sent = run.read(file)
    assert.matches("\nposition startpos\ngo p1time 20000 p2time 20000 p1inc 2000 p2inc 2000 nodes 77 depth 3\n", sent, 1, true)
    assert.matches("\ngo p1time 2[123]%d%d%d p2time 2[123]%d%d%d p1inc 2000 p2inc 2000 nodes 77 depth 3\n", sent)
  end)

  it("may have all the time in the world", function()
    for words, protocol in pairs { [""] = "uci", gtp = "gtp" } do
      local r = pair_of(words, { protocol = protocol, time = math.huge })
      assert.same({ "rules", "rules" }, { r[1].how, r[2].how })
    end
  end)

  it("has no file of ours, and leaves us none", function()
    local files, list = {}, os.tmpname()
    for i = 1, 3 do files[i] = assert(io.open(list)) end
    collectgarbage()
    local open = core.files.names "/proc/self/fd"
    pair_of("files " .. list)
    assert.equal(open, core.files.names "/proc/self/fd")
    assert.matches("^0\n1\n2\n%a", run.read(list))
    for i = 1, 3 do files[i]:close() end
  end)

  it("is killed if it does not quit", function()
    local file = os.tmpname()
    pair_of("stubborn " .. file)
    assert.matches("quit", run.read(file))
    assert.equal("", io.popen("pgrep -f '[/]" .. file:sub(2) .. "'"):read "a")
  end)

  -- The programs that `leave` has started and that still run.
  local function left(file)
    local count, runs = 0, 0
    for number in ("\n" .. run.read(file)):gmatch "\n(%d+)%f[\n]" do
      count, runs = count + 1, runs + (core.files.kind("/proc/" .. number) and 1 or 0)
    end
    return count, runs
  end

  it("is ended with all that it has started, in other sessions too", function()
    for _, words in ipairs { "leave ", "leave-exit " } do
      local file = os.tmpname()
      pair_of(words .. file)
      local count, runs = left(file)
      assert.truthy(count >= 2)
      assert.equal(0, runs)
    end
  end)

  it("is ended with all that it has started where gts is killed", function()
    local file = os.tmpname()
    local words = "engine:lua5.4,args:spec/support/fake_engine.lua %s,time:1000"
    local gts_process = run.output(("'%s' match tictactoe '%s' '%s' >/dev/null 2>&1 & echo $!"):format(run.program,
      words:format("leave " .. file), words:format "silent"))
    assert.truthy(eventually(function() return run.read(file):find("\ngo ", 1, true) end))
    assert.equal(left(file), select(2, left(file)))
    os.execute("kill -KILL " .. gts_process)
    assert.truthy(eventually(function() return select(2, left(file)) == 0 end))
  end)

  it("plays in several processes, and a match goes on from its file", function()
    local file = os.tmpname()
    os.remove(file)
    local r = pair_of("exit", nil, { file = file })
    assert.truthy(run.read(file):find("\ngame 1 max 0 - \"ended: it has ended (exit code 7)\" 1 2\n", 1, true))
    local again = gts.match("tictactoe", fake "exit", lowest, { games = 8, plies = 0, file = file, workers = 2 })
    assert.same({ r[1].why, r[2].why }, { again[1].why, again[2].why })
    assert.equal(8, again.lost)
  end)

  it("writes the moves of Othello as both protocols have them, passes too; gts is the referee", function()
    local of = gts.game("othello", { size = 4 })
    local function own(protocol, words)
      return { engine = run.program, args = words .. " othello size=4", protocol = protocol, time = 0.01, wait = 30 }
    end
    local r = gts.match(of, own("uci", "ugi"), own("gtp", "gtp"), { games = 6, plies = 3, seed = 2 })
    local passes = 0
    for _, row in ipairs(r) do
      assert.same({ "rules", nil }, { row.how, row.why })
      for _, name in ipairs(row.moves) do passes = passes + (name == "pass" and 1 or 0) end
    end
    assert.truthy(passes > 0)
  end)

  it("says what it thinks of each move, from the side of the player to move", function()
    local words = "engine:lua5.4,args:spec/support/fake_engine.lua,time:0.01"
    -- MAX wins by 3; after each other move the engine finds 0.25 for MIN.
    local out = run.gts { "analyze", "tictactoe", "--engine", words, "--after", "1 4 2 5" }
    assert.matches("^move.*\n +3 +1\n +6 +%-0.25 +3 +400 +1 2\n +7 .*\n +8 .*\n +9 ", out)
    local err = run.ends(2, { "analyze", "tictactoe", "--engine", "level:3" })
    assert.matches("expected a program", err)
    err = select(2, run.gts { "analyze", "tictactoe", "--engine", words:gsub("lua,", "lua exit,"), "--after", "1" })
    assert.matches("engine lua5.4, at the move 2: it has ended (exit code 7)", err, 1, true)
  end)

  it("sits at the other side in gts play", function()
    local out = run.gts { "play", "tictactoe", "--opponent", "engine:lua5.4,args:spec/support/fake_engine.lua exit,time:0.01",
      input = "4\n6\nquit\n" }
    assert.matches("MIN plays 1\n", out, 1, true)
    assert.matches("it has ended (exit code 7)\nThe game is over: the engine failed, you have won.", out, 1, true)
    local _, err = run.gts { "play", "tictactoe", "--opponent", "level:2", "--level", "3" }
    assert.matches("options 'opponent' and 'level' do not go together", err, 1, true)
  end)

  it("is named on the command line", function()
    local out = run.gts { "match", "tictactoe", "engine:lua5.4,args:spec/support/fake_engine.lua,option:Hash=8,time:0.01",
      "level:1", "--games", "2" }
    assert.matches("A = args:spec/support/fake_engine.lua,engine:lua5.4,option:Hash=8,time:0.01", out, 1, true)
    assert.matches("all games are played", out, 1, true)
  end)
end)
