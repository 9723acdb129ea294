-- What the page says of a game while it is played and afterwards: values of all moves, the course of the value, reviews, puzzles,
-- profiles, saved games.

local core = require "gts.core"
local errors = require "spec.support.errors"
local exact = require "gts.profile.exact"
local figures = require "gts.profile.figures"
local format = require "gts.profile.format"
local gts = require "gts"
local json = require "gts.show.json"
local page_tasks = require "spec.support.page_tasks"
local worth_of = require "spec.support.worth"

local says = errors.says

local new, work, ask = page_tasks.new, page_tasks.work, page_tasks.ask

local function play(d, ...)
  for _, move in ipairs { ... } do d:take { kind = "play", move = move, turn = d:state().play.turn } end
  return d
end

local worth = worth_of(gts.game "tictactoe", 0)

-- The position of a board of tic-tac-toe: its crosses and rings are put down in turn.
local function position_of(board)
  local cells, moves = { ["max cross"] = {}, ["min ring"] = {} }, {}
  for i, cell in ipairs(board.cells) do table.insert(cells[cell] or {}, i) end
  for i, cross in ipairs(cells["max cross"]) do
    moves[#moves + 1] = cross
    moves[#moves + 1] = cells["min ring"][i]
  end
  return gts.apply("tictactoe", nil, table.unpack(moves))
end

-- The value and the plies to the end of a board by brute force, and those after each of its moves.
local function brute(board) return worth(position_of(board)) end

local function moves_of(board)
  local found = {}
  for _, entry in ipairs(gts.moves("tictactoe", position_of(board))) do
    local value, plies = worth(entry.position)
    found[entry.name] = { value = value, plies = plies and plies + 1 }
  end
  return found
end

describe("the values on the page #lua", function()
  it("of all moves of a solved game are those of brute force, with their distances", function()
    local d = new()
    d:take { kind = "analyze", on = true }
    for _, move in ipairs { "1", "5", "9", "3" } do
      play(d, move)
      work(d)
      local state, known = d:state().play, d:thought().play.analysis
      local expected = moves_of(state.board)
      assert.is_true(known.solved)
      for i, one in ipairs(state.moves) do
        local it, is = expected[one.label], known.values[i]
        assert.equal(it.value, is.value)
        assert.is_true(is.proved)
        local wins = it.value == (state.player == "max" and 1 or -1)
        assert.equal(it.value == 0 and "draws" or wins and "wins" or "loses", is.ends)
        assert.equal(it.plies, is.plies)
      end
    end
  end)

  it("follow the game: each position has one, as brute force has it", function()
    local d = play(new(), "1", "2", "5", "3", "9")
    assert.same({}, d:state().play.course.points)
    d:take { kind = "analyze", on = true }
    work(d)
    local course = d:state().play.course
    assert.equal(6, #course.points)
    for i, point in ipairs(course.points) do
      d:take { kind = "look", at = i - 1 }
      local state = d:state().play
      local value, plies = brute(state.board)
      assert.same({ i - 1, value, true }, { point.at, point.value, point.proved })
      assert.equal(plies, point.plies)
    end
    d:take { kind = "back", to = 2 }
    assert.equal(3, #d:state().play.course.points)
  end)

  it("of games that are not solved come from searches, and of an engine's moves from what it found", function()
    local d = new { game = "connect4", max = "person", min = "engine", level = 3 }
    play(d, "4")
    work(d, function() core.clock(1) end)
    local points = d:state().play.course.points
    assert.same({ 1, 2 }, { #points, points[1].at })
    d:take { kind = "analyze", on = true }
    local looked = 0
    work(d, function()
      looked = looked + 1
      core.clock(0.1)
      if d.game_session.works == "analysis" and #d:state().play.course.points == 3 then d:take { kind = "stop" } end
    end)
    points = d:state().play.course.points
    assert.equal(3, #points)
    assert.is_nil(points[1].proved)
    assert(looked > 1 and not d:thought().play.analysis.solved)
  end)

  it("know that a position that comes again ends the game", function()
    -- From 1 MAX wins at once by 9; who goes round instead lets MIN come back to 1 for a draw.
    local after = { [1] = { 2, 9 }, [2] = { 3 }, [3] = { 4 }, [4] = { 1, 9 } }
    local game = gts.game { name = "round", start = 1, cycle = 0, range = { -1, 1 },
      successors = function(p) return after[p] or {} end, evaluate = function(p) return p == 9 and 1 or 0 end,
      player = function(p) return p % 2 == 1 and "max" or "min" end }
    local d = play(new { made = game, game = "round", max = "person", min = "person" }, "1", "1", "1")
    d:take { kind = "analyze", on = true }
    work(d)
    local known = d:thought().play.analysis
    assert.is_true(known.solved)
    assert.same({ "draws", "loses" }, { known.values[1].ends, known.values[2].ends })
    assert.equal("wins", d:state().play.course.points[1].ends)
  end)
end)

describe("an earlier position #lua", function()
  it("is looked at, and the game stays where it is", function()
    local d = play(new(), "5", "1", "9")
    d:take { kind = "look", at = 1 }
    local state = d:state().play
    assert.same({ 3, 1, "min", 3 }, { state.turn, state.looks, state.player, #state.played })
    assert.same({ "", "max cross", "" }, { state.board.cells[1], state.board.cells[5], state.board.cells[9] })
    assert.equal(8, #state.moves)
    assert.same({ 5 }, state.last)
    d:take { kind = "look", at = 3 }
    assert.is_nil(d:state().play.looks)
    d:take { kind = "look", at = 0 }
    play(d, "2")
    state = d:state().play
    assert.same({ 4, nil, "min ring" }, { state.turn, state.looks, state.board.cells[2] })
    d:take { kind = "look", at = 1 }
    d:take { kind = "back", to = 1 }
    assert.same({ 1, nil }, { d:state().play.turn, d:state().play.looks })
  end)

  it("has its moves analyzed, after the end of the game as well", function()
    local d = play(new(), "1", "4", "2", "5", "3")
    d:take { kind = "analyze", on = true }
    work(d)
    assert.is_nil(d:thought().play.analysis)
    d:take { kind = "look", at = 4 }
    work(d)
    assert.equal(5, #d:thought().play.analysis.values)
  end)

  it("is refused if there is none", function()
    local d = play(new(), "1")
    for _, at in ipairs { -1, 2, 0.5, "1x", {} } do
      d:take { kind = "look", at = at }
      says(d:state().play.says, "fewer moves")
    end
    assert.is_nil(d:state().play.looks)
  end)
end)

describe("a review on the page #lua", function()
  it("has for each move its value, the better move and the loss, and all positions", function()
    local d = play(new(), "1", "9", "3", "2", "7")
    local found = ask(d, { kind = "review", nodes = 10000 }).result
    assert.equal(5, #found.rows)
    assert.equal(6, #found.positions)
    local row = found.rows[2]
    assert.same({ "9", "5", 1, "mistake", true }, { row.move, row.best, row.loss, row.class, row.turning })
    says(row.remark, "DRAWN TO LOST; 5 holds the draw")
    for i, position in ipairs(found.positions) do
      assert.equal((brute(position.board)), found.course.points[i].value)
    end
    assert.equal("min", found.course.points[3].mark)
    assert.is_nil(found.course.points[2].mark)
    assert.same({ "turning point", "move 2, MIN plays 9: drawn to lost; 5 holds the draw" }, found.facts[1])
    assert(json.encode(d:state()))
  end)

  it("is of the game as it was when it was asked for, and ends when it is stopped", function()
    local d = play(new { game = "connect4", max = "person", min = "person" }, "4", "4", "3")
    d:take { kind = "review", time = 50 }
    local looked = 0
    work(d, function()
      looked = looked + 1
      if looked == 3 then play(d, "2", "2") end
      if looked == 6 then d:take { kind = "stop", what = "review" } end
    end)
    local found = d:state().review.result
    assert.same({ 3, "progress", 5 }, { #found.rows, found.stopped, d:state().play.turn })
  end)

  it("says what is wrong", function()
    says(ask(new(), { kind = "review" }).wrong, "no move has been played")
    says(ask(play(new(), "1"), { kind = "review", time = 100 }).wrong, "at most 60 seconds")
    says(ask(play(new(), "1"), { kind = "review", depth = -1 }).wrong, "depth")
  end)
end)

describe("puzzles on the page #lua", function()
  it("have one move each that keeps the value, and say what is wrong with the others", function()
    local found = ask(new(), { kind = "puzzles", games = 6, nodes = 10000, depth = 1 }).result
    assert(#found.puzzles > 3)
    for _, puzzle in ipairs(found.puzzles) do
      local value, expected = brute(puzzle.board), moves_of(puzzle.board)
      for _, one in ipairs(puzzle.moves) do
        assert.equal(one.label == puzzle.move, expected[one.label].value == value)
        assert.equal(one.label == puzzle.move, one.wrong == nil)
      end
      says(puzzle.task, value == 0 and "to move and draw" or "to move and win in")
      says(puzzle.solution, puzzle.move)
    end
  end)

  it("come from the game in Play, too", function()
    local d = play(new(), "1", "2", "5", "3")
    local found = ask(d, { kind = "puzzles", of = "here", depth = 1 }).result
    says(found.sentence, "from 1 game, ")
    says(ask(new(), { kind = "puzzles", of = "here" }).wrong, "no move has been played")
    says(ask(new(), { kind = "puzzles", games = 1000 }).wrong, "at most 200 games")
    says(ask(new(), { kind = "puzzles", level = 99 }).wrong, "level")
  end)
end)

describe("a profile on the page #lua", function()
  -- The figures of a result by their titles: lists of value, interval, and how it was found.
  local function figures_of(result)
    local found = {}
    for _, group in ipairs(result.groups) do
      for _, cells in ipairs(group.cells) do found[cells[1]] = { table.unpack(cells, 2) } end
    end
    return found
  end

  -- Profiles, and stops when `stage` is reported.
  local function stopped(d, stage)
    local calls
    d:take { kind = "profile", games = 4, level = 1 }
    work(d, function()
      local task = d:thought().task
      if calls then calls = calls + 1 end
      if not calls and task and task.stage == stage then
        calls = 0
        d:take { kind = "stop", what = "profile" }
      end
    end)
    return d:state().profile.result, calls
  end

  it("has the figures of gts.profile, and what is missing #thorough", function()
    finally(function() exact.seconds = 2 end)
    exact.seconds = 600
    local asked = { games = 4, level = 1, seed = 7 }
    local result = ask(new(), { kind = "profile", games = asked.games, level = asked.level, seed = asked.seed }).result
    local found = figures_of(result)
    assert.same({ "5,478", "exact", "enumerated" }, found["positions"])
    assert.same({ "549,946", "exact", "all 5,478 positions" }, found["nodes of the game tree"])
    assert.same({ "50.0 %", "exact" }, { table.unpack(found["first player, best play"], 1, 2) })
    local list = gts.profile("tictactoe", { games = 4, players = { level = 1 }, seed = 7, skill = false, workers = 1 })
    for _, row in ipairs(list) do
      local figure = figures.of(row.name)
      assert.same({ format.value(row), format.interval(row), row.how }, found[figure.title])
    end
    says(result.sentence, "tictactoe: 4 games of level:1 against itself")
    local why = {}
    for _, one in ipairs(result.missing) do why[one.figures] = one.why end
    says(why["level 1 against random; level against the one below; twice the thinking"], "option 'skill' is false")
    assert(json.encode(result))
  end)

  it("that is stopped says what is known", function()
    local result, calls = stopped(new(), "positions")
    says(result.sentence, "Stopped: tictactoe: 4 games")
    assert.equal("progress", result.stopped)
    assert.equal("50.0 %", figures_of(result)["first player, best play"][1])
    assert.truthy(figures_of(result)["moves, mean"])
    assert.is_nil(figures_of(result)["positions"])
    assert(calls <= 3)
    result = stopped(new(), "games")
    says(result.sentence, "Stopped: tictactoe: 0 games")
    assert.is_nil(figures_of(result)["first player, best play"])
  end)

  it("says what is wrong", function()
    says(ask(new(), { kind = "profile", games = 5000 }).wrong, "at most 1000 games")
    says(ask(new(), { kind = "profile", time = 5000 }).wrong, "at most 600 seconds")
    says(ask(new(), { kind = "profile", games = 1 }).wrong, "games")
    says(ask(new(), { kind = "profile", level = 99 }).wrong, "level")
    local d = new { game = "tictactoe", edits = true, max = "person", min = "person" }
    d:take { kind = "rules", text = [[
local rules = { name = "broken", start = 3, range = { -1, 1 } }
function rules.next(p, move)
  if p == 1 then error("out of stones") end
  if not move then return 1, p - 1 end
end
function rules.evaluate() return 0 end
return rules]] }
    work(d)
    local result = ask(d, { kind = "profile", games = 2, level = 1 }).result
    says(result.errors[1], "out of stones (in rules.next of position 1)")
    assert.equal("1", figures_of(result)["different first moves"][1])
  end)
end)

describe("a saved game #lua", function()
  it("is opened with its game and options, and is that which was saved", function()
    local d = new { game = "connect4", options = { columns = 5, rows = 4 }, max = "person", min = "person" }
    play(d, "3", "3", "1"):take { kind = "resign" }
    local text = d:state().play.saved
    local e = new()
    e:take { kind = "open", saved = text }
    local state = e:state()
    assert.same({ "connect4", 3, "max" }, { state.current.name, state.play.turn, state.play.over.winner })
    assert.equal(5, state.play.board.columns)
    assert.equal(text, state.play.saved)
    e:take { kind = "back" }
    play(e, "2")
    assert.same({ 3, nil }, { e:state().play.turn, e:state().play.over })
  end)

  it("that is damaged, or of rules that are not here, changes nothing", function()
    local d = play(new(), "5")
    for text, wrong in pairs {
      [""] = "game", ["gts game 1\ngame nim\nmove 1\n"] = "truncated", ["gts game 1\ngame ./x.lua\nend\n"] = "not here",
      ["gts game 1\ngame nim\nmove nothing\nend\n"] = "move 1 cannot be played",
      ["gts game 1\ngame nim\noption heaps 7\nend\n"] = "heaps",
    } do
      d:take { kind = "open", saved = text }
      says(d:state().current.says, wrong)
      assert.same({ "tictactoe", 1 }, { d:state().current.name, d:state().play.turn })
    end
    d:take { kind = "open", saved = 5 }
    says(d:state().current.says, "is a text")
  end)
end)
