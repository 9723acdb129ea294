-- What gts help finds where a word is no topic: the place that explains it comes first.

local find = require "gts.program.find"
local game = require "gts.game"
local help = require "gts.program.help"
local inside = require "spec.support.inside"
local manual = require "gts.program.manual"
local markdown = require "gts.show.markdown"
local run = require "spec.support.run"
local synonyms = require "gts.program.synonyms"

-- Words that readers search for, and the page that must come first.
local wanted = {
  { "pv", "results" }, { "principal variation", "results" }, { "solved", "results" }, { "line of play", "results" },
  { "node count", "results" }, { "statistics", "results" },
  { "win draw loss", "endgame-databases" }, { "tablebase", "endgame-databases" }, { "endgame", "endgame-databases" },
  { "transposition", "transposition-tables" }, { "transposition table", "transposition-tables" },
  { "hash table", "transposition-tables" }, { "zobrist", "transposition-tables" },
  { "killer", "transposition-tables" }, { "killer heuristic", "transposition-tables" },
  { "move ordering", "transposition-tables" }, { "order", "transposition-tables" },
  { "time limit", "limits" }, { "memory limit", "limits" }, { "Ctrl-C", "limits" }, { "interrupt", "limits" },
  { "best move", "limits" },
  { "alpha-beta", "alpha-beta" }, { "Alpha Beta pruning", "alpha-beta" }, { "pruning", "alpha-beta" },
  { "PVS", "negascout" }, { "zero window", "mtd" }, { "null window", "mtd" },
  { "monte carlo tree search", "mcts" }, { "monte carlo", "monte-carlo" },
  { "MTD(f)", "mtd" }, { "proof-number search", "proof-number-search" }, { "proof number", "proof-number-search" },
  { "iterative deepening", "iterative-deepening" }, { "retrograde", "solving" }, { "solve a game", "solving" },
  { "repetition", "proved-values" },
  { "json", "command-line" }, { "exit codes", "command-line" }, { "environment variables", "command-line" },
  { "csv", "formats" },
  { "embed", "embedding" }, { "coroutines", "embedding" },
  { "sandbox", "sandbox" }, { "untrusted", "sandbox" }, { "slurm", "clusters" },
  { "multithreading", "parallel" }, { "browser", "browser" }, { "graphviz", "visualize" }, { "svg", "visualize" },
  { "elo", "play" }, { "LOS", "play" }, { "SPRT", "play" },
  { "machine code", "compiler" }, { "not compiled", "compiler" },
  { "evaluation function", "rules" }, { "bitboard", "rules" }, { "moves as integers", "rules" },
  { "uninstall", "install" }, { "license", "install" }, { "getting started", "first" }, { "write a game", "own-game" },
  { "faster", "speed" }, { "playing strength", "strength" },
  { "exercises", "teaching" }, { "compare algorithms", "experiments" },
}

-- What would be said of the query first: what it lists first, or the only thing that it finds.
local function first(query)
  local found = find.search(query, { first = synonyms.of(query) })
  if #found == 0 then found = find.search(query, { longer = true }) end
  return found[1] and found[1].name
end

describe("gts help, of words that are no topic, #lua", function()
  it("has the page first that explains them", function()
    for _, row in ipairs(wanted) do assert.equal(row[2], first(row[1]), row[1]) end
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
    assert.matches("\nparallel  .*copies of the caller", out)
  end)

  it("lists where a topic is explained when asked to search", function()
    local out = inside { "help", "--search", "rules" }
    assert.matches("^'rules' is explained here, the best first;.*\nrules  ", out)
    local _, wrong, code = inside { "help", "--search", "zebra" }
    assert.equal(2, code)
    assert.matches("gts: no help on 'zebra'\n", wrong, 1, true)
  end)

  it("knows what every synonym stands for, and each stands for one thing #doc", function()
    local names, seen = {}, {}
    for _, name in ipairs(help.names()) do names[name] = true end
    for _, row in ipairs(synonyms.rows) do
      assert.is_true(names[row[1]], row[1])
      assert.is_string(help.text(row[1], 80))
      for i = 2, #row do
        local plain = find.plain(row[i])
        assert.is_nil(seen[plain], row[i])
        seen[plain] = row[1]
        assert.equal(row[1], synonyms.of(row[i]), row[i])
        assert.equal(row[1], first(row[i]), row[i])
        assert.is_string((help.on(row[i], 80)), row[i])
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
    local text = help.on("pv", 200)
    local first_lines = ("\nresults  %s\n    pv: the principal variation: a list of moves"):format(manual.title "results")
    assert.matches(first_lines, text, 1, true)
  end)

  it("shows the text of the only place", function()
    assert.equal(help.text("transposition-tables", 80), (help.on("zobrist", 80)))
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
