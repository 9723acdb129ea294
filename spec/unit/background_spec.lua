-- Compilers that outlive the search, and the program, that has started them: they finish, one at a time, and
-- leave only the unit.

local core = require "gts.core"
local eventually = require "spec.support.eventually"
local patiently = require "spec.support.patiently"
local run = require "spec.support.run"

if require "spec.support.no_compiler" () then
  describe("a compiler in the background", function() pending "needs a C compiler" end)
  return
end

local function quoted(word) return "'" .. word:gsub("'", "'\\''") .. "'" end

local CLOBBER = run.output "realpath spec/support/clobber.lua"

-- Runs gts with a folder of units and a compiler.
local function gts(folder, compiler, arguments)
  return run.output(("env XDG_CACHE_HOME=%s CC=%s timeout -k 1 60 %s %s 2>&1"):format(folder, quoted(compiler),
    quoted(run.program), arguments))
end

local function names(folder) return run.output(("ls -A %s/gts 2>/dev/null || true"):format(folder)) end

-- A compiler: a shell script.
local function program(folder, name, text)
  local path = folder .. "/" .. name
  run.write(path, "#!/bin/sh\n" .. text .. "\n")
  assert(os.execute("chmod +x " .. path))
  return path
end

-- A compiler that says each time what it is asked for, and takes these seconds and little more. Its first argument is the level
-- of optimization: EARLY for the rules alone, WHOLE for rules and algorithm.
local EARLY, WHOLE = "-O1", "-O3"
local quick = run.output "command -v tcc || true" ~= "" and "tcc $(echo \"$@\" | sed s/-lgcc//)" or 'cc "$@" -O0'
local function slow(folder, seconds)
  return program(folder, "slow", ("echo $1 >>%s/asked\nsleep %g\nexec %s"):format(folder, seconds, quick))
end

-- A compiler of that kind that waits until it is let go, however long that takes, and then for half a second; and a function that
-- lets it go.
local function held(folder)
  local text = "echo $1 >>%s/asked\nwhile [ ! -e %s/go ]; do sleep 0.02; done\nsleep 0.5\nexec %s"
  return program(folder, "held", text:format(folder, folder, quick)), function() run.write(folder .. "/go", "") end
end
local function asked(folder, what)
  local text = run.output(("cat %s/asked 2>/dev/null || true"):format(folder))
  return select(2, text:gsub(what or "%d+", ""))
end
local function asked_early(folder) return asked(folder, EARLY) end
local function asked_whole(folder) return asked(folder, WHOLE) end

local function units(folder) return select(2, names(folder):gsub("%f[%x]%x+%.so", "")) end
local function has_unit(folder) return not names(folder):find "draft" and units(folder) == 1 end
local function has_both(folder) return not names(folder):find "draft" and units(folder) == 2 end

local best = "best " .. CLOBBER .. " --time 0.3 --json"
-- Ended by its nodes, so that a busy machine has no part in what it finds.
local searched = "best " .. CLOBBER .. " --time 30 --nodes 20000 --json"
local function is_native(text)
  local native = text:match '"native":(%a+)'
  assert(native, text)
  return native == "true"
end

-- Code for gts -e: a search of a third of a second.
local function search(algorithm, native)
  return ("-e 'print(gts.search(%q, { time = 0.3, algorithm = %q, native = %s }).native)'"):format(CLOBBER, algorithm,
    native and "true" or '"auto"')
end

describe("a compiler that is slower than the search", function()
  it("finishes in the background: the first run is in Lua, the next is compiled", function()
    local folder, gone <close> = run.folder()
    assert(gone)
    local compiler, let_go = held(folder)
    local first = gts(folder, compiler, best)
    assert.is_false(is_native(first))
    let_go()
    assert.is_true(eventually(function() return has_unit(folder) end))
    local second = gts(folder, compiler, best)
    assert.is_true(is_native(second))
    local function speed(text)
      local before = tonumber(text:match '"seconds_before":([%d.e-]+)') or 0
      return tonumber(text:match '"visits":(%d+)') / (tonumber(text:match '"seconds":([%d.e-]+)') - before)
    end
    assert.is_true(speed(second) > speed(first), first .. second)
    assert.equal(1, asked_early(folder))
  end)

  it("makes the rules alone first; while they serve, and after that search, the rules with the algorithm", function()
    local folder, gone <close> = run.folder()
    assert(gone)
    local compiler, let_go = held(folder)
    assert.is_false(is_native(gts(folder, compiler, best)))
    let_go()
    assert.is_true(eventually(function() return has_unit(folder) end))
    assert.equal(0, asked_whole(folder))
    local early = names(folder)
    assert.is_true(is_native(gts(folder, compiler, best)))
    assert.is_true(eventually(function() return has_both(folder) end), names(folder))
    run.output(("rm %s/gts/%s"):format(folder, early))
    assert.is_true(is_native(gts(folder, compiler, searched)))
    assert.equal("-O1\n-O3", run.output("cat " .. folder .. "/asked"))
  end)

  it("makes each unit once, however soon it is done", function()
    local folder, gone <close> = run.folder()
    assert(gone)
    local compiler = slow(folder, 0)
    -- A search by nodes whose table holds something does not begin once more with the algorithm, and goes on when that is done.
    local code = ([[-e 'local all = gts.table()
      local given = { algorithm = "negascout", table = all, depth = 3, native = false }
      gts.search(%q, given)
      given.depth, given.native, given.nodes, given.deepen = nil, nil, 3000000, true
      gts.search(%q, given)']]):format(CLOBBER, CLOBBER)
    gts(folder, compiler, code)
    assert.is_true(eventually(function() return has_both(folder) end), names(folder))
    assert.same({ 1, 1 }, { asked_early(folder), asked_whole(folder) })
  end)

  it("makes the rules once for all algorithms", function()
    local folder, gone <close> = run.folder()
    assert(gone)
    local compiler, let_go = held(folder)
    assert.equal("false", gts(folder, compiler, search "negascout"))
    let_go()
    assert.is_true(eventually(function() return has_unit(folder) end))
    for _, algorithm in ipairs { "negascout", "alphabeta", "mtd" } do
      assert.equal("true", gts(folder, compiler, search(algorithm)))
    end
    assert.equal(1, asked_early(folder))
  end)

  it("has a search begin once more, with the algorithm, only where there is time to win it back", patiently(function()
    local folder, gone <close> = run.folder()
    assert(gone)
    local code = [[-e 'local r = gts.search(%q, { time = %g, algorithm = "negascout",
        progress = function(report) return report.seconds < 2 end })
      print(r.native, r.seconds_before)']]
    local function before(seconds)
      run.output(("rm -rf %s/gts"):format(folder))
      local text = gts(folder, slow(folder, 0.4), code:format(CLOBBER, seconds))
      return tonumber(text:match "^true\t(.+)") or error(text)
    end
    local first, second = before(1.6), before(5)
    assert.is_true(0.4 < first and first < 0.8, first)
    assert.is_true(0.8 < second and second < 3, second)
  end))

  it("has a search of integers go on with the algorithm, which does not begin once more", function()
    local folder, gone <close> = run.folder()
    assert(gone)
    local code = [[-e 'local core = require "gts.core"
      local search, exchanged = core.search, 0
      function core.search(game, all)
        local meanwhile = all.meanwhile
        function all.meanwhile()
          local other = meanwhile()
          if type(other) == "userdata" then exchanged = exchanged + 1 end
          return other
        end
        return search(game, all)
      end
      local r = gts.search("connect4", { time = 4, algorithm = "negascout",
        progress = function(report) return report.seconds < 2 end })
      print(r.native, r.seconds_before < 0.8, exchanged)']]
    assert.equal("true\ttrue\t1", gts(folder, slow(folder, 0.4), code))
    assert.equal(1, asked_whole(folder))
  end)

  it("is started once, however many runs come and go before it is done", function()
    local folder, gone <close> = run.folder()
    assert(gone)
    local compiler, let_go = held(folder)
    for _ = 1, 3 do assert.is_false(is_native(gts(folder, compiler, best))) end
    run.output(("(for i in 1 2 3; do env XDG_CACHE_HOME=%s CC=%s %s %s & done; wait) >/dev/null 2>&1"):format(folder,
      compiler, quoted(run.program), best))
    let_go()
    assert.is_true(eventually(function() return has_unit(folder) end))
    assert.is_true(is_native(gts(folder, compiler, searched)))
    assert.equal(1, asked_early(folder))
  end)

  it("is waited for by native = true in another process", function()
    local folder, gone <close> = run.folder()
    assert(gone)
    local compiler, let_go = held(folder)
    assert.is_false(is_native(gts(folder, compiler, best .. " --native")))
    let_go()
    assert.is_true(is_native(gts(folder, compiler, "best " .. CLOBBER .. " --depth 3 --native --json")))
    assert.equal(0, asked_early(folder))
    assert.equal(1, asked_whole(folder))
  end)

  it("serves a later search of the same process, and one that still runs", function()
    local folder, gone <close> = run.folder()
    assert(gone)
    local compiler = slow(folder, 0.6)
    local code = ([[-e 'local game = gts.game %q
      local list = {}
      for i = 1, 3 do
        list[i] = tostring(gts.search(game, { time = i == 2 and 4 or 0.2, algorithm = "negascout",
          progress = function(report) return report.seconds < 2 end }).native)
      end
      print(table.concat(list, " "))']]):format(CLOBBER)
    assert.equal("false true true", gts(folder, compiler, code))
    assert.equal(1, asked_early(folder))
    assert.equal(1, asked_whole(folder))
  end)

  it("changes nothing of a search by nodes that learns in a table", patiently(function()
    local folder, gone <close> = run.folder()
    assert(gone)
    local code = [[-e 'local function moves(native)
      local game = gts.game {
        name = "tree", start = 1, key = function(p) return p end,
        evaluate = function(p)
          local sum = 0
          for i = 1, 20000 do sum = sum + i % 3 end
          return (p * 7919 + sum) %% 101
        end,
        successors = function(p) return { 2 * p, 2 * p + 1, 2 * p + 2 } end,
      }
      local list, all = {}, gts.table()
      for i = 1, 3 do
        local r = gts.search(game, { nodes = 2500, deepen = true, table = all, algorithm = "negascout", native = native })
        list[i] = ("%%d %%d %%s"):format(r.stats.visits, r.stats.leaves, r.value)
      end
      return table.concat(list, "; ")
    end
    local auto, lua = moves "auto", moves(false)
    print(auto == lua and "the same" or auto .. " and " .. lua)']]
    for _, seconds in ipairs { 0.05, 0.3 } do    -- it is done during the first search, and the second
      run.output(("rm -rf %s/gts"):format(folder))
      assert.equal("the same", gts(folder, slow(folder, seconds), (code:gsub("%%%%", "%%"))))
    end
  end))

  it("is alone in the background: one that would be the second is given up", function()
    local folder, gone <close> = run.folder()
    assert(gone)
    local compiler = slow(folder, 2)
    for _, algorithm in ipairs { "negascout", "alphabeta", "minimax" } do
      assert.equal("false", gts(folder, compiler, search(algorithm, true)))
    end
    assert.is_true(eventually(function() return not names(folder):find("\n", 1, true) end, 1), names(folder))
    assert.is_true(eventually(function() return has_unit(folder) end))
    assert.equal("true", gts(folder, compiler, search("negascout", true)))
    assert.equal("false", gts(folder, compiler, search("alphabeta", true)))
  end)

  it("finishes after Ctrl-C, after the terminal has gone, and after the program was killed", function()
    for _, signal in ipairs { "INT", "HUP", "KILL" } do
      local folder, gone <close> = run.folder()
      assert(gone)
      local compiler = slow(folder, 1)
      -- The signal goes to all processes of the group, as the terminal's does.
      local command = "env --default-signal=INT,HUP XDG_CACHE_HOME=%s CC=%s setsid -w timeout -s %s 0.6 %s best %s --time 30"
      run.output((command .. " 2>&1 || true"):format(folder, compiler, signal, quoted(run.program), CLOBBER))
      assert.equal(1, asked(folder), signal)
      assert.is_true(eventually(function() return has_unit(folder) end), signal)
      assert.is_true(is_native(gts(folder, compiler, searched)), signal)
    end
  end)

  it("has its own name in a list of processes", function()
    local folder, gone <close> = run.folder()
    assert(gone)
    local text = "read -r name </proc/$PPID/comm; echo \"$name\" >%s/asked; exit 1"
    gts(folder, program(folder, "listed", text:format(folder)), "native nim")
    assert.equal("gts-compiler", run.output(("cat %s/asked"):format(folder)))
  end)

  it("is tried again, and failing it leaves nothing", function()
    local folder, gone <close> = run.folder()
    assert(gone)
    local text = ("echo $$ >>%s/asked\nsleep 0.5\necho no >&2\nexit 1"):format(folder)
    local compiler = program(folder, "failing", text)
    for i = 1, 2 do
      assert.is_false(is_native(gts(folder, compiler, best)))
      assert.is_true(eventually(function() return names(folder) == "" end))
      assert.equal(2 * i, asked(folder))            -- for each list of arguments
    end
  end)

  it("ends, with all that it has started, when its time in the background is over", function()
    local folder, gone <close> = run.folder()
    assert(gone)
    local compiler = program(folder, "endless", ("sleep 300 &\necho $$ $! >>%s/asked\nsleep 300"):format(folder))
    local code = "-e 'require \"gts.compile.compiler\".background = 1.5 gts.search(%q, { time = 0.3 })'"
    gts(folder, compiler, code:format(CLOBBER))
    local function alive()
      return run.output(("for p in $(cat %s/asked); do grep -s '^State:.[^Z]' /proc/$p/status; done"):format(folder))
    end
    assert.matches("State", alive())
    assert.is_true(eventually(function() return alive() == "" and names(folder) == "" end, 10), names(folder))
    assert.equal(60, require "gts.compile.compiler".background)
  end)

  it("ends quietly when its folder is removed, and leaves nothing", function()
    local folder, gone <close> = run.folder()
    assert(gone)
    local cache, again <close> = run.folder()
    assert(again)
    local compiler = program(folder, "endless", ("echo $$ >>%s/asked\nexec sleep 300"):format(folder))
    assert.is_false(is_native(gts(cache, compiler, best)))
    run.output("rm -rf " .. cache)
    assert.is_true(eventually(function()
      return run.output(("grep -s '^State:.[^Z]' /proc/$(cat %s/asked)/status || true"):format(folder)) == ""
    end))
    assert.equal("gone", run.output(("test -e %s || echo gone"):format(cache)))
  end)

  it("holds no file of the program: a pipe behind it ends with the program", function()
    local folder, gone <close> = run.folder()
    assert(gone)
    local compiler = slow(folder, 120)
    local began = core.clock()
    local text = run.output(("env XDG_CACHE_HOME=%s CC=%s %s %s 2>&1 | cat"):format(folder, compiler, quoted(run.program),
      best))
    assert.is_false(is_native(text))
    assert.is_true(core.clock() - began < 60)
  end)

  it("is not there for confined rules", function()
    local folder, gone <close> = run.folder()
    assert(gone)
    local text = gts(folder, slow(folder, 1), ("-e 'print(gts.confine(%q):search { time = 0.3 }.native)'"):format(CLOBBER))
    assert.equal("false", text)
    assert.equal(0, asked(folder))
    assert.equal("", names(folder))
  end)

  it("is known to processes that gts.map has copied", function()
    local folder, gone <close> = run.folder()
    assert(gone)
    local code = ([[-e 'local game = gts.game %q
      gts.search(game, { time = 0.2, algorithm = "negascout", native = true })
      local list = gts.map({ 1, 2, 3 }, function()
        return gts.search(game, { depth = 2, native = true, algorithm = "negascout" }).native
      end, { workers = 3 })
      print(table.unpack(list))']]):format(CLOBBER)
    assert.equal("true\ttrue\ttrue", gts(folder, slow(folder, 1), code))
    assert.equal(1, asked(folder))
  end)

  it("is spoken of at the end of a run, on a terminal only", function()
    local folder, gone <close> = run.folder()
    assert(gone)
    local compiler = slow(folder, 0.5)
    local note = "the next run will be faster"
    assert.not_matches(note, gts(folder, compiler, "best " .. CLOBBER .. " --time 0.1"))
    run.output(("rm -rf %s/gts"):format(folder))
    local function shown(arguments)
      local text = run.output(("env XDG_CACHE_HOME=%s CC=%s script -qefc '%s %s' /dev/null </dev/null"):format(folder,
        compiler, run.program, arguments))
      return select(2, text:gsub(note, ""))
    end
    assert.equal(1, shown("best " .. CLOBBER .. " --time 0.3"))
    assert.is_true(eventually(function() return has_unit(folder) end))
    assert.equal(0, shown("best " .. CLOBBER .. " --time 0.3"))
    assert.equal(0, shown("best " .. CLOBBER .. " --native false --time 0.1"))
  end)
end)

describe("gts native", function()
  it("compiles, says how long it took, and the next search has the unit", function()
    local folder, gone <close> = run.folder()
    assert(gone)
    local compiler = slow(folder, 0.2)
    local text = gts(folder, compiler, "native " .. CLOBBER)
    local by = compiler:gsub("%W", "%%%0")
    assert.matches("successors compiled\n.*\ncompiled for negascout in %d+%.%d%d s, by " .. by .. "$", text)
    assert.is_true(has_unit(folder))
    assert.matches("\ncompiled for negascout before$", gts(folder, compiler, "native " .. CLOBBER))
    assert.is_true(is_native(gts(folder, compiler, searched)))
    assert.equal(1, asked(folder))
    local json = gts(folder, compiler, "native " .. CLOBBER .. " --algorithm alphabeta --json")
    assert.matches('"unit":{"algorithm":"alphabeta","cached":false,"compiler":"' .. by .. '","seconds":%d', json)
    assert.equal(2, asked(folder))
  end)

  it("only judges with --check", function()
    local folder, gone <close> = run.folder()
    assert(gone)
    local text = gts(folder, slow(folder, 0), "native " .. CLOBBER .. " --check")
    assert.equal("successors compiled\nevaluate   compiled\nplayer     compiled\nkey        compiled", text)
    assert.equal("", names(folder))
  end)

  it("says why it cannot, behind what could be compiled", function()
    local folder, gone <close> = run.folder()
    assert(gone)
    local environment = "CC= PATH=/nonexistent XDG_CACHE_HOME=" .. folder
    local out, err, code = run.gts { "native", CLOBBER, bare = true, environment = environment }
    assert.matches("^successors compiled\n", out)
    assert.matches("gts: native: no C compiler", err)
    assert.equal(1, code)
    out, err, code = run.gts { "native", "{{1,2},3}" }
    assert.equal("", out)
    assert.matches("a tree has no rules", err)
    assert.equal(2, code)
  end)
end)
