-- Extensions: those that a user adds are used, bad ones are named and left out, and gts works without them.

local run = require "spec.support.run"

local COMMAND = [[return { name = "hello", summary = "greets", options = {}, examples = {}, run = function() print "hi" end }]]

local folder, gone

before_each(function() folder, gone = run.folder() end)
after_each(function() getmetatable(gone).__close() end)

local function write(file, text)
  os.execute(("mkdir -p '%s'"):format((folder .. "/" .. file):match "^(.*)/"))
  run.write(folder .. "/" .. file, text)
end

local function gts(...)
  return run.gts { environment = ("LUA_PATH='%s/?.lua;;'"):format(folder), ... }
end

describe("an extension of the user", function()
  it("adds a command, a page, a function and an experiment, as the manual has it", function()
    local page = run.read "lua/gts/manual/howto/extend.md"
    for file, text in page:gmatch "`(gts%-walk/[%l.]+)`[^\n]*:\n\n```%l+\n(.-)```" do write(file, text) end
    assert.matches("^%d+%.0\n$", (gts("walk", "nim")))
    assert.matches("moves.*walk.*check", (gts "--help"))
    assert.matches("limits walks check", (gts "help"))
    assert.matches("plays a game at random", (gts("help", "random walk")))
    assert.equal("8.0\n", (gts("-e", "print(gts.walk('nim', 1))")))
    assert.matches("gts.walk%(game, %[seed%]%)", (gts("help", "gts.walk")))
    assert.matches("negascout", (gts("experiment", "walk-lengths")))
  end)

  it("adds players of matches, and their opinions", function()
    write("gts-mine/extension.lua", [[return { interface = 1, players = {
      { name = "last", module = "gts-mine.player", help = "by its place", as = "the last moves, as last:1" } } }]])
    write("gts-mine/player.lua", [[
      local function choose(s) return s.moves[#s.moves].move end
      return {
        make = function(_, given)
          return { name = "last", text = "last:" .. given.last, warm = print, close = print, new = function() return choose end }
        end,
        opinion = function() return nil, "no opinion" end,
      }]])
    assert.matches("last.*random", (gts("match", "nim", "last:1", "random", "--games", "2")))
    assert.matches("the last%s+moves, as last:1", (gts("match", "--help")))
    assert.matches("no opinion", (select(2, gts("analyze", "nim", "--last", "last:1"))))
    assert.matches("expected the last moves", (select(2, gts("analyze", "nim", "--last", "random"))))
  end)

  it("that is installed as gts/NAME is found, too", function()
    write("gts/mine/extension.lua", [[return { interface = 1, commands = { { name = "hello", module = "gts.mine.command" } } }]])
    write("gts/mine/command.lua", COMMAND)
    assert.equal("hi\n", (gts "hello"))
  end)

  it("is loaded neither by a search, nor in the working directory, nor for confined rules", function()
    write("gts-mine/extension.lua", "io.stderr:write 'loaded' return {}")
    local game = "games/nim.lua"
    for _, words in ipairs { { "-e", "" }, { "search", game, "--depth=2" }, { "search", game, "--depth=2", "--confined" } } do
      assert.not_matches("loaded", (select(2, gts(table.unpack(words)))))
    end
    local described = { "search", "spec/gdl/games/tictactoe.kif", "--confined" }
    local wrong = select(2, gts(table.unpack(described)))
    assert.matches("is a game description, which is no program", wrong)
    assert.not_matches("loaded", wrong)
    assert.matches("loaded", (select(2, gts "help")))
    assert.equal("", (select(2, run.gts { "help", environment = "LUA_PATH='./?.lua;;'", folder = folder })))
  end)
end)

describe("an extension of the user", function()
  it("answers for gts.best, says what it knows, and adds a field and a word of gts play", function()
    write("gts-oracle/extension.lua", [[return { interface = 1,
      advisers = { { name = "oracle", module = "gts-oracle.oracle" } },
      facts = { { name = "oracle", module = "gts-oracle.oracle" } },
      play_commands = { { name = "oracle", module = "gts-oracle.oracle", help = "asks it", after = "hint" } } }]])
    write("gts-oracle/oracle.lua", [[
      local text = require "gts.base.schema".text
      local function answer(of, position)
        return { move = 101, position = 7, pv = { 101 }, line = { 7 }, lower = -1, upper = 1, exact = false, solved = false,
          selective = false, depth = 0, native = false, seconds = 0, stats = {}, oracle = "yes" }, "an oracle has spoken"
      end
      return {
        options = { { name = "oracle", kind = text, help = "whom to ask" } },
        adviser = function(given) return given.oracle == "delphi" and answer, "no such oracle" end,
        classes = { { name = "gts.Result", rows = { { "oracle", "string?", "what it says", after = "move" } } } },
        run = function(at) at:say "it is silent" end,
      }]])
    assert.matches("move   101\n.*an oracle has spoken", (gts("best", "nim", "--oracle", "delphi")))
    assert.matches('"move":"101","oracle":"yes"', (gts("best", "nim", "--oracle", "delphi", "--json")))
    assert.matches("no such oracle", (select(2, gts("best", "nim", "--oracle", "x"))))
    assert.matches("MAX plays 101 %(oracle%)", (run.gts { environment = ("LUA_PATH='%s/?.lua;;'"):format(folder), "play", "nim",
      "--as", "min", "--oracle", "delphi", input = "quit\n" }))
    local played = run.gts { environment = ("LUA_PATH='%s/?.lua;;'"):format(folder), "play", "nim",
      input = "oracle\nhelp\nquit\n" }
    assert.matches("it is silent.*hint.-oracle.-analyze", played)
    assert.matches("%-%-%-@field oracle%? string", (gts "types"))
  end)
end)

describe("an extension that is wrong", function()
  local function command(name)
    return ([[return { interface = 1, commands = { { name = "%s", module = "gts-bad.c" } } }]]):format(name)
  end

  local cases = {
    { "does not load: .*near <eof>", "return {" },
    { "does not load: .*oops", "error 'oops'" },
    { "does not return a plain table", "return 1" },
    { "does not return a plain table", "return setmetatable({}, { __index = function() error 'oops' end })" },
    { "lacks the text synonyms%[1%]%[2%]", "return { interface = 1, synonyms = { { 'x', 5 } } }" },
    { "has no name as pages%[1%].name", "return { interface = 1, pages = { { name = '../x', kind = 'howto' } } }" },
    { "has no kind of page as pages%[1%].kind", "return { interface = 1, pages = { { name = 'x', kind = 'y' } } }" },
    { "is for interface nil of gts, which has 1", "return {}" },
    { "is for interface 0 of gts, which has 1", "return { interface = 0 }" },
    { "names an unknown hook 'colours'", "return { interface = 1, colours = {} }" },
    { "lacks the text commands%[1%].module", [[return { interface = 1, commands = { { name = "x" } } }]] },
    { "redefines 'search' of commands", command "search" },
    { "has a module gts%-bad.c that does not load", command "worse" },
  }
  for _, case in ipairs(cases) do
    it(("is named where it %s"):format(case[1]), function()
      write("gts-bad/extension.lua", case[2])
      local out, err, code = gts("help", "commands")
      assert.equal(0, code)
      assert.matches("gts: extension 'bad' %(.*/gts%-bad/extension.lua%) " .. case[1], err)
      assert.equal(1, select(2, err:gsub("\n", "")))
      assert.matches("search.*course", out)
    end)
  end

  it("leaves the files of another to that one", function()
    write("gts-bad/extension.lua", [[return { interface = 1, files = { { name = "kif", module = "gts-bad.c" } } }]])
    local out, _, code = gts("moves", "spec/gdl/games/tictactoe.kif")
    assert.equal(0, code)
    assert.matches("mark", out)
  end)

  it("throws, and its error is that of a command", function()
    write("gts-bad/extension.lua", command "worse")
    write("gts-bad/c.lua", COMMAND:gsub("print \"hi\"", "error 'oops'"):gsub("hello", "worse"))
    local _, err, code = gts "worse"
    assert.equal(1, code)
    assert.matches("gts: .*oops", err)
  end)

  it("has a command that does not load, which is said in place of another command", function()
    write("gts-bad/extension.lua", command "worse")
    write("gts-bad/c.lua", "return {")
    local _, err, code = gts "worse"
    assert.equal(1, code)
    assert.matches("^gts: extension 'bad' %(.*%) has a module gts%-bad.c that does not load: .*near <eof>\n$", err)
  end)

  it("is a folder without extension.lua, which is named to whoever asks for it", function()
    write("gts-nothing/other.lua", "")
    assert.equal("", (select(2, gts "help")))
    assert.matches("the folder .*/gts%-nothing has no extension.lua", (select(2, gts "nothing")))
  end)
end)
