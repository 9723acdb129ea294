-- How large gts.solve says that a game is, by its first plies.

local gts = require "gts"
local size = require "gts.solve.size"

describe("the size of a game #plain", function()
  it("is estimated within a power of ten or so, by few plies or by many", function()
    -- Numbers of positions by J. Tromp.
    for _, row in ipairs { { 4, 4, 161029 }, { 4, 5, 1706255 } } do
      local game, seen, total = gts.game("connect4", { columns = row[1], rows = row[2] }), { [0] = 1 }, 1
      for ply, count in ipairs(gts.perft(game, 7, { distinct = true })) do
        total = total + count
        seen[ply] = total
        if ply >= 3 then assert(math.abs(size.estimate(game, nil, seen) - math.log(row[3], 10)) < 1.3) end
      end
    end
  end)

  it("is unknown where too few plies are counted", function()
    assert.is_nil(size.estimate(gts.game "connect4", nil, { [0] = 1, 8 }))
  end)
end)
