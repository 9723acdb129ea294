-- The option `workers` of calls that do many searches: results do not depend on the number of processes.

local core = require "gts.core"
local graphs = require "spec.support.graphs"
local gts = require "gts"
local run = require "spec.support.run"
local trees = require "spec.support.trees"

-- Without what differs from run to run.
local function timeless(list)
  for _, row in ipairs(list) do if type(row) == "table" and row.seconds then row.seconds = 0 end end
  return list:csv()
end

local function wrong(...) return (select(2, pcall(...))) end

-- Rules that fail at a position.
local function failing()
  return { name = "failing", start = 1, evaluate = function(p) return p end, successors = function(p)
    if p == 5 then error("five", 0) end
    return p < 40 and { 2 * p, 2 * p + 1 } or {}
  end }
end

describe("gts.perft with workers", function()
  it("counts the paths of one process #thorough", function()
    -- https://www.chessprogramming.org/Othello: deep enough for work to share.
    for _, workers in ipairs { 0, 1, 2, 3 } do
      assert.equal("4 12 56 244 1396 8200 55092 390216", table.concat(gts.perft("othello", 8, { workers = workers }), " "))
      assert.equal("4 12 56 244 1396 8200 55092",
        table.concat(gts.perft("othello", 7, { workers = workers, native = false }), " "))
    end
    local tree = gts.tree { branching = 7, depth = 7 }
    local counts = gts.perft(tree, 9, { workers = 2 })
    assert.same({ 7, 49, 343, 2401, 16807, 117649, 823543 }, { table.unpack(counts, 1, 7) })
    assert.equal(table.concat(gts.perft(tree, 9), " "), table.concat(counts, " "))
  end)

  it("refuses what goes not together, and raises what is wrong with the rules", function()
    assert.equal("gts.perft: option 'workers' does not go with 'distinct': a position that two of them meet is to be counted "
      .. "once", wrong(gts.perft, "nim", 3, { workers = 2, distinct = true }))
    assert.equal(4, gts.perft("othello", 1, { workers = 1, distinct = true })[1])
    local rules = failing()
    function rules.player()
      core.clock(1)             -- what takes long is counted by others
      return "max"
    end
    local said = wrong(gts.perft, rules, 5, { workers = 2 })
    assert.matches("workers_spec.lua:%d+: five %(in rules.successors of position 5%)$", said)
  end)
end)

describe("gts.compare with workers", function()
  it("has the rows of one process, in their order #thorough", function()
    for _, case in ipairs {
      { gts.tree { branching = 4, depth = 6, seed = 3 } }, { "connect4", { depth = 4 } }, { "nim" },
      { "connect4", { depth = 5, table = 1e5, algorithms = "ttalphabeta,negascout,mtd" } },
      { "othello", { nodes = 200, algorithms = { "alphabeta", { algorithm = "mtd", label = "mine" } } } },
    } do
      local options = case[2] or {}
      local one = gts.compare(case[1], options)
      options.workers = 2
      local two = gts.compare(case[1], options)
      assert.equal(timeless(one), timeless(two))
      assert.same({ one.skipped, one.disagree }, { two.skipped, two.disagree })
    end
  end)

  it("refuses what goes not together, by name", function()
    for name, value in pairs { table = gts.table(), trace = print, progress = print } do
      assert.equal(("gts.compare: option 'workers' does not go with '%s'"):format(name),
        wrong(gts.compare, "nim", { workers = 2, [name] = value }))
    end
    assert.truthy(wrong(gts.compare, "nim", { workers = 1.5 }):find("option 'workers' is 1.5: expected a whole number", 1, true))
    assert.matches("five %(in rules%.successors of position 5%)$",
      wrong(gts.compare, failing(), { workers = 2, algorithms = "alphabeta,minimax", depth = 5 }))
    assert.truthy(wrong(gts.compare, "nim", { workers = 2, algorithms = "alphabet" }):find("did you mean 'alphabeta'", 1, true))
  end)
end)

describe("gts.analyze with workers", function()
  it("has the list of one process, however many there are", function()
    for seed = 1, trees.share(12) do
      local graph = graphs.random(seed)
      local rules, expected = graphs.rules(graph), nil
      for _, workers in ipairs { 1, 2, 3 } do
        local list = gts.analyze(rules, { depth = 5, workers = workers })
        for _, entry in ipairs(list) do
          assert.equal((graphs.oracle(graph, graph[1].children[entry.move], 4, "min")), entry.value)
        end
        expected = expected or list:csv()
        assert.equal(expected, list:csv())
      end
    end
    for _, options in ipairs { { depth = 7 }, { depth = 7, nodes = 500 }, { depth = 6, table = 1e5 } } do
      options.workers = 1
      local one = gts.analyze("connect4", options)
      options.workers = 3
      local three = gts.analyze("connect4", options)
      assert.equal(one:csv(), three:csv())
      assert.same({ one.stopped, one.depth, one.player }, { three.stopped, three.depth, three.player })
    end
    assert.equal(gts.analyze("tictactoe"):csv(), gts.analyze("tictactoe", { workers = 2 }):csv())
    assert.equal(0, #gts.analyze("nim", { position = 0, workers = 2 }))
  end)

  it("deepens with all of them, to its time or until it is stopped", function()
    local list = gts.analyze("tictactoe", { time = 60, workers = 2 })
    for _, entry in ipairs(list) do assert.same({ 0, true }, { entry.value, entry.solved }) end
    list = gts.analyze("othello", { time = 0.2, workers = 2 })
    assert(#list == 4 and list.depth < 60 and list.stopped == "time")
    list = gts.analyze("othello", { time = 60, workers = 2, progress = function(sofar) return sofar.depth < 3 end })
    assert.same({ "progress", 3 }, { list.stopped, list.depth })
    list = gts.analyze("othello", { depth = 40, workers = 2, progress = function() return false end })
    assert.same({ "progress", 0 }, { list.stopped, list.depth })
  end)

  it("refuses what goes not together, by name, and raises what is wrong with the rules", function()
    for name, value in pairs { table = gts.table(), algorithm = "mcts" } do
      assert.equal(("option 'workers' of gts.analyze does not go with '%s'"):format(name),
        (wrong(gts.analyze, "nim", { workers = 2, [name] = value }):gsub("^.*: option", "option")))
    end
    assert.truthy(wrong(gts.analyze, "nim", { workers = -1 }):find("option 'workers' of gts.analyze is -1", 1, true))
    for workers = 1, 2 do assert.equal("five", wrong(gts.analyze, failing(), { workers = workers, depth = 6 })) end
  end)
end)

describe("gts.check with workers", function()
  it("finds what checks with as many seeds find #slow", function()
    local rules = { name = "bad", start = 0, player = function() return "max" end,
      evaluate = function(p) return p == 37 and "37" or 0 end,
      next = function(p, move)
        move = (move or 0) + 1
        if move <= 2 and p < 100 then return move, p + move end
      end }
    local one, three = gts.check(rules, { time = 30 }), gts.check(rules, { time = 30, workers = 3 })
    assert.equal(one:csv(), three:csv())
    assert.same({ one.positions, 3 * one.games, one.clean }, { three.positions, three.games, three.clean })
    local seeds = 0
    for seed = 4, 6 do seeds = seeds + gts.check("hexapawn", { time = 30, positions = 60, seed = seed }).positions end
    local report = gts.check("hexapawn", { time = 30, positions = 60, seed = 4, workers = 3 })
    assert.same({ true, seeds, 4 }, { report.clean, report.positions, report.seed })
    assert.is_nil(one[1].id or three[1].id)
  end)
end)

describe("the commands", function()
  it("take --workers", function()
    for _, command in ipairs { "analyze connect4 --depth 5", "perft othello --depth 5", "perft othello --depth 5 --divide",
      "compare nim --algorithms alphabeta,mtd --format csv", "check nim --positions 40 heaps={2,1}" } do
      local words, more = {}, {}
      for word in command:gmatch "%S+" do words[#words + 1], more[#more + 1] = word, word end
      more[#more + 1], more[#more + 2] = "--workers", "2"
      local function text(list)
        local out = run.fine(list)
        return (out:gsub("%d+%.%d+ s", ""):gsub(",%d+%.[%de-]+,", ",,"):gsub("games .-\n", ""))
      end
      assert.equal(text(words), text(more))
    end
  end)
end)
