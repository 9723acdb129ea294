-- What gts.check says of the speed of rules, and which fields of a position only make equal positions look different.

local core = require "gts.core"
local gts = require "gts"
local speed = require "gts.check.speed"
local surplus = require "gts.check.surplus"
local tables = require "gts.base.tables"

-- A walk of two kings on a board of 4 by 4: who reaches the other side wins. Positions have what `more` gives, made of the
-- position before, the move and the position; `over` says whether that ends the game.
local function kings(start, more, over)
  local rules = { name = "kings", range = { -1, 1 }, start = tables.copy({ a = 2, b = 15, turn = "max" }, start) }
  local function value(p) return p.a > 12 and 1 or p.b < 5 and -1 or 0 end
  function rules.player(p) return p.turn end
  function rules.evaluate(p) return value(p) end
  function rules.successors(p)
    local list, moves = {}, {}
    if value(p) ~= 0 or over and over(p) then return list, moves end
    local mine, other = p.turn == "max" and "a" or "b", p.turn == "max" and "b" or "a"
    for _, step in ipairs { -4, -1, 1, 4 } do
      local to = p[mine] + step
      local leaves_row = (step == 1 and p[mine] % 4 == 0) or (step == -1 and p[mine] % 4 == 1)
      if to >= 1 and to <= 16 and to ~= p[other] and not leaves_row then
        local q = { a = p.a, b = p.b, turn = p.turn == "max" and "min" or "max" }
        q[mine] = to
        list[#list + 1], moves[#moves + 1] = tables.copy(q, more(p, step, q)), step
      end
    end
    return list, moves
  end
  return rules
end

-- The fields that no rule reads, each with the numbers of positions.
local function fields(rules)
  local meter = speed.meter(gts.game(rules), { seconds = 1000 })
  meter:begin "fields"
  return surplus.fields(meter)
end

local function names(rules)
  return table.concat(tables.map(fields(rules), function(field) return field.name end), " ")
end

local function id(p) return p.a .. " " .. p.b .. p.turn end

-- The history of positions, by how often each was there.
local function visited(p, _, q)
  local history = tables.copy(p.history)
  history[id(q)] = (history[id(q)] or 0) + 1
  return { history = history }
end

describe("a field that no rule reads #lua", function()
  it("is a counter of moves, with the positions that are left without it", function()
    local found = fields(kings({ n = 0 }, function(p) return { n = p.n + 1 } end))
    assert.equal("n", found[1].name)
    -- By walking: all positions within as many plies, with the ply and without.
    local seen, apart, count, counted = {}, {}, 0, 0
    local rules = kings({}, function() return {} end)
    local level = { rules.start }
    for ply = 0, found[1].depth do
      local below = {}
      for _, p in ipairs(level) do
        if not apart[ply .. id(p)] then
          apart[ply .. id(p)], counted = true, counted + 1
          if not seen[id(p)] then seen[id(p)], count = true, count + 1 end
          table.move(rules.successors(p), 1, 8, #below + 1, below)
        end
      end
      level = below
    end
    assert.same({ counted, count, 1 }, { found[1].with, found[1].without, #found })
    assert(count < counted)
  end)

  it("is a list of the moves played, a text of them, a flag, and an integer of several", function()
    assert.equal("more.log", names(kings({ more = { log = {}, size = 4 } }, function(p, step)
      local log = table.move(p.more.log, 1, #p.more.log, 1, {})
      log[#log + 1] = step
      return { more = { log = log, size = 4 } }
    end, function(p) return p.more.size ~= 4 end)))
    assert.equal("log", names(kings({ log = "" }, function(p, step) return { log = p.log .. step } end)))
    assert.equal("even", names(kings({ even = true }, function(_, step) return { even = step % 4 == 0 } end)))
    local words = { name = "words", words = 3, start = { 0, 0, 0 }, evaluate = function(a) return a end }
    function words.next(a, b, c, move)
      local m = (move or 0) + 1
      if m <= 3 and b < 6 then return m, (a + m) % 5, b + 1, c * 3 + m end
    end
    assert.equal("[3]", names(words))
  end)

  it("is none that ends the game late, by a number, a repetition, or the length of a list", function()
    local function counted(p) return { n = p.n + 1 } end
    for _, limit in ipairs { function(p) return p.n == 150 end, function(p) return p.n > 500 end,
                             function(p) return p.n == 123456 end, function(p) while p.n > 900 do p = p end end } do
      assert.equal("", names(kings({ n = 0 }, counted, limit)))
    end
    assert.equal("", names(kings({ n = 0 }, function(p) return { n = p.n + 1 } end, function(p) return p.n % 7 == 6 end)))
    assert.equal("", names(kings({ history = {} }, visited, function(p) return (p.history[id(p)] or 0) >= 3 end)))
    assert.equal("", names(kings({ log = {} }, function(p, step)
      local log = table.move(p.log, 1, #p.log, 1, {})
      log[#log + 1] = step
      return { log = log }
    end, function(p) return #p.log > 200 end)))
    assert.equal("history", names(kings({ history = {} }, visited)))
  end)

  it("is none of rules with a key, with one board, of texts and integers", function()
    local rules = kings({ n = 0 }, function(p) return { n = p.n + 1 } end)
    rules.key = id
    assert.equal("", names(rules))
    assert.equal("", names { name = "text", start = "a", evaluate = function(p) return #p end,
      successors = function(p) return #p < 5 and { p .. "a", p .. "b" } or {} end })
    assert.equal("", names(gts.game "nim"))
    local board = { n = 0 }
    assert.equal("", names { name = "board", start = board, moves = function(b) return b.n < 5 and { 1, 2 } or {} end,
      play = function(b, m) b.n = b.n + m end, undo = function(b, m) b.n = b.n - m end, evaluate = function(b) return b.n end })
    assert.same({ n = 0 }, board)
  end)
end)

-- A ternary tree of ten plies, whose estimates are of no order; `more` is of its rules.
local function ternary(more)
  local rules = { name = "ternary", start = 1, range = { -100, 100 } }
  function rules.successors(p) return p < 59049 and { 3 * p - 1, 3 * p, 3 * p + 1 } or {} end
  function rules.evaluate(p) return p * 7919 % 101 - 50 end
  return tables.copy(rules, more)
end

local function visits(rules, options)
  return gts.search(rules, tables.copy({ native = false }, options)).stats.visits
end

local function measure(of, seconds) return speed.measure(of, { seconds = seconds, native = { compiled = true } }) end

describe("the speed of rules #lua", function()
  it("is measured by the clock: rules that take twice as long are half as fast, and take the time", function()
    local function slow(seconds)
      local evaluate = ternary().evaluate
      return measure(gts.game(ternary { evaluate = function(p)
        core.clock(seconds)
        return evaluate(p)
      end }), 8)
    end
    local one, two = slow(0.004), slow(0.008)
    assert(math.abs(one.lua / two.lua - 2) < 0.3, one.lua / two.lua)
    assert(one.share > 0.9, one.share)
  end)

  it("has what a table, the best order and known wins leave of the visits", function()
    local rules = ternary { bounds = false, successors = function(p) return p < 2000 and { p + 5, p + 3, 2 * p } or {} end }
    rules.bounds = nil
    local data = measure(gts.game(rules), 4)
    assert.equal("one integer", data.positions)
    local function part(options, other) return visits(rules, options) / visits(rules, other) end
    assert.equal(part({ algorithm = "ttalphabeta", depth = data.table_depth, table = 1 << 20 },
      { algorithm = "alphabeta", depth = data.table_depth }), data.table)
    local function minimax(p, player, depth)
      local list, best = depth > 0 and rules.successors(p) or {}, nil
      for _, q in ipairs(list) do
        local value = minimax(q, player == "max" and "min" or "max", depth - 1)
        if not best or (player == "max") == (value > best) then best = value end
      end
      return best or rules.evaluate(p)
    end
    local depth = data.order_depth
    local function sorted(p, player, left)
      local list, values = rules.successors(p), {}
      for i, q in ipairs(list) do values[q] = { minimax(q, player == "max" and "min" or "max", left - 1), i } end
      table.sort(list, function(a, b)
        local x, y = values[a], values[b]
        if x[1] ~= y[1] then return (player == "max") == (x[1] > y[1]) end
        return x[2] < y[2]
      end)
      return list
    end
    local best = { name = "sorted", start = { 1, "max", depth }, evaluate = function(p) return rules.evaluate(p[1]) end }
    function best.successors(p)
      return tables.map(p[3] > 0 and sorted(p[1], p[2], p[3]) or {}, function(q)
        return { q, p[2] == "max" and "min" or "max", p[3] - 1 }
      end)
    end
    assert(depth >= 3, depth)
    assert.equal(visits(best, { algorithm = "negascout", depth = depth })
      / visits(rules, { algorithm = "negascout", depth = depth, order = { "history" } }), data.rank)
  end)

  it("has what bounds leave that see wins by the next move, and none of rules that have bounds and rank", function()
    local over = { [9] = 100, [13] = 100, [14] = -100, [21] = -100, [28] = 100, [33] = -100, [45] = 100, [61] = -100 }
    local rules = ternary { terminal = function(p) return over[p] ~= nil end }
    local evaluate, successors = rules.evaluate, rules.successors
    function rules.evaluate(p) return over[p] or evaluate(p) end
    local data = measure(gts.game(rules), 4)
    local bounded = tables.copy(rules, { start = { 1, "max" }, key = false })
    function bounded.terminal(p) return over[p[1]] ~= nil end
    function bounded.evaluate(p) return rules.evaluate(p[1]) end
    function bounded.successors(p)
      return tables.map(successors(p[1]), function(q) return { q, p[2] == "max" and "min" or "max" } end)
    end
    local plain = visits(bounded, { algorithm = "negascout", depth = data.order_depth })
    function bounded.bounds(p)
      local won = p[2] == "max" and 100 or -100
      for _, q in ipairs(over[p[1]] and {} or successors(p[1])) do
        if over[q] == won then return won, won end
      end
      return -100, 100
    end
    assert(data.bounds < 1)
    assert.equal(visits(bounded, { algorithm = "negascout", depth = data.order_depth }) / plain, data.bounds)
    rules.bounds, rules.rank = function() return -100, 100 end, function() return 0 end
    data = measure(gts.game(rules), 1)
    assert.same({}, { data.bounds, data.rank })
  end)

  it("is nothing where the game is over, rules fail, or have no end", function()
    local function measured(more) return measure(gts.game(ternary(more)), 0.5) end
    local function fails() error "no" end
    for _, more in ipairs { { start = 100000 }, { evaluate = fails }, { successors = fails },
                            { evaluate = function(p) while p > 1 do p = p + 1 end return 0 end, range = { 0, 1 } } } do
      local data = measured(more)
      assert.same({ "one integer" }, { data.positions, data.lua, data.rank, data.table })
    end
  end)

  it("is said in few lines, and the worst of them in one", function()
    local data = { positions = "tables", lua = 1000.4, compiled = 5e6, share = 0.9, table = 0.25, table_depth = 7, rank = 0.95,
      bounds = 0.5, order_depth = 3, seconds = 0.5, fields = { { name = "n", with = 700, without = 200, depth = 6 } } }
    local text = speed.text(data)
    assert.truthy(text:find("5,000,000 visits a second compiled, 1,000 in Lua", 1, true))
    assert.truthy(text:find("rules take 90 %% of the time: .*gain at most 10 times %(a bound%)"))
    assert.truthy(text:find("no rule reads 'n': without it 29 % of 700 positions within 6 plies are left", 1, true))
    assert.is_nil(text:find("rank", 1, true))
    assert.equal(5, select(2, text:gsub("\n", "\n")))
    assert.matches("^key: no rule reads 'n'", speed.worst(data))
    data.fields = {}
    assert.is_nil(speed.worst(data))
    data.keyless = "start.f is a function"
    assert.matches("^table: none: start.f is a function; with a key it would leave 25 %% of the visits", speed.worst(data))
    data.compiled, data.reason = nil, "rules.next is not compiled: here"
    assert.matches("^rules: 1,000 visits a second in Lua: rules.next is not compiled: here", speed.worst(data))
    assert.is_nil(speed.text { seconds = 0.1 })
  end)

  it("is said by commands in a line on a terminal, of rules from files and of no trees", function()
    local output, answer = require "gts.program.output", require "gts.program.answer"
    local pieces, measured, said = output.pieces, speed.measure, {}
    output.pieces = function(where, list) said[#said + 1] = where .. " " .. list[1][1] end
    speed.measure = function() return { keyless = "start.f is a function", table = 0.2, table_depth = 5, seconds = 0.1 } end
    local function note(call, shows, of)
      answer.note_slow(call, { shows = function(where) return shows and where == "errors" end }, of)
    end
    local of = gts.game(ternary())
    local ok, wrong = pcall(function()
      note({ game = "./mine.lua" }, false, of)
      note({ game = "./mine.lua", json = true }, true, of)
      note({ game = "nim" }, true, of)
      note({ game = "tree" }, true, gts.tree { 1, 2 })
      assert.same({}, said)
      note({ game = "./mine.lua" }, true, of)
    end)
    output.pieces, speed.measure = pieces, measured
    assert(ok, wrong)
    assert.same({ "errors gts: slow: table: none: start.f is a function; with a key it would leave 20 % of the visits at "
      .. "depth 5; see gts check\n" }, said)
  end)

  it("is in the report of rules without mistakes, and only there", function()
    local rules = kings({ n = 0 }, function(p) return { n = p.n + 1 } end)
    rules.cycle = 0
    local report = gts.check(rules, { time = 0.1 })
    assert.same({ true, "tables" }, { report.clean, report.speed.positions })
    assert.is_nil(gts.check(rules, { positions = 20, time = 60 }).speed)        -- it is the same each time
    rules.evaluate = function() return 2 end
    assert.is_nil(gts.check(rules, { time = 0.1 }).speed)
  end)
end)
