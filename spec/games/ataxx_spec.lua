-- Ataxx: what is known of it, and against the rules as a child would write them.

local gts = require "gts"
local plain = require "spec.support.plain"

local function ataxx(size)
  local start = plain.board(size, size, ".")
  start[1][1], start[size][size], start[1][size], start[size][1] = "X", "X", "O", "O"
  local rules = { start = { board = start, player = "max" }, text = plain.rows }

  -- Calls f for all cells of a board no more than `far` from a cell.
  local function around(board, r, c, far, f)
    for row = math.max(1, r - far), math.min(size, r + far) do
      for column = math.max(1, c - far), math.min(size, c + far) do f(row, column, board[row][column]) end
    end
  end

  local function counts(board)
    local count = { X = 0, O = 0, ["."] = 0 }
    for r = 1, size do
      for c = 1, size do count[board[r][c]] = count[board[r][c]] + 1 end
    end
    return count
  end

  -- The moves of a mark, without passes: by name.
  local function moves(board, mark)
    local list = {}
    local function name(r, c) return ("%c%d"):format(96 + c, size + 1 - r) end
    for r = 1, size do
      for c = 1, size do
        around(board, r, c, board[r][c] == mark and 2 or -1, function(row, column, what)
          if what ~= "." then return end
          local after, near = plain.copy(board), math.max(math.abs(row - r), math.abs(column - c)) == 1
          after[row][column] = mark
          if not near then after[r][c] = "." end
          around(after, row, column, 1, function(r2, c2, other)
            if other ~= "." then after[r2][c2] = mark end
          end)
          list[near and name(row, column) or name(r, c) .. "-" .. name(row, column)] = after
        end)
      end
    end
    return list
  end

  function rules.value(p)
    local count = counts(p.board)
    return count.X == 0 and -size * size or count.O == 0 and size * size or count.X - count.O
  end

  function rules.moves(p)
    local list, count, mark = {}, counts(p.board), p.player == "max" and "X" or "O"
    if count.X == 0 or count.O == 0 then return list end
    for name, board in pairs(moves(p.board, mark)) do
      list[#list + 1] = { name, { board = board, player = plain.other[p.player] } }
    end
    if #list == 0 and next(moves(p.board, mark == "X" and "O" or "X")) then
      list[1] = { "pass", { board = p.board, player = plain.other[p.player] } }
    end
    return list
  end

  return rules
end

describe("ataxx #lua", function()
  -- Fairy-Stockfish (ffish 0.7.10), variant ataxx, and the numbers that authors of engines use; the fifth is 4,752,668.
  it("has 16, 256, 6,460 and 155,888 ways to begin", function()
    assert.same({ 16, 256, 6460, 155888 }, { table.unpack(gts.perft("ataxx", 4)) })
  end)

  it("plays whole games as a plain board does", function()
    for seed, size in ipairs { 7, 3, 4, 5 } do
      local game = gts.game("ataxx", { size = size })
      assert(plain.same_games(game, ataxx(size), seed, size == 7 and 1 or 6, 100) > 10)
    end
  end)

  it("passes where only the other player can move, and ends where none can, or where one has no stones", function()
    local game = gts.game("ataxx", { size = 4 })
    local function at(text) return gts.moves(game, gts.read(game, text)) end
    assert.equal("pass", at("XOOO/OOOO/OOOO/OOO. max")[1].name)
    assert.equal(0, #at "XOOO/OOOO/OOOO/OOOO max")
    assert.equal(0, #at "X.../..../..../.... min")
    assert.equal(16, plain.evaluate(game, gts.read(game, "X.../..../..../.... min")))
    assert.equal(-14, plain.evaluate(game, gts.read(game, "XOOO/OOOO/OOOO/OOOO max")))
  end)

  it("keeps the promises of a game, and has one value by all algorithms", function()
    plain.keeps_promises(gts.game "ataxx", 1, 60)
    plain.keeps_promises(gts.game("ataxx", { size = 3 }), 1)
    plain.agree(gts.game("ataxx", { size = 4, repetition = false }), 3)
  end)
end)
