-- Experiments on proof numbers, sampling and best-first search: their measures are what they say.

local gts = require "gts"
local proof_sets = require "gts.experiments.proof_sets"
local run = require "spec.support.run"

-- Lists of lists: a leaf is a number, proved by 1. A list that is met twice is one node.
local function graph_of(root)
  return {
    root = root, children = function(node) return type(node) == "table" and node or nil end,
    proved = function(node) return node >= 1 end,
  }
end

describe("a most-proving node #lua", function()
  it("is in a smallest set that proves and in a smallest that disproves", function()
    local a, b, c, d = { 0 }, { 0 }, { 0 }, { 0 }
    local many, one = { a, b, c }, { d }                -- replies to the first move and to the second
    local graph = graph_of { many, one }
    local developed = { [graph.root] = true, [many] = true, [one] = true }
    assert.is_true(proof_sets.most_proving(graph, developed, d))
    for _, node in ipairs { a, b, c } do assert.is_false(proof_sets.most_proving(graph, developed, node)) end
  end)

  it("is counted once, though several paths lead to it", function()
    local a, b, c = { 0 }, { 0 }, { 0 }
    local shared, apart = { { a }, { a }, { a } }, { { b }, { c } }       -- sums say 3 and 2; a alone proves the first
    local graph = graph_of { shared, apart }
    local developed = { [graph.root] = true, [shared] = true, [apart] = true }
    for _, list in ipairs { shared, apart } do
      for _, node in ipairs(list) do developed[node] = true end
    end
    assert.is_true(proof_sets.most_proving(graph, developed, a))
    assert.is_false(proof_sets.most_proving(graph, developed, b))
  end)

  it("is not what alpha-beta develops", function()
    local developed, all, of_path = {}, true, {}
    local tree = { { { 0 }, { 0 }, { 0 } }, { { 1 } } }
    local function walk(node, path)
      of_path[path] = node
      if type(node) == "number" then return end
      for i, child in ipairs(node) do walk(child, path == "" and tostring(i) or path .. "." .. i) end
    end
    walk(tree, "")
    gts.search(gts.tree(tree), { algorithm = "alphabeta", trace = function(event)
      if event.kind == "develop" then
        all = all and proof_sets.most_proving(graph_of(tree), developed, of_path[event.path])
        developed[of_path[event.path]] = true
      end
    end })
    assert.is_false(all)
  end)
end)

describe("claims of publications #lua", function()
  for _, name in ipairs { "proof-numbers", "solved-games" } do
    it("are met by the small version: " .. name, function()
      for _, row in ipairs(gts.experiment(name, { quick = true })) do
        assert.equal("holds", row.verdict, row.claim .. ": " .. row.found)
      end
    end)
  end
end)

describe("an experiment #lua", function()
  it("ends at Ctrl-C, also where that comes in the middle of a claim", function()
    local folder, gone <close> = run.folder()
    run.write(folder .. "/mine.lua", [[
      local searched, tree = require "gts.experiments.searched", require "gts.tree"
      return { name = "mine", claims = { { "it ends", where = "here", check = function()
        os.execute "(sleep 0.1; kill -INT $PPID) &"
        searched.search(tree.new { branching = 9, depth = 99 }, { algorithm = "minimax" })
        return true, "it went on"
      end } } }
    ]])
    local out, err, code = run.gts { folder = folder, "experiment", "./mine.lua" }
    assert.is_true(code > 0)
    assert.is_nil(out:find("it went on", 1, true))
    assert.matches("interrupted", err)
  end)
end)
