-- Amazons: what is known of it, and against the rules as a child would write them.

local gts = require "gts"
local plain = require "spec.support.plain"

-- Calls `found` with the cells that a queen on (r, c) could move to.
local function ways(board, r, c, found)
  for dr = -1, 1 do
    for dc = -1, 1 do
      local i = 1
      while (dr ~= 0 or dc ~= 0) and (board[r + i * dr] or {})[c + i * dc] == "." do
        found(r + i * dr, c + i * dc)
        i = i + 1
      end
    end
  end
end

local function amazons(size)
  local start = plain.board(size, size, ".")
  local rules = { start = { board = start, player = "max" }, text = plain.rows }
  local near, far = (size + 2) // 3, size - (size + 2) // 3 + 1
  start[near][1], start[near][size], start[1][near], start[1][far] = "O", "O", "O", "O"
  start[far][1], start[far][size], start[size][near], start[size][far] = "X", "X", "X", "X"

  function rules.value(p) return p.player == "max" and -10000 or 10000 end

  function rules.moves(p)
    local list, own = {}, plain.mark[p.player]
    plain.each(p.board, own, function(r, c)
      ways(p.board, r, c, function(r2, c2)
        local left = plain.put(p, r2, c2, r, c).board
        ways(left, r2, c2, function(r3, c3)
          local board = plain.copy(left)
          board[r3][c3] = "#"
          local name = ("%s-%s/%s"):format(plain.cell(board, r, c), plain.cell(board, r2, c2), plain.cell(board, r3, c3))
          list[#list + 1] = { name, plain.after(p, board) }
        end)
      end)
    end)
    return list
  end

  return rules
end

describe("amazons #lua", function()
  it("has 2,176 and 4,307,152 ways to begin #thorough", function()
    assert.same({ 2176, 4307152 }, { table.unpack(gts.perft("amazons", 2, { native = true })) })
  end)

  it("plays whole games as a plain board does", function()
    for seed, size in ipairs { 5, 4, 6 } do
      assert(plain.same_games(gts.game("amazons", { size = size }), amazons(size), seed, 1) > 5)
    end
    assert.equal(2, plain.same_games(gts.game "amazons", amazons(10), 1, 1, 2))
  end)

  -- By a program in C.
  it("is lost by the first player on the smallest board #thorough", function()
    local game = gts.game("amazons", { size = 4 })
    assert.equal(-10000, gts.search(game, { algorithm = "ttalphabeta", native = true }).value)
  end)
end)
