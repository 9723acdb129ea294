-- Playing against the engine: what is typed, and what is answered.

local console = require "gts.play.console"
local core = require "gts.core"
local gts = require "gts"
local passing = require "spec.support.passing"
local run = require "spec.support.run"
local Terminal = require "spec.support.terminal"

-- Plays by a console that notes what is said; `more` has its other functions. Gives all in one text, and the game as it was left.
local function play_by(more, game, options)
  local said, before = {}, console.get()
  local function say(text) said[#said + 1] = text end
  local functions = { say = say, presses = function() return 0 end, width = function() return 60 end }
  for name, f in pairs(more(say)) do functions[name] = f end
  console.by(functions)
  local ok, session = pcall(gts.play, game, options)
  console.by(before)
  if not ok then error(session, 0) end
  return table.concat(said, "\n"), session
end

-- Plays with lines that are "typed".
local function play(game, options, lines)
  local at = 0
  return play_by(function(say)
    return { read = function(prompt)
      at = at + 1
      say(prompt)
      return lines[at]
    end }
  end, game, options)
end

-- Is each text there, in this order?
local function says(text, ...)
  local at = 1
  for _, part in ipairs { ... } do
    local _, last = text:find(part, at, true)
    if not last then error(("%q does not come in %s"):format(part, text:sub(at)), 2) end
    at = last + 1
  end
end

describe("gts.play", function()
  it("shows the board and the moves, and answers each move with one of the engine", function()
    local said, s = play("tictactoe", { level = 6 }, { "1", "2" })
    says(said, "tictactoe: you are MAX; the engine is MIN, at level 6 of 10.", "Type a move, or 'help'.", ". . .", "1 2 3",
      "MAX> ", "MIN plays", "X")
    assert(#s.played >= 2)
    assert.same({ "1", "min" }, { s.played[1].label, s.played[2].player })
  end)

  it("lets the engine begin, play both sides, or none", function()
    says((play("tictactoe", { as = "min" }, {})), "you are MIN", "MAX plays", "MIN> ")
    local said, s = play("tictactoe", { as = "none", level = 10 }, {})
    says(said, "the engine plays itself", "MAX plays", "MIN plays", "The game is over: a draw, value 0.")
    assert.equal(9, #s.played)
    said, s = play("tictactoe", { as = "both" }, { "1", "2" })
    says(said, "you play both sides", "MAX> ", "MIN> ", "MAX> ")
    assert.equal(2, #s.played)
  end)

  it("numbers the moves where that is unambiguous, and takes both", function()
    local rules = {
      name = "pass", start = 0, move_name = function(move) return ({ "east", "west" })[move] end,
      successors = function(p) return p < 4 and { p + 1, p + 2 } or {} end, evaluate = function() return 0 end,
    }
    local said, s = play(rules, { as = "both" }, { "2", "East", "w", "moves ea", "moves x" })
    says(said, "moves: 1 east  2 west", "'w' is the beginning of west", "moves: 1 east\n", "no move begins with 'x'")
    assert.same({ "west", "east" }, { s.played[1].label, s.played[2].label })
  end)

  it("explains what it does not understand, and goes on", function()
    local said, s = play("connect4", {}, { "9", "", "  ", "levle 3", "undo x", "level 11", "time 0", "save", "load", "\0\255",
      "/4", "anlyze", "u", ("x"):rep(10000) })
    says(said, "there is no move '9' here: the moves are 4 5 3 6 2 7 1;\n  'help' says what else can be typed",
      "what is 'levle': did you mean 'level'?", "undo: expected a whole number, 1 or more, not 'x'",
      "level: expected a whole number from 1 to 10, not '11'", "time, in seconds: expected a number above 0, not '0'",
      "which file? as in: save game.txt", "which file? as in: load game.txt", "there is no move '\0\255' here",
      "what is 'anlyze': did you mean 'analyze'?", "there is no move 'u' here")
    assert.equal(0, #s.played)
  end)

  it("takes back the last move of the person, with the answer", function()
    local said, s = play("connect4", { level = 1 }, { "undo", "4", "3", "undo", "history", "undo", "undo 3" })
    says(said, "there is nothing to take back", "2 moves taken back", "1. 4  2. ", "2 moves taken back", "there is nothing")
    assert.equal(0, #s.played)
  end)

  it("resigns, takes that back, and begins again", function()
    local said, s = play("connect4", { level = 1 }, { "4", "resign", "4", "undo", "resign", "new" })
    says(said, "The game is over: MAX has resigned, MIN has won.",
      "\n'review' says where it was decided, 'new' begins again,\n  'undo' takes a move back, 'save FILE' stores the game,\n"
        .. "  'quit' leaves.\nover> ", "the game is over: 'review' says where it was decided,",
      "the game goes on", "MAX> ", "MAX has resigned", "MAX> ")
    assert.equal(0, #s.played)
  end)

  it("gives hints and analyses, changes sides and strength, and moves for the person", function()
    local said, s = play("tictactoe", { as = "both", position = gts.apply("tictactoe", nil, 1, 4, 2, 5) },
      { "hint", "analyze 0.1", "go", "moves" })
    says(said, "hint: 3, value 1 (proved): MAX wins in 1", "move", "3", "proved", "3: MAX wins in 1", "MAX plays 3",
      "The game is over: MAX has won, value 1.")
    assert.equal(1, #s.played)
    said = play("tictactoe", {}, { "swap", "time 0.01", "level 2", "swap" })
    says(said, "you are MIN; the engine is MAX", "MAX plays", "with 0.01\n  seconds a move", "at level 2 of 10", "you are MAX",
      "MIN plays")
  end)

  it("resigns when it is lost and offers a draw that is proved, where it is to concede", function()
    local lost = gts.apply("tictactoe", nil, 1, 4, 2, 8)
    says((play("tictactoe", { concede = true, position = gts.apply("tictactoe", lost, 5), time = 1 }, {})), "MIN has resigned")
    local said, s = play("tictactoe", { concede = true, level = 10 }, { "5", "draw", "undo", "new" })
    says(said, "MIN plays 1", "MIN offers a draw: 'draw' takes it", "The game is over: a draw by agreement.", "the game goes on")
    assert.equal(0, #s.played)
    assert.has_error(function() gts.play("tictactoe", { concede = true, as = "both" }) end,
      "options 'concede' and 'as' = 'both' do not go together")
  end)

  it("takes a draw that is offered unless it stands better, and keeps that in a file", function()
    local folder, gone <close> = run.folder()
    local file = folder .. "/draw.txt"
    local ahead = gts.apply("tictactoe", nil, 1, 2, 9, 5)     -- O threatens 8; X has to answer
    local said = play("tictactoe", { position = ahead, as = "max" }, { "draw", "draw" })
    says(said, "The game is over: a draw by agreement.", "the game is over")
    said = play("tictactoe", { as = "min", position = gts.apply("tictactoe", nil, 1, 2, 3, 4, 5) }, { "draw" })
    says(said, "the engine plays on")
    local _, s = play("tictactoe", { as = "both" }, { "1", "draw", "save " .. file })
    assert.same({ how = "agreed" }, s:outcome())
    _, s = play("tictactoe", { load = file }, {})
    assert.same({ how = "agreed" }, s:outcome())
  end)

  it("says who has won, to whom", function()
    local position = gts.apply("tictactoe", nil, 1, 4, 2, 5)
    says((play("tictactoe", { position = position }, { "3" })), "The game is over: you have won, value 1.")
    says((play("tictactoe", { position = position, as = "min", time = 0.1 }, {})), "MAX plays 3", "over: MAX has won, value 1.")
  end)

  it("keeps a game in a file and goes on with it, sides and level included", function()
    local folder, gone <close> = run.folder()
    local file = folder .. "/my game.txt"
    local said, s = play("connect4", { as = "min", level = 2 }, { "4", "save " .. file, "3", "load " .. file })
    says(said, "saved: " .. file, "loaded: " .. file, "you are MIN; the engine is MAX, at level 2")
    local moves = #s.played
    said, s = play("connect4", { load = file }, { "load " .. folder .. "/none" })
    says(said, "you are MIN; the engine is MAX, at level 2 of 10.", "none: No such file or directory")
    assert.equal(moves, #s.played)
    says((play("connect4", { load = file, as = "max", time = 0.01 }, {})), "you are MAX; the engine is MIN, with 0.01\n  seconds")
  end)

  it("shows that the engine thinks, but not what", function()
    local reports, before = {}, console.get()
    console.by {
      watch = function(seconds, f)
        assert.equal(0.1, seconds)
        return f(function(report) reports[#reports + 1] = report end)
      end,
    }
    local ok, wrong = pcall(play, "othello", { as = "min", time = 0.1 }, {})
    console.by(before)
    assert(ok, wrong)
    assert(#reports > 0)
    for _, report in ipairs(reports) do
      assert(report.nodes and report.seconds and not report.value and not report.pv and report.depth == 0)
    end
  end)

  it("shows both clocks, and takes them back with moves", function()
    local clock, now = core.clock, 0
    finally(function() core.clock = clock end)
    function core.clock() now = now + 0.001 return now end              -- on a busy machine a second is soon over
    local said, s = play("tictactoe", { clock = "60+1" }, { "clock", "1", "undo", "clock 20+0", "clock x", "time 3", "new" })
    says(said, "by the clock,\n  60 seconds for the game and 1 more after each move", "clock: MAX 1:00, MIN 1:00\nMAX> ",
      "clock: MAX 0:59, MIN 1:00\nMAX> ", "MIN plays", "clock: MAX 1:00, MIN 1:00\nMAX> ", "2 moves taken back", "clock: MAX",
      "clock: MAX 0:20, MIN 0:20", "clock: expected seconds and increment as in '60+1', not 'x'", "by the clock",
      "clock: MAX 0:20")
    assert.equal(0, #s.played)
    says((play("tictactoe", {}, { "clock", "clock 60" })), "there is no clock", "clock: MAX 1:00, MIN 1:00")
    says((play("tictactoe", { time = 0.01 }, { "clock 60" })), "clock: the engine has a time for each move")
  end)

  it("ends the game of a player whose time is over, the person or the engine", function()
    local lines, at = { "3", "5", "undo", "5" }, 0
    local function typed()
      at = at + 1
      if at <= 2 then core.clock(250) end
      return lines[at]
    end
    local said, s = play("tictactoe", { clock = "200+0", level = 5 }, setmetatable({}, { __index = typed }))
    says(said, "MAX> ", "The game is over: the time of MAX is over, MIN has won.", "over> ", "the game is over",
      "the game goes on", "clock: MAX 3:", "MIN plays")
    assert.same({ "max", "5" }, { s.played[1].player, s.played[1].label })
    said, s = play("othello", { clock = "0.001+0", level = 10, as = "min" }, {})
    says(said, "The game is over: the time of MAX is over, you have won.")
    assert.same({ how = "time", winner = "min" }, s:outcome())
    assert.equal(0, #s.played)
  end)

  it("keeps the clocks in a file", function()
    local folder, gone <close> = run.folder()
    local file = folder .. "/g"
    play("tictactoe", { clock = "100+0.5" }, { "1", "save " .. file })
    local text = assert(io.open(file)):read "a"
    assert.matches("\nclock 100%+0%.5\nleft 100%.%d+ %d+%.%d+\n", text)
    local said = play("tictactoe", { load = file }, {})
    says(said, "by the clock,\n  100 seconds for the game and 0.5 more after each move", "clock: MAX 1:40, MIN 1:")
    run.write(file, (text:gsub("end\n$", "late min\nend\n")))
    says((play("tictactoe", { load = file }, {})), "the time of MIN is over, you have won")
    run.write(file, (text:gsub("left %S+", "left -1")))
    assert.truthy(select(2, pcall(play, "tictactoe", { load = file }, {})):find("line %d+ of the saved game is not understood"))
    says((play("tictactoe", { load = file:gsub("g$", "h"), clock = "5" }, { "clock" }, run.write(folder .. "/h", text))),
      "clock: MAX 0:05.0, MIN 0:05.0")
  end)

  -- Plays by an input that is read while the engine ponders: texts, and numbers of looks at which nothing has come.
  local function ponder(game, options, texts)
    local function input()
      local first = texts[1]
      if type(first) ~= "number" then return table.remove(texts, 1) end
      if first == 1 then table.remove(texts, 1) else texts[1] = first - 1 end
      return ""
    end
    return play_by(function(say)
      return { prompt = say, input = input, echo = say, read = function() error "this is not read" end, edits = false }
    end, game, options)
  end

  it("ponders into the table of the game until a line has come", function()
    local rules = passing(0.01)
    local said, s = ponder(rules, { time = 0.1, ponder = true }, { 100, "1\n", 100, "wrong\nquit\n" })
    says(said, "MAX> \n1", "MIN plays", "MAX> ", "wrong", "there is no move 'wrong'", "MAX> ", "quit")
    assert.equal(2, #s.played)
    assert(s.table:stats().entries > 50)        -- without pondering, four
    said = ponder(rules, { clock = "4+0", ponder = true }, { 1000, "new\n", "quit\n" })
    says(said, "MAX> ", "the time of MAX is over", "over> \nnew", "clock: MAX 0:04.0, MIN 0:04.0", "quit")
  end)

  it("refuses options that cannot be meant", function()
    local function wrong(options) return (select(2, pcall(gts.play, "connect4", options))) end
    assert.equal("option 'level' is 11: expected a whole number from 1 to 10", wrong { level = 11 })
    assert.equal("options 'level' and 'time' do not go together", wrong { level = 1, time = 1 })
    assert.equal("options 'clock' and 'time' do not go together", wrong { clock = "60+1", time = 1 })
    assert.truthy(wrong({ clock = "60+" }):find("option 'clock' is '60+': expected seconds and increment", 1, true))
    assert.equal("options 'ponder' and 'level' do not go together", wrong { ponder = true, level = 3, clock = 60 })
    assert.equal("option 'ponder' needs option 'time' or 'clock'", wrong { ponder = true })
    assert.equal("options 'ponder' and 'as' = 'none' do not go together", wrong { ponder = true, as = "none", time = 1 })
    assert.truthy(wrong { load = "/nowhere/x" }:find "^/nowhere/x: ")
  end)
end)

describe("gts play", function()
  it("works on a pipe, and leaves a transcript", function()
    local out = run.fine { "play", "tictactoe", "--as", "both", input = "5\n1\nquit\n" }
    says(out, "MAX> 5\n", "X", "MIN> 1\n", "O", "MAX> quit\n")
  end)

  it("goes on with a file of a game with options", function()
    local folder, gone <close> = run.folder()
    run.gts { "play", "connect4", "columns=5", "--as", "both", input = "5\nsave g\n", folder = folder }
    local out = run.gts { "play", "connect4", "--load", "g", folder = folder }
    says(out, ". . . . X\n1 2 3 4 5\n")
    local err = run.ends(2, { "play", "nim", "--load", "g", folder = folder })
    says(err, "g: it is a game of connect4, not of nim")
  end)

  it("completes, forgets a line at Ctrl-C, and ends at Ctrl-D", function()
    local home, gone <close> = run.folder()
    local terminal = Terminal.start("'" .. run.program .. "' play connect4 --as both --seed 1", home)
    terminal:at("MAX> ", "7\3")
    terminal:expect "^C"
    terminal:at("MAX> ", "his\t\r")
    terminal:expect "no moves yet"
    terminal:at("MAX> ", "1\r")
    terminal:leave("MIN> ", 130)         -- as after any Ctrl-C
  end)

  it("ponders on a terminal; Ctrl-C forgets the line", function()
    local home, gone <close> = run.folder()
    local terminal = Terminal.start("'" .. run.program .. "' play othello --time 0.05 --ponder", home)
    terminal:at("MAX> ", "c4")
    terminal:expect "c4"
    terminal:press "\3"
    terminal:expect "^C"
    terminal:at("MAX> ", "d3\r")
    terminal:expect "MIN plays"
    terminal:at("MAX> ", "quit\r")
    terminal:close(130)         -- as after any Ctrl-C
  end)

  it("plays the best move so far when Ctrl-C is pressed while it thinks", function()
    local home, gone <close> = run.folder()
    local terminal = Terminal.start("'" .. run.program .. "' play othello --as min --time 1000", home)
    terminal:expect "the engine is MAX"
    terminal:expect "nodes"                     -- of the line that says how far it is
    terminal:press "\3"
    terminal:expect "MAX plays"
    terminal:at("MIN> ", "quit\r")
    terminal:close(130)         -- as after any Ctrl-C
  end)
end)
