-- Data is read and never run: whatever a file, a message or an address says, no file that it names is run. A canary is a file
-- that leaves a mark when it is.

local core = require "gts.core"
local errors = require "spec.support.errors"
local from_data = require "gts.game.from_data"
local game = require "gts.game"
local gts = require "gts"
local evaluation = require "gts.rules.evaluation"
local page_state = require "gts.page.page_state"
local played = require "gts.play.played"
local run = require "spec.support.run"
local saved = require "gts.play.saved"
local session = require "gts.play.session"

local says = errors.says

-- Rules, and an evaluation, that leave a mark beside themselves.
local CANARY = [[
local file <close> = assert(io.open("%s/mark", "w"))
file:write "run"
return setmetatable({
  name = "canary", start = 3, range = { -1, 1 }, evaluate = function() return 0 end,
  successors = function(n) return n > 0 and { n - 1 } or {} end,
}, { __call = function() return function() return 0 end end })
]]

-- A folder with a canary under every name of a game that could be looked for in it, and a relative and the full path of one.
local function cage()
  local folder, gone = run.folder()
  local text = CANARY:format(folder)
  for _, name in ipairs { "gts", "gts/games", "gts/games/learnt" } do assert(core.files.folder(folder .. "/" .. name)) end
  for _, name in ipairs { "x", "gts/games/nim", "gts/games/othello", "gts/games/x", "gts/games/learnt/nim",
    "gts/games/learnt/othello" } do
    run.write(("%s/%s.lua"):format(folder, name), text)
  end
  run.write(folder .. "/notes.txt", text)
  return folder, gone
end

-- Was the canary run?
local function check_quiet(folder, at) assert.is_nil(core.files.kind(folder .. "/mark"), "run by " .. at) end

-- The paths by which data could name it.
local function paths(folder) return { "./x.lua", "notes.txt", "./notes.txt", folder .. "/x.lua", folder .. "/notes.txt" } end

-- Runs gts in the folder; it must not run the canary.
local function ask(folder, words)
  words.folder = folder
  local out, err, code = run.gts(words)
  check_quiet(folder, table.concat(words, " "))
  return out .. err, code
end

-- The lines of a saved game.
local function saved_text(lines) return "gts game 1\n" .. table.concat(lines, "\n") .. "\nend\n" end

describe("a canary #lua", function()
  it("leaves its mark when a user runs it", function()
    local folder, gone <close> = cage()
    run.gts { "search", "./x.lua", folder = folder }
    assert.is_truthy(core.files.kind(folder .. "/mark"))
  end)

  it("is not run as an evaluation, whoever names it", function()
    local folder, gone <close> = cage()
    local _, err = run.gts { "search", "othello", "--depth", "1", "evaluation=notes.txt", folder = folder }
    assert.matches("notes.txt: .*is read, not run", err)
    assert.is_nil(core.files.kind(folder .. "/mark"))
  end)

  it("is not run by a message to the page, nor by the address that sends it", function()
    local folder, gone <close> = cage()
    for _, kind in ipairs { "game", "rules", "open" } do
      local d = assert(page_state.new { game = "othello", edits = true })
      for _, path in ipairs(paths(folder)) do
        for _, options in ipairs { { evaluation = path }, { weights = path }, { evaluation = "'" .. path .. "'" },
          { evaluation = { path } }, { size = path }, { [path] = "1" } } do
          local name, value = next(options)
          for _, message in ipairs {
            { kind = "game", name = "othello", options = options }, { kind = "game", options = options },
            { kind = "game", name = path, options = {} },
            { kind = "rules", text = "return require 'gts.games.othello'", options = options },
            { kind = "open", saved = saved_text { "game " .. path } },
            { kind = "open", saved = saved_text { "game othello", ("option %s %q"):format(name, tostring(value)) } },
          } do
            if message.kind == kind then
              d:take(message)
              while d:work(function() end) do end
              check_quiet(folder, kind .. " " .. path)
            end
          end
        end
      end
      d:take { kind = "game", name = "othello", options = { evaluation = folder .. "/notes.txt" } }
      says(d:state().current.says, "expected 'learnt', 'rules' or a digest, for data cannot name a file")
      d:take { kind = "game", name = "othello", options = { size = "8", evaluation = "learnt" } }
      assert.is_nil(d:state().current.says)
    end
  end)

  it("is not run by the name of a game, wherever gts is called", function()
    local folder, gone <close> = cage()
    for _, words in ipairs {
      { "search", "nim", "--depth", "1" }, { "help", "nim" }, { "games" },
      { "search", "othello", "evaluation=learnt", "--depth", "1" }, { "search", "nim", "evaluation=learnt", "--depth", "1" },
      { "search", "--confined", "nim", "--depth", "1" }, { "play", "nim", input = "quit\n" },
      { "-e", "print(gts.search('nim', { depth = 1 }).value)" }, { "-e", "require 'gts.games.othello'" },
    } do ask(folder, words) end
    says(ask(folder, { "search", "x" }), "there is no game 'x'; a file is named with its path, as in './x.lua'")
    for _, name in ipairs(game.shipped) do assert.matches("games/" .. name .. "%.lua$", game.find("gts.games." .. name)) end
    assert.is_nil(evaluation.learnt "nim")
  end)
end)

describe("options from data #lua", function()
  it("are numbers, words and lists", function()
    local function read(text) return from_data.options(text) end
    assert.same({ columns = 5, rows = 4 }, read "columns=5, rows=4")
    assert.same({ columns = 5, misere = true, handicap = "min:2" }, read "columns:5,misere:true,handicap:min:2")
    assert.same({ heaps = { 1, 2 }, x = 0.5, y = 'a, "b"\\' }, read [[heaps={1 2},x=0.5, y="a, \"b\"\\"]])
    assert.same({ weights = "{ a = 1, b = 2 }", size = 8 }, read "weights:{ a = 1, b = 2 },size:8")
    assert.same({}, read "")
    for _, text in ipairs { "5", "a", "a=1,a=2", 'a="', 'a="\\"', 'a="b"c', "a={1", "1=2", "a=1,,b=2", "{a=1}", "\0" } do
      assert.is_nil(read(text), text)
    end
    assert.same({ a = "os.exit()", b = "function() end", c = "1 d=2" }, read "a=os.exit(),b=function() end,c=1 d=2")
    local long = ('"'):rep(1 << 20)
    assert.is_nil(read("a=" .. long))
    assert.is_nil(read("a=" .. ("{"):rep(1 << 20)))
    assert.is_nil(read('a="' .. ("\\"):rep(1 << 20)))
  end)

  it("are refused by name where they are anything else", function()
    local function refused(options, text, name)
      local of, wrong = from_data.game(name or "connect4", options)
      assert.is_nil(of)
      says(wrong, text)
      assert(#wrong < 400, #wrong)
    end
    local endless = setmetatable({}, { __index = function() error "asked" end, __len = function() error "asked" end })
    endless[1] = endless
    refused(5, "the options of a game are 5: expected a table")
    refused({ columns = print }, "option 'columns' is a function: expected a number, a word or a list")
    refused({ columns = io.stdout }, "option 'columns' is a userdata")
    refused({ columns = { { 1 } } }, "option 'columns' has an element '1' that is a table")
    refused({ columns = endless }, "option 'columns' has an element '1' that is a table")
    refused({ columns = ("x"):rep(1 << 20) }, "option 'columns' has 1048576 bytes: expected at most 65536")
    refused({ columns = "os.exit()" }, "option 'columns' of the game 'connect4' is 'os.exit()': expected a whole number")
    refused({ columns = 1e300 }, "expected a whole number")
    refused({ columns = 0 / 0 }, "expected a whole number")
    refused({ columns = math.huge }, "expected a whole number")
    refused({ [1] = 5 }, "an option is named 1: expected a name")
    refused({ ["a b"] = 5 }, "an option is named 'a b': expected a name")
    refused({ [("a"):rep(1000)] = 5 }, "an option is named 'aaa")
    refused({ colums = 5 }, "the game 'connect4' has no option 'colums': did you mean 'columns'?")
    refused({ evaluation = print }, "option 'evaluation' is a function")
    refused({ evaluation = "learnt.lua" }, "expected 'learnt', 'rules' or a digest, for data cannot name a file", "othello")
    refused({ weights = { a = print } }, "option 'weights' has an element 'a' that is a function", "othello")
    refused({ weights = "return {}" }, "expected numbers with names, as in { name = 1 }, for data cannot name a file", "othello")
    refused({ start = "nonsense" }, "no position", "othello")
    refused({ start = { 1 } }, "othello", "othello")
    refused({ start = false }, "othello", "othello")
    local many = {}
    for i = 1, 200 do many["o" .. i] = i end
    refused(many, "a game has more than 100 options")
    refused(nil, "it is a game of ./x.lua, whose rules are not found", "./x.lua")
    refused(nil, "it is a game of nim?, whose rules are not found", "nim\n")
    refused(nil, "whose rules are not found", ("x"):rep(1 << 20))
    refused(nil, "it is a game of gts.games.nim, whose", "gts.games.nim")
  end)

  it("make the game that the user's would", function()
    local weights = gts.game("othello").weights
    for _, row in ipairs { { "connect4", { columns = 5, rows = 4 } }, { "nim", { heaps = { 1, 2 }, misere = true } },
      { "othello", { weights = weights } }, { "othello", { evaluation = "learnt" } }, { "hex", { swap = true, size = 5 } },
      { "tictactoe", { plies = 2, seed = 3 } } } do
      local name, options = row[1], row[2]
      local a, b = gts.game(name, options), assert(from_data.game(name, options))
      assert.equal(gts.search(a, { depth = 2 }).value, gts.search(b, { depth = 2 }).value)
    end
  end)
end)

describe("a record of the user's rules #lua", function()
  it("is reviewed by the file that the user names", function()
    local folder, gone <close> = cage()
    run.write(folder .. "/mine.lua", [[
      local gts = require "gts"
      return gts.with_options({ most = { 2, 1, 9, "stones" } }, function(options)
        return { name = "mine", start = 5, range = { -1, 1 }, evaluate = function() return -1 end,
          weights = { a = 1 },
          successors = function(n)
            local list = {}
            for i = 1, math.min(n, options.most) do list[i] = n - i end
            return list
          end }
      end)]])
    local path = folder .. "/mine.lua"
    local s = assert(session.new(path, { options = { most = 3 } }))
    assert.is_nil(s:replay { s.moves[3].label })
    assert(saved.save(s, folder .. "/record"))
    says(ask(folder, { "review", "record" }), "it is a game of mine, whose rules are not found: name their file behind it")
    local said, code = ask(folder, { "review", "record", "./mine.lua", "--nodes", "100" })
    says(said, "mine: 1 move")
    assert.equal(0, code)
    says(ask(folder, { "play", "./mine.lua", "--load", "record", input = "history\n" }), "1. 3  2. 2")
    run.write(folder .. "/match", "gts match 1\ngame mine most:3\ngames\ngame 1 max 0 1 rules 2 1\n")
    says(ask(folder, { "review", "match", "./mine.lua", "--nodes", "100" }), "mine: 2 moves")
    run.write(folder .. "/record", saved_text { "game mine", "option most 3", 'option evaluation "./x.lua"', "move 2" })
    said = ask(folder, { "review", "record", "./mine.lua" })
    says(said, "option 'evaluation' of the game './mine.lua' is './x.lua': "
      .. "expected 'learnt', 'rules' or a digest, for data cannot name a file")
  end)

  it("has the weights that it was played with", function()
    local folder, gone <close> = run.folder()
    local weights = gts.game("othello").weights
    weights.corner = weights.corner + 1
    local of = gts.game("othello", { weights = weights })
    gts.match(of, "random", "random", { games = 2, file = folder .. "/match" })
    assert.same(weights, assert(played.read(folder .. "/match")).game.weights)
  end)
end)

describe("a damaged record #lua", function()
  it("gives a message, whichever of its lines are missing", function()
    local folder, gone <close> = run.folder()
    local file = folder .. "/record"
    for _, lines in ipairs {
      { "gts match 1", "game tictactoe columns:3", "player a", "games", "game 1 max 0 1 rules 5 1",
        "game 1 min 0 1 rules 5 2", "x" },
      { "gts game 1", "game tictactoe", "option columns 3", "as max", "left 1 1", "move 5", "end" },
    } do
      for kept = 0, (1 << #lines) - 1 do
        local some = {}
        for i, line in ipairs(lines) do some[#some + 1] = kept >> i - 1 & 1 == 1 and line or nil end
        run.write(file, table.concat(some, "\n") .. "\n")
        local all, wrong = played.read(file)
        if all then
          for i = 1, all.count do all.session(i) end
        else assert.equal(file .. ": ", wrong:sub(1, #file + 2)) end
      end
    end
    run.write(file, "gts match 1\ngames\nx\n")
    local err = run.ends(1, { "review", file })
    says(err, "the head of the match has no line 'game'")
  end)
end)
