-- Boards to click on: what rules.board may return, and those of the games that come with gts.

local board = require "gts.show.board"
local check = require "gts.rules.board"
local errors = require "spec.support.errors"
local gts = require "gts"
local moves = require "gts.moves"
local plain = require "spec.support.plain"
local show = require "gts.show.text"
local trees = require "spec.support.trees"

local says = errors.says

-- What is wrong with a board of 2 x 2 cells with these fields.
local function wrong_with(fields)
  local given = { columns = 2, rows = 2, cells = "X.O." }
  for name, value in pairs(fields) do given[name] = value end
  local read, wrong = check.read(given)
  assert.is_nil(read)
  return wrong
end

describe("what rules.board returns", function()
  it("has its cells as names, or as a text with marks", function()
    local listed = check.read { columns = 2, rows = 2, cells = { "max", "", "min pawn", "tower" } }
    assert.same({ "max", "", "min pawn", "tower" }, listed.cells)
    local drawn = check.read { columns = 2, rows = 2, cells = "X .\nP #", pieces = { P = "min pawn" } }
    assert.same({ "max", "", "min pawn", "#" }, drawn.cells)
  end)

  it("may be the text that people see, with more after it", function()
    assert.same({ "", "min" }, check.read({ columns = 2, rows = 1, cells = ". O\n1 2\nMAX to move" }).cells)
  end)

  it("has labels as texts or lists", function()
    local read = check.read { columns = 2, rows = 1, cells = "..", across = "abcdef", down = { 10 } }
    assert.same({ "a", "b" }, read.across)
    assert.same({ "10" }, read.down)
  end)

  it("is what people see of rules without show", function()
    local given
    local of = gts.game { name = "shown", start = 1, successors = function() return {} end, evaluate = function() return 0 end,
      board = function() return given end }
    given = { columns = 2, rows = 2, cells = { "max", "", "min pawn", "max knight" }, across = "ab", down = { "10", "9" } }
    assert.equal("10 X .\n 9 p N\n   a b", show.position(of, 1))
    given = { columns = 2, rows = 2, cells = { "min cross", "tower", "max 12", "stone" }, shape = "hexagons" }
    assert.equal("x     tower\n   12    *", show.position(of, 1))
    for _, faulty in ipairs { { columns = 2, rows = 2, cells = "X" }, 7, false } do
      given = faulty
      assert.equal("1", show.position(of, 1))
    end
  end)

  it("is refused, and what is wrong is named", function()
    says(select(2, check.read(nil)), "rules.board returned nil")
    says(wrong_with { rows = 3 }, "4 cells for 2 columns and 3 rows")
    says(wrong_with { rows = 0 }, "'rows'", "is 0")
    says(wrong_with { rows = 1000000 }, "'rows'")
    says(wrong_with { cells = "XO" }, "2 cells")
    says(wrong_with { cells = { "max", 3, "", "" } }, "cell 2", "is 3")
    says(wrong_with { cells = { ("long"):rep(100), "", "", "" } }, "cell 1")
    says(wrong_with { colums = 2 }, "did you mean 'columns'?")
    says(wrong_with { shape = "round" }, "'shape'", "'hexagons'")
    says(wrong_with { at = 3 }, "'at'")
    says(wrong_with { across = "a" }, "label 2", "'across'")
  end)

  it("has cells for moves, which are on the board", function()
    local read = check.read { columns = 2, rows = 2, cells = "...." }
    assert.same({ 1, 4 }, check.clicks(read, 1, 4))
    assert.same({}, check.clicks(read))
    assert.same({}, check.clicks(read, nil))
    assert.same({ 3 }, check.clicks(read, 3.0))
    for _, cell in ipairs { 0, 5, "3", 1.5 } do
      local clicks, wrong = check.clicks(read, cell)
      assert.is_nil(clicks)
      says(wrong, "a cell for a move")
    end
  end)
end)

local LOOKED_AT <const> = 8     -- moves at a position
local PLIES <const> = 60

describe("the board of a shipped game", function()
  local count = 0

  -- Plays a game at random, and calls look(game, position, moves, board) at each of its positions.
  local function walk(name, look)
    local game, random = gts.game(name, name == "amazons" and { size = 6 } or plain.small[name]), trees.stream(7)
    local position = moves.start(game)
    for _ = 1, PLIES do
      local list = gts.moves(game, position)
      local drawn, wrong = board.of(game, position, list)
      assert(drawn, wrong)
      look(game, position, list, drawn)
      if #list == 0 then break end
      position = list[random(1, #list)].position
    end
  end

  for _, entry in ipairs(gts.games()) do
    if gts.game(entry.name).board then
      count = count + 1
      it("has a click for each move, and each changes the last cell that is clicked #lua: " .. entry.name, function()
        walk(entry.name, function(game, position, list, drawn)
          local seen = {}
          for _, clicks in ipairs(drawn.clicks) do
            local way = table.concat(clicks, " ")
            assert(not seen[way], way)
            seen[way] = true
          end
          -- Of many moves some: amazons has hundreds.
          for i = 1, #list, #list // LOOKED_AT + 1 do
            local clicks, candidate = drawn.clicks[i], list[i]
            local way = table.concat(clicks, " ")
            if way == "" then assert.equal("pass", candidate.name)
            else
              local after = board.of(game, candidate.position, {})
              local cell = clicks[#clicks]
              assert(drawn.cells[cell] ~= after.cells[cell], ("%s: %s"):format(gts.show(game, position), candidate.name))
            end
          end
        end)
      end)
    end
  end

  it("is there for most of them", function() assert(count >= 12) end)

  it("has MAX's pieces where the position has them", function()
    local game = gts.game "connect4"
    local position = gts.apply(game, nil, 1, 1, 7)
    local drawn = board.of(game, position, gts.moves(game, position))
    for cell = 1, 42 do
      local piece = (cell == 36 or cell == 42) and "max" or cell == 29 and "min" or ""
      assert.equal(piece, drawn.cells[cell])
    end
    assert.same({ "1", "2", "3", "4", "5", "6", "7" }, drawn.across)
  end)

  it("is nil for a game without one", function() assert.is_nil(board.of(gts.tree { 1, 2 }, 0, {})) end)
end)
