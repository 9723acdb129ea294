-- mcts with a table: transpositions share their results and bounds, visit by visit as a slow reference has it; what is proved is so, in
-- circles too; a table that is kept goes on where it was; and threads share it.

local graphs = require "spec.support.graphs"
local gts = require "gts"
local reference = require "spec.support.mcts_reference"
local trees = require "spec.support.trees"

local cases = {
  { exploration = 0.5 },
  { select = "ucb1tuned", exploration = 1 },
  { select = "grave", exploration = 0.1, bias = 0.01, ref = 3 },
  { select = "pn", exploration = 0.4, proof_weight = 0.7, goal = 3 },
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
  if not form then
    function rules.terminal(p) return #graph[p].children == 0 end
  end
  return rules
end

local function told(r)
  local list = { r.lower, r.upper }
  for _, move in ipairs(r.moves or {}) do list[#list + 1] = ("%d %.6g %g %g"):format(move.visits, move.estimate, move.lower, move.upper) end
  return list
end

local function told_of(root)
  local list = { root.lower, root.upper }
  for _, child in ipairs(root.children) do
    local estimate = math.max(child.lower, math.min(child.upper, child.estimate))
    list[#list + 1] = ("%d %.6g %g %g"):format(child.visits, estimate, child.lower, child.upper)
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
        options.positions, options.table = nil, gts.table()
        for i = 1, 2 do
          local r = gts.search(rules_of(graph), options)
          assert.same(expected[i], told(r), ("seed %d, search %d"):format(seed, i))
          shared = shared + r.stats.table.hits
        end
      end
      assert(shared > 100, "no position is met twice")
    end)
  end
end)
