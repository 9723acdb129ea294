-- gts.game: what is accepted as a game, and how what is wrong is said; and what rules may return.

local gts = require "gts"
local errors = require "spec.support.errors"
local run = require "spec.support.run"
local trees = require "spec.support.trees"

local complaint, says = errors.complaint, errors.says

local function rules_with(fields)
  local rules = { name = "here", start = 1, evaluate = function(p) return p end,
                  successors = function(p) return p < 4 and { 2 * p, 2 * p + 1 } or {} end }
  for name, value in pairs(fields or {}) do
    if value == "none" then rules[name] = nil else rules[name] = value end
  end
  return rules
end

local function nothing() end

local NAN = 0 / 0

describe("gts.game", function()
  it("makes a game of a rules table, with the fields of the rules", function()
    local rules = rules_with { extra = 17 }
    local game = gts.game(rules)
    assert.same({ "here", 17 }, { game.name, game.extra })
    assert.are.equal(rules.evaluate, game.evaluate)
    assert.are.equal("game: here", tostring(game))
    assert.are.equal(game, gts.game(game))
  end)

  it("makes a game that stays as it was checked", function()
    local rules = rules_with()
    local game = gts.game(rules)
    rules.evaluate = nil
    assert.are.equal(6, gts.search(game).value)
  end)

  it("makes a game of rules that inherit their fields", function()
    local base = rules_with { range = { 0, 99 }, bounds = function() return 0, 50 end }
    local game = gts.game(setmetatable({ name = "heir" }, { __index = base }))
    assert.are.equal(6, gts.search(game).value)
    assert.are.equal(base.bounds, game.bounds)
  end)

  it("takes what can be called for a function", function()
    local function callable(f) return setmetatable({}, { __call = function(_, ...) return f(...) end }) end
    local rules = rules_with()
    rules.evaluate, rules.successors = callable(rules.evaluate), callable(rules.successors)
    assert.are.equal(6, gts.search(gts.game(rules)).value)
  end)

  it("makes a game of a function of options", function()
    local game = gts.game(function(options) return rules_with { start = options.from or 1 } end, { from = 2 })
    assert.are.equal(2, game.start)
    assert.are.equal(1, gts.game(function(options) return rules_with { start = options.from or 1 } end).start)
  end)

  it("makes a game of a file", function()
    local file = os.tmpname()
    local function write(text) run.write(file, text) end
    write "return { name = 'filed', start = 3, evaluate = function(p) return p end, successors = function() return {} end }"
    assert.are.equal("filed", gts.game(file).name)
    assert.are.equal(3, gts.search(file).value)
    says(complaint(gts.game, file, { size = 3 }), "takes no options")
    write "return function(o) return { name = 'f', start = o.start, evaluate = print, next = print } end"
    assert.are.equal(8, gts.game(file, { start = 8 }).start)
    write "return 17"
    says(complaint(gts.game, file), file, "17", "rules table")
    write "return {"
    says(complaint(gts.game, file), file, "expected")
    write "error 'trouble while loading'"
    says(complaint(gts.game, file), file, "trouble while loading")
    says(complaint(gts.game, "./missing/file.lua"), "./missing/file.lua")
    local path = package.path
    package.path = file:match "^(.*)/" .. "/?.lua;" .. path
    finally(function() package.path = path; os.remove(file) end)
    says(complaint(gts.game, "conect4"), "'conect4'", "did you mean 'connect4'?")
  end)

  it("refuses what is no game, and says what it is", function()
    for _, value in ipairs { 17, true, print == nil } do says(complaint(gts.game, value), tostring(value), "expected") end
    says(complaint(gts.game, nil), "nil")
    says(complaint(gts.game), "nil")
    says(complaint(gts.game, coroutine.create(nothing)), "thread")
    says(complaint(gts.game, "no game of this name"), "no game of this name")
    says(complaint(gts.game, ""), "''")
    says(complaint(gts.game, "../nim"), "../nim")
    says(complaint(gts.game, function() return nil end), "nil", "rules table")
    says(complaint(gts.game, rules_with(), 17), "17", "options")
  end)

  it("refuses options that the game does not know, and says which were meant", function()
    says(complaint(gts.game, "nim", { heap = { 3 } }), "'heap'", "nim", "did you mean 'heaps'?")
    says(complaint(gts.game, "connect4", { colums = 3 }), "'colums'", "did you mean 'columns'?")
    says(complaint(gts.game, rules_with(), { size = 3 }), "takes no options")
  end)

  it("refuses a missing field by its name", function()
    for _, field in ipairs { "name", "start", "evaluate", "successors" } do
      says(complaint(gts.game, rules_with { [field] = "none" }), "rules." .. field .. " is missing")
    end
    says(complaint(gts.game, {}), "rules.name is missing")
    says(complaint(gts.game, rules_with { start = function() return 1 end }), "rules.start is a function", "call the function")
  end)

  it("says which field may have been misspelt", function()
    says(complaint(gts.game, rules_with { evaluate = "none", evalute = nothing }), "rules.evaluate is missing", "'evalute'")
    says(complaint(gts.game, rules_with { successors = "none", succesors = nothing }),
      "rules.successors is missing", "'succesors'")
  end)

  it("says so even if the field may be missing; other fields are the rules' own", function()
    says(complaint(gts.game, rules_with { player_ = nothing }), "rules.player_ is unknown: did you mean 'player'?")
    says(complaint(gts.game, rules_with { terminl = nothing }), "rules.terminl is unknown: did you mean 'terminal'?")
    assert(gts.game(rules_with { board = {}, helper = nothing, x = 1 }))
  end)

  it("refuses next beside successors", function()
    says(complaint(gts.game, rules_with { next = nothing }), "rules.next and rules.successors are both there")
  end)

  it("refuses an ill-typed field by its name, and says what is expected", function()
    local wrong = {
      name = { 17, "", false, {} },
      start = { NAN },
      successors = { 17, "text", {}, true }, next = { 17, "text", {}, true }, evaluate = { 17, "text", {}, true },
      player = { "max", 1 }, terminal = { true }, bounds = { { 0, 1 } }, key = { "text" }, show = { "text" },
      words = { 0, 17, 2.5, -1, "2", NAN },
      range = { 5, { 1 }, { 1, 2, 3 }, { 2, 1 }, { "a", "b" }, { NAN, 1 }, { 0, NAN }, { false, true } },
    }
    for field, values in pairs(wrong) do
      for _, value in ipairs(values) do
        local said = complaint(gts.game, rules_with { [field] = value })
        local named = type(value) == "table" and "table" or value ~= value and "nan" or tostring(value)
        says(said, "rules." .. field .. " is ", "expected ", named)
        assert.are.equal(said, (complaint(gts.search, rules_with { [field] = value })))
      end
    end
  end)

  it("refuses words without next, and a start that is not that many integers", function()
    says(complaint(gts.game, rules_with { words = 2, start = { 1, 2 } }), "rules.words", "rules.next")
    for _, start in ipairs { 5, { 1 }, { 1, 2, 3 }, { 1, 2.5 }, { 1, "2" }, "text" } do
      local rules = rules_with { words = 2, next = nothing, successors = "none", start = start }
      says(complaint(gts.game, rules), "rules.start", "list of 2 integers")
    end
  end)
end)

describe("a position", function()
  it("may be any value but nil and NaN", function()
    local values = { true, false, "text", "", 0, -1, 2.5, math.huge, math.maxinteger, math.mininteger, {}, print, io.stdout }
    for _, value in ipairs(values) do
      for _, form in ipairs { "list", "iterator", "next" } do
        local rules = { name = "one step", start = "start", evaluate = function(p) return p == value and 1 or -1 end }
        if form == "next" then
          function rules.next(p, move) if p == "start" and not move then return 1, value end end
        else
          function rules.successors(p)
            if form == "list" then return { p == "start" and value or nil } end
            return function(_, last) if p == "start" and not last then return 1, value end end
          end
          if value == false and form == "list" then
            function rules.successors(p) return p == "start" and { false } or {} end
          end
        end
        local r = gts.search(rules)
        assert.are.equal(1, r.value)
        assert(rawequal(r.position, value) and math.type(r.position) == math.type(value))
        assert.are.equal(1, gts.search(rules, { position = value, depth = 0 }).value)
      end
    end
  end)

  it("of integers keeps all 64 bits of each word", function()
    local all = { math.maxinteger, math.mininteger, -1, 0x0123456789ABCDEF }
    for i = 5, 16 do all[i] = i % 2 == 0 and math.mininteger + i or -i end
    for words = 2, 16 do
      local rules = { name = "words", words = words, start = table.move(all, 1, words, 1, {}) }
      function rules.evaluate(a) return a == math.mininteger and 1 or 0 end
      function rules.next(a, b, ...)
        assert(a ~ b == -1 and select("#", ...) == words - 1)
        for i = 3, words do assert(select(i - 2, ...) == all[i]) end
        if a == math.maxinteger and not select(words - 1, ...) then return "go", b, a, table.unpack(all, 3, words) end
      end
      local r = gts.search(rules)
      assert.are.equal(1, r.value)
      assert.are.same({ all[2], all[1], table.unpack(all, 3, words) }, r.position)
      assert.are.same({ r.position }, r.line)
      assert.are.equal("go", r.move)
    end
  end)
end)

-- Of the others: hostile_spec.lua.
describe("wrong answers of rules are named, with the position:", function()
  local function complains(fields, ...)
    local wrong = complaint(gts.search, rules_with(fields))
    says(wrong, ...)
    assert.are.equal(6, gts.search(rules_with()).value)
    return wrong
  end

  it("evaluate outside the range", function()
    complains({ range = { 0, 5 } }, "rules.evaluate returned 6", "position 6", "rules.range")
    complains({ range = { 5, 9 } }, "rules.evaluate returned 4", "position 4", "rules.range")
    assert.are.equal(6, gts.search(rules_with { range = { 0, 5 } }, { bounds = false }).value)
  end)

  it("bounds", function()
    complains({ bounds = function(p) return p == 2 and 7 or 0, 5 end }, "rules.bounds", "position 2", "lower", "upper")
    complains({ range = { 0, 9 }, bounds = function() return 11, 12 end }, "rules.bounds", "range")
    complains({ bounds = function(p) return p == 1 and 9 or 0, 20 end }, "bounds", "contradict")
  end)

  it("bounds that every position has, and no leaf", function()
    -- Positions 1 to 31 in a binary tree, whose leaves are worth -3 to 3.
    for _, pair in ipairs { { 5, 9 }, { -9, -5 } } do
      for _, player in ipairs { "max", "min" } do
        local rules = {
          name = "wrong", start = 1,
          next = function(p, move) if p < 16 and move ~= 2 then return (move or 0) + 1, 2 * p + (move or 0) end end,
          evaluate = function(p) return p % 7 - 3 end,
          player = function(p) return (p < 2 or p > 3 and p < 8) == (player == "max") and "max" or "min" end,
          bounds = function() return pair[1], pair[2] end,
        }
        for _, algorithm in ipairs(gts.algorithms) do
          if algorithm.informed and not algorithm.alternative then
          says(complaint(gts.search, rules, { algorithm = algorithm.id }), "bounds", "contradict")
        end
        end
      end
    end
  end)

  it("an iterator may be anything that can be called, as in a generic for", function()
    local step = setmetatable({}, { __call = function(_, p, last)
      local move = (last or 0) + 1
      if p < 9 and move <= 3 then return move, 3 * p + move end
    end })
    local rules = { name = "called", start = 1, successors = function(p) return step, p end, evaluate = function(p) return p end }
    for _, algorithm in ipairs { "minimax", "sss", "gsearch" } do
      local r = gts.search(rules, { algorithm = algorithm })
      assert.are.same({ 19, 3 }, { r.value, r.move })
    end
  end)

  it("bounds may be infinite, or nil where nothing is known", function()
    for _, pair in ipairs { {}, { -math.huge, math.huge }, { nil, 99 }, { 0 } } do
      assert.are.equal(6, gts.search(rules_with { bounds = function() return pair[1], pair[2] end }).value)
    end
  end)

  it("next that stays where it is", function()
    for _, move in ipairs { 1, "go", 2.5, print } do
      complains({ successors = "none", next = function(p) if p < 3 then return move, p + 1 end end },
        "rules.next returned move ", "again for position ", "expected the move after it, or nil")
    end
    complains({ successors = "none", words = 2, start = { 1, 1 }, next = function(a) if a < 3 then return 7, a + 1, 1 end end },
      "rules.next returned move 7 again for position {2, 1}")
    local r = gts.search(rules_with { successors = "none", next = function(p, move)
      if p < 3 and move ~= 1.5 then return move == nil and 1 or 1.5, p + 1 end
    end })
    assert.are.equal(3, r.value)
  end)

  it("next", function()
    local function only(answer) return { successors = "none", next = answer } end
    complains(only(function() return 1 end), "rules.next returned nil", "position 1", "position")
    complains(only(function() return 1, NAN end), "rules.next", "position 1")
    local words = only(function() return 1, 2, "3" end)
    words.words, words.start = 2, { 5, 6 }
    complains(words, "rules.next returned '3'", "{5, 6}", "integer")
    words.next = function() return 1, 2 end
    complains(words, "rules.next returned nil", "{5, 6}")
    words.next = function() return 1, 2.5, 3 end
    complains(words, "rules.next returned 2.5", "{5, 6}")
  end)

  it("and positions are shown as text", function()
    local function named(start, show)
      local rules = rules_with { start = start, evaluate = nothing, show = show, successors = function() return {} end }
      return complaint(gts.search, rules)
    end
    says(named("a word"), "position 'a word'")
    says(named(2.5), "position 2.5")
    says(named({}), "position {}: expected")
    says(named({ 1 }, function() return "board\nof two lines" end), "position board / of two lines")
    says(named({ 1 }, error), "position {1}: expected")
    says(named({ 1 }, nothing), "position {1}: expected")
    says(named(setmetatable({}, { __tostring = function() return "a bishop" end })), "position a bishop")
  end)
end)

describe("the name of a player", function()
  it("may be made anew each time", function()
    local names = { max = { "m", "ax" }, min = { "m", "in" } }
    for name, parts in pairs(names) do
      local rules = rules_with { player = function() return table.concat(parts) end }
      assert.are.equal(name == "max" and 7 or 4, gts.search(rules, { native = false }).value)
    end
  end)
end)

describe("a game of one player's choice", function()
  it("alternates where the rules do not state the player to move, MAX first at the searched position", function()
    local rules = trees.rules { { 1, 9 }, { 2, 8 } }
    assert.are.equal(2, gts.search(rules).value)
    assert.are.equal(9, gts.search(rules, { position = 1 }).value)
  end)
end)
