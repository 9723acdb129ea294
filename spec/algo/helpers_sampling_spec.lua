-- Several threads that sample: what they prove is so, what they count is added, and each plays its own games.

local core = require "gts.core"
local eventually = require "spec.support.eventually"
local gts = require "gts"
local graphs = require "spec.support.graphs"
local helping = require "spec.support.helping"
local reference = require "spec.support.sampling_reference"
local run = require "spec.support.run"
local trees = require "spec.support.trees"

local TRIES = 20                -- of what a busy system may prevent

-- A search by mcts in which helpers are there from the beginning, or after a number of seconds.
local function at_once(game, options, alone)
  options.algorithm, options.threads = options.algorithm or "mcts", options.threads or 2
  return helping.at_once(game, options, alone)
end

local function ternary(evaluate) return helping.ternary(1 << 10, evaluate) end

local drawn = require "spec.support.drawn" (6)

local process = helping.process
local here = process()

local function visits_of(r)
  local sum = 0
  for _, entry in ipairs(r.moves) do sum = sum + entry.visits end
  return sum
end

describe("threads that sample", function()
  it("claim nothing that is not so, on any tree and in any form", function()
    local helped, proved = 0, 0
    for seed = 1, trees.share(150) do
      local random = trees.stream(seed)
      local graph = graphs.random(seed, { acyclic = true })
      local depth = random(1, 3) == 1 and random(2, 7) or nil
      local r = at_once(graphs.rules(graph, graphs.forms[seed % #graphs.forms + 1]), {
        threads = random(2, 4), iterations = 3 ^ random(2, 9) // 1, seed = seed, depth = depth, native = false,
        prior = random(1, 3) == 1 and 2 or nil, root = random(1, 3) == 1 and "halving" or nil,
      })
      local value = graphs.oracle(graph, 1, depth)
      reference.check_claims(r, value)
      if r.solved then assert.equal(graphs.oracle(graph, 1), r.value, "seed " .. seed) end
      for i, entry in ipairs(r.moves) do
        local its = graphs.oracle(graph, graph[1].children[i], depth and depth - 1, "min")
        assert(entry.lower <= its and its <= entry.upper, "seed " .. seed)
      end
      helped, proved = helped + (r.helped_by == "processes" and 1 or 0), proved + (r.exact and 1 or 0)
    end
    assert(helped > 0 and proved > 0)
  end)

  it("claim nothing that is not so where positions repeat #thorough", function()
    for seed = 1, trees.share(60) do
      local rules = graphs.rules(graphs.random(seed, { values = { -1, 1 } }))
      rules.cycle, rules.range = 0, { -1, 1 }
      local r = at_once(gts.game(rules), { threads = 2 + seed % 3, iterations = 3000, seed = seed })
      if r.solved then assert.equal(gts.solve(rules, { by = "retrograde" }).value, r.value, "seed " .. seed) end
    end
  end)

  it("prove what one proves, with compiled rules, at each depth of a deepening search", function()
    local helped = 0
    for seed = 1, trees.share(150) do
      local random = trees.stream(seed)
      local options = { position = seed << 24, depth = random(2, 5), native = true }
      local value = gts.search(drawn, options).value
      options.threads, options.seed, options.deepen = random(2, 4), seed, random(1, 4) == 1 or nil
      local r = at_once(drawn, options)
      reference.check_claims(r, value)
      assert.equal(value, r.value, "seed " .. seed)
      helped = helped + (r.helped_by == "threads" and 1 or 0)
    end
    assert(helped > 0, "no helper took part")
  end)

  it("may make tables, and set walks aside, where rules are compiled", function()
    local lists = gts.game {
      name = "lists", start = 1,
      successors = function(p)
        local list = {}
        if p < 1 << 11 then for i = 0, 2 do list[#list + 1] = p * 3 + i end end
        return list
      end,
      evaluate = function(p)
        local t = { p * 37 % 19, p % 5 }
        return t[1] - t[2]
      end,
    }
    local value = gts.search(lists, { native = false }).value
    for seed = 1, trees.share(20) do
      local r = at_once(lists, { native = true, threads = 3, seed = seed })
      assert(r.value == value and r.helped_by == "threads")
      -- One is in the midst of it when the others come.
      assert.equal(value, at_once(lists, { native = true, algorithm = "mtd", threads = 3, table = 1000 * seed }, 0.002).value)
    end
    for _, name in ipairs { "othello", "hex" } do       -- by next, and by legal and play
      assert.equal("threads", at_once(name, { native = true, iterations = 1000 }).helped_by)
    end
  end)

  it("add what they count", function()
    for _, native in ipairs { false, true } do
      local r = at_once("connect4", { native = native, iterations = 20000, threads = 3 })
      assert(r.stopped == "iterations" and r.helped_by == (native and "threads" or "processes"))
      local visits, sum = visits_of(r), 0
      assert(visits >= 20000, "it says that it stopped sooner")
      assert(r.stats.visits >= visits and r.stats.leaves > 0)
      for _, entry in ipairs(r.moves) do sum = sum + entry.visits * entry.estimate end
      assert(math.abs(sum / visits - r.estimate) < 1e-9)
    end
  end)

  it("count the moves that the first of them, which is slow, has not come to", function()
    local folder, gone <close> = run.folder()
    local first, count = helping.process(), 0
    local function both() return run.output("ls " .. folder):find "\n" end
    local rules = { name = "slow", start = 1, native = false }
    function rules.successors(p)
      local list = {}
      for i = 1, p < 20 ^ 8 and 20 or 0 do list[i] = 20 * p + i end
      return list
    end
    function rules.evaluate(p)
      count = count + 1
      if helping.process() ~= first then
        if count == 900 then run.write(folder .. "/" .. helping.process(), "") end
      else
        core.clock(0.01)                -- so it looks at what the others have found all the time
        if count == 3 then assert(eventually(both, 60)) end
      end
      return p % 7
    end
    local r = at_once(rules, { threads = 3, iterations = 1000, rollout = 2 })
    assert.equal(20, #r.moves)
    assert(visits_of(r) >= 1000)
  end)

  it("halve the moves of the root together, by the tries of all", function()
    local game = gts.game {                 -- eight moves, and six each from then on
      name = "arms", start = 0, native = false, evaluate = function() return 0 end,
      next = function(p, move)
        move = (move or 0) + 1
        if move <= (p == 0 and 8 or 6) then return move, p * 8 + move end
      end,
    }
    local mine, folder, count
    local function comes(name) return eventually(function() return run.output("ls " .. folder):find(name) end, 60) end
    -- The one who answers is slow, and begins when another has made its tries of the first round: if only its own counted there
    -- would be one round.
    local function value(p, _, _, lot)
      local first = p
      while first > 8 do first = first - 1 >> 3 end
      count = count + 1
      if process() == here then
        mine[first] = (mine[first] or 0) + 1
        if count == 3 then
          assert(comes "helped")
          run.write(folder .. "/go", "")
        end
        for i = 1, 1000 do lot = lot ~ i end
      elseif count == 600 then
        run.write(folder .. "/helped", "")
        comes "go"
      end
      return lot % 8 + 2 * first
    end
    -- How much of it the others do, and whether they are ahead of what they are told, is for the system to say.
    local function is_shared(visits)
      for i = 1, 8 do mine[i] = mine[i] or 0 end
      return 2 * (mine[1] + mine[2] + mine[3] + mine[4]) < visits[1] + visits[2] + visits[3] + visits[4] and mine[8] > mine[1]
        and visits[8] > 2 * visits[1]           -- more than one round
    end
    local shared = false
    for _ = 1, TRIES do
      local place, gone <close> = run.folder()
      mine, folder, count = {}, place, 0
      local r, visits = at_once(game, { iterations = 6000, root = "halving", rollout = value, threads = 3 }), {}
      for i, entry in ipairs(r.moves) do visits[i] = entry.visits end
      assert(r.move >= 6 and visits_of(r) >= 6000)
      for i = 1, 8 do assert(visits[i] >= 249, "tried too rarely") end         -- 6000 / (8 * 3)
      shared = r.helped_by and is_shared(visits)
      if shared then break end
    end
    assert(shared, "the others' tries do not count, or there was one round")
  end)

  it("play other games each", function()
    local folder, gone <close> = run.folder()
    local name, met = folder .. "/lots", false
    -- Has another process written a line?
    local function is_met()
      for line in io.lines(name) do met = met or math.tointeger(line:match "%d+") ~= here end
      return met
    end
    at_once(ternary(function() end), {
      threads = 4, iterations = 500,
      rollout = function(_, _, _, lot)
        local file <close> = assert(io.open(name, "a"))
        file:write(process(), " ", lot, "\n"):flush()
        if not met and process() == here then eventually(is_met, 60) end
        return lot % 7
      end,
    })
    local seen, processes, count = {}, {}, 0
    for line in io.lines(name) do
      local who, lot = line:match "^(%d+) (-?%d+)$"
      assert(who and not seen[lot], "the same twice")
      seen[lot], count = true, count + (processes[who] and 0 or 1)
      processes[who] = true
    end
    assert(count > 1, "no helper took part")
  end)

  it("take over what one of them has proved", function()
    local mine = 0
    local function work(p)            -- the one who answers is slow
      if process() ~= here then return end
      mine = mine + 1
      local n = p
      for i = 1, 300000 do n = n ~ i end
      return n < 0 and n or nil
    end
    local r = at_once(ternary(work), { rollout = 1 })
    assert.equal(gts.search(ternary(function() end)).value, r.value)
    assert(r.solved and not r.stopped)
    local alone = 0
    gts.search(ternary(function() alone = alone + 1 end), { algorithm = "mcts", rollout = 1 })
    assert(mine < alone, "it has proved all by itself")
    r = at_once(ternary(work), { rollout = 1, depth = 6 })
    assert.equal(gts.search(ternary(function() end), { depth = 6 }).value, r.value)
    assert(r.exact and not r.solved)
  end)

  it("stop at limits", function()
    for _, native in ipairs { false, true } do
      local r = at_once("connect4", { native = native, nodes = 30000 })
      assert.equal("nodes", r.stopped)
      assert(r.stats.visits >= 30000, "it says that it stopped sooner")
      assert.equal("time", at_once("connect4", { native = native, time = 0.05 }).stopped)
      assert.equal("progress", at_once("connect4", {
        native = native, every = 0.01, progress = function() return false end,
      }).stopped)
      r = at_once("connect4", { native = native, memory = 1 << 18, iterations = 8000 })
      assert.equal("iterations", r.stopped)
      assert(r.stats.bytes <= 1 << 18 and r.stats.bytes * (r.threads + 0.5) > 1 << 18, "no share of the memory")
    end
  end)

  it("do without one that is gone", function()
    helping.loses(gts.search(ternary(function() end)).value, ternary, { algorithm = "mcts", threads = 3 })
  end)

  it("of one, find again what they have found", function()
    local with = gts.search("connect4", { algorithm = "mcts", threads = 1, iterations = 500, seed = 7 })
    local without = gts.search("connect4", { algorithm = "mcts", iterations = 500, seed = 7 })
    assert.equal(without.estimate, with.estimate)
    assert.equal(without.stats.visits, with.stats.visits)
    for i, entry in ipairs(without.moves) do assert.equal(entry.visits, with.moves[i].visits) end
    assert.is_nil(with.threads)
  end)

  it("do not come where nothing is random: all would do the same", function()
    assert.is_nil(at_once("connect4", { rollout = 0, iterations = 3000 }).threads)
  end)

  it("may come when a tree is there already, of objects, or on a board", function()
    local late, count           -- after so many evaluations the clock goes on by two seconds
    local function evaluated(value)
      count = count + 1
      if count == late then core.clock(2) end
      return value
    end
    local objects = gts.game {
      name = "objects", start = { 1 }, native = false,
      successors = function(p)
        local list, names = {}, {}
        for i = 0, 2 do if p[1] < 1 << 9 then list[i + 1], names[i + 1] = { p[1] * 3 + i }, "to " .. i end end
        return list, names
      end,
      evaluate = function(p) return evaluated(p[1] * 37 % 19) end,
    }
    local board = { 1, 2, 4 }
    local heaps = helping.heaps(board, evaluated)
    local function helped(game, seed)
      late, count = 20 * seed, 0
      return at_once(game, { threads = 3, seed = seed }, 1)
    end
    late, count = 0, 0
    local value = gts.search(objects).value
    for seed = 1, 3 do
      local r = helped(objects, seed)
      assert(r.value == value and r.helped_by == "processes")
      assert.matches("^to %d$", r.move)
      r = helped(heaps, seed)
      assert(r.value == 1 and r.helped_by == "processes")       -- 1, 2 and 4 are no three whose nim sum is 0
      assert.same({ 1, 2, 4 }, { board[1], board[2], board[3] })
    end
    assert.equal(9, at_once(gts.tree { { 1, { 2, 3, { 4, 5 } } }, { { 6, 7 }, 8 }, 9 }, {}).value)
  end)

  it("have more moves than they tell of #thorough", function()
    local wide = gts.game {
      name = "wide", start = 0, native = false,
      next = function(p, m) m = (m or 0) + 1 if p < 4200 * 2 and m <= 4200 then return m, p + m + 4200 end end,
      evaluate = function(p) return p * 37 % 101 end,
    }
    local r = at_once(wide, { iterations = 4300 })
    assert.equal("iterations", r.stopped)
    assert(visits_of(r) > 1000 and #r.moves > 1000)
  end)
end)
