-- Game descriptions: their translations play as the language says, and what is no game for two in turn is refused.

local file = require "gts.gdl.file"
local games = require "gts.game"
local ground = require "gts.gdl.ground"
local gts = require "gts"
local interpreted = require "gts.gdl.interpreted"
local interpreter = require "spec.support.gdl_interpreter"
local joins = require "gts.gdl.joins"
local play = require "spec.support.gdl_games".play
local program = require "gts.gdl.program"
local run = require "spec.support.run"
local translate = require "gts.gdl.translate"

-- The smallest are in the corpus of inputs.
local function place(name)
  return (("chomp nim pause"):find(name) and "spec/corpus/descriptions/%s.kif" or "spec/gdl/games/%s.kif"):format(name)
end

local function read(name)
  local input <close> = assert(io.open(place(name)))
  return input:read "a"
end

describe("a game description #lua", function()
  -- For each game how many are played, and with which shipped one, in which options, it has the same paths up to a ply.
  for name, row in pairs {
    breakthrough = { 1, 3, { columns = 4, rows = 5 } }, checkers = { 1 }, chomp = { 3, 4, {} },
    connect4 = { 1, 5, { columns = 4, rows = 4 } }, counter = { 4 }, domineering = { 1, 4, { columns = 4, rows = 4 } },
    hex = { 2, 4, { size = 3 } }, isolation = { 2 }, nim = { 3, 4, {} }, parity = { 3 }, pause = { 3 },
    swap = { 2 }, tictactoe = { 3, 5, {} },
  } do
    it("of " .. name .. " plays as a plain interpreter has it, and as the game that comes with gts", function()
      local rules, plain = assert(file.rules(place(name))), interpreter.new(read(name))
      local function paths(of) return table.concat(gts.perft(of, row[2], { native = false }), " ") end
      if row[2] then assert.equal(paths(gts.game(name, row[3])), paths(rules)) end
      play(rules, plain, row[1])
    end)

    it("of " .. name .. " plays the same where positions are texts", function()
      play(interpreted.rules(program.read(read(name)), name), interpreter.new(read(name)), row[1])
    end)
  end
end)

describe("a translated game description #lua", function()
  it("applies what does not recur in a recursive relation once, and not at each depth of it", function()
    local text = assert(translate.lua(program.read(read "othello"), "othello"))
    local seen, count, legal = {}, 0, text:match "function rules.legal.-\nend\n"
    for to, from, line in legal:gmatch "\n(d%d+) = d%d+ | (b%d) & 0x%x+ & %((b%d [<>]+ %d+)%)" do
      local kind = to .. from .. line
      assert.is_nil(seen[kind], kind)
      seen[kind], count = true, count + 1
    end
    assert.is_true(count > 8)           -- a stone of either player in eight directions, some of them in one word
    local function paths(of) return table.concat(gts.perft(of, 4, { native = false }), " ") end
    assert.equal(paths(gts.game("othello", { size = 6 })), paths(load(text)()))
  end)

  it("compiles #thorough", function()
    for _, name in ipairs {
      "breakthrough", "connect4", "counter", "domineering", "hex", "isolation", "parity", "pause",
    } do assert.is_true(gts.native(place(name)).compiled, name) end
  end)
end)

describe("gts gdl #lua", function()
  it("says what a description has, how it is translated, and writes the rules as Lua", function()
    local out = run.gts { "gdl", place "tictactoe", "--json" }
    for _, part in ipairs {
      '["white","black"]', '"strata":2', '"positions":"bits"', '"fluents":29', '"moves":20', '"compiled":true',
    } do
      assert.truthy(out:find(part, 1, true), part .. " in " .. out)
    end
    local lua = run.gts { "gdl", place "tictactoe", "--lua" }
    assert.equal(29, #load(lua)().write(-1):gsub("%S+ ?", "."))
    local _, wrong, code = run.gts { "gdl", "/nowhere.kif" }
    assert.same({ "gts: cannot open /nowhere.kif: No such file or directory\n", 1 }, { wrong, code })
  end)
end)

-- A game that is right, in one line; what is added to it stands in the second.
local BASE = "(role a) (role b) (init (c a)) (<= (legal a (m 1)) (true (c a))) (<= (legal a n) (true (c b))) "
  .. "(<= (legal b (m 1)) (true (c b))) (<= (legal b n) (true (c a))) (<= (next (c b)) (true (c a))) "
  .. "(<= terminal (true (c b))) (goal a 100) (goal b 0)\n"

describe("a game description that is no game for two in turn #lua", function()
  local name
  before_each(function() name = os.tmpname() end)
  after_each(function() os.remove(name) end)

  -- Calls a function with the name of a file that has this text.
  local function with(text, call)
    local file_name = name .. ".kif"
    local output <close> = assert(io.open(file_name, "w"))
    output:write(text)
    output:close()
    local made, result = pcall(call, file_name)
    os.remove(file_name)
    return made, result
  end

  local function refusal(text)
    local made, wrong = with(text, gts.game)
    return not made and tostring(wrong) or nil
  end

  it("is refused with line and column, or the reason", function()
    assert.is_nil(refusal(BASE))
    for text, wrong in pairs {
      ["(p 1"] = ":2:1: a '(' without its ')'",
      ["; (\n)"] = ":3:1: a ')' without its '('",
      ["((p))"] = ":2:2: '(' after '(': expected a symbol",
      ["(p ?)"] = ":2:4: a variable without a name",
      [("(p "):rep(200)] = ":2:301: more than 100 lists in each other",
      ["(p" .. (" 1"):rep(1001) .. ")"] = ":2:1: a list of more than 1000 elements",
      ["(p a,b)"] = ":2:4: a symbol with a comma",
      ["(<= (init (c b)) (legal b n))"] = ":2:18: init depends on the position",
      ["(p \xC3\xA9)"] = ":2:4: a symbol that is not ASCII",
      ["(<= (p ?x) (true (c ?y)))"] = ":2:8: unsafe rule: ?x is in no positive literal of the body",
      ["(<= p (not (true (c ?x))))"] = ":2:21: unsafe rule: ?x is in no positive literal of the body",
      ["(<= p (not q))\n(<= q r)\n(<= r p)"] = ":2:12: recursion through negation: p depends on 'not q', and that on p",
      ["(p 1)\n(p 1 2)"] = ":3:1: p has 2 arguments, and 1 elsewhere",
      ["(legal a)"] = ":2:1: legal has 1 argument: expected 2",
      ["(<= p (next (c a)))"] = ":2:7: 'next' in the body of a rule",
      ["(<= (legal a k) (does b n))"] = ":2:17: legal depends on does",
      ["(role random)"] = ":2:1: the role random: games of chance are not translated",
      ["(<= (sees a 1) (true (c a)))"] = ":2:5: 'sees' is of GDL-II: games with hidden information are not translated",
      ["(role c)"] = ": 3 roles: expected a game for two",
      ["(<= (goal a 101) (true (c b)))"] = ": goal(a,101): expected a goal of 0 to 100",
      ["(legal b x)"] = ": not a game for two in turn: both a and b have a choice of moves at\nc(a)",
      ["(<= (goal a 0x10) (true (c b)))"] = ": goal(a,0x10): expected a goal of 0 to 100",
      ["(<= p " .. ("(true (c a)) "):rep(900) .. ("(or (p) (q)) "):rep(16) .. ")"] = ":2:11824: a rule whose alternatives have",
      ["(p" .. (" 1"):rep(61) .. ")"] = ":2:1: p has more than 60 arguments",
      ["(n z) (<= (n (s ?x)) (n ?x))"] = ":2:11: the domain is too large: terms more than 20 deep",
      ["(n z) (<= (n (s ?x ?x ?x ?x)) (n ?x))"] = ":2:11: the domain is too large: terms of more than 1000 symbols",
    } do
      -- Of (legal b x) alone b would have a choice, but a has none.
      if text == "(legal b x)" then text = "(legal b x) (<= (legal a y) (true (c a)))" end
      local found = refusal(BASE .. text) or "nothing"
      assert.equal(wrong, found:sub(#name + 5, #name + 4 + #wrong), found)
    end
  end)

  it("is refused where its rules have too many instances to try", function()
    local rule, usual = "(d 1) (d 2) (d 3) (d 4)\n(<= e (d ?v) (d ?w) (d ?x) (d ?y) (d ?z))", ground.steps
    assert.is_nil(refusal(BASE .. rule))
    ground.steps = 1000
    local wrong = refusal(BASE .. rule) or "nothing"
    ground.steps = usual
    assert.truthy(wrong:find(":3:5: the domain is too large: more than 1000 steps", 1, true), wrong)
  end)

  it("may have relations of which atoms with other constants depend on the position", function()
    local rule = "(p 1 7) (<= (p 2 ?x) (true (c ?x))) (<= (q ?x) (p 1 ?x)) (<= (legal a ?x) (q ?x) (true (c a)))"
    local _, game = with(BASE .. rule, gts.game)
    assert.equal(2, gts.perft(game, 1, { native = false })[1])
  end)

  it("is refused where a position takes more atoms than there may be", function()
    local text = { "(<= terminal (t ?v ?w ?x ?y ?z) (distinct ?v ?v)) (<= (t ?a ?b ?c ?d ?e) (true (k ?a)) (true (k ?b)) ",
      "(true (k ?c)) (true (k ?d)) (true (k ?e)))" }
    for i = 1, 30 do text[#text + 1] = ("(init (k %d))"):format(i) end
    local usual = joins.cells
    joins.cells = 10000
    local wrong = refusal(BASE .. table.concat(text)) or "nothing"
    joins.cells = usual
    assert.truthy(wrong:find(":2:55: the domain is too large: too many atoms", 1, true), wrong)
  end)

  it("evaluates of relations with many arguments what is asked for", function()
    local text = { BASE, [[(<= (legal a (go ?x ?y)) (true (at ?u ?v)) (reach ?u ?v ?x ?y) (distinct ?x 3))
      (init (at 3 4)) (<= (reach ?x ?y ?x ?y) (n ?x) (n ?y)) (<= (reach ?x ?y ?z ?w) (step ?u ?v ?z ?w) (reach ?x ?y ?u ?v))
      (<= (step ?x ?y ?u ?y) (succ ?x ?u) (n ?y)) (<= (step ?x ?y ?x ?v) (n ?x) (succ ?y ?v) (not (true (at ?x ?v)))) (n 0)
      (<= (d0 ?x ?y ?z ?w) (reach ?x ?y ?z ?w)) (<= (goal a 50) (d20 1 2 3 4))]] }
    for i = 1, 20 do            -- each d has two places of the one before: 1,048,576 of d0
      local rule = "(<= (d%d ?x ?y ?z ?w) (reach ?x ?y ?z ?w) (not (d%d ?x ?y ?z ?w)) (not (d%d ?y ?x ?w ?z)))"
      text[#text + 1] = ("(n %d) (succ %d %d)" .. rule):format(i, i - 1, i, i, i - 1, i - 1)
    end
    local rules, plain = interpreted.rules(program.read(table.concat(text)), "reach"), {}
    for x = 4, 20 do
      for y = 4, 20 do plain[#plain + 1] = ("go(%d,%d)"):format(x, y) end
    end
    plain[#plain + 1] = "m(1)"
    table.sort(plain)
    assert.same(plain, rules.gdl.moves(rules.start))
    assert.is_true(rules.gdl.work() < 10000, rules.gdl.work())     -- of 53,361 pairs of cells that reach each other
  end)

  it("has a table where positions are texts, too", function()
    local grows = "(<= (legal a (m 2)) (true (c a))) (init (l z)) "
      .. "(<= (next (l (s ?x))) (true (l ?x))) (<= (next (l (t ?x))) (true (l ?x)))"
    local _, game = with(BASE .. grows, gts.game)
    assert.is_nil(game.words)
    assert.equal(100, gts.search(game, { algorithm = "ttalphabeta", table = gts.table() }).value)
    assert.equal(1, gts.perft(game, 1, { native = false, distinct = true })[1])
    assert.equal("c(a) l(z)", game.read "l(z) c(a) c(a)")
  end)

  it("is known by its ending, in small or capital letters", function()
    for ending, is in pairs { [".kif"] = true, [".KIF"] = true, [".Gdl"] = true, [".lua"] = false, [".kif.lua"] = false } do
      assert.equal(is, games.reader("./x" .. ending) ~= nil, ending)
    end
  end)

  it("is checked, however long it takes to translate #thorough", function()
    local text = {}
    for i = 1, 40 do text[i] = ("(n %d)"):format(i) end
    local _, report = with(BASE .. table.concat(text) .. "(<= (t ?x ?y ?z) (n ?x) (n ?y) (n ?z))", function(of)
      return gts.check(of, { time = 0.01 })
    end)
    assert.is_true(report.clean)
  end)

  it("ends a search where trial games have not found it out", function()
    local text = {}
    for i = 0, 9 do text[#text + 1] = ("(succ %d %d)"):format(i, i + 1) end
    text[#text + 1] = [[(role a) (role b) (init (n 0)) (legal b noop) (<= (legal b other) (true (n 9)))
      (exit 1) (exit 2) (exit 3) (<= (legal a up) (not terminal)) (<= (legal a (out ?x)) (exit ?x) (not terminal))
      (<= (next (n ?y)) (does a up) (true (n ?x)) (succ ?x ?y)) (<= (next (n 10)) (does a (out ?x)))
      (<= terminal (true (n 10))) (goal a 100) (goal b 0)]]
    local _, game = with(table.concat(text, " "), gts.game)
    local searched, wrong = pcall(gts.search, game, { algorithm = "minimax", native = false })
    assert.is_false(searched)
    assert.truthy(tostring(wrong):find("both_have_a_choice_of_moves", 1, true))
  end)
end)
