-- The options `select` and `pseudo`, and what a search by rules holds, gives back and proves on the way.

local gts = require "gts"
local trees = require "spec.support.trees"

local framework = { "gsearch", "rsearch", "maxsearch", "minsearch", "hstarstar" }

local function search(tree, options) return gts.search(gts.tree(tree), options) end

local function error_of(...)
  local ok, wrong = pcall(...)
  assert.is_false(ok)
  return wrong
end

local tree = { { 3, 12, 8 }, { 2, 4, 6 }, { 14, 5, 2 } }

describe("select", function()
  it("may be a child or its index", function()
    trees.each(60, { informed = false }, function(some)
      local orders = {}
      for i, rule in ipairs { function(node) return node[#node] end, function(node) return node[#node].index end } do
        local trace, paths = trees.tracer "leaf"
        assert.are.equal((trees.oracle(some)), search(some, { algorithm = "gsearch", select = rule, trace = trace }).value)
        orders[i] = table.concat(paths, " ")
      end
      assert.are.equal(orders[1], orders[2])
    end)
  end)

  it("may be written as the paper has it, in a few lines of Lua", function()
    -- Maxsearch: a child with the same upper end of the window. H**: at MAX nodes that, at MIN nodes one with the same lower end.
    local function max(node)
      for _, child in ipairs(node) do if child.beta == node.beta then return child end end
    end
    local function hstar(node)
      for _, child in ipairs(node) do
        if node.player == "max" and child.beta == node.beta or node.player == "min" and child.alpha == node.alpha then
          return child
        end
      end
    end
    local function leftmost(node) return node[1] end
    for name, rule in pairs { max = max, hstar = hstar, leftmost = leftmost } do
      trees.each(100, nil, function(some)
        local trace, paths = trees.tracer "leaf"
        local trace2, paths2 = trees.tracer "leaf"
        search(some, { algorithm = "rsearch", select = name, pseudo = 3, trace = trace })
        search(some, { algorithm = "rsearch", select = rule, pseudo = 3, trace = trace2 })
        assert(table.concat(paths, " ") == table.concat(paths2, " "), name)
      end)
    end
  end)

  it("may be anything that can be called: a function, a table, a userdata", function()
    local asked = 0
    local meta = { __call = function(_, node) asked = asked + 1 return node[1] end }
    local userdata = debug.setmetatable(io.tmpfile(), meta)
    for _, rule in ipairs { meta.__call, setmetatable({}, meta), userdata } do
      asked = 0
      local choose = type(rule) == "function" and function(node) return rule(nil, node) end or rule
      gts.search("nim", { algorithm = "gsearch", select = choose })
      assert(asked > 0, type(rule))
    end
  end)

  it("sees the position as the rules have it, at the node and at its children", function()
    for _, form in ipairs(trees.forms) do
      local rules = trees.rules(tree, form)
      local coding, seen = form:match(" of (.*)$"), 0
      gts.search(rules, { algorithm = "gsearch", select = function(node)
        local p, c = node.position, node[1].position
        if coding == "tables" then assert(type(p) == "table" and type(c) == "table")
        elseif coding:find "words" then assert(#p == #rules.start and #c == #p)
        elseif coding ~= "mixture" then assert.are.equal(math.type(rules.start) or type(rules.start), math.type(c) or type(c)) end
        if node.ply == 0 and coding ~= "tables" then assert.are.same(rules.start, p) end
        if coding == "strings" then assert.are.equal((node.ply == 0 and p or p .. ".") .. node[1].index, c) end
        seen = seen + 1
        return node[1]
      end })
      assert(seen > 0)
    end
  end)

  it("that chooses no live child is refused, in words", function()
    local function wrong(choice)
      return error_of(search, tree, { algorithm = "gsearch", select = function() return choice end })
    end
    assert.are.equal("select returned 4 at ply 0: expected a live child of the node, or its index; live are 1, 2, 3", wrong(4))
    assert.matches("select returned nil at ply 0", wrong(nil))
    assert.matches("select returned a table at ply 0", wrong {})
    assert.matches("select returned '1' at ply 0", wrong "1")
    assert.matches("select returned 0 at ply 0", wrong(0))
    assert.matches("select returned 1.5 at ply 0", wrong(1.5))
    assert.matches("select returned nan at ply 0", wrong(0 / 0))
    -- Once its value is known the first leaf is not live any more.
    local rule = function() return 1 end
    assert.matches("select returned 1 at ply 1: .* live are 2, 3",
      error_of(search, tree, { algorithm = "gsearch", select = rule }))
  end)

  it("may give the index as a float", function()
    local r = gts.search(gts.tree { 1, 2 }, { algorithm = "gsearch", select = function(node) return node[#node].index / 1 end })
    assert.are.equal(2, r.value)
  end)

  it("that chooses a child of a node of another search is refused", function()
    local stolen
    search(tree, { algorithm = "gsearch", select = function(node) stolen = node[1] return stolen end })
    assert.matches("select returned a child of another node",
      error_of(search, tree, { algorithm = "gsearch", select = function() return stolen end }))
  end)

  it("has its own errors unchanged, and the next search is right", function()
    local mine = {}
    assert.are.equal(mine, error_of(search, tree, { algorithm = "rsearch", select = function() error(mine) end }))
    assert.are.equal(mine, error_of(search, tree, { algorithm = "maxsearch", pseudo = function() error(mine) end }))
    assert.are.equal(3, search(tree, { algorithm = "rsearch" }).value)
  end)

  it("has views that cannot be looked at when it is not called", function()
    local node, child
    search(tree, { algorithm = "gsearch", select = function(n)
      node, child = n, n[1]
      return child
    end })
    for _, look in ipairs { function() return node.lower end, function() return #node end, function() return node[1] end,
                            function() return child.position end } do
      assert.matches("only while 'select' is called", error_of(look))
    end
    -- Nor while the search goes on.
    local looked = 0
    search(tree, { algorithm = "gsearch", select = function(n)
      node = n
      return n[1]
    end, trace = function()
      looked = looked + 1
      if node then assert.matches("only while 'select' is called", error_of(function() return node.ply end)) end
    end })
    assert(looked > 0)
    -- Nor after an error, when a variable is closed.
    local closed
    error_of(search, tree, { algorithm = "gsearch", select = function(n)
      local _ <close> = setmetatable({}, { __close = function() closed = pcall(function() return n.ply end) end })
      error "now"
    end })
    assert.is_not_nil(closed)
    assert.has_error(function() return node.ply end)
  end)

  it("sees how deep a node is, and that its children are deeper by one", function()
    local deepest = 0
    search(tree, { algorithm = "gsearch", select = function(node)
      assert.are.equal(node.ply + 1, node[1].ply)
      deepest = math.max(deepest, node.ply)
      return node[1]
    end })
    assert(deepest > 0)
  end)

  it("says which fields there are not", function()
    assert.matches("a node of the search tree has no field 'windw'", error_of(search, tree, {
      algorithm = "gsearch", select = function(n) return n.windw end }))
    assert.matches("a child of the search tree has no field 'player'", error_of(search, tree, {
      algorithm = "gsearch", select = function(n) return n[0] or n[#n + 1] or n[1].player end }))
  end)

  it("may search by itself", function()
    local inner
    local r = search(tree, { algorithm = "gsearch", select = function(node)
      inner = search({ { 1, 2 }, { 3, 4 } }, { algorithm = "gsearch", select = function(n) return n[#n] end }).value
      return node[1]
    end })
    assert.are.equal(3, inner)
    assert.are.equal(3, r.value)
  end)

  it("= 'random' is repeatable by its seed, and changes with it", function()
    local orders, different = {}, 0
    for seed = 1, 10 do
      for try = 1, 2 do
        local trace, paths = trees.tracer "leaf"
        local r = gts.search(gts.tree { branching = 3, depth = 4 }, {
          algorithm = "gsearch", select = "random", seed = seed, trace = trace })
        assert.are.equal(gts.search(gts.tree { branching = 3, depth = 4 }).value, r.value)
        assert.are.equal(seed, r.options.seed)
        local order = table.concat(paths, " ")
        if try == 2 then assert.are.equal(orders[seed], order)
        elseif order ~= orders[seed - 1] then different = different + 1 end
        orders[seed] = order
      end
    end
    assert(different >= 9)
  end)

  it("is checked at the door, as pseudo and seed are", function()
    local function wrong(options)
      options.algorithm = options.algorithm or "rsearch"
      return error_of(search, tree, options)
    end
    assert.matches("option 'select' of rsearch is 'best': expected 'leftmost', 'max', 'min', 'hstar', 'random' or a function",
      wrong { select = "best" })
    assert.matches("option 'select'", wrong { select = 1 })
    assert.matches("option 'pseudo' of rsearch is 0: expected a whole number, 1 or more, or a function", wrong { pseudo = 0 })
    assert.matches("option 'pseudo'", wrong { pseudo = 0 / 0 })
    assert.matches("option 'pseudo'", wrong { pseudo = 1.5 })
    assert.matches("option 'seed' of rsearch is 0.5: expected a whole number", wrong { seed = 0.5 })
    assert.matches("gsearch takes no option 'pseudo'; these do: rsearch, maxsearch, minsearch, hstarstar",
      wrong { algorithm = "gsearch", pseudo = 2 })
    assert.matches("alphabeta takes no option 'select'", wrong { algorithm = "alphabeta", select = "max" })
    assert.matches("hstarstar takes no option 'select'", wrong { algorithm = "hstarstar", select = "max" })
    local inherited = { __index = { algorithm = "gsearch", pseudo = 2 }, __metatable = false }
    assert.matches("gsearch takes no option 'pseudo'", error_of(search, tree, setmetatable({}, inherited)))
  end)
end)

describe("pseudo-terminals", function()
  it("bound what is held: one local tree for each that is open, and their children", function()
    for _, id in ipairs { "rsearch", "maxsearch", "minsearch", "hstarstar" } do
      for k = 1, 4 do
        local b, d, all = 3, 8, 0
        for i = 1, k do all = all + b ^ i end
        local r = gts.search(gts.tree { branching = b, depth = d }, { algorithm = id, pseudo = k })
        assert(r.stats.peak <= 1 + all * math.ceil(d / k), ("%s, every %d plies: %d held"):format(id, k, r.stats.peak))
        -- On each local tree there is at least the path.
        assert(r.stats.peak >= 1 + b * d)
      end
    end
  end)

  it("may be named by position and ply; the root is never asked", function()
    local asked = {}
    local r = search(tree, { algorithm = "rsearch", pseudo = function(position, ply)
      asked[#asked + 1] = position .. " " .. ply
      return ply == 1
    end })
    assert.are.equal(3, r.value)
    assert.are.equal("1 1", asked[1])
    for _, name in ipairs(asked) do assert.are_not.equal("0 0", name) end
  end)

  it("are searched from again in the next pass of iterative deepening", function()
    trees.each(60, { static = true, informed = false }, function(some)
      for _, id in ipairs { "rsearch", "maxsearch", "hstarstar" } do
        local r = search(some, { algorithm = id, pseudo = 2, deepen = true })
        assert.are.equal((trees.oracle(some)), r.value)
      end
    end)
  end)
end)

describe("a search by rules that is stopped", function()
  it("has proved bounds, which only tighten, and a move that is worth the value at least", function()
    trees.each(40, { depth = 4, children = { 2, 3 }, values = "small" }, function(some)
      local f = trees.oracle(some)
      for _, id in ipairs(framework) do
        local lower, upper = -math.huge, math.huge
        for nodes = 1, 60 do
          local r = search(some, { algorithm = id, nodes = nodes })
          assert(r.lower <= f and f <= r.upper, "not proved")
          assert(r.lower >= lower and r.upper <= upper, "bounds loosen")
          assert(r.stats.visits <= nodes)
          lower, upper = r.lower, r.upper
          if not r.stopped then
            assert.are.equal(f, r.value)
            break
          end
          assert.are.equal("nodes", r.stopped)
          if r.value then
            local player = some.player or "max"
            local worth = trees.oracle(some[r.move], player == "max" and "min" or "max")
            if player == "max" then assert(worth >= r.value and r.value == r.lower)
            else assert(worth <= r.value and r.value == r.upper) end
          end
        end
      end
    end)
  end)

  it("stops for want of memory, and says what is proved", function()
    for _, id in ipairs(framework) do
      local r = gts.search(gts.tree { branching = 10, depth = 8 }, { algorithm = id, memory = 200000 })
      assert.are.equal("memory", r.stopped)
      assert(r.stats.bytes <= 200000)
      assert(r.lower < r.upper)
    end
    -- With pseudo-terminals the same tree fits.
    local r = gts.search(gts.tree { branching = 10, depth = 4 }, { algorithm = "maxsearch", pseudo = 1, memory = 40000 })
    assert.is_nil(r.stopped)
    assert.are.equal(gts.search(gts.tree { branching = 10, depth = 4 }).value, r.value)
  end)
end)

describe("a deep tree", function()
  local function chain(plies)
    return { name = "chain", start = 0, next = function(p, move) if not move and p < plies then return 1, p + 1 end end,
             evaluate = function(p) return p end }
  end

  it("is searched by rules without recursion", function()
    for _, id in ipairs { "gsearch", "rsearch", "hstarstar" } do
      local r = gts.search(chain(200000), { algorithm = id, pseudo = id ~= "gsearch" and 3 or nil })
      assert.are.equal(200000, r.value)
      assert.are.equal(200000, #r.pv)
    end
  end)

  it("is refused by the paper's procedures before the C stack overflows", function()
    for _, id in ipairs { "maxsearch", "minsearch" } do
      for _, pseudo in ipairs { 1, math.huge } do
        assert.matches("deeper than %d+ plies", error_of(gts.search, chain(3000000), { algorithm = id, pseudo = pseudo }))
      end
      assert.are.equal(2000, gts.search(chain(2000), { algorithm = id }).value)
    end
  end)
end)

describe("bounds that are false", function()
  it("end in an error or a value, never in an endless search", function()
    local seen = 0
    trees.each(300, { informed = "wild", values = "small" }, function(some, seed)
      local random = trees.stream(seed)
      local function lie(node)
        if type(node) == "number" then return end
        if node.lower and random(0, 1) == 0 then node.lower = node.lower + random(1, 5) end
        if node.upper and random(0, 1) == 0 then node.upper = node.upper - random(1, 5) end
        if node.lower and node.upper and node.lower > node.upper then node.lower, node.upper = node.upper, node.lower end
        for _, child in ipairs(node) do lie(child) end
      end
      lie(some)
      for _, id in ipairs(framework) do
        local ok, r = pcall(search, some, { algorithm = id, nodes = 100000 })
        if ok then assert.is_nil(r.stopped)
        else
          assert.matches("bounds", r)
          seen = seen + 1
        end
      end
    end)
    assert(seen > 0)
  end)
end)
