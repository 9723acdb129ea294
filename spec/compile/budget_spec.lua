local gts = require "gts"
local native = require "gts.compile.native"

-- A game whose evaluation is `f`.
local function game_of(f)
  return gts.game {
    name = "bomb", start = 1, next = function(p, m) if p < 3 and not m then return 1, p + 1 end end, evaluate = f,
  }
end

-- Functions each of which calls the next four times.
local function fan(functions)
  local lines = { ("local function f%d(p) return p * 3 + 1 end"):format(functions) }
  for i = functions - 1, 1, -1 do
    lines[#lines + 1] = ("local function f%d(p) return f%d(p) + f%d(p + 1) + f%d(p + 2) + f%d(p + 3) end")
      :format(i, i + 1, i + 1, i + 1, i + 1)
  end
  lines[#lines + 1] = "return f1"
  return assert(load(table.concat(lines, "\n"), "=fan"))()
end

-- How often a function is compiled, wherever it is put into others: the length of what the C compiler has to see, in functions.
local function copies(unit)
  local function inside(f)
    local sum = 1
    for _, callee in pairs(f.calls) do if callee.inlined then sum = sum + inside(callee) end end
    return sum
  end
  local sum = 0
  for _, f in ipairs(unit.functions) do sum = sum + inside(f) end
  return sum
end

-- What becomes of an evaluation: its report, and how long that took.
local function translated(f)
  local began = os.clock()
  local report, text, unit = native.translate(game_of(f))
  return report.functions.evaluate, os.clock() - began, text, unit
end

describe("the budget of translation", function()
  it("keeps functions that call each other from growing into each other", function()
    local small, _, _, unit = translated(fan(4))
    assert.is_true(small.compiled)
    assert.is_true(copies(unit) > 4 + 16 + 64)
    for _, functions in ipairs { 8, 30, 100 } do
      local f, seconds
      f, seconds, _, unit = translated(fan(functions))
      assert.is_true(f.compiled)
      assert.is_true(copies(unit) < 1000, functions)
      assert.is_true(seconds < 20)
    end
  end)

  it("compiles large rules with less optimization, and refuses those that are too long, and says so #thorough", function()
    local lines
    local function long(count)
      lines = { "return function(p)" }
      for i = 1, count do lines[#lines + 1] = ("p = (p ~ %d) * %d"):format(i, i + 1) end
      lines[#lines + 1] = "return p end"
      return assert(load(table.concat(lines, "\n"), "=long"))()
    end
    for count, optimization in pairs { [1000] = "-O3", [30000] = "-O1" } do
      local plan = native.prepare(game_of(long(count)), { algorithm = "minimax" })
      assert.is_true(plan.report.compiled)
      assert.equal(optimization, plan.at.flags[1])
    end
    local f = translated(long(80000))
    assert.matches("long:2: more than 300000 instructions", f.reason)
    local outer = "return function(p) local function all(" .. table.concat(lines, "\n"):match "%((.*)" .. " return all(p) end"
    assert.matches("long:2: more than 300000 instructions", translated(assert(load(outer, "=long"))()).reason)
    -- There are evaluate and next, too: the 199th of these is one too many.
    local many = "return function(p) " .. ("do local function f() return p end p = p + f() end\n"):rep(200) .. "return p end"
    assert.matches("many:199: more than 200 functions", translated(assert(load(many, "=many"))()).reason)
    local chain = function(p) return p end
    for _ = 1, 50000 do
      local inner = chain
      chain = function(p) return inner(p) + 1 end
    end
    local seconds
    f, seconds = translated(chain)
    assert.matches("too large to be translated", f.reason)
    assert.is_true(seconds < 20)
    local value = gts.search(game_of(chain), { depth = 0, native = "auto", nodes = 1 }).stopped
    assert.is_nil(value)
  end)

  it("refuses tables that are too long, and takes those that are deep or within themselves #thorough", function()
    local list = {}
    for i = 1, 100000 do list[i] = i end
    assert.matches("a table of more than 70000 elements", (translated(function(p) return list[p] or 0 end)).reason)
    local deep = {}
    for i = 1, 30000 do deep = { i, deep } end
    local f = translated(function(p) return #deep + p end)
    assert.is_true(f.compiled)
    local loop = { 1 }
    loop[2] = loop
    assert.is_true(translated(function(p) return #loop + p end).compiled)
  end)

  it("does not follow tables that inherit from each other in a circle", function()
    local a, b = {}, {}
    setmetatable(a, { __index = b })
    setmetatable(b, { __index = a })
    local f = translated(function(p) return a.missing or p end)
    assert.matches("a table that inherits from more than 100 others", f.reason)
  end)

  it("ends with the time, and is tried again when there is more", function()
    local game = game_of(fan(60))
    local began = os.clock()
    local report, text = native.translate(game, 1e-4)
    assert.same({ true, nil, true }, { os.clock() - began < 0.1, text, report.late })
    assert.matches("the time was over", report.functions.evaluate.reason)
    local plan = native.prepare(game, { algorithm = "alphabeta" }, 1e-4)
    assert.is_nil(plan.at)
    assert.is_nil(native.remembered(game, { algorithm = "alphabeta" }))
    assert.is_true(native.prepare(game, { algorithm = "alphabeta" }, 100).report.compiled)
    assert.is_table(native.remembered(game, { algorithm = "alphabeta" }))
  end)

  -- Calls of `prepare`, each with less time than a translation takes, until one is done; `between` is called before each.
  local function in_slices(game, between)
    for slices = 1, 1000 do
      local plan = native.prepare(game, { algorithm = "alphabeta" }, 1e-5)
      if not plan.report.late then return plan, slices end
      between(slices)
    end
    error "it makes no progress"
  end

  it("goes on in the next search where one had no time left", function()
    local game = game_of(fan(60))
    local _, text = native.translate(game_of(fan(60)))
    local plan, slices = in_slices(game, function() end)
    assert.is_true(slices > 2, slices)
    assert.is_true(plan.report.compiled)
    assert.is_string(plan.text or text)
    if plan.text then assert.equal(text, plan.text) end
    -- Another algorithm takes what is there.
    assert.equal(plan.report, native.prepare(game, { algorithm = "minimax" }, 1e-5).report)
  end)

  it("goes on where the time was over while C was written", function()
    local functions = require "gts.compile.functions"
    local write, writing, waits = functions.write, false, 0
    function functions.write(...)
      writing = true
      local text = write(...)
      writing = false
      return text
    end
    in_slices(game_of(fan(60)), function() waits = waits + (writing and 1 or 0) end)
    functions.write = write
    assert.is_true(waits > 2, waits)
  end)

  it("has a third of the time of a search, or a tenth of a second, if the search has more", function()
    local prepare, given = native.prepare, {}
    function native.prepare(rules, options, seconds)
      given[#given + 1] = seconds
      return prepare(rules, options, seconds)
    end
    for _, time in ipairs { 60, 0.25 } do
      local rules = { name = "wide", start = 1, evaluate = function(p) return p % 7 end, next = function(p, m)
        m = (m or 0) + 1
        if p < 100000 and m <= 2 then return m, 2 * p + m end
      end }
      pcall(gts.search, rules, { algorithm = "minimax", time = time })
    end
    native.prepare = prepare
    assert.is_true(given[1] <= 20 and given[1] > 10, given[1])
    assert.is_true(given[2] <= 0.1 and given[2] > 0.05, given[2])
  end)

  it("sees what has changed while it was suspended", function()
    local list = {}
    for i = 1, 30000 do list[i] = i end
    local function evaluate(p) return list[p] or 0 end
    local game = game_of(evaluate)
    local plan, slices = in_slices(game, function(k) if k <= 2 then list[1], list["extra" .. k] = -k, k end end)
    assert.is_true(slices > 2, slices)
    assert.is_true(plan.report.compiled)
    assert.is_nil(plan.analysed:what_changed())
    list[2] = -7                -- what was shared before
    assert.is_nil(native.prepare(game, { algorithm = "minimax" }).analysed:what_changed())
  end)
end)

describe("holding the constants of compiled rules against what they are now", function()
  -- Instructions of Lua that it takes where the rules read so many fields of a table, and what it then says of a changed one.
  local function looking(count)
    local fields, terms = {}, {}
    for i = 1, count do fields["f" .. i], terms[i] = i, "fields.f" .. i end
    local evaluate = load("local fields = ... return function(p) return p + " .. table.concat(terms, "+") .. " end")(fields)
    local _, text, unit = native.translate(game_of(evaluate))
    assert(text)
    local steps = 0
    debug.sethook(function() steps = steps + 1 end, "", 1)
    local what = unit:what_changed()
    debug.sethook()
    assert.is_nil(what)
    fields["f" .. count] = 1.0 * count
    return steps, unit:what_changed()
  end

  it("takes no more of Lua for many than for few", function()
    local few, what = looking(2)
    assert.are.equal("fields.f2", what)
    local many
    many, what = looking(40)
    assert.are.equal("fields.f40", what)
    assert.are.equal(few, many)
  end)
end)
