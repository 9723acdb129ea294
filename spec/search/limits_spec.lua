-- Limits: a search that is stopped is a result, says why, and says nothing that is not proved.

local core = require "gts.core"
local gts = require "gts"
local passing = require "spec.support.passing"
local run = require "spec.support.run"
local trees = require "spec.support.trees"

-- Far too large to be searched; every inner node has a value, which does not depend on the horizon.
local endless = gts.tree { branching = 8, depth = 60, order = "random", seed = 5 }

local each_algorithm = require "spec.support.minimaxing".ids

describe("nodes", function()
  it("is the most that is visited; a search that needs more is stopped, with only what is proved", function()
    for _, id in ipairs(each_algorithm) do
      trees.each(12, { values = "small", depth = 3 }, function(tree)
        local value = trees.oracle(tree)
        local all = gts.search(gts.tree(tree), { algorithm = id })
        for nodes = 1, all.stats.visits + 1 do
          local r = gts.search(gts.tree(tree), { algorithm = id, nodes = nodes })
          if nodes < all.stats.visits then
            assert.are.equal("nodes", r.stopped)
            assert.are.equal(nodes, r.stats.visits)
            assert(not r.solved or r.value == value, "proved too much")
          else
            assert.is_nil(r.stopped)
            assert.are.equal(value, r.value)
          end
          assert(r.lower <= value and value <= r.upper, "the value is not between the bounds")
        end
      end)
    end
  end)

  it("leaves the bounds of the start proved, where an algorithm has asked for them", function()
    local rules = {
      name = "bounded", start = 1, evaluate = function(p) return p end,
      next = function(p, move) if p < 64 and move ~= 2 then return (move or 0) + 1, 2 * p + (move or 0) end end,
      bounds = function(p) if p == 1 then return 64, 200 end end,
    }
    for _, algorithm in ipairs(gts.algorithms) do
      for _, player in ipairs { "max", "min" } do
        rules.player = function() return player end
        local r = gts.search(rules, { algorithm = algorithm.id, nodes = 2 })
        assert.are.equal("nodes", r.stopped)
        if algorithm.informed then assert.are.same({ 64, 200 }, { r.lower, r.upper }) end
      end
    end
  end)

  it("leaves what the last completed depth said", function()
    for _, id in ipairs(each_algorithm) do
      local tree = gts.tree { branching = 3, depth = 7, seed = #id }
      local by_depth = {}
      for nodes = 1, 400, 13 do
        local r = gts.search(tree, { algorithm = id, deepen = true, nodes = nodes })
        if r.depth > 0 then
          by_depth[r.depth] = by_depth[r.depth] or gts.search(tree, { algorithm = id, depth = r.depth })
          local last = by_depth[r.depth]
          assert.are.equal(last.value, r.value)
          for i = 1, math.max(1, math.min(#last.pv, #r.pv)) do assert.are.equal(last.pv[i], r.pv[i]) end
          assert.are.equal(last.exact, r.exact)
        end
        assert(r.depth > 0 or nodes < 10, "no depth was completed")
      end
    end
  end)
end)

describe("time", function()
  it("stops a search when it is over, with the move of the last completed depth", function()
    local rules, evaluated = passing(1)
    for _, limit in ipairs { 100, 1000 } do
      local r = gts.search(rules, { time = limit, native = false })
      local evaluations = evaluated()
      assert.are.equal("time", r.stopped)
      assert(r.seconds >= limit and evaluations <= limit + 1, evaluations)
      assert(r.depth >= 2, "no depth was completed")
      local again = gts.search(rules, { depth = r.depth, native = false })
      assert.are.equal(again.move, r.move)
      assert.are.equal(again.value, r.value)
      assert.same({ false, true }, { r.solved, r.options.deepen })
      evaluated()
    end
  end)

  it("stops in time when the rules are slow", function()
    for _, seconds in ipairs { 7, 100 } do
      local rules, evaluated = passing(seconds)
      local r = gts.search(rules, { time = 900, native = false })
      local evaluations = evaluated()
      assert(r.stopped == "time" and r.move ~= nil and r.depth >= 1 and evaluations <= 900 / seconds + 3, evaluations)
    end
  end)

  it("stops a search at a position without end of successors", function()
    local rules = {
      name = "wide", start = 1, key = function(p) return p end, evaluate = function() return 0 end,
      next = function(_, move)
        core.clock(1)
        return (move or 0) + 1, (move or 0) + 2
      end,
    }
    for _, algorithm in ipairs(gts.algorithms) do
      local given = { algorithm = algorithm.id, depth = 2, deepen = false, time = 500, memory = 1e9, native = false }
      assert.are.equal("time", gts.search(rules, given).stopped)
    end
    assert.are.equal("time", gts.search(rules, { algorithm = "negascout", order = "history", depth = 2, time = 500 }).stopped)
  end)

  it("may be too short for any answer, and then there is none", function()
    local r = gts.search(endless, { time = 1e-9, deepen = false })
    assert.are.equal("time", r.stopped)
    assert.is_nil(r.value)
    assert.is_nil(r.move)
    assert.are.same({}, r.pv)
    assert.are.equal(0, r.depth)
    assert(not r.exact and not r.solved and r.lower == -math.huge and r.upper == math.huge)
  end)
end)

-- A chain of `length` plies.
local function chain(length)
  return { name = "chain", start = 0, evaluate = function(p) return p end,
           next = function(p, move) if p < length and not move then return "on", p + 1 end end }
end

describe("memory", function()
  it("is the most that is held; a search that needs more is stopped", function()
    local rules = chain(2000)
    local needed = gts.search(rules).stats.bytes
    assert(needed > 2000 * 8, "a line of 2000 moves without memory")
    for _, bytes in ipairs { 1, 100, 5000, needed // 4, needed // 3 } do
      local r = gts.search(rules, { memory = bytes })
      assert.are.equal("memory", r.stopped)
      assert(r.stats.bytes <= bytes, "more was held")
      assert(not r.solved)
    end
    local r = gts.search(rules, { memory = 2 * needed })
    assert.same({ nil, 2000 }, { r.stopped, r.value })
  end)
end)

describe("deepen", function()
  it("ends at once where the terminals are near on all sides", function()
    local r = gts.search(gts.tree { 1, 2 }, { algorithm = "alphabeta", deepen = true, depth = 1000000 })
    assert(r.solved and r.depth == 1 and r.stats.visits == 3)
  end)
end)

describe("progress", function()
  it("is called now and then, and told what is known", function()
    local reports, rules = {}, passing(0.04)
    local r = gts.search(rules, { depth = 20, deepen = false, native = false, progress = function(report)
      reports[#reports + 1] = report
      return #reports < 5
    end })
    for i, report in ipairs(reports) do
      assert(report.visits > 0 and report.leaves > 0 and report.leaves <= report.visits)
      assert(report.seconds >= 0.1 * i and report.seconds <= r.seconds)
      assert(report.lower <= report.upper and report.depth <= r.depth)
      if i > 1 then assert(report.visits > reports[i - 1].visits) end
    end
    assert.same({ "progress", 5 }, { r.stopped, #reports })
  end)

  it("is called as often as is asked for", function()
    local calls, rules, evaluated = 0, passing(1)
    local function count() calls = calls + 1 return calls < 10 end
    local r = gts.search(rules, { depth = 20, deepen = false, native = false, every = 30, progress = count })
    local evaluations = evaluated()
    assert(r.seconds >= 300 and evaluations >= 240 and evaluations <= 310, evaluations)
    assert.same({ "progress", 10 }, { r.stopped, calls })
    calls = 0
    local given = { time = 300, depth = 20, deepen = false, native = false, every = 10000, progress = count }
    assert.equal("time", gts.search(rules, given).stopped)
    assert.are.equal(0, calls)
  end)

  it("stops the search by false, and by nothing else", function()
    local calls = 0
    local r = gts.search(endless, { progress = function() calls = calls + 1 return false end, deepen = true })
    assert.are.equal("progress", r.stopped)
    assert.are.equal(1, calls)
    assert(r.move and r.depth > 0)
    r = gts.search((passing(1)), { progress = function() return nil end, time = 1000, every = 10, native = false })
    assert.are.equal("time", r.stopped)
  end)

  it("may search itself", function()
    local inner
    local r = gts.search(endless, { deepen = true, progress = function()
      inner = gts.search(gts.tree { { 3, 12 }, { 2, 4 } })
      return false
    end })
    assert.are.equal("progress", r.stopped)
    assert.are.equal(3, inner.value)
  end)
end)

describe("a deep tree", function()
  it("is searched as deep as the C stack allows", function()
    for _, id in ipairs(each_algorithm) do
      local r = gts.search(chain(2000), { algorithm = id })
      assert.are.equal(2000, r.value)
      assert(#r.pv == 2000 or #r.pv == 1)       -- best-first searches know the first move only
    end
  end)

  it("of 400,000 plies is searched or refused with a clear error #slow", function()
    for _, id in ipairs(each_algorithm) do
      local ok, r = pcall(gts.search, chain(400000), { algorithm = id })
      if ok then assert.are.equal(400000, r.value)
      else assert.matches("deeper than %d+ plies", r) end
      assert.are.equal(100, gts.search(chain(100), { algorithm = id }).value)
    end
  end)

  it("without an end is refused with a clear error, or searched to a horizon", function()
    local circle = { name = "circle", start = 1, evaluate = function(p) return p end }
    function circle.successors(p) return { 3 - p } end
    local ok, wrong = pcall(gts.search, circle)
    assert.is_false(ok)
    assert.matches("deeper than %d+ plies", wrong)
    assert.matches("depth", wrong)
    assert.are.equal(2, gts.search(circle, { depth = 101 }).value)
    assert.are.equal("nodes", gts.search(circle, { deepen = true, nodes = 10000 }).stopped)
  end)

  it("is searched deep inside a coroutine too", function()
    assert.are.equal(2000, coroutine.wrap(function() return gts.search(chain(2000)).value end)())
  end)

  it("of nested lists is made, or refused with a clear error", function()
    for _, plies in ipairs { 1000, 1000000 } do
      local tree = { 7 }
      for _ = 2, plies do tree = { tree } end
      local ok, game = pcall(gts.tree, tree)
      if ok then
        ok, game = pcall(gts.search, game)
        if ok then assert.are.equal(7, game.value) end
      end
      assert(ok or tostring(game):find "deep", game)
      assert(ok or plies > 1000, "a thousand plies are not too many")
    end
  end)
end)

describe("Ctrl-C", function()
  -- Presses the key, so to speak: from within, so that no spec depends on how fast a machine is.
  local press = [[local function press() io.popen("kill -INT $PPID"):close() end
 ]]

  it("stops a search of a tree, after others, in any host: the result is what it knew; the script goes on #lua", function()
    local script = run.file(press .. [[
      local gts = require "gts"
      for _ = 1, 150 do gts.search(gts.tree { 1, 2 }) end
      local r = gts.search(gts.tree { branching = 8, depth = 60 }, { deepen = true, progress = press })
      print(r.stopped, r.depth > 0, r.move ~= nil, r.solved)
      print(gts.search(gts.tree { { 3, 12 }, { 2, 4 } }).value)
    ]])
    assert.equal("interrupted\ttrue\ttrue\tfalse\n3", run.output("env --default-signal=INT lua5.4 " .. script .. " 2>&1"))
  end)

  it("stops a search in the middle of the rules, even in an endless loop or a coroutine", function()
    local out, err = run.gts { script = press .. [[
      local gts = require "gts"
      local function endless() while true do end end
      local function short() for i = 1, 100 do end end
      for _, loop in ipairs { endless, function() coroutine.wrap(endless)() end, short } do
        local calls = 0
        local rules = { name = "slow", start = 1, successors = function(p) return { 2 * p, 2 * p + 1 } end }
        function rules.evaluate(p)
          calls = calls + 1
          if calls == 100 then press() end
          if calls >= 100 then loop() end
          return p
        end
        local r = gts.search(rules, { deepen = true })
        print(r.stopped, r.depth > 0, r.solved)
        rules.evaluate = function(p) return p end
        print(gts.search(rules, { depth = 3 }).value)
        require "gts.core".clock(2)             -- the next press is not one in a row
      end
    ]] }
    assert.equal(("interrupted\ttrue\tfalse\n13\n"):rep(3), out .. err)
  end)

  it("ends a script that does not search, with code 130", function()
    local out, err, code = run.gts { script = press .. "print 'before' press() while true do end" }
    assert.are.equal("before\n", out)
    assert.matches("interrupted", err)
    assert.are.equal(130, code)
  end)

  it("may be caught once, and once more a second later; only what is pressed in a row is insisting", function()
    local caught = "print(pcall(function() press() while true do end end)) "
    local out = run.gts { script = press .. caught .. "require 'gts.core'.clock(1.05) " .. caught .. "print 'alive'" }
    assert.are.equal("false\tinterrupted\nfalse\tinterrupted\nalive\n", out)
  end)

  it("is an error before a search has begun, and interrupts nothing after it where that is caught", function()
    local out, err = run.gts { script = press .. [[
      local gts, core = require "gts", require "gts.core"
      local search, pressed = core.search, false
      function core.search(game, options)
        return search(game, setmetatable({}, { __index = function(_, key)
          if not pressed then
            pressed = true
            press()
          end
          return options[key]
        end }))
      end
      print(pcall(gts.search, gts.tree { { 3, 12 }, { 2, 4 } }))
      print(pcall(function() core.clock(2) press() while true do end end))
      print(gts.search(gts.tree { branching = 2, depth = 14 }).stopped)
    ]] }
    assert.equal("false\tinterrupted\nfalse\tinterrupted\nnil\n", out .. err)
  end)

  it("ends the process at the fifth press in a row, where nothing listens to the others", function()
    local out, err, code = run.gts { script = [[
      -- From its next tenth of a second of the processor on, when it is in C.
      io.popen(("while t=$(cut -d' ' -f14 /proc/$PPID/stat) && [ $t -lt %d ]; do sleep 0.02; done; "
        .. "while kill -INT $PPID 2>/dev/null; do sleep 0.02; done"):format(math.floor(os.clock() * 100) + 10))
      print "before"
      io.stdout:flush()
      string.find(("a"):rep(60), ("a-"):rep(60) .. "b")        -- for centuries, in C
    ]] }
    assert.are.equal("before\n", out .. err)
    assert.are.equal(130, code)         -- as the shell has it: ended by the signal
  end)

  it("holds in compiled loops within loops, each of which is short", function()
    local rules = { name = "loops", start = 1, next = function(p, move) if p < 3 and not move then return 1, p + 1 end end }
    function rules.evaluate()
      local n = 0
      for a = 1, 1000 do
        for b = 1, 1000 do
          for c = 1, 1000 do
            for d = 1, 1000 do n = n * 3 + (a ~ b ~ c ~ d) end
          end
        end
      end
      return n
    end
    local began = os.clock()
    local r = gts.search(rules, { native = true, time = 0.05 })
    assert(r.stopped == "time" and os.clock() - began < 30)
  end)
end)
