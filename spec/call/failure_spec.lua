-- Failure everywhere in turn: in the k-th callback for every k, in the k-th request for memory for every k. Every time the
-- error is clean, nothing leaks, and the next search is right.

local gts = require "gts"
local run = require "spec.support.run"
local trees = require "spec.support.trees"

-- The fields of rules that are called while a search runs.
local called = { "successors", "next", "evaluate", "terminal", "player", "bounds", "key" }

-- Lets every call into the rules, steps of iterators too, first call `each`.
local function tapped(rules, each)
  local function tap(f)
    return function(...)
      each()
      return f(...)
    end
  end
  for _, field in ipairs(called) do
    if rules[field] then rules[field] = tap(rules[field]) end
  end
  if rules.successors then
    local successors = rules.successors
    function rules.successors(...)
      local list, second, third = successors(...)
      if type(list) == "function" then list = tap(list) end
      return list, second, third
    end
  end
  return rules
end

-- Rules of a tree that fail with `value` in their k-th call; fail.k = nil: never.
local function failing(tree, form, value)
  local fail = { calls = 0 }
  local rules, log = trees.rules(tree, form, { terminal = true, player = true })
  tapped(rules, function()
    log[#log] = nil
    fail.calls = fail.calls + 1
    if fail.calls == fail.k then error(value, 0) end
  end)
  return rules, fail
end

local function check_right(game, id)
  local r = gts.search(game, { algorithm = id })
  assert.are.equal(5, r.value)
  assert.are.equal(3, trees.move_number(r.move))
end

local forms = {
  "list of tables", "list with moves of strings", "iterator of mixture", "closure of tables", "next of integers",
  "next of 3 words", "next of 5 words",
}

-- These call the rules several times as often as others.
local best_first = { dfpn = true, mcts = true, pn = true, ubfm = true }

local function tree_for(id) return best_first[id] and trees.third_of_three_gives_five() or trees.third_child_gives_five() end

-- The k-th call of a search fails, for every k; after every fourth the next search is looked at.
local function fail_everywhere(id, form, value)
  local rules, fail = failing(tree_for(id), form, value)
  local game = gts.game(rules)
  fail.calls = 0
  check_right(game, id)
  local calls = fail.calls
  assert.is_true(calls > 20)
  for k = 1, calls do
    fail.calls, fail.k = 0, k
    local ok, wrong = pcall(gts.search, game, { algorithm = id })
    assert(not ok and rawequal(wrong, value), "another error than that of the rules")
    fail.k = nil
    if k % 4 == 0 or k == calls then check_right(game, id) end
  end
end

local ids = require "spec.support.minimaxing".ids

describe("every algorithm", function()
  for number, id in ipairs(ids) do
    it("hands on an error in the k-th call into the rules, unchanged, for every k, and then searches right: " .. id, function()
      for i = 1, trees.share(#forms) do                 -- where few will do, each algorithm has another
        local f = (number + i) % #forms + 1
        fail_everywhere(id, forms[f], f % 2 == 0 and "trouble" or { "trouble" })
      end
    end)
  end

  local function starve(...)
    local out, err, code = run.gts { "spec/support/refusals.lua", ... }
    assert.are.equal("", err)
    assert.are.equal(0, code)
    return out
  end

  it("survives a request for memory refused at the k-th, for every k, and leaks nothing", function()
    local few = trees.share(4)
    local games = #ids + (few == 4 and 4 * #ids or few * ((#ids + 1) // 2))
    assert.are.equal(games .. " games\n", starve("plain", table.unpack(ids)))
  end)

  it("survives the same while it is traced #thorough", function()
    assert.are.equal(#ids .. " games\n", starve("traced", table.unpack(ids)))
  end)
end)

describe("an error of the rules", function()
  -- A chain of three positions, 1, 2 and 3.
  local function rules_that(evaluate)
    return { name = "here", start = 1, evaluate = evaluate, successors = function(p) return p < 3 and { p + 1 } or {} end }
  end

  it("comes out as the value it was raised with, whatever its type", function()
    for _, value in ipairs { "text", 17, 2.5, false, { 1 }, print, coroutine.create(print), io.stdout } do
      local ok, wrong = pcall(gts.search, rules_that(function() error(value) end))
      if type(value) == "string" then assert.matches("failure_spec.lua:%d+: text %(in rules.evaluate of position 3%)$", wrong)
      else assert(not ok and rawequal(wrong, value)) end
    end
    local ok, wrong = pcall(gts.search, rules_that(function() error() end))
    assert(not ok and wrong == nil)
  end)

  it("comes with a traceback that shows the line in the rules", function()
    local function helper(p) return p.missing.field end
    local line = debug.getinfo(1, "l").currentline - 1
    local ok, wrong = pcall(gts.search, rules_that(function(p) local value = helper({ p }) return value end))
    assert.is_false(ok)
    assert.matches(("failure_spec.lua:%d: attempt to index a nil value"):format(line), wrong)
    local traceback, value = gts.traceback()
    assert.are.equal(wrong, value)
    assert.matches(("failure_spec.lua:%d: in upvalue 'helper'"):format(line), traceback)
  end)

  it("comes out of an iterator, of player, of bounds and of terminal alike", function()
    for _, field in ipairs { "player", "bounds", "terminal" } do
      local rules = rules_that(function() return 0 end)
      rules[field] = function() error("in " .. field, 0) end
      assert.has_error(function() gts.search(rules) end, "in " .. field)
    end
    local rules = rules_that(function() return 0 end)
    rules.successors = function() return function() error("in a step", 0) end end
    assert.has_error(function() gts.search(rules) end, "in a step")
  end)

  it("comes out of progress and trace", function()
    local game = gts.tree { { 1, 2 }, { 3, 4 } }
    local trouble = {}
    local ok, wrong = pcall(gts.search, game, { trace = function() error(trouble) end })
    assert(not ok and wrong == trouble)
    ok, wrong = pcall(gts.search, gts.tree { branching = 4, depth = 30 }, { progress = function() error(trouble) end })
    assert(not ok and wrong == trouble)
    assert.are.equal(3, gts.search(game).value)
  end)

  it("comes out of a search inside a search", function()
    local inner = gts.tree { { 1, 2 }, { 3, 4 } }
    local function evaluate(p) return gts.search(inner).value + p end
    assert.are.equal(6, gts.search(rules_that(evaluate)).value)
    local trouble = {}
    local ok, wrong = pcall(gts.search, rules_that(function() gts.search(rules_that(function() error(trouble) end)) end))
    assert(not ok and wrong == trouble)
    assert.are.equal(6, gts.search(rules_that(evaluate)).value)
  end)

  it("may be caught inside the rules, and then is none", function()
    local function evaluate(p) return pcall(error) and 0 or p end
    assert.are.equal(3, gts.search(rules_that(evaluate)).value)
  end)

  it("is what a rule gets that tries to yield from a search", function()
    local thread = coroutine.wrap(function() return pcall(gts.search, rules_that(function() coroutine.yield(1) return 0 end)) end)
    local ok, wrong = thread()
    assert.is_false(ok)
    assert.matches("yield", wrong)
    local r = coroutine.wrap(function() return gts.search(rules_that(function(p) return p end)) end)()
    assert.are.equal(3, r.value)
  end)

  it("is a clear one when the rules recurse without end #thorough", function()
    local function evaluate(p) return 1 + evaluate(p) end
    local ok, wrong = pcall(gts.search, rules_that(evaluate))
    assert.is_false(ok)
    assert.matches("stack overflow", wrong)
    local rules = rules_that(nil)
    rules.evaluate = function() return gts.search(rules).value end
    ok, wrong = pcall(gts.search, rules)
    assert.is_false(ok)
    assert.matches("overflow", wrong)
    assert.are.equal(3, gts.search(rules_that(function(p) return p end)).value)
  end)
end)

describe("memory", function()
  it("does not grow with the number of searches, finished or failed", function()
    local rules, fail = failing(trees.third_child_gives_five(), "list of tables", "trouble")
    local function some(count)
      for i = 1, count do
        fail.calls, fail.k = 0, i % 2 == 0 and 5 or nil
        pcall(gts.search, rules, { native = false })
      end
      collectgarbage()
      collectgarbage()
      return collectgarbage "count"
    end
    some(100)                   -- what is kept for good is there from now on
    local before = some(100)
    for _ = 1, 3 do assert(some(100) < before + 2, "memory was kept") end
  end)
end)
