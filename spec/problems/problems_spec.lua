-- Problem sets: what is read, what is held against it, and what a slip in a file says.

local game = require "gts.game"
local gts = require "gts"
local problems = require "gts.problems.problems"
local run = require "spec.support.run"

-- After 1 2 5 3, crosses at 1 and 5, noughts at 2 and 3: 9 completes the diagonal.
local HEAD = "game: tictactoe\ncolumns: name; after; value; distance; best\n"

describe("gts.problems #lua", function()
  it("solves what is stated, and names what was proved instead", function()
    local list = gts.problems(run.file("# three\n\n" .. HEAD .. [[
fork; 1 2 5 3; win; 1; 9
value; 1 2 5 3; 0
distance; 1,2,5,3; 1; 3
move; 1 2 5 3; 1; 1; 7
any; 1 2 5 3
over; 1 2 5 3 9; 1
]]))
    local outcomes = {}
    for i, row in ipairs(list) do outcomes[i] = row.name .. " " .. row.outcome end
    assert.same({ "fork solved", "value wrong", "distance wrong", "move wrong", "any solved", "over solved" }, outcomes)
    assert.equal("the value is 1, the set has 0", list[2].why)
    assert.equal("the distance is 1, the set has 3", list[3].why)
    assert.equal("a best move is 9, the set has 7", list[4].why)
    assert.same({ 3, 3, 0 }, { list.solved, list.wrong, list.open })
    assert.matches("3 of 6 solved, 3 wrong, 0 open", tostring(list), 1, true)
  end)

  it("takes one's own rules, names, and a stop", function()
    local nim = gts.game("nim", { heaps = { 1, 2 } })
    local path = run.file "columns: name; value\nfirst; win\nsecond; win\n"
    local done = {}
    local function progress(i, n)
      done[#done + 1] = i .. "/" .. n
      return i < 1
    end
    local list = gts.problems(path, { game = nim, progress = progress })
    assert.same({ "0/2", "1/2" }, done)
    assert.same({ 1, 1, 1 }, { #list, list.solved, list.open })
    assert.equal("second", gts.problems(path, { game = nim, only = "sec" })[1].name)
  end)

  it("reports rules that raise an error, or have no memory, and goes on", function()
    for raised, row in pairs { ["oh no"] = { "wrong", "oh no" }, ["not enough memory"] = { "open", "stopped: memory" } } do
      local faulty = { name = "faulty", start = 3, successors = function(p) return p > 0 and { p - 1 } or {} end,
        evaluate = function() error(raised, 0) end }
      local list = gts.problems(run.file "columns: name; value\na; 1\nb; 1\n", { game = faulty })
      assert.same({ 2, row[1], row[1] }, { #list, list[1].outcome, list[2].outcome })
      assert.matches(row[2], list[1].why, 1, true)
    end
  end)

  it("refuses a set by its line, before anything is solved", function()
    for text, wrong in pairs {
      [HEAD .. "a; 1 1"] = ":3: tictactoe: there is no move '1' here",
      [HEAD .. "a; ; 1; -1"] = ":3: has the distance '-1': expected a whole number",
      [HEAD .. "a; ; nan"] = ":3: has the value 'nan'",
      [HEAD .. "a; ; 1; 1; 1; 1"] = ":3: has more cells than the 5 columns",
      [HEAD .. "a; ; ; ; 10"] = ":3: has the best move '10': there is no such move",
      ["columns: name; sense\na"] = ":1: names a column 'sense'",
      ["columns: name; name\na"] = ":1: names the column 'name' twice",
      ["a; tictactoe size=9"] = ":1: ",
      ["a; ./own.lua"] = "whose rules are not found",
      ["a"] = ":1: names no game",
      ["columns: game; position\nothello; {1 2 3 4}"] = ":2: the position is a table {1, 2, 3, 4}: expected a list of 3 integers",
      ["rules: x"] = ":1: begins with 'rules:'",
      ["# nothing"] = "there is no problem in it",
    } do
      local list, why = problems.try(run.file(text))
      assert.is_nil(list)
      assert.matches(wrong, why, 1, true)
    end
    assert.has_error(function() gts.problems "no-such-set" end)
    assert.has_error(function() gts.problems("winners", { only = "chess" }) end)
    assert.has_error(function() gts.problems(7) end)
  end)

  it("comes with sets that can be read", function()
    local sets = gts.problems()
    assert.same({ "connect4", "othello", "winners" }, { sets[1].name, sets[2].name, sets[3].name })
    local list = gts.problems("winners", { only = "kalah 3x" })
    assert.equal(6, list.solved)
  end)
end)

describe("othello with empties to the winner #lua", function()
  it("adds them to the difference, and nothing to a draw", function()
    local plain, full = game.make "othello", game.make("othello", { empties = "winner" })
    local function value(...) return { plain.evaluate(...), full.evaluate(...) } end
    assert.same({ 1, 64 }, value(1, 0, 0))
    assert.same({ -1, -64 }, value(1, 0, 1))
    assert.same({ 0, 0 }, value(1, 1 << 63, 0))
  end)
end)
