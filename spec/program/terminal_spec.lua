-- The prompt on terminals of all kinds, and what Ctrl-C leaves on them.

local Terminal = require "spec.support.terminal"
local run = require "spec.support.run"

local C = "\3"                  -- with Ctrl

local home, gone, terminal

local function start(settings, before)
  terminal = Terminal.start(("%s exec '%s'"):format(before or "", run.program), home, settings)
end

-- On a terminal so low that help fills it.
local function start_low(settings) start(settings, "stty cols 80 rows 12; ") end

local function make_home() home, gone = run.folder() end
local function remove_home() getmetatable(gone).__close() end

describe("the prompt on", function()
  setup(make_home)
  teardown(remove_home)

  for _, settings in ipairs { "TERM=dumb", "GTS_PLAIN=1" } do
    it("a terminal with " .. settings .. " reads and writes plain lines", function()
      start(settings .. " NO_COLOR=")
      terminal:type "local x = 20 + 22"
      terminal:type("{x}", "{42}")
      terminal:type("print('go' .. 'ing') while true do end", "going")
      terminal:press(C)
      terminal:expect "interrupted"
      terminal:at("> ", "half a line" .. C)
      terminal:type "for i = 1, 2 do"
      terminal:at(".. ", "print(i * 21) end\r")
      terminal:expect "42"
      assert.is_nil(terminal:leave():find "[\27\8]")
    end)
  end

  it("a low terminal shows long texts through a pager, and short ones without", function()
    start_low "PAGER='sed s/^/paged:/'"
    terminal:type("help options", "paged:Options of gts.search")
    terminal:type("help score", "The field score of rules\r\n=====")
    terminal:type("help nosuch", "no help on 'nosuch'")
    terminal:leave()
  end)

  it("a terminal needs no pager, and stands one that ends early, fails or is not there #lua", function()
    for _, pager in ipairs { "head -n 1", "false", "kill -9 $$" } do
      start_low(("PAGER='%s'"):format(pager))
      terminal:type "help options"
      terminal:type("20 + 22", "42")
      terminal:leave()
    end
    for _, settings in ipairs { "PAGER=", "PAGER=' '", "PAGER=/nowhere/pager", "PAGER='sed s/^/paged:/' GTS_PLAIN=1" } do
      start_low(settings)
      terminal:type("help options", "Options of gts.search")
      assert.is_nil(terminal:leave():find("paged:", 1, true))
    end
  end)

  it("a terminal that gts help writes to turns pages, and a pipe does not #lua #thorough", function()
    local function shown(command)
      return Terminal.start("stty cols 80 rows 12; " .. command, home, "PAGER='sed s/^/paged:/'"):close()
    end
    for _, words in ipairs { "help rules", "--help", "search --help", "games", "help glossary" } do
      assert.matches("paged:", shown(("'%s' %s"):format(run.program, words)), words)
      assert.is_nil(shown(("'%s' %s | cat"):format(run.program, words)):find("paged:", 1, true), words)
      assert.is_nil(shown(("'%s' %s </dev/null"):format(run.program, words)):find("paged:", 1, true), words)
    end
  end)

  it("a terminal drops a line of more than a megabyte that is pasted, and says so #thorough", function()
    start()
    terminal:expect "> "
    terminal:paste(("x"):rep((1 << 20) + 1000))
    terminal:expect "a line of more than 1048576 characters was typed: it is dropped\r\n"
    terminal:type("20 + 22", "42")
    terminal:leave()
  end)

  it("a narrow terminal breaks what it shows, and follows its size", function()
    start(nil, "stty cols 40 rows 10; ")
    terminal:type "t = {} for i = 1, 12 do t[i] = i * 1000 end"
    terminal:type("t", "{1000, 2000, 3000, 4000, 5000, 6000,\r\n 7000, 8000, 9000, 10000, 11000, 12000}")
    terminal:type "os.execute 'stty cols 80' and nil"
    terminal:type("t", "{1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000, 9000, 10000, 11000, 12000}")
    terminal:leave()
  end)

  it("any terminal takes and completes what is not ASCII", function()
    start()
    terminal:type("names = { [ [[Zoë]] ] = 1 }; local größe = 1", "unexpected symbol")
    terminal:type("'Zoë', #'ë'", "Zoë\t2")
    terminal:type("{ ['größe'] = 'ß' }", [=[{["größe"] = "ß"}]=])
    terminal:leave()
  end)

  it("a terminal with colours colours what is in tables, unless NO_COLOR is set", function()
    for settings, shown in pairs { ["NO_COLOR="] = "{\27[36m1\27[m, \27[32m\"one\"\27[m}", ["NO_COLOR=1"] = '{1, "one"}' } do
      start(settings)
      terminal:type("{1, 'one'}", shown)
      terminal:leave()
    end
  end)

  it("a pipe is in colours only on request, and quiet when it is closed", function()
    for settings, shown in pairs {
      [""] = '{1, "one"}', ["CLICOLOR_FORCE=1"] = '{\27[36m1\27[m, \27[32m"one"\27[m}',
      ["CLICOLOR_FORCE=1 NO_COLOR=1"] = '{1, "one"}', ["CLICOLOR_FORCE=0"] = '{1, "one"}',
    } do
      assert.equal(shown .. "\n", (run.gts { input = "{1, 'one'}\n", environment =
        "-u NO_COLOR -u CLICOLOR_FORCE TERM=xterm " .. settings }))
    end
    local many = "printf 'for i = 1, 1e5 do print(i) end\\n1 + 1\\n'"
    assert.equal("1", run.output(("{ %s | '%s'; } 2>&1 | head -n 1"):format(many, run.program)))
  end)
end)

describe("Ctrl-C during", function()
  setup(make_home)
  teardown(remove_home)

  -- Presses it once two depths are shown.
  local function interrupt()
    terminal:expect "depth  1"
    terminal:expect "depth  2"
    terminal:press(C)
  end

  it("a search without a limit, with native = true, gives the best move so far as a value", function()
    start("XDG_CACHE_HOME=" .. home)
    terminal:type "r = gts.search('connect4', { native = true })"
    interrupt()
    terminal:type("r.move, r.stopped, r.native", "4\tinterrupted\ttrue")
    terminal:leave()
  end)

  it("a search with limits that has only just begun gives a move too", function()
    start()
    terminal:type "local asked = 0"
    terminal:type "function after(n) asked = asked + 1 if asked == 9 then print('go' .. 'ing') end return { n + 1, n + 2 } end"
    terminal:type("x = { name = 'x', start = 0, successors = after, evaluate = function(n) return n end }")
    terminal:type("gts.search(x, { time = 60 })", "going")
    terminal:press(C)
    terminal:expect "move   "
    terminal:expect "stopped: interrupted"
    terminal:leave()
  end)
end)

describe("a signal that comes just before the prompt waits for a key", function()
  for _, row in ipairs {
    { 2, "", "^C\27[J\r\n\27[?2004h> " }, { 2, "TERM=dumb", "> \r\n> " },
    { 18, "", "> \r\27[?2004h" }, { 28, "", "> \r\27[?2004h" },
  } do
    local number, settings, shown = table.unpack(row)
    it(("is noticed without one: %d, %s"):format(number, settings), function()
      local place, _ <close> = run.folder()
      terminal = Terminal.start(("exec '%s'"):format(run.program:gsub("gts$", "spec/faults")), place,
        settings .. " LUA_PATH='lua/?.lua;lua/?/init.lua'")
      terminal:type(("faults.signal(%d)"):format(number), shown)
      terminal:press "\4"
      terminal:close()
    end)
  end
end)

describe("a signal that ends the program at a prompt", function()
  -- SIGTSTP is sent first, twice, so that what comes after a stop is seen as well.
  for _, row in ipairs {
    { "HUP", 1, "", "> " }, { "QUIT", 3, "play nim", "> " }, { "PIPE", 13, "course 1", "[Enter] " }, { "TERM", 15, "", "> " },
  } do
    local name, number, command, prompt = table.unpack(row)
    it(("leaves the terminal as it was: %s, gts %s"):format(name, command), function()
      local place, _ <close> = run.folder()
      local script = "stty -g >before; set -m; sh -c 'echo $$ >pid; exec \"%s\" %s'; "
        .. ("echo stopped; stty -g >between; fg >/dev/null; "):rep(2) .. "echo code $?; stty -g >after"
      run.write(place .. "/script", script:format(run.program, command))
      local function signal(which) run.output(("kill -%s $(cat %s/pid)"):format(which, place)) end
      local function kept(file) return run.output(("cat %s/%s"):format(place, file)) end
      terminal = Terminal.start(("cd %s && bash script"):format(place), place)
      terminal:at(prompt, "abc")
      terminal:expect "abc"
      for _ = 1, 2 do
        signal "TSTP"
        for _, text in ipairs { "\27[?2004l", "stopped", "\27[?2004h", "abc" } do terminal:expect(text) end
        assert.matches("%-icanon", run.output(("stty -a -F /proc/$(cat %s/pid)/fd/0"):format(place)))    -- keys come one by one
      end
      signal(name)
      terminal:expect "\27[?2004l"
      terminal:expect("code " .. 128 + number)
      terminal:close()
      assert.same({ kept "before", kept "before" }, { kept "between", kept "after" })
    end)
  end
end)
