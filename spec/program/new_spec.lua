-- gts new: what it makes runs, is right, and is whole or not there.

local gts = require "gts"
local inside = require "spec.support.inside"
local json = require "gts.show.json"
local run = require "spec.support.run"

local FORMS = { "next", "list", "legal", "board" }

-- What stands in a folder, hidden files too.
local function entries(folder) return run.output(("cd '%s' && find . -mindepth 1 | sort"):format(folder)) end

-- Makes a game in a folder, and demands an exit code.
local function new(wanted, folder, ...)
  local out, err, code = run.gts { folder = folder, "new", ... }
  assert.equal(wanted, code, out .. err)
  return out, err
end

-- Has a new game checked for a tenth of the second that its spec takes for it.
local function hurry(file)
  local text, count = run.read(file):gsub("{ time = 1, ", "{ time = 0.1, ")
  assert.equal(1, count)
  run.write(file, text)
end

-- The command that runs the spec of a new game.
local function busted(folder)
  hurry(folder .. "/pip/pip_spec.lua")
  return ("cd '%s/pip' && '%s' \"$(command -v busted)\" --ignore-lua . 2>&1"):format(folder, run.program)
end

describe("gts new #lua", function()
  local folder, gone
  before_each(function() folder, gone = run.folder() end)

  -- Makes the game pip.
  local function make(form)
    local out, err, code = inside { "new", "pip", "--folder", folder .. "/pip", "--form", form }
    assert.equal(0, code, err)
    return out
  end

  after_each(function() getmetatable(gone).__close() end)

  for _, form in ipairs(FORMS) do
    it("--form " .. form .. " makes rules that are right, and the same game as tictactoe", function()
      make(form)
      local file = folder .. "/pip/pip.lua"
      local report = gts.check(file, { time = 0.1 })
      assert.is_true(report.clean, tostring(report))
      assert.equal("pip", gts.game(file).name)
      assert.is_true((gts.equivalent(file, "tictactoe", { depth = 3 })))
    end)
  end

  for _, form in ipairs { "board", "next" } do
    it("--form " .. form .. " makes a spec that passes", function()
      make(form)
      assert.matches("^%+%+%+%+\n4 successes / 0 failures / 0 errors", run.output(busted(folder)))
    end)
  end

  it("makes a spec that says when the rules are broken", function()
    make "next"
    local rules = run.read(folder .. "/pip/pip.lua")
    local broken, count = rules:gsub("return %-turn end", "return 0 end")
    assert.equal(1, count)
    run.write(folder .. "/pip/pip.lua", broken)
    assert.matches("1 failure", run.output(busted(folder)))
  end)

  it("makes rules for machine code, but of a board", function()
    for _, form in ipairs { "next", "legal", "list" } do
      make(form)
      local functions = gts.native(gts.game(folder .. "/pip/pip.lua")).functions
      run.output(("rm -r '%s/pip'"):format(folder))
      for name, said in pairs(functions) do
        assert.is_true(said.compiled, form .. " " .. name)
      end
    end
  end)

  it("has the name of the game in every file, and no other", function()
    local out = new(0, folder, "pip")
    for file in entries(folder .. "/pip"):gmatch "[^\n]+" do
      local text = not file:find "types" and run.read(folder .. "/pip/" .. file) or ""
      assert.is_nil(text:find "mygame", file)
      assert.is_nil(text:find "@%u", file)
    end
    assert.matches("gts'? check %./pip/pip%.lua", out)
    for name in out:gmatch "\n  ([%w_.]+)  " do assert.truthy(io.open(folder .. "/pip/" .. name), name):close() end
    local luarc = json.decode(run.read(folder .. "/pip/.luarc.json"))
    assert.equal("Lua 5.4", luarc["runtime.version"])
  end)

  it("makes it in another folder, and answers in JSON", function()
    local answer = json.decode((new(0, folder, "pip", "--folder", "my games/", "--form", "list", "--json")))
    assert.same({ "pip", "list", "my games" }, { answer.game, answer.form, answer.folder })
    for _, name in ipairs(answer.files) do assert.truthy(io.open(folder .. "/my games/" .. name), name):close() end
  end)

  it("prints commands that work from where one stands, however gts was called #thorough", function()
    assert.equal("", run.output(("ln -s '%s' '%s/build' 2>&1"):format(run.program:match "^(.*)/", folder)))
    local here = {
      { "build/gts", "pip", "pip" }, { "./build/gts", "-d", "-d" }, { run.program, folder .. "/a b", "a b" },
      { "../build/gts", "../c", "c" },
    }
    run.output(("mkdir '%s/sub'"):format(folder))
    for _, row in ipairs(here) do
      local at = ("cd '%s' && "):format(row[1]:find "^%.%." and folder .. "/sub" or folder)
      local out = run.output(("%s%s new pip --folder '%s' 2>&1"):format(at, row[1], row[2]))
      local commands = out:match "\nThen, one by one:\n(.*)$"
      assert.is_string(commands, out)
      hurry(("%s/%s/pip_spec.lua"):format(folder, row[3]))
      local check, play, busts = commands:match "^  ([^\n]+)\n  ([^\n]+)\n  ([^\n]+)"
      assert.equal(row[1] .. " check", check:sub(1, #row[1] + 6))
      assert.matches("no mistake was found", run.output(at .. check .. " --time 0.1 2>&1"))
      assert.matches("you are MAX", run.output(("%s%s --level 1 </dev/null 2>&1"):format(at, play)))
      assert.matches("4 successes / 0 failures / 0 errors", run.output(at .. busts .. " 2>&1"))
    end
  end)

  it("says what has to be installed before the spec can run", function()
    local out = run.output(("cd '%s' && PATH=/nowhere '%s' new pip"):format(folder, run.program))
    assert.matches("busted is not installed here: sudo apt%-get install lua%-busted$", out)
    assert.is_nil((new(0, folder, "other")):find("not installed", 1, true))
  end)

  -- Into the folder `at` below.
  local function refuses(code, why, at, ...)
    local before = entries(folder)
    local out, err, its_code = inside { "new", "--folder", folder .. "/" .. at, ... }
    assert.same({ "", code }, { out, its_code })
    assert.truthy(err:find(why, 1, true), err)
    assert.equal(before, entries(folder))
  end

  it("refuses names that no game can have", function()
    refuses(2, "what is the game to be called?", "x")
    for _, name in ipairs { "my-game", "2pip", "end", "a b", "", "pip.lua", "../pip" } do
      refuses(2, ("a game cannot be called '%s'"):format(name), "x", name)
    end
    for _, name in ipairs { "gts", "busted", "luassert" } do refuses(2, ("a game called '%s'"):format(name), "x", name) end
    refuses(2, "option '--form' is 'lst'", "x", "pip", "--form", "lst")
    assert.matches("option '%-%-folder' is ''", (select(2, inside { "new", "pip", "--folder=" })))
  end)

  it("changes nothing that is there", function()
    run.write(folder .. "/pip", "mine")
    refuses(1, "pip: there is something of this name already", "pip", "pip")
    assert.equal("mine", run.read(folder .. "/pip"))
    refuses(1, "pip/x: Not a directory", "pip/x", "x")
    refuses(1, "no/x: No such file or directory", "no/x", "x")
  end)

  -- The system fails while a file is written: for root, too, nothing can be made in /proc.
  it("leaves nothing half-made", function()
    assert.matches("/proc/x: No such file or directory", (select(2, inside { "new", "x", "--folder", "/proc/x" })))
    local skeleton = require "gts.program.skeleton"
    local files = { { name = "a", text = "1" }, { name = "b" }, { name = "b/c", text = "2" }, { name = "no/d", text = "3" } }
    local made, wrong = skeleton.make(folder .. "/half", files)
    assert.is_nil(made)
    assert.matches("half/no/d: No such file", wrong)
    assert.equal("", entries(folder))
    assert.has_error(function() skeleton.make(folder .. "/half", { files[1], {} }) end)
    assert.equal("", entries(folder))
  end)
end)

-- What luacheck says of a text in a new game's folder.
local function luacheck(folder, name, text)
  run.write(folder .. "/" .. name, text)
  return run.output(("cd '%s' && luacheck --no-color --formatter plain %s"):format(folder, name))
end

describe("the configuration for luacheck #lua", function()
  local folder, gone
  setup(function()
    if not os.execute "command -v luacheck >/dev/null" then return end
    folder, gone = run.folder()
    new(0, folder, "pip")
  end)
  teardown(function() if gone then getmetatable(gone).__close() end end)

  it("passes what gts new has made, and all games that come with gts #thorough", function()
    if not folder then return pending "luacheck is not there" end
    assert.equal("", run.output(("cd '%s/pip' && luacheck --formatter plain ."):format(folder)))
    assert.equal("", run.output(("luacheck --formatter plain --config '%s/pip/.luacheckrc' games"):format(folder)))
  end)

  it("finds what rules must not do: globals, clocks, files, dice", function()
    if not folder then return pending "luacheck is not there" end
    local place = folder .. "/pip"
    assert.matches("setting non%-standard global variable 'count'", luacheck(place, "a.lua", "count = 1"))
    assert.matches("undefined variable 'os'", luacheck(place, "a.lua", "return os.time()"))
    assert.matches("undefined variable 'io'", luacheck(place, "a.lua", "return io.read()"))
    assert.matches("undefined field 'random' of global 'math'", luacheck(place, "a.lua", "return math.random(3)"))
    assert.matches("undefined variable 'spare'", luacheck(place, "a.lua", "return spare + 1"))
    assert.matches("unused variable 'x'", luacheck(place, "a.lua", "local x = 1"))
    assert.equal("", luacheck(place, "a.lua", "return math.max(2, 3), table.concat({}), require 'gts'"))
  end)
end)
