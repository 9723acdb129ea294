-- Promises about what is seldom looked at: memory that is given back, and the words for what went wrong.

local bytecode = require "gts.rules.bytecode"
local gts = require "gts"
local show = require "gts.show.text"

describe("what rules in Lua hold", function()
  -- MIN's choice of 4000 moves, each better than those before. Moves and positions are strings, which are held for the search.
  -- How many kilobytes Lua holds at the last leaf beyond those at the first.
  local function growth(algorithm)
    local first, last
    local value = gts.search({
      name = "growth", start = "", player = function() return "min" end,
      successors = function(p)
        if p ~= "" then return {} end
        local i = 4001
        return function()
          i = i - 1
          if i > 0 then return "move " .. i, tostring(i) end
        end
      end,
      evaluate = function(p)
        if first == nil or p == "1" then
          collectgarbage()
          last = collectgarbage "count"
          first = first or last
        end
        return tonumber(p)
      end,
    }, { algorithm = algorithm, native = false }).value
    assert.equal(1, value)
    return last - first
  end

  -- What other specs have left may come in between; a leak is there each time.
  local function least_growth(algorithm) return math.min(growth(algorithm), growth(algorithm), growth(algorithm)) end

  it("is given back when a better line has taken the place of another", function()
    assert(least_growth "alphabeta" < 100)
  end)

  it("is given back when a walk over successors that was set aside goes on", function()
    assert(least_growth "sss2" < 100)
  end)
end)

describe("a kept table", function()
  local function told_apart(one, other)
    local kept = gts.table()
    gts.search(one, { algorithm = "mtd", table = kept })
    gts.search(one, { algorithm = "mtd", table = kept })
    assert.error_matches(function() gts.search(other, { algorithm = "mtd", table = kept }) end, "belongs to another game")
  end

  local function rules(evaluate, name)
    return { name = name or "x", start = 1, evaluate = evaluate, successors = function(p) return p < 3 and { p + 1 } or {} end }
  end

  it("tells trees apart by fractions of their values, by their range, and by the first player", function()
    told_apart(gts.tree { { 1, 2 }, { 3, 4 } }, gts.tree { { 1, 2 }, { 3, 4.5 } })
    told_apart(gts.tree { branching = 2, depth = 3, range = { 0, 10 } }, gts.tree { branching = 2, depth = 3, range = { 0, 11 } })
    told_apart(gts.tree { branching = 2, depth = 3 }, gts.tree { branching = 2, depth = 3, player = "min" })
  end)

  it("tells games apart by name, by which of two tables comes again, and by globals of inner functions", function()
    local function value(p) return p end
    told_apart(rules(value), rules(value, "y"))
    local function sharing(second)
      local data = { { 1 }, { 2 } }
      data[3] = data[second]
      return rules(function(p) return data[3][1] + p end)
    end
    told_apart(sharing(1), sharing(2))
    local function inner(bonus)
      local env = { bonus = bonus }
      return rules(load("return function(p) return (function() return p + bonus end)() end", "=x", "t", env)())
    end
    told_apart(inner(1), inner(2))
  end)
end)

describe("an option", function()
  it("that is a list of words has none of them twice, and may be written with commas", function()
    assert.error_matches(function() gts.search("nim", { algorithm = "negascout", order = { "killer", "killer" } }) end,
      "option 'order' of negascout")
    local function visits(order) return gts.search("nim", { algorithm = "negascout", order = order }).stats.visits end
    assert.equal(visits { "killer", "history" }, visits "killer,history")
    assert.equal(visits { "killer", "history" }, visits "killer, history")
  end)

  it("that is a number without limits is one all the same", function()
    assert.error_matches(function() gts.search("nim", { algorithm = "mtd", first = 0 / 0 }) end,
      "option 'first' of mtd is nan: expected .*a number")
  end)
end)

describe("the lines of instructions", function()
  it("are those that Lua names, also far from each other and in long functions", function()
    local text = "return function(p)\n p = p + 1\n" .. ("\n"):rep(300) .. (" p = p * 2\n"):rep(200) .. " return p\nend"
    local f = assert(load(text))()
    local lines = {}
    for _, line in ipairs(bytecode.read(f).lines) do lines[line] = true end
    assert.same(debug.getinfo(f, "L").activelines, lines)
  end)
end)

describe("a result as people see it", function()
  it("has six digits of a fraction, and commas in numbers of more than three", function()
    local text = show.result {
      move = "b", value = 2 / 3, lower = -math.huge, upper = 1.0, pv = { "b", "a" }, seconds = 0.25, algorithm = "mtd",
      stats = { visits = 1234567, leaves = 999, developed = 1000 },
    }
    assert.equal("move   b\nvalue  0.666667  (at most 1)\nline   b a\n" ..
      "counts 1,234,567 visits, 999 leaves, 1,000 developed\ntime   0.250 s with mtd", text)
  end)
end)
