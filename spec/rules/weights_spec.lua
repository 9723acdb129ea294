-- Weights of rules: what may be one, and games that read others. Expected values are worked out by hand.

local compiled = require "spec.support.compiled"
local fingerprint = require "gts.rules.fingerprint"
local gts = require "gts"
local run = require "spec.support.run"
local saved = require "gts.play.saved"
local session = require "gts.play.session"
local weights = require "gts.rules.weights"

-- Doubling and adding 1 or 2 from 1; the value of p is a * p + b, and 0 at the end.
local function toy(more)
  local own = { a = 3, b = 5 }
  local rules = { name = "toy", start = 1, weights = own }
  local function scaled(p) return own.a * p end
  function rules.next(p, move)
    local k = (move or 0) + 1
    if k <= 2 and p < 100 then return k, 2 * p + k end
  end
  function rules.evaluate(p) return p >= 100 and 0 or scaled(p) + rules.weights.b end
  for name, value in pairs(more or {}) do rules[name] = value end
  return rules
end

local function refusal(...) return select(2, pcall(...)) end

describe("rules.weights", function()
  it("are refused by name where they are no finite numbers", function()
    for value, shown in pairs { [1 / 0] = "inf", [-1 / 0] = "-inf", x = "'x'" } do
      assert.equal(("the game 'toy': rules.weights has %s as the number 'b': expected a table of names and finite numbers")
        :format(shown), refusal(gts.game, toy { weights = { a = 1, b = value } }))
    end
    assert.matches("nan as the number 'b'", refusal(gts.game, toy { weights = { a = 1, b = 0 / 0 } }))
    assert.matches("has 1 as the name of a number", refusal(gts.game, toy { weights = { 7 } }))
    assert.matches("has 'a b' as the name", refusal(gts.game, toy { weights = { ["a b"] = 7 } }))
    assert.matches("rules.weights is empty", refusal(gts.game, toy { weights = {} }))
    assert.matches("rules.weights is 3", refusal(gts.game, toy { weights = 3 }))
    assert.matches("as the number 'a'", gts.check(toy { weights = { a = 1 / 0, b = 1 } })[1].message)
  end)

  it("may be others in a game, and stay what they were in the first", function()
    local rules = toy()
    local game = gts.game(rules)
    local other = gts.game(rules, { weights = { a = 10, b = -1 } })
    local third = gts.game(other, { weights = { a = 100, b = 7 }, misere = true })
    assert.same({ 11, 19, -207 }, { game.evaluate(2), other.evaluate(2), third.evaluate(2) })
    rules.weights.a = 4
    assert.same({ 13, 19 }, { game.evaluate(2), other.evaluate(2) })
    assert.equal(-1, other.weights.b)
    assert.not_equal(fingerprint.of(game), fingerprint.of(other))
  end)

  it("are constants of compiled rules, in each game others", function()
    local rules = toy()
    local games = { gts.game(rules), gts.game(rules, { weights = { a = 10, b = -1 } }), gts.game(rules, { weights =
      { a = 0.5, b = 1 } }) }
    for i, game in ipairs(games) do
      compiled.made(game)
      local native, interpreted = compiled.both(game, { depth = 2, algorithm = "alphabeta" })
      assert.same(interpreted, native)
      -- MAX then MIN: 1 -> 3 or 4 -> 7 8, 9 10: MIN takes 9 behind 4.
      assert.equal(({ 3 * 9 + 5, 10 * 9 - 1, 0.5 * 9 + 1 })[i], native.value)
    end
  end)

  it("share upvalues that do not lead to them", function()
    local count, own = 0, { a = 1 }
    local rules = toy { weights = own, evaluate = function(p)
      count = count + 1
      return own.a * p
    end }
    gts.game(rules, { weights = { a = 2 } }).evaluate(1)
    assert.equal(1, count)
  end)

  it("are found through functions that call each other, and tables with metatables", function()
    local own, even = { a = 3 }, nil
    local function odd(n) return n == 0 and 0 or own.a + even(n - 1) end
    function even(n) return n == 0 and 0 or odd(n - 1) end
    local inherited = setmetatable({}, { __index = { count = function(n) return even(n) end } })
    local rules = toy { weights = own, evaluate = function(p) return inherited.count(p) end }
    assert.same({ 6, 20 }, { gts.game(rules).evaluate(4), gts.game(rules, { weights = { a = 10 } }).evaluate(4) })
  end)

  it("are found in modules that the rules require", function()
    local own = { a = 3 }
    local module = { value = function(p) return own.a * p end }
    package.loaded["spec.weights.helper"] = module
    local rules = toy { weights = own, evaluate = function(p) return module.value(p) end }
    local other = gts.game(rules, { weights = { a = 10 } })
    assert.same({ 6, 20, 6 }, { gts.game(rules).evaluate(2), other.evaluate(2), module.value(2) })
    package.loaded["spec.weights.helper"] = nil
  end)

  it("leave an option of the game itself that has their name", function()
    local make = gts.with_options({ weights = { 5, 1, 9, "a number" } }, function(options)
      return { name = "own", start = 1, next = function() end, evaluate = function() return options.weights end }
    end)
    assert.equal(-7, gts.game(make, { weights = 7, misere = true }).evaluate(1))
  end)

  it("come from a file, which is read and not run", function()
    local good = run.file "-- made by hand\nreturn {\n  a = -1.5e1, -- a remark\n  b = 0x10;\n}\n"
    assert.equal(-15.0 * 2 + 16, gts.game(toy(), { weights = good }).evaluate(2))
    for text, wrong in pairs { ["return { a = 1, b = os.exit() }"] = "; at letter 14: 'os.exit' is no number",
      ["a = 1"] = "expected 'return", ["return { a = 1, a = 2 }"] = "'a' stands there twice",
      ["return { a = 1e999, b = 1 }"] = "has inf as the number 'a'" } do
      local name = run.file(text)
      local message = refusal(gts.game, toy(), { weights = name })
      assert.matches("option 'weights' of the game 'toy' cannot be read: " .. name, message, 1, true)
      assert.matches(wrong, message)
    end
    os.remove(good)
    assert.matches("cannot open .*: No such file", refusal(gts.game, toy(), { weights = good }))
  end)

  it("must have all names of the rules, and no other", function()
    assert.equal("option 'weights' of the game 'toy' lacks the weight 'b'", refusal(gts.game, toy(), { weights = { a = 1 } }))
    assert.equal("option 'weights' of the game 'toy' has a weight 'bb' that the rules do not have: did you mean 'b'?",
      refusal(gts.game, toy(), { weights = { a = 1, b = 2, bb = 3 } }))
    assert.matches("these have none", refusal(gts.game, "nim", { weights = { a = 1 } }))
    assert.matches("do not read rules.weights", refusal(gts.game, toy { weights = { a = 1 }, evaluate = function() return 0 end },
      { weights = { a = 2 } }))
  end)

  it("of a player are those of its searches", function()
    local game = gts.game(toy())
    local r = gts.match(game, { depth = 1, weights = { a = -3, b = 5 } }, { depth = 1 }, { games = 2, plies = 0 })
    -- From 1 MAX takes 2 for 4, or with the sign changed 1 for 3.
    assert.same({ "1", "2" }, { r[1].moves[1], r[2].moves[1] })
    assert.matches("player A: option 'weights' of the game 'toy' lacks", refusal(gts.match, game, { weights = { a = 1 } }, {}))
  end)

  it("are kept in a saved game, whatever becomes of their file", function()
    local name = run.file "return { mobility = 1, frontier = 2, corner = 3, stable = 4, next = 5.0, cross = 6 }"
    local s = assert(session.new("othello", { options = { weights = name } }))
    os.remove(name)
    local game = assert(saved.read(assert(saved.text(s)), "othello")).game
    assert.same({ mobility = 1, frontier = 2, corner = 3, stable = 4, next = 5.0, cross = 6 }, game.weights)
    assert.equal("float", math.type(game.weights.next))
  end)

  it("are written as Lua reads them", function()
    assert.equal("{ a = -2, b = 2.0, c = 1e+300, d = 0.1 }", weights.text { d = 0.1, c = 1e300, b = 2.0, a = -2 })
  end)
end)
