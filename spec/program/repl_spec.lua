-- The prompt, on a terminal.

local eventually = require "spec.support.eventually"
local Terminal = require "spec.support.terminal"
local manual = require "gts.program.manual"
local run = require "spec.support.run"

local C, P, R = "\3", "\16", "\18"              -- with Ctrl
-- For gts, two presses within a hundredth of a second are one: so the clock goes on before what the next press is to end.
local LATER = "require 'gts.core'.clock(1) "
local UP = "\27[A"
local HISTORY = "/.local/state/gts/history"

local home, gone, terminal

local function start(options) terminal = Terminal.start(("exec '%s' %s"):format(run.program, options or ""), home) end

-- Starts the program again, as a later session.
local function again()
  terminal:leave()
  start()
end

describe("the prompt", function()
  -- One program for the specs that end at the prompt, and say so. After the others, and after those that fail, a new one begins.
  local at_prompt = false
  local function it_stays(what, works)
    it(what, function()
      works()
      at_prompt = true
    end)
  end

  setup(function() home, gone = run.folder() end)

  teardown(function()
    if at_prompt then terminal:leave() end
    getmetatable(gone).__close()
  end)

  before_each(function()
    if not at_prompt then start() end
    at_prompt = false
  end)

  it("prints values, and ends with Ctrl-D", function()
    terminal:type("20 + 22, 'a' .. 'b'", "42\tab")
    terminal:type "six = 6"
    terminal:type("{six, six = six}", "{6, six = 6}")
    terminal:leave()
  end)

  it_stays("prints results of searches in lines", function()
    terminal:type("gts.search('nim', {depth = 3})", "move   101", "value  0  (at depth 3)")
  end)

  it("shows a variable that is named as a command", function()
    terminal:type "quit = 6 * 7"
    terminal:type("quit", "42")
    terminal:type "help = 3"
    terminal:type("help", "3")
    terminal:leave()
  end)

  it_stays("reads on until a chunk is whole", function()
    terminal:type "for i = 1, 2 do"
    terminal:at(".. ", "print(i * 21)\r")
    terminal:at(".. ", "end\r")
    terminal:expect "21"
    terminal:expect "42"
  end)

  it("helps, on words without quotes, on functions, algorithms and options, by ? too, and ends by exit", function()
    for line, shown in pairs {
      help = "Ctrl-D leaves", ["?"] = "Ctrl-D leaves", ["help algorithms"] = "failhard", ["memsss?"] = "MemSSS*",
      ["help transposition table"] = "'transposition table' is explained here", ["help score"] = "The field score of rules",
      ["help mtd(f)"] = manual.title("mtd", "algorithm"), ["help 'depth'"] = "horizon in plies",
      ["help(gts.perft)"] = "gts.perft(game, depth, [given])",
      ["help 'memss'"] = "no help on 'memss': did you mean 'memsss'?\r\n",
    } do terminal:type(line, shown) end
    terminal:type "exit"
    terminal:close()
  end)

  it("helps in lines as wide as the terminal is #plain", function()
    terminal:type "os.execute 'stty cols 50' and nil"
    terminal:type("help time", "time limit in seconds; implies deepen; a\r\n")
    terminal:type("help formts", "no help on 'formts': did you mean 'formats'?")
    terminal:leave()
  end)

  it_stays("completes with Tab", function()
    terminal:type "twentyone, sick = 21, setmetatable({}, { __pairs = error })"
    terminal:type("local _ = sick.\tx print(twen\t * 2)", "42")            -- what fails to list its fields breaks nothing
    terminal:at("> ", "gts.tr\t")
    terminal:expect "traceback"
    terminal:press(C)
    terminal:expect "^C"
  end)

  it_stays("gives a new line for Ctrl-C, and lives on", function()
    terminal:at("> ", "half a line" .. C)
    terminal:expect "^C"
    terminal:at("> ", C)
    terminal:type("20 + 22", "42")
  end)

  it_stays("remembers no empty lines, and counts the lines of a chunk", function()
    terminal:type("4 * 1024", "4096")
    terminal:type ""
    terminal:at("> ", P .. "\r")
    terminal:expect "4096"
    terminal:type "do"
    terminal:at(".. ", "error 'here' end\r")
    terminal:expect "stdin:2: here"
  end)

  it("keeps its history from others, and reads none that is too large", function()
    local name = home .. HISTORY
    run.output(("chmod 644 %s"):format(name))
    terminal:type("1 + 1", "2")
    terminal:leave()
    assert.equal("600", run.output("stat -c %a " .. name))
    assert.equal("700", run.output("stat -c %a " .. home .. "/.local/state/gts"))
    -- What stands behind 16 MB of nothing.
    run.output(("truncate -s 16M %s; printf '\\n6 * 7\\n' >>%s"):format(name, name))
    start()
    terminal:at("> ", P .. "; print(1000 + 1)\r")
    terminal:expect "1001"
    terminal:leave()
  end)

  it("does without a history where none can be kept", function()
    for _, settings in ipairs { "", "GTS_HISTORY=" } do
      terminal = Terminal.start("exec '" .. run.program .. "'", home .. "/nowhere", settings)
      terminal:type("20 + 22", "42")
      terminal:leave()
    end
  end)

  it_stays("recalls lines, and chunks as one, also those of earlier sessions, and the arrows move within them", function()
    terminal:type "do local t = {}"
    terminal:at(".. ", "print(#t + 41) end\r")
    terminal:expect "41"
    terminal:at("> ", UP)
    terminal:expect "print(#t + 41) end"
    terminal:press "\r"
    terminal:expect "41"
    -- Up from the last line to the first; its end is reached with Ctrl-E.
    terminal:at("> ", UP .. UP .. "\5" .. " t[1] = 1\r")
    terminal:expect "42"
    again()
    terminal:at("> ", P .. "\r")
    terminal:expect "42"
  end)

  it("keeps nothing twice, and what other sessions keep meanwhile", function()
    local name = home .. HISTORY
    terminal:leave()
    os.remove(name)
    start()
    local other = Terminal.start("exec '" .. run.program .. "'", home)
    terminal:type("'here' .. 1", "here1")
    other:type("'there' .. 1", "there1")
    terminal:type("'here' .. 2", "here2")
    terminal:type("'here' .. 1", "here1")
    terminal:leave()
    other:leave()
    local kept = {}
    for line in io.lines(name) do kept[#kept + 1] = line:match "^'(%a+)'.*(%d)$" and line:gsub("\\040", " ") end
    assert.same({ "'there' .. 1", "'here' .. 2", "'here' .. 1" }, kept)
  end)

  it_stays("searches what was typed with Ctrl-R", function()
    terminal:type("'needle' .. 7", "needle7")
    terminal:type("1 + 1", "2")
    terminal:at("> ", R .. "needle\r")
    terminal:expect "needle7"
  end)

  it_stays("takes what is pasted as one chunk, tabs and all, when Enter is pressed", function()
    terminal:expect "> "
    terminal:paste "for i = 1, 2 do\n\tprint('pa' .. 'sted', i)\nend\n"
    terminal:expect "end"
    terminal:press "\r"
    terminal:expect "pasted\t1"
    terminal:expect "pasted\t2"
  end)

  it_stays("runs the examples of the README, typed line by line and pasted", function()
    local readme = run.read "README.md"
    local example = readme:match "```lua\n(local gts.-)```"
    for line in example:gmatch "[^\n]+" do terminal:type(line) end
    terminal:expect "1\t301\t1 4 5"
    terminal:expect "> "
    terminal:paste(readme:match "```lua\n(%-%- coins.-)```")
    terminal:press "\r"
    terminal:expect 'name = "coins"'
    terminal:type("gts.search(rules)", "value  4  (proved)")
  end)

  it_stays("keeps local variables, and the last value in _", function()
    terminal:type "local x <const> = 20"
    terminal:type("x + 1", "21")
    terminal:type("_ * 2", "42")
    terminal:type("x = 1", "attempt to assign to const variable 'x'")
  end)

  it_stays("says what a name that leads to nothing may have meant", function()
    terminal:type "local game = gts.game 'nim'"
    terminal:type("gmae", "nil  (no variable 'gmae': did you mean 'game'?)")
    terminal:type("gts.serch", "nil  (gts has no field 'serch': did you mean 'search'?)")
    terminal:type("gts.serch(game)", "attempt to call a nil value (field 'serch'): did you mean 'search'?")
    terminal:type("gmae.start", "attempt to index a nil value (global 'gmae'): did you mean 'game'?")
    terminal:type("gts.search(game, { dpeth = 3 })", "stdin:1: unknown option 'dpeth' for alphabeta: did you mean 'depth'?\r\n")
  end)

  it_stays("shows positions of results as their game does", function()
    terminal:type "r = gts.search 'tictactoe'"
    terminal:type("r.position", "X . .\r\n. . .\r\n. . .")
    terminal:type("r.line", "1       5       2 ", "X . .   X . .   X X .")
    terminal:type("r.line[2]", "X . .\r\n. O .\r\n. . .")
    terminal:type "r = gts.best('othello', nil, { depth = 2 })"
    terminal:type("r", "move   d3\r\n")
  end)

  it_stays("draws small trees", function()
    terminal:type("gts.tree{{3,12,8},{2,{4,6}}}",
      "game: tree\r\nMAX\r\n|- MIN  3 12 8\r\n`- MIN\r\n   |- 2\r\n   `- MAX  4 6\r\n")
  end)

  it_stays("runs a start-up file, unless an option forbids it", function()
    local folder = home .. "/.config/gts"
    run.output(("mkdir -p %s; echo 'mine = 40' >%s/init.lua"):format(folder, folder))
    again()
    terminal:type("mine + 2", "42")
    terminal:leave()
    start "-E"
    terminal:type("mine", "nil  (no variable 'mine')")
    run.output(("echo 'mine = = 40' >%s/init.lua"):format(folder))
    again()
    terminal:expect "init.lua:1: unexpected symbol near '='"
    run.output(("rm -r %s"):format(folder))
  end)

  it_stays("opens inside running code, sees and changes its variables, and goes on", function()
    terminal:type "local outer = 1"
    terminal:type "local function f(a) local b = a + 1 gts.prompt() return a, b, outer end"
    terminal:type("f(3)", "with a, b, ")               -- and what other specs have left
    terminal:type("a + b", "7")
    terminal:at(">> ", "a, outer = 10, 20\r")
    terminal:at(">> ", "half" .. C)
    terminal:at(">> ", LATER .. "print('go' .. 'ing') while true do end\r")
    terminal:expect "going"
    terminal:press(C)
    terminal:expect "interrupted"
    terminal:at(">> ", "\4")
    terminal:expect "10\t4\t20"
  end)

  it_stays("leaves its own frames out of tracebacks", function()
    local name = home .. "/around.lua"
    run.write(name, "return function() gts.prompt() return 1 end\n")
    terminal:type(("f = dofile '%s'"):format(name))
    terminal:type "f() + 1"
    terminal:at(">> ", "error 'trouble'\r")
    terminal:expect "stdin:1: trouble"
    assert.is_nil(select(2, terminal:expect ">> "):find("around.lua", 1, true))
    terminal:press "\4"
    terminal:expect "2\r\n"
  end)

  it_stays("opens inside rules, and can end the search from there", function()
    terminal:type "local rules = gts.game 'nim'"
    terminal:type "gts.search(rules, { depth = 1, trace = function(e) if e.kind == 'leaf' then gts.prompt() end end })"
    terminal:at(">> ", "e.kind\r")
    terminal:expect "leaf"
    terminal:at(">> ", "quit\r")
    terminal:expect "ended at the prompt"
  end)

  local loops = {
    ["a loop"] = "while true do end",
    ["a loop inside a coroutine"] = "coroutine.wrap(function() while true do end end)()",
    ["a loop inside rules"] =
      "return gts.search{name='x', start=0, successors=function() return {} end, evaluate=function() while true do end end}",
  }
  for what, loop in pairs(loops) do
    it_stays("ends " .. what .. " with Ctrl-C", function()
      terminal:type(LATER .. "print('go' .. 'ing') " .. loop, "going")
      terminal:press(C)
      terminal:expect "interrupted"
      terminal:type("20 + 22", "42")
    end)
  end

  -- The output is stopped by Ctrl-S: the key finds the program writing, and cuts the write off.
  it("ends a loop that prints with Ctrl-C, which is no failure to write", function()
    terminal:type(LATER .. "print(io.open('/proc/self/stat'):read 'n') while true do print('go' .. 'ing') end")
    local number = select(2, terminal:expect "\ngoing"):match "(%d+)\r$"
    terminal:press "\19"
    assert(eventually(function() return run.output(("cut -d ' ' -f 3 /proc/%s/stat"):format(number)) == "S" end, 60))
    terminal:press(C)
    terminal:expect "interrupted"
    terminal:leave()
  end)

  it_stays("ends even what catches errors, if Ctrl-C is pressed twice", function()
    terminal:type("while true do pcall(function() print('go' .. 'ing') while true do end end) end", "going")
    -- Sooner than a finger can, a press is one with that before it; later than a second, it is another first one.
    repeat
      os.execute "sleep 0.1"
      terminal:press(C)
    until terminal:expect("going", "interrupted") == "interrupted"
    terminal:type("20 + 22", "42")
  end)
end)

describe("on a terminal, Ctrl-C", function()
  it("ends gts search with what is known, and the exit code 130", function()
    local folder, _ <close> = run.folder()
    run.write(folder .. "/endless.lua", [[
      return { name = "endless", start = 0, successors = function(n) return { n + 1 } end,
               evaluate = function(n) if n == 3 then print "going" end return n end }
    ]])
    terminal = Terminal.start(("exec '%s' search %s/endless.lua --deepen true"):format(run.program, folder), "/")
    terminal:expect "going"
    terminal:press(C)
    terminal:expect "move   1"
    terminal:expect "stopped: interrupted"
    terminal:close(130)
  end)
end)
