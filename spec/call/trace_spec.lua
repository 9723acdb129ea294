-- The option trace: the events of a search, compared with the trees that are searched, and with slow programs that do the
-- same.

local gts = require "gts"
local errors = require "spec.support.errors"
local reference = require "spec.support.framework_reference"
local solution = require "spec.support.solution_reference"
local tables = require "gts.base.tables"
local trees = require "spec.support.trees"

local INF = math.huge

local fig1 = trees.fig1

-- Searches, and records the events, each with the list that it has open, if `listed`.
local function record(tree, options, listed)
  local events = {}
  options.trace = function(event)
    events[#events + 1] = event
    if listed then event.list = event:open() end
  end
  local r = gts.search(gts.game(tree), options)
  return events, r
end

local function each_algorithm(call)
  for _, algorithm in ipairs(gts.algorithms) do call(algorithm.id, algorithm) end
end

local function pick(events, kind)
  local list = {}
  for _, event in ipairs(events) do if event.kind == kind then list[#list + 1] = event end end
  return list
end

describe("a trace", function()
  it("changes nothing, whatever is listed, and tells every leaf and every node that is developed", function()
    for seed = 1, trees.share(40) do
      local tree = trees.random(seed, { static = true })
      each_algorithm(function(id)
        local silent = gts.search(gts.tree(tree), { algorithm = id })
        local events, r = record(gts.tree(tree), { algorithm = id }, true)
        assert.same({ silent.value, silent.move, silent.stats }, { r.value, r.move, r.stats })
        assert.are.equal(r.stats.leaves, #pick(events, "leaf"))
        local bounded, developed = {}, 0
        for _, event in ipairs(events) do
          assert(id ~= "minimax" or event.alpha == nil and event.beta == nil, "a window without one")
          if event.kind == "bound" then bounded[event.path] = true end
          -- A tip of SSS-2 is developed when its bounds are asked, and not again when its successors are.
          if event.kind == "bound" or event.kind == "develop" and not (id:find "2$" and bounded[event.path]) then
            developed = developed + 1
          end
        end
        assert.are.equal(r.stats.developed, developed)
      end)
    end
  end)

  it("names nodes by their paths, with their plies, positions and players #thorough", function()
    for seed = 1, 16 do
      local twice = seed % 2 == 0
      local tree = trees.random(seed, { static = true, children = { 1, twice and 3 or 12 }, depth = twice and 4 or 2,
        twice = twice })
      local nodes = trees.nodes(tree)
      each_algorithm(function(id)
        for _, event in ipairs((record(gts.tree(tree), { algorithm = id }))) do
          local node = nodes[event.path]
          assert.are.equal(node.ply, event.ply)
          if event.position then assert.are.equal(node.number, event.position) end
          if event.player then assert.are.equal(node.player, event.player) end
          if event.kind == "develop" then assert(event.position and event.player) end
          if event.kind == "leaf" then assert.are.equal(node.value, event.value) end
        end
      end)
    end
  end)

  it("gets no more events after it returns false; the others are counted", function()
    for _, id in ipairs { "alphabeta", "mtd", "memsss", "gsearch" } do
      local all, silent = record(gts.tree(fig1), { algorithm = id })
      for _, enough in ipairs { 1, 5, #all } do
        local told = 0
        local r = gts.search(gts.tree(fig1), { algorithm = id, trace = function()
          told = told + 1
          return told < enough
        end })
        assert.same({ enough, silent.value, silent.stats }, { told, r.value, r.stats })
        assert.equal(#all - enough, r.untold or 0)
      end
      assert.is_nil(silent.untold)
    end
  end)

  it("names nodes far down", function()
    local tree = { 7 }
    for _ = 1, 150 do tree = { tree } end
    each_algorithm(function(id)
      if id == "althofer" then return end               -- it needs a value everywhere
      local leaf = pick(record(gts.tree(tree), { algorithm = id }, true), "leaf")[1]
      assert.are.equal(("1."):rep(150) .. "1", leaf.path)
      if leaf.list then assert.are.equal(leaf.path, leaf.list[1].path) end
    end)
  end)

  it("tells the iterations of a deepening search", function()
    local passes = pick(record(gts.tree { branching = 2, depth = 3 }, { algorithm = "alphabeta", deepen = true }), "pass")
    assert.are.equal(3, #passes)
    for i, event in ipairs(passes) do
      assert.same({ i, i, "", -INF, INF }, { event.number, event.depth, event.path, event.alpha, event.beta })
      assert.is_nil(event.test)
    end
  end)

  it("counts on one board no move more", function()
    local function answer(trace)
      local rules = {
        name = "take", start = { 9 }, evaluate = function(p) return p[1] % 3 end, key = function(p) return p[1] end,
        moves = function(p) return p[1] > 1 and { 1, 2 } or p[1] == 1 and { 1 } or {} end,
        play = function(p, move) p[1] = p[1] - move end, undo = function(p, move) p[1] = p[1] + move end,
      }
      local r = gts.search(rules, { algorithm = "alphabeta", depth = 6, trace = trace })
      return { r.value, r.stats }
    end
    assert.same(answer(), answer(function() end))
  end)
end)

describe("a cutoff", function()
  -- The children of each node that were looked at.
  local function seen_children(events)
    local seen = {}
    for _, event in ipairs(events) do
      local parent, index = event.path:match "^(.-)%.?(%d+)$"
      if parent and event.kind ~= "update" then seen[parent] = math.max(seen[parent] or 0, tonumber(index)) end
    end
    return seen
  end

  it("is emitted only where something is left, for every such node", function()
    for seed = 1, trees.share(100) do
      local tree = trees.random(seed)
      for _, id in ipairs { "failhard", "alphabeta", "althofer", "negascout", "ttalphabeta" } do
        local given = id == "althofer" and trees.random(seed, { static = true }) or tree
        local nodes, events = trees.nodes(given), record(gts.tree(given), { algorithm = id, bounds = false })
        local seen, cut = seen_children(events), {}
        for _, event in ipairs(pick(events, "cutoff")) do
          cut[event.path] = true
          assert.is_true(event.left)
          assert(event.player == "max" and event.value >= event.beta or event.player == "min" and event.value <= event.alpha)
        end
        for _, node in ipairs(nodes) do
          if seen[node.path] and seen[node.path] < #node.children then assert(cut[node.path], node.path)
          elseif id ~= "negascout" then assert(not cut[node.path], node.path) end
        end
      end
    end
  end)

  it("with sorted successors is emitted for the root once", function()
    local tree = gts.tree { { 5, 6 }, { 7, 8 }, { 9, 9 } }
    local events = record(tree, { algorithm = "negascout", order = { "history" }, window = { 0, 4 } })
    local cuts = pick(events, "cutoff")
    assert.same({ "", "max", 4 }, { cuts[#cuts].path, cuts[#cuts].player, cuts[#cuts].beta })
  end)
end)

describe("a window", function()
  it("is that of the node: alpha-beta's, by definition", function()
    for seed = 1, trees.share(60) do
      local tree = trees.random(seed)
      local events, at = record(gts.tree(tree), { algorithm = "alphabeta", bounds = false }), 1
      local function visit(n, alpha, beta)
        local event = events[at]
        at = at + 1
        assert.same({ n.path, alpha, beta }, { event.path, event.alpha, event.beta })
        if n.leaf then return n.value end
        local best = n.player == "max" and -INF or INF
        for i, child in ipairs(n.children) do
          local value = visit(child, alpha, beta)
          if n.player == "max" then best = math.max(best, value) alpha = math.max(alpha, best)
          else best = math.min(best, value) beta = math.min(beta, best) end
          if alpha >= beta then
            if i < #n.children then
              assert.same({ "cutoff", n.path, best }, { events[at].kind, events[at].path, events[at].value })
              at = at + 1
            end
            break
          end
        end
        return best
      end
      visit(trees.nodes(tree)[1], -INF, INF)
      assert.are.equal(#events + 1, at)
    end
  end)

  it("with nothing between its ends is a question as a person writes it", function()
    -- Trends, Fig. 1: what SSS* and its dual ask, and what they find.
    for _, case in ipairs {
      { { algorithm = "mtd", first = INF }, "inf>= 41>= 36>= 35>=", "-41 -36 -35 35-" },
      { { algorithm = "sss2" }, "inf>= 41>= 36>= 35>=", "-41 -36 -35 35-" }, { { algorithm = "recsss" }, "", "-41 -36 -35" },
      { { algorithm = "mtd", first = 14 }, "14>= 35>", "35- -35" },
      { { algorithm = "mtd", first = 90 }, "90>= 41>= 36>= 35>=", "-41 -36 -35 35-" },
      { { algorithm = "mtd", first = 14.5 }, "14.5>= 35>", "35- -35" },
      { { algorithm = "mtd", first = -INF }, "-inf> 5> 12> 35>", "5- 12- 35- -35" },
      { { algorithm = "dual2" }, "-inf> 5> 12> 35>", "5- 12- 35- -35" },
    } do
      local tests, found = {}, {}
      for _, event in ipairs((record(gts.tree(fig1), case[1]))) do
        if event.kind == "pass" then
          tests[#tests + 1] = event.test .. event.relation
          assert.are.equal(#tests, event.number)
        elseif event.kind == "develop" and event.path == "" and #tests > 0 then
          assert.are.equal(tests[#tests], ("%s%s"):format(event.test, event.relation))
        elseif event.kind == "update" and event.path == "" then
          found[#found + 1] = (event.lower or "") .. "-" .. (event.upper or "")
        end
      end
      assert.are.equal(case[2], table.concat(tests, " "))
      assert.are.equal(case[3], table.concat(found, " "))
    end
  end)

  it("is a question for negascout's tests, of real values too", function()
    local asked = {}
    for _, event in ipairs((record(gts.tree { { 0.5, 2 }, { 0.25, 1 }, { 3, 4 } }, { algorithm = "negascout" }))) do
      if event.kind == "develop" and event.test then asked[#asked + 1] = event.path .. event.relation .. event.test end
    end
    assert.are.equal("2>0.5 3>0.5", table.concat(asked, " "))
  end)
end)

describe("a node that is developed", function()
  it("has the range where the bounds were not computed: while the shortest win is searched for, too", function()
    local rules = {
      name = "a win at the end", start = 1, range = { -1, 1 },
      next = function(p, m) if p < 16 and (m or 0) < 2 then return (m or 0) + 1, 2 * p + (m or 0) end end,
      evaluate = function(p) return p < 16 and 0 or 1 end,
    }
    local developed = pick(record(rules, { algorithm = "alphabeta", deepen = true }), "develop")
    assert(#developed > 15, #developed)
    for _, event in ipairs(developed) do assert.same({ -1, 1 }, { event.lower or -1, event.upper or 1 }) end
  end)
end)

-- A tree in which players alternate, leaves included.
local function alternating(seed, fields) return trees.random(seed, tables.copy({ twice = false, informed = false }, fields)) end

local function told_states(events)
  local list = {}
  for _, event in ipairs(events) do
    local case = event.case or (event.kind == "activate" or event.kind == "deactivate") and event.kind
    if case then
      local open = {}
      for i, s in ipairs(event.list) do open[i] = ("%s %s %.17g"):format(s.path, s.status, s.merit) end
      list[#list + 1] = ("%s '%s' %.17g: %s"):format(case, event.path, event.merit, table.concat(open, ", "))
    end
  end
  return list
end

local function reference_states(tree, sign, ...)
  local list = {}
  solution.states(tree, function(case, state, open)
    local states = {}
    for i, s in ipairs(open) do
      states[i] = ("%s %s %.17g"):format(s.n.path, s.inactive and "inactive" or s.live and "live" or "solved", sign * s.h)
    end
    list[#list + 1] = ("%s '%s' %.17g: %s"):format(case, state.n.path, sign * state.h, table.concat(states, ", "))
  end, ...)
  return list
end

-- The fewest entries with which the algorithm searches the tree.
local function least_entries(tree, id)
  for entries = 1, 200 do
    if pcall(gts.search, gts.tree(tree), { algorithm = id, entries = entries }) then return entries end
  end
end

describe("SSS*", function()
  it("takes the states of Stockman's table, one by one, and OPEN is as it says", function()
    for seed = 1, trees.share(150) do
      local tree = alternating(seed)
      assert.same(reference_states(tree, 1), told_states(record(gts.tree(tree), { algorithm = "sss" }, true)))
    end
  end)

  it("has a dual, which is SSS* on the negated tree", function()
    for seed = 1, trees.share(60) do
      local tree = alternating(seed)
      assert.same(reference_states(trees.dual(tree), -1), told_states(record(gts.tree(tree), { algorithm = "dual" }, true)))
    end
  end)

  it("as RecSSS*, IterSSS* or MemSSS* with room for all takes the same states, if siblings' turns are set aside", function()
    local function leaves_and_developments(events)
      local list = {}
      for _, event in ipairs(events) do
        if event.case and event.case >= 4 then list[#list + 1] = ("%d %s %s"):format(event.case, event.path, event.merit) end
      end
      return list
    end
    for seed = 1, trees.share(60) do
      local tree = alternating(seed)
      local expected = leaves_and_developments(record(gts.tree(tree), { algorithm = "sss" }))
      for _, id in ipairs { "recsss", "itersss", "memsss" } do
        assert.same(expected, leaves_and_developments(record(gts.tree(tree), { algorithm = id })))
      end
    end
  end)

  it("lists states where players move twice", function()
    for seed = 1, 6 do
      local tree = trees.random(seed, { twice = true, informed = false, even = true, depth = 4 })
      local nodes = trees.nodes(tree)
      for _, id in ipairs { "sss", "dual", "recsss", "memsss", "itersss" } do
        local entries = id == "itersss" and least_entries(tree, id) or nil
        for _, event in ipairs((record(gts.tree(tree), { algorithm = id, entries = entries }, true))) do
          local last = ""
          for _, state in ipairs(event.list) do
            assert(nodes[state.path], state.path)
            assert(last == "" or last < state.path, "not from left to right")   -- no number has two digits
            last = state.path
          end
        end
      end
    end
  end)
end)

describe("within a stated memory", function()
  it("a deactivated state is emitted, is INACTIVE in OPEN, and is activated only from there", function()
    local woken = { memsss = 0, memdual = 0, itersss = 0 }
    for seed = 1, 6 do
      local tree = alternating(seed, { even = true, children = { 2, 3 }, depth = 4 + seed % 2, values = "small" })
      for id in pairs(woken) do
        local entries = least_entries(tree, id)
        local events, r = record(gts.tree(tree), { algorithm = id, entries = entries }, true)
        local asleep, most = {}, 0
        for i, event in ipairs(events) do
          local inactive = 0
          for _, state in ipairs(event.list) do
            if state.status == "inactive" then
              inactive = inactive + 1
              assert(asleep[state.path] or event.kind == "deactivate", "it was not emitted")
            end
          end
          most = math.max(most, #event.list)
          if event.kind == "activate" then
            assert.are.equal(event.merit, asleep[event.path])
            asleep[event.path], woken[id] = nil, woken[id] + 1
          elseif event.kind == "deactivate" then asleep[event.path] = event.merit
          elseif asleep[event.path] and event.case then error(i .. ": it sleeps: " .. event.path) end
        end
        assert.are.equal((trees.oracle(tree)), r.value)
        if id == "itersss" then assert.are.equal(r.stats.peak, most) end
      end
    end
    for id, count in pairs(woken) do assert(count > 0, id) end
  end)

  it("IterSSS* takes the states of its definition, one by one", function()
    local activated = 0
    for seed = 1, 6 do
      local depth = 4 + seed % 3
      local tree = alternating(seed, { even = true, children = { 2, 2 }, depth = depth, values = "small" })
      local entries = least_entries(tree, "itersss")
      local events = record(gts.tree(tree), { algorithm = "itersss", entries = entries }, true)
      assert.same(reference_states(tree, 1, entries, 2, depth), told_states(events))
      activated = activated + #pick(events, "activate")
    end
    assert(activated > 0)
  end)
end)

describe("SSS-2", function()
  it("tells the largest leaf of its solution tree below every node that it has", function()
    for seed = 1, trees.share(60) do
      local tree = alternating(seed)
      for _, id in ipairs { "sss2", "dual2" } do
        local nodes = trees.nodes(tree)
        local g, side = {}, id == "sss2" and "upper" or "lower"
        local events = record(gts.tree(tree), { algorithm = id })
        for _, event in ipairs(events) do
          local n = nodes[event.path]
          if event.kind == "leaf" then g[n.path] = event.value
          elseif event.kind == "update" and event[side] then
            -- An all-children node has the best of its children' values, any other that of one of them.
            local every = (n.player == "max") == (id == "sss2")
            local best, found
            for _, child in ipairs(n.children) do
              local value = g[child.path]
              if every then
                assert(value)
                best = best and (id == "sss2" and math.max or math.min)(best, value) or value
              end
              found = found or value == event[side]
            end
            if every then assert.are.equal(best, event[side]) else assert(found) end
            g[n.path] = event[side]
          end
        end
        assert.are.equal((trees.oracle(tree)), g[""])
      end
    end
  end)
end)

-- The framework by its definitions: bounds and windows of all nodes, anew each time.
local function framework(root)
  local tree, state = { root = root, developed = {}, known = {} }, {}

  function state.bounds(n) return reference.bounds(tree, n) end

  function state.know(n, lower, upper, inner)
    if inner or n.leaf then tree.developed[n] = true else tree.known[n] = { lower, upper } end
  end

  -- Calls each(node, alpha, beta, open) for the live nodes that were generated, from left to right.
  function state.live(each)
    local function visit(n, alpha, beta)
      local lower, upper = state.bounds(n)
      alpha, beta = math.max(alpha, lower), math.min(beta, upper)
      if alpha >= beta then return end
      each(n, alpha, beta, reference.is_open(tree, n))
      if tree.developed[n] then
        for _, child in ipairs(n.children) do visit(child, alpha, beta) end
      end
    end
    visit(root, -INF, INF)
  end

  function state.open()
    local open = {}
    state.live(function(n, alpha, beta, is_open)
      if is_open then open[#open + 1] = { path = n.path, alpha = alpha, beta = beta } end
    end)
    return open
  end
  return state
end

describe("the framework", function()
  local runs = {
    { algorithm = "gsearch", select = "leftmost" }, { algorithm = "gsearch", select = "max" }, { algorithm = "hstarstar" },
    { algorithm = "gsearch", select = "random" },
    { algorithm = "maxsearch", late = true }, { algorithm = "minsearch", late = true },   -- they tell of bounds as they return
  }

  local function live_set(state)
    local set = {}
    state.live(function(n) set[n.path] = n end)
    return set
  end

  -- Is the node, or one above it, in the set?
  local function covered(set, n)
    while n do
      if set[n.path] then return true end
      n = n.parent
    end
    return false
  end

  it("tells bounds that are those of its definitions, what is open, and which nodes are not live any more", function()
    for seed = 1, 6 do
      local tree = trees.random(seed, { children = { 2, 3 }, depth = 4, informed = seed % 3 == 0, values = "small" })
      tree.lower, tree.upper = nil, nil         -- the root waits for a move that has its bound
      local nodes = trees.nodes(tree)
      for _, run in ipairs(runs) do
        local state, told, dead = framework(nodes[1]), {}, {}
        local before = live_set(state)
        -- All events of the last development were emitted: what it changed, and nothing else.
        local function settled()
          local now = live_set(state)
          for path, n in pairs(before) do
            if not now[path] then assert(covered(dead, n), "not told: " .. path) end
          end
          for path in pairs(dead) do assert(not now[path], "told in vain: " .. path) end
          for path, b in pairs(told) do
            local lower, upper = state.bounds(nodes[path])
            if path ~= "" then assert.same({ lower, upper }, b) end
          end
          before = now
        end
        local options = { algorithm = run.algorithm, select = run.select, seed = run.select == "random" and seed or nil }
        for _, event in ipairs((record(gts.tree(tree), options, true))) do
          local n = nodes[event.path]
          if event.kind == "update" then
            told[n.path] = { event.lower or -INF, event.upper or INF }
            if event.live == false then
              assert(not covered(dead, n), "told again")
              dead[n.path] = true
            end
          elseif event.kind == "leaf" or event.kind == "bound" or event.kind == "develop" then
            if run.late then assert(event.list)
            else
              settled()
              assert.same(state.open(), event.list)
            end
            if event.kind == "leaf" then state.know(n, event.value, event.value)
            else state.know(n, event.lower or -INF, event.upper or INF, event.kind == "develop") end
            if event.kind ~= "develop" then dead[n.path] = true end
          end
        end
        settled()
      end
    end
  end)

  it("tells where local trees begin and are thrown away", function()
    for _, id in ipairs { "rsearch", "maxsearch", "minsearch", "hstarstar" } do
      for seed = 1, trees.share(20) do
        local tree, within = trees.random(seed, { even = true, depth = 4, informed = false }), {}
        for _, event in ipairs((record(gts.tree(tree), { algorithm = id, pseudo = 2 }))) do
          if event.kind == "activate" then
            assert.are.equal(0, event.ply % 2)
            within[#within + 1] = event.path
          elseif event.kind == "deactivate" then
            while within[#within] ~= event.path do within[#within] = nil end
            within[#within] = nil
          elseif event.kind == "develop" and event.ply > 0 and event.ply % 2 == 0 then
            assert.are.equal(event.path, within[#within])
          end
        end
      end
    end
  end)
end)

describe("event:open()", function()
  it("is valid during the call, and for its event", function()
    local kept, complaint
    gts.search(gts.tree(fig1), { algorithm = "sss", trace = function(event)
      if kept and not complaint then complaint = errors.complaint(kept.open, kept) end
      kept = event
    end })
    assert.matches("only while 'trace' is called", complaint)
    assert.matches("only while 'trace' is called", errors.complaint(kept.open, kept))
    collectgarbage()
    assert.matches("only while 'trace' is called", errors.complaint(kept.open, { kind = "leaf" }))
    assert.is_false(pcall(kept.open))
    assert.is_false(pcall(kept.open, 17))
  end)

  it("is closed when the call raises an error", function()
    local kept
    assert.is_false(pcall(gts.search, gts.tree(fig1), { algorithm = "sss", trace = function(event)
      kept = event
      error "enough"
    end }))
    assert.matches("only while 'trace' is called", errors.complaint(kept.open, kept))
  end)

  it("works in a coroutine, and beside another search", function()
    local list
    gts.search(gts.tree(fig1), { algorithm = "sss", trace = function(event)
      if event.kind ~= "leaf" or list then return end
      gts.search(gts.tree(fig1), { algorithm = "maxsearch", trace = function(inner)
        assert(#inner:open() > 0 or inner.path == "")
      end })
      list = coroutine.wrap(function() return event:open() end)()
    end })
    assert.same({ { path = "1.1.1.1", status = "live", merit = INF }, { path = "1.1.2", status = "live", merit = INF },
      { path = "2", status = "live", merit = INF } }, list)
  end)

  it("gives nothing where a search holds no such list", function()
    for _, id in ipairs { "minimax", "alphabeta", "mtd", "sss2" } do
      for _, event in ipairs((record(gts.tree(fig1), { algorithm = id }, true))) do assert.is_nil(event.list) end
    end
  end)
end)
