-- Keys that gts makes for positions that are tables: equal for equal positions, and for no others.

local core = require "gts.core"
local gts = require "gts"
local errors = require "spec.support.errors"
local image = require "gts.rules.image"
local keys = require "gts.rules.keys"
local run = require "spec.support.run"
local tables = require "gts.base.tables"
local trees = require "spec.support.trees"

-- Rules whose positions are tables that `make` makes, without moves that matter: to every position lead many.
local function game_of(make, more)
  local rules = {
    name = "made", start = make(), evaluate = function() return 0 end,
    successors = function() return { make(), make(), make() } end,
  }
  return gts.game(tables.copy(rules, more))
end

-- Are two positions equal, field by field?
local function equal(a, b)
  if type(a) ~= "table" or type(b) ~= "table" then return math.type(a) == math.type(b) and a == b end
  for key, value in pairs(a) do if not equal(value, b[key]) then return false end end
  for key in pairs(b) do if a[key] == nil then return false end end
  return true
end

-- A function that makes values of a random kind, few enough to meet again; of strings and floats also many.
local function maker(draw, depth)
  local kind = draw(depth > 0 and 12 or 7)
  if kind == 1 then return function() return draw(3) - 2 end end
  if kind == 2 then local all = { "x", "o", "", "max" } return function() return all[draw(4)] end end
  if kind == 3 then return function() return draw(2) == 1 end end
  if kind == 4 then return function() return draw(2) + 0.5 end end
  if kind == 5 then local far = 1 << draw(59) return function() return draw(2) * far end end
  if kind == 6 then return function() return draw(40) / 7 end end
  if kind == 7 then
    local longest, least = draw(3), draw(0, 1)
    return function()
      local text = ""
      for _ = 1, least == 0 and draw(0, longest) or longest do text = text .. ("XO.z\0\xff9"):sub(draw(7), -1):sub(1, 1) end
      return text
    end
  end
  local element, size = maker(draw, depth - 1), draw(3)
  if kind == 12 then
    local other = maker(draw, depth - 1)
    return function() if draw(2) == 1 then return element() else return other() end end
  end
  if kind == 8 then return function() local t = {} for i = 1, size do t[i] = element() end return t end end
  local is_set = draw(2) == 1   -- of cells
  if kind == 9 then
    return function() local t = {} for i = 1, draw(4) - 1 do t[is_set and draw(40) or i] = element() end return t end
  end
  local fields = {}
  for i = 1, draw(3) do
    fields[i] = { name = ({ "a", "end", 0, -1, "two words" })[draw(5)], make = maker(draw, depth - 1), rare = draw(3) == 1 }
  end
  return function()
    local t = {}
    for _, f in ipairs(fields) do if not f.rare or draw(2) == 1 then t[f.name] = f.make() end end
    return t
  end
end

describe("a key that gts makes", function()
  it("is equal for positions that are equal field by field, and for no others", function()
    local met, merged, refused = 0, 0, 0
    for _, seed in ipairs(trees.seeds(trees.share(200))) do
      math.randomseed(seed)
      local one = maker(math.random, 3)
      local function make() return { one(), it = one() } end
      local of = game_of(make)
      local key = keys.of(of)
      if key then
        local list = {}
        for i = 1, 30 do
          local p = make()
          list[i] = { p = p, words = { key.ask(p) }, read = { key.read(p) } }
        end
        for _, a in ipairs(list) do
          if #a.words > 0 then
            assert(equal(a.words, a.read), "the compiler reads another key")
            for _, b in ipairs(list) do
              if #b.words > 0 then
                met = met + 1
                local same = equal(a.words, b.words)
                merged = merged + (same and a ~= b and 1 or 0)
                assert(same == equal(a.p, b.p), ("seed %d"):format(seed))
              end
            end
          end
        end
      else refused = refused + 1 end
    end
    assert(met > 1000 and merged > 100 and refused < met, ("%d %d %d"):format(met, merged, refused))
    local a, b = {}, {}                         -- equal lists with holes, of which # may say different things
    for i = 1, 40 do a[i], b[41 - i] = i % 3 > 0 or nil, (41 - i) % 3 > 0 or nil end
    assert.equal(image.of(a), image.of(b))
  end)

  it("is made of boards of 64 bits, of infinite numbers, and once for games of the same rules", function()
    local calls = 0
    local rules = { name = "wide", start = { 1 << 63, -1, 0.5 }, evaluate = function(p) return p[2] % 7 end }
    function rules.successors(p)
      calls = calls + 1
      if p[2] > 200 then return {} end
      local far = p[1] ~ 1 << (p[2] % 64)
      return { { far, p[2] + 70, math.huge }, { far, p[2] + 71, -math.huge }, { ~far, p[2] + 70, math.huge } }
    end
    local expected = gts.search(tables.copy(rules, { key = image.of, version = "1" }), { algorithm = "ttalphabeta" })
    for i = 1, 3 do
      local before = calls
      local is = gts.search(tables.copy(rules), { algorithm = "ttalphabeta", native = false })
      assert.same({ expected.value, expected.stats.visits }, { is.value, is.stats.visits })
      if before > 0 and i > 1 then assert(calls - before <= expected.stats.developed + 10, "the rules are looked at again") end
    end
    assert(keys.of(game_of(function() return { math.random(), math.random(), math.random(9999), x = math.random() } end)))
    local small = keys.of(game_of(function() return { set = math.random(1 << 12, 1 << 14), 1 << math.random(12, 14) } end))
    assert(small.ask { set = 1 << 16, 1 << 16 }, "there is no room for bits that were in no position")
  end)

  it("lets algorithms that need keys search rules of tables, and leaves all others as they were", function()
    local forms = { "list of tables", "closure of tables", "list with moves of tables", "iterator of tables" }
    for i, id in ipairs { "ttalphabeta", "mtd", "negascout", "minimax", "sss" } do
      trees.each(40, nil, function(tree, seed)
        local rules = trees.rules(tree, forms[(seed + i) % 4 + 1], { key = false, terminal = true })
        rules.version = "1"                     -- they keep a log
        local value = trees.oracle(tree)
        local made = gts.search(rules, { algorithm = id })
        assert.same({ value, true }, { made.value, made.solved })
        if id == "ttalphabeta" or id == "mtd" then return end
        rules.key = false
        local without = gts.search(rules, { algorithm = id })
        assert.same({ made.stats.visits, made.stats.leaves }, { without.stats.visits, without.stats.leaves })
      end)
    end
  end)

  -- Nim with heaps in tables.
  local function heaps(more)
    return gts.game(tables.copy({ name = "heaps", start = { heaps = { 3, 4, 5 }, by = "max" }, range = { -1, 1 },
      player = function(p) return p.by end,
      successors = function(p)
        local list = {}
        for h = 1, 3 do
          for left = 0, p.heaps[h] - 1 do
            local q = { p.heaps[1], p.heaps[2], p.heaps[3] }
            q[h] = left
            list[#list + 1] = { heaps = q, by = p.by == "max" and "min" or "max" }
          end
        end
        return list
      end,
      evaluate = function(p) return p.by == "max" and -1 or 1 end }, more))
  end

  it("is the same in compiled rules, in a kept table, in threads and in jobs", function()
    local of = heaps()
    local by_hand = heaps { key = function(p) return p.heaps[1] .. " " .. p.heaps[2] .. " " .. p.heaps[3] .. p.by end }
    for _, native in ipairs { false, true } do
      local options = { algorithm = "ttalphabeta", table = 1 << 20, native = native }
      local r, other = gts.search(of, options), gts.search(by_hand, options)
      assert.same({ 1, true, native, other.stats.visits, other.stats.hits },
        { r.value, r.solved, r.native, r.stats.visits, r.stats.hits })
    end
    local kept = gts.table { bytes = 1 << 20 }
    local first = gts.search(of, { algorithm = "ttalphabeta", table = kept, native = false })
    local again = gts.search(of, { algorithm = "ttalphabeta", table = kept, native = true })
    assert(first.value == again.value and again.stats.visits < 5, "the table was not read")
    assert.equal(1, gts.search(of, { algorithm = "dfpn", goal = 1 }).value)
    assert.equal(1, gts.search(of, { algorithm = "mtd", threads = 2 }).value)
    assert.equal(1, gts.solve(of, { by = "jobs", threads = 2 }).value)
  end)

  it("is the same in every process, in whatever order rules list moves and fields", function()
    local texts = {}
    for i = 1, 6 do
      texts[i] = run.gts { script = [[
        local rules = { name = "pairs", start = { a = "x", b = 1, c = { "y" }, d = 0.5 }, evaluate = function() return 0 end }
        function rules.successors(p)
          local list, after = {}, { a = "b", b = 2, c = "c", d = 1.5, e = true, f = 7, g = "h" }
          for name, value in pairs(after) do
            local q = { c = { p.c[1] } }
            for field, old in pairs(p) do q[field] = field == "c" and q.c or old end
            if name == "c" then q.c[1] = p.c[1] .. "c" elseif p[name] ~= value then q[name] = value end
            if #q.c[1] < 5 then list[#list + 1] = q end
          end
          return list
        end
        print(require "gts.rules.keys".of(require "gts".game(rules)).text)]] }
    end
    for i = 2, 6 do assert.equal(texts[1], texts[i]) end
    assert.matches("return w1", texts[1])
  end)

  it("serves retrograde analysis and its databases, book and canonical form", function()
    local of = heaps()
    local r = gts.solve(of, { by = "retrograde" })
    assert.equal(1, r.value)
    for a = 0, 3 do
      for b = 0, 4 do
        for _, by in ipairs { "max", "min" } do
          local wins = a ~ b ~ 5 ~= 0 == (by == "max")
          assert.equal(wins and 1 or -1, r.database:value { heaps = { a, b, 5 }, by = by } or wins and 1 or -1)
        end
      end
    end
    assert.is_nil(r.database:value { heaps = { 3, 4, 5 }, by = "max", more = 1 })
    assert.equal(gts.canonical(of, { by = "max", heaps = { 1, 2, 3 } }), gts.canonical(of, { heaps = { 1, 2, 3 }, by = "max" }))
    assert.equal(gts.perft(of, 3, { distinct = true })[2], gts.perft(heaps { key = function(p)
      return table.concat(p.heaps, " ") .. p.by end }, 3, { distinct = true })[2])
  end)

  it("is made of what was seen where a rule does not return #plain", function()
    local of = gts.game { name = "endless", start = { n = 1 }, evaluate = function(p) return p.n end, successors = function(p)
      while p.n > 3 do p = { n = p.n + 1 } end
      return { { n = p.n + 1 } }
    end }
    local made = assert(keys.of(of))
    assert.not_equal((made.ask { n = 3 }), (made.ask { n = 4 }))
    assert.is_nil(debug.gethook())
  end)

  it("fits no position that is unlike all that was seen: a search meets it as new, retrograde analysis refuses it", function()
    local rare = { name = "rare", start = { n = 0, ones = 0 }, range = { 0, 99 } }
    function rare.successors(p)
      if p.n == 20 then return {} end
      local ones = p.ones + 1
      local odd = ones == 19 and "this" or ones == 20 and "that" or nil
      return { { n = p.n + 1, ones = p.ones }, { n = p.n + 1, ones = ones, odd = odd } }
    end
    function rare.evaluate(p) return p.odd == "that" and 99 or p.odd == "this" and 50 or p.ones end
    local plain = gts.search(tables.copy(rare, { key = false }), { algorithm = "alphabeta" })
    for _, native in ipairs { false, true } do
      local r = gts.search(rare, { algorithm = "ttalphabeta", native = native })
      assert.same({ plain.value, true }, { r.value, r.solved })
      assert(r.stats.visits < 1000)
    end
    local late = { n = 18, ones = 18 }
    for _, how in ipairs { function() return gts.solve(rare, { by = "retrograde", native = false }) end,
                           function() return gts.search(rare, { algorithm = "dfpn", position = late }) end,
                           function() return gts.search(tables.copy(rare, { cycle = 0 }), { position = late }) end } do
      assert.matches("the key that gts makes does not fit position .*odd.*: it needs rules.key", errors.complaint(how))
    end
  end)

  it("makes of the corpus what its text as a key makes, compiled or not #plain", function()
    local count = 0
    for name in io.popen "ls spec/corpus/rules/*.lua":lines() do
      local rules = dofile(name)
      if type(rules) == "table" and type(rules.start) == "table" and (rules.words or 1) == 1 then
        local by_text = gts.game(tables.copy(rules, { key = image.of, version = "1" }))
        rules.key = nil
        local options = { algorithm = "ttalphabeta", depth = 5, table = 1 << 22, native = false }
        local expected, is = gts.search(by_text, options), gts.search(rules, options)
        assert.same({ expected.value, expected.stats.visits }, { is.value, is.stats.visits }, name)
        count, options.native = count + 1, "auto"
        is = gts.search(rules, options)
        assert.same({ expected.value, expected.stats.visits }, { is.value, is.stats.visits }, name)
      end
    end
    assert(count >= 8, "the corpus is not there")
  end)

  it("is the same on a machine that does something else now and then", function()
    local rules, clock, asked = dofile "spec/corpus/rules/breakthrough_pawns.lua", core.clock, 0
    local successors, options = rules.successors, { algorithm = "ttalphabeta", depth = 5, native = false }
    rules.key = nil
    local expected = gts.search(rules, options).stats.visits
    finally(function() core.clock = clock end)
    core.clock = function() return clock() + math.min(asked, 2) end
    function rules.successors(p)
      asked = asked + 1
      return successors(p)
    end
    assert.equal(expected, gts.search(rules, options).stats.visits)
  end)

  it("packs strings by characters, floats by bits, and numbers beside strings, compiled or not #plain", function()
    local rules = { name = "row", start = { row = ".......", by = 1, sum = 0.5, last = "none" }, version = "1" }
    function rules.successors(p)
      local list = {}
      for i = 1, #p.row do
        if p.row:sub(i, i) == "." then
          local row = p.row:sub(1, i - 1) .. (p.by == 1 and "X" or "O") .. p.row:sub(i + 1)
          list[#list + 1] = { row = row, by = 3 - p.by, sum = p.sum + (p.by == 1 and i / 8 or -i / 4), last = i > 2 and i or 0.5 }
        end
      end
      return list
    end
    function rules.evaluate(p) return p.row:find("XX", 1, true) and p.sum or -p.sum end
    local expected = gts.search(tables.copy(rules, { key = image.of }), { algorithm = "ttalphabeta" }).stats.visits
    for _, native in ipairs { false, true } do
      local r = gts.search(rules, { algorithm = "ttalphabeta", native = native })
      assert.same({ expected, native }, { r.stats.visits, r.native })
    end
    local of = gts.game(rules)
    assert(keys.of(of))
    assert.matches("key +compiled", tostring(gts.native(of)))
  end)

  -- Nim with one board. `hidden`: where it keeps whose turn it is, which nobody asks.
  local function on_board(hidden)
    local board, turn, state = { heaps = { 3, 4, 5 }, by = "max" }, 1, { turn = 1 }
    local rules = { name = "board", start = board, range = { -1, 1 }, turn = 1 }
    local function switch(b)
      b.by = b.by == "max" and "min" or "max"
      if hidden == "turn" then turn = -turn elseif hidden == "state" then state.turn = -state.turn
      elseif hidden == "rules" then rules.turn = -rules.turn elseif hidden == "_ENV" then _G.turn = -(_G.turn or 1) end
    end
    function rules.moves(b)
      local list = {}
      for h = 1, 3 do for left = 0, b.heaps[h] - 1 do list[#list + 1] = 10 * h + left end end
      return list
    end
    function rules.play(b, move)
      local was = b.heaps[move // 10]
      b.heaps[move // 10] = move % 10
      switch(b)
      return was
    end
    function rules.undo(b, move, was)
      b.heaps[move // 10] = was
      switch(b)
    end
    function rules.player(b) return b.by end
    function rules.evaluate(b) return b.by == "max" and -1 or 1 end
    return rules
  end

  it("is that of the board, where rules play moves on one, and leaves it as it was", function()
    local by_hand = tables.copy(on_board(), { key = function(b) return table.concat(b.heaps, " ") .. b.by end })
    local rules = on_board()
    for _, options in ipairs { { algorithm = "ttalphabeta", table = 1 << 20 }, { algorithm = "mtd" },
                               { algorithm = "dfpn", goal = 1 }, { algorithm = "mcts", iterations = 500, table = 1 << 20 } } do
      local expected, is = gts.search(by_hand, options), gts.search(rules, options)
      assert.same({ expected.value, expected.stats.visits, expected.stats.hits }, { is.value, is.stats.visits, is.stats.hits })
    end
    assert.same({ heaps = { 3, 4, 5 }, by = "max" }, rules.start)
    assert.equal(gts.perft(by_hand, 4, { distinct = true })[4], gts.perft(rules, 4, { distinct = true })[4])
    local of = gts.game(rules)
    local first = gts.moves(of)[1].position
    assert.equal(gts.canonical(of, first), gts.canonical(of, gts.moves(of)[1].position))
    assert.not_equal(gts.canonical(of, first), gts.canonical(of))
    assert.same({ heaps = { 3, 4, 5 }, by = "max" }, rules.start)
    local plain, without = gts.search(rules, { algorithm = "negascout", depth = 4 }), tables.copy(rules, { key = false })
    assert.equal(plain.stats.visits, gts.search(without, { algorithm = "negascout", depth = 4 }).stats.visits)
    assert.equal("table", type(gts.best(rules, nil, { depth = 3 }).stats.table))
    local played = on_board()                   -- a board in the middle of the game, after it was looked at
    gts.search(played, { algorithm = "mtd", depth = 2 })
    played.play(played.start, 32)
    local there, expected = gts.search(played, { algorithm = "mtd" }), gts.search(heaps(), { algorithm = "mtd",
      position = { heaps = { 3, 4, 2 }, by = "min" } })
    assert.same({ expected.value, expected.stats.visits }, { there.value, there.stats.visits })
  end)

  it("is not made where rules with one board keep a part of the position beside it, which is named", function()
    for _, hidden in ipairs { "turn", "state", "rules", "_ENV" } do
      assert.matches("the variable '" .. hidden .. "' of the rules, which is not on the board, changes with moves",
        errors.complaint(gts.search, on_board(hidden), { algorithm = "mtd" }))
      assert.is_nil(gts.best(on_board(hidden), nil, { depth = 2 }).stats.table)
    end
    _G.turn = nil
    assert.matches("'turn' of the rules", gts.check(on_board "turn", { time = 0.1 }).speed.keyless)
  end)

  it("is made in confined rules, too", function()
    local text = [[
      local rules = { name = "confined", start = { n = 0 }, evaluate = function(p) return p.n % 7 end }
      function rules.successors(p) return p.n < 9 and { { n = p.n + 1 }, { n = p.n + 2 } } or {} end
      return rules]]
    local options = { algorithm = "ttalphabeta", depth = 9 }
    assert.equal(gts.search(load(text)(), options).stats.visits, gts.confine { name = "confined", text = text }:search(options)
      .stats.visits)
    local board = [[
      local turn = 1
      return { name = "board", start = { n = 0 }, moves = function(b) return b.n < 9 and { 1, 2 } or {} end,
        play = function(b, m) b.n, turn = b.n + m, HIDDEN end, undo = function(b, m) b.n, turn = b.n - m, HIDDEN end,
        evaluate = function(b) return b.n end }]]
    local function search(text_of) return gts.confine { name = "board", text = text_of }:search(options) end
    assert.equal(gts.search(load((board:gsub("HIDDEN", "1")))(), options).stats.visits,
      search((board:gsub("HIDDEN", "1"))).stats.visits)
    assert.matches("the variable 'turn' of the rules", errors.complaint(search, (board:gsub("HIDDEN", "-turn"))))
  end)

  it("is wrong for positions that do not hold all of the position, which gts.check finds", function()
    local turn = 1
    local report = gts.check({ name = "beside", start = { 1 }, evaluate = function(p) return turn * p[1] end,
      successors = function(p)
        turn = -turn
        return p[1] < 6 and { { p[1] + 1 }, { p[1] + 2 } } or {}
      end }, { positions = 60, time = 60 })
    assert.equal("differs", report[1].kind)
  end)

  it("is not made where positions hold what cannot be told apart, which is named", function()
    local function said(start, more)
      local of = { name = "x", start = start, successors = function() return {} end, evaluate = function() return 0 end }
      return errors.complaint(gts.search, tables.copy(of, more), { algorithm = "mtd" })
    end
    local round = {}
    round.again = round
    for _, row in ipairs {
      { { f = print }, "start.f is a function" }, { { io.stdout }, "start[] is a userdata" },
      { setmetatable({}, { __index = print }), "start has a metatable whose __index is no table" },
      { { { 1 }, setmetatable({ 1 }, {}) }, "start[] has not always the same metatable" },
      { round, "start.again.again.again.again.again.again has tables more than 6 deep" }, { { 0 / 0 }, "start[] is a nan" },
      { { [true] = 1 }, "start has the key true" }, { { [1.5] = 1 }, "start has the key 1.5" },
      { { [1001] = 1 }, "start has more than 1000 elements" },
    } do
      local text = said(row[1])
      assert(text:find("gts makes none, as " .. row[2], 1, true), text)
    end
    local wall, gold = {}, {}                   -- told apart by being another table
    local by_identity = { successors = function(p) return p.n < 9 and { { n = p.n + 1, p[1] }, { n = p.n + 1, gold } } or {} end }
    assert.matches("a position%[%] holds empty tables that are not the same one", said({ n = 0, wall }, by_identity))
    assert.matches("start.x is %-0.0", said { x = -0.0 })
    local many = {}
    for i = 1, 500 do many[i] = i end
    assert.matches("more to a position than 248 bits", said(many))
    assert.matches("rules.key is 1: expected a function or false", errors.complaint(gts.game, { name = "x", start = 1, key = 1,
      successors = function() return {} end, evaluate = function() return 0 end }))
  end)
end)
