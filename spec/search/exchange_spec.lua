-- A search that goes on, from one iteration to the next, with another unit of the same rules.

local gts = require "gts"
local compiled_rules = require "spec.support.compiled"
local core = require "gts.core"
local native = require "gts.compile.native"
local tables = require "gts.base.tables"

if require "spec.support.no_compiler" () then
  describe("units that are exchanged", function() pending "needs a C compiler" end)
  return
end

native.optimization = "-O1"      -- many units

-- The unit of a game for an algorithm, or, without one, of the rules alone.
local function unit(game, algorithm, selective)
  local before = native.fuses
  native.fuses = algorithm ~= nil
  local plan = native.prepare(game, { algorithm = algorithm or "alphabeta", selective = selective })
  native.fuses = before
  if not plan.unit then assert(native.start(plan) and native.ready(plan, true), plan.problem) end
  return assert(plan.unit, plan.problem)
end

-- What a search finds that begins with one unit and is given another at the first occasion, if there is one; and how often it
-- asked.
local function outcome(game, options, first, other)
  local search, asked = core.search, 0
  local function meanwhile()
    asked = asked + 1
    return other
  end
  core.search = function(of, all)
    all.unit, all.meanwhile = first, other and meanwhile
    return search(of, all)
  end
  local found = compiled_rules.outcome(game, tables.copy({ native = false }, options))
  core.search = search
  return found, asked
end

-- With the depth of the search, and that of minimax.
local games = { connect4 = { 7, 4 }, othello = { 4, 3 }, breakthrough = { 4, 2 }, tictactoe = { 8, 6 } }

describe("a search whose unit is exchanged", function()
  for name, depths in pairs(games) do
    it("finds and counts the same in " .. name, function()
      local game = gts.game(name)
      local rules, sum = unit(game), 0
      for _, algorithm in ipairs { "minimax", "alphabeta", "ttalphabeta", "negascout", "mtd" } do
        local options = { algorithm = algorithm, depth = depths[algorithm == "minimax" and 2 or 1], deepen = true }
        local wanted = outcome(game, options)
        assert.is_nil(wanted.error)
        assert.same(wanted, outcome(game, options, rules))
        local found, asked = outcome(game, options, rules, unit(game, algorithm))
        assert.same(wanted, found)
        assert.is_true(asked <= 1)
        sum = sum + asked
      end
      assert.is_true(sum > 0)
    end)
  end

  it("finds and counts the same when it is selective", function()
    for name, depth in pairs { breakthrough = 5, othello = 5, draughts = 5 } do
      local game = gts.game(name)
      local options = { algorithm = "negascout", depth = depth, deepen = true, table = 1e6, order = { "table", "history" },
        selective = true }
      local wanted = outcome(game, options)
      local found, asked = outcome(game, options, unit(game), unit(game, "negascout", true))
      assert.is_nil(wanted.error)
      assert.same(wanted, found)
      assert.equal(1, asked)
    end
  end)

  it("runs the algorithm that is in the other unit", function()
    local game = gts.game "connect4"
    local options = { algorithm = "alphabeta", depth = 5, deepen = true }
    local alphabeta = outcome(game, options)
    local minimax = outcome(game, { algorithm = "minimax", depth = 5, deepen = true })
    local found, asked = outcome(game, options, unit(game), unit(game, "minimax"))
    assert.equal(1, asked)
    assert.equal(alphabeta.value, found.value)
    assert.is_true(found.visits > 2 * alphabeta.visits and found.visits <= minimax.visits)
  end)

  it("keeps its own to the end of an iteration", function()
    local game = gts.game "connect4"
    local options = { algorithm = "alphabeta", depth = 7, deepen = false }
    local found, asked = outcome(game, options, unit(game), unit(game, "minimax"))
    assert.same(outcome(game, options), found)
    assert.equal(1, asked)
  end)
end)
