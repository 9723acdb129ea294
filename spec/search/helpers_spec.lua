-- Several threads at one search: what they find is what one finds, and they leave nothing behind.

local core = require "gts.core"
local gts = require "gts"
local graphs = require "spec.support.graphs"
local helping = require "spec.support.helping"
local run = require "spec.support.run"
local show = require "gts.show.result"
local trees = require "spec.support.trees"

local algorithms = { "ttalphabeta", "negascout", "mtd" }
local orders = { false, "killer", "history", "table", { "table", "history" } }
local sizes = { 1, 100, 1000, 1 << 16 }

local function options_of(random)
  return {
    algorithm = algorithms[random(1, 3)], order = orders[random(1, #orders)] or nil, table = sizes[random(1, #sizes)],
    threads = ({ 2, 4, 8 })[random(1, 3)], native = false,
  }
end

local drawn = require "spec.support.drawn" (8)

local at_once, process, in_helper = helping.at_once, helping.process, helping.in_helper
local here = process()

-- A tree of 2,000 positions.
local function slow(evaluate) return helping.ternary(1 << 12, evaluate) end

describe("threads", function()
  it("find the value and the move that one finds, with rules in Lua", function()
    local helped = 0
    for seed = 1, trees.share(300) do
      local random = trees.stream(seed)
      local graph = graphs.random(seed, { acyclic = seed % 2 == 0 })
      local depth = seed % 2 == 1 and random(2, 7) or nil
      local options = options_of(random)
      options.depth, options.deepen = depth, random(1, 3) == 1 or nil
      local form = ({ "integers", "high", "short strings", "tables", "2 words, 1", "5 words, 3" })[random(1, 6)]
      local value, move = graphs.oracle(graph, 1, depth, "max", {})
      local r = at_once(gts.game(graphs.rules(graph, form)), options)
      assert(r.value == value and r.move == move,
        ("seed %d, %s: %s by %s, not %s by %s"):format(seed, options.algorithm, r.value, r.move, value, move))
      helped = helped + (r.helped_by == "processes" and 1 or 0)
    end
    assert(helped > 0, "no helper took part")
  end)

  it("find them with compiled rules", function()
    local helped = 0
    for seed = 1, trees.share(300) do
      local random = trees.stream(seed)
      local options = options_of(random)
      options.native, options.position = true, seed << 24
      options.depth = random(1, 2) == 1 and random(1, 5) or nil
      options.deepen = random(1, 3) == 1 or nil
      local r = at_once(drawn, options)
      options.threads = 1
      local one = gts.search(drawn, options)
      assert(r.value == one.value and r.move == one.move, ("seed %d: %s, not %s"):format(seed, r.value, one.value))
      helped = helped + (r.helped_by == "threads" and 1 or 0)
    end
    assert(helped > 0, "no helper took part")
  end)

  it("find them where they meet often, and put off what others are at #thorough", function()
    local connect4 = gts.game "connect4"
    for seed = 1, trees.share(60) do
      local random, position = trees.stream(seed), nil
      for _ = 1, random(2, 10) do
        local list = gts.moves(connect4, position)
        if #list == 0 then break end
        position = list[random(1, #list)].position
      end
      local native = seed % 3 > 0
      local options = {
        algorithm = algorithms[random(1, 3)], depth = native and 10 or 7, position = position, native = native, table = 1 << 24,
        order = orders[random(1, #orders)] or nil, deepen = random(1, 3) == 1 or nil,
      }
      local one = gts.search(connect4, options)
      options.threads = ({ 2, 4, 8 })[random(1, 3)]
      local r = at_once(connect4, options)
      assert(r.value == one.value and r.move == one.move,
        ("seed %d, %s: %s by %s, not %s by %s"):format(seed, options.algorithm, r.value, r.move, one.value, one.move))
    end
  end)

  it("prove what is true where positions repeat, and where scores are taken away", function()
    local solved = 0
    for seed = 1, trees.share(100) do
      local rules = graphs.rules(graphs.random(seed, { values = { -1, 1 } }))
      rules.cycle, rules.range = 0, { -1, 1 }
      local options = options_of(trees.stream(seed))
      options.depth, options.deepen = 12, true
      local r = at_once(gts.game(rules), options)
      if r.solved then
        solved = solved + 1
        assert.equal(gts.solve(rules, { by = "retrograde" }).value, r.value, "seed " .. seed)
      end
    end
    assert(solved > 0, "nothing was proved")
    local kalah = gts.game("kalah", { pits = 3, seeds = 2 })
    assert.equal(gts.search(kalah, { algorithm = "alphabeta" }).value, at_once(kalah, { algorithm = "mtd", threads = 3 }).value)
  end)

  it("do not come to a search that is short", function()
    local r = at_once("tictactoe", { algorithm = "negascout", threads = 8, native = false, depth = 2 }, 1000)
    assert.is_nil(r.helped_by)
    assert.is_nil(r.threads)
  end)

  it("of one, count what a search without the option counts", function()
    for _, id in ipairs(algorithms) do
      local with = gts.search("tictactoe", { algorithm = id, threads = 1 })
      local without = gts.search("tictactoe", { algorithm = id })
      for name, count in pairs(without.stats) do
        if type(count) == "number" then assert.equal(count, with.stats[name], name) end
      end
      assert.same(without.stats.table, with.stats.table)
    end
  end)

  it("sum what they count, and say who they were", function()
    local r = at_once(slow(function() end), { algorithm = "mtd", threads = 3 })
    assert.same({ "processes", 3 }, { r.helped_by, r.threads })
    assert.matches("with mtd, 3 processes", show.text(r))
    assert(r.stats.visits > r.stats.leaves and r.stats.leaves > 0 and r.stats.table.probes > 0)
    r = at_once(drawn, { algorithm = "negascout", threads = 2, native = true })
    assert.equal("threads", r.helped_by)
    assert.matches("with negascout, 2 threads", show.text(r))
  end)

  it("are as many as there are processors, if the option is 0", function()
    local processors = tonumber(run.output "nproc")
    local r = at_once(slow(function() end), { algorithm = "mtd", threads = 0 })
    assert.equal(processors > 1 and math.min(processors, 256) or nil, r.threads)
  end)

  it("stop at limits", function()
    local connect4 = gts.game "connect4"
    for _, native in ipairs { false, true } do
      local r = at_once(connect4, { algorithm = "negascout", threads = 2, native = native, nodes = 20000 })
      assert.equal("nodes", r.stopped)
      assert(r.stats.visits >= 20000, "it says that it stopped sooner")
      assert.equal("time", at_once(connect4, {
        algorithm = "mtd", threads = 2, native = native, time = 1000, every = 0.01, progress = function() core.clock(2000) end,
      }).stopped)
      assert.equal("progress", at_once(connect4, {
        algorithm = "mtd", threads = 2, native = native, every = 0.01, progress = function() return false end,
      }).stopped)
    end
  end)

  it("do not wait for one whose rules take their time, when there is none left", function()
    local stuck = slow(in_helper(function() while true do end end))
    local r = at_once(stuck, { algorithm = "mtd", threads = 2, deepen = true, time = 0.1 })
    assert(r.stopped == "time" or r.exact)
  end)

  it("end where the rules of one of them fail, with its message", function()
    local wrong = helping.failure(function(p) error("no value of " .. p) end, { algorithm = "mtd", threads = 3 })
    local file, p, q = tostring(wrong):match "^(.-):%d+: no value of (%d+) %(in rules%.evaluate of position (%d+)%)$"
    assert(file and p == q, wrong)
    local unprintable = setmetatable({}, { __tostring = function() error "no text" end })
    wrong = helping.failure(function() error(unprintable) end, { algorithm = "mtd", threads = 3 })
    assert.equal(here, process())
    assert.matches("^the rules raised an error that is no text", wrong)
    wrong = helping.failure(function() return "x" end, { algorithm = "negascout", threads = 2 })
    assert.matches("^%.?/?spec/support/helping.lua:%d+: rules.evaluate returned 'x' for position %d+: expected a number", wrong)
  end)

  it("do without one that is gone", function()
    local expected = gts.search(slow(function() end), { algorithm = "alphabeta" }).value
    helping.loses(expected, slow, { algorithm = "ttalphabeta", threads = 2 })
    assert.equal("", run.output("ps -o stat=,comm= --ppid " .. here .. " | grep -v ' sh' | grep ^Z"))
  end)

  it("share a table that is kept, saved, and used by one thread again", function()
    local kept = gts.table { bytes = 1 << 16 }
    local game = slow(function() end)
    local value = gts.search(game, { algorithm = "alphabeta" }).value
    for _, threads in ipairs { 2, 1, 3, 2, 1 } do
      assert.equal(value, at_once(game, { algorithm = "ttalphabeta", threads = threads, table = kept }).value)
    end
    at_once(game, { algorithm = "ttalphabeta", threads = 2, table = kept, position = 2 })
    local folder, gone <close> = run.folder()
    assert(kept:save(folder .. "/kept"))
    local read = gts.table { file = folder .. "/kept" }
    assert(read:stats().entries > 100)
    local r = gts.search(game, { algorithm = "ttalphabeta", table = read })
    assert.equal(value, r.value)
    assert(r.stats.table.hits > 0)
  end)

  it("may have rules that search", function()
    local inner = slow(function() end)
    local game = slow(function(p)
      if p % 100 == 0 then assert(gts.search(inner, { algorithm = "mtd", threads = 2, position = 1000 }).value) end
    end)
    local expected = gts.search(inner, { algorithm = "alphabeta" }).value
    assert.equal(expected, at_once(game, { algorithm = "negascout", threads = 2 }).value)
  end)

  it("may prove what they found, and play on a board", function()
    local tictactoe = gts.game "tictactoe"
    local r = at_once(tictactoe, { algorithm = "mtd", threads = 2, solution = true })
    local proved = assert(gts.verify(tictactoe, r.proof))
    assert(proved.lower == 0 and proved.upper == 0)
    local board = { 3, 4, 5 }
    local nim = helping.heaps(board, function(value) return value end)
    r = at_once(nim, { algorithm = "negascout", threads = 2 })
    assert.equal("processes", r.helped_by)
    assert.equal(1, r.value)            -- 3, 4 and 5 are no three whose sum in base 2 without carrying is 0
    assert.same({ 3, 4, 5 }, { board[1], board[2], board[3] })
  end)

  it("are refused by name where they cannot be", function()
    for message, options in pairs {
      ["option 'trace' does not go with threads"] = { algorithm = "mtd", threads = 2, trace = print },
      ["ubfm takes no option 'threads'; these do: ttalphabeta, negascout, mtd, dfpn, mcts"] = { algorithm = "ubfm", threads = 2 },
      ["option 'threads' of mtd is 257: expected a whole number from 0 to 256"] = { algorithm = "mtd", threads = 257 },
      ["option 'threads' of mtd is 1.5"] = { algorithm = "mtd", threads = 1.5 },
    } do
      local ok, wrong = pcall(gts.search, "tictactoe", options)
      assert(not ok and wrong:find(message, 1, true), tostring(wrong))
    end
    local none = { name = "none", start = {}, key = false }
    function none.successors() return {} end
    function none.evaluate() return 0 end
    local ok, wrong = pcall(gts.search, none, { algorithm = "negascout", threads = 2 })
    assert(not ok and wrong:find("option 'threads' needs rules.key for the table that threads share, which none does not have",
      1, true), tostring(wrong))
  end)

  it("leave no process behind, however the program ends #thorough", function()
    local mark = ("helpers%d"):format(here)
    local rules = [[local rules = { name = "long", start = 1,
      key = function(p) return p end, evaluate = function(p) return p % 7 end,
      next = function(p, m) m = (m or 0) + 1 if m < 30 then return m, p * 31 + m end end }
      print "ready" io.flush()
      gts.search(rules, { algorithm = "negascout", native = false, depth = 30, threads = 3 }) --]] .. mark
    local count = ("pgrep -fc '[%s]%s'"):format(mark:sub(1, 1), mark:sub(2))
    for _, signal in ipairs { "KILL", "INT", "TERM" } do
      local pipe = assert(io.popen(([[env --default-signal=INT '%s' -e '%s' 2>/dev/null]]):format(run.program, rules)))
      assert.equal("ready", pipe:read "l")
      for _ = 1, 600 do         -- the shell of popen, the program and two helpers
        if tonumber(run.output(count)) >= 4 then break end
        os.execute "sleep 0.05"
      end
      assert(tonumber(run.output(count)) >= 4, "no helpers came")
      os.execute(("pkill -%s -o -f '^%s.*%s'"):format(signal, run.program, mark))
      pipe:close()
      local left
      for _ = 1, 600 do
        left = tonumber(run.output(count))
        if left == 0 then break end
        os.execute "sleep 0.05"
      end
      assert.equal(0, left, signal)
    end
  end)
end)

describe("a table that many threads use at once", function()
  it("gives no thread an entry that was never stored", function()
    local build = run.program:gsub("[^/]*$", "")
    local probes = trees.share(2000000)
    for _, shape in ipairs { "2 %d 1 2 narrow", "8 %d 1 1 wide", "4 %d 5 16 wide", "4 %d 3 3 narrow" } do
      local text = run.output(("'%sspec/stress' %s"):format(build, shape:format(probes)))
      assert.matches(", [1-9]%d* hits, 0 wrong$", text)
    end
  end)
end)
