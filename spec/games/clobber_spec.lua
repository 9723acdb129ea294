-- Clobber: what is known of it, and against the rules as a child would write them.

local gts = require "gts"
local plain = require "spec.support.plain"

local AROUND = { { 0, 1 }, { 0, -1 }, { 1, 0 }, { -1, 0 } }

local function clobber(rows, columns)
  local board = plain.board(rows, columns, "O")
  for r = 1, rows do
    for c = 1 + (r + 1) % 2, columns, 2 do board[r][c] = "X" end
  end
  local rules = { start = { board = board, player = "max" }, text = plain.rows }

  function rules.value(p) return p.player == "max" and -1000 or 1000 end

  function rules.moves(p)
    return plain.stepped(p, AROUND, 1, function(to) return to == plain.mark[plain.other[p.player]] end)
  end

  return rules
end

describe("clobber #lua", function()
  -- Fairy-Stockfish 11.1, variant clobber, go perft 1 to 5; the fourth and fifth are 2,630,382 and 74,662,024.
  it("has 49, 2,116 and 80,063 ways to begin", function()
    assert.same({ 49, 2116, 80063 }, { table.unpack(gts.perft("clobber", 3)) })
  end)

  -- Albert, Grossman, Nowakowski and Wolfe, An introduction to clobber (2005): on a row of n stones of each player in turn the
  -- first player wins, but for n = 3. They had proved it by computer up to n = 19.
  it("on a row is won by the first player, unless there are three stones of each", function()
    for n = 1, 5 do
      local r = gts.search(gts.game("clobber", { columns = 2 * n, rows = 1 }), { algorithm = "ttalphabeta" })
      assert.same({ n == 3 and -1000 or 1000, true }, { r.value, r.solved })
    end
  end)

  it("plays whole games as a plain board does", function()
    for seed, size in ipairs { { 6, 5 }, { 8, 8 }, { 6, 10 }, { 3, 4 } } do
      local game = gts.game("clobber", { rows = size[1], columns = size[2] })
      assert(plain.same_games(game, clobber(size[1], size[2]), seed, 2) > 4)
    end
  end)
end)
