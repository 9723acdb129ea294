-- The cache of compiled modules, and the processes that make them.
local gts = require "gts"
local core = require "gts.core"
local eventually = require "spec.support.eventually"
local native = require "gts.compile.native"
local run = require "spec.support.run"
local patiently = require "spec.support.patiently"

if require "spec.support.no_compiler" () then
  describe("the compiler's processes, and the cache of units", function() pending "needs a C compiler" end)
  return
end

native.optimization = "-O1"

local quick = run.output "command -v tcc >/dev/null && echo tcc || echo cc"

local function quoted(word) return "'" .. word:gsub("'", "'\\''") .. "'" end

-- Runs Lua code in a separate program, whose units are in a separate folder. Says so if it does not end.
local function child(folder, code, environment)
  return run.output(("env XDG_CACHE_HOME=%s %s timeout -k 1 120 %s -e %s 2>&1; [ $? != 124 ] || echo no end")
    :format(folder, environment or "", quoted(run.program), quoted(code)))
end

local function names(folder) return run.output(("ls -A %s/gts"):format(folder)) end

local function program(folder, name, text)
  local path = folder .. "/" .. name
  run.write(path, "#!/bin/sh\n" .. text .. "\n")
  assert(os.execute("chmod +x " .. path))
  return path
end

local search = 'print(gts.search("nim", { native = true }).native)'

describe("the compiler's processes", function()
  -- A compiler that never ends, nor does what it has started; it says who they are.
  local function endless(folder)
    return program(folder, "endless", ("sleep 300 &\necho $$ $! >>%s/pids\nsleep 300"):format(folder))
  end
  local function alive(folder)
    return run.output(("for p in $(cat %s/pids); do grep -s '^State:.[^Z]' /proc/$p/status; done"):format(folder))
  end

  -- All that is left of compilers, and of what they have worked on.
  local function left(folder) return alive(folder) .. names(folder) end

  -- Waits until nothing is left.
  local function is_gone(folder) return eventually(function() return left(folder) == "" end) end

  local briefly = 'require "gts.compile.compiler".background = 0.4 '

  it("end some time after the search, however that ends #thorough", function()
    for _, ending in ipairs {
      'print(gts.search("connect4", { depth = 12, time = 0.3 }).stopped)',
      'print(gts.search("connect4", { time = 0.3, native = true }).stopped)',
      'print(gts.search("connect4", { depth = 20, nodes = 200000 }).stopped)',
      [[local game, n = require "gts.games.connect4"(), 0
        local evaluate, began = game.evaluate, os.clock()
        game.evaluate = function(...) if os.clock() > began + 0.3 then error "oh" end return evaluate(...) end
        print(pcall(gts.search, game, { depth = 20, algorithm = "alphabeta" }))]],
      'require "gts.core".search = error gts.search("connect4", { depth = 20, native = true, time = 0.5 })',
      'print(gts.search("connect4", { depth = 20, progress = function() return os.clock() < 0.3 end, deepen = true }).stopped)',
    } do
      local folder, gone <close> = run.folder()
      assert(gone)
      assert.not_matches("no end", child(folder, briefly .. ending, "CC=" .. endless(folder)), ending)
      assert.matches("%d+ %d+", run.output(("cat %s/pids"):format(folder)), ending)
      assert.is_true(is_gone(folder), ending .. left(folder))
    end
  end)

  it("end some time after the program, even if that is killed", function()
    local folder, gone <close> = run.folder()
    assert(gone)
    local cc = endless(folder)
    run.output(([[env XDG_CACHE_HOME=%s CC=%s %s -e %s 2>&1 & p=$!; until [ -s %s/pids ]; do sleep 0.02; done
      kill -KILL $p; wait $p 2>/dev/null]]):format(folder, cc, quoted(run.program), quoted(briefly .. search), folder))
    assert.matches("%d+ %d+", run.output(("cat %s/pids"):format(folder)))
    assert.is_true(is_gone(folder), left(folder))
    child(folder, search)
    assert.matches("^%x+%.so$", names(folder))
  end)

  it("have limits, and nothing of the program's", function()
    local folder, gone <close> = run.folder()
    assert(gone)
    local cc = program(folder, "cc", ([[
      { ls -l /proc/self/fd | sed -n 's/.*[0-9] \([0-9]* -> .*\)/\1/p'
        ulimit -v; ulimit -f; ulimit -c; ulimit -t; pwd; echo $TMPDIR
        ps -o pgid= -p $$; echo $$; ps -o sid= -p $$; echo $PPID; } >%s/seen
      exec cc "$@"]]):format(folder))
    -- Descriptors, an ignored signal and a place of the program's own; and it minds none of them.
    local code = 'local file = io.open("/proc/self/status") local pipe = io.popen("sleep 1") ' .. search
    local text = run.output(("env XDG_CACHE_HOME=%s CC=%s sh -c 'exec 7</etc/passwd; exec \"$@\"' x %s -e %s 2>&1")
      :format(folder, cc, quoted(run.program), quoted(code)))
    assert.equal("true", text)
    local seen = run.output(("cat %s/seen"):format(folder))
    assert.matches("^0 %-> /dev/null\n1 %-> pipe:%S+\n2 %-> pipe:%S+\n3 %-> /proc/%d+/fd\n2097152\n131072\n0\n60\n", seen)
    assert.matches("/gts/draft%-%x+%.so\n%.\n", seen)
    local group, own, session, parent = seen:match "%.\n%s*(%d+)\n(%d+)\n%s*(%d+)\n(%d+)"
    assert.equal(own, group)
    assert.is_true(session ~= own and parent ~= own and session ~= run.output "ps -o sid= -p $$ | tr -d ' '", seen)
  end)

  it("end without being waited for", function()
    local folder, gone <close> = run.folder()
    assert(gone)
    -- In a program that ignores SIGCHLD the exit codes of children are lost.
    local command = "env XDG_CACHE_HOME=%s %s sh -c 'trap \"\" CHLD; exec \"$@\"' x %s -e %s 2>&1"
    assert.equal("true", run.output(command:format(folder, "", quoted(run.program), quoted(search))))
    run.output(("rm -r %s/gts"):format(folder))
    local text = run.output(command:format(folder, "CC=false", quoted(run.program), quoted(search)))
    assert.matches("false failed", text)
  end)

  it("take their time out of that of the search", patiently(function()
    local folder, gone <close> = run.folder()
    assert(gone)
    local cc = program(folder, "slow", "sleep 1\nexec $(command -v tcc || echo cc) \"$@\"")
    local code = [[local endless = { name = "endless", start = 1, evaluate = function(p) return p % 7 end,
        next = function(p, move) if move ~= 2 then return (move or 0) + 1, 2 * p + (move or 0) end end }
      local r = gts.search(endless, { native = true, time = 0.4 })
      print(r.stopped, r.native, r.seconds >= 0.4 and r.seconds < 0.9)
      r = gts.search(endless, { native = true, time = 2 })
      print(r.stopped, r.native, r.seconds >= 2 and r.seconds < 3)]]
    assert.equal("time\tfalse\ttrue\ntime\ttrue\ttrue", child(folder, code, "CC=" .. cc))
  end))

  it("are waited for where many searches were too short for them", function()
    local folder, gone <close> = run.folder()
    assert(gone)
    local cc = program(folder, "slow", "sleep 0.6\nexec $(command -v tcc || echo cc) \"$@\"")
    local code = [[local game = gts.game "connect4"
      for i = 1, 20 do
        if gts.search(game, { depth = 20, nodes = 300000 }).native then print "compiled" break end
      end]]
    assert.equal("compiled", child(folder, code, "CC=" .. cc))
  end)

  it("do not keep a program that waits for them from what it does in `progress`, which may end the search", function()
    local folder, gone <close> = run.folder()
    assert(gone)
    local code = [[local game, told = gts.game "connect4", nil
      local function progress(report)
        if told or report.nodes > 0 then return end
        told = report
        return false
      end
      repeat
        local r = gts.search(game, { depth = 30, nodes = 300000, deepen = true, every = 0.1, progress = progress })
        if told then print(r.stopped, r.move ~= nil, told.depth, told.value, #told.pv, told.seconds >= 0.1) end
      until told]]
    assert.equal("progress\ttrue\t0\tnil\t0\ttrue", child(folder, code, "CC=" .. endless(folder)))
  end)

  it("are ended by a first isready that they would keep from its answer", function()
    local folder, gone <close> = run.folder()
    assert(gone)
    local command = "printf 'isready\\nquit\\n' | env XDG_CACHE_HOME=%s CC=%s timeout 120 %s ugi connect4 2>&1"
    assert.equal("readyok", run.output(command:format(folder, endless(folder), quoted(run.program))))
  end)
end)

describe("the folder of units", function()
  it("is believed in nothing that a killed compiler has left", function()
    local folder, gone <close> = run.folder()
    assert(gone)
    local value = child(folder, 'print(gts.search("nim", { native = false }).value)')
    local kills, pause = 0, quick == "tcc" and 0.004 or 0.02
    for i = 1, 25 do
      local code = ('local r = gts.search("nim", { native = true }) print(r.value, r.native)')
      local text = run.output(("env XDG_CACHE_HOME=%s CC='%s -DKILL=%d' timeout -s KILL %.3f %s -e %s 2>&1")
        :format(folder, quick, i, pause * i, quoted(run.program), quoted(code)))
      if text:find "^%S+\ttrue" then assert.equal(value, text:match "^%S+") else kills = kills + 1 end
    end
    assert.is_true(kills > 0)
    assert.equal(value .. "\ttrue", child(folder, 'local r = gts.search("nim", { native = true }) print(r.value, r.native)'))
    assert.is_true(eventually(function() return not names(folder):find "draft" end, 60))         -- those in the background
    for name in names(folder):gmatch "[^\n]+" do
      assert.matches("^%x+%.so$", name)
      local whole = core.native.load(core.native.folder(folder .. "/gts"), name, "another key")
      assert.is_nil(whole)
    end
    -- Whatever was killed: of those that have a name each is whole.
    local at = core.native.folder(folder .. "/gts")
    for name in names(folder):gmatch "[^\n]+" do assert.is_userdata((core.native.load(at, name, name:sub(1, -4)))) end
  end)

  it("takes no more room than it may, and keeps what was used last", function()
    local folder, gone <close> = run.folder()
    assert(gone)
    local function made(option, bytes)
      child(folder, ('gts.search(gts.game("connect4", { columns = %d, rows = 4 }), { depth = 2, native = true })'):format(option),
        bytes and "GTS_CACHE_BYTES=" .. bytes)
    end
    local before = {}
    local function new()
      for name in names(folder):gmatch "[^\n]+" do
        if not before[name] then
          before[name] = true
          return name
        end
      end
    end
    made(4)
    local first = new()
    local size = tonumber(run.output(("stat -c %%s %s/gts/%s"):format(folder, first)))
    made(5)
    local second = new()
    made(4)                             -- the first is used once more
    made(6, math.floor(size * 2.5))
    local third = new()
    assert.is_string(third)
    local list = names(folder)
    assert.truthy(list:find(first, 1, true))
    assert.falsy(list:find(second, 1, true))
    assert.truthy(list:find(third, 1, true))
    assert.equal("true", child(folder, search, "GTS_CACHE_BYTES=0"))
    assert.equal("", names(folder))
  end)

  it("keeps nothing of a compiler that has failed, or has made nothing", function()
    local folder, gone <close> = run.folder()
    assert(gone)
    local compiler = program(folder, "failing", 'echo something >unit.so\necho "so it is" >&2\nexit 1')
    assert.matches("failing failed: so it is", child(folder, search, "CC=" .. compiler), 1, true)
    assert.equal("", names(folder))
    compiler = program(folder, "lazy", ": >unit.so")
    assert.matches("what it has made: it cannot be sealed", child(folder, search, "CC=" .. compiler), 1, true)
    assert.equal("", names(folder))
  end)

  it("asks a compiler again with fewer arguments, until it knows which it takes", function()
    for _, refused in ipairs { "-fno-tree-pta", "-nostdlib" } do
      local folder, gone <close> = run.folder()
      assert(gone)
      local compiler = program(folder, "fond", ([[
        echo once >>%s/asked
        case " $* " in *" %s "*) echo 'not so' >&2; exit 1;; esac
        exec cc "$@"]]):format(folder, refused))
      local two = search .. ' print(gts.search("nim", { native = true, algorithm = "minimax" }).native)'
      assert.equal("true\ntrue", child(folder, two, "CC=" .. compiler))
      assert.equal("once\nonce\nonce", run.output(("cat %s/asked"):format(folder)), refused)    -- two for the first search
    end
  end)

  it("tells the units of one compiler from those of another, or of the same with other arguments", function()
    local folder, gone <close> = run.folder()
    assert(gone)
    local code, known = 'io.write(require "gts.compile.cache".place("text", "-O1").key)', {}
    for _, compiler in ipairs { "cc", "'cc -DX'", program(folder, "cc", 'exec cc "$@"') } do
      local key = child(folder, code, "CC=" .. compiler)
      assert.matches("^%x+$", key)
      assert.equal(key, child(folder, code, "CC=" .. compiler))
      assert.is_nil(known[key])
      known[key] = true
    end
  end)

  it("is no link, no pipe and no device; and neither are units", function()
    local folder, gone <close> = run.folder()
    assert(gone)
    child(folder, search)
    local unit = names(folder)
    for _, command in ipairs { "mkfifo %s", "ln -s /dev/zero %s", "ln -s %s.other %s", "mkdir %s" } do
      local path = ("%s/gts/%s"):format(folder, unit)
      run.output(("mv %s %s.other; %s"):format(path, path, command:format(path, path)))
      local text = child(folder, search)
      assert.truthy(text == "true" or command:find "mkdir" and text:find "native: ", command .. text)
      run.output(("rm -rf %s; mv %s.other %s"):format(path, path, path))
    end
    for _, command in ipairs { "mkfifo %s", "ln -s /dev/zero %s", ": >%s", "mkdir -m 700 %s.other; ln -s %s.other %s" } do
      local path = folder .. "/gts"
      run.output(("rm -rf %s %s.other; %s"):format(path, path, command:format(path, path, path)))
      assert.matches("native: cannot use the folder", child(folder, search), command)
    end
  end)

  it("takes what is abandoned away, and leaves what somebody holds", function()
    local folder, gone <close> = run.folder()
    assert(gone)
    child(folder, search)
    run.output(("cd %s/gts && mkdir draft-1-1 draft-2-2 && touch draft-1-1/unit.c draft-1-1/cc1.s draft-2-2/u"):format(folder))
    run.output(("env XDG_CACHE_HOME=%s CC='cc -DANEW' flock %s/gts/draft-2-2 %s -e %s")
      :format(folder, folder, quoted(run.program), quoted(search)))
    assert.matches("draft%-2%-2", names(folder))
    assert.falsy(names(folder):find "draft%-1%-1")
    child(folder, search, "CC='cc -DAGAIN'")
    assert.falsy(names(folder):find "draft")
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
