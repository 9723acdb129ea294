-- The rows of gts.facts, held against what gts really gives: no field without a row, no row without a field, none of another
-- type; and the manual against the rows.

local cells = require "gts.learn.cells"
local classes = require("gts.facts.classes").extend()
local events = require "gts.facts.events"
local core = require "gts.core"
local gts = require "gts"
local luacats = require "spec.support.luacats"
local passing = require "spec.support.passing"
local race = require "spec.support.race"
local rule_fields = require "gts.facts.rules"
local run = require "spec.support.run"
local small_games = require "spec.support.small_games"
local schema = require "gts.base.schema"
local types = require "gts.program.types"

local small = gts.game("connect4", { columns = 3, rows = 3 })
local tree = gts.tree { branching = 3, depth = 3 }

local MOST = 200                -- reports that are looked at

-- What `f` gives to a function that it calls.
local function given_to(f)
  local list = {}
  f(function(what) list[#list + 1] = what end)
  return table.unpack(list, 1, math.min(#list, MOST))
end

local function check(rules) return gts.check(rules, { time = 0.1, positions = 30 }) end

local function broken()
  local rules = { name = "broken", start = 1, show = tostring, evaluate = function() return 0 / 0 end }
  function rules.successors(n) return n < 3 and { n + 1 } or {} end
  return rules
end

-- Rules with repetitions, without rules.cycle.
local function circle()
  return { name = "round", start = 1, next = function(p) return 1, p end, evaluate = function() return 0 / 0 end,
    show = function() return "round" end }
end

-- Bounds in which 1 is the value of all positions but the last.
local function bounded()
  local rules = { name = "bounded", start = 1, range = { 0, 4 }, evaluate = function() return 1 end, key = tostring }
  function rules.successors(n) return n < 12 and { n + 1, n + 2 } or {} end
  function rules.bounds() return 0, 2 end
  return rules
end

local function unkeyed()
  return { name = "unkeyed", start = { 0 }, key = false, evaluate = function(p) return p[1] end,
    successors = function(p) return p[1] < 9 and { { p[1] + 1 }, { p[1] + 2 } } or {} end }
end

local function loud()
  return gts.confine { name = "loud", text = [[return { name = "loud", start = 1, show = tostring,
    evaluate = function(n) print(n) return n end, successors = function(n) return n < 4 and { n + 1, n + 2 } or {} end }]] }
end

-- All positions have one key: an algorithm with a table mixes their values.
local function disagreeing()
  local rules = { name = "alike", start = 1, evaluate = function(n) return 3 * n % 7 end, key = function() return 0 end }
  function rules.successors(n) return n < 16 and { 2 * n, 2 * n + 1 } or {} end
  return gts.compare(rules, { algorithms = { "minimax", "ttalphabeta" } })
end

local function experiment()
  return gts.experiment {
    name = "own", title = "mine", source = "none", about = "nothing", games = { { branching = 2 } }, over = { depth = { 2, 3 } },
    algorithms = { "alphabeta", "sss" }, seeds = 3, published = function() return 5, 10 end,
    measures = { "leaves", { "odd", function(r) return r.stats.leaves % 2 == 1 and 1 end } },
    findings = function() return { "found" } end,
  }
end

local function book() return gts.book("tictactoe", { games = { { 5, 1 }, { 5, 5 } }, positions = 3, depth = 9 }) end

local function match()
  local failing = { engine = "lua5.4", args = "spec/support/fake_engine.lua exit", time = 0.01 }
  return gts.match("tictactoe", { depth = 2 }, "random", { games = 60, elo0 = 0, elo1 = 50, clock = "600+1" }),
    gts.match("tictactoe", failing, "random", { games = 2, plies = 0 })
end

local folder, gone
before_each(function() folder, gone = run.folder() end)
after_each(function() getmetatable(gone).__close() end)

-- What has the fields of a class, in all cases together. Elements of lists and nested classes are checked with what holds them.
local cases = {
  ["gts.Result"] = function()
    return gts.search("nim", { solution = true, deepen = true, native = true }), gts.best("tictactoe", nil, { depth = 3 }),
      gts.search("connect4", { nodes = 10 }), gts.search("connect4", { algorithm = "pn", nodes = 10 }),
      gts.search("connect4", { algorithm = "mcts", iterations = 200, rollout = 0 }), loud():search(),
      gts.best("tictactoe", nil, { book = book() }),
      gts.best("tictactoe", nil, { book = gts.book("tictactoe", { games = { { 5 } } }) }),
      gts.search(tree, { trace = function() return false end }),
      gts.search("tictactoe", { algorithm = "negascout", table = 1e6 }),
      gts.search("connect4", { algorithm = "negascout", depth = 11, native = false, threads = 2, nodes = 400000 }),
      gts.search(small_games.sticks(), { algorithm = "sss" }), gts.search(small, { solution = true, depth = 3 }),
      gts.search("nim", { solution = true, position = 73 }), gts.best("tictactoe", nil, { time = 10 }),
      gts.best("othello", nil, { time = 0.5, native = false })
  end,
  ["gts.Report"] = function()
    return given_to(function(keep)
      gts.search(small, { deepen = true, depth = 4, progress = keep })
      gts.search(passing(1), { algorithm = "mcts", iterations = 5, rollout = 0, every = 1, progress = keep })
    end)
  end,
  ["gts.Verified"] = function()
    gts.solve("nim", { folder = folder .. "/verified" }).database:close()
    local proved = gts.verify("nim", gts.search("nim", { solution = true, depth = 2, position = 73 }).proof)
    return proved, (gts.verify(folder .. "/verified"))
  end,
  ["gts.Analysis"] = function()
    return gts.analyze(small, { depth = 3 }), gts.analyze("tictactoe", { algorithm = "mcts", iterations = 50 }),
      gts.analyze("tictactoe", { position = { 1 | 2, 1 | 2 | 8 | 16 | 512 } }), gts.analyze("connect4", { time = 0.01 }),
      loud():analyze()
  end,
  ["gts.Moves"] = function() return gts.moves "nim" end,
  ["gts.Counts"] = function() return gts.perft("nim", 3) end,
  ["gts.Playouts"] = function() return gts.playouts("nim", { games = 10, native = false }) end,
  ["gts.Solved"] = function()
    return gts.solve "tictactoe", gts.solve(small, { by = "search", solution = true }),
      gts.solve("connect4", { time = 0.001, native = false, by = "search" }),
      gts.solve(gts.game("tictactoe", { columns = 4, rows = 4, line = 3 })), gts.solve("nim", { by = "parts" }),
      gts.solve("nim", { folder = folder .. "/nim", threads = 2 }), gts.solve("nim", { by = "jobs", file = folder .. "/jobs" })
  end,
  ["gts.SolveReport"] = function()
    local slow = { name = "slow", start = 1, key = function(p) return p end, evaluate = function(p) return p % 3 - 1 end }
    function slow.successors(p)
      core.clock(1)
      return p < 1000 and { 2 * p, 2 * p + 1 } or {}
    end
    local forward, backward
    gts.solve(slow, { by = "retrograde", native = false, progress = function(report)
      core.clock(1)             -- and so the next look reports, too
      if report.need then backward = report else forward = report end
    end })
    return forward, backward
  end,
  ["gts.Comparison"] = function()
    return gts.compare(tree, { algorithms = { "alphabeta", "althofer", { algorithm = "mcts", iterations = 5 } } }),
      disagreeing(), gts.compare("draughts", { depth = 1 }),
      gts.compare("connect4", { algorithms = { "alphabeta" }, nodes = 100 })
  end,
  ["gts.Experiment"] = experiment,
  ["gts.ExperimentRow"] = function() return table.unpack(experiment()) end,
  ["gts.Match"] = match,
  ["gts.Book"] = function() return book(), gts.book("nim", { file = folder .. "/book", positions = 1000 }) end,
  ["gts.BookMoves"] = function() return book():moves(), gts.book("connect4", { positions = 2, depth = 2 }):moves(),
    gts.book("nim", { positions = 1, nodes = 100000 }):moves() end,
  ["gts.Levels"] = function() return gts.levels("nim", { games = 2, progress = function(list) return #list < 2 end }) end,
  ["gts.Review"] = function()
    local list = { 5, 2, 4, 6, 9, 1, 7, 3 }
    run.write(folder .. "/game", "gts game 1\ngame tictactoe\nmove 5\nmove 5\nend\n")
    local s = require("gts.play.session").new("tictactoe")
    s:replay { 5, 1 }
    s:resign()
    return gts.review("tictactoe", list), gts.review(nil, folder .. "/game"), gts.review(s),
      gts.review("tictactoe", list, { progress = function() return false end }),
      gts.review("draughts", { "10-15", "24-20", "6-10", "20-16", "11x20" }, { nodes = 5000 })
  end,
  ["gts.Puzzles"] = function()
    run.write(folder .. "/game", "gts game 1\ngame tictactoe\nmove 5\nmove 2\nmove 4\nmove 6\nmove 9\nmove 1\nmove 7\nmove 3\n")
    return gts.puzzles("tictactoe", { file = folder .. "/game", depth = 1 }),
      gts.puzzles("tictactoe", { games = 2, progress = function() return false end })
  end,
  ["gts.Problems"] = function()
    run.write(folder .. "/set", "title:t\nsource: s\ngame: tictactoe\ncolumns: name; value; distance; nodes\na; 0; 9; 10\nb; 1\n")
    run.write(folder .. "/late", "game: othello\n; othello\n")
    return gts.problems(folder .. "/set"), gts.problems(folder .. "/late", { time = 0.001 })
  end,
  ["gts.Profile"] = function()
    return gts.profile("hexapawn", { games = 2 }), gts.profile(gts.game("nim", { heaps = { 1, 2 } }), { time = 0.001 }),
      gts.profile(broken(), { games = 2 })
  end,
  ["gts.Tuning"] = function()
    local options = { games = 60, players = { nodes = 20 }, plies = 4, test = 400, elo1 = 100, file = folder .. "/weights.lua" }
    local short = { games = 10, players = { nodes = 10 }, plies = 4, test = 4 }
    local narrow = race({ x = 50, y = 20 }, { range = { -1500, 1500 } })
    local evaluate = narrow.evaluate
    function narrow.evaluate(n, x, y) return n < 12 and evaluate(n, x, y) or evaluate(n, x, y) // 10 end
    return gts.tune(race { x = 50, y = 20 }, options), gts.tune(gts.game("othello", { size = 4 }), short),
      gts.tune(narrow, short), gts.tune(race { x = 50, y = 20 }, { progress = function() return false end })
  end,
  ["gts.Learning"] = function()
    local knows_ends = gts.game("breakthrough", { columns = 4, rows = 4, native = false, evaluation = function(rules)
      return function(a, b, c) return rules.next(a, b, c) == nil and rules.evaluate(a, b, c) or 0 end
    end })
    local function learn(more)
      more.games, more.players, more.plies = more.games or 10, { depth = 1, native = false }, 3
      more.shapes, more.elo1 = "2x2", 100
      return gts.learn(knows_ends, more)
    end
    local looked_at = cells.games
    cells.games = 50                   -- that is enough for so small a board
    local list = table.pack(learn {}, learn { test = 0, file = folder .. "/evaluation.lua" },
      learn { test = 4 }, learn { games = 1, longest = 1 }, learn { progress = function() return false end },
      gts.learn("tictactoe", { games = 2000, test = 0 }))
    cells.games = looked_at
    return table.unpack(list, 1, list.n)
  end,
  ["gts.ProfileComparison"] = function()
    local a, b = gts.profile(tree, { games = 2 }), gts.profile(tree, { games = 3 })
    return a:compare(b)
  end,
  ["gts.Findings"] = function()
    return check "nim", gts.check(unkeyed(), { time = 0.1 }), check(bounded()), check(broken()), check(circle()),
      gts.check("othello", { progress = function() return false end }),
      gts.check(gts.game("connect4", { columns = 4, rows = 4 }), { positions = 160, time = 60 })
  end,
  ["gts.Recording"] = function() return gts.record(tree, { algorithm = "sss" }) end,
  ["gts.AlgorithmRow"] = function() return table.unpack(gts.algorithms) end,
  ["gts.Shipped"] = function() return table.unpack(gts.games()) end,
  ["gts.NativeReport"] = function() return gts.native "nim" end,
  ["gts.Table"] = function() return gts.table() end,
  ["gts.Confined"] = function() return loud() end,
  ["gts.Database"] = function() return gts.solve("nim").database end,
  ["gts.Event"] = function()
    local all = {}
    local function keep(event) all[#all + 1] = event end
    for _, algorithm in ipairs(gts.algorithms) do
      local of = gts.tree { branching = 3, depth = 4, seed = 3, tightness = 3, order = "correlated" }
      gts.search(of, { algorithm = algorithm.id, trace = keep })
    end
    gts.search("nim", { algorithm = "ttalphabeta", table = 1e6, trace = keep, depth = 5 })
    gts.search("nim", { algorithm = "alphabeta", deepen = true, depth = 3, trace = keep })
    gts.search("breakthrough", { algorithm = "negascout", depth = 5, selective = true, trace = keep, nodes = 3000 })
    gts.search(gts.tree { { 3, 5 }, { 2, 9 } }, { algorithm = "itersss", entries = 3, branching = 2, depth = 2, trace = keep })
    return table.unpack(all)
  end,
}

-- Fields that a machine may or may not give, or that appear by chance.
local optional = {
  ["gts.Result"] = { threads = true, helped_by = true, seconds_before = true }, ["gts.Stats"] = { replayed = true },
  ["gts.Solved"] = { shared = true }, ["gts.Experiment"] = { stopped = true, count = true },
  ["gts.SolveReport"] = { left = true }, ["gts.Finding"] = { cycle = true },
  ["gts.Speed"] = { share = true, rank = true, bounds = true, order_depth = true, table = true, table_depth = true, lua = true,
    compiled = true, fields = true, reason = true },
}

-- Fields that are no part of the interface, or have the names that the caller states.
local hidden = {
  ["gts.Book"] = { entries = true, fingerprint = true, played = true },
  ["gts.Database"] = { folder = true, game = true, parts = true, middle = true },
  ["gts.Confined"] = { request = true, limits = true },
  ["gts.NativeReport"] = { late = true }, ["gts.ExperimentRow"] = { depth = true },
}

local file = luacats.read(types.text())

-- Is a value of a type?
local fits

local function fits_name(value, name)
  if name == "any" then return value ~= nil end
  if name == "integer" then return math.type(value) == "integer" end
  if name == "gts.Table" then return type(value) == "userdata" end
  if name == "function" then return type(value) == "function" end
  if file.aliases[name] then return fits(value, file.aliases[name]) end
  if file.classes[name] then return type(value) == "table" end
  return type(value) == name
end

local function fits_one(value, one)
  if one.word then return value == one.word end
  if one.fun then return type(value) == "function" end
  if one.list then
    for i = 1, type(value) == "table" and #value or 0 do
      if not fits(value[i], one.list[1] and one.list or { one.list }) then return false end
    end
    return type(value) == "table"
  end
  return one.name ~= nil and fits_name(value, one.name) or one[1] ~= nil and fits(value, one)
end

function fits(value, of)
  if value == nil and of.optional then return true end
  for _, one in ipairs(of) do
    if one.name == "nil" and value == nil or fits_one(value, one) then return true end
  end
  return false
end

local function field_of(class, name)
  return class.fields[name] or class.extends and field_of(file.classes[class.extends], name)
end

local seen = {}                 -- class -> field -> true

local check_class

local function check_field(name, key, value, said)
  assert(value == nil and said.optional or fits(value, said.type), ("%s.%s is %s"):format(name, key, tostring(value)))
  if value == nil then return end
  seen[name][key] = true
  local of = said.type[1]
  local nested = of.name or of.list and of.list.name
  if not nested or not classes.of(nested) or nested == "gts.Game" then return end  -- games have fields of the rules' own
  for _, item in ipairs(of.list and value or { value }) do check_class(nested, item) end
end

function check_class(name, value)
  local class = file.classes[name]
  seen[name] = seen[name] or {}
  for key in pairs(type(value) == "table" and value or {}) do
    local known = type(key) ~= "string" or field_of(class, key) or hidden[name] and hidden[name][key]
    for _, row in ipairs(classes.of(name).rows) do known = known or row.internal and row[1] == key end
    assert(known, ("%s has no field %s"):format(name, tostring(key)))
  end
  local chain = class
  while chain do
    for key, said in pairs(chain.fields) do
      if key ~= "[integer]" then check_field(name, key, value[key], said) end
    end
    chain = chain.extends and file.classes[chain.extends]
  end
  local element = class.fields["[integer]"]
  for _, item in ipairs(element and value or {}) do
    assert(fits(item, element.type), name)
    if classes.of(element.type[1].name) then check_class(element.type[1].name, item) end
  end
end

describe("what gts gives #lua", function()
  local done = {}

  local function check_case(name)
    if done[name] then return end
    local values = table.pack(cases[name]())
    assert(values.n > 0)
    for i = 1, values.n do check_class(name, values[i]) end
    done[name] = true
  end

  for name in pairs(cases) do
    it(("has the fields of %s, of their types, and no others"):format(name), function() check_case(name) end)
  end

  it("has every field of every class at least once", function()
    for name in pairs(cases) do check_case(name) end
    local unseen = {}
    for _, class in ipairs(classes.list) do
      for _, row in ipairs(class.rows) do
        local may_lack = row.internal or optional[class.name] and optional[class.name][row[1]]
        local own = class.name ~= "gts.List" and class.name ~= "gts.ContenderOptions"
        local lacks = own and not may_lack and not (seen[class.name] or {})[row[1]]
        if lacks then unseen[#unseen + 1] = class.name .. "." .. row[1] end
      end
    end
    assert.same({}, unseen)
  end)
end)

describe("the rows", function()
  it("have a name once, a type, and a text", function()
    local names = {}
    for _, class in ipairs(classes.list) do
      assert.is_nil(names[class.name])
      names[class.name] = {}
      for _, row in ipairs(class.rows) do
        assert.is_nil(names[class.name][row[1]], row[1])
        names[class.name][row[1]] = true
        assert(#row[2] > 2 and #row[3] > 3, row[1])
      end
    end
    for _, row in ipairs(rule_fields.rows) do assert(row.kind ~= schema.callable or row.type, row.name) end
    for _, kind in ipairs(events.kinds) do assert.equal(3, #kind) end
  end)

  it("are the tables of the manual, and those of files also of SECURITY.md", function()
    run.fine { ".ci/doc/tables.lua", "--check" }
  end)
end)
