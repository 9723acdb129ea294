-- The calls of rules: which functions are called, in which order, and which never are.

local gts = require "gts"
local trees = require "spec.support.trees"

local inf = math.huge

-- The log that the promises demand of alpha-beta (of minimax, with `all`): written after the contract, not after the engine.
-- `with` has the fields terminal, player and bounds where the rules have these functions; depth is the horizon.
local function demanded(tree, form, with, all)
  local log, lazy = {}, not form:find "^list"
  local nexts = form:find "^next"
  local function note(what, n) log[#log + 1] = what .. " " .. n.path end
  local function visit(n, alpha, beta)
    local lower, upper = -inf, inf
    if with.terminal then note("terminal", n) end
    if with.terminal and n.leaf or n.ply == with.depth then
      note("evaluate", n)
      return n.value
    end
    if with.bounds and not all then
      note("bounds", n)
      lower, upper = n.lower or -inf, n.upper or inf
      if alpha >= upper or lower >= beta or lower == upper then return lower >= beta and lower or upper end
    end
    if with.player then note("player", n) end
    if not nexts then note("successors", n) end
    alpha, beta = math.max(alpha, lower), math.min(beta, upper)
    local best
    for i = 1, #n.children + 1 do
      if lazy then note(nexts and "next" or "step", n) end
      local child = n.children[i]
      if not child then break end
      local value = visit(child, all and -inf or alpha, all and inf or beta)
      if n.player == "max" then
        best = math.max(best or -inf, value)
        alpha = math.max(alpha, best)
      else
        best = math.min(best or inf, value)
        beta = math.min(beta, best)
      end
      if alpha >= beta and not all then break end
    end
    if best then return best end
    note("evaluate", n)
    return n.value
  end
  visit(trees.nodes(tree)[1], -inf, inf)
  return log
end

local function same_log(expected, got)
  for i = 1, math.max(#expected, #got) do
    if expected[i] ~= got[i] then
      error(("question %d should be '%s' and is '%s'"):format(i, tostring(expected[i]), tostring(got[i])), 2)
    end
  end
end

-- The bound of the root's own side is left out: see oracle_spec.
local function random_tree(seed, informed)
  local tree = trees.random(seed, { informed = informed, static = true })
  if tree.player == "min" then tree.upper = nil else tree.lower = nil end
  return tree
end

-- What a log says of one node, in its order.
local function questions(log, path)
  local list = {}
  for _, entry in ipairs(log) do
    local what, where = entry:match("^(%a+) (.*)$")
    if where == path then list[#list + 1] = what end
  end
  return list
end

describe("a node is asked", function()
  it("terminal and evaluate at the horizon, neither bounds nor successors", function()
    local rules, log = trees.rules({ { value = 5, lower = 1, upper = 9, 1 }, 2 }, nil, { terminal = true })
    assert.are.equal(5, gts.search(rules, { depth = 1 }).value)
    assert.are.same({ "terminal", "evaluate" }, questions(log, "1"))
    assert.are.same({ "terminal", "bounds", "successors" }, questions(log, ""))
  end)

  it("everything in the order of the contract, and nothing else, by alphabeta and minimax", function()
    for seed = 1, 400 do
      local form, all = trees.forms[seed % #trees.forms + 1], seed % 5 == 4         -- minimax looks at all
      local with = { terminal = seed % 2 == 0, player = seed % 3 == 0, depth = seed % 4 == 0 and 2 or nil }
      local tree = random_tree(seed, all or seed % 5 < 2 and not with.depth)
      local rules, log = trees.rules(tree, form, with)
      with.player, with.bounds = rules.player, rules.bounds
      gts.search(rules, { algorithm = all and "minimax" or "alphabeta", depth = with.depth })
      same_log(demanded(tree, form, with, all), log)
    end
  end)
end)

describe("rules", function()
  it("step lazily: one call for each successor that is searched, and no more after a cutoff", function()
    local tree = { { 3, 12, 8 }, { 2, 4, 6 }, { 14, 5, 2 } }
    local rules, log = trees.rules(tree, "iterator of integers", { terminal = true })
    gts.search(rules)
    assert.are.same({ "", "1", "1", "1", "1", "", "2", "", "3", "3", "3", "" }, trees.asked(log, "step"))
    rules, log = trees.rules(tree, "next of integers", { terminal = true })
    gts.search(rules)
    assert.are.same({ "", "1", "1", "1", "1", "", "2", "", "3", "3", "3", "" }, trees.asked(log, "next"))
  end)

  it("ask once the player to move at a node, though a table needs it for the key", function()
    for _, options in ipairs {
      { algorithm = "ttalphabeta" }, { algorithm = "ttalphabeta", order = { "table", "history" } },
      { algorithm = "mtd", order = { "killer" } },
    } do
      local last, asked, twice = nil, 0, 0
      local rules = {
        name = "who moves", start = 1,
        next = function(p, move) if p < 300 and (move or 0) < 3 then return (move or 0) + 1, 3 * p + (move or 0) end end,
        terminal = function(p) return p >= 300 end,
        evaluate = function(p) return p * 2654435761 % 41 - 20 end,
        key = function(p) return p end,
      }
      function rules.player(p)
        last, asked, twice = p, asked + 1, twice + (p == last and 1 or 0)
        return p % 3 == 0 and "max" or "min"
      end
      options.native, options.depth, options.remember_leaves = false, 4, false
      local r = gts.search(rules, options)
      assert(asked > 20 and twice <= 2 * #r.pv, twice)           -- whose nodes are looked up once more, to go on with it
    end
  end)

  it("are given the position and nothing more, `next` the move besides", function()
    local function exactly(count, f)
      return function(...)
        assert(select("#", ...) == count, "another number of arguments")
        return f(...)
      end
    end
    for _, form in ipairs { "list of tables", "next of strings", "next of 2 words", "next of 4 words" } do
      local rules = trees.rules({ lower = 0, { 1, 2 }, { 3, 4 } }, form, { terminal = true, player = true })
      local words = rules.words or 1
      for _, field in ipairs { "successors", "evaluate", "terminal", "player", "bounds" } do
        rules[field] = rules[field] and exactly(words, rules[field])
      end
      rules.next = rules.next and exactly(words + 1, rules.next)
      assert.are.equal(3, gts.search(rules).value)
    end
  end)

  it("get back the very positions, moves and states that they gave", function()
    local alive = {}
    local function position(ply, number)
      local p = setmetatable({ ply = ply, number = number }, { __eq = function() error "positions are not compared" end })
      alive[p] = true
      return p
    end
    local rules = { name = "identity", start = position(0, 1) }
    function rules.evaluate(p) return alive[p] and p.number or error "a copy" end
    function rules.next(p, move)
      assert(alive[p], "a copy of a position")
      if move then assert(alive[move], "a copy of a move") end
      if p.ply == 3 or move and move.number == 2 then return nil end
      local m = { number = move and 2 or 1 }
      alive[m] = true
      return m, position(p.ply + 1, p.number * 2 + m.number)
    end
    local r = gts.search(rules, { algorithm = "minimax" })
    assert(alive[r.move] and alive[r.position] and alive[r.pv[3]] and alive[r.line[3]])
  end)

  it("may have false as a move, but not as the end", function()
    local rules = { name = "false", start = 1, evaluate = function(p) return p end }
    function rules.next(p, move)
      if p > 1 or move == true then return nil end
      if move == nil then return false, 5 end
      return true, 7
    end
    local r = gts.search(rules)
    assert.same({ 7, true }, { r.value, r.move })
    rules.next = function(p, move) if p == 1 and move == nil then return false, 5 end end
    assert.is_false(gts.search(rules).move)
  end)

  it("are not asked for key or show by a search that needs neither", function()
    local rules = trees.rules { { 1, 2 }, { 3, 4 } }
    function rules.key() error "key was asked" end
    function rules.show() error "show was asked" end
    for _, algorithm in ipairs { "minimax", "failhard", "alphabeta" } do
      assert.are.equal(3, gts.search(rules, { algorithm = algorithm }).value)
    end
  end)

  it("may forget positions: a depth-first search holds those of its path and its line, no others", function()
    local alive, most = setmetatable({}, { __mode = "k" }), 0
    local function position(ply, number)
      local p = { ply = ply, number = number }
      alive[p] = true
      return p
    end
    -- Every child is better than the one before, and becomes the line; each has children of his own.
    local rules = { name = "better", start = position(0, 0), evaluate = function(p) return p.number end }
    function rules.next(p, move)
      if p.number == 300 and not move then
        collectgarbage()
        local count = 0
        for _ in pairs(alive) do count = count + 1 end
        most = math.max(most, count)
      end
      if p.ply == 0 and (move or 0) < 400 or p.ply == 1 and not move then
        return (move or 0) + 1, position(p.ply + 1, p.number + (move or 0) + 1)
      end
    end
    for _, algorithm in ipairs { "minimax", "failhard", "alphabeta" } do
      assert.are.equal(401, gts.search(rules, { algorithm = algorithm, native = false }).value)
      assert(most > 0 and most < 12, most)
    end
  end)

  it("are asked for bounds by no algorithm that does not use them", function()
    for _, algorithm in ipairs(gts.algorithms) do
      local rules = trees.rules { { lower = 1, 1, 2 }, { lower = 3, 3, 4 } }
      function rules.bounds() error "bounds were asked" end
      if not algorithm.informed and not algorithm.alternative then
        assert.are.equal(3, gts.search(rules, { algorithm = algorithm.id }).value)
      end
      if not algorithm.alternative then
        assert.are.equal(3, gts.search(rules, { algorithm = algorithm.id, bounds = false }).value)
      end
    end
  end)
end)

describe("stats", function()
  it("count what the rules were asked", function()
    for seed = 1, 200 do
      local rules, log = trees.rules(random_tree(seed, seed % 2 == 0), nil, { terminal = true })
      for _, id in ipairs { "minimax", "failhard", "alphabeta" } do
        for i = #log, 1, -1 do log[i] = nil end
        local stats = gts.search(rules, { algorithm = id }).stats
        assert.are.equal(#trees.asked(log, "terminal"), stats.visits)
        assert.are.equal(#trees.asked(log, "evaluate"), stats.leaves)
        local uses_bounds = id == "alphabeta" and rules.bounds
        assert.are.equal(#trees.asked(log, uses_bounds and "bounds" or "successors"), stats.developed)
      end
    end
  end)

  it("count as leaves what was evaluated, for every algorithm #thorough", function()
    for seed = 1, 100 do
      for _, algorithm in ipairs(gts.algorithms) do
        local rules, log = trees.rules(random_tree(seed, seed % 2 == 0))
        if not algorithm.alternative then
          local leaves, asked = gts.search(rules, { algorithm = algorithm.id }).stats.leaves, #trees.asked(log, "evaluate")
          -- With a table some are evaluated once more, to show the line to its end.
          assert(leaves == asked or algorithm.needs[1] == "key" and leaves < asked, algorithm.id)
        end
      end
    end
  end)

  it("have as peak of a depth-first search the nodes on its longest path", function()
    for _, id in ipairs { "minimax", "failhard", "alphabeta" } do
      assert.are.equal(4, gts.search(gts.tree { { { 1, 2 } } }, { algorithm = id }).stats.peak)
    end
  end)
end)
