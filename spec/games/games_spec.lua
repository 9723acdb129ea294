-- Tic-tac-toe, connect-4, othello and nim, against what is known of them and against boards that a child would draw.

local gts = require "gts"
local plain = require "spec.support.plain"
local trees = require "spec.support.trees"

describe("tic-tac-toe #lua", function()
  local game = gts.game "tictactoe"

  it("is a draw, and has 255,168 games and 549,946 nodes", function()
    local r = gts.search(game, { algorithm = "minimax" })
    assert.same({ 0, 255168, 549946, true, 9 }, { r.value, r.stats.leaves, r.stats.visits, r.solved, #r.pv })
  end)

  it("costs alpha-beta 18,297 visits and 7,330 leaves, cell by cell and without bounds", function()
    for _, algorithm in ipairs { "alphabeta", "failhard" } do
      local r = gts.search(game, { algorithm = algorithm, bounds = false })
      assert.same({ 0, 18297, 7330 }, { r.value, r.stats.visits, r.stats.leaves })
    end
  end)

  it("is on other boards what is known of them", function()
    for _, case in ipairs {
      { 1, 1, 1, 1 }, { 2, 2, 2, 1 }, { 3, 3, 2, 1 }, { 3, 2, 3, 0 }, { 4, 1, 2, 1 }, { 4, 3, 3, 1 }, { 3, 4, 3, 1 },
      { 2, 2, 3, 0 },
    } do
      local r = gts.search(gts.game("tictactoe", { columns = case[1], rows = case[2], line = case[3] }))
      assert.equal(case[4], r.value)
      assert.is_true(r.solved)
    end
  end)

  it("agrees with a drawn board, move by move", function()
    for _, size in ipairs { { 3, 3, 3 }, { 5, 4, 4 }, { 4, 5, 3 }, { 7, 2, 3 }, { 8, 7, 5 } } do
      local of = { columns = size[1], rows = size[2], line = size[3] }
      local game_of_size = gts.game("tictactoe", of)
      of.text = plain.drawn
      plain.same_games(game_of_size, plain.in_a_row(of), 1, 3)
    end
  end)
end)

describe("connect-4", function()
  local game, plain_rules = gts.game "connect4", gts.game("connect4", { plain = true })

  it("when plain costs alpha-beta 12,574 visits to depth 8, by columns and without bounds", function()
    assert.equal(12574, gts.search(plain_rules, { depth = 8, bounds = false }).stats.visits)
  end)

  it("when plain agrees with a drawn board, move by move", function()
    for _, size in ipairs { { 7, 6 }, { 4, 4 }, { 5, 9 }, { 1, 8 }, { 30, 1 } } do
      local of = { columns = size[1], rows = size[2], line = 4, falling = true, text = plain.drawn }
      plain.same_games(gts.game("connect4", { columns = of.columns, rows = of.rows, plain = true }), plain.in_a_row(of), 1, 2)
    end
  end)

  it("opens in the centre, whatever depth it comes to", function()
    for depth = 1, 12 do assert.equal(4, gts.best(game, nil, { depth = depth }).move) end
  end)

  it("is compiled whole when plain", function()
    assert.is_nil(tostring(gts.native(plain_rules)):find("in Lua", 1, true))
  end)

  -- Of an even number of columns two are in the middle.
  it("estimates between a loss and a win, and knows one who wins at once", function()
    for _, at in ipairs(plain.walk(game, 4, 120)) do
      if not at.over then
        local estimate = plain.evaluate(game, at.position)
        assert(estimate > -1 and estimate < 1)
        local win = at.player == "max" and 1 or -1
        for _, entry in ipairs(gts.moves(game, at.position)) do
          if #gts.moves(game, entry.position) == 0 and plain.evaluate(plain_rules, entry.position) == win then
            assert.equal(0.75 * win, estimate)
          end
        end
      end
    end
  end)

  it("is the same game as the plain one #slow", function()
    assert.is_true((gts.equivalent(game, plain_rules, { depth = 5 })))
  end)
end)

describe("othello #lua", function()
  it("names moves as people do", function()
    local names = {}
    for i, entry in ipairs(gts.moves "othello") do names[i] = entry.name end
    assert.same({ "d3", "c4", "f5", "e6" }, names)              -- the four that are published
  end)

  it("estimates between a draw and the least win", function()
    for size = 4, 8, 2 do
      local game = gts.game("othello", { size = size })
      for _, at in ipairs(plain.walk(game, size, 40)) do
        local value = plain.evaluate(game, at.position)
        assert(at.over and value == math.floor(value) or not at.over and value > -1 and value < 1)
      end
    end
  end)

  it("esteems a corner, and shuns the cell before a free one", function()
    local game, corner, before, other = gts.game "othello", 1 << 0, 1 << 9, 1 << 18
    local rest = 1 << 27 | 1 << 36
    local function estimate(cell) return game.evaluate(rest | cell, 1 << 28 | 1 << 35, 0) end
    assert(estimate(corner) > estimate(other) and estimate(other) > estimate(before))
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
      assert.equal(won(heaps, misere) and 1 or -1, r.value)
      assert.is_true(r.solved)
      if r.value == 1 and r.move then assert.is_false(won(after(heaps, r.move), misere)) end
    end
  end)

  it("offers every way to take stones, once, heap by heap", function()
    local game, list = gts.game("nim", { heaps = { 2, 0, 3 } }), {}
    for move in game.next, game.start do list[#list + 1] = move end
    assert.same({ 101, 102, 301, 302, 303 }, list)
    assert.equal("2 0 3", game.show(game.start))
    for move, position in game.next, game.start do
      assert.equal(table.concat(after({ 2, 0, 3 }, move), " "), game.show(position))
      assert.equal("min", game.player(position))
    end
  end)

  it("takes the largest heaps it says it takes", function()
    local heaps = { 63, 63, 63, 63, 63, 63, 63, 63, 63 }
    local game = gts.game("nim", { heaps = heaps })
    assert.equal("63 63 63 63 63 63 63 63 63", game.show(game.start))
    assert.equal("max", game.player(game.start))
    local count = 0
    for _ in game.next, game.start do count = count + 1 end
    assert.equal(9 * 63, count)
  end)
end)
