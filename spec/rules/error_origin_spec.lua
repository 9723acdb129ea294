-- What an error names: the position that rules were asked about, the one that comes again, the one whose bounds cannot be.

local errors = require "spec.support.errors"
local gts = require "gts"

local complaint, says = errors.complaint, errors.says

-- A chain of positions, each made by `make` of a number up to 3.
local function chain(make, number)
  local rules = { name = "chain", start = make(1), evaluate = function() return 0 end }
  function rules.successors(p) return number(p) < 3 and { make(number(p) + 1) } or {} end
  return rules
end

local function plain() return chain(function(i) return i end, function(p) return p end) end

describe("an error of the rules that says where it was raised", function()
  it("names the rule and the position, by show where there is one", function()
    local rules = plain()
    rules.evaluate = function(p) return p.missing end
    local wrong = complaint(gts.search, rules)
    assert.matches("^.*error_origin_spec.lua:%d+: attempt to index a number value.* %(in rules.evaluate of position 3%)$", wrong)
    local _, value = gts.traceback()
    assert.are.equal(wrong, value)
    rules.show = function(p) return ("[%d]\nhere"):format(p) end
    says(complaint(gts.search, rules), "(in rules.evaluate of position 3: [3] / here)")
    rules.show = function() error "nothing to see" end
    says(complaint(gts.search, rules), "(in rules.evaluate of position 3)")
    rules = chain(function(i) return { i } end, function(p) return p[1] end)
    rules.evaluate, rules.show = function() error "there" end, function(p) return ("<%d>"):format(p[1]) end
    says(complaint(gts.search, rules), "there (in rules.evaluate of position <3>)")
    rules = chain(function(i) return ("x"):rep(i) end, function(p) return #p end)
    rules.evaluate = function() error "there" end
    says(complaint(gts.search, rules), "there (in rules.evaluate of position 'xxx')")
    rules = { name = "pair", words = 2, start = { 1, 7 }, evaluate = function() error "there" end }
    function rules.next(a, b, move) if not move and a < 3 then return 1, a + 1, b end end
    says(complaint(gts.search, rules), "there (in rules.evaluate of position {3, 7})")
  end)

  it("shows positions that are tables by their fields, in order, not by their place in memory", function()
    local long = {}
    for i = 1, 100 do long[i] = i end
    local endless = { name = "r" }
    endless.endless = endless
    for text, position in pairs {
      ["{[-1] = true, cells = {1, 2, {3}}, turn = 'max'}"] = { turn = "max", cells = { 1, 2, { 3 } }, [-1] = true },
      ["{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, ...}"] = long,
      ["{endless = {endless = {endless = {endless = {...}, name = 'r'}, name = 'r'}, name = 'r'}, name = 'r'}"] = endless,
    } do
      local rules = chain(function(i) return i < 3 and { i } or position end, function(p) return p[1] or 1 end)
      rules.evaluate = function() error "there" end
      says(complaint(gts.search, rules, { depth = 2 }), "there (in rules.evaluate of position " .. text .. ")")
      rules.evaluate = function() return "much" end
      says(complaint(gts.search, rules, { depth = 2 }), "returned 'much' for position " .. text .. ": expected")
    end
    local function named(i) return setmetatable({ i }, { __tostring = function() return "number " .. i end }) end
    local rules = chain(named, function(p) return p[1] end)
    rules.evaluate = function() error "there" end
    says(complaint(gts.search, rules), "(in rules.evaluate of position number 3)")
  end)

  it("does so in every rule, by every algorithm, compiled or not", function()
    for _, field in ipairs { "player", "terminal", "bounds", "key", "successors" } do
      local rules = plain()
      local kept = rules[field] or function(p) return field == "player" and "max" or field == "key" and p or nil end
      rules[field] = function(p)
        if p == 2 then error "there" end
        return kept(p)
      end
      for _, algorithm in ipairs(gts.algorithms) do
        local asks = field == "player" or field == "terminal" or field == "successors" or field == "bounds" and algorithm.informed
        local options = { algorithm = algorithm.id }
        if asks then says(complaint(gts.search, rules, options), ("(in rules.%s of position 2)"):format(field)) end
      end
      if field == "key" then says(complaint(gts.search, rules, { algorithm = "mtd" }), "(in rules.key of position 2)") end
    end
    local rules = { name = "steps", start = 5, evaluate = function(p) return p // (p - 3) end }
    function rules.next(p, move) if not move and p > 3 then return 1, p - 1 end end
    for _, native in ipairs { false, true } do
      says(complaint(gts.search, rules, { native = native }), "error_origin_spec.lua:", " (in rules.evaluate of position 3)")
    end
  end)

  it("is left as it is where it does not say that, or is no text", function()
    for _, value in ipairs { "text", "12: text", "a:b", {}, 5 } do
      local rules = plain()
      rules.evaluate = function() error(value, 0) end
      assert(rawequal(value, (select(2, pcall(gts.search, rules)))))
    end
  end)

  it("names no position where it was not the rules that raised it", function()
    local wrong = complaint(gts.search, plain(), { trace = function() error "of the trace" end })
    assert.matches("of the trace$", wrong)
  end)
end)

describe("a path longer than the longest", function()
  local function circle(count)
    local rules = { name = "circle", start = 1, evaluate = function() return 0 end }
    function rules.next(p, move) if not move then return 1, p % count + 1 end end
    return rules
  end

  it("shows the position that comes again, and after how many plies", function()
    for _, id in ipairs { "minimax", "alphabeta", "failhard", "negascout", "ttalphabeta", "mtd", "althofer" } do
      for _, native in ipairs { false, id:find "alphabeta" and true or nil } do
        -- The players alternate: in a circle of 4 the same one moves after 4 plies, in one of 5 after 10.
        local wrong = complaint(gts.search, circle(4), { algorithm = id, longest = 50, native = native })
        says(wrong, "deeper than 50 plies", "goes in circles", "position 4 comes again after 4 plies")
        says(wrong, "state a depth", "rules.cycle")
        says(complaint(gts.search, circle(5), { algorithm = id, longest = 50, native = native }), "comes again after 10 plies")
      end
    end
    local rules = circle(4)
    rules.player = function() return "max" end
    rules.key = function(p) return p % 2 end
    says(complaint(gts.search, rules, { longest = 50 }), "comes again after 2 plies")
  end)

  it("tells of the circle where the C stack is full before the path is too long", function()
    local rules = { name = "there and back", start = 1, evaluate = function() return 0 end }
    function rules.successors(p) return p < 6 and { p + 1, 1 } or { 1 } end
    for _, id in ipairs { "alphabeta", "negascout" } do
      says(complaint(gts.search, rules, { algorithm = id, longest = 2000000000 }), "goes in circles", "comes again after 6 plies")
    end
    local wrong = complaint(gts.search, rules, { depth = 2000000 })
    says(wrong, "more than the C stack can hold")
  end)

  it("says that there may be a circle where none is seen", function()
    local rules = { name = "endless", start = 1, evaluate = function() return 0 end }
    function rules.next(p, move) if not move then return 1, p + 1 end end
    local told = complaint(gts.search, rules, { longest = 50 })
    says(told, "deeper than 50 plies", "may go in circles", "state a depth", "'longest'")
    local wrong = complaint(gts.search, circle(3), { algorithm = "sss", longest = 50 })
    says(wrong, "may go in circles", "state a depth")
  end)
end)

describe("bounds that cannot be", function()
  -- The number of the position in preorder, as trees have it; and whether all algorithms with bounds come to see it.
  local wrong_trees = {
    { { upper = 5, { 7, 8 }, { 9, 7 } }, 0, "has the bound 5", "at least 7" },
    { { player = "min", lower = 5, { 3, 2 }, { 1, 3 } }, 0, "has the bound 5", "at most 3" },
    { { { lower = 9, 7, 8 }, 8 }, 1, "has the bound 9", "at most 7" },
    { { 1, { { upper = 5, 7, 7 }, 8 } }, 3, "has the bound 5", "at least 7", some = true },
  }

  it("are named with their position by all algorithms that meet them", function()
    for _, case in ipairs(wrong_trees) do
      local met = 0
      for _, algorithm in ipairs(gts.algorithms) do
        if algorithm.informed and not algorithm.alternative then
          local ok, wrong = pcall(gts.search, gts.tree(case[1]), { algorithm = algorithm.id })
          assert(not ok or case.some, algorithm.id)
          if not ok then
            met = met + 1
            says(wrong, "contradict", ("position %d "):format(case[2]), case[3], case[4])
          end
        end
      end
      assert(met >= 4)
    end
  end)
end)
