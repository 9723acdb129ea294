-- Loading: gts is there at once, and loads most modules at their first use.

local run = require "spec.support.run"

local function output(script)
  local out = run.fine { script = script }
  return out
end

describe("the start", function()
  it("loads the search, the checks of rules and the compiler only when something is searched", function()
    assert.equal("false\nfalse\nfalse\nfalse\ntrue\n", output [[
      local modules = { "gts.search", "gts.game", "gts.base.schema", "gts.compile.native" }
      for _, name in ipairs(modules) do print(package.loaded[name] ~= nil) end
      gts.search("nim", { depth = 1 })
      print(package.loaded["gts.search"] ~= nil)
    ]])
  end)

  it("makes and loads no more than a search uses", function()
    assert.equal("nil\tnil\tnil\ttrue\n", output [[
      local core, loaded = require "gts.core", package.loaded
      local rows = rawget(core, "algorithms")
      gts.search("nim", { depth = 1 })
      print(rows, loaded["gts.rules.variant"], loaded["gts.proof"], gts.algorithms == core.algorithms)
    ]])
  end)

  it("makes nothing in the world of confined rules that was taken away there", function()
    assert.equal("nil\tnil\tnil\n", output [[
      local core, print, exit = require "gts.core", print, os.exit
      pcall(require("gts.program.world").make)          -- it ends the world of this program as well
      print(core.files, core.native, core.child)
      exit(0)
    ]])
  end)

  it("names all that is public, none of which is loaded for being looked at", function()
    local out = output [[
      local names = {}
      for name, value in pairs(gts) do names[#names + 1] = name .. ":" .. type(value) end
      table.sort(names)
      print(table.concat(names, " "), package.loaded["gts.search"])
    ]]
    for name in ("game search best analyze moves apply tree table verify record draw play native"):gmatch "%a+" do
      assert.matches("%f[%a]" .. name .. ":function%f[%s]", out)
    end
    assert.matches("\tnil\n$", out)
  end)

  it("is the same function each time, before and after the first call", function()
    assert.equal("true\n", output 'local f = gts.search; f("nim", { depth = 1 }); print(f == gts.search)')
  end)
end)

describe("what is loaded later", function()
  it("is found though the program has changed package.path since", function()
    assert.equal("3\n", output [[
      package.path = "/nowhere/?.lua"
      print(gts.search(gts.tree { { 3, 12, 8 }, { 2, 4, 6 } }).value)
    ]])
  end)

  it("finds the games of a checkout for require, whatever was called before", function()
    assert.equal("nim\n", output [[local nim = require "gts.games.nim"; print(gts.game(nim, { heaps = { 1 } }).name)]])
  end)

  it("complains of the line that has called it", function()
    local out, err, code = run.gts { script = "local x = 1\n\ngts.search('nim', { dpeth = x })\n" }
    assert.equal("", out)
    assert.equal(1, code)
    assert.matches("script%.lua:3: unknown option 'dpeth'", err)
  end)

  -- The fingerprint of a game holds what the metatable of strings does beyond Lua's own.
  it("goes by what strings did when gts was loaded, not when a table is first used", function()
    local folder, gone <close> = run.folder()
    local script = [[
      getmetatable("").__sub = function() return %d end
      local rules = {
        name = "minus", start = 3, next = function(n, move) if n > 0 and not move then return 1, n - 1 end end,
        evaluate = function() return "a" - "b" end,
      }
      local kept, file = gts.table %s, "%s/kept"
      gts.search(rules, { algorithm = "ttalphabeta", table = kept })
      kept:save(file)
    ]]
    output(script:format(1, "{}", folder))
    local err = run.ends(1, { script = script:format(2, ("{ file = %q }"):format(folder .. "/kept"), folder) })
    assert.matches("belongs to another game", err)
  end)
end)

describe("a module that was compiled when gts was built", function()
  -- A tree of our own, with the program in it. Its path is long: that takes one byte more in the code.
  local place, whole, gone

  setup(function()
    local folder
    folder, gone = run.folder()
    folder = folder .. "/" .. ("deep"):rep(40)
    local root = run.output "realpath lua/.."
    local program = folder .. "/build/gts"
    assert(os.execute(([[
      mkdir -p %s/build/lib/gts && cd %s && cp '%s' build/gts && cp -r '%s/lua' '%s/games' . &&
      cp '%s/lib/gts/modules' build/lib/gts/
    ]]):format(folder, folder, run.program, root, root, run.program:match "^(.*)/")))
    place = { folder = folder, program = program, modules = folder .. "/build/lib/gts/modules" }
    whole = run.read(place.modules)
  end)

  teardown(function() getmetatable(gone).__close() end)

  before_each(function() run.write(place.modules, whole) end)

  local function misspelt()
    return run.output(("%s -e 'gts.search(\"nim\", { dpeth = 1 })' 2>&1"):format(place.program))
  end

  -- What an archive says is found only there: the texts are left as they are.
  local function change_archive(bytes)
    local changed, count = bytes:gsub("unknown option", "UNKNOWN option")
    run.write(place.modules, changed)
    return count
  end

  it("is loaded from the archive beside the program, or from its text if that has been changed since", function()
    assert.matches("unknown option 'dpeth'", misspelt())
    assert(change_archive(whole) > 0)
    assert.matches("UNKNOWN option 'dpeth'", misspelt())
    local file = place.folder .. "/lua/gts/facts/options.lua"
    run.output(("cp -p '%s' '%s.before'; echo >>'%s'"):format(file, file, file))
    local said = misspelt()
    run.output(("mv '%s.before' '%s'"):format(file, file))
    assert.matches("unknown option 'dpeth'", said)
    assert.matches("UNKNOWN option 'dpeth'", misspelt())
  end)

  it("is loaded from its text where the archive is missing, cut short, or made for another Lua", function()
    local of_another = whole:gsub("Lua 5%.4", "Lua 6.4", 1)
    for _, bytes in ipairs { "", whole:sub(1, 1000), whole:sub(1, 30000), of_another } do
      change_archive(bytes)
      assert.matches("unknown option 'dpeth'", misspelt())
    end
    os.remove(place.modules)
    assert.matches("unknown option 'dpeth'", misspelt())
  end)

  it("has its file and its lines, wherever it stands", function()
    local function info() return run.output(place.program .. [[ -e '
      local search = require("gts.core").names.require("gts.search").search
      local info = debug.getinfo(search, "SL")
      local lines = {}
      for line in pairs(info.activelines) do lines[#lines + 1] = line end
      table.sort(lines)
      print(info.source, info.linedefined, info.lastlinedefined, debug.getlocal(search, 1), table.concat(lines, " "))']]) end
    local compiled = info()
    assert.matches("^@" .. place.folder:gsub("%p", "%%%0") .. "/lua/gts/search%.lua\t%d", compiled)
    os.remove(place.modules)
    assert.equal(info(), compiled)
  end)
end)
