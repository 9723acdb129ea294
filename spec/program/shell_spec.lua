-- The program gts among other programs: its input and output, what it refuses and how it says so.

local program = os.getenv "GTS" or "build/gts"

describe("gts", function()
  local folder

  setup(function()
    folder = os.tmpname()
    os.remove(folder)
    assert(os.execute("mkdir " .. folder))
  end)

  teardown(function() os.execute("rm -r " .. folder) end)

  local function write(name, text)
    local file = assert(io.open(folder .. "/" .. name, "w"))
    file:write(text)
    file:close()
    return folder .. "/" .. name
  end

  local function read(name)
    local file = assert(io.open(folder .. "/" .. name))
    local text = file:read "a"
    file:close()
    return text
  end

  -- Runs gts with arguments as the shell has them: its output, its complaints, its exit code.
  local function run(arguments, input)
    write("in", input or "")
    local _, _, code = os.execute(("%s %s <%s/in >%s/out 2>%s/err"):format(program, arguments, folder, folder, folder))
    return read "out", read "err", code
  end

  local function refuses(arguments, code, complaint)
    local out, err, its_code = run(arguments)
    assert.equal("", out)
    assert.truthy(err:find(complaint, 1, true), err)
    assert.equal(code, its_code)
    -- Only a command that makes no sense is sent to the help.
    assert.equal(code == 2, err:find "\ntry 'gts [%l -]*%-%-help'\n$" ~= nil)
  end

  it("reads its input as if it were typed", function()
    assert.equal("3\n1\n2\n", (run("", "1 + 2\nfor i = 1, 2 do\nprint(i)\nend\n")))
  end)

  it("shows the first forty elements of a list", function()
    local numbers = {}
    for i = 1, 40 do numbers[i] = i end
    local forty = "{" .. table.concat(numbers, ", ")
    local out = run("", "t = {}\nfor i = 1, 40 do t[i] = i end\nt\nt[41] = 41\nt\n")
    assert.equal(forty .. "}\n" .. forty .. ", ... 1 more}\n", out)
  end)

  it("lets a local variable of its input live to the end", function()
    assert.equal("7\n", (run("", "x = 3\nlocal y = 4\nprint(x + y)\n")))
  end)

  it("stops at the first error of its input, with 1 and the line", function()
    local out, err, code = run("", "1 + 2\n\nerror 'here'\n4\n")
    assert.equal("3\n", out)
    assert.truthy(err:find("stdin:3: here", 1, true))
    assert.equal(1, code)
    for _, wrong in ipairs { "x = = 1", "x = {", "local x\nx.y = 1" } do
      assert.equal(1, select(3, run("", wrong)))
    end
  end)

  it("shows a game and its own moves", function()
    local out, err = run "demo"
    assert.equal("", err)
    assert.truthy(out:find("X . .\n. . .\n. . .", 1, true))
    assert.truthy(out:find("1 2 3 4 5 6 7\n", 1, true))
    assert.truthy(out:find("stopped: time", 1, true))
  end)

  it("ends with 2 after a command that makes no sense, and says what may be meant", function()
    refuses("serch nim", 2, "no command and no file 'serch': did you mean 'search'?")
    refuses("--frobnicate", 2, "unknown option '--frobnicate'")
    refuses("-e", 2, "-e needs code")
    refuses("help me", 2, "no help on 'me'")
    refuses("search", 2, "which game?")
    refuses("search nim tictactoe", 2, "what is 'tictactoe'?")
    refuses("search nmi", 2, "there is no game 'nmi': did you mean 'nim'?")
    refuses("search poker", 2, "as in './poker.lua'")
    refuses("search nim --dpeth 3", 2, "unknown option '--dpeth': did you mean '--depth'?")
    refuses("search nim --dpeth", 2, "unknown option '--dpeth'")
    refuses("search nim --depth", 2, "option '--depth' has no value")
    refuses("search nim --depth deep", 2, "option '--depth' is 'deep': expected a whole number")
    refuses("search nim --algorithm alphabetta", 2, "did you mean 'alphabeta'?")
    refuses("search nim --algorithm gamma", 2, "there are minimax, failhard, alphabeta")
    refuses("search nim --algorithm minimax --window '{0,1}'", 2, "minimax takes no option 'window'")
    refuses("search nim --window 1,0", 2, "option '--window' is '1,0': expected a list {alpha, beta}")
    refuses("search nim heap=3", 2, "has no option 'heap': did you mean 'heaps'?")
    refuses("search nim heaps=3", 2, "option 'heaps' of the game 'nim' is 3: expected a list of 1 to 9 whole numbers")
  end)

  it("takes nil for an option that is not given", function()
    local function value(arguments) return (run("search nim " .. arguments)):match "value[^\n]*" end
    assert.is_string(value "--depth 2")
    assert.equal(value "--depth 2", value "heaps=nil --depth 2 --time nil")
  end)

  it("ends with 1 after an error, and says where it is", function()
    refuses("nowhere.lua", 1, "cannot open nowhere.lua")
    refuses("search ./nowhere.lua", 1, "cannot open ./nowhere.lua")
    refuses("-e 'x = = 1'", 1, "(-e):1: unexpected symbol near '='")
    refuses("-e 'error {}'", 1, "(-e):1: an error that is a table")
    refuses(write("syntax.lua", "\nx = = 1"), 1, "syntax.lua:2: unexpected symbol near '='")
    refuses("search " .. folder .. "/syntax.lua", 1, "syntax.lua:2: unexpected symbol near '='")
    refuses("search " .. write("three.lua", "return 3"), 1, "is 3: expected a rules table")
    refuses("search " .. write("fields.lua", "return { name = 'x', start = 0, evaluate = print }"), 1,
      "rules.successors is missing")
    refuses("search " .. write("broken.lua", "local t\nreturn t.x"), 1, "broken.lua:2: attempt to index a nil value")
  end)

  it("shows the line of the rules where an error was raised, and not its own", function()
    local game = write("far.lua", [[
      local rules = { name = "far", start = 0 }
      function rules.successors(n)
        if n > 3 then error("too far") end
        return { n + 1, n + 2 }
      end
      function rules.evaluate(n) return n end
      return rules
    ]])
    local _, err, code = run("search " .. game)
    assert.equal(1, code)
    assert.truthy(err:find("far.lua:3: too far (in rules.successors of position 4)\nstack traceback:\n", 1, true), err)
    assert.truthy(err:find("far.lua:3: in function", 1, true), err)
    assert.falsy(err:find("cli.lua", 1, true), err)
  end)

  it("ends quietly when its output is closed", function()
    local pipe = io.popen(("{ %s -e 'for i = 1, 1e5 do print(i) end'; } 2>&1 | head -n 1"):format(program))
    assert.equal("1\n", pipe:read "a")
    pipe:close()
  end)

  it("complains if it cannot write", function()
    local _, _, code = os.execute(("%s -e 'print(1)' >/dev/full 2>%s/err"):format(program, folder))
    assert.equal(1, code)
    assert.truthy(#read "err" > 0)
  end)

  it("needs nothing of the environment, and runs anywhere", function()
    local here = io.popen "pwd"
    local path = program:find "^/" and program or here:read "l" .. "/" .. program
    here:close()
    local pipe = io.popen(("cd / && env -i '%s' -e 'print(gts.game \"nim\")' 2>&1"):format(path))
    assert.equal("game: nim\n", pipe:read "a")
    pipe:close()
  end)
end)
