-- The options of mcts: each goes where its definition goes, visit by visit; what is proved stays exact in all of them.

local gts = require "gts"
local reference = require "spec.support.mcts_reference"
local trees = require "spec.support.trees"

-- Options, alone and together, without defaults: the reference has none.
local cases = {
  { select = "ucb1tuned", exploration = 1 },
  { select = "ucb1tuned", exploration = 0.7 },
  { select = "rave", exploration = 0, bias = 1e-5 },
  { select = "rave", exploration = 0.3, bias = 0.1 },
  { select = "grave", exploration = 0, bias = 0.01, ref = 3 },
  { select = "grave", exploration = 0.2, bias = 1e-5, ref = 10 },
}

-- Compares a search of a tree by its definition with one by the engine.
local function compare(tree, options, rules)
  local root = reference(tree, options)
  options.algorithm = "mcts"
  local r = gts.search(rules or gts.tree(tree), options)
  assert.equal(#root.children, #r.moves)
  assert.same({ root.lower, root.upper }, { r.lower, r.upper })
  for i, child in ipairs(root.children) do
    local move = r.moves[i]
    assert.same({ child.visits, child.lower, child.upper }, { move.visits, move.lower, move.upper })
    if child.visits > 0 then
      assert(math.abs(math.max(child.lower, math.min(child.upper, child.estimate)) - move.estimate) < 1e-9)
    end
  end
  return root, r
end

local function with(case, more)
  local options = { rollout = 0 }
  for name, value in pairs(case) do options[name] = value end
  for name, value in pairs(more) do options[name] = value end
  return options
end

describe("an option of mcts", function()
  for i, case in ipairs(cases) do
    local names = {}
    for name, value in pairs(case) do names[#names + 1] = name .. " = " .. tostring(value) end
    table.sort(names)
    it("goes where its definition goes: " .. table.concat(names, ", "), function()
      local differ = 0
      trees.each(60, { static = true, informed = false, values = i % 2 == 0 and "small" or "ties" }, function(tree, seed)
        local options = with(case, { iterations = seed * 7 % 60 + 1, seed = seed })
        local root = compare(tree, options)
        local plain = gts.search(gts.tree(tree), { algorithm = "mcts", iterations = options.iterations, rollout = 0 })
        for k, move in ipairs(plain.moves) do differ = differ + (move.visits ~= root.children[k].visits and 1 or 0) end
      end)
      assert(differ > 0, "the option does nothing")
    end)
  end
end)
