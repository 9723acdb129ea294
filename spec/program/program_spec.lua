-- The program gts, run as a child: its arguments, its output, and its exit codes 0, 1 (an error), 2 (usage), 130 (interrupted).

local games = require "gts.game"
local gts = require "gts"
local errors = require "spec.support.errors"
local help = require "gts.program.help"
local inside = require "spec.support.inside"
local manual = require "gts.program.manual"
local no_compiler = require "spec.support.no_compiler"
local run = require "spec.support.run"
local trees = require "spec.support.trees"
local virtual = require "spec.support.virtual_time"

local says = errors.says

-- Runs gts, in a process where it runs Lua, and demands its exit code; gives its output and errors.
local function expect(wanted, what)
  local runs = what.script or what.input or what.folder or what[1] == "-e"
  local out, err, code = (runs and run.gts or inside)(what)
  if code ~= wanted then error(("exit code %s, not %d\n%s%s"):format(tostring(code), wanted, out, err), 2) end
  if wanted == 0 then assert.are.equal("", err) end
  return out, err
end

-- A rules file in a separate folder.
local function rules_file(text)
  local folder, gone = run.folder()
  run.write(folder .. "/mygame.lua", text)
  return folder, gone
end

describe("gts search", function()
  it("shows the position, the move, the value, the line and the counts", function()
    local out = expect(0, { "search", "tictactoe", "--bounds", "false" })
    says(out, ". . .\n. . .\n. . .\n", "move   1\n", "value  0  (proved)", "line   1 ", "with alphabeta")
    says(out, "18,297 visits", "7,330 leaves")
  end)

  it("takes options of the search as --name value or --name=value, and those of the game as name=value", function()
    says(expect(0, { "search", "nim", "--algorithm", "minimax", "heaps={1,2}" }), "move   201", "value  1", "with minimax")
    says(expect(0, { "search", "nim", "--algorithm=failhard", "heaps={1,1}", "misere=true" }), "value  1", "with failhard")
    says(expect(0, { "search", "connect4", "--depth", "4", "columns=5", "rows=4" }), "(at depth 4)", "1 2 3 4 5\n")
    says(expect(0, { "search", "connect4", "--time", "0.05" }), "move   ", "stopped: time")
    says(expect(0, { "search", "tictactoe", "--position", "{1, 517}", "--depth", "1" }), "X . O\n")
    says(expect(0, { "search", "nim", "heaps={0}" }), "move   none", "value  -1")
  end)

  it("searches the game of a file", function()
    local folder, gone <close> = rules_file [[
      return function(options)
        local to = options.to or 3
        return { name = "count", start = 0, evaluate = function(p) return p end,
                 successors = function(p) return p < to and { p + 1 } or {} end }
      end ]]
    says(expect(0, { "search", "./mygame.lua", folder = folder }), "value  3  (proved)")
    says(expect(0, { "search", folder .. "/mygame.lua", "to=5" }), "value  5  (proved)")
  end)

  -- Only a command that makes no sense is sent to the help.
  it("ends with 2 after a command that makes no sense, and says what may be meant", function()
    for words, complaint in pairs {
      ["search"] = "which game?", ["search nim tictactoe"] = "what is 'tictactoe'?", ["search nim -d 3"] = "-d",
      ["search conect4"] = "there is no game 'conect4': did you mean 'connect4'?", ["search poker"] = "as in './poker.lua'",
      ["search nim --algorithm alfabeta"] = "did you mean 'alphabeta'?",
      ["search nim --algorithm gamma"] = "there are minimax, failhard, alphabeta",
      ["search nim --algorithm minimax --window {0,1}"] = "minimax takes no option 'window'",
      ["search nim --window 1,0"] = "option '--window' is '1,0': expected a list {alpha, beta}",
      ["search nim heap={1}"] = "has no option 'heap': did you mean 'heaps'?",
      ["search nim heaps=3"] = "option 'heaps' of the game 'nim' is 3: expected a list of 1 to 9 whole numbers",
      ["serach"] = "no command and no file 'serach': did you mean 'search'?", ["--nosuch"] = "unknown option '--nosuch'",
      ["-e"] = "-e needs code", ["help me"] = "no help on 'me'",
    } do
      local what = {}
      for word in words:gmatch "%S+" do what[#what + 1] = word end
      local out, err, code = inside(what)
      says(err, complaint)
      assert.same({ "", 2 }, { out, code }, words)
      assert.matches("\ntry 'gts [%l -]*%-%-help'\n$", err)
    end
  end)

  it("takes nil for an option that is not given", function()
    local function value(...) return (expect(0, { "search", "nim", "--depth", "2", ... })):match "value[^\n]*" end
    assert.equal(value(), value("heaps=nil", "--time", "nil"))
  end)

  it("ends with 1 after an error in the rules, and says where it is", function()
    for text, complaint in pairs {
      ["return { name = 'unfinished' "] = "mygame.lua:1: ", ["\nx = = 1"] = "mygame.lua:2: unexpected symbol near '='",
      ["return 3"] = "is 3: expected a rules table", ["local t\nreturn t.x"] = "mygame.lua:2: attempt to index a nil value",
      ["return { name = 'x', start = 0, evaluate = print }"] = "rules.successors is missing",
    } do
      local folder, gone <close> = rules_file(text)
      says(select(2, expect(1, { "search", folder .. "/mygame.lua" })), complaint)
    end
    says(select(2, expect(1, { "search", "./other.lua" })), "cannot open ./other.lua")
    local folder, gone <close> = rules_file [[
      return { name = "far", start = 0, evaluate = function(n) return n end,
               successors = function(n)
                 if n > 3 then error("too far") end
                 return { n + 1, n + 2 }
               end } ]]
    local _, err = expect(1, { "search", "./mygame.lua", folder = folder })
    says(err, "mygame.lua:3: too far (in rules.successors of position 4)\nstack traceback:\n", "mygame.lua:3: in function")
    assert.is_nil(err:find("cli.lua", 1, true))
  end)
end)

describe("gts FILE.lua", function()
  it("runs a script with its arguments", function()
    local out = expect(0, { script = "print(#arg, arg[1], arg[2], ...) print(arg[0]:match '[^/]*$')", "one", "two words" })
    assert.are.equal("2\tone\ttwo words\tone\ttwo words\nscript.lua\n", out)
  end)

  it("names the program before the script", function()
    local out = expect(0, { script = "print(arg[-1])" })
    assert.are.equal(run.program .. "\n", out)
  end)

  it("has gts at hand, as a global and as a module", function()
    local out = expect(0, { script = "print(require 'gts' == gts, gts.version, gts.search('nim', {}).value)" })
    assert.are.equal(("true\t%s\t1\n"):format(gts.version), out)
  end)

  it("exits 1 after an error, and shows where it was, in the rules too", function()
    local _, err = expect(1, { script = "local x = nil\nprint(x.y)" })
    says(err, "script.lua:2:", "traceback")
    _, err = expect(1, { script = [[
      local function helper(p) return p.a.b end
      gts.search { name = "broken", start = 1, successors = function() return {} end,
      evaluate = function(p)
        local value = helper { p }
        return value
      end }
    ]] })
    says(err, "script.lua:1:", "helper", "script.lua:4:")
    _, err = expect(1, { script = "error { code = 5 }" })
    says(err, "table")
    _, err = expect(1, { script = "x = = 1" })
    says(err, "script.lua:1:")
    expect(1, { script = "error()" })
  end)

  it("shows where its own error was, not one that was caught before", function()
    local _, err = expect(1, { script = [[
      pcall(gts.search, { name = "broken", start = 1, successors = function() return {} end,
        evaluate = function() error "first" end })
      local function later() error "second" end
      later()
    ]] })
    says(err, "script.lua:3: second", "later", "script.lua:4:")
    assert.is_nil(err:find("script.lua:2:", 1, true))
  end)

  it("shows an error that is an object as the object says", function()
    local _, err = expect(1, { script = "error(setmetatable({}, { __tostring = function() return 'so it is' end }))" })
    says(err, "gts: so it is")
  end)

  it("closes the variables of a coroutine that has failed at once", function()
    local out = expect(0, { script = [[
      local f = coroutine.wrap(function()
        local _ <close> = setmetatable({}, { __close = function() print "closed" end })
        error "oh"
      end)
      print(pcall(f))
      print "after"
    ]] })
    assert.matches("^closed\nfalse\t.*script.lua:3: oh\nafter\n$", out)
  end)

  it("exits as os.exit says", function()
    expect(7, { script = "os.exit(7)" })
    expect(0, { script = "os.exit(true)" })
  end)

  it("exits as os.exit says inside a search, whose state is closed", function()
    local script = [[
      local which, most, options = ...
      local calls = 0
      local function leave(name)
        calls = calls + (name == which and 1 or 0)
        if calls == tonumber(most) then os.exit(3, true) end
      end
      local rules = { name = "closing", version = "1", start = 1, range = { -100, 100 },
        next = function(p, m)
          leave "next"
          if (m or 0) < 3 and p < 2187 then return (m or 0) + 1, 3 * p + (m or 0) end
        end,
        evaluate = function(p) leave "evaluate" return p * 7919 % 100 end,
        key = function(p) leave "key" return p end }
      options = load("return " .. options)()
      options.native, options.every = false, 1e-4
      options.progress = function() leave "progress" end
      options.trace = not options.threads and function() leave "trace" end or nil
      gts.search(rules, options)
    ]]
    for which, sets in pairs {
      next = { "{ algorithm = 'sss2' }", "{ algorithm = 'mtd', threads = 3 }" },
      trace = { "{ algorithm = 'sss2' }" },
      evaluate = { "{}", "{ algorithm = 'mcts', iterations = 5000 }",
        "{ algorithm = 'mcts', threads = 3, iterations = 5000 }" },
      key = { "{ algorithm = 'ttalphabeta', table = gts.table { bytes = 1 << 16 } }" },
      progress = { "{ algorithm = 'mcts', threads = 3, iterations = 100000 }" },
    } do
      for _, options in ipairs(sets) do
        expect(3, { script = script, which, which == "progress" and "1" or "20", options })
      end
    end
  end)

  it("exits 1 if there is no such file", function()
    says(select(2, expect(1, { "./nosuch.lua" })), "cannot open ./nosuch.lua")
  end)

  it("reads a script from its input by the name -", function()
    assert.are.equal("5\ta\n", (expect(0, { input = "print(2 + 3, ...)", "-", "a" })))
    expect(1, { input = "error 'x'", "-" })
  end)
end)

describe("gts -e", function()
  it("runs code, with arguments", function()
    assert.are.equal("2\n", (expect(0, { "-e", "print(1 + 1)" })))
    assert.are.equal("a\tb\n", (expect(0, { "-e", "print(arg[1], arg[2])", "a", "b" })))
    assert.are.equal("1\n", (expect(0, { "-e", "print(gts.search('nim').value)" })))
  end)

  it("exits 1 after an error", function()
    says(select(2, expect(1, { "-e", "error 'trouble'" })), "trouble")
    says(select(2, expect(1, { "-e", "x = = 1" })), "(-e):1: unexpected symbol near '='")
  end)
end)

describe("gts with piped input", function()
  it("runs it line by line, and prints the values of expressions", function()
    assert.are.equal("2\n1\n3\n7\n", (expect(0, { input = "1 + 1\nr = gts.search('nim')\nr.value\nt = {\n1, 2, 3 }\nprint(#t)\n"
      .. "local y = 4\ny + 3\n" })))
    assert.are.equal("", (expect(0, { input = "" })))
  end)

  it("shows the first forty elements of a list", function()
    local numbers = {}
    for i = 1, 40 do numbers[i] = i end
    local forty = "{" .. table.concat(numbers, ", ")
    local out = expect(0, { input = "t = {}\nfor i = 1, 40 do t[i] = i end\nt\nt[41] = 41\nt\n" })
    assert.equal(forty .. "}\n" .. forty .. ", ... 1 more}\n", out)
  end)

  it("stops at the first error, with 1 and the line", function()
    local out, err = expect(1, { input = "1 + 2\n\nerror 'here'\n4\n" })
    assert.equal("3\n", out)
    says(err, "stdin:3: here")
    for _, wrong in ipairs { "x = = 1", "if true then\n", "local x\nx.y = 1" } do expect(1, { input = wrong }) end
  end)

  it("refuses a line without end, and says so in a line", function()
    local out, err = expect(1, { input = "1 + 1\n" .. ("x"):rep(2 << 20) })
    assert.equal("2\n", out)
    assert.equal("gts: stdin:2: a line of more than 1048576 bytes: gts FILE runs it\n", err)
    local long = "x = '" .. ("y"):rep(1000000) .. "' print(#x)"
    assert.equal("1000000\n", (expect(0, { input = long })))
  end)
end)

describe("gts help", function()
  it("says how the program is used", function()
    for _, word in ipairs { "--help", "-h" } do says(expect(0, { word }), "usage: gts", "search GAME", "FILE.lua", "-e CODE") end
  end)

  -- Wherever lines end.
  local function text_on(topic) return (expect(0, { "help", topic }):gsub("%s+", " ")) end

  it("is made of what there is: every option, every algorithm, every game", function()
    local out = text_on "options"
    for _, row in ipairs(require("gts.facts.options").rows) do says(out, row.name, row.help) end
    out = text_on "algorithms"
    for _, algorithm in ipairs(gts.algorithms) do says(out, algorithm.id, algorithm.title, algorithm.source) end
    out = text_on "games"
    for _, name in ipairs { "nim", "tictactoe", "connect4" } do says(out, name) end
  end)

  it("without a topic has them all, and how to begin", function()
    local out = text_on()
    for _, topic in ipairs(help.topics) do says((" %s "):format(out:gsub("%s+", " ")), (" %s "):format(topic)) end
    says(out, "gts.search", "help reference", "Ctrl-D leaves")
    assert.is_true(select(2, out:gsub("\n", "")) <= 30)
    says(text_on "reference", "rules ", manual.title "rules")
  end)

  it("shows the pages of the manual, after what is made", function()
    says(text_on "rules", manual.title "rules", "`successors(p)`", "See also: gts help")
    says(text_on "search", "gts.search(game, options)", manual.title "search")
    says(text_on "algorithms", "H**", manual.title "algorithms", "hstarstar")
  end)

  it("names the pages that a page leads to, each once", function()
    local most = 0
    for _, topic in ipairs { "rules", "search", "algorithms", "play" } do
      local seen, count = {}, 0
      local further = help.text(topic, 80):gsub("%s+", " "):match "See also: (.*)$" or ""
      for name in further:gmatch "gts help ([%l%d-]+)" do
        assert.is_nil(seen[name], topic)
        seen[name], count = true, count + 1
      end
      most = math.max(most, count)
    end
    assert(most > 1)
  end)

  it("tells what a game that comes with gts is, and its options", function()
    for _, name in ipairs(games.shipped) do
      local out = text_on(name)
      for _, row in ipairs(games.options(name)) do says(out, row.name, row.help) end
    end
    says(text_on "connect4", "four stones in a line win", "a whole number from 1 to 30; default: 7")
    says(expect(0, { "help", "connect4" }), "\n    mine   the stones")
    says(text_on "nim", "default: {3, 4, 5}", "true or false; default: false")
  end)

  -- The longest line of a text that is no code.
  local function longest(text)
    local most = 0
    for line in text:gmatch "[^\n]+" do if not line:find "^    " then most = math.max(most, #line) end end
    return most
  end

  it("is as wide as the environment has it, 80 without a terminal, 100 at most", function()
    local widths = { ["COLUMNS=40"] = 40, ["-u COLUMNS"] = 80, ["COLUMNS=0"] = 80, ["COLUMNS=wide"] = 80, ["COLUMNS=500"] = 100 }
    for environment, most in pairs(widths) do
      local width = longest(expect(0, { "help", "formats", environment = environment }))
      assert.is_true(width <= most and width > most - 10)
    end
    assert.equal(40, longest(expect(0, { "-e", "print(gts.help 'limits')", environment = "COLUMNS=40" })))
  end)
end)

describe("gts", function()
  it("works from any directory with no environment at all", function()
    says(expect(0, { "search", "nim", "heaps={1,2}", folder = "/", environment = "-i" }), "value  1")
    assert.are.equal("true\n", (expect(0, { script = "print(gts.game 'connect4' ~= nil)", folder = "/", environment = "-i" })))
    says(expect(0, { "-e", "print(require('gts.games.nim') {}.name)", folder = "/", environment = "-i" }), "nim")
  end)

  it("brings its manual along where it is installed #lua #packages", function()
    if no_compiler() then return pending "make needs a C compiler" end
    local folder, gone <close> = run.folder()
    local build = run.program:match "^(.*)/[^/]*$"
    run.output(("env -u MAKEFLAGS -u MAKELEVEL make -s install BUILD='%s' PREFIX='%s' 2>&1"):format(build, folder))
    local command = ("cd / && env -i '%s/bin/gts' %%s </dev/null"):format(folder)
    local all = run.output(command:format([[-e 'local help = require "gts.program.help"
      for _, topic in ipairs(help.topics) do print(help.text(topic, 80)) end']]))
    local texts = {}
    for i, topic in ipairs(help.topics) do texts[i] = help.text(topic, 80) end
    assert.equal(table.concat(texts, "\n"), all)
    assert.equal(texts[1], run.output(command:format("help " .. help.topics[1])):sub(1, #texts[1]))
    local share = folder .. "/share/"
    for file, made in pairs { ["man/man1/gts.1"] = "manpage", ["bash-completion/completions/gts"] = "completion bash",
      ["zsh/site-functions/_gts"] = "completion zsh" } do
      local installed = run.output(("cat '%s'"):format(share .. file))
      assert.equal(run.output(("'%s' %s"):format(run.program, made)), (installed:gsub('%.TH GTS 1 "[%d-]*"', '.TH GTS 1 ""')))
    end
    -- From where zsh finds it by itself.
    says(run.output(("cd '%s' && PATH='%s/bin':$PATH zsh -f -c 'fpath=(%szsh/site-functions $fpath); autoload -Uz compinit; " ..
      "compinit -u -d dump; print $_comps[gts]'"):format(folder, folder, share)), "_gts")
  end)

  it("demo shows two games searched", function()
    local _ <close> = virtual.time(20000)
    local out = expect(0, { "demo" })
    says(out, "Tic-tac-toe", "X . .\n. . .\n. . .", "value  0  (proved)", "Connect-4", "stopped: time", "1 2 3 4 5 6 7")
  end)

  it("reads and writes as in English, whatever the letters of the user's language #thorough", function()
    local folder, gone <close> = run.folder()
    local made = run.output(("localedef -i tr_TR -f UTF-8 '%s/tr_TR.UTF-8' 2>&1 || echo no"):format(folder))
    if made ~= "" then return pending "needs localedef, and the sources of the locale tr_TR" end
    local environment = ("LOCPATH='%s' LC_ALL=tr_TR.UTF-8"):format(folder)
    assert.equal("MIN\ti\n", (expect(0, { environment = environment, "-e", 'print(("min"):upper(), ("I"):lower())' })))
  end)

  it("survives a reader who has seen enough", function()
    local out = run.output(("'%s' help options | head -n 1; echo ${PIPESTATUS:-done}"):format(run.program))
    says(out, "done")
  end)
end)

describe("the option --position", function()
  it("refuses what is of another kind than the positions of the game, before its rules see it", function()
    for _, row in ipairs {
      { "nim", "{}", "a table: the first position of nim is a number" },
      { "tictactoe", "5", "a number: the first position of tictactoe is a table" },
    } do
      for _, command in ipairs { "moves", "best", "search", "solve", "draw", "record", "play" } do
        local out, err, code = inside { command, row[1], "--position", row[2] }
        assert.same({ "", 2 }, { out, code }, command)
        assert.equal(("gts: option '--position' is %s"):format(row[3]), err:match "^[^\n]*", command)
      end
    end
  end)
end)

describe("odd command lines", function()
  local commands = { "", "nosuch", "-e", "--", "-x" }
  for word in ("algorithms analyze best check compare complete completion course database draw equivalent experiment games help "
    .. "match moves native new perft play record solve types verify"):gmatch "%a+" do
    commands[#commands + 1] = word
  end
  local odd = {
    "", "-", "--", "-1", "0", "1e400", "nan", "99999999999999999999", "-9223372036854775808", "\1\2",
    "\27[31m", "\xFF", "{", "{a=1}", "=", "a=", "=b", "heaps={", "columns=-1", "--json", "--json=", "--nosuch",
    "--depth", "--depth=x", "--depth=-1", "--time=nan",
    "--position=", "--position={", "--algorithm=", "../..", "/dev/null", "%s%n", "'", "a\nb",
    ("x"):rep(5000), "nim", "./no.lua", "(1 2)",
  }

  it("end with 0, 1 or 2 and one clear message, and never inside gts", function()
    local place, gone <close> = run.folder()
    local lot = 1
    local function pick(list)
      lot = (lot * 1103515245 + 12345) & 0x7FFFFFFF
      return list[(lot >> 8) % #list + 1]
    end
    for _ = 1, trees.share(150) do
      local what = { pick(commands), folder = place }
      for i = 2, 2 + pick { 0, 1, 2, 3, 4 } do what[i] = pick(odd) end
      what[#what + 1] = "--nosuch"          -- so that nothing long begins
      local _, err, code = run.gts(what)
      local line = table.concat(what, " ")
      assert.is_true(code == 0 or code == 1 or code == 2, line)
      assert.is_true(code == 0 or err:find "^gts: " ~= nil, line)
      for _, text in ipairs { "traceback", "attempt to", "lua/gts/", "[C]", "Sanitizer" } do
        assert.is_nil(err:find(text, 1, true), line .. ": " .. err)
      end
    end
  end)
end)
