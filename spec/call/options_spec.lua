-- The options of gts.search, one by one: what is refused, how it is said, and what the result keeps of them.

local gts = require "gts"
local options = require "gts.facts.options"
local errors = require "spec.support.errors"
local trees = require "spec.support.trees"

local says = errors.says

local function complaint(game, given) return errors.complaint(gts.search, game, given) end

local tree = gts.tree { { 3, 12, 8 }, { 2, 4, 6 }, { 14, 5, 2 } }

local NAN = 0 / 0

-- Values that each kind of option refuses. Counts refuse what is below their least, too.
local refused = {
  algorithm = { 17, true, {} },
  position = { NAN },
  flag = { 0, "true", {} },
  ["function"] = { 17, "text", true, {} },
  count = { -1, 2.5, "3", NAN, true, -math.huge },
  seconds = { 0, -1, "3", NAN, true },
  window = { 5, {}, { 1 }, { 1, 1 }, { 2, 1 }, { 1, 2, 3 }, { NAN, 1 }, { 0, NAN }, { "0", "1" }, true },
}

describe("an option", function()
  it("that is unknown is refused by name, with the algorithm's, and the likely one", function()
    says(complaint(tree, { dpeth = 3 }), "unknown option 'dpeth' for alphabeta: did you mean 'depth'?")
    says(complaint(tree, { algorithm = "minimax", tiem = 3 }), "unknown option 'tiem' for minimax: did you mean 'time'?")
    says(complaint(tree, { Depth = 3 }), "unknown option 'Depth'", "did you mean 'depth'?")
    local wrong = complaint(tree, { elephants = 3 })
    says(wrong, "unknown option 'elephants'")
    assert.is_nil(wrong:find("did you mean", 1, true))
    says(complaint(tree, { 3 }), "unknown option 1")
    says(complaint(tree, { [true] = 3 }), "unknown option true")
  end)

  it("of another type or out of range is refused by name, with what is expected", function()
    for _, row in ipairs(options.rows) do
      local takes = not row.own
      for _, algorithm in ipairs(gts.algorithms) do
        for _, name in ipairs(algorithm.options) do takes = takes or name == row.name and algorithm.id end
      end
      local kind = #row.kinds == 1 and row.kinds[1]     -- one of several kinds may take what another refuses
      local values = { table.unpack(takes and refused[kind] or {}) }
      if takes and kind == "count" then values[#values + 1] = row.least - 1 end
      for _, value in ipairs(values) do
        local given = { algorithm = takes ~= true and takes or nil, [row.name] = value }
        local wrong = complaint(tree, given)
        says(wrong, row.name, type(value) == "table" and "table" or value ~= value and "nan" or tostring(value))
        if kind ~= "algorithm" then says(wrong, "option '" .. row.name .. "' of ", "expected ") end
      end
    end
  end)

  it("may have limits, which its row states", function()
    local function kind(row) return options.kind_of(row) end
    local depth = kind { name = "x", kinds = { "count" }, least = 2, most = 5, words = {} }
    assert(depth.fits(2) and depth.fits(5) and not depth.fits(1) and not depth.fits(6) and not depth.fits(math.huge))
    assert.equal("a whole number from 2 to 5", depth.expected)
    local number = kind { name = "x", kinds = { "number" }, least = -1, most = 0.5, words = {} }
    assert(number.fits(-1) and number.fits(0.5) and not number.fits(-2) and not number.fits(1))
    assert.equal("a whole number, 3 or more", kind({ name = "x", kinds = { "integer" }, least = 3, words = {} }).expected)
    assert(kind({ name = "x", kinds = { "number" }, words = {} }).fits(-math.huge))
  end)

  it("that is a short list is shown in words", function()
    says(complaint(tree, { window = { 1, 0 } }), "'window' of alphabeta is a table {1, 0}: expected")
    says(complaint(tree, { window = { "0", {} } }), "'window' of alphabeta is a table {'0', a table}: expected")
    says(complaint(tree, { window = { 1, 2, 3, 4, 5 } }), "'window' of alphabeta is a table: expected")
    says(complaint(tree, { window = { 1, 0, to = 3 } }), "'window' of alphabeta is a table: expected")
    says(complaint(tree, { algorithm = "negascout", order = { "tabel" } }), "a table {'tabel'}: expected")
  end)

  it("of any function is refused if it is unknown, with the likely one; and so is what is no table", function()
    -- An option of each, and what stands before the options.
    for name, call in pairs {
      analyze = { "time", "nim" }, book = { "positions", "nim" }, check = { "positions", "nim" }, compare = { "workers", "nim" },
      course = { "seed", 1 }, draw = { "width", tree, "svg" }, equivalent = { "time", "nim", "nim" }, learn = { "games", "nim" },
      experiment = { "seeds", "dominance" }, levels = { "games", "nim" }, map = { "workers", {}, print },
      match = { "games", "nim", {}, {} }, perft = { "distinct", "nim", 1 }, play = { "level", "nim" },
      playouts = { "games", "nim" }, profile = { "games", "nim" }, puzzles = { "games", "nim" }, record = { "depth", tree },
      review = { "nodes", "nim", {} }, solve = { "folder", "nim" }, tune = { "games", "othello" },
    } do
      local function wrong(value)
        local arguments = { table.unpack(call, 2) }
        arguments[#call] = value
        return errors.complaint(gts[name], table.unpack(arguments))
      end
      local slip = call[1] .. call[1]:sub(-1)
      says(wrong { [slip] = 1 }, ("unknown option '%s'"):format(slip), ("did you mean '%s'?"):format(call[1]))
      says(wrong(3), "the options ", "3: expected a table")
    end
  end)

  it("that only other algorithms take is refused, and they are named", function()
    says(complaint(tree, { algorithm = "minimax", window = { 0, 1 } }), "minimax", "'window'", "failhard", "alphabeta")
  end)

  it("table must be a table, and trace a function", function()
    says(complaint(tree, { trace = true }), "'trace'", "true: expected a function")
    for _, value in ipairs { 17, "depth=3", true } do says(complaint(tree, value), tostring(value), "expected a table") end
  end)

  it("is blamed on the line that called the search", function()
    local line = debug.getinfo(1, "l").currentline + 1
    says(complaint((function() return tree end)(), { dpeth = 1 }), "unknown option")
    local _, wrong = pcall(function() gts.search(tree, { dpeth = 1 }) end)
    says(wrong, ("options_spec.lua:%d:"):format(line + 1))
  end)
end)

describe("the option", function()
  it("algorithm names one, and a misspelt one is an error that suggests another", function()
    for _, algorithm in ipairs(gts.algorithms) do
      local searched = algorithm.alternative and gts.tree { value = 1, 2, 3 } or tree      -- it wants a value everywhere
      assert.are.equal(algorithm.id, gts.search(searched, { algorithm = algorithm.id }).algorithm)
    end
    says(complaint(tree, { algorithm = "alfabeta" }), "unknown algorithm 'alfabeta': did you mean 'alphabeta'?")
  end)

  it("position takes any position, and with words a list of them", function()
    local rules = trees.rules({ { 1, 2 }, { 3, 4 } }, "next of 2 words")
    local r = gts.search(rules)
    assert.are.same(3, gts.search(rules, { position = r.line[2] }).value)
    for _, position in ipairs { 5, { 1 }, { 1, 2, 3 }, { 1, 2.5 }, { 1, "2" }, "text" } do
      says(complaint(rules, { position = position }), "'position'", "list of 2 integers")
    end
  end)

  it("position is refused where it is none of the tree", function()
    for _, position in ipairs { -1, 13, math.maxinteger, 2.5, "text", {} } do
      says(complaint(tree, { position = position }), "position")
    end
    local uniform = gts.tree { branching = 2, depth = 3 }
    local r = gts.search(uniform)
    assert.are.equal(r.value, gts.search(uniform, { position = r.position }).value)
    for _, position in ipairs { 5, {}, { 1 }, { 1, 4 }, { 1, -1 }, { 1, 2, 3 }, { 1.5, 2 } } do
      says(complaint(uniform, { position = position }), "position")
    end
  end)

  it("depth is the horizon in plies, and a leaf there is no terminal", function()
    local rules, log = trees.rules({ { value = 7, 1 }, 5 }, nil, { terminal = true })
    local r = gts.search(rules, { depth = 1 })
    assert.are.equal(7, r.value)
    assert.are.equal(1, r.depth)
    assert.is_true(r.exact)
    assert.is_false(r.solved)
    assert.are.same({ "1", "2" }, trees.asked(log, "evaluate"))
    r = gts.search(rules, { depth = 0 + 2.0 })
    assert.are.equal(5, r.value)
    assert.is_true(r.solved)
    r = gts.search(trees.rules { value = 3, 1 }, { depth = 0 })
    assert.are.equal(3, r.value)
    assert.is_nil(r.move)
    assert.is_false(r.solved)
    assert.are.equal(5, gts.search(rules, { depth = math.huge }).value)
  end)

  it("depth far beyond the tree changes nothing", function()
    for _, depth in ipairs { 2 ^ 31, 2 ^ 53, math.maxinteger, 1e300, math.huge } do
      if math.tointeger(depth) or depth == math.huge then
        assert.are.equal(3, gts.search(tree, { depth = depth }).value)
        assert.is_true(gts.search(tree, { depth = depth }).solved)
      else says(complaint(tree, { depth = depth }), "'depth'") end
    end
  end)

  it("trace gets every step, with the path", function()
    local events = {}
    gts.search(gts.tree { { 3, 5 }, { 2, 9 } }, { trace = function(e) events[#events + 1] = e end })
    local told = {}
    for i, e in ipairs(events) do told[i] = ("%s %s %s"):format(e.kind, e.path, e.value or "-") end
    assert.are.same({
      "develop  -", "develop 1 -", "leaf 1.1 3", "leaf 1.2 5", "develop 2 -", "leaf 2.1 2", "cutoff 2 2"
    }, told)
    assert.are.equal(0, events[1].ply)
    assert.are.equal("max", events[1].player)
    assert.are.equal("min", events[2].player)
    assert.are.equal(2, events[3].ply)
    assert.are.equal(3, events[7].alpha)
  end)
end)

describe("the result", function()
  it("has the fields of the contract", function()
    local r = gts.search(tree)
    assert.same({ 3, 3, 3, true, true, nil, 2 }, { r.value, r.lower, r.upper, r.exact, r.solved, r.stopped, r.depth })
    assert.same({ 1, 1, { 1, 1 }, { 1, 2 }, "alphabeta" }, { r.move, r.position, r.pv, r.line, r.algorithm })
    assert.same({ 7, 11, 4, 3 }, { r.stats.leaves, r.stats.visits, r.stats.developed, r.stats.peak })
    assert.are.equal("integer", math.type(r.stats.bytes))
    assert(r.seconds >= 0 and r.seconds < 60)
  end)

  it("keeps all options, defaults too: enough to repeat the search", function()
    local given = { depth = 1, position = 1, window = { 0, 9 } }
    local r = gts.search(tree, given)
    assert.are.equal("alphabeta", r.options.algorithm)
    assert.are.equal(1, r.options.depth)
    assert.are.equal(true, r.options.bounds)
    assert.are.equal(false, r.options.deepen)
    assert.are.same({ depth = 1, position = 1, window = { 0, 9 } }, given)
    local again = gts.search(tree, r.options)
    again.seconds, r.seconds = nil, nil
    assert.are.same(r, again)
  end)

  it("has integers for whole values, floats for others", function()
    assert.are.equal("integer", math.type(gts.search(gts.tree { 3.0, 2 }).value))
    assert.are.equal("float", math.type(gts.search(gts.tree { 3.5, 2 }).value))
    assert.are.equal(2 ^ 60, gts.search(gts.tree { 2 ^ 60 }).value)
    assert.are.equal(1e300, gts.search(gts.tree { 1e300 }).value)
  end)

  it("of a rules table, of its name and of its game is the same", function()
    for _, game in ipairs { "nim", gts.game "nim", require("gts.games.nim") {} } do
      assert.are.equal(1, gts.search(game, { nodes = 1000000 }).value)
    end
  end)
end)

describe("gts.algorithms", function()
  it("lists each algorithm once, with what is said of it", function()
    local seen = {}
    for _, a in ipairs(gts.algorithms) do
      assert.is_nil(seen[a.id])
      seen[a.id] = true
      for _, field in ipairs { "id", "title", "family", "source" } do
        assert(type(a[field]) == "string" and a[field] ~= "", field)
      end
      for _, name in ipairs(a.options) do
        local known = false
        for _, row in ipairs(options.rows) do known = known or row.name == name and row.own end
        assert(known, a.id .. " takes an option without a row: " .. name)
      end
    end
    assert(seen.minimax and seen.failhard and seen.alphabeta)
  end)
end)
