-- Gomoku: against the rules as a child would write them.

local gts = require "gts"
local plain = require "spec.support.plain"

local function gomoku(size)
  return plain.in_a_row { columns = size, rows = size, line = 5, win = 10000, name = plain.cell, text = plain.rows }
end

-- A board with stones in these places, from { row, column }; MIN is to move.
local function with(size, stones)
  local board = plain.board(size, size, ".")
  for _, at in ipairs(stones) do board[at[1]][at[2]] = "X" end
  return plain.rows { board = board, player = "min" }
end

describe("gomoku #lua", function()
  it("has 225 and 50,400 ways to begin", function()
    assert.same({ 225, 225 * 224 }, { table.unpack(gts.perft("gomoku", 2)) })
  end)

  it("is won by five in every line of the board, and by no four", function()
    for _, size in ipairs { 15, 9 } do
      local game = gts.game("gomoku", { size = size })
      for _, step in ipairs { { 0, 1 }, { 1, 0 }, { 1, 1 }, { 1, -1 } } do
        for r = 1, size - 4 * step[1] do
          for c = step[2] < 0 and 5 or 1, step[2] > 0 and size - 4 or size, 2 do
            local stones = {}
            for i = 0, 4 do stones[i + 1] = { r + i * step[1], c + i * step[2] } end
            assert.equal(10000, plain.evaluate(game, gts.read(game, with(size, stones))))
            table.remove(stones, r % 5 + 1)
            local p = gts.read(game, with(size, stones))
            assert(math.abs(plain.evaluate(game, p)) < 10000)
          end
        end
      end
    end
  end)

  it("plays whole games as a plain board does", function()
    for seed, size in ipairs { 15, 5, 6, 9 } do
      local game = gts.game("gomoku", { size = size })
      assert(plain.same_games(game, gomoku(size), seed, 1, 25) > 8)
    end
  end)

  it("takes a win, and stops one", function()
    local game = gts.game("gomoku", { size = 9 })
    local four = gts.read(game, "........./........./..XXXX.../........./..OOO..../........./........./........./......... max")
    assert.equal(10000, gts.search(game, { position = four, depth = 1 }).value)
    local mate = gts.read(game, "........./........./..XXX..../........./........./.....OO../.....O.../........./......... max")
    assert.equal(10000, gts.search(game, { position = mate, depth = 3 }).value)
  end)
end)
