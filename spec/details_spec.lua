-- Small promises, each of which a small fault could break without any other spec noticing.

local gts = require "gts"

local function chain(fields)
  local rules = {
    name = "chain", start = 1, evaluate = function(p) return p end,
    successors = function(p) return p < 4 and { p + 1 } or {} end,
  }
  for name, value in pairs(fields or {}) do rules[name] = value end
  return rules
end

describe("a proof", function()
  it("has one end", function()
    local text = "gts proof 2\ngame nim\nlower -1\nmin !\nend\n"
    assert(gts.verify("nim", text))
    local ok, wrong = gts.verify("nim", text .. "end\n")
    assert.is_nil(ok)
    assert.equal("line 6 of the proof is not understood", wrong)
  end)

  it("may rest on the range of the rules, and on no more than that", function()
    assert.equal(-1, gts.verify("tictactoe", "gts proof 2\nlower -1\nmin !\nend\n").lower)
    assert.equal(1, gts.verify("tictactoe", "gts proof 2\nupper 1\nmax !\nend\n").upper)
    assert.is_nil(gts.verify("tictactoe", "gts proof 2\nlower 0\nmin !\nend\n"))
    assert.is_nil(gts.verify("tictactoe", "gts proof 2\nupper 0\nmax !\nend\n"))
  end)
end)

describe("a kept table", function()
  local function game_of(data) return chain { evaluate = function(p) return data and p or 0 end } end
  local function told_apart(a, b)
    local kept = gts.table()
    gts.search(game_of(a), { algorithm = "mtd", table = kept, native = false })
    assert.error_matches(function()
      gts.search(game_of(b), { algorithm = "mtd", table = kept, native = false })
    end, "belongs to another game")
  end

  it("tells data apart by where strings end, and floats to the last bit", function()
    told_apart({ "a", "b" }, { "a\0sb" })
    told_apart({ 0.1 }, { 0.10000001 })
    told_apart({ 1e300 }, { 1e300 + 2 ^ 950 })
  end)

  it("speaks of rules that change only where the game has the same name", function()
    local kept = gts.table()
    gts.search("nim", { algorithm = "mtd", table = kept })
    local ok, wrong = pcall(gts.search, "tictactoe", { algorithm = "mtd", table = kept })
    assert(not ok and wrong:find("belongs to another game", 1, true) and not wrong:find("Rules that change", 1, true))
  end)

  it("has room for a million entries unless it is told otherwise", function()
    local kept = gts.table()
    gts.search("nim", { algorithm = "mtd", table = kept })
    assert(kept:stats().most > 1000000)
  end)
end)

describe("an option", function()
  it("deepen = false is obeyed where time would have a deepening algorithm picked", function()
    assert.equal("alphabeta", gts.search("nim", { time = 5, deepen = false }).algorithm)
    assert.equal("negascout", gts.search("nim", { time = 5 }).algorithm)
  end)

  it("that names a table is taken where positions are strings, or several words, and refused where they are tables", function()
    local strings = chain {
      start = "a", evaluate = function(p) return #p end, successors = function(p) return #p < 4 and { p .. "a" } or {} end,
    }
    assert.equal(4, gts.search(strings, { algorithm = "ttalphabeta" }).value)
    assert.equal(0, gts.search("connect4", { algorithm = "ttalphabeta", depth = 2 }).value)
    local of_tables = chain {
      start = {}, evaluate = function(p) return #p end,
      successors = function(p) return #p < 2 and { { 1, table.unpack(p) } } or {} end,
    }
    assert.error_matches(function() gts.search(of_tables, { algorithm = "ttalphabeta" }) end, "needs rules.key")
  end)

  it("that is a function for the order must give numbers", function()
    assert.error_matches(function()
      gts.search("nim", { algorithm = "negascout", order = { function() return 0 / 0 end } })
    end, "option 'order' returned %-?nan: expected a number")
  end)
end)

describe("an event of a trace", function()
  it("has a window where a node has one, and none at a leaf", function()
    local seen = {}
    gts.search(gts.tree { { 1, 2 }, { 0, 5 } }, { trace = function(e)
      seen[e.kind] = true
      if e.kind == "leaf" or e.kind == "develop" then assert(e.alpha == nil and e.beta == nil)
      else assert(e.alpha ~= nil and e.beta ~= nil) end
    end })
    assert(seen.leaf and seen.cutoff)
  end)
end)

describe("a range that is open on one side", function()
  it("is held against the values all the same", function()
    for _, range in ipairs { { 2, math.huge }, { -math.huge, 3 } } do
      local rules = chain { range = range, successors = function(p) return p == 1 and { range[1] == 2 and 0 or 9 } or {} end }
      assert.error_matches(function() gts.search(rules) end, "rules.evaluate returned %d.*rules.range")
    end
  end)
end)

describe("a game", function()
  it("is loaded once, and its file's function is not handed what is not for it", function()
    assert.is_false(gts.game("nim", { heaps = { 1, 2 }, native = false }).native)
    local module = package.loaded["gts.games.nim"]
    assert.is_not_nil(module)
    gts.game "nim"
    assert.equal(module, package.loaded["gts.games.nim"])
  end)

  it("may be made by a function that walks over its options", function()
    local made = gts.game(function(options)
      local start = 0
      for _, value in pairs(options) do start = start + value end
      return chain { start = start }
    end, { one = 1, two = 2 })
    assert.equal(3, made.start)
  end)
end)

describe("gts.best with next to no limit", function()
  it("gives a move of the position that was asked for", function()
    local position = gts.search(gts.game("nim", { heaps = { 0, 0, 2 } }), { depth = 1 }).position
    assert.is_not_nil(position)
    local rules = chain { successors = function(p) return p < 4 and { p + 1 } or {}, p < 4 and { "from " .. p } or {} end }
    assert.equal("from 3", gts.best(rules, 3, { nodes = 1 }).move)
  end)
end)

describe("an implicit tree", function()
  it("has the defaults that the manual states", function()
    local function leaves(spec)
      local all = {}
      gts.search(gts.tree(spec), { algorithm = "minimax", trace = function(e)
        if e.kind == "leaf" then all[#all + 1] = e.value end
      end })
      return all
    end
    assert.same(leaves { branching = 3, depth = 4, seed = 1, range = { -32768, 32767 }, order = "independent", player = "max" },
      leaves { branching = 3, depth = 4 })
    assert.are_not.same(leaves { branching = 3, depth = 4, seed = 2 }, leaves { branching = 3, depth = 4 })
  end)
end)
