-- Values are doubles: an integer that no double holds is an error by name, and never rounded.

local gts = require "gts"

local most = 1 << 53

-- Two moves, worth `a` and `b`.
local function choice(a, b)
  return { name = "choice", start = 0, evaluate = function(p) return p == 1 and a or b end,
    next = function(p, move) if p == 0 and move ~= 2 then return (move or 0) + 1, (move or 0) + 1 end end }
end

local function refused(rules)
  for _, algorithm in ipairs(gts.algorithms) do
    local ok, wrong = pcall(gts.search, rules, { algorithm = algorithm.id, native = false })
    assert.is_false(ok, algorithm.id)
    assert.matches("rules%.evaluate returned %-?%d+ for position [012]: expected an integer that a double holds exactly", wrong)
  end
end

describe("an integer that no double holds", function()
  it("is refused from rules.evaluate, by every algorithm", function()
    refused(choice(most + 1, 0))
    refused(choice(0, -most - 1))
    refused(choice(0, math.maxinteger))
  end)

  it("is refused where rules are compiled, too", function()
    local rules = choice(0, 0)
    rules.evaluate = function(p) return 9007199254740992 + p end
    local ok, wrong = pcall(gts.search, rules, { native = true })
    assert.is_false(ok)
    assert.matches("rules%.evaluate returned 9007199254740993 for position 1: expected an integer that a double", wrong)
  end)

  it("is refused from rules.bounds", function()
    local rules = choice(0, 0)
    for _, pair in ipairs { { 0, most + 1 }, { -most - 1, 0 } } do
      rules.bounds = function() return pair[1], pair[2] end
      for _, native in ipairs { false, true } do
        local ok, wrong = pcall(gts.search, rules, { native = native })
        assert.is_false(ok)
        assert.matches("rules%.bounds returned .* expected an integer that a double holds exactly", wrong)
      end
    end
  end)

  it("is refused in trees", function()
    for _, tree in ipairs { { 1, most + 1 }, { { 2, lower = -most - 1 }, 3 }, { { 2, value = most + 1 }, 3 } } do
      local ok, wrong = pcall(gts.tree, tree)
      assert.is_false(ok)
      assert.matches("no double holds exactly", wrong)
    end
  end)
end)

describe("an integer that a double holds", function()
  it("is a value, however large", function()
    for _, value in ipairs { most, most + 2, -most, 1 << 62, math.mininteger } do
      for _, native in ipairs { false, true } do
        local r = gts.search(choice(value, value), { native = native })
        assert.equal(value, r.value)
        assert.is_true(r.exact)
      end
      assert.equal(value, gts.search(gts.tree { value, value }).value)
    end
  end)
end)
