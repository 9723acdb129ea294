-- Rules that are compiled and give up half way, now and then: what a walk or a position holds in Lua must be where it was left,
-- at every ply, for every algorithm, whatever was visited meanwhile.

local gts = require "gts"
local compiled_rules = require "spec.support.compiled"
local native = require "gts.compile.native"
local tables = require "gts.base.tables"
local trees = require "spec.support.trees"

if require "spec.support.no_compiler" () then
  describe("rules that give up", function() pending "needs a C compiler" end)
  return
end

native.optimization = "-O0"      -- many units

local SEEDS, SIZE = 8, 800
local LAST = 155                -- greater ones have no successors

-- Texts of all positions and moves; Lua computes with them as with numbers, and compiled rules do not know them.
local texts = {}
for i = 1, SEEDS * SIZE do texts[i] = tostring(i) end

-- Position s * SIZE + n of tree s. By chance a move or a position is a text; `broken` is a position whose rules fail.
local function game(more)
  local rules = {
    name = "given up", start = 1, range = { -100, 100 },
    next = function(p, move)
      p = p + 0
      local n, m = p % SIZE, (move or 0) + 1
      if n > LAST or m > 2 + (p * 7 >> 3) % 4 then return nil end
      local child = p - n + 5 * n + m
      local chance = child * 0x9E3779B97F4A7C15 >> 58
      return chance & 3 == 1 and texts[m] or m, chance & 12 == 4 and texts[child] or child
    end,
    evaluate = function(p) return (p * 0x2545F4914F6CDD1D >> 40) % 41 - 20 end,
    key = function(p) return p + 0 end,
  }
  return gts.game(tables.copy(rules, more))
end

local kinds = {
  { algorithm = "minimax" }, { algorithm = "althofer" }, { algorithm = "alphabeta" },
  { algorithm = "alphabeta", deepen = true, depth = 4 },
  { algorithm = "negascout" }, { algorithm = "negascout", table = 4096 }, { algorithm = "ttalphabeta", depth = 3 },
  { algorithm = "ttalphabeta", deepen = true, depth = 4 }, { algorithm = "mtd" }, { algorithm = "mtd", deepen = true, depth = 3 },
  { algorithm = "negascout", table = 1 << 16, deepen = true, depth = 4, order = { "table", "history" } },
  { algorithm = "negascout", order = { "killer", "lookahead" } }, { algorithm = "ttalphabeta", order = { "table", "lookahead" } },
  { algorithm = "sss2" },
}

local more = {
  {},
  { player = function(p) return (p * 11 >> 2) % 3 == 0 and "max" or "min" end },
  { terminal = function(p) return (p + 0) % SIZE > LAST or (p * 13 >> 2) % 9 == 0 end,
    bounds = function(p) return -20 - p % 7, p % 5 ~= 0 and 20 or nil end },
}

-- Every case of functions is another unit; `share` of the trees.
local function each(share, body)
  local count = 0
  for _, functions in ipairs(more) do
    for seed = 0, share - 1 do
      for _, options in ipairs(kinds) do
        if not (functions.player and (options.algorithm == "sss2")) then
          count = count + 1
          body(functions, seed, options)
        end
      end
    end
  end
  return count
end

local function at(options, seed) return tables.copy(options, { position = seed * SIZE + 1 }) end

describe("compiled rules that give up half way", function()
  it("find what the rules in Lua find: value, move, line and counts, by every algorithm #thorough", function()
    local games, values = {}, {}
    local given_up = 0
    local count = each(trees.share(SEEDS), function(functions, seed, options)
      games[functions] = games[functions] or game(functions)
      local compiled, interpreted = compiled_rules.both(games[functions], at(options, seed))
      assert.is_nil(interpreted.error)
      assert.same(interpreted, compiled, ("seed %d, %s"):format(seed, options.algorithm))
      values[interpreted.value] = true
      if compiled.pv:find "%d" then given_up = given_up + 1 end
    end)
    assert.equal(trees.share(SEEDS) * (#more * #kinds - 1), count)      -- sss2 wants players that alternate
    assert(next(values, next(values)) and given_up > count / 2)
  end)

  it("leave a first position where it is that is no integer", function()
    local start = gts.game {
      name = "first", start = 1, key = function(p) return p + 0 end,
      next = function(p, move)
        local n, m = p + 0, (move or 0) + 1
        if n > 40 or m > 3 then return nil end
        return m, 3 * n + m
      end,
      evaluate = function(p) return (p + 0) * 7 % 11 end,
    }
    for _, algorithm in ipairs { "minimax", "alphabeta", "ttalphabeta", "negascout", "gsearch" } do
      local options = { algorithm = algorithm, position = "1", select = algorithm == "gsearch" and "max" or nil }
      local compiled, interpreted = compiled_rules.both(start, options)
      assert.is_nil(interpreted.error)
      assert.same(interpreted, compiled)
    end
  end)

  it("raise the errors that the rules in Lua raise #thorough", function()
    local broken = {
      { evaluate = function(p) return p % 50 == 7 and texts[1] or p % 9 end },
      { evaluate = function(p) return p % 50 == 7 and 0 / 0 or p % 9 end },
      { player = function(p) return p % 31 == 5 and "nobody" or p % 2 == 0 and "max" or "min" end },
      { bounds = function(p) return p % 40 == 3 and 30 or -20, 20 end },
      { next = function(p) if (p + 0) % SIZE < LAST then return 1, p + 1 end end },
    }
    local errors = 0
    for _, functions in ipairs(broken) do
      local one = game(functions)
      for seed = 0, trees.share(6) - 1 do
        for _, algorithm in ipairs { "minimax", "alphabeta", "ttalphabeta" } do
          local compiled, interpreted = compiled_rules.both(one, { algorithm = algorithm, position = seed * SIZE + 1 })
          if interpreted.error then errors = errors + 1 end
          assert.same(interpreted, compiled)
        end
      end
    end
    assert(errors > 0)
  end)

  it("go on where a win was claimed at the horizon that is none", function()
    local claims = gts.game {
      name = "claims", start = 1, range = { -1, 1 },
      next = function(p, move)
        local m = (move or 0) + 1
        if m <= 2 and p < 1 << 12 then return m, 2 * p + m - 1 end
      end,
      evaluate = function(p) return p < 1 << 12 and 1 or (p * 0x9E3779B97F4A7C15 >> 40) % 3 - 1 end,
    }
    for _, algorithm in ipairs { "minimax", "alphabeta", "ttalphabeta", "mtd" } do
      local compiled, interpreted = compiled_rules.both(claims, { algorithm = algorithm, deepen = true })
      assert(interpreted.value < 1)
      assert.same(interpreted, compiled)
    end
  end)

  it("know what a repetition is worth, though the same functions were compiled for a game that does not say", function()
    local functions = { name = "round", start = 1, evaluate = function(p) return p end,
      next = function(p, move) if move ~= 2 then return (move or 0) + 1, (p * 2 + (move or 0) + 1) % 7 end end }
    local round = tables.copy(functions, { cycle = 0 })
    for _, one in ipairs { functions, round, functions } do
      for _, options in ipairs { { depth = 5 }, { depth = 5, algorithm = "ttalphabeta" } } do
        local compiled, interpreted = compiled_rules.both(one, options)
        assert.same(interpreted, compiled)
      end
    end
    assert.not_equal(gts.search(functions, { depth = 5 }).value, gts.search(round, { depth = 5 }).value)
  end)

  it("say where a circle is, as the rules in Lua do", function()
    native.optimization = "-O1"         -- else the stack is full before
    local circle = gts.game {
      name = "circle", start = 1, next = function(p, move) if not move then return 1, p % 1000 + 1 end end,
      evaluate = function() return 0 end,
    }
    for _, options in ipairs { { algorithm = "alphabeta" }, { algorithm = "minimax" }, { algorithm = "ttalphabeta" },
      { algorithm = "negascout", order = { "history" } } } do
      options.longest = 3000
      local compiled, interpreted = compiled_rules.both(circle, options)
      assert.matches("comes again after 1000 plies", interpreted.error)
      assert.same(interpreted, compiled)
    end
  end)
end)
