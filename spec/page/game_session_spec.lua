-- Game sessions of the page: messages in, states out.

local errors = require "spec.support.errors"
local game = require "gts.game"
local gts = require "gts"
local level = require "gts.play.level"
local game_session = require "gts.page.game_session"

local says = errors.says

local function new(name, given) return assert(game_session.new(gts.game(name), given)) end

local function nothing() end

-- Does all that is to be done.
local function work(r) repeat local did, later = r:work(nothing) until not did and not later end

local function play(r, ...)
  for _, move in ipairs { ... } do r:take { kind = "play", move = move, turn = r:state().turn } end
end

local function names(state)
  local list = {}
  for i, one in ipairs(state.played) do list[i] = one.name end
  return table.concat(list, " ")
end

local both = { max = "person", min = "person" }

describe("a game session", function()
  it("shows the position, the moves, the player to move, and the board", function()
    local state = new("tictactoe", both):state()
    assert.same({ "tictactoe", "max", 0 }, { state.game, state.player, state.turn })
    assert.equal(". . .\n. . .\n. . .", state.text)
    assert.equal(9, #state.moves)
    assert.same({ label = "3", clicks = { 3 } }, state.moves[3])
    assert.equal(9, #state.board.cells)
    assert.is_nil(state.over)
  end)

  it("plays the moves of persons, and says when it is over", function()
    local r = new("tictactoe", both)
    play(r, "1", "4", "2", "5", "3")
    local state = r:state()
    assert.equal("1 4 2 5 3", names(state))
    assert.equal("max", state.over.winner)
    assert.same({}, state.moves)
    assert.same({ 3 }, state.last)
    play(r, "9")
    assert.equal(5, r:state().turn)
  end)

  it("lets the engine answer, and shows what it thought", function()
    local r = new("tictactoe", { level = level.most })
    play(r, "1")
    assert.is_true(r:state().engine)
    work(r)
    local state = r:state()
    assert.equal("1 5", names(state))                   -- all others lose
    assert.same({ "max", 0, "min" }, { state.player, state.played[2].worth.value, r:thought().thinks.player })
    assert.equal("5", r:thought().thinks.line[1])
  end)

  it("lets the engine begin, and play both sides", function()
    local r = new("tictactoe", { max = "engine", min = "person", level = 5 })
    work(r)
    assert.equal(1, r:state().turn)
    r = new("nim", { max = "engine", min = "engine", level = 5 })
    r:work(nothing)
    assert.equal(1, r:state().turn)
    local did, later = r:work(nothing)                  -- so that people can follow
    assert(not did and later > 0 and later <= 1)
  end)

  it("takes back so that a person is to move", function()
    local r = new("connect4", { level = 1 })
    play(r, "4")
    work(r)
    play(r, "4")
    r:take { kind = "back" }
    assert.equal(2, r:state().turn)
    r:take { kind = "back" }
    assert.equal(0, r:state().turn)
    r:take { kind = "back" }
    says(r:state().says, "nothing to take back")
    play(r, "1")
    assert.is_nil(r:state().says)
    r:take { kind = "back", to = 0 }
    assert.equal(0, r:state().turn)
    r:take { kind = "back", to = 5 }
    says(r:state().says, "fewer moves")
  end)

  it("begins anew, changes sides and strength, and resigns", function()
    local r = new("tictactoe", { level = 5 })
    play(r, "1")
    r:take { kind = "new" }
    assert.equal(0, r:state().turn)
    r:take { kind = "sides", max = "engine", min = "person" }
    work(r)
    assert.equal(1, r:state().turn)
    r:take { kind = "strength", level = 2 }
    assert.same({ level = 2 }, r:state().strength)
    r:take { kind = "strength", time = 0.5 }
    assert.same({ time = 0.5 }, r:state().strength)
    r:take { kind = "resign" }
    assert.same({ winner = "max", how = "resigned" }, r:state().over)
    r:take { kind = "back" }
    assert.is_nil(r:state().over)
  end)

  it("gives hints: the winning move where there is one", function()
    local r = new("tictactoe", both)
    play(r, "1", "4", "2", "5")
    r:take { kind = "hint" }
    work(r)
    assert.equal("3", r:state().hint)
    play(r, "9")
    assert.is_nil(r:state().hint)
  end)

  it("analyzes all moves as long as that is wanted", function()
    local r = new("tictactoe", both)
    play(r, "1", "4", "2", "5")
    r:take { kind = "analyze", on = true }
    work(r)
    local values = r:thought().analysis.values
    -- X to move at 3 6 7 8 9: 3 wins, 6 keeps O from winning, the rest loses to 6.
    assert.same({ value = 1, ends = "wins", plies = 1, proved = true }, values[1])
    assert.equal(0, values[2].value)
    for i = 3, 5 do assert.same({ value = -1, ends = "loses", plies = 2, proved = true }, values[i]) end
    play(r, "6")
    work(r)
    assert.equal(4, #r:thought().analysis.values)
    r:take { kind = "analyze", on = false }
    assert.is_nil(r:thought().analysis)
  end)
end)

describe("a game session whose engine thinks", function()
  -- Othello, with the engine to move for as long as it takes; `act` is called when it has looked around some times.
  local function while_it_thinks(act, given)
    local r, looks, saw = new("othello", given or { max = "engine", min = "person", time = 60 }), 0, {}
    r:work(function()
      looks = looks + 1
      local thinks = r:thought().thinks
      if thinks and thinks.depth then saw[#saw + 1] = thinks end
      if looks == 3 then act(r) end
    end)
    return r, saw, looks
  end

  it("shows depth, value, line and nodes", function()
    local r, saw = while_it_thinks(function(r) r:take { kind = "stop" } end)
    assert(#saw > 0)
    for _, thinks in ipairs(saw) do
      assert(thinks.what == "move" and thinks.depth > 0 and thinks.nodes > 0 and thinks.worth and #thinks.line > 0)
      assert.truthy(thinks.line[1]:find "^%l%d$")
    end
    assert.equal(1, r:state().turn)
  end)

  it("gives up its move for another game, other sides, or a move that is taken back", function()
    local r = while_it_thinks(function(it) it:take { kind = "new" } end)
    assert.equal(0, r:state().turn)
    r = while_it_thinks(function(it) it:take { kind = "sides", max = "person", min = "person" } end)
    assert.equal(0, r:state().turn)
    assert.is_false(r:state().engine)
    r = while_it_thinks(function(it) it:take { kind = "strength", level = 1 } end)
    assert.equal(0, r:state().turn)
    r:work(nothing)
    assert.equal(1, r:state().turn)
  end)

  it("is not moved for by a person", function()
    local r = while_it_thinks(function(r) r:take { kind = "play", move = "d3", turn = 0 } end)
    assert.equal(0, r:state().turn)
    says(r:state().says, "the engine's move")
  end)

  it("pauses when it plays against itself, and goes on", function()
    local r = while_it_thinks(function(r) r:take { kind = "stop" } end, { max = "engine", min = "engine", time = 60 })
    assert.same({ 1, true, false }, { r:state().turn, r:state().paused, (r:work(nothing)) })
    r:take { kind = "go" }
    assert.is_false(r:state().paused)
  end)

  it("is interrupted in an analysis by a move, and by a hint that is wanted", function()
    local r, count = new("othello", both), 0
    r:take { kind = "analyze", on = true }
    r:work(function()
      count = count + 1
      if count == 3 then play(r, "d3") end
    end)
    assert.equal(1, r:state().turn)
    count = 0
    r:work(function()
      count = count + 1
      if count == 3 then r:take { kind = "hint" } end
    end)
    local works
    r:work(function()
      works = r.works
      r:take { kind = "stop" }
    end)
    assert.equal("hint", works)
    assert.truthy(r:state().hint)
  end)
end)

describe("a game session with malformed messages", function()
  it("refuses what cannot be done, and says why", function()
    local r = new("tictactoe", both)
    for _, case in ipairs {
      { { kind = "play", move = "77", turn = 0 }, "there is no move" },
      { { kind = "play", move = {}, turn = 0 }, "a text" },
      { { kind = "play", move = 3, turn = 0 }, "a text" }, { { kind = "back", to = -1 }, "fewer moves" },
      { { kind = "back", to = "all" }, "fewer moves" }, { { kind = "sides", max = "person" }, "by a person or by the engine" },
      { { kind = "strength", level = 99 }, "a level" }, { { kind = "strength", level = "os.exit()" }, "a level" },
      { { kind = "strength", time = -1 }, "a level" }, { { kind = "strength", time = 1e300 }, "a level" },
      { { kind = "strength" }, "a level" },
    } do
      assert.is_true(r:take(case[1]))
      says(r:state().says, case[2])
      assert.equal(0, r:state().turn)
    end
  end)

  it("takes no move that was meant for another position", function()
    local r = new("tictactoe", both)
    r:take { kind = "play", move = "1", turn = 0 }
    r:take { kind = "play", move = "2", turn = 0 }
    assert.equal("1", names(r:state()))
    r:take { kind = "play", move = "2" }
    assert.equal("1", names(r:state()))
  end)
end)

describe("a game session with rules that fail", function()
  local function rules()
    return { name = "failing", start = 1, player = function(p) return p % 2 == 1 and "max" or "min" end,
      successors = function(p)
        if p == 2 then error "no rule for this" end
        return { p + 1 }
      end, evaluate = function() return 0 end, board = function() return { columns = 1 } end }
  end

  it("says so, and goes on", function()
    local made = assert(game_session.new(assert(game.make(rules())), { max = "engine", min = "person", level = 5 }))
    work(made)
    local state = made:state()
    says(state.says, "no rule for this")
    assert.same({ true, 0 }, { state.paused, state.turn })
    assert.is_nil(state.board)
    made:take { kind = "sides", max = "person", min = "person" }
    assert.equal("max", made:state().player)
  end)

  it("has no board where theirs is none, and says why", function()
    local made = assert(game_session.new(assert(game.make(rules())), both))
    says(made:state().says, "'rows' is missing")
    assert.equal("1", made:state().text)
  end)
end)
