-- An exact expectation on random trees, against all trees of some small shapes.

local expected = require "gts.experiments.expected"

local function near(wanted, got, error)
  assert.is_true(math.abs(wanted - got) <= error * wanted, ("%.12g, not %.12g"):format(got, wanted))
end

describe("the share of winners that minimax names #lua", function()
  it("is the sum over all that can be true of the nodes, and all that can be seen", function()
    local win, error = 0.7, 0.1
    for _, case in ipairs { { depth = 2, win = win }, { depth = 3, win = 1 - (1 - win) ^ 2 } } do
      -- Four nodes at ply 2, each won or not, and seen wrongly or not: 8 bits; MIN moves above them, MAX at the root.
      local sum = 0
      for bits = 0, 255 do
        local probability, is, seems = 1, {}, {}
        for k = 1, 4 do
          is[k] = bits >> (2 * k - 2) & 1 == 1
          local wrong = bits >> (2 * k - 1) & 1 == 1
          seems[k] = is[k] ~= wrong
          probability = probability * (is[k] and case.win or 1 - case.win) * (wrong and error or 1 - error)
        end
        local function root(won) return won[1] and won[2] or won[3] and won[4] end
        if root(is) == root(seems) then sum = sum + probability end
      end
      near(sum, expected.right(case.depth, 2, win, error), 1e-12)
    end
    near(0.9, expected.right(3, 0, win, error), 1e-12)
  end)
end)
