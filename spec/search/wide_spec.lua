-- Positions of more words than the engine's own: a game coded in 5, 7 or 16 words is searched as it is in two.

local errors = require "spec.support.errors"
local gts = require "gts"
local run = require "spec.support.run"
local tables = require "gts.base.tables"
local wide = require "spec.support.wide"

local with = tables.copy
local complaint, says = errors.complaint, errors.says

-- A tree of two words: h, a hash, whose lowest bit may be the player to move; and how many plies are left, with other bits below.
local LEFT = 1 << 56

local function hashed(more)
  local rules = { name = "hashed", words = 2, start = { 77, 7 * LEFT + 5 }, range = { -40, 40 } }
  function rules.next(h, left, move)
    local m = (move or 0) + 1
    if m > 2 + (h >> 20 & 1) or left < LEFT then return nil end
    return m, (h ~ h >> 29) * 0x5851F42D4C957F2D + m * 0x14057B7EF767814F, left - LEFT ~ m
  end
  function rules.evaluate(h) return (h >> 33) % 81 - 40 end
  return gts.game(tables.copy(rules, more))
end

local function player(h) return h & 1 == 0 and "max" or "min" end
local function terminal(_, left) return left < LEFT end

-- Of a leaf its value, else the range.
local function bounds(h, left)
  if left < LEFT then return (h >> 33) % 81 - 40, (h >> 33) % 81 - 40 end
  return -40, 40
end

local games = {
  { 5, hashed() },
  { 7, gts.game("connect4", { columns = 4, rows = 4, plain = true }), depth = 7 },
  { 16, hashed { player = player, terminal = terminal, bounds = bounds } },
}

local function outcome(game, options)
  local r = gts.search(game, options)
  local line = {}
  for i, position in ipairs(r.line) do line[i] = table.concat(wide.narrow(position), " ") end
  return {
    value = r.value, lower = r.lower, upper = r.upper, solved = r.solved, move = r.move, pv = table.concat(r.pv, " "),
    depth = r.depth, visits = r.stats.visits, leaves = r.stats.leaves, developed = r.stats.developed, peak = r.stats.peak,
    line = line, proof = r.proof and { r.proof.min, r.proof.max },
  }
end

-- Searches the game as it is, and in many words, in Lua and compiled.
local function same(words, game, options)
  local expected = outcome(game, with(options, { native = false }))
  local told = wide.of(game, words)
  for _, native in ipairs { false, true } do assert.same(expected, outcome(told, with(options, { native = native }))) end
end

-- No playouts: of positions in rows they draw other moves, with equal probabilities.
local function rollout_of(algorithm) return table.concat(algorithm.options, " "):find "rollout" and 0 or nil end

describe("a game of many words", function()
  for _, algorithm in ipairs(gts.algorithms) do
    it("is searched as in two words by " .. algorithm.id, function()
      for _, game in ipairs(games) do
        same(game[1], game[2], { algorithm = algorithm.id, depth = game.depth, rollout = rollout_of(algorithm) })
      end
    end)
  end

  -- By chance a move is a text, which compiled rules do not know: so one walk is now theirs, now Lua's.
  it("is searched as in two words by rules that are compiled and give up now and then", function()
    local texts = {}
    for i = 1, 4 do texts[i] = tostring(i) end
    local some = hashed()
    local next_of = some.next
    local game = hashed {
      next = function(h, left, move)
        local m, a, b = next_of(h, left, move and move + 0)
        if not m then return nil end
        return a >> 40 & 3 == 1 and texts[m] or m, a, b
      end,
    }
    for _, options in ipairs {
      { algorithm = "alphabeta" }, { algorithm = "alphabeta", deepen = true }, { algorithm = "negascout", table = 1 << 18 },
      { algorithm = "ttalphabeta", deepen = true }, { algorithm = "mtd", order = { "table", "history" }, deepen = true },
      { algorithm = "negascout", order = { "killer", "lookahead" } }, { algorithm = "sss2" }, { algorithm = "recdual" },
      { algorithm = "memsss", entries = 20, depth = 7, branching = 3 }, { algorithm = "hstarstar" },
      { algorithm = "rsearch", pseudo = 2 },
    } do same(6, game, options) end
  end)

  it("differs from others by all its words, in a table of any size, however the search goes #thorough", function()
    for _, game in ipairs(games) do
      for _, id in ipairs { "ttalphabeta", "negascout", "mtd" } do
        for _, size in ipairs { 1, 200, 1 << 20 } do
          for _, more in ipairs { { deepen = true }, { order = { "table", "killer" } }, { order = { "lookahead" } } } do
            local options = with(more, { algorithm = id, depth = game.depth })
            local expected = outcome(game[2], with(options, { native = false, table = 1 << 20 }))
            for _, native in ipairs { false, true } do
              local got = outcome(wide.of(game[2], game[1]), with(options, { native = native, table = size }))
              if size == 1 << 20 then assert.same(expected, got) end
              assert(got.value == expected.value and got.solved == expected.solved, "another value")
            end
          end
        end
      end
    end
  end)

  it("has keys of its rules as others have", function()
    for _, key in ipairs { function(h, left) return h ~ left end, function(h, left) return ("%x %x"):format(h, left) end } do
      local game = hashed { key = key }
      for _, words in ipairs { 5, 16 } do
        local expected = outcome(game, { algorithm = "ttalphabeta", native = false })
        assert.same(expected, outcome(wide.of(game, words), { algorithm = "ttalphabeta", native = false }))
        local integers = math.type(key(1, 2)) == "integer"
        assert.same(expected, outcome(wide.of(game, words), { algorithm = "ttalphabeta", native = integers or "auto" }))
      end
    end
  end)

  it("is stored by its remaining value, where it has a score", function()
    local dots = gts.game("dots", { columns = 2, rows = 2 })
    assert(dots.score and dots.key)
    for _, id in ipairs { "ttalphabeta", "mtd" } do same(9, dots, { algorithm = id, depth = 9, deepen = id == "mtd" }) end
  end)

  it("is proved, and the proof is verified, by best-first search as by depth-first", function()
    for _, game in ipairs(games) do
      local told = wide.of(game[2], game[1])
      for _, id in ipairs { "alphabeta", "mtd", "sss2", "hstarstar" } do
        local options = { algorithm = id, depth = game.depth, solution = true }
        same(game[1], game[2], options)
        local r = gts.search(told, options)
        local verdict = assert(gts.verify(told, r.proof))
        assert(verdict.exact and verdict.lower == r.value)
        assert(gts.verify(told, tostring(r.proof)))
      end
    end
  end)

  it("goes round in circles as others do", function()
    -- A walk round eight places, one or two steps on or one back, that ends at two of them.
    local rules = { name = "round", words = 2, start = { 3 << 9, 1 }, cycle = 0, range = { -5, 5 } }
    function rules.next(at, turn, move)
      local m, place = (move or 0) + 1, at >> 9
      if m > 3 or place % 7 == 0 then return nil end
      return m, (place + (m == 1 and 2 or m == 2 and -1 or 1) & 7) << 9, -turn
    end
    function rules.evaluate(at) return (at >> 9) % 11 - 5 end
    local game = gts.game(rules)
    for _, id in ipairs { "alphabeta", "ttalphabeta", "negascout", "mtd" } do
      for _, words in ipairs { 5, 16 } do
        for _, depth in ipairs { 9, false } do
          same(words, game, { algorithm = id, depth = depth or nil })
          same(words, game, { algorithm = id, depth = depth or nil, deepen = true })
        end
      end
    end
  end)

  it("that goes round in circles without end is said to, with a position", function()
    local rules = { name = "round", words = 2, start = { 1, 1 }, evaluate = function() return 0 end }
    function rules.next(at, turn, move) if not move then return 1, at + 1 & 3, turn end end
    for _, native in ipairs { false, true } do
      local wrong = complaint(gts.search, wide.of(gts.game(rules), 5), { native = native })
      says(wrong, "the game goes in circles, position {", "again after 4")
    end
  end)

  it("is as deep as may be", function()
    local plies = 6000          -- what tcc compiles takes more of the stack
    local deep = { name = "deep", words = 2, start = { plies, -1 }, range = { -1, 1 }, evaluate = function() return 1 end }
    function deep.next(n, b, move) if not move and n > 0 then return 1, n - 1, b end end
    for _, id in ipairs { "alphabeta", "ttalphabeta", "sss2" } do
      for _, native in ipairs { false, true } do
        local r = gts.search(wide.of(gts.game(deep), 16), { algorithm = id, native = native, longest = plies })
        assert(r.value == 1 and r.solved)
        if id ~= "sss2" then assert.same({ 0, -1 }, wide.narrow(r.line[plies])) end
      end
    end
  end)

  it("is played, counted, analysed and written as others are", function()
    local game = games[2][2]
    local told = wide.of(game, 7)
    told.show = nil
    for i, entry in ipairs(gts.moves(told)) do
      assert.equal(gts.moves(game)[i].move, entry.move)
      assert.same(gts.moves(game)[i].position, wide.narrow(entry.position))
      assert.same(entry.position, gts.read(told, gts.write(told, entry.position)))
      assert.same(entry.position, gts.apply(told, nil, entry.move))
    end
    for _, native in ipairs { false, true } do
      local counts, expected = gts.perft(told, 5, { native = native }), gts.perft(game, 5)
      for depth = 1, 5 do assert.equal(expected[depth], counts[depth]) end
    end
    assert.same({ gts.perft(game, 4, { distinct = true })[4] }, { gts.perft(told, 4, { distinct = true })[4] })
    local rows, expected = gts.analyze(told, { depth = 4 }), gts.analyze(game, { depth = 4 })
    for i, row in ipairs(expected) do assert(row.move == rows[i].move and row.value == rows[i].value) end
    assert.equal(gts.best(game, nil, { depth = 4 }).value, gts.best(told, nil, { depth = 4 }).value)
    local report = gts.check(told, { seed = 1, depth = 6, time = 0.1 })
    assert(report.clean, tostring(report))
  end)

  it("is traced and recorded with its positions, and rules of selection, order and pseudo-terminals see them", function()
    local game = games[1][2]
    local told = wide.of(game, 5)
    local function events(of, algorithm, back)
      local list = {}
      gts.search(of, { depth = 4, algorithm = algorithm.id, rollout = rollout_of(algorithm), trace = function(event)
        list[#list + 1] = event.kind .. " " .. event.path .. " " .. table.concat(back(event.position or { 0, 0 }), " ")
        if #list % 16 == 0 then event:open() end
      end })
      return list
    end
    for _, algorithm in ipairs(gts.algorithms) do
      assert.same(events(game, algorithm, function(p) return p end), events(told, algorithm, wide.narrow))
    end
    local seen = 0
    local function look(position)
      assert(#position == 5)
      seen = seen + 1
      return 0
    end
    local function merit(position, _, after) return look(position) + look(after) end
    gts.search(told, { algorithm = "negascout", depth = 4, order = { merit } })
    gts.search(told, { algorithm = "rsearch", depth = 4, pseudo = function(position) return look(position) == 1 end,
      select = function(node)
        look(node.position)
        look(node[1].position)
        return node[1]
      end })
    assert(seen > 20)
    local recording = gts.record(told, { depth = 3 })
    assert(#gts.draw(recording, "svg") > 1000)
  end)

  it("has its table saved and loaded again", function()
    local folder, gone <close> = run.folder()
    for _, game in ipairs(games) do
      local told, name = gts.game(wide.of(game[2], game[1])), folder .. "/" .. game[1]
      local kept = gts.table { bytes = 1 << 22 }
      local r = gts.search(told, { algorithm = "ttalphabeta", depth = game.depth, table = kept })
      assert(kept:save(name))
      local loaded = gts.table { file = name, game = told, bytes = 1 << 22 }
      local again = gts.search(told, { algorithm = "ttalphabeta", depth = game.depth, table = loaded })
      assert(again.value == r.value and again.move == r.move and again.stats.leaves == 0)
      run.write(name, run.read(name):sub(1, -9))
      says(complaint(gts.table, { file = name }), "is truncated or damaged")
    end
    local kept = gts.table()
    gts.search(wide.of(hashed(), 5), { algorithm = "ttalphabeta", table = kept })
    assert.has_error(function() gts.search(wide.of(hashed(), 6), { algorithm = "ttalphabeta", table = kept }) end)
  end)

  it("is searched in a separate process, from a file", function()
    local folder, gone <close> = run.folder()
    run.write(folder .. "/wide.lua", [[
      local rules = { name = "wide", words = 6, start = { 3, 0, 0, 0, 0, 9 } }
      function rules.next(n, a, b, c, d, e, move)
        local m = (move or 0) + 1
        if m <= 2 and n > 0 then return m, n - 1, b + m, c, d, e, a end
      end
      function rules.evaluate(_, a, b, c, d, e) return a + 2 * b - c - d + e end
      return rules]])
    local plain = gts.search(folder .. "/wide.lua")
    local apart = gts.confine(folder .. "/wide.lua"):search {}
    assert(apart.value == plain.value and apart.move == plain.move)
    assert.same(plain.line, apart.line)
  end)

  it("stays within its memory", function()
    local told = wide.of(hashed { start = { 77, 30 * LEFT } }, 16)
    for _, native in ipairs { false, true } do
      local r = gts.search(told, { algorithm = "sss2", memory = 200000, native = native })
      assert.equal("memory", r.stopped)
      assert(r.stats.bytes <= 200000)
      r = gts.search(told, { algorithm = "alphabeta", depth = 11, native = native })
      assert(r.stats.visits > 5000 and r.stats.bytes < 50000, "what was kept is not used again")
    end
  end)
end)

describe("rules of many words that are wrong", function()
  local start = { 1, 2, 3, 4, 5, 6 }
  local function rules(more)
    local made = { name = "wrong", words = 6, start = start, evaluate = function() return 0 end }
    function made.next(a, b, c, d, e, f, move) if not move and a < 9 then return 7, a + 1, b, c, d, e, f end end
    return tables.copy(made, more)
  end

  it("get the limits in errors: how many words there may be, and what each must be", function()
    says(complaint(gts.game, rules { words = 17 }), "rules.words is 17", "from 1 to 16")
    says(complaint(gts.game, rules { words = 5 }), "rules.start", "list of 5 integers")
    says(complaint(gts.search, rules {}, { position = { 1, 2 } }), "position", "list of 6 integers")
    local answers = {
      [{ "nil", 6 }] = function(_, _, _, _, _, _, move) if not move then return 7, 1, 2, 3, 4, 5 end end,
      [{ "1.5", 3 }] = function(_, _, _, _, _, _, move) if not move then return 7, 1, 2, 1.5, 4, 5, 6 end end,
      [{ "'x'", 1 }] = function(_, _, _, _, _, _, move) if not move then return 7, "x", 2, 3, 4, 5, 6 end end,
      [{ "a table", 5 }] = function(_, _, _, _, _, _, move) if not move then return 7, 1, 2, 3, 4, {}, 6 end end,
    }
    for what, next in pairs(answers) do
      for _, native in ipairs { false, "auto" } do
        says(complaint(gts.search, rules { next = next }, { native = native }),
          ("rules.next returned %s for position {1, 2, 3, 4, 5, 6}"):format(what[1]), "an integer for each word")
      end
    end
    says(complaint(gts.search, rules { evaluate = function() return "x" end }), "position {9, 2, 3, 4, 5, 6}: expected a number")
    local raised = complaint(gts.search, rules { evaluate = function() error "here" end })
    says(raised, "(in rules.evaluate of position {9, 2, 3, 4, 5, 6}")
  end)

  it("are equal compiled, and after a fall back to Lua", function()
    local divide = rules { evaluate = function(a, b) return (a + b) // (a - 9) end }
    local lua = complaint(gts.search, divide, { native = false })
    assert.equal(lua, complaint(gts.search, divide, { native = true }))
    says(lua, "position {9, 2, 3, 4, 5, 6}")
  end)
end)
