-- mcts with a table: transpositions share their results and bounds, visit by visit as a slow reference has it; what is proved
-- is so, in circles too; a search with a table that is kept goes on from there; and threads share it.

local graphs = require "spec.support.graphs"
local gts = require "gts"
local helping = require "spec.support.helping"
local reference = require "spec.support.mcts_reference"
local trees = require "spec.support.trees"

local cases = {
  { exploration = 0.5 },
  { select = "ucb1tuned", exploration = 1 },
  { select = "grave", exploration = 0.1, bias = 0.01, ref = 3 },
  { select = "pn", exploration = 0.4, proof_weight = 0.7, proof_bias = "rank", goal = 3 },
  { select = "gpn", exploration = 0.4, proof_weight = 0.7, proof_bias = "max", range = { -9, 9 } },
  { backup = "minimax", exploration = 0.3, backup_weight = 0.4 },
  { root = "halving", exploration = 0.3 },
  { playout = "mast", exploration = 0.7, temperature = 0.3 },
}

local function with(case, more)
  local options = { algorithm = "mcts", native = false }
  for _, list in ipairs { case, more } do
    for name, value in pairs(list) do options[name] = value end
  end
  return options
end

-- The graph as a tree whose lists are in several places.
local function unfold(graph, p, made)
  made = made or {}
  local node = graph[p]
  if #node.children == 0 then return node.value end
  if not made[p] then
    made[p] = { value = node.value }
    for i, child in ipairs(node.children) do made[p][i] = unfold(graph, child, made) end
  end
  return made[p]
end

local function rules_of(graph, form)
  local rules = graphs.rules(graph, form)
  if not form then function rules.terminal(p) return #graph[p].children == 0 end end
  return rules
end

local function entry_of(move, estimate) return ("%d %.6g %g %g"):format(move.visits, estimate, move.lower, move.upper) end

local function told(r)
  local list = { r.lower, r.upper }
  for _, move in ipairs(r.moves or {}) do list[#list + 1] = entry_of(move, move.estimate) end
  return list
end

local function told_of(root)
  local list = { root.lower, root.upper }
  for _, child in ipairs(root.children) do
    list[#list + 1] = entry_of(child, math.max(child.lower, math.min(child.upper, child.estimate)))
  end
  return list
end

describe("mcts with a table", function()
  for c, case in ipairs(cases) do
    it("goes where its definition goes: case " .. c, function()
      local shared = 0
      for seed = 1, trees.share(100) do
        local graph = graphs.random(seed, { acyclic = true, count = 20 + seed % 20, values = { -9, 9 } })
        local options = with(case, { iterations = seed * 7 % 90 + 10, seed = seed, rollout = not case.playout and 0 or nil })
        options.positions = {}
        local tree = unfold(graph, 1)
        local expected = { told_of(reference(tree, options)) }
        expected[2] = told_of(reference(tree, options))           -- with what the first has left
        options.positions, options.table, options.range = nil, gts.table(), nil
        local rules = rules_of(graph)
        rules.range = case.range
        for i = 1, 2 do
          local r = gts.search(rules, options)
          assert.same(expected[i], told(r), ("seed %d, search %d"):format(seed, i))
          shared = shared + r.stats.table.hits
        end
      end
      assert(shared > 100, "no position is met twice")
    end)
  end

  it("claims nothing that is not so where positions repeat, and leaves nothing else in the table", function()
    local solved, met = 0, 0
    for seed = 270, 270 + trees.share(400) do
      local graph, cycle = graphs.random(seed, { count = 4 + seed % 9, values = { -3, 3 } }), seed % 5 - 2
      local rules, gpn = graphs.rules(graph), seed % 4 < 2
      rules.cycle, rules.range = cycle, gpn and { -3, 3 } or nil
      local value, kept = graphs.repeating(graph, cycle, 1), gts.table { bytes = seed % 3 == 0 and 500 or 1e6 }
      for k = 1, 2 do
        local r = gts.search(rules, with({}, {
          table = kept, iterations = 15 * 30 ^ (k - 1), seed = seed, rollout = seed % 2 == 0 and 0 or nil, longest_rollout = 50,
          select = gpn and "gpn" or nil,
        }))
        assert(r.lower <= value and value <= r.upper and (r.value or value) == value, "seed " .. seed)
        solved, met = solved + (r.solved and 1 or 0), met + r.stats.table.hits
      end
      for p = 1, #graph do
        local r = gts.search(rules, { algorithm = "negascout", table = kept, position = p, native = false })
        assert.equal(graphs.repeating(graph, cycle, p), r.value, ("seed %d, position %d"):format(seed, p))
      end
    end
    assert(solved > 0 and met > 0)
  end)

  it("is as without, where the table has no room; and needs keys", function()
    for _, select in ipairs { "uct", "ucb1tuned", "pn", "gpn" } do
      local options = { iterations = 300, select = select }
      local plain, small = gts.search("connect4", with(options, {})), gts.search("connect4", with(options, { table = 1 }))
      assert.same(told(plain), told(small))
      assert.same({ plain.stats.visits, plain.stats.leaves }, { small.stats.visits, small.stats.leaves })
    end
    local keyless = gts.game {
      name = "keyless", start = {}, key = false, successors = function() return {} end, evaluate = function() return 0 end,
    }
    assert.has_error(function() gts.search(keyless, { algorithm = "mcts", table = 1e6 }) end,
      "mcts needs rules.key for its table, which keyless does not have; gts makes none, as rules.key is false")
    assert.has_error(function() gts.search(keyless, { algorithm = "mcts", threads = 2, parallel = "tree" }) end,
      "option 'threads' needs rules.key for the table that threads share, which keyless does not have; gts makes none, as "
        .. "rules.key is false")
  end)

  it("takes what another algorithm has proved, and the other way round", function()
    local function developed(id, kept)
      local r = gts.search("tictactoe", { algorithm = id, table = kept, native = false })
      assert(r.solved and r.value == 0)
      return r.stats.developed
    end
    for first, second in pairs { negascout = "mcts", mcts = "negascout" } do
      local kept = gts.table()
      developed(first, kept)
      assert(developed(second, kept) < developed(second, gts.table()) / 5, "it proves all once more")
    end
  end)

  it("bears values whose sums are infinite", function()
    local rules = {
      name = "great", start = 1, version = "1",
      successors = function(p) return p < 1e9 and { 3 * p + p % 5, 3 * p + 2 * (p % 5), 3 * p + 3 * (p % 5) } or {} end,
      evaluate = function(p) return p % 2 == 0 and 1.7e308 or -1.7e308 end,
    }
    local r = gts.search(rules, { algorithm = "mcts", iterations = 3000, table = 1e6 })
    assert.same({ true, gts.search(rules, { algorithm = "negascout", table = 1e6 }).value }, { r.solved, r.value })
    r = gts.search(rules, { algorithm = "mcts", iterations = 20, table = 1e6 })
    for _, move in ipairs(r.moves) do assert(math.abs(move.estimate) < math.huge) end
  end)

  it("does not mix results of another kind", function()
    local kept = gts.table()
    local function first(rollout)
      return told(gts.search("connect4", with({}, { iterations = 100, table = kept, rollout = rollout })))
    end
    local fresh = told(gts.search("connect4", with({}, { iterations = 100, table = gts.table(), rollout = 0 })))
    first(nil)
    assert.same(fresh, first(0))
  end)

  describe("that threads share", function()
    -- A search in which helpers are there from the beginning.
    local function at_once(of, options) return helping.at_once(of, with({ threads = 2, parallel = "tree" }, options)) end

    it("claims nothing that is not so", function()
      local helped, proved = 0, 0
      for seed = 1, trees.share(100) do
        local graph, depth = graphs.random(seed, { acyclic = true }), seed % 4 == 0 and seed % 7 + 1 or nil
        local r = at_once(graphs.rules(graph, graphs.forms[seed % #graphs.forms + 1]), {
          threads = 2 + seed % 3, iterations = 3 ^ (2 + seed % 8) // 1, seed = seed, depth = depth,
          table = seed % 3 == 0 and 2000 or nil, rollout = seed % 2 == 0 and 0 or nil,
        })
        local value = graphs.oracle(graph, 1, depth)
        assert(r.lower <= value and value <= r.upper and (r.value or value) == value, "seed " .. seed)
        helped, proved = helped + (r.helped_by and 1 or 0), proved + (r.exact and 1 or 0)
      end
      assert(helped > 0 and proved > 0)
    end)

    it("loses no result, and counts none twice", function()
      local small = gts.game("breakthrough", { columns = 5, rows = 6 })
      for _, native in ipairs { false, true } do
        local r = at_once(small, { native = native, iterations = 3000, threads = 3 })
        assert.equal("iterations", r.stopped)
        -- Those who help go on until they see that it is over; what two of them do, twice, would be 5000.
        assert(r.helped_by and r.stats.leaves >= 3000 and r.stats.leaves < 4500, r.stats.leaves)
      end
    end)

    it("has helper processes with trees of their own, that come when there is one", function()
      local here, iterations = 0, 10000         -- evaluations in the main process
      local rules = {
        name = "own", start = 1, version = "1",
        successors = function(p) return p < 1e6 and { 3 * p, 3 * p + 1, 3 * p + 2 } or {} end,
        evaluate = function(p)
          here = here + 1
          return p % 7
        end,
      }
      for _ = 1, 5 do                   -- on a busy machine they may come late
        here = 0
        local r = gts.search(rules, with({}, { threads = 2, parallel = "root", iterations = iterations, table = 1e6 }))
        assert(r.helped_by == nil or r.helped_by == "processes")
        if here < iterations then return end
      end
      error("helpers do nothing")
    end)

    it("has no virtual loss left, though rules fail meanwhile", function()
      local calls, limit = 0, math.huge
      local rules = {
        name = "sure", start = 1, range = { -1, 1 }, version = "1",
        next = function(p, move)
          calls = calls + 1
          if calls > limit then error("enough") end
          move = (move or 0) + 1
          if p < 1 << 20 and move <= 3 then return move, p * 3 + move - 1 end
        end,
        evaluate = function() return 0.5 end,
      }
      for k = 1, 5 do
        local kept = gts.table()
        calls, limit = 0, 2000 * k
        assert.error_matches(function() at_once(rules, { iterations = 1e6, table = kept }) end, "enough")
        limit = math.huge
        local r = gts.search(rules, with({}, { iterations = 300, table = kept }))
        local before = 0
        for _, move in ipairs(r.moves) do
          before = before + move.visits
          assert(move.visits == 0 or move.estimate == 0.5, move.estimate)
        end
        assert(before > 301, "nothing was kept")
      end
    end)
  end)
end)
