-- The prompt, on a terminal.

local Terminal = require "spec.support.terminal"
local manual = require "gts.program.manual"
local run = require "spec.support.run"

local program = os.getenv "GTS" or "build/gts"
local C, D, P, R = "\3", "\4", "\16", "\18"        -- with Ctrl
local UP = "\27[A"
local HISTORY = "/.local/state/gts/history"

describe("the prompt", function()
  local home, terminal

  setup(function()
    home = os.tmpname()
    os.remove(home)
    assert(os.execute("mkdir " .. home))
  end)

  teardown(function() os.execute("rm -r " .. home) end)

  before_each(function() terminal = Terminal.start("exec " .. program, home) end)

  local function leave()
    terminal:expect "> "
    terminal:press(D)
    assert.equal(0, terminal:close())
  end

  it("prints values, and ends with Ctrl-D", function()
    terminal:type "20 + 22, 'a' .. 'b'"
    terminal:expect "42\tab"
    terminal:type "six = 6"
    terminal:type "{six, six = six}"
    terminal:expect "{6, six = 6}"
    leave()
  end)

  it("prints results of searches in lines", function()
    terminal:type "gts.search('nim', {depth = 3})"
    terminal:expect "move   101"
    terminal:expect "value  0  (at depth 3)"
    leave()
  end)

  it("shows a variable that is named as a command", function()
    terminal:type "quit = 6 * 7"
    terminal:type "quit"
    terminal:expect "42"
    leave()
  end)

  it("reads on until a chunk is whole", function()
    terminal:type "for i = 1, 2 do"
    terminal:expect ".. "
    terminal:press "print(i * 21)\r"
    terminal:expect ".. "
    terminal:press "end\r"
    terminal:expect "21"
    terminal:expect "42"
    leave()
  end)

  it("helps", function()
    terminal:type "help"
    terminal:expect "Ctrl-D leaves"
    terminal:type "help algorithms"
    terminal:expect "failhard"
    terminal:type "exit"
    assert.equal(0, terminal:close())
  end)

  it("helps on words, without quotes", function()
    terminal:type "help transposition table"
    terminal:expect "'transposition table' is explained here"
    terminal:type "help mtd(f)"
    terminal:expect(manual.title("mtd", "algorithm"))
    terminal:type "help score"
    terminal:expect "The field score of rules"
    terminal:type "help(gts.perft)"
    terminal:expect "gts.perft(game, depth, [given])"
    leave()
  end)

  it("helps in lines as wide as the terminal is", function()
    leave()
    terminal = Terminal.start("unset COLUMNS; stty cols 50; exec " .. program, home)
    terminal:type "help time"
    terminal:expect "time limit in seconds; implies deepen; a\r\n"
    terminal:type "help formts"
    terminal:expect "no help on 'formts': did you mean 'formats'?"
    leave()
  end)

  it("completes with Tab", function()
    terminal:type "twentyone = 21"
    terminal:type "twen\t * 2"
    terminal:expect "42"
    terminal:expect "> "
    terminal:press "gts.tr\t"
    terminal:expect "traceback"
    terminal:press(C)
    terminal:expect "^C"
    leave()
  end)

  it("gives a new line for Ctrl-C, and lives on", function()
    terminal:expect "> "
    terminal:press("half a line" .. C)
    terminal:expect "^C"
    terminal:expect "> "
    terminal:press(C)
    terminal:type "20 + 22"
    terminal:expect "42"
    leave()
  end)

  it("recalls lines, also those of earlier sessions", function()
    terminal:type "4 * 1024"
    terminal:expect "4096"
    leave()
    terminal = Terminal.start("exec " .. program, home)
    terminal:expect "> "
    terminal:press(P .. "\r")
    terminal:expect "4096"
    leave()
  end)

  it("remembers no empty lines, and counts the lines of a chunk", function()
    terminal:type "4 * 1024"
    terminal:expect "4096"
    terminal:type ""
    terminal:expect "> "
    terminal:press(P .. "\r")
    terminal:expect "4096"
    terminal:type "do"
    terminal:expect ".. "
    terminal:press "error 'here' end\r"
    terminal:expect "stdin:2: here"
    leave()
  end)

  it("keeps its history from others, and reads none that is too large", function()
    local name = home .. HISTORY
    run.output(("chmod 644 %s"):format(name))
    terminal:type "1 + 1"
    leave()
    assert.equal("600", run.output("stat -c %a " .. name))
    assert.equal("700", run.output("stat -c %a " .. home .. "/.local/state/gts"))
    -- What stands behind 16 MB of nothing.
    run.output(("truncate -s 16M %s; printf '\\n6 * 7\\n' >>%s"):format(name, name))
    terminal = Terminal.start("exec " .. program, home)
    terminal:expect "> "
    terminal:press(P .. "; print(1000 + 1)\r")
    terminal:expect "1001"
    leave()
    os.remove(name)
  end)

  it("does without a history where none can be kept", function()
    leave()
    terminal = Terminal.start("exec " .. program, home .. "/nowhere")
    terminal:type "20 + 22"
    terminal:expect "42"
    leave()
  end)

  it("recalls a chunk of several lines as one, and the arrows move within it", function()
    terminal:type "do local t = {}"
    terminal:expect ".. "
    terminal:press "print(#t + 41) end\r"
    terminal:expect "41"
    terminal:expect "> "
    terminal:press(UP)
    terminal:expect "print(#t + 41) end"
    terminal:press "\r"
    terminal:expect "41"
    terminal:expect "> "
    -- Up from the last line to the first; its end is reached with Ctrl-E.
    terminal:press(UP .. UP .. "\5" .. " t[1] = 1\r")
    terminal:expect "42"
    leave()
    -- In the next session too.
    terminal = Terminal.start("exec " .. program, home)
    terminal:expect "> "
    terminal:press(P .. "\r")
    terminal:expect "42"
    leave()
  end)

  it("keeps nothing twice, and what other sessions keep meanwhile", function()
    local name = home .. HISTORY
    os.remove(name)
    local other = Terminal.start("exec " .. program, home)
    terminal:type "'here' .. 1"
    terminal:expect "here1"
    other:type "'there' .. 1"
    other:expect "there1"
    terminal:type "'here' .. 2"
    terminal:expect "here2"
    terminal:type "'here' .. 1"
    terminal:expect "here1"
    leave()
    other:press(D)
    other:close()
    local file = assert(io.open(name))
    local kept = {}
    for line in file:lines() do kept[#kept + 1] = line:match "^'(%a+)'.*(%d)$" and line:gsub("\\040", " ") end
    file:close()
    assert.same({ "'there' .. 1", "'here' .. 2", "'here' .. 1" }, kept)
  end)

  it("searches what was typed with Ctrl-R", function()
    terminal:type "'needle' .. 7"
    terminal:expect "needle7"
    terminal:type "1 + 1"
    terminal:expect "2"
    terminal:expect "> "
    terminal:press(R .. "needle\r")
    terminal:expect "needle7"
    leave()
  end)

  it("takes what is pasted as one chunk, tabs and all, when Enter is pressed", function()
    terminal:expect "> "
    terminal:paste "for i = 1, 2 do\n\tprint('pa' .. 'sted', i)\nend\n"
    terminal:expect "end"
    terminal:press "\r"
    terminal:expect "pasted\t1"
    terminal:expect "pasted\t2"
    leave()
  end)

  it("runs the examples of the README, typed line by line and pasted", function()
    local file = assert(io.open "README.md")
    local readme = file:read "a"
    file:close()
    local example = readme:match "```lua\n(local gts.-)```"
    for line in example:gmatch "[^\n]+" do terminal:type(line) end
    terminal:expect "1\t301\t1 4 5"
    terminal:expect "> "
    terminal:paste(readme:match "```lua\n(%-%- coins.-)```")
    terminal:press "\r"
    terminal:expect 'name = "coins"'
    terminal:type "gts.search(rules)"
    terminal:expect "value  4  (proved)"
    leave()
  end)

  it("keeps local variables, and the last value in _", function()
    terminal:type "local x <const> = 20"
    terminal:type "x + 1"
    terminal:expect "21"
    terminal:type "_ * 2"
    terminal:expect "42"
    terminal:type "x = 1"
    terminal:expect "attempt to assign to const variable 'x'"
    leave()
  end)

  it("says what a name that leads to nothing may have meant", function()
    terminal:type "local game = gts.game 'nim'"
    terminal:type "gmae"
    terminal:expect "nil  (no variable 'gmae': did you mean 'game'?)"
    terminal:type "gts.serch"
    terminal:expect "nil  (gts has no field 'serch': did you mean 'search'?)"
    terminal:type "gts.serch(game)"
    terminal:expect "attempt to call a nil value (field 'serch'): did you mean 'search'?"
    terminal:type "gmae.start"
    terminal:expect "attempt to index a nil value (global 'gmae'): did you mean 'game'?"
    terminal:type "gts.search(game, { dpeth = 3 })"
    terminal:expect "stdin:1: unknown option 'dpeth' for alphabeta: did you mean 'depth'?\r\n"
    leave()
  end)

  it("shows positions of results as their game does", function()
    terminal:type "r = gts.search 'tictactoe'"
    terminal:type "r.position"
    terminal:expect "X . .\r\n. . .\r\n. . ."
    terminal:type "r.line"
    terminal:expect "1       5       2 "
    terminal:expect "X . .   X . .   X X ."
    terminal:type "r.line[2]"
    terminal:expect "X . .\r\n. O .\r\n. . ."
    terminal:type "r = gts.best('othello', nil, { depth = 2 })"
    terminal:type "r"
    terminal:expect "move   d3\r\n"
    leave()
  end)

  it("draws small trees", function()
    terminal:type "gts.tree{{3,12,8},{2,{4,6}}}"
    terminal:expect "game: tree\r\nMAX\r\n|- MIN  3 12 8\r\n`- MIN\r\n   |- 2\r\n   `- MAX  4 6\r\n"
    leave()
  end)

  it("helps on functions, algorithms and options, by ? too, and is no error where there is none", function()
    terminal:type "help(gts.search)"
    terminal:expect "gts.search(game, [given])"
    terminal:type "memsss?"
    terminal:expect "MemSSS*"
    terminal:type "help 'depth'"
    terminal:expect "horizon in plies"
    terminal:type "?"
    terminal:expect "Ctrl-D leaves"
    terminal:type "help 'memss'"
    terminal:expect "no help on 'memss': did you mean 'memsss'?\r\n"
    terminal:type "help = 3"
    terminal:type "help"
    terminal:expect "3"
    leave()
  end)

  it("runs a start-up file, unless an option forbids it", function()
    leave()
    run.output(("mkdir -p %s/.config/gts; echo 'mine = 40' >%s/.config/gts/init.lua"):format(home, home))
    terminal = Terminal.start("exec " .. program, home)
    terminal:type "mine + 2"
    terminal:expect "42"
    leave()
    terminal = Terminal.start("exec " .. program .. " -E", home)
    terminal:type "mine"
    terminal:expect "nil  (no variable 'mine')"
    leave()
    run.output(("echo 'mine = = 40' >%s/.config/gts/init.lua"):format(home))
    terminal = Terminal.start("exec " .. program, home)
    terminal:expect "init.lua:1: unexpected symbol near '='"
    leave()
    run.output(("rm -r %s/.config"):format(home))
  end)

  it("opens inside running code, sees and changes its variables, and goes on", function()
    terminal:type "local outer = 1"
    terminal:type "local function f(a) local b = a + 1 gts.prompt() return a, b, outer end"
    terminal:type "f(3)"
    terminal:expect "with a, b, outer"
    terminal:type "a + b"
    terminal:expect "7"
    terminal:expect ">> "
    terminal:press "a, outer = 10, 20\r"
    terminal:expect ">> "
    terminal:press("half" .. C)
    terminal:expect ">> "
    terminal:press "print('go' .. 'ing') while true do end\r"
    terminal:expect "going"
    terminal:press(C)
    terminal:expect "interrupted"
    terminal:expect ">> "
    terminal:press(D)
    terminal:expect "10\t4\t20"
    leave()
  end)

  it("leaves its own frames out of tracebacks", function()
    local name = home .. "/around.lua"
    local file = assert(io.open(name, "w"))
    file:write "return function() gts.prompt() return 1 end\n"
    file:close()
    terminal:type(("f = dofile '%s'"):format(name))
    terminal:type "f() + 1"
    terminal:expect ">> "
    terminal:press "error 'trouble'\r"
    terminal:expect "stdin:1: trouble"
    local behind = terminal.at
    terminal:expect ">> "
    terminal.at = behind
    assert.is_nil(terminal:rest():find("around.lua", 1, true))
    terminal:press(D)
    terminal:expect "2\r\n"
    leave()
  end)

  it("opens inside rules, and can end the search from there", function()
    terminal:type "local rules = gts.game 'nim'"
    terminal:type "gts.search(rules, { depth = 1, trace = function(e) if e.kind == 'leaf' then gts.prompt() end end })"
    terminal:expect ">> "
    terminal:press "e.kind\r"
    terminal:expect "leaf"
    terminal:expect ">> "
    terminal:press "quit\r"
    terminal:expect "ended at the prompt"
    leave()
  end)

  it("shows where an error comes from, inside the rules too", function()
    local name = home .. "/broken.lua"
    local file = assert(io.open(name, "w"))
    file:write("local rules = { name = 'broken', start = 1 }\n",
      "function rules.successors() return {} end\n",
      "function rules.evaluate(n) return n.value end\n",
      "return rules\n")
    file:close()
    terminal:type(("gts.search '%s'"):format(name))
    terminal:expect "/broken.lua:3: attempt to index a number value"
    terminal:expect "stack traceback"
    terminal:expect "/broken.lua:3"
    leave()
  end)

  local loops = {
    { "a loop", "while true do end" },
    { "a loop inside a coroutine", "coroutine.wrap(function() while true do end end)()" },
    { "a loop inside rules",
      "return gts.search{name='x', start=0, successors=function() return {} end, evaluate=function() while true do end end}" },
  }
  for _, loop in ipairs(loops) do
    it("ends " .. loop[1] .. " with Ctrl-C", function()
      terminal:type("print('go' .. 'ing') " .. loop[2])
      terminal:expect "going"
      terminal:press(C)
      terminal:expect "interrupted"
      terminal:type "20 + 22"
      terminal:expect "42"
      leave()
    end)
  end

  it("ends even what catches errors, if Ctrl-C is pressed twice", function()
    terminal:type "while true do pcall(function() print('go' .. 'ing') while true do end end) end"
    terminal:expect "going"
    -- Sooner than a finger can, it would be the same press; later than a second, another one. A busy machine may make it either.
    local ended
    for _ = 1, 10 do
      terminal:press(C)
      os.execute "sleep 0.1"
      terminal:press(C)
      ended = terminal:shows("interrupted", 3)
      if ended then break end
    end
    assert.is_true(ended)
    terminal:type "20 + 22"
    terminal:expect "42"
    leave()
  end)

  it("ends a search with Ctrl-C, and shows the best move so far", function()
    terminal:type("gts.search('connect4', {deepen = true, progress = function(r) "
      .. "if r.depth > 1 then print('go' .. 'ing') end end})")
    terminal:expect "going"
    terminal:press(C)
    terminal:expect "move   4"
    terminal:expect "stopped: interrupted"
    leave()
  end)
end)

describe("on a terminal, Ctrl-C", function()
  it("ends a script, with the exit code 130", function()
    local terminal = Terminal.start("exec " .. program .. [[ -e "print('go' .. 'ing') while true do end"]], "/")
    terminal:expect "going"
    terminal:press(C)
    terminal:expect "interrupted"
    assert.equal(130, terminal:close())
  end)

  it("ends gts search with what is known, and the exit code 130", function()
    local name = os.tmpname()
    os.remove(name)
    name = name .. ".lua"
    local file = assert(io.open(name, "w"))
    file:write [[
      return { name = "endless", start = 0, successors = function(n) return { n + 1 } end,
               evaluate = function(n) if n == 3 then print "going" end return n end }
    ]]
    file:close()
    local terminal = Terminal.start(("exec %s search %s --deepen true"):format(program, name), "/")
    terminal:expect "going"
    terminal:press(C)
    terminal:expect "move   1"
    terminal:expect "stopped: interrupted"
    assert.equal(130, terminal:close())
    os.remove(name)
  end)
end)
