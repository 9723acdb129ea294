-- Small promises, each of which a small fault could break without any other spec noticing.

local gts = require "gts"
local objects = require "spec.support.objects"
local run = require "spec.support.run"
local tables = require "gts.base.tables"

local function chain(fields)
  return tables.copy({ name = "chain", start = 1, evaluate = function(p) return p end,
    successors = function(p) return p < 4 and { p + 1 } or {} end }, fields)
end

describe("a proof", function()
  it("may rest on the range of the rules, and on no more than that", function()
    assert.equal(-1, gts.verify("tictactoe", "gts proof 2\nlower -1\nmin !\nend\n").lower)
    assert.equal(1, gts.verify("tictactoe", "gts proof 2\nupper 1\nmax !\nend\n").upper)
    assert.is_nil(gts.verify("tictactoe", "gts proof 2\nlower 0\nmin !\nend\n"))
    assert.is_nil(gts.verify("tictactoe", "gts proof 2\nupper 0\nmax !\nend\n"))
  end)
end)

describe("an option", function()
  it("deepen = false is obeyed where time would have a deepening algorithm picked", function()
    assert.equal("alphabeta", gts.search("nim", { time = 5, deepen = false }).algorithm)
    assert.equal("negascout", gts.search("nim", { time = 5 }).algorithm)
  end)

  it("that is a function for the order must give numbers", function()
    assert.error_matches(function()
      gts.search("nim", { algorithm = "negascout", order = { function() return 0 / 0 end } })
    end, "option 'order' returned nan: expected a number")
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

describe("a search", function()
  it("loads none of the modules that compile rules before it is long", function()
    local script = [[require "gts.compile.searching"
      for name in pairs(package.loaded) do
        if name:find "^gts%.compile" then print(name) end
      end]]
    assert.equal("gts.compile.searching\n", (run.gts { script = script }))
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

describe("a search with the tree of the framework", function()
  local holders = { "gsearch", "rsearch", "maxsearch", "minsearch", "hstarstar" }

  it("gives back the tree of an iteration before the next", function()
    -- A path of 150 positions: all iterations together have seventy times as many as the last.
    local rules = {
      name = "path", start = 0, evaluate = function(p) return p end,
      next = function(p, move) if p < 150 and not move then return 1, p + 1 end end,
    }
    for _, id in ipairs(holders) do
      local once = gts.search(rules, { algorithm = id, native = false }).stats.bytes
      local deepened = gts.search(rules, { algorithm = id, native = false, deepen = true }).stats.bytes
      assert(deepened <= 4 * once, ("%s: %d bytes, %d at once"):format(id, deepened, once))
    end
  end)

  it("gives back the positions and moves of what it forgets", function()
    for _, id in ipairs { "rsearch", "maxsearch", "minsearch", "hstarstar" } do
      local rules, held = objects.game(3, 60, 24)
      gts.search(rules, { algorithm = id, pseudo = 1 })
      -- Three children, each position with its move, on each of 5 plies; and lines.
      assert(held() <= 5 * 6 + 30, ("%s holds %d"):format(id, held()))
    end
  end)

  it("generates no successors of a node that can no longer matter", function()
    -- The start is worth 5 at least, and its first successor 4 at most: that is asked for no more than its bounds.
    local function generated(tree, id)
      local paths = {}
      gts.search(gts.tree(tree), { algorithm = id, trace = function(event)
        if event.kind == "develop" then paths[#paths + 1] = event.path end
      end })
      return paths
    end
    for _, id in ipairs(holders) do
      assert.are.same({ "", "2" }, generated({ lower = 5, { upper = 4, 3, 4 }, { 7, 6 } }, id), id)
      assert.are.same({ "", "2" }, generated({ player = "min", upper = 5, { lower = 6, 8, 6 }, { 3, 4 } }, id), id)
    end
  end)

  it("has the move that promises most where the start is worth more than any", function()
    for _, algorithm in ipairs(gts.algorithms) do
      if algorithm.informed then
        local options = { algorithm = algorithm.id, depth = 1 }
        local tree = { lower = 5, value = 0, { value = 1, 7, 8 }, { value = 3, 7, 9 }, { value = 2, 8, 8 } }
        local r = gts.search(gts.tree(tree), options)
        assert.are.same({ 5, 2 }, { r.value, r.move }, algorithm.id)
        tree = { player = "min", upper = 5, value = 9, { value = 8, 1, 0 }, { value = 6, 2, 3 }, { value = 7, 4, 0 } }
        r = gts.search(gts.tree(tree), options)
        assert.are.same({ 5, 2 }, { r.value, r.move }, algorithm.id)
      end
    end
  end)
end)

describe("a search for solution trees", function()
  it("has the leftmost of equal moves also where it keeps no leaves", function()
    for _, id in ipairs { "recsss", "memsss", "recdual", "memdual" } do
      for _, store in ipairs { true, false } do
        for _, tree in ipairs { { 5, 7, 7, 6 }, { player = "min", 8, 7, 9, 7 }, { { 5, 9 }, { 8, 7 }, { 7, 7 } } } do
          local r = gts.search(gts.tree(tree), { algorithm = id, store_terminals = store })
          assert.are.same({ 7, 2 }, { r.value, r.move }, id)
        end
      end
    end
  end)

  it("gives back the nodes that it has solved", function()
    -- The start has one successor, that one forty, and each of these one, a leaf.
    local alive = setmetatable({}, { __mode = "k" })
    local held = 0
    local function new(kind, value)
      local p = { kind, value }
      alive[p] = true
      return p
    end
    local rules = { name = "objects", start = { "start" } }
    function rules.player(p) return (p[1] == "wide" or p[1] == "leaf") and "max" or "min" end
    function rules.successors(p)
      if p[1] == "start" then return { new("wide") } end
      if p[1] == "narrow" then return { new("leaf", p[2]) } end
      local list = {}
      for i = 1, p[1] == "wide" and 40 or 0 do list[i] = new("narrow", i) end
      return list
    end
    function rules.evaluate(p)
      if p[2] == 40 then
        collectgarbage()
        held = 0
        for _ in pairs(alive) do held = held + 1 end
      end
      return p[2]
    end
    assert.are.equal(40, gts.search(rules, { algorithm = "memsss" }).value)
    assert(held > 0 and held < 20, held)        -- when the last leaf is evaluated 39 of the forty are solved
  end)
end)
