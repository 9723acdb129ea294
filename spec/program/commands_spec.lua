-- The commands of the program gts: what they take, what they answer, and what they say of themselves.

local arguments = require "gts.program.arguments"
local commands = require "gts.program.commands"
local errors = require "spec.support.errors"
local extensions = require "gts.base.extensions"
local core = require "gts.core"
local gts = require "gts"
local inside = require "spec.support.inside"
local json = require "gts.show.json"
local processor = require "spec.support.processor"
local no_compiler = require "spec.support.no_compiler"
local run = require "spec.support.run"
local Terminal = require "spec.support.terminal"
local schema = require "gts.base.schema"
local tables = require "gts.base.tables"
local usage = require "gts.program.usage"

local says = errors.says

-- Runs gts with words and demands its exit code; gives its output, its errors.
local function expect(wanted, words)
  local out, err, code = inside(words)
  if code ~= wanted then error(("exit code %s, not %d\n%s%s"):format(tostring(code), wanted, out, err), 2) end
  if wanted == 0 then assert.equal("", err) end
  return out, err
end

local function lines_of(text)
  local lines = {}
  for line in (text:gsub("\n$", "") .. "\n"):gmatch "([^\n]*)\n" do lines[#lines + 1] = line end
  return lines
end

describe("gts.program.commands", function()
  it("names the files of the folder command, in the order of the numbers in their rows, and what extensions add", function()
    local pipe <close> = assert(io.popen "ls lua/gts/program/command")
    local rows, added, lists = {}, {}, { usual = commands.usual, other = commands.others, hidden = commands.hidden }
    for file in pipe:lines() do rows[#rows + 1] = require("gts.program.command." .. file:match "^(.*)%.lua$") end
    for _, row in ipairs(extensions.rows "commands") do added[row.name] = true end
    for group, list in pairs(lists) do
      local own = tables.filter(rows, function(row) return row[group] end)
      local kept = tables.filter(list, function(name) return not added[name] end)
      table.sort(own, function(a, b) return a[group] < b[group] end)
      assert.same(tables.map(own, function(row) return row.name end), kept)
    end
    local count = #rows
    for name in pairs(added) do count = count + (commands.find(name) and 1 or 0) end
    assert.equal(count, #commands.names + #commands.hidden)
  end)
end)

describe("the arguments of a command", function()
  local row = {
    name = "try", game = true, json = true,
    arguments = { { name = "OTHER", game = true }, { name = "FILES", many = true } },
    options = {
      { name = "depth", kind = schema.whole(0, 9) }, { name = "two_words", kind = schema.flag }, { name = "bare", flag = true },
      { name = "text" }, { name = "typed", raw = true }, { name = "with_default", kind = schema.whole(), default = 3 },
      { name = "limits", flag = true, kind = schema.any "limits" },
    },
  }

  local function read(...) return assert(arguments.read(row, { ... })) end

  local function refused(why, ...)
    local call, wrong = arguments.read(row, { ... })
    assert.is_nil(call)
    assert.equal(why, wrong)
  end

  it("are a game with its options, then what else there is", function()
    local call = read("nim", "heaps={1,2}", "--depth", "3", "chess", "a=1", "one", "two", "b='x'")
    assert.equal("nim", call.game)
    assert.same({ heaps = { 1, 2 } }, call.game_options)
    assert.same({ name = "chess", options = { a = 1, b = "x" } }, call.arguments.OTHER)
    assert.same({ "one", "two" }, call.arguments.FILES)
    assert.same({ depth = 3, with_default = 3 }, call.options)
    assert.is_false(call.json)
    assert.is_true(read("nim", "--json").json)
  end)

  it("have options as --name value or --name=value, in any place, with - or _", function()
    assert.equal(4, read("--depth", "4", "nim").options.depth)
    assert.equal(4, read("nim", "--depth=4").options.depth)
    assert.equal(4, read("nim", "--depth=4.0").options.depth)
    assert.is_true(read("nim", "--two-words").options.two_words)
    assert.is_true(read("nim", "--two_words").options.two_words)
    assert.equal("-x=y", read("nim", "--text=-x=y").options.text)
    assert.equal("12", read("nim", "--text", "12").options.text)
    assert.equal("{1, 2", read("nim", "--typed", "{1, 2").options.typed)
    assert.is_nil(read("nim", "--depth", "nil").options.depth)
  end)

  it("have flags that take nothing which is no value of theirs", function()
    local call = read("--bare", "nim")
    assert.same({ true, "nim" }, { call.options.bare, call.game })
    call = read("--two_words", "nim")
    assert.same({ true, "nim" }, { call.options.two_words, call.game })
    assert.is_false(read("--two_words", "false", "nim").options.two_words)
    assert.is_false(read("--two_words=false", "nim").options.two_words)
    call = read("--bare", "true")
    assert.same({ true, "true" }, { call.options.bare, call.game })
    call = read("--limits", "nim")
    assert.same({ true, "nim" }, { call.options.limits, call.game })
    assert.same({ time = 5 }, read("nim", "--limits={time=5}").options.limits)
  end)

  it("are no options behind --", function()
    local call = read("--", "--depth")
    assert.equal("--depth", call.game)
    assert.equal("-", read("-").game)
  end)

  it("are refused in words", function()
    refused("which game? a name (gts games lists them), or a file")
    refused("unknown option '--dpeth': did you mean '--depth'?", "nim", "--dpeth", "3")
    refused("unknown option '-d': options begin with --", "nim", "-d")
    refused("option '--depth' has no value", "nim", "--depth")
    refused("option '--depth' has no value", "nim", "--depth", "--bare")
    refused("option '--depth' is given twice", "nim", "--depth", "1", "--depth=2")
    refused("option '--two_words' is given twice", "nim", "--two_words", "--two-words")
    refused("option '--depth' is 10: expected a whole number from 0 to 9", "nim", "--depth", "10")
    refused("option '--depth' is 'deep': expected a whole number from 0 to 9", "nim", "--depth", "deep")
    refused("option '--bare' is 3: expected true or false", "nim", "--bare=3")
    refused("the option 'a' of the game is given twice", "nim", "a=1", "a=2")
  end)

  it("say the one game that there is already", function()
    local call, wrong = arguments.read({ name = "one", game = true }, { "nim", "chess" })
    assert.is_nil(call)
    assert.equal("what is 'chess'? the game is 'nim' already", wrong)
    call, wrong = arguments.read({ name = "none" }, { "nim" })
    assert.is_nil(call)
    assert.equal("what is 'nim'? gts none takes no such argument", wrong)
  end)

  it("have values as Lua has them, and infinity", function()
    assert.same({ 1, "a", true }, arguments.literal "{1, 'a', true}")
    assert.equal(math.huge, arguments.literal "inf")
    assert.is_false(arguments.literal "false")
    assert.equal(-math.huge, arguments.literal "-math.huge")
    assert.equal("alphabeta", arguments.literal "alphabeta")
    assert.equal("a b", arguments.literal "a b")
    for _, text in ipairs { "os.exit(1)", "{('a'):rep(9)}", "1+1" } do assert.equal(text, arguments.literal(text)) end
  end)
end)

describe("the help", function()
  it("has the words that an option takes, where it may stand without", function()
    for _, name in ipairs { "search", "best", "solve" } do
      local out = expect(0, { name, "--help", environment = "COLUMNS=200" })
      assert.matches("\n  %-%-native auto|true|false ", out, name)
    end
    for _, word in ipairs { "auto", "false", not no_compiler() and "true" or nil } do
      expect(0, { "search", "nim", "--depth", "2", "--native", word })
    end
  end)

  it("on the program is less than a screen, with all commands", function()
    local out = expect(0, { "--help" })
    local lines = lines_of(out)
    assert.is_true(#lines < 24)
    for _, line in ipairs(lines) do assert.is_true(#line <= 80, line) end
    for _, name in ipairs(commands.names) do assert.matches("%f[%w]" .. name .. "%f[%W]", out) end
  end)

  it("fits a narrow page", function()
    for _, words in ipairs { { "--help" }, { "help", "commands" }, { "search", "--help" }, { "games" } } do
      words.environment = "COLUMNS=40"
      for _, line in ipairs(lines_of(expect(0, words))) do
        assert.is_true(utf8.len(line) <= 40 or line:find "gts %l+ " ~= nil, line)
      end
    end
  end)

  for _, name in ipairs(commands.names) do
    local row = commands.find(name)

    it("on " .. name .. " has all its options", function()
      local out = expect(0, { name, "--help" })
      says(out, "usage: gts " .. name, "options:", "example")
      for _, option in ipairs(arguments.options(row)) do
        assert.matches("\n  %-%-" .. option.name .. "%f[^%w_]", out)
        assert.is_string(option.help)
      end
      assert.equal(out, (expect(0, { name, "-h" })))
      says(expect(0, { "help", name }), usage.line(row))
    end)
  end

  it("has all commands in a line each", function()
    local out = expect(0, { "help", "commands" })
    for i, line in ipairs(lines_of(out)) do
      local name = line:match "^  (%l+)"
      assert.equal(commands.names[i], name)
      says(line, commands.find(name).summary)
    end
  end)

  it("is where a slip is sent to", function()
    says(select(2, expect(2, { "perft", "nim" })), "option '--depth' is missing", "try 'gts perft --help'")
    says(select(2, expect(2, { "help", "comands" })), "did you mean 'commands'?")
    says(select(2, expect(2, { "anlyze", "nim" })), "did you mean 'analyze'?")
    says(select(2, expect(2, { "nim" })), "'nim' is a game", "'gts best nim'")
  end)
end)

-- In a separate folder, one after the other: what one writes the next may read.
describe("the examples in the help run #lua #doc:", function()
  local folder, gone
  setup(function()
    folder, gone = run.folder()
    core.files.write(folder .. "/breakthrough.kif", assert(core.files.read("spec/gdl/games/breakthrough.kif", 10000)))
  end)
  teardown(function() getmetatable(gone).__close() end)

  for _, name in ipairs(commands.names) do
    for _, example in ipairs(commands.find(name).examples) do
      local try = example.long and function() end or it
      try(example[1], function()
        local compiles = name == "native" and not example[1]:find "%-%-check"
        if compiles and no_compiler() then return pending "needs a C compiler" end
        local command = example[1]:gsub("^gts", function() return "'" .. run.program .. "'" end)
          :gsub("columns=5 rows=4", "columns=4 rows=3")         -- a board that is solved in a moment
          :gsub("%-%-games 400", "--games 80"):gsub("%-%-clock 60%+1", "--clock 6+1")
          :gsub("winners %-%-time 5", "winners --time 0.02")
        local out = run.output(("cd '%s' && { %s; } </dev/null 2>errors; echo; echo $?; cat errors"):format(folder, command))
        local answer = out:match "^(.*)\n0$"
        assert.is_string(answer, out)
        assert.is_true(#answer > 0)
        assert.equal(command:find "%-%-json" ~= nil, json.decode(answer) ~= nil)
      end)
    end
  end
end)

-- The answer of a command in JSON.
local function answer(words)
  words[#words + 1] = "--json"
  return assert(json.decode((expect(words.code or 0, words))))
end

describe("gts best and gts search", function()
  it("answer in JSON as in Lua", function()
    local r = gts.search("nim", { algorithm = "sss" })
    local nim = gts.game "nim"
    local data = answer { "search", "nim", "--algorithm", "sss" }
    for _, field in ipairs { "value", "lower", "upper", "exact", "solved", "depth", "algorithm" } do
      assert.equal(r[field], data[field], field)
    end
    assert.equal(tostring(r.move), data.move)
    assert.equal(gts.write(nim, nim.start), data.position)
    assert.equal(#r.pv, #data.pv)
    assert.equal(gts.write(nim, r.line[1]), data.line[1])
    assert.equal(r.stats.leaves, data.stats.leaves)
    assert.same({ "sss", "nim" }, { data.options.algorithm, data.game })
    data = answer { "best", "tictactoe" }
    assert.same({ 0, true, true }, { data.value, data.exact, data.solved })
  end)

  it("say at once which package JSON needs", function()
    local out, err, code = run.gts { "best", "connect4", "--time", "50", "--json", environment = "LUA_PATH=/nowhere/?.lua" }
    local wanted = "gts: JSON needs the Lua module dkjson, which is not installed (Debian: lua-dkjson)\n"
    assert.same({ "", wanted, 1 }, { out, err, code })
  end)

  it("answer alike where the rules are confined", function()
    local data = answer { "search", "nim" }
    local confined = json.decode((inside { "search", "nim", "--confined", "--json" }))
    for _, field in ipairs { "value", "move", "solved", "algorithm" } do assert.equal(data[field], confined[field]) end
    assert.same(data.pv, confined.pv)
    assert.same(data.line, confined.line)
    assert.equal("3 4 5", confined.shown)
    assert.is_table(confined.confined.lacks)
  end)

  it("have null in JSON for what is infinite or unknown", function()
    local out = expect(0, { "search", "tictactoe", "--nodes", "1", "--bounds", "false", "--json" })
    says(out, '"stopped":"nodes"', '"lower":null', '"upper":null')
    assert.is_nil(json.decode(out).value)
  end)

  it("write a move by its name, in text and in JSON", function()
    local name = gts.moves("amazons", nil)[1].name
    local pattern = "^" .. name:gsub("%w", "%%w"):gsub("%-", "%%-") .. "$"
    assert.matches(pattern, answer({ "best", "amazons", "size=5", "--depth", "1" }).move)
    assert.matches(" %w%w%-%w%w/%w%w\n", (expect(0, { "best", "amazons", "size=5", "--depth", "1" })))
  end)

  it("start where --position and --after say", function()
    local ttt = gts.game "tictactoe"
    local position = gts.apply(ttt, nil, 5, 1)
    local text = gts.write(ttt, position)
    local wanted = gts.show(ttt, position)
    for _, words in ipairs {
      { "--after", "5 1" }, { "--after", "5,1" }, { "--position", text },
      { "--position", ("{%d, %d}"):format(position[1], position[2]) },
      { "--position", gts.write(ttt, gts.apply(ttt, nil, 5)), "--after=1" },
    } do
      local out = expect(0, { "best", "tictactoe", table.unpack(words) })
      assert.equal(wanted, out:sub(1, #wanted))
    end
    assert.equal(gts.write("breakthrough", gts.apply("breakthrough", nil, gts.moves("breakthrough")[1].name)),
      answer({ "moves", "breakthrough", "--after", gts.moves("breakthrough")[1].name }).position)
    says(select(2, expect(2, { "best", "tictactoe", "--after", "5,5" })), "there is no move '5' here", "the moves are")
    says(select(2, expect(2, { "best", "breakthrough", "--position", "nonsense" })), "has no position 'nonsense'")
    says(select(2, expect(2, { "best", "tictactoe", "--position", "nonsense" })), "has no position 'nonsense'")
    says(select(2, expect(2, { "best", "tictactoe", "--position", "{1}" })), "a list of 2 integers")
  end)

  it("keep the proof, which gts verify checks", function()
    local folder, gone <close> = run.folder()
    local file = folder .. "/a.proof"
    expect(0, { "search", "nim", "--algorithm", "alphabeta", "--proof", file })
    says(expect(0, { "verify", "nim", file }), "the value is 1")
    local verdict = answer { "verify", "nim", file }
    assert.same({ true, 1, true }, { verdict.proved, verdict.lower, verdict.exact })
    says(expect(1, { "verify", "nim", "heaps={2,2}", file }), "no proof: ")
    assert.is_false(answer({ code = 1, "verify", "nim", "heaps={2,2}", file }).proved)
    says(select(2, expect(1, { "verify", "nim", folder .. "/b.proof" })), "b.proof")
    says(select(2, expect(2, { "verify", "nim" })), "which proof?")
    says(select(2, expect(1, { "search", "nim", "--algorithm", "alphabeta", "--proof", "/nowhere/a" })), "/nowhere/a")
    local unproved = { "search", "tictactoe", "--algorithm", "ubfm", "--iterations", "20", "--proof", "b" }
    says(select(2, expect(1, unproved)), "no proof is saved")
  end)
end)

describe("a tree in the place of a game", function()
  it("is nested lists", function()
    local r = answer { "search", "{{3,12,8},{2,4,6},{14,5,2}}", "--algorithm", "alphabeta" }
    assert.same({ 3, "1", 7 }, { r.value, r.move, r.stats.leaves })
    assert.equal(4, answer({ "search", " {4, {1, upper = inf}} " }).value)
  end)

  it("is the word tree, and what gts.tree takes", function()
    local words = { "search", "tree", "branching=3", "depth=4", "seed=7", "order=strong", "range={0,99}" }
    local tree = gts.tree { branching = 3, depth = 4, seed = 7, order = "strong", range = { 0, 99 } }
    assert.equal(gts.search(tree).value, answer(words).value)
  end)

  it("is refused in words", function()
    local function refused(why, ...) says(select(2, expect(2, { "search", ... })), why) end
    refused("the tree needs branching and depth", "tree")
    refused("the tree: unknown field 'brnching': did you mean 'branching'?", "tree", "brnching=2", "depth=2")
    refused("the tree cannot be read: ", "{{3,12")
    refused("the tree: node '2' is an empty list", "{{3,12},{}}")
    refused("a tree that is written out takes no options", "{3,12}", "depth=2")
  end)
end)

describe("gts best on a terminal", function()
  it("shows itself while it thinks, and then the answer", function()
    local folder, gone <close> = run.folder()
    local terminal = Terminal.start(("NO_COLOR=1 exec '%s' best connect4 --time 60"):format(run.program), folder)
    terminal:expect "depth "
    terminal:expect "nodes"
    terminal:press "\3"
    terminal:expect "1 2 3 4 5 6 7\r\nmove   4"
    terminal:close(130)
  end)
end)

describe("gts analyze", function()
  it("answers as gts.analyze does", function()
    local list = gts.analyze("tictactoe", { depth = 4 })
    local data = answer { "analyze", "tictactoe", "--depth", "4" }
    assert.equal(#list, #data.rows)
    for i, entry in ipairs(list) do assert.same({ entry.name, entry.value }, { data.rows[i].move, data.rows[i].value }) end
    says(expect(0, { "analyze", "tictactoe", "--depth", "4" }), ". . .\n", "move  value", "depth 4")
  end)
end)

describe("gts moves", function()
  it("shows a position, its text and its moves", function()
    local out = expect(0, { "moves", "tictactoe", "--after", "5" })
    says(out, ". . .\n. X .\n. . .\n", "player min\n", "moves  1 2 3 4 6 7 8 9\n")
    local text = out:match "text   (%S[^\n]*)"
    says(expect(0, { "moves", "tictactoe", "--position", text }), "moves  1 2 3 4 6 7 8 9\n")
    local data = answer { "moves", "tictactoe", "--after", "5" }
    assert.same({ "min", "9" }, { data.player, data.moves[8].move })
    says(expect(0, { "moves", "nim", "heaps={0}" }), "the game is over")
  end)
end)

describe("gts perft", function()
  it("counts", function()
    -- 7^k as long as no column is full; Othello's first numbers are known from many programs.
    local data = answer { "perft", "connect4", "--depth", "4" }
    for k = 1, 4 do assert.same({ moves = k, paths = 7 ^ k // 1 | 0 }, data.rows[k]) end
    assert.equal(56, answer({ "perft", "othello", "--depth", "3" }).rows[3].paths)
    assert.equal(12, answer({ "perft", "tictactoe", "--depth", "2", "columns=2", "rows=2", "--distinct" }).rows[2].positions)
  end)

  it("counts behind each move", function()
    local data = answer { "perft", "othello", "--depth", "5", "--divide" }
    assert.equal(1396, data.paths)
    for _, row in ipairs(data.rows) do assert.equal(349, row.paths) end
    expect(2, { "perft", "othello", "--depth", "0" })
    expect(2, { "perft", "othello", "--depth", "1", "--divide", "--distinct" })
  end)
end)

-- Runs gts, and Ctrl-C when it is at work; gives its output, its errors, its exit code.
local function interrupted(command)
  local folder, gone <close> = run.folder()
  local code = processor.signal(("'%s' %s >'%s/out' 2>'%s/err'"):format(run.program, command, folder, folder), 0.4)
  return run.output(("cat '%s/out'"):format(folder)), run.output(("cat '%s/err'"):format(folder)), code
end

describe("Ctrl-C", function()
  it("leaves the best move so far #thorough", function()
    for _, command in ipairs { "best connect4 --time 50", "search connect4 --depth 40 --deepen", "search connect4" } do
      local out, err, code = interrupted(command)
      assert.same({ "", 130 }, { err, code })
      says(out, "move   4", "stopped: interrupted")
    end
  end)

  it("ends every other command, and that is no misuse #slow", function()
    for _, command in ipairs { "perft othello --depth 20", "check othello --time 50", "equivalent hex hex --time 50" } do
      local _, err, code = interrupted(command)
      assert.same({ "gts: interrupted", 130 }, { err, code })
    end
    assert.equal(130, (select(3, interrupted "bench --time 50")))
  end)

  -- The rules press it themselves, so that it comes where successors are listed: a few of them are not all.
  it("lets no part of the moves pass for all of them", function()
    local folder, gone <close> = run.folder()
    for _, k in ipairs { 2, 40 } do
      run.write(folder .. "/pressed.lua", ([[
        local rules, asked = { name = "pressed", start = 1, version = "1", native = false }, 0
        function rules.next(p, move)
          local m = (move or 0) + 1
          if p > 500 or m > 3 then return nil end
          asked = asked + 1
          if asked == %d then io.popen("kill -INT $PPID"):close() end
          return m, 3 * p + m
        end
        function rules.evaluate(p) return p %% 7 end
        return rules]]):format(k))
      local file = folder .. "/pressed.lua"
      for _, words in ipairs { { "equivalent", file, file }, { "perft", file, "--depth", "5", "--distinct" } } do
        assert.same({ "", "gts: interrupted\n", 130 }, { run.gts(words) })
      end
    end
  end)

  it("is heard at once #thorough", function()
    local began = processor.seconds()
    interrupted "bench --time 50"
    interrupted "analyze connect4 --time 50"
    assert.is_true(processor.seconds() - began < 20)
  end)
end)

describe("gts equivalent", function()
  it("says whether two games differ, with options of each", function()
    local data = answer { "equivalent", "nim", "heaps={1,2}", "nim", "heaps={1,2}" }
    assert.is_true(data.same)
    data = answer { code = 1, "equivalent", "nim", "heaps={1,2}", "nim", "heaps={1,3}" }
    assert.is_false(data.same)
    says(expect(1, { "equivalent", "nim", "heaps={1,2}", "nim", "heaps={1,3}" }), "they differ")
    says(select(2, expect(2, { "equivalent", "nim" })), "which other game?")
    says(select(2, expect(2, { "equivalent", "nim", "nmi" })), "did you mean 'nim'?")
  end)
end)

describe("gts native, bench, games, algorithms and check", function()
  it("answer in text and in JSON", function()
    assert.is_true(answer({ "native", "connect4", no_compiler() and "--check" or nil }).functions.evaluate.compiled)
    local row = answer({ "bench", "nim", "--time", "0.2" }).rows[1]
    assert.equal("nim", row.game)
    assert.is_true(row.lua > 0)
    local games = gts.games()
    local data = answer { "games" }
    assert.equal(#games, #data.rows)
    for i, entry in ipairs(games) do
      assert.equal(entry.name, data.rows[i].name)
      assert.equal(#entry.options, #data.rows[i].options)
    end
    data = answer { "algorithms" }
    for i, algorithm in ipairs(gts.algorithms) do assert.equal(algorithm.id, data.rows[i].id) end
    assert.is_true(answer({ "check", "nim", "--positions", "20" }).clean)
    says(expect(0, { "bench", "tree", "branching=2", "depth=3", "--time", "0.02" }), "visits in a second")
    says(select(2, expect(2, { "check", "tree", "branching=2", "depth=3" })), "a tree has no rules")
  end)

  it("are quiet when their output is closed #plain", function()
    local command = "{ '%s' %s; echo \"code $?\" >&2; } 2>&1 >/dev/full | cat"
    for _, what in ipairs { "games", "--help" } do
      assert.equal(run.output(("'%s' %s 2>&1 | head -n 1"):format(run.program, what)),
        lines_of(run.output(("'%s' %s"):format(run.program, what)))[1])
      says(run.output(command:format(run.program, what)), "not all that was to be written could be", "code 1")
    end
  end)

  it("fail, and say so, where nothing can be written #thorough", function()
    local folder, gone <close> = run.folder()
    run.write(folder .. "/ugi", "ugi\nquit\n")
    local script = ([[cd '%s'; for to in '>/dev/full' '>&-'; do
      eval "timeout 100 '%s' $1 <ugi $to 2>errors"; echo "$? $(cat errors)"; done]]):format(folder, run.program)
    run.write(folder .. "/script", script)
    for _, what in ipairs {
      "analyze nim --depth 2", "best nim --depth 2", "check nim --time 0.1", "compare nim --depth 2", "complete gts best ni",
      "completion bash", "course", "draw nim --depth 2", "equivalent nim nim --time 0.1", "experiment", "help", "help best",
      "levels nim --games 2", "manpage", "match nim level:1 level:1 --games 2", "moves nim", "perft nim --depth 2", "play nim",
      "profile nim --games 2 --skill false",
      "record nim --depth 2", "search nim", "search nim --json", "serve nim", "solve nim", "types", "ugi nim", "--version",
      not no_compiler() and "native nim" or nil,
    } do
      local said = "1 gts: not all that was to be written could be"
      assert.equal(("%s\n%s"):format(said, said),
        run.output(("sh '%s/script' '%s'"):format(folder, what)), what)
    end
  end)
end)
