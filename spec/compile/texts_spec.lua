-- Strings that rules make, functions that they make for themselves, and fields by name: the corners, compiled and in Lua.

local easy = require "spec.support.easy"
local gts = require "gts"
local translate = require("gts.compile.native").translate
local units = require "spec.support.units"
local string, table, tostring = string, table, tostring         -- the names of specs have a metatable

units.compile_quickly()

-- A game whose positions are the pairs of a list: `evaluate` is called with each. `f` may make strings.
local function game_of(f, inputs)
  return {
    name = "texts", words = 2, start = { 0, 0 },
    next = function(k, _, move)
      local n = (move or 0) + 1
      if k == 0 and n <= #inputs then return n, n, inputs[n] end
    end,
    evaluate = function(k, x) if k == 0 then return 0 end return f(x) end,
  }
end

local edges = { 0, 1, -1, 2, 3, 5, 6, 7, -5, -6, 9, 10, 99, 255, 256, 1 << 40, math.maxinteger, math.mininteger }

local function assert_alike(f, inputs)
  local values, game = {}, gts.game(game_of(f, inputs or edges))
  for native = 1, 2 do
    local list = {}
    for n, input in ipairs(inputs or edges) do
      local ok, r = pcall(gts.search, game, { algorithm = "minimax", position = { n, input }, native = native == 1 })
      list[n] = ok and ("%a"):format(r.value) or tostring(r)
    end
    values[native] = list
  end
  assert.same(values[2], values[1])
  return values[2]
end

-- How often a search calls a function in Lua that is compiled: where the compiled one gave up.
local function calls_in_lua(f)
  local count, rules = 0, game_of(f, edges)
  debug.sethook(function() if debug.getinfo(2, "f").func == f then count = count + 1 end end, "c")
  local ok, r = pcall(gts.search, rules, { algorithm = "minimax", native = true })
  debug.sethook()
  assert(ok, r)
  return count
end

local function digest(s)
  local h = #s
  for i = 1, #s do h = (h * 31 + s:byte(i)) % 1000003 end
  return h
end

describe("strings that rules make #plain", function()
  it("are left to Lua where what they are made of cannot be a part, and nothing else makes strings", function()
    local error = error
    for _, evaluate in ipairs {
      function(x) return x > 99 and #("%s"):format(x > 3) or x end,
      function(x) if x < 0 then error("bad " .. (x == 1)) end return x end,
      function(x) return x > 99 and #("ab"):sub(nil) or x end,
      function(x) return x > 99 and ("ab"):byte(true) or x end,
    } do
      assert.is_true(gts.search(game_of(evaluate, { 0, 1, 2 }), { native = true }).native)
      assert_alike(evaluate)
    end
  end)

  it("are cut where Lua cuts them", function()
    assert_alike(function(x) return digest(("abcde"):sub(x)) end)
    assert_alike(function(x) return digest(("abcde"):sub(x, 3)) end)
    assert_alike(function(x) return digest(("abcde"):sub(2, x)) end)
    assert_alike(function(x) return digest(("abcde"):sub(-3, x) .. (""):sub(x, x)) end)
    assert_alike(function(x) return ("abcde"):byte(x) or -1 end)
  end)

  it("have the digits that Lua gives integers, and Lua is asked for those of floats #thorough", function()
    assert_alike(function(x) return digest(x .. "") end)
    assert_alike(function(x) return digest(("%d|%3d|%03d|%s|%%"):format(x, x, x, x)) end)
    assert_alike(function(x) return digest(tostring(x) .. tostring(x == 1) .. tostring(nil)) end)
    assert_alike(function(x) return digest((x > 5 and x or x / 2) .. "") end)
    assert_alike(function(x) return digest(("%d"):format(x > 5 and x or x / 2)) end)
    assert.equal(9, calls_in_lua(function(x) return #((x > 5 and x or x / 2) .. "") end))
  end)

  it("are made of bytes that are bytes, and else an error", function()
    local list = assert_alike(function(x) return digest(string.char(x)) + digest(string.char(65, x)) end)
    assert.matches("value out of range", list[15], 1, true)
    assert_alike(function(x) return digest(("%c"):format(x)) end)
    assert_alike(function(x) return digest(string.char() .. ("ab"):rep(x % 5) .. ("x"):rep(-x)) end)
    local function cased(x) return digest(string.char(x % 256, 200, 70):lower() .. ("z\xe9Q"):sub(x):upper()) end
    assert_alike(cased)
    assert.equal(0, calls_in_lua(cased))
  end)

  it("are found where Lua finds them", function()
    assert_alike(function(x) return ("abcabc"):find("c", x, true) or -1 end)
    assert_alike(function(x) return ("abcabc"):find("bc", x) or -1 end)
    assert_alike(function(x) return ("abcabc"):find("", x) or -1 end)
    assert_alike(function(x)
      local from, to = ("ab.1c"):find("%d", x)
      return (from or 9) * 10 + (to or 9)
    end)
    assert_alike(function(x) return ("a.b-1"):find("[^a-z]", x) or -1 end)
    assert_alike(function(x) return ("a^b-]"):find("[b^]", x) or -1 end)
  end)

  it("are not searched for patterns with mistakes, which are Lua's to report where they are used", function()
    for _, pattern in ipairs { "[^]", "[]", "[", "%", "[a", "[^^]" } do
      local rules = game_of(function(x) return x == 1 and ("ab"):find(pattern) or 7 end, { 0, 2 })
      assert.matches("string.find of a pattern", gts.native(rules).functions.evaluate.reason, 1, true)
      assert.equal(7, gts.search(rules, {}).value)
    end
  end)

  it("are joined from lists as Lua does", function()
    assert_alike(function(x) return digest(table.concat({ x, "b", x }, ",")) end)
    assert_alike(function(x) return digest(table.concat({ "", x == 1 and "" or "" }, x % 2 == 0 and "-" or nil)) end)
    assert_alike(function(x)
      local list = {}
      for i = 1, x % 4 do list[i] = i end
      return digest(table.concat(list, "ab"))
    end)
    assert_alike(function(x) return digest(table.concat { x > 5 and x or 0.5, 1 }) end)
  end)

  it("are equal by what is in them", function()
    assert_alike(function(x) return ("m" .. x == "m1" and 1 or 0) + (x .. "" == "-1" and 2 or 0) end)
    assert_alike(function(x) return ("" .. "" == "" and 4 or 0) + ("m2" == "m" .. x and 1 or 0) end)
    assert_alike(function(x)
      local v = x % 2 == 0 and x or "n" .. x
      return v == "n1" and 1 or v == 2 and 2 or v ~= "n" .. x and 3 or 4
    end)
  end)

  it("have a length where a table may stand in their place", function()
    local list = { 7, 8, 9, 10 }
    for _, f in ipairs {
      function(x) return #(x > 5 and list or "ab" .. x) end, function(x) return #(x > 5 and { x, x } or "" .. x) end,
      function(x) local v = x > 5 and "abc" or {} return #v + (x % 2 == 0 and #v or 9) end,
    } do
      assert_alike(f)
      assert.equal(0, calls_in_lua(f))
    end
    assert_alike(function(x) return #(x > 5 and "abc" or x > 1 and { x } or x == 1 and x or nil) end)
  end)

  it("live in positions, moves and keys as long as these, in every algorithm", function()
    local function make()
      local rules = { name = "words", start = { word = "", cells = { "ab", "c" }, n = 0 } }
      function rules.successors(p)
        local list, moves = {}, {}
        for i = 1, p.n < 5 and 3 or 0 do
          local q = { word = p.word .. i, cells = { table.unpack(p.cells) }, n = p.n + 1 }
          q.cells[i % 2 + 1] = q.word:sub(-2)
          list[i], moves[i] = q, "m" .. q.word
        end
        return list, moves
      end
      function rules.evaluate(p) return digest(p.word .. table.concat(p.cells, "/")) % 101 end
      function rules.player(p) return p.n % 2 == 0 and "max" or "min" end
      function rules.key(p) return p.word .. ":" .. table.concat(p.cells, "/") end
      return rules
    end
    assert.is_true(gts.native(make()).compiled)
    for _, algorithm in ipairs { "minimax", "alphabeta", "ttalphabeta", "mtd", "sss", "sss2", "memsss", "itersss", "recsss",
      "gsearch", "hstarstar", "dfpn", "mcts" } do
      local options = { algorithm = algorithm, seed = algorithm == "mcts" and 1 or nil,
        nodes = algorithm == "mcts" and 300 or nil,
        goal = algorithm == "dfpn" and 50 or nil }
      local compiled, interpreted = easy.both(make, options)
      assert.equal(interpreted, compiled, algorithm)
      assert.is_nil(compiled:find "^error", compiled)
    end
  end)
end)

describe("a call of rules #plain", function()
  local function calls_of(f)
    local _, text = translate(gts.game(game_of(f, edges)))
    return (text:match "game_evaluate %b() %b{}")
  end

  it("empties its heap if it may make strings", function()
    assert.matches("records_begin", calls_of(function(x) return #(x .. "") end), 1, true)
    assert.matches("records_begin", calls_of(function(x) return #string.char(x % 5, 65) end), 1, true)
  end)

  it("of player compares strings by their bytes last", function()
    local rules = game_of(function(x) return #(x .. "") end, edges)
    function rules.player(k) return k == 0 and "max" or "m" .. (k > 5 and "in" or "ax") end
    local _, text = translate(gts.game(rules))
    local compared = {}
    for how, side in text:match("game_player %b() %b{}"):gmatch "if %(([^\n]-)%) return (%u+);" do
      compared[#compared + 1] = (how:find "text_equal" and "bytes " or "address ") .. side
    end
    assert.same({ "address MAX", "address MIN", "bytes MAX", "bytes MIN" }, compared)
    assert.same(gts.search(rules, { native = false }).line, gts.search(rules, { native = true }).line)
  end)

  it("can have no string that comes after they were written", function()
    local _, _, unit = translate(gts.game(game_of(function(x) return #(x .. "ab") end, edges)))
    assert.is_number(unit:string "ab")
    assert.error_matches(function() unit:string "cd" end, 'met the string "cd" too late', 1, true)
  end)

  it("has none if it only reads strings", function()
    for _, f in ipairs {
      function(x) return ("abcde"):byte(x) or 0 end, function(x) return ("abcabc"):find("c", x, true) or 0 end,
      function(x) return ("abcabc"):find("[ab]", x) or 0 end,
      function(x) return ("abc"):find(string.char(x % 256), 1, true) or 0 end,
    } do assert.not_matches("records_begin", calls_of(f), 1, true) end
  end)
end)

describe("functions that rules make for themselves #plain", function()
  it("read and change what is local in the function around them", function()
    assert_alike(function(x)
      local n, text = x, "a"
      local function add(k)
        n = n + k
        if k > 2 then text = text .. k end
        return n
      end
      local first = add(1)
      for k = 2, 4 do add(k) end
      return (first ~ n) % 1000 + digest(text)
    end, { 0, 1, 5, -7 })
  end)

  it("may call themselves, and be handed to others, which may hand them on", function()
    local function map(list, f)
      local all = {}
      for i, v in ipairs(list) do all[i] = f(v, i) end
      return all
    end
    local function twice(list, f) return #map(list, f) + map(list, f)[2] end
    local function composed(f, g, x) return f(g(x)) end
    local function use(x)
      local n, list, sum, seen = 0, { x % 5, x % 7, x % 3 }, 0, {}
      for i = 1, 3 do
        local y = i
        map(list, function(v) y, n, sum = y + v, n + i, sum / 2 end)
        sum = sum + y
      end
      local function visit(k, depth)
        if k < 0 or k > 30 or seen[k] then return depth / 2 end
        seen[k], sum = depth, sum + k
        return visit(k - 3, depth + 1) + visit(k + x % 7, depth + 1)
      end
      local function more(v) n = n + 1 return v + n end
      local function changed(f, k) sum = sum + f(k) return k > 0 and changed(f, k - 1) or sum end
      return visit(12, 0) + twice(list, function(v, i) n = n + v return n * i end) * 3 + composed(more, more, 1)
        + composed(math.abs, more, -50) + changed(more, 3) + changed(function(k) n = n + k return k end, 2) + n
    end
    assert_alike(use)
    assert.equal(0, calls_in_lua(use))
  end)

  it("are refused where they outlive a variable", function()
    local function outlive(x)
      local get
      for i = 1, 3 do
        local y = i * x
        if i == 2 then get = function() return y end end
      end
      local z = 7
      return get() + z
    end
    local report = gts.native(game_of(outlive, { 1 }))
    assert.is_false(report.functions.evaluate.compiled)
    assert.matches("not known beforehand", report.functions.evaluate.reason, 1, true)
  end)
end)

describe("fields by names that are not known beforehand #plain", function()
  local weights, sides = { a = 1, b = 2.5, word = "w" }, { x = { 1, 2 }, y = { 3 } }
  local pieces = { { value = 1, name = "pawn" }, { value = 3.5 }, { value = 9, name = "queen", moves = { 1, 2, 3 } } }

  it("are read from constant tables", function()
    assert_alike(function(x)
      local key = x == 0 and "a" or x == 1 and "b" or "c"
      return weights[key] or -1
    end)
    assert_alike(function(x) return #sides[x % 2 == 0 and "x" or "y"] end)
    assert_alike(function(x) return (pieces[x] or pieces[1]).value end)
    assert_alike(function(x) return digest((pieces[x] or pieces[2]).name or "none") end)
    assert_alike(function(x) return #(pieces[x].moves or "four") end)
  end)

  it("are read where the rules choose one of two tables", function()
    local white, black = { step = 1, home = { row = 1.5 } }, { step = -3, home = { row = 8 }, king = 2 }
    local function step_of(side) return side.step end
    local function evaluate(x)
      local side = x % 2 == 0 and white or black
      return side.step + side.home.row + (side.king or 0) + (x > 3 and step_of(white) or step_of(black))
    end
    assert_alike(evaluate)
    assert.equal(0, calls_in_lua(evaluate))
  end)

  it("are noticed when they change", function()
    local table_of = { a = 1 }
    local rules = game_of(function(x) return table_of[x > 0 and "a" or "b"] or 0 end, { 0, 1 })
    assert.equal(1, gts.search(rules, { native = true }).value)
    table_of.b = 5
    assert.equal(5, gts.search(rules, { native = true }).value)
  end)

  it("are read and changed in tables that rules make, where they are", function()
    local function make(name)
      local rules = { name = "named", start = { a = 1, b = 2, n = 0 } }
      function rules.successors(p)
        local list = {}
        for i = 1, p.n < 3 and 2 or 0 do
          local q = { a = p.a, b = p.b, n = p.n + 1 }
          q[i == 1 and "a" or name] = p[i == 2 and "a" or name] + i
          list[i] = q
        end
        return list
      end
      function rules.evaluate(p) return p.a * 10 + p.b end
      return rules
    end
    for _, name in ipairs { "b", "n", "new" } do
      local compiled, interpreted = easy.both(function() return make(name) end)
      assert.equal((interpreted:gsub("0x%x+", "")), (compiled:gsub("0x%x+", "")))
    end
  end)
end)
