-- Compilers that outlive the search, and the program, that has started them: they finish, one at a time, and
-- leave only the unit.

local eventually = require "spec.support.eventually"
local run = require "spec.support.run"
local units = require "spec.support.units"

if require "spec.support.no_compiler" () then
  describe("a compiler in the background", function() pending "needs a C compiler" end)
  return
end

local HASTY, EARLY, WHOLE = units.HASTY, units.EARLY, units.WHOLE

-- A search that is long enough for the compiler, in a few milliseconds.
local function best(folder, compiler, ...)
  local text = units.gts(folder, compiler, { "best", HASTY, "--time", "5", "--json", ... })
  local native = text:match '"native":(%a+)'
  assert(native, text)
  return native == "true", text
end

-- A folder, and a compiler in it that waits until it is let go.
local folder, compiler, let_go

local function with_held(done)
  local gone
  folder, gone = run.folder()
  compiler, let_go = units.held(folder, done)
  return gone
end

describe("a compiler that is slower than the search #plain", function()
  it("is started once, however many runs come and go before it is done; then the next is compiled", function()
    local gone <close> = with_held()
    local function again() return (best(folder, compiler, "--algorithm", "negascout")) end
    assert.is_false(again())
    run.output(("(for i in 1 2; do %s '%s' best %s --time 5 --algorithm negascout & done; wait) >/dev/null 2>&1"):format(
      units.environment(folder, compiler), run.program, HASTY))
    assert.is_false(again())
    let_go()
    assert.is_true(units.come(folder, 1), units.names(folder))
    assert.equal(EARLY, units.asked(folder))
    -- While the rules alone serve, the rules with the algorithm are made.
    local early = units.names(folder)
    assert.is_true(again())
    assert.is_true(units.come(folder, 2), units.names(folder))
    os.remove(folder .. "/gts/" .. early)
    assert.is_true(again())
    assert.equal(EARLY .. "\n" .. WHOLE, units.asked(folder))
  end)

  it("makes each unit once, however soon it is done", function()
    local gone <close> = with_held()
    let_go()
    -- A search by nodes whose table holds something does not begin once more with the algorithm, and goes on when that is done.
    assert.equal("2\t1\t1", units.script(folder, compiler, [[
      local all, after = gts.table(), 0
      gts.search(game, { algorithm = "negascout", table = all, depth = 3, native = false })
      search({ algorithm = "negascout", table = all, nodes = 3000000, deepen = true }, function()
        if after > 0 or count() == 2 then after = after + 1 end
        return after < 20
      end)
      print(count(), asked "O1", asked "O3")]]))
  end)

  it("leaves searches a database by an index, while the rules alone serve", function()
    local gone <close> = with_held()
    assert.equal("1\t6\ttrue\t1", units.script(folder, compiler, [[
      local men = require("spec.support.men").rules()
      local db = gts.solve(men, { by = "retrograde", native = false }).database
      search({ algorithm = "alphabeta" }, function() return asked() == 0 end, men)
      let_go "-O1"
      while count() ~= 1 do os.execute "sleep 0.01" end
      local r = search({ algorithm = "alphabeta", depth = 1, database = db }, function() end, men)
      print(r.value, r.stats.visits, r.native, asked "O1")]]))
  end)

  it("makes the rules once for all algorithms, and later searches of the process are faster by them", function()
    local gone <close> = with_held()
    assert.equal("false\nnegascout\ttrue\nalphabeta\ttrue\nmtd\ttrue\n1\ttrue", units.script(folder, compiler, [[
      print(search({ algorithm = "negascout" }, function() return asked() == 0 end).native)
      let_go "-O1"
      while count() ~= 1 do os.execute "sleep 0.01" end
      for _, algorithm in ipairs { "negascout", "alphabeta", "mtd" } do
        local looks = 0
        print(algorithm, search({ algorithm = algorithm }, function()
          looks = looks + 1
          return looks < 20
        end).native)
      end
      local function seconds(native)
        local began = os.clock()
        local r = gts.search(game, { algorithm = "negascout", nodes = 5000, deepen = true, native = native })
        assert(r.native == (native ~= false))
        return os.clock() - began
      end
      print(asked "O1", seconds "auto" < seconds(false))]]))
  end)

  -- A search in Lua begins anew with the rules, as soon as these are compiled. The rules with the algorithm come so many seconds
  -- later: that it has them, when it began, whether that was after they had come, and with how many units it has gone on.
  local function after(late, game, deepens)
    local gone <close> = with_held()
    return units.script(folder, compiler, ([[
      local late, begun, exchanged, looks = %d, 0, 0, 0
      tick = 0
      local run = core.search
      function core.search(of, all)
        begun = begun + 1
        local meanwhile = all.meanwhile
        all.meanwhile = meanwhile and function()
          local other = meanwhile()
          if type(other) == "userdata" then exchanged = exchanged + 1 end
          return other
        end
        return run(of, all)
      end
      local r = search({ time = 100, algorithm = "negascout", deepen = %s }, function()
        if begun == 1 and asked "O1" == 1 then let_go "-O1" end
        if begun == 2 and looks == 0 and asked "O3" == 1 then
          core.clock(late)
          let_go "-O3"
          looks = 1
        end
        if begun == 3 or looks > 0 and count() == 2 then looks = looks + 1 end
        return looks < 100
      end)
      print(r.native, begun, r.seconds_before >= late, exchanged)]]):format(late, deepens), game)
  end

  it("has a search that does not deepen begin once more, with the algorithm, only where there is time to win it back", function()
    assert.equal("true\t3\ttrue\t0", after(10, nil, false))
    assert.equal("true\t2\tfalse\t0", after(30, nil, false))
  end)

  it("has a deepening search go on with the algorithm, which does not begin once more", function()
    for _, game in ipairs { "connect4", "spec/support/clobber.lua" } do
      assert.equal("true\t2\tfalse\t1", after(10, game, true), game)
    end
  end)

  it("changes nothing of a search by nodes that learns in a table", function()
    -- It is done during the first search, or the second.
    for late = 1, 2 do
      local gone <close> = with_held()
      assert.equal("the same\ttrue", units.script(folder, compiler, ([[
        local function moves(native)
          local tree = gts.game {
            name = "tree", start = 1, key = function(p) return p end, evaluate = function(p) return p * 7919 %% 101 end,
            successors = function(p) return { 2 * p, 2 * p + 1, 2 * p + 2 } end,
          }
          local list, all, looks = {}, gts.table(), 0
          for i = 1, 3 do
            local r = search({ nodes = 2500, deepen = true, table = all, algorithm = "negascout", native = native }, function()
              looks = looks + 1
              if native and i >= %d and looks %% 50 == 0 then
                let_go()
                while not count() do os.execute "sleep 0.01" end
              end
            end, tree)
            list[i] = ("%%d %%d %%s"):format(r.stats.visits, r.stats.leaves, r.value)
          end
          return table.concat(list, "; ")
        end
        local auto, lua = moves "auto", moves(false)
        print(auto == lua and "the same" or auto .. " and " .. lua, units.come(folder, 2))]]):format(late)))
    end
  end)

  it("is waited for by native = true a second more than its time; then gts.best has an error, and gts.search no move", function()
    local gone <close> = with_held()
    assert.equal("false\tnative: the time was over before the rules were compiled\ntime\tfalse\tnil\t0\ntime\ttrue\ttrue\t1",
      units.script(folder, compiler, [[
        local function all() return { native = true, time = 0.5, algorithm = "negascout" } end
        local asked = all()
        asked.every, asked.progress = 1e-6, function() core.clock(0.2) end
        local ok, wrong = pcall(gts.best, game, nil, asked)
        print(ok, wrong:match "native:.*")
        tick = 0.2
        local r = search(all(), function() end)
        print(r.stopped, r.native, r.move, r.stats.visits)
        tick = 0
        r = search(all(), function(report)
          if report.visits > 0 or count() == 1 then return end
          let_go()
          while count() ~= 1 do os.execute "sleep 0.01" end
          core.clock(0.6)               -- now it is late, and there
        end)
        print(r.stopped, r.native, r.move ~= nil, r.depth)]]))
  end)

  it("is waited for by native = true in another process, and in those that gts.map has copied", function()
    local gone <close> = with_held()
    local start = 'print(search({ native = true, algorithm = "negascout" }, function() return asked() == %d end).native)\n'
    assert.equal("false", units.script(folder, compiler, start:format(0)))
    assert.equal("true", units.script(folder, compiler,
      'print(search({ native = true, depth = 2, algorithm = "negascout" }, function() let_go() end).native)'))
    assert.equal(WHOLE, units.asked(folder))
    run.output(("rm -r %s/gts %s/go"):format(folder, folder))
    assert.equal("false\ntrue\ttrue\ttrue", units.script(folder, compiler, start:format(1) .. [[
      print(table.unpack(gts.map({ 1, 2, 3 }, function()
        let_go()
        return gts.search(game, { depth = 2, native = true, algorithm = "negascout" }).native
      end, { workers = 3 })))]]))
    assert.equal(WHOLE .. "\n" .. WHOLE, units.asked(folder))
  end)

  it("waits until another is done where there is one processor", function()
    local gone <close> = with_held()
    local one = "taskset -c $(taskset -cp $$ | sed 's/.*[ ,-]//')"
    assert.equal("1\n1\ttrue", units.script(folder, compiler, [[
      search({ native = true, algorithm = "negascout" }, function() return asked() == 0 end)
      local began = os.time()
      search({ native = true, algorithm = "alphabeta" }, function() return os.time() < began + 2 end)
      print(asked())
      search({ native = true, algorithm = "alphabeta", depth = 1 }, function() let_go() return true end)
      print(count() - 1, asked() == 2)]], nil, one))
  end)

  it("is alone in the background: one that would be the second is given up", function()
    if run.output "nproc" == "1" then return end
    local gone <close> = with_held()
    assert.equal("false\nfalse\nfalse", units.script(folder, compiler, [[
      for n, algorithm in ipairs { "negascout", "alphabeta", "minimax" } do
        print(search({ native = true, algorithm = algorithm }, function() return asked() < n end).native)
      end]]))
    assert.is_true(eventually(function() return not units.names(folder):find "\n" end, 60), units.names(folder))
    let_go()
    assert.is_true(units.come(folder, 1), units.names(folder))
    assert.equal("true", units.script(folder, compiler,
      'print(gts.search(game, { depth = 2, native = true, algorithm = "negascout" }).native)'))
    assert.equal((WHOLE .. "\n"):rep(3), units.asked(folder) .. "\n")
  end)

  it("finishes after Ctrl-C, after the terminal has gone, and after the program was killed", function()
    for _, signal in ipairs { "INT", "HUP", "KILL" } do
      local gone <close> = with_held()
      -- The signal goes to all processes of the group, as the terminal's does.
      run.write(folder .. "/script", [[
        setsid sh -c 'echo $$ >"$XDG_CACHE_HOME/group"; exec env --default-signal=INT,HUP "$@"' x "$@" >/dev/null 2>&1 &
        until [ -s "$XDG_CACHE_HOME/asked" ]; do sleep 0.02; done
        kill -s "$SIGNAL" -- -$(cat "$XDG_CACHE_HOME/group")
        wait]])
      run.output(("SIGNAL=%s %s timeout 60 sh %s/script '%s' best spec/support/clobber.lua --time 60"):format(signal,
        units.environment(folder, compiler), folder, run.program))
      assert.equal(WHOLE, units.asked(folder), signal)
      let_go()
      assert.is_true(units.come(folder, 1), signal)
      assert.is_true((best(folder, compiler)), signal)
    end
  end)

  it("is tried again, and failing it leaves nothing", function()
    local gone <close> = with_held "echo no >&2; exit 1"
    for i = 1, 2 do
      assert.is_false((best(folder, compiler)))
      let_go()
      assert.is_true(units.come(folder, 0), units.names(folder))
      assert.equal((WHOLE .. " "):rep(2 * i), (units.asked(folder) .. "\n"):gsub("\n", " "))  -- for each list of arguments
      os.remove(folder .. "/go")
    end
  end)

  it("ends, with all that it has started, when its time in the background is over, however the search has ended", function()
    local briefly = [[
      require "gts.compile.compiler".background = 0.4
      local function started()
        local file <close> = io.open(folder .. "/pids")
        return file and file:read "a":find "%d %d+\n"           -- not before it is written
      end]]
    local ways, folders = {
      'print(search({}, function() return not started() end).stopped)',
      'print(search({ native = true }, function() return not started() end).stopped)',
      'search({}, function() if started() then error "oh" end end)',
      'search({}, function() if started() then core.clock(1e9) end end)',
      'search({}, function() if started() then os.execute "kill -KILL $PPID" end end)',
    }, {}
    for i, way in ipairs(ways) do
      local at, gone = run.folder()
      folders[i] = { at = at, gone = gone }
      units.script(at, units.endless(at), briefly .. "\n" .. way)
      assert.matches("%d+ %d+", run.output(("cat %s/pids"):format(at)), way)
    end
    for i, one in ipairs(folders) do
      local gone <close> = one.gone
      assert.is_true(eventually(function() return units.alive(one.at) == "" and units.names(one.at) == "" end, 60), ways[i])
    end
    assert.equal(60, require "gts.compile.compiler".background)
  end)

  it("holds no file of the program, and ends quietly when its folder is removed", function()
    local gone <close> = with_held()
    local cache, _ <close> = run.folder()
    local endless = units.endless(folder)
    -- A pipe behind the program ends with it.
    local text = run.output(("%s '%s' best %s --time 5 2>&1 | cat"):format(units.environment(cache, endless), run.program, HASTY))
    assert.matches("\nmove ", text)
    assert.is_true(eventually(function() return units.alive(folder):find "State" end, 60))
    run.output("rm -rf " .. cache)
    assert.is_true(eventually(function() return units.alive(folder) == "" end, 60))
    assert.equal("gone", run.output(("test -e %s || echo gone"):format(cache)))
  end)

  it("is not there for confined rules", function()
    local gone <close> = with_held()
    assert.equal("false", units.script(folder, compiler, 'print(gts.confine("connect4"):search({ nodes = 30000 }).native)'))
    assert.equal("", units.asked(folder) .. units.names(folder))
  end)

  it("is spoken of at the end of a run, on a terminal only", function()
    local gone <close> = with_held()
    local note = "the next run will be faster"
    local _, said = best(folder, compiler)
    assert.not_matches(note, said)
    run.output(("rm -r %s/gts"):format(folder))
    local function shown(...)
      local text = run.output(("%s script -qefc \"'%s' best %s --time 5 %s\" /dev/null </dev/null"):format(
        units.environment(folder, compiler), run.program, HASTY, ...))
      return select(2, text:gsub(note, ""))
    end
    assert.equal(1, shown "")
    let_go()
    assert.is_true(units.come(folder, 1), units.names(folder))
    assert.equal(0, shown "")
    assert.equal(0, shown "--native false")
  end)
end)

describe("gts native #plain", function()
  it("compiles, says how long it took, and the next search has the unit", function()
    local gone <close> = with_held()
    let_go()
    local by = compiler:gsub("%W", "%%%0")
    local function native(...) return (units.gts(folder, compiler, { "native", HASTY, ... })) end
    assert.matches("successors compiled\n.*\ncompiled for negascout in %d+%.%d%d s, by " .. by .. "$", native())
    assert.equal(1, units.count(folder))
    assert.matches("\ncompiled for negascout before$", native())
    assert.is_true((best(folder, compiler)))
    assert.equal(WHOLE, units.asked(folder))
    assert.matches('"unit":{"algorithm":"alphabeta","cached":false,"compiler":"' .. by .. '","seconds":%d',
      native("--algorithm", "alphabeta", "--json"))
    assert.equal(WHOLE .. "\n" .. WHOLE, units.asked(folder))
  end)

  it("only judges with --check", function()
    local gone <close> = with_held()
    assert.equal("successors compiled\nevaluate   compiled\nplayer     compiled\nkey        compiled",
      (units.gts(folder, compiler, { "native", HASTY, "--check" })))
    assert.equal("", units.asked(folder) .. units.names(folder))
  end)

  it("says why it cannot, behind what could be compiled", function()
    local gone <close> = with_held()
    local text, code = units.gts(folder, "", { "native", HASTY, bare = true, environment = "PATH=/nonexistent" })
    assert.matches("^successors compiled\n.*gts: native: no C compiler", text)
    assert.equal(1, code)
    text, code = units.gts(folder, compiler, { "native", "{{1,2},3}" })
    assert.matches("^gts: [^\n]*a tree has no rules", text)
    assert.equal(2, code)
  end)
end)
