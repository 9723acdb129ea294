-- Experiments on proof numbers, sampling and best-first search: their measures are what they say.

local gts = require "gts"
local proof_sets = require "gts.lab.proof_sets"

describe("a most-proving node #lua", function()
  it("is in a smallest set that proves and in a smallest that disproves", function()
    local open = { 0 }
    local tree = { { open, open, open }, { open } }         -- the second move has one reply
    local developed = { [""] = true, ["1"] = true, ["2"] = true }
    assert.is_true(proof_sets.most_proving(tree, developed, "2.1"))
    for _, path in ipairs { "1.1", "1.2", "1.3" } do assert.is_false(proof_sets.most_proving(tree, developed, path)) end
  end)

  it("is not what alpha-beta develops", function()
    local developed, all = {}, true
    local tree = { { { 0 }, { 0 }, { 0 } }, { { 1 } } }
    gts.search(gts.tree(tree), { algorithm = "alphabeta", trace = function(event)
      if event.kind == "develop" then
        all = all and proof_sets.most_proving(tree, developed, event.path)
        developed[event.path] = true
      end
    end })
    assert.is_false(all)
  end)
end)

describe("claims of publications #lua", function()
  for _, name in ipairs { "proof-numbers", "solved-games", "completeness" } do
    it("are met by the small version: " .. name, function()
      for _, row in ipairs(gts.experiment(name, { quick = true })) do
        assert.equal("holds", row.verdict, row.claim .. ": " .. row.found)
      end
    end)
  end
end)

describe("on P-games #lua", function()
  it("all searches but plain sampling find the best move in the end, and none by its first sample", function()
    local least, most = {}, {}
    for _, row in ipairs(gts.experiment("p-games", { quick = true })) do
      local key = row.algorithm .. row.branching
      if row.samples == 1 then least[key] = row.mean end
      most[key] = row.mean
    end
    for _, branching in ipairs { 2, 8 } do
      for _, label in ipairs { "UCT", "mcts", "alpha-beta", "Monte-Carlo" } do
        assert.is_true(least[label .. branching] > 0.2, label)
        if label ~= "Monte-Carlo" then assert.equal(0, most[label .. branching], label) end
      end
    end
    assert.is_true(most["Monte-Carlo8"] > 0)
  end)
end)

describe("on random trees #lua", function()
  it("best-first minimax with the positions of one ply plays like alpha-beta", function()
    for _, row in ipairs(gts.experiment("best-first-trees", { quick = true, seeds = 5, set = "depth=1" })) do
      assert.same({ 50, 5 }, { row.mean, row.count })
    end
  end)
end)
