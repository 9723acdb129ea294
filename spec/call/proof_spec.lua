-- Solution trees as evidence: every proof convinces a checker that trusts only the rules, and no false one does.

local gts = require "gts"
local minimaxing = require "spec.support.minimaxing"
local tables = require "gts.base.tables"
local trees = require "spec.support.trees"

local function form_of(seed) return trees.forms[seed % #trees.forms + 1] end

local function proof_of(game, id, given)
  local r = gts.search(game, tables.copy({ algorithm = id, solution = true }, given))
  return r.proof, r
end

local function verified(game, proof, value)
  local verdict, wrong = gts.verify(game, proof)
  assert(verdict, wrong)
  assert(verdict.exact and verdict.lower == value and verdict.upper == value, "another value was proved")
  return verdict
end

-- Does the checker refuse, and name a node or a line?
local function refused(game, proof)
  local verdict, wrong = gts.verify(game, proof)
  assert(verdict == nil, "a false proof was believed")
  assert.are.equal("string", type(wrong))
  return wrong
end

-- A copy of a proof with some fields changed.
local function altered(proof, changes) return setmetatable(tables.copy(proof, changes), getmetatable(proof)) end

-- The leaves of a solution tree of the tree: their Dewey codes, by the text alone.
local function leaves_of(text)
  local at, paths = 1, {}
  local function walk(path)
    local from, to, index = text:find("^%s*(%d+):", at)
    if from then
      at = to + 1
      return walk(path == "" and index or path .. "." .. index)
    end
    from, to = text:find("^%s*%[", at)
    if not from then
      at = select(2, assert(text:find("^%s*[-+%.%w!]+", at))) + 1
      paths[#paths + 1] = path
      return
    end
    at = to + 1
    local child = 0
    while not text:find("^%s*%]", at) do
      child = child + 1
      walk(path == "" and tostring(child) or path .. "." .. child)
    end
    at = select(2, text:find("^%s*%]", at)) + 1
  end
  walk ""
  return paths
end

describe("a proof", function()
  it("is given by every algorithm, and convinces the checker, on trees and rules of every kind", function()
    for i, id in ipairs(minimaxing.ids) do
      trees.each(40, nil, function(tree, seed)
        local value = trees.oracle(tree)
        local game = (seed + i) % 2 == 0 and gts.tree(tree) or trees.rules(tree, form_of(seed + i), { terminal = seed % 3 == 0 })
        local proof = proof_of(game, id)
        verified(game, proof, value)
        verified(game, tostring(proof), value)
      end)
    end
  end)

  it("is two solution trees that have one leaf in common", function()
    trees.each(200, { informed = false }, function(tree)
      local proof = proof_of(gts.tree(tree), "sss")
      local max, min, common = leaves_of(proof.max), leaves_of(proof.min), 0
      for _, path in ipairs(max) do common = common + (trees.subset({ path }, min) and 1 or 0) end
      assert.are.equal(1, common)
    end)
  end)

  it("needs no more leaves than a perfectly ordered tree has", function()
    local game = gts.tree { branching = 3, depth = 6, seed = 5 }
    local proof, r = proof_of(game, "recsss")
    local verdict = verified(game, proof, r.value)
    assert.are.equal(3 ^ 3 + 3 ^ 3, verdict.leaves + 0.0)
  end)

  it("holds to the horizon of the search, whether deepened or not", function()
    trees.each(80, { static = true, depth = 4, informed = false }, function(tree, seed)
      local rules = trees.rules(tree, form_of(seed))
      for depth = 0, 4 do
        for _, deepen in ipairs { false, true } do
          local proof, r = proof_of(rules, "dual", { depth = depth, deepen = deepen })
          assert.are.equal(trees.horizon(tree, depth), r.value)
          verified(rules, proof, r.value)
          assert.equal(deepen and r.depth or depth, gts.verify(rules, proof).depth)
        end
      end
    end)
  end)

  it("starts where the search did", function()
    local game = gts.tree { { { 1, 2 }, { 3, 4 } }, { { 5, 6 }, { 7, 0 } } }
    local proof, from_1 = proof_of(game, "sss", { position = 1 })
    verified(game, proof, from_1.value)
    assert.are.equal(1, proof.position)
    refused(game, altered(proof, { position = 8 }))
    local words = gts.tree { branching = 3, depth = 4 }
    local r = gts.search(words)
    local below
    proof, below = proof_of(words, "memsss", { position = r.line[1] })
    verified(words, tostring(proof), below.value)
    assert.same(r.line[1], gts.verify(words, tostring(proof)).position)
    local rules = { name = "no", start = 1, range = { 0, 1 }, key = tostring, evaluate = function(p) return p and 0 or 1 end,
                    successors = function(p) return p == 1 and { false } or {} end }
    verified(rules, proof_of(rules, "dual"), 1)         -- a position that is false
  end)

  it("proves a bound when the search had a window", function()
    trees.each(100, { informed = false, values = "small" }, function(tree)
      local value = trees.oracle(tree)
      for _, at in ipairs { 0, -2, 1, -3 } do
        local window = { value + at, value + at + 2 }
        local proof, r = proof_of(gts.tree(tree), "alphabeta", { window = window })
        local verdict, wrong = gts.verify(gts.tree(tree), proof)
        assert(verdict, wrong)
        assert(verdict.lower == r.lower and verdict.upper == r.upper and verdict.lower <= value and value <= verdict.upper)
      end
    end)
  end)

  it("rests on the bounds of the rules where the search did", function()
    local game = gts.tree { { lower = 7, upper = 7, { 1, 2 }, 3 }, { 2, 1 } }
    local proof = proof_of(game, "alphabeta")
    assert.matches("!", proof.max)
    verified(game, proof, 7)
    assert.matches("bounds of the rules do not prove 7", refused(gts.tree { { { 1, 2 }, 3 }, { 2, 1 } }, proof))
    assert.is_nil(proof_of(game, "alphabeta", { bounds = false }).max:find "!")
  end)

  it("asks nothing below a position whose bounds rule it out", function()
    -- MAX proves 5 by the second move; the first is worth 3 at most, which is known without its leaves. And for MIN.
    for _, tree in ipairs { { { upper = 3, 3, 4 }, { 5, 6 } }, { player = "min", { lower = 7, 7, 6 }, { 5, 4 } } } do
      local rules, log = trees.rules(tree)
      local r = gts.search(rules, { algorithm = "alphabeta", solution = true, native = false })
      assert.are.equal(5, r.value)
      local times = {}
      for _, path in ipairs(trees.asked(log, "evaluate")) do times[path] = (times[path] or 0) + 1 end
      assert.are.same({ 1, 1, 3 }, { times["1.1"], times["1.2"], times["2.1"] })        -- 2.1: in both proofs
    end
  end)

  it("is not there when the search was stopped", function()
    local game = gts.tree { branching = 5, depth = 8 }
    local proof, r = proof_of(game, "sss", { nodes = 100 })
    assert.is_nil(proof)
    assert.are.equal("nodes", r.stopped)
  end)

  it("finds out rules that answer differently when asked twice", function()
    local calls = 0
    local rules = { name = "fickle", start = 1, successors = function(p) return p < 4 and { 2 * p, 2 * p + 1 } or {} end,
                    evaluate = function() calls = calls + 1 return calls end }
    assert.has_error(function() proof_of(rules, "minimax") end)
  end)
end)

describe("the checker", function()
  it("believes no claim that is false, by however little", function()
    trees.each(150, nil, function(tree, seed)
      local game = seed % 2 == 0 and gts.tree(tree) or trees.rules(tree, form_of(seed))
      local value = trees.oracle(tree)
      local proof = proof_of(game, "sss2")
      local step = math.max(math.abs(value) * 2.0 ^ -52, 5e-324)
      if value - step >= -math.huge then refused(game, altered(proof, { upper = value - step })) end
      if value + step <= math.huge then refused(game, altered(proof, { lower = value + step })) end
      refused(game, altered(proof, { upper = 0 / 0 }))
      assert.matches("does not say what it proves", refused(game, altered(proof, { lower = "x" })))
    end)
  end)

  it("finds out a changed leaf, and says which", function()
    trees.each(150, { informed = false, values = "wide" }, function(tree, seed)
      local game = gts.tree(tree)
      local proof = proof_of(game, "dual2")
      local paths, n = leaves_of(proof.max), 0
      local which = seed % #paths + 1
      local text = (proof.max .. " "):gsub("(-?%d+)([%s%]])", function(number, rest)
        n = n + 1
        return (n == which and tostring(tonumber(number) - 1) or number) .. rest
      end)
      local wrong = refused(game, altered(proof, { max = text }))
      assert.matches("node '" .. paths[which]:gsub("%.", "%%.") .. "': the value is", wrong)
    end)
  end)

  it("refuses what goes on behind its end, and what ends too soon", function()
    local game = gts.tree { { 3, 12, 8 }, { 2, 4, 6 }, { 14, 5, 2 } }
    local proof = proof_of(game, "sss")
    assert.same({ "[1:3 1:2 3:2]", "1:[3 12 8]" }, { proof.max, proof.min })
    assert.matches("behind its end", refused(game, altered(proof, { max = proof.max .. " 5" })))
    assert.matches("node '3': one of 3 moves should be there", refused(game, altered(proof, { max = "[1:3 1:2]" })))
    assert.matches("node '': there are more than the 3 moves", refused(game, altered(proof, { max = "[1:3 1:2 3:2 1:3]" })))
    assert.matches("node '1': all 3 moves should be there", refused(game, altered(proof, { min = "1:3" })))
    assert.matches("node '': one of 3 moves should be there", refused(game, altered(proof, { min = "4:[3 12 8]" })))
  end)

  it("hands on errors of the rules, and refuses what is no proof", function()
    local proof = proof_of(gts.tree { 1, 2 }, "minimax")
    local rules = trees.rules({ 1, 2 })
    rules.evaluate = function() error("trouble", 0) end
    assert.has_error(function() gts.verify(rules, proof) end, "trouble")
    assert(not pcall(gts.search, rules) and gts.traceback(17):find "stack traceback")
    assert.has_error(function() gts.verify(rules, 17) end)
    assert.matches("no file has the name 17", select(2, gts.load_proof(17)))
    assert.matches("this is no proof", refused(rules, "hello"))
  end)
end)

describe("a saved proof", function()
  local function through_file(proof)
    local file = os.tmpname()
    assert(proof:save(file))
    local loaded, wrong = gts.load_proof(file)
    os.remove(file)
    assert(loaded, wrong)
    return loaded
  end

  it("is equal after it was saved and loaded", function()
    trees.each(40, nil, function(tree, seed)
      local game = gts.tree(tree)
      local proof = proof_of(game, "itersss", { depth = seed % 2 == 0 and 50 or nil })
      local loaded = through_file(proof)
      for name, value in pairs(proof) do assert.are.equal(value, loaded[name]) end
      for name in pairs(loaded) do assert(proof[name] ~= nil) end
      verified(game, loaded, trees.oracle(tree))
    end)
  end)

  it("keeps positions that are numbers, texts or lists of integers, and says so of others", function()
    local function rules(start)
      return { name = "leaf", start = 0, successors = function() return {} end,
               evaluate = function(p) return p == start and 1 or 2 end }
    end
    for _, position in ipairs { 17, -3, 2.5, "text", 'quotes " and \\ and\nlines\0\r', "" } do
      local proof = proof_of(rules(position), "sss", { position = position })
      local loaded = through_file(proof)
      assert.are.equal(position, loaded.position)
      verified(rules(position), loaded, 1)
    end
    local position = { "a table" }
    local ok, wrong = proof_of(rules(position), "sss", { position = position }):save("never written")
    assert(not ok and wrong:find "position")
  end)

  it("that is damaged is refused, and a missing file named", function()
    local _, wrong = gts.load_proof("/nowhere/at/all")
    assert.matches("/nowhere/at/all", wrong)
    local text = tostring(proof_of(gts.tree { 1, 2 }, "sss"))
    assert.matches("line 2 of the proof", refused(gts.tree { 1, 2 }, (text:gsub("game", "gaem"))))
    assert.matches("line %d of the proof", refused(gts.tree { 1, 2 }, text .. "upper 3\n"))
    for length = 0, #text - 2 do assert.is_string(refused(gts.tree { 1, 2 }, text:sub(1, length))) end
    assert.matches("truncated", refused(gts.tree { 1, 2 }, text:gsub("end\n", "")))
    assert(gts.verify(gts.tree { 1, 2 }, text:sub(1, -2)))
    assert.matches("this is no proof", refused(gts.tree { 1, 2 }, ""))
  end)

  it("is refused for values that are not minimax values", function()
    local ok, wrong = pcall(gts.search, gts.tree { { 1, value = 0 }, 2, value = 0 }, { algorithm = "althofer", solution = true })
    assert(not ok and wrong:find("option 'solution'", 1, true))
  end)
end)
