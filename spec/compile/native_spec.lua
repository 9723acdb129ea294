local gts = require "gts"
local bytecode = require "gts.rules.bytecode"
local compiled_rules = require "spec.support.compiled"
local errors = require "spec.support.errors"
local native = require "gts.compile.native"
local run = require "spec.support.run"

if require "spec.support.no_compiler" () then
  describe("compiled rules", function() pending "needs a C compiler" end)
  return
end

-- Units are compiled into a separate folder; a compiler that tries less hard is faster.
native.optimization, native.fuses = "-O1", not os.getenv "GTS_SPEC_SHARE"

local both, counting, made, outcome = compiled_rules.both, compiled_rules.counting, compiled_rules.made, compiled_rules.outcome

describe("compiled rules", function()
  it("are traced as interpreted ones are", function()
    local function events(native_or_not)
      local list = {}
      local r = gts.search("nim", { algorithm = "alphabeta", depth = 3, native = native_or_not, trace = function(e)
        list[#list + 1] = e.kind .. " " .. e.path
      end })
      assert.equal(native_or_not, r.native)
      return list
    end
    local interpreted = events(false)
    assert(#interpreted > 100)
    assert.same(interpreted, events(true))
  end)

  it("do not come in while a search is traced, which would tell everything twice", function()
    made(gts.game "nim")                        -- so that the unit is there
    local began, roots = os.clock(), 0
    local r = gts.search(gts.game "nim", { algorithm = "alphabeta", depth = 5, trace = function(e)
      if e.path == "" and e.kind == "develop" then
        roots = roots + 1
        while os.clock() - began < 0.1 do end   -- longer than it takes until the unit is thought of
      end
    end })
    assert.is_false(r.native)
    assert.equal(1, roots)
  end)

  it("know positions by compiled keys too", function()
    local rules = counting { key = function(p) return p * 2 + 1 end }
    assert.is_true(gts.native(rules).functions.key.compiled)
    for _, algorithm in ipairs { "ttalphabeta", "negascout", "mtd" } do
      local compiled, interpreted = both(rules, { algorithm = algorithm, table = 4096 })
      assert.is_nil(compiled.error)
      assert.same(interpreted, compiled)
    end
    rules = counting { key = function(p) return p / 0 end }
    local compiled, interpreted = both(rules, { algorithm = "ttalphabeta" })
    assert.matches("rules.key", interpreted.error)
    assert.same(interpreted, compiled)
  end)

  local function cell_sum(p)
    local digits = "cells: " .. p / 2
    return #digits
  end

  it("say what cannot be compiled, with the line and the reason", function()
    local line = debug.getinfo(cell_sum, "S").linedefined + 1
    local report = gts.native(counting { evaluate = function(p) return cell_sum(p) end })
    assert.same({ false, true }, { report.compiled, report.functions.next.compiled })
    assert.matches("native_spec.lua:" .. line .. ": a float is joined to a string", report.functions.evaluate.reason, 1, true)
    assert.matches("a float is joined to a string", tostring(report), 1, true)
    local lists = { name = "lists", start = 1, successors = function(p) return { cell_sum(p) } end, evaluate = cell_sum }
    for rules, f in pairs { [counting { evaluate = cell_sum }] = gts.search, [lists] = gts.analyze } do
      local ok, message = pcall(f, rules, { native = true })
      assert.is_false(ok)
      assert.matches("cannot be compiled: .*native_spec.lua:" .. line .. ": a float is joined to a string", message)
    end
    local ult = math.ult
    assert.matches("a list of positions can be compiled", tostring(gts.native {
      name = "iterators", start = 1, successors = function() return ult end, evaluate = function() return 0 end,
    }), 1, true)
  end)

  it("name the function in C that is at fault", function()
    local reverse, text, hash = string.reverse, tonumber, require("gts.core").hash
    for called, evaluate in pairs {
      ["string.reverse"] = function(p) return #reverse("x" .. p) end,
      ["tonumber"] = function(p) return text("1" .. p) end,
      ["gts.core.hash"] = function(p) return #hash(p) end,
      ["a function in C"] = ("a"):gmatch("a"),
    } do
      local f = gts.native(counting { evaluate = function(p) return evaluate(p) end }).functions.evaluate
      assert.matches(called .. ", which is not compiled", f.reason, 1, true)
    end
    local _ <close> = setmetatable({}, { __close = function() package.loaded.gts_stranger = nil end })
    package.loaded.gts_stranger = setmetatable({}, { __pairs = function() error("a stranger's metamethod") end })
    assert.equal("math.abs, which is not compiled", gts.native(counting { evaluate = math.abs }).functions.evaluate.reason)
  end)

  it("say how much of a search's seconds had passed when they began", function()
    local r = gts.search(counting {}, { native = true })
    assert.is_true(r.native and r.seconds_before >= 0 and r.seconds_before <= r.seconds)
    assert.is_nil(gts.search(counting {}, { native = false }).seconds_before)
  end)

  it("say that moves must be integers", function()
    local report = gts.native(counting { next = function(p, move) if not move and p < 9 then return "on", p + 1 end end })
    assert.is_false(report.functions.next.compiled)
    assert.matches("its moves are no integers: those that are not need `successors`", report.functions.next.reason, 1, true)
    assert.is_true(report.functions.evaluate.compiled)
    report = gts.native(counting { next = function(p, move) if move then return move:byte(), p end end })
    assert.matches("method 'byte' of what is no string: moves of `next` are integers", report.functions.next.reason, 1, true)
  end)

  it("are refused, each for its reason", function()
    local count = 0
    local text, concat, one, other = "x", table.concat, { sub = string.sub }, { sub = string.sub }
    local coroutine, called = coroutine, setmetatable({}, { __call = function(_, p) return p end })
    local function apply(f, n) return f(n) end
    for reason, evaluate in pairs {
      ["upvalue 'count' is assigned to"] = function(p) if count > p then return 0 end return 1 end,
      ["is assigned to"] = function(p) count = count + p return 0 end,
      ["a float is joined to a string"] = function(p) return #(text .. p / 2) end,
      ["string.format with '%5.1f'"] = function(p) return #text:format(p) + #("%5.1f"):format(p) end,
      ["string.find of a pattern"] = function(p) return (text .. p):find "x+" end,
      ["is handed on by another one"] = function(p)
        local function step(n) return n + p end
        return (function() return apply(step, p) end)()
      end,
      ["is called by another one"] = function(p)
        local function step(n) return n + p end
        local function walk(n) return step(n) end
        return walk(p)
      end,
      ["method 'sub' of what is no string"] = function(p) return p:sub(1, 1) end,
      ["method 'sub' of a table without such a method"] = function(p) return ({ p }):sub(1) end,
      ["a call of coroutine.wrap, which is not compiled"] = function(p) return coroutine.wrap(function() return p end)() end,
      ["a call of a table, by its __call"] = function(p) return called(p) end,
      ["method 'sub' of a table that is not known beforehand"] = function(p) return (p > 3 and one or other):sub(1) end,
      ["table.concat of a part of a list"] = function(p) return #concat({ p, p }, ",", 2) end,
      ["a function is made in one"] = function(p)
        local function outer() return (function() return p end)() end
        return outer()
      end,
      ["the function takes ..."] = function(...) return select("#", ...) end,
      ["global 'gts_missing_global'"] = function(p) return gts_missing_global(p) end, -- luacheck: ignore
    } do
      local rules = counting { evaluate = evaluate }
      if reason == "upvalue 'count' is assigned to" then
        rules.player = function(p) count = count + 1 return p % 2 == 0 and "max" or "min" end
      end
      local f = gts.native(rules).functions.evaluate
      assert.is_false(f.compiled, reason)
      if not reason:find "global" then assert.matches(reason, f.reason, 1, true) end
    end
  end)

  it("work where only some functions can be compiled", function()
    local seen = 0
    local rules = counting { evaluate = function(p)
      local t = { p }
      seen = seen + 1
      return t[1] % 7 - 3
    end }
    rules.native = "auto"
    local expected = outcome(counting(), { native = false })
    assert.same(expected, outcome(rules, {}))
    assert.is_true(made(gts.game(rules)).report.functions.next.compiled)
    seen = 0
    local r = gts.search(rules, {})
    assert.is_true(r.native)
    assert.same(expected, outcome(rules, {}))
    assert.equal(2 * expected.leaves, seen)
  end)

  it("know positions that are strings", function()
    -- A string of n ones and twos: how many of them there are, and which are met twice.
    local rules = { name = "strings", start = "", native = "auto", player = function() return "max" end }
    function rules.successors(p)
      local list = {}
      for i = 1, #p < 4 and 3 or 0 do list[i] = p .. (i + 1) // 2 end
      return list
    end
    function rules.evaluate(p) return #p + (p:find "2" or 9) end
    for _, native_too in ipairs { true, false } do
      local r = gts.search(rules, { algorithm = "ttalphabeta", native = native_too })
      assert(r.native == native_too and r.value == 13)          -- nowhere a 2
      assert.equal(31, r.stats.table.stores)      -- 1 + 2 + 4 + 8 + 16 strings, each once
      assert.same({ "1", "11", "111", "1111" }, r.line)
    end
  end)

  it("know positions that are strings where rules make none", function()
    local rules = { name = "names", start = "aa" }
    function rules.successors(p)
      if p == "aa" then return { "bb", "cc" }, { "left", "right" } end
      if p == "bb" or p == "zz" then return { "cc", "dd" } end
      return {}
    end
    function rules.player(p) return p == "bb" and "min" or "max" end
    function rules.evaluate(p) return p == "dd" and 2 or p == "cc" and 1 or 0 end
    for _, position in ipairs { "aa", "zz", "yy" } do
      local compiled, interpreted = both(rules, { algorithm = "minimax", position = position })
      assert.same(interpreted, compiled)
      assert.is_number(compiled.value)
    end
  end)

  it("leave positions that are strings to Lua where the successors are not compiled", function()
    local rules = { name = "strings", start = "", player = function() return "max" end }
    function rules.next(p, move)
      move = (move or 0) + 1
      if move <= 3 and #p < 4 then return move, p .. (move + 1) // 2 end
    end
    function rules.evaluate(p) return #p + (p:find "2" or 9) end
    local report = gts.native(rules)
    assert.matches("positions that are strings need `successors`", report.functions.next.reason, 1, true)
    assert.matches("positions are strings, and rules.next cannot be compiled", report.functions.player.reason, 1, true)
    assert.equal(13, gts.search(rules, {}).value)
  end)

  it("leave passes to Lua where positions are no integers", function()
    for kind, start in pairs { strings = "", tables = { text = "" } } do
      local rules = { name = "passes", start = start, player = function() return "max" end, evaluate = function() return 0 end }
      function rules.successors() return {} end
      function rules.pass(p) return p end
      local reason = gts.native(rules).functions.pass.reason
      assert.matches("of rules whose positions are " .. kind .. " it stays in Lua", reason, 1, true)
    end
  end)

  it("fail with Lua's own errors", function()
    for _, evaluate in ipairs {
      function(p) return p // (p - p) end, function(p) return p % (p - p) end, function(p) return (p - p) / 0 end,
      function(p) return 1 / (p - p) end, function(p) return p % 5 ~= 0 and 1 or nil end,
      function(p) return (p > 5 and 1.5 or p) | 1 end,
      function(p) return p % 5 ~= 0 and 1 or "text" end, function(p) for i = 1, p, p - p do p = i end return p end,
      function(p) return 5000 + p end,
    } do
      local compiled, interpreted = both(counting { evaluate = evaluate })
      assert.is_string(interpreted.error)
      assert.same(interpreted, compiled)
    end
  end)

  it("are stopped by time in a loop that never ends", function()
    local least, most = math.mininteger, math.maxinteger
    local function branching(n) return n < 2 and 1 or branching(n - 1) + branching(n - 2) end
    local forever = {
      ["while"] = function(p) while p do p = p + 1 end return 0 end,
      ["for"] = function(p) for i = least, most do p = p ~ i * i end return p % 2 end,
      ["calls"] = function(p) return branching(p % 1 + 90) end,
    }
    for name, evaluate in pairs(forever) do
      local game = gts.game(counting { range = { -1e300, 1e300 }, evaluate = evaluate })
      made(game)
      local began = os.clock()
      local r = gts.search(game, { algorithm = "alphabeta", native = true, time = 0.05 })
      assert.is_true(r.native, name)
      assert.equal("time", r.stopped, name)
      assert.is_true(os.clock() - began < 5, name)
    end
  end)

  it("are stopped in such a loop when gts.best looks for keys and at random games", function()
    local rules = { name = "endless", start = { n = 1 }, evaluate = function() return 0 end, successors = function(p)
      local n = p.n
      while n > 0 do n = n % 7 + 1 end
      return { { n = p.n + 1 } }
    end }
    for _, limit in ipairs { { time = 0.05 }, { clock = { left = 1 } } } do
      limit.native = true
      assert.matches("the time was over before", errors.complaint(gts.best, rules, nil, limit))
    end
  end)

  it("are stopped by Ctrl-C in a loop that never ends", function()
    local out, err = run.gts { script = [[
      local gts = require "gts"
      local function successors(p) return p < 3 and { p + 1 } or {} end
      local function evaluate(p) while p do p = p + 1 end return 0 end
      -- From its next tenth of a second of the processor on, when it is in the loop.
      presses = io.popen(("while t=$(cut -d' ' -f14 /proc/$PPID/stat) && [ $t -lt %d ]; do sleep 0.02; done; "
        .. "kill -INT $PPID"):format(math.floor(os.clock() * 100) + 10))
      local r = gts.search({ name = "endless", start = 1, successors = successors, evaluate = evaluate }, { native = true })
      print(r.stopped, r.native)
    ]] }
    assert.equal("interrupted\ttrue\n", out .. err)
  end)

  it("say where the game goes in circles, if it is the root that comes again", function()
    local ring = counting {
      key = function(p) return p end,
      next = function(p, move) if not move then return 1, p % 42 + 1 end end,
    }
    for _, id in ipairs { "alphabeta", "negascout", "ttalphabeta" } do
      local compiled, interpreted = both(ring, { algorithm = id, longest = 41 })
      assert.matches("position 1 comes again after 42 plies", compiled.error)
      assert.same(interpreted, compiled)
    end
  end)

  it("leave to Lua what has more results than registers, and functions that are compared", function()
    local function many(p) return p, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 end
    local function last(_, _, _, _, _, _, _, _, _, _, _, l) return l end
    local report = gts.native(counting { evaluate = function(p) return last(many(p)) end })
    assert.has_match("all results of a call", report.functions.evaluate.reason)
    report = gts.native(counting { evaluate = function() return many == last and 1 or 2 end })
    assert.has_match("a comparison of functions", report.functions.evaluate.reason)
  end)

  it("keep moves and positions that are no integers, by leaving them to Lua", function()
    local rules = counting { next = function(p, move)
      if p >= 40 then return nil end
      if not move then return "first", 3 * p + 1 end
      if move == "first" then return 2, 3 * p + 2 end
    end }
    local compiled, interpreted = both(rules)
    assert.is_nil(interpreted.error)
    assert.same(interpreted, compiled)
    rules = counting {
      next = function(p, move)
        if p == "end" or move then return nil end
        if p > 100 then return 1, "end" end
        return 1, p * 3
      end,
      evaluate = function(p) return p == "end" and 5 or 0 end,
    }
    compiled, interpreted = both(rules)
    assert.equal(5, interpreted.value)
    assert.same(interpreted, compiled)
  end)

  it("say by option and by game whether they are wanted", function()
    local game = gts.game("nim", { native = false })
    assert.is_false(gts.search(game).native)
    assert.is_true(gts.search(game, { native = true }).native)
    assert.is_true(gts.search(gts.game("nim", { native = true, heaps = { 1, 2 } })).native)
    assert.has_error(function() gts.game("nim", { native = "never" }) end)
    assert.has_error(function() gts.search("nim", { native = 1 }) end)
    assert.has_error(function() gts.native(gts.tree { 1, 2 }) end)
  end)

  it("come in while a long search runs, and change nothing but its time", function()
    local game = gts.game("connect4", { columns = 6, rows = 5 })
    local slow = gts.search(game, { depth = 10, native = false })
    local auto = gts.search(game, { depth = 10 })
    assert.equal(slow.value, auto.value)
    assert.same(slow.pv, auto.pv)
    assert.equal(slow.stats.visits, auto.stats.visits)
  end)

  it("come in with the next searches where each is too short to have its rules translated", function()
    local game, r = gts.game("connect4", { columns = 6, rows = 6 }), { native = false }
    for _ = 1, 500 do r = r.native and r or gts.search(game, { algorithm = "alphabeta", time = 0.005 }) end
    assert.is_true(r.native)
  end)
end)

describe("bytecode", function()
  it("of another version or format is refused at once", function()
    local dump = string.dump(function() return 1 end)
    for at, byte in pairs { [1] = "x", [5] = "\x53", [6] = "\1", [7] = "x", [13] = "\8", [14] = "\4", [16] = "\0" } do
      local proto, wrong = bytecode.parse(dump:sub(1, at - 1) .. byte .. dump:sub(at + 1))
      assert.is_nil(proto)
      assert.is_string(wrong)
    end
    for length = 0, #dump - 1 do
      local proto, wrong = bytecode.parse(dump:sub(1, length))
      assert.is_nil(proto)
      assert.is_string(wrong)
      if length > 40 then assert.matches("broken", wrong) end
    end
    assert.equal("it is not written in Lua", select(2, bytecode.read(print)))
  end)

  it("takes Ctrl-C for no fault of it", function()
    local dump = string.dump(bytecode.parse)
    local heard = 0
    for instructions = 1, 3000, 7 do
      local pressed = false
      local function press()
        debug.sethook()
        pressed = true
        error("interrupted", 0)
      end
      local ok, wrong = pcall(function()
        debug.sethook(press, "", instructions)
        local proto = bytecode.parse(dump)
        debug.sethook()
        return proto
      end)
      if pressed then
        heard = heard + 1
        assert.same({ false, "interrupted" }, { ok, wrong })
      end
    end
    assert.is_true(heard > 100)
  end)
end)
