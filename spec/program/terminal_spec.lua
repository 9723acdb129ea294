-- The prompt on terminals of all kinds, and what Ctrl-C leaves on them.

local Terminal = require "spec.support.terminal"
local run = require "spec.support.run"

local program = os.getenv "GTS" or "build/gts"
local C, D = "\3", "\4"         -- with Ctrl

local home, terminal

local function start(settings, before) terminal = Terminal.start((before or "") .. "exec " .. program, home, settings) end

local function leave()
  terminal:expect "> "
  terminal:press(D)
  assert.equal(0, terminal:close())
end

describe("the prompt on", function()
  local gone

  setup(function() home, gone = run.folder() end)

  teardown(function() getmetatable(gone).__close() end)

  for _, settings in ipairs { "TERM=dumb", "GTS_PLAIN=1" } do
    it("a terminal with " .. settings .. " reads and writes plain lines", function()
      start(settings .. " NO_COLOR=")
      terminal:type "local x = 20 + 22"
      terminal:type "{x}"
      terminal:expect "{42}"
      terminal:type "print('go' .. 'ing') while true do end"
      terminal:expect "going"
      terminal:press(C)
      terminal:expect "interrupted"
      terminal:expect "> "
      terminal:press("half a line" .. C)
      terminal:type "for i = 1, 2 do"
      terminal:expect ".. "
      terminal:press "print(i * 21) end\r"
      terminal:expect "42"
      terminal:expect "> "
      local file <close> = assert(io.open(terminal.shown, "rb"))
      assert.is_nil(file:read("a"):find "[\27\8]")
      terminal:press(D)
      assert.equal(0, terminal:close())
    end)
  end

  it("a low terminal shows long texts through a pager, and short ones without", function()
    start("PAGER='sed s/^/paged:/'", "stty cols 80 rows 12; ")
    terminal:type "help options"
    terminal:expect "paged:Options of gts.search"
    terminal:type "help score"
    terminal:expect "The field score of rules\r\n====="
    terminal:type "help nosuch"
    terminal:expect "no help on 'nosuch'"
    leave()
  end)

  it("a terminal needs no pager, and stands one that ends early, fails or is not there #lua", function()
    for _, pager in ipairs { "head -n 1", "true", "false", "kill -9 $$" } do
      start(("PAGER='%s'"):format(pager), "stty cols 80 rows 12; ")
      terminal:type "help options"
      terminal:type "20 + 22"
      terminal:expect "42"
      leave()
    end
    for _, pager in ipairs { "", " ", "/nowhere/pager", "/dev/null" } do
      start(("PAGER='%s'"):format(pager), "stty cols 80 rows 12; ")
      terminal:type "help options"
      terminal:expect "Options of gts.search"
      leave()
    end
    start("PAGER='sed s/^/paged:/' GTS_PLAIN=1", "stty cols 80 rows 12; ")
    terminal:type "help options"
    terminal:expect "Options of gts.search"
    leave()
  end)

  it("a terminal that gts help writes to turns pages, and a pipe does not #lua #thorough", function()
    local function shown(command)
      local at = Terminal.start("stty cols 80 rows 12; " .. command, home, "PAGER='sed s/^/paged:/'")
      at:expect "end of it"
      local file <close> = assert(io.open(at.shown, "rb"))
      local text = file:read "a"
      at:close()
      return text
    end
    for _, words in ipairs { "help rules", "--help", "search --help", "games", "help time limit" } do
      assert.matches("paged:", shown(("%s %s; echo end of it"):format(program, words)), words)
      assert.is_nil(shown(("%s %s | cat; echo end of it"):format(program, words)):find("paged:", 1, true), words)
      assert.is_nil(shown(("%s %s </dev/null; echo end of it"):format(program, words)):find("paged:", 1, true), words)
    end
  end)

  it("a terminal drops a line of more than a megabyte that is pasted, and says so #thorough", function()
    start()
    terminal:expect "> "
    terminal:paste(("x"):rep((1 << 20) + 1000))
    terminal:expect "a line of more than 1048576 characters was typed: it is dropped\r\n"
    terminal:type "20 + 22"
    terminal:expect "42"
    leave()
  end)

  it("a narrow terminal breaks what it shows, and follows its size", function()
    start(nil, "stty cols 40 rows 10; ")
    terminal:expect 'Try'
    terminal:type "t = {} for i = 1, 12 do t[i] = i * 1000 end"
    terminal:type "t"
    terminal:expect "{1000, 2000, 3000, 4000, 5000, 6000,\r\n 7000, 8000, 9000, 10000, 11000, 12000}"
    terminal:type "os.execute 'stty cols 80' and nil"
    terminal:type "t"
    terminal:expect "{1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000, 9000, 10000, 11000, 12000}"
    leave()
  end)

  it("any terminal takes and completes what is not ASCII", function()
    start()
    terminal:type "names = { [ [[Zoë]] ] = 1 }; local größe = 1"
    terminal:expect "unexpected symbol"
    terminal:type "'Zoë', #'ë'"
    terminal:expect "Zoë\t2"
    terminal:type "{ ['größe'] = 'ß' }"
    terminal:expect [=[{["größe"] = "ß"}]=]
    leave()
  end)

  it("a terminal with colours colours what is in tables, unless NO_COLOR is set", function()
    start "NO_COLOR="
    terminal:type "{1, 'one'}"
    terminal:expect "{\27[36m1\27[m, \27[32m\"one\"\27[m}"
    leave()
    start "NO_COLOR=1"
    terminal:type "{1, 'one'}"
    terminal:expect '{1, "one"}'
    leave()
  end)

  it("a pipe is in colours only on request, and quiet when it is closed", function()
    local function output(settings)
      return run.output(("echo \"{1, 'one'}\" | env -u NO_COLOR -u CLICOLOR_FORCE TERM=xterm %s %s"):format(settings, program))
    end
    assert.equal('{1, "one"}', output "")
    assert.equal('{\27[36m1\27[m, \27[32m"one"\27[m}', output "CLICOLOR_FORCE=1")
    assert.equal('{1, "one"}', output "CLICOLOR_FORCE=1 NO_COLOR=1")
    assert.equal('{1, "one"}', output "CLICOLOR_FORCE=0")
    local many = "printf 'for i = 1, 1e5 do print(i) end\\n1 + 1\\n'"
    assert.equal("1", run.output(("{ %s | %s; } 2>&1 | head -n 1"):format(many, program)))
  end)
end)

describe("Ctrl-C during", function()
  local gone

  setup(function() home, gone = run.folder() end)

  teardown(function() getmetatable(gone).__close() end)

  -- Presses it once two depths are shown.
  local function interrupt()
    terminal:expect "depth  1"
    terminal:expect "depth  2"
    terminal:press(C)
  end

  for _, native in ipairs { "true", "false" } do
    it("a search without a limit, with native = " .. native .. ", gives the best move so far as a value", function()
      start("XDG_CACHE_HOME=" .. home)
      terminal:type(("r = gts.search('connect4', { native = %s })"):format(native))
      interrupt()
      terminal:type "r.move, r.stopped, r.native"
      terminal:expect("4\tinterrupted\t" .. native)
      leave()
    end)
  end

  it("a search that has only just begun gives a move too", function()
    start()
    terminal:type "gts.search('connect4', { native = false })"
    terminal:expect "})"
    run.output "sleep 0.2"
    terminal:press(C)
    terminal:expect "move   4"
    terminal:expect "stopped: interrupted"
    leave()
  end)

  it("gts search leaves a move #thorough", function()
    terminal = Terminal.start(("exec %s search connect4"):format(program), home, "XDG_CACHE_HOME=" .. home)
    interrupt()
    terminal:expect "move   4"
    terminal:expect "stopped: interrupted"
    assert.equal(130, terminal:close())
  end)

  it("a search with limits gives what is known too", function()
    start()
    terminal:type "gts.best('connect4', nil, { time = 60, native = false })"
    interrupt()
    terminal:expect "move   4"
    terminal:expect "stopped: interrupted"
    leave()
  end)
end)

describe("a signal that ends the program at a prompt", function()
  -- SIGTSTP is sent first, so that what comes after a stop is seen as well.
  for name, number in pairs { HUP = 1, QUIT = 3, PIPE = 13, TERM = 15 } do
    for command, prompt in pairs { [""] = "> ", ["play nim"] = "> ", ["course 1"] = "[Enter] " } do
      it(("leaves the terminal as it was: %s, gts %s"):format(name, command), function()
        local place, gone <close> = run.folder()
        assert(gone)
        local script = "stty -g >before; set -m; sh -c 'echo $$ >pid; exec \"%s\" %s'; echo stopped; stty -g >between; "
          .. "fg >/dev/null; echo code $?; stty -g >after"
        run.write(place .. "/script", script:format(run.program, command))
        terminal = Terminal.start(("cd %s && bash script"):format(place), place)
        terminal:expect(prompt)
        terminal:press "abc"
        terminal:expect "abc"
        run.output(("kill -TSTP $(cat %s/pid)"):format(place))
        terminal:expect "\27[?2004l"
        terminal:expect "stopped"
        terminal:expect "\27[?2004h"
        terminal:expect "abc"
        run.output(("kill -%s $(cat %s/pid)"):format(name, place))
        terminal:expect "\27[?2004l"
        terminal:expect("code " .. 128 + number)
        terminal:close()
        local before = run.output(("cat %s/before"):format(place))
        assert.equal(before, run.output(("cat %s/between"):format(place)))
        assert.equal(before, run.output(("cat %s/after"):format(place)))
      end)
    end
  end
end)
