-- Transposition tables: they never change an answer, they outlive searches, and files of them are believed only if whole.

local core = require "gts.core"
local gts = require "gts"
local graphs = require "spec.support.graphs"
local run = require "spec.support.run"
local trees = require "spec.support.trees"

local with_table = { "ttalphabeta", "negascout", "mtd" }

-- The answer is the oracle's.
local function right(graph, depth, r)
  local value, move = graphs.oracle(graph, 1, depth)
  assert(r.value == value and r.move == move and r.exact and r.lower == value,
    ("depth %s: value %s and move %s, expected %s and %s"):format(depth, r.value, r.move, value, move))
end

describe("a table", function()
  it("changes no answer, whatever its size, and whatever was in it", function()
    for seed = 1, trees.share(60) do
      local graph = graphs.random(seed)
      local rules = graphs.rules(graph)
      local tables = { gts.table { bytes = 1 }, gts.table { bytes = 200 }, gts.table { bytes = 1 << 20 } }
      for call = 1, 12 do
        local depth = (seed * 5 + call * 3) % 8 + 1
        right(graph, depth, gts.search(rules, {
          algorithm = with_table[call % 3 + 1], depth = depth, table = tables[call // 3 % 3 + 1], deepen = call % 4 == 0,
          order = call % 5 == 0 and { "table", "history" } or nil
        }))
      end
    end
  end)

  it("of one entry serves to the terminals like one of a megabyte", function()
    for seed = 1, trees.share(150) do
      local graph = graphs.random(seed, { acyclic = true })
      for _, id in ipairs(with_table) do
        local least = gts.search(graphs.rules(graph), { algorithm = id, table = 1 })
        local most = gts.search(graphs.rules(graph), { algorithm = id, table = 1 << 20 })
        right(graph, nil, least)
        right(graph, nil, most)
        assert(most.stats.leaves <= least.stats.leaves and most.stats.table.replaced == 0)
      end
    end
  end)

  it("never confuses two positions, of any number of words, nor the player to move", function()
    for _, form in ipairs(graphs.forms) do
      for seed = 1, trees.share(12) do
        local graph = graphs.random(seed)
        for _, id in ipairs(with_table) do
          local depth = seed % 4 + 4
          right(graph, depth, gts.search(graphs.rules(graph, form), { algorithm = id, depth = depth, table = 1 << 16 }))
        end
      end
    end
  end)

  it("holds values that are no small whole numbers, in entries as narrow as they may be", function()
    for _, case in ipairs { { 1, 0, 17 }, { 4, 0, 17 }, { 1 << 14, 0, 17 }, { 1 << 15, 0, 33 }, { 3, 0, 33 }, { 2, 2e4, 33 } } do
      local parts, more, list, t = case[1], case[2], {}, gts.table { bytes = 1 << 20 }
      for i = 1, 499 do list[i] = { more + i / parts, more + 500 / parts, value = i / parts } end
      local r = gts.search(gts.tree(list), { algorithm = "ttalphabeta", deepen = true, table = t })
      assert(r.value == more + 499 / parts and r.move == 499 and t:stats().entry_bytes == case[3])
    end
  end)

  it("is looked up by rules.key, which need not contain the player to move", function()
    -- Two heaps that may be exchanged; the key forgets their order and the player.
    local rules = { name = "heaps", start = { 4, 6, "max" } }
    function rules.successors(p)
      local list, turn = {}, p[3] == "max" and "min" or "max"
      for i = 1, p[1] do list[#list + 1] = { p[1] - i, p[2], turn } end
      for i = 1, p[2] do list[#list + 1] = { p[1], p[2] - i, turn } end
      return list
    end
    function rules.player(p) return p[3] end
    function rules.evaluate(p) return p[3] == "max" and -1 or 1 end
    function rules.key(p) return math.min(p[1], p[2]) .. "," .. math.max(p[1], p[2]) end
    local plain = gts.search(rules, { algorithm = "alphabeta", depth = 6 })
    local keyed = gts.search(rules, { algorithm = "ttalphabeta", depth = 6 })
    assert(keyed.value == plain.value and keyed.move == plain.move and keyed.stats.visits < plain.stats.visits)
    assert.are.equal(1, gts.search(rules, { algorithm = "ttalphabeta" }).value)
  end)

  it("is refused for positions without keys, and where keys are of two kinds", function()
    local rules = { name = "x", start = {}, key = false }
    function rules.evaluate() return 0 end
    function rules.successors() return {} end
    assert.has_error(function() gts.search(rules, { algorithm = "mtd" }) end,
      "mtd needs rules.key, which x does not have; gts makes none, as rules.key is false")
    assert.has_error(function() gts.search(rules, { algorithm = "negascout", table = 1000 }) end,
      "negascout needs rules.key for its table, which x does not have; gts makes none, as rules.key is false")
    for _, key in ipairs { function() return 1.5 end, function() return nil end, function() return {} end } do
      rules.key = key
      assert.error_matches(function() gts.search(rules, { algorithm = "mtd" }) end,
        "rules.key returned .*: expected an integer or a string")
    end
    local mixed = { name = "y", start = 1, evaluate = function() return 0 end }
    function mixed.successors(p) return p == 1 and { "text" } or {} end
    assert.error_matches(function() gts.search(mixed, { algorithm = "mtd" }) end,
      "needs rules.key: position 'text' is no integer")
    function mixed.key(p) return p == 1 and 1 or "two" end
    assert.error_matches(function() gts.search(mixed, { algorithm = "mtd" }) end,
      "rules.key returned 'two' for position 'text': expected an integer, as for the first position")
  end)

  it("has keys of both kinds where a game or its table began with a text", function()
    local mixed = { name = "y", start = "text", evaluate = function(p) return p == "end" and 1 or 0 end }
    function mixed.successors(p) return p == 1 and { "text" } or p == "text" and { 2, "end" } or {} end
    for _, key in ipairs { false, function(p) return p ~= "end" and p or 3 end } do
      mixed.key = key or nil
      local all = { algorithm = "mtd", table = gts.table { bytes = 1 << 20 } }
      for _, p in ipairs { "text", 1, 2 } do
        all.position = p
        assert.equal(p == "text" and 1 or 0, gts.search(mixed, all).value)
      end
    end
  end)

  it("holds only what was proved when a search is stopped or fails", function()
    local graph = graphs.random(11, { count = 40 })
    local rules = graphs.rules(graph)
    local evaluate, left = rules.evaluate, math.huge
    function rules.evaluate(...)
      left = left - 1
      if left < 0 then error "enough" end
      return evaluate(...)
    end
    local kept = gts.table { bytes = 1 << 20 }
    for k = 1, 150 do
      local id = with_table[k % 3 + 1]
      assert(gts.search(rules, { algorithm = id, depth = 8, nodes = k, table = kept, deepen = k % 2 == 0 }))
      left = k % 40
      pcall(gts.search, rules, { algorithm = id, depth = k % 9, table = kept })
      left = math.huge
      right(graph, k % 8 + 1, gts.search(rules, { algorithm = id, depth = k % 8 + 1, table = kept }))
    end
  end)

  it("may be used by a search inside the search", function()
    local graph = graphs.random(5)
    local inner, kept = graphs.rules(graph), gts.table { bytes = 4000 }
    local busy = false
    local plain = inner.evaluate
    inner.version = "1"           -- `busy` does not matter
    function inner.evaluate(p)
      if not busy then
        busy = true
        right(graph, 4, gts.search(inner, { algorithm = "mtd", depth = 4, table = kept }))
        busy = false
      end
      return plain(p)
    end
    right(graph, 6, gts.search(inner, { algorithm = "ttalphabeta", depth = 6, table = kept }))
  end)

  -- The children of the root were looked up before their subtrees made it grow, and stored after: so it answers for them.
  it("finds what it stored, though it grew between the lookup and the store", function()
    for depth = 5, 12 do
      local tree, kept = gts.tree { branching = 3, depth = depth, seed = depth }, gts.table { bytes = 1 << 24 }
      local options = { algorithm = "ttalphabeta", table = kept, bounds = false }
      gts.search(tree, options)
      local again = gts.search(tree, options)
      assert.are.same({ 4, 1, 0 }, { again.stats.visits, again.stats.developed, again.stats.leaves })
    end
  end)

  it("gives what was stored last for a key, and forgets nothing while it grows", function()
    local build = run.program:gsub("[^/]*$", "")
    for _, shape in ipairs { "600000 1 narrow", "600000 2 wide", "3000 3 narrow" } do
      local text = run.output(("'%sspec/stress' 0 2000000 %s"):format(build, shape))
      assert.matches(", [1-9]%d* hits, 0 wrong$", text)
    end
  end)

  it("is not cleared while a search uses it, by whatever the search calls", function()
    local graph, kept = graphs.random(5), gts.table { bytes = 4000 }
    local rules = graphs.rules(graph)
    local plain = rules.evaluate
    rules.version = "1"
    function rules.evaluate(p)
      kept:clear()
      return plain(p)
    end
    assert.error_matches(function() gts.search(rules, { algorithm = "mtd", depth = 6, table = kept }) end, "in use by a search")
    kept:clear()
    rules = graphs.rules(graph)
    right(graph, 6, gts.search(rules, { algorithm = "mtd", depth = 6, table = kept, progress = function()
      assert.is_false((pcall(kept.clear, kept)))
    end, deepen = true }))
    kept:clear()
    assert.are.equal(0, kept:stats().entries)
  end)

  it("belongs to one game, with its options", function()
    local kept = gts.table()
    gts.search("nim", { algorithm = "mtd", table = kept })
    gts.search(gts.game("nim"), { algorithm = "mtd", table = kept })
    assert.matches("gts.table: %d+ entries for nim", tostring(kept))
    local others = { "tictactoe", gts.game("nim", { heaps = { 1, 2 } }), gts.game("nim", { misere = true }), gts.tree { 1, 2 } }
    for _, other in ipairs(others) do
      assert.error_matches(function() gts.search(other, { algorithm = "mtd", table = kept }) end,
        "belongs to another game, 'nim'")
      -- Of nim itself the rules may have changed; another game is just another.
      local _, wrong = pcall(gts.search, other, { algorithm = "mtd", table = kept })
      local named_nim = other ~= "tictactoe" and other.name == "nim"
      assert.are.equal(named_nim, wrong:find("Rules that change", 1, true) ~= nil)
    end
    kept:clear()
    gts.search("tictactoe", { algorithm = "mtd", depth = 3, table = kept })
    local one, other = gts.table(), gts.tree { { 1, 2 }, { 3, 4 } }
    gts.search(gts.tree { { 1, 2 }, { 3, 5 } }, { algorithm = "mtd", table = one })
    assert.error_matches(function() gts.search(other, { algorithm = "mtd", table = one }) end, "belongs to another game")
  end)

  -- Two games are made by the same function, and differ in what it is given. A table of one is refused by the other, and taken by
  -- the same made anew.
  local function told_apart(make, one, other)
    local kept = gts.table()
    local function search(what) gts.search(make(what), { algorithm = "mtd", table = kept }) end
    search(one)
    search(one)
    assert.error_matches(function() search(other) end, "belongs to another game, 'x'")
  end

  -- Rules whose leaves are worth what `value` says.
  local function rules_of(value, fields)
    local rules = { name = "x", start = 1, evaluate = value }
    function rules.successors(p) return p == 1 and { 2, 3 } or {} end
    for field, what in pairs(fields or {}) do rules[field] = what end
    return rules
  end

  it("tells games apart by all that their rules refer to", function()
    local function by_upvalue(v) return rules_of(function(p) return v == nil and p or 7 end) end
    for _, pair in ipairs { { 3, 3.0 }, { 0.0, -0.0 }, { 1, 2 }, { "1", 1 }, { true, false }, { "a", "b" }, { { 1 }, { 2 } },
      { { 1, { 2 } }, { { 1 }, 2 } }, { { x = 1 }, { y = 1 } }, { { [1] = 2 }, { [2] = 1 } }, { { [3] = 1 }, { ["3"] = 1 } },
      { math.min, math.max }, { string.byte, string.len }, { { 1, 2 }, { "1\0i2" } }, { { "a", "b" }, { "a\0sb" } },
      { 0.1, 0.10000001 }, { 1e300, 1e300 + 2 ^ 950 },
      { function() return 1 end, function() return 2 end },
      { setmetatable({}, { __len = function() return 1 end }), setmetatable({}, { __len = function() return 2 end }) },
      { setmetatable({}, { __index = { 5 } }), {} } } do
      told_apart(by_upvalue, pair[1], pair[2])
    end
    local function helper(n)
      local function inner(p) return p + n end
      return rules_of(function(p) return inner(p) end)
    end
    told_apart(helper, 1, 2)
    local one, other = { 1, 2 }, { 1, 2 }
    one.self, other.self = one, one
    told_apart(by_upvalue, one, other)
  end)

  it("tells games apart by the last of 100,000 numbers, and by names of many lengths", function()
    told_apart(function(last)
      local data = {}
      for i = 1, 100000 do data[i] = i end
      data[#data] = last
      return rules_of(function(p) return data[#data] + p end)
    end, 1, 2)
    told_apart(function(name)
      return rules_of(function(p) return p end, { start = 1, key = function(p) return name .. p end })
    end, "s1:a", "s1:b")
  end)

  it("tells games apart by words, range, bounds and every rule", function()
    for _, fields in ipairs { { range = { -5, 5 } }, { range = { -6.0, 6.0 } }, { bounds = function() return -9, 9 end },
      { terminal = function(p) return p > 1 end }, { player = function() return "max" end }, { key = function(p) return p end },
      { start = 4 } } do
      told_apart(function(f) return rules_of(function(p) return p end, f) end, {}, fields)
    end
  end)

  it("distinguishes games by the globals that they use, in any environment", function()
    local function in_environment(env)
      return assert(load([[return { name = "x", start = 1, evaluate = function(p) return p + bonus end,
        successors = function(p) return p == 1 and { 2, 3 } or {} end }]], "=x", "t", env))()
    end
    told_apart(in_environment, { bonus = 1 }, { bonus = 2 })
    told_apart(in_environment, setmetatable({}, { __index = { bonus = 1 } }), setmetatable({}, { __index = { bonus = 2 } }))
    local same = setmetatable({ bonus = 1, other = 1 }, { __index = _G })
    local kept = gts.table()
    gts.search(in_environment(same), { algorithm = "mtd", table = kept })
    same.other = 2
    assert(gts.search(in_environment(same), { algorithm = "mtd", table = kept }))
    same.bonus = 2
    assert.error_matches(function() gts.search(in_environment(same), { algorithm = "mtd", table = kept }) end, "another game")
  end)

  it("notices what changed after it was bound", function()
    local bonus, data = 1, { 1 }
    local rules = rules_of(function(p) return p + bonus + data[1] end)
    local kept = gts.table()
    gts.search(rules, { algorithm = "mtd", table = kept })
    for _, change in ipairs { function() bonus = 2 end, function() data[1] = 2 end,
      function() setmetatable(data, { __len = error }) end,
      function() getmetatable("").__unm = error end, function() debug.setmetatable(nil, { __index = { 1 } }) end } do
      change()
      assert.error_matches(function() gts.search(rules, { algorithm = "mtd", table = kept }) end,
        "belongs to another game, 'x', .*Rules that change while they are used need rules.version")
      kept:clear()
      gts.search(rules, { algorithm = "mtd", table = kept })
    end
    getmetatable("").__unm = nil
    debug.setmetatable(nil, nil)
  end)

  it("looks at the methods of strings that the rules name, and at no others", function()
    local rules = rules_of(function(p) return #tostring(p):twofold() end)
    local kept = gts.table()
    local function search() return gts.search(rules, { algorithm = "mtd", table = kept }) end
    function string.twofold(s) return s:onefold() .. s end  -- luacheck: ignore
    function string.onefold(s) return s end                 -- luacheck: ignore
    search()
    function string.other() end                             -- luacheck: ignore
    search()
    function string.onefold(s) return s .. s end            -- luacheck: ignore
    assert.error_matches(search, "another game")
    kept:clear()
    search()
    local tostring_method = string.rep
    string.rep = function() end                             -- luacheck: ignore
    search()
    kept, rules = gts.table(), rules_of(function(p) return #tostring(p)["two" .. "fold"]("x") end)    -- any method
    search()
    string.other = print                                    -- luacheck: ignore
    assert.error_matches(search, "another game")
    string.rep, string.twofold, string.onefold, string.other = tostring_method, nil, nil, nil   -- luacheck: ignore
  end)

  it("is refused where the rules have no fingerprint, unless they have a version", function()
    local deep = {}
    for _ = 1, 3000 do deep = { deep } end
    local many = {}
    for i = 1, 1100000 do many[i] = 1 end
    for wrong, value in pairs {
      ["rules.evaluate: it refers to a function of which only this is known: it is not written in Lua"] = package.loadlib,
      ["rules.evaluate: it holds a thread"] = coroutine.create(print), ["it holds all that is global"] = { _G },
      ["it holds a userdata"] = io.stdout, ["a table has a table as a key"] = { [{}] = 1 },
      ["only this is known"] = { require }, ["nested more than 2000 deep"] = deep, ["more than 1000000 parts"] = many,
      ["uses two environments"] = assert(load "local G, _ENV = _G, { y = 1 } return function() return G.x, y end")(),
    } do
      local function make(version)
        return rules_of(function(p) return value and p end, { version = version })
      end
      local function search() gts.search(make(), { algorithm = "mtd", table = gts.table() }) end
      assert.error_matches(search, wrong, 1, true)
      assert.error_matches(search, "identify the rules by rules.version")
      assert(gts.search(make(), { algorithm = "mtd" }), "a table for one search asks nothing")
      told_apart(make, "1", "2")
    end
    for _, text in ipairs {
      "io.write(p)", "require 'x'", "load 'return 1'", "_ENV = {}", "return _G.x", "os.time()", "return _ENV[p]",
    } do
      local evaluate = assert(load("return function(p) if p < 0 then " .. text .. " end return p end", "=x"))()
      local function search() gts.search(rules_of(evaluate), { algorithm = "mtd", table = gts.table() }) end
      assert.error_matches(search, "has no fingerprint")
    end
  end)

  it("with rules that have a version still tells options apart, and data", function()
    local function make(version)
      return function(o)
        local n = o.n
        return rules_of(function(p) return p * n end, { version = version, start = o.start or 1 })
      end
    end
    local kept = gts.table()
    local function search(version, options)
      return gts.search(gts.game(make(version), options), { algorithm = "mtd", table = kept })
    end
    search("a", { n = 1 })
    search("a", { n = 1 })
    for _, wrong in ipairs { { "a", { n = 2 } }, { "a", { n = 1.0 } }, { "b", { n = 1 } }, { "a", { n = 1, start = 2 } } } do
      assert.error_matches(function() search(wrong[1], wrong[2]) end, "another game")
    end
    assert.error_matches(function() gts.game(rules_of(print, { version = 1 })) end, "version")
  end)

  it("takes options that are right", function()
    for _, wrong in ipairs { { byte = 1 }, { bytes = 0 }, { bytes = "many" }, { file = 7 }, { bytes = 0 / 0 }, 5 } do
      assert.has_error(function() gts.table(wrong) end)
    end
  end)
end)

describe("a saved table", function()
  it("answers as it did before, in another table of any size", function()
    local folder, gone <close> = run.folder()
    local name, kept = folder .. "/t", gts.table { bytes = 1 << 20 }
    local r = gts.search("connect4", { algorithm = "ttalphabeta", depth = 7, table = kept })
    assert.is_true(kept:save(name))
    for _, bytes in ipairs { 1 << 20, 1 << 12, 1 } do
      local loaded = gts.table { file = name, game = "connect4", bytes = bytes }
      local again = gts.search("connect4", { algorithm = "ttalphabeta", depth = 7, table = loaded })
      assert(again.value == r.value and again.move == r.move)
      if bytes == 1 << 20 then assert(again.stats.leaves == 0) end
    end
    local out = run.gts { script = [[
      local gts = require "gts"
      local kept = gts.table { file = arg[1], game = "connect4" }
      print(gts.search("connect4", { algorithm = "ttalphabeta", depth = 7, table = kept }).stats.leaves)]], name }
    assert.are.equal("0\n", out)
  end)

  -- A function of Lua's may have two names: math.atan is math.atan2 where Lua was built with what older versions had.
  it("is known by other processes, whatever form the rules have: by the least name of what they call #thorough", function()
    local script = [[
      local fingerprint, game, known = require "gts.rules.fingerprint", require "gts.game", require "gts.base.known"
      local words = { "undo", { name = "undo", start = { 3, 4, 5 },
        moves = function(board)
          local list = {}
          for i, n in ipairs(board) do list[#list + 1] = n > 0 and i or nil end
          return list
        end,
        play = function(board, i) board[i] = board[i] - 1 end, undo = function(board, i) board[i] = board[i] + 1 end,
        key = function(board) return table.concat(board, " ") end, evaluate = function(board) return math.max(board[1], 0) end,
      }, "coroutines", { name = "coroutines", start = 3, evaluate = function() return 0 end,
        successors = function(n) return coroutine.wrap(function() for i = 1, n do coroutine.yield(i, n - i) end end) end,
      }, "words", { name = "words", words = 7, start = { 1, 2, 3, 4, 5, 6, 7 }, range = { -1, 1 }, cycle = 0,
        next = function() end, evaluate = function(a) return math.min(a, 0) end, rank = function() return #("x"):rep(2) end,
      }, "version", { name = "version", version = "1", start = { a = 1, b = { c = 2 } }, next = function() end,
        evaluate = function() return math.random() end } }
      for _, name in ipairs(game.shipped) do words[#words + 1], words[#words + 2] = name, name end
      for i = 1, #words, 2 do
        local of = game.make(words[i + 1])
        print(words[i], assert(fingerprint.of(of, game.given(of))))
      end
      local one, other = function() end, function() end
      known.note("x.", { m = one, b = one, z = one, o = one, a = other, c = one, q = one, e = one, d = one, p = one, f = one })
      print(known.names[one], known.names[other])
    ]]
    local first = run.gts { script = script }
    assert.matches("undo\t%x+\n.*\nnim\t%x+\n.*\nx%.b\tx%.a\n$", first)
    for _ = 1, 9 do assert.equal(first, (run.gts { script = script })) end
  end)

  it("is refused if any byte of it is changed, or missing, or too many", function()
    local folder, gone <close> = run.folder()
    local name, kept = folder .. "/t", gts.table()
    gts.search(gts.tree { { 1, 2 }, { 3, 4.5 } }, { algorithm = "ttalphabeta", table = kept })
    kept:save(name)
    local whole = run.read(name)
    assert(#whole < 1000)
    local function refused(text)
      run.write(name, text)
      local ok, wrong = pcall(gts.table, { file = name })
      assert(not ok and wrong:find(name, 1, true), "a damaged file was believed")
    end
    for i = 1, #whole do
      local other = whole:byte(i) ~ 1 << i % 8
      refused(whole:sub(1, i - 1) .. string.char(other) .. whole:sub(i + 1))
      if i % 5 == 0 or i == #whole then refused(whole:sub(1, i - 1)) end
    end
    refused(whole .. "\0")
    refused "print 'not a table'"
    refused(whole .. whole)
    run.write(name, whole)
    assert(gts.table { file = name })
    assert.is_nil(run.output("ls -l /proc/" .. run.read("/proc/self/stat"):match "%d+" .. "/fd"):find(name, 1, true))   -- closed
  end)

  it("of another game is refused by name, at once if the game is stated", function()
    local folder, gone <close> = run.folder()
    local name, kept = folder .. "/t", gts.table()
    gts.search("nim", { algorithm = "mtd", table = kept })
    kept:save(name)
    assert.error_matches(function() gts.table { file = name, game = "tictactoe" } end,
      "/t: the table belongs to another game, 'nim'")
    local loaded = gts.table { file = name }
    assert.error_matches(function() gts.search("tictactoe", { algorithm = "mtd", table = loaded }) end, "belongs to another game")
    assert.error_matches(function() gts.table { file = folder .. "/none" } end, "none: No such file")
    assert.has_error(function() gts.table { file = folder } end)
  end)

  it("leaves the old file whole if it cannot be written", function()
    local folder, gone <close> = run.folder()
    local kept = gts.table()
    gts.search("nim", { algorithm = "mtd", table = kept })
    assert.is_true(kept:save(folder .. "/t"))
    local before = run.read(folder .. "/t")
    local ok, wrong = kept:save(folder .. "/no/such/folder/t")
    assert(ok == nil and wrong:find "No such file")
    assert(kept:save(folder) == nil)
    assert.are.equal(before, run.read(folder .. "/t"))
    assert.are.equal("t", run.output("ls " .. folder))
  end)
end)

describe("a table that grows in steps", function()
  it("has replaced eight times its entries before each, and forgets none by it", function()
    local rules = { name = "distinct", version = "1", start = 1, evaluate = function(p) return p * 7919 % 101 end }
    function rules.successors(p) return { 3 * p, 3 * p + 1, 3 * p + 2 } end
    local SLOTS = 60                    -- a sixteenth of 16320 bytes, 17 for each
    local kept, was, steps = core.table(16320, true), { most = SLOTS, entries = 0 }, 0
    for i = 1, 700 do
      gts.search(rules, { algorithm = "negascout", depth = 1, position = i * 1000003, table = kept, native = false })
      local now = kept:stats()
      assert.are.equal(now.stores, now.entries + now.replaced)          -- no position comes twice
      if now.most ~= was.most then
        steps = steps + 1
        assert.are.same({ 4 * was.most, was.most }, { now.most, was.entries })
        assert.are.equal(steps == 1 and 8 * SLOTS or 8 * (SLOTS + 4 * SLOTS), now.replaced)
      end
      was = now
    end
    assert.are.equal(2, steps)
  end)

  it("changes no answer", function()
    for seed = 1, 5 do
      local graph = graphs.random(seed)
      right(graph, 6, gts.search(graphs.rules(graph), { algorithm = "ttalphabeta", depth = 6, table = "auto" }))
    end
  end)
end)

describe("remember_leaves = false", function()
  it("keeps no value of a leaf, also of one that is found out to be one when it is developed", function()
    local game = gts.game("connect4", { columns = 4, rows = 3 })        -- rules without `terminal`
    for _, id in ipairs { "ttalphabeta", "mtd", "negascout" } do
      local options = { algorithm = id, table = 1 << 20, bounds = false, remember_leaves = false, native = false }
      local stats = gts.search(game, options).stats
      assert.equal(stats.developed - stats.leaves, stats.table.stores)
      options.remember_leaves = nil
      stats = gts.search(game, options).stats
      assert.equal(stats.developed, stats.table.stores)
    end
  end)
end)
