-- The option `evaluation`: a function, or data, in place of rules.evaluate, of a game and of a player. Data is read, not run.

local compiled = require "spec.support.compiled"
local core = require "gts.core"
local fingerprint = require "gts.rules.fingerprint"
local game = require "gts.game"
local gts = require "gts"
local reading = require "gts.facts.reading"
local run = require "spec.support.run"

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
local function minus(rules)
  local evaluate, next = rules.evaluate, rules.next
  return function(p)
    if next(p) == nil then return evaluate(p) end
    return -p
  end
end

local function signed(lines) return reading.with_digest("gts evaluation 1\n" .. table.concat(lines, "\n") .. "\n") end

-- The lines of an evaluation of the toy, by its two lowest bits: 10, 20, -30 or 0, divided by 256.
local function lines(more)
  local list = { "game toy", "about Of a spec.", "words 1", "end next", "value -1000 1000", "weights 4 pair: cells 1 2",
    "10 20-30 0", "player +both", "pattern 1 a&3" }
  for i, line in pairs(more or {}) do list[i] = line end
  return list
end

local function refusal(text, rules)
  local name = run.file(text)
  local ok, wrong = pcall(gts.game, rules or toy(), { evaluation = name })
  os.remove(name)
  assert.is_false(ok)
  return (wrong:gsub(name, "FILE", 2))
end

describe("the option evaluation", function()
  it("puts a function in the place of evaluate", function()
    local rules = toy()
    local one, other = gts.game(rules), gts.game(rules, { evaluation = minus })
    assert.same({ 15, -5, 0 }, { one.evaluate(5), other.evaluate(5), other.evaluate(100) })
    assert.not_equal(fingerprint.of(one), fingerprint.of(other))
    compiled.made(other)
    local native, interpreted = compiled.both(other, { depth = 2, algorithm = "alphabeta" })
    assert.same(interpreted, native)
    -- MAX then MIN: 1 -> 3 or 4 -> 7 8, 9 10.
    assert.equal(-8, native.value)
  end)

  it("reads that of a file, of its text, and of its digest", function()
    local text = signed(lines())
    local name, digest = run.file(text), text:match "digest (%x+)\n$"
    local made
    for _, given in ipairs { name, text, digest } do
      local of = gts.game(toy(), { evaluation = given })
      -- 4 ends with 00, 5 with 01, 6 with 10; and the end by the rules.
      assert.same({ 10 / 256, 20 / 256, -30 / 256, 0 }, { of.evaluate(4), of.evaluate(5), of.evaluate(6), of.evaluate(100) })
      assert.equal(digest, game.given(of).evaluation)
      assert.equal(made or fingerprint.of(of), fingerprint.of(of))
      made = fingerprint.of(of)
    end
    local of = gts.game(toy(), { evaluation = name })
    compiled.made(of)
    local native, interpreted = compiled.both(of, { depth = 3, algorithm = "alphabeta" })
    assert.same(interpreted, native)
    os.remove(name)
    assert.matches("is the digest 0000000000000000...: no such evaluation comes with gts for the game 'toy': name its file",
      select(2, pcall(gts.game, toy(), { evaluation = ("0"):rep(64) })), 1, true)
    -- A digest is that of what the file has now.
    name = run.file(signed(lines { [2] = "about Of another." }))
    digest = game.given(gts.game(toy(), { evaluation = name })).evaluation
    core.files.write(name, text)
    assert.is_false((pcall(gts.game, toy(), { evaluation = digest })))
  end)

  it("goes before other variants, and after the weights", function()
    local seen
    local of = gts.game(toy(), { misere = true, weights = { a = 10 }, evaluation = function(rules)
      seen = rules.evaluate(2)
      return function(p) return p + rules.weights.a end
    end })
    assert.same({ 20, -12 }, { seen, of.evaluate(2) })
  end)

  it("is for a player of a match, too", function()
    -- Six moves add -1, 0 or 1 to a sum. With the wrong sign a player helps the other.
    local function wrong(rules) return function(ply, sum) return 0 - rules.evaluate(ply, sum) end end
    local race = { name = "race", words = 2, start = { 0, 0 }, range = { -6, 6 } }
    function race.player(ply) return ply % 2 == 0 and "max" or "min" end
    function race.next(ply, sum, move)
      local k = (move or -2) + 1
      if ply < 6 and k < 2 then return k, ply + 1, sum + k end
    end
    function race.evaluate(_, sum) return sum end
    local r = gts.match(race, { depth = 1 }, { depth = 1, evaluation = wrong }, { games = 4, plies = 0 })
    assert.same({ 4, 0 }, { r.won, r.lost })
    local rules = { depth = 1, name = "upside down", game = gts.game(race, { evaluation = wrong }) }
    r = gts.match(race, rules, { depth = 1 }, { games = 4, plies = 0 })
    assert.same({ 0, 4, "upside down" }, { r.won, r.lost, r.a })
    assert.matches("'evaluation' of the game 'tictactoe' cannot be read: ", select(2, pcall(gts.match, "tictactoe", { depth = 1 },
      { depth = 1, evaluation = "/none.evaluation" })))
  end)

  it("is refused with what is at fault", function()
    local function of_function(f) return select(2, pcall(gts.game, toy(), { evaluation = f })) end
    local head = "option 'evaluation' of the game 'toy' "
    assert.equal(head .. "makes no evaluation for these rules: it returns 3", of_function(function() return 3 end))
    assert.equal(head .. "makes no evaluation for these rules: it is for 8 x 8",
      of_function(function() return nil, "it is for 8 x 8" end))
    assert.matches("^" .. head .. "failed: .*attempt to index a nil value %(field 'none'%)",
      of_function(function(rules) return rules.none.x end))
    assert.matches("cannot be read: /none.evaluation: No such file", of_function "/none.evaluation")
    assert.matches("is 3: expected 'learnt', 'rules', a file of an evaluation, or a function of rules", of_function(3))
    for text, wrong in pairs {
      [signed(lines { "game nim" })] = "makes no evaluation for these rules: FILE: it is for the game 'nim'",
      [signed(lines { [3] = "words 2" })] = "makes no evaluation for these rules: FILE: it needs positions of 2 integers",
      [signed(lines { [4] = "end list" })] = "makes no evaluation for these rules: FILE: it needs rules.successors",
      [signed(lines { [5] = "value score" })] = "makes no evaluation for these rules: FILE: it needs rules.score",
    } do assert.equal(head .. wrong, refusal(text)) end
    assert.matches("FILE: it is for a board of 8 columns and 8 rows", refusal(signed(lines { [3] = "words 1\nboard 8 8" }),
      toy { board = function() return { columns = 2, rows = 1, cells = ".." } end }), 1, true)
  end)

  it("is for confined rules, which get its text", function()
    local rules = [[return { name = "toy", start = 1, evaluate = function(p) return 0 end,
      next = function(p, move) local k = (move or 0) + 1 if k <= 2 and p < 100 then return k, 2 * p + k end end }]]
    local name = run.file(signed(lines()))
    local r = gts.confine({ text = rules, options = { evaluation = name } }):search { depth = 1 }
    -- 1 -> 3 or 4, which ends with 00: 10.
    assert.same({ 10 / 256, 2 }, { r.value, r.move })
    core.files.write(name, "return {}")
    assert.matches("option 'evaluation' of the game 'text' cannot be read: " .. name,
      select(2, pcall(gts.confine, { text = rules, options = { evaluation = name } })))
    os.remove(name)
    -- What names no evaluation is left to the rules.
    local own = "return function(options) return { name = options.evaluation, start = 1, successors = function() return {} end, "
      .. "evaluate = function() return #options.evaluation end } end"
    assert.equal(8, gts.confine({ text = own, options = { evaluation = "material" } }):search().value)
    local confined = gts.confine { text = rules, options = { evaluation = "none" } }
    assert.matches("'evaluation' of the game 'text' is 'none': confined rules open no files",
      select(2, pcall(confined.search, confined, { depth = 1 })))
  end)

  it("is in databases and saved games by its digest", function()
    local folder = os.tmpname()
    os.remove(folder)
    local text = signed(lines())
    local name, digest = run.file(text), text:match "digest (%x+)\n$"
    local of = gts.game(toy(), { evaluation = name })
    gts.solve(of, { folder = folder })
    local about = core.files.read(folder .. "/about", 1 << 20)
    assert.matches(('options {evaluation="%s"}'):format(digest), about, 1, true)
    assert.matches("fingerprint " .. fingerprint.of(of), about, 1, true)
    gts.database(folder, of):close()
    assert.is_false((pcall(gts.database, folder, gts.game(toy(), { evaluation = signed(lines { [7] = "10 20-30 1" }) }))))
    os.execute("rm -r " .. folder)
    os.remove(name)
    local out = run.gts { "play", "draughts", "evaluation=learnt", "--level", "1", input = ("save %s\nquit\n"):format(folder) }
    assert.truthy(out)
    local saved = core.files.read(folder, 1 << 20)
    assert.matches('option evaluation "%x+"\n', saved)
    assert.equal(game.given(gts.game("draughts", { evaluation = "learnt" })).evaluation,
      saved:match 'option evaluation "(%x+)"')
    out = run.gts { "play", "draughts", "--load", folder, input = "quit\n" }
    assert.not_matches("evaluation", out)
    os.remove(folder)
  end)
end)
