-- gts.learn: evaluations learnt from rules alone are tested, written, and kept over breaks; what cannot be learnt says why.

local cells = require "gts.learn.cells"
local choice = require "gts.learn.choice"
local core = require "gts.core"
local evaluation_file = require "gts.rules.evaluation_file"
local gts = require "gts"
local reading = require "gts.facts.reading"
local self_play = require "gts.learn.self_play"
local race = require "spec.support.race"
local run = require "spec.support.run"
local tables = require "gts.base.tables"

-- Breakthrough on a small board, whose evaluation knows the ends of games alone.
local function small(more, columns)
  local full = gts.game("breakthrough", { columns = columns or 3, rows = 4 })
  local rules = { name = "small", words = 3, start = full.start, next = full.next, player = full.player, board = full.board,
    range = full.range, native = false }
  function rules.evaluate(...) return full.next(...) == nil and full.evaluate(...) or 0 end
  return tables.copy(rules, more)
end

local short = { games = 300, players = { depth = 1, native = false }, plies = 2, test = 200, shapes = "2x2" }

local function with(more) return tables.copy(short, more) end

-- Random games that suffice to see what the bits of so small a board mean.
local FEW = 60

local function refusal(what, more) return select(2, pcall(gts.learn, what, with(more))) end

local function new_file()
  local name = os.tmpname()
  os.remove(name)
  return name .. ".evaluation"
end

-- A list of all that a result says but its seconds.
local function said(r)
  local rows = {}
  for i, row in ipairs(r) do rows[i] = { row.games, row.positions, row.error, row.max, row.min, row.draws, row.cut } end
  return { rows, r.games, r.positions, r.elo, r.test_games, r.gained, r.weights }
end

describe("gts.learn #plain", function()
  local visits, looked_at = self_play.visits, cells.games
  before_each(function() cells.games = FEW end)
  after_each(function() self_play.visits, cells.games = visits, looked_at end)

  it("learns an evaluation from rules alone, which wins a match, and writes it", function()
    cells.games = looked_at
    local file = new_file()
    local r = gts.learn(small({}, 4), with { file = file, method = "td" })
    assert.equal(300, r.games)
    assert.is_true(r.gained, tostring(r))
    assert.is_true(r.low > 0)
    assert.equal(file, r.file)
    local text = core.files.read(file, 1 << 20)
    assert.matches("^gts evaluation 1\ngame small\nabout Evaluation of small, by gts learn", text)
    assert.matches("TD%(0.5%), depth 1, 300 games, [%d,]+ positions %(seed 1%)", text)
    assert.matches("about new against old: .*Elo %+", text)
    -- The file is all that an evaluation needs.
    local of = gts.game(small({}, 4), { evaluation = file })
    local player = { depth = 1, native = false }
    local m = gts.match(of, player, { depth = 1, native = false, game = small({}, 4) }, { games = 40, plies = 2 })
    assert.is_true(m.score > 0.5, m.score)
    assert.is_nil(core.files.kind(file .. ".state"))
    assert.is_nil(core.files.kind(file .. ".test"))
  end)

  it("learns by each rule", function()
    for _, method in ipairs { "tdleaf", "rootstrap", "treestrap" } do
      local r = gts.learn(small(), with { method = method, games = 40, test = 0 })
      assert.same({ 2, 40, 40 }, { r.depth, r.games, r[1].max + r[1].min })
      assert.matches("the new evaluation is not tested", tostring(r))
    end
  end)

  it("learns alike with any number of processes, and however often it is stopped", function()
    self_play.visits = 20
    local options = { games = 20, test = 4 }
    local function learn(more) return gts.learn(small(), with(tables.copy(options, more))) end
    local whole = learn()
    assert.same(said(whole), said(learn { workers = 2 }))
    local file, breaks = new_file(), 0
    local r
    repeat
      local calls = 0
      r = learn { file = file, progress = function()
        calls = calls + 1
        return calls < 3
      end }
      breaks = breaks + (r.stopped and 1 or 0)
      if r.stopped then assert.matches("nothing is decided: stopped by progress", tostring(r)) end
    until not r.stopped or breaks > 100
    assert.is_true(breaks > 1 and breaks < 100, breaks)
    assert.same(said(whole), said(r))
    os.remove(file)
    assert.not_same(said(whole), said(learn { seed = 2 }))
  end)

  it("refuses a state that is damaged, or of another run", function()
    local file = new_file()
    local name = file .. ".state"
    gts.learn(small(), with { games = 40, file = file, progress = function() return false end })
    local about = "^" .. name:gsub("%p", "%%%0") .. ": "
    assert.matches(about .. "it is of another run: it has 'method treestrap', not 'method tdleaf'",
      refusal(small(), { games = 40, file = file, method = "tdleaf" }))
    local text = core.files.read(name, 1 << 20)
    core.files.write(name, (text:gsub("(weights %x%x%x%x)%x", "%1g")))
    assert.matches("it is damaged", refusal(small(), { games = 40, file = file }))
    os.remove(name)
  end)

  it("refuses to learn more numbers than an evaluation may have", function()
    local most = evaluation_file.most
    evaluation_file.most = 100
    local wrong = refusal(small(), { games = 40, stages = 3 })
    evaluation_file.most = most
    assert.matches("the evaluation would have [%d,]+ numbers: expected at most 100 %(smaller shapes, fewer stages%)", wrong)
  end)

  it("refuses forged lines of a state by name #thorough", function()
    self_play.visits = 200
    local file, count = new_file(), 0
    local name, options = file .. ".state", { games = 40, file = file }
    gts.learn(small(), with { games = 40, file = file, progress = function()
      count = count + 1
      return count < 2
    end })
    local text = reading.above_digest(core.files.read(name, 1 << 24))
    assert.matches("\nweights %x", text)
    local function refused(from, to)
      local forged, changed = text:gsub(from, to, 1)
      assert.equal(1, changed)
      core.files.write(name, reading.with_digest(forged))
      return refusal(small(), options)
    end
    local nan, negative = "000000000000f87f", "ffffffffffffffff"
    for _, case in ipairs {
      { "\nround %d+", "\nround -1" }, { "\nround %d+", "\nround nan" }, { "\nround %d+", "\nround 1\nround 1" },
      { "\nrows %d+", "\nrows -1" }, { "\nrows %d+", "\nrows 1e999" }, { "\nrows %S+ ", "\nrows " },
      { "\nrows ", "\nrows " .. ("1 1 1 1 1 1 1 1 1 1,"):rep(40) },
      { "\nweights %x", "\nweights " }, { "\nweights %x", "\nweights g" },
      { "\nstate\n", "\nstate\nunheard 1\n" }, { "\nstate\n", "\nstate\ntried 1.2.3 4 2x2\n" },
      { "\nstate\n", "\nstate\npairings 9 4,\n" }, { "\nstate\n", "\nstate\nlearnt perhaps\n" },
      { "\nstate\n", "\nstate\ngame 1 max 1 1 rules a\n" },
    } do
      assert.matches(name:gsub("%p", "%%%0") .. ": line %d+ is not understood", refused(case[1], case[2]))
    end
    local head = ("%x"):rep(16)
    for _, case in ipairs {
      { "\nweights %x%x", "\nweights " }, { "\nweights " .. head, "\nweights " .. negative },
      { "\nweights " .. head .. head, "%0" .. negative, 2 },
      { "\nweights (" .. head:rep(2) .. ")" .. head, "\nweights %1" .. negative },
      { "\nweights (" .. head:rep(10) .. ")" .. head, "\nweights %1" .. nan },
      { "\nweights (" .. head:rep(11) .. ")" .. head, "\nweights %1" .. nan }, { "\nround [^\n]*", "" },
    } do
      assert.matches(name:gsub("%p", "%%%0") .. ": the line 'weights' does not fit the game", refused(case[1], case[2]))
    end
    assert.matches("the line 'shapes' does not fit", refused("\nstate\n", "\nstate\nshapes what 9x\n"))
    os.remove(name)
  end)

  it("learns the same from tables, rows and texts, and its file reads them", function()
    cells.games = 100
    local of, learnt, values = gts.game(small()), {}, {}
    for i, form in ipairs {
      function(list, turn) return { cells = list, turn = turn } end,
      function(list, turn)
        return { rows = tables.range(1, 4, function(i) return table.move(list, 3 * i - 2, 3 * i, 1, {}) end), turn = turn }
      end,
      function(list, turn) return table.concat(list) .. turn end,
    } do
      local words = {}          -- of positions
      local function made(...)
        local turn = of.player(...) == "max" and "X" or "O"
        local p = form({ of.board(...).cells:match(("(.)"):rep(12)) }, turn)
        words[p] = { ... }
        return p
      end
      local rules = { name = "small", native = false, range = { -1, 1 }, start = made(table.unpack(of.start)) }
      function rules.player(p) return of.player(table.unpack(words[p])) end
      function rules.evaluate(p) return of.evaluate(table.unpack(words[p])) > 0 and 1 or -1 end
      function rules.successors(p)
        return tables.map(gts.moves(of, words[p]), function(one) return made(table.unpack(one.position)) end)
      end
      local r = gts.learn(rules, with { games = 20, test = 0, shapes = "2x2" })
      learnt[i] = said(r)
      local read = gts.game(rules, { evaluation = r.evaluation })
      values[i] = tables.map(rules.successors(rules.start), function(p) return read.evaluate(p) end)
    end
    assert.same({ learnt[1], learnt[1] }, { learnt[2], learnt[3] })
    assert.same({ values[1], values[1] }, { values[2], values[3] })
    assert.is_true(#values[1] > 3 and learnt[1][1][1][3] < 1)
  end)

  it("takes rules with one board", function()
    local rules = { name = "row", range = { -9, 9 }, start = { cells = { 0, 0, 0, 0, 0 }, turn = 1 } }
    function rules.moves(b) return tables.filter(tables.range(1, 5), function(i) return b.cells[i] == 0 end) end
    function rules.play(b, i) b.cells[i], b.turn = b.turn, -b.turn end
    function rules.undo(b, i) b.cells[i], b.turn = 0, -b.turn end
    function rules.evaluate(b) return b.cells[1] + 2 * b.cells[2] + 3 * b.cells[3] end
    local r = gts.learn(rules, with { games = 200, plies = 0, test = 0, shapes = "1x1" })
    local of = gts.game(rules, { evaluation = r.evaluation })
    local values = tables.map(gts.moves(of, of.start), function(one) return of.evaluate(one.position) end)
    assert.is_true(values[3] > values[4] and values[3] > values[1], table.concat(values, " "))
  end)

  it("says why nothing was learnt, and writes no file", function()
    local file = new_file()
    local function reason(rules, more)
      more = with(more)
      more.games, more.file = more.games or 20, file
      local r = gts.learn(rules, more)
      assert.is_false(r.gained)
      assert.is_nil(core.files.kind(file))
      assert.matches("nothing is gained, the old evaluation stays: ", tostring(r), 1, true)
      return r.reason
    end
    assert.equal("all 20 games had one result", reason(small { evaluate = function() return 3 end }, { games = 20 }))
    assert.equal("none of 20 games ended within 2 moves", reason(small(), { games = 20, longest = 2 }))
    assert.matches("nothing can be learnt for the game 'small': no pattern of these shapes",
      refusal(small(), { shapes = "2x2", bits = 1 }))
    assert.matches("'2y2' is no shape", refusal(small(), { shapes = "2y2" }))
    assert.matches("positions are floats: write rules.features", refusal(small { words = 1, start = 0.5, board = false }))
    -- On three columns a search of one move plays as well.
    assert.equal("the test rejects the new evaluation", reason(small(), { games = 20, elo1 = 200 }))
  end)

  it("ends in time, and keeps what it has", function()
    local file = new_file()
    local plain = small()
    local r = gts.learn(small { version = "1", evaluate = function(...)
      core.clock(1)
      return plain.evaluate(...)
    end }, with { games = 1000000, test = 20000, elo1 = 1, time = 2000, file = file })
    assert.equal("time", r.stopped)
    assert(r.seconds < 2100, r.seconds)
    assert.equal("file", core.files.kind(file .. ".state"))
    os.remove(file .. ".state")
    os.remove(file .. ".test")
  end)

  it("refuses players that search nothing", function()
    assert.matches("a player without a search evaluates nothing", refusal(small(), { players = "random" }))
  end)

  it("raises errors of the rules", function()
    local of = gts.game(small())
    assert.matches("rules.player returned 'both'", refusal(small { player = function(a, b, c)
      return a == of.start[1] and of.player(a, b, c) or "both"
    end }, { games = 20 }))
  end)

  it("is a command, with the file beside it", function()
    local file = new_file()
    local out = run.fine { "learn", "breakthrough", "columns=3", "rows=4", "--games", "20", "--players", "nodes:20",
      "--test", "0", "--file", file, "--json" }
    assert.matches('"method":"treestrap"', out)
    assert.equal("file", core.files.kind(file))
  end)
end)

describe("gts.learn without shapes #plain", function()
  local visits, looked_at, least, games, effort = self_play.visits, cells.games, choice.least, choice.games, choice.effort
  before_each(function() cells.games = FEW end)
  after_each(function()
    self_play.visits, cells.games, choice.least, choice.games, choice.effort = visits, looked_at, least, games, effort
  end)

  -- 50 games, of which each candidate gets 4.
  local function learn(more)
    local all = with(more)
    all.games, all.test, all.shapes = more.games or 50, 0, more.shapes
    return gts.learn(small(), all)
  end

  it("takes the best by trial, wherever it is stopped #thorough", function()
    self_play.visits, choice.least, choice.games, choice.effort = 40, 50, 2, 2000
    local whole = learn {}
    local points, played, best = 0, 0, nil
    for _, one in ipairs(whole.tried) do
      assert.equal(2 * (#whole.tried - 1), one.games)
      points, played = points + one.points, played + one.games
      if not best or one.points > best.points then best = one end
    end
    assert.is_true(#whole.tried >= 3)
    assert.equal("2x3 3x2", whole.tried[1].shapes)
    assert.same({ 2 * points, best.shapes, 50 }, { played, whole.shapes, whole.games })
    assert.matches("shapes by trial: " .. best.shapes .. " (of games with each other: 2x3 3x2 ", tostring(whole), 1, true)
    -- It is stopped where the second candidate has begun, after the first pairing, and where the chosen one goes on.
    local file, breaks, seen = new_file(), 0, {}
    local r
    repeat
      r = learn { file = file, workers = 2, progress = function(report)
        local what = report.stage == "trial" and "trial" or report.total == 50 and "on" or report.shapes
        local stops = not seen[what] and (what == "trial" or what == "on" or what == whole.tried[2].shapes)
        seen[what] = true
        return not stops
      end }
      breaks = breaks + (r.stopped and 1 or 0)
    until not r.stopped or breaks > 10
    for _, one in ipairs(whole.tried) do assert.is_true(seen[one.shapes], one.shapes) end
    assert.equal(3, breaks)
    assert.same({ said(whole), whole.tried, whole.shapes }, { said(r), r.tried, r.shapes })
    assert.matches("\nabout shapes by trial: " .. best.shapes, core.files.read(file, 1 << 20), 1, true)
  end)

  it("tries none in a short run, or where shapes are named", function()
    self_play.visits, choice.least = 40, 50
    local short_run, named = learn { games = 49 }, learn { shapes = "2x1" }
    assert.same({ nil, "2x3 3x2" }, { short_run.tried, short_run.shapes })
    assert.same({ nil, "2x1" }, { named.tried, named.shapes })
  end)
end)

describe("gts.learn by rules.features #plain", function()
  it("finds the features that decide", function()
    local rules = race { x = 0, y = 0 }
    rules.weights = nil
    function rules.features(_, x, y) return { x, y } end
    local file = new_file()
    local r = gts.learn(rules, { games = 300, plies = 3, test = 200, players = { nodes = 40, native = false }, file = file })
    assert.is_nil(r.patterns)
    assert.is_true(r.gained, tostring(r))
  end)

  it("refuses rules.features without numbers", function()
    local rules = race { x = 0, y = 0 }
    rules.weights, rules.features = nil, function() return {} end
    assert.matches("rules.features gives no numbers", refusal(rules, { shapes = nil }))
  end)
end)
