-- What values say to people. In the game the mover adds 1 or 2, up to 30.

local game = require "gts.game"
local worth = require "gts.play.worth"

-- A game whose positions of random games are all worth `size` to MAX, but for its end.
local function rules(size, range)
  return assert(game.make {
    name = "counting", start = 0, range = range,
    successors = function(p) return p < 30 and { p + 1, p + 2 } or {} end,
    evaluate = function(p) return p >= 30 and (range and range[2] or 1) or size end,
  })
end

describe("what a value says", function()
  it("names the winner and the distance of what is proved", function()
    local of = rules(0, { -1, 1 })
    assert.equal("MAX wins in 5", worth.words(of, { value = 1, solved = true, distance = 5 }))
    assert.equal("MIN wins", worth.words(of, { value = -1, solved = true }))
    assert.equal("a draw", worth.words(of, { value = 0, solved = true, distance = 3 }))
  end)

  it("measures estimates by the usual size of an evaluation", function()
    local of = rules(10)
    for words, value in pairs { ["about even"] = 4, ["slightly better for MIN"] = -14, ["better for MAX"] = 20,
      ["much better for MIN"] = -41 } do
      assert.equal(words, worth.words(of, { value = value, lower = value, upper = value }))   -- at a horizon
    end
    assert.equal("much better for MAX", worth.words(assert(game.make "ataxx"), { value = 0.9 }))         -- by the learnt one
    assert.not_equal("much better for MAX", worth.words(assert(game.make("ataxx", { evaluation = "rules" })), { value = 0.9 }))
  end)

  it("measures them by a win where there is no evaluation, from the middle of the range", function()
    local of = rules(3, { 1, 5 })
    assert.equal("about even", worth.words(of, { estimate = 3.1 }))
    assert.equal("slightly better for MIN", worth.words(of, { estimate = 2.5 }))
    assert.equal("much better for MAX", worth.words(of, { value = 4.9 }))
  end)

  it("measures them by the results of random games where there is no range either", function()
    assert.equal("better for MAX", worth.words(rules(0), { value = 0.5 }))      -- all games end with 1
    assert.equal("MIN wins", worth.words(rules(0), { estimate = -0.9, lower = -math.huge, upper = -1 }))
  end)

  it("says nothing of what has no measure: no value, rules that fail", function()
    assert.is_nil(worth.words(rules(10), {}))
    assert.is_nil(worth.words(rules(0 / 0), { value = 0.5 }))
    local of = rules(1)
    of.successors = function() error "no" end
    assert.is_nil(worth.words(of, { value = 0.5 }))
  end)

  it("compares the best move with the others", function()
    local of = rules(10, { -100, 100 })
    local function moves(...)
      local list = { player = "max" }
      for i, value in ipairs { ... } do list[i] = { value = value, solved = math.abs(value) == 100 or value == 0 } end
      return worth.of_moves(of, list)
    end
    assert.equal("MAX wins; all others draw", moves(100, 0, 0))
    assert.equal("a draw; all others lose", moves(0, -100))
    assert.equal("MAX wins", moves(100, 0, -100))
    assert.equal("a draw", moves(0, 0, -100))
    assert.equal("better for MAX; others are about as good", moves(20, 19))
    assert.equal("better for MAX; a little better than the others", moves(20, 8))
    assert.equal("better for MAX; clearly better than the others", moves(20, 1))
    assert.equal("better for MAX; there is no other move", moves(20))
    assert.is_nil(moves())
  end)
end)
