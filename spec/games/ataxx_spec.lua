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

  local function count(board, mark) return #plain.each(board, mark, function() return true end) end

  -- The moves of a player, without passes: by name.
  local function moves(p)
    local list, mark = {}, plain.mark[p.player]
    plain.each(p.board, mark, function(r, c)
      around(p.board, r, c, 2, function(row, column, what)
        if what ~= "." then return end
        local near = math.max(math.abs(row - r), math.abs(column - c)) == 1
        local after = near and plain.put(p, row, column) or plain.put(p, row, column, r, c)
        around(after.board, row, column, 1, function(r2, c2, other)
          if other ~= "." then after.board[r2][c2] = mark end
        end)
        list[(near and "" or plain.cell(p.board, r, c) .. "-") .. plain.cell(p.board, row, column)] = after
      end)
    end)
    return list
  end

  function rules.value(p)
    local x, o = count(p.board, "X"), count(p.board, "O")
    return x == 0 and -size * size or o == 0 and size * size or x - o
  end

  function rules.moves(p)
    local list, passed = {}, plain.after(p, p.board)
    if count(p.board, "X") == 0 or count(p.board, "O") == 0 then return list end
    for name, after in pairs(moves(p)) do list[#list + 1] = { name, after } end
    if #list == 0 and next(moves(passed)) then list[1] = { "pass", passed } end
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
end)
