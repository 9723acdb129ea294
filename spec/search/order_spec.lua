-- What the methods of the option `order` make of a search: which leaves are examined, and when.

local gts = require "gts"
local objects = require "spec.support.objects"
local graphs = require "spec.support.graphs"
local reference = require "spec.support.order_reference"
local trees = require "spec.support.trees"

local function leaves_of(tree, options)
  local leaves
  options.trace, leaves = trees.tracer "leaf"
  return gts.search(gts.tree(tree), options), leaves
end

local function same_order(expected, got)
  assert.are.equal(table.concat(expected, " "), table.concat(got, " "))
end

local function check(tree, methods, depth)
  local value, move, order = reference.negascout(tree, methods, depth)
  local r, leaves = leaves_of(tree, { algorithm = "negascout", order = methods, depth = depth })
  same_order(order, leaves)
  assert(r.value == value and r.move == move, "another value or move")
  return r
end

local orders = {
  { "killer" }, { "history" }, { "lookahead" }, { "killer", "history" }, { "history", "killer" },
  { "lookahead", "killer", "history" },
}

describe("negascout, sorted", function()
  local shape = { static = true, informed = false, even = true }

  it("examines the leaves of its definition, in their order", function()
    for i, methods in ipairs(orders) do
      trees.each(150, { static = true, informed = false }, function(tree) check(tree, methods) end)
      trees.each(60, {
        informed = false, depth = 5, children = { 2, 3 }, static = true, values = "ties", player = i % 2 == 0 and "max" or "min",
      }, function(tree) check(tree, methods) end)
    end
  end)

  it("does so with a horizon, by which history and look-ahead go", function()
    for _, methods in ipairs(orders) do
      trees.each(60, { static = true, informed = false, even = true, depth = 6, children = { 2, 2 } }, function(tree, seed)
        check(tree, methods, 4 + seed % 2)
      end)
    end
  end)

  it("does what the caller's function says, and among equals what comes behind it", function()
    trees.each(150, shape, function(tree, seed)
      local function merit(n) return (n + seed) * 7 % 3 end
      local function judge(_, child) return merit(child.number) end
      local value, move, order = reference.negascout(tree, { "function", "killer" }, nil, judge)
      local r, leaves = leaves_of(tree, {
        algorithm = "negascout", order = { function(_, _, next) return merit(next) end, "killer" },
      })
      same_order(order, leaves)
      assert(r.value == value and r.move == move)
    end)
  end)

  it("learns nothing about the horizon from look-ahead", function()
    -- MAX has 3; at the left node MIN looks ahead, and finds all leaves below, none of them at the horizon of the search.
    local tree = { { value = 0, { value = 0, 3, 4 }, { value = 0, 5, 9 } }, { value = 0, 2, 1 } }
    local r = check(tree, { "lookahead" })
    assert(r.solved and r.value == 4)
    trees.each(60, { static = true, informed = false, even = true, depth = 5, children = { 2, 2 } }, function(deep)
      assert(check(deep, { "lookahead" }, 9).solved)
    end)
  end)
end)

describe("an order by killers", function()
  it("tries at a node what cut off its cousin: a tree worked out by hand", function()
    -- MAX has 5 by the first move. MIN refutes the second by its third answer, and then the third by the same, asked first: so
    -- 3.1 and 3.2 are not looked at.
    local tree = { { 5, 6, 7 }, { 8, 9, 1 }, { 8, 9, 1 } }
    local _, plain = leaves_of(tree, { algorithm = "negascout" })
    same_order({ "1.1", "1.2", "1.3", "2.1", "2.2", "2.3", "3.1", "3.2", "3.3" }, plain)
    local _, sorted = leaves_of(tree, { algorithm = "negascout", order = { "killer" } })
    same_order({ "1.1", "1.2", "1.3", "2.1", "2.2", "2.3", "3.3" }, sorted)
    _, sorted = leaves_of(tree, { algorithm = "negascout", order = { "history" } })
    same_order({ "1.1", "1.2", "1.3", "2.1", "2.2", "2.3", "3.3" }, sorted)
    -- 2.3 cuts off, then 3.1; of the two killers the newer comes first.
    tree = { { 5, 6, 7 }, { 8, 9, 1 }, { 1, 9, 8 }, { 3, 9, 2 }, { 9, 9, 4 } }
    _, sorted = leaves_of(tree, { algorithm = "negascout", order = { "killer" } })
    same_order({ "1.1", "1.2", "1.3", "2.1", "2.2", "2.3", "3.3", "3.1", "4.1", "5.1", "5.3" }, sorted)
  end)

  it("knows a move by the integer that it is, and any other by its number", function()
    -- The same first two nodes. What refuted the second was called 13; the third has that as its second answer, or as its last.
    local values = { { 5, 6, 7 }, { 8, 9, 1 }, { 8, 1, 9 } }
    local function examined(moves)
      local rules, seen = { name = "named", start = 0 }, {}
      function rules.successors(p)
        if p == 0 then return { 1, 2, 3 } end
        if p < 10 then return { 10 * p + 1, 10 * p + 2, 10 * p + 3 }, moves[p] end
        return {}
      end
      function rules.evaluate(p)
        seen[#seen + 1] = p
        return values[p // 10][p % 10]
      end
      gts.search(rules, { algorithm = "negascout", order = { "killer" }, native = false })
      return table.concat(seen, " ", 7)
    end
    assert.are.equal("32", examined { { 1, 2, 3 }, { 11, 12, 13 }, { 11, 13, 12 } })
    assert.are.equal("33 31 32", examined { { 1, 2, 3 }, { 11, 12, 13 }, { 11, 12, 13 } })
    assert.are.equal("33 31 32", examined { { "a", "b", "c" }, { "a", "b", "c" }, { "a", "c", "b" } })
  end)
end)

describe("a sorted search of a game", function()
  local function visits(order, algorithm)
    local game = gts.game("connect4", { plain = true })
    local r = gts.search(game, { algorithm = algorithm or "negascout", depth = 8, order = order, native = false })
    return r.stats.visits, r
  end

  it("visits fewer nodes by killers, by history and by the table than by none", function()
    local plain, r = visits {}
    for _, order in ipairs { { "killer" }, { "history" }, { "killer", "history" }, { "table", "history" } } do
      local sorted, found = visits(order)
      assert.are.equal(r.value, found.value)
      assert.are.equal(r.move, found.move)
      assert(sorted < plain, order[1] .. " did not help")
    end
  end)

  it("by history knows a move that has cut off thousands of times, far from the horizon", function()
    -- The start is worth 0 by its first move; after each of the others MIN has "bad", and "good", which cuts off. From the second
    -- of them on "good" comes first.
    local rules = { name = "thousands", start = 0 }
    function rules.successors(p)
      if p == 0 then
        local list = {}
        for i = 1, 5000 do list[i] = i end
        return list
      end
      if p == 1 or p > 5000 then return {} end
      return { 10000 + p, 20000 + p }, { "bad", "good" }
    end
    function rules.evaluate(p) return p == 1 and 0 or p < 20000 and 1 or -1 end
    local r = gts.search(rules, { algorithm = "ttalphabeta", order = { "history" }, depth = 40 })
    assert.are.same({ 0, 1, 1 + 2 + 4998 }, { r.value, r.move, r.stats.leaves })
  end)

  it("gives back all moves and positions that it holds", function()
    local rules, held = objects.game(3, 200, 7)
    gts.search(rules, { algorithm = "negascout", order = { function() return 0 end } })
    -- On a path of 6 plies three successors and three moves each, and no more but for lines.
    assert(held() <= 6 * 6 + 2 * 7, held() .. " are held")
  end)

  it("holds nothing of nodes that the table's move has cut off", function()
    local rules, held = objects.game(12, 20000, 31)
    gts.search(rules, { algorithm = "negascout", order = { "table" }, table = 1 << 20, deepen = true, native = false })
    -- On a path of 5 plies twelve of each, by themselves and in the lists of the rules; and a line at each ply.
    assert(held() <= 2 * 5 * 24 + 5 * 6 + 2 * 6, held() .. " are held")
  end)
end)

describe("drop_order", function()
  it("leaves every value what it is", function()
    for seed = 1, trees.share(60) do
      local graph = graphs.random(seed, { count = 200, acyclic = true })
      local value = graphs.oracle(graph, 1)
      for i, id in ipairs { "ttalphabeta", "negascout", "mtd" } do
        local r = gts.search(graphs.rules(graph), {
          algorithm = id, deepen = true, table = ({ 1, 400, 1 << 16 })[(seed + i) % 3 + 1],
          order = ({ { "table", "history" }, { "history" }, { "killer" } })[seed % 3 + 1], drop_order = true, native = false
        })
        assert(r.value == value and r.solved)
      end
    end
  end)

  it("drops an order that spoils that of the rules, and keeps one that helps", function()
    local function visits(game, depth, order, drop)
      local has_table = order[1] == "table"
      return gts.search(game, { algorithm = "negascout", deepen = true, depth = depth, table = has_table and 1 << 24 or nil,
        order = order, drop_order = drop, native = false }).stats.visits
    end
    -- A tree in which the first successor is always the best: its value is that of its parent, those of the others are worse.
    local rules = { name = "sorted", start = { 0, 1 }, words = 2, range = { -99, 99 } }
    function rules.next(value, id, move)
      local m = (move or 0) + 1
      if m > 4 or id >= 1 << 40 then return nil end
      local worse = m == 1 and 0 or (id * 7 + m * 13) % 5 + 1
      return m, math.max(-99, math.min(99, id & 1 == 1 and value - worse or value + worse)), id << 3 | m << 1 | ~id & 1
    end
    function rules.evaluate(value) return value end
    function rules.player(_, id) return id & 1 == 1 and "max" or "min" end
    local game = gts.game(rules)
    local worst = { function(_, move) return move end }         -- the worst first
    local own, spoilt, dropped = visits(game, 8, {}, false), visits(game, 8, worst, false), visits(game, 8, worst, true)
    assert(own < dropped and dropped < spoilt / 2, ("%d own, %d spoilt, %d dropped"):format(own, spoilt, dropped))
    -- History helps dominoes greatly: with it dropped as in one position of eight, most of that is left.
    local domineering = gts.game("domineering", { columns = 5, rows = 5 })
    local history = { "table", "history" }
    local sorted, tried = visits(domineering, 8, history, false), visits(domineering, 8, history, true)
    assert(tried < visits(domineering, 8, { "table" }, false) and tried >= sorted / 2)
  end)
end)

describe("the table's move", function()
  it("comes first when a position is searched again, and so does the root's own", function()
    -- Below the second move of MAX is 9, below the first 1: with the table the second is asked first.
    local tree = { { 1, 2 }, { 9, 9 } }
    local kept, first = gts.table(), {}
    local function trace(event)
      if event.kind == "table" or event.kind == "leaf" then first[#first + 1] = event.path end
    end
    gts.search(gts.tree(tree), { algorithm = "ttalphabeta", table = kept, order = { "table" } })
    local r = gts.search(gts.tree(tree), { algorithm = "ttalphabeta", table = kept, order = { "table" }, trace = trace })
    assert(r.value == 9 and r.move == 2)
    assert.are.equal("2", first[1])
  end)

  it("is followed by the others as the methods sort them, each judged once, whether rules give positions or moves", function()
    local function lot(p) return trees.lot(p, 20) end
    local lists = { name = "lists", start = 1, evaluate = lot }
    function lists.next(p, move)
      move = (move or -1) + 1
      if move < 4 and p < 4 ^ 5 then return move, 4 * p - 2 + move end
    end
    local moves = { name = "moves", start = 1, evaluate = lot }
    function moves.legal(p) return p < 4 ^ 5 and 15 or 0 end
    function moves.play(p, move) return 4 * p - 2 + move end
    local examined = {}
    for i, rules in ipairs { lists, moves } do
      local judged, last, list = {}, {}, {}
      local function judge(p, _, child)
        assert(not judged[p][child], "judged twice")
        judged[p][child] = true
        return lot(child ~ 5)
      end
      local function trace(event)
        local p = event.position
        local above = (p + 2) // 4
        if event.kind == "develop" then judged[p], last[p] = {}, nil end
        if event.kind == "leaf" then list[#list + 1] = p end
        if p == 1 or event.kind ~= "leaf" and event.kind ~= "develop" then return end
        if last[above] then assert(last[above] == math.huge or lot(p ~ 5) <= last[above], "another comes first") end
        last[above] = last[above] and lot(p ~ 5) or math.huge           -- the first may be the table's
      end
      local r = gts.search(rules, { algorithm = "ttalphabeta", depth = 5, deepen = true, table = 1 << 20,
        order = { "table", judge }, trace = trace, native = false })
      examined[i] = r.value .. " " .. table.concat(list, " ")
    end
    assert.equal(examined[1], examined[2])
  end)
end)
