-- Puzzles: that one move only keeps the value, by brute force and by retrograde analysis.

local core = require "gts.core"
local counting = require "spec.support.counting"
local gts = require "gts"
local run = require "spec.support.run"
local tables = require "gts.base.tables"
local worth_of = require "spec.support.worth"

-- The moves that keep the value of a position, by a function that knows values.
local function keeping(of, position, value_of)
  local value, kept = value_of(position), {}
  for _, entry in ipairs(gts.moves(of, position)) do
    if value_of(entry.position) == value then kept[#kept + 1] = entry.name end
  end
  return kept, value
end

-- Holds every puzzle against a function that knows values.
local function check(of, list, value_of)
  for _, row in ipairs(list) do
    local kept, value = keeping(of, row.position, value_of)
    assert.same({ row.move }, kept)
    assert.equal(value, row.value)
    local others = {}
    for _, one in ipairs(row.others) do
      local after = value_of(gts.apply(of, row.position, one.move))
      assert(one.lower <= after and after <= one.upper)
      assert(one.lower > value or one.upper < value)
      others[#others + 1] = one.move
    end
    assert.equal(#gts.moves(of, row.position) - 1, #others)
    assert.equal(gts.write(of, row.position), gts.write(of, gts.apply(of, nil, table.unpack(row.moves))))
    assert.equal(gts.moves(of, row.position).player, row.player)
    assert.equal(row.move, row.line[1])
  end
end

-- A file of one game, in which X misses the draw.
local MOVES = { 5, 2, 4, 6, 9, 1, 7, 3 }

local function file_of_game(folder)
  run.write(folder .. "/game", ("gts game 1\ngame tictactoe\nmove %s\nend\n"):format(table.concat(MOVES, "\nmove ")))
  return folder .. "/game"
end

describe("gts.puzzles #lua", function()
  local tictactoe = gts.game "tictactoe"
  local worth_of_cells = worth_of(tictactoe, 0)

  it("finds positions in which brute force knows one move only", function()
    for _, of in ipairs { tictactoe, gts.game("nim", { heaps = { 2, 3, 4 } }), gts.game "hexapawn",
      gts.game("kalah", { pits = 2, seeds = 2 }) } do
      local worth = of == tictactoe and worth_of_cells or worth_of(of, 0)
      local list = gts.puzzles(of, { games = 6, most = 1000, depth = 1, plies = 1 })
      assert(#list > 2, #list)
      assert.equal(0, list.undecided)
      check(of, list, function(position) return (worth(position)) end)
    end
  end)

  it("finds those that retrograde analysis knows, lists the easiest first, and keeps the hardest", function()
    local of = gts.game("connect4", { columns = 4, rows = 3 })
    local database = gts.solve(of, { by = "retrograde" }).database
    local all = gts.puzzles(of, { games = 12, most = 1000, depth = 1, seed = 3 })
    assert(#all > 5, #all)
    check(of, all, function(position) return (database:value(position)) end)
    database:close()
    for i = 2, #all do
      local a, b = all[i - 1], all[i]
      assert((a.depth or 99) <= (b.depth or 99))
      assert(a.depth ~= b.depth or (a.nodes or 0) <= (b.nodes or 0))
      assert.equal(i, b.number)
    end
    local some = gts.puzzles(of, { games = 12, most = 3, depth = 1, seed = 3 })
    assert.equal(3, #some)
    for i = 1, 3 do assert.equal(gts.write(of, all[#all - 3 + i].position), gts.write(of, some[i].position)) end
    for _, row in ipairs(gts.puzzles(of, { games = 6, most = 1000, depth = 4 })) do assert(not row.depth or row.depth >= 4) end
  end)

  it("finds all of a game, but those in which no move can be worse", function()
    local of, worth = tictactoe, worth_of_cells
    local folder, gone <close> = run.folder()
    local file = file_of_game(folder)
    local expected, position = {}, of.start
    for ply, move in ipairs(MOVES) do
      local value, _, list = worth(position)
      local kept = keeping(of, position, function(p) return (worth(p)) end)
      if #list > 1 and #kept == 1 and value ~= (list.player == "max" and -1 or 1) then expected[ply] = kept[1] end
      position = gts.apply(of, position, move)
    end
    local found = {}
    for _, row in ipairs(gts.puzzles(of, { file = file, depth = 1, most = 100 })) do found[row.ply] = row.move end
    assert.same(expected, found)
    assert.same({ [6] = "1", [7] = "3", [8] = "3" }, found)
  end)

  it("says at which depth a search finds the move", function()
    -- Estimates speak for b; at the third ply it is lost, and c is won.
    local rules = { name = "see", start = "a", range = { -1, 1 } }
    local after = { a = { "b", "c" }, b = { "d" }, d = { "f" }, c = { "e" }, e = { "g" } }
    function rules.successors(p) return after[p] or {}, after[p] and { table.unpack(after[p]) } or {} end
    function rules.player(p) return (p == "a" or p == "d" or p == "e") and "max" or "min" end
    function rules.evaluate(p) return ({ b = 0.5, c = 0.1, d = 0.5, e = 0.1, f = -1, g = 1 })[p] or 0 end
    local folder, gone <close> = run.folder()
    run.write(folder .. "/game", "gts game 1\ngame see\nmove b\nmove d\nmove f\nend\n")
    local list = gts.puzzles(rules, { file = folder .. "/game", depth = 1 })
    assert.equal(1, #list)
    assert.same({ "c", 3, "win" }, { list[1].move, list[1].depth, list[1].goal })
  end)

  it("finds those of rules that do not say who moves, whose players alternate", function()
    local rules, minimax = counting(300)
    local list, players = gts.puzzles(rules, { depth = 1, plies = 1, most = 100 }), {}
    for _, row in ipairs(list) do
      local sign = #row.moves % 2 == 0 and 1 or -1
      assert.equal(sign == 1 and "max" or "min", row.player)
      assert.equal(minimax(row.position, sign), row.value)
      players[row.player] = true
      for n = 1, 3 do
        assert.equal(tostring(n) == row.move, minimax(3 * row.position + n, -sign) == row.value)
      end
    end
    assert.same({ max = true, min = true }, players)
  end)

  it("finds the puzzles of all processes, each once", function()
    local options = { games = 6, depth = 1, plies = 2, most = 1000 }
    local function found(workers)
      options.workers = workers
      local list, texts = gts.puzzles("tictactoe", options), {}
      for i, row in ipairs(list) do
        texts[i] = ("%s: %s, not %s"):format(gts.write("tictactoe", row.position), row.move, tostring(row.others))
      end
      table.sort(texts)
      return texts, list.positions
    end
    local one, positions = found(1)
    local two, at_least = found(2)
    assert.is_true(#one > 5)
    assert.same(one, two)
    assert.is_true(at_least >= positions)
  end)

  it("ends within its time, and says what is missing", function()
    local slow = tables.copy(tictactoe, { version = "1", next = function(...)
      core.clock(1)
      return tictactoe.next(...)
    end })
    local seconds = gts.puzzles(slow, { games = 2, level = 1, time = 5 }).seconds
    assert(seconds < 100, seconds)              -- in the first game
    local list = gts.puzzles(slow, { games = 2, level = 1, time = 2000 })
    assert.equal("time", list.stopped)
    assert.is_true(list.missing > 0)
    assert(list.seconds < 2100, list.seconds)
    assert.matches("stopped: time, %d+ positions are", (tostring(list):gsub("%s+", " ")))
  end)

  it("says what is known when it is stopped, and what is missing", function()
    local list = gts.puzzles("tictactoe", { games = 4, depth = 1, progress = function(done) return done < 5 end })
    assert.equal("progress", list.stopped)
    assert(list.missing > 5 and list.positions <= 5)
    assert.matches("stopped: progress, %d+ positions are", (tostring(list):gsub("%s+", " ")))
  end)

  it("refuses what it cannot do, and says why #thorough", function()
    local function wrong(...) return (select(2, pcall(gts.puzzles, ...))) end
    assert.matches("option 'level' of gts.puzzles is 11: expected", wrong("nim", { level = 11 }), 1, true)
    assert.matches("there is no game 'nimm'", wrong "nimm", 1, true)
    assert.equal("gts.puzzles: /nowhere/x: No such file or directory", wrong("nim", { file = "/nowhere/x" }))
    local endless = { name = "endless", start = 1, evaluate = function() return 0 end,
      successors = function(p) return { p + 1, p + 2 } end }
    assert.equal(0, #gts.puzzles(endless, { games = 2, nodes = 50, level = 1 }))
  end)
end)

describe("gts puzzles #lua", function()
  it("shows boards, then solutions; and answers in JSON", function()
    local folder, gone <close> = run.folder()
    local out = run.fine { "puzzles", "tictactoe", "--file", file_of_game(folder), "--depth", "1" }
    assert.matches("3 puzzles from 1 game, 8 positions", out)
    assert.matches("MAX to move and draw .-Solutions:\n.-7 loses in 2 plies: 7 3", out)
    out = run.fine { "puzzles", "tictactoe", "--file", file_of_game(folder), "--depth", "1", "--json" }
    local data = require("gts.show.json").decode(out)
    assert.equal(3, #data.rows)
    for _, row in ipairs(data.rows) do
      assert.equal(row.ply - 1, #row.moves)
      assert.equal(row.move, row.line[1])
      assert.equal("string", type(row.others[1].move))
    end
  end)

  it("asks for the moves, and refutes wrong ones", function()
    local folder, gone <close> = run.folder()
    local input = "foo\nhelp\n8\n3\n3\n1\nquit\n"
    local file = file_of_game(folder)
    local out = run.fine { "puzzles", "tictactoe", "--file", file, "--depth", "1", "--play", input = input }
    assert.matches("there is no move 'foo' here", out)
    assert.matches("Wrong: 8 .- in 2 plies", out)
    assert.matches("Right: 3", out)
    assert.matches("of 3 puzzles solved at the first attempt", out)
    out = run.gts { "puzzles", "tictactoe", "--file", file, "--depth", "1", "--play", input = "solution\nnext\n" }
    assert.matches("The move is 3", out)
    assert.matches("0 of 2 puzzles solved at the first attempt", out)
    local err = run.ends(2, { "puzzles", "tictactoe", "--play", "--json" })
    assert.matches("options '%-%-play' and '%-%-json' do not go together", err)
  end)
end)
