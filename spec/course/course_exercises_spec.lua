-- The exercises of the course: right solutions pass, and wrong ones get the reason.

local budgets = require "gts.base.guard"
local core = require "gts.core"
local course = require "gts.course.course"
local grade = require "gts.course.grade"
local gts = require "gts"
local guard = require "gts.course.guard"
local solution = require "spec.support.solution_reference"
local trees = require "spec.support.trees"

local SEEDS = { 1, 23 }

-- What is graded in this process is graded as in a worker: see the last spec.
local function graded(id, text, seed)
  local report = grade.here(grade.exercise(id), { text = text, seed = seed or 1, name = "mine.lua" }, guard.world())
  local points = 0
  for _, row in ipairs(report) do
    points = points + row.points
    assert(row.points == 0 or row.points == row.of)
  end
  assert.equal(points, report.points)
  assert.equal(10, report.of)
  assert.equal(points == 10, report.passed)
  return report
end

local function passes(id, text, seed)
  local report = graded(id, text, seed)
  assert(report.passed, tostring(report))
end

-- Instructions that a call may take, and all of the grading, and fewer that are enough for programs that are wrong.
local FEWER = { [10000000] = 200000, [50000000] = 10000000 }

-- Not passed, and a text is in the report.
local function fails(id, text, why)
  local budget <const> = budgets.budget
  budgets.budget = function(instructions) return budget(FEWER[instructions] or instructions) end
  local ok, report = pcall(graded, id, text)
  budgets.budget = budget
  assert(ok, report)
  assert(not report.passed)
  assert(tostring(report):find(why, 1, true), ("%q is not in\n%s"):format(why, tostring(report)))
end

local function texts(id, seed)
  for _, row in ipairs(course.list()) do
    if row.exercise == id then return course.open(row.id, { seed = seed }):exercise() end
  end
end

local function skeleton(id, seed) return (select(2, texts(id, seed))) end

local function task(id, seed) return (texts(id, seed)) end

-- Exercise 1, as the task tells it.
local STICKS = [[
local rules = { name = "sticks", start = { sticks = %s, max = true } }

function rules.successors(p)
  local positions, moves = {}, {}
  for _, n in ipairs { %s } do
    if n <= p.sticks then
      positions[#positions + 1] = { sticks = p.sticks - n, max = not p.max }
      moves[#moves + 1] = n
    end
  end
  return positions, moves
end

function rules.player(p) return p.max and "max" or "min" end

function rules.evaluate(p) return p.sticks > 0 and 0 or p.max and %s or -(%s) end

return rules
]]

local function sticks(seed)
  local count, a, b, c, how = task("sticks", seed):match
    "%*%*(%d+) sticks%*%*.-%*%*(%d+), (%d+) or (%d+)%*%*.-last stick %*%*(%a+)%*%*"
  local value = how == "wins" and -1 or 1
  return STICKS:format(count, table.concat({ a, b, c }, ", "), value, value)
end

local function change(text, from, to)
  local changed, count = text:gsub((from:gsub("%p", "%%%0")), (to:gsub("%%", "%%%%")))
  assert(count > 0, from)
  return changed
end

local ORDER = "return function(p, move) return p.row[move] end"
local MIRROR = "return function(p) local b = p.cells:reverse() return b < p.cells and b or p.cells end"

-- The leaves by which one player can show that the root is worth at least, or at most, what it is.
local function plan(node, player, chooser, wanted)
  if type(node) == "number" then return { node } end
  local list = {}
  for _, child in ipairs(node) do
    local value = trees.oracle(child, player == "max" and "min" or "max")
    local good = chooser == "max" and value >= wanted or chooser == "min" and value <= wanted
    if player ~= chooser or good then
      local below = plan(child, player == "max" and "min" or "max", chooser, wanted)
      table.move(below, 1, #below, #list + 1, list)
      if player == chooser then break end
    end
  end
  return list
end

local function leaf_numbers(tree)
  local numbers, count = {}, 0
  for _, node in ipairs(trees.nodes(tree)) do
    if node.leaf then
      count = count + 1
      numbers[node.value], numbers[node.path] = count, count
    end
  end
  return numbers
end

local function as_numbers(tree, list)
  local numbers, made = leaf_numbers(tree), {}
  for i, what in ipairs(list) do made[i] = numbers[what] end
  return "{" .. table.concat(made, ", ") .. "}"
end

local function plans(seed)
  local tree = load("return " .. skeleton("plans", seed):match "the tree ([{}%d,%-]+)")()
  local value = trees.oracle(tree)
  local _, order = solution.sss(tree)
  local states, leaves = {}, 0
  solution.states(tree, function(case, _, open)         -- OPEN before the seventh leaf is looked at
    leaves = leaves + (case == 4 and 1 or 0)
    for i, s in ipairs(case == 4 and leaves == 7 and open or {}) do
      states[i] = ("{ %q, %q, %s }"):format(s.n.path, s.live and "live" or "solved", s.h == math.huge and "math.huge" or s.h)
    end
  end)
  return ("return { max_tree = %s, min_tree = %s, order = %s, open = { %s } }"):format(
    as_numbers(tree, plan(tree, "max", "min", value)), as_numbers(tree, plan(tree, "max", "max", value)),
    as_numbers(tree, order), table.concat(states, ", "))
end

local MINIMAX = [[
local function search(node)
  local value = node:value()
  if value then return value end
  for child in node:children() do node:take(child, search(child)) end
  return node:finish()
end
return function(root) return search(root) end]]

local ALPHABETA = [[
local function search(node, alpha, beta)
  local value
  value, alpha, beta = node:value(alpha, beta)
  if value then return value end
  for child in node:children() do
    alpha, beta = node:take(child, search(child, alpha, beta), alpha, beta)
    if alpha >= beta then break end
  end
  return node:finish()
end
return function(root) return search(root, -math.huge, math.huge) end]]

-- Lines that one player alone has stones in, the more the better.
local ESTIMATE = [[
local lines = { { 1, 2, 3 }, { 4, 5, 6 }, { 7, 8, 9 }, { 1, 4, 7 }, { 2, 5, 8 }, { 3, 6, 9 }, { 1, 5, 9 }, { 3, 5, 7 } }
return function(p)
  local sum = 0
  for _, line in ipairs(lines) do
    local count = { X = 0, O = 0, ["."] = 0 }
    for _, i in ipairs(line) do count[p.cells[i] ] = count[p.cells[i] ] + 1 end
    if count.O == 0 then sum = sum + count.X ^ 2 end
    if count.X == 0 then sum = sum - count.O ^ 2 end
  end
  return sum
end]]

local NUMBERS = [[
return function(max, children)
  local own, other = max and "pn" or "dn", max and "dn" or "pn"
  local least, sum = math.huge, 0
  for _, child in ipairs(children) do least, sum = math.min(least, child[own]), sum + child[other] end
  if max then return least, sum else return sum, least end
end]]

local right = {
  sticks = sticks, plans = plans,
  minimax = function() return MINIMAX end, alphabeta = function() return ALPHABETA end,
  estimate = function() return ESTIMATE end, numbers = function() return NUMBERS end,
  bandit = function() return "return function(X, n, N) return X + .5 * math.sqrt(math.log(N) / n) end" end,
  order = function() return ORDER end, key = function() return MIRROR end,
}

describe("an exercise #lua", function()
  for id, solve in pairs(right) do
    it(id .. " passes when it is right, with any seed, and not as it is handed out", function()
      for _, seed in ipairs(id == "order" and { 23 } or SEEDS) do       -- with seed 1 it passes below
        passes(id, solve(seed), seed)
        local report = graded(id, skeleton(id, seed), seed)
        assert(not report.passed and report.points < 8)
        assert(#task(id, seed) > 200)
      end
    end)

    it(id .. " is never ended by what is handed in", function()
      fails(id, "return 1 +", "mine.lua:1:")
      fails(id, "return 7", "it is a number")
      if id ~= "order" then return end
      fails(id, "", "it returns nothing")
      fails(id, "x = nil + 1", "mine.lua:1: attempt to perform arithmetic on a nil value")
      fails(id, "error {}", "an error that is a table")
      fails(id, "\27Lua", "mine.lua")
      fails(id, "\n\nwhile true do pcall(error) end", "the file does not come to an end: it was at mine.lua:3")
      fails(id, "return os.exit(0)", "global 'os'")
      fails(id, "return io.open '/etc/passwd'", "global 'io'")
      fails(id, "return debug", "it returns nothing")
      fails(id, "while true do pcall(function() while true do end end) end", "does not come to an end: it was at mine.lua:1")
    end)
  end

  it("may be asked for by what it wants, and not by what it does not", function()
    fails("order", "return { }", "it is a table: the file returns a function")
    fails("plans", "return function() end", "it is a function")
  end)
end)

describe("exercise 1 #lua", function()
  it("tells of typical mistakes", function()
    local text = sticks(1)
    fails("sticks", change(text, "not p.max", "p.max"), "min moves in the game, max in your rules")
    fails("sticks", change(text, "n <= p.sticks", "n < p.sticks"), "the game")
    fails("sticks", change(text, "if n <= p.sticks then", "if true then"), "10 points: not passed")
    fails("sticks", change(text, "return positions, moves", "return positions"), "only in the game")
    fails("sticks", change(text, "p.sticks > 0 and 0 or p.max and", "p.sticks > 0 and 0 or not p.max and"), "the value is")
    fails("sticks", change(text, "return p.sticks > 0 and 0 or", "return 'won' or"), "rules.evaluate returned 'won'")
    fails("sticks", change(text, "local positions, moves = {}, {}", "local positions, moves = {}, {} while true do end"),
      "rules.successors does not come to an end: it was at mine.lua:4")
    fails("sticks", change(text, "positions[#positions + 1] = {", "p.sticks = p.sticks - n positions[#positions + 1] = {"),
      "position")
    fails("sticks", change(text, "function rules.successors(p)", "function rules.sucessors(p)"), "successors")
    fails("sticks", change(text, "moves[#moves + 1] = n", "moves[#moves + 1] = p.left.n"),
      "mine.lua:8: attempt to index a nil value")
  end)
end)

describe("exercises 2 and 3 #lua", function()
  it("tell of typical mistakes", function()
    fails("minimax", change(MINIMAX, "child, search", "child, -search"), "it runs on 30 trees")
    fails("minimax", change(MINIMAX, "search(child)) end", "search(child)) break end"), "but has proved that its value")
    fails("alphabeta", change(ALPHABETA, "alpha >= beta", "alpha > beta"), "and should be ")
    fails("alphabeta", change(ALPHABETA, "alpha >= beta", "beta < math.huge and alpha > -math.huge"), "mine.lua")
    fails("alphabeta", MINIMAX, "it examines the leaves of alphabeta, in that order")
    fails("alphabeta", "return function() return 7 end", "which is not proved by what was seen")
    fails("alphabeta", "return function() end", "what the algorithm has returned is nil")
    fails("alphabeta", "return function(root) for child in root:children() do return search(child) end end", "mine.lua:1: ")
    fails("alphabeta", "return function()\nwhile true do end end", "your function does not come to an end: it was at mine.lua:2")
  end)
end)

describe("exercises 7 to 9 #lua", function()
  it("tell of typical mistakes", function()
    fails("estimate", change(ESTIMATE, "return sum", "return -sum"), "% of the positions: the move is as good as any")
    fails("estimate", "return function(p) return p.cells end", "your function returned a table for ")
    fails("numbers", "return function(max) if max then return 1 end end", "(4, 7): 4, 7, not 1, nil")
    fails("numbers", change(NUMBERS, "max and \"pn\" or \"dn\"", "\"pn\""), "MIN nodes, all children open")
    fails("bandit", "return function(X) return X end", "about as many as with UCT")
    fails("bandit", "return function() return 0/0 end", "your function returned nan: expected a number")
  end)
end)

describe("exercise 4 #lua", function()
  it("tells of typical mistakes #thorough", function()
    fails("order", "return function(p, move) return -p.row[move] end", "leaves with it")
    fails("order", "return function(p, move) return p.row[move] > 5 end", "for move 1 of {")
    fails("order", "return function() return 0/0 end", "your function returned")
  end)

  it("is not spoilt by a solution that changes the position", function()
    passes("order", "return function(p, move) local coin = p.row[move] p.row, p.max, p.lead = {}, nil, nil return coin end")
  end)
end)

describe("exercise 5 #lua", function()
  it("tells which entry is wrong", function()
    fails("plans", "return {}", "max_tree is missing")
    fails("plans", "return { max_tree = { 1, 99 } }", "max_tree: entry 2 is 99: expected the number of a leaf, 1 to 12")
    fails("plans", "return { max_tree = { 1, 1 } }", "max_tree: leaf 1 is there twice")
    fails("plans", "return { max_tree = { 1, 2 } }", "it is no max solution tree: all children of MAX nodes")
    fails("plans", "return { max_tree = { 1, 5, 6, 9, 10 } }", "it is no max solution tree: all children of MAX nodes")
    fails("plans", "return { order = { 1, 2, 3, 4 } }", "the first 2 are right; then leaf 3 is not")
    fails("plans", change(plans(1), "order = {1, 2, ", "order = {1, "), "the first 1 are right")
    fails("plans", change(plans(1), "open = { {", "open = { {}, {"), "there are ")
    fails("plans", change(plans(1), '"live"', '"solved"'), "is not right: its node, its status or its h")
    fails("plans", "return { open = 5 }", "open is a number: expected a list of states")
  end)
end)

describe("exercise 6 #lua", function()
  it("tells of two positions that are taken for one", function()
    fails("key", "return function(p) return select(2, p.cells:gsub('x', '')) end", "have the key 1 both; but MAX ")
    fails("key", "return function() return 1 end", "have the key 1 both")
    fails("key", "return function(p) return p end", "it returned a table")
    fails("key", "return function(p) return 1.5 end", "it returned 1.5: expected an integer or a text")
    fails("key", "return function(p) return p.cels:reverse() end", "mine.lua:1: attempt to index a nil value (field 'cels')")
    fails("key", "return function(p) return p.cells .. tostring(p.max) end", "entries for")
  end)

  it("wants more than one position saved", function()
    fails("key", "return function(p) return p.cells:find '^%.+x$' and p.cells:reverse() or p.cells end",
      "with them there would be ")
  end)

  it("takes what sees more than the mirror", function()
    passes("key", [[
      return function(p)
        local runs = {}
        for run in p.cells:gsub("%.?x%.?", function(s) return ("-"):rep(#s) end):gmatch "%.+" do runs[#runs + 1] = #run end
        table.sort(runs)
        return table.concat(runs, ",")
      end]])
  end)
end)

describe("what students hand in #plain", function()
  local function limited(text, limits)
    return tostring(grade.grade("order", { text = text, seed = 1, name = "mine.lua", limits = limits }))
  end

  it("is ended where nothing in Lua can end it", function()
    local text = [[return function() return (("a"):rep(40)):find(("a?"):rep(40) .. ("a"):rep(40)) end]]
    local ended = "confined: ended by its limit of time, 1 s"
    assert.match(ended, limited(text, { time = 1, patience = 600, memory = 64 << 20 }))
    assert.match(ended, limited(text, { time = 600, patience = 1, memory = 64 << 20 }))
  end)

  it("gets no more memory than there is", function()
    assert.match("memory", limited("local t = {} for i = 1, 1e9 do t[i] = ('x'):rep(1e6) .. i end return t",
      { time = 30, memory = 32 << 20 }))
  end)

  it("is not graded where nothing can be confined, unless it is trusted", function()
    local worker <const> = core.confined.worker
    core.confined.worker = nil
    local given = { text = MIRROR, seed = 1, name = "mine.lua" }
    local report, wrong = grade.grade("key", given)
    given.trusted = true
    local trusted = grade.grade("key", given)
    core.confined.worker = worker
    assert.is_nil(report)
    assert.match("cannot be graded confined", wrong)
    assert.is_true(trusted.passed)
  end)

  it("does not get at what others share, and is not endless in a coroutine", function()
    local function loaded(text) return guard.load(text, "mine.lua", guard.world()) end
    assert.equal("nil", loaded "return tostring(getmetatable(''))")
    assert.equal(string, getmetatable("").__index)
    local value, wrong = loaded "coroutine.wrap(function() while true do end end)() return 7"
    assert.is_nil(value)
    assert.match("does not come to an end", wrong)
    assert.equal(3, loaded "local next = coroutine.wrap(function() coroutine.yield(1) return 2 end) return next() + next()")
    assert.is_nil(debug.gethook())
  end)

  it("is ended soon and by its line, wherever it is endless", function()
    local function soon(id, text, line) fails(id, text, "does not come to an end: it was at mine.lua:" .. line) end
    local endless = "function()\nwhile true do end end"
    local object = "setmetatable({}, {%s = " .. endless .. "})"
    -- in a coroutine of a call before, in many short ones, in one that is closed
    soon("key", ("local co = coroutine.wrap(%s) return function() return co() end"):format(endless), "2")
    soon("key", ("local co = coroutine.create(%s) return function() coroutine.resume(co) end"):format(endless), "2")
    soon("key", "return function()\nwhile true do coroutine.wrap(function() for i = 1, 2000 do i = i end end)() end end", "2")
    soon("key", ([[local function f() local x <close> = %s coroutine.yield() end
      return function() local co = coroutine.create(f) coroutine.resume(co) coroutine.close(co) end]]):format(
      object:format "__close"), "2")
    -- in metamethods, in a handler of errors
    soon("plans", ("return { max_tree = %s }"):format(object:format "__index"), "2")
    soon("plans", ("return { open = %s }"):format(object:format "__len"), "2")
    soon("plans", ("return { order = setmetatable({}, {__index = function()\nreturn coroutine.wrap(\n%s)() end}) }"):format(
      endless), "4")
    soon("plans", ("error(%s)"):format(object:format "__tostring"), "2")
    soon("sticks", ("return %s"):format(object:format "__index"), "2")
    soon("key", ("return function() return xpcall(error, %s) end"):format(endless), "2")
    -- no hook would end a finalizer: only a worker can be ended
    assert.match("there are no finalizers (__gc) here", limited(("return %s"):format(object:format "__gc")), 1, true)
    assert.is_nil(debug.gethook())
  end)

  it("has coroutines and handlers of errors that behave as those of Lua", function()
    local function loaded(text) return assert(guard.load(text, "mine.lua", guard.world())) end
    assert.same({ 1, 2, "dead", false, true }, loaded [[
      local co = coroutine.create(function(a) return coroutine.yield(a) end)
      local all = { select(2, coroutine.resume(co, 1)), select(2, coroutine.resume(co, 2)) }
      all[3], all[4], all[5] = coroutine.status(co), coroutine.resume(co), coroutine.close(co)
      return all ]])
    assert.same({ false, "mine.lua:2: oh!", true, 5, false, false, false }, loaded [[
      local function note(wrong) return wrong .. "!" end
      local all = { xpcall(function() error "oh" end, note) }
      all[3], all[4] = xpcall(function(v) return v end, note, 5)
      all[5], all[6], all[7] = pcall(xpcall, error, 7), pcall(coroutine.resume, 7), pcall(coroutine.close, 7)
      return all ]])
  end)

  it("is graded equally in a worker and here", function()
    for id, text in pairs {
      sticks = "x = nil + 1", order = "return 7", plans = "while true do end", key = MIRROR,
      alphabeta = "return function() while true do end end",
    } do
      assert.equal(tostring(grade.grade(id, { text = text, seed = 1, name = "mine.lua" })), tostring(graded(id, text)))
    end
    assert.is_nil(debug.gethook())
    assert.equal(0, gts.search("tictactoe").value)
  end)
end)

describe("the sheet of an exercise", function()
  local function sheet_of(row)
    return grade.here({ title = "x", grade = function(sheet) sheet:row(table.unpack(row, 1, 4)) end },
      { text = "return 1", name = "mine.lua", seed = 1 }, {})
  end

  it("takes no points that are none, and no text that is none", function()
    local rows = {
      { "2", "what", true }, { 1.5, "what", true }, { -1, "what", true }, { 0 / 0, "what", true },
      { 2, {}, true }, { 2, nil, true },
    }
    for _, row in ipairs(rows) do
      local report = sheet_of(row)
      assert.same({ 1, "the grading ended early" }, { report.points, report[2].what })
    end
    assert.equal(3, sheet_of({ 2, "what", true }).points)
  end)

  it("is shown without control characters", function()
    local report = sheet_of { 2, "what\27[2J", false, "why\7" }
    assert.same({ "what\u{FFFD}[2J", "why\u{FFFD}" }, { report[2].what, report[2].why })
  end)
end)
