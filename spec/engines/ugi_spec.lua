-- The Universal Game Interface.

local core = require "gts.core"
local dialects = require "gts.engines.dialects"
local gts = require "gts"
local passing = require "spec.support.passing"
local processor = require "spec.support.processor"
local run = require "spec.support.run"
local ugi = require "gts.engines.ugi"

-- What is answered, as a list of lines, to these texts, each of which comes when it is asked for; "": nothing has come. A
-- twentieth of a second passes by the clock of gts where nothing comes; "later" does so, too, and is said.
local function serve(game, texts)
  local said, at = {}, 0
  local function say(line) said[#said + 1] = line end
  ugi.serve(gts.game(game), function()
    at = at + 1
    if texts[at] == "later" then say "later" end
    if texts[at] ~= "later" and texts[at] ~= "" then return texts[at] end
    core.clock(0.05)
    return ""
  end, say)
  return said
end

-- The lines of the answer that begin so.
local function answers(said, word)
  local list = {}
  for _, line in ipairs(said) do if line:find("^" .. word) then list[#list + 1] = line end end
  return list
end

-- The answers that are no info, with "later" where the input was waited for.
local function order_of(game, texts)
  local list = {}
  for _, line in ipairs(serve(game, texts)) do if not line:find "^info" then list[#list + 1] = line end end
  return list
end

describe("gts ugi #plain", function()
  it("says who it is, and what can be set", function()
    local said = serve("nim", { "ugi\nisready\nquit\n" })
    assert.equal(("id name gts %s (nim)"):format(gts.version), said[1])
    assert.same({ "option name Hash type spin default 64 min 1 max 1048576",
      "option name Level type spin default 0 min 0 max 10", "option name Threads type spin default 1 min 1 max 256",
      "option name Ponder type check default false", "option name Book type string default <empty>" },
      answers(said, "option"))
    assert.same({ "ugiok", "readyok" }, { said[8], said[9] })
    assert.equal("uciok", serve("nim", { "uci\n" })[8])
  end)

  it("knows positions by their moves and by their text, whose turn it is, and who has won", function()
    local three = gts.apply("tictactoe", nil, 1, 4, 2)
    local said = serve("tictactoe", { table.concat({
      "query p1turn", "query gameover", "query result", "position startpos moves 1 4 2", "query p1turn", "query fen",
      ("position fen %s moves 5"):format(gts.write("tictactoe", three)), "query moves", "position startpos moves 1 4 2 5 3",
      "query gameover", "query result", "position startpos moves 1 4 2 5 9 6", "query result",
      "position startpos moves 1 2 3 5 4 6 8 7 9", "query result", "uginewgame", "query gameover", "",
    }, "\n") })
    assert.same({ "response true", "response false", "response none", "response false",
      "response " .. gts.write("tictactoe", three), "response 3 6 7 8 9", "response true", "response p1win", "response p2win",
      "response draw", "response false" }, said)
  end)

  it("plays the best move, and tells what it sees", function()
    local said = serve("tictactoe", { "position startpos moves 1 4 2 5\ngo depth 5\n" })
    assert.truthy(said[1]:find "^info depth 1 score mate 1 nodes %d+ nps %d+ time %d+ pv 3")
    assert.equal("bestmove 3", said[#said])
    said = serve("tictactoe", { "position startpos moves 1\ngo nodes 100000\n" })         -- only the middle draws
    assert.truthy(said[#said - 1]:find " score cp 0 ")
    assert.equal("bestmove 5", said[#said])
  end)

  it("tells wins in plies, and in UCI in moves", function()
    -- MAX has 1, 7, 9 against 2 and 4: whatever MIN does, the second ply wins.
    local lost = "position startpos moves 1 2 7 4 9\ngo depth 9\n"
    local said = serve("tictactoe", { lost })
    assert.truthy(said[#said - 1]:find " score mate %-2 ")
    said = serve("tictactoe", { "uci\n" .. lost })
    assert.truthy(said[#said - 1]:find " score mate %-1 ")
  end)

  it("answers while it thinks, and stops", function()
    local said = serve("othello", { "position startpos\ngo infinite\n", "", "", "isready\n", "", "query p1turn\nst", "op\n" })
    local order = {}
    for _, line in ipairs(said) do
      local word = line:match "^%S+"
      if word ~= "info" then order[#order + 1] = word end
    end
    assert.same({ "readyok", "bestmove", "response" }, order)
    assert.same({}, answers(serve("othello", { "go infinite\n", "quit\nquery p1turn\n" }), "response"))
  end)

  it("waits for stop when it has found out all there is", function()
    assert.same({ "readyok", "bestmove 3" },
      order_of("tictactoe", { "position startpos moves 1 4 2 5\ngo infinite\n", "", "", "", "", "isready\n", "stop\n" }))
  end)

  it("finishes at the end of its input what has a limit, and nothing else", function()
    assert.equal("bestmove 3", serve("tictactoe", { "position startpos moves 1 4 2 5\ngo depth 4" })[2])
    assert.equal(1, #answers(serve("othello", { "go infinite\n" }), "bestmove"))
  end)

  it("shares out the time of a player", function()
    -- Every evaluation takes a second.
    local rules, evaluations = passing(1)
    local function seconds(go)
      serve(rules, { go .. "\n" })
      return evaluations()
    end
    assert(seconds "go p1time 200000 p2time 1 p1inc 0 p2inc 0" < 200)
    assert(seconds "go wtime 5000000 btime 1 winc 100000 binc 0" < 1000)
    local took = seconds "go movetime 100000"
    assert(took > 90 and took <= 101, took)
    assert(seconds "go p1time 1 p2time 1 p1inc 0 p2inc 0" < 10)
  end)

  it("ponders until ponderhit, then plays by the time that is left", function()
    local wins = "position startpos moves 1 4 2 5\n"
    for _, go in ipairs { "go ponder p1time 1000 p2time 1000", "go ponder wtime 50 winc 10 movestogo 1", "go ponder movetime 20",
      "go ponder depth 3", "go ponder nodes 100" } do
      assert.same({ "later", "readyok", "later", "bestmove 3" },
        order_of("tictactoe", { wins .. go .. "\n", "", "later", "isready\n", "later", "ponderhit\n" }), go)
      assert.same({ "later", "bestmove 3" }, order_of("tictactoe", { wins .. go .. "\n", "", "later", "stop\n" }), go)
    end
  end)

  it("ends a search that is still pondering at the limit of its time, counted from ponderhit", function()
    local rules = passing(0.01)
    local evaluate, began, hit, over = rules.evaluate, nil, nil, nil
    function rules.evaluate(p)
      if hit and core.clock() - hit > 100 then error "it does not end" end
      return evaluate(p)
    end
    ugi.serve(gts.game(rules), function()
      if over then return nil end
      if not began then
        began = core.clock()
        return "position startpos\ngo ponder p1time 2000 p2time 1\n"
      end
      if hit or core.clock() - began < 5 then return "" end
      hit = core.clock()
      return "ponderhit\n"
    end, function(line) if line:find "^bestmove" then over = core.clock() end end)
    local took = over - hit
    assert(took > 0 and took < 1, took)         -- the hard limit of two seconds is below 0.6
  end)

  it("ponders without limits until stop, also after ponderhit; and at the end of the input no more", function()
    assert.same({ "later", "later", "bestmove 3" },
      order_of("tictactoe", { "position startpos moves 1 4 2 5\ngo ponder\n", "later", "ponderhit\n", "later", "stop\n" }))
    assert.equal(1, #answers(serve("othello", { "go ponder wtime 100000\n" }), "bestmove"))
    assert.same({}, answers(serve("othello", { "ponderhit\n" }), "bestmove"))
  end)

  it("ponders at a level by waiting: its moves do not depend on time", function()
    local go = "setoption name Level value 1\n"
    local plain = answers(serve("connect4", { go .. "go\n" }), "bestmove")
    assert.same({ "later", plain[1] }, order_of("connect4", { go .. "go ponder\n", "later", "ponderhit\n" }))
  end)

  it("names the reply that it expects to a client that ponders", function()
    local said = serve("tictactoe", { "setoption name Ponder value true\nposition startpos moves 1 2 7 4 9\ngo depth 9\n" })
    assert.matches("^bestmove %d ponder %d$", said[#said])
    said = serve("tictactoe", { "position startpos moves 1 2 7 4 9\ngo depth 9\n" })
    assert.matches("^bestmove %d$", said[#said])
  end)

  it("plays at once where one move is legal", function()
    local full = "position startpos moves 1 2 3 5 4 6 8 7\ngo wtime 100000 btime 100000\n"
    assert.equal("bestmove 9", answers(serve("tictactoe", { full }), "bestmove")[1])
    assert.same({ "later", "bestmove 9" }, order_of("tictactoe", { full:gsub("go", "go ponder"), "later", "ponderhit\n" }))
  end)

  it("plays at a level", function()
    local said = serve("connect4", { "setoption name Level value 1\ngo\ngo\nsetoption name Hash value 1\ngo depth 2\n" })
    assert.equal(3, #answers(said, "bestmove"))
    assert.equal(said[1], said[2])
  end)

  it("says what it does not understand, and goes on", function()
    local said = serve("tictactoe", { "hello\nposition startpos moves 5\nposition startpos moves 5 5\nposition fen 3\nposition\n"
      .. "setoption name Level value 11\nsetoption\nquery what\n\ngo depth x\ngo depth\nquery p1turn\n", "stop\n", "stop\n" })
    assert.same({ "info string unknown command 'hello'",
      "info string there is no move '5' here: the moves are 1 2 3 4 6 7 8 9",
      "info string the position is 3: expected a list of 2 integers",
      "info string position startpos, or position fen TEXT",
      "info string no such option, or value: name Level value 11", "info string no such option, or value: ",
      "info string no answer to the query 'what'" }, table.move(said, 1, 7, 1, {}))
    assert.equal("response false", said[#said])
  end)

  it("passes over a line without end, and goes on", function()
    local piece, texts = ("x"):rep(1 << 18), {}
    for i = 1, 6 do texts[i] = piece end
    local passed = "info string a line of more than 1048576 bytes is passed over"
    assert.same({ passed }, serve("nim", texts))
    texts[#texts + 1] = "x\nquery p1turn\n"
    assert.same({ passed, "response true" }, serve("nim", texts))
  end)

  it("reads lines of blanks in no time", function()
    local blanks = (" "):rep(150000)
    local text = "fly a_b\n  query_ p1turn_\nsetoption name Level_value_3\nposition_startpos_moves_1_\nquery p1turn\n"
    local said = serve("tictactoe", { (text:gsub("_", blanks)) })
    assert.same({ "info string unknown command 'fly'", "response true", "response false" }, said)
  end)

  it("has a move even when the rules fail, and none when the game is over", function()
    local rules = {
      name = "trouble", start = 0, successors = function(p) return { p + 1, p + 2 } end, evaluate = function() error "oh" end,
    }
    local said = serve(rules, { "go depth 2\nquery p1turn\n" })
    assert.truthy(said[1]:find "^info string .*oh")
    assert.same({ "bestmove 1", "response true" }, { said[2], said[3] })
    assert.equal("bestmove (none)", serve("tictactoe", { "position startpos moves 1 4 2 5 3\ngo depth 2\n" })[2])
  end)

  it("writes moves as words", function()
    for _, label in ipairs { "e2e4", "two words", "100%", "a\nb\t", "%20", "\u{e9}" } do
      local word = dialects.encode(label)
      assert.is_nil(word:find "%s")
      assert.equal(label, dialects.decode(word))
    end
    assert.equal("e2e4", dialects.encode "e2e4")
    local names = { "go on", "two words" }
    local rules = {
      name = "words", start = 0, move_name = function(move) return names[move] end, evaluate = function(p) return p end,
      successors = function(p) return p < 9 and { p + 1, p + 2 } or {} end,
    }
    local said = serve(rules, { "position startpos moves go%20on go%20on\nquery fen\nquery moves\ngo depth 1\n" })
    assert.same({ "response 2", "response go%20on two%20words" }, { said[1], said[2] })
    assert.equal("bestmove two%20words", said[#said])
  end)

  it("writes the moves of known games as engines of UCI do, for a client of UCI", function()
    local said = serve("othello", { "uci\nposition startpos moves P@e3\nquery moves\n"
      .. "position startpos moves P@e3 P@f3\nquery moves\nposition startpos moves P@e3 P@a1\nquery moves\ngo depth 1\n" })
    assert.same({ "option name UCI_Variant type combo default flipello var flipello" }, answers(said, "option name UCI"))
    local lists = answers(said, "response")
    assert.equal("response P@f5 P@d3 P@f3", lists[1])       -- d6 f4 d4 of fairy-stockfish, on the other diagonal
    assert.equal(lists[2], lists[3])
    assert.matches("^bestmove P@%l%d$", said[#said])
    said = serve("amazons", { "uci\nposition startpos moves d1d7,d7g7 a7b7,b7a7\nquery moves\n" })
    assert.matches(" d7d8,d8h4 ", answers(said, "response")[1], 1, true)
    said = serve("othello", { "ugi\nposition startpos moves e6\nquery moves\n" })
    assert.equal("response f4 d6 f6", answers(said, "response")[1])
  end)

  it("stops within 50 ms of its processor's time of being told, as a program", function()
    local folder, gone <close> = run.folder()
    assert(os.execute(("mkfifo %s/in"):format(folder)))
    local process = run.output(("'%s' ugi othello >%s/out <>%s/in & echo $!"):format(run.program, folder, folder))
    local input <close> = assert(io.open(folder .. "/in", "w"))
    input:setvbuf "line"
    local function await(text, times)
      for _ = 1, 6000 do
        local out <close> = io.open(folder .. "/out")
        if out and select(2, out:read "a":gsub(text, "")) == times then return processor.of(process) end
        os.execute "sleep 0.01"
      end
      error(text .. " does not come")
    end
    local took = math.huge                      -- the least: of a busy machine one try says little
    for try = 1, 5 do
      input:write "isready\ngo infinite\n"
      local began = await("readyok", try)
      while processor.of(process) < began + 0.05 do os.execute "sleep 0.02" end
      local told = processor.of(process)
      input:write "stop\n"
      took = math.min(took, await("bestmove", try) - told)
      if took < 0.05 then break end
    end
    assert(took < 0.05, took)
    input:write "quit\n"
  end)
end)
