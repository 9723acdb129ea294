-- Recordings: every event of a search, what became of each node, and what the leaves that were seen prove of it.

local gts = require "gts"
local json = require "gts.show.json"
local record = require "gts.lab.record"
local errors = require "spec.support.errors"
local minimaxing = require "spec.support.minimaxing"
local run = require "spec.support.run"
local Terminal = require "spec.support.terminal"
local tables = require "gts.base.tables"
local trees = require "spec.support.trees"

local fig1 = trees.fig1
-- Of its leaves alpha-beta sees those that are listed, in this order, and SSS* those below; so say paper and gts' own references.
local seen = {
  alphabeta = { 41, 5, 12, 90, 99, 80, 10, 36, 35, 50, 37 },
  sss = { 41, 12, 10, 36, 5, 35, 50, 37 },
}

local refused = errors.refused(gts.record)

describe("a recording", function()
  it("has every event of a trace, in their order, and the result", function()
    local told = {}
    local r = gts.record(gts.tree(fig1), { trace = function(event) told[#told + 1] = event.kind .. event.path end })
    assert.same({ 35, 0 }, { r.result.value, r.lost })
    assert.equal(#told, #r.events)
    for i, event in ipairs(r.events) do assert.equal(told[i], event.kind .. event.path) end
    assert.same({ nil, "alphabeta" }, { r.options.trace, r.options.algorithm })
  end)

  it("numbers the leaves in the order in which they were evaluated", function()
    for id, values in pairs(seen) do
      local r = gts.record(gts.tree(fig1), { algorithm = id })
      local order = {}
      for _, node in pairs(r.nodes) do
        for _, at in ipairs(node.evaluated) do order[at] = node.leaf end
      end
      assert.same(values, order)
    end
  end)

  it("says which bound cut a node off, and what is left there", function()
    local r = gts.record(gts.tree { { 3, 12, 8 }, { 2, 4, 6 }, { 14, 5, 2 } })
    local node = r.nodes["2"]
    assert.same({ "alpha", 2, 3 }, { node.cut, node.cut_value, node.cut_bound })
    assert.same({ 1, 3, true }, { #node.children, #r:successors("2"), (r:misses(node)) })
    assert.is_false(r:misses(r.nodes["1"]))
    r = gts.record(gts.tree { { { 3, 12, 8 }, { 2, 4, 6 }, { 14, 5, 2 } }, player = "min" })
    assert.same({ "max", "min" }, { r.nodes["1"].player, r.nodes[""].player })
  end)

  it("records a number of events, and counts the rest", function()
    local all = gts.record(gts.tree(fig1))
    local r = gts.record(gts.tree(fig1), { most = 7 })
    assert.same({ 7, #all.events - 7, 35 }, { #r.events, r.lost, r.result.value })
    assert.equal(#all.events, gts.record(gts.tree(fig1), { most = 0 }).lost)
    local told = 0
    r = gts.record(gts.tree(fig1), { most = 7, trace = function() told = told + 1 end })
    assert.same({ #all.events, 7, #all.events - 7 }, { told, #r.events, r.lost })
    r = gts.record(gts.tree(fig1), { trace = function() return false end })
    assert.same({ #all.events, 0 }, { #r.events, r.lost })
  end)

  it("keeps no more than has room: paths of deep games are long", function()
    local path_bytes = record.path_bytes
    local _ <close> = setmetatable({}, { __close = function() record.path_bytes = path_bytes end })
    record.path_bytes = 1000
    local rules = {
      name = "chain", start = 0, successors = function(p) return p < 300 and { p + 1 } or {} end,
      evaluate = function(p) return p end,
    }
    -- The path of ply p has 2 p - 1 bytes, and those down to it together p * p.
    for _, open in ipairs { false, true } do
      local r = gts.record(rules, { algorithm = open and "sss" or "alphabeta", open = open })
      local last = r.events[#r.events]
      assert.equal(open and 22 or 31, last.ply)
      assert.same({ 300, true }, { r.result.value, r.lost > 200 })
      assert.is_nil(r.nodes[last.path .. ".1"])
      assert.is_true(#r:line() <= last.ply + 2)
    end
  end)

  it("knows what was left out, even if its end was not recorded", function()
    trees.each(12, nil, function(tree)
      for _, id in ipairs { "alphabeta", "mtd", "sss" } do
        local r = gts.record(gts.tree(tree), { algorithm = id, most = 12 })
        for path, node in pairs(r.nodes) do
          if node.developed > 0 then assert.equal(#node.children < #r:successors(path), r:misses(node), id .. " at " .. path) end
        end
      end
    end)
  end)

  it("follows the principal variation", function()
    assert.same({ "", "2", "2.1", "2.1.2", "2.1.2.2" }, gts.record(gts.tree(fig1)):line())
    local game = gts.game "tictactoe"
    local r = gts.record(game, { position = gts.apply(game, nil, 5, 1, 2), depth = 3 })
    local position = r.options.position
    for i, path in ipairs(r:line()) do
      if i > 1 then position = gts.apply(game, position, r.result.pv[i - 1]) end
      assert.same(position, r.nodes[path].position)
    end
  end)

  it("forgets at each depth of a deepening search what a shallower one thought", function()
    local tree = { value = 0, { value = 9, 1, 2 }, { value = 5, 6, 7 } }
    local r = gts.record(gts.tree(tree), { algorithm = "minimax", deepen = true })
    assert.same({ 6, 6 }, { r.nodes[""].lower, r.nodes[""].upper })
    assert.same({ 1, 1 }, { r.nodes["1"].lower, r.nodes["1"].upper })
  end)

  it("is refused in words", function()
    refused("option 'most' of gts.record is -1", gts.tree(fig1), { most = -1 })
    refused("there is no game 'chess'", "chess")
  end)
end)

-- The part of a tree that a path leads to, and the player to move there.
local function at(tree, path)
  local player = tree.player or "max"
  for number in path:gmatch "%d+" do
    tree, player = tree[tonumber(number)], player == "max" and "min" or "max"
    player = type(tree) == "table" and tree.player or player
  end
  return tree, player
end

describe("what a recording has proved of a node", function()
  it("is true, and of the root enough, whatever the algorithm", function()
    trees.each(20, nil, function(tree)
      local game = gts.tree(tree)
      for _, algorithm in ipairs(minimaxing.rows) do
        local r = gts.record(game, { algorithm = algorithm.id })
        for path, node in pairs(r.nodes) do
          local value = trees.oracle(at(tree, path))
          assert(node.lower <= value and value <= node.upper, algorithm.id .. " at " .. path)
        end
        assert(r.nodes[""].lower == r.nodes[""].upper, algorithm.id)
      end
    end)
  end)
end)

describe("a recording of a search that ends with a shallower one for the distance #lua", function()
  it("has bounds of every node, and can be drawn", function()
    local r = gts.record("hexapawn", { algorithm = "minimax", depth = 6, deepen = true, nodes = 100000 })
    for _, node in pairs(r.nodes) do assert.is_number(node.lower) end
    assert(#gts.draw(r, "text", { lines = math.huge }) > 1000)
  end)
end)

describe("a recording as JSON lines", function()
  local function read(recording) return tables.map(run.lines(recording:jsonl()), json.decode) end

  it("says what was searched, then every event, then what came out", function()
    local r = gts.record(gts.tree(fig1), { depth = 4 })
    local lines = read(r)
    assert.equal(#r.events + 2, #lines)
    assert.same({ 1, gts.version, "tree", 4 }, { lines[1].version, lines[1].gts, lines[1].game, lines[1].options.depth })
    for i, event in ipairs(r.events) do
      local line = lines[i + 1]
      assert.same({ event.kind, event.path, event.value }, { line.kind, line.path, line.value })
    end
    local last = lines[#lines]
    assert.same({ "result", 35, "2", 11, 0 }, { last.kind, last.value, last.move, last.leaves, last.lost })
  end)

  it("has words for infinities, and texts for positions", function()
    local lines = read(gts.record(gts.tree(fig1), { algorithm = "mtd", first = math.huge }))
    assert.same({ "inf", "pass", "inf" }, { lines[1].options.first, lines[2].kind, lines[2].test })
    lines = read(gts.record(gts.tree(fig1)))
    assert.same({ "-inf", "inf" }, { lines[2].alpha, lines[2].beta })
    local nim = read(gts.record("nim", { algorithm = "minimax", depth = 1 }))
    assert.equal(gts.write "nim", nim[2].position)
  end)

  it("asks as a person would: a null window is its question, also where a node is cut off", function()
    -- All that can be seen of the first tree are its leaves, and infinities.
    local known = { inf = true, ["-inf"] = true }
    for _, value in ipairs { 41, 5, 12, 90, 99, 80, 20, 30, 10, 36, 35, 50, 37, 25, 3 } do known[value] = true end
    for _, id in ipairs { "mtd", "sss2", "dual2", "negascout" } do
      local r, questions = gts.record(gts.tree(fig1), { algorithm = id }), 0
      for i, line in ipairs(read(r)) do
        local event = r.events[i - 1]
        if event and event.test then
          questions = questions + 1
          assert.is_nil(line.alpha or line.beta)
          assert(known[line.test] and (line.relation == ">" or line.relation == ">="))
          assert.is_number(event.alpha)
        elseif event then
          for _, name in ipairs { "alpha", "beta", "lower", "upper", "test" } do
            assert(line[name] == nil or known[line[name]], ("%s, event %d: %s %s"):format(id, i - 1, name, line[name]))
          end
        end
      end
      assert.is_true(questions > 0)
    end
  end)

  it("can be read line by line", function()
    local r = gts.record(gts.tree(fig1))
    local list = {}
    for line in r:lines() do list[#list + 1] = line end
    assert.equal(r:jsonl(), table.concat(list))
  end)
end)

describe("gts record and gts draw #lua", function()
  it("show their search while it lasts, where somebody looks #thorough", function()
    local folder, gone <close> = run.folder()
    for command, ending in pairs { ["record --most 0"] = "events", ["draw --lines 5"] = "lines" } do
      local terminal = Terminal.start(("NO_COLOR=1 exec '%s' %s tree branching=9 depth=20 --time 1 --nodes 1e9 --file '%s/%s'")
        :format(run.program, command, folder, ending), folder)
      terminal:expect " left"
      terminal:expect "\27[K"
      terminal:close()
    end
  end)
end)
