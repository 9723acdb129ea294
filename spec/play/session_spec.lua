-- A game in progress, and games in files.

local gts = require "gts"
local level = require "gts.play.level"
local run = require "spec.support.run"
local saved = require "gts.play.saved"
local session = require "gts.play.session"

local function new(...) return assert(session.new(...)) end

local function labels(list)
  local all = {}
  for i, entry in ipairs(list) do all[i] = entry.label end
  return table.concat(all, " ")
end

local function play(s, ...)
  for _, move in ipairs { ... } do assert(s:play(move)) end
  return s
end

-- Moves that are words with blanks and line ends, two of them of one name; after two moves it is over, and worth `value`.
local function words_game(more)
  local rules = {
    name = "words", start = "",
    successors = function(p)
      if #p == 2 then return {} end
      return { p .. "a", p .. "b", p .. "c" }, { { "go on" }, { "go on" }, { "Two\nlines" } }
    end,
    evaluate = function(p) return p == "cc" and 3 or p == "aa" and -1 or 0 end,
    move_name = function(move) return move[1] end,
  }
  for field, value in pairs(more or {}) do rules[field] = value end
  return gts.game(rules)
end

-- Rules that do not say who moves: a number gets up to three digits, and is its own value.
local function digits_game()
  local rules = { name = "digits", start = 0, range = { 0, 999 } }
  function rules.successors(p)
    if p > 99 then return {} end
    return { 10 * p + 1, 10 * p + 5, 10 * p + 9 }, { "one", "five", "nine" }
  end
  function rules.evaluate(p) return p end
  return gts.game(rules)
end

describe("a session of rules without player", function()
  it("has the players alternate, and searches for the player to move", function()
    local s = new(digits_game())
    for _, wanted in ipairs { { "max", "nine", 919 }, { "min", "one", 919 }, { "max", "nine", 919 } } do
      assert.equal(wanted[1], s.player)
      for _, how in ipairs { { depth = 9 }, { time = 0.2 }, { level = level.most } } do
        local r = s:think(how)
        assert.same({ wanted[2], wanted[3] }, { r.move, r.value })
      end
      local list = s:analyze { depth = 9 }
      assert.same({ wanted[2], wanted[3] }, { list[1].move, list[1].value })
      play(s, wanted[2])
    end
    assert.equal(919, s:outcome().value)
    s:back(2)
    assert.equal("min", s.player)
    assert.equal("one", s:think { depth = 9 }.move)
  end)

  it("is what a match plays", function()
    local m = gts.match(digits_game(), { depth = 9 }, { level = level.most }, { games = 2, plies = 0, seed = 3 })
    assert.equal(2, #m)
    for _, one in ipairs(m) do assert.equal(919, one.value) end
  end)
end)

describe("a session", function()
  it("plays moves by themselves, by their names and by their numbers", function()
    local s = play(new "hexapawn", gts.moves("hexapawn")[2].move)
    assert.equal("min", s.player)
    assert.same(gts.moves("hexapawn")[2].position, s.position)
    local second = s.moves[2]
    assert.equal(second, s:find("#2"))
    assert.equal(second, s:find(second.label))
    assert.equal(second.position, play(s, second).position)
  end)

  it("takes a bare number for a place in the list only where no move has such a name", function()
    local s = play(new "tictactoe", "3")
    local entry, wrong = s:find "3"
    assert.is_nil(entry)
    assert.equal("there is no move '3' here: the moves are 1 2 4 5 6 7 8 9", wrong)
    assert.equal("4", s:find("#3").label)
    s = new(words_game())
    assert.equal("a", s:find("1").position)
  end)

  it("tells moves of the same name apart", function()
    local s = new(words_game())
    assert.equal("go on go on#2 Two\nlines", labels(s.moves))
    assert.equal("b", play(s, "GO ON#2").position)
    s = new(words_game { move_name = function(move) return #move[1] > 5 and "UP" or "Up" end })
    assert.equal("c", s:find("UP").position)
    assert.is_nil((s:find "up"))
  end)

  it("takes moves back, as many as there are", function()
    local s = play(new "connect4", 4, 4, 3)
    assert.equal(1, s:back())
    assert.same(gts.apply("connect4", nil, 4, 4), s.position)
    assert.same({ "max", 2, 0 }, { s.player, s:back(5), (s:back()) })
    assert.same(gts.game("connect4").start, s.position)
  end)

  it("knows who has won, and that nothing can be played then", function()
    local s = play(new "tictactoe", 1, 4, 2, 5)
    assert.is_nil(s:outcome())
    play(s, 3)
    assert.same({ winner = "max", value = 1, how = "rules" }, s:outcome())
    assert.same({ nil, "the game is over" }, { s:play(6) })
    assert.same({ nil, "the game is over" }, { s:think() })
    s:back()
    assert.is_nil(s:outcome())
    assert.same({ value = 0, how = "rules" }, play(new "tictactoe", 1, 2, 3, 5, 4, 6, 8, 7, 9):outcome())
  end)

  it("takes the middle of a one-sided range for a draw, as in points of 0 to 2", function()
    local function winner(range, value)
      local rules = words_game { range = range, successors = function() return {} end, evaluate = function() return value end }
      return new(rules):outcome().winner
    end
    assert.same({ "max", nil, "min" }, { winner({ 0, 2 }, 2), winner({ 0, 2 }, 1), (winner({ 0, 1 }, 0)) })
    assert.equal("min", winner({ -3, 10 }, -1))
    assert.equal("max", winner({ -3, 10 }, 1))
  end)

  it("lets a player resign, and take that back", function()
    local s = play(new "tictactoe", 5)
    s:resign()
    assert.same({ winner = "max", how = "resigned" }, s:outcome())
    assert.is_nil((s:play(1)))
    assert.equal(1, s:back())
    assert.is_nil(s:outcome())
  end)

  it("ends when a position comes again, or as often as the rules say, where they say what that is worth", function()
    local rules = { name = "round", start = 0, evaluate = function() return 0 end,
      successors = function(p) return { (p + 1) % 4 } end }
    for _, case in ipairs { { -1, nil, 4, "min" }, { 0, 3, 8 } } do
      rules.cycle, rules.repeats = case[1], case[2]
      local s = new(rules)
      for _ = 2, case[3] do play(s, 1) end
      assert.is_nil(s:outcome())
      assert.same({ winner = case[4], value = case[1], how = "cycle" }, play(s, 1):outcome())
      s:back()
      assert.is_nil(s:outcome())
    end
    assert.equal(8, #gts.match(rules, { depth = 1 }, { depth = 1 }, { games = 2, plies = 0 })[1].moves)
    rules.repeats = 2.5
    assert.truthy(select(2, session.new(rules)):find("rules.repeats is 2.5: expected a whole number from 2", 1, true))
    rules.repeats, rules.cycle = 3, nil
    assert.truthy(select(2, session.new(rules)):find("rules.repeats needs rules.cycle", 1, true))
  end)

  it("begins elsewhere, and refuses what is no position or no game", function()
    local s = new("connect4", { position = gts.apply("connect4", nil, 4) })
    assert.equal("min", s.player)
    assert.same({ nil, "the position is 3: expected a list of 2 integers" }, { session.new("connect4", { position = 3 }) })
    assert.truthy(select(2, session.new "conect4"):find "did you mean 'connect4'")
  end)

  it("thinks about games without keys, and about rules that change while it thinks", function()
    local calls = 0
    local game = words_game { evaluate = function() calls = calls + 1 return calls % 2 end }
    for _ = 1, 2 do assert(new(game):think { depth = 2 }) end
    local keyless = gts.game { name = "k", start = {}, evaluate = function() return 0 end, successors = function(p)
      return #p < 2 and { { 1, table.unpack(p) } } or {}
    end }
    assert.equal("1", new(keyless):think({ level = 5 }).entry.label)
  end)
end)

describe("a level", function()
  it("plays the same move for the same seed, and not always the same for another", function()
    local seen = {}
    for seed = 1, 20 do
      local s = new("connect4", { seed = seed })
      local first = s:think({ level = 1 }).entry.label
      assert.equal(first, s:think({ level = 1 }).entry.label)
      seen[first] = true
    end
    assert(next(seen, next(seen)))
  end)

  it("is there for every game #thorough", function()
    for _, name in ipairs(require("gts.game").shipped) do
      for _, number in ipairs { 1, 4, 5 } do assert(new(name):think({ level = number }).entry) end
    end
  end)
end)

describe("a saved game", function()
  local function again(s, what, options)
    local text = assert(saved.text(s))
    local read = assert(saved.read(text, what, options))
    assert.equal(text, saved.text(read))
    assert.same(s.position, read.position)
    assert.equal(#s.played, #read.played)
    return read, text
  end

  it("is a few readable lines, and goes on where it was", function()
    local s = play(new("connect4", { options = { columns = 6, rows = 5 }, seed = 7 }), 3, 4)
    s.settings = { as = "max", level = 3 }
    local read, text = again(s, "connect4")
    assert.equal(table.concat({ "gts game 1", "game connect4", "option columns 6", "option rows 5", "as max", "level 3", "seed 7",
      "move 3", "move 4", "end", "" }, "\n"), text)
    assert.same({ as = "max", level = 3 }, read.settings)
    assert.equal(6, #read.moves)
  end)

  it("keeps where it began, who has resigned, lists among the options, and moves of any name", function()
    local s = new("connect4", { position = gts.apply("connect4", nil, 4, 4) })
    s:resign()
    assert.same({ winner = "min", how = "resigned" }, again(s, "connect4"):outcome())
    again(new("nim", { options = { heaps = { 3, 2 } } }), "nim")
    local game = words_game()
    local read = again(play(new(game), "go on#2", "Two\nlines"), game)
    assert.equal("bc", read.position)
  end)

  it("says what cannot be written", function()
    local game = gts.game {
      name = "t", start = { f = print }, successors = function() return {} end, evaluate = function() return 0 end,
    }
    assert(saved.text(new(game)))
    assert.same({ nil, "t has no rules.write for the position where the game began" },
      { saved.text(new(game, { position = { f = print } })) })
  end)

  it("is refused if it is damaged, foreign, or of another game", function()
    local text = assert(saved.text(play(new("tictactoe", { seed = 3 }), 5, 1)))
    local function refused(bad, what)
      local s, wrong = saved.read(bad, what or "tictactoe")
      assert.is_nil(s)
      return wrong
    end
    assert.equal("this is no saved game: it does not begin with 'gts game 1'", refused "hello\n")
    assert.equal("this is no saved game: it does not begin with 'gts game 1'", refused "")
    assert.equal("the saved game is truncated: its last line is not 'end'", refused((text:gsub("end\n$", ""))))
    assert.equal("it is a game of tictactoe, not of connect4", refused(text, "connect4"))
    assert.equal("move 2 cannot be played, after 5: there is no move '5' here: the moves are 1 2 3 4 6 7 8 9",
      refused((text:gsub("move 1", "move 5"))))
    assert.equal("line 3 of the saved game is not understood: 'seed x'", refused((text:gsub("seed 3", "seed x"))))
    assert.equal("line 4 of the saved game is not understood: 'wish 5'", refused((text:gsub("move 5", "wish 5"))))
    assert.equal("line 7 of the saved game is not understood: 'move 2'", refused(text .. "move 2\n"))
    assert.equal("the saved game does not say of which game it is", refused "gts game 1\nend\n")
    assert.truthy(refused((text:gsub("seed 3", "position 3"))):find "the position is 3: expected a list of 2 integers")
    assert.truthy(refused((text:gsub("seed 3", "option rwos 3"))):find "no option")
  end)

  it("is written whole or not at all, and errors name the file", function()
    local folder, gone <close> = run.folder()
    local file = folder .. "/game"
    assert(saved.save(play(new "nim", 101), file))
    assert.equal(1, #assert(saved.load(file, "nim")).played)
    assert.truthy(select(2, saved.load(folder .. "/none", "nim")):find(folder .. "/none: No such file", 1, true))
    assert.truthy(select(2, saved.load(file, "wythoff")):find(file .. ": it is a game of nim", 1, true))
    assert.is_nil((saved.save(new "nim", folder .. "/none/game")))
  end)
end)
