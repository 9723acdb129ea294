-- Breakthrough: what is known of it, and against the rules as a child would write them.

local gts = require "gts"
local plain = require "spec.support.plain"

local function breakthrough(rows, columns) return plain.through(rows, columns, { { 1, -1, true }, { 1, 0 }, { 1, 1, true } }) end

describe("breakthrough #lua", function()
  it("has 22, 484, 11,132 and 256,036 ways to begin", function()
    assert.same({ 22, 484, 11132, 256036 }, { table.unpack(gts.perft("breakthrough", 4)) })
  end)

  it("plays whole games as a plain board does", function()
    for seed, size in ipairs { { 4, 2 }, { 4, 4 }, { 6, 5 }, { 8, 8 }, { 7, 8 } } do
      local game = gts.game("breakthrough", { rows = size[1], columns = size[2] })
      assert(plain.same_games(game, breakthrough(size[1], size[2]), seed, 2) > 4)
    end
  end)

  it("bounds what brute force says", function()
    local rules, game, known = breakthrough(5, 2), gts.game("breakthrough", { rows = 5, columns = 2 }), {}
    local decided = 0
    for _, at in ipairs(plain.walk(game, 5, 100)) do
      local value = plain.value(rules, plain.parse(gts.write(game, at.position)), known)
      local lower, upper = game.bounds(table.unpack(at.position))
      assert(lower <= value and value <= upper)
      if lower == upper then decided = decided + 1 end
    end
    assert(decided > 10)
  end)
end)
