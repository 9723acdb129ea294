-- Playouts by chance: each move as likely, in every form of rules, compiled or not, with the rules' own random moves or without;
-- and one game for one seed.

local gts = require "gts"
local run = require "spec.support.run"
local tables = require "gts.base.tables"

-- A game of up to 4 moves with 1 to 3 successors each, of values -1, 0 and 1; in several forms.
local function drawn(p)
  local x = (p + 1) * 0x5851f42d4c957f2d
  return (x ~ x >> 29) * 0x2545f4914f6cdd1d >> 33 & 0xffff
end
local function count(p) return p >= 256 and 0 or drawn(p) % 3 + 1 end
local function evaluate(p) return drawn(p) % 3 - 1 end

local function by_next(p, move)
  local i = move and move + 1 or 1
  if i <= count(p) then return i, 4 * p + i end
end

local forms = {
  next = function() return { next = by_next } end,
  pair = function()
    return { words = 2, start = { 1, 7 }, evaluate = function(p) return evaluate(p) end, next = function(p, q, move)
      local i, child = by_next(p, move)
      return i, child, q
    end }
  end,
  set = function()
    return { legal = function(p) return 0, (1 << count(p)) - 1 << 5 end, play = function(p, move) return 4 * p + move - 68 end }
  end,
  lists = function()
    return { successors = function(p)
      local list = {}
      for i = 1, count(p) do list[i] = 4 * p + i end
      return list
    end }
  end,
  tables = function()
    return { start = { at = 1 }, evaluate = function(p) return evaluate(p.at) end, successors = function(p)
      local list = {}
      for i = 1, count(p.at) do list[i] = { at = 4 * p.at + i } end
      return list
    end }
  end,
  halves = function()                           -- positions that are no integers, among compiled ones
    return { evaluate = function(p) return evaluate(p // 1 | 0) end, next = function(p, move)
      local i, child = by_next(p // 1 | 0, move)
      return i, i == 3 and child + 0.5 or child
    end }
  end,
  random = function()
    return { next = by_next, random = function(p, r)
      local i = (r >> 32) * 4 >> 32             -- of four, one or more of which do not exist
      if i >= 1 and i <= count(p) then return i, 4 * p + i end
    end }
  end,
}

local function rules_of(form)
  return tables.copy({ name = form, start = 1, range = { -1, 1 }, evaluate = evaluate }, forms[form]())
end

-- The distribution of the values, and the mean number of moves, by the definition.
local function exactly(p)
  local n = count(p)
  if n == 0 then return { [-1] = 0, [0] = 0, [1] = 0, [evaluate(p)] = 1 }, 0 end
  local all, length = { [-1] = 0, [0] = 0, [1] = 0 }, 1
  for i = 1, n do
    local part, more = exactly(4 * p + i)
    for value, chance in pairs(part) do all[value] = all[value] + chance / n end
    length = length + more / n
  end
  return all, length
end

-- Is a part of some games what it should be, within five standard deviations?
local function near(games, part, chance)
  assert(math.abs(part - chance) < 5 * math.sqrt(chance * (1 - chance) / games) + 1e-12, ("%g, not %g"):format(part, chance))
end

local function told(r) return { r.games, r.plies, r.max, r.min, r.mean } end

describe("playouts", function()
  it("take each move as likely, whatever form the rules have", function()
    local chances, length = exactly(1)
    for form in pairs(forms) do
      for _, native in ipairs { false, true } do
        local r = gts.playouts(rules_of(form), { games = 5000, native = native })
        assert.same({ 5000, native }, { r.games, r.native })
        near(5000, r.max, chances[1])
        near(5000, r.min, chances[-1])
        near(5000, r.draws, chances[0])
        assert(math.abs(r.length - length) < 0.1 and math.abs(r.mean - (r.max - r.min)) < 1e-9)
      end
    end
  end)

  it("win tic-tac-toe as often as by the definition", function()
    local lines = { 7, 56, 448, 73, 146, 292, 273, 84 }
    local function won(stones)
      for _, line in ipairs(lines) do if stones & line == line then return true end end
    end
    local known = {}
    local function chances(mine, theirs, left)
      if won(theirs) then return 0, 1 end
      if left == 0 then return 0, 0 end
      local found = known[mine << 9 | theirs]
      if found then return found[1], found[2] end
      local win, loss = 0, 0
      for cell = 0, 8 do
        if (mine | theirs) >> cell & 1 == 0 then
          local l, w = chances(theirs, mine | 1 << cell, left - 1)
          win, loss = win + w / left, loss + l / left
        end
      end
      known[mine << 9 | theirs] = { win, loss }
      return win, loss
    end
    local first, second = chances(0, 0, 9)
    local r = gts.playouts("tictactoe", { games = 20000, native = true })
    near(20000, r.max, first)
    near(20000, r.min, second)
  end)

  it("are one game for one seed, compiled or not", function()
    for name, options in pairs { connect4 = {}, breakthrough = { columns = 4, rows = 5 }, draughts = {}, othello = { size = 4 },
      hex = { size = 4 }, amazons = { size = 4 }, morris = {}, kalah = {} } do
      local game = gts.game(name, next(options) and options or nil)
      local one = gts.playouts(game, { games = 20, seed = 3, native = true })
      assert.same(told(one), told(gts.playouts(game, { games = 20, seed = 3, native = false })), name)
      assert.not_same(told(one), told(gts.playouts(game, { games = 20, seed = 4, native = true })), name)
    end
    for form in pairs(forms) do
      local rules = rules_of(form)
      local one = gts.playouts(rules, { games = 200, native = true })
      assert.same(told(one), told(gts.playouts(rules, { games = 200, native = false })))
    end
  end)

  it("stop at the same visit, compiled or not", function()
    for _, nodes in ipairs { 1, 100, 1777 } do
      local function counts(native)
        local r = gts.search("breakthrough", { algorithm = "mcts", nodes = nodes, native = native })
        return { r.stopped, r.stats.visits, r.stats.developed, r.estimate, r.move }
      end
      assert.same(counts(false), counts(true))
      assert.same({ "nodes", nodes }, { counts(true)[1], counts(true)[2] })
    end
  end)

  it("are no longer than they may be", function()
    for _, native in ipairs { false, true } do
      local r = gts.playouts("othello", { games = 10, longest = 5, native = native })
      assert(r.length >= 5 and r.length < 8)    -- forced moves do not count
    end
  end)

  it("are divided among processes", function()
    local r = gts.playouts("nim", { games = 21, workers = 2 })
    assert.same({ 21, 1 }, { r.games, r.max + r.min })
  end)

  it("say what is wrong", function()
    assert.error_matches(function() gts.playouts({ name = "over", start = 1, evaluate = function() return 0 end,
      next = function() end }) end, "the game is over")
  end)

  it("have a command", function()
    local out = run.gts { "bench", "--playouts", "nim", "--time", "0.02" }
    assert.matches("playouts by chance, 0.02 s each, seed 1", out)
    out = run.gts { "bench", "--playouts", "nim", "--time", "0.02", "--json" }
    assert.matches('"game":"nim","games/s":%d', out)
  end)
end)

describe("rules.random", function()
  local function with(random) return tables.copy(rules_of "next", { random = random }) end

  local function findings(random)
    local list = {}
    for i, one in ipairs(gts.check(with(random), { time = 0.05, seed = 1 })) do list[i] = one.kind .. ": " .. one.message end
    return table.concat(list, "\n")
  end

  it("is asked before moves are counted", function()
    local asked = 0
    local rules = with(function(p)
      asked = asked + 1
      if p < 256 then return 1, 4 * p + 1 end
    end)
    rules.next = function(p, move) assert(p >= 256 and not move) end
    gts.playouts(rules, { games = 3, native = false })
    assert.equal(3 * 5, asked)          -- three games of four moves; then there is none
  end)

  it("must give integers, or nil", function()
    for _, random in ipairs { function() return "a", 3 end, function() return 1, 1.5 end, function() return 1 end } do
      assert.error_matches(function() gts.playouts(with(random), { games = 1, native = false }) end,
        "rules.random returned .*: expected an integer for the move")
      assert(findings(random):find("types: rules.random returned", 1, true))
    end
  end)

  it("is held to the uniform law by gts.check", function()
    assert.equal("", findings(rules_of("random").random))
    assert.matches("chance: of %d+ moves by rules.random", findings(function(p, r)
      local n = count(p)
      if n > 0 then
        local i = r & 3 == 0 and n or 1
        return i, 4 * p + i
      end
    end))
    assert.matches("chance: rules.random returned move 9 .* that is no legal move", findings(function() return 9, 3 end))
    assert.matches("chance: rules.random returned another position", findings(function() return 1, 3 end))
  end)

  it("is none of a variant that has more moves", function()
    assert.is_function(gts.game("hex").random)
    assert.is_nil(gts.variant("hex", { passes = 1 }).random)
  end)
end)
