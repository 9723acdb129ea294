-- What a call does that says little: the defaults of gts.best and gts.analyze; and what `solution = true` leaves in a result.

local core = require "gts.core"
local gts = require "gts"
local passing = require "spec.support.passing"
local pick = require "gts.base.pick"
local tables = require "gts.base.tables"
local trees = require "spec.support.trees"

-- Rules whose positions have no keys.
local function keyless()
  local rules = trees.rules({ { 3, 12 }, { 2, 4 } }, "list of tables", { key = false })
  local leaf = rules.evaluate
  rules.key = false
  rules.evaluate = function(p)
    local ok, value = pcall(leaf, p)
    return ok and value or 0
  end
  return rules
end

describe("gts.best", function()
  local with_key = {
    algorithm = "negascout", deepen = true, table = "auto", order = { "table", "killer", "history" }, drop_order = true,
    remember_leaves = false, selective = true,
  }
  local without = { algorithm = "negascout", deepen = true, order = { "killer", "history" }, drop_order = true, selective = true }

  it("picks NegaScout, deepening, with a table that grows, the table's move and history", function()
    local r = gts.best("nim", nil, { depth = 4 })
    assert.are.same(with_key, r.picked)
    for name, value in pairs(with_key) do assert.are.same(value, r.options[name]) end
    assert.are.equal(4, r.options.depth)
    assert.is_nil(r.options.time)
    assert.are.same(without, gts.best(keyless(), nil, { nodes = 1 }).picked)
    r = gts.best(keyless(), nil, { depth = 2 })
    assert.same({ 1, 3, nil }, { r.move, r.value, r.stats.table })
  end)

  it("asks the rules first where they rank moves", function()
    local rules = { name = "ranked", start = 1, evaluate = function(p) return p end, rank = function(_, move) return move end }
    function rules.next(p, move) if p < 20 and (move or 0) < 2 then return (move or 0) + 1, 2 * p + (move or 0) end end
    local r = gts.best(rules, nil, { depth = 3 })
    assert.are.same({ "table", "rules", "killer", "history" }, r.picked.order)
    assert.are.same({ "table", "rules", "killer", "history" }, r.options.order)
    rules.start, rules.key = 1.5, nil
    assert.are.same({ "rules", "killer", "history" }, gts.best(rules, nil, { depth = 2 }).picked.order)
  end)

  it("takes a second where no limit is given, and none where one is", function()
    local r = gts.best((passing(0.01)), nil, { native = false })
    assert(r.picked.time == 1 and r.options.time == 1 and r.stopped == "time" and r.seconds >= 0.99)
    for _, limit in ipairs { { depth = 1 }, { nodes = 50 }, { time = 5 } } do
      r = gts.best("nim", nil, limit)
      assert.is_nil(r.picked.time)
      assert.are.equal(limit.time, r.options.time)
    end
  end)

  it("counts the keys that gts makes in the time of the first search", function()
    for _, call in ipairs { gts.best, function(rules, _, limits) return gts.search(rules, limits) end } do
      local rules, calls = { name = "slow", start = { at = 1, turn = 1 }, evaluate = function(p) return p.at * 7919 % 101 end }, 0
      function rules.player(p) return p.turn == 1 and "max" or "min" end
      function rules.successors(p)
        local list = {}
        for i = 1, 3 do list[i] = { at = (3 * p.at + i) % 1000003, turn = 3 - p.turn } end
        core.clock(0.01)
        calls = calls + 1
        return list
      end
      local r = call(rules, nil, { time = 1, native = false })
      assert.are.equal("time", r.stopped)
      assert(r.options.time == 1 and r.seconds > 0.99 and calls <= 101, calls)
    end
  end)

  it("leaves what is given, and with another algorithm picks neither table nor order", function()
    assert.are.same({ deepen = true }, select(2, pick.options(nil, { algorithm = "mtd", depth = 1 }, true)))
    assert.are.same({ algorithm = "negascout", deepen = true, order = { "table", "killer", "history" }, drop_order = true,
    remember_leaves = false, selective = true },
      select(2, pick.options(nil, { table = 100, depth = 1 }, true)))
    assert.are.same({ algorithm = "negascout", table = "auto", order = { "table", "killer", "history" }, drop_order = true,
    remember_leaves = false, selective = true },
      select(2, pick.options(nil, { deepen = false, nodes = 1 }, true)))
  end)

  it("searches from the position that it is given, also where the options or the bounds say nothing of it", function()
    local game = gts.tree { { 3, 12 }, { 2, 4 } }
    assert.are.equal(1, gts.best(game, 1, { depth = 1 }).move)          -- MIN's, at the first child
    assert.are.equal(3, gts.best(game, 1, { depth = 1 }).value)
    assert.are.equal(2, gts.best(game, 4, { depth = 1 }).value)
    assert.are.equal(4, gts.best(game, 1, { position = 4, depth = 1 }).options.position)
    -- The bounds know the value, or the limit is too tight: the move is one of that position.
    local rules = { name = "known", start = 1, bounds = function() return 0, 0 end, evaluate = function() return 0 end }
    function rules.successors(p) return p < 100 and { 10 * p, 10 * p + 1 } or {} end
    assert.are.equal(50, gts.best(rules, 5, { depth = 2 }).position)
    local r = gts.best(rules, 5, { depth = 2 })
    assert.are.same({ { 1 }, { 50 } }, { r.pv, r.line })
    rules.bounds = nil
    r = gts.best(rules, 5, { nodes = 1 })
    assert(r.value == nil and r.position == 50 and r.line[1] == 50 and r.pv[1] == 1)
  end)
end)

describe("A search that is to deepen", function()
  it("has no limits but those that it is given", function()
    local r = gts.search("tictactoe", { deepen = true })
    assert.is_nil(r.options.time)
    assert(r.solved and not r.stopped and r.options.algorithm == "negascout")
    assert.are.equal(9, gts.search("tictactoe", { deepen = true, time = 9 }).options.time)
    assert.is_nil(gts.search("tictactoe", { deepen = true, nodes = 10 }).options.time)
  end)
end)

describe("gts.analyze", function()
  it("says how it searched: with a table where positions have keys", function()
    local list = gts.analyze("nim", { depth = 3 })
    assert.are.equal("ttalphabeta", list.algorithm)
    assert(list.depth == 3 and list.player == "max" and list.stopped == nil)
    assert(list.seconds >= 0)
    list = gts.analyze(keyless(), { depth = 2 })
    assert(list.algorithm == "alphabeta" and #list == 2)
    for _, entry in ipairs(list) do
      local fields = {}
      for name in pairs(entry) do fields[#fields + 1] = name end
      table.sort(fields)
      assert.are.equal("exact lower move name position solved upper value", table.concat(fields, " "))
    end
    assert.is_nil(gts.analyze("nim").depth)
  end)

  it("shares one table among the moves, of a size that holds them", function()
    -- Positions that are met again below every move: 2000 of them.
    local function evaluations(more)
      local count = 0
      local rules = { name = "meeting", version = "1", start = 0, player = function() return "max" end }
      function rules.evaluate(p)
        count = count + 1
        return p % 17
      end
      function rules.next(p, move)
        move = (move or 0) + 1
        if p == 0 and move <= 5 then return move, move end
        if p > 0 and p < 10 and move <= 2000 then return move, 1000 + move end
      end
      gts.analyze(rules, tables.copy({ native = false }, more))
      return count
    end
    assert.are.equal(2000, evaluations())
    assert.are.equal(2000, evaluations { table = gts.table() })
    assert(evaluations { table = gts.table { bytes = 100 } } > 2000)
  end)

  it("goes as deep as it was told, with a time and without, and stops when all is solved", function()
    local game = gts.tree { { { 1, value = 5 }, value = 7 }, { { 2, value = 6 }, value = 4 } }
    for _, limits in ipairs { { depth = 1 }, { depth = 1, time = 60 } } do
      local list = gts.analyze(game, limits)
      assert.are.same({ 7, 4, 1 }, { list[1].value, list[2].value, list.depth })
      assert(not list[1].solved and list[1].exact)
    end
    local list = gts.analyze(game, { time = 60 })
    assert.are.same({ 2, 2, 1 }, { list[1].move, list[1].value, list[2].value })
    assert(list[1].solved and list.depth == 3 and list.stopped == nil and list.seconds < 60)
    list = gts.analyze(game, { time = 60, depth = 2 })
    assert.are.same({ 6, 5, 2 }, { list[1].value, list[2].value, list.depth })
  end)

  it("looks at no further move when the time is over", function()
    local asked = 0
    local rules = { name = "slow", version = "1", start = 0 }
    function rules.successors(p) return p == 0 and { 1, 2, 3 } or {} end
    function rules.evaluate(p)
      asked = asked + 1
      core.clock(1000)
      return p
    end
    local list = gts.analyze(rules, { time = 500, native = false })
    assert.same({ 1, "time", 3, 1 }, { asked, list.stopped, #list, list[1].value, list[2].value })
  end)

  it("searches a solved move no more", function()
    local asked = {}
    local rules = { name = "short", start = 0 }
    function rules.successors(p) return p == 0 and { 1, 2 } or p == 1 and {} or p < 6 and { p + 1 } or {} end
    function rules.evaluate(p)
      asked[p] = (asked[p] or 0) + 1
      return p
    end
    rules.key = function(p) return p end
    gts.analyze(rules, { time = 60, native = false, table = gts.table { bytes = 1 } })
    assert.are.equal(2, asked[1])               -- at the horizon of the first iteration, and as what it is in the second
  end)
end)

describe("solution = true", function()
  local function fields(r)
    local copy = tables.copy(r, { stats = tables.copy(r.stats) })
    copy.seconds, copy.options, copy.proof = nil, nil, nil
    copy.stats.bytes = nil              -- the proof is held in memory too
    return copy
  end

  it("leaves a proof in the result, and everything else as it was", function()
    trees.each(200, { static = true, depth = 4 }, function(tree, seed)
      for _, id in ipairs { "alphabeta", "ttalphabeta", "sss2", "gsearch", "dual", "mtd", "memdual" } do
        for _, depth in ipairs { 2, math.huge } do
          local plain = { algorithm = id, depth = depth, deepen = seed % 2 == 0 }
          local proved = { algorithm = id, depth = depth, deepen = seed % 2 == 0, solution = true }
          local seen, also = {}, {}
          function plain.trace(event) seen[#seen + 1] = event.kind .. " " .. event.path end
          function proved.trace(event) also[#also + 1] = event.kind .. " " .. event.path end
          local r, s = gts.search(gts.tree(tree), plain), gts.search(gts.tree(tree), proved)
          assert.are.same(fields(r), fields(s))
          assert.same(seen, also)
          assert(not r.proof and s.options.solution)
          local proof = s.proof
          assert(proof.game == "tree" and proof.lower == s.value and proof.upper == s.value and proof.position == nil)
        end
      end
    end)
  end)
end)
