-- A game that is changed in a way whose effect is known: what is found has changed in just this way. And a table changes nothing.

local metamorphic = require "spec.support.metamorphic"
local trees = require "spec.support.trees"

describe("what a search finds of a shipped game", function()
  it("changes with the names of moves, sides, constants, order and tables as it must", function()
    local tried, left, seed = {}, #metamorphic.laws, 0
    while seed < trees.share(150) or seed < 150 and left > 0 do
      seed = seed + 1
      local law, wrong, case = metamorphic.try(seed)
      assert(not wrong, wrong and case .. ": " .. wrong)
      if law and not tried[law] then tried[law], left = true, left - 1 end
    end
    assert.equal(0, left)               -- no law is left that was not tried
  end)

  it("does not depend on a table, to any depth, with options at random", function()
    local compared = 0
    for seed = 1, trees.share(40) do
      local tried, wrong = metamorphic.tabled(seed, false)
      assert(not wrong, wrong)
      if tried then compared = compared + 1 end
    end
    assert(compared > 0)
  end)
end)
