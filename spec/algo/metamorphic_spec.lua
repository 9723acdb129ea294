-- A game that is changed in a way whose effect is known: what is found has changed in just this way. And a table changes nothing.

local metamorphic = require "spec.support.metamorphic"
local trees = require "spec.support.trees"

describe("what a search finds of a shipped game", function()
  it("changes with the names of moves, sides, constants, order, mirrors and tables as it must", function()
    local tried = {}
    local function is_missing()
      for _, law in ipairs(metamorphic.laws) do
        if not tried[law] then return true end
      end
      return false
    end
    local seed, share = 0, trees.share(150)
    while seed < share or seed < 150 and is_missing() do
      seed = seed + 1
      local law, wrong, case = metamorphic.try(seed)
      assert(not wrong, wrong and case .. ": " .. wrong)
      if law then tried[law] = true end
    end
    assert.is_false(is_missing())
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
