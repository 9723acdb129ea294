-- Compiled means Lua: corners of the language where a translation goes wrong. Most of them have.

local compiled_rules = require "spec.support.compiled"
local gts = require "gts"
local native = require "gts.compile.native"
local run = require "spec.support.run"

-- A compiler that tries less hard is faster, and so are units of the rules alone: with all cases, they have the algorithm, too.
native.optimization, native.fuses = "-O1", not os.getenv "GTS_SPEC_SHARE"

local both, counting, made = compiled_rules.both, compiled_rules.counting, compiled_rules.made

-- Searches a game whose rules are overridden by `more`, compiled and in Lua: both must find one result, which is returned.
local function agree(more, options)
  local game = gts.game(counting(more))
  local compiled, interpreted = both(game, options)
  assert.same(interpreted, compiled)
  return compiled
end

-- Like that, of functions that are compiled wholly, without an error.
local function agree_compiled(more, options)
  local report = gts.native(counting(more))
  assert.is_true(report.compiled, tostring(report))
  local found = agree(more, options)
  assert.is_nil(found.error)
  return found
end

-- The first position has no successors.
local function no_next(p, move) if p < 0 and not move then return 1, p end end

-- The value of a position that has no successors, which must be the same both ways.
local function value(evaluate)
  return agree_compiled({ range = { -1e300, 1e300 }, next = no_next, evaluate = evaluate }).value
end

-- Globals of specs are not those of programs.
local setmetatable, rawset, insert, debug, math = setmetatable, rawset, table.insert, debug, math

describe("compiled arithmetic #plain", function()
  it("divides the least integer by -1", function()
    local least, most = math.mininteger, math.maxinteger
    assert.equal(1, value(function(p) return least // -p == least and 1 or 2 end))
    assert.equal(1, value(function(p) return least % -p == 0 and 1 or 2 end))
    assert.equal(1, value(function(p) return -least * p == least and 1 or 2 end))
    assert.equal(1, value(function(p) return (most + p) // -p == least and 1 or 2 end))
    assert.equal(1, value(function(p) return math.abs(least * p) == least and 1 or 2 end))
  end)

  it("is an error with an element that is no number, whatever else is in its list", function()
    local mixed = { false, 32 }
    assert.equal(33, value(function(p) return p + mixed[p + 1] end))
    assert.matches("arithmetic on a boolean", agree({ next = no_next, evaluate = function(p) return p + mixed[p] end }).error)
    assert.matches("arithmetic on a nil", agree({ next = no_next, evaluate = function(p) return p + mixed[p + 2] end }).error)
  end)

  it("tells 0.0 from -0.0, and 3 from 3.0", function()
    assert.equal(1, value(function(p) return 1 / (-0.0 * p) < 0 and 1 or 2 end))
    assert.equal(1, value(function(p) return 1 / (0.0 - 0.0 * p) > 0 and 1 or 2 end))
    assert.equal(1, value(function(p) return 1 / -(0.0 * p) < 0 and 1 or 2 end))
    assert.equal(1, value(function(p) return 1 / math.max(-0.0, 0.0 * p) < 0 and 1 or 2 end))
    assert.equal(1, value(function(p) return 1 / (-3.0 * p % 3) < 0 and 1 or 2 end))
    assert.equal(1, value(function(p) return 7 // (2.0 * p) * 2 ^ 61 * 2 > 0 and 1 or 2 end))
    assert.equal(1, value(function(p) return (3.0 * p) // 0 > 1e300 and 1 or 2 end))
    assert.matches("zero", agree({ evaluate = function(p) return 3 * p // 0 end }).error)
  end)

  it("takes powers as the C library does, not as the compiler would", function()
    -- Powers that are rounded wrong by glibc 2.36, and not by who computes them in more digits.
    local first, second = 0x1.8faa3f623b678p+0 ^ 0x1.921ccde1eb528p+3, 0x1.7ee10d9314ddcp+1 ^ 0x1.37e8ac58cbb2ep+4
    assert.equal(1, value(function()
      local x, y = 0x1.7ee10d9314ddcp+1, 0x1.37e8ac58cbb2ep+4
      return x ^ y == second and 1 or 2
    end))
    assert.equal(1, value(function()
      local x, y = 0x1.8faa3f623b678p+0, 0x1.921ccde1eb528p+3
      return x ^ y == first and 1 or 2
    end))
  end)
end)

describe("compiled loops #plain", function()
  it("run down from an integer for ever if the limit is NaN", function()
    local nan = 0 / 0
    for _, step in ipairs { -1, -(1 << 61), 1 } do
      local turns = agree_compiled { evaluate = function()
        local n = 0
        for _ = 3, nan, step do
          n = n + 1
          if n == 9 then break end
        end
        return n
      end }
      assert.equal(step == -1 and 9 or step == 1 and 0 or 5, turns.value)
    end
    for _, step in ipairs { -1.0, 1.0 } do
      local found = agree_compiled { evaluate = function()
        local n = 0
        for _ = 3, nan, step do n = n + 1 end
        return n
      end }
      assert.equal(1, found.value)
    end
  end)

  it("refuse a step of 0, be it 0.0 or -0.0", function()
    for _, step in ipairs { 0, 0.0, -0.0 } do
      local found = agree { evaluate = function(p)
        for i = 1, p, step do p = i end
        return p
      end }
      assert.matches("'for' step is zero", found.error, 1, true)
    end
  end)

  it("take from ipairs what steps, and give it what they like", function()
    local list = { 5, 6, 7, 8 }
    local step, values = ipairs(list), {}
    for _, control in ipairs { 2, 2.0, 0, -0.0, "1", 1.5, false } do
      local found = agree { next = no_next, range = { 0, 1e6 }, evaluate = function(p)
        local sum = p * 0
        for i, v in step, list, control do sum = sum * 10 + v + i - i end
        return sum
      end }
      values[#values + 1] = found.value or found.error:match "bad argument #2"
    end
    assert.same({ 78, 78, 5678, 5678, 678, "bad argument #2", "bad argument #2" }, values)
  end)
end)

describe("compiled comparisons #plain", function()
  it("ask __eq of tables", function()
    local meta = { __eq = function(a, b) return a.x == b.x end }
    local a, b, c = setmetatable({ x = 1 }, meta), setmetatable({ x = 1 }, meta), setmetatable({ x = 2 }, meta)
    local found = agree { evaluate = function() return (a == b and 1 or 0) + (a == c and 10 or 0) + (a ~= c and 100 or 0) end }
    assert.equal(101, found.value)
    local plain, half = {}, setmetatable({}, { __eq = function() return true end })
    found = agree { evaluate = function() return (plain == half and 1 or 0) + (half == plain and 10 or 0) end }
    assert.equal(11, found.value)
    local other = {}
    found = agree_compiled { evaluate = function(p)
      local t = p % 2 == 0 and plain or other
      return (t == plain and 1 or 0) + (t ~= other and 10 or 0)
    end }
    assert.equal(11, found.value % 100)
  end)
end)

describe("what compiled rules take to be constant #plain", function()
  -- Searches before and after `change`: compiled rules must find what those in Lua find, and another value afterwards, unless
  -- they are refused then.
  local function notices(more, change)
    local rules = gts.game(counting(more))
    local before, interpreted = both(rules)
    assert.is_nil(before.error)
    assert.same(interpreted, before)
    change()
    local after
    after, interpreted = both(rules)
    assert.not_equal(before.value, interpreted.value)
    if gts.native(rules).compiled then assert.same(interpreted, after)
    else assert.matches("cannot be compiled", after.error, 1, true) end
  end

  it("is looked at to the bit", function()
    local zero, weights, nan, infinite = 0.0, { 0.0 }, 0 / 0, 1 / 0
    notices({ evaluate = function() return 1 / zero > 0 and 1 or 2 end }, function() zero = -0.0 end)
    notices({ evaluate = function() return 1 / weights[1] > 0 and 1 or 2 end }, function() weights[1] = -0.0 end)
    notices({ evaluate = function() return nan == nan and 1 or 2 end }, function() nan = 1.0 end)
    notices({ evaluate = function() return infinite == infinite and 1 or 2 end }, function() infinite = 0 / 0 end)
    weights[1] = 3
    notices({ evaluate = function() return weights[1] * (1 << 62) < 0 and 1 or 2 end }, function() weights[1] = 3.0 end)
  end)

  it("may be NaN, and is not compiled anew for that", function()
    local nan, list = 0 / 0, { 0 / 0, 1 }
    local rules = gts.game(counting { evaluate = function(p) return nan == list[p % 2 + 1] and 1 or 2 end })
    gts.search(rules, { native = true, algorithm = "alphabeta" })
    assert.is_table(native.remembered(rules, { algorithm = "alphabeta" }))
  end)

  it("is what metatables say", function()
    local first, second = { __index = { x = 1 } }, { __index = { x = 2 } }
    local object = setmetatable({}, first)
    local hidden = setmetatable({}, { __index = { x = 1 }, __metatable = { __index = { x = 3 } } })
    notices({ evaluate = function() return object.x end }, function() setmetatable(object, second) end)
    notices({ evaluate = function() return object.x end }, function() second.__index.x = 5 end)
    notices({ evaluate = function() return object.x end }, function() second.__index = { x = 7 } end)
    notices({ evaluate = function() return hidden.x end }, function() debug.getmetatable(hidden).__index.x = 9 end)
    local list = { 1, 2 }
    notices({ evaluate = function() return list[3] or 0 end }, function()
      setmetatable(list, { __index = function() return 4 end })
    end)
    local a, b = {}, {}
    notices({ evaluate = function() return a == b and 1 or 2 end }, function()
      setmetatable(a, { __eq = function() return true end })
    end)
    local c = setmetatable({}, {})
    notices({ evaluate = function() return c == b and 1 or 2 end }, function()
      debug.getmetatable(c).__eq = function() return true end
    end)
  end)

  it("is found in spite of __metatable", function()
    for _, face in ipairs { false, "closed", {} } do
      local object = setmetatable({}, { __index = { x = 4 }, __metatable = face })
      assert.equal(4, agree({ evaluate = function() return object.x end }).value)
    end
  end)

  it("is compared with the range to the last digit", function()
    local function evaluate() return 0.1 + 0.2 end
    local rules = counting { next = no_next, evaluate = evaluate, range = { 0, 0.1 + 0.2 } }
    assert.is_nil((both(rules)).error)
    rules.range = { 0, 0.3 }
    local compiled, interpreted = both(rules)
    assert.matches("rules.range", interpreted.error, 1, true)
    assert.same(interpreted, compiled)
  end)

  it("is no upvalue that a function in a table assigns to", function()
    local weight = 1
    local tools = { deeper = { change = function() weight = -weight end } }
    local report = gts.native(counting {
      terminal = function() tools.deeper.change() return false end,
      evaluate = function() return weight end,
    })
    assert.is_false(report.functions.evaluate.compiled)
    -- A global of programs, not of specs.
    report = gts.native(counting(load [[
      local weight = 1
      function gts_spec_change() weight = -weight end
      return { terminal = function() gts_spec_change() return false end, evaluate = function() return weight end }
    ]]()))
    load "gts_spec_change = nil" ()
    assert.is_false(report.functions.evaluate.compiled)
    local object = setmetatable({}, { __index = { change = function() weight = -weight end } })
    report = gts.native(counting {
      terminal = function() object:change() return false end,
      evaluate = function() return weight end,
    })
    assert.is_false(report.functions.evaluate.compiled)
  end)

  -- What must be refused at the end of a search, since it cannot be predicted.
  local function refuses(what, more, progress)
    for _, mode in ipairs { true, "auto" } do
      local rules = gts.game(counting(more()))
      local plan = made(rules)
      assert.is_true(plan.report.functions.evaluate.compiled, tostring(plan.report))
      local ok, wrong = pcall(gts.search, rules, { native = mode, algorithm = "alphabeta", progress = progress, every = 1e-9 })
      if mode == "auto" or plan.report.compiled then
        assert.is_false(ok)
        assert.matches("rules changed " .. what .. " while they were searched", wrong, 1, true)
      end
    end
  end

  it("is looked at again when the search ends", function()
    refuses("the length of weights", function()
      local weights = { 1, 2 }
      return { terminal = function() insert(weights, 3) return ("x"):rep(2) == "" end,
        evaluate = function() return weights[1] end }
    end)
    refuses("weights[2]", function()
      local weights = { 1, 2 }
      return { terminal = function() rawset(weights, 2, 7) return ("x"):rep(2) == "" end,
        evaluate = function() return weights[1] end }
    end)
    local settings = { weight = 1 }
    refuses("settings.weight", function() return { evaluate = function() return settings.weight end } end,
      function() settings.weight = settings.weight + 1 end)
    refuses("the metatable of object", function()
      local object = setmetatable({}, { __index = { x = 1 } })
      return { terminal = function() setmetatable(object, nil) return false end, evaluate = function() return object.x end }
    end)
    refuses("upvalue weight", function()
      local weight = 1
      local function evaluate() return weight end
      return { terminal = function() debug.setupvalue(evaluate, 1, 5) return false end, evaluate = evaluate }
    end)
  end)

  it("lets functions in Lua change what no compiled one reads", function()
    local seen = {}
    local rules = gts.game(counting { terminal = function(p) insert(seen, p) return false end })
    made(rules)
    assert.is_true(gts.search(rules, { algorithm = "alphabeta" }).native)
    assert.is_true(#seen > 10)
  end)
end)

describe("compiled functions #plain", function()
  it("may serve the rules in two places", function()
    local function both_ways(p, move)
      if move then return nil end
      if p < 9 then return p + 1, p + 1 end
      return nil
    end
    local function flag(p, more) return more == nil and (p % 3) or 100 end
    assert.is_true(gts.native(counting { evaluate = flag, key = flag }).compiled)
    for _, algorithm in ipairs { "alphabeta", "ttalphabeta" } do
      local options = { algorithm = algorithm }
      agree_compiled({ evaluate = flag, key = flag }, options)
      agree_compiled({ next = both_ways, terminal = both_ways }, options)
      local function step(p, move)
        if p < 30 and (move or 0) < 2 then return (move or 0) + 1, 2 * p + (move or 0) end
        return nil, 1
      end
      agree_compiled({ next = step, bounds = step }, { algorithm = algorithm, bounds = false })
    end
  end)

  it("that call themselves leave the stack to others #thorough", function()
    -- Sixty values that live across the call: a large frame, where the C compiler does not try hard.
    local names, sum = {}, {}
    for i = 1, 60 do names[i], sum[i] = "x" .. i, ("x%d = n + %d"):format(i, i) end
    local source = ([[
      require "gts.compile.native".optimization = "-O0"
      local function deep(n)
        local %s
        %s
        if n == 0 then return 0 end
        local below = deep(n - 1)
        return (%s + below) %% 1000
      end
      local function no_next(p, move) if p < 0 and not move then return 1, p end end
      local rules = { name = "deep", start = 1, next = no_next, evaluate = function() return deep(495) end }
      local function runaway(n) return runaway(n + 1) + 1 end
      local endless = { name = "endless", start = 1, next = no_next, evaluate = runaway }
      for _, native in ipairs { true, false } do
        print(gts.search(rules, { native = native }).value)
        print((select(2, pcall(gts.search, endless, { native = native })):match "stack overflow"))
        local co = coroutine.wrap(function() return gts.search(rules, { native = native }).value end)
        print(co())
      end]]):format(table.concat(names, ", "), table.concat(sum, " "), table.concat(names, " + "))
    local place, gone <close> = run.folder()
    run.write(place .. "/deep.lua", source)
    for _, kilobytes in ipairs { 8192, 512 } do
      local command = ("ulimit -s %d; '%s' '%s/deep.lua' 2>&1; echo code $?"):format(kilobytes, run.program, place)
      local text = run.output(command)
      local lines = run.lines(text)
      assert.equal("code 0", lines[7], kilobytes .. ": " .. text)
      for i = 1, 3 do assert.equal(lines[i + 3], lines[i]) end
      assert.equal("stack overflow", lines[2])
    end
  end)
end)
