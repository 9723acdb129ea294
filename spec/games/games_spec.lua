-- The shipped games, against what is known of them and against boards that a child would draw.

local gts = require "gts"
local trees = require "spec.support.trees"

-- Walks over the successors of a position of two words: for move, a, b in moves(rules, a, b).
local function moves(rules, a, b)
  return function(_, last) return rules.next(a, b, last) end
end

-- A board of columns * rows cells where `line` in a row win; with `falling`, stones fall to the lowest free cell of a column.
-- A move is the number of a cell, row by row from the upper left, or of a column.
local function board(columns, rows, line, falling)
  local cells, turn, self = {}, "X", {}

  local function cell(row, column)
    if row >= 1 and row <= rows and column >= 1 and column <= columns then return cells[(row - 1) * columns + column] end
  end

  function self.winner()
    for row = 1, rows do
      for column = 1, columns do
        for _, step in ipairs { { 0, 1 }, { 1, 0 }, { 1, 1 }, { 1, -1 } } do
          local stone, count = cell(row, column), 0
          while stone and count < line and cell(row + count * step[1], column + count * step[2]) == stone do count = count + 1 end
          if count == line then return stone end
        end
      end
    end
  end

  function self.moves()
    local list = {}
    for move = 1, self.winner() and 0 or falling and columns or columns * rows do
      if not cells[move] then list[#list + 1] = move end       -- of a column, its highest cell
    end
    return list
  end

  function self.play(move)
    while falling and move + columns <= columns * rows and not cells[move + columns] do move = move + columns end
    cells[move], turn = turn, turn == "X" and "O" or "X"
  end

  function self.mover() return turn == "X" and "max" or "min" end

  function self.value()
    local winner = self.winner()
    return winner == "X" and 1 or winner == "O" and -1 or 0
  end

  function self.text()
    local text = {}
    for i = 1, columns * rows do text[i] = (cells[i] or ".") .. (i % columns == 0 and "\n" or " ") end
    return table.concat(text)
  end

  return self
end

-- Plays games at random on both, and compares everything the rules say.
local function play_along(rules, new_board, games)
  local random = trees.stream(games)
  for _ = 1, games do
    local drawn, a, b = new_board(), table.unpack(rules.start)
    while true do
      local list, following = {}, {}
      for move, a2, b2 in moves(rules, a, b) do list[#list + 1], following[move] = move, { a2, b2 } end
      assert.are.same(drawn.moves(), list)
      assert.are.equal(drawn.value(), rules.evaluate(a, b))
      assert.are.equal(drawn.mover(), rules.player(a, b))
      assert.are.equal(drawn.text(), (rules.show(a, b) .. "\n"):sub(1, #drawn.text()))
      if #list == 0 then break end
      local move = list[random(1, #list)]
      drawn.play(move)
      a, b = table.unpack(following[move])
    end
  end
end

describe("tic-tac-toe #lua", function()
  local game = gts.game "tictactoe"

  it("is a draw, and has 255,168 games and 549,946 nodes", function()
    local r = gts.search(game, { algorithm = "minimax" })
    assert.are.equal(0, r.value)
    assert.are.equal(255168, r.stats.leaves)
    assert.are.equal(549946, r.stats.visits)
    assert.is_true(r.solved)
    assert.are.equal(9, #r.pv)
  end)

  it("has 5,478 positions", function()
    local seen, count = {}, 0
    local function visit(a, b)
      local key = a .. " " .. b
      if seen[key] then return end
      seen[key], count = true, count + 1
      for _, a2, b2 in moves(game, a, b) do visit(a2, b2) end
    end
    visit(table.unpack(game.start))
    assert.are.equal(5478, count)
  end)

  it("costs alpha-beta 18,297 visits and 7,330 leaves, cell by cell and without bounds", function()
    for _, algorithm in ipairs { "alphabeta", "failhard" } do
      local r = gts.search(game, { algorithm = algorithm, bounds = false })
      assert.are.equal(0, r.value)
      assert.are.equal(18297, r.stats.visits)
      assert.are.equal(7330, r.stats.leaves)
    end
  end)

  it("costs no more with the range", function()
    local r = gts.search(game)
    assert(r.value == 0 and r.solved and r.stats.visits < 18297)
  end)

  it("is on other boards what is known of them", function()
    for _, case in ipairs {
      { 1, 1, 1, 1 }, { 2, 2, 2, 1 }, { 3, 3, 2, 1 }, { 3, 2, 3, 0 }, { 4, 1, 2, 1 }, { 4, 3, 3, 1 }, { 3, 4, 3, 1 },
      { 2, 2, 3, 0 },
    } do
      local r = gts.search(gts.game("tictactoe", { columns = case[1], rows = case[2], line = case[3] }))
      assert.are.equal(case[4], r.value)
      assert.is_true(r.solved)
    end
  end)

  it("agrees with a drawn board, move by move", function()
    for _, size in ipairs { { 3, 3, 3 }, { 5, 4, 4 }, { 4, 5, 3 }, { 7, 2, 3 }, { 8, 7, 5 } } do
      local rules = gts.game("tictactoe", { columns = size[1], rows = size[2], line = size[3] })
      play_along(rules, function() return board(size[1], size[2], size[3]) end, 20)
    end
  end)
end)

describe("connect-4", function()
  local game, plain = gts.game "connect4", gts.game("connect4", { plain = true })

  it("has 7, 49, 343, 2401, 16807, 117649, 823536, 5673234 ways to begin #slow", function()
    -- Minimax to depth d visits all of them, from 0 to d moves.
    local sum = 1
    for depth, ways in ipairs { 7, 49, 343, 2401, 16807, 117649, 823536, 5673234 } do
      sum = sum + ways
      if depth > 6 then assert.are.equal(sum, gts.search(game, { algorithm = "minimax", depth = depth }).stats.visits) end
    end
  end)

  it("when plain costs alpha-beta 12,574 visits to depth 8 and 3,050,083 to depth 12, by columns and without bounds", function()
    assert.are.equal(12574, gts.search(plain, { depth = 8, bounds = false }).stats.visits)
    local r = gts.search(plain, { depth = 12, bounds = false })
    assert.are.equal(3050083, r.stats.visits)
    assert.are.equal(0, r.value)
    assert.is_false(r.solved)
  end)

  it("on small boards is what brute force says #lua", function()
    for _, size in ipairs { { 1, 8 }, { 4, 3 }, { 5, 3 }, { 3, 5 } } do     -- of 4 by 4: spec/solve
      local rules = gts.game("connect4", { columns = size[1], rows = size[2] })
      local known = {}
      local function value(a, b)
        local key = a .. " " .. b
        if known[key] then return known[key] end
        local best
        for _, a2, b2 in moves(rules, a, b) do
          local v = value(a2, b2)
          if not best or rules.player(a, b) == "max" and v > best or rules.player(a, b) == "min" and v < best then best = v end
        end
        known[key] = best or rules.evaluate(a, b)
        return known[key]
      end
      local r = gts.search(rules)
      assert.are.equal(value(table.unpack(rules.start)), r.value)
      assert.is_true(r.solved)
    end
  end)

  it("when plain agrees with a drawn board, move by move #thorough", function()
    for _, size in ipairs { { 7, 6 }, { 6, 7 }, { 4, 4 }, { 8, 5 }, { 5, 9 }, { 1, 8 }, { 30, 1 } } do
      local rules = gts.game("connect4", { columns = size[1], rows = size[2], plain = true })
      play_along(rules, function() return board(size[1], size[2], 4, true) end, 20)
    end
  end)

  it("opens in the centre, whatever depth it comes to", function()
    for depth = 1, 13 do assert.equal(4, gts.best(game, nil, { depth = depth }).move) end
    assert.equal(4, gts.best(game, nil, { time = 0.2 }).move)
  end)

  it("is compiled whole, plain or not", function()
    for _, rules in ipairs { game, plain } do
      assert.is_nil(tostring(gts.native(rules)):find("in Lua", 1, true))
    end
  end)

  -- A position after random moves, and its mirror image.
  local function two_sided(random, length)
    local position, mirrored
    for _ = 1, length do
      local list = gts.moves(game, position)
      if #list == 0 then break end
      local move = list[random(1, #list)].move
      position, mirrored = gts.apply(game, position, move), gts.apply(game, mirrored, 8 - move)
    end
    return position, mirrored
  end

  it("has the same key and estimate on both sides, and others elsewhere", function()
    local random, seen = trees.stream(3), {}
    for i = 1, 200 do
      local position, mirrored = two_sided(random, i % 40 + 1)
      local key = game.key(table.unpack(position))
      assert.equal(key, game.key(table.unpack(mirrored)))
      assert.equal(game.evaluate(table.unpack(position)), game.evaluate(table.unpack(mirrored)))
      local shown, other = game.show(table.unpack(position)), game.show(table.unpack(mirrored))
      if seen[key] then assert(seen[key] == shown or seen[key] == other) end
      seen[key] = shown
    end
  end)

  -- The cells from left to right and from right to left.
  local function reversed(mine, all, columns, rows)
    local bits, reverse = (1 << rows + 1) - 1, { mine >> columns * (rows + 1) << columns * (rows + 1),
      all >> columns * (rows + 1) << columns * (rows + 1) }
    for c = 0, columns - 1 do
      for i, word in ipairs { mine, all } do
        reverse[i] = reverse[i] | (word >> c * (rows + 1) & bits) << (columns - 1 - c) * (rows + 1)
      end
    end
    return reverse
  end

  -- Of an even number of columns two are in the middle.
  it("estimates mirror images alike on boards of every width", function()
    local random = trees.stream(11)
    for columns = 1, 10 do
      local rows = math.min(7, 62 // (columns + 1) - 1)
      local wide = gts.game("connect4", { columns = columns, rows = rows })
      for i = 1, 60 do
        local position = wide.start
        for _ = 1, i % (columns * rows) do
          local list = gts.moves(wide, position)
          if #list == 0 then break end
          position = list[random(1, #list)].position
        end
        local mine, all = table.unpack(position)
        local reverse = reversed(mine, all, columns, rows)
        assert.equal(wide.key(mine, all), wide.key(table.unpack(reverse)))
        assert.equal(wide.evaluate(mine, all), wide.evaluate(table.unpack(reverse)))
      end
    end
  end)

  it("estimates between a loss and a win, and knows one who wins at once", function()
    local random = trees.stream(4)
    for i = 1, 200 do
      local position = two_sided(random, i % 42)
      local list = gts.moves(game, position)
      if #list > 0 then
        local estimate = game.evaluate(table.unpack(position or game.start))
        assert(estimate > -1 and estimate < 1)
        local win = list.player == "max" and 1 or -1
        for _, entry in ipairs(list) do
          if #gts.moves(game, entry.position) == 0 and plain.evaluate(table.unpack(entry.position)) == win then
            assert.equal(0.75 * win, estimate)
          end
        end
      end
    end
  end)

  it("is the same game as the plain one #slow", function()
    assert.is_true((gts.equivalent(game, plain, { depth = 5 })))
  end)

  it("sees a win that is there", function()
    -- X has 1, 2 and 3 at the bottom, and moves.
    local a, b = table.unpack(game.start)
    for _, column in ipairs { 1, 1, 2, 2, 3, 3 } do
      for move, a2, b2 in moves(game, a, b) do
        if move == column then a, b = a2, b2 break end
      end
    end
    local r = gts.search(game, { position = { a, b }, depth = 5 })
    assert.are.equal(1, r.value)
    assert.are.equal(4, r.move)
    assert.is_true(r.exact)
  end)
end)

describe("othello #lua", function()
  -- A position of a game at random on a board of this size.
  local function wander(game, random, length)
    local position = nil
    for _ = 1, length do
      local list = gts.moves(game, position)
      if #list == 0 then break end
      position = list[random(1, #list)].position
    end
    return position or game.start
  end

  it("names moves as people do", function()
    local names = {}
    for i, entry in ipairs(gts.moves "othello") do names[i] = entry.name end
    assert.same({ "d3", "c4", "f5", "e6" }, names)              -- the four that are published
    assert.same({ "1 . . . .", "4 . . . .", "  a b c d" }, {
      gts.show(gts.game("othello", { size = 4 })):match "^([^\n]*)\n.*\n([^\n]*)\n([^\n]*)$" })
  end)

  it("estimates between a draw and the least win, alike from all sides, and for both players", function()
    local random = trees.stream(5)
    -- The board turned over along its diagonal: row by row becomes column by column.
    local function flipped(set)
      local other = 0
      for cell = 0, 63 do other = other | (set >> cell & 1) << 8 * (cell % 8) + cell // 8 end
      return other
    end
    local function upside_down(set) return string.unpack(">i8", string.pack("<i8", set)) end
    for i = 1, 120 do
      local size = ({ 4, 6, 8 })[i % 3 + 1]
      local game = gts.game("othello", { size = size })
      local mine, theirs, turn = table.unpack(wander(game, random, i // 2))
      local value = game.evaluate(mine, theirs, turn)
      if #gts.moves(game, { mine, theirs, turn }) > 0 then assert(value > -1 and value < 1)
      else assert(value == math.floor(value)) end
      assert.equal(value, game.evaluate(flipped(mine), flipped(theirs), turn))
      if size == 8 then assert.equal(value, game.evaluate(upside_down(mine), upside_down(theirs), turn)) end
      assert.equal(value, -game.evaluate(mine, theirs, 1 - turn))
    end
  end)

  it("esteems a corner, and shuns the cell before a free one", function()
    local game, corner, before, other = gts.game "othello", 1 << 0, 1 << 9, 1 << 18
    local rest = 1 << 27 | 1 << 36
    local function estimate(cell) return game.evaluate(rest | cell, 1 << 28 | 1 << 35, 0) end
    assert(estimate(corner) > estimate(other) and estimate(other) > estimate(before))
  end)

  it("is compiled whole", function()
    assert.is_nil(tostring(gts.native "othello"):find("in Lua", 1, true))
  end)
end)

describe("nim #lua", function()
  -- Does the player to move win? (Bouton)
  local function won(heaps, misere)
    local sum, large = 0, false
    for _, heap in ipairs(heaps) do sum, large = sum ~ heap, large or heap > 1 end
    if misere and not large then return sum == 0 end
    return sum ~= 0
  end

  local function after(heaps, move)
    local left = table.move(heaps, 1, #heaps, 1, {})
    left[move // 100] = left[move // 100] - move % 100
    return left
  end

  it("is won by the xor rule, and by a move that leaves the other a lost position", function()
    local random = trees.stream(1)
    for i = 1, 150 do
      local heaps, misere = {}, i % 2 == 0
      for h = 1, random(1, 4) do heaps[h] = random(0, h == 1 and 6 or 3) end
      local r = gts.search(gts.game("nim", { heaps = heaps, misere = misere }))
      assert.are.equal(won(heaps, misere) and 1 or -1, r.value)
      assert.is_true(r.solved)
      if r.value == 1 and r.move then assert.is_false(won(after(heaps, r.move), misere)) end
    end
  end)

  it("is over when no stone is left: the player to move has lost, or won if it is misère", function()
    for _, misere in ipairs { false, true } do
      local r = gts.search(gts.game("nim", { heaps = { 0, 0 }, misere = misere }))
      assert.are.equal(misere and 1 or -1, r.value)
      assert.is_nil(r.move)
    end
  end)

  it("offers every way to take stones, once, heap by heap", function()
    local game, list = gts.game("nim", { heaps = { 2, 0, 3 } }), {}
    for move in game.next, game.start do list[#list + 1] = move end
    assert.are.same({ 101, 102, 301, 302, 303 }, list)
    assert.are.equal("2 0 3", game.show(game.start))
    for move, position in game.next, game.start do
      assert.are.equal(table.concat(after({ 2, 0, 3 }, move), " "), game.show(position))
      assert.are.equal("min", game.player(position))
    end
  end)

  it("takes the largest heaps it says it takes", function()
    local heaps = { 63, 63, 63, 63, 63, 63, 63, 63, 63 }
    local game = gts.game("nim", { heaps = heaps })
    assert.are.equal("63 63 63 63 63 63 63 63 63", game.show(game.start))
    assert.are.equal("max", game.player(game.start))
    local count = 0
    for _ in game.next, game.start do count = count + 1 end
    assert.are.equal(9 * 63, count)
    assert.has_error(function() gts.game("nim", { heaps = { 64 } }) end)
    assert.has_error(function() gts.game("nim", { heaps = { 1, 1, 1, 1, 1, 1, 1, 1, 1, 1 } }) end)
  end)
end)

describe("every shipped game", function()
  -- What long captures, two halves of a board, large boards, moves at random without a list, an index of all positions, and
  -- bounds that see ahead take.
  local long = { amazons = 280, connect4 = 260, draughts = 280, breakthrough = 240, hex = 440, gomoku = 220, knightthrough = 240,
    loa = 220, mill = 490 }

  it("is a short file, and keeps its promises: range, player, show", function()
    for _, name in ipairs(require("gts.game").shipped) do
      local game = gts.game(name)
      assert.are.equal(name, game.name)
      assert(game.range[1] == -game.range[2] and game.show and game.player)
      local lines = 0
      for _ in io.lines(require("gts.game").find("gts.games." .. name)) do lines = lines + 1 end
      assert(lines < (long[name] or 200), name .. " is too long to be a model")
    end
  end)
end)
