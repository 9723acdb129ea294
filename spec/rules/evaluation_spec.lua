-- The option `evaluation`: a function or a file in place of rules.evaluate, of a game and of a player.

local compiled = require "spec.support.compiled"
local fingerprint = require "gts.rules.fingerprint"
local gts = require "gts"

-- Doubling and adding 1 or 2 from 1; 0 at the end.
local function toy(more)
  local rules = { name = "toy", start = 1, range = { -1000, 1000 }, weights = { a = 3 } }
  function rules.next(p, move)
    local k = (move or 0) + 1
    if k <= 2 and p < 100 then return k, 2 * p + k end
  end
  function rules.evaluate(p) return p >= 100 and 0 or rules.weights.a * p end
  for name, value in pairs(more or {}) do rules[name] = value end
  return rules
end

-- Minus the position; the end as the rules have it.
local FILE = [[
return function(rules)
  local evaluate, next = rules.evaluate, rules.next
  return function(p)
    if next(p) == nil then return evaluate(p) end
    return -p
  end
end]]

local function file_of(text)
  local name = os.tmpname()
  local file <close> = assert(io.open(name, "w"))
  file:write(text)
  return name
end

local function refusal(text)
  local name = file_of(text)
  local ok, wrong = pcall(gts.game, toy(), { evaluation = name })
  os.remove(name)
  assert.is_false(ok)
  return (wrong:gsub(name, "FILE", 2))
end

describe("the option evaluation", function()
  it("puts the function of a file in the place of evaluate", function()
    local name = file_of(FILE)
    local rules = toy()
    local game, other = gts.game(rules), gts.game(rules, { evaluation = name })
    assert.same({ 15, -5, 0 }, { game.evaluate(5), other.evaluate(5), other.evaluate(100) })
    assert.not_equal(fingerprint.of(game), fingerprint.of(other))
    assert.equal(fingerprint.of(other), fingerprint.of(gts.game(toy(), { evaluation = name })))
    compiled.made(other)
    local native, interpreted = compiled.both(other, { depth = 2, algorithm = "alphabeta" })
    assert.same(interpreted, native)
    -- MAX then MIN: 1 -> 3 or 4 -> 7 8, 9 10.
    assert.equal(-8, native.value)
    os.remove(name)
  end)

  it("goes before other variants, and after the weights", function()
    local seen
    local game = gts.game(toy(), { misere = true, weights = { a = 10 }, evaluation = function(rules)
      seen = rules.evaluate(2)
      return function(p) return p + rules.weights.a end
    end })
    assert.same({ 20, -12 }, { seen, game.evaluate(2) })
  end)

  it("is for a player of a match, too", function()
    -- Six moves add -1, 0 or 1 to a sum. With the wrong sign a player helps the other.
    local name = file_of "return function(rules) return function(ply, sum) return 0 - rules.evaluate(ply, sum) end end"
    local race = { name = "race", words = 2, start = { 0, 0 }, range = { -6, 6 } }
    function race.player(ply) return ply % 2 == 0 and "max" or "min" end
    function race.next(ply, sum, move)
      local k = (move or -2) + 1
      if ply < 6 and k < 2 then return k, ply + 1, sum + k end
    end
    function race.evaluate(_, sum) return sum end
    local r = gts.match(race, { depth = 1 }, { depth = 1, evaluation = name }, { games = 4, plies = 0 })
    assert.same({ 4, 0 }, { r.won, r.lost })
    assert.matches("'evaluation' of the game 'tictactoe' cannot be read: ", select(2, pcall(gts.match, "tictactoe", { depth = 1 },
      { depth = 1, evaluation = "/none.lua" })))
    os.remove(name)
  end)

  it("is refused with the file at fault", function()
    local head = "option 'evaluation' of the game 'toy' "
    assert.equal(head .. "cannot be read: FILE:2: <name> expected near '='", refusal "return function(rules)\nlocal = 3\nend")
    assert.equal(head .. "cannot be read: FILE returns a table {}: expected a function of rules", refusal "return {}")
    assert.equal(head .. "cannot be read: FILE returns nil: expected a function of rules", refusal "")
    assert.equal(head .. "makes no evaluation for these rules: it returns 3", refusal "return function() return 3 end")
    assert.equal(head .. "makes no evaluation for these rules: it is for 8 x 8",
      refusal "return function() return nil, 'it is for 8 x 8' end")
    assert.equal(head .. "failed: FILE:1: attempt to index a nil value (field 'none')",
      refusal "return function(rules) return rules.none.x end")
    assert.matches("cannot be read: cannot open /none.lua: No such file", select(2, pcall(gts.game, toy(),
      { evaluation = "/none.lua" })))
    assert.matches("is 3: expected 'learnt', a file that returns a function of rules, or such a function",
      select(2, pcall(gts.game, toy(), { evaluation = 3 })))
  end)
end)
