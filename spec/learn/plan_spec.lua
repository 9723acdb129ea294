-- Patterns: what the bits of positions mean, as the sources of the games say; which states share weights, counted by hand; and
-- the evaluations that are written, against sums over the maps of the plan.

local cells = require "gts.learn.cells"
local compiled = require "spec.support.compiled"
local evaluation = require "gts.learn.evaluation"
local gather = require "gts.learn.gather"
local gts = require "gts"
local plan = require "gts.learn.plan"
local random = require "gts.base.random"
local shapes = require "gts.learn.shapes"
local symmetry = require "gts.rules.symmetry"

local GAMES = 100               -- random games that are looked at

-- Games, and what is found of each.
local games = {}

local TURN = 1 << 9             -- of tictactoe

-- With colours that are `reversed` by that function; nil: as its rules say; false: not at all.
local function a_game(name, options, reversed)
  local id = name .. (reversed and " reversed" or reversed == false and " as it is" or "")
  if not games[id] then
    local game = gts.game(name, options)
    if reversed == false then game.images.reversed = nil end
    games[id] = { game, assert(cells.find(game, { games = GAMES, reversed = reversed or nil })) }
  end
  return table.unpack(games[id])
end

-- The bits of a cell in a column and row, and the numbers that they make for pieces, when MAX is to move and when MIN is. A bit
-- is 64 * (word - 1) + its number.
local function bits_are(name, options, expected)
  local _, found = a_game(name, options)
  local seen = 0
  for cell in pairs(found.usable) do
    local column, row = (cell - 1) % found.columns + 1, (cell - 1) // found.columns + 1
    for _, mover in ipairs { "max", "min" } do
      local known = found.by[mover][cell]
      local bits, codes = expected(column, row, mover)
      if bits then assert.same(bits, known.bits) end
      for piece, code in pairs(codes or {}) do
        if known.codes[piece] then assert.equal(code, known.codes[piece], piece) end
      end
      seen = seen + 1
    end
  end
  return found, seen // 2
end

local function stones(mover) return mover == "max" and { [""] = 0, max = 1, min = 2 } or { [""] = 0, max = 2, min = 1 } end

describe("the bits of cells #plain", function()
  it("are found where sets are those of the player to move #thorough", function()
    local _, seen = bits_are("othello", { size = 6 }, function(column, row, mover)
      local bit = 8 * (row - 1) + column - 1
      -- The cells in the middle are never empty: one bit tells all.
      local inside = (row == 3 or row == 4) and (column == 3 or column == 4)
      if inside then return { bit }, { max = mover == "max" and 1 or 0 } end
      return { bit, 64 + bit }, stones(mover)
    end)
    assert.equal(36, seen)
    local pawns = { max = { ["max pawn"] = 1, ["min pawn"] = 2 }, min = { ["max pawn"] = 2, ["min pawn"] = 1 } }
    _, seen = bits_are("breakthrough", { columns = 4, rows = 5 }, function(column, row, mover)
      local bit = 4 * (row - 1) + column - 1
      return { bit, 64 + bit }, pawns[mover]
    end)
    assert.equal(20, seen)
  end)

  it("are found where sets are those of one player, and of all stones", function()
    local _, seen = bits_are("hex", { size = 4 }, function(column, row)
      local bit = 5 * (row - 1) + column - 1
      return { bit, 64 + bit }, stones "max"
    end)
    assert.equal(16, seen)
    _, seen = bits_are("connect4", { columns = 4, rows = 4 }, function(column, row, mover)
      local bit = 5 * (column - 1) + 4 - row
      local mine, theirs = mover, mover == "max" and "min" or "max"
      return { bit, 64 + bit }, { [""] = 0, [mine] = 3, [theirs] = 2 }
    end)
    assert.equal(16, seen)
  end)

  it("are found where cells hold numbers", function()
    local found, seen = bits_are("kalah", { pits = 3, seeds = 2 }, function(column, row, mover)
      -- MIN's store on the left and pits above, from the right; MAX's pits below, from the left, and his store.
      local mine = (row == 2) == (mover == "max")
      local pit = row == 1 and 4 - column or column - 2
      if row == 1 and column == 1 then pit = 3 end
      local first = (mine and 0 or 64) + 8 * pit
      local codes = {}
      for n = 0, 3 do codes[("%s %d"):format(row == 1 and "min" or "max", n)] = n end
      return nil, first >= 0 and codes
    end)
    assert.equal(8, seen)
    -- MAX's first pit is at the left below: byte 0 of `mine`, when he is to move.
    assert.same({ 0, 64 }, { found.by.max[7].bits[1], found.by.min[7].bits[1] })
    assert.same({ 24 + 64, 24 }, { found.by.max[1].bits[1], found.by.min[1].bits[1] })
  end)

  it("are those that symmetries name, or as square as can be, without a board", function()
    local found = assert(cells.find(gts.game "morris", { games = GAMES }))
    assert.same({ 3, 3, 8 }, { found.columns, found.rows, #found.group })
    assert.same({ 4, 13 }, found.by.max[5].bits)
    local lines = { name = "lines", start = 0, evaluate = function() return 0 end, player = function(p)
      return p >> 40 & 1 == 0 and "max" or "min"
    end }
    function lines.next(p, move)
      for k = (move or 0) + 1, 6 do if p >> 3 * k & 1 == 0 then return k, p ~ (1 << 40) | 1 << 3 * k end end
    end
    found = assert(cells.find(gts.game(lines), { games = GAMES }))
    assert.same({ 3, 2, 1 }, { found.columns, found.rows, #found.group })
    assert.same({ 3 }, found.by.min[1].bits)
  end)
end)

describe("gathers #plain", function()
  it("bring the bits of any mask side by side, in the order that they say", function()
    local draw = random.stream(5)
    for n = 1, 50 do
      local masks = { 0, 0 }
      for word = 1, 2 do
        for _ = 1, draw(0, 8) do masks[word] = masks[word] | 1 << draw(0, 63) end
      end
      local list, bits = gather.make(masks)
      for _ = 1, 20 do
        local words, expected = { draw(0, math.maxinteger - 1) << 1, draw(0, math.maxinteger - 1) << 1 | 1 }, 0
        local seen = 0
        for _, g in ipairs(list) do
          for bit, place in pairs(g.order) do
            expected, seen = expected | (words[g.word] >> bit & 1) << place, seen + 1
          end
        end
        assert.equal(expected, gather.index(list, words), n)
        assert.equal(bits, seen)
      end
    end
  end)

  it("need one multiplication for a rectangle of six cells", function()
    for column = 0, 5 do
      for row = 0, 6 do assert.equal(1, #gather.make { 0x707 << 8 * row + column }) end
    end
  end)
end)

describe("shapes #plain", function()
  local board = { columns = 4, rows = 3, usable = {} }
  for cell = 1, 12 do board.usable[cell] = cell ~= 6 end

  it("are rectangles and lines of the cells that have bits", function()
    for name, count in pairs { ["2x2"] = 6, ["4x3"] = 1, line3 = 5 + 3 + 2, rows = 3, columns = 4, diagonals = 12 } do
      assert.equal(count, #shapes.make(board, name), name)
    end
    assert.same({ { shape = "rows", cells = { 5, 7, 8 } } }, { shapes.make(board, "rows")[2] })
    -- The second rows and columns lack a cell; each set stands there once.
    assert.equal(3 + 4, #shapes.make(board, "rows, columns rows"))
  end)

  it("are refused by name", function()
    assert.equal("'2y2' is no shape: expected names as in '2x3 line4 rows columns diagonals'",
      select(2, shapes.make(board, "2x3 2y2")))
    assert.equal("no pattern of these shapes has at most 3 bits",
      select(2, plan.make(gts.game "tictactoe", { shapes = "2x1", most = 3, games = GAMES })))
  end)
end)

-- V by the maps.
local function sum_of(made, weights, words, mover)
  local set, sum = 0, 0
  for w, mask in ipairs(made.stages.masks) do
    for b = 0, 63 do set = set + ((words[w] & mask) >> b & 1) end
  end
  local first = (made.stages.of[set + 1] - 1) * made.weights
  for i, pattern in ipairs(made.patterns) do
    local k = ("<i4"):unpack(made.maps[mover == "both" and "max" or mover][i], 4 * gather.index(pattern.gathers, words) + 1)
    sum = sum + (k < 0 and -weights[first - k] or k > 0 and weights[first + k] or 0)
  end
  return sum
end

local function draw_weights(made, seed)
  local draw, weights = random.stream(seed), {}
  for k = 1, made.weights * made.stages.count do weights[k] = draw(-1000, 1000) / 1000 end
  return weights
end

-- Breakthrough on 4 x 5: upside down, the other player to move.
local function upside_down(mine, theirs, turn)
  local function turned(set)
    local image = 0
    for row = 0, 4 do image = image | (set >> 4 * row & 15) << 4 * (4 - row) end
    return image
  end
  return turned(mine), turned(theirs), 1 - turn
end

local function breakthrough(reversed) return a_game("breakthrough", { columns = 4, rows = 5 }, reversed and upside_down) end
local function othello() return a_game("othello", { size = 6 }) end

describe("a plan #plain", function()
  it("has a weight for each state that is no image of another", function()
    local function weights(text, reversed)
      local game, found = a_game("tictactoe", {}, reversed)
      return assert(plan.make(game, { shapes = text, found = found })).weights
    end
    -- Corner, side and middle: three states each, for each mover.
    assert.equal(2 * 3 * 3, weights("1x1", false))
    -- A row at the edge and one in the middle: 27 states, of which 9 are their own mirror images.
    assert.equal(2 * 2 * (27 + 9) // 2, weights("3x1", false))
    -- The colours reversed: MIN's weights are MAX's.
    assert.equal(2 * (27 + 9) // 2, weights("3x1", function(mine, all) return mine ~ TURN, all end))
  end)

  it("gives images one value, and reversed colours the other sign", function()
    local game, found = breakthrough(true)
    local made = assert(plan.make(game, { shapes = "2x2 3x2 line3", found = found, stages = 2 }))
    assert.is_true(made.mirrored)
    local weights, mirror = draw_weights(made, 3), symmetry.image(game.images, game.images.group[2])
    for i = 1, #made.found.samples, 13 do
      local p = made.found.samples[i]
      local value = sum_of(made, weights, p.words, p.mover)
      local other = p.mover == "max" and "min" or "max"
      assert.near(value, sum_of(made, weights, { mirror(table.unpack(p.words)) }, p.mover), 1e-9)
      assert.near(-value, sum_of(made, weights, { upside_down(table.unpack(p.words)) }, other), 1e-9)
    end
  end)

  it("has stages of equal parts of random games", function()
    local game, found = breakthrough()
    local made = assert(plan.make(game, { found = found, stages = 3 }))
    assert.same({ 3, 1, 3 }, { made.stages.count, made.stages.of[1], made.stages.of[17] })
    for n = 2, 17 do assert.is_true(made.stages.of[n] >= made.stages.of[n - 1]) end
  end)

  it("is of features where rules have some", function()
    local rules = { name = "halves", start = 8, next = function(p, move) if not move and p > 1 then return 1, p // 2 end end,
      evaluate = function(p) return p end, features = function(p) return { p, p * p, 1 } end }
    local made = assert(plan.make(gts.game(rules)))
    assert.same({ "features", 3, false, 3, "winner" },
      { made.kind, made.features, made.by_player, made.weights, made.target })
    local game = gts.game(rules, { evaluation = evaluation.text(gts.game(rules), made, { 1, -0.5, 0.25 }, { "Halves" }) })
    -- 4 - 8 + 1/4 = -3.75, and an end.
    assert.same({ -3.75 / 4.75, 1 }, { game.evaluate(4), game.evaluate(1) })
  end)
end)

describe("a written evaluation #plain", function()
  local function write(game, found, given, seed)
    given.found = found
    local made = assert(plan.make(game, given))
    local weights = draw_weights(made, seed)
    local text = evaluation.text(game, made, weights, { "Of a spec." })
    return gts.game(game, { evaluation = text }), made, weights, text
  end

  -- Estimates are the sums of the maps, but for rounding, all by one factor.
  local function agrees(game, found, given, seed)
    local learnt, made, weights, text = write(game, found, given, seed)
    local evaluate = learnt.evaluate
    local limit = tonumber(text:match "\nwinner 0 (%d+)\n") / 1000
    local rounded = 0.0006 * #made.patterns
    for i = 1, #made.found.samples, 13 do
      local p = made.found.samples[i]
      local estimate = evaluate(table.unpack(p.words))
      assert.is_true(estimate > -1 and estimate < 1)
      assert.near(sum_of(made, weights, p.words, p.mover), estimate * limit, rounded)
    end
    return made, text
  end

  it("is the sum of the weights", function()
    local game, found = othello()
    agrees(game, found, { shapes = "2x3 line3" }, 1)
    game, found = a_game("connect4", { columns = 4, rows = 4 })
    agrees(game, found, { shapes = "2x2 1x3", stages = 3 }, 2)
    game, found = breakthrough(true)
    agrees(game, found, { shapes = "2x3" }, 3)
  end)

  it("is that, too, where states are made in lanes", function()
    local function lanes_of(text) return select(2, text:gsub("\nstate [sv]%d+ ", "")) end
    local game, found = a_game("connect4", { columns = 4, rows = 4 })
    local _, text = agrees(game, found, { shapes = "2x2 line3", stages = 2 }, 8)
    assert.is_true(lanes_of(text) > 0)
    -- Few patterns, and none like another: gathers take less.
    game, found = othello()
    _, text = agrees(game, found, { shapes = "rows columns", bits = 12 }, 10)
    assert.equal(0, lanes_of(text))
  end)

  it("has patterns inside others in these", function()
    local game, found = othello()
    local _, with = agrees(game, found, { shapes = "1x1 1x2 2x1 2x2" }, 4)
    local _, without = agrees(game, found, { shapes = "2x2" }, 5)
    local function lookups(text) return select(2, text:gsub("\npattern ", "")) end
    assert.equal(lookups(without), lookups(with))
  end)

  it("is the score and the rest as a whole number where the value is learnt", function()
    local game, found = a_game("kalah", { pits = 3, seeds = 2 })
    local learnt, made, weights = write(game, found, { shapes = "2x1 1x1" }, 6)
    local evaluate = learnt.evaluate
    for i = 1, #found.samples, 13 do
      local p = found.samples[i]
      local value = game.score(table.unpack(p.words)) + sum_of(made, weights, p.words, p.mover)
      local estimate = evaluate(table.unpack(p.words))
      assert.equal("integer", math.type(estimate))
      assert.near(math.max(-12, math.min(12, value)), estimate, 0.51 + 0.003 * #made.patterns)
    end
  end)

  it("leaves the ends of the game to the rules, and is compiled", function()
    for _, of in ipairs { breakthrough, othello } do
      local game, found = of()
      local learnt = write(game, found, { shapes = "2x2" }, 7)
      compiled.made(learnt)
      local native, interpreted = compiled.both(learnt, { depth = 4, algorithm = "alphabeta" })
      assert.same(interpreted, native)
      assert.is_true(math.abs(native.value) < 1)
    end
    -- MIN's pawn in the last row: MAX, who is to move, has lost.
    local game, found = breakthrough()
    local learnt = write(game, found, { shapes = "2x2" }, 7)
    assert.same({ -10000, -10000 }, { game.evaluate(0x10, 0x20000, 0), learnt.evaluate(0x10, 0x20000, 0) })
  end)
end)
