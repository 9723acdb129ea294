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

-- Clobber on a row of cells that are strings: a unit compares their addresses, which are others in the next one.
local table = table             -- that of Lua, not a field of what busted runs specs in, which is not compiled
local row = { name = "row", start = { turn = "x", cells = {} }, range = { -1, 1 } }
for cell in ("o.xoxoxooxoxxo"):gmatch "." do table.insert(row.start.cells, cell) end
function row.successors(p)
  local list, moves, other = {}, {}, p.turn == "x" and "o" or "x"
  for i = 1, #p.cells do
    for to = i - 1, i + 1, 2 do
      if p.cells[i] == p.turn and to > 0 and to <= #p.cells and p.cells[to] == other then
        local cells = table.move(p.cells, 1, #p.cells, 1, {})
        cells[i], cells[to] = ".", p.turn
        list[#list + 1] = { turn = other, cells = cells }
        moves[#moves + 1] = 100 * i + to
      end
    end
  end
  return list, moves
end
function row.player(p) return p.turn == "x" and "max" or "min" end
function row.evaluate(p) return p.turn == "x" and -1 or 1 end

-- With the depth of the search, and that of minimax.
local games = { connect4 = { 7, 4 }, othello = { 4, 3 }, breakthrough = { 4, 2 }, tictactoe = { 8, 6 },
  ["spec/support/clobber.lua"] = { 4, 2 }, [row] = { 9, 6 } }

describe("a search whose unit is exchanged", function()
  for name, depths in pairs(games) do
    it("finds and counts the same in " .. (type(name) == "table" and name.name or name), function()
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

  it("finds and counts the same when it is selective, in the engine with any unit", function()
    for name, depth in pairs { breakthrough = 5, othello = 5, draughts = 5 } do
      local game = gts.game(name)
      local options = { algorithm = "negascout", depth = depth, deepen = true, table = 1e6, order = { "table", "history" },
        selective = true }
      local wanted = outcome(game, options)
      native.optimization = "-O2"
      local other = unit(game, "negascout", true)
      native.optimization = "-O1"
      local found, asked = outcome(game, options, unit(game), other)
      assert.is_nil(wanted.error)
      assert.same(wanted, found)
      assert.is_true(asked > 0)
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

  -- Visits of a search whose last iteration is given a unit of minimax when it has begun; and how deep it is after it.
  local function exchanged_late(game, options)
    local search, late = core.search, false
    core.search = function(of, all)
      all.unit, all.every = unit(of), 0
      all.progress = function(report) late = report.depth == options.depth - 1 end
      all.meanwhile = function() return late and unit(of, "minimax") end
      return search(of, all)
    end
    local found = compiled_rules.outcome(game, tables.copy({ native = false, algorithm = "ttalphabeta", deepen = true }, options))
    core.search = search
    return found
  end

  it("begins the iteration again where it has a table and a limit of time alone, and else ends it first", function()
    for _, name in ipairs { "connect4", "spec/support/clobber.lua" } do
      local game, depth = gts.game(name), name == "connect4" and 7 or 4
      local wanted = outcome(game, { algorithm = "ttalphabeta", deepen = true, depth = depth })
      assert.same(wanted, exchanged_late(game, { depth = depth }))
      assert.same(wanted, exchanged_late(game, { depth = depth, time = 1e6, nodes = 1e9 }))
      local found = exchanged_late(game, { depth = depth, time = 1e6 })
      assert.is_true(found.visits > 1.2 * wanted.visits, name)
      assert.same({ wanted.value, wanted.move, wanted.depth }, { found.value, found.move, found.depth })
    end
  end)

  it("does so several times", function()
    local game = gts.game(row)
    local options = { algorithm = "ttalphabeta", deepen = true, depth = 9 }
    local wanted, search, given = outcome(game, options), core.search, 0
    local units = { unit(game) }
    native.optimization = "-O2"
    units[2] = unit(game)
    native.optimization = "-O1"
    core.search = function(of, all)
      all.unit = units[1]
      all.meanwhile = function()
        given = given + 1
        return given <= 6 and units[given % 2 + 1]
      end
      return search(of, all)
    end
    for _ = 1, 5 do
      given = 0
      local found = compiled_rules.outcome(game, tables.copy({ native = false, time = 1e6 }, options))
      assert.same({ wanted.value, wanted.move, wanted.pv, wanted.depth }, { found.value, found.move, found.pv, found.depth })
      assert.is_true(given > 1)
    end
    core.search = search
  end)

  it("goes on from the next visit with rules alone, if positions are integers", function()
    local game = gts.game "connect4"
    local limits = { mcts = { iterations = 3000, seed = 1 }, dfpn = { nodes = 30000 }, alphabeta = { depth = 7 } }
    for algorithm, limit in pairs(limits) do
      local options = tables.copy({ algorithm = algorithm, bounds = false }, limit)
      local wanted = outcome(game, options)
      native.optimization = "-O2"
      local other = unit(game)
      native.optimization = "-O1"
      assert.is_nil(wanted.error)
      assert.same(wanted, outcome(game, options, unit(game), other))
    end
  end)

  it("keeps its own to the end of an iteration", function()
    local game = gts.game "connect4"
    local options = { algorithm = "alphabeta", depth = 7, deepen = false }
    local found, asked = outcome(game, options, unit(game), unit(game, "minimax"))
    assert.same(outcome(game, options), found)
    assert.equal(1, asked)
  end)
end)
