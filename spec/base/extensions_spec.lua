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

local function gts(first, ...)
  local words = type(first) == "table" and first or { first, ... }
  words.environment = ("LUA_PATH='%s/?.lua;;' LUA_CPATH='%s/?.so;;'"):format(folder, folder)
  return run.gts(words)
end

-- Compiles the one file of an algorithm in C.
local function compile(file, headers)
  local place = folder .. "/" .. file:gsub("%.c$", "")
  run.output(("%s -O1 -shared -fPIC -Wall -Wextra -Werror -I'%s' -o '%s.so' '%s.c'"):format(os.getenv "CC" or "cc",
    headers or "src", place, place))
end

describe("an extension of the user #plain", function()
  -- As LuaRocks does: what the rockspec has under `modules` is copied or compiled, and what it installs is copied.
  local function install(rockspec)
    local rock = {}
    load(rockspec, "rockspec", "t", rock)()
    local header = rock.external_dependencies.GTS.header:match "^gts%-search/(.*)$"
    assert.matches("EXTENSION_ALGORITHM", run.read("src/" .. header))
    local names = {}
    for name, file in pairs(rock.build.modules) do
      local from = file.sources and file.sources[1] or file
      assert.equal(name:gsub("%.", "/"), (from:gsub("%.%l+$", "")))
      if file.sources then compile(from, file.incdirs[1]:gsub("^%$%(GTS_INCDIR%)/gts%-search$", "src")) end
      names[from] = true
    end
    for _, file in pairs(rock.build.install.lua) do names[file] = true end
    return names
  end

  it("adds a command, a page, an algorithm in C and an experiment, as the manual has it, in forty lines", function()
    local page, lines, files = run.read "lua/gts/manual/howto/extend.md", 0, {}
    for file, text in page:gmatch "`(gts%-chance/[%l./]+)`[^\n]*:\n\n```%l+\n(.-)```" do
      write(file, text)
      lines, files[file] = lines + select(2, text:gsub("[^\n]+", "")), true
    end
    assert.is_true(lines <= 40)
    assert.same(files, install(page:match "```lua\n(package.-)```"))
    -- max((12 - 1) / 2, (14 + 2) / 2), by the second move; eleven nodes
    assert.equal("8 1 chance 11\n", (gts("-e", [[
      local tree = gts.tree { { { 3, 12 }, -1 }, { { 14, 5 }, 2 } }
      local r = gts.search(tree, { algorithm = "chance" })
      print(r.value, #r.pv, gts.algorithms[#gts.algorithms].id, #gts.record(tree, { algorithm = "chance" }).events)
    ]]):gsub("\t", " ")))
    assert.matches("^0%.99%d*\n$", (gts("chance", "tictactoe")))
    assert.matches("moves.*chance.*check", (gts "--help"))
    assert.matches("chance%s+Best moves", (gts "algorithms"))
    assert.matches("limits chances check.*ubfm chance", (gts "help"))
    assert.matches("Its id is `chance`", (gts("help", "chance")))
    assert.matches("minimax.*chance", (gts("experiment", "chance-values")))
    assert.matches("unknown algorithm 'chance'", (select(2, gts("search", "nim", "--algorithm=chance", "--confined"))))
  end)

  it("adds a function, with its help", function()
    write("gts-mine/extension.lua", [[return { interface = 1, functions = {
      --- Adds.
      -- @tparam number a
      -- @tparam[opt] number b
      { name = "sum", module = "gts-mine.sum" } } }]])
    write("gts-mine/sum.lua", "return { sum = function(a, b) return a + (b or 0) end }")
    assert.equal("5\n", (gts("-e", "print(gts.sum(2, 3))")))
    assert.matches("gts.sum%(a, %[b%]%)", (gts("help", "gts.sum")))
  end)

  it("adds players of matches, and their opinions", function()
    write("gts-mine/extension.lua", [[return { interface = 1, players = {
      { name = "last", module = "gts-mine.player", help = "by its place", as = "the last moves, as last:1" } } }]])
    write("gts-mine/player.lua", [[
      local function new() return function(s) return s.moves[#s.moves].move end end
      return {
        make = function(_, given)
          return { name = "last", text = "last:" .. given.last, warm = print, close = print, new = given.last > 0 and new }
        end,
        opinion = function() return nil, "no opinion" end,
      }]])
    assert.matches("last.*random", (gts("match", "nim", "last:1", "random", "--games", "2")))
    assert.matches("the last%s+moves, as last:1", (gts("match", "--help")))
    assert.matches("no opinion", (select(2, gts("analyze", "nim", "--last", "last:1"))))
    assert.matches("expected the last moves", (select(2, gts("analyze", "nim", "--last", "random"))))
    assert.matches("option 'last' makes no player", (select(2, gts("match", "nim", "last:0", "random"))))
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
    write("gts/mpi_core.lua", "io.stderr:write 'loaded' return {}")
    assert.not_matches("loaded", (select(2, run.gts { "-e", "pcall(require, 'gts.mpi')", folder = folder })))
  end)
end)

describe("an extension of the user #lua", function()
  it("answers for gts.best, says what it knows, and adds a field and a word of gts play", function()
    write("gts-oracle/extension.lua", [[return { interface = 1,
      advisers = { { name = "oracle", module = "gts-oracle.oracle" } },
      facts = { { name = "oracle", module = "gts-oracle.oracle" } },
      play_commands = { { name = "oracle", module = "gts-oracle.oracle", help = "asks it", after = "hint" } } }]])
    write("gts-oracle/oracle.lua", [[
      local text = require "gts.base.schema".text
      local function answer(of, position)
        return { move = 101, position = 7, oracle = "yes" }, "an oracle has spoken"
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
    assert.matches("MAX plays 101 %(oracle%)", (gts { "play", "nim", "--as", "min", "--oracle", "delphi", input = "quit\n" }))
    assert.matches("it is silent.*hint.-oracle.-analyze", (gts { "play", "nim", input = "oracle\nhelp\nquit\n" }))
    assert.matches("%-%-%-@field oracle%? string", (gts "types"))
  end)
end)

describe("an extension that is wrong #lua", function()
  local function bringing(hook, name, more)
    return ("return { interface = 1, %s = { { name = '%s', module = 'gts-bad.c', %s } } }"):format(hook, name, more or "")
  end

  local function command(name) return bringing("commands", name) end
  local function algorithm(id) return bringing("algorithms", id) end

  local function wrong_of(hook, name, more, module)
    write("gts-bad/extension.lua", bringing(hook, name, more))
    write("gts-bad/c.lua", module)
  end
  local C = [[#include "algo/extension.h"
    static void run (Search *s) { publish_conclusion(s, 0); }
    EXTENSION_ALGORITHM(worse) = { .id = "worse", .title = "Worse", .family = "none", .source = "none", .run = run };]]
  local OLD = C:gsub("\n", '\n#undef GTS_VERSION\n#define GTS_VERSION "0.9.0"\n', 1)

  -- what is said, extension.lua, the text of an algorithm in C
  local cases = {
    { "has an algorithm 'worse' that does not load: .*no file", algorithm "worse" },
    { "has an algorithm 'worst' that does not load: .*undefined symbol: gts_algorithm_worst", algorithm "worst", C },
    { "has an algorithm 'worse' that does not load: it was compiled for another version of gts", algorithm "worse", OLD },
    { "has an algorithm 'worse' that does not load: it lacks its id, title", algorithm "worse", (C:gsub('"Worse"', "NULL")) },
    { "redefines 'minimax' of algorithms", algorithm "minimax", C },
    { "does not load: .*near <eof>", "return {" },
    { "does not load: .*oops", "error 'oops'" },
    { "does not return a plain table", "return 1" },
    { "does not return a plain table", "return setmetatable({}, { __index = function() error 'oops' end })" },
    { "lacks the text synonyms%[1%]%[2%]", "return { interface = 1, synonyms = { { 'x', 5 } } }" },
    { "has no name as pages%[1%].name", "return { interface = 1, pages = { { name = '../x', kind = 'howto' } } }" },
    { "has no kind of page as pages%[1%].kind", "return { interface = 1, pages = { { name = 'x', kind = 'y' } } }" },
    { "is for interface nil of gts, which has 1", "return {}" },
    { "is for interface 0 of gts, which has 1", "return { interface = 0 }" },
    { "has no list of needs", "return { interface = 1, needs = 'lab' }" },
    { "needs the extension 'nothing', which is not there", "return { interface = 1, needs = { 'lab', 'nothing' } }" },
    { "names an unknown hook 'colours'", "return { interface = 1, colours = {} }" },
    { "lacks the text commands%[1%].module", [[return { interface = 1, commands = { { name = "x" } } }]] },
    { "redefines 'search' of commands", command "search" },
    { "redefines 'limits' of pages", "return { interface = 1, pages = { { name = 'limits', kind = 'howto' } } }" },
    { "has no table as pages%[1%].renamed", "return { interface = 1, pages = { { name = 'x', kind = 'howto', renamed = 5 } } }" },
    { "has no page manual/lost.md", "return { interface = 1, pages = { { name = 'lost', kind = 'howto' } } }" },
    { "has a module gts%-bad.c that does not load", command "worse" },
  }
  for _, case in ipairs(cases) do
    it(("is named where it %s"):format(case[1]), function()
      write("gts-bad/extension.lua", case[2])
      if case[3] then
        write("gts-bad/c.c", case[3])
        compile "gts-bad/c.c"
      end
      local out, err, code = gts("help", "commands")
      assert.equal(0, code)
      assert.matches("gts: extension 'bad' %(.*/gts%-bad/extension.lua%) " .. case[1], err)
      assert.equal(1, select(2, err:gsub("\n", "")))
      assert.matches("search.*course", out)
    end)
  end

  it("leaves the files of another to that one", function()
    write("gts-bad/extension.lua", bringing("files", "kif"))
    assert.matches("mark", (gts("moves", "spec/gdl/games/tictactoe.kif")))
  end)

  it("throws, or does not load, which is the error of the command", function()
    for said, module in pairs {
      ["gts: .*oops"] = COMMAND:gsub("print \"hi\"", "error 'oops'"):gsub("hello", "worse"),
      ["^gts: extension 'bad' %(.*%) has a module gts%-bad.c that does not load: .*near <eof>\n$"] = "return {",
      ["^gts: extension 'bad' %(.*%) has a module gts%-bad.c that has wrong options\n$"] = COMMAND:gsub("options = {", "%0 7, "),
    } do
      wrong_of("commands", "worse", nil, module)
      local _, err, code = gts "worse"
      assert.equal(1, code)
      assert.matches(said, err)
    end
  end)

  it("throws in gts play, which goes on, and redefines an option, of which scripts are warned", function()
    wrong_of("play_commands", "w", "help = 'h'", "return { run = function() error 'oops' end }")
    assert.matches("extension 'bad': .-oops.*no moves yet", (gts { "play", "nim", "--as=both", input = "w\nhistory\nquit\n" }))
    wrong_of("advisers", "bad", nil, "return { options = { { name = 'depth', help = '' } }, adviser = print }")
    local out, err = gts("-e", "print(gts.best('nim', nil, { depth = 3, bad = 1 }))")
    assert.equal("", out)
    assert.matches("^Lua warning: extension 'bad' .- redefines the option 'depth'\n.*unknown option 'bad'", err)
  end)

  it("has a function whose module does not load or whose comment is missing: help and completion do without", function()
    write("gts-bad/extension.lua", [[return { interface = 1, functions = {
      { name = "bad_one", module = "gts-bad.c", options = "gts.BadOptions" },
      --- Does well.
      -- @tparam table given
      { name = "good_one", module = "gts-bad.d", options = "gts.GoodOptions" } } }]])
    write("gts-bad/c.lua", "return {")
    write("gts-bad/d.lua", [[local kind = (require "gts.base.schema").whole(1, 2)
      return { good_one = print, options = { { name = "only", kind = kind, help = "an option" } } }]])
    assert.equal("ly\n", (gts("-e", [[print((require "gts.program.complete".text "gts.good_one { on"))]])))
    assert.matches("Searches a game", (gts("help", "gts.search")))
    assert.matches("has a module gts%-bad.c that does not load: .*near <eof>", (select(2, gts("help", "nothing"))))
    assert.matches("function gts.bad_one%(%) end", (gts "types"))
  end)

  it("has facts that are none, and options of no kind, which are left out, and named by whatever reads them", function()
    wrong_of("facts", "bad", "} }, advisers = { { name = 'bad', module = 'gts-bad.c'", [[return { files = 3, adviser = print,
      classes = { 7, { name = 'gts.Bad', rows = { {} } } }, options = { { name = 'bad', kind = {}, help = '' } } }]])
    local out, err = gts "types"
    assert.matches("gts.Result.*", out)
    for what in ("classes%[1%] classes%[2%] files%[1%] options"):gmatch "%S+" do assert.matches("bad'.- wrong " .. what, err) end
  end)

  it("is a folder without extension.lua, which is named to whoever asks for it", function()
    write("gts-nothing/other.lua", "")
    assert.equal("", (select(2, gts "help")))
    assert.matches("the folder .*/gts%-nothing has no extension.lua", (select(2, gts "nothing")))
  end)
end)
