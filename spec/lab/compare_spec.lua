-- Algorithms side by side.

local gts = require "gts"
local json = require "gts.show.json"
local run = require "spec.support.run"

local pearl = { { 3, 12, 8 }, { 2, 4, 6 }, { 14, 5, 2 } }

-- Rules whose keys lie: all leaves have one key, so that an algorithm with a table takes each for the first.
local liar = [[
  return {
    name = "liar", start = 1,
    successors = function(p) return p < 4 and { 2 * p, 2 * p + 1 } or {} end,
    evaluate = function(p) return p end,
    key = function(p) return p > 3 and 4 or p end,
  }
]]

describe("gts.compare", function()
  it("puts what algorithms find and count side by side", function()
    local list = gts.compare(gts.tree(pearl), { algorithms = { "minimax", "alphabeta", "sss" } })
    assert.equal(3, #list)
    for _, row in ipairs(list) do assert.same({ 3, "1" }, { row.value, row.move }) end
    assert.same({ 9, 7, 7 }, { list[1].leaves, list[2].leaves, list[3].leaves })
    assert.same({ 1, 7 / 9 }, { list[1].ratio, list[2].ratio })
    assert.is_false(list.disagree)
    assert.matches("alphabeta +3 +1 +7 +0.778", tostring(list))
    assert.matches("\nwith bounds: alphabeta\nwith nothing: minimax, sss$", tostring(list))
    local ordered = gts.compare("nim", { algorithms = { { algorithm = "mtd", order = "killer" } } })
    assert.equal("table, bounds, order killer", ordered[1].uses)
  end)

  it("gives those that it compares with several threads a table as large", function()
    local common, alone = { depth = 5, native = false }, { algorithm = "negascout", depth = 5, native = false }
    common.algorithms = { { algorithm = "negascout", threads = 1 }, { algorithm = "negascout", threads = 2 }, "alphabeta" }
    local list = gts.compare("connect4", common)
    assert.same({ "negascout threads=1", "negascout threads=2", "alphabeta" }, { list[1].label, list[2].label, list[3].label })
    local without = gts.search("connect4", alone).stats.leaves
    alone.table = 1 << 26
    local with = gts.search("connect4", alone).stats.leaves
    assert.equal(with, list[1].leaves)
    assert(with < without)
    common.algorithms[2].threads = 1
    assert.equal(without, gts.compare("connect4", common)[1].leaves)
  end)

  it("takes all algorithms that can search the game, each of which agrees", function()
    local list = gts.compare(gts.tree(pearl))
    assert.equal(#gts.algorithms - 1, #list)
    assert.equal("althofer", list.skipped)      -- the tree has no evaluations of inner nodes
    assert.is_false(list.disagree)
    for _, row in ipairs(list) do assert.equal(3, row.value) end
    list = gts.compare(gts.tree { branching = 2, depth = 4 })
    assert.equal(#gts.algorithms, #list)
    assert.is_false(list.disagree)
    for i, row in ipairs(list) do
      assert.equal(gts.algorithms[i].id, row.algorithm)
      assert.equal(gts.algorithms[i].alternative or nil, row.alternative)
    end
    local without_keys = gts.compare({ name = "pair", start = {}, key = false, evaluate = function() return 1 end,
      successors = function(p) return #p == 0 and { { 1 }, { 2 } } or {} end }, { algorithms = "all" })
    assert.matches("mtd", without_keys.skipped)
    assert.is_true(#without_keys < #gts.algorithms)
  end)

  it("hands options to those that take them", function()
    local list = gts.compare("tictactoe", { algorithms = "alphabeta,mtd", depth = 4, first = -math.huge })
    assert.same({ 4, 4 }, { list[1].depth, list[2].depth })
    local two = gts.compare(gts.tree(pearl), { algorithms = { { algorithm = "mtd", first = math.huge }, { label = "mine" } } })
    assert.same({ "mtd first=inf", "mine" }, { two[1].label, two[2].label })
    assert.equal("alphabeta", two[2].algorithm)
  end)

  it("refuses what is wrong, by name", function()
    local tree = gts.tree(pearl)
    for given, wanted in pairs {
      [{ algorithms = "sss", window = { 1, 2 } }] = "none of the algorithms takes the option 'window'",
      [{ algorithms = { "alphabet" } }] = "did you mean 'alphabeta'?",
      [{ algorithms = {} }] = "'all', or a list",
      [{ algorithms = { 3 } }] = "has 3 as element 1",
    } do
      local ok, wrong = pcall(gts.compare, tree, given)
      assert.is_false(ok)
      assert.truthy(wrong:find(wanted, 1, true), wrong)
    end
  end)

  it("shouts where values contradict each other", function()
    local list = gts.compare(assert(load(liar))(), { algorithms = { "sss", "ttalphabeta" } })
    assert.is_true(list.disagree)
    assert.matches("THEY DISAGREE: sss says 6, ttalphabeta says 4", tostring(list))
    assert.matches("THEY DISAGREE", getmetatable(list).__draw(list, "svg"))
    assert.is_false(gts.compare(assert(load(liar))(), { algorithms = { "sss", "alphabeta" } }).disagree)
  end)

  it("does not take what was stopped, or is another question, for a contradiction", function()
    local tree = gts.tree { branching = 3, depth = 6 }
    local list = gts.compare(tree, { algorithms = { { algorithm = "alphabeta", nodes = 40 }, "sss", "althofer" } })
    assert.same({ "nodes", false }, { list[1].stopped, list.disagree })
  end)

  it("reports its progress", function()
    local told = {}
    require("gts.lab.compare").try(gts.tree(pearl), { algorithms = "sss,dual" }, function(report) told[#told + 1] = report end)
    assert.same({ 0, 2, 1, 2 }, { told[1].done, told[1].total, told[2].done, told[2].total })
  end)

  it("is written as CSV, JSON and JSON lines", function()
    local list = gts.compare(gts.tree(pearl), { algorithms = { "minimax", "alphabeta" } })
    assert.matches("^algorithm,value,move,[%w,]+\nminimax,3,1,", list:csv())
    local read = json.decode(list:json())
    assert.same({ 7, 12.5 }, { read.rows[2].leaves, json.decode "12.5" })
    assert.equal(gts.version, read.version)
    local lines = {}
    for line in list:jsonl():gmatch "[^\n]+" do lines[#lines + 1] = json.decode(line) end
    assert.equal(3, #lines)
    assert.same({ "tree", false, 9 }, { lines[1].game, lines[1].disagree, lines[2].leaves })
  end)
end)

describe("gts compare", function()
  it("reads algorithms with options, and ends with 1 where they disagree", function()
    local folder, gone <close> = run.folder()
    run.write(folder .. "/liar.lua", liar)
    local out, err, code = run.gts { "compare", "./liar.lua", "--algorithms", "alphabeta,mtd/first:inf,sss", folder = folder }
    assert.same({ "", 1 }, { err, code })
    assert.matches("mtd first=inf", out)
    assert.matches("THEY DISAGREE", out)
    out = run.fine { "compare", "{{3,12,8},{2,4,6},{14,5,2}}", "--algorithms", "minimax,alphabeta", "--format", "csv" }
    assert.matches("\nalphabeta,3,1,3,3,2,7,", out)
  end)
end)
