-- Playing by hand: moves, positions as text, counting paths, and whether two sets of rules are one game.

local core = require "gts.core"
local gts = require "gts"
local trees = require "spec.support.trees"

local function names(list)
  local all = {}
  for i, entry in ipairs(list) do all[i] = entry.name end
  return table.concat(all, " ")
end

-- A game of words in a table, with its own names and texts.
local function words_game(more)
  local rules = {
    name = "letters", start = { text = "" },
    successors = function(p)
      if #p.text == 2 then return {} end
      return { { text = p.text .. "a" }, { text = p.text .. "b" } }, { { letter = "a" }, { letter = "b" } }
    end,
    evaluate = function(p) return #p.text end,
    move_name = function(move) return "<" .. move.letter .. ">" end,
    write = function(p) return "word:" .. p.text end,
    read = function(text)
      local word = text:match "^word:([ab]*)$"
      if word then return { text = word } end
      return nil, "it does not begin with word:"
    end,
    show = function(p) return "[" .. p.text .. "]" end,
  }
  for field, value in pairs(more or {}) do rules[field] = value or nil end
  return gts.game(rules)
end

describe("gts.moves", function()
  it("lists the moves in the order of the rules, with their positions and the player to move", function()
    local list = gts.moves "tictactoe"
    assert.equal("1 2 3 4 5 6 7 8 9", names(list))
    assert.equal("max", list.player)
    assert.same({ 1 << 9, 1 << 9 | 16 }, list[5].position)
    assert.equal("min", gts.moves("tictactoe", list[5].position).player)
    assert.equal("101 102 201", names(gts.moves(gts.game("nim", { heaps = { 2, 1 } }))))
  end)

  it("does so for every form of rules, and for trees", function()
    local tree = trees.third_child_gives_five()
    for _, form in ipairs(trees.forms) do
      local rules = trees.rules(tree, form, { player = true })
      local list = gts.moves(rules)
      assert.equal(#tree, #list)
      for i, entry in ipairs(list) do
        assert.equal(i, trees.move_number(entry.move))
        assert.equal(#tree[i], #gts.moves(rules, entry.position))
      end
    end
    local game = gts.tree(tree)
    assert.equal("1 2 3", names(gts.moves(game)))
    assert.equal("1 2", names(gts.moves(game, gts.apply(game, nil, 3))))
    assert.same({ player = "max" }, gts.moves(gts.tree { value = 3 }))
  end)

  it("and the others that take a game first say so where it stands second", function()
    local game = gts.game "connect4"
    for name, call in pairs {
      show = "game, position", moves = "game, position", apply = "game, position, ...", write = "game, position",
      read = "game, text", best = "game, position, options", search = "game, options", analyze = "game, options",
      perft = "game, depth, options", solve = "game, options",
    } do
      for _, first in ipairs { game.start, 5, "no such game" } do
        for _, second in ipairs { game, "connect4" } do
          local ok, wrong = pcall(gts[name], first, second)
          assert.is_false(ok)
          assert.matches(("gts.%s(%s) takes the game first, and here it stands second"):format(name, call), wrong, 1, true)
        end
      end
    end
    assert.error_matches(function() gts.show(5) end, "the game is 5: expected a name")
  end)

  it("has none when the game is over", function()
    assert.equal("", names(gts.moves("tictactoe", gts.apply("tictactoe", nil, 1, 4, 2, 5, 3))))
  end)

  it("refuses what is no position or no game, by name", function()
    for _, name in ipairs { "moves", "show", "write", "canonical" } do
      local said = "gts." .. name .. ": the position is 3: expected a list of 2 integers"
      assert.error_matches(function() gts[name]("connect4", 3) end, said)
    end
    assert.error_matches(function() gts.moves("nim", 0 / 0) end, "gts.moves: the position is nan: expected a position")
    assert.error_matches(function() gts.moves "conect4" end, "did you mean 'connect4'")
  end)
end)

describe("gts.apply", function()
  it("plays moves one after the other, by themselves or by their names", function()
    assert.equal("[ab]", gts.show(words_game(), gts.apply(words_game(), nil, "<a>", "<b>")))
    local game = words_game()
    local second = gts.moves(game)[2]
    for _, move in ipairs { second.name, second.move } do assert.equal("b", gts.apply(words_game(), nil, move).text) end
    assert.same(gts.apply("connect4", nil, 4, 4), gts.apply("connect4", gts.apply("connect4", nil, 4), "4"))
    assert.same({ text = "" }, gts.apply(game, nil))
  end)

  it("says which move cannot be played, and which can", function()
    assert.error_matches(function() gts.apply("connect4", nil, 4, 9) end,
      "gts.apply: connect4: there is no move 9 here: the moves are 4 5 3 6 2 7 1", 1, true)
    assert.error_matches(function() gts.apply(words_game(), { text = "ab" }, "<a>") end, "the game is over")
    local function refused(count)       -- for `count` moves
      local list = {}
      for i = 1, count do list[i] = i end
      local rules = { name = "wide", start = 0, evaluate = print, successors = function() return list end }
      return (select(2, pcall(gts.apply, rules, nil, 99)))
    end
    assert.matches(" 39 40$", refused(40))
    assert.matches(" 39 40 %.%.%.$", refused(41))
  end)
end)

describe("positions as text", function()
  it("are read again as they were", function()
    for _, name in ipairs { "connect4", "dots", "nim", "othello", "tictactoe" } do
      local position = gts.apply(name, nil, gts.moves(name)[1].move)
      assert.same(position, gts.read(name, gts.write(name, position)))
    end
    local game = gts.game { name = "any", start = "a\n\0001\"", evaluate = print, successors = print }
    assert.equal("a\n\0001\"", gts.read(game, gts.write(game)))
    assert.equal("a\r\nb", gts.read(game, gts.write(game, "a\r\nb")))
    assert.equal("a\r\nb", gts.read(game, '"a\\r\\nb"'))
    assert.equal(-0.1, gts.read(game, gts.write(game, -0.1)))
    assert.same({ 1, -2 }, gts.read(game, "{ 1, -2 }"))
  end)

  it("have numbers with as few digits as tell them from others", function()
    local game = gts.game { name = "any", start = 0, evaluate = print, successors = print }
    local said = { ["0.05"] = 0.05, ["0.3"] = 0.3, ["0.30000000000000004"] = 0.1 + 0.2, ["0.3333333333333333"] = 1 / 3,
      ["0.6931471805599453"] = math.log(2), ["-1e-300"] = -1e-300, ["9007199254740993"] = 9007199254740993 }
    for text, value in pairs(said) do
      assert.equal(text, gts.write(game, value))
      assert.equal(value, gts.read(game, text))
    end
  end)

  it("are as the rules say, where these say it", function()
    assert.equal("word:ab", gts.write(words_game(), { text = "ab" }))
    assert.same({ text = "ab" }, gts.read(words_game(), "word:ab"))
    assert.error_matches(function() gts.read(words_game(), "ab") end,
      "letters has no position 'ab': it does not begin with word:", 1, true)
  end)

  it("are refused where there are none", function()
    assert.error_matches(function() gts.write(words_game { write = false }) end, "has no rules.write")
    local lists = gts.game { name = "lists", start = { 1, 2 }, evaluate = print, successors = print }
    assert.equal("{1 2}", gts.write(lists))
    for _, position in ipairs { { 1, 2, more = 3 }, { 1, [3] = 3 }, { 1, 2.5 }, {} } do
      assert.error_matches(function() gts.write(lists, position) end, "has no text by itself")
    end
    assert.error_matches(function() gts.write(words_game { write = function() return 3 end }) end,
      "rules.write returned 3: expected a string")
    for _, text in ipairs { "", "x", "{}", "{1.5}", '"\\999"' } do
      assert.error_matches(function() gts.read("nim", text) end, "nim has no position")
    end
    assert.error_matches(function() gts.read("nim", 3) end, "expected a string")
  end)
end)

describe("gts.perft", function()
  local function counts(list) return table.concat(list, " ") end

  -- Othello: published by many programs. Connect-4: 7^n, but for the seven columns that are full after six stones. Tic-tac-toe:
  -- by hand up to five; 255,168 games.
  it("counts what others count", function()
    assert.equal("4 12 56 244 1396 8200", counts(gts.perft("othello", 6)))
    assert.equal("7 49 343 2401 16807 117649 823536", counts(gts.perft("connect4", 7)))
    local games = gts.perft("tictactoe", 9)
    assert.equal("9 72 504 3024 15120 54720 148176 200448 127872", counts(games))
    assert.equal(1, games[0])
    assert(games.seconds >= 0)
  end)

  it("counts positions once where it is asked to", function()
    -- https://oeis.org/A212693
    for _, plain in ipairs { true, false } do
      assert.equal("7 49 238 1120", counts(gts.perft(gts.game("connect4", { plain = plain }), 4, { distinct = true })))
    end
    -- The number of positions of tic-tac-toe is often given as 5,478.
    local list, sum = gts.perft("tictactoe", 9, { distinct = true }), 1
    for _, n in ipairs(list) do sum = sum + n end
    assert.equal(5478, sum)
  end)

  it("is the same compiled, from a position, and in trees of any form", function()
    assert.equal("4 12 56 244 1396", counts(gts.perft("othello", 5, { native = true })))
    assert.equal("3 14", counts(gts.perft("othello", 2, { position = gts.moves("othello")[1].position })))
    trees.each(60, nil, function(tree, seed)
      local expected = {}
      local function count(node, ply)
        if ply > 0 then expected[ply] = (expected[ply] or 0) + 1 end
        if type(node) == "table" then for _, child in ipairs(node) do count(child, ply + 1) end end
      end
      count(tree, 0)
      local form = trees.forms[seed % #trees.forms + 1]
      assert.equal(counts(expected), counts(gts.perft(trees.rules(tree, form), #expected)))
      assert.equal(counts(expected), counts(gts.perft(gts.tree(tree), #expected)))
      assert.equal(counts(expected), counts(gts.perft(gts.tree(tree), #expected, { distinct = true })))
    end)
  end)

  it("refuses what it cannot do, by name", function()
    assert.error_matches(function() gts.perft("nim", -1) end, "depth is %-1: expected a whole number from 0 to 1000")
    assert.error_matches(function() gts.perft "nim" end, "depth is missing")
    local opaque = words_game { start = { text = "", print } }
    assert.error_matches(function() gts.perft(opaque, 2, { distinct = true }) end, "needs rules.key")
  end)
end)

describe("gts.equivalent", function()
  local function same(...) return (gts.equivalent(...)) end

  it("finds no difference between equivalent rules", function()
    assert(same("tictactoe", "tictactoe", { depth = 3 }))
    assert(same("nim", gts.game("nim", { heaps = { 3, 4, 5 } }), { depth = 3 }))
    local small = gts.tree { { 1, 2 }, { 3, 4 } }               -- seven positions, two plies: no more time is needed
    assert.same({ true, { positions = 7, depth = 2 } }, { gts.equivalent(small, small, { time = 60 }) })
    trees.each(40, nil, function(tree, seed)
      local one, other = trees.forms[seed % #trees.forms + 1], trees.forms[(seed * 7 + 3) % #trees.forms + 1]
      assert(same(trees.rules(tree, one, { player = true }), trees.rules(tree, other, { player = true }), { time = 60 }))
    end)
  end)

  it("finds the first difference, and the moves that lead to it", function()
    local function first(a, b)
      local ok, difference = gts.equivalent(a, b, { time = 60 })
      assert.is_false(ok)
      return table.concat(difference.moves, " ") .. ": " .. difference.why
    end
    assert.equal(": there are 7 moves in the first, 6 in the second", first("connect4", gts.game("connect4", { columns = 6 })))
    assert.equal("2 1: the value is 3 in the first, 5 in the second",
      first(gts.tree { { 1, 2 }, { 3, 4 } }, gts.tree { { 1, 2 }, { 5, 4 } }))
    assert.equal("1: max moves in the first, min in the second",
      first(gts.tree { { player = "max", 1, 2 } }, gts.tree { { 1, 2 } }))
    local shifted = gts.game { name = "shifted", start = 0, evaluate = function() return 0 end,
      next = function(p, move) if p == 0 and (move or 1) < 3 then return (move or 1) + 1, 1 end end }
    local plain = gts.game { name = "plain", start = 0, evaluate = function() return 0 end,
      next = function(p, move) if p == 0 and (move or 0) < 2 then return (move or 0) + 1, 1 end end }
    assert.equal(": move 1 is only in the first", first(plain, shifted))
  end)

  it("finds a difference far from the start", function()
    local function count_down(last)
      return { name = "down", start = 0, evaluate = function(p) return p == 60 and last or 0 end, successors = function(p)
        core.clock(1)           -- by the clock of gts: short paths have their half of the time, and a long one the other
        return p < 60 and { p + 1, p + 1 } or {}
      end }
    end
    local ok, difference = gts.equivalent(count_down(1), count_down(2), { time = 1000 })
    assert.is_false(ok)
    assert.equal(60, #difference.moves)
    assert(same(count_down(1), count_down(1), { time = 0.1 }))
  end)

  it("refuses what is no game or no option, by name", function()
    assert.error_matches(function() gts.equivalent "nim" end, "the second game: the game is nil")
    assert.error_matches(function() gts.equivalent(nil, "nim") end, "the first game: the game is nil")
    assert.error_matches(function() gts.equivalent("nim", "nmi") end, "the second game: there is no game 'nmi'")
  end)
end)
