-- luacheck: ignore 331 511 581          (this is what rules may look like)
-- Compiled rules at the corners of Lua's arithmetic, of its loops and of its lists: the compiled function against the same
-- function called by Lua. And what is not taken for a constant, although it looks like one.

local core = require "gts.core"
local gts = require "gts"
local native = require "gts.compile.native"
local search = require "gts.search"

native.optimization, native.fuses = "-O1", not os.getenv "GTS_SPEC_SHARE"

-- Functions that are to be compiled name these as their own: busted has an environment with a metatable.
local math, ipairs, type, error, sure = math, ipairs, type, error, package.loaded._G.assert          -- luacheck: ignore
local least, most, inf = math.mininteger, math.maxinteger, math.huge

-- Constants of the functions below: what upvalues hold.
local minus_zero, zero, nan, other_nan, no, yes, one_float = -0.0, 0.0, 0 / 0, -(0 / 0), false, true, 1.0
local odd = (1 << 53) + 1           -- no float has this value: times 1.0 it is one less
local list, other, empty, flags = { 3, 1, 4, 1, 5 }, { 2.5, 7, 1 }, {}, { false, true, false }
local mixed, floats, text = { 1, 2.5, "x", true }, { 0.5, -0.0, 1e300, 0.1 }, { "a", "b" }
local zeroth, unlike = { [0] = 8, 77 }, { 55, 66, math.abs }      -- no lists of data: they cannot be frozen

local function sign(x) return 1 / x < 0 and -1 or 1 end
local function first_of_two(x) if x > 0 then return x end return 1, 2 end
local function nothing(x) if x > 5 then return end return x end
local function fails(x) return x // (x - x) end
local function sum(n) if n <= 0 then return 0 end return n + sum(n - 1) end
local function even(n) if n == 0 then return true end return not even(n - 1) end
local function last(_, _, c) return c end

-- Functions of two integers; each is called with all pairs of `edges`.
local cases = {
  function(a, b) return a // b end,
  function(a, b) return a % b end,
  function(a) return ((a // -1) ~ 3 * (a // 7)) % 1000003 + a % -1 + a % -7 end,
  function(a, b) return (a + 0.0) // b end,
  function(a, b) return (a + 0.0) % b end,
  function(a) return (a + 0.5) % -3 + 100 * ((a + 0.25) % 0.5) + 1000 * ((a + 0.25) % -0.5) end,
  function(a) return (a + 0.5) // 3 + 7 * (-(a + 0.5) // 2.5) end,
  function(a, b) return ((a << b) ~ 3 * (a >> b)) % 1000003 end,
  function(a) return ((5 << a) ~ 3 * (-1 << a)) % 1000003 end,
  function(a) return ((a >> 3) ~ (a << 63) ~ 3 * (a << 64) ~ 5 * (a >> 64)) % 1000003 end,
  function(a) return (a + 0.0) | 1 end,
  function(a) return (a + 0.5) | 1 end,
  function(a, b) return a ~ (b + 0.0) end,
  function(a, b) return ((a & ~b) ~ 3 * ((a | b) - (a ~ b))) % 1000003 end,
  function(a) return -a end,
  function(a) return sign(-(a * 0.0)) + 2 * sign(a * -0.0) + 4 * sign(0.0 - a * 0.0) + 8 * sign(minus_zero) end,
  function(a) return sign(a > 0 and minus_zero or zero) + 2 * sign(a > 0 and floats[2] or 0.0) end,
  function(a) local x = minus_zero if a > 3 then x = 0.0 end return sign(x) end,
  function(a) return (a > 0 and 1 or 1.0) * odd - (odd - 1) end,
  function(a) return (a > 0 and 1 or one_float) * odd - (odd - 1) end,
  function(a, b) local d = a + 0.0 return (d < b and 1 or 0) + (d <= b and 2 or 0) + (b < d and 4 or 0) + (b <= d and 8 or 0) end,
  function(a, b) return math.max(a, b) end,
  function(a, b) return math.min(a, b) end,
  function(a) local x = a > 0 and 1.0 or 1 return math.max(1, x) * odd - (odd - 1) + 2 * (math.max(x, 1) * odd - (odd - 1)) end,
  function(a) local x = a > 0 and 1.0 or 1 return math.min(1, x) * odd - (odd - 1) + 2 * (math.min(x, 1) * odd - (odd - 1)) end,
  function(a, b) return math.max(a, b + 0.5, 3) end,
  function(a, b) return math.min(a + 0.5, b) end,
  function(a) return math.abs(a) end,
  function(a) return math.abs(a - 0.5) end,
  function(a) return math.floor(a + 0.5) * odd end,
  function(a) return math.ceil(a + 0.5) * odd end,
  function(a) return math.floor(a * 1e300) + math.ceil(a * 3e300) end,
  function(a) return math.floor(a) end,
  function(a, b) return math.ult(a, b) and 1 or 2 end,
  function(a, b)
    local is, of_any = math.type(a > b and a or a / 2), math.type(a > 3 and a or a > 1 and 0.5 or a > 0 and "1" or nil)
    return (is == "integer" and 1 or is == "float" and 2 or 3) + (of_any == nil and 4 or #of_any * 8)
  end,
  function(a, b) return #type(a > b and a or a > 3 and "1" or a > 1 and 0.5 or a > 0 and true or nil) + #type(b) end,
  function(a, b)
    local n, more = sure(a > 0 and a or nil, "less"), sure(b, "more")
    return n + more
  end,
  function(a, b) return a < b and a or error("not " .. a) end,
  function(a) return math.sqrt(a) end,
  function(a, b) return (a < b and 1 or 0) + (a <= b and 2 or 0) + (a > b and 4 or 0) + (a >= b and 8 or 0) end,
  function(a, b) return (a == b and 1 or 0) + (a ~= b and 2 or 0) end,
  function(a)
    return (a < 3 and 1 or 0) + (a <= 3 and 2 or 0) + (a > 3 and 4 or 0) + (a >= 3 and 8 or 0) + (a == 3 and 16 or 0)
  end,
  function(a, b) local x = b + 0.0 return (a < x and 1 or 0) + (a <= x and 2 or 0) + (a > x and 4 or 0) + (a >= x and 8 or 0) end,
  function(a, b) local x = b + 0.5 return (a < x and 1 or 0) + (a <= x and 2 or 0) + (x < a and 4 or 0) + (x <= a and 8 or 0) end,
  function(a, b) return (a == b + 0.0 and 1 or 0) + (a + 0.0 == b and 2 or 0) + (a ~= b + 0.5 and 4 or 0) end,
  function(a) local x = 0x1p63 return (a < x and 1 or 0) + (a <= x and 2 or 0) + (a > x and 4 or 0) + (a == x and 8 or 0) end,
  function(a) local x = -0x1p63 return (a < x and 1 or 0) + (a <= x and 2 or 0) + (a > x and 4 or 0) + (a == x and 8 or 0) end,
  function(a) return (a < nan and 1 or 0) + (a <= nan and 2 or 0) + (a > nan and 4 or 0) + (nan == nan and 8 or 0) end,
  function(a)
    local x = a > 0 and nan or 1.5
    return (x < a and 1 or 0) + (x <= a and 2 or 0) + (x > a and 4 or 0) + (x ~= x and 8 or 0)
  end,
  function(a) local x = nan for _ = 1, a % 3 do x = other_nan end return x == x and 1 or 2 end,
  function(a) return (a < inf and 1 or 0) + (a > -inf and 2 or 0) + (a + inf == inf and 4 or 0) end,
  function(a) return ((a + least) ~ 3 * (a - least)) % 1000003 end,
  function(a) return a + 0.1 end,
  function(a) return a * 0.1 + 0.7 end,
  function(a, b) return a * 0.1 + b * 0.3 - a * 0.7 end,
  function(a) return (a + 0.5) ^ 2 end,
  function(a) return a ^ 0.5 end,
  function(a) return 1 / a end,
  function(a, b) return a / b end,
  function(a, b) return (a * b ~ 3 * (a - b)) % 1000003 end,
  function(a) if no then return a end return (yes and a or 1) % 7 + (no or a) % 11 end,
  function(a) local x if a > 0 then x = false elseif a < 0 then x = 5 end return x and 1 or (x == nil and 2 or 3) end,
  function(a) local x = a > 0 if x then return 1 end return 2 end,
  function(a) return ((a > 0) == yes and 1 or 2) + (not (a > 0) and 4 or not not no and 8 or 12) end,
  function(a) local x = a > 0 and no or a return x and 1 or 2 end,
  function(a) local x = a > 0 and "x" or 5 return (x == "x" and 1 or 2) + ((a > 0 and "x" or "y") == "x" and 4 or 8) end,
  function(a) return (a > 0 and list or other) == list and 1 or 2 end,
  function(a) local x = a > 0 and 5 or nil return x == nil and 1 or x end,
  function(a) local s = 0 for i = a % 4, 3 do s = s * 7 + i end for i = 3, a % 4, -1 do s = s * 7 + i end return s end,
  function(a) local s = 0 for i = 2, 2 do s = s + i + a % 2 end for i = 2, 2, -1 do s = s + i end return s end,
  function(a) local s = 0 for i = 1.0, 2, 0.25 do s = s * 2 + i + a % 2 end return s end,
  function(a) local s = 0 for i = 2, 2.0, 0.5 do s = s + i + a % 2 end for i = 2.0, 2, -0.5 do s = s + i end return s end,
  function(a) local s = 0 for i = 3, 1.5, -1 do s = s * 5 + i + a % 2 end return s end,
  function(a) local s = 0 for i = 3, 1.5 + a % 3, -1 do s = s * 5 + i end for i = 1, a % 3 + 0.5 do s = s + i end return s end,
  function(a) local s = a % 2 for i = 1, 3, 0.0 do s = s + i end return s end,
  function(a) local s = a % 2 for i = 1.0, 3, a - a do s = s + i end return s end,
  function(a) local s = a % 2 for i = 1, 3, a - a do s = s + i end return s end,
  function(a) local s = a % 2 for i = 1, nan do s = s + i end for i = 1.0, nan do s = s + i end return s end,
  function(a)
    local s = a % 2
    for i = 1, -inf, -most do s = s * 7 + i % 5 end
    for i = 1, inf, most do s = s * 7 + i % 5 end
    for i = most - 2, inf do s = s * 7 + i % 5 end
    for i = least + 2, -inf, -1 do s = s * 7 + i % 5 end
    for i = most, least, least do s = s * 7 + i % 5 end
    for i = -1, least, least do s = s * 7 + i % 5 end
    return s
  end,
  function(a) local s = 0 for i = a, a + 2 do s = s + i % 5 if s > 20 then break end end return s end,
  function(a) local step = a > 0 and 1 or 0.5 local s = 0 for i = 1, 2, step do s = s * 3 + i end return s end,
  function(a) return (list[a] or 9) + 100 * (other[a % 5] or 9) end,
  function(a) return (list[1] + #list) * (a % 3) end,
  function(a) return list[0] or empty[1] or list[6] or a % 7 end,
  function(a) return #empty + #floats + a % 7 end,
  function(a) local t = a > 0 and list or other return (t[1] + #t) * 10 + (t[4] or 0) end,
  function(a) local t = a > 0 and other or empty return t[a % 4] or 8 end,
  function(a) return flags[a % 4] and 1 or 2 end,
  function(a) local x = flags[a % 5] return x == nil and 1 or x == false and 2 or 3 end,
  function(a) local x = mixed[a % 6] return x == 2.5 and 1 or x == "x" and 2 or x == true and 3 or x == nil and 4 or 5 end,
  function(a) local k = 3 if a > 0 then k = nil end return list[k] or a % 7 end,
  function(a) local t = a > 0 and list or zeroth return #t + a % 2 end,
  function(a) local t = a > 0 and list or zeroth return t[1] or a % 7 end,
  function(a) local t = a > 0 and list or unlike return t[2] or a % 7 end,
  function(a) local s = a % 2 for i, v in ipairs(list) do s = s * 3 + i * v end return s end,
  function(a)
    local s = a % 2
    for _, v, more in ipairs(other) do
      if v == 7 then more = 5 end
      s = s * 3 + (more or 1)
    end
    return s
  end,
  function(a) local s = a % 2 for i, v, more in ipairs(other) do s = s + i * v + (more and 1 or 0) end return s end,
  function(a)
    local s = a % 2
    for _, v in ipairs(flags) do s = s * 2 + (v and 1 or 0) end
    for _ in ipairs(empty) do s = -1 end
    return s
  end,
  function(a) local s = a % 2 for i, v in ipairs(a > 0 and list or floats) do s = s + i * v % 7 end return s end,
  function(a) return list[list[3]] + (list[list[1] + 3] or 0) + a % 2 end,
  function(a) return (text[a % 3] or "b") == "b" and 1 or 2 end,
  function(a) local p, q = first_of_two(a) return p % 11 + (q or 5) end,
  function(a) local _, q, r = first_of_two(a) return q == nil and 1 or r and 2 or 3 end,
  function(a) return nothing(a % 9) or 4 end,
  function(a) return nothing(a % 9) + 1 end,
  function(a) return last(first_of_two(a)) or 5 end,
  function(a) return last(1, first_of_two(-1 - a % 2)) end,
  function(a) return fails(a) end,
  function(a) local x = a > 3 and fails(a) or 5 return x end,
  function(a) return sum(a % 50) + (even(a % 50) and 0.25 or 0.5) end,
  function(a) while a > 100 or a < -100 do a = a // 2 if a == -1 then break end end return a end,
  function(a) local n = 0 repeat n = n + 1 until n * n > a % 100 return n end,
  function(a) goto on do return 1 end ::on:: return a % 5 end,
}

-- One function of many: call(k, a, b) calls the k-th. Each is an upvalue of it, as a function of rules would be.
local function dispatcher(all)
  local lines = { "local list = ..." }
  for k = 1, #all do lines[#lines + 1] = ("local f%d = list[%d]"):format(k, k) end
  lines[#lines + 1] = "return function(k, a, b)"
  for k = 1, #all do lines[#lines + 1] = ("if k == %d then return f%d(a, b) end"):format(k, k) end
  lines[#lines + 1] = "return 0 end"
  return load(table.concat(lines, "\n"), "=dispatcher")(all)
end

local edges = { 0, 1, -1, 2, 3, 5, -4, 31, 63, 64, 65, -63, -64, 1 << 53, (1 << 53) + 1, most, least, least + 1 }

describe("compiled rules #plain", function()
  it("agree with Lua at the corners of numbers, loops and lists", function()
    for from = 1, #cases, 20 do
      local part = table.move(cases, from, math.min(from + 19, #cases), 1, {})
      local call = dispatcher(part)
      local game = gts.game {
        name = "corners", words = 3, start = { 0, 0, 0 }, evaluate = call,
        next = function(k, a, b, move) if k < 0 and not move then return 1, k, a, b end end,
      }
      local report = gts.native(game)
      assert(report.compiled, tostring(report))
      local unit = assert(native.compile(game, { algorithm = "alphabeta" }).unit, "it does not compile")
      for k = 1, #part do
        local parameters = debug.getinfo(part[k], "u").nparams
        for i, a in ipairs(edges) do
          local b = edges[(i * 7 + k) % #edges + 1]
          for _, pair in ipairs { { a, b }, parameters == 2 and { a, -1 } or nil } do
            local ok, value = pcall(part[k], pair[1], pair[2])
            local where = ("case %d of %d, for %d and %d"):format(from + k - 1, #cases, pair[1], pair[2])
            local all = assert(search.check(game, { position = { k, pair[1], pair[2] } }))
            all.unit = unit
            local found, r = pcall(core.search, game, all)
            local held = ok and (math.type(value) ~= "integer" or math.tointeger(value + 0.0) == value)
            if held and value == value and value > -inf and value < inf then
              assert(found, where .. ": " .. tostring(r))
              value = value + 0.0               -- values are floats inside
              assert(r.native and r.value == value, ("%s: %s instead of %s"):format(where, r.value, value))
            else assert.is_false(found, where) end
          end
        end
      end
    end
  end)
end)

-- A game of one move and evaluations.
local function rules_of(evaluate, more)
  local rules = { name = "small", start = 0, evaluate = evaluate }
  function rules.next(p, move) if p < 1 and not move then return 1, p + 1 end end
  for name, value in pairs(more or {}) do rules[name] = value end
  return rules
end

describe("a compiled function #plain", function()
  -- How often a search asks its evaluation in Lua, although it is compiled.
  local function times_asked(evaluate, value)
    local asked, game = 0, gts.game(rules_of(evaluate))
    assert.is_true(gts.native(game).compiled)
    debug.sethook(function() if debug.getinfo(2, "f").func == evaluate then asked = asked + 1 end end, "c")
    local r = gts.search(game, { native = true })
    debug.sethook()
    assert.equal(value, r.value)
    return asked
  end

  it("does not leave to Lua what it can do: integers with floats, and where a constant is false, or true", function()
    assert.equal(0, times_asked(function(p) return p + 0.5 end, 1.5))
    assert.equal(0, times_asked(function(p) return (2.5 - p) * p end, 1.5))
    for _, constant in ipairs { false, true } do
      assert.equal(0, times_asked(function(p) if constant then return p % 7 else return -(p % 7) end end, constant and 1 or -1))
    end
  end)

  it("leaves to Lua calls of itself that are nested more than 500 deep", function()
    local deep = 400
    local function evaluate(p) return sum(deep) + p end
    assert.equal(0, times_asked(evaluate, 400 * 401 // 2 + 1))
    deep = 600
    assert.equal(1, times_asked(evaluate, 600 * 601 // 2 + 1))
  end)
end)

describe("what is no constant #plain", function()
  local function refused(reason, evaluate, more)
    local report = gts.native(rules_of(evaluate, more))
    assert.is_false(report.functions.evaluate.compiled, reason)
    assert.has_match(reason, report.functions.evaluate.reason, 1, true)
  end

  it("is left to Lua, each for its reason", function()
    local file, calls, half, meta = io.stdout, { print }, { [1.5] = 1, 2 }, setmetatable({ 1 }, {})
    local beyond, far, farthest = { 1, [3] = 1 }, { 1, [-most] = 1 }, { [least] = 1, [most] = 1 }
    local large = {}
    for i = 1, 200001 do large[i] = 1 end
    local function variadic(...) return ... end
    refused("upvalue 'file' is a userdata", function() return file and 1 or 2 end)
    refused("a list with something else in it than data", function(p) return #calls + p end)
    refused("a table with a number as a key that is no integer", function() return half[1] end)
    refused("a table with integers as keys that are far apart", function() return far[1] end)
    refused("a table with integers as keys that are far apart", function() return farthest[1] end)
    refused("the length of beyond, which has elements missing", function() return #beyond end)
    refused("a table with a metatable", function() return #meta end)
    refused("a table of more than 70000 elements", function(p) return large[p] end)
    refused("a comparison of strings", function(p) return (p > 0 and "a" or "b") < "c" and 1 or 2 end)
    refused("ipairs of something else", function(p) for i in ipairs(text, 2) do p = p + i end return p end)
    refused("math.max with too few arguments", function() return math.max() end)
    refused("math.ult with too few arguments", function(p) return math.ult(p) and 1 or 2 end)
    refused("a function with ...", function(p) return variadic(p) end)
    refused("a key that is neither an integer nor a string", function(p) return list[p + 0.5] or 1 end)
    refused("a call of a function that is not known beforehand", function(p) return (p > 0 and sum or even)(p) and 1 or 2 end)
  end)

  it("is what rules that stay in Lua may change, wherever they do", function()
    local counter, settings, weights = 0, { weight = 1 }, { 1, 2 }
    local function helper() counter = counter + 1 end
    local function change() weights[1] = 3 end
    local reason = "upvalue 'counter' is assigned to"
    refused(reason, function() return counter end, { terminal = function() helper() return false end })
    refused(reason, function() return counter end, { terminal = function()
      local function inner() counter = 1 end
      inner()
      return false
    end })
    local changing = "which is not compiled, may change tables"
    for _, terminal in ipairs {
      function() settings.weight = 2 return false end, function() weights[1] = 5 return false end,
      function(p) weights[p] = 5 return false end, function() change() return false end,
      function() local t = settings t.weight = 2 return false end,
      function() (function() settings.weight = 2 end)() return false end,
      function() local t = {} t[1] = 1 t = weights t[1] = 2 return false end,
      function() changed_by_rules = 1 return false end,         -- luacheck: ignore
    } do refused(changing, function() return settings.weight + weights[1] end, { terminal = terminal }) end
    -- One that changes what it has made itself may do so.
    local report = gts.native(rules_of(function() return settings.weight + weights[1] end, {
      terminal = function() local t = {} t[1] = 1 t.x = "2" return t.x < "3" end,
    }))
    assert.same({ true, false }, { report.functions.evaluate.compiled, report.functions.terminal.compiled })
    -- math.pi does not change.
    report = gts.native(rules_of(function() return math.pi end, { terminal = function() settings.weight = 2 return false end }))
    assert.is_true(report.functions.evaluate.compiled)
  end)

  it("is noticed when it changes, also from 1 to 1.0", function()
    local weight, data, settings = 1, { 1, 2 }, setmetatable({}, { __index = { bonus = 1 } })
    local game = gts.game(rules_of(function(p)
      return (weight * odd - (odd - 1)) + 10 * (data[1] * odd - (odd - 1)) + 100 * settings.bonus + 1000 * #data +
        10000 * (data[p + 1] or 0)
    end))
    local function check(expected)
      local r = gts.search(game, { native = true })
      assert(r.native)
      assert.are.equal(expected, r.value)
      assert.are.equal(expected, gts.search(game, { native = false }).value)
    end
    check(1 + 10 + 100 + 2000 + 20000)
    weight = 1.0
    check(0 + 10 + 100 + 2000 + 20000)
    data[1] = 1.0
    check(0 + 0 + 100 + 2000 + 20000)
    getmetatable(settings).__index.bonus = 2
    check(0 + 0 + 200 + 2000 + 20000)
    settings.bonus = 3
    check(0 + 0 + 300 + 2000 + 20000)
    data[3] = 5
    check(0 + 0 + 300 + 3000 + 20000)
    data[2] = 2.5
    check(0 + 0 + 300 + 3000 + 25000)
    setmetatable(data, { __len = function() return 7 end })
    assert.are.equal(0 + 0 + 300 + 7000 + 25000, gts.search(game).value)
    assert.is_false(gts.native(game).compiled)
  end)
end)

describe("a plan #plain", function()
  it("is remembered, whatever the rules hold, as long as nothing changes", function()
    local made = {}
    for _, value in ipairs { 1, 1.5, minus_zero, nan, "text", true, inf } do
      local held, elements = value, { value, 1, value }
      local game = gts.game(rules_of(function(p) return held == elements[p + 1] and 1 or 2 end))
      assert.is_true(gts.search(game, { native = true }).native)
      local plan = native.remembered(game, { algorithm = "alphabeta" })
      assert(plan and not made[plan], tostring(value))
      made[plan] = true
      assert.is_true(gts.search(game, { native = true }).native)
      assert.are.equal(plan, native.remembered(game, { algorithm = "alphabeta" }))
      held = "another"
      assert.is_nil(native.remembered(game, { algorithm = "alphabeta" }))
    end
  end)
end)

describe("the plan of one game #plain", function()
  it("is not taken for that of another with the same evaluate", function()
    local function evaluate(p) return p end
    for deepest = 1, 3 do
      local game = gts.game { name = "small", start = 0, evaluate = evaluate, next = function(p, move)
        if p < deepest and not move then return 1, p + 1 end
      end }
      local r = gts.search(game, { native = true })
      assert.is_true(r.native)
      assert.are.equal(deepest, r.value)
    end
  end)
end)

describe("results that a search cannot use #plain", function()
  local function same_error(rules, options)
    local complaints = {}
    for i, how in ipairs { true, false } do
      local given = { native = how, algorithm = "alphabeta" }
      for name, value in pairs(options or {}) do given[name] = value end
      local ok, wrong = pcall(gts.search, rules, given)
      assert.is_false(ok)
      complaints[i] = wrong
    end
    assert.are.equal(complaints[2], complaints[1])
    return complaints[1]
  end

  it("are refused in the same words", function()
    assert.has_match("finite", same_error(rules_of(function(p) return p * inf end)))
    assert.has_match("finite", same_error(rules_of(function(p) return p / 0 end)))
    assert.has_match("range", same_error(rules_of(function(p) return p + 5 end, { range = { 0, 5 } })))
    assert.has_match("range", same_error(rules_of(function(p) return -p end, { range = { 0, 5 } })))
    assert.has_match("range", same_error(rules_of(function() return 7 end, { range = { 0, 5 } })))
    assert.has_match("lower bound", same_error(rules_of(function(p) return p end, { bounds = function(p) return p + 1, p end })))
    assert.has_match("bounds", same_error(rules_of(function(p) return p end, { bounds = function(p) return nan, p end })))
    assert.has_match("player", same_error(rules_of(function(p) return p end, { player = function() return "MAX" end })))
    assert.has_match("key", same_error(rules_of(function(p) return p end, { key = function(p) return p + 0.5 end }),
      { algorithm = "mtd" }))
  end)

  it("of players and terminals count as in Lua", function()
    for _, who in ipairs { "max", "min" } do
      local rules = {
        name = "pick", start = 0, evaluate = function(p) return p end,
        player = function(p) return p == 0 and who or "max" end, terminal = function(p) return p > 0 and 0 end,
      }
      function rules.next(p, move)
        move = (move or 0) + 1
        if p == 0 and move <= 3 then return move, move end
      end
      assert.is_true(gts.native(rules).compiled)
      local r = gts.search(rules, { native = true })
      assert(r.native and r.value == (who == "max" and 3 or 1) and r.move == r.value)
    end
  end)
end)
