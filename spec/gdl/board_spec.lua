-- Boards in game descriptions: found by the form of fluents, shown as text, drawn, and clicked on.

local gts = require "gts"
local run = require "spec.support.run"
local show = require "gts.show.board"

local FOLDER = "spec/gdl/games/"

-- The board of a game after some moves, with the clicks of moves by name.
local function board_of(of, ...)
  local game = gts.game(of)
  local position = game.start
  if select("#", ...) > 0 then position = gts.apply(game, nil, ...) end
  local list = gts.moves(game, position)
  local made = assert(show.of(game, position, list))
  for i, entry in ipairs(list) do made.clicks[entry.name] = made.clicks[i] end
  return made, gts.show(game, position)
end

describe("a board in a game description #plain", function()
  local names = {}
  after_each(function()
    for _, name in ipairs(names) do os.remove(name) end
    names = {}
  end)

  -- A file with a game in which a and b are to move in turn, and what is given.
  local function game(text)
    local name = os.tmpname()
    names[#names + 1] = name
    names[#names + 1] = name .. ".kif"
    local output <close> = assert(io.open(name .. ".kif", "w"))
    output:write([[(role white) (role black) (init (control white))
      (<= (next (control black)) (true (control white))) (<= (next (control white)) (true (control black)))
      (<= (legal ?r noop) (role ?r) (not (true (control ?r)))) (goal white 50) (goal black 50) ]], text)
    return name .. ".kif"
  end

  it("has columns from the left, rows from below, and the pieces of roles by their names", function()
    local made, text = board_of(FOLDER .. "breakthrough.kif", "move(1,2,1,3)")
    assert.same({ 4, 5, "cells" }, { made.columns, made.rows, made.by })
    assert.equal("min,min,min,min,min,min,min,min,max,,,,,max,max,max,max,max,max,max", table.concat(made.cells, ","))
    assert.same({ { "1", "2", "3", "4" }, { "5", "4", "3", "2", "1" } }, { made.across, made.down })
    assert.same({ 5, 10 }, made.clicks["move(1,4,2,3)"])
    assert.equal("5  b b b b\n4  b b b b\n3  w . . .\n2  . w w w\n1  w w w w\n\n   1 2 3 4\n\ncontrol(black)", text)
  end)

  it("has gaps, cells that are said to be empty, and what does not lie on it as terms", function()
    local made, text = board_of(FOLDER .. "checkers.kif", "move(d,2,c,3)", "move(c,5,d,4)", "move(e,1,d,2)", "move(a,5,b,4)",
      "jump(c,3,a,5)")
    assert.equal("gap,min,gap,min,gap,min,max,gap,,gap,min,gap,gap,,gap,min,gap,,,gap,,gap,,gap,gap,max,gap,max,gap,max,max,gap,"
      .. "max,gap,,gap", table.concat(made.cells, ","))
    assert.same({ 16, 23 }, made.clicks["move(d,4,e,3)"])
    assert.matches("^6    b   b   b\n5  w   %.   b\n.*\n   a b c d e f\n\ncontrol%(black%) step%(6%)$", text)
  end)

  it("is clicked by column where moves have no more", function()
    local made = board_of(FOLDER .. "connect4.kif", "drop(2)")
    assert.same({ "columns", { 3 } }, { made.by, made.clicks["drop(3)"] })
    assert.equal("max", made.cells[14])
  end)

  it("takes in fluents of several names, with the piece before or after the cell, where cells are free", function()
    local made, text = board_of(FOLDER .. "isolation.kif", "step(1,1)")
    assert.equal(",min,,,,,,,,max,blocked,", table.concat(made.cells, ","))
    assert.matches("1  n b %.\n", text)
    made, text = board_of(game([[(init (at x1 x1 wk)) (init (at x2 x2 wp)) (init (mark x1 x1))
      (init (mark x1 x2)) (init (at x10 x10 bk)) (beside x1 x2) (beside x2 x10) (<= (next (at ?a ?b ?p)) (true (at ?a ?b ?p)))
      (<= (next (mark ?a ?b)) (true (mark ?a ?b))) (<= terminal (true (control black)))
      (<= (legal ?r stay) (true (control ?r)))]]))
    -- By the relation x2 comes before x10.
    assert.equal("gap,gap,min,mark,max wp,gap,max wk,gap,gap", table.concat(made.cells, ","))
    assert.matches("x10            bk\n.*control%(white%) mark%(x1,x1%)$", text)
  end)

  it("has moves that are typed by the cells that are clicked for them", function()
    local of = gts.game(FOLDER .. "breakthrough.kif")
    for _, typed in ipairs { "a2-a3", "A2A3", "a2a3" } do
      assert.equal(gts.show(of, gts.apply(of, nil, "move(1,2,1,3)")), gts.show(of, gts.apply(of, nil, typed)))
    end
    assert.error_matches(function() gts.apply(of, nil, "a2a4") end, "no move 'a2a4'")
    local columns = gts.game(FOLDER .. "connect4.kif")
    assert.equal(gts.show(columns, gts.apply(columns, nil, "drop(2)")), gts.show(columns, gts.apply(columns, nil, "b")))
    assert.truthy(run.gts({ "search", FOLDER .. "connect4.kif", "--depth", "1", "--after", "b a" }):find("1  b r", 1, true))
    -- One text for two moves is none of them.
    local rules = { name = "twice", start = 0, board = function()
      return { columns = 2, rows = 1, cells = { "", "" }, at = function(move) return move == "c()" and 1 or 2 end }
    end, evaluate = function() return 0 end, successors = function(p)
      return p == 0 and { 1, 2, 3, 4 } or {}, { "a()", "b()", "c()", "d()" }
    end }
    assert.equal(3, gts.apply(rules, nil, "a1"))
    assert.error_matches(function() gts.apply(rules, nil, "b1") end, "no move 'b1'")
  end)

  it("is none of heaps and counters, nor where coordinates have no order", function()
    for _, name in ipairs { "counter", "parity", "domineering", "../../corpus/descriptions/nim" } do
      assert.is_nil(gts.game(FOLDER .. name .. ".kif").board, name)
    end
    local step = "(<= terminal (true (control black))) (<= (legal ?r stay) (true (control ?r)))"
    local text = "(init (at north east wk)) (init (at south west bk)) (<= (next (at ?a ?b ?p)) (true (at ?a ?b ?p))) "
    assert.is_nil(gts.game(game(text .. step)).board)
  end)

  it("does not take players' pieces for empty cells where every cell is full at the start", function()
    local made = board_of("spec/corpus/descriptions/chomp.kif", "bite(3,2)")
    assert.equal("square,square,,,square,square,,,square,square,square,square", table.concat(made.cells, ","))
    made = board_of(game([[(init (cell 1 1 w)) (init (cell 1 2 w)) (init (cell 2 1 b)) (init (cell 2 2 w))
      (<= (legal ?r (take ?x ?y)) (true (control ?r)) (true (cell ?x ?y ?p)))
      (<= (next (cell ?x ?y ?p)) (true (cell ?x ?y ?p)) (does ?r (take ?z ?v)) (distinct ?x ?z))
      (<= terminal (true (control black)))]]), "take(1,1)")
    assert.equal(",min", table.concat(made.cells, ",", 3, 4))
  end)
end)
