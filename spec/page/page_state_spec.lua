-- The state of the page: messages in, states out.

local page_state = require "gts.page.page_state"
local errors = require "spec.support.errors"
local gts = require "gts"
local guard = require "gts.page.guard"
local json = require "gts.show.json"
local literal = require "gts.base.literal"
local page_tasks = require "spec.support.page_tasks"
local run = require "spec.support.run"
local subject = require "gts.page.subject"
local templates = require "gts.page.templates"
local text = require "gts.page.text"

local says = errors.says

local function nothing() end

local new, work, ask = page_tasks.new, page_tasks.work, page_tasks.ask

local FIG = "{{3,12,8},{2,4,6},{14,5,2}}"

-- Gives rules a hundredth of the instructions, until it is closed.
local function hurry()
  local at = 1
  while debug.getupvalue(guard.short, at) ~= "budget" do at = at + 1 end
  local budget = select(2, debug.getupvalue(guard.short, at))
  local instructions = budget.instructions
  budget.instructions = instructions // 100
  return setmetatable({}, { __close = function() budget.instructions = instructions end })
end

-- Rules with one field in the place of that of a small good game.
local function rules(field)
  return ([[
local rules = { name = "small", start = 4, range = { -1, 1 } }
function rules.next(p, move)
  move = (move or 0) + 1
  if move <= 2 and move <= p then return move, p - move end
end
function rules.evaluate() return 0 end
%s
return rules]]):format(field or "")
end

describe("a page state #lua", function()
  it("has a game session, and plays", function()
    local d = new()
    local before = d.serial
    d:state()
    assert.equal(before, d.serial)
    assert.is_true(d:take { kind = "play", move = "5", turn = 0 })
    assert(d.serial > before)
    local state = d:state()
    assert.same({ 1, "tictactoe" }, { state.play.turn, state.current.name })
    assert.equal("Tic-tac-toe on any board", state.current.title)
    d:take { kind = "sides", max = "person", min = "engine" }
    work(d)
    assert.equal(2, d:state().play.turn)
    assert(d:thought().play.thinks)
  end)

  it("is data that JSON has words for, and is sent in parts", function()
    local d = new()
    local read = assert(json.decode(json.encode(d:state())))
    assert.equal("tictactoe", read.play.game)
    assert(#read.about.games >= 15 and #read.about.algorithms >= 20)
    local seen = d:state().numbers
    assert.same({ numbers = seen }, d:state(seen))
    d:take { kind = "play", move = "5", turn = 0 }
    local news = d:state(seen)
    assert(news.play and not news.about and not news.rules)
    for _, wrong in ipairs { 1, "x", { play = "x", about = {} } } do assert(d:state(wrong).play) end
  end)

  it("passes over what is no message", function()
    local d = new()
    local before = d.serial
    for _, message in ipairs { {}, { kind = 1 }, { kind = "explode" }, { kind = {} }, { kind = "take" }, { kind = "works" } } do
      assert.is_false(d:take(message))
    end
    assert.is_false(d:take(nil))
    assert.is_false(d:take "play")
    assert.equal(before, d.serial)
  end)

  it("takes whatever stands in a message #thorough", function()
    local odd = { {}, { {} }, -1, 1.5, 0 / 0, math.huge, "", "x", "inf", true, false, ("x"):rep(3000), json.null }
    local fields = { "name", "options", "text", "of", "tree", "algorithm", "beside", "depth", "nodes", "order", "algorithms",
      "table", "lesson", "answer", "seed", "what", "move", "turn", "at", "saved" }
    local kinds = { "game", "rules", "reload", "check", "search", "steps", "compare", "learn", "stop", "play", "back",
      "strength", "look", "open", "review" }
    local d = new { game = "tictactoe" }
    for _, kind in ipairs(kinds) do
      for _, field in ipairs(fields) do
        for _, value in ipairs(odd) do
          -- Only nonsense is asked for: little work.
          d:take { kind = kind, [field] = value, depth = field ~= "depth" and 1 or value, time = 0.001, nodes = 10,
            algorithms = field == "algorithms" and value or { "alphabeta" } }
          if kind == "check" and d:state().check.waits then d:take { kind = "stop", what = "check" } end
        end
        work(d)
        d:state()
      end
      assert(json.encode(d:state()))
    end
  end)

  it("refuses a game that there is not, and begins with one that there is", function()
    local none, wrong = page_state.new { game = "nosuch" }
    assert.is_nil(none)
    says(wrong, "nosuch")
    assert.equal("tree", new { game = FIG }:state().current.kind)
    assert.equal("tictactoe", assert(page_state.new {}):state().current.name)
  end)
end)

describe("the game of a page state #lua", function()
  it("can be another, with options as texts, and what was found out about the one before is gone", function()
    local d = new()
    assert(ask(d, { kind = "search", depth = 2 }).result)
    d:take { kind = "game", name = "nim", options = { heaps = "1 2 3", misere = "true" } }
    local state = d:state()
    assert.equal("1 2 3", state.play.text)
    assert.same({}, state.search)
    assert.equal("true", state.current.options[2].value)
    d:take { kind = "game", options = { heaps = "{4, 4}" } }
    assert.equal("4 4", d:state().play.text)
    d:take { kind = "game", name = "connect4", options = { columns = "5", rows = 4 } }
    assert.equal(20, #d:state().play.board.cells)
  end)

  it("stays where the other is none, and why is said", function()
    local d = new()
    for _, case in ipairs {
      { { name = "nosuch" }, "no game 'nosuch'" }, { { name = 7 }, "no game 7" }, { { name = "./games/nim.lua" }, "no game" },
      { { name = "nim", options = { heap = "1" } }, "no option 'heap'" },
      { { name = "nim", options = { heaps = "many" } }, "heaps" },
      { { options = { line = "100" } }, "'line'" },
    } do
      case[1].kind = "game"
      d:take(case[1])
      says(d:state().current.says, case[2])
      assert.equal("tictactoe", d:state().current.name)
    end
    d:take { kind = "game", name = "nim" }
    assert.is_nil(d:state().current.says)
  end)

  it("is there after moves that come with it, up to the first that cannot be played", function()
    local d = new()
    d:take { kind = "game", name = "connect4", moves = "4 4,5" }
    assert.equal("4", d:state().play.played[2].name)
    assert.equal(3, d:state().play.turn)
    d:take { kind = "game", name = "othello", moves = "d3 d3 c5" }
    says(d:state().current.says, "move 2 cannot be played, after d3")
    assert.equal(1, d:state().play.turn)
    d:take { kind = "game", name = "nim", moves = {} }
    says(d:state().current.says, "moves are a text")
  end)

  it("keeps the players and the level", function()
    local d = new { game = "tictactoe", max = "engine", min = "person", level = 3 }
    d:take { kind = "analyze", on = true }
    d:take { kind = "game", name = "nim" }
    local play = d:state().play
    assert.same({ max = "engine", min = "person" }, play.sides)
    assert.same({ level = 3 }, play.strength)
    assert.is_true(play.analyzes)
  end)

  it("is read from its file again when that is asked for", function()
    local folder, gone <close> = run.folder()
    local file = folder .. "/own.lua"
    run.write(file, rules())
    local d = new { game = file }
    assert.equal("file", d:state().rules.kind)
    says(d:state().rules.text, "small")
    run.write(file, (rules():gsub("small", "other")))
    d:take { kind = "reload" }
    assert.equal("other", d:state().current.game)
    run.write(file, "return 1 +")
    d:take { kind = "reload" }
    says(d:state().rules.problem.message, "own.lua:1:")
    assert.equal("other", d:state().current.game)
    d:take { kind = "game", name = "nim" }
    d:take { kind = "reload" }
    says(d:state().current.says, "no file")
  end)
end)

describe("rules that come in as a text #lua", function()
  it("are refused where they may not, whatever they are", function()
    local d = new { game = "nim" }
    d:take { kind = "rules", text = "os.exit(1)" }
    says(d:state().current.says, "not taken")
    assert.equal("nim", d:state().current.name)
    assert.is_nil(d:state().about.templates)
    assert.is_nil(ask(d, { kind = "check", text = "os.exit(1)", time = 0.05 }).wrong)
    assert.equal("nim", d:state().check.where)
  end)

  it("are played, checked and searched where they may", function()
    local d = new { game = "nim", edits = true }
    d:take { kind = "rules", text = rules "print('hello', 1)" }
    local state = d:state()
    assert.equal("small", state.current.game)
    assert.same({ "hello\t1" }, state.rules.printed)
    assert.equal("text", state.rules.kind)
    assert.is_nil(state.rules.problem)
    says(ask(d, { kind = "search" }).result.sentence, "draw", "proved")
    assert.is_true(ask(d, { kind = "check", time = 0.1 }).result.clean)
    assert.equal(4, #ask(d, { kind = "compare", algorithms = { "minimax", "alphabeta", "sss", "mtd" } }).result.rows)
    says(ask(d, { kind = "steps" }).result.sentence, "alphabeta")
    d:take { kind = "rules", text = 'return require("gts").with_options({ n = { 3, 1, 9, "stones" } }, function(o)\n'
      .. rules():gsub("start = 4", "start = o.n") .. " end)" }
    assert.equal("n", d:state().current.options[1].name)
    d:take { kind = "game", options = { n = "7" } }
    assert.equal("7", d:state().play.text)
  end)

  it("that are wrong leave those that are there, and say at which line", function()
    local _ <close> = hurry()
    local d = new { game = "nim", edits = true }
    for _, case in ipairs {
      { "x x", "syntax error", 1 }, { "\n\nreturn nosuch.field", "nosuch", 3 }, { "", "returns? nothing" },
      { "return 7", "rules table" }, { "return {}", "missing" }, { "error {}", "an error that is a table" },
      { "while true do end", "does not come to an end", 1 },
      { rules "rules.depth = 1 rules.evaluate = 7", "rules.evaluate" },
      { rules "function rules.next() error 'oh' end", "oh", 7 },
      { rules "function rules.next() while true do end end", "does not come to an end", 7 },
    } do
      d:take { kind = "rules", text = case[1] }
      local problem = d:state().rules.problem
      assert.truthy(problem.message:find(case[2]), problem.message)
      if case[3] then assert.equal(case[3], problem.line) end
      assert.equal("nim", d:state().current.name)
    end
    d:take { kind = "rules", text = 7 }
    says(d:state().current.says, "text")
    d:take { kind = "rules", text = "--" .. ("x"):rep(2 << 20) }
    says(d:state().rules.problem.message, "bytes")
    d:take { kind = "rules", text = rules() }
    assert.is_nil(d:state().rules.problem)
  end)

  it("that are nested too deeply give an error message, in any error handler", function()
    local d, problem = new { game = "nim", edits = true }, nil
    xpcall(function()
      d:take { kind = "rules", text = "return " .. ("{"):rep(5000) .. ("}"):rep(5000) }
      problem = d:state().rules.problem
    end, function(wrong) return { wrong } end)
    assert.equal("string", type(problem.message))
    says(problem.message, "overflow")
  end)

  it("keep their globals to themselves", function()
    local d = new { game = "nim", edits = true }
    d:take { kind = "rules", text = rules "a_global_of_rules = 1" }
    assert.equal("small", d:state().current.game)
    assert.is_nil(rawget(_G, "a_global_of_rules"))
  end)

  it("take nothing of Lua's away from others, and do not end the program", function()
    local d = new { game = "nim", edits = true }
    for _, chunk in ipairs {
      "os.exit(1)", "for k in pairs(string) do string[k] = nil end return {}",
      "for k in pairs(package.loaded) do package.loaded[k] = nil end return {}",
    } do
      d:take { kind = "rules", text = chunk }
      assert.truthy(d:state().rules.problem)
      assert.truthy(string.rep and os.exit and package.loaded.string)
    end
    d:take { kind = "rules", text = rules "function string.of_rules() end assert((''):rep(2) == '' and ('').of_rules)" }
    rawset(string, "of_rules", nil)
    assert.equal("small", d:state().current.game)
  end)

  it("that empty Lua's tables of modules leave gts its own, for other rules and for all that is done with them #thorough",
    function()
    for _, theft in ipairs {
      "for k in pairs(_G.package.loaded) do _G.package.loaded[k] = nil end",
      "_G.package.loaded = {}", "local r = debug.getregistry() r._LOADED = {}",
      "for k in pairs(_G.package) do _G.package[k] = nil end", "_G.require = nil _G.package.searchers = {}",
      "_G.package.loaded['gts.core'], _G.package.loaded.gts = 7, 7",
    } do
      -- In a separate program: what is taken away is taken away from these specs as well.
      local said = run.gts { script = ([[
        local page_state = require "gts.page.page_state"
        local d = assert(page_state.new { game = "tictactoe", edits = true, max = "person", min = "person" })
        d:take { kind = "rules", text = %q }
        for _, kind in ipairs { "search", "check", "steps", "compare" } do
          d:take { kind = kind, algorithms = { "alphabeta" }, time = 0.1 }
          while d:work(function() end) do end
          local task = d:state()[kind]
          print(kind, task.result and "done" or task.wrong)
        end
        d:take { kind = "game", name = "othello" }
        print(d:state().current.game, d:state().current.says)
      ]]):format(rules(theft)) }
      assert.equal("search\tdone\ncheck\tdone\nsteps\tdone\ncompare\tdone\nothello\tnil\n", said, theft)
    end
  end)

  it("have names, texts and lines that a page can show", function()
    local d = new { game = "nim", edits = true }
    d:take { kind = "rules", text = (rules():gsub('"small"', "('n'):rep(101)")) }
    says(d:state().rules.problem.message, "rules.name", "100 bytes")
    d:take { kind = "rules", text = rules "print(('x'):rep(1 << 20)) function rules.show() return ('y'):rep(1 << 20) end" }
    local state = d:state()
    assert.equal("small", state.current.game)
    assert.truthy(state.play.text:find "^y+%.%.%.$" and #state.play.text <= 20000)
    assert.truthy(state.rules.printed[1]:find "^x+%.%.%.$" and #state.rules.printed[1] <= 1000)
  end)

  it("may take away the hook that watches them", function()
    for chunk, problem in pairs { [rules "debug.sethook()"] = false, ["debug.sethook() error 'oh'"] = "oh" } do
      local d = new { game = "nim", edits = true }
      d:take { kind = "rules", text = chunk }
      assert.equal(problem and "nim" or "small", d:state().current.game)
      if problem then says(d:state().rules.problem.message, problem) end
      assert.is_nil(debug.gethook())
    end
  end)

  it("fail at any place, and the page goes on #thorough", function()
    for _, case in ipairs {
      { "function rules.evaluate() error 'oh' end", search = "oh", steps = "oh", compare = "oh" },
      { "function rules.show() error 'oh' end" }, { "function rules.board() error 'oh' end" },
      { "function rules.player() return 'me' end" }, { "function rules.key() error 'oh' end" },
      { "function rules.evaluate() return {} end", search = "evaluate", steps = "evaluate", compare = "evaluate" },
    } do
      local d = new { game = "nim", edits = true, level = 1 }
      d:take { kind = "rules", text = rules(case[1]) }
      for _, kind in ipairs { "search", "steps", "compare" } do
        local task = ask(d, { kind = kind, algorithms = { "alphabeta" } })
        if case[kind] then says(task.wrong, case[kind]) end
      end
      assert(#ask(d, { kind = "check", time = 0.05 }).result.findings > 0 or d:state().rules.problem, case[1])
      for _ = 1, 4 do
        local play = d:state().play
        if #play.moves > 0 then d:take { kind = "play", move = play.moves[1].label, turn = play.turn } end
        work(d)
      end
      d:take { kind = "hint" }
      d:take { kind = "analyze", on = true }
      work(d)
      assert(json.encode(d:state()) and json.encode(d:thought()))
    end
  end)
end)

describe("the first state of the page that runs gts #lua", function()
  it("is what its worker begins with", function()
    local first = assert(json.decode(run.read "src/wasm/first.json"))
    local state = json.decode(json.encode(page_state.new { edits = true }:state()))
    assert.same(state.current, first.current)
    assert.is_true(first.play.loading)
    first.play.loading = nil
    for name, value in pairs(first.play) do assert.same(state.play[name], value) end
    assert.equal("tictactoe", first.about.games[1].name)
  end)
end)

describe("the templates #lua", function()
  for _, template in ipairs(templates) do
    it(template.name .. " are good rules", function()
      local d = new { game = "nim", edits = true }
      d:take { kind = "rules", text = template.text }
      assert.is_nil(d:state().rules.problem)
      assert.same({}, ask(d, { kind = "check", time = 0.1 }).result.findings)
      assert.equal(template.name, d:state().current.game)
    end)
  end
end)

describe("a check #lua", function()
  it("tells mistakes with moves, position, hint, and the line where there is one", function()
    local d = new { game = "nim", edits = true }
    local result = ask(d, { kind = "check", time = 0.2, text = rules [[
function rules.show(p) return "p" .. p end
function rules.evaluate(p)
  if p == 1 then error "oh" end
  return p
end]] }).result
    assert.is_false(result.clean)
    says(result.sentence, "mistake", "found")
    local kinds = {}
    for _, finding in ipairs(result.findings) do kinds[finding.kind] = finding end
    says(kinds.error.message, "oh")
    assert.same({ 9, "p4" }, { kinds.error.line, kinds.range.shown })
    assert(kinds.range.hint)
    result = ask(d, { kind = "check", text = "\nreturn (" }).result
    assert.same({ "load", 2 }, { result.findings[1].kind, result.findings[1].line })
  end)

  it("is watched, and stopped #thorough", function()
    local d = new { game = "othello" }
    d:take { kind = "check", time = 50 }
    local seen
    work(d, function()
      local task = d:thought().task
      if task and task.positions then
        seen = task
        d:take { kind = "stop", what = "check" }
      end
    end)
    assert(seen.positions > 0 and seen.what == "check")
    says(d:state().check.result.sentence, "You stopped it")
    says(ask(d, { kind = "check", time = 100 }).wrong, "at most")
    says(ask(d, { kind = "check", time = -1 }).wrong, "'time'")
    says(ask(new { game = FIG }, { kind = "check" }).wrong, "a tree has no rules")
  end)
end)

describe("a search #lua", function()
  it("says what it found, from the start, from where the game stands, or of a tree", function()
    local d = new()
    local task = ask(d, { kind = "search", depth = 3, algorithm = "minimax" })
    assert.equal("minimax", task.result.algorithm)
    says(task.result.sentence, "3 moves", "even")
    says(ask(d, { kind = "search" }).result.sentence, "It is a draw", "proved")
    d:take { kind = "play", move = "1", turn = 0 }
    assert.equal("after 1 move", ask(d, { kind = "search", of = "here", depth = 2 }).where)
    local result = ask(d, { kind = "search", of = "tree", tree = FIG, algorithm = "sss" }).result
    assert.equal(3, result.value)
    says(result.sentence, "The value is 3", "proved")
    assert.equal(7, result.counts[2][2])
    result = ask(d, { kind = "search", of = "tree", tree = "branching=3 depth=4 order=strong seed=2", algorithm = "mtd",
      table = true, order = { "table", "killer" } }).result
    assert.equal(4, result.depth)
    says(ask(d, { kind = "search", depth = 4, nodes = 5 }).result.sentence, "nodes")
    says(ask(d, { kind = "search", algorithm = "mcts", iterations = 50 }).result.sentence, "estimate")
  end)

  it("names what is wrong with it", function()
    local d = new()
    for _, case in ipairs {
      { { algorithm = "alphabetta" }, "alphabeta" }, { { depth = -1 }, "'depth'" }, { { depth = "deep" }, "'depth'" },
      { { time = 0 }, "'time'" }, { { algorithm = "minimax", order = { "table" } }, "'order'" }, { { order = { "x" } }, "order" },
      { { of = "tree" }, "no tree" }, { { of = "tree", tree = "{{1,2},{3,os}}" }, "tree" },
      { { of = "tree", tree = "{os.execute('true')}" }, "letter 2" },
      { { of = "tree", tree = "branching=0 depth=2" }, "branching" },
      { { of = "tree", tree = "branching=1001 depth=2" }, "up to 1001: expected at most 1000" },
      { { of = "tree", tree = "{branching={2,1e6}, depth=2}" }, "expected at most 1000" },
      { { of = "tree", tree = "branching=inf depth=2" }, "up to inf: expected at most 1000" },
    } do
      case[1].kind = "search"
      says(ask(d, case[1]).wrong, case[2])
    end
  end)

  it("shows itself, and keeps what it has when it is stopped", function()
    local d = new { game = "othello" }
    d:take { kind = "search" }                          -- no limits: it deepens
    assert.is_true(d:state().search.waits)
    local seen
    work(d, function()
      assert.is_nil(d:state().search.waits)
      assert.equal("search", d:state().current.works)
      local task = d:thought().task
      if task.depth and task.depth >= 2 then
        seen = task
        d:take { kind = "stop", what = "search" }
      end
    end)
    assert(seen.nodes > 0 and #seen.line > 0 and type(seen.value) == "number")
    local task = d:state().search
    says(task.result.sentence, "you stopped it")
    assert(task.result.depth >= 2 and task.result.move)
    assert.is_nil(d:thought().task)
  end)

  it("begins anew when it is asked anew, and takes back what has not begun", function()
    local d = new { game = "othello" }
    d:take { kind = "search", time = 600 }
    local asked
    work(d, function() if not asked then asked = true d:take { kind = "search", depth = 1 } end end)
    assert.equal(1, d:state().search.result.depth)
    d:take { kind = "search", depth = 1 }
    d:take { kind = "stop", what = "search" }
    assert.is_false(d:work(nothing))
    assert.same({}, d:state().search)
  end)

  it("ends when the game is changed, and its result is gone", function()
    local d = new { game = "othello" }
    d:take { kind = "search", time = 600 }
    d:take { kind = "compare", depth = 2 }
    work(d, function() if d:state().current.name ~= "nim" then d:take { kind = "game", name = "nim" } end end)
    local state = d:state()
    assert.equal("nim", state.current.name)
    assert.same({}, state.search)
    assert.same({}, state.compare)
    assert.equal("nim", state.play.game)
  end)

  it("is left for messages that can come in no other way, and begun anew after them", function()
    local d = new { game = "othello" }
    d:take { kind = "search", depth = 4, time = 600 }
    local looks = 0
    d:work(function()
      looks = looks + 1
      if looks == 1 then d:take { kind = "let go" } end
    end)
    assert.is_true(d:state().search.waits)
    d:take { kind = "play", move = d:state().play.moves[1].label, turn = 0 }
    work(d)
    assert.equal(4, d:state().search.result.depth)
    assert(d:state().play.turn >= 1)
    d:take { kind = "let go" }
    d:take { kind = "stop", what = "at work" }
    d:take { kind = "search", time = 600 }
    work(d, function() d:take { kind = "stop", what = "at work" } end)
    assert.is_nil(d:state().search.waits)
  end)

  it("goes before what the engine thinks, which is done afterwards", function()
    local d = new { game = "othello", max = "engine", min = "person", time = 600 }
    local asked
    d:work(function() if not asked then asked = true d:take { kind = "search", depth = 2 } end end)
    assert.equal(0, d:state().play.turn)
    d:work(nothing)
    assert.equal(2, d:state().search.result.depth)
    d:work(function() d:take { kind = "stop" } end)
    assert.equal(1, d:state().play.turn)
  end)
end)

describe("steps #lua", function()
  it("are a separate page, of one search or two", function()
    local d = new()
    local result = ask(d, { kind = "steps", of = "tree", tree = FIG, beside = "sss" }).result
    says(result.html, "<!doctype html>", '<script nonce="">', '<style nonce="">')
    says(result.sentence, "alphabeta: 12 steps", "sss", "value 3")
    says(ask(d, { kind = "steps", depth = 2, show = true }).result.title, "alphabeta on tictactoe")
    says(ask(d, { kind = "steps", algorithm = "nosuch" }).wrong, "nosuch")
    says(ask(d, { kind = "steps", beside = "nosuch" }).wrong, "nosuch")
    says(ask(d, { kind = "steps", depth = 9, algorithm = "minimax" }).result.sentence, "it was ended")
  end)

  it("of a tree stay when the game changes", function()
    local d = new()
    ask(d, { kind = "steps", of = "tree", tree = FIG })
    d:take { kind = "game", name = "nim" }
    assert(d:state().steps.result)
    ask(d, { kind = "steps", depth = 1 })
    d:take { kind = "game", name = "tictactoe" }
    assert.is_nil(d:state().steps.result)
  end)
end)

describe("a comparison #lua", function()
  it("has a row for each algorithm, and says what it means", function()
    local d = new()
    local result = ask(d, { kind = "compare", of = "tree", tree = FIG, algorithms = { "minimax", "alphabeta" } }).result
    assert.same({ 2, 9, 7 }, { #result.rows, result.rows[1].leaves, result.rows[2].leaves })
    says(result.sentence, "All find the value 3", "alphabeta looks at the fewest leaves, 7", "minimax at the most, 9",
      "1.3 times")
    says(ask(d, { kind = "compare", depth = 3, nodes = 20, algorithms = { "minimax" } }).result.sentence,
      "stopped before the end")
    assert(#ask(d, { kind = "compare", depth = 1 }).result.rows > 10)
    says(ask(d, { kind = "compare", algorithms = {} }).wrong, "choose")
    says(ask(d, { kind = "compare", algorithms = { "nosuch" } }).wrong, "nosuch")
    says(ask(d, { kind = "compare", depth = -3 }).wrong, "depth")
  end)

  it("is stopped in the middle", function()
    local d = new { game = "othello" }
    d:take { kind = "compare", algorithms = { "minimax", "alphabeta" }, nodes = 1e15 }
    local seen
    work(d, function()
      seen = d:thought().task
      if seen and seen.nodes then d:take { kind = "stop", what = "compare" } end
    end)
    says(d:state().compare.result.sentence, "2 searches were stopped")
  end)
end)

describe("a lesson #lua", function()
  -- Goes to the exercise at the end of the first lesson.
  local function at_exercise(d)
    local learn = ask(d, { kind = "learn", lesson = "minimax" })
    for _ = 1, 60 do
      if learn.kept.screen.waits == "rules" then return learn end
      learn = ask(d, { kind = "learn", answer = "skip" })
    end
  end

  it("is chosen from a list, taken, and left", function()
    local d = new()
    local lessons = d:state().learn.kept
    assert.equal("trees", lessons.list[1].id)
    assert.is_nil(lessons.screen)
    local screen = ask(d, { kind = "learn", lesson = "minimax", seed = 3 }).kept.screen
    assert.equal(1, screen.number)
    assert(#screen.blocks > 0)
    assert.equal(2, ask(d, { kind = "learn", answer = "" }).kept.screen.number)
    assert(json.encode(d:state()))
    assert.is_nil(ask(d, { kind = "learn", close = true }).kept.screen)
    says(ask(d, { kind = "learn", answer = "3" }).wrong, "no lesson is open")
    says(ask(d, { kind = "learn", lesson = "nosuch" }).wrong, "nosuch")
    says(ask(d, { kind = "learn", lesson = "minimax", answer = 7 }).kept.screen.lesson, "minimax")
    says(ask(d, { kind = "learn", answer = 7 }).wrong, "text")
  end)

  it("gives way to the page of an algorithm, with its drawing, and back", function()
    local d, count = new(), 0
    for _, family in ipairs(d:state().learn.kept.algorithms) do count = count + #family.list end
    assert.equal(#gts.algorithms, count)
    ask(d, { kind = "learn", lesson = "minimax" })
    for _, algorithm in ipairs(gts.algorithms) do
      local lessons = ask(d, { kind = "learn", algorithm = algorithm.id }).kept
      assert.equal(algorithm.id, lessons.page.id)
      assert.is_nil(lessons.screen)
      says(lessons.page.svg, "<svg")
      says(lessons.page.before, "## Pseudo-code")
      says(lessons.page.behind, "## Options")
      assert(json.encode(d:state()))
    end
    assert.is_nil(ask(d, { kind = "learn", close = true }).kept.page)
    says(ask(d, { kind = "learn", algorithm = "ssss" }).wrong, "did you mean")
    says(ask(d, { kind = "learn", algorithm = 7 }).wrong, "text")
  end)

  it("stays when the game is another", function()
    local d = new()
    ask(d, { kind = "learn", lesson = "minimax" })
    d:take { kind = "game", name = "nim" }
    assert.equal("minimax", d:state().learn.kept.screen.lesson)
  end)

  it("takes programs only where these may come in", function()
    local d = new()
    at_exercise(d)
    says(ask(d, { kind = "learn", answer = "os.exit(1)" }).wrong, "takes no Lua")
    assert.is_nil(ask(d, { kind = "learn", answer = "" }).wrong)
    d = new { game = "nim", edits = true }
    at_exercise(d)
    local blocks = ask(d, { kind = "learn", answer = "return 7" }).kept.screen.blocks
    assert.equal("report", blocks[#blocks].kind)
    assert.is_false(blocks[#blocks].passed)
  end)
end)

describe("a text of data #lua", function()
  it("is read as it is meant", function()
    assert.same({ { 3, -1.5 }, { lower = 0, upper = 1 / 0, 2 } }, literal.value " { {3, -1.5}, {lower=0; upper = inf, 2,} } ")
    assert.equal(-math.huge, literal.value "-inf")
    assert.same({ branching = 3, order = "strong", range = { 0, 9 }, x = true },
      literal.fields "branching=3, order=strong range={0,9} x=true")
    assert.equal(1000, literal.value "1e3")
    assert.same({ [0] = 31, ["a b"] = "}'\n", -math.pi }, literal.value [[{[0]=0x1F, ["a b"]='}\'\n', -math.pi}]])
  end)

  it("is never run, and what is wrong is said with its place", function()
    for _, case in ipairs { "", "{", "{1", "{1,,2}", "}", "{1}}", "{1 2}", "os.exit()", "{os.exit()}", "{[f]=2", "{f()}",
      "{'a' .. 1}", "--", "{1}--", "{x=}", "{x=1,x=2}", "'a",
      "'\\q'", "('a'):rep(9)", "{[nil]=1}", "{function() end}", "1+1", "{1..2}", "\0", "{1,\0}" } do
      local value, wrong = literal.value(case)
      assert(value == nil and wrong:find "at letter %d+: ", case)
    end
    for _, case in ipairs { "x", "x=", "=1", "1=1", "x=1;os=2", "x={" } do assert.is_nil(literal.fields(case), case) end
    assert.is_nil(literal.value(("{"):rep(200)))
    assert.is_nil(literal.value(("{"):rep(50000)))
    says(select(2, literal.value(("1"):rep(200000))), "bytes")
    assert.is_nil(literal.value(nil))
    assert.is_nil(subject.tree(7))
  end)
end)

describe("the text of the page #lua", function()
  it("is one file, for any carrier", function()
    local html = text.make { nonce = "abc" }
    says(html, '<style nonce="abc">', '<script nonce="abc">', "function makeCarrier()", "fetch(",
      "runPage(makeCarrier(), { play: playTab, ", "</html>")
    assert.is_nil(html:find "@%u+@")
    html = text.make { carrier = "function makeCarrier() { return '%1 </script>' }" }
    says(html, "return '%1 <\\/script>'", '<script nonce="">')
    assert.is_nil(html:find("fetch(", 1, true))
    assert.equal(1, select(2, html:gsub("</script>", "")))
  end)
end)
