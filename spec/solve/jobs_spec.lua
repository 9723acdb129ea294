-- Job-level proof-number search: gts.solve with by = "jobs".

local core = require "gts.core"
local gts = require "gts"
local job = require "gts.solve.job"
local jobs = require "gts.solve.jobs"
local run = require "spec.support.run"
local search = require "gts.search"
local solving = require "spec.support.solving"
local top = require "gts.solve.top"

local wrong = require("spec.support.errors").complaint

-- A game of `plies` plies on few positions, so that many paths meet: a position is ply * 64 + a number. Its moves, its player and
-- what it is worth are drawn by it.
local function graph(seed, plies, asks)
  local function draw(p, salt, n) return ((p * 2654435761 + seed * 40503 + salt * 97) * 0x9E3779B97F4A7C15 >> 40) % n end
  local rules = { name = "graph", start = 0, range = { -3, 3 } }
  function rules.evaluate(p) return draw(p, 1, 7) - 3 end
  function rules.successors(p)
    local list = {}
    if p // 64 == plies or p > 63 and draw(p, 2, 9) == 0 then return list end
    for i = 1, 1 + draw(p, 3, 4) do list[i] = (p // 64 + 1) * 64 + draw(p, 4 + i, 8) end
    return list
  end
  if asks then function rules.player(p) return draw(p, 50, 2) == 0 and "max" or "min" end end
  return gts.game(rules)
end

-- The minimax value of a position, as the rules say it.
local function minimax(of, p, player)
  local best
  player = of.player and of.player(p) or player
  local other = player == "max" and "min" or "max"
  for _, q in ipairs(of.successors(p)) do
    local value = minimax(of, q, other)
    if not best or (player == "max") == (value > best) then best = value end
  end
  return best or of.evaluate(p)
end

describe("gts.solve by jobs", function()
  it("finds the value and a move that has it, however small jobs are, by one process", function()
    for seed = 1, 10 do
      local of = graph(seed, 5, seed % 2 == 0)
      local value = minimax(of, 0, "max")
      for _, nodes in ipairs { 1, 2, 7, 40, 1000 } do
        local r = gts.solve(of, { by = "jobs", job_nodes = nodes, native = false })
        assert.same({ value, value, value, true }, { r.value, r.lower, r.upper, r.exact })
        assert.equal(value, minimax(of, of.successors(0)[r.move], "min"))
      end
    end
    assert.equal(1, gts.solve({ name = "over", start = 0, range = { 1, 1 }, successors = function() return {} end,
      evaluate = function() return 1 end }, { by = "jobs", native = false }).value)
  end)

  it("looks at the node that it names, though its moves were listed for another image of the position", function()
    local of = gts.game "tictactoe"
    local ask = job.worker(of, job.root(of), search.check(of, { algorithm = "dfpn", table = 1 << 20, native = false }))
    local function below(path, line)
      local ids = ask({ path = path, line = line, goal = 1, nodes = 0 }).children
      return ids, table.concat(ids, " ")
    end
    local cells = below({}, {})
    local corner, listed = below({ 1 }, { cells[1] })
    local _, elsewhere = below({ 3 }, { cells[3] })
    assert(cells[1] == cells[3] and listed ~= elsewhere)
    for i, id in ipairs(corner) do
      local one, other = below({ 1, i }, { cells[1], id }), below({ 3, i }, { cells[1], id })
      table.sort(one)
      table.sort(other)
      assert.same(one, other)
    end
  end)

  it("finds the values of trees, also of those in which MIN begins", function()
    for seed = 1, 10 do
      local of = gts.tree { branching = 3, depth = 4, seed = seed, range = { -2, 2 }, player = seed % 2 == 0 and "min" or "max" }
      local value = gts.search(of, { algorithm = "minimax" }).value
      for _, nodes in ipairs { 2, 15 } do assert.equal(value, gts.solve(of, { by = "jobs", job_nodes = nodes }).value) end
    end
  end)

  it("finds them by several processes", function()
    for seed = 1, 3 do
      local of = graph(seed, 6, seed % 2 == 0)
      local r = gts.solve(of, { by = "jobs", job_nodes = 1 + 6 * seed, threads = 3, native = false })
      assert.equal(minimax(of, 0, "max"), r.value)
    end
  end)

  it("serves scores, symmetries, passes and positions of two words as df-pn does", function()
    for _, case in ipairs { { "kalah", { pits = 2, seeds = 2 } }, { "tictactoe" }, { "othello", { size = 4 }, 500 },
      { "connect4", { columns = 4, rows = 3 } }, { "domineering", { columns = 4, rows = 3, first = "min" } } } do
      local of = gts.game(case[1], case[2])
      local r = gts.solve(of, { by = "jobs", job_nodes = case[3] or 50, native = false })
      assert.equal(gts.solve(of, { by = "dfpn", native = false }).value, r.value)
    end
  end)

  it("knows games that are over, and where all moves have the value", function()
    local function none() return {} end
    local over = gts.solve({ name = "over", start = 1, successors = none, evaluate = function() return 4 end }, { by = "jobs" })
    assert.same({ 4, true }, { over.value, over.exact })
    assert.is_nil(over.move)
    local lost = gts.solve({ name = "lost", start = 0, range = { -1, 1 },
      successors = function(p) return p == 0 and { 1, 2 } or {} end, evaluate = function() return -1 end },
      { by = "jobs", job_nodes = 1 })
    assert.same({ -1, 1 }, { lost.value, lost.move })
  end)

  it("names the move also where bounds alone say the value", function()
    local rules = { name = "told", start = 0, successors = function(p) return p < 1 and { 1, 2, 3 } or {} end,
      evaluate = function(p) return p == 2 and 7 or 3 end, bounds = function(p) if p == 0 then return 7, 7 end return 3, 7 end }
    local r = gts.solve(rules, { by = "jobs", job_nodes = 1 })
    assert.same({ 7, 2 }, { r.value, r.move })
  end)

  it("refuses by name what it cannot serve", function()
    local round = { name = "round", start = 1, cycle = 0, successors = function(p) return { p % 3 + 1 } end,
      evaluate = function() return 0 end }
    assert.truthy(wrong(gts.solve, round, { by = "jobs" }):find("by = 'jobs' does not serve rules.cycle", 1, true))
    local keyless = { name = "keyless", start = {}, key = false }
    function keyless.successors() return {} end
    function keyless.evaluate() return 0 end
    assert.truthy(wrong(gts.solve, keyless, { by = "jobs" }):find("dfpn needs rules.key", 1, true))
    local solution = wrong(gts.solve, "nim", { by = "jobs", solution = true })
    assert.truthy(solution:find("'solution' does not go with by = 'jobs'", 1, true))
    assert.truthy(wrong(gts.solve, "nim", { file = "x" }):find("option 'file' goes with by = 'jobs'", 1, true))
    assert.truthy(wrong(gts.solve, "nim", { job_nodes = 9 }):find("option 'job_nodes' goes with by = 'jobs'", 1, true))
    assert.truthy(wrong(gts.solve, "nim", { by = "jobs", job_nodes = 0 }):find("option 'job_nodes'", 1, true))
    assert.truthy(wrong(gts.solve, "nim", { by = "jobs", folder = "x" }):find("option 'folder' goes with", 1, true))
  end)

  it("names the error of a rule in a job, and the rule", function()
    local rules = { name = "bad", start = 1, successors = function(p) return p < 20 and { 2 * p, 2 * p + 1 } or {} end,
      evaluate = function() error("no such end", 0) end }
    for _, threads in ipairs { 1, 2 } do
      local message = wrong(gts.solve, rules, { by = "jobs", job_nodes = 2, threads = threads, native = false })
      assert.truthy(message:find("^job %d+: ") and message:find("no such end", 1, true), message)
    end
  end)

  it("stops in time, and on request, with what is proved", function()
    local of = gts.game("hex", { size = 5 })
    local function late() core.clock(1000) end
    local r = gts.solve(of, { by = "jobs", time = 500, job_nodes = 500, native = false, progress = late })
    assert.same({ "time", false, -10000, 10000 }, { r.stopped, r.exact, r.lower, r.upper })
    local reports = 0
    r = gts.solve(of, { by = "jobs", job_nodes = 500, native = false, progress = function(report)
      reports = reports + 1
      return report.jobs < 0
    end })
    assert.same({ "progress", 1 }, { r.stopped, reports })
  end)
end)

describe("the file of jobs", function()
  local MORE = 3                -- jobs that may be asked for anew: bounds known from the start may make other moves the best

  local of = gts.game "tictactoe"
  local folder, gone, file, text

  -- Solves with the file; gives value, jobs done now.
  local function solve(game, nodes)
    local r = gts.solve(game or of, { by = "jobs", job_nodes = nodes or 100, file = file, native = false })
    return r.value, r.jobs
  end

  local function content() return run.read(file) end

  setup(function()
    folder, gone = run.folder()
    file = folder .. "/jobs"
    local value, count = solve()
    assert.equal(0, value)
    assert.is_true(count > 20)
    text = content()
  end)
  before_each(function() run.write(file, text) end)
  teardown(function() getmetatable(gone).__close() end)

  -- The file begins as it did, and no job stands in it twice.
  local function check_lines(before)
    local now, seen = content(), {}
    if select(2, before:gsub("\n", "")) >= 3 then assert.equal(before, now:sub(1, #before)) end
    for name in now:gmatch "\n(%x+ [^ ]+) [^\n]+ [^\n]+ [^\n]+" do
      assert.is_nil(seen[name])
      seen[name] = true
    end
    assert.is_true(next(seen) ~= nil)
  end

  it("answers at once what it knows, and goes on after a loss of its end at any byte", function()
    local again, more = solve()
    assert.equal(0, again)
    assert.is_true(more <= MORE)
    for cut = 0, #text, #text // 6 do
      run.write(file, text:sub(1, cut))
      assert.equal(0, (solve()))
      check_lines(text:sub(1, cut):match "^.*\n" or "")
    end
  end)

  it("refuses files of others by name", function()
    local nim, other = gts.game "nim", gts.game("nim", { heaps = { 1, 2 } })
    os.remove(file)
    solve(nim)
    assert.truthy(wrong(solve, other):find("jobs: it is of other options, rules, data or another position", 1, true))
    assert.truthy(wrong(solve, gts.game "chomp"):find("jobs: it is of another game, 'nim'", 1, true))
    run.write(file, "something else\n")
    assert.truthy(wrong(solve, nim):find("this is no jobs", 1, true))
    for _, other_text in ipairs { "a note", "gts jobs 2\nmore" } do
      run.write(file, other_text)
      assert.truthy(wrong(solve, nim):find("jobs: it is no file of jobs", 1, true))
      assert.equal(other_text, content())
    end
    local unwritable = wrong(gts.solve, nim, { by = "jobs", file = folder .. "/none/jobs", native = false })
    assert.truthy(unwritable:find("none/jobs", 1, true), unwritable)
  end)

  -- Changes the lines of the file behind the head by `f`, with right checksums.
  local function forge(f)
    local out, is = {}, nil
    for line in text:gmatch "[^\n]+" do
      is = is or line:match "^fingerprint (.*)"
      local above = #out >= 3 and f(line:match "^(.*) %x+$") or nil
      out[#out + 1] = above and ("%s %s"):format(above, core.hash(is .. " " .. above):sub(1, 16)) or line
    end
    run.write(file, table.concat(out, "\n") .. "\n")
  end

  it("refuses a line of which any character was changed, by its number", function()
    local from, to = text:find "\n%x+ [^\n]*\n"
    for at = from + 1, to - 1, 7 do
      local old = text:sub(at, at)
      run.write(file, text:sub(1, at - 1) .. (old == "0" and "1" or "0") .. text:sub(at + 1))
      assert.matches("jobs: line 4 is damaged: its checksum is another", wrong(solve))
    end
    run.write(file, (text:gsub("jobs 2", "jobs 1", 1)))
    assert.matches("its format is jobs 1: gts .* reads jobs 2", wrong(solve))
    run.write(file, (text:gsub("(\n%x+ [^\n]*) %x+(\n)", "%1%2")))
    assert.matches("jobs: line 4 is damaged", wrong(solve))
  end)

  it("refuses forged lines by name", function()
    local function field(n, value)
      return function(line)
        local fields = {}
        for word in line:gmatch "[^ ]+" do fields[#fields + 1] = word end
        fields[n] = value
        return table.concat(fields, " ")
      end
    end
    for _, case in ipairs {
      { field(5, "-1"), "not understood" }, { field(5, "1e999"), "not understood" }, { field(5, "0.5"), "not understood" },
      { field(6, "-inf"), "not understood" }, { field(1, "x"), "not understood" }, { field(11, ","), "not understood" },
      { field(11, "0,1"), "not understood" }, { field(2, "nan"), "not understood" },
      { field(11, ("0"):rep(32) .. "," .. ("0"):rep(32)), nil },
    } do
      forge(case[1])
      local ok, why = pcall(solve)
      if case[2] then assert.matches("jobs: line 4 is " .. case[2], why)
      else assert(ok or not why:find "attempt to", why) end
    end
  end)

  it("refuses answers that contradict each other, a node at two plies, and moves that there are not", function()
    local root
    local function case(f, pattern)
      forge(function(line)
        root = root or line:match "^%x+"
        return f(line)
      end)
      assert.matches(pattern, wrong(solve))
    end
    local count = 0
    case(function(line)
      count = count + 1
      local id = line:match "^%x+"
      return ("%s %d %d %d 1 0 max - - - -"):format(root, count, 3 - 2 * count, 3 - 2 * count), id
    end, "jobs: its answers for node %x+ contradict each other")
    case(function(line) return (line:gsub("%x+,", root .. ",")) end, "node %x+ stands at two plies")
    local many = {}
    for i = 1, 12 do many[i] = ("%032x"):format(i) end
    case(function(line)
      return line:find("^" .. root) and line:gsub("%S+$", table.concat(many, ",")):gsub(" %d+ %d+ (%S+)$", " 1 1 %1") or line
    end, "a position of tictactoe has not the moves of its line")
  end)

  it("goes on after kill -9 of the program, with all jobs that were answered", function()
    local killed = [[
      local count, rules, solving = 0, {}, require "spec.support.solving"
      for name, value in pairs(require "gts".game "tictactoe") do rules[name] = value end
      rules.version = "1"
      local evaluate = rules.evaluate
      function rules.evaluate(...)
        count = count + 1
        if count == MOST then solving.kill() end
        return evaluate(...)
      end
    ]]
    os.remove(file)
    local script = "local MOST = 300 " .. killed .. "require 'gts'.solve(rules, { by = 'jobs', job_nodes = 100, native = false, "
    run.output(("'%s' -e '%s' 2>&1"):format(run.program, script:gsub("'", '"') .. ("file = %q })"):format(file)))
    local before = select(2, content():gsub("\n", "")) - 3
    assert.is_true(before > 0)
    local r = gts.solve(load(killed .. "return rules")(), { by = "jobs", file = file, native = false })
    assert.equal(0, r.value)
    assert.truthy(r.why:find "it went on where it was")
  end)
end)

describe("a job that takes too long", function()
  local place, remove = solving.places()
  teardown(remove)

  -- Solves a game that is lost where the second move of three is made, which takes for ever; the first moves decide without. When
  -- it has begun, the clock goes on by more than a job may take.
  local function solve(decides)
    local mark = place()
    local rules = { name = "slow", start = 0, range = { -1, 1 },
      successors = function(p) return p == 0 and { 1, 2, 3 } or p < 4 and { 10 * p } or {} end }
    function rules.evaluate(p)
      if p == 20 then
        run.write(mark, "begun")
        while true do os.execute "sleep 0.05" end
      end
      return p == 30 and decides and 1 or -1
    end
    return gts.solve(rules, { by = "jobs", job_nodes = 2, job_seconds = 60, native = false, progress = function()
      if os.remove(mark) then core.clock(100) end
    end })
  end

  it("is killed, and its node is left out: the others may decide", function()
    local r = solve(true)
    assert.same({ 1, 3 }, { r.value, r.move })
  end)

  it("is named where the value hangs on it", function()
    assert.matches("stays open: jobs took longer than 60 seconds twice, at the paths ", wrong(solve, false))
  end)
end)

describe("the top of a job-level search", function()
  local function leaf(lower, upper) return { lower = lower, upper = upper } end
  local function open(player, max, min, ...)
    return { lower = -1, upper = 1, player = player, max = max, min = min, children = { ... } }
  end

  it("gives a node to one job at a time, and passes over children by the jobs below them", function()
    local tree = top.new("root", 1, { -1, 1 }, {})
    local first = tree:take()
    assert.same({ "root", nil }, { first.node.id, tree:take() })
    tree:answer(first, open("max", 2, 9, "a", "b", "c"))
    local a, b, c = tree:take(), tree:take(), tree:take()
    assert.same({ "a", "b", "c" }, { a.node.id, b.node.id, c.node.id })
    assert.same({ 3, 3 }, { a.node.min, c.node.min })           -- their parent's disproof number, divided among them
    assert.is_nil(tree:take())
    tree:answer(a, open("min", 1, 5, "a1", "a2"))
    tree:answer(b, open("min", 2, 5, "b1", "b2"))
    assert.same({ "a1", "b1", "a2" }, { tree:take().node.id, tree:take().node.id, tree:take().node.id })
    assert.same({ 2, 13 }, { tree.root.max, tree.root.min })   -- either child of a has a proof number of 1 at least
  end)

  it("settles by bounds alone, and takes answers that come late", function()
    local tree = top.new("root", 1, { -1, 1 }, {})
    tree:answer(tree:take(), open("max", 1, 4, "a", "b"))
    local a, b = tree:take(), tree:take()
    tree:answer(b, leaf(1, 1))
    assert.same({ "max", 2 }, { tree:winner(), tree:best(1) })
    assert.is_nil(tree:take())
    tree:answer(a, leaf(-1, 0))
    assert.same({ "max", 1, 1 }, { tree:winner(), tree.root.lower, tree.root.upper })
  end)

  it("keeps a question open where a job was given up", function()
    local tree = top.new("root", 1, { -1, 1 }, {})
    tree:answer(tree:take(), open("max", 1, 4, "a", "b"))
    tree:answer(tree:take(), nil)
    tree:answer(tree:take(), leaf(-1, -1))
    assert.is_nil(tree:winner())
    assert.is_nil(tree:take())
    assert.same({ "1" }, tree.given_up)
  end)

  it("asks for more after a yes, for less after a no, until the value is known", function()
    for value = -3, 3 do
      local q, asked = jobs.questions { -3, 3 }, 0
      repeat
        local tree = top.new("root", q.goal, { -3, 3 }, {})
        local yes = value >= q.goal
        tree:answer(tree:take(), { lower = yes and value or -3, upper = yes and 3 or value, player = "max",
          move = yes and 2 or nil })
        asked = asked + 1
      until q:answer(tree)
      assert.same({ value, value, value > -3 and 2 or 1 }, { q.lower, q.upper, q.move })
      assert.is_true(asked <= 3)
    end
  end)
end)
