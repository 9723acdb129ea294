-- What print shows of a result: the text that the prompt shows, wherever the result comes from.

local core = require "gts.core"
local gts = require "gts"
local json = require "gts.show.json"
local options = require "gts.facts.options"
local run = require "spec.support.run"
local small_games = require "spec.support.small_games"
local value = require "gts.show.value"

local LINES = "^move   102\nvalue  1  %(proved%)\nline   102 .-\n"
  .. "counts [%d,]+ visits, [%d,]+ leaves, [%d,]+ developed\ntime   %d+%.%d%d%d s with alphabeta"

local function search() return gts.search("nim", { algorithm = "alphabeta", native = false }) end

-- The text without what the clock says.
local function timeless(text) return (text:gsub("time   [%d.]+ s", "time")) end

describe("print shows a result #lua", function()
  it("of gts.search and gts.best as the prompt does", function()
    local r = search()
    assert.matches(LINES, tostring(r))
    assert.equal(value.text(r), tostring(r))
    assert.matches("^move   4\nvalue  ", tostring(gts.best("connect4", nil, { depth = 4 })))
    local call = [[gts.search("nim", { algorithm = "alphabeta", native = false })]]
    local prompt = run.gts { input = call .. "\n" }
    local script = run.gts { "-e", ("print(%s)"):format(call) }
    assert.equal(timeless(prompt), timeless(script))
    assert.matches(LINES, script)
  end)

  it("of a tree, and of rules with one board", function()
    local tree = gts.tree { { 3, 12, 8 }, { 2, 4, 6 }, { 14, 5, 2 } }
    assert.matches("^move   1\nvalue  3  %(proved%)", tostring(gts.search(tree)))
    assert.matches("^move   2\nvalue  1  %(proved%)", tostring(gts.search(small_games.sticks())))
  end)

  it("whose moves have the names that the rules give them", function()
    local rules = { name = "named", start = 1, evaluate = function(n) return n end }
    function rules.move_name() return "step" end
    function rules.successors(n) return n < 3 and { n + 1 } or {} end
    assert.matches("^move   step\nvalue  3  %(proved%)\nline   step step\n", tostring(gts.search(rules)))
  end)

  it("that comes from another process of gts.map, at whatever depth of what it returned", function()
    local function job() return { found = { search() } } end
    for _, workers in ipairs { 1, 2 } do
      local list = gts.map({ 1, 2 }, job, { workers = workers })
      for i = 1, 2 do assert.matches(LINES, tostring(list[i].found[1])) end
    end
    local script = "print(gts.map({ 1 }, function() return gts.search 'nim' end, { workers = 2 })[1])"
    assert.matches("^move   102\n", (run.gts { "-e", script }))
  end)

  it("of confined rules", function()
    assert.matches("^move   1\nvalue  0  %(proved%)", tostring(gts.confine("tictactoe"):search()))
    assert.matches("^move   1\nvalue  0  ", tostring(gts.confine("tictactoe"):best(nil, { depth = 3 })))
  end)

  it("of a recording", function()
    assert.matches(LINES, tostring(gts.record("nim", { algorithm = "alphabeta", native = false }).result))
  end)

  it("and has no field for that: pairs and JSON give what they gave", function()
    local raw = core.search(gts.game "nim", assert(options.check { algorithm = "alphabeta", native = false }))
    for name, field in pairs(search()) do
      assert.is_true(raw[name] ~= nil or name == "options" or name == "native", name)
      assert.not_equal("function", type(field), name)
    end
    local read = json.decode(json.encode(search()))
    assert.equal(102, read.move)
    assert.is_nil(read.game)
  end)

  it("that has nothing with what to add", function()
    local advice = "\ntry    deepen = true %(in the shell %-%-deepen%)"
    local deepened = gts.search("connect4", { nodes = 1000, deepen = true })
    assert.matches(advice, tostring(gts.search("connect4", { nodes = 1000 })))
    assert.matches(advice, (run.gts { "search", "connect4", "--nodes", "1000" }))
    assert.is_number(deepened.value)
    local small = tostring(gts.search("nim", { algorithm = "mtd", table = 10 }))
    assert.matches("\ntable  too small: [%d,]+ of [%d,]+ entries took the place of others; its size is in bytes", small)
    assert.is_nil(tostring(gts.search("nim", { algorithm = "mtd", table = 10 << 20 })):find("too small", 1, true))
    local one = gts.search("nim", { nodes = 1, deepen = true })
    for _, r in ipairs { search(), deepened, one, gts.best("connect4", nil, { nodes = 1000 }) } do
      assert.is_nil(tostring(r):find "\ntry ", tostring(r))
    end
  end)

  it("in lines that fit into a narrow terminal, broken between moves", function()
    local out = run.gts { "search", "nim", "--native", "false", environment = "COLUMNS=40" }
    local whole = run.gts { "search", "nim", "--native", "false" }
    for line in out:gmatch "[^\n]+" do assert.is_true(#line <= 40, line) end
    assert.equal(timeless(whole):gsub("%s+", " "), (timeless(out):gsub("%s+", " ")))
  end)
end)

describe("a terminal of 40 columns #lua", function()
  local fixed = {                       -- commands that say the same each time
    "best connect4 --depth 6", "analyze connect4 --depth 6", "compare nim --depth 4",
    "perft connect4 --depth 6", "solve tictactoe", "games", "algorithms", "moves connect4",
    "check nim --positions 100",
    "match nim level:1 level:2 --games 6", "native nim --check", "help options", "help pv", "course", "experiment",
    "equivalent nim nim --depth 3", "--version", "search --help",
  }
  for _, command in ipairs(fixed) do
    it("breaks no word and no number of gts #doc " .. command, function()
      local words = {}
      for word in command:gmatch "%S+" do words[#words + 1] = word end
      -- Without a compiler: one that was done between two runs would add words to the second.
      local function said(width)
        return (run.gts { environment = "CC= PATH=/nonexistent COLUMNS=" .. width, bare = true, table.unpack(words) })
      end
      local known = {}
      for word in said(100):gmatch "%S+" do known[word] = true end
      for line in said(40):gmatch "[^\n]+" do
        local code = line:find "^    " or line:find "^  gts " or line:find "^%s+%-%-"
        assert.is_true(code ~= nil or (utf8.len(line) or #line) <= 40 or not line:find "%S%s", line)
        for word in line:gmatch "%S+" do
          local own = word:find "%d" or word:find "^%-+$" or word:find ":$"     -- times, rules of tables, names of cells
          assert.is_true(known[word] or own ~= nil, word)
        end
      end
    end)
  end
end)
