-- Knightthrough: against the rules as a child would write them, and what brute force says.

local gts = require "gts"
local plain = require "spec.support.plain"
local trees = require "spec.support.trees"

local JUMPS = { { 1, -2, true }, { 1, 2, true }, { 2, -1, true }, { 2, 1, true } }

local function knightthrough(rows, columns) return plain.through(rows, columns, JUMPS) end

describe("knightthrough #lua", function()
  -- Fairy-Stockfish (ffish 0.7.10), its breakthrough with the piece fNfsN in place of pawns.
  it("has 40, 1,600 and 63,520 ways to begin", function()
    assert.same({ 40, 1600, 63520 }, { table.unpack(gts.perft("knightthrough", 3)) })
  end)

  -- Few knights somewhere on a board, and any player to move.
  it("has the values of brute force on a small board, and bounds that hold there", function()
    local rules, game, known = knightthrough(6, 4), gts.game("knightthrough", { rows = 6, columns = 4 }), {}
    local random, decided = trees.stream(5), 0
    for i = 1, 30 do
      local p = { board = plain.board(6, 4, "."), player = i % 2 == 0 and "max" or "min" }
      for k = 1, 6 do p.board[random(2, 5)][random(1, 4)] = k % 2 == 0 and "X" or "O" end
      local position, value = gts.read(game, plain.rows(p)), plain.value(rules, p, known)
      local lower, upper = game.bounds(table.unpack(position))
      assert(lower <= value and value <= upper)
      assert.equal(value, gts.search(game, { position = position, algorithm = "ttalphabeta" }).value)
      if lower == upper then decided = decided + 1 end
    end
    assert(decided > 5 and decided < 30)
  end)

  it("plays whole games as a plain board does", function()
    for seed, size in ipairs { { 8, 8 }, { 5, 4 }, { 7, 5 }, { 6, 8 } } do
      local game = gts.game("knightthrough", { rows = size[1], columns = size[2] })
      assert(plain.same_games(game, knightthrough(size[1], size[2]), seed, 2) > 10)
    end
  end)
end)
