-- The cache of compiled modules, and the processes that make them.
local gts = require "gts"
local core = require "gts.core"
local native = require "gts.compile.native"
local run = require "spec.support.run"
local units = require "spec.support.units"

if require "spec.support.no_compiler" () then
  describe("the compiler's processes, and the cache of units", function() pending "needs a C compiler" end)
  return
end

native.optimization = "-O1"

local search = 'local r = gts.search("nim", { native = true }) print(r.value, r.native)'
local FOUND = gts.search("nim", { native = false }).value .. "\ttrue"

-- Runs Lua code in a separate program, whose units are in a separate folder.
local function child(folder, code, compiler, environment)
  return (units.gts(folder, compiler, { "-e", code, environment = environment }))
end

local function sh(...) return run.output(select("#", ...) == 1 and ... or string.format(...)) end

-- Asserts that the folder has one unit, and nothing else; gives its name.
local function only_unit(folder)
  local name = units.names(folder)
  assert.matches("^%x+%.so$", name)
  return name
end

describe("the compiler's processes", function()
  it("have limits, a name of their own, and nothing of the program's", function()
    local folder, gone <close> = run.folder()
    local cc = units.program(folder, "cc", ([[
      { ls -l /proc/self/fd | sed -n 's/.*[0-9] \([0-9]* -> .*\)/\1/p'
        ulimit -v; ulimit -f; ulimit -c; ulimit -t; pwd; echo $TMPDIR; cat /proc/$PPID/comm
        ps -o pgid= -p $$; echo $$; ps -o sid= -p $$; echo $PPID; } >%s/seen
      exec %s "$@"]]):format(folder, units.quick))
    -- Descriptors, an ignored signal and a place of the program's own; and it minds none of them.
    run.write(folder .. "/code.lua", 'local file = io.open "/proc/self/status" local pipe = io.popen("cat", "w") ' .. search)
    assert.equal(FOUND, sh("%s sh -c 'exec 7</etc/passwd; exec \"$@\"' x '%s' %s/code.lua 2>&1", units.environment(folder, cc),
      run.program, folder))
    local seen = sh("cat %s/seen", folder)
    assert.matches("^0 %-> /dev/null\n1 %-> pipe:%S+\n2 %-> pipe:%S+\n3 %-> /proc/%d+/fd\n2097152\n131072\n0\n60\n", seen)
    assert.matches("/gts/draft%-%x+%.so\n%.\ngts%-compiler\n", seen)
    local group, own, session, parent = seen:match "compiler\n%s*(%d+)\n(%d+)\n%s*(%d+)\n(%d+)"
    assert.equal(own, group)
    assert.is_true(session ~= own and parent ~= own and session ~= sh "ps -o sid= -p $$ | tr -d ' '", seen)
  end)

  it("end without being waited for, and leave the program's signals as they were", function()
    -- In a program that ignores SIGCHLD the exit codes of children are lost.
    local code = search .. ' print(io.open "/proc/self/status":read "a":match "SigBlk:%s%x+")'
    for compiler, said in pairs { [units.quick] = "^" .. FOUND .. "\nSigBlk:\t0+$", ["false"] = "false failed" } do
      local folder, gone <close> = run.folder()
      assert.matches(said, child(folder, code, compiler, "--ignore-signal=CHLD"))
    end
  end)

  it("take their time out of that of the search", function()
    local folder, gone <close> = run.folder()
    -- It is never done, or after three tenths of the time, which pass while it is waited for.
    assert.equal("time\tfalse\ttrue\ntime\ttrue\ttrue", units.script(folder, units.held(folder), [[
      for _, done in ipairs { math.huge, 3 } do
        local endless = { name = "endless", start = 1, evaluate = function(p) return p % 7 end,
          next = function(p, move) if move ~= 2 then return (move or 0) + 1, 2 * p + (move or 0) end end }
        local looks = 0
        local r = search({ native = true, time = 1000 }, function(report)
          looks = looks + 1
          if looks == done then let_go() end
          tick = looks >= done and report.visits == 0 and 0 or 100
        end, endless)
        print(r.stopped, r.native, r.seconds >= 1000 and r.seconds < 1300)
      end]]))
  end)

  it("are waited for where searches were too short for them, by a program that goes on and may end the search", function()
    local folder, gone <close> = run.folder()
    assert.equal("false\ttrue\nprogress\t0\tnil\t0\ttrue\ntrue", units.script(folder, units.held(folder), [[
      local told, looks = nil, 0        -- a search looks once before its first visit
      local function waits(report)
        looks = report.visits == 0 and looks + 1 or 0
        told = looks > 1 and report or told
        return looks > 1
      end
      local all = { nodes = 300, deepen = true }
      print(search(all, function(report) waits(report) end).native, not told)
      local r = search(all, function(report) return not waits(report) end)
      print(r.stopped, told.depth, told.value, #told.pv, told.seconds > 0)
      print(search(all, function(report) if waits(report) then let_go() end end).native)]], "connect4"))
  end)

  it("are ended by a first isready that they would keep from its answer", function()
    local folder, gone <close> = run.folder()
    assert.equal("readyok", units.script(folder, units.endless(folder), [[
      local wait, began, lines = core.native.wait, core.clock(), { "isready\n", "quit\n" }
      function core.native.wait(job, seconds)
        core.clock(seconds)
        if core.clock() > began + 100 then
          print "it waits"
          os.exit()
        end
        return wait(job, 0)
      end
      require "gts.engines.ugi".serve(game, function() return table.remove(lines, 1) end, print)]], "connect4"))
  end)

  it("are left by Ctrl-C", function()
    local folder, gone <close> = run.folder()
    local command = "env --default-signal=INT %s timeout 200 '%s' -e '%s' 2>&1 & p=$!\n"
      .. "until [ -s %s/pids ]; do sleep 0.02; done; kill -INT $p; wait $p"
    assert.matches("interrupted", sh(command, units.environment(folder, units.endless(folder)), run.program, search, folder))
  end)
end)

describe("the folder of units", function()
  it("is believed in nothing that is left where the program was killed, and what compiles for it", function()
    for _, done in ipairs { "", "printf x >unit.so", units.quick .. ' "$@"' } do
      local folder, gone <close> = run.folder()
      local killed = units.program(folder, "killed", done .. "\nkill -KILL $PPID")
      assert.matches("killed failed: its process was ended", child(folder, search, killed), 1, true)
      assert.equal("", units.names(folder))
      units.program(folder, "killed", done .. "\nkill -KILL $HOST $PPID")
      sh("%s sh -c 'HOST=$$ exec \"$@\"' x '%s' -e '%s' 2>&1 || true", units.environment(folder, killed), run.program, search)
      assert.matches("^draft", units.names(folder))
      assert.equal(FOUND, child(folder, search))
      child(folder, search, units.quick .. " -DOTHER")
      assert.equal(2, units.count(folder), units.names(folder))
    end
  end)

  it("loads a unit that is whole, and makes a broken one anew", function()
    local folder, gone <close> = run.folder()
    assert.equal(FOUND, child(folder, search))
    local name = only_unit(folder)
    local path = folder .. "/gts/" .. name
    local function load(key) return (core.native.load(core.native.folder(folder .. "/gts"), name, key or name:sub(1, -4))) end
    assert.is_userdata(load())
    assert.is_nil(load "another key")
    -- Another byte in the middle, whichever there is.
    local function change_byte()
      local file <close> = assert(io.open(path, "r+b"))
      file:seek("set", 5000)
      local byte = file:read(1):byte()
      file:seek("set", 5000)
      file:write(string.char(byte ~ 1))
    end
    for _, damage in ipairs {
      "truncate -s 100 %s", "truncate -s -1 %s", ": > %s", change_byte, "printf x >> %s", "chmod 666 %s",
    } do
      if damage == change_byte then change_byte() else sh(damage, path) end
      assert.is_nil(load(), tostring(damage))
      assert.equal(FOUND, child(folder, search))
      assert.is_userdata(load())
    end
  end)

  it("is safe when processes build at once", function()
    local folder, gone <close> = run.folder()
    local one = ("%s '%s' -e '%s'"):format(units.environment(folder), run.program, search)
    assert.equal((FOUND .. "\n"):rep(3), sh("(%s & %s & %s & wait) 2>&1", one, one, one) .. "\n")
    only_unit(folder)
  end)

  it("knows rules again in another process, whatever order their functions are met in", function()
    local code = [[local list, other = { 1, 2, 3 }, { 4, 5 }
      local function f(a) return list[a % 3 + 1] end
      local function g(a) return other[a % 2 + 1] + f(a) end
      local _, text = require "gts.compile.native".translate { start = 1,
        next = function(p, m) return f(m or p), p end, evaluate = g,
        terminal = function(p) return g(p) > 3 end, player = function(p) return f(p) > 1 and "min" or "max" end,
        bounds = function(p) return -g(p), g(p) end }
      io.write(require "gts.core".hash(text), " ")]]
    local text = sh("for i in 1 2 3 4 5 6 7 8; do '%s' -e '%s'; done", run.program, code)
    assert.equal((text:match "^%x+ "):rep(8), text)
    assert.equal(8 * 65, #text)
  end)

  it("takes no more room than it may, and keeps what was used last", function()
    local folder, gone <close> = run.folder()
    local before = {}
    -- Uses the unit of a game: its name, if it is new.
    local function use(columns, bytes)
      local code = 'gts.search(gts.game("connect4", { columns = %d, rows = 4 }), { depth = 2, native = true })'
      child(folder, code:format(columns), nil, bytes and "GTS_CACHE_BYTES=" .. bytes)
      for name in units.names(folder):gmatch "[^\n]+" do
        if not before[name] then
          before[name] = true
          return name
        end
      end
    end
    local first, second = use(4), use(5)
    local size = tonumber(sh("stat -c %%s %s/gts/%s", folder, first))
    assert.is_nil(use(4))
    local third = use(6, math.floor(size * 2.5))
    local left = { first, third }
    table.sort(left)
    assert.is_true(second ~= third)
    assert.equal(table.concat(left, "\n"), units.names(folder))
    assert.equal(FOUND, child(folder, search, nil, "GTS_CACHE_BYTES=0"))
    assert.equal("", units.names(folder))
  end)

  it("keeps nothing of a compiler that has failed, or has made nothing", function()
    local folder, gone <close> = run.folder()
    local compiler = units.program(folder, "failing", 'echo something >unit.so\necho "so it is" >&2\nexit 1')
    assert.matches("failing failed: so it is", child(folder, search, compiler), 1, true)
    assert.equal("", units.names(folder))
    compiler = units.program(folder, "lazy", ": >unit.so")
    assert.matches("what it has made: it cannot be sealed", child(folder, search, compiler), 1, true)
    assert.equal("", units.names(folder))
  end)

  it("asks a compiler again with fewer arguments, until it knows which it takes", function()
    for _, refused in ipairs { "-fno-tree-pta", "-nostdlib" } do
      local folder, gone <close> = run.folder()
      local compiler = units.program(folder, "fond", ([[
        echo once >>%s/asked
        case " $* " in *" %s "*) echo 'not so' >&2; exit 1;; esac
        exec %s "$@"]]):format(folder, refused, units.quick))
      local two = search .. ' print(gts.search("nim", { native = true, algorithm = "minimax" }).native)'
      assert.equal(FOUND .. "\ntrue", child(folder, two, compiler))
      assert.equal("once\nonce\nonce", units.asked(folder), refused)    -- two for the first search
    end
  end)

  it("tells units of one compiler from those of another, of other arguments, and of a script that changed", function()
    local folder, gone <close> = run.folder()
    local code, known = 'io.write(require "gts.compile.cache".place("text", "-O1").key)', {}
    local script, ours = folder .. "/script", units.program(folder, "cc", 'exec cc "$@"')
    for i, compiler in ipairs { "cc", "cc -DX", ours, "sh " .. script, "sh " .. script, "env " .. ours, "env " .. ours } do
      run.write(script, ("exec cc -DX=%d \"$@\""):format(i))
      if i == 7 then run.output("touch -d '1 hour ago' " .. ours) end
      local key = child(folder, code, compiler)
      assert.matches("^%x+$", key)
      assert.equal(key, child(folder, code, compiler))
      assert.is_nil(known[key])
      known[key] = true
    end
  end)

  it("is no link, no pipe, no device, and no others' to write; and neither are units", function()
    local folder, gone <close> = run.folder()
    child(folder, search)
    local path = ("%s/gts/%s"):format(folder, units.names(folder))
    for _, command in ipairs { "mkfifo %s", "ln -s /dev/zero %s", "ln -s %s.other %s", "mkdir %s" } do
      sh("mv %s %s.other; %s", path, path, command:format(path, path))
      local text = child(folder, search)
      assert.truthy(text == FOUND or command:find "mkdir" and text:find "native: ", command .. text)
      sh("rm -rf %s; mv %s.other %s", path, path, path)
    end
    path = folder .. "/gts"
    for _, command in ipairs { "mkfifo %s", "ln -s /dev/zero %s", ": >%s", "mkdir -m 700 %s.other; ln -s %s.other %s" } do
      sh("rm -rf %s %s.other; %s", path, path, command:format(path, path, path))
      assert.matches("native: cannot use the folder", child(folder, search), command)
    end
    sh("rm -rf %s; mkdir -m 755 %s; chmod 777 %s", path, path, path)
    assert.matches("native: .*not private", child(folder, search))
  end)

  it("takes what is abandoned away, and leaves what somebody holds", function()
    local folder, gone <close> = run.folder()
    child(folder, search)
    sh("cd %s/gts && mkdir draft-1-1 draft-2-2 && touch draft-1-1/unit.c draft-1-1/cc1.s draft-2-2/u", folder)
    sh("%s flock %s/gts/draft-2-2 '%s' -e '%s'", units.environment(folder, units.quick .. " -DANEW"), folder, run.program, search)
    assert.matches("draft%-2%-2", units.names(folder))
    assert.falsy(units.names(folder):find "draft%-1%-1")
    child(folder, search, units.quick .. " -DAGAIN")
    assert.equal(3, units.count(folder), units.names(folder))
  end)
end)

describe("units", function()
  it("are those that were asked for, however many come and go", function()
    local held = {}
    for round = 1, 12 do
      local game = gts.game("nim", { heaps = { round % 4 + 1, 2 } })
      local r = gts.search(game, { native = true })
      assert.is_true(r.native)
      assert.equal(gts.search(game, { native = false }).value, r.value)
      held[round] = game                -- a unit lives as long as its rules
      if round % 3 == 0 then
        assert.is_table(held[round - 1])
        held[round - 2], held[round] = nil, nil
        collectgarbage()
        collectgarbage()
      end
    end
  end)
end)
