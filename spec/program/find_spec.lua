-- What gts help finds where a word is no topic: the place that explains it comes first.

local extensions = require "gts.base.extensions"
local find = require "gts.program.find"
local game = require "gts.game"
local help = require "gts.program.help"
local inside = require "spec.support.inside"
local manual = require "gts.program.manual"
local markdown = require "gts.show.markdown"
local run = require "spec.support.run"
local words = require "gts.base.words"

-- Words that readers search for, and the page that must come first.
local wanted = {
  { "pv", "results" }, { "line of play", "results" }, { "endgame", "endgame-databases" }, { "order", "move-ordering" },
  { "Alpha Beta pruning", "alpha-beta" }, { "null window", "mtd" }, { "monte carlo tree search", "mcts" },
  { "monte carlo", "monte-carlo" }, { "proof-number search", "proof-number-search" }, { "retrograde", "retrograde-analysis" },
  { "iterative deepening", "iterative-deepening" }, { "csv", "formats" }, { "sandbox", "sandbox" }, { "browser", "browser" },
  { "not compiled", "compiler" }, { "evaluation function", "evaluation-functions" }, { "compare algorithms", "experiments" },
  -- As sentences; by forms of words, by the names of games, and misspelt.
  { "How do I stop a search after one second?", "limits" }, { "why does null move pruning fail in zugzwang", "selective-search" },
  { "what does fail-soft return", "alpha-beta" }, { "can it play poker", "questions" }, { "does it need a GPU", "questions" },
  { "which moves are searched with LMR?", "selective-search" }, { "who wins if both play perfectly", "solving" },
  { "mistakes in published papers", "errata" }, { "can cycles make a search wrong", "repetition" },
  { "nine men's morris", "mill" }, { "is tic-tac-toe a draw", "tictactoe" }, { "alphabta cutofs", "alpha-beta" },
  { "transpostion table siz", "transposition-tables" },
}

describe("gts help, of words that are no topic, #lua", function()
  it("has the page first that explains them", function()
    for _, row in ipairs(wanted) do
      assert.equal(row[2], (find.search(row[1])[1] or find.search(row[1], true)[1]).name, row[1])
    end
  end)

  it("knows the names that pages had before, says what they are now, and shows those pages #doc", function()
    local topics = {}
    for _, topic in ipairs(help.topics) do topics[topic] = true end
    for old, new in pairs(manual.renamed) do
      assert.is_nil(topics[old], old)
      assert.is_true(topics[new], new)
      local text = help.text(old, 80)
      assert.equal(("'%s' is now '%s'.\n\n"):format(old, new), text:match "^[^\n]*\n\n")
      assert.truthy(text:find(markdown.show(manual.page(new), 80):match "^[^\n]*", 1, true), old)
    end
    assert.matches("The option native of a search", help.text("native", 80), 1, true)
    assert.matches("As a function: help(gts.draw)", help.text("draw", 80), 1, true)
    assert.matches("^'tables' is now 'transposition%-tables'%.\n", (run.gts { "help", "Tables" }))
  end)

  it("shows all pages of a name", function()
    local text = help.text("mtd", 80)
    for _, kind in ipairs { "explanation", "algorithm" } do
      assert.truthy(text:find(manual.title("mtd", kind), 1, true), kind)
    end
  end)

  -- In a program that has searched for nothing yet: what a search reads it keeps.
  it("finds words on -ies by those on -y, in the first search", function()
    local out = run.gts { "help", "--search", "copy" }
    assert.matches("\ndistributed  .*copies", out)
  end)

  it("lists where a topic is explained when asked to search", function()
    local out = inside { "help", "--search", "rules" }
    assert.matches("^'rules' is explained here, the best first;.*\nrules  ", out)
    local _, wrong, code = inside { "help", "--search", "zebra" }
    assert.equal(2, code)
    assert.matches("gts: no help on 'zebra'\n", wrong, 1, true)
  end)

  it("has the page first that each term of the glossary and each synonym stands for, with the definition #doc", function()
    local rows = {}
    for line in manual.page "glossary":gmatch "\n(|[^\n]+%]%([^\n]+)" do
      local cells = markdown.cells(line:gsub("\\%*", "*"):gsub("README", "readme"))
      local names = words.split(cells[1], "[^,%s][^,]*")
      rows[#rows + 1] = { manual.linked(cells[#cells])[1], cells[3] and cells[2], table.unpack(names) }
    end
    assert.is_true(#rows > 150)
    for _, row in ipairs(extensions.rows "synonyms") do rows[#rows + 1] = { row[1], nil, table.unpack(row, 2) } end
    for _, row in ipairs(rows) do
      for _, name in ipairs { row[3], row[#row] } do
        local found = find.search(name)
        assert.equal(row[1], found[1].name, name)
        if row[2] then assert.matches(row[2], found[1].line, 1, true) end
      end
    end
  end)

  it("says where they stand, with the line, and fits into any width", function()
    for _, width in ipairs { 40, 80, 100 } do
      local text = help.on("time limit", width)
      assert.matches("^'time limit' is explained here", text)
      assert.matches("\nlimits +%u", text)
      for line in text:gmatch "[^\n]+" do assert.is_true(#line <= width, line) end
    end
    local first_lines = ("\nresults  %s\n    principal variation: The line in which both"):format(manual.title "results")
    assert.matches(first_lines, help.on("pv", 200), 1, true)
  end)

  it("shows a page that is surely meant, and of others the line that answers, whole and once", function()
    assert.equal(help.text("speed", 80), (help.on("too slow", 80)))
    local text = help.on("three players", 200)
    local _, times = text:gsub("OpenSpiel and Ludii have games for three, four and more players%.\n", "")
    assert.equal(1, times)
    assert.matches("\nreadme  README\n", text, 1, true)
    assert.matches("\nzugzwang: ", (help.on("zugzwang", 200):gsub("\n +", "\n")), 1, true)
  end)

  it("says that there is nothing where most words are unknown, and what is nearest", function()
    local text, wrong = help.on("quark gluon alphabeta plasma", 80)
    assert.is_nil(text)
    assert.matches("^no help on 'quark gluon alphabeta plasma'; nearest: gts help alphabeta", wrong)
  end)

  it("takes capitals, and spaces for hyphens", function()
    assert.equal(help.text("rules", 80), (help.on("Rules", 80)))
    assert.equal(help.text("proof-number-search", 80), (help.on("Proof-Number  Search", 80)))
    assert.equal(help.text("nim", 80), (help.on(" NIM ", 80)))
    local function below(query) return (help.on(query, 80):gsub("^[^\n]*", "")) end
    assert.equal(below "time limit", below "Time LIMITS")
  end)

  it("of a field of rules says what it means", function()
    for _, row in ipairs(game.fields) do
      local name = row.name
      if name ~= "native" then                  -- which is the option of that name
        local text = help.on(name, 1000)
        assert.matches(("The field %s of rules\n"):format(name), text, 1, true)
        local its = text:match("The field " .. name .. " of rules(.*)")
        assert.matches("`" .. name .. "%f[^%w_].-: %S", its, name)
      end
    end
    assert.matches("`score(p)`: an integer, the points settled", help.on("score", 1000), 1, true)
  end)

  it("says of odd input that there is nothing, and breaks at none of it", function()
    local long = ("x"):rep(100000)
    local odds = { "", " ", "%", "%d+", "[", "(", "\0", "\27[31m", "\255\254", "the", "nosuch", long, long .. " y" }
    for _, odd in ipairs(odds) do
      local text, wrong = help.on(odd, 80)
      assert.is_nil(text)
      assert.matches("^no help on '", wrong)
      assert.is_true(#wrong < 300)
    end
    assert.equal("no help on 'memss': did you mean 'memsss'?", (select(2, help.on("memss", 80))))
  end)

  it("takes them from the shell, and from the prompt", function()
    local out = inside { "help", "transposition", "table" }
    assert.matches("^'transposition table' is explained here.*\ntransposition%-tables  %u", out)
    assert.equal((inside { "help", "transposition table" }), out)
    assert.equal((run.gts { "-e", "print(gts.help 'transposition table')" }), out)
    local _, wrong, code = inside { "help", "no", "zebra" }
    assert.equal(2, code)
    assert.matches("gts: no help on 'no zebra'\n", wrong, 1, true)
    assert.matches("^'draw' is now 'visualize'.*The command: gts draw %-%-help", (inside { "help", "Draw" }))
    assert.matches("^gts%.perft%(.*\nThe command: gts perft", (inside { "help", "Perft" }))
  end)
end)
