-- Algorithms in Lua: those of the manual's page custom-search do what their twins in C do, and what is wrong with others is said.

local gts = require "gts"
local run = require "spec.support.run"
local same = require "spec.support.same"
local trees = require "spec.support.trees"

local folder, gone, file

setup(function()                -- the manual's algorithms
  local blocks = {}
  for block in run.read("lua/gts/manual/howto/custom-search.md"):gmatch "```lua\n(.-)```" do
    block = block:match "^(.*gts%.algorithm {.-)\nprint" or block:match "^(.*gts%.algorithm {.-)\nlocal tree"
    blocks[#blocks + 1] = block and "do " .. block .. " end"
  end
  folder, gone = run.folder()
  file = folder .. "/algorithms.lua"
  run.write(file, table.concat(blocks, "\n"))
  dofile(file)
end)

teardown(function()             -- other specs go by the list
  local _ <close> = gone
  for i = #gts.algorithms, 1, -1 do if gts.algorithms[i].scripted then table.remove(gts.algorithms, i) end end
end)

local kinds = { develop = true, leaf = true, table = true, bound = true }

-- Searches with an algorithm in C and its twin: what they look at, in order, is the same. Returns both results.
local function side_by_side(game, id, options)
  local results, orders = {}, { {}, {} }
  for i, name in ipairs { id, "my-" .. id } do
    local asked = { algorithm = name, trace = function(event)
      if kinds[event.kind] then table.insert(orders[i], event.kind .. " " .. event.path) end
    end }
    for option, value in pairs(options) do asked[option] = value end
    results[i] = gts.search(game, asked)
  end
  same.order(orders[1], orders[2])
  return results[1], results[2]
end

-- Options by the seed of a tree.
local options_of = {
  minimax = function(seed) return { depth = seed % 2 == 0 and seed % 5 or nil } end,
  alphabeta = function(seed, value)
    return { depth = seed % 2 == 0 and seed % 5 or nil, bounds = seed % 5 > 0,
      window = seed % 3 == 0 and math.abs(value) < 1e9 and { value - seed % 5, value + 1 - seed % 5 + seed % 4 } or nil }
  end,
  mtd = function(seed)
    return { depth = seed % 4 == 0 and seed % 3 or nil, first = ({ math.huge, -math.huge })[seed % 7] or seed % 21 - 10,
      bounds = seed % 5 > 0 }
  end,
  sss = function() return {} end,
  pn = function(seed, value) return { goal = value + seed % 3 - 1, bounds = seed % 5 > 0 } end,
}

describe("an algorithm in Lua", function()
  it("examines what its twin in C does, in the same order, and finds the same", function()
    for id, options in pairs(options_of) do
      trees.each(250, { static = true }, function(tree, seed)
        if id == "mtd" then tree.lower, tree.upper = nil, nil end
        local a, b = side_by_side(gts.tree(tree), id, options(seed, (trees.oracle(tree))))
        local function counts(r) return { r.value, r.stats.leaves, r.stats.developed, r.stats.visits, id ~= "pn" and r.move } end
        assert.same(counts(a), counts(b))
        assert(a.lower <= b.lower and a.upper >= b.upper, "less is proved")
      end)
    end
  end)

  it("serves rules of every form, deepens, and stops at limits", function()
    for _, name in ipairs { "tictactoe", "nim", "hex", "breakthrough" } do
      local a, b = side_by_side(gts.game(name), "alphabeta", { depth = 3 })
      assert.same({ a.value, a.pv, a.stats.visits }, { b.value, b.pv, b.stats.visits })
      side_by_side(gts.game(name), "sss", { depth = 2 })
    end
    local r = gts.search("connect4", { algorithm = "my-alphabeta", nodes = 2000, deepen = true })
    assert.same({ "nodes", 2000, true }, { r.stopped, r.stats.visits, r.move ~= nil and r.depth > 1 })
    assert.equal("time", gts.search("connect4", { algorithm = "my-sss", time = 0.05, deepen = false }).stopped)
    r = gts.search("tictactoe", { algorithm = "my-sss", deepen = true, depth = 4 })
    assert.same({ 0, true }, { r.value, r.stats.peak < 5000 })
    assert.equal("memory", gts.search("connect4", { algorithm = "my-sss", memory = 1e5 }).stopped)
    assert(gts.search("tictactoe", { algorithm = "my-alphabeta", solution = true }).proof)
  end)

  it("comes from a file of the command", function()
    assert.matches('"algorithm":"my%-pn"', run.gts { "search", "{{3,12},{2,4}}", "-a", file, "--goal", "3", "--json" })
    assert.matches("my%-sss +3 ", run.gts { "compare", "{{3,12},{2,4}}", "--lua", file, "--algorithms", "alphabeta,my-sss" })
    assert.equal(2, (select(3, run.gts { "search", "nim", "-a", folder .. "/none.lua" })))
    run.write(folder .. "/own.lua", [[require("gts").algorithm { id = "wide", run = function(root, _, options)
      while options.width > 5 do end
      error("it is " .. options.width .. " wide")
    end, options = { { name = "width", kind = "count", help = "how wide", default = 3, most = 9 } } }]])
    local function wide(...) return run.output(("'%s' search nim -a '%s/own.lua' %s 2>&1"):format(run.program, folder, (...))) end
    assert.matches("it is 4 wide", wide "--width 4")
    assert.matches("'%-%-width' is 10", wide "--width 10")
    assert.matches("stopped: time", wide "--width 6 --time 0.1")        -- a loop that visits nothing
  end)

  it("survives a request for memory refused at the k-th, for every k #thorough", function()
    assert.equal("2 games\n", run.gts { "spec/support/refusals.lua", "from", file, "my-alphabeta", "my-sss" })
  end)

  it("sees moves, positions and estimates; what was published last is played where it is stopped", function()
    local seen, moves = {}, { "l", "r" }
    local rules = { name = "halves", start = 1, evaluate = function(p) return p % 4 end,
      successors = function(p) return p < 8 and { 2 * p, 2 * p + 1 } or {}, p < 8 and moves or {} end }
    local id = gts.algorithm { id = "looks", run = function(root, search)
      root:value()
      for child in root:children() do
        child:value()
        seen[#seen + 1] = { select("#", root:move()), child:position(), child:estimate(), child:move() }
        search:publish(nil, nil, child)
      end
      for child in root:children() do for leaf in child:children() do leaf:value() end end
    end }
    local r = gts.search(rules, { algorithm = id, nodes = 3 })
    assert.same({ { { 0, 2, 2, "l", 1 }, { 0, 3, 3, "r", 2 } }, "r", 3, 3 }, { seen, r.move, r.line[1], r.estimate })
  end)

  it("is listed, compared, recorded and replaced", function()
    local id = gts.algorithm { id = "mine", title = "Mine", run = function() return 7 end,
      options = { "window", { name = "width", kind = "count", help = "how wide", default = 3 } } }
    local row, tree = gts.algorithms[#gts.algorithms], gts.tree { { 3, 12 }, { 2, 4 } }
    assert.same({ "mine", "Mine", { "window", "width" } }, { row.id, row.title, row.options })
    local list = gts.compare(tree, { algorithms = { "alphabeta", "my-alphabeta", id } })
    assert.same({ 3, 3, 7 }, { list[1].leaves, list[2].leaves, list[3].estimate })
    local recording = gts.record(tree, { algorithm = "my-alphabeta" })
    assert.equal(gts.draw(gts.record(tree, {}), "text"), gts.draw(recording, "text"):sub(4))
    gts.algorithm { id = id, run = function() return 5 end }
    assert.equal(5, gts.search(tree, { algorithm = id }).estimate)
    assert.has_error(function() gts.search(tree, { algorithm = id, width = 2 }) end)
  end)
end)

describe("a wrong algorithm in Lua", function()
  local tree = gts.tree { { 3, 12 }, { 2, 4 } }

  local function wrong(search, keeps)
    local id = gts.algorithm { id = "wrong", run = search, keeps = keeps }
    return tostring(select(2, pcall(gts.search, tree, { algorithm = id })))
  end

  it("is refused by what it does", function()
    local kept
    local function takes(value) return function(root) for c in root:children() do root:take(c, value) end end end
    for why, search in pairs {
      ["has returned is nil: expected a number"] = function(root, search) kept = root return search:pass(1, 2, true) end,
      ["takes the value 5 for position 1, but has proved that its value is at least %-inf"] = takes(5),
      ["the value of a child is x: expected a number"] = takes "x", ["the value of a child is %-?nan"] = takes(0 / 0),
      ["publishes the lower bound 5 for position 0"] = function(_, search) search:publish(5) end,
      ["for leaves; node:estimate"] = function(root) root:evaluate() end,
      ["script_spec.lua:%d+: oops"] = function() error "oops" end,
      ["keeps = true"] = function(root) root:develop() end, ["expected a node"] = function(root) root.value(3) end,
      ["node was left"] = function(root) local a for c in root:children() do a = a or c end a:value() end,
      ["in the coroutine"] = function(root) coroutine.wrap(function() root:value() end)() end,
      ["returned 4 for position 0, but has proved that its value is at least 3 and at most 3"] = function(root)
        for c in root:children() do for leaf in c:children() do leaf:value() end end
        return 4
      end,
    } do assert.matches(why, wrong(search)) end
    assert.matches("a search that is over", select(2, pcall(kept.value, kept)))
    assert.matches("node was left", wrong(function(root) local a = root:develop() root:forget() a[1]:leaf() end, true))
    assert.matches("are kept", wrong(function(root) root:develop() root:children() end, true))
  end)

  it("is refused by its fields", function()
    for why, row in pairs {
      run = { id = "x" }, ["'x y'"] = { id = "x y", run = print }, alphabeta = { id = "alphabeta", run = print },
      options = { id = "x", run = print, optoins = {} }, depth = { id = "x", run = print, options = { "depth" } },
    } do assert.matches(why, select(2, pcall(gts.algorithm, row))) end
  end)
end)
