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
      terminal:type "while true do end"
      terminal:expect "while true do end"
      run.output "sleep 0.3"
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

  it("a pipe is in colours only if that is asked for, and quiet when nobody reads", function()
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
    it("a search that nobody limited, with native = " .. native .. ", gives the best move so far as a value", function()
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

  it("gts search leaves a move", function()
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
