-- Knightthrough: against the rules as a child would write them, and what brute force says.

local gts = require "gts"
local plain = require "spec.support.plain"
local trees = require "spec.support.trees"

local function knightthrough(rows, columns)
  local start = plain.board(rows, columns, ".")
  for c = 1, columns do
    start[1][c], start[2][c], start[rows - 1][c], start[rows][c] = "O", "O", "X", "X"
  end
  local rules = { start = { board = start, player = "max" }, text = plain.rows, key = plain.rows }

  local function has(p, mark, row)
    for r = row or 1, row or rows do
      for c = 1, columns do
        if p.board[r][c] == mark then return true end
      end
    end
    return false
  end

  function rules.value(p)
    if has(p, "X", 1) or not has(p, "O") then return 10000 end
    return (has(p, "O", rows) or not has(p, "X")) and -10000 or nil
  end

  function rules.moves(p)
    local list, own = {}, p.player == "max" and "X" or "O"
    for r = 1, rules.value(p) and 0 or rows do
      for c = 1, columns do
        for aside = -2, p.board[r][c] == own and 2 or -3 do
          local row, column = p.player == "max" and r - 3 + math.abs(aside) or r + 3 - math.abs(aside), c + aside
          local to = aside ~= 0 and (p.board[row] or {})[column]
          if to and to ~= own then
            local after = plain.copy(p.board)
            after[r][c], after[row][column] = ".", own
            local name = ("%c%d%s%c%d"):format(96 + c, rows + 1 - r, to == "." and "-" or "x", 96 + column, rows + 1 - row)
            list[#list + 1] = { name, { board = after, player = plain.other[p.player] } }
          end
        end
      end
    end
    return list
  end

  return rules
end

describe("knightthrough #lua", function()
  -- Fairy-Stockfish (ffish 0.7.10), its breakthrough with the piece fNfsN in place of pawns.
  it("has 40, 1,600 and 63,520 ways to begin", function()
    assert.same({ 40, 1600, 63520 }, { table.unpack(gts.perft("knightthrough", 3)) })
  end)

  -- Few knights somewhere on a board, and any player to move.
  it("has the values of brute force on a small board, and bounds that hold there", function()
    local rules, game, known = knightthrough(6, 4), gts.game("knightthrough", { rows = 6, columns = 4 }), {}
    local random, decided = trees.stream(5), 0
    for i = 1, 40 do
      local p = { board = plain.board(6, 4, "."), player = i % 2 == 0 and "max" or "min" }
      for k = 1, 6 do p.board[random(2, 5)][random(1, 4)] = k % 2 == 0 and "X" or "O" end
      local position, value = gts.read(game, plain.rows(p)), plain.value(rules, p, known)
      local lower, upper = game.bounds(table.unpack(position))
      assert(lower <= value and value <= upper)
      assert.equal(value, gts.search(game, { position = position, algorithm = "ttalphabeta" }).value)
      if lower == upper then decided = decided + 1 end
    end
    assert(decided > 10 and decided < 40)
  end)

  it("plays whole games as a plain board does", function()
    for seed, size in ipairs { { 8, 8 }, { 5, 4 }, { 7, 5 }, { 6, 8 } } do
      local game = gts.game("knightthrough", { rows = size[1], columns = size[2] })
      assert(plain.same_games(game, knightthrough(size[1], size[2]), seed, 4) > 20)
    end
  end)

  it("keeps the promises of a game, and has one value by all algorithms", function()
    plain.keeps_promises(gts.game "knightthrough", 1)
    plain.agree(gts.game("knightthrough", { columns = 4, rows = 5 }), 3)
  end)

  it("estimates the same for both players", function()
    local game = gts.game("knightthrough", { columns = 6, rows = 7 })
    for _, at in ipairs(plain.walk(game, 3, 60)) do
      local reversed = { game.symmetries.reversed(table.unpack(at.position)) }
      assert.equal(plain.evaluate(game, at.position), -plain.evaluate(game, reversed))
    end
  end)
end)
