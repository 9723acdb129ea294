-- Rules of strangers: what they try, and what becomes of it.

local core = require "gts.core"
local answers = require "gts.facts.answer"
local errors = require "spec.support.errors"
local eventually = require "spec.support.eventually"
local gts = require "gts"
local run = require "spec.support.run"
local Terminal = require "spec.support.terminal"
local wire = require "gts.base.wire"

local complaint, says = errors.complaint, errors.says

local build = run.program:match "^(.*)/"
-- A sanitizer slows all down, and holds much memory itself.
local sanitized = build:find "check$" ~= nil
local LATE = sanitized and 1 or 0.05    -- seconds after the limit
local LIMIT = sanitized and 1 or 0.15   -- for what never ends
local BYTES = 32 << 20

-- A game of one move, whose rules do something first.
local frame = [[
%s
local rules = { name = "attack", start = 0 }
function rules.successors(p) if p == 0 then return { 1 } end return {} end
function rules.evaluate(p) %s return p end
return rules
]]

-- Two ways in: when the file is loaded, and inside a search.
local function loaded(code) return frame:format(code, "") end
local function inside(code) return frame:format("", code) end

-- Searches confined rules: the result or what is wrong, and after how many seconds.
local function search(text, limits, given)
  local confined = gts.confine({ text = text, name = "attack" }, limits or { memory = BYTES })
  local began = core.clock()
  local ok, made = pcall(confined.search, confined, given)
  return ok and made or nil, not ok and made or nil, core.clock() - began
end

-- A search that is to end by its limit of time, within a little: a busy machine may need another try.
local function ends_in_time(text, given)
  local wrong, seconds, r
  for _ = 1, 20 do
    r, wrong, seconds = search(text, { time = LIMIT, memory = BYTES }, given)
    assert.is_nil(r)
    says(wrong, "confined: ended by its limit of time, ")
    assert.is_true(seconds >= LIMIT)
    if seconds < LIMIT + LATE then return end
  end
  error(("ended after %.3f s"):format(seconds))
end

-- What rules print when they are loaded.
local function prints(text, code)
  local r, wrong = search(loaded(code))
  assert.is_nil(wrong)
  assert.equal(text, r.printed)
  assert.equal(1, r.value)
end

-- Attacks that are to find nothing: what they print.
local escapes = {
  { "by the library os", "nil", "print(os)" },
  { "by the library io", "nil", "print(io)" },
  { "by the library debug, and its hooks", "nil", "print(debug)" },
  { "by the library package, its paths and its cache", "nil\tnil", "print(package, _LOADED)" },
  { "by modules", "false\tfalse\tfalse", [[
      print((pcall(require, "os")), (pcall(require, "gts.core")), (pcall(require, "gts.search")))]] },
  { "by what gts is for rules", "version with_options", [[
      local names = {}
      for name in pairs(require "gts") do names[#names + 1] = name end
      table.sort(names)
      print(table.concat(names, " "))]] },
  { "by loading files", "nil\tnil", "print(loadfile, dofile)" },
  { "by writing bytecode", "nil\tnil", "print(string.dump, (''):gsub('', '') and ('').dump)" },
  { "by loading bytecode", "nil\tfalse", [[
      local code = "\27Lua\x54\0\x19\x93\r\n\x1a\n\4\8\8"
      print((load(code)), load(code, "x", "b") ~= nil)]] },
  { "by bytecode in pieces", "nil", [[
      local n = 0
      print((load(function() n = n + 1 return n == 1 and "\27Lua" or nil end, "x", "bt")))]] },
  { "by an environment that load brings", "true\tnil", "print(load 'return _G' () == _G, load 'return os' ())" },
  { "by the metatable of strings", "strings\tfalse", "print(getmetatable '', (pcall(setmetatable, '', {})))" },
  { "by their own methods of strings", "x1", [[
      string.format = function() return "spoilt" end
      string.rep, table.concat, math.type, type = nil, nil, nil, nil
      print(("x%d"):format(1))]] },
  { "by what they are given: functions, metatables, tables within tables", "nothing", [[
      local seen, found = {}, "nothing"
      local wanted = {}
      for name in ("os io debug dump package getupvalue execute files"):gmatch "%a+" do wanted[name] = true end
      local function walk(value)
        if type(value) ~= "table" or seen[value] then return end
        seen[value] = true
        for key, other in next, value do
          if wanted[key] then found = key end
          walk(key) walk(other)
        end
        walk(getmetatable(value))
      end
      walk(_G) walk { ... } walk(_ENV) walk(require "gts") walk(getmetatable "")
      print(found)]] },
  { "by the stack of the search", "nil\tnil", "print(coroutine.running() and debug, coroutine.close and nil)" },
}

describe("confined rules do not escape", function()
  for _, case in ipairs(escapes) do it(case[1], function() prints(case[2] .. "\n", case[3]) end) end

  it("by options of the game that are read as code", function()
    local text = "return function(options) print(options.x, options.y[1]) return load(...)() end"
    local confined = gts.confine { text = text, options = { x = "os.exit()", y = { 1 } } }
    says(complaint(confined.search, confined), "confined: ")
  end)

  it("by a proxy for their options", function()
    local text = "return function(options) local m = getmetatable(options) print(type(m.__index)) m.__index = nil "
      .. loaded "" .. " end"
    local r = gts.confine({ text = text, options = {} }):search()
    assert.equal("function\n", r.printed)
  end)
end)

-- Attacks on memory: with what error they end.
local hogs = {
  { "string.rep", "local s = ('x'):rep(1 << 30)" },
  { "a growing table", "local t = {} for i = 1, math.huge do t[i] = i end" },
  { "coroutines, kept", "local t = {} for i = 1, math.huge do t[i] = coroutine.create(print) coroutine.resume(t[i]) end" },
  { "table.concat", "local t = {} for i = 1, 1000 do t[i] = ('x'):rep(1 << 20) end return table.concat(t)" },
  { "string.gsub", "return (('x'):rep(1 << 14):gsub('x', ('y'):rep(1 << 14)))" },
}

describe("confined rules end by their limit of memory", function()
  for _, case in ipairs(hogs) do
    for way, made in pairs { ["when loaded"] = loaded, ["in a search"] = inside } do
      it(("with %s, %s"):format(case[1], way), function()
        local text = made(("do local function attack() %s end attack() end"):format(case[2]))
        local r, wrong = search(text, { time = 100, memory = BYTES })
        assert.is_nil(r)
        if not wrong:find("stack overflow", 1, true) then
          says(wrong, ("confined: ended by its limit of memory, %d bytes"):format(BYTES))
        end
      end)
    end
  end

  it("and may catch the error: then they get no more", function()
    local r, wrong = search(loaded [[
      print((pcall(string.rep, "x", 1 << 30)))
      local t = {}
      print((pcall(function() for i = 1, math.huge do t[i] = {} end end)))
      t = nil
    ]])
    -- What they had may be found to be free too late for what comes next.
    if not r then return says(wrong, "confined: ended by its limit of memory") end
    assert.same({ "false\nfalse\n", 1 }, { r.printed, r.value })
  end)

  it("with what the search holds for them; its own limit gives the best so far", function()
    local confined = gts.confine("connect4", { time = 60, memory = 8 << 20 })
    local given = { algorithm = "maxsearch", depth = 14 }
    says(complaint(confined.search, confined, given), "confined: ended by its limit of memory, 8388608 bytes")
    given.memory = 4 << 20
    local r = confined:search(given)
    assert.equal("memory", r.stopped)
    assert.is_true(r.stats.bytes <= 4 << 20)
  end)
end)

-- Attacks on the processor: none may end by itself.
local loops = {
  { "a loop that catches errors", "while true do pcall(error) end" },
  { "a loop that catches the end of memory", "while true do pcall(string.rep, 'x', 1 << 30) end" },
  { "a pattern that goes back and forth", "(('a'):rep(200000)):find(('.-'):rep(30) .. 'b')" },
  { "a finalizer", "setmetatable({}, { __gc = function() while true do end end }) collectgarbage()" },
  { "a variable that is closed", "local x <close> = setmetatable({}, { __close = function() while true do end end })" },
  { "coroutines", "coroutine.wrap(function() while true do coroutine.wrap(function() end)() end end)()" },
  { "table.move", "table.move({}, 1, math.maxinteger - 1, 2)" },
  { "garbage", "while true do local t = {} for i = 1, 1000 do t[i] = {} end end" },
  { "printing", "while true do print(('x'):rep(10000)) end" },
  { "xpcall and its handler", "while true do xpcall(error, function() error() end) end" },
}

describe("confined rules end by their limit of time, and not 50 ms later", function()
  for _, case in ipairs(loops) do
    it("with " .. case[1], function() ends_in_time(inside(("do local function f() %s end f() end"):format(case[2]))) end)
  end

  it("when loaded", function() ends_in_time(loaded "while true do pcall(error) end") end)

  it("where the search has a limit itself, which they do not let it see", function()
    ends_in_time(inside "while true do pcall(error) end", { time = LIMIT / 2 })
  end)

  it("when their error is shown", function()
    ends_in_time(inside "error(setmetatable({}, { __tostring = function() while true do end end }))")
  end)

  it("when their answer is made", function()
    ends_in_time((loaded(""):gsub("return rules", "rules.show = function() while true do end end return rules")))
  end)

  it("when they are made a game", function()
    ends_in_time "return setmetatable({}, { __index = function() while true do end end })"
    ends_in_time "return setmetatable({}, { __pairs = function() return function() return 1, 1 end end })"
  end)
end)

-- Attacks by what is answered: what the error says, or what is in the result.
describe("confined rules answer only", function()
  it("errors that are short texts, whatever they raise", function()
    local cases = {
      { "error 'plain'", "confined: attack:4: plain" },
      { "error {}", "attack:4: an error that is a table" },
      { "error(setmetatable({}, { __tostring = function() error 'again' end }))", "attack:4: an error that is a table" },
      { "error(setmetatable({}, { __tostring = function() return 'mine' end }))", "confined: attack:4: mine" },
    }
    for _, case in ipairs(cases) do
      local r, wrong = search(inside(case[1]))
      assert.is_nil(r)
      says(wrong, case[2])
    end
    local _, wrong = search(inside "error(('x'):rep(1 << 22))")
    assert.is_true(#wrong < 1 << 18)
  end)

  it("errors with the line of the rules", function()
    local _, wrong = search(inside "local t = p.x.y")
    says(wrong, "attack:4: attempt to index a number value", "stack traceback:", "attack:4: in function")
    assert.is_nil(wrong:find("/worker.lua", 1, true))
    _, wrong = search "return = 1"
    says(wrong, "confined: attack:1: unexpected symbol")
    _, wrong = search "return { name = 'x' }"
    says(wrong, "confined: the game 'attack': rules.start is missing")
    _, wrong = search "return 5"
    says(wrong, "expected a rules table")
  end)

  it("the beginning of what they print", function()
    local r = search(loaded "for i = 1, 100000 do print('line', i) end")
    assert.equal("line\t1\nline\t2\n", r.printed:sub(1, 14))
    assert.equal(4096, #r.printed)
  end)

  it("moves and positions that are data, or texts", function()
    local text = [[
      local rules = { name = "x", start = "start" }
      local deep = {}
      for i = 1, 1000 do deep = { deep } end
      local round = {}
      round.round = round
      local answers = { MOVE, POSITION }
      function rules.successors(p) if p == "start" then return { answers[2] }, { answers[1] } end return {} end
      function rules.evaluate(p) return 1 end
      return rules
    ]]
    local function answer(move, position)
      local r, wrong = search((text:gsub("MOVE", function() return move end):gsub("POSITION", function() return position end)),
        nil, { depth = 1 })
      assert.is_nil(wrong)
      return r.move, r.position
    end
    assert.same({ "a move", { 1, { x = 2.5 }, "three", true } }, { answer([["a move"]], [[{ 1, { x = 2.5 }, "three", true }]]) })
    local move, position = answer("setmetatable({}, { __tostring = function() return 'e4' end })", "deep")
    assert.equal("e4", move)
    assert.matches("^table: ", position)
    move, position = answer("print", "round")
    assert.matches("^function", move)
    assert.matches("^table: ", position)
    move, position = answer("('x'):rep(1 << 20)", "{ ('y'):rep(1 << 20) }")
    assert.equal(1 << 16, #move)
    assert.matches("^table: ", position)
    move, position = answer("function() end", "setmetatable({ 1 }, { __index = error, __pairs = error, __len = error })")
    assert.matches("^function", move)
    assert.same({ 1 }, position)
  end)

  it("no more than there is room for", function()
    local r, wrong = search([[
      local rules = { name = "long", start = 0 }
      function rules.next(p, move) if move == nil and p < 35000 then return ("x"):rep(100), p + 1 end end
      function rules.evaluate(p) return p end
      return rules ]], { time = 600, memory = 256 << 20 })
    assert.is_nil(r)
    assert.truthy(wrong:find "has more than %d+ parts" or wrong:find "has more than %d+ bytes" or wrong:find "stack", wrong)
  end)

  it("that they overflow the stack", function()
    local cases = {
      "local function f() return 1 + f() end f()",
      "local function f() return (('x'):gsub('x', f)) end f()",
      "local function f() return coroutine.wrap(f)() end f()",
      "local t = setmetatable({}, {}) getmetatable(t).__index = function(_, k) return t[k .. 'x'] end return t.x",
      "load(('('):rep(100000))() ",
      "return load('return ' .. ('{'):rep(1000) .. ('}'):rep(1000))()",
    }
    for _, code in ipairs(cases) do
      local r, wrong = search(inside(("do local function attack() %s end attack() end"):format(code)))
      assert.is_nil(r)
      says(wrong, "confined: ")
    end
  end)
end)

describe("gts.confine", function()
  it("gives what gts.search, gts.best and gts.analyze give", function()
    local confined = gts.confine({ file = "tictactoe" }, { time = 20 })
    assert.equal("confined: tictactoe", tostring(confined))
    assert.equal(". . .\n. . .\n. . .", confined:search({ depth = 2 }).shown)
    local found, alone = confined:search { algorithm = "minimax", depth = 4 }, gts.search("tictactoe", {
      algorithm = "minimax", depth = 4, native = false })
    for field in ("value lower upper exact solved move position pv line depth algorithm"):gmatch "%a+" do
      assert.same(alone[field], found[field], field)
    end
    assert.same({ alone.stats.visits, alone.stats.leaves }, { found.stats.visits, found.stats.leaves })
    local position = { 1 | 2, 8 | 16 | 512 }
    local r, same = confined:best(position, { depth = 9 }), gts.best("tictactoe", position, { depth = 9, native = false })
    assert.same({ same.move, same.value, true }, { r.move, r.value, r.solved })
    assert.same(same.picked, r.picked)
    local list, plain = confined:analyze { depth = 3 }, gts.analyze("tictactoe", { depth = 3, native = false })
    assert.equal(#plain, #list)
    for i, entry in ipairs(plain) do assert.same({ entry.move, entry.value }, { list[i].move, list[i].value }) end
    assert.same({ plain.player, plain.depth, plain.algorithm }, { list.player, list.depth, list.algorithm })
    local few = { algorithm = "mcts", iterations = 9 }
    list, plain = confined:analyze(few), gts.analyze("tictactoe", few)
    assert.same({ tostring(plain), plain.visits }, { tostring(list), list.visits })
  end)

  it("has a stack of 64 MB, whatever the host has", function()
    assert.equal(16000, search([[return { name = "deep", start = 0, evaluate = function(p) return p end,
      next = function(p, move) if not move and p < 16000 then return 1, p + 1 end end }]]).value)
  end)

  it("samples where the evaluation says nothing, as gts.best does", function()
    local text = [[return { name = "way", start = 0, evaluate = function() return 0 end, successors = function(p)
      local list = {}
      for i = 1, p < 400 and 12 or 0 do list[i] = p + i end
      return list
    end }]]
    assert.equal("mcts", gts.confine({ text = text }, { time = 20 }):best(nil, { time = 0.5 }).algorithm)
  end)

  it("takes games that come with gts, drawn as they are outside", function()
    for _, name in ipairs { "hex", "kalah", "loa", "nim" } do
      local r = gts.confine(name):search { depth = 1 }
      assert.equal(gts.show(name, gts.game(name).start), r.shown)
      assert.equal(gts.search(name, { depth = 1, native = false }).value, r.value)
    end
  end)

  it("takes options of the game", function()
    local r = gts.confine({ file = "nim", options = { heaps = { 1, 2 } } }, { time = 10 }):search()
    assert.same({ 1, 201 }, { r.value, r.move })
    local confined = gts.confine { file = "nim", options = { heap = 1 } }
    says(complaint(confined.search, confined), "confined: the game 'nim' has no option 'heap': did you mean 'heaps'?")
  end)

  it("refuses options that are no data, and results that cannot come back, by name", function()
    local confined = gts.confine "nim"
    local function wrong(given) return complaint(confined.search, confined, given) end
    for _, name in ipairs { "trace", "progress", "select", "order" } do
      says(wrong { [name] = print }, ("confined: option '%s' is a function: a confined search takes only data"):format(name))
    end
    says(wrong { table = gts.table() }, "option 'table' is a userdata")
    says(wrong { solution = true, algorithm = "sss" }, "option 'solution' is true")
    says(wrong { native = true }, "option 'native' is true")
    says(wrong { dpeth = 3 }, "confined: unknown option 'dpeth' for alphabeta: did you mean 'depth'?")
    says(wrong { depth = "x" }, "option 'depth' of alphabeta is 'x'")
    says(wrong(5), "the options are 5: expected a table")
    says(wrong { [1] = 2 }, "unknown option 1")
    says(complaint(confined.best, confined, print), "confined: the position is no data")
    confined = gts.confine("nim", { time = 2 })
    says(wrong { time = 2 }, "option 'time' is 2: expected less than the limit of 2 s")
    says(wrong { clock = { left = 60, moves = 1 } }, "option 'clock' is 58.77 s for a move: expected less than the limit of 2 s")
  end)

  it("refuses limits and games that make no sense, by name", function()
    local function wrong(...) return complaint(gts.confine, ...) end
    says(wrong("nim", { tim = 1 }), "unknown limit 'tim': did you mean 'time'?")
    says(wrong("nim", { time = 0 }), "limit 'time' is 0: expected a number from 0.01")
    says(wrong("nim", { memory = 1 }), "limit 'memory' is 1: expected a whole number")
    says(wrong("nim", { strict = 1 }), "limit 'strict' is 1: expected true or false")
    says(wrong("nim", 1), "the limits are 1: expected a table")
    says(wrong "nmi", "there is no game 'nmi': did you mean 'nim'?")
    says(wrong "./nowhere.lua", "cannot open ./nowhere.lua")
    says(wrong { text = "x", file = "y" }, "expected one of 'file' and 'text'")
    says(wrong {}, "expected one of 'file' and 'text'")
    says(wrong { text = "x", options = { print } }, "field 'options' has an element 1 that is a function")
    says(wrong(5), "the game is 5")
  end)

  it("leaves a search that is to deepen less time than its limit, and adds no second", function()
    assert.equal(1, gts.confine("tictactoe", { time = 20 }):best().options.time)
    assert.equal(16, gts.confine("tictactoe", { time = 20 }):search({ deepen = true }).options.time)
    assert.is_nil(gts.confine("tictactoe", { time = 20 }):search({ deepen = true, depth = 3 }).options.time)
  end)

  it("ends a search by its own limit with the best so far", function()
    local confined = gts.confine("connect4", { time = 60 })
    assert.equal("time", confined:search({ time = 0.05 }).stopped)
    local r = confined:search { nodes = 1000, deepen = true }
    assert.same({ "nodes", true }, { r.stopped, r.move ~= nil })
  end)

  it("says what could not be had, and with strict refuses", function()
    local script = [[
      local lacks = gts.confine("nim"):search({ depth = 2 }).confined.lacks
      print(lacks[1])
      print(pcall(function() return gts.confine("nim", { strict = true }):search { depth = 2 } end))
    ]]
    local out = run.gts { script = script, environment = "PATH=/nowhere" }
    says(out, "bubblewrap (not installed)\nfalse\tconfined: refused, for limits.strict is true, and there is not: bubblewrap")
    -- One that is there, but does not work.
    local folder, gone <close> = run.folder()
    run.write(folder .. "/bwrap", "#!/bin/sh\nexit 1\n")
    run.output(("chmod +x '%s/bwrap'"):format(folder))
    says(run.gts { script = script, environment = "PATH=" .. folder }, "bubblewrap (it does not work here)\nfalse\t")
  end)

  it("works where the host ignores its children, and has open files", function()
    local script = "print(gts.confine('nim'):search({ depth = 2 }).exact)"
    local folder, gone <close> = run.folder()
    run.write(folder .. "/script.lua", script)
    local command = "env --ignore-signal=CHLD '%s' '%s/script.lua' 5</etc/passwd 9<&0 2>&1"
    assert.equal("true", run.output(command:format(run.program, folder)))
    assert.equal("true", run.output((command .. " <&-"):format(run.program, folder)))
    assert.equal("true", run.output(("'%s' '%s/script.lua' <&- 2>&-"):format(run.program, folder)))
  end)

  it("says that the worker is missing, if it is", function()
    local folder, gone <close> = run.folder()
    run.output(("cp '%s' '%s/gts' && ln -s '%s/lua' '%s/lua'"):format(run.program, folder, run.output "pwd", folder))
    run.output(("mkdir '%s/bin' && mv '%s/gts' '%s/bin'"):format(folder, folder, folder))
    local out = run.output(("'%s/bin/gts' search --confined ./games/nim.lua 2>&1"):format(folder))
    says(out, "confined: there is no worker: gts/worker is missing")
  end)
end)

describe("gts search --confined", function()
  it("shows what gts search shows, and what rules printed", function()
    local folder, gone <close> = run.folder()
    run.write(folder .. "/rules.lua", loaded "print 'hello'")
    local out, err, code = run.gts { "search", "--confined", "./rules.lua", folder = folder }
    assert.equal(0, code)
    says(out, "hello\n0\nmove   1\nvalue  1  (proved)\n")
    assert.is_true(err == "" or err:find "^gts: confined without " ~= nil)
    out = run.gts { "search", "nim", "--confined={time=5,memory=50000000}", "--depth", "4", "heaps={1,2}" }
    says(out, "move   201")
  end)

  it("tells a slip in the command from an error in the rules, and from a limit", function()
    local function wrong(wanted, ...) return (run.ends(wanted, { "search", ... })) end
    says(wrong(2, "--confined", "nim", "heap=3"), "has no option 'heap'")
    says(wrong(2, "--confined={tim=3}", "nim"), "unknown limit 'tim'")
    says(wrong(1, "--confined", "./nowhere.lua"), "cannot open")
    local folder, gone <close> = run.folder()
    run.write(folder .. "/rules.lua", inside "while true do end")
    says(wrong(1, "--confined={time=0.2}", folder .. "/rules.lua"), "confined: ended by its limit of time, 0.2 s")
  end)

  it("is refused with strict where something is missing, which is said without", function()
    local err = run.ends(1, { "search", "--confined=strict", "nim", environment = "PATH=/nowhere" })
    says(err, "gts: confined: refused")
    err = run.ends(0, { "search", "--confined", "nim", environment = "PATH=/nowhere" })
    says(err, "gts: confined without bubblewrap (not installed)")
  end)

  it("ends by Ctrl-C, with the exit code 130, and leaves no process", function()
    local folder, gone <close> = run.folder()
    run.write(folder .. "/rules.lua", inside "while true do pcall(error) end")
    local command = ("echo $$ >%s/pid; exec '%s' search --confined={time=50} %s/rules.lua"):format(folder, run.program, folder)
    local terminal = Terminal.start(command, folder)
    -- Its worker is there.
    run.output(([[cd '%s'; until [ -s pid ] && read -r p <pid && [ -n "$(cat /proc/$p/task/$p/children)" ]; do sleep 0.05; done]])
      :format(folder))
    terminal:press "\3"
    terminal:expect "interrupted"
    terminal:close(130)
  end)

  -- Looks at a search that does not end: `see` is called with its number, and that of the first process it has started, which is
  -- that of the process group too.
  local function look(environment, see)
    local folder, gone <close> = run.folder()
    run.write(folder .. "/rules.lua", inside "while true do pcall(error) end")
    local command = "exec 2>/dev/null; env %s '%s' search '--confined={time=100}' '%s/rules.lua' >/dev/null & echo $!; wait"
    local pipe <close> = assert(io.popen(command:format(environment, run.program, folder)))
    local parent, worker = pipe:read "l", nil
    assert.is_true(eventually(function()
      worker = run.output(("cat /proc/%s/task/%s/children 2>/dev/null || true"):format(parent, parent)):match "%d+"
      return worker
    end, 60))
    local ok, wrong = pcall(see, parent, worker)
    os.execute("kill -9 " .. parent .. " 2>/dev/null")
    if not ok then error(wrong, 0) end
  end

  it("dies with its parent", function()
    look("A=b", function(parent, worker)
      local function is_alive() return os.execute(("kill -0 -%s 2>/dev/null"):format(worker)) == true end
      assert.is_true(eventually(is_alive, 60))
      os.execute("kill -9 " .. parent)
      assert.is_true(eventually(function() return not is_alive() end, 60))
    end)
  end)

  it("runs with the locks on, in one thread, and without capabilities where there is no bubblewrap", function()
    local lacks = table.concat(gts.confine("nim"):search({ depth = 1 }).confined.lacks)
    local filtered = not lacks:find("system calls", 1, true)
    local bounding = run.output "id -u" == "0" and "0+" or "%x+"        -- only root can make that set smaller
    local expected = "^Threads:\t1\nCapInh:\t0+\nCapPrm:\t0+\nCapEff:\t0+\nCapBnd:\t" .. bounding
      .. "\nCapAmb:\t0+\nNoNewPrivs:\t1\nSeccomp:\t" .. (filtered and 2 or 0) .. "$"
    look("PATH=/nowhere", function(_, worker)
      local seen
      assert.is_true(eventually(function()
        seen = run.output(("grep -E '^(Threads|Cap...|NoNewPrivs|Seccomp):' /proc/%s/status"):format(worker))
        return seen:find(expected)
      end, 60), seen)
    end)
  end)
end)

describe("the jail", function()
  local jail = build .. "/spec/jail"
  local KILLED = 128 + 31

  -- Tries something as native code in the jail: its exit code, see spec/support/jail.c.
  local function try(locks, attempt)
    local folder, gone <close> = run.folder()
    return tonumber(run.output(("cd '%s'; exec 2>/dev/null; '%s' %s %s 0<>/dev/null 5</etc/passwd 7>>/dev/null; echo $?")
      :format(folder, jail, locks, attempt)))
  end

  local attempts = {
    "open", "openat", "list", "create", "unlink", "rename", "chmod", "mkdir", "memfd", "internet", "local", "netlink", "fork",
    "clone", "exec", "ptrace", "kill", "tgkill", "ioctl", "mem", "unshare", "io_uring", "mmap-exec", "mprotect-exec", "dup",
    "write", "sigaction", "alarm", "setrlimit", "madvise", "clock", "boottime",
  }
  local looks = { open = true, openat = true, list = true, create = true, mem = true, setrlimit = true }

  local has_filter = try("calls", "allowed") ~= 3

  for _, attempt in ipairs(attempts) do
    it(("lets native code not %s: it is %s"):format(attempt, looks[attempt] and "refused" or "killed"), function()
      if not has_filter then return pending "no filter of system calls: libseccomp is missing" end
      local expected = looks[attempt] and 1 or KILLED
      assert.equal(expected, try("all", attempt))
      assert.equal(expected, try("calls", attempt))
    end)
  end

  it("could be left without its locks: the attempts are real", function()
    for _, attempt in ipairs { "open", "openat", "list", "memfd", "internet", "local", "fork", "exec", "ptrace", "kill", "dup",
      "sigaction", "alarm", "mprotect-exec", "madvise", "clock", "boottime", "rights" } do
      assert.equal(0, try("none", attempt), attempt)
    end
  end)

  it("has no capability in any set, nor a way to one", function() assert.equal(1, try("rights", "rights")) end)

  it("has no files, by Landlock alone", function()
    if try("files", "allowed") == 3 then return pending "this kernel has no Landlock" end
    for _, attempt in ipairs { "open", "openat", "list", "create", "unlink", "mkdir", "exec", "mem" } do
      assert.equal(1, try("files", attempt), attempt)
    end
  end)

  it("has no more memory than it is given", function()
    if try("memory", "allowed") == 3 then return pending "a sanitizer needs all of the address space" end
    assert.equal(1, try("memory", "memory"))
  end)

  it("lets pass what the worker needs", function()
    assert.equal(0, try("none", "allowed"))
    for _, locks in ipairs { "all", "files", "calls" } do
      local code = try(locks, "allowed")
      assert.is_true(code == 0 or code == 3, locks)
    end
  end)

  it("has no descriptor that was inherited", function() assert.equal(0, try("none", "descriptors")) end)
end)

describe("what a worker says", function()
  local function decode(bytes) return wire.decode(bytes) end

  it("comes back as it was, if it is data", function()
    local values = { 0, -1, math.maxinteger, math.mininteger, 0.5, math.huge, -math.huge, "", "x\0y", ("z"):rep(1000), true,
      false, {}, { 1, 2, 3 }, { x = 1, [2.5] = { { "deep" } } }, { 1, nil, 3 } }
    for _, value in ipairs(values) do assert.same({ true, value }, { decode(wire.encode(value)) }) end
    assert.same({ true, nil }, { decode(wire.encode(nil)) })
    local _, nan = decode(wire.encode(0 / 0))
    assert.is_true(nan ~= nan)
    assert.equal("float", math.type(select(2, decode(wire.encode(1.0)))))
  end)

  it("is not sent if it is none", function()
    local round = {}
    round[1] = round
    for _, case in ipairs { { print, "is a function" }, { { print }, "is a function" }, { io.stdout, "is a userdata" },
      { { [true] = 1 }, "has a boolean as a key" }, { round, "others within each other" },
      { coroutine.create(print), "is a thread" } } do
      local bytes, wrong = wire.encode(case[1])
      assert.is_nil(bytes)
      says(wrong, case[2])
    end
  end)

  it("is refused if it is malformed: cut short, too long, too deep, with lengths that lie", function()
    local good = wire.encode { kind = "result", result = { 1, 2.5, "text", { x = true } } }
    assert.is_true((decode(good)))
    for i = 0, #good - 1 do assert.is_false((decode(good:sub(1, i))), i) end
    assert.is_false((decode(good .. "n")))
    for _, bytes in ipairs {
      "", "x", "s\255\255\255\255", "l\255\255\255\255", "m\255\255\255\127n", "l\1\0\0\0n", "m\1\0\0\0nn", "m\1\0\0\0tn",
      "m\1\0\0\0d\0\0\0\0\0\0\xF8\x7Ft", "m\2\0\0\0i\1\0\0\0\0\0\0\0ti\1\0\0\0\0\0\0\0t", ("l\1\0\0\0"):rep(100) .. "t",
      "\27Lua", "return 1",
    } do assert.is_false((decode(bytes)), ("%q"):format(bytes)) end
    local many = "l" .. ("<I4"):pack(wire.parts + 1) .. ("t"):rep(wire.parts + 1)
    assert.is_false((decode(many)))
  end)

  it("is data or refused, whatever the bytes", function()
    math.randomseed(7)
    local good = wire.encode { kind = "result", result = { value = 1, pv = { 1, 2 }, stats = { visits = 3 }, x = "text" } }
    for _ = 1, 5000 do
      local at = math.random(#good)
      local bytes = good:sub(1, at - 1) .. string.char(math.random(0, 255)) .. good:sub(at + 1)
      local ok, value = decode(bytes)
      if ok then answers.check(value, math.random() < 0.5 and "search" or "analyze") end
    end
  end)

  local function map(count, key)
    local out = { ("<c1I4"):pack("m", count) }
    for i = 1, count do out[i + 1] = key(i) .. "t" end
    return table.concat(out)
  end
  local function integer(i) return ("<c1i8"):pack("i", i) end
  -- Multiples of this fall together in a table of 2^15, 2^16 or 2^17 places, by which Lua divides, less one.
  local together = ((1 << 15) - 1) * ((1 << 16) - 1) * ((1 << 17) - 1)

  it("takes no longer to read than its length says: keys that collide are few, and names that are unknown may be long", function()
    local maps, long = {}, ("x"):rep(1000000)
    for i = 1, 48 do maps[i] = map(1024, function(j) return integer(j * together) end) end
    local cases = {
      { false, map(49000, function(i) return integer(i * together) end) },
      { false, map(49000, function(i) return ("<c1d"):pack("d", i * 2.0 ^ 60) end) },
      { false, map(1025, integer) },
      { true, map(1024, function(i) return integer(i * together) end) },
      { true, ("<c1I4"):pack("l", #maps) .. table.concat(maps) },
      { true, map(1, function() return ("<c1s4"):pack("s", long) end) },
    }
    for _, case in ipairs(cases) do
      local began = os.clock()          -- of the processor
      local ok, value = decode(case[2])
      assert.equal(case[1], ok)
      if ok then assert.is_nil((answers.check(value, "search"))) end
      assert.is_true(os.clock() - began < (sanitized and 30 or 5))
    end
    local sparse = {}
    for i = 1, 1025 do sparse[2 * i] = true end
    local bytes, wrong = wire.encode(sparse)
    assert.is_nil(bytes)
    says(wrong, "has more than 1024 numbers as keys, and is no list")
    sparse[2050] = nil
    assert.same({ true, sparse }, { decode(wire.encode(sparse)) })
    assert.truthy(wire.encode(sparse, wire.own))
  end)

  it("is read no longer than until its deadline", function()
    local bytes = wire.encode { ("x"):rep(10), (function() local t = {} for i = 1, 1000 do t[i] = i end return t end)() }
    assert.same({ false, "time" }, { wire.decode(bytes, nil, core.clock() - 1) })
    assert.is_true((wire.decode(bytes, nil, core.clock() + 60)))
  end)

  local function answer()
    return { kind = "result", result = {
      value = 1, lower = 1, upper = math.huge, exact = false, solved = false, selective = false, move = 1,
      position = { 1 }, pv = { 1 }, line = { { 1 } }, depth = 2, seconds = 0.5, algorithm = "alphabeta", native = false,
      shown = "x", options = { depth = 2 },
      stats = { visits = 1, leaves = 1, developed = 1, peak = 1, bytes = 1 },
    } }
  end

  it("is a result only if every field is what it has to be", function()
    assert.truthy(answers.check(answer(), "search"))
    local wrong = {
      value = { "1", {}, 0 / 0, true }, lower = { "0", false }, exact = { 1, "true" }, pv = { 5, { x = 1 }, { 1, 2 } },
      line = { "x", {} }, depth = { -1, 1.5, "2" }, seconds = { "1", {} }, algorithm = { "nosuch", 1, ("x"):rep(1000) },
      shown = { 1, ("x"):rep(1 << 17) }, stats = { 1, {}, { visits = "1" } }, stopped = { "interrupted", "whatever", 1 },
      options = { { 1 }, 5 }, printed = { {} },
      unknown = { 1 }, confined = { {} }, proof = { {} }, native = { 1 }, picked = { 1, { 2 } },
    }
    for field, values in pairs(wrong) do
      for _, value in ipairs(values) do
        local made = answer()
        made.result[field] = value
        local r, why = answers.check(made, "search")
        assert.is_nil(r, field)
        assert.is_string(why)
      end
    end
    for field in ("lower upper exact pv line depth seconds algorithm stats options shown"):gmatch "%a+" do
      local made = answer()
      made.result[field] = nil
      assert.is_nil((answers.check(made, "search")), field)
    end
    for _, made in ipairs {
      5, "x", {}, { kind = "result" }, { kind = "other", text = "x" }, { kind = "failed" }, { kind = "failed", text = 5 },
      { kind = "failed", text = ("x"):rep(1 << 17) }, { kind = "failed", text = "x", more = 1 },
    } do assert.is_nil((answers.check(made, "search"))) end
  end)

  -- Workers that are programs of our own, to see what comes of raw bytes.
  describe("raw", function()
    local function worker(seconds, script)
      return assert(core.confined.start(seconds, "/bin/sh", "-c", "exec 1<>/dev/null; " .. script))
    end

    it("is limited in length before it is read", function()
      local w <close> = worker(5, [[printf '\377\377\377\377' >&0; sleep 5]])
      assert.same({ nil, "size" }, { w:receive(1000) })
    end)

    it("may not come: then the time is over", function()
      for _, script in ipairs { "sleep 5", [[printf '\4\0' >&0; sleep 5]], [[printf '\4\0\0\0x' >&0; sleep 5]] } do
        local began = core.clock()
        local w <close> = worker(0.1, script)
        assert.same({ nil, "time" }, { w:receive(1000) })
        assert.is_true(core.clock() - began >= 0.099)
      end
      local w <close> = worker(0.1, "sleep 5")
      assert.same({ nil, "time" }, { w:send(("x"):rep(1 << 24)) })
    end)

    it("may end: then it is said how", function()
      local function ended(script)
        local w <close> = worker(5, script)
        assert.same({ nil, "closed" }, { w:receive(1000) })
        return w:ended()
      end
      assert.same({ 0, 7, "SEGV" }, { ended "exit 0", ended "exit 7", (ended "kill -SEGV $$") })
      assert.equal("SYS", ended "exit 159")
      assert.is_nil(ended "exec 0</dev/null; sleep 5")
    end)

    it("is not waited for longer than it runs, and all that it started ends with it", function()
      local folder, gone <close> = run.folder()
      local w = worker(300, ("sleep 300 & echo $! >'%s/started'; printf '\\1\\0\\0\\0x' >&0; sleep 300"):format(folder))
      assert.equal("x", w:receive(10))
      local began = core.clock()
      w:close()
      assert.is_true(core.clock() - began < 100)
      assert.is_false((pcall(w.receive, w, 10)))
      local left = "read -r p <'%s/started'; for i in $(seq 1000); do "
        .. "grep -qs '^State:.[^Z]' /proc/$p/status || exit; sleep 0.02; done; echo left"
      assert.equal("", run.output(left:format(folder)))
    end)

    it("comes from a program that exists", function()
      local w, wrong = core.confined.start(1, "/nowhere/worker")
      assert.is_nil(w)
      says(wrong, "No such file")
    end)
  end)
end)

describe("gts review and gts puzzles --confined", function()
  -- Rules that leave a mark where they can, and do `body` when their successors are asked for.
  local function rules(body)
    return ([[
      local gts = require "gts"
      pcall(function() io.open("mark", "w"):close() end)
      return gts.with_options({ most = { 2, 1, 9, "stones" } }, function(options)
        return { name = "stones", start = 5, range = { -1, 1 }, evaluate = function() return -1 end,
          successors = function(n)
            %s
            local list = {}
            for i = 1, math.min(n, options.most) do list[i] = n - i end
            return list
          end }
      end)]]):format(body or "")
  end

  local function files(body, record)
    local folder, gone = run.folder()
    run.write(folder .. "/rules.lua", rules(body))
    run.write(folder .. "/record", record or "gts match 1\ngame stones most:3\ngames\ngame 1 max 0 1 rules 3 1\nrubbish\n")
    return folder, gone
  end

  local function ask(folder, ...)
    local out, err, code = run.gts { folder = folder, ... }
    assert.is_nil(core.files.kind(folder .. "/mark"))
    return out, err, code
  end

  it("say what they say without, and run no rule here", function()
    local folder, gone <close> = files()
    local out, err, code = ask(folder, "review", "record", "./rules.lua", "--nodes", "1000", "--confined")
    assert.equal(1, code)
    says(out, "record: line 5 of the match is not understood: 'rubbish'", "stones: 2 moves")
    says(err, "record: line 5 of the match is not understood: 'rubbish'")
    local plain = run.gts { "review", "record", "./rules.lua", "--nodes", "1000", folder = folder }
    assert.equal(plain, out)
    assert(os.remove(folder .. "/mark"))
    says(ask(folder, "review", "record", "./rules.lua", "most=2", "--confined", "--nodes", "9"), "move 1 cannot be played")
    says(ask(folder, "puzzles", "./rules.lua", "--file", "record", "--confined"), "stones: ", " from 1 game")
    says(ask(folder, "puzzles", "./rules.lua", "--games", "2", "--confined"), " from 2 games")
    local gts_text = run.gts { "puzzles", "tictactoe", "--games", "4" }
    assert.equal(gts_text, (ask(folder, "puzzles", "tictactoe", "--games", "4", "--confined")))
  end)

  it("end by their limits, and name what does not go with them", function()
    local folder, gone <close> = files("while true do end")
    local function wrong(wanted, ...)
      local _, err, code = ask(folder, ...)
      assert.equal(wanted, code, err)
      return err
    end
    says(wrong(1, "review", "record", "./rules.lua", "--confined={time=0.2}"), "confined: ended by its limit of time, 0.2 s")
    says(wrong(2, "review", "record", "--confined"), "'--confined' is for rules that are named")
    says(wrong(2, "review", "record", "./rules.lua", "--confined", "--html", "x"), "'--html' does not go with '--confined'")
    says(wrong(2, "review", "record", "./rules.lua", "--confined", "--json"), "'--json' does not go with '--confined'")
    says(wrong(2, "puzzles", "./rules.lua", "--confined", "--workers", "2"), "'--workers' does not go with")
    says(wrong(1, "review", "none", "./rules.lua", "--confined"), "none: No such file")
    says(wrong(1, "review", "record", "./none.lua", "--confined"), "none.lua")
  end)
end)
