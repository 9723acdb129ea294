-- Rules in the easy style, compiled: `successors` gives lists of tables, and helpers make their own tables.

local easy = require "spec.support.easy"
local gts = require "gts"
local native = require "gts.compile.native"
local units = require "spec.support.units"

native.optimization = "-O1"
units.compile_quickly()

local both, numbers = easy.both, easy.numbers

-- The environment of specs is no plain table, so that globals are no constants.
local insert, move, remove, unpack = table.insert, table.move, table.remove, table.unpack
local ipairs, pairs, setmetatable = ipairs, pairs, setmetatable

-- Both ways give equal results, without an error.
local function same(make, options)
  local compiled, interpreted = both(make, options)
  assert.not_matches("^error", interpreted)
  assert.equal(interpreted, compiled)
end

local function coins() return easy.coins { 3, 9, 1, 2, 8, 5, 4 } end
local function small_othello() return easy.othello(4) end

describe("rules that give lists of tables #plain", function()
  it("are compiled, and every algorithm finds equal results", function()
    local rules = coins()
    assert.is_true(gts.native(rules).compiled, tostring(gts.native(rules)))
    for _, algorithm in ipairs(gts.algorithms) do
      local compiled, interpreted = both(rules, { algorithm = algorithm.id, nodes = 100000 })
      assert.equal(interpreted, compiled, algorithm.id)
    end
  end)

  it("are compiled with rows, moves that are tables, and helpers that make lists", function()
    for _, make in ipairs { easy.rows, small_othello } do
      assert.is_true(gts.native(make()).compiled, tostring(gts.native(make())))
      for _, algorithm in ipairs { "alphabeta", "sss2", "recsss", "mtd", "gsearch" } do
        local compiled, interpreted = both(make, { algorithm = algorithm, depth = 5, nodes = 50000 })
        assert.equal(interpreted, compiled, algorithm)
      end
    end
  end)

  it("are compiled with constants of several kinds, and helpers that give lists of them, or of records", function()
    local near, cost = { { 2, 3 }, { 1, 3 }, { 1, 2, [0] = 9 } }, { [0] = 5, 7, [3] = 2, [-1] = 4 }
    local hops = { { by = 1, name = "step" }, { by = 2, name = "hop" } }
    local rules = { name = "hops", start = { at = 1, left = 6, past = { 1 } } }
    local function short(left)
      local list = {}
      for _, hop in pairs(hops) do if hop.by <= left then insert(list, hop) end end
      return list
    end
    local function ways(p)
      local list = {}
      for _, to in ipairs(near[p.at]) do
        for i, hop in ipairs(short(p.left)) do insert(list, i, { to = to, by = hop.by, name = hop.name }) end
      end
      return list
    end
    function rules.successors(p)
      local list, moves = {}, {}
      for _, way in ipairs(ways(p)) do
        local past = { unpack(p.past) }
        insert(past, 1 + way.by % #past, way.to)
        moves[#moves + 1] = way.name .. (#past > 3 and remove(past, way.by) or 0)
        list[#list + 1] = { at = way.to, left = p.left - way.by, past = past }
      end
      return list, moves
    end
    function rules.evaluate(p) return p.past[1] * p.past[#p.past] * (cost[p.past[1] - 2] or near[p.at][0] or 1) + #near[p.at] end
    assert.is_true(gts.native(rules).compiled, tostring(gts.native(rules)))
    for _, algorithm in ipairs { "minimax", "sss2" } do same(rules, { algorithm = algorithm }) end
    hops[true] = hops[1]        -- pairs goes through it, too
    assert.matches("pairs, whose order is not certain", (both(rules)))
  end)

  it("are compiled where positions are integers", function()
    same { name = "integers", start = 1, evaluate = function(p) return p % 13 end,
      successors = function(p) if p > 60 then return {} end return { 2 * p, 2 * p + 1 }, { "a", 7 } end }
    same { name = "integers", start = 1,
      successors = function(p)
        local list = {}
        if p > 60 then return list end
        for i = 1, 3 do list[i] = 3 * p + i end
        return list
      end,
      evaluate = function(p)
        local digits = {}
        while p > 0 do digits[#digits + 1], p = p % 10, p // 10 end
        return #digits * 10 + digits[1]
      end }
  end)

  it("are searched with orders, with deepening, traced, and from any position", function()
    local rules = coins()
    same(rules, { algorithm = "negascout", order = { "history", "killer", "lookahead" } })
    same(rules, { deepen = true, algorithm = "ttalphabeta" })
    same(rules, { depth = 3 })
    same(rules, { position = { first = 2, last = 4, lead = -3, max = false } })
    local function story(native_or_not)
      local list = {}
      gts.search(rules, { depth = 3, native = native_or_not, trace = function(e)
        list[#list + 1] = e.kind .. e.path .. easy.text(e.position)
      end })
      return table.concat(list, "\n")
    end
    local interpreted = story(false)
    assert(#interpreted > 200)
    assert.equal(interpreted, story(true))
  end)

  it("are asked in Lua where a position is another than start", function()
    local odd = { { n = 0, cells = { 5, 6, 7 }, more = 3 }, { n = 0.5, cells = { 5, 6, 7.5 } }, { n = 2, cells = {} },
      { n = 2, cells = { 1, 2, 3, [5] = 6 } }, setmetatable({ n = 3, cells = { 1, 2, 3 } }, {}),
      { n = 2, cells = setmetatable({ 4, 5, 6 }, {}) }, { n = 2, cells = { 1, 2, 3, x = 1 } },
      { n = 2, cells = { "1", "2", "3" } } }
    for _, position in ipairs(odd) do
      local compiled, interpreted = both(numbers, { position = position })
      assert.equal(interpreted, compiled)
    end
    same(numbers, { position = { n = 2, cells = { 5, 6, 7, 8 } } })
    -- The metatable of start, another one, or none.
    local meta, evaluate = { __index = { bonus = 3 } }, function(p) return p.n + p.cells[1] + (p.bonus or 0) end
    local function objects() return numbers { start = setmetatable({ n = 0, cells = { 1 } }, meta), evaluate = evaluate } end
    for _, of in ipairs { meta, { __index = { bonus = 9 } }, false } do
      same(objects, { position = setmetatable({ n = 2, cells = { 4, 6 } }, of or nil) })
    end
    assert.is_true(gts.native(objects()).compiled)
  end)

  -- How often a search calls a function of compiled rules in Lua.
  local function times_asked(rules, name)
    local asked, f = 0, rules[name]
    assert.is_true(gts.native(rules).compiled, tostring(gts.native(rules)))
    gts.search(rules, { native = true, depth = 0 })
    debug.sethook(function() if debug.getinfo(2, "f").func == f then asked = asked + 1 end end, "c")
    gts.search(rules, { native = true })
    debug.sethook()
    return asked
  end

  it("are never asked in Lua otherwise", function()
    for _, name in ipairs { "successors", "evaluate", "player" } do assert.equal(0, times_asked(coins(), name)) end
    assert.equal(0, times_asked(easy.othello(4), "successors"))
    local with_holes = numbers { evaluate = function(p)
      local seen, sum = {}, 0
      for i, c in ipairs(p.cells) do
        local k = c * 37 % 50
        if seen[k] then sum, seen[k] = sum + seen[k], nil else seen[k] = p.n + i end
      end
      return sum + (seen[-1] or seen[5000] or seen[37] or 0)
    end }
    same(with_holes)
    assert.equal(0, times_asked(with_holes, "evaluate"))
  end)

  it("go on compiled where something was left to Lua", function()
    local function make()
      return numbers { successors = function(p)
        if p.n > 3 then return {} end
        local cells = {}
        if p.n == 1 then cells[3] = p.cells[3] end      -- a hole, for now
        cells[1] = p.cells[2]
        cells[2] = p.cells[1]
        cells[3] = p.n
        return { { n = p.n + 1, cells = cells } }
      end }
    end
    same(make)
    assert.equal(1, times_asked(make(), "successors"))
  end)
end)

describe("a table of rules #plain", function()
  -- The rules of numbers with another function.
  local function with(name, f) return function() return numbers { [name] = f } end end

  it("may be shared, given twice, changed after it was put into a list, or the position itself", function()
    same(with("successors", function(p)
      if p.n > 4 then return {} end
      return { { n = p.n + 1, cells = p.cells }, { n = p.n + 2, cells = p.cells } }
    end))
    same(with("successors", function(p)
      if p.n > 4 then return {} end
      local q = { n = p.n + 1, cells = p.cells }
      return { q, q }
    end))
    same(with("successors", function(p)
      if p.n > 4 then return {} end
      local list, q = {}, { n = p.n + 1, cells = p.cells }
      list[1] = q
      q.n = q.n + 1
      list[2] = q
      return list
    end))
    same(with("successors", function(p) return { p, { n = p.n + 1, cells = p.cells } } end), { depth = 5 })
  end)

  it("may have fields that others lack, and fields of any plain type", function()
    same(function()
      return numbers { start = { n = 0, cells = { 1, 2, 3 }, note = "hello", pi = 3.5 },
        evaluate = function(p) return p.note == "hello" and 5 or p.pi and 4 or 3 end }
    end)
    same(function()
      return numbers { successors = function(p)
        if p.n == 0 then return { { n = 1, cells = p.cells } } end
        if p.n == 1 then return { { n = 2.5, cells = p.cells }, { n = 1.0, cells = p.cells } } end
        if p.n == 2.5 then return { { n = "x", cells = p.cells }, { n = true, cells = p.cells }, { cells = p.cells } } end
        return {}
      end, evaluate = function(p) return p.n == "x" and 9 or p.n == true and 11 or p.n == nil and 7 or p.n == 1 and 3 or 1 end }
    end, { depth = 6 })
    same(function()
      return numbers { start = { n = 0, cells = { 1, false, 2.5, "x", -0.0 } }, successors = function(p)
        if p.n >= 4 then return {} end
        local c, d = { unpack(p.cells) }, move(p.cells, 1, 5, 1, {})
        c[p.n + 1] = p.n % 2 == 0 and "y" or p.n / 2
        d[5 - p.n] = p.n
        return { { n = p.n + 1, cells = c }, { n = p.n + 1, cells = d } }
      end, evaluate = function(p)
        local s = 0
        for _, c in ipairs(p.cells) do s = s * 3 + (c == "x" and 1 or c == "y" and 2 or c == false and 3 or c * 7) end
        return s % 1000
      end }
    end)
  end)

  it("may grow and shrink", function()
    same(function()
      return numbers { successors = function(p)
        if p.n >= 4 then return {} end
        local c, d = { unpack(p.cells) }, {}
        c[#c + 1] = p.n
        insert(c, p.n * 2)
        for i = 1, #p.cells do d[i] = p.cells[i] end
        d[#d] = nil
        local last = remove(d)
        return { { n = p.n + 1, cells = c }, { n = p.n + (last or 7), cells = d } }
      end, evaluate = function(p)
        local s = #p.cells
        for _, c in ipairs(p.cells) do s = s * 3 + c end
        return s % 1000
      end }
    end, { depth = 6 })
  end)

  it("may be copied, whatever is in it", function()
    local function copied(p)
      local q = {}
      for k, v in pairs(p) do q[k] = v end
      return q
    end
    same(function()
      return numbers { start = { n = 0, 5, 6, 7, f = false, s = "x", cells = { 1, 2, 3 } }, successors = function(p)
        if p.n > 3 then return {} end
        local list = {}
        for i = 1, #p do
          local q = { n = 7, s = "y", z = 3 }
          for k, v in pairs(i == 1 and copied(p) or p) do q[k] = v end
          q[i], q.n = q[i] * 2 + p.n, q.n + 1
          if i == 2 then q.s = nil else q.f = nil end
          list[i] = q
        end
        return list
      end, evaluate = function(p)
        local s = p.z or 50
        for i, c in ipairs(p) do s = s * 3 + c * i end
        return s % 100 + (p.s == "x" and 1 or p.s and 2 or 3) + (p.f == nil and 9 or 0)
      end }
    end)
  end)

  it("may have holes, which are left to Lua, also by a search that sorts them", function()
    local function make()
      return numbers { start = { n = 0, cells = {} }, successors = function(p)
        local list, moves = {}, {}
        for i = 1, p.n < 4 and 5 or 0 do
          if not p.cells[i] then
            local cells = {}
            for j = 1, 5 do cells[j] = p.cells[j] end
            cells[i] = p.n
            list[#list + 1], moves[#moves + 1] = { n = p.n + 1, cells = cells }, i
          end
        end
        return list, moves
      end, evaluate = function(p)
        local s = 0
        for i = 1, 5 do s = s * 5 + (p.cells[i] or 4) end
        return s
      end }
    end
    same(make)
    same(make, { algorithm = "negascout", order = { "killer" } })
  end)

  it("may be changed and changed back, if Lua is lent a copy; but not for good", function()
    local function tried(cells, i, back)
      local was = cells[i]
      cells[i] = 100
      local sum = cells[1] + cells[2] + cells[3]
      if back then cells[i] = was end
      return sum
    end
    -- Whose table it is turns out only as the rules run.
    local function evaluation(back)
      return function(p)
        local fresh = { 1, 2, 3 }
        return tried(p.n > 2 and p.cells or fresh, 2, back)
      end
    end
    same(with("evaluate", evaluation(true)))
    assert.matches("rules changed a position", (both(with("evaluate", evaluation(false)))), 1, true)
  end)

  it("may not be changed by a function that may change those of others", function()
    local function tried(cells, i)
      cells[i] = cells[i] + 1
      return cells[i]
    end
    local function make()
      return numbers {
        successors = function(p)
          if p.n >= 4 then return {} end
          local cells = { unpack(p.cells) }
          return { { n = p.n + tried(cells, 1) - cells[1] + 1, cells = cells } }
        end,
        evaluate = function(p) return tried(p.cells, 2) end,
      }
    end
    local compiled = both(make)
    assert.matches("a position is changed", compiled, 1, true)
    compiled = both(function()
      local rules = make()
      rules.evaluate = function(p) return tried(p.n > 9 and { 1, 2 } or p.cells, 2) end
      return rules
    end)
    assert.matches("rules changed a position", compiled, 1, true)
  end)

  -- What `evaluate` gives is the same.
  local function same_value(f) same(with("evaluate", f), { depth = 2 }) end

  it("may be none, where nothing is moved", function()
    same_value(function(p)
      local none
      if p.n > 9 then none = {} end
      return #move(p.cells, 1, 0, 1, none)
    end)
    for _, f in ipairs {
      function(p)
        local none
        if p.n > 9 then none = {} end
        return #move(none, 1, 0, 1, {})
      end,
      function(p)
        local none
        if p.n > 9 then none = {} end
        unpack(none)
        return 1
      end,
    } do
      local compiled, interpreted = both(with("evaluate", f), { depth = 2 })
      assert.matches("^error", interpreted)
      assert.equal(interpreted, compiled)
    end
  end)

  it("may have a nil where a long constructor stores what it has so far", function()
    same_value(function(p)
      local u = {
        1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1, 2, 3, 4, 5, 6, 7, 8, 9, 20, 1, 2, 3, 4, 5, 6, 7, 8, 9, 30,
        1, 2, 3, 4, 5, 6, 7, 8, 9, 40, 1, 2, 3, 4, 5, 6, 7, 8, 9, p.cells[9], 51, 52,
      }
      local s = 0
      for i = 1, 52 do s = s + (u[i] or 1000) end
      return s
    end)
  end)

  it("raises the errors of Lua, in the same words", function()
    for _, more in ipairs {
      { successors = function(p) return { { n = p.n + 1, cells = p.cells } }, {} end },
      { evaluate = function(p) return p.n > 2 and "x" or 1 end }, { evaluate = function(p) return p.cells[4] + 1 end },
      { evaluate = function(p) local t = { p.n } insert(t, 3, 1) return #t end },
      { evaluate = function(p) local t = { p.n } insert(t, 0, 1) return #t end },
      { evaluate = function(p) local t = { p.n } return remove(t, 3) or remove(t, 0) or 1 end },
      { evaluate = function(p) return p.n // 0 end }, { successors = function() return nil end },
      { successors = function(p) return { { n = p.n + 1, cells = p.cells }, nil, { n = p.cells[7] // 1, cells = p.cells } } end },
    } do
      local compiled, interpreted = both(function() return numbers(more) end, { depth = 6 })
      assert.matches("^error", interpreted)
      if not compiled:find "cannot be compiled" then assert.equal(interpreted, compiled) end
    end
  end)
end)

describe("what is not compiled #plain", function()
  local function refused(reason, more)
    local name = more.evaluate and "evaluate" or "successors"
    local report = gts.native(numbers(more))
    assert.is_false(report.compiled, reason)
    assert.matches(reason, report.functions[name].reason, 1, true)
    for _, f in pairs(report.functions) do assert.is_false(f.compiled) end
    assert.is_false(gts.search(numbers(more), { depth = 1 }).native)
  end

  it("is said in plain words, with the line, and all of it stays in Lua", function()
    local seen, last, none, zeroth = {}, nil, {}, { 2, [0] = 1 }
    local line = debug.getinfo(1, "l").currentline
    refused(("easy_style_spec.lua:%d: a table is changed that may have been there before the search"):format(line + 2), {
      evaluate = function(p) seen[#seen + 1] = p return p.n end })
    refused("an upvalue is assigned to", { evaluate = function(p) last = p return last.n end })
    refused("a position is changed: make a new table, and change that", { evaluate = function(p) p.n = p.n + 0 return p.n end })
    refused("a position is changed", { evaluate = function(p) p.cells[1] = p.cells[1] + 0 return p.n end })
    refused("field 'x' of a value that is no table", { evaluate = function(p) return p.n < 99 and 1 or p.n.x end })
    refused("pairs, whose order is not certain", { evaluate = function(p)
      local sum = 0
      for _, c in pairs(p.cells) do sum = sum + c end
      return sum
    end })
    refused("pairs, whose order", { evaluate = function(p) local n = p.n for k in pairs(zeroth) do n = n + k end return n end })
    refused("two tables are compared", { evaluate = function(p) return p.cells == p and 1 or 0 end })
    local step = numbers().successors
    refused("a position is changed", { successors = function(p) setmetatable(p, nil) return step(p) end })
    local one, other = {}, {}
    refused("a metatable that is not known beforehand, or not the only one", {
      evaluate = function(p) return #setmetatable({}, p.n > 1 and one or other) end })
    refused("a change of a value that is no table", { evaluate = function(p) if p.n > 99 then p.n.x = 1 end return p.n end })
    refused("a table whose names are made while the", { evaluate = function(p) local t = {} t["x" .. p.n] = 1 return #t end })
    refused("something else than lists that it has made", { successors = function(p)
      if p.n > 3 then return none end
      return step(p)
    end })
    refused("an iterator: a list of positions can be compiled", { successors = function(p)
      local list = step(p)
      local i = 0
      return function() i = i + 1 if list[i] then return i, list[i] end end
    end })
    refused("its positions hold tables of the kind of positions", { successors = function(p)
      local list = step(p)
      for _, q in ipairs(list) do q.before = p end
      return list
    end })
    refused("its positions have tables more than 4 deep", { successors = function(p)
      local list = step(p)
      for _, q in ipairs(list) do q.a = { b = { c = { d = { 1 } } } } end
      return list
    end })
    refused("there before the search is put into one that is made", { successors = function(p)
      local list = step(p)
      for _, q in ipairs(list) do q.none = none end
      return list
    end })
    local leaf = { n = 5, cells = { 1, 2, 3 } }
    refused("there before the search is put into one that is made", { successors = function() return { leaf } end })
  end)

  it("is a first position that is no plain table", function()
    local function report(start) return tostring(gts.native(numbers { start = start })) end
    assert.matches("start has a metatable with __len", report(setmetatable({ n = 0, cells = {} }, { __len = print })), 1, true)
    local by_function = setmetatable({}, { __index = print })
    assert.matches("start.cells has a metatable whose __index is no table", report { n = 0, cells = by_function }, 1, true)
    assert.matches("whose __index is a list", report { n = 0, cells = setmetatable({}, { __index = { 1 } }) }, 1, true)
    assert.matches("start.f is a function", report { n = 0, cells = {}, f = print }, 1, true)
    assert.matches("start has the key 0", report { n = 0, cells = {}, [0] = 1 }, 1, true)
    local ring = { n = 0 }
    ring.ring = ring
    assert.matches("start.ring.ring.ring.ring has tables more than 4 deep", report(ring), 1, true)
  end)

  it("is not remembered for a first position of another shape", function()
    local rules = numbers()
    assert.is_true(gts.native(rules).compiled)
    same(function() return rules end)
    rules.start = { n = 0, cells = { 1.5, 2, 3 } }
    same(function() return rules end)
    rules.start = setmetatable(rules.start, { __newindex = print })
    assert.is_false(gts.native(rules).compiled)
    assert.is_false(gts.search(rules).native)
  end)
end)
