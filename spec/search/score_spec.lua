-- rules.score: positions that differ in what is settled share what can still come, and no answer is another for it.

local gts = require "gts"
local scores = require "spec.support.scores"
local trees = require "spec.support.trees"

local with_table = { "ttalphabeta", "negascout", "mtd" }
local orders = { nil, { "table" }, { "table", "killer", "history" }, { "killer" }, { "lookahead" } }

local function each(count, f)
  for seed = 1, trees.share(count) do f(seed, scores.start(seed)) end
end

describe("rules.score", function()
  it("leaves every value, bound and move what they are by definition, with every table and every limit", function()
    local game = gts.game(scores.rules())
    local keep = gts.table { bytes = 1 << 20 }
    each(400, function(seed, start)
      local depth = seed % 3 > 0 and seed % 9 + 1 or nil
      local value, move = scores.oracle(start[1], depth)
      for i, id in ipairs(with_table) do
        local r = gts.search(game, {
          algorithm = id, position = start, depth = depth, deepen = seed % 4 == i, native = false,
          order = orders[(seed + i) % 5 + 1],
          table = ({ 1, 200, 1 << 16, keep })[(seed + i) % 4 + 1], remember_leaves = seed % 5 ~= i
        })
        assert.same({ value, value, value, move }, { r.value, r.lower, r.upper, r.move })
      end
    end)
  end)

  it("is exact in windows, from any score on, and with bounds", function()
    local game = gts.game(scores.rules { bounds = scores.bounds })
    each(300, function(seed, start)
      local score = seed % 21 - 10
      local value = score + scores.oracle(start[1])
      local alpha = value + seed % 7 - 4
      for i, id in ipairs(with_table) do
        local r = gts.search(game, {
          algorithm = id, position = { start[1], score }, table = 1 << (seed + i) % 12 * 2, native = false,
          window = id ~= "mtd" and { alpha, alpha + seed % 3 + 1 } or nil, bounds = seed % 3 > 0
        })
        assert(r.lower <= value and r.upper >= value,
          ("%s of graph %d: %s to %s, not %s"):format(id, seed, r.lower, r.upper, value))
        assert(r.exact or id ~= "mtd" and (value <= alpha or value >= alpha + seed % 3 + 1))
      end
    end)
  end)

  it("finds equal values compiled, by equal visits", function()
    local game = gts.game(scores.rules())
    each(40, function(seed, start)
      for _, id in ipairs { "ttalphabeta", "mtd" } do
        local options = { algorithm = id, position = start, deepen = seed % 2 == 0, table = seed % 3 == 0 and 300 or nil }
        options.native = true
        local compiled = gts.search(game, options)
        options.native = false
        local interpreted = gts.search(game, options)
        assert.same({ interpreted.value, interpreted.move, interpreted.stats.visits, interpreted.stats.table.hits },
          { compiled.value, compiled.move, compiled.stats.visits, compiled.stats.table.hits })
        assert(compiled.value == scores.oracle(start[1]))
      end
    end)
  end)

  it("shares entries between scores: fewer visits than with keys that contain the score", function()
    local with, without = gts.game(scores.rules()), gts.game(scores.rules { key = false, score = false })
    local visits, all = 0, 0
    each(100, function(_, start)
      visits = visits + gts.search(with, { algorithm = "ttalphabeta", position = start, native = false }).stats.visits
      all = all + gts.search(without, { algorithm = "ttalphabeta", position = start, native = false }).stats.visits
    end)
    assert(visits < all)
  end)

  it("goes with proofs, analyses and the best move", function()
    local game = gts.game(scores.rules())
    each(60, function(_, start)
      local value, move = scores.oracle(start[1])
      local r = gts.search(game, { algorithm = "ttalphabeta", position = start, native = false, solution = true })
      assert.same({ value, move }, { r.value, r.move })
      assert(gts.verify(game, r))
      local best = gts.best(game, start, { native = false, time = 60 })
      assert.same({ value, true }, { best.value, best.solved })
      local list = gts.analyze(game, { position = start, native = false })
      assert((list[1] and list[1].value) == (move and value))
    end)
  end)

  -- The range ends with the greatest and least value: where that is the value, a player wins, within a number of plies.
  it("tells the distance of what is won by definition", function()
    local told = 0
    for seed = 1, 600 do                -- a share of them would tell less: few are won
      local start = scores.start(seed)
      local least, most = scores.extremes(start[1])
      local value = scores.oracle(start[1])
      if least < most and (value == least or value == most) then
        local game = gts.game(scores.rules { range = { least, most } })
        local r = gts.search(game, { algorithm = "ttalphabeta", position = start, native = false, deepen = true })
        assert.same({ value, scores.distance(start, value, value == most and "max" or "min") }, { r.value, r.distance })
        told = told + 1
      end
    end
    assert(told > 0)
  end)

  it("shows lines that keep to the value where a key stands for positions that are mirror images", function()
    -- By hand. MAX's second move gains 1 and leads to the mirror image of what his first leads to. MIN gives 2 or 5 there: as the
    -- second move, and in the image as the first.
    local rules = { name = "image", words = 3, start = { 0, 0, 0 }, score = function(_, score) return score end }
    function rules.next(a, score, image, move)
      move = (move or 0) + 1
      if move > 2 then return end
      if a == 0 then return move, 1, score + move - 1, move - 1 end
      if a == 1 then return move, 2, score + (move - 1 == image and 5 or 2), 0 end
    end
    function rules.evaluate(_, score) return score end
    function rules.key(a) return a end
    for _, id in ipairs { "ttalphabeta", "negascout", "mtd", "dfpn" } do
      for _, native in ipairs { false, true } do
        local r = gts.search(rules, { algorithm = id, native = native, table = 1 << 16 })
        assert.same({ 3, true, { 2, 1 }, { { 1, 1, 1 }, { 2, 3, 0 } } }, { r.value, r.solved, r.pv, r.line }, id)
      end
    end
  end)

  it("shows lines down to a leaf, in which every position is worth as much, whatever images there are", function()
    local game = gts.game(scores.mirrored())
    local played = 0
    for _, algorithm in ipairs(gts.algorithms) do
      if algorithm.lines and not algorithm.alternative then each(40, function(seed, start)
        local with = {}
        for _, option in ipairs(algorithm.options) do with[option.name or option] = true end
        local depth = seed % 3 > 0 and seed % 7 + 1 or nil
        local small = with.table and seed % 3 == 1
        local r = gts.search(game, {
          algorithm = algorithm.id, position = scores.mirror(start), depth = depth, deepen = seed % 4 == 0, native = false,
          order = with.order and orders[seed % 5 + 1] or nil, table = with.table and (small and 200 or 1 << 16) or nil,
          remember_leaves = with.remember_leaves and seed % 2 == 0 or nil,
        })
        assert.equal(scores.oracle(start[1], depth), r.value)
        local a = start[1]
        for i, position in ipairs(r.line) do
          a = position[1]
          local worth = position[2] + scores.oracle(a, depth and depth - i)
          assert(worth == r.value, ("%s, graph %d: %d is worth %d, not %d"):format(algorithm.id, seed, i, worth, r.value))
        end
        assert(small or scores.over(a) or #r.line == depth, ("%s, graph %d: a line of %d"):format(algorithm.id, seed, #r.line))
        played = played + #r.line
      end) end
    end
    assert(played > (trees.share(100) < 100 and 0 or 500))
  end)

  it("is exact where sums are too large to be", function()
    local most = 1 << 53
    local rules = { name = "huge", words = 2, start = { 0, 0 }, score = function(_, sum) return sum end }
    function rules.next(a, sum, move)
      if a == 0 and not move then return 1, 1, -most elseif a == 0 and move == 1 then return 2, 2, -3 end
      if (a == 1 or a == 2) and not move then return 1, 3, sum end
      if a == 3 and not move then return 1, 4, sum + most + 1 end
    end
    function rules.evaluate(_, sum) return sum end
    function rules.key(a) return a end
    function rules.player() return "max" end
    for _, native in ipairs { false, true } do
      for _, id in ipairs(with_table) do
        assert.equal(most - 2, gts.search(rules, { algorithm = id, native = native, table = 1 << 12 }).value)
      end
    end
  end)

  it("must be an integer, as values must be with it", function()
    local function wrong(more, message)
      local options = { algorithm = "ttalphabeta", position = scores.start(3), native = false }
      local ok, said = pcall(gts.search, scores.rules(more), options)
      assert(not ok and said:find(message, 1, true), said)
    end
    wrong({ score = function() return 0.5 end }, "rules.score returned 0.5 for position {768, 0}: expected an integer")
    wrong({ score = function() end }, "rules.score returned nil")
    wrong({ score = function() return 1 << 54 end }, "expected an integer from -2^53 to 2^53")
    wrong({ evaluate = function() return 0.25 end }, "rules.evaluate returned 0.25")
    wrong({ score = 3 }, "rules.score is 3")
  end)
end)
