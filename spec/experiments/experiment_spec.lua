-- Experiments: what they compute, how they go on, and those that come with gts.

local cells = require "gts.learn.cells"
local errors = require "spec.support.errors"
local gts = require "gts"
local json = require "gts.show.json"
local moments = require "gts.experiments.moments"
local run = require "spec.support.run"
local Terminal = require "spec.support.terminal"

local experiments = require "gts.experiments.experiment"

-- Figures that can be checked by hand: the first observes the seed, the second twice as much.
local function simple(more)
  local what = {
    name = "simple", algorithms = { { label = "one" }, { label = "two" } }, seeds = 4,
    run = function(_, seed) return { seed, 2 * seed } end,
  }
  for name, value in pairs(more or {}) do what[name] = value end
  return what
end

local function near(wanted, got) assert.is_true(math.abs(wanted - got) < 1e-12, ("%.17g, not %.17g"):format(got, wanted)) end

local refused = errors.refused(gts.experiment)

-- What tells results from each other.
local function figures(result) return result:csv() end

describe("a sample #lua", function()
  it("has a mean, a deviation and an error", function()
    local m = moments.of { 1, 2, false, 3, 4 }
    assert.same({ 4, 2.5 }, { m.count, m.mean })
    near(math.sqrt(5 / 3), m.deviation)
    near(math.sqrt(5 / 12), m.standard_error)
    assert.same({ count = 1, mean = 7 }, moments.of { 7 })
    assert.same({ count = 0 }, moments.of { false })
    assert.same({ 0.1, 0 }, { moments.of({ 0.1, 0.1, 0.1 }).mean, moments.of({ 0.1, 0.1, 0.1 }).deviation })
  end)

  it("has a ratio to another, in which what they have in common takes no part", function()
    local ratio, error = moments.ratio({ 2, 4, 6 }, { 1, 2, 3 })
    assert.same({ 2, 0 }, { ratio, error })
    -- Residues 2, -2 of x - y: their mean has the error sqrt(8 / 2); over the mean 2 of y.
    ratio, error = moments.ratio({ 3, 1 }, { 1, 3 })
    assert.equal(1, ratio)
    near(1, error)
    assert.is_nil(moments.ratio({ 1 }, { 0 }))
    assert.equal(3, (moments.ratio({ 3, false, 9 }, { 1, 5, false })))
  end)
end)

describe("gts.experiment #plain", function()
  it("says how a game with options is written, and names no file of gts", function()
    for _, of in ipairs { { game = "nim", heaps = { 1, 2 } }, { columns = 4 } } do
      local ok, wrong = pcall(gts.experiment, { games = { of }, algorithms = { "alphabeta" }, over = { depth = { 2 } } })
      assert.is_false(ok)
      assert.matches("unknown field '%a+', in the experiment's field 'games'", wrong)
      assert.matches('a game with options is written as in gts.game("connect4", { columns = 5 })', wrong, 1, true)
    end
    local folder <const>, gone <close> = run.folder()
    assert.is_table(gone)
    for _, games in ipairs { "{ { game = 'nim' } }", "{ 'nosuch' }", "{ { { 1, 'x' } } }", "{ 5 }" } do
      run.write(folder .. "/mine.lua", ("return { games = %s, algorithms = { 'alphabeta' }, over = { depth = { 2 } } }")
        :format(games))
      local out, err, code = run.gts { folder = folder, "experiment", "./mine.lua" }
      assert.is_true(code > 0, out)
      assert.is_nil(err:find("lab/", 1, true), err)
    end
  end)

  it("gives means and errors over the seeds", function()
    local result = gts.experiment(simple())
    assert.equal(2, #result)
    assert.same({ "one", 4, 2.5 }, { result[1].algorithm, result[1].count, result[1].mean })
    near(math.sqrt(5 / 12), result[1].standard_error)
    assert.same({ 5, 2, 0 }, { result[2].mean, result[2].ratio, result[2].ratio_error })
    assert.equal(11.5, gts.experiment(simple(), { seed = 10 })[1].mean)
    assert.equal(1.5, gts.experiment(simple(), { seeds = 2 })[1].mean)
  end)

  it("sets them beside what was published", function()
    local what = simple { published = function(_, entry) if entry.label == "one" then return 2, 16 end end }
    local result = gts.experiment(what)
    local row = result[1]
    assert.same({ 2, 0.25 }, { row.published, row.difference })
    near(0.5 / math.sqrt(5 / 12 + 5 / 3 / 16), row.sigmas)
    assert.is_nil(result[2].published)
    assert.equal("No verdict on 1 published figure: 10 observations are needed for one, at least.", result.findings[1])
  end)

  it("passes a verdict on published figures where there are enough observations", function()
    local function said(published, more)
      local what = simple(more)
      what.published, what.seeds = function(_, entry) if entry.label == "one" then return published, 16 end end, 10
      return gts.experiment(what).findings[1], gts.experiment(what)[1].sigmas
    end
    assert.matches("Of 1 published figures all are within 3 standard errors. The furthest off: %+10.0 %%", (said(5)))
    assert.matches("Of 1 published figures 0 are within", (said(100)))
    local function same() return { 1, 1 } end
    assert.same({ "All 1 published figure is met exactly.", 0 }, { said(1, { run = same }) })
    assert.same({ "1 differs, with no spread to judge it by (one)." }, { said(2, { run = same }) })
  end)

  it("are shown by a parameter, whatever algorithms are called", function()
    local what = simple { points = { { k = 5 } }, rows = "k", algorithms = { { label = "value" }, { label = "k" } }, seeds = 2 }
    assert.matches("\n5 +1.50 %+%-0.50 +3.0 %+%-1.0\n", (tostring(gts.experiment(what)):gsub("\n +5", "\n5")))
  end)

  it("passes a verdict on one observation of what is computed", function()
    local what = simple { exact = true, seeds = 1, published = function() return 2 end }
    assert.equal("1 published figure is met exactly. 1 differs, with no spread to judge it by (one).",
      gts.experiment(what).findings[1])
  end)

  it("judges shares as shares: of ten that are all right the error is not nought", function()
    local what = simple { shares = true, seeds = 10, run = function() return { 1, 0 } end,
      published = function() return 0.75, 90 end }
    local result = gts.experiment(what)
    -- arcsin(sqrt(1)) is pi / 2, arcsin(sqrt(3 / 4)) is pi / 3; 1 / 10 + 1 / 90 is 1 / 9.
    near(2 * (math.pi / 2 - math.pi / 3) * 3, result[1].sigmas)
    near(2 * (0 - math.pi / 3) * 3, result[2].sigmas)
    assert.matches("Of 2 published figures 0 are within", result.findings[1])
    what.published = function() return 0.75 end
    near(math.pi / 3 * math.sqrt(10), gts.experiment(what)[1].sigmas)
  end)

  it("states that its findings are of few observations", function()
    local what = simple { seeds = 20, findings = function(rows) return { "two is more than " .. rows[1].algorithm } end }
    assert.same({ "two is more than one" }, gts.experiment(what).findings)
    assert.same({ "two is more than one", "That is what 1 observation of each says: too few to conclude anything." },
      gts.experiment(what, { seeds = 1 }).findings)
    what.quick = { seeds = 2 }
    assert.matches("^That is what 2 ", gts.experiment(what, { quick = true }).findings[2])
    what.seeds = 1
    assert.equal(1, #gts.experiment(what).findings)
  end)

  it("searches trees and games, by all combinations of parameters", function()
    local result = gts.experiment {
      games = { { branching = 2 } }, over = { depth = { 3, 4 }, order = { "random", "worst" } }, seeds = 2,
      algorithms = { "alphabeta", { label = "mine", algorithm = "mtd", first = -math.huge } },
    }
    assert.equal(8, #result)
    for _, row in ipairs(result) do
      local sum = 0
      for seed = 1, 2 do
        local asked = row.algorithm == "mine" and { algorithm = "mtd", first = -math.huge } or {}
        sum = sum + gts.search(gts.tree { branching = 2, depth = row.depth, order = row.order, seed = seed }, asked).stats.leaves
      end
      assert.equal(sum / 2, row.mean)
    end
    result = gts.experiment {
      games = { "tictactoe", { { 3, 12 }, { 2, 4 } } }, algorithms = { "alphabeta" }, over = { depth = { 2 } },
    }
    assert.equal(gts.search("tictactoe", { depth = 2 }).stats.leaves, result[1].mean)
    assert.same({ "tree 2", 3 }, { result[2].game, result[2].mean })
  end)

  it("asks functions for games, positions, algorithms and measures", function()
    local start = gts.apply("tictactoe", nil, 5, 1)
    local result = gts.experiment {
      points = { { plies = 1 }, { plies = 2 } },
      games = function() return "tictactoe", start end,
      algorithms = function(point) return { { label = "x", algorithm = "minimax", depth = point.plies } } end,
      measures = { "leaves", { "moves", function(r) return #r.pv end } },
    }
    assert.same({ 7, 1, 42, 2 }, { result[1].mean, result[2].mean, result[3].mean, result[4].mean })
    assert.same({ "leaves", "moves" }, { result[1].measure, result[2].measure })
  end)

  it("counts as missing what a limit stopped", function()
    local result = gts.experiment {
      games = { { branching = 3, depth = 5 } }, algorithms = { { algorithm = "alphabeta", nodes = 30 }, "sss" }, seeds = 3,
    }
    assert.same({ 0, 3 }, { result[1].count, result[1].missing })
    assert.same({ 3 }, { result[2].count, result[2].missing })
  end)

  it("does not depend on the number of processes", function()
    local what = { games = { { branching = 3, depth = 4 } }, algorithms = { "alphabeta", "sss" }, seeds = 7,
      over = { order = { "random", "strong" } } }
    local alone = gts.experiment(what)
    assert.equal(figures(alone), figures(gts.experiment(what, { workers = 3 })))
    assert.equal(figures(alone), figures(gts.experiment(what, { workers = 100 })))
    assert.equal(figures(alone), figures(gts.experiment(what, { workers = 0 })))
  end)

  it("says what is wrong with it", function()
    local folder, gone <close> = run.folder()
    refused("unknown field 'algoritms' of the experiment: did you mean 'algorithms'?", { algoritms = {} })
    refused("neither 'games' nor 'run'", { algorithms = { "alphabeta" } })
    refused("'algorithms' of the experiment is missing", { games = { "nim" } })
    refused("parameter 'dpeth' is neither", { games = { "nim" }, algorithms = { "sss" }, over = { dpeth = { 1 } } })
    refused("cannot be called 'mean'", simple { points = { { mean = 1 } } })
    refused("parameter 'x' has the value a table", simple { over = { x = { {} } } })
    refused("there is no experiment 'memsss-table3': did you mean", "memsss-table3")
    refused("there is no experiment 'foo'; there are: memsss-table1, ", "foo")
    refused("there is no experiment 'memsss': did you mean 'memsss-table1' or 'memsss-table2'?", "memsss")
    refused("k=2 seed 2: it has ended its process twice: exit code 7", simple { points = { { k = 2 } },
      run = function(_, seed) return seed ~= 2 and { 1, 2 } or os.exit(7) end }, { workers = 2 })
    refused("option 'workers' of gts.experiment is -1", simple(), { workers = -1 })
    refused("k=2 seed 3: too bad", simple { points = { { k = 2 } }, run = function(_, seed)
      return seed ~= 3 and { 1, 2 } or error("too bad", 0)
    end })
    refused("k=2 seed 3: too bad", simple { points = { { k = 2 } }, run = function(_, seed)
      return seed ~= 3 and { 1, 2 } or error("too bad", 0)
    end }, { workers = 2 })
    for wrong, value in pairs {
      ["'x': expected a number, or false"] = "x", ["inf: expected"] = math.huge, ["nan: expected"] = 0 / 0, ["a table"] = { {} },
    } do
      refused("seed 3: run, for 'two', returned " .. wrong, simple { run = function(_, seed)
        return { seed, seed == 3 and value or false }
      end })
      refused("measure 'odd' returned " .. wrong, {
        games = { { 1, 2 } }, algorithms = { "sss" }, measures = { { "odd", function() return value end } },
      })
    end
    refused("run, for 'two', returned nil", simple { run = function() return { 1 } end })
    refused("seed 1: run returned 7: expected a list", simple { run = function() return 7 end })
    run.write(folder .. "/empty.lua", "local experiment = {}")
    refused("empty.lua returns nil: expected the table of an experiment", folder .. "/empty.lua")
    refused("unknown algorithm 'alphabet'", { games = { { branching = 2, depth = 2 } }, algorithms = { "alphabet" } })
  end)

  it("reports its progress, and stops when asked to", function()
    local told = {}
    local result = gts.experiment(simple(), { progress = function(report)
      told[#told + 1] = report
      return #told < 3
    end })
    assert.same({ 1, 4 }, { told[1].done, told[1].total })
    assert.is_true(told[2].left >= 0)
    assert.same({ "progress", 3, 2 }, { result.stopped, result.finished, result[1].mean })
    assert.matches("progress: 3 of 4 jobs done", tostring(result))
    local last
    gts.experiment(simple(), { progress = function(report) last = report end })
    assert.same({ 4, 4, 0 }, { last.done, last.total, last.left })
    result = gts.experiment(simple { seeds = 500 }, { workers = 2, progress = function(report) return report.done < 3 end })
    assert.same({ "progress", 3 }, { result.stopped, result.finished })
  end)

  it("is written as CSV, JSON and JSON lines, with what it was made by", function()
    local result = gts.experiment(simple { points = { { k = "a,b" } } })
    assert.equal('"a,b",one,mean,4,,2.5,', result:csv():gsub("one,leaves", "one,mean"):match '\n("a,b",one,mean,4,,2.5,)')
    assert.equal(5, json.decode(result:json()).rows[2].mean)
    local lines = {}
    for line in result:jsonl():gmatch "[^\n]+" do lines[#lines + 1] = json.decode(line) end
    assert.equal(3, #lines)
    for _, name in ipairs { "version", "compiler", "machine", "lua", "seed", "seeds", "seconds" } do
      assert.is_truthy(lines[1][name], name)
    end
    assert.equal(gts.version, lines[1].version)
    assert.matches("^%l+ %d+%.%d", lines[1].compiler)
    assert.same({ "two", 5 }, { lines[3].algorithm, lines[3].mean })
  end)

  it("draws its chart", function()
    local what = simple { points = { { k = 1 }, { k = 2 } }, chart = { x = "k" }, title = "<simple>" }
    local draw = getmetatable(gts.experiment(what)).__draw
    local svg = draw(gts.experiment(what), "svg")
    assert.matches("^<svg", svg)
    assert.truthy(svg:find("&lt;simple&gt;", 1, true))
    assert.equal(2, select(2, svg:gsub("<polyline ", "")))
    assert.truthy(svg:find("Bars: one standard error", 1, true))
    assert.is_nil(draw(gts.experiment(what, { seeds = 1 }), "svg"):find "standard error")
    assert.is_nil((draw(gts.experiment(what), "dot")))
    local plain = gts.experiment(simple())
    assert.matches("has no chart", select(2, getmetatable(plain).__draw(plain, "svg")))
  end)
end)

describe("the file of an experiment #lua", function()
  local folder, gone, file
  before_each(function()
    folder, gone = run.folder()
    file = folder .. "/kept.jsonl"
  end)
  after_each(function() getmetatable(gone).__close() end)

  local function read() return run.read(file) end
  local function rewrite(text) run.write(file, text) end

  -- An experiment that counts its jobs.
  local function counted(more)
    local count = { 0 }
    local what = simple(more)
    what.run = function(_, seed)
      count[1] = count[1] + 1
      return { seed, 2 * seed }
    end
    return what, count
  end

  it("keeps what is done, and goes on from there, with more seeds if there are to be more", function()
    local what, count = counted()
    gts.experiment(what, { file = file, progress = function(report) return report.done < 2 end })
    assert.equal(2, count[1])
    local result = gts.experiment(what, { file = file })
    assert.same({ 4, 2.5, 2 }, { count[1], result[1].mean, result.kept })
    assert.equal(3, gts.experiment(what, { file = file, seeds = 5 })[1].mean)
    assert.equal(5, count[1])
    assert.equal(1.5, gts.experiment(what, { file = file, seeds = 2, workers = 2 })[1].mean)
    assert.equal(5, count[1])
  end)

  it("leaves out a last line that its writer did not finish", function()
    local what, count = counted()
    gts.experiment(what, { file = file })
    local whole = read()
    for cut = 1, #whole - 1, 7 do
      rewrite(whole:sub(1, cut))
      assert.equal(2.5, gts.experiment(what, { file = file })[1].mean)
      assert.equal(whole, read())
    end
    assert.is_true(count[1] > 4)
  end)

  it("is refused where it is of something else", function()
    local what = counted()
    gts.experiment(what, { file = file })
    refused("it is of another experiment, 'simple'", simple { name = "other" }, { file = file })
    refused("it is of an earlier version of the experiment", simple { title = "changed" }, { file = file })
    local whole = read()
    rewrite(whole:gsub('"gts":"[^"]*"', '"gts":"0.0.0"'))
    refused("it was made with gts 0.0.0", what, { file = file })
    rewrite(whole:gsub('("seed":2,.-\n)', "nonsense\n%1", 1))
    refused("line 3 is not understood", what, { file = file })
    rewrite "something\nelse\n"
    refused("this is no file of an experiment", what, { file = file })
    refused("nowhere", what, { file = "/nowhere/at/all" })
  end)

  it("survives a kill", function()
    -- The process that has done so many searches kills its group, which is that of the command timeout.
    run.write(folder .. "/mine.lua", [[
      local last, count = tonumber(os.getenv "LAST"), 0
      local function leaves(r)
        count = count + 1
        if count == last then os.execute "kill -9 0" end
        return r.stats.leaves
      end
      return { name = "mine", games = { { branching = 3, depth = 4 } }, algorithms = { "minimax", "sss" }, seeds = 60,
        measures = { { "leaves", leaves } } }
    ]])
    local command = ("cd '%s' && LAST=%%s timeout 60 '%s' experiment ./mine.lua --workers 2 --file kept.jsonl --format csv 2>&1")
      :format(folder, run.program)
    local known = 0
    for _ = 1, 3 do
      run.output(command:format "15")
      local f = io.open(file)
      if f then
        local lines = select(2, f:read("a"):gsub("\n", ""))
        assert.is_true(lines >= known)
        known = lines
        f:close()
      end
    end
    assert.equal(figures(gts.experiment(folder .. "/mine.lua")), run.output(command:format "none") .. "\n")
  end)
end)

describe("gts experiment #plain", function()
  it("lists those that there are, and says what each is", function()
    local out = run.fine { "experiment" }
    for _, name in ipairs(experiments.names) do assert.truthy(out:find("\n" .. name, 1, true), name) end
    out = run.fine { "experiment", "memsss-table2", "--about" }
    assert.matches("Table 2", out)
    assert.matches("leaves open", out)
    assert.matches("did you mean 'memsss%-table2'?", run.ends(2, { "experiment", "memsss_table2" }))
  end)

  it("asks before the work whether there is a chart, and whether it can be written", function()
    local folder, gone <close> = run.folder()
    run.write(folder .. "/never.lua", [[
      return { name = "never", algorithms = { "x" }, run = function() error "it works" end, chart = { x = "k" } }
    ]])
    for wanted, args in pairs {
      ["the experiment 'trends%-figure1' has no chart"] = { "experiment", "trends-figure1", "--chart", folder .. "/x.svg" },
      ["has no chart"] = { "experiment", "trends-figure1", "--format", "svg" },
      ["No such file"] = { "experiment", folder .. "/never.lua", "--chart", folder .. "/there/is/none.svg" },
      ["is a folder"] = { "compare", "nim", "--chart", folder },
      ["none.svg: No such file"] = { "draw", "nim", "--nodes", "1e9", "--file", folder .. "/there/is/none.svg" },
    } do
      local err = run.ends(1, args)
      assert.matches(wanted, err)
    end
    assert.equal("never.lua\n", run.output(("ls '%s'"):format(folder)) .. "\n")
  end)

  it("shows how far it is, where somebody looks", function()
    local folder, gone <close> = run.folder()
    run.write(folder .. "/slow.lua", [[
      return { name = "slow", algorithms = { "x" }, seeds = 8, run = function()
        require("gts.core").clock(0.5)
        return { 1 }
      end }
    ]])
    local command = ("NO_COLOR=1 exec '%s' experiment '%s/slow.lua' --workers 1"):format(run.program, folder)
    local terminal = Terminal.start(command, folder)
    terminal:expect "[#"
    terminal:expect " of 8  "
    terminal:expect " left"
    terminal:expect "\27[K"
    terminal:expect "8 observations of each"
    terminal:close()
  end)
end)

describe("claims #lua", function()
  it("are tried one by one", function()
    local result = gts.experiment { name = "two", claims = {
      { "one is one", where = "p. 1", check = function() return 1 == 1, "1" end },
      { "one is two", where = "p. 2", check = function() return 1 == 2, "it is not" end },
    } }
    assert.same({ "holds", "FAILS", "it is not" }, { result[1].verdict, result[2].verdict, result[2].found })
    assert.matches("FAILS  one is two %(p%. 2%)\n       %-> it is not", tostring(result))
    assert.matches("1 of 2 claims hold", tostring(result))
    assert.matches("\n2,FAILS,p%. 2,one is two,it is not\n", result:csv())
  end)

  it("of Trends about its Figure 1 all hold but the one about NegaScout's call of g", function()
    local result, failing = gts.experiment "trends-figure1", {}
    for _, row in ipairs(result) do failing[#failing + 1] = row.verdict ~= "holds" and row.claim or nil end
    assert.same({ "NegaScout calls g with the window (34, 35)" }, failing)
    assert.is_true(#result > 20)
  end)
end)

describe("claims of publications #lua", function()
  it("all hold: dominance #thorough", function()
    for _, row in ipairs(gts.experiment "dominance") do
      assert.equal("holds", row.verdict, row.claim .. ": " .. row.found)
    end
  end)

  it("end at Ctrl-C, also in the middle of one", function()
    local folder, gone <close> = run.folder()
    run.write(folder .. "/mine.lua", [[
      local searched, tree = require "gts.experiments.searched", require "gts.tree"
      return { name = "mine", claims = { { "it ends", where = "here", check = function()
        os.execute "(sleep 0.1; kill -INT $PPID) &"
        searched.search(tree.new { branching = 9, depth = 99 }, { algorithm = "minimax" })
        return true, "it went on"
      end } } }
    ]])
    local out, err, code = run.gts { folder = folder, "experiment", "./mine.lua" }
    assert.is_true(code > 0)
    assert.is_nil(out:find("it went on", 1, true))
    assert.matches("interrupted", err)
  end)
end)

describe("the option set #lua", function()
  it("replaces values of parameters, each point once, and refuses others", function()
    local seen = {}
    local what = simple { over = { { "a", { 1, 2 } }, { "b", { "x", "y" } } }, seeds = 1, run = function(point)
      seen[#seen + 1] = tostring(point.a) .. point.b
      return { 1, 2 }
    end }
    gts.experiment(what, { workers = 1 })
    assert.same({ "1x", "1y", "2x", "2y" }, seen)
    seen = {}
    gts.experiment(what, { workers = 1, set = "a=7" })
    assert.same({ "7x", "7y" }, seen)
    seen = {}
    gts.experiment(what, { workers = 1, set = " b = z , a=0.5" })
    assert.same({ "0.5z" }, seen)
    refused("has 'c', which is no parameter: a, b", what, { set = "c=1" })
    refused("has 'a': expected name=value", what, { set = "a" })
  end)
end)

describe("the experiment that comes with gts #lua #thorough:", function()
  local looked_at = cells.games
  setup(function() cells.games = 150 end)       -- those that learn begin with random games: fewer show that they run
  teardown(function() cells.games = looked_at end)

  for _, name in ipairs(experiments.names) do
    it(name .. " says what it is, and runs", function()
      local definition = assert(experiments.definition(name))
      for _, field in ipairs { "title", "source", "about" } do assert.is_string(definition[field]) end
      local result = gts.experiment(name, { quick = true, seeds = 1 })
      assert.is_true(#result > 0)
      if not definition.claims then assert.matches("^<svg", getmetatable(result).__draw(result, "svg")) end
      assert.equal(#result, #json.decode(result:json()).rows)
      for _, line in ipairs { tostring(result):match "^[^\n]*" } do assert.equal(definition.title:sub(1, 20), line:sub(1, 20)) end
    end)
  end
end)
