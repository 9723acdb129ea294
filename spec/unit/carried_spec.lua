-- The compiler that gts carries, where no other is.

local compiler = require "gts.compile.compiler"
local core = require "gts.core"
local run = require "spec.support.run"
local units = require "spec.support.units"

local carried = compiler.carried()

if not carried then
  describe("the compiler that gts carries", function() pending "needs libtcc when gts is built" end)
  return
end

-- Runs a script of Lua, or a command line, where there is no other compiler: its output and errors.
local function alone(what, folder)
  what.environment = ("CC= PATH=/nonexistent XDG_CACHE_HOME='%s'"):format(folder)
  local out, err = run.gts(what)
  return out, err
end

-- Compiles a text: the path of the library, its errors, the exit code.
local function compile(folder, text)
  run.write(folder .. "/some.c", (text:gsub("\n%s+", "\n")))
  local made = folder .. "/some.so"
  local errors = run.output(("'%s' -O1 -o '%s' '%s/some.c' 2>&1; echo $?"):format(carried.path, made, folder))
  return made, errors:match "^(.-)\n?(%d+)$"
end

describe("the compiler that gts carries", function()
  local folder, gone

  before_each(function() folder, gone = run.folder() end)
  after_each(function() getmetatable(gone).__close() end)

  it("compiles rules in numbers and in tables, for all algorithms at once", function()
    local script = [[
      local gts = require "gts"
      for _, name in ipairs { "connect4", "spec/support/clobber.lua", "draughts", "kalah" } do
        for _, algorithm in ipairs { "alphabeta", "negascout", "ttalphabeta", "mtd", "mcts" } do
          local function count(native)
            local sampling = algorithm == "mcts"
            local r = gts.search(name, { algorithm = algorithm, depth = not sampling and 5 or nil, nodes = 3000, native = native,
              seed = sampling and 1 or nil })
            local parts = { tostring(r.value), r.stats.visits, r.stats.leaves, tostring(r.move), tostring(r.stopped) }
            return table.concat(parts, " "), r.native
          end
          local lua, compiled, native = count(false), count(true)
          if lua ~= compiled or not native then print(name, algorithm, lua, compiled, native) end
        end
      end
      print "end"]]
    assert.same({ "end\n", "" }, { alone({ script = script }, folder) })
    -- A unit has the rules alone: one for each game.
    assert.equal("4", run.output(("ls '%s/gts' | grep -c '^[0-9a-f]*[.]so$'"):format(folder)))
  end)

  it("makes the first unit where the other compiler takes its time, but not where that was chosen", function()
    units.held(folder)
    run.output(("mv '%s/held' '%s/cc'"):format(folder, folder))
    for variable, native in pairs { [""] = "true", cc = "false" } do
      local text = units.script(folder, variable, 'print(search({}, function() return asked() == 0 end).native)', nil,
        ("PATH='%s':\"$PATH\""):format(folder))
      assert.equal(native, text, variable)
      run.output(("rm -r '%s/gts' '%s/asked'"):format(folder, folder))
    end
  end)

  it("is named by gts native and gts --version", function()
    local out = alone({ "native", "connect4" }, folder)
    assert.truthy(out:find(("s, by %s\n"):format(carried.path), 1, true), out)
    assert.truthy((alone({ "--version" }, folder)):find("rules are compiled by " .. carried.path, 1, true))
  end)

  it("leaves no stack that can be executed", function()
    local script = [[
      require "gts".search("connect4", { depth = 4, native = true })
      for line in io.lines "/proc/self/maps" do
        if line:find("[stack]", 1, true) then print(line:match "%S+ (%S+)") end
      end]]
    assert.same({ "rw-p\n", "" }, { alone({ script = script }, folder) })
  end)

  it("makes doubles of unsigned integers, rounded as C has it, and the reverse", function()
    local made = compile(folder, core.native.text "native/standard.h" .. [[
      void lua_pushnumber (void *L, double n);
      void lua_pushinteger (void *L, int64_t n);
      double lua_tonumberx (void *L, int index, int *is);
      int64_t lua_tointegerx (void *L, int index, int *is);
      int luaopen_to (void *L) { lua_pushnumber(L, (double)(uint64_t)lua_tointegerx(L, 1, 0)); return 1; }
      int luaopen_from (void *L) { lua_pushinteger(L, (uint64_t)lua_tonumberx(L, 1, 0)); return 1; }]])
    local script = ([[
      local to, from = assert(package.loadlib(%q, "luaopen_to")), assert(package.loadlib(%q, "luaopen_from"))
      for _, n in ipairs { 0, 1, math.maxinteger, math.mininteger, math.mininteger + 1024, math.mininteger + 1025,
        math.mininteger + 3072, -1 } do
        print(("%%.0f"):format(to(n)))
      end
      for _, d in ipairs { 0.0, 1.75, 2.0 ^ 63 - 1024, 2.0 ^ 63, 2.0 ^ 64 - 2048 } do print(("%%x"):format(from(d))) end]])
      :format(made, made)
    local out, err = run.gts { script = script }
    assert.equal("", err)
    assert.equal("0\n1\n9223372036854775808\n9223372036854775808\n9223372036854775808\n9223372036854777856\n"
      .. "9223372036854779904\n18446744073709551616\n0\n1\n7ffffffffffffc00\n8000000000000000\nfffffffffffff800\n", out)
  end)

  it("ends no search by a fault in it", function()
    local faulty = units.program(folder, "faulty", "kill -s SEGV $$")
    local text = units.script(folder, "", ([[
      core.native.carried = %q
      local find = core.native.find
      function core.native.find(name) if name:find "/" then return find(name) end end
      print(search({}, function() return not failed end).native)]]):format(faulty))
    assert.matches("^false\n[^\n]*not compiled: [^\n]*/faulty failed: it was ended by signal 11$", text)
  end)

  it("says what is wrong with a text, and makes nothing of it", function()
    local made, errors, code = compile(folder, "\nint f (int x) { return y; }\n")
    assert.equal("1", code)
    assert.matches("/some%.c:2: error: 'y' undeclared$", errors)
    assert.is_nil(io.open(made))
    assert.matches("/none%.c", run.output(("'%s' -o /none.so /none.c 2>&1 || true"):format(carried.path)))
    assert.matches("^usage: ", run.output(("'%s' /none.c 2>&1 || true"):format(carried.path)))
  end)
end)
