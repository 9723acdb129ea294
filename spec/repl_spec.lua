-- The prompt, on a terminal.

local Terminal = require "spec.support.terminal"
local run = require "spec.support.run"

local program = os.getenv "GTS" or "build/gts"
local C, D, P = "\3", "\4", "\16"       -- with Ctrl

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

  it("helps in lines as wide as the terminal is", function()
    leave()
    terminal = Terminal.start("unset COLUMNS; stty cols 50; exec " .. program, home)
    terminal:type "help errors"
    terminal:expect "What is wrong with a game or an option is said at\r\nonce"
    terminal:type "help erors"
    terminal:expect "no help on 'erors': did you mean 'errors'?"
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
    local name = home .. "/.gts_history"
    run.output(("touch %s; chmod 644 %s"):format(name, name))
    terminal:type "1 + 1"
    leave()
    assert.equal("600", run.output("stat -c %a " .. name))
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
    terminal:press(C)
    terminal:expect "going"
    terminal:press(C)
    terminal:expect "interrupted"
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
