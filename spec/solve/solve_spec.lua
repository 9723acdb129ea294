-- gts.solve by retrograde analysis, and gts.database.

local core = require "gts.core"
local gts = require "gts"
local graphs = require "spec.support.graphs"
local no_compiler = require "spec.support.no_compiler"
local run = require "spec.support.run"
local scores = require "spec.support.scores"
local solving = require "spec.support.solving"
local trees = require "spec.support.trees"

local complaint = require("spec.support.errors").complaint
local compare, sum = solving.compare, solving.sum

local function sh(command, ...) return run.output(command:format(...)) end

local function solved(game, options)
  options = options or {}
  options.by = "retrograde"
  return gts.solve(game, options)
end

-- A game with the time that each call of rules.next takes.
local function slow(game, seconds)
  local rules = {}
  for field, value in pairs(game) do rules[field] = value end
  rules.version = "1"
  function rules.next(...)
    core.clock(seconds)
    return game.next(...)
  end
  return gts.game(rules)
end

describe("what gts.solve says", function()
  it("of the value, and of the size of a large game, is one sentence: proved, or not, and what is known", function()
    assert.matches("^value    0, proved\n", tostring(gts.solve("tictactoe")))
    local stopped = gts.solve(slow(gts.game "connect4", 1e-4), { time = 60, native = false })
    assert.same({ "search", "time" }, { stopped.by, stopped.stopped })
    assert.matches("^value    not proved within the time: it is between %-1 and 1\n", tostring(stopped))
    assert.matches("^it has more than [%d,]+,%d%d%d positions, by 30 games at random about %d+ %a+illion$", stopped.why)
    local rules = { name = "count", start = 1, evaluate = function(n) return n end }
    function rules.successors(n)
      core.clock(1)
      return n < 1 << 40 and { 2 * n, 2 * n + 1 } or {}
    end
    local unknown = gts.solve(rules, { by = "search", time = 9 })
    assert.matches("^value    not proved within the time: nothing is known of it yet\n", tostring(unknown))
  end)

  it("of the size of a database is readable", function()
    local folder <const>, gone <close> = run.folder()
    assert.is_table(gone)
    local db = folder .. "/c4"
    run.gts { "solve", "connect4", "columns=4", "rows=3", "--folder", db }
    assert.equal("every byte of 6,027 positions is as it was written\n", (run.gts { "database", db, "--check" }))
    local thousands = require "gts.core".built.zstd and "%d" or "%d%d"       -- not compressed it is more
    assert.matches(("\n6,027 positions, %s,%%d%%d%%d bytes, %%d.%%d%%d a position\n$"):format(thousands),
      (run.gts { "database", db }))
  end)
end)

describe("gts.solve by retrograde analysis", function()
  it("finds as many positions as others have counted, and the value", function()
    -- Numbers of positions: connect-4 by J. Tromp's and others' counts, tic-tac-toe is well known.
    for _, row in ipairs {
      { "tictactoe", nil, 5478, 0 }, { "connect4", { columns = 4, rows = 4 }, 161029, 0 },
      { "connect4", { columns = 4, rows = 5 }, 1706255, 0, 1 },
    } do
      if not row[5] or trees.share(10) == 10 then
        local rules = {}
        for field, value in pairs(gts.game(row[1], row[2])) do rules[field] = value end
        rules.key, rules.symmetries = nil, nil
        local r = solved(gts.game(rules))
        assert.same({ row[3], row[4], row[4], row[4], true }, { r.positions, r.value, r.lower, r.upper, r.exact and r.solved })
        assert.equal(row[3], r.database:stats().positions)
      end
    end
  end)

  it("is right on random graphs that go round in circles, in value and distance of every position", function()
    for seed = 1, trees.share(1000) do
      local graph = graphs.random(seed, { count = seed % 40 + 3, values = seed % 2 == 0 and { -1, 1 } or { -4, 4 } })
      local rules = graphs.rules(graph)
      rules.cycle = seed % 5 - 2
      local db = solved(rules, { native = false }).database
      compare(graph, db, rules.cycle)
    end
  end)

  it("ends its line where that comes round, whatever positions are", function()
    local rules = { name = "ring", start = { at = { 0 } }, cycle = 0, evaluate = function() return 1 end }
    function rules.successors(p) return { { at = { (p.at[1] + 1) % 4 } } } end
    assert.equal(4, #gts.solve(rules, { by = "retrograde" }).line)
  end)

  it("is right on random graphs without circles, whatever positions are", function()
    for seed = 1, trees.share(600) do
      local graph = graphs.random(seed, { count = seed % 40 + 3, acyclic = true })
      local form = graphs.forms[seed % #graphs.forms + 1]
      local rules = graphs.rules(graph, form)
      if seed % 3 == 0 then rules.range = { -9, 9 } end
      local r = solved(rules, { native = false })
      local value, move = graphs.oracle(graph, 1)
      assert.equal(value, r.value)
      local reached = solving.reached(graph)
      assert.equal(#reached, r.positions)
      local values, plies = compare(graph, r.database, nil, { nodes = form ~= "integers" and {} or reached })
      assert.equal(plies.max[1], r.distance)
      if #graph[1].children > 0 then assert.equal(value, values.min[graph[1].children[r.move]]) end
      assert(move)
    end
  end)

  it("is right on random trees", function()
    for seed = 1, trees.share(1000) do
      local tree = trees.random(seed)
      local value = trees.oracle(tree)
      assert.equal(value, solved(gts.tree(tree)).value)
    end
  end)

  it("goes tier by tier where the rules say how, with circles within a tier", function()
    for seed = 1, trees.share(300) do
      local rules, graph = solving.staged(seed, 40, { -2, 2 })
      local folder, gone <close> = run.folder()
      local kept = seed % 10 == 0 and folder .. "/db" or nil
      local db = solved(rules, { native = false, folder = kept }).database
      compare(graph, db, rules.cycle)
      db:close()
    end
  end)

  it("needs no tiers for positions that are no integers, whatever the rules say of them", function()
    local function up(n) return n < 9 and { n + 1, n + 2 } or {} end
    local texts = { name = "texts", start = "1", tier = tonumber, evaluate = function(p) return #p end }
    function texts.successors(p)
      local list = up(tonumber(p))
      for i, n in ipairs(list) do list[i] = ("%d"):format(n) end
      return list
    end
    local db = solved(texts).database
    assert.same({ 1, 5 }, { db:value("7", "max"), db:distance("1", "max") })
    assert.equal(db:value("1", "max"), gts.search(texts, { database = db }).value)
  end)

  it("takes the middle of the range for the middle", function()
    -- 1: a short way and a long one, both to 5. Below the middle MAX has lost, and delays; above it he has won, and hurries.
    local function successors(p) return ({ { 2, 3 }, {}, { 4 }, { 5 }, {} })[p] end
    for _, row in ipairs { { { 4, 8 }, 3, 2 }, { { 0, 6 }, 1, 1 }, { { 2, 8 }, 1, 1 } } do
      local rules = { name = "r", start = 1, successors = successors, evaluate = function() return 5 end, range = row[1] }
      local r = solved(rules, { native = false })
      assert.same({ row[2], row[3], row[2] }, { r.distance, r.move, #r.pv })
    end
    local outside = { name = "r", start = 1, successors = successors, evaluate = function() return 5 end, range = { 0, 1 } }
    assert.matches("range", select(2, pcall(solved, outside, { native = false })))
  end)

  it("needs no open file for each tier", function()
    local script = [[local r = require "gts".solve({ name = "chain", start = 1, evaluate = function() return 3 end,
      successors = function(p) return p < 200 and { p + 1 } or {} end }, { by = "retrograde", native = false })
      print(r.value, r.distance)]]
    assert.equal("3\t199", sh("ulimit -n 40; '%s' -e '%s' 2>&1", run.program, script))
  end)

  it("follows the line to the end, where a position comes again with the other player to move", function()
    for seed = 1, trees.share(300) do
      local graph = graphs.random(seed, { count = seed % 12 + 3, values = { -1, 1 } })
      local rules = graphs.rules(graph)
      rules.cycle = 0
      local r = solved(rules, { native = false })
      if r.distance then assert.equal(r.distance, #r.pv) end
    end
  end)

  it("shares what can still come where rules have a score", function()
    local game = gts.game(scores.rules())
    for seed = 1, trees.share(200) do
      local start = scores.start(seed)
      local value, move = scores.oracle(start[1])
      local r = solved(game, { position = start, native = seed % 10 == 0 })
      assert.same({ value, move }, { r.value, r.move })
      assert.is_nil(r.distance)
    end
  end)

  it("finds the same compiled and in Lua, with little memory and much, in a folder and without #thorough", function()
    local game = gts.game("connect4", { columns = 4, rows = 4 })
    local folder, gone <close> = run.folder()
    local bytes, compiled = {}, not no_compiler()
    for i, options in ipairs {
      { folder = "a", native = compiled }, { folder = "b", native = false },
      { folder = "c", memory = 1 << 24, native = compiled },
    } do
      options.folder = folder .. "/" .. options.folder
      local r = solved(game, options)
      assert.same({ 0, 80541 }, { r.value, r.positions })
      bytes[i] = sh("cd '%s' && cat $(ls | grep gts$ | sort) | cksum", options.folder)
    end
    assert.same({ bytes[1], bytes[1] }, { bytes[2], bytes[3] })
    assert.equal(80541, solved(game).positions)
  end)

  it("puts aside what does not fit into memory, and counts once what is met in several runs", function()
    local WIDE, LAST = 32, 200000       -- moves of the first plies; positions of the last one
    local seen, ends = {}, 0
    local function last(i, move) return (i * 40503 + move * 69069) % LAST end
    for i = 0, WIDE ^ 3 // 1 - 1 do
      for move = 0, 9 do if not seen[last(i, move)] then seen[last(i, move)], ends = true, ends + 1 end end
    end
    local rules = { name = "runs", words = 4, start = { 0, 0, 0, 0 }, version = "1" }
    function rules.next(ply, i, a, b, move)
      move = move and move + 1 or 0
      if ply > 3 or move >= (ply < 3 and WIDE or 10) then return nil end
      if ply < 3 then return move, ply + 1, i * WIDE + move, a, b end
      return move, 4, (i * 40503 + move * 69069) % LAST, a, b
    end
    function rules.evaluate(_, i) return i * 7919 % 5 end
    local folder, gone <close> = run.folder()
    local sums = {}
    for i, memory in ipairs { 1 << 24, 1 << 30 } do
      local r = solved(rules, { folder = ("%s/%d"):format(folder, i), memory = memory })
      assert.equal(1 + WIDE + WIDE ^ 2 + WIDE ^ 3 + ends, r.positions)
      assert.equal(r.positions, r.database:stats().positions)
      sums[i] = sum(("%s/%d"):format(folder, i))
    end
    assert.equal(sums[1], sums[2])
  end)

  it("says what it cannot do, and why", function()
    local round = { name = "round", start = 1, successors = function(p) return { 3 - p } end, evaluate = function() return 0 end }
    local tables = { name = "t", start = {}, key = false, successors = function() return {} end,
      evaluate = function() return 0 end }
    local function up(p) return p < 9 and { p + 1 } or {} end
    local falls = { name = "f", start = 1, successors = up, evaluate = function() return 0 end,
      tier = function(p) return p == 5 and 1 or p end }
    local nan = { name = "n", start = 1, successors = up, evaluate = function() return 0 / 0 end }
    for _, row in ipairs {
      { round, nil, "goes round in circles, as from position [12]: let rules.cycle say" },
      { tables, nil, "retrograde needs rules.key, which t does not have" },
      { falls, nil, "rules.tier is 4 for position 4, and less, 1, behind one of its moves: it must never fall" },
      { nan, nil, "rules.evaluate returned %-?nan for position 9" },
      { "nim", { by = "magic" }, "option 'by' is 'magic'" },
      { "nim", { memory = 3 }, "option 'memory' is 3" },
      { "nim", { folder = "/dev/null" }, "/dev/null" },
      { "nim", { folder = "/nowhere/at/all" }, "/nowhere/at/all: No such file" },
      { "nim", { by = "search", folder = "x" }, "option 'folder' goes with by = 'retrograde'" },
    } do
      local options = row[2] or { by = "retrograde" }
      assert.matches(row[3], complaint(gts.solve, row[1], options))
    end
  end)

  it("stops where it is asked to, and brings the rules' own errors out", function()
    local game = gts.game("connect4", { columns = 5, rows = 4 })
    local r = solved(game, { time = 0.02, native = false })
    assert.same({ "time", false }, { r.stopped, r.exact })
    local stages = {}
    r = solved(game, { native = false, progress = function(report)
      stages[report.stage] = true
      return report.positions < 5000
    end })
    assert.same({ "progress", { forward = true } }, { r.stopped, stages })
    for k = 1, trees.share(60) do
      local rules, calls = graphs.rules(graphs.random(k, { acyclic = true })), 0
      for _, name in ipairs { "next", "evaluate" } do
        local f = rules[name]
        rules[name] = function(...)
          calls = calls + 1
          if calls == k then error({ k }) end
          return f(...)
        end
      end
      local ok, wrong = pcall(solved, rules, { native = false })
      assert(ok or wrong[1] == k)
      assert(ok == (calls < k))
    end
  end)
end)

describe("gts.database", function()
  local folder, gone
  setup(function()
    folder, gone = run.folder()
    solved(gts.game("connect4", { columns = 4, rows = 4 }), { folder = folder .. "/db" }).database:close()
  end)
  teardown(function() getmetatable(gone).__close() end)

  it("outlives the program, and knows its game", function()
    local db <const> = gts.database(folder .. "/db")
    local game = gts.game("connect4", { columns = 4, rows = 4 })
    assert.equal(0, db:value(game.start))
    assert.equal(16, db:distance(game.start))
    local move, position, value, distance = db:best(game.start)
    assert.same({ 0, 15 }, { value, distance })
    assert.equal(0, db:value(position))
    assert(move)
    assert.is_nil(db:value(gts.apply("connect4", nil, "1")))     -- of the larger board
    local stats = db:stats()
    assert.same({ 80541, 17, { -1, 0, 1 } }, { stats.positions, stats.tiers, stats.values })
    local all = 0
    for _, count in pairs(db:counts()) do all = all + count end
    assert.same({ 80541, 3 }, { all, #stats.values })
    assert.is_true(db:check())
    db:close()
    assert.has_error(function() db:value(game.start) end)
    local _, wrong = pcall(gts.database, folder .. "/db", "connect4")
    assert.matches("belongs to connect4, or to other options", wrong, 1, true)
    assert.matches("there is no database in this folder", select(2, pcall(gts.database, folder)), 1, true)
    local again = gts.solve(game, { folder = folder .. "/db" })
    assert.same({ 0, 16, "the folder had the answer" }, { again.value, again.distance, again.why })
    again.database:close()
  end)

  it("is opened with its game, and serves its searches, wherever it was solved from", function()
    local game = gts.game("connect4", { columns = 4, rows = 4 })
    local position = gts.apply(game, nil, "1", "2", "3", "4")
    local plain = gts.search(game, { algorithm = "ttalphabeta", position = position, table = 1 << 22 })
    local place = folder .. "/from"
    local r = solved(game, { folder = place, position = position })
    assert.same({ plain.value, plain.value }, { r.value, r.database:value(position) })
    r.database:close()
    for _, of in ipairs { game, false } do
      local db <const> = gts.database(place, of or nil)         -- a shipped one is found by its name
      assert.equal(plain.value, db:value(position))
      local found = gts.search(game, { position = position, database = db })
      assert.same({ plain.value, true, true }, { found.value, found.solved, found.stats.visits <= 5 })
      db:close()
    end
    local behind = gts.moves(game, position)[1].position
    behind = gts.moves(game, behind)[1].position
    local again = gts.solve(game, { folder = place, position = behind })
    assert.same({ gts.search(game, { position = behind, table = 1 << 22, algorithm = "ttalphabeta" }).value,
      "the folder had the answer" }, { again.value, again.why })
    again.database:close()
    assert.matches("/from does not have this position", complaint(gts.solve, game, { folder = place }), 1, true)
    for _, other in ipairs { "connect4", "nim", gts.game("connect4", { columns = 4, rows = 3 }) } do
      assert.matches("/from: the database belongs to connect4, or to other options",
        complaint(gts.database, place, other), 1, true)
      assert.matches("/from: this folder has a database of connect4, of other", complaint(gts.solve, other, { folder = place }),
        1, true)
    end
  end)

  it("is the same from the start, and from a position that equals it, whatever positions are", function()
    local function pile(start, more)
      local rules = { name = "pile", start = start, range = { -1, 1 }, evaluate = function() return 1 end }
      for name, value in pairs(more) do rules[name] = value end
      return rules
    end
    local function count(n) return n > 0 and n - 1 or nil end
    local piles = {
      { pile(5, { next = function(n, m) if not m and n > 0 then return 1, n - 1 end end }), 5, 3 },
      { pile("xxx\n", { successors = function(s) return #s > 0 and { s:sub(2) } or {} end }), "xxx\n", "x\n" },
      { pile({ 0, 3 }, { words = 2, next = function(a, n, m)
          if not m and n > 0 then return 1, a, n - 1 end
        end }), { 0, 3 }, { 0, 1 } },
      { pile({ n = 4 }, { key = function(p) return p.n end, successors = function(p)
          return count(p.n) and { { n = p.n - 1 } } or {}
        end }), { n = 4 }, { n = 2 } },
    }
    for i, row in ipairs(piles) do
      local rules, same, later = table.unpack(row)
      local read = {}
      for _, position in ipairs { "none", same } do
        local place = ("%s/start-%d-%d"):format(folder, i, #read)
        gts.solve(rules, { folder = place, position = position ~= "none" and position or nil }).database:close()
        read[#read + 1] = sh("cd '%s' && sha256sum *", place)
        for _, from in ipairs { same, later } do
          local r <const> = gts.solve(rules, { folder = place, position = from })
          assert.same({ "the folder had the answer", 1 }, { r.why, r.value })
          r.database:close()
        end
        gts.database(place, rules):close()
      end
      assert.equal(read[1], read[2])
      local place = ("%s/later-%d"):format(folder, i)
      gts.solve(rules, { folder = place, position = later }).database:close()
      local db <const> = gts.database(place, rules)
      assert.equal(1, db:value(later, "max"))
      db:close()
    end
  end)

  it("goes on only from where it was begun, and says from where", function()
    local game = slow(gts.game("connect4", { columns = 4, rows = 3 }), 1)       -- so that there are reports
    local position = gts.apply(game, nil, "1", "2")
    local place = folder .. "/begun"
    local function stop() return false end
    assert.equal("progress", solved(game, { folder = place, position = position, progress = stop, native = false }).stopped)
    local wrong = complaint(gts.solve, game, { folder = place })
    assert.matches("/begun: this folder has a database that was begun from position " .. gts.write(game, position),
      wrong, 1, true)
    assert.matches("not finished", complaint(gts.database, place, game), 1, true)
    local r = solved(game, { folder = place, position = position })
    assert.matches("it went on where it was", r.why)
    r.database:close()
  end)

  it("finds every byte that is not as it was written, and names the file", function()
    local random = trees.stream(9)
    local names = {}
    for name in sh("ls '%s/db'", folder):gmatch "[^\n]+" do
      if name:find "%.gts$" or name == "plan" or name == "about" then names[#names + 1] = name end
    end
    for _ = 1, trees.share(150) do
      local name = names[random(1, #names)]
      local path = folder .. "/db/" .. name
      local file = assert(io.open(path, "rb"))
      local bytes = file:read "a"
      file:close()
      local at = random(1, 2) == 1 and random(1, #bytes) or random(1, math.min(#bytes, 400))
      local damaged = bytes:sub(1, at - 1) .. string.char(bytes:byte(at) ~ 1 << random(0, 7)) .. bytes:sub(at + 1)
      if random(1, 10) == 1 then damaged = bytes:sub(1, at - 1) end
      if random(1, 10) == 1 then damaged = bytes .. "x" end
      file = assert(io.open(path, "wb"))
      file:write(damaged)
      file:close()
      local ok, found = pcall(gts.database, folder .. "/db")
      local why = found
      if ok then
        ok, why = found:check()
        found:close()
      end
      file = assert(io.open(path, "wb"))
      file:write(bytes)
      file:close()
      assert(not ok, ("byte %d of %s"):format(at, name))
      assert.matches(name, why, 1, true)
    end
  end)

  it("goes on as often as it fails, where positions of a tier lead to one another and tiers are left out", function()
    local calls, fails = 0, math.huge
    local rules = solving.stages(function()
      calls = calls + 1
      if calls > fails then error "trouble" end
    end, 100)
    local function solve(name, most)
      calls, fails = 0, most
      local ok, r = pcall(solved, rules, { folder = folder .. "/" .. name, native = false })
      if ok then r.database:close() end
      return ok, r
    end
    assert(solve("straight", math.huge))
    local all = calls
    for i = 1, 9, 8 do
      local name = "stages" .. i
      assert.is_false(solve(name, 60 + 5 * i))
      assert.is_false(solve(name, 60 + i * all // 20))
      assert.is_true(solve(name, math.huge))
      assert.equal(sum(folder .. "/straight"), sum(folder .. "/" .. name))
    end
  end)

  it("asks whose move it is, for distances and moves, where a position is there with either player", function()
    local function successors(p) return ({ { 2, 3 }, { 3 }, { 4 }, {} })[p] end
    local db = solved { name = "both", start = 1, successors = successors, evaluate = function() return 0 end }.database
    assert.equal(0, db:value(3))
    assert.same({ 1, 1 }, { db:distance(3, "max"), db:distance(3, "min") })
    for _, ask in ipairs { db.distance, db.best } do
      assert.matches("either player to move: say which", select(2, pcall(ask, db, 3)), 1, true)
    end
    assert.equal(4, (select(2, db:best(3, "max"))))
  end)

  it("is held against its checksums as it is now, not as it was when it was read", function()
    local name = folder .. "/changed"
    local game = gts.game("connect4", { columns = 4, rows = 4 })
    local db = solved(game, { folder = name }).database
    assert.equal(0, db:value(game.start))
    local file = assert(io.open(name .. "/tier-0-max.gts", "r+b"))
    file:seek("end", -1)
    local byte = file:read(1)
    file:seek("end", -1)
    file:write(string.char(byte:byte() ~ 1))
    file:close()
    local whole_now, why = db:check()
    db:close()
    assert.is_nil(whole_now)
    assert.matches("tier-0-max.gts: block 1 of 1", why, 1, true)
  end)

  it("is read in the format of gts 1.0.0, which has made spec/solve/database-1", function()
    local rules = { name = "thirds", version = "1", start = 1, cycle = 0 }
    function rules.successors(p) return p < 40 and { p // 2 + 1, p + 3, p + 5 } or {} end
    function rules.evaluate(p) return p % 3 - 1 end
    local place = folder .. "/old"
    sh("cp -r spec/solve/database-1 '%s'", place)
    local old, new = gts.database(place, rules), solved(rules, { native = false }).database
    assert.is_true(old:check())
    assert.same({ new:counts(), new:stats().positions }, { old:counts(), old:stats().positions })
    for p = 1, 45 do
      for _, player in ipairs { "max", "min" } do
        assert.same({ new:value(p, player), new:distance(p, player) }, { old:value(p, player), old:distance(p, player) })
      end
    end
    old:close()
    assert.equal("the folder had the answer", gts.solve(rules, { folder = place }).why)
    local about = sh("cd '%s' && head -n 4 about | sed s/finished/begun/", place) .. "\n"
    run.write(place .. "/about", about .. "digest " .. core.hash(about) .. "\n")
    assert.matches("/old: this folder has a database that was begun by gts 1.0.0: finish it with that, or name another folder",
      complaint(gts.solve, rules, { folder = place }), 1, true)
  end)

  it("is written by one process at a time", function()
    local out = sh([['%s' -e "local c = require 'gts.core'.databases local a = c.open('%s/locked', ('x'):rep(64), true)
      print(c.open('%s/locked', ('x'):rep(64), true))" 2>&1]], run.program, folder, folder)
    assert.matches("another process is at work in this folder", out, 1, true)
  end)
end)

describe("gts.solve by a search", function()
  it("equals the definition, with proofs that can be checked", function()
    for seed = 1, trees.share(60) do
      local graph = graphs.random(seed, { count = 25, acyclic = true })
      local rules = graphs.rules(graph)
      for _, by in ipairs { "search", "dfpn" } do
        local r = gts.solve(rules, { by = by, solution = true, native = false })
        local value = graphs.oracle(graph, 1)
        assert.same({ value, value, value, true, by, "as was asked" }, { r.value, r.lower, r.upper, r.exact, r.by, r.why })
        assert.same({ value, value }, { gts.verify(rules, r.proof).lower, gts.verify(rules, r.proof).upper })
      end
    end
    assert.equal("a proof was asked for", gts.solve("nim", { solution = true }).why)
    assert.matches("its evidence is the database", complaint(gts.solve, "nim", { by = "retrograde", solution = true }), 1, true)
  end)

  it("is reported while its first look waits for the compiler", function()
    local folder, gone <close> = run.folder()
    run.write(folder .. "/slow", "#!/bin/sh\nwhile [ -e \"$0\" ]; do sleep 0.1; done\n")       -- until the folder is gone
    sh("chmod +x '%s/slow'", folder)
    local out, err, code = run.gts { "solve", "connect4", "--native", "--time", "0.3",
      environment = ("CC=%s/slow XDG_CACHE_HOME=%s"):format(folder, folder) }
    assert.same({ "", 1 }, { err, code })     -- it was stopped
    assert.matches("by       search: it has more than", out, 1, true)
  end)
end)

describe("gts.solve without memory", function()
  it("says so at each request that is refused, leaks nothing, and then solves right #thorough", function()
    local out, err, code = run.gts { "spec/support/refusals.lua", "solve" }
    assert.same({ "", 0, "2 games" }, { err, code, out:match "^2 games" })
  end)

  it("leaves no draft of what cannot be written", function()
    local folder, gone <close> = run.folder()
    local said = sh("ulimit -f 1; '%s' solve tictactoe --by retrograde --folder '%s/db' 2>&1; ls '%s/db'", run.program,
      folder, folder)
    assert(said:find "File too large" and not said:find "draft", said)
  end)
end)

describe("the option database", function()
  it("stops searches where a position is known, with its value, by any algorithm", function()
    local game = gts.game("connect4", { columns = 4, rows = 4 })
    local random = trees.stream(3)
    local endings <const> = solved(game, { position = gts.apply(game, nil, "1", "2", "3", "4") }).database
    local full = solved(game).database
    for _, id in ipairs { "alphabeta", "mtd", "negascout", "sss", "maxsearch", "minimax" } do
      local r = gts.search(game, { algorithm = id, database = full })
      assert.same({ 0, true, true, 4 }, { r.value, r.exact, r.solved, r.stats.leaves + (4 - r.stats.leaves) })
      assert(r.stats.leaves <= 5)
    end
    for _ = 1, trees.share(40) do
      local position = solving.walk(game, gts.apply(game, nil, "1", "2", "3"), random, 3)
      local plain = gts.search(game, { algorithm = "ttalphabeta", position = position, table = 1 << 22 })
      local known = gts.search(game, { algorithm = "ttalphabeta", position = position, database = endings, table = 1 << 22 })
      assert.same({ plain.value, plain.value, true }, { full:value(position), known.value, known.exact })
      assert(known.stats.visits <= plain.stats.visits)
    end
  end)

  it("is asked about the position itself where no move is asked for, at depth 0", function()
    local game = gts.game("connect4", { columns = 4, rows = 4 })
    local db = solved(game).database
    local position = gts.apply(game, nil, "1", "2", "1", "2", "1", "3")    -- MAX completes a column
    for _, id in ipairs { "alphabeta", "mtd", "minimax", "sss", "maxsearch", "pn", "mcts" } do
      local r = gts.search(game, { algorithm = id, depth = 0, database = db, position = position })
      assert.same({ 1, 1, 1, true, true }, { r.value, r.lower, r.upper, r.exact, r.solved })
      assert.is_nil(r.move)
      r = gts.search(game, { algorithm = id, depth = 0, position = position })
      assert.same({ true, false }, { r.value < 1, r.solved })
      r = gts.search(game, { algorithm = id, depth = 1, database = db, position = position })
      assert.same({ 1, true, "1" }, { r.value, r.solved, tostring(r.move) })
    end
    db:close()
    db = solved(game, { position = position }).database
    assert.is_false(gts.search(game, { depth = 0, database = db }).solved)     -- nothing is known of the start
  end)

  it("refuses what is no database of this game, and proofs", function()
    local db = solved "nim".database
    for _, row in ipairs {
      { "nim", { database = 3 }, "option 'database' of alphabeta is 3: expected a gts.database" },
      { "nim", { database = db, solution = true }, "proofs rest on the rules alone" },
      { "connect4", { database = db }, "option 'database' belongs to nim" },
      { "nim", { database = db, algorithm = "althofer" }, "althofer takes no option 'database': its value is not" },
    } do assert.matches(row[3], complaint(gts.search, row[1], row[2]), 1, true) end
    assert.equal(1, gts.search("nim", { database = db }).value)
    db:close()
    assert.matches("option 'database': the database is closed", select(2, pcall(gts.search, "nim", { database = db })), 1, true)
  end)
end)
